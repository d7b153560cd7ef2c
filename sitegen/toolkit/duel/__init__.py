"""Rankings of duels: games between two sides that move the ratings of both."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sitegen.core import model
from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, PublishedTable
from sitegen.toolkit.course import History, build_outcome
from sitegen.toolkit.duel.pages import (
    ListPages,
    MakeGames,
    PlayerPageBuilder,
    build_calculated_games,
    build_calendar,
    build_events,
    build_games,
)
from sitegen.toolkit.duel.tables import (
    POINTS,
    CalculatedGame,
    DuelStanding,
    EventGame,
    ExtraTable,
    Game,
    PlayerGame,
    ProvisionalPlayer,
    RankedPlayer,
    WhatIf,
    build_player_game,
    build_player_games,
    event_dates,
    find_mixed_results,
)
from sitegen.toolkit.ratings import RatingList, RatingLists

__all__ = [
    "POINTS",
    "CalculatedGame",
    "DuelStanding",
    "EventGame",
    "ExtraTable",
    "Game",
    "PlayerGame",
    "ProvisionalPlayer",
    "RankedPlayer",
    "WhatIf",
    "build_calculated_games",
    "build_player_game",
    "build_player_games",
    "build_ranking",
    "event_dates",
    "find_mixed_results",
]  # fmt: skip

S = TypeVar("S", bound=Any)


def build_ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    course: History[CalculatedGame, S],
    when: Moment,
    *,
    shown: RatingList[S],
    receipt: type[CalculatedGame],
    looked: Callable[[Sequence[Any], str], Sequence[PlayerGame]] = build_player_games,
    games: MakeGames = build_games,
    title: str = "Days of play",
    more: Sequence[ExtraTable] = (),
    supposed: WhatIf[S] | None = None,
) -> Outcome:
    """Everything that is published of a ranking of duels, from what its games did to the standings.

    `receipt` is the table of the games, and `looked` makes of some what their player sees: where that has the
    columns `change` and `after`, the page of a player accounts for the rating with them. `games` makes of
    the receipts of an event what its page shows, such as games that open what is `calculated` of them.
    `title` is that of the calendar; `more` are tables with further rows of each event. By what is `supposed`
    of a game, pages of players say what the next would do.
    """
    now = course.build_current(when)
    lists = shown.build_lists(players, now.standings, now.previous_standings)
    careers = PlayerPageBuilder(players, course, shown, now, lists.rows_by_player, looked, more, supposed)
    return build_outcome(
        course,
        when,
        tables=[
            *_build_published(shown, lists),
            *(extra.published_table for extra in more),
            PublishedTable("games", receipt, course.rows),
        ],
        listing=ListPages(players, course, shown, looked).build_listing,
        events=build_events(course, games, more),
        calendar=build_calendar(course, title),
        players=careers.build_pages(),
        event_of={**course.event_keys} | {event.key: event.key for event in course.events},
        careers=model.Careers(careers.build_career),
    )


def _build_published(shown: RatingList[S], lists: RatingLists) -> list[PublishedTable]:
    return [
        PublishedTable("rating-list", shown.ranked_table, lists.ranked_rows),
        PublishedTable("provisional", shown.provisional_table, lists.provisional_rows),
    ]
