"""Where the keys and values of a TOML file stand: tomllib gives values, but not their places.

What is meant by lines of sitegen.toml that are not TOML: the slips of a hand that is used to letters.
"""

import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sitegen.core.problems import Problem, advise, quote_text, say
from sitegen.inputs.config.diagnostics import SINGLE_BRACKETS, TomlDiagnostic, diagnose_line
from sitegen.inputs.config.site import SETTINGS_FILE

KeyPath = tuple[str | int, ...]
"""The keys that lead to a value, and the index where one is an array: `("ranking", 0, "id")`."""

_TOKEN = re.compile(
    r'''
    (?P<skip> [ \t]+ | \#[^\n]* )
    | (?P<string> """ (?:[^\\]|\\.)*? "{3,5} | \'\'\' .*? \'{3,5} | "(?:[^"\\\n]|\\.)*" | \'[^\'\n]*\' )
    | (?P<mark> [\[\]{}=,.\n] )
    | (?P<word> [^\s\[\]{}=,.\#"\']+ )
    ''',
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class SourceMap:
    """The offsets of the keys and of the values of a text; a table's key is its header."""

    text: str
    keys: Mapping[KeyPath, int]
    values: Mapping[KeyPath, int]

    def locate_key(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the key at `path`; where it cannot be found, of what it stands in."""
        return self._locate(self.keys, path)

    def locate_value(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the value at `path`; where it cannot be found, of what it stands in."""
        return self._locate(self.values, path) if path in self.values else self.locate_key(path)

    def _locate(self, offsets: Mapping[KeyPath, int], path: KeyPath) -> tuple[int, int]:
        while path and path not in offsets:
            path = path[:-1]
        offset = offsets.get(path, 0)
        line = bisect_left(self._line_ends, offset)
        return line + 1, offset - (self._line_ends[line - 1] if line else -1)

    @cached_property
    def _line_ends(self) -> list[int]:
        """Where the lines end."""
        return [match.start() for match in re.finditer("\n", self.text)]


def build_source_map(text: str) -> SourceMap:
    """The places of all that stands in `text`: valid TOML, in which each line ends in a line feed."""
    tokens = [token for token in _TOKEN.finditer(text) if token.lastgroup != "skip"]
    walk = _TokenWalker(tokens[::-1])
    walk.walk_document()
    return SourceMap(text, walk.keys, walk.values)


@dataclass
class _TokenWalker:
    """One pass over the tokens, which stand in reverse: the next is the last."""

    tokens: list[re.Match[str]]
    keys: dict[KeyPath, int] = field(default_factory=dict)
    values: dict[KeyPath, int] = field(default_factory=dict)
    tables: Counter[KeyPath] = field(default_factory=Counter)

    def walk_document(self) -> None:
        table: KeyPath = ()
        while self.tokens:
            if self._peek() == "[":
                table = self._read_header()
            elif self._peek() == "\n":
                self.tokens.pop()
            else:
                self._read_pair(table)

    def _peek(self) -> str:
        return self.tokens[-1][0] if self.tokens else "\n"

    def _read_header(self) -> KeyPath:
        start = self.tokens.pop().start()
        is_array = self._peek() == "["
        if is_array:
            self.tokens.pop()
        *parents, last = self._read_key()
        table = self._enter_tables((), parents)
        table = (*table, last)
        if is_array:
            self.tables[table] += 1
            self.keys.setdefault(table, start)
            table = self._enter_tables(table[:-1], [last])
        self.keys.setdefault(table, start)
        while self._peek() == "]":
            self.tokens.pop()
        return table

    def _enter_tables(self, table: KeyPath, keys: list[str]) -> KeyPath:
        """The path below `table` along `keys`, through the latest table of each array."""
        for key in keys:
            table = (*table, key)
            table = (*table, self.tables[table] - 1) if table in self.tables else table
        return table

    def _read_key(self) -> list[str]:
        parts = [self._read_part()]
        while self._peek() == ".":
            self.tokens.pop()
            parts.append(self._read_part())
        return parts

    def _read_part(self) -> str:
        token = self.tokens.pop()
        if token.lastgroup == "word":
            return token[0]
        return str(tomllib.loads(f"text = {token[0]}")["text"])

    def _read_pair(self, table: KeyPath) -> None:
        start = self.tokens[-1].start()
        path = table
        for part in self._read_key():
            path = (*path, part)
            self.keys.setdefault(path, start)
        self.tokens.pop()
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        self.values[path] = self.tokens[-1].start()
        if self._peek() == "{":
            self._read_inline_table(path)
        elif self._peek() == "[":
            self._read_array(path)
        else:
            while self._peek() not in {"\n", ",", "]", "}"}:
                self.tokens.pop()

    def _read_inline_table(self, path: KeyPath) -> None:
        self.tokens.pop()
        while self._peek() != "}":
            if self._peek() in {",", "\n"}:
                self.tokens.pop()
            else:
                self._read_pair(path)
        self.tokens.pop()

    def _read_array(self, path: KeyPath) -> None:
        self.tokens.pop()
        index = 0
        while self._peek() != "]":
            if self._peek() in {",", "\n"}:
                self.tokens.pop()
            else:
                self._read_value((*path, index))
                index += 1
        self.tokens.pop()


_MAX_PROBLEMS = 20
_MAX_LINE = 1_000  # of a line, in which what is meant is looked for again and again
_CLOSING_MARKS = {'"""': '"""', "'''": "'''", "[": "]", "{": "}"}
_OPENING_MARK = re.compile(r"""=\s*(?P<mark>"{3}(?!.*"{3})|'{3}(?!.*'{3})|\[(?!.*\])|\{(?!.*\}))""")
_LONG_NUMBER = re.compile("[0-9][0-9_]{4000,}")
_UNKNOWN_ERROR = TomlDiagnostic(
    0,
    say("not-toml", "this line is not TOML"),
    advise("a line is: name = value, and a text stands between straight quotes"),
    is_confined_to_line=False,
)


def diagnose_toml(text: str, error: ValueError) -> list[Problem]:
    """The lines at which reading stops, each with what was probably meant; `error` is that of the first.

    Below a slip that is confined to its line reading goes on as if that line were not there.
    """
    return list(_iter_problems(text.split("\n"), error))


def _iter_problems(lines: list[str], first: ValueError) -> Iterator[Problem]:
    error: ValueError | None = first
    for _ in range(_MAX_PROBLEMS):
        if error is None:
            return
        number, complaint = _split_error(error, lines)
        found = (
            _diagnose_unclosed(lines[:number], complaint)
            or _diagnose_misplaced_header(lines[:number], complaint)
            or _diagnose_long_number(lines[number - 1])
            or _diagnose_short_line(lines[number - 1], complaint)
            or _UNKNOWN_ERROR
        )
        number -= found.lines_above
        yield Problem(SETTINGS_FILE, number, found.column, found.message, found.hint)
        if not found.is_confined_to_line:
            return
        lines[number - 1] = ""
        error = _find_error(lines)


def _diagnose_short_line(line: str, complaint: str) -> TomlDiagnostic | None:
    return diagnose_line(line, complaint) if len(line) <= _MAX_LINE else None


def _find_error(lines: list[str]) -> ValueError | None:
    try:
        tomllib.loads("\n".join(lines))
    except ValueError as error:
        return error
    return None


def _split_error(error: ValueError, lines: list[str]) -> tuple[int, str]:
    """The line and the complaint, which Python before 3.14 has in its message only; else the last line."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
    if found:
        return int(found[2]), found[1]
    endless = (number for number, line in enumerate(lines, 1) if _LONG_NUMBER.search(line))
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    return next(endless, last), str(error)


def _diagnose_long_number(line: str) -> TomlDiagnostic | None:
    """A number of more digits than Python makes one of."""
    found = _LONG_NUMBER.search(line)
    if not found:
        return None
    message = say(
        "too-many-digits", "{number} has more than {most} digits", number=quote_text(found[0]), most=15
    )
    return TomlDiagnostic(found.start() + 1, message, advise("shorten it"))


def _diagnose_unclosed(lines: list[str], complaint: str) -> TomlDiagnostic | None:
    """What was opened on one of the lines down to that at which reading stopped, and never closed."""
    reaches_up = complaint.startswith(("Unclosed", "Unterminated", "Expected \"'''\""))
    for above, line in enumerate(reversed(lines if reaches_up else lines[-1:])):
        opened = _OPENING_MARK.search(line[:_MAX_LINE])
        if opened:
            message = say(
                "not-closed", "{mark} opens here and is not closed", mark=quote_text(opened["mark"])
            )
            hint = advise("close it with {mark}", mark=_CLOSING_MARKS[opened["mark"]])
            return TomlDiagnostic(
                opened.start("mark") + 1, message, hint, is_confined_to_line=False, lines_above=above
            )
    return None


def _diagnose_misplaced_header(lines: list[str], complaint: str) -> TomlDiagnostic | None:
    """A header `[ranking]` or `[ranking.options]` above the first `[[ranking]]`, at which reading stopped."""
    if not (lines[-1].strip().startswith("[[ranking]]") and complaint.startswith("Cannot overwrite")):
        return None
    for above, line in enumerate(reversed(lines)):
        found = re.match(r"\s*\[\s*ranking\s*(?P<below>[.\w\s]*)\]", line)
        if found and found["below"]:
            message = say(
                "options-above-ranking", "{header} stands above its [[ranking]]", header=found[0].strip()
            )
            return TomlDiagnostic(
                line.index("[") + 1,
                message,
                advise("put it below"),
                is_confined_to_line=False,
                lines_above=above,
            )
        if found:
            return TomlDiagnostic(
                line.index("[") + 1, *SINGLE_BRACKETS, is_confined_to_line=False, lines_above=above
            )
    return None
