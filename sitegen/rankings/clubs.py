"""The clubs of a site: who plays for which, over all rankings, and what these players did."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from sitegen.core.entities import Career, Result
from sitegen.core.model import Outcome, PlayerPage, Section
from sitegen.core.names import make_sort_key, normalize_name, slugify
from sitegen.core.table import Rating, Table
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.positions import Position
from sitegen.toolkit.order import round_for_ranking

_MAX_EVENTS = 10
_NO_POSITION = Position("")
_LAST_RANK = 10**9
_DIGEST_LENGTH = 6  # characters of a digest that tell apart two clubs of one slug


class Club(NamedTuple):
    """A club: its address below `clubs/`, its name as it is written most, and all ways to write it."""

    id: str
    name: str
    spellings: frozenset[str]


def group_clubs(written: Iterable[str]) -> list[Club]:
    """The clubs that players are said to be of, in the order of the alphabet; blank is none.

    Those that differ in case or spaces alone are one.
    """
    names: dict[str, Counter[str]] = {}
    for name in filter(str.strip, written):
        names.setdefault(normalize_name(name), Counter())[name] += 1
    taken: set[str] = set()
    found = []
    for folded, ways in sorted(names.items()):
        id_ = slugify(folded)
        id_ = f"{id_}-{sha256(folded.encode()).hexdigest()[:_DIGEST_LENGTH]}" if id_ in taken else id_
        taken.add(id_)
        found.append(Club(id_, min(ways, key=lambda way: (-ways[way], way)), frozenset(ways)))
    return sorted(found, key=lambda item: (make_sort_key(item.name), item.id))


def find_clubs(outcomes: Iterable[Outcome]) -> list[Club]:
    """The clubs of all players who have a page."""
    return group_clubs(player.club for outcome in outcomes for player in outcome.players)


def map_club_addresses(found: Iterable[Club]) -> Mapping[str, str]:
    """The address of each club below the home page, by every way to write its name."""
    return {name: f"clubs/{club.id}/" for club in found for name in club.spellings}


def build_club_sections(club: Club, derived: DerivedData) -> Iterator[Section]:
    """What a ranking says of a club: its players, what they are first in, and their latest events."""
    mine = [player for player in derived.outcome.players if player.club in club.spellings]
    players = {player.id for player in mine}
    if not mine:
        return
    yield Section("players", "Players", *_build_member_table(mine, derived))
    if first := find_first_places(derived, players):
        yield Section("honours", "First places and records", tables.FirstPlace, first)
    if latest := find_latest_events(derived.career_summaries, players) if derived.career_summaries else ():
        yield Section("results", "Latest results", type(latest[0]), latest)


def _build_member_table(mine: Iterable[PlayerPage], derived: DerivedData) -> tuple[type[Table], list[Any]]:
    """The players of a club, as they stand on the current list of a ranking; those without a place last."""
    there = [(derived.positions.get(player.id, _NO_POSITION), player) for player in mine]
    there.sort(key=lambda item: (item[0].rank or _LAST_RANK, make_sort_key(item[1].name)))
    about = derived.figure_column
    shown, label = (Annotated[about.kind, about.display], about.label) if about else (Rating, "Rating")
    table = tables.make_member_table(shown, label)
    return table, table.make_rows(
        (stands.rank, player.id, stands.value, stands.change or None) for stands, player in there
    )


def find_latest_events(chronicle: CareerSummaries, players: Collection[str]) -> list[tables.ClubEvent]:
    """The latest events that players of a club took part in, the last first."""
    played = [
        (result, player)
        for player in players
        for result in _take_latest_results(chronicle.careers.get_career(player))
    ]
    played.sort(key=lambda item: (item[0].day, item[0].event), reverse=True)
    found = []
    for _, those in groupby(played, key=lambda item: (item[0].day, item[0].event)):
        found.append(_summarize_event(list(those), chronicle))
        if len(found) == _MAX_EVENTS:
            break
    return found


def _take_latest_results(career: Career) -> Iterator[Result]:
    """The results of as many events as can be among the latest of a club."""
    events = set()
    for result in reversed(career.result_rows):
        events.add((result.day, result.event))
        if len(events) > _MAX_EVENTS:
            return
        yield result


def _summarize_event(played: Sequence[tuple[Result, str]], chronicle: CareerSummaries) -> tables.ClubEvent:
    """What players of a club did on one event, with who won most of the figure."""
    first, players = played[0][0], {player for _, player in played}
    changes = dict.fromkeys(players, 0.0)
    for result, player in played:
        changes[player] += result.change or 0.0
    best = min(players, key=lambda item: (-round_for_ranking(changes[item]), chronicle.display_order[item]))
    won, gain = [result.ended for result, _ in played].count("won"), changes[best]
    told = (best, gain) if gain > 0 else (None, None)
    table = tables.ClubEvent if chronicle.has_winners else tables.ClubEventRises
    return table(first.day, first.event, len(players), len(played), won, *told)


def find_first_places(derived: DerivedData, players: Collection[str]) -> list[tables.FirstPlace]:
    """In what players of a club are first: on the current list, and among the records of all time."""
    leading = (
        ("the current list", player) for player, stands in derived.positions.items() if stands.rank == 1
    )
    held = derived.records.record_holders if derived.records else ()
    return [tables.FirstPlace(*entry) for entry in (*leading, *held) if entry[1] in players]
