"""For each tournament a sheet to read out at the prize-giving: article 4.3 of the regulation."""

from collections.abc import Iterator, Sequence

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import Called, DayRanked, Prize
from sitegen.systems.ludo.prizes import FEWEST_OF_A_CLUB, Group, groups, last_place
from sitegen.systems.ludo.shown import Collective, Individual
from sitegen.systems.ludo.tables import Club, Tournament
from sitegen.table import EventKey, PlayDate


def sheets(circuit: Circuit) -> Iterator[Topic]:
    """The sheet of each tournament that was played."""
    for (each, after), called in zip(circuit.after_each, circuit.prizes, strict=True):
        facts = [
            Fact("Tournament", each.tournament, EventKey),
            Fact("Date", each.date, PlayDate),
            Fact("Players", len(after.rows), int),
        ]
        sections = _sections(circuit.inputs.clubs, each, after.rows, called)
        sheet = Sheet.of(facts, [section for section in sections if section.rows])
        yield Topic(f"prizes/{each.tournament}", "Prize-giving: {name}", sheet, {"name": each.name})


def _sections(
    homes: Sequence[Club], tournament: Tournament, day: Sequence[DayRanked], called: Sequence[Prize]
) -> Iterator[Section]:
    by_player = {row.player: row for row in day}
    there = {each.club: each for each in groups(homes, tournament, day)}

    def players(kind: Called) -> list[Individual]:
        return [Individual.like(row, by_player[row.recipient]) for row in called if row.kind == kind]

    def clubs(kind: Called) -> list[Collective]:
        return [_collective(row, there.get(row.recipient)) for row in called if row.kind == kind]

    yield Section("winner", "Winner of the day", Individual, players("winner"))
    yield Section("interclub", "Winner of the interclub", Collective, clubs("interclub"))
    last = {"last": last_place(len(day))}
    yield Section("places", "Places 2 to {last}", Individual, players("place"), named=last)
    fewest = {"fewest": FEWEST_OF_A_CLUB}
    title = "Clubs with {fewest} players or more"
    yield Section("clubs", title, Collective, clubs("club"), named=fewest)
    yield Section("lot", "Everyone else, by lot", Individual, players("lot"))


def _collective(row: Prize, group: Group | None) -> Collective:
    """A club that is called; of one with fewer than eight players there is no group."""
    return Collective(row.order, row.recipient, group and group.players, group and group.distance)
