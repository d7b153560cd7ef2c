"""The page of a player of the BGFed rating list: standing, course, latest results, history, head to head."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from math import fsum
from operator import attrgetter, itemgetter
from typing import Any

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import Provisional, Ranked
from sitegen.systems.fibs.pages.account import account
from sitegen.systems.fibs.pages.ahead import Next
from sitegen.systems.fibs.pages.careers import Histories
from sitegen.systems.fibs.pages.lists import Lists
from sitegen.systems.fibs.rating import Rated
from sitegen.systems.fibs.registers import Register
from sitegen.systems.fibs.shown import Looked, Opponent, Registered
from sitegen.systems.fibs.tables import Player, Registration
from sitegen.systems.fibs.timetable import Period, Publication, Publications
from sitegen.table import Figure, Rows
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.ratings import graph, highest
from sitegen.toolkit.rows import companions, grouped, head_to_head

_NO_MATCH = "No match has been processed yet."


@dataclass(frozen=True)
class Careers:
    """What the pages of all players are made from; `sections` are those of the current list.

    `published` are all lists that were published. `registrations` is None where the club keeps none:
    everyone is registered always.
    """

    rated: Rated
    lists: Lists
    current: Publication
    sections: Sequence[Section]
    published: Publications
    registrations: Sequence[Registration] | None

    def pages(self) -> list[PlayerPage]:
        """A page for every player, with the club of their registration."""
        return pages(map(self._register.of, self.lists.players), self._sheet)

    @cached_property
    def histories(self) -> Histories:
        """The matches of all players."""
        return Histories(self.rated, self.lists.options.provisional_below)

    @cached_property
    def _stood(self) -> Mapping[str, Standing]:
        return self.lists.standings[self.current.through]

    @property
    def _register(self) -> Register:
        return self.lists.registers[self.current.day]

    @cached_property
    def _lines(self) -> Mapping[str, Ranked | Provisional]:
        return {row.player: row for each in self.sections[:2] for row in each.rows}

    @cached_property
    def _registered(self) -> Mapping[str, Sequence[Registered]]:
        """The registrations of each player that began by the day of the current list, the latest first."""
        begun = [each for each in self.registrations or () if each.from_ <= self.current.day]
        rows = grouped(sorted(begun, key=attrgetter("from_"))[::-1], attrgetter("player"))
        return {player: Registered.each_like(each) for player, each in rows.items()}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return places(self.lists.players)

    def _sheet(self, player: Player) -> Sheet:
        own = self._stood[player.id]
        facts = [
            *self.lists.rated.standing(own, self._lines.get(player.id)),
            Fact("Matches", own.matches, int, note="those that count"),
            Fact("Won – lost", f"{own.won} – {own.matches - own.won}", str),
            *highest(own.highest, own.reached),
            *self._start(player.id),
            *self._registration(player.id),
        ]
        return Sheet(facts, partial(self._parts, player.id))

    @cached_property
    def _next(self) -> Next:
        through, registered = self.current.through, self._register.rows.keys()
        return Next(self.lists.players, self._stood, self.rated.receipts, registered, through)

    def _period(self, matches: Rows[Looked]) -> Period | None:
        """From which list to which the latest matches of a player count."""
        days = matches.column("date")
        return self.published.period(days[-1]) if days else None

    def _start(self, player: str) -> Iterator[Fact]:
        start = self.rated.start[player]
        yield Fact("Rating at the start", start.rating, Figure)
        if start.experience:
            yield Fact("Experience at the start", start.experience, int)

    def _registration(self, player: str) -> Iterator[Fact]:
        row = self._register.rows.get(player)
        if row is None:
            yield Fact("Registered", value=False, shown=bool)
        elif row.until != date.max:
            yield Fact("Registered until", row.until, date)

    def _parts(self, player: str) -> list[Section | Chart]:
        matches, start = self.histories.of(player), self.rated.start[player].rating
        return [
            *graph(start, self.histories.course(player)),
            *account(partial(self.histories.receipts, player), matches, self._period(matches), start),
            *self._next.section(player),
            Section(
                "history",
                "Matches",
                Looked,
                matches[::-1],
                empty=_NO_MATCH,
                articles=["Matchen", "Ratingformule"],
                yearly=True,
            ),
            _head_to_head(matches, self._places),
            *self._register_of(player),
        ]

    def _registrations(self, player: str) -> Sequence[Registered] | None:
        return None if self.registrations is None else self._registered.get(player, ())

    def _register_of(self, player: str) -> Iterator[Section]:
        rows = self._registrations(player)
        if rows is not None:
            title, empty = "Registrations", "Nobody has registered this player yet."
            yield Section("registrations", title, Registered, rows, empty=empty, articles=["Spelers"])


def _head_to_head(matches: Rows[Looked], places: Mapping[str, int]) -> Section:
    columns = map(matches.column, ("opponent", "result", "change", "reason"))
    live = [row[:3] for row in zip(*columns, strict=True) if row[3] != "online"]
    rows = Opponent.rows(_between(*each) for each in companions(live, itemgetter(0), places))
    note = "All live matches, also those that do not count for the rating; most played first."
    return head_to_head(Opponent, rows, note=note, empty=_NO_MATCH, articles=["Matchen", "Ratingformule"])


def _between(opponent: str, met: Sequence[tuple[Any, ...]]) -> tuple[str, int, int, int, float]:
    _, ended, changes = zip(*met, strict=True)
    won = ended.count("won")
    return opponent, len(met), won, len(met) - won, fsum(filter(None, changes))
