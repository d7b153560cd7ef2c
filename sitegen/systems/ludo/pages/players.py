"""The page of a player: the standing, its course, the tournaments, the games and what a next one would do.

The rows of tournaments with all that their formulas are filled in with.

What each player did: the tournaments, and the account of the LUDO total from one list to the next.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PageSection, PlayerPage, Section
from sitegen.core.table import Rank, make_rows
from sitegen.systems.ludo.circuit import Circuit, Requirement, Requirements
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    Counting,
    DayRankedPlayer,
    DayResultByRound,
    ExplanationLine,
    GameRankedPlayer,
    NextGame,
    PlayerGameTotals,
    PlayerRound,
    PlayerTournament,
    PlayerYear,
    RoundStep,
    Seat,
    TotalBreakdown,
)
from sitegen.systems.ludo.scoring import (
    GAME,
    POINTS,
    WIN,
    LudoStanding,
    RoundResult,
    get_divisor,
    kahan_sum,
    project_ranking,
)
from sitegen.systems.ludo.tables import (
    DAY_ARTICLE,
    GAME_ARTICLE,
    ROUND_ARTICLE,
    YEAR_ARTICLE,
    Player,
    Points,
    Tournament,
)
from sitegen.toolkit.course import make_player_pages
from sitegen.toolkit.order import classify_change, group_by
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening

_ROUND_NUMBERS = (1, 2, 3)
_RESULT, _WORTH = map(attrgetter, ("result", "worth"))
_ENTRY = attrgetter("result.place", "scores")


class _RoundPoints(NamedTuple):
    """The points of a player in each round of a tournament, and what its bonus goes by."""

    round_1: float | None
    round_2: float | None
    round_3: float | None
    players: int
    ceiling: int | None


class _EnteredPlace(NamedTuple):
    """The place that was entered, and the scores of the table together."""

    given: float
    scores: float | None


@dataclass(frozen=True)
class Calculations:
    """The calculations of all tournaments that were played, each made when it is asked for."""

    circuit: Circuit

    def build_day_ranking(self, tournament: str) -> list[DayResultByRound]:
        """The ranking of a tournament, with the points of each round."""
        return self._add_round_points(tournament, self.circuit.day_rankings[tournament])

    def build_rounds(self, tournament: str) -> Mapping[int, Sequence[RoundStep]]:
        """The rounds of a tournament, in order."""
        rounds = group_by(self.circuit.rounds_by_tournament[tournament], lambda row: row.result.round)
        return {number: _build_steps(rows) for number, rows in rounds.items()}

    def build_player_steps(self, tournament: str, player: str) -> list[RoundStep | DayResultByRound]:
        """What a player did in each round of a tournament, and in the ranking of its day."""
        days = [row for row in self.circuit.day_rankings[tournament] if row.player == player]
        rounds = [row for row in self.circuit.rounds_by_tournament[tournament] if row.who.id == player]
        return [*_build_steps(rounds), *self._add_round_points(tournament, days)]

    def _add_round_points(self, tournament: str, days: Sequence[DayRankedPlayer]) -> list[DayResultByRound]:
        rounds, points = (
            self.circuit.rounds_by_tournament[tournament],
            defaultdict[str, dict[int, float]](dict),
        )
        for row in reversed(rounds):
            points[row.worth.player][row.worth.round] = row.worth.points
        told = len(self.circuit.day_rankings[tournament]), self.circuit.ceilings.get(rounds[0].year)
        rest = ((*map(points[row.player].get, _ROUND_NUMBERS), *told) for row in days)
        return DayResultByRound.combine_all(days, make_rows(_RoundPoints, rest))


def _build_steps(rounds: Sequence[RoundResult]) -> list[RoundStep]:
    return RoundStep.combine_all(
        make_rows(_EnteredPlace, map(_ENTRY, rounds)), map(_WORTH, rounds), map(_RESULT, rounds)
    )


YEAR_START_NOTE = (
    "At the first tournament of a year all totals fall: last year counts for two thirds from then on, and the"
    " year before it for one third."
)
YEAR_START: Counting = "earlier years count for less"


class _PlayedTournament(NamedTuple):
    """A tournament, its place among all, what a player did there, and how they stood around it.

    That is after the `earlier` tournament, None before the first, and after this one.
    """

    place: int
    tournament: Tournament
    row: DayRankedPlayer
    previous_standing: LudoStanding | None
    closing_standing: LudoStanding

    @property
    def opening_standing(self) -> LudoStanding:
        """How the player stood before it, in its year already."""
        if self.previous_standing is None or self.previous_standing.latest < self.closing_standing.year - 2:
            return LudoStanding(self.closing_standing.year)
        return self.previous_standing.advance_to(self.closing_standing.year)


@dataclass(frozen=True)
class TournamentHistories:
    """The tournaments of all players."""

    circuit: Circuit
    calculations: Calculations

    @cached_property
    def _played_tournaments(self) -> Mapping[str, Sequence[_PlayedTournament]]:
        found = defaultdict[str, list[_PlayedTournament]](list)
        earlier: Mapping[str, LudoStanding] = {}
        for place, (tournament, after) in enumerate(self.circuit.snapshots):
            for row in after.rows:
                stood = earlier.get(row.player), after.standings[row.player]
                found[row.player].append(_PlayedTournament(place, tournament, row, *stood))
            earlier = after.standings
        return found

    def build_career(self, player: str) -> Career:
        """What a player did, and the LUDO total after each tournament that moved it."""
        stood = self.circuit.history.standings_by_player.get(player, ())
        new = [later for earlier, later in pairwise(stood) if later[1] is not earlier[1]]
        totals = [(day, own.ludo) for day, own in (*stood[:1], *new)]
        moved = (later for earlier, later in pairwise(totals) if later[1] != earlier[1])
        by_day = dict([*totals[:1], *moved])
        played = [self._build_result(visit) for visit in self._played_tournaments.get(player, ())]
        return Career(list(by_day.items()), played, 0.0 if played else None)

    def _build_result(self, visit: _PlayedTournament) -> Result:
        change, held = visit.closing_standing.ludo - visit.opening_standing.ludo, visit.tournament
        place = f"{visit.row.rank}/{len(self.circuit.history.events[visit.place].rows)}"
        return Result(
            held.date, held.tournament, classify_change(change), (), (), place, None, change, held.name
        )

    def _find_standing(self, player: str, place: int) -> LudoStanding | None:
        """How a player stood after a tournament: None for who had not played for two years."""
        return self.circuit.history.events[place].standings.get(player) if place >= 0 else None

    def explain_total(self, player: str) -> list[Section]:
        """What moved the total of a player since the list before that of their last tournament."""
        if not (visits := self._played_tournaments.get(player)):
            return []
        day = visits[-1].tournament.date
        latest = [visit for visit in visits if visit.tournament.date == day]
        first = latest[0].place
        before = self._find_previous(first)
        stood = self._find_standing(player, before)
        listed = self.circuit.history.events[before].day if stood else None
        last = self._find_last(player, latest[-1].place)
        rows = [
            *self._explain_tournaments(latest, stood),
            *self._explain_years(player, latest[-1].place, last),
        ]
        ended = self.circuit.history.events[last]
        own = ended.standings[player]
        total = TotalBreakdown.combine(own, player=player, ludo=own.ludo)
        return [
            build_explanation(
                ExplanationLine,
                rows,
                steps=[*self._collect_steps(latest), total],
                before=make_opening(listed, stood.ludo if stood else 0.0, day),
                after=Balance(LIST_TITLE, ended.day, own.ludo),
                note=YEAR_START_NOTE if any(row.counts == YEAR_START for row in rows) else "",
                articles=[ROUND_ARTICLE, DAY_ARTICLE, YEAR_ARTICLE],
            )
        ]

    def _find_previous(self, place: int) -> int:
        """The last tournament of the day of play before a tournament; -1 before the first."""
        events = self.circuit.history.events
        return next((at for at in range(place - 1, -1, -1) if events[at].day < events[place].day), -1)

    def _find_last(self, player: str, place: int) -> int:
        """The latest tournament until which a player is on the lists."""
        events = self.circuit.history.events
        last = len(events) - 1
        return last if player in events[last].standings else place

    def _explain_tournaments(
        self, latest: Sequence[_PlayedTournament], stood: LudoStanding | None
    ) -> Iterator[ExplanationLine]:
        """The years that end before the tournaments of a day, and what each of these did."""
        before = latest[0].opening_standing
        if stood and stood.year != before.year:
            yield _build_year_start_row(latest[0].tournament, before, stood)
        for visit in latest:
            before, after = visit.opening_standing, visit.closing_standing
            gone = next((row for row in before.regular if row not in after.regular), None)
            running = before.ludo
            if gone and visit.tournament.kind == "regular":
                running -= gone.total
                yield self._build_row(gone, "falls away", -gone.total, running)
            change = after.ludo - running
            yield self._build_row(visit.row, _classify_counting(visit, after), change, after.ludo)

    def _explain_years(self, player: str, place: int, last: int) -> Iterator[ExplanationLine]:
        """The years that began between two tournaments, each at the first of it."""
        for at in range(place + 1, last + 1):
            before, after = self._find_standing(player, at - 1), self._find_standing(player, at)
            if before and after and before.year != after.year:
                yield _build_year_start_row(self.circuit.tournaments[at], after, before)

    def _build_row(
        self, row: DayRankedPlayer, counts: Counting, change: float, ludo: float
    ) -> ExplanationLine:
        tournament = self._tournaments_by_key[row.tournament]
        day, name, key = tournament.date, tournament.name, tournament.tournament
        return ExplanationLine(day, name, counts, row.rank, change, ludo, key)

    @cached_property
    def _tournaments_by_key(self) -> Mapping[str, Tournament]:
        return {tournament.tournament: tournament for tournament in self.circuit.tournaments}

    def _collect_steps(self, latest: Sequence[_PlayedTournament]) -> Iterator[RoundStep | DayResultByRound]:
        for visit in latest:
            yield from self.calculations.build_player_steps(visit.tournament.tournament, visit.row.player)


def _classify_counting(visit: _PlayedTournament, after: LudoStanding) -> Counting:
    if visit.tournament.kind == "final":
        return "final"
    return "regular" if visit.row in after.regular else "not among the five best"


def _build_year_start_row(first: Tournament, now: LudoStanding, before: LudoStanding) -> ExplanationLine:
    """What the beginning of a year did to a total, on the day of its first tournament."""
    change = now.ludo - before.ludo
    return ExplanationLine(first.date, str(now.year), YEAR_START, None, change, now.ludo, first.tournament)


_PLAYER = attrgetter("player")


class _LudoPlace(NamedTuple):
    """Where a player stood in LUDO."""

    ludo_rank: int
    ludo: float


def build_player_pages(
    circuit: Circuit, careers: TournamentHistories, needs: Requirements | None
) -> list[PlayerPage]:
    """A page for everyone."""
    return make_player_pages(circuit.inputs.players, _PlayerPages(circuit, careers, needs).build_content)


@dataclass(frozen=True)
class _PlayerPages:
    """What everybody did, by player."""

    circuit: Circuit
    careers: TournamentHistories
    requirements: Requirements | None

    def build_content(self, player: Player) -> PageContent:
        """The page of a player; what hangs on others is made at once."""
        needed, years = self._find_requirements(player.id), self._years.get(player.id, ())
        return PageContent(
            list(self._build_facts(player.id)), partial(self._build_sections, player.id, needed, years)
        )

    def _build_sections(
        self, player: str, needed: Sequence[Requirement], years: Sequence[PlayerYear]
    ) -> list[PageSection]:
        account = [*self.careers.explain_total(player), *self._build_requirements(needed)]
        return [*self._build_chart(player), *account, *self._build_history(player, years)]

    def _build_facts(self, player: str) -> Iterator[Fact]:
        """Where a player stands now."""
        year = self.circuit.latest_year
        if year and (ludo := self.circuit.ludo_rankings[year].get(player)):
            yield Fact("LUDO total", ludo.total, Points)
            yield Fact("LUDO place", ludo.rank, Rank)
        if year and (of_year := self.circuit.year_rankings[year].get(player)):
            yield Fact("Total of the year", of_year.total, Points)
            yield Fact("Place of the year", of_year.rank, Rank)
            yield Fact("Regular tournaments that count", of_year.counted, int)
        if seats := sum(not seat.reserve for seat in self._final_seats.get(player, ())):
            yield Fact("Seats at final tables", seats, int)

    def _build_chart(self, player: str) -> Iterator[Chart]:
        """The course of the LUDO ranking, since the first tournament of a player."""
        points = {day: own.ludo for day, own in self.circuit.history.standings_by_player[player]}
        if points:
            yield Chart("LUDO total", list(points.items()), note=YEAR_START_NOTE)

    def _find_requirements(self, player: str) -> list[Requirement]:
        """What the next tournament would have to bring."""
        return list(self.requirements.find_requirements(player)) if self.requirements else []

    def _build_requirements(self, rows: Sequence[Requirement]) -> Iterator[Section]:
        if self.requirements and rows:
            title, named = "What is still needed on {day}", {"day": self.requirements.tournament.date}
            note = (
                "As if nobody else took part. The places are those before it: in a new year, what earlier"
                " ones brought is worth less. What takes more points than anybody ever had in a tournament,"
                " or for a seat more than a win at a table of four, is not named."
            )
            articles = [YEAR_ARTICLE, *([GAME_ARTICLE] if any(row.game for row in rows) else [])]
            yield Section("ahead", title, Requirement, rows, note, params=named, articles=articles)

    def _build_history(self, player: str, years: Sequence[PlayerYear]) -> Iterator[Section]:
        """The tournaments, games, rounds and years of a player."""
        mine, none = self._rounds.get(player, []), NO_TOURNAMENT
        visits = [*map(self._build_tournament_row, reversed(self._day_rankings.get(player, [])))]
        yield Section(
            "tournaments",
            "Tournaments",
            PlayerTournament,
            visits,
            empty=none,
            articles=[DAY_ARTICLE, YEAR_ARTICLE],
            is_yearly=True,
        )
        note, empty = "What one more game would do to each ranking.", "No game has been played this year."
        games = self._build_next_games(player)
        yield Section("next", "Games this year", NextGame, games, note, empty, articles=[GAME_ARTICLE])
        note, ever = "Most played first.", _summarize_games(mine, self.circuit.game_names)
        yield Section(
            "games", "Games in all years", PlayerGameTotals, ever, note, none, articles=[ROUND_ARTICLE]
        )
        yield Section("years", "Years", PlayerYear, years, YEAR_START_NOTE, none, articles=[YEAR_ARTICLE])
        rounds = PlayerRound.combine_all(
            [round_result.worth for round_result in mine], [round_result.result for round_result in mine]
        )[::-1]
        yield Section(
            "rounds", "Rounds", PlayerRound, rounds, empty=none, articles=[ROUND_ARTICLE], is_yearly=True
        )

    def _build_next_games(self, player: str) -> list[NextGame]:
        seats = {seat.game: seat for seat in self._final_seats.get(player, ())}
        found = sorted(self._game_rankings.get(player, ()), key=lambda row: -row.played)
        return [_build_next_game(row, seats.get(row.game)) for row in found]

    @cached_property
    def _years(self) -> Mapping[str, Sequence[PlayerYear]]:
        """The years of everybody, the latest first."""
        found = defaultdict[str, list[PlayerYear]](list)
        for year, ranking in reversed(self.circuit.year_rankings.items()):
            ends, ludo = self.circuit.year_end_standings[year], self.circuit.ludo_rankings[year]
            places = make_rows(_LudoPlace, ((ludo[id_].rank, ludo[id_].total) for id_ in ranking))
            campaigns = PlayerYear.combine_all(places, map(ends.__getitem__, ranking), ranking.values())
            for player, campaign in zip(ranking, campaigns, strict=True):
                found[player].append(campaign)
        return found

    def _build_tournament_row(self, row: DayRankedPlayer) -> PlayerTournament:
        held, players = self._tournaments[row.tournament], len(self.circuit.day_rankings[row.tournament])
        counted = self.circuit.year_end_standings[held.year][row.player].is_counted(row, held.kind)
        return PlayerTournament.combine(row, date=held.date, players=players, counted=counted)

    @cached_property
    def _tournaments(self) -> Mapping[str, Tournament]:
        return {tournament.tournament: tournament for tournament in self.circuit.tournaments}

    @cached_property
    def _day_rankings(self) -> Mapping[str, Sequence[DayRankedPlayer]]:
        """The tournaments of everybody."""
        return group_by(self.circuit.history.rows, _PLAYER)

    @cached_property
    def _game_rankings(self) -> Mapping[str, Sequence[GameRankedPlayer]]:
        """The rankings of games this year."""
        return group_by(self.circuit.game_rankings.get(self.circuit.latest_year, ()), _PLAYER)

    @cached_property
    def _final_seats(self) -> Mapping[str, Sequence[Seat]]:
        """The seats at the final tables of this year."""
        return group_by(self.circuit.seats.get(self.circuit.latest_year, ()), _PLAYER)

    @cached_property
    def _rounds(self) -> Mapping[str, Sequence[RoundResult]]:
        return group_by(self.circuit.rounds, attrgetter("who.id"))


def _build_next_game(row: GameRankedPlayer, seat: Seat | None) -> NextGame:
    now, then = get_divisor(row.played), get_divisor(row.played + 1)
    return NextGame.combine(
        row,
        average=row.points / row.played,
        win=project_ranking(row, WIN),
        last=project_ranking(row, 0.0),
        needed=row.points * (then - now) / now,
        seat=seat.seat if seat else None,
        reserve=seat.reserve if seat else None,
    )


def _summarize_games(rounds: Sequence[RoundResult], games: Sequence[str]) -> list[PlayerGameTotals]:
    """Every game that a player ever played, the most played first; `games` are all, by the alphabet."""
    of = group_by(rounds, GAME)
    there = [(game, of[game]) for game in games if game in of]
    return [
        PlayerGameTotals(
            game=game,
            played=len(rows),
            won=sum(row.worth.win_bonus > 0 for row in rows),
            average=kahan_sum(map(POINTS, rows)) / len(rows),
            best=max(map(POINTS, rows)),
        )
        for game, rows in sorted(there, key=lambda pair: -len(pair[1]))
    ]
