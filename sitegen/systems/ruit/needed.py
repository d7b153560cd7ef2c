"""Which score on an evening makes the rating of a player rise, and which brings the next place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Literal

from sitegen.model import When
from sitegen.systems.ruit.evenings import moved
from sitegen.systems.ruit.handicap import OF_PAIRS
from sitegen.systems.ruit.outputs import Ranked, Receipt
from sitegen.systems.ruit.tables import Form, Inputs, Line, Options
from sitegen.systems.ruit.units import Unit, units
from sitegen.table import Figure, PlayDate, PlayerId, Table, column
from sitegen.toolkit.course import by_day
from sitegen.toolkit.needed import above, least
from sitegen.toolkit.order import comparable

Goal = Literal["a higher rating", "the next place"]
_LOWEST = {"pairs": 0.0, "butler": -300.0}
_HIGHEST = {"pairs": 100.0, "butler": 300.0}
"""The scores that there can be: per cent, or IMPs."""


class Needed(Table):
    """The score that is enough for a goal, on an evening like the latest of a form."""

    date: PlayDate = column("the evening that is played once more", label="Like that of")
    form: Form = column("pairs or butler")
    goal: Goal = column("what it is needed for", label="For", role="name")
    partner: PlayerId = column("who plays with the player", role="optional")
    player: PlayerId = column("who stands next above", label="Ahead of", role="optional")
    score: Figure = column("per cent or IMPs before handicap that are enough", role="value")


@dataclass(frozen=True)
class Needs:
    """What everybody needs on an evening with the pairs of an earlier one, at the ratings of now."""

    inputs: Inputs
    options: Options
    lines: Sequence[Ranked]
    today: date

    def of(self, mine: Sequence[Receipt]) -> Iterator[Needed]:
        """On an evening like the latest of each form among those of a player."""
        for form in OF_PAIRS:
            if latest := next((row for row in reversed(mine) if row.form == form), None):
                yield from self._like(latest)

    def _like(self, row: Receipt) -> Iterator[Needed]:
        """What makes the rating rise, and what no more than the best score ever brings the next place.

        No score leads past the own partner: both ratings change alike.
        """
        yield from self._enough(row, "a higher rating", None, _HIGHEST[row.form])
        over = self._above.get(row.player)
        if over and over.player != row.partner:
            yield from self._enough(row, "the next place", over, self._best[row.form])

    def _enough(self, row: Receipt, goal: Goal, over: Ranked | None, highest: float) -> Iterator[Needed]:
        unit, now = self._again(row), self._ratings[row.player]
        score = self._least(row, unit, over.rating if over else now, highest)
        if score is not None:
            yield Needed.like(row, goal=goal, player=over.player if over else "", score=score)

    def _least(self, row: Receipt, unit: Unit, beyond: float, highest: float) -> float | None:
        """The score of a pair that brings the rating of a player beyond another."""
        before, partners, scale = self._ratings[row.player], self._ratings[row.partner], OF_PAIRS[row.form]

        def rises(score: float) -> bool:
            *_, change = scale.scored(unit.own, unit.opposition, score)
            _, rating = moved(before, partners, change, self.today, self.options)
            return comparable(rating) > comparable(beyond)

        return least(rises, _LOWEST[row.form], highest)

    def _again(self, row: Receipt) -> Unit:
        """The pair of a player on an evening, at the ratings of now."""
        if row.date not in self._units:
            made = units(row.form, self._lines[row.form][row.date], [], self._ratings, self.options)
            self._units[row.date] = {id_: each for each in made for pair in each.couples for id_ in pair}
        return self._units[row.date][row.player]

    @cached_property
    def _units(self) -> dict[date, Mapping[str, Unit]]:
        return {}

    @cached_property
    def _best(self) -> Mapping[str, float]:
        """The best score that anybody had in each form."""
        found = {
            form: [each.score for day in of.values() for each in day] for form, of in self._lines.items()
        }
        return {form: max(scores, default=0.0) for form, scores in found.items()}

    @cached_property
    def _lines(self) -> Mapping[Form, Mapping[date, Sequence[Line]]]:
        """The lines of the evenings that have been played, by day."""
        lines: Mapping[Form, Sequence[Line]] = {"pairs": self.inputs.pairs, "butler": self.inputs.butler}
        return {form: dict(by_day(of, When(self.today))) for form, of in lines.items()}

    @cached_property
    def _ratings(self) -> Mapping[str, float]:
        return {each.player: each.rating for each in self.lines}

    @cached_property
    def _above(self) -> Mapping[str, Ranked]:
        return above(self.lines)
