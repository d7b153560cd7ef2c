"""For each tournament a sheet to read out at the prize-giving: article 4.3 of the regulation."""

from collections.abc import Iterator, Sequence

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ludo.outputs import Called, Day, Prize
from sitegen.systems.ludo.prizes import FEWEST_OF_A_CLUB, Group, groups, last_place
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import Collective, Individual
from sitegen.systems.ludo.tables import Tournament
from sitegen.table import EventKey, PlayDate


def sheets(books: Books) -> Iterator[Topic]:
    """The sheet of each tournament that was played."""
    called: dict[str, list[Prize]] = {each.tournament: [] for each in books.circuit.tournaments}
    for row in books.prizes:
        called[row.tournament].append(row)
    for each in books.circuit.tournaments:
        found = called[each.tournament]
        facts = [
            Fact("Tournament", each.tournament, EventKey),
            Fact("Date", each.date, PlayDate),
            Fact("Players", len(books.days[each.tournament]), int),
        ]
        sections = [section for section in _sections(books, each, found) if section.rows]
        sheet = Sheet.of(facts, sections)
        yield Topic(f"prizes/{each.tournament}", "Prize-giving: {name}", sheet, {"name": each.name})


def _sections(books: Books, tournament: Tournament, called: Sequence[Prize]) -> Iterator[Section]:
    day = books.days[tournament.tournament]
    by_player = {row.player: row for row in day}
    there = {each.club: each for each in groups(books.circuit.inputs.clubs, tournament, day)}

    def players(kind: Called) -> list[Individual]:
        return [_individual(row, by_player[row.recipient]) for row in called if row.kind == kind]

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


def _individual(row: Prize, day: Day) -> Individual:
    return Individual(row.order, row.recipient, day.club, day.rank, day.points)
