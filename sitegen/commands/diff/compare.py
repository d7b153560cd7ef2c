"""What a revision publishes by its own program, where that is another one than stands in the working tree.

It is run only where the program that runs here is itself checked out of the repository of the site: whoever
runs that trusts what the repository holds, and names the revision. Of a site that somebody else made nothing
is ever run, neither its wheels nor its templates; a check that judges the work of others by the program of
main finds there the program of main.

What the working tree of a site changes against a revision: computed once, told in several voices.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from sitegen.compare.analysis import MIN_NEW_NAMES
from sitegen.compare.correction import find_disclosures
from sitegen.compare.effect import Difference
from sitegen.compare.git import HistoryError
from sitegen.compare.published import read_published
from sitegen.compare.repository import Repository, check_out
from sitegen.compare.state import SiteState, count_new_names, load_state
from sitegen.core.problems import Message, Problem, advise, make_printable, say, select_errors
from sitegen.inputs.config import settings, site
from sitegen.inputs.config.site import SETTINGS_FILE, SiteDates
from sitegen.inputs.privacy.redact import Redactor, select_moved_names
from sitegen.inputs.results.files import RESULTS_FOLDER

_PACKAGE, _VENDOR, _LIBRARIES = "sitegen", "vendor", "requirements.txt"
_TEMPLATES = "templates"
PROGRAM_FOLDER = Path(__file__).parents[2]
"""The program that runs here."""
_TIMEOUT = 600
_ENVIRONMENT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""What the program of a revision sees of the environment: nothing that a user has set for their own."""
_REPORTABLE_ERROR = re.compile(
    r"No module named '[\w.]+'|cannot import name '\w+'|module '[\w.]+' has no \w+ '\w+'"
)
"""What of a failure is told: how program and libraries do not fit, and nothing of what stands in results."""
_SITE_HEADER = re.compile(r"^\[site\][ \t]*(?:#.*)?$", re.MULTILINE)
_CARDS_SETTING = re.compile(r"^[ \t]*cards[ \t]*=.*\n?", re.MULTILINE)


class ProgramError(Exception):
    """Why the program of a revision published nothing here."""


@dataclass(frozen=True)
class ProgramVersions:
    """The programs that stand in a site at a revision, and in its working tree; folders are `held`."""

    root: Path
    repository: Repository
    base: str
    stack: ExitStack

    @property
    def has_changed(self) -> bool:
        """Whether the site holds the program that runs here, and another one than at the revision."""
        return self._has_other_version and self._is_own_repository

    @property
    def is_unknown(self) -> bool:
        """Whether the program or its libraries change otherwise, of which nothing is run."""
        names = _LIBRARIES, f".github/{_LIBRARIES}", f"{_VENDOR}/{_LIBRARIES}"
        wheels = self._read_base(_VENDOR, ".whl") != self._read_working_tree(_VENDOR, ".whl")
        others = any(self._read_base(name, "") != self._read_working_tree(name, "") for name in names)
        return wheels or others or (self._has_other_version and not self._is_own_repository)

    @property
    def _is_own_repository(self) -> bool:
        """Whether what runs here is checked out of the repository of the site."""
        try:
            return Repository.from_site(PROGRAM_FOLDER).is_same_repository(self.repository)
        except HistoryError:
            return False

    @property
    def _has_other_version(self) -> bool:
        was, now = self._read_base(_PACKAGE, ".py"), self._read_working_tree(_PACKAGE, ".py")
        return all(f"{_PACKAGE}/__main__.py" in files for files in (was, now)) and was != now

    def publish_base(self, site: Path, day: date) -> Path:
        """A folder with what that of the revision publishes of `site`; a `ProgramError` when it cannot."""
        program = self.stack.enter_context(check_out(self.repository, self.base, [_PACKAGE, _TEMPLATES]))
        output = Path(self.stack.enter_context(TemporaryDirectory(prefix="sitegen-"))) / "output"
        settings = (site / SETTINGS_FILE).read_text(encoding="utf-8-sig")
        (site / SETTINGS_FILE).write_text(_disable_cards(settings), encoding="utf-8")
        if _run_build(program, site, output, day) is not None:  # one that knows no cards refuses the word
            (site / SETTINGS_FILE).write_text(settings, encoding="utf-8")
            if reason := _run_build(program, site, output, day):
                raise ProgramError(reason)
        return output

    def _read_base(self, below: str, suffix: str) -> Mapping[str, bytes]:
        """The files of the revision at or below a path."""
        files = self.repository.list_files(self.base, [below])
        wanted = {path: blob.id for path, blob in files.items() if path.endswith(suffix)}
        contents = self.repository.read_contents([*wanted.values()])
        return {path: _normalize_newlines(path, data) for path, data in zip(wanted, contents, strict=True)}

    def _read_working_tree(self, below: str, suffix: str) -> Mapping[str, bytes]:
        """The files of the working tree at or below a path."""
        place = self.root / below
        found = (path for path in ([place] if place.is_file() else place.rglob("*")) if path.is_file())
        paths = {file.relative_to(self.root).as_posix(): file for file in found}
        return {
            path: _normalize_newlines(path, file.read_bytes())
            for path, file in paths.items()
            if path.endswith(suffix)
        }


def _normalize_newlines(path: str, content: bytes) -> bytes:
    """A text with the ends of lines that git keeps; a wheel as it is."""
    return content if path.endswith(".whl") else content.replace(b"\r\n", b"\n")


def _disable_cards(settings: str) -> str:
    """The settings of a site without pictures, which take longer than all that they are of."""
    return _SITE_HEADER.sub(
        lambda head: f'{head[0]}\ncards = "none"', _CARDS_SETTING.sub("", settings), count=1
    )


def _run_build(program: Path, site: Path, output: Path, day: date) -> Message | None:
    """Build a site by the program in a folder, with the libraries that run here; why that cannot be."""
    kept = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    places = os.pathsep.join([str(program), *(str(Path(folder).resolve()) for folder in sys.path if folder)])
    command = [sys.executable, "-P", "-m", _PACKAGE, "build", "--site", str(site), "--output", str(output)]
    try:
        done = subprocess.run(  # noqa: S603 - no shell; see the reasons above
            [*command, "--as-of", day.isoformat()],
            capture_output=True,
            check=False,
            cwd=site,
            env={**kept, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        return advise("it takes too long")
    if not done.returncode:
        return None
    found = _REPORTABLE_ERROR.search(done.stderr.decode(errors="replace"))
    return advise("{reason}", reason=make_printable(found[0])) if found else advise("it finds errors")


def format_not_run(reason: Message) -> Message:
    """That nothing is known of what the program of a revision published."""
    return say(
        "program-not-run",
        "the program itself changes, and that of before cannot calculate here ({reason}): "
        "all is calculated with the version that runs here",
        reason=reason,
    )


def format_no_change() -> Message:
    """That a change of the program changes nothing of what is published."""
    return advise("The program itself changes, and no published figure changes by it.")


def format_unknown_change() -> Message:
    """That the program changes in a way that nothing is run of, so that one version calculates both."""
    return advise(
        "The program or its libraries change: all is calculated with the version that runs here, which tells "
        "nothing of what that does."
    )


Cause = Literal["program", "settings", "results"]


@dataclass(frozen=True)
class Step:
    """What one cause changes, all that stands before it in the order of causes being changed already."""

    cause: Cause
    difference: Difference


@dataclass(frozen=True)
class Comparison:
    """What the working tree changes against the commit `base`: a step for each cause that there is.

    `missing` is how many commits of `base` the working tree does not have: they show as undone. `notes` are
    what is to be known of the program where that changes too. `name` is what the commit was asked for by,
    `head` the one that the working tree is of, and `prefix` the folder of the site in their repository.
    """

    base: str
    steps: Sequence[Step]
    missing: int = 0
    notes: Sequence[Message] = ()
    name: str = ""
    head: str = ""
    prefix: str = ""

    @cached_property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the working tree, without names of who hides; nothing is compared then."""
        after = self.steps[-1].difference.after
        found = select_moved_names(
            [
                *select_errors(after.problems),
                *(find_disclosures(after.site, after.people) if after.site else ()),
            ]
        )
        return Redactor(after.hidden_names).redact_problems([*self._check_new_names(after, found), *found])

    def _check_new_names(self, after: SiteState, problems: Sequence[Problem]) -> Iterator[Problem]:
        """How many players have other names where one of them is that of somebody who hides."""
        before = self.steps[0].difference.before
        disclosed = (
            problem.path.split("/")[1] for problem in problems if problem.code == "name-of-hidden-player"
        )
        for ranking in dict.fromkeys(disclosed):
            number = count_new_names(before.people.get(ranking, ()), after.people[ranking])
            if number >= MIN_NEW_NAMES:
                message = say("players-renamed", "{number} players have another name", number=number)
                yield Problem(f"{RESULTS_FOLDER}/{ranking}", 0, 0, message)

    @property
    def flaws(self) -> Sequence[Problem]:
        """The errors of the revision itself, for which it has no figures to compare with."""
        return select_errors(self.steps[0].difference.before.problems)


@contextmanager
def compare_revision(
    root: Path, revision: str, now: datetime, as_of: date | None = None
) -> Iterator[Comparison]:
    """What the site in `root` changes against a revision; the files of both can be read meanwhile.

    A `HistoryError` where there is no repository, or no such revision in it.
    """
    repository = Repository.from_site(root)
    base = repository.resolve_revision(revision)
    with ExitStack() as held:
        states = _StateLoader(root, repository, base, held, now, as_of)
        steps, notes = states.build_program_step()
        yield Comparison(
            base,
            [*steps, *states.build_steps()],
            repository.count_missing(base),
            notes,
            revision,
            repository.resolve_revision("HEAD"),
            repository.prefix,
        )


@dataclass(frozen=True)
class _StateLoader:
    """The states that are compared, and those between; folders are kept as long as they are `held`."""

    root: Path
    repository: Repository
    base: str
    stack: ExitStack
    now: datetime
    as_of: date | None

    def build_steps(self) -> Iterator[Step]:
        """The whole as one step; where settings change figures and results do too, as two."""
        after = self._load_state(self.root)
        whole = Difference(self.base_state, after)
        are_set = any(effect.settings for effect in whole.effects)
        if not are_set or not any(effect.rows for effect in whole.effects):
            yield Step("settings" if are_set else "results", whole)
            return
        between = self._load_state(self._checkout_with_settings())
        if between.is_valid:
            yield Step("settings", Difference(self.base_state, between))
            yield Step("results", Difference(between, after))
        else:
            yield Step("results", whole)

    def build_program_step(self) -> tuple[list[Step], list[Message]]:
        """What the program changes of the revision, where it is another one; and what is to be told of it."""
        programs = ProgramVersions(self.root, self.repository, self.base, self.stack)
        if not programs.has_changed or not self.base_state.is_valid:
            return [], [format_unknown_change()] if programs.is_unknown else []
        folder = self._checkout(SETTINGS_FILE, RESULTS_FOLDER)
        try:
            published = programs.publish_base(folder, self._resolve_days(folder).as_of)
        except ProgramError as error:
            return [], [format_not_run(error.args[0])]
        changed = Difference(*read_published(self.base_state, published))
        return ([Step("program", changed)], []) if changed.effects else ([], [format_no_change()])

    @cached_property
    def base_state(self) -> SiteState:
        """The revision, by the program that runs here."""
        return self._load_state(self._checkout(SETTINGS_FILE, RESULTS_FOLDER))

    def _checkout(self, *paths: str) -> Path:
        return self.stack.enter_context(check_out(self.repository, self.base, paths))

    def _checkout_with_settings(self) -> Path:
        """The results of the revision with the settings of the working tree."""
        folder = self._checkout(RESULTS_FOLDER)
        shutil.copyfile(self.root / SETTINGS_FILE, folder / SETTINGS_FILE)
        return folder

    def _load_state(self, root: Path) -> SiteState:
        return load_state(root, self._resolve_days(root))

    def _resolve_days(self, root: Path) -> SiteDates:
        return site.compute_dates(settings.load_site(root)[0], self.now, self.as_of)
