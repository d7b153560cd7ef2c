"""The part of the contract that concerns one outcome: what is published and shown on one day.

Cells have the types of their columns, links lead to existing pages, the rows of an explanation add up to its
figures, and no page names a player who is hidden.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import accumulate, pairwise
from math import isclose, isfinite
from typing import Any

from sitegen.core import outcome_checks
from sitegen.core.entities import Highlight, Highlights, PlayerName, RatingExplanation
from sitegen.core.model import Chart, Crosstable, Fact, Outcome, PageSection, Race, Section
from sitegen.core.system import get_articles
from sitegen.core.table import Column, PlayerId, Table, get_columns, make_column
from sitegen.inputs.content.texts import Content
from sitegen.inputs.privacy.folding import TEXT_BOUNDARY
from sitegen.inputs.results import results
from sitegen.pages import plan
from sitegen.publishing import addresses
from sitegen.testing.contract import CALENDAR, Subject, list_pages, list_sections
from sitegen.toolkit.order import group_by

_MAX_HIGHLIGHTS = 4


def check_pages(subject: Subject, day: date) -> Iterator[str]:
    """Yield what is wrong with what the site would publish and show on `day`."""
    ranking, outcome = subject.ranking, subject.rate(day)
    breaches: list[str] = [
        *outcome_checks.validate_outcome(ranking.name_of_system, ranking.system, ranking.options, outcome)
    ]
    breaches = breaches or [*_check_before_planning(subject, outcome)]
    if not breaches:
        site = subject.site._replace(rankings=(ranking,))
        site_plan = plan.plan_site(site, Content(), [subject.build_context(day)])
        breaches = [clash.message for clash in addresses.find_clashes(site_plan)]
    if breaches:  # pages cannot be made of such an outcome
        yield from map(str, breaches)
        return
    checker = _OutcomeChecker(subject, outcome, day)
    for table in (table.in_files for table in outcome.tables):  # pages show the other columns
        yield from checker.check_rows(f"the table {table.name!r}", table.table, table.rows)
    for page, sections in list_sections(outcome).items():
        yield from _check_page(page, sections, checker)
    for page, content in list_pages(outcome):
        yield from (f"{page}: {breach}" for fact in content.facts for breach in checker.check_fact(fact))
    yield from _check_hidden_names(subject, outcome)


def _check_before_planning(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield pages of unknown players, and sections of the current list that no page can be planned of."""
    ids = {player.id for player in subject.players}
    for player in outcome.players:
        if player.id not in ids:
            yield f"the player {player.id!r} has a page and is in no table"
    for section in outcome.listing.content.tables:
        yield from _check_section("the current list", section)


class _OutcomeChecker:
    """Checks the cells of an outcome: their types, and whether the pages that they lead to exist."""

    def __init__(self, subject: Subject, outcome: Outcome, day: date) -> None:
        self._day = day
        self._with_page = {player.id for player in outcome.players}
        self._hidden = {player.id for player in subject.players if player.hidden}
        self._events: dict[object, str] = {event.key: event.key for event in outcome.events}
        self._events |= outcome.event_keys
        self._events_per_day = Counter[object](event.day for event in outcome.events)
        self._topics = {*outcome.topic_keys}
        self.articles = {*get_articles(subject.ranking.system)}

    def check_rows(
        self, place: str, table: type[Table], rows: Sequence[Any], *, is_to_come: bool = False
    ) -> Iterator[str]:
        """Yield one breach for each column with a wrong cell, or a single one if rows are of another table.

        Events that are still to come need no page.
        """
        if any(type(row) is not table for row in rows):
            yield f"{place} has rows that are not of {table.__name__}"
            return
        for index, column in enumerate(get_columns(table)):
            values = dict.fromkeys(row[index] for row in rows)
            may_lead_nowhere = is_to_come and column.display.style == "event"
            check = self._check_type if may_lead_nowhere else self._check_cell
            breaches = [breach for value in values if (breach := check(column, value))]
            yield from (f"{place}: {breach}" for breach in breaches[:1])

    def check_fact(self, fact: Fact) -> Iterator[str]:
        """Yield what is wrong with a fact; a day that it shows may be one without an event."""
        column = make_column(fact.label, fact.cell_type)
        if fact.event and fact.event not in self._events:
            yield f"{fact.event!r} in {fact.label!r} leads nowhere"
        if column.display.style == "event" and not fact.event and self._events_per_day[fact.value] > 1:
            yield f"{self._find_wrong_event(fact.value, ())} in {fact.label!r}"
        if (
            fact.value is not None
            and not isinstance(fact.value, date)
            and (breach := self._check_cell(column, fact.value))
        ):
            yield breach

    def check_days(self, place: str, table: type[Table], rows: Sequence[Any]) -> Iterator[str]:
        """Yield days that lead to another event than that of their row, or to one of several events."""
        columns = [pair for pair in enumerate(get_columns(table)) if pair[1].display.style == "event"]
        keys = [index for index, column in columns if column.kind is str]
        for index, column in columns:
            if column.kind is date and not column.event:
                breaches = (self._find_wrong_event(row[index], [row[key] for key in keys]) for row in rows)
                yield from (
                    f"{place}: {breach} in {column.name!r}" for breach in list(filter(None, breaches))[:1]
                )

    def _find_wrong_event(self, day: object, keys: Sequence[str]) -> str:
        """Return how a day may lead to a wrong event, beside the `keys` in its row; empty if it does not."""
        if self._events_per_day[day] > 1:
            return f"{day} leads to one of {self._events_per_day[day]} events"
        target, own = self._events.get(day), {*map(self._events.get, keys)} - {None}
        if target and own - {target}:
            return f"{day} leads to {target!r}, another event than that of its row,"
        return ""

    def _check_cell(self, column: Column, value: Any) -> str:
        breach = self._check_type(column, value)
        if breach or value in (None, "") or self._has_target(column.display.style, value):
            return breach
        return f"{value!r} in {column.name!r} leads nowhere"

    @staticmethod
    def _check_type(column: Column, value: Any) -> str:
        if _has_column_type(column, value):
            return ""
        return f"{value!r} in {column.name!r} is no {'blank or ' * column.blank}{column.kind.__name__}"

    def _has_target(self, style: str, value: Any) -> bool:
        """Whether the page that a cell links to exists; the event of a later day need not have one."""
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


_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def _check_page(page: str, parts: Sequence[PageSection], checker: _OutcomeChecker) -> Iterator[str]:
    sections = [part for part in parts if isinstance(part, Section)]
    names = [part.name for part in parts if isinstance(part, Section | Crosstable | Race)]
    for name, number in Counter(names).items():
        if number > 1:
            yield f"{page} has {number} sections called {name!r}"
        if not _NAME.fullmatch(name):
            yield f"{page} has a section called {name!r}, which can be no address on a page"
    for section in sections:
        yield from _check_section(page, section)
        place = f"{page}, {section.name!r}"
        if unknown := {*section.articles} - checker.articles:
            yield f"{place}: no article of the system is called {', '.join(sorted(unknown))}"
        is_to_come = page == CALENDAR  # rounds that nobody has played yet have no page
        yield from checker.check_rows(place, section.table, section.all_rows, is_to_come=is_to_come)
        yield from checker.check_days(place, section.table, section.rows)
        if section.explanation:
            breaches = _check_explanation(section, section.explanation, checker)
            yield from (f"{place}: {breach}" for breach in breaches)
    for chart in (part for part in parts if isinstance(part, Chart)):
        yield from (f"{page}: the chart {chart.title!r} has {breach}" for breach in _check_chart(chart))
    for highlights in (part for part in parts if isinstance(part, Highlights)):
        yield from (f"{page}: {breach}" for breach in _check_highlights(highlights, checker))
    if foreign_types := [type(part).__name__ for part in parts if not isinstance(part, PageSection)]:
        yield f"{page} shows {foreign_types[0]}, which is neither a Section nor another part of a page"


def _check_chart(chart: Chart) -> Iterator[str]:
    if any(day >= later for (day, _), (later, _) in pairwise(chart.points)):
        yield "no point a day, earliest first"
    if not all(isfinite(value) for _, value in chart.points):
        yield "a value that is not finite"


def _check_section(page: str, section: Section) -> Iterator[str]:
    if not outcome_checks.can_format(section.title, section.params):
        yield f"{page}: the title {section.title!r} names something that is not there"
    if section.group_by and section.group_by not in {column.name for column in get_columns(section.table)}:
        yield f"{page}, {section.name!r} is set apart by {section.group_by!r}, which is no column of it"


def _check_hidden_names(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield the pages and tables whose texts name a hidden player."""
    hidden_names = results.find_hidden_names(subject.site)
    if not hidden_names:
        return
    rows: dict[str, Iterable[Iterable[Any]]] = {
        f"the table {table.name!r}": table.rows for table in outcome.tables
    }
    for page, parts in list_sections(outcome).items():
        rows[page] = [row for part in parts for row in _list_rows(part)]
    for place, place_rows in rows.items():
        texts = {cell for row in place_rows for cell in row if isinstance(cell, str)}
        if hidden_names.has_name(TEXT_BOUNDARY.join(texts)):
            yield f"{place} names a hidden player"


def _list_rows(part: PageSection) -> Iterator[Iterable[Any]]:
    """Yield the rows of a table on a page and of its explanation, or what highlights fill in."""
    if isinstance(part, Section):
        yield from part.all_rows
        yield from part.explanation.steps if part.explanation else ()
    elif isinstance(part, Highlights):
        for highlight in part.highlights:
            yield highlight.player, highlight.text, *highlight.params.values()


def _check_highlights(highlights: Highlights, checker: _OutcomeChecker) -> Iterator[str]:
    if len(highlights.highlights) > _MAX_HIGHLIGHTS:
        yield f"the strip has {len(highlights.highlights)} highlights, more than {_MAX_HIGHLIGHTS}"
    for highlight in highlights.highlights:
        for breach in _check_highlight(highlight, checker):
            yield f"the highlight {highlight.label!r}: {breach}"


def _check_highlight(highlight: Highlight, checker: _OutcomeChecker) -> Iterator[str]:
    if highlight.player and highlight.text:
        yield "there is a player and a text, of which one is shown"
    if not outcome_checks.can_format(highlight.note, highlight.params):
        yield f"the note {highlight.note!r} names something that is not there"
    players = [param.player for param in highlight.params.values() if isinstance(param, PlayerName)]
    for player in filter(None, [highlight.player, *players]):
        yield from checker.check_fact(Fact(highlight.label, player, PlayerId))
    if highlight.figure is not None or highlight.event:
        yield from checker.check_fact(
            Fact(highlight.label, highlight.figure, highlight.cell_type, event=highlight.event)
        )


def _check_explanation(
    section: Section, explanation: RatingExplanation, checker: _OutcomeChecker
) -> Iterator[str]:
    """Yield what is wrong with the titles, the steps and the sums of an explanation."""
    for balance in (explanation.opening, explanation.closing):
        if not outcome_checks.can_format(balance.title, {"day": balance.day}):
            yield f"the title {balance.title!r} names something that is not there"
    for table, rows in group_by(explanation.steps, type).items():
        if issubclass(table, Table):
            yield from checker.check_rows("the steps", table, rows)
        else:
            yield f"the ledger has a step that is a {table.__name__}, and no row of a table"
    yield from _check_sums(section, explanation)


def _check_sums(section: Section, explanation: RatingExplanation) -> Iterator[str]:
    """Check that the changes lead from each figure to the next, and from the opening to the closing one."""
    by_role = {column.role: index for index, column in reversed([*enumerate(get_columns(section.table))])}
    if missing := [role for role in ("change", "value") if role not in by_role]:
        yield f"the ledger has no column of the role {missing[0]!r}"
        return
    # a change for the better makes a figure larger, and a place smaller
    sign = -1 if get_columns(section.table)[by_role["value"]].display.style == "rank" else 1
    changes = [sign * (row[by_role["change"]] or 0.0) for row in section.rows]
    sums = list(accumulate(changes, initial=explanation.opening.value or 0.0))
    figures = [row[by_role["value"]] for row in section.rows]
    wrong = [
        (figure, total)
        for figure, total in zip(figures, sums[1:], strict=True)
        if figure is not None and not _is_close(figure, total)
    ]
    if wrong:
        figure, total = wrong[0]
        yield f"the rows of the ledger lead to {total}, where it says {figure}"
    elif not _is_close(sums[-1], explanation.closing.value or 0.0):
        yield f"the ledger leads to {sums[-1]}, not to {explanation.closing.value}"
    if explanation.change is not None and not _is_close(sign * (sums[-1] - sums[0]), explanation.change):
        yield f"the change of the ledger is {explanation.change}, not that of its rows"


_is_close = partial(isclose, rel_tol=1e-9, abs_tol=1e-6)
"""Whether two figures are equal but for the rounding of a sum."""
