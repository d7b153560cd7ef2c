"""How long commands take beside the program of an earlier commit, by turns: no machine matters for the ratio.

Both programs are set up alike: that one in a worktree of its own, by its own `make setup`. Both start with
an empty search path, keep what they compile, and read a site that is neither of the two: the demonstration
of that commit as a club has it, with its history in git and without a program beside it, and federations of
clubs that all play what its bridge club does.
"""

import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import memory
import preview
from builds import AS_OF, LEAGUES
from ratio import Ratio
from start import write_federation
from targets import BESIDE, MEMORY, SHARE, Figure
from timing import Command, Run, measured

COMMIT = "701625cb0a82f7a676a0d47e71f84e46c43bc2e4"
"""The program that ours is beside."""
ROOT = Path(__file__).parents[1]
_WORKTREE = ROOT / ".venv" / "older"
_OF_A_CLUB = ("results", "content", "sitegen.toml", ".git", ".gitignore")
"""What a club has of the demonstration's folder."""


class Federation(NamedTuple):
    """A build of many clubs: its seconds a club beside those among fewer clubs, and its memory in GiB."""

    name: str
    share: float
    peak: float

    @property
    def figures(self) -> Iterator[Figure]:
        """What the targets are about."""
        yield Figure(SHARE, self.name, self.share)
        yield Figure(MEMORY, self.name, self.peak)


def measured_beside(sizes: Collection[str], turns: int = 3) -> Iterator[Ratio]:
    """Checks, builds and previews, each in seconds by the clock beside those of the other program."""
    older = _set_up()
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        folder = Path(made)
        sites = {"demonstration": folder / "demonstration", "100 clubs": folder / "clubs"}
        _write_demonstration(sites["demonstration"])
        write_federation(sites["100 clubs"], 100)
        for name, site in sites.items():
            for verb in ("check", "build"):
                runs = [
                    [_run(program, verb, site, folder).wall for program in (ROOT, older)]
                    for _ in range(turns + 1)
                ][1:]
                yield Ratio(BESIDE.format(verb), name, *map(median, zip(*runs, strict=True)))
    yield from _measured_previews(sizes, older)


def measured_federation(turns: int = 2) -> Federation:
    """Builds of 300 clubs by turns with those of 100, and the memory of one of 300."""
    with TemporaryDirectory(prefix="sitegen-bench-") as made:
        folder = Path(made)
        sites = [folder / "clubs-300", folder / "clubs-100"]
        for site, clubs in zip(sites, (300, 100), strict=True):
            write_federation(site, clubs)
        runs = [[_run(ROOT, "build", site, folder).wall for site in sites] for _ in range(turns)]
        large, small = map(median, zip(*runs, strict=True))
        peak = memory.peak(*_command(ROOT, "build", sites[0], folder)).memory
        return Federation("300 clubs", large / 3 / small, peak * 1e6 / 2**30)


def _measured_previews(sizes: Collection[str], older: Path) -> Iterator[Ratio]:
    """The preview of the demonstration and of the league, whichever page is open."""
    sites = {"demonstration": preview.demonstration}
    if "M" in sizes:
        sites["M"] = lambda: preview.league_of(**LEAGUES["M"])
    for name, make in sites.items():
        for what, page in preview.PAGES.items():
            taken = []
            for program in (ROOT, older):
                with make() as site:
                    taken.append(preview.seconds(site, page, program=_words(program)).wall)
            yield Ratio(BESIDE.format("preview"), f"{name}, {what}", *taken)


def _set_up() -> Path:
    """Return the folder of the other program, which is set up there as ours is."""
    if not _WORKTREE.is_dir():
        _git("worktree", "prune")
        _git("worktree", "add", "--detach", _WORKTREE, COMMIT)
    subprocess.run(["make", "--silent", "setup"], cwd=_WORKTREE, check=True)
    return _WORKTREE


def _write_demonstration(site: Path) -> None:
    """Clone what a club would have of the demonstration; it has the history, and no program."""
    _git("clone", "--quiet", ROOT, site)
    subprocess.run(["git", "checkout", "--quiet", COMMIT], cwd=site, check=True)
    for path in site.iterdir():
        if path.name not in _OF_A_CLUB:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _git(*words: str | Path) -> None:
    subprocess.run(["git", *words], cwd=ROOT, check=True)


def _run(program: Path, verb: str, site: Path, folder: Path) -> Run:
    """Run a command of a program; what it wrote is deleted."""
    taken = measured(_command(program, verb, site, folder))
    shutil.rmtree(folder / "output", ignore_errors=True)
    return taken


def _command(program: Path, verb: str, site: Path, folder: Path) -> Command:
    output: list[str | Path] = ["--output", folder / "output"] if verb == "build" else []
    words: list[str | Path] = [*_words(program), verb, "--as-of", AS_OF, "--site", site, *output]
    return Command(words, {"PYTHONPATH": ""})


def _words(program: Path) -> Sequence[str]:
    return [str(program / ".venv" / "bin" / "python"), "-P", "-m", "sitegen"]
