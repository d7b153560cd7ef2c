"""The published tables of the Elo system a second time, out of its description, for differential tests.

Nothing here is shared with the project, and nothing is clever: decimals of 40 digits in the place of floats,
and every list calculated from the first game on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, getcontext
from typing import Any

from clubs import DECISIONS, Club, Decided, Person, Played, decision_row

getcontext().prec = 40
POINTS = {"1-0": Decimal(1), "½-½": Decimal("0.5"), "0-1": Decimal(0)}
NAMES = {"1-0": "won", "½-½": "drawn", "0-1": "lost"}
TABLE_8_1_2 = (
    *(
        3,
        10,
        17,
        25,
        32,
        39,
        46,
        53,
        61,
        68,
        76,
        83,
        91,
        98,
        106,
        113,
        121,
        129,
        137,
        145,
        153,
        162,
        170,
        179,
    ),
    *(188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411),
)
"""The greatest difference of which the stronger side expects 0.50, 0.51 ... 0.92."""

GAMES = (
    "date,home,away,result,event,rated,home_before,away_before,expectation,k_home,k_away,"
    "home_change,away_change,home_after,away_after,source"
)


@dataclass
class Line:
    """A player's figures at some moment."""

    rating: Decimal
    games: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    is_out: bool = False


@dataclass
class Oracle:
    """A club, whose options are those given, else the defaults."""

    club: Club

    def option(self, name: str, day: date = date.min) -> Any:
        defaults = {
            "k": 32, "start_rating": 1500, "provisional_below": 10, "home_advantage": 0, "spread": 400,
            "expectation": "formula",
        }  # fmt: skip
        return self.club.option(name, defaults[name], day)

    def published(self) -> dict[str, tuple[str, list[list[Any]]]]:
        days = sorted({row.day for row, figures, _ in self.course(self.club.as_of) if figures})
        now = self.lines(self.club.as_of)
        before = self.lines(days[-2]) if len(days) > 1 else {}
        return {
            "rating-list": (
                "rank,player,name,club,rating,games,won,drawn,lost,change,rank_change",
                [*self.rating_list(now, before)],
            ),
            "provisional": (
                "player,name,club,rating,games,won,drawn,lost,change",
                [
                    [*self.cells(person, now), self.change(person, now, before)]
                    for person in self.club.alphabetical()
                    if now[person.id].games and self.is_provisional(now[person.id])
                    if not now[person.id].is_out
                ],
            ),
            "games": (
                GAMES,
                [self.game_row(game, figures) for game, figures in self.games(self.club.as_of)],
            ),
            **self.decisions(),
        }

    def decisions(self) -> dict[str, tuple[str, list[list[Any]]]]:
        rows = [
            decision_row(self.club, row, figures[0])
            for row, figures, _ in self.course(self.club.as_of)
            if isinstance(row, Decided)
        ]
        return {"decisions": (DECISIONS, rows)} if rows else {}

    def start(self, person: Person) -> Line:
        rating = person.start["rating"]
        return Line(Decimal(str(self.option("start_rating") if rating is None else rating)),
                    int(person.start["games"] or 0))  # fmt: skip

    def games(self, through: date) -> Iterator[tuple[Played, list[Decimal]]]:
        """Every game with its nine figures; none where it is not rated."""
        yield from ((game, figures) for game, figures, _ in self.course(through) if isinstance(game, Played))

    def lines(self, through: date) -> dict[str, Line]:
        last = {person.id: self.start(person) for person in self.club.people}
        for _, _, last in self.course(through):  # noqa: B007 - the last one is what is wanted
            pass
        return last

    def course(self, through: date) -> Iterator[tuple[Played | Decided, list[Any], dict[str, Line]]]:
        now = {person.id: self.start(person) for person in self.club.people}
        rows = [*self.club.games, *self.club.decisions]
        for day in sorted({row.day for row in rows if row.day <= through}):
            for item in self.club.list_decided(day):
                yield item, [self.decide(item, now[item.player])], now
            for game in self.club.games:
                if game.day == day:
                    yield game, self.play(game, now) if game.rated else [], now

    def decide(self, item: Decided, line: Line) -> Decimal | None:
        """The figure before it."""
        if item.figure is None:
            line.is_out = item.what == "out of competition"
            return None
        before, line.rating = line.rating, Decimal(str(item.figure))
        return before

    def play(self, game: Played, now: dict[str, Line]) -> list[Decimal]:
        home, away = now[game.home], now[game.away]
        a, b, s = home.rating, away.rating, POINTS[game.result]
        e = self.expectation(a, b, game.day)
        k_home, k_away = self.k(home.games, game.day), self.k(away.games, game.day)
        w = s - e
        home.rating, away.rating = a + k_home * w, b - k_away * w
        for line, result in ((home, game.result), (away, game.result[::-1])):
            line.games += 1
            setattr(line, NAMES[result], getattr(line, NAMES[result]) + 1)
        return [a, b, e, k_home, k_away, k_home * w, -k_away * w, home.rating, away.rating]

    def expectation(self, a: Decimal, b: Decimal, day: date) -> Decimal:
        if self.option("expectation", day) == "formula":
            h, spread = (Decimal(str(self.option(name, day))) for name in ("home_advantage", "spread"))
            return 1 / (1 + Decimal(10) ** (-(a + h - b) / spread))
        difference = min(400, int(abs(a - b).quantize(Decimal(1), ROUND_HALF_UP)))
        place = next(place for place, most in enumerate(TABLE_8_1_2) if difference <= most)
        pd = (50 + Decimal(place)) / 100
        return pd if a >= b else 1 - pd

    def k(self, games: int, day: date) -> Decimal:
        k = self.option("k", day)
        if not isinstance(k, dict):
            return Decimal(str(k))
        values = [value for step, value in sorted(k.items()) if step <= games]
        return Decimal(str(values[-1]))

    def is_provisional(self, line: Line) -> bool:
        return line.games < self.option("provisional_below")

    def ranks(self, lines: dict[str, Line]) -> list[tuple[int, Person]]:
        def rating(person: Person) -> Decimal:
            return round(lines[person.id].rating, 6)

        listed = [
            person
            for person in self.club.alphabetical()
            if lines and lines[person.id].games and not self.is_provisional(lines[person.id])
            if not lines[person.id].is_out
        ]
        listed.sort(key=rating, reverse=True)
        return [(1 + sum(rating(other) > rating(person) for other in listed), person) for person in listed]

    def rating_list(self, now: dict[str, Line], before: dict[str, Line]) -> Iterator[list[Any]]:
        earlier = {person.id: rank for rank, person in self.ranks(before)}
        for rank, person in self.ranks(now):
            moved = earlier[person.id] - rank if person.id in earlier else None
            yield [rank, *self.cells(person, now), self.change(person, now, before), moved]

    def cells(self, person: Person, now: dict[str, Line]) -> list[Any]:
        shown, line = self.club.shown(person.id), now[person.id]
        return [shown.id, shown.name, shown.club, line.rating, line.games, line.won, line.drawn, line.lost]

    def change(self, person: Person, now: dict[str, Line], before: dict[str, Line]) -> Decimal | None:
        if not before or not before[person.id].games or before[person.id].is_out:
            return None
        return now[person.id].rating - before[person.id].rating

    def game_row(self, game: Played, figures: list[Decimal]) -> list[Any]:
        home, away = self.club.shown(game.home).id, self.club.shown(game.away).id
        cells = [game.day, home, away, game.result, game.event, game.rated]
        return [*cells, *(figures or [None] * 9), game.source]
