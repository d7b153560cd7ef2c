"""Two players who are one person, and one who is two: told in one sentence, in every system."""

from pathlib import Path

import pytest
import sites
from table_changes import Files, TableFile
from test_diff_figures import sentences
from test_identity import difference

from sitegen.compare.analysis import analyze_effect
from sitegen.compare.persons import Moved
from sitegen.compare.result_findings import Undone
from sitegen.compare.table_findings import Left

pytestmark = pytest.mark.slow

NEW = "zz-other"


RESULTS = ("games", "matches", "pairs", "results")
"""The tables that a new site has results in, by its systems."""
SIDES = ("player", "player1", "winner", "home", "white")
OUTCOMES = ("result", "score")


def split(system: str) -> tuple[Files, Files, str]:
    """A site, the same with its last result named after somebody new, and whose it was."""
    before = sites.files(system)
    after = dict(before)
    path = next(f"results/{system}/{name}/2026.csv" for name in RESULTS if _has(before, system, name))
    sheet = TableFile.parse(before[path])
    side, outcome = (
        next(n for n, head in enumerate(sheet.header) if head in names) for names in (SIDES, OUTCOMES)
    )
    row = next(row for row in reversed(sheet.rows) if row[outcome])
    player, row[side] = row[side], NEW
    after[path] = sheet.data
    path = f"results/{system}/players.csv"
    people = TableFile.parse(before[path])
    own = next(row for row in people.rows if row[people.header.index("id")] == player)
    person = dict(zip(people.header, own, strict=True)) | {"id": NEW, "name": "Zoe Zanders"}
    changed = {"sort_name": "", "aliases": "", "hidden": "", "joined": row[0]}
    person |= {name: cell for name, cell in changed.items() if name in person}
    people.rows.append([person[name] for name in people.header])
    after[path] = people.data
    path = f"results/{system}/absences.csv"
    if path in before:  # of each round it is known where a player was
        absences = TableFile.parse(before[path])
        absences.rows.append([row[0], player, absences.rows[-1][2]])
        after[path] = absences.data
    return before, after, player


def _has(files: Files, system: str, name: str) -> bool:
    return f"results/{system}/{name}/2026.csv" in files


@pytest.mark.parametrize("system", sites.ALL)
def test_one_who_becomes_two_and_two_who_become_one_are_told_in_a_sentence(
    system: str, tmp_path: Path
) -> None:
    before, after, player = split(system)
    for moved, old, new in (
        (Moved(player, NEW, 1, is_merged=False), before, after),
        (Moved(NEW, player, 1, is_merged=True), after, before),
    ):
        findings = [*analyze_effect(difference(tmp_path / str(moved.is_merged), system, old, new))]
        assert [finding for finding in findings if isinstance(finding, Moved)] == [moved]
        assert not any(isinstance(finding, Undone) for finding in findings)
        assert not any(isinstance(finding, Left) and finding.player == NEW for finding in findings)


def test_who_becomes_two_is_told_with_both_names(tmp_path: Path) -> None:
    before, after, _ = split("elo")
    (told,) = (text for text in sentences(difference(tmp_path, "elo", before, after)) if "who is new" in text)
    assert told == "One result of Jonas Vermeulen is that of Zoe Zanders now, who is new."


@pytest.mark.parametrize("hidden", [NEW, "the other"])
def test_nothing_is_told_of_who_hides(hidden: str, tmp_path: Path) -> None:
    before, after, player = split("elo")
    for files in (before, after):
        path = next(path for path in files if path.endswith("/players.csv"))
        people = TableFile.parse(files[path])
        place = people.header.index("hidden")
        for row in people.rows:
            row[place] = "yes" if row[0] == (NEW if hidden == NEW else player) else ""
        files[path] = people.data
    for folder, old, new in (("divided", before, after), ("merged", after, before)):
        findings = analyze_effect(difference(tmp_path / folder, "elo", old, new))
        assert not any(isinstance(finding, Moved) for finding in findings)
