"""What is wrong with the games and options of a club with Elo ratings, beyond a row."""

from collections.abc import Iterator

from sitegen.message import advise, say
from sitegen.model import Dated, Fault
from sitegen.systems.elo.tables import Inputs, Options
from sitegen.toolkit import duel, playing


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with games and options."""
    yield from duel.two_ways(inputs.games)
    yield from playing.faults(inputs.games, "home", "away")
    if 0 not in options.k:
        message = say("no-first-k", "K is missing for the first games")
        yield Fault(options, "k", message, advise("write it as {example}", example="{ 0 = 40, 30 = 20 }"))
    if options.expectation == "fide":
        for key in ("home_advantage", "spread"):
            if getattr(options, key) != getattr(Options(), key):
                message = say("not-with-fide", "FIDE's table leaves no room for this")
                hint = advise("leave out {key}, or take the formula", key=key)
                yield Fault(options, key, message, hint)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every game has been played."""
    return duel.dated(inputs.games)
