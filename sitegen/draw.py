"""What is to be played next, drawn up by a system and added to the tables that the club keeps."""

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sitegen import config, read
from sitegen.cells import Parser
from sitegen.config import Ranking
from sitegen.names import natural
from sitegen.problem import Problem, errors, listing, quoted, suggestion
from sitegen.read import append, folder
from sitegen.request import DrawError, Request
from sitegen.system import Drawing, Kept, kept


@dataclass(frozen=True)
class Draft:
    """A draw that is ready to be written: what to tell, and the new content of each file by path.

    `added` is the number of rows that each file gets; nothing that stands there is changed.
    """

    told: Sequence[str]
    files: Mapping[str, bytes]
    added: Mapping[str, int]


@dataclass(frozen=True)
class Wish:
    """What an officer asks for, as it is typed: players by id, name or alias, and a file with pairs."""

    day: date
    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Path | None = None
    lines: int | None = None


def draw(root: Path, ranking: str, wish: Wish) -> tuple[Draft | None, list[Problem]]:
    """Draw up what is to be played next in `ranking`; nothing is written yet, and nothing drawn with errors.

    Hidden players are drawn under their own ids and names: these are the club's own tables. Raises
    `DrawError` when it cannot be done.
    """
    site, problems = config.load(root)
    if site is None:
        return None, problems
    of = _found(site.rankings, ranking)
    if not isinstance(of.system, Drawing):
        raise DrawError(
            f"{quoted(of.id)} is a ranking by {quoted(of.name_of_system)}, which draws nothing up"
        )
    inputs, found = read.read(site, reveal=True)
    problems += [each for each in found if each.path.startswith(f"{folder.RESULTS}/{of.id}/")]
    if errors(problems) or of.id not in inputs:
        return None, problems
    request = _request(wish, read.resolver(site, of))
    drawn = of.system.draw(inputs[of.id], of.options, request)
    growing = [(each, rows) for each in kept(of.system) if (rows := drawn.rows.get(each.name))]
    files = [_file(root, of, drawn.file, *each) for each in growing]
    added = {path: len(rows) for (path, _), (_, rows) in zip(files, growing, strict=True)}
    return Draft(drawn.told, dict(files), added), problems


def _request(wish: Wish, resolve: Parser) -> Request:
    absent = [*dict.fromkeys(player for each in wish.absent for player in _away(resolve, each))]
    pairs = list(_pairs(wish.pairs, resolve)) if wish.pairs else []
    return Request(wish.round, absent, pairs, wish.lines, wish.day)


def _away(resolve: Parser, named: str) -> Sequence[str]:
    """The ids in one `--absent`: of one player, whose name may hold a comma, or of several between commas."""
    try:
        return [str(resolve(named))]
    except ValueError:
        several = [each for each in named.split(",") if each.strip()]
        return [_resolved(resolve, each) for each in several or [named]]


def _pairs(path: Path, resolve: Parser) -> Iterator[Sequence[str]]:
    """The pairs in a file, one a line: two players with a comma, semicolon or tab between, or one name."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DrawError(f"{path} cannot be read as UTF-8 text: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        cells = [each.strip() for each in re.split("[,;\t]", line)]
        if not line.strip() or line.startswith("#"):
            continue
        if len(cells) > 2:
            raise DrawError(f"{path}:{number}: {len(cells)} players where a pair has two")
        yield [_resolved(resolve, each) for each in cells] if len(cells) == 2 else cells


def write(root: Path, draft: Draft) -> None:
    """Write all files of `draft` or none; a `DrawError` where one cannot be written.

    All are complete beside their places before the first takes its own. A link stays one: what it leads to
    grows. Raises `OSError` only where a file that has taken its place cannot be put back.
    """
    new = {(root / path).resolve(): data for path, data in draft.files.items()}
    old = {place: place.read_bytes() if place.exists() else None for place in new}
    try:
        for place, data in new.items():
            _complete(place, data)
        for place in new:
            _beside(place).replace(place)
    except OSError as error:
        _put_back(old)
        raise DrawError(f"the draw was not written: {error.strerror}") from error


def _beside(place: Path) -> Path:
    return place.with_name(f"{place.name}.new")


def _complete(place: Path, data: bytes) -> None:
    """What `place` is to become, beside it, for the same people to read and write."""
    beside = _beside(place)
    beside.parent.mkdir(exist_ok=True)
    beside.write_bytes(data)
    if place.exists():
        shutil.copymode(place, beside)


def _put_back(old: Mapping[Path, bytes | None]) -> None:
    """Every file as it was, None for one that was not there, and nothing beside it."""
    for place, data in old.items():
        _beside(place).unlink(missing_ok=True)
        if data is None:
            place.unlink(missing_ok=True)
        elif place.read_bytes() != data:
            _complete(place, data)
            _beside(place).replace(place)


def _found(rankings: Iterable[Ranking], id_: str) -> Ranking:
    known = {each.id: each for each in rankings}
    if id_ not in known:
        hint = suggestion(id_, known) or listing(known)
        raise DrawError(f"no ranking is called {quoted(id_)} ({hint})")
    return known[id_]


def _resolved(resolve: Parser, named: str) -> str:
    try:
        return str(resolve(named))
    except ValueError as error:
        message, hint = error.args
        raise DrawError(f"{message} ({hint})" if hint else message) from None


def _file(
    root: Path, ranking: Ranking, named: str, table: Kept, rows: Sequence[append.Cells]
) -> tuple[str, bytes]:
    """The file of a table that gets these rows: its only one, or of a folder the one so named or the last."""
    paths, _ = folder.tables(root, ranking.id, [table.name])
    whole = f"{folder.RESULTS}/{ranking.id}/{table.name}"
    path = max(paths[table.name], key=natural, default=f"{whole}.csv")
    if named and not (root / f"{whole}.csv").exists():
        path = f"{whole}/{named}.csv"
    try:
        if not (root / path).exists():
            return path, append.started(path, table.rows, rows)
        return path, append.appended((root / path).read_bytes(), path, table.rows, rows)
    except ValueError as error:
        message, hint = error.args
        raise DrawError(f"{message} ({hint})") from None
