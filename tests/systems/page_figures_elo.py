"""Elo ratings recomputed from published pages alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor
from pathlib import Path

from oracle_elo import TABLE_8_1_2
from page_figures_duels import POINTS, Now, Standing, games
from page_reader import Page, Row, page
from trails import Figure, figures_of, who


@dataclass(frozen=True)
class Elo:
    """A ranking by the `options` that its rules page shows.

    `games` are those of each player at the start, and `start` how those who have a page stood then.
    """

    options: Mapping[str, str]
    games: Mapping[str, int]
    start: Mapping[str, Standing]

    def is_provisional(self, own: Standing) -> bool:
        """Whether a rating is provisional still."""
        return own.games < int(self.options["provisional_below"])

    def of_event(self, event: Page, now: Now) -> Iterator[Figure]:
        """Every figure of a day of play."""
        for row in games(event):
            if row["Rated"] == "yes":
                yield from self._of_game(event, row, now)

    def _of_game(self, event: Page, row: Row, now: Now) -> Iterator[Figure]:
        home, away, s = who(row["Home"]), who(row["Away"]), POINTS[row["Result"]]
        host, guest = self._start(home, row["a"], now), self._start(away, row["b"], now)
        e = self._expected(host.rating, guest.rating)
        k, k_other = self._k(host.games), self._k(guest.games)
        w = s - e
        now[home] = host.with_game(s)._replace(rating=host.rating + k * w)
        now[away] = guest.with_game(1 - s)._replace(rating=guest.rating - k_other * w)
        if "ahead" in row:
            yield Figure(event.path, row["ahead"], float(self.options["home_advantage"]))
        if "spread" in row:
            yield Figure(event.path, row["spread"], float(self.options["spread"]))
        yield from figures_of(f"{event.path} {home}–{away}", row, {
            "a": host.rating, "b": guest.rating, "E": e, "K home": k, "K away": k_other, "± home": k * w,
            "± away": -k_other * w, "±": k * w, "± 2": -k_other * w, "Chance": e * 100,
            "a + K·W": now[home].rating, "b − K·W": now[away].rating,
        })  # fmt: skip

    def _start(self, player: str, shown: str, now: Now) -> Standing:
        return now.get(player) or Standing(float(shown), self.games.get(player, 0))

    def _expected(self, a: float, b: float) -> float:
        if self.options["expectation"] == "fide":
            whole = min(400, floor(abs(a - b) + 0.5))
            place = next(place for place, most in enumerate(TABLE_8_1_2) if whole <= most)
            stronger = (50 + place) / 100
            return stronger if a >= b else 1 - stronger
        ahead, spread = float(self.options["home_advantage"]), float(self.options["spread"])
        return 1 / (1 + 10 ** (-(a + ahead - b) / spread))

    def _k(self, games: int) -> float:
        steps = [word.split(" = ") for word in self.options["k"].split(", ")]
        return [float(k) for least, k in steps if int(least) <= games][-1]


def elo(root: Path, ranking: str) -> Elo:
    """The calculator of a ranking of the site at `root`."""
    shown = page(root, f"{ranking}/")
    rows = [row for name in ("rating-list", "provisional") for row in shown.rows(name)]
    games = {who(row["Player"]): _at_the_start(row) for row in rows}
    linked = {who(row["Player"]): shown.follow(row["Player"].link) for row in rows if row["Player"].link}
    start = {
        player: Standing(float(own.facts["Rating at the start"]), games[player])
        for player, own in linked.items()
        if games[player]
    }
    return Elo(page(root, f"{ranking}/rules/").options, games, start)


def _at_the_start(row: Row) -> int:
    """All games that count but those won, drawn and lost since."""
    return int(row["Games"]) - sum(int(row[name]) for name in ("Won", "Drawn", "Lost"))
