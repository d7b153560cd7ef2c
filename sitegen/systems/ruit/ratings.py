"""The ratings after an evening, who rose how much, and what a player needs to rise or to overtake another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import product
from typing import Literal

from sitegen.core.entities import Moment
from sitegen.core.table import Figure, PlayDate, PlayerId, Table, column
from sitegen.systems.ruit.handicap import PAIR_SCALES, RuitStanding, Unit, apply_change, score_units
from sitegen.systems.ruit.outputs import CalculatedScore, RankedPlayer, Riser
from sitegen.systems.ruit.tables import FORMS, Form, Inputs, Line, Options, Player
from sitegen.toolkit.history import ListState, group_by_day
from sitegen.toolkit.order import find_least, find_next_above, rank_players, round_for_ranking

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

    inputs: Inputs
    options: Options
    rows: Sequence[RankedPlayer]
    today: date

    def find_requirements(self, scores: Sequence[CalculatedScore]) -> Iterator[Requirement]:
        """Yield what a player needs on an evening like the latest of each form among the scores."""
        for form in PAIR_SCALES:
            if latest := next((row for row in reversed(scores) if row.form == form), None):
                yield from self._require_on_evening(latest)

    def _require_on_evening(self, row: CalculatedScore) -> Iterator[Requirement]:
        """Yield the score that makes the rating rise, and the one that brings the next place.

        The latter is left out beyond the best score ever. No score leads past the own partner: both
        ratings change alike.
        """
        yield from self._build_requirement(row, "a higher rating", None, _MAX_SCORES[row.form])
        row_above = self._rows_above.get(row.player)
        if row_above and row_above.player != row.partner:
            yield from self._build_requirement(
                row, "the next place", row_above, self._highest_scores[row.form]
            )

    def _build_requirement(
        self, row: CalculatedScore, goal: Goal, row_above: RankedPlayer | None, highest: float
    ) -> Iterator[Requirement]:
        unit, rating = self._replay_unit(row), self._ratings[row.player]
        score = self._find_least_score(row, unit, row_above.rating if row_above else rating, highest)
        if score is not None:
            yield Requirement.combine(
                row, goal=goal, player=row_above.player if row_above else "", score=score
            )

    def _find_least_score(
        self, row: CalculatedScore, unit: Unit, target: float, highest: float
    ) -> float | None:
        """Return the score of a pair that brings the rating of a player beyond a target."""
        current_rating, partner_rating = self._ratings[row.player], self._ratings[row.partner]

        def is_enough(score: float) -> bool:
            *_, change = PAIR_SCALES[row.form].score_pair(unit.own, unit.opposition, score)
            _, rating = apply_change(current_rating, partner_rating, change, self.today, self.options)
            return round_for_ranking(rating) > round_for_ranking(target)

        return find_least(is_enough, _MIN_SCORES[row.form], highest)

    def _replay_unit(self, row: CalculatedScore) -> Unit:
        """Return the pair of a player on an evening, at the current ratings."""
        if row.date not in self._replayed_units:
            units = score_units(
                row.form, self._lines_by_day[row.form][row.date], [], self._ratings, self.options
            )
            self._replayed_units[row.date] = {
                id_: unit for unit in units for pair in unit.couples for id_ in pair
            }
        return self._replayed_units[row.date][row.player]

    @cached_property
    def _replayed_units(self) -> dict[date, Mapping[str, Unit]]:
        """Cache of `_replay_unit`, by day and player."""
        return {}

    @cached_property
    def _highest_scores(self) -> Mapping[str, float]:
        """The best score that anybody had, by form."""
        scores_by_form = {
            form: [line.score for day in lines.values() for line in day]
            for form, lines in self._lines_by_day.items()
        }
        return {form: max(scores, default=0.0) for form, scores in scores_by_form.items()}

    @cached_property
    def _lines_by_day(self) -> Mapping[Form, Mapping[date, Sequence[Line]]]:
        """The lines of the evenings that have been played, by form and day."""
        lines: Mapping[Form, Sequence[Line]] = {"pairs": self.inputs.pairs, "butler": self.inputs.butler}
        return {form: dict(group_by_day(rows, Moment(self.today))) for form, rows in lines.items()}

    @cached_property
    def _ratings(self) -> Mapping[str, float]:
        return {row.player: row.rating for row in self.rows}

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above(self.rows)


ALL = "all"
Gains = Mapping[tuple[str, str], Mapping[str, float]]
"""The points that each player won or lost, by form and period; both may be `all`."""


def build_ratings(
    players: Sequence[Player], state: ListState[CalculatedScore, RuitStanding]
) -> list[RankedPlayer]:
    """Return the ratings of everybody, with the change of who played on the latest evening."""
    latest_standings = state.last_event.standings if state.last_event else {}
    return [
        RankedPlayer.combine(
            state.standings[player.id],
            player,
            rank=rank,
            player=player.id,
            change=latest_standings[player.id].change if player.id in latest_standings else None,
        )
        for rank, player in rank_players(
            players, {player: standing.rating for player, standing in state.standings.items()}
        )
    ]


def sum_gains(rows: Iterable[CalculatedScore]) -> Gains:
    """Return the gains of everybody in these scores."""
    gains: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        for key in product((ALL, row.form), (ALL, str(row.date.year))):
            sums = gains.setdefault(key, {})
            sums[row.player] = sums.get(row.player, 0.0) + row.gain
    return gains


def list_periods(gains: Gains) -> list[str]:
    """Return the whole time, `all`, and the years, oldest first."""
    return [ALL, *sorted({period for _, period in gains} - {ALL})]


def rank_risers(players: Sequence[Player], gains: Gains) -> Iterator[Riser]:
    """Yield who rose how much in each form and period ("Overig")."""
    for form in (ALL, *FORMS):
        for period in list_periods(gains):
            sums = gains.get((form, period), {})
            for rank, player in rank_gains(players, sums):
                yield Riser(form, period, rank, player.id, player.name, sums[player.id])


def rank_gains(players: Sequence[Player], sums: Mapping[str, float]) -> list[tuple[int, Player]]:
    """Return who has won or lost something, ranked by it."""
    return rank_players([player for player in players if player.id in sums], sums)
