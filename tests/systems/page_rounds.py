"""What the pages of competitions in rounds show alike: rankings, and each score now and then."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import fsum
from types import MappingProxyType
from typing import Any

from page_games import opponents
from page_law import ELSEWHERE, Figure, Published, Record, follow, key_of, move
from page_reader import Page

RESULTS = {"1": "won", "½": "drawn", "0": "lost"}
OF_GAMES = {*RESULTS, "1f", "0f"}
DECIDED = {"points", "out of competition", "in competition"}
"""The results of rows that a committee decided: so many points, whatever the values."""
_COLOURS = {"w": "white", "b": "black", "": ""}


class Rounds(Published):
    """A ranking whose `scores` are at the values after the last round; `course` has the values of each."""

    scores_table: str
    """The table of scores."""
    listed: str
    """The columns of the ranking on pages."""

    @abstractmethod
    def worth(self, row: Record, at: int) -> tuple[Fraction, float]:
        """The share of a value that a row of scores is worth, and the value, as they were after a round."""

    @cached_property
    def course(self) -> Mapping[tuple[int, str], Record]:
        """How everyone stood after each round."""
        return {(row["round"], row["player"]): row for row in self.tables["course"]}

    @cached_property
    def played(self) -> Sequence[int]:
        """The rounds that were played."""
        return sorted({number for number, _ in self.course})

    @property
    def last(self) -> int:
        """The last of them."""
        return self.played[-1]

    @cached_property
    def days(self) -> Mapping[int, str]:
        """The evening of each round."""
        return dict(zip(self.played, sorted(map(key_of, self.follow("lists"))), strict=True))

    def scores(self, number: int = 0, player: str = "") -> list[Record]:
        """The scores of a round, of a player, or both."""
        rows = self.tables[self.scores_table]
        return [row for row in rows if number in {0, row["round"]} and player in {"", row["player"]}]

    def gains(self, row: Record, at: int) -> tuple[float, float]:
        """A score at the values after a round, and what has changed since."""
        factor, value = self.worth(row, at)
        return float(factor) * value, row["score"] - float(factor) * value

    def cells(self, row: Record) -> dict[str, object]:
        """What a score is made of; the points of a game elsewhere are in no table."""
        code, is_game = row["result"], row["result"] in OF_GAMES
        if code in DECIDED:
            reason = {"Decision": ELSEWHERE}
            return {
                **dict.fromkeys(("Result", "Absence", "Factor", "Value"), ""),
                "Score": row["score"],
            } | reason
        cells = {"Result": code if is_game else ELSEWHERE, "Absence": "" if is_game else code}
        return {**cells, "Factor": share(row), "Value": row["basis"], "Score": row["score"]}

    def of_list(self, number: int, shown: Page) -> Iterator[Figure]:
        """The ranking after a round, with the change of each score."""
        rows = []
        for row in self.read_list(self.days[number], "ranking"):
            player, now = row["player"], self.course[number, row["player"]]
            values = {"score": now["total"], **{name: now[name] for name in row if name in now}}
            if (self.last, player) in self.course:  # scores of who has left are published no more
                results = [one["result"] for one in self.scores(player=player) if one["round"] <= number]
                values |= {name: results.count(mark) for mark, name in RESULTS.items()}
            yield from follow(f"ranking after round {number}, {player}", row, values)
            before = self.course.get((number - 1, player))
            change = {"±": row["score"] - before["total"] if before else None}
            rows.append(self.show("ranking", row, self.listed) | change)
        yield from self.compare(f"{shown.path} ranking", shown.rows("ranking"), rows)

    def of_player(
        self, shown: Page, more: Record = MappingProxyType({}), *changes: tuple[float, str]
    ) -> Iterator[Figure]:
        """The page of a player, with `more` sections, and further `changes` of the score."""
        player = key_of(shown)
        rows = sorted(self.scores(player=player), key=lambda row: (-row["round"], row["result"] in DECIDED))
        valued = [row for row in rows if row["result"] not in DECIDED]
        met = [row for row in rows if row["result"] in RESULTS]
        sides = [{**self.of(row), "Result": RESULTS[row["result"]]} for row in met]
        sections = {
            "rounds": [{**self.of(row), **self.cells(row), **self.stood(row)} for row in rows],
            "revalued": map(self.revalued, valued), "why": self.why(player, rows, *changes),
            "head-to-head": opponents(self, shown.rows("head-to-head"), sides) if met else (),
            **more,
        }  # fmt: skip
        yield from self.check(shown, sections, self.facts_of(player))

    def of(self, row: Record) -> dict[str, object]:
        """Which score it is."""
        return {"Round": str(row["round"]), "Opponent": row["opponent"], "Colour": _COLOURS[row["colour"]]}

    def stood(self, row: Record) -> Record:
        """How the player stood after the round."""
        now = self.course.get((row["round"], row["player"]), {})
        labels = {"rank": "Rank", "total": "Total", "club_rating": "Rating"}
        return {label: now.get(name) for name, label in labels.items() if name in self.tables["course"][0]}

    def revalued(self, row: Record) -> Record:
        """A round at the new values, and at those of the round before the last."""
        cells = {"Factor": share(row), "Value now": row["basis"], "Score": row["score"]}
        then: tuple[float | None, ...] = None, None, row["score"]
        if row["round"] < self.last:
            then = self.worth(row, self.last - 1)[1], *self.gains(row, self.last - 1)
        heads = ("Value before", "Score before", "±")
        return {**self.of(row), "Colour": "", **cells, **dict(zip(heads, then, strict=True))}

    def why(self, player: str, rows: Sequence[Record], *changes: tuple[float, str]) -> Iterator[Record]:
        """Why the score changed: the last round, new values of those before, and further changes."""
        before = self.course.get((self.last - 1, player))
        total = before["total"] if before else 0.0
        latest = [row for row in rows if row["round"] == self.last]
        for row in sorted(latest, key=lambda row: row["result"] not in DECIDED):
            total += row["score"]
            remark = "" if row["result"] in OF_GAMES else row["result"]
            remark = ELSEWHERE if row["result"] in DECIDED else remark
            cells = {"±": row["score"], "Score": total, "Absence": "", "Remark": remark}
            yield {**self.of(row), "Colour": "", **self.cells(row), **cells, "Decision": ""}
        old = fsum(self.gains(row, self.last - 1)[1] for row in rows if row["round"] < self.last)
        for change, remark in ((old, "earlier rounds, at the new values"), *changes):
            total += change
            yield {"±": change, "Score": total, "Remark": remark}

    def facts_of(self, player: str) -> dict[str, Any]:
        """The facts of a player."""
        (row,) = (row for row in self.tables["ranking"] if row["player"] == player)
        before = self.course.get((self.last - 1, player))
        counts = [row["won"], row["drawn"], row["lost"]]
        apart = ("Next game in round", "Evening", "Next opponent", "Still to be played")
        return {
            **dict.fromkeys(apart, ELSEWHERE), **self.show("ranking", row, "score rank:Rank value"),
            "Places won or lost": move(before["rank"] - row["rank"]).strip("=")
            if before and before["rank"]
            else "",
            "Change of the score": row["score"] - before["total"] if before else None,
            "Games": sum(counts), "Won – drawn – lost": " – ".join(map(str, counts)),
            "Won": f"{counts[0]} of {sum(counts)}" if sum(counts) else "",
        }  # fmt: skip


def share(row: Record) -> str:
    """The factor of a score as a fraction."""
    return str(Fraction(row["factor"]).limit_denominator(60))
