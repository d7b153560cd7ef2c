"""`sitegen import` of a column of clubs by season: the club of each player, and who came to another."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner

from sitegen.commands.cli import main

pytestmark = pytest.mark.slow

SETTINGS = '[site]\ntitle = "T"\nurl = "https://club.example/"\nlanguage = "en"\n[[ranking]]\nid = "list"\n'
TABLES: Mapping[str, Mapping[str, str]] = {
    "elo": {"games": "date,home,away,result\n"},
    "keizer": {"games": "round,white,black,result\n", "rounds": "round,date\n1,2025-10-02\n2,2025-10-09\n"},
    "nbb": {"seasons": "season,start,end\n2025-2026,2025-08-15,2026-08-14\n"},
}
OPTIONS = {"nbb": "[ranking.options]\nlines = 3\n"}
PLAYERS = "id,name,club\nan-peeters,An Peeters,Gent\n"
ROWS = "An Peeters;Gent;gent\nBob Claes;Brugge;Gent\nCleo Dupont;-;Gent\nDirk Maes;Gent;\nEva Vos;;\n"
CLUBS = {"an-peeters": "Gent", "bob-claes": "Brugge", "dirk-maes": "Gent", "cleo-dupont": ""}


class Club:
    """A site of one ranking without results, to which files are imported."""

    def __init__(self, root: Path, system: str = "elo", **tables: str) -> None:
        self.root, self.folder = root, root / "results/list"
        settings = f'{SETTINGS}system = "{system}"\ntitle = "List"\n{OPTIONS.get(system, "")}'
        files = {"players": PLAYERS, **TABLES[system], **tables}
        texts = {f"results/list/{name}.csv": text.encode() for name, text in files.items()}
        sites.write(root, {"sitegen.toml": settings.encode(), **texts})

    def bring(self, text: str, status: int = 0, **answers: str) -> str:
        """Import a file of this text, with answers to what was asked before; return what is printed."""
        (self.root / "clubs.csv").write_text(text, "utf-8")
        for path in (self.root / "imports").glob("*.toml"):
            asked = path.read_text("utf-8")
            for key, answer in answers.items():
                asked = re.sub(rf'^{key} = "\?"', f"{key} = {answer}", asked, flags=re.MULTILINE)
            path.write_text(asked, "utf-8")
        result = CliRunner().invoke(main, ["import", str(self.root / "clubs.csv"), "--site", str(self.root)])
        assert result.exit_code == status, result.output
        return result.output

    def bring_whole(self, text: str, begin: str = "") -> None:
        """Import a file, and answer when a season begins, where that is asked, and that players are new."""
        if begin:
            self.bring(text, 1)
        self.bring(text, 1, season_begin=f'"{begin}"')
        self.bring(text, new_players="true")
        checked = CliRunner().invoke(main, ["check", "--site", str(self.root)])
        assert checked.output.startswith("No problems found"), checked.output

    @property
    def clubs(self) -> Mapping[str, str]:
        """The club of each player in players.csv."""
        lines = (self.folder / "players.csv").read_text("utf-8").splitlines()[1:]
        return {line.split(",")[0]: line.split(",")[2] for line in lines}

    @property
    def memberships(self) -> list[str]:
        """The rows of all files of memberships."""
        files = sorted(self.folder.glob("memberships*/*.csv")) + sorted(self.folder.glob("memberships.csv"))
        return [line.rstrip(",") for path in files for line in path.read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(
    "header",
    [
        "Name;Club 2024-2025;Club 2025-2026",
        "Naam;Club 2024/25;Club 2025/26",
        "Speler;vereniging seizoen 24-25;vereniging seizoen 25-26",
        "Nom;Cercle (saison 2024\N{EN DASH}2025);Cercle (saison 2025\N{EN DASH}2026)",
        "Joueur;cercle '24/'25;cercle '25/'26",
        "Member;2024-2025 club;2025-2026 club",
        "\nLid;Club 2024 - 2025;Club 2025 - 2026",
    ],
)
def test_a_column_of_clubs_by_season_becomes_players_and_memberships(header: str, tmp_path: Path) -> None:
    """The same club again is one membership, a blank cell after a club its end, one before it nothing."""
    club = Club(tmp_path)
    text = f"{header}\n{ROWS}"
    club.bring_whole(text, "09-01")
    assert club.clubs == CLUBS
    assert club.memberships == [
        "bob-claes,Gent,2025-09-01",
        "cleo-dupont,Gent,2025-09-01",
        "dirk-maes,,2025-09-01",
    ]
    assert "Nothing is new" in club.bring(text)


def test_the_latest_season_may_come_first_and_other_columns_stand_between(tmp_path: Path) -> None:
    club = Club(tmp_path)
    rows = "Bob Claes;Gent;0470 12 34 56;Brugge;Brugge\n"
    club.bring_whole(f"Name;Club 2025-2026;Phone;Club 2024-2025;Club 2023-2024\n{rows}", "07-15")
    assert (club.clubs["bob-claes"], club.memberships) == ("Brugge", ["bob-claes,Gent,2025-07-15"])


@pytest.mark.parametrize(
    ("system", "heads", "begin"),
    [
        ("elo", "Club 2024;Club 2025", "2025-01-01"),
        ("keizer", "Club 2024-2025;Club 2025-2026", "2025-10-02"),
        ("nbb", "Club 2024-2025;Club 2025-2026", "2025-08-15"),
    ],
)
def test_when_a_season_begins_is_asked_only_where_nothing_says_it(
    system: str, heads: str, begin: str, tmp_path: Path
) -> None:
    club = Club(tmp_path, system)
    club.bring_whole(f"Name;{heads}\nAn Peeters;Gent;Brugge\nBob Claes;Gent;Gent\n")
    assert club.memberships == [f"an-peeters,Brugge,{begin}"]


def test_of_who_stands_already_at_the_club_of_today_every_season_is_a_membership(tmp_path: Path) -> None:
    club = Club(tmp_path)
    club.bring_whole(
        "Name;Club 2024-2025;Club 2025-2026\nAn Peeters;Brugge;Gent\nBo Maes;Leie;Leie\n", "09-01"
    )
    assert club.clubs["an-peeters"] == "Gent"
    assert club.memberships == ["an-peeters,Brugge,2024-09-01", "an-peeters,Gent,2025-09-01"]


def test_a_file_with_a_season_more_adds_what_is_new(tmp_path: Path) -> None:
    club = Club(tmp_path)
    head = "Name;Club 2024-2025;Club 2025-2026"
    club.bring_whole(f"{head}\n{ROWS}", "09-01")
    before = club.memberships
    more = "".join(f"{line};Gent\n" for line in ROWS.splitlines())
    club.bring(f"{head};Club 2026-2027\n{more}")
    assert club.memberships == [*before, "dirk-maes,Gent,2026-09-01", "eva-vos,Gent,2026-09-01"]


def test_undoing_it_leaves_who_stood_before(tmp_path: Path) -> None:
    club = Club(tmp_path)
    club.bring_whole(f"Name;Club 2024-2025;Club 2025-2026\n{ROWS}", "09-01")
    CliRunner().invoke(main, ["import", "--undo", "clubs", "--site", str(tmp_path)], catch_exceptions=False)
    assert (club.clubs, club.memberships) == ({"an-peeters": "Gent"}, [])


def test_a_day_that_no_year_has_is_asked_again(tmp_path: Path) -> None:
    club, text = Club(tmp_path), f"Name;Club 2024-2025;Club 2025-2026\n{ROWS}"
    club.bring(text, 1)
    said = club.bring(text, 1, season_begin='"31-09"')
    assert 'as a month and a day, such as "09-01"' in said


@pytest.mark.parametrize(
    "head",
    ["Name;Club 2024-2025;Rating 2025-2026", "Name;Club 2024-2026;Club 2026-2028", "Who;Club 24;Club 25"],
)
def test_what_is_no_club_of_a_season_is_not_taken_for_one(head: str, tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert "season begins" not in club.bring(f"{head}\nAn Peeters;Gent;Gent\nBob Claes;Gent;Gent\n", 1)
    assert club.memberships == []


def test_rows_that_repeat_a_club_season_by_season_are_one_membership(tmp_path: Path) -> None:
    """The long form, with a row for each season."""
    club = Club(tmp_path)
    club.bring_whole(
        "Speler;Club;Vanaf\nAn Peeters;Gent;2024-09-01\nAn Peeters;Gent;2025-09-01\n"
        "Bob Claes;Gent;2024-09-01\nBob Claes;Gent;2025-09-01\nBob Claes;Brugge;2026-09-01\n"
    )
    assert club.memberships == ["bob-claes,Gent,2024-09-01", "bob-claes,Brugge,2026-09-01"]
