"""The ranking of a year and LUDO, as each tournament leaves them: article 4.4 of the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from sitegen.systems.ludo.outputs import DayRanked, Ranked, YearRanked
from sitegen.systems.ludo.tables import Kind, Player, Tournament
from sitegen.toolkit.course import After
from sitegen.toolkit.order import ranked

_BEST = 5


class Standing(NamedTuple):
    """Where a player stands in a `year`, and stood in the two before it.

    `latest` is the year of the last tournament, `tournaments` how many there were in this one; `regular` are
    those that count, and `final` has the total of the final.
    """

    year: int = 0
    latest: int = 0
    two_years_ago: float = 0.0
    last_year: float = 0.0
    tournaments: int = 0
    regular: tuple[DayRanked, ...] = ()
    final: float = 0.0

    @property
    def best_regular(self) -> float:
        """The sum of the five best regular tournaments."""
        return fsum(each.total for each in self.regular)

    @property
    def this_year(self) -> float:
        """The five best regular tournaments and the final."""
        return self.best_regular + self.final

    @property
    def ludo(self) -> float:
        """A third of the year before last, two thirds of the last, and all of this one."""
        return self.two_years_ago / 3 + 2 * self.last_year / 3 + self.this_year

    def counts(self, row: DayRanked, kind: Kind) -> bool:
        """Whether a tournament of the year is in its total."""
        return kind == "final" or row in self.regular

    def in_year(self, year: int) -> "Standing":
        """The same player in this year or at the start of a later one."""
        if year == self.year:
            return self
        totals = {self.year: self.this_year, self.year - 1: self.last_year}
        return Standing(year, self.latest, totals.get(year - 2, 0.0), totals.get(year - 1, 0.0))

    def after(self, row: DayRanked, kind: Kind) -> "Standing":
        """The same player after one more tournament of the year."""
        own = self._replace(latest=self.year, tournaments=self.tournaments + 1)
        if kind == "final":
            return own._replace(final=self.final + row.total)
        best = sorted((*self.regular, row), key=lambda each: -each.total)
        return own._replace(regular=tuple(best[:_BEST]))


def events(
    tournaments: Sequence[Tournament], days: Mapping[str, Sequence[DayRanked]]
) -> Iterator[After[DayRanked, Standing]]:
    """What stands after each tournament; it leaves everyone who played since the year before last."""
    now: dict[str, Standing] = {}
    for each in tournaments:
        year, rows = each.year, days[each.tournament]
        now = {player: own.in_year(year) for player, own in now.items() if own.latest >= year - 2}
        for row in rows:
            now[row.player] = now.get(row.player, Standing(year)).after(row, each.kind)
        yield After(each.tournament, each.date, rows, now, "{name}", {"name": each.name})


def ludo_ranking(players: Sequence[Player], standings: Mapping[str, Standing], year: int) -> list[Ranked]:
    """The LUDO ranking in a year, of all who have played in it or in one of the two before."""
    there = [each for each in players if each.id in standings and standings[each.id].year == year]
    found = ranked(there, {each.id: standings[each.id].ludo for each in there})
    return [
        Ranked.like(own, each, rank=rank, player=each.id, this_year=own.this_year, total=own.ludo)
        for rank, each in found
        for own in [standings[each.id]]
    ]


def year_ranking(players: Sequence[Player], standings: Mapping[str, Standing], year: int) -> list[YearRanked]:
    """The ranking of a year, of all who have played in it."""
    there = [each for each in players if each.id in standings and standings[each.id].latest == year]
    figures = {each.id: standings[each.id].this_year for each in there}
    return [
        YearRanked.like(
            own,
            each,
            rank=rank,
            player=each.id,
            counted=len(own.regular),
            best_regular=own.best_regular,
            total=own.this_year,
        )
        for rank, each in ranked(there, figures)
        for own in [standings[each.id]]
    ]
