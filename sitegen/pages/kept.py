"""Each list that is shown in full as data too, in the columns of the current one."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache, partial

from sitegen.board import Board
from sitegen.datafiles import Texts, texts
from sitegen.derived.data import as_data
from sitegen.model import Listing, Published
from sitegen.pages.page import Page

_Writer = Callable[[date], Mapping[str, Texts]]


def kept(board: Board, of: Mapping[str, Published]) -> Callable[[Listing], Iterator[Page]]:
    """What tells the files of a list, below its page."""
    lists = {each.day: each for each in board.outcome.archive}

    @lru_cache(maxsize=1)  # the files of one list are asked for one after the other
    def written(day: date) -> Mapping[str, Texts]:
        return _written(of, lists[day])

    def pages(listing: Listing) -> Iterator[Page]:
        for name in of:
            for kind in ("csv", "json"):
                yield Page(
                    f"{folder(board, listing)}{name}.{kind}",
                    f"lists/{name}.{kind}",
                    {},
                    board.ranking.id,
                    listing.sheet,
                    make=partial(_file, written, listing.day, name, kind),
                )

    return pages


def folder(board: Board, listing: Listing) -> str:
    """Where the files of a list stand, from the root of the site: for all languages in one place."""
    return f"{board.ranking.id}/lists/{listing.day}/"


def _file(write: _Writer, day: date, name: str, kind: str) -> bytes:
    made = write(day)[name]
    return made.csv if kind == "csv" else made.json


def _written(of: Mapping[str, Published], listing: Listing) -> Mapping[str, Texts]:
    """The files of one list."""
    return {each.name: texts(each) for each in as_data(of, listing)}
