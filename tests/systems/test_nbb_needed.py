"""What a player of the club ranking still needs: true when it is done, and not when just less is."""

import csv
import re
from datetime import date, timedelta
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, get_args

import pytest
from test_nbb import LATER, NEXT, SEASON, club, evening, session, table

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.publishing import build
from sitegen.systems import nbb
from sitegen.systems.nbb.club import Goal, Requirement
from sitegen.systems.nbb.tables import Inputs, Options, PairsLine, Partnership

pytestmark = pytest.mark.slow

PLAIN = {"lines": 1, "average_a": 50.0, "width": 100.0, "top_score_pairs": 100.0, "sessions": 4, "drop": 2}
"""By which a percentage is worth as many points, as in the appendix of the regulation."""
PLAYERS = "abcdefgh"
PAIRS = [Partnership("ab", "a", "b"), Partnership("cde", "c", "d", "e")]
MINIMA: list[dict[str, Any]] = [{}, {"min_": 4}, {"min_": 12, "pair_min": 2}, {"min_": 0}]


def drawn(seed: int) -> Inputs:
    """Up to nine sessions of some of the players; `x` is a guest whom nothing is asked of."""
    random = Random(seed)
    rows = []
    for number in range(1, random.randint(1, 9) + 1):
        present = random.sample(PLAYERS, random.choice((2, 4, 6)))
        scores = [
            f"A {player} {partner} {random.randint(30, 70)}"
            for player, partner in zip(present[::2], present[1::2], strict=True)
        ]
        rows += session(PairsLine, evening(number), *scores)
    everyone = club(**{player: float(random.randint(35, 65)) for player in PLAYERS}, x=0.0)
    return Inputs(everyone, [SEASON, NEXT], partnerships=PAIRS, pairs=rows)


def after(inputs: Inputs, scores: list[float], player: str, partner: str = "x") -> Inputs:
    """The same with more sessions, of one pair alone."""
    day = max(row.date for row in inputs.pairs)
    more = [
        row
        for number, score in enumerate(scores, 1)
        for row in session(PairsLine, day + timedelta(days=number), f"A {player} {partner} {score}")
    ]
    return inputs._replace(pairs=[*inputs.pairs, *more])


def made(inputs: Inputs, options: dict[str, Any]) -> Outcome:
    return nbb.rate(inputs, Options(**PLAIN, **options), Moment(SEASON.end))


def rows_of(outcome: Outcome, player: str) -> list[Requirement]:
    (page,) = (page for page in outcome.players if page.id == player)
    return [row for table in page.content.tables if table.name == "ahead" for row in table.rows]


def is_done(
    inputs: Inputs, player: str, row: Requirement, scores: list[float], options: dict[str, Any]
) -> bool:
    """Whether sessions with these scores bring what a row is about."""
    if row.goal == "eligible as champions":
        pair = next(pair for pair in PAIRS if row.partnership == " – ".join(_names(pair)))
        partner = next(id_ for _, id_ in pair.players if id_ != player)
        lines = table(made(after(inputs, scores, player, partner), options), "pairs-championship")
        return any(line.partnership == pair.partnership and line.eligible for line in lines)
    outcome = made(after(inputs, scores, player) if scores else inputs, options)
    ranks = {row.player: row.rank for row in table(outcome, "ranking")}
    champions = {row.player: row for row in table(outcome, "championship")}
    if row.goal == "a place in the ranking":
        return player in ranks
    if row.goal == "eligible as champion":
        return player in champions and champions[player].eligible
    if row.goal == "the next place in the ranking":
        return ranks[player] < ranks[row.player]
    champion, rival = champions[player], champions[row.player]
    return champion.eligible and round(champion.average, 6) > round(rival.average, 6)


def _names(pair: Partnership) -> list[str]:
    return [player.title() for _, player in pair.players]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.article(
    "nbb",
    "Spelers",
    "Clubkampioenschap (individueel)",
    "Clubkampioenschap voor paren en driemanschappen",
)
def test_what_is_needed_is_enough_and_just_less_is_not(seed: int) -> None:
    inputs, options = drawn(seed), MINIMA[seed % len(MINIMA)]
    outcome, count = made(inputs, options), 0
    for player in PLAYERS:
        for row in rows_of(outcome, player):
            points = 50.0 if row.points is None else row.points
            assert is_done(inputs, player, row, [points] * row.sessions, options), (player, row)
            best = 50.0 if row.points is None else 100.0
            assert not is_done(inputs, player, row, [best] * (row.sessions - 1), options), (player, row)
            if points and row.points is not None:
                less = round(points - 0.01, 2)
                assert not is_done(inputs, player, row, [less] * row.sessions, options), (player, row)
            count += 1
    assert count


def test_every_goal_is_told_of_where_somebody_has_not_reached_it() -> None:
    outcomes = [made(drawn(seed), MINIMA[seed % len(MINIMA)]) for seed in range(12)]
    goals = {row.goal for outcome in outcomes for player in PLAYERS for row in rows_of(outcome, player)}
    assert goals == {*get_args(Goal)}


def test_a_minimum_that_is_a_part_of_the_season_grows_with_each_session_that_is_played() -> None:
    """Two of ten are four short of six; but it takes ten more, which are then twelve of twenty."""
    inputs = Inputs(club(a=50.0, b=50.0, c=50.0, d=50.0), [SEASON], pairs=[
        row
        for number in range(1, 11)
        for row in session(PairsLine, evening(number), "A a b 50" if number < 3 else "A c d 50")
    ])  # fmt: skip
    outcome = made(inputs, {})
    (line,) = (row for row in table(outcome, "championship") if row.player == "a")
    assert line.still_needed == 4
    assert [row.sessions for row in rows_of(outcome, "a") if row.goal == "eligible as champion"] == [10]


def test_after_the_last_day_of_a_season_nothing_is_needed() -> None:
    outcome = nbb.rate(drawn(1)._replace(seasons=[SEASON]), Options(**PLAIN), LATER)
    assert not any(rows_of(outcome, player) for player in PLAYERS)


def test_a_championship_that_a_club_leaves_out_needs_nothing() -> None:
    outcome = made(drawn(1), {"championships": ()})
    goals = {row.goal for player in PLAYERS for row in rows_of(outcome, player)}
    assert goals == {"the next place in the ranking"}


SITE = Path(__file__).parents[1] / "sites" / "club"
TODAY = date(2026, 11, 21)
PROMISE = (
    r"the next place in the ranking ?<small class=ph><a href=../gus/>"
    r".*?<td>(\d+)<td>([\d.]+)\n"
)


def ranks(folder: Path, output: Path) -> dict[str, int]:
    assert (report := build(folder, output, TODAY)).plan is not None, report.problems
    with (output / "tuesday/ranking.csv").open(encoding="utf-8") as file:
        return {row["player"]: int(row["rank"]) for row in csv.DictReader(file)}


@pytest.mark.parametrize(("less", "is_before"), [(0.0, True), (0.01, False)])
def test_what_a_page_says_comes_true_when_it_is_done(tmp_path: Path, less: float, is_before: bool) -> None:
    """A session of one line lies from 50 to 100, and 63.5 % is worth its top."""
    copytree(SITE, tmp_path / "site", ignore=lambda *_: ["expected"])
    settings = tmp_path / "site/sitegen.toml"
    settings.write_text(settings.read_text().replace('method = "place"', 'method = "balanced"'))
    before = ranks(tmp_path / "site", tmp_path / "before")
    assert before["bo"] > before["gus"]
    promise = re.search(PROMISE, (tmp_path / "before/tuesday/players/bo/index.html").read_text())
    assert promise is not None
    number, points = int(promise[1]), float(promise[2]) - less
    with (tmp_path / "site/results/tuesday/pairs.csv").open("a") as file:
        for day in range(number):
            file.write(f"2026-11-{day + 10},,A,,bo,hil,{50 + (points - 75) * 13.5 / 25},\n")
    after_it = ranks(tmp_path / "site", tmp_path / "after")
    assert (after_it["bo"] < after_it["gus"]) == is_before
