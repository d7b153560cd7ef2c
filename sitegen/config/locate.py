"""Where the keys and values of a TOML file stand: tomllib gives values, but not their places."""

import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

Path = tuple[str | int, ...]
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
class Places:
    """The offsets of the keys and of the values of a text; a table's key is its header."""

    text: str
    keys: Mapping[Path, int]
    values: Mapping[Path, int]

    def key(self, path: Path) -> tuple[int, int]:
        """Line and column of the key at `path`; where it cannot be found, of what it stands in."""
        return self._place(self.keys, path)

    def value(self, path: Path) -> tuple[int, int]:
        """Line and column of the value at `path`; where it cannot be found, of what it stands in."""
        return self._place(self.values, path) if path in self.values else self.key(path)

    def _place(self, offsets: Mapping[Path, int], path: Path) -> tuple[int, int]:
        while path and path not in offsets:
            path = path[:-1]
        offset = offsets.get(path, 0)
        line = bisect_left(self._ends, offset)
        return line + 1, offset - (self._ends[line - 1] if line else -1)

    @cached_property
    def _ends(self) -> list[int]:
        """Where the lines end."""
        return [each.start() for each in re.finditer("\n", self.text)]


def locate(text: str) -> Places:
    """The places of all that stands in `text`: valid TOML, in which each line ends in a line feed."""
    tokens = [each for each in _TOKEN.finditer(text) if each.lastgroup != "skip"]
    walk = _Walk(tokens[::-1])
    walk.document()
    return Places(text, walk.keys, walk.values)


@dataclass
class _Walk:
    """One pass over the tokens, which stand in reverse: the next is the last."""

    tokens: list[re.Match[str]]
    keys: dict[Path, int] = field(default_factory=dict)
    values: dict[Path, int] = field(default_factory=dict)
    tables: Counter[Path] = field(default_factory=Counter)

    def document(self) -> None:
        table: Path = ()
        while self.tokens:
            if self._next() == "[":
                table = self._header()
            elif self._next() == "\n":
                self.tokens.pop()
            else:
                self._pair(table)

    def _next(self) -> str:
        return self.tokens[-1][0] if self.tokens else "\n"

    def _header(self) -> Path:
        start = self.tokens.pop().start()
        is_array = self._next() == "["
        if is_array:
            self.tokens.pop()
        *parents, last = self._key()
        table = self._entered((), parents)
        table = (*table, last)
        if is_array:
            self.tables[table] += 1
            self.keys.setdefault(table, start)
            table = self._entered(table[:-1], [last])
        self.keys.setdefault(table, start)
        while self._next() == "]":
            self.tokens.pop()
        return table

    def _entered(self, table: Path, keys: list[str]) -> Path:
        """The path below `table` along `keys`, through the latest table of each array."""
        for key in keys:
            table = (*table, key)
            table = (*table, self.tables[table] - 1) if table in self.tables else table
        return table

    def _key(self) -> list[str]:
        parts = [self._part()]
        while self._next() == ".":
            self.tokens.pop()
            parts.append(self._part())
        return parts

    def _part(self) -> str:
        token = self.tokens.pop()
        if token.lastgroup == "word":
            return token[0]
        return str(tomllib.loads(f"text = {token[0]}")["text"])

    def _pair(self, table: Path) -> None:
        start = self.tokens[-1].start()
        path = table
        for part in self._key():
            path = (*path, part)
            self.keys.setdefault(path, start)
        self.tokens.pop()
        self._value(path)

    def _value(self, path: Path) -> None:
        self.values[path] = self.tokens[-1].start()
        if self._next() == "{":
            self._inline_table(path)
        elif self._next() == "[":
            self._array(path)
        else:
            while self._next() not in {"\n", ",", "]", "}"}:
                self.tokens.pop()

    def _inline_table(self, path: Path) -> None:
        self.tokens.pop()
        while self._next() != "}":
            if self._next() in {",", "\n"}:
                self.tokens.pop()
            else:
                self._pair(path)
        self.tokens.pop()

    def _array(self, path: Path) -> None:
        self.tokens.pop()
        index = 0
        while self._next() != "]":
            if self._next() in {",", "\n"}:
                self.tokens.pop()
            else:
                self._value((*path, index))
                index += 1
        self.tokens.pop()
