"""Double what is read, and it takes about twice the time: every kind of file that the program reads.

Tables come from the systems that are installed, kinds of import from the modules that read them: a new one is
in here by being registered, and asks for an example of its own.
"""

import gc
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from pkgutil import iter_modules

import pytest
from run_cache import RunCache

from sitegen.commands.new.examples import NewSiteError, create_folder
from sitegen.commands.new.players import build_player_table
from sitegen.commands.new.site import plan_site
from sitegen.core.system import find_systems, list_input_tables, load_system
from sitegen.importing import kinds
from sitegen.importing.source import SourceError, SourceFile
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.content.links import render_markdown
from sitegen.inputs.results.results import ResultFiles
from sitegen.publishing import build

pytestmark = pytest.mark.slow

DOUBLINGS = 3
MARGIN = 2.5
"""How much more than in proportion is no square: one that is eight times as large takes 64 times as long."""
LEAST_SECONDS = 0.02
"""Shorter times say nothing."""

DAY = '"|<['
NIGHT = "".join(map(chr, range(33, 127)))
UNITS = ("<!--", "<a ", "<![CDATA[", '<a b="', "<table>", "<td rowspan=9 colspan=9>", "[{", '{"a":', "(")
DAY_SIZE, NIGHT_SIZE = 125, 1000

EXAMPLES: Mapping[str, str] = {
    "acblscore": """EVENT>Pairs|SECTION>A N-S|
DATE>Tuesday Sep 01 2026|
  1   An Peeters          Bo Claes            A   55.00  55.00
  2   Cy Dupont           Di Evers            A   45.00  45.00
""",
    "bgstats": """{"players": [{"id": 1, "name": "An"}, {"id": 2, "name": "Bo"}],
"games": [{"id": 1, "name": "Go"}], "plays": [
{"uuid": "a", "playDate": "2026-09-01 10:00:00", "gameRefId": 1,
"playerScores": [{"playerRefId": 1, "rank": 1}]},
{"uuid": "b", "playDate": "2026-09-01 10:00:00", "gameRefId": 1,
"playerScores": [{"playerRefId": 2, "rank": 1}]}
]}
""",
    "columns": """Nr  Name          Points
1   An Peeters     3.5
2   Bo Claes       2.5
3   Cy Dupont      1.5
""",
    "delimited": """date;white;black;result
2026-09-01;An;Bo;1-0
2026-09-02;Bo;"Cy";1-0
""",
    "markdown": """| date | white |
|---|---|
| 2026-09-01 | An |
| 2026-09-02 | Bo |
""",
    "opengotha": """<?xml version="1.0"?>
<Tournament dataVersion="201" fullVersionNumber="3.50.01">
<Players>
<Player name="Peeters" firstName="An" rating="1500"/>
<Player name="Claes" firstName="Bo" rating="1500"/>
</Players>
<Games>
<Game whitePlayer="PEETERSAN" blackPlayer="CLAESBO" result="RESULT_WHITEWINS" roundNumber="1"/>
</Games>
</Tournament>
""",
    "page": """<html><body><table>
<tr><th>Date</th><th>White</th></tr>
<tr><td>2026-09-01</td><td>An Peeters</td></tr>
</table></body></html>
""",
    "pgn": """[Event "Open"]
[White "Peeters, An"]
[Black "Claes, Bo"]
[Result "1-0"]

1. e4 e5 2. Nf3 {good} Nc6 (2... d6) 1-0

""",
    "records": """[{"date": "2026-09-01", "white": "An", "black": "Bo", "result": "1-0"},
{"date": "2026-09-02", "white": "Bo", "black": "An", "result": "1-0"}
]
""",
    "trf": """012 Open
001    1      Peeters, An                       1500 BEL                     1.0    1     2 w 1
001    2      Claes, Bo                         1500 BEL                     0.0    2     1 b 0
""",
    "usebio": """<?xml version="1.0"?>
<USEBIO Version="1.2">
<EVENT EVENT_TYPE="MP_PAIRS">
<PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PLAYER><PLAYER_NAME>An Peeters</PLAYER_NAME></PLAYER></PAIR>
</PARTICIPANTS>
</EVENT>
</USEBIO>
""",
}
"""A small file of each kind of text that is imported."""
TEXTLESS = {"crosstable", "keizer", "pairs", "workbook"}
"""What has no files of text: tables that other kinds read, a database and workbooks, which have bounds."""


def list_kinds() -> list[str]:
    return sorted({module.name for module in iter_modules(kinds.__path__)} - TEXTLESS)


def hold_growth(make: Callable[[int], str], read: Callable[[str], object], size: int) -> None:
    """Read texts of twice, four and eight times a size; the last may take no square of the first's time.

    What fails is tried again: a machine can be busy, and a square stays one.
    """
    for _ in range(2):
        seconds = [measure(make(size << doubling), read) for doubling in range(DOUBLINGS + 1)]
        # a bound may end the first in no time: then the last doubling alone tells a square
        if (
            seconds[-1] <= MARGIN * 2**DOUBLINGS * max(seconds[0], LEAST_SECONDS)
            or seconds[-1] <= MARGIN * seconds[-2]
        ):
            return
    pytest.fail(f"{make(2)[-300:]!r} takes {seconds}")


def measure(text: str, read: Callable[[str], object]) -> float:
    """Return the processor time of reading a text."""
    gc.disable()  # what other tests have left would be looked through again and again
    try:
        start = time.process_time()
        read(text)
        return time.process_time() - start
    finally:
        gc.enable()


def grow(example: str, signs: str) -> Iterator[Callable[[int], str]]:
    """Yield functions that make a file larger: its lines again, its names numbered, runs of a sign."""
    lines = example.splitlines(keepends=True)
    middle = len(lines) // 2
    before, line, after = "".join(lines[:middle]), lines[middle], "".join(lines[middle + 1 :])
    half, rest = line[: len(line) // 2], line[len(line) // 2 :]
    yield lambda number: example * number
    for at, repeated in enumerate(lines):
        start, end = "".join(lines[:at]), "".join(lines[at + 1 :])
        yield partial(_repeat, start, repeated, end)
    yield lambda number: before + "".join(_number(line, each) for each in range(number)) + after
    for unit in (*signs, *UNITS):
        yield partial(_repeat, before + half, unit, rest + after)
        yield partial(_repeat, before, f"{unit}\n", line + after)
        yield partial(_repeat, before, half + unit + rest, after)


def _repeat(start: str, unit: str, end: str, number: int) -> str:
    return start + unit * number + end


def _number(line: str, each: int) -> str:
    """A line with another name or number in the place of each word."""
    return re.sub(r"[A-Za-z]{2,}|\d+", lambda word: f"{word[0]}{each}", line)


def read_import(text: str) -> object:
    try:
        return kinds.read_document(SourceFile("a.txt", text.encode()))
    except SourceError as error:
        return error


def hold_kind(name: str, monkeypatch: pytest.MonkeyPatch, signs: str, size: int) -> None:
    monkeypatch.setattr(kinds, "run_in_child", lambda work: work())  # the time of a child is not ours
    forms = grow(EXAMPLES[name], signs)
    for make in forms if size == NIGHT_SIZE else islice(forms, 0, None, 40):
        hold_growth(make, read_import, size)


def test_every_kind_of_import_has_an_example() -> None:
    assert list_kinds() == sorted(EXAMPLES)
    for name, text in EXAMPLES.items():
        assert import_module(f"{kinds.__name__}.{name}").fits(SourceFile("a", text.encode())), name


@pytest.mark.parametrize("name", list_kinds())
def test_an_import_takes_twice_the_time_for_twice_the_file(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_kind(name, monkeypatch, DAY, DAY_SIZE)


@pytest.mark.night
@pytest.mark.parametrize("name", list_kinds())
def test_an_import_of_any_sign_takes_twice_the_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hold_kind(name, monkeypatch, NIGHT, NIGHT_SIZE)


PAGES = (
    "`",
    "``",
    "`` a ",
    "```\n",
    "```a\n",
    "~~~\n",
    "|",
    "a | b\n",
    "<a ",
    "<",
    '<a href="',
    "<!--",
    "[a](",
    "**",
    "$",
    "$$ a\n",
    "| $a|b$ ",
    "[^",
    ": ",
    "'",
    '"a ',
)
"""What pages open and do not close."""


@pytest.mark.parametrize("size", [DAY_SIZE, pytest.param(NIGHT_SIZE, marks=pytest.mark.night)])
@pytest.mark.parametrize("unit", PAGES)
def test_a_page_takes_twice_the_time_for_twice_the_text(unit: str, size: int) -> None:
    for make in (partial(_repeat, "", unit, ""), partial(_repeat, "a\n\n", f"word {unit}", "\n\nb")):
        hold_growth(make, lambda text: render_markdown(text, "a.md"), size)


@pytest.fixture
def site_of_all(run_cache: RunCache, tmp_path: Path) -> Path:
    def begin(folder: Path) -> None:
        create_folder(folder, plan_site([*find_systems()]))

    root = tmp_path / "site"
    root.symlink_to(run_cache.make_folder("growing", begin))
    return root


def grow_table(text: str) -> Iterator[Callable[[int], str]]:
    """Yield functions that make a table larger: cells of many lines, open and closed, rows of all kinds."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    header, row = lines[0], lines[-1]
    sign = max(";,\t", key=header.count)
    first, _, rest = row.partition(sign)
    yield partial(_repeat, f'{header}{first}{sign}"', row, "")
    yield partial(_repeat, f'{header}{first}{sign}"', row, f'"{sign}{rest}')
    yield lambda number: header + "".join(_number(row, each) for each in range(number))
    yield partial(_repeat, header, row, "")
    yield partial(_repeat, header, f'{first}{sign}"x\n"\n', row)
    yield partial(_repeat, header, f'{first}{sign}"x{sign}{rest}', "")
    yield partial(_repeat, header, f"#{row}", row)
    yield partial(_repeat, header, f"{first}\n", "")
    yield partial(_repeat, f'{header}"', "word ", f'"{sign}{rest}')


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("elo", DAY_SIZE // 2),
        *(pytest.param(name, NIGHT_SIZE, marks=pytest.mark.night) for name in sorted(find_systems())),
    ],
)
def test_a_table_takes_twice_the_time_for_twice_the_rows(site_of_all: Path, name: str, size: int) -> None:
    site = load_site(site_of_all)[0]
    assert site
    ranking = next(ranking for ranking in site.rankings if ranking.name_of_system == name)
    alone, today = site._replace(rankings=(ranking,)), date(2026, 11, 21)
    paths = [*site_of_all.glob(f"results/{ranking.id}/**/*.csv")]
    assert {path.relative_to(site_of_all).parts[2].removesuffix(".csv") for path in paths} <= {
        table.name for table in list_input_tables(load_system(name))
    }
    for path in paths:
        old = path.read_bytes()

        def read(text: str, path: Path = path) -> None:
            path.write_text(text, encoding="utf-8")
            ResultFiles.open(alone).read_inputs(today)

        try:
            forms = grow_table(old.decode("utf-8-sig"))
            for make in forms if size == NIGHT_SIZE else islice(forms, 0, None, 4):
                hold_growth(make, read, size)
        finally:
            path.write_bytes(old)


@pytest.mark.parametrize("size", [DAY_SIZE, pytest.param(NIGHT_SIZE, marks=pytest.mark.night)])
def test_a_list_of_players_takes_twice_the_time_for_twice_the_names(size: int) -> None:
    elo = load_system("elo")
    forms = grow("Name;Club\nAn Peeters;North\nBo Claes;South\n", DAY)
    for make in forms if size == NIGHT_SIZE else islice(forms, 5):

        def read(text: str) -> None:
            with suppress(NewSiteError):  # whatever is wrong with the list, the time is held
                build_player_table("a.csv", text.encode(), "elo", elo, "en")

        hold_growth(make, read, size)


RANKING = '[[ranking]]\nid = "r{0}"\nsystem = "elo"\ntitle = "Ranking {0}"\n'
SITE = '[site]\ntitle = "Club"\nurl = "https://club.example/"\ncards = "none"\n'


@pytest.mark.night
def test_a_site_takes_twice_the_time_for_twice_the_rankings(tmp_path: Path) -> None:
    """Each has a club of its own, and somebody who hides."""

    def build_site(settings: str) -> None:
        (tmp_path / "sitegen.toml").write_text(settings)
        for number in range(settings.count("[[ranking]]")):
            folder = tmp_path / f"results/r{number}"
            folder.mkdir(parents=True, exist_ok=True)
            players = f"an,An Peeters,North {number},\nbo,Bo Claes,,\ncy{number},Cy Toks{number},,yes\n"
            games = f"2026-01-08,an,bo,1-0\n2026-02-08,bo,cy{number},0-1\n"
            (folder / "players.csv").write_text(f"id,name,club,hidden\n{players}")
            (folder / "games.csv").write_text(f"date,home,away,result\n{games}")
        assert build(tmp_path, tmp_path / "output", date(2026, 11, 21)).problems == []

    hold_growth(lambda number: SITE + "".join(map(RANKING.format, range(number))), build_site, 25)
