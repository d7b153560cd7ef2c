"""What a system says of itself: tables, columns and options that explain themselves, and sound Markdown.

A ranking that is held to the contract: its tables as they were read, and what its system makes of them.

What holds between two ratings: the same twice, nothing of days to come, whatever the ids and who hides.

What calculates in browsers: out of copies that name nobody who hides it gets the same tables.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sitegen.browser import published
from sitegen.browser.session import Session, UnreadableError
from sitegen.core.entities import Player, PlayerName
from sitegen.core.model import Outcome, PageContent, PageSection
from sitegen.core.system import ExplainsChange, HasDeadline, HasEventDates, System, list_input_tables
from sitegen.core.table import Column, Table, get_columns
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.content import links
from sitegen.inputs.results.files import open_files
from sitegen.inputs.results.results import read_as_written
from sitegen.rankings.ranking import RankingContext, build_contexts


def check_declarations(system: System) -> Iterator[str]:
    """What `sitegen systems` and the page of the rules could not tell."""
    tables = [
        *(input_table.rows for input_table in list_input_tables(system)),
        *system.outputs.values(),
        system.Options,
    ]
    for table in dict.fromkeys(tables):
        yield from _check_table(table)
    for interpretation in system.interpretations:
        _, problems = links.render_markdown(interpretation, "")
        yield from (
            f"the interpretation {interpretation!r} is no sound Markdown: {found.message}"
            for found in problems
        )


def _check_table(table: type[Table]) -> Iterator[str]:
    if not table.__doc__:
        yield f"the table {table.__name__} has no docstring, which says what a row of it is"
    for column in get_columns(table):
        if not column.doc:
            yield f"the column {column.name!r} of {table.__name__} is not explained"


_MAX_DAYS = 4
CALENDAR = "the calendar"
RowEdit = Callable[[Table], Table | None]
"""What becomes of a row; None: it goes."""


@dataclass(frozen=True)
class Subject:
    """A ranking of a site, its tables, and the day through which it is looked at."""

    site: Site
    ranking: Ranking
    inputs: Any
    as_of: date

    @property
    def players(self) -> Sequence[Player]:
        """Everybody, as the system was given them."""
        players: Sequence[Player] = self.inputs.players
        return players

    def rate(self, day: date, inputs: Any = None) -> Outcome:
        """What the system makes of its tables, or of others, on `day`."""
        given = self.inputs if inputs is None else inputs
        when = self.ranking.make_moment(day, len(given.players))
        return self.ranking.system.rate(given, self.ranking.options, when)

    def build_context(self, day: date) -> RankingContext:
        """The same, as it is about to be shown."""
        own, id_ = self.site._replace(rankings=(self.ranking,)), self.ranking.id
        (found,) = build_contexts(own, {id_: self.inputs}, {id_: self.rate(day)})
        return found

    def find_days(self) -> list[date]:
        """The latest days on which something happened, and the last one."""
        happened = {event.day for event in self.rate(self.as_of).events if event.day < self.as_of}
        return [*sorted(happened)[-_MAX_DAYS:], self.as_of]

    def edit_rows(self, change: RowEdit) -> Any:
        """The tables with every row as `change` makes it; one that is not there stays so."""
        tables = self.inputs._asdict()
        return self.inputs._replace(
            **{
                name: [new for row in rows if (new := change(row)) is not None]
                for name, rows in tables.items()
                if rows is not None
            }
        )


def list_pages(outcome: Outcome) -> Iterator[tuple[str, PageContent]]:
    """Every sheet, with the page that it is on."""
    yield "the current list", outcome.listing.content
    yield from ((f"the list of {listing.day}", listing.content) for listing in outcome.archive)
    yield from ((f"the event {event.key!r}", event.content) for event in outcome.events)
    yield from ((f"the topic {topic.key!r}", topic.content) for topic in outcome.topics)
    yield from ((f"the player {player.id!r}", player.content) for player in outcome.players)


def list_sections(outcome: Outcome) -> Mapping[str, Sequence[PageSection]]:
    """What every page shows below its facts, by the page; the calendar among them."""
    return {CALENDAR: outcome.calendar} | {page: sheet.sections() for page, sheet in list_pages(outcome)}


_MAX_PLAYERS = 3
_UNKNOWN = object()
_DECIMALS = 6  # as many as are published


def check_ratings(subject: Subject) -> Iterator[str]:
    """What is wrong with how ratings hang together."""
    before = repr(subject.inputs)
    yield from _check_repeatability(subject)
    for day in subject.find_days():
        yield from _check_future_results(subject, day)
    for one, other in pairwise(subject.find_days()):
        yield from _check_explanations(subject, one, other)
    yield from _check_deadlines(subject)
    yield from _check_ids(subject)
    yield from _check_hidden_players(subject)
    if repr(subject.inputs) != before:
        yield "rate changes the tables that it is given"


def _find_differences(one: Outcome, other: Outcome) -> Iterator[str]:
    """The tables and pages in which two outcomes differ."""
    published = {table.name: list(table.rows) for table in other.tables}
    for table in one.tables:
        if list(table.rows) != published.get(table.name):
            yield f"the table {table.name!r}"
    facts = {page: sheet.facts for page, sheet in list_pages(other)}
    yield from (page for page, sheet in list_pages(one) if list(sheet.facts) != list(facts.get(page, ())))
    there = list_sections(other)
    for page, shown in list_sections(one).items():
        if list(shown) != list(there.get(page, ())):
            yield page


def _report_first(found: Iterator[str], told: str) -> Iterator[str]:
    """The first of what differs, told as a breach."""
    yield from (told.format(what) for what in list(found)[:1])


def _check_repeatability(subject: Subject) -> Iterator[str]:
    one, other = subject.rate(subject.as_of), subject.rate(subject.as_of)
    yield from _report_first(_find_differences(one, other), "{} is another when it is calculated again")
    again = {page: list(shown) for page, shown in list_sections(one).items()}
    unlike = (page for page, shown in list_sections(one).items() if list(shown) != again[page])
    yield from _report_first(unlike, "{} is another when it is shown again")


def _check_future_results(subject: Subject, day: date) -> Iterator[str]:
    """What is published on a day hangs on no result of a later one."""
    system = subject.ranking.system
    if not isinstance(system, HasEventDates):
        return
    later = {
        id(event.row) for event in system.event_dates(subject.inputs) if event.is_played and event.day > day
    }
    without = subject.edit_rows(lambda row: None if id(row) in later else row)
    # The calendar may say what is to come, of which a result can be the only row.
    differing = _find_differences(subject.rate(day), subject.rate(day, without))
    found = (difference for difference in differing if difference != CALENDAR)
    yield from _report_first(found, f"{{}} of {day} hangs on results of later days")


def _check_deadlines(subject: Subject) -> Iterator[str]:
    """No result is due before it is played."""
    system, options = subject.ranking.system, subject.ranking.options
    if isinstance(system, HasDeadline):
        for day in subject.find_days():
            last = system.deadline(day, options)
            if last is not None and (not isinstance(last, date) or last < day):
                yield f"a result of {day} is due on {last!r}, which is no day from then on"


def _check_explanations(subject: Subject, day: date, later: date) -> Iterator[str]:
    """What a system tells of a change is of players who are there, and of nothing where nothing changes."""
    system = subject.ranking.system
    if not isinstance(system, ExplainsChange):
        return
    before, after = subject.rate(day), subject.rate(later)
    if told := list(system.explain_change(after, subject.rate(later))):
        yield f"remarks tells {told[0].text!r} where nothing changes"
    known = {player.id for player in subject.players}
    for remark in system.explain_change(before, after):
        for key in re.findall(r"{(\w+)}", remark.text):
            named = remark.params.get(key, _UNKNOWN)
            if named is _UNKNOWN or (isinstance(named, PlayerName) and named.player not in known):
                yield f"remarks tells {remark.text!r}, in which nothing is known as {key!r}"


def _check_ids(subject: Subject) -> Iterator[str]:
    """Who has which id is no matter."""
    others = {
        player.id: f"zz-{player.lot('contract')[:12]}" for player in subject.players if not player.hidden
    }
    given = subject.edit_rows(lambda row: _replace_ids(row, others))
    one, other = subject.rate(subject.as_of), subject.rate(subject.as_of, given)
    back = {new: old for old, new in others.items()}
    for was, now in zip(one.tables, other.tables, strict=True):
        if [_collect_figures(row) for row in was.rows] != [
            _collect_figures(_replace_ids(row, back)) for row in now.rows
        ]:
            yield f"the table {was.name!r} hangs on the ids of players"


def _check_hidden_players(subject: Subject) -> Iterator[str]:
    """Who hides is no matter, but for the order in which equals are shown."""
    shown = [player for player in subject.players if not player.hidden]
    one = subject.rate(subject.as_of)
    for player in shown[:: max(1, len(shown) // _MAX_PLAYERS)][:_MAX_PLAYERS]:
        label = f"player-{len(subject.players) + 1}"
        given = subject.edit_rows(hide_players({player.id: label}))
        other, back = subject.rate(subject.as_of, given), {label: player.id}
        for was, now in zip(one.tables, other.tables, strict=True):
            if _count_rows(was.rows, {}) != _count_rows(now.rows, back):
                yield f"the table {was.name!r} has other figures when {player.id!r} hides"


def hide_players(labels: Mapping[str, str]) -> Callable[[Table], Table]:
    """What makes rows those of a ranking in which players hide under labels, by their ids."""

    def change(row: Table) -> Table:
        if isinstance(row, Player) and row.id in labels:
            name = labels[row.id].replace("-", " ").capitalize()
            row = row.replace(name=name, sort_name="", aliases="", hidden=True)
        return _replace_ids(row, labels)

    return change


def _replace_ids(row: Table, others: Mapping[str, str]) -> Table:
    """A row with the ids of players replaced."""
    cells = zip(get_columns(type(row)), row, strict=True)
    named = {
        column.name: others[value]
        for column, value in cells
        if _is_id_column(row, column) and value in others
    }
    return row.replace(**named) if named else row


def _is_id_column(row: Table, column: Column) -> bool:
    return column.display.style == "player" or (isinstance(row, Player) and column.name == "id")


def _count_rows(rows: Any, back: Mapping[str, str]) -> Counter[Any]:
    return Counter(_collect_figures(_replace_ids(row, back)) for row in rows)


def _collect_figures(row: Table) -> tuple[Any, ...]:
    """What is calculated: the players and all that is no text, as it is published."""
    return tuple(
        round(value, _DECIMALS) if isinstance(value, float) else value
        for column, value in zip(get_columns(type(row)), row, strict=True)
        if column.display.style == "player" or column.kind is not str
    )


_HIDE_EVERY = 3
"""Of so many players one begins to hide."""


def check_browser(subject: Subject) -> Iterator[str]:
    """Which tables are others in browsers, when some hide."""
    change = _hide_some_players(subject)
    given = replace(subject, inputs=subject.edit_rows(change))
    board = given.build_context(subject.as_of)
    opened = open_files(given.site.root, given.ranking)
    rows = read_as_written(given.site, opened)
    written = {name: list(map(change, table_rows)) for name, table_rows in rows.items()}
    text = published.encode_ranking_data(given.site, opened, given.inputs, subject.as_of, written).decode()
    with TemporaryDirectory(prefix="sitegen-") as folder:
        try:
            again = Session.from_text(Path(folder), text).rate_tables()
        except UnreadableError as error:
            yield f"what is copied for browsers cannot be read there: {error}"
            return
    unlike = (name for name, table in board.files.items() if table.to_csv().decode() != again.get(name))
    yield from (f"the table {name!r} is another in browsers when some hide" for name in unlike)


def _hide_some_players(subject: Subject) -> Callable[[Table], Table]:
    """What makes some more hide; labels are numbered by rows, as the reader does it."""
    found = [
        player for place, player in enumerate(subject.players) if player.hidden or place % _HIDE_EVERY == 0
    ]
    return hide_players({player.id: f"player-{number}" for number, player in enumerate(found, 1)})
