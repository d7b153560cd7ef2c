"""Checks of the outcome that a ranking system returns: what would break a later stage, or go unnoticed.

They run on every build. `sitegen.testing` holds a system to more, in the tests of its authors.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any

from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.problems import Message, quote_text, say
from sitegen.core.system import System, list_input_tables
from sitegen.core.table import Table, get_columns

_YEAR = re.compile(r"\d{4}")


def validate_outcome(name: str, system: System, options: Table, outcome: Any) -> Iterator[Message]:
    """Yield what is wrong with the outcome that the system called `name` returned with these options."""
    if not isinstance(outcome, Outcome):
        yield say(
            "outcome-of-other-type",
            "the system {system} returns {found}, not an outcome",
            system=quote_text(name),
            found=quote_text(type(outcome).__name__),
        )
        return
    yield from _find_undeclared(name, system.outputs, outcome.tables)
    columns = zip(get_columns(type(options)), options, strict=True)
    if all(column.is_required or value == column.default for column, value in columns):
        yield from _find_unpublished(name, system, outcome.tables)  # an option may leave a table out
    yield from _find_wrong_numbers(name, outcome.tables)
    yield from _find_dead_links(name, outcome)
    yield from _find_unfilled_titles(name, outcome)


def get_declared_name(table: str) -> str:
    """Return the name that a published table is declared by: `year-YYYY` for `year-2026`."""
    return _YEAR.sub("YYYY", table)


def can_format(text: str, params: Mapping[str, object]) -> bool:
    """Whether every name in the braces of a text is among `params`."""
    try:
        text.format(**params)
    except (KeyError, IndexError, ValueError):
        return False
    return True


def _find_undeclared(
    name: str, outputs: Mapping[str, type[Table]], tables: Iterable[PublishedTable]
) -> Iterator[Message]:
    for table in tables:
        if outputs.get(get_declared_name(table.name), outputs.get(table.name)) is not table.table:
            yield say(
                "table-not-declared",
                "the system {system} publishes {table}, which its 'outputs' do not name as such a table",
                system=quote_text(name),
                table=quote_text(table.name),
            )


def _find_unpublished(name: str, system: System, tables: Iterable[PublishedTable]) -> Iterator[Message]:
    """Yield a message for each declared table that is missing.

    A table a year may have no year yet; one called as a table of the club may be missing with that.
    """
    published = {table.name for table in tables}
    optional = {table.name for table in list_input_tables(system) if table.may_be_missing}
    for table_name in system.outputs:
        if table_name not in {*published, *optional} and "YYYY" not in table_name:
            yield say(
                "table-not-published",
                "the system {system} does not publish {table}, one of its 'outputs'",
                system=quote_text(name),
                table=quote_text(table_name),
            )


def _find_wrong_numbers(name: str, tables: Iterable[PublishedTable]) -> Iterator[Message]:
    """Yield a message for each column of numbers with a cell that no data file can hold as one."""
    for table in tables:
        cells = (pair for chunk in table.iter_chunks() for pair in chunk)
        wrong = (column for column, values in cells if not _are_numbers(column.kind, values))
        for column in dict.fromkeys(wrong):
            params = {
                "system": quote_text(name),
                "table": quote_text(table.name),
                "column": quote_text(column.name),
            }
            if column.kind is int:
                yield say(
                    "number-not-whole",
                    "the system {system} publishes something in {column} of {table} that is no whole number",
                    **params,
                )
            else:
                yield say(
                    "number-not-finite",
                    "the system {system} publishes something in {column} of {table} that is no finite number",
                    **params,
                )


def _are_numbers(kind: type, values: Sequence[Any]) -> bool:
    """Whether all values of a column of this kind are blank or such numbers; of other kinds all are right."""
    if kind is int:
        return _are_whole(values)
    return kind is not float or _are_finite(values)


def _are_whole(values: Sequence[Any]) -> bool:
    """Whether all values are whole numbers or blank: a sum is one only if its terms are."""
    with suppress(TypeError):
        return isinstance(sum(filter(None, values)), int)
    return False


def _are_finite(values: Sequence[Any]) -> bool:
    """Whether all values are finite numbers or blank: a sum is finite only if its terms are."""
    for numbers in (values, filter(None, values)):  # most columns have no blank cell to filter out
        with suppress(TypeError):
            return isfinite(sum(numbers))
    return False


def _find_dead_links(name: str, outcome: Outcome) -> Iterator[Message]:
    """Yield a message for each key of an event or topic that a link leads to and that has no page."""
    events, topics = {event.key for event in outcome.events}, {topic.key for topic in outcome.topics}
    linked_keys = {
        *outcome.event_keys.values(),
        *(event.event for event in outcome.upcoming_events if event.event),
    }
    missing_keys = linked_keys - events | {*outcome.topic_keys.values()} - topics
    for key in sorted(map(str, missing_keys)):
        params = {"system": quote_text(name), "key": quote_text(key)}
        yield say("link-to-no-page", "the system {system} links to {key}, which has no page", **params)


def _find_unfilled_titles(name: str, outcome: Outcome) -> Iterator[Message]:
    """Yield a message for each title with a name in braces that its `params` do not have."""
    titles: list[tuple[str, Mapping[str, object]]] = [
        (listing.title, {"day": listing.day, "through": listing.through, **listing.params})
        for listing in outcome.archive
    ]
    titles += [(event.title, event.params) for event in outcome.events]
    titles += [(topic.title, topic.params) for topic in outcome.topics]
    titles += [(upcoming.title, upcoming.params) for upcoming in outcome.upcoming_events]
    for title in dict.fromkeys(title for title, params in titles if not can_format(title, params)):
        yield say(
            "title-not-filled",
            "the system {system} has a title with something else named in it, {title}",
            system=quote_text(name),
            title=quote_text(title),
        )
