"""Rankings of duels: games between two sides that move the ratings of both."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sitegen.model import Fact, Listing, Outcome, Player, Published, Section, Sheet, When
from sitegen.table import PlayDate
from sitegen.toolkit.course import Course, Stood
from sitegen.toolkit.duel.events import calendar, events
from sitegen.toolkit.duel.game import POINTS, Game, dated, two_ways
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import Looked, Provisional, Ranked, Receipt
from sitegen.toolkit.duel.players import Careers
from sitegen.toolkit.outcome import outcome
from sitegen.toolkit.ratings import Lists, RatingList

__all__ = [
    "POINTS", "Game", "Looked", "More", "Provisional", "Ranked", "Receipt", "dated", "ranking", "tallied",
    "two_ways",
]  # fmt: skip

S = TypeVar("S", bound=Any)


def ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    course: Course[Receipt, S],
    when: When,
    *,
    shown: RatingList[S],
    receipt: type[Receipt],
    history: type[Looked],
    events_title: str = "Days of play",
    more: Sequence[More] = (),
) -> Outcome:
    """Everything that is published of a ranking of duels, from what its games did to the standings.

    `receipt` is the table of the games, `history` that of a player's own; `more` are tables with further
    rows of each event.
    """
    now = course.current(when)
    lists = shown.lists(players, now.now, now.before)
    return outcome(
        course,
        when,
        tables=[
            *_published(shown, lists),
            *(each.published for each in more),
            Published("games", receipt, course.rows),
        ],
        listing=partial(_listing, players, shown),
        events=events(course, more),
        calendar=calendar(course, events_title),
        players=Careers(players, course, shown, now, history, more).pages(),
        event_of={**course.event_of} | {each.key: each.key for each in course.events},
    )


def _published(shown: RatingList[S], lists: Lists) -> list[Published]:
    return [
        Published("rating-list", shown.ranked, lists.ranked),
        Published("provisional", shown.provisional, lists.provisional),
    ]


def _listing(players: Sequence[Player], shown: RatingList[S], stood: Stood[Receipt, S]) -> Listing:
    lists = shown.lists(players, stood.now, stood.before)
    sections = [
        Section(
            "rating-list",
            "Rating list",
            shown.ranked,
            lists.ranked,
            note="By rating.",
            empty="Nobody has played enough to be ranked yet.",
        ),
        Section(
            "provisional",
            "Provisional ratings",
            shown.provisional,
            lists.provisional,
            note="These ratings are provisional: they do not say much yet. In alphabetical order.",
            empty="Nobody has a provisional rating.",
        ),
    ]
    facts = [Fact("Changes since the list of", stood.since, PlayDate)] if stood.since else []
    return Listing(stood.day, stood.day, Sheet.of(facts, sections), "List of {day}")


def tallied(own: S, score: float, **figures: float) -> S:
    """A standing after one more game, in which `score` points were made, with its new `figures`."""
    told = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[score]
    tally: Mapping[str, int] = {"games": own.games + 1, told: getattr(own, told) + 1}
    moved: S = own._replace(**tally, **figures)
    return moved
