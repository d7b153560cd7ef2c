"""How a table of a source is probably to be read, where nobody has said it yet."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sitegen.commands.importing import values
from sitegen.commands.importing.answers import UNANSWERED, SheetAnswers
from sitegen.commands.importing.records import (
    MAX_HEADER_ROW,
    count_header_rows,
    find_column,
    parse_row_number,
    read_headings,
)
from sitegen.commands.importing.source import SourceCell, SourceTable, get_column_letters
from sitegen.commands.importing.targets import CLUB_LIST, Target, find_missing_columns, map_headings
from sitegen.commands.importing.values import find_first_day
from sitegen.core import cells
from sitegen.core.problems import find_nearest
from sitegen.core.table import Column
from sitegen.inputs.results.files import PLAYERS
from sitegen.inputs.results.grid import normalize_heading

_SEPARATORS = (
    *(" - ", " – ", " & ", " / ", " + ", " en ", " et ", " and ", " tegen ", " contre ", " vs ", " x ", "; "),
    *("/", "&", "+"),
)
"""What can stand between two people in one cell; a hyphen without blanks is part of a name."""
_SCORE = re.compile(r"\s*(\d{1,3})\s*[-–:/]\s*(\d{1,3})\s*")
_CONTEXT_COLUMNS = ("date", "round", "tournament", "season", "game", "table", "line", "sitting", "session")
"""What may stand once for all rows below it: never who played, nor how it ended."""
_MIN_SHARE = 0.9
"""So many of the cells of a column have to be of a form before it is taken for one of them."""


class Proposal(NamedTuple):
    """How a table is probably to be read: the answers, and what speaks for those that are to be agreed to."""

    sheet: SheetAnswers
    evidence: Sequence[str] = ()


class HeaderMatch(NamedTuple):
    """A row of headings, with the columns of a target by their places."""

    target: Target
    row: int
    places: Mapping[str, int]
    guessed_columns: Sequence[str]
    is_named: bool

    @property
    def quality(self) -> tuple[int, bool, int, int, int]:
        """What is better than another: less is lacking, the sheet is called so, more is known, further up."""
        needed = -len(find_missing_columns(self.target, [*self.places]))
        return needed, self.is_named, len(self.places), -len(self.guessed_columns), -self.row


def propose_sheet(table: SourceTable, of: Mapping[str, Target], file: str, only: str = "") -> Proposal | None:
    """How a table is probably to be read; None where it has nothing that a ranking takes."""
    wanted = [target for name, target in of.items() if name == only or (not only and name != PLAYERS)]
    found = [header for target in wanted for header in _match_headers(table, target)]
    named = [{*header.places} & {"side2", "date", *header.target.player_columns} for header in found]
    if any({"side2", "date"} & columns or len(columns) > 1 for columns in named):
        found = [header for header in found if header.target.name != CLUB_LIST]
    best = max(found, key=lambda item: item.quality, default=None)
    return _SheetDraft(table, best).complete(table, file) if best else None


def _match_headers(table: SourceTable, target: Target) -> Iterator[HeaderMatch]:
    meant = map_headings(target)
    for row in [0] if table.header else [*map(parse_row_number, table.rows[:MAX_HEADER_ROW])]:
        places: dict[str, int] = {}
        guessed: list[str] = []
        names = read_headings(table, row)
        for place, name in enumerate(names):
            column = meant.get(normalize_heading(name), "") if name.strip() else ""
            if column:
                places.setdefault(column, place)
        for place, name in enumerate(names) if len(places) > 1 else ():
            is_free = len(name.strip()) > 3 and place not in places.values()
            near = find_nearest(normalize_heading(name), meant) if is_free else ""
            if near and meant[near] not in places:
                places[meant[near]] = place
                guessed.append(meant[near])
        is_list = target.name in {CLUB_LIST, PLAYERS}
        if "name" in places if is_list else len(places) > 1:
            yield HeaderMatch(
                target,
                row,
                places,
                guessed,
                normalize_heading(table.name).startswith(normalize_heading(target.name)),
            )


class _SheetDraft:
    """The answers for a row of headings while they are put together; `body` are the rows below them."""

    def __init__(self, table: SourceTable, best: HeaderMatch) -> None:
        self.best, self.target = best, best.target
        self.names = read_headings(table, best.row)
        self.body = [row.cells for row in table.rows[count_header_rows(table, best.row) :]]
        self.columns = {name: self.names[place] for name, place in best.places.items()}
        self.split: dict[str, str] = {}

    def complete(self, table: SourceTable, file: str) -> Proposal | None:
        """The answers, with what is lacking looked for elsewhere."""
        self._split_scores()
        self._split_people()
        target, columns = self.target, self.columns
        columns.pop("people", None)
        for name in find_missing_columns(target, [*columns]):
            columns[name] = _find_elsewhere(name, table, self.best.row, file)
        number_open = sum(reference == UNANSWERED for reference in columns.values())
        if number_open and (target.name == CLUB_LIST or len(find_missing_columns(target, [])) == number_open):
            return None
        used = {normalize_heading(reference.partition("[")[0]) for reference in columns.values()}
        leave = [name for name in self.names if name.strip() and normalize_heading(name) not in used]
        dates, why = self._detect_date_order()
        evidence = [*(f"{name} = {columns[name]}" for name in self.best.guessed_columns), *why]
        places = self.best.places
        above = [
            self.names[places[name]]
            for name in _CONTEXT_COLUMNS
            if self._is_filled_down(places.get(name, -1))
        ]
        agree = UNANSWERED if evidence else True
        sheet = SheetAnswers(
            target.name, columns, self.best.row, self.split, leave, above, dates, agree=agree
        )
        return Proposal(sheet, evidence)

    def _split_scores(self) -> None:
        """Where one column has both scores, `7-5`, take it apart."""
        places, target = self.best.places, self.target
        named = [(name, places[name]) for name in ("outcome", "score", "result", "score1") if name in places]
        free = [("", place) for place in range(len(self.names)) if place not in places.values()]
        for name, place in [*named, *(free if target.sides else [])]:
            column = target.columns.get(name)
            held = self._read_column(place)
            is_choice = (
                column is not None and column.choices and _is_mostly(held, partial(_can_parse, column))
            )
            if "score2" in self.columns or is_choice or not _is_mostly(held, _SCORE.fullmatch):
                continue
            self.columns.pop(name, None)
            both = ("home_score", "away_score") if "home_score" in target.columns else ("score1", "score2")
            self._split_column(place, both, "-")
            if target.sides and target.sides[0] == "winner":
                for own, side in zip(target.sides, ("side1", "side2"), strict=True):
                    if own in self.columns and side not in self.columns:
                        self.columns[side] = self.columns.pop(own)

    def _split_people(self) -> None:
        """Where no two columns name the players, find one with two people in each cell."""
        sides = self.target.sides
        if not sides or {*sides} <= {*self.columns} or {"side1", "side2"} <= {*self.columns}:
            return
        pair = ("side1", "side2") if sides[0] == "winner" else sides
        for place in range(len(self.names)):
            held = self._read_column(place)
            separator = next(
                (sign for sign in _SEPARATORS if _is_mostly(held, partial(_has_two_people, sign))), ""
            )
            if separator:
                here = [
                    name
                    for name, reference in self.columns.items()
                    if find_column(reference, self.names) == place
                ]
                for name in {*here, *pair, "side1", "side2"}:
                    self.columns.pop(name, None)
                self._split_column(place, pair, separator)
                return

    def _split_column(self, place: int, pair: Sequence[str], separator: str) -> None:
        heading = self.names[place] or get_column_letters(place + 1)
        self.columns |= {pair[0]: f"{heading}[1]", pair[1]: f"{heading}[2]"}
        self.split[heading] = separator

    def _detect_date_order(self) -> tuple[str, list[str]]:
        """How the days of a column are written, and what speaks for it where that is not certain."""
        place = find_column(self.columns.get("date", ""), self.names)
        given = self._read_column(place) if place >= 0 else []
        found = values.detect_date_order([cell.text for cell in given if cell.kind != "day"])
        if found.order != "month first":
            return "day first", []
        return found.order, [] if found.month_first else [f"dates: {found.weekdays[1]} / {found.ambiguous}"]

    def _read_column(self, place: int) -> list[SourceCell]:
        return [row[place] for row in self.body if place < len(row) and row[place].text.strip()]

    def _is_filled_down(self, place: int) -> bool:
        """Whether a blank cell of a column means the one above: days and rounds that stand once."""
        rows = [row for row in self.body if any(cell.text.strip() for cell in row)] if place >= 0 else []
        given = [place < len(row) and bool(row[place].text.strip()) for row in rows]
        return bool(given) and given[0] and sum(given) < len(given) * 0.9


def _is_mostly(found: Sequence[SourceCell], is_so: Callable[[str], object]) -> bool:
    """Whether nearly all cells of a column are of a form."""
    return bool(found) and sum(bool(is_so(cell.text)) for cell in found) >= _MIN_SHARE * len(found)


def _can_parse(column: Column, text: str) -> bool:
    try:
        cells.make_parser(column, ".,")(text)
    except ValueError:
        return False
    return True


def _has_two_people(separator: str, text: str) -> bool:
    parts = text.split(separator)
    return len(parts) == 2 and all(any(map(str.isalpha, part)) for part in parts)


def _find_elsewhere(name: str, table: SourceTable, row: int, file: str) -> str:
    """Where else the cells of a needed column can come from."""
    if name == "date":
        where = [source for source, text in (("file", file), ("sheet", table.name)) if find_first_day(text)]
        above = (
            cell for source_row in table.rows[: count_header_rows(table, row)] for cell in source_row.cells
        )
        days = (cell for cell in above if cell.kind == "day" or find_first_day(cell.text))
        return [*where, *(f"cell {cell.place.rpartition('!')[2]}" for cell in days), UNANSWERED][0]
    return {"pair": "row", "line": "= A"}.get(name, UNANSWERED)
