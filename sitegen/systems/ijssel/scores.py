"""Round scores: articles 2.2 and 2.3 of the regulation.

Club ratings after a round (article 1), with all that they are calculated from.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.season import (
    HALF_POINTS,
    WON_BY_FORFEIT,
    Competition,
    RoundEntry,
    compute_difference,
)
from sitegen.toolkit.order import group_by_player

_CAP_STEP = 150
_MIN_TO_CAP = 8


class RatingTally(NamedTuple):
    """What the club rating of a player is calculated from, besides the ratings of the opponents met.

    `place` is that on the ranking before the round and `fictitious` the club rating F that belongs to it;
    `draws` is the number d of draws against the own start rating `start`.
    """

    player: str
    opponents: Sequence[str]
    half_points: int
    place: int
    fictitious: float
    draws: int
    start: float

    @property
    def games(self) -> int:
        """All games that the rating is the performance over: g + 1 + d."""
        return len(self.opponents) + 1 + self.draws

    @property
    def score(self) -> int:
        """The points from them, doubled: p = (points + ½ + ½·d) / (g + 1 + d)."""
        return self.half_points + 1 + self.draws


class Performance(NamedTuple):
    """How a club rating came about: `dp` is what the score stands for, `uncapped` not yet capped."""

    tally: RatingTally
    dp: float
    uncapped: float
    rating: float


def find_min_games(competition: Competition, round_: int) -> int:
    """How many games a club rating takes at least: 6, and 2 more in each later period (article 1 Clubrating).

    What is missing after `round_` is made up by draws against the own start rating.
    """
    return 6 + 2 * (competition.find_latest_period(round_) - 1)


def compute_performances(
    competition: Competition,
    round_: int,
    entries: Iterable[RoundEntry],
    ranked: Mapping[str, float],
    joining: Sequence[str],
) -> list[Performance]:
    """The club ratings after `round_` by article 1 Clubrating, in the order of the ranking before it.

    They come from all `entries` so far. `ranked` has the club ratings before the round, by rank; who is
    `joining` stands behind them.
    """
    ladder = [
        *sorted(ranked.values(), reverse=True),
        *(competition.start_ratings[player] for player in joining),
    ]
    played = (entry for entry in entries if entry.is_played)
    games = group_by_player([*ranked, *joining], played, lambda item: [item.player])
    fewest = find_min_games(competition, round_)
    tallies = [
        RatingTally(
            player,
            opponents=[entry.opponent for entry in mine],
            half_points=sum(HALF_POINTS[entry.result] for entry in mine),
            place=place,
            fictitious=fictitious,
            draws=max(0, fewest - len(mine)),
            start=competition.start_ratings[player],
        )
        for place, ((player, mine), fictitious) in enumerate(zip(games.items(), ladder, strict=True), 1)
    ]
    differences = [
        compute_difference(tally.score, tally.games, competition.options.performance) for tally in tallies
    ]
    ratings = _solve_ratings(tallies, differences)
    return list(map(Performance, tallies, differences, ratings, cap_outliers(ratings)))


def _solve_ratings(tallies: Sequence[RatingTally], differences: Iterable[float]) -> list[float]:
    """R = (Σ ratings of the opponents + F + d·start) / (g + 1 + d) + dp(p).

    Opponents count with their club rating after this very round, not yet capped, so that all R are solved at
    once (article 1 Clubrating).
    """
    index = {tally.player: place for place, tally in enumerate(tallies)}
    matrix = [[0.0] * len(tallies) for _ in tallies]
    known = []
    for row, tally, dp in zip(matrix, tallies, differences, strict=True):
        row[index[tally.player]] = float(tally.games)
        for opponent in tally.opponents:
            row[index[opponent]] -= 1
        known.append(tally.fictitious + tally.draws * tally.start + tally.games * dp)
    return solve_linear(matrix, known)


def solve_linear(matrix: list[list[float]], known: list[float]) -> list[float]:
    """The x of `matrix` · x = `known`, by elimination; both are used up.

    Every diagonal exceeds the rest of its row together, so that no rows need to be exchanged. It is written
    out because a numeric library rounds as suits the processor at hand, and the same results must give the
    same bytes on every machine.
    """
    size = len(known)
    for pivot in range(size):
        row = matrix[pivot]
        for below in range(pivot + 1, size):
            if factor := matrix[below][pivot] / row[pivot]:
                other = matrix[below]
                other[pivot:] = [b - factor * a for a, b in zip(row[pivot:], other[pivot:], strict=True)]
                known[below] -= factor * known[pivot]
    for pivot in reversed(range(size)):
        known[pivot] /= matrix[pivot][pivot]
        for above in range(pivot):
            known[above] -= matrix[above][pivot] * known[pivot]
    return known


def cap_outliers(ratings: Sequence[float]) -> list[float]:
    """`ratings` in the order of the ranking, the outliers at both ends capped, where there are 8 or more.

    Article 1 Clubrating: the first at most 150 above the second, and so down three places by an extra 150
    each; the same from the last upward.
    """
    made = list(ratings)
    if len(made) < _MIN_TO_CAP:
        return made
    for j in (3, 2, 1):
        made[j - 1] = min(made[j - 1], made[j] + _CAP_STEP * j)
    for j in (3, 2, 1):
        made[-j] = max(made[-j], made[-j - 1] - _CAP_STEP * j)
    return made


BYES_PER_SEASON = 2
"""How often a season a player may take a bye."""
_OPPONENT_FACTORS = {"1": 1.0, "1f": 1.0, "½": 2 / 3, "0": 1 / 3, "0f": 1 / 3}
_OWN_FACTORS = {
    **dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), 2 / 3),
    "no-show": 1 / 4,
}
_ABSENT, _RARELY_PRESENT = 1 / 2, 1 / 4
_PRESENT_RESULTS = {*_OWN_FACTORS, *_OPPONENT_FACTORS} - {"no-show", "0f"}


class ScoredEntry(NamedTuple):
    """An entry with its score, which is `factor` times `basis`."""

    entry: RoundEntry
    factor: float
    basis: float

    @property
    def score(self) -> float:
        """The round score."""
        return self.factor * self.basis

    @property
    def key(self) -> tuple[int, str, bool]:
        """What tells it from all others: in a round a player has one that counts."""
        return self.entry.round, self.entry.player, self.entry.counts


def settle_entries(competition: Competition, entries: Sequence[RoundEntry]) -> list[RoundEntry]:
    """All entries of a season, in order of round, as they count in the end.

    Article 2.3 Afwezigheid: unused byes take the place of absences, of each player the earliest; never of a
    no-show.
    """
    left = dict.fromkeys(competition.players_by_id, BYES_PER_SEASON)
    for entry in entries:
        left[entry.player] -= entry.result == "bye"
    return list(_apply_byes(entries, left))


def _apply_byes(entries: Iterable[RoundEntry], left: dict[str, int]) -> Iterator[RoundEntry]:
    for entry in entries:
        is_turned = entry.result == "absent" and left[entry.player] > 0
        left[entry.player] -= is_turned
        yield entry._replace(result="bye") if is_turned else entry


def score_entries(
    competition: Competition, entries: Sequence[RoundEntry], values: Mapping[str, float]
) -> list[ScoredEntry]:
    """The scores of `entries`, those of the season so far in order of round, at these `values`.

    Articles 2.2 Rondescore and 2.3 Afwezigheid.
    """
    rarely = _find_rarely_present(competition, entries)
    return [_score_entry(entry, values, rarely) for entry in entries]


def project_score(player: str, opponent: str, result: str, values: Mapping[str, float]) -> float:
    """What a game that is not played yet would score at these `values` (article 2.2 Rondescore)."""
    return _score_entry(RoundEntry(0, player, opponent, "w", result), values, set()).score


def _score_entry(entry: RoundEntry, values: Mapping[str, float], rarely: set[tuple[int, str]]) -> ScoredEntry:
    own = values[entry.player]
    if not entry.is_game:
        is_rare = (entry.round, entry.player) in rarely
        return ScoredEntry(
            entry, _OWN_FACTORS.get(entry.result, _RARELY_PRESENT if is_rare else _ABSENT), own
        )
    # Article 2.3 Afwezigheid puts players themselves in the place of an opponent there is not.
    opponents = values[entry.opponent or entry.player]
    if not entry.counts:
        return ScoredEntry(entry, 0.0, opponents)
    # Article 2.2 Rondescore: a win is worth at least half of the own value.
    if entry.result in {"1", WON_BY_FORFEIT} and own / 2 > opponents:
        return ScoredEntry(entry, 1 / 2, own)
    return ScoredEntry(entry, _OPPONENT_FACTORS[entry.result], opponents)


def _find_rarely_present(competition: Competition, entries: Sequence[RoundEntry]) -> set[tuple[int, str]]:
    """The rounds, with a player, in which an absence counts a quarter (article 2.3 Afwezigheid).

    They are the last two of a period to be played, for who had not been present twice in it before.
    """
    present: dict[tuple[int, str], set[int]] = {}
    for entry in entries:
        if entry.result in _PRESENT_RESULTS:
            present.setdefault((competition.get_period(entry.round), entry.player), set()).add(
                competition.round_positions[entry.round]
            )
    return {
        (entry.round, entry.player)
        for entry in entries
        if entry.result == "absent"
        and entry.round in competition.rounds_by_period[period := competition.get_period(entry.round)][-2:]
        and sum(
            turn < competition.round_positions[entry.round]
            for turn in present.get((period, entry.player), ())
        )
        < 2
    }
