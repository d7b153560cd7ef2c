"""A ladder: whoever beats the player they challenged takes that place, and all between go down one."""

from collections.abc import Iterator, Mapping, MutableMapping
from datetime import date
from functools import partial
from typing import NamedTuple

from sitegen.core.model import Fault, Moment, Outcome, Player, declare_error
from sitegen.core.table import Movement, PlayDate, PlayerId, Rank, Source, Table, column
from sitegen.core.views import View
from sitegen.toolkit.order import find_duplicates
from sitegen.toolkit.ranking import Ranking
from sitegen.toolkit.steps import Replay

title = "<<title>>, <<year>>"
interpretations = ("**Places**: who challenges somebody below them, or too far above, wins no place.",)
_ALONE = declare_error("ladder-alone", "nobody challenges themselves", "name the other player")
_TWICE = declare_error(
    "ladder-place-twice", "{name} has this place already", "give each player a number of their own"
)


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
            yield "challenged", *_ALONE.fill()


class Inputs(NamedTuple):
    """The tables that a club keeps, by the names of their files."""

    players: list[Member]
    challenges: list[Challenge]


class Options(Table):
    """What a club can set."""

    reach: int = column("how many places above their own somebody may challenge", default=2, minimum=1)


class Rung(Table):
    """A place on the ladder."""

    rank: Rank = column("the place", label="Place")
    player: PlayerId = column("who has it")
    rank_change: Movement | None = column("places gained since the list before", label="±")
    club: str = column("the club of the player")


class PlayedChallenge(Challenge):
    """A challenge with the places before it."""

    challenger_place: int = column("place of the challenger before it", label="From", before="source")
    challenged_place: int = column("place of the challenged before it", label="To", before="source")
    moved: bool = column("whether the challenger took that place", before="source")


outputs = {"ladder": Rung, "challenges": PlayedChallenge}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what no row shows by itself."""
    members = [member for member in inputs.players if member.start]
    for member, first in find_duplicates(members, lambda member: member.start):
        yield _TWICE(member, "start", name=first.name)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published."""
    members = sorted(inputs.players, key=lambda member: (not member.start, member.start, member.alphabet))
    start = {member.id: place for place, member in enumerate(members, 1)}
    replay = Replay(start, inputs.challenges, when, partial(settle, options=options), int, is_rank=True)
    ranking = Ranking(outputs, inputs.players, replay, partial(list_next, options=options))
    wins = ranking.count_needed("Wins still needed for the first place", lambda place: place == 1)
    played = View(ranking.results, "", "challenges", "Challenges", empty="No challenge was played.")
    ahead = ranking.project("The next challenge", "Who is in reach.")
    return ranking.build_outcome(facts=[ranking.list_facts, wins], parts=[ranking.explain, ahead, played])


def settle(challenge: Challenge, places: MutableMapping[str, int], options: Options) -> PlayedChallenge:
    """Return a challenge with the places before it, and move the players: the step of this system."""
    own, other = places[challenge.challenger], places[challenge.challenged]
    moved = challenge.won and 0 < own - other <= options.reach
    if moved:
        places.update({player: place + 1 for player, place in places.items() if other <= place < own})
        places[challenge.challenger] = other
    return PlayedChallenge.combine(challenge, challenger_place=own, challenged_place=other, moved=moved)


def list_next(player: str, places: Mapping[str, int], options: Options) -> dict[str, dict[str, Challenge]]:
    """Return the challenges that a player may ask for, by the other player: one that is won, and one lost."""
    above = [other for other, place in places.items() if 0 < places[player] - place <= options.reach]
    ask = partial(Challenge, date.max, player)
    return {other: {"won": ask(other, True, ""), "lost": ask(other, False, "")} for other in above}
