"""A Keizer competition recomputed from its published pages alone, as somebody with a calculator would."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from page_reader import Between, Cell, Page, Row, page, total

POINTS = {"1": Fraction(1), "½": Fraction(1, 2)}
SHARES = {
    "club": "7/10",
    "excused": "7/20",
    "unexcused": "7/20",
    "bye": "1/2",
    "1f": "1",
    "0f": "0",
    "pending": "0",
}
"""What is given for a round without a game, and for a forfeit."""


class Check(NamedTuple):
    """What stands somewhere, and what follows from other pages."""

    where: str
    shown: Cell
    expected: Between | str

    @property
    def holds(self) -> bool:
        """Whether they may be the same."""
        if isinstance(self.expected, Between):
            return self.shown.figure.meets(self.expected)
        return self.shown == self.expected


def exact(number: Fraction | float) -> Between:
    """A number that was not rounded."""
    return Between(float(number), float(number))


@dataclass(frozen=True)
class Followed:
    """The competition at `home` of the site at `root`; `options` are those that differ from the defaults."""

    root: Path
    home: str
    options: Mapping[str, str]

    def at(self, path: str) -> Page:
        """A page of the ranking."""
        return page(self.root, f"{self.home}{path}")

    @cached_property
    def ranking(self) -> Mapping[str, Row]:
        """The rows of the ranking by name, in their order."""
        return {row["Player"]: row for row in self.at("").rows("ranking")}

    @cached_property
    def turns(self) -> Mapping[str, Row]:
        """The rows of two orders that take turns, by name; empty where the order stays."""
        page_ = self.at("")
        return {row["Player"]: row for row in page_.rows("turns")} if "turns" in page_.sections else {}

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """The pages of players by name."""
        return {
            name: self.at("").follow(row["Player"].link)
            for name, row in self.ranking.items()
            if row["Player"].link
        }

    def of_value(self, name: str) -> Iterator[Check]:
        """The value by the place on the ranking, or the mean of those by both places."""
        row, count = self.ranking[name], len(self.ranking)
        places = [Fraction(row["#"])]
        if name in self.turns:
            turn = self.turns[name]
            places = [Fraction(turn["Highest place"]), Fraction(turn["Lowest place"])]
            both = (turn["Lowest score"].figure + turn["Highest score"].figure) / 2
            yield Check(f"mean of {name}", turn["Mean"], both)
            yield Check(f"score of {name}", row["Score"], turn["Mean"].figure)
        value = sum((count + 1 - place for place in places), Fraction(0)) / len(places)
        yield Check(f"value of {name}", row["Value"], exact(value))

    def of_score(self, name: str) -> Iterator[Check]:
        """The own value once, and all rounds; the counts of games."""
        row, rounds = self.ranking[name], self.pages[name].rows("rounds")
        amounts = [line["Score"].figure for line in rounds]
        yield Check(f"score of {name}", row["Score"], total([row["Value"].figure, *amounts]))
        results = [line["Result"] for line in rounds]
        for column, marks in (("Won", "1"), ("Drawn", "½"), ("Lost", "0")):
            yield Check(f"{column} of {name}", row[column], str(results.count(marks)))
        yield Check(f"games of {name}", row["Games"], str(sum(result in {*"1½0"} for result in results)))
        away = sum(line.get("Absence", "") in {"club", "excused", "unexcused"} for line in rounds)
        yield Check(f"absences of {name}", row["Absences"], str(away))

    def of_rounds(self, name: str) -> Iterator[Check]:
        """What each round is worth: the factor, the value, and both multiplied."""
        own = self.ranking[name]["Value"].figure
        for line in self.pages[name].rows("rounds"):
            where = f"{name}, round {line['Round']}: "
            opponent, result = line["Opponent"], line["Result"]
            is_game = result in {*"1½0"}
            has_left = bool(opponent) and opponent not in self.ranking
            share = self._share(result if is_game or not line.get("Absence", "") else line.get("Absence", ""))
            factor = share * Fraction(3, 4) if has_left else share
            value = self.ranking[opponent]["Value"].figure if opponent and not has_left else own
            if line.get("Absence", "") == "late":
                value = exact(1)
            yield Check(f"{where}factor", line["Factor"], str(factor))
            yield Check(f"{where}value", line["Value"], value)
            yield Check(f"{where}score", line["Score"], line["Value"].figure * float(factor))

    def _share(self, what: str) -> Fraction:
        if what in ("0", "late"):
            return Fraction(self.options["consolation" if what == "0" else "late"])
        return POINTS.get(what) or Fraction(SHARES[what])

    def of_change(self, name: str) -> Iterator[Check]:
        """Why the score changed: each line on from the one before; and every round then and now."""
        shown = self.pages[name]
        lines = shown.rows("why")
        for before, line in pairwise(lines):
            yield Check(f"why {name}", line["Score"], before["Score"].figure + line["±"].figure)
        yield Check(f"why {name}: score", self.ranking[name]["Score"], lines[-1]["Score"].figure)
        for row in shown.rows("revalued"):
            where = f"{name}, round {row['Round']} revalued: "
            factor = float(Fraction(row["Factor"]))
            yield Check(f"{where}score", row["Score"], row["Value now"].figure * factor)
            then = row["Score before"].figure if row.get("Score before") else exact(0)
            yield Check(f"{where}±", row["±"], row["Score"].figure - then)

    def of_ahead(self, name: str) -> Iterator[Check]:
        """What a game would be worth: shares of the value of the opponent."""
        shown = self.pages[name]
        for row in shown.rows("ahead") if "ahead" in shown.sections else ():
            value = self.ranking[row["Opponent"]]["Value"].figure
            yield Check(f"{name} ahead", row["Value"], value)
            for column, result in (("If won", "1"), ("If drawn", "½"), ("If lost", "0")):
                yield Check(f"{name} ahead, {column}", row[column], value * float(self._share(result)))

    def of_opponents(self, name: str) -> Iterator[Check]:
        """The games against each opponent, counted on the same page."""
        rounds = self.pages[name].rows("rounds")
        for row in self.pages[name].rows("head-to-head"):
            results = [
                line["Result"]
                for line in rounds
                if line["Opponent"] == row["Opponent"] and line["Result"] in {*"1½0"}
            ]
            yield Check(f"{name}–{row['Opponent']}", row["Played"], str(len(results)))
            for column, mark in (("Won", "1"), ("Drawn", "½"), ("Lost", "0")):
                yield Check(f"{name}–{row['Opponent']}: {column}", row[column], str(results.count(mark)))
