"""The calendar of the federation: who is registered on a day, and when lists are published.

By the articles "Spelers", "Registratie van matchresultaten" and "Klachten" of the regulation.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Moment, UpcomingEvent
from sitegen.core.model import ShortListing
from sitegen.systems.fibs.tables import Options, Player, Registration
from sitegen.toolkit.history import select_archived
from sitegen.toolkit.order import group_by


@dataclass(frozen=True, eq=False)
class Register:
    """The registrations in force on a day, by player."""

    rows: Mapping[str, Registration]

    def apply_club(self, player: Player) -> Player:
        """Return the player with the club of the registration in force, where it names one."""
        row = self.rows.get(player.id)
        return player.replace(club=row.club) if row and row.club not in {"", player.club} else player


class RegisterChange(NamedTuple):
    """From `day` on (an ordinal) the registration of a player in force is `row`, or None."""

    day: int
    player: str
    row: Registration | None


def list_changes(
    players: Iterable[Player], registrations: Iterable[Registration] | None
) -> list[RegisterChange]:
    """Return all changes of the register, in order of day.

    "Spelers": the list is for registered players, who register through a club for some time.
    """
    if registrations is None:  # a club without this table: everyone is registered always
        registrations = [Registration(player.id, date.min, date.max) for player in players]
    by_player = group_by(sorted(registrations, key=attrgetter("from_")), attrgetter("player"))
    changes = [change for rows in by_player.values() for change in _list_player_changes(rows)]
    return sorted(changes, key=attrgetter("day"))


def build_registers(changes: Sequence[RegisterChange], days: Iterable[date]) -> dict[date, Register]:
    """Return the register on each of `days`, by "Spelers"; the same object as long as nothing changes."""
    registers, register, applied_count = dict[date, Register](), Register({}), 0
    for day in sorted({*days}):
        end = bisect_right(changes, day.toordinal(), lo=applied_count, key=attrgetter("day"))
        if end > applied_count:
            rows = {**register.rows, **{change.player: change.row for change in changes[applied_count:end]}}
            register, applied_count = Register({player: row for player, row in rows.items() if row}), end
        registers[day] = register
    return registers


def _list_player_changes(rows: Sequence[Registration]) -> Iterator[RegisterChange]:
    """Yield the changes of one player; of rows that cover the same day the one that begins last counts."""
    spans = [(row.from_.toordinal(), row.until.toordinal(), row) for row in rows]
    for day in sorted({edge for first, last, _ in spans for edge in (first, last + 1)}):
        covering = [row for first, last, row in spans if first <= day <= last]
        yield RegisterChange(day, rows[0].player, covering[-1] if covering else None)


_SATURDAY, _SUNDAY = 5, 6
_WEEK = timedelta(weeks=1)
_TO_SATURDAY = timedelta(days=6)
"""From the Sunday that closes week N to the Saturday of week N+1, on which its results are published."""


class Publication(NamedTuple):
    """A list published on `day` with the results through `through`; its changes are since `before`.

    The list of today is not permanent while nothing is played.
    """

    day: date
    through: date
    before: "Publication | None" = None
    is_permanent: bool = True


def find_last_day(options: Options, as_of: date) -> date:
    """Return the last day whose results are processed on `as_of`.

    "Registratie van matchresultaten": in the weekend of week N+1 the ratings are published on the results of
    week N, without those of week N+1. The weekend's day is taken to be Saturday; week N ended six days
    before it.
    """
    return as_of if options.publication == "immediate" else _find_saturday(as_of) - _TO_SATURDAY


class ListPeriod(NamedTuple):
    """A period between two lists; `list_before` is None before the first list."""

    list_after: ShortListing
    list_before: ShortListing | None


class Publications(NamedTuple):
    """The lists that are shown in full, the others that are permanent, and all; oldest first.

    The last list shown in full is the current one.
    """

    full_publications: list[Publication]
    short_listings: list[ShortListing]
    all_publications: Sequence[Publication] = ()

    def find_period(self, match_day: date) -> "ListPeriod":
        """Return the period that ends with the first list on which a day of play counts."""
        publication = self.all_publications[
            bisect_left(self.all_publications, match_day, key=attrgetter("through"))
        ]
        before = publication.before
        return ListPeriod(
            ShortListing(publication.day, publication.through),
            before and ShortListing(before.day, before.through),
        )


def list_publications(options: Options, counted_days: Collection[date], when: Moment) -> Publications:
    """Return all lists from the first on which a match counts.

    "Registratie van matchresultaten": a list of every week, also one in which nobody played.

    `counted` are the days with a match that counts. The current list may not be permanent.
    """
    days = sorted(counted_days)
    is_immediate = options.publication == "immediate"
    publications = _list_daily(days, when.as_of) if is_immediate else _list_weekly(days, when.as_of)
    permanent = [publication.day for publication in publications if publication.is_permanent]
    full = {*select_archived(permanent, when.archive), publications[-1].day}
    return Publications(
        [publication for publication in publications if publication.day in full],
        [
            ShortListing(publication.day, publication.through)
            for publication in publications
            if publication.day not in full
        ],
        publications,
    )


def find_complaint_deadline(options: Options, match_day: date) -> date:
    """Return the last day for complaints about a result ("Klachten": one week after its publication)."""
    return find_publication_day(options, match_day) + timedelta(days=options.complaint_days)


def find_publication_day(options: Options, match_day: date) -> date:
    """Return the day on which the results of `match_day` are published."""
    return match_day if options.publication == "immediate" else _find_next_saturday(match_day)


def find_deadline(options: Options, match_day: date) -> date | None:
    """Return the last day on which a result of `match_day` is in time.

    "Registratie van matchresultaten": the Friday before it is published; None where it is published at once.
    """
    return None if options.publication == "immediate" else _find_next_saturday(match_day) - timedelta(days=1)


def list_upcoming(options: Options, as_of: date) -> list[UpcomingEvent]:
    """Return the next list, and the last day for complaints about the latest results.

    "Registratie van matchresultaten" and "Klachten"; nothing where a day of play is published at once.
    """
    if options.publication == "immediate":
        return []
    day = _find_saturday(as_of)
    complaints = find_complaint_deadline(options, find_last_day(options, as_of))
    events = [
        UpcomingEvent(
            day + _WEEK, "Rating list, from the results of week {week}", {"week": day.isocalendar().week}
        ),
        UpcomingEvent(complaints, "Last day for complaints about the latest results"),
    ]
    return sorted([event for event in events if event.day >= as_of], key=attrgetter("day"))


def make_event_key(options: Options, match_day: date) -> str:
    """Return the key of the results page of a day of play: the day, or its ISO week such as `2026-W46`."""
    if options.publication == "immediate":
        return match_day.isoformat()
    year, week, _ = match_day.isocalendar()
    return f"{year}-W{week:02}"


def choose_title(options: Options, match_day: date) -> tuple[str, Mapping[str, object]]:
    """Return the title of the results page of a day of play, and its parameters."""
    if options.publication == "immediate":
        return "{day}", {}
    year, week, _ = match_day.isocalendar()
    return "Week {week} of {year}", {"week": week, "year": year}


def _list_weekly(counted_days: Sequence[date], as_of: date) -> list[Publication]:
    last = _find_saturday(as_of)
    first = _find_next_saturday(counted_days[0]) if counted_days else last
    days = [first + number * _WEEK for number in range((last - first) // _WEEK + 1)]
    return _link_publications(Publication(day, day - _TO_SATURDAY) for day in days)


def _list_daily(counted_days: Sequence[date], as_of: date) -> list[Publication]:
    publications = _link_publications(Publication(day, day) for day in counted_days)
    before = publications[-1].before if publications else None
    today = Publication(as_of, as_of, before, is_permanent=False)
    return publications if as_of in counted_days else [*publications, today]


def _link_publications(publications: Iterable[Publication]) -> list[Publication]:
    return [
        publication._replace(before=before)
        for before, publication in pairwise([None, *publications])
        if publication
    ]


def _find_saturday(day: date) -> date:
    """Return the last Saturday not after `day`."""
    return day - timedelta(days=(day.weekday() - _SATURDAY) % 7)


def _find_next_saturday(match_day: date) -> date:
    """Return the Saturday after the week of `match_day`."""
    return match_day + timedelta(days=_SUNDAY - match_day.weekday()) + _TO_SATURDAY
