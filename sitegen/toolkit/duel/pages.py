"""The pages of a ranking of duels: lists, results pages, calendar, and the pages of players."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.core.columnar import Cells, Rows
from sitegen.core.entities import Balance, Career, Highlights, Player, Result
from sitegen.core.model import Chart, Event, Fact, Listing, PageContent, PageSection, PlayerPage, Section
from sitegen.core.problems import advise
from sitegen.core.table import Figure, PlayDate
from sitegen.toolkit import highlights
from sitegen.toolkit.duel.tables import (
    RESULTS,
    CalculatedGame,
    CalendarRow,
    EventGame,
    ExtraTable,
    Opponent,
    PlayerGame,
    WhatIf,
)
from sitegen.toolkit.history import History, ListState, Snapshot, make_player_pages
from sitegen.toolkit.order import build_head_to_head, group_companions, index_players, round_for_ranking
from sitegen.toolkit.ratings import (
    LIST_TITLE,
    LikelyOpponents,
    RatingList,
    RatingLists,
    build_explanation,
    describe_highest,
    find_recent_opponents,
    make_opening,
    make_rating_chart,
)

S = TypeVar("S", bound=Any)


class LatestEvent(NamedTuple):
    """The last event that changed a player: its place, its day, and the day of the list before.

    `steps` is the row of the player in the first extra table, if there is one.
    """

    place: int
    day: date
    previous_day: date | None
    steps: Sequence[Any]


@dataclass(frozen=True)
class Explanations(Generic[S]):
    """Builds the section that explains why the rating of a player changed.

    Where a game has no calculation of its own, the steps come from the first of the extra tables.
    """

    history: History[CalculatedGame, S]
    extra_tables: Sequence[ExtraTable]

    def find_latest(self, player: str, games: Sequence[CalculatedGame]) -> LatestEvent | None:
        """Return the last event in which a game of the player counted; None without any."""
        last_game = next((game for game in reversed(games) if game.rated), None)
        if last_game is None:
            return None
        place = self.event_places[last_game.date]
        steps = [extra_table.get_step(place, player) for extra_table in self.extra_tables[:1]]
        return LatestEvent(place, self.history.events[place].day, self._previous_days[place], steps)

    def explain(
        self, player: str, games: Sequence[CalculatedGame], player_games: Sequence[PlayerGame]
    ) -> Iterator[Section]:
        """Yield the section with the games of the latest event; nothing where rows have no `change`.

        `player_games` are the same games as `games`, as the player sees them.
        """
        latest = self.find_latest(player, games)
        if latest is None or not hasattr(player_games[0], "change"):
            return
        places = [place for place, game in enumerate(games) if self.event_places[game.date] == latest.place]
        event: Snapshot[CalculatedGame, S] = self.history.events[latest.place]
        event_games = [games[place] for place in places]
        first = next(game for game in event_games if game.rated)
        rating_before = first.home_before if first.home == player else first.away_before
        was_listed = event.standings[player].games > sum(game.rated for game in event_games)
        yield build_explanation(
            type(player_games[0]),
            [player_games[place] for place in places],
            steps=latest.steps or event_games,
            before=make_opening(latest.previous_day if was_listed else None, rating_before, first.date),
            after=Balance(LIST_TITLE, latest.day, event.standings[player].rating),
        )

    @cached_property
    def event_places(self) -> dict[date, int]:
        """The place of the event that each day of play belongs to."""
        return {game.date: place for place, event in enumerate(self.history.events) for game in event.rows}

    @cached_property
    def _previous_days(self) -> list[date | None]:
        """The day of the list before each event."""
        days: list[date | None] = [None]
        for event in self.history.events:
            days.append(event.day if event.is_listed else days[-1])
        return days


_EMPTY_EVENT = "No game was played."
BuildGameSection = Callable[[Sequence[Any]], Section]
"""Makes the section with the games of an event from its rows."""
BuildPlayerGames = Callable[[Sequence[Any], str], Sequence[PlayerGame]]
"""Makes the rows of some games as one of their players sees them."""


def build_events(
    history: History[CalculatedGame, Any],
    build_game_section: BuildGameSection,
    extra_tables: Sequence[ExtraTable] = (),
) -> list[Event]:
    """Return a results page for each event, with every step of its calculation."""

    def build_sections(event: Snapshot[CalculatedGame, Any], place: int) -> list[PageSection]:
        extra_sections = (extra_table.build_event_section(place) for extra_table in extra_tables)
        extremes = highlights.find_extremes(_find_gains(event))
        return [*highlights.collect_highlights(*extremes), build_game_section(event.rows), *extra_sections]

    return [
        event.make_event(
            PageContent(_build_event_facts(_summarize_event(event)), partial(build_sections, event, place))
        )
        for place, event in enumerate(history.events)
    ]


def _find_gains(event: Snapshot[CalculatedGame, Any]) -> Iterator[tuple[str, float]]:
    """Yield what an event did to the rating of each player in a game that counts."""
    before: dict[str, float] = {}
    for game in event.rows:
        if game.rated:
            before.setdefault(game.home, game.home_before or 0.0)
            before.setdefault(game.away, game.away_before or 0.0)
    return ((player, event.standings[player].rating - rating) for player, rating in before.items())


def build_games(rows: Sequence[Any]) -> Section:
    """Return the section of games with all columns of their table."""
    table = type(rows[0]) if rows else CalculatedGame
    return Section("games", "Games", table, rows, empty=_EMPTY_EVENT)


def build_calculated_games(
    rows: Sequence[Any], table: type[EventGame], calculation: str, **computed: Cells
) -> Section:
    """Return the section of games of which each opens its `calculation`.

    `calculation` is HTML with names of columns of `table` in braces. The columns come from `rows`, and from
    `computed`, which has the cells of further columns.
    """
    calculated = Rows.from_rows(type(rows[0]) if rows else CalculatedGame, rows)
    results = calculated.get_column("result")
    games = calculated.view(
        table,
        result=[result.replace("-", "–") for result in results],
        points=[result.partition("-")[0] for result in results],
        chance=calculated.get_column("expectation"),
        remark=["" if is_rated else advise("not rated") for is_rated in calculated.get_column("rated")],
        **computed,
    )
    return Section(
        "games",
        "Games",
        table,
        games,
        empty=_EMPTY_EVENT,
        calculation=calculation,
        shared_columns=("date", "event"),
    )


def build_calendar(history: History[CalculatedGame, Any], title: str) -> list[Section]:
    """Return the section of all events, the latest first."""
    rows = [_summarize_event(event) for event in reversed(history.events)]
    return [Section("calendar", title, CalendarRow, rows, empty="No game has been played yet.")]


def _summarize_event(event: Snapshot[CalculatedGame, Any]) -> CalendarRow:
    games = event.rows
    return CalendarRow(
        event=event.key,
        first=games[0].date if games else None,
        last=games[-1].date if games else None,
        games=len(games),
        counted=sum(game.rated for game in games),
        players=len({game.home for game in games} | {game.away for game in games}),
    )


def _build_event_facts(summary: CalendarRow) -> list[Fact]:
    days = [summary.first] if summary.first == summary.last else [summary.first, summary.last]
    labels = ["Played on"] if len(days) == 1 else ["Played from", "Played until"]
    return [
        *(Fact(label, day, date) for label, day in zip(labels, days, strict=True) if day),
        Fact("Games", summary.games, int),
        Fact("Games that count", summary.counted, int),
        Fact("Players", summary.players, int),
    ]


_EXPECTATION_NOTE = "beat {player}, at an expectation of {chance} %"


@dataclass(frozen=True)
class ListPageBuilder(Generic[S]):
    """Builds the pages of all lists: two tables, with highlights above them."""

    players: Sequence[Player]
    history: History[CalculatedGame, S]
    rating_list: RatingList[S]
    build_player_games: BuildPlayerGames

    def build_listing(self, state: ListState[CalculatedGame, S]) -> Listing:
        """Return a list, whose rows are made when they are asked for."""
        facts = [*self.rating_list.limits]
        if state.previous_day:
            facts.append(Fact("Changes since the list of", state.previous_day, PlayDate))
        return state.with_content(PageContent(facts, partial(self._build_sections, state)))

    @cached_property
    def _event_days(self) -> list[Any]:
        return [event.day for event in self.history.events]

    @cached_property
    def _record_ratings(self) -> list[float]:
        """The highest rating that anybody had at the start, and through each event."""
        standings = [self.history.start, *(event.standings for event in self.history.events)]
        highest = (
            max((standing.rating for standing in by_player.values()), default=0.0) for by_player in standings
        )
        return list(accumulate(highest, max))

    def _find_games(self, state: ListState[CalculatedGame, S]) -> Sequence[CalculatedGame]:
        """Return the games since the list before."""
        first = bisect_right(self._event_days, state.previous_day) if state.previous_day else 0
        places = self.history.row_ranges[first : bisect_right(self._event_days, state.day)]
        return self.history.rows[places[0].start : places[-1].stop] if places else []

    def _build_highlights(self, state: ListState[CalculatedGame, S], lists: RatingLists) -> list[Highlights]:
        counted_games = [game for game in self._find_games(state) if game.rated]
        players = dict.fromkeys(player for game in counted_games for player in (game.home, game.away))
        least_likely = min(
            self._find_wins(counted_games, players),
            key=lambda win: round_for_ranking(win.chance),
            default=None,
        )
        record = self._record_ratings[bisect_right(self._event_days, state.day)]
        return highlights.collect_highlights(
            highlights.find_climber(lists.ranked_rows, "Climber"),
            highlights.make_biggest_win(least_likely, _EXPECTATION_NOTE),
            highlights.find_leader(lists.ranked_rows, record),
            highlights.count_played("Games", len(counted_games), players, lists.rows_by_player),
        )

    def _find_wins(
        self, games: Sequence[CalculatedGame], players: Mapping[str, None]
    ) -> Iterator[highlights.Win]:
        """Yield the games that were won, those of one winner together, where rows have a `chance`."""
        for player in players:
            own_games = [game for game in games if player in {game.home, game.away}]
            for row in self.build_player_games(own_games, player):
                if row.result == "won" and (chance := getattr(row, "chance", None)) is not None:
                    event_key = self.history.event_keys[row.date]
                    change = getattr(row, "change", None)
                    yield highlights.Win(player, row.opponent, chance, change, event_key)

    def _build_sections(self, state: ListState[CalculatedGame, S]) -> list[PageSection]:
        lists = self.rating_list.build_lists(self.players, state.standings, state.previous_standings)
        return [
            *self._build_highlights(state, lists),
            Section(
                "rating-list",
                "Rating list",
                self.rating_list.ranked_table,
                lists.ranked_rows,
                note="By rating.",
                empty="Nobody has played enough to be ranked yet.",
            ),
            Section(
                "provisional",
                "Provisional ratings",
                self.rating_list.provisional_table,
                lists.provisional_rows,
                note="These ratings are provisional: they do not say much yet. The order is alphabetical.",
                empty="Nobody has a provisional rating.",
            ),
        ]


_EMPTY_HISTORY = "No game has been played yet."
_SCORES = {"won": "1–0", "drawn": "½–½", "lost": "0–1"}
"""Each result as people write it, from the side of the player."""


@dataclass(frozen=True)
class PlayerPageBuilder(Generic[S]):
    """Builds the pages of all players, and their careers."""

    players: Sequence[Player]
    history: History[CalculatedGame, S]
    rating_list: RatingList[S]
    current_list: ListState[CalculatedGame, S]
    lists: RatingLists
    build_player_games: BuildPlayerGames
    extra_tables: Sequence[ExtraTable] = ()
    what_if: WhatIf[S] | None = None

    def build_pages(self) -> list[PlayerPage]:
        """Return a page for every player."""
        return make_player_pages(self.players, self._build_content)

    def build_career(self, player: str) -> Career:
        """Return all games of a player, with the ratings; games that do not count have no result."""
        rows = self.build_player_games(self._get_games(player), player)
        results = [self._make_result(row) for row in rows]
        start = self.history.start[player].rating
        return Career(self._find_ratings(player), results, start, self._find_ranked_from(player))

    def _find_ranked_from(self, player: str) -> date:
        """Return the first day on which the rating was not provisional."""
        is_provisional = self.rating_list.is_provisional
        if not is_provisional(self.history.start[player]):
            return date.min
        events = (self._events_by_day[day] for day, _ in self._find_ratings(player))
        return next((event.day for event in events if not is_provisional(event.standings[player])), date.max)

    def _make_result(self, row: PlayerGame) -> Result:
        return Result(
            row.date,
            self._events_by_day[row.date].key,
            row.result if row.rated else "",
            (row.opponent,),
            (),
            _SCORES[row.result],
            getattr(row, "chance", None),
            getattr(row, "change", None),
            row.event,
            row.source,
        )

    @cached_property
    def _game_places(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's games among all games."""
        return self.history.find_places("home", "away")

    @cached_property
    def _explanations(self) -> Explanations[S]:
        return Explanations(self.history, self.extra_tables)

    def _get_games(self, player: str) -> list[CalculatedGame]:
        return [self.history.rows[place] for place in self._game_places[player]]

    @cached_property
    def _events_by_day(self) -> Mapping[date, Snapshot[CalculatedGame, S]]:
        """The event that each day of play belongs to."""
        return {game.date: event for event in self.history.events for game in event.rows}

    def _find_ratings(self, player: str) -> list[tuple[date, float]]:
        """Return the rating of a player after each event, with the day of their last game in it."""
        days = dict.fromkeys([game.date for game in self._get_games(player) if game.rated])
        last_days = {self._events_by_day[day].key: day for day in days}
        return [(day, self._events_by_day[day].standings[player].rating) for day in last_days.values()]

    @cached_property
    def _likely_opponents(self) -> LikelyOpponents[S]:
        recent = find_recent_opponents(self.history.rows, self.current_list.day, "home", "away")
        return LikelyOpponents(self.players, self.current_list.standings, recent, eligible=recent)

    def _build_projection(self, player: str) -> Iterator[Section]:
        """Yield what the next game would do, for who is new or played in the last twelve months."""
        if self.what_if is None:
            return
        if player in self._likely_opponents.recent_opponents or not self._game_places[player]:
            yield from self.what_if.build_section(
                self.current_list.standings[player], self._likely_opponents.find_opponents(player)
            )

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.players)

    def _build_content(self, player: Player) -> PageContent:
        return PageContent(
            list(self._describe_standing(player)),
            partial(self._build_sections, player),
        )

    @cached_property
    def _rows_by_player(self) -> Mapping[str, Any]:
        return self.lists.rows_by_player

    def _describe_standing(self, player: Player) -> Iterator[Fact]:
        standing = self.current_list.standings[player.id]
        yield from self.rating_list.describe_standing(standing, self._rows_by_player.get(player.id))
        yield Fact("Games", standing.games, int, note="those that count")
        yield Fact("Won – drawn – lost", f"{standing.won} – {standing.drawn} – {standing.lost}")
        start: tuple[date | None, float] = None, self.history.start[player.id].rating
        yield Fact("Rating at the start", start[1], Figure)
        day, highest = max([start, *self._find_ratings(player.id)], key=itemgetter(1))
        yield from describe_highest(highest, day)

    def _build_sections(self, player: Player) -> list[Section | Chart]:
        games = self._get_games(player.id)
        player_games = self.build_player_games(games, player.id)
        return [
            *make_rating_chart(self.history.start[player.id].rating, self._find_ratings(player.id)),
            *self._explanations.explain(player.id, games, player_games),
            *self._build_projection(player.id),
            *(extra_table.build_player_section(player.id) for extra_table in self.extra_tables),
            Section(
                "history",
                "Games",
                type(player_games[0]) if player_games else PlayerGame,
                player_games[::-1],
                empty=_EMPTY_HISTORY,
                is_yearly=True,
            ),
            _build_head_to_head(player_games, self._places),
        ]


def _build_head_to_head(player_games: Sequence[PlayerGame], places: Mapping[str, int]) -> Section:
    rows = []
    for opponent, games in group_companions(player_games, attrgetter("opponent"), places):
        results = [game.result for game in games]
        rows.append(Opponent(opponent, len(games), *map(results.count, RESULTS.values())))
    note = "All games, also those that do not count for the rating; most played first."
    return build_head_to_head(Opponent, rows, note=note, empty=_EMPTY_HISTORY)
