"""How a table of a source is probably to be read, where nobody has said it yet."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, Self

from sitegen import cells
from sitegen.commands.importing import sense
from sitegen.commands.importing.answers import OPEN, SheetAnswers
from sitegen.commands.importing.layout import DEEPEST, below, headings, number, place_of
from sitegen.commands.importing.reading import first_day
from sitegen.commands.importing.source import SourceCell, SourceRow, SourceTable, letters
from sitegen.commands.importing.targets import LIST, Target, lacking, meanings
from sitegen.problem import nearest
from sitegen.read.files import PLAYERS
from sitegen.read.grid import fold
from sitegen.table import Column

SEPARATORS = (
    *(" - ", " – ", " & ", " / ", " + ", " en ", " et ", " and ", " tegen ", " contre ", " vs ", " x ", "; "),
    *("/", "&", "+"),
)
"""What can stand between two people in one cell; a hyphen without blanks is part of a name."""
SCORE = re.compile(r"\s*(\d{1,3})\s*[-–:/]\s*(\d{1,3})\s*")
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
        given = [*self.places]
        needed = -len(lacking(self.target, given))
        return needed, self.is_named, len(given), -len(self.guessed), -self.row


def propose(table: SourceTable, of: Mapping[str, Target], file: str, only: str = "") -> Proposal | None:
    """How a table is probably to be read; None where it has nothing that a ranking takes."""
    wanted = [target for name, target in of.items() if name == only or (not only and name != PLAYERS)]
    found = [each for target in wanted for each in _rows(table, target)]
    if any(
        {"side2", "date"} & {*each.places} or len(each.places.keys() & {*each.target.players}) > 1
        for each in found
    ):
        found = [each for each in found if each.target.name != LIST]
    best = max(found, key=lambda each: each.worth, default=None)
    if best is None:
        return None
    return _completed(table, best, file)


def _rows(table: SourceTable, target: Target) -> Iterator[Found]:
    """The rows that can be headings of a target."""
    meant = meanings(target)
    for row in [0] if table.header else [*map(number, table.rows[:DEEPEST])]:
        places: dict[str, int] = {}
        guessed: list[str] = []
        names = headings(table, row)
        for place, name in enumerate(names):
            column = meant.get(fold(name), "") if name.strip() else ""
            if column and column not in places:
                places[column] = place
        for place, name in enumerate(names) if len(places) > 1 else ():
            near = (
                nearest(fold(name), meant) if len(name.strip()) > 3 and place not in places.values() else ""
            )
            if near and meant[near] not in places:
                places[meant[near]] = place
                guessed.append(meant[near])
        is_list = target.name in {LIST, PLAYERS}
        if "name" in places if is_list else len(places) > 1:
            is_named = fold(table.name).startswith(fold(target.name))
            yield Found(target, row, places, guessed, is_named)


def _completed(table: SourceTable, best: Found, file: str) -> Proposal | None:
    """The answers for a row of headings, with what is lacking looked for elsewhere."""
    draft = _Draft.of(table, best)
    draft.divide_scores()
    draft.divide_people()
    target, columns = best.target, draft.columns
    columns.pop("people", None)
    for name in lacking(target, [*columns]):
        columns[name] = _elsewhere(name, table, best.row, file)
    if target.name != LIST and len([*lacking(target, [])]) == sum(each == OPEN for each in columns.values()):
        return None
    if target.name == LIST and OPEN in columns.values():
        return None
    used = {fold(each.partition("[")[0]) for each in columns.values()}
    leave = [name for name in draft.names if name.strip() and fold(name) not in used]
    evidence = [f"{name} = {columns[name]}" for name in best.guessed]
    dates, why = _dates(columns.get("date", ""), draft.names, draft.body)
    evidence += why
    above = [
        draft.names[place]
        for name, place in best.places.items()
        if name in target.needed and _is_filled_down(draft.body, place)
    ]
    agree = OPEN if evidence else True
    sheet = SheetAnswers(target.name, columns, best.row, draft.split, leave, above, dates, agree=agree)
    return Proposal(sheet, evidence)


@dataclass
class _Draft:
    """The answers for a row of headings while they are put together.

    `names` are the headings, `body` the rows below them; `columns` says which of ours are where, and `split`
    by what the cells of a heading are divided.
    """

    best: Found
    names: Sequence[str]
    body: Sequence[SourceRow]
    columns: dict[str, str]
    split: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, table: SourceTable, best: Found) -> Self:
        """What the headings themselves say."""
        names = headings(table, best.row)
        columns = {name: names[place] for name, place in best.places.items()}
        return cls(best, names, table.rows[below(table, best.row) :], columns)

    def divide_scores(self) -> None:
        """Where one column has both scores, `7-5`, take it apart."""
        places, target = self.best.places, self.best.target
        named = [(name, places[name]) for name in ("outcome", "score", "result", "score1") if name in places]
        free = [("", place) for place in range(len(self.names)) if place not in places.values()]
        for name, place in [*named, *(free if target.sides else [])]:
            found = _column(self.body, place)
            column = target.columns.get(name)
            if _share(found, SCORE.fullmatch) < _MOST or "score2" in self.columns:
                continue
            if column is not None and column.choices and _share(found, partial(_parses, column)) >= _MOST:
                continue
            self.columns.pop(name, None)
            both = ("home_score", "away_score") if "home_score" in target.columns else ("score1", "score2")
            self._divide(place, both, "-")
            if target.sides and target.sides[0] == "winner":
                for own, side in zip(target.sides, ("side1", "side2"), strict=True):
                    if own in self.columns and side not in self.columns:
                        self.columns[side] = self.columns.pop(own)

    def divide_people(self) -> None:
        """Where no two columns name the players, find one with two people in each cell."""
        sides = self.best.target.sides
        if not sides or {*sides} <= {*self.columns} or {"side1", "side2"} <= {*self.columns}:
            return
        pair = ("side1", "side2") if sides[0] == "winner" else sides
        for place in range(len(self.names)):
            found = _column(self.body, place)
            for separator in SEPARATORS:
                if _share(found, partial(_is_two, separator)) >= _MOST:
                    mapped = [
                        name for name, each in self.columns.items() if place_of(each, self.names) == place
                    ]
                    for name in {*mapped, *pair, "side1", "side2"}:
                        self.columns.pop(name, None)
                    self._divide(place, pair, separator)
                    return

    def _divide(self, place: int, pair: Sequence[str], separator: str) -> None:
        heading = self.names[place] or letters(place + 1)
        self.columns |= {pair[0]: f"{heading}[1]", pair[1]: f"{heading}[2]"}
        self.split[heading] = separator


def _dates(reference: str, names: Sequence[str], body: Sequence[SourceRow]) -> tuple[str, list[str]]:
    """How the days of a column are written, and what speaks for it where that is not certain."""
    place = place_of(reference, names)
    cells = [cell.text for cell in _column(body, place) if cell.kind != "day"] if place >= 0 else []
    found = sense.propose_order(cells)
    if found.order != "month first":
        return "day first", []
    is_certain = found.month_first > 0
    return found.order, [] if is_certain else [f"dates: {found.weekdays[1]} / {found.two_ways}"]


def _column(body: Sequence[SourceRow], place: int) -> list[SourceCell]:
    rows = [row.cells for row in body]
    return [row[place] for row in rows if place < len(row) and row[place].text.strip()]


def _share(found: Sequence[SourceCell], is_so: Callable[[str], object]) -> float:
    return sum(bool(is_so(cell.text)) for cell in found) / len(found) if found else 0.0


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
        for where, text in (("file", file), ("sheet", table.name)):
            if first_day(text):
                return where
        for above in table.rows[: below(table, row)]:
            for cell in above.cells:
                if cell.kind == "day" or first_day(cell.text):
                    return f"cell {cell.place.rpartition('!')[2]}"
    if name == "pair":
        return "row"
    if name == "line":
        return "= A"
    return OPEN


def _is_filled_down(body: Sequence[SourceRow], place: int) -> bool:
    """Whether a blank cell of a column means the one above: days and rounds that stand once."""
    rows = [row.cells for row in body if any(cell.text.strip() for cell in row.cells)]
    given = [bool(place < len(row) and row[place].text.strip()) for row in rows]
    return bool(given) and given[0] and sum(given) < len(given) * 0.9


def take_each_once(sheet: SheetAnswers) -> SheetAnswers:
    """The same, of a table in which each match stands twice; somebody has to agree to that."""
    return replace(sheet, once="side", agree=OPEN)
