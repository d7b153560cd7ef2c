"""A second, independent reading of design/systems/ludo.md, in exact fractions: tests compare the two."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Row = tuple[Any, ...]
EARTH_RADIUS = 6371.0088  # km


def exact(number: float | None) -> Fraction:
    return Fraction(0) if number is None else Fraction(str(number))


def half_up(number: Fraction) -> int:
    return math.floor(number + Fraction(1, 2))


def alphabetical(name: str) -> tuple[str, str]:
    letters = (c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return "".join(letters).casefold(), name


def vector(place: Any) -> tuple[float, float, float] | None:
    if place is None or place.latitude is None or place.longitude is None:
        return None
    lat, lon = math.radians(place.latitude), math.radians(place.longitude)
    return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)


def distance(club: Any, tournament: Any) -> float | None:
    u, v = vector(club), vector(tournament)
    if u is None or v is None:
        return None
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    dot = sum(a * b for a, b in zip(u, v, strict=True))
    return round(EARTH_RADIUS * math.atan2(math.hypot(*cross), dot), 6)


def mean_place(place: Fraction, places: list[Fraction]) -> tuple[Fraction, bool]:
    first, size = 1 + sum(p < place for p in places), places.count(place)
    if first == 1 and size == 3:
        return Fraction(1999, 1000), True
    return first + Fraction(size - 1, 2), first == 1


def play(table: list[Any]) -> Iterator[Row]:
    """Its rows of `rounds`, so that a row's [2] is the game, [4] the player and [-1] the points."""
    x, places = len(table), [exact(r.place) for r in table]
    total = sum((exact(r.score) for r in table), Fraction(0))
    for r in table:
        p, won = mean_place(exact(r.place), places)
        figures = (100 * (x - p) / (x - 1), x if won else 0, exact(r.score) / (total or 1))
        yield r.tournament, r.round, r.game, r.table, r.player, p, x, *figures, sum(figures)


@dataclass(frozen=True)
class Oracle:
    """The circuit as given, and every table that the specification publishes of it."""

    players: list[Any]
    tournaments: list[Any]
    results: list[Any]
    clubs: list[Any]
    bonus_ceilings: dict[int, int]
    final_seats: dict[str, int]
    as_of: date
    decisions: list[Any] = field(default_factory=list)
    changes: list[Any] = field(default_factory=list)
    """What becomes of the seats from some days on, oldest first."""

    @cached_property
    def people(self) -> dict[str, Any]:
        return {p.id: p for p in self.players}

    @cached_property
    def held(self) -> list[Any]:
        played = {r.tournament for r in self.results}
        held = [t for t in self.tournaments if t.date <= self.as_of and t.tournament in played]
        return sorted(held, key=lambda t: (t.date, t.tournament))

    @cached_property
    def years(self) -> dict[int, list[Any]]:
        return {
            year: list(tournaments) for year, tournaments in groupby(self.held, key=lambda t: t.date.year)
        }

    @cached_property
    def decided(self) -> list[Any]:
        return sorted((d for d in self.decisions if d.date <= self.as_of), key=lambda d: d.date)

    @cached_property
    def counted_years(self) -> list[int]:
        return sorted({*self.years, *(d.date.year for d in self.decided)})

    def out(self, day: date) -> set[str]:
        states = {d.player: d.what for d in self.decided if d.date <= day and d.figure is None}
        return {player for player, what in states.items() if what == "out of competition"}

    def seats(self, game: str, day: date) -> int:
        seats = self.final_seats
        for since, changed in self.changes:
            seats = changed["final_seats"] if since <= min(day, self.as_of) else seats
        return seats.get(game, 4)

    @cached_property
    def rounds(self) -> dict[str, list[Row]]:
        tables = defaultdict(list)
        for r in self.results:
            tables[r.tournament, r.round, r.table].append(r)
        rounds: dict[str, list[Row]] = defaultdict(list)
        for (tournament, _, _), table in tables.items():
            rounds[tournament] += play(table)
        return rounds

    @cached_property
    def days(self) -> dict[str, list[Row]]:
        return {t.tournament: list(self.day(t)) for t in self.held}

    def ranked(self, figures: dict[str, Fraction]) -> list[tuple[int, str]]:
        keys = {player: -round(float(figure), 6) for player, figure in figures.items()}
        ascending = sorted(keys.values())
        rows = [*self.people]

        def shown(player: str) -> tuple[bool, int]:
            person = self.people[player]
            return person.hidden, rows.index(player) if person.hidden else person.alphabet

        order = sorted(keys, key=lambda player: (keys[player], shown(player)))
        return [(1 + bisect_left(ascending, keys[player]), player) for player in order]

    def who(self, player: str) -> Row:
        return player, self.people[player].name, self.people[player].club

    def ceiling(self, year: int) -> int | None:
        if year in self.bonus_ceilings:
            return self.bonus_ceilings[year]
        before = [len({r[4] for r in self.rounds[t.tournament]}) for t in self.years.get(year - 1, [])]
        return 10 * half_up(Fraction(sum(before), 10 * len(before))) if before and year >= 2014 else None

    def day(self, tournament: Any) -> Iterator[Row]:
        points: dict[str, Fraction] = defaultdict(Fraction)
        for r in self.rounds[tournament.tournament]:
            points[r[4]] += r[-1]
        ceiling = self.ceiling(tournament.date.year)
        most = len(points) if ceiling is None else min(len(points), ceiling)
        for rank, p in self.ranked(points):
            bonus = max(0, most - rank + 1)
            yield tournament.tournament, rank, *self.who(p), points[p], bonus, points[p] + bonus

    def listed(self, year: int) -> list[Row]:
        out, rows = self.out(date(year, 12, 31)), self.year(year)
        return self.ranking({player: row for player, row in rows.items() if player not in out})

    def year(self, year: int) -> dict[str, Row]:
        regular: dict[str, list[Fraction]] = defaultdict(list)
        final: dict[str, Fraction] = defaultdict(Fraction)
        for t in self.years.get(year, []):
            for _, _, player, *_, total in self.days[t.tournament]:
                regular[player] += [] if t.kind == "final" else [total]
                final[player] += total if t.kind == "final" else 0
        points: dict[str, Fraction] = defaultdict(Fraction)
        for d in self.decided:
            if d.date.year == year and d.figure is not None:
                points[d.player] += exact(d.figure)
                regular[d.player] += []
        best = {player: sorted(totals)[-5:] for player, totals in regular.items()}
        sums = {player: sum(b, Fraction(0)) for player, b in best.items()}
        return {p: (len(best[p]), sums[p], final[p], sums[p] + final[p] + points[p]) for p in best}

    def ranking(self, rows: dict[str, Row]) -> list[Row]:
        ranked = self.ranked({player: row[-1] for player, row in rows.items()})
        return [(rank, *self.who(player), *rows[player]) for rank, player in ranked]

    def ludo(self) -> list[Row]:
        latest = max(self.counted_years)
        sums = [{p: row[-1] for p, row in self.year(latest - n).items()} for n in (2, 1, 0)]
        out = self.out(date(latest, 12, 31))
        rows = {p: tuple(s.get(p, Fraction(0)) for s in sums) for s in sums for p in s if p not in out}
        return self.ranking({p: (*row, row[0] / 3 + row[1] * 2 / 3 + row[2]) for p, row in rows.items()})

    def games(self, tournaments: list[Any], day: date) -> Iterator[Row]:
        games: dict[str, dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
        out = self.out(day)
        for r in (r for t in tournaments for r in self.rounds[t.tournament] if r[4] not in out):
            games[r[2]][r[4]].append(r[-1])
        for game in sorted(games, key=alphabetical):
            sums = {player: sum(points, Fraction(0)) for player, points in games[game].items()}
            figures = {player: sums[player] / (max(len(games[game][player]), 3) + 1) for player in sums}
            for rank, p in self.ranked(figures):
                yield game, rank, *self.who(p)[:2], len(games[game][p]), sums[p], figures[p]

    def final_tables(self, year: int) -> Iterator[Row]:
        final = min((t.date for t in self.years[year] if t.kind == "final"), default=None)
        seats: Counter[str] = Counter()
        before = [t for t in self.years[year] if final is None or t.date < final]
        day = final or date(year, 12, 31)
        for game, _, player, name, *_, figure in self.games(before, day):
            seats[game] += 1
            yield year, game, seats[game], player, name, figure, seats[game] > self.seats(game, day)

    def big_clubs(self, tournament: Any) -> list[str]:
        homes = {c.club: c for c in self.clubs}
        counts = Counter(row[4] for row in self.days[tournament.tournament] if row[4])
        far = {club: distance(homes.get(club), tournament) for club in counts}
        key = {c: (-counts[c], far[c] is None, -(far[c] or 0), alphabetical(c)) for c in counts}
        return sorted((club for club in counts if counts[club] >= 8), key=key.__getitem__)

    def prizes(self, tournament: Any) -> Iterator[Row]:
        rows = [*self.people]
        ranks = {row[2]: row[1] for row in self.days[tournament.tournament]}
        last = max(1, min(10, half_up(Fraction(len(ranks), 10))))
        digests = {p: hashlib.sha256(f"{tournament.tournament}/{p}".encode()).hexdigest() for p in ranks}
        lots = {
            p: (True, rows.index(p), "") if self.people[p].hidden else (False, 0, digests[p]) for p in ranks
        }
        calls = [("winner", p) for p in ranks if ranks[p] == 1]
        calls += [("interclub", tournament.interclub)] if tournament.interclub else []
        calls += [("place", p) for p in ranks if 1 < ranks[p] <= last]
        calls += [("club", club) for club in self.big_clubs(tournament)]
        calls += [("lot", p) for p in sorted(ranks, key=lots.__getitem__) if ranks[p] > last]
        return ((tournament.tournament, order, *call) for order, call in enumerate(calls, 1))

    def tables(self) -> dict[str, list[Row]]:
        tables = {"rounds": [row for t in self.held for row in self.rounds[t.tournament]]}
        tables["days"] = [row for t in self.held for row in self.days[t.tournament]]
        for year in self.counted_years:
            tables[f"year-{year}"] = self.listed(year)
        for year in self.years:
            tables[f"games-{year}"] = list(self.games(self.years[year], date(year, 12, 31)))
        if self.decided:
            rows = [(d.date, d.player, d.what, d.figure, d.reason, d.source) for d in self.decided]
            tables["decisions"] = rows
        tables["ludo"] = self.ludo() if self.counted_years else []
        tables["prizes"] = [row for t in self.held for row in self.prizes(t)]
        tables["final-tables"] = [row for year in self.years for row in self.final_tables(year)]
        return tables
