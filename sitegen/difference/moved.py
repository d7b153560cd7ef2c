"""Who moves on a list, in words."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sitegen.derived.positions import Position
from sitegen.difference.some import Some, some
from sitegen.difference.standing import Move
from sitegen.difference.wording import Wording
from sitegen.language import Language
from sitegen.message import advise

_ARROWS = {1: "▲", 0: "", -1: "▼"}
Turn = Literal["", "new", "gone", "ranked", "unranked"]


class Moved(NamedTuple):
    """Where somebody stood and stands, and with which figure; `page` is the address of whoever has one.

    `climb` are the places won, `sign` says whether the figure rose or fell.
    """

    name: str
    page: str
    ranks: tuple[int | None, int | None]
    before: str
    after: str
    gain: str
    sign: int
    climb: int
    turn: Turn


class Moves(NamedTuple):
    """Who has another figure, or comes or goes; and those who hardly move, or only stand elsewhere for it."""

    told: Some[Moved]
    shifted: Some[Moved]

    @property
    def shown(self) -> Sequence[Moved]:
        """All who are told of."""
        return [*self.told.shown, *self.shifted.shown]

    @property
    def left(self) -> int:
        """How many are left out."""
        return self.told.left + self.shifted.left


def moves(wording: Wording, found: Iterable[Move], most: int) -> Moves:
    """Who wins most first, then who loses, most last; those who come and go behind them."""
    every = list(found)
    moved = [each for each in every if _turn(each) or _gain(wording, each)]
    still = [each for each in every if not (_turn(each) or _gain(wording, each))]
    shifted = _some(wording, [each for each in still if each.climb], most // 4)
    hardly = sum(not each.climb for each in still)
    told_of = _some(wording, sorted(moved, key=_weight), most)
    return Moves(told_of, Some(shifted.shown, shifted.left + hardly))


def _some(wording: Wording, found: list[Move], most: int) -> Some[Moved]:
    kept = some(found, most)
    ordered = sorted(kept.shown, key=lambda each: (each.gain is None, -(each.gain or 0)))
    return Some([_moved(wording, each) for each in ordered], kept.left)


def _gain(wording: Wording, move: Move) -> float:
    """What the figure won as far as anybody sees it."""
    return round(move.gain or 0.0, wording.teller.decimals[0])


def _weight(move: Move) -> float:
    return -abs(move.gain) if move.gain else 0.0


def _turn(move: Move) -> Turn:
    if move.before is None or move.after is None:
        return "gone" if move.after is None else "new"
    was, now = move.ranks
    return "ranked" if now and not was else "unranked" if was and not now else ""


def _moved(wording: Wording, move: Move) -> Moved:
    gain = _gain(wording, move)
    return Moved(
        name=wording.teller.name(move.player),
        page=wording.page(move.player),
        ranks=move.ranks,
        before=_figure(wording, move.before),
        after=_figure(wording, move.after),
        gain=wording.teller.change(move.gain) if gain else "",
        sign=(gain > 0) - (gain < 0),
        climb=move.climb,
        turn=_turn(move),
    )


def _figure(wording: Wording, position: Position | None) -> str:
    if position is None or position.value is None:
        return ""
    column = position.column
    return wording.language.number(column.shown.decimals if column else 0)(position.value)


def heads(label: str, language: Language) -> list[str]:
    """The heads of a table of who moves, with what its figures are of."""
    was, now = language.told(advise("before")), language.told(advise("after"))
    return ["#", language.told(advise("Player")), *([f"{label}, {was}", now] if label else [was, now]), "±"]


def cells(moved: Moved, language: Language) -> list[str]:
    """A row of that table."""
    turn = turned(moved, language)
    name = f"{moved.name} – {turn}" if turn else moved.name
    return [place(moved), name, moved.before, moved.after, moved.gain]


def place(moved: Moved) -> str:
    """The place of somebody, with the places won or lost: `▲2 5`."""
    climb, rank = moved.climb, moved.ranks[1]
    arrow = f"{_ARROWS[(climb > 0) - (climb < 0)]}{abs(climb)} " if climb else ""
    return f"{arrow}{rank or '–'}"


def turned(moved: Moved, language: Language) -> str:
    """That somebody comes or goes, in words; blank of who does neither."""
    words = {
        "new": advise("new"),
        "gone": advise("no more on the list"),
        "ranked": advise("now ranked"),
        "unranked": advise("no place any more"),
    }
    return language.told(words[moved.turn]) if moved.turn else ""
