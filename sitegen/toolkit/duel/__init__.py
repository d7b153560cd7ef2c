"""Rankings of duels: games between two sides that change the ratings of both.

A system calls `build_ranking` with its games and standings, and gets all tables and pages.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from sitegen.core import model
from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.views import Part
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.duel.events import EventGames, EventGamesByDay, build_calendar, build_events
from sitegen.toolkit.duel.games import PlayerGames
from sitegen.toolkit.duel.lists import ListPageBuilder
from sitegen.toolkit.duel.players import PlayerPageBuilder
from sitegen.toolkit.duel.steps import hold_games, make_gain
from sitegen.toolkit.duel.tables import (
    HOME_AND_AWAY,
    PLAYER_CELLS,
    POINTS,
    CalculatedGame,
    DuelStanding,
    EventGame,
    ExtraTable,
    Game,
    PlayerGame,
    ProvisionalPlayer,
    RankedPlayer,
    RatedGame,
    WhatIf,
    find_mixed_results,
    select_played,
)
from sitegen.toolkit.history import History, build_outcome
from sitegen.toolkit.memberships import MEMBERSHIP_RULES, Members, Membership
from sitegen.toolkit.ratings import RatingList
from sitegen.toolkit.rules import OtherWeekday, Outlier
from sitegen.toolkit.steps import Replay

__all__ = [
    "POINTS",
    "RULES",
    "CalculatedGame",
    "DuelStanding",
    "EventGame",
    "EventGames",
    "EventGamesByDay",
    "ExtraTable",
    "Game",
    "PlayerGame",
    "ProvisionalPlayer",
    "RankedPlayer",
    "RatedGame",
    "WhatIf",
    "build_ranking",
    "find_mixed_results",
    "make_gain",
    "select_played",
]  # fmt: skip

RULES = (
    Outlier("players", ["rating"], has_one_size=True),
    Outlier("games", ["home_score", "away_score"], is_count=True),
    *MEMBERSHIP_RULES,
    OtherWeekday("games"),
    CopiedEvening("games", ("home", "away"), ["home_score", "away_score", "result"], Game.read_result),
)
"""What is checked of the tables of every system of duels."""

S = TypeVar("S", bound=Any)


def build_ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    history: History[CalculatedGame, S],
    when: Moment,
    *,
    memberships: Sequence[Membership] = (),
    rating_list: RatingList[S],
    game_table: type[CalculatedGame],
    replay: Replay[Any, Any, S] | None = None,
    player_table: type[PlayerGame] | None = None,
    event_games: EventGames | EventGamesByDay | None = None,
    title: str = "Days of play",
    extra_tables: Sequence[ExtraTable] = (),
    what_if: WhatIf[S] | None = None,
    declare_parts: Callable[[PlayerGames], Iterable[Part]] = lambda _: (),
) -> Outcome:
    """Return everything that is published of a ranking of duels.

    The rows of `history` have the columns of `game_table`, `player_table` and `event_games`. With its
    `replay`, pages of players tell why a rating changed and what is next; `declare_parts` returns what else.
    """
    player_table = player_table or (RatedGame if replay else PlayerGame)
    games = hold_games(history.rows, game_table, replay)
    player_games = PlayerGames(history, games, HOME_AND_AWAY, player_table, PLAYER_CELLS)
    members = Members(players, memberships, when.as_of)
    lists = members, player_games, rating_list, history.build_current(when)
    player_pages = PlayerPageBuilder(*lists, extra_tables, what_if, replay, declare_parts)
    return build_outcome(
        history,
        when,
        tables=[*player_pages.publish(), PublishedTable("games", game_table, games.view(game_table))],
        build_listing=ListPageBuilder(members, rating_list, player_games).build_listing,
        events=build_events(history, games, event_games or EventGames(game_table), extra_tables),
        calendar=build_calendar(history, title),
        players=player_pages.build_pages(),
        event_keys={**history.event_keys, **{event.key: event.key for event in history.events}},
        careers=model.Careers(player_pages.build_career),
        clubs=members.clubs,
    )
