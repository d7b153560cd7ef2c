"""How a table of a source is probably to be read, where nobody has said it yet."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sitegen import cells
from sitegen.commands.importing import sense
from sitegen.commands.importing.answers import OPEN, SheetAnswers
from sitegen.commands.importing.reading import first_day
from sitegen.commands.importing.records import DEEPEST, below, headings, number, place_of
from sitegen.commands.importing.source import SourceCell, SourceTable, column_letters
from sitegen.commands.importing.targets import LIST, Target, lacking, meanings
from sitegen.problem import nearest
from sitegen.read.files import PLAYERS
from sitegen.read.grid import fold
from sitegen.table import Column

_SEPARATORS = (
    *(" - ", " – ", " & ", " / ", " + ", " en ", " et ", " and ", " tegen ", " contre ", " vs ", " x ", "; "),
    *("/", "&", "+"),
)
"""What can stand between two people in one cell; a hyphen without blanks is part of a name."""
_SCORE = re.compile(r"\s*(\d{1,3})\s*[-–:/]\s*(\d{1,3})\s*")
_OCCASION = ("date", "round", "tournament", "season", "game", "table", "line", "sitting", "session")
"""What may stand once for all rows below it: never who played, nor how it ended."""
_MOST = 0.9
"""So many of the cells of a column have to be of a form before it is taken for one of them."""


class Proposal(NamedTuple):
    """How a table is probably to be read: the answers, and what speaks for those that are to be agreed to."""

    sheet: SheetAnswers
    evidence: Sequence[str] = ()


class Found(NamedTuple):
    """A row of headings, with the columns of a target by their places."""

    target: Target
    row: int
    places: Mapping[str, int]
    guessed: Sequence[str]
    is_named: bool

    @property
    def worth(self) -> tuple[int, bool, int, int, int]:
        """What is better than another: less is lacking, the sheet is called so, more is known, further up."""
        needed = -len(lacking(self.target, [*self.places]))
        return needed, self.is_named, len(self.places), -len(self.guessed), -self.row


def propose(table: SourceTable, of: Mapping[str, Target], file: str, only: str = "") -> Proposal | None:
    """How a table is probably to be read; None where it has nothing that a ranking takes."""
    wanted = [target for name, target in of.items() if name == only or (not only and name != PLAYERS)]
    found = [each for target in wanted for each in _rows(table, target)]
    named = [{*each.places} & {"side2", "date", *each.target.players} for each in found]
    if any({"side2", "date"} & each or len(each) > 1 for each in named):
        found = [each for each in found if each.target.name != LIST]
    best = max(found, key=lambda each: each.worth, default=None)
    return _Draft(table, best).completed(table, file) if best else None


def _rows(table: SourceTable, target: Target) -> Iterator[Found]:
    meant = meanings(target)
    for row in [0] if table.header else [*map(number, table.rows[:DEEPEST])]:
        places: dict[str, int] = {}
        guessed: list[str] = []
        names = headings(table, row)
        for place, name in enumerate(names):
            column = meant.get(fold(name), "") if name.strip() else ""
            if column:
                places.setdefault(column, place)
        for place, name in enumerate(names) if len(places) > 1 else ():
            is_free = len(name.strip()) > 3 and place not in places.values()
            near = nearest(fold(name), meant) if is_free else ""
            if near and meant[near] not in places:
                places[meant[near]] = place
                guessed.append(meant[near])
        is_list = target.name in {LIST, PLAYERS}
        if "name" in places if is_list else len(places) > 1:
            yield Found(target, row, places, guessed, fold(table.name).startswith(fold(target.name)))


class _Draft:
    """The answers for a row of headings while they are put together; `body` are the rows below them."""

    def __init__(self, table: SourceTable, best: Found) -> None:
        self.best, self.target = best, best.target
        self.names = headings(table, best.row)
        self.body = [row.cells for row in table.rows[below(table, best.row) :]]
        self.columns = {name: self.names[place] for name, place in best.places.items()}
        self.split: dict[str, str] = {}

    def completed(self, table: SourceTable, file: str) -> Proposal | None:
        """The answers, with what is lacking looked for elsewhere."""
        self._divide_scores()
        self._divide_people()
        target, columns = self.target, self.columns
        columns.pop("people", None)
        for name in lacking(target, [*columns]):
            columns[name] = _elsewhere(name, table, self.best.row, file)
        number_open = sum(each == OPEN for each in columns.values())
        if number_open and (target.name == LIST or len(lacking(target, [])) == number_open):
            return None
        used = {fold(each.partition("[")[0]) for each in columns.values()}
        leave = [name for name in self.names if name.strip() and fold(name) not in used]
        dates, why = self._dates()
        evidence = [*(f"{name} = {columns[name]}" for name in self.best.guessed), *why]
        places = self.best.places
        above = [self.names[places[name]] for name in _OCCASION if self._is_filled_down(places.get(name, -1))]
        agree = OPEN if evidence else True
        sheet = SheetAnswers(
            target.name, columns, self.best.row, self.split, leave, above, dates, agree=agree
        )
        return Proposal(sheet, evidence)

    def _divide_scores(self) -> None:
        """Where one column has both scores, `7-5`, take it apart."""
        places, target = self.best.places, self.target
        named = [(name, places[name]) for name in ("outcome", "score", "result", "score1") if name in places]
        free = [("", place) for place in range(len(self.names)) if place not in places.values()]
        for name, place in [*named, *(free if target.sides else [])]:
            column = target.columns.get(name)
            held = self._column(place)
            is_choice = column is not None and column.choices and _are(held, partial(_parses, column))
            if "score2" in self.columns or is_choice or not _are(held, _SCORE.fullmatch):
                continue
            self.columns.pop(name, None)
            both = ("home_score", "away_score") if "home_score" in target.columns else ("score1", "score2")
            self._divide(place, both, "-")
            if target.sides and target.sides[0] == "winner":
                for own, side in zip(target.sides, ("side1", "side2"), strict=True):
                    if own in self.columns and side not in self.columns:
                        self.columns[side] = self.columns.pop(own)

    def _divide_people(self) -> None:
        """Where no two columns name the players, find one with two people in each cell."""
        sides = self.target.sides
        if not sides or {*sides} <= {*self.columns} or {"side1", "side2"} <= {*self.columns}:
            return
        pair = ("side1", "side2") if sides[0] == "winner" else sides
        for place in range(len(self.names)):
            held = self._column(place)
            separator = next((each for each in _SEPARATORS if _are(held, partial(_is_two, each))), "")
            if separator:
                here = [name for name, each in self.columns.items() if place_of(each, self.names) == place]
                for name in {*here, *pair, "side1", "side2"}:
                    self.columns.pop(name, None)
                self._divide(place, pair, separator)
                return

    def _divide(self, place: int, pair: Sequence[str], separator: str) -> None:
        heading = self.names[place] or column_letters(place + 1)
        self.columns |= {pair[0]: f"{heading}[1]", pair[1]: f"{heading}[2]"}
        self.split[heading] = separator

    def _dates(self) -> tuple[str, list[str]]:
        """How the days of a column are written, and what speaks for it where that is not certain."""
        place = place_of(self.columns.get("date", ""), self.names)
        given = self._column(place) if place >= 0 else []
        found = sense.propose_order([cell.text for cell in given if cell.kind != "day"])
        if found.order != "month first":
            return "day first", []
        return found.order, [] if found.month_first else [f"dates: {found.weekdays[1]} / {found.two_ways}"]

    def _column(self, place: int) -> list[SourceCell]:
        return [row[place] for row in self.body if place < len(row) and row[place].text.strip()]

    def _is_filled_down(self, place: int) -> bool:
        """Whether a blank cell of a column means the one above: days and rounds that stand once."""
        rows = [row for row in self.body if any(cell.text.strip() for cell in row)] if place >= 0 else []
        given = [place < len(row) and bool(row[place].text.strip()) for row in rows]
        return bool(given) and given[0] and sum(given) < len(given) * 0.9


def _are(found: Sequence[SourceCell], is_so: Callable[[str], object]) -> bool:
    """Whether nearly all cells of a column are of a form."""
    return bool(found) and sum(bool(is_so(cell.text)) for cell in found) >= _MOST * len(found)


def _parses(column: Column, text: str) -> bool:
    try:
        cells.parser(column, ".,")(text)
    except ValueError:
        return False
    return True


def _is_two(separator: str, text: str) -> bool:
    parts = text.split(separator)
    return len(parts) == 2 and all(any(map(str.isalpha, part)) for part in parts)


def _elsewhere(name: str, table: SourceTable, row: int, file: str) -> str:
    """Where else the cells of a needed column can come from."""
    if name == "date":
        where = [each for each, text in (("file", file), ("sheet", table.name)) if first_day(text)]
        above = (cell for each in table.rows[: below(table, row)] for cell in each.cells)
        days = (cell for cell in above if cell.kind == "day" or first_day(cell.text))
        return [*where, *(f"cell {cell.place.rpartition('!')[2]}" for cell in days), OPEN][0]
    return {"pair": "row", "line": "= A"}.get(name, OPEN)
