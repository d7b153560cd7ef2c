"""Figures of the Ruit rating that cannot be, and honest evenings, of which nothing is said."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from bridge import field_of, told_anew, torn
from files import check
from test_ruit import EIGHT, MONDAY, TEAMS, club, lines
from test_ruit_faults import Told, doubted

from sitegen.core.entities import EventDate
from sitegen.systems import ruit
from sitegen.systems.ruit.tables import ButlerLine, Inputs, LineUp, Match, Options, PairsLine, Player

pytestmark = pytest.mark.slow

PLAYERS = [
    Player(f"p{number}", f"P {number}", **({"rating": 200.0} if number % 2 else {"class_": "main"}))
    for number in range(100)
]


def honest(seed: int) -> Inputs:
    """A club of twenty evenings in all forms, with sections, partial movements and Mitchell movements."""
    random = Random(seed)
    inputs = Inputs(PLAYERS, [], [], [], [])
    for number in range(20):
        day = MONDAY + timedelta(weeks=number)
        ids = random.sample([player.id for player in PLAYERS], len(PLAYERS))
        if random.random() < 0.25:
            _teams(random, day, ids, inputs)
        else:
            kind, table = random.choice(((PairsLine, inputs.pairs), (ButlerLine, inputs.butler)))
            table += _evening(random, day, ids, kind)  # type: ignore[operator]
    return inputs


def _evening(random: Random, day: date, ids: list[str], kind: type[Any]) -> list[Any]:
    sections = random.choice(([""], [""], ["A", "B"]))
    has_lists = random.random() < 0.7
    rows = []
    for section in sections:
        pairs = field_of(random, random.randint(4, 20), mitchell=random.random() < 0.3)
        for pair in pairs:
            score = round(pair.percentage, 2) if kind is PairsLine else float(sum(pair.imps))
            met = " ".join(other.label for other in pair.met) if has_lists else ""
            rows.append(kind(day, pair.label, ids.pop(), ids.pop(), score, section, met))
    return rows


def _teams(random: Random, day: date, ids: list[str], inputs: Inputs) -> None:
    names = [f"Team {number}" for number in range(random.randint(2, 5))]
    line_ups: Any = inputs.lineups
    matches: Any = inputs.teams
    line_ups += [LineUp(day, name, *(ids.pop() for _ in range(4))) for name in names]
    for match in (1, 2):
        present = random.sample(names, len(names))
        for home, away in zip(present[::2], present[1::2], strict=False):
            matches.append(Match(day, match, home, away, float(random.randint(-50, 50)), 12))
    present = {name for row in matches if row.date == day for name in (row.team_a, row.team_b)}
    line_ups[:] = [line_up for line_up in line_ups if line_up.date != day or line_up.team in present]


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_said_of_honest_evenings(seed: int) -> None:
    assert list(check(ruit, honest(seed), Options())) == []


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_said_that_only_follows_from_what_was_not_read(seed: int) -> None:
    random = Random(seed)
    inputs = Inputs(*(torn(random, rows) for rows in honest(seed)))
    assert told_anew(check(ruit, inputs, Options())) == []
    rows = [row for table in inputs for row in table if hasattr(row, "find_faults")]
    assert [fault for row in rows for fault in row.find_faults()] == []


@pytest.mark.parametrize("seed", range(10))
def test_a_slipped_score_is_seen_at_its_evening(seed: int) -> None:
    """Of 54.17 and 94.17 whichever is wrong; a total of 400 IMPs instead of 40."""
    inputs = honest(seed)
    for table, slip in ((inputs.pairs, 40.0), (inputs.butler, 90.0)):
        for row in Random(seed).sample(list(table), min(3, len(table))):
            by = slip if row.score < 55 else -slip
            slipped = [line.replace(score=line.score + by) if line is row else line for line in table]
            other = {"pairs" if table is inputs.pairs else "butler": slipped}
            (fault,) = check(ruit, inputs._replace(**other), Options())
            assert (fault.row.date, fault.column, fault.warning) == (row.date, "score", True)


EVENING = ["1 an bo 57.5", "2 ci di 54.17", "3 eva fred 45.83", "4 gus hil 42.5"]
EIGHT_PLAYERS = club(**dict.fromkeys(("an", "bo", "ci", "di", "eva", "fred", "gus", "hil"), 250))


def of_pairs(*rows: str) -> Inputs:
    return Inputs(EIGHT_PLAYERS, lines(PairsLine, MONDAY, *rows))


def of_butler(*rows: str) -> Inputs:
    return Inputs(EIGHT_PLAYERS, butler=lines(ButlerLine, MONDAY, *rows))


def test_percentages_are_fifty_on_average_over_all_sections() -> None:
    """They may have been scored across the sections, of which one is stronger."""
    assert doubted(of_pairs(*EVENING)) == []
    rows = [row.replace(section="AABB"[place]) for place, row in enumerate(of_pairs(*EVENING).pairs)]
    assert doubted(Inputs(EIGHT_PLAYERS, rows)) == []
    message = "the percentages of 2026-11-02 are 60.00 on average, and should be 50"
    assert doubted(of_pairs(EVENING[0], "2 ci di 94.17", *EVENING[2:])) == [
        Told("PairsLine.csv:3", "score", message)
    ]


def test_imps_cancel_out_in_every_section() -> None:
    sound = of_butler("1 an bo 34", "2 ci di -21", "3 eva fred 0", "4 gus hil -13")
    assert doubted(sound) == []
    message = "the IMPs of 2026-11-02 are 42 together, and should cancel out"
    assert doubted(of_butler("1 an bo 34", "2 ci di 21", "3 eva fred 0", "4 gus hil -13")) == [
        Told("ButlerLine.csv:2", "score", message)
    ]
    across = of_butler("1 an bo 34", "2 ci di -13", "3 eva fred 0", "4 gus hil -21").butler
    rows = [row.replace(section="AABB"[place]) for place, row in enumerate(across)]
    assert [warning.message for warning in doubted(Inputs(EIGHT_PLAYERS, butler=rows))] == [
        "the IMPs of 2026-11-02 in section 'A' are 21 together, and should cancel out",
        "the IMPs of 2026-11-02 in section 'B' are -21 together, and should cancel out",
    ]


def test_imps_are_those_of_the_evening_and_not_of_a_board() -> None:
    message = "no pair has 5 IMPs or more on 2026-11-02"
    assert doubted(of_butler("1 an bo 1.4", "2 ci di -0.9", "3 eva fred 0", "4 gus hil -0.5")) == [
        Told("ButlerLine.csv:2", "score", message)
    ]
    assert doubted(of_butler("1 an bo 4", "2 ci di -3", "3 eva fred 0", "4 gus hil -1")) == []


def test_an_evening_is_not_entered_twice() -> None:
    rows, week = of_pairs(*EVENING).pairs, timedelta(weeks=1)
    later = [row.replace(date=MONDAY + week, source="new.csv:2") for row in rows]
    message = "4 of 4 results of 2026-11-09 are also those of 2026-11-02, from PairsLine.csv:2 on"
    assert doubted(Inputs(EIGHT_PLAYERS, [*rows, *later])) == [Told("new.csv:2", "date", message)]


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        (("2 3", "1", "1 4", "3"), []),
        (
            ("2 4", "1", "1 4", "3"),
            [(2, "pair 1 met 4, but 4 did not meet it"), (4, "pair 3 met 1, but 1 did not meet it")],
        ),
        (("2 3 4", "1", "1 4", "3"), [(2, "pair 1 met 4, but 4 did not meet it")]),
        (("2", "1", "1 4", "3"), [(4, "pair 3 met 1, but 1 did not meet it")]),
        (("2 3", "1", "1", ""), [(5, "pair 4 met 1, 2, 3, but 1, 2, 3 did not meet it")]),
        (("2 2 3", "1 1", "1 4", "3"), []),
    ],
)
def test_two_pairs_that_met_name_each_other(met: tuple[str, ...], expected: list[tuple[int, str]]) -> None:
    rows = [f"{row} {opponents}" for row, opponents in zip(EVENING, met, strict=True)]
    assert doubted(of_pairs(*rows)) == [
        Told(f"PairsLine.csv:{line}", "opponents", message) for line, message in expected
    ]


def match(number: int, home: str, away: str, imps: float = 5.0, boards: int = 12) -> Match:
    return Match(MONDAY, number, home, away, imps, boards, source=f"teams.csv:{home}{number}")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (match(3, "A", "B", 5.0, 1), ("boards", "most matches have 12 boards")),
        (match(3, "A", "B", 5.0, 42), ("boards", "most matches have 12 boards")),
        (match(3, "A", "B", 5.0, 24), None),
        (match(3, "A", "B", 140.0), ("imps_a", "that is more than 8 IMPs a board, in 12 boards")),
        (match(3, "A", "B", -96.0), None),
        (
            match(3, "A", "B", -12.0, 17),
            ("boards", "17 boards, where the other matches of 2026-11-02 have 12: are they the IMPs?"),
        ),
        (match(3, "A", "B", 12.0, 12), None),
    ],
)
def test_a_match_has_about_as_many_boards_as_others_and_a_margin_that_can_be(
    row: Match, expected: tuple[str, str] | None
) -> None:
    matches = [*(match(number, "A", "B") for number in (1, 2, 4, 5)), row]
    doubts = [Told("teams.csv:A3", *expected)] if expected else []
    assert doubted(Inputs(EIGHT, teams=matches, lineups=TEAMS)) == doubts


def test_teams_of_an_even_number_play_as_many_matches() -> None:
    """With an odd number one team sits out."""
    players = club(**{f"{team}{number}": 250 for team in "abcde" for number in range(4)})
    line_ups = [LineUp(MONDAY, team.upper(), *(f"{team}{number}" for number in range(4))) for team in "abcde"]
    matches = [match(1, "A", "B"), match(1, "C", "D"), match(2, "A", "C")]
    message = "'B' and 'D' have fewer matches on 2026-11-02 than the other teams"
    inputs = Inputs(players, teams=matches, lineups=line_ups[:4])
    assert doubted(inputs) == [Told("teams.csv:A1", "team_b", message)]
    assert doubted(inputs._replace(teams=[*matches, match(2, "B", "D")])) == []
    five = [match(1, "A", "B"), match(1, "C", "D"), match(2, "A", "C"), match(2, "B", "E")]
    assert doubted(Inputs(players, teams=five, lineups=line_ups)) == []


def test_a_row_says_when_it_was_played() -> None:
    pairs, butler = of_pairs(*EVENING[:1]).pairs, of_butler("1 an bo 5").butler
    teams = [match(1, "A", "B")]
    inputs = Inputs(EIGHT, pairs, butler, teams, TEAMS[:1])
    assert list(ruit.event_dates(inputs)) == [
        *(EventDate(row, "date", MONDAY, is_played=True) for row in (*pairs, *butler, *teams)),
        EventDate(TEAMS[0], "date", MONDAY, is_played=False),
    ]


@pytest.mark.parametrize(
    "scores", [(2.5, -2.5, 0), (12.5, -12.5, 2.5, -2.5), (3, -3, 1, -1), (5, -5, 0.5, -0.5)]
)
def test_imps_are_no_means_where_pairs_are_few_one_is_large_or_all_are_whole(
    scores: tuple[float, ...],
) -> None:
    ids = [player.id for player in EIGHT]
    rows = [
        f"{place + 1} {ids[2 * place]} {ids[2 * place + 1]} {score}" for place, score in enumerate(scores)
    ]
    assert doubted(Inputs(EIGHT, butler=lines(ButlerLine, MONDAY, *rows))) == []
