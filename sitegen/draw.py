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
from sitegen.language import Language
from sitegen.message import advise, counted, say
from sitegen.names import natural
from sitegen.problem import Problem, errors, listing, quoted, suggestion
from sitegen.read import append, folder
from sitegen.request import PARTS, DrawError, Drawn, Request, WishError
from sitegen.system import Drawing, Kept, kept


@dataclass(frozen=True)
class Draft:
    """A draw that is ready to be written: what to tell, and the new content of each file by path.

    It is told in the language of the site; nothing that stands in a file is changed.
    """

    told: Sequence[str]
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class Wish:
    """What an officer asks for, as it is typed: players by id, name or alias, and a file with pairs."""

    today: date
    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Path | None = None
    lines: int | None = None
    day: date | None = None

    @property
    def given(self) -> list[str]:
        """The parts of a `Request` that were asked for."""
        return [part for part in PARTS if getattr(self, part) not in (None, ())]


def draw(root: Path, ranking: str, wish: Wish) -> tuple[Draft | None, list[Problem]]:
    """Draw up what is to be played next in `ranking`; nothing is written yet, and nothing drawn with errors.

    Hidden players are drawn under their own ids and names: these are the club's own tables. Raises
    `DrawError` when it cannot be done.
    """
    site, problems = config.load(root)
    if site is None:
        return None, problems
    language = Language(site.language)
    try:
        of = _found(site.rankings, ranking)
        system = _drawing(of, wish)
        inputs, found = read.read(site, reveal=True)
        problems += [each for each in found if each.path.startswith(f"{folder.RESULTS}/{of.id}/")]
        if errors(problems) or of.id not in inputs:
            return None, problems
        drawn = system.draw(inputs[of.id], of.options, _request(wish, read.resolver(site, of)))
        return _draft(root, of, drawn, language), problems
    except DrawError as error:
        raise error.said(language.told) from error


def _drawing(of: Ranking, wish: Wish) -> Drawing:
    """The system of a ranking, when it draws up and takes all that is asked for."""
    if not isinstance(of.system, Drawing):
        message = say(
            "nothing-drawn-up",
            "{ranking} is a ranking by {system}, which draws nothing up",
            ranking=quoted(of.id),
            system=quoted(of.name_of_system),
        )
        raise WishError(message)
    taken = getattr(of.system, "drawn_with", PARTS)
    refused = [PARTS[part] for part in wish.given if part not in taken]
    if refused:
        message = say(
            "not-drawn-with",
            "a ranking by {system} has no use for {options}",
            options=", ".join(refused),
            system=quoted(of.name_of_system),
        )
        known = ", ".join(PARTS[part] for part in taken)
        raise WishError(message, advise("it is drawn with {options}", options=known))
    return of.system


def _draft(root: Path, of: Ranking, drawn: Drawn, language: Language) -> Draft:
    growing = [(each, rows) for each in kept(of.system) if (rows := drawn.rows.get(each.name))]
    files = [_file(root, of, drawn.file, *each) for each in growing]
    added = [
        counted(
            len(rows), "{file}: {number} row added.", "{file}: {number} rows added.", file=str(root / path)
        )
        for (path, _), (_, rows) in zip(files, growing, strict=True)
    ]
    return Draft(list(map(language.told, [*drawn.told, *added])), dict(files))


def _request(wish: Wish, resolve: Parser) -> Request:
    absent = [*dict.fromkeys(player for each in wish.absent for player in _away(resolve, each))]
    pairs = list(_pairs(wish.pairs, resolve)) if wish.pairs else []
    return Request(wish.round, absent, pairs, wish.lines, wish.day or wish.today)


def _away(resolve: Parser, named: str) -> Sequence[str]:
    """The ids in one `--absent`: of one player, whose name may hold a comma, or of several between commas."""
    try:
        return [str(resolve(named))]
    except ValueError:
        several = [each for each in named.split(",") if each.strip()]
        return [_resolved(resolve, each) for each in several or [named]]


def _pairs(path: Path, resolve: Parser) -> Iterator[Sequence[str]]:
    """The pairs in a file, one a line: two players with a comma, semicolon or tab between, or one name."""
    for number, line in enumerate(_text(path).splitlines(), 1):
        cells = [each.strip() for each in re.split("[,;\t]", line)]
        if not line.strip() or line.startswith("#"):
            continue
        if len(cells) > 2:
            message = say(
                "pair-of-several",
                "{file}:{line}: {count} players where a pair has two",
                file=path,
                line=number,
                count=len(cells),
            )
            raise WishError(message)
        yield [_resolved(resolve, each) for each in cells] if len(cells) == 2 else cells


def _text(path: Path) -> str:
    """The text of a file that was named on the command line."""
    if path.is_dir():
        message = say("pairs-in-folder", "{file} is a folder, not a file", file=path)
        raise WishError(message, advise("name the file in it that has the pairs, one a line"))
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        message = say("pairs-not-there", "there is no file {file}", file=path)
        hint = advise("its name counts from the folder in which the command is given")
        raise WishError(message, hint) from error
    except UnicodeDecodeError as error:
        message = say("pairs-not-utf8", "{file} is not UTF-8", file=path)
        raise WishError(message, advise("save it as text in UTF-8")) from error
    except OSError as error:
        message = say("pairs-not-read", "{file} cannot be read: {reason}", file=path, reason=error.strerror)
        raise WishError(message) from error


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
        message = say("draw-not-written", "the draw was not written: {reason}", reason=error.strerror)
        raise DrawError(message) from error


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
        message = say("no-such-ranking", "no ranking is called {id}", id=quoted(id_))
        raise WishError(message, suggestion(id_, known) or listing(known))
    return known[id_]


def _resolved(resolve: Parser, named: str) -> str:
    try:
        return str(resolve(named))
    except ValueError as error:
        raise WishError(*error.args) from None


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
        raise DrawError(*error.args) from None
