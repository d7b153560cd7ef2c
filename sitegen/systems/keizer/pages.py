"""The pages of a Keizer competition: lists, rounds and players, with what takes turns in a valuation."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.core.model import Chart, Fact, Listing, Section
from sitegen.core.problems import advise
from sitegen.core.table import Figure
from sitegen.systems.keizer import outputs
from sitegen.systems.keizer.outputs import RankingRow, TurnRow
from sitegen.systems.keizer.ranking import KeizerStanding, Ranking
from sitegen.systems.keizer.scores import LIMITED, Turn, project_amount
from sitegen.systems.keizer.tables import (
    DRAW,
    RANKING,
    SCORE,
    VALUATION,
    VALUE,
)
from sitegen.toolkit.history import ListState, Snapshot
from sitegen.toolkit.rounds import pages
from sitegen.toolkit.rounds.events import RoundExtras, RoundPages, RoundTables
from sitegen.toolkit.rounds.players import PlayerPages, PlayerTables
from sitegen.toolkit.rounds.scores import ScoredEntry
from sitegen.toolkit.rounds.tables import Game

ARTICLES = {
    "ranking": [RANKING, VALUE],
    "turns": [VALUATION],
    "games": [SCORE, DRAW],
    "scores": [SCORE],
    "why": [SCORE, VALUATION],
    "revalued": [VALUATION],
    "rounds": [SCORE, VALUE],
    "ahead": [SCORE, DRAW],
}
"""The articles of each section, by its name."""


def build_listing(ranking: Ranking, state: ListState[Turn, KeizerStanding]) -> Listing:
    """Return the ranking after a round; before the first it is that of the start."""
    event, options = state.last_event, ranking.competition.options
    note = (
        "By score: the own value once and what all rounds are worth, at the values that follow from this very"
        " ranking."
    )
    if options.frozen:
        note = "By score: the own value once and what all rounds are worth, each at the values before it."
    elif options.get("once"):
        note = "By score: the own value once and what all rounds are worth, at the values of the list before."
    elif event and event.rows:
        note = (
            "By score: the own value once and what all rounds are worth, at the means of the values in the"
            " orders below, which take turns."
        )
    return pages.build_listing(
        ranking,
        state,
        RankingRow,
        ranking.build_rows(event.standings if event else state.standings),
        facts=pages.list_next_round(ranking.competition, event),
        note=note,
        below=build_turns(event.rows) if event else (),
    )


def build_turns(turns: Sequence[Turn]) -> Iterator[Section]:
    """Yield the section on orders that take turns; nothing where the order stays the same."""
    if turns:
        rows = [
            TurnRow.combine(turn, least=float(turn.least), most=float(turn.most), mean=float(turn.mean))
            for turn in turns
        ]
        yield Section(
            "turns",
            "{orders} orders that take turns",
            TurnRow,
            rows,
            note="At the values of each of these orders the scores give the next, and those of the last give"
            " the first again, so that none stays. The values and the scores that count are the means over"
            " all of them, and the ranking follows from these scores. Who is not here has the same place in"
            " each.",
            params={"orders": turns[0].orders},
        )


class KeizerRounds(RoundPages[Ranking]):
    """The pages of rounds and the calendar, with byes and orders that take turns."""

    def get_game_cells(self, game: Game) -> dict[str, Any]:
        """Return the remark on a game."""
        return {"remark": advise("bye")} if game.is_bye else super().get_game_cells(game)

    def build_more(self, event: Snapshot[Turn, KeizerStanding], games: Sequence[Any]) -> RoundExtras:  # noqa: ARG002 - of no game
        """Return the orders that took turns after the round."""
        return RoundExtras(below=list(build_turns(event.rows)))


def make_rounds(ranking: Ranking) -> KeizerRounds:
    """Return the pages of rounds and the calendar."""
    tables = RoundTables(
        scores=outputs.ScoreStep, absent=outputs.AbsentPlayer, planned=outputs.PlannedAbsence
    )
    return KeizerRounds(ranking, tables, {}, outputs.CALCULATION)


class KeizerPlayers(PlayerPages[Ranking]):
    """The pages of players, with own values and absences."""

    def get_figure(self, standing: KeizerStanding) -> float:
        """Return the score."""
        return standing.score

    def get_start(self, standing: KeizerStanding) -> float:
        """Return what the own value adds to the score."""
        return standing.own

    def get_change(self, game: ScoredEntry) -> float:
        """Return the score of a game."""
        return game.score

    def find_barred_pairs(self, round_: int) -> Collection[frozenset[str]]:
        """Return the pairs who met in the last rounds before one."""
        season = self.ranking.competition
        return season.find_recent_pairs(round_, season.options.get("rematch"))

    def project(self, player: str, opponent: str) -> Sequence[float]:  # noqa: ARG002 - the value is the opponent's
        """Return the value of the opponent, and what a win, a draw and a loss would be worth."""
        value, options = self.ranking.current_standings[opponent].value, self.ranking.competition.options
        return [value, *(project_amount(result, value, options) for result in ("1", "½", "0"))]

    def build_charts(self, standings: Mapping[date, KeizerStanding]) -> Iterator[Chart]:
        """Yield the chart of scores; every system has one of ranks."""
        if standings:
            yield Chart("Score", [(day, standing.score) for day, standing in standings.items()])

    def list_figures(self, row: RankingRow) -> Iterator[Fact]:
        """Yield the value."""
        yield Fact.from_cell(row, "value", cell_type=Figure, note="what a win against the player is worth")

    def list_requirements(self, player: str, standing: KeizerStanding) -> Iterator[Fact]:  # noqa: ARG002 - alike for all
        """Yield the absences that still count, where not all do."""
        limit = self.ranking.competition.options.get("absences")
        absences = [item for item in standing.scores if item.entry.result in LIMITED]
        if limit is not None:
            yield Fact("Absences that still count", max(0, limit - len(absences)), int)

    def list_other_lines(
        self, standing: KeizerStanding, previous: KeizerStanding | None
    ) -> Iterator[tuple[float, str]]:
        """Yield the change of the own value."""
        yield standing.own - (previous.own if previous else 0.0), "the own value"


def make_players(ranking: Ranking) -> KeizerPlayers:
    """Return the pages of players."""
    tables = PlayerTables(outputs.PlayerRound, outputs.ExplanationLine, outputs.ProjectedGame)
    note = (
        "What each result would be worth at the values as they are now: after the round all values are"
        " calculated anew. Who has been drawn stands first, then who is nearest on the ranking and can be"
        " met."
    )
    return KeizerPlayers(ranking, tables, note, {}, outputs.STEP)
