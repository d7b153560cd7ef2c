"""The check of the CHANGELOG's promise: every figure that a release moves is named in it."""

from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import forks
import pytest
import releases
from commits import commit, git

from sitegen.commands.diff import compare

pytestmark = pytest.mark.slow

K = "sitegen/systems/elo/__init__.py"
HIGHEST = "return options.k[max([step for step in options.k if step <= games])]"
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FIRST = "# Changelog\n\n## 0.1.0\n\n- `elo`, for clubs without a regulation.\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two releases, the second of which is about to be made: it changes K."""
    root, otherwise = tmp_path / "project", {K: {HIGHEST: HIGHEST + " + 1"}}
    monkeypatch.setattr(compare, "PROGRAM_FOLDER", root / "sitegen")
    forks.write(root, "elo")
    settings = root / "sitegen.toml"
    lines = settings.read_text(encoding="utf-8").splitlines()
    lines = ['url = "https://delta.example/"' if line.startswith("url =") else line for line in lines]
    settings.write_text("\n".join(lines), encoding="utf-8")
    (root / "CHANGELOG.md").write_text("# Changelog\n", encoding="utf-8")
    commit(root, "Begin")
    git(root, "tag", "v0.0.1")
    (root / "CHANGELOG.md").write_text(FIRST, encoding="utf-8")
    forks.change(root, otherwise)
    commit(root, "Release")
    git(root, "tag", "v0.1.0")
    forks.back(root, otherwise)
    commit(root, "Go on")
    return root


def write(root: Path, line: str) -> None:
    text = FIRST.replace(
        "## 0.1.0", f"## 0.2.0\n\n- `elo`, for clubs without a regulation.\n{line}\n\n## 0.1.0"
    )
    (root / "CHANGELOG.md").write_text(text, encoding="utf-8")


def test_figures_that_move_are_told_unless_the_release_names_them(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert releases.find_last_release(project) == "v0.1.0"
    with releases.compare_revision(project, "v0.1.0", NOW) as comparison:
        monkeypatch.setattr(releases, "compare_revision", lambda *_: nullcontext(comparison))
        write(project, "- Speed: everything takes half the time.")
        assert releases.main(project) == 1
        told = capsys.readouterr().out
        assert "elo: rating-list: " in told
        assert "3 changes since v0.1.0 are not named" in told
        for line in ("- `elo`: K is one less (8.3.3).", "- `rating-list`, `provisional`, `games`"):
            write(project, line)
            assert releases.list_unnamed(project, "v0.1.0") == []
    git(project, "tag", "v0.2.0")
    assert releases.find_last_release(project) == "v0.1.0", "a release is held against the one before it"
    git(project, "tag", "--delete", "v0.0.1", "v0.1.0", "v0.2.0")
    assert releases.main(project) == 0
    assert "no release yet" in capsys.readouterr().out


def test_what_the_last_release_named_already_is_not_named_again() -> None:
    assert releases.list_named(FIRST, FIRST) == set()
    assert releases.list_named(f"{FIRST}- `games`\n", FIRST) == {"games"}
    assert releases.list_named(FIRST.replace("## 0.1.0", "## 0.2.0\n\n## 0.1.0\n\n- `games`"), FIRST) == set()


def test_the_demonstration_keeps_the_promise(demonstration: Path) -> None:
    assert releases.main(demonstration) == 0
