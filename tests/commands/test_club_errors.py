"""A pull request in a federation where a club on main has errors: it passes, unless they are its own."""

import json
import shutil
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner, Result
from commits import commit, git
from federation import list_files

from sitegen.commands.cli import main

pytestmark = pytest.mark.slow

TOREN, FOU = "results/clubs/toren", "results/clubs/fou"
SLIP = "2026-11-10,nobody,mia-claes,1-0\n"


def append(root: Path, path: str, text: str) -> None:
    """Write more at the end of a file."""
    (root / path).write_bytes((root / path).read_bytes() + text.encode())


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A federation in which a club has an error."""
    root = tmp_path_factory.mktemp("federation") / "site"
    files = list_files(is_over_clubs=True)
    settings = files["sitegen.toml"].decode().replace("[site]\n", '[site]\nerrors = "stop their club"\n', 1)
    sites.write(root, files | {"sitegen.toml": settings.encode()})
    commit(root, "First")
    append(root, f"{TOREN}/games/2026.csv", SLIP)
    commit(root, "Slip")
    return root


@pytest.fixture
def root(broken: Path, tmp_path: Path) -> Path:
    """A copy of that site."""
    return Path(shutil.copytree(broken, tmp_path / "site"))


def run(root: Path, *arguments: str) -> Result:
    """Run a command on the site."""
    command, *others = arguments
    options = ["--site", str(root), "--as-of", "2026-11-21"]
    return CliRunner().invoke(main, [command, *options, *others], catch_exceptions=False)


def test_a_change_of_another_club_passes_and_warns(root: Path) -> None:
    append(root, f"{FOU}/players.csv", "new,New Player,,,,,\n")
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("One club changes: Le Fou.")
    assert f"{TOREN}/games/2026.csv:13:12: warning: 'nobody' is not a player" in result.output
    told = json.loads(run(root, "check", "--since", "HEAD", "--format", "json").stdout)
    assert [each["severity"] for each in told if each["code"] == "not-a-player"] == ["warning"]


def test_a_change_is_told_where_the_settings_of_another_club_cannot_be_read(root: Path) -> None:
    append(root, f"{TOREN}/ranking.toml", "k = = 3\n")
    commit(root, "Another slip")
    append(root, f"{FOU}/players.csv", "new,New Player,,,,,\n")
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("One club changes: Le Fou.\n")
    assert f"{TOREN}/ranking.toml:3:5: warning:" in result.output


def test_all_else_of_such_a_change_is_checked(root: Path) -> None:
    """An error that is found late, in pages, is found beside one that is found early."""
    (root / "content/about.md").write_text("# About\n\n[dead](nowhere.md)\n", "utf-8")
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 1
    assert "content/about.md:3" in result.output


def test_the_change_that_makes_an_error_fails(root: Path) -> None:
    append(root, f"{FOU}/games/2026.csv", SLIP)
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 1
    assert f"{FOU}/games/2026.csv:13:12: 'nobody' is not a player" in result.output
    assert f"{TOREN}/games/2026.csv:13:12: 'nobody' is not a player" in result.output


def test_a_change_of_the_club_itself_has_to_mend_it(root: Path) -> None:
    append(root, f"{TOREN}/players.csv", "new,New Player,,,,,\n")
    assert run(root, "check", "--since", "HEAD").exit_code == 1
    append(root, f"{TOREN}/players.csv", "nobody,Nobody Knows,,,,,\n")
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 0, result.output
    assert "not a player" not in result.output


def test_a_change_of_the_settings_that_spoils_a_club_fails(root: Path) -> None:
    """Le Rebond says its own `k`: another system has no such option."""
    text = (root / "sitegen.toml").read_text("utf-8")
    pattern = 'folder = "results/clubs/*"\nsystem = "elo"\n'
    assert pattern in text
    (root / "sitegen.toml").write_text(text.replace(pattern, pattern.replace("elo", "keizer")), "utf-8")
    result = run(root, "check", "--since", "HEAD")
    assert result.exit_code == 1
    assert "results/clubs/rebond/ranking.toml" in result.output


def test_without_a_change_to_judge_every_error_counts(root: Path) -> None:
    assert run(root, "check").exit_code == 1
    text = (root / "sitegen.toml").read_text("utf-8")
    (root / "sitegen.toml").write_text(text.replace("stop their club", "stop all"), "utf-8")
    commit(root, "Strict")
    append(root, f"{FOU}/players.csv", "new,New Player,,,,,\n")
    assert run(root, "check", "--since", "HEAD").exit_code == 1


def test_what_stops_one_club_alone_keeps_no_site_from_being_published(root: Path) -> None:
    result = run(root, "doctor")
    assert result.exit_code == 0, result.output
    assert f"{TOREN}/games/2026.csv:13:12: warning: 'nobody' is not a player" in result.output
    assert "Nothing here keeps the site from being published." in result.output
    append(root, "sitegen.toml", "[theme]\nlogo = 'none.svg'\n")
    result = run(root, "doctor")
    assert result.exit_code == 1
    assert result.output.endswith("errors keep the site from being published.\n")


def test_a_shallow_clone_leaves_the_club_out(root: Path, tmp_path: Path) -> None:
    """Without earlier commits no good state is known; the check of others goes on all the same."""
    append(root, f"{FOU}/players.csv", "new,New Player,,,,,\n")
    commit(root, "A player")
    git(tmp_path, "clone", "--quiet", "--depth", "2", f"file://{root}", "clone")
    result = run(tmp_path / "clone", "check", "--since", "HEAD~1")
    assert result.exit_code == 0, result.output
    assert "warning: 'nobody' is not a player" in result.output


def test_the_effect_of_a_change_is_told_all_the_same(root: Path) -> None:
    """It is that of the change alone, on figures that take in what the club had before its error."""
    append(root, f"{FOU}/games/2026.csv", "2026-11-09,mia-claes,karim-benali,1-0\n")
    told = run(root, "diff", "HEAD")
    assert told.exit_code == 0, told.output
    good = root.parent / "good"
    shutil.copytree(root, good)
    place = good / f"{TOREN}/games/2026.csv"
    place.write_text(place.read_text("utf-8").replace(SLIP, ""), "utf-8")
    (good / f"{FOU}/games/2026.csv").write_bytes(git(root, "show", f"HEAD:{FOU}/games/2026.csv").encode())
    commit(good, "Mended")
    append(good, f"{FOU}/games/2026.csv", "2026-11-09,mia-claes,karim-benali,1-0\n")
    assert told.stdout.splitlines()[1:] == run(good, "diff", "HEAD").stdout.splitlines()[1:]
    assert "Le Fou" in told.stdout
    assert "De Toren" not in told.stdout
    append(root, f"{FOU}/games/2026.csv", SLIP)
    result = run(root, "diff", "HEAD")
    assert result.exit_code == 1
    assert "nothing was compared" in result.output
