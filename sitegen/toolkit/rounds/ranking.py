"""A season with the ranking after each of its rounds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar

from sitegen.core.columnar import Cells, Rows, make_cell_getters
from sitegen.core.table import Table
from sitegen.toolkit.history import History
from sitegen.toolkit.order import group_by
from sitegen.toolkit.rounds.scores import CalculatedScore, ScoredEntry
from sitegen.toolkit.rounds.season import Season

C_co = TypeVar("C_co", covariant=True, bound=Season[Any])
R_co = TypeVar("R_co", covariant=True, bound=Any)
S_co = TypeVar("S_co", covariant=True, bound=Any)
T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class SeasonRanking(Generic[C_co, R_co, S_co]):
    """A competition and its history, which has an event for each round."""

    competition: C_co
    history: History[R_co, S_co]

    @cached_property
    def standings_by_round(self) -> Mapping[int, Mapping[str, S_co]]:
        """The ranking after each round that was played."""
        standings = (snapshot.standings for snapshot in self.history.events)
        return dict(zip(self.competition.played_rounds, standings, strict=True))

    @cached_property
    def rows_by_round(self) -> Mapping[int, Sequence[R_co]]:
        """The rows that each round that was played publishes of its calculation."""
        rows = (snapshot.rows for snapshot in self.history.events)
        return dict(zip(self.competition.played_rounds, rows, strict=True))

    @cached_property
    def current_standings(self) -> Mapping[str, S_co]:
        """The ranking after the last round that was played."""
        return [self.history.start, *self.standings_by_round.values()][-1]

    def get_standings_before(self, round_: int) -> Mapping[str, S_co]:
        """Return the ranking before a round; the current one if the round has not been played."""
        rounds = self.competition.played_rounds
        place = rounds.index(round_) if round_ in rounds else len(rounds)
        return [self.history.start, *self.standings_by_round.values()][place]

    def get_standings_of_list_before(self, round_: int) -> Mapping[str, S_co]:
        """Return the ranking on the list before that of a round; empty for the first round."""
        is_first = round_ in self.competition.played_rounds[:1]
        return {} if is_first else self.get_standings_before(round_)

    def build_row(self, player: str, standing: Any) -> Any:
        """Return the row of a player with this standing."""
        raise NotImplementedError

    def build_rows(self, standings: Mapping[str, Any]) -> list[Any]:
        """Return the rows of the published ranking; who is out of competition has none."""
        rows = (self.build_row(player, standing) for player, standing in standings.items() if standing.rank)
        return sorted(rows, key=attrgetter("rank"))

    @cached_property
    def scores_by_round(self) -> Mapping[int, Sequence[ScoredEntry]]:
        """The scores of each round at the current values, in the order of the ranking.

        A game won by forfeit that scores nothing stands before the entry that replaced it.
        """
        scores = (item for standing in self.current_standings.values() for item in standing.scores)
        return group_by(scores, lambda item: item.entry.round)

    def combine_standings(self, table: type[T]) -> Rows[T]:
        """Return the standings of everyone after each round, as they were then, as rows of `table`."""
        by_round = self.standings_by_round.items()
        keys = [(round_, player) for round_, standings in by_round for player in standings]
        rows = [standing for _, standings in by_round for standing in standings.values()]
        cells: dict[str, Cells] = {
            "round": [round_ for round_, _ in keys],
            "day": [self.competition.get_day(round_) for round_, _ in keys],
            "player": [player for _, player in keys],
            "total": [standing.score for standing in rows],
        }
        return Rows.join(table, len(rows), make_cell_getters(rows), cells)

    @property
    def round_scores(self) -> list[CalculatedScore]:
        """Every score of the season at the current values, by round, then rank."""
        return [
            CalculatedScore.combine(scored_entry.entry, scored_entry, score=scored_entry.score)
            for round_ in sorted(self.scores_by_round)
            for scored_entry in self.scores_by_round[round_]
        ]


def rank_listed(order: Sequence[str], excluded: Collection[str]) -> dict[str, int]:
    """Return the places of players on the list, who stand in order; who is out of competition has none.

    In the calculation the others keep the place that they have among all.
    """
    listed = [player for player in order if player not in excluded]
    return {player: rank for rank, player in enumerate(listed, 1)}


AnyRanking = SeasonRanking[Any, Any, Any]
R = TypeVar("R", bound=AnyRanking)
