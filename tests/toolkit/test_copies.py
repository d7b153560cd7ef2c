"""An evening that was entered again: under another date, in another file, or with the sides exchanged."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Match
from sitegen.toolkit import duel
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.duel import Game

DAY = date(2026, 2, 5)
NEXT, WEEK = DAY + timedelta(days=1), DAY + timedelta(weeks=1)
EVENING = ["a b 1-0", "c d 0-1", "e f ½-½", "g h 1-0", "i j 0-1", "k l 1-0"]
(RULE,) = (rule for rule in duel.RULES if isinstance(rule, CopiedEvening))
MIRRORED = {"1-0": "0-1", "0-1": "1-0", "½-½": "½-½"}


def exchange(game: str) -> str:
    home, away, result = game.split()
    return f"{away} {home} {MIRRORED[result]}"


def list_rows(
    day: date, games: Sequence[str], path: str = "games.csv", line: int = 2, event: str = ""
) -> list[Game]:
    cells = [game.split() for game in games]
    return [
        Game(day, home, away, result, event=event, source=f"{path}:{line + place}")
        for place, (home, away, result) in enumerate(cells)
    ]


def find(*evenings: Sequence[Game]) -> list[tuple[str, str]]:
    """Return where something is told, and its code."""
    faults = RULE.find_faults(SimpleNamespace(games=[game for rows in evenings for game in rows]))
    return [(fault.row.source, fault.message.code) for fault in faults]


@pytest.mark.parametrize("day", [NEXT, DAY - timedelta(days=2), WEEK, DAY + timedelta(days=366)])
def test_the_same_evening_of_another_day_is_told_once(day: date) -> None:
    again = list_rows(day, EVENING, "again.csv")
    first = list_rows(DAY, EVENING)
    later = first if day < DAY else again
    assert find(first, again) == [(later[0].source, "evening-copied")]
    assert find(first, list_rows(day, [*map(exchange, EVENING)], "again.csv")) == [
        (later[0].source, "evening-copied")
    ]


def test_a_part_of_an_evening_of_the_day_before_is_told() -> None:
    others = ["a c 1-0", "b d 1-0", "e g 0-1", "f h 0-1"]
    assert find(list_rows(DAY, EVENING), list_rows(NEXT, [*others, *EVENING[:4]], "n.csv")) == [
        ("n.csv:2", "evening-copied")
    ]
    assert find(list_rows(DAY, EVENING), list_rows(NEXT, [*others, *EVENING[:3]], "n.csv")) == []


def test_a_row_that_contradicts_the_copy_is_named() -> None:
    changed = [*EVENING[:3], "g h 0-1", *EVENING[4:]]
    told = find(list_rows(DAY, EVENING), list_rows(NEXT, changed, "n.csv"))
    assert told == [("n.csv:2", "evening-copied"), ("n.csv:5", "evening-differs")]


def test_the_same_evening_in_another_file_with_the_sides_exchanged_is_told() -> None:
    exchanged = [*map(exchange, EVENING)]
    told = [("n.csv:2", "evening-exchanged")]
    assert find(list_rows(DAY, EVENING), list_rows(DAY, exchanged, "n.csv")) == told
    assert find(list_rows(DAY, EVENING), list_rows(DAY, exchanged[::-1], "n.csv")) == told
    assert find(list_rows(DAY, [*EVENING, *exchanged])) == [("games.csv:8", "evening-exchanged")]


def test_three_games_are_enough_where_they_are_a_whole_evening_of_the_day_before() -> None:
    first = list_rows(DAY, EVENING)
    assert find(first, list_rows(NEXT, EVENING[:3], "n.csv")) == [("n.csv:2", "evening-copied")]
    assert find(first, list_rows(NEXT + timedelta(days=2), EVENING[:3], "n.csv")) == []
    exchanged = [*map(exchange, EVENING[:3])]
    assert find(first, list_rows(DAY, exchanged, "n.csv")) == [("n.csv:2", "evening-exchanged")]


def test_rows_that_are_the_same_are_left_to_the_reader() -> None:
    partly = [*EVENING[:2], *map(exchange, EVENING[2:])]
    assert find(list_rows(DAY, EVENING), list_rows(DAY, EVENING, "n.csv")) == []
    (told,) = RULE.find_faults(
        SimpleNamespace(games=[*list_rows(DAY, EVENING), *list_rows(DAY, partly, "n.csv")])
    )
    assert told.message.params["number"] == 4


def test_who_usually_play_two_games_with_the_sides_exchanged_may_end_alike() -> None:
    """Six boards of two teams, on many evenings; on one of them each board has the same winner twice."""
    others = []
    for week in (1, 2):
        boards = [f"{home} {'bdfhjl'[(place + week) % 6]} 1-0" for place, home in enumerate("acegik")]
        again = [f"{board[2]} {board[0]} {'1-0' if board[0] in 'ace' else '0-1'}" for board in boards]
        others += [list_rows(DAY - timedelta(weeks=week), [*boards, *again], f"{week}.csv")]
    assert find(*others, list_rows(DAY, [*EVENING, *map(exchange, EVENING)])) == []


def test_what_the_club_calls_otherwise_was_played_twice() -> None:
    first = list_rows(DAY, EVENING, event="first")
    exchanged = [*map(exchange, EVENING)]
    assert find(first, list_rows(NEXT, EVENING, "n.csv", event="second")) == []
    assert find(first, list_rows(DAY, exchanged, line=8, event="second")) == []


@given(
    st.lists(st.sampled_from([*MIRRORED]), min_size=6, max_size=6),
    st.lists(st.sampled_from([*MIRRORED]), min_size=6, max_size=6),
    st.permutations([*combinations("abcd", 2)]),
)
def test_a_group_that_meets_every_week_is_never_told(
    results: list[str], later: list[str], pairs: list[tuple[str, str]]
) -> None:
    """Four players have six games, and may well have the same results again."""
    evenings = [
        list_rows(
            day, [f"{a} {b} {result}" for (a, b), result in zip(pairs, ended, strict=True)], f"{day}.csv"
        )
        for day, ended in ((DAY, results), (WEEK, later), (WEEK + timedelta(weeks=1), results))
    ]
    assert find(*evenings) == []


def test_matches_at_backgammon_are_compared_too() -> None:
    (rule,) = (rule for rule in fibs.rules if isinstance(rule, CopiedEvening))
    rows = [
        Match(day, winner, loser, 7, None, source=f"{day}.csv:{line}")
        for day in (DAY, NEXT)
        for line, (winner, loser) in enumerate(("ab", "cd", "ef", "gh"), 2)
    ]
    (fault,) = rule.find_faults(SimpleNamespace(matches=rows))
    assert fault.row is rows[4]
