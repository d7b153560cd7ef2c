"""What a career amounts to, in a few facts: for the players of every system alike."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from itertools import repeat
from math import inf
from operator import attrgetter
from typing import Any

from sitegen.derived.chronicle import Chronicle, Course, Summary, describe_form
from sitegen.language import Language
from sitegen.model import Career, Fact, Result
from sitegen.table import Change, PlayerId, Rows

_SERIES = 3  # a shorter one is none


class Achievements:
    """The facts of the careers of one ranking, in a language."""

    def __init__(self, chronicle: Chronicle, language: Language) -> None:
        self._chronicle = chronicle
        self._has_winners = chronicle.has_winners
        self._figure = chronicle.careers.figure
        self._language = language
        self._write = language.number(chronicle.careers.decimals)

    def facts(self, player: str, career: Career) -> Iterator[Fact]:
        """Won, the highest, the best win and the worst loss, the longest series."""
        own = self._chronicle.of(player)
        if not own.number:
            return
        if self._has_winners and own.ended:
            yield self._won(own)
        yield from self._highest(own.course)
        yield from self._met(career.results) if self._has_winners else self._moves(career.results)
        yield from self._series(own)

    def form(self, player: str) -> tuple[str, str]:
        """The last ten results, a letter each, and what they say; nothing of a single one."""
        last = self._chronicle.of(player).form
        said = describe_form(last, self._language, wins=self._has_winners)
        return (last, said) if len(last) > 1 else ("", "")

    def _won(self, own: Summary) -> Fact:
        played, won, *_ = own.tally()
        text = self._language.word("{won} of {played}").format(won=won, played=played)
        share = {"share": round(100 * won / played)}
        return Fact("Won", text, note="{share}\N{NO-BREAK SPACE}%", named=share)

    def _highest(self, course: Course) -> Iterator[Fact]:
        days, figures = points = course.settled
        if len(course.days) > 1 and days:
            value, day = points.highest(0, len(days))
            is_now = value == figures[-1]
            last = date.fromordinal(days[-1])
            yield Fact("Highest", value, self._figure, **self._day(last if is_now else day, is_now=is_now))

    def _day(self, day: date, *, is_now: bool = False) -> dict[str, Any]:
        """The note that says a day."""
        named = {"day": self._language.short_date(day)}
        return {"note": "{day}, now" if is_now else "{day}", "named": named}

    def _met(self, results: Rows[Result]) -> Iterator[Fact]:
        """The strongest opponent that was beaten, and the weakest that was lost to."""
        yield from self._greatest("Best win", results, "won", 1, self._highest_of)
        yield from self._greatest("Worst loss", results, "lost", -1, self._lowest_of)

    @cached_property
    def _highest_of(self) -> Mapping[tuple[str, ...], float]:
        """The highest figure that each player ever had, as the opponents of a result."""
        return {(player,): course.highest for player, course in self._chronicle.courses.items()}

    @cached_property
    def _lowest_of(self) -> Mapping[tuple[str, ...], float]:
        """The lowest, with a negative sign."""
        return {(player,): -course.lowest for player, course in self._chronicle.courses.items()}

    def _greatest(
        self,
        label: str,
        results: Rows[Result],
        ending: str,
        sign: int,
        ends: Mapping[tuple[str, ...], float],
    ) -> Iterator[Fact]:
        """The first that ended so against one with the highest figure, or with a negative sign the lowest.

        Who never had a greater one, by `ends`, is not looked up.
        """
        found, most = None, -inf
        ended, opponents, days = map(results.column, ("ended", "opponents", "day"))
        for how, met, day, end in zip(
            ended, opponents, days, map(ends.get, opponents, repeat(-inf)), strict=True
        ):
            if end > most and how == ending:
                figure = self._chronicle.courses[met[0]].before(day)
                if figure is not None and sign * figure > most:
                    found, most = (met[0], day), sign * figure
        if found:
            opponent, day = found
            told = {"figure": self._write(sign * most), "day": self._language.short_date(day)}
            yield Fact(label, opponent, PlayerId, note="rated {figure}, {day}", named=told)

    def _moves(self, results: Rows[Result]) -> Iterator[Fact]:
        """The largest rise and the largest fall."""
        columns = zip(*map(results.column, ("ended", "change", "day")), strict=True)
        moved = [(change, day) for ended, change, day in columns if ended and change]
        for label, pick, sign in (("Largest rise", max, 1), ("Largest fall", min, -1)):
            if found := [each for each in moved if sign * each[0] > 0]:
                change, day = pick(found)
                yield Fact(label, change, Change, **self._day(day))

    def _series(self, own: Summary) -> Iterator[Fact]:
        longest = max(own.series, key=attrgetter("length"), default=None)
        if longest and longest.length >= _SERIES:
            label = "Longest winning series" if self._has_winners else "Most rises in a row"
            yield Fact(label, longest.length, int, **self._day(longest.last, is_now=longest.goes_on))
