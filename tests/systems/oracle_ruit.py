"""The published tables of the Ruit rating a second time, out of design/systems/ruit.md, in exact fractions.

Nothing here is shared with the project. Only the scale of victory points is in decimals, of 40 digits.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

getcontext().prec = 40
Row = tuple[Any, ...]
TAU = (Decimal(5).sqrt() - 1) / 2
PER = {"pairs": 40, "butler": 10, "teams": 20}


def victory_points(margin: Fraction, boards: int) -> Fraction:
    """Those of a side that is so many IMPs ahead after handicap."""
    lead = Decimal(abs(margin).numerator) / Decimal(abs(margin).denominator)
    won = 10 + 10 * (1 - TAU ** (3 * lead / (15 * Decimal(boards).sqrt()))) / (1 - TAU**3)
    points = Fraction(min(Decimal(20), won))
    return points if margin >= 0 else 20 - points


@dataclass
class Side:
    """A pair or a team on an evening."""

    name: str
    couples: list[tuple[str, str]]
    own: Fraction = Fraction(0)
    opposition: Fraction = Fraction(0)
    handicap: Fraction | None = None
    raw: Fraction | None = None
    after: Fraction = Fraction(0)
    change: Fraction = Fraction(0)

    @property
    def players(self) -> list[str]:
        return [player for couple in self.couples for player in couple]


@dataclass
class Oracle:
    """A club, with what becomes of its options from some days on."""

    inputs: Any
    options: Any
    as_of: date
    changes: Sequence[tuple[date, Any]] = ()
    rows: list[Row] = field(default_factory=list)
    decided: list[Row] = field(default_factory=list)

    def strength(self, day: date) -> str:
        value = self.options.pairs_strength
        for since, changed in self.changes:
            value = changed["pairs_strength"] if since <= day else value
        return str(value)

    @cached_property
    def course(self) -> tuple[dict[str, Fraction], dict[str, int], set[str]]:
        """What everybody has in the end: rating, evenings, and who is out of competition."""
        rating = {player.id: Fraction(player.rating) for player in self.inputs.players}
        evenings, out = dict.fromkeys(rating, 0), set[str]()
        tables = (*self.inputs.pairs, *self.inputs.butler, *self.inputs.teams, *self.inputs.decisions)
        for day in sorted({row.date for row in tables if row.date <= self.as_of}):
            for row in self.inputs.decisions:
                if row.date == day:
                    self.decide(row, rating, out)
            before = dict(rating)
            for side in self.sides(day, before):
                for row_ in self.score(day, side, before):
                    rating[row_[3]], evenings[row_[3]] = row_[-1], evenings[row_[3]] + 1
                    self.rows.append(row_)
        return rating, evenings, out

    def decide(self, row: Any, rating: dict[str, Fraction], out: set[str]) -> None:
        figures: Row = (None, None)
        if row.what == "rating":
            figures = rating[row.player], Fraction(row.figure)
            rating[row.player] = figures[1]
        elif row.what == "out of competition":
            out.add(row.player)
        else:
            out.discard(row.player)
        self.decided.append((row.date, row.player, row.what, *figures, row.reason, row.source))

    def form(self, day: date) -> str:
        forms = {"pairs": self.inputs.pairs, "butler": self.inputs.butler, "teams": self.inputs.teams}
        return next((form for form, rows in forms.items() if any(row.date == day for row in rows)), "")

    def sides(self, day: date, rating: dict[str, Fraction]) -> list[Side]:
        form = self.form(day)
        if form == "teams":
            return self.teams(day, rating)
        rows = [row for row in (*self.inputs.pairs, *self.inputs.butler) if row.date == day]
        sides = {row.pair: Side(row.pair, [(row.player1, row.player2)]) for row in rows}
        for side in sides.values():
            side.own = sum((rating[player] for player in side.players), Fraction(0))
            side.own /= 2 if form == "pairs" and self.strength(day) == "mean" else 1
        for row in rows:
            side, met = sides[row.pair], row.opponents.split() or [pair for pair in sides if pair != row.pair]
            side.opposition = sum((sides[pair].own for pair in met), Fraction(0)) / len(met)
            side.handicap, side.raw = (side.opposition - side.own) / PER[form], Fraction(row.score)
            side.after = side.raw + side.handicap
            won = (side.after - 50) * 3 / 2 if form == "pairs" else side.after * 2 / 5
            side.change = won
        return [*sides.values()]

    def teams(self, day: date, rating: dict[str, Fraction]) -> list[Side]:
        sides = {
            row.team: Side(row.team, [(row.player1, row.player2), (row.player3, row.player4)])
            for row in self.inputs.lineups
            if row.date == day
        }
        for side in sides.values():
            side.own = sum((rating[player] for player in side.players), Fraction(0))
        for side in sides.values():
            played = [row for row in self.inputs.teams if row.date == day]
            played = [row for row in played if side.name in (row.team_a, row.team_b)]
            others = [row.team_b if row.team_a == side.name else row.team_a for row in played]
            side.opposition = sum((sides[other].own for other in others), Fraction(0)) / len(others)
            handicaps, raws = [], []
            for row, other in zip(played, others, strict=True):
                is_a = row.team_a == side.name
                if row.imps_a is None:
                    side.after += Fraction(row.vp_a if is_a else row.vp_b)
                    continue
                handicaps.append((sides[other].own - side.own) / 20)
                raws.append(Fraction(row.imps_a if is_a else -row.imps_a))
                side.after += victory_points(raws[-1] + handicaps[-1], row.boards)
            if len(raws) == len(played):
                side.handicap, side.raw = sum(handicaps, Fraction(0)), sum(raws, Fraction(0))
            side.change = side.after - 10 * len(played)
        return [*sides.values()]

    def score(self, day: date, side: Side, before: dict[str, Fraction]) -> Iterator[Row]:
        for couple in side.couples:
            for player, partner in (couple, couple[::-1]):
                difference = round(before[partner], 6) - round(before[player], 6)
                is_paid = day >= self.options.subsidy_from and difference
                subsidy = (1 if difference > 0 else -1) if is_paid else 0
                figures = side.own, side.opposition, side.handicap, side.raw, side.after, side.change, subsidy
                rating = max(Fraction(0), before[player] + side.change + subsidy)
                yield day, self.form(day), side.name, player, partner, before[player], *figures, rating

    def ranked(self, figures: dict[str, Fraction]) -> list[tuple[int, Any]]:
        keys = {player: round(float(figure), 6) for player, figure in figures.items()}
        people = sorted(self.inputs.players, key=lambda player: player.alphabet)
        people = sorted((p for p in people if p.id in keys), key=lambda player: -keys[player.id])
        return [(1 + sum(key > keys[player.id] for key in keys.values()), player) for player in people]

    def tables(self) -> dict[str, list[Row]]:
        rating, evenings, out = self.course
        last = max((row[0] for row in self.rows), default=None)
        changes = {row[3]: row[-1] - row[5] for row in self.rows if row[0] == last}
        listed = {player: figure for player, figure in rating.items() if player not in out}
        ratings = [
            (rank, player.id, player.name, rating[player.id], evenings[player.id], changes.get(player.id))
            for rank, player in self.ranked(listed)
        ]
        decisions = {"decisions": self.decided} if self.decided else {}
        return {"ratings": ratings, "evenings": self.rows, "risers": [*self.risers()], **decisions}

    def risers(self) -> Iterator[Row]:
        years = sorted({str(row[0].year) for row in self.rows})
        for form in ("all", "pairs", "butler", "teams"):
            for period in ("all", *years) if self.rows else ():
                won: dict[str, Fraction] = defaultdict(Fraction)
                for row in self.rows:
                    if form in ("all", row[1]) and period in ("all", str(row[0].year)):
                        won[row[3]] += row[-1] - row[5]
                for rank, player in self.ranked(won):
                    yield form, period, rank, player.id, player.name, won[player.id]
