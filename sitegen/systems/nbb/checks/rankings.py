"""Substitute rankings: everyone who plays has one, and it is on the scale of the club's lines."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.nbb.tables import Inputs, Line, LineUp, Options, Partnership
from sitegen.unread import known

_SEVERAL = 3  # of the same kind are told one by one, and more of them once


def rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults of substitute rankings."""
    yield from _without(inputs, options)
    for rows in (inputs.players, inputs.substitutes):
        yield from _far_off(rows, options)
    if options.start_ranking is not None and not _is_usual(options.start_ranking, options):
        yield Fault(options, "start_ranking", _told(options), _SCALE, warning=True)


def _without(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Somebody who plays and has nothing to stand in for sessions not yet played."""
    substitutes = known(inputs.substitutes, "player")
    given = {row.player for row in substitutes}
    rows = chain[Line | LineUp | Partnership](
        inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships
    )
    playing = {player for row in rows for _, player in row.players}
    is_sure = options.start_ranking is None and len(substitutes) == len(inputs.substitutes)
    for each in known(inputs.players, "id", "name") if is_sure else ():
        if each.id in playing - given and each.ranking is None:
            told = say("no-substitute-ranking", "{name} has no substitute ranking", name=each.name)
            hint = advise("fill in 'ranking', add a row to substitutes.csv, or set the option start_ranking")
            yield Fault(each, "ranking", told, hint)


def _far_off(rows: Sequence[Any], options: Options) -> Iterator[Fault]:
    """Rankings that are not on the scale of the lines: a slip, or of another system."""
    given = [row for row in known(rows, "ranking") if row.ranking is not None]
    far = [row for row in given if not _is_usual(row.ranking, options)]
    if len(far) <= _SEVERAL:
        for row in far:
            yield Fault(row, "ranking", _told(options), _SCALE, warning=True)
    else:
        low, high = _scale(options)
        told = say(
            "rankings-far-off",
            "{number} of {all} rankings lie far from the points of the lines, which are {low} to {high}",
            number=len(far),
            all=len(given),
            low=f"{low:g}",
            high=f"{high:g}",
        )
        yield Fault(far[0], "ranking", told, _SCALE, warning=True)


def _told(options: Options) -> str:
    low, high = _scale(options)
    return say(
        "ranking-far-off",
        "the ranking lies far from the points of the lines, which are {low} to {high}",
        low=f"{low:g}",
        high=f"{high:g}",
    )


_SCALE = advise("a ranking is a mean of such points: correct it, unless it is meant")


def _scale(options: Options) -> tuple[float, float]:
    """The points from the bottom of the lowest line to the top of the highest."""
    top = options.average_a + options.width / 2
    return top - options.width - (options.lines - 1) * options.step, top


def _is_usual(ranking: float, options: Options) -> bool:
    """Whether a ranking lies within half a line of the points of all lines."""
    low, high = _scale(options)
    return low - options.width / 2 <= ranking <= high + options.width / 2
