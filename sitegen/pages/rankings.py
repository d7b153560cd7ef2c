"""The rankings that the menu leads to, and the page of all of them where the menu has no room."""

from collections.abc import Iterator, Sequence

from sitegen.config import Ranking
from sitegen.pages.edition import Edition
from sitegen.pages.page import Page

IN_MENU = 12


def in_menu(rankings: Sequence[Ranking], current: str) -> Sequence[Ranking]:
    """At most a dozen: the first, and the one with the id `current` in the place of the last."""
    first, others = rankings[:IN_MENU], rankings[IN_MENU:]
    return [*first[:-1], *own] if (own := [each for each in others if each.id == current]) else first


def rankings(edition: Edition) -> Iterator[Page]:
    """The page of all rankings, with the number of their players; none where the menu has them all."""
    if len(edition.boards) > IN_MENU:
        shown = [(each.ranking.id, each.ranking.title, len(each.players)) for each in edition.boards]
        yield Page(f"{edition.prefix}rankings/", "rankings.html", {"rankings": shown})
