"""The pages of players, and their careers.

The rounds and rankings of a day with every step of their calculation are also for the pages of tournaments.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from operator import attrgetter
from typing import NamedTuple

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PageSection, PlayerPage, Section
from sitegen.systems.ludo.circuit import Circuit, find_requirements
from sitegen.systems.ludo.outputs import (
    NO_TOURNAMENT,
    ROUND_CALCULATION,
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
    Requirement,
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
    Tournament,
)
from sitegen.toolkit.history import make_player_pages
from sitegen.toolkit.order import classify_change, group_by
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening


def build_day_ranking(circuit: Circuit, tournament: str) -> list[DayResultByRound]:
    """Return the ranking of a tournament, with the points of each round."""
    rounds, ranking = circuit.rounds_by_tournament[tournament], circuit.day_rankings[tournament]
    points = {(row.player.id, f"round_{row.result.round}"): row.calculated.points for row in rounds}
    ceiling = circuit.ceilings.get(rounds[0].tournament.year)
    return [
        DayResultByRound.combine(
            row,
            **{name: points.get((row.player, name)) for name in ("round_1", "round_2", "round_3")},
            players=len(ranking),
            ceiling=ceiling,
        )
        for row in ranking
    ]


def build_rounds(circuit: Circuit, tournament: str) -> Mapping[int, Sequence[RoundStep]]:
    """Return the rounds of a tournament, in order."""
    rounds = group_by(circuit.rounds_by_tournament[tournament], attrgetter("result.round"))
    return {number: [*map(_build_step, rows)] for number, rows in rounds.items()}


def build_player_steps(
    circuit: Circuit, tournament: str, player: str
) -> Iterator[RoundStep | DayResultByRound]:
    """Yield the steps of a player in each round of a tournament, and in its ranking."""
    for result in circuit.rounds_by_tournament[tournament]:
        if result.player.id == player:
            yield _build_step(result)
    yield from (row for row in build_day_ranking(circuit, tournament) if row.player == player)


def _build_step(result: RoundResult) -> RoundStep:
    """Return the calculation of a result, with the share of a score in all scores: 0 / 1 without any."""
    entered, scores = result.result, result.scores or 1.0
    return RoundStep.combine(
        result.calculated, entered, given=entered.place, own=entered.score or 0.0, scores=scores
    )


YEAR_START_NOTE = (
    "At the first tournament of a year all totals fall: last year counts for two thirds from then on, and the"
    " year before it for one third."
)
YEAR_START: Counting = "earlier years count for less"


class _PlayedTournament(NamedTuple):
    """A tournament of a player: its place among all, the row there, and the standings around it.

    `previous_standing` is that after the tournament before it, None before the first.
    """

    place: int
    tournament: Tournament
    row: DayRankedPlayer
    previous_standing: LudoStanding | None
    closing_standing: LudoStanding

    @property
    def opening_standing(self) -> LudoStanding:
        """The standing before the tournament, already in its year."""
        if self.previous_standing is None or self.previous_standing.latest < self.closing_standing.year - 2:
            return LudoStanding(self.closing_standing.year)
        return self.previous_standing.advance_to(self.closing_standing.year)


def _build_year_start_row(first: Tournament, after: LudoStanding, before: LudoStanding) -> ExplanationLine:
    """Return what the start of a year changed in a total, on the day of its first tournament."""
    change = after.ludo - before.ludo
    return ExplanationLine(
        first.date, str(after.year), YEAR_START, None, change, after.ludo, first.tournament
    )


@dataclass(frozen=True)
class PlayerPageBuilder:
    """Builds the pages and careers of all players; `upcoming` are the tournaments to come, the next first."""

    circuit: Circuit
    upcoming: Sequence[Tournament]

    @cached_property
    def _played_tournaments(self) -> Mapping[str, Sequence[_PlayedTournament]]:
        played_by_player = defaultdict[str, list[_PlayedTournament]](list)
        previous: Mapping[str, LudoStanding] = {}
        for place, (tournament, snapshot) in enumerate(self.circuit.snapshots):
            for row in snapshot.rows:
                standings = previous.get(row.player), snapshot.standings[row.player]
                played_by_player[row.player].append(_PlayedTournament(place, tournament, row, *standings))
            previous = snapshot.standings
        return played_by_player

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the LUDO total after each tournament that changed it."""
        standings = self.circuit.history.standings_by_player.get(player, ())
        totals = [(day, standing.ludo) for day, standing in standings]
        changed_totals = (after for before, after in pairwise(totals) if after[1] != before[1])
        by_day = dict([*totals[:1], *changed_totals])
        played = [self._build_result(visit) for visit in self._played_tournaments.get(player, ())]
        return Career(list(by_day.items()), played, 0.0 if played else None)

    def _build_result(self, visit: _PlayedTournament) -> Result:
        change, tournament = visit.closing_standing.ludo - visit.opening_standing.ludo, visit.tournament
        return Result(
            tournament.date,
            tournament.tournament,
            classify_change(change),
            score=f"{visit.row.rank}/{len(self.circuit.history.events[visit.place].rows)}",
            change=change,
            occasion=tournament.name,
        )

    def _find_standing(self, player: str, place: int) -> LudoStanding | None:
        """Return the standing of a player after a tournament; None for who had not played for two years."""
        return self.circuit.history.events[place].standings.get(player) if place >= 0 else None

    def _explain_total(self, player: str) -> list[Section]:
        """Explain the total of a player since the list before that of their last tournament."""
        if not (visits := self._played_tournaments.get(player)):
            return []
        events, day = self.circuit.history.events, visits[-1].tournament.date
        latest = [visit for visit in visits if visit.tournament.date == day]
        previous = next((place for place in range(latest[0].place)[::-1] if events[place].day < day), -1)
        opening = self._find_standing(player, previous)
        # The latest tournament until which the player is on the lists.
        last = len(events) - 1 if player in events[-1].standings else latest[-1].place
        standing = events[last].standings[player]
        rows = [
            *self._explain_tournaments(latest, opening),
            *self._explain_years(player, latest[-1].place, last),
        ]
        total = TotalBreakdown.combine(standing, player=player, ludo=standing.ludo)
        steps = (build_player_steps(self.circuit, visit.tournament.tournament, player) for visit in latest)
        return [
            build_explanation(
                ExplanationLine,
                rows,
                steps=[*chain.from_iterable(steps), total],
                calculations={RoundStep: f"{{game}}[:] {ROUND_CALCULATION}"},
                before=make_opening(
                    events[previous].day if opening else None, opening.ludo if opening else 0.0, day
                ),
                after=Balance(LIST_TITLE, events[last].day, standing.ludo),
                note=YEAR_START_NOTE if any(row.counts == YEAR_START for row in rows) else "",
                articles=[ROUND_ARTICLE, DAY_ARTICLE, YEAR_ARTICLE],
            )
        ]

    def _explain_tournaments(
        self, latest: Sequence[_PlayedTournament], opening: LudoStanding | None
    ) -> Iterator[ExplanationLine]:
        """Yield the start of a year before the tournaments of a day, and what each of these changed."""
        before = latest[0].opening_standing
        if opening and opening.year != before.year:
            yield _build_year_start_row(latest[0].tournament, before, opening)
        for visit in latest:
            before, after = visit.opening_standing, visit.closing_standing
            dropped = next((row for row in before.regular if row not in after.regular), None)
            running = before.ludo
            if dropped and visit.tournament.kind == "regular":
                running -= dropped.total
                yield self._build_row(dropped, "falls away", -dropped.total, running)
            counts: Counting = "regular" if visit.row in after.regular else "not among the five best"
            if visit.tournament.kind == "final":
                counts = "final"
            yield self._build_row(visit.row, counts, after.ludo - running, after.ludo)

    def _explain_years(self, player: str, place: int, last: int) -> Iterator[ExplanationLine]:
        """Yield the years that began after one tournament, up to another, each at its first tournament."""
        standings = [self._find_standing(player, later) for later in range(place, last + 1)]
        for later, (before, after) in enumerate(pairwise(standings), place + 1):
            if before and after and before.year != after.year:
                yield _build_year_start_row(self.circuit.tournaments[later], after, before)

    def _build_row(
        self, row: DayRankedPlayer, counts: Counting, change: float, ludo: float
    ) -> ExplanationLine:
        tournament = self._tournaments_by_key[row.tournament]
        return ExplanationLine(
            tournament.date, tournament.name, counts, row.rank, change, ludo, row.tournament
        )

    @cached_property
    def _tournaments_by_key(self) -> Mapping[str, Tournament]:
        """The tournaments that were played, by key."""
        return {tournament.tournament: tournament for tournament in self.circuit.tournaments}

    def build_pages(self) -> list[PlayerPage]:
        """Return the page of every player."""
        return make_player_pages(self.circuit.inputs.players, self._build_content)

    def _build_content(self, player: Player) -> PageContent:
        """Return the page of a player."""
        return PageContent(list(self._build_facts(player.id)), partial(self._build_sections, player.id))

    def _build_sections(self, player: str) -> list[PageSection]:
        standings = self.circuit.history.standings_by_player[player]
        totals = {day: standing.ludo for day, standing in standings}
        return [
            *([Chart("LUDO total", list(totals.items()), note=YEAR_START_NOTE)] if totals else []),
            *self._explain_total(player),
            *self._build_requirements(player),
            *self._build_history(player),
        ]

    def _build_facts(self, player: str) -> Iterator[Fact]:
        """Yield where a player stands now."""
        rankings = self.circuit.current_rankings
        if ludo := rankings.ludo.get(player):
            yield Fact.from_cell(ludo, "total", "LUDO total")
            yield Fact.from_cell(ludo, "rank", "LUDO place")
        if year_row := rankings.year.get(player):
            yield Fact.from_cell(year_row, "total", "Total of the year")
            yield Fact.from_cell(year_row, "rank", "Place of the year")
            yield Fact.from_cell(year_row, "counted", "Regular tournaments that count")
        if seats := sum(not seat.reserve for seat in self._final_seats.get(player, ())):
            yield Fact("Seats at final tables", seats, int)

    def _build_requirements(self, player: str) -> Iterator[Section]:
        if rows := self._requirements.get(player):
            title, params = "What is still needed on {day}", {"day": self.upcoming[0].date}
            note = (
                "As if nobody else took part. The places are those before it: in a new year, what earlier"
                " ones brought is worth less. What takes more points than anybody ever had in a tournament,"
                " or for a seat more than a win at a table of four, is not named."
            )
            articles = [YEAR_ARTICLE, *([GAME_ARTICLE] if any(row.game for row in rows) else [])]
            yield Section("ahead", title, Requirement, rows, note, params=params, articles=articles)

    @cached_property
    def _requirements(self) -> Mapping[str, Sequence[Requirement]]:
        return find_requirements(self.circuit, self.upcoming[0]) if self.upcoming else {}

    def _build_history(self, player: str) -> Iterator[Section]:
        """Yield the tournaments, games, years and rounds of a player."""
        yield Section(
            "tournaments",
            "Tournaments",
            PlayerTournament,
            [*map(self._build_tournament_row, reversed(self._day_rankings.get(player, [])))],
            empty=NO_TOURNAMENT,
            articles=[DAY_ARTICLE, YEAR_ARTICLE],
            is_yearly=True,
        )
        note, empty = "What one more game would do to each ranking.", "No game has been played this year."
        seats = {seat.game: seat for seat in self._final_seats.get(player, ())}
        ranked_games = sorted(self._game_rankings.get(player, ()), key=lambda row: -row.played)
        games = [_build_next_game(row, seats.get(row.game)) for row in ranked_games]
        yield Section("next", "Games this year", NextGame, games, note, empty, articles=[GAME_ARTICLE])
        note, empty, rounds = "Most played first.", NO_TOURNAMENT, self._rounds.get(player, [])
        totals = _summarize_games(rounds, self.circuit.game_names)
        yield Section(
            "games", "Games in all years", PlayerGameTotals, totals, note, empty, articles=[ROUND_ARTICLE]
        )
        yield Section(
            "years",
            "Years",
            PlayerYear,
            self._years.get(player, ()),
            YEAR_START_NOTE,
            empty,
            articles=[YEAR_ARTICLE],
        )
        rows = PlayerRound.combine_all(
            map(attrgetter("calculated"), rounds), map(attrgetter("result"), rounds)
        )[::-1]
        yield Section(
            "rounds", "Rounds", PlayerRound, rows, empty=empty, articles=[ROUND_ARTICLE], is_yearly=True
        )

    @cached_property
    def _years(self) -> Mapping[str, Sequence[PlayerYear]]:
        """The years of each player, the latest first."""
        years = defaultdict[str, list[PlayerYear]](list)
        for year, rankings in reversed(self.circuit.rankings_by_year.items()):
            for player, row in rankings.year.items():
                ludo = {"ludo_rank": rankings.ludo[player].rank, "ludo": rankings.ludo[player].total}
                years[player].append(PlayerYear.combine(row, rankings.standings[player], year=year, **ludo))
        return years

    def _build_tournament_row(self, row: DayRankedPlayer) -> PlayerTournament:
        tournament = self._tournaments_by_key[row.tournament]
        standing = self.circuit.rankings_by_year[tournament.year].standings[row.player]
        return PlayerTournament.combine(
            row,
            date=tournament.date,
            players=len(self.circuit.day_rankings[row.tournament]),
            counted=tournament.kind == "final" or row in standing.regular,
        )

    @cached_property
    def _day_rankings(self) -> Mapping[str, Sequence[DayRankedPlayer]]:
        """The tournaments of each player."""
        return group_by(self.circuit.history.rows, attrgetter("player"))

    @cached_property
    def _game_rankings(self) -> Mapping[str, Sequence[GameRankedPlayer]]:
        """The rankings of games this year, by player."""
        return group_by(self.circuit.game_rankings.get(self.circuit.latest_year, ()), attrgetter("player"))

    @cached_property
    def _final_seats(self) -> Mapping[str, Sequence[Seat]]:
        """The seats at the final tables of this year, by player."""
        return group_by(self.circuit.seats.get(self.circuit.latest_year, ()), attrgetter("player"))

    @cached_property
    def _rounds(self) -> Mapping[str, Sequence[RoundResult]]:
        return group_by(self.circuit.rounds, attrgetter("player.id"))


def _build_next_game(row: GameRankedPlayer, seat: Seat | None) -> NextGame:
    """Return a game of a player this year, with what one more round of it would do."""
    divisor, next_divisor = get_divisor(row.played), get_divisor(row.played + 1)
    return NextGame.combine(
        row,
        average=row.points / row.played,
        win=project_ranking(row, WIN),
        last=project_ranking(row, 0.0),
        # s = S·(d' - d) / d: then (S + s) / d' is S / d again
        needed=row.points * (next_divisor - divisor) / divisor,
        seat=seat.seat if seat else None,
        reserve=seat.reserve if seat else None,
    )


def _summarize_games(rounds: Sequence[RoundResult], games: Sequence[str]) -> list[PlayerGameTotals]:
    """Return the games that a player ever played, most played first, then by the alphabet as in `games`."""
    rounds_by_game = group_by(rounds, GAME)
    played_games = [(game, rounds_by_game[game]) for game in games if game in rounds_by_game]
    return [
        PlayerGameTotals(
            game=game,
            played=len(rows),
            won=sum(row.calculated.win_bonus > 0 for row in rows),
            average=kahan_sum(map(POINTS, rows)) / len(rows),
            best=max(map(POINTS, rows)),
        )
        for game, rows in sorted(played_games, key=lambda pair: -len(pair[1]))
    ]
