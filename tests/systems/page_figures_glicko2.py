"""Glicko-2 ratings recomputed from published pages alone, by the steps of the second implementation."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from oracle_glicko2 import SCALE, Line, chance, g, rated
from page_figures_duels import POINTS, Now, Standing, games
from page_reader import Page, Row
from trails import Figure, figures_of, who


@dataclass(frozen=True)
class Glicko2:
    """A ranking by the `options` that its rules page shows."""

    options: Mapping[str, str]
    start: Mapping[str, Standing] = field(default_factory=dict)

    def is_provisional(self, own: Standing) -> bool:
        """Whether a rating is provisional still."""
        return own.deviation > float(self.options["provisional_above"])

    def of_event(self, event: Page, now: Now) -> Iterator[Figure]:
        """Every figure of a period; who has played before and does not play in it is less sure."""
        calculated = {who(row["Player"]): row for row in event.rows("periods")}
        played = [row for row in games(event) if row["Rated"] == "yes"]
        before = {name: now.get(name) or _first_shown(row) for name, row in calculated.items()}
        after = {player: self._after(own, []) for player, own in now.items()}
        phis: dict[str, Decimal] = {}
        for player, row in calculated.items():
            met = [pair for game in played for pair in _met(game, player, before)]
            after[player] = self._after(before[player], met)
            yield from _of_period(f"{event.path} {player}", row, (before[player], after[player]), met)
            phis[player] = _phi(before[player], after[player], met)
        yield from _of_games(event, played, before, phis)
        now |= after

    def _after(self, own: Standing, met: list[tuple[Line, Decimal]]) -> Standing:
        most = Decimal(self.options["start_deviation"])
        line = rated(_line(own), met, Decimal(self.options["tau"]), most)
        for _, s in met:
            own = own.with_game(float(s))
        figures = float(line.rating), float(line.deviation), float(line.volatility)
        return own._replace(rating=figures[0], deviation=figures[1], volatility=figures[2])


def _first_shown(row: Row) -> Standing:
    return Standing(float(row["r"]), deviation=float(row["RD"]), volatility=float(row["σ"]))


def _line(own: Standing) -> Line:
    return Line(Decimal(own.rating), Decimal(own.deviation), Decimal(own.volatility))


def _met(game: Row, player: str, before: Mapping[str, Standing]) -> list[tuple[Line, Decimal]]:
    """The opponent as they stood before the period, and the points made; nothing of a game of others."""
    home, away, s = who(game["Home"]), who(game["Away"]), Decimal(POINTS[game["Result"]])
    sides = {home: (away, s), away: (home, 1 - s)}
    return [(_line(before[other]), points) for name, (other, points) in sides.items() if name == player]


def _phi(own: Standing, after: Standing, met: list[tuple[Line, Decimal]]) -> Decimal:
    """φ′, before the deviation is capped (Step 6 and 7)."""
    expected = [chance(_line(own), other) for other, _ in met]
    information = sum(g(other.phi) ** 2 * e * (1 - e) for (other, _), e in zip(met, expected, strict=True))
    star = (Decimal(own.deviation) / SCALE) ** 2 + Decimal(after.volatility) ** 2
    return (1 / (1 / star + information)).sqrt()


def _of_games(
    event: Page, played: list[Row], before: Mapping[str, Standing], phis: Mapping[str, Decimal]
) -> Iterator[Figure]:
    """The games with the share of each in what the period did to both sides (Step 7)."""
    for row in played:
        home, away = who(row["Home"]), who(row["Away"])
        wanted: dict[str, float | str] = {"a": before[home].rating, "b": before[away].rating}
        sides = (("home", "±", home, away), ("away", "± 2", away, home))
        for side, beside, player, opponent in sides:
            own, other = _line(before[player]), _line(before[opponent])
            e, s = chance(own, other), Decimal(POINTS[row["Result"]])
            s = s if side == "home" else 1 - s
            share = float(SCALE * phis[player] ** 2 * g(other.phi) * (s - e))
            wanted |= {"E" if side == "home" else "E away": float(e), f"g {side}": float(g(other.phi))}
            wanted |= {f"φ {side}": float(phis[player]), f"± {side}": share, beside: share}
        yield from figures_of(event.path, row, wanted)
        yield from figures_of(event.path, row, {"Chance": wanted["E"] * 100})


def _of_period(
    where: str, row: Row, pair: tuple[Standing, Standing], met: list[tuple[Line, Decimal]]
) -> Iterator[Figure]:
    own, after = pair
    expected = [chance(_line(own), other) for other, _ in met]
    gs = [g(other.phi) for other, _ in met]
    v = 1 / sum(weight**2 * e * (1 - e) for weight, e in zip(gs, expected, strict=True))
    gained = sum(weight * (s - e) for weight, e, (_, s) in zip(gs, expected, met, strict=True))
    star = (Decimal(own.deviation) / SCALE) ** 2 + Decimal(after.volatility) ** 2
    yield from figures_of(where, row, {
        "Games": len(met), "Σs": float(sum(s for _, s in met)), "ΣE": float(sum(expected)),
        "r": own.rating, "RD": own.deviation, "σ": own.volatility, "v": float(v),
        "Δ": float(v * gained), "φ*": float(star.sqrt()), "r′": after.rating, "RD′": after.deviation,
        "σ′": after.volatility,
    })  # fmt: skip
