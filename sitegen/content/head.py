"""The head of a page that somebody wrote: its `key: value` lines."""

import re
from collections.abc import Sequence

from sitegen.content.files import File
from sitegen.message import advise, say
from sitegen.problem import Problem, listing, quoted, suggestion

_KEY = re.compile(r"([A-Za-z_-]+)[ \t]*:[ \t]*(.*)")
_YES_NO = ("true", "false")


def front_matter(file: File, text: str, *, news: bool) -> tuple[dict[str, str], int, list[Problem]]:
    """The `key: value` lines between two lines `---` at the start of a page, and the line after them."""
    lines = [each.rstrip() for each in text.split("\n")]
    if lines[0] != "---":
        return {}, 1, []
    if "---" not in lines[1:]:
        message = say(
            "front-matter-not-closed", "'---' opens a block of 'key: value' lines that is not closed"
        )
        return {}, 1, [file.problem(message, advise("end it with a line '---'"), 1, 1)]
    end = lines.index("---", 1)
    known = ["title", "summary"] if news else ["title", "menu"]
    header: dict[str, str] = {}
    problems = []
    for number, each in enumerate(lines[1:end], start=2):
        fault = _entry(each, header, known)
        problems += [file.problem(*fault, number, 1)] if fault else []
    return header, end + 2, problems


def _entry(line: str, header: dict[str, str], known: Sequence[str]) -> tuple[str, str] | None:
    """Add one line of front matter to `header`, or tell what is wrong with it."""
    if not line.strip() or line.startswith("#"):
        return None
    found = _KEY.fullmatch(line)
    if not found:
        message = say("not-key-and-value", "{line} is not a line 'key: value'", line=quoted(line))
        return message, listing(known)
    key, value = found[1], _unquoted(found[2].strip())
    if key not in known:
        message = say("unknown-key-of-page", "unknown key {key}", key=quoted(key))
        return message, suggestion(key, known) or listing(known)
    if key in header:
        return say("key-of-page-twice", "the key {key} occurs twice", key=quoted(key)), advise(
            "remove one of the two"
        )
    if fault := _fault(key, value):
        return fault
    header[key] = value
    return None


def _fault(key: str, value: str) -> tuple[str, str] | None:
    """What is wrong with the value of a key."""
    if not value:
        message = say("key-without-value", "the key {key} has no value", key=quoted(key))
        return message, advise("write one, or remove the line")
    if key == "menu" and value not in _YES_NO:
        message = say("menu-yes-or-no", "menu: {value} is neither true nor false", value=quoted(value))
        return message, advise("write menu: true for a page that the menu leads to")
    return None


def _unquoted(value: str) -> str:
    """The value without the quotation marks around the whole of it."""
    whole = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1].strip() if whole else value
