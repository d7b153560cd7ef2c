"""Damaged sites, one after the other: whatever was done to one, it is told of or a whole site stands.

    python tests/fuzz.py [NUMBER] [SEED]     so many cases: `make fuzz N=10000 SEED=1`
    python tests/fuzz.py CASE                one case again, as a failure prints it

A case is rankings, a day and damages: `fibs,nbb@2026-11-21 results/fibs/players.csv:cell:17`. Of a failure
the fewest damages are printed that still make it.
"""

import sys
import time
import traceback
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Self

import damage
import sites

from sitegen import publishing
from sitegen.commands import check
from sitegen.core.problems import Problem, select_errors
from sitegen.core.terminal import format_problem
from sitegen.publishing.publication import BuildResult
from sitegen.publishing.staging import MANIFEST

_DAYS = (*[date(2026, 11, 21)] * 5, date(1900, 1, 1), date(2026, 1, 20), date(2027, 6, 1), date(2199, 12, 31))
LONGEST = 30.0
"""Seconds of the processor that a damaged site may take to be read and built.

On a day in 2199 Glicko-2 publishes a list for each of 2,000 months: ten seconds where files are slow.
"""
_TEMPLATES = ("base.html", "player.html", "list.html", "event.html", "home.html", "macros.html", "page.html")
_REQUIRED_FILES = ("index.html", "404.html", "feed.xml", "sitemap.xml", "static/sitegen.css")


@dataclass(frozen=True)
class Damage:
    """What happens to one file; the same seed makes the same damage."""

    path: str
    kind: str
    seed: int

    def __str__(self) -> str:
        return f"{self.path}:{self.kind}:{self.seed}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The damage that a text stands for."""
        path, kind, seed = text.rsplit(":", 2)
        return cls(path, kind, int(seed))


@dataclass(frozen=True)
class Case:
    """A small site with these rankings on a day, and what happens to its files, in order."""

    systems: tuple[str, ...]
    as_of: date
    damages: tuple[Damage, ...]

    def __str__(self) -> str:
        return " ".join([f"{','.join(self.systems)}@{self.as_of}", *map(str, self.damages)])

    @classmethod
    def read(cls, text: str) -> Self:
        """The case that a text stands for."""
        first, *damages = text.split()
        systems, _, day = first.partition("@")
        return cls(tuple(systems.split(",")), date.fromisoformat(day), tuple(map(Damage.read, damages)))

    def files(self) -> dict[str, bytes]:
        """The damaged site."""
        files = sites.files_with_pictures(*self.systems)
        for own_damage in self.damages:
            rng = Random(own_damage.seed)
            damage.apply_damage(own_damage.kind, rng, own_damage.path, files)
        return files


def case(seed: int, number: int) -> Case:
    """The case of this number, which is the same on every machine."""
    rng = Random(f"{seed} {number}")
    count = rng.choice((1, 1, 1, 2, 5))
    systems = tuple(sorted(rng.sample(sites.ALL, count)))
    paths = _paths(systems)
    damages = (_damage(rng, rng.choice(paths)) for _ in range(rng.choice((1, 1, 2, 3))))
    return Case(systems, rng.choice(_DAYS), tuple(damages))


def _paths(systems: Sequence[str]) -> list[str]:
    """What can be damaged: tables more often than all else."""
    paths = sorted(sites.files(*systems))
    tables = [file for file in paths if file.endswith(".csv")]
    templates = [f"templates/{template}" for template in _TEMPLATES]
    return [*paths, *tables, *tables, *["sitegen.toml"] * len(tables), *templates[: len(tables)]]


def _damage(rng: Random, path: str) -> Damage:
    return Damage(path, rng.choice(damage.kinds(path)), rng.randrange(10**6))


def fault(damaged_case: Case) -> str:
    """What does not hold of a case; blank where all does."""
    files = damaged_case.files()
    with TemporaryDirectory() as folder:
        root = Path(folder) / "site"
        sites.write(root, files)
        began = time.process_time()
        try:
            with sites.limit(LONGEST):
                first_fault = next(_faults(root, damaged_case.as_of), "")
        except sites.TookTooLongError:
            return "it does not end in time"
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            *_, place = traceback.extract_tb(error.__traceback__)
            return f"{type(error).__name__}: {str(error)[:300]!r} at {place.filename}:{place.lineno}"
        return first_fault or ("it takes long" if time.process_time() - began > LONGEST else "")


def _faults(root: Path, as_of: date) -> Iterator[str]:
    """Everything that must hold of a site, read and built."""
    output = root.parent / "output"
    check_problems = check.check(root, as_of)
    result = publishing.build(root, output, as_of)
    for problem in [*check_problems, *result.problems]:
        yield from _wrongly_told(root, problem)
    if select_errors(result.problems):
        if result.plan or output.exists():
            yield "there are errors, and something was built"
        if not select_errors(check_problems) and not select_errors(result.problems)[0].path.startswith(
            "templates/"
        ):
            yield f"build finds what check does not: {select_errors(result.problems)[0]}"
    else:
        if select_errors(check_problems):
            yield f"check finds what build does not: {select_errors(check_problems)[0]}"
        yield from _half_built(output, result)


def _wrongly_told(root: Path, problem: Problem) -> Iterator[str]:
    """What is wrong with the place or the words of a problem."""
    path = root / problem.path
    if not path.exists() and problem.code not in {"table-missing", "no-settings", "template-not-read"}:
        yield f"no such file: {problem!r}"
    if path.is_file() and problem.line > _lines(path):
        yield f"no such line: {problem!r}"
    if problem.line < 0 or problem.column < 0:
        yield f"no such place: {problem!r}"
    for text in (problem.message, problem.hint, format_problem(problem)):
        if odd := [
            character
            for character in text
            if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        ]:
            yield f"{odd[0]!r} in {text!r}"
    if not problem.message or not problem.code:
        yield f"nothing is said: {problem!r}"


def _lines(path: Path) -> int:
    data = path.read_bytes()
    wide = data.decode("utf-16", "replace").splitlines() if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ()
    return max(data.count(b"\n"), data.count(b"\r"), len(data.splitlines()), len(wide)) + 1


def _half_built(output: Path, result: BuildResult) -> Iterator[str]:
    if result.plan is None:
        yield "there are no errors, and nothing was built"
        return
    written_paths = {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}
    if written_paths - {MANIFEST} != {*result.plan.added} - {MANIFEST}:
        yield f"planned and not written, or the other way: {written_paths ^ {*result.plan.added}}"
    pages = [text for text in written_paths if text.endswith(".html") and not text.startswith("static/")]
    yield from (f"{page} is cut off" for page in pages if not (output / page).read_bytes().strip())
    yield from (f"{path} is missing" for path in sorted({*_REQUIRED_FILES} - written_paths))


def smallest(failing: Case) -> Case:
    """The same with the fewest damages and rankings with which something still does not hold."""
    for shorter in _shorter(failing):
        if fault(shorter):
            return smallest(shorter)
    return failing


def _shorter(failing: Case) -> Iterator[Case]:
    for left_out in failing.damages if len(failing.damages) > 1 else ():
        yield replace(
            failing, damages=tuple(own_damage for own_damage in failing.damages if own_damage is not left_out)
        )
    damaged_systems = {
        system
        for system in failing.systems
        for own_damage in failing.damages
        if f"/{system}" in own_damage.path
    }
    for left_out in failing.systems if len(failing.systems) > 1 else ():
        if left_out not in damaged_systems:
            yield replace(failing, systems=tuple(system for system in failing.systems if system != left_out))


def reproducer(failing: Case) -> str:
    """A failure as it can be repeated: the command, what does not hold, and what the damaged files hold."""
    small = smallest(failing)
    files = small.files()
    untouched = replace(small, damages=()).files()
    changed = [path for path in sorted({*files, *untouched}) if files.get(path) != untouched.get(path)]
    damaged_files = [
        f"--- {path!r}\n{_format_data(files[path]) if path in files else 'gone'}" for path in changed
    ]
    reason = fault(small) or "it held when it was tried again"
    return "\n".join([f"python tests/fuzz.py '{small}'", reason, *damaged_files])


def _format_data(data: bytes) -> str:
    text = repr(data)
    return text if len(text) < 1500 else f"{text[:1500]}… ({len(data)} bytes)"


def main(arguments: Sequence[str]) -> int:
    """Run cases, print what does not hold of them, and say how many those are."""
    if arguments and not arguments[0].isdigit():
        sys.stdout.write(f"{fault(Case.read(' '.join(arguments))) or 'all holds'}\n")
        return 0
    count, seed = (int(argument) for argument in [*arguments, *("1000", "0")[len(arguments) :]])
    failures = 0
    for number in range(count):
        failing = case(seed, number)
        if fault(failing):
            failures += 1
            sys.stdout.write(f"{reproducer(failing)}\n\n")
            sys.stdout.flush()
    sys.stdout.write(f"{count} cases of seed {seed}: {failures} do not hold\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
