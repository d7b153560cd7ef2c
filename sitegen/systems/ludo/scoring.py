"""The formulas of the regulation: rounds, tournaments, games, years and LUDO.

Article 4.1 is what a place at a table is worth, Article 4.2 the ranking of a tournament and its bonus,
Article 4.5 the rankings of games and the final tables, and Article 4.4 the ranking of a year and LUDO.
Article 4.3, the order of the prizes, is in `circuit`.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import repeat
from math import fsum
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from sitegen.core.names import extract_letters, make_natural_key, make_sort_key
from sitegen.systems.ludo.outputs import (
    CalculatedResult,
    DayRankedPlayer,
    GameRankedPlayer,
    RankedPlayer,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.toolkit.decision_days import make_decision_snapshot
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.memberships import Members
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
    """A player at a table of a tournament, with what Article 4.1 gives.

    `scores` is the sum of the scores of the table, 0 where none were kept. `display_order` is the place of
    the player in the order in which pages list equals.
    """

    result: Result
    calculated: CalculatedResult
    scores: float
    player: Player
    display_order: int
    tournament: Tournament


GAME = attrgetter("calculated.game")
"""The game of a round result."""
POINTS = attrgetter("calculated.points")
"""The points of a round result."""
PLAYER_ORDER = attrgetter("display_order")
"""The place of the player of a round result in the order of display."""


def score_rounds(
    results: Mapping[str, Sequence[Result]], tournaments: Iterable[Tournament], players: Sequence[Player]
) -> dict[str, list[RoundResult]]:
    """Return the results of each tournament with what Article 4.1 gives, by round, table and place."""
    order, players_by_id = index_players(players), {player.id: player for player in players}
    rounds = {}
    for tournament in tournaments:
        tables = group_by(results[tournament.tournament], attrgetter("round", "table"))
        scored = rounds[tournament.tournament] = list[RoundResult]()
        for _, table in sorted(tables.items(), key=lambda item: (item[0][0], make_natural_key(item[0][1]))):
            table.sort(key=lambda row: (row.place, order[row.player]))
            calculated, scores = score_table(table)
            ids = [row.player for row in table]
            own_players, places = map(players_by_id.__getitem__, ids), map(order.__getitem__, ids)
            scored += map(
                RoundResult, table, calculated, repeat(scores), own_players, places, repeat(tournament)
            )
    return rounds


def score_table(table: Sequence[Result]) -> tuple[list[CalculatedResult], float]:
    """Return what Article 4.1 gives each player at a table, and the sum of the scores, 0 without any."""
    places = sorted(row.place for row in table)
    x, first, scores = len(table), places[0], kahan_sum(row.score or 0.0 for row in table)
    calculated = []
    for row in table:
        # Article 4.1: p is the mean of the places that those ex aequo take up, and 1.999 for three first.
        mean = places.index(row.place) + (places.count(row.place) + 1) / 2
        p = SHARED_BY_THREE if row.place == first and mean == 2 else mean
        # Article 4.1: 100·(x - p) / (x - 1), x more for who is first, also shared, and s / ∑s
        place_points, win_bonus = 100 * (x - p) / (x - 1), x if row.place == first else 0
        share = (row.score or 0.0) / scores if scores else 0.0
        at = row.tournament, row.round, row.game, row.table, row.player
        calculated.append((*at, p, x, place_points, win_bonus, share, place_points + win_bonus + share))
    return CalculatedResult.make_rows(calculated), scores


_FIRST_CEILING = 2014
"""The first year with a ceiling of the bonus: Article 4.2."""


def rank_day(
    rounds: Sequence[RoundResult], ceilings: Mapping[int, int], members: Members
) -> list[DayRankedPlayer]:
    """Return the ranking of a tournament, from its rounds, with the clubs of its day: Article 4.2."""
    tournament = rounds[0].tournament
    totals = [
        (player_rounds[0].player, kahan_sum(map(POINTS, player_rounds)))
        for _, player_rounds in sorted(group_by(rounds, PLAYER_ORDER).items())
    ]
    # Article 4.2: X is the number of players, but not more than the ceiling.
    participants = min(len(totals), ceilings.get(tournament.year, len(totals)))
    rows = []
    for rank, (player, points) in rank_items(totals, itemgetter(1)):
        # Article 4.2: X - P + 1 for place P
        bonus = max(0, participants - rank + 1)
        club = members.find_club(player, tournament.date)
        at = tournament.tournament, rank, player.id, player.name, club
        rows.append((*at, points, bonus, points + bonus))
    return DayRankedPlayer.make_rows(rows)


def compute_ceilings(
    tournaments: Iterable[Sequence[RoundResult]], overrides: Mapping[int, int]
) -> dict[int, int]:
    """Return the ceiling of the bonus for each year that has one; `overrides` are those that the club sets.

    Article 4.2: from 2014 the mean participants of the year before, rounded half up to a multiple of 10.
    """
    participants = [(rounds[0].tournament.year, len({*map(PLAYER_ORDER, rounds)})) for rounds in tournaments]
    ceilings = {}
    for year, rows in sorted(group_by(participants, itemgetter(0)).items()):
        if year + 1 >= _FIRST_CEILING:
            total, number = sum(players for _, players in rows), len(rows)
            # Article 4.2: 10·round(total / number / 10), half up, in whole numbers
            ceilings[year + 1] = (total + 5 * number) // (10 * number) * 10
    return {**ceilings, **overrides}


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


class GameRanking(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final, with the places."""

    game: str
    ranking: Sequence[tuple[int, GameTotal]]
    before_final: Sequence[tuple[int, GameTotal]]

    @property
    def rows(self) -> list[GameRankedPlayer]:
        """The published rows."""
        return GameRankedPlayer.make_rows(
            (self.game, rank, player.id, player.name, played, points, ranking)
            for rank, (player, played, points, ranking) in self.ranking
        )


def rank_games(
    rounds: Iterable[RoundResult], final: date, find_excluded: Callable[[date], Container[str]]
) -> list[GameRanking]:
    """Return the rankings of all games of a year, by the alphabet; `final` is the day of the final.

    `find_excluded` returns who is out of competition on a day.
    """
    rounds_by_game = sorted(group_by(rounds, GAME).items(), key=lambda item: make_sort_key(item[0]))
    rankings = []
    for game, rounds_of_game in rounds_by_game:
        excluded_now, excluded_before = find_excluded(date.max), find_excluded(final)
        counted = [row for row in rounds_of_game if row.player.id not in excluded_now]
        earlier = [
            row
            for row in rounds_of_game
            if row.tournament.date < final and row.player.id not in excluded_before
        ]
        ranking = _rank_totals(counted)
        before_final = ranking if earlier == counted else _rank_totals(earlier)
        rankings.append(GameRanking(game, ranking, before_final))
    return rankings


def _rank_totals(rounds: Iterable[RoundResult]) -> list[tuple[int, GameTotal]]:
    """Return the ranking of a game from its rounds: Article 4.5."""
    totals = []
    for _, own_rounds in sorted(group_by(rounds, PLAYER_ORDER).items()):
        played, points = len(own_rounds), kahan_sum(map(POINTS, own_rounds))
        totals.append(GameTotal(own_rounds[0].player, played, points, points / get_divisor(played)))
    return rank_items(totals, attrgetter("ranking"))


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
    alphabet. `seats` has the number of seats of a game by its letters.
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

    `latest` is the year of the last tournament, or of points by decision; `tournaments` is the number of
    tournaments in this year. `regular` has the regular ones that count, the best first. `decided` are the
    points of this year that the committee gave, or below 0 took off.
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
    decided: float = 0.0

    @property
    def ludo(self) -> float:
        """The LUDO total."""
        # Article 4.4: a third of the year before last, two thirds of last year, and all of this one
        return self.two_years_ago / 3 + 2 * self.last_year / 3 + self.this_year

    def advance_to(self, year: int) -> "LudoStanding":
        """Return the standing of the player in `year`: this one, or the start of one of the two after it."""
        if year == self.year:
            return self
        totals = {self.year: self.this_year, self.year - 1: self.last_year}
        return LudoStanding(year, self.latest, totals[year - 2], totals.get(year - 1, 0.0))

    def add_tournament(self, row: DayRankedPlayer, kind: Kind) -> "LudoStanding":
        """Return the standing of the player after one more tournament of the year."""
        final, best, total = self.final, self.regular, self.best_regular
        # Article 4.4: the five best regular tournaments, and the final
        if kind == "final":
            final += row.total
        else:
            best = tuple(sorted((*best, row), key=_TOTAL, reverse=True)[:_BEST_COUNT])
            total = fsum(map(_TOTAL, best))
        years = self.year, self.year, self.two_years_ago, self.last_year, total + final + self.decided
        return LudoStanding(*years, self.tournaments + 1, best, len(best), total, final, self.decided)

    def add_points(self, points: float) -> "LudoStanding":
        """Return the standing of the player after points by decision, which count for the year."""
        decided = self.decided + points
        this_year = self.best_regular + self.final + decided
        return self._replace(latest=self.year, decided=decided, this_year=this_year)


def rate_tournaments(
    tournaments: Sequence[Tournament],
    day_rankings: Mapping[str, Sequence[DayRankedPlayer]],
    decisions: Sequence[PointsDecision],
) -> Iterator[Snapshot[DayRankedPlayer, LudoStanding]]:
    """Yield the state after each tournament, with the standings of who played since the year before last.

    Where the committee decided on a day, the state after that comes first.
    """
    standings: Mapping[str, LudoStanding] = {}
    decided = group_by(decisions, attrgetter("date"))
    days = sorted({*decided, *(tournament.date for tournament in tournaments)})
    by_day = group_by(tournaments, attrgetter("date"))
    for day in days:
        standings = start_year(standings, day.year)
        if day in decided:
            for decision in decided[day]:
                if decision.figure is not None:
                    standing = standings.get(decision.player, LudoStanding(day.year))
                    standings = {**standings, decision.player: standing.add_points(decision.figure)}
            yield make_decision_snapshot(day, decided[day], standings)
        for tournament in by_day.get(day, ()):
            rows = day_rankings[tournament.tournament]
            standings = standings | {
                row.player: standings.get(row.player, LudoStanding(day.year)).add_tournament(
                    row, tournament.kind
                )
                for row in rows
            }
            yield Snapshot(tournament.tournament, day, rows, standings, "{name}", {"name": tournament.name})


def start_year(standings: Mapping[str, LudoStanding], year: int) -> dict[str, LudoStanding]:
    """Return the standings at the start of `year`, or in it, of who played since the year before last."""
    return {
        player: standing.advance_to(year)
        for player, standing in standings.items()
        if standing.latest >= year - 2
    }


class Rankings(NamedTuple):
    """The standings and rankings of a day, by player."""

    standings: Mapping[str, LudoStanding]
    ludo: Mapping[str, RankedPlayer]
    year: Mapping[str, YearRankedPlayer]


NO_RANKINGS = Rankings({}, {}, {})


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


def _build_ranking(
    table: type[RankingRow],
    players: Sequence[Player],
    standings: Mapping[str, LudoStanding],
    totals: Mapping[str, float],
) -> Mapping[str, RankingRow]:
    ranked = rank_players([player for player in players if player.id in totals], totals)
    return {
        player.id: table.combine(
            standings[player.id], player, rank=rank, player=player.id, total=totals[player.id]
        )
        for rank, player in ranked
    }
