"""What holds between two ratings: the same twice, nothing of days to come, whatever the ids and who hides."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Any

from sitegen.contract.subject import CALENDAR, Subject, parts, sheets
from sitegen.model import Named, Outcome, Player
from sitegen.system import Calendared, Due, Remarking
from sitegen.table import Column, Table, columns

_TRIED = 3
_NOBODY = object()
_DECIMALS = 6  # as many as are published


def breaches(subject: Subject) -> Iterator[str]:
    """What is wrong with how ratings hang together."""
    before = repr(subject.inputs)
    yield from _twice(subject)
    for day in subject.days():
        yield from _to_come(subject, day)
    for one, other in pairwise(subject.days()):
        yield from _remarked(subject, one, other)
    yield from _due(subject)
    yield from _renamed(subject)
    yield from _hidden(subject)
    if repr(subject.inputs) != before:
        yield "rate changes the tables that it is given"


def _differing(one: Outcome, other: Outcome) -> Iterator[str]:
    """The tables and pages in which two outcomes differ."""
    published = {each.name: list(each.rows) for each in other.tables}
    for table in one.tables:
        if list(table.rows) != published.get(table.name):
            yield f"the table {table.name!r}"
    facts = {page: sheet.facts for page, sheet in sheets(other)}
    yield from (page for page, sheet in sheets(one) if list(sheet.facts) != list(facts.get(page, ())))
    there = parts(other)
    for page, shown in parts(one).items():
        if list(shown) != list(there.get(page, ())):
            yield page


def _first(found: Iterator[str], told: str) -> Iterator[str]:
    """The first of what differs, told as a breach."""
    yield from (told.format(what) for what in list(found)[:1])


def _twice(subject: Subject) -> Iterator[str]:
    one, other = subject.rated(subject.as_of), subject.rated(subject.as_of)
    yield from _first(_differing(one, other), "{} is another when it is calculated again")
    again = {page: list(shown) for page, shown in parts(one).items()}
    unlike = (page for page, shown in parts(one).items() if list(shown) != again[page])
    yield from _first(unlike, "{} is another when it is shown again")


def _to_come(subject: Subject, day: date) -> Iterator[str]:
    """What is published on a day hangs on no result of a later one."""
    system = subject.ranking.system
    if not isinstance(system, Calendared):
        return
    later = {id(each.row) for each in system.dated(subject.inputs) if each.is_played and each.day > day}
    without = subject.changed(lambda row: None if id(row) in later else row)
    # The calendar may say what is to come, of which a result can be the only row.
    differing = _differing(subject.rated(day), subject.rated(day, without))
    found = (each for each in differing if each != CALENDAR)
    yield from _first(found, f"{{}} of {day} hangs on results of later days")


def _due(subject: Subject) -> Iterator[str]:
    """No result is due before it is played."""
    system, options = subject.ranking.system, subject.ranking.options
    if isinstance(system, Due):
        for day in subject.days():
            last = system.due(day, options)
            if last is not None and (not isinstance(last, date) or last < day):
                yield f"a result of {day} is due on {last!r}, which is no day from then on"


def _remarked(subject: Subject, day: date, later: date) -> Iterator[str]:
    """What a system tells of a change is of players who are there, and of nothing where nothing changes."""
    system = subject.ranking.system
    if not isinstance(system, Remarking):
        return
    before, after = subject.rated(day), subject.rated(later)
    if told := list(system.remarks(after, subject.rated(later))):
        yield f"remarks tells {told[0].text!r} where nothing changes"
    known = {each.id for each in subject.players}
    for each in system.remarks(before, after):
        for key in re.findall(r"{(\w+)}", each.text):
            named = each.named.get(key, _NOBODY)
            if named is _NOBODY or (isinstance(named, Named) and named.player not in known):
                yield f"remarks tells {each.text!r}, in which nothing is known as {key!r}"


def _renamed(subject: Subject) -> Iterator[str]:
    """Who has which id is no matter."""
    others = {each.id: f"zz-{each.lot('contract')[:12]}" for each in subject.players if not each.hidden}
    given = subject.changed(lambda row: _with_ids(row, others))
    one, other = subject.rated(subject.as_of), subject.rated(subject.as_of, given)
    back = {new: old for old, new in others.items()}
    for was, now in zip(one.tables, other.tables, strict=True):
        if [_figures(row) for row in was.rows] != [_figures(_with_ids(row, back)) for row in now.rows]:
            yield f"the table {was.name!r} hangs on the ids of players"


def _hidden(subject: Subject) -> Iterator[str]:
    """Who hides is no matter, but for the order in which equals are shown."""
    shown = [each for each in subject.players if not each.hidden]
    one = subject.rated(subject.as_of)
    for player in shown[:: max(1, len(shown) // _TRIED)][:_TRIED]:
        label = f"player-{len(subject.players) + 1}"
        given = subject.changed(hide({player.id: label}))
        other, back = subject.rated(subject.as_of, given), {label: player.id}
        for was, now in zip(one.tables, other.tables, strict=True):
            if _counted(was.rows, {}) != _counted(now.rows, back):
                yield f"the table {was.name!r} has other figures when {player.id!r} hides"


def hide(labels: Mapping[str, str]) -> Callable[[Table], Table]:
    """What makes rows those of a ranking in which players hide under labels, by their ids."""

    def change(row: Table) -> Table:
        if isinstance(row, Player) and row.id in labels:
            name = labels[row.id].replace("-", " ").capitalize()
            row = row.but(name=name, sort_name="", aliases="", hidden=True)
        return _with_ids(row, labels)

    return change


def _with_ids(row: Table, others: Mapping[str, str]) -> Table:
    """A row with the ids of players replaced."""
    cells = zip(columns(type(row)), row, strict=True)
    named = {each.name: others[value] for each, value in cells if _is_id(row, each) and value in others}
    return row.but(**named) if named else row


def _is_id(row: Table, column: Column) -> bool:
    return column.shown.style == "player" or (isinstance(row, Player) and column.name == "id")


def _counted(rows: Any, back: Mapping[str, str]) -> Counter[Any]:
    return Counter(_figures(_with_ids(row, back)) for row in rows)


def _figures(row: Table) -> tuple[Any, ...]:
    """What is calculated: the players and all that is no text, as it is published."""
    return tuple(
        round(value, _DECIMALS) if isinstance(value, float) else value
        for each, value in zip(columns(type(row)), row, strict=True)
        if each.shown.style == "player" or each.kind is not str
    )
