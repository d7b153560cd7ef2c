"""The page on which players of a ranking are compared, with what their own pages show."""

from collections.abc import Iterator

from sitegen.board import Board
from sitegen.pages.page import Page

_FEWEST = 2


def compare(board: Board) -> Iterator[Page]:
    """The page for who has chosen players to compare; none where there are no two."""
    if len(board.outcome.players) >= _FEWEST:
        yield Page(f"{board.home}compare/", "compare.html", {}, board.ranking.id)
