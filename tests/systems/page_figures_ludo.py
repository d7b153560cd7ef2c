"""The board-game circuit once more, from nothing but its published pages.

Places and scores stand on the pages as they were entered, so that all that follows from them is recomputed
without rounding, tournament by tournament, and only compared at the decimals that are shown.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from math import fsum
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from page_reader import Cell, Page, Row, page

SAME = 1e-9
"""Figures that differ by less are equal, as the order of what is added up makes them."""

Figures = Mapping[str, float]


class Step(NamedTuple):
    """A player at a table, recomputed."""

    key: str
    round: str
    game: str
    table: str
    player: str
    x: int
    p: float
    win: int
    score: float | None
    scores: float
    points: float


class Tournament(NamedTuple):
    """A line of the calendar."""

    key: str
    day: str
    kind: str
    row: Row

    @property
    def year(self) -> int:
        """The year that it counts for."""
        return int(self.day[:4])


class Stood(NamedTuple):
    """The rankings of the year and LUDO after a day."""

    regular: Mapping[str, Sequence[float]]
    final: Figures
    year: Figures
    two_ago: Figures
    one_ago: Figures
    ludo: Figures


def who(cell: Cell) -> str:
    """The id of a player who has a page, and the label of one who has not."""
    return last(cell) if "players/" in cell.link else str(cell)  # a club has a page of its own


def last(cell: Cell) -> str:
    """The last part of the address that a cell leads to."""
    return cell.link.rstrip("/").rpartition("/")[2]


def ranks(figures: Figures) -> Mapping[str, int]:
    """The places by these figures, equal ones at the best of theirs."""
    return {
        figure: 1 + sum(other > own + SAME for other in figures.values()) for figure, own in figures.items()
    }


@dataclass(frozen=True)
class Circuit:
    """The pages of a circuit below the folder `root`."""

    root: Path
    home: str

    def page(self, path: str) -> Page:
        """One of them."""
        return page(self.root, f"{self.home}/{path}")

    def text(self, path: str) -> str:
        """The same as it was written."""
        return (self.root / self.home / path / "index.html").read_text(encoding="utf-8")

    @cached_property
    def tournaments(self) -> Sequence[Tournament]:
        """Those that were played, the earliest first."""
        rows = self.page("results/").rows("tournaments")[::-1]
        return [Tournament(last(row["Tournament"]), row["Date"].day, row["Kind"], row) for row in rows]

    @cached_property
    def steps(self) -> Sequence[Step]:
        """Everybody at every table, in order."""
        return [step for tournament in self.tournaments for step in self._of(tournament.key)]

    def _of(self, key: str) -> Iterator[Step]:
        event = self.page(f"results/{key}/")
        for number in ("1", "2", "3"):
            tables = defaultdict(list)
            for row in event.rows(f"round-{number}"):
                tables[row["Table"]].append(row)
            for rows in tables.values():
                yield from (worth(key, number, row, rows) for row in rows)

    @cached_property
    def points(self) -> Mapping[str, Figures]:
        """The points of the day of everybody, by tournament."""
        points: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for step in self.steps:
            points[step.key][step.player].append(step.points)
        return {key: {player: fsum(own) for player, own in day.items()} for key, day in points.items()}

    @cached_property
    def ceilings(self) -> Mapping[int, int]:
        """The ceiling of the bonus in each year that has one."""
        years = defaultdict(list)
        for tournament in self.tournaments:
            years[tournament.year + 1].append(len(self.points[tournament.key]))
        given = {int(year): most for year, most in self.option("bonus_ceilings").items()}
        mean = {year: fmean(sizes) for year, sizes in years.items() if year >= 2014}
        return {year: int(value / 10 + 0.5 + SAME) * 10 for year, value in mean.items()} | given

    def bonus(self, item: Tournament) -> Figures:
        """The bonus of everybody at a tournament."""
        day = self.points[item.key]
        most = min(len(day), self.ceilings.get(item.year, len(day)))
        return {player: max(0, most - rank + 1) for player, rank in ranks(day).items()}

    @cached_property
    def totals(self) -> Mapping[str, Figures]:
        """The points of the day and the bonus together, by tournament."""
        return {
            tournament.key: {
                player: self.points[tournament.key][player] + own
                for player, own in self.bonus(tournament).items()
            }
            for tournament in self.tournaments
        }

    def year(self, year: int, day: str) -> tuple[Mapping[str, Sequence[float]], Figures, Figures]:
        """The regular tournaments that count, the finals, and the ranking of a year until a day."""
        regular, final = defaultdict[str, list[float]](list), dict[str, float]()
        for tournament in self.tournaments:
            for player, own in (
                self.totals[tournament.key].items()
                if tournament.year == year and tournament.day <= day
                else ()
            ):
                if tournament.kind == "final":
                    final[player] = own
                else:
                    regular[player] = sorted([*regular[player], own])[-5:]
        players = {*regular, *final}
        totals = {player: fsum(regular.get(player, ())) + final.get(player, 0.0) for player in players}
        return regular, final, totals

    def stood(self, day: str) -> Stood:
        """Everything as it stood at the end of a day."""
        year = int(day[:4])
        regular, final, now = self.year(year, day)
        two_ago, one_ago = (self.year(earlier, day)[2] for earlier in (year - 2, year - 1))
        ludo = {
            player: two_ago.get(player, 0.0) / 3 + 2 * one_ago.get(player, 0.0) / 3 + now.get(player, 0.0)
            for player in {*two_ago, *one_ago, *now}
        }
        return Stood(regular, final, now, two_ago, one_ago, ludo)

    def games(self, year: int, before: str = "9999") -> Mapping[str, Mapping[str, Sequence[float]]]:
        """The points of the rounds of each player in each game of a year, before a day."""
        days = {
            tournament.key: tournament.day
            for tournament in self.tournaments
            if tournament.year == year and tournament.day < before
        }
        points: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for step in self.steps:
            if step.key in days:
                points[step.game][step.player].append(step.points)
        return points

    @cached_property
    def seated(self) -> Mapping[tuple[str, str], tuple[int, bool]]:
        """The seat of each player at the final table of a game this year, and whether it is in reserve."""
        finals = self.page("final-tables/")
        return {
            (str(row["Game"]), who(row["Player"])): (int(row["Seat"]), section == "reserves")
            for section in ("seats", "reserves")
            for row in finals.rows(section)
        }

    def option(self, name: str) -> Mapping[str, int]:
        """The entries of an option that is a table, as the rules page shows it."""
        entries = re.search(rf"<code>{name}</code><td><code>(.*?)</code>", self.text("rules"))
        pairs = (term.split(" = ") for term in unescape(entries[1]).split(", ") if term) if entries else ()
        return {key.casefold(): int(count) for key, count in pairs}

    def seats(self, game: str) -> int:
        """The seats at the final table of a game."""
        return self.option("final_seats").get(game.casefold(), 4)


def worth(key: str, number: str, row: Row, rows: Sequence[Row]) -> Step:
    """What a place at a table is worth, beside all rows of the table."""
    x, place = len(rows), float(row["#"])
    above = sum(float(row["#"]) < place for row in rows)
    same = sum(float(row["#"]) == place for row in rows)
    p = 1.999 if (above, same) == (0, 3) else above + (same + 1) / 2
    kept = row.get("Score", "") != ""
    score, scores = (float(row["Score"]), fsum(float(row["Score"]) for row in rows)) if kept else (None, 0.0)
    win, share = 0 if above else x, (score or 0.0) / scores if scores else 0.0
    points = 100 * (x - p) / (x - 1) + win + share
    return Step(key, number, row["Game"], row["Table"], who(row["Player"]), x, p, win, score, scores, points)


def ranking(points: Sequence[float]) -> float:
    """What the points in a game come to."""
    return fsum(points) / (max(len(points), 3) + 1)
