"""The search index: the players, clubs, events and written pages of a site, in one small file."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sitegen.board import Board
from sitegen.content import Content
from sitegen.derived.clubs import addresses, known
from sitegen.model import PlayerPage

INDEX = "search.json"
_EVENTS = 2_000  # the latest of each ranking: older ones are found by way of their calendar


def index(boards: Sequence[Board], content: Content) -> Mapping[str, Callable[[], bytes]]:
    """The file that every page is searched with: arrays and not objects, since it holds ten thousand.

    Of each player the name, the id, the place of the club among `clubs`, and for each ranking its place among
    `rankings` and the rank, 0 for who has none. Addresses are those from the root of a language.
    """
    return {INDEX: lambda: _index(boards, content)}


def _index(boards: Sequence[Board], content: Content) -> bytes:
    players = [*_players(boards)]
    clubs = [*dict.fromkeys(each[2] for each in players)]
    places = {club: place for place, club in enumerate(clubs)}
    pages = addresses(known(each.outcome for each in boards))
    found = {
        "rankings": [(each.ranking.id, each.ranking.brief) for each in boards],
        "clubs": [(club, pages.get(club, "")) for club in clubs],
        "players": [(name, id_, places[club], *ranks) for name, id_, club, *ranks in players],
        "events": [*chain.from_iterable(map(_events, range(len(boards)), boards))],
        "pages": [(each.title, each.url) for each in (*content.pages, *content.news) if each.url],
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _players(boards: Sequence[Board]) -> Iterator[list[Any]]:
    """Name, id, club, and ranking and rank as often as there are rankings."""
    found: dict[tuple[str, str], list[Any]] = {}
    for place, board in enumerate(boards):
        stands = board.derived.positions
        for each in board.outcome.players:
            joined = found.setdefault(same(each), [each.name, each.id, each.club])
            joined[2] = joined[2] or each.club
            joined += [place, (each.id in stands and stands[each.id].rank) or 0]
    return iter(found.values())


def same(player: PlayerPage) -> tuple[str, str]:
    """What makes the players of two rankings one person: the same id and the same name."""
    return player.id, player.name


def _events(place: int, board: Board) -> Iterator[tuple[str, int, str, str]]:
    """Title, ranking, key and day of its latest events."""
    for each in sorted(board.outcome.events, key=lambda each: each.day)[-_EVENTS:]:
        yield board.titles[each.key], place, each.key, each.day.isoformat()
