"""The days of play of a ranking and of each player: what the calendar of a year draws.

They follow from the careers of any system, so a system declares nothing for them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.core.entities import Career, PlayKind
from sitegen.rankings.careers import CareerSummaries

MIN_DAYS = 5
"""The fewest days of play in a year that make a calendar: fewer say no more than their table."""
_BALANCES = {"won": 1, "lost": -1}


class PlayDay(NamedTuple):
    """How much was played on a day, and the key of the event that most of it belongs to.

    `amount` is the number of matches or games, or that of the players where nobody wins. Of one player it is
    the number of results, and `balance` how many more were won than lost.
    """

    event: str
    amount: int
    balance: int = 0

    @property
    def kind(self) -> str:
        """Whether more was won than lost (`g`), less (`f`), or as much (`z`)."""
        return "g" if self.balance > 0 else "f" if self.balance < 0 else "z"


class PlayYear(NamedTuple):
    """The days of play in a year, in order, of which the days through `last` are drawn.

    `plays` says what is played, and `is_of_player` whose days they are: those of one player, or of all.
    """

    year: int
    days: Mapping[date, PlayDay]
    last: date
    plays: PlayKind
    is_of_player: bool


def find_days(summaries: CareerSummaries) -> Mapping[date, PlayDay]:
    """Return the days on which anything was played in a ranking, oldest first."""
    sides = Counter[tuple[date, str, int]]()
    for player in summaries.players:
        sides.update(_list_sides(summaries.careers.get_career(player.id), wins=summaries.has_winners))
    days: defaultdict[date, Counter[str]] = defaultdict(Counter)
    for (day, event, people), count in sides.items():
        days[day][event] += count // people
    return {
        day: PlayDay(max(events, key=events.__getitem__), events.total())
        for day, events in sorted(days.items())
        if events.total()
    }


def _list_sides(career: Career, *, wins: bool) -> Iterable[tuple[date, str, int]]:
    """Return the day and the event of each result, with the number of players who share it."""
    on_days, events, opponents, partners = map(
        career.results.get_column, ("day", "event", "opponents", "partners")
    )
    if not wins:
        return [(day, event, 1) for day, event in zip(on_days, events, strict=True)]
    return [
        (day, event, 1 + len(others) + len(mates))
        for day, event, others, mates in zip(on_days, events, opponents, partners, strict=True)
        if others  # who is free plays nobody
    ]


def find_days_of_player(career: Career) -> Mapping[date, PlayDay]:
    """Return the days on which a player played, oldest first."""
    days: dict[date, PlayDay] = {}
    for day, event, ended in zip(*map(career.results.get_column, ("day", "event", "ended")), strict=True):
        before = days.get(day, PlayDay(event, 0))
        days[day] = PlayDay(before.event, before.amount + 1, before.balance + _BALANCES.get(ended, 0))
    return days


def list_years(
    days: Mapping[date, PlayDay], plays: PlayKind, through: date, *, is_of_player: bool = False
) -> Sequence[PlayYear]:
    """Return the years that make a calendar, the latest first; `through` is the day of the current list."""
    years: defaultdict[int, dict[date, PlayDay]] = defaultdict(dict)
    for day, played in days.items():
        years[day.year][day] = played
    return [
        PlayYear(year, of_year, min(max(through, *of_year), date(year, 12, 31)), plays, is_of_player)
        for year, of_year in sorted(years.items(), reverse=True)
        if len(of_year) >= MIN_DAYS
    ]
