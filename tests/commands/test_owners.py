"""`sitegen owners`: who keeps which club, as GitHub reads it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegen.commands.cli import main

SITE = """\
[site]
title = "Delta"
url = "https://delta.example/"
languages = ["nl", "fr"]
[[ranking]]
folder = "results/clubs/*"
system = "elo"
"""
FIRST = "* @federation\n/results/ @federation/results\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A federation with three clubs, of which one has no keepers."""
    (tmp_path / "sitegen.toml").write_text(SITE, encoding="utf-8")
    keepers = {"toren": '["@an", "bob@toren.example"]', "toren-2": '["@federation/toren-2"]', "fou": "[]"}
    for club, names in keepers.items():
        write_club(tmp_path, club, names)
    return tmp_path


def write_club(root: Path, club: str, keepers: str) -> None:
    """Write the ranking.toml of a club."""
    folder = root / "results/clubs" / club
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ranking.toml").write_text(f'title = "{club}"\nkeepers = {keepers}\n', encoding="utf-8")


def run(root: Path) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["owners", "--site", str(root)], catch_exceptions=False)


def find_owners(text: str, path: str) -> list[str]:
    """Who owns a path by the rule of GitHub for such patterns: the last line that fits."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    fitting = [
        names
        for pattern, *names in lines
        if pattern in ("*", f"/{path}") or (pattern.endswith("/") and f"/{path}".startswith(pattern))
    ]
    return fitting[-1] if fitting else []


@pytest.mark.parametrize("place", [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"])
def test_everybody_keeps_their_own_club_and_nothing_else(root: Path, place: str) -> None:
    (root / place).parent.mkdir(exist_ok=True)
    (root / place).write_text(FIRST, encoding="utf-8")
    assert run(root).exit_code == 0
    text = (root / place).read_text(encoding="utf-8")
    assert text.startswith(FIRST)
    owners = {
        "results/clubs/toren/games/2026.csv": ["@an", "bob@toren.example"],
        "results/clubs/toren/ranking.toml": ["@an", "bob@toren.example"],
        "content/clubs/toren.md": ["@an", "bob@toren.example"],
        "content/fr/clubs/toren.md": ["@an", "bob@toren.example"],
        "results/clubs/toren-2/players.csv": ["@federation/toren-2"],
        "results/clubs/fou/players.csv": ["@federation/results"],
        "content/index.md": ["@federation"],
        "sitegen.toml": ["@federation"],
        place: ["@federation"],
    }
    assert {path: find_owners(text, path) for path in owners} == owners


def test_it_says_how_many_clubs_have_keepers_and_which_has_none(root: Path) -> None:
    assert run(root).output == (
        ".github/CODEOWNERS: 2 clubs hebben beheerders.\n"
        "Eén club heeft er geen: clubs/fou. Ze staan in de ranking.toml ervan, als `keepers`.\n"
    )


def test_what_was_written_before_is_replaced(root: Path) -> None:
    (root / "CODEOWNERS").write_bytes(b"* @federation\r\n")
    run(root)
    first = (root / "CODEOWNERS").read_text(encoding="utf-8")
    run(root)
    assert (root / "CODEOWNERS").read_text(encoding="utf-8") == first
    write_club(root, "toren", "[]")
    (root / "CODEOWNERS").write_text(f"{first}/content/ @editors\n", encoding="utf-8")
    run(root)
    text = (root / "CODEOWNERS").read_text(encoding="utf-8")
    assert "@an" not in text
    assert text.index("/content/ @editors") < text.index("@federation/toren-2")
    assert find_owners(text, "results/clubs/toren/players.csv") == ["@federation"]


def test_half_of_what_was_written_before_is_refused(root: Path) -> None:
    run(root)
    place = root / ".github/CODEOWNERS"
    text = place.read_text(encoding="utf-8")
    place.write_text(text.partition("# End")[0], encoding="utf-8")
    result = run(root)
    assert result.exit_code == 1
    assert ".github/CODEOWNERS" in result.stderr
    assert "# End" not in place.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["an", "@", "@an b", "@an/b/c", "@-an", "@an\\n* @mallory", "an@toren"])
def test_a_name_that_is_none_on_github_is_told(root: Path, name: str) -> None:
    write_club(root, "toren", f'["@bob", "{name}"]')
    result = run(root)
    assert result.exit_code == 1
    assert result.stderr.startswith("results/clubs/toren/ranking.toml:2:11: keepers: ")
    assert not (root / ".github").exists()
