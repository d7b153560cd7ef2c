"""Days of decisions in a ranking whose events are not days, such as tournaments or sessions.

Each such day is an event of its own, with a page and a list, and comes before the others of the day.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from sitegen.core.columnar import Rows, RowSource
from sitegen.core.model import Event, Fact, PageContent, Section
from sitegen.core.table import HiddenEventKey, PlayDate, Table, column
from sitegen.core.views import Part, View
from sitegen.toolkit.decisions import (
    AppliedPoints,
    DatedDecision,
    Figures,
    build_decision_section,
    describe_exclusion,
    make_history_table,
    merge_decisions,
    record_points,
)
from sitegen.toolkit.history import Snapshot


class ListedDecision(AppliedPoints):
    """A decision of the committee on pages, which lead to the decisions of its day."""

    date: PlayDate = column("the first day on which it counts", event="key")
    key: HiddenEventKey = column("the page of the decisions of the day")


def make_decisions_key(day: object) -> str:
    """Return the key of the page with the decisions of a day."""
    return f"decisions-{day}"


def make_decision_snapshot(
    day: date, decisions: Iterable[Any], standings: Mapping[str, Any]
) -> Snapshot[Any, Any]:
    """Return the state after the decisions of a day; `standings` are those that they changed."""
    applied = record_points(decisions)
    return Snapshot(make_decisions_key(day), day, [], standings, "Decisions of {day}", decisions=applied)


def make_decision_page(snapshot: Snapshot[Any, Any]) -> Event:
    """Return the page of a day of decisions."""
    facts = [Fact("Date", snapshot.day, date)]
    return snapshot.make_event(PageContent.create(facts, [*list_decided(snapshot.decisions)]))


def list_decided(decisions: Sequence[Any]) -> Iterator[Section]:
    """Yield the section with these decisions, each with a link to its day; nothing without any."""
    rows = [ListedDecision.combine(row, key=make_decisions_key(row.date)) for row in decisions]
    yield from build_decision_section(rows)


def describe_dated_exclusion(decisions: Sequence[DatedDecision]) -> Fact:
    """Return since when a player is out of competition, with a link to the decisions of that day."""
    fact = describe_exclusion(decisions)
    return fact._replace(event=make_decisions_key(fact.value))


def read_points(decision: AppliedPoints, figure: str, key: str) -> Figures:
    """Return what the history of a player has of a decision, in its columns of a figure and of events."""
    return {figure: decision.points, key: make_decisions_key(decision.date)}


class ResultsWithDecisions(NamedTuple):
    """The results of each player and the decisions about them, in the order in which they count.

    `figure` and `key` are the columns of points and of events.
    """

    results: RowSource
    decisions_by_player: Mapping[str, Sequence[DatedDecision]]
    figure: str
    key: str

    @property
    def kind(self) -> type[Table]:
        """The table of the rows."""
        kind: Any = self.results.kind
        return make_history_table(kind)

    def select(self, player: Any) -> Rows[Any]:
        """Return the rows of a player, who has decisions."""
        read = partial(read_points, figure=self.figure, key=self.key)
        return merge_decisions(self.results.select(player), self.decisions_by_player[player], read)


def view_results(
    source: ResultsWithDecisions, columns: str, name: str, titles: tuple[str, str], **fields: Any
) -> Part:
    """Return the section with the results of a player, latest first, and with decisions where there are some.

    `titles` are those without and with decisions; `fields` are further fields of the section.
    """
    results, both = titles
    plain = View(source.results, columns, name, results, latest_first=True, **fields)
    decided = View(source, f"{columns} decision", name, both, latest_first=True, **fields)
    return lambda player: (decided if player in source.decisions_by_player else plain)(player)
