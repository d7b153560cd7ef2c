"""The chess competition recomputed from its published pages alone, as somebody with a calculator would.

Every check is a place on the site, what it shows there, and what follows from the other pages: a figure with
the bounds that the rounding of what it is calculated from leaves, or a word.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import exp
from pathlib import Path
from typing import NamedTuple

import elements
from lxml.etree import _Element
from page_reader import CALCULATION, Between, Cell, Page, Row, page, total

HALF = Fraction(1, 2)
POINTS = {"1": Fraction(1), "½": HALF, "0": Fraction(0)}
OF_OPPONENT = {"1": Fraction(1), "½": Fraction(2, 3), "0": Fraction(1, 3)}
OF_OWN = {
    **dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), Fraction(2, 3)),
    "no-show": Fraction(1, 4),
}


_SIDE = r"([\d/]+)×([\d.]+) = ([\d.]+) \(([\d.]+), ([+−][\d.]+|0\.00)\)"
_FILLED_IN = re.compile(rf"R (\d+)–(\d+); {_SIDE}; {_SIDE}; ")


class Check(NamedTuple):
    """What stands somewhere, and what follows from other pages."""

    where: str
    shown: Cell
    expected: Between | str

    @property
    def holds(self) -> bool:
        """Whether they may be the same."""
        return (
            self.shown.figure.meets(self.expected)
            if isinstance(self.expected, Between)
            else self.shown == self.expected
        )


class Worth(NamedTuple):
    """What a player scores in a round: a share of a value."""

    factor: Fraction
    value: Between

    @property
    def score(self) -> Between:
        """The round score."""
        return self.value * float(self.factor)


def value(rating: Between) -> Between:
    """The value of a club rating."""
    return rating.by(lambda item: 100 * exp((item - 2000) / 2000 * 2.7))


def exact(number: Fraction | float) -> Between:
    """A number that was not rounded."""
    return Between(float(number), float(number))


def middle(figure: Between) -> float:
    """What a figure is shown as."""
    return (figure.low + figure.high) / 2


@dataclass(frozen=True)
class Followed:
    """The competition at `home` of the site at `root`; rounds are played in the order of their numbers."""

    root: Path
    home: str

    def at(self, path: str) -> Page:
        """A page of the ranking."""
        return page(self.root, f"{self.home}{path}")

    @cached_property
    def calendar(self) -> Mapping[int, Row]:
        """The rows of all rounds, to come and played."""
        every = [*self.at("results/").rows("to-come"), *self.at("results/").rows("played")]
        return {int(row["Round"]): row for row in sorted(every, key=lambda item: int(item["Round"]))}

    @cached_property
    def last(self) -> int:
        """The last round that was played."""
        return max(int(row["Round"]) for row in self.at("results/").rows("played"))

    def round(self, number: int) -> Page:
        """The page of a round."""
        return self.at("results/").follow(self.calendar[number]["Round"].link)

    def listing(self, number: int) -> Mapping[str, Row]:
        """The list after a round, by name."""
        rows = self.at(f"lists/{self.calendar[number]['Date'].day}/").rows("ranking")
        return {row["Player"]: row for row in rows}

    def place(self, player: str, number: int) -> str:
        """The place of a player on the list after a round, and before it another that it was."""
        now, earlier = self.listing(number), self.listing(number - 1) if number > 1 else {}
        places = [row[player]["#"] for row in (earlier, now) if player in row]
        return "→".join(dict.fromkeys(places))

    @cached_property
    def starts(self) -> Mapping[str, Row]:
        """The start ratings, by name."""
        return {row["Player"]: row for row in self.at("start-ratings/").rows("start-ratings")}

    @cached_property
    def differences(self) -> Mapping[int, int]:
        """The rating difference of a score in hundredths, from the table of FIDE in the rules."""
        rows = [[cell.text or "" for cell in row] for row in self.tree("rules/").iter("tr")]
        start = next(place for place, row in enumerate(rows) if row[0] == "0.50")
        figures = [int(cell) for row in rows[start : start + 6] for cell in row[1:] if cell.strip()]
        return {50 + place: figure for place, figure in enumerate(figures)}

    def tree(self, path: str) -> _Element:
        """The whole of a page of the ranking."""
        text = (self.root / self.home / path / "index.html").read_text(encoding="utf-8")
        return elements.read(text)

    def lines(self, number: int) -> Mapping[str, str]:
        """What is filled in for everyone in the formula of the club ratings after a round, by name."""
        details = next(
            element
            for element in self.tree(f"results/{number}/").iter("details")
            if "filled-in" in element.get("class", "")
        )
        every = [" ".join("".join(element.itertext()).split()) for element in details.iter("li")]
        return {name: line for name, _, line in (text.partition(": ") for text in every)}

    @cache  # noqa: B019 - a site is followed once
    def ratings(self, number: int) -> Mapping[str, Row]:
        """The calculation of the club ratings after a round, by name, in order of place."""
        return {row["Player"]: row for row in self.round(number).rows("ratings")}

    @cache  # noqa: B019
    def entries(self, number: int) -> Mapping[str, Sequence[Row]]:
        """What everyone did in a round, by name."""
        entries: dict[str, list[Row]] = {}
        rows = [*self.round(number).rows("scores")]
        rows += [side for game in self.games(number) for side in sides(game)]
        for row in rows:
            entries.setdefault(row["Player"], []).append({"Opponent": Cell(), **row})
        return entries

    def games(self, number: int) -> list[Row]:
        """The games of a round, with the figures of the calculations that they open."""
        return [filled_in(row) for row in self.round(number).rows("games")]

    def before(self, name: str, number: int) -> Between:
        """The club rating before a round, that of the start where there is none."""
        rows = self.ratings(number - 1) if number > 1 else {}
        return rows[name]["Rating"].figure if name in rows else self.starts[name]["Start"].figure

    def played(self, name: str, number: int) -> list[tuple[str, str]]:
        """The opponents in all games through a round, with the result; forfeits are not played."""
        rows = [row for k in range(1, number + 1) for row in self.entries(k).get(name, [])]
        return [(row["Opponent"], row["Result"]) for row in rows if is_played(row)]

    def period(self, number: int) -> int:
        """The period of a round."""
        return int(self.calendar[number]["Period"])

    def rounds(self, period: int) -> list[int]:
        """The rounds of a period."""
        return [round_ for round_ in self.calendar if self.period(round_) == period]

    def worth(self, name: str, number: int, row: Row, then: int) -> Worth:
        """What a row of a round is worth at the values after the round `then`."""
        own = value(self.ratings(then)[name]["Rating"].figure)
        if code := row.get("Absence", ""):
            return Worth(OF_OWN.get(code) or self._absent(name, number), own)
        opponent = row["Opponent"]
        opposing = value(self.ratings(then)[opponent]["Rating"].figure) if opponent else own
        if row["Result"] == "1f" and len(self.entries(number)[name]) > 1:
            return Worth(Fraction(0), opposing)
        if row["Result"][0] == "1" and middle(own) / 2 > middle(opposing):
            return Worth(HALF, own)
        return Worth(OF_OPPONENT[row["Result"][0]], opposing)

    def _absent(self, name: str, number: int) -> Fraction:
        """Half, but a quarter in the last two rounds of a period for who was not there twice before."""
        rounds = self.rounds(self.period(number))
        present = sum(
            any(map(is_present, self.entries(round_).get(name, []))) for round_ in rounds if round_ < number
        )
        return Fraction(1, 4) if number in rounds[-2:] and present < 2 else HALF

    def score(self, name: str, rounds: Sequence[int], then: int) -> Between:
        """The sum of the scores of some rounds, at the values after another."""
        rows = [(round_, row) for round_ in rounds for row in self.entries(round_).get(name, [])]
        return total([self.worth(name, round_, row, then).score for round_, row in rows])

    def total(self, name: str, number: int) -> Between:
        """The score on the list after a round."""
        return self.score(name, range(1, number + 1), number)

    def counted(self, name: str, number: int) -> int:
        """The games that count for the title."""
        rows = [row for count in range(1, number + 1) for row in self.entries(count).get(name, [])]
        return sum(is_played(row) or row.get("Absence") == "external" for row in rows)

    def ladder(self, number: int) -> list[tuple[str, Between]]:
        """Everyone in the order of the ranking before a round, with the rating that stood so high then."""
        ranked = list(self.listing(number - 1)) if number > 1 else []
        joined = [
            name for name, row in self.starts.items() if name not in ranked and self._there(row, number)
        ]
        known = sorted((self.before(name, number) for name in ranked), key=middle, reverse=True)
        return list(
            zip([*ranked, *joined], [*known, *(self.before(name, number) for name in joined)], strict=True)
        )

    def _there(self, row: Row, number: int) -> bool:
        return int(row["Joined"]) <= number


def filled_in(row: Row) -> Row:
    """A game of a round with the figures of its calculation, by side; none where a player is not known."""
    match = _FILLED_IN.match(row[CALCULATION])
    if match is None:
        return row
    names = ("Factor", "Value", "Score", "On the day", "Since")
    columns = [f"{side} {name}" for side in ("White", "Black") for name in names]
    figures = dict(zip(["White rating", "Black rating", *columns], match.groups(), strict=True))
    return {**row, **{name: Cell(figure) for name, figure in figures.items()}}


def sides(game: Row) -> Iterator[Row]:
    """What each side scored in a game."""
    if "White Score" not in game:
        return
    result, _, other = game["Result"].removesuffix("f").partition("–")
    forfeit = "f" * game["Result"].endswith("f")
    source = Cell(game[CALCULATION].rpartition("; ")[2])
    source.link = game[CALCULATION].link
    for side, opponent, points in (("White", "Black", result), ("Black", "White", other)):
        figures = {
            name: game[f"{side} {name}"] for name in ("Factor", "Value", "Score", "On the day", "Since")
        }
        yield {
            "Player": game[side], "Opponent": game[opponent], "Result": Cell(points + forfeit), **figures,
            "Source": source, "±": game["±" if side == "White" else "± 2"],
        }  # fmt: skip


def is_played(row: Row) -> bool:
    """Whether a row of the scores is of a game that was played."""
    return not row.get("Absence") and row["Result"] in POINTS


def is_present(row: Row) -> bool:
    """Whether a player was there: absent with a reason of the club counts."""
    code = row.get("Absence", "")
    return OF_OWN.get(code, 0) == Fraction(2, 3) if code else row["Result"] != "0f"
