"""Figures of the NBB-Clubranking that cannot be, and honest sessions, of which nothing is said."""

from datetime import date
from random import Random
from typing import Any

import pytest
from bridge import field_of, told_anew, torn
from files import check
from test_nbb import FIRST, NEXT, SEASON, evening, session
from test_nbb_faults import BLACKS, EIGHT, REDS, Told, doubted, of_pairs, told

from sitegen.core.entities import EventDate
from sitegen.systems import nbb
from sitegen.systems.nbb.tables import (
    ButlerLine,
    Inputs,
    LineUp,
    Options,
    PairsLine,
    Partnership,
    Player,
    Season,
    Sitting,
    Substitute,
)

pytestmark = pytest.mark.slow

PLAYERS = [Player(f"p{number}", f"P {number}", ranking=70.0) for number in range(120)]
OPTIONS = Options(lines=3, start_ranking=60.0)


def honest(seed: int) -> Inputs:
    """A season of twenty sessions in all forms, of one to four lines; the last is drawn."""
    random = Random(seed)
    partnerships = [Partnership("pair", "p0", "p1"), Partnership("trio", "p2", "p3", "p4")]
    inputs = Inputs(PLAYERS, [SEASON, NEXT], [], partnerships, [], [], [], [])
    for number in range(1, 21):
        ids = random.sample([player.id for player in PLAYERS], len(PLAYERS))
        kind, table = random.choice(((PairsLine, inputs.pairs), (ButlerLine, inputs.butler)))
        if random.random() < 0.2:
            _teams(random, evening(number), ids, inputs)
        else:
            table += _session(random, evening(number), ids, kind)  # type: ignore[operator]
    drawn = [
        row.replace(date=evening(22), score=None) for row in inputs.pairs if row.date == inputs.pairs[0].date
    ]
    return inputs._replace(pairs=[*inputs.pairs, *drawn])


def _session(random: Random, day: date, ids: list[str], kind: type[Any]) -> list[Any]:
    letters = "ABCD"[: random.randint(1, 4)]
    together = random.random() < 0.2
    rows = []
    for letter in letters:
        pairs = field_of(random, random.randint(4, 14), mitchell=random.random() < 0.3)
        for pair in pairs:
            score = round(pair.percentage if kind is PairsLine else pair.imps_a_board, 2)
            group = "TI" if together and len(letters) > 1 else ""
            rows.append(kind(day, letter, ids.pop(), ids.pop(), "", group, score))
    if together and kind is PairsLine:  # scored across: the lines are of different strength
        shift = dict(zip(letters, _shifts(len(letters)), strict=True))
        counts = {letter: sum(row.line == letter for row in rows) for letter in letters}
        rows = [row.replace(score=row.score + 40 * shift[row.line] / counts[row.line]) for row in rows]
    return rows


def _shifts(lines: int) -> list[float]:
    return [place - (lines - 1) / 2 for place in reversed(range(lines))]


def _teams(random: Random, day: date, ids: list[str], inputs: Inputs) -> None:
    names = [f"Team {number}" for number in range(random.choice((2, 3, 4, 6)))]
    line_ups: Any = inputs.lineups
    sittings: Any = inputs.teams
    line_ups += [LineUp(day, name, *(ids.pop() for _ in range(random.choice((4, 5))))) for name in names]
    if len(names) == 3:  # a triangle over two sittings
        for sitting, turn in ((1, 1), (2, 2)):
            for place, name in enumerate(names):
                sittings.append(Sitting(day, sitting, name, names[(place + turn) % 3], 10.0))
        return
    for sitting in (1, 2):
        present = random.sample(names, len(names))
        for home, away in zip(present[::2], present[1::2], strict=True):
            points = round(random.uniform(0, 20), 2)
            sittings.append(Sitting(day, sitting, home, away, points))
            sittings.append(Sitting(day, sitting, away, home, round(20 - points, 2)))


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_said_of_honest_sessions(seed: int) -> None:
    assert list(check(nbb, honest(seed), OPTIONS)) == []


@pytest.mark.parametrize("seed", range(30))
def test_nothing_is_said_that_only_follows_from_what_was_not_read(seed: int) -> None:
    random = Random(seed)
    inputs = Inputs(*(torn(random, rows) for rows in honest(seed)))
    assert told_anew(check(nbb, inputs, OPTIONS)) == []
    assert [
        column
        for rows in inputs[1:]
        for row in rows
        if hasattr(row, "find_faults")
        for column, _, _ in row.find_faults()
    ] == []


@pytest.mark.parametrize("seed", range(10))
def test_a_slipped_score_is_seen_in_its_session(seed: int) -> None:
    inputs = honest(seed)
    for name, slip in (("pairs", 40.0), ("butler", 4.0)):
        table = [row for row in getattr(inputs, name) if row.score is not None]
        for row in Random(seed).sample(table, min(3, len(table))):
            by = slip if row.score < (55 if name == "pairs" else 0) else -slip
            slipped = [line.replace(score=line.score + by) if line is row else line for line in table]
            (fault,) = check(nbb, inputs._replace(**{name: slipped}), OPTIONS)
            assert (fault.row.date, fault.column, fault.warning) == (row.date, "score", True)


def of_butler(*rows: str) -> Inputs:
    return Inputs(EIGHT, [SEASON], butler=session(ButlerLine, FIRST, *rows))


def at(line: int, column: str, message: str) -> Told:
    return [(f"2025-09-02.csv:{line}", column, message)]


FOUR = ["A a b 57.5", "A c d 54.17", "A e f 45.83", "A g h 42.5"]


def test_percentages_are_fifty_on_average_in_every_line() -> None:
    assert doubted(of_pairs(*FOUR)) == []
    message = "the percentages of line A of 2025-09-02 are 60.00 on average, and should be 50"
    assert doubted(of_pairs(FOUR[0], "A c d 94.17", *FOUR[2:])) == at(3, "score", message)
    late = session(PairsLine, FIRST, FOUR[0], "A c d 94.17", *FOUR[2:], label="late")
    named = message.replace("2025-09-02", "2025-09-02, session 'late'")
    assert [warning[2] for warning in doubted(of_pairs(pairs=late))] == [named]


def test_lines_that_were_scored_together_are_top_integral() -> None:
    rows = ["A a b 62", "A c d 54", "B e f 46", "B g h 38"]
    message = "the percentages of lines A, B of 2025-09-02 are 50 on average together, and not apart"
    assert doubted(of_pairs(*rows)) == at(2, "group", message)
    assert doubted(of_pairs(*(f"{row} TI" for row in rows))) == []


def test_all_percentages_may_be_fractions() -> None:
    doubts = doubted(of_pairs("A a b 0.575", "A c d 0.5417", "B e f 0.4583", "B g h 0.425"))
    message = "no percentage of 2025-09-02 is above 1: they are 0.50 on average, and should be 50"
    assert doubts == at(2, "score", message)


def test_imps_cancel_out_in_every_line() -> None:
    assert doubted(of_butler("A a b 1.25", "A c d -1.25", "B e f 0.4", "B g h -0.4")) == []
    message = "the IMPs of line A of 2025-09-02 are 2.5 together, and should cancel out"
    assert doubted(of_butler("A a b 1.25", "A c d 1.25", "B e f 0.4", "B g h -0.4")) == at(
        2, "score", message
    )


@pytest.mark.parametrize(
    ("scores", "hint"),
    [
        ("34 -21 0 -13", "write the IMPs per board: those of the whole session divided by the boards played"),
        ("57.5 54.17 45.83 42.5", "percentages belong in the table pairs"),
        ("125 -0.75 0.4 -0.9", "write the IMPs per board, with the decimal point in its place"),
    ],
)
def test_imps_are_those_of_a_board_and_more_than_there_are_is_an_error(scores: str, hint: str) -> None:
    players = "A a b", "A c d", "A e f", "A g h"
    inputs = of_butler(*(f"{pair} {score}" for pair, score in zip(players, scores.split(), strict=True)))
    (fault,) = check(nbb, inputs, OPTIONS)
    number = sum(abs(float(score)) > 24 for score in scores.split())
    assert fault.message == (
        f"{number} of 4 scores of 2025-09-02 lie beyond 24 IMPs per board, which is impossible"
    )
    assert (fault.warning, fault.hint) == (False, hint)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("12 -9 0 -3", "2 of 4 scores of 2025-09-02 lie beyond 6 IMPs per board, which hardly occurs"),
        ("4 -3 0 -1", "all scores of 2025-09-02 are whole numbers, which IMPs per board are not"),
    ],
)
def test_a_close_session_may_be_of_totals_too(scores: str, message: str) -> None:
    players = "A a b", "A c d", "A e f", "A g h"
    inputs = of_butler(*(f"{pair} {score}" for pair, score in zip(players, scores.split(), strict=True)))
    assert doubted(inputs) == at(2, "score", message)


def test_a_session_is_not_entered_twice() -> None:
    again = session(PairsLine, evening(2), *FOUR)
    message = "4 of 4 results of 2025-09-09 are also those of 2025-09-02, from 2025-09-02.csv:2 on"
    doubts = doubted(of_pairs(pairs=[*session(PairsLine, FIRST, *FOUR), *again]))
    assert doubts == [("2025-09-09.csv:2", "date", message)]


def test_a_line_has_two_pairs() -> None:
    doubts = doubted(of_pairs(*FOUR[:3], "B g h 42.5"))
    assert doubts == at(5, "line", "line B of 2025-09-02 has one pair")


def test_a_group_has_several_lines() -> None:
    rows = ["A a b 60", "A c d 40", "B e f 55", "B g h 45"]
    doubts = doubted(of_pairs(*(f"{row} {group}" for row, group in zip(rows, "xxyy", strict=True))))
    assert [message for *_, message in doubts] == [
        "group 'x' of 2025-09-02 has line A alone",
        "group 'y' of 2025-09-02 has line B alone",
    ]
    assert doubted(of_pairs(*(f"{row} {group}" for row, group in zip(rows, "aabb", strict=True)))) == []


def sitting(number: int, team: str, opponent: str, points: float | None, line: int) -> Sitting:
    return Sitting(FIRST, number, team, opponent, points, f"teams.csv:{line}")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(1, "Reds", "Blacks", 12.0), (1, "Blacks", "Reds", 8.0)], []),
        ([(1, "Reds", "Blacks", 12.0), (2, "Blacks", "Reds", 8.0)], []),
        ([(1, "Reds", "Blacks", None), (1, "Blacks", "Reds", None)], []),
        (
            [(1, "Reds", "Blacks", 12.0), (1, "Blacks", "Reds", 9.0)],
            [("vp", "the victory points are 21 together with those at teams.csv:3")],
        ),
        (
            [(1, "Reds", "Blacks", 12.0), (1, "Blacks", "Reds", 8.0), (2, "Reds", "Blacks", 10.0)],
            [("opponent", "'Blacks' has no row against 'Reds' on 2025-09-02")],
        ),
    ],
)
def test_the_two_teams_of_a_match_say_the_same_of_it(
    rows: list[tuple[int, str, str, float | None]], expected: list[tuple[str, str]]
) -> None:
    """Also in different sittings, where three teams play in a triangle."""
    sittings = [sitting(*row, line) for line, row in enumerate(rows, 2)]
    doubts = doubted(Inputs(EIGHT, [SEASON], teams=sittings, lineups=[REDS, BLACKS]))
    assert [(column, message) for _, column, message in doubts] == expected


def test_a_name_that_is_misspelt_is_told_once() -> None:
    """And not that the team of that name does not play."""
    blacks = BLACKS.replace(team="Blakcs")
    rows = [sitting(1, "Reds", "Blacks", 12.0, 2), sitting(1, "Blacks", "Reds", 8.0, 3)]
    inputs = Inputs(EIGHT, [SEASON], teams=rows, lineups=[REDS, blacks])
    assert told(inputs) == [("teams.csv:2", "opponent", "there is no line-up of 'Blacks' on 2025-09-02")]
    (fault,) = check(nbb, inputs, OPTIONS)
    assert fault.hint == "did you mean 'Blakcs'?"


def test_the_scores_that_are_missing_are_told_once() -> None:
    assert told(of_pairs(FOUR[0], *(f"{row[:5]} -" for row in FOUR[1:]))) == at(
        3, "score", "other scores of 2025-09-02 are known, and 3 are blank"
    )


def test_a_session_of_two_forms_is_told_once() -> None:
    butler = session(ButlerLine, FIRST, "A a b 1", "A c d -1")
    assert [message for *_, message in told(of_pairs(*FOUR, butler=butler))] == [
        "2025-09-02 is played as pairs already: 2025-09-02.csv:2"
    ]


def test_a_season_lasts_about_a_year() -> None:
    long = Season("2025", date(2025, 9, 1), date(2052, 8, 31), "seasons.csv:2")
    assert doubted(Inputs(EIGHT, [long])) == [("seasons.csv:2", "end", "season 2025 lasts 9861 days")]


def test_two_partnerships_have_not_the_same_players() -> None:
    rows = [Partnership("ab", "a", "b", source="p.csv:2"), Partnership("ba", "b", "a", source="p.csv:3")]
    message = "p.csv:2 has the same players"
    assert doubted(Inputs(EIGHT, [SEASON], partnerships=rows)) == [("p.csv:3", "partnership", message)]


@pytest.mark.parametrize("ranking", [20.0, 40.0, 100.0, 120.0])
def test_a_ranking_is_on_the_scale_of_the_lines(ranking: float) -> None:
    """Three lines are worth 40 to 100 points; half a line more or less is ordinary."""
    rows = [Substitute("2025", "a", ranking, "substitutes.csv:2")]
    assert doubted(Inputs(EIGHT, [SEASON], substitutes=rows), start_ranking=ranking) == []


def test_a_ranking_on_another_scale_is_told() -> None:
    message = "the ranking lies far from the points of the lines, which are 40 to 100"
    rows = [Substitute("2025", "a", 7.5, "substitutes.csv:2")]
    assert doubted(Inputs(EIGHT, [SEASON], substitutes=rows)) == [("substitutes.csv:2", "ranking", message)]
    players = [player.replace(ranking=1600.0, source="players.csv:2") for player in EIGHT]
    assert [warning[2] for warning in doubted(Inputs(players, [SEASON]))] == [
        "8 of 8 rankings lie far from the points of the lines, which are 40 to 100"
    ]
    given = Options(lines=3, start_ranking=1600.0)
    (fault,) = check(nbb, Inputs(EIGHT, [SEASON]), given)
    assert (fault.row, fault.column, fault.message) == (given, "start_ranking", message)


def test_a_row_says_when_it_is_played_and_whether_it_was() -> None:
    played, drawn = session(PairsLine, FIRST, "A a b 50", "A c d -")
    points, none = sitting(1, "Reds", "Blacks", 12.0, 2), sitting(2, "Reds", "Blacks", None, 3)
    inputs = Inputs(EIGHT, [SEASON], pairs=[played, drawn], teams=[points, none], lineups=[REDS])
    assert list(nbb.event_dates(inputs)) == [
        EventDate(played, "date", FIRST, is_played=True),
        EventDate(drawn, "date", FIRST, is_played=False),
        EventDate(points, "date", FIRST, is_played=True),
        EventDate(none, "date", FIRST, is_played=False),
        EventDate(REDS, "date", FIRST, is_played=False),
    ]
