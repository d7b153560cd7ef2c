"""All players of all rankings by the letter that their names begin with, for who looks without a script."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.names import alphabetical, slug
from sitegen.pages.page import Page
from sitegen.pages.parted import pieces
from sitegen.pages.search import same

PEOPLE = "players/"
_ON_ONE_PAGE = 1_500
_OTHERS = "0-9"  # names that begin with no letter
_PLAIN = str.maketrans("łøđðħıœæþ", "loddhioat")  # letters that carry their accent inside


class _Person(NamedTuple):
    """Somebody in one ranking or more: the name, and the places where they have a page."""

    order: str
    name: str
    club: str
    rankings: tuple[tuple[str, str], ...]
    """Title and address, from the root of the language."""

    @property
    def letter(self) -> str:
        """The letter that they stand under."""
        first = self.order.strip()[:1].translate(_PLAIN)
        return first.upper() if first.isalpha() else _OTHERS

    @property
    def shown(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """What a page needs of them."""
        return self.name, self.club, self.rankings


def people(boards: Sequence[Board], prefix: str) -> Iterator[Page]:
    """One page with everybody; where they are thousands, one that leads to a page for each letter."""
    home = f"{prefix}{PEOPLE}"
    found = sorted(_found(boards), key=lambda each: (each.letter == _OTHERS, each.letter, each.order))
    letters = [(letter, list(them)) for letter, them in groupby(found, key=lambda each: each.letter)]
    if len(found) <= _ON_ONE_PAGE:
        yield _page(home, letters, letters, is_whole=True)
        return
    yield _page(home, letters, [], is_whole=False)
    for letter, them in letters:
        url = f"{home}{_part(letter)}/"
        for piece in pieces(url, url, len(them), _ON_ONE_PAGE):
            start = (piece.number - 1) * _ON_ONE_PAGE
            shown = [(letter, them[start : start + _ON_ONE_PAGE])]
            page = _page(piece.url, letters, shown, is_whole=False)
            yield page._replace(shows={**page.shows, "piece": piece}) if len(piece.ways) > 1 else page


def _page(
    url: str, letters: Sequence[Any], shown: Sequence[tuple[str, list[_Person]]], *, is_whole: bool
) -> Page:
    jumps = [
        (letter, f"#{_part(letter)}" if is_whole else f"{PEOPLE}{_part(letter)}/") for letter, _ in letters
    ]
    shows = {
        "letters": jumps,
        "is_whole": is_whole,
        "count": sum(len(them) for _, them in letters),
        "groups": [(letter, _part(letter), [each.shown for each in them]) for letter, them in shown],
    }
    return Page(url, "people.html", shows)


def _part(letter: str) -> str:
    """A letter as a part of an address."""
    return letter if letter == _OTHERS else slug(letter)


def _found(boards: Sequence[Board]) -> list[_Person]:
    """Everybody who has a page; those of several rankings with the same id and name are one."""
    found: dict[tuple[str, str], list[tuple[Board, str, str]]] = {}
    for board in boards:
        by_id = {each.id: each for each in board.players}
        for each in board.outcome.players:
            known = by_id.get(each.id)
            order = (known and known.sort_name) or each.name
            found.setdefault(same(each), []).append((board, order, each.club))
    return [_person(*who, places) for who, places in found.items()]


def _person(id_: str, name: str, places: Sequence[tuple[Board, str, str]]) -> _Person:
    order = alphabetical(places[0][1])
    club = next((club for _, _, club in places if club), "")
    rankings = tuple((board.ranking.brief, f"{board.ranking.id}/players/{id_}/") for board, _, _ in places)
    return _Person(order, name, club, rankings)
