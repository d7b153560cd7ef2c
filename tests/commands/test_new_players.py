"""A club with a list of its players starts with them: nobody is left out, and what was decided is told."""

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from sitegen import publishing
from sitegen.commands.cli import main
from sitegen.commands.new import examples, site
from sitegen.commands.new import examples as new_refusal
from sitegen.commands.new import players as new_roster
from sitegen.core.names import make_player_id

pytestmark = pytest.mark.slow

SYSTEMS = ["fibs", "ijssel", "keizer", "ludo", "nbb", "ruit"]


def listed(
    tmp_path: Path, content: str | bytes, system: str = "fibs", language: str = "en"
) -> new_roster.PlayerTable:
    file = tmp_path / "list.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return site.read_player_tables(file, [system], language)[system]


def cells(roster: new_roster.PlayerTable, *names: str) -> list[tuple[str, ...]]:
    places = [roster.table.header.index(name) for name in names]
    return [tuple(row[place] for place in places) for row in roster.table.rows]


def told(roster: new_roster.PlayerTable, tmp_path: Path) -> list[str]:
    return [str(message).replace(f"{tmp_path}/", "") for message in roster.messages]


def refusal(tmp_path: Path, content: str | bytes) -> list[str]:
    with pytest.raises(new_refusal.NewSiteError) as raised:
        listed(tmp_path, content)
    return str(raised.value).replace(f"{tmp_path}/", "").splitlines()


@pytest.mark.parametrize("heading", ["", "Name\n", "Naam\r\n", "nom\n", "SPELER\n", "\ufeffNaam;;\r\n"])
def test_one_name_a_line_is_a_list(tmp_path: Path, heading: str) -> None:
    roster = listed(tmp_path, f"{heading}An Peeters\nJoris van den Berg\n\nMoreau, Léa;;\n")
    assert cells(roster, "id", "name", "sort_name") == [
        ("an-peeters", "An Peeters", ""),
        ("joris-van-den-berg", "Joris van den Berg", ""),
        ("lea-moreau", "Léa Moreau", "Moreau, Léa"),
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_out_of_excel_is_a_list(tmp_path: Path, mark: str, encoding: str) -> None:
    lines = [["Naam", "Club", "Rating"], ["Léa Moreau", "De Toren", "1612"], ["", "", ""]]
    text = "\r\n".join(mark.join(line) for line in lines)
    roster = listed(tmp_path, text.encode(encoding))
    assert cells(roster, "id", "name", "club", "rating") == [("lea-moreau", "Léa Moreau", "De Toren", "1612")]
    assert ("Windows-1252" in " ".join(told(roster, tmp_path))) == (encoding == "cp1252")


@pytest.mark.parametrize(
    "header",
    [
        "First name;Infix;Last name",
        "Voornaam;Tussenvoegsel;Achternaam",
        "voornaam;tussenvoegsels;Naam",
        "Prénom;Particule;Nom",
        "PRENOM;particule;Nom de famille",
    ],
)
def test_a_name_in_parts_is_put_together_and_sorted_by_the_last(tmp_path: Path, header: str) -> None:
    roster = listed(tmp_path, f"{header}\nJoris;van den;Berg\nAn;;Peeters\n")
    assert cells(roster, "id", "name", "sort_name") == [
        ("joris-van-den-berg", "Joris van den Berg", "Berg, Joris van den"),
        ("an-peeters", "An Peeters", "Peeters, An"),
    ]


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Jan Jansen", "jan-jansen"),
        ("Emre Y\N{LATIN SMALL LETTER DOTLESS I}ld\N{LATIN SMALL LETTER DOTLESS I}z", "emre-yildiz"),
        ("Søren Łukasz-Straße", "soren-lukasz-strasse"),
        ("Cléo D'Hondt & Co.", "cleo-d-hondt-co"),
        ("Иван Петров", ""),
        ("李小龍", ""),
        ("---", ""),
    ],
)
def test_an_id_is_the_name_in_plain_letters(name: str, id_: str) -> None:
    assert make_player_id(name) == id_


def test_names_that_collide_or_give_no_id_are_told_and_none_is_dropped(tmp_path: Path) -> None:
    roster = listed(tmp_path, "name,club\nJan Jansen,A\nJân Jansen,B\nJan Jansen,A\n李小龍,\nPlayer 2,\n")
    assert cells(roster, "id", "name") == [
        ("jan-jansen", "Jan Jansen"),
        ("jan-jansen-2", "Jân Jansen"),
        ("jan-jansen-3", "Jan Jansen"),
        ("id-4", "李小龍"),
        ("player-2-2", "Player 2"),  # a hidden player would be shown as player-2
    ]
    assert told(roster, tmp_path)[:3] == [
        (
            "list.csv:3: Jân Jansen would have the id of Jan Jansen in line 2, and got 'jan-jansen-2'"
            " (take one of the rows out if they are one person, or choose other ids)"
        ),
        (
            "list.csv:4: Jan Jansen stands in line 2 already, and got the id 'jan-jansen-3' here"
            " (take one of the rows out if they are one person)"
        ),
        (
            "list.csv:5: 李小龍 cannot be written in a-z, so the id is 'id-4'"
            " (choose another before results refer to it)"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. Anneke Smit\n2) Bo Claes\n", [("Anneke Smit", ""), ("Bo Claes", "")]),
        (
            "Bestuur:\nAnneke Smit\nLeden:\nBo Claes\nAantal leden: 2\n",
            [("Anneke Smit", ""), ("Bo Claes", "")],
        ),
        ("SMIT, ANNEKE\nsmit anneke\n", [("Anneke Smit", "Smit, Anneke")]),
        ("KAREL VAN DEN BERG\nAn o'neill\n", [("Karel van den Berg", ""), ("An o'neill", "")]),
        ("First Name,Middle Name,Last Name\nAn,de,Smit\n", [("An de Smit", "Smit, An de")]),
        (
            "Voornaam;Tussenvoegsel;Achternaam\nJORIS;van 't;HOF\n",
            [("Joris van 't Hof", "Hof, Joris van 't")],
        ),
        ("Ledenlijst 2026\n\nNaam;Club\nBo Claes;Zuid\n", [("Bo Claes", "")]),
        ("Onze leden\nNaam\nBo Claes\n", [("Bo Claes", "")]),
        (
            "1 Anneke Smit\n2;Bo Claes\n3\tSmit, An\n",
            [("Anneke Smit", ""), ("Bo Claes", ""), ("An Smit", "Smit, An")],
        ),
        (
            "Nom;Prénom\nMOREAU;Léa\nDE SMET;Paul\n",
            [("Léa Moreau", "Moreau, Léa"), ("Paul de Smet", "de Smet, Paul")],
        ),
        ("O'NEILL, Ann\nNG, Li\n", [("Ann O'Neill", "O'Neill, Ann"), ("Li Ng", "Ng, Li")]),
        ("Naam\nSmit, Mevr. An\nDhr./Mevr. K. de Vries\n", [("An Smit", "Smit, An"), ("K. de Vries", "")]),
        (
            "Naam\nLéa Moreau (bestuur)\nSmit, An (0470 12 34 56)\nJan Maes (jr.)\nJan Maes (sr.)\n",
            [("Léa Moreau", ""), ("An Smit", "Smit, An"), ("Jan Maes (jr.)", ""), ("Jan Maes (sr.)", "")],
        ),
    ],
    ids=(
        *("numbers", "groups", "twice", "capitals", "middle", "infix", "title", "title of names"),
        *("numbers alone", "capitals of a column", "capitals before a comma", "titles of persons"),
        "notes of the secretary",
    ),
)
def test_a_list_as_clubs_keep_it_is_read(tmp_path: Path, text: str, names: list[tuple[str, str]]) -> None:
    assert cells(listed(tmp_path, text), "name", "sort_name") == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Naam;Telefoon;E-mail;Adres\nAn Peeters;0470 12 34 56;an@x.example;Straat 1\n", ["An Peeters"]),
        ("E-mail,Phone,Name,Address\na@x.example,1,1. Mrs Ann Smith,Road 1\n", ["Ann Smith"]),
        ("Nr;Betaald;Lid;Adres;GSM\n1;ja;dhr. Jan Jansen;Straat 1;0470\n", ["Jan Jansen"]),
        (
            "Lidnummer;Achternaam;Voornaam;Tussenvoegsel;Geboortedatum\n12;Berg;Joris;van den;1-2-1980\n",
            ["Joris van den Berg"],
        ),
        ("Voorletters;Tussenvoegsel;Achternaam;Postcode\nJ.;van den;Berg;1234 AB\n", ["J. van den Berg"]),
        ("Voorletters;Roepnaam;Achternaam;Postcode\nJ.;Joris;Berg;1234 AB\n", ["Joris Berg"]),
        ("Ledenlijst;;;\n;;;\nNaam;Tel.;Mail;Straat\nBo Claes;1;b@x.example;x\n", ["Bo Claes"]),
        ("N° licence;Nom;Prénom;Courriel\n7;Moreau;Léa;l@x.example\n", ["Léa Moreau"]),
        ("Achternaam, Voornaam;Telefoon\nPeeters, An;0470 12 34 56\n", ["An Peeters"]),
        ("Voor- en achternaam;Telefoon\nAn Peeters;0470 12 34 56\n", ["An Peeters"]),
        ("Name (last, first)\tPhone\nSmith, Ann\t0470\n", ["Ann Smith"]),
    ],
)
def test_of_a_list_with_addresses_the_names_alone_are_taken(
    tmp_path: Path, text: str, names: list[str]
) -> None:
    roster = listed(tmp_path, text)
    assert [name for (name,) in cells(roster, "name")] == names
    assert not any(sign in str(roster.table.rows) for sign in ("@", "0470", "Straat", "1980", "1234"))


def workbook(tmp_path: Path, rows: list[list[object]], *, hidden_row: int = 0) -> Path:
    """A workbook as a secretary keeps it, with a second sheet that is none of ours."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if hidden_row:
        book.active.row_dimensions[hidden_row].hidden = True
    book.create_sheet("Kas").append(["An Peeters", 25])
    book.save(tmp_path / "leden.xlsx")
    return tmp_path / "leden.xlsx"


MEMBERS: list[list[object]] = [
    ["Ledenlijst 2026"],
    [],
    ["Nr", "Naam", "Geboren", "Telefoon", "Rating", "E-mail"],
    [1, "Peeters, An", date(1980, 2, 1), "0470 12 34 56", 1612.5, "an@x.example"],
    [2, "Dhr. Bo Smit"],
]


def test_a_workbook_is_a_list_of_names_and_figures(tmp_path: Path) -> None:
    made = site.read_player_tables(workbook(tmp_path, MEMBERS), ["fibs"])["fibs"]
    assert cells(made, "name", "rating") == [("An Peeters", "1612.5"), ("Bo Smit", "")]
    assert not any(sign in str(made.table.rows) for sign in ("@", "0470", "1980", "Kas"))


@pytest.mark.parametrize(
    ("rows", "hidden_row", "message"),
    [
        (MEMBERS, 5, "leden.xlsx: row 'Sheet!5' is hidden (show it, or take it out of the sheet)"),
        (
            [*MEMBERS, [3, None, None, "0470 12 34 56"]],
            0,
            "leden.xlsx:6: this row names nobody (fill the name in, or take the row out)",
        ),
    ],
)
def test_a_workbook_that_cannot_be_read_whole_is_refused(
    tmp_path: Path, rows: list[list[object]], hidden_row: int, message: str
) -> None:
    with pytest.raises(new_refusal.NewSiteError) as raised:
        site.read_player_tables(workbook(tmp_path, rows, hidden_row=hidden_row), ["fibs"])
    assert str(raised.value) == f"{tmp_path}/{message}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_new_table_of_players_has_the_column_to_hide_them(tmp_path: Path, system: str) -> None:
    for language, heading in (("en", "hidden"), ("nl", "verborgen"), ("fr", "masqué")):
        files = site.plan_site([system], language=language)
        text = files[f"results/{system}/players.csv"].decode("utf-8-sig")
        header = next(line for line in text.splitlines() if not line.startswith("#"))
        assert heading in header.replace(",", ";").split(";") or "caché" in header
    assert "hidden" in listed(tmp_path, "An Peeters\n", system).table.header


def test_an_id_that_the_list_has_is_kept_and_free_for_nobody_else(tmp_path: Path) -> None:
    roster = listed(tmp_path, "id;naam\njj;Jan Jansen\nJ. J.;Jan Jansen\njj;Joke Jansen\n")
    assert cells(roster, "id") == [("jj",), ("jan-jansen",), ("jj-2",)]


def test_nobody_gets_an_id_that_windows_keeps_for_itself(tmp_path: Path) -> None:
    roster = listed(tmp_path, "id;naam\n;Con\nnul;An\nNul;Nul\n")
    assert cells(roster, "id") == [("con-2",), ("an",), ("nul-2",)]


def test_columns_of_the_system_are_filled_in_and_others_are_told(tmp_path: Path) -> None:
    text = "Naam;Rating;experience;Telefoon\nAn Peeters;1612,50;214;0123\nBo Smit;n/a;;\n"
    roster = listed(tmp_path, text)
    assert cells(roster, "name", "rating", "experience") == [
        ("An Peeters", "1612.5", "214"),
        ("Bo Smit", "", ""),
    ]
    assert told(roster, tmp_path)[:2] == [
        (
            "results/fibs/players.csv has no column for 'Telefoon' of the list, which were left out"
            " (known: id, name, sort_name, club, aliases, hidden, rating, experience)"
        ),
        "list.csv:3: 'n/a' is not a number, so rating of Bo Smit was left blank",
    ]


def test_a_column_that_the_examples_lack_is_added(tmp_path: Path) -> None:
    roster = listed(tmp_path, "name;hidden\nAn Peeters;oui\nBo Smit;\n")
    assert cells(roster, "name", "hidden") == [("An Peeters", "yes"), ("Bo Smit", "")]


@pytest.mark.parametrize(
    ("system", "column", "value"), [("ijssel", "estimate", "1400"), ("ruit", "class", "class-2")]
)
def test_what_a_system_cannot_do_without_is_filled_in_and_told(
    tmp_path: Path, system: str, column: str, value: str
) -> None:
    roster = listed(tmp_path, "An Peeters\nBo Smit\n", system)
    assert cells(roster, column) == [(value,), (value,)]
    assert "too little to begin with of 2 of 2 players: An Peeters, Bo Smit" in " ".join(
        told(roster, tmp_path)
    )


def test_who_brings_a_rating_keeps_it(tmp_path: Path) -> None:
    roster = listed(tmp_path, "name;final_rating\nAn Peeters;1823\nBo Smit;\n", "ijssel")
    assert cells(roster, "final_rating", "estimate") == [("1823", ""), ("", "1400")]


def test_what_the_list_lacks_and_which_tables_wait_is_told(tmp_path: Path) -> None:
    assert told(listed(tmp_path, "An Peeters\n"), tmp_path) == [
        (
            "results/fibs/players.csv: the list has nothing for sort_name, club, rating, experience:"
            " fill in there what you know"
        ),
        "results/fibs: only a header yet, for you to fill in: matches",
    ]


@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_a_site_with_the_players_of_a_club_works(tmp_path: Path, language: str) -> None:
    """Of each system alone in the language that is written first, of all of them in the others."""
    sites = [[system_name] for system_name in SYSTEMS] if language == "en" else [SYSTEMS]
    for number, systems in enumerate(sites):
        rosters = {
            system_name: listed(tmp_path, "An Peeters\nBo Smit\nCléo Dupont\n李小龍\n", system_name, language)
            for system_name in systems
        }
        files = site.plan_site(systems, language=language, players=rosters)
        for system in systems:
            assert "An Peeters" in files[f"results/{system}/players.csv"].decode()
        assert [path for path, file in files.items() if path.endswith(".csv") and b"lea-moreau" in file] == []
        settings = files["sitegen.toml"].replace(b"engine = true", b'cards = "none"', 1)
        root = tmp_path / f"site-{number}"
        examples.create_folder(root, files | {"sitegen.toml": settings})
        assert publishing.build(root, tmp_path / f"output-{number}", date(2026, 11, 21)).problems == []


def test_a_list_for_several_systems_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("Jan Jansen\nJan Jansen\n", encoding="utf-8")
    said = site.make_site(tmp_path / "site", ["fibs", "ludo"], "en", tmp_path / "list.txt")
    assert "\n".join(said).count("stands in line 1 already") == 1
    assert said[-1] == f"{tmp_path}/site: a new site. Next: sitegen serve --site {tmp_path}/site"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "list.csv: there is nobody on this list"),
        ("Naam\n", "list.csv: there is nobody on this list"),
        (
            "Jan Jansen;De Toren\n",
            (
                "list.csv:1: 'Jan Jansen;De Toren' has several cells"
                " (the first line is to name the columns, such as name;club)"
            ),
        ),
        (
            "club;rating\nDe Toren;1500\n",
            (
                "list.csv: no column is headed as the names of players are"
                " (name one of them `name`: 'club', 'rating')"
            ),
        ),
        (
            "naam;club\n;De Toren\n",
            "list.csv:2: this row names nobody (fill the name in, or take the row out)",
        ),
        ("Jan\u200bJansen\n", "list.csv:1: 'Jan\\u200bJansen' holds U+200B ZERO WIDTH SPACE"),
        ("#NAAM?\nAn Peeters\n", "list.csv:1: '#NAAM?' is no name (correct it, or take it out)"),
        (b"PK\x03\x04workbook", "list.csv: this is no kind of file that can be imported"),
    ],
)
def test_a_list_that_cannot_be_read_whole_is_refused(
    tmp_path: Path, content: str | bytes, message: str
) -> None:
    (said,) = refusal(tmp_path, content)
    assert said.startswith(message)


def test_everything_that_is_wrong_with_a_list_is_told_at_once(tmp_path: Path) -> None:
    said = refusal(tmp_path, "naam;club\n;De Toren\nAn Peeters\n;Rook\n")
    assert [text.partition(": ")[0] for text in said] == ["list.csv:2", "list.csv:3", "list.csv:4"]


def test_a_list_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(new_refusal.NewSiteError, match="cannot be read: No such file or directory"):
        site.read_player_tables(tmp_path / "list.csv", ["fibs"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["site", "--system", "chess"], "no ranking system is called 'chess'"),
        (["full", "--system", "elo"], "is not empty ('mine.txt')"),
        (["site", "--system", "elo", "--players", "nobody.csv"], "nobody.csv cannot be read: No such"),
        (["site", "--system", "elo", "--players", "full/mine.txt"], "mine.txt:1: 'Jan;De Toren' has"),
        (["site", "--language", "de"], "'de' is not one of"),
    ],
)
def test_what_cannot_be_made_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full").mkdir()
    Path("full/mine.txt").write_text("Jan;De Toren\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["new", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert not Path("site").exists()
