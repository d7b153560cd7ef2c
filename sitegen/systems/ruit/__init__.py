"""The handicap rating of bridge club Ruit, regulation of 20 October 2018.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterator, Mapping, Sequence

from sitegen.model import Dated, Fault, Outcome, When
from sitegen.systems.ruit.checks import faults
from sitegen.systems.ruit.evenings import evenings, start
from sitegen.systems.ruit.events import calendar, events
from sitegen.systems.ruit.lists import listing, risers
from sitegen.systems.ruit.outputs import Played, Rated, Riser
from sitegen.systems.ruit.players import player_pages
from sitegen.systems.ruit.published import Standing, published, rated, standings
from sitegen.systems.ruit.tables import Inputs, Line, Match, Options
from sitegen.table import Table
from sitegen.toolkit.course import kept
from sitegen.unread import known

__all__ = ["Inputs", "Options", "check", "dated", "interpretations", "outputs", "rate", "title"]

title = "Ruit rating system, 20 October 2018"

interpretations: Sequence[str] = (
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

outputs: Mapping[str, type[Table]] = {"ratings": Rated, "evenings": Played, "risers": Riser}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with evenings, their pairs and their teams."""
    return faults(inputs)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """The evenings: a row of pairs, butler or teams is a result; a line-up is of the day that it plays."""
    results: list[Line | Match] = [*inputs.pairs, *inputs.butler, *inputs.teams]
    for row in known(results, "date"):
        yield Dated(row, "date", row.date, is_played=True)
    for each in known(inputs.lineups, "date"):
        yield Dated(each, "date", each.date, is_played=False)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all evenings since the first."""
    players = inputs.players
    played = evenings(inputs, options, when.as_of)
    by_day = {each.day: each for each in played}
    shown = standings(players, played, set(kept(list(by_day), when.archive)))
    now = shown[-1] if shown else Standing(when.as_of, start(players), {}, {})
    lists = [listing(players, each, by_day[each.day]) for each in shown]
    return Outcome(
        tables=published(players, played, now),
        listing=lists[-1] if lists else listing(players, now, None),
        archive=lists,
        events=events(played),
        calendar=[calendar(players, played)],
        players=player_pages(players, [row for each in played for row in each.rows], rated(players, now)),
        event_of={day: day.isoformat() for day in by_day},
        topics=[risers(players, played)],
    )
