"""What a column of ours can be, besides a heading or the letters of a column.

A constant is `= 2005-07-31`, and a day may stand alone. A part of the name of the file or sheet is
`file: %d.%m.%Y` or `sheet: Round *`: a day as `%d`, `%m`, `%Y` or `%y`, and `%B` for a name of a month, or
whatever stands at `*`. `cell B2` is a single cell, `above` the day in the titles above the rows,
`above: Line *` another part of them, and `row` the number of a row. A table has a text for each round.
`Score[1]` is the first part of a column, and a rule is `high: Points`, the place by a column of scores of
which the highest is best, or `low: Strokes`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sitegen.core.names import normalize_heading
from sitegen.importing.answers import Reference
from sitegen.importing.source import SourceCell, SourceRow, SourceTable, get_column_number
from sitegen.importing.values import find_only_day, parse_amount, parse_day
from sitegen.toolkit.order import group_by

_TABLE = ("date", "tournament", "round", "game", "table")
_PLACED = re.compile(r"(high|low):\s*(.+)")
_PART = re.compile(r"(.+)\[([12])\]")
_NAME_PART = re.compile(r"(file|sheet|above):\s*(.+)")
_LETTERS = re.compile(r"[A-Z]{1,3}")
_CODES = {
    "d": r"\d\d?",
    "m": r"\d\d?",
    "Y": r"\d{4}",
    "y": r"\d\d",
    "B": r"[^\W\d_]+",
    "b": r"[^\W\d_]+",
    "*": r".+?",
}


class ColumnReference(NamedTuple):
    """A column of the table: its rule, its heading, and which part of the cells; 0 for the whole."""

    rule: str
    heading: str
    part: int


def split_reference(reference: Reference) -> ColumnReference:
    """Return the rule, the heading and the part of a reference; blank for one that is no text."""
    text = reference if isinstance(reference, str) else ""
    if match := _PLACED.fullmatch(text):
        return ColumnReference(match[1], match[2], 0)
    if match := _PART.fullmatch(text):
        return ColumnReference("", match[1], int(match[2]))
    return ColumnReference("", text, 0)


def find_column(reference: Reference, names: Sequence[str]) -> int:
    """Return the place of a column by its heading or letters; -1 where there is none."""
    heading = split_reference(reference).heading
    folded_names = [normalize_heading(name) for name in names]
    if heading and normalize_heading(heading) in folded_names:
        return folded_names.index(normalize_heading(heading))
    return get_column_number(heading) - 1 if _LETTERS.fullmatch(heading) else -1


def is_outside(reference: Reference) -> bool:
    """Whether a reference is to no column of the table."""
    if not isinstance(reference, str):
        return True
    is_plain = reference in {"file", "sheet", "row", "above"} or reference.startswith(("=", "cell "))
    return is_plain or bool(_NAME_PART.fullmatch(reference) or parse_day(reference))


def read_constant(
    reference: str, table: SourceTable, file: str, names: Sequence[str] = ()
) -> SourceCell | None:
    """Return a constant, a day, the name of the file or sheet, a part of it, or a single cell; else None."""
    if reference.startswith("="):
        return SourceCell(reference[1:].strip(), "imports")
    texts = {"file": file, "sheet": table.name}
    if reference in texts:
        return SourceCell(texts[reference], reference)
    match = _NAME_PART.fullmatch(reference)
    if match and match[1] in texts:
        return SourceCell(_read_part(texts[match[1]], match[2]), match[1], "" if "*" in match[2] else "day")
    if reference.startswith("cell "):
        cells = (cell for row in table.rows for cell in row.cells)
        return next((cell for cell in cells if cell.place.rpartition("!")[2] == reference[5:]), None)
    day = parse_day(reference) if find_column(reference, names) < 0 else ""
    return SourceCell(day, "imports", "day") if day else None


def read_title(reference: Reference, titles: Iterable[SourceCell]) -> SourceCell | None:
    """Return what the first of some titles that says it says for `above` or a part of it; None for none."""
    match = _NAME_PART.fullmatch(reference) if isinstance(reference, str) else None
    for title in titles:
        if reference == "above":
            day = parse_day(title.text) if title.kind == "day" else find_only_day(title.text)
            if day:
                return title._replace(text=day, kind="day")
        elif match and (text := _read_part(title.text, match[2])):
            return title._replace(text=text)
    return None


def read_by_round(
    texts: Mapping[str, str], row: SourceRow, names: Sequence[str], round_column: Reference = "round"
) -> SourceCell | None:
    """Return the text for the round of a row; None where there is none."""
    place = find_column(round_column, names)
    number = "".join(filter(str.isdigit, row.cells[place].text if 0 <= place < len(row.cells) else ""))
    return SourceCell(texts[number], "imports") if number in texts else None


def _read_part(name: str, form: str) -> str:
    """Return the day, or what stands at `*`, in a name of a form; blank where the name is of another."""
    codes, pattern = _compile_form(form)
    found = pattern.search(name)
    if found is None:
        return ""
    parts = dict(zip(codes, found.groups(), strict=True))
    if "*" in parts:
        return parts["*"].strip()
    month = parts.get("B") or parts.get("b") or parts.get("m", "")
    year = parts.get("Y") or f"20{parts.get('y', '')}"
    day = parts.get("d", "")
    return parse_day(f"{day} {month} {year}" if month.isalpha() else f"{year}-{month}-{day}")


@cache
def _compile_form(form: str) -> tuple[list[str], re.Pattern[str]]:
    """Return the codes of a form, `*` among them, and a pattern with a group for each."""
    pieces = re.split(r"(%[dmYyBb]|\*)", form)
    codes = [piece.removeprefix("%") for piece in pieces[1::2]]
    pattern = "".join(
        f"({_CODES[piece.removeprefix('%')]})" if number % 2 else re.escape(piece)
        for number, piece in enumerate(pieces)
    )
    start = r"(?<!\d)" if not pieces[0] and codes[:1] != ["*"] else ""
    end = "" if pieces[-1] else r"(?=\.\w{1,5}$|$)" if codes[-1:] == ["*"] else r"(?!\d)"
    return codes, re.compile(f"{start}{pattern}{end}")


def rank_scores(rows: Sequence[Mapping[str, str]], rule: str) -> list[str | None]:
    """Return the place of each row at its table by the score under `place`; equal scores share the best.

    A place is blank where somebody at the table has no score, and None where nobody has one.
    """
    places: list[str | None] = [None] * len(rows)
    for numbers in group_by(
        range(len(rows)), lambda number: tuple(rows[number].get(name, "") for name in _TABLE)
    ).values():
        known = [parse_amount(rows[number].get("place", "")) for number in numbers]
        scores = [score if rule == "low" else -score for score in known if score is not None]
        is_whole, ordered = len(scores) == len(numbers), sorted(scores)
        for number, score in zip(numbers, scores if is_whole else numbers, strict=True):
            places[number] = str(ordered.index(score) + 1) if is_whole else "" if scores else None
    return places
