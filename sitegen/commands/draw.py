"""`sitegen draw`: let a system draw up what is to be played next, and add that to the club's tables.

`sitegen import` writes with the same `lock_site` and `write_files`: one command at a time, and all of its
files or none.
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
from sitegen.inputs.privacy.redact import report_problems
from sitegen.inputs.results import append, results
from sitegen.inputs.results.append import get_staging_path
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, find_table_files


@contextmanager
def lock_site(root: Path, *, patience: float = 60.0) -> Iterator[Sequence[str]]:
    """Lock the site against other draws and imports; a `DrawError` when `patience` seconds were not enough.

    What a killed command left is settled first. Where that finishes it, its messages are yielded.
    """
    with ExitStack() as stack:
        try:
            with suppress(FileNotFoundError, NotADirectoryError):  # then there is nothing to be drawn from
                stack.enter_context(lock_folder(root / RESULTS_FOLDER, patience))
            messages = append.finish_interrupted(root)
        except BlockingIOError:
            message = say("draw-under-way", "another command is still writing to this site")
            raise DrawError(message, advise("wait until it ends, then run this again")) from None
        except OSError as error:
            message = say(
                "draw-not-begun", "nothing can be written here: {reason}", reason=error.strerror or ""
            )
            raise DrawError(message) from error
        yield messages


def append_rows(  # noqa: PLR0913 - the last is named at the call
    root: Path,
    ranking: Ranking,
    file_name: str,
    table: InputTable,
    rows: Sequence[append.RowCells],
    *,
    language: Language,
) -> tuple[str, bytes]:
    """Return the path and new content of the file of a table that gets these rows.

    That is the table's only file; in a folder of files the one called `file_name`, else the last. A new file
    has the headings of the language.
    """
    paths, _ = find_table_files(root, ranking.id, [table.name])
    stem = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}"
    path = max(paths[table.name], key=make_natural_key, default=f"{stem}.csv")
    if file_name and not (root / f"{stem}.csv").exists():
        path = f"{stem}/{file_name}.csv"
    words = language.with_catalogues(ranking.origin)
    try:
        if not (root / path).exists():
            similar = _find_similar_file(root, ranking, table)
            return path, append.start_file(path, table.rows, rows, words, similar)
        return path, append.append_rows((root / path).read_bytes(), path, table.rows, rows, words)
    except ValueError as error:
        raise DrawError(*error.args) from None


def _find_similar_file(root: Path, ranking: Ranking, table: InputTable) -> append.FileTemplate | None:
    """Return the file whose form a new one takes: the last of the same table, else of the players."""
    players = next(other for other in list_input_tables(ranking.system) if other.name == PLAYERS)
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
    messages: Sequence[str] = (),
    command: str = "",
    old: Mapping[str, bytes | None] | None = None,
) -> None:
    """Write all of `files`, the content by path, or none; a `DrawError` where one cannot be written.

    A file whose content is None is deleted. All are complete beside their places before the first takes its
    own. A link stays one: the file that it leads to changes. After a kill the next `command` finishes this
    one and prints its `messages`. The files must be as the caller read them: as `old` says, else they may
    only grow. Raises `OSError` only where a file that has taken its place cannot be put back.
    """
    new = {(root / path).resolve(): data for path, data in files.items()}
    before = {place: place.read_bytes() if place.exists() else None for place in new}
    expected_contents = None if old is None else {(root / path).resolve(): old[path] for path in files}
    _refuse_changed_files(before, new, expected_contents)
    try:
        by_path = dict(zip(files, before.values(), strict=True))
        append.begin_log(root, by_path, [path for path in files if files[path] is None], messages, command)
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
    expected: Mapping[Path, bytes | None] | None,
) -> None:
    """Raise a `DrawError` when a file is not what it was when it was read."""
    for place, data in new.items():
        if expected is None:
            is_same = (data or b"").startswith(before[place] or b"")
        else:
            is_same = before[place] == expected[place]
        if not is_same:
            message = say("changed-during-draw", "{file} was changed meanwhile", file=quote_text(place.name))
            raise DrawError(message, advise("say the command again"))


def _stage_file(place: Path, data: bytes) -> None:
    """Write the new content of a file beside it, with the same permissions."""
    get_staging_path(place).parent.mkdir(parents=True, exist_ok=True)
    get_staging_path(place).write_bytes(data)
    if place.exists():
        shutil.copymode(place, get_staging_path(place))


def _restore_files(old: Mapping[Path, bytes | None]) -> None:
    """Restore every file as it was, None for one that was not there, and leave nothing beside it."""
    for place, data in old.items():
        if get_staging_path(place).exists():
            get_staging_path(place).unlink()
        if data is None:
            place.unlink(missing_ok=True)
        elif place.read_bytes() != data:
            _stage_file(place, data)
            get_staging_path(place).replace(place)


@dataclass(frozen=True)
class DrawOptions:
    """The options as they are typed: players by id, name or alias, and a file with pairs."""

    today: date
    round: int | None = None
    absent: Sequence[str] = ()
    pairs: Path | None = None
    lines: int | None = None
    day: date | None = None

    @property
    def requested_parts(self) -> list[str]:
        """The parts of a `DrawRequest` that were asked for."""
        return [part for part in DRAW_FLAGS if getattr(self, part) not in (None, ())]


def build_request(options: DrawOptions, resolve: Parser) -> DrawRequest:
    """Return what is asked of the system, with players by their ids."""
    absent = [*dict.fromkeys(player for text in options.absent for player in _resolve_absent(resolve, text))]
    pairs = list(_read_pairs(options.pairs, resolve)) if options.pairs else []
    return DrawRequest(options.round, absent, pairs, options.lines, options.day or options.today)


def _resolve_absent(resolve: Parser, text: str) -> Sequence[str]:
    """Return the ids in one `--absent`: one player, whose name may hold a comma, or several with commas."""
    try:
        return [str(resolve(text))]
    except ValueError:
        names = [name for name in text.split(",") if name.strip()]
        if not names:
            raise InvalidRequestError(
                say("nobody-absent", "--absent names nobody"), advise("name who will not come")
            ) from None
        return [_resolve_player(resolve, name) for name in names]


def _read_pairs(path: Path, resolve: Parser) -> Iterator[Sequence[str]]:
    """Yield the pairs in a file, one a line: two players with a comma, semicolon or tab, or one name."""
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
    """Return the text of a file that was named on the command line."""
    if path.is_dir():
        message = say("pairs-in-folder", "{file} is a folder, not a file", file=path)
        raise InvalidRequestError(message, advise("name the file in it that has the pairs, one a line"))
    try:
        return path.read_text(encoding="utf-8-sig")
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


def _resolve_player(resolve: Parser, name: str) -> str:
    try:
        return str(resolve(name))
    except ValueError as error:
        raise InvalidRequestError(*error.args) from None


_NAMES_HIDDEN_PLAYERS = advise(
    "Players who hide stand here under their own names: this list is for the committee, not for publication."
)


@dataclass(frozen=True)
class Draft:
    """A draw that is ready to be written: messages in the site's language, and each file's new content.

    The files only grow.
    """

    messages: Sequence[str]
    files: Mapping[str, bytes]


def draw(root: Path, ranking_id: str, options: DrawOptions) -> tuple[Draft | None, list[Problem]]:
    """Draw up what is to be played next in a ranking; write nothing yet, and draw nothing with errors.

    Hidden players are drawn under their own ids and names: these are the club's own tables. Raises
    `DrawError` when it cannot be done.
    """
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    ranking = site.find_ranking(ranking_id)
    system = _find_drawing_system(ranking, options)
    inputs, read_problems = results.read_results(site, reveal=True, latest=options.today)
    problems += [
        problem for problem in read_problems if problem.path.startswith(f"{RESULTS_FOLDER}/{ranking_id}/")
    ]
    draft = None
    if not select_errors(problems) and ranking.id in inputs:
        request = build_request(options, results.make_player_resolver(site, ranking))
        try:
            pairings = system.draw(inputs[ranking.id], ranking.options, request)
        except (DrawError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            problems.append(ranking.report_failure("draw", error))
        else:
            language = Language(site.language).with_catalogues(ranking.origin)
            notes = [_NAMES_HIDDEN_PLAYERS] if results.find_pseudonyms(site)[ranking.id] else []
            draft = _build_draft(
                root, ranking, pairings._replace(messages=[*notes, *pairings.messages]), language
            )
    return draft, report_problems(problems, results.find_hidden_names(site))


def _find_drawing_system(ranking: Ranking, options: DrawOptions) -> CanDraw:
    """Return the system of a ranking, when it draws up and takes all that is asked for."""
    if not isinstance(ranking.system, CanDraw):
        message = say(
            "nothing-drawn-up",
            "{ranking} is a ranking by {system}, which draws nothing up",
            ranking=quote_text(ranking.id),
            system=quote_text(ranking.name_of_system),
        )
        raise InvalidRequestError(message)
    allowed = getattr(ranking.system, "draw_options", DRAW_FLAGS)
    unsupported_flags = [DRAW_FLAGS[part] for part in options.requested_parts if part not in allowed]
    if unsupported_flags:
        message = say(
            "not-drawn-with",
            "a ranking by {system} has no use for {options}",
            options=", ".join(unsupported_flags),
            system=quote_text(ranking.name_of_system),
        )
        flags = ", ".join(DRAW_FLAGS[part] for part in allowed)
        raise InvalidRequestError(message, advise("it is drawn with {options}", options=flags))
    return ranking.system


def _build_draft(root: Path, ranking: Ranking, pairings: Pairings, language: Language) -> Draft:
    additions = [
        (table, rows)
        for table in list_input_tables(ranking.system)
        if (rows := pairings.rows.get(table.name))
    ]
    files = [
        append_rows(root, ranking, pairings.file, *addition, language=language) for addition in additions
    ]
    added = [
        pluralize(
            len(rows), "{file}: {number} row added.", "{file}: {number} rows added.", file=str(root / path)
        )
        for (path, _), (_, rows) in zip(files, additions, strict=True)
    ]
    return Draft(list(map(language.format_message, [*pairings.messages, *added])), dict(files))
