"""The steps of Glickman's *Example of the Glicko-2 system*, and the tables that are published of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count
from math import exp, fsum, hypot, log, pi, sqrt
from typing import Annotated, NamedTuple

from sitegen.core.model import Fact
from sitegen.core.table import (
    Chance,
    Change,
    Display,
    EventKey,
    Figure,
    PlayerId,
    Rating,
    Table,
    column,
)
from sitegen.core.views import make_view_table
from sitegen.systems.glicko2.tables import Options, Player
from sitegen.toolkit import duel
from sitegen.toolkit.ratings import RatingList, make_requirement

SCALE = 173.7178
_TOLERANCE = 0.000001  # ε of Step 5
_MAX_EXPONENT = 30  # beyond it a float has no room for 1 - E


class GlickoStanding(NamedTuple):
    """The figures of a player after a period; `games` are those since the start that count."""

    rating: float
    deviation: float
    volatility: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    is_out: bool = False


class GameTerm(NamedTuple):
    """A game as one side meets it: g of the opponent, the expectation E, and the points made s."""

    g: float
    e: float
    s: float
    opponent: str = ""

    def compute_gain(self, phi: float) -> float:
        """Return the change that it makes to the rating of a player whose φ' after the period is `phi`."""
        # Step 7, one term: φ'² g(s - E); Step 8: times 173.7178
        return SCALE * phi**2 * self.g * (self.s - self.e)


Volatility = Annotated[float, Display("number", 6)]
Points = Annotated[float, Display("short")]


class PeriodFigures(Table):
    """The figures of a player before and after a period with games."""

    games: int = column("games that count")
    score: Points = column("points made", label="Σs")
    expected: Figure = column("points that could be expected", label="ΣE")
    rating_before: Figure = column("rating before the period", label="r")
    deviation_before: Figure = column("deviation before the period", label="RD")
    volatility_before: Volatility = column("volatility before the period", label="σ")
    rating_after: Figure = column("rating after the period", label="r′")
    deviation_after: Figure = column("deviation after the period", label="RD′")
    volatility_after: Volatility = column("volatility after the period", label="σ′")


class PeriodCalculation(PeriodFigures):
    """The calculation of a player's period: the figures before, in between and after, and its games."""

    v: Figure = column("variance that the games leave in the rating", label="v", before="rating_after")
    delta: Figure = column("improvement that the games speak of", label="Δ", before="rating_after")
    star: Figure = column("deviation by the new volatility", label="φ*", before="rating_after")

    phi: Annotated[float, Display("number", is_on_pages=False)] = column("φ′, before the deviation is capped")
    met: Annotated[tuple[GameTerm, ...], Display("text", is_on_pages=False)] = column(
        "g, E and s of each of the games, with the opponent"
    )


def create_standing(player: Player, options: Options) -> GlickoStanding:
    """Return the standing at the start, Step 1: the figures of an older list, or those of the options."""
    return GlickoStanding(
        options.start_rating if player.rating is None else player.rating,
        options.start_deviation if player.deviation is None else player.deviation,
        options.start_volatility if player.volatility is None else player.volatility,
    )


def compute_term(player: GlickoStanding, opponent: GlickoStanding, s: float) -> GameTerm:
    """Return the term of one game, Step 3, in which the player made `s` points."""
    # Step 3: g(φ) = 1 / √(1 + 3φ² / π²)
    g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
    # and E = 1 / (1 + exp(-g(φⱼ)(μ - μⱼ)))
    x = g * (player.rating - opponent.rating) / SCALE
    return GameTerm(g, 1 / (1 + exp(-max(-_MAX_EXPONENT, min(_MAX_EXPONENT, x)))), s)


def calculate_period(
    standing: GlickoStanding, games: Sequence[GameTerm], options: Options
) -> PeriodCalculation:
    """Return the calculation of a player's period with all its games, Steps 2 to 8."""
    # Step 2: μ = (r - 1500) / 173.7178, φ = RD / 173.7178
    mu, phi = (standing.rating - 1500) / SCALE, standing.deviation / SCALE
    # Step 3: v = 1 / Σ g²E(1 - E)
    v = 1 / fsum(game.g**2 * game.e * (1 - game.e) for game in games)
    # Step 4: Δ = v Σ g(s - E)
    surplus = fsum(game.g * (game.s - game.e) for game in games)
    delta = v * surplus
    sigma = compute_volatility(phi, standing.volatility, v, delta, options.tau)
    # Step 6: φ* = √(φ² + σ'²)
    star = hypot(phi, sigma)
    # Step 7: φ' = 1 / √(1/φ*² + 1/v), μ' = μ + φ'² Σ g(s - E)
    phi = 1 / sqrt(1 / star**2 + 1 / v)
    # Step 8: r' = 173.7178 μ' + 1500, RD' = 173.7178 φ'
    rating = SCALE * (mu + phi**2 * surplus) + 1500
    return PeriodCalculation(
        games=len(games),
        score=fsum(game.s for game in games),
        expected=fsum(game.e for game in games),
        rating_before=standing.rating,
        deviation_before=standing.deviation,
        volatility_before=standing.volatility,
        v=v,
        delta=delta,
        star=star,
        rating_after=rating,
        deviation_after=_cap_deviation(phi, options),
        volatility_after=sigma,
        phi=phi,
        met=tuple(games),
    )


def compute_gain(player: GlickoStanding, opponent: GlickoStanding, s: float, options: Options) -> float:
    """Return the change of a player's rating in a period with one game, in which they make `s` points."""
    return calculate_period(player, [compute_term(player, opponent, s)], options).rating_after - player.rating


def compute_volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Return σ', Step 5, by Glickman's iteration; the names are those of the paper."""
    # Step 5.1: a = ln(σ²), f(x) = eˣ(Δ² - φ² - v - eˣ) / 2(φ² + v + eˣ)² - (x - a) / τ²
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    # Step 5.2: A = a, B = ln(Δ² - φ² - v), or where that is not above 0 the first a - kτ with f(a - kτ) ≥ 0
    lower = a
    if delta**2 > phi**2 + v:
        upper = log(delta**2 - phi**2 - v)
    else:
        upper = next(a - k * tau for k in count(1) if f(a - k * tau) >= 0)
    # Step 5.4: C = A + (A - B)f(A) / (f(B) - f(A)), until |B - A| ≤ ε
    f_lower, f_upper = f(lower), f(upper)
    while abs(upper - lower) > _TOLERANCE:
        x = lower + (lower - upper) * f_lower / (f_upper - f_lower)
        f_x = f(x)
        lower, f_lower = (upper, f_upper) if f_x * f_upper <= 0 else (lower, f_lower / 2)
        upper, f_upper = x, f_x
    # Step 5.5: σ' = e^(A / 2)
    return exp(lower / 2)


def update_standing(
    standing: GlickoStanding, games: Sequence[GameTerm], calculation: PeriodCalculation
) -> GlickoStanding:
    """Return the standing of a player after a period with games."""
    points = [game.s for game in games]
    return GlickoStanding(
        calculation.rating_after,
        calculation.deviation_after,
        calculation.volatility_after,
        standing.games + len(games),
        standing.won + points.count(1),
        standing.drawn + points.count(0.5),
        standing.lost + points.count(0),
        standing.is_out,
    )


def grow_deviation(standing: GlickoStanding, options: Options) -> GlickoStanding:
    """Return the standing of a player after a period without a game, Step 6 alone."""
    # φ' = √(φ² + σ²)
    phi = hypot(standing.deviation / SCALE, standing.volatility)
    return standing._replace(deviation=_cap_deviation(phi, options))


def _cap_deviation(phi: float, options: Options) -> float:
    return min(SCALE * phi, options.start_deviation)


PROJECTION_NOTE = (
    "The effect on the rating of a period with that one game alone, first against the opponents met"
    " most in the last twelve months, then against those who stand nearest."
)


class ProvisionalPlayer(duel.ProvisionalPlayer):
    """A player whose deviation is too large still to be ranked."""

    deviation: Rating = column(
        "deviation: about 95 in 100 players are truly within two of it", label="RD", before="games"
    )
    volatility: Volatility = column(
        "volatility: how far results differ from those expected", label="σ", before="games"
    )


class RankedPlayer(duel.RankedPlayer, ProvisionalPlayer):
    """A line of the rating list."""


class CalculatedGame(duel.CalculatedGame):
    """A game with what was expected of it; the figures of one that is not rated are blank."""

    period: EventKey = column("the period in which it counts", default="", before="home_before")


class SharedGame(CalculatedGame):
    """A game with its share in the change of each side, which pages show."""

    home_change: Change | None = column("its share of the change of the home side", default=None)
    home_chance: Chance | None = column("points that the home side could expect", default=None)
    home_g: Figure | None = column("g of the deviation of the away side", default=None)
    home_phi: Figure | None = column("φ′ of the home side, before it is capped", default=None)
    home_after: Rating | None = column("rating of the home side with the games so far", default=None)
    away_change: Change | None = column("its share of the change of the away side", default=None)
    away_chance: Chance | None = column("points that the away side could expect", default=None)
    away_g: Figure | None = column("g of the deviation of the home side", default=None)
    away_phi: Figure | None = column("φ′ of the away side, before it is capped", default=None)
    away_after: Rating | None = column("rating of the away side with the games so far", default=None)


_SHARE_COLUMNS = ("change", "chance", "g", "phi", "after")


def share_changes(
    games: Iterable[CalculatedGame], calculations: Mapping[str, PeriodCalculation]
) -> list[SharedGame]:
    """Return the games of a period with their shares in the changes of both sides."""
    shares = {player: list_shares(calculation) for player, calculation in calculations.items()}
    shared_games = []
    for game in games:
        cells = {
            f"{side}_{name}": cell
            for side, player in (("home", game.home), ("away", game.away))
            if game.rated
            for name, cell in zip(_SHARE_COLUMNS, next(shares[player]), strict=True)
        }
        shared_games.append(SharedGame.combine(game, **cells))
    return shared_games


def list_shares(calculation: PeriodCalculation) -> Iterator[tuple[float, ...]]:
    """Yield the share of each game of a player, as in `_SHARE_COLUMNS`.

    Step 7: μ' = μ + φ'² Σ g(s - E), of which each game is one term; Step 8 puts it on the usual scale.
    """
    gains = [term.compute_gain(calculation.phi) for term in calculation.met]
    ratings = [*accumulate(gains, initial=calculation.rating_before)]
    ratings[-1] = calculation.rating_after  # without what the sum lost in rounding
    for gain, term, rating in zip(gains, calculation.met, ratings[1:], strict=True):
        yield gain, term.e, term.g, calculation.phi, rating


class EventGame(duel.EventGame, SharedGame):
    """A game as the page of its period shows it, with its share in the change of each side."""


_CALCULATION = (
    "E = 1/(1+e<sup>{home_g:4}({away_before:2}−{home_before:2})/173.7178</sup>) = {home_chance:4}; "
    "173.7178×{home_phi:4}²×{home_g:4}({points}−E) = {home_change:2}; "
    "173.7178×{away_phi:4}²×{away_g:4}({away_points}−{away_chance:4}) = {away_change:2}"
)
"""Step 3 and Step 7, with the figures of a game filled in: E of the home side, and the shares of both."""

EVENT_GAMES = duel.EventGames(EventGame, _CALCULATION)


class PeriodResult(PeriodFigures):
    """A row of the published table: a player in a period with games."""

    period: EventKey = column("the period", before="games")
    player: PlayerId = column("id of the player", label="Player", before="games")


class PlayerGame(duel.PlayerGame):
    """A game as one of its players sees it; its change is its share of the change of the period."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("its share of the change of the period", label="±", before="event")
    after: Rating | None = column(
        "rating with the games of the period so far", label="Rating", before="event", role="value"
    )


class PeriodRecord(PeriodResult, PeriodCalculation):
    """All figures of a player in a period, with the steps of the calculation."""


_BEFORE = "games score expected rating_before deviation_before volatility_before"
_AFTER = "rating_after deviation_after volatility_after"
PLAYER_PERIOD = make_view_table(PeriodResult, f"period {_BEFORE} {_AFTER}")
"""What pages show of a period of one player."""
PERIOD_STEP = make_view_table(PeriodRecord, f"player {_BEFORE} v delta star {_AFTER}")
"""What they show of the players of one period."""


def build_rating_list(options: Options) -> RatingList[GlickoStanding]:
    """Return the rating list; players with too large a deviation are on a separate list."""

    def compute_excess(standing: GlickoStanding) -> float:
        return standing.deviation - options.provisional_above

    return RatingList(
        RankedPlayer,
        ProvisionalPlayer,
        lambda standing: compute_excess(standing) > 0,
        limits=[Fact("Ranked up to a deviation of", options.provisional_above, Figure)],
        facts=lambda standing: [
            Fact("Deviation", standing.deviation, Figure),
            Fact("Volatility", standing.volatility, Volatility),
            *make_requirement("Deviation still to lose to be ranked", compute_excess, Figure)(standing),
        ],
    )
