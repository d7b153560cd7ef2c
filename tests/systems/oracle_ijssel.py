"""The chess competition a second time, from the regulation alone: ratings as exact fractions, nothing kept.

Slow and plain: every figure of every round is found anew from the rows of the tables.
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from math import exp, floor, log10
from typing import Any, NamedTuple

from decided_rounds import find_round, is_out, list_published

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
    "0-0f": ("0f", "0f"),
    None: ("pending", "pending"),
}
WORTH = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0)}
FACTORS = {
    "1": 1,
    "1f": 1,
    "½": 2 / 3,
    "0": 1 / 3,
    "0f": 1 / 3,
    "no-show": 1 / 4,
    "pending": 0,
} | dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), 2 / 3)
ABSENT_OTHERWISE = ("absent", "no-show", "0f", "pending")


class Did(NamedTuple):
    """What a player did in a round."""

    round: int
    player: str
    opponent: str
    colour: str
    result: str


class After(NamedTuple):
    """The competition after a round; who is out of competition keeps a place in the `order`."""

    order: list[str]
    ratings: dict[str, Fraction]
    values: dict[str, float]
    totals: dict[str, float]
    scores: list[tuple[Did, float, float]]


class Oracle:
    """A season as it stands on a day: rounds come in the order of their dates."""

    def __init__(self, inputs: Inputs, options: Options, as_of: date) -> None:
        self.options, self.length, self.inputs = options, len(inputs.rounds), inputs
        self.players = {player.id: player for player in inputs.players}
        by_date = sorted(inputs.rounds, key=lambda item: (item.date, item.round))
        self.calendar = [evening.round for evening in by_date]
        have_results = {game.round for game in inputs.games if game.result}
        self.sequence = [
            evening.round for evening in by_date if evening.date <= as_of and evening.round in have_results
        ]
        self.did = [
            did
            for game in inputs.games
            if game.round in self.sequence
            for did in (
                Did(game.round, game.white or "", game.black or "", "w", POINTS[game.result][0]),
                Did(game.round, game.black or "", game.white or "", "b", POINTS[game.result][1]),
            )
            if did.player
        ] + [
            Did(absence.round, absence.player, "", "", absence.code)
            for absence in inputs.absences
            if absence.round in self.sequence
        ]
        self.given = [
            (Did(number, row.player, "", "", row.what), row.figure or 0.0, 1.0)
            for row in sorted(inputs.decisions, key=lambda row: row.date)
            if (number := find_round(row, inputs, self.sequence))
        ]
        self.start = self._start()
        self.after = [self._begin()]
        for turn in range(1, len(self.sequence) + 1):
            self.after.append(self._next(turn))

    def period(self, round_: int) -> int:
        return (round_ - 1) * self.options.periods // self.length + 1

    def rounds(self, period: int) -> list[int]:
        return [round_ for round_ in self.calendar if self.period(round_) == period]

    def _is_open(self, rounds: Sequence[int]) -> bool:
        return any(did.result == "pending" and did.round in rounds for did in self.did)

    def _until(self, turn: int) -> list[Did]:
        """What was done in the first rounds played."""
        return [did for did in self.did if did.round in self.sequence[:turn]]

    def _there(self) -> list[Player]:
        return self._by_basis([player for player in self.players.values() if player.joined == 1])

    @staticmethod
    def _by_basis(players: Sequence[Player]) -> list[Player]:
        return sorted(players, key=lambda item: (-basis(item), item.alphabet))

    def _start(self) -> dict[str, Fraction]:
        players = self._there()
        bases = [Fraction(basis(player)) for player in players]
        quarter = max(1, floor(Fraction(len(players), 4) + Fraction(1, 2)))
        top, bottom = sum(bases[:quarter]) / quarter, sum(bases[-quarter:]) / quarter
        apart = (top - bottom) / (len(players) - 1) if len(players) > 1 else Fraction(0)
        own = {player.id: Fraction(basis(player)) for player in self.players.values()}
        return own | {player.id: top - place * apart for place, player in enumerate(players)}

    def _begin(self) -> After:
        order = [player.id for player in self._there()]
        ratings = {id_: self.start[id_] for id_ in order}
        values = {player: value(rating) for player, rating in ratings.items()}
        return After(order, ratings, values, dict.fromkeys(order, 0.0), [])

    def _next(self, turn: int) -> After:
        last, round_ = self.after[-1], self.sequence[turn - 1]
        joining = [
            player
            for player in self.players.values()
            if player.joined <= round_ and player.id not in last.order
        ]
        new = [player.id for player in self._by_basis(joining)]
        order = [*last.order, *new]
        ladder = [*sorted(last.ratings.values(), reverse=True), *(self.start[id_] for id_ in new)]
        ratings = dict(zip(order, capped(self._solved(turn, order, ladder)), strict=True))
        values = {player: value(rating) for player, rating in ratings.items()}
        decided = [line for line in self.given if line[0].round in self.sequence[:turn]]
        scores = decided + [self._score(did, turn, values) for did in self._until(turn)]
        totals = {
            id_: sum(factor * base for did, factor, base in scores if did.player == id_) for id_ in order
        }
        return After(self.ordered(order, totals, ratings), ratings, values, totals, scores)

    def _solved(self, turn: int, order: list[str], ladder: list[Fraction]) -> list[Fraction]:
        """R - Σ R of the opponents / N = (F + d·start) / N + dp, for everyone at once."""
        equations = []
        for player, fictitious in zip(order, ladder, strict=True):
            scores = [did for did in self._until(turn) if did.player == player]
            games = [did for did in scores if did.result in WORTH]
            latest = max(map(self.period, self.sequence[:turn]))
            draws = max(0, 6 + 2 * (latest - 1) - len(games))
            count = len(games) + 1 + draws
            expected = (sum(WORTH[game.result] for game in games) + Fraction(1 + draws, 2)) / count
            row = [Fraction(int(other == player)) for other in order]
            for game in games:
                row[order.index(game.opponent)] -= Fraction(1, count)
            known = (fictitious + draws * self.start[player]) / count
            equations.append([*row, known + performance(expected, self.options.performance)])
        return eliminated(equations)

    def ordered(
        self, players: Sequence[str], scores: dict[str, float], ratings: dict[str, Fraction]
    ) -> list[str]:
        def key(player: str) -> tuple[float, float, float, int]:
            figures = (scores[player], float(ratings[player]), float(self.start[player]))
            return (*(-round(figure, 6) for figure in figures), self.players[player].alphabet)

        return sorted(players, key=key)

    def _counts(self, did: Did, turn: int) -> str:
        """The result as it counts: after the season the earliest absences become the byes not taken."""
        if did.result != "absent" or turn < self.length or self._is_open(self.sequence):
            return did.result
        rows = [row for row in self.did if row.player == did.player]
        left = 2 - sum(row.result == "bye" for row in rows)
        place = self.sequence.index
        earlier = sum(row.result == "absent" and place(row.round) < place(did.round) for row in rows)
        return "bye" if earlier < left else "absent"

    def _score(self, did: Did, turn: int, values: dict[str, float]) -> tuple[Did, float, float]:
        did = did._replace(result=self._counts(did, turn))
        own = values[did.player]
        if not did.colour:
            return did, FACTORS.get(did.result, self._absent(did, turn)), own
        opposing = values[did.opponent] if did.opponent else own
        alone = sum(row.player == did.player and row.round == did.round for row in self.did) == 1
        if did.result == "1f" and not alone:
            return did, 0.0, opposing
        if did.result in {"1", "1f"} and own / 2 > opposing:
            return did, 0.5, own
        return did, FACTORS[did.result], opposing

    def _absent(self, did: Did, turn: int) -> float:
        period = self.rounds(self.period(did.round))
        present = {
            row.round
            for row in self.did
            if row.player == did.player
            and row.round in period
            and period.index(row.round) < period.index(did.round)
            and self._counts(row, turn) not in ABSENT_OTHERWISE
        }
        return 0.25 if did.round in period[-2:] and len(present) < 2 else 0.5

    def listed(self, turn: int) -> list[str]:
        """The ranking after so many rounds, without who is out of competition."""
        order = self.after[turn].order
        return [id_ for id_ in order if not turn or not is_out(id_, self.inputs, self.sequence[turn - 1])]

    def _decisions(self) -> dict[str, list[tuple[Any, ...]]]:
        rows = list_published(self.inputs, self.sequence)
        return {"decisions": rows} if rows else {}

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """The published tables, as tuples."""
        now = self.after[-1]
        ranks = {id_: rank for rank, id_ in enumerate(now.order, 1)}
        return {
            **self._decisions(),
            "ranking": [self._ranked(player) for player in self.listed(len(self.sequence))],
            "round-scores": [
                (*did, factor, base, factor * base)
                for did, factor, base in sorted(
                    now.scores,
                    key=lambda score: (
                        score[0].round,
                        ranks[score[0].player],
                        score not in self.given,
                        score[1] != 0,
                    ),
                )
            ],
            "course": [
                (
                    self.sequence[turn],
                    player,
                    float(after.ratings[player]),
                    after.values[player],
                    after.totals[player],
                    self.listed(turn + 1).index(player) + 1 if player in self.listed(turn + 1) else None,
                )
                for turn, after in enumerate(self.after[1:])
                for player in after.order
            ],
            "periods": [
                row for period in sorted(set(map(self.period, self.sequence))) for row in self._period(period)
            ],
            "start-ratings": self._starts(),
            "places": self._places(),
        }

    def _ranked(self, player: str) -> tuple[Any, ...]:
        now, who = self.after[-1], self.players[player]
        scores = [did for did, _, _ in now.scores if did.player == player]
        done = [did for did in self.did if did.player == player]
        results = [did.result for did in scores]
        rank = self.listed(len(self.sequence)).index(player) + 1
        earlier = self.listed(len(self.sequence) - 1) if len(self.sequence) > 1 else []
        counted = sum(result in WORTH or result == "external" for result in results)
        return (
            rank,
            player,
            who.name,
            now.totals[player],
            float(now.ratings[player]),
            now.values[player],
            float(self.start[player]),
            sum(result in WORTH for result in results),
            results.count("1"),
            results.count("½"),
            results.count("0"),
            len({did.round for did in done} - {did.round for did in done if did.colour}),
            earlier.index(player) + 1 - rank if player in earlier else None,
            counted >= self.options.min_games,
        )

    def _period(self, period: int) -> list[tuple[Any, ...]]:
        rounds = self.rounds(period)
        turns = [self.sequence.index(round_) for round_ in rounds if round_ in self.sequence]
        is_over = len(turns) == len(rounds) and not self._is_open(rounds)
        last = turns[-1] + 1 if is_over else len(self.after) - 1
        then, listed = self.after[last], self.listed(last)
        first = self.sequence[turns[0]]
        dealt = [
            player
            for player in self.players.values()
            if player.joined <= first <= (self.length if player.left is None else player.left)
            and not is_out(player.id, self.inputs, first)
        ]
        before = self.start | self.after[turns[0]].ratings
        dealt.sort(key=lambda item: (-round(float(before[item.id]), 6), item.alphabet))
        scores = {
            player.id: sum(
                factor * base
                for did, factor, base in then.scores
                if did.player == player.id and did.round in rounds
            )
            for player in dealt
        }
        sizes = [
            len(dealt) // self.options.groups + (number < len(dealt) % self.options.groups)
            for number in range(self.options.groups)
        ]
        rows, ids = [], [player.id for player in dealt]
        for group, size in enumerate(sizes, 1):
            members, ids = [id_ for id_ in ids[:size] if id_ in listed], ids[size:]
            for rank, player in enumerate(self.ordered(members, scores, then.ratings), 1):
                name = self.players[player].name
                rows.append((period, group, rank, player, name, scores[player], is_over and rank == 1))
        return rows

    def _starts(self) -> list[tuple[Any, ...]]:
        later = [
            player
            for player in self.players.values()
            if player.joined > 1 and player.id in self.after[-1].order
        ]
        later = sorted(self._by_basis(later), key=lambda item: item.joined)
        return [
            (rank, player.id, player.name, basis(player), float(self.start[player.id]))
            for rank, player in enumerate([*self._there(), *later], 1)
        ]

    def _places(self) -> list[tuple[Any, ...]]:
        if len(self.sequence) < self.length or self._is_open(self.sequence):
            return []
        return [
            (competition, player, self.players[player].name)
            for competition, among in (("cup", 3), ("first team", 6), ("second team", 12))
            for player in self.after[-1].order
            if all(player in self.listed(turn)[:among] for turn in range(1, self.length + 1)[-5:])
        ]


def basis(player: Player) -> float:
    """The larger of the final rating and a reliable national rating, else the estimate."""
    usable = [player.final_rating, player.knsb_rating if player.knsb_reliable else None]
    known = [value_ for value_ in usable if value_ is not None]
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
        rows[place] = [row / rows[place][place] for row in rows[place]]
        for other, row in enumerate(rows):
            if other != place and row[place]:
                rows[other] = [
                    cell - row[place] * above for cell, above in zip(row, rows[place], strict=True)
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
