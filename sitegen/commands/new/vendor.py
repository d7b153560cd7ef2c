"""The wheels that a new site carries: the program that made it and the systems of others, with digests.

A wheel is packed from the installed program, released or not. What runs in browsers is a wheel of its own, of
another version: it is large and seldom changes, so that a repository keeps its bytes once.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from sitegen.commands.new.examples import NewSiteError, get_starter_folder
from sitegen.core.plugins import PACKAGE
from sitegen.core.problems import advise, join_messages, quote_text, say
from sitegen.pages import theme

_WHEEL_METADATA = "Wheel-Version: 1.0\nGenerator: sitegen\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_RUNTIME_METADATA = "Metadata-Version: 2.4\nName: sitegen-runtime\nVersion: {}\nLicense-Expression: MPL-2.0\n"
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_IGNORED_SUFFIXES = (".pyc", "~", ".swp", ".DS_Store")
_REQUIREMENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_INSTALLER_FILES = re.compile(r"^\.\./|^[^/]+\.dist-info/|(^|/)__pycache__/")
_PACKAGE_FOLDER = Path(__file__).parents[2]
_RUNTIME = "browser/runtime/"


def build_wheel(name: str = PACKAGE) -> tuple[str, bytes]:
    """Return the name and the bytes of the wheel of an installed distribution.

    That of the program lacks what runs in browsers: see `build_runtime_wheel`. Raises `NewSiteError` when the
    distribution is not installed, or cannot be packed.
    """
    package = _find_distribution(name)
    stem = f"{normalize_name(package.name).replace('-', '_')}-{package.version}"
    content = _read_own_package() if name == PACKAGE else _read_package(package)
    return _pack_wheel(stem, [*content, *_read_metadata(package, f"{stem}.dist-info")], ZIP_DEFLATED)


def build_runtime_wheel() -> tuple[str, bytes]:
    """Return the name and the bytes of the wheel of what runs in browsers, called by its own version.

    Its files go into the folder of the program. They are not compressed, so that the same version is the same
    bytes on any machine. Raises `NewSiteError` where the program lacks them.
    """
    files = {f"sitegen/{_RUNTIME}{path}": content for path, content in _read_tree(_PACKAGE_FOLDER / _RUNTIME)}
    version = files.get(f"sitegen/{_RUNTIME}version", b"").decode()
    if not version:
        hint = advise("say `make setup` in the folder of the program")
        raise NewSiteError(
            join_messages(say("new-without-runtime", "the program lacks what runs in browsers"), hint)
        )
    stem = f"sitegen_runtime-{version}"
    described = {"WHEEL": _WHEEL_METADATA, "METADATA": _RUNTIME_METADATA.format(version)}
    files |= {f"{stem}.dist-info/{name}": text.encode() for name, text in described.items()}
    return _pack_wheel(stem, files.items(), ZIP_STORED)


def _pack_wheel(stem: str, content: Iterable[tuple[str, bytes]], compression: int) -> tuple[str, bytes]:
    files = dict(sorted(content))
    record = f"{stem}.dist-info/RECORD"
    packed = _pack_zip(files | {record: _build_record(files, record)}, compression)
    return f"{stem}-py3-none-any.whl", packed


def normalize_name(name: str) -> str:
    """Return the name of a distribution as lock files have it: `typing-extensions`."""
    return re.sub("[-_.]+", "-", name).lower()


def find_dependencies(name: str) -> list[str]:
    """Return the required dependencies of a distribution that are installed here."""
    requirements = (line for line in distribution(name).requires or () if "extra ==" not in line)
    matches = (_REQUIREMENT_NAME.match(line) for line in requirements)
    names = (normalize_name(match[0]) for match in matches if match)
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
    """Yield the files of the program; the theme is inside its package or, in a checkout, beside it."""
    for path, content in _read_tree(_PACKAGE_FOLDER):
        if not path.startswith(("templates/", _RUNTIME, ".")):
            yield f"sitegen/{path}", content
    for path, content in _read_tree(theme.get_templates_folder()):
        yield f"sitegen/templates/{path}", content


def _read_package(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield the files of somebody else's package, without what its installation added."""
    origin = json.loads(package.read_text("direct_url.json") or "{}")
    is_linked = origin.get("dir_info", {}).get("editable", False)
    if is_linked or "Root-Is-Purelib: true" not in (package.read_text("WHEEL") or ""):
        raise NewSiteError(
            say(
                "package-not-carried",
                "{package} cannot be carried by a site: only a package made of Python alone can, and only"
                " when it is installed itself, not as a link to its folder (`pip install --editable`)",
                package=quote_text(package.name),
            )
        )
    for file in package.files or ():
        if not _INSTALLER_FILES.search(file.as_posix()) and not file.name.endswith(_IGNORED_SUFFIXES):
            yield file.as_posix(), file.read_binary()


def _read_tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(_IGNORED_SUFFIXES):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _read_metadata(package: Distribution, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the metadata and the licences of the installed distribution."""
    yield f"{folder}/WHEEL", _WHEEL_METADATA.encode()
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (package.read_text(name) or "").encode()
    for file in package.files or ():
        if file.parts[1:2] == ("licenses",) and file.parts[0].endswith(".dist-info"):
            yield "/".join([folder, *file.parts[1:]]), file.read_binary()


def _build_record(files: Mapping[str, bytes], record: str) -> bytes:
    """Return the list of all files with digest and size, and of the record itself without them."""
    lines = []
    for path, content in files.items():
        digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{record},,", ""]).encode()


def _pack_zip(files: Mapping[str, bytes], compression: int) -> bytes:
    """Return a zip without times; compressed, its bytes depend on the version of zlib."""
    packed = BytesIO()
    with ZipFile(packed, "w", compression, compresslevel=9) as archive:
        for path, content in files.items():
            entry = ZipInfo(path, _ZIP_EPOCH)
            entry.compress_type = compression
            entry.external_attr = _FILE_MODE
            entry.create_system = 3  # Unix, on any system
            archive.writestr(entry, content)
    return packed.getvalue()


_VENDOR_FOLDER = "vendor"
_LIBRARIES, _IMPORT_LIBRARIES = f"{_VENDOR_FOLDER}/requirements.txt", f"{_VENDOR_FOLDER}/import.txt"
"""The lock files: libraries that every command may load; those for imports, exports and data frames."""
_WORKFLOW_REQUIREMENTS = ".github/requirements.txt"


def vendor_wheels(other_packages: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield files by path: the wheels of the program, its runtime, `other_packages` and their dependencies.

    Libraries in a lock file are not carried. The workflows install what a check and a publication load, and
    the second lock file where somebody else's system needs one of its libraries; a person installs all. Every
    line has a digest: pip demands it of all as soon as one has. Raises `NewSiteError` when a distribution
    cannot be packed.
    """
    libraries, import_libraries = map(_read_lock, (_LIBRARIES, _IMPORT_LIBRARIES))
    needed_packages = _resolve_dependencies(other_packages, {PACKAGE, *libraries}, import_libraries)
    wheels = dict(build_wheel(name) for name in [PACKAGE, *needed_packages] if name not in import_libraries)
    wheels |= [build_runtime_wheel()]
    for name, content in wheels.items():
        yield f"{_VENDOR_FOLDER}/{name}", content
    locks = (
        [_LIBRARIES, _IMPORT_LIBRARIES] if import_libraries.intersection(needed_packages) else [_LIBRARIES]
    )
    lines = [f"--requirement ../{lock}" for lock in locks]
    lines += [
        f"./{_VENDOR_FOLDER}/{name} --hash=sha256:{sha256(content).hexdigest()}"
        for name, content in wheels.items()
    ]
    yield _WORKFLOW_REQUIREMENTS, "\n".join([*lines, ""]).encode()
    yield (
        "requirements.txt",
        f"--requirement {_WORKFLOW_REQUIREMENTS}\n--requirement {_IMPORT_LIBRARIES}\n".encode(),
    )


def _read_lock(lock: str) -> set[str]:
    text = (get_starter_folder() / "site/all" / lock).read_text(encoding="utf-8")
    return {*re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)}


def _resolve_dependencies(names: Iterable[str], excluded: set[str], leaves: set[str]) -> list[str]:
    """Return these distributions and what they need, without some; dependencies of `leaves` are left out."""
    resolved: list[str] = []
    queue = list(map(normalize_name, names))
    while queue:
        name = queue.pop(0)
        if name not in excluded.union(resolved):
            resolved.append(name)
            queue += [] if name in leaves else find_dependencies(name)
    return resolved
