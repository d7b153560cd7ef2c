"""What each player did: the evenings, with whom and against whom, and what the latest did to the rating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain

from sitegen.model import Balance, Career, Result, Section
from sitegen.systems.ruit.articles import OF_EACH, OF_FORM
from sitegen.systems.ruit.evenings import Evening, Standing
from sitegen.systems.ruit.outputs import Receipt
from sitegen.systems.ruit.shown import Contest, Moved, Worked
from sitegen.systems.ruit.units import Unit
from sitegen.toolkit.account import BEFORE, opening, why
from sitegen.toolkit.careers import fared
from sitegen.toolkit.course import Course


@dataclass(frozen=True)
class Careers:
    """The evenings of all players."""

    course: Course[Receipt, Standing]
    evenings: Sequence[Evening]

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's evenings among all receipts."""
        found: dict[str, list[int]] = {player: [] for player in self.course.start}
        for place, row in enumerate(self.course.rows):
            found[row.player].append(place)
        return found

    def rows(self, player: str) -> list[Receipt]:
        """The evenings of a player, oldest first."""
        return [self.course.rows[place] for place in self.places.get(player, ())]

    def source(self, row: Receipt) -> str:
        """Where the row of the pair, or the line-up of the team, of an evening of a player stands."""
        return self._sources[row.date][row.player]

    @cached_property
    def _sources(self) -> Mapping[date, Mapping[str, str]]:
        return {each.day: _sources(each) for each in self.evenings}

    def career(self, player: str) -> Career:
        """What a player did, and the rating after each evening."""
        mine, own = self.rows(player), self.course.start.get(player)
        course = [(row.date, row.rating) for row in mine]
        return Career(course, list(map(self._result, mine)), own.rating if own else None)

    def _result(self, row: Receipt) -> Result:
        key, ended = row.date.isoformat(), fared(row.gain)
        against, partners = self._against[key].get(row.player, ()), (row.partner,)
        return Result(row.date, key, ended, against, partners, score(row), None, row.gain)

    @cached_property
    def _against(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Whom everybody played against on each evening, of whose pair or team met one other alone."""
        return {each.key: dict(_met(each.units)) for each in self.evenings}

    @cached_property
    def _at(self) -> Mapping[str, int]:
        return {each.key: place for place, each in enumerate(self.evenings)}

    def why(self, player: str) -> list[Section]:
        """What the latest evening of a player did to the rating; nothing before the first."""
        if not self.places[player]:
            return []
        last = self.course.rows[self.places[player][-1]]
        place = self._at[last.date.isoformat()]
        evening = self.evenings[place]
        before = self.evenings[place - 1].day if place else None
        unit = next(each for each in evening.units if player in chain.from_iterable(each.couples))
        row = Moved.like(last, score=_score(last), change=last.gain, source=unit.source)
        return [
            why(
                Moved,
                [row],
                steps=steps(evening, unit),
                before=opening(before, last.before, evening.day),
                after=Balance(BEFORE, evening.day, last.rating),
                articles=[OF_FORM[evening.form], *OF_EACH],
            )
        ]


def steps(evening: Evening, unit: Unit) -> list[Contest | Worked]:
    """The calculation of a pair or team: the matches that it played, then its players."""
    played = [each for each in contests(evening.units) if unit.team in (each.team_a, each.team_b)]
    there = {*chain.from_iterable(unit.couples)}
    return [*played, *(row for row in worked(evening) if row.player in there)]


def worked(evening: Evening) -> list[Worked]:
    """The players of an evening as their page shows them, with where each stands."""
    sources = _sources(evening)
    return [Worked.like(row, source=sources[row.player]) for row in evening.rows]


def _sources(evening: Evening) -> dict[str, str]:
    return {player: unit.source for unit in evening.units for pair in unit.couples for player in pair}


def contests(units: Sequence[Unit]) -> list[Contest]:
    """The matches of a teams evening, each once: from the side of the team that is named first."""
    meetings = [each for unit in units for each in unit.meetings if each.row.team_a == unit.team]
    meetings.sort(key=lambda each: each.row.match)
    return [Contest.like(each.row, each, vp_a=each.points, vp_b=20 - each.points) for each in meetings]


def score(row: Receipt) -> str:
    """The score of an evening as people write it: `56.25 %`, `+12 IMP` or `24.50 VP`."""
    if row.raw is None:
        return f"{row.after:.2f} VP"
    return f"{row.raw:.2f} %" if row.form == "pairs" else f"{row.raw:+g} IMP"


def _score(row: Receipt) -> float:
    return row.after if row.raw is None else row.raw


def _met(units: Sequence[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The players of the only pair or team that a unit met, for each of its own."""
    players = {(each.section, each.team): tuple(chain.from_iterable(each.couples)) for each in units}
    for each in units:
        met = {match.row.opponent(each.team) for match in each.meetings} or {*each.opponents.split()}
        if len(met) == 1:
            against = players[each.section, met.pop()]
            yield from ((player, against) for player in players[each.section, each.team])
