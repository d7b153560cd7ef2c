"""A value in sitegen.toml that is none, by its signs: what it is, and what was probably meant.

One line of sitegen.toml that is not TOML: what is wrong with it, and how it is to be written.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from sitegen.core.cells import describe_character
from sitegen.core.problems import Message, advise, quote_text, say

TOML_TEXT = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*')"""
"""A text of TOML on one line."""

_VALID_VALUE = re.compile(rf"{TOML_TEXT}|-?[0-9]+(?:\.[0-9]+)?|true|false")


class ValueDiagnostic(NamedTuple):
    """What is wrong with a value, and the `better` one where that can be told; else how to mend it."""

    message: str
    correction: str
    hint: str = ""


def diagnose_value(value: str) -> ValueDiagnostic | None:
    """What is wrong with a value; None where nothing is, or it is not seen."""
    if _VALID_VALUE.fullmatch(value) and not re.fullmatch(r"0\d+.*", value) and not _has_bad_escape(value):
        return None
    tried = ((pattern.fullmatch(value), tell) for pattern, tell in _EXPLAINERS)
    return next((tell(found) for found, tell in tried if found), None)


def _has_bad_escape(value: str) -> bool:
    return re.search(r'^".*(?<!\\)(?:\\\\)*\\[^btnfr"\\uU]', value) is not None


def _explain_missing(_found: re.Match[str]) -> ValueDiagnostic:
    return ValueDiagnostic(say("value-missing", "nothing stands behind '='"), "…")


def _explain_date(found: re.Match[str]) -> ValueDiagnostic:
    try:
        meant = date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        message = say("day-not-in-calendar", "{value} is not in the calendar", value=found[0])
        return ValueDiagnostic(message, "", advise("write a date as 2026-11-20"))
    message = say("date-written-otherwise", "{value} is not how a date is written here", value=found[0])
    return ValueDiagnostic(message, meant.isoformat())


def _explain_worded_date(found: re.Match[str]) -> ValueDiagnostic:
    message = say("date-written-otherwise", "{value} is not how a date is written here", value=found[0])
    return ValueDiagnostic(message, "", advise("write a date as 2026-11-20"))


def _explain_decimal_comma(found: re.Match[str]) -> ValueDiagnostic:
    message = say("decimal-comma", "{value} is no number: its decimals stand behind a point", value=found[0])
    return ValueDiagnostic(message, f"{found['whole'] or 0}.{found['decimals']}")


def _explain_grouping(found: re.Match[str]) -> ValueDiagnostic:
    whole, decimals = re.sub(r"[^\d+-]", "", found["whole"]), found["decimals"]
    message = say(
        "grouped-digits", "{value} is no number: its digits stand together", value=quote_text(found[0])
    )
    return ValueDiagnostic(message, f"{whole}.{decimals}" if decimals else whole)


def _explain_padding(found: re.Match[str]) -> ValueDiagnostic:
    whole, point, decimals = found[0].partition(".")
    message = say("number-written-otherwise", "{value} is no number", value=quote_text(found[0]))
    return ValueDiagnostic(message, str(int(whole or 0)) + (point and f".{decimals or 0}"))


def _explain_unit(found: re.Match[str]) -> ValueDiagnostic:
    message = say("number-with-unit", "{value} has a unit beside its number", value=quote_text(found[0]))
    return ValueDiagnostic(message, found["number"].replace(",", "."))


def _explain_boolean(found: re.Match[str]) -> ValueDiagnostic:
    message = say("not-true-or-false", "{value} is neither true nor false", value=quote_text(found[0]))
    return ValueDiagnostic(message, "true" if found["yes"] else "false")


def _explain_end_sign(found: re.Match[str]) -> ValueDiagnostic:
    message = say(
        "sign-at-end-of-line", "{sign} stands at the end of the line", sign=quote_text(found["sign"])
    )
    return ValueDiagnostic(message, found["value"])


def _explain_comment(found: re.Match[str]) -> ValueDiagnostic:
    message = say("comment-without-hash", "{text} is no comment", text=quote_text(found["comment"]))
    return ValueDiagnostic(message, f"{found['value']}  # {found['comment'].strip('/;- ')}")


def _explain_two_values(found: re.Match[str]) -> ValueDiagnostic:
    message = say("two-on-a-line", "a line has one name and one value")
    return ValueDiagnostic(
        message, found["value"], advise("begin a new line behind {value}", value=found["value"])
    )


def _explain_equals_sign(found: re.Match[str]) -> ValueDiagnostic:
    return ValueDiagnostic(say("equals-sign-twice", "'=' stands here twice"), found["value"])


def _explain_inline_table(_found: re.Match[str]) -> ValueDiagnostic:
    message = say("not-an-inline-table", "this table is not written as one")
    hint = advise("write it as {example}", example='{ Catan = 5, "7 Wonders" = 6 }')
    return ValueDiagnostic(message, "", hint)


def _explain_list(_found: re.Match[str]) -> ValueDiagnostic:
    message = say("not-a-list", "this list is not written as one")
    return ValueDiagnostic(message, "", advise("write it as {example}", example='["one", "two"]'))


def _explain_backslash(found: re.Match[str]) -> ValueDiagnostic:
    message = say("backslash", "between double quotes a backslash stands for something else")
    return ValueDiagnostic(message, f"'{found['words']}'")


def _explain_inner_quote(found: re.Match[str]) -> ValueDiagnostic:
    other = "'" if found["mark"] == '"' else '"'
    message = say("quote-inside-quotes", "the text ends at the quote inside it")
    return ValueDiagnostic(message, f"{other}{found['words']}{other}")


def _explain_no_brackets(found: re.Match[str]) -> ValueDiagnostic:
    return ValueDiagnostic(
        say("list-without-brackets", "several values stand between brackets"), f"[{found[0]}]"
    )


def _explain_unclosed_quote(found: re.Match[str]) -> ValueDiagnostic:
    """An opening quote alone; an apostrophe may be the first letter of a name: 't Veerhuis."""
    words = found["words"].strip("\"'")
    apostrophe = "'" if re.match(r"'[a-z] ", found[0]) else ""
    message = say("quote-not-closed", "the quote that opens here is not closed")
    return ValueDiagnostic(message, f'"{apostrophe}{words}"')


def _explain_unopened_quote(found: re.Match[str]) -> ValueDiagnostic:
    message = say("quote-not-opened", "the text ends with a quote and begins with none")
    return ValueDiagnostic(message, f'"{found["words"]}"')


def _explain_no_quotes(found: re.Match[str]) -> ValueDiagnostic:
    mark = "'" if '"' in found[0] else '"'
    return ValueDiagnostic(
        say("text-without-quotes", "a text stands between quotes"), f"{mark}{found[0]}{mark}"
    )


_NUMBER = r"[+-]?\d+(?:[.,]\d+)?"
_PATTERNS: tuple[tuple[str, Callable[[re.Match[str]], ValueDiagnostic]], ...] = (
    (r"", _explain_missing),
    (rf"(?P<value>{TOML_TEXT}|[\w.-]+?)\s*(?P<sign>[;,])", _explain_end_sign),
    (rf"(?P<value>{TOML_TEXT}|[\w.-]+)\s+(?P<comment>(?://|;|--).*)", _explain_comment),
    (rf"(?P<value>{TOML_TEXT})\s+[\w.-]+\s*=.*", _explain_two_values),
    (r"=\s*(?P<value>.*)", _explain_equals_sign),
    (r"(?P<day>\d{1,2})\s?[-/.]\s?(?P<month>\d{1,2})\s?[-/.]\s?(?P<year>\d{4})", _explain_date),
    (r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})", _explain_date),
    (r"\d{1,2}[\s-][a-zé]+\.?[\s-]\d{2,4}", _explain_worded_date),
    (r"(?P<whole>[+-]?\d*),(?P<decimals>\d+)", _explain_decimal_comma),
    (r"(?P<whole>[+-]?\d{1,3}(?:[.'\s]\d{3})+)(?:,(?P<decimals>\d+))?", _explain_grouping),
    (r"0\d+(?:\.\d+)?|\.\d+|\d+\.", _explain_padding),
    (rf"(?:[€$£]\s?)?(?P<number>{_NUMBER})\s?(?:[^\W\d_]*|%|[€$£])", _explain_unit),
    (r"(?P<yes>true|yes|ja|oui)|false|no|nee|non", _explain_boolean),
    (r"\{.*\}?", _explain_inline_table),
    (r"\[.*\]?", _explain_list),
    (r'"(?P<words>[^"]*\\[^"]*)"', _explain_backslash),
    (r"""(?:["'][^"']*["']|[^\["',]+)(?:\s*,\s*["'][^"']*["'])+|\d+(?:,\s+\d+)+""", _explain_no_brackets),
    (r"""(?P<mark>["'])(?P<words>.*\1.*)\1""", _explain_inner_quote),
    (r"""(?P<mark>["'])(?P<words>.*)""", _explain_unclosed_quote),
    (r"""(?P<words>[^"']+)["']""", _explain_unopened_quote),
    (r".*", _explain_no_quotes),
)
_EXPLAINERS = [(re.compile(pattern, re.IGNORECASE), tell) for pattern, tell in _PATTERNS]
"""How a value that is none is known by its signs, the surest first."""


class TomlDiagnostic(NamedTuple):
    """What is wrong at a column of a line, and how to mend it.

    `is_confined` is false where the lines below would be misread as well; the slip itself may stand some
    lines `above` the one at which reading stopped.
    """

    column: int
    message: str
    hint: str = ""
    is_confined_to_line: bool = True
    lines_above: int = 0


_CURLY_QUOTES = "“”„‟«»‘’‚‛´`"  # noqa: RUF001 - what word processors put for a quote
_ODD_SPACES = "\u00a0\u1680\u2000-\u200d\u202f\u205f\u3000\ufeff"
_ODD_CHARACTER = re.compile(rf"{TOML_TEXT}|\#.*|(?P<mark>[{_CURLY_QUOTES}])|(?P<space>[{_ODD_SPACES}])")
_PAIR = re.compile(
    rf"\s*(?P<key>(?:{TOML_TEXT}|[^=\#\"'])*?)\s*=\s*(?P<value>(?:{TOML_TEXT}|[^\#])*?)\s*(?:\#.*)?"
)
_KEY = re.compile(rf"(?:[A-Za-z0-9_.-]|{TOML_TEXT})+")
_NO_EQUALS_SIGN = re.compile(r"\s*(?P<key>[\w.-]+)\s*(?P<mark>:|=>|\s)\s*(?P<value>[^\s#].*?)\s*")
SINGLE_BRACKETS = (
    say("ranking-in-single-brackets", "a ranking begins with double brackets"),
    advise("write {header} on a line of its own", header="[[ranking]]"),
)
_HEADER = re.compile(r"\s*(?:\[|[\w. -]+\]+\s*(?:#.*)?$)")
_DUPLICATE_ERRORS = ("Cannot overwrite", "Duplicate", "Cannot mutate", "Cannot redefine")


def diagnose_line(line: str, complaint: str) -> TomlDiagnostic | None:
    """What is wrong with a line at which tomllib stopped with this complaint; None when that is not seen."""
    if _HEADER.match(line):
        return _diagnose_header(line, complaint)
    return _diagnose_characters(line) or _diagnose_pair(line, complaint) or _diagnose_no_equals_sign(line)


def _diagnose_characters(line: str) -> TomlDiagnostic | None:
    """Quotes and spaces as a word processor sets them."""
    found = next((match for match in _ODD_CHARACTER.finditer(line) if match["mark"] or match["space"]), None)
    if not found:
        return None
    at = found.start() + 1
    if found["space"]:
        name = describe_character(found[0])
        message = say("odd-space", "{character} stands here, which only looks like a space", character=name)
        return TomlDiagnostic(at, message, advise("type a space in its place"))
    message = say("curly-quote", "{mark} is a quote of a word processor", mark=found[0])
    pair = _PAIR.fullmatch(line)
    key, value = (
        (part.strip(f"{_CURLY_QUOTES}\"' ") for part in pair.group("key", "value")) if pair else ("", "")
    )
    return TomlDiagnostic(
        at, message, _suggest_line(key, _quote_text(value)) if pair else advise("write straight quotes")
    )


def _diagnose_header(line: str, complaint: str) -> TomlDiagnostic | None:
    """A line that begins with a bracket: `[site]`, `[[ranking]]`, `[ranking.options]`."""
    name = re.sub(r"[\s/-]+", ".", re.split(r"[\]#=]", line.strip(" \t["))[0].strip())
    header = "[[ranking]]" if name == "ranking" else f"[{name}]"
    at, hint = (
        len(line) - len(line.lstrip()) + 1,
        advise("write {header} on a line of its own", header=header),
    )
    if "twice" not in complaint:
        message = say("header-of-settings", "{line} is no header of a table", line=quote_text(line.strip()))
    elif name == "ranking":
        message, hint = SINGLE_BRACKETS
    else:
        message = say("table-twice", "{header} stands here for the second time", header=header)
        hint = advise("put its lines together, below the first")
    return TomlDiagnostic(at, message, hint, is_confined_to_line=False)


def _diagnose_pair(line: str, complaint: str) -> TomlDiagnostic | None:
    """A line `name = value`."""
    found = _PAIR.fullmatch(line)
    if not found:
        return None
    key, start = found["key"], found.start("key") + 1
    if not key:
        return TomlDiagnostic(
            start, say("no-name", "nothing stands before '='"), _suggest_line("…", found["value"])
        )
    if not _KEY.fullmatch(key):
        return TomlDiagnostic(start, *_explain_name(key, found["value"]))
    if complaint.startswith(_DUPLICATE_ERRORS):
        message = say("key-twice", "{key} stands here for the second time", key=quote_text(key))
        return TomlDiagnostic(start, message, advise("take one of the two out"))
    wrong = diagnose_value(found["value"])
    hint = _suggest_line(key, wrong.correction) if wrong and wrong.correction else ""
    return TomlDiagnostic(found.start("value") + 1, wrong.message, wrong.hint or hint) if wrong else None


def _explain_name(key: str, value: str) -> tuple[Message, Message]:
    joined = re.sub(r"\s+", "_", key.rstrip(": "))
    better = joined if re.fullmatch("[A-Za-z0-9_]+", joined) else _quote_text(key)
    message = say(
        "name-needs-quotes", "the name {key} has a sign that a name cannot have", key=quote_text(key)
    )
    return message, _suggest_line(better, value)


def _diagnose_no_equals_sign(line: str) -> TomlDiagnostic | None:
    """A line without `=`."""
    at = len(line) - len(line.lstrip()) + 1
    if re.match(r"\s*(?://|;|--|/\*|<!--)", line):
        message = say("not-a-comment", "{line} is no comment", line=quote_text(line.strip()))
        return TomlDiagnostic(at, message, advise("a comment begins with '#'"))
    found = _NO_EQUALS_SIGN.fullmatch(line)
    if found:
        message = say("no-equals-sign", "'=' is missing behind {key}", key=quote_text(found["key"]))
        return TomlDiagnostic(
            found.end("key") + 1, message, _suggest_line(found["key"], _correct_value(found["value"]))
        )
    if re.fullmatch(r"\s*[\w-]+\s*", line):
        message = say("no-value", "{key} has no value", key=quote_text(line.strip()))
        return TomlDiagnostic(at, message, _suggest_line(line.strip(), "…"))
    return None


def _suggest_line(key: str, value: str) -> Message:
    """A hint with the whole line, to be copied."""
    return advise("write: {line}", line=f"{key} = {value}")


def _quote_text(words: str) -> str:
    return f"'{words}'" if '"' in words else f'"{words}"'


def _correct_value(value: str) -> str:
    """A value that stands as it should, or else as what was probably meant."""
    wrong = diagnose_value(value)
    return (wrong.correction or value) if wrong else value
