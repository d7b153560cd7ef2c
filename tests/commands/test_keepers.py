"""The first line of the check of a pull request: which clubs it touches, and who keeps them."""

import shutil
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner
from commits import commit
from federation import list_files

from sitegen.commands.cli import main

pytestmark = pytest.mark.slow

TOREN, FOU = "results/clubs/toren", "results/clubs/fou"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A federation under version control, of which some clubs have keepers."""
    files = list_files()
    files[f"{TOREN}/ranking.toml"] += b'keepers = ["@An", "@federation/toren"]\n'
    sites.write(tmp_path / "site", files)
    commit(tmp_path / "site")
    return tmp_path / "site"


def add(root: Path, path: str, text: str) -> None:
    """Add a text to a file."""
    with (root / path).open("a", encoding="utf-8") as file:
        file.write(text)


def read_first_line(
    root: Path, monkeypatch: pytest.MonkeyPatch, author: str = "", *, output_format: str = "text"
) -> str:
    """The first line that the check of a change says, and the same in the summary of a run."""
    summary = root.parent / "summary.md"
    summary.unlink(missing_ok=True)
    monkeypatch.setenv("GITHUB_ACTOR", author)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    arguments = ["check", "--site", str(root), "--as-of", "2026-11-21", "--since", "HEAD"]
    result = CliRunner().invoke(main, [*arguments, "--format", output_format], catch_exceptions=False)
    first: str = result.output.splitlines()[0]
    assert first in summary.read_text("utf-8").splitlines()[0]
    return first


def test_a_keeper_changes_their_club(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(root, f"{TOREN}/players.csv", "new,New Player\n")
    add(root, "content/clubs/toren.md", "\nMore.\n")
    said = read_first_line(root, monkeypatch, "an", output_format="github")
    assert said == "One club changes: De Toren. @an keeps it."


def test_somebody_else_changes_clubs_and_more(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(root, f"{TOREN}/players.csv", "new,New Player\n")
    add(root, f"{FOU}/players.csv", "new,New Player\n")
    add(root, "sitegen.toml", "# changed\n")
    assert read_first_line(root, monkeypatch, "bob") == (
        "2 clubs change: Le Fou, De Toren. @bob is not named as keeper of Le Fou (without a keeper),"
        " De Toren (@An, @federation/toren). One file of no club changes."
    )


def test_nobody_becomes_a_keeper_by_the_change_that_is_judged(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = root / TOREN / "ranking.toml"
    path.write_text(path.read_text("utf-8").replace("@An", "@bob"), "utf-8")
    said = read_first_line(root, monkeypatch, "bob")
    assert said.endswith("@bob is not named as keeper of De Toren (@An, @federation/toren).")


def test_a_new_club_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(root / FOU, root / "results/clubs/new")
    (root / "results/clubs/new/ranking.toml").unlink()
    add(root, "results/clubs/new/ranking.toml", 'title = "Nieuw"\nkeepers = ["@bob"]\n')
    said = read_first_line(root, monkeypatch, "bob")
    assert said == "One club changes: Nieuw. @bob is not named as keeper of Nieuw (a new club)."


def test_without_an_author_the_clubs_alone_are_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_first_line(root, monkeypatch) == "No club changes."
    (root / FOU / "ranking.toml").write_text("title = ", "utf-8")  # which cannot be read any more
    assert read_first_line(root, monkeypatch) == "One club changes: Le Fou."


def test_what_is_no_revision_is_refused(root: Path) -> None:
    result = CliRunner().invoke(main, ["check", "--site", str(root), "--since", "nowhere"])
    assert result.exit_code == 2
    assert "'nowhere' is no revision here" in result.output
