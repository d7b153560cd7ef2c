"""What a revision publishes by its own program, where that is another one than stands in the working tree.

It is run only where the program that runs here is itself checked out of the repository of the site: whoever
runs that trusts what the repository holds, and names the revision. Of a site that somebody else made nothing
is ever run, neither its wheels nor its templates; a check that judges the work of others by the program of
main finds there the program of main.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.config import FILE
from sitegen.history import HistoryError, Repository, checked_out
from sitegen.message import Message, advise, plain, say

_PACKAGE, _VENDOR, _LIBRARIES = "sitegen", "vendor", "requirements.txt"
_BESIDE = "templates"
HERE = Path(__file__).parents[2]
"""The program that runs here."""
_PATIENCE = 600
_KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""What the program of a revision sees of the environment: nothing that a user has set for their own."""
_TOLD = re.compile(r"No module named '[\w.]+'|cannot import name '\w+'|module '[\w.]+' has no \w+ '\w+'")
"""What of a failure is told: how program and libraries do not fit, and nothing of what stands in results."""
_HEAD = re.compile(r"^\[site\][ \t]*(?:#.*)?$", re.MULTILINE)
_CARDS = re.compile(r"^[ \t]*cards[ \t]*=.*\n?", re.MULTILINE)


class ProgramError(Exception):
    """Why the program of a revision published nothing here."""


@dataclass(frozen=True)
class Programs:
    """The programs that stand in a site at a revision, and in its working tree; folders are `held`."""

    root: Path
    repository: Repository
    base: str
    held: ExitStack

    @property
    def has_changed(self) -> bool:
        """Whether the site holds the program that runs here, and another one than at the revision."""
        return self._is_other and self._is_at_home

    @property
    def is_unknown(self) -> bool:
        """Whether the program or its libraries change otherwise, of which nothing is run."""
        names = _LIBRARIES, f".github/{_LIBRARIES}", f"{_VENDOR}/{_LIBRARIES}"
        wheels = self._at(_VENDOR, ".whl") != self._here(_VENDOR, ".whl")
        others = any(self._at(each, "") != self._here(each, "") for each in names)
        return wheels or others or (self._is_other and not self._is_at_home)

    @property
    def _is_at_home(self) -> bool:
        """Whether what runs here is checked out of the repository of the site."""
        try:
            return Repository.of(HERE).is_of(self.repository)
        except HistoryError:
            return False

    @property
    def _is_other(self) -> bool:
        was, now = self._at(_PACKAGE, ".py"), self._here(_PACKAGE, ".py")
        return all(f"{_PACKAGE}/__main__.py" in each for each in (was, now)) and was != now

    def published(self, site: Path, day: date) -> Path:
        """A folder with what that of the revision publishes of `site`; a `ProgramError` when it cannot."""
        program = self.held.enter_context(checked_out(self.repository, self.base, [_PACKAGE, _BESIDE]))
        output = Path(self.held.enter_context(TemporaryDirectory(prefix="sitegen-"))) / "output"
        settings = (site / FILE).read_text(encoding="utf-8-sig")
        (site / FILE).write_text(_without_cards(settings), encoding="utf-8")
        if _run(program, site, output, day) is not None:  # one that knows no cards refuses the word
            (site / FILE).write_text(settings, encoding="utf-8")
            if reason := _run(program, site, output, day):
                raise ProgramError(reason)
        return output

    def _at(self, below: str, suffix: str) -> Mapping[str, bytes]:
        """The files of the revision at or below a path."""
        files = self.repository.files(self.base, [below])
        wanted = {path: blob.id for path, blob in files.items() if path.endswith(suffix)}
        contents = self.repository.contents([*wanted.values()])
        return {path: _as_committed(path, data) for path, data in zip(wanted, contents, strict=True)}

    def _here(self, below: str, suffix: str) -> Mapping[str, bytes]:
        """The files of the working tree at or below a path."""
        place = self.root / below
        found = (each for each in ([place] if place.is_file() else place.rglob("*")) if each.is_file())
        paths = {each.relative_to(self.root).as_posix(): each for each in found}
        return {
            path: _as_committed(path, each.read_bytes())
            for path, each in paths.items()
            if path.endswith(suffix)
        }


def _as_committed(path: str, content: bytes) -> bytes:
    """A text with the ends of lines that git keeps; a wheel as it is."""
    return content if path.endswith(".whl") else content.replace(b"\r\n", b"\n")


def _without_cards(settings: str) -> str:
    """The settings of a site without pictures, which take longer than all that they are of."""
    return _HEAD.sub(lambda head: f'{head[0]}\ncards = "none"', _CARDS.sub("", settings), count=1)


def _run(program: Path, site: Path, output: Path, day: date) -> Message | None:
    """Build a site by the program in a folder, with the libraries that run here; why that cannot be."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    places = os.pathsep.join([str(program), *(str(Path(each).resolve()) for each in sys.path if each)])
    command = [sys.executable, "-P", "-m", _PACKAGE, "build", "--site", str(site), "--output", str(output)]
    try:
        done = subprocess.run(  # noqa: S603 - no shell; see the reasons above
            [*command, "--as-of", day.isoformat()],
            capture_output=True,
            check=False,
            cwd=site,
            env={**kept, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            timeout=_PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return advise("it takes too long")
    if not done.returncode:
        return None
    found = _TOLD.search(done.stderr.decode(errors="replace"))
    return advise("{reason}", reason=plain(found[0])) if found else advise("it finds errors")


def not_run(reason: Message) -> Message:
    """That nothing is known of what the program of a revision published."""
    return say(
        "program-not-run",
        "the program itself changes, and that of before cannot calculate here ({reason}): "
        "all is calculated with the version that runs here",
        reason=reason,
    )


def no_figure_moves() -> Message:
    """That a change of the program changes nothing of what is published."""
    return advise("The program itself changes, and no published figure changes by it.")


def unknown() -> Message:
    """That the program changes in a way that nothing is run of, so that one version calculates both."""
    return advise(
        "The program or its libraries change: all is calculated with the version that runs here, which tells "
        "nothing of what that does."
    )
