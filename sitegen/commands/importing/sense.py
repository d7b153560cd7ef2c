"""Whether what a club brings makes sense, before anybody is asked: units, sessions and places.

Rows are the mapped rows of a table, by the names of our columns. What is found are doubts, never answers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from typing import Literal, NamedTuple

from sitegen.commands.importing.reading import amount
from sitegen.message import Message, advise, say
from sitegen.toolkit.fields import IMPS, IMPS_A_BOARD, Field, imps, percentages
from sitegen.toolkit.rows import grouped

Row = Mapping[str, str]
Order = Literal["day first", "month first", "either"]
Unit = Literal["evening", "board", "either"]
_NUMBERS = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?!\d)", re.ASCII)
_RESULTS = {"1-0": 1, "½-½": 0, "0-1": -1}
_MOST_A_BOARD = 24
"""IMPs: the scale has no more, so that a greater score is one of a whole evening."""
_LEAST_TOTAL = 5
_FEWEST = 5
"""So many tables or days say something by their number."""
_ORDERED = 0.8
_AT_LEAST, _TIMES = 0.6, 1.5
"""The share of one weekday that tells a club's evening, and how many times the other reading's."""


class Doubt(NamedTuple):
    """What is probably wrong, at the row and the column where it is told."""

    row: int
    column: str
    message: Message
    hint: Message | str


def doubts(table: str, rows: Sequence[Row], columns: Sequence[str]) -> Iterator[Doubt]:
    """All that is doubtful in rows of a table which has these columns."""
    if {"result", "home_score", "away_score"} <= {*columns}:
        yield from against_score(rows, "result", "home_score", "away_score")
    if table == "pairs":
        yield from pairs(rows)
    elif table == "butler":
        yield from butler(rows)
    elif "place" in columns:
        yield from seats(rows, ("tournament", "round", "game", "table"))


def pairs(rows: Sequence[Row]) -> Iterator[Doubt]:
    """Sessions of pairs whose percentages are not 50 on average, all sections together."""
    for numbers, scores, where in _sessions(rows, "date", "session"):
        sections = Counter(rows[number].get("section") or rows[number].get("line") for number in numbers)
        found = percentages(where, Field(scores, odd=sum(count % 2 for count in sections.values())))
        if found:
            yield Doubt(numbers[found.place], "score", found.message, found.hint)


def butler(rows: Sequence[Row], unit: Unit = "either") -> Iterator[Doubt]:
    """Butler sessions whose IMPs do not cancel out, or are not of the unit that the table is in."""
    for numbers, scores, where in _sessions(rows, "date", "session", "section", "line"):
        own = imp_unit(scores)
        kind = IMPS_A_BOARD if "board" in (own, unit) else IMPS
        if "either" not in (own, unit) and own != unit:
            told = say("imps-of-other-unit", "the IMPs of {where} are of another size", where=where)
            yield Doubt(numbers[0], "score", told, advise("say whether they are of an evening or of a board"))
        elif found := imps(where, Field(scores, odd=len(scores) % 2), kind):
            yield Doubt(numbers[found.place], "score", found.message, found.hint)


def imp_unit(scores: Sequence[float]) -> Unit:
    """Whether IMPs are of a whole evening or of a board, by their size; `either` where that does not tell."""
    if not scores:
        return "either"
    if max(map(abs, scores)) > _MOST_A_BOARD:
        return "evening"
    has_decimals = not all(score.is_integer() for score in scores)
    return "board" if max(map(abs, scores)) < _LEAST_TOTAL and has_decimals else "either"


def seats(rows: Sequence[Row], table: Sequence[str] = ("play",)) -> Iterator[Doubt]:
    """Places that follow neither the scores nor their opposite, as seat numbers do; told once.

    `table` are the columns that tell one table from another.
    """
    agreeing = told = 0
    at_table = grouped(range(len(rows)), lambda number: tuple(rows[number].get(name, "") for name in table))
    for game in grouped(at_table.values(), lambda numbers: rows[numbers[0]].get("game", "")).values():
        signs = [_sign([rows[number] for number in numbers]) for numbers in game]
        telling = [sign for sign in signs if sign is not None]
        told += len(telling)
        agreeing += max(telling.count(1), telling.count(-1))
    if told >= _FEWEST and agreeing < _ORDERED * told:
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
    two_ways: int
    weekdays: tuple[int, int]


def propose_order(cells: Iterable[str]) -> DateOrder:
    """One reading for a whole column: as all cells allow, else as the weekdays of evenings have it."""
    only_first = only_second = 0
    both: list[tuple[date, date]] = []
    for found in filter(None, (_NUMBERS.match(cell.strip()) for cell in cells)):
        one, two, year = int(found[1]), int(found[2]), int(f"20{found[3]}"[-4:])
        first, second = _day(year, two, one), _day(year, one, two)
        only_first += bool(first and not second)
        only_second += bool(second and not first)
        if first and second and one != two:
            both.append((first, second))
    weekdays = [max(Counter(each.weekday() for each in days).values()) for days in zip(*both, strict=True)]
    most = weekdays[0] if weekdays else 0, weekdays[1] if weekdays else 0
    order = _order(only_first, only_second, len(both), most)
    return DateOrder(order, only_first, only_second, len(both), most)


def _order(day_first: int, month_first: int, two_ways: int, weekdays: tuple[int, int]) -> Order:
    least, most = sorted(weekdays)
    is_told = two_ways >= _FEWEST and most >= _AT_LEAST * two_ways and most >= _TIMES * least
    if (day_first and month_first) or not (day_first or month_first or is_told):
        return "either"
    is_day_first = day_first if day_first or month_first else weekdays[0] == most
    return "day first" if is_day_first else "month first"


def against_score(rows: Sequence[Row], result: str, own: str, other: str) -> Iterator[Doubt]:
    """Results that are not those of the scores beside them."""
    for number, row in enumerate(rows):
        scores = amount(row.get(own, "").strip()), amount(row.get(other, "").strip())
        sign = _RESULTS.get(row.get(result, "").strip())
        if sign is None or scores[0] is None or scores[1] is None:
            continue
        if sign != (scores[0] > scores[1]) - (scores[0] < scores[1]):
            named = {"result": row[result].strip(), "own": row[own].strip(), "other": row[other].strip()}
            told = say("result-against-score", "the result is {result}, and the score {own}-{other}", **named)
            yield Doubt(number, result, told, advise("look up which of the two is right"))


def _sessions(rows: Sequence[Row], *columns: str) -> Iterator[tuple[Sequence[int], list[float], str]]:
    """The numbers of the rows of each session with its scores, where all can be read, and what it is."""
    scored = [number for number, row in enumerate(rows) if row.get("score", "").strip()]
    for numbers in grouped(scored, lambda at: tuple(rows[at].get(name, "") for name in columns)).values():
        scores = [score for number in numbers if (score := amount(rows[number]["score"])) is not None]
        if len(scores) == len(numbers):
            first = rows[numbers[0]]
            where = (first.get(name, "") for name in ("date", "session", "section"))
            yield numbers, scores, " ".join(filter(None, where))


def _sign(rows: Sequence[Row]) -> int | None:
    """1 where a better place has a higher score, -1 where it has a lower, 0 for neither; None untold."""
    cells = [(amount(row.get("place", "")), amount(row.get("score", ""))) for row in rows]
    known = sorted((place, score) for place, score in cells if place is not None and score is not None)
    steps = {(a > b) - (a < b) for (best, a), (next_, b) in pairwise(known) if best < next_} - {0}
    if len(known) < len(rows) or not steps:
        return None
    return steps.pop() if len(steps) == 1 else 0


def _day(year: int, month: int, day_: int) -> date | None:
    with suppress(ValueError):
        return date(year, month, day_)
    return None
