"""The addresses of a site: each belongs to one page or file, on every disk, and can be one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sitegen.board import Board
from sitegen.config import Ranking
from sitegen.message import Message, advise, say
from sitegen.pages import Page, Planned
from sitegen.problem import Problem, device, quoted

OURS = (
    "calendar",
    "compare",
    "corrections",
    "embed",
    "enter",
    "lists",
    "players",
    "records",
    "results",
    "rules",
    "share",
)
"""What the program itself shows of every ranking, so that no topic can."""
_PART = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_LONGEST = 100  # characters of a part: the whole path has to fit in the 260 that Windows allows


class _Owner(NamedTuple):
    """What stands at a path, a page or the table of that name, and the ranking that it is of."""

    path: str
    what: Page | str
    ranking: Ranking | None


def clashes(planned: Planned) -> list[Problem]:
    """The addresses that rankings give to two things, or that cannot be one."""
    boards = {each.ranking.id: each for each in planned.boards}
    unsound = [found for each in planned.boards for found in _of_keys(each)]
    return list(dict.fromkeys(unsound)) or [*_shared([*_owners(planned, boards)])]


def _of_keys(board: Board) -> Iterator[Problem]:
    """The keys that can be no address, and those that belong to others."""
    outcome, ranking = board.outcome, board.ranking
    named = [
        *((each.key, advise("an event"), 1) for each in outcome.events),
        *((each.key, advise("a topic"), 2) for each in outcome.topics),
        *((each.id, advise("a player"), 1) for each in outcome.players),
    ]
    system = quoted(ranking.name_of_system)
    for key, what, most in named:
        parts = key.split("/")
        if len(parts) > most or not all(map(_is_address, parts)):
            told = {"system": system, "what": what, "key": quoted(key)}
            yield ranking.blamed(
                say(
                    "key-no-address",
                    "the system {system} has {what} with the key {key}, which can be no address",
                    **told,
                )
            )
    for each in outcome.topics:
        if each.kind.casefold() in OURS:
            told = {"system": system, "key": quoted(each.key)}
            yield ranking.blamed(
                say(
                    "key-of-sitegen",
                    "the system {system} has a topic with the key {key}, an address of sitegen itself",
                    **told,
                )
            )


def _is_address(part: str) -> bool:
    return bool(_PART.fullmatch(part)) and len(part) <= _LONGEST and not device(part)


def _owners(planned: Planned, boards: Mapping[str, Board]) -> Iterator[_Owner]:
    for page in (each for each in planned.pages if not each.prefix):  # other languages have the same
        yield _Owner(page.path, page, boards[page.ranking].ranking if page.ranking else None)
    for board in planned.boards:
        for each in board.outcome.tables:
            for kind in ("csv", "json"):
                yield _Owner(f"{board.ranking.id}/{each.name}.{kind}", each.name, board.ranking)


def _shared(owners: Iterable[_Owner]) -> Iterator[Problem]:
    """Two things at one place, or one inside the other as if that were a folder; each place is told once."""
    first: dict[str, _Owner] = {}
    again: dict[str, _Owner] = {}
    for each in owners:
        place = each.path.casefold()
        if first.setdefault(place, each) is not each:
            again.setdefault(place, each)
    inside = {place: each for place, each in _folders(first).items() if place in first}
    for place, each in (again | inside).items():
        yield from _one_place(first[place], each)


def _folders(owners: Mapping[str, _Owner]) -> dict[str, _Owner]:
    """Every folder, with one of those that stand in it."""
    found: dict[str, _Owner] = {}
    for place, each in owners.items():
        folder = place
        while (folder := folder.rpartition("/")[0]) and folder not in found:
            found[folder] = each
    return found


def _one_place(one: _Owner, other: _Owner) -> Iterator[Problem]:
    ranking = other.ranking or one.ranking
    if ranking is None:  # both were written, and have been told where they stand
        return
    named = {"one": _told(one.what), "other": _told(other.what), "system": quoted(ranking.name_of_system)}
    message = say(
        "address-twice",
        "the system {system} puts {one} and {other} at one address, {address}",
        address=quoted(one.path.removesuffix("index.html")),
        **named,
    )
    yield ranking.blamed(message)


def _told(what: Page | str) -> Message:
    """What stands there, told apart from what else does."""
    if isinstance(what, str):
        return advise("the table {table}", table=quoted(what))
    match what.template:
        case "event.html":
            return advise("the event {title}", title=quoted(what.shows["title"]))
        case "topic.html":
            return advise("the topic {title}", title=quoted(what.shows["title"]))
        case "player.html":
            return advise("the player {name}", name=quoted(what.shows["name"]))
        case "list.html":
            return advise("the list of {day}", day=str(what.shows["day"]))
    return advise("the page {address}", address=quoted(what.url))
