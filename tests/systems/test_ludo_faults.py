"""What is wrong with the tables of a circuit, and where that is told."""

from pathlib import Path
from typing import Any

import pytest
from circuits import inputs, players, table, told, tournament
from files import check

from sitegen.inputs.config import settings
from sitegen.systems import ludo
from sitegen.systems.ludo.tables import Club, Options, Tournament


def places(*written: str) -> list[tuple[str, str, str]]:
    rows = (f"{name} {place}" for name, place in zip("abcdefgh", written, strict=False))
    return told(inputs([table("spring 1 A", *rows)]))


@pytest.mark.parametrize(
    "written",
    [
        "1 2 3 4", "1 2 2 4", "1 2.5 2.5 4", "4 2 1 2", "1 1", "1.5 1.5", "1 1 1", "2 2 2",
        "1.999 1.999 1.999", "1.999 1.999 1.999 4 5", "1 1 1 4 4", "1.999 1.999 1.999 4 4", "2 2 2 4.5 4.5",
        "1 2 2 2 5", "1 3 3 3 5", "2.5 2.5 2.5 2.5",
    ],
)  # fmt: skip
def test_both_ways_to_write_places_fit(written: str) -> None:
    assert places(*written.split()) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1 2 2 3", "1, 2, 2, 3, where they would be 1, 2, 2, 4 or 1, 2.5, 2.5, 4"),
        ("1 2 4", "1, 2, 4, where they would be 1, 2, 3"),
        ("2 3", "2, 3, where they would be 1, 2"),
        ("1 1 2", "1, 1, 2, where they would be 1, 1, 3 or 1.5, 1.5, 3"),
        ("1.5 1.5 3 3", "1.5, 1.5, 3, 3, where they would be 1, 1, 3, 3 or 1.5, 1.5, 3.5, 3.5"),
        ("1 1 3.5 3.5", "1, 1, 3.5, 3.5, where they would be 1, 1, 3, 3 or 1.5, 1.5, 3.5, 3.5"),
        ("1 1.999 3", "1, 1.999, 3, where they would be 1, 2, 3"),
        ("1.999 1.999", "1.999, 1.999, where they would be 1, 1 or 1.5, 1.5"),
        ("1.999 1.999 3", "1.999, 1.999, 3, where they would be 1, 1, 3 or 1.5, 1.5, 3"),
        ("1 1.999 1.999 1.999", "1, 1.999, 1.999, 1.999, where they would be 1, 2, 2, 2 or 1, 3, 3, 3"),
    ],
)  # fmt: skip
def test_a_table_whose_places_fit_neither_way_is_an_error(written: str, expected: str) -> None:
    ((_, column, message),) = places(*written.split())
    assert (column, message) == ("place", f"the places of table A of round 1 of spring are {expected}")


def test_the_place_that_is_told_is_the_first_that_differs() -> None:
    ((source, _, _),) = places("1", "2", "2", "3")
    assert source == "results.csv:A4"


def test_a_table_has_two_players() -> None:
    assert told(inputs([table("spring 2 A", "a 1")])) == [
        ("results.csv:A1", "table", "nobody else is at table A of round 2 of spring")
    ]


def test_a_label_may_come_again_in_another_round_or_tournament() -> None:
    held = [tournament("spring", "2016-03-01"), tournament("autumn", "2016-10-01")]
    played = [table(f"{where} A", "a 1", "b 2") for where in ("spring 1", "spring 2", "autumn 1")]
    assert told(inputs(played, *held)) == []


def test_a_table_plays_one_game() -> None:
    rows = [*table("spring 1 A", "a 1", "b 2"), *table("spring 1 A", "c 3", game="Azul")]
    assert told(inputs([rows])) == [
        ("results.csv:A1", "game", "table A of round 1 of spring plays 'Catan': results.csv:A1")
    ]


def test_the_game_that_is_told_is_the_one_that_fewest_play() -> None:
    rows = [*table("spring 1 A", "a 1", game="Azul"), *table("spring 1 A", "b 2", "c 3")]
    assert [fault[2] for fault in told(inputs([rows]))] == [
        "table A of round 1 of spring plays 'Catan': results.csv:A1"
    ]


def test_two_tables_under_one_name_are_told_once() -> None:
    first, second = (table("spring 1 A", f"{x} 1", f"{y} 2", game=game) for x, y, game in ("abC", "cdD"))
    assert [fault[1] for fault in told(inputs([first + second]))] == ["game"]
    same = inputs([table("spring 1 A", "a 1", "b 2", "c 1", "d 2")])
    assert [fault.hint for fault in check(ludo, same, Options())] == [
        "if these are two tables, give each a name of its own"
    ]


def test_a_table_has_all_its_scores_or_none() -> None:
    assert told(inputs([table("spring 1 A", "a 1 9", "b 2", "c 3 0")])) == [
        (
            "results.csv:A2",
            "score",
            "other scores of table A of round 1 of spring are known, and this one is blank",
        )
    ]


def test_a_score_alone_at_its_table_is_told_and_not_all_others() -> None:
    assert told(inputs([table("spring 1 A", "a 1", "b 2 9", "c 3")])) == [
        (
            "results.csv:A2",
            "score",
            "other scores of table A of round 1 of spring are blank, and this one is 9",
        )
    ]


def test_a_score_below_nothing_says_to_leave_the_scores_of_the_table_blank() -> None:
    lost = table("spring 1 A", "a 1 4", "b 2 -22")[1]
    (fault,) = lost.find_faults()
    assert fault == (
        "score",
        "a score of -22, below 0, gives nobody a share of the points at the table",
        "leave the scores of this whole table blank: the places alone count then",
    )
    assert list(lost.replace(score=0.0).find_faults()) == list(lost.replace(score=None).find_faults()) == []


def test_results_are_those_of_a_tournament_which_is_told_once() -> None:
    tables = inputs([table("spirng 1 A", "a 1", "b 2")])
    assert told(tables) == [
        ("results.csv:A1", "tournament", "there is no tournament 'spirng', which is in 2 rows")
    ]
    assert [fault.hint for fault in check(ludo, tables, Options())] == ["did you mean 'spring'?"]


def test_a_tournament_in_many_rows_is_no_slip_of_the_pen() -> None:
    tables = inputs([table("spirng 1 A", "a 1", "b 2", "c 3", "d 4")])
    assert [fault.hint for fault in check(ludo, tables, Options())] == ["add it to tournaments.csv"]


def test_keys_of_tournaments_differ_in_more_than_capitals() -> None:
    held = [tournament("Gent", "2016-03-01"), tournament("gent", "2016-04-01")]
    message = "'gent' differs from 'Gent' in capitals alone: tournaments.csv:Gent"
    assert told(inputs([], *held)) == [("tournaments.csv:gent", "tournament", message)]


def test_a_year_has_one_final() -> None:
    held = [
        tournament("one", "2016-11-01", "final"),
        tournament("two", "2016-12-01", "final"),
        tournament("next", "2017-11-01", "final"),
    ]
    assert told(inputs([], *held)) == [
        ("tournaments.csv:two", "kind", "2016 has a final already: tournaments.csv:one")
    ]


def test_a_game_is_written_in_one_way() -> None:
    played = [
        table("spring 1 A", "a 1", "b 2", game="El Grande"),
        table("spring 1 B", "c 1", "d 2", game="el grande"),
        table("spring 1 C", "e 1", "f 2", game="El-Grandé!"),
        table("spring 1 D", "g 1", "h 2", game="Elgrande"),
    ]
    assert told(inputs(played)) == [
        ("results.csv:B1", "game", "'el grande' is written 'El Grande' at results.csv:A1"),
        ("results.csv:C1", "game", "'El-Grandé!' is written 'El Grande' at results.csv:A1"),
    ]


def test_a_game_has_a_letter_or_digit() -> None:
    assert {fault[2] for fault in told(inputs([table("spring 1 A", "a 1", "b 2", game="?!")]))} == {
        "'?!' has no letter or digit"
    }
    assert told(inputs([table("spring 1 A", "a 1", "b 2", game="将棋")])) == []


def test_a_club_is_written_in_one_way() -> None:
    everyone = players("abc", a="Ghent", b="GHENT", c="")
    everyone = [player.replace(source=f"players.csv:{player.id}") for player in everyone]
    assert told(inputs([], players=everyone, clubs=[Club("ghent", source="clubs.csv:2")])) == [
        ("players.csv:b", "club", "'GHENT' is written 'Ghent' at players.csv:a"),
        ("clubs.csv:2", "club", "'ghent' is written 'Ghent' at players.csv:a"),
    ]


def test_the_club_that_won_the_interclub_is_known() -> None:
    held = tournament("spring", "2016-03-12", interclub="Gent")
    tables = inputs([], held, players=players("a", a="Ghent"))
    assert told(tables) == [("tournaments.csv:spring", "interclub", "there is no club 'Gent'")]
    assert [fault.hint for fault in check(ludo, tables, Options())] == ["did you mean 'Ghent'?"]
    assert told(inputs([], held, players=players("a", a="Gent"))) == []


def test_a_home_base_of_nobody_is_a_warning() -> None:
    tables = inputs([], players=players("a", a="Ghent"), clubs=[Club("Gent", source="clubs.csv:2")])
    (fault,) = check(ludo, tables, Options())
    assert fault[1:] == ("club", "no player is of club 'Gent'", "did you mean 'Ghent'?", True, None)


def test_seats_of_a_game_that_was_never_played_are_a_warning() -> None:
    tables, given = (
        inputs([table("spring 1 A", "a 1", "b 2")]),
        Options(final_seats={"Cattan": 5, "catan": 3}),
    )
    (fault,) = check(ludo, tables, given)
    assert fault.row is given
    assert fault[1:] == ("final_seats", "'Cattan' was never played", "did you mean 'Catan'?", True, None)
    assert told(inputs([]), final_seats={"Cattan": 5}) == []


def test_seats_of_one_game_are_said_once() -> None:
    tables = inputs([table("spring 1 A", "a 1", "b 2")])
    assert told(tables, final_seats={"catan": 5, "Catan": 4}) == [
        ("options", "final_seats", "'Catan' and 'catan' are one game")
    ]


def said(row: Any) -> list[tuple[str, str]]:
    return [(column, message) for column, message, hint in row.find_faults() if hint]


def test_a_place_on_the_map_is_whole() -> None:
    held: Tournament = tournament("spring", "2016-03-12", latitude=51.0)
    assert said(held) == [("longitude", "of latitude and longitude only one is filled in")]
    assert said(Club("Ghent", None, 3.7)) == [("latitude", "of latitude and longitude only one is filled in")]
    assert said(Club("Ghent", 51.0, 3.7)) == said(Club("Ghent")) == []


@pytest.mark.parametrize("key", ["2026-03-ghent", "ghent", "1", "T1", "2026_gent"])
def test_the_key_of_a_tournament_is_part_of_its_address(key: str) -> None:
    assert said(tournament(key, "2016-03-12")) == []


@pytest.mark.parametrize("key", ["a b", "a/b", "liège", "..", "a.b", "-", "a#b", "将棋"])
def test_a_key_that_cannot_be_part_of_an_address_is_an_error(key: str) -> None:
    message = f"{key!r} cannot be part of an address"
    assert said(tournament(key, "2016-03-12")) == [("tournament", message)]


@pytest.mark.parametrize("key", ["con", "NUL", "Prn", "com1"])
def test_a_key_that_windows_keeps_for_itself_is_an_error(key: str) -> None:
    message = f"Windows keeps the name {key!r} for itself"
    assert said(tournament(key, "2016-03-12")) == [("tournament", message)]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("final_seats = { Catan = 0 }", "final_seats: in 'Catan': 0 is less than 1, the least possible"),
        ("bonus_ceilings.2016 = -1", "bonus_ceilings: in '2016': -1 is less than 0, the least possible"),
        ("bonus_ceilings = { this = 70 }", "bonus_ceilings: in 'this': 'this' is not a whole number"),
    ],
)  # fmt: skip
def test_options_have_their_bounds(option: str, message: str, tmp_path: Path) -> None:
    site = '[site]\ntitle = "T"\nurl = "https://t.example/"\n'
    ranking = '[[ranking]]\nid = "c"\nsystem = "ludo"\ntitle = "C"\n[ranking.options]\n'
    (tmp_path / "sitegen.toml").write_text(f"{site}{ranking}{option}\n")
    _, (problem,) = settings.load_site(tmp_path)
    assert (problem.line, problem.message.replace("that is ", "")) == (9, message)
