"""Pages of lists: the current one, those of earlier days, and the way to all of them."""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.board import Board
from sitegen.language import Language
from sitegen.model import Listing, Sheet
from sitegen.pages import kept, lately, parted, played
from sitegen.pages.corrections import corrected
from sitegen.pages.page import Page
from sitegen.past import Past

_AFTER_ALL_KEYS = "\U0010ffff"


def lists(board: Board, past: Past) -> Iterator[Page]:
    """The current list, the earlier ones with their data, and the page that leads to these."""
    outcome, tables = board.outcome, board.derived.data
    files = kept.kept(board, tables)
    data: dict[str, Any] = {"data": f"{board.ranking.id}/", "tables": [each.name for each in outcome.tables]}
    data |= corrected(board, past, outcome.listing)
    yield from _list(board, outcome.listing, lately.current(board), data, current=True)
    for each in outcome.archive:
        data = {"data": kept.folder(board, each), "tables": [*tables], **corrected(board, past, each)}
        yield from _list(board, each, played.told(board, each), data, current=False)
        yield from () if board.prefix else files(each)
    yield from _shorter(board)
    days = sorted([*(each.day for each in outcome.archive), *(each.day for each in outcome.shorter)])
    yield Page(f"{board.home}lists/", "lists.html", {"years": _by_year(days)}, board.ranking.id)


def _list(
    board: Board,
    listing: Listing,
    told: Callable[[Sheet], Sheet],
    data: Mapping[str, Any],
    *,
    current: bool,
) -> Iterator[Page]:
    """The pages of a list: what is `told` of its rows is made of those of each page."""
    url = board.home if current else f"{board.home}lists/{listing.day}/"
    days = [each.day for each in board.outcome.archive]
    place = days.index(listing.day) if listing.day in days else len(days)
    shows = {
        "day": listing.day,
        "dated": dated(listing, board.language),
        "current": current,
        "until": listing.complaints_until,
        "played": current and board.outcome.careers is not None,
        "earlier": days[place - 1] if place > 0 else None,
        "later": days[place + 1] if place + 1 < len(days) else None,
        **data,
    }
    page = Page(url, "list.html", shows, board.ranking.id, listing.sheet)
    most = parted.OF_LIST if current else parted.OF_ARCHIVE
    longest = board.derived.longest(listing) if len(board.players) > most else 0
    for each in parted.parted(page, longest, most, f"{board.home}lists/" if current else ""):
        yield each._replace(sheet=told(each.sheet or listing.sheet))


def _shorter(board: Board) -> Iterator[Page]:
    """The lists that are not shown in full: their address stays, and leads to what they were made from."""
    full = sorted([each.day for each in board.outcome.archive])
    played = sorted([(each.day, each.key) for each in board.outcome.events])
    for day, through in board.outcome.shorter:
        place, last = bisect(full, day), bisect(played, (through, _AFTER_ALL_KEYS))
        shows = {
            "day": day,
            "earlier": full[place - 1] if place else None,
            "later": full[place] if place < len(full) else None,
            "event": played[last - 1] if last else None,
        }
        yield Page(f"{board.home}lists/{day}/", "shorter.html", shows, board.ranking.id)


def dated(listing: Listing, language: Language) -> str:
    """The title line of a list: of which day it is, and of which results."""
    day, through = language.full_date(listing.day), language.day_of_month(listing.through)
    told = {"day": day, "through": through, **listing.named}
    return language.titled(listing.title, told)


def _by_year(days: Sequence[date]) -> list[tuple[int, list[date]]]:
    years: dict[int, list[date]] = {}
    for day in reversed(days):
        years.setdefault(day.year, []).append(day)
    return list(years.items())
