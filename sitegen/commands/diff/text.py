"""A comparison for the terminal."""

from collections.abc import Iterator

from sitegen.commands.diff import Comparison
from sitegen.difference import Effect
from sitegen.difference.teller import Teller
from sitegen.language import Language


def told(comparison: Comparison, language: Language) -> Iterator[str]:
    """What the working tree changes, line by line."""
    for step in comparison.steps:
        for each in step.difference.effects:
            yield from _effect(each, language)


def _effect(effect: Effect, language: Language) -> Iterator[str]:
    teller = Teller(effect.names(language), language)
    yield effect.ranking.title
    for each in effect.rows:
        yield f"  {each.kind} {each.row.place}"
    for fact in effect.facts:
        yield f"  {teller.said(fact.said(teller))}"
