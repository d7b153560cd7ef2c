"""What is wrong with the tables of a circuit that their columns alone do not show."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import suggestion
from sitegen.systems.ludo.rounds import SHARED_BY_THREE
from sitegen.systems.ludo.tables import Inputs, Options, Result, Tournament

_YEARS = range(1900, 2200)


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults."""
    known = {each.tournament for each in inputs.tournaments}
    yield from _tournaments(inputs.results, known)
    yield from _keys(inputs.tournaments)
    yield from _finals(inputs)
    yield from _tables(row for row in inputs.results if row.tournament in known)
    yield from _games(inputs.results)
    yield from _clubs(inputs)
    yield from _options(inputs, options)


def _tournaments(results: Iterable[Result], known: Collection[str]) -> Iterator[Fault]:
    """Results are those of a tournament."""
    for row in results:
        if row.tournament not in known:
            hint = suggestion(row.tournament, known) or "add it to tournaments.csv"
            yield Fault(row, "tournament", f"there is no tournament {row.tournament!r}", hint)


def _keys(tournaments: Iterable[Tournament]) -> Iterator[Fault]:
    """Keys differ in more than capitals, which are one address on many disks."""
    first: dict[str, Tournament] = {}
    for each in tournaments:
        other = first.setdefault(each.tournament.casefold(), each)
        if other.tournament != each.tournament:
            message = (
                f"{each.tournament!r} differs from {other.tournament!r} in capitals alone: {other.source}"
            )
            yield Fault(each, "tournament", message, "give it another key")


def _finals(inputs: Inputs) -> Iterator[Fault]:
    """A year has one final."""
    first: dict[int, str] = {}
    for each in inputs.tournaments:
        if each.kind == "final" and first.setdefault(each.year, each.source) != each.source:
            message = f"{each.year} has a final already: {first[each.year]}"
            yield Fault(each, "kind", message, "a year has one final: make one of them regular")


def _tables(results: Iterable[Result]) -> Iterator[Fault]:
    """Every table has two players or more, one game, all scores or none, and places that fit."""
    at = attrgetter("tournament", "round", "table")
    for _, rows in groupby(sorted(results, key=at), at):
        table = list(rows)
        yield from chain(_alone(table), _one_game(table), _half_kept(table), _places(table))


def _named(row: Result) -> str:
    return f"table {row.table} of round {row.round} of {row.tournament}"


def _alone(table: Sequence[Result]) -> Iterator[Fault]:
    if len(table) == 1:
        message = f"nobody else is at {_named(table[0])}"
        yield Fault(table[0], "table", message, "a table has two players or more: correct it, or add them")


def _one_game(table: Sequence[Result]) -> Iterator[Fault]:
    first = table[0]
    for row in table:
        if letters(row.game) != letters(first.game):
            message = f"{_named(row)} plays {first.game!r}: {first.source}"
            yield Fault(row, "game", message, "a table plays one game: correct it, or the table")


def _half_kept(table: Sequence[Result]) -> Iterator[Fault]:
    kept = [row for row in table if row.score is not None]
    for row in table:
        if kept and row.score is None:
            message = f"other scores of {_named(row)} are known, and this one is blank"
            yield Fault(row, "score", message, "enter it, or leave all scores of the table blank")


def _places(table: Sequence[Result]) -> Iterator[Fault]:
    """Places as 1, 2, 2, 4, or as the mean of those that are taken up; told where they first differ."""
    ordered = sorted(table, key=lambda row: row.place)
    lowest, mean = _conventions([row.place for row in ordered])
    found = [row.place for row in ordered]
    three = [[*[SHARED_BY_THREE] * 3, *each[3:]] for each in (lowest, mean) if mean[0] == 2]
    if len(table) == 1 or found in (lowest, mean, *three):
        return
    wrong = next(row for row, place in zip(ordered, lowest, strict=True) if row.place != place)
    either = _written(lowest) if lowest == mean else f"{_written(lowest)} or {_written(mean)}"
    message = f"the places of {_named(wrong)} are {_written(found)}, where they would be {either}"
    hint = "who are ex aequo have the same place, and the next has the place after all of them"
    yield Fault(wrong, "place", message, hint)


def _conventions(places: Sequence[float]) -> tuple[list[float], list[float]]:
    """Places in ascending order, as they are with the same ones ex aequo: the best of each, and the mean."""
    lowest: list[float] = []
    mean: list[float] = []
    for _, group in groupby(places):
        first, size = len(lowest) + 1, len(list(group))
        lowest += [float(first)] * size
        mean += [first + (size - 1) / 2] * size
    return lowest, mean


def _written(places: Sequence[float]) -> str:
    return ", ".join(f"{each:g}" for each in places)


def _spelled_once(rows: Iterable[Any], column: str) -> Iterator[Fault]:
    """Games and clubs are counted by their names: one that is written in two ways would be two."""
    first: dict[str, Any] = {}
    told: set[str] = set()
    for row in rows:
        name = getattr(row, column)
        other = first.setdefault(letters(name), row)
        if getattr(other, column) != name and name not in told:
            told.add(name)
            message = f"{name!r} is written {getattr(other, column)!r} at {other.source}"
            yield Fault(row, column, message, f"write a {column} in one way everywhere")


def _games(results: Iterable[Result]) -> Iterator[Fault]:
    for row in results:
        if not letters(row.game):
            message = f"{row.game!r} has no letter or digit"
            yield Fault(row, "game", message, "a game has a page, with an address: write its name")
    yield from _spelled_once(results, "game")


def _clubs(inputs: Inputs) -> Iterator[Fault]:
    """A club that wins an interclub is known; one that has a home base has players."""
    of_players = {each.club for each in inputs.players}
    yield from _spelled_once((each for each in chain[Any](inputs.players, inputs.clubs) if each.club), "club")
    known = of_players | {each.club for each in inputs.clubs}
    for each in inputs.tournaments:
        if each.interclub and each.interclub not in known:
            hint = suggestion(each.interclub, known) or "write the club as players.csv has it"
            yield Fault(each, "interclub", f"there is no club {each.interclub!r}", hint)
    with_players = {letters(each) for each in of_players}
    for club in inputs.clubs:
        if letters(club.club) not in with_players:
            message, hint = f"no player is of club {club.club!r}", suggestion(club.club, of_players)
            yield Fault(club, "club", message, hint, warning=True)


def _options(inputs: Inputs, options: Options) -> Iterator[Fault]:
    for year in options.bonus_ceilings:
        if year not in _YEARS:
            yield Fault(options, "bonus_ceilings", f"{year} is not a year", "write it as 2016 = 70")
    games = {letters(row.game): row.game for row in inputs.results}
    seen: dict[str, str] = {}
    for game in options.final_seats:
        if seen.setdefault(letters(game), game) != game:
            message = f"{game!r} and {seen[letters(game)]!r} are one game"
            yield Fault(options, "final_seats", message, "take one of them out")
        if games and letters(game) not in games:
            hint = suggestion(game, games.values())
            yield Fault(options, "final_seats", f"{game!r} was never played", hint, warning=True)
