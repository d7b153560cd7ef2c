"""A site that holds the program itself: what another one does to every figure, told apart from the rest."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import forks
import pytest
import sites
from commits import commit, git

from sitegen.commands.diff import compare, data, formats
from sitegen.commands.diff.compare import Comparison, compare_revision
from sitegen.compare.analysis import analyze_effect
from sitegen.core.language import Language

pytestmark = pytest.mark.slow

K = "sitegen/systems/elo/__init__.py"
UNMOVED = "The program itself changes. No published figure changes with it."
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
HIGHEST = "return options.k[max([step for step in options.k if step <= games])]"
Fork = Callable[..., Path]


@pytest.fixture
def fork(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fork:
    """Write a site with a copy of the program in which something is written otherwise, and commit it.

    Then the copy becomes the program that runs here, which stays to be committed.
    """

    def write(*systems: str, changes: forks.Changes) -> Path:
        root = tmp_path / "fork"
        forks.write(root, *systems)
        forks.change(root, changes)
        commit(root)
        forks.back(root, changes)
        monkeypatch.setattr(compare, "PROGRAM_FOLDER", root / "sitegen")
        return root

    return write


@contextmanager
def the_comparison(root: Path) -> Iterator[Comparison]:
    with compare_revision(root, "HEAD", NOW) as comparison:
        yield comparison


def test_figures_that_another_constant_moves_are_told_as_the_work_of_the_program(fork: Fork) -> None:
    root = fork("elo", "fibs", changes={K: {HIGHEST: HIGHEST + " + 1"}})
    with the_comparison(root) as comparison:
        step, last = comparison.steps
        assert (step.cause, last.cause, [*last.difference.effects]) == ("program", "results", [])
        (effect,) = step.difference.effects
        assert effect.id == "elo"
        assert effect.rows == []
        assert {table.name for table in effect.tables} == {"games", "provisional", "rating-list"}
        assert effect.moves
        assert all(move.before.value != move.after.value for move in effect.moves if move.before)
        assert effect.lists
        assert list(analyze_effect(effect))
        assert comparison.notes == []


def test_what_else_changes_is_told_of_the_program_as_it_is_now(
    fork: Fork, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So it is where the program runs out of a second working tree of the repository."""
    root = fork("elo", changes={K: {HIGHEST: HIGHEST + " + 1"}})
    git(root, "worktree", "add", "--quiet", "--detach", str(tmp_path / "judge"))
    monkeypatch.setattr(compare, "PROGRAM_FOLDER", tmp_path / "judge/sitegen")
    file = max((root / "results/elo/games").glob("*.csv"))
    header, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([header, *rows[:-1], ""]), encoding="utf-8")
    with the_comparison(root) as comparison:
        own, results = comparison.steps
        assert (own.cause, results.cause) == ("program", "results")
        (by_program,), (by_results,) = own.difference.effects, results.difference.effects
        assert [row.kind for row in by_results.rows] == ["removed"]
        was = {move.player: move.after for move in by_program.moves}
        for move in by_results.moves:
            assert move.before.value == pytest.approx(was[move.player].value, abs=1e-6)


def test_words_and_columns_that_only_one_of_two_programs_publishes_make_no_difference(fork: Fork) -> None:
    root = fork(
        "elo",
        changes={
            "sitegen/systems/elo/tables.py": {"k_away:": "k_guest:"},
            K: {"k_away: float": "k_guest: float", '"""Return K after so': '"""Return the K after so'},
            "sitegen/systems/elo/templates/steps.html": {"game.k_away": "game.k_guest"},
        },
    )
    with the_comparison(root) as comparison:
        assert [step.cause for step in comparison.steps] == ["results"]
        assert comparison.notes == [UNMOVED]
        for told in (
            formats.format_text(comparison, Language("en")),
            [data.dump_comparison(comparison, Language("en"))],
        ):
            assert UNMOVED in "\n".join(told)


def test_a_program_that_cannot_run_here_is_told_and_stops_nothing(fork: Fork) -> None:
    root = fork("elo", changes={"sitegen/__main__.py": {"from sitegen": "import gone\nfrom sitegen"}})
    with the_comparison(root) as comparison:
        assert [step.cause for step in comparison.steps] == ["results"]
        (note,) = comparison.notes
        assert "cannot run here" in note
        assert "gone" in note


def test_other_files_of_the_program_are_not_the_program(fork: Fork) -> None:
    root = fork("elo", changes={"templates/list.html": {"{%": "{% "}})
    with the_comparison(root) as comparison:
        assert comparison.notes == []


def test_nothing_is_run_of_a_site_that_holds_another_program_than_runs_here(
    fork: Fork, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = fork("elo", changes={K: {HIGHEST: "raise SystemExit"}})
    monkeypatch.setattr(compare, "PROGRAM_FOLDER", tmp_path)
    monkeypatch.setattr(subprocess, "run", only_git(subprocess.run))
    with the_comparison(root) as comparison:
        assert [step.cause for step in comparison.steps] == ["results"]
        assert [note.split(".")[0] for note in comparison.notes] == ["The program or its libraries change"]


def only_git(run: Callable[..., Any]) -> Callable[..., Any]:
    def checked(command: list[str], **options: Any) -> Any:
        assert command[0] == "git"
        return run(command, **options)

    return checked


@pytest.mark.parametrize(
    "name", ["requirements.txt", ".github/requirements.txt", "vendor/sitegen_rankings-0.1.0-py3-none-any.whl"]
)
def test_what_a_made_site_carries_is_not_run(name: str, tmp_path: Path) -> None:
    sites.write(tmp_path, {**sites.files("elo"), name: b"one"})
    commit(tmp_path)
    (tmp_path / name).write_bytes(b"other")
    with the_comparison(tmp_path) as comparison:
        assert [step.cause for step in comparison.steps] == ["results"]
        (note,) = comparison.notes
        assert note.startswith("The program or its libraries change")
