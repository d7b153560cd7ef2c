"""What holds of every club with the NBB-Clubranking."""

from datetime import date
from fractions import Fraction
from itertools import pairwise
from random import Random
from string import ascii_uppercase

import pytest
from drawn_cases import rows
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from nbb_clubs import made

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import nbb
from sitegen.systems.nbb.draw import compute_line_sizes
from sitegen.systems.nbb.points import compute_intervals, compute_place_points, compute_proportional_points
from sitegen.systems.nbb.tables import Inputs, Options

seeds = st.integers(0, 10**6)
some = times(0.8)
LATER = Moment(date(2099, 1, 1))
letters = st.lists(st.sampled_from(ascii_uppercase), min_size=1, max_size=6, unique=True).map(sorted)
scores = st.lists(st.decimals(0, 100, places=2).map(float), min_size=1, max_size=16)


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, str]:
    """The lines of a session with their groups."""
    return {letter: draw(st.sampled_from(["", "", "x", "y"])) for letter in draw(letters)}


@given(sessions(), st.integers(1, 6))
def test_stretching_keeps_the_bounds_and_the_proportions(groups: dict[str, str], nominal: int) -> None:
    options = Options(lines=nominal)
    intervals = compute_intervals(groups, options)
    whole = 40 + (nominal - 1) * 10
    assert max(interval.top for interval in intervals.values()) == pytest.approx(100)
    assert min(interval.bottom for interval in intervals.values()) == pytest.approx(100 - whole)
    alone = compute_intervals(dict.fromkeys(groups, ""), options)
    tops = [alone[letter].top for letter in sorted(groups)]
    width = alone[min(groups)].width
    assert all(top - below == pytest.approx(width / 4) for top, below in pairwise(tops))


@given(sessions(), st.randoms(use_true_random=False))
def test_letters_matter_by_their_order_alone(groups: dict[str, str], random: Random) -> None:
    letters = sorted(random.sample(ascii_uppercase, len(groups)))
    renamed = dict(zip(letters, (groups[letter] for letter in sorted(groups)), strict=True))
    options = Options(lines=3)
    intervals, renamed_intervals = compute_intervals(groups, options), compute_intervals(renamed, options)
    assert [intervals[letter] for letter in sorted(intervals)] == [
        renamed_intervals[letter] for letter in sorted(renamed_intervals)
    ]


@given(sessions(), scores)
def test_points_by_place_and_in_proportion_stay_in_the_interval(
    groups: dict[str, str], scored: list[float]
) -> None:
    """A place may be rounded to the whole number beyond the end of the interval."""
    for interval in compute_intervals(groups, Options(lines=3)).values():
        for points in compute_proportional_points(scored, interval):
            assert interval.bottom - 1e-9 <= points <= interval.top + 1e-9
        for points in compute_place_points(scored, interval):
            assert interval.bottom - 0.5 <= points <= interval.top + 0.5
            assert points == round(points)


@given(st.integers(2, 200), st.integers(1, 26))
def test_lines_are_drawn_of_even_sizes_where_they_can_be(pairs: int, lines: int) -> None:
    sizes = compute_line_sizes(pairs, lines)
    assert sum(sizes) == pairs
    assert len(sizes) == min(lines, max(1, pairs // 2))
    assert sum(size % 2 for size in sizes) == pairs % 2
    assert max(sizes) - min(sizes) <= 2


def rated(seed: int) -> tuple[Inputs, Options, Outcome]:
    inputs, options = made(seed)
    return inputs, options, nbb.rate(inputs, options, LATER)


@given(seeds)
@some
def test_a_ranking_is_the_mean_of_the_latest_points_and_of_substitutes(seed: int) -> None:
    """Every ranking again, from the points alone, with fractions."""
    inputs, options, outcome = rated(seed)
    points = rows(outcome, "points")
    substitutes = {
        player.id: Fraction(55.0 if player.ranking is None else player.ranking) for player in inputs.players
    }
    for season in ("one", "two"):
        earned: dict[str, list[Fraction]] = {}
        for row in (row for row in points if row.season == season):
            assert row.before == pytest.approx(float(_mean(earned, substitutes, row.player, options)))
            earned.setdefault(row.player, []).append(Fraction(row.points))
            assert row.after == pytest.approx(float(_mean(earned, substitutes, row.player, options)))
        substitutes |= {player: _mean(earned, substitutes, player, options) for player in earned}


def _mean(
    earned: dict[str, list[Fraction]], substitutes: dict[str, Fraction], player: str, options: Options
) -> Fraction:
    latest = earned.get(player, [])[-options.sessions :]
    missing = options.sessions - len(latest)
    return (sum(latest, Fraction(0)) + missing * substitutes[player]) / options.sessions


@given(seeds)
@some
@pytest.mark.article(
    "nbb", "Rankingpunten toekennen voor paren- en butlerwedstrijden", "Clubkampioenschap (individueel)"
)
def test_partners_earn_the_same_and_a_championship_is_the_mean_of_what_counts(seed: int) -> None:
    """With the points that a committee decided in the season."""
    inputs, _, outcome = rated(seed)
    points, seasons = rows(outcome, "points"), {season.season: season for season in inputs.seasons}
    for row in points:
        if row.partner:
            other = next(other for other in points if (other.date, other.player) == (row.date, row.partner))
            assert other.points == row.points
    for line in rows(outcome, "championship"):
        own = sorted(
            (row.points for row in points if (row.season, row.player) == (line.season, line.player)),
            reverse=True,
        )
        assert (line.played, line.counted + line.dropped) == (len(own), len(own))
        season = seasons[line.season]
        decided = sum(
            row.figure
            for row in inputs.decisions
            if row.what == "points" and row.player == line.player and season.start <= row.date <= season.end
        )
        assert line.average == pytest.approx(sum(own[: line.counted]) / line.counted + decided)
