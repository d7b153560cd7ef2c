"""Checks of a circuit that the columns of its tables cannot express.

This module checks tournaments, games, clubs and places on the map; `seating` and `scores` check the tables at
which was played.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from operator import attrgetter
from typing import Any

from sitegen.core.entities import Fault, FaultKind, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import pluralize, quote_text, suggest_nearest
from sitegen.systems.ludo.checks.scores import (
    check_missing_tables,
    check_namesakes,
    check_same_day_tournaments,
    check_scores,
    check_table_sizes,
)
from sitegen.systems.ludo.checks.seating import (
    Seating,
    build_seating,
    check_repeated_rounds,
    check_seats,
    group_by_game,
)
from sitegen.systems.ludo.tables import Inputs, Options, Tournament, format_number, measure_distance
from sitegen.toolkit.decisions import DecisionRule, FigureBounds
from sitegen.toolkit.memberships import MEMBERSHIP_RULES, Members
from sitegen.toolkit.order import find_duplicates, find_misspellings, group_by, has_no_missing
from sitegen.toolkit.rules import UnknownName

_CLUB_WITHOUT_PLAYERS = declare_warning(
    "club-without-players", "no player is of club {name}", "correct it, or give its players this club"
)
_UNKNOWN_CLUB = declare_error(
    "unknown-club", "there is no club {name}", "write the club as players.csv has it"
)
_CLUBS_OF_PLAYERS = {"players": "club", "memberships": "club"}

rules = (
    *MEMBERSHIP_RULES,
    DecisionRule({"points": FigureBounds(-1000, 1000)}),
    UnknownName(["clubs"], "club", _CLUBS_OF_PLAYERS, _CLUB_WITHOUT_PLAYERS, get_key=extract_letters),
    UnknownName(["tournaments"], "interclub", {**_CLUBS_OF_PLAYERS, "clubs": "club"}, _UNKNOWN_CLUB),
)

_FAR = 1000
_MIN_LOCATIONS = 3
"""The number of other places from which on they say where the circuit is."""
_FAR_FROM_ALL = declare_warning(
    "far-from-all-others",
    "{latitude}, {longitude} is more than {distance} km from all other places",
    "correct it, unless it is right",
)


_COORDINATES_EXCHANGED = declare_warning(
    "coordinates-exchanged",
    "{latitude}, {longitude} is near the other places the other way round",
    "exchange latitude and longitude, unless it is right",
)


def check_locations(inputs: Inputs) -> Iterator[Fault]:
    """Yield a warning for each place on the map that is far from all others, or is near them turned round."""
    rows = select_complete(chain[Any](inputs.clubs, inputs.tournaments), "latitude", "longitude")
    located = [row for row in rows if None not in {row.latitude, row.longitude}]
    places = {(row.latitude, row.longitude): row for row in reversed(located)}
    for place, row in places.items():
        others = [other for other in places.values() if other is not row]
        if not others or any((measure_distance(row, other) or 0) < _FAR for other in others):
            continue
        latitude, longitude = map(format_number, place)
        exchanged = row.replace(latitude=row.longitude, longitude=row.latitude)
        if any((measure_distance(exchanged, other) or 0) < _FAR / 2 for other in others):
            yield _COORDINATES_EXCHANGED(row, "latitude", latitude=latitude, longitude=longitude)
        elif len(others) >= _MIN_LOCATIONS:
            yield _FAR_FROM_ALL(row, "latitude", latitude=latitude, longitude=longitude, distance=_FAR)


_GAME_WITHOUT_LETTERS = declare_error(
    "game-without-letters",
    "{game} has no letter or digit",
    "a game has a page, with an address: write its name",
)
_GAME_TWO_WAYS = declare_error(
    "written-two-ways", "{name} is written {other} at {place}", "write a game in one way everywhere"
)
_GAME_NEARLY_ALIKE = declare_warning(
    "game-nearly-alike",
    "{game} is nearly {other}, which {tables} tables play",
    "correct it, unless it is another game",
)


def check_games(seating: Seating) -> Iterator[Fault]:
    """Check that each game has a letter, is written in one way, and is not nearly another."""
    rows = select_complete(seating.results, "game")
    for row in rows:
        if not extract_letters(row.game):
            yield _GAME_WITHOUT_LETTERS(row, "game", game=quote_text(row.game))
    yield from _check_spelling(rows, "game", _GAME_TWO_WAYS)
    yield from _check_similar_games(seating)


def _check_similar_games(seating: Seating) -> Iterator[Fault]:
    """Yield a warning for a game of one tournament alone that is nearly one that is often played."""
    tables = [rows[0] for rows in seating.sure_tables.values() if len(group_by_game(rows)) == 1]
    rows_by_game = group_by(select_complete(tables, "game"), lambda row: extract_letters(row.game))
    counts = {game: len(rows) for game, rows in rows_by_game.items()}
    for rare, common in find_misspellings(counts):
        row, common_row = rows_by_game[rare][0], rows_by_game[common][0]
        if len({result.tournament for result in rows_by_game[rare]}) == 1:
            names = {"game": quote_text(row.game), "other": quote_text(common_row.game)}
            yield _GAME_NEARLY_ALIKE(row, "game", tables=counts[common], **names)


_ONE_GAME_TWICE = declare_error("one-game-twice", "{game} and {other} are one game", "take one of them out")
_GAME_NEVER_PLAYED = declare_warning(
    "game-never-played", "{game} was never played", "correct it, or take it out"
)


def check_final_seats(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Check that the option names games that were played, each once."""
    final_seats = options.final_seats
    if not final_seats:
        return
    for game, first in find_duplicates(final_seats, extract_letters):
        yield _ONE_GAME_TWICE(options, "final_seats", game=quote_text(game), other=quote_text(first))
    games = {extract_letters(row.game): row.game for row in select_complete(inputs.results, "game")}
    is_sure = games and has_no_missing(inputs.results, "game")
    for game in final_seats if is_sure else ():
        if extract_letters(game) not in games:
            advice = suggest_nearest(game, games.values())
            yield _GAME_NEVER_PLAYED(options, "final_seats", advice=advice, game=quote_text(game))


_CLUB_TWO_WAYS = declare_error(
    "written-two-ways", "{name} is written {other} at {place}", "write a club in one way everywhere"
)


def check_clubs(inputs: Inputs) -> Iterator[Fault]:
    """Check that a club is written in one way."""
    rows = chain[Any](inputs.players, inputs.clubs, inputs.memberships)
    named = [row for row in select_complete(rows, "club") if row.club]
    yield from _check_spelling(named, "club", _CLUB_TWO_WAYS)


def _check_spelling(rows: Iterable[Any], column: str, kind: FaultKind) -> Iterator[Fault]:
    """Yield a fault of `kind` for each name that is written otherwise than most often.

    Names are counted: one that is written in two ways would be two.
    """
    get_name = attrgetter(column)
    for matching in group_by(rows, lambda row: extract_letters(get_name(row))).values():
        spellings = sorted(group_by(matching, get_name).values(), key=len, reverse=True)
        (usual, *_), *other_spellings = spellings
        for row, *_ in other_spellings:
            pair = {"name": quote_text(get_name(row)), "other": quote_text(get_name(usual))}
            yield kind(row, column, place=usual.source, **pair)


_YEAR_PATTERN = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_FINAL_WORDS = {"final", "finale", "finals", "eindtoernooi"}
_SEMIFINAL_WORDS = {"half", "halve", "semi", "demi", "quarter", "kwart", "quart"}


_MAX_SLIPS = 3
"""In more rows a key is no slip of the pen."""
_UNKNOWN_TOURNAMENT = declare_error(
    "unknown-tournament",
    "there is no tournament {tournament}, which is in {rows}",
    "add it to tournaments.csv",
)


def check_unknown_tournaments(inputs: Inputs, seating: Seating) -> Iterator[Fault]:
    """Yield a fault for each tournament of results that is not there, at its first row."""
    if not has_no_missing(inputs.tournaments, "tournament"):
        return
    keys = {tournament.tournament for tournament in inputs.tournaments}
    for key, rows in seating.rows_by_tournament.items():
        if key not in keys:
            names = {
                "tournament": quote_text(key),
                "rows": pluralize(len(rows), "{number} row", "{number} rows"),
            }
            advice = suggest_nearest(key, keys) if len(rows) <= _MAX_SLIPS else ""
            yield _UNKNOWN_TOURNAMENT(rows[0], "tournament", advice=advice, **names)


_INTERCLUB_WITHOUT_RESULTS = declare_warning(
    "interclub-without-results",
    "the tournament has no results yet, and a winner of the interclub",
    "is it in the right row?",
)
_INTERCLUB_WITHOUT_PLAYERS = declare_warning(
    "interclub-without-players",
    "no player of {club} was at the tournament",
    "correct the club, or their clubs",
)


def check_interclubs(inputs: Inputs, seating: Seating) -> Iterator[Fault]:
    """Yield a warning for a winner of a tournament without results, or without a player of that club."""
    is_read = has_no_missing(seating.results, "tournament", "player") and all(
        has_no_missing(table) for table in (inputs.players, inputs.memberships)
    )
    if not is_read or seating.partial_keys:
        return
    players = {player.id: player for player in inputs.players}
    members = Members(inputs.players, inputs.memberships, date.max)
    clubs = {row.club for row in chain[Any](inputs.players, inputs.memberships)}
    for tournament in select_complete(inputs.tournaments, "tournament", "interclub", "date"):
        club, rows = tournament.interclub, seating.rows_by_tournament.get(tournament.tournament, ())
        present = [players[row.player] for row in rows if row.player in players]
        if club and club in clubs:
            if not rows:
                yield _INTERCLUB_WITHOUT_RESULTS(tournament, "interclub")
            elif club not in {members.find_club(player, tournament.date) for player in present}:
                yield _INTERCLUB_WITHOUT_PLAYERS(tournament, "interclub", club=quote_text(club))


_KEYS_DIFFER_IN_CAPITALS = declare_error(
    "keys-differ-in-capitals",
    "{tournament} differs from {other} in capitals alone: {place}",
    "give it another key",
)
_YEAR_IS_NOT_OF_DATE = declare_warning(
    "year-is-not-of-date",
    "{said} is in the key or name, and the tournament counts for {year}, the year of its date",
    "correct the date, unless it is right",
)
_SECOND_FINAL = declare_error(
    "second-final",
    "{year} has a final already: {place}",
    "a year has one final: make one of them regular",
)
_FINAL_IS_REGULAR = declare_warning(
    "final-is-regular",
    "it is called a final, and counts as a regular tournament of {year}",
    "write final, if it is that",
)
_AFTER_THE_FINAL = declare_warning(
    "after-the-final",
    "it is dated after the final of {year}, on {day}, and counts for that year",
    "correct the date, unless it is right",
)


def check_tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Check keys, years and finals: a year has one final, which is its last tournament."""
    yield from _check_keys(select_complete(rows, "tournament"))
    yield from _check_years(select_complete(rows, "date"))
    yield from _check_finals(select_complete(rows, "date", "kind"))
    if has_no_missing(rows, "date", "kind"):
        yield from _check_missing_finals(select_complete(rows, "tournament", "name"))
        yield from _check_late_tournaments(rows)


def _check_keys(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """Check that keys differ in more than capitals, which are one address on many disks."""
    for tournament, first in find_duplicates(rows, lambda row: row.tournament.casefold()):
        if first.tournament != tournament.tournament:
            keys = {"tournament": quote_text(tournament.tournament), "other": quote_text(first.tournament)}
            yield _KEYS_DIFFER_IN_CAPITALS(tournament, "tournament", place=first.source, **keys)


def _check_years(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Check that the year in a key or name is that of the date, for which the tournament counts.

    A date in a year of its own, far from all others, is left out: all systems report it.
    """
    years = Counter(tournament.year for tournament in rows)
    for tournament in rows:
        is_near = not years.keys().isdisjoint({tournament.year - 1, tournament.year + 1})
        named_years = [
            int(year)
            for name in ("tournament", "name")
            if select_complete([tournament], name)
            for year in _YEAR_PATTERN.findall(getattr(tournament, name))
        ]
        is_plausible = is_near or years[tournament.year] > 1 or len(rows) == 1
        if is_plausible and named_years and tournament.year not in named_years:
            yield _YEAR_IS_NOT_OF_DATE(tournament, "date", said=named_years[0], year=tournament.year)


def _check_finals(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """Check that a year has one final."""
    for tournament, first in find_duplicates(
        (row for row in rows if row.kind == "final"), attrgetter("year")
    ):
        yield _SECOND_FINAL(tournament, "kind", year=tournament.year, place=first.source)


def _check_missing_finals(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Yield a warning for a regular tournament that is called a final, in a year without such a final."""
    called_finals = [tournament for tournament in rows if _is_called_final(tournament)]
    with_final = {tournament.year for tournament in called_finals if tournament.kind == "final"}
    for tournament in called_finals:
        if tournament.kind == "regular" and tournament.year not in with_final:
            yield _FINAL_IS_REGULAR(tournament, "kind", year=tournament.year)


def _is_called_final(tournament: Tournament) -> bool:
    words = extract_letters(f"{tournament.tournament} {tournament.name}").split("-")
    return bool(_FINAL_WORDS & {*words}) and not _SEMIFINAL_WORDS & {*words}


def _check_late_tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Yield a warning for a regular tournament after the final of its year, if no other year has one."""
    finals = {tournament.year: tournament.date for tournament in rows if tournament.kind == "final"}
    regular = [
        tournament for tournament in rows if tournament.year in finals and not _is_called_final(tournament)
    ]
    late = [tournament for tournament in regular if tournament.date > finals[tournament.year]]
    for tournament in late if len({row.year for row in late}) == 1 else ():
        yield _AFTER_THE_FINAL(tournament, "date", year=tournament.year, day=finals[tournament.year])


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with tournaments, tables, clubs and options, and what may be."""
    seating = build_seating(inputs)
    yield from check_unknown_tournaments(inputs, seating)
    yield from check_tournaments(inputs.tournaments)
    yield from check_interclubs(inputs, seating)
    yield from check_seats(seating)
    yield from check_repeated_rounds(seating)
    yield from check_missing_tables(seating)
    yield from check_table_sizes(seating)
    yield from check_scores(seating)
    yield from check_namesakes(inputs, seating)
    yield from check_same_day_tournaments(inputs, seating)
    yield from check_games(seating)
    yield from check_clubs(inputs)
    yield from check_locations(inputs)
    yield from check_final_seats(inputs, options)
