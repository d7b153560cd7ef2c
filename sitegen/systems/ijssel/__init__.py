"""The internal competition of chess club De IJssel, regulation of June 2024."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sitegen.model import Fault, Outcome, Published, When
from sitegen.systems.ijssel.articles import articles
from sitegen.systems.ijssel.checks import faults
from sitegen.systems.ijssel.checks.calendar import dated
from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.draw import draw, drawn_with
from sitegen.systems.ijssel.honours import honours, places
from sitegen.systems.ijssel.outputs import PeriodRanked, Place, Ranked, Receipt, Stage, Start
from sitegen.systems.ijssel.pages import events, lists, players, topics
from sitegen.systems.ijssel.pages.careers import careers
from sitegen.systems.ijssel.ranking import ranked, ranking
from sitegen.systems.ijssel.tables import Inputs, Options
from sitegen.table import Table
from sitegen.toolkit.outcome import outcome

__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "dated",
    "draw",
    "drawn_with",
    "interpretations",
    "outputs",
    "rate",
    "title",
]

title = "De IJssel club competition, June 2024"

interpretations: Sequence[str] = (
    (
        "**1 Clubrating**: opponents count with their present club rating as it is before outliers are "
        "capped (`uncapped` on the page of a round); the fictitious opponent at place *n* has the *n*-th "
        "highest of the club ratings, capped, after the round before; the fictitious draw comes on top of "
        "the minimum number of games."
    ),
    (
        "**1 Clubrating**: the performance is FIDE's table on a score rounded to 0.01, half up; with the "
        "option `performance` at `logistic` it is the curve itself, without rounding."
    ),
    (
        '**1 Clubrating**: "number one" and "number two" are places on the ranking before the round; '
        "ratings are capped where there are 8 players or more."
    ),
    (
        "**1.1 Startratings**: a quarter of the players is rounded half up; who joins later starts with "
        "their basis and changes nobody else's start rating."
    ),
    (
        "**2.3 Afwezigheid**: a game declared lost scores as a loss, not as a no-show; it is not played, "
        "and counts as presence for the one who was there."
    ),
    (
        "**2.3 Afwezigheid**: after the last round unused byes, also one of two, take the place of a "
        "player's earliest `absent` rounds, never of a no-show."
    ),
    (
        "**2.3 Afwezigheid**: where a game was forfeited and nobody wrote down who the other was, players"
        " stand for their own opponent: a win scores 1 and a loss 1/3 of the own value."
    ),
    ("**2.3 Afwezigheid**: an external game counts the same whatever its result, which is only shown."),
    (
        "**5 Wedstrijdindeling**: of opponents about as close in club rating the draw prefers one who was"
        " not met earlier in the season: by the option `rematch` each earlier meeting counts as so many"
        " squared places; with 8, neighbours who met once are as far apart as three places."
    ),
    (
        "**5.1 Limitering**: rounds count in the order of their dates; one that was put off keeps its number"
        " and its period. The minimum number of games is that of the latest period that has begun, and a"
        " period is over when all its rounds have been played."
    ),
    (
        "**5.1 Limitering**: a game that was forfeited, or is still to be played, counts as a meeting when "
        "a round is drawn."
    ),
    (
        '**6.2 Periode ranglijst**: "groups of as equal value as possible" are bands of club rating, with '
        "the option `groups` 3 or 4 of them; a title once won is not taken back by a later revaluation."
    ),
    (
        "**6.2 Periode ranglijst**: a tie is broken as on the ranking, by club rating, start rating and the "
        "alphabet, so that a group has one champion."
    ),
    (
        "**6.1 Ranglijst**: nobody shares a place, and places move ratings: who are equal in score, club "
        "rating and start rating stand by the alphabet of real names, also of players who hide, so that no "
        "figure depends on who hides. Such a tie tells between which others a hidden name lies; everywhere "
        "else hidden players stand last among equals."
    ),
    ("**7 Overige bepalingen**: in a season of fewer than five rounds a place is held after all of them."),
)

outputs: Mapping[str, type[Table]] = {
    "ranking": Ranked,
    "round-scores": Receipt,
    "course": Stage,
    "periods": PeriodRanked,
    "start-ratings": Start,
    "places": Place,
}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with the calendar, and with what was played."""
    return faults(inputs, options)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, the whole season calculated anew after every round."""
    made = ranking(Competition.of(inputs, options, when.as_of))
    won = honours(made)
    rounds = events.events(made)
    return outcome(
        made.course,
        when,
        tables=[
            Published("ranking", Ranked, ranked(made.competition, made.now)),
            Published("round-scores", Receipt, made.receipts),
            Published("course", Stage, made.stages),
            Published("periods", PeriodRanked, won.periods),
            Published("start-ratings", Start, made.starts),
            Published("places", Place, places(made, won)),
        ],
        listing=partial(lists.listing, made, won),
        events=rounds,
        calendar=events.calendar(made),
        players=players.players(made, won),
        topics=topics.topics(made, won),
        event_of={int(each.key): each.key for each in rounds},  # two rounds may be played on one evening
        careers=careers(made),
        coming=events.coming(made.competition, when.as_of),
    )
