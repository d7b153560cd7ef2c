"""The steps of Glickman's *Example of the Glicko-2 system*: a player after a period, from all before it."""

from collections.abc import Callable, Sequence
from itertools import count
from math import exp, fsum, hypot, log, pi, sqrt
from typing import NamedTuple

from sitegen.systems.glicko2.tables import Options, Player

SCALE = 173.7178
_NEAR = 0.000001  # ε of Step 5
_FAR = 30  # beyond it a float has no room for 1 - E


class Standing(NamedTuple):
    """A player after some periods; `games` are those that are here."""

    rating: float
    deviation: float
    volatility: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class Met(NamedTuple):
    """A game as one side meets it: g of the opponent, the expectation E, and the points made s."""

    g: float
    e: float
    s: float
    opponent: str = ""

    def gained(self, phi: float) -> float:
        """What it moves the rating of a player, Step 7 and 8, whose φ' after the period is `phi`."""
        return SCALE * phi**2 * self.g * (self.s - self.e)


class Steps(NamedTuple):
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
    met: tuple[Met, ...]


def started(player: Player, options: Options) -> Standing:
    """Step 1: the figures of an older list, or the usual ones."""
    return Standing(
        options.start_rating if player.rating is None else player.rating,
        options.start_deviation if player.deviation is None else player.deviation,
        options.start_volatility if player.volatility is None else player.volatility,
    )


def met(own: Standing, other: Standing, s: float) -> Met:
    """Step 3, of one game, in which `s` points were made."""
    # g(φ) = 1 / √(1 + 3φ² / π²); E = 1 / (1 + exp(-g(φⱼ)(μ - μⱼ)))
    g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    x = g * (own.rating - other.rating) / SCALE
    return Met(g, 1 / (1 + exp(-max(-_FAR, min(_FAR, x)))), s)


def steps(own: Standing, games: Sequence[Met], options: Options) -> Steps:
    """Steps 2 to 8, of all games of a player in a period."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE  # Step 2
    v = 1 / fsum(each.g**2 * each.e * (1 - each.e) for each in games)  # Step 3: v = 1 / Σ g²E(1 - E)
    gained = fsum(each.g * (each.s - each.e) for each in games)
    delta = v * gained  # Step 4: Δ = v Σ g(s - E)
    sigma = volatility(phi, own.volatility, v, delta, options.tau)
    star = hypot(phi, sigma)  # Step 6: φ* = √(φ² + σ'²)
    phi = 1 / sqrt(1 / star**2 + 1 / v)  # Step 7: φ' = 1 / √(1/φ*² + 1/v), μ' = μ + φ'² Σ g(s - E)
    rating = SCALE * (mu + phi**2 * gained) + 1500  # Step 8
    score, expected = fsum(each.s for each in games), fsum(each.e for each in games)
    after = rating, _capped(phi, options), sigma
    return Steps(len(games), score, expected, *own[:3], v, delta, star, *after, phi, tuple(games))


def gained(own: Standing, other: Standing, s: float, options: Options) -> float:
    """What a period does to the rating of a player who makes `s` points in it, in one game with `other`."""
    return steps(own, [met(own, other, s)], options).rating_after - own.rating


def volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Step 5: σ', by the iteration of Glickman's."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    one, two = a, _below(f, a, tau) if delta**2 <= phi**2 + v else log(delta**2 - phi**2 - v)
    f_one, f_two = f(one), f(two)
    while abs(two - one) > _NEAR:
        three = one + (one - two) * f_one / (f_two - f_one)
        f_three = f(three)
        one, f_one = (two, f_two) if f_three * f_two <= 0 else (one, f_one / 2)
        two, f_two = three, f_three
    return exp(one / 2)


def _below(f: Callable[[float], float], a: float, tau: float) -> float:
    """The first of a - τ, a - 2τ ... where f is not below 0."""
    return next(a - k * tau for k in count(1) if f(a - k * tau) >= 0)


def after(own: Standing, games: Sequence[Met], found: Steps) -> Standing:
    """A player after a period with games."""
    made = [each.s for each in games]
    won, drawn, lost = own.won + made.count(1), own.drawn + made.count(0.5), own.lost + made.count(0)
    return Standing(*found[9:12], own.games + len(games), won, drawn, lost)


def idle(own: Standing, options: Options) -> Standing:
    """A player after a period without a game, Step 6 alone: the deviation grows to √(φ² + σ²)."""
    return own._replace(deviation=_capped(hypot(own.deviation / SCALE, own.volatility), options))


def _capped(phi: float, options: Options) -> float:
    return min(SCALE * phi, options.start_deviation)
