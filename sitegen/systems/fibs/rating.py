"""How the ratings went, match by match: "Ratingformule" of the regulation.

What was rated before, in a preview, is not rated again as far as nothing has changed: the ratings go on from
the last list before the first change.
"""

import pickle
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
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
from sitegen.table import Packer, many
from sitegen.toolkit.course import Course
from sitegen.toolkit.evidence import figures

_MANY = 100_000


@dataclass(frozen=True)
class Stood:
    """How everybody stood at the end of a day, by id."""

    unpacked: Callable[[], Mapping[str, Standing]]

    @cached_property
    def evidence(self) -> bytes:
        """The figures of a list of that day, in 16 bytes."""
        return figures(self.unpacked(), "rating", "experience", "matches", "highest")


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

    @property
    def number(self) -> int:
        """How many matches they are."""
        return sum(len(each.matches) for _, days in self.parts for each in days)

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
    is_large = played.number > _MANY
    known = Rated(played, [], {}, {}) if is_large or before is None else _known(played, asked, before)
    weeks, standings = [*known.weeks], dict(known.standings)
    now = dict(standings[max(standings)].unpacked() if standings else played.start)
    waiting = deque(sorted({*asked} - standings.keys()))
    stood = _packed if len(waiting) * len(now) > _MANY else _plain
    keep = Packer(Receipt).add if is_large else list  # packed, rows take a quarter, and a while to look at
    for key, days in played.parts[len(weeks) :]:
        last = days[-1].day
        while waiting and waiting[0] < last:
            standings[waiting.popleft()] = stood(now)
        matches = [match for each in days for match in each.matches]
        reasons = chain.from_iterable(each.reasons for each in days)
        did = many(Figures, play(zip(matches, reasons, strict=True), now))
        rows = keep(Receipt.each_like(did, matches))
        weeks.append(Week(key, last, rows, dict[str, Standing](), *title(played.options, last)))
    standings |= {day: _plain(now) for day in waiting}
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


def _plain(now: Mapping[str, Standing]) -> Stood:
    kept = dict(now)
    return Stood(lambda: kept)


def _packed(now: Mapping[str, Standing]) -> Stood:
    """The same in a third of the memory, which no process touches; it is unpacked each time."""
    packed = pickle.dumps(list(zip(*now.values(), strict=True)), protocol=pickle.HIGHEST_PROTOCOL)
    ids = now.keys()  # everybody is there from the start

    def unpacked() -> Mapping[str, Standing]:
        columns = pickle.loads(packed)  # noqa: S301 - our own, of this process
        return dict(zip(ids, many(Standing, zip(*columns, strict=True)), strict=True))

    return Stood(unpacked)
