"""A value in sitegen.toml that is none, by its signs: what it is, and what was probably meant."""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from sitegen.message import advise, say
from sitegen.problem import quoted

TEXT = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*')"""
"""A text of TOML on one line."""

_SOUND = re.compile(rf"{TEXT}|-?[0-9]+(?:\.[0-9]+)?|true|false")


class Wrong(NamedTuple):
    """What is wrong with a value, and the `better` one where that can be told; else how to mend it."""

    message: str
    better: str
    hint: str = ""


def told(value: str) -> Wrong | None:
    """What is wrong with a value; None where nothing is, or it is not seen."""
    if _SOUND.fullmatch(value) and not re.fullmatch(r"0\d+.*", value) and not _escapes(value):
        return None
    tried = ((pattern.fullmatch(value), tell) for pattern, tell in _VALUES)
    return next((tell(found) for found, tell in tried if found), None)


def _escapes(value: str) -> bool:
    return re.search(r'^".*(?<!\\)(?:\\\\)*\\[^btnfr"\\uU]', value) is not None


def _missing(_found: re.Match[str]) -> Wrong:
    return Wrong(say("value-missing", "nothing stands behind '='"), "…")


def _day(found: re.Match[str]) -> Wrong:
    try:
        meant = date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        message = say("day-not-in-calendar", "{value} is not in the calendar", value=found[0])
        return Wrong(message, "", advise("write a date as 2026-11-20"))
    message = say("date-written-otherwise", "{value} is not how a date is written here", value=found[0])
    return Wrong(message, meant.isoformat())


def _day_in_words(found: re.Match[str]) -> Wrong:
    message = say("date-written-otherwise", "{value} is not how a date is written here", value=found[0])
    return Wrong(message, "", advise("write a date as 2026-11-20"))


def _comma(found: re.Match[str]) -> Wrong:
    message = say("decimal-comma", "{value} is no number: its decimals stand behind a point", value=found[0])
    return Wrong(message, f"{found['whole'] or 0}.{found['decimals']}")


def _grouped(found: re.Match[str]) -> Wrong:
    whole, decimals = re.sub(r"[^\d+-]", "", found["whole"]), found["decimals"]
    message = say("grouped-digits", "{value} is no number: its digits stand together", value=quoted(found[0]))
    return Wrong(message, f"{whole}.{decimals}" if decimals else whole)


def _padded(found: re.Match[str]) -> Wrong:
    whole, point, decimals = found[0].partition(".")
    message = say("number-written-otherwise", "{value} is no number", value=quoted(found[0]))
    return Wrong(message, str(int(whole or 0)) + (point and f".{decimals or 0}"))


def _unit(found: re.Match[str]) -> Wrong:
    message = say("number-with-unit", "{value} has a unit beside its number", value=quoted(found[0]))
    return Wrong(message, found["number"].replace(",", "."))


def _word(found: re.Match[str]) -> Wrong:
    message = say("not-true-or-false", "{value} is neither true nor false", value=quoted(found[0]))
    return Wrong(message, "true" if found["yes"] else "false")


def _ended(found: re.Match[str]) -> Wrong:
    message = say("sign-at-end-of-line", "{sign} stands at the end of the line", sign=quoted(found["sign"]))
    return Wrong(message, found["value"])


def _commented(found: re.Match[str]) -> Wrong:
    message = say("comment-without-hash", "{text} is no comment", text=quoted(found["comment"]))
    return Wrong(message, f"{found['value']}  # {found['comment'].strip('/;- ')}")


def _crowded(found: re.Match[str]) -> Wrong:
    message = say("two-on-a-line", "a line has one name and one value")
    return Wrong(message, found["value"], advise("begin a new line behind {value}", value=found["value"]))


def _repeated(found: re.Match[str]) -> Wrong:
    return Wrong(say("equals-sign-twice", "'=' stands here twice"), found["value"])


def _inner(_found: re.Match[str]) -> Wrong:
    message = say("not-an-inline-table", "this table is not written as one")
    hint = advise("write it as {example}", example='{ Catan = 5, "7 Wonders" = 6 }')
    return Wrong(message, "", hint)


def _listed(_found: re.Match[str]) -> Wrong:
    message = say("not-a-list", "this list is not written as one")
    return Wrong(message, "", advise("write it as {example}", example='["one", "two"]'))


def _backslash(found: re.Match[str]) -> Wrong:
    message = say("backslash", "between double quotes a backslash stands for something else")
    return Wrong(message, f"'{found['words']}'")


def _nested(found: re.Match[str]) -> Wrong:
    other = "'" if found["mark"] == '"' else '"'
    message = say("quote-inside-quotes", "the text ends at the quote inside it")
    return Wrong(message, f"{other}{found['words']}{other}")


def _several(found: re.Match[str]) -> Wrong:
    return Wrong(say("list-without-brackets", "several values stand between brackets"), f"[{found[0]}]")


def _unclosed(found: re.Match[str]) -> Wrong:
    """An opening quote alone; an apostrophe may be the first letter of a name: 't Veerhuis."""
    words = found["words"].strip("\"'")
    apostrophe = "'" if re.match(r"'[a-z] ", found[0]) else ""
    message = say("quote-not-closed", "the quote that opens here is not closed")
    return Wrong(message, f'"{apostrophe}{words}"')


def _unopened(found: re.Match[str]) -> Wrong:
    message = say("quote-not-opened", "the text ends with a quote and begins with none")
    return Wrong(message, f'"{found["words"]}"')


def _unquoted(found: re.Match[str]) -> Wrong:
    mark = "'" if '"' in found[0] else '"'
    return Wrong(say("text-without-quotes", "a text stands between quotes"), f"{mark}{found[0]}{mark}")


_NUMBER = r"[+-]?\d+(?:[.,]\d+)?"
_SIGNS: tuple[tuple[str, Callable[[re.Match[str]], Wrong]], ...] = (
    (r"", _missing),
    (rf"(?P<value>{TEXT}|[\w.-]+?)\s*(?P<sign>[;,])", _ended),
    (rf"(?P<value>{TEXT}|[\w.-]+)\s+(?P<comment>(?://|;|--).*)", _commented),
    (rf"(?P<value>{TEXT})\s+[\w.-]+\s*=.*", _crowded),
    (r"=\s*(?P<value>.*)", _repeated),
    (r"(?P<day>\d{1,2})\s?[-/.]\s?(?P<month>\d{1,2})\s?[-/.]\s?(?P<year>\d{4})", _day),
    (r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})", _day),
    (r"\d{1,2}[\s-][a-zé]+\.?[\s-]\d{2,4}", _day_in_words),
    (r"(?P<whole>[+-]?\d*),(?P<decimals>\d+)", _comma),
    (r"(?P<whole>[+-]?\d{1,3}(?:[.'\s]\d{3})+)(?:,(?P<decimals>\d+))?", _grouped),
    (r"0\d+(?:\.\d+)?|\.\d+|\d+\.", _padded),
    (rf"(?:[€$£]\s?)?(?P<number>{_NUMBER})\s?(?:[^\W\d_]*|%|[€$£])", _unit),
    (r"(?P<yes>true|yes|ja|oui)|false|no|nee|non", _word),
    (r"\{.*\}?", _inner),
    (r"\[.*\]?", _listed),
    (r'"(?P<words>[^"]*\\[^"]*)"', _backslash),
    (r"""(?:["'][^"']*["']|[^\["',]+)(?:\s*,\s*["'][^"']*["'])+|\d+(?:,\s+\d+)+""", _several),
    (r"""(?P<mark>["'])(?P<words>.*\1.*)\1""", _nested),
    (r"""(?P<mark>["'])(?P<words>.*)""", _unclosed),
    (r"""(?P<words>[^"']+)["']""", _unopened),
    (r".*", _unquoted),
)
_VALUES = [(re.compile(pattern, re.IGNORECASE), tell) for pattern, tell in _SIGNS]
"""How a value that is none is known by its signs, the surest first."""
