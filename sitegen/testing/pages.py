"""What strips and ledgers say: answers that lead somewhere, and accounts that add up.

What is published and shown: cells of the types of their columns, links that lead somewhere, charts.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import accumulate, chain, pairwise
from math import isclose, isfinite
from typing import Any, Protocol

from sitegen.build import addresses
from sitegen.core import outcome_checks
from sitegen.core.entities import Highlight, Highlights, PlayerName, RatingExplanation
from sitegen.core.model import Chart, Fact, Outcome, PageSection, Section
from sitegen.core.system import get_articles
from sitegen.core.table import Column, PlayerId, Table, get_columns, make_column
from sitegen.inputs.content.texts import Content
from sitegen.inputs.privacy.folding import TEXT_BOUNDARY
from sitegen.inputs.results import results
from sitegen.pages import page as pages_page
from sitegen.pages import plan
from sitegen.testing.contract import CALENDAR, Subject, list_pages, list_sections
from sitegen.toolkit.order import group_by

_MAX_HIGHLIGHTS = 4
_TOLERANCE = 1e-6


class CellChecker(Protocol):
    """Where cells lead, and whether they are what their columns say."""

    def check_fact(self, fact: Fact) -> Iterator[str]:
        """What is wrong with one figure and its link."""

    def check_rows(self, where: str, table: type[Table], rows: Sequence[Any]) -> Iterator[str]:
        """What is wrong with the cells of rows."""


def check_highlights(strip: Highlights, places: CellChecker) -> Iterator[str]:
    """What is wrong with the answers above a list."""
    if len(strip.highlights) > _MAX_HIGHLIGHTS:
        yield f"the strip has {len(strip.highlights)} highlights, more than {_MAX_HIGHLIGHTS}"
    for highlight in strip.highlights:
        yield from (
            f"the highlight {highlight.label!r}: {told}" for told in _check_highlight(highlight, places)
        )


def _check_highlight(highlight: Highlight, places: CellChecker) -> Iterator[str]:
    if highlight.player and highlight.text:
        yield "there is a player and a text, of which one is shown"
    if not outcome_checks.can_format(highlight.note, highlight.params):
        yield f"the note {highlight.note!r} names something that is not there"
    players = [name.player for name in highlight.params.values() if isinstance(name, PlayerName)]
    for player in filter(None, [highlight.player, *players]):
        yield from places.check_fact(Fact(highlight.label, player, PlayerId))
    if highlight.figure is not None or highlight.event:
        yield from places.check_fact(
            Fact(highlight.label, highlight.figure, highlight.cell_type, event=highlight.event)
        )


def check_explanation(section: Section, places: CellChecker) -> Iterator[str]:
    """What is wrong with a section as an account: titles, steps, and sums that do not come out."""
    ledger = section.explanation
    if ledger is None:
        return
    for balance in (ledger.opening, ledger.closing):
        if not outcome_checks.can_format(balance.title, {"day": balance.day}):
            yield f"the title {balance.title!r} names something that is not there"
    for table, rows in group_by(ledger.steps, type).items():
        if issubclass(table, Table):
            yield from places.check_rows("the steps", table, rows)
        else:
            yield f"the ledger has a step that is a {table.__name__}, and no row of a table"
    yield from _check_sums(section, ledger)


def _check_sums(section: Section, ledger: RatingExplanation) -> Iterator[str]:
    by_role = {column.role: place for place, column in reversed([*enumerate(get_columns(section.table))])}
    if missing := [role for role in ("change", "value") if role not in by_role]:
        yield f"the ledger has no column of the role {missing[0]!r}"
        return
    changes = [row[by_role["change"]] or 0.0 for row in section.rows]
    figures = list(accumulate(changes, initial=ledger.opening.value or 0.0))
    shown = [row[by_role["value"]] for row in section.rows]
    off = [
        place
        for place, figure in enumerate(shown)
        if figure is not None and not is_close(figure, figures[place + 1])
    ]
    if off:
        yield f"the rows of the ledger lead to {figures[off[0] + 1]}, where it says {shown[off[0]]}"
    elif not is_close(figures[-1], ledger.closing.value or 0.0):
        yield f"the ledger leads to {figures[-1]}, not to {ledger.closing.value}"
    if ledger.change is not None and not is_close(figures[-1] - figures[0], ledger.change):
        yield f"the change of the ledger is {ledger.change}, not that of its rows"


def is_close(one: float, other: float) -> bool:
    """Whether two figures are the same but for the noise of a sum."""
    return isclose(one, other, rel_tol=1e-9, abs_tol=_TOLERANCE)


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def check_pages(subject: Subject, day: date) -> Iterator[str]:
    """What is wrong with what a site would show on `day`; the contract of one moment."""
    ranking, outcome = subject.ranking, subject.rate(day)
    unsound = outcome_checks.validate_outcome(
        ranking.name_of_system, ranking.system, ranking.options, outcome
    )
    found: list[str] = list(unsound) or [*_check_players(subject, outcome), *_check_list(outcome)]
    found = found or [clash.message for clash in addresses.find_clashes(_plan_pages(subject, day))]
    if found:
        yield from map(str, found)
        return
    places = _OutcomeChecker(subject, outcome, day)
    for table in outcome.tables:
        yield from places.check_rows(f"the table {table.name!r}", table.table, table.rows)
    for page, shown in list_sections(outcome).items():
        yield from _check_page(page, shown, places)
    for page, sheet in list_pages(outcome):
        yield from (f"{page}: {breach}" for fact in sheet.facts for breach in places.check_fact(fact))
    yield from _check_hidden_names(subject, outcome)


def _plan_pages(subject: Subject, day: date) -> pages_page.SitePlan:
    return plan.plan_site(subject.site, Content(), [subject.build_context(day)])


def _check_players(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Pages of people who are none of the players."""
    everybody = {player.id for player in subject.players}
    strange = (player.id for player in outcome.players if player.id not in everybody)
    yield from (f"the player {id_!r} has a page and is in no table" for id_ in strange)


def _check_list(outcome: Outcome) -> Iterator[str]:
    """Tables of the current list, of which pages are planned, with a title or a column that is not there."""
    sections = outcome.listing.content.tables
    yield from (breach for section in sections for breach in _check_section("the current list", section))


class _OutcomeChecker:
    """Where the cells of an outcome lead, and whether they are what their columns say."""

    def __init__(self, subject: Subject, outcome: Outcome, day: date) -> None:
        self._day = day
        self._with_page = {player.id for player in outcome.players}
        self._hidden = {player.id for player in subject.players if player.hidden}
        keys: dict[object, str] = {event.key: event.key for event in outcome.events}
        self._events = keys | {**outcome.event_keys}
        self._number = Counter[object](event.day for event in outcome.events)
        self._topics = {*outcome.topic_keys}
        self.articles = {*get_articles(subject.ranking.system)}

    def check_rows(
        self, where: str, table: type[Table], rows: Sequence[Any], *, is_to_come: bool = False
    ) -> Iterator[str]:
        """Rows of another table, and cells that are not what their columns say; each column once."""
        if any(type(row) is not table for row in rows):
            yield f"{where} has rows that are not of {table.__name__}"
            return
        for place, column in enumerate(get_columns(table)):
            values = dict.fromkeys(row[place] for row in rows)
            may_lead_nowhere = is_to_come and column.display.style == "event"
            wrong = self._check_type if may_lead_nowhere else self._check_cell
            found = (wrong(column, value) for value in values)
            yield from (f"{where}: {breach}" for breach in list(filter(None, found))[:1])

    def check_fact(self, fact: Fact) -> Iterator[str]:
        """A fact whose value is not what it says, or leads nowhere; a day may be one on which nobody came."""
        column = make_column(fact.label, fact.cell_type)
        if fact.event and fact.event not in self._events:
            yield f"{fact.event!r} in {fact.label!r} leads nowhere"
        if column.display.style == "event" and not fact.event and self._number[fact.value] > 1:
            yield f"{self._find_wrong_event(fact.value, ())} in {fact.label!r}"
        if (
            fact.value is not None
            and not isinstance(fact.value, date)
            and (found := self._check_cell(column, fact.value))
        ):
            yield found

    def check_days(self, where: str, table: type[Table], rows: Sequence[Any]) -> Iterator[str]:
        """Days that lead to another event than that of their row, or to one of several."""
        events = [pair for pair in enumerate(get_columns(table)) if pair[1].display.style == "event"]
        keys = [place for place, column in events if column.kind is str]
        for place, column in events:
            if column.kind is date and not column.event:
                found = (self._find_wrong_event(row[place], [row[key] for key in keys]) for row in rows)
                yield from (
                    f"{where}: {breach} in {column.name!r}" for breach in list(filter(None, found))[:1]
                )

    def _find_wrong_event(self, day: object, keys: Sequence[str]) -> str:
        """How a day that says no event leads to one that may not be its own; empty where it cannot."""
        if self._number[day] > 1:
            return f"{day} leads to one of {self._number[day]} events"
        led, own = self._events.get(day), {*map(self._events.get, keys)} - {None}
        return f"{day} leads to {led!r}, another event than that of its row," if led and own - {led} else ""

    def _check_cell(self, column: Column, value: Any) -> str:
        if (found := self._check_type(column, value)) or value in (None, ""):
            return found
        return (
            ""
            if self._has_target(column.display.style, value)
            else f"{value!r} in {column.name!r} leads nowhere"
        )

    def _check_type(self, column: Column, value: Any) -> str:
        if _has_column_type(column, value):
            return ""
        return f"{value!r} in {column.name!r} is no {'blank or ' * column.blank}{column.kind.__name__}"

    def _has_target(self, style: str, value: Any) -> bool:
        """Whether a link leads somewhere; of a day or a round that is still to come it need not."""
        match style:
            case "player":
                return value in self._with_page or value in self._hidden
            case "event":
                return value in self._events or (isinstance(value, date) and value > self._day)
            case "topic":
                return value in self._topics
        return True


def _has_column_type(column: Column, value: Any) -> bool:
    if value is None:
        return column.blank
    if column.choices:
        return value in column.choices or value == ""
    if column.kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    return isinstance(value, column.kind) and (column.kind is bool or not isinstance(value, bool))


def _check_page(page: str, shown: Sequence[PageSection], places: _OutcomeChecker) -> Iterator[str]:
    sections = [part for part in shown if isinstance(part, Section)]
    for name, number in Counter(section.name for section in sections).items():
        if number > 1:
            yield f"{page} has {number} sections called {name!r}"
        if not _NAME.fullmatch(name):
            yield f"{page} has a section called {name!r}, which can be no address on a page"
    for section in sections:
        yield from _check_section(page, section)
        if strange := {*section.articles} - places.articles:
            yield f"{page}, {section.name!r}: no article of the system is called {', '.join(sorted(strange))}"
        is_to_come = page == CALENDAR  # rounds that nobody has played yet have no page
        yield from places.check_rows(
            f"{page}, {section.name!r}", section.table, section.all_rows, is_to_come=is_to_come
        )
        yield from places.check_days(f"{page}, {section.name!r}", section.table, section.rows)
        yield from (f"{page}, {section.name!r}: {breach}" for breach in check_explanation(section, places))
    for chart in (part for part in shown if isinstance(part, Chart)):
        yield from (f"{page}: the chart {chart.title!r} has {breach}" for breach in _check_chart(chart))
    for strip in (part for part in shown if isinstance(part, Highlights)):
        yield from (f"{page}: {breach}" for breach in check_highlights(strip, places))
    if others := [
        type(part).__name__ for part in shown if not isinstance(part, Section | Chart | Highlights)
    ]:
        yield f"{page} shows {others[0]}, which is neither a Section, a Chart nor a Strip"


def _check_chart(chart: Chart) -> Iterator[str]:
    if any(one >= other for (one, _), (other, _) in pairwise(chart.points)):
        yield "no point a day, earliest first"
    if not all(isfinite(value) for _, value in chart.points):
        yield "a value that is not finite"


def _check_section(page: str, section: Section) -> Iterator[str]:
    if not outcome_checks.can_format(section.title, section.params):
        yield f"{page}: the title {section.title!r} names something that is not there"
    if section.group_by and section.group_by not in {column.name for column in get_columns(section.table)}:
        yield f"{page}, {section.name!r} is set apart by {section.group_by!r}, which is no column of it"


def _check_hidden_names(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Pages and tables in whose words a hidden player stands by name."""
    secrets = results.find_hidden_names(subject.site)
    if not secrets:
        return
    rows = {f"the table {table.name!r}": table.rows for table in outcome.tables}
    for page, shown in list_sections(outcome).items():
        sections = [part for part in shown if isinstance(part, Section)]
        steps = [row for section in sections if section.explanation for row in section.explanation.steps]
        rows[page] = [
            *(row for section in sections for row in section.all_rows),
            *steps,
            *_list_highlight_texts(shown),
        ]
    yield from (
        f"{where} names a hidden player"
        for where, found in rows.items()
        if secrets.has_name(_join_texts(found))
    )


def _list_highlight_texts(shown: Sequence[PageSection]) -> Iterator[tuple[Any, ...]]:
    """What the strips of a page say."""
    for highlight in (answer for part in shown if isinstance(part, Highlights) for answer in part.highlights):
        yield highlight.player, highlight.text, *highlight.params.values()


def _join_texts(rows: Iterable[Iterable[Any]]) -> str:
    return TEXT_BOUNDARY.join({value for value in chain.from_iterable(rows) if isinstance(value, str)})
