"""What is published and shown: cells of the types of their columns, links that lead somewhere, charts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, pairwise
from math import isfinite
from typing import Any

from sitegen import addresses, pages, read, soundness
from sitegen.content import Content
from sitegen.contract import told
from sitegen.contract.subject import CALENDAR, Subject, parts, sheets
from sitegen.model import Chart, Fact, Outcome, Part, Section, Strip
from sitegen.read.spelling import APART
from sitegen.system import articles
from sitegen.table import Column, Table, column_of, columns

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def breaches(subject: Subject, day: date) -> Iterator[str]:
    """What is wrong with what a site would show on `day`; the contract of one moment."""
    ranking, outcome = subject.ranking, subject.rated(day)
    unsound = soundness.faults(ranking.name_of_system, ranking.system, ranking.options, outcome)
    found: list[str] = list(unsound) or [*_strangers(subject, outcome), *_of_list(outcome)]
    found = found or [each.message for each in addresses.clashes(_planned(subject, day))]
    if found:
        yield from map(str, found)
        return
    places = _Places(subject, outcome, day)
    for table in outcome.tables:
        yield from places.of_rows(f"the table {table.name!r}", table.table, table.rows)
    for page, shown in parts(outcome).items():
        yield from _of_page(page, shown, places)
    for page, sheet in sheets(outcome):
        yield from (f"{page}: {each}" for fact in sheet.facts for each in places.of_fact(fact))
    yield from _named(subject, outcome)


def _planned(subject: Subject, day: date) -> pages.Planned:
    return pages.plan(subject.site, Content(), [subject.board(day)])


def _strangers(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Pages of people who are none of the players."""
    everybody = {each.id for each in subject.players}
    strange = (each.id for each in outcome.players if each.id not in everybody)
    yield from (f"the player {each!r} has a page and is in no table" for each in strange)


def _of_list(outcome: Outcome) -> Iterator[str]:
    """Tables of the current list, of which pages are planned, with a title or a column that is not there."""
    sections = outcome.listing.sheet.sections
    yield from (each for section in sections for each in _of_section("the current list", section))


class _Places:
    """Where the cells of an outcome lead, and whether they are what their columns say."""

    def __init__(self, subject: Subject, outcome: Outcome, day: date) -> None:
        self._day = day
        self._with_page = {each.id for each in outcome.players}
        self._hidden = {each.id for each in subject.players if each.hidden}
        keys: dict[object, str] = {each.key: each.key for each in outcome.events}
        self._events = keys | {**outcome.event_of}
        self._number = Counter[object](each.day for each in outcome.events)
        self._topics = {*outcome.topic_of}
        self.articles = {*articles(subject.ranking.system)}

    def of_rows(
        self, where: str, table: type[Table], rows: Sequence[Any], *, is_to_come: bool = False
    ) -> Iterator[str]:
        """Rows of another table, and cells that are not what their columns say; each column once."""
        if any(type(row) is not table for row in rows):
            yield f"{where} has rows that are not of {table.__name__}"
            return
        for place, column in enumerate(columns(table)):
            values = dict.fromkeys(row[place] for row in rows)
            may_lead_nowhere = is_to_come and column.shown.style == "event"
            wrong = self._unfit if may_lead_nowhere else self._wrong
            found = (wrong(column, value) for value in values)
            yield from (f"{where}: {each}" for each in list(filter(None, found))[:1])

    def of_fact(self, fact: Fact) -> Iterator[str]:
        """A fact whose value is not what it says, or leads nowhere; a day may be one on which nobody came."""
        column = column_of(fact.label, fact.shown)
        if fact.event and fact.event not in self._events:
            yield f"{fact.event!r} in {fact.label!r} leads nowhere"
        if column.shown.style == "event" and not fact.event and self._number[fact.value] > 1:
            yield f"{self._astray(fact.value, ())} in {fact.label!r}"
        if (
            fact.value is not None
            and not isinstance(fact.value, date)
            and (found := self._wrong(column, fact.value))
        ):
            yield found

    def of_days(self, where: str, table: type[Table], rows: Sequence[Any]) -> Iterator[str]:
        """Days that lead to another event than that of their row, or to one of several."""
        events = [pair for pair in enumerate(columns(table)) if pair[1].shown.style == "event"]
        keys = [place for place, each in events if each.kind is str]
        for place, column in events:
            if column.kind is date and not column.event:
                found = (self._astray(row[place], [row[key] for key in keys]) for row in rows)
                yield from (f"{where}: {each} in {column.name!r}" for each in list(filter(None, found))[:1])

    def _astray(self, day: object, keys: Sequence[str]) -> str:
        """How a day that says no event leads to one that may not be its own; empty where it cannot."""
        if self._number[day] > 1:
            return f"{day} leads to one of {self._number[day]} events"
        led, own = self._events.get(day), {*map(self._events.get, keys)} - {None}
        return f"{day} leads to {led!r}, another event than that of its row," if led and own - {led} else ""

    def _wrong(self, column: Column, value: Any) -> str:
        if (found := self._unfit(column, value)) or value in (None, ""):
            return found
        return "" if self._leads(column.shown.style, value) else f"{value!r} in {column.name!r} leads nowhere"

    def _unfit(self, column: Column, value: Any) -> str:
        if _fits(column, value):
            return ""
        return f"{value!r} in {column.name!r} is no {'blank or ' * column.blank}{column.kind.__name__}"

    def _leads(self, style: str, value: Any) -> bool:
        """Whether a link leads somewhere; of a day or a round that is still to come it need not."""
        match style:
            case "player":
                return value in self._with_page or value in self._hidden
            case "event":
                return value in self._events or (isinstance(value, date) and value > self._day)
            case "topic":
                return value in self._topics
        return True


def _fits(column: Column, value: Any) -> bool:
    if value is None:
        return column.blank
    if column.choices:
        return value in column.choices or value == ""
    if column.kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    return isinstance(value, column.kind) and (column.kind is bool or not isinstance(value, bool))


def _of_page(page: str, shown: Sequence[Part], places: _Places) -> Iterator[str]:
    sections = [each for each in shown if isinstance(each, Section)]
    for name, number in Counter(each.name for each in sections).items():
        if number > 1:
            yield f"{page} has {number} sections called {name!r}"
        if not _NAME.fullmatch(name):
            yield f"{page} has a section called {name!r}, which can be no address on a page"
    for each in sections:
        yield from _of_section(page, each)
        if strange := {*each.articles} - places.articles:
            yield f"{page}, {each.name!r}: no article of the system is called {', '.join(sorted(strange))}"
        is_to_come = page == CALENDAR  # rounds that nobody has played yet have no page
        yield from places.of_rows(f"{page}, {each.name!r}", each.table, each.all_rows, is_to_come=is_to_come)
        yield from places.of_days(f"{page}, {each.name!r}", each.table, each.rows)
        yield from (f"{page}, {each.name!r}: {breach}" for breach in told.of_ledger(each, places))
    for chart in (each for each in shown if isinstance(each, Chart)):
        yield from (f"{page}: the chart {chart.title!r} has {each}" for each in _of_chart(chart))
    for strip in (each for each in shown if isinstance(each, Strip)):
        yield from (f"{page}: {each}" for each in told.of_strip(strip, places))
    if others := [type(each).__name__ for each in shown if not isinstance(each, Section | Chart | Strip)]:
        yield f"{page} shows {others[0]}, which is neither a Section, a Chart nor a Strip"


def _of_chart(chart: Chart) -> Iterator[str]:
    if any(one >= other for (one, _), (other, _) in pairwise(chart.points)):
        yield "no point a day, earliest first"
    if not all(isfinite(value) for _, value in chart.points):
        yield "a value that is not finite"


def _of_section(page: str, section: Section) -> Iterator[str]:
    if not told.fills(section.title, section.named):
        yield f"{page}: the title {section.title!r} names something that is not there"
    if section.apart and section.apart not in {each.name for each in columns(section.table)}:
        yield f"{page}, {section.name!r} is set apart by {section.apart!r}, which is no column of it"


def _named(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Pages and tables in whose words a hidden player stands by name."""
    secrets = read.secrets(subject.site)
    if not secrets:
        return
    rows = {f"the table {each.name!r}": each.rows for each in outcome.tables}
    for page, shown in parts(outcome).items():
        sections = [each for each in shown if isinstance(each, Section)]
        steps = [row for each in sections if each.ledger for row in each.ledger.steps]
        rows[page] = [*(row for each in sections for row in each.all_rows), *steps, *_answers(shown)]
    yield from (
        f"{where} names a hidden player" for where, found in rows.items() if secrets.names_in(_words(found))
    )


def _answers(shown: Sequence[Part]) -> Iterator[tuple[Any, ...]]:
    """What the strips of a page say."""
    for each in (answer for part in shown if isinstance(part, Strip) for answer in part.highlights):
        yield each.player, each.text, *each.named.values()


def _words(rows: Iterable[Iterable[Any]]) -> str:
    return APART.join({value for value in chain.from_iterable(rows) if isinstance(value, str)})
