"""Rows of input tables as text, and beside them what the checks of a system say of them: a table of cases.

    matches: date=2026-11-02 winner loser length        the columns of a table, in order or with a value

    # Matches of clubs                                  rows below a heading are of each of its cases that has
    players ann; bob                                    none of that table; without cases, of all cases below
    * a match that two clubs report                     a case: rows, which may be of several tables
      matches ann bob 7 club=Leie / players ann; bob
      matches club=Zenne: ann bob 7; bob ann 5          what is before a colon is of each row up to the next /
    * the winner may be another                         lines with | are a case each, above which stands
      matches ann bob 7 club=Leie                       what all of them have
      | matches bob ann 7 club=Zenne < winner? match-with-two-winners
      | matches bob ann 5 club=Zenne

Behind `<` is what is said of the last row of the line, behind `<2` of the second, behind `<*` of each.
Of a fault there is the column, with `?` if it is a warning, `(from 2026-11-02)` if it is one from a day on,
the code or the whole message, and after `->` the hint, where it is not always the same. Nothing else is said
of any row. Where the days of rows are told, as in `@date 2026-11-02 played`, they alone are.

`-` is a blank cell, `?` one that could not be read, and a row `?` one of which nothing could. With
`x20 2026-11-02+7` a row comes 20 times, each a week later. A row stands in `TABLE.csv`, from line 2 on; the
one row of `options` nowhere.
"""

import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self, get_args, get_type_hints

import files

import sitegen
from sitegen.core.cells import Parser, make_parser
from sitegen.core.entities import EventDate, Fault
from sitegen.core.missing import Missing
from sitegen.core.problems import Message
from sitegen.core.system import list_event_dates
from sitegen.core.table import Column, Table, get_columns, get_field_names

SYSTEMS = sorted(path.parent.name for path in Path(sitegen.__file__).parent.glob("systems/*/tables.py"))
_STEP = re.compile(r"(.*?)(\d+-\d+-\d+|\d+|[a-z])\+(\d+)")


@cache
def find_tables(system: str) -> Mapping[str, type[Table]]:
    """The input tables of a system by name, and its `options`."""
    module = import_module(f"sitegen.systems.{system}.tables")
    hints = {name: [*_iter_types(hint)] for name, hint in get_type_hints(module.Inputs).items()}
    tables = {
        name: next(kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Table))
        for name, kinds in hints.items()
    }
    return {**tables, "options": module.Options}


def _iter_types(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint):
        yield from _iter_types(part)


def find_faults(system: str, inputs: Any, options: Any) -> list[Fault]:
    """All that is wrong with rows and with tables."""
    rows = [row for table in inputs for row in table or ()]
    of_rows = [Fault(row, *fault) for row in rows for fault in getattr(row, "find_faults", list)()]
    return [*of_rows, *files.check(import_module(f"sitegen.systems.{system}"), inputs, options)]


class Said(NamedTuple):
    """What is said of a row, in the ways in which it may be written; the first has all of it."""

    row: Any
    ways: Sequence[str]

    @classmethod
    def of_fault(cls, fault: Fault) -> Self:
        """A fault, which has a code and a hint."""
        assert isinstance(fault.message, Message), fault
        assert fault.message.code, fault
        assert fault.hint, fault
        column = (
            f"{fault.column}{'?' if fault.warning else ''}{f' (from {fault.since})' if fault.since else ''}"
        )
        words = f"{column} {fault.message}"
        return cls(fault.row, (f"{words} -> {fault.hint}", words, f"{column} {fault.message.code}"))

    @classmethod
    def of_day(cls, event: EventDate) -> Self:
        """The day of a row."""
        return cls(event.row, (f"@{event.column} {event.day}{' played' if event.is_played else ''}",))


class Case(NamedTuple):
    """The lines of a case and those given above it; `columns` are those of each table, in order."""

    system: str
    title: str
    columns: Mapping[str, Sequence[str]]
    lines: Sequence[str]

    def find_differences(self) -> str:
        """What is said that is not written, and what is written that is not said."""
        tables = find_tables(self.system)
        rows: dict[str, list[Any]] = {name: [] for name in tables}
        said, expected = list[Said](), list[tuple[Any, str]]()
        for line in self.lines:
            text, *marks = re.split(r" <(?=[ *\d])", line)
            written = []
            for name, cells in _iter_rows(text):
                for repeated in _repeat(cells):
                    values, unread = _read_cells(tables[name], self.columns.get(name, ()), repeated)
                    place = {} if name == "options" else {"source": f"{name}.csv:{len(rows[name]) + 2}"}
                    rows[name].append(tables[name](**values | place))
                    said += [Said.of_fault(fault._replace(row=rows[name][-1])) for fault in unread]
                written.append(rows[name][-1])
            for mark in marks:
                number, _, words = mark.partition(" ")
                marked = written if number == "*" else [written[int(number or 0) - 1]]
                expected += [(row, words) for row in marked]
        system = import_module(f"sitegen.systems.{self.system}")
        (options,) = rows.pop("options") or [tables["options"]()]
        inputs = system.tables.Inputs(**rows)
        if any(mark.startswith("@") for _, mark in expected):
            said = [Said.of_day(event) for event in list_event_dates(system, inputs)]
        else:
            said += map(Said.of_fault, find_faults(self.system, inputs, options))
        return "\n".join(_compare(expected, said))


def _compare(expected: list[tuple[Any, str]], said: Iterable[Said]) -> Iterator[str]:
    for row, ways in said:
        fitting = next((pair for pair in expected if pair[0] is row and pair[1] in ways), None)
        if fitting:
            expected.remove(fitting)
        else:
            yield f"said:     {getattr(row, 'source', 'options')} < {ways[0]}"
    for row, mark in expected:
        yield f"not said: {getattr(row, 'source', 'options')} < {mark}"


def _iter_rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the table and the cells of each row that is written on a line."""
    for part in text.split(" / "):
        name, _, rows = part.partition(" ")
        before, colon, after = rows.rpartition(": ")
        for row in filter(None, (after if colon else rows).split(";")):
            lexer = shlex.shlex(f"{before} {row}", posix=True)
            lexer.whitespace_split, lexer.commenters, lexer.quotes, lexer.escape = True, "", '"', ""
            yield name, list(lexer)


def _repeat(cells: Sequence[str]) -> Iterator[list[str]]:
    """Yield the cells of each row that one stands for."""
    count = next((cell for cell in cells if re.fullmatch(r"x\d+", cell)), "x1")
    for number in range(int(count[1:])):
        yield [_step(cell, number) for cell in cells if cell != count]


def _step(cell: str, number: int) -> str:
    if not (match := _STEP.fullmatch(cell)):
        return cell
    before, first, step = match.groups()
    by = number * int(step)
    if "-" in first:
        return f"{before}{date.fromisoformat(first) + timedelta(days=by)}"
    return f"{before}{int(first) + by if first.isdigit() else chr(ord(first) + by)}"


def _read_cells(
    table: type[Table], order: Sequence[str], cells: Sequence[str]
) -> tuple[dict[str, Any], list[Fault]]:
    """Return the values of a row by field, and a fault for each of its cells that could not be read."""
    fields = {
        column.name: (field, column)
        for field, column in zip(get_field_names(table), get_columns(table), strict=True)
    }
    if cells == ["?"]:
        return {field: Missing() for field, _ in fields.values()}, []
    texts = dict(cell.split("=", 1) for cell in order if "=" in cell)
    places = (cell for cell in order if "=" not in cell)
    for cell in cells:
        name, sign, text = cell.partition("=")
        is_named = sign and name in fields
        texts[name if is_named else next(places)] = text if is_named else cell
    if "alphabet" in fields:
        texts.setdefault("name", texts["id"].title())
    values, faults = {}, []
    for name, text in texts.items():
        field, column = fields[name]
        try:
            values[field] = Missing() if text == "?" else _make_parser(column)(text if text != "-" else "")
        except ValueError as error:
            values[field] = Missing()
            faults.append(Fault(None, name, *error.args))
    return values, faults


def _make_parser(column: Column) -> Parser:
    if isinstance(column.default, Mapping):
        return lambda text: {
            int(key) if key.isdigit() else key: value
            for key, value in tomllib.loads(f"cell = {text}")["cell"].items()
        }
    return make_parser(column, ".")


def read_cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a table of them."""
    head, *sections = re.split(r"^# .*\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    columns = {name: names.split() for name, names in re.findall(r"^(\w+): (.*)$", head, re.MULTILINE)}
    given: Sequence[str] = ()
    for section in sections:
        lines, *texts = re.split(r"^\* ", section, flags=re.MULTILINE)
        of_section = _add_lines(given, lines)
        given = given if texts else of_section
        for text in texts:
            title, _, body = text.partition("\n")
            common, *variants = re.split(r"^ *\| ", body, flags=re.MULTILINE)
            for variant in variants or [""]:
                yield Case(path.stem, title, columns, _add_lines(of_section, common + variant))


def _add_lines(given: Iterable[str], text: str) -> list[str]:
    """The lines of a text, after those given of other tables."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    own = {part.split()[0] for line in lines for part in line.split(" <")[0].split(" / ")}
    return [*(line for line in given if line.split()[0] not in own), *lines]
