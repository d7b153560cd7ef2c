"""The pages of the players of a ranking of duels, and their careers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import compress
from operator import itemgetter
from typing import Any, Generic, TypeVar

from sitegen.core.columnar import Rows
from sitegen.core.entities import Career
from sitegen.core.model import Chart, Fact, PlayerPage, PublishedTable, Section
from sitegen.core.table import Figure, get_field_names
from sitegen.core.views import PageParts, Part
from sitegen.toolkit.decisions import describe_exclusion, list_set_anew, publish_decisions
from sitegen.toolkit.duel.games import PlayerGames, RatingPeriod, build_head_to_head
from sitegen.toolkit.duel.steps import count_games_needed, make_gain
from sitegen.toolkit.duel.tables import CalculatedGame, ExtraTable, Opponent, WhatIf
from sitegen.toolkit.history import History, ListState, Snapshot, make_player_pages
from sitegen.toolkit.memberships import Members
from sitegen.toolkit.order import index_players
from sitegen.toolkit.ratings import (
    LikelyOpponents,
    RatingList,
    RatingLists,
    describe_highest,
    find_recent_opponents,
    make_rating_chart,
)
from sitegen.toolkit.steps import Replay

S = TypeVar("S", bound=Any)
_EMPTY_HISTORY = "No game has been played yet."


@dataclass(frozen=True)
class PlayerPageBuilder(Generic[S]):
    """Builds the pages of all players, and their careers, from the games of all players."""

    members: Members
    games: PlayerGames
    rating_list: RatingList[S]
    current_list: ListState[CalculatedGame, S]
    extra_tables: Sequence[ExtraTable] = ()
    what_if: WhatIf[S] | None = None
    replay: Replay[Any, Any, S] | None = None
    declare_parts: Callable[[PlayerGames], Iterable[Part]] = lambda _: ()

    @cached_property
    def lists(self) -> RatingLists:
        """The current lists."""
        state, players = self.current_list, self.members.list_players(self.current_list.day)
        return self.rating_list.build_lists(players, state.standings, state.previous_standings)

    def publish(self) -> list[PublishedTable]:
        """Return the current lists, the decisions and the extra tables as files."""
        extra_tables = [extra_table.published_table for extra_table in self.extra_tables]
        decisions = publish_decisions(self._history.decisions)
        return [*self.rating_list.publish(self.lists), *decisions, *extra_tables]

    @property
    def _history(self) -> History[CalculatedGame, S]:
        return self.games.history

    def build_pages(self) -> list[PlayerPage]:
        """Return a page for every player."""
        page = PageParts([self._describe_standing], self._declare_parts())
        return make_player_pages(self.members.list_players(self.members.as_of), page)

    def build_career(self, player: str) -> Career:
        """Return all games of a player, with the ratings; games that do not count have no result."""
        ratings, results = self._find_ratings(player), self.games.get_results(player)
        return Career(
            ratings,
            results,
            self._history.start[player].rating,
            self._find_ranked_from(player),
            list_set_anew(self._history.decisions_by_player.get(player, ())),
        )

    def _find_ranked_from(self, player: str) -> date:
        """Return the first day on which the rating was not provisional."""
        is_provisional = self.rating_list.is_provisional
        if not is_provisional(self._history.start[player]):
            return date.min
        standings = self._history.standings_by_player[player]
        return next((day for day, standing in standings if not is_provisional(standing)), date.max)

    @cached_property
    def _places_by_day(self) -> Mapping[date, int]:
        """The place of the event that each day of play belongs to."""
        return {day: place for place, event in enumerate(self._history.events) for day in event.days}

    def _find_decided_days(self, player: str) -> list[date]:
        """Return the days on which a rating was set anew."""
        decisions = self._history.decisions_by_player.get(player, ())
        return [decision.date for _, decision in decisions if decision.what == "rating"]

    def _find_counted_days(self, player: str) -> list[date]:
        """Return the days of the games of a player that count."""
        games = self.games.get_games(player)
        return list(compress(games.get_column("date"), games.get_column("rated")))

    def _find_ratings(self, player: str) -> list[tuple[date, float]]:
        """Return the rating of a player after each event, with the day of their last game in it.

        Where they have no game in it, it is the day on which their rating was set anew.
        """
        days = self._find_decided_days(player) + self._find_counted_days(player)
        last_days = dict(sorted({self._places_by_day[day]: day for day in days}.items()))
        events = self._history.events
        return [(day, events[place].standings[player].rating) for place, day in last_days.items()]

    @cached_property
    def _likely_opponents(self) -> LikelyOpponents[S]:
        recent = find_recent_opponents(self.games.games, self.current_list.day, *self.games.columns[:2])
        return LikelyOpponents(self.members.players, self.current_list.standings, recent, eligible=recent)

    def _build_projection(self, player: str) -> Iterator[Section]:
        """Yield what the next game would do, for who is new or played in the last twelve months."""
        what_if = self.what_if or (WhatIf(make_gain(self.replay.step)) if self.replay else None)
        if what_if is None:
            return
        if player in self._likely_opponents.recent_opponents or not self.games.select(player):
            yield from what_if.build_section(
                self.current_list.standings[player], self._likely_opponents.find_opponents(player)
            )

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.members.players)

    @cached_property
    def _rows_by_player(self) -> Mapping[str, Any]:
        return self.lists.rows_by_player

    def _describe_standing(self, player: str) -> Iterator[Fact]:
        standing = self.current_list.standings[player]
        yield from self.rating_list.describe_standing(standing, self._rows_by_player.get(player))
        is_provisional = self.rating_list.is_provisional
        if getattr(standing, "is_out", False):
            yield describe_exclusion(self._history.decisions_by_player[player])
        elif self.replay and (number := count_games_needed(self.replay.step, standing, is_provisional)):
            yield Fact("Games still needed to be ranked", number, int)
        yield Fact("Games", standing.games, int, note="those that count")
        yield Fact("Won – drawn – lost", f"{standing.won} – {standing.drawn} – {standing.lost}")
        start: tuple[date | None, float] = None, self._history.start[player].rating
        yield Fact("Rating at the start", start[1], Figure)
        day, highest = max([start, *self._find_ratings(player)], key=itemgetter(1))
        yield from describe_highest(highest, day)

    def _declare_parts(self) -> list[Part]:
        """Return what the page of each player shows."""
        return [
            self._build_chart,
            self._explain_rating,
            self._build_projection,
            *(extra_table.build_player_section for extra_table in self.extra_tables),
            *self.declare_parts(self.games),
            self._build_history,
            self._build_head_to_head,
        ]

    def _build_chart(self, player: str) -> list[Chart]:
        return make_rating_chart(self._history.start[player].rating, self._find_ratings(player))

    def _build_history(self, player: str) -> Iterator[Section]:
        rows = self.games.list_history(player)
        title = "Games and decisions" if player in self._history.decisions_by_player else "Games"
        yield Section("history", title, rows.kind, rows[::-1], empty=_EMPTY_HISTORY, is_yearly=True)

    def _build_head_to_head(self, player: str) -> Iterator[Section]:
        yield build_head_to_head(
            self.games.select(player),
            Opponent,
            self._places,
            note="All games, also those that do not count for the rating; most played first.",
            empty=_EMPTY_HISTORY,
        )

    def _explain_rating(self, player: str) -> Iterator[Section]:
        """Yield the section with the latest event in which a game of the player counted, or of a decision.

        Nothing is yielded without any, or where rows have no `change`. Where a game has no calculation of its
        own, the steps come from the first of the extra tables.
        """
        counted_days = self._find_counted_days(player)
        days = [
            *counted_days[-1:],
            *(decision.date for _, decision in self._history.decisions_by_player.get(player, ())),
        ]
        if not days or "change" not in get_field_names(self.games.kind):
            return
        place = max(map(self._places_by_day.__getitem__, days))
        event: Snapshot[CalculatedGame, S] = self._history.events[place]
        first, last = event.days[0], event.days[-1]
        was_listed = event.standings[player].games > sum(day >= first for day in counted_days)

        def make_steps(games: Rows[Any]) -> Sequence[Any]:
            return self.extra_tables[0].list_steps(place, player) if self.extra_tables else games

        period = RatingPeriod(
            event.day, self._history.previous_days[place] if was_listed else None, first - timedelta(1), last
        )
        yield self.games.explain_rating(player, period, make_steps)
