"""The scope of a change: the rankings that it can touch. All others are as they were, and need not be rated.

A ranking is calculated from the files in its folder and from its settings, a list over clubs also from the
files of the clubs. What rankings share is `sitegen.toml`, the day, and who hides: whoever hides in one hides
in all, and may be named in none. A change of these can touch any ranking.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha1, sha256
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.compare.repository import Blob, Repository, check_out
from sitegen.inputs.config.patterns import is_settings
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import SETTINGS_FILE, Site
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.results import ResultFiles

_SHA1_LENGTH = 40


class ChangeScope(NamedTuple):
    """What the working tree of a site can change since a commit: some `rankings`, by their ids.

    `before` is the site at the commit, `after` that of the working tree, and `registers` has the files of the
    players of all other rankings, which are the same in both. To rate those that can change, the files of the
    commit at or below `paths` are enough.
    """

    before: Site
    after: Site
    rankings: Collection[str]
    registers: Mapping[str, RankingFiles]
    paths: Collection[str]


def find_scope(repository: Repository, commit: str, root: Path) -> ChangeScope | None:
    """Return what the working tree of the site in `root` can change; None where that may be any ranking.

    A site that stands at a day is compared with all results: of such a site nothing is left out.
    """
    files = repository.list_files(commit, [SETTINGS_FILE, RESULTS_FOLDER])
    altered, after = find_altered(root, files), load_site(root)[0]
    if after is None or after.as_of or SETTINGS_FILE in altered:
        return None
    players = ResultFiles.open(after, PLAYERS)
    if not any(map(_is_shared, altered)):
        return _make_scope(after, players, altered, files)
    with check_out(repository, commit, [*filter(_is_shared, files)]) as folder:
        before, _ = load_site(folder)
        scope = before and _make_scope(before, players, altered, files)
        return scope and (None if _are_others_touched(scope, players) else scope)


def _make_scope(
    before: Site, players: ResultFiles, altered: Collection[str], files: Iterable[str]
) -> ChangeScope | None:
    """Return the rankings whose own files or settings are other; None if an altered file is of no ranking."""
    was, now = ({ranking.id: ranking for ranking in site.rankings} for site in (before, players.site))
    owners = [{*_list_folders(path)} & {*was, *now} for path in altered]
    if not all(owners):
        return None
    changed = {id_ for id_ in {**was, **now} if was.get(id_) != now.get(id_)}.union(*owners)
    touched = [
        ranking for ranking in (*was.values(), *now.values()) if not changed.isdisjoint(ranking.sources)
    ]
    rankings = {ranking.id for ranking in touched}
    registers = {opened.ranking.id: opened for opened in players.files if opened.ranking.id not in rankings}
    sources = {f"{RESULTS_FOLDER}/{source}" for ranking in touched for source in ranking.sources}
    return ChangeScope(before, players.site, rankings, registers, [*filter(is_settings, files), *sources])


def _is_shared(path: str) -> bool:
    """Whether a file may say something of other rankings too: a file of settings, or of players."""
    return is_settings(path) or f"/{PLAYERS}" in path


def _list_folders(path: str) -> Iterator[str]:
    """Yield a path, and the folders that it is in, below results/."""
    return accumulate(path.split("/")[1:], "{}/{}".format)


def _are_others_touched(scope: ChangeScope, players: ResultFiles) -> bool:
    """Whether the change hides other players in another ranking, or under names that may be anywhere."""
    former = ResultFiles.open(scope.before, PLAYERS, known=scope.registers)
    was, now = (
        {id_: persons for id_, persons in state.players.items() if id_ in scope.registers}
        for state in (former, players)
    )
    return was != now or former.secret_names != players.secret_names


def find_altered(root: Path, files: Mapping[str, Blob]) -> set[str]:
    """Return the paths of settings and results whose bytes in `root` are not those of `files`, of a commit.

    Git may be told to overlook a file, or to change its bytes: it is not asked. What is no file, and an empty
    folder, is in no commit. Names with a dot in front are left out, as by whoever reads results.
    """
    is_short = all(len(blob.id) == _SHA1_LENGTH for blob in files.values())
    here = {
        path: _hash_file(root / path, sha1 if is_short else sha256) if is_file else ""
        for path, is_file in [(SETTINGS_FILE, True), *_walk(root, RESULTS_FOLDER)]
    }
    there = {path: blob.id for path, blob in files.items() if "/." not in path}
    return {path for path in {**here, **there} if here.get(path) != there.get(path)}


def _hash_file(file: Path, make_hash: Callable[[bytes], Any]) -> str:
    """Return the id that git gives the content of a file; blank where it cannot be read."""
    try:
        data = file.read_bytes()
    except OSError:
        return ""
    return str(make_hash(b"blob %d\0%b" % (len(data), data)).hexdigest())


def _walk(root: Path, folder: str) -> Iterator[tuple[str, bool]]:
    """Yield the paths of visible entries and of empty folders below a folder, and which are files."""
    entries = list[os.DirEntry[str]]()
    with suppress(OSError), os.scandir(root / folder) as found:
        entries = [entry for entry in found if not entry.name.startswith(".")]
    for entry in entries:
        path = f"{folder}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(root, path)
        else:
            yield path, entry.is_file(follow_symlinks=False)
    if not entries:
        yield folder, False
