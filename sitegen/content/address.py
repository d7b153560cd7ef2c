"""Where a file of content/ stands in the site, and which names make no good address."""

import re
import unicodedata
from collections.abc import Sequence

from sitegen.problem import quoted

RESERVED = frozenset(
    {"news", "static", "404", "404.html", "feed.xml", "sitemap.xml", "index.html", "en", "nl", "fr"}
)
"""What the program itself writes at the root of a site, besides a folder for each ranking."""

_PORTABLE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")
_ACTIVE = re.compile(r".*\.(?:s?html?|xht(?:ml)?|mhtml?|svgz|xml|xslt?)", re.IGNORECASE)
_LONGEST = 100  # characters of a name: the whole path has to fit in the 260 that Windows allows


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
        return (
            f"sitegen itself writes at the address {quoted(name.removesuffix('.md'))}",
            "give it another name",
        )
    if _ACTIVE.fullmatch(name):
        return (
            "an HTML or XML file can carry scripts",
            "write the page in Markdown, in a file that ends in .md",
        )
    return next(filter(None, map(_unportable, name.split("/"))), None)


def _generated(name: str, rankings: Sequence[str]) -> bool:
    stem = name.removesuffix(".md")
    first, _, rest = stem.partition("/")
    if first == "news":
        return rest in {"", "index"}
    return first in RESERVED or (first in rankings and name != f"{first}.md")


def _unportable(part: str) -> tuple[str, str] | None:
    """What keeps one part of a path from standing on every disk and in every address."""
    if not _PORTABLE.fullmatch(part):
        hint = f"rename it to {quoted(_portable(part))}"
        return f"{quoted(part)} cannot stand in an address: allowed are a-z, 0-9, '-', '_' and '.'", hint
    if _DEVICES.fullmatch(part):
        return f"Windows keeps the name {quoted(part)} for itself", f"rename it to {quoted('the-' + part)}"
    if len(part) > _LONGEST:
        return f"the name {quoted(part)} is longer than {_LONGEST} characters", "shorten it"
    return None


def _portable(part: str) -> str:
    plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
    return re.sub(r"-?\.[.-]*", ".", re.sub(r"[^a-z0-9_.]+", "-", plain)).strip("-.") or "page"
