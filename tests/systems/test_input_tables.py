"""How the tables of systems are written: headings, words and bounds, and whole files as clubs keep them."""

from pathlib import Path

import files
import pytest
from cases import SYSTEMS, find_tables

from sitegen.core.cells import make_parser
from sitegen.core.table import get_columns, get_input_columns
from sitegen.inputs.config import settings


@pytest.mark.parametrize(
    ("system", "name", "header"),
    [
        ("fibs", "matches", "datum;winnaar;verliezer;lengte;punten;soort"),
        ("fibs", "matches", "jour;gagnant;perdant;longueur;points;genre"),
        ("fibs", "registrations", "speler;vanaf;tot;vereniging;joueur;du;au;cercle"),
        (
            "fibs",
            "players",
            "id;naam;vereniging;verborgen;startrating;ervaring;nom;cercle;caché;cote;expérience",
        ),
        ("ludo", "results", "toernooi;ronde;spel;tafel;speler;plaats;punten"),
        ("ludo", "results", "tournoi;manche;jeu;table;joueur;rang;points"),
        ("ludo", "tournaments", "tornooi;datum;naam;soort;interclub;breedtegraad;lengtegraad"),
        ("ludo", "tournaments", "tournoi;date;nom;type;interclub;latitude;longitude"),
        ("ludo", "clubs", "vereniging;breedte;lengte"),
        ("ludo", "players", "id;naam;vereniging"),
    ],
)
def test_columns_have_headings_in_dutch_and_french(system: str, name: str, header: str) -> None:
    columns = get_input_columns(find_tables(system)[name])
    known = {heading for column in columns for heading in (column.name, *column.headings)}
    assert {*header.split(";")} <= known


@pytest.mark.parametrize(
    ("system", "name", "meant", "written"),
    [
        ("fibs", "matches.kind", "club", "Clubavond"),
        ("fibs", "matches.kind", "tournament", "toernooi;tournoi"),
        ("fibs", "matches.kind", "friendly", "amicale"),
        ("ludo", "tournaments.kind", "final", "Finale"),
        ("ludo", "tournaments.kind", "regular", "gewoon;ordinaire"),
        ("ijssel", "games.result", "½-½", "½;1/2-1/2;½ – ½;Remise;nulle;0,5-0,5;0,5"),
        ("ijssel", "games.result", "1-0", "1–0;wit;1;1,0"),
        ("ijssel", "games.result", "0-1", "0 - 1;0;0.0"),
        ("ijssel", "games.result", "1-0f", "1-0 f;1-0 R;+/-;1F-0F"),
        ("ijssel", "games.result", "0-1f", "0-1F;0-1 (r);0-1 forfait"),
        ("ijssel", "absences.code", "external", "Extern;externe"),
        ("ijssel", "absences.code", "external-moved", "extern verplaatst"),
        ("ijssel", "absences.code", "bye", "vrij"),
        ("ijssel", "absences.code", "odd", "oneven;impair"),
        ("ijssel", "absences.code", "absent", "afgemeld;Afwezig;absent excusé"),
        ("ijssel", "absences.code", "no-show", "niet verschenen;non excusé;No show"),
        ("ijssel", "absences.code", "club", "clubtaak"),
        ("ijssel", "absences.result", "½", "0,5;1/2"),
        ("ijssel", "absences.result", "1", "gewonnen"),
        ("ijssel", "absences.result", "0", "perdu"),
    ],
)
def test_a_cell_is_read_as_secretaries_write_it(system: str, name: str, meant: str, written: str) -> None:
    table, name = name.split(".")
    (column,) = (column for column in get_columns(find_tables(system)[table]) if column.name == name)
    assert {make_parser(column, ".,")(cell) for cell in written.split(";")} == {meant}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_heading_means_one_column_a_word_one_choice_and_a_number_has_bounds(system: str) -> None:
    for table in find_tables(system).values():
        columns = get_columns(table)
        headings = [
            text.casefold().replace(" ", "") for column in columns for text in (column.name, *column.headings)
        ]
        assert len(headings) == len({*headings}), table
        for column in columns:
            words = [text.casefold() for text, _ in column.synonyms]
            assert len(words) == len({*words}), column
            is_bounded = None not in {column.minimum, column.maximum}
            assert is_bounded or column.filled or column.kind not in {int, float}, column


SITE = """[site]
title = "Club"
url = "https://club.example/"
dates = "day first"

[[ranking]]
id = "r"
system = "{system}"
title = "Rating list"
"""
MATCHES = "20/11/2026;An;Bo;7;;clubavond\n20/11/2026;An;Bo;7;;clubavond\n20/11/2026;Bo;An;5;3;toernooi\n"
TABLES = {
    "fibs": {
        "players": "id;naam;startrating\nan;An;1612,5\nbo;Bo;\n",
        "registrations": "speler;vanaf;tot;vereniging\n"
        "an;1/1/2026;31/12/2026;Leie\nbo;1/1/2026;31/12/2026;Leie\n",
        "matches": f"datum;winnaar;verliezer;lengte;score;soort\n{MATCHES}",
    },
    "ludo": {
        "players": "id;naam;vereniging\nan;An;Noord\nbo;Bo;Zuid\ncy;Cy;Noord\ndi;Di;\n",
        "tournaments": "toernooi;datum;naam;soort\nlente;12/3/2016;Lente;gewoon\n"
        "slot;5/11/2016;Slot;finale\n",
        "results": "toernooi;ronde;spel;tafel;speler;plaats;score\n"
        "lente;1;Catan;1;an;1;10\nlente;1;Catan;1;bo;2;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;2;\n"
        "slot;1;Catan;1;an;1,5;9\nslot;1;Catan;1;bo;1,5;9\nslot;2;Azul;1;bo;1;\nslot;2;Azul;1;an;2;\n",
    },
}
DAYS = "".join(f"{day}/10/2026;Bo;An;5;3;clubavond\n" for day in range(16, 31, 3))
ONCE = "20/11/2026;Bo;An;5;3;toernooi\n"


@pytest.mark.parametrize(
    ("system", "changes", "expected"),
    [
        ("ludo", {}, []),
        ("fibs", {}, []),  # two play twice and keep no score; with the same score one may be a slip
        ("fibs", {"matches": (MATCHES, DAYS + ONCE)}, []),
        ("fibs", {"matches": (MATCHES, DAYS + 2 * ONCE)}, [("matches.csv", 8, "row-repeated")]),
        (  # a length that is no number, and besides it what is wrong with other cells and rows
            "fibs",
            {"matches": ("Bo;7;;clubavond\n20/11/2026;Bo;An;5;3", "Bo;x;;club\n20/11/2026;Bo;Bo;5;5")},
            [
                ("matches.csv", 3, "not-whole"),
                ("matches.csv", 4, "player-against-themselves"),
                ("matches.csv", 4, "score-reaches-length"),
            ],
        ),
        (  # a tournament without a date, a place that is no number, and what is wrong elsewhere
            "ludo",
            {
                "tournaments": ("5/11/2016", "31/11/2016"),
                "results": (
                    "bo;2;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;2;\nslot;1;Catan;1;an;1,5;9",
                    "bo;x;8\nlente;1;Azul;2;cy;1;\nlente;1;Azul;2;di;3;\nslot;1;Catan;1;an;1,5;",
                ),
            },
            [
                ("results.csv", 3, "not-a-number"),
                ("results.csv", 5, "places-do-not-fit"),
                ("results.csv", 6, "score-left-out"),
                ("tournaments.csv", 3, "not-in-calendar"),
            ],
        ),
    ],
)
def test_of_tables_in_dutch_all_that_is_wrong_is_told_at_once_and_nothing_that_follows(
    system: str,
    changes: dict[str, tuple[str, str]],
    expected: list[tuple[str, int, str]],
    tmp_path: Path,
) -> None:
    tables = {
        f"r/{name}.csv": text.replace(*changes.get(name, ("", ""))) for name, text in TABLES[system].items()
    }
    assert files.codes(tmp_path, SITE.format(system=system), tables) == expected


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("final_seats = { Catan = 0 }", "final_seats: in 'Catan': 0 is less than 1, the least possible"),
        ("bonus_ceilings.2016 = -1", "bonus_ceilings: in '2016': -1 is less than 0, the least possible"),
        ("bonus_ceilings = { this = 70 }", "bonus_ceilings: in 'this': 'this' is not a whole number"),
    ],
)
def test_options_of_a_circuit_have_their_bounds(option: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "sitegen.toml").write_text(f"{SITE.format(system='ludo')}[ranking.options]\n{option}\n")
    _, (problem,) = settings.load_site(tmp_path)
    assert (problem.line, problem.message.replace("that is ", "")) == (11, message)
