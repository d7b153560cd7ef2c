"""The ratings after an evening, and what a player needs to rise or to overtake another."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import Literal

from sitegen.core.table import Figure, PlayDate, PlayerId, Table, column
from sitegen.systems.ruit.handicap import (
    PAIR_SCALES,
    Evening,
    PlayedEvening,
    RuitStanding,
    apply_change,
    get_strength_function,
)
from sitegen.systems.ruit.outputs import RankedPlayer
from sitegen.systems.ruit.tables import Form, Options, Player
from sitegen.toolkit.order import find_least, find_next_above, group_by, rank_players, round_for_ranking

Goal = Literal["a higher rating", "the next place"]
_MIN_SCORES = {"pairs": 0.0, "butler": -300.0}
_MAX_SCORES = {"pairs": 100.0, "butler": 300.0}
"""The scores that there can be: per cent, or IMPs."""


class Requirement(Table):
    """The score that is enough for a goal, on an evening like the latest of a form."""

    date: PlayDate = column("the evening that is played once more", label="Like that of")
    form: Form = column("pairs or butler")
    goal: Goal = column("what it is needed for", label="For", role="name")
    partner: PlayerId = column("who plays with the player", role="optional")
    player: PlayerId = column("who stands next above", label="Ahead of", role="optional")
    score: Figure = column("per cent or IMPs before handicap that are enough", role="value")


@dataclass(frozen=True)
class Requirements:
    """What everybody needs on an evening with the pairs of an earlier one, at the current ratings."""

    evenings: Sequence[Evening]
    options: Options
    rows: Sequence[RankedPlayer]
    standings: Mapping[str, RuitStanding]
    today: date

    def find_requirements(self, played_evenings: Sequence[PlayedEvening]) -> Iterator[Requirement]:
        """Yield what a player needs on an evening like the latest of each form among theirs."""
        for form in PAIR_SCALES:
            latest = (played for played in reversed(played_evenings) if played.evening.form == form)
            if played := next(latest, None):
                yield from self._require_on_evening(played)

    def _require_on_evening(self, played: PlayedEvening) -> Iterator[Requirement]:
        """Yield the score that makes the rating rise, and the one that brings the next place.

        The latter is left out beyond the best score ever. No score leads past the own partner: both
        ratings change alike.
        """
        row = played.score
        goals: list[tuple[Goal, str, float, float]] = [
            ("a higher rating", "", self._ratings[row.player], _MAX_SCORES[row.form])
        ]
        row_above = self._rows_above.get(row.player)
        if row_above and row_above.player != row.partner:
            goals.append(
                ("the next place", row_above.player, row_above.rating, self._highest_scores[row.form])
            )
        for goal, player_above, target, highest in goals:
            score = self._find_least_score(played, target, highest)
            if score is not None:
                yield Requirement.combine(row, goal=goal, player=player_above, score=score)

    def _find_least_score(self, played: PlayedEvening, target: float, highest: float) -> float | None:
        """Return the score of a pair that brings the rating of a player beyond a target."""
        row, strengths = played.score, self._compute_strengths(played)
        current_rating, partner_rating = self._ratings[row.player], self._ratings[row.partner]

        def is_enough(score: float) -> bool:
            *_, change = PAIR_SCALES[row.form].score_pair(*strengths, score)
            _, rating = apply_change(current_rating, partner_rating, change, self.today, self.options)
            return round_for_ranking(rating) > round_for_ranking(target)

        return find_least(is_enough, _MIN_SCORES[row.form], highest)

    def _compute_strengths(self, played: PlayedEvening) -> tuple[float, float]:
        """Return the strength of a pair and of its opposition on an evening, at the current ratings."""
        couples = {(unit.section, unit.team): unit.couples[0] for unit in played.evening.units}
        compute_strength = get_strength_function(played.evening.form, self.options.pairs_strength)
        own, *opposition = (
            compute_strength([self._ratings[player] for player in couples[played.unit.section, name]])
            for name in (played.unit.team, *played.unit.opponents.split())
        )
        return own, fmean(opposition)

    @cached_property
    def _highest_scores(self) -> Mapping[str, float]:
        """The best score that anybody had, by form."""
        scores = ((evening.form, unit.raw or 0.0) for evening in self.evenings for unit in evening.units)
        return {
            form: max(score for _, score in group) for form, group in group_by(scores, itemgetter(0)).items()
        }

    @cached_property
    def _ratings(self) -> Mapping[str, float]:
        return {player: standing.rating for player, standing in self.standings.items()}

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above(self.rows)


def find_latest_evening(evenings: Sequence[Evening], day: date) -> Evening | None:
    """Return the latest evening through a day; None before the first."""
    place = bisect_right(evenings, day, key=attrgetter("day"))
    return evenings[place - 1] if place else None


def build_ratings(
    players: Sequence[Player], standings: Mapping[str, RuitStanding], evening: Evening | None
) -> list[RankedPlayer]:
    """Return the ratings of who is in competition, with the change of who played on the latest evening."""
    gains = {row.player: row.gain for row in evening.rows} if evening else {}
    return [
        RankedPlayer.combine(
            standings[player.id], player, rank=rank, player=player.id, change=gains.get(player.id)
        )
        for rank, player in rank_players(
            [player for player in players if not standings[player.id].is_out],
            {player: standing.rating for player, standing in standings.items()},
        )
    ]
