"""`sitegen diff`: compare the working tree of a site with a revision of git.

Where the program itself changes, its version at the revision builds the site of the revision. It is run only
where the program that runs here is itself checked out of the repository of the site: whoever runs that trusts
what the repository holds, and names the revision. Of a site that somebody else made nothing is ever run,
neither its wheels nor its templates; a check that judges the work of others by the program of main finds
there the program of main.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from sitegen.compare.analysis import MIN_NEW_NAMES, Difference
from sitegen.compare.histories import find_disclosures
from sitegen.compare.loading import load_rankings, load_state, read_published
from sitegen.compare.repository import HistoryError, Repository, check_out
from sitegen.compare.scope import ChangeScope, find_scope
from sitegen.compare.state import SiteState, count_new_names
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.language import Language
from sitegen.core.problems import Message, Problem, Severity, advise, make_printable, say, select_errors
from sitegen.core.terminal import format_problem
from sitegen.inputs.config import settings, site
from sitegen.inputs.config.site import SETTINGS_FILE, Site, SiteDates
from sitegen.inputs.privacy.redact import Redactor, report_problems, select_moved_names
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.results import ResultFiles

_PACKAGE, _VENDOR, _LIBRARIES = "sitegen", "vendor", "requirements.txt"
_TEMPLATES = "templates"
PROGRAM_FOLDER = Path(__file__).parents[2]
"""The program that runs here."""
_TIMEOUT = 600
_ENVIRONMENT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
"""The environment that the program of a revision gets: nothing that users have set for themselves."""
_REPORTABLE_ERROR = re.compile(
    r"No module named '[\w.]+'|cannot import name '\w+'|module '[\w.]+' has no \w+ '\w+'"
)
"""The errors that are reported: program and libraries do not fit; no message that could quote results."""


class ProgramError(Exception):
    """Why the program of a revision published nothing here."""


@dataclass(frozen=True)
class ProgramVersions:
    """The programs in a site at a revision and in its working tree; `stack` holds temporary folders."""

    root: Path
    repository: Repository
    base: str
    stack: ExitStack

    @property
    def has_changed(self) -> bool:
        """Whether the site holds the program that runs here, in another version than at the revision."""
        return self._has_other_version and self._is_own_repository

    @property
    def is_unknown(self) -> bool:
        """Whether the program or its libraries change in a way for which no other version is run."""
        lists = ((path, "") for path in (_LIBRARIES, f".github/{_LIBRARIES}", f"{_VENDOR}/{_LIBRARIES}"))
        libraries = [(_VENDOR, ".whl"), *lists]
        has_other_libraries = any(
            self._read_base(*files) != self._read_working_tree(*files) for files in libraries
        )
        return has_other_libraries or (self._has_other_version and not self._is_own_repository)

    @property
    def _is_own_repository(self) -> bool:
        """Whether what runs here is checked out of the repository of the site."""
        try:
            return Repository.from_site(PROGRAM_FOLDER).common_folder == self.repository.common_folder
        except HistoryError:
            return False

    @property
    def _has_other_version(self) -> bool:
        was, now = self._read_base(_PACKAGE, ".py"), self._read_working_tree(_PACKAGE, ".py")
        return all(f"{_PACKAGE}/__main__.py" in files for files in (was, now)) and was != now

    def publish_base(self, site: Path, day: date) -> Path:
        """Build `site` with the program of the revision and return the folder; raise `ProgramError`."""
        program = self.stack.enter_context(check_out(self.repository, self.base, [_PACKAGE, _TEMPLATES]))
        output = Path(self.stack.enter_context(TemporaryDirectory(prefix="sitegen-"))) / "output"
        if reason := _run_build(program, site, output, day):
            raise ProgramError(reason)
        return output

    def _read_base(self, path: str, suffix: str) -> Mapping[str, bytes]:
        files = self.repository.list_files(self.base, [path])
        ids = {name: blob.id for name, blob in files.items() if name.endswith(suffix)}
        contents = self.repository.read_contents([*ids.values()])
        return _normalize_newlines(dict(zip(ids, contents, strict=True)))

    def _read_working_tree(self, path: str, suffix: str) -> Mapping[str, bytes]:
        place = self.root / path
        files = [place] if place.is_file() else place.rglob(f"*{suffix}")
        paths = {file.relative_to(self.root).as_posix(): file for file in files if file.is_file()}
        return _normalize_newlines({name: file.read_bytes() for name, file in paths.items()})


def _normalize_newlines(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return texts with the line ends that git stores; wheels as they are."""
    return {
        path: data if path.endswith(".whl") else data.replace(b"\r\n", b"\n") for path, data in files.items()
    }


def _run_build(program: Path, site: Path, output: Path, day: date) -> Message | None:
    """Build a site with the program in a folder and the libraries that run here; return why it failed."""
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    paths = os.pathsep.join([str(program), *(str(Path(folder).resolve()) for folder in sys.path if folder)])
    command = [sys.executable, "-P", "-m", _PACKAGE, "build", "--site", str(site), "--output", str(output)]
    try:
        process = subprocess.run(  # noqa: S603 - no shell; see the reasons above
            [*command, "--as-of", day.isoformat()],
            capture_output=True,
            check=False,
            cwd=site,
            env={**environment, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
            timeout=_TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        return advise("it takes too long")
    if not process.returncode:
        return None
    error = _REPORTABLE_ERROR.search(process.stderr.decode(errors="replace"))
    return advise("{reason}", reason=make_printable(error[0])) if error else advise("it finds errors")


Cause = Literal["program", "settings", "results"]


@dataclass(frozen=True)
class Step:
    """What one cause changes, on top of what the causes before it change."""

    cause: Cause
    difference: Difference


@dataclass(frozen=True)
class Comparison:
    """What the working tree changes against the commit `base`: a step for each cause of a change.

    `missing` is the number of commits of `base` that the working tree does not have: they show as undone.
    `notes` are messages about a change of the program. `name` is the revision as it was typed, `head` the
    commit of the working tree, and `prefix` the folder of the site in the repository.
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
        """What is wrong with the working tree, without names of hidden players; then nothing is compared."""
        after = self.steps[-1].difference.after
        disclosures = find_disclosures(after.site, after.people) if after.site else []
        problems = select_moved_names([*select_errors(after.problems), *disclosures])
        rename_problems = self._check_new_names(after, problems)
        return report_problems([*rename_problems, *problems], after.hidden_names)

    def _check_new_names(self, after: SiteState, problems: Sequence[Problem]) -> Iterator[Problem]:
        """Yield how many players have new names, in rankings where one is the name of a hidden player."""
        before = self.steps[0].difference.before
        disclosed = (
            ranking
            for problem in problems
            if problem.code == "name-of-hidden-player"
            for ranking in after.people
            if problem.path.startswith(f"{RESULTS_FOLDER}/{ranking}/")
        )
        for ranking in dict.fromkeys(disclosed):
            number = count_new_names(before.people.get(ranking, ()), after.people[ranking])
            if number >= MIN_NEW_NAMES:
                message = say("players-renamed", "{number} players have another name", number=number)
                yield Problem(f"{RESULTS_FOLDER}/{ranking}", 0, 0, message)

    @cached_property
    def warnings(self) -> Sequence[Problem]:
        """The warnings about the working tree that the revision has not, without names of hidden players."""
        before, after = self.steps[0].difference.before, self.steps[-1].difference.after
        known = {(problem.path, problem.message) for problem in before.problems}
        warnings = [problem for problem in after.problems if problem.severity is Severity.WARNING]
        new = [problem for problem in warnings if (problem.path, problem.message) not in known]
        return report_problems(new, after.hidden_names)

    @property
    def flaws(self) -> Sequence[Problem]:
        """The errors of the revision itself, which then has no figures to compare with."""
        return select_errors(self.steps[0].difference.before.problems)


@contextmanager
def compare_revision(
    root: Path, revision: str, now: datetime, as_of: date | None = None, cache: BuildCache = NULL_CACHE
) -> Iterator[Comparison]:
    """Yield what the site in `root` changes against a revision; the files of both exist until the end.

    Settings in `cache` are not read again.
    Raises `HistoryError` where there is no repository, or no such revision in it.
    """
    repository = Repository.from_site(root)
    base = repository.resolve_revision(revision)
    with ExitStack() as stack:
        programs = ProgramVersions(root, repository, base, stack)
        scope = None if programs.has_changed else find_scope(repository, base, root, cache)
        states = _StateLoader(root, repository, base, stack, now, as_of, programs, scope)
        if states.may_leave_out_clubs:
            states = replace(states, scope=None)
        steps, notes = states.build_program_step()
        yield Comparison(
            base=base,
            steps=[*steps, *states.build_steps()],
            missing=repository.count_missing(base),
            notes=notes,
            name=revision,
            head=repository.resolve_revision("HEAD"),
            prefix=repository.prefix,
        )


@dataclass(frozen=True)
class _StateLoader:
    """Loads the states that are compared, and one between; `stack` holds temporary folders.

    `scope` has the rankings that can change; it is None where that may be any, as the program changes or
    something that all share.
    """

    root: Path
    repository: Repository
    base: str
    stack: ExitStack
    now: datetime
    as_of: date | None
    programs: ProgramVersions
    scope: ChangeScope | None

    def build_steps(self) -> Iterator[Step]:
        """Yield the whole as one step; where both settings and results change, as two."""
        after = self._after_state
        difference = Difference(self.base_state, after)
        has_settings = any(effect.settings for effect in difference.effects)
        if not has_settings or not any(effect.rows for effect in difference.effects):
            yield Step("settings" if has_settings else "results", difference)
            return
        folder = self._checkout()
        rankings = after.site.rankings if after.site else ()
        for file in {SETTINGS_FILE, *(ranking.file for ranking in rankings)}:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / file, folder / file)
        between = self._load_state(folder)
        if between.is_valid:
            yield Step("settings", Difference(self.base_state, between))
            yield Step("results", Difference(between, after))
        else:
            yield Step("results", difference)

    def build_program_step(self) -> tuple[list[Step], list[Message]]:
        """Return what a change of the program changes at the revision, and messages about that change."""
        programs = self.programs
        if not programs.has_changed or not self.base_state.is_valid:
            unknown = advise(
                "The program or its libraries change. Everything was calculated with the version that runs"
                " here, so the effect of that change is not shown."
            )
            return [], [unknown] if programs.is_unknown else []
        folder = self._checkout()
        try:
            published = programs.publish_base(
                folder, self._compute_dates(settings.load_site(folder)[0]).as_of
            )
        except ProgramError as error:
            message = say(
                "program-not-run",
                "the program itself changes, and the old version cannot run here ({reason}): everything is"
                " calculated with the version that runs here",
                reason=error.args[0],
            )
            return [], [message]
        changed = Difference(*read_published(self.base_state, published))
        if changed.effects:
            return [Step("program", changed)], []
        return [], [advise("The program itself changes. No published figure changes with it.")]

    @cached_property
    def base_state(self) -> SiteState:
        """The revision, rated by the program that runs here."""
        folder = self._checkout()
        return self._load_state(folder, self.scope and self.scope.before)

    @cached_property
    def _after_state(self) -> SiteState:
        """The working tree."""
        return self._load_state(self.root, self.scope and self.scope.after)

    @property
    def may_leave_out_clubs(self) -> bool:
        """Whether there are errors, of which those of a club stop no other: any ranking can change then."""
        are_separate = self.scope and settings.list_separate_groups(self.root)
        return bool(are_separate) and not (self.base_state.is_valid and self._after_state.is_valid)

    def _checkout(self) -> Path:
        """Return a folder with the files of the revision that are needed."""
        paths = self.scope.paths if self.scope else [SETTINGS_FILE, RESULTS_FOLDER]
        return self.stack.enter_context(check_out(self.repository, self.base, [*paths]))

    def _load_state(self, root: Path, players: ResultFiles | None = None) -> SiteState:
        """Return the state of a folder, of which the settings and the players may have been read."""
        found = players.site._replace(root=root) if players else settings.load_site(root)[0]
        dates = self._compute_dates(found)
        if found is None or self.scope is None:
            return self._load_whole(root, dates)
        players = players._replace(site=found) if players else self.scope.open_players(found)
        return load_rankings(players, self.scope.rankings, dates)

    def _load_whole(self, root: Path, dates: SiteDates) -> SiteState:
        """Return a state; clubs whose errors the change neither makes nor touches are as they were before.

        Where the settings let errors of a club stop no other: else the state is what its files are.
        """
        state = load_state(root, dates)
        groups = () if state.is_valid else settings.list_separate_groups(root)
        if groups:
            from sitegen.publishing.last_good import ClubKeeper, copy_sources

            copy = self.stack.enter_context(copy_sources(root))
            keeper = ClubKeeper(root, copy, self.repository, dates, groups, self._may_withhold)
            while keeper.withhold(state.problems):
                tree = keeper.make_tree()
                state = load_state(tree.root, dates, others=tree.players)
        return state

    def _may_withhold(self, club: str) -> bool:
        from sitegen.publishing.last_good import had_errors

        dates = self._compute_dates(settings.load_site(self.root)[0])
        return had_errors(self.repository, self.base, club, dates)

    def _compute_dates(self, found: Site | None) -> SiteDates:
        return site.compute_dates(found, self.now, self.as_of)


def format_errors(state: SiteState, language: Language, most: int) -> list[str]:
    """Return the errors of a state, without hidden names."""
    errors = Redactor(state.hidden_names).redact_problems(select_errors(state.problems)[:most])
    return format_problems(errors, language)


def format_problems(problems: Iterable[Problem], language: Language) -> list[str]:
    """Return problems without hidden names as lines."""
    return [make_printable(format_problem(problem, language)) for problem in problems]
