"""What a system tells of a change in words of its own, beside what every ranking is told of."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner
from commits import commit

from sitegen.commands.cli import main
from sitegen.commands.diff import formats
from sitegen.commands.diff.compare import compare_revision
from sitegen.core.entities import Note, PlayerName
from sitegen.core.language import Language
from sitegen.core.model import Outcome
from sitegen.core.problems import Severity
from sitegen.publishing import build
from sitegen.systems import elo

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)


def explain_change(before: Outcome, after: Outcome) -> Iterator[Note]:
    """How many more players have a page."""
    pages = len(after.players) - len(before.players)
    if pages:
        who = PlayerName(after.players[-1].id)
        yield Note(
            "{number} more pages on {day}, {who} among them", {"number": pages, "day": TODAY, "who": who}
        )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site by a system that remarks on pages of players."""
    monkeypatch.setattr(elo, "explain_change", explain_change, raising=False)
    sites.write(tmp_path, sites.files("elo"))
    commit(tmp_path)
    return tmp_path


def told(site: Path) -> str:
    with compare_revision(site, "HEAD", datetime(2026, 11, 21, 12, tzinfo=UTC), TODAY) as comparison:
        return "\n".join(formats.format_text(comparison, Language("en")))


def add(site: Path, name: str) -> None:
    file = site / "results/elo/players.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    columns = next(line for line in lines if line.startswith("id,")).split(",")
    cells = {"id": name, "name": f"{name.capitalize()} Zwaan"}
    row = ",".join(cells.get(column, "") for column in columns)
    file.write_text("\n".join([*lines, row, ""]), encoding="utf-8")


def test_it_is_told_with_the_names_of_players_and_days_in_words(site: Path) -> None:
    add(site, "zoe")
    assert "1 more pages on Saturday 21 November 2026, Zoe Zwaan among them" in told(site)


def failing(*_: object) -> Iterator[Note]:
    raise ZeroDivisionError("no pages")


def test_a_system_that_fails_to_is_told_of(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elo, "explain_change", failing, raising=False)
    add(site, "zoe")
    told = CliRunner().invoke(main, ["diff", "HEAD", "--site", str(site), "--as-of", TODAY.isoformat()])
    assert told.exit_code == 1
    assert "explain_change of the system elo failed" in told.stderr.replace("'", "")
    assert "ZeroDivisionError: no pages" in told.stderr
    assert "Traceback" not in told.output


def test_where_a_build_looks_into_the_past_the_commit_is_left_out(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = max((site / "results/elo/games").iterdir())
    lines = games.read_text(encoding="utf-8").splitlines()
    games.write_text("\n".join([*lines[:-1], ""]), encoding="utf-8")
    commit(site)
    monkeypatch.setattr(elo, "explain_change", failing, raising=False)
    (told,) = build(site, site / "output", TODAY, history=True).problems
    assert (told.code, told.path, told.severity) == ("commit-left-out", ".git", Severity.WARNING)


def test_where_nothing_is_to_be_remarked_nothing_is(site: Path) -> None:
    (site / "results/elo/players.csv").write_bytes((site / "results/elo/players.csv").read_bytes() + b"\n")
    assert "more pages" not in told(site)
