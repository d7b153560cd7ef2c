"""What each game did to a rating: its share of what all games of its period did at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sitegen.model import Section
from sitegen.systems.glicko2.outputs import CALCULATION, EventGame, Game, Receipt, Whole
from sitegen.systems.glicko2.steps import Met, Standing
from sitegen.toolkit import duel
from sitegen.toolkit.course import After
from sitegen.toolkit.rows import grouped

_SHARE = ("change", "expectation", "g", "phi")
"""The columns of a side that say what its share in a period comes from."""


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

    def games(self, rows: Sequence[Receipt]) -> Section:
        """The games of a period, each with the shares that it has in what the period did to both sides."""
        met: dict[str, Iterator[Met]] = {}
        shares: dict[str, list[tuple[float | None, ...]]] = {"home": [], "away": []}
        for row in rows:
            for side, player in (("home", row.home), ("away", row.away)):
                share: tuple[float | None, ...] = (None,) * len(_SHARE)
                if row.rated:
                    found = self._calculated[row.period, player]
                    game = next(met.setdefault(player, iter(found.met)))
                    share = (game.gained(found.phi), game.e, game.g, found.phi)
                shares[side].append(share)
        figures = {
            f"{side}_{name}": column
            for side, mine in shares.items()
            for name, column in zip(_SHARE, zip(*mine, strict=True), strict=False)
        }
        points = [row.result.partition("-")[2] for row in rows]
        return duel.calculated(rows, EventGame, CALCULATION, away_points=points, **figures)

    @cached_property
    def _calculated(self) -> Mapping[tuple[str, str], Whole]:
        return {(row.period, row.player): row for _, rows in self.periods for row in rows}
