"""What everybody asks of an evening first: who rose, who played best, who leads, and how many played."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from sitegen.model import Highlight, Named, Strip
from sitegen.systems.ruit.evenings import Evening, Standing
from sitegen.systems.ruit.outputs import Ranked, Receipt
from sitegen.systems.ruit.tables import Gain
from sitegen.toolkit.course import Course, Stood
from sitegen.toolkit.order import comparable
from sitegen.toolkit.strip import leader, played, riser, strip

_PLAYED = {"pairs": "Pairs that played", "butler": "Pairs that played", "teams": "Teams that played"}
_BEST = {
    "pairs": "{score} % after handicap, with {partner}",
    "butler": "{score} IMPs after handicap, with {partner}",
}


def highest(course: Course[Receipt, Standing]) -> Mapping[date, float]:
    """The highest rating that anybody ever had, after each evening."""
    start = max((own.rating for own in course.start.values()), default=0.0)
    best = [max(own.rating for own in each.left.values()) for each in course.events]
    return {
        each.day: top for each, top in zip(course.events, [*accumulate([start, *best], max)][1:], strict=True)
    }


def highlights(
    rows: Sequence[Ranked], stood: Stood[Receipt, Standing], highest: Mapping[date, float]
) -> list[Strip]:
    """Those of the evening that a list is published after; nothing before the first."""
    if not isinstance(stood.last, Evening):
        return []
    evening, listed = stood.last, [each.player for each in rows]
    return strip(
        riser(rows, "rating", Gain),
        _best(evening),
        leader(rows, highest[evening.day]),
        played(_PLAYED[evening.form], len(evening.units), evening.left, listed),
    )


def _best(evening: Evening) -> Highlight:
    unit = max(evening.units, key=lambda each: comparable(each.after))
    score: dict[str, object] = {"score": unit.after}
    if evening.form == "teams":
        note, team = "{score} victory points after handicap", {"team": unit.team}
        return Highlight("Best score", text="{team}", note=note, named=score | team, event=evening.key)
    (player, partner), *_ = unit.couples
    named = score | {"partner": Named(partner)}
    return Highlight("Best score", player, note=_BEST[evening.form], named=named, event=evening.key)
