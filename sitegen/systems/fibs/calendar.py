"""The calendar of the federation: who is registered on a day, and when lists are published.

By the articles "Spelers", "Registratie van matchresultaten" and "Klachten" of the regulation.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Moment, UpcomingEvent
from sitegen.core.model import ShortListing
from sitegen.systems.fibs.tables import Options, Player, Registration
from sitegen.toolkit.history import select_archived

_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)


Register = Mapping[str, Registration]
"""The registrations in force on a day, by player."""


def apply_clubs(players: Iterable[Player], register: Register) -> list[Player]:
    """Return the players, each with the club of the registration in force, where it names one."""
    clubs = ((player, register[player.id].club if player.id in register else "") for player in players)
    return [player.replace(club=club) if club not in {"", player.club} else player for player, club in clubs]


def build_registers(
    players: Iterable[Player], registrations: Iterable[Registration] | None, days: Iterable[date]
) -> dict[date, Register]:
    """Return the register on each of `days`.

    "Spelers": the list is for registered players, who register through a club for some time. Of rows of a
    player that cover the same day the one that begins last counts.
    """
    if registrations is None:  # a club without this table: everyone is registered always
        registrations = [Registration(player.id, date.min, date.max) for player in players]
    rows = sorted(registrations, key=attrgetter("from_"))
    changes = sorted({row.from_ for row in rows} | {row.until + _DAY for row in rows if row.until < date.max})
    registers: dict[int, Register] = {}
    by_day = {}
    for day in {*days}:
        place = bisect_right(changes, day)
        if place not in registers:
            registers[place] = {row.player: row for row in rows if row.from_ <= day <= row.until}
        by_day[day] = registers[place]
    return by_day


_SATURDAY, _SUNDAY = 5, 6
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


class Publications(NamedTuple):
    """The lists that are shown in full, the others that are permanent, and all; oldest first.

    The last list shown in full is the current one.
    """

    full_publications: list[Publication]
    short_listings: list[ShortListing]
    all_publications: Sequence[Publication]

    def find_publication(self, match_day: date) -> Publication:
        """Return the first list on which a day of play counts."""
        place = bisect_left(self.all_publications, match_day, key=attrgetter("through"))
        return self.all_publications[place]


def list_publications(options: Options, counted_days: Collection[date], when: Moment) -> Publications:
    """Return all lists from the first on which a match counts.

    "Registratie van matchresultaten": a list of every week, also one in which nobody played.

    `counted_days` are the days with a match that counts. The current list may not be permanent.
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
    published = find_publication_day(options, match_day)
    last_day = match_day if options.publication == "immediate" else published - _TO_SATURDAY
    return published + timedelta(days=options.on(last_day).complaint_days)


def find_publication_day(options: Options, match_day: date) -> date:
    """Return the day on which the results of `match_day` are published."""
    return match_day if options.publication == "immediate" else _find_next_saturday(match_day)


def find_deadline(options: Options, match_day: date) -> date | None:
    """Return the last day on which a result of `match_day` is in time.

    "Registratie van matchresultaten": the Friday before it is published; None where it is published at once.
    """
    return None if options.publication == "immediate" else _find_next_saturday(match_day) - _DAY


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
            day + _WEEK,
            "Rating list, from the results of week {week}",
            {"week": day.isocalendar().week},
            key=f"list-{day + _WEEK}",
        ),
        UpcomingEvent(
            complaints, "Last day for complaints about the latest results", key=f"complaints-{complaints}"
        ),
    ]
    return sorted([event for event in events if event.day >= as_of], key=attrgetter("day"))


def describe_event(options: Options, match_day: date) -> tuple[str, str, Mapping[str, object]]:
    """Return the key, the title and its parameters of the results page of a day of play.

    The key is the day, or its ISO week such as `2026-W46`.
    """
    if options.publication == "immediate":
        return match_day.isoformat(), "{day}", {}
    year, week, _ = match_day.isocalendar()
    return f"{year}-W{week:02}", "Week {week} of {year}", {"week": week, "year": year}


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
