"""An installed program as a wheel: what made a site can be installed beside it, released or not."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from sitegen import theme
from sitegen.commands.new.refusal import NewSiteError
from sitegen.message import say
from sitegen.problem import quoted
from sitegen.registry import PACKAGE

_WHEEL = "Wheel-Version: 1.0\nGenerator: sitegen\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_BEGINNING = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16
_DROPPINGS = (".pyc", "~", ".swp", ".DS_Store")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_ADDED = re.compile(r"^\.\./|^[^/]+\.dist-info/|(^|/)__pycache__/")
_FOLDER = Path(__file__).parents[2]


def wheel(name: str = PACKAGE) -> tuple[str, bytes]:
    """The name of the wheel and its bytes, which are the same wherever the same program is installed.

    Raises `NewSiteError` when the program runs without being installed, or is not one that can be packed.
    """
    found = _found(name)
    stem = f"{normal(found.name).replace('-', '_')}-{found.version}"
    content = _package() if name == PACKAGE else _installed(found)
    files = dict(sorted([*content, *_about(found, f"{stem}.dist-info")]))
    record = f"{stem}.dist-info/RECORD"
    return f"{stem}-py3-none-any.whl", _packed(files | {record: _recorded(files, record)})


def normal(name: str) -> str:
    """The name of a distribution as locks have it: `typing-extensions`."""
    return re.sub("[-_.]+", "-", name).lower()


def needed(name: str) -> list[str]:
    """The distributions that another cannot do without, as far as they are installed here too."""
    required = (each for each in distribution(name).requires or () if "extra ==" not in each)
    names = (normal(found[0]) for each in required if (found := _NAME.match(each)))
    return [each for each in names if _is_installed(each)]


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _found(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as error:
        raise NewSiteError(
            say(
                "new-not-installed",
                "the program is not installed: say `python -m pip install .` in its folder",
            )
        ) from error


def _package() -> Iterator[tuple[str, bytes]]:
    """The files of the package; the theme stands inside it or, in a checkout, beside it."""
    for path, content in _tree(_FOLDER):
        if not path.startswith(("templates/", ".")):
            yield f"sitegen/{path}", content
    for path, content in _tree(theme.templates()):
        yield f"sitegen/templates/{path}", content


def _installed(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of a package of somebody else's, but for what its installation added."""
    if not _is_python_alone(found):
        raise NewSiteError(
            say(
                "package-not-carried",
                "{package} cannot be carried by a site: only a package made of Python alone can, and only"
                " when it is installed itself, not as a link to its folder (`pip install --editable`)",
                package=quoted(found.name),
            )
        )
    for each in found.files or ():
        if not _ADDED.search(each.as_posix()) and not each.name.endswith(_DROPPINGS):
            yield each.as_posix(), each.read_binary()


def _is_python_alone(found: Distribution) -> bool:
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    linked = origin.get("dir_info", {}).get("editable", False)
    return not linked and "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "")


def _tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(_DROPPINGS):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _about(found: Distribution, folder: str) -> Iterator[tuple[str, bytes]]:
    """What the wheel says of itself, as the installed program does."""
    yield f"{folder}/WHEEL", _WHEEL.encode()
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (found.read_text(name) or "").encode()
    for each in found.files or ():
        if each.parts[1:2] == ("licenses",) and each.parts[0].endswith(".dist-info"):
            yield "/".join([folder, *each.parts[1:]]), each.read_binary()


def _recorded(files: Mapping[str, bytes], record: str) -> bytes:
    """The digest and the size of every file, and the record itself without them."""
    lines = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    return "\n".join([*lines, f"{record},,", ""]).encode()


def _digest(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _packed(files: Mapping[str, bytes]) -> bytes:
    """A zip without times and without compression, of which not all versions make the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for path, content in files.items():
            entry = ZipInfo(path, _BEGINNING)
            entry.external_attr = _READABLE
            entry.create_system = 3  # Unix, also where it is made on another system
            archive.writestr(entry, content)
    return packed.getvalue()
