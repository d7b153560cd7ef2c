"""The pages of tournaments: the ranking of the day, and every table of every round with its calculation."""

from collections.abc import Iterator, Mapping
from datetime import date

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.ludo.articles import DAY, ROUND
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.frames import rows, rows_by
from sitegen.systems.ludo.pages import ceiling, held
from sitegen.systems.ludo.shown import NOTHING_YET, Announced, ByRound, Held, Step
from sitegen.systems.ludo.tables import Kind, Tournament
from sitegen.table import Source

_ROUNDS = [1, 2, 3]


def events(circuit: Circuit) -> Iterator[Event]:
    """A page for each tournament that was played, in order."""
    days, rounds = _days(circuit), _rounds(circuit)
    for each, after in circuit.after_each:
        facts = list(_facts(circuit, each, len(after.rows)))
        yield after.event(Sheet.of(facts, [days[each.tournament], *rounds[each.tournament]]))


def _days(circuit: Circuit) -> Mapping[str, Section]:
    """The ranking of each tournament, with the points of each round."""
    key = ["tournament", "player"]
    rounds = circuit.rounds.pivot_table(index=key, columns="round", values="points", aggfunc="first")
    by_round = rounds.reindex(columns=_ROUNDS).set_axis([f"round_{each}" for each in _ROUNDS], axis="columns")
    found = rows_by("tournament", ByRound, circuit.days.join(by_round, on=key))
    note = "By the points of the rounds. The bonus counts for the year, and not for the ranking of the day."
    return {
        name: Section("day", "Ranking of the day", ByRound, day, note=note, articles=[DAY])
        for name, day in found.items()
    }


def _rounds(circuit: Circuit) -> Mapping[str, list[Section]]:
    """The rounds of each tournament, in order."""
    found: dict[str, list[Section]] = {each.tournament: [] for each in circuit.tournaments}
    for (tournament, number), played in circuit.rounds.groupby(["tournament", "round"]):
        steps, name, named = rows(Step, played), f"round-{number}", {"round": number}
        section = Section(name, "Round {round}", Step, steps, named=named, apart="table", articles=[ROUND])
        found[str(tournament)].append(section)
    return found


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
    with_results = {row.tournament for row in circuit.inputs.results}
    announced = [
        Announced.like(each, called=each.name)
        for each in sorted(circuit.inputs.tournaments, key=lambda each: (each.date, each.tournament))
        if each.date >= as_of and each.tournament not in with_results
    ]
    to_come = [Section("to-come", "Tournaments to come", Announced, announced)] if announced else []
    played, title = held(circuit), "Tournaments"
    return [*to_come, Section("tournaments", title, Held, played, empty=NOTHING_YET, articles=[DAY])]
