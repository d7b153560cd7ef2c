"""Rankings of duels: games between two sides that move the ratings of both."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from sitegen import model
from sitegen.model import Fact, Listing, Outcome, Player, Published, Section, Sheet, When
from sitegen.table import PlayDate
from sitegen.toolkit.course import Course, Stood
from sitegen.toolkit.duel.events import calendar, events
from sitegen.toolkit.duel.game import POINTS, Game, dated, two_ways
from sitegen.toolkit.duel.more import More
from sitegen.toolkit.duel.outputs import Looked, Provisional, Ranked, Receipt, looked
from sitegen.toolkit.duel.players import Careers
from sitegen.toolkit.duel.standing import Standing
from sitegen.toolkit.evidence import digest
from sitegen.toolkit.outcome import outcome
from sitegen.toolkit.ratings import Lists, RatingList

__all__ = [
    "POINTS", "Game", "Looked", "More", "Provisional", "Ranked", "Receipt", "Standing", "dated", "looked",
    "ranking", "two_ways",
]  # fmt: skip

S = TypeVar("S", bound=Any)


def ranking(  # noqa: PLR0913 - each is one thing that a regulation decides, and all are named at the call
    players: Sequence[Player],
    course: Course[Receipt, S],
    when: When,
    *,
    shown: RatingList[S],
    receipt: type[Receipt],
    looked: Callable[[Any, str], Looked] = looked,
    titles: tuple[str, str] = ("Days of play", "Latest day of play"),
    more: Sequence[More] = (),
) -> Outcome:
    """Everything that is published of a ranking of duels, from what its games did to the standings.

    `receipt` is the table of the games, and `looked` makes of one what a player sees; `titles` are those of
    the calendar and of a player's latest results; `more` are tables with further rows of each event.
    """
    now = course.current(when)
    told = repr([(each.id, each.name, each.club, each.hidden, each.alphabet) for each in players])
    lists = shown.lists(players, now.now, now.before)
    careers = Careers(players, course, shown, now, lists.lines, looked, titles[1], more)
    return outcome(
        course,
        when,
        tables=[
            *_published(shown, lists),
            *(each.published for each in more),
            Published("games", receipt, course.rows),
        ],
        listing=partial(_listing, players, shown, told.encode()),
        events=events(course, more),
        calendar=calendar(course, titles[0]),
        players=careers.pages(),
        event_of={**course.event_of} | {each.key: each.key for each in course.events},
        careers=model.Careers(careers.career),
    )


def _published(shown: RatingList[S], lists: Lists) -> list[Published]:
    return [
        Published("rating-list", shown.ranked, lists.ranked),
        Published("provisional", shown.provisional, lists.provisional),
    ]


def _listing(
    players: Sequence[Player], shown: RatingList[S], told: bytes, stood: Stood[Receipt, S]
) -> Listing:
    """A list, whose rows are made when they are asked for; `told` is all that they say of `players`."""
    since = [Fact("Changes since the list of", stood.since, PlayDate)] if stood.since else []
    figures = array("d", chain.from_iterable((*stood.now.values(), *(stood.before or {}).values())))
    evidence = digest(told, figures.tobytes())
    parts = partial(_sections, players, shown, stood.now, stood.before)
    return stood.with_sheet(Sheet([*shown.limits, *since], evidence, parts))


def _sections(
    players: Sequence[Player], shown: RatingList[S], now: Mapping[str, S], before: Mapping[str, S] | None
) -> list[Section]:
    lists = shown.lists(players, now, before)
    return [
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
