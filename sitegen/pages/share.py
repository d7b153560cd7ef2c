"""What a ranking has for those who share it: the list in a frame, a calendar, feeds, a page that says so."""

from collections.abc import Iterator, Sequence

from sitegen.board import Board
from sitegen.config import Site
from sitegen.derived.standings import Standing, Standings
from sitegen.model import Section, Sheet
from sitegen.pages.followed import followed
from sitegen.pages.ical import calendar
from sitegen.pages.page import Page
from sitegen.pages.parted import OF_FRAME, parted
from sitegen.table import PlayerId, Rank, Table, column


class Embedded(Table):
    """A row of the list in a frame on another site."""

    rank: Rank | None = column("the place on the list", label="#")
    player: PlayerId = column("the player")
    name: str = column("the name")
    club: str = column("the club")
    figure: str = column("the figure that the list is about")
    change: str = column("what it moved since the list before", label="±")


def shared(site: Site, board: Board) -> Iterator[Page]:
    """The frame, the page that says how to use it, and what can be followed."""
    stood = board.standings
    dated = board.language.full_date(board.outcome.listing.day)
    sheet = Sheet((), lambda: [_section(stood)])
    shows = {"dated": dated, "label": stood.label}
    frame = Page(f"{board.home}embed/", "embed.html", shows, board.ranking.id, sheet)
    yield from parted(frame, len(stood.of), OF_FRAME)
    yield Page(f"{board.home}share/", "share.html", _offered(board, stood.rows), board.ranking.id)
    yield calendar(site, board)
    yield from followed(site, board)


def _section(stood: Standings) -> Section:
    return Section("list", "", Embedded, Embedded.each_like(stood.rows))


def _offered(board: Board, rows: Sequence[Standing]) -> dict[str, object]:
    """What the page shows: an example of each frame, and the addresses that last."""
    known = {each.id for each in board.outcome.players}
    return {
        "player": next((each.player for each in rows if each.player in known), ""),
        "club": next((each.club for each in rows if each.club), ""),
        "tables": [each.name for each in board.outcome.tables],
        "feeds": board.outcome.careers is not None,
    }
