"""The chess competition a second time, from the regulation alone: ratings as exact fractions, nothing kept.

Slow and plain: every figure of every round is found anew from the rows of the tables.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, floor, log10
from typing import Any, NamedTuple

from sitegen.systems.ijssel.tables import Inputs, Options, Player

DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175),
    *(
        184,
        193,
        202,
        211,
        220,
        230,
        240,
        251,
        262,
        273,
        284,
        296,
        309,
        322,
        336,
        351,
        366,
        383,
        401,
        422,
        444,
    ),
    *(470, 501, 538, 589, 677, 800),
)
POINTS = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "½-½": ("½", "½"),
    "1-0f": ("1f", "0f"),
    "0-1f": ("0f", "1f"),
}
WORTH = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0)}
FACTORS = {"1": 1, "1f": 1, "½": 2 / 3, "0": 1 / 3, "0f": 1 / 3, "no-show": 1 / 4} | dict.fromkeys(
    ("external", "external-moved", "club", "bye", "odd"), 2 / 3
)
ABSENT_OTHERWISE = ("absent", "no-show", "0f")


class Did(NamedTuple):
    """What a player did in a round."""

    round: int
    player: str
    opponent: str
    colour: str
    result: str


class After(NamedTuple):
    """The competition after a round."""

    order: list[str]
    before: dict[str, int]
    ratings: dict[str, Fraction]
    values: dict[str, float]
    totals: dict[str, float]
    scores: list[tuple[Did, float, float]]


class Oracle:
    """A season as it stands after `played` rounds."""

    def __init__(self, inputs: Inputs, options: Options, played: int) -> None:
        self.options, self.played, self.length = options, played, len(inputs.rounds)
        self.players = {each.id: each for each in inputs.players}
        self.did = [
            each
            for game in inputs.games
            if game.result and game.round <= played
            for each in (
                Did(game.round, game.white, game.black, "w", POINTS[game.result][0]),
                Did(game.round, game.black, game.white, "b", POINTS[game.result][1]),
            )
        ] + [
            Did(each.round, each.player, "", "", each.code)
            for each in inputs.absences
            if each.round <= played
        ]
        self.start = self._start()
        self.after = [self._begin()]
        for round_ in range(1, played + 1):
            self.after.append(self._next(round_))

    def period(self, round_: int) -> int:
        return (round_ - 1) * self.options.periods // self.length + 1

    def rounds(self, period: int) -> list[int]:
        return [each for each in range(1, self.length + 1) if self.period(each) == period]

    def _there(self) -> list[Player]:
        return self._by_basis([each for each in self.players.values() if each.joined == 1])

    @staticmethod
    def _by_basis(players: Sequence[Player]) -> list[Player]:
        return sorted(players, key=lambda each: (-basis(each), each.alphabet))

    def _start(self) -> dict[str, Fraction]:
        there = self._there()
        bases = [Fraction(basis(each)) for each in there]
        quarter = max(1, floor(Fraction(len(there), 4) + Fraction(1, 2)))
        top, bottom = sum(bases[:quarter]) / quarter, sum(bases[-quarter:]) / quarter
        apart = (top - bottom) / (len(there) - 1) if len(there) > 1 else Fraction(0)
        own = {each.id: Fraction(basis(each)) for each in self.players.values()}
        return own | {each.id: top - place * apart for place, each in enumerate(there)}

    def _begin(self) -> After:
        order = [each.id for each in self._there()]
        ratings = {each: self.start[each] for each in order}
        values = {each: value(rating) for each, rating in ratings.items()}
        return After(order, {}, ratings, values, dict.fromkeys(order, 0.0), [])

    def _next(self, round_: int) -> After:
        last = self.after[-1]
        joining = [each for each in self.players.values() if each.joined == round_ > 1]
        new = [each.id for each in self._by_basis(joining)]
        order = [*last.order, *new]
        ladder = [*sorted(last.ratings.values(), reverse=True), *(self.start[each] for each in new)]
        ratings = dict(zip(order, capped(self._solved(round_, order, ladder)), strict=True))
        values = {each: value(rating) for each, rating in ratings.items()}
        scores = [self._score(each, round_, values) for each in self.did if each.round <= round_]
        totals = {
            each: sum(factor * base for did, factor, base in scores if did.player == each) for each in order
        }
        before = {each: place for place, each in enumerate(order, 1)}
        return After(self.ordered(order, totals, ratings), before, ratings, values, totals, scores)

    def _solved(self, round_: int, order: list[str], ladder: list[Fraction]) -> list[Fraction]:
        """R - Σ R of the opponents / N = (F + d·start) / N + dp, for everyone at once."""
        equations = []
        for player, fictitious in zip(order, ladder, strict=True):
            mine = [each for each in self.did if each.player == player and each.round <= round_]
            games = [each for each in mine if each.result in WORTH]
            draws = max(0, 6 + 2 * (self.period(round_) - 1) - len(games))
            count = len(games) + 1 + draws
            expected = (sum(WORTH[each.result] for each in games) + Fraction(1 + draws, 2)) / count
            row = [Fraction(int(each == player)) for each in order]
            for each in games:
                row[order.index(each.opponent)] -= Fraction(1, count)
            known = (fictitious + draws * self.start[player]) / count
            equations.append([*row, known + performance(expected, self.options.performance)])
        return eliminated(equations)

    def ordered(
        self, players: Sequence[str], scores: dict[str, float], ratings: dict[str, Fraction]
    ) -> list[str]:
        def key(player: str) -> tuple[float, float, float, int]:
            figures = (scores[player], float(ratings[player]), float(self.start[player]))
            return (*(-round(each, 6) for each in figures), self.players[player].alphabet)

        return sorted(players, key=key)

    def _counts(self, did: Did, round_: int) -> str:
        """The result as it counts: after the season the earliest absences become the byes not taken."""
        if did.result != "absent" or round_ < self.length:
            return did.result
        mine = [each for each in self.did if each.player == did.player]
        left = 2 - sum(each.result == "bye" for each in mine)
        earlier = sum(each.result == "absent" and each.round < did.round for each in mine)
        return "bye" if earlier < left else "absent"

    def _score(self, did: Did, round_: int, values: dict[str, float]) -> tuple[Did, float, float]:
        did = did._replace(result=self._counts(did, round_))
        own = values[did.player]
        if not did.opponent:
            return did, FACTORS.get(did.result, self._absent(did, round_)), own
        others = values[did.opponent]
        alone = sum(each.player == did.player and each.round == did.round for each in self.did) == 1
        if did.result == "1f" and not alone:
            return did, 0.0, others
        if did.result in {"1", "1f"} and own / 2 > others:
            return did, 0.5, own
        return did, FACTORS[did.result], others

    def _absent(self, did: Did, round_: int) -> float:
        period = self.rounds(self.period(did.round))
        present = {
            each.round
            for each in self.did
            if each.player == did.player
            and each.round in period
            and each.round < did.round
            and self._counts(each, round_) not in ABSENT_OTHERWISE
        }
        return 0.25 if did.round in period[-2:] and len(present) < 2 else 0.5

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """The published tables, as tuples."""
        now = self.after[-1]
        ranks = {each: rank for rank, each in enumerate(now.order, 1)}
        return {
            "ranking": [self._ranked(player) for player in now.order],
            "round-scores": [
                (*did, factor, base, factor * base)
                for did, factor, base in sorted(
                    now.scores, key=lambda each: (each[0].round, ranks[each[0].player], each[1] != 0)
                )
            ],
            "course": [
                (round_, each, float(after.ratings[each]), after.values[each], after.totals[each], rank)
                for round_, after in enumerate(self.after[1:], 1)
                for rank, each in enumerate(after.order, 1)
            ],
            "periods": [
                row
                for period in sorted(set(map(self.period, range(1, self.played + 1))))
                for row in self._period(period)
            ],
            "start-ratings": self._starts(),
            "places": self._places(),
        }

    def _ranked(self, player: str) -> tuple[Any, ...]:
        now, who = self.after[-1], self.players[player]
        mine = [each for each, _, _ in now.scores if each.player == player]
        results = [each.result for each in mine]
        rank = now.order.index(player) + 1
        counted = sum(each in WORTH or each == "external" for each in results)
        return (
            rank,
            player,
            who.name,
            now.totals[player],
            float(now.ratings[player]),
            now.values[player],
            float(self.start[player]),
            sum(each in WORTH for each in results),
            results.count("1"),
            results.count("½"),
            results.count("0"),
            len({each.round for each in mine} - {each.round for each in mine if each.opponent}),
            None if who.joined == max(1, self.played) else now.before[player] - rank,
            counted >= self.options.min_games,
        )

    def _period(self, period: int) -> list[tuple[Any, ...]]:
        rounds = self.rounds(period)
        is_over = rounds[-1] <= self.played
        then = self.after[min(rounds[-1], self.played)]
        dealt = [
            each
            for each in self.players.values()
            if each.joined <= rounds[0] <= (self.length if each.left is None else each.left)
        ]
        before = self.start | self.after[rounds[0] - 1].ratings
        dealt.sort(key=lambda each: (-round(float(before[each.id]), 6), each.alphabet))
        scores = {
            each.id: sum(
                factor * base
                for did, factor, base in then.scores
                if did.player == each.id and did.round in rounds
            )
            for each in dealt
        }
        sizes = [
            len(dealt) // self.options.groups + (number < len(dealt) % self.options.groups)
            for number in range(self.options.groups)
        ]
        rows, ids = [], [each.id for each in dealt]
        for group, size in enumerate(sizes, 1):
            members, ids = ids[:size], ids[size:]
            for rank, player in enumerate(self.ordered(members, scores, then.ratings), 1):
                name = self.players[player].name
                rows.append((period, group, rank, player, name, scores[player], is_over and rank == 1))
        return rows

    def _starts(self) -> list[tuple[Any, ...]]:
        later = [each for each in self.players.values() if 1 < each.joined <= self.played]
        later = sorted(self._by_basis(later), key=lambda each: each.joined)
        return [
            (rank, each.id, each.name, basis(each), float(self.start[each.id]))
            for rank, each in enumerate([*self._there(), *later], 1)
        ]

    def _places(self) -> list[tuple[Any, ...]]:
        if self.played < self.length:
            return []
        return [
            (competition, player, self.players[player].name)
            for competition, among in (("cup", 3), ("first team", 6), ("second team", 12))
            for player in self.after[-1].order
            if all(player in each.order[:among] for each in self.after[1:][-5:])
        ]


def basis(player: Player) -> float:
    """The larger of the final rating and a reliable national rating, else the estimate."""
    usable = [player.final_rating, player.knsb_rating if player.knsb_reliable else None]
    known = [each for each in usable if each is not None]
    return max(known) if known else float(player.estimate or 0)


def value(rating: Fraction) -> float:
    """The value V of a rating."""
    return 100 * exp((float(rating) - 2000) / 2000 * 2.7)


def performance(expected: Fraction, kind: str) -> Fraction:
    """The difference dp for a score."""
    if kind == "logistic":
        return Fraction(max(-800.0, min(800.0, 400 * log10(expected / (1 - expected)))))
    percent = floor(expected * 100 + Fraction(1, 2))
    return Fraction(DP[percent - 50] if percent >= 50 else -DP[50 - percent])


def eliminated(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of equations whose last column is what is known."""
    for place in range(len(rows)):
        rows[place] = [each / rows[place][place] for each in rows[place]]
        for other, row in enumerate(rows):
            if other != place and row[place]:
                rows[other] = [
                    each - row[place] * above for each, above in zip(row, rows[place], strict=True)
                ]
    return [row[-1] for row in rows]


def capped(ratings: list[Fraction]) -> list[Fraction]:
    """Article 1, where there are 8 or more."""
    count = len(ratings)
    if count >= 8:
        for j in (3, 2, 1):
            ratings[j - 1] = min(ratings[j - 1], ratings[j] + 150 * j)
        for j in (3, 2, 1):
            ratings[count - j] = max(ratings[count - j], ratings[count - j - 1] - 150 * j)
    return ratings
