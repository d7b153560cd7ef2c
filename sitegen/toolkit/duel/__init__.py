"""Rankings of duels: games between two sides that change the ratings of both.

A system calls `build_ranking` with its games and standings, and gets all tables and pages.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from sitegen.core import model
from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, PublishedTable
from sitegen.toolkit.duel.pages import (
    BuildGameSection,
    BuildPlayerGames,
    ListPageBuilder,
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
from sitegen.toolkit.history import History, build_outcome
from sitegen.toolkit.ratings import RatingList
from sitegen.toolkit.rules import MisspelledClub, OtherWeekday, Outlier

__all__ = [
    "POINTS",
    "RULES",
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

RULES = (
    Outlier("players", ["rating"]),
    Outlier("games", ["home_score", "away_score"], is_count=True),
    MisspelledClub(),
    OtherWeekday("games"),
)
"""What is checked of the tables of every system of duels."""

S = TypeVar("S", bound=Any)


def build_ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    history: History[CalculatedGame, S],
    when: Moment,
    *,
    rating_list: RatingList[S],
    game_table: type[CalculatedGame],
    build_player_games: BuildPlayerGames = build_player_games,
    build_game_section: BuildGameSection = build_games,
    title: str = "Days of play",
    extra_tables: Sequence[ExtraTable] = (),
    what_if: WhatIf[S] | None = None,
) -> Outcome:
    """Return everything that is published of a ranking of duels.

    The rows of `history` are games of `game_table`. `build_player_games` returns games as a player sees them;
    with the columns `change` and `after`, they explain the rating. `build_game_section` makes the section of
    an event; `title` heads the calendar; `extra_tables` have more rows of events; `what_if` projects games.
    """
    current_list = history.build_current(when)
    lists = rating_list.build_lists(players, current_list.standings, current_list.previous_standings)
    player_pages = PlayerPageBuilder(
        players, history, rating_list, current_list, lists, build_player_games, extra_tables, what_if
    )
    return build_outcome(
        history,
        when,
        tables=[
            PublishedTable("rating-list", rating_list.ranked_table, lists.ranked_rows),
            PublishedTable("provisional", rating_list.provisional_table, lists.provisional_rows),
            *(extra_table.published_table for extra_table in extra_tables),
            PublishedTable("games", game_table, history.rows),
        ],
        build_listing=ListPageBuilder(players, history, rating_list, build_player_games).build_listing,
        events=build_events(history, build_game_section, extra_tables),
        calendar=build_calendar(history, title),
        players=player_pages.build_pages(),
        event_keys={**history.event_keys} | {event.key: event.key for event in history.events},
        careers=model.Careers(player_pages.build_career),
    )
