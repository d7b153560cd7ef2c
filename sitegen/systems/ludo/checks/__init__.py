"""Places on the map that are far from all others, or would be near them if turned around.

Games and clubs that are written in two ways, nearly as another one, or not as anybody else does.

Tournaments that are not there, are taken for another, or are of another year or kind than they say.

What is wrong with the tables of a circuit that their columns alone do not show, and what may be.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from sitegen.core.entities import Fault
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, pluralize, quote_text, say, suggest_nearest
from sitegen.core.unread import select_complete
from sitegen.systems.ludo.checks.scores import (
    check_missing_tables,
    check_namesakes,
    check_same_day_tournaments,
    check_scores,
    check_table_sizes,
)
from sitegen.systems.ludo.checks.seating import Seating, build_seating, check_seats
from sitegen.systems.ludo.tables import (
    Inputs,
    Options,
    Result,
    Tournament,
    format_number,
    get_location,
)
from sitegen.toolkit.order import find_duplicates, find_misspellings, group_by, has_no_missing

_FAR = 1000
_MIN_LOCATIONS = 3
"""The number of other places from which on they say where the circuit is."""


def check_locations(inputs: Inputs) -> Iterator[Fault]:
    """Yield a warning for each place on the map that is far from all others."""
    rows = select_complete(chain[Any](inputs.clubs, inputs.tournaments), "latitude", "longitude")
    located = [(row, location) for row in rows if (location := get_location(row))]
    locations = {location for _, location in located}
    for row, location in located if len(locations) > _MIN_LOCATIONS else ():
        others = locations - {location}
        if all(location.measure_distance(other) >= _FAR for other in others):
            message = say(
                "far-from-all-others",
                "{latitude}, {longitude} is more than {distance} km from all other places",
                distance=_FAR,
                latitude=format_number(location.latitude),
                longitude=format_number(location.longitude),
            )
            yield Fault(row, "latitude", message, advise("correct it, unless it is right"), warning=True)


_GAME = attrgetter("game")


def check_games(seated: Seating) -> Iterator[Fault]:
    """A game has a name, which is written in one way."""
    rows = select_complete(chain.from_iterable(seated.tables.values()), "game")
    nameless = {game for game in {*map(_GAME, rows)} if not extract_letters(game)}
    for row in rows if nameless else ():
        if row.game in nameless:
            message = say("game-without-letters", "{game} has no letter or digit", game=quote_text(row.game))
            yield Fault(row, "game", message, advise("a game has a page, with an address: write its name"))
    yield from _check_spelling(rows, "game", advise("write a game in one way everywhere"))
    yield from _check_similar_games(seated)


def _check_similar_games(seated: Seating) -> Iterator[Fault]:
    """A game of few tables of one tournament, which is nearly one that is often played."""
    of_game = group_by(_find_game_rows(seated), lambda row: extract_letters(row.game))
    counts = {game: len(first) for game, first in of_game.items()}
    for rare, common in find_misspellings(counts):
        row, other = of_game[rare][0], of_game[common][0]
        if len({result.tournament for result in of_game[rare]}) == 1:
            message = say(
                "game-nearly-alike",
                "{game} is nearly {other}, which {tables} tables play",
                game=quote_text(row.game),
                other=quote_text(other.game),
                tables=counts[common],
            )
            yield Fault(row, "game", message, advise("correct it, unless it is another game"), warning=True)


def _find_game_rows(seated: Seating) -> Iterator[Result]:
    """The first row of each table that played one game, as far as it was read."""
    for at, rows in seated.tables.items():
        read = rows if at in seated.valid else select_complete(rows, "game")
        if at in seated.valid or len({extract_letters(row.game) for row in read}) == 1:
            yield read[0]


def check_final_seats(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Seats are of games that were played, each once."""
    given = options.final_seats
    if not given:
        return
    for game, other in find_duplicates(given, extract_letters):
        message = say(
            "one-game-twice",
            "{game} and {other} are one game",
            game=quote_text(game),
            other=quote_text(other),
        )
        yield Fault(options, "final_seats", message, advise("take one of them out"))
    games = {extract_letters(row.game): row.game for row in select_complete(inputs.results, "game")}
    is_sure = games and has_no_missing(inputs.results, "game")
    for game in given if is_sure else ():
        if extract_letters(game) not in games:
            message = say("game-never-played", "{game} was never played", game=quote_text(game))
            hint = suggest_nearest(game, games.values()) or advise("correct it, or take it out")
            yield Fault(options, "final_seats", message, hint, warning=True)


def check_clubs(inputs: Inputs) -> Iterator[Fault]:
    """A club is written in one way, and one that has a home base has players."""
    rows = [row for row in select_complete(chain[Any](inputs.players, inputs.clubs), "club") if row.club]
    yield from _check_spelling(rows, "club", advise("write a club in one way everywhere"))
    members = Counter(player.club for player in select_complete(inputs.players, "club") if player.club)
    yield from _check_similar_clubs(rows, members)
    with_players = {extract_letters(name) for name in members}
    for club in select_complete(inputs.clubs, "club") if has_no_missing(inputs.players, "club") else ():
        if extract_letters(club.club) not in with_players:
            message = say("club-without-players", "no player is of club {club}", club=quote_text(club.club))
            hint = suggest_nearest(club.club, members) or advise("correct it, or give its players this club")
            yield Fault(club, "club", message, hint, warning=True)


def _check_similar_clubs(rows: Iterable[Any], members: Mapping[str, int]) -> Iterator[Fault]:
    of_club = group_by(rows, attrgetter("club"))
    for rare, common in find_misspellings(members):
        if extract_letters(rare) != extract_letters(common):
            message = say(
                "club-nearly-alike",
                "{club} is nearly {other}, which stands in {rows} rows",
                club=quote_text(rare),
                other=quote_text(common),
                rows=members[common],
            )
            yield Fault(of_club[rare][0], "club", message, advise("write one club in one way"), warning=True)


def _check_spelling(rows: Collection[Any], column: str, hint: Message) -> Iterator[Fault]:
    """What is counted by its name is written as most often: one that is written in two ways would be two."""
    name = attrgetter(column)
    names = {*map(name, rows)}
    if len({*map(extract_letters, names)}) == len(names):
        return
    for same in group_by(rows, lambda row: extract_letters(name(row))).values():
        ways = sorted(group_by(same, name).values(), key=len, reverse=True)
        (usual, *_), *others = ways
        for row, *_ in others:
            message = say(
                "written-two-ways",
                "{name} is written {other} at {place}",
                name=quote_text(name(row)),
                other=quote_text(name(usual)),
                place=usual.source,
            )
            yield Fault(row, column, message, hint)


_YEAR_PATTERN = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_FINAL_WORDS = {"final", "finale", "finals", "eindtoernooi"}
_SEMIFINAL_WORDS = {"half", "halve", "semi", "demi", "quarter", "kwart", "quart"}


def check_unknown_tournaments(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """Results are those of a tournament; told once of each that is not there.

    Where the key of a tournament could not be read, the results may be those of that one.
    """
    read = select_complete(inputs.tournaments, "tournament")
    there = {tournament.tournament for tournament in read}
    strange = [(key, rows) for key, rows in seated.rows_by_tournament.items() if key not in there]
    most = sorted(strange, key=lambda of: -len(of[1]))
    for key, rows in most[len(inputs.tournaments) - len(read) :]:
        message = say(
            "unknown-tournament",
            "there is no tournament {tournament}, which is in {rows}",
            tournament=quote_text(key),
            rows=pluralize(len(rows), "{number} row", "{number} rows"),
        )
        hint = suggest_nearest(key, there) or advise("add it to tournaments.csv")
        yield Fault(rows[0], "tournament", message, hint)


def check_interclubs(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """A club that wins an interclub is one that players or home bases name, and had players there."""
    yield from _check_unknown_clubs(inputs)
    yield from _check_absent_clubs(inputs, seated)


def _check_unknown_clubs(inputs: Inputs) -> Iterator[Fault]:
    """Where a club could not be read, it may be that one, unless another is near."""
    is_sure = has_no_missing(inputs.players, "club") and has_no_missing(inputs.clubs, "club")
    there = {
        row.club for row in select_complete(chain[Any](inputs.players, inputs.clubs), "club") if row.club
    }
    named = (
        tournament for tournament in select_complete(inputs.tournaments, "interclub") if tournament.interclub
    )
    for tournament in (tournament for tournament in named if tournament.interclub not in there):
        near = suggest_nearest(tournament.interclub, there)
        if is_sure or near:
            message = say("unknown-club", "there is no club {club}", club=quote_text(tournament.interclub))
            yield Fault(
                tournament, "interclub", message, near or advise("write the club as players.csv has it")
            )


def _check_absent_clubs(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """An interclub of a tournament without results, or won by a club of which nobody was there."""
    is_read = has_no_missing(seated.results, "tournament", "player")
    if not (is_read and has_no_missing(inputs.players, "id", "club")):
        return
    club_of = {player.id: player.club for player in inputs.players}
    clubs, results = {*club_of.values()}, seated.rows_by_tournament
    if results.keys() - {
        tournament.tournament for tournament in select_complete(inputs.tournaments, "tournament")
    }:
        return
    for tournament in select_complete(inputs.tournaments, "tournament", "interclub"):
        if not tournament.interclub or tournament.interclub not in clubs:
            continue
        if tournament.tournament not in results:
            message = say(
                "interclub-without-results",
                "the tournament has no results yet, and a winner of the interclub",
            )
            yield Fault(tournament, "interclub", message, advise("is it in the right row?"), warning=True)
        elif tournament.interclub not in {
            club_of.get(row.player, "") for row in results[tournament.tournament]
        }:
            message = say(
                "interclub-without-players",
                "no player of {club} was at the tournament",
                club=quote_text(tournament.interclub),
            )
            yield Fault(
                tournament, "interclub", message, advise("correct the club, or their clubs"), warning=True
            )


def check_tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Each has a key of its own and is of the year that it says, and a year has one final, its last."""
    yield from _check_keys(select_complete(rows, "tournament"))
    yield from _check_years(select_complete(rows, "date"))
    yield from _check_finals(select_complete(rows, "date", "kind"))
    if has_no_missing(rows, "date", "kind"):
        yield from _check_missing_finals(select_complete(rows, "tournament", "name"))
        yield from _check_late_tournaments(rows)


def _check_keys(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """Keys differ in more than capitals, which are one address on many disks."""
    for tournament, other in find_duplicates(rows, lambda row: row.tournament.casefold()):
        if other.tournament != tournament.tournament:
            message = say(
                "keys-differ-in-capitals",
                "{tournament} differs from {other} in capitals alone: {place}",
                tournament=quote_text(tournament.tournament),
                other=quote_text(other.tournament),
                place=other.source,
            )
            yield Fault(tournament, "tournament", message, advise("give it another key"))


def _check_years(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """The year in a key or name is that of the date, for which the tournament counts.

    A date that is far from all others is told by all systems.
    """
    years = Counter(tournament.year for tournament in rows)
    near = [
        tournament for tournament in rows if len(rows) == 1 or _has_neighbouring_year(tournament.year, years)
    ]
    for tournament in near:
        texts = [
            getattr(row, name)
            for name in ("tournament", "name")
            for row in select_complete([tournament], name)
        ]
        said = [int(year) for text in texts for year in _YEAR_PATTERN.findall(text)]
        if said and tournament.year not in said:
            message = say(
                "year-is-not-of-date",
                "{said} is in the key or name, and the tournament counts for {year}, the year of its date",
                said=said[0],
                year=tournament.year,
            )
            yield Fault(
                tournament, "date", message, advise("correct the date, unless it is right"), warning=True
            )


def _has_neighbouring_year(year: int, years: Mapping[int, int]) -> bool:
    """Whether another tournament is of this year or of one beside it, as so many of each year say."""
    return years[year] > 1 or year - 1 in years or year + 1 in years


def _check_finals(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """A year has one final."""
    for tournament, first in find_duplicates(
        (row for row in rows if row.kind == "final"), attrgetter("year")
    ):
        message = say(
            "second-final", "{year} has a final already: {place}", year=tournament.year, place=first.source
        )
        yield Fault(tournament, "kind", message, advise("a year has one final: make one of them regular"))


def _check_missing_finals(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """What is called a final is the final of its year, unless that is another so called."""
    called = [tournament for tournament in rows if _is_called_final(tournament)]
    with_final = {tournament.year for tournament in called if tournament.kind == "final"}
    for tournament in called:
        if tournament.kind == "regular" and tournament.year not in with_final:
            message = say(
                "final-is-regular",
                "it is called a final, and counts as a regular tournament of {year}",
                year=tournament.year,
            )
            yield Fault(tournament, "kind", message, advise("write final, if it is that"), warning=True)


def _is_called_final(tournament: Tournament) -> bool:
    words = extract_letters(f"{tournament.tournament} {tournament.name}").split("-")
    return bool(_FINAL_WORDS & {*words}) and not _SEMIFINAL_WORDS & {*words}


def _check_late_tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """A regular tournament after the final of its year, which is its last in all other years."""
    finals = {tournament.year: tournament.date for tournament in rows if tournament.kind == "final"}
    regular = [
        tournament for tournament in rows if tournament.year in finals and not _is_called_final(tournament)
    ]
    late = [tournament for tournament in regular if tournament.date > finals[tournament.year]]
    for tournament in late if len({row.year for row in late}) == 1 else ():
        message = say(
            "after-the-final",
            "it is dated after the final of {year}, on {day}, and counts for that year",
            year=tournament.year,
            day=finals[tournament.year],
        )
        yield Fault(tournament, "date", message, advise("correct the date, unless it is right"), warning=True)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with tournaments, tables, clubs and options."""
    seated = build_seating(inputs)
    yield from check_unknown_tournaments(inputs, seated)
    yield from check_tournaments(inputs.tournaments)
    yield from check_interclubs(inputs, seated)
    yield from check_seats(seated)
    yield from check_missing_tables(seated)
    yield from check_table_sizes(seated)
    yield from check_scores(seated)
    yield from check_namesakes(inputs, seated)
    yield from check_same_day_tournaments(inputs)
    yield from check_games(seated)
    yield from check_clubs(inputs)
    yield from check_locations(inputs)
    yield from check_final_seats(inputs, options)
