"""Each list that is shown in full as data too, in the columns of the current one.

Who played for which list: who did not has no change there, not even one of nothing.

What the current list tells of how its players did of late: a course, a form, who played; from careers.

Only that list has these columns, which no file has: an earlier one stands as it was published.

Pages of lists: the current one, those of earlier days, and the way to all of them.
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
from sitegen.core.model import Listing, PageContent, PageSection, PublishedTable, Section
from sitegen.core.roles import find_value_column
from sitegen.core.table import Display, Form, Table, Trend, column, get_column_names, get_columns
from sitegen.pages import page as pages_page
from sitegen.pages.corrections import describe_list_corrections
from sitegen.pages.page import OF_ARCHIVE, OF_LIST, Page
from sitegen.rankings.careers import FigureHistory as Curve
from sitegen.rankings.datafiles import encode_csv
from sitegen.rankings.derived import build_list_tables
from sitegen.rankings.ranking import RankingContext

_DataWriter = Callable[[date], Mapping[str, bytes]]


def make_data_planner(
    board: RankingContext, of: Mapping[str, PublishedTable]
) -> Callable[[Listing], Iterator[Page]]:
    """What tells the files of a list, below its page: CSV, in the columns of the current one."""
    lists = {listing.day: listing for listing in board.outcome.archive}

    @lru_cache(maxsize=1)  # the files of one list are asked for one after the other
    def written(day: date) -> Mapping[str, bytes]:
        return {table.name: encode_csv(table) for table in build_list_tables(of, lists[day])}

    def pages(listing: Listing) -> Iterator[Page]:
        for name in of:
            yield Page(
                f"{get_data_folder(board, listing)}{name}.csv",
                f"lists/{name}.csv",
                {},
                board.ranking.id,
                listing.content,
                make=partial(_get_file, written, listing.day, name),
            )

    return pages


def get_data_folder(board: RankingContext, listing: Listing) -> str:
    """Where the files of a list stand, from the root of the site: for all languages in one place."""
    return f"{board.ranking.id}/lists/{listing.day}/"


def _get_file(write: _DataWriter, day: date, name: str) -> bytes:
    return write(day)[name]


def make_change_blanker(board: RankingContext, listing: Listing) -> Callable[[PageContent], PageContent]:
    """What makes the sheet of a list, or a part of it, one where a change of nothing is blank."""
    if board.outcome.careers is None:
        return lambda sheet: sheet
    who = board.derived.find_active_players(listing)
    return lambda sheet: transform_lists(sheet, lambda item: blank_changes(item, who))


def is_list(table: type[Table]) -> bool:
    """Whether the rows of a table are players with a figure."""
    return find_value_column(table) is not None and any(
        column.name == "player" for column in get_columns(table)
    )


def transform_lists(sheet: PageContent, made: Callable[[Section], PageSection]) -> PageContent:
    """A sheet whose lists are made anew when they are asked for."""

    def changed_parts(parts: Sequence[PageSection]) -> Sequence[PageSection]:
        return [made(part) if isinstance(part, Section) and is_list(part.table) else part for part in parts]

    return sheet.map_sections(changed_parts)


def blank_changes(section: Section, played: Collection[str]) -> Section:
    """A list on which who did not play has no change."""
    table, rows = section.table, section.rows
    changes = [place for place, column in enumerate(get_columns(table)) if column.role == "change"]
    if not (changes and rows):
        return section
    cells = to_columns(rows)
    there = [player in played for player in cells[get_column_names(table).index("player")]]
    moved = list(map(any, zip(there, *(cells[index] for index in changes), strict=True)))
    for place in changes:
        cells[place] = [change if shown else None for change, shown in zip(cells[place], moved, strict=True)]
    return section._replace(rows=Rows(table, len(rows), cells))


_SAMPLES, _APART = 27, 14
"""So many moments, and days from one to the next, make a course of twelve months."""
_HiddenFlag = Annotated[bool, Display("text", is_on_pages=False)]


class _RecentForm(NamedTuple):
    """What is said of one player; `year` is None for who was not there twelve months ago."""

    course: Sequence[float]
    year_change: float | None
    form: str
    has_played: bool


_NO_RECENT_FORM = _RecentForm((), None, "", has_played=False)


@dataclass(frozen=True)
class _RecentForms:
    """What careers say on the day of the current list."""

    board: RankingContext
    careers: Careers

    @cached_property
    def forms(self) -> dict[str, _RecentForm]:
        """What is said of each player."""
        chronicle = self.board.derived.career_summaries
        if chronicle is None:
            return {}
        there = self._active_players
        return {
            player: self._build_form(course, chronicle.get_summary(player).form, player in there)
            for player, course in chronicle.figure_histories.items()
        }

    @cached_property
    def _active_players(self) -> Collection[str]:
        return self.board.derived.find_active_players(self.board.outcome.listing)

    def extend_section(self, section: Section) -> Section:
        """A list with these columns."""
        if not section.rows:
            return section
        players = get_cells(section.rows, get_column_names(section.table).index("player"))
        late = [self.forms.get(player, _NO_RECENT_FORM) for player in players]
        still = blank_changes(section, self._active_players)
        table = _extend_table(section.table, self.careers.decimals, self.careers.plays)
        rows = Rows(table, len(late), [*to_columns(still.rows), *zip(*late, strict=True)])
        return still._replace(table=table, rows=rows)

    def _build_form(self, course: Curve, form: str, played: bool) -> _RecentForm:
        moments = self._sample_figures(course)
        year = moments[-1] - moments[0] if len(moments) == _SAMPLES else None
        return _RecentForm(moments, year, form, played)

    def _sample_figures(self, course: Curve) -> list[float]:
        """The figure at each moment, from the first at which there was one."""
        places = map(partial(bisect_right, course.days), self._sample_days)
        return [course.figures[place - 1] for place in places if place]

    @cached_property
    def _sample_days(self) -> Sequence[int]:
        today = self.board.outcome.listing.day.toordinal()
        return [today - _APART * back for back in reversed(range(_SAMPLES))]


def make_recent_form_extender(board: RankingContext) -> Callable[[PageContent], PageContent]:
    """What makes the sheet of the current list, or a part of it, tell what its players did of late."""
    careers = board.outcome.careers
    if careers is None:
        return lambda sheet: sheet
    late = _RecentForms(board, careers)
    return lambda sheet: transform_lists(sheet, late.extend_section)


@cache
def _extend_table(table: type[Table], decimals: int, plays: str) -> type[Table]:
    """A table with the columns of a `_Late` behind its own."""
    won = "the latest ten results, the last at the right: up is won, down is lost"
    rose = "the latest ten results, the last at the right: up is risen, down is fallen"
    told = won if plays in WITH_WINNERS else rose
    year = Annotated[float, Display("signed", decimals, role="course")]
    kinds = {
        "lately_course": Trend,
        "lately_year": year | None,
        "lately_form": Form,
        "lately_played": _HiddenFlag,
    }
    declared = {
        "lately_course": column("the figure over twelve months; the dot is this list", label="12 months"),
        "lately_year": column("what was won or lost in these twelve months", label="In a year"),
        "lately_form": column(told, label="Last ten", unit=plays),
        "lately_played": column("whether the player played since the list before"),
    }
    return type(table.__name__, (table,), {"__slots__": (), "__annotations__": kinds, **declared})


_AFTER_ALL_KEYS = "\U0010ffff"


def plan_lists(board: RankingContext, past: CorrectionHistory) -> Iterator[Page]:
    """The current list, the earlier ones with their data, and the page that leads to these."""
    outcome, tables = board.outcome, board.derived.player_tables
    files = make_data_planner(board, tables)
    data: dict[str, Any] = {
        "data": f"{board.ranking.id}/",
        "tables": [table.name for table in outcome.tables],
    }
    data |= describe_list_corrections(board, past, outcome.listing)
    yield from _plan_list(board, outcome.listing, make_recent_form_extender(board), data, current=True)
    for listing in outcome.archive:
        data = {
            "data": get_data_folder(board, listing),
            "tables": [*tables],
            **describe_list_corrections(board, past, listing),
        }
        yield from _plan_list(board, listing, make_change_blanker(board, listing), data, current=False)
        yield from () if board.prefix else files(listing)
    yield from _plan_short_listings(board)
    days = sorted(
        [
            *(archived_list.day for archived_list in outcome.archive),
            *(short_list.day for short_list in outcome.short_listings),
        ]
    )
    yield Page(f"{board.home}lists/", "lists.html", {"years": _group_by_year(days)}, board.ranking.id)


def _plan_list(
    board: RankingContext,
    listing: Listing,
    told: Callable[[PageContent], PageContent],
    data: Mapping[str, Any],
    *,
    current: bool,
) -> Iterator[Page]:
    """The pages of a list: what is `told` of its rows is made of those of each page."""
    url = board.home if current else f"{board.home}lists/{listing.day}/"
    days = [archived_list.day for archived_list in board.outcome.archive]
    place = days.index(listing.day) if listing.day in days else len(days)
    shows = {
        "day": listing.day,
        "dated": format_list_title(listing, board.language),
        "current": current,
        "until": listing.complaints_until,
        "played": current and board.outcome.careers is not None,
        "earlier": days[place - 1] if place > 0 else None,
        "later": days[place + 1] if place + 1 < len(days) else None,
        **data,
    }
    page = Page(url, "list.html", shows, board.ranking.id, listing.content)
    most = OF_LIST if current else OF_ARCHIVE
    longest = board.derived.count_longest_table(listing) if len(board.players) > most else 0
    for part in pages_page.paginate(page, longest, most, f"{board.home}lists/" if current else ""):
        yield part._replace(content=told(part.content or listing.content))


def _plan_short_listings(board: RankingContext) -> Iterator[Page]:
    """The lists that are not shown in full: their address stays, and leads to what they were made from."""
    full = sorted([listing.day for listing in board.outcome.archive])
    played = sorted([(event.day, event.key) for event in board.outcome.events])
    for day, through in board.outcome.short_listings:
        place, last = bisect(full, day), bisect(played, (through, _AFTER_ALL_KEYS))
        shows = {
            "day": day,
            "earlier": full[place - 1] if place else None,
            "later": full[place] if place < len(full) else None,
            "event": played[last - 1] if last else None,
        }
        yield Page(f"{board.home}lists/{day}/", "shorter.html", shows, board.ranking.id)


def format_list_title(listing: Listing, language: Language) -> str:
    """The title line of a list: of which day it is, and of which results."""
    day, through = language.format_full_date(listing.day), language.format_day_of_month(listing.through)
    told = {"day": day, "through": through, **listing.params}
    return language.format_title(listing.title, told)


def _group_by_year(days: Sequence[date]) -> list[tuple[int, list[date]]]:
    years: dict[int, list[date]] = {}
    for day in reversed(days):
        years.setdefault(day.year, []).append(day)
    return list(years.items())
