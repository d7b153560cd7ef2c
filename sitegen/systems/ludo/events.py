"""The pages of tournaments: the ranking of the day, and every table of every round with its calculation."""

from collections.abc import Iterator
from datetime import date

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.frames import rows, rows_by
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import NOTHING_YET, Announced, AtTable, DayRanked, Held
from sitegen.systems.ludo.tables import Kind, Tournament

_ROUNDS = [1, 2, 3]


def events(circuit: Circuit) -> Iterator[Event]:
    """A page for each tournament that was played, in order."""
    days, rounds = _days(circuit), _rounds(circuit)
    for each in circuit.tournaments:
        sections = [_day(days[each.tournament]), *rounds[each.tournament]]
        facts = list(_facts(circuit, each, len(days[each.tournament])))
        yield Event(each.tournament, "{name}", {"name": each.name}, each.date, Sheet.of(facts, sections))


def _days(circuit: Circuit) -> dict[str, list[DayRanked]]:
    """The ranking of each tournament, with the points of each round."""
    rounds = circuit.rounds.pivot_table(
        index=["tournament", "player"], columns="round", values="points", aggfunc="first"
    )
    by_round = rounds.reindex(columns=_ROUNDS).set_axis([f"round_{each}" for each in _ROUNDS], axis="columns")
    return rows_by("tournament", DayRanked, circuit.days.join(by_round, on=["tournament", "player"]))


def _day(ranking: list[DayRanked]) -> Section:
    note = "By the points of the rounds. The bonus counts for the year, and not for the ranking of the day."
    return Section("day", "Ranking of the day", DayRanked, ranking, note=note)


def _rounds(circuit: Circuit) -> dict[str, list[Section]]:
    """The rounds of each tournament, in order."""
    found: dict[str, list[Section]] = {each.tournament: [] for each in circuit.tournaments}
    for (tournament, number), played in circuit.rounds.groupby(["tournament", "round"]):
        name, made, named = f"round-{number}", rows(AtTable, played), {"round": number}
        found[str(tournament)].append(
            Section(name, "Round {round}", AtTable, made, named=named, apart="table")
        )
    return found


def _facts(circuit: Circuit, tournament: Tournament, players: int) -> Iterator[Fact]:
    yield Fact("Date", tournament.date, date)
    yield Fact("Kind", tournament.kind, Kind)
    yield Fact("Players", players, int)
    yield from ceiling(circuit, tournament.year)
    if tournament.interclub:
        yield Fact("Interclub", tournament.interclub)


def ceiling(circuit: Circuit, year: int) -> Iterator[Fact]:
    """The ceiling of the bonus in a year that has one."""
    if year in circuit.ceilings:
        yield Fact("Ceiling of the bonus", circuit.ceilings[year], int)


def calendar(books: Books, as_of: date) -> list[Section]:
    """The tournaments to come, and those that were played, the latest first."""
    circuit = books.circuit
    with_results = {row.tournament for row in circuit.inputs.results}
    announced = [
        Announced(each.date, each.name, each.kind)
        for each in sorted(circuit.inputs.tournaments, key=lambda each: (each.date, each.tournament))
        if each.date >= as_of and each.tournament not in with_results
    ]
    to_come = [Section("to-come", "Tournaments to come", Announced, announced)] if announced else []
    held = Section("tournaments", "Tournaments", Held, held_rows(books), empty=NOTHING_YET)
    return [*to_come, held]


def held_rows(books: Books, year: int | None = None) -> list[Held]:
    """The tournaments that were played, or those of a year, the latest first."""
    return [
        Held(
            each.tournament,
            each.date,
            each.name,
            each.kind,
            len(books.days[each.tournament]),
            books.days[each.tournament][0].player,
            each.interclub,
        )
        for each in reversed(books.circuit.tournaments)
        if year in {None, each.year}
    ]
