"""Why the rating of a player changed: their latest games that count, from one list to the next.

The results pages of a ranking of duels, and the calendar of them.

The lists of a ranking of duels: two tables, and above them what everybody asks first.

The page of a player in a ranking of duels: standing, course, latest games, history, head to head.
"""

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
from sitegen.toolkit.course import History, ListState, Snapshot, make_player_pages
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
    """The place of an event and its day, the day of the list before, and the calculation that is apart."""

    place: int
    day: date
    previous_day: date | None
    steps: Sequence[Any]


@dataclass(frozen=True)
class Explanations(Generic[S]):
    """What accounts are made from: the course, and the calculation of an event where its games have none."""

    history: History[CalculatedGame, S]
    extra_tables: Sequence[ExtraTable]

    def find_latest(self, player: str, mine: Sequence[CalculatedGame]) -> LatestEvent | None:
        """The last event in which a game of the player counted; None without any."""
        last = next((row for row in reversed(mine) if row.rated), None)
        if last is None:
            return None
        place = self.event_places[last.date]
        steps = [extra.get_step(place, player) for extra in self.extra_tables[:1]]
        return LatestEvent(place, self.history.events[place].day, self._previous_days[place], steps)

    def explain(
        self, player: str, mine: Sequence[CalculatedGame], looked: Sequence[PlayerGame]
    ) -> Iterator[Section]:
        """The games of that event; nothing where a system does not say what each did."""
        latest = self.find_latest(player, mine)
        if latest is None or not hasattr(looked[0], "change"):
            return
        played = [place for place, row in enumerate(mine) if self.event_places[row.date] == latest.place]
        after: Snapshot[CalculatedGame, S] = self.history.events[latest.place]
        rows = [mine[place] for place in played]
        first = next(row for row in rows if row.rated)
        was = first.home_before if first.home == player else first.away_before
        stood = after.standings[player].games > sum(row.rated for row in rows)
        yield build_explanation(
            type(looked[0]),
            [looked[place] for place in played],
            steps=latest.steps or rows,
            before=make_opening(latest.previous_day if stood else None, was, first.date),
            after=Balance(LIST_TITLE, latest.day, after.standings[player].rating),
        )

    @cached_property
    def event_places(self) -> dict[date, int]:
        """The place of the event that each day of play is of."""
        return {row.date: place for place, after in enumerate(self.history.events) for row in after.rows}

    @cached_property
    def _previous_days(self) -> list[date | None]:
        """The day of the list before each event."""
        days: list[date | None] = [None]
        for event in self.history.events:
            days.append(event.day if event.is_listed else days[-1])
        return days


_EMPTY_EVENT = "No game was played."
MakeGames = Callable[[Sequence[Any]], Section]
"""What makes the section with the games of an event out of their receipts."""


def build_events(
    course: History[CalculatedGame, Any], games: MakeGames, more: Sequence[ExtraTable] = ()
) -> list[Event]:
    """A results page for each event, with every step of its calculation."""
    made = []
    for place, event in enumerate(course.events):
        made.append(
            event.make_event(
                PageContent(
                    _build_event_facts(_summarize_event(event)),
                    partial(_build_event_sections, event, place, games, more),
                )
            )
        )
    return made


def build_games(rows: Sequence[Any]) -> Section:
    """Games with all columns of their receipts."""
    table = type(rows[0]) if rows else CalculatedGame
    return Section("games", "Games", table, rows, empty=_EMPTY_EVENT)


def build_calculated_games(
    rows: Sequence[Any], table: type[EventGame], calculation: str, **computed: Cells
) -> Section:
    """Games of which each opens its `calculation`: HTML with the names of columns of `table` in braces.

    These are those of the receipts, and what is `computed` besides.
    """
    receipts = Rows.from_rows(type(rows[0]) if rows else CalculatedGame, rows)
    results = receipts.get_column("result")
    games = receipts.view(
        table,
        result=[result.replace("-", "–") for result in results],
        points=[result.partition("-")[0] for result in results],
        chance=receipts.get_column("expectation"),
        remark=["" if is_rated else advise("not rated") for is_rated in receipts.get_column("rated")],
        **computed,
    )
    above = ("date", "event")
    return Section(
        "games", "Games", table, games, empty=_EMPTY_EVENT, calculation=calculation, shared_columns=above
    )


def build_calendar(course: History[CalculatedGame, Any], title: str) -> list[Section]:
    """The events, the latest first."""
    lines = [_summarize_event(event) for event in reversed(course.events)]
    return [Section("calendar", title, CalendarRow, lines, empty="No game has been played yet.")]


def _build_event_sections(
    after: Snapshot[CalculatedGame, Any], place: int, games: MakeGames, more: Sequence[ExtraTable]
) -> list[Section]:
    return [games(after.rows), *(extra.build_event_section(place) for extra in more)]


def _summarize_event(after: Snapshot[CalculatedGame, Any]) -> CalendarRow:
    rows = after.rows
    return CalendarRow(
        event=after.key,
        first=rows[0].date if rows else None,
        last=rows[-1].date if rows else None,
        games=len(rows),
        counted=sum(row.rated for row in rows),
        players=len({row.home for row in rows} | {row.away for row in rows}),
    )


def _build_event_facts(line: CalendarRow) -> list[Fact]:
    days = [line.first] if line.first == line.last else [line.first, line.last]
    labels = ["Played on"] if len(days) == 1 else ["Played from", "Played until"]
    return [
        *(Fact(label, day, date) for label, day in zip(labels, days, strict=True) if day),
        Fact("Games", line.games, int),
        Fact("Games that count", line.counted, int),
        Fact("Players", line.players, int),
    ]


_EXPECTATION_NOTE = "beat {player}, at an expectation of {chance} %"


@dataclass(frozen=True)
class ListPages(Generic[S]):
    """What all lists are made from; `looked` is how a player looks back on games."""

    players: Sequence[Player]
    history: History[CalculatedGame, S]
    rating_list: RatingList[S]
    build_player_games: Callable[[Sequence[Any], str], Sequence[PlayerGame]]

    def build_listing(self, stood: ListState[CalculatedGame, S]) -> Listing:
        """A list, whose rows are made when they are asked for."""
        since = (
            [Fact("Changes since the list of", stood.previous_day, PlayDate)] if stood.previous_day else []
        )
        return stood.with_content(
            PageContent([*self.rating_list.limits, *since], partial(self._build_sections, stood))
        )

    @cached_property
    def _event_days(self) -> list[Any]:
        return [event.day for event in self.history.events]

    @cached_property
    def _record_ratings(self) -> list[float]:
        """The highest rating that anybody had, at the start and through each event."""
        ratings = [self.history.start.values(), *(event.standings.values() for event in self.history.events)]
        return list(
            accumulate((max((own.rating for own in standings), default=0.0) for standings in ratings), max)
        )

    def _get_highest(self, stood: ListState[CalculatedGame, S]) -> float:
        return self._record_ratings[bisect_right(self._event_days, stood.day)]

    def _find_played_places(self, stood: ListState[CalculatedGame, S]) -> range:
        """The places of the games since the list before."""
        first = bisect_right(self._event_days, stood.previous_day) if stood.previous_day else 0
        places = self.history.row_ranges[first : bisect_right(self._event_days, stood.day)]
        return range(places[0].start, places[-1].stop) if places else range(0)

    def _build_sections(self, stood: ListState[CalculatedGame, S]) -> list[PageSection]:
        lists = self.rating_list.build_lists(self.players, stood.standings, stood.previous_standings)
        return [*self._build_highlights(stood, lists), *self._build_tables(lists)]

    def _build_highlights(self, stood: ListState[CalculatedGame, S], lists: RatingLists) -> list[Highlights]:
        rows = [self.history.rows[place] for place in self._find_played_places(stood)]
        counted = [row for row in rows if row.rated]
        players = dict.fromkeys(player for row in counted for player in (row.home, row.away))
        return highlights.collect_highlights(
            highlights.find_climber(lists.ranked_rows, "Climber"),
            highlights.make_biggest_win(
                min(self._find_wins(counted, players), key=_get_chance, default=None), _EXPECTATION_NOTE
            ),
            highlights.find_leader(lists.ranked_rows, self._get_highest(stood)),
            highlights.count_played("Games", len(counted), players, lists.rows_by_player),
        )

    def _find_wins(
        self, counted: Sequence[CalculatedGame], players: Mapping[str, None]
    ) -> Iterator[highlights.Win]:
        """The games that were won, those of one winner together, where a system says their chance."""
        for player in players:
            mine = [row for row in counted if player in {row.home, row.away}]
            for row in self.build_player_games(mine, player):
                if row.result == "won" and (chance := getattr(row, "chance", None)) is not None:
                    key = self.history.event_keys[row.date]
                    yield highlights.Win(player, row.opponent, chance, getattr(row, "change", None), key)

    def _build_tables(self, lists: RatingLists) -> list[Section]:
        return [
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
                note="These ratings are provisional: they do not say much yet. In alphabetical order.",
                empty="Nobody has a provisional rating.",
            ),
        ]


def _get_chance(won: highlights.Win) -> float:
    return round_for_ranking(won.chance)


_EMPTY_HISTORY = "No game has been played yet."
_SCORES = {"won": "1–0", "drawn": "½–½", "lost": "0–1"}
"""What a result is as people write it, from the side of the player."""


@dataclass(frozen=True)
class PlayerPageBuilder(Generic[S]):
    """What the pages of all players are made from."""

    players: Sequence[Player]
    history: History[CalculatedGame, S]
    rating_list: RatingList[S]
    current_list: ListState[CalculatedGame, S]
    rows_by_player: Mapping[str, Any]
    build_player_games: Callable[[Sequence[Any], str], Sequence[PlayerGame]]
    extra_tables: Sequence[ExtraTable] = ()
    what_if: WhatIf[S] | None = None

    def build_pages(self) -> list[PlayerPage]:
        """A page for every player."""
        return make_player_pages(self.players, self._build_content)

    def build_career(self, player: str) -> Career:
        """What a player did, all games among it; those that do not count have no result."""
        mine = self._get_games(player)
        played = [
            self._make_result(row, self._events_by_day[row.date].key)
            for row in self.build_player_games(mine, player)
        ]
        start = self.history.start[player].rating
        return Career(self._find_ratings(player), played, start, self._find_ranked_from(player))

    def _find_ranked_from(self, player: str) -> date:
        """The day by which the rating was provisional no more for the first time."""
        is_provisional = self.rating_list.is_provisional
        if not is_provisional(self.history.start[player]):
            return date.min
        after = (self._events_by_day[day] for day, _ in self._find_ratings(player))
        return next((event.day for event in after if not is_provisional(event.standings[player])), date.max)

    def _make_result(self, row: PlayerGame, event: str) -> Result:
        chance, change = getattr(row, "chance", None), getattr(row, "change", None)
        result = row.result if row.rated else ""
        score = _SCORES[row.result]
        against = (row.opponent,)
        return Result(row.date, event, result, against, (), score, chance, change, row.event, row.source)

    @cached_property
    def _game_places(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's games among all receipts."""
        return self.history.find_places("home", "away")

    @cached_property
    def _explanations(self) -> Explanations[S]:
        return Explanations(self.history, self.extra_tables)

    def _get_games(self, player: str) -> list[CalculatedGame]:
        """The games of a player."""
        return [self.history.rows[place] for place in self._game_places[player]]

    @cached_property
    def _events_by_day(self) -> Mapping[date, Snapshot[CalculatedGame, S]]:
        """The event that each day of play is of."""
        return {row.date: after for after in self.history.events for row in after.rows}

    def _find_ratings(self, player: str) -> list[tuple[date, float]]:
        """The ratings of a player after the events they played in, with the day of their last game there."""
        mine = self._get_games(player)
        days = dict.fromkeys([row.date for row in mine if row.rated])
        last = {self._events_by_day[day].key: day for day in days}
        return [(day, self._events_by_day[day].standings[player].rating) for day in last.values()]

    def _is_active(self, player: str) -> bool:
        """Whether a next game is expected: of who is new, and of who played in the last twelve months."""
        return self.what_if is not None and (
            player in self._likely_opponents.recent_opponents or not self._game_places[player]
        )

    @cached_property
    def _likely_opponents(self) -> LikelyOpponents[S]:
        met = find_recent_opponents(self.history.rows, self.current_list.day, "home", "away")
        return LikelyOpponents(self.players, self.current_list.standings, met, eligible=met)

    def _build_projection(self, player: str) -> Iterator[Section]:
        if self.what_if and self._is_active(player):
            yield from self.what_if.build_section(
                self.current_list.standings[player], self._likely_opponents.find_opponents(player)
            )

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.players)

    def _build_content(self, player: Player) -> PageContent:
        return PageContent(
            [*self._describe_standing(player), *self._describe_highest(player)],
            partial(self._build_sections, player),
        )

    def _describe_standing(self, player: Player) -> Iterator[Fact]:
        own = self.current_list.standings[player.id]
        yield from self.rating_list.describe_standing(own, self.rows_by_player.get(player.id))
        yield Fact("Games", own.games, int, note="those that count")
        yield Fact("Won – drawn – lost", f"{own.won} – {own.drawn} – {own.lost}")
        yield Fact("Rating at the start", self.history.start[player.id].rating, Figure)

    def _describe_highest(self, player: Player) -> Iterator[Fact]:
        start: tuple[date | None, float] = None, self.history.start[player.id].rating
        reached, best = max([start, *self._find_ratings(player.id)], key=itemgetter(1))
        return describe_highest(best, reached)

    def _build_sections(self, player: Player) -> list[Section | Chart]:
        mine = self._get_games(player.id)
        looked = self.build_player_games(mine, player.id)
        return [
            *make_rating_chart(self.history.start[player.id].rating, self._find_ratings(player.id)),
            *self._explanations.explain(player.id, mine, looked),
            *self._build_projection(player.id),
            *(extra.build_player_section(player.id) for extra in self.extra_tables),
            _build_history(looked[::-1]),
            _build_head_to_head(looked, self._places),
        ]


def _build_history(rows: Sequence[PlayerGame]) -> Section:
    return Section(
        "history", "Games", type(rows[0]) if rows else PlayerGame, rows, empty=_EMPTY_HISTORY, is_yearly=True
    )


def _build_head_to_head(looked: Sequence[PlayerGame], shown: Mapping[str, int]) -> Section:
    rows = []
    for opponent, games in group_companions(looked, attrgetter("opponent"), shown):
        results = [row.result for row in games]
        rows.append(Opponent(opponent, len(games), *map(results.count, RESULTS.values())))
    note = "All games, also those that do not count for the rating; most played first."
    return build_head_to_head(Opponent, rows, note=note, empty=_EMPTY_HISTORY)
