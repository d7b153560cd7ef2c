"""Rankings of duels: games between two sides that move the ratings of both."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sitegen import model
from sitegen.model import Outcome, Player, Published, When
from sitegen.toolkit.course import Course
from sitegen.toolkit.duel.ahead import Supposed
from sitegen.toolkit.duel.events import Games, calculated, calendar, events, receipts
from sitegen.toolkit.duel.game import POINTS, Game, dated, two_ways
from sitegen.toolkit.duel.lists import Listings
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import EventGame, Looked, Provisional, Ranked, Receipt, looked, seen
from sitegen.toolkit.duel.players import Careers
from sitegen.toolkit.duel.standing import Standing
from sitegen.toolkit.outcome import outcome
from sitegen.toolkit.ratings import Lists, RatingList

__all__ = [
    "POINTS", "EventGame", "Game", "Looked", "More", "Provisional", "Ranked", "Receipt", "Standing",
    "Supposed", "calculated", "dated", "looked", "ranking", "seen", "two_ways",
]  # fmt: skip

S = TypeVar("S", bound=Any)


def ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    course: Course[Receipt, S],
    when: When,
    *,
    shown: RatingList[S],
    receipt: type[Receipt],
    looked: Callable[[Sequence[Any], str], Sequence[Looked]] = looked,
    games: Games = receipts,
    title: str = "Days of play",
    more: Sequence[More] = (),
    supposed: Supposed[S] | None = None,
) -> Outcome:
    """Everything that is published of a ranking of duels, from what its games did to the standings.

    `receipt` is the table of the games, and `looked` makes of some what their player sees: where that has the
    columns `change` and `after`, the page of a player accounts for the rating with them. `games` makes of
    the receipts of an event what its page shows, such as games that open what is `calculated` of them.
    `title` is that of the calendar; `more` are tables with further rows of each event. By what is `supposed`
    of a game, pages of players say what the next would do.
    """
    now = course.current(when)
    lists = shown.lists(players, now.now, now.before)
    careers = Careers(players, course, shown, now, lists.lines, looked, more, supposed)
    return outcome(
        course,
        when,
        tables=[
            *_published(shown, lists),
            *(each.published for each in more),
            Published("games", receipt, course.rows),
        ],
        listing=Listings(players, course, shown, looked).listing,
        events=events(course, games, more),
        calendar=calendar(course, title),
        players=careers.pages(),
        event_of={**course.event_of} | {each.key: each.key for each in course.events},
        careers=model.Careers(careers.career),
    )


def _published(shown: RatingList[S], lists: Lists) -> list[Published]:
    return [
        Published("rating-list", shown.ranked, lists.ranked),
        Published("provisional", shown.provisional, lists.provisional),
    ]
