"""The page of a player of the BGFed rating list: standing, course, latest results, history, head to head."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from math import fsum
from operator import attrgetter, itemgetter
from typing import Any

from sitegen.model import Career, Chart, Ended, Evidence, Fact, PlayerPage, Result, Section, Sheet
from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import Provisional, Ranked, Receipt
from sitegen.systems.fibs.pages.account import account
from sitegen.systems.fibs.pages.ahead import Next
from sitegen.systems.fibs.pages.lists import Lists
from sitegen.systems.fibs.registers import Register
from sitegen.systems.fibs.shown import Looked, Opponent, Registered
from sitegen.systems.fibs.tables import Player, Registration
from sitegen.systems.fibs.timetable import Period, Publication, Publications
from sitegen.table import Figure, many
from sitegen.toolkit.course import Course
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.ratings import graph, highest
from sitegen.toolkit.rows import companions, grouped

_NO_MATCH = "No match has been processed yet."


@dataclass(frozen=True)
class Careers:
    """What the pages of all players are made from; `sections` are those of the current list.

    `published` are all lists that were published. `registrations` is None where the club keeps none:
    everyone is registered always. `places` has which of all matches each player played.
    """

    course: Course[Receipt, Standing]
    places: Mapping[str, Sequence[int]]
    lists: Lists
    current: Publication
    sections: Sequence[Section]
    published: Publications
    registrations: Sequence[Registration] | None

    def pages(self) -> list[PlayerPage]:
        """A page for every player, with the club of their registration."""
        return pages(map(self._register.of, self.lists.players), self._sheet)

    def career(self, player: str) -> Career:
        """What a player did, all matches among it; those that do not count have no result."""
        mine, looked = self._of(player)
        course = {row[0]: row[7] for row in looked if row[7] is not None}
        played = many(Result, map(self._played, looked))
        start = self.course.start[player]
        return Career(list(course.items()), played, start.rating, self._ranked_from(start.experience, mine))

    def seen(self, player: str) -> Sequence[object]:
        """What a career is made from."""
        return self.course.start[player], Evidence("matches", self.places[player])

    def _ranked_from(self, experience: int, mine: Sequence[Receipt]) -> date:
        """The day on which there was experience enough to be ranked."""
        below = self.lists.options.provisional_below
        if experience >= below:
            return date.min
        counted = [row for row in mine if row.counted]
        sums = accumulate([row.length for row in counted], initial=experience)
        reached = zip(counted, [*sums][1:], strict=True)
        return next((row.date for row, experience in reached if experience >= below), date.max)

    def _played(self, looked: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values of a `Result`."""
        day, opponent, won, score, _, chance, change, _, occasion, _, source = looked
        ended: Ended = "" if change is None else won
        return day, self.course.event_of[day], ended, (opponent,), (), score, chance, change, occasion, source

    @cached_property
    def _stood(self) -> Mapping[str, Standing]:
        return self.lists.standings[self.current.through].now

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
        evidence = [Evidence("matches", self.places[player.id])]
        return Sheet(facts, partial(self._parts, player.id), evidence)

    @cached_property
    def _next(self) -> Next:
        through, registered = self.current.through, self._register.rows.keys()
        return Next(self.lists.players, self._stood, self.course.rows, registered, through)

    @cached_property
    def _of(self) -> Callable[[str], tuple[Sequence[Receipt], Sequence[tuple[Any, ...]]]]:
        """The matches of a player, and the values of a `Looked` for each; the latest are asked for again."""

        def of(player: str) -> tuple[Sequence[Receipt], Sequence[tuple[Any, ...]]]:
            mine = [*self.course.picked(self.places[player])]
            return mine, [*_looked(mine, player)]

        return lru_cache(maxsize=1)(of)

    def _period(self, player: str) -> Period | None:
        """From which list to which the latest matches of a player count."""
        mine = self.places[player]
        return self.published.period(self.course.rows[mine[-1]].date) if mine else None

    def _start(self, player: str) -> Iterator[Fact]:
        start = self.course.start[player]
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
        mine, seen = self._of(player)
        looked = Looked.rows(seen)
        by_day = {row.date: row.after for row in looked if row.after is not None}
        return [
            *graph(self.course.start[player].rating, by_day.items()),
            *account(mine, looked, self._period(player), self.course.start[player].rating),
            *self._next.section(player),
            Section(
                "history",
                "Matches",
                Looked,
                looked[::-1],
                empty=_NO_MATCH,
                articles=["Matchen", "Ratingformule"],
                yearly=True,
            ),
            _head_to_head(looked, self._places),
            *self._register_of(player),
        ]

    def _registrations(self, player: str) -> Sequence[Registered] | None:
        return None if self.registrations is None else self._registered.get(player, ())

    def _register_of(self, player: str) -> Iterator[Section]:
        rows = self._registrations(player)
        if rows is not None:
            title, empty = "Registrations", "Nobody has registered this player yet."
            yield Section("registrations", title, Registered, rows, empty=empty, articles=["Spelers"])


def _looked(mine: Iterable[Receipt], player: str) -> Iterator[tuple[Any, ...]]:
    """The values of a `Looked` for each match; a result may come without the points of the loser."""
    for day, winner, loser, n, score, _, event, _, reason, a, b, p, _, w, a_after, b_after, source in mine:
        points = "?" if score is None else score
        if winner == player:
            yield day, loser, "won", f"{n}–{points}", b, p, w, a_after, event, reason, source
        else:
            chance, change = (None, None) if p is None else (1 - p, -w)
            yield day, winner, "lost", f"{points}–{n}", a, chance, change, b_after, event, reason, source


_MET = Looked.cells("opponent", "result", "change")


def _head_to_head(looked: Sequence[Looked], shown: Mapping[str, int]) -> Section:
    live = [_MET(row) for row in looked if row.reason != "online"]
    rows = Opponent.rows(_between(*each) for each in companions(live, itemgetter(0), shown))
    note = "All live matches, also those that do not count for the rating; most played first."
    articles = ["Matchen", "Ratingformule"]
    return Section(
        "head-to-head", "Head to head", Opponent, rows, note=note, empty=_NO_MATCH, articles=articles
    )


def _between(opponent: str, met: Sequence[tuple[Any, ...]]) -> tuple[str, int, int, int, float]:
    _, ended, changes = zip(*met, strict=True)
    won = ended.count("won")
    return opponent, len(met), won, len(met) - won, fsum(filter(None, changes))
