"""Where a file of content/ stands in the site, and which names make no good address."""

import re
import unicodedata
from collections.abc import Sequence

from sitegen.message import advise, say
from sitegen.problem import device, quoted, suggestion

_FILES = ("404", "404.html", "feed.xml", "sitemap.xml", "search.json", "index.html")
RESERVED = frozenset({"news", "static", "players", "clubs", "rankings", "engine", "en", "nl", "fr", *_FILES})
"""What the program itself writes at the root of a site, besides a folder for each ranking."""
LANGUAGES = ("en", "nl", "fr")
"""The languages that a site can have."""

_PORTABLE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_LOOKED_AT = (
    "avif gif ico jpeg jpg png svg webp aac flac m4a mov mp3 mp4 oga ogg ogv opus wav webm otf ttf woff woff2"
)
_READ = (
    "md doc docx epub odp ods odt pdf ppt pptx rtf txt xls xlsx bib csv ics json tsv vcf yaml yml 7z gz zip"
)
_PLAYED = "ldw lin mat pbn pgn sgf trf txg"  # games and tournaments, as other programs have them
KINDS = frozenset(f"{_LOOKED_AT} {_READ} {_PLAYED}".split())
"""The kinds of files that are published, by the ends of their names; none of them acts in a browser."""
_OF_THE_THEME = KINDS | {"css", "js", "map", "mjs", "webmanifest"}
_ACTIVE = re.compile(r"s?html?|xht(?:ml?)?|mhtml?|svgz|xml|xslt?|xsd|rng|rdf|atom|rss|swf|wasm")
_GUESSED = frozenset(["", "bib", *_PLAYED.split()])
"""Kinds that many a server has no name for, so that a browser looks at what is in them."""
_MARKUP = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")
_LONGEST = 100  # characters of a name: the whole path has to fit in the 260 that Windows allows


def language(name: str, languages: Sequence[str]) -> str:
    """The one of these languages that a file is written in, by the folder that it stands in; else nothing."""
    first, slash, _ = name.partition("/")
    return first if slash and first in languages else ""


def fault_of_language(name: str, languages: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with a folder called as a language: one that is not of the site, or is its first."""
    found = language(name, LANGUAGES)
    if not found or found in languages[1:]:
        return None
    if found in languages[:1]:
        message = say("folder-of-first-language", "the first language of the site has no folder of its own")
        return message, advise("move it to {path}", path=f"content/{name.partition('/')[2]}")
    message = say("language-not-of-site", "{language} is no language of this site", language=quoted(found))
    return message, advise("name it in 'languages' in sitegen.toml, or give the folder another name")


def address(name: str, rankings: Sequence[str]) -> str:
    """The address of `name`, a path within content/: `about.md` -> `about/`, `map.png` -> `map.png`.

    `<ranking>.md` holds the rules of that ranking; `index.md` is the page of its folder.
    """
    if not name.endswith(".md"):
        return name
    stem = name.removesuffix(".md")
    if stem in rankings:
        return f"{stem}/rules/"
    return "" if stem == "index" else f"{stem.removesuffix('/index')}/"


def fault(name: str, rankings: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with the name of a file as an address, and how to mend it."""
    if name == "CNAME":  # by which GitHub Pages knows the domain of a site
        return None
    if _generated(name, rankings):
        message = say(
            "address-of-sitegen",
            "sitegen itself writes at the address {address}",
            address=quoted(name.removesuffix(".md")),
        )
        return message, advise("give it another name")
    if _ACTIVE.fullmatch(_kind(name)):
        return _active()
    return next(filter(None, map(_unportable, name.split("/"))), None) or _unknown(name)


def fault_of_theme(name: str) -> tuple[str, str] | None:
    """What is wrong with the name of a static file, a path within templates/static/; it may have capitals."""
    kind = _kind(name)
    if _ACTIVE.fullmatch(kind):
        return _active()
    if kind not in _OF_THE_THEME:
        return _unknown(name)
    return next(filter(None, map(_unportable, name.lower().split("/"))), None)


def fault_of_data(name: str, data: bytes) -> tuple[str, str] | None:
    """What is wrong with what is in a file that is copied: a browser could run it, whatever it is called."""
    if _kind(name) == "svg" and (found := _fault_of_drawing(data)):
        return found, advise("save it as a plain SVG, or as PNG")
    return _active() if _kind(name) in _GUESSED and _MARKUP.match(data) else None


def _fault_of_drawing(data: bytes) -> str:
    from sitegen.content import drawing  # noqa: PLC0415 - many sites have no drawing

    return drawing.fault(data)


def _active() -> tuple[str, str]:
    message = say("active-file", "an HTML or XML file can carry scripts")
    return message, advise("write the page in Markdown, in a file that ends in .md")


def _kind(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""


def _unknown(name: str) -> tuple[str, str] | None:
    """A kind of file that a visitor would not expect, or none at all."""
    kind = _kind(name)
    if kind in KINDS:
        return None
    near = suggestion(kind, sorted(KINDS)) if len(kind) > 2 else ""
    if kind in {"css", "js"}:
        near = advise("what belongs to the theme stands in templates/static/")
    if not kind:
        message = say("file-without-kind", "the name does not say what kind of file this is")
        return message, advise("a page ends in .md, a picture in .jpg or .png, a document in .pdf")
    message = say(
        "file-kind-not-published", "files of the kind {kind} are not published", kind=quoted("." + kind)
    )
    hint = advise("save it as another kind, such as .pdf, .jpg, .docx or .xlsx, or put it into a .zip")
    return message, near or hint


def _generated(name: str, rankings: Sequence[str]) -> bool:
    stem = name.removesuffix(".md")
    first, _, rest = stem.partition("/")
    if first == "news":
        return rest in {"", "index"}
    return first in RESERVED or (first in rankings and name != f"{first}.md")


def _unportable(part: str) -> tuple[str, str] | None:
    """What keeps one part of a path from standing on every disk and in every address."""
    if not _PORTABLE.fullmatch(part):
        message = say(
            "not-portable",
            "{part} cannot stand in an address: allowed are a-z, 0-9, '-', '_' and '.'",
            part=quoted(part),
        )
        return message, _rename(_portable(part))
    if told := device(part):
        return told, _rename(f"the-{part}")
    if len(part) > _LONGEST:
        message = say(
            "name-too-long",
            "the name {part} is longer than {most} characters",
            part=quoted(part),
            most=_LONGEST,
        )
        return message, advise("shorten it")
    return None


def _rename(name: str) -> str:
    return advise("rename it to {name}", name=quoted(name))


def _portable(part: str) -> str:
    plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
    return re.sub(r"-?\.[.-]*", ".", re.sub(r"[^a-z0-9_.]+", "-", plain)).strip("-.") or "page"
