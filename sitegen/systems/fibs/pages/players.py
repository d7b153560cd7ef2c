"""The page of a player of the BGFed rating list: standing, course, latest results, history, head to head."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate
from math import fsum
from operator import attrgetter, itemgetter, mul
from typing import Any

from sitegen.model import Career, Chart, Fact, PlayerPage, Result, Section, Sheet
from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import Provisional, Ranked, Receipt
from sitegen.systems.fibs.pages.account import account
from sitegen.systems.fibs.pages.ahead import Next
from sitegen.systems.fibs.pages.lists import Lists
from sitegen.systems.fibs.rating import Rated
from sitegen.systems.fibs.registers import Register
from sitegen.systems.fibs.shown import Looked, Opponent, Registered
from sitegen.systems.fibs.tables import Player, Registration
from sitegen.systems.fibs.timetable import Period, Publication, Publications
from sitegen.table import Cells, Figure, Rows
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.ratings import graph, highest
from sitegen.toolkit.rows import companions, grouped

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

    def career(self, player: str) -> Career:
        """What a player did, all matches among it; those that do not count have no result."""
        matches, start = self._matches(player), self.rated.start[player]

        def ends() -> Cells:
            columns = map(matches.column, ("result", "change"))
            return ["" if change is None else result for result, change in zip(*columns, strict=True)]

        played = matches.view(
            Result,
            day=lambda: matches.column("date"),
            event=lambda: [self._event_of[day] for day in matches.column("date")],
            ended=ends,
            opponents=lambda: list(zip(matches.column("opponent"), strict=True)),
            occasion=lambda: matches.column("event"),
        )
        return Career(self._course(player), played, start.rating, self._ranked_from(player))

    def _course(self, player: str) -> list[tuple[date, float]]:
        """The rating of a player after each day on which a match counted."""
        after = map(self._matches(player).column, ("date", "after"))
        return [*{day: rating for day, rating in zip(*after, strict=True) if rating is not None}.items()]

    def _ranked_from(self, player: str) -> date:
        """The day on which there was experience enough to be ranked."""
        below, experience = self.lists.options.provisional_below, self.rated.start[player].experience
        if experience >= below:
            return date.min
        days, lengths, counted = map(self._receipts(player).column, ("date", "length", "counted"))
        gained = map(mul, lengths, counted)
        place = bisect_left([*accumulate(gained, initial=experience)][1:], below)
        return days[place] if place < len(days) else date.max

    @cached_property
    def _event_of(self) -> Mapping[object, str]:
        return self.rated.event_of

    def _receipts(self, player: str) -> Rows[Receipt]:
        """The matches of a player, oldest first."""
        return self.rated.receipts.take(self.rated.places[player])

    @cached_property
    def _matches(self) -> Callable[[str], Rows[Looked]]:
        """The matches of a player as they look back on them."""
        return lru_cache(2)(lambda player: look_back(self._receipts(player), player))

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

    def _period(self, player: str) -> Period | None:
        """From which list to which the latest matches of a player count."""
        days = self._matches(player).column("date")
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
        matches, start = self._matches(player), self.rated.start[player].rating
        return [
            *graph(start, self._course(player)),
            *account(self._receipts(player), matches, self._period(player), start),
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


def look_back(matches: Rows[Receipt], player: str) -> Rows[Looked]:
    """Matches as one of their players looks back on them; the points of the loser may not be reported."""
    won = [winner == player for winner in matches.column("winner")]

    def choose(of_winner: str, of_loser: str) -> Callable[[], Cells]:
        """A column of the winner where the player won, else one of the loser."""
        return lambda: list(map(_choose, won, matches.column(of_winner), matches.column(of_loser)))

    def scores() -> Cells:
        told = zip(won, matches.column("length"), matches.column("score"), strict=True)
        return [_score(is_won, length, score) for is_won, length, score in told]

    def chances() -> Cells:
        told = zip(won, matches.column("probability"), strict=True)
        return [p if is_won or p is None else 1 - p for is_won, p in told]

    def changes() -> Cells:
        told = zip(won, matches.column("change"), strict=True)
        return [w if is_won or w is None else -w for is_won, w in told]

    return matches.view(
        Looked,
        opponent=choose("loser", "winner"),
        result=["won" if is_won else "lost" for is_won in won],
        score=scores,
        opponent_before=choose("loser_before", "winner_before"),
        chance=chances,
        change=changes,
        after=choose("winner_after", "loser_after"),
    )


def _choose(is_won: bool, of_winner: Any, of_loser: Any) -> Any:
    return of_winner if is_won else of_loser


@cache
def _score(is_won: bool, length: int, score: int | None) -> str:
    """A score as its player writes it, such as `7–3`; `?` for points that were not reported."""
    points = "?" if score is None else score
    return f"{length}–{points}" if is_won else f"{points}–{length}"


def _head_to_head(matches: Rows[Looked], places: Mapping[str, int]) -> Section:
    columns = map(matches.column, ("opponent", "result", "change", "reason"))
    live = [row[:3] for row in zip(*columns, strict=True) if row[3] != "online"]
    rows = Opponent.rows(_between(*each) for each in companions(live, itemgetter(0), places))
    note = "All live matches, also those that do not count for the rating; most played first."
    articles = ["Matchen", "Ratingformule"]
    return Section(
        "head-to-head", "Head to head", Opponent, rows, note=note, empty=_NO_MATCH, articles=articles
    )


def _between(opponent: str, met: Sequence[tuple[Any, ...]]) -> tuple[str, int, int, int, float]:
    _, ended, changes = zip(*met, strict=True)
    won = ended.count("won")
    return opponent, len(met), won, len(met) - won, fsum(filter(None, changes))
