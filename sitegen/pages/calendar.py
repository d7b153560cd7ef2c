"""What was played and what is to come: one page, or the latest year and a page for each before it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.board import Board
from sitegen.model import Section
from sitegen.pages.page import Page
from sitegen.pages.years import Years
from sitegen.table import columns

_MANY = 100
"""Rows, from which on a page has those of one year."""


def calendar(board: Board) -> Iterator[Page]:
    """The page of results, and those of earlier years: below `calendar/`, where no event has its page."""
    days = Years.of(board.outcome).days
    dated = [(each, _years(each, days)) for each in board.outcome.calendar]
    years = sorted({year for _, found in dated for year in found if year}, reverse=True)
    split = len(years) > 1 and any(len(each.rows) > _MANY for each in board.outcome.calendar)
    for year in years if split else [None]:
        latest = year in {None, years[0] if years else None}
        sections = [_of_year(*each, year, latest=latest) if split else each[0] for each in dated]
        shows = {
            "calendar": [each for each in sections if latest or each.rows],
            "year": year,
            "years": years if split else [],
            "coming": board.coming if latest else [],
        }
        url = f"{board.home}results/" if latest else f"{board.home}calendar/{year}/"
        yield Page(url, "calendar.html", shows, board.ranking.id)


def _years(section: Section, days: Mapping[object, date]) -> Sequence[int]:
    """The year of each row, by the event that it leads to; 0 where none is known."""
    places = [n for n, each in enumerate(columns(section.table)) if each.shown.style == "event"]

    def year(row: tuple[Any, ...]) -> int:
        return next((days[row[place]].year for place in places if row[place] in days), 0)

    return [year(row) for row in section.rows]


def _of_year(section: Section, years: Sequence[int], year: int | None, *, latest: bool) -> Section:
    """The rows of one year; what has no year, such as what is to come, stands with the latest."""
    wanted = {year, 0} if latest else {year}
    rows = [row for row, found in zip(section.rows, years, strict=True) if found in wanted]
    return section._replace(rows=rows)
