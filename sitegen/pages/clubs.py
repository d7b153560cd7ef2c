"""The pages of clubs: an overview, and one for each with its players over all rankings."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sitegen.board import Board
from sitegen.derived.clubs import Club, known, sections
from sitegen.pages.edition import Edition
from sitegen.pages.page import Page


def club_pages(edition: Edition) -> Iterator[Page]:
    """The overview and the page of each club; nothing where no player has one."""
    found = known(each.outcome for each in edition.boards)
    if not found:
        return
    boards = edition.boards
    rankings = [(each.ranking.id, each.ranking.brief) for each in boards]
    counted = [(each, [_count(each, board) for board in boards]) for each in found]
    shows = {"clubs": counted, "rankings": rankings}
    yield Page(f"{edition.prefix}clubs/", "clubs.html", shows)
    for club in found:
        url, more = f"{edition.prefix}clubs/{club.id}/", partial(_told, club, boards)
        yield Page(url, "club.html", {"name": club.name}, more=more)


def _told(club: Club, boards: Sequence[Board]) -> dict[str, Any]:
    """What the rankings say of a club, those that know any of its players."""
    told = [(board.ranking, list(sections(club, board.derived))) for board in boards]
    return {
        "rankings": [{"id": each.id, "title": each.title, "parts": parts} for each, parts in told if parts]
    }


def _count(club: Club, board: Board) -> int:
    return sum(each.club in club.written for each in board.outcome.players)
