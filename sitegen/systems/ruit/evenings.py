"""The evenings as pages show them: the scores of players, the pairs in order of place, and the matches."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from sitegen.core.columnar import Cells, IndexedRows, Rows
from sitegen.systems.ruit.handicap import TEAMS_SCALE, Evening, PlayedEvening, Unit
from sitegen.systems.ruit.outputs import CalculatedScore, EveningMatch, PlayedScore, ScoredPair
from sitegen.systems.ruit.tables import Form
from sitegen.toolkit.order import rank_items

R = TypeVar("R")
_FLOOR = " → 0"
"""What a formula says of a rating that would be below zero."""


@dataclass(frozen=True)
class EveningTables:
    """All evenings by key, oldest first, and what pages show of them."""

    evenings: Mapping[str, Evening]

    @cached_property
    def played_evenings(self) -> Sequence[PlayedEvening]:
        """Every evening as each of its players played it."""
        return self._make_rows(attrgetter("played_evenings"))

    @cached_property
    def scores(self) -> IndexedRows[PlayedScore]:
        """The scores by player."""
        return IndexedRows(PlayedScore, self._make_scores, "player")

    @cached_property
    def pairs(self) -> IndexedRows[ScoredPair]:
        """The pairs, or the two of each team, by the key of their evening; in order of place."""
        return IndexedRows(ScoredPair, partial(self._make_rows, _make_pairs), "key")

    @cached_property
    def matches(self) -> IndexedRows[EveningMatch]:
        """The matches between teams, by the key of their evening; in the order in which they were played."""
        return IndexedRows(EveningMatch, partial(self._make_rows, _make_matches), "key")

    def _make_scores(self) -> Rows[PlayedScore]:
        """Return the score of each player on each evening, by column."""
        evenings = self.played_evenings
        scores = Rows.from_rows(CalculatedScore, [played.score for played in evenings])
        gains = [row.gain for row in scores]
        return scores.view(
            PlayedScore,
            gain=gains,
            won_in_pairs=partial(_sum_gains, scores, gains, "pairs"),
            won_in_butler=partial(_sum_gains, scores, gains, "butler"),
            source=lambda: [played.unit.source for played in evenings],
        )

    def _make_rows(self, make: Callable[[Evening], Iterable[R]]) -> list[R]:
        return [*chain.from_iterable(map(make, self.evenings.values()))]


def _sum_gains(scores: Rows[CalculatedScore], gains: Cells, form: Form) -> list[float | None]:
    """Return what each player has won in a form so far; None on evenings of another."""
    sums: dict[str, float] = {}
    totals: list[float | None] = []
    for player, own_form, gain in zip(
        scores.get_column("player"), scores.get_column("form"), gains, strict=True
    ):
        if own_form == form:
            sums[player] = sums.get(player, 0.0) + gain
        totals.append(sums[player] if own_form == form else None)
    return totals


def _make_pairs(evening: Evening) -> Iterator[ScoredPair]:
    """Yield the pairs of an evening, or the two of each team, by place, each with its calculation."""
    scores = {row.player: row for row in evening.rows}
    for rank, unit in rank_items(evening.units, attrgetter("after")):
        for couples in (unit.couples, unit.couples[::-1])[: len(unit.couples)]:
            rows = [scores[player] for player in chain.from_iterable(couples)]
            yield _make_pair(evening, unit, rows, rank)


def _make_pair(evening: Evening, unit: Unit, scores: Sequence[CalculatedScore], rank: int) -> ScoredPair:
    """Return the row of the first two of the players of a unit."""
    first, second = scores[:2]
    sums = [row.before + row.change + row.subsidy for row in (first, second)]
    return ScoredPair.combine(
        unit,
        rank=rank,
        player1=first.player,
        player2=second.player,
        gain1=first.gain,
        gain2=second.gain,
        form=first.form,
        strength=evening.strength,
        matches=len(unit.meetings) or None,
        average=TEAMS_SCALE.average * len(unit.meetings),
        **{f"before{number}": row.before for number, row in enumerate(scores, 1)},
        subsidy1=first.subsidy,
        subsidy2=second.subsidy,
        sum1=sums[0],
        sum2=sums[1],
        floor1=_FLOOR if sums[0] < 0 else "",
        floor2=_FLOOR if sums[1] < 0 else "",
        key=evening.key,
    )


def _make_matches(evening: Evening) -> Iterator[EveningMatch]:
    """Yield the matches of a teams evening, each once: from the side of the team that is named first."""
    meetings = [match for unit in evening.units for match in unit.meetings if match.row.team_a == unit.team]
    for match in sorted(meetings, key=lambda meeting: meeting.row.match):
        yield EveningMatch.combine(
            match.row,
            match,
            vp_a=match.points,
            vp_b=20 - match.points,
            lead=None if match.margin is None else abs(match.margin),
            vp=max(match.points, 20 - match.points),
            key=evening.key,
        )
