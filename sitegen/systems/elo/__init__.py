"""Elo's rating, for a club without a regulation of its own.

A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978); FIDE Handbook B.02.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sitegen.model import Dated, Fact, Fault, Outcome, When
from sitegen.systems.elo.expectation import curve, fide
from sitegen.systems.elo.tables import Inputs, Looked, Options, Receipt, faults
from sitegen.toolkit import duel
from sitegen.toolkit.course import After, Course, by_day
from sitegen.toolkit.ratings import RatingList

title = "Elo rating, FIDE Handbook B.02"
interpretations = (
    "Games of one day count in the order in which they stand in the files, each on the ratings before it.",
    "A game that is not rated is shown, and moves nothing.",
)
outputs = {"rating-list": duel.Ranked, "provisional": duel.Provisional, "games": Receipt}


class Standing(NamedTuple):
    """A player after some games; `games` counts those before the start, the others those that are here."""

    rating: float
    games: int
    won: int = 0
    drawn: int = 0
    lost: int = 0


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with games and options."""
    return faults(inputs, options)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every game has been played."""
    return duel.dated(inputs.games)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all games since the first."""

    def needed(own: Standing) -> list[Fact]:
        missing = options.provisional_below - own.games
        return [Fact("Games still needed to be ranked", missing, int)] if missing > 0 else []

    start = {each.id: Standing(each.starts(options), each.games) for each in inputs.players}
    course = Course(start, list(_course(inputs.games, options, when, start)))
    shown = RatingList(
        duel.Ranked, duel.Provisional, lambda own: own.games < options.provisional_below, facts=needed
    )
    return duel.ranking(inputs.players, course, when, shown=shown, receipt=Receipt, history=Looked)


def _course(
    games: list[duel.Game], options: Options, when: When, start: dict[str, Standing]
) -> Iterator[After[Receipt, Standing]]:
    now = dict(start)
    for day, played in by_day(games, when):
        rows = [_played(game, now, options) for game in played]
        left = {each: now[each] for row in rows if row.rated for each in (row.home, row.away)}
        yield After(day.isoformat(), day, rows, left, is_listed=bool(left))


def _played(game: duel.Game, now: dict[str, Standing], options: Options) -> Receipt:
    """The receipt of a game, which moves both sides in `now`."""
    result = game.outcome
    if not game.rated:
        return Receipt.like(game, result=result)
    home, away, s = now[game.home], now[game.away], duel.POINTS[result]
    ahead = home.rating + options.home_advantage - away.rating
    e = fide(ahead) if options.expectation == "fide" else curve(ahead, options.spread)
    k_home, k_away = k(home.games, options), k(away.games, options)
    # W = S - E; home a + K·W, away b - K·W
    home_change, away_change = k_home * (s - e), k_away * (e - s)
    home_after, away_after = home.rating + home_change, away.rating + away_change
    now[game.home] = duel.tallied(home, s, rating=home_after)
    now[game.away] = duel.tallied(away, 1 - s, rating=away_after)
    return Receipt.like(
        game, result=result, home_before=home.rating, away_before=away.rating, expectation=e, k_home=k_home,
        k_away=k_away, home_change=home_change, away_change=away_change, home_after=home_after,
        away_after=away_after,
    )  # fmt: skip


def k(games: int, options: Options) -> float:
    """K of a player with so many games: that of the highest step reached (FIDE Handbook B.02, 8.3.3)."""
    return options.k[max(step for step in options.k if step <= games)]
