"""The formulas of the regulation: rounds, tournaments, games, years and LUDO.

Article 4.1 is what a place at a table is worth, Article 4.2 the ranking of a tournament and its bonus,
Article 4.5 the rankings of games and the final tables, and Article 4.4 the ranking of a year and LUDO.
Article 4.3, the order of the prizes, is in `circuit`.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, repeat
from math import fsum, inf
from operator import add, attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from sitegen.core.names import extract_letters, make_natural_key, make_sort_key
from sitegen.core.table import make_rows
from sitegen.systems.ludo.outputs import (
    CalculatedResult,
    DayRankedPlayer,
    GameRankedPlayer,
    RankedPlayer,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.order import group_by, index_players, rank_items, rank_players

SHARED_BY_THREE = 1.999
"""The place of three who share the first: Article 4.1."""


def kahan_sum(values: Iterable[float]) -> float:
    """Return the sum in the order of the values, by Kahan's compensated summation.

    Every machine gets the same bits.
    """
    total = lost = 0.0
    for value in values:
        compensated = value - lost
        new_total = total + compensated
        lost = (new_total - total) - compensated
        total = new_total
    return total


class RoundResult(NamedTuple):
    """A player at a table, with what Article 4.1 gives, and what later steps need of player and tournament.

    `scores` is the sum of the scores of the table, None where none were kept. `display_order` is the place of
    the player in the order in which pages list equals.
    """

    result: Result
    calculated: CalculatedResult
    scores: float | None
    player: Player
    display_order: int
    date: date
    year: int
    kind: Kind


GAME = attrgetter("calculated.game")
"""The game of a round result."""
POINTS = attrgetter("calculated.points")
"""The points of a round result."""
PLAYER_ORDER = attrgetter("display_order")
"""The place of the player of a round result in the order of display."""
_TABLE, _PLACE, _SCORE = map(attrgetter, ("table", "place", "score"))
_get_table_cells = Result.make_getter("round", "table")
_get_order_cells = Result.make_getter("round", "table", "place", "player")
_get_result_cells = Result.make_getter("tournament", "round", "game", "table", "player")


def score_rounds(
    results: Mapping[str, Sequence[Result]], tournaments: Iterable[Tournament], players: Sequence[Player]
) -> dict[str, list[RoundResult]]:
    """Return the results of each tournament, a row for each player at a table, with what Article 4.1 gives.

    The rows are ordered by round, table and place.
    """
    display_order, players_by_id = index_players(players), {player.id: player for player in players}
    table_numbers = _number_tables({*map(_TABLE, chain.from_iterable(results.values()))})
    rounds = {}
    for tournament in tournaments:
        *_, orders, rows = zip(
            *_sort_results(results[tournament.tournament], table_numbers, display_order), strict=True
        )
        scores, calculated = score_results(rows)
        people = [players_by_id[row.player] for row in rows]
        constants = map(repeat, (tournament.date, tournament.year, tournament.kind))
        columns = rows, calculated, scores, people, orders, *constants
        rounds[tournament.tournament] = make_rows(RoundResult, zip(*columns, strict=False))
    return rounds


def _sort_results(
    rows: Iterable[Result], table_numbers: Mapping[str, int], display_order: Mapping[str, int]
) -> list[tuple[int, int, float, int, Result]]:
    """Return the rows of a tournament by round, table, place and player, behind these four."""
    rounds, tables, places, players = zip(*map(_get_order_cells, rows), strict=True)
    columns = (
        rounds,
        map(table_numbers.__getitem__, tables),
        places,
        map(display_order.__getitem__, players),
        rows,
    )
    return sorted(zip(*columns, strict=True))


def _number_tables(tables: Iterable[str]) -> dict[str, int]:
    """Return the number of each table in natural order; 1 and 01 have the same."""
    names = {table: make_natural_key(table) for table in tables}
    ordered_names = sorted(names.values())
    return {table: bisect_left(ordered_names, name) for table, name in names.items()}


def score_results(results: Sequence[Result]) -> tuple[list[float | None], list[CalculatedResult]]:
    """Return, for each result of a tournament, the sum of the scores of its table, and its calculation.

    The sum is None where the result has no score.
    """
    keys, places, own_scores = ([*map(column, results)] for column in (_get_table_cells, _PLACE, _SCORE))
    tables = group_by(range(len(results)), keys.__getitem__).items()
    values = {key: iter(_score_places(tuple([places[row] for row in rows]))) for key, rows in tables}
    sums = {
        key: kahan_sum([own_scores[row] for row in rows if own_scores[row] is not None])
        for key, rows in tables
    }
    scores = [None if score is None else sums[key] for key, score in zip(keys, own_scores, strict=True)]
    place_cells, place_points = zip(*map(next, map(values.__getitem__, keys)), strict=True)
    shares = map(_compute_share, own_scores, scores)
    points = [(share, earned + share) for earned, share in zip(place_points, shares, strict=True)]
    return scores, make_rows(
        CalculatedResult, map(add, map(add, map(_get_result_cells, results), place_cells), points)
    )


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _score_places(places: tuple[float, ...]) -> Sequence[tuple[tuple[float, int, float, int], float]]:
    """Return for each place of a table the cells `place` to `win_bonus` of the result, and their points."""
    players, first, values = len(places), min(places), []
    for entered in places:
        # Article 4.1: p is the mean of the places that those ex aequo take up, and 1.999 for three first.
        mean = sum(other < entered for other in places) + (places.count(entered) + 1) / 2
        place = SHARED_BY_THREE if entered == first and mean == 2 else mean
        # Article 4.1: 100·(x - p) / (x - 1), and x more for who is first, also shared.
        place_points = 100 * (players - place) / (players - 1)
        win_bonus = players if entered == first else 0
        values.append(((place, players, place_points, win_bonus), place_points + win_bonus))
    return values


def _compute_share(score: float | None, scores: float | None) -> float:
    """Return the share of a score in the sum of its table; 0 where none were kept, or all are 0."""
    if score is None or scores is None or score == 0 == scores:
        return 0.0
    # Article 4.1: s / ∑s
    return score / scores if scores else inf * score


_FIRST_CEILING = 2014
"""The first year with a ceiling of the bonus: Article 4.2."""
_get_name_cells = Player.make_getter("id", "name", "club")


def rank_day(rounds: Sequence[RoundResult], ceilings: Mapping[int, int]) -> list[DayRankedPlayer]:
    """Return the ranking of a tournament, from its rounds: Article 4.2."""
    return DayRankedPlayer.make_rows(_make_ranking_cells(rounds[0], group_by(rounds, PLAYER_ORDER), ceilings))


def _make_ranking_cells(
    first: RoundResult, rounds: Mapping[int, Sequence[RoundResult]], ceilings: Mapping[int, int]
) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of the row of each player, from the rounds by player; `first` is any of them."""
    totals = [
        (player_rounds[0].player, kahan_sum(map(POINTS, player_rounds)))
        for player_rounds in map(rounds.__getitem__, sorted(rounds))
    ]
    # Article 4.2: X is the number of players, but not more than the ceiling.
    participants = min(len(totals), ceilings.get(first.year, len(totals)))
    for rank, (player, points) in rank_items(totals, itemgetter(1)):
        # Article 4.2: X - P + 1 for place P
        bonus = max(0, participants - rank + 1)
        yield first.result.tournament, rank, *_get_name_cells(player), points, bonus, points + bonus


def compute_ceilings(
    tournaments: Iterable[Sequence[RoundResult]], overrides: Mapping[int, int]
) -> dict[int, int]:
    """Return the ceiling of the bonus for each year that has one; `overrides` are those that the club sets.

    Article 4.2: from 2014 the mean participants of the year before, rounded half up to a multiple of 10.
    """
    participants = [(rounds[0].year, len({*map(PLAYER_ORDER, rounds)})) for rounds in tournaments]
    ceilings = {}
    for year, rows in sorted(group_by(participants, itemgetter(0)).items()):
        if year + 1 >= _FIRST_CEILING:
            total, number = sum(players for _, players in rows), len(rows)
            # Article 4.2: 10·round(total / number / 10), half up, in whole numbers
            ceilings[year + 1] = (total + 5 * number) // (10 * number) * 10
    return {**ceilings, **overrides}


_RANKING = attrgetter("ranking")
_MIN_DIVISOR_GAMES = 3
_SEATS = 4
WIN = 100.0 + 4
"""The points of a win at a table of four, without the share in the scores."""


class GameTotal(NamedTuple):
    """A player in the ranking of a game: the times played in a year, and the sum of the points."""

    player: Player
    played: int
    points: float
    ranking: float


RankedTotal = tuple[int, GameTotal]
"""The place of a player in the ranking of a game, and the total."""


class GameRanking(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final."""

    game: str
    ranking: Sequence[RankedTotal]
    before_final: Sequence[RankedTotal]

    @property
    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The cells of the published rows."""
        for rank, (player, played, points, ranking) in self.ranking:
            yield self.game, rank, player.id, player.name, played, points, ranking


def rank_games(rounds: Iterable[RoundResult], final: date) -> list[GameRanking]:
    """Return the rankings of all games of a year, by the alphabet, from its rounds by date.

    `final` is the day of the final. The ranking before it shares the totals of all who did not play the game
    from then on.
    """
    rounds_by_game = group_by(rounds, GAME)
    return [
        _rank_game(game, rounds_by_game[game], final) for game in sorted(rounds_by_game, key=make_sort_key)
    ]


def _rank_game(game: str, rounds: Sequence[RoundResult], final: date) -> GameRanking:
    rounds_by_player = group_by(rounds, PLAYER_ORDER)
    own_rounds = [*map(rounds_by_player.__getitem__, sorted(rounds_by_player))]
    totals = make_rows(GameTotal, map(_compute_game_total, own_rounds))
    ranking = before_final = rank_items(totals, _RANKING)
    if rounds[-1].date >= final:
        earlier_totals = []
        for rows, total in zip(own_rounds, totals, strict=True):
            earlier = [row for row in rows if row.date < final]
            if len(earlier) == len(rows):
                earlier_totals.append(total)
            elif earlier:
                earlier_totals.append(GameTotal(*_compute_game_total(earlier)))
        before_final = rank_items(earlier_totals, _RANKING)
    return GameRanking(game, ranking, before_final)


def _compute_game_total(rounds: Sequence[RoundResult]) -> tuple[Player, int, float, float]:
    """Return the cells of the total of a player in a game, from the rounds."""
    round_count = len(rounds)
    points = kahan_sum(map(POINTS, rounds)) if round_count > 1 else rounds[0].calculated.points
    return rounds[0].player, round_count, points, points / get_divisor(round_count)


def get_divisor(round_count: int) -> int:
    """Return what the points of a game are divided by after so many times."""
    # Article 4.5: max(N, 3) + 1
    return max(round_count, _MIN_DIVISOR_GAMES) + 1


def project_ranking(row: GameRankedPlayer, points: float) -> float:
    """Return the ranking of a player in a game after one more round that brings these points."""
    return (row.points + points) / get_divisor(row.played + 1)


def seat_final_table(year: int, game: GameRanking, seats: Mapping[str, int]) -> list[Seat]:
    """Return the seats at the final table of a game in a year, and the reserves behind them.

    Article 4.5: by the ranking of the game over the tournaments before the final. Equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `seats` has the number of seats of a game
    by its letters.
    """
    ordered = sorted(game.before_final, key=lambda ranked: (ranked[0], ranked[1].player.alphabet))
    free = seats.get(extract_letters(game.game), _SEATS)
    return Seat.make_rows(
        (year, game.game, seat, row.player.id, row.player.name, row.ranking, seat > free)
        for seat, (_, row) in enumerate(ordered, 1)
    )


RankingRow = TypeVar("RankingRow", RankedPlayer, YearRankedPlayer)
_BEST_COUNT = 5
_TOTAL = attrgetter("total")


class LudoStanding(NamedTuple):
    """Where a player stands in a `year`, and stood in the two before it.

    `latest` is the year of the last tournament, `tournaments` their number in this year. `regular` has the
    regular ones that count, the best first.
    """

    year: int = 0
    latest: int = 0
    two_years_ago: float = 0.0
    last_year: float = 0.0
    this_year: float = 0.0
    tournaments: int = 0
    regular: tuple[DayRankedPlayer, ...] = ()
    counted: int = 0
    best_regular: float = 0.0
    final: float = 0.0

    @property
    def ludo(self) -> float:
        """The LUDO total."""
        # Article 4.4: a third of the year before last, two thirds of last year, and all of this one
        return self.two_years_ago / 3 + 2 * self.last_year / 3 + self.this_year

    def is_counted(self, row: DayRankedPlayer, kind: Kind) -> bool:
        """Whether a tournament of the year counts in its total."""
        return kind == "final" or row in self.regular

    def advance_to(self, year: int) -> "LudoStanding":
        """Return the standing of the player in `year`: this one, or the start of one of the two after it."""
        if year == self.year:
            return self
        totals = {self.year: self.this_year, self.year - 1: self.last_year}
        return LudoStanding(year, self.latest, totals[year - 2], totals.get(year - 1, 0.0))

    def add_tournament(self, row: DayRankedPlayer, kind: Kind) -> "LudoStanding":
        """Return the standing of the player after one more tournament of the year."""
        previous_years = self.year, self.year, self.two_years_ago, self.last_year
        number = self.tournaments + 1
        if kind == "final":
            this_year, final = self.this_year + row.total, self.final + row.total
            return LudoStanding(
                *previous_years, this_year, number, self.regular, self.counted, self.best_regular, final
            )
        # Article 4.4: the five best regular tournaments, and the final
        best = sorted((*self.regular, row), key=_TOTAL, reverse=True)[:_BEST_COUNT]
        total = fsum(map(_TOTAL, best))
        return LudoStanding(
            *previous_years, total + self.final, number, tuple(best), len(best), total, self.final
        )


def rate_tournaments(
    tournaments: Sequence[Tournament], day_rankings: Mapping[str, Sequence[DayRankedPlayer]]
) -> Iterator[Snapshot[DayRankedPlayer, LudoStanding]]:
    """Yield the state after each tournament, with the standings of who played since the year before last."""
    standings: dict[str, LudoStanding] = {}
    previous_year = 0
    for tournament in tournaments:
        year, rows = tournament.year, day_rankings[tournament.tournament]
        standings, previous_year, newcomer = (
            {**standings} if year == previous_year else start_year(standings, year),
            year,
            LudoStanding(year),
        )
        for row in rows:
            standings[row.player] = standings.get(row.player, newcomer).add_tournament(row, tournament.kind)
        yield Snapshot(
            tournament.tournament, tournament.date, rows, standings, "{name}", {"name": tournament.name}
        )


def start_year(standings: Mapping[str, LudoStanding], year: int) -> dict[str, LudoStanding]:
    """Return the standings at the start of `year`, or in it, of who played since the year before last."""
    return {
        player: standing.advance_to(year)
        for player, standing in standings.items()
        if standing.latest >= year - 2
    }


class Rankings(NamedTuple):
    """The rankings of a day, by player."""

    ludo: Mapping[str, RankedPlayer]
    year: Mapping[str, YearRankedPlayer]


NO_RANKINGS = Rankings({}, {})


def build_ludo_ranking(
    players: Sequence[Player], standings: Mapping[str, LudoStanding], year: int
) -> Mapping[str, RankedPlayer]:
    """Return the LUDO ranking in a year, by player, of who has played in it or in one of the two before."""
    totals = {player: standing.ludo for player, standing in standings.items() if standing.year == year}
    return _build_ranking(RankedPlayer, players, standings, totals)


def build_year_ranking(
    players: Sequence[Player], standings: Mapping[str, LudoStanding], year: int
) -> Mapping[str, YearRankedPlayer]:
    """Return the ranking of a year, by player, of who has played in it."""
    totals = {player: standing.this_year for player, standing in standings.items() if standing.latest == year}
    return _build_ranking(YearRankedPlayer, players, standings, totals)


class _Place(NamedTuple):
    """The cells of a row that its standing does not have."""

    rank: int
    player: str
    total: float


def _build_ranking(
    table: type[RankingRow],
    players: Sequence[Player],
    standings: Mapping[str, LudoStanding],
    totals: Mapping[str, float],
) -> Mapping[str, RankingRow]:
    ranked = rank_players([player for player in players if player.id in totals], totals)
    places = [_Place(rank, player.id, totals[player.id]) for rank, player in ranked]
    own_standings = [standings[place.player] for place in places]
    rows = table.combine_all(places, own_standings, [player for _, player in ranked])
    return {row.player: row for row in rows}
