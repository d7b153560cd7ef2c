"""Every figure of a Keizer competition follows from its published tables."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from statistics import fmean
from types import MappingProxyType

import pytest
from page_law import Figure, Record, follow, hold, key_of
from page_reader import Page
from page_rounds import DECIDED, Rounds

pytestmark = [pytest.mark.slow, pytest.mark.article("keizer", "3 Score")]

_SHARES = {
    "1": "1", "½": "1/2", "0": "1/20", "club": "7/10", "excused": "7/20", "unexcused": "7/20", "bye": "1/2",
    "1f": "1", "0f": "0", "late": "1", "pending": "0",
}  # fmt: skip
"""What is given for a result, and for a round without a game."""


class Keizer(Rounds):
    """The competition of a small site, in which orders take turns."""

    shares: Mapping[str, str] = _SHARES
    scores_table = "rounds"
    listed = "rank rank_change player value score games won drawn lost absences"

    def worth(self, row: Record, at: int) -> tuple[Fraction, float]:
        """Three quarters of the own value against who has left, and points of a committee as they are."""
        if row["result"] in DECIDED:
            return Fraction(row["factor"]), 1.0
        share, opponent = Fraction(self.shares[row["result"]]), self.course.get((at, row["opponent"]))
        if row["result"] == "late":
            return share, 1.0
        if opponent or not row["opponent"]:
            return share, (opponent or self.course[at, row["player"]])["value"]
        return share * Fraction(3, 4), self.course[at, row["player"]]["value"]

    def of_page(self, shown: Page) -> Iterator[Figure]:
        """The page of a player, with what is ahead."""
        rounds, nothing = (self.last, self.last - 1), {"value": 0.0}
        now, before = (self.course.get((number, key_of(shown)), nothing) for number in rounds)
        ahead = [self.project(self.find_player(row["Opponent"])) for row in shown.rows("ahead")]
        change = now["value"] - before["value"], "the own value"
        yield from self.of_player(shown, {"ahead": ahead}, change)

    def project(self, opponent: str) -> Record:
        """What each result against an opponent would be worth."""
        value = self.course[self.last, opponent]["value"]
        heads = (("If won", "1"), ("If drawn", "½"), ("If lost", "0"))
        results = {head: value * float(Fraction(self.shares[result])) for head, result in heads}
        return {"Opponent": opponent, "Value": value, **results}

    def facts_of(self, player: str) -> dict[str, object]:
        limited = [row for row in self.scores(player=player) if row["result"] in {"excused", "unexcused"}]
        return {**super().facts_of(player), "Absences that still count": 5 - len(limited)}

    def of_values(self) -> Iterator[Figure]:
        """Scores at the values of now; values by place, or the means of both of who takes turns."""
        for row in self.scores():
            factor, value = self.worth(row, self.last)
            figures = {"factor": float(factor), "basis": value, "score": float(factor) * value}
            yield from follow(f"round {row['round']}, {row['player']}", row, figures)
        turns = {self.find_player(row["Player"]): row for row in self.page().rows("turns")}
        order = [player for number, player in self.course if number == self.last]  # out of competition too
        for row in self.tables["ranking"]:
            turn, places = turns.get(row["player"]), [order.index(row["player"]) + 1]
            if turn:
                places = [int(turn["Highest place"]), int(turn["Lowest place"])]
                yield Figure(f"turns, {row['player']}: Mean", turn["Mean"], row["score"])
                both = (turn["Lowest score"].figure + turn["Highest score"].figure) / 2
                yield Figure(f"turns, {row['player']}: scores", str(both.meets(row["score"])), "True")
            value = len(order) + 1 - fmean(places)
            score = value + sum(item["score"] for item in self.scores(player=row["player"]))
            yield from follow(f"ranking, {row['player']}", row, {"value": value, "score": score})


class DecidedKeizer(Keizer):
    """The competition of a club whose committee decides; a loss is worth nothing."""

    shares: Mapping[str, str] = MappingProxyType({**_SHARES, "0": "0"})


def test_every_figure_follows_from_the_tables(golden_output: Callable[[str], Path]) -> None:
    keizer = Keizer(golden_output("values"), "keizer")
    assert keizer.page().rows("turns")
    lists = [(number, keizer.page(f"lists/{day}/")) for number, day in keizer.days.items()]
    present = [shown for shown in keizer.follow("players") if (keizer.last, key_of(shown)) in keizer.course]
    hold(50, keizer.of_values())
    hold(100, *(keizer.of_list(*pair) for pair in [*lists, (keizer.last, keizer.page())]))
    hold(100, *map(keizer.of_page, present))


def test_so_does_every_figure_where_a_committee_decides(golden_output: Callable[[str], Path]) -> None:
    keizer = DecidedKeizer(golden_output("decisions"), "keizer")
    listed = {row["player"] for row in keizer.tables["ranking"]}
    lists = [(number, keizer.page(f"lists/{day}/")) for number, day in keizer.days.items()]
    present = [shown for shown in keizer.follow("players") if key_of(shown) in listed]
    assert {row["result"] for row in keizer.scores()} >= DECIDED
    hold(50, keizer.of_values())
    hold(100, *(keizer.of_list(*pair) for pair in [*lists, (keizer.last, keizer.page())]))
    hold(100, *map(keizer.of_page, present))
