"""Whatever a file, a folder or a word on the command line is called: no terminal and no runner obeys it."""

import ast
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from examples import sample
from test_annotations import obeyed

from sitegen.commands.cli import main
from sitegen.commands.serve.server import GeneratedSite, Screen, format_report
from sitegen.core.problems import Problem
from sitegen.core.terminal import sanitize_text, to_one_line

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
COMMANDS = Path(__file__).parents[2] / "sitegen" / "commands"

NAMES = [
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "\x1b]8;;https:evil.example\x1b\\",
    "x\n::error title=evil::of a pull request",
    "x\r::stop-commands::now",
    "##[error]evil",
    "\n##[add-mask]e",
    "#\u200b#[group]",
    "::error::evil",
    "\x9b2J",
    "a\u2028b\x85c\x0bd",
    "\u202eevil",
    "\udcff",
]


def assert_harmless(output: str) -> None:
    """Nothing in it is obeyed but annotations of our own."""
    odd = [
        character for character in output if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    ]
    assert {*odd} <= {"\n"}
    assert [command for command in obeyed(output) if command.properties.get("title") != "sitegen check"] == []


def run(*arguments: object) -> str:
    return CliRunner().invoke(main, [str(argument) for argument in arguments]).output


def commands(root: Path, name: str) -> Iterator[tuple[object, ...]]:
    """Every command with a word that a person, or a script, can give it."""
    yield from (("check", "--site", root, "--format", form) for form in ("text", "github", "json"))
    yield "check", "--site", root, "--verbose"
    yield "doctor", "--site", root
    yield "doctor", "--site", root.parent / name
    yield "check", "--site", root.parent / name
    yield "check", "--as-of", name
    yield "build", "--site", root, "--output", root.parent / name
    yield "build", "--site", root, "--output", root / "results" / name
    yield "join", "--site", root, root.parent / name
    yield "owners", "--site", root.parent / name
    yield "systems", "--site", root, name
    yield "systems", "--site", root
    yield "templates", "--site", root
    yield "templates", "--site", root.parent / name
    yield "verify", "--site", root, name
    yield from (("diff", "--site", root, name, "--format", form) for form in ("text", "github"))
    yield "diff", "--site", root, "HEAD", "--page", root / "results" / name / "page.html"
    yield "draw", "--site", root, name
    yield "draw", "--site", root, "list", "--pairs", name
    yield "draw", "--site", root, "list", "--absent", name
    yield "season", "--site", root, name, "--start", "2027-01-01"
    yield "season", "--site", root, "list", "--start", "2027-01-01"
    yield "import", "--site", root, root / name, "--to", name
    yield "import", "--site", root, root / "results/list/players.csv", "--as", name, "--name", name
    yield "import", "--site", root, root / "results/list/players.csv", "--sheet", name, "--dry-run"
    yield "import", "--site", root, "--undo", name
    yield "import", "--site", root, "--again", "--name", name
    yield "export", "--site", root, name
    yield "export", "--site", root, "list", "--output", root / "results" / name / "list.xlsx"
    yield "new", root, "--system", "elo"
    yield "new", root.parent / name / "new"
    yield "new", root.parent / name / "new", "--system", "elo"
    yield "new", root.parent / "new", "--system", "elo", "--players", name
    yield "new", root.parent / "new", "--system", name
    yield "new", root.parent / "new", "--language", name
    yield (name,)
    yield "check", name
    yield "check", f"--{name}"


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_is_told_without_what_is_obeyed(write_site: Write, name: str) -> None:
    root = write_site()
    for path in (f"results/list/matches/{name}.csv", f"results/list/{name}.csv", f"results/{name}/x.csv"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"date,winner\n{name},x\n", encoding="utf-8", errors="surrogateescape")
    (root / "content" / "news").mkdir(parents=True)
    (root / "content" / "news" / f"{name}.md").write_text("x")
    (root / "content" / f"{name}.md").write_text("[x](y.md)")
    for command in commands(root, name):
        assert_harmless(run(*command))


@pytest.mark.parametrize(
    "name",
    sample(NAMES, 3),
)
def test_a_sound_site_in_such_a_folder_is_built_and_told_of(write_site: Write, name: str) -> None:
    root = write_site(folder=name)
    assert_harmless(run("build", "--site", root, "--as-of", "2026-11-21"))
    assert (root / "output" / "index.html").exists()
    assert_harmless(run("check", "--site", root, "--format", "github"))


@pytest.mark.parametrize("name", NAMES)
def test_the_preview_tells_and_shows_as_little(name: str) -> None:
    found = [Problem(name, 1, 1, word, word, other_places=(f"{name}:2",)) for word in NAMES]
    failed = GeneratedSite(Path(), frozenset(), found)
    assert_harmless("\n".join(map(to_one_line, format_report(failed))))
    shown = Screen(None, (), "").update(failed).render_additions(80).decode()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", shown)


def test_what_is_harmless_stays_so_and_is_not_made_otherwise_by_what_is_taken_out() -> None:
    for one, other in product(NAMES, NAMES):
        text = sanitize_text(f"{one}{other}")
        assert sanitize_text(text) == text
        assert not obeyed(text)
        assert not obeyed(to_one_line(f"{one}\n{other}"))


def test_all_that_is_printed_goes_one_way() -> None:
    calls = [
        (path.name, getattr(function, "name", ""))
        for path in sorted(COMMANDS.rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"click.echo", "click.secho", "print"}
    ]
    safe = ("print_lines", "print_json", "print_github", "print_comparison", "print_comparison")
    assert calls == [*(("console.py", name) for name in safe), ("exits.py", "invoke")]


def test_every_command_is_asked() -> None:
    asked = {str(command[0]) for command in commands(Path("site"), "x")}
    assert isinstance(main, click.Group)
    assert {*main.list_commands(click.Context(main))} - asked <= {"serve"}
