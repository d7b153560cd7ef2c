"""The chess season of the demonstration: as an officer keeps it, and showing what it is there to show."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sitegen.core.entities import DrawRequest, Moment
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.systems import ijssel
from sitegen.systems.ijssel.draw import draw
from sitegen.systems.ijssel.season import compute_difference, compute_value

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
RULES = ROOT / "content" / "chess.md"
PUBLISHED = date(2026, 11, 21)
PLAYED, PAIRED = 22, 23
OPTIONS = ijssel.Options()


@cache
def tables() -> ijssel.Inputs:
    """The tables as they are read, with ids for names."""
    site, _ = settings.load_site(ROOT)
    assert site is not None
    inputs: ijssel.Inputs = results.read_results(site)[0]["chess"]
    return inputs


@cache
def published() -> Mapping[str, Sequence[Any]]:
    """The rows of every published table."""
    outcome = ijssel.rate(tables(), OPTIONS, Moment(PUBLISHED))
    return {table.name: table.rows for table in outcome.tables}


def games_in(*rounds: int) -> list[Any]:
    return [game for game in tables().games if game.round in rounds]


def test_a_season_is_thirty_thursdays_with_holidays_and_the_next_one_is_paired() -> None:
    days = [chess_round.date for chess_round in tables().rounds]
    assert len(days) == 30
    assert {day.weekday() for day in days} == {3}
    assert not {date(2026, 5, 14), date(2026, 12, 24), date(2026, 12, 31)} & set(days)
    assert not {7, 8} & {day.month for day in days}
    assert (days[PLAYED - 1], days[PAIRED - 1]) == (date(2026, 11, 19), date(2026, 11, 26))
    assert all(game.result for game in games_in(*range(1, PAIRED)))
    assert {game.result for game in games_in(PAIRED)} == {None}
    assert max(game.round for game in tables().games) == PAIRED


def test_players_come_go_and_hide() -> None:
    players = tables().players
    assert len(players) == 40
    assert sum(player.youth for player in players) == 4
    assert sorted(player.joined for player in players if player.joined > 1) == [5, 12]
    assert [player.left for player in players if player.left] == [15]
    assert sum(player.hidden for player in players) == 1
    assert {player.knsb_reliable for player in players if player.knsb_rating} == {True, False}


def test_a_round_is_of_a_real_club_s_size() -> None:
    sizes = [2 * len(games_in(number)) for number in range(1, PAIRED + 1)]
    assert min(sizes) >= 20
    assert max(sizes) <= 36


def test_absences_have_every_code_and_are_known_for_the_next_round() -> None:
    codes = Counter(absence.code for absence in tables().absences)
    assert set(codes) == {"external", "external-moved", "club", "bye", "odd", "absent", "no-show"}
    assert codes["no-show"] < 10 < codes["external"] < codes["absent"]
    assert {absence.code for absence in tables().absences if absence.round == PAIRED} >= {
        "external",
        "absent",
    }


def test_of_four_who_won_by_forfeit_one_played_again_and_one_was_left_over() -> None:
    forfeits = [game for game in tables().games if game.result in {"1-0f", "0-1f"}]
    winners = {
        (forfeit.round, forfeit.white if forfeit.result == "1-0f" else forfeit.black) for forfeit in forfeits
    }
    others = [
        (game.round, who)
        for game in tables().games
        if game not in forfeits
        for who in (game.white, game.black)
    ]
    odd = [(absence.round, absence.player) for absence in tables().absences if absence.code == "odd"]
    assert len(winners) == 4
    assert len(winners.intersection(others)) == len(winners.intersection(odd)) == 1


def test_a_round_is_what_the_system_s_own_draw_gives() -> None:
    """Of every period its last round but one, and the round to come; by period alone, as it was drawn."""
    for number in (5, 11, 17, PAIRED):
        known = tables()._replace(
            games=games_in(*range(1, number)),
            absences=[
                absence
                for absence in tables().absences
                if absence.round <= number and (absence.round, absence.code) != (number, "odd")
            ],
        )
        drawn = draw(known, OPTIONS.replace(rematch=0), DrawRequest(number)).rows["games"]
        assert [(game["white"], game["black"]) for game in drawn] == [
            (game.white, game.black) for game in games_in(number)
        ]


def test_nobody_leads_from_beginning_to_end() -> None:
    leaders = [row.player for row in published()["course"] if row.rank == 1]
    assert len(leaders) == PLAYED
    assert sum(before != after for before, after in pairwise(leaders)) >= 4


def test_the_race_is_close_and_the_ranking_moves() -> None:
    first, second, *_ = ranking = published()["ranking"]
    assert first.score - second.score < 60
    assert sum(bool(row.rank_change) for row in ranking) >= 10


def test_somebody_near_the_top_lacks_games_to_be_champion() -> None:
    assert [row.rank for row in published()["ranking"][:12] if not row.qualifies] != []


def test_somebody_stayed_away_so_long_that_an_absence_counts_a_quarter() -> None:
    quarters = {
        (row.player, row.round)
        for row in published()["round-scores"]
        if (row.result, row.factor) == ("absent", 0.25)
    }
    assert {("rene-vanhoutegem", 17), ("rene-vanhoutegem", 18)} <= quarters


def test_one_file_is_as_excel_saves_it() -> None:
    text = (ROOT / "results/chess/games/period-2.csv").read_text("utf-8")
    assert text.startswith("\ufeffRound;Board;White;Black;Result\n")
    assert any(player.name in text for player in tables().players)


def rules_rows(*, head: str) -> Iterator[list[str]]:
    """The rows below the header of the table in the rules that begins with `head`."""
    below = RULES.read_text("utf-8").split(f"| {head} |", 1)[1].split("\n\n", 1)[0]
    for line in below.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_rules_print_fide_s_table_as_it_is_calculated() -> None:
    printed = [int(cell) for _, *cells in rules_rows(head="$p$") for cell in cells if cell]
    assert printed == [compute_difference(percent, 50, "fide") for percent in range(50, 101)]


def test_rules_print_the_values_as_they_are_calculated() -> None:
    for rating, *cells in rules_rows(head="Rating"):
        assert cells == [f"{compute_value(int(rating) + 10 * step):.0f}" for step in range(10)]


def test_rules_work_out_a_club_rating_as_it_is_calculated() -> None:
    """Three opponents, the fictitious one and three draws against the own start rating: 4½ points of 7."""
    mean = (1720 + 1650 + 1590 + 1700 + 3 * 1640) / 7
    rating = mean + compute_difference(9, 7, "fide")
    text = " ".join(RULES.read_text("utf-8").split())
    assert f"+ {compute_difference(9, 7, 'fide'):.0f} = {mean:.2f} + 102 = {rating:.2f}$$" in text
    assert f"club rating of {rating:.2f} and so a value of {compute_value(rating):.2f}" in text
    win, draw_, loss = (compute_value(1720) * factor for factor in (1, 2 / 3, 1 / 3))
    assert f"a win scores {win:.1f}, a draw {draw_:.1f} and a loss {loss:.1f}" in text
