"""`sitegen draw`: all files or none, and who is drawn, hidden or away."""

import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegen.commands.cli import main
from sitegen.commands.writing import write_files
from sitegen.core.entities import DrawError

SITE = """
[site]
title = "The Rook"
url = "https://rook.example/"

[[ranking]]
id = "chess"
system = "ijssel"
title = "Competition"
options.periods = 1
"""
TABLES = {
    "players": (
        'id,name,club,aliases,final_rating,hidden\nan,An Peeters,,"Annie|Peeters, An",1900,\n'
        "bo,Bo De Wit,,,1800,\ncy,Cy Claes,,,1700,yes\ndi,Di van Dam,,,1600,\neva,Eva Mertens,,,1500,\n"
    ),
    "rounds": "round,date\n1,2026-10-01\n2,2026-10-08\n",
    "games": "round,white,black,result,board\n1,an,bo,1-0,1\n1,cy,di,0-1,2\n",
    "absences": "round,player,code\n1,eva,odd\n",
}

Club = Callable[..., Path]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A site after one round; a table given by name replaces ours, None leaves it out."""

    def make(**tables: str | None) -> Path:
        folder = tmp_path / "site/results/chess"
        folder.mkdir(parents=True)
        (tmp_path / "site/sitegen.toml").write_text(SITE, encoding="utf-8")
        for name, text in {**TABLES, **tables}.items():
            if text is not None:
                (folder / f"{name}.csv").write_text(text, encoding="utf-8", newline="")
        return tmp_path / "site"

    return make


def draw(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["draw", "chess", "--site", str(root), *arguments])


def content(root: Path) -> Mapping[str, bytes]:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


@pytest.mark.parametrize("refused", ["begun.csv", "grown.csv", "last.csv"])
def test_when_a_file_cannot_take_its_place_the_others_are_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    before = {"grown.csv": b"old\n", "last.csv": b"old\n"}
    for name, data in before.items():
        (tmp_path / name).write_bytes(data)
    after = {"begun.csv": b"new\n", "grown.csv": b"old\nnew\n", "last.csv": b"old\nnew\n"}
    renamed = Path.replace

    def refusing(path: Path, target: Path) -> Path:
        if target.name == refused:
            monkeypatch.undo()
            raise PermissionError(1, "Operation not permitted")
        return renamed(path, target)

    monkeypatch.setattr(Path, "replace", refusing)
    with pytest.raises(DrawError, match=r"^nothing was written: Operation not permitted$"):
        write_files(tmp_path, after)
    assert content(tmp_path) == before
    write_files(tmp_path, after)
    assert content(tmp_path) == after


def test_a_file_keeps_who_may_read_and_write_it(club: Club) -> None:
    root = club()
    file = root / "results/chess/games.csv"
    file.chmod(0o660)
    assert draw(root).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o660


def test_nothing_is_drawn_from_a_link(club: Club) -> None:
    root = club()
    link, file = root / "results/chess/games.csv", root / "games-of-2026.csv"
    link.rename(file)
    link.symlink_to("../../games-of-2026.csv")
    result = draw(root)
    assert (result.exit_code, "a symbolic link, which is not followed" in result.stderr) == (1, True)
    assert file.read_bytes() == TABLES["games"].encode()


def exposing() -> Iterator[object]:
    players = TABLES["players"]
    yield pytest.param({"players": players.replace("eva,Eva", "player-1,Eva"), "absences": None}, id="label")
    yield pytest.param({"players": players.replace("Eva Mertens,", "Eva Mertens,Cy Claes")}, id="text")


@pytest.mark.parametrize("tables", list(exposing()))
def test_what_check_calls_an_error_of_hidden_players_stops_a_draw(
    club: Club, tables: Mapping[str, str | None]
) -> None:
    root = club(**tables)
    before = content(root)
    check = CliRunner().invoke(main, ["check", "--site", str(root)])
    result = draw(root)
    assert "hidden player" in check.stderr
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == check.stderr.replace("built", "drawn")
    assert content(root) == before


def test_a_hidden_player_is_told_by_name_and_written_by_id(club: Club) -> None:
    root = club()
    result = draw(root, "--absent", "eva")
    assert "Cy Claes" in result.stdout
    assert b"cy" in (root / "results/chess/games.csv").read_bytes().splitlines()[-1].split(b",")
    assert "player-1" not in result.output


@pytest.mark.parametrize(
    "typed",
    [["an,cy,eva"], ["an, Cy Claes , eva"], ["Peeters, An", "cy,eva"], ["an", "Annie", "cy,an", "eva,"]],
)
def test_one_absent_holds_several_with_commas_and_each_counts_once(club: Club, typed: list[str]) -> None:
    result = draw(club(), *(part for argument in typed for part in ("--absent", argument)))
    assert result.stdout.splitlines()[2:4] == [
        "  1. Di van Dam – Bo De Wit",
        "Not playing: An Peeters, Cy Claes, Eva Mertens",
    ]


def test_of_somebody_who_is_paired_already_it_is_told_that_the_game_must_go_first(club: Club) -> None:
    games = TABLES["games"] + "2,eva,an,,1\n"
    result = draw(club(games=games), "--absent", "an,cy")
    assert result.stdout.splitlines()[2:5] == [
        "  2. Di van Dam – Bo De Wit",
        "Not playing: Cy Claes",
        "In a game of the round, to be taken out first: An Peeters",
    ]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("an,eva mertons", "'eva mertons' is not a player (did you mean 'Eva Mertens'?)"),
        ("", "--absent names nobody (name who will not come)"),
        (",", "--absent names nobody (name who will not come)"),
    ],
)
def test_of_several_absent_the_unknown_one_is_named(club: Club, typed: str, message: str) -> None:
    root = club()
    before = content(root)
    result = draw(root, "--absent", typed)
    assert (result.exit_code, result.stderr) == (2, f"Error: {message}\n")
    assert content(root) == before
