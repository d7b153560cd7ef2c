"""What each player did: the tournaments, and the account of the LUDO total from one list to the next."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from sitegen.model import Balance, Career, Result, Section
from sitegen.systems.ludo.articles import DAY, ROUND, YEARS
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.entries import Counting, Entry, Summed
from sitegen.systems.ludo.outputs import DayRanked
from sitegen.systems.ludo.pages.account import Worked
from sitegen.systems.ludo.shown import ByRound, Step
from sitegen.systems.ludo.tables import Tournament
from sitegen.systems.ludo.years import Standing
from sitegen.toolkit.account import BEFORE, opening, why
from sitegen.toolkit.careers import fared

FEWER = (
    "At the first tournament of a year all totals fall: last year counts for two thirds from then on, and the"
    " year before it for one third."
)
AGED: Counting = "earlier years count for less"


class _Visit(NamedTuple):
    """A tournament, its place among all, what a player did there, and how they stood around it.

    That is after the `earlier` tournament, None before the first, and after this one.
    """

    place: int
    tournament: Tournament
    row: DayRanked
    earlier: Standing | None
    after: Standing

    @property
    def before(self) -> Standing:
        """How the player stood before it, in its year already."""
        if self.earlier is None or self.earlier.latest < self.after.year - 2:
            return Standing(self.after.year)
        return self.earlier.in_year(self.after.year)


@dataclass(frozen=True)
class Careers:
    """The tournaments of all players."""

    circuit: Circuit
    worked: Worked

    @cached_property
    def _visits(self) -> Mapping[str, Sequence[_Visit]]:
        found = defaultdict[str, list[_Visit]](list)
        earlier: Mapping[str, Standing] = {}
        for place, (tournament, after) in enumerate(self.circuit.after_each):
            for row in after.rows:
                stood = earlier.get(row.player), after.left[row.player]
                found[row.player].append(_Visit(place, tournament, row, *stood))
            earlier = after.left
        return found

    def career(self, player: str) -> Career:
        """What a player did, and the LUDO total after each tournament that moved it."""
        stood = self.circuit.course.of.get(player, ())
        new = [later for earlier, later in pairwise(stood) if later[1] is not earlier[1]]
        totals = [(day, own.ludo) for day, own in (*stood[:1], *new)]
        moved = (later for earlier, later in pairwise(totals) if later[1] != earlier[1])
        by_day = dict([*totals[:1], *moved])
        played = [self._result(each) for each in self._visits.get(player, ())]
        return Career(list(by_day.items()), played, 0.0 if played else None)

    def _result(self, visit: _Visit) -> Result:
        change, held = visit.after.ludo - visit.before.ludo, visit.tournament
        place = f"{visit.row.rank}/{len(self.circuit.course.events[visit.place].rows)}"
        return Result(held.date, held.tournament, fared(change), (), (), place, None, change, held.name)

    def _standing(self, player: str, place: int) -> Standing | None:
        """How a player stood after a tournament: None for who had not played for two years."""
        return self.circuit.course.events[place].left.get(player) if place >= 0 else None

    def why(self, player: str) -> list[Section]:
        """What moved the total of a player since the list before that of their last tournament."""
        if not (visits := self._visits.get(player)):
            return []
        day = visits[-1].tournament.date
        latest = [each for each in visits if each.tournament.date == day]
        first = latest[0].place
        before = self._before(first)
        stood = self._standing(player, before)
        listed = self.circuit.course.events[before].day if stood else None
        last = self._last(player, latest[-1].place)
        rows = [*self._moved(latest, stood), *self._years(player, latest[-1].place, last)]
        ended = self.circuit.course.events[last]
        own = ended.left[player]
        total = Summed.like(own, player=player, ludo=own.ludo)
        return [
            why(
                Entry,
                rows,
                steps=[*self._steps(latest), total],
                before=opening(listed, stood.ludo if stood else 0.0, day),
                after=Balance(BEFORE, ended.day, own.ludo),
                note=FEWER if any(row.counts == AGED for row in rows) else "",
                articles=[ROUND, DAY, YEARS],
            )
        ]

    def _before(self, place: int) -> int:
        """The last tournament of the day of play before a tournament; -1 before the first."""
        events = self.circuit.course.events
        return next((at for at in range(place - 1, -1, -1) if events[at].day < events[place].day), -1)

    def _last(self, player: str, place: int) -> int:
        """The latest tournament until which a player is on the lists."""
        events = self.circuit.course.events
        last = len(events) - 1
        return last if player in events[last].left else place

    def _moved(self, latest: Sequence[_Visit], stood: Standing | None) -> Iterator[Entry]:
        """The years that end before the tournaments of a day, and what each of these did."""
        before = latest[0].before
        if stood and stood.year != before.year:
            yield _aged(latest[0].tournament, before, stood)
        for each in latest:
            before, after = each.before, each.after
            gone = next((row for row in before.regular if row not in after.regular), None)
            running = before.ludo
            if gone and each.tournament.kind == "regular":
                running -= gone.total
                yield self._line(gone, "falls away", -gone.total, running)
            change = after.ludo - running
            yield self._line(each.row, _counted(each, after), change, after.ludo)

    def _years(self, player: str, place: int, last: int) -> Iterator[Entry]:
        """The years that began between two tournaments, each at the first of it."""
        for at in range(place + 1, last + 1):
            before, after = self._standing(player, at - 1), self._standing(player, at)
            if before and after and before.year != after.year:
                yield _aged(self.circuit.tournaments[at], after, before)

    def _line(self, row: DayRanked, counts: Counting, change: float, ludo: float) -> Entry:
        tournament = self._tournaments[row.tournament]
        day, name, key = tournament.date, tournament.name, tournament.tournament
        return Entry(day, name, counts, row.rank, change, ludo, key)

    @cached_property
    def _tournaments(self) -> Mapping[str, Tournament]:
        return {each.tournament: each for each in self.circuit.tournaments}

    def _steps(self, latest: Sequence[_Visit]) -> Iterator[Step | ByRound]:
        for each in latest:
            yield from self.worked.of(each.tournament.tournament, each.row.player)


def _counted(visit: _Visit, after: Standing) -> Counting:
    if visit.tournament.kind == "final":
        return "final"
    return "regular" if visit.row in after.regular else "not among the five best"


def _aged(first: Tournament, now: Standing, before: Standing) -> Entry:
    """What the beginning of a year did to a total, on the day of its first tournament."""
    change = now.ludo - before.ludo
    return Entry(first.date, str(now.year), AGED, None, change, now.ludo, first.tournament)
