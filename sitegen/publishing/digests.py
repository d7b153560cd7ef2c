"""The digest of each ranking: of all that its pages and tables are made from, and nothing else.

Two builds in which a ranking has the same digest make the same bytes of it. What rankings do not share is its
folder in results/, its texts in content/, its players, and the commits that changed its results. A list over
clubs has all that of its clubs too.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.metadata import distributions
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import sitegen
from sitegen.browser.published import get_runtime_folder
from sitegen.compare.histories import SiteHistory
from sitegen.inputs.config.site import SETTINGS_FILE, SITE_FOLDERS, Ranking
from sitegen.inputs.content.files import CONTENT_FOLDER
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.pages import theme
from sitegen.pages.plan import SitePlanner
from sitegen.publishing.disk import read_file, walk_files
from sitegen.publishing.rankings import SiteInputs

_COMPILED = ("__pycache__/", "compiled/", "runtime/")
"""The folders of a program whose files are made from others."""


class RankingDigest(NamedTuple):
    """The digest of what a ranking is read, rated and planned from, and of its `history`, blank if unread."""

    inputs: str
    history: str = ""


class SiteDigester:
    """Computes the digests of the rankings of a site, with the history that its pages tell, if any."""

    def __init__(self, inputs: SiteInputs, planner: SitePlanner, history: SiteHistory | None) -> None:
        self.inputs, self._planner, self._history = inputs, planner, history
        self._shared = sha256()
        for part in self._iter_shared():
            self._shared.update(part)

    def compute(self, ranking: Ranking) -> RankingDigest:
        """Return the digest of a ranking."""
        digest, site = self._shared.copy(), self.inputs.site
        folders = ranking.sources
        known = [*map(self._list_known, folders)], site.find_lacking(ranking)
        digest.update(repr(known).encode("utf-8", "surrogatepass"))
        paths = [path for folder in folders for path in _list_files(site.root, f"{RESULTS_FOLDER}/{folder}")]
        for part in _iter_files(site.root, [*paths, *self._texts.get(ranking.id, ())]):
            digest.update(part)
        return RankingDigest(digest.hexdigest(), self._compute_history(ranking))

    def _list_known(self, ranking: str) -> Sequence[object]:
        """Return what is known of the players of a ranking, also by the registers of others."""
        directory, people = self._directories[ranking], self._planner.shell.people
        persons = [
            (
                person._replace(row_place=None),
                people.get_key(ranking, person.id, person.name),
                people.get_url(ranking, person.id),
            )
            for person in directory.persons
        ]
        return ranking, persons, sorted(directory.pseudonyms.items())

    @cached_property
    def _directories(self) -> Mapping[str, PlayerDirectory]:
        ids = (ranking.id for ranking in self.inputs.site.rankings)
        return dict(zip(ids, self.inputs.registers.directories, strict=True))

    def _compute_history(self, ranking: Ranking) -> str:
        """Return the digest of the commits that changed a ranking, and of what all rankings have of them."""
        if self._history is None:
            return ""
        places = {SETTINGS_FILE, *(f"{RESULTS_FOLDER}/{folder}" for folder in ranking.sources)}
        commits = [id_ for id_, changed in self._changed_places if not places.isdisjoint(changed)]
        pseudonyms = sorted(self._history.pseudonyms.get(ranking.id, {}).items())
        return sha256(
            repr((commits, pseudonyms, self._history.empty, self._history.problems)).encode()
        ).hexdigest()

    @cached_property
    def _changed_places(self) -> Sequence[tuple[str, Collection[str]]]:
        """The ids of the commits of the main line, with the files that each changed and their folders."""
        commits = self._history.commits.main_line if self._history and self._history.commits else ()
        return [
            (commit.id, {place for change in commit.changes for place in _list_places(change.path)})
            for commit in commits
        ]

    @cached_property
    def _texts(self) -> Mapping[str, list[str]]:
        """The files in content/ that belong to a ranking, by its id: at its address, in any language."""
        ids, texts = {ranking.id for ranking in self.inputs.site.rankings}, dict[str, list[str]]()
        for path in _list_files(self.inputs.site.root, CONTENT_FOLDER):
            for id_ in ids & {*_list_owners(path)}:
                texts.setdefault(id_, []).append(path)
        return texts

    def _iter_shared(self) -> Iterator[bytes]:
        """Yield all that no ranking has for itself."""
        inputs, shell = self.inputs, self._planner.shell
        site, names = inputs.site, inputs.hidden_names
        yield from _iter_program([ranking.origin.code for ranking in site.rankings if ranking.origin.code])
        own_texts = {path for paths in self._texts.values() for path in paths}
        paths = [
            path
            for folder in SITE_FOLDERS
            if folder != RESULTS_FOLDER
            for path in _list_files(site.root, folder)
            if path not in own_texts
        ]
        yield from _iter_files(site.root, [SETTINGS_FILE, *paths])
        clubs = [(club.id, club.name, sorted(club.spellings), club.ranking) for club in shell.clubs]
        values = (
            *(inputs.as_of, site.as_of, bool(site.club_rankings), self._planner.has_player_cards),
            *(shell.has_check_page, shell.has_fonts, clubs, get_runtime_folder()),
            [localized_site.menu for localized_site in self._planner.localized_sites],
            sorted({ranking.name_of_system for ranking in site.rankings}),
            (sorted(names.names), sorted(names.visible_names)) if names else (),
        )
        yield repr(values).encode("utf-8", "surrogatepass")


def _list_places(path: str) -> Iterator[str]:
    """Yield a path, and the folders that it is in."""
    return accumulate(path.split("/"), "{}/{}".format)


def _list_owners(path: str) -> Iterator[str]:
    """Yield the ids of rankings to which a text would belong: its path and the folders that it is in."""
    parts = path.removesuffix(".md").split("/")[1:]
    for start in (0, 1):  # a text in another language is in a folder of that
        for end in range(start + 1, len(parts) + 1):
            yield "/".join(parts[start:end])


def _iter_program(systems: Iterable[Path]) -> Iterator[bytes]:
    """Yield the program, its theme, these systems, and the versions of Python and of all libraries."""
    yield repr((sys.version, sorted(f"{each.name} {each.version}" for each in distributions()))).encode()
    program = Path(sitegen.__file__).parent
    others = [theme.get_templates_folder(), *(Path(system) for system in systems)]
    outside = [place for place in dict.fromkeys(others) if not place.is_relative_to(program)]
    for place in [program, *outside]:
        yield from _iter_files(place.parent, _list_files(place.parent, place.name))


def _list_files(root: Path, name: str) -> list[str]:
    """Return the paths of a file, or of all files in a folder, without what is compiled there."""
    place = root / name
    if not place.is_dir():
        return [name] if place.is_file() else []
    paths = (f"{name}/{path}" for path, _ in walk_files(str(place)))
    return sorted(path for path in paths if not any(folder in path for folder in _COMPILED))


def _iter_files(root: Path, paths: Iterable[str]) -> Iterator[bytes]:
    """Yield the paths and the contents of files."""
    for path in paths:
        try:
            data = read_file(f"{root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            data = b""  # whoever reads the results reports it
        yield f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape")
        yield data
