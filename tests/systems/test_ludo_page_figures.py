"""Every figure of the circuit of the demonstration follows from its published tables."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, cached_property
from math import asin, cos, fsum, radians, sin, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import pytest
from page_law import ELSEWHERE, Figure, Published, Record, follow, hold, key_of, move, race
from page_reader import CALCULATION, Page, Row

pytestmark = pytest.mark.slow

_KINDS = {"winner": "winner", "interclub": "interclub", "places": "place", "clubs": "club", "lot": "lot"}
_LUDO = "rank player total two_years_ago last_year this_year club"
_YEAR = "rank player total counted best_regular final club"


class Tournament(NamedTuple):
    """A tournament that was played, as the calendar has it: what was entered, in no published table."""

    key: str
    day: str
    kind: str
    row: Row

    @property
    def year(self) -> int:
        """The year that it counts for."""
        return int(self.day[:4])


class Circuit(Published):
    """The pages and tables of a circuit."""

    @cached_property
    def tournaments(self) -> Sequence[Tournament]:
        """Those that were played, the earliest first."""
        rows = self.page("results/").rows("tournaments")[::-1]
        return [Tournament(row["Tournament"], row["Date"].day, row["Kind"], row) for row in rows]

    @cache  # noqa: B019 - a site is read once
    def find(self, table: str, column: str, value: str) -> Sequence[Record]:
        """The rows of a table with a value."""
        return [row for row in self.tables[table] if row[column] == value]

    def day(self, key: str) -> Sequence[Record]:
        """The ranking of a tournament."""
        return self.find("days", "tournament", key)

    @cached_property
    def ceilings(self) -> Mapping[int, int]:
        """The ceiling of the bonus of each year: the option, or by the participants of the year before."""
        sizes: dict[int, list[int]] = {}
        for tournament in self.tournaments:
            sizes.setdefault(tournament.year + 1, []).append(len(self.day(tournament.key)))
        given = re.findall(r"(\d{4}) = (\d+)", self.page("rules/").options.get("bonus_ceilings", ""))
        means = {
            year: int(fmean(counts) / 10 + 0.5 + 1e-9) * 10 for year, counts in sizes.items() if year >= 2014
        }
        return means | {int(year): int(most) for year, most in given}

    def ceiling(self, year: int) -> Record:
        """The fact with the ceiling of a year."""
        return {"Ceiling of the bonus": self.ceilings[year]} if year in self.ceilings else {}

    def year(self, day: str) -> Sequence[Record]:
        """The ranking of the year after a day of play."""
        regular, final, clubs = dict[str, list[float]](), dict[str, float](), dict[str, str]()
        for tournament in self.tournaments:
            if tournament.day[:4] == day[:4] and tournament.day <= day:
                for row in self.day(tournament.key):
                    clubs[row["player"]] = row["club"]
                    if tournament.kind == "final":
                        final[row["player"]] = row["total"]
                    else:
                        regular.setdefault(row["player"], []).append(row["total"])
        rows = []
        for player, club in clubs.items():
            best = sorted(regular.get(player, ()))[-5:]
            sums = {"best_regular": fsum(best), "final": final.get(player, 0.0)}
            rows.append(
                {"player": player, "club": club, "counted": len(best), **sums, "total": fsum(sums.values())}
            )
        totals = [round(row["total"], 5) for row in rows]
        ranks = [1 + sum(other > own for other in totals) for own in totals]
        return [{**row, "rank": rank} for row, rank in zip(rows, ranks, strict=True)]

    def ludo(self, day: str) -> Sequence[Record]:
        """The LUDO ranking after a day of play."""
        return self.read_list(day, "ludo")

    # Tournaments

    def of_tournament(self, item: Tournament) -> Iterator[Figure]:
        """The results page."""
        shown, day = self.page(f"results/{item.key}/"), self.day(item.key)
        rounds = self.find("rounds", "tournament", item.key)
        points = {(row["player"], f"R{row['round']}"): row["points"] for row in rounds}
        rows = [
            self.show("days", row, "rank player points bonus total club")
            | {head: points.get((row["player"], head)) for head in ("R1", "R2", "R3")}
            for row in day
        ]
        sections: dict[str, Any] = {"day": rows}
        for number in (1, 2, 3):
            cells = shown.rows(f"round-{number}")
            played = self.sort_like(
                cells, "Player", [row for row in rounds if row["round"] == number], "player"
            )
            entered = {self.find_player(cell["Player"]): cell for cell in cells}
            sections[f"round-{number}"] = [self.seen(row, played, entered) for row in played]
        entered = dict.fromkeys(("Date", "Kind", "Interclub"), ELSEWHERE)
        yield from self.check(shown, sections, {"Players": len(day), **self.ceiling(item.year), **entered})

    def seen(self, row: Record, rows: Sequence[Record], entered: Mapping[str, Row]) -> Record:
        """A player at a table; the scores are as they were entered, and places in either of two ways."""
        table = [other for other in rows if other["table"] == row["table"]]
        scores = {other["player"]: float(entered[other["player"]].get("Score") or 0) for other in table}
        cell, total = entered[row["player"]], fsum(scores.values())
        score, total = (scores[row["player"]], total) if cell.get("Score") and total else (0, 1)
        x, p, above = row["players"], row["place"], sum(other["place"] < row["place"] for other in table)
        share = f"{row['win_bonus']} + {score} / {total}"
        return {
            "#": p if float(cell["#"]) == p else above + 1, "Score": cell.get("Score", ""),
            **self.show("rounds", row, "player points game table"),
            CALCULATION: f"100 × ({x} − {p}) / ({x} − 1) + {share} = {row['points']}",
        }  # fmt: skip

    def calendar(self, tournaments: Sequence[Tournament]) -> Sequence[Record]:
        """The rows of tournaments, the latest first."""
        entered = dict.fromkeys(("Date", "Kind", "Interclub"), ELSEWHERE)
        return [
            {"Tournament": item.key, "Winner": day[0]["player"], "Players": len(day), **entered}
            for item in tournaments[::-1]
            for day in [self.day(item.key)]
        ]

    # Lists and years

    def of_list(self, day: str, path: str = "") -> Iterator[Figure]:
        """The list of a day, at its own address or at that of the current one."""
        shown = self.page(path or f"lists/{day}/")
        days = sorted({item.day for item in self.tournaments if item.day <= day})
        before = days[-2] if len(days) > 1 else ""
        ludo, year = self.ludo(day), self.sort_like(shown.rows("year"), "Player", self.year(day), "player")
        ludo_before = self.ludo(before) if before else []
        year_before = self.year(before) if before[:4] == day[:4] else []
        sections = {
            "ludo": [self.show("ludo", row, _LUDO) | moved(row, ludo_before) for row in ludo],
            "year": [self.show(f"year-{day[:4]}", row, _YEAR) | moved(row, year_before) for row in year],
        }
        totals = [
            {row["player"]: row["total"] for row in self.tables.get(f"year-{int(day[:4]) - ago}", ())}
            for ago in (2, 1)
        ]
        totals.append({row["player"]: row["total"] for row in year})
        for row in ludo:
            two, one, now = (of_year.get(row["player"], 0.0) for of_year in totals)
            values = {
                "two_years_ago": two,
                "last_year": one,
                "this_year": now,
                "total": two / 3 + 2 * one / 3 + now,
            }
            yield from follow(f"LUDO of {day}, {row['player']}", row, values)
        held = [item for item in self.tournaments if item.day[:4] == day[:4] and item.day <= day]
        facts = {"Latest tournament": day, "Tournaments this year": len(held), **self.ceiling(int(day[:4]))}
        facts |= {"Movement since": before} if before else {}
        winner, first, size = self.day(held[-1].key)[0], ludo[0], len(self.day(held[-1].key))
        answers: dict[str, Any] = {"Winner of the day": (winner["player"], winner["points"])}
        answers |= {"At the top": (first["player"], first["total"]), "Players there": (None, size)}
        yield from self.check(shown, sections, facts, answers)

    def of_year(self, year: int) -> Iterator[Figure]:
        """The page of a year, and its line among all years."""
        held = [item for item in self.tournaments if item.year == year]
        ludo, rows = self.ludo(held[-1].day), self.tables[f"year-{year}"]
        seats = [row for row in self.tables["final-tables"] if row["year"] == year and not row["reserve"]]
        mean = fmean(len(self.day(item.key)) for item in held)
        sections = {
            "year": self.view(f"year-{year}", rows, _YEAR),
            "ludo": self.view("ludo", ludo, _LUDO),
            "tournaments": self.calendar(held),
            "seats": self.view("final-tables", seats, "seat game player ranking"),
        }
        facts = {"Tournaments": len(held), "Players": len(rows), "Mean participants": mean}
        shown = self.page(f"years/{year}/")
        if len(held) > 4:
            first = [row["player"] for row in rows[:6]]
            sections["race"] = race(shown, [item.day for item in held], first, self.find_totals)
        yield from self.check(shown, sections, facts | self.ceiling(year))

    def find_totals(self, day: str) -> Mapping[str, float]:
        """The totals of a year through a day, by player."""
        return {row["player"]: row["total"] for row in self.year(day)}

    def of_years(self) -> Iterator[Figure]:
        """All years, the latest first."""
        rows = []
        for year in sorted({item.year for item in self.tournaments}, reverse=True):
            held = [item for item in self.tournaments if item.year == year]
            players, sizes = self.tables[f"year-{year}"], [len(self.day(item.key)) for item in held]
            rows.append({
                "Year": str(year), "First of the year": players[0]["player"], "Mean": fmean(sizes),
                "First of LUDO": self.ludo(held[-1].day)[0]["player"], "Players": len(players),
                "Tournaments": len(held), "Ceiling": self.ceilings.get(year),
            })  # fmt: skip
        yield from self.check(self.page("years/"), {"years": rows})

    # Games

    @property
    def latest(self) -> int:
        """The latest year."""
        return self.tournaments[-1].year

    def counts(self, game: str) -> tuple[int, int]:
        """The tables of a game this year, and in all."""
        tables = {
            (row["tournament"], row["round"], row["table"]) for row in self.find("rounds", "game", game)
        }
        now = {item.key for item in self.tournaments if item.year == self.latest}
        return sum(key in now for key, *_ in tables), len(tables)

    def of_games(self) -> Iterator[Figure]:
        """All games, and the page of final tables."""
        shown, rows = self.page("games/"), []
        for game in {row["game"] for row in self.tables["rounds"]}:
            (now, every), ranking = self.counts(game), self.find(f"games-{self.latest}", "game", game)
            first = {"First": "", "Ranking": None}
            for row in ranking[:1]:
                first = {"First": row["player"], "Ranking": row["ranking"]}
            rows.append(
                {"Game": game, "Tables": now, "Players": len(ranking), "Tables in all": every, **first}
            )
        yield from self.check(shown, {"games": self.sort_like(shown.rows("games"), "Game", rows)})
        seats = [row for row in self.tables["final-tables"] if row["year"] == self.latest]
        sections = {
            name: self.view(
                "final-tables",
                [row for row in seats if row["reserve"] == is_reserve],
                "seat game player ranking",
            )
            for name, is_reserve in (("seats", False), ("reserves", True))
        }
        games = {row["game"] for row in seats}
        yield from self.check(
            self.page("final-tables/"), sections, {"Year": self.latest, "Games": len(games)}
        )

    def of_game(self, line: Row) -> Iterator[Figure]:
        """The page of a game."""
        game = str(line["Game"])
        shown, sections = self.page("games/").follow(line["Game"].link), dict[str, Any]()
        for year in {item.year for item in self.tournaments}:
            if rows := self.find(f"games-{year}", "game", game):
                cells = self.view(f"games-{year}", rows, "rank player ranking played points")
                sections[f"ranking-{year}"] = [
                    row | {"Average": row["Points"] / row["Played"]} for row in cells
                ]
        seats = [row for row in self.find("final-tables", "game", game) if row["year"] == self.latest]
        sections["seats"] = self.view("final-tables", seats, "seat player ranking reserve")
        now, every = self.counts(game)
        yield from self.check(shown, sections, {"Tables this year": now, "Tables in all": every})

    # Prizes

    def of_prizes(self, item: Tournament) -> Iterator[Figure]:
        """The order of the prize-giving."""
        shown, day = self.page(f"prizes/{item.key}/"), {row["player"]: row for row in self.day(item.key)}
        sizes = Counter(row["club"] for row in day.values())
        sections: dict[str, Any] = {}
        for name, kind in _KINDS.items():
            rows = [row for row in self.find("prizes", "tournament", item.key) if row["kind"] == kind]
            called = {row["recipient"]: {"Called": row["order"]} for row in rows}
            places = {str(cell.get("Club")): distance(shown.facts, cell) for cell in shown.rows(name)}
            of_club = (
                dict.fromkeys(("Latitude", "Longitude"), ELSEWHERE) if kind in {"interclub", "club"} else {}
            )
            sections[name] = [
                cells | {"Club": who, "Players": sizes[who], "Distance (km)": places.get(who), **of_club}
                if of_club
                else self.show("days", day[who], "rank player points club") | cells
                for who, cells in called.items()
            ]
        entered = dict.fromkeys(("Date", "Latitude", "Longitude"), ELSEWHERE)
        yield from self.check(shown, sections, {"Players": len(day), **entered})

    # Players

    def of_player(self, shown: Page) -> Iterator[Figure]:
        """The page of a player, with the days that the chart names."""
        player, order = key_of(shown), {item.key: place for place, item in enumerate(self.tournaments)}
        visits = {row["tournament"]: row for row in self.find("days", "player", player)}
        held = [item for item in self.tournaments[::-1] if item.key in visits]
        rounds = sorted(self.find("rounds", "player", player), key=lambda row: order[row["tournament"]])
        columns = "game round place players:Of points tournament"
        sections = {
            "tournaments": [self.visit(item, visits) for item in held],
            "rounds": self.view("rounds", rounds[::-1], columns),
            "games": self.sort_like(shown.rows("games"), "Game", self.totals(rounds)),
            "next": self.sort_like(shown.rows("next"), "Game", self.next(player)),
            "years": self.years(player),
        }
        yield from self.check(shown, sections, self.facts_of(player))
        text = (self.root / self.ranking / "players" / player / "index.html").read_text("utf-8")
        label = re.search(r'aria-label="LUDO total: ([^"]*);', text)
        for term in label[1].split(", ") if label else ():
            total, _, day = term.partition(" on ")
            held_on = str(datetime.strptime(f"{day} +0000", "%d %B %Y %z").date())
            (stood,) = (row["total"] for row in self.ludo(held_on) if row["player"] == player)
            yield Figure(f"{shown.path}, chart, {day}", total, stood)

    def visit(self, item: Tournament, visits: Mapping[str, Record]) -> Record:
        """A tournament of a player; the five best regular ones of a year count, and the final."""
        own, alike = visits[item.key], (item.year, item.kind)
        others = [
            other for other in self.tournaments if (other.year, other.kind) == alike and other.key in visits
        ]
        best = sorted((visits[other.key]["total"] for other in others), reverse=True)[:5]
        counts = {"Date": item.day, "Of": len(self.day(item.key)), "Counts": own["total"] >= best[-1]}
        return self.show("days", own, "tournament rank:Place points bonus total") | counts

    def totals(self, rounds: Sequence[Record]) -> Iterator[Record]:
        """What a player made of each game."""
        for game in {row["game"] for row in rounds}:
            points = [row["points"] for row in rounds if row["game"] == game]
            won = sum(row["win_bonus"] > 0 for row in rounds if row["game"] == game)
            yield {
                "Game": game,
                "Played": len(points),
                "Won": won,
                "Average": fmean(points),
                "Best": max(points),
            }

    def next(self, player: str) -> Iterator[Record]:
        """The games of this year, and what one more would do."""
        table = f"games-{self.latest}"
        for row in self.find(table, "player", player):
            seats = self.find("final-tables", "game", row["game"])
            own = [seat for seat in seats if (seat["year"], seat["player"]) == (self.latest, player)]
            points, played, more = row["points"], row["played"], max(row["played"] + 1, 3) + 1
            yield {
                **self.show(table, row, "game rank:Place ranking played"), "Average": points / played,
                "After a win": (points + 104) / more, "After a last place": points / more,
                "To keep it": row["ranking"] * more - points,
                **{head: own[0][head.lower()] if own else None for head in ("Seat", "Reserve")},
            }  # fmt: skip

    def years(self, player: str) -> Iterator[Record]:
        """How a player stood at the end of each year of theirs, the latest first."""
        for year in sorted({item.year for item in self.tournaments}, reverse=True):
            held = [item for item in self.tournaments if item.year == year]
            for row in self.find(f"year-{year}", "player", player):
                (ludo,) = (other for other in self.ludo(held[-1].day) if other["player"] == player)
                visits = sum(any(other["player"] == player for other in self.day(item.key)) for item in held)
                cells = self.show(f"year-{year}", row, "rank:Place total")
                stood = self.show("ludo", ludo, "rank:LUDO_place total:Ludo")
                yield {"Year": str(year), **cells, "Tournaments": visits, **stood}

    def facts_of(self, player: str) -> Record:
        """The facts of a player."""
        facts: dict[str, object] = {}
        for row in self.find("ludo", "player", player):
            facts |= self.show("ludo", row, "total:LUDO_total rank:LUDO_place")
            *_, before, _ = sorted({item.day for item in self.tournaments})
            won = moved(row, self.ludo(before))["▲▼"]
            facts |= {"Places gained or lost": move(won)} if won else {}
        for row in self.find(f"year-{self.latest}", "player", player):
            columns = "total:Total_of_the_year rank:Place_of_the_year counted:Regular_tournaments_that_count"
            facts |= self.show(f"year-{self.latest}", row, columns)
        seats = [row for row in self.find("final-tables", "player", player) if row["year"] == self.latest]
        number = sum(not row["reserve"] for row in seats)
        return facts | ({"Seats at final tables": number} if number else {})


def moved(row: Record, before: Sequence[Record]) -> Record:
    """The places won since the ranking before, if there is one."""
    ranks = {other["player"]: other["rank"] for other in before}
    won = ranks[row["player"]] - row["rank"] if row["player"] in ranks else None
    return {"▲▼": won} if before else {}


def distance(venue: Row, club: Row) -> float | None:
    """The great circle between two places that are shown in degrees."""
    angles = [
        radians(float(row[head]))
        for row in (venue, club)
        for head in ("Latitude", "Longitude")
        if row.get(head)
    ]
    if len(angles) < 4:
        return None
    south, west, north, east = angles
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin((east - west) / 2) ** 2
    return 2 * 6371.0088 * asin(sqrt(chord))


def of_all(circuit: Circuit, number: int) -> Iterator[Iterator[Figure]]:
    """All figures of so many pages of each kind, the earliest and the current ones among them."""
    games = circuit.page("games/").rows("games")
    yield from (circuit.of_years(), circuit.of_games(), circuit.of_list(circuit.tournaments[-1].day, "."))
    calendar = {"tournaments": circuit.calendar(circuit.tournaments), "to-come": ELSEWHERE}
    yield circuit.check(circuit.page("results/"), calendar)
    yield from map(circuit.of_year, {item.year for item in circuit.tournaments})
    for item in [*circuit.tournaments[:2], *sample(circuit.tournaments[2:], number)]:
        yield from (circuit.of_tournament(item), circuit.of_prizes(item), circuit.of_list(item.day))
    yield from map(circuit.of_game, sample(games, number))
    yield from map(circuit.of_player, circuit.follow("players", number))


def sample(items: Sequence[Any], number: int) -> list[Any]:
    """So many of them, by lot."""
    return Random(4).sample(items, min(number, len(items)))


@pytest.mark.article("ludo", *(f"Article 4.{number}" for number in range(1, 6)))
def test_every_figure_of_a_sample(demonstration_output: Path) -> None:
    hold(40_000, *of_all(Circuit(demonstration_output, "circuit"), 10))


def test_every_figure_of_a_small_circuit_with_options_and_hidden_players(
    golden_output: Callable[[str], Path],
) -> None:
    hold(4_000, *of_all(Circuit(golden_output("circuit"), "circuit"), 100))


def test_every_section_that_is_calculated_leads_to_an_article_that_is_there(
    demonstration_output: Path,
) -> None:
    circuit = Circuit(demonstration_output, "circuit")
    key = circuit.tournaments[-1].key
    paths = (
        "",
        "results/",
        "years/",
        "years/2026/",
        "games/",
        "games/catan/",
        f"results/{key}/",
        f"prizes/{key}/",
    )
    for path in paths:
        for name, links in circuit.page(path).articles.items():
            assert links or name in {"first-places", "to-come"}, (path, name)
            assert {link.rpartition("#")[2] for link in links} <= circuit.page("rules/").anchors
