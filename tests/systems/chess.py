"""A season of the club competition out of a few terse lines, and what is published of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from sitegen.core.entities import Fault, Moment
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Absence, Options, Player
from sitegen.toolkit.rounds.tables import Fixture, Game

FIRST_EVENING = date(2026, 9, 1)
AFTERWARDS = date(2099, 1, 1)
RESULTS = {"v": None}


def evening(number: int) -> date:
    """The date of a round: one a week."""
    return FIRST_EVENING + timedelta(weeks=number - 1)


def club(**basis: float | Mapping[str, Any]) -> list[Player]:
    """Players by id, each with a final rating or with the cells of the row: `club(an=1900, bo={…})`."""
    alphabet = sorted(basis)
    return [
        Player(**{"id": name, "name": name.title(), "alphabet": alphabet.index(name), **_cells(basis[name])})
        for name in basis
    ]


def level(ids: str) -> list[Player]:
    """Players who all start at 2000, where a value is 100: `level("an bo")`."""
    return club(**dict.fromkeys(ids.split(), 2000))


def _cells(basis: float | Mapping[str, Any]) -> Mapping[str, Any]:
    return basis if isinstance(basis, Mapping) else {"final_rating": float(basis)}


def season(players: Sequence[Player], evenings: Iterable[str], *, rounds: int = 0) -> ijssel.Inputs:
    """The tables of a season: a line a round, from the first, in a calendar of at least `rounds` rounds.

    A line is `an 1-0 bo, ci v di, eva bye`: games (`v`: paired, not yet played; `?`: nobody wrote down who)
    and absences.
    """
    entries: list[Any] = [
        (number, *word.split())
        for number, line in enumerate(evenings, start=1)
        for word in line.split(",")
        if word.strip()
    ]
    last = max([rounds, *(number for number, *_ in entries)])
    games, absences = ([entry for entry in entries if len(entry) == length] for length in (4, 3))
    return ijssel.Inputs(
        list(players),
        [Fixture(number, evening(number), f"rounds.csv:{number + 1}") for number in range(1, last + 1)],
        [
            Game(
                number, *map(_player, (white, black)), RESULTS.get(result, result), source=f"games.csv:{line}"
            )
            for line, (number, white, result, black) in enumerate(games, start=2)
        ],
        [
            Absence(number, player, code, source=f"absences.csv:{line}")
            for line, (number, player, code) in enumerate(absences, start=2)
        ],
    )


def _player(written: str) -> str | None:
    return None if written == "?" else written


def published(
    inputs: ijssel.Inputs, *, as_of: date = AFTERWARDS, **options: Any
) -> Mapping[str, Sequence[Any]]:
    """The rows of every published table, by its name."""
    outcome = ijssel.rate(inputs, Options(**options), Moment(as_of))
    return {table.name: table.in_files.rows for table in outcome.tables}


def ranking(inputs: ijssel.Inputs, **options: Any) -> dict[str, Any]:
    """The ranking's row of each player, in its order."""
    return {row.player: row for row in published(inputs, **options)["ranking"]}


def scores(inputs: ijssel.Inputs, player: str, **options: Any) -> list[Any]:
    """The round scores of a player."""
    return [row for row in published(inputs, **options)["round-scores"] if row.player == player]


def factors(inputs: ijssel.Inputs, player: str, **options: Any) -> list[tuple[str, float]]:
    """Result and factor, rounded to 6 decimals, of each round score of a player, by round."""
    return [(row.result, round(row.factor, 6)) for row in scores(inputs, player, **options)]


def rounded(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row as it is compared: its numbers to 6 decimals."""
    return tuple(round(cell, 6) if isinstance(cell, float) else cell for cell in row)


def check(inputs: ijssel.Inputs, **options: Any) -> list[Fault]:
    """All that is wrong with a season."""
    return list(ijssel.check(inputs, Options(**options)))
