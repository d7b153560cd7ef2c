"""The files of a site that are no pages: data, the static files of the theme, and what people put there."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sitegen import livery, theme
from sitegen.board import Board
from sitegen.config import Site
from sitegen.content import Content
from sitegen.pages.pictures import colour_of, touch

_SHEET = "sitegen.css"
Files = Mapping[str, Callable[[], bytes]]
"""What makes each file, by its path."""


def data(boards: Sequence[Board]) -> Files:
    """The published tables of each ranking, as CSV and JSON."""
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        for name, table in board.files.items():
            files[f"{board.ranking.id}/{name}.csv"] = table.csv
            files[f"{board.ranking.id}/{name}.json"] = table.json
    return files


def robots(url: str) -> Callable[[], bytes]:
    """What tells a search engine where the addresses are; it counts where the site is a whole domain's."""
    return f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n".encode


def strips(boards: Sequence[Board]) -> Files:
    """Where everyone of a ranking stands, as a strip."""
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        strip = board.derived.everyone
        if strip.is_shown:
            files[f"{board.home}strip.svg"] = strip.svg(board.language)
    return files


def static(site: Site) -> Files:
    """The theme's static files, a site's own in the place of ours by the same name; its colours and font."""
    files = theme.static_files(site.root)
    if rules := livery.rules(site.theme).encode():
        files[_SHEET] = partial(_with, files[_SHEET], rules)
    found = {f"static/{name}": read for name, read in files.items()}
    return {"static/touch.png": partial(touch, colour_of(site)), **found}


def _with(read: Callable[[], bytes], rules: bytes) -> bytes:
    return read() + b"\n" + rules + b"\n"


def copies(content: Content) -> Files:
    """What people put beside their pages, as it is."""
    return {path: lambda data=data: data for path, data in content.files.items()}  # type: ignore[misc]
