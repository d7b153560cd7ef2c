"""The circuit until a day: its tournaments with their rankings, prizes and final tables.

The prizes follow Article 4.3 of the regulation; its other articles are in `scoring`. `Requirements` says how
many points a player needs in the next tournament for the next place of a ranking, or for a seat at a final
table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Moment
from sitegen.core.model import PublishedTable
from sitegen.core.names import extract_letters, make_sort_key
from sitegen.systems.ludo.outputs import (
    CalculatedResult,
    DayRankedPlayer,
    GameRankedPlayer,
    Goal,
    Prize,
    PrizeKind,
    RankedPlayer,
    Requirement,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.scoring import (
    WIN,
    GameRanking,
    LudoStanding,
    Rankings,
    RoundResult,
    build_ludo_ranking,
    build_year_ranking,
    compute_ceilings,
    project_ranking,
    rank_day,
    rank_games,
    rate_tournaments,
    score_rounds,
    seat_final_table,
    start_year,
)
from sitegen.systems.ludo.tables import (
    Club,
    Inputs,
    Options,
    Player,
    Tournament,
    get_location,
)
from sitegen.toolkit.history import History, ListState, Snapshot
from sitegen.toolkit.order import find_least, find_next_above, group_by, round_for_ranking

MAX_PLACES = 10
MIN_GROUP_SIZE = 8


class ClubGroup(NamedTuple):
    """A club that is called for its number of players.

    `distance` is that from its home base to the tournament in km, None where a place is unknown.
    """

    club: str
    players: int
    distance: float | None


def award_prizes(
    players: Mapping[str, Player],
    clubs: Sequence[Club],
    tournament: Tournament,
    ranking: Sequence[DayRankedPlayer],
) -> list[Prize]:
    """Return everyone who is called at a tournament, in order, from the ranking of its day: Article 4.3.

    `players` are those of the circuit by id, `clubs` the home bases.
    """
    recipients = _list_recipients(players, clubs, tournament, ranking)
    return Prize.make_rows(
        (tournament.tournament, order, *recipient) for order, recipient in enumerate(recipients, 1)
    )


def _list_recipients(
    players: Mapping[str, Player],
    clubs: Sequence[Club],
    tournament: Tournament,
    ranking: Sequence[DayRankedPlayer],
) -> Iterator[tuple[PrizeKind, str]]:
    last = max(1, find_last_place(len(ranking)))
    # A shared place goes by the real names, so that the order of choosing does not depend on who hides.
    best = sorted(
        (row for row in ranking if row.rank <= last), key=lambda row: (row.rank, players[row.player].alphabet)
    )
    yield from (("winner", row.player) for row in best if row.rank == 1)
    if tournament.interclub:
        yield "interclub", tournament.interclub
    yield from (("place", row.player) for row in best if row.rank > 1)
    yield from (("club", group.club) for group in find_groups(clubs, tournament, ranking))
    # The order by lot, which nobody can choose: ascending SHA-256 of `tournament/player`.
    unplaced_players = [players[row.player] for row in ranking if row.rank > last]
    unplaced_players.sort(key=lambda player: player.lot(tournament.tournament))
    yield from (("lot", player.id) for player in unplaced_players)


def find_last_place(participants: int) -> int:
    """Return the last place that is called: a tenth of the participants, rounded half up, ten at most."""
    # Article 4.3: min(10, round(X / 10)) for X participants
    return min(MAX_PLACES, (participants + 5) // 10)


def find_groups(
    clubs: Sequence[Club], tournament: Tournament, ranking: Sequence[DayRankedPlayer]
) -> list[ClubGroup]:
    """Return the clubs with eight players or more, most players first, then the farthest: Article 4.3."""
    homes = {club.club: club for club in clubs}
    counts = Counter(row.club for row in ranking if row.club)
    groups = [
        ClubGroup(club, players, measure_distance(homes.get(club), tournament))
        for club, players in counts.items()
        if players >= MIN_GROUP_SIZE
    ]
    return sorted(groups, key=_get_group_order)


def _get_group_order(group: ClubGroup) -> tuple[int, bool, float, str]:
    away = round_for_ranking(group.distance or 0.0)
    return -group.players, group.distance is None, -away, make_sort_key(group.club)


def measure_distance(home: Club | None, tournament: Tournament) -> float | None:
    """Return the distance from a home base to a tournament in km; None where a place is unknown."""
    start, end = home and get_location(home), get_location(tournament)
    return start.measure_distance(end) if start and end else None


_get_table_cells = CalculatedResult.make_getter("round", "table")


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with the rounds of each and the ranking of its day.

    `ceilings` has the ceiling of the bonus for each year that has one. Rounds and rankings of the day are
    keyed by tournament.
    """

    inputs: Inputs
    options: Options
    tournaments: Sequence[Tournament]
    ceilings: Mapping[int, int]
    rounds_by_tournament: Mapping[str, Sequence[RoundResult]]
    day_rankings: Mapping[str, Sequence[DayRankedPlayer]]

    @cached_property
    def rounds(self) -> Sequence[RoundResult]:
        """The rounds of all tournaments."""
        return [*chain.from_iterable(self.rounds_by_tournament.values())]

    @cached_property
    def history(self) -> History[DayRankedPlayer, LudoStanding]:
        """The standings after each tournament, and the ranking of its day."""
        start = {player.id: LudoStanding() for player in self.inputs.players}
        return History(start, list(rate_tournaments(self.tournaments, self.day_rankings)))

    @property
    def snapshots(self) -> list[tuple[Tournament, Snapshot[DayRankedPlayer, LudoStanding]]]:
        """The tournaments, with the state after each."""
        return list(zip(self.tournaments, self.history.events, strict=True))

    @cached_property
    def year_end_standings(self) -> Mapping[int, Mapping[str, LudoStanding]]:
        """The standings at the end of each year with a tournament; of the latest year as they are now."""
        return {state.day.year: state.standings for state in self._year_end_lists}

    @cached_property
    def _year_end_lists(self) -> Sequence[ListState[DayRankedPlayer, LudoStanding]]:
        return self.history.build_lists(Moment(date.max, 0))

    def get_rankings(self, day: date, standings: Mapping[str, LudoStanding]) -> Rankings:
        """Return the rankings of the standings at the end of a day of play; each day is calculated once."""
        if day not in self._rankings_by_day:
            args = self.inputs.players, standings, day.year
            self._rankings_by_day[day] = Rankings(build_ludo_ranking(*args), build_year_ranking(*args))
        return self._rankings_by_day[day]

    @cached_property
    def _rankings_by_day(self) -> dict[date, Rankings]:
        """Cache of `get_rankings`."""
        return {}

    @cached_property
    def tournament_dates(self) -> Sequence[date]:
        """The day of each tournament."""
        return [tournament.date for tournament in self.tournaments]

    @property
    def latest_year(self) -> int:
        """The latest year with a result; 0 before the first."""
        return max(self.year_end_standings, default=0)

    @cached_property
    def year_rankings(self) -> dict[int, Mapping[str, YearRankedPlayer]]:
        """The ranking of each year, by player."""
        return {
            state.day.year: self.get_rankings(state.day, state.standings).year
            for state in self._year_end_lists
        }

    @cached_property
    def ludo_rankings(self) -> Mapping[int, Mapping[str, RankedPlayer]]:
        """The LUDO ranking at the end of each year, by player; of the latest year as it is now."""
        return {
            state.day.year: self.get_rankings(state.day, state.standings).ludo
            for state in self._year_end_lists
        }

    @cached_property
    def game_rankings(self) -> dict[int, list[GameRankedPlayer]]:
        """The rankings of all games, by year."""
        return {
            year: GameRankedPlayer.make_rows(chain.from_iterable(game.rows for game in games))
            for year, games in self._games_by_year.items()
        }

    @cached_property
    def _games_by_year(self) -> Mapping[int, Sequence[GameRanking]]:
        """The games of each year, with their rankings."""
        finals = {
            tournament.year: tournament.date for tournament in self.tournaments if tournament.kind == "final"
        }
        return {
            year: rank_games(rounds, finals.get(year, date.max))
            for year, rounds in group_by(self.rounds, attrgetter("year")).items()
        }

    @cached_property
    def calculated_results(self) -> Sequence[CalculatedResult]:
        """The calculated results of all rounds."""
        return [round_result.calculated for round_result in self.rounds]

    @cached_property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]:
        """The number of players, tables and different games at each tournament."""
        return {
            key: (len(self.day_rankings[key]), len(games), len({*games}))
            for key, games in self.table_games.items()
        }

    @cached_property
    def table_games(self) -> Mapping[str, Sequence[str]]:
        """The game of each table of each tournament."""
        return {
            key: [*{_get_table_cells(row.calculated): row.calculated.game for row in rounds}.values()]
            for key, rounds in self.rounds_by_tournament.items()
        }

    @cached_property
    def game_names(self) -> Sequence[str]:
        """The games that were ever played, by the alphabet."""
        return sorted({*chain.from_iterable(self.table_games.values())}, key=make_sort_key)

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The final tables of each year, with the reserves."""
        seat_counts = {extract_letters(game): count for game, count in self.options.final_seats.items()}
        return {
            year: [*chain.from_iterable(seat_final_table(year, game, seat_counts) for game in games)]
            for year, games in self._games_by_year.items()
            if any(game.before_final for game in games)
        }

    @cached_property
    def prizes(self) -> Sequence[Sequence[Prize]]:
        """Who is called at each tournament."""
        players, clubs = {player.id: player for player in self.inputs.players}, self.inputs.clubs
        return [
            award_prizes(players, clubs, tournament, snapshot.rows) for tournament, snapshot in self.snapshots
        ]


def build_circuit(inputs: Inputs, options: Options, as_of: date) -> Circuit:
    """Return the circuit of all tournaments played by `as_of`; one without results was not played."""
    results = group_by(inputs.results, attrgetter("tournament"))
    played_tournaments = [
        tournament
        for tournament in inputs.tournaments
        if tournament.tournament in results and tournament.date <= as_of
    ]
    played_tournaments.sort(key=lambda tournament: (tournament.date, tournament.tournament))
    rounds = score_rounds(results, played_tournaments, inputs.players)
    ceilings = compute_ceilings(rounds.values(), options.bonus_ceilings)
    day_rankings = {key: rank_day(rows, ceilings) for key, rows in rounds.items()}
    return Circuit(inputs, options, played_tournaments, ceilings, rounds, day_rankings)


def build_tables(circuit: Circuit) -> list[PublishedTable]:
    """Return all published tables; of the rankings by year and game one for each year with a result."""
    years, games = reversed(circuit.year_rankings.items()), reversed(circuit.game_rankings.items())
    ludo = circuit.ludo_rankings.get(circuit.latest_year, {})
    return [
        PublishedTable("ludo", RankedPlayer, [*ludo.values()]),
        *(PublishedTable(f"year-{year}", YearRankedPlayer, [*ranking.values()]) for year, ranking in years),
        PublishedTable("days", DayRankedPlayer, circuit.history.rows),
        PublishedTable("rounds", CalculatedResult, circuit.calculated_results),
        *(PublishedTable(f"games-{year}", GameRankedPlayer, rows) for year, rows in games),
        PublishedTable("prizes", Prize, [row for prizes in circuit.prizes for row in prizes]),
        PublishedTable("final-tables", Seat, [row for seats in circuit.seats.values() for row in seats]),
    ]


@dataclass(frozen=True)
class Requirements:
    """What everybody needs in the tournament that is to be played next."""

    circuit: Circuit
    tournament: Tournament

    def find_requirements(self, player: str) -> Iterator[Requirement]:
        """Yield what a player needs: in LUDO, in the ranking of the year, and for the final tables."""
        row, today = self._ludo_ranking.get(player), self._ludo_today.get(player)
        if not row:
            yield Requirement("a place in LUDO")
        own_place = row.rank if row and today and row.rank != today.rank else None
        for requirement in self._require_next_place(
            "the next place in LUDO", player, self._rows_above, lambda standing: standing.ludo
        ):
            yield requirement.replace(own_place=own_place)
        yield from self._require_next_place(
            "the next place of the year", player, self._year_rows_above, lambda standing: standing.this_year
        )
        yield from self._require_seats(player)

    def _require_next_place(
        self,
        goal: Goal,
        player: str,
        rows_above: Mapping[str, RankedPlayer | YearRankedPlayer],
        total: Callable[[LudoStanding], float],
    ) -> Iterator[Requirement]:
        """Yield the points of the day that bring the next place, if anybody ever had so many."""
        if row := rows_above.get(player):
            standing, target = self._standings[player], round_for_ranking(row.total)

            def is_enough(points: float) -> bool:
                after = standing.add_tournament(_make_day_row(points), self.tournament.kind)
                return round_for_ranking(total(after)) > target

            points = find_least(is_enough, 0.0, self._highest_total)
            if points is not None:
                yield Requirement(goal, "", row.player, row.rank, points)

    def _require_seats(self, player: str) -> Iterator[Requirement]:
        """Yield the points in one more game that are better than those of the player in the last seat."""
        for row in self._reserves.get(player, ()):
            last = self._last_seats[row.game]
            points = _find_points_to_pass(row, round_for_ranking(last.ranking))
            if points is not None:
                yield Requirement("a seat at the final table", row.game, last.player, last.seat, points)

    @cached_property
    def _standings(self) -> Mapping[str, LudoStanding]:
        """The standings at the start of the year of the tournament, or in it."""
        played_tournaments = self.circuit.history.events
        return start_year(
            played_tournaments[-1].standings if played_tournaments else {}, self.tournament.year
        )

    @cached_property
    def _ludo_ranking(self) -> Mapping[str, RankedPlayer]:
        return build_ludo_ranking(self.circuit.inputs.players, self._standings, self.tournament.year)

    @property
    def _ludo_today(self) -> Mapping[str, RankedPlayer]:
        return self.circuit.ludo_rankings.get(self.circuit.latest_year, {})

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above([*self._ludo_ranking.values()])

    @cached_property
    def _year_rows_above(self) -> Mapping[str, YearRankedPlayer]:
        return find_next_above(
            [*build_year_ranking(self.circuit.inputs.players, self._standings, self.tournament.year).values()]
        )

    @cached_property
    def _highest_total(self) -> float:
        """The most that anybody ever had in a tournament."""
        return max((row.total for row in self.circuit.history.rows), default=0.0)

    @cached_property
    def _final_tables(self) -> Sequence[Seat]:
        """The final tables as they would be now; empty once the final is past, or is what comes next."""
        year = self.tournament.year
        tournaments = [*self.circuit.tournaments, self.tournament]
        if any(tournament.kind == "final" and tournament.year == year for tournament in tournaments):
            return []
        return self.circuit.seats.get(year, [])

    @cached_property
    def _last_seats(self) -> Mapping[str, Seat]:
        """The last seat of each game."""
        return {seat.game: seat for seat in self._final_tables if not seat.reserve}

    @cached_property
    def _reserves(self) -> Mapping[str, Sequence[GameRankedPlayer]]:
        """The rankings of games in which each player is a reserve, by player."""
        reserves = {(seat.game, seat.player) for seat in self._final_tables if seat.reserve}
        games = self.circuit.game_rankings.get(self.tournament.year, ())
        return group_by((row for row in games if (row.game, row.player) in reserves), attrgetter("player"))


def _make_day_row(points: float) -> DayRankedPlayer:
    """Return a row of a tournament that brings these points, the bonus among them."""
    return DayRankedPlayer(
        tournament="", rank=1, player="", name="", club="", points=points, bonus=0, total=points
    )


def _find_points_to_pass(row: GameRankedPlayer, target: float) -> float | None:
    """Return the points in one more game that bring the ranking of a player beyond a target."""
    return find_least(lambda points: round_for_ranking(project_ranking(row, points)) > target, 0.0, WIN)
