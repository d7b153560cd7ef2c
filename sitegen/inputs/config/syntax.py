"""Read the syntax of sitegen.toml: where each key and value is, and why tomllib stopped.

Problems name the line and column of a key or a value, and tomllib returns values alone
(https://docs.python.org/3/library/tomllib.html), so a second pass over the tokens collects the places.
"""

import json
import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sitegen.core.problems import Problem, advise, quote_text, say
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
    """The offsets of the keys and values of a TOML text; the key of a table is its header."""

    text: str
    keys: Mapping[KeyPath, int]
    values: Mapping[KeyPath, int]

    def locate_key(self, path: KeyPath) -> tuple[int, int]:
        """Return the line and column of the key at `path`; else of the table that it would be in."""
        return self._locate(self.keys, path)

    def locate_value(self, path: KeyPath) -> tuple[int, int]:
        """Return the line and column of the value at `path`; else of its key or table."""
        return self._locate(self.values, path) if path in self.values else self.locate_key(path)

    def _locate(self, offsets: Mapping[KeyPath, int], path: KeyPath) -> tuple[int, int]:
        while path and path not in offsets:
            path = path[:-1]
        offset = offsets.get(path, 0)
        line = bisect_left(self._line_ends, offset)
        return line + 1, offset - (self._line_ends[line - 1] if line else -1)

    @cached_property
    def _line_ends(self) -> list[int]:
        """The offsets of the line ends."""
        return [match.start() for match in re.finditer("\n", self.text)]


def build_source_map(text: str) -> SourceMap:
    """Return the places of all keys and values in `text`: valid TOML, whose lines end in a line feed."""
    tokens = [token for token in _TOKEN.finditer(text) if token.lastgroup != "skip"]
    walker = _TokenWalker(tokens[::-1])
    walker.walk_document()
    return SourceMap(text, walker.keys, walker.values)


def format_toml(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, Mapping):
        pairs = (f"{format_toml_key(key)} = {format_toml(item)}" for key, item in value.items())
        return f"{{ {', '.join(pairs)} }}"
    text = json.dumps(value, ensure_ascii=False)  # of the same form, but for tables and this character
    return text.replace("\x7f", "\\u007f")


def format_toml_key(key: str) -> str:
    """Return a key as TOML, in quotes where it needs them."""
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else format_toml(key)


@dataclass
class _TokenWalker:
    """One pass over the tokens, which are in reverse order: the next one is the last."""

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
        """Return the path below `table` along `keys`, through the last table of each array."""
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
            self._read_items(path, "}")
        elif self._peek() == "[":
            self._read_items(path, "]")
        else:
            while self._peek() not in {"\n", ",", "]", "}"}:
                self.tokens.pop()

    def _read_items(self, path: KeyPath, closing: str) -> None:
        """Read what an inline table or an array holds, up to its closing bracket."""
        self.tokens.pop()
        index = 0
        while self._peek() != closing:
            if self._peek() in {",", "\n"}:
                self.tokens.pop()
            elif closing == "}":
                self._read_pair(path)
            else:
                self._read_value((*path, index))
                index += 1
        self.tokens.pop()


_POSITION = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_CLOSING_MARKS = {'"""': '"""', "'''": "'''", "[": "]", "{": "}"}
_OPENING_MARK = re.compile(
    r"""[^=#]*=\s*(?P<mark>"{3}(?!.*"{3})|'{3}(?!.*'{3})|"(?!.*")|'(?!.*')|\[(?!.*\])|\{(?!.*\}))"""
)
_COMMENT_SIGN = re.compile(r"\s*(?://|;|--|/\*|<!--)")
_WORD = re.compile("[^\\W\\d]|[“”„«‘’]")  # noqa: RUF001 - the quotes of word processors
_LONG_NUMBER = re.compile("[0-9][0-9_]{4000,}")
_COLON = re.compile(r"\s*(?P<key>[\w-]+)\s*(?P<sign>:)\s*(?P<value>[^\s#][^#]*?)\s*(?:#.*)?$")
_RANKING_HEADER = re.compile(r"\s*\[\s*ranking\s*[.\]]")


def explain_error(text: str, error: ValueError) -> Problem:
    """Explain why tomllib stopped in `text`: at its line and column, or where something is left open."""
    position = _POSITION.search(str(error))
    if not position:  # Python refuses to convert a number with thousands of digits
        digits = _LONG_NUMBER.search(text)
        number = text.count("\n", 0, digits.start()) + 1 if digits else 0
        value = quote_text(digits[0] if digits else "")
        message = say("too-many-digits", "{number} has more than {most} digits", number=value, most=15)
        return Problem(SETTINGS_FILE, number, 0, message, advise("shorten it"))
    number = int(position["line"] or text.rstrip().count("\n") + 1)
    lines = text.split("\n")[:number]
    column = int(position["column"] or len(lines[-1]) + 1)
    reason = str(error)[: position.start()]
    hint = advise(
        "a line is: name = value, with nothing behind it; a text stands between straight quotes, a date is"
        " 2026-11-20"
    )
    message = say("not-toml", "not TOML: {reason}", reason=reason)
    return (
        _explain_unclosed(lines)
        or _explain_line(lines, column, reason)
        or Problem(SETTINGS_FILE, number, column, message, hint)
    )


def _explain_unclosed(lines: Sequence[str]) -> Problem | None:
    """Find the string, list or table that is open on the last line, and where it opens."""
    try:
        tomllib.loads("\n".join(lines[:-1]))
        first = len(lines)  # nothing is open above the last line
    except ValueError:
        first = 1
    for number in range(len(lines), first - 1, -1):
        if opening := _OPENING_MARK.match(lines[number - 1]):
            mark = opening["mark"]
            message = say("quote-not-closed", "the quote that opens here is not closed")
            hint = advise("close it with another")
            if mark in _CLOSING_MARKS:
                message = say("not-closed", "{mark} opens here and is not closed", mark=quote_text(mark))
                hint = advise("close it with {mark}", mark=_CLOSING_MARKS[mark])
            return Problem(SETTINGS_FILE, number, opening.start("mark") + 1, message, hint)
    return None


def _explain_line(lines: Sequence[str], column: int, reason: str) -> Problem | None:
    """Explain what the last line often is: a repeated key or table, a comment, a text without quotes."""
    line, number = lines[-1], len(lines)
    start = len(line) - len(line.lstrip()) + 1
    if reason.startswith(("Cannot", "Duplicate")):
        header = re.match(r"\s*\[+[^\]#]*\]+", line)
        if header and header[0].strip("[] \t") == "ranking":
            first = (at for at, above in enumerate(lines, 1) if _RANKING_HEADER.match(above))
            message = say("ranking-in-single-brackets", "a ranking begins with double brackets")
            hint = advise("write {header} on a line of its own", header="[[ranking]]")
            return Problem(SETTINGS_FILE, next(first, number), 1, message, hint)
        if header:
            message = say("table-twice", "{header} stands here for the second time", header=header[0].strip())
            hint = advise("put its lines together, below the first")
            return Problem(SETTINGS_FILE, number, start, message, hint)
        key = quote_text(line.partition("=")[0].strip())
        message = say("key-twice", "{key} stands here for the second time", key=key)
        return Problem(SETTINGS_FILE, number, start, message, advise("take one of the two out"))
    if _COMMENT_SIGN.match(line):
        message = say("not-a-comment", "{line} is no comment", line=quote_text(line.strip()))
        return Problem(SETTINGS_FILE, number, start, message, advise("a comment begins with '#'"))
    return _explain_value(line, number, column, reason)


def _explain_value(line: str, number: int, column: int, reason: str) -> Problem | None:
    """Explain a colon before a value, and a text without quotes."""
    if colon := _COLON.match(line):
        value = colon["value"] if colon["value"][0] in "\"'[0123456789" else f'"{colon["value"]}"'
        message = say("colon-for-equals", "a ':' stands here, where '=' belongs")
        hint = advise("write {value}", value=f"{colon['key']} = {value}")
        return Problem(SETTINGS_FILE, number, colon.start("sign") + 1, message, hint)
    if reason == "Invalid value" and _WORD.match(line, column - 1):
        message = say("text-without-quotes", "a text stands between quotes")
        return Problem(SETTINGS_FILE, number, column, message, advise("write straight quotes"))
    return None
