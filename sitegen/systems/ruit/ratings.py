"""The ratings after an evening, and who rose how much: the regulation's lists.

Which score on an evening makes the rating of a player rise, and which brings the next place.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import product
from typing import Literal

from sitegen.core.entities import Moment
from sitegen.core.table import Figure, PlayDate, PlayerId, Table, column
from sitegen.systems.ruit.handicap import PAIR_SCALES, RuitStanding, Unit, apply_change, score_units
from sitegen.systems.ruit.outputs import RankedPlayer, Receipt, Riser
from sitegen.systems.ruit.tables import FORMS, Form, Inputs, Line, Options, Player
from sitegen.toolkit.course import ListState, group_by_day
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
    """What everybody needs on an evening with the pairs of an earlier one, at the ratings of now."""

    inputs: Inputs
    options: Options
    rows: Sequence[RankedPlayer]
    today: date

    def find_requirements(self, mine: Sequence[Receipt]) -> Iterator[Requirement]:
        """On an evening like the latest of each form among those of a player."""
        for form in PAIR_SCALES:
            if latest := next((row for row in reversed(mine) if row.form == form), None):
                yield from self._require_on_evening(latest)

    def _require_on_evening(self, row: Receipt) -> Iterator[Requirement]:
        """What makes the rating rise, and what no more than the best score ever brings the next place.

        No score leads past the own partner: both ratings change alike.
        """
        yield from self._build_requirement(row, "a higher rating", None, _MAX_SCORES[row.form])
        over = self._rows_above.get(row.player)
        if over and over.player != row.partner:
            yield from self._build_requirement(row, "the next place", over, self._highest_scores[row.form])

    def _build_requirement(
        self, row: Receipt, goal: Goal, over: RankedPlayer | None, highest: float
    ) -> Iterator[Requirement]:
        unit, now = self._replay_unit(row), self._ratings[row.player]
        score = self._find_least_score(row, unit, over.rating if over else now, highest)
        if score is not None:
            yield Requirement.combine(row, goal=goal, player=over.player if over else "", score=score)

    def _find_least_score(self, row: Receipt, unit: Unit, beyond: float, highest: float) -> float | None:
        """The score of a pair that brings the rating of a player beyond another."""
        before, partners, scale = self._ratings[row.player], self._ratings[row.partner], PAIR_SCALES[row.form]

        def rises(score: float) -> bool:
            *_, change = scale.score_pair(unit.own, unit.opposition, score)
            _, rating = apply_change(before, partners, change, self.today, self.options)
            return round_for_ranking(rating) > round_for_ranking(beyond)

        return find_least(rises, _MIN_SCORES[row.form], highest)

    def _replay_unit(self, row: Receipt) -> Unit:
        """The pair of a player on an evening, at the ratings of now."""
        if row.date not in self._replayed_units:
            made = score_units(
                row.form, self._lines_by_day[row.form][row.date], [], self._ratings, self.options
            )
            self._replayed_units[row.date] = {
                id_: unit for unit in made for pair in unit.couples for id_ in pair
            }
        return self._replayed_units[row.date][row.player]

    @cached_property
    def _replayed_units(self) -> dict[date, Mapping[str, Unit]]:
        return {}

    @cached_property
    def _highest_scores(self) -> Mapping[str, float]:
        """The best score that anybody had in each form."""
        found = {
            form: [line.score for day in of.values() for line in day]
            for form, of in self._lines_by_day.items()
        }
        return {form: max(scores, default=0.0) for form, scores in found.items()}

    @cached_property
    def _lines_by_day(self) -> Mapping[Form, Mapping[date, Sequence[Line]]]:
        """The lines of the evenings that have been played, by day."""
        lines: Mapping[Form, Sequence[Line]] = {"pairs": self.inputs.pairs, "butler": self.inputs.butler}
        return {form: dict(group_by_day(of, Moment(self.today))) for form, of in lines.items()}

    @cached_property
    def _ratings(self) -> Mapping[str, float]:
        return {row.player: row.rating for row in self.rows}

    @cached_property
    def _rows_above(self) -> Mapping[str, RankedPlayer]:
        return find_next_above(self.rows)


ALL = "all"
Gains = Mapping[tuple[str, str], Mapping[str, float]]
"""What everybody won or lost, by form and period; both may be `all`."""


def build_ratings(players: Sequence[Player], stood: ListState[Receipt, RuitStanding]) -> list[RankedPlayer]:
    """The ratings of everybody, with the change of who played on the latest evening."""
    there = stood.last_event.standings if stood.last_event else {}
    return [
        RankedPlayer.combine(
            stood.standings[ranked_player.id],
            ranked_player,
            rank=rank,
            player=ranked_player.id,
            change=there[ranked_player.id].change if ranked_player.id in there else None,
        )
        for rank, ranked_player in rank_players(
            players, {player: own.rating for player, own in stood.standings.items()}
        )
    ]


def sum_gains(rows: Iterable[Receipt]) -> Gains:
    """What everybody won or lost in these rows."""
    won: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        for of in product((ALL, row.form), (ALL, str(row.date.year))):
            sums = won.setdefault(of, {})
            sums[row.player] = sums.get(row.player, 0.0) + row.gain
    return won


def list_periods(won: Gains) -> list[str]:
    """The whole and the years, oldest first."""
    return [ALL, *sorted({period for _, period in won} - {ALL})]


def rank_risers(players: Sequence[Player], won: Gains) -> Iterator[Riser]:
    """Who rose how much in each form and period ("Overig")."""
    for form in (ALL, *FORMS):
        for period in list_periods(won):
            sums = won.get((form, period), {})
            for rank, player in rank_gains(players, sums):
                yield Riser(form, period, rank, player.id, player.name, sums[player.id])


def rank_gains(players: Sequence[Player], sums: Mapping[str, float]) -> list[tuple[int, Player]]:
    """Who has won or lost something, ranked by it."""
    return rank_players([player for player in players if player.id in sums], sums)
