"""The home page: the top of every ranking, what comes next, and the news."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitegen.board import Board
from sitegen.content import Written
from sitegen.model import Section
from sitegen.pages.edition import Edition
from sitegen.pages.listed import dated
from sitegen.pages.page import Page
from sitegen.pages.played import stilled

_AT_A_GLANCE = 5
_NEWS_AT_A_GLANCE = 3
_AHEAD = 2


def home(edition: Edition, written: Mapping[str, Written]) -> Page:
    """The page that the site begins with."""
    glances = [_glance(each) for each in edition.boards]
    news = headlines(edition.content.news[:_NEWS_AT_A_GLANCE])
    shows = {"glances": glances, "news": news}
    return Page(edition.prefix, "home.html", shows, text=written.get(edition.prefix))


def _glance(board: Board) -> dict[str, Any]:
    """The top of a ranking's first list, and what comes next."""
    first = board.outcome.tables[0]
    rows, empty = first.rows[:_AT_A_GLANCE], "Nobody is ranked yet."
    top = Section("leaders", board.ranking.title, first.table, rows, empty=empty)
    if board.outcome.careers:
        top = stilled(top, board.derived.played_for(board.outcome.listing))
    return {
        "id": board.ranking.id,
        "title": board.ranking.title,
        "dated": dated(board.outcome.listing, board.language),
        "count": len(first.rows),
        "top": top,
        "coming": board.coming[:_AHEAD],
    }


def headlines(news: Sequence[Written]) -> list[dict[str, Any]]:
    """News items, as pages that lead to them show them."""
    shown = "url", "title", "day", "summary", "foreign"
    return [{name: getattr(each, name) for name in shown} for each in news]
