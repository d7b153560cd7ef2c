"""The guide: what its pages tell to type is typed here, and what they say is printed is printed."""

import csv
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from posixpath import normpath

import environments
import pytest
from guide import BLOCK, PAGES, Block, Reader, apply_diff, blocks, steps
from openpyxl import Workbook
from ruamel.yaml import YAML
from run_cache import RunCache

from sitegen.commands.new import examples as new_folder
from sitegen.commands.new.site import plan_site
from sitegen.core.language import Language
from sitegen.core.system import find_origin, list_input_tables, load_system
from sitegen.core.table import get_columns, get_input_columns
from sitegen.inputs.config.keys import RankingKeys, SiteKeys
from sitegen.inputs.content import links

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PROGRAM = [
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "requirements/build_hook.py",
    "requirements/pyodide",
    "sitegen",
    "templates",
]
LANGUAGES = {"en": "← The guide", "nl": "← De handleiding", "fr": "← Le guide"}
"""The languages of the guide, each with the words that lead back to its first page."""
ENGLISH_PAGE = "system.md"
"""The page for who writes a system: as its code it is in English alone."""
DROPPINGS = shutil.ignore_patterns("__pycache__", "*.wasm")  # the guide is followed without a browser
PICTURES = sorted(PAGES.glob("*.png"))
IMAGE = re.compile(r'<img src="([^"]+)" alt="([^"]*)" width="(\d+)" height="(\d+)">')


def read_pages(language: str) -> Mapping[str, str]:
    """The pages in a language, by their names."""
    folder = PAGES if language == "en" else PAGES / language
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.md"))}


@pytest.fixture
def wheel(run_cache: RunCache) -> Path:
    """The wheel that a release brings to the index."""
    (path,) = run_cache.make_folder("release", environments.build_wheel).glob("*.whl")
    return path


@pytest.fixture
def environment(tmp_path: Path, wheel: Path) -> Mapping[str, str]:
    """What the shell of a reader has: `sitegen`, this Python, pipx, git, and a folder as GitHub."""
    commands = tmp_path / "bin"
    commands.mkdir()
    pipx = f'exec "{sys.executable}" "{environments.__file__}" "$@" "{wheel}"'
    sitegen = f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m sitegen "$@"'
    python3 = f'[ "$1 $2" != "-m venv" ] || exec "{sys.executable}" "{environments.__file__}" "$3"\n'
    python3 += f'exec "{sys.executable}" "$@"'
    for name, line in {"sitegen": sitegen, "python3": python3, "pipx": pipx}.items():
        (commands / name).write_text(f"#!/bin/sh\n{line}\n")
        (commands / name).chmod(0o755)
    github = tmp_path / "github"
    repository = github / "my-club/rankings.git"
    subprocess.run(["git", "init", "--quiet", "--bare", repository], check=True, timeout=60)
    who = "[user]\nname = A member\nemail = a@club.example\n"
    fast = "[core]\ncompression = 0\n[pack]\nwindow = 0\n"  # a site is pushed in a third of the time
    where = f'[url "{github.as_uri()}/"]\ninsteadOf = https://github.com/\n'
    (tmp_path / ".gitconfig").write_text(who + fast + where)
    return {
        "PATH": os.pathsep.join(
            [
                str(tmp_path / ".local/bin"),
                str(commands),
                str(Path(sys.executable).parent),
                os.environ["PATH"],
            ]
        ),
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        # What pip would fetch from an index is there already.
        "PYTHONPATH": str(Path(pytest.__file__).parents[1]),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_COMPILE": "0",  # a `no` out of the environment is meant where it is 0
        "PIP_NO_BUILD_ISOLATION": "0",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # those that are here
        "PYTEST_DEBUG_TEMPROOT": str(tmp_path),  # else it clears away what other runs have left, for minutes
    }


def demonstration_site(folder: Path, language: str) -> None:
    """The demonstration, of which only the backgammon since June: whoever a page names has played."""
    _copy(["results/backgammon", "content/backgammon.md"], folder)
    for path in (folder / "results/backgammon/matches").iterdir():
        header, *rows = path.read_text("utf-8").splitlines(keepends=True)
        if path.name.startswith("2026"):
            path.write_text("".join([header, *(row for row in rows if row >= "2026-06-27")]), "utf-8")
        else:
            path.unlink()
    _write_settings(folder, language, "backgammon")


def _write_settings(folder: Path, language: str, ranking: str) -> None:
    """The settings of the demonstration, with one of its rankings."""
    text = (ROOT / "sitegen.toml").read_text("utf-8").replace("engine = true", 'cards = "none"', 1)
    head, *rankings = text.replace('language = "en"', f'language = "{language}"', 1).split("[[ranking]]")
    own = next(settings for settings in rankings if f'id = "{ranking}"' in settings)
    (folder / "sitegen.toml").write_text(f"{head}[[ranking]]{own}", "utf-8")


def chess_season(folder: Path, language: str) -> None:
    """The demonstration's chess alone."""
    _copy(["results/chess", "content/chess.md"], folder)
    _write_settings(folder, language, "chess")


def all_results(folder: Path, _language: str) -> None:
    """The demonstration without what is written beside its results, which no table is made of."""
    _copy(["results", "sitegen.toml"], folder)


def nothing(folder: Path, _language: str) -> None:
    folder.mkdir()


def program(folder: Path, _language: str) -> None:
    _copy(PROGRAM, folder)


def new_site(folder: Path, language: str) -> None:
    """A site as it is begun, of which nothing calculates in browsers."""
    files = plan_site(["fibs"], language=language)
    settings = files["sitegen.toml"].replace(b"engine = true", b'cards = "none"', 1)
    new_folder.create_folder(folder, files | {"sitegen.toml": settings})


def site_without_program(folder: Path, language: str) -> None:
    """The same without the program that it carries, which is none in tests."""
    new_site(folder, language)
    (folder / ".github/requirements.txt").unlink()


def club_with_a_workbook(folder: Path, language: str) -> None:
    """A site by `elo` without examples, and what the page is about."""
    new_folder.create_folder(folder, plan_site(["elo"], language=language))
    shutil.rmtree(folder / "results/elo")
    (folder / "results/elo").mkdir()
    (folder / "results/elo/players.csv").write_text("id,name,aliases,rating,games\n")
    (folder / "results/elo/games.csv").write_text("date,home,away,result\n")
    (folder / "list.csv").write_text("Naam,Rating,Partijen\nEva Mertens,1612,31\n")
    book = Workbook()
    sheet = book.active
    sheet.title = "Uitslagen"
    for row in (
        ["Datum", "Wit", "Zwart", "Uitslag", "Telefoon"],
        [date(2019, 2, 3), "An Peeters", "Bob Claes", "1-0", "0470 12 34 56"],
        [None, "Cé Dupont", "Dirk Maes", "r"],
        [date(2019, 2, 10), "A. Peeters", "Cé Dupont", "0-1"],
        [None, "Bob Claes", "bye"],
        ["Totaal", 3],
    ):
        sheet.append(row)
    book.save(folder / "Season 2019.xlsx")


def _copy(names: list[str], folder: Path) -> None:
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=DROPPINGS)
        else:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


STARTS: Mapping[str, Callable[[Path, str], None]] = {
    "evening.md": demonstration_site,
    "federation.md": new_site,
    "correction.md": demonstration_site,
    "decisions.md": new_site,
    "hidden.md": demonstration_site,
    "hosting.md": new_site,
    "import.md": club_with_a_workbook,
    "languages.md": new_site,
    "live.md": nothing,
    "national.md": new_site,
    "questions.md": all_results,
    "season.md": chess_season,
    "settings.md": new_site,
    "stop.md": new_site,
    "system.md": program,
    "themes.md": new_site,
    "wrong.md": site_without_program,
}
"""What lies in the folder in which a page begins. That about a fork is followed in test_fork.py."""


_WORDS = re.compile(r'(?<=--message ")[^"]+|(?<=--language )\w+|(?<=LANGUAGE=)\w+')
"""What a command says in the language of the reader, and which changes nothing of what it does."""


def shown(text: str) -> list[tuple[str, str]]:
    """What is to be typed and what is printed on a page: its blocks, each with its file."""
    return [(_WORDS.sub("…", block.text), block.file) for block in blocks(text)]


def pages_to_follow() -> list[tuple[str, str]]:
    """Every page in English, and each translation on which something else is typed or printed."""
    english = read_pages("en")
    return [
        (language, name)
        for language in LANGUAGES
        for name in STARTS
        if language == "en"
        or (name != ENGLISH_PAGE and shown(read_pages(language)[name]) != shown(english[name]))
    ]


@pytest.mark.parametrize(("language", "name"), pages_to_follow())
def test_who_does_as_a_page_says_sees_what_it_says(
    language: str, name: str, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    folder = tmp_path / "here"
    STARTS[name](folder, language)
    # In English all is started as it is typed; what another language has of its own is what is printed.
    is_called = language != "en" and STARTS[name] is not nothing
    fault = Reader(folder, environment, is_called=is_called).follow(read_pages(language)[name])
    assert not fault, f"content/guide, {language}, {name}, {fault}"
    if name == "live.md":
        assert {"sitegen.toml", ".github/workflows/publish.yml"} <= pushed(tmp_path)


each_language = pytest.mark.parametrize("language", LANGUAGES)
each_translation = pytest.mark.parametrize("language", [*LANGUAGES][1:])
_LINK = re.compile(r"\]\(([^)#]*)")
_PAGE = re.compile(r"guide(?=$|/(?!system$)[a-z]+$)")
_FOLDER = re.compile(r"content/(nl|fr)/")
_QUOTED = re.compile(r'"[^"]*"')


@each_translation
def test_a_translation_has_the_pages_and_headings_of_the_guide_and_leads_where_it_leads(
    language: str,
) -> None:
    translated, pages = read_pages(language), read_pages("en")
    assert [*translated] == [name for name in pages if name != ENGLISH_PAGE]
    for name, text in translated.items():
        english = pages[name]
        assert text.count("\n# ") == english.count("\n# "), name
        own = [_PAGE.sub(f"guide/{language}", target) for target in find_targets(english, "guide", name)]
        assert sorted(find_targets(text, f"guide/{language}", name)) == sorted(own), name


def find_targets(text: str, folder: str, name: str) -> list[str]:
    """Where the links of a page lead, from the root of the site."""
    url = folder if name == "index.md" else f"{folder}/{name.removesuffix('.md')}"
    return [normpath(f"{url}/{link}") for link in _LINK.findall(BLOCK.sub("", text)) if "://" not in link]


@each_translation
def test_a_translation_gives_the_same_commands_and_files(language: str) -> None:
    def commands(text: str) -> list[tuple[str, str, list[str]]]:
        return [
            (block.kind, _FOLDER.sub("content/…/", block.file), _commands(block)) for block in blocks(text)
        ]

    for name, text in read_pages(language).items():
        assert commands(text) == commands(read_pages("en")[name]), name


def _commands(block: Block) -> list[str]:
    lines = [step.command for step in steps(block)] if block.kind == "console" else []
    return [_WORDS.sub("…", _QUOTED.sub("…", line)) for line in lines]


@each_translation
def test_an_example_of_a_file_has_the_form_and_the_headings_of_a_site_in_the_language(language: str) -> None:
    """As its spreadsheet saves it: whoever pastes a row into a file of the site has one file of one form."""
    words = Language(language).with_catalogues(find_origin("fibs"))
    tables = {table.name: get_input_columns(table.rows) for table in list_input_tables(load_system("fibs"))}
    begun = set()
    for name, text in read_pages(language).items():
        for block in blocks(text) if STARTS.get(name) in {new_site, nothing} else ():
            if block.kind == "csv" and (name, block.file) not in begun:  # else rows to add below
                columns = tables["players" if name == "live.md" else Path(block.file).stem]
                headings = {words.format_message(column.heading) for column in columns}
                header = block.text.partition("\n")[0].split(";")
                assert {*header} <= headings, f"{name}: {header}"
                begun.add((name, block.file))
    assert len(begun) == 6


def pushed(home: Path) -> set[str]:
    """The files that came to GitHub."""
    command = ["git", "-C", home / "github/my-club/rankings.git", "ls-tree", "-r", "--name-only", "main"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    return {*done.stdout.splitlines()}


def test_every_page_with_something_to_do_is_followed() -> None:
    told = {name for name, text in read_pages("en").items() if "```" in text}
    assert told == {*STARTS, "fork.md"}


@each_language
def test_the_settings_that_are_told_are_those_that_there_are(language: str) -> None:
    text = read_pages(language)["settings.md"]
    told = [re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) for table in text.split("| `[")[1:]]
    assert told == [[column.name for column in get_columns(keys)] for keys in (SiteKeys, RankingKeys)]


def test_the_complaint_is_about_what_was_played() -> None:
    """Six matches in week 46, of which two were won."""
    tables = [
        path.read_text("utf-8").splitlines() for path in ROOT.glob("results/backgammon/matches/2026-*.csv")
    ]
    week = [
        row
        for table in tables
        for row in csv.DictReader(table)
        if "2026-11-09" <= row["date"] <= "2026-11-15"
    ]
    told = "geert-uyttendaele"
    assert [sum(row[side] == told for row in week) for side in ("winner", "loser")] == [2, 4]


@each_language
def test_every_page_is_reached_from_the_first_and_leads_back_to_it(language: str) -> None:
    pages = read_pages(language)
    others = {name: text for name, text in pages.items() if name != "index.md"}
    assert {f"{name}.md" for name in re.findall(r"\]\((\w+)/\)", pages["index.md"])} == {*others}
    back = f"\n[{LANGUAGES[language]}](../)\n"
    assert [name for name, text in others.items() if not text.endswith(back)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_begins_with_its_question_and_its_command(language: str) -> None:
    first = re.compile(r"---\n(?:.+\n)+?---\n\n\*\*[^*\n]+\?\*\* `sitegen \w+(?: --\w+)?`\n")
    without_command = {"index.md", "complaint.md"}
    pages = read_pages(language)
    assert [name for name in sorted(pages.keys() - without_command) if not first.match(pages[name])] == []


_UNREAD = re.compile(rf"\A---\n.*?\n---\n|{BLOCK.pattern}|<[^>]+>", re.MULTILINE | re.DOTALL)
"""What nobody reads aloud: the head of a page, what is typed, and pictures."""


def count_words(text: str) -> int:
    return len(re.findall(r"\S*\w\S*", _UNREAD.sub("", text)))


@each_language
def test_the_pages_of_a_season_are_read_aloud_in_ten_minutes(language: str) -> None:
    pages = read_pages(language)
    season, _, once = pages["index.md"].partition("\n# ")[2].partition("\n# ")
    names = re.findall(r"\]\((\w+)/\)", season)
    assert "evening" in names
    assert "(live/)" in once
    words = {name: count_words(pages[f"{name}.md"]) for name in names}
    assert sum(words.values()) <= 2000, words


@each_language
def test_the_pages_are_short(language: str) -> None:
    long = {"system.md", "federation.md", "national.md", "hosting.md"}
    words = {name: count_words(text) for name, text in read_pages(language).items()}
    assert {name: count for name, count in words.items() if count > (500 if name in long else 400)} == {}


@each_language
def test_an_anchor_on_another_page_is_there(language: str) -> None:
    pages = read_pages(language)
    for path, text in pages.items():
        for name, anchor in re.findall(r"\]\(\.\./(\w+)/#([^)]+)\)", text):
            shown, _ = links.render_markdown(pages[f"{name}.md"], f"{name}.md")
            assert f'id="{anchor}"' in shown, f"{language}, {path}: {name}/#{anchor}"


@each_language
def test_every_picture_is_shown_once_with_its_size_and_in_words(language: str) -> None:
    images = [found for text in read_pages(language).values() for found in IMAGE.findall(text)]
    assert sorted(Path(file).name for file, *_ in images) == [path.name for path in PICTURES]
    for file, words, width, height in images:
        pixels = struct.unpack(">II", (PAGES / Path(file).name).read_bytes()[16:24])
        assert pixels == (2 * int(width), 2 * int(height)), file
        assert len(words) >= 40, file


def test_the_pictures_are_few_and_small() -> None:
    assert len(PICTURES) <= 8
    assert sum(path.stat().st_size for path in PICTURES) <= 600_000


A_PAGE = """
Into `results/a.csv`:

```csv
id,name
an,An
```

Another row, in `results/a.csv`:

```csv
bob,Bob
```

```diff
-an,An
+an,Anna
```

```console
$ cd results
$ cat a.csv
id,name
…
bob,B…
$ cat a.csv
…
```
"""


def followed(text: str, folder: Path) -> str:
    return Reader(folder, {"PATH": os.environ["PATH"]}).follow(text)


def test_a_reader_writes_adds_changes_and_runs(tmp_path: Path) -> None:
    assert followed(A_PAGE, tmp_path) == ""
    assert (tmp_path / "results/a.csv").read_text() == "id,name\nan,Anna\nbob,Bob\n"
    assert [block.line for block in blocks(A_PAGE)] == [4, 11, 15, 20]


CELLS = """
```python
several = [1, 2]
```

```python
print(sum(several))
```

```text
3
```
"""


def test_a_reader_runs_cells_one_after_the_other_and_compares_what_they_print(tmp_path: Path) -> None:
    assert followed(CELLS, tmp_path) == ""
    fault = followed(CELLS.replace("[1, 2]", "[1, 3]"), tmp_path)
    assert fault == "line 10: the cell above prints something else. If that is meant, show:\n\n4\n"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "bob,B…",
            "carl",
            "line 20: `cat a.csv` prints something else. If that is meant, show:",
        ),
        ("-an,An", "-an,Ann", "line 15: a.csv does not have these lines once:\n\nan,Ann\n"),
        ("cat a.csv\nid,name\n…\nbob,B…", "cat b.csv", "line 20: `cat b.csv` fails with 1:"),
        ("cd results", "cd elsewhere", "line 20: there is no folder elsewhere"),
        ("Into `results/a.csv`:", "Into a file:", "line 4: no line before the block names its file"),
    ],
)
def test_a_reader_tells_where_a_page_is_wrong_and_what_it_should_show(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert followed(A_PAGE.replace(old, new), tmp_path).startswith(fault)


def test_who_has_the_readme_alone_sees_a_site_of_the_own_members(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    """With a list as a secretary keeps it; what the last line of a new site says is what the page says."""
    text = (ROOT / "README.md").read_text("utf-8")
    section = text.partition("\n## Start a site\n")[2].partition("\n## ")[0]
    commands = re.findall(r"^    (\S.*)$", section, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["pipx", "sitegen", "sitegen"]
    (tmp_path / "members.csv").write_text("Naam;Telefoon\nPeeters, An;0470 12 34 56\n1. Bo Smit;\n")
    reader = Reader(tmp_path, environment)
    assert reader.follow("```console\n" + "".join(f"$ {command}\n" for command in commands) + "```\n") == ""
    _, (_, made), (_, served) = reader.outputs
    assert made.rstrip().endswith(commands[-1])
    assert served.startswith("http://127.0.0.1:")
    players = next((tmp_path / "my-club/results").glob("*/players.csv")).read_text("utf-8-sig")
    assert ["An Peeters" in players, "Bo Smit" in players, "0470" in players] == [True, True, False]


def test_the_workflow_of_many_machines_is_one(tmp_path: Path) -> None:
    """What the page changes in a workflow leaves a workflow, with the actions that others have."""
    new_site(tmp_path, "en")
    place = tmp_path / ".github/workflows/publish.yml"
    known = set(
        re.findall(
            r"uses: (\S+)", "".join(path.read_text("utf-8") for path in ROOT.rglob(".github/workflows/*"))
        )
    )
    changes = [block for block in blocks(read_pages("en")["federation.md"]) if block.kind == "diff"]
    assert {block.file for block in changes} == {".github/workflows/publish.yml"}
    for block in changes:
        assert not apply_diff(place, block.text)
    text = place.read_text(encoding="utf-8")
    assert {*re.findall(r"uses: (\S+)", text)} <= known
    part, whole = (YAML(typ="safe").load(text)["jobs"][name] for name in ("part", "build"))
    assert (whole["needs"], part["permissions"]) == ("part", {"contents": "read"})
    uploads = [step["with"] for step in part["steps"] if "upload-artifact" in step.get("uses", "")]
    assert [upload["include-hidden-files"] for upload in uploads] == [True]
    assert "sitegen join parts/part-*" in [step.get("run") for step in whole["steps"]]
    assert "sitegen build" not in [step.get("run") for step in whole["steps"]]
