"""Rows of our tables from records: each cell is parsed as a cell of our own tables."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from sitegen.core import cells
from sitegen.core.cell_values import looks_like_date
from sitegen.core.cells import format_canonical
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.table import Column
from sitegen.importing.people import HIDDEN_CANDIDATE, NameResolution
from sitegen.importing.record import Record
from sitegen.importing.records import NIL_NIL
from sitegen.importing.targets import Target, Targets
from sitegen.importing.values import TIME_BEHIND
from sitegen.inputs.results.files import PLAYERS
from sitegen.inputs.results.players import LIKE_HIDDEN_PLAYER

_SCORES = re.compile(r"(\d{1,3}) ?- ?(\d{1,3})")


def fill_rows(records: Sequence[Record], targets: Targets, naming: NameResolution) -> None:
    """Fill the row of every open record; judge the record where a cell cannot be read."""
    parsers = {
        (name, column): cells.make_parser(described._replace(blank=True), ".,")
        for name, target in targets.items()
        for column, described in target.columns.items()
        if described.display.style != "player"
    }
    for record in (record for record in records if record.is_open):
        target = targets[record.table]
        _fill_people(record, target, naming)
        _split_result(record, target)
        if record.doubt:
            record.judge("doubtful", record.doubt, record.hint)
        for name, column in target.columns.items():
            parse = parsers.get((record.table, name))
            if parse and record.cells.get(name, "").strip() and name not in record.row:
                _fill_cell(record, column, parse)
        for name in target.required_columns:
            if record.is_open and not record.row.get(name) and not target.columns[name].blank:
                reason = say("cell-missing", "there is no {column} here", column=quote_text(name))
                hint = advise("name a column for it, or write it under [cells]")
                record.judge("refused", reason, hint, name)


def _fill_people(record: Record, target: Target, naming: NameResolution) -> None:
    for column in target.name_columns:
        name = record.cells.get(column, "").strip()
        if not name:
            continue
        if name in naming.faults:
            record.judge("doubtful", *naming.faults[name], column)
        elif naming.candidates.get(name) == HIDDEN_CANDIDATE:
            record.judge("doubtful", LIKE_HIDDEN_PLAYER, advise("answer it under [players]"), column)
        elif name in naming.candidates:
            params = {"name": quote_text(name), "players": naming.candidates[name]}
            reason = say("name-asked", "which player is {name}? the name is like {players}", **params)
            record.judge("doubtful", reason, advise("answer it under [players]"), column)
        elif id_ := naming.ids.get(name):
            record.row["id" if column == "name" else column] = id_
        else:
            reason = say("left-answered-nobody", "{name} is nobody, as was answered", name=quote_text(name))
            record.judge("left", reason)
    counts = Counter(record.row[column] for column in target.player_columns if column in record.row)
    repeated_player = next((player for player, number in counts.items() if number > 1), "")
    if repeated_player and record.table != PLAYERS:
        reason = say(
            "same-player-twice", "{player} stands twice in this row", player=quote_text(repeated_player)
        )
        *_, column = (name for name in target.player_columns if record.row.get(name) == repeated_player)
        record.judge("doubtful", reason, advise("correct a name under [players] or [cells]"), column)
    if record.table == PLAYERS and record.is_open:
        record.row["name"] = naming.names[record.row["id"]]


def _split_result(record: Record, target: Target) -> None:
    """Take two scores in the column of results for scores, where the table has such columns."""
    result = record.cells.get("result", "")
    scores = _SCORES.fullmatch(result)
    if (
        scores
        and not NIL_NIL.fullmatch(result)
        and {"home_score", "away_score"} <= target.columns.keys() - record.cells.keys()
    ):
        try:
            cells.make_parser(target.columns["result"], ".,")(result)
        except ValueError:
            del record.cells["result"]
            record.cells |= {"home_score": scores[1], "away_score": scores[2]}


def _fill_cell(record: Record, column: Column, parse: cells.Parser) -> None:
    text, kind = record.cells[column.name].strip(), record.kinds.get(column.name, "")
    asked = record.said.get(column.name, "")
    text = _clean_cell(text, kind, column)
    is_day = kind == "day" or (column.kind is not str and looks_like_date(text))
    if column.kind is not date and is_day:
        reason = say("was-a-day", "{cell} is a day; was it a score or a result?", cell=quote_text(text))
        record.judge("doubtful", reason, _suggest_score(text), column.name, asked)
        return
    try:
        is_point = column.kind is float and text.count(".") == 1 and "," not in text
        record.row[column.name] = format_canonical(
            (cells.make_parser(column, ".") if is_point else parse)(text)
        )
    except ValueError as error:
        message, hint = error.args
        record.judge("refused", message, hint, column.name, asked)


def _clean_cell(text: str, kind: str, column: Column) -> str:
    if column.kind is date:  # programs keep the time of a game as well
        return text[:10] if kind == "day" else TIME_BEHIND.sub("", text)
    if column.kind is int:
        text = text.removesuffix(".0")
        return "".join(filter(str.isdigit, text)) or text if column.name == "round" else text
    return text


def _suggest_score(text: str) -> Message:
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return advise("write its meaning under [values]")
    return advise("write {score} under [values] if it was that", score=quote_text(f"{day.day}-{day.month}"))
