"""Names that no player has: words for nobody, damaged letters, parts of a name; and what mends them."""

from pathlib import Path

import pytest
from games import SITE
from sites import write

from sitegen.core.person_names import check_person_name
from sitegen.core.problems import Problem
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results
from sitegen.inputs.results.new_names import is_other_form

NAMES = ("Zoë Maréchal", "Joris van den Berg", "Anna Peeters", "Anke Peeters", "Kim Öz", "Bo De Wit")
PLAYERS = "id,name\n" + "".join(f"p{number},{name}\n" for number, name in enumerate(NAMES))


HIDDEN = (
    ("Jan Toksen", "Toksen Jan", "Toksen, J.", "J. Toksen", "TOKSEN"),
    ("Maria de Bax", "Bax, Maria", "Bax Maria de", "de Bax", "Bax M.", "m de bax"),
    ("Sean O'Brien", "OBrien Sean", "O Brien, Sean", "Sean OBrien"),
    ("Anne-Marie van 't Hof", "Hof Annemarie", "van't Hof Anne Marie", "Hof, A.M. van 't"),
    ("Jeanne d'Arc", "Darc Jeanne", "Arc, Jeanne d'"),
    ("Anna Jansen-de Vries", "Jansen Anna", "de Vries-Jansen, Anna", "Vries Anna"),
    ("Bo S\u00f8rensen", "Sorensen Bo"),
    ("\u0141ukasz Nowak", "Nowak Lukasz"),
    ("Jan van den Berg", "VANDENBERG JAN", "Berg, J. v.d.", "v.d. Berg Jan"),
    ("Bo Li", "Li Bo", "Li, B"),
    ("Jos\u00e9 Garc\u00eda M\u00e1rquez", "Marquez Garcia Jose", "Garcia, Jose"),
    ("Jan Willem de Boer", "de Boer JW", "Boer, J.W. de"),
    ("Hans M\u00fcller", "Mueller Hans"),
)
"""Names of players who hide, and other forms of each."""


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, *forms in HIDDEN for form in forms], ids=str
)
def test_no_form_of_a_hidden_name_is_taken_for_somebody_new(name: str, form: str, tmp_path: Path) -> None:
    """Nor does the message name anybody; where only the order is another it is clear who is meant."""
    problems = find(tmp_path, form, f'id,name,hidden\np1,"{name}",yes\np3,Kim Aerts,\n')
    assert {problem.code for problem in problems} <= {"like-hidden-player"}
    if problems:
        assert not any(word in str(problems[0]) for word in f"{name} {form}".split() if len(word) > 3)


@pytest.mark.parametrize(
    ("name", "other"),
    [("An Peeters", "Bo Peeters"), ("Di Wouters", "An Wouters"), ("Jan de Boer", "Jan de Wit"),
     ("Tom Maes", "Tim Maes"), ("Bo Li", "Bo Lin"), ("Simon Maes", "Simone Maes")],
)  # fmt: skip
def test_another_name_is_no_form_of_a_hidden_one(name: str, other: str) -> None:
    assert not is_other_form(name, other)


def find(root: Path, name: str, players: str = PLAYERS) -> list[Problem]:
    """Return what is found where a game is of this name."""
    cell = name.replace('"', '""')
    games = f'date,home,away,result\n2026-02-05,"{cell}",p3,1-0\n'
    files = {"sitegen.toml": SITE, "results/b/players.csv": players, "results/b/games.csv": games}
    write(root, {path: text.encode() for path, text in files.items()})
    site, _ = load_site(root)
    assert site is not None
    return results.read_results(site)[1]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ZoÃ« MarÃ©chal", "Zoë Maréchal"),
        ("Zo\ufffd Mar\ufffdchal", "Zoë Maréchal"),
        ("Zo? Mar?chal", "Zoë Maréchal"),
        ("Kim Ã–z", "Kim Öz"),
        ("12. Bo De Wit", "Bo De Wit"),
        ("mevr. Bo De Wit", "Bo De Wit"),
        ("Bo De Wit (1712)", "Bo De Wit"),
        ("Bo De Wit †", "Bo De Wit"),
        ("J. van den Berg", "Joris van den Berg"),
        ("Maréchal", "Zoë Maréchal"),
        ("Joris", "Joris van den Berg"),
    ],
)
def test_a_name_that_can_be_one_player_alone_is_proposed_and_mends(
    tmp_path: Path, name: str, meant: str
) -> None:
    (problem,) = find(tmp_path, name)
    assert problem.code == "not-a-player"
    assert f"'{meant}'" in problem.hint
    assert "add this row" not in problem.hint
    assert find(tmp_path, meant) == []


def test_the_alias_that_is_proposed_mends(tmp_path: Path) -> None:
    (problem,) = find(tmp_path, "Z. Maréchal")
    assert "'aliases'" in problem.hint
    players = PLAYERS.replace("\n", ",\n").replace("name,", "name,aliases")
    players = players.replace("Maréchal,", "Maréchal,Z. Maréchal")
    assert find(tmp_path, "Z. Maréchal", players) == []


def test_of_what_can_be_two_players_both_are_proposed_and_no_alias(tmp_path: Path) -> None:
    (problem,) = find(tmp_path, "A. Peeters")
    assert problem.hint.startswith("did you mean 'Anna Peeters', 'Anke Peeters'?; for somebody new")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ('Bo "De Beer" De Wit', "Bo De Wit"),
        ("Bo De Wit “Beer”", "Bo De Wit"),
    ],
)
def test_a_name_with_a_nickname_is_proposed_without_it(tmp_path: Path, name: str, near: str) -> None:
    (problem,) = find(tmp_path, name)
    assert problem.hint.startswith(f"did you mean '{near}'?")


@pytest.mark.parametrize(
    "name",
    [
        "idem",
        "dito",
        "nog in te vullen",
        "à compléter",
        "same",
        "bye",
        "Vrij",
        "N.N.",
        "exempt",
        "?",
        "--",
        "0",
        "12",
        "onbekend",
        "invaller",
        "Remplaçant",
        "TBD",
    ],
)
def test_nobody_is_no_new_player(tmp_path: Path, name: str) -> None:
    (problem,) = find(tmp_path, name)
    assert problem.hint == "name the player, or take the row out where nobody played"


@pytest.mark.parametrize(
    "name",
    [
        "Bo De Wit / Anna Peeters",
        "Kim Öz & Bo De Wit",
        "Kim Öz en Piet",
        "Kim Öz i.p.v. Bo De Wit",
        "Piet voor Kim Öz",
        "Bo De Wit au lieu de Jo",
    ],
)
def test_two_names_in_a_cell_are_no_new_player(tmp_path: Path, name: str) -> None:
    (problem,) = find(tmp_path, name)
    assert problem.hint == "several names stand here: write one in each cell"


def test_a_name_that_is_often_unknown_is_told_once(tmp_path: Path) -> None:
    games = "date,home,away,result\n" + "".join(
        f"2026-02-{day:02},Piet Nieuw,p5,1-0\n" for day in (5, 12, 19)
    )
    find(tmp_path, "p1")
    write(tmp_path, {"results/b/games.csv": games.encode()})
    site, _ = load_site(tmp_path)
    assert site is not None
    (problem,) = results.read_results(site)[1]
    assert (problem.line, len(problem.other_places)) == (2, 2)


@pytest.mark.parametrize(
    "name",
    [
        "NN",
        "vrij",
        "x",
        "-",
        "1001",
        "Bestuur:",
        "Aantal leden: 2",
        "ClÃ©a",
        "Cl?a",
        "Cl\ufffda",
        "Kim (overleden)",
    ],
)
def test_what_is_no_name_is_refused_among_the_players(name: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        check_person_name(name)
    assert len(caught.value.args) == 2


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Piet Vrij",
            "Xu Li",
            "Tom Byers",
            "Nn Okafor",
            "Mary O'Neill",
            "Karel de 3de",
            "Jan & Zn. van Dam",
        ),
        *("Els Gastmans", "José y Núñez", "Ç Ğ", "Team 1001", "Jan Smit (2)", "SÃO Paulo", "Li", "B"),
    ],
)
def test_a_name_is_a_name(name: str) -> None:
    check_person_name(name)
