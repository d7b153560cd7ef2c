"""The NBB-Clubranking, from its own document: every example, and sessions calculated by hand."""

from datetime import date, timedelta
from typing import Any

import pytest
from files import check

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import nbb
from sitegen.systems.nbb.points import (
    Interval,
    ScoreScale,
    compute_balanced_points,
    compute_intervals,
    compute_place_points,
    compute_proportional_points,
    find_line_articles,
    group_lines,
)
from sitegen.systems.nbb.tables import Inputs, LineUp, Options, PairsLine, Player, Season, Sitting

FIRST = date(2025, 9, 2)
SEASON = Season("2025", date(2025, 9, 1), date(2026, 8, 31), "seasons.csv:2")
NEXT = Season("2026", date(2026, 9, 1), date(2027, 8, 31), "seasons.csv:3")
LATER = Moment(date(2099, 1, 1))
A = Interval(100, 40)


def evening(number: int) -> date:
    """Tuesday after Tuesday."""
    return FIRST + timedelta(weeks=number - 1)


def club(**rankings: float | None) -> list[Player]:
    return [
        Player(id=name, name=name.title(), alphabet=place, ranking=ranking)
        for place, (name, ranking) in enumerate(rankings.items())
    ]


def session(kind: type[Any], day: date, *rows: str, label: str = "") -> list[Any]:
    """Rows of a session: `A an bo 60 x for=ab` is line, players, score (- is blank), group, partnership."""
    lines = []
    for number, row in enumerate(rows, 2):
        line, player, partner, score, *rest = row.split()
        for_ = next((cell[4:] for cell in rest if cell.startswith("for=")), "")
        group = next((cell for cell in rest if not cell.startswith("for=")), "")
        value = None if score == "-" else float(score)
        source = f"{day}{label}.csv:{number}"
        lines.append(kind(day, line, player, partner, label, group, value, for_, source))
    return lines


def rated(inputs: Inputs, **options: Any) -> Outcome:
    given = Options(**{"lines": 3, **options})
    assert [fault for fault in check(nbb, inputs, given) if not fault.warning] == []
    return nbb.rate(inputs, given, LATER)


def table(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


def rounded(figures: Any) -> list[tuple[float, float]]:
    return [(round(figure.top, 4), round(figure.bottom, 4)) for figure in figures]


# The lines of a session


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ({"A": "", "B": "", "C": ""}, [(100, 60), (90, 50), (80, 40)]),
        ({"A": "", "B": ""}, [(100, 52), (88, 40)]),
        ({"A": "x", "B": "x", "C": "x"}, [(100, 40)] * 3),
        ({"A": "x", "B": "x", "C": ""}, [(100, 50), (100, 50), (80, 40)]),
        ({"A": "", "B": "x", "C": "x"}, [(100, 60), (90, 40), (90, 40)]),
        ({"G": "", "D": "", "X": ""}, [(90, 50), (100, 60), (80, 40)]),
        ({"A": "x", "B": "", "C": "x"}, [(100, 50), (80, 40), (100, 50)]),
    ],
    ids=str,
)
@pytest.mark.article(
    "nbb",
    "Basisprincipes",
    "Zittingen met afwijkende hoeveelheid lijnen",
    "Top-integrale uitslagen",
    "Lijnen met willekeurige letters",
)
def test_the_intervals_of_the_lines_of_a_session(
    lines: dict[str, str], expected: list[tuple[float, float]]
) -> None:
    intervals = compute_intervals(lines, Options(lines=3))
    assert rounded(intervals[letter] for letter in lines) == expected


@pytest.mark.article("nbb", "Zittingen met afwijkende hoeveelheid lijnen")
def test_four_lines_where_three_are_usual_are_squeezed() -> None:
    """R = 6/7: widths of 34.2857, steps of 8.5714."""
    intervals = compute_intervals(dict.fromkeys("ABCD", ""), Options(lines=3))
    assert [round(interval.width, 4) for interval in intervals.values()] == [34.2857] * 4
    assert [round(interval.top, 4) for interval in intervals.values()] == [100, 91.4286, 82.8571, 74.2857]
    assert round(intervals["D"].bottom, 4) == 40


_LINE_ARTICLES = {
    "lines": "Zittingen met afwijkende hoeveelheid lijnen",
    "group": "Top-integrale uitslagen",
    "letters": "Lijnen met willekeurige letters",
    "figures": "Afwijkende toekenning van rankingpunten",
    "dynamic": "Dynamisch, per lijn",
}


@pytest.mark.parametrize(
    ("letters", "lines", "options", "unusual"),
    [
        ("A", dict.fromkeys("ABC", ""), {}, set()),
        ("A", dict.fromkeys("ABCD", ""), {}, {"lines"}),
        ("D", dict.fromkeys("DGX", ""), {}, {"letters"}),
        ("AB", {"A": "x", "B": "x", "C": ""}, {}, {"group"}),
        ("AC", {"A": "x", "B": "", "C": "x"}, {}, {"group", "letters"}),
        ("B", {"A": "x", "B": "", "C": "x"}, {}, set()),
        ("A", dict.fromkeys("ABC", ""), {"width": 30.0}, {"figures"}),
        ("AB", {"A": "x", "B": "x"}, {"method": "dynamic", "step": 5.0}, {"group", "dynamic"}),
    ],
)
def test_an_article_of_a_line_is_named_where_it_was_applied(
    letters: str, lines: dict[str, str], options: dict[str, Any], unusual: set[str]
) -> None:
    named = {*find_line_articles([*letters], lines, Options(lines=3, **options))}
    assert named <= {*nbb.articles}
    assert named & {*_LINE_ARTICLES.values()} == {_LINE_ARTICLES[name] for name in unusual}


@pytest.mark.article("nbb", "Top-integrale uitslagen", "Lijnen met willekeurige letters")
def test_a_group_stands_where_its_first_letter_does() -> None:
    assert group_lines({"A": "x", "B": "", "C": "x"}) == [["A", "C"], ["B"]]


# What a score is worth


@pytest.mark.parametrize(
    ("pairs", "points"),
    [
        (12, [100, 96, 93, 89, 85, 82, 78, 75, 71, 67, 64, 60]),
        (14, [100, 97, 94, 91, 88, 85, 82, 78, 75, 72, 69, 66, 63, 60]),
    ],
)
@pytest.mark.article("nbb", "Evenredig naar plaats in de lijn")
def test_points_by_place_are_those_of_the_table(pairs: int, points: list[float]) -> None:
    assert compute_place_points([60.0 - place for place in range(pairs)], A) == points


@pytest.mark.article("nbb", "Evenredig naar plaats in de lijn")
def test_equal_scores_share_the_mean_of_their_places() -> None:
    """Places 1, 2½, 2½ and 4 of four: 100, 80, 80 and 60; a half is rounded up."""
    assert compute_place_points([60, 50, 50, 40], A) == [100, 80, 80, 60]
    assert compute_place_points([60, 60, 40], Interval(100, 41)) == [90, 90, 59]


@pytest.mark.parametrize("scores", [[55.0], [50.0, 50.0, 50.0]])
def test_one_pair_or_equal_scores_get_the_middle(scores: list[float]) -> None:
    assert compute_proportional_points(scores, A) == [80] * len(scores)
    assert compute_place_points(scores, A) == [80] * len(scores)
    assert compute_place_points(scores, Interval(100, 41)) == [80] * len(scores)


@pytest.mark.article("nbb", "Naar rato van de scores")
def test_points_in_proportion_lie_between_the_best_and_the_worst_score() -> None:
    assert compute_proportional_points([62.0, 52.0, 42.0, 57.0], A) == [100, 80, 60, 90]


@pytest.mark.parametrize(("score", "points"), [(50, 80), (63.5, 100), (36.5, 60), (70.25, 110)])
@pytest.mark.article("nbb", "Naar rato van de scores, gebalanceerd")
def test_balanced_points_begin_at_an_average_score_and_may_leave_the_interval(
    score: float, points: float
) -> None:
    assert compute_balanced_points(score, 80, ScoreScale(50, 63.5), 40) == pytest.approx(points)


@pytest.mark.parametrize(("line", "points"), [("A", 57.3), ("B", 52.3), ("C", 47.3)])
@pytest.mark.article("nbb", "Afwijkende toekenning van rankingpunten")
def test_the_annex_shows_percentages(line: str, points: float) -> None:
    """Bijlage: 5 points less for each line."""
    players = club(**dict.fromkeys("abcdefghijkl", 50.0))
    rows = ["A a b 50", "A c d 50", "B e f 50", "B g h 50", "C i j 50", "C k l 50"]
    rows = [f"{row[:-2]}57.3" if row.startswith(line) else row for row in rows]
    options = {"top_score_pairs": 100.0, "average_a": 50.0, "width": 100.0, "step": 5.0}
    scored = table(
        rated(Inputs(players, [SEASON], pairs=session(PairsLine, FIRST, *rows)), **options), "points"
    )
    assert {round(row.points, 6) for row in scored if row.line == line} == {points}


@pytest.mark.parametrize(
    ("method", "points"),
    [("place", [100, 80, 60]), ("proportional", [100, 92, 60]), ("balanced", [94.81, 87.41, 57.78])],
)
def test_a_session_is_worth_what_the_method_of_the_club_says(method: str, points: list[float]) -> None:
    rows = session(PairsLine, FIRST, "A a b 60", "A c d 55", "A e f 35")
    inputs = Inputs(club(**dict.fromkeys("abcdef", 60.0)), [SEASON], pairs=rows)
    scored = table(rated(inputs, lines=1, method=method), "points")
    assert [row.points for row in scored[::2]] == pytest.approx(points, abs=0.005)


@pytest.mark.article("nbb", "Dynamisch, per lijn")
def test_the_dynamic_method_goes_by_who_play() -> None:
    """Dynamisch, per lijn: the mean ranking of the line is 70 in A and 50 in B."""
    players = club(an=80.0, bo=60.0, ci=70.0, di=70.0, eva=40.0, fred=60.0, gus=50.0, hil=50.0)
    rows = session(PairsLine, FIRST, "A an bo 63.5", "A ci di 36.5", "B eva fred 50", "B gus hil 50")
    points = table(rated(Inputs(players, [SEASON], pairs=rows), method="dynamic"), "points")
    assert [(row.player, row.top, row.middle, round(row.points, 6)) for row in points[::2]] == [
        ("an", None, 70, 90),
        ("ci", None, 70, 50),
        ("eva", None, 50, 50),
        ("gus", None, 50, 50),
    ]


@pytest.mark.article("nbb", "Rankingpunten toekennen voor viertallenwedstrijden")
def test_a_teams_evening_by_hand() -> None:
    """Strengths 80, 70 and 60 in a triangle over two sittings.

    "Rankingpunten toekennen voor viertallenwedstrijden": Reds met 70 and 60, W = 65; 17 and 10 VP are
    (7/7·20 + 0)/2 = 10, so 75 points. Once for the evening, and for five players as well.
    """
    players = club(
        **{f"r{n}": 80.0 for n in range(5)},
        **{f"b{n}": 70.0 for n in range(4)},
        **{f"g{n}": 60.0 for n in range(4)},
    )
    line_ups = [
        LineUp(FIRST, "Reds", "r0", "r1", "r2", "r3", "r4"),
        LineUp(FIRST, "Blues", "b0", "b1", "b2", "b3"),
        LineUp(FIRST, "Greens", "g0", "g1", "g2", "g3"),
    ]
    sittings = [
        Sitting(FIRST, 1, "Reds", "Blues", 17.0),
        Sitting(FIRST, 2, "Reds", "Greens", 10.0),
        Sitting(FIRST, 1, "Blues", "Greens", 3.0),
        Sitting(FIRST, 2, "Blues", "Reds", 3.0),
        Sitting(FIRST, 1, "Greens", "Reds", 10.0),
        Sitting(FIRST, 2, "Greens", "Blues", 17.0),
    ]
    outcome = rated(Inputs(players, [SEASON], teams=sittings, lineups=line_ups))
    points = table(outcome, "points")
    reds = [row for row in points if row.team == "Reds"]
    assert [(row.score, row.middle, row.points, row.top) for row in reds] == [(13.5, 65, 75, None)] * 5
    assert {round(row.points, 6) for row in points if row.team == "Blues"} == {50}
    assert {row.sessions for row in table(outcome, "ranking")} == {1}
