"""All tournaments of a circuit until a day, and what the regulation makes of them.

In which order prizes are given at a tournament: Article 4.3 of the regulation.

What a player still needs: points that bring the next place of a ranking, or a seat at a final table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from math import asin, cos, radians, sin, sqrt
from operator import attrgetter
from typing import Literal, NamedTuple

from sitegen.core.entities import Moment
from sitegen.core.model import PublishedTable
from sitegen.core.names import extract_letters, make_sort_key
from sitegen.core.table import PlayerId, Rank, Table, column
from sitegen.systems.ludo.outputs import (
    DayRankedPlayer,
    GameRankedPlayer,
    Prize,
    PrizeKind,
    RankedPlayer,
    Receipt,
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
    Game,
    Inputs,
    Location,
    Options,
    Player,
    Points,
    Tournament,
    get_location,
)
from sitegen.toolkit.course import History, ListState, Snapshot
from sitegen.toolkit.order import find_least, find_next_above, group_by, round_for_ranking

MAX_PLACES = 10
MIN_GROUP_SIZE = 8
_EARTH_RADIUS = 6371.0088
"""The mean radius of the earth in km (IUGG)."""


class ClubGroup(NamedTuple):
    """A club that is called for its number of players; its distance in km, None where a place is unknown."""

    club: str
    players: int
    distance: float | None


def award_prizes(
    players: Mapping[str, Player],
    clubs: Sequence[Club],
    tournament: Tournament,
    day: Sequence[DayRankedPlayer],
) -> list[Prize]:
    """Everyone who is called at a tournament, from the ranking of its day: Article 4.3.

    `players` are those of the circuit by id, `clubs` the home bases.
    """
    called = _list_recipients(players, clubs, tournament, day)
    return Prize.make_rows(
        (tournament.tournament, order, *recipient) for order, recipient in enumerate(called, 1)
    )


def _list_recipients(
    players: Mapping[str, Player],
    clubs: Sequence[Club],
    tournament: Tournament,
    day: Sequence[DayRankedPlayer],
) -> Iterator[tuple[PrizeKind, str]]:
    last = max(1, find_last_place(len(day)))
    # Who may choose first depends on nobody's hiding: a shared place goes by the real names here.
    best = sorted(
        (row for row in day if row.rank <= last), key=lambda row: (row.rank, players[row.player].alphabet)
    )
    yield from (("winner", row.player) for row in best if row.rank == 1)
    if tournament.interclub:
        yield "interclub", tournament.interclub
    yield from (("place", row.player) for row in best if row.rank > 1)
    yield from (("club", group.club) for group in find_groups(clubs, tournament, day))
    others = [players[row.player] for row in day if row.rank > last]
    yield from (("lot", player.id) for player in order_by_lot(others, tournament.tournament))


def find_last_place(participants: int) -> int:
    """By Article 4.3 the last place called: a tenth of the participants, rounded half up, ten at most."""
    return min(MAX_PLACES, (participants + 5) // 10)


def find_groups(
    clubs: Sequence[Club], tournament: Tournament, day: Sequence[DayRankedPlayer]
) -> list[ClubGroup]:
    """Article 4.3: the clubs with eight players or more, most players first, then the farthest from home."""
    homes = {club.club: club for club in clubs}
    counts = Counter(row.club for row in day if row.club)
    found = [
        ClubGroup(club, players, measure_distance(homes.get(club), tournament))
        for club, players in counts.items()
        if players >= MIN_GROUP_SIZE
    ]
    return sorted(found, key=_get_group_order)


def _get_group_order(group: ClubGroup) -> tuple[int, bool, float, str]:
    away = round_for_ranking(group.distance or 0.0)
    return -group.players, group.distance is None, -away, make_sort_key(group.club)


def measure_distance(home: Club | None, tournament: Tournament) -> float | None:
    """The way from a home base to a tournament along a great circle in km; None where either is unknown."""
    here, there = home and get_location(home), get_location(tournament)
    return measure_great_circle(here, there) if here and there else None


def measure_great_circle(one: Location, other: Location) -> float:
    """The way between two places in km."""
    south, north = radians(one.latitude), radians(other.latitude)
    east = radians(other.longitude - one.longitude)
    # The haversine keeps its digits where two places are near each other.
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(east / 2) ** 2
    return 2 * _EARTH_RADIUS * asin(min(1.0, sqrt(chord)))


def order_by_lot(players: Sequence[Player], tournament: str) -> list[Player]:
    """The order by lot of Article 4.3, which nobody can choose: ascending SHA-256 of `tournament/player`."""
    return sorted(players, key=lambda player: player.lot(tournament))


_table_cells = Receipt.make_getter("round", "table")


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with the rounds of each and the ranking of its day.

    `ceilings` are those of the bonus, in each year that has one.
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
        """The tournaments, with what stands after each."""
        return list(zip(self.tournaments, self.history.events, strict=True))

    @cached_property
    def year_end_standings(self) -> Mapping[int, Mapping[str, LudoStanding]]:
        """How all stood at the end of each year in which was played, and stand in the latest."""
        return {state.day.year: state.standings for state in self._year_end_lists}

    @cached_property
    def _year_end_lists(self) -> Sequence[ListState[DayRankedPlayer, LudoStanding]]:
        return self.history.build_lists(Moment(date.max, 0))

    def get_rankings(self, day: date, standings: Mapping[str, LudoStanding]) -> Rankings:
        """The rankings of the standings at the end of a day of play, which are made once."""
        if day not in self._rankings_by_day:
            given = self.inputs.players, standings, day.year
            self._rankings_by_day[day] = Rankings(build_ludo_ranking(*given), build_year_ranking(*given))
        return self._rankings_by_day[day]

    @cached_property
    def _rankings_by_day(self) -> dict[date, Rankings]:
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
        """The LUDO ranking at the end of each year, by player; of the latest as it stands now."""
        return {
            state.day.year: self.get_rankings(state.day, state.standings).ludo
            for state in self._year_end_lists
        }

    @cached_property
    def game_rankings(self) -> dict[int, list[GameRankedPlayer]]:
        """The rankings of games in each year."""
        return {
            year: GameRankedPlayer.make_rows(chain.from_iterable(game.rows for game in there))
            for year, there in self._games_by_year.items()
        }

    @cached_property
    def _games_by_year(self) -> Mapping[int, Sequence[GameRanking]]:
        """All games of each year."""
        finals = {
            tournament.year: tournament.date for tournament in self.tournaments if tournament.kind == "final"
        }
        return {
            year: rank_games(self._select_rounds(held), finals.get(year, date.max))
            for year, held in group_by(self.tournaments, attrgetter("year")).items()
        }

    def _select_rounds(self, tournaments: Iterable[Tournament]) -> Iterator[RoundResult]:
        return chain.from_iterable(
            self.rounds_by_tournament[tournament.tournament] for tournament in tournaments
        )

    @cached_property
    def receipts(self) -> Sequence[Receipt]:
        """What each round was worth."""
        return [round_result.worth for round_result in self.rounds]

    @cached_property
    def sizes(self) -> Mapping[str, tuple[int, int, int]]:
        """How many players, tables and different games there were at each tournament."""
        return {
            key: (len(self.day_rankings[key]), len(games), len({*games}))
            for key, games in self.table_games.items()
        }

    @cached_property
    def table_games(self) -> Mapping[str, Sequence[str]]:
        """The game of each table of each tournament."""
        rows = {
            key: [round_result.worth for round_result in rounds]
            for key, rounds in self.rounds_by_tournament.items()
        }
        return {
            key: [*{_table_cells(receipt): receipt.game for receipt in there}.values()]
            for key, there in rows.items()
        }

    @cached_property
    def game_names(self) -> Sequence[str]:
        """The games that were ever played, by the alphabet."""
        return sorted({*chain.from_iterable(self.table_games.values())}, key=make_sort_key)

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The final tables of each year, with the reserves."""
        seats = {extract_letters(game): count for game, count in self.options.final_seats.items()}
        return {
            year: [*chain.from_iterable(seat_final_table(year, game, seats) for game in there)]
            for year, there in self._games_by_year.items()
            if any(game.before_final for game in there)
        }

    @cached_property
    def prizes(self) -> Sequence[Sequence[Prize]]:
        """Who is called at each tournament."""
        players, clubs = {player.id: player for player in self.inputs.players}, self.inputs.clubs
        return [award_prizes(players, clubs, tournament, after.rows) for tournament, after in self.snapshots]


def build_circuit(inputs: Inputs, options: Options, as_of: date) -> Circuit:
    """Everything that had been played by `as_of`; a tournament without results has not been."""
    results = group_by(inputs.results, attrgetter("tournament"))
    played = [
        tournament
        for tournament in inputs.tournaments
        if tournament.tournament in results and tournament.date <= as_of
    ]
    played.sort(key=lambda item: (item.date, item.tournament))
    held = score_rounds(results, played, inputs.players)
    limits = compute_ceilings(held.values(), options.bonus_ceilings)
    days = {key: rank_day(rows, limits) for key, rows in held.items()}
    return Circuit(inputs, options, played, limits, held, days)


def build_tables(now: Circuit) -> list[PublishedTable]:
    """All published tables; of the rankings by year and game one for each year with a result."""
    years, games = reversed(now.year_rankings.items()), reversed(now.game_rankings.items())
    return [
        PublishedTable(
            "ludo", RankedPlayer, [*now.ludo_rankings[now.latest_year].values()] if now.latest_year else []
        ),
        *(PublishedTable(f"year-{year}", YearRankedPlayer, [*found.values()]) for year, found in years),
        PublishedTable("days", DayRankedPlayer, now.history.rows),
        PublishedTable("rounds", Receipt, now.receipts),
        *(PublishedTable(f"games-{year}", GameRankedPlayer, found) for year, found in games),
        PublishedTable("prizes", Prize, [row for called in now.prizes for row in called]),
        PublishedTable("final-tables", Seat, [row for seats in now.seats.values() for row in seats]),
    ]


Goal = Literal[
    "a place in LUDO", "the next place in LUDO", "the next place of the year", "a seat at the final table"
]


class Requirement(Table):
    """The points that are enough for a goal in the next tournament."""

    goal: Goal = column("what they are needed for", label="For", role="name")
    game: Game = column("the game of the final table", default="")
    player: PlayerId = column("who has the place or the seat", label="Ahead of", default="", role="optional")
    place: Rank | None = column("that place or seat", default=None, role="optional")
    points: Points = column(
        "points that are enough: those of the day with its bonus, for a seat those of one game; 0: any",
        default=0.0,
        role="value",
    )


@dataclass(frozen=True)
class Requirements:
    """What everybody needs in the tournament that is to be played next."""

    circuit: Circuit
    tournament: Tournament

    def find_requirements(self, player: str) -> Iterator[Requirement]:
        """What one of them needs: in LUDO, in the ranking of the year, for the final tables."""
        if player not in self._ludo_ranking:
            yield Requirement("a place in LUDO")
        yield from self._require_next_place(
            "the next place in LUDO", player, self._rows_above, lambda own: own.ludo
        )
        yield from self._require_next_place(
            "the next place of the year", player, self._year_rows_above, lambda own: own.this_year
        )
        yield from self._require_seats(player)

    def _require_next_place(
        self,
        goal: Goal,
        player: str,
        over: Mapping[str, RankedPlayer | YearRankedPlayer],
        total: Callable[[LudoStanding], float],
    ) -> Iterator[Requirement]:
        """The points of the day that bring it, as far as anybody ever had so many."""
        if line := over.get(player):
            own, kind, beyond = self._standings[player], self.tournament.kind, round_for_ranking(line.total)
            points = find_least(
                lambda more: round_for_ranking(total(own.add_tournament(_make_day_row(more), kind))) > beyond,
                0.0,
                self._highest_total,
            )
            if points is not None:
                yield Requirement(goal, "", line.player, line.rank, points)

    def _require_seats(self, player: str) -> Iterator[Requirement]:
        """The points in one more game that are better than the last who sits there."""
        for row in self._reserves.get(player, ()):
            last = self._last_seats[row.game]
            if (points := _find_points_to_pass(row, last)) is not None:
                yield Requirement("a seat at the final table", row.game, last.player, last.seat, points)

    @cached_property
    def _standings(self) -> Mapping[str, LudoStanding]:
        """How all stand when the year of the tournament has begun."""
        played = self.circuit.history.events
        return start_year(played[-1].standings if played else {}, self.tournament.year)

    @cached_property
    def _ludo_ranking(self) -> Mapping[str, RankedPlayer]:
        return build_ludo_ranking(self.circuit.inputs.players, self._standings, self.tournament.year)

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
        """Who would sit at the final tables; nobody where the final was played, or is what comes next."""
        year = self.tournament.year
        finals = {
            tournament.year
            for tournament in [*self.circuit.tournaments, self.tournament]
            if tournament.kind == "final"
        }
        return [] if year in finals else self.circuit.seats.get(year, [])

    @cached_property
    def _last_seats(self) -> Mapping[str, Seat]:
        """Who has the last seat of each game."""
        return {seat.game: seat for seat in self._final_tables if not seat.reserve}

    @cached_property
    def _reserves(self) -> Mapping[str, Sequence[GameRankedPlayer]]:
        """The games of each player in which they are a reserve."""
        there = {(seat.game, seat.player) for seat in self._final_tables if seat.reserve}
        games = self.circuit.game_rankings.get(self.tournament.year, ())
        return group_by((row for row in games if (row.game, row.player) in there), attrgetter("player"))


def _make_day_row(points: float) -> DayRankedPlayer:
    """A tournament that brings so many points, the bonus among them."""
    return DayRankedPlayer(
        tournament="", rank=1, player="", name="", club="", points=points, bonus=0, total=points
    )


def _find_points_to_pass(row: GameRankedPlayer, last: Seat) -> float | None:
    """The points in one more game that bring a player past who has the last seat."""
    beyond = round_for_ranking(last.ranking)
    return find_least(lambda points: round_for_ranking(project_ranking(row, points)) > beyond, 0.0, WIN)
