"""The pages of the games of a circuit: all of them, and the rankings of each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

import pandas as pd

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.names import alphabetical, slug
from sitegen.systems.ludo.circuit import Circuit
from sitegen.systems.ludo.outputs import GameRanked, Seat
from sitegen.systems.ludo.rounds import TABLE
from sitegen.systems.ludo.shown import NOTHING_YET, GameLine, GameOfYear, InLine
from sitegen.toolkit.rows import grouped

_GAME = attrgetter("game")


def addresses(circuit: Circuit) -> dict[str, str]:
    """The page of each game that was ever played, in alphabetical order."""
    names = sorted(set(circuit.rounds["game"]), key=alphabetical)
    return {each: f"games/{slug(each)}" for each in names}


def game_topics(circuit: Circuit) -> Iterator[Topic]:
    """All games, and a page for each."""
    year = circuit.year or 0
    rankings = {each: grouped(rows, _GAME) for each, rows in reversed(circuit.games.items())}
    seats = grouped(circuit.seats.get(year, ()), _GAME)
    tables = _tables(circuit.rounds, year)
    of = addresses(circuit)
    lines = [_line(game, rankings[year].get(game, ()), *tables[game]) for game in of]
    every = Section("games", "All games", GameOfYear, lines, empty=NOTHING_YET)
    yield Topic("games", "Games", Sheet.of([], [every]))
    for line in lines:
        by_year = {each: found.get(line.game, ()) for each, found in rankings.items()}
        sheet = _game(line, by_year, seats.get(line.game, ()))
        yield Topic(of[line.game], "{game}", sheet, {"game": line.game})


def _tables(rounds: pd.DataFrame, year: int) -> dict[str, tuple[int, int]]:
    """At how many tables each game was played, in the year and ever."""
    tables = rounds.drop_duplicates(TABLE)
    ever, of_year = Counter(tables["game"]), Counter(tables[tables["year"] == year]["game"])
    return {game: (of_year[game], count) for game, count in ever.items()}


def _line(game: str, ranking: Sequence[GameRanked], tables: int, ever: int) -> GameOfYear:
    first = ranking[0] if ranking else None
    return GameOfYear(
        game=game,
        tables=tables,
        players=len(ranking),
        leader=first.player if first else None,
        ranking=first.ranking if first else None,
        ever=ever,
    )


def _game(line: GameOfYear, by_year: Mapping[int, Sequence[GameRanked]], seats: Sequence[Seat]) -> Sheet:
    """The rankings of a game, the latest year first, and who is at its final table."""
    latest = next(iter(by_year))
    facts = [Fact("Tables this year", line.tables, int), Fact("Tables in all", line.ever, int)]
    rankings = [_ranking(year, rows) for year, rows in by_year.items() if rows or year == latest]
    title, empty, named = "Final table of {year}", "Nobody has a seat.", {"year": latest}
    places = InLine.each_like(seats)
    final = Section("seats", title, InLine, places, empty=empty, named=named, apart="reserve")
    return Sheet.of(facts, [rankings[0], final, *rankings[1:]])


def _ranking(year: int, rows: Sequence[GameRanked]) -> Section:
    lines = [GameLine.like(row, average=row.points / row.played) for row in rows]
    empty = "The game has not been played this year."
    return Section(f"ranking-{year}", "Ranking of {year}", GameLine, lines, empty=empty, named={"year": year})
