"""Holds the CHANGELOG to its promise: a change of any published number is named there.

`make releases` compares the demonstration as the program of the last release publishes it with the same by
the program that stands here, and says which figures move that the newest section does not name. What is named
is a ranking, its system or a table, in backticks, in a line that the release did not have.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from sitegen.commands.diff.compare import Comparison, compare_revision
from sitegen.compare.lists import TableChange
from sitegen.compare.repository import Repository

_CHANGELOG = "CHANGELOG.md"
_DEMONSTRATION = "https://delta.example/"
_SECTION = re.compile(r"^## ", re.MULTILINE)
_NAME = re.compile(r"`([^`\n]+)`")


def find_last_release(root: Path) -> str:
    """The last release before what stands here; blank where there is none yet."""
    command = ["git", "-C", str(root), "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout.strip()


def list_named(now: str, before: str) -> set[str]:
    """What the newest section of a CHANGELOG names, in the lines that it had not before."""
    _, newest, *_ = [*_SECTION.split(now), ""]
    old_lines = {*before.splitlines()}
    return {name for line in newest.splitlines() if line not in old_lines for name in _NAME.findall(line)}


def find_moved_tables(comparison: Comparison) -> Iterator[tuple[str, str, TableChange]]:
    """The published tables in which the program moves something: with the ranking, and its system."""
    for step in comparison.steps:
        for effect in step.difference.effects if step.cause == "program" else ():
            lists = [table for list_comparison in effect.lists for table in list_comparison.tables]
            tables = {table.name: table for table in (*lists, *effect.tables)}
            for table in tables.values():
                yield effect.id, effect.ranking.name_of_system, table


def list_unnamed(root: Path, revision: str) -> list[str]:
    """What moves since a release and is not named, a line each; what could not be compared is one, too."""
    repository = Repository.from_site(root)
    commit = repository.resolve_revision(revision)
    blob = repository.list_files(commit, [_CHANGELOG])[_CHANGELOG]
    before = repository.read_contents([blob.id])[0].decode()
    named_words = list_named((root / _CHANGELOG).read_text(encoding="utf-8"), before)
    with compare_revision(root, revision, datetime.now(UTC)) as comparison:
        changes = [
            f"{ranking}: {table.name}: {table.figures} figures move, "
            f"{len(table.added)} rows come, {len(table.removed)} go"
            for ranking, system, table in find_moved_tables(comparison)
            if named_words.isdisjoint({ranking, system, table.name})
        ]
        failures = [str(note) for note in comparison.notes if note.code]
    return [*changes, *failures]


def main(root: Path) -> int:
    """Say what is not named; the status to end with."""
    changes, sentence = compare_release(root)
    sys.stdout.write("\n".join([*changes, sentence, ""]))
    return bool(changes)


def compare_release(root: Path) -> tuple[list[str], str]:
    """What is not named, and the sentence that says how it stands."""
    if _DEMONSTRATION not in (root / "sitegen.toml").read_text(encoding="utf-8"):
        return [], "The site here is not the demonstration: it has figures of its own."
    release = find_last_release(root)
    if not release:
        return [], "There is no release yet: nothing to compare with."
    changes = list_unnamed(root, release)
    return changes, f"{len(changes)} changes since {release} are not named in {_CHANGELOG}."


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[1]))
