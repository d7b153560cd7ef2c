"""The clubs of a site: their players over all rankings, and what these players did."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby, islice
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from sitegen.core.entities import Career, Result
from sitegen.core.model import ClubPeriod, Outcome, PlayerPage, Section
from sitegen.core.names import make_sort_key, normalize_name, slugify
from sitegen.core.table import Rating, Table
from sitegen.inputs.config.site import CLUBS, Ranking, get_title_texts
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.positions import Position
from sitegen.toolkit.order import round_for_ranking

_MAX_EVENTS = 10
_NO_POSITION = Position("")
_LAST_RANK = 10**9
CLUB_FOLDER = "club"
"""The folder below a ranking of a club with what other rankings have of its players."""
_DIGEST_LENGTH = 6  # characters of a digest that distinguish two clubs of one slug


class Club(NamedTuple):
    """A club of players: its key, its most frequent spelling, all spellings, and the ranking that is its own.

    That ranking, which few sites have, is known by its id or its title.
    """

    id: str
    name: str
    spellings: frozenset[str]
    ranking: str = ""

    @property
    def url(self) -> str:
        """The address of its page, from the home page of a language."""
        return f"{self.ranking}/{CLUB_FOLDER}/" if self.ranking else f"{CLUBS}/{self.id}/"


def group_clubs(names: Iterable[str], rankings: Iterable[Ranking] = ()) -> list[Club]:
    """Return the clubs among these names in alphabetical order; a blank name is no club.

    Names that differ in case or spaces alone are one club. Clubs may have one of the `rankings`.
    """
    spellings: dict[str, Counter[str]] = {}
    for name in filter(str.strip, names):
        spellings.setdefault(normalize_name(name), Counter())[name] += 1
    clubs: dict[str, Club] = {}
    for normalized, counts in sorted(spellings.items()):
        id_ = slugify(normalized)
        if id_ in clubs:
            id_ = f"{id_}-{sha256(normalized.encode()).hexdigest()[:_DIGEST_LENGTH]}"
        name = min(counts, key=lambda spelling: (-counts[spelling], spelling))
        clubs[id_] = Club(id_, name, frozenset(counts))
    for ranking in rankings:
        titles = (slugify(normalize_name(title)) for title in get_title_texts(ranking.title))
        ids = [id_ for id_ in (ranking.id.rpartition("/")[2], *titles) if id_ in clubs]
        if ids and not clubs[ids[0]].ranking:
            clubs[ids[0]] = clubs[ids[0]]._replace(ranking=ranking.id)
    return sorted(clubs.values(), key=lambda club: (make_sort_key(club.name), club.id))


def list_visible_clubs(
    players: Iterable[Any], periods: Mapping[str, Sequence[ClubPeriod]]
) -> list[list[str]]:
    """Return the clubs that each player has had who is not hidden, the first blank for one without.

    `periods` has the clubs of each player who came to another one, by id.
    """
    return [
        [player.club, *(period.club for period in periods.get(player.id, ()) if period.first)]
        for player in players
        if not player.hidden
    ]


def build_club_sections(club: Club, derived: DerivedData) -> Iterator[Section]:
    """Yield what a ranking says of a club: its players, first places, and latest events."""
    members = [player for player in derived.outcome.players if player.club in club.spellings]
    players = {player.id for player in members}
    if members:
        yield Section("players", "Players", *_build_member_table(members, derived))
    if first_places := find_first_places(derived, players):
        yield Section("honours", "First places and records", tables.FirstPlace, first_places)
    summaries, times = derived.career_summaries, find_times(club, derived.outcome)
    if events := find_latest_events(summaries, players | times.keys(), times) if summaries else ():
        yield Section("results", "Latest results", type(events[0]), events)


def _build_member_table(members: Iterable[PlayerPage], derived: DerivedData) -> tuple[type[Table], list[Any]]:
    """Return the players of a club as they are on the current list; those without a rank last."""
    placed_members = [(derived.dataset.positions.get(player.id, _NO_POSITION), player) for player in members]
    placed_members.sort(key=lambda pair: (pair[0].rank or _LAST_RANK, make_sort_key(pair[1].name)))
    column = derived.dataset.figure_column
    figure, label = (Annotated[column.kind, column.display], column.label) if column else (Rating, "Rating")
    table = tables.make_member_table(figure, label)
    return table, table.make_rows(
        (position.rank, player.id, position.value, position.change or None)
        for position, player in placed_members
    )


def find_times(club: Club, outcome: Outcome) -> dict[str, list[ClubPeriod]]:
    """Return when each player who changed club was at this one, by id, of those who have a page."""
    times = {
        player.id: [period for period in outcome.clubs.get(player.id, ()) if period.club in club.spellings]
        for player in outcome.players
    }
    return {player: periods for player, periods in times.items() if periods}


def find_latest_events(
    summaries: CareerSummaries,
    players: Collection[str],
    times: Mapping[str, Sequence[ClubPeriod]] = MappingProxyType({}),
) -> list[tables.ClubEvent]:
    """Return the latest events that players of a club took part in, the last first.

    Of a player who has `times` those events count that were in one of them.
    """
    results = [
        (result, player)
        for player in players
        for result in _take_latest_results(summaries.careers.get_career(player), times.get(player))
    ]
    results.sort(key=lambda pair: (pair[0].day, pair[0].event), reverse=True)
    events = groupby(results, key=lambda pair: (pair[0].day, pair[0].event))
    return [
        _summarize_event(list(event_results), summaries) for _, event_results in islice(events, _MAX_EVENTS)
    ]


def _take_latest_results(career: Career, times: Sequence[ClubPeriod] | None) -> Iterator[Result]:
    """Yield the results of as many events as can be among the latest of a club."""
    events = set()
    for result in reversed(career.result_rows):
        if times is not None and not any(period.covers(result.day) for period in times):
            continue
        events.add((result.day, result.event))
        if len(events) > _MAX_EVENTS:
            return
        yield result


def _summarize_event(
    event_results: Sequence[tuple[Result, str]], summaries: CareerSummaries
) -> tables.ClubEvent:
    """Return what players of a club did at one event, with the one who gained most."""
    first, players = event_results[0][0], {player for _, player in event_results}
    changes = dict.fromkeys(players, 0.0)
    for result, player in event_results:
        changes[player] += result.change or 0.0
    order = summaries.display_order
    best = min(players, key=lambda player: (-round_for_ranking(changes[player]), order[player]))
    won, gain = [result.ended for result, _ in event_results].count("won"), changes[best]
    table = tables.ClubEvent if summaries.has_winners else tables.ClubEventRises
    winner = (best, gain) if gain > 0 else (None, None)
    return table(first.day, first.event, len(players), len(event_results), won, *winner)


def find_first_places(derived: DerivedData, players: Collection[str]) -> list[tables.FirstPlace]:
    """Return where players of a club are first: on the current list, and in records of all time."""
    positions = derived.dataset.positions
    leading = (("the current list", player) for player in positions if positions[player].rank == 1)
    holders = derived.records.record_holders if derived.records else ()
    return [tables.FirstPlace(*entry) for entry in (*leading, *holders) if entry[1] in players]
