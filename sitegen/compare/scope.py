"""The scope of a change: the rankings that it can touch. All others are as they were, and need not be rated.

A ranking is calculated from the files in its folder and from its settings, a list over clubs also from the
files of the clubs. What rankings share is `sitegen.toml`, the day, and who hides: whoever hides in one hides
in all, and may be named in none. A change of these can touch any ranking.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha1, sha256
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.compare.repository import Blob, Repository, check_out
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.files import EntryKind, FolderEntry, list_entries
from sitegen.inputs.config.patterns import is_settings
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.players import Person
from sitegen.inputs.results.results import ResultFiles

_SHA1_LENGTH = 40


class ChangeScope(NamedTuple):
    """What the working tree of a site can change since a commit: some `rankings`, by their ids.

    `before` and `after` have the players of all rankings, at the commit and in the working tree. To rate
    those that can change, the files of the commit at or below `paths` are enough.
    """

    before: ResultFiles
    after: ResultFiles
    rankings: Collection[str]
    paths: Sequence[str]

    def open_players(self, site: Site) -> ResultFiles:
        """Open the files of players of a site; those of rankings that do not change are open already."""
        return ResultFiles.open(site, {PLAYERS}, known=_select_others(self.after, self.rankings))


def find_scope(
    repository: Repository, commit: str, root: Path, cache: BuildCache = NULL_CACHE
) -> ChangeScope | None:
    """Return what the working tree of the site in `root` can change; None where that may be any ranking.

    Settings in `cache` are not read again.
    A site that stands at a day is compared with all results: of such a site nothing is left out.
    """
    files = repository.list_files(commit, [SETTINGS_FILE, RESULTS_FOLDER])
    altered, site = find_altered(root, files), load_site(root, cache)[0]
    if site is None or site.as_of or SETTINGS_FILE in altered:
        return None
    after = ResultFiles.open(site, {PLAYERS})
    settings = [*filter(is_settings, files)]
    if not any(map(_is_shared, altered)):
        touched = _find_touched(site, site, altered, files)
        return None if touched is None else _make_scope(after, after, touched, settings)
    with check_out(repository, commit, [*filter(_is_shared, files)]) as folder:
        former, _ = load_site(folder)
        touched = former and _find_touched(former, site, altered, files)
        if former is None or touched is None:
            return None
        known = _select_others(after, {ranking.id for ranking in touched})
        before = ResultFiles.open(former, {PLAYERS}, known=known)
    hides_others = _list_persons(before, known) != _list_persons(after, known)
    if hides_others or _are_others_named(before.secret_names, after.secret_names):
        return None
    return _make_scope(before, after, touched, settings)


def _make_scope(
    before: ResultFiles, after: ResultFiles, touched: Sequence[Ranking], settings: Iterable[str]
) -> ChangeScope:
    sources = {f"{RESULTS_FOLDER}/{source}": None for ranking in touched for source in ranking.sources}
    return ChangeScope(before, after, {ranking.id for ranking in touched}, [*settings, *sources])


def _find_touched(
    before: Site, after: Site, altered: Collection[str], files: Iterable[str]
) -> Sequence[Ranking] | None:
    """Return the rankings, as both sites have them, whose settings or files, or those of a club, are other.

    None where an altered file belongs to no ranking, or where one of the `files` before belonged to none yet.
    """
    was, now = ({ranking.id: ranking for ranking in site.rankings} for site in (before, after))
    owners = [{*_list_folders(path)} & {*was, *now} for path in altered]
    new_folders = tuple(f"{RESULTS_FOLDER}/{id_}/" for id_ in now.keys() - was.keys())
    if not all(owners) or any(path.startswith(new_folders) for path in files):
        return None
    changed = {id_ for id_ in {**was, **now} if was.get(id_) != now.get(id_)}.union(*owners)
    rankings = (*was.values(), *now.values())
    return [ranking for ranking in rankings if not changed.isdisjoint(ranking.sources)]


def _select_others(players: ResultFiles, rankings: Collection[str]) -> Mapping[str, RankingFiles]:
    """Return the open files of all rankings but these, by id."""
    return {files.ranking.id: files for files in players.files if files.ranking.id not in rankings}


def _list_persons(players: ResultFiles, ids: Collection[str]) -> list[Sequence[Person]]:
    return [persons for id_, persons in players.players.items() if id_ in ids]


def _is_shared(path: str) -> bool:
    """Whether a file may say something of other rankings too: a file of settings, or of players."""
    return is_settings(path) or f"/{PLAYERS}" in path


def _list_folders(path: str) -> Iterator[str]:
    """Yield a path, and the folders that it is in, below results/."""
    return accumulate(path.split("/")[1:], "{}/{}".format)


def find_altered(root: Path, files: Mapping[str, Blob]) -> set[str]:
    """Return the paths of settings and results whose bytes in `root` are not those of `files`, of a commit.

    Git may be told to overlook a file, or to change its bytes: it is not asked. What is no file, and a folder
    that is not in the commit and has no visible file, is other too. New names with a dot in front are left
    out, as by whoever reads results.
    """
    is_short = all(len(blob.id) == _SHA1_LENGTH for blob in files.values())
    altered, here = set[str](), {SETTINGS_FILE}
    for path, kind in _walk(root, RESULTS_FOLDER):
        if kind is EntryKind.FOLDER:
            altered |= set() if any(file.startswith(f"{path}/") for file in files) else {path}
        elif kind is not EntryKind.FILE:
            altered.add(path)
        elif path in files or "/." not in path:
            here.add(path)
    make_hash = sha1 if is_short else sha256
    altered |= {path for path in here if _hash_file(f"{root}/{path}", make_hash) != _get_id(files, path)}
    return altered | (files.keys() - here)


def _get_id(files: Mapping[str, Blob], path: str) -> str:
    return files[path].id if path in files else ""


def _hash_file(file: str, make_hash: Callable[[bytes], Any]) -> str:
    """Return the id that git gives the content of a file; `?` where it cannot be read."""
    try:
        with open(file, "rb") as opened:  # noqa: PTH123 - as many as results
            data = opened.read()
    except OSError:
        return "?"
    return str(make_hash(b"blob %d\0%b" % (len(data), data)).hexdigest())


def _walk(root: Path, folder: str) -> Iterator[tuple[str, EntryKind]]:
    """Yield the paths of all entries below a folder with their kind; folders only if they look empty."""
    entries = list[FolderEntry]()
    with suppress(OSError):
        entries = list_entries(root, folder)
    for name, kind in entries:
        if kind is EntryKind.FOLDER:
            yield from _walk(root, f"{folder}/{name}")
        else:
            yield f"{folder}/{name}", kind
    if all(name.startswith(".") for name, _ in entries):
        yield folder, EntryKind.FOLDER


def _are_others_named(before: HiddenNames, after: HiddenNames) -> bool:
    """Whether a text may name a hidden player now that did not before, or the other way round.

    The name of a new player explains a match only where it has a word of a hidden name.
    """
    if (before.names, before.family_names) != (after.names, after.family_names):
        return True
    return after.is_near(before.visible_names ^ after.visible_names)
