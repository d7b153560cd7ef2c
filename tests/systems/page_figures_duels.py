"""A ranking of duels recomputed from its published pages alone; what a game does is for its system to say.

All results pages are read from the first, so that every figure is known with all its decimals; what a page
shows must be that figure, rounded as it is shown. Figures at the start are those first shown.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from page_reader import CALCULATION, Cell, Page, Row, page
from trails import Figure, figures_of, movement, on, who

POINTS = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}
_NAMES = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
_LISTS = ("rating-list", "provisional")
_FIGURE = r"(−?[\d.]+)"
_ELO = re.compile(
    rf"E = (?:1/\(1\+10\({_FIGURE}−{_FIGURE}(?:−{_FIGURE})?\)/(\d+)\)|B\.02\({_FIGURE}−{_FIGURE}\))"
    rf" = {_FIGURE}; {_FIGURE}\((.)−E\) = {_FIGURE} → {_FIGURE};"
    rf" {_FIGURE}\(E−(.)\) = {_FIGURE} → {_FIGURE}; "
)
_GLICKO_2 = re.compile(
    rf"E = 1/\(1\+e{_FIGURE}\({_FIGURE}−{_FIGURE}\)/173\.7178\) = {_FIGURE};"
    rf" 173\.7178×{_FIGURE}²×{_FIGURE}\((.)−E\) = {_FIGURE};"
    rf" 173\.7178×{_FIGURE}²×{_FIGURE}\((.)−{_FIGURE}\) = {_FIGURE}; "
)
_CALCULATIONS = {
    _ELO: (
        *("b", "a", "ahead", "spread", "a", "b", "E"),
        *("K home", "S", "± home", "a + K·W", "K away", "S away", "± away", "b − K·W"),
    ),
    _GLICKO_2: (
        *("g home", "b", "a", "E", "φ home", "g home", "S", "± home"),
        *("φ away", "g away", "S away", "E away", "± away"),
    ),
}
"""The figures in the calculation of a game, in their order."""


def games(event: Page) -> list[Row]:
    """The games of a results page, with the figures of the calculations that they open."""
    return [_filled_in(row) if CALCULATION in row else row for row in event.rows("games")]


def _filled_in(row: Row) -> Row:
    result = row["Result"].replace("–", "-")
    cells = {"Result": result, "Rated": "no" if row.get("Remark") else "yes"}
    for calculation, names in _CALCULATIONS.items():
        if match := calculation.match(row[CALCULATION]):
            pairs = zip(names, match.groups(), strict=True)
            cells |= {name: figure for name, figure in pairs if figure is not None}
            home, _, away = result.partition("-")
            assert (cells["S"], cells["S away"]) == (home, away if "E away" in cells else home)
    return {**row, **{name: Cell(text) for name, text in cells.items()}}


class Standing(NamedTuple):
    """Where a player stands; `deviation` and `volatility` are those of Glicko-2."""

    rating: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    deviation: float = 0.0
    volatility: float = 0.0

    def with_game(self, s: float) -> "Standing":
        """With one more game, in which `s` points were made."""
        won, drawn, lost = self.won + (s == 1), self.drawn + (s == 0.5), self.lost + (s == 0)
        return self._replace(games=self.games + 1, won=won, drawn=drawn, lost=lost)


Now = dict[str, Standing]


class Calculator(Protocol):
    """What a system says of the games of a results page, and of those who had games before them."""

    @property
    def start(self) -> Mapping[str, Standing]:
        """How they stood at the start, as far as a page of theirs shows it."""

    def of_event(self, event: Page, now: Now) -> Iterator[Figure]:
        """Every figure of the page; `now` is left as all stand after it."""

    def is_provisional(self, own: Standing) -> bool:
        """Whether a rating is provisional still."""


@dataclass
class Duels:
    """The pages of a ranking of duels, below the folder of its site."""

    root: Path
    ranking: str
    calculator: Calculator
    stood: dict[str, Now] = field(default_factory=dict)

    def page(self, path: str = "") -> Page:
        """One of its pages."""
        return page(self.root, f"{self.ranking}/{path}")

    @cached_property
    def events(self) -> Mapping[str, Page]:
        """The results pages to which the calendar leads, the first one first."""
        calendar = self.page("results/")
        rows = reversed(calendar.rows("calendar"))
        return {row["Results"]: calendar.follow(row["Results"].link) for row in rows}

    @cached_property
    def games(self) -> Sequence[Row]:
        """All games, the first one first."""
        return [row for event in self.events.values() for row in games(event)]

    def of_events(self) -> list[Figure]:
        """Every figure of the results pages and of the calendar, one after the other."""
        now = dict(self.calculator.start)
        calendar = {row["Results"]: row for row in self.page("results/").rows("calendar")}
        figures: list[Figure] = []
        for key, event in self.events.items():
            figures += self.calculator.of_event(event, now)
            self.stood[key] = dict(now)
            rows = games(event)
            counted, players = (
                sum(row["Rated"] == "yes" for row in rows),
                {who(row[name]) for row in rows for name in ("Home", "Away")},
            )
            tally = {"Games": len(rows), "Players": len(players)}
            figures += figures_of(key, calendar[key], {**tally, "Counted": counted})
            figures += figures_of(key, event.facts, {**tally, "Games that count": counted})
        return figures

    @cached_property
    def lists(self) -> list[tuple[Page, str, str]]:
        """Each list with the event that it was published after, and the one of the list before; or blank."""
        index, current = self.page("lists/"), self.page()
        shown = sorted((index.follow(link) for link in index.links), key=lambda item: item.path)
        archive = [listing for listing in shown if "rating-list" in listing.sections]
        dated = [listing.path.rstrip("/").rpartition("/")[2] for listing in archive]
        since = current.facts.get("Changes since the list of")
        pages = (
            [*archive, current] if since and on(since).isoformat() == dated[-1] else [*archive[:-1], current]
        )
        keys = [key for key, event in self.events.items() if self._is_listed(key, event)]
        befores = ["", *keys][-len(pages) - 1 :][: len(pages)] if len(keys) >= len(pages) else keys
        return list(zip(pages, keys[-len(pages) :], befores, strict=True))

    def _is_listed(self, key: str, event: Page) -> bool:
        """After a day with a rated game; and, where periods count, after each since the first of them."""
        before = [row for event in self.events if event <= key for row in games(self.events[event])]
        rows = before if "periods" in event.sections else games(event)
        return any(row["Rated"] == "yes" for row in rows)

    def of_lists(self) -> Iterator[Figure]:
        """Every figure of the lists."""
        for shown, key, before in self.lists:
            was = self.stood.get(before, {})
            now, ranks, earlier = self.stood[key], self._ranks(self.stood[key]), self._ranks(was)
            listed = {name: [who(row["Player"]) for row in shown.rows(name)] for name in _LISTS}
            assert set(listed["rating-list"]) == set(ranks), shown.path
            for row in [row for name in _LISTS for row in shown.rows(name)]:
                player = who(row["Player"])
                own, old = now[player], was.get(player)
                moved = own.rating - old.rating if old and old.games else None
                wanted: dict[str, float | str | None] = {
                    "Rating": own.rating, "±": moved or None, "Games": own.games, "Won": own.won,
                    "Drawn": own.drawn, "Lost": own.lost,
                }  # fmt: skip
                wanted |= {"RD": own.deviation, "σ": own.volatility} if own.deviation else {}
                if "#" in row:  # where nobody was ranked before, there is no column of movements
                    moves = movement(ranks[player], earlier.get(player)) if earlier else None
                    wanted |= {"#": ranks[player], "▲▼": moves}
                yield from figures_of(f"{shown.path} {player}", row, wanted)

    def _ranks(self, now: Now) -> Mapping[str, int]:
        settled = {
            who: own for who, own in now.items() if own.games and not self.calculator.is_provisional(own)
        }
        ratings = {player: round(own.rating, 6) for player, own in settled.items()}
        return {player: 1 + sum(other > own for other in ratings.values()) for player, own in ratings.items()}

    def of_players(self) -> Iterator[Figure]:
        """Every figure that hangs on games on the pages of players."""
        last = self.stood[list(self.events)[-1]]
        for path in sorted((self.root / self.ranking / "players").glob("*/index.html")):
            player = path.parent.name
            shown, own = self.page(f"players/{player}/"), last.get(player)
            played = [row for row in self.games if player in {who(row["Home"]), who(row["Away"])}]
            if own:
                wanted: dict[str, float | str | None] = {
                    "Games": own.games,
                    "Won – drawn – lost": f"{own.won} – {own.drawn} – {own.lost}",
                }
                name = "Provisional rating" if self.calculator.is_provisional(own) else "Rating"
                best = max(float(shown.facts["Rating at the start"]), *self._ratings(player))
                wanted |= {name: own.rating, "Highest rating": best}
                yield from figures_of(player, shown.facts, wanted)
            for row in shown.rows("periods"):
                yield from figures_of(player, row, self._of_period(row["Period"], player))
            for row, game in zip(shown.every("history"), reversed(played), strict=True):
                yield from figures_of(player, row, _looked(game, player))
            yield from _head_to_head(player, shown, played)

    def _ratings(self, player: str) -> list[float]:
        return [now[player].rating for now in self.stood.values() if player in now]

    def _of_period(self, key: str, player: str) -> Mapping[str, str]:
        """What the page of a period shows of a player, by the columns that their own page has too."""
        row = next(row for row in self.events[key].rows("periods") if who(row["Player"]) == player)
        return {name: str(cell) for name, cell in row.items() if name not in {"Player", "v", "Δ", "φ*"}}


def _looked(game: Row, player: str) -> dict[str, float | str | None]:
    """A game from the side of a player, as its results page shows it; its figures may have fewer decimals."""
    is_home = player == who(game["Home"])
    s, e = POINTS[game["Result"]], game.get("E")
    own, other = ("home", "b") if is_home else ("away", "a")
    wanted: dict[str, float | str | None] = {
        "Opponent": str(game["Away" if is_home else "Home"]), "Side": own,
        "Result": _NAMES[s if is_home else 1 - s],
    }  # fmt: skip
    if e and "± home" in game:
        away_chance = game["E away"].figure if "E away" in game else 1 - e.figure
        wanted |= {"Chance": e.figure if is_home else away_chance, "±": game[f"± {own}"].figure}
        after = game.get("a + K·W" if is_home else "b − K·W")
        wanted |= {"Rating": after.figure} if after else {}
    return wanted | ({"Opponent's": game[other].figure} if e else {})


def _head_to_head(player: str, shown: Page, played: Sequence[Row]) -> Iterator[Figure]:
    met: dict[str, Counter[str]] = {}
    for game in played:
        is_home = player == who(game["Home"])
        s = POINTS[game["Result"]]
        results = met.setdefault(who(game["Away" if is_home else "Home"]), Counter())
        results.update(["Played", _NAMES[s if is_home else 1 - s].title()])
    rows = shown.rows("head-to-head")
    assert {who(row["Opponent"]) for row in rows} == set(met), player
    for row in rows:
        results = met[who(row["Opponent"])]
        wanted = {name: results[name] for name in ("Played", "Won", "Drawn", "Lost")}
        yield from figures_of(f"{player} against {row['Opponent']}", row, wanted)
