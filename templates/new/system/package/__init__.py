"""A ladder: whoever beats the player they challenged takes that place, and all between go down one."""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from datetime import date
from functools import partial
from math import inf
from typing import NamedTuple

from sitegen.core.model import (
    EventDate,
    Fact,
    Fault,
    Listing,
    Moment,
    Outcome,
    PageContent,
    Player,
    PublishedTable,
    Section,
)
from sitegen.core.problems import advise, say
from sitegen.core.table import Movement, PlayDate, PlayerId, Rank, Source, Table, column
from sitegen.core.views import PageParts
from sitegen.toolkit.history import (
    ListState,
    Snapshot,
    build_outcome,
    group_by_day,
    make_player_pages,
)
from sitegen.toolkit.order import find_duplicates, read_event_dates
from sitegen.toolkit.steps import Replay

title = "<<title>>, <<year>>"
interpretations = ("**Places**: who challenges somebody below them, or too far above, wins no place.",)


# What the club keeps


class Member(Player):
    """A player of the ladder."""

    start: int | None = column("the place at the start; blank: below the others", default=None, minimum=1)


class Challenge(Table):
    """A match that a player asked of another."""

    date: PlayDate = column("the day it was played")
    challenger: PlayerId = column("who asked for it")
    challenged: PlayerId = column("who was asked")
    won: bool = column("whether the challenger won")
    source: Source = column("where the row stands", filled=True)

    def find_faults(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is wrong within the row."""
        if self.challenger == self.challenged:
            yield (
                "challenged",
                say("ladder-alone", "nobody challenges themselves"),
                advise("name the other player"),
            )


class Inputs(NamedTuple):
    """The tables, by the names of their files."""

    players: list[Member]
    challenges: list[Challenge]


class Options(Table):
    """What the club can set."""

    reach: int = column("how many places above their own somebody may challenge", default=2, minimum=1)


# What is published


class Rung(Table):
    """A place on the ladder."""

    rank: Rank = column("the place")
    player: PlayerId = column("who has it")
    rank_change: Movement | None = column("places gained since the list before", label="±")
    club: str = column("the club of the player")


class PlayedChallenge(Challenge):
    """A challenge with the places before it."""

    challenger_place: int = column("place of the challenger before it", label="From", before="source")
    challenged_place: int = column("place of the challenged before it", label="To", before="source")
    moved: bool = column("whether the challenger took that place", before="source")


class ExplainedChallenge(PlayedChallenge):
    """A challenge that moved a player, who may have had no part in it."""

    change: Movement = column("places gained", label="±", role="change", before="source")
    after: Rank = column("place after it", label="Place", role="value", before="source")


class NextChallenge(Table):
    """A challenge that a player may ask for now."""

    opponent: PlayerId = column("the other player")
    place: Rank = column("the place of the other player now", role="beside")
    won: Movement = column("places gained by a win", label="If won")
    lost: Movement = column("places gained by a loss", label="If lost")


class Day(Table):
    """A day on which challenges were played."""

    date: PlayDate = column("the day")
    challenges: int = column("how many were played")


outputs = {"ladder": Rung, "challenges": PlayedChallenge}


# The regulation


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What no row shows by itself."""
    members = [member for member in inputs.players if member.start]
    for member, first in find_duplicates(members, lambda member: member.start):
        message = say("ladder-place-twice", "{name} has this place already", name=first.name)
        yield Fault(member, "start", message, advise("give each player a number of their own"))


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """When each row was played, so that none lies in the future."""
    return read_event_dates(inputs.challenges, is_played=True)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Everything that is published."""
    members = sorted(inputs.players, key=lambda member: (member.start or inf, member.alphabet))
    start = {member.id: place for place, member in enumerate(members, 1)}
    days = list(group_by_day(inputs.challenges, when))
    replay = Replay(start, days, partial(settle, options=options), get_figure=int, is_rank=True)
    history = replay.history
    clubs = {member.id: member.club for member in inputs.players}
    current = _build_rungs(history.build_current(when), clubs)
    rungs = {rung.player: rung for rung in current}
    return build_outcome(
        history,
        when,
        tables=[
            PublishedTable("ladder", Rung, current),
            PublishedTable("challenges", PlayedChallenge, history.rows),
        ],
        build_listing=lambda state: _build_listing(state, clubs),
        events=[event.make_event(_show_challenges(event.rows)) for event in history.events],
        calendar=[Section("days", "Days of play", Day, [_count(event) for event in history.events])],
        players=make_player_pages(
            inputs.players,
            PageParts(
                [partial(_list_facts, rungs, replay, options)], [partial(_list_sections, replay, options)]
            ),
        ),
    )


def settle(challenge: Challenge, places: MutableMapping[str, int], options: Options) -> PlayedChallenge:
    """Return a challenge with the places before it, and move the players: the step of this system."""
    own, other = places[challenge.challenger], places[challenge.challenged]
    moved = challenge.won and 0 < own - other <= options.reach
    if moved:
        between = [player for player, place in places.items() if other <= place < own]
        places.update({player: places[player] + 1 for player in between} | {challenge.challenger: other})
    return PlayedChallenge.combine(challenge, challenger_place=own, challenged_place=other, moved=moved)


def list_next(player: str, places: Mapping[str, int], options: Options) -> dict[str, list[Challenge]]:
    """Return the challenges that a player may ask for, by the other player: each won, and lost."""
    above = [other for other, place in places.items() if 0 < places[player] - place <= options.reach]
    return {other: [Challenge(date.max, player, other, won, "") for won in (True, False)] for other in above}


# The pages


def _build_rungs(state: ListState[PlayedChallenge, int], clubs: dict[str, str]) -> list[Rung]:
    before = state.previous_standings
    return [
        Rung(place, player, before[player] - place if before else None, clubs[player])
        for player, place in sorted(state.standings.items(), key=lambda pair: pair[1])
    ]


def _build_listing(state: ListState[PlayedChallenge, int], clubs: dict[str, str]) -> Listing:
    return state.make_listing((), [Section("ladder", "Ladder", Rung, _build_rungs(state, clubs))])


def _show_challenges(rows: Sequence[PlayedChallenge]) -> PageContent:
    section = Section("challenges", "Challenges", PlayedChallenge, rows, empty="No challenge was played.")
    return PageContent.create([Fact("Challenges", len(rows), int)], [section])


def _list_facts(
    rungs: Mapping[str, Rung],
    replay: Replay[Challenge, PlayedChallenge, int],
    options: Options,
    player: str,
) -> Iterator[Fact]:
    """Yield the place of a player, and what is needed for the first."""
    yield Fact.from_cell(rungs[player], "rank", "Place")
    yield Fact("Challenges", len(_find_rows(replay, player)), int)
    wins = replay.count_needed(
        player,
        lambda places: [won for won, _ in list_next(player, places, options).values()],
        is_reached=lambda place: place == 1,
    )
    if wins:
        yield Fact("Wins still needed for the first place", wins, int)


def _list_sections(
    replay: Replay[Challenge, PlayedChallenge, int], options: Options, player: str
) -> Iterator[Section]:
    """Yield why the place of a player changed, which the step tells, what is next, and what was played."""
    possible, rows = list_next(player, replay.history.standings, options), _find_rows(replay, player)
    yield from replay.explain(player, ExplainedChallenge)
    yield from replay.project(
        player, possible, NextChallenge, title="The next challenge", note="Who is in reach."
    )
    yield Section("challenges", "Challenges", PlayedChallenge, rows, empty="No challenge was played.")


def _find_rows(replay: Replay[Challenge, PlayedChallenge, int], player: str) -> list[PlayedChallenge]:
    return [row for row in replay.history.rows if player in (row.challenger, row.challenged)]


def _count(event: Snapshot[PlayedChallenge, int]) -> Day:
    return Day(event.day, len(event.rows))
