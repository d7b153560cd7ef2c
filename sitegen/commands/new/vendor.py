"""An installed program as a wheel: what made a site can be installed beside it, released or not.

What a site carries of what calculates it: the program and the systems of others, by their digests.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from sitegen.commands.new.examples import NewSiteError, get_starter_folder
from sitegen.core.plugins import PACKAGE
from sitegen.core.problems import quote_text, say
from sitegen.pages import theme

_WHEEL_METADATA = "Wheel-Version: 1.0\nGenerator: sitegen\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_IGNORED_SUFFIXES = (".pyc", "~", ".swp", ".DS_Store")
_REQUIREMENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_INSTALLER_FILES = re.compile(r"^\.\./|^[^/]+\.dist-info/|(^|/)__pycache__/")
_PACKAGE_FOLDER = Path(__file__).parents[2]


def build_wheel(name: str = PACKAGE) -> tuple[str, bytes]:
    """The name of the wheel and its bytes, which are the same wherever the same program is installed.

    Raises `NewSiteError` when the program runs without being installed, or is not one that can be packed.
    """
    found = _find_distribution(name)
    stem = f"{normalize_name(found.name).replace('-', '_')}-{found.version}"
    content = _read_own_package() if name == PACKAGE else _read_package(found)
    files = dict(sorted([*content, *_read_metadata(found, f"{stem}.dist-info")]))
    record = f"{stem}.dist-info/RECORD"
    return f"{stem}-py3-none-any.whl", _pack_zip(files | {record: _build_record(files, record)})


def normalize_name(name: str) -> str:
    """The name of a distribution as locks have it: `typing-extensions`."""
    return re.sub("[-_.]+", "-", name).lower()


def find_dependencies(name: str) -> list[str]:
    """The distributions that another cannot do without, as far as they are installed here too."""
    required = (
        requirement for requirement in distribution(name).requires or () if "extra ==" not in requirement
    )
    names = (
        normalize_name(found[0])
        for requirement in required
        if (found := _REQUIREMENT_NAME.match(requirement))
    )
    return [dependency for dependency in names if _is_installed(dependency)]


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _find_distribution(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise NewSiteError(
            say(
                "new-not-installed",
                "the program is not installed: say `python -m pip install .` in its folder",
            )
        ) from error


def _read_own_package() -> Iterator[tuple[str, bytes]]:
    """The files of the package; the theme stands inside it or, in a checkout, beside it."""
    for path, content in _read_tree(_PACKAGE_FOLDER):
        if not path.startswith(("templates/", ".")):
            yield f"sitegen/{path}", content
    for path, content in _read_tree(theme.get_templates_folder()):
        yield f"sitegen/templates/{path}", content


def _read_package(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of a package of somebody else's, but for what its installation added."""
    if not _is_pure_python(found):
        raise NewSiteError(
            say(
                "package-not-carried",
                "{package} cannot be carried by a site: only a package made of Python alone can, and only"
                " when it is installed itself, not as a link to its folder (`pip install --editable`)",
                package=quote_text(found.name),
            )
        )
    for file in found.files or ():
        if not _INSTALLER_FILES.search(file.as_posix()) and not file.name.endswith(_IGNORED_SUFFIXES):
            yield file.as_posix(), file.read_binary()


def _is_pure_python(found: Distribution) -> bool:
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    linked = origin.get("dir_info", {}).get("editable", False)
    return not linked and "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "")


def _read_tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(_IGNORED_SUFFIXES):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _read_metadata(found: Distribution, folder: str) -> Iterator[tuple[str, bytes]]:
    """What the wheel says of itself, as the installed program does."""
    yield f"{folder}/WHEEL", _WHEEL_METADATA.encode()
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (found.read_text(name) or "").encode()
    for file in found.files or ():
        if file.parts[1:2] == ("licenses",) and file.parts[0].endswith(".dist-info"):
            yield "/".join([folder, *file.parts[1:]]), file.read_binary()


def _build_record(files: Mapping[str, bytes], record: str) -> bytes:
    """The digest and the size of every file, and the record itself without them."""
    lines = [f"{path},sha256={_hash_content(content)},{len(content)}" for path, content in files.items()]
    return "\n".join([*lines, f"{record},,", ""]).encode()


def _hash_content(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _pack_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip without times and without compression, of which not all versions make the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for path, content in files.items():
            entry = ZipInfo(path, _ZIP_EPOCH)
            entry.external_attr = _FILE_MODE
            entry.create_system = 3  # Unix, also where it is made on another system
            archive.writestr(entry, content)
    return packed.getvalue()


_VENDOR_FOLDER = "vendor"
_LIBRARIES, _SELDOM = f"{_VENDOR_FOLDER}/requirements.txt", f"{_VENDOR_FOLDER}/export.txt"
"""The locks: what every command may load, and what export and data frames add to that."""
_WORKFLOW_REQUIREMENTS = ".github/requirements.txt"


def vendor_wheels(others: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files by path: wheels of the program, of the distributions `others` and of what they need.

    What is in a lock of the libraries is not carried. The workflows install what a check and a publication
    load, and the second lock where somebody else's system needs one of it; a person installs all. pip
    installs nothing without a digest as soon as one line has one.
    Raises `NewSiteError` when one of them cannot be carried.
    """
    first, second = map(_read_lock, (_LIBRARIES, _SELDOM))
    wanted = _resolve_dependencies(others, {PACKAGE, *first}, second)
    wheels = dict(build_wheel(name) for name in [PACKAGE, *wanted] if name not in second)
    for name, content in wheels.items():
        yield f"{_VENDOR_FOLDER}/{name}", content
    locks = [_LIBRARIES, _SELDOM] if second.intersection(wanted) else [_LIBRARIES]
    lines = [*(f"--requirement ../{lock}" for lock in locks), *_format_requirements(wheels)]
    yield _WORKFLOW_REQUIREMENTS, "\n".join([*lines, ""]).encode()
    yield "requirements.txt", f"--requirement {_WORKFLOW_REQUIREMENTS}\n--requirement {_SELDOM}\n".encode()


def _read_lock(lock: str) -> set[str]:
    text = (get_starter_folder() / "site/all" / lock).read_text(encoding="utf-8")
    return {*re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)}


def _resolve_dependencies(names: Iterable[str], passed_over: set[str], ends: set[str]) -> list[str]:
    """These distributions and those that they need, without some; what `ends` need is not looked for."""
    found: list[str] = []
    waiting = list(map(normalize_name, names))
    while waiting:
        name = waiting.pop(0)
        if name not in passed_over.union(found):
            found.append(name)
            waiting += [] if name in ends else find_dependencies(name)
    return found


def _format_requirements(wheels: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in wheels.items():
        yield f"./{_VENDOR_FOLDER}/{name} --hash=sha256:{sha256(content).hexdigest()}"
