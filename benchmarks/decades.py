"""A board-game circuit of twenty years drawn by lot: the players, and the files that record it.

It is drawn as the demonstration is: the same bytes everywhere.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from circuit import YEARS, drawn
from circuit_players import CLUBS, Person, names
from lots import bell, below, pick
from roll import distinct, slug
from sheets import write_text

_SEED = 1
_PLAYERS = 710
_YEARS = range(YEARS.stop - 20, YEARS.stop)
_LONGEST = 17
"""Years that somebody takes part at most; the mean is half of it."""

_CONFIG = """[site]
title = "Twenty years of a circuit"
url = "https://circuit.example/"
language = "en"

[[ranking]]
id = "circuit"
system = "ludo"
title = "Board-game circuit"
"""


def write_site(folder: Path) -> None:
    """Write a whole site with the circuit, always with the same bytes."""
    random = Random(_SEED)
    for path, text in drawn(random, list(_people(random)), _YEARS):
        write_text(folder / "results" / "circuit" / path, text)
    write_text(folder / "sitegen.toml", _CONFIG)
    write_text(folder / "content" / "index.md", "# Twenty years\n")
    write_text(folder / "content" / "circuit.md", "# The rules\n")


def _people(random: Random) -> Iterator[Person]:
    """Everyone who ever took part: they come and go all the time."""
    named = names(random, _PLAYERS)
    ids = distinct(slug(f"{given} {family}") for given, family in named)
    for id_, (given, family) in zip(ids, named, strict=True):
        length = 1 + below(random, _LONGEST)
        since = _YEARS.start - length + 1 + below(random, len(_YEARS) + length - 1)
        yield Person(
            id_,
            f"{given} {family}",
            f"{family}, {given}",
            pick(random, CLUBS).club,
            "",
            0.6 * bell(random),
            max(0.08, min(0.8, 0.45 + 0.2 * bell(random))),
            since,
            since + length - 1,
        )
