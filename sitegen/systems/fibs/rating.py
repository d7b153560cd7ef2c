"""How the ratings went, match by match: "Ratingformule" of the regulation.

What was rated before, in a preview, is not rated again as far as nothing has changed: the ratings go on from
the last list before the first change.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain, groupby, takewhile
from operator import eq
from typing import NamedTuple

from sitegen.systems.fibs.matches import Day, Figures, Standing, play
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Inputs, Options
from sitegen.systems.fibs.timetable import event_key, title
from sitegen.systems.fibs.weeks import Week
from sitegen.table import many
from sitegen.toolkit.course import Course
from sitegen.toolkit.evidence import figures


@dataclass(frozen=True)
class Stood:
    """How everybody stood at the end of a day, by id."""

    now: Mapping[str, Standing]

    @cached_property
    def evidence(self) -> bytes:
        """The figures of a list of that day, in 16 bytes."""
        return figures(self.now, "rating", "experience", "matches", "highest")


class Played(NamedTuple):
    """All that ratings follow from: the options, how all stood at the start, and what was played.

    What was played stands by week or day of publication, with the key of its page.
    """

    options: Options
    start: Sequence[tuple[str, Standing]]
    parts: Sequence[tuple[str, Sequence[Day]]]

    @classmethod
    def of(cls, inputs: Inputs, options: Options, days: Sequence[Day]) -> "Played":
        """That of the matches of these days.

        "Initiële rating": everyone starts with the initial rating and an experience of nil, unless the club
        takes over an older list.
        """
        ratings = [(each.id, each.starts(options), each.experience) for each in inputs.players]
        start = [(id_, Standing(rating, experience, rating)) for id_, rating, experience in ratings]
        parts = groupby(days, key=lambda each: event_key(options, each.day))
        return cls(options, start, [(key, list(those)) for key, those in parts])

    def same_until(self, before: "Played") -> date:
        """Before which day all is as it was `before`; the first of all where nothing is."""
        if (self.options, self.start) != (before.options, before.start):
            return date.min
        same = sum(1 for _ in takewhile(bool, map(eq, self.parts, before.parts)))
        changed = [each.parts[same] for each in (self, before) if len(each.parts) > same]
        return min((days[-1].day for _, days in changed), default=date.max)


class Rated(NamedTuple):
    """What was `played` by week or day, and how all stood at the end of some days, such as those of lists.

    `places` has which of all matches each player played, by id.
    """

    played: Played
    weeks: Sequence[Week]
    standings: Mapping[date, Stood]
    places: Mapping[str, Sequence[int]]

    @property
    def course(self) -> Course[Receipt, Standing]:
        """The course of the ratings."""
        return Course(dict(self.played.start), self.weeks)


def rated(played: Played, asked: Collection[date], before: Rated | None = None) -> Rated:
    """What the matches that were `played` did, gone on with from `before` as far as that holds.

    "Ratingformule": they are processed in order of the day.
    """
    known = _known(played, asked, before) if before else Rated(played, [], {}, {})
    weeks, standings = [*known.weeks], dict(known.standings)
    now = dict(standings[max(standings)].now if standings else played.start)
    waiting = deque(sorted({*asked} - standings.keys()))
    for key, days in played.parts[len(weeks) :]:
        last = days[-1].day
        while waiting and waiting[0] < last:
            standings[waiting.popleft()] = Stood(dict(now))
        matches = [match for each in days for match in each.matches]
        reasons = chain.from_iterable(each.reasons for each in days)
        did = many(Figures, play(zip(matches, reasons, strict=True), now))
        rows = list(Receipt.each_like(did, matches))
        weeks.append(Week(key, last, rows, dict[str, Standing](), *title(played.options, last)))
    standings |= {day: Stood(dict(now)) for day in waiting}
    found = known._replace(played=played, weeks=weeks, standings={day: standings[day] for day in asked})
    first = sum(len(each.rows) for each in known.weeks)
    return found._replace(places=found.course.places_of("winner", "loser", known=known.places, first=first))


def _known(played: Played, asked: Collection[date], before: Rated) -> Rated:
    """What holds still of what was rated before: the first weeks or days, up to one whose end is known."""
    unknown = min({*asked} - before.standings.keys(), default=date.max)
    until = min(unknown, played.same_until(before.played))
    standings = {day: stood for day, stood in before.standings.items() if day < until}
    last = max(standings, default=date.min)
    return before._replace(weeks=[each for each in before.weeks if each.day <= last], standings=standings)
