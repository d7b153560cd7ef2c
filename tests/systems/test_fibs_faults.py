"""What is wrong with the tables of a rating list, what is probably a slip, and what is not told."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import files
import pytest
from leagues import PLAYERS, day, drawn, match, registered

from sitegen.core.cells import make_parser
from sitegen.core.entities import EventDate, Fault
from sitegen.core.missing import Missing
from sitegen.core.problems import Message
from sitegen.core.system import list_event_dates
from sitegen.core.table import get_column_names, get_columns, get_input_columns
from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Inputs, Match, Options, Player, Registration

PLAYED = match("2026-11-02", "ann", "bob", 7)


def found(
    matches: Sequence[Match] = (), rows: Sequence[Registration] = (), players: Sequence[Player] = PLAYERS
) -> list[Fault]:
    return list(fibs.check(Inputs(list(players), list(matches), list(rows)), Options()))


def found_by_rules(matches: Sequence[Match]) -> list[Fault]:
    inputs = Inputs(list(PLAYERS), list(matches), [])
    return [fault for rule in fibs.rules for fault in rule.find_faults(inputs)]


def told(faults: Sequence[Fault]) -> list[tuple[str, str]]:
    """Column and message of each, with `?` behind what is a warning; each has a code and a hint."""
    assert all(isinstance(fault.message, Message) and fault.message.code and fault.hint for fault in faults)
    return [(fault.column, fault.message + ("?" if fault.warning else "")) for fault in faults]


# A row


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        (
            {"loser": "ann"},
            ("loser", "winner and loser are the same player", "a match is between two players"),
        ),
        (
            {"score": 7},
            (
                "score",
                "the loser has 7 points in a match to 7",
                "write the points of the loser, 0 to 6, or nothing",
            ),
        ),
        (
            {"reserve": 300},
            (
                "delay",
                "of reserve and delay only one is filled in",
                "fill in both, or neither for a match without a clock",
            ),
        ),
        (
            {"delay": 11},
            (
                "reserve",
                "of reserve and delay only one is filled in",
                "fill in both, or neither for a match without a clock",
            ),
        ),
    ],
)
def test_a_fault_inside_a_row_names_its_cell(cells: dict[str, Any], fault: tuple[str, str, str]) -> None:
    assert list(PLAYED.replace(**cells).find_faults()) == [fault]


def test_a_row_may_be_right() -> None:
    assert list(PLAYED.replace(score=6, reserve=0, delay=0).find_faults()) == []


@pytest.mark.parametrize("column", ["date", "winner", "loser", "length", "score", "reserve", "delay"])
def test_a_cell_that_was_not_read_is_no_second_fault_of_its_row(column: str) -> None:
    row = PLAYED.replace(score=3, reserve=300, delay=11).replace(**{column: Missing()})
    assert list(row.find_faults()) == []


def test_two_matches_of_an_evening_may_be_alike_when_the_score_was_not_kept() -> None:
    assert PLAYED.may_repeat()
    assert not PLAYED.replace(score=3).may_repeat()


@pytest.mark.parametrize(
    ("table", "column", "cell"),
    [
        *((Player, "rating", text) for text in ("1.6", "160", "16000", "18931893")),
        *((Player, "experience", text) for text in ("-1", "1000000")),
        *((Match, "length", text) for text in ("0", "700")),
        *((Match, "score", text) for text in ("-1", "100")),
        *((Match, "reserve", text) for text in ("-1", "28000")),
        *((Match, "delay", text) for text in ("-1", "110")),
        *((Options, "initial_rating", text) for text in ("150", "15000")),
        *((Options, "min_delay", text) for text in ("-1", "110")),
        *((Options, "complaint_days", text) for text in ("-1", "700")),
        *((Options, "min_seconds_per_point", text) for text in ("-1", "4000")),
        *((Options, "provisional_below", text) for text in ("-1", "100000")),
    ],
)
def test_a_figure_that_cannot_be_is_out_of_bounds(table: Any, column: str, cell: str) -> None:
    declared = next(get_column for get_column in get_columns(table) if get_column.name == column)
    with pytest.raises(ValueError, match=r"less than|more than"):
        make_parser(declared, ".")(cell)


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("Clubavond", "club"), ("toernooi", "tournament"), ("tournoi", "tournament"), ("amicale", "friendly")],
)
def test_kinds_are_written_in_dutch_and_french_too(cell: str, kind: str) -> None:
    declared = next(get_column for get_column in get_columns(Match) if get_column.name == "kind")
    assert make_parser(declared, ".")(cell) == kind


@pytest.mark.parametrize(
    ("table", "header"),
    [
        (Match, "datum;winnaar;verliezer;lengte;punten;soort"),
        (Match, "jour;gagnant;perdant;longueur;points;genre"),
        (Registration, "speler;vanaf;tot;vereniging"),
        (Registration, "joueur;du;au;cercle"),
        (Player, "id;naam;vereniging;verborgen;startrating;ervaring"),
        (Player, "id;nom;cercle;caché;cote;expérience"),
    ],
)
def test_columns_have_headings_in_dutch_and_french(table: Any, header: str) -> None:
    known = {
        name
        for input_column in get_input_columns(table)
        for name in (input_column.name, *input_column.headings)
    }
    assert [word for word in header.split(";") if word not in known] == []


# Matches


def test_every_match_is_dated_and_played() -> None:
    unread = PLAYED.replace(date=Missing())
    assert list(list_event_dates(fibs, Inputs(PLAYERS, [PLAYED, unread]))) == [
        EventDate(PLAYED, "date", day("2026-11-02"), is_played=True)
    ]


LEIE = PLAYED.replace(score=3, club="Leie", source="results/r/matches/leie.csv:4")


def test_a_match_that_two_clubs_report_is_a_warning_naming_the_other_place() -> None:
    same = LEIE.replace(club="Zenne", source="results/r/matches/zenne.csv:9")
    matches = [
        LEIE.replace(score=4, club="Zenne"),
        LEIE.replace(club="", source="x:1"),
        LEIE.replace(source="x:2"),
        LEIE.replace(club="leie"),
    ]
    assert found([LEIE, *matches, same]) == [
        Fault(
            same,
            "club",
            "Zenne reports the match that Leie reports at results/r/matches/leie.csv:4",
            "keep one of the two rows if it is the same match",
            warning=True,
        )
    ]


def test_of_a_match_that_two_clubs_report_one_may_have_the_score() -> None:
    assert [fault.message.code for fault in found([LEIE, LEIE.replace(club="Zenne", score=None)])] == [
        "match-of-two-clubs"
    ]


def test_two_clubs_that_report_each_another_winner_mean_one_match() -> None:
    turned = LEIE.replace(winner="bob", loser="ann", club="Zenne", score=5)
    assert told(found([LEIE, turned])) == [
        (
            "winner",
            "Zenne reports as winner the player whom Leie reports as loser at results/r/matches/leie.csv:4?",
        )
    ]
    assert [fault.message.code for fault in found([LEIE, turned.replace(club="Leie"), turned])] == [
        "match-of-two-clubs"
    ]
    own = turned.replace(club="Leie")
    assert found([LEIE, own, turned.replace(length=5), turned.replace(date=day("2026-11-03"))]) == []


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"reserve": 7}, "7 seconds are little for a match to 7 (1 row)?"),
        ({"reserve": 2800}, "2800 seconds, or 46 minutes, are much for a match to 7 (1 row)?"),
        ({"delay": 1}, "a delay of 1 seconds is little (1 row)?"),
    ],
)
def test_an_unlikely_clock_is_a_warning(cells: dict[str, int], message: str) -> None:
    played = PLAYED.replace(reserve=300, delay=11).replace(**cells)
    assert told(found([played])) == [(next(iter(cells)), message)]


def test_an_unlikely_clock_is_told_once_for_all_matches_that_have_it() -> None:
    played = [PLAYED.replace(reserve=5, delay=11, source=f"m.csv:{line}") for line in range(2, 32)]
    (fault,) = found(played)
    assert (fault.row, fault.message) == (played[0], "5 seconds are little for a match to 7 (30 rows)")
    assert fault.hint == "the reserve is in seconds: if these are minutes, write 300"


@pytest.mark.parametrize(
    ("length", "reserve", "delay"),
    [(31, 300, 11), (1, 40, 11), (1, 600, 10), (7, 0, 8), (5, 120, 10), (25, 3000, 12)],
)
def test_a_likely_clock_is_none(length: int, reserve: int, delay: int) -> None:
    assert found([PLAYED.replace(length=length, reserve=reserve, delay=delay)] * 2) == []


def test_a_length_that_is_long_and_that_no_other_match_has_is_a_warning() -> None:
    assert told(found([PLAYED, PLAYED.replace(length=70)])) == [("length", "no other match is to 70 points?")]
    assert found([PLAYED.replace(length=number) for number in (7, 25, 31, 31)]) == []


def test_an_even_length_is_a_warning_where_all_others_are_odd() -> None:
    evening = [PLAYED] * 50
    assert told(found([*evening, PLAYED.replace(length=8)])) == [("length", "no other match is to 8 points?")]
    assert found([*evening, *[PLAYED.replace(length=number) for number in (4, 8)]]) == []
    assert found([PLAYED, PLAYED.replace(length=8)]) == []


def evenings(count: int, **cells: Any) -> list[Match]:
    """A match a week, on Mondays."""
    weeks = [day("2025-01-06") + timedelta(weeks=week) for week in range(count)]
    return [PLAYED.replace(date=week, club="Leie", **cells) for week in weeks]


def test_a_match_alone_on_another_day_of_the_week_is_a_warning() -> None:
    slip = PLAYED.replace(date=day("2025-03-04"), club="Leie")
    assert told(found_by_rules([*evenings(20), slip])) == [
        ("date", "2025-03-04 is another day of the week than 20 evenings of this club?")
    ]


def test_a_club_may_move_an_evening_and_play_on_other_days() -> None:
    tuesday, wednesday = (PLAYED.replace(date=day(f"2025-03-0{n}"), club="Leie") for n in (4, 5))
    assert found_by_rules([*evenings(20), tuesday, tuesday]) == []
    assert found_by_rules([*evenings(20), tuesday, wednesday]) == []
    assert found_by_rules([*evenings(19), tuesday]) == []
    assert found_by_rules([*evenings(20), tuesday.replace(club="Zenne")]) == []
    assert (
        found_by_rules([*evenings(20), tuesday.replace(kind="tournament"), wednesday.replace(online=True)])
        == []
    )
    assert found_by_rules([*evenings(20), tuesday, tuesday.replace(kind="friendly", agreed=True)]) == []


def test_friendly_matches_are_played_on_any_day() -> None:
    days = [day(f"2025-02-{n:02}") for n in range(1, 28)]
    friendly = [PLAYED.replace(date=evening, club="Leie", kind="friendly", agreed=True) for evening in days]
    slip = PLAYED.replace(date=day("2025-03-04"), club="Leie")
    assert [fault.row for fault in found_by_rules([*evenings(20), *friendly, slip])] == [slip]


# Registrations, older lists and clubs

YEAR = registered("ann", "2026-01-01", "2026-12-31", "Leie").replace(source="registrations.csv:2")


def test_a_registration_ends_after_it_begins() -> None:
    row = registered("ann", "2026-12-31", "2026-01-01")
    assert found([], [row]) == [
        Fault(
            row,
            "until",
            "the registration ends on 2026-01-01, before it begins on 2026-12-31",
            "'until' is the last day of the registration",
        )
    ]


def test_a_registration_of_one_day_is_a_warning() -> None:
    registration = registered("bob", "2026-01-01", "2026-01-01")
    assert told(found([], [YEAR, registration])) == [
        ("until", "the registration is for one day, 2026-01-01?")
    ]


def test_who_registers_on_the_last_day_of_a_year_or_for_a_day_as_others_do_is_no_slip() -> None:
    assert found([], [YEAR, registered("bob", "2026-12-31", "2026-12-31")]) == []
    assert found([], [YEAR, *(registered("bob", f"2026-0{n}-01", f"2026-0{n}-01") for n in (1, 2, 3))]) == []


def test_a_registration_much_longer_than_others_is_a_warning() -> None:
    rows = [YEAR, YEAR.replace(player="bob"), registered("cas", "2026-01-01", "2062-12-31")]
    assert told(found([], rows)) == [
        ("until", "the registration is from 2026-01-01 to 2062-12-31, 37 times as long as is usual?")
    ]
    assert found([], [registered(name, "2020-01-01", "2099-12-31") for name in ("ann", "bob")]) == []


@pytest.mark.parametrize("year", [1926, 2062])
def test_a_registration_far_from_all_others_is_a_warning(year: int) -> None:
    rows = [YEAR, YEAR.replace(player="bob"), registered("cas", f"{year}-01-01", f"{year}-12-31")]
    assert [fault[0] for fault in told(found([], rows))] == ["from"]


def test_a_registration_for_the_next_year_is_ordinary() -> None:
    rows = [YEAR, YEAR.replace(player="bob"), registered("ann", "2027-01-01", "2027-12-31")]
    assert found([], rows) == []


def test_registrations_through_two_clubs_for_a_day_are_a_warning_at_the_later() -> None:
    later = registered("ann", "2026-07-01", "2026-12-31", "Zenne")
    (fault,) = found([], [later, YEAR])
    assert fault.row is later
    assert told([fault]) == [
        ("from", "the player is registered through Leie until 2026-12-31: registrations.csv:2?")
    ]
    assert fault.hint == "let that registration end on 2026-06-30, or take one of the two out"


def test_registrations_through_one_club_or_one_after_the_other_are_ordinary() -> None:
    later = registered("ann", "2026-07-01", "2026-12-31", "Zenne")
    assert found([], [YEAR.replace(until=day("2026-06-30")), later]) == []
    assert found([], [YEAR, later.replace(club="LEIE")]) == []
    assert found([], [YEAR, later.replace(club="")]) == []
    assert found([], [YEAR, later.replace(player="bob")]) == []


def test_an_experience_without_a_rating_is_a_warning_where_others_have_one() -> None:
    ann, bob = PLAYERS[0].replace(rating=1600.0, experience=250), PLAYERS[1].replace(experience=90)
    assert told(found(players=[ann, bob])) == [("rating", "an experience of 90 comes without a rating?")]
    assert found(players=[bob]) == []


# What is ordinary, and what could not be read


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_told_of_an_honest_league(seed: int) -> None:
    league = drawn(Random(seed))
    assert told(list(fibs.check(league, Options()))) == []
    assert [fault for row in league.matches for fault in row.find_faults()] == []


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_told_of_what_follows_from_cells_that_were_not_read(seed: int) -> None:
    random = Random(seed)
    league = drawn(random)
    spoiled = Inputs(*([_spoiled(random, row) for row in rows or ()] for rows in league))
    assert told(list(fibs.check(spoiled, Options()))) == []
    assert [fault for row in spoiled.matches for fault in row.find_faults()] == []
    assert all(isinstance(event_date.day, date) for event_date in list_event_dates(fibs, spoiled))


def _spoiled(random: Random, row: Any) -> Any:
    """The row, now and then with a cell that was not read, or without any."""
    chance = random.random()
    if chance < 0.9:
        return row
    given = dict(zip(get_column_names(type(row)), row, strict=True))
    filled = [name for name, value in given.items() if value not in {None, ""} and name != "source"]
    lost = given.keys() - {"source"} if chance < 0.95 else [random.choice(filled)]
    return row.replace(**{"from_" if name == "from" else name: Missing() for name in lost})


SITE = """[site]
title = "Backgammon"
url = "https://backgammon.example/"

[[ranking]]
id = "b"
system = "fibs"
title = "Rating list"
"""
MATCHES = "20/11/2026;An;Bo;7;;clubavond\n20/11/2026;An;Bo;7;;clubavond\n20/11/2026;Bo;An;5;3;toernooi\n"
KEPT = {
    "players.csv": "id;naam;startrating\nan;An;1612,5\nbo;Bo;\n",
    "registrations.csv": "speler;vanaf;tot;vereniging\n"
    "an;1/1/2026;31/12/2026;Leie\nbo;1/1/2026;31/12/2026;Leie\n",
    "matches.csv": f"datum;winnaar;verliezer;lengte;score;soort\n{MATCHES}",
}


def codes(folder: Path, name: str = "", old: str = "", new: str = "") -> list[tuple[str, int, str]]:
    """File, line and code of all that the reader and the checks find, after one change."""
    changed = {f"b/{file}": text.replace(old, new) if file == name else text for file, text in KEPT.items()}
    return files.codes(folder, SITE, changed)


def test_a_list_in_dutch_is_read_in_which_two_play_twice_and_keep_no_score(tmp_path: Path) -> None:
    assert codes(tmp_path) == []


def test_of_two_rows_with_the_same_score_one_may_be_a_slip(tmp_path: Path) -> None:
    days = "".join(f"{day}/10/2026;Bo;An;5;3;clubavond\n" for day in range(16, 31, 3))
    once = "20/11/2026;Bo;An;5;3;toernooi\n"
    assert codes(tmp_path, "matches.csv", MATCHES, days + once) == []
    assert codes(tmp_path, "matches.csv", MATCHES, days + 2 * once) == [("matches.csv", 8, "row-repeated")]


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    """A length that is no number, and besides it what is wrong with other cells and rows."""
    faults = codes(
        tmp_path, "matches.csv", "Bo;7;;clubavond\n20/11/2026;Bo;An;5;3", "Bo;x;;club\n20/11/2026;Bo;Bo;5;5"
    )
    assert faults == [
        ("matches.csv", 3, "not-whole"),
        ("matches.csv", 4, "player-against-themselves"),
        ("matches.csv", 4, "score-reaches-length"),
    ]


# The order of play


def test_the_order_of_a_day_is_said_of_all_that_a_player_played_or_of_nothing() -> None:
    """Of others on the same day, and of other days, nothing need be said."""
    monday = "2026-11-02"
    sound = [match(monday, "ann", "bob", 7, order=1), match(monday, "bob", "cleo", 7, order=2)]
    matches = [match(monday, "dirk", "eva", 7), match("2026-11-03", "ann", "bob", 7)]
    assert found_by_rules([*sound, *matches]) == []
    missing = match(monday, "dirk", "ann", 5, source="x.csv:4")
    twice = match(monday, "cleo", "dirk", 5, order=2, source="x.csv:5")
    assert [fault.row for fault in found_by_rules([*sound, missing, twice])] == [missing, twice]
    assert told(found_by_rules([*sound, missing])) == [
        ("order", "the order on the day is given for  and not here, and one player played both")
    ]
    assert told(found_by_rules([*sound, twice])) == [
        ("order", "2 is also , which one of the two players played on the same day")
    ]
