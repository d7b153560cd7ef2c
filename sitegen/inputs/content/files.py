"""Find the files of content/, give each its address, and check names and kinds of files."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sitegen.core.files import (
    MAX_FILE_BYTES,
    EntryKind,
    FileTooLargeError,
    FolderEntry,
    get_kind,
    is_too_deep,
    list_entries,
    read_file,
    report_symlink,
    report_too_deep,
)
from sitegen.core.language import LANGUAGES
from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    check_device_name,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.inputs.content import sanitise

_GENERATED_FILES = ("404", "404.html", "feed.xml", "sitemap.xml", "search.json", "index.html")
RESERVED_ADDRESSES = frozenset(
    {"news", "static", "players", "clubs", "rankings", "engine", *LANGUAGES, *_GENERATED_FILES}
)
"""The addresses at the root of a site that the program itself writes, besides a folder for each ranking."""

_PORTABLE_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_MEDIA = (
    "avif gif ico jpeg jpg png svg webp aac flac m4a mov mp3 mp4 oga ogg ogv opus wav webm otf ttf woff woff2"
)
_DOCUMENTS = (
    "md doc docx epub odp ods odt pdf ppt pptx rtf txt xls xlsx bib csv ics json tsv vcf yaml yml 7z gz zip"
)
_GAME_RECORDS = "ldw lin mat pbn pgn sgf trf txg"  # games and tournaments, as other programs have them
PUBLISHED_EXTENSIONS = frozenset(f"{_MEDIA} {_DOCUMENTS} {_GAME_RECORDS}".split())
"""The extensions of the files that are published; browsers run code of none of these kinds."""
_THEME_EXTENSIONS = PUBLISHED_EXTENSIONS | {"css", "js", "map", "mjs", "webmanifest"}
_ACTIVE_EXTENSION = re.compile(r"s?html?|xht(?:ml?)?|mhtml?|svgz|xml|xslt?|xsd|rng|rdf|atom|rss|swf|wasm")
_SNIFFED_EXTENSIONS = frozenset(["", "bib", *_GAME_RECORDS.split()])
"""Extensions for which many servers send no MIME type, so that browsers guess it from the content."""
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")
_MAX_NAME = 100  # characters of a name: the whole path has to fit in the 260 that Windows allows


def get_language(name: str, languages: Sequence[str]) -> str:
    """Return the language of the folder that a file is in, if it is one of these; else an empty string."""
    first, slash, _ = name.partition("/")
    return first if slash and first in languages else ""


def get_text_language(name: str) -> str:
    """Return the language of a translation beside other pages, such as `guide/nl/evening.md`; else blank."""
    folder = name.rpartition("/")[0].rpartition("/")[2]
    return folder if folder in LANGUAGES else ""


def check_language_folder(name: str, languages: Sequence[str]) -> tuple[str, str] | None:
    """Return what is wrong with the folder of a language: it must be one of the site, and not its first."""
    language = get_language(name, LANGUAGES)
    if not language or language in languages[1:]:
        return None
    if language in languages[:1]:
        message = say("folder-of-first-language", "the first language of the site has no folder of its own")
        return message, advise("move it to {path}", path=f"content/{name.partition('/')[2]}")
    message = say(
        "language-not-of-site", "{language} is no language of this site", language=quote_text(language)
    )
    return message, advise("name it in 'languages' in sitegen.toml, or give the folder another name")


def make_address(name: str, rankings: Sequence[str]) -> str:
    """Return the address of `name`, a path within content/: `about.md` -> `about/`, `map.png` -> `map.png`.

    `<ranking>.md` holds the rules of that ranking; `index.md` is the page of its folder.
    """
    if not name.endswith(".md"):
        return name
    stem = name.removesuffix(".md")
    if stem in rankings:
        return f"{stem}/rules/"
    return "" if stem == "index" else f"{stem.removesuffix('/index')}/"


def check_name(name: str, rankings: Sequence[str]) -> tuple[str, str] | None:
    """Return what is wrong with the name of a file as an address, and a hint."""
    if name == "CNAME":  # by which GitHub Pages knows the domain of a site
        return None
    if _is_generated(name, rankings):
        message = say(
            "address-of-sitegen",
            "sitegen itself writes at the address {address}",
            address=quote_text(name.removesuffix(".md")),
        )
        return message, advise("give it another name")
    if _ACTIVE_EXTENSION.fullmatch(_get_extension(name)):
        return _refuse_active()
    return _check_parts(name) or _check_extension(name)


def check_theme_file(name: str) -> tuple[str, str] | None:
    """Return what is wrong with the name of a static file in templates/static/, which may have capitals."""
    extension = _get_extension(name)
    if _ACTIVE_EXTENSION.fullmatch(extension):
        return _refuse_active()
    if extension not in _THEME_EXTENSIONS:
        return _check_extension(name)
    return _check_parts(name.lower())


def check_data(name: str, data: bytes) -> tuple[str, str] | None:
    """Return what is wrong with the content of a file that is copied: a browser could run code in it."""
    if _get_extension(name) == "svg" and (fault := sanitise.check_svg(data)):
        return fault, advise("save it as a plain SVG, or as PNG")
    return _refuse_active() if _get_extension(name) in _SNIFFED_EXTENSIONS and _MARKUP.match(data) else None


def _refuse_active() -> tuple[str, str]:
    message = say("active-file", "an HTML or XML file can carry scripts")
    return message, advise("write the page in Markdown, in a file that ends in .md")


def _get_extension(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""


def _check_extension(name: str) -> tuple[str, str] | None:
    """Return what is wrong with the extension of a file: none, or one that is not published."""
    extension = _get_extension(name)
    if extension in PUBLISHED_EXTENSIONS:
        return None
    hint: str = advise("save it as another kind, such as .pdf, .jpg, .docx or .xlsx, or put it into a .zip")
    if len(extension) > 2:
        hint = suggest_nearest(extension, sorted(PUBLISHED_EXTENSIONS)) or hint
    if extension in {"css", "js"}:
        hint = advise("what belongs to the theme stands in templates/static/")
    if not extension:
        message = say("file-without-kind", "the name does not say what kind of file this is")
        return message, advise("a page ends in .md, a picture in .jpg or .png, a document in .pdf")
    kind = quote_text("." + extension)
    return say("file-kind-not-published", "files of the kind {kind} are not published", kind=kind), hint


def _is_generated(name: str, rankings: Sequence[str]) -> bool:
    stem = name.removesuffix(".md")
    first, _, rest = stem.partition("/")
    if first == "news":
        return rest in {"", "index"}
    if name.endswith(".md") and stem in rankings:
        return False
    return first in RESERVED_ADDRESSES or any(f"{stem}/".startswith(f"{id_}/") for id_ in rankings)


def _check_parts(name: str) -> tuple[str, str] | None:
    """Return what is wrong with the first part of a path that is not valid everywhere."""
    faults = (_check_portable(part) for part in name.split("/"))
    return next((fault for fault in faults if fault), None)


def _check_portable(part: str) -> tuple[str, str] | None:
    """Return why one part of a path is not valid in every file system and address."""
    if not _PORTABLE_NAME.fullmatch(part):
        message = say(
            "not-portable",
            "{part} cannot stand in an address: allowed are a-z, 0-9, '-', '_' and '.'",
            part=quote_text(part),
        )
        plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
        better = re.sub(r"-?\.[.-]*", ".", re.sub(r"[^a-z0-9_.]+", "-", plain)).strip("-.") or "page"
        return message, _suggest_name(better)
    if reserved := check_device_name(part):
        return reserved, _suggest_name(f"the-{part}")
    if len(part) > _MAX_NAME:
        message = say(
            "name-too-long",
            "the name {part} is longer than {most} characters",
            part=quote_text(part),
            most=_MAX_NAME,
        )
        return message, advise("shorten it")
    return None


def _suggest_name(name: str) -> str:
    return advise("rename it to {name}", name=quote_text(name))


CONTENT_FOLDER = "content"
MAX_PAGE_BYTES = 2**20
"""The most bytes of a page: as many as the most characters of one can have."""
_PAGE_HINT = advise("divide it over several pages")
_COPY_HINT = advise("put it where large files may stand, and link to it")
IGNORED_FILES = re.compile(
    r".*~|~\$.*|#.*#|\.#.*|.*\.(?:bak|orig|part|rej|sw[op]|tmp)|Thumbs\.db|desktop\.ini|__MACOSX"
    r"|\._.*|\.~lock\..*|\.(?:DS_Store|directory|Trash.*|fuse_hidden.*|nfs.*|sync.*)"
    r"|\.(?:git.*|keep|idea|vscode|obsidian|nojekyll|editorconfig|devcontainer)",
    re.IGNORECASE,
)
"""Files that editors, operating systems and git leave behind, which are not published."""


class ContentFile(NamedTuple):
    """A file of content/: its path in the site, and its name: the path within content/.

    In the folder of a `language` the name is the path within that folder.
    """

    path: str
    name: str
    data: bytes
    language: str = ""

    @property
    def prefix(self) -> str:
        """The start of its address: empty, or the folder of its language such as `fr/`."""
        return f"{self.language}/" if self.language else ""

    def assign_language(self, languages: Sequence[str]) -> "ContentFile":
        """Return the file with its language, if it is in the folder of one."""
        language = get_language(self.name, languages[1:])
        if not language:
            return self
        return self._replace(name=self.name.removeprefix(f"{language}/"), language=language)

    def make_problem(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> Problem:
        """Make a problem with the whole file, or with a place in it."""
        return Problem(self.path, line, column, message, hint)


def iter_files(root: Path, folder: str, problems: list[Problem]) -> Iterator[ContentFile]:
    """Yield the files under a folder of the site, by path, with their content."""
    for path in iter_paths(root, folder, problems):
        is_page = path.endswith(".md")
        try:
            data = read_file(root, path, MAX_PAGE_BYTES if is_page else MAX_FILE_BYTES)
            yield ContentFile(path, path.removeprefix(f"{folder}/"), data)
        except FileTooLargeError as error:
            problems.append(error.describe(path, _PAGE_HINT if is_page else _COPY_HINT))
        except OSError as error:
            problems.append(_report_unreadable(path, error))


def iter_paths(root: Path, folder: str, problems: list[Problem]) -> Iterator[str]:
    """Yield the paths of the files under a folder of the site; add a problem for anything else."""
    try:
        kind = get_kind(root, folder)
    except OSError as error:
        problems.append(_report_unreadable(folder, error))
        return
    if kind in {EntryKind.FILE, EntryKind.SPECIAL}:
        problems.append(Problem(folder, 0, 0, say("not-a-folder", "not a folder")))
    elif kind:
        yield from _walk(root, folder, kind, problems)


def _walk(root: Path, path: str, kind: EntryKind, problems: list[Problem]) -> Iterator[str]:
    """Yield the files at or under `path`, an entry of this kind."""
    if kind is EntryKind.LINK:
        problems.append(report_symlink(path))
    elif path.rpartition("/")[2].startswith("."):
        problems.append(report_hidden(path))
    elif kind is EntryKind.FILE:
        yield path
    elif kind is EntryKind.SPECIAL:
        problems.append(Problem(path, 0, 0, say("special-file", "neither a file nor a folder")))
    elif is_too_deep(path):
        problems.append(report_too_deep(path))
    else:
        entries: Sequence[FolderEntry] = ()
        try:
            entries = list_entries(root, path)
        except OSError as error:
            problems.append(_report_unreadable(path, error))
        for entry in entries:
            if not IGNORED_FILES.fullmatch(entry.name):
                yield from _walk(root, f"{path}/{entry.name}", entry.kind, problems)


def _report_unreadable(path: str, error: OSError) -> Problem:
    return Problem(path, 0, 0, say("content-unreadable", "cannot be read: {reason}", reason=error.strerror))


def report_hidden(path: str) -> Problem:
    """Make a warning of a hidden file or folder."""
    message = say("hidden-file", "its name begins with a dot, which hides it: it is not published")
    hint = advise("rename it, or keep it elsewhere")
    return Problem(path, 0, 0, message, hint, Severity.WARNING)


def assign_addresses(
    files: Iterator[ContentFile],
    rankings: Sequence[str],
    problems: list[Problem],
    languages: Sequence[str] = (),
) -> Iterator[ContentFile]:
    """Yield the files with a valid address that no earlier file has; add a problem for the others."""
    paths_by_address: dict[str, str] = {}
    for file in (file.assign_language(languages) for file in files):
        address = f"{file.prefix}{make_address(file.name, rankings)}".rstrip("/").casefold()
        fault = check_language_folder(file.name, languages) or check_name(file.name, rankings)
        if not fault and address in paths_by_address:
            message = say("same-address", "has the same address as {path}", path=paths_by_address[address])
            fault = message, advise("rename one of the two")
        if fault:
            problems.append(file.make_problem(*fault))
        else:
            paths_by_address[address] = file.path
            yield file
