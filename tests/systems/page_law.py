"""One law for the pages of every ranking: what a page shows is what its published tables say.

A test of a system says what a section, the facts or the answers of a page must have, by heading: the cells of
the rows of a published table, or what follows from them where no table has it. The law is that a page shows
just those rows in that order, each cell rounded as it is shown; that no column is on the page of which
nothing is expected; and that no column is missing whose cells are not all the same.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from page_reader import CALCULATION, Cell, Page, Row, page, parse_figure

Record = Mapping[str, Any]
"""A row of a published table by column, or of a section by heading."""
FRAME = {"12 months", "In a year", "Last ten", "So far", "Source"}
"""What the frame adds to the tables and facts of a system; test_careers.py has its figures."""
FRAME_FACTS = FRAME | {
    *("Best win", "Worst loss", "Largest rise", "Largest fall", "Highest", "Most rises in a row"),
    *("Longest winning series", "Latest", "List"),
}
APART = {"ahead", "first-places", "why"}
"""Sections that test_projections.py, test_SYSTEM_needed.py, test_rank_charts.py and
test_ledgers_page_figures.py follow."""
Answers = Mapping[str, tuple[object, object]]
UNEXPECTED = "a column of which nothing is expected"
ELSEWHERE = "what another test follows"
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"]
_SLACK = 5e-5
"""What figures may be off that are made of those of files, which have six decimals."""
_NUMBER = re.compile(r"(?<![\w.)])(?<!\d )(?<!\) )−?\d+(?:\.\d+)?(?:e−\d+)?|\d+(?:\.\d+)?(?:e−\d+)?")
_PLACE = re.compile(r"\w:\d+$")
"""Where a row was read, behind its calculation."""
_BRACKETS = re.compile(r"\((−[\d.]+)\)|(?<![\d)])\+(?=\d)")
"""What is left out of a text before its numbers are read: brackets around one, and its plus."""


class Figure(NamedTuple):
    """What a page shows at a place, and what it must show."""

    where: str
    shown: str
    expected: object

    @property
    def holds(self) -> bool:
        """Whether it does, as far as its decimals go."""
        shown, expected = self.shown, self.expected
        if expected is None or expected == "":
            return shown == ""
        if isinstance(expected, bool):
            return shown == ("yes" if expected else "no")
        if isinstance(expected, int | float):
            return _is_rounded(shown, expected)
        if shown == expected or getattr(shown, "day", "") == expected:
            return True
        (words, figures), (template, values) = _split(shown), _split(str(expected))
        pairs = zip(figures, (float(value.replace("−", "-")) for value in values), strict=False)
        return words == template and all(_is_rounded(*pair) for pair in pairs)


def _is_rounded(shown: str, value: float) -> bool:
    """Whether a figure is shown that rounds to what stands there; nothing may be shown of a change of 0."""
    if not shown:
        return not value
    if "/" in shown:
        return abs(Fraction(shown) - value) < _SLACK
    try:
        figure = parse_figure(shown)
    except ValueError:
        return False
    value *= 100 if shown.endswith("%") else 1
    return figure.low - _SLACK <= value <= figure.high + _SLACK


@cache
def _split(text: str) -> tuple[str, list[str]]:
    """The words of a text, and the numbers between them."""
    plain = _BRACKETS.sub(lambda match: match[1] or "", text.replace("-", "−"))
    return _NUMBER.sub("#", plain), _NUMBER.findall(plain)


@dataclass(frozen=True)
class Published:
    """What the ranking of a site at `root` publishes: pages, and tables."""

    root: Path
    ranking: str

    def page(self, path: str = "") -> Page:
        """One of its pages."""
        return page(self.root, f"{self.ranking}/{path}")

    def follow(self, folder: str, number: int = 10**9, *always: str) -> list[Page]:
        """Pages below a folder, so many of them taken at random, and those `always` among them."""
        paths = sorted(path.parent.name for path in (self.root / self.ranking / folder).glob("*/index.html"))
        chosen = Random(14).sample(paths, min(number, len(paths)))
        return [self.page(f"{folder}/{name}/") for name in dict.fromkeys([*always, *chosen])]

    @cached_property
    def _files(self) -> Mapping[str, Any]:
        files = (self.root / self.ranking).glob("*.json")
        return {path.stem: json.loads(path.read_text("utf-8")) for path in files}

    @cached_property
    def tables(self) -> Mapping[str, Sequence[Record]]:
        """The rows of each table by its name."""
        return {
            name: [
                dict(zip((column["name"] for column in file["columns"]), row, strict=True))
                for row in file["rows"]
            ]
            for name, file in self._files.items()
        }

    def read_list(self, day: str, name: str) -> Sequence[Record]:
        """The rows of a table as the list of a day has it."""
        path = self.root / self.ranking / f"lists/{day}/{name}.csv"
        kinds = {column["name"]: column["type"] for column in self._files[name]["columns"]}
        read = {"integer": int, "number": float, "boolean": "yes".__eq__, "text": str}
        with path.open(encoding="utf-8", newline="") as file:
            return [
                {
                    head: read[kinds[head]](cell) if cell or kinds[head] == "text" else None
                    for head, cell in row.items()
                }
                for row in csv.DictReader(file)
            ]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each player by id."""
        found = json.loads((self.root / "search.json").read_text("utf-8"))["players"]
        rows = [row for table in self.tables.values() for row in table if "name" in row]
        return {id_: name for name, id_, *_ in found} | {row["player"]: row["name"] for row in rows}

    def find_rows(self, player: str) -> list[Record]:
        """The rows of a player on the current lists of rankings by games."""
        names = ("rating-list", "provisional", "not-registered")
        return [row for name in names for row in self.tables.get(name, ()) if row["player"] == player]

    @cached_property
    def _players(self) -> Mapping[str, str]:
        return {name: player for player, name in self.names.items()}

    def find_player(self, cell: Cell) -> str:
        """The player whose name a cell shows."""
        return self._players[cell]

    def show(self, table: str, row: Record, columns: str) -> Record:
        """Some cells of a row by the headings of their columns, or by another: `date team:Pair_or_team`."""
        labels = {column["name"]: column["label"] for column in self._files[table]["columns"]}
        pairs = [column.partition(":")[::2] for column in columns.split()]
        return {heading.replace("_", " ") or labels[name]: row[name] for name, heading in pairs}

    def view(self, table: str, rows: Iterable[Record], columns: str) -> list[Record]:
        """The same of all rows."""
        return [self.show(table, row, columns) for row in rows]

    def sort_like(
        self, shown: Sequence[Row], head: str, rows: Iterable[Record], column: str = ""
    ) -> list[Record]:
        """The rows in the order in which a section has the cells of a column, which may have another name."""
        order = {row[head]: place for place, row in reversed([*enumerate(shown)])}

        def find_place(row: Record) -> int:
            cell = row[column or head]
            return order.get(self.names.get(cell, cell), -1)

        return sorted(rows, key=find_place)

    # The law

    def check(
        self,
        shown: Page,
        sections: Mapping[str, Iterable[Record]],
        facts: Record | None = None,
        answers: Answers | None = None,
    ) -> Iterator[Figure]:
        """All that a page shows; the rows of sections by name, which are those of all years."""
        yield from () if facts is None else self.facts(shown, facts)
        yield from () if answers is None else self.answers(shown, answers)
        for name in dict.fromkeys([*sections, *shown.sections]):
            if sections.get(name) == ELSEWHERE:
                continue
            if name in sections:
                yield from self.compare(f"{shown.path} {name}", shown.every(name), sections[name])
            elif shown.rows(name) and name not in APART:
                yield Figure(f"{shown.path} {name}", "a section", UNEXPECTED)

    def compare(self, where: str, shown: Sequence[Row], expected: Iterable[Record]) -> Iterator[Figure]:
        """What a section shows, and the rows that it must have."""
        expected = list(expected)
        yield Figure(f"{where}: rows", str(len(shown)), len(expected))
        columns = {head: {str(row.get(head) or "") for row in expected} for row in expected for head in row}
        alike = {head for head, cells in columns.items() if len(cells) == 1}
        alike -= {head for row in shown for head in row}
        for number, (row, record) in enumerate(zip(shown, expected, strict=False), 1):
            for head in dict.fromkeys([*record, *row]):
                if head not in FRAME | alike:
                    yield from self.match(
                        f"{where} {number}: {head}", row.get(head), record.get(head, ""), head
                    )

    def match(self, where: str, shown: Cell | None, expected: object, head: str = "") -> Iterator[Figure]:
        """A cell or a fact; of a player the name and the page that it leads to."""
        if expected == ELSEWHERE:
            return
        cell: str = shown or Cell()
        if isinstance(expected, frozenset):
            expected = min(expected, key=lambda player: self.names[player] != cell)
        if head == CALCULATION:  # other cells of a row stand before it, and behind it where the row was read
            parts = [part for part in cell.split("; ") if not _PLACE.search(part)]
            expected = "" if expected == UNEXPECTED else expected
            cell = "; ".join(parts[-str(expected).count("; ") - 1 :] if "=" in cell else "")
        elif expected in self.names and cell != expected:
            link = getattr(shown, "link", "")
            if "/players/" in f"/{link}":
                yield Figure(f"{where}, page", link.rstrip("/").rpartition("/")[2], expected)
            expected = self.names[str(expected)]
        elif head == "▲▼" and not isinstance(expected, str):
            expected = move(expected)
        yield Figure(where, cell, expected)

    def facts(self, shown: Page, expected: Record) -> Iterator[Figure]:
        """The facts of a page: those, and no others."""
        for label in dict.fromkeys([*expected, *shown.facts]):
            if label not in FRAME_FACTS:
                value = expected.get(label, UNEXPECTED)
                yield from self.match(f"{shown.path}: {label}", shown.facts.get(label), value, label)

    def answers(self, shown: Page, expected: Answers) -> Iterator[Figure]:
        """Some of the answers above a list or results: who, and the figure beside the name."""
        for question, values in expected.items():
            for cell, value in zip(shown.answers.get(question, (None, None)), values, strict=True):
                yield from self.match(f"{shown.path}: {question}", cell, value)


def key_of(shown: Page) -> str:
    """The last part of the address of a page: a player, an event, a day."""
    return shown.path.rstrip("/").rpartition("/")[2]


def extremes(gains: Mapping[str, float]) -> Answers:
    """Who gained and who lost most, if anybody did: one of those with as much."""
    shown = {"Gained most": max(gains.values()), "Lost most": min(gains.values())}
    return {
        label: (frozenset(player for player, own in gains.items() if abs(own - gain) < _SLACK), gain)
        for label, gain in shown.items()
        if (gain > 0) == (label == "Gained most") and gain
    }


def follow(where: str, row: Record, values: Record) -> Iterator[Figure]:
    """The cells of a published row, and what they must be."""
    words = {None: "", True: "yes", False: "no"}
    for name, value in values.items():
        cell = row[name]
        yield Figure(
            f"{where}: {name}",
            words[cell] if cell is None or cell is True or cell is False else str(cell),
            value,
        )


def move(places: int | None) -> str:
    """What a list shows of the places won since the one before."""
    if places is None:
        return "new"
    return f"▲{places}" if places > 0 else f"▼{-places}" if places else "="


def race(
    shown: Page, days: Sequence[str], first: Sequence[str], find_totals: Callable[[str], Mapping[str, float]]
) -> list[Record]:
    """How far the first were behind the leader, by the totals of the days of a season that the table has."""
    by_head = {f"{int(day[8:])} {_MONTHS[int(day[5:7]) - 1]}": day for day in days}
    heads = [head for head in shown.rows("race")[0] if head != "Player"]
    ends = [*by_head]
    assert (heads[0], heads[-1]) == (ends[0], ends[-1])
    rows: list[Record] = [{"Player": player} for player in first]
    for head in heads:
        totals = find_totals(by_head[head])
        for row in rows:
            total = totals.get(row["Player"])
            row[head] = None if total is None else total - max(totals.values())  # type: ignore[index]
    return rows


def hold(least: int, *parts: Iterable[Figure]) -> None:
    """All figures are as they must be, and there are so many at least."""
    figures = [figure for part in parts for figure in part]
    wrong = [figure for figure in figures if not figure.holds]
    assert wrong == [], "\n".join(map(str, wrong[:20]))
    assert len(figures) > least, len(figures)
