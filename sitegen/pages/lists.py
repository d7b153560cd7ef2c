"""Plan the pages of lists: the current one, the earlier ones with their CSV files, and the index of them.

Players who did not play have a blank change on a list. The current list has columns on recent form, taken
from the careers (`_RecentForm`). They are in no file, and an earlier list stands as it was published.
"""

from bisect import bisect, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from typing import Annotated, Any, NamedTuple

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.columnar import Rows, get_cells, to_columns
from sitegen.core.entities import WITH_WINNERS, Careers
from sitegen.core.language import Language
from sitegen.core.model import Listing, PageContent, PageSection, Section
from sitegen.core.roles import find_value_column
from sitegen.core.table import Display, Form, Table, Trend, column, get_column_names, get_columns
from sitegen.pages.corrections import describe_list_corrections
from sitegen.pages.page import OF_ARCHIVE, OF_LIST, Page, map_tables, paginate
from sitegen.rankings.careers import FigureHistory
from sitegen.rankings.datafiles import encode_csv
from sitegen.rankings.dataset import Dataset
from sitegen.rankings.positions import find_ranked_table
from sitegen.rankings.rank_chart import MIN_LISTS
from sitegen.rankings.ranking import RankingContext

_AFTER_ALL_KEYS = "\U0010ffff"  # sorts behind the key of every event


def make_data_planner(context: RankingContext) -> Callable[[Listing], Iterator[Page]]:
    """Return a function from an earlier list to its CSV files, which have the columns of the current list."""
    dataset = context.dataset
    lists = {listing.day: listing for listing in dataset.archive}

    @lru_cache(maxsize=1)  # the files of one list are asked for one after the other
    def encode_list(day: date) -> Mapping[str, bytes]:
        return {table.name: encode_csv(table) for table in dataset.build_player_tables(lists[day])}

    def plan_files(listing: Listing) -> Iterator[Page]:
        for name in dataset.player_tables:
            yield Page(
                f"{get_data_folder(context, listing)}{name}.csv",
                f"lists/{name}.csv",
                {},
                context.ranking.id,
                listing.content,
                make=lambda day=listing.day, name=name: encode_list(day)[name],  # type: ignore[misc]
            )

    return plan_files


def get_data_folder(context: RankingContext, listing: Listing) -> str:
    """Return the folder of the files of a list, from the root of the site; all languages share it."""
    return f"{context.ranking.id}/lists/{listing.day}/"


def make_change_blanker(context: RankingContext, listing: Listing) -> Callable[[PageContent], PageContent]:
    """Return a function that blanks the changes of who did not play, in a list or a part of it."""
    if context.outcome.careers is None:
        return lambda content: content

    @cache
    def find_active_players() -> Collection[str]:
        return context.derived.find_active_players(listing)

    return lambda content: transform_lists(
        content, lambda section: blank_changes(section, find_active_players())
    )


def is_list(table: type[Table]) -> bool:
    """Return whether the rows of a table are players with a figure."""
    return find_value_column(table) is not None and any(
        column.name == "player" for column in get_columns(table)
    )


def transform_lists(content: PageContent, change: Callable[[Section], PageSection]) -> PageContent:
    """Return a page content whose lists are changed when they are asked for."""
    return map_tables(content, lambda table: change(table) if is_list(table.table) else table)


def blank_changes(section: Section, active_players: Collection[str]) -> Section:
    """Return a list on which only `active_players` have a change."""
    table, rows = section.table, section.rows
    places = [place for place, column in enumerate(get_columns(table)) if column.role == "change"]
    if not (places and rows):
        return section
    cells = to_columns(rows)
    has_played = [player in active_players for player in cells[get_column_names(table).index("player")]]
    has_change = [any(row) for row in zip(has_played, *(cells[place] for place in places), strict=True)]
    for place in places:
        cells[place] = [
            change if is_shown else None for change, is_shown in zip(cells[place], has_change, strict=True)
        ]
    return section._replace(rows=Rows(table, len(rows), cells))


_SAMPLE_COUNT, _YEAR = 27, 364
"""How many figures make a course, one in 14 days of the twelve months of it."""
_HiddenFlag = Annotated[bool, Display("text", is_on_pages=False)]


class _RecentForm(NamedTuple):
    """The recent form of a player; `year_change` is None if the player was not there twelve months ago.

    `figures` are None where there is no course.
    """

    figures: Sequence[float] | None
    year_change: float | None
    form: str
    has_played: bool


_NO_RECENT_FORM = _RecentForm(None, None, "", has_played=False)


@dataclass(frozen=True)
class _RecentForms:
    """The recent form of all players on the day of the current list, taken from their careers."""

    context: RankingContext
    careers: Careers

    @cached_property
    def forms(self) -> dict[str, _RecentForm]:
        """The recent form of each player."""
        summaries = self.context.derived.career_summaries
        if summaries is None:
            return {}
        active_players = self._active_players
        return {
            player: self._build_form(history, summaries.get_summary(player).form, player in active_players)
            for player, history in summaries.figure_histories.items()
        }

    @cached_property
    def _active_players(self) -> Collection[str]:
        return self.context.derived.find_active_players(self.context.outcome.listing)

    def extend_section(self, section: Section) -> Section:
        """Return a list with the columns of recent form behind its own."""
        if not section.rows:
            return section
        players = get_cells(section.rows, get_column_names(section.table).index("player"))
        forms = [self.forms.get(player, _NO_RECENT_FORM) for player in players]
        blanked = blank_changes(section, self._active_players)
        table = _extend_table(
            section.table, self.careers.decimals, self.careers.plays, is_young=self._is_young
        )
        rows = Rows(table, len(forms), [*to_columns(blanked.rows), *zip(*forms, strict=True)])
        return blanked._replace(table=table, rows=rows)

    def _build_form(self, history: FigureHistory, form: str, has_played: bool) -> _RecentForm:
        places = [bisect_right(history.days, day) for day in self._sample_days]
        figures = [history.figures[place - 1] for place in places if place]  # from the first that there was
        has_year = len(figures) == _SAMPLE_COUNT and not self._is_young
        return _RecentForm(figures or None, figures[-1] - figures[0] if has_year else None, form, has_played)

    @property
    def _is_young(self) -> bool:
        """Whether the first list appeared within the last twelve months."""
        return self._today - self.context.dataset.list_dates[0].day.toordinal() < _YEAR

    @property
    def _today(self) -> int:
        return self.context.outcome.listing.day.toordinal()

    @cached_property
    def _sample_days(self) -> Sequence[int]:
        """The days of a course, which begins with the first list; none after so few lists that it is none."""
        lists = self.context.dataset.list_dates
        if len(lists) < MIN_LISTS:
            return ()
        length = min(_YEAR, self._today - lists[0].day.toordinal())
        steps = range(_SAMPLE_COUNT)
        return [self._today - length + length * step // (_SAMPLE_COUNT - 1) for step in steps]


def make_recent_form_extender(context: RankingContext) -> Callable[[PageContent], PageContent]:
    """Return a function that adds the columns of recent form to the current list or to a part of it."""
    careers = context.outcome.careers
    if careers is None:
        return lambda content: content
    recent_forms = _RecentForms(context, careers)
    return lambda content: transform_lists(content, recent_forms.extend_section)


@cache
def _extend_table(table: type[Table], decimals: int, plays: str, *, is_young: bool) -> type[Table]:
    """Return a table type with the columns of a `_RecentForm` behind its own."""
    games_doc = "the latest ten results, the newest at the right: up for a win, down for a loss"
    moves_doc = "the latest ten results, the newest at the right: up for a rise, down for a fall"
    form_doc = games_doc if plays in WITH_WINNERS else moves_doc
    young_doc = "the figure since the first list; the dot marks this list"
    year = Annotated[float, Display("signed", decimals, role="course")]
    annotations = {
        "lately_course": Trend | None,
        "lately_year": year | None,
        "lately_form": Form,
        "lately_played": _HiddenFlag,
    }
    columns = {
        "lately_course": column(young_doc, label="So far")
        if is_young
        else column("the figure over twelve months; the dot marks this list", label="12 months"),
        "lately_year": column("points won or lost in these twelve months", label="In a year"),
        "lately_form": column(form_doc, label="Last ten", unit=plays),
        "lately_played": column("whether the player played since the list before"),
    }
    return type(table.__name__, (table,), {"__annotations__": annotations, **columns})


def plan_lists(context: RankingContext, corrections: CorrectionHistory) -> Iterator[Page]:
    """Yield the pages of the current list and of the earlier ones, with their files, and of their index."""
    outcome, tables = context.outcome, context.dataset.player_tables
    plan_files = make_data_planner(context)
    data: dict[str, Any] = {
        "data": f"{context.ranking.id}/",
        "tables": [table.name for table in outcome.tables],
    }
    data |= describe_list_corrections(context, corrections, outcome.listing)
    yield from _plan_list(context, outcome.listing, make_recent_form_extender(context), data, current=True)
    for listing in outcome.archive:
        data = {
            "data": get_data_folder(context, listing),
            "tables": [*tables],
            **describe_list_corrections(context, corrections, listing),
        }
        yield from _plan_list(context, listing, make_change_blanker(context, listing), data, current=False)
        yield from () if context.prefix else plan_files(listing)
    yield from _plan_short_listings(context)
    days = sorted(
        [
            *(archived_list.day for archived_list in outcome.archive),
            *(short_list.day for short_list in outcome.short_listings),
        ]
    )
    yield Page(f"{context.home}lists/", "lists.html", {"years": _group_by_year(days)}, context.ranking.id)


def _plan_list(
    context: RankingContext,
    listing: Listing,
    change_content: Callable[[PageContent], PageContent],
    data: Mapping[str, Any],
    *,
    current: bool,
) -> Iterator[Page]:
    """Yield the pages of a list; `change_content` changes the rows of each of them."""
    url = context.home if current else f"{context.home}lists/{listing.day}/"
    days = [archived_list.day for archived_list in context.outcome.archive]
    place = days.index(listing.day) if listing.day in days else len(days)
    variables = {
        "day": listing.day,
        "dated": format_list_title(listing, context.language),
        "current": current,
        "until": listing.complaints_until,
        "played": current and context.outcome.careers is not None,
        "earlier": days[place - 1] if place > 0 else None,
        "later": days[place + 1] if place + 1 < len(days) else None,
        **data,
    }
    page = Page(url, "list.html", variables, context.ranking.id, listing.content)
    if current:
        page = page._replace(load_context=partial(_load_rank_chart, context.dataset))
    row_limit = OF_LIST if current else OF_ARCHIVE
    lengths = context.dataset.rank_histories.list_lengths if len(context.players) > row_limit else {}
    longest = lengths.get(listing.day, 0)
    for page_part in paginate(page, longest, row_limit, f"{context.home}lists/" if current else ""):
        yield page_part._replace(content=change_content(page_part.content or listing.content))


def _load_rank_chart(dataset: Dataset) -> Mapping[str, Any]:
    """Return the rank chart of the current list, and the name of the table that it stands in."""
    table = find_ranked_table(dataset.current_tables)
    return {"ranks": dataset.rank_chart, "ranked_table": table.name} if table else {}


def _plan_short_listings(context: RankingContext) -> Iterator[Page]:
    """Yield pages for the lists that are not shown in full any more: their address leads to their sources."""
    full_days = sorted([listing.day for listing in context.outcome.archive])
    events = sorted([(event.day, event.key) for event in context.outcome.events])
    for day, through in context.outcome.short_listings:
        place, last = bisect(full_days, day), bisect(events, (through, _AFTER_ALL_KEYS))
        variables = {
            "day": day,
            "earlier": full_days[place - 1] if place else None,
            "later": full_days[place] if place < len(full_days) else None,
            "event": events[last - 1] if last else None,
        }
        yield Page(f"{context.home}lists/{day}/", "shorter.html", variables, context.ranking.id)


def format_list_title(listing: Listing, language: Language) -> str:
    """Return the title line of a list: its day, and the last day of the results in it."""
    day, through = language.format_full_date(listing.day), language.format_day_of_month(listing.through)
    params = {"day": day, "through": through, **listing.params}
    return language.format_title(listing.title, params)


def _group_by_year(days: Sequence[date]) -> list[tuple[int, list[date]]]:
    years: dict[int, list[date]] = {}
    for day in reversed(days):
        years.setdefault(day.year, []).append(day)
    return list(years.items())
