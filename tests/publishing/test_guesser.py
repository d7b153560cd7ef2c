"""Who has the whole register and every result cannot tell which hidden player is who."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random

import pytest
from examples import sample
from sites import ALL, files, write
from sites import published as read_output

from sitegen.publishing import build

TODAY = date(2026, 11, 21)
_IDENTITY = ("id", "name", "sort_name", "aliases")
_STRENGTHS = frozenset(
    {"rating", "final_rating", "knsb_rating", "estimate", "ranking", "experience", "games"}
)
Table = list[dict[str, str]]


def parse(data: bytes) -> Table:
    text = data.decode("utf-8-sig")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [*csv.DictReader(lines, delimiter=";" if ";" in lines[0] else ",")]


def dump(rows: Table) -> bytes:
    written = io.StringIO()
    table = csv.DictWriter(written, rows[0], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return written.getvalue().encode()


def make_site(chance: Random) -> dict[str, bytes]:
    """A site of all systems in which half of the players hide, and all begin alike: many are equal."""
    given = files(*ALL)
    given["sitegen.toml"] = given["sitegen.toml"].replace(b"[site]\n", b"[site]\nengine = true\n", 1)
    tables = {path: parse(data) for path, data in given.items() if path.endswith(".csv")}
    registers = {path: rows for path, rows in tables.items() if path.endswith("/players.csv")}
    ids = sorted({row["id"] for rows in registers.values() for row in rows})
    hidden = {*chance.sample(ids, len(ids) // 2)}
    for rows in registers.values():
        same = {column: max(row[column] for row in rows) for column in rows[0] if column in _STRENGTHS}
        for row in rows:
            row.update(same, hidden="yes" if row["id"] in hidden else "")
    return given | {path: dump(rows) for path, rows in tables.items()}


def exchange_identities(given: Mapping[str, bytes], chance: Random) -> dict[str, bytes]:
    """The same site, in which those who hide in a ranking have each the id and the names of another."""
    exchanged = dict(given)
    for system in ALL:
        folder = f"results/{system}/"
        register = parse(given[f"{folder}players.csv"])
        hidden = [row for row in register if row["hidden"]]
        turn = chance.randrange(1, max(2, len(hidden)))
        others = [*hidden[turn:], *hidden[:turn]]
        new = dict(_pair_identities(hidden, others))
        for path in (path for path in given if path.startswith(folder) and path.endswith(".csv")):
            rows = parse(given[path])
            exchanged[path] = dump(
                [{name: new.get(cell, cell) for name, cell in row.items()} for row in rows]
            )
    return exchanged


def _pair_identities(
    hidden: Sequence[Mapping[str, str]], others: Sequence[Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    for old, new in zip(hidden, others, strict=True):
        yield from ((old[name], new[name]) for name in _IDENTITY if old.get(name))


def publish(given: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    write(folder / "site", given)
    done = build(folder / "site", folder / "output", TODAY)
    assert done.plan is not None, done.problems
    return {path: data for path, data in read_output(folder / "output").items() if "/pyodide-" not in path}


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(20), 20))
def test_no_published_byte_says_which_hidden_player_is_who(seed: int, tmp_path: Path) -> None:
    """Every candidate of the group fits every label: pages, tables, feeds, digests and data for browsers."""
    chance = Random(seed)
    given = make_site(chance)
    exchanged = exchange_identities(given, chance)
    assert sum(given[path] != exchanged[path] for path in given) >= len(ALL)
    before, after = (publish(site, tmp_path / name) for site, name in ((given, "a"), (exchanged, "b")))
    assert any(path.startswith("engine/") and path.endswith(".json") for path in before)
    assert before.keys() == after.keys()
    assert [path for path in before if before[path] != after[path]] == []
