"""Check that every address of a site is valid on every disk, and belongs to one page or file only."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.core.problems import Message, Problem, advise, check_device_name, quote_text, say
from sitegen.inputs.config.site import Ranking
from sitegen.pages.page import Page, SitePlan
from sitegen.rankings.ranking import RankingContext

RESERVED_TOPICS = (
    "calendar",
    "club",
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
    "what-if",
)
"""The folders of the program itself below every ranking, which no topic can have."""
_PATH_PART = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_MAX_PART_LENGTH = 100  # characters of a part: the whole path has to fit in the 260 that Windows allows


class _PathOwner(NamedTuple):
    """The content of a path, a page or the name of a table, and the ranking that it belongs to."""

    path: str
    content: Page | str
    ranking: Ranking | None


def find_clashes(plan: SitePlan, written_pages: Sequence[Page] = ()) -> list[Problem]:
    """Return the keys of rankings that are no valid address, else the addresses of two things at once.

    `written_pages` are pages that people wrote, besides those of the plan.
    """
    invalid = [problem for context in plan.contexts for problem in _check_keys(context)]
    return list(dict.fromkeys(invalid)) or [*_find_duplicates(_list_owners(plan, written_pages))]


def _check_keys(context: RankingContext) -> Iterator[Problem]:
    """Yield the keys that are no valid address, and those that are reserved."""
    outcome, ranking = context.outcome, context.ranking
    keys = [
        *((event.key, advise("an event"), 1) for event in outcome.events),
        *((topic.key, advise("a topic"), 2) for topic in outcome.topics),
        *((player.id, advise("a player"), 1) for player in outcome.players),
    ]
    system = quote_text(ranking.name_of_system)
    for key, what, max_parts in keys:
        parts = key.split("/")
        if len(parts) > max_parts or not all(map(_is_address, parts)):
            message = say(
                "key-no-address",
                "the system {system} has {what} with the key {key}, which can be no address",
                system=system,
                what=what,
                key=quote_text(key),
            )
            yield ranking.blame_system(message)
    for topic in outcome.topics:
        if topic.kind.casefold() in RESERVED_TOPICS:
            message = say(
                "key-of-sitegen",
                "the system {system} has a topic with the key {key}, an address of sitegen itself",
                system=system,
                key=quote_text(topic.key),
            )
            yield ranking.blame_system(message)


def _is_address(part: str) -> bool:
    return bool(_PATH_PART.fullmatch(part)) and len(part) <= _MAX_PART_LENGTH and not check_device_name(part)


def _list_owners(plan: SitePlan, written_pages: Sequence[Page]) -> Iterator[_PathOwner]:
    rankings = {context.ranking.id: context.ranking for context in plan.contexts}
    pages = [*written_pages, *plan.pages]
    for page in (page for page in pages if not page.prefix):  # other languages have the same
        yield _PathOwner(page.path, page, rankings[page.ranking] if page.ranking else None)
    for context in plan.contexts:
        for table in context.outcome.tables:
            for suffix in ("csv", "json"):
                yield _PathOwner(f"{context.ranking.id}/{table.name}.{suffix}", table.name, context.ranking)


def _find_duplicates(owners: Iterable[_PathOwner]) -> Iterator[Problem]:
    """Yield each path that two things have, or that is the folder of another."""
    owner_of: dict[str, _PathOwner] = {}
    duplicates: dict[str, _PathOwner] = {}
    for owner in owners:
        path = owner.path.casefold()
        if owner_of.setdefault(path, owner) is not owner:
            duplicates.setdefault(path, owner)
    inside = {path: owner for path, owner in _map_folders(owner_of).items() if path in owner_of}
    for path, owner in (duplicates | inside).items():
        yield from _report_duplicate(owner_of[path], owner)


def _map_folders(owners: Mapping[str, _PathOwner]) -> dict[str, _PathOwner]:
    """Return every folder of the paths, with the owner of a path inside it."""
    folders: dict[str, _PathOwner] = {}
    for path, owner in owners.items():
        folder = path
        while (folder := folder.rpartition("/")[0]) and folder not in folders:
            folders[folder] = owner
    return folders


def _report_duplicate(first: _PathOwner, second: _PathOwner) -> Iterator[Problem]:
    ranking = second.ranking or first.ranking
    if ranking is None:  # people wrote both, and `read_content` reports them
        return
    message = say(
        "address-twice",
        "the system {system} puts {one} and {other} at one address, {address}",
        system=quote_text(ranking.name_of_system),
        one=_describe_content(first.content),
        other=_describe_content(second.content),
        address=quote_text(first.path.removesuffix("index.html")),
    )
    yield ranking.blame_system(message)


def _describe_content(content: Page | str) -> Message:
    """Return words for a page or the name of a table."""
    if isinstance(content, str):
        return advise("the table {table}", table=quote_text(content))
    match content.template:
        case "event.html":
            return advise("the event {title}", title=quote_text(content.context["title"]))
        case "topic.html":
            return advise("the topic {title}", title=quote_text(content.context["title"]))
        case "player.html":
            return advise("the player {name}", name=quote_text(content.context["name"]))
        case "list.html":
            return advise("the list of {day}", day=str(content.context["day"]))
    return advise("the page {address}", address=quote_text(content.url))
