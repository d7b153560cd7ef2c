"""What each player did: the sessions, and the account of the ranking from one list to the next."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from sitegen.model import Balance, Career, Result, Section
from sitegen.systems.nbb.articles import RANKINGS
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Played, Standing
from sitegen.systems.nbb.outputs import Receipt
from sitegen.systems.nbb.pages import account
from sitegen.systems.nbb.sessions import key
from sitegen.systems.nbb.shown import Kind, Moved, Placed, Step, Teamed
from sitegen.toolkit.account import BEFORE, why
from sitegen.toolkit.careers import fared
from sitegen.toolkit.order import comparable
from sitegen.toolkit.rows import grouped

_NOTE = "The ranking is the mean of the latest sessions: one comes in, and another falls away for it."
_Scored = Placed | Teamed
_Worked = tuple[Mapping[str, list[_Scored]], Mapping[str, list[Step]]]


class _Own(NamedTuple):
    """A session as a player had it: the points and where they stand."""

    held: Played
    receipt: Receipt
    source: str


@dataclass(frozen=True)
class Careers:
    """The sessions of all players."""

    club: Club

    @cached_property
    def _held(self) -> Sequence[Played]:
        return list(chain.from_iterable(self.club.played.values()))

    @cached_property
    def _days(self) -> Sequence[date]:
        return [each.day for each in self._held]

    @cached_property
    def _own(self) -> Mapping[str, Sequence[_Own]]:
        found: dict[str, list[_Own]] = {}
        for held in self._held:
            for result in held.results:
                for row in result.receipts:
                    found.setdefault(row.player, []).append(_Own(held, row, result.entry.source))
        return found

    def career(self, player: str) -> Career:
        """What a player did, and the ranking after each day of play."""
        mine = [each.receipt for each in self._own.get(player, ())]
        course = {row.date: row.after for row in mine}
        return Career(list(course.items()), list(map(_result, mine)), mine[0].before if mine else None)

    def sources(self, player: str) -> Mapping[str, str]:
        """Where the result of a player in each session stands, by the key of the session."""
        return {each.held.key: each.source for each in self._own.get(player, ())}

    def why(self, player: str) -> list[Section]:
        """What the latest day of play of a player did to the ranking; nothing before the first."""
        if not (mine := self._own.get(player)):
            return []
        day = mine[-1].receipt.date
        latest = [each for each in mine if each.receipt.date == day]
        opening, rows = self._opening(player, latest[0])
        rows += chain.from_iterable(self._moved(each, mine) for each in latest)
        closing = Balance(BEFORE, day, latest[-1].receipt.after)
        steps = list(chain.from_iterable(self._steps(each) for each in latest))
        return [why(Moved, rows, steps=steps, before=opening, after=closing, note=_NOTE, articles=RANKINGS)]

    def _opening(self, player: str, first: _Own) -> tuple[Balance, list[Moved]]:
        """Where a player stood on the list before a session, and what a season that began since changed."""
        season, before = first.held.session.season, first.held.before[player]
        place = bisect_left(self._days, first.held.day) - 1
        listed = self._held[place].session.season if place >= 0 else None
        if listed == season and before.earned:
            return Balance(BEFORE, self._days[place], before.ranking), []
        closed = [each for each in self._own[player] if each.held.session.season == listed]
        if listed == season or not closed:
            return Balance("Substitute ranking on {day}", season.start, before.ranking), []
        opening = Balance(BEFORE, self._days[place], closed[-1].receipt.after)
        return opening, list(_begun(closed[-1].receipt.after, before))

    def _moved(self, own: _Own, mine: Sequence[_Own]) -> Iterator[Moved]:
        """The session that falls away, or the substitute ranking, and the one that comes in."""
        sessions = self.club.options.sessions
        left = own.held.before[own.receipt.player].leaving(sessions)
        gone = next((each for each in mine if left.day and each.held.key == left.session), None)
        if gone:
            yield _line("falls away", gone, -left.points / sessions)
        else:
            source = own.held.before[own.receipt.player].source
            yield _substitute("substitute ranking falls away", left.points, -left.points / sessions, source)
        yield _line("comes in", own, own.receipt.points / sessions, own.receipt.after)

    def _steps(self, own: _Own) -> list[_Scored | Step]:
        """What the score was worth, and what the points did to the ranking."""
        if own.held.key not in self._worked:
            self._worked[own.held.key] = _worked(own.held, self.club)
        points, rankings = self._worked[own.held.key]
        return [*points[own.source], *rankings[own.receipt.player]]

    @cached_property
    def _worked(self) -> dict[str, _Worked]:
        return {}


def _worked(played: Played, club: Club) -> _Worked:
    """The rows of a session by where they stand, and the steps of its players."""
    scored: list[_Scored] = [row for _, rows in account.lines(played, club.called) for row in rows]
    scored += account.teams(played) if played.session.form == "teams" else []
    by_source = grouped(scored, lambda each: each.source)
    return by_source, grouped(account.steps(played, club.options), lambda each: each.player)


def _result(row: Receipt) -> Result:
    partners, change = (row.partner,) if row.partner else (), row.after - row.before
    event, score = key(row.date, row.session), f"{row.points:.2f}"
    return Result(row.date, event, fared(change), (), partners, score, None, change, row.team)


def _begun(closed: float, own: Standing) -> Iterator[Moved]:
    """What it changed that a season began with another ranking than the one before ended with."""
    if comparable(change := own.ranking - closed):
        yield _substitute("new substitute ranking", own.ranking, change, own.source, own.ranking)


def _line(kind: Kind, own: _Own, change: float, ranking: float | None = None) -> Moved:
    """A session that comes in or falls away."""
    session = own.held.key
    return Moved.like(
        own.receipt, kind=kind, change=change, ranking=ranking, source=own.source, session=session
    )


def _substitute(kind: Kind, points: float, change: float, source: str, ranking: float | None = None) -> Moved:
    """A substitute ranking, in the place of a session."""
    return Moved(None, kind, "", "", None, points, change, ranking, source, "")
