"""Commits of wrong clocks: what they changed is told as of a day on which they can have been made."""

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from test_corrections import FOUR, LATER, OCTOBER, TURNED, corrections

from sitegen.compare.commit_days import date_commits
from tests.club import MATCHES, PLAYERS, SETTINGS, Club, matches, players

NOTHING = "Nothing that was published has been corrected since "
THIRD = ("2026-10-20,an-peeters,di-wouters,7", "2026-10-22,bo-claes,cy-maes,5")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A club with two weeks of results, each entered in time."""
    made = Club(tmp_path / "club")
    first = {"sitegen.toml": SETTINGS, PLAYERS: players(*FOUR), MATCHES: matches(*OCTOBER)}
    made.commit("First week", "2026-10-08", first)
    made.commit("Second week", "2026-10-15", {MATCHES: matches(*OCTOBER, *LATER)})
    return made


@pytest.mark.slow
@pytest.mark.parametrize("day", ["1970-01-03", "2001-01-01", "2026-10-14", "2026-11-22", "2099-01-01"])
def test_what_a_commit_of_a_wrong_clock_corrects_is_told(club: Club, day: str) -> None:
    """A date long ago, before that of the commit before it, of tomorrow, or to come: it is of today."""
    club.commit("Turned round", day, {MATCHES: matches(*TURNED, *LATER)})
    told = corrections(club)
    assert "21 November 2026 Turned round" in told
    assert "6 published lists change, from that of 17 October 2026 on: " in told
    club.commit("Third week", "2026-10-22", {MATCHES: matches(*TURNED, *LATER, *THIRD)})
    told = corrections(club)
    assert "22 October 2026 Turned round" in told
    assert "The published list of 17 October 2026 changes: " in told
    assert "Third week" not in told


@pytest.mark.slow
@pytest.mark.parametrize("day", ["1970-01-03", "2001-01-01", "2026-10-14", "2026-11-20", "2099-01-01"])
def test_what_came_in_time_by_a_wrong_clock_is_no_correction(club: Club, day: str) -> None:
    """A third week, and a fourth by a clock that is right again."""
    club.commit("Third week", day, {MATCHES: matches(*OCTOBER, *LATER, *THIRD)})
    fourth = "2026-10-27,an-peeters,di-wouters,7", "2026-10-29,bo-claes,cy-maes,5"
    club.commit("Fourth week", "2026-10-29", {MATCHES: matches(*OCTOBER, *LATER, *THIRD, *fourth)})
    club.commit(
        "Fifth week",
        "2026-11-05",
        {MATCHES: matches(*OCTOBER, *LATER, *THIRD, *fourth, "2026-11-03,an-peeters,bo-claes,3")},
    )
    assert NOTHING in corrections(club)


def test_dates_are_believed_that_are_in_order_as_many_as_can_be() -> None:
    """A few clocks are wrong: the commits of all others are of their own day, and those between these."""
    today = date(2026, 11, 21)
    for seed in range(200):
        rng = Random(seed)
        true = sorted(
            (today - timedelta(days=rng.randrange(400)) for _ in range(rng.randint(3, 30))), reverse=True
        )
        wrong = set(rng.sample(range(1, len(true) - 1, 3), (len(true) + 3) // 6))
        odd = date(1970, 1, 3), date(2001, 1, 1), today + timedelta(days=1), date(2100, 1, 1)
        dates = [rng.choice(odd) if n in wrong else day for n, day in enumerate(true)]
        found = date_commits(dates, today)
        for n, (day, (first, last)) in enumerate(zip(true, found, strict=True)):
            assert first <= day <= last <= today, seed
            assert n in wrong or first == last, seed


def test_what_comes_after_the_day_of_a_site_is_of_that_day() -> None:
    """A site of a season that is over, corrected later."""
    days = [date(2026, 8, 3), date(2026, 7, 2), date(2026, 6, 28), date(2026, 6, 1)]
    end = date(2026, 6, 30)
    assert date_commits(days, end) == [(end, end), (end, end), (days[2], days[2]), (days[3], days[3])]
    assert date_commits([], end) == []
