"""A ranking system of somebody else's, which brings all of its own: a point for each leg of darts won."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sitegen.core.entities import EventDate, Fault, Moment, Player
from sitegen.core.model import (
    Event,
    Fact,
    Listing,
    Outcome,
    PageContent,
    PlayerPage,
    PublishedTable,
    Section,
    Topic,
)
from sitegen.core.problems import say
from sitegen.core.table import PlayDate, PlayerId, Rank, Source, Table, column
from sitegen.toolkit.order import rank_players

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
    for leg in inputs.legs:
        if leg.winner == leg.loser:
            yield Fault(leg, "loser", say("darts-alone", "nobody plays darts alone"))


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Every leg."""
    return (EventDate(leg, "date", leg.date, is_played=True) for leg in inputs.legs)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """A point for each leg."""
    legs = sorted((leg for leg in inputs.legs if leg.date <= when.as_of), key=lambda item: item.date)
    won = Counter(leg.winner for leg in legs)
    places = [
        Place(rank, each.id, won[each.id] * options.points)
        for rank, each in rank_players(inputs.players, won)
    ]
    days = sorted({leg.date for leg in legs})
    facts = [Fact("Legs played", len(legs), int)]
    standings = PageContent.create(facts, [Section("standings", "Standings", Place, places)])
    champion = PageContent.create((), [Section("first", "First", Place, places[:1])])
    rows = {day: [n for n, leg in enumerate(legs) if leg.date == day] for day in days}
    return Outcome(
        tables=[PublishedTable("standings", Place, places), PublishedTable("legs", Leg, legs)],
        listing=Listing(when.as_of, days[-1] if days else when.as_of, standings),
        archive=[],
        events=[
            Event(
                day.isoformat(),
                "Evening of darts, {day}",
                {"day": day},
                day,
                PageContent.create(
                    (),
                    lambda day=day: [Section("legs", "Legs", Leg, [legs[n] for n in rows[day]])],
                ),
            )
            for day in days
        ],
        calendar=[Section("legs", "Legs", Leg, legs)],
        players=[
            PlayerPage(player.id, player.name, player.club, PageContent.create((), ()))
            for player in inputs.players
        ],
        event_keys={day: day.isoformat() for day in days},
        topics=[Topic("champion", "Champion of the Oche", champion)],
    )
