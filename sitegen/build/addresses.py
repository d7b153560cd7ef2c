"""The addresses of a site: each belongs to one page or file, on every disk, and can be one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sitegen.core.problems import Message, Problem, advise, check_device_name, quote_text, say
from sitegen.inputs.config.site import Ranking
from sitegen.pages.page import Page, SitePlan
from sitegen.rankings.ranking import RankingContext

RESERVED_TOPICS = (
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
_PATH_PART = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_MAX_PART_LENGTH = 100  # characters of a part: the whole path has to fit in the 260 that Windows allows


class _PathOwner(NamedTuple):
    """What stands at a path, a page or the table of that name, and the ranking that it is of."""

    path: str
    content: Page | str
    ranking: Ranking | None


def find_clashes(planned: SitePlan) -> list[Problem]:
    """The addresses that rankings give to two things, or that cannot be one."""
    boards = {context.ranking.id: context for context in planned.boards}
    unsound = [found for context in planned.boards for found in _check_keys(context)]
    return list(dict.fromkeys(unsound)) or [*_find_duplicates([*_list_owners(planned, boards)])]


def _check_keys(board: RankingContext) -> Iterator[Problem]:
    """The keys that can be no address, and those that belong to others."""
    outcome, ranking = board.outcome, board.ranking
    named = [
        *((event.key, advise("an event"), 1) for event in outcome.events),
        *((topic.key, advise("a topic"), 2) for topic in outcome.topics),
        *((player.id, advise("a player"), 1) for player in outcome.players),
    ]
    system = quote_text(ranking.name_of_system)
    for key, what, most in named:
        parts = key.split("/")
        if len(parts) > most or not all(map(_is_address, parts)):
            told = {"system": system, "what": what, "key": quote_text(key)}
            yield ranking.blame_system(
                say(
                    "key-no-address",
                    "the system {system} has {what} with the key {key}, which can be no address",
                    **told,
                )
            )
    for topic in outcome.topics:
        if topic.kind.casefold() in RESERVED_TOPICS:
            told = {"system": system, "key": quote_text(topic.key)}
            yield ranking.blame_system(
                say(
                    "key-of-sitegen",
                    "the system {system} has a topic with the key {key}, an address of sitegen itself",
                    **told,
                )
            )


def _is_address(part: str) -> bool:
    return bool(_PATH_PART.fullmatch(part)) and len(part) <= _MAX_PART_LENGTH and not check_device_name(part)


def _list_owners(planned: SitePlan, boards: Mapping[str, RankingContext]) -> Iterator[_PathOwner]:
    for page in (page for page in planned.pages if not page.prefix):  # other languages have the same
        yield _PathOwner(page.path, page, boards[page.ranking].ranking if page.ranking else None)
    for board in planned.boards:
        for table in board.outcome.tables:
            for kind in ("csv", "json"):
                yield _PathOwner(f"{board.ranking.id}/{table.name}.{kind}", table.name, board.ranking)


def _find_duplicates(owners: Iterable[_PathOwner]) -> Iterator[Problem]:
    """Two things at one place, or one inside the other as if that were a folder; each place is told once."""
    first: dict[str, _PathOwner] = {}
    again: dict[str, _PathOwner] = {}
    for owner in owners:
        place = owner.path.casefold()
        if first.setdefault(place, owner) is not owner:
            again.setdefault(place, owner)
    inside = {place: owner for place, owner in _map_folders(first).items() if place in first}
    for place, owner in (again | inside).items():
        yield from _report_duplicate(first[place], owner)


def _map_folders(owners: Mapping[str, _PathOwner]) -> dict[str, _PathOwner]:
    """Every folder, with one of those that stand in it."""
    found: dict[str, _PathOwner] = {}
    for place, owner in owners.items():
        folder = place
        while (folder := folder.rpartition("/")[0]) and folder not in found:
            found[folder] = owner
    return found


def _report_duplicate(one: _PathOwner, other: _PathOwner) -> Iterator[Problem]:
    ranking = other.ranking or one.ranking
    if ranking is None:  # both were written, and have been told where they stand
        return
    named = {
        "one": _describe_content(one.content),
        "other": _describe_content(other.content),
        "system": quote_text(ranking.name_of_system),
    }
    message = say(
        "address-twice",
        "the system {system} puts {one} and {other} at one address, {address}",
        address=quote_text(one.path.removesuffix("index.html")),
        **named,
    )
    yield ranking.blame_system(message)


def _describe_content(what: Page | str) -> Message:
    """What stands there, told apart from what else does."""
    if isinstance(what, str):
        return advise("the table {table}", table=quote_text(what))
    match what.template:
        case "event.html":
            return advise("the event {title}", title=quote_text(what.context["title"]))
        case "topic.html":
            return advise("the topic {title}", title=quote_text(what.context["title"]))
        case "player.html":
            return advise("the player {name}", name=quote_text(what.context["name"]))
        case "list.html":
            return advise("the list of {day}", day=str(what.context["day"]))
    return advise("the page {address}", address=quote_text(what.url))
