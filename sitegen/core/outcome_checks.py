"""What is wrong with what a ranking system returned: whatever would break a later stage, or go unseen."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any

from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.problems import Message, quote_text, say
from sitegen.core.system import System
from sitegen.core.table import Table, get_columns

_YEAR = re.compile(r"\d{4}")


def validate_outcome(name: str, system: System, options: Table, outcome: Any) -> Iterator[Message]:
    """What is wrong with the outcome of the system called `name`, rated with these options."""
    if not isinstance(outcome, Outcome):
        found = quote_text(type(outcome).__name__)
        yield say(
            "outcome-of-other-type",
            "the system {system} returns {found}, not an outcome",
            system=quote_text(name),
            found=found,
        )
        return
    yield from _find_undeclared(name, system.outputs, outcome.tables)
    if _has_default_options(options):
        yield from _find_unpublished(name, system.outputs, outcome.tables)
    yield from _find_infinite_numbers(name, outcome.tables)
    yield from _find_dead_links(name, outcome)
    yield from _find_unfilled_titles(name, outcome)


def get_declared_name(table: str) -> str:
    """The name that a table is declared by: of `year-YYYY` there is one a year."""
    return _YEAR.sub("YYYY", table)


def _find_undeclared(
    name: str, declared: Mapping[str, type[Table]], tables: Iterable[PublishedTable]
) -> Iterator[Message]:
    for table in tables:
        if declared.get(get_declared_name(table.name), declared.get(table.name)) is not table.table:
            told = {"system": quote_text(name), "table": quote_text(table.name)}
            yield say(
                "table-not-declared",
                "the system {system} publishes {table}, which its 'outputs' do not name as such a table",
                **told,
            )


def _find_unpublished(
    name: str, declared: Mapping[str, type[Table]], tables: Iterable[PublishedTable]
) -> Iterator[Message]:
    """Tables that were promised; of one a year there may be none yet."""
    there = {table.name for table in tables}
    for table_name in declared:
        if table_name not in there and "YYYY" not in table_name:
            told = {"system": quote_text(name), "table": quote_text(table_name)}
            yield say(
                "table-not-published",
                "the system {system} does not publish {table}, one of its 'outputs'",
                **told,
            )


def _has_default_options(options: Table) -> bool:
    """Whether nothing was chosen that could leave a table out."""
    chosen = zip(get_columns(type(options)), options, strict=True)
    return all(column.is_required or value == column.default for column, value in chosen)


def _find_infinite_numbers(name: str, tables: Iterable[PublishedTable]) -> Iterator[Message]:
    """Columns of numbers with something that no file can hold as one."""
    for table in tables:
        pieces = ((column, cells) for piece in table.iter_chunks() for column, cells in piece)
        wrong = (column for column, cells in pieces if column.kind is float and not _are_finite(cells))
        for column in dict.fromkeys(wrong):
            yield say(
                "number-not-finite",
                "the system {system} publishes something in {column} of {table} that is no finite number",
                system=quote_text(name),
                table=quote_text(table.name),
                column=quote_text(column.name),
            )


def _are_finite(values: Sequence[Any]) -> bool:
    for numbers in (values, filter(None, values)):  # mostly nothing else is among them
        with suppress(TypeError):
            return isfinite(sum(numbers))
    return False


def _find_dead_links(name: str, outcome: Outcome) -> Iterator[Message]:
    """Links to events and topics that are not there."""
    events, topics = {event.key for event in outcome.events}, {topic.key for topic in outcome.topics}
    led = {
        *outcome.event_keys.values(),
        *(upcoming.event for upcoming in outcome.upcoming_events if upcoming.event),
    }
    missing = led - events | {*outcome.topic_keys.values()} - topics
    for key in sorted(map(str, missing)):
        told = {"system": quote_text(name), "key": quote_text(key)}
        yield say("link-to-no-page", "the system {system} leads to {key}, of which it has no page", **told)


def _find_unfilled_titles(name: str, outcome: Outcome) -> Iterator[Message]:
    """Titles that something is to be filled in that they do not have."""
    lists = [
        (listing.title, {"day": listing.day, "through": listing.through, **listing.params})
        for listing in outcome.archive
    ]
    pages = [(event.title, event.params) for event in outcome.events]
    pages += [(topic.title, topic.params) for topic in outcome.topics]
    pages += [(upcoming.title, upcoming.params) for upcoming in outcome.upcoming_events]
    for title in dict.fromkeys(title for title, named in [*lists, *pages] if not _can_format(title, named)):
        told = {"system": quote_text(name), "title": quote_text(title)}
        yield say(
            "title-not-filled",
            "the system {system} has a title with something else named in it, {title}",
            **told,
        )


def _can_format(title: str, named: Mapping[str, object]) -> bool:
    try:
        title.format(**named)
    except (KeyError, IndexError, ValueError):
        return False
    return True
