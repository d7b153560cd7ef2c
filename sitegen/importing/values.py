"""Days and numbers as other programs write them, and plausibility checks of whole tables.

The checks find incomplete sessions and seat numbers in place of ranks. They return doubts for the user to
decide, and change nothing. Rows are dictionaries of texts by the names of our columns.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from sitegen.core import cell_values
from sitegen.core.problems import Message, advise, say
from sitegen.toolkit.order import group_by
from sitegen.toolkit.sessions import IMPS, IMPS_A_BOARD, Field, check_imps, check_percentages

_DAY_EXTRAS = re.compile(
    r"^[^\W\d_]+[.,]* +(?=\d)|(?<=\d)(st|nd|rd|th|er)\b|,|[T ]+\d\d?:\d\d.*", re.IGNORECASE
)
"""A weekday before a date, an ordinal suffix, and a time after it."""
TIME_BEHIND = re.compile(
    r"(?:[T,]\s*|\s+)\d\d?(?:[:hu]\d\d|\.\d\d(?![.\d]))\S*(?:\s*(?:[ap]\.?m\.?|uur|uhr|u|h))?$", re.IGNORECASE
)
"""A time behind a date: ` 21:15`, `T19:30:00Z`, `, 9:05 pm`."""
_YEAR_FIRST = re.compile(r"^(\d{4})\s*[-/.]\s*(\d\d?)\s*[-/.]\s*(\d\d?)$", re.ASCII)
_EIGHT_DIGITS = re.compile(r"^([12]\d{3})(\d\d)(\d\d)$", re.ASCII)
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,9})\.? +(\d{1,2}),? +(\d{4})")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_SHORT_DAY = re.compile(r"(\d\d)([./-])(\d\d)\2(\d\d)", re.ASCII)
_DAY_IN_TEXT = re.compile(
    r"(?<!\d)(?=((?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2(?:\d{4}|\d{2})"
    r"|\d{1,2}(?:\.|er|st|nd|rd|th)?[- ][^\W\d]{3,9}\.?[- ]\d{2,4}"
    r"|\b[^\W\d]{3,9}\.? \d{1,2},? \d{4}|\d{8})(?!\d)(?![-./]\d)))"
)
_AMOUNT = re.compile(r"([+-]?\d{1,9})(?:[.,](\d{0,18}))? ?%?", re.ASCII)


def parse_day(text: str) -> str:
    """Return a date as `2026-02-05`; blank for none. In numeric dates the day precedes the month."""
    text = _DAY_EXTRAS.sub("", _MONTH_FIRST.sub(r"\2 \1 \3", TIME_BEHIND.sub("", text.strip())))
    text = re.sub(r"(?<=\d) (?=\d)", "-", _YEAR_FIRST.sub(r"\1-\2-\3", _EIGHT_DIGITS.sub(r"\1-\2-\3", text)))
    with suppress(ValueError):
        return cell_values.parse_date(text).isoformat()
    return ""


def parse_report_day(text: str) -> str:
    """Return a date of a tournament report; blank where it is none or ambiguous, such as `10/09/2025`.

    A year of two digits comes first: `25/12/27` is 27 December 2025.
    """
    text = text.strip()
    if short := _SHORT_DAY.fullmatch(text):
        return parse_day(f"{'20' if short[1] < '70' else '19'}{short[1]}-{short[3]}-{short[4]}")
    if match := _SLASHES.fullmatch(text):
        days = {parse_day(text), parse_day("/".join((match[2], match[1], match[3])))} - {""}
        return days.pop() if len(days) == 1 else ""
    return parse_day(re.sub(r"(?<=\d)\. +(?=\d)", ".", text)) if re.search(r"\d{4}", text) else ""


def find_first_day(text: str) -> str:
    """Return the first date in a text; blank where there is none."""
    return next(_find_days(text), "")


def find_only_day(text: str) -> str:
    """Return the date in a title; blank where there is none, or the first and the last of several."""
    days = {*_find_days(text)}
    return days.pop() if len(days) == 1 else ""


def _find_days(text: str) -> Iterator[str]:
    return filter(None, (parse_day(match[1]) for match in _DAY_IN_TEXT.finditer(text.replace("_", "-"))))


def parse_amount(text: str) -> float | None:
    """Return a text as a number, with a decimal point or comma; None where it is no number."""
    match = _AMOUNT.fullmatch(text.strip())
    return float(f"{match[1]}.{match[2] or 0}") if match else None


def format_amount(number: float) -> str:
    """Return a number as text without trailing zeros."""
    return f"{number:.10g}"


Row = Mapping[str, str]
_NUMBERS = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?!\d)", re.ASCII)
_MIN_TOTAL_IMPS = 5
"""Smaller scores with decimals are IMPs of a board, not of an evening."""
_MIN_COUNT = 5
"""The fewest tables or days that are evidence."""
_MIN_ORDERED = 0.8
_AT_LEAST, _TIMES = 0.6, 1.5
"""The share of one weekday that shows a club's evening, and by how much it must beat the other order."""


class Doubt(NamedTuple):
    """A probable error, at a row and a column."""

    row: int
    column: str
    message: Message | str
    hint: Message | str


def find_doubts(records: Sequence[str], rows: Sequence[Row]) -> Iterator[Doubt]:
    """Yield the doubts about the rows of a table that takes these records."""
    if "pairs" in records:
        yield from check_pairs(rows)
    elif "butler" in records:
        yield from check_butler(rows)
    elif "plays" in records:
        yield from check_seats(rows)


def check_pairs(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Yield a doubt for each session of pairs whose percentages do not average 50."""
    for numbers, scores, session in _group_sessions(rows, "date", "session"):
        sections = Counter(rows[number].get("section") or rows[number].get("line") for number in numbers)
        odd_parts = sum(count % 2 for count in sections.values())
        for fault in check_percentages(numbers, session, Field(scores, odd_parts=odd_parts)):
            yield Doubt(fault.row, "score", fault.message, fault.hint)


def check_butler(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Yield a doubt for each Butler session whose IMPs do not sum to 0; averages of a board are small."""
    for numbers, scores, session in _group_sessions(rows, "date", "session", "section", "line"):
        is_of_board = max(map(abs, scores)) < _MIN_TOTAL_IMPS and not all(map(float.is_integer, scores))
        kind = IMPS_A_BOARD if is_of_board else IMPS
        for fault in check_imps(numbers, session, Field(scores, odd_parts=len(scores) % 2), kind):
            yield Doubt(fault.row, "score", fault.message, fault.hint)


def check_seats(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Yield one doubt where places follow neither the scores nor their opposite, as seat numbers do."""
    agreeing = ordered_count = 0
    table = ("tournament", "round", "game", "table")
    numbers_by_table = group_by(
        range(len(rows)), lambda number: tuple(rows[number].get(name, "") for name in table)
    )
    for game in group_by(
        numbers_by_table.values(), lambda numbers: rows[numbers[0]].get("game", "")
    ).values():
        signs = [_compare_places([rows[number] for number in numbers]) for numbers in game]
        ordered_signs = [sign for sign in signs if sign is not None]
        ordered_count += len(ordered_signs)
        agreeing += max(ordered_signs.count(1), ordered_signs.count(-1))
    if ordered_count >= _MIN_COUNT and agreeing < _MIN_ORDERED * ordered_count:
        message = say(
            "places-are-seats",
            "only at {agreeing} of {number} tables do the places follow the scores: they may be seats",
            agreeing=agreeing,
            number=ordered_count,
        )
        yield Doubt(0, "place", message, advise("take the column of the ranks for the places"))


def detect_month_first(cells: Iterable[str]) -> tuple[bool, str]:
    """Return whether the dates of a column have the month first, and the evidence where that is no proof.

    Where all cells allow both orders, it is the one in which most days are of one weekday.
    """
    days: list[tuple[date | None, date | None]] = []
    for match in filter(None, (_NUMBERS.match(cell.strip()) for cell in cells)):
        first, second, year = int(match[1]), int(match[2]), int(f"20{match[3]}"[-4:])
        days.append((_make_day(year, second, first), _make_day(year, first, second)))
    proofs = {bool(day_first) for day_first, month_first in days if bool(day_first) != bool(month_first)}
    ambiguous = [(one, other) for one, other in days if one and other and one != other]
    if proofs or len(ambiguous) < _MIN_COUNT:
        return proofs == {False}, ""
    day_first_count, month_first_count = (
        max(Counter(day.weekday() for day in column).values()) for column in zip(*ambiguous, strict=True)
    )
    if month_first_count < max(_AT_LEAST * len(ambiguous), _TIMES * day_first_count):
        return False, ""
    return True, f"dates: {month_first_count} / {len(ambiguous)}"


def _group_sessions(rows: Sequence[Row], *columns: str) -> Iterator[tuple[Sequence[int], list[float], str]]:
    """Yield the row numbers, scores and name of each session of which all scores can be read."""
    scored_rows = [number for number, row in enumerate(rows) if row.get("score", "").strip()]
    for numbers in group_by(
        scored_rows, lambda number: tuple(rows[number].get(name, "") for name in columns)
    ).values():
        scores = [score for number in numbers if (score := parse_amount(rows[number]["score"])) is not None]
        if len(scores) == len(numbers):
            first = rows[numbers[0]]
            labels = (first.get(name, "") for name in ("date", "session", "section"))
            yield numbers, scores, " ".join(filter(None, labels))


def _compare_places(rows: Sequence[Row]) -> int | None:
    """Return 1 if better places have higher scores, -1 if lower, 0 if mixed, None if unknown."""
    cells = [(parse_amount(row.get("place", "")), parse_amount(row.get("score", ""))) for row in rows]
    ordered_cells = sorted(
        (place, score) for place, score in cells if place is not None and score is not None
    )
    steps = {(a > b) - (a < b) for (best, a), (next_, b) in pairwise(ordered_cells) if best < next_} - {0}
    if len(ordered_cells) < len(rows) or not steps:
        return None
    return steps.pop() if len(steps) == 1 else 0


def _make_day(year: int, month: int, day_: int) -> date | None:
    with suppress(ValueError):
        return date(year, month, day_)
    return None
