"""What is different between two states of a site, ranking by ranking."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sitegen.difference.effect import Effect
from sitegen.difference.state import State


@dataclass(frozen=True)
class Difference:
    """What is different between two states of a site."""

    before: State
    after: State

    @cached_property
    def effects(self) -> Sequence[Effect]:
        """What it does to each ranking to which it does anything."""
        found = (
            Effect(each, self.before, self.after) for each in {**self.before.inputs, **self.after.inputs}
        )
        return [each for each in found if not each.is_nothing]
