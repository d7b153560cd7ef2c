"""`sitegen draw --pairs`: the lines of the next session, in a file of their own."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegen.commands import console
from sitegen.commands.cli import main
from sitegen.inputs.config import settings
from sitegen.inputs.results import results

SITE = """
[site]
title = "Four hearts"
url = "https://hearts.example/"

[[ranking]]
id = "tuesday"
system = "nbb"
title = "Tuesday"
options.lines = 2
"""
PLAYERS = (
    "id,name,aliases,ranking,hidden\nan,An Peeters,Annie,80,\nbo,Bo De Wit,,75,\ncy,Cy Claes,,70,yes\n"
    "di,Di van Dam,,65,\neva,Eva Mertens,,60,\nfred,Fred Kok,,55,\ngus,Gus Maes,,50,\nhil,Hil Bos,,45,\n"
)
SEASONS = "season,start,end\n2026,2026-09-01,2027-08-31\n"
PARTNERSHIPS = "partnership,player1,player2,player3\nan-bo,an,bo,\ntrio,di,eva,fred\n"
FIRST = "date,line,player1,player2,score\n2026-11-10,A,an,bo,55\n2026-11-10,A,cy,di,45\n"
THERE = "# who come, this, time\ngus; hil\nAnnie, Bo De Wit\n\neva\tfred\ncy,di\n"

Club = Callable[..., Path]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A site after one session, whose pairs stand in a folder; `pairs` in one file instead."""

    def make(there: str = THERE, pairs: str = "") -> Path:
        folder = tmp_path / "results/tuesday"
        (folder / ("." if pairs else "pairs")).mkdir(parents=True)
        files = {"players": PLAYERS, "seasons": SEASONS, "partnerships": PARTNERSHIPS}
        files["pairs" if pairs else "pairs/2026-11-10"] = pairs or FIRST
        for name, text in files.items():
            (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        (tmp_path / "sitegen.toml").write_text(SITE, encoding="utf-8")
        (tmp_path / "there.txt").write_text(there, encoding="utf-8")
        return tmp_path

    return make


def refused(root: Path, pairs: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["draw", "tuesday", "--site", str(root), "--pairs", str(pairs)])
    return result.exit_code, result.stderr


def draw(root: Path, *arguments: str) -> Result:
    given = ["draw", "tuesday", "--site", str(root), "--pairs", str(root / "there.txt"), *arguments]
    return CliRunner().invoke(main, given if "--date" in arguments else [*given, "--date", "2026-11-17"])


def test_pairs_play_in_lines_by_ranking_and_stand_in_a_file_of_the_session(club: Club) -> None:
    """55 % is 75 + 5/13.5·25 = 84.26 points in a line of 100 to 50: An has (5·80 + 84.26) / 6, Bo 76.54.

    The hidden Cy stands in the club's own file under their own id.
    """
    root = club()
    result = draw(root)
    file = root / "results/tuesday/pairs/2026-11-17.csv"
    assert (
        result.stdout.splitlines()[1:]
        == [
            "17 November 2026: 4 pairs",
            "Line A",
            "  157.25  An Peeters – Bo De Wit",
            "  134.41  Cy Claes – Di van Dam",
            "Line B",
            "  115.00  Eva Mertens – Fred Kok",
            "   95.00  Gus Maes – Hil Bos",
            f"{file}: 4 rows added.",
        ]
        or result.output == ""
    )
    assert file.read_text(encoding="utf-8") == (
        "date,line,player1,player2,session,group,score,for,pair\n"
        "2026-11-17,A,an,bo,,,,,\n2026-11-17,A,cy,di,,,,,\n"
        "2026-11-17,B,eva,fred,,,,,\n2026-11-17,B,gus,hil,,,,,\n"
    )
    site, _ = settings.load_site(root)
    assert site is not None
    assert results.read_results(site)[1] == []


def test_the_rows_of_a_table_of_one_file_come_below_what_stands_there(club: Club) -> None:
    root = club(pairs=FIRST)
    assert draw(root, "--lines", "1").exit_code == 0
    text = (root / "results/tuesday/pairs.csv").read_text(encoding="utf-8")
    assert text.startswith(FIRST)
    assert text.endswith(
        "2026-11-17,A,an,bo,\n2026-11-17,A,cy,di,\n2026-11-17,A,eva,fred,\n2026-11-17,A,gus,hil,\n"
    )


def test_a_partnership_is_named_alone(club: Club) -> None:
    assert "  157.25  An Peeters – Bo De Wit" in draw(club("an-bo\ncy,di\n")).stdout.splitlines()


@pytest.mark.parametrize(
    ("there", "arguments", "message"),
    [
        (
            "an,bo\ncy,zoe\n",
            (),
            (
                "'zoe' is not a player (for a known player correct the name, or add it to their 'aliases';"
                " for somebody new add this row to results/tuesday/players.csv: 'zoe,zoe,,,')"
            ),
        ),
        ("an,bo,cy\n", (), "{root}/there.txt:1: 3 players where a pair has two"),
        ("an-cy\ncy,di\n", (), "'an-cy' is no partnership: name two players with a comma between them"),
        ("trio\ncy,an\n", (), "di, eva, fred are a trio: name the two that play"),
        ("an,bo\nan,cy\n", (), "an and cy: one of them stands twice among the pairs"),
        (
            THERE,
            ("--round", "2"),
            "a ranking by 'nbb' has no use for --round (it is drawn with --pairs, --lines, --date)",
        ),
        ("an,bo\n", (), "fewer than two pairs: name a file with --pairs, one pair a line"),
        (
            THERE,
            ("--date", "2026-11-10"),
            "10 November 2026 has a session of pairs already: name another --date",
        ),
        (
            THERE,
            ("--date", "2026-08-31"),
            "31 August 2026 lies in no season: add it to seasons.csv, or name another --date",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told_and_nothing_is_written(
    club: Club, there: str, arguments: tuple[str, ...], message: str
) -> None:
    root = club(there)
    before = sorted(path.name for path in (root / "results/tuesday/pairs").iterdir())
    result = draw(root, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: {message.format(root=root)}\n"
    assert sorted(path.name for path in (root / "results/tuesday/pairs").iterdir()) == before


def test_a_file_of_pairs_that_cannot_be_read_is_told_in_its_own_words(club: Club) -> None:
    root = club()
    latin = root / "latin.txt"
    latin.write_bytes("André,bo\n".encode("latin-1"))
    assert refused(root, root / "nofile.txt") == (
        2,
        f"Error: there is no file {root}/nofile.txt (write its path from the folder that you are in)\n",
    )
    assert refused(root, root) == (
        2,
        f"Error: {root} is a folder, not a file (name the file in it that has the pairs, one a line)\n",
    )
    assert refused(root, latin) == (2, f"Error: {latin} is not UTF-8 (save it as text in UTF-8)\n")


def test_a_session_without_a_date_is_today(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of the site: an hour before it is so in Greenwich."""
    monkeypatch.setattr(console, "get_current_time", lambda: datetime(2026, 11, 16, 23, 30, tzinfo=UTC))
    root = club()
    CliRunner().invoke(main, ["draw", "tuesday", "--site", str(root), "--pairs", str(root / "there.txt")])
    assert (root / "results/tuesday/pairs/2026-11-17.csv").exists()


def test_a_new_file_has_the_form_of_the_last(club: Club) -> None:
    root = club()
    last = root / "results/tuesday/pairs/2026-11-10.csv"
    last.write_bytes(b"\xef\xbb\xbf" + last.read_bytes().replace(b",", b";").replace(b"\n", b"\r\n"))
    assert draw(root).exit_code == 0
    data = (root / "results/tuesday/pairs/2026-11-17.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbfdate;line;player1;")
    assert data.count(b"\r\n") == data.count(b"\n") == 5
