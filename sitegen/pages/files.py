"""The files of a site that are no pages: data, the static files of the theme, and what people put there."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sitegen import theme
from sitegen.board import Board
from sitegen.content import Content
from sitegen.pages.everyone import Everyone

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


def strips(boards: Sequence[Board]) -> Files:
    """Where everyone of a ranking stands, as a strip."""
    files: dict[str, Callable[[], bytes]] = {}
    for board in boards:
        strip = Everyone.of(board.outcome)
        if strip.is_shown:
            files[f"{board.home}strip.svg"] = strip.svg(board.language)
    return files


def static(root: Path) -> Files:
    """The theme's static files, a site's own in the place of ours by the same name."""
    return {f"static/{name}": read for name, read in theme.static_files(root).items()}


def copies(content: Content) -> Files:
    """What people put beside their pages, as it is."""
    return {path: lambda data=data: data for path, data in content.files.items()}  # type: ignore[misc]
