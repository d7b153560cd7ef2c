"""The pictures of a site: one of itself, of each ranking and of each player, as far as they are wanted."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from sitegen.board import Board
from sitegen.cards import Card, Poster
from sitegen.config import Site
from sitegen.derived.standings import Standing
from sitegen.model import PlayerPage
from sitegen.pages.page import Page

_MOVES = 48
"""So many of the latest moves of a figure are drawn."""
_SITE = "card.png"


def pictures(site: Site, boards: Sequence[Board]) -> Iterator[Page]:
    """Each picture, by the address where `picture_of` finds it."""
    if site.cards == "none":
        return
    titles = [(board.ranking.title, str(len(board.standings.of) or "")) for board in boards]
    yield _poster(_SITE, Poster(site.title, site.title, (*titles,), colour_of(site)), "")
    players = sum(len(board.outcome.players) for board in boards)
    for board in boards:
        top = [(f"{each.rank or ''} {each.name}".strip(), each.figure) for each in board.standings.rows[:5]]
        title = board.ranking.title
        yield _poster(
            f"{board.ranking.id}/{_SITE}",
            Poster(site.title, title, (*top,), colour_of(site)),
            board.ranking.id,
        )
        if site.has_cards_of_players(players):
            yield from _of_players(site, board)


def colour_of(site: Site) -> str:
    """The colour that a site chose, blank for that of the theme."""
    return site.theme.palette.band or site.theme.palette.accent


def nearest(page: str, known: Collection[str]) -> str:
    """The address of the picture of a page, or of what it lies below; blank where there is none."""
    while page and f"{page}{_SITE}" not in known:
        page = page.rstrip("/").rpartition("/")[0]
        page += "/" if page else ""
    return f"{page}{_SITE}" if f"{page}{_SITE}" in known else ""


@lru_cache(maxsize=1_000)  # which a preview asks for again after every change
def draw(shown: Card | Poster) -> bytes:
    """The picture, as PNG."""
    from sitegen.cards import drawn  # noqa: PLC0415 - a check draws nothing

    return drawn.card(shown) if isinstance(shown, Card) else drawn.poster(shown)


def _poster(url: str, poster: Poster, ranking: str) -> Page:
    return Page(url, _SITE, {"poster": poster}, ranking, make=lambda: draw(poster))


def _of_players(site: Site, board: Board) -> Iterator[Page]:
    places = board.standings.ranked
    for player in board.outcome.players:
        card = _card(site, board, player, board.standings.of.get(player.id), places)
        url = f"{board.ranking.id}/players/{player.id}/{_SITE}"
        yield Page(
            url,
            f"players/{_SITE}",
            {"card": card},
            board.ranking.id,
            make=lambda card=card, id_=player.id: draw(card._replace(line=_line(board, id_))),  # type: ignore[misc]
        )


def _card(site: Site, board: Board, player: PlayerPage, standing: Standing | None, places: int) -> Card:
    place = f"{standing.rank} / {places}" if standing and standing.rank else ""
    figure, change = (standing.figure, standing.change) if standing else ("", "")
    return Card(
        site.title, board.ranking.title, player.name, player.club, place, figure, change, (), colour_of(site)
    )


def _line(board: Board, player: str) -> Sequence[float]:
    careers = board.outcome.careers
    return tuple(value for _, value in careers.of(player).course[-_MOVES:]) if careers else ()
