"""The Ruit rating, from the regulation: its worked figures, and evenings calculated by hand."""

from datetime import date, timedelta
from typing import Any

import pytest

from sitegen.core.entities import Moment
from sitegen.core.model import Chart, Outcome, Section
from sitegen.systems import ruit
from sitegen.systems.ruit import handicap
from sitegen.systems.ruit.handicap import compute_victory_points
from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine, Player

MONDAY = date(2026, 11, 2)
BEFORE_SUBSIDY = date(2012, 5, 14)
LATER = Moment(date(2099, 1, 1))


def club(**ratings: float | str) -> list[Player]:
    """Players by id, each with a rating or a class, in alphabetical order."""
    return [
        Player(
            id=row,
            name=row.title(),
            alphabet=place,
            **({"class_": start} if isinstance(start, str) else {"rating": float(start)}),
        )
        for place, (row, start) in enumerate(ratings.items())
    ]


def lines(kind: type[Any], day: date, *rows: str) -> list[Any]:
    """`lines(PairsLine, day, "1 an bo 60", "2 ci di 40 1")`: pair, players, score, and the pairs met."""
    results = []
    for number, row in enumerate(rows, 2):
        pair, player, partner, score, *met = row.split()
        place = f"{kind.__name__}.csv:{number}"
        results.append(kind(day, pair, player, partner, float(score), "", " ".join(met), place))
    return results


def rated(inputs: Inputs, **options: Any) -> Outcome:
    assert [fault for fault in ruit.check(inputs, Options(**options)) if not fault.warning] == []
    return ruit.rate(inputs, Options(**options), LATER)


def table(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


def ratings(outcome: Outcome) -> dict[str, float]:
    return {row.player: round(row.rating, 9) for row in table(outcome, "ratings")}


# The regulation's own figures


@pytest.mark.article("ruit", "De handicap")
@pytest.mark.parametrize(
    ("name", "rating"),
    [
        ("master", 450),
        ("division-1", 400),
        ("division-2", 350),
        ("main", 300),
        ("class-1", 250),
        ("class-2", 200),
        ("class-3", 150),
        ("student", 100),
    ],
)
def test_a_class_starts_with_its_rating(name: str, rating: int) -> None:
    """De handicap: 50 points a class."""
    assert ratings(rated(Inputs(club(an=name)))) == {"an": rating}


@pytest.mark.article("ruit", "De handicap")
def test_a_rating_goes_before_a_class() -> None:
    player = Player(id="an", name="An", rating=123.4, class_="master")
    assert player.start_rating == 123.4


@pytest.mark.article("ruit", "RUIT butleravond")
def test_a_butler_pair_one_class_higher_begins_ten_imps_behind_and_fifty_imps_are_twenty_points() -> None:
    assert handicap.BUTLER_SCALE.compute_handicap(600, 500) == -10
    assert handicap.BUTLER_SCALE.compute_change(50) == pytest.approx(20)


@pytest.mark.article("ruit", "RUIT parenavond")
def test_a_pair_one_class_higher_gives_one_and_a_quarter_per_cent_and_sixty_are_fifteen_points() -> None:
    assert handicap.PAIRS_SCALE.compute_handicap(300, 250) == -1.25
    assert handicap.PAIRS_SCALE.compute_change(60) == 15


@pytest.mark.article("ruit", "RUIT viertallenschema")
def test_a_team_half_a_class_stronger_each_gives_five_imps_a_match() -> None:
    assert handicap.TEAMS_SCALE.compute_handicap(1100, 1000) == -5


@pytest.mark.article("ruit", "RUIT viertallenschema")
@pytest.mark.parametrize(("points", "change"), [(20, 0), (40, 20), (0, -20), (21, 1), (19, -1)])
def test_a_victory_point_above_twenty_is_a_point(points: float, change: float) -> None:
    assert handicap.TEAMS_SCALE.compute_change(points, 2) == change


@pytest.mark.article("ruit", "RUIT viertallenschema")
@pytest.mark.parametrize(
    ("margin", "boards", "points"),
    [(0, 12, 10.0), (60, 16, 20.0), (45, 9, 20.0), (200, 8, 20.0), (10, 16, 12.799315), (10, 24, 12.334773)],
)
def test_victory_points_are_those_of_the_world_federation(margin: float, boards: int, points: float) -> None:
    """The scale reaches 20 at 15·√N IMPs; ten IMPs are 12.80 in 16 boards and 12.33 in 24."""
    assert compute_victory_points(margin, boards) == pytest.approx(points, abs=1e-6)
    assert compute_victory_points(-margin, boards) == pytest.approx(20 - points, abs=1e-6)


# Evenings by hand


@pytest.mark.article("ruit", "RUIT parenavond")
def test_a_pairs_evening_by_hand() -> None:
    """Three pairs of mean 300, 250 and 200; blank opponents are all others.

    "RUIT parenavond": pair 1 meets a mean of 225, 75 less than its own: handicap -75/40 = -1.875; 60 becomes
    58.125, and 1.5 × 8.125 = 12.1875 points. Pair 2 meets 250: no handicap; 45 is -7.5 points. Pair 3 meets
    275: +1.875; 45 becomes 46.875, -4.6875 points. "Partnersubsidie": An (310) hands a point to Bo (290); the
    others are equal.
    """
    players = club(an=310, bo=290, ci=250, di=250, eva=200, fred=200)
    evening = lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 45", "3 eva fred 45")
    outcome = rated(Inputs(players, pairs=evening))
    assert ratings(outcome) == {
        "an": 310 + 12.1875 - 1,
        "bo": 290 + 12.1875 + 1,
        "ci": 242.5,
        "di": 242.5,
        "eva": 195.3125,
        "fred": 195.3125,
    }
    first = table(outcome, "evenings")[0]
    assert first == (
        MONDAY,
        "pairs",
        "1",
        "an",
        "bo",
        310,
        300,
        225,
        -1.875,
        60,
        58.125,
        12.1875,
        -1,
        321.1875,
    )


@pytest.mark.article("ruit", "RUIT parenavond")
def test_a_pairs_evening_by_sums() -> None:
    """The other reading: pair 1 has 600 and meets 450: handicap -3.75, 60 becomes 56.25: 9.375 points."""
    players = club(an=300, bo=300, ci=250, di=250, eva=200, fred=200)
    evening = lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 45", "3 eva fred 45")
    outcome = rated(Inputs(players, pairs=evening), pairs_strength="sum")
    assert ratings(outcome)["an"] == 309.375


@pytest.mark.article("ruit", "RUIT butleravond")
def test_a_butler_evening_by_hand_against_the_pairs_that_were_met() -> None:
    """Sums 600, 500 and 400; pair 1 met pair 2 alone, pair 3 nobody else either.

    "RUIT butleravond": pair 1 starts at -(600-500)/10 = -10: 30 becomes 20, 8 points. Pair 2 met both, a mean
    of 500: 0 stays 0. Pair 3 starts at +10: -30 becomes -20, -8 points.
    """
    players = club(an=300, bo=300, ci=250, di=250, eva=200, fred=200)
    evening = lines(ButlerLine, MONDAY, "1 an bo 30 2", "2 ci di 0 1 3", "3 eva fred -30 2")
    assert ratings(rated(Inputs(players, butler=evening))) == {
        "an": 308,
        "bo": 308,
        "ci": 250,
        "di": 250,
        "eva": 192,
        "fred": 192,
    }


@pytest.mark.article("ruit", "RUIT butleravond", "RUIT parenavond")
def test_a_pair_meets_those_of_its_own_section_alone() -> None:
    """Where no opponents are named; a section may be larger than another, and has the same numbers."""
    players = club(an=300, bo=300, ci=250, di=250, eva=200, fred=200, gus=100, hal=100, ida=150, jo=150)
    first = lines(PairsLine, MONDAY, "1 an bo 55", "2 ci di 45")
    other = lines(PairsLine, MONDAY, "1 eva fred 52", "2 gus hal 48", "3 ida jo 50")
    evening = [row.replace(section=name) for name, rows in (("A", first), ("B", other)) for row in rows]
    rows = table(rated(Inputs(players, pairs=evening)), "evenings")
    assert [row.opposition for row in rows[::2]] == [250, 300, 125, 175, 150]


EIGHT = club(a1=300, a2=300, a3=250, a4=250, b1=250, b2=250, b3=250, b4=250)
TEAMS = [LineUp(MONDAY, "A", "a1", "a2", "a3", "a4"), LineUp(MONDAY, "B", "b1", "b2", "b3", "b4")]


@pytest.mark.article("ruit", "RUIT viertallenschema")
def test_a_teams_evening_by_hand() -> None:
    """RUIT viertallenschema: A has 1100 against 1000, and starts each match at -5 IMPs.

    It wins the first by 5, which is 0 after handicap: 10-10. It loses the second by 5: -10 in 16 boards is
    7.200685 against 12.799315. So A has 17.200685 of 20: -2.799315 points, and B as many more.
    """
    matches = [Match(MONDAY, 1, "A", "B", 5.0, 16), Match(MONDAY, 2, "B", "A", 5.0, 16)]
    outcome = rated(Inputs(EIGHT, teams=matches, lineups=TEAMS))
    after = ratings(outcome)
    assert after["a1"] == pytest.approx(300 - 2.799315, abs=1e-6)
    assert after["b4"] == pytest.approx(250 + 2.799315, abs=1e-6)
    first = table(outcome, "evenings")[0]
    assert (first.team, first.partner, first.own, first.opposition) == ("A", "a2", 1100, 1000)
    assert (first.handicap, first.raw, first.subsidy) == (-10, 0, 0)
    assert first.after == pytest.approx(17.200685, abs=1e-6)


@pytest.mark.article("ruit", "RUIT viertallenschema")
def test_the_matches_of_others_are_nothing_to_a_team() -> None:
    opposing = {f"{team}{place}": 100.0 for team in "cd" for place in (1, 2, 3, 4)}
    lineups = [LineUp(MONDAY, team.upper(), *(f"{team}{place}" for place in (1, 2, 3, 4))) for team in "cd"]
    matches = [
        Match(MONDAY, 1, "A", "B", vp_a=12.0, vp_b=8.0),
        Match(MONDAY, 1, "C", "D", vp_a=20.0, vp_b=0.0),
    ]
    outcome = rated(Inputs([*EIGHT, *club(**opposing)], teams=matches, lineups=[*TEAMS, *lineups]))
    rows = table(outcome, "evenings")
    assert [(row.team, row.opposition, row.after, row.change) for row in rows[::4]] == [
        ("A", 1000, 12, 2),
        ("B", 1100, 8, -2),
        ("C", 400, 20, 10),
        ("D", 400, 0, -10),
    ]


def test_of_a_team_that_rose_alike_the_first_is_named_whatever_its_last_digits() -> None:
    """The calendar names who rose most; a larger rating loses other digits than a smaller one."""
    players = club(a1=250, a2=250, a3=250, a4=250, b1=300, b2=300, b3=250, b4=250)
    matches = [Match(MONDAY, number, "B", "A", 10.0, 16) for number in (1, 2)]
    outcome = rated(Inputs(players, teams=matches, lineups=TEAMS))
    rose = {row.player: row.rating - row.before for row in table(outcome, "evenings")}
    assert rose["b3"] > rose["b1"] == pytest.approx(rose["b3"])
    (evening,) = outcome.calendar[0].rows
    assert evening.biggest_by == "b1"


@pytest.mark.article("ruit", "RUIT viertallenschema")
def test_victory_points_that_are_given_count_as_they_are_and_leave_handicap_and_imps_blank() -> None:
    matches = [
        Match(MONDAY, 1, "A", "B", vp_a=20.0, vp_b=0.0),
        Match(MONDAY, 2, "A", "B", vp_a=20.0, vp_b=0.0),
    ]
    outcome = rated(Inputs(EIGHT, teams=matches, lineups=TEAMS))
    assert ratings(outcome)["a1"] == 320
    assert ratings(outcome)["b1"] == 230
    first = table(outcome, "evenings")[0]
    assert (first.handicap, first.raw, first.after) == (None, None, 40)


@pytest.mark.article("ruit", "RUIT viertallenschema")
def test_with_one_match_a_rating_stays_as_it_is_at_ten_points() -> None:
    matches = [Match(MONDAY, 1, "A", "B", vp_a=10.0, vp_b=10.0)]
    assert ratings(rated(Inputs(EIGHT, teams=matches, lineups=TEAMS)))["a1"] == 300


# Subsidy and floor


@pytest.mark.article("ruit", "Partnersubsidie")
@pytest.mark.parametrize(
    ("day", "an", "bo"), [(BEFORE_SUBSIDY, 300, 200), (date(2012, 5, 15), 299, 201), (MONDAY, 299, 201)]
)
def test_the_higher_of_two_partners_hands_a_point_to_the_lower_since_mid_may_2012(
    day: date, an: float, bo: float
) -> None:
    """Partnersubsidie. All pairs have the same strength, and score 50."""
    players = club(an=300, bo=200, ci=250, di=250)
    after = ratings(rated(Inputs(players, pairs=lines(PairsLine, day, "1 an bo 50", "2 ci di 50"))))
    assert after == {"an": an, "bo": bo, "ci": 250, "di": 250}


@pytest.mark.article("ruit", "Partnersubsidie")
def test_partners_whose_ratings_differ_by_noise_alone_have_the_same() -> None:
    players = club(an=250.0000001, bo=249.9999999, ci=250, di=250)
    after = ratings(rated(Inputs(players, pairs=lines(PairsLine, MONDAY, "1 an bo 50", "2 ci di 50"))))
    assert after["an"] == pytest.approx(250, abs=1e-6)


@pytest.mark.article("ruit", "Partnersubsidie")
def test_in_a_team_partners_are_the_first_two_and_the_last_two() -> None:
    players = club(a1=300, a2=200, a3=260, a4=240, b1=250, b2=250, b3=250, b4=250)
    matches = [Match(MONDAY, 1, "A", "B", vp_a=10.0, vp_b=10.0)]
    after = ratings(rated(Inputs(players, teams=matches, lineups=TEAMS)))
    assert [after[player] for player in ("a1", "a2", "a3", "a4")] == [299, 201, 259, 241]


@pytest.mark.article("ruit", "Overig")
def test_a_rating_below_zero_becomes_zero() -> None:
    """Overig: what is below is forgiven. 20 % is -45 points, for which 30 are not enough."""
    players = club(an=30, bo=30, ci=30, di=30)
    after = ratings(rated(Inputs(players, pairs=lines(PairsLine, MONDAY, "1 an bo 20", "2 ci di 80"))))
    assert after == {"an": 0, "bo": 0, "ci": 75, "di": 75}


# The published tables


def test_all_changes_of_an_evening_happen_at_once_and_the_next_is_played_on_them() -> None:
    players = club(an=250, bo=250, ci=250, di=250)
    first = lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 40")
    second = lines(PairsLine, MONDAY + timedelta(weeks=1), "1 an bo 50", "2 ci di 50")
    rows = table(rated(Inputs(players, pairs=[*second, *first])), "evenings")
    assert [(row.date, row.player, row.before) for row in rows[4:6]] == [
        (MONDAY + timedelta(weeks=1), "an", 265),
        (MONDAY + timedelta(weeks=1), "bo", 265),
    ]
    assert rows[4].handicap == pytest.approx(-30 / 40)


def test_the_ratings_have_everybody_with_the_change_of_the_latest_evening() -> None:
    """Who never played is there too; equal ratings share a rank; who was not there has no change."""
    players = club(an=250, bo=250, ci=250, di=250, eva=265)
    first = lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 40")
    second = lines(ButlerLine, MONDAY + timedelta(weeks=1), "1 ci an 5", "2 di eva -5")
    rows = table(rated(Inputs(players, pairs=first, butler=second)), "ratings")
    assert [(row.rank, row.player, row.sessions, row.change is None) for row in rows] == [
        (1, "an", 2, False),
        (2, "bo", 1, True),
        (3, "eva", 1, False),
        (4, "ci", 2, False),
        (5, "di", 2, False),
    ]
    # An has 265 and Ci 235, as Eva and Di have: no handicap, two points for five IMPs, and the subsidy.
    assert [row.change for row in rows if row.change is not None] == pytest.approx([1, -3, 3, -1])
    alone = table(rated(Inputs(club(an=250, bo=250, ci=300))), "ratings")
    assert [(row.rank, row.player, row.sessions, row.change) for row in alone] == [
        (1, "ci", 0, None),
        (2, "an", 0, None),
        (2, "bo", 0, None),
    ]


@pytest.mark.article("ruit", "Overig")
def test_risers_by_form_and_period() -> None:
    players = club(an=250, bo=250, ci=250, di=250)
    old = lines(PairsLine, date(2025, 3, 3), "1 an bo 60", "2 ci di 40")
    new = lines(ButlerLine, date(2026, 3, 2), "1 an bo -10", "2 ci di 10")
    rows = table(rated(Inputs(players, pairs=old, butler=new)), "risers")
    assert [(row.form, row.period) for row in rows[::4]] == [
        ("all", "all"),
        ("all", "2025"),
        ("all", "2026"),
        ("pairs", "all"),
        ("pairs", "2025"),
        ("butler", "all"),
        ("butler", "2026"),
    ]
    pairs = [(row.rank, row.player, row.change) for row in rows if (row.form, row.period) == ("pairs", "all")]
    assert pairs == [(1, "an", 15), (1, "bo", 15), (3, "ci", -15), (3, "di", -15)]
    overall = {row.player: row.change for row in rows if (row.form, row.period) == ("all", "all")}
    by_year = {
        (row.player, row.period): row.change for row in rows if row.form == "all" and row.period != "all"
    }
    for player, change in overall.items():
        assert change == pytest.approx(by_year[player, "2025"] + by_year[player, "2026"])


@pytest.mark.article("ruit", "Overig")
def test_risers_of_any_two_days_are_told_in_all_and_by_form() -> None:
    """Both days count; of a year that is picked they are those that are published of it."""
    players = club(an=250, bo=250, ci=250, di=250)
    pairs = [*lines(PairsLine, date(2025, 3, 3), "1 an bo 60", "2 ci di 40")]
    pairs += lines(PairsLine, date(2026, 3, 9), "1 an ci 55", "2 bo di 45")
    butler = lines(ButlerLine, date(2026, 3, 2), "1 an bo -10", "2 ci di 10")
    outcome = rated(Inputs(players, pairs=pairs, butler=butler))
    assert outcome.compare_days is not None
    changes = outcome.compare_days(date(2026, 3, 2), date(2026, 3, 9)).rows
    rows = [row for row in table(outcome, "risers") if row.period == "2026"]
    assert [(row.rank, row.player, row.change) for row in changes] == [
        (row.rank, row.player, row.change) for row in rows if row.form == "all"
    ]
    by_form = {(row.player, row.form): row.change for row in rows}
    for row in changes:
        assert (row.pairs, row.butler, row.teams) == (
            by_form[row.player, "pairs"],
            by_form[row.player, "butler"],
            None,
        )
    (first, *_) = outcome.compare_days(date(2025, 3, 3), date(2026, 3, 1)).rows
    assert (first.player, first.change, first.butler) == ("an", 15, None)


# The pages


def test_the_calendar_names_who_was_first() -> None:
    players = club(an=250, bo=250, ci=250, di=250)
    outcome = rated(Inputs(players, pairs=lines(PairsLine, MONDAY, "1 an bo 60", "2 ci di 40")))
    assert [row.first for row in outcome.calendar[0].rows] == ["An – Bo"]


def test_the_matches_of_an_evening_stand_in_the_order_in_which_they_were_played() -> None:
    matches = [Match(MONDAY, 2, "A", "B", 5.0, 16), Match(MONDAY, 1, "B", "A", 3.0, 16)]
    (event,) = rated(Inputs(EIGHT, teams=matches, lineups=TEAMS)).events
    shown = next(section for section in event.content.tables if section.title == "Matches")
    assert [(row.match, row.team_a, row.imps_a, row.handicap) for row in shown.rows] == [
        (1, "B", 3, 5),
        (2, "A", 5, -5),
    ]


@pytest.mark.article("ruit", "Overig")
def test_a_player_has_the_course_of_the_rating_and_of_what_pairs_and_butler_brought() -> None:
    """With 530 against 470 the butler begins at -6 IMPs, -2.4 points; at last An hands Ci the subsidy."""
    players = club(an=250, bo=250, ci=250, di=250)
    days = [MONDAY + timedelta(weeks=week) for week in range(3)]
    pairs = [
        *lines(PairsLine, days[0], "1 an bo 60", "2 ci di 40"),
        *lines(PairsLine, days[2], "1 an ci 50", "2 bo di 50"),
    ]
    inputs = Inputs(players, pairs=pairs, butler=lines(ButlerLine, days[1], "1 an bo 0", "2 ci di 0"))
    sheet = rated(inputs).players[0].content
    charts = [section for section in sheet.sections() if isinstance(section, Chart)]
    assert {chart.title: [day for day, _ in chart.points] for chart in charts} == {
        "Rating": days,
        "Pairs: points won since the first evening": [days[0], days[2]],
        "Butler: points won since the first evening": [days[1]],
    }
    won = [[figure for _, figure in chart.points] for chart in charts]
    assert won == [pytest.approx(numbers) for numbers in ([265, 262.6, 261.6], [15, 14], [-2.4])]
    assert charts[0].marks == {"Start rating": 250}


def test_risers_are_shown_in_all_and_then_by_year_the_latest_first() -> None:
    players = club(an=250, bo=250, ci=250, di=250)
    days = [date(year, 3, 3) for year in (2024, 2025, 2026)]
    pairs = [row for day in days for row in lines(PairsLine, day, "1 an bo 60", "2 ci di 40")]
    (topic,) = rated(Inputs(players, pairs=pairs)).topics
    names = [section.name for section in topic.content.sections() if isinstance(section, Section)]
    assert names == ["period-all", "period-2026", "period-2025", "period-2024"]
