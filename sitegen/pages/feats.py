"""What a career amounts to, in a few facts: for the players of every system alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from math import inf
from typing import Any

from sitegen.derived import feats
from sitegen.derived.chronicle import Chronicle
from sitegen.language import Language
from sitegen.model import Career, Fact, Result
from sitegen.table import Change, PlayerId

_SERIES = 3  # a shorter one is none


_Met = tuple[float, Result]
"""A result against one opponent, with the figure that they had that day."""


class Feats:
    """The facts of the careers of one ranking, in a language."""

    def __init__(self, chronicle: Chronicle, language: Language) -> None:
        self._careers = chronicle.careers
        self._seen = chronicle.seen
        self._language = language
        self._write = language.number(chronicle.careers.decimals)

    def of(self, career: Career) -> Iterator[Fact]:
        """Won, the highest, the best win and the worst loss, the longest series."""
        if not career.played:
            return
        has_winners = self._careers.has_winners
        counted = [each for each in career.played if each.ended]
        if has_winners and counted:
            yield self._won(counted)
        yield from self._highest(career)
        yield from self._met(counted) if has_winners else self._moves(counted)
        yield from self._series(career, "Longest winning series" if has_winners else "Most rises in a row")

    def form(self, career: Career) -> tuple[str, str]:
        """The last ten results, a letter each, and what they say; nothing of a single one."""
        last = feats.form(career)
        return (
            (last, feats.formed(last, self._language, wins=self._careers.has_winners))
            if len(last) > 1
            else ("", "")
        )

    def _won(self, counted: Sequence[Result]) -> Fact:
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

    def _met(self, counted: Sequence[Result]) -> Iterator[Fact]:
        """The strongest opponent that was beaten, and the weakest that was lost to."""
        if won := self._greatest([each for each in counted if each.ended == "won"], 1):
            yield self._of("Best win", won)
        if lost := self._greatest([each for each in counted if each.ended == "lost"], -1):
            yield self._of("Worst loss", lost)

    def _greatest(self, results: Iterable[Result], sign: int) -> _Met | None:
        """The first of these against one with the highest figure, or with a negative sign the lowest.

        Who never had a greater one is not looked up.
        """
        found, most = None, -inf
        for each in results:
            if len(each.opponents) != 1:
                continue
            course = self._seen[each.opponents[0]].course
            end = course.highest if sign > 0 else -course.lowest
            if end > most and (figure := course.before(each.day)) is not None and sign * figure > most:
                found, most = each, sign * figure
        return found and (sign * most, found)

    def _of(self, label: str, met: _Met) -> Fact:
        figure, result = met
        told = {"figure": self._write(figure), "day": self._language.short_date(result.day)}
        return Fact(label, result.opponents[0], PlayerId, note="rated {figure}, {day}", named=told)

    def _moves(self, counted: Sequence[Result]) -> Iterator[Fact]:
        """The largest rise and the largest fall."""
        moved = [(each.change, each.day) for each in counted if each.change]
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
