"""The pages of a circuit besides: its years, games, final tables, and the sheet for each prize-giving."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.names import alphabetical, slug
from sitegen.systems.ludo.events import held_rows
from sitegen.systems.ludo.outputs import GameRanked, Ludo, Seat, YearRanked
from sitegen.systems.ludo.published import Books
from sitegen.systems.ludo.shown import GameLine, GameOfYear, Held, InLine, Season, Seated
from sitegen.table import Figure

_EMPTY = "No tournament has been played yet."


def games_of(books: Books) -> list[str]:
    """The games that were played, in alphabetical order."""
    return sorted(set(books.circuit.rounds["game"]), key=alphabetical)


def topic_of(books: Books) -> dict[object, str]:
    """The page of each year and each game."""
    years: dict[object, str] = {year: f"years/{year}" for year in books.circuit.seasons}
    return years | {game: f"games/{slug(game)}" for game in games_of(books)}


def topics(books: Books) -> Iterator[Topic]:
    """The years, the games and the final tables, with what lies below them in the menu."""
    circuit = books.circuit
    yield Topic("years", "Years", Sheet.of([], [_years(books)]))
    for year in circuit.seasons:
        yield Topic(f"years/{year}", "Year {year}", _year(books, year), {"year": year})
    yield Topic("games", "Games", Sheet.of([], [_games(books)]))
    for game in games_of(books):
        yield Topic(f"games/{slug(game)}", "{game}", _game(books, game), {"game": game})
    yield Topic("final-tables", "Final tables", _finals(books))


def _years(books: Books) -> Section:
    circuit = books.circuit
    found = []
    for year in reversed(circuit.seasons):
        held = held_rows(books, year)
        ranking = books.years[year]
        found.append(
            Season(
                year,
                len(held),
                len(ranking),
                fmean(each.players for each in held),
                circuit.ceilings.get(year),
                ranking[0].player,
                books.ludo[year][0].player,
            )
        )
    return Section("years", "All years", Season, found, empty=_EMPTY)


def _year(books: Books, year: int) -> Sheet:
    held = held_rows(books, year)
    seats = [each for each in books.seats if each.year == year and not each.reserve]
    facts = [
        Fact("Tournaments", len(held), int),
        Fact("Players", len(books.years[year]), int),
        Fact("Mean participants", fmean(each.players for each in held), Figure),
    ]
    if year in books.circuit.ceilings:
        facts.append(Fact("Ceiling of the bonus", books.circuit.ceilings[year], int))
    return Sheet.of(
        facts,
        [
            Section("year", "Ranking of {year}", YearRanked, books.years[year], named={"year": year}),
            Section("ludo", "LUDO ranking of {year}", Ludo, books.ludo[year], named={"year": year}),
            Section("tournaments", "Tournaments", Held, held),
            Section(
                "seats", "Final tables", Seated, _seated(seats), apart="game", empty="Nobody has a seat."
            ),
        ],
    )


def _tables(books: Books, year: int | None = None) -> Counter[str]:
    """At how many tables each game was played, in a year or ever."""
    rounds = books.circuit.rounds
    there = rounds if year is None else rounds[rounds["year"] == year]
    tables = there.drop_duplicates(["tournament", "round", "table"])
    return Counter(tables["game"].tolist())


def _games(books: Books) -> Section:
    year = books.circuit.year
    ranking = _by_game(books.games[year]) if year else {}
    tables, ever = _tables(books, year), _tables(books)
    found = []
    for game in games_of(books):
        lines = ranking.get(game, [])
        first = lines[0] if lines else None
        found.append(
            GameOfYear(
                game,
                tables[game],
                len(lines),
                first.player if first else None,
                first.ranking if first else None,
                ever[game],
            )
        )
    return Section("games", "All games", GameOfYear, found, empty=_EMPTY)


def _by_game(rows: Iterable[GameRanked]) -> dict[str, list[GameRanked]]:
    found: dict[str, list[GameRanked]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row)
    return found


def _game(books: Books, game: str) -> Sheet:
    """The rankings of a game, the latest year first, and who is at its final table."""
    latest = books.circuit.seasons[-1]
    seats = [
        InLine(each.seat, each.player, each.ranking, each.reserve)
        for each in books.seats
        if each.game == game and each.year == latest
    ]
    facts = [
        Fact("Tables this year", _tables(books, latest)[game], int),
        Fact("Tables in all", _tables(books)[game], int),
    ]
    sections = []
    for year in reversed(books.circuit.seasons):
        lines = [
            GameLine(
                row.rank, row.player, row.name, row.played, row.points, row.points / row.played, row.ranking
            )
            for row in books.games[year]
            if row.game == game
        ]
        if lines or year == latest:
            note = (
                "The divisor is the times played and one more, and four at least." if year == latest else ""
            )
            empty = "The game has not been played this year."
            title, named = "Ranking of {year}", {"year": year}
            sections.append(Section(f"ranking-{year}", title, GameLine, lines, note, empty, named))
    title, named = "Final table of {year}", {"year": latest}
    empty = "Nobody has a seat."
    final = Section("seats", title, InLine, seats, empty=empty, named=named, apart="reserve")
    return Sheet.of(facts, [sections[0], final, *sections[1:]])


def _seated(seats: Iterable[Seat]) -> list[Seated]:
    return [Seated(each.game, each.player, each.seat, each.ranking) for each in seats]


def _finals(books: Books) -> Sheet:
    """The final tables of the latest year: who has a seat, and who is next."""
    year = books.circuit.year
    there = [each for each in books.seats if each.year == year]
    return Sheet.of(list(_about_finals(books, there)), list(_seats_and_reserves(there)))


def _about_finals(books: Books, there: Sequence[Seat]) -> Iterator[Fact]:
    year = books.circuit.year
    if year:
        yield Fact("Year", year, int)
        yield Fact("Games", len({each.game for each in there}), int)


def _seats_and_reserves(there: Sequence[Seat]) -> Iterator[Section]:
    note = "By the ranking of the game over the tournaments before the final; equal rankings by the alphabet."
    seats = [each for each in there if not each.reserve]
    reserves = [each for each in there if each.reserve]
    empty = "Nobody has a seat yet."
    yield Section("seats", "Seats", Seated, _seated(seats), note=note, empty=empty, apart="game")
    note = "Who takes a seat that stays free, in this order."
    empty = "There are no reserves."
    yield Section("reserves", "Reserves", Seated, _seated(reserves), note=note, empty=empty, apart="game")
