"""The published tables of the Glicko-2 system a second time, out of its description, for differential tests.

Nothing here is shared with the project: decimals of 40 digits in the place of floats, Glickman's steps one by
one, and every list calculated from the first period on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal, getcontext
from typing import Any, NamedTuple

from clubs import DECISIONS, Club, Decided, Person, Played, decision_row

getcontext().prec = 40
POINTS = {"1-0": Decimal(1), "½-½": Decimal("0.5"), "0-1": Decimal(0)}
NAMES = {"1-0": "won", "½-½": "drawn", "0-1": "lost"}
SCALE = Decimal("173.7178")
PI = Decimal("3.141592653589793238462643383279502884197")
FIGURES = "rating,deviation,volatility"
PERIODS = (
    "period,player,games,score,expected,rating_before,deviation_before,volatility_before,"
    "rating_after,deviation_after,volatility_after"
)


@dataclass(frozen=True)
class Line:
    """A player's figures at some moment."""

    rating: Decimal
    deviation: Decimal
    volatility: Decimal
    won: int = 0
    drawn: int = 0
    lost: int = 0
    is_out: bool = False

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def mu(self) -> Decimal:
        return (self.rating - 1500) / SCALE

    @property
    def phi(self) -> Decimal:
        return self.deviation / SCALE


class Period(NamedTuple):
    """A period by its key, its last day, and what it did to whom, after what was decided in it."""

    key: str
    last: date
    before: dict[str, Line]
    games: list[Played]
    after: dict[str, Line]
    decided: list[list[Any]]


def g(phi: Decimal) -> Decimal:
    return 1 / (1 + 3 * phi * phi / (PI * PI)).sqrt()


def chance(own: Line, other: Line) -> Decimal:
    return 1 / (1 + (-g(other.phi) * (own.mu - other.mu)).exp())


def rated(own: Line, played: list[tuple[Line, Decimal]], tau: Decimal, most: Decimal) -> Line:
    """Steps 2 to 8."""
    if not played:  # step 6 alone
        star = (own.phi**2 + own.volatility**2).sqrt()
        return replace(own, deviation=min(most, star * SCALE))
    v = 1 / sum(g(other.phi) ** 2 * chance(own, other) * (1 - chance(own, other)) for other, _ in played)
    gained = sum(g(other.phi) * (s - chance(own, other)) for other, s in played)
    delta = v * gained
    sigma = volatility(own.phi, own.volatility, v, delta, tau)
    star = (own.phi**2 + sigma**2).sqrt()
    phi = 1 / (1 / star**2 + 1 / v).sqrt()
    mu = own.mu + phi**2 * gained
    return replace(own, rating=SCALE * mu + 1500, deviation=min(most, SCALE * phi), volatility=sigma)


def volatility(phi: Decimal, sigma: Decimal, v: Decimal, delta: Decimal, tau: Decimal) -> Decimal:
    """Step 5."""
    a = (sigma**2).ln()

    def f(x: Decimal) -> Decimal:
        e = x.exp()
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    one = a
    if delta**2 > phi**2 + v:
        two = (delta**2 - phi**2 - v).ln()
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        two = a - k * tau
    f_one, f_two = f(one), f(two)
    while abs(two - one) > Decimal("0.000001"):
        three = one + (one - two) * f_one / (f_two - f_one)
        f_three = f(three)
        if f_three * f_two <= 0:
            one, f_one = two, f_two
        else:
            f_one /= 2
        two, f_two = three, f_three
    return (one / 2).exp()


@dataclass
class Oracle:
    """A club, whose options are those given, else the defaults."""

    club: Club

    def option(self, name: str, day: date = date.min) -> Any:
        defaults = {
            "period": "month", "tau": 0.5, "start_rating": 1500, "start_deviation": 350,
            "start_volatility": 0.06, "provisional_above": 110,
        }  # fmt: skip
        value = self.club.option(name, defaults[name], day)
        return value if isinstance(value, str) else Decimal(str(value))

    def key(self, day: date) -> str:
        if self.option("period") == "week":
            year, week, _ = day.isocalendar()
            return f"{year}-W{week:02}"
        if self.option("period") == "quarter":
            return f"{day.year}-Q{(day.month + 2) // 3}"
        return day.isoformat()[:7]

    def last(self, day: date) -> date:
        """The last day of the period of a day."""
        while self.key(day + timedelta(1)) == self.key(day):
            day += timedelta(1)
        return day

    def start(self) -> dict[str, Line]:
        lines = {}
        for person in self.club.people:
            own = {name: person.start[name] for name in FIGURES.split(",")}
            figures = [
                self.option(f"start_{name}") if value is None else Decimal(str(value))
                for name, value in own.items()
            ]
            lines[person.id] = Line(*figures)
        return lines

    def periods(self) -> Iterator[Period]:
        """Every period from that of the first rated game or decision through that of the build."""
        counted = [game for game in self.club.games if game.rated and game.day <= self.club.as_of]
        decided = [item for item in self.club.decisions if item.day <= self.club.as_of]
        days = [row.day for row in (*counted, *decided)]
        day, now = min(days, default=date.max), self.start()
        while days and self.key(day) <= self.key(self.club.as_of):
            rows = []
            for item in self.club.list_decided(*(item.day for item in decided)):
                if self.key(item.day) == self.key(day):
                    before, now = self.decide(item, now)
                    rows.append(decision_row(self.club, item, before))
            games = [game for game in counted if self.key(game.day) == self.key(day)]
            tau = self.option("tau", self.last(day))
            after = {person.id: self.left(person.id, games, now, tau) for person in self.club.people}
            yield Period(self.key(day), self.last(day), now, games, after, rows)
            day, now = self.last(day) + timedelta(1), after

    def decide(self, item: Decided, now: dict[str, Line]) -> tuple[Decimal | None, dict[str, Line]]:
        """The figure before it, and everyone after it."""
        line = now[item.player]
        if item.figure is None:
            return None, {**now, item.player: replace(line, is_out=item.what == "out of competition")}
        after = replace(line, **{item.what: Decimal(str(item.figure))})
        return getattr(line, item.what), {**now, item.player: after}

    def left(self, player: str, games: list[Played], now: dict[str, Line], tau: Decimal) -> Line:
        results = [(game.away, game.result) for game in games if game.home == player]
        results += [(game.home, game.result[::-1]) for game in games if game.away == player]
        if not results and not now[player].games:
            return now[player]
        played = [(now[other], POINTS[result]) for other, result in results]
        line = rated(now[player], played, tau, self.option("start_deviation"))
        for _, result in results:
            line = replace(line, **{NAMES[result]: getattr(line, NAMES[result]) + 1})
        return line

    def published(self) -> dict[str, tuple[str, list[list[Any]]]]:
        periods = [*self.periods()]
        now = periods[-1].after if periods else self.start()
        before = periods[-2].after if len(periods) > 1 else {}
        decided = [row for period in periods for row in period.decided]
        listed = f"player,name,club,{FIGURES},games,won,drawn,lost,change"
        return {
            "rating-list": (f"rank,{listed},rank_change", [*self.rating_list(now, before)]),
            "provisional": (
                listed,
                [
                    [*self.cells(person, now), self.change(person, now, before)]
                    for person in self.club.alphabetical()
                    if now[person.id].games and self.is_provisional(now[person.id])
                    if not now[person.id].is_out
                ],
            ),
            "periods": (
                PERIODS,
                [row for period in periods for row in self.of_period(period)],
            ),
            "games": (
                "date,home,away,result,event,rated,period,home_before,away_before,expectation,source",
                [*self.games({period.key: period.before for period in periods})],
            ),
            **({"decisions": (DECISIONS, decided)} if decided else {}),
        }

    def games(self, before: dict[str, dict[str, Line]]) -> Iterator[list[Any]]:
        for day in sorted({game.day for game in self.club.games if game.day <= self.club.as_of}):
            for game in self.club.games:
                if game.day == day:
                    home, away = self.club.shown(game.home).id, self.club.shown(game.away).id
                    figures: list[Any] = [None] * 3
                    if game.rated:
                        own, other = (before[self.key(day)][who] for who in (game.home, game.away))
                        figures = [own.rating, other.rating, chance(own, other)]
                    cells = [day, home, away, game.result, game.event, game.rated, self.key(day)]
                    yield [*cells, *figures, game.source]

    def of_period(self, period: Period) -> Iterator[list[Any]]:
        for person in self.club.alphabetical():
            results = [(game.away, game.result) for game in period.games if game.home == person.id]
            results += [(game.home, game.result[::-1]) for game in period.games if game.away == person.id]
            if results:
                own, after = period.before[person.id], period.after[person.id]
                yield [
                    period.key,
                    self.club.shown(person.id).id,
                    len(results),
                    sum((POINTS[result] for _, result in results), Decimal(0)),
                    sum((chance(own, period.before[other]) for other, _ in results), Decimal(0)),
                    *(own.rating, own.deviation, own.volatility),
                    *(after.rating, after.deviation, after.volatility),
                ]

    def is_provisional(self, line: Line) -> bool:
        return bool(line.deviation > self.option("provisional_above"))

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
        figures = [line.rating, line.deviation, line.volatility]
        return [shown.id, shown.name, shown.club, *figures, line.games, line.won, line.drawn, line.lost]

    def change(self, person: Person, now: dict[str, Line], before: dict[str, Line]) -> Decimal | None:
        if not before or not before[person.id].games or before[person.id].is_out:
            return None
        return now[person.id].rating - before[person.id].rating
