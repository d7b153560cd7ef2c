"""Elo's rating, for a club without a regulation of its own.

A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978); FIDE Handbook B.02.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from sitegen.model import Outcome, When
from sitegen.systems.elo.articles import articles, followed
from sitegen.systems.elo.checks import check, dated
from sitegen.systems.elo.expectation import moved
from sitegen.systems.elo.outputs import Receipt, games, looked, note, rating_list
from sitegen.systems.elo.tables import Inputs, Options
from sitegen.toolkit import duel
from sitegen.toolkit.articles import cited
from sitegen.toolkit.course import After, Course, by_day
from sitegen.toolkit.duel import Standing

__all__ = ["Inputs", "Options", "articles", "check", "dated", "interpretations", "outputs", "rate", "title"]

title = "Elo rating, FIDE Handbook B.02"
interpretations = (
    "Games of one day count in the order in which they stand in the files, each on the ratings before it.",
    "A game that is not rated is shown, and moves nothing.",
    "With FIDE's table, a difference is rounded to a whole number, a half upwards.",
)
outputs = {"rating-list": duel.Ranked, "provisional": duel.Provisional, "games": Receipt}


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all games since the first."""
    start = {each.id: Standing(each.starts(options), each.games) for each in inputs.players}
    course = Course(start, list(_course(inputs.games, options, when, dict(start))))
    shown = rating_list(options)
    made = duel.ranking(
        inputs.players,
        course,
        when,
        shown=shown,
        receipt=Receipt,
        looked=looked,
        games=partial(games, options),
        supposed=duel.Supposed(
            lambda own, other, s: moved(own, other, s, options).home_change, note(options)
        ),
    )
    return cited(made, followed(options))


def _course(
    games: Sequence[duel.Game], options: Options, when: When, now: dict[str, Standing]
) -> Iterator[After[Receipt, Standing]]:
    for day, played in by_day(games, when):
        rows = [_played(game, now, options) for game in played]
        left = {each: now[each] for row in rows if row.rated for each in (row.home, row.away)}
        yield After(day.isoformat(), day, rows, left, is_listed=bool(left))


def _played(game: duel.Game, now: dict[str, Standing], options: Options) -> Receipt:
    """The receipt of a game; one that is rated moves both sides in `now` ("Elo, 1978")."""
    if not game.rated:
        return Receipt.like(game, result=game.outcome)
    home, away, s = now[game.home], now[game.away], duel.POINTS[game.outcome]
    did = moved(home, away, s, options)
    now[game.home] = home.after(s, home.rating + did.home_change)
    now[game.away] = away.after(1 - s, away.rating + did.away_change)
    return Receipt.like(
        game, did, result=game.outcome, home_before=home.rating, away_before=away.rating,
        home_after=now[game.home].rating, away_after=now[game.away].rating,
    )  # fmt: skip
