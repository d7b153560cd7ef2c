"""Proposals for reading a table: guesses its columns, dates and scores from headings and cells."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sitegen.core import cells
from sitegen.core.names import normalize_heading
from sitegen.core.problems import find_nearest
from sitegen.core.table import Column
from sitegen.importing.answers import UNANSWERED, Reference, SheetAnswers
from sitegen.importing.guesses import find_elsewhere, find_titled, guess_columns, list_needed
from sitegen.importing.layout import Layout, find_layout, make_layout, measure_kind
from sitegen.importing.records import (
    MAX_HEADER_ROW,
    NIL_NIL,
    SEPARATORS,
    count_header_rows,
    is_total,
    parse_row_number,
    read_headings,
)
from sitegen.importing.references import find_column, is_outside
from sitegen.importing.sides import is_outcome
from sitegen.importing.source import SourceCell, SourceTable, get_column_letters
from sitegen.importing.targets import CLUB_LIST, Target, find_missing_columns, map_headings
from sitegen.importing.values import detect_month_first
from sitegen.inputs.results.files import PLAYERS

_PERCENT = re.compile(r"%|pct|perc|proc|pourc")
_MIN_HYPHENS = 4
"""In more cells a hyphen without blanks stands between two people, if all have a single one."""
_SCORE = re.compile(r"\s*(\d{1,3})\s*[-–:/]\s*(\d{1,3})\s*")
_CONTEXT_COLUMNS = ("date", "round", "tournament", "season", "game", "table", "line", "sitting", "session")
"""Columns that may be filled in once for all rows below: never players or results."""
_MAX_SAMPLE = 300
_MIN_KNOWN = 2
"""With fewer columns known it is asked which table it is."""
_OUTCOMES = {"result", "score", "place", "vp", "vp_a"}
"""A table of results has one of these columns."""
_DRAWS = {"draw", "Draw", "remise", "Remise", "nulle", "Nulle", "gelijk", "Gelijk", "tie", "Tie"}
"""What stands for the name of a winner where nobody won."""
_MIN_SHARE = 0.9
"""The share of the cells of a column that must have a form before the column is taken to have it."""


class HeaderMatch(NamedTuple):
    """A row of headings, with the places of the columns of a target."""

    target: Target
    row: int
    places: Mapping[str, int]
    guessed_columns: Sequence[str]
    is_named: bool

    def rate(self, table: SourceTable, file: str) -> tuple[int, bool, int, int, int]:
        """Sort key, best last: fewest missing columns, a sheet named so, most columns, nearest to the top."""
        missing = find_missing_columns(self.target, [*self.places])
        number = sum(find_elsewhere(name, table, self.row, file) == UNANSWERED for name in missing)
        return -number, self.is_named, len(self.places), -len(self.guessed_columns), -self.row


def propose_sheet(
    table: SourceTable, targets: Mapping[str, Target], file: str, target_name: str = ""
) -> tuple[SheetAnswers, list[str]] | None:
    """Return proposed answers for a table, and the evidence for those that the user has to confirm.

    Return None where no target fits the table.
    """
    wanted_targets = [
        target
        for name, target in targets.items()
        if name == target_name or (not target_name and name != PLAYERS)
    ]
    headers = [header for target in wanted_targets for header in _match_headers(table, target, file)]
    key_columns = [{*header.places} & {"side2", "date", *header.target.player_columns} for header in headers]
    if any({"side2", "date"} & columns or len(columns) > 1 for columns in key_columns):
        headers = [header for header in headers if header.target.name != CLUB_LIST]
    best = max(headers, key=lambda header: header.rate(table, file), default=None)
    return _SheetDraft(table, best).complete(table, file) if best else None


def map_format(table: SourceTable, target: Target, file: str) -> SheetAnswers | None:
    """Return how a table is read whose columns are named by its format; None where it lacks too much."""
    columns: dict[str, Reference] = {}
    columns_by_heading = map_headings(target)
    for name in table.header:
        if column := columns_by_heading.get(normalize_heading(name)):
            columns.setdefault(column, name)
    missing = find_missing_columns(target, [*columns])
    columns |= {name: find_elsewhere(name, table, 0, file) for name in missing}
    number_open = sum(reference == UNANSWERED for reference in columns.values())
    is_lacking = number_open and len(find_missing_columns(target, [])) == number_open
    return None if is_lacking else SheetAnswers(target.name, columns, header=0)


def ask_sheet(
    table: SourceTable, targets: Mapping[str, Target], file: str, target_name: str = ""
) -> tuple[SheetAnswers, list[str]] | None:
    """Return answers for a table of which no heading is known, with a question for what is not guessed.

    Return None for a table without two columns.
    """
    layout = find_layout(table)
    if layout is None:
        return None
    drafts = []
    for target in targets.values():
        is_event = _OUTCOMES & {*target.columns} and len(target.name_columns) > 0
        if target.name == target_name or (not target_name and is_event):
            columns_by_heading = map_headings(target)
            known = {
                column: shape.place
                for shape in layout.columns
                if (column := columns_by_heading.get(normalize_heading(shape.heading)))
            }
            best = HeaderMatch(target, layout.header, known, (), is_named=False)
            drafts.append(_SheetDraft(table, best, layout).complete(table, file, is_asked=True))
    best_draft = min(filter(None, drafts), key=lambda draft: _count_open(draft[0]), default=None)
    if best_draft and not target_name and _count_known(best_draft[0]) < _MIN_KNOWN:
        return SheetAnswers(UNANSWERED, form=layout.form, header=layout.header), []
    return best_draft


def _count_known(sheet: SheetAnswers) -> int:
    return sum(reference != UNANSWERED and not is_outside(reference) for reference in sheet.columns.values())


def _count_open(sheet: SheetAnswers) -> int:
    return sum(reference == UNANSWERED for reference in sheet.columns.values())


def _match_headers(table: SourceTable, target: Target, file: str) -> Iterator[HeaderMatch]:
    columns_by_heading = map_headings(target)
    needed = {name for name, column in target.columns.items() if column.is_required or column.choices}
    needed |= {*columns_by_heading.values()} - {*target.columns}
    for row in [0] if table.header else [*map(parse_row_number, table.rows[:MAX_HEADER_ROW])]:
        places: dict[str, int] = {}
        headings = [normalize_heading(name) for name in read_headings(table, row)]
        for place, heading in enumerate(headings):
            column = columns_by_heading.get(heading)
            if column and (column in needed or _can_hold(table, row, place, target, column)):
                if column == "score" and _PERCENT.search(heading):
                    places[column] = place  # rather than match points
                places.setdefault(column, place)
        guessed_columns = []
        is_short = len(places) > 1 and list_needed(target, [*places])
        for place, heading in enumerate(headings) if is_short else ():
            is_free = len(heading) > 3 and place not in places.values()
            column = columns_by_heading.get(find_nearest(heading, columns_by_heading) if is_free else "")
            if (
                column and column not in places and _can_hold(table, row, place, target, column)
            ):  # misspelt: asked
                places[column] = place
                guessed_columns.append(column)
        is_list = target.name in {CLUB_LIST, PLAYERS}
        if "name" in places if is_list else len(places) > 1:
            label = file if table.name == "table 1" else table.name
            is_named = normalize_heading(label).startswith(normalize_heading(target.name))
            yield HeaderMatch(target, row, places, guessed_columns, is_named)


def _can_hold(table: SourceTable, row: int, place: int, target: Target, name: str) -> bool:
    """Whether the cells below a heading can be those of a column, so that a rating is no `rated`."""
    rows = table.rows[count_header_rows(table, row) :][:_MAX_SAMPLE]
    body = [source_row.cells[place] for source_row in rows if place < len(source_row.cells)]
    filled = [cell for cell in body if cell.text.strip()]
    if name in {*target.player_columns, "side1", "side2", "victor", "vanquished"}:
        return measure_kind(rows, place) in {"name", "text"}
    if name == "people":
        return any(_is_mostly(filled, partial(_has_two_people, sign)) for sign in SEPARATORS)
    column = target.columns.get(name)
    return column is None or not filled or _is_mostly(filled, _make_parse_test(column))


class _SheetDraft:
    """Builds the answers for a row of headings; `body` are the cells of the rows below."""

    def __init__(self, table: SourceTable, best: HeaderMatch, layout: Layout | None = None) -> None:
        self.best, self.target = best, best.target
        self.layout = layout or make_layout(table, best.row, read_headings(table, best.row))
        self.names = read_headings(table, best.row)
        rows = table.rows[count_header_rows(table, best.row) :]
        self.body = [row.cells for row in rows if not is_total(row) and not self._is_heading(row.cells)]
        self.columns = {name: self._refer(place) for name, place in best.places.items()}
        self.split: dict[str, str] = {}
        self.evidence = [*best.guessed_columns]

    def complete(
        self, table: SourceTable, file: str, *, is_asked: bool = False
    ) -> tuple[SheetAnswers, list[str]] | None:
        """Return the answers, with missing columns looked for in and outside the table.

        Return None for too few columns, unless it is asked which they are.
        """
        target, columns = self.target, self.columns
        if {*target.sides} <= {*columns} and target.sides:
            columns.pop("side1", None)  # a name beside both players is of somebody else
            columns.pop("side2", None)
        self._split_scores()
        self._split_people()
        columns.pop("people", None)
        self._name_winner()
        self._guess_rest(table, file, is_asked=is_asked)
        number_open = sum(reference == UNANSWERED for reference in columns.values())
        is_poor = target.name == CLUB_LIST or len(find_missing_columns(target, [])) == number_open
        if number_open and is_poor and not is_asked:
            return None
        dates = self._read_column(find_column(columns.get("date", ""), self.names))
        is_month_first, weekdays = detect_month_first(cell.text for cell in dates if cell.kind != "day")
        evidence = [f"{name} = {columns[name]}" for name in dict.fromkeys(self.evidence) if name in columns]
        evidence += filter(None, [weekdays])
        places = self.best.places
        sheet = SheetAnswers(
            target.name,
            columns,
            self.layout.form if is_asked or number_open or evidence else "",
            self.best.row,
            self.split,
            leave=self._list_unused(),
            above=[self.names[places[name]] for name in _CONTEXT_COLUMNS if self._is_filled_down(name)],
            dates="month first" if is_month_first else "day first",
            agree=UNANSWERED if (evidence or is_asked) and not number_open else True,
        )
        return sheet, evidence

    def _list_unused(self) -> list[str]:
        """Return the headings of the columns that nothing is taken from."""
        used = {find_column(reference, self.names) for reference in self.columns.values()}
        return [name for place, name in enumerate(self.names) if name.strip() and place not in used]

    def _refer(self, place: int) -> str:
        """Return the heading of a column, or its letters."""
        heading = self.names[place] if place < len(self.names) else ""
        is_unique = [*map(normalize_heading, self.names)].count(normalize_heading(heading)) == 1
        return heading if heading and is_unique else get_column_letters(place + 1)

    def _is_heading(self, row: Sequence[SourceCell]) -> bool:
        return [cell.text for cell in row] == [*self.names]

    def _name_winner(self) -> None:
        """Take a column that names the winner for the result of two players."""
        columns, sides = self.columns, self.target.sides
        winner, loser = columns.pop("victor", ""), columns.pop("vanquished", "")
        if not sides or ({*sides} <= {*columns} and not (winner or self._names_player("result"))):
            return
        if sides[0] == "winner":
            place = find_column(columns.get("outcome", ""), self.names)
            has_sides = {"side1", "side2"} <= {*columns}
            if place >= 0 and not has_sides and self.layout.columns[place].kind == "name":
                columns.setdefault("winner", columns.pop("outcome"))
            elif has_sides and "winner" in columns and "loser" not in columns:
                columns["outcome"] = columns.pop("winner")
            return
        if winner and loser and not {*sides, "side1", "side2"} & {*columns}:
            columns |= {sides[0]: winner, sides[1]: loser, "result": "= 1-0"}
            self.evidence += [*sides, "result"]
            return
        self._name_outcome()
        for name in ("result", "outcome"):
            winner = winner or (columns.pop(name) if self._names_player(name) else "")
        if winner:
            for side, column in zip(sides, ("side1", "side2"), strict=True):
                if side in columns:
                    columns[column] = columns.pop(side)
            columns["outcome"] = winner

    def _name_outcome(self) -> None:
        """Take a column of results for what the first of two players made of the match."""
        results = self._read_column(find_column(self.columns.get("result", ""), self.names))
        is_of_first = bool(results) and all(is_outcome(cell.text) for cell in results)
        if {"side1", "side2"} <= {*self.columns} and is_of_first:
            self.columns["outcome"] = self.columns.pop("result")

    def _find_results(self, used: list[int]) -> None:
        """Take the only column of results, whatever its heading is."""
        if "away_score" in self.columns or "result" not in list_needed(self.target, [*self.columns]):
            return
        test = _make_parse_test(self.target.columns["result"])
        found = [
            place
            for place in range(len(self.layout.columns))
            if place not in used and len({cell.text for cell in self._read_column(place)}) > 1
            if _is_mostly(self._read_column(place), test)
        ]
        if len(found) == 1:
            self._guess("result", self._refer(found[0]))
            used += found
        elif not found:
            self._find_winner(used)

    def _find_winner(self, used: list[int]) -> None:
        """Take two columns of names, and a third that repeats one of them in each row, or tells a draw."""
        columns, sides = self.columns, self.target.sides
        names = [shape.place for shape in self.layout.columns if shape.kind == "name"]
        known = [find_column(columns[side], self.names) for side in sides if side in columns]
        for place in set(names) - {*known}:
            pair = known if len(known) == 2 else [name for name in names if name != place]
            rows = [row for row in self.body if len(row) > max(names)]
            hits = sum(row[place].text in {*_DRAWS, *(row[at].text for at in pair)} for row in rows)
            if len(pair) == 2 and hits > _MIN_SHARE * len(rows):
                for side in sides:
                    columns.pop(side, None)
                for name, at in zip(("side1", "side2", "outcome"), (*pair, place), strict=True):
                    self._guess(name, self._refer(at))
                used += [*pair, place]
                return

    def _guess(self, name: str, reference: str) -> None:
        self.columns[name] = reference
        self.evidence.append(name)

    def _names_player(self, name: str) -> bool:
        """Whether a column holds names."""
        place = find_column(self.columns.get(name, ""), self.names)
        sides = (*self.target.sides, "side1", "side2")
        places = (find_column(self.columns.get(side, ""), self.names) for side in sides)
        people = {cell.text for side in places for cell in self._read_column(side)}
        named = {cell.text for cell in self._read_column(place)} - _DRAWS
        return bool(named) and named <= people

    def _guess_rest(self, table: SourceTable, file: str, *, is_asked: bool) -> None:
        """Find the missing columns in the table, and else outside it."""
        columns, target = self.columns, self.target
        used = [find_column(reference, self.names) for reference in columns.values()]
        self._find_results(used)
        is_half = ("home_score" in columns) != ("away_score" in columns)
        is_short = target.name != CLUB_LIST and list_needed(target, [*columns])
        is_poor = is_asked or is_half or is_short
        for name, place in (
            guess_columns(target, columns, self.layout.columns, used).items() if is_poor else ()
        ):
            self._guess(name, self._refer(place))
        if is_half and not {"home_score", "away_score"} <= {*columns}:
            columns.pop("home_score", columns.pop("away_score", None))
        if {"result", "home_score"} <= {*columns}:  # points of another sort beside the result
            columns.pop("home_score")
            columns.pop("away_score", None)
        self._find_outside(table, file)

    def _find_outside(self, table: SourceTable, file: str) -> None:
        """Take what is still needed from the titles, the name of the file, or a rule, or ask it."""
        columns, target = self.columns, self.target
        is_of_day = "date" not in target.columns and "tournament" in list_needed(target, [*columns])
        day = find_elsewhere("date", table, self.best.row, file) if is_of_day else UNANSWERED
        if day != UNANSWERED:
            self._guess("date", day)
        for name in list_needed(target, [*columns]):
            if name == "result" and "home_score" not in target.columns:
                continue  # a game that may still have to be played
            if name == "place" and "score" in columns:
                self._guess(name, f"high: {columns['score']}")
            else:
                columns[name] = find_elsewhere(name, table, self.best.row, file)
        for name, reference in find_titled(target, table, self.best.row):
            if columns.get(name, UNANSWERED) == UNANSWERED:
                self._guess(name, reference)

    def _split_scores(self) -> None:
        """Split a column that has both scores, such as `7-5`."""
        places, target = self.best.places, self.target
        named_columns = [
            (name, places[name]) for name in ("outcome", "score", "result", "score1") if name in places
        ]
        free_columns = [("", place) for place in range(len(self.names)) if place not in places.values()]
        for name, place in [*named_columns, *(free_columns if target.sides else [])]:
            column, column_cells = target.columns.get(name), self._read_column(place)
            words = [cell for cell in column_cells if not NIL_NIL.fullmatch(cell.text)]
            is_choice = column and column.choices and _is_mostly(words, _make_parse_test(column))
            if "score2" in self.columns or is_choice or not _is_mostly(column_cells, _SCORE.fullmatch):
                continue
            self.columns.pop(name, None)
            has_scores = "home_score" in target.columns
            self._split_column(
                place, ("home_score", "away_score") if has_scores else ("score1", "score2"), "-"
            )
            if target.sides and target.sides[0] == "winner":
                for side_column, side in zip(target.sides, ("side1", "side2"), strict=True):
                    if side_column in self.columns and side not in self.columns:
                        self.columns[side] = self.columns.pop(side_column)

    def _split_people(self) -> None:
        """Split a column with two people in each cell, where no two columns name the players."""
        sides = self.target.sides
        if not sides or {*sides} <= {*self.columns} or {"side1", "side2"} <= {*self.columns}:
            return
        pair = ("side1", "side2") if sides[0] == "winner" else sides
        for place in range(max(len(self.names), len(self.layout.columns))):
            column_cells = self._read_column(place)
            separator = next(
                (sign for sign in SEPARATORS if _is_mostly(column_cells, partial(_has_two_people, sign))), ""
            )
            if len(column_cells) > _MIN_HYPHENS and all(_has_two_people("-", c.text) for c in column_cells):
                separator = separator or "-"
            if separator:
                same_place = [
                    name
                    for name, reference in self.columns.items()
                    if find_column(reference, self.names) == place
                ]
                for name in {*same_place, *pair, "side1", "side2"}:
                    self.columns.pop(name, None)
                self._split_column(place, pair, separator)
                return

    def _split_column(self, place: int, pair: Sequence[str], separator: str) -> None:
        heading = self._refer(place)
        self.columns |= {pair[0]: f"{heading}[1]", pair[1]: f"{heading}[2]"}
        self.split[heading] = separator

    def _read_column(self, place: int) -> list[SourceCell]:
        return [row[place] for row in self.body if 0 <= place < len(row) and row[place].text.strip()]

    def _is_filled_down(self, name: str) -> bool:
        """Whether blank cells of a column mean the one above, as with days and rounds written once."""
        place = self.best.places.get(name, -1)
        rows = [row for row in self.body if any(cell.text.strip() for cell in row)]
        is_filled = [0 <= place < len(row) and bool(row[place].text.strip()) for row in rows]
        return bool(is_filled) and is_filled[0] and sum(is_filled) < len(is_filled) * _MIN_SHARE


def _is_mostly(column_cells: Sequence[SourceCell], matches: Callable[[str], object]) -> bool:
    """Whether nearly all cells of a column match a form."""
    number = sum(bool(matches(cell.text)) for cell in column_cells)
    return bool(column_cells) and number >= _MIN_SHARE * len(column_cells)


def _make_parse_test(column: Column) -> Callable[[str], bool]:
    """Return a test whether a text is a cell of a column."""
    parse = cells.make_parser(column, ".,")

    def can_parse(text: str) -> bool:
        try:
            parse(text)
        except ValueError:
            return False
        return True

    return can_parse


def _has_two_people(separator: str, text: str) -> bool:
    parts = text.split(separator)
    return len(parts) == 2 and all(any(map(str.isalpha, part)) for part in parts)
