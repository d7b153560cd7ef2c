"""What is to be played next, drawn up by a system and added to the tables that the club keeps.

One command at a time that writes to results.

The files that a draw lets grow: their new content, and how all of them are written or none.

What an officer asks of a draw, as it is typed, and what is asked of the system by it.
"""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sitegen.core.cells import Parser
from sitegen.core.entities import DRAW_FLAGS, DrawError, DrawRequest, InvalidRequestError, Pairings
from sitegen.core.files import lock_folder
from sitegen.core.language import Language
from sitegen.core.names import make_natural_key
from sitegen.core.problems import Problem, advise, pluralize, quote_text, say, select_errors
from sitegen.core.system import CanDraw, InputTable, list_input_tables
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.privacy.redact import Redactor
from sitegen.inputs.results import append, files, results
from sitegen.inputs.results.append import get_staging_path
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, find_table_files


@contextmanager
def lock_site(root: Path, *, patience: float = 60.0) -> Iterator[Sequence[str]]:
    """Keep other draws and imports of this site waiting, up to `patience` seconds; else a `DrawError`.

    What a killed one left is settled first: where that finished it, this yields what it had to tell.
    """
    with ExitStack() as held:
        try:
            with suppress(FileNotFoundError, NotADirectoryError):  # then there is nothing to be drawn from
                held.enter_context(lock_folder(root / files.RESULTS_FOLDER, patience))
            left = append.finish_interrupted(root)
        except BlockingIOError:
            message = say("draw-under-way", "another command is still writing to this site")
            raise DrawError(message, advise("wait until it ends, then say this again")) from None
        except OSError as error:
            message = say(
                "draw-not-begun", "nothing can be written here: {reason}", reason=error.strerror or ""
            )
            raise DrawError(message) from error
        yield left


def append_rows(
    root: Path, ranking: Ranking, named: str, table: InputTable, rows: Sequence[append.RowCells]
) -> tuple[str, bytes]:
    """The file of a table that gets these rows: its only one, or of a folder the one so named or the last."""
    paths, _ = find_table_files(root, ranking.id, [table.name])
    whole = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}"
    path = max(paths[table.name], key=make_natural_key, default=f"{whole}.csv")
    if named and not (root / f"{whole}.csv").exists():
        path = f"{whole}/{named}.csv"
    try:
        if not (root / path).exists():
            return path, append.start_file(path, table.rows, rows, _find_similar_file(root, ranking, table))
        return path, append.append_rows((root / path).read_bytes(), path, table.rows, rows)
    except ValueError as error:
        raise DrawError(*error.args) from None


def _find_similar_file(root: Path, ranking: Ranking, table: InputTable) -> append.FileTemplate | None:
    """The file whose form a new one takes: the last of the same table, or one of the players."""
    players = next(
        input_table for input_table in list_input_tables(ranking.system) if input_table.name == PLAYERS
    )
    paths, _ = find_table_files(root, ranking.id, [table.name, players.name])
    for candidate in (table, players):
        if paths[candidate.name]:
            return append.FileTemplate(
                (root / max(paths[candidate.name], key=make_natural_key)).read_bytes(), candidate.rows
            )
    return None


def write_files(
    root: Path,
    files: Mapping[str, bytes | None],
    told: Sequence[str] = (),
    command: str = "",
    old: Mapping[str, bytes | None] | None = None,
) -> None:
    """Write all of `files`, the content by path, or none; a `DrawError` where one cannot be written.

    A file whose content is None is taken out. All are complete beside their places before the first takes
    its own. A link stays one: what it leads to changes. After a kill the next `command` finishes this one,
    and tells what this would have `told`. The files are to be as the caller read them: as `old` says, else
    what is written only adds to them. Raises `OSError` only where a file that has taken its place cannot be
    put back.
    """
    new = {(root / path).resolve(): data for path, data in files.items()}
    before = {place: place.read_bytes() if place.exists() else None for place in new}
    _refuse_changed_files(
        before, new, None if old is None else {(root / path).resolve(): old[path] for path in files}
    )
    try:
        by_path = dict(zip(files, before.values(), strict=True))
        append.begin_log(root, by_path, [path for path in files if files[path] is None], told, command)
        for place, data in new.items():
            if data is not None:
                _stage_file(place, data)
        append.mark_complete(root)
        for place, data in new.items():
            if data is None:
                place.unlink(missing_ok=True)
            else:
                get_staging_path(place).replace(place)
    except BaseException as error:
        _restore_files(before)
        append.delete_log(root)
        if not isinstance(error, OSError):
            raise
        message = say("draw-not-written", "nothing was written: {reason}", reason=error.strerror)
        raise DrawError(message) from error
    append.delete_log(root)


def _refuse_changed_files(
    before: Mapping[Path, bytes | None],
    new: Mapping[Path, bytes | None],
    old: Mapping[Path, bytes | None] | None,
) -> None:
    """A `DrawError` when a file is not what it was when it was read."""
    for place, data in new.items():
        is_same = (
            (data or b"").startswith(before[place] or b"") if old is None else before[place] == old[place]
        )
        if not is_same:
            message = say("changed-during-draw", "{file} was changed meanwhile", file=quote_text(place.name))
            raise DrawError(message, advise("say the command again"))


def _stage_file(place: Path, data: bytes) -> None:
    """What `place` is to become, beside it, for the same people to read and write."""
    get_staging_path(place).parent.mkdir(parents=True, exist_ok=True)
    get_staging_path(place).write_bytes(data)
    if place.exists():
        shutil.copymode(place, get_staging_path(place))


def _restore_files(old: Mapping[Path, bytes | None]) -> None:
    """Every file as it was, None for one that was not there, and nothing beside it."""
    for place, data in old.items():
        if get_staging_path(place).exists():
            get_staging_path(place).unlink()
        if data is None:
            place.unlink(missing_ok=True)
        elif place.read_bytes() != data:
            _stage_file(place, data)
            get_staging_path(place).replace(place)


_MAX_PAIRS_BYTES = 2**20  # bytes of a file with pairs


@dataclass(frozen=True)
class DrawOptions:
    """What an officer asks for, as it is typed: players by id, name or alias, and a file with pairs."""

    today: date
    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Path | None = None
    lines: int | None = None
    day: date | None = None

    @property
    def requested_parts(self) -> list[str]:
        """The parts of a `Request` that were asked for."""
        return [part for part in DRAW_FLAGS if getattr(self, part) not in (None, ())]


def build_request(wish: DrawOptions, resolve: Parser) -> DrawRequest:
    """What is asked of the system, with players by their ids."""
    absent = [*dict.fromkeys(player for text in wish.absent for player in _resolve_absent(resolve, text))]
    pairs = list(_read_pairs(wish.pairs, resolve)) if wish.pairs else []
    return DrawRequest(wish.round, absent, pairs, wish.lines, wish.day or wish.today)


def _resolve_absent(resolve: Parser, named: str) -> Sequence[str]:
    """The ids in one `--absent`: of one player, whose name may hold a comma, or of several between commas."""
    try:
        return [str(resolve(named))]
    except ValueError:
        several = [name for name in named.split(",") if name.strip()]
        if not several:
            raise InvalidRequestError(
                say("nobody-absent", "--absent names nobody"), advise("name who will not come")
            ) from None
        return [_resolve_player(resolve, name) for name in several]


def _read_pairs(path: Path, resolve: Parser) -> Iterator[Sequence[str]]:
    """The pairs in a file, one a line: two players with a comma, semicolon or tab between, or one name."""
    for number, line in enumerate(_read_text(path).splitlines(), 1):
        cells = [cell.strip() for cell in re.split("[,;\t]", line)]
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
            raise InvalidRequestError(message)
        yield [_resolve_player(resolve, cell) for cell in cells] if len(cells) == 2 else cells


def _read_text(path: Path) -> str:
    """The text of a file that was named on the command line."""
    if path.is_dir():
        message = say("pairs-in-folder", "{file} is a folder, not a file", file=path)
        raise InvalidRequestError(message, advise("name the file in it that has the pairs, one a line"))
    try:
        with path.open("rb") as file:
            return _check_size(file.read(_MAX_PAIRS_BYTES + 1), path).decode("utf-8-sig")
    except FileNotFoundError as error:
        message = say("pairs-not-there", "there is no file {file}", file=path)
        hint = advise("write its path from the folder that you are in")
        raise InvalidRequestError(message, hint) from error
    except UnicodeDecodeError as error:
        message = say("pairs-not-utf8", "{file} is not UTF-8", file=path)
        raise InvalidRequestError(message, advise("save it as text in UTF-8")) from error
    except OSError as error:
        message = say("pairs-not-read", "{file} cannot be read: {reason}", file=path, reason=error.strerror)
        raise InvalidRequestError(message) from error


def _check_size(content: bytes, path: Path) -> bytes:
    """What was read of a file, when that is all of it: a device may have no end."""
    if len(content) <= _MAX_PAIRS_BYTES:
        return content
    message = say(
        "pairs-too-many", "{file} has more than {most} bytes", file=path, most=f"{_MAX_PAIRS_BYTES:,}"
    )
    raise InvalidRequestError(message, advise("name the file that has the pairs, one a line"))


def _resolve_player(resolve: Parser, named: str) -> str:
    try:
        return str(resolve(named))
    except ValueError as error:
        raise InvalidRequestError(*error.args) from None


@dataclass(frozen=True)
class Draft:
    """A draw that is ready to be written: what to tell, and the new content of each file by path.

    It is told in the language of the site; nothing that stands in a file is changed.
    """

    messages: Sequence[str]
    files: Mapping[str, bytes]


def draw(root: Path, ranking: str, wish: DrawOptions) -> tuple[Draft | None, list[Problem]]:
    """Draw up what is to be played next in `ranking`; nothing is written yet, and nothing drawn with errors.

    Hidden players are drawn under their own ids and names: these are the club's own tables. Raises
    `DrawError` when it cannot be done.
    """
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    of = site.find_ranking(ranking)
    system = _find_drawing_system(of, wish)
    inputs, found = results.read_results(site, reveal=True, latest=wish.today)
    ours = [problem for problem in found if problem.path.startswith(f"{RESULTS_FOLDER}/{of.id}/")]
    problems += Redactor(results.find_hidden_names(site)).redact_problems(ours)
    if select_errors(problems) or of.id not in inputs:
        return None, problems
    asked = build_request(wish, results.make_player_resolver(site, of))
    try:
        drawn = system.draw(inputs[of.id], of.options, asked)
    except (DrawError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
        return None, [*problems, of.report_failure("draw", error)]
    return _build_draft(root, of, drawn, Language(site.language).with_catalogues(of.origin)), problems


def _find_drawing_system(of: Ranking, wish: DrawOptions) -> CanDraw:
    """The system of a ranking, when it draws up and takes all that is asked for."""
    if not isinstance(of.system, CanDraw):
        message = say(
            "nothing-drawn-up",
            "{ranking} is a ranking by {system}, which draws nothing up",
            ranking=quote_text(of.id),
            system=quote_text(of.name_of_system),
        )
        raise InvalidRequestError(message)
    taken = getattr(of.system, "draw_options", DRAW_FLAGS)
    refused = [DRAW_FLAGS[part] for part in wish.requested_parts if part not in taken]
    if refused:
        message = say(
            "not-drawn-with",
            "a ranking by {system} has no use for {options}",
            options=", ".join(refused),
            system=quote_text(of.name_of_system),
        )
        known = ", ".join(DRAW_FLAGS[part] for part in taken)
        raise InvalidRequestError(message, advise("it is drawn with {options}", options=known))
    return of.system


def _build_draft(root: Path, of: Ranking, drawn: Pairings, language: Language) -> Draft:
    growing = [
        (table, rows) for table in list_input_tables(of.system) if (rows := drawn.rows.get(table.name))
    ]
    files = [append_rows(root, of, drawn.file, *addition) for addition in growing]
    added = [
        pluralize(
            len(rows), "{file}: {number} row added.", "{file}: {number} rows added.", file=str(root / path)
        )
        for (path, _), (_, rows) in zip(files, growing, strict=True)
    ]
    return Draft(list(map(language.format_message, [*drawn.messages, *added])), dict(files))
