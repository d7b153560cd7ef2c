"""Facts of what was played: results that come in, and that count no more."""

from datetime import date
from typing import NamedTuple

from sitegen.difference.facts.fact import Ends
from sitegen.difference.teller import Teller
from sitegen.message import Message, advise, counted


class Played(NamedTuple):
    """A result that comes in: `change` and `other` are what it does to both figures, where that is told."""

    winner: str
    loser: tuple[str, ...]
    score: str
    day: date
    is_draw: bool = False
    change: float | None = None
    other: float | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Both."""
        return self.winner, *self.loser

    @property
    def what(self) -> tuple[object, ...]:
        """The result, whatever it does and whatever it was played for."""
        return self[:5]

    def said(self, teller: Teller) -> Message:
        """Who beats whom, and what both win and lose by it."""
        told = {"player": teller.name(self.winner), "other": teller.listed(self.loser), "score": self.score}
        result = _result(self, told)
        if self.change is None:
            return advise("{result}.", result=result)
        won, lost = teller.change(self.change), teller.change(self.other)
        if self.other is None:
            return advise("{result}: {won}.", result=result, won=won)
        return advise("{result}: {won} and {lost}.", result=result, won=won, lost=lost)


class Undone(NamedTuple):
    """A result that counts no more, or is another one now."""

    was: Played
    now: Played | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys([*self.was.players, *(self.now.players if self.now else ())]))

    def said(self, teller: Teller) -> Message:
        """What it was, and what it is."""
        told = {"was": _plain(self.was, teller), "day": teller.day(self.was.day)}
        if self.now is None:
            return advise("No more, of {day}: {was}.", **told)
        told |= {"now": _plain(self.now, teller), "other": teller.day(self.now.day)}
        if self.was.day == self.now.day:
            return advise("Of {day}: {now}, in the place of: {was}.", **told)
        if told["was"] == told["now"]:
            return advise("Of {other}, and not of {day}: {now}.", **told)
        return advise("Of {other}: {now}, in the place of, of {day}: {was}.", **told)


class Recounted(NamedTuple):
    """A result that stands where it stood, at a `place`, and begins to count or ceases to."""

    played: Played
    place: str
    counts: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Both."""
        return self.played.players

    @property
    def change(self) -> float | None:
        """What it does to the figure of who won, where that is told."""
        return self.played.change if self.counts else None

    def said(self, teller: Teller) -> Message:
        """What it was, of when, and where it stands."""
        told = {"day": teller.day(self.played.day), "place": self.place}
        if self.counts:
            played = self.played.said(teller)
            return advise("Counts from now on, of {day} ({place}): {played}", played=played, **told)
        was = _plain(self.played, teller)
        return advise("Counts no more, of {day} ({place}): {was}.", was=was, **told)


class Evening(NamedTuple):
    """What was played on a day where nobody wins: how many players, and whose figures rose and fell most."""

    day: date
    number: int
    ends: Ends

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.ends.players

    def said(self, teller: Teller) -> Message:
        """Who won and who lost most."""
        if self.number > 1 and self.ends.are_alike(teller):
            told = {"day": teller.day(self.day), "number": self.number, "won": teller.change(self.ends.won)}
            return advise("{day}, {number} players: each {won}.", **told)
        return counted(
            self.number,
            "{day}: {best}, {won}.",
            "{day}, {number} players: from {best}, {won}, to {worst}, {lost}.",
            day=teller.day(self.day),
            **self.ends.named(teller),
        )


def _result(played: Played, told: dict[str, str]) -> Message:
    if played.is_draw:
        return (
            advise("{player} and {other} draw {score}", **told)
            if played.score
            else advise("{player} and {other} draw", **told)
        )
    return (
        advise("{player} beats {other} {score}", **told)
        if played.score
        else advise("{player} beats {other}", **told)
    )


def _plain(played: Played, teller: Teller) -> Message:
    """A result without what it did."""
    told = {"player": teller.name(played.winner), "other": teller.listed(played.loser), "score": played.score}
    return _result(played, told)
