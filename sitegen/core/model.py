"""What a ranking system returns: an `Outcome`, with the published tables and the content of every page.

A page is declared, not written as HTML: its `PageContent` has facts and sections, with rows of tables.
What is smaller than a section is declared in `sitegen.core.entities`, and can be imported from here too.

Texts that have `params` are templates in the style of `str.format`: `Group {group}`. They are in English and
are translated by the catalogues of the system before `params` are filled in, so that a day, a `Month` or a
`Quarter` among them is written in the language of the site.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import chain
from typing import Any, Literal, NamedTuple

from sitegen.core.columnar import Chunk, iter_chunks
from sitegen.core.entities import (
    Balance,
    Career,
    Careers,
    EventDate,
    Fault,
    Highlight,
    Highlights,
    Lot,
    Moment,
    Month,
    Note,
    Player,
    PlayerName,
    Point,
    Quarter,
    RatingExplanation,
    Result,
    ResultOutcome,
    UpcomingEvent,
    declare_error,
    declare_warning,
)
from sitegen.core.roles import get_file_table
from sitegen.core.table import Column, Table, get_columns, get_field_names, get_hints

__all__ = [
    "Balance",
    "Career",
    "Careers",
    "Chart",
    "ClubPeriod",
    "Crosstable",
    "Event",
    "EventDate",
    "Fact",
    "Fault",
    "Highlight",
    "Highlights",
    "Listing",
    "Lot",
    "Moment",
    "Month",
    "Note",
    "Outcome",
    "PageContent",
    "PageSection",
    "Player",
    "PlayerName",
    "PlayerPage",
    "Point",
    "PublishedTable",
    "Quarter",
    "Race",
    "RatingExplanation",
    "Result",
    "ResultOutcome",
    "Section",
    "ShortListing",
    "Topic",
    "UpcomingEvent",
    "declare_error",
    "declare_warning",
]  # fmt: skip


class PublishedTable(NamedTuple):
    """A table that is published as files of its own; the rows are of the class `table`.

    `name` is one of `System.outputs`, with a year in the place of `YYYY`.
    """

    name: str
    table: type[Table]
    rows: Sequence[Any]

    @property
    def in_files(self) -> "PublishedTable":
        """The table as its files have it: without the columns that are for pages alone."""
        table = get_file_table(self.table)
        return self if table is self.table else PublishedTable(self.name, table, table.combine_all(self.rows))

    def iter_chunks(self) -> Iterator[Chunk]:
        """Yield the rows by column, some thousands at a time."""
        return iter_chunks(self.table, self.rows)


class Fact(NamedTuple):
    """One value with a label, at the top of a page: `Rating 1623`.

    `value` is shown as a cell of the type `cell_type` (`Rating`, `PlayDate`, `int`). If a day can have
    several events, `event` is the key of the one that the value links to. `note` is a text below it, with
    `params`. `table` and `column` name the cell that the value repeats: `from_cell` makes such a fact.
    `figure` says that it is the figure of careers, as it is `now` or the `highest` there was, which the page
    of a player then does not say again.
    """

    label: str
    value: object
    cell_type: Any = str
    note: str = ""
    event: str = ""
    params: Mapping[str, object] = {}
    table: type[Table] | None = None
    column: str = ""
    figure: Literal["", "now", "highest"] = ""

    @classmethod
    def from_cell(cls, row: Table, name: str, label: str = "", **others: Any) -> "Fact":
        """Return the fact of a cell of a row: `Fact.from_cell(row, "rating", note="after all games")`.

        It has the type of the column, and its label if no other is given, but no sign such as `±`: a change
        is called `Change`. `others` are further fields of a fact.
        """
        table = type(row)
        column = _find_column(table, name)
        fields = {"cell_type": get_hints(table)[name], "table": table, "column": column.name, **others}
        return cls(label or column.title, getattr(row, name), **fields)


@cache
def _find_column(table: type[Table], name: str) -> Column:
    """Return the column of a field."""
    return get_columns(table)[get_field_names(table).index(name)]


class Section(NamedTuple):
    """A table on a page, under a heading of its own.

    - `name`: its anchor on the page, unique there: a letter, then letters, digits and `-`. The section
      `ahead` on the page of a player, which says what is possible next, stands beside the explanations. Who
      is in the section `not-registered` of a list is grey where names are offered to enter results.
    - `title`: the heading, with `params`. `note` is a text with the table, `empty` one in place of a table
      without rows.
    - `table`, `rows`: the class of the rows, and the rows.
    - `group_by`: the name of a column; where its value changes, rows are set apart from those above.
    - `articles`: the names of the articles that the section applies, which are linked.
    - `explanation`: if present, the rows explain how one figure became another.
    - `is_yearly`: divide the table by year if it is long.
    - `total_rows`: if the rows are a part of a table, the number of rows of all of it.
    - `calculation`: a formula that each row can be opened to see, with its figures filled in (`{change:2}`
      has two decimals). A table whose rows open has one player or team a row, or two.
    - `opened_columns`: the columns that each row opens, besides a calculation and its place in the files.
    - `shared_columns`: in a table whose rows open, columns whose values stand once above the rows that
      have them in common.
    - `brief_rows`: on the page of a player, more rows by what they have in common. They should differ in
      the other player and the change alone, and are listed on one line below the table, behind that text.
    """

    name: str
    title: str
    table: type[Table]
    rows: Sequence[Any]
    note: str = ""
    empty: str = ""
    params: Mapping[str, object] = {}
    group_by: str = ""
    articles: Sequence[str] = ()
    explanation: RatingExplanation | None = None
    is_yearly: bool = False
    total_rows: int = 0
    calculation: str = ""
    opened_columns: Sequence[str] = ()
    shared_columns: Sequence[str] = ()
    brief_rows: Mapping[str, Sequence[Any]] = {}

    @property
    def has_opened_rows(self) -> bool:
        """Whether each row opens more of it."""
        return bool(self.calculation or self.opened_columns)

    @property
    def all_rows(self) -> Sequence[Any]:
        """The rows of the table, then the brief ones."""
        return [*self.rows, *chain.from_iterable(self.brief_rows.values())] if self.brief_rows else self.rows


class Chart(NamedTuple):
    """A line over time.

    `points` has a pair of day and value for each day, earliest first; the values are finite. `marks` are
    values with a line across, by label. A rank (`is_rank`) is drawn with 1 at the top. `note` explains what
    would puzzle a reader, such as a fall of all players at once.
    """

    title: str
    points: Sequence[tuple[date, float]]
    marks: Mapping[str, float] = {}
    note: str = ""
    is_rank: bool = False


class Crosstable(NamedTuple):
    """Who met whom: the results between players.

    `players` are the ids of those who met, in the order of their rows and columns: that of a list. `results`
    has the results of each against one other of them, oldest first. `name` is its anchor and `title` the
    heading of it, and `note` a text with it; both have `params`.
    """

    name: str
    title: str
    players: Sequence[str]
    results: Mapping[str, Sequence[Result]]
    note: str = ""
    params: Mapping[str, object] = {}


MIN_RACE = 5
"""The fewest events that make a course: fewer points look like signs, not like a line."""


class EventPoints(NamedTuple):
    """What a round or tournament brought a player, and whether it is in the total."""

    points: float
    counts: bool


class Race(NamedTuple):
    """How a season went: the totals of players after each of its rounds or tournaments, earliest first.

    `events` are the days and the keys of these. `totals` has a total for each of them, None where the player
    had none yet, by id in the order of the last ranking. What is shown is how far the first were behind the
    leader, with so many `decimals`. Where not all of a season counts, `parts` has what each of them brought
    who was there. `name`, `title`, `note`, `params` and `articles` are those of a `Section`.
    """

    name: str
    title: str
    events: Sequence[tuple[date, str]]
    totals: Mapping[str, Sequence[float | None]]
    note: str = ""
    params: Mapping[str, object] = {}
    articles: Sequence[str] = ()
    decimals: int = 0
    parts: Mapping[str, Sequence[EventPoints | None]] = {}


PageSection = Section | Chart | Crosstable | Race | Highlights
"""What can stand on a page below its facts."""


class PageContent(NamedTuple):
    """What a page shows: functions that make its facts and its sections.

    They are called only when the page itself is made, and must return the same at each call.
    """

    make_facts: Callable[[], Sequence[Fact]]
    sections: Callable[[], Sequence[PageSection]]

    @classmethod
    def create(
        cls, facts: Sequence[Fact], parts: Sequence[PageSection] | Callable[[], Sequence[PageSection]]
    ) -> "PageContent":
        """Return a content whose facts are made already; so are its sections, or a function makes them."""
        return cls(lambda: facts, parts if callable(parts) else lambda: parts)

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts; they are made anew at each access."""
        return self.make_facts()

    @property
    def tables(self) -> list[Section]:
        """The sections that are tables; they are made anew at each access."""
        return [section for section in self.sections() if isinstance(section, Section)]

    def map_sections(self, change: Callable[[Sequence[PageSection]], Sequence[PageSection]]) -> "PageContent":
        """Return the content with `change` applied to its sections when they are made."""
        make_sections = self.sections
        return self._replace(sections=lambda: change(make_sections()))


class ClubPeriod(NamedTuple):
    """The time of a player at a club; a day is None where none is known, or the time has not ended."""

    club: str
    first: date | None
    last: date | None

    def covers(self, day: date) -> bool:
        """Whether a day is part of it."""
        return (self.first or day) <= day <= (self.last or day)


class PlayerPage(NamedTuple):
    """The page of a player: the id, the name and club as shown, and the content with their history."""

    id: str
    name: str
    club: str
    content: PageContent


class Event(NamedTuple):
    """An evening, round, week or tournament: the page `results/<key>/`, with every step of its calculation.

    `title` has `params`: `Week {week} of {year}`, or `{month}` with a `Month`. `complaints_until` is the last
    day for complaints about it; None if the rules set none.
    """

    key: str
    title: str
    params: Mapping[str, object]
    day: date
    content: PageContent
    complaints_until: date | None = None


class Listing(NamedTuple):
    """The list as published on `day`, of the results through the day `through`.

    `title` can use these two names besides `params`. `complaints_until` is the last day for complaints about
    the latest results in the list; None if the rules set none.
    """

    day: date
    through: date
    content: PageContent
    title: str = "List of {day} – results through {through}"
    params: Mapping[str, object] = {}
    complaints_until: date | None = None


class ShortListing(NamedTuple):
    """A list published on `day`, of the results through `through`, that is no longer shown in full."""

    day: date
    through: date


class Topic(NamedTuple):
    """One more page of a ranking, at `<key>/`: its places, its finals, a game.

    A topic is an entry of the menu. If its key has two parts, such as `games/catan`, it is found through the
    entry `games` instead, beside others of its kind. `title` has `params`.
    """

    key: str
    title: str
    content: PageContent
    params: Mapping[str, object] = {}

    @property
    def kind(self) -> str:
        """The first part of the key: the entry in the menu, and the name of the template."""
        return self.key.partition("/")[0]

    @property
    def is_menu_entry(self) -> bool:
        """Whether the menu links to the page itself."""
        return self.key == self.kind


class Outcome(NamedTuple):
    """Everything that a system calculates from its tables.

    - `tables`: the published tables.
    - `listing`: the current list. `archive` has the lists that are shown in full, oldest first, the current
      one among them; `short_listings` has all others, which keep their address.
    - `events`: the pages of results.
    - `calendar`: sections with a row for each event, which may also announce events.
    - `players`: the pages of players. A page of a hidden player may be among them and is dropped.
    - `event_keys`: the key of the event that a cell links to, by the value of the cell, for columns of the
      types `PlayDate` and `EventKey`: `date(2026, 11, 7)`, or 3 for a round. A key links to its own event
      anyway. A value that is missing here has no link, such as a day still to come. If a day can have several
      events, its column names the one that holds the key: `column(..., event="key")`.
    - `topics`: further pages. `topic_keys` is to them what `event_keys` is to events, for columns of the
      type `TopicName`.
    - `careers`: what each player did; None if the system does not say.
    - `upcoming_events`: what is known to come, the next first: a round, a tournament, a list.
    - `compare_days`: returns a table of who gained and lost between two days, the second included; None to
      derive it from `careers`.
    - `clubs`: the clubs of each player who came to another one, by id, oldest first.
    """

    tables: Sequence[PublishedTable]
    listing: Listing
    archive: Sequence[Listing]
    events: Sequence[Event]
    calendar: Sequence[Section]
    players: Sequence[PlayerPage]
    event_keys: Mapping[object, str]
    short_listings: Sequence[ShortListing] = ()
    topics: Sequence[Topic] = ()
    topic_keys: Mapping[Any, str] = {}
    careers: Careers | None = None
    upcoming_events: Sequence[UpcomingEvent] = ()
    compare_days: Callable[[date, date], Section] | None = None
    clubs: Mapping[str, Sequence[ClubPeriod]] = {}
