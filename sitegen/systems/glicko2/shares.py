"""What each game did to a rating: its share of what all games of its period did at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sitegen.systems.glicko2.outputs import Game, Receipt, Whole
from sitegen.systems.glicko2.steps import Standing
from sitegen.toolkit import duel
from sitegen.toolkit.course import After
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True)
class Shares:
    """The periods, each with the calculation of its players."""

    periods: Sequence[tuple[After[Receipt, Standing], Sequence[Whole]]]

    def looked(self, rows: Sequence[Receipt], player: str) -> list[Game]:
        """The games of a player, all those of a period among them, each with its share.

        Step 7: μ' = μ + φ'² Σ g(s - E), of which each game is one term; Step 8 puts it on the usual scale.
        """
        by_period = grouped(rows, lambda row: row.period)
        return [each for period, mine in by_period.items() for each in self._period(period, mine, player)]

    def _period(self, period: str, rows: Sequence[Receipt], player: str) -> Iterator[Game]:
        found = self._calculated.get((period, player))
        games = iter(found.met if found else ())
        now = found.rating_before if found else 0.0
        for row in rows:
            if found is None or not row.rated:
                yield duel.seen(row, player, Game, chance=None, change=None, after=None)
                continue
            game = next(games)
            gained = game.gained(found.phi)
            now += gained
            yield duel.seen(row, player, Game, chance=game.e, change=gained, after=now)

    @cached_property
    def _calculated(self) -> Mapping[tuple[str, str], Whole]:
        return {(row.period, row.player): row for _, rows in self.periods for row in rows}
