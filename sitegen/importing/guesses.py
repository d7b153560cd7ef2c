"""Guesses of the columns that no known heading names, by words of their headings and by what they hold.

A guess is taken where one column alone fits; it is always agreed to by the user.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from sitegen.importing.answers import UNANSWERED
from sitegen.importing.layout import ColumnShape, contains_words
from sitegen.importing.records import count_header_rows, list_titles
from sitegen.importing.references import read_title
from sitegen.importing.source import SourceCell, SourceTable
from sitegen.importing.targets import CLUB_LIST, Target, find_missing_columns, list_heading_words
from sitegen.importing.values import find_first_day, parse_amount

_MEAN_OF_PAIRS, _NEAR = 50, 2
_MIN_WORD = 3
_POINTS = ("points", "punten", "pts", "total", "totaal")
_RATINGS = ("elo", "rating", "rtg", "rat", "knsb", "dwz", "cote", "glicko")
_TITLED_COLUMNS = ("section", "line", "session", "round", "game", "table", "sitting")
"""Columns that a title above the rows may give."""
_PERSON = r"[^\W\d_](?:(?!&|/|\+| en | et | and )[^\d])*"
_TWO_PEOPLE = re.compile(rf"{_PERSON}(?: ?[&/+] ?| en | et | and ){_PERSON}")
_PARTNER = re.compile(
    r"\b(?:partner|partenaire|(?:player|speler|joueur|name|naam|nom)\W?[34])\b", re.IGNORECASE
)


def guess_columns(
    target: Target, given: Mapping[str, str], shapes: Sequence[ColumnShape], taken: Sequence[int]
) -> dict[str, int]:
    """Return the places of columns of a target that are not given, among the places that are not taken."""
    free = [
        shape
        for shape in shapes
        if shape.place not in taken
        and shape.kind != "blank"
        and (target.name == CLUB_LIST or not contains_words(shape.heading, _RATINGS))
    ]
    guessed: dict[str, int] = {}
    for step in (_guess_by_words, _guess_by_kinds):
        for name, shape in step(target, {*given, *guessed}, free):
            guessed[name] = shape.place
            free.remove(shape)
    return guessed


def list_needed(target: Target, given: Sequence[str]) -> list[str]:
    """Return the columns that are needed: the required ones, and the result of a match."""
    needed = find_missing_columns(target, given)
    if (
        "result" in target.columns
        and target.sides
        and not {"result", "outcome", "home_score", "score1"} & {*given}
    ):
        needed.append("result")
    return needed


def _guess_by_words(
    target: Target, given: set[str], free: Sequence[ColumnShape]
) -> Iterator[tuple[str, ColumnShape]]:
    """Yield the columns whose heading has a word of ours, where the kind fits."""
    left = [*free]
    for name in (*list_needed(target, [*given]), "home_score", "away_score", "score"):
        if name in given or name not in target.columns:
            continue
        side = name.removesuffix("_score") if name.removesuffix("_score") in target.columns else name
        both = [*list_heading_words(target, name), *list_heading_words(target, side)]
        words = [word for word in both if len(word) >= _MIN_WORD]
        fitting = [
            shape
            for shape in left
            if _fits_kind(target, name, shape) and contains_words(shape.heading, words)
        ]
        if len(fitting) == 1:
            left.remove(fitting[0])
            yield name, fitting[0]


def _guess_by_kinds(
    target: Target, given: set[str], free: Sequence[ColumnShape]
) -> Iterator[tuple[str, ColumnShape]]:
    """Yield the only columns of days and percentages, and the names in the order of the sides."""
    needed = list_needed(target, [*given])
    by_kind: dict[str, list[ColumnShape]] = {}
    for shape in free:
        by_kind.setdefault(shape.kind, []).append(shape)
    if "date" in needed and len(by_kind.get("day", ())) == 1:
        yield "date", by_kind["day"][0]
    people, names = [name for name in needed if name in target.name_columns], by_kind.get("name", [])
    if len(people) == len(names):
        yield from zip(people, names, strict=True)
    numbers = by_kind.get("number", ())
    if "result" in needed and "home_score" in target.columns and len(numbers) == 2:
        yield from zip(("home_score", "away_score"), numbers, strict=True)
    if target.name == CLUB_LIST and "rating" in {*needed} & {*target.columns} and len(numbers) == 1:
        yield "rating", numbers[0]
    if "score" in target.columns and "score" not in given:
        figures = [shape for shape in numbers if _is_score(target, shape)]
        if "place" in target.columns and len(figures) != 1:
            figures = [shape for shape in numbers if _is_sum(shape, numbers)]
        yield from [("score", shape) for shape in figures if len(figures) == 1]


def _fits_kind(target: Target, name: str, shape: ColumnShape) -> bool:
    if name in target.player_columns:
        return shape.kind in {"name", "text"}
    kind = target.columns[name].kind
    if kind is date:
        return shape.kind == "day"
    return shape.kind == "number" if kind in {float, int} else shape.kind != "day"


def _is_score(target: Target, shape: ColumnShape) -> bool:
    """Whether the numbers of a column can be the scores of this table."""
    numbers = [number for text in shape.sample if (number := parse_amount(text)) is not None]
    mean = sum(numbers) / len(numbers) if numbers else 0.0
    if "pairs" in target.records:
        return any(number % 1 for number in numbers) and abs(mean - _MEAN_OF_PAIRS) < _NEAR
    if "butler" in target.records:
        return min(numbers, default=0) < 0 and abs(mean) < 1
    is_table = "place" in target.columns
    words = [*list_heading_words(target, "score"), *(_POINTS if is_table else ())]
    return (is_table and not shape.heading) or contains_words(shape.heading, words)


def _is_sum(shape: ColumnShape, numbers: Sequence[ColumnShape]) -> bool:
    """Whether a column has the sums of all others, or is the only one."""
    columns = [[parse_amount(text) or 0.0 for text in other.sample] for other in numbers if other != shape]
    lengths = {len(column) for column in columns} | {len(shape.sample)}
    sums = [sum(row) for row in zip(*columns, strict=True)] if len(lengths) == 1 else []
    return not columns or sums == [parse_amount(text) for text in shape.sample]


def find_elsewhere(name: str, table: SourceTable, row: int, file: str) -> str:
    """Return a source for a missing column: the titles, the name of the file or that of the sheet."""
    if name == "date":
        named = [source for source, text in (("file", file), ("sheet", table.name)) if find_first_day(text)]
        is_above = read_title("above", [*list_titles(table, row), *table.titles]) is not None
        is_between = read_title("above", _list_titles_between(table, row)) is not None
        titled = ["above"] if is_above or is_between else []
        found = [*(titled if is_above and is_between else ()), *named, *titled]
        return next(iter(found), UNANSWERED)
    return {"pair": "row", "line": "= A", "table": "file: *"}.get(name, UNANSWERED)


def _list_titles_between(table: SourceTable, header: int) -> Iterator[SourceCell]:
    """Yield the cells that stand alone in a row among the records."""
    for row in table.rows[count_header_rows(table, header) :]:
        filled = [cell for cell in row.cells if cell.text.strip()]
        yield from filled if len(filled) == 1 else ()


def find_titled(target: Target, table: SourceTable, row: int) -> Iterator[tuple[str, str]]:
    """Yield the columns that titles such as `Line A` give, with their references."""
    titles = [*list_titles(table, row), *table.titles, *_list_titles_between(table, row)]
    for name in (name for name in _TITLED_COLUMNS if name in target.columns):
        words = "|".join([re.escape(word) for word in list_heading_words(target, name) if word])
        rest = r"\d{1,3}" if target.columns[name].kind is int else r"\w{1,3}|(?<=: ).{1,40}"
        pattern = re.compile(rf"((?:{words})\s*:?\s+)(?:{rest})", re.IGNORECASE)
        match = next(filter(None, (pattern.fullmatch(title.text.strip()) for title in titles)), None)
        if match:
            yield name, f"above: {match[1]}*"


def is_two_against_two(shapes: Sequence[ColumnShape]) -> bool:
    """Whether two play against two: two columns of two people each, or four columns of the same people."""
    people = [shape for shape in shapes if shape.kind in {"name", "text"} and shape.sample]
    pairs = [shape for shape in people if all(_TWO_PEOPLE.fullmatch(text) for text in shape.sample)]
    if len(pairs) > 1:
        return True
    partners = [shape for shape in people if _PARTNER.search(shape.heading)]
    names = [shape for shape in people if shape.kind == "name"]
    known = Counter(text for shape in names for text in {*shape.sample})
    shared = [
        shape
        for shape in names
        if sum(known[text] > 1 for text in {*shape.sample}) * 2 > len({*shape.sample})
    ]
    is_mixed = len(shared) > 3 and all(len({*shape.sample}) > 1 for shape in shared)
    return len(partners) > 1 or is_mixed
