"""How places are written down that several share: Article 4.1 of the regulation.

Sums that are the same to the bit on every machine.

What a place at a table is worth: Article 4.1 of the regulation.

The ranking of a tournament and the bonus for it: Article 4.2 of the regulation.

The rankings of games, and who is at the final tables: Article 4.5 of the regulation.

The ranking of a year and LUDO, as each tournament leaves them: Article 4.4 of the regulation.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, groupby, repeat
from math import fsum, inf
from operator import add, attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from sitegen.core.names import extract_letters, make_natural_key, make_sort_key
from sitegen.core.table import make_rows
from sitegen.systems.ludo.outputs import (
    DayRankedPlayer,
    GameRankedPlayer,
    RankedPlayer,
    Receipt,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.tables import Kind, Player, Result, Tournament
from sitegen.toolkit.course import Snapshot
from sitegen.toolkit.order import group_by, index_players, rank_items, rank_players

SHARED_BY_THREE = 1.999


def are_places_valid(places: Sequence[float]) -> bool:
    """Whether places are written in one of the two ways of `conventions`; three first also as 1.999."""
    return _are_places_valid(tuple(places))


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _are_places_valid(places: tuple[float, ...]) -> bool:
    found = sorted(places)
    lowest, mean = write_tied_places(found)
    three = [[*[SHARED_BY_THREE] * 3, *expected[3:]] for expected in (lowest, mean) if mean and mean[0] == 2]
    return found in (lowest, mean, *three)


def write_tied_places(places: Sequence[float]) -> tuple[list[float], list[float]]:
    """Places in ascending order, as those ex aequo may write them: the best of each, and the mean."""
    lowest: list[float] = []
    mean: list[float] = []
    for _, group in groupby(places):
        first, size = len(lowest) + 1, len(list(group))
        lowest += [float(first)] * size
        mean += [first + (size - 1) / 2] * size
    return lowest, mean


def kahan_sum(values: Iterable[float]) -> float:
    """The sum in the order of the values, with compensation for what rounding loses, as Kahan found it.

    Every machine finds the same bits.
    """
    total = lost = 0.0
    for value in values:
        more = value - lost
        now = total + more
        lost = (now - total) - more
        total = now
    return total


class RoundResult(NamedTuple):
    """A player at a table, with what Article 4.1 gives and what later steps ask of player and tournament.

    `scores` are those of the table together, None where none was kept; `shown` is the place of the player in
    an order that only shows.
    """

    result: Result
    worth: Receipt
    scores: float | None
    who: Player
    shown: int
    date: date
    year: int
    kind: Kind


GAME = attrgetter("worth.game")
"""What was played, for many rounds."""
POINTS = attrgetter("worth.points")
"""What a round brought, for many of them."""
PLAYER_ORDER = attrgetter("shown")
"""The place of its player, for many of them."""
_TABLE, _PLACE, _SCORE = map(attrgetter, ("table", "place", "score"))
_table_cells = Result.make_getter("round", "table")
_order_cells = Result.make_getter("round", "table", "place", "player")
_receipt_cells = Result.make_getter("tournament", "round", "game", "table", "player")


def score_rounds(
    results: Mapping[str, Sequence[Result]], tournaments: Iterable[Tournament], players: Sequence[Player]
) -> dict[str, list[RoundResult]]:
    """The results of each tournament in order, a row a player at a table, with what Article 4.1 gives."""
    shown, who = index_players(players), {player.id: player for player in players}
    tables = _number_tables({*map(_TABLE, chain.from_iterable(results.values()))})
    found = {}
    for tournament in tournaments:
        *_, there, rows = zip(*_sort_results(results[tournament.tournament], tables, shown), strict=True)
        scores, receipts = score_results(rows)
        people, held = (
            [who[row.player] for row in rows],
            map(repeat, (tournament.date, tournament.year, tournament.kind)),
        )
        columns = rows, receipts, scores, people, there, *held
        found[tournament.tournament] = make_rows(RoundResult, zip(*columns, strict=False))
    return found


def _sort_results(
    rows: Iterable[Result], tables: Mapping[str, int], shown: Mapping[str, int]
) -> list[tuple[int, int, float, int, Result]]:
    """The rows of a tournament by round, table and place, behind what they are ordered by."""
    numbers, at, written, who = zip(*map(_order_cells, rows), strict=True)
    columns = numbers, map(tables.__getitem__, at), written, map(shown.__getitem__, who), rows
    return sorted(zip(*columns, strict=True))


def _number_tables(tables: Iterable[str]) -> dict[str, int]:
    """The place of each table among all; two that only zeros tell apart, as 1 and 01, have one."""
    names = {table: make_natural_key(table) for table in tables}
    ordered = sorted(names.values())
    return {table: bisect_left(ordered, name) for table, name in names.items()}


def score_results(results: Sequence[Result]) -> tuple[list[float | None], list[Receipt]]:
    """The scores of the table of each result of a tournament together, and what it is worth beside them all.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    at, written, kept = ([*map(column, results)] for column in (_table_cells, _PLACE, _SCORE))
    tables = group_by(range(len(results)), at.__getitem__).items()
    ended = {key: iter(_score_places(tuple([written[row] for row in rows]))) for key, rows in tables}
    sums = {key: kahan_sum([kept[row] for row in rows if kept[row] is not None]) for key, rows in tables}
    scores = [None if score is None else sums[key] for key, score in zip(at, kept, strict=True)]
    places, earned = zip(*map(next, map(ended.__getitem__, at)), strict=True)
    shares = map(_compute_share, kept, scores)
    points = [(share, place_points + share) for place_points, share in zip(earned, shares, strict=True)]
    return scores, make_rows(Receipt, map(add, map(add, map(_receipt_cells, results), places), points))


@lru_cache(maxsize=4096)  # nearly all tables end in one of a few ways
def _score_places(written: tuple[float, ...]) -> Sequence[tuple[tuple[float, int, float, int], float]]:
    """The place of each as it is used, the players, the points for it and the bonus; and these two together.

    That is what a table brings but for the share in its scores.
    """
    players, first, found = len(written), min(written), []
    for written_place in written:
        mean = _compute_mean_place(written_place, written)
        # Article 4.1: three who share the first place are at 1.999, not at 2.
        place = SHARED_BY_THREE if written_place == first and mean == 2 else mean
        place_points, win_bonus = (
            100 * (players - place) / (players - 1),
            players if written_place == first else 0,
        )
        found.append(((place, players, place_points, win_bonus), place_points + win_bonus))
    return found


def _compute_mean_place(place: float, written: Sequence[float]) -> float:
    """The mean of the places that those at `place` take up together."""
    better, alike = sum(other < place for other in written), written.count(place)
    return better + (alike + 1) / 2


def _compute_share(score: float | None, scores: float | None) -> float:
    """The share of a score in all of the table; none where none were kept, or they are nothing together."""
    if score is None or scores is None or score == 0 == scores:
        return 0.0
    return score / scores if scores else inf * score


_FIRST_CEILING = 2014
_name_cells = Player.make_getter("id", "name", "club")


def rank_day(rounds: Sequence[RoundResult], ceilings: Mapping[int, int]) -> list[DayRankedPlayer]:
    """All who were at a tournament, by rank, out of its rounds: Article 4.2."""
    return DayRankedPlayer.make_rows(_make_ranking_cells(rounds[0], group_by(rounds, PLAYER_ORDER), ceilings))


def _make_ranking_cells(
    first: RoundResult, rounds: Mapping[int, Sequence[RoundResult]], ceilings: Mapping[int, int]
) -> Iterator[tuple[Any, ...]]:
    """The cells of each, out of the rounds of everybody; `first` is the first of all."""
    points = [
        (player_rounds[0].who, kahan_sum(map(POINTS, player_rounds)))
        for player_rounds in map(rounds.__getitem__, sorted(rounds))
    ]
    # Article 4.2: X - P + 1, where X is not more than the ceiling.
    most = min(len(points), ceilings.get(first.year, len(points)))
    for rank, (who, total) in rank_items(points, itemgetter(1)):
        bonus = max(0, most - rank + 1)
        yield first.result.tournament, rank, *_name_cells(who), total, bonus, total + bonus


def compute_ceilings(
    tournaments: Iterable[Sequence[RoundResult]], given: Mapping[int, int]
) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = [(rounds[0].year, len({*map(PLAYER_ORDER, rounds)})) for rounds in tournaments]
    years = sorted(group_by(there, itemgetter(0)).items())
    found = {
        year + 1: _round_to_tens(sum(players for _, players in held), len(held))
        for year, held in years
        if year + 1 >= _FIRST_CEILING
    }
    return {**found, **given}


def _round_to_tens(total: int, tournaments: int) -> int:
    """The mean rounded half up to a multiple of 10, in whole numbers."""
    return (total + 5 * tournaments) // (10 * tournaments) * 10


_RANKING = attrgetter("ranking")
_MIN_DIVISOR_GAMES = 3
_SEATS = 4
_USUAL_TABLE = 4
WIN = 100.0 + _USUAL_TABLE
"""What a win brings at a table of four, but for the share in the scores."""


class GameTotal(NamedTuple):
    """A player in the ranking of a game: how often it was played in a year, and what all rounds come to."""

    player: Player
    played: int
    points: float
    ranking: float


RankedTotal = tuple[int, GameTotal]
"""A player in the ranking of a game, with the place."""


class GameRanking(NamedTuple):
    """The ranking of a game in a year, and that over the tournaments before the final."""

    game: str
    ranking: Sequence[RankedTotal]
    before_final: Sequence[RankedTotal]

    @property
    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The cells of the ranking as it is published."""
        for rank, (who, played, points, ranking) in self.ranking:
            yield self.game, rank, who.id, who.name, played, points, ranking


def rank_games(rounds: Iterable[RoundResult], final: date) -> list[GameRanking]:
    """Every game of a year, by the alphabet, out of its rounds by date; `final` is the day of the final.

    Who did not play a game from the final on, and the ranking of a game that nobody did, are as before it.
    """
    of_game = group_by(rounds, GAME)
    return [_rank_game(game, of_game[game], final) for game in sorted(of_game, key=make_sort_key)]


def _rank_game(game: str, rounds: Sequence[RoundResult], final: date) -> GameRanking:
    of_player = group_by(rounds, PLAYER_ORDER)
    of_each = [*map(of_player.__getitem__, sorted(of_player))]
    there = make_rows(GameTotal, map(_compute_game_total, of_each))
    ranking = before = rank_items(there, _RANKING)
    if rounds[-1].date >= final:
        pairs = zip(of_each, there, strict=True)
        early = [own if rows[-1].date < final else _compute_total_before(final, rows) for rows, own in pairs]
        before = rank_items(filter(None, early), _RANKING)
    return GameRanking(game, ranking, before)


def _compute_total_before(final: date, rounds: Sequence[RoundResult]) -> GameTotal | None:
    """How a player stood in the ranking before the final; None for who had not played."""
    early = [row for row in rounds if row.date < final]
    return GameTotal(*_compute_game_total(early)) if early else None


def _compute_game_total(rounds: Sequence[RoundResult]) -> tuple[Player, int, float, float]:
    """By Article 4.5 the points divided by one more than the times played, taken to be three at least."""
    played = len(rounds)
    points = kahan_sum(map(POINTS, rounds)) if played > 1 else rounds[0].worth.points
    return rounds[0].who, played, points, points / get_divisor(played)


def get_divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _MIN_DIVISOR_GAMES) + 1


def project_ranking(row: GameRankedPlayer, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / get_divisor(row.played + 1)


def seat_final_table(year: int, game: GameRanking, seats: Mapping[str, int]) -> list[Seat]:
    """Who has which seat at the final table of a game in a year, and who is in reserve.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `seats` are those of a game by its letters.
    """
    there = sorted(game.before_final, key=_get_seat_order)
    free = seats.get(extract_letters(game.game), _SEATS)
    return Seat.make_rows(
        (year, game.game, seat, row.player.id, row.player.name, row.ranking, seat > free)
        for seat, (_, row) in enumerate(there, 1)
    )


def _get_seat_order(placed: RankedTotal) -> tuple[int, int]:
    rank, row = placed
    return rank, row.player.alphabet


T = TypeVar("T", RankedPlayer, YearRankedPlayer)
_BEST_COUNT = 5
_TOTAL = attrgetter("total")


class LudoStanding(NamedTuple):
    """Where a player stands in a `year`, and stood in the two before it.

    `latest` is the year of the last tournament, `tournaments` how many there were in this one. `regular` are
    those of the regular ones that count, the best first.
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
        """Article 4.4: a third of the year before last, two thirds of the last, and all of this one."""
        return self.two_years_ago / 3 + 2 * self.last_year / 3 + self.this_year

    def is_counted(self, row: DayRankedPlayer, kind: Kind) -> bool:
        """Whether a tournament of the year is in its total."""
        return kind == "final" or row in self.regular

    def advance_to(self, year: int) -> "LudoStanding":
        """The same player in this year, or at the start of one of the two after it."""
        if year == self.year:
            return self
        totals = {self.year: self.this_year, self.year - 1: self.last_year}
        return LudoStanding(year, self.latest, totals[year - 2], totals.get(year - 1, 0.0))

    def add_tournament(self, row: DayRankedPlayer, kind: Kind) -> "LudoStanding":
        """The same player after one more tournament of the year.

        By Article 4.4 it counts the five best regular tournaments and the final.
        """
        earlier = self.year, self.year, self.two_years_ago, self.last_year
        number = self.tournaments + 1
        if kind == "final":
            this_year, final = self.this_year + row.total, self.final + row.total
            return LudoStanding(
                *earlier, this_year, number, self.regular, self.counted, self.best_regular, final
            )
        best = sorted((*self.regular, row), key=_TOTAL, reverse=True)[:_BEST_COUNT]
        total = fsum(map(_TOTAL, best))
        return LudoStanding(*earlier, total + self.final, number, tuple(best), len(best), total, self.final)


def rate_tournaments(
    tournaments: Sequence[Tournament], days: Mapping[str, Sequence[DayRankedPlayer]]
) -> Iterator[Snapshot[DayRankedPlayer, LudoStanding]]:
    """What stands after each tournament; it leaves everyone who played since the year before last."""
    now: dict[str, LudoStanding] = {}
    last = 0
    for tournament in tournaments:
        year, rows = tournament.year, days[tournament.tournament]
        now, last, new = {**now} if year == last else start_year(now, year), year, LudoStanding(year)
        for row in rows:
            now[row.player] = now.get(row.player, new).add_tournament(row, tournament.kind)
        yield Snapshot(tournament.tournament, tournament.date, rows, now, "{name}", {"name": tournament.name})


def start_year(now: Mapping[str, LudoStanding], year: int) -> dict[str, LudoStanding]:
    """How who played since the year before last stands when `year` has begun, or in it."""
    return {player: own.advance_to(year) for player, own in now.items() if own.latest >= year - 2}


class Rankings(NamedTuple):
    """The rankings of a day, by player."""

    ludo: Mapping[str, RankedPlayer]
    year: Mapping[str, YearRankedPlayer]


NO_RANKINGS = Rankings({}, {})


def build_ludo_ranking(
    players: Sequence[Player], standings: Mapping[str, LudoStanding], year: int
) -> Mapping[str, RankedPlayer]:
    """The LUDO ranking in a year, by player, of all who have played in it or in one of the two before."""
    totals = {player: own.ludo for player, own in standings.items() if own.year == year}
    return _build_ranking(RankedPlayer, players, standings, totals)


def build_year_ranking(
    players: Sequence[Player], standings: Mapping[str, LudoStanding], year: int
) -> Mapping[str, YearRankedPlayer]:
    """The ranking of a year, by player, of all who have played in it."""
    totals = {player: own.this_year for player, own in standings.items() if own.latest == year}
    return _build_ranking(YearRankedPlayer, players, standings, totals)


class _Place(NamedTuple):
    """Where a player stands, and with what."""

    rank: int
    player: str
    total: float


def _build_ranking(
    table: type[T],
    players: Sequence[Player],
    standings: Mapping[str, LudoStanding],
    totals: Mapping[str, float],
) -> Mapping[str, T]:
    there = rank_players([player for player in players if player.id in totals], totals)
    places = [_Place(rank, player.id, totals[player.id]) for rank, player in there]
    own, listed = [standings[place.player] for place in places], [player for _, player in there]
    return {row.player: row for row in table.combine_all(places, own, listed)}
