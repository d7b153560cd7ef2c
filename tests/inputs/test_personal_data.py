"""What nobody publishes of a person: in cells of every system, in settings and in lists of names."""

import re
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from sitegen import publishing
from sitegen.commands.new.examples import NewSiteError
from sitegen.commands.new.players import build_player_table
from sitegen.core.cells import parse_person_name, parse_text
from sitegen.core.problems import select_errors
from sitegen.core.system import load_system
from sitegen.inputs.config.settings import load_site
from tests import sites

TODAY = date(2026, 11, 21)

MAIL = [
    "Anneke Smit <anneke@x.example>",
    "anneke.smit+club@mail.x.example",
    "mail: Anneke@X.example.",
    "anneke\uff20x.example",
    "anneke (at) x.example",
    "Smit, Anneke|anneke@café.example",
]
TELEPHONE = [
    "Anneke Smit, 06-12345601",
    "Anneke 0612345601",
    "Anneke,0612345601",
    "Anneke:06-12345601",
    "06 12 34 56 01",
    "06 1234 5601",
    "06 - 12345601",
    "+31 6 12345601",
    "+31612345601",
    "+31 (0)6-12345601",
    "0031 6 12 34 56 01",
    "0475/12.34.56",
    "0475 12 34 56",
    "0475123456",
    "+32 475 12 34 56",
    "020-1234567",
    "(020) 123 45 67",
    "0512-345678",
    "02 123 45 67",
    "09/223.45.67",
    "051 12 34 56",
    "01.43.25.67.89",
    "07700 900123",
    "tel. 12345678",
    "GSM: 0475 123 456",
    "☎ 12 34 56 78",
    "De Toren (0612345601)",
]
HOME = [
    "Anneke Smit, Dorpsstraat 12",
    "Dorpsstraat 12, 1234 AB Ons Dorp",
    "Anneke; Langelaan 3b",
    "12 rue de la Gare",
    "12bis, avenue du Lac",
    "Anneke, Rue de la Gare 12",
    "Anneke (12 High Street)",
    "Kerkstraat 5, 9000 Gent",
]
BIRTH = [
    "Anneke Smit (geb. 12-03-1980)",
    "geboren 12 maart 1980",
    "geb. 12-3-80",
    "geboren op 12/03/1980",
    "born 1980-03-12",
    "née le 12.03.1980",
    "° 12/03/1980",
    "*12.03.1980",
]
OF_PERSONS = ["Anneke Smit 12-03-1980", "Anneke Smit 1980-03-12", "Anneke 1234 AB"]

WORDS = [
    "Open",
    "Toernooi",
    "De Toren",
    "'t Hoekje",
    "Ronde",
    "Café De Zwaan",
    "SV Noord",
    "Chess Club",
    "Tour de Gand",
]
SAID = [
    *(
        "1980",
        "2026-05",
        "12-13",
        "2025-2026",
        "06 2025-2026",
        "2026/27",
        "'26",
        "nr. 12",
        "#4",
        "6-4 7-5 6-3",
        "(3)",
    ),
    *(
        "25-11, 25-13",
        "0-3 0-2 1-3 0-1 2-2",
        "06-04 06-03 07-05",
        "01-02-2026",
        "2026-05-06",
        "06-12-2026 20.30",
        "€ 5",
    ),
    *(
        "12345678",
        "1234567",
        "0012345678",
        "KNSB 7654321",
        "98.765.432",
        "1.234.567,50",
        "19:30-22:00",
        "09.30-12.30",
    ),
    *(
        "1, 2, 3, 4, 5, 6, 7, 8, 9",
        "01 02 03 04 05",
        "+12 -5 +3",
        "+1250",
        "2026 NL",
        "2011 AB",
        "A1-B2",
        "3e klasse",
    ),
    *(
        "½-½",
        "10 000 m",
        "100%",
        "U12",
        "65+",
        "1e divisie 2026",
        "@ home",
        "@torens",
        "v2.0",
        "geboren na 2010",
        "C3/D4",
    ),
    *(
        "Kerkstraat 2",
        "Dorpsstraat 2026",
        "place 12",
        "weg 5 punten",
        "20-11-2026 t/m 22-11-2026",
        "2026W05",
        "7 Wonders",
    ),
    *(
        "week 45",
        "groep 1 (12 spelers)",
        "5 mei 2026",
        "1/8 finale",
        "3-4-5-6-7",
        "8.5/9",
        "0.5",
        "00:45",
        "00-03 1-2",
    ),
    *(
        "05-20261123",
        "045-102-087",
        "003-9041 09-06-2016",
        "014-2170 36½-19½",
        "012-345-678",
        "B 0123456789",
        "123-456-789",
        "Rue Royale",
        "Lange Laan",
        "www.noord.example",
    ),
    *(
        "geb. 2010 of later",
        "Elo 1850-1900",
        "40 zetten in 90 min",
        "TPR 2104",
        "ronde 9 2026",
        "1-0 (32)",
        "ij 3",
    ),
]
NAMES = [
    *(
        "An Peeters",
        "Jan 't Hoen",
        "Zoë O'Neil",
        "J. P. de Vries",
        "Maria Jansen - de Vries",
        "An & Bo",
        "Jean-Luc 2",
    ),
    *(
        "Louis XIV",
        "Anna de Graaf-van der Laan",
        "Straatman, Ed",
        "Ed Weg",
        "Laan, Van der",
        "Né, Ann",
        "Born, Max",
        "X Æ A-12",
    ),
    *(
        "Piet (2)",
        "Player 12",
        "An 2",
        "Jan Jansen 1980",
        "Ali B.",
        "小林",
        "Olga Ивановна",
        "Rue, Paul",
        "Tel, Ann",
        "Mobiel, Jo",
        "Team (at) Home",
        "Jan van Dijk 2",
        "Jan Hogeweg 2",
    ),
]


@pytest.mark.parametrize("cell", [*MAIL, *TELEPHONE, *HOME, *BIRTH])
def test_what_leads_to_a_person_is_refused_in_every_text(cell: str) -> None:
    """And the message does not repeat it."""
    for parse in (parse_text, parse_person_name):
        with pytest.raises(ValueError, match="would be published") as refused:
            parse(cell)
        assert refused.value.args[0].code == "personal-data"
        assert cell not in refused.value.args[0]


@pytest.mark.parametrize("cell", OF_PERSONS)
def test_a_name_of_a_person_has_no_date_and_no_postcode(cell: str) -> None:
    assert parse_text(cell) == cell
    with pytest.raises(ValueError, match="would be published"):
        parse_person_name(cell)


def test_a_thousand_honest_texts_are_none_of_that() -> None:
    honest = [
        *SAID,
        *(f"{word} {said}" for word, said in product(WORDS, SAID)),
        *(f"{said} {word}" for word, said in product(WORDS[:5], SAID)),
    ]
    assert len(honest) > 1000
    for text in honest:
        assert parse_text(text) == text
    for name in NAMES:
        assert parse_person_name(name) == name


@pytest.mark.parametrize("system", sites.ALL)
def test_a_system_publishes_no_address_of_mail(system: str, tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files(system))
    path = tmp_path / f"results/{system}/players.csv"
    lines = [line for line in path.read_text("utf-8-sig").splitlines() if not line.startswith("#")]
    name = lines[1].split(",")[1]
    path.write_text("\n".join(lines).replace(f",{name},", ",An <an@x.example>,"), encoding="utf-8")
    problems = publishing.prepare(tmp_path, TODAY).problems
    found = [error for error in select_errors(problems) if error.code == "personal-data"]
    assert found
    assert {(error.path, error.line) for error in found} == {(f"results/{system}/players.csv", 2)}


def test_an_id_is_a_number_of_a_member_and_no_telephone(tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("elo"))
    path = tmp_path / "results/elo/players.csv"
    table = path.read_text("utf-8-sig").rstrip()
    blank = "," * (table.splitlines()[-1].count(",") - table.splitlines()[-1].count('"') // 2 - 1)

    def given(id_: str) -> list[str]:
        path.write_text(f"{table}\n{id_},Ed Last{blank}\n", encoding="utf-8")
        return [error.code for error in select_errors(publishing.prepare(tmp_path, TODAY).problems)]

    assert given("0612345601") == given("06-12345601") == given("ed-1980-2") == []
    assert given("ed-last-06-12345601") == given("ed@x.example") == ["personal-data"]


@pytest.mark.parametrize("name", ["An <an@x.example>", "An 06-12345601"])
def test_settings_name_nobody_but_their_contact(name: str, tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("elo"))
    path = tmp_path / "sitegen.toml"
    settings = path.read_text("utf-8").replace("[site]", '[site]\ncontact = "results@club.example"', 1)
    path.write_text(settings, encoding="utf-8")
    assert load_site(tmp_path)[1] == []
    titled = re.sub(r"(?<=\n)title = .*", f'title = "{name}"', settings, count=1)
    for changed in (titled, settings.replace("[[ranking]]", f'[[ranking]]\nshort_title = "{name}"', 1)):
        path.write_text(changed, encoding="utf-8")
        assert [problem.code for problem in load_site(tmp_path)[1]] == ["personal-data"]


@pytest.mark.parametrize(
    "names",
    [
        "Anneke Smit <anneke@x.example>\nBo Claes\n",
        "Bo Claes\nAnneke Smit, 06-12345601\n",
        "naam;vereniging\nAnneke Smit 06-12345601;Noord\n",
        "naam;geboren\nAnneke Smit 12-03-1980;x\n",
    ],
)
def test_a_list_of_names_is_refused_that_leads_to_somebody(names: str) -> None:
    with pytest.raises(NewSiteError, match="would be published"):
        build_player_table("list.csv", names.encode(), "elo", load_system("elo"), "en")


def test_a_file_that_is_called_by_an_address_is_to_be_renamed(tmp_path: Path) -> None:
    """Its name stands at every row as the place that it comes from."""
    sites.write(tmp_path, sites.files("elo"))
    folder = tmp_path / "results/elo/games"
    next(folder.glob("*.csv")).rename(folder / "an@x.example.csv")
    (found,) = select_errors(publishing.prepare(tmp_path, TODAY).problems)
    assert (found.path, found.code) == ("results/elo/games/an@x.example.csv", "personal-data")


def test_a_player_who_is_called_by_an_address_is_not_proposed_as_a_new_one(tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("elo"))
    path = next((tmp_path / "results/elo/games").glob("*.csv"))
    lines = path.read_text("utf-8-sig").splitlines()
    path.write_text(
        "\n".join([*lines, "2026-09-20,An <an@x.example>,Bo <bo@x.example>,1-0"]), encoding="utf-8"
    )
    found = [
        problem for problem in publishing.prepare(tmp_path, TODAY).problems if problem.code == "personal-data"
    ]
    assert {problem.line for problem in found} == {len(lines) + 1}
    assert not any("x.example" in f"{problem.message}{problem.hint}" for problem in found)


@pytest.mark.parametrize("heading", ["e-mail", "Telefoon", "Geboortedatum", "adresse"])
def test_a_column_of_that_kind_is_to_go(heading: str, tmp_path: Path) -> None:
    sites.write(tmp_path, sites.files("elo"))
    path = tmp_path / "results/elo/players.csv"
    path.write_text(path.read_text("utf-8-sig").replace("id,name", f"{heading},id,name"), encoding="utf-8")
    found = [
        problem.hint
        for problem in publishing.prepare(tmp_path, TODAY).problems
        if problem.code == "unknown-column"
    ]
    assert found == ["take the column out: nothing of the kind is published"]
