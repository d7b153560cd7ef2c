"""Copy the settings of a ranking for its next season, line by line, so that comments and order stay."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

from sitegen.core.entities import DrawError
from sitegen.core.problems import advise, quote_text, say
from sitegen.inputs.config.site import SETTINGS_FILE
from sitegen.inputs.config.syntax import KeyPath, build_source_map, format_toml, format_toml_key

_ID = re.compile(r"""^(\s*id\s*=\s*)(["'])(.*?)\2""")
_TITLE = re.compile(r"^\s*(?:short_)?title\s*=")
_TITLES_HEAD = re.compile(r"^\s*\[(?:ranking\.)?(?:short_)?title\]")
_HEAD = re.compile(r"^\s*\[")
_OTHER_HEAD = re.compile(r"^\s*\[(?!\[?ranking\.)")
_TEXT = re.compile(r"""(["'])(.+?)\1""")


def copy_ranking(text: str, old: str, new: str, name_title: Callable[[str], str], start: date) -> str:
    """Return the text of settings with a ranking `new` before `old`, which has titles anew.

    Its options are those of `old` on the day of the `start`; what changes later is a change of both. Raises
    `DrawError` where the settings of `old` are not told apart by lines.
    """
    lines = text.splitlines(keepends=True)
    first, end = _find_block(lines, old)
    block = rename_ranking("".join(lines[first:end]), new, name_title)
    new_block = _fold_changes(block, start).rstrip("\n")
    return "".join([*lines[:first], f"{new_block}\n\n", *lines[first:]])


def rename_ranking(text: str, new: str, name_title: Callable[[str], str]) -> str:
    """Return the text of the settings of a ranking with another id and other titles."""
    block, is_title = list[str](), False
    for line in text.splitlines(keepends=True):
        is_title = bool(_TITLES_HEAD.match(line)) or (is_title and not _HEAD.match(line))
        if _ID.match(line):
            block.append(_ID.sub(lambda found: f"{found[1]}{found[2]}{new}{found[2]}", line))
        elif _TITLE.match(line) or is_title:
            block.append(_TEXT.sub(lambda found: f"{found[1]}{name_title(found[2])}{found[1]}", line))
        else:
            block.append(line)
    return "".join(block)


class _Statement(NamedTuple):
    """A key with its value, or the head of a table, with the comments above it and the blank lines below.

    `value` is the place of the value in the text, 0 for a head.
    """

    path: KeyPath
    text: str
    value: int

    def with_value(self, value: object) -> str:
        """Return the text with another value."""
        blank = self.text[len(self.text.rstrip()) :]
        return self.text[: self.value] + format_toml(value) + blank


def _split_statements(text: str) -> Iterator[_Statement]:
    """Yield the statements of the settings of one ranking."""
    places, paths = build_source_map(text), dict[int, KeyPath]()
    for path, offset in places.keys.items():
        line = text.rfind("\n", 0, offset) + 1
        if not text[line:offset].strip():  # of the keys within an inline table only that of the table
            while line and text[:line].splitlines()[-1].lstrip().startswith("#"):
                line = text.rfind("\n", 0, line - 1) + 1
            paths[line] = max(paths.get(line, ()), path, key=len)
    for first, end in pairwise([*sorted(paths), len(text)]):
        path = paths[first]
        yield _Statement(path, text[first:end], places.values.get(path, first) - first)


def _fold_changes(text: str, start: date) -> str:
    """Return the settings of a ranking with the options of a day, and only the changes of later days."""
    (settings,) = tomllib.loads(text)["ranking"]
    changes = settings.get("from", [])
    begun = [change for change in changes if change["date"] <= start]
    if not begun:
        return text
    values = {name: value for change in begun for name, value in change["options"].items()}
    settings["options"] = settings.get("options", {}) | values
    settings["from"] = changes[len(begun) :]
    folded = "".join(_fold_statements([*_split_statements(text)], settings["options"], values, len(begun)))
    (found,) = tomllib.loads(folded)["ranking"]
    if {"from": [], **found} != settings:
        raise _make_unread_error(settings["id"])
    return folded


def _fold_statements(
    statements: Sequence[_Statement], options: Mapping[str, Any], values: Mapping[str, Any], begun_count: int
) -> Iterator[str]:
    """Yield the statements with these options; the new `values` are those of the first changes, which go."""
    keys = {statement.path[2:] for statement in statements if statement.value}
    lines = [
        f"{format_toml_key(name)} = {format_toml(value)}\n"
        for name, value in values.items()
        if ("options", name) not in keys
    ]
    has_options = any(statement.path[2:] == ("options",) for statement in statements)
    for statement in statements:
        match statement.path[2:]:
            case ["from", int(index), *_] if index < begun_count:
                if not has_options:
                    yield "".join(["[ranking.options]\n", *lines, "\n"])
                has_options = True
            case ["options"] if statement.value:
                yield statement.with_value(options)
            case ["options"]:
                head = statement.text.rstrip()
                yield "".join([head, "\n", *lines, statement.text[len(head) + 1 :]])
            case ["options", str(name)] if name in values and statement.value:
                yield statement.with_value(values[name])
            case ["options", str(name), *_] if name in values:
                pass  # a table of its own, which is a line below the head of the options now
            case _:
                yield statement.text


def _make_unread_error(ranking: str) -> DrawError:
    return DrawError(
        say(
            "season-settings-unread",
            "{file} does not say the id {id} in a line of its own",
            file=SETTINGS_FILE,
            id=quote_text(ranking),
        ),
        advise("write the new season by hand"),
    )


def _find_block(lines: Sequence[str], ranking: str) -> tuple[int, int]:
    """Return where the settings of a ranking begin and end: the numbers of two lines, from 0."""
    starts = [number for number, line in enumerate(lines) if line.strip().startswith("[[ranking]]")]
    for first in starts:
        heads = (number for number in range(first + 1, len(lines)) if _OTHER_HEAD.match(lines[number]))
        end = next(heads, len(lines))
        ids = [found[3] for line in lines[first:end] if (found := _ID.match(line))]
        if ids[:1] == [ranking]:
            return first, end
    raise _make_unread_error(ranking)
