"""Pull requests of many secretaries, merged by git in any order: what goes together, and what is told.

GitHub merges as git does without `.gitattributes`: rows that two people add at one place, or change beside
each other, do not go together. So what is added gets a file of its own.
"""

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha1
from pathlib import Path
from random import Random
from typing import NamedTuple
from zlib import compress

import pytest
from commits import commit, git
from sites import write

from sitegen.commands.check import check
from sitegen.core.problems import select_errors

SETTINGS = """\
[site]
title = "Federation"
url = "https://federation.example/"
language = "en"

[[ranking]]
id = "list"
system = "elo"
title = "Rating list"
"""
_MERGE = ("--write-tree", "--stdin", "--name-only", "--no-messages")
FOLDER, ROWS, MEMBERS = "results/list", 8, 6
PUBLISHED = date(2026, 11, 21)


class Change(NamedTuple):
    """A pull request: the text of its file, and the row that it changes where it corrects one."""

    path: str
    text: str
    row: int = 0

    def touches(self, other: "Change") -> bool:
        """Whether git cannot merge both: it takes rows beside each other for one place."""
        return self.path == other.path and self.text != other.text and abs(self.row - other.row) <= 1


def ids(club: int) -> list[str]:
    """The members of a club."""
    return [f"member-{club}-{member}" for member in range(MEMBERS)]


def write_games(club: int, day: str, results: Sequence[str]) -> str:
    """The file of an evening of a club, with a game of each pair of neighbours."""
    own = ids(club)
    games = (
        f"{day},{own[n % MEMBERS]},{own[(n + 1) % MEMBERS]},{result}" for n, result in enumerate(results)
    )
    return "\n".join(["date,home,away,result", *games, ""])


def list_files(clubs: int) -> Mapping[str, bytes]:
    """One list of a federation: its members, who all stand in one file, and an evening of each club."""
    names = "".join(
        f"{id_},Member {id_[7:].replace('-', ' of ')},Club {club}\n"
        for club in range(clubs)
        for id_ in ids(club)
    )
    files = {"sitegen.toml": SETTINGS, f"{FOLDER}/players.csv": f"id,name,club\n{names}"}
    files |= {f"{FOLDER}/games/{_evening(club)}": _first_evening(club) for club in range(clubs)}
    return {path: text.encode() for path, text in files.items()}


def _evening(club: int) -> str:
    return f"2026-10-01-club-{club}.csv"


def _first_evening(club: int) -> str:
    return write_games(club, "2026-10-01", ["1-0"] * ROWS)


def draw_changes(clubs: int, chance: Random) -> list[Change]:
    """What the secretaries send in, one each: half of them change a row, and some change it for one club."""
    changes = []
    for club in range(clubs):
        kind = chance.choice(("evening", "correction", "correction", "newcomer", "transfer"))
        if kind == "evening":
            text = write_games(club, "2026-11-20", chance.choices(("1-0", "0-1"), k=4))
            changes.append(Change(f"games/2026-11-20-club-{club}.csv", text))
        elif kind == "correction":
            corrected, row = chance.randrange(min(clubs, club // 4 + 1)), chance.randrange(1, ROWS + 1)
            lines = _first_evening(corrected).splitlines(keepends=True)
            lines[row] = lines[row].replace(",1-0", chance.choice((",0-1", ",½-½")))
            changes.append(Change(f"games/{_evening(corrected)}", "".join(lines), row))
        elif kind == "newcomer":
            text = f"id,name,club\nnewcomer-{club},Newcomer of {club},Club {club}\n"
            changes.append(Change(f"players/2026-11-20-newcomer-{club}.csv", text))
        else:
            text = f"player,club,from\n{ids(club)[0]},Club {(club + 1) % clubs},2026-11-01\n"
            changes.append(Change(f"memberships/2026-11-20-member-{club}.csv", text))
    return changes


@dataclass
class Federation:
    """The repository of a federation, with a branch for each pull request."""

    root: Path
    changes: Sequence[Change]
    base: str
    heads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Let git write a commit of each change, all of them on what is there."""
        branches = (
            f"commit refs/heads/change-{number}\ncommitter An <an@club.example> 1795000000 +0100\ndata 0\n"
            f"from {self.base}\nM 100644 inline {FOLDER}/{change.path}\n"
            f"data {len(change.text.encode())}\n{change.text}\n"
            for number, change in enumerate(self.changes)
        )
        command = ["git", "-C", self.root, "fast-import", "--quiet"]
        subprocess.run(command, input="".join(branches).encode(), check=True, timeout=60)
        names = [f"change-{number}" for number in range(len(self.changes))]
        self.heads = git(self.root, "rev-parse", *names).split()

    def merge(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[bool, str]]:
        """What git makes of each pair of commits: whether they go together, and the tree."""
        asked = "".join(f"{main} {change}\n" for main, change in pairs)
        said = git(self.root, "merge-tree", *_MERGE, input=asked)
        answers = re.findall(r"([01])\0([0-9a-f]{40})\0", said)
        assert len(answers) == len(pairs)
        return [(state == "1", tree) for state, tree in answers]

    def write_main(self, tree: str) -> str:
        """Write main as git keeps a commit: what is common with a pull request is what this began with."""
        who = "An <an@club.example> 1795000000 +0100"
        text = f"tree {tree}\nparent {self.base}\nauthor {who}\ncommitter {who}\n\nMerge\n".encode()
        data = b"commit %d\0%s" % (len(text), text)
        digest = sha1(data, usedforsecurity=False).hexdigest()
        path = self.root / ".git/objects" / digest[:2] / digest[2:]
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(compress(data, 1))
        return digest

    def find_faults(self, tree: str) -> list[str]:
        """The errors that `sitegen check` finds in a state of main."""
        git(self.root, "read-tree", "--reset", "-u", tree)
        return [str(problem) for problem in select_errors(check(self.root, PUBLISHED))]


@dataclass
class Order:
    """The pull requests in an order in which they come to main, and those that are in."""

    numbers: Sequence[int]
    main: str
    tree: str = "HEAD"
    merged: list[int] = field(default_factory=list)


def begin(root: Path, clubs: int, changes: Sequence[Change]) -> Federation:
    """A federation of so many clubs, before any of the changes."""
    write(root, dict(list_files(clubs)))
    return Federation(root, changes, commit(root, "The federation"))


def merge_orders(root: Path, clubs: int, count: int, seed: int = 0) -> None:
    """Merge the changes of a federation in orders drawn by lot; whichever got in, main is green."""
    chance = Random(seed)
    changes = draw_changes(clubs, chance)
    federation = begin(root, clubs, changes)
    orders = [Order(chance.sample(range(clubs), clubs), federation.base) for _ in range(count)]
    states, refused = {"HEAD"}, 0
    for place in range(clubs):  # all orders side by side: git starts once for each place
        pairs = [(order.main, federation.heads[order.numbers[place]]) for order in orders]
        for order, (is_clean, tree) in zip(orders, federation.merge(pairs), strict=True):
            number = order.numbers[place]
            rivals = [changes[other] for other in order.merged if changes[other].touches(changes[number])]
            assert is_clean == (not rivals), (changes[number], rivals)
            refused += not is_clean
            if is_clean:
                order.merged.append(number)
                order.main, order.tree = federation.write_main(tree), tree
        states.add(chance.choice(orders).tree)
    assert refused, "nobody changed the same row: nothing was tried"
    last = {order.tree for order in orders}
    for tree in chance.sample(sorted(states), min(6, len(states))) + chance.sample(sorted(last), 2):
        assert federation.find_faults(tree) == []


def test_changes_of_secretaries_go_together_in_any_order_but_on_one_row(tmp_path: Path) -> None:
    merge_orders(tmp_path / "federation", 24, 30)


def add_newcomer(path: str, id_: str, club: str) -> Change:
    """A new player, below all others or in a file of the own."""
    old = list_files(2)[f"{FOLDER}/{path}"].decode() if path == "players.csv" else "id,name,club\n"
    return Change(path, f"{old}{id_},Noor Janssens,{club}\n")


def test_two_who_add_a_row_at_the_end_of_one_file_stand_in_each_others_way(tmp_path: Path) -> None:
    """Why CONTRIBUTING and the guide tell to make a file for a new player."""
    below = [add_newcomer("players.csv", id_, "Club 1") for id_ in ("noor", "ewa")]
    apart = [add_newcomer(f"players/{id_}.csv", id_, "Club 1") for id_ in ("noor", "ewa")]
    for number, changes in enumerate((below, apart)):
        federation = begin(tmp_path / str(number), 2, changes)
        ((is_clean, _),) = federation.merge([(federation.heads[0], federation.heads[1])])
        assert is_clean == bool(number)


def test_what_git_merges_and_the_program_refuses_is_told_with_both_places(tmp_path: Path) -> None:
    """One newcomer, whom two clubs send in under one id: each is green, and both are not."""
    changes = [add_newcomer(f"players/{club}.csv", "noor", club) for club in ("Club 0", "Club 1")]
    federation = begin(tmp_path / "federation", 2, changes)
    assert [federation.find_faults(head) for head in federation.heads] == [[], []]
    ((is_clean, tree),) = federation.merge([(federation.heads[0], federation.heads[1])])
    assert is_clean
    (fault,) = federation.find_faults(tree)
    assert "players/Club 0.csv" in fault
    assert "players/Club 1.csv" in fault


@pytest.mark.night
@pytest.mark.parametrize("seed", range(4))
def test_three_hundred_clubs_merge_in_a_thousand_orders(tmp_path: Path, seed: int) -> None:
    """A quarter of them at a time: a test has five minutes."""
    merge_orders(tmp_path / "federation", 300, 250, seed)
