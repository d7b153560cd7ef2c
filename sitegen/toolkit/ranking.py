"""A ranking by a step: everything that is published of a `Replay`, with its pages.

    ranking = Ranking(outputs, inputs.players, replay, list_next)
    return ranking.build_outcome(
        facts=[ranking.list_facts],
        parts=[
            ranking.explain,
            ranking.project("The next game"),
            View(ranking.results, "", "games", "Games", latest_first=True),
        ],
    )

`outputs` are those of the system: the list first, then the results. The figure that the ranking is about is
the column of the list that has the role `value`, or else the rank.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar

from sitegen.core.columnar import IndexedRows
from sitegen.core.entities import Player
from sitegen.core.model import Fact, Listing, Outcome, PageContent, PublishedTable, Section
from sitegen.core.roles import get_roles
from sitegen.core.table import Column, Movement, PlayDate, Table, column, get_columns, get_hints
from sitegen.core.views import PageParts, Part
from sitegen.toolkit.history import ListState, build_outcome, make_player_pages
from sitegen.toolkit.memberships import Members, Membership
from sitegen.toolkit.ratings import RESULTS_TO_COME, PointGain, ProjectedResult, RatingList, build_projection
from sitegen.toolkit.steps import Replay

R = TypeVar("R", bound=Any)
P = TypeVar("P", bound=Any)
S = TypeVar("S", bound=Any)
BuildFacts = Callable[[str], Iterable[Fact]]
"""Makes facts of a player, by id."""


class PlayedDay(Table):
    """A day of play, as the calendar shows it."""

    date: PlayDate = column("the day")


class Gain(NamedTuple):
    """By how much a figure is better: the type of it, and what its column and those of the figure say."""

    kind: Any
    change: str
    after: str
    beside: str


_PLACES = Gain(Movement, "places gained", "place after it", "the place of the other player now")
_POINTS = Gain(PointGain, "points gained", "figure after it", "figure of the other player")


@dataclass(frozen=True)
class Ranking(Generic[R, P, S]):
    """What is published of a replay: the list, the results of each day, and the page of each player.

    `outputs` has the list, whose columns are those of players and of their standings (where these are named
    tuples), and `rank`, `rank_change` and `change`; then the results, which are the rows of the step.
    `list_next` returns what a player can play next, from the standings: by the id of the other player, the
    results `won`, `drawn` and `lost`, or some of them.
    """

    outputs: Mapping[str, Any]
    players: Sequence[Player]
    replay: Replay[R, P, S]
    list_next: Callable[[str, Mapping[str, S]], Mapping[str, Mapping[str, R]]] = field(default=lambda *_: {})
    memberships: Sequence[Membership] = ()

    @cached_property
    def results(self) -> IndexedRows[Any]:
        """The results of each player, who is named in any of their columns."""
        columns = get_columns(self._tables[1].table)
        return self.index_results(*[column.name for column in columns if column.display.style == "player"])

    def index_results(self, *columns: str) -> IndexedRows[Any]:
        """Return the results of each player who is named in one of these columns."""
        return IndexedRows(self._tables[1].table, lambda: self.replay.history.rows, *columns)

    def list_facts(self, player: str) -> Iterator[Fact]:
        """Yield the figure of a player, and how many results they have."""
        yield Fact(self._figure.label, self._get_figure(player), self._figure_type)
        yield self._count(self.results.select(player))

    def count_needed(self, label: str, is_reached: Callable[[S], bool]) -> BuildFacts:
        """Return what makes the fact of how many results `is_reached` still takes; no fact where it is 0."""
        return partial(self._count_needed, label, is_reached)

    def explain(self, player: str) -> Iterator[Section]:
        """Yield why the figure of a player changed on the last day that changed it."""
        change = column(self._gain.change, label="±", role="change")
        after = self._figure._replace(doc=self._gain.after, role="value")
        columns = ("change", self._gain.kind, change), ("after", self._figure_type, after)
        return self.replay.explain(player, _extend_table(self._tables[1].table, *columns))

    def project(self, title: str, note: str = "") -> Part:
        """Return the part that says what each result of `list_next` would do to the figure of a player."""
        return partial(self._project, title, note)

    def build_outcome(self, facts: Sequence[BuildFacts], parts: Sequence[Part]) -> Outcome:
        """Return everything that is published; `facts` and `parts` make the page of each player."""
        history, when, (standings, results, *_) = self.replay.history, self.replay.when, self._tables
        current = self._build_rows(history.build_current(when))
        return build_outcome(
            history,
            when,
            tables=[
                PublishedTable(standings.name, standings.table, current),
                PublishedTable(results.name, results.table, history.rows),
            ],
            build_listing=self._build_listing,
            events=[
                event.make_event(
                    PageContent.create([self._count(event.rows)], [results._replace(rows=event.rows)])
                )
                for event in history.events
            ],
            calendar=[self._build_calendar()],
            players=make_player_pages(self._members.list_players(when.as_of), PageParts(facts, parts)),
            clubs=self._members.clubs,
        )

    @cached_property
    def _members(self) -> Members:
        return Members(self.players, self.memberships, self.replay.when.as_of)

    @cached_property
    def _tables(self) -> Sequence[Section]:
        """The sections of the list and of the results, without rows."""
        return [
            Section(name, name.replace("-", " ").capitalize(), table, ())
            for name, table in self.outputs.items()
        ]

    @cached_property
    def _figure(self) -> Column:
        """The column of the list that the ranking is about."""
        table = self._tables[0].table
        positions = get_roles(table).positions
        return get_columns(table)[positions.get("value", positions.get("rank", 0))]

    @cached_property
    def _figure_type(self) -> Any:
        return get_hints(self._tables[0].table)[self._figure.name]

    @property
    def _gain(self) -> Gain:
        return _PLACES if self.replay.is_rank else _POINTS

    def _get_figure(self, player: str) -> Any:
        return self.replay.get_figure(self.replay.history.standings[player])

    def _count(self, results: Sequence[P]) -> Fact:
        return Fact(self._tables[1].title, len(results), int)

    def _count_needed(self, label: str, is_reached: Callable[[S], bool], player: str) -> Iterator[Fact]:
        if number := self.replay.count_needed(player, partial(self._list_results, player), is_reached):
            yield Fact(label, number, int)

    def _list_results(self, player: str, standings: Mapping[str, S]) -> list[R]:
        possible = self.list_next(player, standings).values()
        return [result for results in possible for result in results.values()]

    def _project(self, title: str, note: str, player: str) -> Iterator[Section]:
        possible = self.list_next(player, self.replay.history.standings)
        figure = self._figure._replace(doc=self._gain.beside, role="beside")
        table = _extend_table(
            ProjectedResult,
            ("figure", self._figure_type, figure),
            *((name, self._gain.kind, RESULTS_TO_COME[name]) for name in next(iter(possible.values()), ())),
        )
        rows = [
            (other, self._get_figure(other), *(self.replay.foresee(player, row) for row in results.values()))
            for other, results in possible.items()
        ]
        yield from build_projection(table, table.make_rows(rows), title=title, note=note)

    def _build_rows(self, state: ListState[P, S]) -> Sequence[Any]:
        sign = -1 if self.replay.is_rank else 1
        table = self._tables[0].table
        rating_list = RatingList[S](
            table,
            table,
            is_provisional=lambda _: False,
            is_listed=lambda _: True,
            get_figure=lambda standing: sign * self.replay.get_figure(standing),
        )
        players = self._members.list_players(state.day)
        return rating_list.build_lists(players, state.standings, state.previous_standings).ranked_rows

    def _build_listing(self, state: ListState[P, S]) -> Listing:
        return state.make_listing((), [self._tables[0]._replace(rows=self._build_rows(state))])

    def _build_calendar(self) -> Section:
        number = column("how many were played", label=self._tables[1].title)
        table = _extend_table(PlayedDay, ("results", int, number))
        rows = [(event.day, len(event.rows)) for event in self.replay.history.events]
        return Section("days", "Days of play", table, table.make_rows(rows))


@cache  # one class for each: renderers keep what they know of a table by its class
def _extend_table(kind: type[Table], *columns: tuple[str, Any, Column]) -> type[Table]:
    """Return a table with more columns, before where a row stands: each has a name and a type."""
    before = "source" if "source" in kind._fields else ""
    namespace: dict[str, Any] = {
        "__annotations__": {name: hint for name, hint, _ in columns},
    }
    namespace |= {name: declared._replace(before=before) for name, _, declared in columns}
    return type(kind.__name__, (kind,), namespace)
