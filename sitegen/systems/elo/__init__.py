"""Elo ratings, for a club without a regulation of its own.

Sources: A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978); FIDE Handbook B.02.
"""

from bisect import bisect_right
from collections.abc import Iterator, MutableMapping
from functools import partial
from math import floor
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Fault, Moment, declare_error
from sitegen.core.model import Outcome
from sitegen.systems.elo.tables import (
    NOTE_AT_HOME,
    CalculatedGame,
    Inputs,
    Options,
    articles,
    build_rating_list,
    list_articles,
    make_event_games,
)
from sitegen.toolkit import duel
from sitegen.toolkit.decisions import (
    RATING_BOUNDS,
    AppliedDecision,
    DecisionRule,
    find_slipped_figures,
    list_decisions,
)
from sitegen.toolkit.duel.tables import DuelStanding
from sitegen.toolkit.history import cite_articles
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rules import OrderOfPlay, Outlier, find_slipped_start
from sitegen.toolkit.steps import Replay

_NO_FIRST_K = declare_error("no-first-k", "K is missing for the first games", "write it as {example}")
_NOT_WITH_FIDE = declare_error(
    "not-with-fide", "FIDE's table leaves no room for this", "leave out {key}, or take the formula"
)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with games and options."""
    yield from duel.find_mixed_results(inputs.games)
    yield from find_slipped_start(inputs.players, "rating", options.start_rating)
    yield from find_slipped_figures(inputs.decisions, "rating", options.start_rating)
    if 0 not in options.k:
        yield _NO_FIRST_K(options, "k", example="{ 0 = 40, 30 = 20 }")
    if options.expectation == "fide":
        for key in ("home_advantage", "spread"):
            if getattr(options, key) != getattr(Options(), key):
                yield _NOT_WITH_FIDE(options, key, key=key)


_FIDE_TABLE = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375),
    392,
)
"""The differences in rating from which the stronger side expects 0.51, 0.52 ... 0.92 (B.02, 8.1.2)."""


class RatingChange(NamedTuple):
    """The changes that a game makes to both ratings, with the expectation and K that they come from."""

    expectation: float
    k_home: float
    k_away: float
    home_change: float
    away_change: float


def compute_change(home: DuelStanding, away: DuelStanding, s: float, options: Options) -> RatingChange:
    """Return the changes by a game in which the home side makes `s` points ("Elo, 1978")."""
    e = compute_expectation(home, away, options)
    k_home, k_away = choose_k(home.games, options), choose_k(away.games, options)
    # "Elo, 1978": W = S - E; home wins K_home·W, away loses K_away·W
    w = s - e
    return RatingChange(e, k_home, k_away, k_home * w, -k_away * w)


def compute_expectation(home: DuelStanding, away: DuelStanding, options: Options) -> float:
    """Return E, the points that home can expect: by "Elo, 1978", or with the option `fide` by the table."""
    if options.expectation == "fide":
        return look_up_fide(home.rating - away.rating)
    # E = 1 / (1 + 10^(-(a + h - b) / spread)); where that has 300 zeros a float has no room for more
    exponent = -(home.rating + options.home_advantage - away.rating) / options.spread
    return 1 / (1 + 10 ** min(exponent, 300))


def look_up_fide(difference: float) -> float:
    """Return E by the table of the FIDE Handbook ("B.02, 8.1.2").

    The difference is rounded to a whole number, half up; more than 400 counts as 400 ("B.02, 8.3.1").
    """
    rounded_difference = min(400, floor(round_for_ranking(abs(difference)) + 0.5))
    stronger = (50 + bisect_right(_FIDE_TABLE, rounded_difference)) / 100
    return stronger if difference >= 0 else 1 - stronger


def choose_k(games: int, options: Options) -> float:
    """Return K after so many games: that of the highest step reached (FIDE Handbook "B.02, 8.3.3")."""
    return options.k[max([step for step in options.k if step <= games])]


__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "club_results",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]

title = "Elo rating, FIDE Handbook B.02"
interpretations = (
    "Games of one day count in the order in which they stand in the files, each on the ratings before it.",
    "A game that is not rated is shown. It changes no rating.",
    "A forfeit (`1-0f`, `0-1f`, `0-0f`) was not played: it is not rated, and no page shows it.",
    "A decision of the committee counts before the games of its day.",
    "Who is out of competition is on no list. Their games count for both sides.",
    "With FIDE's table, a difference is rounded to a whole number, a half upwards.",
)
rules = (
    *duel.RULES,
    Outlier("players", ["games"], is_count=True),
    OrderOfPlay("games", ["home", "away"]),
    DecisionRule({"rating": RATING_BOUNDS}),
)
club_results = {"games": duel.Game.read_result}
outputs = {
    "rating-list": duel.RankedPlayer,
    "provisional": duel.ProvisionalPlayer,
    "decisions": AppliedDecision,
    "games": CalculatedGame,
}


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all games since the first."""
    start = {
        player.id: DuelStanding(player.get_start_rating(options), player.games) for player in inputs.players
    }
    step, games = partial(rate_game, options=options), duel.select_played(inputs.games)
    replay = Replay(start, games, when, step, attrgetter("rating"), decisions=list_decisions(inputs))
    outcome = duel.build_ranking(
        inputs.players,
        replay.history,
        when,
        memberships=inputs.memberships,
        rating_list=build_rating_list(options),
        game_table=CalculatedGame,
        replay=replay,
        event_games=duel.EventGamesByDay(lambda day: make_event_games(options.on(day))),
        what_if=duel.WhatIf(duel.make_gain(step), NOTE_AT_HOME) if options.home_advantage else None,
    )
    of_all = list_articles(*options.list_versions())
    return cite_articles(outcome, {"why": of_all, "ahead": list_articles(options), "history": of_all})


def rate_game(
    game: duel.Game, standings: MutableMapping[str, DuelStanding], options: Options
) -> CalculatedGame:
    """Return the game with its calculation; update both sides in `standings` if it is rated ("Elo, 1978")."""
    if not game.rated:
        return CalculatedGame.combine(game, result=game.outcome)
    home, away, s = standings[game.home], standings[game.away], duel.POINTS[game.outcome]
    change = compute_change(home, away, s, options.on(game.date))
    standings[game.home] = home.add_game(s, home.rating + change.home_change)
    standings[game.away] = away.add_game(1 - s, away.rating + change.away_change)
    return CalculatedGame.combine(
        game, change, result=game.outcome, home_before=home.rating, away_before=away.rating,
        home_after=standings[game.home].rating, away_after=standings[game.away].rating,
    )  # fmt: skip
