"""The circuit until a day: its tournaments with their rankings, prizes and final tables.

The prizes follow Article 4.3 of the regulation; its other articles are in `scoring`. `find_requirements`
says how many points a player needs in the next tournament for the next place of a ranking, or for a seat at
a final table.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.columnar import Rows
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
    NO_RANKINGS,
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
    Kind,
    Options,
    Player,
    Tournament,
    measure_distance,
)
from sitegen.toolkit.decisions import (
    PointsDecision,
    find_excluded,
    list_decisions,
    publish_decisions,
)
from sitegen.toolkit.history import History, Snapshot
from sitegen.toolkit.memberships import Members
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
    last = max(1, find_last_place(len(ranking)))
    best = sorted(
        (row for row in ranking if row.rank <= last), key=lambda row: (row.rank, players[row.player].alphabet)
    )
    # The order by lot, which nobody can choose: ascending SHA-256 of `tournament/player`, then who hide.
    others = [row.player for row in ranking if row.rank > last]
    others.sort(key=lambda player: players[player].lot(tournament.tournament))
    recipients: Mapping[PrizeKind, Sequence[str]] = {
        "winner": [row.player for row in best if row.rank == 1],
        "interclub": [tournament.interclub] if tournament.interclub else [],
        "place": [row.player for row in best if row.rank > 1],
        "club": [group.club for group in find_groups(clubs, tournament, ranking)],
        "lot": others,
    }
    in_order = [(kind, recipient) for kind, called in recipients.items() for recipient in called]
    return [Prize(tournament.tournament, order, *prize) for order, prize in enumerate(in_order, 1)]


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
        ClubGroup(club, players, measure_distance(homes[club], tournament) if club in homes else None)
        for club, players in counts.items()
        if players >= MIN_GROUP_SIZE
    ]

    def sort_key(group: ClubGroup) -> tuple[int, bool, float, str]:
        away = round_for_ranking(group.distance or 0.0)
        return -group.players, group.distance is None, -away, make_sort_key(group.club)

    return sorted(groups, key=sort_key)


@dataclass(frozen=True)
class Circuit:
    """The tournaments that have been played, in order, with the rounds of each and the ranking of its day.

    `decisions` are those of the committee until now, in order of day. `ceilings` has the ceiling of the
    bonus for each year that has one. Rounds and rankings of the day are keyed by tournament.
    """

    inputs: Inputs
    members: Members
    options: Options
    decisions: Sequence[PointsDecision]
    tournaments: Sequence[Tournament]
    ceilings: Mapping[int, int]
    rounds_by_tournament: Mapping[str, Sequence[RoundResult]]
    day_rankings: Mapping[str, Sequence[DayRankedPlayer]]

    @cached_property
    def rounds(self) -> Sequence[RoundResult]:
        """The rounds of all tournaments."""
        return [*chain.from_iterable(self.rounds_by_tournament.values())]

    @cached_property
    def results(self) -> Rows[CalculatedResult]:
        """What was earned in these rounds, by column."""
        return Rows.from_rows(CalculatedResult, [row.calculated for row in self.rounds])

    @cached_property
    def tournaments_by_key(self) -> Mapping[str, Tournament]:
        """The tournaments, by key."""
        return {tournament.tournament: tournament for tournament in self.tournaments}

    @cached_property
    def history(self) -> History[DayRankedPlayer, LudoStanding]:
        """The standings after each tournament and each day with decisions, and the ranking of its day."""
        start = {player.id: LudoStanding() for player in self.inputs.players}
        return History(start, list(rate_tournaments(self.tournaments, self.day_rankings, self.decisions)))

    @cached_property
    def snapshots(self) -> Sequence[tuple[Tournament, Snapshot[DayRankedPlayer, LudoStanding]]]:
        """The tournaments, with the state after each."""
        played = (event for event in self.history.events if not event.decisions)
        return list(zip(self.tournaments, played, strict=True))

    def find_latest(self, day: date) -> Snapshot[DayRankedPlayer, LudoStanding] | None:
        """Return the state after the latest tournament through a day; None before the first."""
        place = bisect_right(self.snapshots, day, key=lambda pair: pair[1].day)
        return self.snapshots[place - 1][1] if place else None

    def find_excluded(self, day: date) -> set[str]:
        """Return the ids of those who are out of competition on a day."""
        return find_excluded(self.decisions, day)

    def list_competitors(self, day: date) -> list[Player]:
        """Return the players who are in competition on a day, with their clubs of that day."""
        excluded = self.find_excluded(day)
        return [player for player in self.members.list_players(day) if player.id not in excluded]

    def get_rankings(self, day: date, standings: Mapping[str, LudoStanding]) -> Rankings:
        """Return the rankings of the standings at the end of a day of play; each day is calculated once."""
        if day not in self._rankings_by_day:
            args = self.list_competitors(day), standings, day.year
            self._rankings_by_day[day] = Rankings(
                standings, build_ludo_ranking(*args), build_year_ranking(*args)
            )
        return self._rankings_by_day[day]

    @cached_property
    def _rankings_by_day(self) -> dict[date, Rankings]:
        return {}

    @cached_property
    def rankings_by_year(self) -> dict[int, Rankings]:
        """The rankings at the end of each year, oldest first; of the latest year as they are now."""
        year_ends = self.history.build_lists(Moment(date.max, 0))
        return {state.day.year: self.get_rankings(state.day, state.standings) for state in year_ends}

    def counts(self, row: DayRankedPlayer) -> bool:
        """Whether the total of a tournament is in the sum of its year."""
        tournament = self.tournaments_by_key[row.tournament]
        standing = self.rankings_by_year[tournament.year].standings[row.player]
        return tournament.kind == "final" or row in standing.regular

    @property
    def latest_year(self) -> int:
        """The latest year with a result; 0 before the first."""
        return max(self.rankings_by_year, default=0)

    @property
    def current_rankings(self) -> Rankings:
        """The rankings of the latest year with a result."""
        return self.rankings_by_year.get(self.latest_year, NO_RANKINGS)

    @cached_property
    def game_rankings(self) -> dict[int, list[GameRankedPlayer]]:
        """The rankings of all games, by year."""
        return {
            year: [row for game in games for row in game.rows] for year, games in self._games_by_year.items()
        }

    @cached_property
    def _final_days(self) -> Mapping[int, date]:
        """The days of the finals that have been played, by year."""
        return {
            tournament.year: tournament.date for tournament in self.tournaments if tournament.kind == "final"
        }

    @cached_property
    def _games_by_year(self) -> Mapping[int, Sequence[GameRanking]]:
        """The games of each year, with their rankings."""
        return {
            year: rank_games(
                rounds, self._final_days.get(year, date.max), partial(self._find_excluded_in, year)
            )
            for year, rounds in group_by(self.rounds, attrgetter("tournament.year")).items()
        }

    def _find_excluded_in(self, year: int, day: date) -> set[str]:
        """Return the ids of those who are out of competition on a day of a year, or at its end."""
        return self.find_excluded(min(day, date(year, 12, 31)))

    @cached_property
    def table_games(self) -> Mapping[str, Sequence[str]]:
        """The game of each table of each tournament."""
        return {
            key: [*{(row.result.round, row.result.table): row.result.game for row in rounds}.values()]
            for key, rounds in self.rounds_by_tournament.items()
        }

    @cached_property
    def game_names(self) -> Sequence[str]:
        """The games that were ever played, by the alphabet."""
        return sorted({*chain.from_iterable(self.table_games.values())}, key=make_sort_key)

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The final tables of each year, with the reserves."""
        return {
            year: [
                *chain.from_iterable(seat_final_table(year, game, self._count_seats(year)) for game in games)
            ]
            for year, games in self._games_by_year.items()
            if any(game.before_final for game in games)
        }

    def _count_seats(self, year: int) -> Mapping[str, int]:
        """Return the seats by game on the day of the final, or as far as they are known before it."""
        options = self.options.on(self._final_days.get(year, date(year, 12, 31)))
        return {extract_letters(game): count for game, count in options.final_seats.items()}

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
    members = Members(inputs.players, inputs.memberships, as_of)
    day_rankings = {key: rank_day(rows, ceilings, members) for key, rows in rounds.items()}
    decisions = [decision for decision in list_decisions(inputs) if decision.date <= as_of]
    return Circuit(inputs, members, options, decisions, played_tournaments, ceilings, rounds, day_rankings)


def build_tables(circuit: Circuit) -> list[PublishedTable]:
    """Return all published tables; of the rankings by year and game one for each year with a result."""
    return [
        PublishedTable("ludo", RankedPlayer, [*circuit.current_rankings.ludo.values()]),
        *(
            PublishedTable(f"year-{year}", YearRankedPlayer, [*rankings.year.values()])
            for year, rankings in reversed(circuit.rankings_by_year.items())
        ),
        *publish_decisions(circuit.history.decisions),
        PublishedTable("days", DayRankedPlayer, circuit.history.rows),
        PublishedTable("rounds", CalculatedResult, circuit.results),
        *(
            PublishedTable(f"games-{year}", GameRankedPlayer, rows)
            for year, rows in reversed(circuit.game_rankings.items())
        ),
        PublishedTable("prizes", Prize, [*chain.from_iterable(circuit.prizes)]),
        PublishedTable("final-tables", Seat, [*chain.from_iterable(circuit.seats.values())]),
    ]


def find_requirements(circuit: Circuit, tournament: Tournament) -> dict[str, list[Requirement]]:
    """Return what everybody needs in the next tournament, by player.

    That is points for the next place in LUDO and in the ranking of the year, and for a seat at a final table.
    """
    players, events, year = (
        circuit.list_competitors(tournament.date),
        circuit.history.events,
        tournament.year,
    )
    standings = start_year(events[-1].standings if events else {}, year)
    ludo, today = build_ludo_ranking(players, standings, year), circuit.current_rankings.ludo
    requirements = {
        player.id: [] if player.id in ludo else [Requirement("a place in LUDO")] for player in players
    }
    # what takes more than anybody ever had in a tournament is left out
    highest = max((row.total for row in circuit.history.rows), default=0.0)
    goals: Sequence[tuple[Goal, Mapping[str, RankedPlayer | YearRankedPlayer], str]] = (
        ("the next place in LUDO", ludo, "ludo"),
        ("the next place of the year", build_year_ranking(players, standings, year), "this_year"),
    )
    for goal, ranking, figure in goals:
        for player, above in find_next_above([*ranking.values()]).items():
            is_enough = partial(_passes, standings[player], tournament.kind, above, attrgetter(figure))
            points = find_least(is_enough, 0.0, highest)
            if points is not None:
                own, now = ranking[player].rank, today.get(player)
                own_place = own if ranking is ludo and now and now.rank != own else None
                requirements[player].append(
                    Requirement(goal, "", above.player, above.rank, points, own_place)
                )
    for player, requirement in _require_seats(circuit, tournament):
        requirements[player].append(requirement)
    return requirements


def _passes(
    standing: LudoStanding,
    kind: Kind,
    above: RankedPlayer | YearRankedPlayer,
    get_figure: Callable[[LudoStanding], float],
    points: float,
) -> bool:
    """Whether a tournament that brings these points, the bonus among them, brings more than a row has."""
    day = DayRankedPlayer.combine(above, tournament="", points=points, bonus=0, total=points)
    return round_for_ranking(get_figure(standing.add_tournament(day, kind))) > round_for_ranking(above.total)


def _require_seats(circuit: Circuit, tournament: Tournament) -> Iterator[tuple[str, Requirement]]:
    """Yield the points in one more game that bring a reserve before the last seat, if a win is enough.

    Nothing once the final is past, or where it is what comes next.
    """
    year = tournament.year
    if any(row.kind == "final" and row.year == year for row in (*circuit.tournaments, tournament)):
        return
    seats = circuit.seats.get(year, ())
    last_seats = {seat.game: seat for seat in seats if not seat.reserve}
    reserves = {(seat.game, seat.player) for seat in seats if seat.reserve}
    for row in circuit.game_rankings.get(year, ()):
        if (row.game, row.player) in reserves:
            last = last_seats[row.game]
            points = _find_points_to_pass(row, round_for_ranking(last.ranking))
            if points is not None:
                goal: Goal = "a seat at the final table"
                yield row.player, Requirement(goal, row.game, last.player, last.seat, points)


def _find_points_to_pass(row: GameRankedPlayer, target: float) -> float | None:
    """Return the points in one more game that bring the ranking of a player beyond a target."""
    return find_least(lambda points: round_for_ranking(project_ranking(row, points)) > target, 0.0, WIN)
