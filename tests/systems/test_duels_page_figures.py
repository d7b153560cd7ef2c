"""Every figure of Elo and Glicko-2 ratings is that of the published tables, on small sites."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from math import exp, fsum, hypot, pi, sqrt
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from page_games import facts_of_row, of_lists, opponents
from page_law import ELSEWHERE, Figure, Published, Record, extremes, hold, key_of
from page_reader import CALCULATION, Page

pytestmark = pytest.mark.slow

LADDER, PERIODS = ["ladder", "chess"], ["month", "week", "quarter"]
_POINTS = {"1-0": ("1", "0"), "½-½": ("½", "½"), "0-1": ("0", "1")}
_RESULTS = {"1": "won", "½": "drawn", "0": "lost"}
_WORTH = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
_SCALE = 173.7178
_LISTED = "player rating change games won drawn lost club"
_BEFORE = "rating_before deviation_before volatility_before"
_OF_PERIOD = f"games score expected {_BEFORE} rating_after deviation_after volatility_after"


class Side(NamedTuple):
    """A game from one of its sides: the cells of a player's page, and further figures of the calculation."""

    game: Record
    player: str
    event: str
    row: dict[str, Any]
    before: float
    g: float = 0.0
    phi: float = 0.0


class Duels(Published):
    """A ranking by Elo: its table of games has all figures."""

    limit = ("Ranked from games", "provisional_below")
    more = ""
    """Further columns of the lists."""

    @property
    def options(self) -> Mapping[str, str]:
        """The options in force."""
        return self.page("rules/").options

    def find_event(self, day: str) -> str:
        """The event that a day is part of."""
        return day

    def sides(self, game: Record) -> list[Side]:
        """A game from both sides."""
        sides = []
        for own, other, points in zip(
            ("home", "away"), ("away", "home"), _POINTS[game["result"]], strict=True
        ):
            e, event = game["expectation"], self.find_event(game["date"])
            row = {
                "Date": game["date"], "Opponent": game[other], "Side": own, "Result": _RESULTS[points],
                "Opponent's": game[f"{other}_before"], "Event": game["event"].partition(", ")[0],
                "Rated": game["rated"], "Chance": e if e is None or own == "home" else 1 - e,
                "±": None, "Rating": None,
            }  # fmt: skip
            side = Side(game, game[own], event, row, game[f"{own}_before"])
            sides.append(self.rate(side) if game["rated"] else side)
        return sides

    def rate(self, side: Side) -> Side:
        """A side with what the game did to it."""
        own, changes = side.row["Side"], {"±": "change", "Rating": "after"}
        cells = {head: side.game[f"{own}_{name}"] for head, name in changes.items()}
        return side._replace(row=side.row | cells)

    def calculation(self, home: Side, away: Side) -> str:
        """What the row of a game opens."""
        game, a, b, options = home.game, home.before, away.before, self.options
        s, _ = _POINTS[game["result"]]
        ahead = f"−{options['home_advantage']}" if float(options["home_advantage"]) else ""
        logistic = f"1/(1+10^(({b}−{a}{ahead})/{options['spread']}))"
        expected = f"B.02({a}−{b})" if options["expectation"] == "fide" else logistic
        return (
            f"E = {expected} = {game['expectation']}"
            f"; {game['k_home']}({s}−E) = {home.row['±']} → {game['home_after']}"
            f"; {game['k_away']}(E−{s}) = {away.row['±']} → {game['away_after']}"
        )

    def seen(self, game: Record) -> Record:
        """A game on its results page."""
        home, away = self.sides(game)
        return {
            "Home": game["home"], "±": home.row["±"], "Result": game["result"].replace("-", "–"),
            "Away": game["away"], "± 2": away.row["±"], "Chance": game["expectation"], "Date": game["date"],
            "Event": game["event"], "Remark": "" if game["rated"] else "not rated",
            CALCULATION: self.calculation(home, away) if game["rated"] else "",
        }  # fmt: skip

    def sides_of(self, player: str, through: str = "9999") -> list[Side]:
        """The games of a player, until an event."""
        sides = [side for game in self.tables["games"] for side in self.sides(game)]
        return [side for side in sides if side.player == player and side.event <= through]

    def rating_after(self, side: Side) -> float:
        """The rating after the event of a game."""
        return float(side.row["Rating"])

    def standing(self, player: str, day: str) -> Record:
        """A player on the list of a day."""
        rated = [
            side for side in self.sides_of(player, self.find_event(day or "9999-12-31")) if side.row["Rated"]
        ]
        results = [side.row["Result"] for side in rated]
        rating = {"rating": self.rating_after(rated[-1])} if rated else {}
        return rating | {name: results.count(name) for name in _RESULTS.values()}

    # Pages

    def of_events(self) -> Iterator[Figure]:
        """The results pages, and the calendar."""
        rows = []
        for shown in sorted(self.follow("results"), key=key_of, reverse=True):
            games = [game for game in self.tables["games"] if self.find_event(game["date"]) == key_of(shown)]
            first, last = (games[0]["date"], games[-1]["date"]) if games else (None, None)
            sides, gains = [side for game in games for side in self.sides(game)], dict[str, float]()
            for side in (side for side in sides if side.row["Rated"]):
                gains[side.player] = gains.get(side.player, 0.0) + side.row["±"]
            counts = {"Games": len(games), "Players": len({side.player for side in sides})}
            counted = sum(game["rated"] for game in games)
            dates = {"Played on": first} if first == last else {"Played from": first, "Played until": last}
            facts = {**(dates if games else {}), **counts, "Games that count": counted}
            sections = {"games": map(self.seen, games), "periods": self.periods("period", key_of(shown))}
            yield from self.check(shown, sections, facts, extremes(gains) if gains else {})
            rows.append(
                {"Results": key_of(shown), "First": first, "Last": last, **counts, "Counted": counted}
            )
        yield from self.check(self.page("results/"), {"calendar": rows})

    def periods(self, column: str, value: str) -> list[Record]:
        """The rows of periods of an event or a player."""
        return [row for row in self.tables.get("periods", ()) if row[column] == value]

    def of_lists(self) -> Iterator[Figure]:
        """Every list that is kept."""
        label, option = self.limit
        tables = {"rating-list": f"rank rank_change {_LISTED}{self.more}", "provisional": _LISTED + self.more}

        def facts(day: str, before: str) -> Record:
            limit = {label: float(self.options[option])}
            return {**limit, "Changes since the list of": before} if before else limit

        return of_lists(self, tables, self.standing, facts, 100)

    def of_player(self, shown: Page) -> Iterator[Figure]:
        """The page of a player."""
        player = key_of(shown)
        sides = self.sides_of(player)
        rows, rated = [side.row for side in sides], [side for side in sides if side.row["Rated"]]
        sections = {
            "why": [side.row for side in sides if rated and side.event == rated[-1].event],
            "history": rows[::-1], "periods": self.periods("player", player)[::-1],
            "head-to-head": opponents(self, shown.rows("head-to-head"), rows) if rows else (),
        }  # fmt: skip
        facts: dict[str, object] = dict.fromkeys(shown.facts, ELSEWHERE)
        if rated:
            start, won = rated[0].before, sum(side.row["Result"] == "won" for side in rated)
            days = [
                (start, ""),
                *((self.rating_after(side), side.row["Date"]) for side in self.latest(rated)),
            ]
            highest, reached = max(days, key=itemgetter(0))
            facts = facts_of_row(self, player) | self.missing(player)
            facts |= {
                "Rating at the start": start,
                "Highest rating": highest,
                "Won": f"{won} of {len(rated)}",
            }
            facts |= {"Reached on": reached} if reached else {}
        yield from self.check(shown, sections, facts)

    def latest(self, rated: list[Side]) -> list[Side]:
        """The last game of each event."""
        return list({side.event: side for side in rated}.values())

    def missing(self, player: str) -> Record:
        """What is still needed to be ranked."""
        (row,) = self.find_rows(player)
        needed = int(self.options["provisional_below"]) - row["games"]
        return {"Games still needed to be ranked": needed} if needed > 0 else {}


class Glicko2(Duels):
    """A ranking by Glicko-2: its table of periods has the figures before and after."""

    limit = ("Ranked up to a deviation of", "provisional_above")
    more = " deviation volatility"

    def find_event(self, day: str) -> str:
        kind = self.options["period"]
        year, week, _ = date.fromisoformat(day).isocalendar()
        quarter = (int(day[5:7]) + 2) // 3
        return {"month": day[:7], "week": f"{year}-W{week:02}", "quarter": f"{day[:4]}-Q{quarter}"}[kind]

    def find_period(self, player: str, period: str) -> Record:
        """The published row of a player."""
        return next(
            row for row in self.tables["periods"] if (row["period"], row["player"]) == (period, player)
        )

    def expect(self, own: Record, other: Record) -> tuple[float, float]:
        """Step 3: g of the deviation of the other, and E."""
        g = 1 / sqrt(1 + 3 * (other["deviation_before"] / _SCALE / pi) ** 2)
        return g, 1 / (1 + exp(-g * (own["rating_before"] - other["rating_before"]) / _SCALE))

    def steps(self, own: Record) -> dict[str, float]:
        """Steps 3, 4, 6 and 7: v, Δ, φ* and φ′ before it is capped."""
        terms = []
        for game in (
            game for game in self.tables["games"] if game["rated"] and game["period"] == own["period"]
        ):
            for side, other, s in zip(
                ("home", "away"), ("away", "home"), _POINTS[game["result"]], strict=True
            ):
                if game[side] == own["player"]:
                    terms.append(
                        (*self.expect(own, self.find_period(game[other], own["period"])), _WORTH[_RESULTS[s]])
                    )
        v = 1 / fsum(g**2 * e * (1 - e) for g, e, _ in terms)
        star = hypot(own["deviation_before"] / _SCALE, own["volatility_after"])
        delta = v * fsum(g * (s - e) for g, e, s in terms)
        return {"v": v, "Δ": delta, "φ*": star, "phi": 1 / sqrt(1 / star**2 + 1 / v)}

    def rate(self, side: Side) -> Side:
        own, other = (self.find_period(player, side.event) for player in (side.player, side.row["Opponent"]))
        (g, e), phi = self.expect(own, other), self.steps(own)["phi"]
        share = _SCALE * phi**2 * g * (_WORTH[side.row["Result"]] - e)
        return side._replace(
            row=side.row | {"±": share, "Chance": e}, before=own["rating_before"], g=g, phi=phi
        )

    def calculation(self, home: Side, away: Side) -> str:
        s, s_away = _POINTS[home.game["result"]]
        return (
            f"E = 1/(1+e^({home.g}({away.before}−{home.before})/173.7178)) = {home.row['Chance']}"
            f"; 173.7178×{home.phi}²×{home.g}({s}−E) = {home.row['±']}"
            f"; 173.7178×{away.phi}²×{away.g}({s_away}−{away.row['Chance']}) = {away.row['±']}"
        )

    def sides_of(self, player: str, through: str = "9999") -> list[Side]:
        """The same, with the rating after each game: what the games of a period did so far."""
        sides, now = super().sides_of(player, through), dict[str, float]()
        for side in (side for side in sides if side.row["Rated"]):
            now[side.event] = now.get(side.event, side.before) + side.row["±"]
            side.row["Rating"] = now[side.event]
        return sides

    def rating_after(self, side: Side) -> float:
        return float(self.find_period(side.player, side.event)["rating_after"])

    def periods(self, column: str, value: str) -> list[Record]:
        other, rows = {"period": "player", "player": "period"}[column], []
        for row in super().periods(column, value):
            steps = self.steps(row) if column == "period" else {"phi": 0.0}
            rows.append({**self.show("periods", row, f"{other} {_OF_PERIOD}"), **steps, "phi": None})
        return rows

    def missing(self, player: str) -> Record:
        """The games that are still needed are for test_projections.py."""
        (row,) = self.find_rows(player)
        excess = row["deviation"] - float(self.options["provisional_above"])
        needed = {"Deviation still to lose to be ranked": excess} if excess > 0 else {}
        return {**needed, "Games still needed to be ranked": ELSEWHERE}


Follow = Callable[[str], Duels]


@pytest.fixture(scope="module")
def find(golden_output: Callable[[str], Path]) -> Follow:
    """The ranking of this name."""
    return lambda name: (
        Duels(golden_output("ladder"), name) if name in LADDER else Glicko2(golden_output("periods"), name)
    )


def hold_all(duels: Duels, least: int) -> None:
    hold(least, duels.of_events(), duels.of_lists(), *map(duels.of_player, duels.follow("players")))


@pytest.mark.article("elo", "Elo, 1978", "B.02, 8.1.2", "B.02, 8.3.1", "B.02, 8.3.3")
@pytest.mark.parametrize("ranking", LADDER)
def test_every_figure_of_elo_ratings(ranking: str, find: Follow) -> None:
    hold_all(find(ranking), 400)


@pytest.mark.article("glicko2", *(f"Step {number}" for number in range(1, 9)))
@pytest.mark.parametrize("ranking", PERIODS)
def test_every_figure_of_glicko_2_ratings(ranking: str, find: Follow) -> None:
    hold_all(find(ranking), 400)


@pytest.mark.parametrize("ranking", ["ladder", "month"])
def test_every_game_leads_to_its_row_and_every_results_page_to_the_articles(
    ranking: str, find: Follow
) -> None:
    for event in find(ranking).follow("results"):
        assert all(row[CALCULATION if CALCULATION in row else "Source"].link for row in event.rows("games"))
        links = {event.follow(link).path for links in event.articles.values() for link in links}
        assert links == {f"{ranking}/rules/"}
        assert len(event.formula_lines) == len(event.rows("periods"))
