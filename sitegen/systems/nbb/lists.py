"""The ranking after each day of play, the pairs, and the championships, as pages show them."""

from collections.abc import Iterator, Sequence
from datetime import date

from sitegen.model import Fact, Listing, Section, Sheet, Topic
from sitegen.systems.nbb.championships import minimum, pair_minimum
from sitegen.systems.nbb.outputs import Champion, PairChampion, PairRanked, Ranked
from sitegen.systems.nbb.published import Club, pairs, ranking
from sitegen.systems.nbb.rankings import Book, History
from sitegen.table import PlayDate


def listing(club: Club, day: date) -> Listing:
    """The ranking as it stood after `day`."""
    then = as_it_stood(club, day)
    section = Section(
        "ranking",
        "Ranking",
        Ranked,
        ranking(then),
        note="Players with a session this season. A ranking is the mean of the latest sessions; a substitute"
        " ranking stands in for each that is not yet played.",
        empty="No session of this season has been played yet.",
    )
    return Listing(day, day, Sheet.of(list(_facts(then)), [section]), "List of {day}")


def as_it_stood(club: Club, day: date) -> Club:
    """The club with the seasons and sessions through `day`."""
    played = [each for each in club.history.played if each.session.day <= day]
    seasons = [each for each in club.seasons if each.start <= day]
    books = []
    for book in club.history.books[: len(seasons)]:
        points: dict[str, list[float]] = {}
        for each in played:
            for row in each.rows if each.session.season == book.season else ():
                points.setdefault(row.player, []).append(row.points)
        books.append(Book(book.season, book.sessions, book.substitutes, points))
    return club._replace(seasons=seasons, history=History(books, played))


def _facts(club: Club) -> Iterator[Fact]:
    if book := club.current:
        played = club.history.of(book.season)
        yield Fact("Season", book.season.season)
        yield Fact("Sessions played", len(played), int)
        if played:
            yield Fact("Latest session", played[-1].session.day, PlayDate)
        yield Fact("Sessions in a ranking", club.options.sessions, int)


def topics(club: Club, championship: Sequence[Champion], pair: Sequence[PairChampion]) -> Iterator[Topic]:
    """The rankings of pairs, and the championships that the club has."""
    section = Section(
        "pairs",
        "Pairs and trios",
        PairRanked,
        pairs(club),
        note="The sum of the two rankings; of a trio two thirds of the sum of three.",
        empty="There are no partnerships.",
    )
    yield Topic("partnerships", "Pairs and trios", Sheet.of([], [section]))
    if club.options.championships:
        sections = list(_championships(club, championship, pair))
        yield Topic("champions", "Championships", Sheet.of(list(_needed(club)), sections))


def _needed(club: Club) -> Iterator[Fact]:
    if book := club.current:
        played = club.history.of(book.season)
        yield Fact("Season", book.season.season)
        yield Fact("Sessions played", len(played), int)
        if "individual" in club.options.championships:
            yield Fact("Sessions that a champion needs", minimum(played, club.options), int)
        if "pairs" in club.options.championships:
            yield Fact("Results that a champion pair needs", pair_minimum(played, club.options), int)


def _championships(
    club: Club, championship: Sequence[Champion], pair: Sequence[PairChampion]
) -> Iterator[Section]:
    """Those of each season, the current one first."""
    for number, season in reversed(list(enumerate(club.seasons, 1))):
        named = {"season": season.season}
        note = "By the mean of the points that count; who has not played enough has no rank."
        empty = "No session of this season has been played yet."
        if "individual" in club.options.championships:
            rows = [row for row in championship if row.season == season.season]
            name = f"individual-{number}"
            yield Section(name, "Players, {season}", Champion, rows, note, empty, named)
        if "pairs" in club.options.championships:
            both = [row for row in pair if row.season == season.season]
            name = f"pairs-{number}"
            yield Section(name, "Pairs and trios, {season}", PairChampion, both, note, empty, named)
