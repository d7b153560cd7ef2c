"""Cells of a source -> a row of one of our tables, each cell read as the reader of tables reads it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sitegen import cells
from sitegen.cells.days import is_like_a_day
from sitegen.commands.importing.answers import OPEN, Additions, Answers
from sitegen.commands.importing.people import Naming
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.targets import Target
from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.read.files import PLAYERS
from sitegen.table import Column

_MOST_CHOICES = 15
"""A column with more different cells that are no choice is not asked about cell by cell."""


def canonical(value: Any) -> str:
    """A value as our tables are written: `2026-02-05`, `54.5`, `yes`."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, date) else str(value)


def fill(records: Sequence[Record], targets: Mapping[str, Target], naming: Naming, answers: Answers) -> None:
    """Give every undecided record its row, or a verdict where a cell cannot be read."""
    parsers = {
        (name, column): cells.parser(described._replace(blank=True), ".,")
        for name, target in targets.items()
        for column, described in target.columns.items()
        if described.shown.style != "player"
    }
    for record in records:
        if record.is_open:
            target = targets[record.table]
            _fill_people(record, target, naming)
            for column in target.columns:
                if (
                    (record.table, column) in parsers
                    and record.cells.get(column, "").strip()
                    and column not in record.row
                ):
                    _fill_cell(record, target.columns[column], parsers[record.table, column], answers)
            _lacking(record, target)


def _fill_people(record: Record, target: Target, naming: Naming) -> None:
    for column in target.name_columns:
        name = record.cells.get(column, "").strip()
        place = record.places.get(column, "")
        if not name:
            continue
        if name in naming.faults:
            record.judge("doubtful", *naming.faults[name], place=place)
        elif name in naming.asked:
            reason = say(
                "name-asked",
                "who is {name}? it is like {players}",
                name=quoted(name),
                players=naming.asked[name],
            )
            record.judge("doubtful", reason, advise("answer it under [players]"), place)
        elif not naming.ids.get(name):
            record.judge(
                "left", say("left-answered-nobody", "{name} is nobody, as was answered", name=quoted(name))
            )
        else:
            record.row["id" if column == "name" else column] = naming.ids[name]
    people = [record.row[column] for column in target.players if column in record.row]
    twice = [each for each, number in Counter(people).items() if number > 1]
    if twice and record.table != PLAYERS:
        reason = say("same-player-twice", "{player} stands twice in this row", player=quoted(twice[0]))
        record.judge("doubtful", reason, advise("correct a name under [players] or [cells]"))
    if record.table == PLAYERS and record.is_open:
        record.row["name"] = naming.names[record.row["id"]]


def _fill_cell(record: Record, column: Column, parse: cells.Parser, answers: Answers) -> None:
    text, place = record.cells[column.name].strip(), record.places.get(column.name, "")
    answered = answers.values.get(column.name, {}).get(text, OPEN)
    text = text if answered == OPEN else answered
    if record.kinds.get(column.name) == "number" and column.kind is float:
        text = text.replace(",", "") if text.count(".") == 1 else text
    if column.kind is date and record.kinds.get(column.name) == "day":
        text = text[:10]  # a spreadsheet keeps the time as well
    if column.kind is int and text.endswith(".0"):
        text = text[:-2]
    if column.name == "round" and not text.isdigit():
        digits = "".join(filter(str.isdigit, text))
        text = digits if digits and column.kind is int else text
    try:
        if _was_a_number(column, record.kinds.get(column.name, ""), text):
            reason = say("was-a-day", "{cell} is a day; was it a score or a result?", cell=quoted(text))
            record.judge("doubtful", reason, _earlier(text), place)
            return
        record.row[column.name] = canonical(_parsed(column, parse, text))
    except ValueError as error:
        message, hint = error.args
        record.judge("refused", message, hint, place)
        record.unread = (column.name, text) if column.choices else None


def _parsed(column: Column, parse: cells.Parser, text: str) -> Any:
    if column.kind is float and text.count(".") == 1 and "," not in text:
        return cells.parser(column, ".")(text)
    return parse(text)


def _was_a_number(column: Column, kind: str, text: str) -> bool:
    return column.kind is not date and (kind == "day" or (column.kind is not str and is_like_a_day(text)))


def _earlier(text: str) -> Any:
    """What a day probably was before a spreadsheet made one of it."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return advise("write under [cells] what it was")
    return advise("write {score} under [cells] if it was that", score=quoted(f"{day.day}-{day.month}"))


def _lacking(record: Record, target: Target) -> None:
    for name in target.needed:
        if record.is_open and not record.row.get(name) and not target.columns[name].blank:
            reason = say("cell-missing", "there is no {column} here", column=quoted(name))
            record.judge("refused", reason, advise("name a column for it, or write it under [cells]"))


def questions(
    records: Sequence[Record], targets: Mapping[str, Target], answers: Answers, additions: Additions
) -> None:
    """Ask once for each word that a column of choices does not know."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    choices: dict[str, tuple[str, ...]] = {}
    for record in records:
        if record.unread:
            column, word = record.unread
            found[column][word] += 1
            choices[column] = targets[record.table].columns[column].choices
    for column, words in found.items():
        for word, number in words.most_common() if len(words) <= _MOST_CHOICES else ():
            if word not in answers.values.get(column, {}):
                additions.add(f"values.{column}", word, OPEN, f"{number}×: {' | '.join(choices[column])}")
