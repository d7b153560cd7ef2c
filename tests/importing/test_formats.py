"""Files of other programs in the tables of each system that has a place for them."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_bgstats import export, play, sitter
from test_trf import SWISS, report
from test_usebio import howell, usebio_file

from sitegen.commands.cli import main
from sitegen.importing.changes import read_current_rows
from sitegen.inputs.config import settings

pytestmark = pytest.mark.slow

SITE = """
[site]
title = "Club"
url = "https://club.example/"

[[ranking]]
id = "list"
system = "{system}"
title = "List"
"""
OPTIONS = {"nbb": "options.lines = 1\noptions.start_ranking = 50\n", "ijssel": "options.periods = 1\n"}
TABLES = {
    "nbb": {"seasons": "season,start,end\n2025-26,2025-09-01,2026-08-31\n"},
    "ludo": {"tournaments": "tournament,date,name\nfeb,2026-02-05,February\n"},
}


def site(folder: Path, system: str) -> Path:
    results = folder / "site/results/list"
    results.mkdir(parents=True)
    (folder / "site/sitegen.toml").write_text(SITE.format(system=system) + OPTIONS.get(system, ""))
    for name, text in ({"players": "id,name\n"} | TABLES.get(system, {})).items():
        (results / f"{name}.csv").write_text(text)
    return folder / "site"


FILES = {
    "trf": report(SWISS).data,
    "usebio": usebio_file(howell()).encode(),
    "bgstats": export(
        play(sitter(1, "87"), sitter(2, "101", winner=True), sitter(3, "60"), sitter(4, "44"), uuid="A"),
        play(sitter(1, "12"), sitter(2, "30", winner=True), sitter(3, "22"), sitter(4, "10"), uuid="B"),
        play(sitter(1, "5"), sitter(2, "9", winner=True), uuid="C", playDate="2026-03-05 20:00:00"),
    ).data,
}


GUILD = """
from typing import Literal, NamedTuple
import sitegen_darts as darts
from sitegen_darts import Options, Player, interpretations, outputs, title
from sitegen.core.table import PlayDate, PlayerId, Source, Table, column

class Bout(Table, records=("games",)):
    day: PlayDate = column("the day", headings=("date",))
    red: PlayerId = column("who began", headings=("white",))
    blue: PlayerId = column("who did not", headings=("black",))
    outcome: Literal["1-0", "½-½", "0-1"] = column("the points", headings=("result",))
    source: Source = column("where the row stands", default="", filled=True)

class Couple(Table, records=("pairs",)):
    day: PlayDate = column("the evening", headings=("date",))
    one: PlayerId = column("one of the two", headings=("player1",))
    two: PlayerId = column("the other", headings=("player2",))
    share: float = column("the percentage", headings=("score",))
    source: Source = column("where the row stands", default="", filled=True)

class Sitter(Table, records=("plays",)):
    day: PlayDate = column("the day", headings=("date",))
    title: str = column("the game", headings=("game",))
    who: PlayerId = column("who played", headings=("player",))
    rank: float = column("the place", headings=("place",))
    source: Source = column("where the row stands", default="", filled=True)

class Inputs(NamedTuple):
    players: list[Player]
    bouts: list[Bout] = ()
    couples: list[Couple] = ()
    sitters: list[Sitter] = ()

def check(inputs, options):
    return ()

def rate(inputs, options, when):
    return darts.rate(darts.Inputs(inputs.players, []), options, when)
"""


@pytest.fixture(autouse=True)
def _guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system of somebody else's, whose tables and columns have names of their own."""
    about = tmp_path / "lib/guild-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "entry_points.txt").write_text("[sitegen.systems]\nguild = guild\n", "utf-8")
    (tmp_path / "lib/guild.py").write_text(GUILD, "utf-8")
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "plugins")
    monkeypatch.syspath_prepend(tmp_path / "lib")
    yield
    for name in ("guild", "sitegen_darts"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("kind", "system", "rows"),
    [
        ("trf", "elo", {"games": 5}),
        ("trf", "ijssel", {"rounds": 3, "games": 6, "absences": 3}),
        ("trf", "keizer", {"rounds": 3, "games": 6, "absences": 3}),
        ("usebio", "ruit", {"pairs": 4}),
        ("usebio", "nbb", {"pairs": 4}),
        ("bgstats", "ludo", {"results": 8}),
        ("trf", "guild", {"bouts": 5}),
        ("usebio", "guild", {"couples": 4}),
        ("bgstats", "guild", {"sitters": 10}),
    ],
)
def test_a_file_of_another_program(kind: str, system: str, rows: dict[str, int], tmp_path: Path) -> None:
    root = site(tmp_path, system)
    source = tmp_path / kind
    source.write_bytes(FILES[kind])
    command = ["import", str(source), "--site", str(root)]
    CliRunner().invoke(main, command)
    (answers,) = (root / "imports").glob("*.toml")
    text = answers.read_text(encoding="utf-8")
    assert re.findall(r'^(.+) = "\?"', text, re.MULTILINE) == ["new_players"]
    answers.write_text(text.replace('new_players = "?"', "new_players = true"), encoding="utf-8")
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    found, _ = settings.load_site(root)
    assert found
    stands, _, _ = read_current_rows(root, found.rankings[0])
    counts = {name: sum(row.table == name for row in stands) for name in rows}
    assert counts == rows, result.output
    told = json.loads(CliRunner().invoke(main, [*command, "--format", "json"]).stdout)
    assert told["writes"] == []
    assert all(record["verdict"] for record in told["files"][0]["records"])
