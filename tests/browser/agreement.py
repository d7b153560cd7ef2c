"""The browser beside the program: what is said of damaged files, and what is calculated of random sites."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import damage
from browser_copies import TODAY, CalculatedSite, calculate_site, lay_out
from engine_questions import ask, bare, policy
from playwright.sync_api import Page
from site_server import served
from sites import ALL, files, hide, write

from sitegen.commands.check import check
from sitegen.core.problems import Problem
from sitegen.publishing import prepare

Found = tuple[str, bool]
"""What is told, and whether it is as it should be."""
_TOLD = ("path", "line", "column", "code", "message", "hint", "severity", "also")
_MANY = 20
"""Sites after which a worker makes room for another."""


class Entered(NamedTuple):
    """A file as somebody may give it to a ranking, and what was done to it."""

    system: str
    path: str
    text: str
    what: str


class Differs(NamedTuple):
    """What the program says and the browser does not, and the other way."""

    entered: Entered
    only_check: Sequence[tuple[Any, ...]]
    only_browser: Sequence[tuple[Any, ...]]

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.entered.system} {self.entered.path!r} ({self.entered.what})",
                *(f"  check:   {problem}" for problem in self.only_check[:3]),
                *(f"  browser: {problem}" for problem in self.only_browser[:3]),
            ]
        )


def entered(seed: int, number: int) -> Entered:
    """The file of this number, damaged once or twice: a browser has it as text, whatever its bytes were.

    One of ten stands under another name beside the others.
    """
    rng, name = Random(f"{seed} {number}"), ALL[number % len(ALL)]
    there = {path: data for path, data in files(name).items() if path.startswith("results/")}
    known, path = set(there), rng.choice(sorted(there))
    kinds = [rng.choice([*damage.ANY, *[*damage.OF_TABLES] * 2]) for _ in range(rng.choice((1, 1, 2)))]
    for kind in kinds:
        damage.apply_damage(kind, rng, path, there)
    if rng.random() < 0.1:
        damage.copied(rng, path, there)
        path = next((data for data in there if data not in known and data.isprintable()), path)
    return Entered(name, path, there[path].decode("utf-8", "replace"), f"{seed}/{number}: {', '.join(kinds)}")


def demonstration_compared(page: Page, folder: Path) -> Iterator[Found]:
    """Each table of the demonstration with other bytes, and how many those are."""
    found = calculate_site(Path(__file__).parents[2])
    lay_out(found, folder)
    bare(folder, policy())
    with served(folder) as home:
        page.goto(home)
        tables = [*differing(page, folder, found)]
    wrong = [name for name, is_other in tables if is_other]
    yield from ((f"{name} is another", False) for name in wrong)
    yield f"{len(tables)} tables of the demonstration: {len(wrong)} are others", not wrong


def serve_rankings(folder: Path) -> None:
    """Write what a browser needs of a ranking by every system, each of a site of its own."""
    write(folder / "every", files(*ALL))
    lay_out(calculate_site(folder / "every"), folder / "served")
    bare(folder / "served", policy())
    for name in ALL:
        write(folder / name, files(name))
        copy = calculate_site(folder / name).copies[name]
        (folder / f"served/engine/{name}.json").write_text(copy, encoding="utf-8")


def compared(page: Page, one: Entered, instead: str = "") -> Differs | None:
    """What the two say otherwise of a file, where they do; in which order they say it counts too.

    In which column it is counts in that file alone: of the others a browser has copies, which leave
    out what is said by default. It can be given something else `instead`.
    """
    given = {one.path: instead or one.text}
    found = ask(page, ask="check", ranking=one.system, files=given, today=TODAY.isoformat())
    there = _of_the_program(one)
    here = [_row(row, one) for row in found["answer"]] if "answer" in found else [(str(found["error"]),)]
    if here == there:
        return None
    return Differs(one, _without(there, here), _without(here, there))


def _of_the_program(one: Entered) -> list[tuple[Any, ...]]:
    """What `check` says of the site with this file in it."""
    with TemporaryDirectory() as folder:
        write(Path(folder), {**files(one.system), one.path: one.text.encode()})
        return [_row(_plain(problem), one) for problem in check(Path(folder), TODAY, TODAY)]


def _plain(problem: Problem) -> dict[str, Any]:
    told = {name: getattr(problem, name) for name in _TOLD if name != "also"}
    return told | {"severity": problem.severity.value, "also": list(problem.other_places)}


def _row(told: dict[str, Any], one: Entered) -> tuple[Any, ...]:
    placed = {**told, "also": json.dumps(told["also"])}
    if told["path"] != one.path:
        placed["column"] = 0
    return tuple(placed[name] for name in _TOLD)


def _without(some: Sequence[tuple[Any, ...]], others: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [entry for entry in some if entry not in others]


def random_site(root: Path, seed: int, number: int) -> CalculatedSite:
    """A site of some systems whose tables and settings were changed at random as long as it stayed sound.

    In most of them somebody hides.
    """
    rng = Random(f"{seed} {number}")
    write(root, files(*sorted(rng.sample(ALL, rng.choice((1, 2, 3))))))
    hide(root, rng, rng.choice((0, 0.2, 0.5, 0.8)))
    paths = [file.relative_to(root).as_posix() for file in sorted(root.rglob("*.csv"))]
    for _ in range(rng.randint(3, 9)):
        path = rng.choice([*paths, "sitegen.toml"])
        kinds = damage.OF_SETTINGS if path == "sitegen.toml" else {**damage.OF_TABLES, **damage.ANY}
        _changed(root, path, damage.KINDS[rng.choice([*kinds])], rng)
    return calculate_site(root)


def _changed(root: Path, path: str, kind: damage.Kind, rng: Random) -> None:
    """Do this to a file, and undo it where the site does not stand it."""
    was = (root / path).read_bytes()
    (root / path).write_bytes(kind(rng, path, was))
    if prepare(root, TODAY).page_plan is None:
        (root / path).write_bytes(was)


def differing(page: Page, folder: Path, found: CalculatedSite, number: int = 0) -> Iterator[tuple[str, bool]]:
    """Each table of a site, and whether the browser finds other bytes; copies stand under their own name."""
    for context in found.contexts:
        name = f"{number}-{context.ranking.id}"
        (folder / f"engine/{name}.json").write_text(found.copies[context.ranking.id], encoding="utf-8")
        answered = ask(page, ask="rate", ranking=name)
        tables = answered.get("answer", {})
        if tables.keys() != context.files.keys():
            yield f"{name}: {answered.get('error') or sorted(tables.keys() ^ context.files.keys())}", True
        for table in tables.keys() & context.files.keys():
            yield f"{name}/{table}", tables[table] != context.files[table].to_csv().decode()
    if number % _MANY == _MANY - 1:
        page.evaluate("() => { worker.terminate(); delete window.worker; }")


def files_compared(page: Page, count: int, seed: int) -> Iterator[Found]:
    """Each damaged file of which something else is said, and of how many that is."""
    asked = (compared(page, entered(seed, number)) for number in range(count))
    others = [answer for answer in asked if answer]
    yield from ((str(entry), False) for entry in others)
    yield f"{count} damaged files: of {len(others)} something else is said", not others


def sites_compared(page: Page, folder: Path, count: int, seed: int) -> Iterator[Found]:
    """Each table of random sites with other bytes, and how many those are."""
    tables = list[tuple[str, bool]]()
    for number in range(count):
        site = random_site(folder / f"random/{number}", seed, number)
        tables += differing(page, folder / "served", site, number)
    wrong = [name for name, is_other in tables if is_other]
    yield from ((f"{name} is another", False) for name in wrong)
    yield f"{len(tables)} tables of {count} random sites: {len(wrong)} are others", not wrong
