"""The further pages of a circuit: its years, its games, the final tables and the prize-givings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from statistics import fmean
from typing import Any

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.names import slug
from sitegen.systems.ludo.articles import DAY, GAMES, PRIZES, YEARS
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import Called, DayRanked, GameRanked, Prize, Ranked, Seat, YearRanked
from sitegen.systems.ludo.pages import ceiling, held
from sitegen.systems.ludo.prizes import FEWEST_OF_A_CLUB, Group, groups, last_place
from sitegen.systems.ludo.shown import (
    NOTHING_YET,
    Collective,
    GameLine,
    GameOfYear,
    Held,
    Individual,
    InLine,
    Seated,
    YearHeld,
)
from sitegen.systems.ludo.tables import Club, Exact, Tournament, spot
from sitegen.table import Figure, PlayDate
from sitegen.toolkit.rows import grouped

_GAME = attrgetter("game")


def topics(circuit: Circuit) -> Iterator[Topic]:
    """All of them, in the order of the menu."""
    yield from _years(circuit)
    yield from _games(circuit)
    yield _finals(circuit)
    yield from _sheets(circuit)


def topic_of(circuit: Circuit) -> Mapping[Any, str]:
    """The page of each year and of each game."""
    years: dict[Any, str] = {year: f"years/{year}" for year in circuit.years}
    return years | _addresses(circuit)


def _years(circuit: Circuit) -> Iterator[Topic]:
    """All years, the latest first, and a page for each."""
    lines = [_of_year(circuit, year) for year in circuit.years]
    every = Section("years", "All years", YearHeld, lines[::-1], empty=NOTHING_YET, articles=[DAY, YEARS])
    yield Topic("years", "Years", Sheet.of([], [every]))
    for each in lines:
        facts, parts = list(_facts(circuit, each)), partial(_year, circuit, each.year)
        sheet = Sheet(facts, parts)
        yield Topic(f"years/{each.year}", "Year {year}", sheet, {"year": each.year})


def _of_year(circuit: Circuit, year: int) -> YearHeld:
    tournaments = held(circuit, year)
    return YearHeld(
        year=year,
        tournaments=len(tournaments),
        players=len(circuit.years[year]),
        mean=fmean(each.players for each in tournaments),
        ceiling=circuit.ceilings.get(year),
        winner=next(iter(circuit.years[year])),
        ludo=next(iter(circuit.ludo[year])),
    )


def _facts(circuit: Circuit, line: YearHeld) -> Iterator[Fact]:
    yield Fact("Tournaments", line.tournaments, int)
    yield Fact("Players", line.players, int)
    yield Fact("Mean participants", line.mean, Figure)
    yield from ceiling(circuit, line.year)


def _year(circuit: Circuit, year: int) -> list[Section]:
    named = {"year": year}
    of_year, ludo = [*circuit.years[year].values()], [*circuit.ludo[year].values()]
    return [
        Section("year", "Ranking of {year}", YearRanked, of_year, named=named, articles=[YEARS]),
        Section("ludo", "LUDO ranking of {year}", Ranked, ludo, named=named, articles=[YEARS]),
        Section("tournaments", "Tournaments", Held, held(circuit, year), articles=[DAY]),
        _seated("Final tables", circuit.seats.get(year, ()), "Nobody has a seat."),
    ]


def _addresses(circuit: Circuit) -> dict[str, str]:
    """The page of each game that was ever played, in alphabetical order."""
    return {each: f"games/{slug(each)}" for each in circuit.game_names}


def _games(circuit: Circuit) -> Iterator[Topic]:
    """All games, and a page for each."""
    year = circuit.year
    rankings = {each: grouped(rows, _GAME) for each, rows in reversed(circuit.games.items())}
    seats = grouped(circuit.seats.get(year, ()), _GAME)
    tables = _tables(circuit)
    of = _addresses(circuit)
    lines = [_of_game(game, rankings[year].get(game, ()), *tables[game]) for game in of]
    every = Section("games", "All games", GameOfYear, lines, empty=NOTHING_YET, articles=[GAMES])
    yield Topic("games", "Games", Sheet.of([], [every]))
    for line in lines:
        by_year = {each: found.get(line.game, ()) for each, found in rankings.items()}
        facts = [Fact("Tables this year", line.tables, int), Fact("Tables in all", line.ever, int)]
        parts = partial(_game, by_year, seats.get(line.game, ()))
        sheet = Sheet(facts, parts)
        yield Topic(of[line.game], "{game}", sheet, {"game": line.game})


def _tables(circuit: Circuit) -> dict[str, tuple[int, int]]:
    """At how many tables each game was played, this year and ever."""
    games = [(each.year, circuit.tables[each.tournament]) for each in circuit.tournaments]
    ever, of_year = (
        Counter(chain.from_iterable(there for _, there in games)),
        Counter(chain.from_iterable(there for year, there in games if year == circuit.year)),
    )
    return {game: (of_year[game], count) for game, count in ever.items()}


def _of_game(game: str, ranking: Sequence[GameRanked], tables: int, ever: int) -> GameOfYear:
    first = ranking[0] if ranking else None
    return GameOfYear(
        game=game,
        tables=tables,
        players=len(ranking),
        leader=first.player if first else None,
        ranking=first.ranking if first else None,
        ever=ever,
    )


def _game(by_year: Mapping[int, Sequence[GameRanked]], seats: Sequence[Seat]) -> list[Section]:
    """The rankings of a game, the latest year first, and who is at its final table."""
    latest = next(iter(by_year))
    rankings = [_ranking(year, rows) for year, rows in by_year.items() if rows or year == latest]
    title, empty, named = "Final table of {year}", "Nobody has a seat.", {"year": latest}
    places = InLine.each_like(seats)
    final = Section("seats", title, InLine, places, "", empty, named, apart="reserve", articles=[GAMES])
    return [rankings[0], final, *rankings[1:]]


def _ranking(year: int, rows: Sequence[GameRanked]) -> Section:
    lines = [GameLine.like(row, average=row.points / row.played) for row in rows]
    named, title, empty = {"year": year}, "Ranking of {year}", "The game has not been played this year."
    return Section(f"ranking-{year}", title, GameLine, lines, "", empty, named, articles=[GAMES])


def _finals(circuit: Circuit) -> Topic:
    """Who has a seat at the final tables of the latest year, and who is next."""
    year = circuit.year
    there = circuit.seats.get(year, ())
    games = len({each.game for each in there})
    facts = [Fact("Year", year, int), Fact("Games", games, int)] if year else []
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = _seated("Seats", there, "Nobody has a seat yet.", note=note)
    note, empty = "Who takes a seat that stays free, in this order.", "There are no reserves."
    rows = Seated.each_like(each for each in there if each.reserve)
    reserves = Section("reserves", "Reserves", Seated, rows, note, empty, apart="game", articles=[GAMES])
    return Topic("final-tables", "Final tables", Sheet.of(facts, [seats, reserves]))


def _seated(title: str, there: Sequence[Seat], empty: str, note: str = "") -> Section:
    seats = Seated.each_like(each for each in there if not each.reserve)
    return Section("seats", title, Seated, seats, note, empty, apart="game", articles=[GAMES])


def _sheets(circuit: Circuit) -> Iterator[Topic]:
    """The sheet of each tournament that was played."""
    for place, (each, after) in enumerate(circuit.after_each):
        facts = [
            Fact("Date", each.date, PlayDate, event=each.tournament),
            Fact("Players", len(after.rows), int),
            *_where(each),
        ]
        sheet = Sheet(facts, partial(_called, circuit, place))
        yield Topic(f"prizes/{each.tournament}", "Prize-giving: {name}", sheet, {"name": each.name})


def _called(circuit: Circuit, place: int) -> list[Section]:
    tournament, after = circuit.after_each[place]
    called = circuit.prizes[place]
    sections = _sections(circuit.inputs.clubs, tournament, after.rows, called)
    return [each for each in sections if each.rows]


def _where(tournament: Tournament) -> Iterator[Fact]:
    """The place of a tournament that has one, to which clubs have so far."""
    if there := spot(tournament):
        yield Fact("Latitude", there.latitude, Exact)
        yield Fact("Longitude", there.longitude, Exact)


def _sections(
    homes: Sequence[Club], tournament: Tournament, day: Sequence[DayRanked], called: Sequence[Prize]
) -> Iterator[Section]:
    by_player = {row.player: row for row in day}
    there = {each.club: each for each in groups(homes, tournament, day)}
    home = {each.club: each for each in homes}

    def players(kind: Called) -> list[Individual]:
        return [Individual.like(row, by_player[row.recipient]) for row in called if row.kind == kind]

    def clubs(kind: Called) -> list[Collective]:
        return [
            _collective(row, there.get(row.recipient), home.get(row.recipient))
            for row in called
            if row.kind == kind
        ]

    yield Section("winner", "Winner of the day", Individual, players("winner"), articles=[PRIZES])
    yield Section("interclub", "Winner of the interclub", Collective, clubs("interclub"), articles=[PRIZES])
    last = {"last": last_place(len(day))}
    yield Section("places", "Places 2 to {last}", Individual, players("place"), named=last, articles=[PRIZES])
    fewest = {"fewest": FEWEST_OF_A_CLUB}
    title = "Clubs with {fewest} players or more"
    yield Section("clubs", title, Collective, clubs("club"), named=fewest, articles=[PRIZES])
    yield Section("lot", "Everyone else, by lot", Individual, players("lot"), articles=[PRIZES])


def _collective(row: Prize, group: Group | None, home: Club | None) -> Collective:
    """A club that is called; of one with fewer than eight players there is no group."""
    here = home if group else None
    return Collective(
        order=row.order,
        club=row.recipient,
        players=group and group.players,
        distance=group and group.distance,
        latitude=here.latitude if here else None,
        longitude=here.longitude if here else None,
        source=here.source if here else "",
    )
