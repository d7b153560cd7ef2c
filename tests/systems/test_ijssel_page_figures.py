"""Every figure of the chess competition follows from its published tables."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import exp, floor, fsum
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import elements
import pytest
from page_law import ELSEWHERE, Figure, Record, hold, key_of
from page_reader import CALCULATION, Page
from page_rounds import OF_GAMES, Rounds, share

pytestmark = pytest.mark.slow

_POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}
_OF_OPPONENT = {"1": Fraction(1), "½": Fraction(2, 3), "0": Fraction(1, 3)}
_OF_OWN = {
    **dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), Fraction(2, 3)),
    "no-show": Fraction(1, 4),
}
_HALF = Fraction(1, 2)
_NEEDED = 13
"""The games that the champion needs."""


def value_of(rating: float) -> float:
    """The value of a club rating (article 2.1)."""
    return 100 * exp((rating - 2000) / 2000 * 2.7)


class Ijssel(Rounds):
    """The competition of the demonstration."""

    scores_table = "round-scores"
    listed = (
        "rank rank_change player score club_rating value start_rating played won drawn lost absent qualifies"
    )

    @cached_property
    def count(self) -> int:
        """The rounds of the season."""
        return len(self.page("results/").rows("to-come")) + len(self.played)

    def period(self, number: int) -> int:
        """The period of a round (article 5.1)."""
        return (number - 1) * 5 // self.count + 1

    def rounds(self, period: int) -> list[int]:
        """The rounds of a period."""
        return [number for number in range(1, self.count + 1) if self.period(number) == period]

    @cached_property
    def starts(self) -> Mapping[str, Record]:
        """The start ratings, with the round in which a player joined, which the page alone has."""
        joined = {
            row["Player"]: int(row["Joined"]) for row in self.page("start-ratings/").rows("start-ratings")
        }
        return {row["player"]: {**row, "joined": joined[row["name"]]} for row in self.tables["start-ratings"]}

    def before(self, player: str, number: int) -> float:
        """The club rating before a round, that of the start where there is none."""
        now = self.course.get((number - 1, player))
        return float(now["club_rating"] if now else self.starts[player]["start_rating"])

    # Scores (articles 2.2 and 2.3)

    def worth(self, row: Record, at: int) -> tuple[Fraction, float]:
        own, code = self.course[at, row["player"]]["value"], row["result"]
        if code not in OF_GAMES:
            return _OF_OWN.get(code) or self.absent(row["player"], row["round"]), own
        opposing = self.course[at, row["opponent"]]["value"] if row["opponent"] else own
        if code == "1f" and len(self.scores(row["round"], row["player"])) > 1:
            return Fraction(0), opposing
        return (_HALF, own) if code[0] == "1" and own / 2 > opposing else (_OF_OPPONENT[code[0]], opposing)

    def absent(self, player: str, number: int) -> Fraction:
        """Half, but a quarter in the last two rounds of a period for who was not there twice before."""
        rounds = self.rounds(self.period(number))
        codes = [
            {row["result"] for row in self.scores(round_, player)} for round_ in rounds if round_ < number
        ]
        there = {*_POINTS, "1f", *(code for code, factor in _OF_OWN.items() if factor == Fraction(2, 3))}
        present = sum(bool(codes_of_round & there) for codes_of_round in codes)
        return Fraction(1, 4) if number in rounds[-2:] and present < 2 else _HALF

    # Club ratings (articles 1 and 2.1)

    def games(self, player: str, through: int) -> list[tuple[str, float]]:
        """The opponents in all games through a round, with the points."""
        rows = [row for row in self.scores(player=player) if row["round"] <= through]
        return [(row["opponent"], _POINTS[row["result"]]) for row in rows if row["result"] in _POINTS]

    def ladder(self, number: int) -> Mapping[str, float]:
        """Everyone in the order of the ranking before a round, with the rating that stood so high then."""
        ranked = [player for round_, player in self.course if round_ == number - 1]
        joined = [id_ for id_, row in self.starts.items() if id_ not in ranked and row["joined"] <= number]
        known = sorted((self.before(player, number) for player in ranked), reverse=True)
        known += [self.before(player, number) for player in joined]
        return dict(zip([*ranked, *joined], known, strict=True))

    @cache  # noqa: B019 - a site is followed once
    def ratings(self, number: int) -> Mapping[str, Record]:
        """The calculation of each club rating after a round, in the order of the ranking before it."""
        ladder = enumerate(self.ladder(number).items(), 1)
        rows = {player: self.prepare(player, number, place, f) for place, (player, f) in ladder}
        uncapped = {player: row["F"] for player, row in rows.items()}
        for _ in range(200):  # opponents count with the rating that they get, so that all are solved at once
            uncapped = {player: perform(row, uncapped) for player, row in rows.items()}
        for player, row in rows.items():
            opponents = [uncapped[other] for other, _ in row["games"]]
            rating = self.course[number, player]["club_rating"]
            row |= {"Opponents": fmean(opponents) if opponents else None, "Uncapped": uncapped[player]}
            row |= {"Rating": rating, "±": rating - self.before(player, number), "Value": value_of(rating)}
        return rows

    def prepare(self, player: str, number: int, place: int, fictitious: float) -> dict[str, Any]:
        """What a club rating is calculated from, besides those of opponents."""
        games, missing = (
            self.games(player, number),
            max(0, self.least(number) - len(self.games(player, number))),
        )
        points, over = fsum(points for _, points in games), len(games) + 1 + missing
        score = (points + (1 + missing) / 2) / over
        percent = floor(100 * score + 0.5 + 1e-9)
        dp = self.differences[percent] if percent >= 50 else -self.differences[100 - percent]
        start = self.starts[player]["start_rating"]
        return {
            "games": games, "Player": player, "#": place, "g": len(games), "s": points, "F": fictitious,
            "d": missing, "Start": start, "p": score, "dp": dp,
        }  # fmt: skip

    def least(self, number: int) -> int:
        """The minimum of games for a club rating."""
        return 4 + 2 * self.period(number)

    @cached_property
    def differences(self) -> Mapping[int, int]:
        """The rating difference of a score in hundredths, from the table of FIDE in the rules."""
        text = (self.root / self.ranking / "rules/index.html").read_text(encoding="utf-8")
        rows = [[cell.text or "" for cell in row] for row in elements.read(text).iter("tr")]
        start = next(place for place, row in enumerate(rows) if row[0] == "0.50")
        figures = [int(cell) for row in rows[start : start + 6] for cell in row[1:] if cell.strip()]
        return {50 + place: figure for place, figure in enumerate(figures)}

    def filled_in(self, row: Record, rows: Mapping[str, Record]) -> str:
        """The formulas of a club rating and its value with all figures."""
        name, d, over, dp = self.names[row["Player"]], row["d"], row["g"] + 1 + row["d"], row["dp"]
        terms = [f"{self.names[other]} {rows[other]['Uncapped']}" for other, _ in row["games"]]
        terms += [f"F {row['F']}", *([f"{d} × {row['Start']}"] if d else [])]
        cap = f"; capped: {row['Rating']}" if abs(row["Rating"] - row["Uncapped"]) > 1e-5 else ""
        return (
            f"{name}: p = ({row['s']} + ½{f' + {d} × ½' * bool(d)}) / {over} = {row['p']};"
            f" R = ({' + '.join(terms)}) / {over} {'−' if dp < 0 else '+'} {abs(dp)} = {row['Uncapped']}"
            f"{cap};"
            f" V = 100 × e^(({row['Rating']} − 2000) / 2000 × 2.7) = {row['Value']}"
        )

    # Pages

    def of_round(self, shown: Page) -> Iterator[Figure]:
        """The page of a round that was played."""
        number = int(key_of(shown))
        rows, ratings = self.scores(number), self.ratings(number)
        games = [self.seen(row) for row in rows if row["colour"] == "w" and row["result"] in OF_GAMES]
        sections = {
            "games": self.sort_like(shown.rows("games"), "White", games),
            "scores": [self.alone(row) for row in rows if not row["colour"] or row["result"] not in OF_GAMES],
            "ratings": [{**row, "games": ELSEWHERE} for row in ratings.values()],
        }
        away = sum(row["result"] not in OF_GAMES for row in rows)
        facts = {"Date": self.days[number], "Games": len(games), "Players without a game": away}
        facts |= {
            "Period": f"{self.period(number)} / 5",
            "Minimum of games for a club rating": self.least(number),
        }
        yield from self.check(shown, sections, facts)
        for line, row in zip(shown.formula_lines, ratings.values(), strict=True):
            yield Figure(f"{shown.path}, filled in", line, self.filled_in(row, ratings))
        after = capped([row["Uncapped"] for row in ratings.values()])
        for (player, row), rating in zip(ratings.items(), after, strict=True):
            yield Figure(f"{shown.path}, {player}, capped", str(row["Rating"]), rating)

    def seen(self, white: Record) -> Record:
        """A game on the page of its round."""
        opponents = self.scores(white["round"], white["opponent"])
        black = next(row for row in opponents if row["opponent"] == white["player"])
        sides, points = (white, black), [row["result"].removesuffix("f") for row in (white, black)]
        ratings = "–".join(str(self.before(row["player"], row["round"])) for row in sides)
        return {
            "White": white["player"], "Black": black["player"], "±": white["score"], "± 2": black["score"],
            "Result": "–".join(points) + "f" * white["result"].endswith("f"),
            "Place of white": self.places(white), "Place of black": self.places(black), "Board": ELSEWHERE,
            "Remark": ELSEWHERE, CALCULATION: "; ".join([f"R {ratings}", *map(self.calculation, sides)]),
        }  # fmt: skip

    def calculation(self, row: Record) -> str:
        """The score of a side, and what has changed since the day."""
        then, since = self.gains(row, row["round"])
        return f"{share(row)}×{row['basis']} = {row['score']} ({then}, {since})"

    def places(self, row: Record) -> str:
        """The place after a round, and another that it was before."""
        rows = [self.course.get((number, row["player"])) for number in (row["round"] - 1, row["round"])]
        return "→".join(dict.fromkeys(str(now["rank"]) for now in rows if now))

    def alone(self, row: Record) -> Record:
        """The score of a player without a game."""
        then, since = self.gains(row, row["round"])
        return {"Player": row["player"], **self.cells(row), "On the day": then, "Since": since}

    def of_calendar(self) -> Iterator[Figure]:
        """The rounds that were played."""
        rows = []
        for number in self.played[::-1]:
            games = [row["result"] in OF_GAMES for row in self.scores(number)]
            leader = next(player for round_, player in self.course if round_ == number)
            cells = {"Round": str(number), "Leader": leader, "Date": self.days[number]}
            counts = {"Games": sum(games) // 2, "Absent": games.count(False)}
            rows.append({**cells, **counts, "Period": str(self.period(number))})
        sections = {"played": rows, "games": ELSEWHERE, "signed-off": ELSEWHERE, "to-come": ELSEWHERE}
        yield from self.check(self.page("results/"), sections)

    def of_topics(self) -> Iterator[Figure]:
        """The start ratings (article 1.1), and all groups of all periods with their champions (6.2)."""
        entered = ("Final rating", "Knsb rating", "Knsb reliable", "Estimate", "Joined")
        cells = [
            self.show("start-ratings", row, "rank player basis start_rating")
            | dict.fromkeys(entered, ELSEWHERE)
            for row in self.tables["start-ratings"]
        ]
        yield from self.check(self.page("start-ratings/"), {"start-ratings": cells})
        sections = dict[str, list[Record]]()
        for row in self.tables["periods"]:
            before = {"Before": self.before(row["player"], self.rounds(row["period"])[0])}
            group = sections.setdefault(f"period-{row['period']}-{row['group']}", [])
            group.append(self.show("periods", row, "rank player score champion") | before)
        titles = sorted(
            (row for row in self.tables["periods"] if row["champion"]), key=lambda row: -row["period"]
        )
        cells = [
            self.show("periods", row, "period group score") | {"Champion": row["player"]} for row in titles
        ]
        yield from self.check(self.page("periods/"), {**sections, "champions": cells})

    def facts_of(self, player: str) -> dict[str, Any]:
        facts, rows = super().facts_of(player), self.scores(player=player)
        (row,) = (row for row in self.tables["ranking"] if row["player"] == player)
        latest = fsum(row["score"] for row in rows if row["round"] == self.last)
        counted = sum(row["result"] in {*_POINTS, "external"} for row in rows)
        facts |= {
            "Club rating": row["club_rating"], "Start rating": row["start_rating"],
            "of which the last round": latest, "Games": row["played"],
            "of which new values": facts["Change of the score"] - latest,
            "Byes left": 2 - sum(row["result"] == "bye" for row in rows),
            "Games that count for the title": counted,
            "Games still needed to be champion": max(0, _NEEDED - counted),
        }  # fmt: skip
        periods = [row for row in self.tables["periods"] if row["player"] == player]
        if periods and periods[-1]["period"] == self.tables["periods"][-1]["period"]:
            labels = {"period": "Period", "group": "Group of the period", "rank": "Place in the group"}
            facts |= {label: periods[-1][name] for name, label in labels.items()}
        return facts


def perform(row: Record, ratings: Mapping[str, float]) -> float:
    """The rating before outliers are capped."""
    total = fsum([*(ratings[other] for other, _ in row["games"]), row["F"], row["d"] * row["Start"]])
    return float(total / (row["g"] + 1 + row["d"]) + row["dp"])


def capped(ratings: Sequence[float]) -> list[float]:
    """The ratings in the order of the ranking, the outliers at both ends capped (article 1)."""
    limited = list(ratings)
    for j in (3, 2, 1):
        limited[j - 1] = min(limited[j - 1], limited[j] + 150 * j)
        limited[-j] = max(limited[-j], limited[-j - 1] - 150 * j)
    return limited


@pytest.fixture(scope="module")
def chess(demonstration_output: Path) -> Ijssel:
    return Ijssel(demonstration_output, "chess")


@pytest.mark.article(
    "ijssel",
    "1 Clubrating",
    "1.1 Startratings",
    "2.1 Waardecijfer",
    "2.2 Rondescore",
    "2.3 Afwezigheid",
    "5.1 Limitering",
    "6.1 Totaalranglijst",
    "6.2 Periode ranglijst",
    "7 Overige bepalingen",
)
def test_every_figure_of_a_sample_follows_from_the_tables(chess: Ijssel) -> None:
    sample = sorted({1, chess.last, *Random(14).sample(chess.played, 6)})
    hold(3000, *(chess.of_round(chess.page(f"results/{number}/")) for number in sample), chess.of_calendar())
    lists = (chess.of_list(number, chess.page(f"lists/{chess.days[number]}/")) for number in sample)
    hold(3000, *lists, chess.of_list(chess.last, chess.page()))
    hold(3000, chess.of_topics(), *map(chess.of_player, chess.follow("players", 8)))


def test_every_table_of_steps_leads_to_its_articles(chess: Ijssel) -> None:
    for path in ("", "results/", "results/9/", "results/23/", "periods/", "places/", "start-ratings/"):
        articles = chess.page(path).articles
        assert articles
        for name, links in articles.items():
            assert links or name == "first-places", f"{path}#{name} leads to no article"
            assert {link.partition("rules/#")[2] for link in links} <= chess.page("rules/").anchors


def test_every_game_leads_to_its_row_and_no_date_to_a_round(chess: Ijssel) -> None:
    """Two rounds may be played on one evening."""
    assert all(row[CALCULATION].link for row in chess.page("results/9/").rows("games"))
    for path in ("", "results/", "results/9/", "periods/", "places/"):
        text = (chess.root / "chess" / path / "index.html").read_text(encoding="utf-8")
        assert [link for link in elements.read(text).iter("a") if link.find("time") is not None] == []
