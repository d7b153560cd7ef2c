"""One line of sitegen.toml that is not TOML: what is wrong with it, and how it is to be written."""

import re
from typing import NamedTuple

from sitegen.cells import described
from sitegen.config.value import TEXT, told
from sitegen.message import Message, advise, say
from sitegen.problem import quoted


class Slip(NamedTuple):
    """What is wrong at a column of a line, and how to mend it.

    `is_confined` is false where the lines below would be misread as well; the slip itself may stand some
    lines `above` the one at which reading stopped.
    """

    column: int
    message: str
    hint: str = ""
    is_confined: bool = True
    above: int = 0


_MARK = "“”„‟«»‘’‚‛´`"  # noqa: RUF001 - what word processors put for a quote
_SPACE = "\u00a0\u1680\u2000-\u200d\u202f\u205f\u3000\ufeff"
_ODD = re.compile(rf"{TEXT}|\#.*|(?P<mark>[{_MARK}])|(?P<space>[{_SPACE}])")
_PAIR = re.compile(rf"\s*(?P<key>(?:{TEXT}|[^=\#\"'])*?)\s*=\s*(?P<value>(?:{TEXT}|[^\#])*?)\s*(?:\#.*)?")
_KEY = re.compile(rf"(?:[A-Za-z0-9_.-]|{TEXT})+")
_LOOSE = re.compile(r"\s*(?P<key>[\w.-]+)\s*(?P<mark>:|=>|\s)\s*(?P<value>[^\s#].*?)\s*")
SINGLE = (
    say("ranking-in-single-brackets", "a ranking begins with double brackets"),
    advise("write {header} on a line of its own", header="[[ranking]]"),
)
_HEADER = re.compile(r"\s*(?:\[|[\w. -]+\]+\s*(?:#.*)?$)")
_AGAIN = ("Cannot overwrite", "Duplicate", "Cannot mutate", "Cannot redefine")


def slip(line: str, complaint: str) -> Slip | None:
    """What is wrong with a line at which tomllib stopped with this complaint; None when that is not seen."""
    if _HEADER.match(line):
        return _header(line, complaint)
    return _odd(line) or _pair(line, complaint) or _loose(line)


def _odd(line: str) -> Slip | None:
    """Quotes and spaces as a word processor sets them."""
    found = next((each for each in _ODD.finditer(line) if each["mark"] or each["space"]), None)
    if not found:
        return None
    at = found.start() + 1
    if found["space"]:
        name = described(found[0])
        message = say("odd-space", "{character} stands here, which only looks like a space", character=name)
        return Slip(at, message, advise("type a space in its place"))
    message = say("curly-quote", "{mark} is a quote of a word processor", mark=found[0])
    pair = _PAIR.fullmatch(line)
    key, value = (each.strip(f"{_MARK}\"' ") for each in pair.group("key", "value")) if pair else ("", "")
    return Slip(at, message, _write(key, _text(value)) if pair else advise("write straight quotes"))


def _header(line: str, complaint: str) -> Slip | None:
    """A line that begins with a bracket: `[site]`, `[[ranking]]`, `[ranking.options]`."""
    name = re.sub(r"[\s/-]+", ".", re.split(r"[\]#=]", line.strip(" \t["))[0].strip())
    header = "[[ranking]]" if name == "ranking" else f"[{name}]"
    at, hint = (
        len(line) - len(line.lstrip()) + 1,
        advise("write {header} on a line of its own", header=header),
    )
    if "twice" not in complaint:
        message = say("header-of-settings", "{line} is no header of a table", line=quoted(line.strip()))
    elif name == "ranking":
        message, hint = SINGLE
    else:
        message = say("table-twice", "{header} stands here for the second time", header=header)
        hint = advise("put its lines together, below the first")
    return Slip(at, message, hint, is_confined=False)


def _pair(line: str, complaint: str) -> Slip | None:
    """A line `name = value`."""
    found = _PAIR.fullmatch(line)
    if not found:
        return None
    key, start = found["key"], found.start("key") + 1
    if not key:
        return Slip(start, say("no-name", "nothing stands before '='"), _write("…", found["value"]))
    if not _KEY.fullmatch(key):
        return Slip(start, *_name(key, found["value"]))
    if complaint.startswith(_AGAIN):
        message = say("key-twice", "{key} stands here for the second time", key=quoted(key))
        return Slip(start, message, advise("take one of the two out"))
    wrong = told(found["value"])
    hint = _write(key, wrong.better) if wrong and wrong.better else ""
    return Slip(found.start("value") + 1, wrong.message, wrong.hint or hint) if wrong else None


def _name(key: str, value: str) -> tuple[Message, Message]:
    joined = re.sub(r"\s+", "_", key.rstrip(": "))
    better = joined if re.fullmatch("[A-Za-z0-9_]+", joined) else _text(key)
    message = say("name-needs-quotes", "the name {key} has a sign that a name cannot have", key=quoted(key))
    return message, _write(better, value)


def _loose(line: str) -> Slip | None:
    """A line without `=`."""
    at = len(line) - len(line.lstrip()) + 1
    if re.match(r"\s*(?://|;|--|/\*|<!--)", line):
        message = say("not-a-comment", "{line} is no comment", line=quoted(line.strip()))
        return Slip(at, message, advise("a comment begins with '#'"))
    found = _LOOSE.fullmatch(line)
    if found:
        message = say("no-equals-sign", "'=' is missing behind {key}", key=quoted(found["key"]))
        return Slip(found.end("key") + 1, message, _write(found["key"], _valued(found["value"])))
    if re.fullmatch(r"\s*[\w-]+\s*", line):
        message = say("no-value", "{key} has no value", key=quoted(line.strip()))
        return Slip(at, message, _write(line.strip(), "…"))
    return None


def _write(key: str, value: str) -> Message:
    """A hint with the whole line, to be copied."""
    return advise("write: {line}", line=f"{key} = {value}")


def _text(words: str) -> str:
    return f"'{words}'" if '"' in words else f'"{words}"'


def _valued(value: str) -> str:
    """A value that stands as it should, or else as what was probably meant."""
    wrong = told(value)
    return (wrong.better or value) if wrong else value
