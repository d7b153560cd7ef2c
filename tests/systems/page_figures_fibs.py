"""The BGFed rating list recomputed from its published pages alone, by the text of the regulation.

All results pages are read from the first, so that every figure is known with all its decimals; what a page
shows must be that figure, rounded as it is shown.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from math import fsum, sqrt
from pathlib import Path
from typing import NamedTuple

from page_reader import CALCULATION, Cell, Page, Row, page
from trails import Figure, figures_of, movement, on, who

_START = 1500.0
"""Initiële rating."""


_FILLED_IN = re.compile(
    r"P = 1/\(1\+10\((?P<B>[\d.]+)−(?P<A>[\d.]+)\)√(?P<N>\d+)/2000\) = (?P<P>[\d.]+); "
    r"W = (?P<S>[\d.]+)\(1−P\) = (?P<W>[\d.]+) → (?P<A_W>[\d.]+), (?P<B_W>[\d.]+)"
)


def filled_in(row: Row) -> Row:
    """A row of a results page with the figures of the calculation that it opens."""
    filled = _FILLED_IN.match(row[CALCULATION])
    figures = filled.groupdict() if filled else {}
    length, _, points = row["Score"].partition("–")
    cells = {"N": length, "Score": points.replace("?", ""), **figures}
    cells |= {"A+W": cells.pop("A_W"), "B−W": cells.pop("B_W")} if filled else {}
    assert cells["N"] == length
    return {**row, **{name: Cell(text) for name, text in cells.items()}}


class Match(NamedTuple):
    """A row of a results page, and what it does by the regulation: A, B, P, S and W."""

    row: Row
    week: str
    day: date
    winner: str
    loser: str
    length: int
    figures: tuple[float, float, float, float, float] | None

    def rating(self, player: str) -> float:
        """The rating that it leaves a player with."""
        a, b, _, _, w = self.figures or (0.0,) * 5
        return a + w if player == self.winner else b - w

    def change(self, player: str) -> float:
        """What a player wins or loses by it."""
        w = self.figures[4] if self.figures else 0.0
        return w if player == self.winner else -w


def saturday(played: date) -> date:
    """Registratie van matchresultaten: the Saturday of the week after that of a day of play."""
    return played - timedelta(played.weekday()) + timedelta(12)


@dataclass(frozen=True)
class Followed:
    """The pages of a weekly rating list, below the folder of its site."""

    root: Path
    ranking: str

    def page(self, path: str = "") -> Page:
        """One of its pages."""
        return page(self.root, f"{self.ranking}/{path}")

    @cached_property
    def calendar(self) -> Mapping[str, Row]:
        """The rows of the calendar by week, the first week first."""
        rows = reversed(self.page("results/").every("calendar"))
        return {row["Results"]: row for row in rows}

    def week(self, key: str) -> Page:
        """The results page to which the calendar leads."""
        return self.page(f"results/{key}/")

    @cached_property
    def matches(self) -> Sequence[Match]:
        """All matches in the order of the pages, each calculated from those before it."""
        ratings: dict[str, float] = {}
        return [
            self._played(key, filled_in(row), ratings)
            for key in self.calendar
            for row in self.week(key).rows("matches")
        ]

    @staticmethod
    def _played(key: str, row: Row, ratings: dict[str, float]) -> Match:
        """Ratingformule; of a match that does not count the page says why."""
        winner, loser, n = who(row["Winner"]), who(row["Loser"]), int(row["N"])
        match = Match(row, key, on(row["Date"]), winner, loser, n, None)
        if row.get("Remark"):
            return match
        a, b = ratings.get(winner, _START), ratings.get(loser, _START)
        p = 1 / (1 + 10 ** (-(a - b) * sqrt(n) / 2000))
        s = 4 * sqrt(n)
        w = (1 - p) * s
        ratings |= {winner: a + w, loser: b - w}
        return match._replace(figures=(a, b, p, s, w))

    def of(self, player: str, through: date = date.max) -> list[Match]:
        """The matches of a player through a day."""
        return [
            match for match in self.matches if player in {match.winner, match.loser} and match.day <= through
        ]

    def standing(self, player: str, through: date) -> tuple[float, int, int]:
        """Rating, experience and matches of a player through a day."""
        counted = [match for match in self.of(player, through) if match.figures]
        rating = counted[-1].rating(player) if counted else _START
        return rating, sum(match.length for match in counted), len(counted)

    # Results pages

    def of_week(self, key: str) -> Iterator[Figure]:
        """Every figure of a results page, and of its row in the calendar."""
        played = [match for match in self.matches if match.week == key]
        facts, listed = self.week(key).facts, self.calendar[key]
        won = [(match.figures[4], match.row["Winner"]) for match in played if match.figures]
        moved, published = fsum(w for w, _ in won), saturday(played[-1].day)
        for hit in played:
            yield from self._of_match(hit)
        yield from figures_of(key, facts, {
            "Played from": played[0].day, "Played until": played[-1].day, "Published on": published,
            "Complaints accepted until": published + timedelta(7), "Matches": len(played),
            "Matches that count": len(won), "Points moved": moved,
        })  # fmt: skip
        biggest, by = max(won, key=lambda item: item[0], default=(None, ""))
        gains: dict[str, float] = defaultdict(float)
        for match in played:
            if match.figures:
                gains[match.row["Winner"]] += match.figures[4]
                gains[match.row["Loser"]] -= match.figures[4]
        answers = self.week(key).answers
        for question, gain in (("Gained most", max), ("Lost most", min)):
            if question in answers:
                who_is, shown = answers[question]
                yield Figure(f"{key}, {question}", shown, gain(gains.values()))
                yield Figure(f"{key}, {question}, who", shown, gains[who_is])
        if won:
            yield Figure(f"{key}, biggest win", answers["Biggest win"][1], biggest)
        yield from figures_of(f"calendar, {key}", listed, {
            "First": played[0].day, "Last": played[-1].day, "Matches": len(played), "Counted": len(won),
            "Not counted": len(played) - len(won), "Points moved": moved, "Biggest win": biggest, "By": by,
            "Players": len({player for match in played for player in (match.winner, match.loser)}),
        })  # fmt: skip

    @staticmethod
    def _of_match(match: Match) -> Iterator[Figure]:
        a, b, p, s, w = match.figures or (None,) * 5
        after = {"A+W": a + w, "B−W": b - w} if a and b and w else {}
        shown = {"±": w, "± 2": None if w is None else -w, "Chance": None if p is None else p * 100}
        wanted = {"A": a, "B": b, "P": p, "S": s, "W": w, **after, **shown}
        yield from figures_of(f"{match.week}, {match.row['Winner']}–{match.row['Loser']}", match.row, wanted)

    # Lists

    @cached_property
    def archive(self) -> Mapping[date, Page]:
        """The lists that are shown in full, by the day on which they were published; the current one last."""
        index = self.page("lists/")
        addresses = {link.strip("/").rpartition("/")[2]: link for link in index.links}
        days = (key for key in addresses if len(key) == len("2026-11-21") and key[:4].isdigit())
        pages = {date.fromisoformat(key): index.follow(addresses[key]) for key in days}
        full = {day: listing for day, listing in pages.items() if "rating-list" in listing.sections}
        return full | {max(full): self.page()}

    def of_list(self, day: date) -> Iterator[Figure]:
        """Every figure of a list that has one before it on a page."""
        now = self.archive[day]
        before, through = on(now.facts["Changes since the list of"]), day - timedelta(6)
        yield Figure(f"{day}", now.facts["Complaints accepted until"], saturday(through) + timedelta(7))
        yield Figure(f"{day}", now.facts["Changes since the list of"], day - timedelta(7))
        ranks = self._ranks(now, through)
        was = {
            who(row["Player"])
            for name in ("rating-list", "provisional")
            for row in self.archive[before].rows(name)
        }
        earlier = self._ranks(self.archive[before], before - timedelta(6))
        for name in ("rating-list", "provisional", "not-registered"):
            for row in now.rows(name):
                player = who(row["Player"])
                rating, experience, matches = self.standing(player, through)
                wanted = {"Rating": rating, "Exp.": experience, "Matches": matches}
                if name != "not-registered":
                    is_listed = player in was
                    since = rating - self.standing(player, before - timedelta(6))[0] if is_listed else None
                    wanted["±"] = since or None  # blank of who did not play
                if name == "rating-list":
                    moved = movement(ranks[player], earlier.get(player))
                    wanted |= {"#": ranks[player], "▲▼": moved}
                yield from figures_of(f"{day}, {row['Player']}", row, wanted)

    def _ranks(self, shown: Page, through: date) -> Mapping[str, int]:
        """The rank of everyone on the rating list; equal ratings share it."""
        players = [who(row["Player"]) for row in shown.rows("rating-list")]
        ratings = {player: round(self.standing(player, through)[0], 6) for player in players}
        return {player: 1 + sum(other > own for other in ratings.values()) for player, own in ratings.items()}

    def places(self, player: str, day: date) -> Iterator[Figure]:
        """In which table of a list a player stands, and through which club, by their registrations."""
        rows = {
            name: row
            for name in ("rating-list", "provisional", "not-registered")
            for row in self.archive[day].rows(name)
            if who(row["Player"]) == player
        }
        begun = [
            registration
            for registration in self._registrations(player)
            if on(registration["From"]) <= day <= on(registration["Until"])
        ]
        _, experience, matches = self.standing(player, day - timedelta(6))
        below = int(self.archive[day].facts["Ranked from experience"])
        listed = "provisional" if experience < below else "rating-list"
        name = listed if begun else "not-registered" if matches else ""
        yield Figure(f"{day}, {player}", Cell(" ".join(rows)), name)
        if begun and begun[0].get("Club"):  # the one that begins last stands first
            yield Figure(f"{day}, club of {player}", rows[name]["Club"], str(begun[0]["Club"]))

    def _registrations(self, player: str) -> list[Row]:
        return self.page(f"players/{player}/").rows("registrations")

    # Players

    def of_player(self, player: str) -> Iterator[Figure]:
        """Every figure on the page of a player."""
        shown = self.page(f"players/{player}/")
        matches = self.of(player)
        yield from self._facts(shown.facts, player, [match for match in matches if match.figures])
        for row, match in zip(shown.every("history"), reversed(matches), strict=True):
            yield from _looked(row, match, player)
        latest = [match for match in matches if match.week == matches[-1].week]
        for row, match in zip(shown.rows("why"), latest, strict=True):
            yield from _looked(row, match, player)
        live = [match for match in matches if match.row.get("Remark") != "online"]
        yield from _head_to_head(shown.rows("head-to-head"), live, player)

    def _facts(self, facts: Row, player: str, counted: Sequence[Match]) -> Iterator[Figure]:
        today = max(self.archive)
        rating, experience, _ = self.standing(player, today)
        best, reached = max(
            [(_START, None), *((match.rating(player), match.day) for match in counted)],
            key=lambda item: item[0],
        )
        won = sum(match.winner == player for match in counted)
        below = int(self.archive[today].facts["Ranked from experience"])
        wanted: dict[str, float | str | date | None] = {
            "Provisional rating" if experience < below else "Rating": rating, "Experience": experience,
            "Highest rating": best,
            "Rating at the start": _START,
        }  # fmt: skip
        wanted |= {"Reached on": reached} if reached else {}
        wanted |= {"Experience still needed to be ranked": below - experience} if experience < below else {}
        lines = [row for name in ("rating-list", "provisional") for row in self.archive[today].rows(name)]
        own = next((row for row in lines if who(row["Player"]) == player), {})
        stood = "0.0" if facts.get("Change") == "0.0" else None  # the list has no change of who did not play
        of_list = {"Rank": own.get("#"), "Change": own.get("±") or stood}
        wanted |= {name: str(cell) for name, cell in of_list.items() if cell}
        running = [row for row in self._registrations(player) if on(row["From"]) <= today <= on(row["Until"])]
        wanted |= {"Registered until": on(running[0]["Until"])} if running else {"Registered": "no"}
        assert wanted.keys() <= facts.keys(), player
        if counted:
            assert facts["Won"] == f"{won} of {len(counted)}", player
        yield from figures_of(player, facts, wanted)


def _looked(row: Row, match: Match, player: str) -> Iterator[Figure]:
    is_won = player == match.winner
    points = match.row.get("Score") or "?"
    wanted: dict[str, float | str | date | None] = {
        "Date": match.day, "Opponent": str(match.row["Loser" if is_won else "Winner"]),
        "Result": "won" if is_won else "lost",
        "Score": f"{match.length}–{points}" if is_won else f"{points}–{match.length}",
        "Chance": None, "Opponent's": None, "±": None, "Rating": None,
    }  # fmt: skip
    if match.figures:
        a, b, p, *_ = match.figures
        wanted |= (
            {"Opponent's": b, "Chance": p * 100} if is_won else {"Opponent's": a, "Chance": (1 - p) * 100}
        )
        wanted |= {"±": match.change(player), "Rating": match.rating(player)}
    yield from figures_of(f"{player}, {match.day}", row, wanted)


def _head_to_head(rows: Sequence[Row], live: Sequence[Match], player: str) -> Iterator[Figure]:
    met = Counter(match.loser if match.winner == player else match.winner for match in live)
    assert {who(row["Opponent"]): int(row["Played"]) for row in rows} == dict(met), player
    assert sorted(met.values(), reverse=True) == [int(row["Played"]) for row in rows], player
    for row in rows:
        between = [match for match in live if who(row["Opponent"]) in {match.winner, match.loser}]
        won = sum(match.winner == player for match in between)
        moved = fsum(match.change(player) for match in between)
        wanted = {"Won": won, "Lost": len(between) - won, "±": moved}
        yield from figures_of(f"{player} against {row['Opponent']}", row, wanted)
