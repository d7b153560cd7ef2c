"""A few players and lists of each ranking, which stand for all where pages are planned to be looked at."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sitegen.board import Board
from sitegen.derived import Derived
from sitegen.model import Listing
from sitegen.pages import Planned
from sitegen.prepared import Rated

_SAMPLE = 4
T = TypeVar("T")


def some(every: Sequence[T]) -> Sequence[T]:
    """The last of many, and a few from all over."""
    return every[:: -max(1, len(every) // _SAMPLE)]


def sampled(rated: Rated) -> Rated:
    """The same site, of which no more is derived than from a few careers and lists of each ranking.

    A ranking by a system of somebody else's stays whole: any career or list of it may raise. What is planned
    from the few has other pages of records and years, and other parts of lists: see `known`.
    """
    given = rated.given
    boards = [
        _sampled(each) if each.ranking.origin.is_ours else each for each in (given.boards if given else ())
    ]
    return rated._replace(given=given and given._replace(boards=boards))


def known(planned: Planned) -> Planned:
    """The same, which says of no address that it is there where the whole site may not have it."""
    boards = [board for each in planned.editions for board in each.boards]
    records = {f"{board.home}{each.key}/" for board in boards for each in board.derived.topics}
    parts = {each.url for each in planned.pages if "piece" in each.shows and each.shows["piece"].number > 1}
    return replace(planned, urls=planned.urls - records - parts)


def _sampled(board: Board) -> Board:
    outcome = board.outcome
    of_clubs = {each.club: each for each in outcome.players}
    first = [*board.derived.positions][:1]
    ids = {*first, *(each.id for each in (*some(outcome.players), *of_clubs.values()))}
    pages = [each for each in outcome.players if each.id in ids]
    few = outcome._replace(players=pages, archive=_few(outcome.archive))
    return replace(board, derived=Derived(few, [each for each in board.players if each.id in ids]))


def _few(archive: Sequence[Listing]) -> Sequence[Listing]:
    """Every list with the sheet of one of a few: the last before it, else the first of them."""
    chosen = sorted(some(range(len(archive))))
    places = [chosen[max(0, bisect_right(chosen, place) - 1)] for place in range(len(archive))]
    return [each._replace(sheet=archive[place].sheet) for each, place in zip(archive, places, strict=True)]
