"""The pages of clubs: an overview, and one for each with its players over all rankings.

The home page: the top of every ranking, what comes next, and the news.

The search index: the players, clubs, events and written pages of a site, in one small file.

All players of all rankings by the letter that their names begin with, for who looks without a script.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, NamedTuple

from sitegen.core.model import PlayerPage, Section
from sitegen.core.names import make_sort_key, slugify
from sitegen.inputs.content.texts import Content, ContentPage
from sitegen.pages.lists import blank_changes, format_list_title
from sitegen.pages.page import LocalizedSite, Page, split_rows
from sitegen.rankings.clubs import Club, build_club_sections, find_clubs, map_club_addresses
from sitegen.rankings.ranking import RankingContext


def plan_clubs(edition: LocalizedSite) -> Iterator[Page]:
    """The overview and the page of each club; nothing where no player has one."""
    found = find_clubs(board.outcome for board in edition.boards)
    if not found:
        return
    boards = edition.boards
    rankings = [(board.ranking.id, board.ranking.menu_title) for board in boards]
    counted = [(club, [_count_players(club, board) for board in boards]) for club in found]
    shows = {"clubs": counted, "rankings": rankings}
    yield Page(f"{edition.prefix}clubs/", "clubs.html", shows)
    for club in found:
        url, more = f"{edition.prefix}clubs/{club.id}/", partial(_describe_club, club, boards)
        yield Page(url, "club.html", {"name": club.name}, load_context=more)


def _describe_club(club: Club, boards: Sequence[RankingContext]) -> dict[str, Any]:
    """What the rankings say of a club, those that know any of its players."""
    told = [(board.ranking, list(build_club_sections(club, board.derived))) for board in boards]
    return {
        "rankings": [
            {"id": ranking.id, "title": ranking.title, "parts": parts} for ranking, parts in told if parts
        ]
    }


def _count_players(club: Club, board: RankingContext) -> int:
    return sum(player.club in club.spellings for player in board.outcome.players)


_TOP_ROWS = 5
_MAX_NEWS = 3
_MAX_COMING = 2


def plan_home(edition: LocalizedSite, written: Mapping[str, ContentPage]) -> Page:
    """The page that the site begins with."""
    glances = [_summarize_ranking(board) for board in edition.boards]
    news = list_headlines(edition.content.news[:_MAX_NEWS])
    shows = {"glances": glances, "news": news}
    return Page(edition.prefix, "home.html", shows, text=written.get(edition.prefix))


def _summarize_ranking(board: RankingContext) -> dict[str, Any]:
    """The top of a ranking's first list, and what comes next."""
    first = board.outcome.tables[0]
    rows, empty = first.rows[:_TOP_ROWS], "Nobody is ranked yet."
    top = Section("leaders", board.ranking.title, first.table, rows, empty=empty)
    if board.outcome.careers:
        top = blank_changes(top, board.derived.find_active_players(board.outcome.listing))
    return {
        "id": board.ranking.id,
        "title": board.ranking.title,
        "dated": format_list_title(board.outcome.listing, board.language),
        "count": len(first.rows),
        "top": top,
        "coming": board.upcoming_events[:_MAX_COMING],
    }


def list_headlines(news: Sequence[ContentPage]) -> list[dict[str, Any]]:
    """News items, as pages that lead to them show them."""
    shown = "url", "title", "day", "summary", "foreign"
    return [{name: getattr(item, name) for name in shown} for item in news]


SEARCH_INDEX = "search.json"
_MAX_EVENTS = 2_000  # the latest of each ranking: older ones are found by way of their calendar


def plan_search_index(
    boards: Sequence[RankingContext], content: Content
) -> Mapping[str, Callable[[], bytes]]:
    """The file that every page is searched with: arrays and not objects, since it holds ten thousand.

    Of each player the name, the id, the place of the club among `clubs`, and for each ranking its place among
    `rankings` and the rank, 0 for who has none. Addresses are those from the root of a language.
    """
    return {SEARCH_INDEX: lambda: _encode_index(boards, content)}


def _encode_index(boards: Sequence[RankingContext], content: Content) -> bytes:
    players = [*_index_players(boards)]
    clubs = [*dict.fromkeys(player[2] for player in players)]
    places = {club: place for place, club in enumerate(clubs)}
    pages = map_club_addresses(find_clubs(board.outcome for board in boards))
    found = {
        "rankings": [(board.ranking.id, board.ranking.menu_title) for board in boards],
        "clubs": [(club, pages.get(club, "")) for club in clubs],
        "players": [(name, id_, places[club], *ranks) for name, id_, club, *ranks in players],
        "events": [*chain.from_iterable(map(_index_events, range(len(boards)), boards))],
        "pages": [(page.title, page.url) for page in (*content.pages, *content.news) if page.url],
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _index_players(boards: Sequence[RankingContext]) -> Iterator[list[Any]]:
    """Name, id, club, and ranking and rank as often as there are rankings."""
    found: dict[tuple[str, str], list[Any]] = {}
    for place, board in enumerate(boards):
        stands = board.derived.positions
        for player in board.outcome.players:
            joined = found.setdefault(get_person_key(player), [player.name, player.id, player.club])
            joined[2] = joined[2] or player.club
            joined += [place, (player.id in stands and stands[player.id].rank) or 0]
    return iter(found.values())


def get_person_key(player: PlayerPage) -> tuple[str, str]:
    """What makes the players of two rankings one person: the same id and the same name."""
    return player.id, player.name


def _index_events(place: int, board: RankingContext) -> Iterator[tuple[str, int, str, str]]:
    """Title, ranking, key and day of its latest events."""
    for event in sorted(board.outcome.events, key=lambda event: event.day)[-_MAX_EVENTS:]:
        yield board.event_titles[event.key], place, event.key, event.day.isoformat()


PEOPLE_URL = "players/"
_MAX_PER_PAGE = 1_500
_OTHER_LETTERS = "0-9"  # names that begin with no letter
_PLAIN_LETTERS = str.maketrans("łøđðħıœæþ", "loddhioat")  # letters that carry their accent inside


class _Person(NamedTuple):
    """Somebody in one ranking or more: the name, and the places where they have a page."""

    sort_key: str
    name: str
    club: str
    rankings: tuple[tuple[str, str], ...]
    """Title and address, from the root of the language."""

    @property
    def letter(self) -> str:
        """The letter that they stand under."""
        first = self.sort_key.strip()[:1].translate(_PLAIN_LETTERS)
        return first.upper() if first.isalpha() else _OTHER_LETTERS

    @property
    def details(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """What a page needs of them."""
        return self.name, self.club, self.rankings


def plan_people(boards: Sequence[RankingContext], prefix: str) -> Iterator[Page]:
    """One page with everybody; where they are thousands, one that leads to a page for each letter."""
    home = f"{prefix}{PEOPLE_URL}"
    found = sorted(
        _collect_people(boards), key=lambda item: (item.letter == _OTHER_LETTERS, item.letter, item.sort_key)
    )
    letters = [(letter, list(them)) for letter, them in groupby(found, key=lambda item: item.letter)]
    if len(found) <= _MAX_PER_PAGE:
        yield _build_people_page(home, letters, letters, is_whole=True)
        return
    yield _build_people_page(home, letters, [], is_whole=False)
    for letter, them in letters:
        url = f"{home}{_slug_letter(letter)}/"
        for piece in split_rows(url, url, len(them), _MAX_PER_PAGE):
            start = (piece.number - 1) * _MAX_PER_PAGE
            shown = [(letter, them[start : start + _MAX_PER_PAGE])]
            page = _build_people_page(piece.url, letters, shown, is_whole=False)
            yield page._replace(context={**page.context, "piece": piece}) if len(piece.links) > 1 else page


def _build_people_page(
    url: str, letters: Sequence[Any], shown: Sequence[tuple[str, list[_Person]]], *, is_whole: bool
) -> Page:
    jumps = [
        (letter, f"#{_slug_letter(letter)}" if is_whole else f"{PEOPLE_URL}{_slug_letter(letter)}/")
        for letter, _ in letters
    ]
    shows = {
        "letters": jumps,
        "is_whole": is_whole,
        "count": sum(len(them) for _, them in letters),
        "groups": [
            (letter, _slug_letter(letter), [person.details for person in them]) for letter, them in shown
        ],
    }
    return Page(url, "people.html", shows)


def _slug_letter(letter: str) -> str:
    """A letter as a part of an address."""
    return letter if letter == _OTHER_LETTERS else slugify(letter)


def _collect_people(boards: Sequence[RankingContext]) -> list[_Person]:
    """Everybody who has a page; those of several rankings with the same id and name are one."""
    found: dict[tuple[str, str], list[tuple[RankingContext, str, str]]] = {}
    for board in boards:
        by_id = {player.id: player for player in board.players}
        for player in board.outcome.players:
            known = by_id.get(player.id)
            order = (known and known.sort_name) or player.name
            found.setdefault(get_person_key(player), []).append((board, order, player.club))
    return [_merge_person(*who, places) for who, places in found.items()]


def _merge_person(id_: str, name: str, places: Sequence[tuple[RankingContext, str, str]]) -> _Person:
    order = make_sort_key(places[0][1])
    club = next((club for _, _, club in places if club), "")
    rankings = tuple(
        (board.ranking.menu_title, f"{board.ranking.id}/players/{id_}/") for board, _, _ in places
    )
    return _Person(order, name, club, rankings)
