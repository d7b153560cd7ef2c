"""The ranking of a year and LUDO, as each tournament leaves them: Article 4.4 of the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from operator import attrgetter
from typing import NamedTuple, TypeVar

from sitegen.systems.ludo.outputs import DayRanked, Ranked, YearRanked
from sitegen.systems.ludo.tables import Kind, Player, Tournament
from sitegen.toolkit.course import After
from sitegen.toolkit.order import ranked

T = TypeVar("T", Ranked, YearRanked)
_BEST = 5
_TOTAL = attrgetter("total")


class Standing(NamedTuple):
    """Where a player stands in a `year`, and stood in the two before it.

    `latest` is the year of the last tournament, `tournaments` how many there were in this one. `regular` are
    those of the regular ones that count, the best first.
    """

    year: int = 0
    latest: int = 0
    two_years_ago: float = 0.0
    last_year: float = 0.0
    this_year: float = 0.0
    tournaments: int = 0
    regular: tuple[DayRanked, ...] = ()
    counted: int = 0
    best_regular: float = 0.0
    final: float = 0.0

    @property
    def ludo(self) -> float:
        """Article 4.4: a third of the year before last, two thirds of the last, and all of this one."""
        return self.two_years_ago / 3 + 2 * self.last_year / 3 + self.this_year

    def counts(self, row: DayRanked, kind: Kind) -> bool:
        """Whether a tournament of the year is in its total."""
        return kind == "final" or row in self.regular

    def in_year(self, year: int) -> "Standing":
        """The same player in this year, or at the start of one of the two after it."""
        if year == self.year:
            return self
        totals = {self.year: self.this_year, self.year - 1: self.last_year}
        return Standing(year, self.latest, totals[year - 2], totals.get(year - 1, 0.0))

    def after(self, row: DayRanked, kind: Kind) -> "Standing":
        """The same player after one more tournament of the year.

        By Article 4.4 it counts the five best regular tournaments and the final.
        """
        earlier = self.year, self.year, self.two_years_ago, self.last_year
        number = self.tournaments + 1
        if kind == "final":
            this_year, final = self.this_year + row.total, self.final + row.total
            return Standing(*earlier, this_year, number, self.regular, self.counted, self.best_regular, final)
        best = sorted((*self.regular, row), key=_TOTAL, reverse=True)[:_BEST]
        total = fsum(map(_TOTAL, best))
        return Standing(*earlier, total + self.final, number, tuple(best), len(best), total, self.final)


def events(
    tournaments: Sequence[Tournament], days: Mapping[str, Sequence[DayRanked]]
) -> Iterator[After[DayRanked, Standing]]:
    """What stands after each tournament; it leaves everyone who played since the year before last."""
    now: dict[str, Standing] = {}
    last = 0
    for each in tournaments:
        year, rows = each.year, days[each.tournament]
        now, last, new = {**now} if year == last else at_start(now, year), year, Standing(year)
        for row in rows:
            now[row.player] = now.get(row.player, new).after(row, each.kind)
        yield After(each.tournament, each.date, rows, now, "{name}", {"name": each.name})


def at_start(now: Mapping[str, Standing], year: int) -> dict[str, Standing]:
    """How who played since the year before last stands when `year` has begun, or in it."""
    return {player: own.in_year(year) for player, own in now.items() if own.latest >= year - 2}


class Rankings(NamedTuple):
    """The rankings of a day, by player."""

    ludo: Mapping[str, Ranked]
    of_year: Mapping[str, YearRanked]


NOBODY = Rankings({}, {})


def ludo_ranking(
    players: Sequence[Player], standings: Mapping[str, Standing], year: int
) -> Mapping[str, Ranked]:
    """The LUDO ranking in a year, by player, of all who have played in it or in one of the two before."""
    totals = {player: own.ludo for player, own in standings.items() if own.year == year}
    return _ranking(Ranked, players, standings, totals)


def year_ranking(
    players: Sequence[Player], standings: Mapping[str, Standing], year: int
) -> Mapping[str, YearRanked]:
    """The ranking of a year, by player, of all who have played in it."""
    totals = {player: own.this_year for player, own in standings.items() if own.latest == year}
    return _ranking(YearRanked, players, standings, totals)


class _Place(NamedTuple):
    """Where a player stands, and with what."""

    rank: int
    player: str
    total: float


def _ranking(
    table: type[T], players: Sequence[Player], standings: Mapping[str, Standing], totals: Mapping[str, float]
) -> Mapping[str, T]:
    there = ranked([each for each in players if each.id in totals], totals)
    places = [_Place(rank, each.id, totals[each.id]) for rank, each in there]
    own, listed = [standings[each.player] for each in places], [each for _, each in there]
    return {row.player: row for row in table.each_like(places, own, listed)}
