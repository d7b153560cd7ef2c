"""`sitegen draw`: let a system draw up what is to be played next, and add that to the club's tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sitegen.commands.writing import Draft, append_rows, count_added
from sitegen.core.cells import Parser
from sitegen.core.entities import DRAW_FLAGS, DrawError, DrawRequest, InvalidRequestError, Pairings
from sitegen.core.language import Language
from sitegen.core.problems import Problem, advise, quote_text, say, select_errors
from sitegen.core.system import CanDraw, list_input_tables
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.privacy.redact import report_problems
from sitegen.inputs.results import results
from sitegen.inputs.results.files import RESULTS_FOLDER


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
        count_added(root / path, len(rows)) for (path, _), (_, rows) in zip(files, additions, strict=True)
    ]
    return Draft(list(map(language.format_message, [*pairings.messages, *added])), dict(files))
