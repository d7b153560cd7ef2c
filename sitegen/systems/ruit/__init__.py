"""The handicap rating of bridge club Ruit, regulation of 20 October 2018.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterator
from functools import partial

from sitegen import model
from sitegen.model import Coming, Dated, Fault, Outcome, Published, When
from sitegen.systems.ruit.articles import articles
from sitegen.systems.ruit.checks import faults
from sitegen.systems.ruit.evenings import Standing, evenings
from sitegen.systems.ruit.needed import Needs
from sitegen.systems.ruit.outputs import Ranked, Receipt, Riser
from sitegen.systems.ruit.pages.careers import Careers
from sitegen.systems.ruit.pages.events import calendar, sheet
from sitegen.systems.ruit.pages.lists import listing
from sitegen.systems.ruit.pages.players import player_pages
from sitegen.systems.ruit.pages.strip import highest
from sitegen.systems.ruit.pages.topics import between
from sitegen.systems.ruit.pages.topics import risers as topic
from sitegen.systems.ruit.ratings import gains, ratings, risers
from sitegen.systems.ruit.tables import Inputs, Options
from sitegen.toolkit import rows
from sitegen.toolkit.course import Course
from sitegen.toolkit.outcome import outcome

__all__ = ["Inputs", "Options", "articles", "check", "dated", "interpretations", "outputs", "rate", "title"]

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

outputs = {"ratings": Ranked, "evenings": Receipt, "risers": Riser}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with evenings, their pairs and their teams."""
    return faults(inputs)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """The evenings: a row of pairs, butler or teams is a result; a line-up is of the day that it plays."""
    yield from rows.dated([*inputs.pairs, *inputs.butler, *inputs.teams], is_played=True)
    yield from rows.dated(inputs.lineups, is_played=False)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all evenings since the first."""
    players = inputs.players
    start = {each.id: Standing(each.start or 0.0) for each in players}
    played = list(evenings(inputs, options, when, start))
    course = Course(start, played)
    now, won = ratings(players, course.current(when)), gains(course.rows)
    careers = Careers(course, played)
    return outcome(
        course,
        when,
        tables=[
            Published("ratings", Ranked, now),
            Published("evenings", Receipt, course.rows),
            Published("risers", Riser, list(risers(players, won))),
        ],
        listing=partial(listing, players, highest(course)),
        events=[each.event(sheet(each)) for each in played],
        calendar=[calendar(players, played)],
        players=player_pages(players, careers, Needs(inputs, options, now, when.as_of)),
        topics=[topic(players, played, won)],
        careers=model.Careers(careers.career, "evenings"),
        coming=list(_coming(inputs, when)),
        between=partial(between, players, course.rows),
    )


def _coming(inputs: Inputs, when: When) -> Iterator[Coming]:
    """The teams evenings that have line-ups already; nothing else says what is to be played."""
    for day in sorted({each.date for each in inputs.lineups if each.date > when.as_of}):
        yield Coming(day, "Teams evening")
