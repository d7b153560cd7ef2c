"""The clubs of a site: who plays for which, over all rankings, and what these players did."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.derived import tables
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.ranks import Line
from sitegen.derived.records import Records
from sitegen.model import PlayerPage, Result
from sitegen.names import alphabetical, fold, slug
from sitegen.toolkit.order import comparable

_EVENINGS = 10
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


def addresses(found: Iterable[Club]) -> Mapping[str, str]:
    """The address of each club below the home page, by every way to write its name."""
    return {name: f"clubs/{each.id}/" for each in found for name in each.written}


def members(
    club: Club, pages: Iterable[PlayerPage], lines: Mapping[str, Line], shown: tuple[Any, str]
) -> list[Any]:
    """The players of a club, as they stand on the current list of a ranking; who stands there first."""
    table, none = tables.members(*shown), Line(None, None, None)
    there = [(lines.get(each.id, none), each) for each in pages if each.club in club.written]
    ordered = sorted(there, key=lambda each: (each[0].rank is None, each[0].rank, alphabetical(each[1].name)))
    return table.rows((line.rank, each.id, line.figure, line.change) for line, each in ordered)


def evenings(chronicle: Chronicle, players: Collection[str]) -> list[tables.Evening]:
    """The latest events that players of a club took part in, the last first."""
    played = [(each, player) for player in players for each in chronicle.of[player].played]
    played.sort(key=lambda each: (each[0].day, each[0].event), reverse=True)
    found = []
    for _, those in groupby(played, key=lambda each: (each[0].day, each[0].event)):
        found.append(_evening(list(those), chronicle))
        if len(found) == _EVENINGS:
            break
    return found


def _evening(played: Sequence[tuple[Result, str]], chronicle: Chronicle) -> tables.Evening:
    """What players of a club did on one event, with who won most of the figure."""
    first, players = played[0][0], {player for _, player in played}
    changes = dict.fromkeys(players, 0.0)
    for result, player in played:
        changes[player] += result.change or 0.0
    best = min(players, key=lambda each: (-comparable(changes[each]), chronicle.places[each]))
    won, gain = [each.ended for each, _ in played].count("won"), changes[best]
    told = (best, gain) if gain > 0 else (None, None)
    return tables.Evening(first.day, first.event, len(players), len(played), won, *told)


def honours(records: Records | None, lines: Mapping[str, Line], players: Collection[str]) -> list[Any]:
    """In what players of a club are first: on the current list, and among the records."""
    leading = [("the current list", "", each) for each in players if lines.get(each, _NOBODY).rank == 1]
    held = _held(records) if records else ()
    return [tables.Honour(*each) for each in (*leading, *held) if each[2] in players]


def _held(records: Records) -> Iterator[tuple[str, str, str]]:
    """Who holds which record of all time."""
    series = "the longest winning series" if records.chronicle.has_winners else "the longest series of rises"
    kinds = {
        "the highest figure ever": records.highest(),
        series: records.series(),
        "the biggest upset": records.upsets(),
        "what was played most": records.played(),
        "the biggest climb in a calendar year": records.years(),
    }
    return ((name, "", each.player) for name, found in kinds.items() for rank, each in found if rank == 1)


_NOBODY = Line(None, None, None)
