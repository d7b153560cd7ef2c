"""The results pages of a ranking of duels, with every step of their calculation, and its calendar."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from sitegen.core.columnar import Cells, Rows
from sitegen.core.model import Event, Fact, PageContent, PageSection, Section
from sitegen.core.problems import advise
from sitegen.core.table import Table, get_field_names
from sitegen.core.views import make_view_table
from sitegen.toolkit import highlights
from sitegen.toolkit.decisions import build_decision_section
from sitegen.toolkit.duel.tables import CalculatedGame, CalendarRow, ExtraTable
from sitegen.toolkit.history import History, Snapshot

ComputeCells = Callable[[Rows[Any]], Cells]
"""Makes the cells of a column from games."""


@dataclass(frozen=True)
class EventGames:
    """How the page of an event shows its games: the table, with the calculation that each of them opens.

    `calculation` is HTML with names of columns of `table` in braces, which is a subclass of `EventGame`. The
    columns are those of the games, and `computed` makes others. Without a calculation all are shown. The
    section cites `articles`, unless there was no game: nothing was calculated then.
    """

    table: type[Table]
    calculation: str = ""
    computed: Mapping[str, ComputeCells] = field(default_factory=dict)
    articles: Sequence[str] = ()

    def build_section(self, games: Rows[Any]) -> Section:
        """Return the section of the games of an event."""
        section = Section("games", "Games", self.table, games.view(self.table), empty="No game was played.")
        if not self.calculation:
            return section
        calculation, articles = (self.calculation, self.articles) if games else ("", ())
        table = make_view_table(self.table, _EVENT_COLUMNS, calculation)
        names, computed = get_field_names(table), {**_EVENT_CELLS, **self.computed}
        cells = {name: partial(compute, games) for name, compute in computed.items() if name in names}
        return section._replace(
            table=table,
            rows=games.view(table, **cells),
            calculation=calculation,
            shared_columns=("date", "event"),
            articles=articles,
        )


@dataclass(frozen=True)
class EventGamesByDay:
    """The same, where it depends on the day: `choose` returns how games of a day are shown."""

    choose: Callable[[date], EventGames]

    def build_section(self, games: Rows[Any]) -> Section:
        """Return the section of the games of an event, which are of one day; it may have none."""
        return self.choose(games[0].date if games else date.max).build_section(games)


_EVENT_COLUMNS = "home home_change result away away_change chance date event remark"
_EVENT_CELLS: Mapping[str, ComputeCells] = {
    "result": lambda games: [result.replace("-", "–") for result in games.get_column("result")],
    "points": lambda games: [result.partition("-")[0] for result in games.get_column("result")],
    "away_points": lambda games: [result.partition("-")[2] for result in games.get_column("result")],
    "chance": lambda games: games.get_column("expectation"),
    "remark": lambda games: ["" if rated else advise("not rated") for rated in games.get_column("rated")],
}


def build_events(
    history: History[CalculatedGame, Any],
    games: Rows[Any],
    event_games: EventGames | EventGamesByDay,
    extra_tables: Sequence[ExtraTable] = (),
) -> list[Event]:
    """Return a results page for each event, with every step of its calculation; `games` are those of all."""

    def build_sections(place: int) -> list[PageSection]:
        extremes = highlights.find_extremes(_find_gains(history.events[place]))
        places = history.row_ranges[place]
        return [
            *highlights.collect_highlights(*extremes),
            event_games.build_section(games[places.start : places.stop]),
            *(extra_table.build_event_section(place) for extra_table in extra_tables),
            *build_decision_section(history.events[place].decisions),
        ]

    return [
        event.make_event(
            PageContent.create(_build_event_facts(_summarize_event(event)), partial(build_sections, place))
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
        Fact.from_cell(summary, "games"),
        Fact.from_cell(summary, "counted", "Games that count"),
        Fact.from_cell(summary, "players"),
    ]
