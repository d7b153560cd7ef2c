"""Days and numbers as other programs write them -> as our tables do.

Whether what a club brings makes sense, before anybody is asked: units, sessions and places.

Rows are the mapped rows of a table, by the names of our columns. What is found are doubts, never answers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from typing import Literal, NamedTuple

from sitegen.core import cell_values
from sitegen.core.problems import Message, advise, say
from sitegen.toolkit.order import group_by
from sitegen.toolkit.sessions import IMPS, IMPS_A_BOARD, Field, check_imps, check_percentages

_DAY_EXTRAS = re.compile(r"^[^\W\d_]+[.,]* +(?=\d)|(?<=\d)(st|nd|rd|th)\b|,|[T ]+\d\d?:\d\d.*", re.IGNORECASE)
"""A weekday before a day, what makes its number an ordinal, and a time behind it."""
_YEAR_FIRST = re.compile(r"^(\d{4})\s*[-/.]\s*(\d\d?)\s*[-/.]\s*(\d\d?)$", re.ASCII)
_EIGHT_DIGITS = re.compile(r"^([12]\d{3})(\d\d)(\d\d)$", re.ASCII)
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,9})\.? +(\d{1,2}),? +(\d{4})")
_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_SHORT_DAY = re.compile(r"(\d\d)([./-])(\d\d)\2(\d\d)", re.ASCII)
_DAY_IN_TEXT = re.compile(
    r"(?<!\d)(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:\d{4}|\d{2})"
    r"|\d{1,2}[- ]\w{3,9}[- ]\d{2,4}|\d{8})(?!\d)"
)
_AMOUNT = re.compile(r"([+-]?\d{1,9})(?:[.,](\d{0,18}))? ?%?", re.ASCII)


def parse_day(text: str) -> str:
    """A day as `2026-02-05`; blank for none. Of numbers alone the day goes before the month."""
    text = _DAY_EXTRAS.sub("", _MONTH_FIRST.sub(r"\2 \1 \3", text.strip()))
    text = re.sub(r"(?<=\d) (?=\d)", "-", _YEAR_FIRST.sub(r"\1-\2-\3", _EIGHT_DIGITS.sub(r"\1-\2-\3", text)))
    with suppress(ValueError):
        return cell_values.parse_date(text).isoformat()
    return ""


def parse_report_day(text: str) -> str:
    """A day of a tournament: `25/12/27` has the year first, and `10/09/2025` may be one of two."""
    text = text.strip()
    if short := _SHORT_DAY.fullmatch(text):
        return parse_day(f"{'20' if short[1] < '70' else '19'}{short[1]}-{short[3]}-{short[4]}")
    if found := _SLASHES.fullmatch(text):
        read = {parse_day(text), parse_day("/".join((found[2], found[1], found[3])))} - {""}
        return read.pop() if len(read) == 1 else ""
    return parse_day(text) if re.search(r"\d{4}", text) else ""


def find_first_day(text: str) -> str:
    """The first day in a text; blank where there is none."""
    return next(
        filter(None, (parse_day(found[1]) for found in _DAY_IN_TEXT.finditer(text.replace("_", "-")))), ""
    )


def parse_amount(text: str) -> float | None:
    """The number that a text is, with a point or a comma; None where it is none."""
    found = _AMOUNT.fullmatch(text.strip())
    return float(f"{found[1]}.{found[2] or 0}") if found else None


def format_amount(number: float) -> str:
    """A number without needless decimals."""
    return f"{number:.10g}"


Row = Mapping[str, str]
Order = Literal["day first", "month first", "either"]
Unit = Literal["evening", "board", "either"]
_NUMBERS = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?!\d)", re.ASCII)
_RESULTS = {"1-0": 1, "½-½": 0, "0-1": -1}
_MAX_BOARD_IMPS = 24
"""IMPs: the scale has no more, so that a greater score is one of a whole evening."""
_MIN_TOTAL_IMPS = 5
_MIN_COUNT = 5
"""So many tables or days say something by their number."""
_MIN_ORDERED = 0.8
_AT_LEAST, _TIMES = 0.6, 1.5
"""The share of one weekday that tells a club's evening, and how many times the other reading's."""


class Doubt(NamedTuple):
    """What is probably wrong, at the row and the column where it is told."""

    row: int
    column: str
    message: Message
    hint: Message | str


def find_doubts(table: str, rows: Sequence[Row], columns: Sequence[str]) -> Iterator[Doubt]:
    """All that is doubtful in rows of a table which has these columns."""
    if {"result", "home_score", "away_score"} <= {*columns}:
        yield from check_results(rows, "result", "home_score", "away_score")
    if table == "pairs":
        yield from check_pairs(rows)
    elif table == "butler":
        yield from check_butler(rows)
    elif "place" in columns:
        yield from check_seats(rows, ("tournament", "round", "game", "table"))


def check_pairs(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Sessions of pairs whose percentages are not 50 on average, all sections together."""
    for numbers, scores, where in _group_sessions(rows, "date", "session"):
        sections = Counter(rows[number].get("section") or rows[number].get("line") for number in numbers)
        found = check_percentages(
            where, Field(scores, odd_parts=sum(count % 2 for count in sections.values()))
        )
        if found:
            yield Doubt(numbers[found.place], "score", found.message, found.hint)


def check_butler(rows: Sequence[Row], unit: Unit = "either") -> Iterator[Doubt]:
    """Butler sessions whose IMPs do not cancel out, or are not of the unit that the table is in."""
    for numbers, scores, where in _group_sessions(rows, "date", "session", "section", "line"):
        own = detect_imp_unit(scores)
        kind = IMPS_A_BOARD if "board" in (own, unit) else IMPS
        if "either" not in (own, unit) and own != unit:
            told = say("imps-of-other-unit", "the IMPs of {where} are of another size", where=where)
            yield Doubt(numbers[0], "score", told, advise("say whether they are of an evening or of a board"))
        elif found := check_imps(where, Field(scores, odd_parts=len(scores) % 2), kind):
            yield Doubt(numbers[found.place], "score", found.message, found.hint)


def detect_imp_unit(scores: Sequence[float]) -> Unit:
    """Whether IMPs are of a whole evening or of a board, by their size; `either` where that does not tell."""
    if not scores:
        return "either"
    if max(map(abs, scores)) > _MAX_BOARD_IMPS:
        return "evening"
    has_decimals = not all(score.is_integer() for score in scores)
    return "board" if max(map(abs, scores)) < _MIN_TOTAL_IMPS and has_decimals else "either"


def check_seats(rows: Sequence[Row], table: Sequence[str] = ("play",)) -> Iterator[Doubt]:
    """Places that follow neither the scores nor their opposite, as seat numbers do; told once.

    `table` are the columns that tell one table from another.
    """
    agreeing = told = 0
    at_table = group_by(range(len(rows)), lambda number: tuple(rows[number].get(name, "") for name in table))
    for game in group_by(at_table.values(), lambda numbers: rows[numbers[0]].get("game", "")).values():
        signs = [_compare_places([rows[number] for number in numbers]) for numbers in game]
        telling = [sign for sign in signs if sign is not None]
        told += len(telling)
        agreeing += max(telling.count(1), telling.count(-1))
    if told >= _MIN_COUNT and agreeing < _MIN_ORDERED * told:
        message = say(
            "places-are-seats",
            "only at {agreeing} of {number} tables do the places follow the scores: they may be seats",
            agreeing=agreeing,
            number=told,
        )
        yield Doubt(0, "place", message, advise("take the column of the ranks for the places"))


class DateOrder(NamedTuple):
    """How the days of a column are to be read: so many cells only day first, only month first, or both ways.

    Of the last, `weekdays` are how many fall on the commonest weekday, day first and month first.
    """

    order: Order
    day_first: int
    month_first: int
    ambiguous: int
    weekdays: tuple[int, int]


def detect_date_order(cells: Iterable[str]) -> DateOrder:
    """One reading for a whole column: as all cells allow, else as the weekdays of evenings have it."""
    only_first = only_second = 0
    both: list[tuple[date, date]] = []
    for found in filter(None, (_NUMBERS.match(cell.strip()) for cell in cells)):
        one, two, year = int(found[1]), int(found[2]), int(f"20{found[3]}"[-4:])
        first, second = _make_day(year, two, one), _make_day(year, one, two)
        only_first += bool(first and not second)
        only_second += bool(second and not first)
        if first and second and one != two:
            both.append((first, second))
    weekdays = [max(Counter(day.weekday() for day in days).values()) for days in zip(*both, strict=True)]
    most = weekdays[0] if weekdays else 0, weekdays[1] if weekdays else 0
    order = _choose_order(only_first, only_second, len(both), most)
    return DateOrder(order, only_first, only_second, len(both), most)


def _choose_order(day_first: int, month_first: int, two_ways: int, weekdays: tuple[int, int]) -> Order:
    least, most = sorted(weekdays)
    is_told = two_ways >= _MIN_COUNT and most >= _AT_LEAST * two_ways and most >= _TIMES * least
    if (day_first and month_first) or not (day_first or month_first or is_told):
        return "either"
    is_day_first = day_first if day_first or month_first else weekdays[0] == most
    return "day first" if is_day_first else "month first"


def check_results(rows: Sequence[Row], result: str, own: str, other: str) -> Iterator[Doubt]:
    """Results that are not those of the scores beside them."""
    for number, row in enumerate(rows):
        scores = parse_amount(row.get(own, "").strip()), parse_amount(row.get(other, "").strip())
        sign = _RESULTS.get(row.get(result, "").strip())
        if sign is None or scores[0] is None or scores[1] is None:
            continue
        if sign != (scores[0] > scores[1]) - (scores[0] < scores[1]):
            named = {"result": row[result].strip(), "own": row[own].strip(), "other": row[other].strip()}
            told = say("result-against-score", "the result is {result}, and the score {own}-{other}", **named)
            yield Doubt(number, result, told, advise("look up which of the two is right"))


def _group_sessions(rows: Sequence[Row], *columns: str) -> Iterator[tuple[Sequence[int], list[float], str]]:
    """The numbers of the rows of each session with its scores, where all can be read, and what it is."""
    scored = [number for number, row in enumerate(rows) if row.get("score", "").strip()]
    for numbers in group_by(scored, lambda at: tuple(rows[at].get(name, "") for name in columns)).values():
        scores = [score for number in numbers if (score := parse_amount(rows[number]["score"])) is not None]
        if len(scores) == len(numbers):
            first = rows[numbers[0]]
            where = (first.get(name, "") for name in ("date", "session", "section"))
            yield numbers, scores, " ".join(filter(None, where))


def _compare_places(rows: Sequence[Row]) -> int | None:
    """1 where a better place has a higher score, -1 where it has a lower, 0 for neither; None untold."""
    cells = [(parse_amount(row.get("place", "")), parse_amount(row.get("score", ""))) for row in rows]
    known = sorted((place, score) for place, score in cells if place is not None and score is not None)
    steps = {(a > b) - (a < b) for (best, a), (next_, b) in pairwise(known) if best < next_} - {0}
    if len(known) < len(rows) or not steps:
        return None
    return steps.pop() if len(steps) == 1 else 0


def _make_day(year: int, month: int, day_: int) -> date | None:
    with suppress(ValueError):
        return date(year, month, day_)
    return None
