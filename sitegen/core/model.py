"""The nouns that every ranking shares: the players it is read from and the sheets it is published as."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any, NamedTuple

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
)
from sitegen.core.table import Table

__all__ = [
    "Balance",
    "Career",
    "Careers",
    "Chart",
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
    "RatingExplanation",
    "Result",
    "ResultOutcome",
    "Section",
    "ShortListing",
    "Topic",
    "UpcomingEvent",
]  # fmt: skip


class PublishedTable(NamedTuple):
    """A published table: a file of its own, and rows that pages show."""

    name: str
    table: type[Table]
    rows: Sequence[Any]

    def iter_chunks(self) -> Iterator[Chunk]:
        """Its rows as columns, some thousands after the other."""
        return iter_chunks(self.table, self.rows)


class Fact(NamedTuple):
    """One figure of a standing, with its name: `Rating 1623`; `value` is shown as a cell of its type.

    `event` is the key of the one that it leads to, for a day that can have several. The `note` is shown with
    what is `named` in it.
    """

    label: str
    value: object
    cell_type: Any = str
    note: str = ""
    event: str = ""
    params: Mapping[str, object] = {}


class Section(NamedTuple):
    """A table on a page under its own heading.

    `name` is its address there; `ahead`, of what may be next, stands with a player's account. `title` is
    shown with what is `named` in it: `Group {group}`. Where the value of the column `apart` changes, rows are
    set apart from those above. Where there is a `calculation`, two people a row, each row opens it with its
    figures filled in (`{change:2}`), and the columns `above` stand above the rows that have them in common.
    A `ledger` makes an account of it. What is `yearly` is divided by year where a
    player played much; of a part, `whole` is how many rows there are. `articles` of the rules lead there.
    On the page of a player, rows that differ in whom they are about and in the change alone may be `brief`:
    a line below the table gives them, behind the text that says what they have in common.
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
    shared_columns: Sequence[str] = ()
    brief_rows: Mapping[str, Sequence[Any]] = {}

    @property
    def all_rows(self) -> Sequence[Any]:
        """The rows of the table and the brief ones."""
        return [*self.rows, *chain.from_iterable(self.brief_rows.values())] if self.brief_rows else self.rows


class Chart(NamedTuple):
    """A course over time, a point a day; `marks` are values worth a line across. Of a rank, 1 is on top.

    `note` explains what would make somebody wonder, such as a fall that all have at once.
    """

    title: str
    points: Sequence[tuple[date, float]]
    marks: Mapping[str, float] = {}
    note: str = ""
    is_rank: bool = False


PageSection = Section | Chart | Highlights


class PageContent(NamedTuple):
    """What a page shows of a ranking: a few facts at once, tables and charts when they are asked for."""

    facts: Sequence[Fact]
    sections: Callable[[], Sequence[PageSection]]

    @classmethod
    def create(cls, facts: Sequence[Fact], parts: Sequence[PageSection]) -> "PageContent":
        """A sheet whose parts are at hand."""
        return cls(facts, lambda: parts)

    @property
    def tables(self) -> list[Section]:
        """The tables among the parts, made anew each time."""
        return [part for part in self.sections() if isinstance(part, Section)]

    def map_sections(self, change: Callable[[Sequence[PageSection]], Sequence[PageSection]]) -> "PageContent":
        """The sheet with its parts changed when they are asked for."""
        parts = self.sections
        return self._replace(sections=lambda: change(parts()))


class PlayerPage(NamedTuple):
    """A player's page: who, where they stand, and the sheet with their history."""

    id: str
    name: str
    club: str
    content: PageContent


class Event(NamedTuple):
    """An evening, round, week or tournament: the page `results/<key>/`, with every step of its calculation.

    `title` is shown with what is `named` in it: `Week {week} of {year}`, or `{month}` with a `Month`.
    `complaints_until` is the last day for complaints about it; None where the rules set none.
    """

    key: str
    title: str
    params: Mapping[str, object]
    day: date
    content: PageContent
    complaints_until: date | None = None


class Listing(NamedTuple):
    """The list as published on `day`, from the results through `through`.

    `title` is shown with these two and with what is `named` in it. `complaints_until` is the last day for
    complaints about the latest results in it; None where the rules set none.
    """

    day: date
    through: date
    content: PageContent
    title: str = "List of {day} – results through {through}"
    params: Mapping[str, object] = {}
    complaints_until: date | None = None


class ShortListing(NamedTuple):
    """A list published on `day`, from the results through `through`, that is not shown in full any more."""

    day: date
    through: date


class Topic(NamedTuple):
    """One more page of a ranking, `<key>/`, with an entry of its own in the menu: its places, its finals.

    One whose key has two parts, `games/catan`, lies below the entry of the first, beside others of its kind.
    `title` is shown with what is `named` in it.
    """

    key: str
    title: str
    content: PageContent
    params: Mapping[str, object] = {}

    @property
    def kind(self) -> str:
        """The first part of the key: the entry in the menu, and the name of its template."""
        return self.key.partition("/")[0]

    @property
    def is_menu_entry(self) -> bool:
        """Whether the menu leads to the page itself."""
        return self.key == self.kind


class Outcome(NamedTuple):
    """All that a system calculates from its tables.

    `tables` become files; `listing` is the current list and `archive` the lists that are shown in full,
    oldest first, the current one among them; `shorter` are all others, which keep their address; `calendar`
    has a row an event, and may say what is to come; `topics` are the pages that only some systems have;
    `event_of` maps a cell that is shown as a link to an event (a day, a round) to the key of the event it
    belongs to, `topic_of` one that leads to a topic (a game) to the key of that.

    In `event_of` stand the values that columns of the types `PlayDate` and `EventKey` have of what has an
    event, as they are in the cells: `date(2026, 11, 7)`, 3 for a round; a key itself leads to its event
    anyway. Where a day can have several, its column says in which other the key stands: `column(…, event=…)`.
    `careers` tell what each player did; None where a system does not say it. `coming` is what is known to be
    ahead, the next first: the next round, tournament or publication. `between` is the table of who won what
    from a day through another, where that has more to it than the course of a career.
    What is not in it is shown without a link, such as a day to come. A page for a hidden player may be among
    `players`: it is dropped.
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
