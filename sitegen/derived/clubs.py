"""The clubs of a site: who plays for which, over all rankings, and what these players did."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from sitegen.derived import Derived, tables
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.positions import Position
from sitegen.model import Career, Outcome, PlayerPage, Result, Section
from sitegen.names import alphabetical, fold, slug
from sitegen.table import Rating, Table
from sitegen.toolkit.order import comparable

_EVENINGS = 10
_NOWHERE = Position("")
_LAST = 10**9
_TELLING = 6  # characters of a digest that tell apart two clubs of one slug


class Club(NamedTuple):
    """A club: its address below `clubs/`, its name as it is written most, and all ways to write it."""

    id: str
    name: str
    written: frozenset[str]


def clubs(written: Iterable[str]) -> list[Club]:
    """The clubs that players are said to be of, in the order of the alphabet; blank is none.

    Those that differ in case or spaces alone are one.
    """
    names: dict[str, Counter[str]] = {}
    for name in filter(str.strip, written):
        names.setdefault(fold(name), Counter())[name] += 1
    taken: set[str] = set()
    found = []
    for folded, ways in sorted(names.items()):
        id_ = slug(folded)
        id_ = f"{id_}-{sha256(folded.encode()).hexdigest()[:_TELLING]}" if id_ in taken else id_
        taken.add(id_)
        found.append(Club(id_, min(ways, key=lambda each: (-ways[each], each)), frozenset(ways)))
    return sorted(found, key=lambda each: (alphabetical(each.name), each.id))


def known(outcomes: Iterable[Outcome]) -> list[Club]:
    """The clubs of all players who have a page."""
    return clubs(player.club for each in outcomes for player in each.players)


def addresses(found: Iterable[Club]) -> Mapping[str, str]:
    """The address of each club below the home page, by every way to write its name."""
    return {name: f"clubs/{each.id}/" for each in found for name in each.written}


def sections(club: Club, derived: Derived) -> Iterator[Section]:
    """What a ranking says of a club: its players, what they are first in, and their latest events."""
    mine = [each for each in derived.outcome.players if each.club in club.written]
    players = {each.id for each in mine}
    if not mine:
        return
    yield Section("players", "Players", *_members(mine, derived))
    if first := honours(derived, players):
        yield Section("honours", "First places and records", tables.Honour, first)
    if latest := evenings(derived.chronicle, players) if derived.chronicle else ():
        yield Section("results", "Latest results", type(latest[0]), latest)


def _members(mine: Iterable[PlayerPage], derived: Derived) -> tuple[type[Table], list[Any]]:
    """The players of a club, as they stand on the current list of a ranking; those without a place last."""
    there = [(derived.positions.get(each.id, _NOWHERE), each) for each in mine]
    there.sort(key=lambda each: (each[0].rank or _LAST, alphabetical(each[1].name)))
    about = derived.figure
    shown, label = (Annotated[about.kind, about.shown], about.label) if about else (Rating, "Rating")
    table = tables.members(shown, label)
    return table, table.rows(
        (stands.rank, each.id, stands.value, stands.change or None) for stands, each in there
    )


def evenings(chronicle: Chronicle, players: Collection[str]) -> list[tables.Evening]:
    """The latest events that players of a club took part in, the last first."""
    played = [(each, player) for player in players for each in _latest(chronicle.careers.of(player))]
    played.sort(key=lambda each: (each[0].day, each[0].event), reverse=True)
    found = []
    for _, those in groupby(played, key=lambda each: (each[0].day, each[0].event)):
        found.append(_evening(list(those), chronicle))
        if len(found) == _EVENINGS:
            break
    return found


def _latest(career: Career) -> Iterator[Result]:
    """The results of as many events as can be among the latest of a club."""
    events = set()
    for each in reversed(career.played):
        events.add((each.day, each.event))
        if len(events) > _EVENINGS:
            return
        yield each


def _evening(played: Sequence[tuple[Result, str]], chronicle: Chronicle) -> tables.Evening:
    """What players of a club did on one event, with who won most of the figure."""
    first, players = played[0][0], {player for _, player in played}
    changes = dict.fromkeys(players, 0.0)
    for result, player in played:
        changes[player] += result.change or 0.0
    best = min(players, key=lambda each: (-comparable(changes[each]), chronicle.places[each]))
    won, gain = [each.ended for each, _ in played].count("won"), changes[best]
    told = (best, gain) if gain > 0 else (None, None)
    table = tables.Evening if chronicle.has_winners else tables.Moving
    return table(first.day, first.event, len(players), len(played), won, *told)


def honours(derived: Derived, players: Collection[str]) -> list[tables.Honour]:
    """In what players of a club are first: on the current list, and among the records of all time."""
    leading = (("the current list", each) for each, stands in derived.positions.items() if stands.rank == 1)
    held = derived.records.held if derived.records else ()
    return [tables.Honour(*each) for each in (*leading, *held) if each[1] in players]
