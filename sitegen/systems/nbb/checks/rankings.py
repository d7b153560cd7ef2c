"""Substitute rankings: everyone who plays has one, and it is on the scale of the club's lines."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.bridge.tables import Seated
from sitegen.systems.nbb.tables import Inputs, Options
from sitegen.unread import known

_SEVERAL = 3  # of the same kind are told one by one, and more of them once
_SCALE = advise("a ranking is a mean of such points: correct it, unless it is meant")


def rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults of substitute rankings."""
    yield from _without(inputs, options)
    yield from _far_off(inputs.players, "ranking", options)
    yield from _far_off(inputs.substitutes, "ranking", options)
    yield from _far_off([options], "start_ranking", options)


def _without(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Somebody who plays and has nothing to stand in for sessions not yet played."""
    substitutes = known(inputs.substitutes, "player")
    rows = chain[Seated](inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships)
    lacking = {player for row in rows for _, player in row.players} - {row.player for row in substitutes}
    is_sure = options.start_ranking is None and len(substitutes) == len(inputs.substitutes)
    for each in known(inputs.players, "id", "name") if is_sure else ():
        if each.id in lacking and each.ranking is None:
            told = say("no-substitute-ranking", "{name} has no substitute ranking", name=each.name)
            hint = advise("fill in 'ranking', add a row to substitutes.csv, or set the option start_ranking")
            yield Fault(each, "ranking", told, hint)


def _far_off(rows: Sequence[Any], column: str, options: Options) -> Iterator[Fault]:
    """Rankings beyond the points of all lines by more than half a line: a slip, or of another system."""
    top = options.average_a + options.width / 2
    bottom, margin = top - options.width - (options.lines - 1) * options.step, options.width / 2
    scale = {"low": f"{bottom:g}", "high": f"{top:g}"}
    given = [row for row in known(rows, column) if getattr(row, column) is not None]
    far = [row for row in given if not bottom - margin <= getattr(row, column) <= top + margin]
    if len(far) > _SEVERAL:
        told = say(
            "rankings-far-off",
            "{number} of {all} rankings lie far from the points of the lines, which are {low} to {high}",
            number=len(far),
            all=len(given),
            **scale,
        )
        yield Fault(far[0], column, told, _SCALE, warning=True)
        return
    for row in far:
        told = say(
            "ranking-far-off",
            "the ranking lies far from the points of the lines, which are {low} to {high}",
            **scale,
        )
        yield Fault(row, column, told, _SCALE, warning=True)
