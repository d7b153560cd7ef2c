"""What pages that calculate in the browser are told, and the page that compares every data file."""

from typing import Any

from sitegen import __version__
from sitegen.board import Board
from sitegen.engine import published, runtime
from sitegen.language import Language
from sitegen.pages.edition import Edition
from sitegen.pages.page import Page


def check(edition: Edition) -> Page:
    """The page, with the name of every table that is published, and how many lists and files there are."""
    shows = {
        "title": Language(edition.language).word("Check it yourself"),
        "tables": list(map(_tables, edition.boards)),
        "version": __version__,
        "runtime": runtime.folder(),
        **_engine(),
    }
    return Page(f"{edition.prefix}check/", "check.html", shows)


def _tables(board: Board) -> tuple[str, str, list[str], int, int]:
    names, lists = [*board.files], len(board.outcome.archive)
    files = 2 * len(names) + lists * len(board.derived.data)  # a table is there as CSV and as JSON
    return board.ranking.id, board.ranking.title, names, lists, files


def between(board: Board) -> dict[str, Any]:
    """For the page of who won what: the days of which any two can be asked; nothing where no figure moved."""
    if not board.derived.chronicle or not board.derived.between:
        return {}
    days = board.derived.chronicle.days
    return {"first": days[0].isoformat(), "latest": days[-1].isoformat(), **_engine()}


def _engine() -> dict[str, Any]:
    """Where it is, how much there is to load at most, and how much of the runtime is counted meanwhile."""
    return {
        "size": published.SIZE,
        "counted": runtime.counted(),
        "worker": f"{published.FOLDER}/worker.js",
        "offline": published.OFFLINE,
    }
