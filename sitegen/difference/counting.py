"""The facts of what was played: results that come, go or become others, and that begin or cease to count."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sitegen.board import Board
from sitegen.difference.facts import Ends, Evening, Fact, Played, Recounted, Undone
from sitegen.difference.matching import matched, without
from sitegen.difference.refused import rate_later
from sitegen.difference.results import PLAYED, OwnResult, Results, changed_results
from sitegen.difference.rows import RowChange
from sitegen.model import Player
from sitegen.system import Calendared

if TYPE_CHECKING:
    from datetime import date

    from sitegen.difference.effect import Effect
    from sitegen.difference.state import State

_Told = tuple[OwnResult, Played]


def matches(found: Results, rows: Sequence[RowChange]) -> Iterator[Fact]:
    """Results that are won, told once for both sides; those of a corrected row as what it was and is."""
    become = {each.before.place: each.after.place for each in rows if each.before and each.after}
    come, gone = list(_join_sides(found.come)), list(_join_sides(found.gone))
    pairs = matched(gone, come, lambda told: become.get(_place(told)), _place)
    yield from (Undone(was, now) for (_, was), (_, now) in pairs if was.what != now.what)
    gone, come = without(gone, come, pairs)
    changed = [each for each in rows if each.kind in PLAYED]
    left = {each.before.place for each in changed if each.before}
    new = {each.after.place for each in changed if each.after}
    ceased = _recounted([each for each in gone if _place(each) not in left], found.come, counts=False)
    begun = _recounted([each for each in come if _place(each) not in new], found.gone, counts=True)
    yield from (ceased.get(id(own), Undone(played)) for own, played in gone)
    yield from (begun.get(id(own), played) for own, played in come)


def foresee(effect: "Effect", before: Board, after: Board) -> Iterator[Fact]:
    """Results that the next list begins or ceases to count, by rows that are neither played nor players."""
    system, through, inputs = effect.ranking.system, after.outcome.listing.through, effect.after.inputs
    others = [each for each in effect.rows if each.day is None and not isinstance(each.row.read, Player)]
    is_asked = any(each.kind in PLAYED for each in others)
    dated = system.dated(inputs[effect.id]) if is_asked and isinstance(system, Calendared) else ()
    if any(each.is_played and each.day > through for each in dated):
        was, now = _later(effect, before, effect.before), _later(effect, after, effect.after)
        for each in matches(changed_results(effect, was, now), effect.rows):
            if isinstance(each, Recounted) and each.played.day > through:
                yield each._replace(played=each.played._replace(change=None, other=None))


def _later(effect: "Effect", board: Board, state: "State") -> Board:
    """A ranking with a list that has all that is played by now."""
    inputs = state.inputs[effect.id]
    return replace(board, outcome=rate_later(board.ranking, inputs, effect.after.as_of))


def _place(told: _Told) -> str:
    return told[0].result.source


def _recounted(
    told: Iterable[_Told], others: Iterable[OwnResult], *, counts: bool
) -> Mapping[int, Recounted]:
    """What counts in one state, and stands in the other and counts for nothing, by the `id` of a result."""
    played = {id(own): (own, each) for own, each in told}
    idle = [each for each in others if not each.result.ended]
    pairs = matched([own for own, _ in played.values()], idle, _what)
    now = ((own, own if counts else other) for own, other in pairs)
    return {id(own): Recounted(played[id(own)][1], each.result.source, counts) for own, each in now}


def _what(own: OwnResult) -> tuple[object, ...]:
    """What was played, whether it counts or not."""
    result = own.result
    return own.player, result.day, result.opponents, result.partners, result.score, result.occasion


def _join_sides(results: Sequence[OwnResult]) -> Iterator[_Told]:
    """Each result once: of the winner, or of the first where nobody wins.

    What it did to the other side is what the result of that side says which stands in the same place.
    """
    changes = {(player, each.source): each.change for player, each in results if each.source}
    for own in results:
        player, each = own
        is_first = each.ended == "drawn" and (player,) <= each.opponents
        if each.opponents and (each.ended == "won" or is_first):
            other = changes.get((each.opponents[0], each.source))
            drawn = each.ended == "drawn"
            played = Played(player, each.opponents, _score(each.score), each.day, drawn, each.change, other)
            yield own, played


def _score(score: str) -> str:
    """A score, but for one that only says again who won, or is not known in full."""
    if "?" in score:
        return ""
    return "" if score in {"1-0", "0-1", "½-½", "1–0", "0–1", "½–½"} else score


def evenings(found: Results) -> Iterator[Fact]:
    """Days on which figures rise and fall, but for those of which something was there already."""
    known = {each.result.event for each in found.gone}
    days: dict[tuple[date, str], list[tuple[float, str]]] = {}
    for player, each in found.come:
        if each.event not in known and each.change is not None:
            days.setdefault((each.day, each.event), []).append((each.change, player))
    for (day, _), moved in sorted(days.items()):
        yield Evening(day, len({player for _, player in moved}), Ends.of(moved))
