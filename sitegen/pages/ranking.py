"""Plan the pages of one ranking: lists, corrections, topics, results, players, comparison and rules."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.model import Section, Topic
from sitegen.core.names import make_article_anchor
from sitegen.core.options import format_option, list_versions, read_values
from sitegen.core.system import get_articles
from sitegen.core.table import Table, get_columns, get_input_columns
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.content.texts import ContentPage
from sitegen.pages.corrections import plan_corrections
from sitegen.pages.entry import build_period_context
from sitegen.pages.lists import plan_lists
from sitegen.pages.overview import RankingSummary
from sitegen.pages.page import OF_EVENT, LocalizedSite, Page, paginate
from sitegen.pages.players import PlayerYears, plan_players
from sitegen.rankings.ranking import RankingContext

MAX_IN_MENU = 12
"""The most rankings that the menu leads to."""
_MAX_UNSPLIT_ROWS = 100
"""The most rows of a calendar that is not divided by year."""
_KeyAndTitle = tuple[str, str]  # the key of an event, and its title in the language of the site


def plan_calendar(context: RankingContext) -> Iterator[Page]:
    """Yield the page of results and, if it is long, one for each earlier year.

    The others lie below `calendar/`, as the keys of events do below `results/`.
    """
    days = PlayerYears.from_outcome(context.outcome).days
    sections_with_years = [(section, _find_row_years(section, days)) for section in context.outcome.calendar]
    years = sorted({year for _, row_years in sections_with_years for year in row_years if year}, reverse=True)
    is_split = len(years) > 1 and any(
        len(section.rows) > _MAX_UNSPLIT_ROWS for section in context.outcome.calendar
    )
    for year in years if is_split else [None]:
        latest = year in {None, years[0] if years else None}
        sections = [
            _select_year(*pair, year, latest=latest) if is_split else pair[0] for pair in sections_with_years
        ]
        variables = {
            "calendar": [section for section in sections if latest or section.rows],
            "year": year,
            "years": years if is_split else [],
            "coming": context.upcoming_events if latest else [],
        }
        load = partial(_load_years_of_play, context, year, latest=latest)
        url = f"{context.home}results/" if latest else f"{context.home}calendar/{year}/"
        yield Page(url, "calendar.html", variables, context.ranking.id, load_context=load)


def _load_years_of_play(context: RankingContext, year: int | None, *, latest: bool) -> Mapping[str, Any]:
    """Return the days of play of a year, of all years without one, and those of years before the latest."""
    years = context.derived.years_of_play
    played = next((played for played in years if year in {None, played.year}), None)
    earlier = [other for other in years if latest and played and other.year < played.year]
    return {"play_year": played, "earlier": earlier}


def _find_row_years(section: Section, days: Mapping[object, date]) -> Sequence[int]:
    """Return the year of each row, that of the event that it leads to; 0 where none is known."""
    places = [
        place for place, column in enumerate(get_columns(section.table)) if column.display.style == "event"
    ]

    def find_year(row: tuple[Any, ...]) -> int:
        return next((days[row[place]].year for place in places if row[place] in days), 0)

    return [find_year(row) for row in section.rows]


def _select_year(section: Section, years: Sequence[int], year: int | None, *, latest: bool) -> Section:
    """Return the rows of one year; those without a year, such as what is to come, are in the latest."""
    wanted_years = {year, 0} if latest else {year}
    rows = [row for row, row_year in zip(section.rows, years, strict=True) if row_year in wanted_years]
    return section._replace(rows=rows)


def select_menu_rankings(rankings: Sequence[Ranking], current: str) -> Sequence[Ranking]:
    """Return the first dozen rankings, with the one whose id is `current` in the place of the last.

    The rankings of clubs have a page of their own.
    """
    rankings = [ranking for ranking in rankings if not ranking.is_of_club]
    first, other_rankings = rankings[:MAX_IN_MENU], rankings[MAX_IN_MENU:]
    return (
        [*first[:-1], *current_ranking]
        if (current_ranking := [ranking for ranking in other_rankings if ranking.id == current])
        else first
    )


def plan_rankings(localized_site: LocalizedSite, summaries: Sequence[RankingSummary]) -> Iterator[Page]:
    """Yield the page of all rankings, with the number of their players, if the menu has no room for them."""
    rankings = [
        (ranking.id, ranking.title, summary.player_count)
        for ranking, summary in zip(localized_site.site.rankings, summaries, strict=True)
        if not ranking.is_of_club
    ]
    if len(rankings) > MAX_IN_MENU:
        yield Page(f"{localized_site.prefix}rankings/", "rankings.html", {"rankings": rankings})


def plan_ranking(
    context: RankingContext, history: CorrectionHistory, written_pages: Mapping[str, ContentPage]
) -> Iterator[Page]:
    """Yield all pages of a ranking; `written_pages` are the pages that people wrote, by their addresses."""
    yield from plan_lists(context, history)
    yield plan_corrections(context, history)
    yield from _plan_topics(context)
    yield from plan_calendar(context)
    yield from _plan_events(context)
    yield from plan_players(context)
    if len(context.outcome.players) > 1:
        comparisons = [*_suggest_comparisons(context)]
        yield Page(
            f"{context.home}compare/", "compare.html", {"comparisons": comparisons}, context.ranking.id
        )
    yield _plan_rules(context, written_pages.get(f"{context.home}rules/"))


class Comparison(NamedTuple):
    """Players worth comparing: their ids, their names in a row, and the reason."""

    players: Sequence[str]
    names: str
    reason: str


def _suggest_comparisons(context: RankingContext) -> Iterator[Comparison]:
    """Yield the first of the list, who rose and who fell most, and who played most."""
    format_list = context.language.format_list
    for players, text, figures in _find_comparisons(context):
        names = format_list([*map(context.get_name, players)])
        yield Comparison(players, names, text.format(figures=", ".join(figures)))


def _find_comparisons(context: RankingContext) -> Iterator[tuple[list[str], str, list[str]]]:
    """Yield players worth comparing, with a reason that names their figures."""
    derived, translate = context.derived, context.language.translate
    pages = derived.players_with_page
    rows = [row for row in context.standings.rows if row.player in pages and row.rank]
    if len(rows) > 1:
        first = rows[:3]
        text = translate("the first of the list: {figures}")
        yield [row.player for row in first], text, [row.figure for row in first]
    changes = {row.player: derived.dataset.positions[row.player].change or 0 for row in rows}
    risen, fallen = (pick(rows, key=lambda row: changes[row.player], default=None) for pick in (max, min))
    if risen and fallen and changes[risen.player] > 0 > changes[fallen.player]:
        text = translate("the largest rise and the largest fall: {figures}")
        yield [risen.player, fallen.player], text, [risen.change, fallen.change]
    summaries = derived.career_summaries.summaries if derived.career_summaries else {}
    counts = {player: len(summary.letters) for player, summary in summaries.items() if player in pages}
    most = sorted(counts, key=counts.__getitem__, reverse=True)[:2]
    if len(most) > 1:
        yield most, translate("the most results of all: {figures}"), [str(counts[player]) for player in most]


def _plan_events(context: RankingContext) -> Iterator[Page]:
    """Yield the pages of the events, each with links to the one before and the one after it."""
    events = context.outcome.events
    titles = [(event.key, context.language.format_title(event.title, event.params)) for event in events]
    for event, (earlier, (key, title), later) in zip(events, _pair_neighbours(titles), strict=True):
        variables = {"key": key, "title": title, "day": event.day, "earlier": earlier, "later": later}
        variables["until"] = event.complaints_until
        url = f"{context.home}results/{key}/"
        page = Page(url, "event.html", variables, context.ranking.id, event.content)
        yield from paginate(
            page, max((len(table.rows) for table in event.content.tables), default=0), OF_EVENT
        )


def _plan_topics(context: RankingContext) -> Iterator[Page]:
    """Yield the pages of the topics; those of one kind lead to each other."""
    kinds: dict[str, list[Topic]] = {}
    for topic in context.topics:
        kinds.setdefault("" if topic.is_menu_entry else topic.kind, []).append(topic)
    for kind, topics in kinds.items():
        titles = [(topic.key, context.language.format_title(topic.title, topic.params)) for topic in topics]
        for topic, (earlier, (_, title), later) in zip(topics, _pair_neighbours(titles), strict=True):
            beside = {"earlier": earlier, "later": later} if kind else {"earlier": None, "later": None}
            variables: dict[str, Any] = {"key": topic.key, "kind": topic.kind, "title": title, **beside}
            url, template = f"{context.home}{topic.key}/", "topic.html"
            variables["between"] = build_period_context(context) if topic.key == "risers" else {}
            if topic in context.derived.topics:
                template = "topic.html" if variables["between"] else "records.html"
                of_kind = [other for other in context.topics if other.kind == topic.kind]
                years = [other.params["year"] for other in reversed(of_kind) if not other.is_menu_entry]
                variables |= {"years": years, "year": topic.params.get("year", 0)}
            yield Page(url, template, variables, context.ranking.id, topic.content)


def _plan_rules(context: RankingContext, text: ContentPage | None) -> Page:
    options = context.ranking.options
    columns, values = get_input_columns(type(options)), read_values(options)
    variables = {
        "options": [(column.name, format_option(values[column.name]), column.doc) for column in columns],
        "changes": list(_list_changes(options)),
        "articles": [
            (make_article_anchor(name), name, doc)
            for name, doc in get_articles(context.ranking.system).items()
        ],
        "interpretations": list(context.ranking.system.interpretations),
    }
    return Page(f"{context.home}rules/", "rules.html", variables, context.ranking.id, text=text)


def _list_changes(options: Table) -> Iterator[tuple[str, tuple[date, str, str]]]:
    """Yield the name of each option that changes, with the day, its value from then on, and what has it."""
    columns = {column.name: column for column in get_columns(type(options))}
    for version in list_versions(options)[1:]:
        for name in version.list_changed():
            yield name, (version.since, format_option(read_values(version)[name]), columns[name].changes)


def _pair_neighbours(
    titles: Sequence[_KeyAndTitle],
) -> Iterator[tuple[_KeyAndTitle | None, _KeyAndTitle, _KeyAndTitle | None]]:
    """Yield each title between the one before it and the one after it, None at the ends."""
    around = [None, *titles, None]
    return zip(around[:-2], titles, around[2:], strict=True)
