"""What is probably a slip in the tables of a circuit, and that one slip is told once, or not at all."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import files
import pytest
from circuits import drawn, inputs, players, table, told, tournament

from sitegen.core.cells import make_parser
from sitegen.core.entities import EventDate
from sitegen.core.missing import Missing
from sitegen.core.table import get_column_names, get_columns, get_input_columns
from sitegen.systems import ludo
from sitegen.systems.ludo.tables import Club, Inputs, Options, Player, Result, Tournament

pytestmark = pytest.mark.slow


def warned(tables: Inputs) -> list[tuple[str, str, str]]:
    assert told(tables) == []
    return told(tables, warnings=True)


# Columns


@pytest.mark.parametrize(
    ("kept", "column", "cell"),
    [
        *((Result, "round", value) for value in ("0", "4")),
        *((Result, "place", value) for value in ("0", "0.5", "1999")),
        (Result, "score", "100000000"),
        *((Club, "latitude", value) for value in ("5105", "-91")),
        *((Tournament, "longitude", value) for value in ("372", "-181")),
    ],
)
def test_a_figure_that_cannot_be_is_out_of_bounds(kept: Any, column: str, cell: str) -> None:
    declared = next(column_ for column_ in get_columns(kept) if column_.name == column)
    with pytest.raises(ValueError, match=r"less than|more than"):
        make_parser(declared, ".")(cell)


@pytest.mark.parametrize(
    ("kept", "header"),
    [
        (Result, "toernooi;ronde;spel;tafel;speler;plaats;punten"),
        (Result, "tournoi;manche;jeu;table;joueur;rang;points"),
        (Tournament, "tornooi;datum;naam;soort;interclub;breedtegraad;lengtegraad"),
        (Tournament, "tournoi;date;nom;type;interclub;latitude;longitude"),
        (Club, "vereniging;breedte;lengte"),
        (Player, "id;naam;vereniging"),
    ],
)
def test_columns_have_headings_in_dutch_and_french(kept: Any, header: str) -> None:
    known = {name for column in get_input_columns(kept) for name in (column.name, *column.headings)}
    assert [heading for heading in header.split(";") if heading not in known] == []


@pytest.mark.parametrize(
    ("cell", "kind"), [("Finale", "final"), ("gewoon", "regular"), ("ordinaire", "regular")]
)
def test_kinds_are_written_in_dutch_and_french_too(cell: str, kind: str) -> None:
    declared = next(column for column in get_columns(Tournament) if column.name == "kind")
    assert make_parser(declared, ".")(cell) == kind


# Tournaments


def test_every_tournament_is_dated_and_so_is_the_first_of_its_results() -> None:
    held, to_come = tournament("spring", "2016-03-12"), tournament("autumn", "2016-10-12")
    lost = tournament("lost", "2016-12-12").replace(date=Missing())
    first, second = table("spring 1 A", "a 1", "b 2")
    assert list(ludo.event_dates(inputs([[first, second]], held, to_come, lost))) == [
        EventDate(held, "date", date(2016, 3, 12), is_played=False),
        EventDate(first, "tournament", date(2016, 3, 12), is_played=True),
        EventDate(to_come, "date", date(2016, 10, 12), is_played=False),
    ]


@pytest.mark.parametrize(
    ("key", "name", "year"),
    [("2015-gent", "Gent", 2015), ("gent", "Gent 2015", 2015), ("2062-gent", "Gent", 2062)],
)
def test_a_year_in_a_key_or_name_that_is_not_that_of_the_date_is_a_warning(
    key: str, name: str, year: int
) -> None:
    assert warned(inputs([], tournament(key, "2016-03-12").replace(name=name))) == [
        (
            f"tournaments.csv:{key}",
            "date",
            f"{year} is in the key or name, and the tournament counts for 2016, the year of its date",
        )
    ]


def test_a_date_far_from_all_others_is_not_told_as_another_year_too() -> None:
    held = [tournament("2016-gent", "1926-03-12"), tournament("2016-leuven", "2016-03-19")]
    assert warned(inputs([], *held)) == []
    assert len(warned(inputs([], *held, tournament("2017-luik", "2016-06-01")))) == 1


@pytest.mark.parametrize("name", ["Gent 2016", "Season 2015-2016", "Gent", "12345 dice", "Room 201"])
def test_a_name_may_have_the_year_or_none(name: str) -> None:
    assert warned(inputs([], tournament("gent", "2016-03-12").replace(name=name))) == []


def test_what_is_called_a_final_and_is_not_that_of_its_year_is_a_warning() -> None:
    last = tournament("2016-final", "2016-11-12")
    assert warned(inputs([], last)) == [
        (
            "tournaments.csv:2016-final",
            "kind",
            "it is called a final, and counts as a regular tournament of 2016",
        )
    ]
    other = tournament("gent", "2016-03-12", "final")
    assert [warning[0] for warning in warned(inputs([], other, last))] == ["tournaments.csv:2016-final"]
    half = tournament("half", "2016-10-01").replace(name="Half final")
    assert warned(inputs([], half, last.replace(kind="final"))) == []


def test_a_regular_tournament_after_the_final_is_a_warning_unless_it_is_a_custom() -> None:
    held = [tournament("last", "2016-11-12", "final"), tournament("late", "2016-12-01")]
    assert [warning[:2] for warning in warned(inputs([], *held))] == [("tournaments.csv:late", "date")]
    before = [tournament("last15", "2015-11-12", "final"), tournament("late15", "2015-12-01")]
    assert warned(inputs([], *before, *held)) == []


def test_two_tournaments_of_a_day_with_the_same_players_are_a_warning() -> None:
    held = [tournament("one", "2016-03-12"), tournament("two", "2016-03-12")]
    first, second = table("one 1 1", "a 1", "b 2"), table("two 1 1", "a 1", "c 2")
    assert warned(inputs([first, second], *held)) == [
        (
            "tournaments.csv:two",
            "date",
            "'one' was held on 2016-03-12 too, and 1 player was at both: tournaments.csv:one",
        )
    ]
    assert warned(inputs([first, table("two 1 1", "c 1", "d 2")], *held)) == []


def interclub(club: str, **clubs: str) -> Inputs:
    """The tournament `spring` with players `a` and `b`, and an interclub won by a club."""
    held = tournament("spring", "2016-03-12", interclub=club)
    return inputs([table("spring 1 1", "a 1", "b 2")], held, players=players("abc", **clubs))


def test_an_interclub_is_won_by_a_club_with_players_there() -> None:
    assert warned(interclub("North", a="North", c="South")) == []
    assert [warning[2] for warning in warned(interclub("South", a="North", c="South"))] == [
        "no player of 'South' was at the tournament"
    ]


def test_an_interclub_of_a_tournament_without_results_is_a_warning() -> None:
    held = tournament("spring", "2016-03-12", interclub="North")
    assert [warning[1] for warning in warned(inputs([], held, players=players("a", a="North")))] == [
        "interclub"
    ]
    elsewhere = inputs([table("spirng 1 1", "a 1", "b 2")], held, players=players("ab", a="North"))
    assert told(elsewhere, warnings=True) == []


def test_a_tournament_that_is_not_there_may_be_one_that_could_not_be_read() -> None:
    held = [
        tournament("spring", "2016-03-12"),
        tournament("lost", "2016-06-12").replace(tournament=Missing()),
    ]
    played = [table(f"{key} 1 1", "a 1", "b 2") for key in ("spring", "summer", "summer", "spirng")]
    played[2] = [row.replace(table="2", player=row.player + "2") for row in played[2]]
    given = inputs(played, *held)
    assert told(given) == []


# Tables


def round_of(number: int, *labels: str) -> list[list[Result]]:
    return [table(f"spring {number} {label}", f"a{label} 1", f"b{label} 2") for label in labels]


def test_a_number_without_a_table_is_a_warning_where_all_other_rounds_have_none() -> None:
    held = [tournament("spring", "2016-03-12"), tournament("summer", "2016-06-12")]
    rest = [*round_of(1, "1", "2", "3"), *round_of(2, "1", "2"), table("summer 1 1", "a1 1", "b1 2")]
    assert warned(inputs([*rest, *round_of(3, "1", "3")], *held)) == [
        ("results.csv:31", "table", "round 3 of spring has a table 3 and no table 2")
    ]
    assert warned(inputs([*rest, *round_of(3, "1", "2")], *held)) == []
    assert warned(inputs([*rest[2:], *round_of(3, "1", "3")], *held)) == []
    assert warned(inputs([*rest, *round_of(3, "1", "B")], *held)) == []
    assert warned(inputs([*rest, *round_of(3, "20160312")], *held)) == []
    lost = [row.replace(table=Missing()) for row in table("spring 3 2", "c 1", "d 2")]
    assert warned(inputs([*rest, lost, *round_of(3, "1", "3")], *held)) == []


def tables_of(sizes: Sequence[int], game: str = "Catan") -> list[list[Result]]:
    """Tables of the tournament `spring` with so many players each."""
    return [
        table(
            f"spring 1 {game[0]}{n}",
            *(f"{game[0]}{n}x{place} {place}" for place in range(1, size + 1)),
            game=game,
        )
        for n, size in enumerate(sizes)
    ]


@pytest.mark.parametrize(("size", "least", "most"), [(2, 4, 5), (10, 4, 5)])
def test_a_table_out_of_proportion_is_a_warning(size: int, least: int, most: int) -> None:
    faults = warned(inputs(tables_of([*[4, 5] * 5, size])))
    assert [entry[2] for entry in faults] == [
        f"{size} players are at table C10, where {least} to {most} are at 10 others of 'Catan'"
    ]


@pytest.mark.parametrize("size", [3, 9])
def test_a_table_may_be_smaller_or_larger_than_others(size: int) -> None:
    assert warned(inputs(tables_of([*[4, 5] * 5, size]))) == []
    assert warned(inputs(tables_of([*[4, 5] * 4, 2]))) == []


# Scores

HIGH = ["a 1 60", "b 2 50", "c 3 40"]
LOW = ["a 1 40", "b 2 50", "c 3 60"]


def scored(*tables: Sequence[str], game: str = "Catan") -> Inputs:
    tables_ = [table(f"spring 1 T{n}", *_seated(n, rows), game=game) for n, rows in enumerate(tables)]
    return inputs(tables_)


def _seated(number: int, rows: Sequence[str]) -> list[str]:
    return [f"{row[0]}{number}{row[1:]}" for row in rows]


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (["a 1 60", "b 2 40", "c 3 50"], "place 3 at {} has the score 50, and place 2 40"),
        (["a 1 6", "b 2 50", "c 3 40"], "place 1 at {} has the score 6, and place 2 50"),
        (["a 1 60", "b 2 50", "c 3 400"], "place 3 at {} has the score 400, and place 1 60"),
    ],
)
def test_a_score_that_says_otherwise_than_the_place_is_a_warning(rows: list[str], text: str) -> None:
    faults = warned(scored(HIGH, HIGH, HIGH, rows))
    assert [fault[1:] for fault in faults] == [("score", text.format("table T3 of round 1 of spring"))]


def test_in_some_games_the_lowest_score_wins() -> None:
    assert warned(scored(LOW, LOW, LOW, LOW)) == []
    assert len(warned(scored(LOW, LOW, LOW, HIGH))) == 1
    assert warned(scored(HIGH, HIGH, LOW, LOW)) == []
    assert warned(scored(HIGH, HIGH, LOW)) == []


def test_a_shared_place_with_other_scores_is_a_warning() -> None:
    assert [warning[1:] for warning in warned(scored(HIGH, HIGH, HIGH, ["a 1 60", "b 1 50", "c 3 40"]))] == [
        ("place", "place 1 at table T3 of round 1 of spring is shared by different scores")
    ]
    assert warned(scored(HIGH, HIGH, HIGH, ["a 1 60", "b 2 50", "c 3 50"], ["a 1 9", "b 1 9"])) == []


def test_a_score_many_times_as_high_as_any_other_is_a_warning() -> None:
    faults = warned(scored(*[HIGH] * 5, ["a 1 600", "b 2 50"]))
    assert [entry[1:] for entry in faults] == [
        ("score", "a score of 600, where 5 other tables of 'Catan' have no more than 60")
    ]
    assert warned(scored(*[HIGH] * 5, ["a 1 300", "b 2 50"])) == []
    assert warned(scored(*[HIGH] * 4, ["a 1 600", "b 2 50"])) == []


def test_scores_below_nothing_are_no_second_fault() -> None:
    assert warned(scored(HIGH, HIGH, HIGH, ["a 1 60", "b 2 -22", "c 3 40"])) == []


# Names and places


def test_a_game_that_is_nearly_another_is_a_warning_where_it_is_rare() -> None:
    common = tables_of([2, 2, 2])
    assert [warning[2] for warning in warned(inputs([*common, *tables_of([2], "Xattan")]))] == []
    rare = table("spring 2 1", "a 1", "b 2", game="Cattan")
    assert [warning[1:] for warning in warned(inputs([*common, rare]))] == [
        ("game", "'Cattan' is nearly 'Catan', which 3 tables play")
    ]
    assert warned(inputs([*common[2:], rare])) == []


@pytest.mark.parametrize(
    ("common", "other"),
    [
        ("Pandemic", "Pandemic Legacy"),
        ("Dominion 1", "Dominion 2"),
        ("Race for the Galaxy", "Roll for the Galaxy"),
        ("Ra", "Rah"),
        ("Kingdomino", "Queendomino"),
        ("Players of Ghent", "Players of Genk"),
        ("Players of Halle", "Players of Malle"),
    ],
)
def test_another_game_may_have_nearly_the_same_name(common: str, other: str) -> None:
    rare = table("spring 2 1", "a 1", "b 2", game=other)
    assert warned(inputs([*tables_of([2] * 9, common), rare])) == []


@pytest.mark.parametrize(
    ("common", "slip"),
    [
        ("Small World", "Smal World"),
        ("Small World Map", "Smallworld Map"),
        ("Carcassonne", "Carcasonne"),
        ("Castles of Burgundy", "Castle of Burgundy"),
    ],
)
def test_a_slip_in_one_word_is_seen(common: str, slip: str) -> None:
    rare = table("spring 2 1", "a 1", "b 2", game=slip)
    assert [warning[1] for warning in warned(inputs([*tables_of([2] * 9, common), rare]))] == ["game"]


def test_a_game_is_written_as_most_write_it() -> None:
    first = table("spring 2 1", "a 1", "b 2", game="catan")
    assert [fault[2] for fault in told(inputs([first, *tables_of([2, 2])]))] == [
        "'catan' is written 'Catan' at results.csv:C01"
    ]


def test_a_club_that_is_nearly_another_is_a_warning() -> None:
    clubs = {"a": "De Meeple", "b": "De Meeple", "c": "De Meeple", "d": "De Meepel", "e": "De Pion"}
    assert [warning[1:] for warning in warned(inputs([], players=players("abcde", **clubs)))] == [
        ("club", "'De Meepel' is nearly 'De Meeple', which stands in 3 rows")
    ]


def test_who_played_the_one_round_that_a_namesake_left_out_is_a_warning() -> None:
    named = [
        player.replace(name=name)
        for player, name in zip(
            players("abcd"), ("Jan Peters", "Jan Peeters", "Els Bos", "Fien Maes"), strict=True
        )
    ]
    rounds = [
        table("spring 1 1", "a 1", "c 2"),
        table("spring 2 1", "b 1", "c 2"),
        table("spring 3 1", "a 1", "c 2"),
    ]
    assert warned(inputs(rounds, players=named)) == [
        (
            "results.csv:11",
            "player",
            "Jan Peeters is in round 2 of spring alone, and Jan Peters in the other two",
        )
    ]
    other = [*named[:1], named[1].replace(name="Bo De Wit"), *named[2:]]
    assert warned(inputs(rounds, players=other)) == []
    hidden = [named[0], named[1].replace(hidden=True), *named[2:]]
    assert warned(inputs(rounds, players=hidden)) == []


CIRCUIT = [(51.05, 3.72), (50.63, 5.58), (50.88, 4.70), (51.22, 4.40)]


def at_places(*others: tuple[float, float]) -> Inputs:
    spots = [*CIRCUIT, *others]
    return inputs(
        [],
        *(
            tournament(f"t{n}", f"2016-03-0{n + 1}", latitude=a, longitude=b)
            for n, (a, b) in enumerate(spots)
        ),
    )


@pytest.mark.parametrize(
    ("spot", "message"),
    [
        ((4.4, 51.22), "4.4, 51.22 is near the other places the other way round"),
        ((5.12, 4.4), "5.12, 4.4 is more than 1000 km from all other places"),
        ((51.05, -37.2), "51.05, -37.2 is more than 1000 km from all other places"),
    ],
)
def test_a_place_far_from_all_others_is_a_warning(spot: tuple[float, float], message: str) -> None:
    assert warned(at_places(spot)) == [("tournaments.csv:t4", "latitude", message)]


def test_a_place_may_be_that_of_another_tournament_or_abroad() -> None:
    assert warned(at_places(CIRCUIT[0], (48.85, 2.35))) == []


# What is ordinary, and what one slip or unread cell brings


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_told_of_an_honest_circuit(seed: int) -> None:
    assert warned(drawn(Random(seed), honest=True)) == []


Slip = Callable[[Result], Sequence[Result]]

SLIPS: dict[str, tuple[Slip, set[str]]] = {
    "a row that was not read": (lambda row: [_unread(row)], set()),
    "a round that was not read": (lambda row: [row.replace(round=Missing())], set()),
    "a table that was not read": (lambda row: [row.replace(table=Missing())], set()),
    "a player that was not read": (lambda row: [row.replace(player=Missing())], set()),
    "a place that was not read": (lambda row: [row.replace(place=Missing())], set()),
    "a game that was not read": (lambda row: [row.replace(game=Missing())], set()),
    "another tournament": (
        lambda row: [row.replace(tournament="x" + row.tournament)],
        {"unknown-tournament"},
    ),
    "another game": (lambda row: [row.replace(game=row.game + "l")], {"table-plays-another-game"}),
    "a row twice, which the reader tells": (lambda row: [row, row], set()),
}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_row_is_told_once(slip: str, seed: int) -> None:
    random = Random(seed)
    change, codes = SLIPS[slip]
    circuit = drawn(random, honest=True)
    number = random.randrange(len(circuit.results))
    rows = [*circuit.results[:number], *change(circuit.results[number]), *circuit.results[number + 1 :]]
    numbered = [row.replace(source=f"results.csv:{line}") for line, row in enumerate(rows, 2)]
    spoiled = circuit._replace(results=_as_read(numbered))
    assert [code for _, code in _codes(spoiled)] == [*codes]


@pytest.mark.parametrize("seed", range(10))
def test_a_row_at_another_table_is_told_there_and_where_it_is_missing(seed: int) -> None:
    random = Random(seed)
    circuit = drawn(random, honest=True)
    number = random.randrange(len(circuit.results))
    rows = [*circuit.results]
    rows[number] = rows[number].replace(table=rows[number].table + "9")
    told_at = {*_codes(circuit._replace(results=rows))}
    assert (rows[number].source, "nobody-else-at-table") in told_at
    assert {code for _, code in told_at} <= {"nobody-else-at-table", "places-do-not-fit"}


def _codes(tables: Inputs) -> list[tuple[str, str]]:
    return [
        (fault.row.source, getattr(fault.message, "code", ""))
        for fault in files.check(ludo, tables, Options())
    ]


def _as_read(rows: Sequence[Any]) -> list[Any]:
    """The rows as the reader hands them on: those that are none come last."""
    return sorted(rows, key=lambda row: isinstance(row[0], Missing) and isinstance(row[1], Missing))


def _unread(row: Any) -> Any:
    return row.replace(**{column: Missing() for column in get_column_names(type(row)) if column != "source"})


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_told_of_what_follows_from_cells_that_were_not_read(seed: int) -> None:
    random = Random(seed)
    circuit = drawn(random, honest=True)
    spoiled = Inputs(*(_as_read([_spoiled(random, row) for row in rows]) for rows in circuit))
    assert (
        told(spoiled, final_seats={"Azul": 5}) == told(spoiled, warnings=True, final_seats={"Azul": 5}) == []
    )
    every: list[Any] = [*spoiled.tournaments, *spoiled.results, *spoiled.clubs]
    assert [fault for row in every for fault in row.find_faults()] == []
    assert all(isinstance(event_date.day, date) for event_date in ludo.event_dates(spoiled))


def _spoiled(random: Random, row: Any) -> Any:
    """The row, now and then with a cell that was not read, or without any."""
    chance = random.random()
    if chance < 0.9:
        return row
    given = dict(zip(get_column_names(type(row)), row, strict=True))
    filled = [name for name, value in given.items() if value not in {None, ""} and name != "source"]
    return _unread(row) if chance < 0.95 else row.replace(**{random.choice(filled): Missing()})


SITE = """[site]
dates = "day first"
title = "Circuit"
url = "https://circuit.example/"

[[ranking]]
id = "c"
system = "ludo"
title = "Circuit"
"""
KEPT = {
    "players.csv": "id;naam;vereniging\nan;An;Noord\nbo;Bo;Zuid\ncy;Cy;Noord\ndi;Di;\n",
    "tournaments.csv": "toernooi;datum;naam;soort\nlente;12/3/2016;Lente;gewoon\n"
    "slot;5/11/2016;Slot;finale\n",
    "results.csv": "toernooi;ronde;spel;tafel;speler;plaats;score\n"
    "lente;1;Catan;1;an;1;10\nlente;1;Catan;1;bo;2;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;2;\n"
    "slot;1;Catan;1;an;1,5;9\nslot;1;Catan;1;bo;1,5;9\nslot;2;Azul;1;bo;1;\nslot;2;Azul;1;an;2;\n",
}


def codes(folder: Path, **changes: tuple[str, str]) -> list[tuple[str, int, str]]:
    """File, line and code of all that the reader and the checks find; `changes` are made by file."""
    changed = {}
    for name, text in KEPT.items():
        old, new = changes.get(name.removesuffix(".csv"), ("", ""))
        changed[f"c/{name}"] = text.replace(old, new) if old else text
    return files.codes(folder, SITE, changed)


def test_a_circuit_in_dutch_is_read(tmp_path: Path) -> None:
    assert codes(tmp_path) == []


def test_all_that_is_wrong_is_told_at_once_and_nothing_that_follows(tmp_path: Path) -> None:
    """A tournament without a date, a place that is no number, and besides these what is wrong elsewhere."""
    faults = codes(
        tmp_path,
        tournaments=("5/11/2016", "31/11/2016"),
        results=(
            "bo;2;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;2;\nslot;1;Catan;1;an;1,5;9",
            "bo;x;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;3;\nslot;1;Catan;1;an;1,5;",
        ),
    )
    assert faults == [
        ("results.csv", 3, "not-a-number"),
        ("results.csv", 5, "places-do-not-fit"),
        ("results.csv", 6, "score-left-out"),
        ("tournaments.csv", 3, "not-in-calendar"),
    ]


@pytest.mark.parametrize(("last", "is_told"), [("gus 6 20", True), ("gus 6 21", False)])
def test_a_round_that_repeats_another_is_told(last: str, *, is_told: bool) -> None:
    rows = ["an 1 54", "bo 2 50", "ci 3 40", "di 4 30", "eva 5 25"]
    tables = inputs([table("spring 1 A", *rows, "gus 6 20"), table("spring 2 A", *rows, last)])
    found = [message for _, _, message in warned(tables) if "the same tables" in message]
    assert found == ["round 2 has the same tables with the same places as round 1: results.csv:A1"] * is_told
