"""The part of the contract that concerns a whole system: its declarations, and what its outcomes depend on.

A system must explain its tables, columns and options. Rated twice, the same tables must give one outcome.
Results of later days, the ids of players and who is hidden must change no figure, and the browser must
compute the published tables from copies in which nobody who is hidden is named.
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
from sitegen.core.entities import Lot, Player, PlayerName
from sitegen.core.model import Outcome, PageContent, PageSection
from sitegen.core.system import ExplainsChange, HasDeadline, System, list_event_dates, list_input_tables
from sitegen.core.table import Table, get_columns
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.content import links
from sitegen.inputs.results.files import open_files
from sitegen.inputs.results.results import read_as_written
from sitegen.rankings.ranking import RankingContext, build_contexts
from sitegen.toolkit.decisions import Decision


def check_declarations(system: System) -> Iterator[str]:
    """Yield each table and column that is not explained, and each interpretation with unsound Markdown."""
    tables = [
        *(input_table.rows for input_table in list_input_tables(system)),
        *system.outputs.values(),
        system.Options,
    ]
    for table in dict.fromkeys(tables):
        if not table.__doc__:
            yield f"the table {table.__name__} has no docstring, which says what a row of it is"
        for column in get_columns(table):
            if not column.doc:
                yield f"the column {column.name!r} of {table.__name__} is not explained"
    for interpretation in system.interpretations:
        _, problems = links.render_markdown(interpretation, "")
        yield from (
            f"the interpretation {interpretation!r} is no sound Markdown: {problem.message}"
            for problem in problems
        )


_MAX_DAYS = 4
CALENDAR = "the calendar"
RowEdit = Callable[[Table], Table | None]
"""Return the row that takes the place of another; None removes it."""


@dataclass(frozen=True)
class Subject:
    """The ranking under test, its input tables, and the last day that is checked."""

    site: Site
    ranking: Ranking
    inputs: Any
    as_of: date

    @property
    def players(self) -> Sequence[Player]:
        """The players, as the system gets them."""
        players: Sequence[Player] = self.inputs.players
        return players

    def rate(self, day: date, inputs: Any = None) -> Outcome:
        """Return the outcome on `day`, of the tables of the ranking or of other `inputs`."""
        return self.ranking.rate(self.inputs if inputs is None else inputs, day)

    def build_context(self, day: date) -> RankingContext:
        """Return the ranking on `day` as the pages get it."""
        site, id_ = self.site._replace(rankings=(self.ranking,)), self.ranking.id
        (context,) = build_contexts(site, {id_: self.inputs}, {id_: self.rate(day)})
        return context

    def find_days(self) -> list[date]:
        """Return the latest days of events before `as_of`, and `as_of` itself."""
        days = {event.day for event in self.rate(self.as_of).events if event.day < self.as_of}
        return [*sorted(days)[-_MAX_DAYS:], self.as_of]

    def edit_rows(self, edit: RowEdit) -> Any:
        """Return the input tables with `edit` applied to every row; a missing table stays missing."""
        tables = self.inputs._asdict()
        return self.inputs._replace(
            **{
                name: [edited for row in rows if (edited := edit(row)) is not None]
                for name, rows in tables.items()
                if rows is not None
            }
        )


def list_pages(outcome: Outcome) -> Iterator[tuple[str, PageContent]]:
    """Yield the content of every page, after the name of the page in a message."""
    yield "the current list", outcome.listing.content
    yield from ((f"the list of {listing.day}", listing.content) for listing in outcome.archive)
    yield from ((f"the event {event.key!r}", event.content) for event in outcome.events)
    yield from ((f"the topic {topic.key!r}", topic.content) for topic in outcome.topics)
    yield from ((f"the player {player.id!r}", player.content) for player in outcome.players)


def list_sections(outcome: Outcome) -> Mapping[str, Sequence[PageSection]]:
    """Return the sections of every page and of the calendar, by the name of the page in a message."""
    return {CALENDAR: outcome.calendar} | {page: content.sections() for page, content in list_pages(outcome)}


_MAX_PLAYERS = 3
_DECIMALS = 6  # as many as are published


def check_ratings(subject: Subject) -> Iterator[str]:
    """Yield what an outcome depends on that it must not depend on."""
    before = repr(subject.inputs)
    yield from _check_repeatability(subject)
    for day in subject.find_days():
        yield from _check_future_results(subject, day)
    for day, later in pairwise(subject.find_days()):
        yield from _check_explanations(subject, day, later)
    yield from _check_deadlines(subject)
    yield from _check_ids(subject)
    yield from _check_hidden_players(subject)
    if repr(subject.inputs) != before:
        yield "rate changes the tables that it is given"


def _find_differences(first: Outcome, second: Outcome) -> Iterator[str]:
    """Yield the tables and pages in which two outcomes differ."""
    tables = {table.name: list(table.rows) for table in second.tables}
    for table in first.tables:
        if list(table.rows) != tables.get(table.name):
            yield f"the table {table.name!r}"
    facts = {page: content.facts for page, content in list_pages(second)}
    for page, content in list_pages(first):
        if list(content.facts) != list(facts.get(page, ())):
            yield page
    second_sections = list_sections(second)
    for page, sections in list_sections(first).items():
        if list(sections) != list(second_sections.get(page, ())):
            yield page


def _report_first(differences: Iterator[str], breach: str) -> Iterator[str]:
    """Yield a breach about the first table or page that differs; the others mostly follow from it."""
    yield from (breach.format(difference) for difference in list(differences)[:1])


def _check_repeatability(subject: Subject) -> Iterator[str]:
    first, second = subject.rate(subject.as_of), subject.rate(subject.as_of)
    yield from _report_first(_find_differences(first, second), "{} is another when it is calculated again")
    earlier = {page: list(sections) for page, sections in list_sections(first).items()}
    differing = (page for page, sections in list_sections(first).items() if list(sections) != earlier[page])
    yield from _report_first(differing, "{} is another when it is shown again")


def _check_future_results(subject: Subject, day: date) -> Iterator[str]:
    """Check that what is published on a day does not depend on results of later days."""
    event_dates = list_event_dates(subject.ranking.system, subject.inputs)
    later = {id(event.row) for event in event_dates if event.is_played and event.day > day}
    without = subject.edit_rows(lambda row: None if id(row) in later else row)
    differences = _find_differences(subject.rate(day), subject.rate(day, without))
    # The calendar may announce an event of which the result is the only row.
    differences = (difference for difference in differences if difference != CALENDAR)
    yield from _report_first(differences, f"{{}} of {day} hangs on results of later days")


def _check_deadlines(subject: Subject) -> Iterator[str]:
    """Check that no result is due before it is played."""
    system, options = subject.ranking.system, subject.ranking.options
    if isinstance(system, HasDeadline):
        for day in subject.find_days():
            last = system.deadline(day, options)
            if last is not None and (not isinstance(last, date) or last < day):
                yield f"a result of {day} is due on {last!r}, which is no day from then on"


def _check_explanations(subject: Subject, day: date, later: date) -> Iterator[str]:
    """Check that notes on a change name known players only, and that there is none if nothing changes."""
    system = subject.ranking.system
    if not isinstance(system, ExplainsChange):
        return
    before, after = subject.rate(day), subject.rate(later)
    if notes := list(system.explain_change(after, subject.rate(later))):
        yield f"remarks tells {notes[0].text!r} where nothing changes"
    ids = {player.id for player in subject.players}
    for note in system.explain_change(before, after):
        for name in re.findall(r"{(\w+)}", note.text):
            param = note.params.get(name)
            if name not in note.params or (isinstance(param, PlayerName) and param.player not in ids):
                yield f"remarks tells {note.text!r}, in which nothing is known as {name!r}"


def _check_ids(subject: Subject) -> Iterator[str]:
    """Check that no figure depends on the ids of players."""
    new_ids = {
        player.id: f"zz-{player.lot('contract')[:12]}" for player in subject.players if not player.hidden
    }
    inputs = subject.edit_rows(lambda row: _replace_ids(row, new_ids))
    before, after = subject.rate(subject.as_of), subject.rate(subject.as_of, inputs)
    old_ids = {new: old for old, new in new_ids.items()}
    for table, renamed in zip(before.tables, after.tables, strict=True):
        if [_collect_figures(row) for row in table.rows] != [
            _collect_figures(_replace_ids(row, old_ids)) for row in renamed.rows
        ]:
            yield f"the table {table.name!r} hangs on the ids of players"


def _check_hidden_players(subject: Subject) -> Iterator[str]:
    """Check that no figure depends on who is hidden; only the order of equals may."""
    visible = [player for player in subject.players if not player.hidden]
    before = subject.rate(subject.as_of)
    for player in visible[:: max(1, len(visible) // _MAX_PLAYERS)][:_MAX_PLAYERS]:
        label = f"player-{len(subject.players) + 1}"
        after = subject.rate(subject.as_of, subject.edit_rows(hide_players({player.id: label})))
        for table, redacted in zip(before.tables, after.tables, strict=True):
            rows = [_replace_ids(row, {label: player.id}) for row in redacted.rows]
            if Counter(map(_collect_figures, table.rows)) != Counter(map(_collect_figures, rows)):
                yield f"the table {table.name!r} has other figures when {player.id!r} hides"


def hide_players(labels: Mapping[str, str]) -> Callable[[Table], Table]:
    """Return an edit of rows that hides players under labels, which are given by id."""

    def hide(row: Table) -> Table:
        if isinstance(row, Player) and row.id in labels:
            name = labels[row.id].replace("-", " ").capitalize()
            row = row.replace(name=name, sort_name="", aliases="", hidden=True)
        if isinstance(row, Decision) and row.player in labels:
            row = row.replace(reason="")  # as it is read
        return _replace_ids(row, labels)

    return hide


def _replace_ids(row: Table, new_ids: Mapping[str, str]) -> Table:
    """Return a row with the ids of players replaced, those that are among `new_ids`."""
    cells = {
        column.name: new_ids[value]
        for column, value in zip(get_columns(type(row)), row, strict=True)
        if (column.display.style == "player" or (isinstance(row, Player) and column.name == "id"))
        and value in new_ids
    }
    return row.replace(**cells) if cells else row


def _collect_figures(row: Table) -> tuple[Any, ...]:
    """Return what is calculated in a row: the players and every cell but texts, rounded as in data files."""
    return tuple(
        round(value, _DECIMALS) if isinstance(value, float) else value
        for column, value in zip(get_columns(type(row)), row, strict=True)
        if column.display.style == "player" or column.kind is not str
    )


_HIDE_EVERY = 3  # one of so many players is hidden


def check_browser(subject: Subject) -> Iterator[str]:
    """Yield the tables that a browser computes otherwise when some players are hidden."""
    hidden_players = [
        player
        for position, player in enumerate(subject.players)
        if player.hidden or position % _HIDE_EVERY == 0
    ]
    hide_by_label = hide_players(
        {player.id: f"player-{number}" for number, player in enumerate(hidden_players, 1)}
    )

    def hide(row: Table) -> Table:
        row = hide_by_label(row)
        if isinstance(row, Player) and row.hidden:  # last in every order, as they are read
            number = int(row.id.rpartition("-")[2])
            row = row.replace(alphabet=len(subject.players) + number, lot=Lot(row.id, number))
        return row

    subject = replace(subject, inputs=subject.edit_rows(hide))
    tables = subject.build_context(subject.as_of).files
    files = open_files(subject.site.root, subject.ranking)
    rows = {name: list(map(hide, table)) for name, table in read_as_written(subject.site, files).items()}
    text = published.encode_ranking_data(subject.site, files, subject.inputs, subject.as_of, rows).decode()
    with TemporaryDirectory(prefix="sitegen-") as folder:
        try:
            computed = Session.from_text(Path(folder), text).rate_tables()
        except UnreadableError as error:
            yield f"what is copied for browsers cannot be read there: {error}"
            return
    for name, table in tables.items():
        if table.to_csv().decode() != computed.get(name):
            yield f"the table {name!r} is another in browsers when some hide"
