"""The file `imports/NAME.toml` of answers and open questions about the sources of an import.

New lines are added at the end of their sections, so that comments and the order of existing lines are kept.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from typing import Any, get_args, get_origin

from sitegen.core.entities import InvalidRequestError
from sitegen.core.files import read_file
from sitegen.core.language import Language
from sitegen.core.names import slugify
from sitegen.core.problems import Message, Problem, advise, list_known, quote_text, say, suggest_nearest
from sitegen.inputs.config.syntax import SourceMap, build_source_map, format_toml, format_toml_key

FOLDER = "imports"
_CELL_KEY = re.compile(r".+ [0-9a-f]{8}(?: #[1-9][0-9]*)?(?: [a-z][a-z0-9_]*)?", re.DOTALL)
MAX_FILE_BYTES = 2**24
"""The most bytes of a file of answers; one with 50,000 names needs a third of it."""
UNANSWERED = "?"
"""The value of an open question."""
EACH = "each"
"""The answer that each record of a kind is to be asked about by itself."""
_PLAYED = dict.fromkeys(("played", "gespeeld", "joué", "jouée"), True)
_PLAYED |= {f"{no} {played}": False for no in ("not", "niet", "non", "pas") for played in _PLAYED}
"""The words for true and false."""
Reference = bool | Mapping[str, str] | str
"""Where the cells of a column are from; the texts of a table are those by round."""
Answer = bool | int | float | date | str
"""What a doubt can be answered with, as TOML writes it."""
_TEXT_VALUE = re.compile(r"""\A(?:"[^"]*"|'[^']*')""")
_TYPES: Mapping[object, tuple[tuple[type, ...], Message]] = {
    Reference: ((bool, dict, str), advise("a text in quotes, or a table of texts by round")),
    str: ((str,), advise("a text")),
    Sequence: ((list,), advise("a list of texts")),
    int: ((int,), advise("a number")),
    Mapping: ((dict,), advise("a table")),
    str | bool: ((str, bool), advise("a text, true or false")),
    Answer: ((str, bool, int, float, date), advise("a text, true or false")),
}


@dataclass(frozen=True)
class SheetAnswers:
    """How the rows of a table are read, see `records`.

    `columns` has for each of our columns a heading, the letter of a column, or another source of its cells;
    `table` is false for a sheet that is left out. Where a format names its columns itself, `columns` has only
    what is otherwise, see `gaps`. All tables of a `form` are read alike, wherever their headings stand;
    without a form it is those with the headings in the same row. `season_begin` is the month and day on which
    a season begins, where a table has clubs by season.
    """

    table: str | bool
    columns: Mapping[str, Reference] = field(default_factory=dict)
    form: str = ""
    header: int = 1
    split: Mapping[str, str] = field(default_factory=dict)
    leave: Sequence[str] = ()
    above: Sequence[str] = ()
    dates: str = "day first"
    once: str = ""
    stop: str = ""
    agree: bool | str = True
    season_begin: str = ""


@dataclass(frozen=True)
class Answers:
    """The answers about the sources of one import."""

    name: str
    text: str = ""
    to: str = ""
    like: Sequence[str] = ()
    sources: Sequence[str] = ()
    new_players: bool | str = False
    sheet: Mapping[str, SheetAnswers] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, Answer]] = field(default_factory=dict)
    players: Mapping[str, str | bool] = field(default_factory=dict)
    newcomers: Mapping[str, Any] = field(default_factory=dict)
    doubts: Mapping[str, Answer] = field(default_factory=dict)
    cells: Mapping[str, Answer] = field(default_factory=dict)
    plays: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str | bool] = field(default_factory=dict)

    def find_cell(self, address: str, column: str = "") -> Answer:
        """Return the answer about a record or one of its cells; `?` where there is none."""
        return self.cells.get(make_cell_key(address, column), UNANSWERED)

    @property
    def path(self) -> str:
        """The path of the file in the site."""
        return f"{FOLDER}/{self.name}.toml"


def load_answers(root: Path, name: str) -> tuple[Answers, list[Problem]]:
    """Return the answers of an import and problems with them; blank answers where there is no file."""
    path, text = f"{FOLDER}/{name}.toml", ""
    try:
        text = read_file(root, path, MAX_FILE_BYTES).decode() if (root / path).exists() else ""
        document = tomllib.loads(text)
    except OSError as error:
        message = say("answers-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return Answers(name), [Problem(path, 0, 0, message)]
    except ValueError as error:
        message = say("answers-not-toml", "this is not TOML: {reason}", reason=str(error))
        return Answers(name, text), [Problem(path, 0, 0, message)]
    if problems := [*_check_document(path, text, document)]:
        return Answers(name, text), problems
    sheets = {key: SheetAnswers(**sheet) for key, sheet in document.get("sheet", {}).items()}
    given = document.keys() & {"values", "doubts", "cells", "newcomers"}
    sections = {key: _tidy(document[key]) for key in given}
    return Answers(name, text, **{**document, **sections, "sheet": sheets}), []


def _tidy(answer: Any) -> Any:
    """Return answers with numbers and days as texts, and *not played* as false."""
    if isinstance(answer, Mapping):
        return {key: _tidy(value) for key, value in answer.items()}
    if isinstance(answer, bool):
        return answer
    return _PLAYED.get(" ".join(str(answer).casefold().split()), str(answer).strip())


def make_cell_key(address: str, column: str = "") -> str:
    """Return the key under [cells] of a record, or of one of its cells."""
    return f"{address} {column}".strip()


def check_name(name: str) -> None:
    """Raise an `InvalidRequestError` for a name that cannot be part of a file name."""
    if name and slugify(name) != name:
        message = say("bad-import-name", "{name} cannot be the name of an import", name=quote_text(name))
        raise InvalidRequestError(message, advise("use lower-case letters, digits and '-'"))


def load_all_answers(root: Path) -> list[Answers]:
    """Return the answers of all imports of a site."""
    return [load_answers(root, path.stem)[0] for path in sorted((root / FOLDER).glob("*.toml"))]


def _check_document(path: str, text: str, document: Mapping[str, Any]) -> Iterator[Problem]:
    places, sheets = build_source_map(text), document.get("sheet", {})
    sheets = sheets if isinstance(sheets, dict) else {}
    yield from _check_keys(path, places, (), document, Answers)
    cells = document.get("cells", {})
    for key in cells if isinstance(cells, dict) else ():
        if not _CELL_KEY.fullmatch(key):
            message = say("answer-old-address", "{key} is the place of no record", key=quote_text(key))
            hint = advise("take it out: the next import asks again, by what the record says")
            yield Problem(path, *places.locate_key(("cells", key)), message, hint)
    for name, sheet in sheets.items():
        keys = sheet if isinstance(sheet, dict) else {}
        yield from _check_keys(path, places, ("sheet", name), keys, SheetAnswers)
        location, hint = places.locate_key(("sheet", name)), advise("see the guide on importing")
        for key in sorted(
            {"table"} - {*keys} | ({"columns"} if not {"columns", "form"} & {*keys} else set())
        ):
            message = say("answer-missing", "{key} is missing", key=quote_text(key))
            yield Problem(path, *location, message, hint)


def _check_keys(
    path: str, places: SourceMap, keys: tuple[str, ...], table: Mapping[str, Any], kind: type
) -> Iterator[Problem]:
    known_fields = [field_ for field_ in fields(kind) if field_.name not in {"name", "text"}]
    types = {field_.name: field_.type for field_ in known_fields}
    for key, value in table.items():
        location = places.locate_key((*keys, key))
        if key not in types:
            message = say("answer-unknown", "{key} is no key of this file", key=quote_text(key))
            yield Problem(path, *location, message, suggest_nearest(key, types) or list_known(types))
        elif key != "sheet":
            yield from _check_value(path, places, (*keys, key), value, types[key])


def _check_value(
    path: str, places: SourceMap, keys: tuple[str, ...], value: Any, kind: Any
) -> Iterator[Problem]:
    """Yield a problem for a value, or each value in it, that is not of the type of its key."""
    classes, wanted = _TYPES.get(kind) or _TYPES.get(get_origin(kind)) or ((object,), advise(""))
    if not isinstance(value, classes) or (isinstance(value, bool) and bool not in classes != (object,)):
        message = say("answer-wrong-type", "{key} is to be {type}", key=quote_text(keys[-1]), type=wanted)
        yield Problem(path, *places.locate_key(keys), message)
    elif isinstance(value, dict):
        *_, inner_kind = get_args(kind) or (Any,)
        for key, inner in value.items():
            yield from _check_value(path, places, (*keys, key), inner, inner_kind)
    elif isinstance(value, list) and not all(isinstance(item, str) for item in value):
        message = say("answer-wrong-type", "{key} is to be {type}", key=quote_text(keys[-1]), type=wanted)
        yield Problem(path, *places.locate_key(keys), message)


def find_unknown_tables(answers: Answers, tables: Collection[str]) -> list[Problem]:
    """Return a problem for each answer with a table that the ranking does not have."""
    places, problems = build_source_map(answers.text), []
    for key, sheet in answers.sheet.items():
        if sheet.table not in {False, UNANSWERED, *tables}:
            table = quote_text(str(sheet.table))
            message = say("answer-no-table", "{table} is no table of this ranking", table=table)
            location = places.locate_value(("sheet", key, "table"))
            problems.append(Problem(answers.path, *location, message, list_known(tables)))
    return problems


def replace_answers(answers: Answers, section: str, values: Mapping[str, str]) -> str:
    """Return the text of the file with other values for some keys of a section; all else stays."""
    lines, places = answers.text.removesuffix("\n").split("\n"), build_source_map(answers.text)
    for key, value in values.items():
        line, column = places.locate_value((section, key))
        start, old = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        lines[line - 1] = start + format_toml(value) + _TEXT_VALUE.sub("", old, count=1)
    return "\n".join(lines) + "\n"


@dataclass
class Additions:
    """New lines for a file of answers, by section; `""` is the top of the file.

    Comments are in a language.
    """

    lines: dict[str, list[str]] = field(default_factory=dict)
    language: Language = field(default_factory=lambda: Language("en"))

    def add(self, section: str, key: str, value: object, *evidence: str) -> None:
        """Add a key with its value, and a comment with the evidence."""
        parts = [
            self.language.format_message(part) if isinstance(part, Message) else part for part in evidence
        ]
        comment = " | ".join(parts)
        plain = "".join(character if character.isprintable() else " " for character in comment)
        note = " ".join(["  #", *plain.split()]) if plain.strip() else ""
        self.lines.setdefault(section, []).append(f"{format_toml_key(key)} = {format_toml(value)}{note}")

    def merge_into(self, text: str) -> str:
        """Return the text of the file with these lines at the end of their sections."""
        lines = text.removesuffix("\n").split("\n") if text else []
        for section, added in self.lines.items():
            header = f"[{section}]"
            starts = [number for number, line in enumerate(lines) if _is_header(line, header)]
            if section and not starts:
                lines += [*([""] if lines else []), header, *added]
                continue
            start = starts[0] + 1 if section else 0
            ends = (n for n in range(start, len(lines)) if lines[n].lstrip().startswith("["))
            end = next(ends, len(lines))
            while end > start and not lines[end - 1].strip():
                end -= 1
            is_tight = not section and end < len(lines) and lines[end].strip()
            lines[end:end] = [*added, *([""] if is_tight else [])]
        return "\n".join(lines) + "\n"


def _is_header(line: str, header: str) -> bool:
    """Whether a line is this header of a section, perhaps with a comment."""
    line = line.strip()
    return line.startswith(header) and line[len(header) :].lstrip()[:1] in {"", "#"}


def fill_answers(text: str, ask: Callable[[str], str]) -> str:
    """Return the text with each `?` replaced by the answer of `ask`; a blank answer leaves it open."""
    lines = []
    for line in text.removesuffix("\n").split("\n"):
        start, is_open, comment = line.partition(f" = {format_toml(UNANSWERED)}")
        answer = ask(f"{start}{comment}").strip().strip('"') if is_open else ""
        plain = answer if answer in {"true", "false"} else format_toml(answer)
        lines.append(f"{start} = {plain}{comment}" if answer else line)
    return "\n".join(lines) + "\n"
