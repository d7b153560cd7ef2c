"""What a preview knows of lists and careers is what is found without it, whatever was changed."""

import shutil
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from changes import EVERY
from hypothesis import given
from hypothesis import strategies as st
from sites import files, write

from sitegen.board import Board
from sitegen.build import rated
from sitegen.derived import Derived
from sitegen.derived.chronicle import Told
from sitegen.derived.ranks import Line
from sitegen.memory import FORGETFUL, Memory
from sitegen.model import Career, Listing

AS_OF = date(2026, 11, 21)
SYSTEMS = ("elo", "fibs", "glicko2", "ijssel", "ludo", "nbb", "ruit")
Files = dict[str, bytes]


def found(root: Path, memory: Memory = FORGETFUL) -> list[tuple[Any, ...]]:
    """What every ranking of a site tells of its pages, lists and careers; nothing of a site with errors."""
    given = rated(root, AS_OF, memory=memory).given
    return [(*told(each.derived), calculated(each)) for each in given.boards] if given else []


def calculated(board: Board) -> object:
    """The rows of all tables, and what all pages are made from."""
    outcome = board.outcome
    pages: list[Any] = [outcome.listing, *outcome.archive, *outcome.events, *outcome.players, *outcome.topics]
    tables = [(each.name, list(map(repr, each.rows))) for each in outcome.tables]
    return tables, [(list(each.sheet.facts), list(each.sheet.parts())) for each in pages]


def told(derived: Derived) -> tuple[Any, ...]:
    chronicle = derived.chronicle
    ranks = {player: [*course] for player, course in derived.ranks.items()}
    lengths = [derived.longest(each) for each in derived.lists]
    careers = chronicle and {each.id: plain(chronicle.seen[each.id]) for each in chronicle.players}
    return ranks, lengths, careers, chronicle and [derived.played_for(each) for each in derived.lists]


def plain(kept: Told) -> object:
    return [[*each] if hasattr(each, "__iter__") and not isinstance(each, str) else each for each in kept]


def after(rng: Random, given: Files, kind: str) -> Files:
    """The files after a change; as they were where that cannot be done to them."""
    changed = dict(given)
    try:
        EVERY[kind](rng, changed)
    except (IndexError, ValueError, StopIteration, KeyError):
        return given
    return changed


def saved(root: Path, given: Files) -> None:
    """Let these be the files of a site."""
    for each in root.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    write(root, given)


@pytest.mark.slow
@given(
    seed=st.integers(0, 10**6),
    system=st.sampled_from(SYSTEMS),
    steps=st.lists(st.sampled_from([*sorted(EVERY), "undo"]), min_size=1, max_size=6),
)
def test_what_is_known_is_what_is_found_anew(seed: int, system: str, steps: list[str]) -> None:
    rng, memory = Random(seed), Memory()
    first = last = files(system)
    with TemporaryDirectory() as folder:
        for step in ("undo", *steps):
            last = first if step == "undo" else after(rng, last, step)
            saved(Path(folder), last)
            assert found(Path(folder), memory) == found(Path(folder))


def test_after_a_match_more_few_lists_and_careers_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, given = Memory(), files("fibs")
    saved(tmp_path, given)
    then = found(tmp_path, memory)[0]
    path = max(each for each in given if each.startswith("results/fibs/matches"))
    *_, last = given[path].decode("utf-8-sig").splitlines()
    day, one, other, *rest = last.split(",")
    more = given[path].rstrip() + "\n{}\n".format(",".join([day, other, one, *rest])).encode()
    saved(tmp_path, {**given, path: more})
    made: list[object] = []
    for kind in (Line, Told):
        make = kind.of
        monkeypatch.setattr(kind, "of", lambda each, make=make: made.append(each) or make(each))
    assert found(tmp_path, memory) != [then]
    lists = {each.day for each in made if isinstance(each, Listing)}
    careers = [each for each in made if isinstance(each, Career)]
    assert len(careers) == 2
    assert 1 <= len(lists) < len(then[1])
