"""Records in doubt or refused, whoever says so: what is asked about them, and what their answers do.

A question is about a text of a column (`[values]`), about all records of a kind (`[doubts]`, by the code of
the reason), or about a single record (`[cells]`, by its address). The answer is another text, true for what
is right as it stands, or false for what is left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.core import cells
from sitegen.core.language import Language
from sitegen.core.problems import Message, Problem, advise, join_messages, list_known, quote_text, say
from sitegen.core.table import Column
from sitegen.importing.answers import (
    EACH,
    UNANSWERED,
    Additions,
    Answers,
    make_cell_key,
)
from sitegen.importing.holdings import CurrentRow
from sitegen.importing.ledger import Row
from sitegen.importing.merge import ANOTHER
from sitegen.importing.record import Record
from sitegen.importing.records import LEFT_ANSWERED, WHOLE_TABLE
from sitegen.importing.references import rank_scores
from sitegen.importing.report import locate_record
from sitegen.importing.result import ImportResult
from sitegen.importing.sides import assign_sides
from sitegen.importing.targets import SOURCE_ONLY, Target, Targets
from sitegen.inputs.config.syntax import build_source_map, format_toml, format_toml_key
from sitegen.inputs.results.players import LIKE_HIDDEN_PLAYER
from sitegen.toolkit.order import group_by

ELSEWHERE = {LIKE_HIDDEN_PLAYER.code, "name-asked", "answer-no-player", *WHOLE_TABLE}
"""Doubts that are asked, or told, at another place of the file of answers."""
REPEATS = {"event-copied", "key-again", "file-copied", "row-repeated"}
"""Refusals that another word in the row lifts, since it was played twice."""
_RANKINGS = "high", "low", "winner"
_MAX_TEXTS, _MAX_PLACES, _MAX_HEADINGS = 15, 3, 6
"""A column with more texts that cannot be used is asked about as a whole."""
_GUESSED = say("newcomer-guessed", "a guess, for nothing is known of them")


def list_doubted(records: Iterable[Record]) -> list[Record]:
    """Return the records that keep an import from being written, and that are asked about here."""
    return [
        record
        for record in records
        if record.status in {"doubtful", "refused"} and record.code not in ELSEWHERE and not record.leader
    ]


def find_answer(record: Record, answers: Answers) -> tuple[tuple[str, ...], Any]:
    """Return the key and value of the answer about a record; the key is blank where there is none."""
    record = record.leader or record
    given = _list_cell_answers(record, answers)
    found: list[tuple[tuple[str, ...], Any]] = [
        (("cells", make_cell_key(record.address, column)), answer) for column, answer in given.items()
    ]
    if record.asked:
        answer = answers.values.get(record.column, {}).get(record.asked, UNANSWERED)
        found.append((("values", record.column, record.asked), answer))
    found.append((("doubts", record.code), answers.doubts.get(record.code, UNANSWERED)))
    is_used = record.used and record.used != record.column  # a text has answered another doubt of the record
    for key, answer in found:
        is_of_column = key[0] == "values" or key == ("cells", make_cell_key(record.address, record.column))
        is_old = is_used and isinstance(answer, str) and not (record.column and is_of_column)
        is_asked = answer == UNANSWERED or (answer == EACH and key[0] != "cells")
        if not is_asked and not is_old:
            return key, answer
    return (), UNANSWERED


def group_plays(records: Iterable[Record]) -> None:
    """Let the first player at a table have the answers for all, where the whole table is in doubt."""
    doubted = [record for record in records if record.status == "doubtful" and "table" in record.cells]
    by_table = group_by(doubted, lambda record: (record.source, record.cells["table"], record.code))
    for first, *others in by_table.values():
        for record in others:
            record.leader = first


def apply_cells(records: Iterable[Record], answers: Answers, targets: Targets) -> None:
    """Apply the texts that were answered for single cells, whether the record is in doubt or not."""
    for record in records if answers.cells else ():
        columns = _find_columns(record, answers)
        if columns and record.code not in ELSEWHERE:
            _Settler(record, targets[record.table], []).apply("", columns)


def settle(records: Sequence[Record], answers: Answers, targets: Targets, rows: Sequence[CurrentRow]) -> bool:
    """Apply the answers to the records in doubt as they were read; return whether that changed any.

    `rows` are all rows, from which a row that was played again is to differ.
    """
    is_changed = False
    groups = group_by(records, lambda record: id(record.leader or record))
    rows_by_table = group_by(rows, lambda row: row.table)
    for leader in list_doubted(records):
        key, answer = find_answer(leader, answers)
        group = groups[id(leader)]
        others: list[Row] = [row.cells for row in rows_by_table.get(leader.table, ())]
        places = _rank_players(group, str(answer)) if answer in _RANKINGS else [{} for _ in group]
        for record, place in zip(group, places, strict=False) if key and answer != EACH else ():
            settler = _Settler(record, targets[record.table], others)
            is_changed |= settler.apply(answer, {**_find_columns(leader, answers), **place})
    return is_changed


def _list_cell_answers(record: Record, answers: Answers) -> dict[str, Any]:
    """Return the answers about a record, under a blank name, and those about its cells by column."""
    names = dict.fromkeys(["", record.column, *record.said, *record.cells])
    found = {name: answers.find_cell(record.address, name) for name in names}
    return {name: answer for name, answer in found.items() if answer != UNANSWERED}


def _find_columns(record: Record, answers: Answers) -> dict[str, str]:
    """Return the texts that were answered for single cells, by column."""
    found = _list_cell_answers(record, answers)
    return {name: text for name, text in found.items() if name and isinstance(text, str)}


class _Settler:
    """Applies an answer to a record; each only once, for one that has not helped is a wrong one."""

    def __init__(self, record: Record, target: Target, rows: list[Row]) -> None:
        self.record, self.target, self.rows = record, target, rows

    def apply(self, answer: Any, columns: Mapping[str, str]) -> bool:
        """Change the record as it was read; return whether it has changed."""
        record, code, row = self.record, self.record.code, self.record.row
        texts, used = dict[str, str](columns), record.used
        mark = f"{code} {answer} {columns} {row if code in REPEATS else ''}"
        if mark in record.agreed:
            return False
        if code in REPEATS and answer is not False and not columns:
            texts = self._distinguish(row, answer)
        elif isinstance(answer, str) and answer and not columns and answer not in {ANOTHER, *_RANKINGS}:
            column = record.column or find_fitting_column(answer, self.target, record.cells)
            texts, used = ({column: answer} if column else {}), column
        is_known = answer in {False, ANOTHER} or (answer is True and is_complete(record, self.target))
        if not (texts or is_known):
            return False
        record.restart()
        record.used = used
        record.agreed |= {mark, *({code} if answer is True else ()), *({ANOTHER} & {str(answer)})}
        record.status = ""
        record.doubt = None if texts or answer is True else record.doubt
        record.cells |= texts
        record.kinds |= dict.fromkeys(texts, "text")
        if answer is False:
            record.judge("left", LEFT_ANSWERED)
        elif not record.has_sides:
            assign_sides(record, self.target)
        record.remember()
        return True

    def _distinguish(self, row: Row, answer: Any) -> dict[str, str]:
        """Return the word that a row needs to stand beside an equal one; nothing where it can have none."""
        column = find_word_column(self.target, self.record.code)
        if column is None or not isinstance(answer, bool | str):
            return {}
        if isinstance(answer, str):
            return {column.name: answer}
        old = row.get(column.name, "")
        others = {name: text for name, text in row.items() if name != column.name}
        used = {
            other.get(column.name, "")
            for other in self.rows
            if all(other.get(name, "") == text for name, text in others.items())
        }
        words = (f"{old} {number}".strip() for number in range(2, len(used) + 3))
        word = next(word for word in words if word not in used)
        self.rows.append({**others, column.name: word})
        return {column.name: word}


def is_complete(record: Record, target: Target) -> bool:
    """Whether all cells that a row needs, and the result of a match, are there to be agreed to."""
    needed = [*target.required_columns]
    if not {"home_score", "score"} & {*record.cells}:
        needed += {"result"} & {*target.columns}
    return not record.cells or all(
        record.cells.get(name) or (target.columns[name].blank and name != "result") for name in needed
    )


def find_word_column(target: Target, code: str) -> Column | None:
    """Return the column in which a word tells a row from an equal one; one of the key, where that counts."""
    columns = target.columns.values()
    if code != "key-again" and any(column.key for column in columns):  # equal keys cannot be played again
        return None
    free = (
        column for column in columns if not (column.is_required or column.choices or column.kind is not str)
    )
    return next(
        (
            column
            for column in free
            if (column.key or code != "key-again") and column.display.style != "player"
        ),
        None,
    )


def find_fitting_column(text: str, target: Target, given: Mapping[str, str]) -> str:
    """Return the column that can hold an answer: one of choices, of days or of numbers; blank ones first."""
    columns = [column for column in target.columns.values() if column.choices or column.kind is not str]
    columns.sort(
        key=lambda column: (bool(given.get(column.name)), not column.choices, column.kind is not date)
    )
    for column in columns:
        try:
            cells.make_parser(column, ".,")(text)
        except ValueError:
            continue
        return column.name
    return ""


def _rank_players(table: Sequence[Record], rule: str) -> list[dict[str, str]]:
    """Return the cells with the places of those at a table, by scores or the winners before all others."""
    has_scores = all(record.cells.get("score") for record in table)
    if rule != "winner":
        ranked = rank_scores([{"place": record.cells.get("score", "")} for record in table], rule)
        return [{"place": place or ""} for place in ranked] if has_scores else []
    winners = sum(record.cells.get("place") == "1" for record in table)
    scores = {} if has_scores else {"score": ""}
    others = str(winners + 1)
    return [{"place": record.cells.get("place") or others, **scores} for record in table] if winners else []


def add_questions(result: ImportResult, targets: Targets, additions: Additions, language: Language) -> None:
    """Add a question for each text, kind or record in doubt that has none yet."""
    doubted = [
        record
        for record in list_doubted(result.records)
        if record.reason != (record.doubt or "") and not find_answer(record, result.answers)[0]
    ]
    texts = {(record.column, record.asked) for record in doubted if record.asked}
    columns = Counter(column for column, _ in texts)
    asker = _Asker(result, targets, additions, language)
    by_question = group_by(doubted, lambda record: asker.choose_question(record, columns))
    for question, group in by_question.items():
        if question[0] == "cells" or (question[0] == "doubts" and len(group) == 1):
            for record in group:
                column = record.column if record.used else ""
                asker.ask(("cells", make_cell_key(record.address, column)), [record])
        else:
            asker.ask(question, group)


class _Asker:
    """Writes questions about records in doubt."""

    def __init__(
        self,
        result: ImportResult,
        targets: Targets,
        additions: Additions,
        language: Language,
    ) -> None:
        self.result, self.answers, self.targets = result, result.answers, targets
        self.additions, self.language = additions, language
        self.followers = Counter(id(record.leader) for record in result.records if record.leader)

    def choose_question(self, record: Record, columns: Mapping[str, int]) -> tuple[str, ...]:
        """Return the keys of the question of a record; `columns` have so many texts in doubt."""
        by_text = self.answers.values.get(record.column, {}).get(record.asked)
        if EACH in {self.answers.doubts.get(record.code), by_text}:
            return ("cells",)
        if record.asked and columns[record.column] <= _MAX_TEXTS:
            return ("values", record.column, record.asked)
        return ("doubts", record.code)

    def ask(self, keys: tuple[str, ...], group: Sequence[Record]) -> None:
        """Ask about records, unless there is such a question already."""
        given: Any = vars(self.answers)
        for key in keys:
            given = given.get(key, {}) if isinstance(given, Mapping) else {}
        if given == {}:
            first, (*sections, key) = group[0], keys
            places = "; ".join(self._locate(record, keys[0]) for record in group[:_MAX_PLACES])
            more = "; …" if len(group) > _MAX_PLACES else ""
            games = Counter(record.cells.get("game", "") for record in group).most_common(_MAX_PLACES)
            more += "".join(f"; {game} {times}×" for game, times in games if game)
            forms = list_forms(first, self.targets[first.table], is_kind=keys[0] == "doubts")
            people = [first.cells.get(name, "") for name in self.targets[first.table].player_columns]
            shown = " – ".join(filter(None, people)) if keys[0] == "cells" else ""
            words = join_messages(shown, first.reason, join_messages(*forms, between=" | "))
            number = len(group) + sum(self.followers[id(record)] for record in group)
            comment = f"{number}× ({places}{more}): {self.language.format_message(words)}"
            self.additions.add(".".join(map(format_toml_key, sections)), key, UNANSWERED, comment)

    def _locate(self, record: Record, section: str) -> str:
        """Return the place of a record, with the key under which it may be answered by itself."""
        place = self.language.format_message(locate_record(record, self.result))
        return f"{place} {format_toml(record.address)}" if section == "doubts" else place


def list_forms(record: Record, target: Target, *, is_kind: bool) -> Iterator[Message]:
    """Yield the answers that a question about a record can have."""
    if record.code.startswith("place-"):
        yield advise('"high" or "low": places by the score')
        yield advise('"winner": the winners first, all others equal')
    elif record.code == "import-conflict":
        yield advise('"new": another match')
    if record.code in REPEATS:
        if column := find_word_column(target, record.code):
            yield advise("true: played again")
            yield advise("a word for {column}", column=quote_text(column.name))
    elif not record.code.startswith("place-"):
        is_name = record.column in target.player_columns
        is_blank = bool(record.column) and not record.cells.get(record.column)
        is_usable = is_complete(record, target) and not (record.asked or is_name or is_blank)
        is_whole = record.status == "doubtful" and is_usable
        yield advise("true: as it says") if is_whole else advise("what it means")
    yield advise("false: left out")
    if is_kind:
        yield advise('"each": asked one by one')


def add_newcomer_questions(
    result: ImportResult, headings: Sequence[str], additions: Additions, language: Language
) -> None:
    """Ask once for each figure that new players need, with columns that may have it; propose the guesses."""
    people_by_table = {
        record.table: [
            name
            for name in (*result.targets[record.table].name_columns, "side1", "side2")
            if name in record.said
        ]
        for record in result.records
        if record.table in result.targets and record.said
    }
    row_people = min(people_by_table.values(), key=len, default=[])
    columns = ", ".join(map(format_toml, headings[:_MAX_HEADINGS] or ["C"]))
    if len(row_people) > 1:
        columns = format_toml(dict(zip(row_people, [*headings, *"CDEF"], strict=False)))
    form = advise(
        "a column such as {columns}, or one value for all, such as {value}", columns=columns, value='"= 1200"'
    )
    asked = {column: (UNANSWERED, need.reason, need.names) for column, need in result.needs.items()}
    asked |= {column: (f"= {guess}", _GUESSED, names) for column, (guess, names) in result.guesses.items()}
    for column, (answer, why, people) in asked.items():
        if column and column not in result.answers.newcomers:
            names = [*dict.fromkeys(sorted(people))]
            shown = ", ".join(names[:_MAX_PLACES]) + ", …" * (len(names) > _MAX_PLACES)
            words = language.format_message(join_messages(why, form))
            additions.add("newcomers", column, answer, f"{len(names)}× ({shown}): {words}")


def find_wrong_answers(result: ImportResult, targets: Targets) -> list[Problem]:
    """Return a problem for each answer that has not helped, at its line."""
    answers, problems = result.answers, dict[tuple[str, ...], Problem]()
    places = build_source_map(answers.text)

    def add(keys: tuple[str, ...], message: Message, hint: Message | str, *, is_key: bool = False) -> None:
        location = (places.locate_key if is_key else places.locate_value)(keys)
        problems.setdefault(keys, Problem(answers.path, *location, message, hint))

    for record in list_doubted(result.records):
        keys, answer = find_answer(record, answers)
        if keys:
            forms = list_forms(record, targets[record.table], is_kind=keys[0] == "doubts")
            hint = join_messages(record.hint, join_messages(*forms, between=" | "))
            add(keys, _report_no_help(answer, record.reason), hint)
    read = {name.rpartition(" ")[2] for record in result.records for name in record.cells if " " in name}
    reasons: dict[str, Message | str] = {column: _GUESSED for column in result.guesses if column not in read}
    reasons |= {column: need.reason for column, need in result.needs.items()}
    for column, reason in reasons.items():
        answer = answers.newcomers.get(column, UNANSWERED)
        if answer != UNANSWERED:
            hint = advise(
                "write one value as {value}, or a column for each player of a row", value='"= 1200"'
            )
            add(("newcomers", column), _report_no_help(answer, reason), hint)
    for name, (message, hint) in result.naming.faults.items():
        if getattr(message, "code", "") == "answer-no-player":
            add(("players", name), message, hint)
    known = {name for target in targets.values() for name in target.columns} | {*SOURCE_ONLY}
    for section, columns in (("values", answers.values), ("newcomers", answers.newcomers)):
        for column in columns.keys() - known:
            message = say("answer-no-column", "{column} is no column of a table", column=quote_text(column))
            add((section, column), message, list_known(sorted(known)), is_key=True)
    return [*problems.values()]


def _report_no_help(answer: object, reason: Message | str) -> Message:
    params = {"answer": format_toml(answer), "reason": reason}
    return say("answer-no-help", "{answer} does not answer it: {reason}", **params)
