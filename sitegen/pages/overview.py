"""What the pages that rankings share need of each: a summary of plain values, and nothing else of a ranking.

The home page, the pages of clubs and of all players, the search index, the sitemap, the feed of the site and
written pages are made of the summaries of all rankings.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, Self

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.entities import Highlight
from sitegen.core.model import ClubPeriod, Highlights, Section
from sitegen.core.pickling import Deferred
from sitegen.inputs.privacy.folding import TEXT_BOUNDARY
from sitegen.pages.lists import blank_changes, format_list_title
from sitegen.pages.page import Page, SiteShell
from sitegen.rankings.clubs import Club, build_club_sections
from sitegen.rankings.people import People, PersonKey
from sitegen.rankings.ranking import CellNames, MenuTopic, RankingContext

MAX_ENTRIES = 20
"""The most entries of a feed."""
_MAX_EVENTS = 2_000
"""The most events of a ranking in the search index: the calendar leads to older ones."""
_TOP_ROWS = 5
_MAX_COMING = 2
_MAX_COMING_IN_ALL = 4
_MAX_TOLD_RANKINGS = 3
_MAX_TOLD = 2
"""The most that the home page tells of what happened: so much of each of so many rankings."""


class PlayerEntry(NamedTuple):
    """A player who has a page, with the key of the person: `rank` is that on the current list, 0 without one.

    `figure` is the one of the list with its label and how many decimals it has, None without one. Who came to
    another club has all `clubs`.
    """

    id: str
    name: str
    sort_name: str
    club: str
    rank: int
    person_key: PersonKey
    figure: tuple[str, float, int] | None = None
    clubs: Sequence[ClubPeriod] = ()


class EventEntry(NamedTuple):
    """An event that has a page, with its title in the first language of the site.

    It `is_upcoming` where its page has what was drawn, and no results yet.
    """

    title: str
    key: str
    day: date
    is_upcoming: bool = False


class DataCounts(NamedTuple):
    """The published tables of a ranking by name, how many lists it has, and how many files all these are."""

    names: Sequence[str]
    lists: int
    files: int


class MappedUrls(NamedTuple):
    """The addresses of the pages of a ranking that are in the sitemap, in its order.

    Between these groups stand what the rankings share, and the same group of other rankings.
    """

    pages: Sequence[str]
    sharing: Sequence[str]
    entry: Sequence[str]


class LocalizedSummary(NamedTuple):
    """A ranking on the shared pages in one language.

    `glance` has the variables of its part of the home page, `publications` the entries of its latest lists in
    a feed. `written_pages` are its pages with a text that people wrote, complete: they can have links to any
    page of the site, and so are rendered with those that rankings share.
    """

    glance: Mapping[str, Any]
    publications: Sequence[Mapping[str, Any]]
    names: CellNames
    mapped_urls: MappedUrls
    written_pages: Sequence[Page]


class RankingSummary(NamedTuple):
    """What is left of a ranking for the pages that all rankings share.

    `languages` has what depends on the language by its code. `urls` are the addresses of all its pages and
    files, each once, those of cards among them. `player_count` is the number of all its players, also of
    those without a page, and `listed_count` of those on the current list. `committed` is the day of the
    latest commit, None where it is unknown. `club_sections` has what the ranking says of each club that has
    players here, by its id. `entered_texts` are the texts in the tables of people, which were checked where
    they stand, encoded as one with `TEXT_BOUNDARY` between them: apart they take thrice the memory.
    """

    languages: Mapping[str, LocalizedSummary]
    urls: Sequence[str]

    players: Sequence[PlayerEntry]
    player_count: int
    listed_count: int
    events: Sequence[EventEntry]
    data_files: DataCounts
    menu_topics: Sequence[MenuTopic]
    committed: date | None
    club_sections: Deferred[Mapping[str, Sequence[Section]]]
    entered_texts: Deferred[bytes]

    def settle(self) -> Self:
        """Return the summary with all its values made: nothing else of the ranking is kept."""
        return self._replace(
            club_sections=self.club_sections.settle(), entered_texts=self.entered_texts.settle()
        )


def summarize_ranking(
    context: RankingContext,
    history: CorrectionHistory,
    shell: SiteShell,
    languages: Mapping[str, LocalizedSummary],
    urls: Sequence[str],
) -> RankingSummary:
    """Return the summary of a ranking from its context in the first language; `shell` is that of the site.

    `languages` and `urls` are the fields of the summary.
    """
    outcome = context.outcome
    names, lists = [*context.files], len(outcome.archive)
    files = 2 * len(names) + lists * len(context.dataset.player_tables)  # a table is there as CSV and as JSON
    latest_events = sorted(outcome.events, key=lambda event: event.day)[-_MAX_EVENTS:]
    upcoming = {event.event for event in outcome.upcoming_events}
    return RankingSummary(
        languages,
        urls,
        [*_list_players(context, shell.people)],
        len(context.players),
        len(context.standings.by_player),
        [
            EventEntry(context.event_titles[event.key], event.key, event.day, event.key in upcoming)
            for event in latest_events
        ],
        DataCounts(names, lists, files),
        context.menu_topics,
        history.committed,
        Deferred(partial(_build_club_sections, context, shell.clubs)),
        Deferred(partial(_join_entered_texts, context)),
    )


def _build_club_sections(context: RankingContext, clubs: Sequence[Club]) -> Mapping[str, Sequence[Section]]:
    own_spellings = {player.club for player in context.outcome.players}
    own_spellings |= {period.club for periods in context.outcome.clubs.values() for period in periods}
    sections = {
        club.id: [*build_club_sections(club, context.derived)]
        for club in clubs
        if club.spellings & own_spellings
    }
    return {club: own_sections for club, own_sections in sections.items() if own_sections}


def _join_entered_texts(context: RankingContext) -> bytes:
    rows = chain.from_iterable(table.rows for table in context.input_tables)
    cells = dict.fromkeys(chain((player.club for player in context.players), chain.from_iterable(rows)))
    return TEXT_BOUNDARY.join([cell for cell in cells if isinstance(cell, str)]).encode()


def _list_players(context: RankingContext, people: People) -> Iterator[PlayerEntry]:
    by_id, positions = {player.id: player for player in context.players}, context.dataset.positions
    column = context.dataset.figure_column
    for player in context.outcome.players:
        position = positions.get(player.id)
        yield PlayerEntry(
            player.id,
            player.name,
            (player.id in by_id and by_id[player.id].sort_name) or player.name,
            player.club,
            (position and position.rank) or 0,
            people.get_key(context.ranking.id, player.id, player.name),
            (column.label, position.value, column.display.decimals)
            if column and position and position.value is not None
            else None,
            context.outcome.clubs.get(player.id, ()),
        )


def summarize_in_language(
    context: RankingContext, mapped_urls: MappedUrls, written_pages: Sequence[Page]
) -> LocalizedSummary:
    """Return the summary of a ranking in the language of its context."""
    return LocalizedSummary(
        _build_glance(context), list_publications(context), context.cell_names, mapped_urls, written_pages
    )


def _build_glance(context: RankingContext) -> dict[str, Any]:
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
        "menu_title": context.ranking.menu_title,
        "day": context.outcome.listing.day,
        "happened": [
            highlight
            for part in context.outcome.listing.content.sections()
            if isinstance(part, Highlights)
            for highlight in part.highlights
            if highlight.player and highlight.figure is not None
        ],
    }


def choose_news(glances: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], Sequence[Highlight]]]:
    """Return what the home page tells first: of the latest lists, each with its first highlights.

    Those are mostly who climbed most and the biggest upset; a single ranking has one more.
    """
    latest = sorted(glances, key=lambda glance: glance["day"], reverse=True)
    told = [glance for glance in latest if glance["happened"]][:_MAX_TOLD_RANKINGS]
    count = _MAX_TOLD if len(told) > 1 else _MAX_TOLD + 1
    return [(glance, glance["happened"][:count]) for glance in told]


def list_coming(glances: Sequence[Mapping[str, Any]]) -> list[tuple[Any, Mapping[str, Any]]]:
    """Return the next events of all rankings, each with its ranking, by day."""
    events = [(event, glance) for glance in glances for event in glance["coming"]]
    return sorted(events, key=lambda pair: pair[0].day)[:_MAX_COMING_IN_ALL]


def list_publications(context: RankingContext) -> list[dict[str, Any]]:
    """Return an entry of a feed for each of the latest lists of a ranking."""
    return [
        {
            "url": f"{context.home}lists/{listing.day}/",
            "title": f"{context.ranking.title}, {context.language.format_long_date(listing.day)}",
            "day": listing.day,
            "summary": format_list_title(listing, context.language),
        }
        for listing in context.outcome.archive[-MAX_ENTRIES:]
    ]
