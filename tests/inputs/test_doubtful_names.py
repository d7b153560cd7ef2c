"""A name that contradicts its id or sort name, or that is another's as well, is a warning."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from sites import write

from sitegen.core.problems import Problem, Severity
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results

SITE = """
[site]
title = "Club"
url = "https://club.example/"
[[ranking]]
id = "b"
system = "elo"
title = "List"
"""
HEADER = "id;name;sort_name;aliases;hidden\n"
OTHERS = (
    "tom-claes;Tom Claes;;;",
    "zofia-wrona;Zofia Wrona;Wrona, Zofia;;",
    "joris-van-den-berg;Joris van den Berg;Berg, Joris van den;;",
    "lea-moreau;Léa Moreau;;;",
)


def find(root: Path, rows: Sequence[str], games: str = "date,home,away,result\n") -> list[Problem]:
    """Return what is found in a site of players in these rows."""
    players = HEADER + "".join(f"{row}\n" for row in rows)
    files = {"sitegen.toml": SITE, "results/b/players.csv": players, "results/b/games.csv": games}
    write(root, {path: text.encode() for path, text in files.items()})
    site, _ = load_site(root)
    assert site is not None
    return results.read_results(site)[1]


@pytest.mark.parametrize(
    ("row", "code", "mended"),
    [
        ("an-peeters;Bn Peeters;Peeters, An;;", "name-unlike-id", "an-peeters;An Peeters;Peeters, An;;"),
        ("an-peeters;Bn Peeters;;;", "name-unlike-id", "an-peeters;Bn Peeters;;An Peeters;"),
        ("ana-peeters;Ana Petters;;;", "name-unlike-id", "ana-peeters;Ana Peeters;;;"),
        ("p1;Tom Peeters;Claes, Tom;;", "name-unlike-sort-name", "p1;Tom Peeters;Peeters, Tom;;"),
        ("p1;Tom Peeters;Bos Tom;;", "name-unlike-sort-name", "p1;Tom Peeters;Bos Tom;Tom Bos;"),
        ("an-peeters;AnPeeters;;;", "blank-lost", "an-peeters;An Peeters;;;"),
        ("annepeeters;AnnePeeters;;;", "blank-lost", "annepeeters;AnnePeeters;Peeters;;"),
        ("lea;Lea;;;", "name-of-one-word", "lea;Lea Vos;;;"),
        ("wrona;Wrona;;;", "name-of-one-word", "wrona;Wrona;Wrona, Jan;;"),
        ("moreau-lea;Moreau Léa;;;", "name-again", "moreau-lea;Moreau Léa;Moreau, Léa (b);;"),
        ("lea-2;Lea Moreau;;;", "name-again", "lea-2;Lea Moreau;Moreau, Lea (b);;"),
        ("bob;Bob Smit;;Léa Moreau;", "alias-of-other", "bob;Bob Smit;;Bobbie;"),
        ("bob;Bob Smit;;Bobbie|tom-claes;", "alias-of-other", "bob;Bob Smit;;Bobbie;"),
        ("007;Jan Bond;;;", "id-of-spreadsheet", "jan-bond;Jan Bond;;;"),
        ("3-2;Jan Bond;;;", "id-of-spreadsheet", "a3-2;Jan Bond;;;"),
        ("mei-3;Jan Bond;;;", "id-of-spreadsheet", "jb;Jan Bond;;;"),
        ("1e5;Jan Bond;;;", "id-of-spreadsheet", "5;Jan Bond;;;"),
        ("123456789012;Jan Bond;;;", "id-of-spreadsheet", "1234567890;Jan Bond;;;"),
        ("waar;Jan Bond;;;", "id-of-spreadsheet", "jan-bond;Jan Bond;;;"),
    ],
)
def test_what_only_the_club_can_know_is_a_warning_whose_cure_mends(
    tmp_path: Path, row: str, code: str, mended: str
) -> None:
    (problem,) = find(tmp_path, [*OTHERS, row])
    assert (problem.code, problem.severity, problem.line) == (code, Severity.WARNING, 6)
    assert find(tmp_path, [*OTHERS, mended]) == []
    assert find(tmp_path, [*OTHERS, row + "yes"]) == []  # nothing is said of who is hidden


@pytest.mark.parametrize(
    "row",
    [
        "jorgen-moller;Jørgen Møller;Moeller, Jörgen;;",
        "bob-smit;Robert Smit;Smit, Bob;;",
        "ann-de-wit;Ann de Wit-Claes;Wit, Ann de;;",
        "marc-vos;Mark Vos;Vos, Marc;;",
        "louis-vos;Louise Vos;;;",
        "x-jr;An Peters Jr.;Peters, An;;",
        "an-claes;An Peeters;Peeters, An;;",
        "rob;Robbert de Vries;Vries, R. de;;",
        "mcdonald;McDonald;;;",
    ],
)
def test_what_people_write_on_purpose_is_not_told(tmp_path: Path, row: str) -> None:
    assert find(tmp_path, [*OTHERS, row]) == []


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("7", "007"),
        ("12", "0012"),
        ("100000", "1e5"),
        ("1,00E+05", "1e5"),
        ("3-feb", "3-2"),
        ("03/02/2026", "3-2"),
        ("2026-05-03", "mei-3"),
        ("1,23457E+11", "123456789012"),
    ],
)
def test_what_a_spreadsheet_made_of_an_id_is_named(tmp_path: Path, written: str, id_: str) -> None:
    game = f'date,home,away,result\n2026-01-20,tom-claes,"{written}",1-0\n'
    (problem,) = [
        problem
        for problem in find(tmp_path, [*OTHERS, f"{id_};Jan Bond;;;"], game)
        if problem.severity is Severity.ERROR
    ]
    assert f"a spreadsheet made '{written}' of '{id_}'" in problem.hint
    hidden = find(tmp_path, [*OTHERS, f"{id_};Jan Bond;;;yes"], game)
    assert id_ not in " ".join(map(str, hidden))


def test_an_id_that_was_rewritten_among_the_players_is_named(tmp_path: Path) -> None:
    game = "date,home,away,result\n2026-01-20,tom-claes,007,1-0\n"
    (problem,) = find(tmp_path, [*OTHERS, "7;Jan Bond;;;"], game)
    assert "a spreadsheet made '7' of '007' among the players" in problem.hint


FIRST = (
    *("An", "Bram", "Cécile", "Daan", "Élodie", "Femke", "Gijs", "Hélène", "Ilse", "Jan", "Jeanne", "Kees"),
    *("Lieve", "Marie-Claire", "Nele", "Oscar", "Piet", "Quentin", "Roos", "Sofie", "Thomas", "Ursula"),
    *("Victor", "Wout", "Xavier", "Yvette", "Zoë", "Emily", "George", "Henry", "Olivia", "Jo", "Mark"),
)
FAMILIES = (
    *("Peeters", "de Vries", "van den Berg", "van 't Hoff", "Jansen", "Janssens", "Claes", "De Smet"),
    *("Dupont", "Lefèvre", "de la Tour", "Martin", "Thomas", "d'Haene", "Müller", "Ångström", "O'Brien"),
    *("Smith", "Taylor", "McDonald", "Evans", "Groß", "Visser-Bakker", "Moreau", "Petit", "Bos", "Vos"),
    *("van der Meer", "Wright", "Hughes", "Le Goff", "Ter Horst", "Łukasz", "Sørensen", "Kok", "Kuiper"),
)


def _plain(text: str) -> str:
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in text.lower())
    return "".join(letters).strip("-")


def _by_name(_: Random, number: int, first: str, family: str) -> str:
    return f"{_plain(f'{first} {family}')};{first} {family};;;"


def _by_number(_: Random, number: int, first: str, family: str) -> str:
    return f"{number};{first} {family};{family.rsplit(' ', maxsplit=1)[-1]}, {first};;"


def _by_initials(_: Random, number: int, first: str, family: str) -> str:
    return f"{_plain(first[:1] + family[:3])}{number};{first} {family};{family}, {first[0]}.;;"


def _by_nickname(chance: Random, number: int, first: str, family: str) -> str:
    nick = _plain(first)[: chance.choice((2, 3, 4))] + chance.choice(("", "je", "s", "ke"))
    return f"{nick}-{_plain(family)};{first} {family};;{nick.title()}{number};"


def _married(chance: Random, number: int, first: str, family: str) -> str:
    born = chance.choice(FAMILIES)
    name = chance.choice((f"{first} {family}-{born}", f"{first} {family}"))
    return f"{_plain(f'{first} {born}')};{name};{family}, {first};;"


@pytest.mark.parametrize("row", [_by_name, _by_number, _by_initials, _by_nickname, _married])
def test_honest_lists_are_told_nothing(tmp_path: Path, row: Callable[..., str]) -> None:
    chance = Random(1)
    pairs = [(first, family) for first in FIRST for family in FAMILIES]
    people = [
        person
        for person in chance.sample(pairs, 180)
        if person not in {("Thomas", "Martin"), ("Jan", "Jansen")}
    ]
    rows: dict[str, str] = {}
    for number, person in enumerate(people):
        line = row(chance, number, *person)
        rows.setdefault(line.partition(";")[0], line)
    told = find(tmp_path, [*rows.values()])
    assert [str(problem) for problem in told][:3] == []
