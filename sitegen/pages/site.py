"""Plan what the rankings of a site share: the home page, clubs, the search index.

It is made of their summaries, in the order of the rankings.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sitegen.core.names import make_sort_key
from sitegen.inputs.config.site import CLUBS, Ranking, Site
from sitegen.inputs.content.texts import Content, ContentPage
from sitegen.pages.overview import (
    EventEntry,
    LocalizedSummary,
    RankingSummary,
    choose_news,
    list_coming,
)
from sitegen.pages.page import LocalizedSite, Page, SiteShell
from sitegen.rankings.clubs import Club
from sitegen.rankings.people import People, PersonKey


class ClubRow(NamedTuple):
    """A club with a ranking of its own: where that is, how many play in it, and the latest event of it.

    So many of its players are in `others`, the rankings that are of no club. The latest files of one that
    `is_withheld` have errors; then it may have no pages.
    """

    id: str
    title: str
    players: int
    latest: EventEntry | None
    others: int
    is_withheld: bool = False
    has_pages: bool = True


def plan_clubs(
    localized_site: LocalizedSite, clubs: Sequence[Club], summaries: Sequence[RankingSummary]
) -> Iterator[Page]:
    """Yield the overview of the clubs and the page of each club of players.

    There is nothing if no player has a club and no club has a ranking.
    """
    site = localized_site.site
    if not clubs and not site.club_rankings and not site.withheld:
        return
    pairs = [*zip(site.rankings, summaries, strict=True)]
    own = [(ranking, summary) for ranking, summary in pairs if not ranking.is_of_club]
    members = [Counter(player.club for player in summary.players) for _, summary in own]
    counts = {
        club: [sum(own_club[name] for name in club.spellings) for own_club in members] for club in clubs
    }
    others = {club.ranking: sum(own_counts) for club, own_counts in counts.items() if club.ranking}
    regions = _group_by_region(_list_rows(site, summaries, others))
    variables = {
        "regions": regions,
        "count": sum(len(rows) for _, rows in regions),
        "clubs": [(club, counts[club]) for club in clubs if not club.ranking],
        "rankings": [(ranking.id, ranking.menu_title) for ranking, _ in own],
    }
    yield Page(f"{localized_site.prefix}{CLUBS}/", "clubs.html", variables)
    for club in clubs:
        load = partial(_describe_club, club, site.rankings, summaries)
        variables = {"name": club.name, "own": club.ranking}
        yield Page(f"{localized_site.prefix}{club.url}", "club.html", variables, load_context=load)


def _list_rows(
    site: Site, summaries: Sequence[RankingSummary], others: Mapping[str, int]
) -> Iterator[tuple[str, ClubRow]]:
    """Yield each club with a ranking, and each that is withheld, behind its region."""
    withheld = {club.id for club in site.withheld}
    for ranking, summary in zip(site.rankings, summaries, strict=True):
        if ranking.is_of_club:
            latest = next((event for event in reversed(summary.events) if not event.is_upcoming), None)
            count = others.get(ranking.id, 0)
            row = ClubRow(ranking.id, ranking.title, summary.player_count, latest, count)
            yield ranking.region, row._replace(is_withheld=ranking.id in withheld)
    for club in site.withheld:
        if not club.has_pages:
            yield club.region, ClubRow(club.id, club.title, 0, None, 0, is_withheld=True, has_pages=False)


def _group_by_region(rows: Iterable[tuple[str, ClubRow]]) -> list[tuple[str, list[ClubRow]]]:
    """Return the clubs by their regions, both in alphabetical order; those of none last."""
    regions: dict[str, list[ClubRow]] = {}
    for region, row in rows:
        regions.setdefault(region, []).append(row)
    for own_rows in regions.values():
        own_rows.sort(key=lambda row: (make_sort_key(row.title), row.id))
    return sorted(regions.items(), key=lambda region: (not region[0], make_sort_key(region[0])))


def _describe_club(
    club: Club, rankings: Sequence[Ranking], summaries: Sequence[RankingSummary]
) -> dict[str, Any]:
    """Return the sections about a club, by the rankings that have any of its players."""
    sections = [summary.club_sections.value.get(club.id) for summary in summaries]
    parts = [
        {"id": ranking.id, "title": ranking.title, "parts": own}
        for ranking, own in zip(rankings, sections, strict=True)
        if own is not None
    ]
    return {"rankings": parts}


_MAX_NEWS = 3


def plan_home(localized_site: LocalizedSite, summaries: Sequence[LocalizedSummary]) -> Page:
    """Return the home page: the top of every ranking, what comes next, and the news."""
    pairs = zip(localized_site.site.rankings, summaries, strict=True)
    glances = [summary.glance for ranking, summary in pairs if not ranking.is_of_club]
    text = next((page for page in localized_site.content.pages if page.url == localized_site.prefix), None)
    news = list_headlines(localized_site.content.news[:_MAX_NEWS])
    variables = {
        "glances": glances,
        "clubs_with_ranking": len(localized_site.site.club_rankings),
        "news": news,
        "happened": choose_news(glances),
        "coming": list_coming(glances),
    }
    return Page(localized_site.prefix, "home.html", variables, text=text)


def list_headlines(news: Sequence[ContentPage]) -> list[dict[str, Any]]:
    """Return the title, day and summary of news items, for the pages that lead to them."""
    fields = "url", "title", "day", "summary", "foreign"
    return [{name: getattr(page, name) for name in fields} for page in news]


SEARCH_INDEX = "search.json"


def plan_search_index(
    rankings: Sequence[Ranking],
    summaries: Sequence[RankingSummary],
    shell: SiteShell,
    content: Content,
) -> Mapping[str, Callable[[], bytes]]:
    """Return the search index, a JSON file of the players, clubs, events and written pages of a site.

    Its records are arrays and not objects, as it can hold ten thousand. A player has the name, the id, the
    place of the club among `clubs`, and for each ranking its place among `rankings` and the rank, 0 without
    one; who has a page over all rankings has none of them, and that id there. Addresses are relative to the
    home page of a language.
    """
    return {SEARCH_INDEX: lambda: _encode_index(rankings, summaries, shell, content)}


def _encode_index(
    rankings: Sequence[Ranking],
    summaries: Sequence[RankingSummary],
    shell: SiteShell,
    content: Content,
) -> bytes:
    players, club_urls = [*_index_players(summaries, shell.people)], shell.club_urls
    clubs = [*dict.fromkeys(player[2] for player in players)]
    places = {club: place for place, club in enumerate(clubs)}
    index = {
        "rankings": [(ranking.id, ranking.menu_title) for ranking in rankings],
        "clubs": [(club, club_urls.get(club, "")) for club in clubs],
        "players": [(name, id_, places[club], *ranks) for name, id_, club, *ranks in players],
        "events": [
            (event.title, place, event.key, event.day.isoformat())
            for place, summary in enumerate(summaries)
            for event in summary.events
        ],
        "pages": [(page.title, page.url) for page in (*content.pages, *content.news) if page.url],
    }
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode()


def _index_players(summaries: Sequence[RankingSummary], people: People) -> Iterator[list[Any]]:
    """Yield the name, the id and the club of each player, then a ranking and a rank for each ranking.

    Who has a page over all rankings has none: that page leads to them.
    """
    rows: dict[PersonKey, list[Any]] = {}
    for place, summary in enumerate(summaries):
        for player in summary.players:
            has_page = player.person_key in people.urls
            id_, name = player.person_key if has_page else (player.id, player.name)
            row = rows.setdefault((id_, name), [name, id_, player.club])
            row[2] = row[2] or player.club
            row += [] if has_page else [place, player.rank]
    return iter(rows.values())
