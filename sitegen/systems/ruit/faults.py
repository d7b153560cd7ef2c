"""What is wrong with the tables of the Ruit rating that their columns alone do not show."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sitegen.model import Fault
from sitegen.systems.ruit.tables import Inputs, Line, LineUp, Match

if TYPE_CHECKING:
    from datetime import date


def faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults, form by form."""
    yield from _two_forms(inputs)
    yield from _twice([*inputs.pairs, *inputs.butler, *inputs.lineups], _names(inputs))
    yield from _opponents(inputs.pairs)
    yield from _opponents(inputs.butler)
    yield from _teams(inputs)


def _names(inputs: Inputs) -> Mapping[str, str]:
    return {each.id: each.name for each in inputs.players}


def _two_forms(inputs: Inputs) -> Iterator[Fault]:
    """One date holds one form."""
    first: dict[date, tuple[str, str]] = {}
    told: set[tuple[date, str]] = set()
    for form, rows in (("pairs", inputs.pairs), ("butler", inputs.butler), ("teams", inputs.teams)):
        for row in rows:
            other, source = first.setdefault(row.date, (form, row.source))
            if other != form and (row.date, form) not in told:
                told.add((row.date, form))
                message = f"{row.date} is an evening of {other} already: {source}"
                yield Fault(row, "date", message, "one date holds one form: correct the date")


def _twice(rows: Iterable[Line | LineUp], names: Mapping[str, str]) -> Iterator[Fault]:
    """A player stands once on a date."""
    first: dict[tuple[date, str], Line | LineUp] = {}
    for row in rows:
        for column, player in row.players:
            other = first.setdefault((row.date, player), row)
            if other is not row:
                message = f"{names[player]} plays on {row.date} already: {other.source}"
                yield Fault(row, column, message, "a player plays once on an evening")
        if isinstance(row, LineUp) and len({player for _, player in row.players}) < len(row.players):
            message = f"a player stands twice in the line-up of {row.team!r}"
            yield Fault(row, "team", message, "a team has four players")


def _opponents(lines: Iterable[Line]) -> Iterator[Fault]:
    """Every pair met somebody, and only pairs that were there."""
    pairs: dict[tuple[date, str], set[int]] = {}
    rows = list(lines)
    for row in rows:
        pairs.setdefault((row.date, row.section), set()).add(row.pair)
    for row in rows:
        there = pairs[row.date, row.section]
        unknown = [each for each in row.met if int(each) not in there]
        if unknown:
            message = f"there is no pair {unknown[0]} on {row.date}{_of(row.section)}"
            yield Fault(row, "opponents", message, f"the pairs are {', '.join(map(str, sorted(there)))}")
        elif not row.met and len(there) == 1:
            message = f"pair {row.pair} is alone on {row.date}{_of(row.section)}"
            yield Fault(row, "pair", message, "a pair plays against other pairs: add theirs")


def _of(section: str) -> str:
    return f" in section {section!r}" if section else ""


def _teams(inputs: Inputs) -> Iterator[Fault]:
    """Every team has a line-up, plays a match once, and is not there for nothing."""
    line_ups = {(each.date, each.team) for each in inputs.lineups}
    played: dict[tuple[date, int, str], Match] = {}
    for row in inputs.teams:
        for column, team in (("team_a", row.team_a), ("team_b", row.team_b)):
            if (row.date, team) not in line_ups:
                known = sorted(name for day, name in line_ups if day == row.date)
                hint = f"line-ups of that evening: {', '.join(known) or 'none'}"
                yield Fault(row, column, f"there is no line-up of {team!r} on {row.date}", hint)
            other = played.setdefault((row.date, row.match, team), row)
            if other is not row:
                message = f"{team!r} plays match {row.match} of {row.date} already: {other.source}"
                yield Fault(row, column, message, "correct the number of the match, or the team")
    there = {(day, team) for day, _, team in played}
    for each in inputs.lineups:
        if (each.date, each.team) not in there:
            message = f"{each.team!r} plays no match on {each.date}"
            yield Fault(each, "team", message, "add its matches to teams.csv, or take the line-up out")
