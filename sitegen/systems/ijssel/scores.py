"""Club ratings after a round (article 1) and round scores (articles 2.2 and 2.3 of the regulation)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.season import Competition, compute_difference
from sitegen.toolkit.order import group_by_player
from sitegen.toolkit.rounds.scores import ScoredEntry, score_decision
from sitegen.toolkit.rounds.season import HALF_POINTS, PENDING, WON_BY_FORFEIT, RoundEntry

_CAP_STEP = 150
_MIN_TO_CAP = 8


class RatingTally(NamedTuple):
    """The inputs of the club rating of a player, besides the ratings of the opponents.

    `place` is the place on the ranking before the round, and `fictitious` the club rating F that belongs to
    it; `draws` is the number d of draws against the player's start rating `start`.
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
        """The number of games of the performance."""
        # 1 Clubrating: g + 1 + d
        return len(self.opponents) + 1 + self.draws

    @property
    def score(self) -> int:
        """The points from these games, doubled."""
        # 1 Clubrating: p = (points + ½ + ½·d) / (g + 1 + d)
        return self.half_points + 1 + self.draws


class Performance(NamedTuple):
    """The calculation of a club rating: `dp` is the rating difference for the score."""

    tally: RatingTally
    dp: float
    uncapped: float
    rating: float


def find_min_games(competition: Competition, round_: int) -> int:
    """Return the minimum number of games for a club rating after a round (article 1 Clubrating).

    Missing games are made up by draws against the player's start rating.
    """
    # 1 Clubrating: 6 games, and 2 more in each later period
    return 6 + 2 * (competition.find_latest_period(round_) - 1)


def compute_performances(
    competition: Competition,
    round_: int,
    entries: Iterable[RoundEntry],
    ratings_before: Mapping[str, float],
    joiners: Sequence[str],
) -> list[Performance]:
    """Return the club ratings after `round_` by article 1 Clubrating, in the order of the ranking before it.

    They come from all `entries` so far. `ratings_before` has the club ratings before the round, by rank;
    `joiners` are the new players, who stand behind them.
    """
    ladder = [
        *sorted(ratings_before.values(), reverse=True),
        *(competition.start_ratings[player] for player in joiners),
    ]
    played_entries = (entry for entry in entries if entry.is_played)
    games = group_by_player([*ratings_before, *joiners], played_entries, lambda item: [item.player])
    min_games = find_min_games(competition, round_)
    tallies = [
        RatingTally(
            player,
            opponents=[entry.opponent for entry in entries_of_player],
            half_points=sum(HALF_POINTS[entry.result] for entry in entries_of_player),
            place=place,
            fictitious=fictitious,
            draws=max(0, min_games - len(entries_of_player)),
            start=competition.start_ratings[player],
        )
        for place, ((player, entries_of_player), fictitious) in enumerate(
            zip(games.items(), ladder, strict=True), 1
        )
    ]
    differences = [
        compute_difference(tally.score, tally.games, competition.options.performance) for tally in tallies
    ]
    ratings = _solve_ratings(tallies, differences)
    return list(map(Performance, tallies, differences, ratings, cap_outliers(ratings)))


def _solve_ratings(tallies: Sequence[RatingTally], differences: Iterable[float]) -> list[float]:
    """Return the club ratings before outliers are capped (article 1 Clubrating).

    Opponents count with their uncapped club rating after this very round, so that all are solved at once.
    """
    # 1 Clubrating: R = (Σ ratings of the opponents + F + d·start) / (g + 1 + d) + dp(p)
    index = {tally.player: place for place, tally in enumerate(tallies)}
    matrix = [[0.0] * len(tallies) for _ in tallies]
    constants = []
    for row, tally, dp in zip(matrix, tallies, differences, strict=True):
        row[index[tally.player]] = float(tally.games)
        for opponent in tally.opponents:
            row[index[opponent]] -= 1
        constants.append(tally.fictitious + tally.draws * tally.start + tally.games * dp)
    return solve_linear(matrix, constants)


def solve_linear(matrix: list[list[float]], constants: list[float]) -> list[float]:
    """The x of `matrix` · x = `constants`, by elimination; both are used up.

    Every diagonal exceeds the rest of its row together, so that no rows need to be exchanged. It is written
    out because a numeric library rounds as suits the processor at hand, and the same results must give the
    same bytes on every machine.
    """
    size = len(constants)
    for pivot in range(size):
        row = matrix[pivot]
        for below in range(pivot + 1, size):
            if factor := matrix[below][pivot] / row[pivot]:
                other = matrix[below]
                other[pivot:] = [b - factor * a for a, b in zip(row[pivot:], other[pivot:], strict=True)]
                constants[below] -= factor * constants[pivot]
    for pivot in reversed(range(size)):
        constants[pivot] /= matrix[pivot][pivot]
        for above in range(pivot):
            constants[above] -= matrix[above][pivot] * constants[pivot]
    return constants


def cap_outliers(ratings: Sequence[float]) -> list[float]:
    """Return the ratings, which are in the order of the ranking, with outliers at both ends capped.

    With fewer than 8 players nothing is capped.
    """
    capped = list(ratings)
    if len(capped) < _MIN_TO_CAP:
        return capped
    # 1 Clubrating: the first at most 150 above the second, the second at most 300 above the third,
    # and the third at most 450 above the fourth; the same from the last upward
    for j in (3, 2, 1):
        capped[j - 1] = min(capped[j - 1], capped[j] + _CAP_STEP * j)
    for j in (3, 2, 1):
        capped[-j] = max(capped[-j], capped[-j - 1] - _CAP_STEP * j)
    return capped


BYES_PER_SEASON = 2
"""The number of byes that a player may take in a season."""
_OPPONENT_FACTORS = {"1": 1.0, "1f": 1.0, "½": 2 / 3, "0": 1 / 3, "0f": 1 / 3, PENDING: 0.0}
_OWN_FACTORS = {
    **dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), 2 / 3),
    "no-show": 1 / 4,
}
_ABSENT, _RARELY_PRESENT = 1 / 2, 1 / 4
_PRESENT_RESULTS = {*_OWN_FACTORS, *_OPPONENT_FACTORS} - {"no-show", "0f", PENDING}


def settle_entries(competition: Competition, entries: Sequence[RoundEntry]) -> list[RoundEntry]:
    """Return all entries of a season, in order of round, as they count after the last round.

    Article 2.3 Afwezigheid: unused byes replace the earliest absences of each player, never a no-show.
    """
    byes_left = dict.fromkeys(competition.players_by_id, BYES_PER_SEASON)
    for entry in entries:
        byes_left[entry.player] -= entry.result == "bye"
    settled = []
    for entry in entries:
        becomes_bye = entry.result == "absent" and byes_left[entry.player] > 0
        byes_left[entry.player] -= becomes_bye
        settled.append(entry._replace(result="bye") if becomes_bye else entry)
    return settled


def score_entries(
    competition: Competition, entries: Sequence[RoundEntry], values: Mapping[str, float]
) -> list[ScoredEntry]:
    """Return the scores of `entries`, all of the season so far in order of round, at these `values`.

    Articles 2.2 Rondescore and 2.3 Afwezigheid.
    """
    rarely_present = _find_rarely_present(competition, entries)
    return [_score_entry(entry, values, rarely_present) for entry in entries]


def project_score(player: str, opponent: str, result: str, values: Mapping[str, float]) -> float:
    """Return the score of a game that is not played yet, at these `values` (article 2.2 Rondescore)."""
    return _score_entry(RoundEntry(0, player, opponent, "w", result), values, set()).score


def _score_entry(
    entry: RoundEntry, values: Mapping[str, float], rarely_present: set[tuple[int, str]]
) -> ScoredEntry:
    if entry.decision:
        return score_decision(entry)
    own_value = values[entry.player]
    # Article 2.3 Afwezigheid: without an opponent, players stand for their own opponent.
    opponent_value = values[entry.opponent or entry.player]
    if not entry.is_game:
        absent = _RARELY_PRESENT if (entry.round, entry.player) in rarely_present else _ABSENT
        factor, basis = _OWN_FACTORS.get(entry.result, absent), own_value
    elif not entry.counts:
        # Article 5.2 Definitieve indeling: a win by forfeit does not count beside another game of the round.
        factor, basis = 0.0, opponent_value
    elif entry.result in {"1", WON_BY_FORFEIT} and own_value / 2 > opponent_value:
        # Article 2.2 Rondescore: a win is worth at least half of the own value.
        factor, basis = 1 / 2, own_value
    else:
        factor, basis = _OPPONENT_FACTORS[entry.result], opponent_value
    return ScoredEntry(entry, factor, basis, factor * basis)


def _find_rarely_present(competition: Competition, entries: Sequence[RoundEntry]) -> set[tuple[int, str]]:
    """Return the rounds, with a player, in which an absence counts a quarter (article 2.3 Afwezigheid).

    They are the last two rounds of a period, for players who had not been present twice in it before.
    """
    present = {(entry.round, entry.player) for entry in entries if entry.result in _PRESENT_RESULTS}
    rarely_present = set()
    for entry in entries:
        rounds = competition.rounds_by_period[competition.get_period(entry.round)]
        if entry.result == "absent" and entry.round in rounds[-2:]:
            earlier_rounds = rounds[: rounds.index(entry.round)]
            if sum((round_, entry.player) in present for round_ in earlier_rounds) < 2:
                rarely_present.add((entry.round, entry.player))
    return rarely_present
