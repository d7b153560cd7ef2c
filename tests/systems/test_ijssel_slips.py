"""What is told of a season all at once: slips, days to come, and nothing that follows from another fault."""

from datetime import date
from typing import Any

import pytest
from chess import check, club, evening, level, season

from sitegen.core import cells
from sitegen.core.entities import EventDate, Fault
from sitegen.core.missing import Missing
from sitegen.core.table import Table, get_columns
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Absence, Options, Player
from sitegen.toolkit.rounds.tables import Fixture, Game

FOUR = level("an bo ci di")


def warnings(inputs: ijssel.Inputs) -> list[Fault]:
    faults = check(inputs)
    assert all(problem.warning and problem.hint for problem in faults)
    return faults


def codes(inputs: ijssel.Inputs) -> list[str]:
    return [problem.message.code for problem in check(inputs)]  # type: ignore[attr-defined]


# Slips


@pytest.mark.parametrize(("knsb", "count"), [(1612.0, 0), (161.2, 1), (2400.0, 1)])
def test_two_ratings_of_a_player_that_lie_far_apart_are_told(knsb: float, count: int) -> None:
    players = [*FOUR, *club(eva={"final_rating": 1600.0, "knsb_rating": knsb})]
    faults = warnings(season(players, []))
    assert [(warning.row, warning.column) for warning in faults] == [(players[4], "knsb_rating")] * count


@pytest.mark.parametrize("cells_of", [{"final_rating": 161.0}, {"estimate": 161.0}, {"knsb_rating": 161.0}])
def test_a_player_rated_as_nobody_else_is_told(cells_of: dict[str, float]) -> None:
    players = [*FOUR, *club(eva=cells_of)]
    (fault,) = warnings(season(players, []))
    assert (fault.row, fault.column) == (players[4], *cells_of)
    assert fault.message == "Eva starts from 161, and the next player from 2000"


def test_a_child_or_one_of_three_may_be_rated_as_nobody_else() -> None:
    (child,) = club(eva={"estimate": 500.0, "youth": True})
    assert check(season([*FOUR, child], [])) == []
    assert check(season([*FOUR[:2], child.replace(youth=False)], [])) == []


def test_a_board_has_one_game_a_round_besides_one_that_was_forfeited() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "an ½-½ ci, bo ½-½ di"], rounds=25)
    games = [game.replace(board=1 + place % 2) for place, game in enumerate(inputs.games)]
    assert check(inputs._replace(games=games)) == []
    (fault,) = warnings(inputs._replace(games=[games[0], games[1].replace(board=1), *games[2:]]))
    assert (fault.row.source, fault.column) == ("games.csv:3", "board")
    assert "games.csv:2" in fault.message
    forfeited = [games[0].replace(result="1-0f"), games[1].replace(board=1), *games[2:]]
    assert check(inputs._replace(games=forfeited)) == []


def test_an_odd_number_leaves_one_over_and_a_forfeit_another() -> None:
    five = level("an bo ci di eva")
    (fault,) = warnings(season(five, ["an 1-0 bo, ci odd, di odd, eva club"]))
    assert (fault.row.player, fault.column) == ("di", "code")
    assert check(season(five, ["an 1-0f bo, an odd, ci 1-0 di, eva odd"])) == []


@pytest.mark.parametrize("code", ["club", "bye", "odd", "absent", "no-show"])
def test_only_an_external_game_has_a_result(code: Any) -> None:
    ((column, message, hint),) = Absence(1, "an", code, "1").find_faults()
    assert (column, message) == ("result", f"a result beside '{code}', where nobody plays")
    assert hint
    assert not list(Absence(1, "an", code).find_faults())
    assert not list(Absence(1, "an", "external", "½").find_faults())


# What is unread


UNREAD = Missing()


def test_a_result_that_was_not_read_hides_no_other_fault() -> None:
    """A second game of the player, who is missing, and a game left blank."""
    inputs = season(level("an bo ci di eva"), ["an 1-0 bo, an 1-0 ci, ci v di"])
    games = [inputs.games[0].replace(result=UNREAD), *inputs.games[1:]]
    messages = [
        "player-twice-in-round",
        "player-twice-in-round",
        "game-without-result",
        "players-missing-in-round",
    ]
    assert codes(inputs._replace(games=games)) == messages


def test_nobody_is_missed_who_may_stand_in_a_cell_that_was_not_read() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di"])
    first, second = inputs.games
    assert check(inputs._replace(games=[first, second.replace(black=UNREAD)])) == []
    assert check(inputs._replace(games=[first, second.replace(round=UNREAD)])) == []
    assert (
        check(inputs._replace(games=[first, second.replace(round=UNREAD, white=UNREAD, black=UNREAD)])) == []
    )
    more = inputs._replace(players=level("an bo ci di eva"))
    assert codes(more._replace(games=[first, second.replace(white=UNREAD, black=UNREAD)])) == [
        "round-hardly-filled"
    ]
    assert codes(more._replace(games=[first, second.replace(black=UNREAD)])) == ["players-missing-in-round"]
    blank = [first, second.replace(black=None)]
    assert check(inputs._replace(games=blank)) == []
    assert [fault[0] for fault in blank[1].find_faults()] == ["black"]


def test_nothing_is_said_of_a_player_or_round_that_was_not_read() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci club, di club", "an 1-0 ci, bo club, di club"], rounds=25)
    strange = [FOUR[0].replace(id=UNREAD, name=UNREAD, joined=UNREAD, left=UNREAD), *FOUR[1:]]
    assert check(inputs._replace(players=strange)) == []
    assert check(inputs._replace(players=[FOUR[0].replace(joined=UNREAD), *FOUR[1:]])) == []
    rounds = [inputs.rounds[0].replace(round=UNREAD, date=UNREAD), *inputs.rounds[1:]]
    assert check(inputs._replace(rounds=rounds)) == []
    assert check(inputs._replace(rounds=[inputs.rounds[0].replace(date=UNREAD), *inputs.rounds[1:]])) == []


def test_a_check_survives_rows_of_which_nothing_was_read() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci club, di club"])
    tables: list[type[Table]] = [Player, Fixture, Game, Absence]
    torn = [
        [*rows, table(*(Missing() for _ in get_columns(table)))]
        for rows, table in zip(inputs, tables, strict=True)
    ]
    assert check(ijssel.Inputs(*torn)) == []  # type: ignore[arg-type]
    for rows in torn:
        assert list(getattr(rows[-1], "find_faults", list)()) == []
    assert len(list(ijssel.event_dates(ijssel.Inputs(*torn)))) == 2  # type: ignore[arg-type]


def test_a_wrong_calendar_hides_nothing_of_what_was_played() -> None:
    inputs = season(FOUR, ["an 1-0 bo, an 1-0 ci, di club", "", "", "an v bo"])
    rounds = [round_ for round_ in inputs.rounds if round_.round == 1]
    assert codes(inputs._replace(rounds=rounds)) == ["round-not-in-calendar", "player-twice-in-round"]


# When each row was played


def test_a_round_has_its_day_and_one_result_of_it_says_that_it_was_played() -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "an v ci, bo external"], rounds=2)
    assert list(ijssel.event_dates(inputs)) == [
        EventDate(inputs.rounds[0], "date", evening(1), is_played=False),
        EventDate(inputs.rounds[1], "date", evening(2), is_played=False),
        EventDate(inputs.games[0], "round", evening(1), is_played=True),
    ]


@pytest.mark.parametrize(("year", "is_played"), [(1926, False), (2062, True)])
def test_a_day_of_long_ago_is_a_matter_of_the_calendar_alone(year: int, is_played: bool) -> None:
    inputs = season(FOUR, ["an 1-0 bo, ci 1-0 di", "an ½-½ ci, bo ½-½ di"], rounds=4)
    rounds = [
        inputs.rounds[0],
        inputs.rounds[1].replace(date=evening(2).replace(year=year)),
        *inputs.rounds[2:],
    ]
    played = [
        event_date.row
        for event_date in ijssel.event_dates(inputs._replace(rounds=rounds))
        if event_date.is_played
    ]
    assert played == [inputs.games[0], inputs.games[2]][: 1 + is_played]


@pytest.mark.parametrize(("code", "day"), [("external", [evening(1)]), ("external-moved", [])])
def test_a_team_match_on_another_evening_may_have_been_played_before(code: Any, day: list[date]) -> None:
    inputs = season(FOUR, ["an v bo"])._replace(absences=[Absence(1, "ci", code, "1")])
    assert [event_date.day for event_date in ijssel.event_dates(inputs) if event_date.is_played] == day


# How cells are written


def read(table: type[Table], name: str, cell: str) -> Any:
    (column,) = (get_column for get_column in get_columns(table) if get_column.name == name)
    return cells.make_parser(column, ".,")(cell)


@pytest.mark.parametrize(
    ("cell", "meant"),
    [
        ("½", "½-½"),
        ("1/2-1/2", "½-½"),
        ("½ – ½", "½-½"),
        ("Remise", "½-½"),
        ("nulle", "½-½"),
        ("0,5-0,5", "½-½"),
        ("1–0", "1-0"),
        ("0 - 1", "0-1"),
        ("wit", "1-0"),
        ("1-0 f", "1-0f"),
        ("0-1F", "0-1f"),
        ("1-0 R", "1-0f"),
        ("0-1 (r)", "0-1f"),
        ("+/-", "1-0f"),
        ("1F-0F", "1-0f"),
        ("0-1 forfait", "0-1f"),
        ("1", "1-0"),
        ("1,0", "1-0"),
        ("0", "0-1"),
        ("0.0", "0-1"),
        ("0,5", "½-½"),
    ],
)
def test_a_result_is_read_as_secretaries_write_it(cell: str, meant: str) -> None:
    assert read(Game, "result", cell) == meant


@pytest.mark.parametrize("cell", ["-1", "2", "1-0x", "f", "0-0", "uitgesteld"])
def test_a_result_that_can_mean_two_things_is_not_read(cell: str) -> None:
    with pytest.raises(ValueError, match="is none of"):
        read(Game, "result", cell)


@pytest.mark.parametrize(
    ("cell", "meant"),
    [
        ("Extern", "external"),
        ("externe", "external"),
        ("extern verplaatst", "external-moved"),
        ("vrij", "bye"),
        ("oneven", "odd"),
        ("impair", "odd"),
        ("afgemeld", "absent"),
        ("Afwezig", "absent"),
        ("absent excusé", "absent"),
        ("niet verschenen", "no-show"),
        ("non excusé", "no-show"),
        ("No show", "no-show"),
        ("clubtaak", "club"),
    ],
)
def test_a_code_is_read_in_dutch_and_french(cell: str, meant: str) -> None:
    assert read(Absence, "code", cell) == meant


@pytest.mark.parametrize(("cell", "meant"), [("0,5", "½"), ("1/2", "½"), ("gewonnen", "1"), ("perdu", "0")])
def test_the_points_of_an_external_game_are_those_of_the_player(cell: str, meant: str) -> None:
    assert read(Absence, "result", cell) == meant


@pytest.mark.parametrize("name", ["final_rating", "knsb_rating", "estimate"])
@pytest.mark.parametrize("cell", ["1.6", "18931893", "16120", "-1600"])
def test_a_rating_that_nobody_has_is_refused(name: str, cell: str) -> None:
    with pytest.raises(ValueError, match="that is possible"):
        read(Player, name, cell)


@pytest.mark.parametrize("table", [Player, Fixture, Game, Absence])
def test_a_heading_means_one_column_and_a_word_one_choice(table: type[Table]) -> None:
    described = get_columns(table)
    written = [
        text.casefold().replace(" ", "") for column in described for text in (column.name, *column.headings)
    ]
    assert len(written) == len({*written})
    for column in described:
        words = [text.casefold() for text, _ in column.synonyms]
        assert len(words) == len({*words})


@pytest.mark.parametrize("table", [Player, Fixture, Game, Absence, Options])
def test_every_number_has_bounds(table: type[Table]) -> None:
    numbers = [
        get_column
        for get_column in get_columns(table)
        if get_column.kind in (int, float) and not get_column.filled
    ]
    assert [number.name for number in numbers if number.minimum is None or number.maximum is None] == []
