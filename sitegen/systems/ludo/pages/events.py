"""The pages of tournaments: the ranking of the day, and every table of every round with its calculation."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.ludo.articles import DAY, ROUND
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.pages import ceiling, held
from sitegen.systems.ludo.pages.account import Worked
from sitegen.systems.ludo.shown import NOTHING_YET, Announced, ByRound, Held, Step
from sitegen.systems.ludo.tables import Kind, Tournament
from sitegen.table import Source


def events(circuit: Circuit, worked: Worked) -> Iterator[Event]:
    """A page for each tournament that was played, in order."""
    for each, after in circuit.after_each:
        facts, parts = list(_facts(circuit, each, len(after.rows))), partial(_parts, worked, each.tournament)
        yield after.event(Sheet(facts, parts))


def _parts(worked: Worked, tournament: str) -> list[Section]:
    rounds = [_round(number, rows) for number, rows in worked.rounds(tournament).items()]
    return [_day(worked.day(tournament)), *rounds]


def _day(rows: Sequence[ByRound]) -> Section:
    """The ranking of a tournament."""
    note = "By the points of the rounds. The bonus counts for the year, and not for the ranking of the day."
    return Section("day", "Ranking of the day", ByRound, rows, note=note, articles=[DAY])


def _round(number: int, rows: Sequence[Step]) -> Section:
    name, named = f"round-{number}", {"round": number}
    return Section(name, "Round {round}", Step, rows, named=named, apart="table", articles=[ROUND])


def _facts(circuit: Circuit, tournament: Tournament, players: int) -> Iterator[Fact]:
    yield Fact("Date", tournament.date, date)
    yield Fact("Kind", tournament.kind, Kind)
    yield Fact("Players", players, int)
    yield from ceiling(circuit, tournament.year)
    if tournament.interclub:
        yield Fact("Interclub", tournament.interclub)
    if tournament.source:
        yield Fact("Source", tournament.source, Source)


def calendar(circuit: Circuit, as_of: date) -> list[Section]:
    """The tournaments to come, and those that were played, the latest first."""
    next_ = [Announced.like(each, called=each.name) for each in announced(circuit, as_of)]
    to_come = [Section("to-come", "Tournaments to come", Announced, next_)] if next_ else []
    played, title = held(circuit), "Tournaments"
    return [*to_come, Section("tournaments", title, Held, played, empty=NOTHING_YET, articles=[DAY])]


def announced(circuit: Circuit, as_of: date) -> list[Tournament]:
    """The tournaments that are still to be played, the next first."""
    with_results = {row.tournament for row in circuit.inputs.results}
    there = sorted(circuit.inputs.tournaments, key=lambda each: (each.date, each.tournament))
    return [each for each in there if each.date >= as_of and each.tournament not in with_results]
