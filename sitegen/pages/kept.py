"""Each list that is shown in full as data too, in the columns of the current one."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache, partial

from sitegen.board import Board
from sitegen.datafiles import csv_alone
from sitegen.derived.data import as_data
from sitegen.model import Listing, Published
from sitegen.pages.page import Page

_Writer = Callable[[date], Mapping[str, bytes]]


def kept(board: Board, of: Mapping[str, Published]) -> Callable[[Listing], Iterator[Page]]:
    """What tells the files of a list, below its page: CSV, in the columns of the current one."""
    lists = {each.day: each for each in board.outcome.archive}

    @lru_cache(maxsize=1)  # the files of one list are asked for one after the other
    def written(day: date) -> Mapping[str, bytes]:
        return {each.name: csv_alone(each) for each in as_data(of, lists[day])}

    def pages(listing: Listing) -> Iterator[Page]:
        for name in of:
            yield Page(
                f"{folder(board, listing)}{name}.csv",
                f"lists/{name}.csv",
                {},
                board.ranking.id,
                listing.sheet,
                make=partial(_file, written, listing.day, name),
            )

    return pages


def folder(board: Board, listing: Listing) -> str:
    """Where the files of a list stand, from the root of the site: for all languages in one place."""
    return f"{board.ranking.id}/lists/{listing.day}/"


def _file(write: _Writer, day: date, name: str) -> bytes:
    return write(day)[name]
