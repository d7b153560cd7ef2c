"""The files of a site that are no pages: data, the static files of the theme, and what people put there."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sitegen import cards, theme
from sitegen.board import Board
from sitegen.content import Content

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


def static(root: Path) -> Files:
    """The theme's static files, a site's own in the place of ours by the same name."""
    found = {f"static/{name}": read for name, read in theme.static_files(root).items()}
    return {"static/touch.png": cards.touch, **found}


def robots(url: str) -> Callable[[], bytes]:
    """What tells a search engine where the addresses are; it counts where the site is a whole domain's."""
    return f"User-agent: *\nAllow: /\nSitemap: {url}sitemap.xml\n".encode


def copies(content: Content) -> Files:
    """What people put beside their pages, as it is."""
    return {path: lambda data=data: data for path, data in content.files.items()}  # type: ignore[misc]
