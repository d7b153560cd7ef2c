"""What is wrong with what a ranking system returned: whatever would break a later stage, or go unseen."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any

from sitegen.message import Message, say
from sitegen.model import Outcome, Published
from sitegen.problem import quoted
from sitegen.system import System
from sitegen.table import Table, columns

_YEAR = re.compile(r"\d{4}")


def faults(name: str, system: System, options: Table, outcome: Any) -> Iterator[Message]:
    """What is wrong with the outcome of the system called `name`, rated with these options."""
    if not isinstance(outcome, Outcome):
        found = quoted(type(outcome).__name__)
        yield say(
            "outcome-of-other-type",
            "the system {system} returns {found}, not an outcome",
            system=quoted(name),
            found=found,
        )
        return
    yield from _undeclared(name, system.outputs, outcome.tables)
    if _at_defaults(options):
        yield from _unpublished(name, system.outputs, outcome.tables)
    yield from _endless(name, outcome.tables)
    yield from _leading_nowhere(name, outcome)
    yield from _untitled(name, outcome)


def of_a_year(table: str) -> str:
    """The name that a table is declared by: of `year-YYYY` there is one a year."""
    return _YEAR.sub("YYYY", table)


def _undeclared(
    name: str, declared: Mapping[str, type[Table]], tables: Iterable[Published]
) -> Iterator[Message]:
    for each in tables:
        if declared.get(of_a_year(each.name), declared.get(each.name)) is not each.table:
            told = {"system": quoted(name), "table": quoted(each.name)}
            yield say(
                "table-not-declared",
                "the system {system} publishes {table}, which its 'outputs' do not name as such a table",
                **told,
            )


def _unpublished(
    name: str, declared: Mapping[str, type[Table]], tables: Iterable[Published]
) -> Iterator[Message]:
    """Tables that were promised; of one a year there may be none yet."""
    there = {each.name for each in tables}
    for each in declared:
        if each not in there and "YYYY" not in each:
            told = {"system": quoted(name), "table": quoted(each)}
            yield say(
                "table-not-published",
                "the system {system} does not publish {table}, one of its 'outputs'",
                **told,
            )


def _at_defaults(options: Table) -> bool:
    """Whether nothing was chosen that could leave a table out."""
    chosen = zip(columns(type(options)), options, strict=True)
    return all(each.required or value == each.default for each, value in chosen)


def _endless(name: str, tables: Iterable[Published]) -> Iterator[Message]:
    """Columns of numbers with something that no file can hold as one."""
    for table in tables:
        pieces = ((column, cells) for piece in table.pieces() for column, cells in piece)
        wrong = (column for column, cells in pieces if column.kind is float and not _are_finite(cells))
        for column in dict.fromkeys(wrong):
            yield say(
                "number-not-finite",
                "the system {system} publishes something in {column} of {table} that is no finite number",
                system=quoted(name),
                table=quoted(table.name),
                column=quoted(column.name),
            )


def _are_finite(values: Sequence[Any]) -> bool:
    for numbers in (values, filter(None, values)):  # mostly nothing else is among them
        with suppress(TypeError):
            return isfinite(sum(numbers))
    return False


def _leading_nowhere(name: str, outcome: Outcome) -> Iterator[Message]:
    """Links to events and topics that are not there."""
    events, topics = {each.key for each in outcome.events}, {each.key for each in outcome.topics}
    led = {*outcome.event_of.values(), *(each.event for each in outcome.coming if each.event)}
    missing = led - events | {*outcome.topic_of.values()} - topics
    for each in sorted(map(str, missing)):
        told = {"system": quoted(name), "key": quoted(each)}
        yield say("link-to-no-page", "the system {system} leads to {key}, of which it has no page", **told)


def _untitled(name: str, outcome: Outcome) -> Iterator[Message]:
    """Titles that something is to be filled in that they do not have."""
    lists = [
        (each.title, {"day": each.day, "through": each.through, **each.named}) for each in outcome.archive
    ]
    pages = [(each.title, each.named) for each in outcome.events]
    pages += [(each.title, each.named) for each in outcome.topics]
    pages += [(each.title, each.named) for each in outcome.coming]
    for title in dict.fromkeys(title for title, named in [*lists, *pages] if not _fills(title, named)):
        told = {"system": quoted(name), "title": quoted(title)}
        yield say(
            "title-not-filled",
            "the system {system} has a title with something else named in it, {title}",
            **told,
        )


def _fills(title: str, named: Mapping[str, object]) -> bool:
    try:
        title.format(**named)
    except (KeyError, IndexError, ValueError):
        return False
    return True
