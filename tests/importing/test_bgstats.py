"""Exports of BG Stats, written here as the program writes them, and exports that are broken or hostile."""

import json
from itertools import count
from typing import Any

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.importing.answers import Additions
from sitegen.importing.holdings import CurrentRow
from sitegen.importing.kinds import bgstats
from sitegen.importing.record import Record
from sitegen.importing.source import Document, SourceError, SourceFile
from sitegen.systems.ludo.checks.seating import are_places_valid

pytestmark = pytest.mark.slow

NAMES = ["An Aa", "Bo Bb", "Cas Cc", "Do Dd", "Eva Ee"]
_numbers = count()


def sitter(player: int, score: object = None, **changes: object) -> dict[str, Any]:
    """A player at a play: the seat says nothing of the place."""
    usual = {
        "winner": False,
        "newPlayer": False,
        "startPlayer": player == 1,
        "rank": 0,
        "seatOrder": 9 - player,
    }
    return usual | {"playerRefId": player, "score": score, "role": ""} | changes


def play(*sitters: dict[str, Any], **changes: object) -> dict[str, Any]:
    usual = {
        "uuid": f"00000000-{next(_numbers):04d}",
        "playDate": "2026-02-05 20:11:00",
        "usesTeams": False,
        "durationMin": 45,
        "ignored": False,
        "manualWinner": False,
        "rounds": 0,
        "bggId": 424242,
        "locationRefId": 7,
        "gameRefId": 1,
        "board": "Europe",
        "comments": "Bo was furious",
        "scoringSetting": 0,
    }
    return usual | {"playerScores": [*sitters]} | changes


def game(number: int, name: str, **changes: object) -> dict[str, Any]:
    usual = {"id": number, "name": name, "cooperative": False, "highestWins": True, "noPoints": False}
    return usual | {"usesTeams": False, "bggId": 13} | changes


GAMES = [
    game(1, "Ticket to Ride"),
    game(2, "Golf", highestWins=False),
    game(3, "Pandemic", cooperative=True),
]


def export(*plays: object, **changes: object) -> SourceFile:
    players = [
        {"id": number, "name": name, "isAnonymous": False, "bggUsername": "an_1", "metaData": '{"isNpc":0}'}
        for number, name in enumerate(NAMES, 1)
    ]
    players += [
        {"id": 8, "name": "Anonymous player", "isAnonymous": True},
        {"id": 9, "name": "Automa", "isAnonymous": False, "metaData": '{"isNpc":1}'},
    ]
    data = {
        "players": players,
        "locations": [{"id": 7, "name": "Clubhuis"}],
        "games": GAMES,
        "plays": [*plays],
        "userInfo": {"meRefId": 1, "cloudEmail": "an@club.invalid"},
    }
    return SourceFile("diary.json", json.dumps(data | changes).encode())


def read(*plays: object, **changes: object) -> Document:
    file = export(*plays, **changes)
    assert bgstats.fits(file)
    return bgstats.read(file)


def cells(document: Document) -> list[dict[str, str]]:
    (table,) = document.tables
    return [dict(zip(table.header, (cell.text for cell in row.cells), strict=True)) for row in table.rows]


def places(document: Document) -> list[str]:
    return [row["place"] for row in cells(document)]


def verdicts(document: Document) -> list[str]:
    rows = document.tables[0].rows
    return [f"{row.verdict.status} {row.verdict.reason.code}" if row.verdict else "" for row in rows]


def test_a_row_a_player() -> None:
    document = read(play(sitter(1, "87"), sitter(2, "101", winner=True), uuid="ABC"))
    assert cells(document)[0] == {
        "date": "2026-02-05",
        "play": "ABC",
        "game": "Ticket to Ride",
        "player": "An Aa",
        "place": "2",
        "score": "87",
    }
    assert document.tables[0].rows[1].place == "plays[0].playerScores[1]"
    said = str(document)
    assert not any(word in said for word in ("furious", "424242", "an_1", "club.invalid"))


def test_ranks_go_before_scores_and_seats_say_nothing() -> None:
    document = read(
        play(*(sitter(n, "50", rank=rank, winner=rank == 1) for n, rank in enumerate((2, 3, 1), 1)))
    )
    assert places(document) == ["2", "3", "1"]


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [([1, 2, 2, 3], "1 2 2 4"), ([2, 2, 2, 1], "2 2 2 1"), ([1, 1, 2], "1 1 3"), ([1, 2, 2, 4], "1 2 2 4")],
)
def test_shared_ranks_are_places_as_a_table_counts_them(ranks: list[int], expected: str) -> None:
    document = read(play(*(sitter(n, rank=rank, winner=rank == 1) for n, rank in enumerate(ranks, 1))))
    assert places(document) == expected.split()
    assert not any(verdicts(document))


@pytest.mark.parametrize(
    ("scores", "winners", "changes", "expected"),
    [
        (["12", "30", "12", "5"], [1], {}, "2 1 2 4"),
        (["12", "30", "12", "5"], [3], {"gameRefId": 2}, "2 4 2 1"),
        (["12", "30"], [0], {"scoringSetting": 2}, "1 2"),
        (["12", "30"], [1], {"gameRefId": 2, "scoringSetting": 1}, "2 1"),
        (["16", "16", "13"], [1], {}, "2 1 3"),
        (["16", "16", "13"], [0, 1], {}, "1 1 3"),
        (["-5", "3"], [1], {}, "2 1"),
        (["12+3", "8-3+1"], [0], {}, "1 2"),
        ([7.5, 8], [1], {}, "2 1"),
    ],
)
def test_places_out_of_scores(
    scores: list[object], winners: list[int], changes: dict[str, object], expected: str
) -> None:
    sitters = [sitter(n + 1, score, winner=n in winners) for n, score in enumerate(scores)]
    document = read(play(*sitters, **changes))
    assert places(document) == expected.split()
    assert not any(verdicts(document))


@pytest.mark.parametrize(
    ("winners", "players", "expected", "verdict"),
    [
        ([1], 2, "2 1", ""),
        ([0, 1], 3, "1 1 3", ""),
        ([1], 3, " 1 ", "doubtful place-rest-unknown"),
        ([], 2, " ", "doubtful place-unknown"),
    ],
)
def test_places_out_of_winners(winners: list[int], players: int, expected: str, verdict: str) -> None:
    document = read(play(*(sitter(n + 1, "", winner=n in winners) for n in range(players))))
    assert places(document) == expected.split(" ")
    assert verdicts(document) == [verdict] * players


def test_sums_are_added_up() -> None:
    document = read(play(sitter(1, "12+3", winner=True), sitter(2, "4+"), sitter(3, "8-3-9")))
    assert [row["score"] for row in cells(document)] == ["15", "4", "-4"]


TWO = (sitter(1, "8", winner=True), sitter(2, "3"))


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        (play(*TWO, ignored=True), "left play-ignored"),
        (play(*TWO, gameRefId=3), "left play-cooperative"),
        (play(*TWO, scoringSetting=6), "left play-cooperative"),
        (play(*TWO, usesTeams=True), "left play-teams"),
        (play(*TWO, uuid="GONE"), "left play-deleted"),
        (play(TWO[0]), "left play-alone"),
        (play(), "doubtful play-without-players"),
        (play(*TWO, playDate="yesterday"), "doubtful play-without-day"),
        (play(*TWO, gameRefId=77), "doubtful play-without-game"),
        (play(TWO[0], sitter(77, "3")), "doubtful play-player-unnamed"),
        (play(TWO[0], sitter(8, "3")), "doubtful play-anonymous"),
        (play(TWO[0], sitter(9, "3")), "doubtful play-anonymous"),
        (play(TWO[0], sitter(1, "3")), "doubtful play-player-twice"),
        (play(TWO[0], sitter(2, "lots")), "doubtful play-score-unreadable"),
        (play(TWO[0], sitter(2, "3+--1")), "doubtful play-score-unreadable"),
        (play(TWO[0], sitter(2, "")), "doubtful place-score-missing"),
        (play(sitter(1, "8"), sitter(2, "9", winner=True), gameRefId=2), "doubtful place-winner-not-best"),
        (play(sitter(1, "8"), sitter(2, "9")), "doubtful place-no-winner"),
        (play(sitter(1, rank=1), sitter(2)), "doubtful place-rank-missing"),
        (play(sitter(1, rank=1), sitter(2, rank=2, winner=True)), "doubtful place-winner-not-first"),
        ("a play", "doubtful play-without-players"),
    ],
)
def test_what_is_no_table_of_a_circuit(written: object, verdict: str) -> None:
    gone = [{"uuid": "gone", "objectType": "Play"}, {"uuid": "gone", "objectType": "Game"}]
    assert {*verdicts(read(written, deletedObjects=gone))} == {verdict}


def test_what_holds_of_many_plays_is_told_once() -> None:
    below = [play(sitter(1, "-5"), sitter(2, "3", winner=True)) for _ in range(4)]
    lowest = [play(sitter(1, "5", winner=True), sitter(2, "31"), gameRefId=2) for _ in range(2)]
    left = [play(sitter(1, "-5"), sitter(2, "3"), ignored=True)]
    notes = read(*below, *lowest, *left).notes
    assert [(note.code, note.params["number"]) for note in notes] == [
        ("plays-negative", 4),
        ("plays-reversed", 2),
    ]


@pytest.mark.parametrize(
    "text", ['{"plays": [', '{"plays": {}}', '{"plays": []}', "[1]", '{"plays":' + "[" * 100_000]
)
def test_a_broken_export_is_refused(text: str) -> None:
    with pytest.raises(SourceError):
        bgstats.read(SourceFile("diary.json", text.encode()))


@pytest.mark.parametrize("data", [b"", b"[]", b'{"plays": []}', b'<plays "players" "games">', b"\0\xff"])
def test_other_files_are_none(data: bytes) -> None:
    assert not bgstats.fits(SourceFile("BGStatsExport.json", data))


def test_thousands_of_plays() -> None:
    file = export(*(play(*(sitter(n, str(n * 3), winner=n == 5) for n in range(1, 6))) for _ in range(3000)))
    with limit(20):
        document = bgstats.read(file)
    assert len(document.tables[0].rows) == 15_000


def assign(answers: dict[str, Any], *people: str) -> tuple[list[str], list[str]]:
    """Return the rounds of plays of a day by these people, and what is asked."""
    records = [
        Record("diary", "", "results", cells={"date": "2026-02-05", "table": str(at), "player": person})
        for at, names in enumerate(people, 1)
        for person in names
    ]
    held, additions = (
        CurrentRow("tournaments", "", 1, {"date": "2026-02-05", "tournament": "feb"}),
        Additions(),
    )
    bgstats.assign_rounds(records, [held], answers, additions)
    rounds = {record.cells["table"]: record.cells.get("round", "") for record in records}
    return [*rounds.values()], additions.lines.get("plays", [])


def test_rounds_follow_from_the_order_of_play_and_one_question_agrees_to_them() -> None:
    rounds, questions = assign({}, "abc", "def", "adx", "bce")
    assert (rounds, len(questions)) == (["1", "1", "", "2"], 1)
    assert assign({"rounds": True}, "abc", "def", "adx", "bcy", "abc") == (["1", "1", "2", "2", "3"], [])
    assert assign({"rounds": False}, "ab", "ax")[0] == ["1", ""]


@given(st.lists(st.tuples(st.integers(-50, 50), st.booleans()), min_size=2, max_size=5), st.booleans())
def test_a_table_is_ordered_as_its_scores(sitters: list[tuple[int, bool]], is_reversed: bool) -> None:
    """Where places are sure, a better score has the better place, and one is first."""
    people = [sitter(n, str(score), winner=won) for n, (score, won) in enumerate(sitters, 1)]
    document = read(play(*people, gameRefId=2 if is_reversed else 1))
    if any(verdicts(document)):
        return
    found = [int(place) for place in places(document)]
    assert are_places_valid([float(place) for place in found])
    for (score, _), place in zip(sitters, found, strict=True):
        better = [other for other, _ in sitters if (other < score if is_reversed else other > score)]
        assert place > len(better)
        assert place <= len(better) + [other for other, _ in sitters].count(score)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    (None, True, 0, -1, 1e300, float("nan"), 10**30, "", "9" * 400, "x", [], [[]], [{}], {})
)


@times(2)
@given(st.data())
def test_random_damage(data: st.DataObject) -> None:
    """Whatever stands in the file, it is read or refused, and every play and every player of one is a row."""
    plays = [play(*map(dict, TWO)) for _ in "ab"]
    targets = [*plays, *plays[0]["playerScores"]]
    for _ in range(data.draw(st.integers(1, 4))):
        where: dict[str, Any] = data.draw(st.sampled_from(targets))
        where[data.draw(st.sampled_from([*where]))] = data.draw(VALUES)
    tables = {name: data.draw(VALUES) for name in data.draw(st.sets(st.sampled_from(("games", "players"))))}
    document = bgstats.read(export(*plays, **tables))
    held = [play["playerScores"] for play in plays]
    expected = [
        max(1, sum(isinstance(value, dict) for value in some)) if isinstance(some, list) else 1
        for some in held
    ]
    assert len(document.tables[0].rows) == sum(expected)
