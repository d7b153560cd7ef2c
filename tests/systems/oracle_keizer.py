"""The Keizer system a second time, slow and plain: every figure is found anew from the rows of the tables."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from decided_rounds import find_round, is_out

from sitegen.systems.keizer.tables import Inputs, Options, Player

PRESETS = {
    None: {},
    "kfc": {"unexcused": "0.05", "ratio": 3, "whole": True, "once": True, "absences": 1000, "late": "5%"},
    "chesspairing": {"rounding": 0.5, "left": "0"},
    "knsb": {"bye": "4/6", "club": "2/3", "excused": "2/6", "unexcused": "2/6"},
    "freekeizer": {"consolation": "1/6", "bye": "4/6", "excused": "2/6", "unexcused": "2/6"},
}
USUAL = {
    "consolation": "0",
    "bye": "0.5",
    "club": "0.7",
    "excused": "0.35",
    "unexcused": "0.35",
    "left": "0.75",
    "ratio": None,
    "whole": False,
    "once": False,
    "absences": 5,
    "late": 0,
    "rounding": 0,
}
Scores = Mapping[str, Fraction]


class Line(NamedTuple):
    """A line of the ranking after a round: the figures of `RankingRow` that are calculated.

    Who is out of competition has no rank.
    """

    rank: int | None
    player: str
    value: float
    score: float
    games: int
    won: int
    drawn: int
    lost: int
    absences: int


class Oracle:
    """A season through a number of its rounds, which were all played in the order of their numbers."""

    def __init__(
        self, inputs: Inputs, options: Options, changes: Sequence[tuple[date, Mapping[str, Any]]] = ()
    ) -> None:
        self.inputs, self.options, self.changes = inputs, options, changes

    def share(self, name: str, number: int) -> tuple[Fraction, bool]:
        """What an option says in a round, and whether it is a number of points."""
        text = self.setting(name, number)
        return Fraction(text.split(" ")[0]), "point" in text

    def own(self, name: str, number: int = 0) -> Any:
        """An option as it is set, in a round."""
        value = getattr(self.options, name)
        for day, values in self.changes if number else ():
            value = values.get(name, value) if day <= self.inputs.rounds[number - 1].date else value
        return value

    def setting(self, name: str, number: int = 0) -> Any:
        """An option, in a round, or what the preset says."""
        own = self.own(name, number)
        preset = PRESETS[self.options.like]
        return own if own not in (None, "") else preset.get(name, USUAL.get(name))

    def happened(self, player: Player, number: int) -> str:
        """What a player did in a round: `1 ann`, `bye`, `excused`, `late` and so on."""
        said = ""
        for game in self.inputs.games:
            if game.round == number and player.id in (game.white, game.black):
                other = game.black if game.white == player.id else game.white
                if game.result is None:
                    return "bye" if None in (game.white, game.black) else "pending"
                mine = game.result.removesuffix("f").split("-")[game.black == player.id]
                if not game.result.endswith("f"):
                    return f"{mine} {other}"
                said = f"{'forfeit_won' if mine == '1' else 'forfeit_lost'} {other or ''}".strip()
        for absence in self.inputs.absences:
            if absence.round == number and absence.player == player.id:
                return absence.reason
        return said or ("late" if number < player.joined else "unexcused")

    def there(self, number: int) -> list[Player]:
        """Who takes part after a round."""
        last = len(self.inputs.rounds)
        return [player for player in self.inputs.players if player.joined <= number <= (player.left or last)]

    def ordered(self, players: Sequence[Player], scores: Scores) -> list[str]:
        """The ids by score, rating and name."""

        def key(player: Player) -> tuple[Fraction, float, int]:
            rating = -1 if player.rating is None else player.rating
            return -scores.get(player.id, Fraction(0)), -rating, player.alphabet

        return [player.id for player in sorted(players, key=key)]

    def values(self, order: Sequence[str]) -> dict[str, Fraction]:
        """The value of each place."""
        steps, step = len(order) - 1, Fraction(str(self.options.step))
        first = Fraction(str(self.options.first or len(order)))
        if self.setting("ratio") and steps:
            ratio = Fraction(str(self.setting("ratio")))
            last = first / ratio if self.options.first else step * steps / (ratio - 1)
            if self.setting("whole") and not self.options.first:
                whole = Fraction(round(last * ratio))
                return {player: whole - step * place for place, player in enumerate(order)}
            return {
                player: last * ratio - (last * ratio - last) * place / steps
                for place, player in enumerate(order)
            }
        return {player: first - place * step for place, player in enumerate(order)}

    def rounded(self, amount: Fraction) -> Fraction:
        """An amount as it counts."""
        unit = Fraction(str(self.setting("rounding")))
        return amount if unit == 0 else floor(amount / unit + Fraction(1, 2)) * unit

    def amount(self, player: Player, number: int, values: Scores) -> Fraction:
        """What a round is worth to a player at some values."""
        what, own = self.happened(player, number), values[player.id]
        if what == "late":
            late = self.setting("late", number)
            points = own * self.share("unexcused", number)[0] if late == "5%" else Fraction(str(late))
            return self.rounded(
                self.share("unexcused", number)[0]
                if late == "5%" and self.share("unexcused", number)[1]
                else points
            )
        if " " in what:
            result, other = what.split(" ")
            worth = {"1": (Fraction(1), False), "½": (Fraction(1, 2), False)}
            name = "consolation" if result == "0" else result
            factor, is_points = worth[result] if result in worth else self.share(name, number)
            value = values.get(other)
            if value is None:
                left, as_points = self.share("left", number)
                factor, is_points, value = factor * left, is_points or as_points, own
            return self.rounded(factor if is_points else factor * value)
        if what == "pending":
            return Fraction(0)
        factor, is_points = self.share(what, number)
        if what in ("excused", "unexcused"):
            earlier = sum(
                self.happened(player, before) in ("excused", "unexcused") for before in range(1, number)
            )
            if earlier >= self.setting("absences", number):
                factor = Fraction(0)
            if self.own("decay", number):
                factor /= 2**earlier
        return self.rounded(factor if is_points else factor * own)

    def worth(self, player: Player, number: int, values: Scores) -> Fraction:
        """What a round is worth, with the points of the committee, whatever the values."""
        played = [fixture.round for fixture in self.inputs.rounds]
        given = [
            self.rounded(Fraction(str(row.figure)))
            for row in self.inputs.decisions
            if row.player == player.id and row.what == "points"
            if find_round(row, self.inputs, played) == number
        ]
        return self.amount(player, number, values) + sum(given, Fraction(0))

    def scores(
        self, through: int, values: Scores, players: Sequence[Player] | None = None
    ) -> dict[str, Fraction]:
        """The scores after a round at some values, with the own value."""
        return {
            player.id: sum(
                (self.worth(player, number, values) for number in range(1, through + 1)),
                self.rounded(values[player.id]) if self.options.own_value else Fraction(0),
            )
            for player in players or self.there(through)
        }

    def valued(self, through: int) -> tuple[list[str], Scores, Scores]:
        """The order after a round, with values and scores."""
        players = self.there(through)
        orders = [self.ordered(players, {})]
        while orders[-1] not in orders[:-1]:
            orders.append(self.ordered(players, self.scores(through, self.values(orders[-1]))))
        taking_turns = orders[orders.index(orders[-1]) : -1]
        values, scores = (
            {player: sum((each[player] for each in all_), Fraction(0)) / len(all_) for player in all_[0]}
            for all_ in (
                [self.values(order) for order in taking_turns],
                [self.scores(through, self.values(order)) for order in taking_turns],
            )
        )
        return self.ordered(players, scores), values, scores

    def once(self, through: int) -> tuple[list[str], Scores, Scores]:
        """The same where each round is followed by one valuation, at the values of the list before."""
        players = self.there(through)
        order = self.ordered(players, {})
        for number in range(1, through + 1):
            values = self.values(order)
            scores = self.scores(number, values, players)
            order = self.ordered(players, scores)
        return order, values, scores

    def frozen(self, through: int) -> tuple[list[str], Scores, Scores]:
        """The same where no round is valued again."""
        sums: dict[str, dict[int, Fraction]] = {player.id: {} for player in self.inputs.players}
        for number in range(1, through + 1):
            players = self.there(number)
            values = self.values_so_far(players, sums)
            for player in players:
                for earlier in range(1, player.joined):
                    if earlier not in sums[player.id]:
                        sums[player.id][earlier] = self.worth(player, earlier, values)
            values = self.values_so_far(players, sums)
            for player in players:
                for earlier in range(player.joined, number + 1):
                    if earlier not in sums[player.id]:
                        sums[player.id][earlier] = self.worth(player, earlier, values)
        players = self.there(through)
        totals = {player.id: sum(sums[player.id].values(), Fraction(0)) for player in players}
        order = self.ordered(players, totals)
        values = self.values(order)
        own = self.options.own_value
        scores = {player: totals[player] + (self.rounded(values[player]) if own else 0) for player in order}
        return order, values, scores

    def values_so_far(self, players: Sequence[Player], sums: Mapping[str, Mapping[int, Fraction]]) -> Scores:
        """The values in the order of what the rounds so far were worth."""
        totals = {player.id: sum(sums[player.id].values(), Fraction(0)) for player in players}
        return self.values(self.ordered(players, totals))

    def ranking(self, through: int) -> list[Line]:
        """The ranking after a round."""
        way = self.frozen if self.options.frozen else self.once if self.setting("once") else self.valued
        order, values, scores = way(through)
        players = {player.id: player for player in self.inputs.players}
        lines, listed = [], [player for player in order if not is_out(player, self.inputs, through)]
        for player in order:
            rank = listed.index(player) + 1 if player in listed else None
            what = [self.happened(players[player], number) for number in range(1, through + 1)]
            won, drawn, lost = (sum(item.startswith(f"{mark} ") for item in what) for mark in "1½0")
            away = sum(item in ("club", "excused", "unexcused") for item in what)
            lines.append(
                Line(
                    rank, player, float(values[player]), float(scores[player]),
                    won + drawn + lost, won, drawn, lost, away,
                )
            )  # fmt: skip
        return lines
