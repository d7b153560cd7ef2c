"""What the feed tells: the latest publications and news."""

from collections.abc import Sequence
from typing import Any

from sitegen.board import Board
from sitegen.content import Content
from sitegen.pages.home import headlines
from sitegen.pages.listed import dated

_FEED = 20


def entries(boards: Sequence[Board], content: Content) -> list[dict[str, Any]]:
    """The latest publications and news, newest first."""
    lists = [
        {
            "url": f"{board.home}lists/{each.day}/",
            "title": f"{board.ranking.title}, {board.language.long_date(each.day)}",
            "day": each.day,
            "summary": dated(each, board.language),
        }
        for board in boards
        for each in board.outcome.archive[-_FEED:]
    ]
    news = headlines(content.news[:_FEED])
    return sorted([*lists, *news], key=lambda each: each["day"], reverse=True)[:_FEED]
