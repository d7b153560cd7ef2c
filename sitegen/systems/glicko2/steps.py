"""The steps of Glickman's *Example of the Glicko-2 system*: a player after a period, from all before it.

What is published of Glicko-2 ratings.
"""

from collections.abc import Callable, Sequence
from itertools import count
from math import exp, fsum, hypot, log, pi, sqrt
from typing import Annotated, NamedTuple

from sitegen.core.model import Fact
from sitegen.core.table import (
    Chance,
    Change,
    Display,
    EventKey,
    Figure,
    HiddenFigure,
    PlayerId,
    Rating,
    Table,
    column,
)
from sitegen.systems.glicko2.tables import Options, Player
from sitegen.toolkit import duel
from sitegen.toolkit.ratings import RatingList, make_requirement

SCALE = 173.7178
_TOLERANCE = 0.000001  # ε of Step 5
_MAX_EXPONENT = 30  # beyond it a float has no room for 1 - E


class GlickoStanding(NamedTuple):
    """A player after some periods; `games` are those that are here."""

    rating: float
    deviation: float
    volatility: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class GameTerm(NamedTuple):
    """A game as one side meets it: g of the opponent, the expectation E, and the points made s."""

    g: float
    e: float
    s: float
    opponent: str = ""

    def compute_gain(self, phi: float) -> float:
        """What it moves the rating of a player, Step 7 and 8, whose φ' after the period is `phi`."""
        return SCALE * phi**2 * self.g * (self.s - self.e)


class PeriodCalculation(NamedTuple):
    """A player's games of a period, with the figures before it, on the way, and after it."""

    games: int
    score: float
    expected: float
    rating_before: float
    deviation_before: float
    volatility_before: float
    v: float
    delta: float
    star: float
    rating_after: float
    deviation_after: float
    volatility_after: float
    phi: float
    met: tuple[GameTerm, ...]


def create_standing(player: Player, options: Options) -> GlickoStanding:
    """Step 1: the figures of an older list, or the usual ones."""
    return GlickoStanding(
        options.start_rating if player.rating is None else player.rating,
        options.start_deviation if player.deviation is None else player.deviation,
        options.start_volatility if player.volatility is None else player.volatility,
    )


def compute_term(own: GlickoStanding, other: GlickoStanding, s: float) -> GameTerm:
    """Step 3, of one game, in which `s` points were made."""
    # g(φ) = 1 / √(1 + 3φ² / π²); E = 1 / (1 + exp(-g(φⱼ)(μ - μⱼ)))
    g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    x = g * (own.rating - other.rating) / SCALE
    return GameTerm(g, 1 / (1 + exp(-max(-_MAX_EXPONENT, min(_MAX_EXPONENT, x)))), s)


def calculate_period(own: GlickoStanding, games: Sequence[GameTerm], options: Options) -> PeriodCalculation:
    """Steps 2 to 8, of all games of a player in a period."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE  # Step 2
    v = 1 / fsum(game.g**2 * game.e * (1 - game.e) for game in games)  # Step 3: v = 1 / Σ g²E(1 - E)
    gained = fsum(game.g * (game.s - game.e) for game in games)
    delta = v * gained  # Step 4: Δ = v Σ g(s - E)
    sigma = compute_volatility(phi, own.volatility, v, delta, options.tau)
    star = hypot(phi, sigma)  # Step 6: φ* = √(φ² + σ'²)
    phi = 1 / sqrt(1 / star**2 + 1 / v)  # Step 7: φ' = 1 / √(1/φ*² + 1/v), μ' = μ + φ'² Σ g(s - E)
    rating = SCALE * (mu + phi**2 * gained) + 1500  # Step 8
    score, expected = fsum(game.s for game in games), fsum(game.e for game in games)
    after = rating, _cap_deviation(phi, options), sigma
    return PeriodCalculation(len(games), score, expected, *own[:3], v, delta, star, *after, phi, tuple(games))


def compute_gain(own: GlickoStanding, other: GlickoStanding, s: float, options: Options) -> float:
    """What a period does to the rating of a player who makes `s` points in it, in one game with `other`."""
    return calculate_period(own, [compute_term(own, other, s)], options).rating_after - own.rating


def compute_volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Step 5: σ', by the iteration of Glickman's."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    one, two = a, _find_lower_bound(f, a, tau) if delta**2 <= phi**2 + v else log(delta**2 - phi**2 - v)
    f_one, f_two = f(one), f(two)
    while abs(two - one) > _TOLERANCE:
        three = one + (one - two) * f_one / (f_two - f_one)
        f_three = f(three)
        one, f_one = (two, f_two) if f_three * f_two <= 0 else (one, f_one / 2)
        two, f_two = three, f_three
    return exp(one / 2)


def _find_lower_bound(f: Callable[[float], float], a: float, tau: float) -> float:
    """The first of a - τ, a - 2τ ... where f is not below 0."""
    return next(a - k * tau for k in count(1) if f(a - k * tau) >= 0)


def update_standing(
    own: GlickoStanding, games: Sequence[GameTerm], found: PeriodCalculation
) -> GlickoStanding:
    """A player after a period with games."""
    made = [game.s for game in games]
    won, drawn, lost = own.won + made.count(1), own.drawn + made.count(0.5), own.lost + made.count(0)
    return GlickoStanding(*found[9:12], own.games + len(games), won, drawn, lost)


def grow_deviation(own: GlickoStanding, options: Options) -> GlickoStanding:
    """A player after a period without a game, Step 6 alone: the deviation grows to √(φ² + σ²)."""
    return own._replace(deviation=_cap_deviation(hypot(own.deviation / SCALE, own.volatility), options))


def _cap_deviation(phi: float, options: Options) -> float:
    return min(SCALE * phi, options.start_deviation)


Volatility = Annotated[float, Display("number", 6)]
Points = Annotated[float, Display("short")]
_DEVIATION_DOC = "deviation: about 95 in 100 players are truly within two of it"
_VOLATILITY_DOC = "volatility: how far results differ from those expected"

PROJECTION_NOTE = (
    "What a period of play would do to the rating with that one game alone, against who was met most in the"
    " last twelve months, then against who stands nearest."
)


class ProvisionalPlayer(duel.ProvisionalPlayer):
    """A player whose deviation is too large still to be ranked."""

    deviation: Rating = column(_DEVIATION_DOC, label="RD", before="games")
    volatility: Volatility = column(_VOLATILITY_DOC, label="σ", before="games")


class RankedPlayer(duel.RankedPlayer):
    """A line of the rating list."""

    deviation: Rating = column(_DEVIATION_DOC, label="RD", before="games")
    volatility: Volatility = column(_VOLATILITY_DOC, label="σ", before="games")


class CalculatedGame(duel.CalculatedGame):
    """A game with what was expected of it; the figures of one that is not rated are blank."""

    period: EventKey = column("the period in which it counts", default="", before="home_before")


class EventGame(duel.EventGame):
    """A game as the page of its period shows it, with its share in what the period did to each side."""

    home_expectation: HiddenFigure | None = column("points that the home side could expect")
    home_g: HiddenFigure | None = column("g of the deviation of the away side")
    home_phi: HiddenFigure | None = column("φ′ of the home side, before the deviation is capped")
    away_points: Annotated[str, Display("text", is_on_pages=False)] = column("points of the away side")
    away_expectation: HiddenFigure | None = column("points that the away side could expect")
    away_g: HiddenFigure | None = column("g of the deviation of the home side")
    away_phi: HiddenFigure | None = column("φ′ of the away side, before the deviation is capped")


CALCULATION = (
    "E = 1/(1+e<sup>{home_g:4}({away_before:2}−{home_before:2})/173.7178</sup>) = {home_expectation:4}; "
    "173.7178×{home_phi:4}²×{home_g:4}({points}−E) = {home_change:2}; "
    "173.7178×{away_phi:4}²×{away_g:4}({away_points}−{away_expectation:4}) = {away_change:2}"
)
"""Step 3 and Step 7, with the figures of a game filled in: E of the home side, and the shares of both."""


class PeriodFigures(Table):
    """What a period with games did to a player."""

    games: int = column("games that count")
    score: Points = column("points made", label="Σs")
    expected: Figure = column("points that could be expected", label="ΣE")
    rating_before: Figure = column("rating before the period", label="r")
    deviation_before: Figure = column("deviation before the period", label="RD")
    volatility_before: Volatility = column("volatility before the period", label="σ")
    rating_after: Figure = column("rating after the period", label="r′")
    deviation_after: Figure = column("deviation after the period", label="RD′")
    volatility_after: Volatility = column("volatility after the period", label="σ′")


class PeriodResult(PeriodFigures):
    """A player in a period with games: figures before and after it."""

    period: EventKey = column("the period", before="games")
    player: PlayerId = column("id of the player", label="Player", before="games")


class PlayerGame(duel.PlayerGame):
    """A game as one of its players looks back on it; what it did is its share of what the period did."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("its share of the change of the period", label="±", before="event")
    after: Rating | None = column(
        "rating with the games of the period so far", label="Rating", before="event", role="value"
    )


class PlayerPeriod(PeriodFigures):
    """A period as one of its players looks back on it."""

    period: EventKey = column("the period", before="games")


class PeriodStep(PeriodFigures):
    """A player as the page of a period shows them, with what lies between before and after."""

    player: PlayerId = column("id of the player", label="Player", before="games")
    v: Figure = column("variance that the games leave in the rating", label="v", before="rating_after")
    delta: Figure = column("improvement that the games speak of", label="Δ", before="rating_after")
    star: Figure = column("deviation by the new volatility", label="φ*", before="rating_after")

    phi: Annotated[float, Display("number", is_on_pages=False)] = column("φ′, before the deviation is capped")
    met: Annotated[tuple[GameTerm, ...], Display("text", is_on_pages=False)] = column(
        "g, E and s of each of the games, with the opponent"
    )


class PeriodRecord(PeriodStep):
    """All that is known of a player in a period."""

    period: EventKey = column("the period", before="player")


def build_rating_list(options: Options) -> RatingList[GlickoStanding]:
    """The rating list: who has too large a deviation stands in a list apart."""

    def lacks(own: GlickoStanding) -> float:
        return own.deviation - options.provisional_above

    return RatingList(
        RankedPlayer,
        ProvisionalPlayer,
        lambda own: lacks(own) > 0,
        limits=[Fact("Ranked up to a deviation of", options.provisional_above, Figure)],
        facts=lambda own: [
            Fact("Deviation", own.deviation, Figure),
            Fact("Volatility", own.volatility, Volatility),
            *make_requirement("Deviation still to lose to be ranked", lacks, Figure)(own),
        ],
    )
