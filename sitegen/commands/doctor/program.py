"""What is wrong with the program of a site: Python, the wheels and libraries that it names, its workflows.

A site that was not made by `sitegen new` has no program of its own; nothing is told of one.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, metadata, version
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from sitegen.commands.new import vendor
from sitegen.commands.new.examples import NewSiteError, get_starter_folder
from sitegen.core.plugins import PACKAGE
from sitegen.core.problems import Problem, Severity, advise, say

REQUIREMENTS = ".github/requirements.txt"
_LIBRARIES = "vendor/requirements.txt"
_WORKFLOWS = ".github/workflows"
_INSTALL_HINT = advise(
    "use its own: `python3 -m venv .venv` and `.venv/bin/pip install -r requirements.txt` in the folder of"
    " the site, then `.venv/bin/sitegen`"
)
_RENEW_HINT = advise(
    "make a site with `sitegen new` in another folder, and take over vendor, requirements.txt and .github/"
    "requirements.txt from there"
)
_MAX_NAMES = 5


def make_warning(path: str, message: str, hint: str) -> Problem:
    """Return a warning about a file of the site as a whole."""
    return Problem(path, 0, 0, message, hint, Severity.WARNING)


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def find_python_problems() -> Iterator[Problem]:
    """Yield a warning where this Python is newer than those that the program was tried on."""
    classifiers = metadata(PACKAGE).get_all("Classifier") or []
    names = re.findall(r":: Python :: (3\.\d+)$", "\n".join(classifiers), re.MULTILINE)
    tried = sorted(tuple(map(int, name.split("."))) for name in names)
    here = sys.version_info[:2]
    if tried and here > tried[-1]:
        newest, name = (".".join(map(str, numbers)) for numbers in (tried[-1], here))
        message = say("python-untried", "this program was not tried on {python}", python=f"Python {name}")
        yield make_warning("Python", message, advise("use Python {newest} instead", newest=newest))


def find_program_problems(root: Path) -> Iterator[Problem]:
    """Yield what is wrong with the wheels that a site carries, and where the program here is another one."""
    requirements = root / REQUIREMENTS
    if not requirements.is_file():
        return
    digests = dict(
        re.findall(r"^\./(vendor/\S+) --hash=sha256:(\w+)", _read_text(requirements), re.MULTILINE)
    )
    wheels = {path: (root / path).read_bytes() for path in digests if (root / path).is_file()}
    for path in sorted(digests.keys() - wheels):
        message = say("wheel-missing", "this file is missing, and the workflows install the program from it")
        yield Problem(path, 0, 0, message, _RENEW_HINT)
    for path, content in wheels.items():
        if sha256(content).hexdigest() != digests[path]:
            message = say("wheel-changed", "this is not the file that {file} names", file=REQUIREMENTS)
            yield Problem(path, 0, 0, message, _RENEW_HINT)
    own = next((path for path in wheels if path.startswith("vendor/sitegen_rankings-")), "")
    if own and _is_other_program(wheels[own]):
        message = say(
            "program-differs",
            "the site is calculated by this program and not by the one that you run: what you see here need"
            " not be what is published",
        )
        yield make_warning(own, message, _INSTALL_HINT)
    else:
        yield from _find_library_problems(root)


def _is_other_program(wheel: bytes) -> bool:
    """Whether the code in a wheel is not that of the program that runs."""
    try:
        return _read_code(wheel) != _read_code(vendor.build_wheel(PACKAGE)[1])
    except (NewSiteError, BadZipFile):  # not installed, or damaged, which its digest tells
        return False


def _read_code(wheel: bytes) -> Mapping[str, int]:
    """Return a checksum of each module of the program."""
    with ZipFile(BytesIO(wheel)) as archive:
        return {part.filename: part.CRC for part in archive.infolist() if part.filename.endswith(".py")}


def _find_library_problems(root: Path) -> Iterator[Problem]:
    """Yield one warning about all libraries that are of another version here than the site names."""
    lock = root / _LIBRARIES
    text = _read_text(lock) if lock.is_file() else ""
    pinned = re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE)
    others = [f"{name} {wanted}" for name, wanted in pinned if _find_version(name) not in {wanted, ""}]
    if others:
        message = say(
            "libraries-differ",
            "the site is calculated with other versions of {number} libraries than are here: {names}",
            number=len(others),
            names=", ".join([*others[:_MAX_NAMES], *"…"[: len(others) > _MAX_NAMES]]),
        )
        yield make_warning(_LIBRARIES, message, _INSTALL_HINT)


def _find_version(name: str) -> str:
    """Return the version of a library that is installed, blank for none: a system may do without it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


_FILLED_IN = re.compile(r"<<\w+>>")
_ACTION = re.compile(r"(uses: \S+)@[0-9a-f]+ # \S+")
"""An action of a workflow, whose version GitHub proposes to raise."""


def find_workflow_problems(root: Path) -> Iterator[Problem]:
    """Yield a warning for each workflow that is missing, or not as this program makes it.

    Texts in the language of a site and versions of actions may be any.
    """
    if not (root / REQUIREMENTS).is_file():
        return
    for template in sorted((get_starter_folder() / "site/all" / _WORKFLOWS).iterdir()):
        path = f"{_WORKFLOWS}/{template.name}"
        hint = advise("take {file} over from a site that `sitegen new` makes in another folder", file=path)
        if not (root / path).is_file():
            message = say("workflow-missing", "there is no such file: GitHub does nothing without it")
            yield make_warning(path, message, hint)
        elif not _is_made_from(_read_text(root / path), _read_text(template)):
            message = say(
                "workflow-differs",
                "this is not the workflow of this program: it is older, or somebody changed it",
            )
            yield make_warning(path, message, hint)


def _is_made_from(text: str, template: str) -> bool:
    parts = _FILLED_IN.split(_ACTION.sub(r"\1", template))
    pattern = ".*".join(map(re.escape, parts))
    return re.fullmatch(pattern, _ACTION.sub(r"\1", text.replace("\r\n", "\n"))) is not None
