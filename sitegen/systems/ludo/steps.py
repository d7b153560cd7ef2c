"""The steps of the calculation: the rounds and the ranking of each tournament, and the totals that they make.

The rows are those of published tables, with columns that no file has; a column is made when a page first asks
for it. `TotalHistories` has the career of each player, and explains why a total changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Any, NamedTuple

from sitegen.core.columnar import IndexedRows, Rows
from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Section
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import (
    ROUND_CALCULATION,
    Counting,
    DayRankedPlayer,
    DayResultByRound,
    ExplanationLine,
    RoundStep,
    TotalBreakdown,
)
from sitegen.systems.ludo.scoring import LudoStanding
from sitegen.systems.ludo.tables import DAY_ARTICLE, ROUND_ARTICLE, YEAR_ARTICLE
from sitegen.toolkit.decisions import make_history_row, make_history_table
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.order import classify_change
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening


def make_day_results(circuit: Circuit) -> Rows[DayResultByRound]:
    """Return the rankings of all tournaments, with the points of each round."""
    rows = Rows.from_rows(DayRankedPlayer, circuit.history.rows)
    tournaments = rows.get_column("tournament")
    return rows.view(
        DayResultByRound,
        round_1=partial(_find_points, circuit, rows, 1),
        round_2=partial(_find_points, circuit, rows, 2),
        round_3=partial(_find_points, circuit, rows, 3),
        players=lambda: [len(circuit.day_rankings[key]) for key in tournaments],
        ceiling=lambda: [circuit.ceilings.get(circuit.tournaments_by_key[key].year) for key in tournaments],
    )


def _find_points(circuit: Circuit, rows: Rows[DayRankedPlayer], number: int) -> list[float | None]:
    """Return the points of each row in the round of the day with this number; None without any."""
    columns = map(circuit.results.get_column, ("round", "tournament", "player", "points"))
    points = {
        (tournament, player): points
        for round_, tournament, player, points in zip(*columns, strict=True)
        if round_ == number
    }
    return [points.get(place) for place in zip(*map(rows.get_column, ("tournament", "player")), strict=True)]


def make_round_steps(circuit: Circuit) -> Rows[RoundStep]:
    """Return the rounds of all players, with the share of a score in all scores: 0 / 1 without any."""
    rounds = circuit.rounds
    return circuit.results.view(
        RoundStep,
        given=lambda: [row.result.place for row in rounds],
        score=lambda: [row.result.score for row in rounds],
        own=lambda: [row.result.score or 0.0 for row in rounds],
        scores=lambda: [row.scores or 1.0 for row in rounds],
        source=lambda: [row.result.source for row in rounds],
    )


YEAR_START_NOTE = (
    "At the first tournament of a year all totals fall: last year counts for two thirds from then on, and the"
    " year before it for one third."
)
YEAR_START: Counting = "earlier years count for less"


Event = Snapshot[DayRankedPlayer, LudoStanding]
"""The state after a tournament, or after the decisions of a day."""


class _Turn(NamedTuple):
    """A tournament of a player, or decisions about them: its place among all, and the standings around it.

    `row` is that of the player in the tournament, None where the committee decided. `previous_standing` is
    that after the event before it, None before the first.
    """

    place: int
    event: Event
    row: DayRankedPlayer | None
    previous_standing: LudoStanding | None
    closing_standing: LudoStanding

    @property
    def opening_standing(self) -> LudoStanding:
        """The standing before the event, already in its year."""
        if self.previous_standing is None or self.previous_standing.latest < self.closing_standing.year - 2:
            return LudoStanding(self.closing_standing.year)
        return self.previous_standing.advance_to(self.closing_standing.year)


def _build_year_start_row(first: Event, after: LudoStanding, before: LudoStanding) -> ExplanationLine:
    """Return what the start of a year changed in a total, on the day of its first tournament."""
    change = after.ludo - before.ludo
    return ExplanationLine(first.day, str(after.year), YEAR_START, None, change, after.ludo, first.key)


def _explain_decisions(decisions: Iterable[Any], tournament: str, total: float) -> Iterator[Any]:
    """Yield the decisions of a day about a player, each with what it does to the total."""
    table = make_history_table(ExplanationLine)
    for decision in decisions:
        total += decision.points or 0.0
        ludo = None if decision.points is None else total
        figures = {"change": decision.points, "ludo": ludo, "tournament": tournament}
        yield make_history_row(table, decision, figures)


@dataclass(frozen=True)
class TotalHistories:
    """The tournaments of all players and the decisions about them, and what each did to their totals."""

    circuit: Circuit

    @cached_property
    def _turns(self) -> Mapping[str, Sequence[_Turn]]:
        turns = defaultdict[str, list[_Turn]](list)
        previous: Mapping[str, LudoStanding] = {}
        for place, event in enumerate(self.circuit.history.events):
            rows: dict[str, DayRankedPlayer | None] = {row.player: row for row in event.rows}
            for player, row in (
                rows | dict.fromkeys(decision.player for decision in event.decisions)
            ).items():
                standing = event.standings.get(player, LudoStanding(event.day.year))
                turns[player].append(_Turn(place, event, row, previous.get(player), standing))
            previous = event.standings
        return turns

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the LUDO total after each tournament that changed it."""
        standings = self.circuit.history.standings_by_player.get(player, ())
        totals = [(day, standing.ludo) for day, standing in standings]
        changed_totals = (after for before, after in pairwise(totals) if after[1] != before[1])
        by_day = dict([*totals[:1], *changed_totals])
        played = [
            self._build_result(turn, turn.row) for turn in self._turns.get(player, ()) if turn.row is not None
        ]
        return Career(list(by_day.items()), played, 0.0 if totals else None)

    def _build_result(self, turn: _Turn, row: DayRankedPlayer) -> Result:
        change = turn.closing_standing.ludo - turn.opening_standing.ludo
        return Result(
            turn.event.day,
            turn.event.key,
            classify_change(change),
            score=f"{row.rank}/{len(turn.event.rows)}",
            change=change,
            occasion=self.circuit.tournaments_by_key[turn.event.key].name,
        )

    def _find_standing(self, player: str, place: int) -> LudoStanding | None:
        """Return the standing of a player after an event; None for who had not played for two years."""
        return self.circuit.history.events[place].standings.get(player) if place >= 0 else None

    def explain_total(self, player: str) -> list[Section]:
        """Explain the total of a player since the list before that of their last tournament, or decision."""
        if not (turns := self._turns.get(player)):
            return []
        events, day = self.circuit.history.events, turns[-1].event.day
        latest = [turn for turn in turns if turn.event.day == day]
        previous = next((place for place in range(latest[0].place)[::-1] if events[place].day < day), -1)
        opening = self._find_standing(player, previous)
        # The latest event until which the player is on the lists.
        last = len(events) - 1 if player in events[-1].standings else latest[-1].place
        standing = events[last].standings.get(player, latest[-1].closing_standing)
        rows = [
            *self._explain_turns(player, latest, opening),
            *self._explain_years(player, latest[-1].place, last),
        ]
        table = make_history_table(ExplanationLine) if any(turn.row is None for turn in latest) else None
        total = TotalBreakdown.combine(standing, player=player, ludo=standing.ludo)
        steps = (self._find_steps(turn.event.key, player) for turn in latest)
        return [
            build_explanation(
                table or ExplanationLine,
                [*map(table.combine, rows)] if table else rows,
                steps=[*chain.from_iterable(steps), total],
                calculations={RoundStep: f"{{game}}[:] {ROUND_CALCULATION}"},
                before=make_opening(
                    events[previous].day if opening else None, opening.ludo if opening else 0.0, day
                ),
                after=Balance(LIST_TITLE, events[last].day, standing.ludo),
                note=YEAR_START_NOTE if any(row.counts == YEAR_START for row in rows) else "",
                articles=[*([ROUND_ARTICLE, DAY_ARTICLE] if latest[-1].row else []), YEAR_ARTICLE],
            )
        ]

    @cached_property
    def _sources_of_steps(self) -> Sequence[IndexedRows[RoundStep] | IndexedRows[DayResultByRound]]:
        """The steps of each player in the rounds of all tournaments, and in their rankings."""
        return (
            IndexedRows(RoundStep, partial(make_round_steps, self.circuit), "player"),
            IndexedRows(DayResultByRound, partial(make_day_results, self.circuit), "player"),
        )

    def _find_steps(self, tournament: str, player: str) -> Iterator[RoundStep | DayResultByRound]:
        """Yield the steps of a player in each round of a tournament, and in its ranking."""
        for source in self._sources_of_steps:
            rows = source.select(player)
            keys = rows.get_column("tournament")
            yield from rows.take([place for place, key in enumerate(keys) if key == tournament])

    def _explain_turns(
        self, player: str, latest: Sequence[_Turn], opening: LudoStanding | None
    ) -> Iterator[Any]:
        """Yield the start of a year before the turns of a player on a day, and what each of these changed."""
        before = latest[0].opening_standing
        if opening and opening.year != before.year:
            yield _build_year_start_row(latest[0].event, before, opening)
        for turn in latest:
            if turn.row is None:
                decided = [decision for decision in turn.event.decisions if decision.player == player]
                yield from _explain_decisions(decided, turn.event.key, turn.opening_standing.ludo)
            else:
                yield from self._explain_tournament(turn, turn.row)

    def _explain_tournament(self, turn: _Turn, row: DayRankedPlayer) -> Iterator[ExplanationLine]:
        """Yield what a tournament changed: its points came, and perhaps those of another fell away."""
        before, after = turn.opening_standing, turn.closing_standing
        is_final = self.circuit.tournaments_by_key[turn.event.key].kind == "final"
        dropped = next((earlier for earlier in before.regular if earlier not in after.regular), None)
        running = before.ludo
        if dropped and not is_final:
            running -= dropped.total
            yield self._build_row(dropped, "falls away", -dropped.total, running)
        counts: Counting = "regular" if row in after.regular else "not among the five best"
        yield self._build_row(row, "final" if is_final else counts, after.ludo - running, after.ludo)

    def _explain_years(self, player: str, place: int, last: int) -> Iterator[ExplanationLine]:
        """Yield the years that began after one event, up to another, each at its first."""
        standings = [self._find_standing(player, later) for later in range(place, last + 1)]
        for later, (before, after) in enumerate(pairwise(standings), place + 1):
            if before and after and before.year != after.year:
                yield _build_year_start_row(self.circuit.history.events[later], after, before)

    def _build_row(
        self, row: DayRankedPlayer, counts: Counting, change: float, ludo: float
    ) -> ExplanationLine:
        tournament = self.circuit.tournaments_by_key[row.tournament]
        return ExplanationLine(
            tournament.date, tournament.name, counts, row.rank, change, ludo, row.tournament
        )
