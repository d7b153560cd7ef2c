"""What the page of a player or an event shows, declared by the tables that it is read from.

    scores = IndexedRows(PlayedScore, make_scores, "player")
    parts = [
        Course("Ranking", scores, "date", "after"),
        explain_ranking,
        View(scores, "date season form points after", "sessions", "Sessions", latest_first=True),
        Summary(scores, "partner", Partner, {"sessions": len}, "partners", "Partners"),
    ]

A part is a function of the subject, which is the id of a player, the key of an event, or what a topic is
about; it yields sections, charts and highlights. What a regulation computes for a subject is a function of
its own among the others. Nothing is made before a page first asks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

from sitegen.core.columnar import Rows, RowSource, index_cells
from sitegen.core.model import Chart, Fact, PageContent, PageSection, Section
from sitegen.core.roles import derive_table
from sitegen.core.table import Table, get_columns

Part = Callable[[Any], Iterable[PageSection]]
Measure = Callable[[Rows[Any]], object]
"""What a summary has of some rows: their number, or a figure over the cells of a column."""


class View:
    """The rows of a subject as a section, with these columns; see `make_view_table`.

    Where `columns` is blank, it has all. `fields` are further fields of the section, or functions that make
    them of the rows. Without rows there is no section, unless its text `empty` says so. Raises `ValueError`
    for a column that the table does not have.
    """

    def __init__(
        self,
        source: RowSource,
        columns: str,
        name: str,
        title: str,
        *,
        latest_first: bool = False,
        **fields: Any,
    ) -> None:
        self.source = source
        kind: type[Table] = source.kind
        calculation = fields.get("calculation", "")
        self.table = make_view_table(kind, columns, calculation) if columns else kind
        self.name = name
        self.title = title
        self.latest_first = latest_first
        self.fields = fields

    def __call__(self, subject: object) -> Iterator[Section]:
        """Yield the section of a subject."""
        rows = self.source.select(subject)
        if rows or self.fields.get("empty"):
            shown = rows.view(self.table)
            shown = shown[::-1] if self.latest_first else shown
            fields = {name: value(rows) if callable(value) else value for name, value in self.fields.items()}
            yield Section(self.name, self.title, self.table, shown, **fields)


class Summary:
    """A row of `table` for each value of a column among the rows of a subject, blank values left out.

    The first column of `table` has the value, and `measures` says what the others have. The latest value
    stands first; with `places`, the one of most rows, and of equals the first by that mapping.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each is a part of the declaration
        self,
        source: RowSource,
        by: str,
        table: type[Table],
        measures: Mapping[str, Measure],
        name: str,
        title: str,
        *,
        places: Mapping[Any, int] | None = None,
        **fields: Any,
    ) -> None:
        self.source = source
        self.by = by
        self.table = table
        self.measures = measures
        self.name = name
        self.title = title
        self.places = places
        self.fields = fields

    def __call__(self, subject: object) -> Iterator[Section]:
        """Yield the section of a subject."""
        rows = self.source.select(subject)
        groups = [
            (value, rows.take(found))
            for value, found in index_cells(rows.get_column(self.by)).items()
            if value
        ][::-1]
        if (places := self.places) is not None:
            groups.sort(key=lambda group: (-len(group[1]), places[group[0]]))
        key, *_ = self.table._fields
        summaries = [
            self.table(**{key: value}, **{name: measure(part) for name, measure in self.measures.items()})
            for value, part in groups
        ]
        yield Section(self.name, self.title, self.table, summaries, **self.fields)


def over(column: str, compute: Callable[[Sequence[Any]], object]) -> Measure:
    """Return a measure: what `compute` makes of the cells of a column."""
    return lambda rows: compute(rows.get_column(column))


@dataclass(frozen=True)
class Course:
    """The last figure of each day as a chart, blank ones left out; nothing without figures.

    `marks` are columns by label, of which the first cell has a line across.
    """

    title: str
    source: RowSource
    day: str
    figure: str
    marks: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __call__(self, subject: object) -> Iterator[Chart]:
        """Yield the chart of a subject."""
        rows = self.source.select(subject)
        cells = zip(rows.get_column(self.day), rows.get_column(self.figure), strict=True)
        if points := {day: figure for day, figure in cells if figure is not None}:
            marks = {label: rows.get_column(column)[0] for label, column in self.marks.items()}
            yield Chart(self.title, list(points.items()), marks, self.note)


class PageParts(NamedTuple):
    """What the pages of all subjects show: their facts, and their parts in order."""

    facts: Sequence[Callable[[Any], Iterable[Fact]]]
    parts: Sequence[Part]

    def build_content(self, subject: object) -> PageContent:
        """Return the page of a subject, of which nothing is made yet."""
        return PageContent(
            lambda: [fact for build in self.facts for fact in build(subject)],
            lambda: [made for part in self.parts for made in part(subject)],
        )


@cache
def make_view_table(kind: type[Table], columns: str, calculation: str = "") -> type[Table]:
    """Return a table of some columns of another, in this order; their names stand between spaces.

    It also has, without showing them, those that pages do not show themselves, the event of a day, and with
    the formula of a `calculation` those that are filled in there, and where the row stands. Raises
    `ValueError` for a column that the other does not have.
    """
    shown, needed = columns.split(), {name for _, name, _, _ in Formatter().parse(calculation)}
    needed |= {column.event for column in get_columns(kind) if column.name in shown}
    if unknown := {*shown} - {*kind._fields}:
        raise ValueError(f"{kind.__name__} has no such column: {', '.join(sorted(unknown))}")
    hidden = [
        name
        for name, column in zip(kind._fields, get_columns(kind), strict=True)
        if name not in shown
        if name in needed
        or not column.display.is_on_pages
        or (calculation and column.display.style == "source")
    ]
    return derive_table(kind, tuple(shown), tuple(hidden))
