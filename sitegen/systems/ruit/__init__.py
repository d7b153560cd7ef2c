"""The handicap rating of bridge club Ruit, regulation of 20 October 2018.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterator
from functools import partial

from sitegen.core import model
from sitegen.core.entities import EventDate, Fault, Moment, UpcomingEvent
from sitegen.core.model import Outcome, PublishedTable
from sitegen.systems.ruit.checks import find_faults
from sitegen.systems.ruit.handicap import RuitStanding, rate_evenings
from sitegen.systems.ruit.outputs import RankedPlayer, Receipt, Riser
from sitegen.systems.ruit.pages.events import (
    build_calendar,
    build_content,
    build_period_section,
)
from sitegen.systems.ruit.pages.events import (
    build_risers_topic as topic,
)
from sitegen.systems.ruit.pages.lists import build_listing, find_highest_ratings
from sitegen.systems.ruit.pages.players import EveningHistories, build_player_pages
from sitegen.systems.ruit.ratings import Requirements, build_ratings, rank_risers, sum_gains
from sitegen.systems.ruit.tables import Inputs, Options, articles
from sitegen.toolkit import order
from sitegen.toolkit.course import History, build_outcome

__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "event_dates",
    "interpretations",
    "outputs",
    "rate",
    "title",
]

title = "Ruit rating system, 20 October 2018"

interpretations = (
    (
        "**RUIT parenavond**: the strength of a pair is the mean of the two ratings, since only then one "
        "class is 1¼ %; with the option `pairs_strength` at `sum` it is their sum."
    ),
    (
        "**RUIT viertallenschema**: the IMPs of a match after handicap become victory points on the "
        "continuous scale of the WBF; a club with a scale of its own gives the victory points."
    ),
    (
        "**RUIT viertallenschema**: with another number of matches than two a rating stays as it is at ten "
        "victory points a match."
    ),
    '**Partnersubsidie**: "mid-May 2012" is the 15th; the option `subsidy_from` names another day.',
    "**Overig**: ratings keep their decimals and are shown whole.",
)

outputs = {"ratings": RankedPlayer, "evenings": Receipt, "risers": Riser}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with evenings, their pairs and their teams."""
    return find_faults(inputs)


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """The evenings: a row of pairs, butler or teams is a result; a line-up is of the day that it plays."""
    yield from order.read_event_dates([*inputs.pairs, *inputs.butler, *inputs.teams], is_played=True)
    yield from order.read_event_dates(inputs.lineups, is_played=False)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Everything that is published on `when.as_of`, from all evenings since the first."""
    players = inputs.players
    start = {player.id: RuitStanding(player.start_rating or 0.0) for player in players}
    played = list(rate_evenings(inputs, options, when, start))
    course = History(start, played)
    now, won = build_ratings(players, course.build_current(when)), sum_gains(course.rows)
    careers = EveningHistories(course, played)
    return build_outcome(
        course,
        when,
        tables=[
            PublishedTable("ratings", RankedPlayer, now),
            PublishedTable("evenings", Receipt, course.rows),
            PublishedTable("risers", Riser, list(rank_risers(players, won))),
        ],
        listing=partial(build_listing, players, find_highest_ratings(course)),
        events=[evening.make_event(build_content(evening)) for evening in played],
        calendar=[build_calendar(players, played)],
        players=build_player_pages(players, careers, Requirements(inputs, options, now, when.as_of)),
        topics=[topic(players, played, won)],
        careers=model.Careers(careers.build_career, "evenings"),
        coming=list(_list_upcoming(inputs, when)),
        between=partial(build_period_section, players, course.rows),
    )


def _list_upcoming(inputs: Inputs, when: Moment) -> Iterator[UpcomingEvent]:
    """The teams evenings that have line-ups already; nothing else says what is to be played."""
    for day in sorted({line_up.date for line_up in inputs.lineups if line_up.date > when.as_of}):
        yield UpcomingEvent(day, "Teams evening")
