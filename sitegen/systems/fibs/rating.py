"""How the ratings went, match by match: "Ratingformule" of the regulation."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import chain, groupby
from typing import Any, NamedTuple

from sitegen.systems.fibs.matches import Day, Figures, Standing, play
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Inputs, Match, Options
from sitegen.systems.fibs.timetable import event_key, title
from sitegen.systems.fibs.weeks import Week
from sitegen.table import Rows


class Rated(NamedTuple):
    """What was played, and how everybody stood: at the `start`, and at the end of some days.

    `receipts` are all matches with what they did, oldest first, and `weeks` the weeks or days of publication.
    Players go by their ids.
    """

    start: Mapping[str, Standing]
    receipts: Rows[Receipt]
    weeks: Sequence[Week]
    standings: Mapping[date, Mapping[str, Standing]]

    @property
    def event_of(self) -> Mapping[object, str]:
        """The key of the week or day that each day of play belongs to."""
        return {day: week.key for week in self.weeks for day in {*week.rows.column("date")}}


def rated(inputs: Inputs, options: Options, days: Sequence[Day], asked: Collection[date]) -> Rated:
    """What the matches of these days did, and how everybody stood at the end of the days that are `asked`.

    "Initiële rating": everyone starts with the initial rating and an experience of nil, unless the club
    takes over an older list. "Ratingformule": matches are processed in order of the day.
    """
    start = {each.id: _start(each.starts(options), each.experience) for each in inputs.players}
    now, waiting = dict(start), deque(sorted(asked))
    figures: list[tuple[Any, ...]] = []
    standings: dict[date, Mapping[str, Standing]] = {}
    for day in days:
        while waiting and waiting[0] < day.day:
            standings[waiting.popleft()] = dict(now)
        figures += play(zip(day.matches, day.reasons, strict=True), now)
    standings |= {day: dict(now) for day in waiting}
    receipts = _receipts([*chain.from_iterable(each.matches for each in days)], figures)
    return Rated(start, receipts, _weeks(options, days, receipts), standings)


def _start(rating: float, experience: int) -> Standing:
    return Standing(rating, experience, rating)


def _receipts(matches: Sequence[Match], figures: Sequence[tuple[Any, ...]]) -> Rows[Receipt]:
    did = zip(*figures, strict=True) if figures else [()] * len(Figures._fields)
    return Rows.of(Match, matches).view(Receipt, **dict(zip(Figures._fields, did, strict=True)))


def _weeks(options: Options, days: Sequence[Day], receipts: Rows[Receipt]) -> list[Week]:
    """The weeks or days of publication."""
    weeks, first = [], 0
    for key, those in groupby(days, key=lambda each: event_key(options, each.day)):
        own = list(those)
        last, end = own[-1].day, first + sum(len(each.matches) for each in own)
        weeks.append(Week(key, last, receipts[first:end], dict[str, Standing](), *title(options, last)))
        first = end
    return weeks
