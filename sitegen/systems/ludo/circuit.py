"""All tournaments of a circuit until a day, and the rankings that follow from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

import pandas as pd

from sitegen.names import letters
from sitegen.systems.ludo.days import ceilings, days
from sitegen.systems.ludo.rounds import rounds
from sitegen.systems.ludo.standings import final_tables, game_rankings, ludo_ranking, year_rankings
from sitegen.systems.ludo.tables import Inputs, Options, Tournament


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with their rounds and days as frames.

    `ceilings` are those of the bonus, in each year that has one.
    """

    inputs: Inputs
    options: Options
    tournaments: Sequence[Tournament]
    ceilings: Mapping[int, int]
    rounds: pd.DataFrame
    days: pd.DataFrame

    def until(self, day: date) -> "Circuit":
        """The circuit as it stood after `day`, as far as the LUDO ranking of that day looks back."""
        first = date(day.year - 2, 1, 1)
        return replace(
            self,
            tournaments=[each for each in self.tournaments if first <= each.date <= day],
            rounds=self.rounds[self.rounds["date"].between(first, day)],
            days=self.days[self.days["date"].between(first, day)],
        )

    @property
    def dates(self) -> list[date]:
        """The days on which was played."""
        return sorted({each.date for each in self.tournaments})

    @property
    def seasons(self) -> list[int]:
        """The years in which was played, in order."""
        return sorted({each.year for each in self.tournaments})

    @property
    def year(self) -> int | None:
        """The latest year with a result; None before the first."""
        return self.seasons[-1] if self.tournaments else None

    @cached_property
    def years(self) -> pd.DataFrame:
        """The rankings of years."""
        return year_rankings(self.days)

    def ludo(self, year: int) -> pd.DataFrame:
        """The LUDO ranking as it stood at the end of `year`, or stands now."""
        return ludo_ranking(self.years, year)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The rankings of games."""
        return game_rankings(self.rounds)

    @cached_property
    def finals(self) -> pd.DataFrame:
        """The final tables of all years."""
        days = {each.year: each.date for each in self.tournaments if each.kind == "final"}
        seats = {letters(game): count for game, count in self.options.final_seats.items()}
        return final_tables(self.rounds, days, seats)


def circuit(inputs: Inputs, options: Options, as_of: date) -> Circuit:
    """Everything that had been played by `as_of`; a tournament without results has not been."""
    with_results = {row.tournament for row in inputs.results}
    played = [each for each in inputs.tournaments if each.tournament in with_results and each.date <= as_of]
    played.sort(key=lambda each: (each.date, each.tournament))
    found = rounds(inputs.results, {each.tournament: each for each in played}, inputs.players)
    limits = ceilings(found, options.bonus_ceilings)
    return Circuit(inputs, options, played, limits, found, days(found, limits))
