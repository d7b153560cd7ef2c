"""What a career amounts to, in a few facts: for the players of every system alike."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from math import inf
from typing import Any, NamedTuple

from sitegen.derived import feats
from sitegen.derived.chronicle import Chronicle
from sitegen.language import Language
from sitegen.model import Career, Ended, Fact, Result
from sitegen.table import Change, PlayerId, Rows

_SERIES = 3  # a shorter one is none


class _Met(NamedTuple):
    """Who was met on a day, with the figure that they had then."""

    opponent: str
    day: date
    figure: float


class Feats:
    """The facts of the careers of one ranking, in a language."""

    def __init__(self, chronicle: Chronicle, language: Language) -> None:
        self._careers = chronicle.careers
        self._summary = chronicle.of
        self._language = language
        self._write = language.number(chronicle.careers.decimals)

    def of(self, career: Career) -> Iterator[Fact]:
        """Won, the highest, the best win and the worst loss, the longest series."""
        if not career.played:
            return
        has_winners = self._careers.has_winners
        counted = feats.ends_that_count(career)
        if has_winners and counted:
            yield self._won(counted)
        yield from self._highest(career)
        yield from self._met(career.results) if has_winners else self._moves(career.results)
        yield from self._series(career, "Longest winning series" if has_winners else "Most rises in a row")

    def form(self, career: Career) -> tuple[str, str]:
        """The last ten results, a letter each, and what they say; nothing of a single one."""
        last = feats.form(career)
        return (
            (last, feats.formed(last, self._language, wins=self._careers.has_winners))
            if len(last) > 1
            else ("", "")
        )

    def _won(self, counted: Sequence[Ended]) -> Fact:
        played, won, *_ = feats.tally(counted)
        text = self._language.word("{won} of {played}").format(won=won, played=played)
        return Fact(
            "Won", text, note="{share}\N{NO-BREAK SPACE}%", named={"share": round(100 * won / played)}
        )

    def _highest(self, career: Career) -> Iterator[Fact]:
        if len(career.course) > 1 and (highest := feats.highest(feats.settled(career))):
            day, value = highest
            last, now = career.course[-1]
            told = self._day(last, is_now=True) if value == now else self._day(day)
            yield Fact("Highest", value, self._careers.figure, **told)

    def _day(self, day: date, *, is_now: bool = False) -> dict[str, Any]:
        """The note that says a day."""
        named = {"day": self._language.short_date(day)}
        return {"note": "{day}, now" if is_now else "{day}", "named": named}

    def _met(self, results: Rows[Result]) -> Iterator[Fact]:
        """The strongest opponent that was beaten, and the weakest that was lost to."""
        if won := self._greatest(results, "won", 1):
            yield self._of("Best win", won)
        if lost := self._greatest(results, "lost", -1):
            yield self._of("Worst loss", lost)

    def _greatest(self, results: Rows[Result], ending: Ended, sign: int) -> _Met | None:
        """The first that ended so against one with the highest figure, or with a negative sign the lowest.

        Who never had a greater one is not looked up.
        """
        found, most = None, -inf
        columns = map(results.column, ("ended", "opponents", "day"))
        for ended, opponents, day in zip(*columns, strict=True):
            if ended != ending or len(opponents) != 1:
                continue
            course = self._summary(opponents[0]).course
            end = course.highest if sign > 0 else -course.lowest
            if end > most and (figure := course.before(day)) is not None and sign * figure > most:
                found, most = (opponents[0], day), sign * figure
        return found and _Met(*found, sign * most)

    def _of(self, label: str, met: _Met) -> Fact:
        told = {"figure": self._write(met.figure), "day": self._language.short_date(met.day)}
        return Fact(label, met.opponent, PlayerId, note="rated {figure}, {day}", named=told)

    def _moves(self, results: Rows[Result]) -> Iterator[Fact]:
        """The largest rise and the largest fall."""
        columns = zip(*map(results.column, ("ended", "change", "day")), strict=True)
        moved = [(change, day) for ended, change, day in columns if ended and change]
        for label, pick, is_one in (("Largest rise", max, _is_up), ("Largest fall", min, _is_down)):
            if found := [each for each in moved if is_one(each[0])]:
                change, day = pick(found)
                yield Fact(label, change, Change, **self._day(day))

    def _series(self, career: Career, label: str) -> Iterator[Fact]:
        best = max(feats.series("", career), key=lambda each: each.size, default=None)
        if best and best.size >= _SERIES:
            _, goes_on = best.told
            yield Fact(label, int(best.size), int, **self._day(best.day, is_now=goes_on))


_is_up: Callable[[float], bool] = (0.0).__lt__
_is_down: Callable[[float], bool] = (0.0).__gt__
