"""Plan what the rankings of a site share: the home page, clubs, all players by letter, the search index."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.core.model import PlayerPage, Section
from sitegen.core.names import make_sort_key, slugify
from sitegen.inputs.content.texts import Content, ContentPage
from sitegen.pages.lists import blank_changes, format_list_title
from sitegen.pages.page import LocalizedSite, Page, split_rows
from sitegen.rankings.clubs import Club, build_club_sections, find_clubs, map_club_addresses
from sitegen.rankings.ranking import RankingContext


def plan_clubs(localized_site: LocalizedSite) -> Iterator[Page]:
    """Yield the overview of the clubs and the page of each; nothing if no player has a club."""
    clubs = find_clubs(context.outcome for context in localized_site.contexts)
    if not clubs:
        return
    contexts = localized_site.contexts
    rankings = [(context.ranking.id, context.ranking.menu_title) for context in contexts]
    members = [Counter(player.club for player in context.outcome.players) for context in contexts]
    counts = [(club, [sum(own[name] for name in club.spellings) for own in members]) for club in clubs]
    variables = {"clubs": counts, "rankings": rankings}
    yield Page(f"{localized_site.prefix}clubs/", "clubs.html", variables)
    for club, numbers in counts:
        own_contexts = [context for context, number in zip(contexts, numbers, strict=True) if number]
        url, load = f"{localized_site.prefix}clubs/{club.id}/", partial(_describe_club, club, own_contexts)
        yield Page(url, "club.html", {"name": club.name}, load_context=load)


def _describe_club(club: Club, contexts: Sequence[RankingContext]) -> dict[str, Any]:
    """Return the sections about a club, by the rankings that have any of its players."""
    rankings = []
    for context in contexts:
        if sections := [*build_club_sections(club, context.derived)]:
            ranking = context.ranking
            rankings.append({"id": ranking.id, "title": ranking.title, "parts": sections})
    return {"rankings": rankings}


_TOP_ROWS = 5
_MAX_NEWS = 3
_MAX_COMING = 2


def plan_home(localized_site: LocalizedSite, written_pages: Mapping[str, ContentPage]) -> Page:
    """Return the home page: the top of every ranking, what comes next, and the news."""
    glances = [_summarize_ranking(context) for context in localized_site.contexts]
    news = list_headlines(localized_site.content.news[:_MAX_NEWS])
    variables = {"glances": glances, "news": news}
    return Page(localized_site.prefix, "home.html", variables, text=written_pages.get(localized_site.prefix))


def _summarize_ranking(context: RankingContext) -> dict[str, Any]:
    """Return the top of a ranking's first list, and what comes next."""
    first = context.outcome.tables[0]
    rows, empty = first.rows[:_TOP_ROWS], "Nobody is ranked yet."
    top = Section("leaders", context.ranking.title, first.table, rows, empty=empty)
    if context.outcome.careers:
        top = blank_changes(top, context.derived.find_active_players(context.outcome.listing))
    return {
        "id": context.ranking.id,
        "title": context.ranking.title,
        "dated": format_list_title(context.outcome.listing, context.language),
        "count": len(first.rows),
        "top": top,
        "coming": context.upcoming_events[:_MAX_COMING],
    }


def list_headlines(news: Sequence[ContentPage]) -> list[dict[str, Any]]:
    """Return the title, day and summary of news items, for the pages that lead to them."""
    fields = "url", "title", "day", "summary", "foreign"
    return [{name: getattr(page, name) for name in fields} for page in news]


SEARCH_INDEX = "search.json"
_MAX_EVENTS = 2_000
"""The most events of a ranking in the search index: the calendar leads to older ones."""


def plan_search_index(
    contexts: Sequence[RankingContext], content: Content
) -> Mapping[str, Callable[[], bytes]]:
    """Return the search index, a JSON file of the players, clubs, events and written pages of a site.

    Its records are arrays and not objects, as it can hold ten thousand. A player has the name, the id, the
    place of the club among `clubs`, and for each ranking its place among `rankings` and the rank, 0 without
    one. Addresses are relative to the home page of a language.
    """
    return {SEARCH_INDEX: lambda: _encode_index(contexts, content)}


def _encode_index(contexts: Sequence[RankingContext], content: Content) -> bytes:
    players = [*_index_players(contexts)]
    clubs = [*dict.fromkeys(player[2] for player in players)]
    places = {club: place for place, club in enumerate(clubs)}
    pages = map_club_addresses(find_clubs(context.outcome for context in contexts))
    index = {
        "rankings": [(context.ranking.id, context.ranking.menu_title) for context in contexts],
        "clubs": [(club, pages.get(club, "")) for club in clubs],
        "players": [(name, id_, places[club], *ranks) for name, id_, club, *ranks in players],
        "events": [
            event for place, context in enumerate(contexts) for event in _index_events(place, context)
        ],
        "pages": [(page.title, page.url) for page in (*content.pages, *content.news) if page.url],
    }
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode()


def _index_players(contexts: Sequence[RankingContext]) -> Iterator[list[Any]]:
    """Yield the name, the id and the club of each player, then a ranking and a rank for each ranking."""
    rows: dict[tuple[str, str], list[Any]] = {}
    for place, context in enumerate(contexts):
        positions = context.dataset.positions
        for player in context.outcome.players:
            row = rows.setdefault(get_person_key(player), [player.name, player.id, player.club])
            row[2] = row[2] or player.club
            row += [place, (player.id in positions and positions[player.id].rank) or 0]
    return iter(rows.values())


def get_person_key(player: PlayerPage) -> tuple[str, str]:
    """Return the key of a person: players of two rankings with the same id and name are one person."""
    return player.id, player.name


def _index_events(place: int, context: RankingContext) -> Iterator[tuple[str, int, str, str]]:
    """Yield the title, the place of the ranking, the key and the day of the latest events."""
    for event in sorted(context.outcome.events, key=lambda event: event.day)[-_MAX_EVENTS:]:
        yield context.event_titles[event.key], place, event.key, event.day.isoformat()


PEOPLE_URL = "players/"
_MAX_PER_PAGE = 1_500
_OTHER_LETTERS = "0-9"
"""The heading of the names that begin with no letter."""
_PLAIN_LETTERS = str.maketrans("łøđðħıœæþ", "loddhioat")
"""The letters whose accent Unicode does not decompose, and the letters that they stand under."""


class _Person(NamedTuple):
    """A person in one ranking or more, with the pages that they have."""

    sort_key: str
    name: str
    club: str
    rankings: tuple[tuple[str, str], ...]
    """The title of each ranking, and the address of the person's page from the root of the language."""

    @property
    def letter(self) -> str:
        """The letter that the person stands under."""
        first = self.sort_key.strip()[:1].translate(_PLAIN_LETTERS)
        return first.upper() if first.isalpha() else _OTHER_LETTERS

    @property
    def details(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """What a page shows of the person."""
        return self.name, self.club, self.rankings


def plan_people(contexts: Sequence[RankingContext], prefix: str) -> Iterator[Page]:
    """Yield one page with everybody; of thousands, a page for each letter and one that leads to those."""
    home = f"{prefix}{PEOPLE_URL}"
    people = sorted(
        _collect_people(contexts),
        key=lambda person: (person.letter == _OTHER_LETTERS, person.letter, person.sort_key),
    )
    letters = [(letter, list(people)) for letter, people in groupby(people, key=lambda person: person.letter)]
    if len(people) <= _MAX_PER_PAGE:
        yield _build_people_page(home, letters, letters, is_whole=True)
        return
    yield _build_people_page(home, letters, [], is_whole=False)
    for letter, people in letters:
        url = f"{home}{_slug_letter(letter)}/"
        for part in split_rows(url, url, len(people), _MAX_PER_PAGE):
            start = (part.number - 1) * _MAX_PER_PAGE
            groups = [(letter, people[start : start + _MAX_PER_PAGE])]
            page = _build_people_page(part.url, letters, groups, is_whole=False)
            yield page._replace(context={**page.context, "piece": part}) if len(part.links) > 1 else page


def _build_people_page(
    url: str, letters: Sequence[Any], groups: Sequence[tuple[str, list[_Person]]], *, is_whole: bool
) -> Page:
    jumps = [
        (letter, f"#{_slug_letter(letter)}" if is_whole else f"{PEOPLE_URL}{_slug_letter(letter)}/")
        for letter, _ in letters
    ]
    variables = {
        "letters": jumps,
        "is_whole": is_whole,
        "count": sum(len(people) for _, people in letters),
        "groups": [
            (letter, _slug_letter(letter), [person.details for person in people]) for letter, people in groups
        ],
    }
    return Page(url, "people.html", variables)


def _slug_letter(letter: str) -> str:
    """Return a letter as a part of an address."""
    return letter if letter == _OTHER_LETTERS else slugify(letter)


def _collect_people(contexts: Sequence[RankingContext]) -> list[_Person]:
    """Return everybody who has a page in any ranking."""
    places: dict[tuple[str, str], list[tuple[RankingContext, str, str]]] = {}
    for context in contexts:
        by_id = {player.id: player for player in context.players}
        for player in context.outcome.players:
            entry = by_id.get(player.id)
            sort_name = (entry and entry.sort_name) or player.name
            places.setdefault(get_person_key(player), []).append((context, sort_name, player.club))
    return [_merge_person(*key, person_places) for key, person_places in places.items()]


def _merge_person(id_: str, name: str, places: Sequence[tuple[RankingContext, str, str]]) -> _Person:
    """Return a person from the places where they play: the ranking, the name to sort by and the club."""
    club = next((club for _, _, club in places if club), "")
    rankings = tuple(
        (context.ranking.menu_title, f"{context.ranking.id}/players/{id_}/") for context, _, _ in places
    )
    return _Person(make_sort_key(places[0][1]), name, club, rankings)
