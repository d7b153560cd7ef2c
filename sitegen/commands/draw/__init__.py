"""What is to be played next, drawn up by a system and added to the tables that the club keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitegen import config, read
from sitegen.commands.draw.alone import alone
from sitegen.commands.draw.files import grown, write
from sitegen.commands.draw.wish import Wish, request
from sitegen.config import Ranking
from sitegen.language import Language
from sitegen.message import advise, counted, say
from sitegen.problem import Problem, errors, quoted
from sitegen.read import folder
from sitegen.read.hush import Hush
from sitegen.request import PARTS, DrawError, Drawn, WishError
from sitegen.system import Drawing, kept

__all__ = ["Draft", "Wish", "alone", "draw", "write"]


@dataclass(frozen=True)
class Draft:
    """A draw that is ready to be written: what to tell, and the new content of each file by path.

    It is told in the language of the site; nothing that stands in a file is changed.
    """

    told: Sequence[str]
    files: Mapping[str, bytes]


def draw(root: Path, ranking: str, wish: Wish) -> tuple[Draft | None, list[Problem]]:
    """Draw up what is to be played next in `ranking`; nothing is written yet, and nothing drawn with errors.

    Hidden players are drawn under their own ids and names: these are the club's own tables. Raises
    `DrawError` when it cannot be done.
    """
    site, problems = config.load(root)
    if site is None:
        return None, problems
    of = site.find_ranking(ranking)
    system = _drawing(of, wish)
    inputs, found = read.read(site, reveal=True, latest=wish.today)
    ours = [each for each in found if each.path.startswith(f"{folder.RESULTS}/{of.id}/")]
    problems += Hush(read.secrets(site)).problems(ours)
    if errors(problems) or of.id not in inputs:
        return None, problems
    asked = request(wish, read.resolver(site, of))
    try:
        drawn = system.draw(inputs[of.id], of.options, asked)
    except (DrawError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
        return None, [*problems, of.failed("draw", error)]
    return _draft(root, of, drawn, Language(site.language).with_words_of(of.origin)), problems


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
    files = [grown(root, of, drawn.file, *each) for each in growing]
    added = [
        counted(
            len(rows), "{file}: {number} row added.", "{file}: {number} rows added.", file=str(root / path)
        )
        for (path, _), (_, rows) in zip(files, growing, strict=True)
    ]
    return Draft(list(map(language.told, [*drawn.told, *added])), dict(files))
