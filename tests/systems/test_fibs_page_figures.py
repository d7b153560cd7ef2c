"""Every figure of the BGFed rating list of the demonstration is that of its published tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import compress
from math import fsum
from operator import itemgetter
from pathlib import Path

import pytest
from page_games import facts_of_row, of_lists, opponents
from page_law import ELSEWHERE, Figure, Published, Record, extremes, hold, key_of
from page_reader import CALCULATION, Page

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article(
        "fibs",
        "Spelers",
        "Ratingformule",
        "Voorlopige versus definitieve rating",
        "Registratie van matchresultaten",
    ),
]
_START = 1500.0
"""Initiële rating."""
_START, _BELOW = 1500.0, 100
_TODAY = "2026-11-21"
"""Initiële rating; and the experience from which a rating is not provisional."""
_LISTS = {
    "rating-list": "rank rank_change player rating change experience matches club",
    "provisional": "player rating change experience matches club",
    "not-registered": "player rating experience matches club",
}


@pytest.fixture(scope="module")
def published(demonstration_output: Path) -> Published:
    return Published(demonstration_output, "backgammon")


def week_of(match: Record) -> str:
    """The week in which a match was played, whose results are a page."""
    year, week, _ = date.fromisoformat(match["date"]).isocalendar()
    return f"{year}-W{week:02}"


def saturday(played: str, weeks: int = 0) -> str:
    """Registratie van matchresultaten: the Saturday of the week after a day of play, or weeks later."""
    day = date.fromisoformat(played)
    return str(day - timedelta(day.weekday()) + timedelta(12 + 7 * weeks))


def seen(match: Record) -> Record:
    """A match on its results page, with the calculation that it opens."""
    w, chance, score = match["change"], match["probability"], match["score"]
    a, b, n, s = (match[name] for name in ("winner_before", "loser_before", "length", "stake"))
    after = f"{match['winner_after']}, {match['loser_after']}"
    calculation = f"P = 1/(1+10^(({b}−{a})√{n}/2000)) = {chance}; W = {s}(1−P) = {w} → {after}"
    return {
        "Winner": match["winner"], "±": w, "Score": f"{n}–{'?' if score is None else score}",
        "Loser": match["loser"], "± 2": None if w is None else -w, "Chance": chance, "Date": match["date"],
        "Event": match["event"], "Remark": match["reason"],
        "Calculation": calculation if match["counted"] else "",
    }  # fmt: skip


def side_of(match: Record, player: str) -> Record:
    """A match as one of its players sees it."""
    n, score, chance, change = (match[name] for name in ("length", "score", "probability", "change"))
    score, is_won = "?" if score is None else score, match["winner"] == player
    own, other = ("winner", "loser") if is_won else ("loser", "winner")
    return {
        "Date": match["date"], "Opponent": match[other], "Result": "won" if is_won else "lost",
        "Score": f"{n}–{score}" if is_won else f"{score}–{n}", "Opponent's": match[f"{other}_before"],
        "Chance": chance if is_won or chance is None else 1 - chance,
        "±": change if is_won or change is None else -change, "Rating": match[f"{own}_after"],
        "Event": match["event"].partition(", ")[0], "Remark": match["reason"],
    }  # fmt: skip


def matches_of(published: Published, player: str) -> list[Record]:
    return [match for match in published.tables["matches"] if player in {match["winner"], match["loser"]}]


def standing(published: Published, player: str, day: str = "") -> Record:
    """Rating, experience and matches on the list of a day, of matches until six days before."""
    through = str(date.fromisoformat(day) - timedelta(6)) if day else "9999"
    counted = [
        match for match in matches_of(published, player) if match["counted"] and match["date"] <= through
    ]
    rating = side_of(counted[-1], player)["Rating"] if counted else _START
    return {
        "rating": rating,
        "experience": sum(match["length"] for match in counted),
        "matches": len(counted),
    }


def weeks_of(published: Published) -> dict[str, list[Record]]:
    """All matches by week."""
    weeks: dict[str, list[Record]] = {}
    for match in published.tables["matches"]:
        weeks.setdefault(week_of(match), []).append(match)
    return weeks


def of_week(published: Published, shown: Page, matches: Sequence[Record]) -> Iterator[Figure]:
    """A results page."""
    totals, gains = in_calendar(matches), Counter[str]()
    for match in matches:
        gains.update({match["winner"]: match["change"] or 0.0})
        gains.subtract({match["loser"]: match["change"] or 0.0})
    answers = extremes(gains) | {"Biggest win": (totals["By"], totals["Biggest win"])}
    last = totals["Last"]
    facts = {
        "Played from": totals["First"], "Played until": last, "Published on": saturday(last),
        "Complaints accepted until": saturday(last, 1), "Matches": totals["Matches"],
        "Matches that count": totals["Counted"], "Points moved": totals["Points moved"],
    }  # fmt: skip
    yield from published.check(shown, {"matches": map(seen, matches)}, facts, answers)


def in_calendar(matches: Sequence[Record]) -> Record:
    """The row of a week."""
    counted = [match for match in matches if match["counted"]]
    biggest = max(counted, key=itemgetter("change"), default={"change": None, "winner": ""})
    return {
        "Results": week_of(matches[0]), "First": matches[0]["date"], "Last": matches[-1]["date"],
        "Matches": len(matches), "Counted": len(counted), "Not counted": len(matches) - len(counted),
        "Players": len({match[side] for match in matches for side in ("winner", "loser")}),
        "Points moved": fsum(match["change"] for match in counted),
        "Biggest win": biggest["change"], "By": biggest["winner"],
    }  # fmt: skip


def of_player(published: Published, shown: Page) -> Iterator[Figure]:
    """The page of a player."""
    player = key_of(shown)
    matches = matches_of(published, player)
    sides = [side_of(match, player) for match in matches]
    latest = [week_of(match) == week_of(matches[-1]) for match in matches]
    live = [side for side in sides if side["Remark"] != "online"]
    sections = {
        "why": [*compress(sides, latest)],
        "history": sides[::-1],
        "head-to-head": opponents(published, shown.rows("head-to-head"), live),
    }
    yield from published.check(
        shown, sections | {"registrations": ELSEWHERE}, facts_of(published, shown, sides)
    )


def facts_of(published: Published, shown: Page, sides: Sequence[Record]) -> Record:
    """The facts of a player; where they stand on the lists follows from their registrations (Spelers)."""
    player, rows = key_of(shown), published.find_rows(key_of(shown))
    counted = [side for side in sides if side["±"] is not None]
    days = [(_START, ""), *((side["Rating"], side["Date"]) for side in counted)]
    highest, reached = max(days, key=itemgetter(0))
    needed = _BELOW - sum(row["experience"] for row in rows)
    facts = {"Rating": _START, "Experience": 0} | facts_of_row(published, player)
    if needed > 0:
        facts |= {"Provisional rating": sum(row["rating"] for row in rows) or _START}
        facts |= {"Experience still needed to be ranked": needed}
        del facts["Rating"]
    facts |= {"Rating at the start": _START, "Highest rating": highest}
    facts |= {"Reached on": reached} if reached else {}
    won = sum(side["Result"] == "won" for side in counted)
    facts |= {"Won": f"{won} of {len(counted)}"} if counted else {}
    registrations = shown.rows("registrations")
    running = [row["Until"].day for row in registrations if row["From"].day <= _TODAY <= row["Until"].day]
    assert bool(running) == any("change" in row for row in rows)
    return facts | ({"Registered until": running[0]} if running else {"Registered": False})


def test_every_week_and_the_calendar(published: Published) -> None:
    weeks = weeks_of(published)
    pages = [shown for shown in published.follow("results", 40) if key_of(shown) in weeks]
    hold(7_000, *(of_week(published, shown, weeks[key_of(shown)]) for shown in pages))
    rows = [in_calendar(matches) for matches in weeks.values()]
    hold(2_000, published.check(published.page("results/"), {"calendar": rows[::-1]}))


def test_every_list(published: Published) -> None:
    def facts(day: str, before: str) -> Record:
        limits = {"Ranked from experience": _BELOW, "Changes since the list of": before}
        return {"Complaints accepted until": str(date.fromisoformat(day) + timedelta(7)), **limits}

    hold(3_000, of_lists(published, _LISTS, partial(standing, published), facts, 4))


def test_every_player(published: Published) -> None:
    hold(5_000, *(of_player(published, shown) for shown in published.follow("players", 12)))


def test_every_result_leads_to_its_row_and_every_table_to_its_articles(published: Published) -> None:
    for week in published.follow("results", 10):
        assert all(row[CALCULATION].link for row in week.rows("matches"))
        assert all(week.follow(link).path == "backgammon/rules/" for link in week.articles["matches"])
        assert week.articles["matches"]
