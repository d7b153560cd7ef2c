"""A ranking system of somebody else's, which brings all of its own: a point for each leg of darts won."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sitegen.message import say
from sitegen.model import (
    Dated,
    Event,
    Fact,
    Fault,
    Listing,
    Outcome,
    Player,
    PlayerPage,
    Published,
    Section,
    Sheet,
    Topic,
    When,
)
from sitegen.table import PlayDate, PlayerId, Rank, Source, Table, column
from sitegen.toolkit.order import ranked

title = "Darts at the Oche, 2026"
interpretations = ("**Legs**: a leg that nobody finishes is not entered.",)


class Leg(Table):
    """A leg that was finished."""

    date: PlayDate = column("the evening of darts")
    winner: PlayerId = column("who finished it")
    loser: PlayerId = column("who did not")
    source: Source = column("where the row stands", default="", filled=True)


class Inputs(NamedTuple):
    """The tables of a club."""

    players: list[Player]
    legs: list[Leg]


class Options(Table):
    """What a club can choose."""

    points: int = column("the points for a leg won", default=1, minimum=1)


class Place(Table):
    """A place in the standings."""

    rank: Rank = column("place")
    player: PlayerId = column("who")
    points: int = column("for the legs won", label="Points at darts")


outputs = {"standings": Place, "legs": Leg}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Who plays alone."""
    for each in inputs.legs:
        if each.winner == each.loser:
            yield Fault(each, "loser", say("darts-alone", "nobody plays darts alone"))


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every leg."""
    return (Dated(each, "date", each.date, is_played=True) for each in inputs.legs)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """A point for each leg."""
    legs = sorted((each for each in inputs.legs if each.date <= when.as_of), key=lambda each: each.date)
    won = Counter(each.winner for each in legs)
    places = [
        Place(rank, each.id, won[each.id] * options.points) for rank, each in ranked(inputs.players, won)
    ]
    days = sorted({each.date for each in legs})
    facts = [Fact("Legs played", len(legs), int)]
    standings = Sheet.of(facts, [Section("standings", "Standings", Place, places)])
    champion = Sheet.of((), [Section("first", "First", Place, places[:1])])
    rows = {day: [n for n, each in enumerate(legs) if each.date == day] for day in days}
    return Outcome(
        tables=[Published("standings", Place, places), Published("legs", Leg, legs)],
        listing=Listing(when.as_of, days[-1] if days else when.as_of, standings),
        archive=[],
        events=[
            Event(
                day.isoformat(),
                "Evening of darts, {day}",
                {"day": day},
                day,
                Sheet(
                    (),
                    lambda day=day: [Section("legs", "Legs", Leg, [legs[n] for n in rows[day]])],
                ),
            )
            for day in days
        ],
        calendar=[Section("legs", "Legs", Leg, legs)],
        players=[PlayerPage(each.id, each.name, each.club, Sheet.of((), ())) for each in inputs.players],
        event_of={day: day.isoformat() for day in days},
        topics=[Topic("champion", "Champion of the Oche", champion)],
    )
