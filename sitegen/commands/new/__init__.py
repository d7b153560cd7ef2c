"""What a new site starts with: settings, players and results, pages, its workflows, and the program."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from sitegen import system
from sitegen.commands.new.carried import carried
from sitegen.commands.new.days import WRITTEN
from sitegen.commands.new.folder import create
from sitegen.commands.new.ranking import Start
from sitegen.commands.new.refusal import NewSiteError
from sitegen.commands.new.roster import Roster, roster
from sitegen.commands.new.texts import filled, inside_quotes, part, quoted, tree
from sitegen.language import Language
from sitegen.message import advise, say
from sitegen.problem import listing, suggestion
from sitegen.problem import quoted as shown

__all__ = ["NewSiteError", "Roster", "create", "make", "plan", "rosters"]

_ADDRESS = "https://rankings.example/"
_TOLD_BY_WORKFLOWS = (
    "build_failed",
    "deploy_failed",
    "effect_page",
    "judged_by_itself",
    "judged_by_main",
    "pages_off",
)


def make(folder: Path, systems: Sequence[str], language: str, players: Path | None) -> list[str]:
    """Make a site in `folder`, with the players on a list; what to say of it, in lines of its language.

    Raises `NewSiteError` when no site can be made, in its language too.
    """
    told = Language(language).told
    try:
        found = rosters(players, systems, language) if players else {}
        today = datetime.now(UTC).date()
        create(folder, plan(systems, language=language, players=found, today=today))
    except NewSiteError as error:
        raise NewSiteError(told(error.args[0])) from error
    lines = dict.fromkeys(each for one in found.values() for each in one.told)
    command = f"sitegen serve --site {folder}"
    made = advise("{folder}: a new site. Next: {command}", folder=folder, command=command)
    return list(map(told, [*lines, made]))


def plan(
    systems: Sequence[str],
    *,
    title: str = "",
    language: str = "en",
    players: Mapping[str, Roster] | None = None,
    today: date = WRITTEN,
) -> Mapping[str, bytes]:
    """The files of a small working site by path, with one ranking for each of `systems`.

    `players` are those of a club by system, in the place of examples, of which none was played after `today`.
    Raises `NewSiteError` when no system of such a name is installed.
    """
    given = players or {}
    starts = [Start(name, _found(name), language, given.get(name), today) for name in dict.fromkeys(systems)]
    values = _values(starts, title or part("title.txt", language), language)
    return {
        **{path: filled(text, values).encode() for path, text in tree(language, today)},
        **dict(file for each in starts for file in each.files()),
        **dict(carried(_packages(systems))),
    }


def rosters(file: Path, systems: Sequence[str], language: str = "en") -> dict[str, Roster]:
    """The players on the list in `file`, as each of `systems` keeps them.

    Raises `NewSiteError` when the list cannot be read whole, or no system of such a name is installed.
    """
    found = {name: _found(name) for name in systems}
    try:
        data = file.read_bytes()
    except OSError as error:
        message = say("list-not-read", "{file} cannot be read: {reason}", file=file, reason=error.strerror)
        raise NewSiteError(message) from error
    return {name: roster(str(file), data, name, of, language) for name, of in found.items()}


def _found(name: str) -> system.System:
    known = system.installed()
    if name not in known:
        hint = suggestion(name, known) or listing(known)
        raise NewSiteError(
            say("no-such-system", "no ranking system is called {name} ({hint})", name=shown(name), hint=hint)
        )
    try:
        return system.find(name)
    except system.UnfitError as error:
        raise NewSiteError(error.told) from error


def _values(starts: Sequence[Start], title: str, language: str) -> dict[str, str]:
    """What the texts of a site say of its own rankings; of one, where an example will do."""
    first = starts[0]
    lists = [f"- [{each.title}](results/{each.id}/)" for each in starts]
    return {
        "title": quoted(title),
        "name": title,
        "rankings": "".join(each.settings() for each in starts),
        "list": "\n".join(lists),
        "entries": "\n".join(each.entry() for each in starts),
        "owners": "\n".join(part("owner.txt", language, id=each.id) for each in starts),
        "id": first.id,
        "ids": ", ".join(each.id for each in starts),
        "table": first.path(first.results),
        "place": inside_quotes(first.place()),
        "row": inside_quotes(first.row()),
        "columns": inside_quotes(", ".join(first.results.header)),
        "page": f"{_ADDRESS}{first.id}/results/",
        **{each: part(f"{each.replace('_', '-')}.txt", language) for each in _TOLD_BY_WORKFLOWS},
    }


def _packages(systems: Sequence[str]) -> list[str]:
    """The distributions that bring the systems, as they are installed."""
    found = [system.installed()[name].package for name in systems]
    return [each for each in found if each]
