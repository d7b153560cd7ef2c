"""The commands as people and machines call them."""

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from sitegen import __version__
from sitegen.cli import main

Write = Callable[..., Path]
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BROKEN = "date,winner,loser,length\n2026-11-02,an,bo,7\n2026-11-31,an,an,x\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)


def test_build_writes_the_site_and_says_so(write_site: Write) -> None:
    root = write_site()
    first, second = (run("build", "--site", root, "--as-of", "2026-11-21") for _ in range(2))
    assert (first.exit_code, first.stderr) == (0, "")
    assert first.stdout.startswith(f"{root / 'output'}: ")
    assert " added, 0 as they were." in first.stdout
    assert second.stdout.startswith(f"{root / 'output'}: nothing changed, ")


def test_check_writes_nothing(write_site: Write) -> None:
    root = write_site()
    before = sorted(root.rglob("*"))
    result = run("check", "--site", root, "--as-of", "2026-11-21")
    assert (result.exit_code, result.output) == (0, "No problems found.\n")
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("command", ["check", "build"])
def test_errors_are_all_told_and_the_exit_status_is_1(write_site: Write, command: str) -> None:
    result = run(command, "--site", write_site({"results/list/matches.csv": BROKEN}))
    assert result.exit_code == 1
    assert [line.split(" ")[0] for line in result.stderr.splitlines()] == [
        "results/list/matches.csv:2:15:",
        "results/list/matches.csv:3:1:",
        "results/list/matches.csv:3:18:",
        "3",
    ]


def test_a_machine_gets_the_problems_as_json_and_nothing_else(write_site: Write) -> None:
    result = run("check", "--format", "json", "--site", write_site({"results/list/matches.csv": BROKEN}))
    assert [(each["line"], each["column"]) for each in json.loads(result.stdout)] == [
        (2, 15),
        (3, 1),
        (3, 18),
    ]


def test_github_gets_annotations_with_paths_from_the_root_of_the_repository(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = write_site({"results/list/matches.csv": BROKEN})
    summary = tmp_path / "summary.md"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = run("check", "--format", "github", "--site", root.relative_to(tmp_path))
    assert result.stdout.startswith("::error file=site/results/list/matches.csv,line=2,col=15,")
    assert "3 errors" in summary.read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "--as-of", "21-11-2026"],
        ["build", "--unknown"],
        ["systems", "chess"],
        ["serve", "--port", "0"],
        ["bild"],
    ],
)
def test_wrong_usage_is_exit_status_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_folder_that_is_no_site_is_told_so(tmp_path: Path) -> None:
    result = run("check", "--site", tmp_path)
    assert result.exit_code == 1
    assert "sitegen.toml" in result.stderr


def test_a_folder_that_is_not_ours_is_not_written_to(write_site: Write, tmp_path: Path) -> None:
    foreign = tmp_path / "thesis"
    foreign.mkdir()
    (foreign / "chapter.txt").write_text("years of work")
    result = run("build", "--site", write_site(), "--output", foreign)
    assert result.exit_code == 1
    assert "'chapter.txt'" in result.stderr
    assert (foreign / "chapter.txt").read_text() == "years of work"


def test_new_makes_a_site_that_builds(tmp_path: Path) -> None:
    assert run("new", tmp_path / "club").exit_code == 0
    assert run("check", "--site", tmp_path / "club").output == "No problems found.\n"
    assert run("build", "--site", tmp_path / "club").exit_code == 0


def test_systems_tells_what_there_is_and_what_uses_it(write_site: Write, tmp_path: Path) -> None:
    told = (
        "fibs    BGFed rating list, 30 December 2019{}\nijssel  De IJssel club competition, June 2024\n"
        "ludo    LUDO, chapter 4: scoring, prizes and rankings\n"
        "nbb     NBB-Clubranking, 4 February 2019\nruit    Ruit rating system, 20 October 2018\n"
    )
    assert run("systems", "--site", write_site()).stdout == told.format(" (here: list)")
    assert run("systems", "--site", tmp_path).stdout == told.format("")


def test_systems_tells_every_column_with_what_it_takes() -> None:
    told = run("systems", "fibs").stdout
    for expected in ("winner", "club | tournament | friendly", "initial_rating", "rating-list.csv: rank,"):
        assert expected in told


def commands() -> list[tuple[str, click.Command]]:
    return sorted(main.commands.items())


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_command_and_option_has_its_help_and_stands_in_the_readme(
    name: str, command: click.Command
) -> None:
    assert command.help
    assert f"`sitegen {name}" in README
    for each in command.params:
        if isinstance(each, click.Option):
            assert each.help, each.name
            assert max(each.opts, key=len) in README, each.name
    assert run(name, "--help").exit_code == 0


def test_the_version() -> None:
    assert run("--version").stdout == f"sitegen, version {__version__}\n"
