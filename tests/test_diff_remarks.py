"""What a system tells of a change in words of its own, beside what every ranking is told of."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import sites
from commits import commit

from sitegen.commands.diff import compared, text
from sitegen.language import Language
from sitegen.model import Named, Note, Outcome
from sitegen.systems import elo

TODAY = date(2026, 11, 21)


def remarks(before: Outcome, after: Outcome) -> Iterator[Note]:
    """How many more players have a page."""
    pages = len(after.players) - len(before.players)
    if pages:
        who = Named(after.players[-1].id)
        yield Note(
            "{number} more pages on {day}, {who} among them", {"number": pages, "day": TODAY, "who": who}
        )


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site by a system that remarks on pages of players."""
    monkeypatch.setattr(elo, "remarks", remarks, raising=False)
    sites.write(tmp_path, sites.files("elo"))
    commit(tmp_path)
    return tmp_path


def told(site: Path) -> str:
    with compared(site, "HEAD", datetime(2026, 11, 21, 12, tzinfo=UTC), TODAY) as comparison:
        return "\n".join(text.told(comparison, Language("en")))


def add(site: Path, name: str) -> None:
    file = site / "results/elo/players.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    columns = next(each for each in lines if each.startswith("id,")).split(",")
    cells = {"id": name, "name": f"{name.capitalize()} Zwaan"}
    row = ",".join(cells.get(each, "") for each in columns)
    file.write_text("\n".join([*lines, row, ""]), encoding="utf-8")


def test_it_is_told_with_the_names_of_players_and_days_in_words(site: Path) -> None:
    add(site, "zoe")
    assert "1 more pages on Saturday 21 November 2026, Zoe Zwaan among them" in told(site)


def test_where_nothing_is_to_be_remarked_nothing_is(site: Path) -> None:
    (site / "results/elo/players.csv").write_bytes((site / "results/elo/players.csv").read_bytes() + b"\n")
    assert "more pages" not in told(site)
