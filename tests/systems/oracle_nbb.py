"""The published tables of the NBB-Clubranking a second time, out of its description, in exact fractions.

Nothing here is shared with the project. It knows the clubs of `nbb_clubs`: without substitutes and labels.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from sitegen.core.options import read_values

Row = tuple[Any, ...]
AVERAGES = {"pairs": Fraction(50), "butler": Fraction(0), "teams": Fraction(10)}


def exact(number: float) -> Fraction:
    return Fraction(str(number))


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def half_up(number: Fraction) -> Fraction:
    return Fraction(math.floor(number + Fraction(1, 2)))


@dataclass
class Standing:
    """A player in a season."""

    substitute: Fraction
    earned: list[Fraction] = field(default_factory=list)
    day: date | None = None
    before_day: Fraction = Fraction(0)

    def ranking(self, number: int) -> Fraction:
        latest = self.earned[-number:]
        return mean([*latest, *[self.substitute] * (number - len(latest))])


@dataclass
class Oracle:
    """A club, with what becomes of its options from some days on."""

    inputs: Any
    options: Any
    as_of: date
    changes: Sequence[tuple[date, Any]] = ()

    def __post_init__(self) -> None:
        self.seasons = sorted(
            (s for s in self.inputs.seasons if s.start <= self.as_of), key=lambda s: s.start
        )
        decided = [row for row in self.inputs.decisions if row.date <= self.as_of]
        self.decided = sorted(decided, key=lambda row: row.date)
        self.points: list[Row] = []
        self.played: dict[str, list[tuple[date, list[tuple[Row, Fraction]]]]] = {}
        self.now: dict[str, Standing] = {}
        self.number = 1
        for season in self.seasons:
            self.play(season)

    def option(self, name: str, day: date) -> Any:
        value = read_values(self.options)[name]
        for since, changed in self.changes:
            value = changed.get(name, value) if since <= day else value
        return value

    def number_at(self, name: str, day: date) -> Fraction:
        return exact(self.option(name, day))

    def out(self, day: date) -> set[str]:
        states = {row.player: row.what for row in self.decided if row.date <= day and row.figure is None}
        return {player for player, what in states.items() if what == "out of competition"}

    def play(self, season: Any) -> None:
        start = self.option("start_ranking", season.start)
        now = {}
        for player in self.inputs.players:
            substitute = start if player.ranking is None else player.ranking
            before = self.now.get(player.id)
            now[player.id] = Standing(before.ranking(self.number) if before else exact(substitute))
        self.now, self.number = now, self.option("sessions", season.start)
        tables = (*self.inputs.pairs, *self.inputs.butler, *self.inputs.teams)
        days = {row.date for row in tables if season.start <= row.date <= min(season.end, self.as_of)}
        self.played[season.season] = [(day, self.play_day(season, day)) for day in sorted(days)]

    def play_day(self, season: Any, day: date) -> list[tuple[Row, Fraction]]:
        """The players of each row or line-up of a day, with the points of each."""
        rankings = {player: standing.ranking(self.number) for player, standing in self.now.items()}
        results = [*self.teams(day, rankings), *self.lines(day, rankings)]
        for players, *_, points in results:
            for player in players:
                standing = self.now[player]
                standing.before_day = rankings[player]
                standing.day = day
                standing.earned.append(points)
        for players, form, line, group, team, score, top, bottom, middle, points in results:
            for player in players:
                partner = next((other for other in players if other != player), "") if not team else ""
                after = self.now[player].ranking(self.number)
                at = season.season, day, "", form, line, group, player, partner, team
                self.points.append((*at, score, top, bottom, middle, points, rankings[player], after))
        return [(tuple(result[0]), result[-1]) for result in results]

    def teams(self, day: date, rankings: dict[str, Fraction]) -> Iterator[Row]:
        line_ups = [row for row in self.inputs.lineups if row.date == day]
        players = {row.team: [row.player1, row.player2, row.player3, row.player4] for row in line_ups}
        strengths = {team: mean([rankings[p] for p in own]) for team, own in players.items()}
        for team, own in players.items():
            sittings = [row for row in self.inputs.teams if row.date == day and row.team == team]
            score, middle = (
                mean([exact(row.vp) for row in sittings]),
                mean([strengths[row.opponent] for row in sittings]),
            )
            points = middle + self.balance("teams", score, self.number_at("width", day), day)
            yield own, "teams", "", "", team, score, None, None, middle, points

    def balance(self, form: str, score: Fraction, width: Fraction, day: date) -> Fraction:
        average = AVERAGES[form]
        return (score - average) / (self.number_at(f"top_score_{form}", day) - average) * width / 2

    def lines(self, day: date, rankings: dict[str, Fraction]) -> Iterator[Row]:
        forms = {"pairs": self.inputs.pairs, "butler": self.inputs.butler}
        for form, table in forms.items():
            rows = [row for row in table if row.date == day]
            groups = {row.line: row.group or row.line for row in sorted(rows, key=lambda row: row.line)}
            width, step = (self.number_at(name, day) for name in ("width", "step"))
            top = self.number_at("average_a", day) + width / 2
            factor = ((self.option("lines", day) - 1) * step + width) / (
                (len(groups) - 1) * step + width or 1
            )
            above, values = 0, {}
            for group in dict.fromkeys(groups.values()):
                letters = [letter for letter, own in groups.items() if own == group]
                high = top - above * step * factor
                wide = (width + (len(letters) - 1) * step) * factor
                above += len(letters)
                own = [row for row in rows if row.line in letters]
                values |= {id(row): value for row, value in self.value(form, own, (high, wide), rankings)}
            for row in rows:
                score = exact(row.score)
                yield [row.player1, row.player2], form, row.line, row.group, "", score, *values[id(row)]

    def value(
        self, form: str, rows: list[Any], interval: Row, rankings: dict[str, Fraction]
    ) -> Iterator[tuple[Any, Row]]:
        """The top, bottom and middle of the interval of each row, and its points."""
        (high, wide), day = interval, rows[0].date
        scores, method = [exact(row.score) for row in rows], self.option("method", day)
        middle, low = high - wide / 2, high - wide
        if method == "dynamic":
            playing = [player for row in rows for player in (row.player1, row.player2)]
            middle, wide = mean([rankings[player] for player in playing]), self.number_at("width", day)
        for row, score in zip(rows, scores, strict=True):
            if method in {"balanced", "dynamic"}:
                points = middle + self.balance(form, score, wide, day)
            elif method == "proportional":
                spread = max(scores) - min(scores)
                points = high - wide * (max(scores) - score) / spread if spread else middle
            else:
                better, equal = sum(s > score for s in scores), scores.count(score)
                place = better + Fraction(equal + 1, 2)
                points = high - wide * (place - 1) / (len(rows) - 1) if len(rows) > 1 else middle
                points = half_up(points)
            bounds = (None, None) if method == "dynamic" else (high, low)
            yield row, (*bounds, middle, points)

    def ranked(self, figures: dict[Any, Fraction], order: Sequence[Any]) -> list[tuple[int, Any]]:
        keys = {key: round(float(figure), 6) for key, figure in figures.items()}
        best = sorted((key for key in order if key in keys), key=lambda key: -keys[key])
        return [(1 + sum(other > keys[key] for other in keys.values()), key) for key in best]

    def ranking(self) -> Iterator[Row]:
        names = {p.id: p.name for p in sorted(self.inputs.players, key=lambda p: p.alphabet)}
        last = max((day for days in self.played.values() for day, _ in days), default=None)
        listed = {p: s for p, s in self.now.items() if s.earned and p not in self.out(self.as_of)}
        figures = {player: standing.ranking(self.number) for player, standing in listed.items()}
        for rank, player in self.ranked(figures, [*names]):
            standing = listed[player]
            own = min(len(standing.earned), self.number)
            change = figures[player] - standing.before_day if standing.day == last else None
            yield rank, player, names[player], figures[player], own, self.number - own, change

    def minimum(self, season: Any, name: str) -> int:
        value = self.option(name, season.start)
        if value is None and name == "pair_min":
            return self.minimum(season, "min")
        return math.ceil(Fraction(6, 10) * len(self.played[season.season])) if value is None else int(value)

    def championship(self, season: Any) -> Iterator[Row]:
        names = {p.id: p.name for p in sorted(self.inputs.players, key=lambda p: p.alphabet)}
        least, drop = self.minimum(season, "min"), self.option("drop", season.start)
        earned: dict[str, list[Fraction]] = {}
        for _, results in self.played[season.season]:
            for players, points in results:
                for player in players:
                    earned.setdefault(player, []).append(points)
        averages, cells = {}, {}
        for player, points in earned.items():
            dropped = min(drop, max(0, len(points) - max(1, least)))
            counted = sorted(points, reverse=True)[: len(points) - dropped]
            decided = [
                exact(row.figure)
                for row in self.decided
                if row.player == player and row.figure is not None and season.start <= row.date <= season.end
            ]
            if player not in self.out(season.end):
                averages[player] = mean(counted) + sum(decided, Fraction(0))
                cells[player] = len(points), len(counted), dropped, len(counted) >= least
        for player, rank in self.placed(averages, {p: own[-1] for p, own in cells.items()}, [*names]):
            needed = max(0, least - cells[player][0])
            yield season.season, rank, player, names[player], averages[player], *cells[player], needed

    def placed(
        self, averages: dict[str, Fraction], eligible: dict[str, bool], order: Sequence[str]
    ) -> Iterator[tuple[str, int | None]]:
        for is_eligible in (True, False):
            own = {key: average for key, average in averages.items() if eligible[key] == is_eligible}
            for rank, key in self.ranked(own, order):
                yield key, rank if is_eligible else None

    def pairs(self, out: set[str]) -> list[tuple[Any, Row]]:
        rows = sorted(self.inputs.partnerships, key=lambda row: row.partnership)
        members = [(row, (row.player1, row.player2, *([row.player3] if row.player3 else []))) for row in rows]
        return [(row, own) for row, own in members if out.isdisjoint(own)]

    def pair_ranking(self) -> Iterator[Row]:
        rows = {row.partnership: (row, own) for row, own in self.pairs(self.out(self.as_of))}
        figures = {
            key: 2 * mean([self.now[player].ranking(self.number) for player in own])
            for key, (_, own) in rows.items()
        }
        for rank, key in self.ranked(figures, [*rows]):
            row = rows[key][0]
            yield rank, key, row.player1, row.player2, row.player3 or "", figures[key]

    def pair_championship(self, season: Any) -> Iterator[Row]:
        least, drop = self.minimum(season, "pair_min"), self.option("pair_drop", season.start)
        averages, cells, rows = {}, {}, {}
        for row, own in self.pairs(self.out(season.end)):
            points = [
                earned
                for _, results in self.played[season.season]
                for players, earned in results
                if len({*own} & {*players}) > 1
            ]
            dropped = min(drop, max(0, len(points) - max(1, least)))
            if points:
                counted = sorted(points, reverse=True)[: len(points) - dropped]
                averages[row.partnership], rows[row.partnership] = mean(counted), row
                cells[row.partnership] = len(points), 0, dropped, len(counted) >= least
        for key, rank in self.placed(averages, {k: own[-1] for k, own in cells.items()}, [*rows]):
            row = rows[key]
            names = key, row.player1, row.player2, row.player3 or ""
            yield season.season, rank, *names, averages[key], *cells[key]

    def tables(self) -> dict[str, list[Row]]:
        held = {
            name: [season for season in self.seasons if name in self.option("championships", season.start)]
            for name in ("individual", "pairs")
        }
        tables: dict[str, list[Row]] = {"ranking": [*self.ranking()], "points": self.points}
        tables["pairs"] = [*self.pair_ranking()] if self.seasons else []
        now = self.option("championships", self.as_of)
        if held["individual"] or "individual" in now:
            tables["championship"] = [row for s in held["individual"] for row in self.championship(s)]
        if held["pairs"] or "pairs" in now:
            tables["pairs-championship"] = [row for s in held["pairs"] for row in self.pair_championship(s)]
        if self.decided:
            decided = [(d.date, d.player, d.what, d.figure, d.reason, d.source) for d in self.decided]
            tables["decisions"] = decided
        return tables
