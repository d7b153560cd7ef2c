"""Withhold files of clubs that have errors: a site is made with those files as they were before, from git.

With `errors = "stop their club"` an error in the files of a club stops no other club. The site is read from a
copy of its sources, in which all files of that club are those of the latest commit at which they were good;
where there is none, the club is left out. So all that is published follows from the commit, and agrees: the
pages of the club, lists over clubs, people, the search. Who hides in files that are withheld hides.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, NamedTuple, TypeVar

from sitegen.compare.loading import load_state
from sitegen.compare.repository import HistoryError, Repository, check_out
from sitegen.core.language import LANGUAGES
from sitegen.core.problems import Problem, select_errors
from sitegen.inputs.config.patterns import read_folder_title
from sitegen.inputs.config.settings import list_separate_groups, load_site
from sitegen.inputs.config.site import SETTINGS_FILE, SITE_FOLDERS, Site, SiteDates, WithheldClub
from sitegen.inputs.content.files import CONTENT_FOLDER
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.publishing.stages import SourceTree
from sitegen.publishing.withheld_players import find_uncertain_files, read_withheld_players

T = TypeVar("T")
_MAX_STATES, _MAX_TRIED = 20, 3
"""The most states of a club among which a good one is looked for, and with which the whole site is tried."""


class Attempt(NamedTuple, Generic[T]):
    """What was made of a site, and what is wrong with it; with the clubs that were `withheld`."""

    product: T
    problems: Sequence[Problem]
    withheld: tuple[WithheldClub, ...] = ()


def withhold_faulty(
    root: Path,
    dates: SiteDates,
    attempt: Attempt[T],
    make: Callable[[SourceTree], Attempt[T]],
    may_withhold: Callable[[str], bool] = lambda _: True,
) -> Attempt[T]:
    """Return a first attempt, or one without the files of clubs in which it found errors.

    `make` is called with clubs withheld as long as all errors are in files of clubs that may be: by the
    settings of the site, and by `may_withhold` of the id of a club. Nobody is withheld else.
    """
    groups = list_separate_groups(root) if select_errors(attempt.problems) else ()
    if not groups:
        return attempt
    with copy_sources(root) as copy:
        keeper = ClubKeeper(root, copy, find_repository(root), dates, groups, may_withhold)
        while keeper.withhold(attempt.problems):
            attempt = make(keeper.make_tree())
        withheld = () if select_errors(attempt.problems) else keeper.make_tree().withheld
        return Attempt(attempt.product, keeper.list_problems(), withheld)


def find_repository(root: Path) -> Repository | None:
    """Return the repository of a site; None where there is none, or no git."""
    try:
        return Repository.from_site(root)
    except HistoryError:
        return None


@contextmanager
def copy_sources(root: Path) -> Iterator[Path]:
    """Yield a temporary folder with all that a site is read from, as one more working tree of its repository.

    Files are the same ones under a second name where the disk can do so: none may be written to.
    """
    with TemporaryDirectory(prefix="sitegen-") as name:
        copy = Path(name)
        if repository := find_repository(root):
            (copy / ".git").write_text(f"gitdir: {repository.own_folder}\n", "utf-8")
            copy = copy / repository.prefix
        copy.mkdir(parents=True, exist_ok=True)
        for entry in root.iterdir():
            if entry.name in SITE_FOLDERS and entry.is_dir() and not entry.is_symlink():
                shutil.copytree(entry, copy / entry.name, symlinks=True, copy_function=_link)
            elif entry.name == SETTINGS_FILE:
                shutil.copyfile(entry, copy / entry.name)
            elif entry.is_dir() and entry.name != ".git":
                (copy / entry.name).mkdir()  # a warning tells of a name that is nearly that of a folder here
        yield copy


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copyfile(source, target, follow_symlinks=False)


@dataclass
class ClubKeeper:
    """Puts good files of clubs into the `copy` of a site in the place of those with errors.

    The folders of clubs are in `groups`; earlier states are in the `repository`. What is told of the files
    that are withheld is kept.
    """

    root: Path
    copy: Path
    repository: Repository | None
    dates: SiteDates
    groups: Sequence[str]
    may_withhold: Callable[[str], bool]
    _problems: list[Problem] = field(default_factory=list)
    _have_pages: dict[str, bool] = field(default_factory=dict)
    _restored: dict[str, Iterator[bool]] = field(default_factory=dict)

    def list_problems(self) -> list[Problem]:
        """Return what was told of the site as it is, sorted by place."""
        return sorted(dict.fromkeys(self._problems), key=lambda problem: problem.sort_key)

    def withhold(self, problems: Sequence[Problem]) -> bool:
        """Withhold the clubs in whose files there is an error; return whether all errors may be gone now.

        A club may have been withheld before: older files of it are taken then, and in the end none.
        """
        clubs = [self.find_club(problem.path) for problem in problems]
        faulty = {club for club, problem in zip(clubs, problems, strict=True) if select_errors([problem])}
        self._problems += [
            problem for club, problem in zip(clubs, problems, strict=True) if club not in self._have_pages
        ]
        if not faulty or not all(
            club and self._have_pages.get(club, True) and self.may_withhold(club) for club in faulty
        ):
            return False
        for club in sorted(faulty):
            restored = self._restored.setdefault(club, islice(self._iter_restored(club), _MAX_TRIED))
            self._have_pages[club] = next(restored, False)
            if not self._have_pages[club]:
                self._remove(club)
        uncertain = [*find_uncertain_files(self.root, self.copy, self._have_pages)]
        self._problems += uncertain
        return not uncertain

    def make_tree(self) -> SourceTree:
        """Return the copy as it is now."""
        site, _ = load_site(self.copy)
        clubs = sorted(self._have_pages)
        return SourceTree(
            self.copy,
            tuple(self._describe(club, site) for club in clubs),
            read_withheld_players(self.root, site, clubs) if site else (),
        )

    def find_club(self, path: str) -> str:
        """Return the id of the club whose file, or page, is at a path; blank for all others."""
        groups = "|".join(map(re.escape, self.groups))
        match = re.match(
            rf"(?:{RESULTS_FOLDER}/|(?:{CONTENT_FOLDER}/)?(?:(?:{'|'.join(LANGUAGES)})/)?)"
            rf"((?:{groups})/[^/]+?)(?:\.md)?(?:/|$)",
            path,
        )
        return match[1] if match and (self.root / RESULTS_FOLDER / match[1]).is_dir() else ""

    def _describe(self, club: str, site: Site | None) -> WithheldClub:
        has_pages = self._have_pages[club]
        sites = [each for each in (site, load_site(self.root)[0]) if each]
        for ranking in (ranking for each in sites for ranking in each.club_rankings if ranking.id == club):
            names = ranking.title, ranking.region, ranking.name_of_system
            return WithheldClub(club, *names, has_pages=has_pages)
        return WithheldClub(club, read_folder_title(self.root, club), has_pages=has_pages)

    def _iter_restored(self, club: str) -> Iterator[bool]:
        """Put the files of a club in place as they were at one good commit after the other, latest first."""
        paths = list_club_paths(club)
        if self.repository is None:
            return
        with suppress(HistoryError):
            for state in islice(_list_states(self.repository, paths), _MAX_STATES):
                with check_out(self.repository, state, paths) as folder:
                    shutil.copyfile(self.copy / SETTINGS_FILE, folder / SETTINGS_FILE)
                    if not is_club_good(folder, club, self.dates):
                        continue
                    (folder / SETTINGS_FILE).unlink()
                    self._remove(club)
                    shutil.copytree(folder, self.copy, symlinks=True, dirs_exist_ok=True)
                yield True

    def _remove(self, club: str) -> None:
        for path in list_club_paths(club):
            place = self.copy / path
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink(missing_ok=True)


def had_errors(repository: Repository, commit: str, club: str, dates: SiteDates) -> bool:
    """Whether a club has errors in files that are as they were at a commit, and had them there too."""
    paths = list_club_paths(club)
    if any(is_of_club(path, club) for path in repository.list_changed(commit)):
        return False
    with check_out(repository, commit, [SETTINGS_FILE, *paths]) as folder:
        return not is_club_good(folder, club, dates)


def is_of_club(path: str, club: str) -> bool:
    """Whether a path is that of a file of a club, or of its folder."""
    return any(f"{path}/".startswith(f"{place}/") for place in list_club_paths(club))


def list_club_paths(club: str) -> list[str]:
    """Return the folder of a club, and its pages of rules in all languages."""
    folders = (CONTENT_FOLDER, *(f"{CONTENT_FOLDER}/{language}" for language in LANGUAGES))
    return [f"{RESULTS_FOLDER}/{club}", *(f"{folder}/{club}.md" for folder in folders)]


def _list_states(repository: Repository, paths: Sequence[str]) -> Iterator[str]:
    """Yield the commits of the main line between which files at these paths changed, the latest first."""
    if repository.head:
        yield repository.head
    for commit in repository.find_commits(paths):
        yield from commit.parents[:1]


def is_club_good(root: Path, club: str, dates: SiteDates) -> bool:
    """Whether a club can be read and rated, in a folder with its files and the settings of its site."""
    state = load_state(root, dates, club)
    return state.is_valid and club in state.contexts
