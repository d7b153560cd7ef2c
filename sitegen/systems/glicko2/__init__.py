"""Glickman's Glicko-2, for a club that plays irregularly.

M. E. Glickman, *Example of the Glicko-2 system* (2013); its steps are those of `steps`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from sitegen.model import Outcome, When
from sitegen.systems.glicko2.articles import FOLLOWED, articles
from sitegen.systems.glicko2.checks import check, dated
from sitegen.systems.glicko2.outputs import (
    SUPPOSED,
    Calculated,
    Looked,
    Provisional,
    Ranked,
    Receipt,
    Step,
    Whole,
    rating_list,
)
from sitegen.systems.glicko2.periods import OF, through
from sitegen.systems.glicko2.shares import Shares
from sitegen.systems.glicko2.steps import Met, Standing, after, gained, idle, met, started, steps
from sitegen.systems.glicko2.tables import Inputs, Options
from sitegen.toolkit import duel
from sitegen.toolkit.articles import cited
from sitegen.toolkit.course import After, Course, by_day
from sitegen.toolkit.order import alphabetical
from sitegen.toolkit.rows import grouped

__all__ = ["Inputs", "Options", "articles", "check", "dated", "interpretations", "outputs", "rate", "title"]

title = "Glicko-2, Glickman 2013"
interpretations = (
    "Every period from that of the first rated game counts, also one without games, with growing deviations.",
    "A period that has not ended counts as far as it has been played.",
    "Who has not played yet keeps the figures of the start until the period of the first game.",
    "No deviation becomes larger than `start_deviation`.",
    "A game that is not rated is shown, and moves nothing.",
)
outputs = {"rating-list": Ranked, "provisional": Provisional, "periods": Calculated, "games": Receipt}


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all games since the first."""
    start = {each.id: started(each, options) for each in alphabetical(inputs.players)}
    periods = list(_course(inputs.games, options, when, start))
    shares = Shares(periods)
    made = duel.ranking(
        inputs.players,
        Course(start, [stood for stood, _ in periods]),
        when,
        shown=rating_list(options),
        receipt=Receipt,
        looked=shares.looked,
        games=shares.games,
        title="Periods of play",
        supposed=duel.Supposed(lambda own, other, s: gained(own, other, s, options), SUPPOSED),
        more=[duel.More("periods", "Calculation", [rows for _, rows in periods], Calculated, Step, Looked)],
    )
    return cited(made, FOLLOWED)


def _course(
    games: Sequence[duel.Game], options: Options, when: When, now: Mapping[str, Standing]
) -> Iterator[tuple[After[Receipt, Standing], Sequence[Whole]]]:
    """What stands after each period from that of the first game, with the calculation of each player."""
    of, is_listed = OF[options.period], False
    days = dict(by_day(games, when))
    by_period = grouped(days, lambda day: of(day).key)
    for period in through(min(days), when.as_of, of) if days else ():
        sides: dict[str, list[Met]] = {player: [] for player in now}
        games_of_it = chain.from_iterable(days[day] for day in by_period.get(period.key, ()))
        rows = [_played(each, period.key, now, sides) for each in games_of_it]
        found = {each: steps(now[each], mine, options) for each, mine in sides.items() if mine}
        left = {each: idle(own, options) for each, own in now.items() if own.games}
        left |= {each: after(now[each], sides[each], own) for each, own in found.items()}
        now, is_listed = {**now, **left}, is_listed or bool(found)
        calculated = [Whole.like(own, period=period.key, player=each) for each, own in found.items()]
        yield period.after(rows, left, when, is_listed=is_listed), calculated


def _played(
    game: duel.Game, period: str, now: Mapping[str, Standing], sides: Mapping[str, list[Met]]
) -> Receipt:
    """The receipt of a game; one that is rated is added to those that both sides met."""
    if not game.rated:
        return Receipt.like(game, result=game.outcome, period=period)
    home, away, s = now[game.home], now[game.away], duel.POINTS[game.outcome]
    own, other = met(home, away, s), met(away, home, 1 - s)
    sides[game.home].append(own._replace(opponent=game.away))
    sides[game.away].append(other._replace(opponent=game.home))
    return Receipt.like(
        game, result=game.outcome, period=period, expectation=own.e, home_before=home.rating,
        away_before=away.rating,
    )  # fmt: skip
