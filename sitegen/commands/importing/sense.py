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
from sitegen.systems.bridge.scores import IMPS, IMPS_A_BOARD, Field, imps, percentages
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
    for numbers in _sessions(rows, ("date", "session")):
        scores = [amount(rows[number]["score"].strip()) for number in numbers]
        sections = Counter(rows[number].get("section") or rows[number].get("line") for number in numbers)
        field = Field(_numbers(scores), odd=sum(count % 2 for count in sections.values()))
        found = percentages(_where(rows[numbers[0]]), field) if None not in scores else None
        if found:
            yield Doubt(numbers[found.place], "score", found.message, found.hint)


def butler(rows: Sequence[Row], unit: Unit = "either") -> Iterator[Doubt]:
    """Butler sessions whose IMPs do not cancel out, or are not of the unit that the table is in."""
    for numbers in _sessions(rows, ("date", "session", "section", "line")):
        scores = [amount(rows[number]["score"].strip()) for number in numbers]
        own, first = imp_unit(_numbers(scores)), rows[numbers[0]]
        if None in scores:
            continue
        if "either" not in (own, unit) and own != unit:
            told = say("imps-of-other-unit", "the IMPs of {where} are of another size", where=_where(first))
            yield Doubt(numbers[0], "score", told, advise("say whether they are of an evening or of a board"))
        elif found := imps(
            _where(first),
            Field(_numbers(scores), odd=len(scores) % 2),
            IMPS_A_BOARD if "board" in (own, unit) else IMPS,
        ):
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
    """How the days of a column are to be read, and why.

    So many cells can be read `day_first` alone, so many `month_first` alone. The others have two readings:
    `weekdays` are how many of them fall on the commonest weekday, day first and month first.
    """

    order: Order
    day_first: int
    month_first: int
    two_ways: int
    weekdays: tuple[int, int]


def propose_order(cells: Iterable[str]) -> DateOrder:
    """One reading for a whole column: as all cells allow, else as the weekdays of evenings have it."""
    numbers = [found.groups() for cell in cells if (found := _NUMBERS.match(cell.strip()))]
    written = [
        (int(one), int(two), int(f"20{year}" if len(year) == 2 else year)) for one, two, year in numbers
    ]
    first = [_is_day(year, two, one) for one, two, year in written]
    second = [_is_day(year, one, two) for one, two, year in written]
    only_first = sum(a and not b for a, b in zip(first, second, strict=True))
    only_second = sum(b and not a for a, b in zip(first, second, strict=True))
    both = [each for each, a, b in zip(written, first, second, strict=True) if a and b and each[0] != each[1]]
    weekdays = (
        _commonest(date(year, two, one) for one, two, year in both),
        _commonest(date(year, one, two) for one, two, year in both),
    )
    return DateOrder(
        _order(only_first, only_second, len(both), weekdays), only_first, only_second, len(both), weekdays
    )


def _order(day_first: int, month_first: int, two_ways: int, weekdays: tuple[int, int]) -> Order:
    if day_first and month_first:
        return "either"
    if day_first or month_first:
        return "day first" if day_first else "month first"
    least, most = sorted(weekdays)
    if two_ways >= _FEWEST and most >= _AT_LEAST * two_ways and most >= _TIMES * least:
        return "day first" if weekdays[0] == most else "month first"
    return "either"


def against_score(rows: Sequence[Row], result: str, own: str, other: str) -> Iterator[Doubt]:
    """Results that are not those of the scores beside them."""
    for number, row in enumerate(rows):
        scores = amount(row.get(own, "").strip()), amount(row.get(other, "").strip())
        told = _RESULTS.get(row.get(result, "").strip())
        if told is None or scores[0] is None or scores[1] is None:
            continue
        if told != (scores[0] > scores[1]) - (scores[0] < scores[1]):
            named = {"result": row[result].strip(), "own": row[own].strip(), "other": row[other].strip()}
            message = say(
                "result-against-score", "the result is {result}, and the score {own}-{other}", **named
            )
            yield Doubt(number, result, message, advise("look up which of the two is right"))


def _sessions(rows: Sequence[Row], columns: Sequence[str]) -> Iterable[Sequence[int]]:
    """The numbers of the rows of each session that have a score."""
    scored = [number for number, row in enumerate(rows) if row.get("score", "").strip()]
    return grouped(scored, lambda number: tuple(rows[number].get(name, "") for name in columns)).values()


def _where(row: Row) -> str:
    return " ".join(filter(None, (row.get("date", ""), row.get("session", ""), row.get("section", ""))))


def _numbers(scores: Iterable[float | None]) -> list[float]:
    return [score for score in scores if score is not None]


def _sign(rows: Sequence[Row]) -> int | None:
    """1 where a better place has a higher score, -1 where it has a lower, 0 for neither; None untold."""
    cells = [(amount(row.get("place", "").strip()), amount(row.get("score", "").strip())) for row in rows]
    known = sorted((place, score) for place, score in cells if place is not None and score is not None)
    steps = {(a > b) - (a < b) for (best, a), (next_, b) in pairwise(known) if best < next_} - {0}
    if len(known) < len(rows) or not steps:
        return None
    return steps.pop() if len(steps) == 1 else 0


def _is_day(year: int, month: int, day_: int) -> bool:
    with suppress(ValueError):
        return bool(date(year, month, day_))
    return False


def _commonest(found: Iterable[date]) -> int:
    return max(Counter(each.weekday() for each in found).values(), default=0)
