"""KeizerForClubs: its database is read, and nothing in it is run."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from documents import rows, verdicts
from hypothesis import given
from hypothesis import strategies as st
from sites import limit

from sitegen.importing.kinds.keizer import _SETTINGS as SHIPPED
from sitegen.importing.kinds.keizer import fits, read
from sitegen.importing.source import SourceError, SourceFile
from sitegen.systems.keizer.tables import Options, parse_amount

pytestmark = pytest.mark.slow

PLAYER = """CREATE TABLE Player (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(30) NOT NULL,
 rating INTEGER(4) NOT NULL, rank INTEGER(3) NOT NULL, state INTEGER(2), Keizer_SumPts FLOAT)"""
PAIRING = """CREATE TABLE Pairing (Rnd INTEGER NOT NULL, board INTEGER NOT NULL, PID_W INTEGER NOT NULL,
 PID_B INTEGER NOT NULL, Result INTEGER(2), Pts_W FLOAT, Pts_B FLOAT)"""
PLAYERS = [(1, "Smit, Anneke", 1900), (2, "Jan de Vries", 1700), (3, "Piet", 0), (7, "Müller", 1500)]
PAIRINGS = [
    *((1, 1, 1, 2, 1), (1, 2, 7, 3, 2), (2, 1, 2, 1, 3)),
    *((2, 100, 3, -1, 4), (2, 101, 7, -1, 6), (3, 100, 7, -1, 7), (3, 101, 3, -1, 5)),
    *((3, 1, 1, 2, 8), (4, 1, 1, 7, 9), (4, 2, 2, 3, 10)),
]


def database(
    *more: str, pairings: object = PAIRINGS, tables: tuple[str, ...] = (PLAYER, PAIRING)
) -> SourceFile:
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in tables:
            made.execute(statement)
        if tables == (PLAYER, PAIRING):
            rows = [(*row, at, 1) for at, row in enumerate(PLAYERS)]
            made.executemany(
                "INSERT INTO Player (id, name, rating, rank, state) VALUES (?, ?, ?, ?, ?)", rows
            )
            made.executemany("INSERT INTO Pairing VALUES (?, ?, ?, ?, ?, 0, 0)", pairings)
        for statement in more:
            made.execute(statement)
        made.commit()
        return SourceFile("x.s3db", made.serialize())


def test_pairings_are_games_forfeits_and_absences() -> None:
    assert fits(database())
    document = read(database(pairings=[*PAIRINGS, (5, 1, 1, 2, 11)]))
    assert [row[1:6] for row in rows(document, "games")] == [
        ("1", "1", "Smit, Anneke", "Jan de Vries", "1-0"),
        ("1", "2", "Müller", "Piet", "½-½"),
        ("2", "1", "Jan de Vries", "Smit, Anneke", "0-1"),
    ]
    assert [row[5] for row in rows(document, "forfeits")] == ["1-0f", "0-1f", "0-0f"]
    assert [row[1:6] for row in rows(document, "pending")] == [("5", "1", "Smit, Anneke", "Jan de Vries", "")]
    assert rows(document, "absences") == [
        ("2", "Piet", "odd"),
        ("2", "Müller", "absent"),
        ("3", "Müller", "no-show"),
        ("3", "Piet", "club"),
    ]
    assert rows(document, "players")[1:3] == [
        ("2", "Jan de Vries", "1700", "", ""),
        ("3", "Piet", "", "", ""),
    ]
    assert document.tables[1].rows[2].place == "Pairing, row 3"


@pytest.mark.parametrize(
    ("pairing", "word", "code"),
    [
        ((5, 1, 1, 2, 0), "left", "game-to-come"),
        ((5, 1, 1, 2, None), "left", "game-to-come"),
        ((5, 1, 1, -1, 12), "left", "not-yet-a-player"),
        ((5, 1, 1, 99, 1), "doubtful", "no-such-number"),
        ((5, 1, 99, -1, 6), "doubtful", "no-such-number"),
        ((5, 1, 1, 2, 77), "refused", "mark-not-read"),
        ((5, 1, 1, 2, "x"), "refused", "mark-not-read"),
    ],
)
def test_what_is_no_certain_game_is_told(pairing: tuple[object, ...], word: str, code: str) -> None:
    document = read(database(pairings=[*PAIRINGS, pairing]))
    assert verdicts(document) == [("Pairing, row 11", word, code)]


def test_who_withdrew_has_a_last_round_and_who_came_later_a_first_one() -> None:
    """State 9 of the program; a round of result 12 is one before the player came."""
    withdrawn = "UPDATE Player SET state = 9 WHERE id = 7"
    later = "UPDATE Pairing SET Result = 12 WHERE PID_W = 3 AND Rnd < 4"
    document = read(database(withdrawn, later, "DELETE FROM Pairing WHERE PID_B = 3 AND Rnd < 4"))
    assert [row[1:] for row in rows(document, "players")] == [
        ("Smit, Anneke", "1900", "", ""),
        ("Jan de Vries", "1700", "", ""),
        ("Piet", "", "4", ""),
        ("Müller", "1500", "2", "4"),
    ]
    never = "DELETE FROM Pairing WHERE 7 IN (PID_W, PID_B)"
    assert verdicts(read(database(withdrawn, never)))[0] == ("Player, id 7", "left", "retired-player")


SETTINGS = "CREATE TABLE ConfigTab (CfgKey VARCHAR(20), CfgText VARCHAR(5), CfgValue FLOAT)"


def settings(numbers: Mapping[str, float]) -> tuple[str, ...]:
    rows = ", ".join(f"('{key}', NULL, {number})" for key, number in numbers.items())
    return SETTINGS, f"INSERT INTO ConfigTab VALUES {rows}"  # noqa: S608 - ours


def test_its_settings_are_told_as_options_of_a_ranking() -> None:
    shipped = {str(key): shipped for key, (_, _, shipped) in SHIPPED.items()}
    start = "its settings are no rows: for the same scores write under [ranking.options] in sitegen.toml "
    assert [*map(str, read(database()).notes)] == [f'{start}like = "kfc"']
    assert [*map(str, read(database(*settings(shipped))).notes)] == [f'{start}like = "kfc"']
    other = {"BONUS.Unexcused": 35, "OPTION.RatioFirst2Last": 2.5, "OPTION.GameRepeat": 4}
    more = {"OPTION.DecayBonus": 1, "OPTION.DecayPrevRound": 1, "BONUS.Verlust": 2.5, "OPTION.Html": 1}
    assert [*map(str, read(database(*settings({**other, **more}))).notes)] == [
        f'{start}like = "kfc"; unexcused = "0.35"; consolation = "0.025"; ratio = 2.5; decay = true',
        "a setting that does not exist here: the own value counts less from round to round",
    ]
    words = "INSERT INTO ConfigTab VALUES ('BONUS.Excused', 'x', 'much'), (NULL, NULL, NULL)"
    assert len(read(database(SETTINGS, words)).notes) == 1


def test_the_settings_that_it_ships_are_those_of_the_preset() -> None:
    preset = Options(like="kfc")
    for option, written, shipped in SHIPPED.values():
        setting = preset.decay if option == "decay" else preset.get(option)
        number = float(parse_amount(setting).number * 100) if "share" in written else float(setting)
        assert number == pytest.approx(shipped), option


ENDLESS = "WITH RECURSIVE n(Rnd) AS (SELECT 1 UNION ALL SELECT Rnd + 1 FROM n) SELECT Rnd FROM n"
VIEW = f"CREATE VIEW Pairing AS {ENDLESS}"
GENERATED = "CREATE TABLE Pairing (Rnd, board, PID_W, PID_B, Result AS (length(hex(zeroblob(1000000)))))"


@pytest.mark.parametrize(
    "bad", [VIEW, GENERATED, "CREATE TABLE Pairing (Rnd, board)", "CREATE TABLE Other (PID_W)"]
)
def test_a_schema_of_another_sort_is_refused(bad: str) -> None:
    file = database(
        "INSERT INTO Pairing DEFAULT VALUES" if bad == GENERATED else "SELECT 1", tables=(PLAYER, bad)
    )
    with pytest.raises(SourceError):
        read(file)


def test_a_trigger_and_an_index_are_nothing_to_it() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON Player BEGIN DELETE FROM Pairing; END"
    assert len(rows(read(database(trigger, "CREATE INDEX i ON Pairing (Rnd)")), "games")) == 3


def test_a_database_with_a_journal_beside_it_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.s3db"
    path.write_bytes(database().data)
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode = WAL")
    assert len(rows(read(SourceFile("x", path.read_bytes())), "games")) == 3
    assert [file.name for file in tmp_path.iterdir()] == ["x.s3db"]


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", b"Pairing PID_W", b"PK\3\4"])
def test_other_files_are_not_taken_for_a_competition(data: bytes) -> None:
    assert not fits(SourceFile("x", data))


def test_five_thousand_games_take_no_time() -> None:
    file = database(pairings=[(number, 1, 1, 2, 1) for number in range(5000)])
    with limit(20):
        assert len(rows(read(file), "games")) == 5000


DATA = database().data


@given(st.integers(0, len(DATA) - 1), st.binary(min_size=1, max_size=8))
def test_damage_raises_nothing_else(at: int, new: bytes) -> None:
    damaged = SourceFile("x", DATA[:at] + new + DATA[at + len(new) :])
    fits(damaged)
    try:
        read(damaged)
    except SourceError:
        return


@given(st.integers(0, len(DATA)))
def test_a_file_cut_short_raises_nothing_else(at: int) -> None:
    try:
        read(SourceFile("x", DATA[:at]))
    except SourceError:
        return
