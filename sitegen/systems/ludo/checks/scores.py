"""Checks of tables beside each other: players, numbers, sizes and scores.

Nearly all results of a circuit show how its tables are numbered, how large they are, and who wins a game.
These checks warn about the few that say otherwise.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, combinations, pairwise, product
from operator import attrgetter
from typing import Any

from sitegen.core.entities import Fault, FaultKind, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import pluralize, quote_text
from sitegen.systems.ludo.checks.seating import Seating, are_places_valid, format_table
from sitegen.systems.ludo.tables import Inputs, Result, format_number
from sitegen.toolkit.order import group_by, has_no_missing

_PLAYER = attrgetter("player")
_SCORE: Callable[[Result], float] = attrgetter("score")
_ROUND_COUNT = 3
_MIN_SIMILARITY = 0.8
_NAMESAKE = declare_warning(
    "namesake-in-one-round",
    "{player} is in round {round} of {tournament} alone, and {other} in the other two",
    "correct one of them if they are the same person",
)


def check_namesakes(inputs: Inputs, seating: Seating) -> Iterator[Fault]:
    """Yield a warning for who played one round, which somebody of nearly the same name left out."""
    players = select_complete(inputs.players, "id", "name", "hidden")
    names = {player.id: player.name for player in players if not player.hidden}
    is_read = has_no_missing(seating.results, "tournament", "round", "player")
    for rows in seating.rows_by_tournament.values() if is_read else ():
        rows_by_player = group_by((row for row in rows if row.player in names), _PLAYER).values()
        single_rows = [player_rows[0] for player_rows in rows_by_player if len(player_rows) == 1]
        row_pairs = [player_rows for player_rows in rows_by_player if len(player_rows) == _ROUND_COUNT - 1]
        for row, other_rows in product(single_rows, row_pairs):
            name, other_name = names[row.player], names[other_rows[0].player]
            rounds = {row.round, *(other.round for other in other_rows)}
            if len(rounds) == _ROUND_COUNT and _are_similar(name, other_name):
                place: dict[str, Any] = {"round": row.round, "tournament": row.tournament}
                yield _NAMESAKE(row, "player", player=name, other=other_name, **place)


def _are_similar(name: str, other: str) -> bool:
    names = SequenceMatcher(None, extract_letters(name), extract_letters(other), autojunk=False)
    # the quick ratio is never less, and rules out nearly all
    return names.quick_ratio() >= _MIN_SIMILARITY and names.ratio() >= _MIN_SIMILARITY


_ONE_DAY = declare_warning(
    "tournaments-of-one-day",
    "{other} was held on {day} too, and {players} at both: {place}",
    "correct the date of one of the two",
)


def check_same_day_tournaments(inputs: Inputs, seating: Seating) -> Iterator[Fault]:
    """Yield a warning for two tournaments of one day with the same players."""

    def list_players(tournament: str) -> set[str]:
        rows = seating.rows_by_tournament.get(tournament, ())
        return {*map(_PLAYER, select_complete(rows, "player"))}

    tournaments = select_complete(inputs.tournaments, "tournament", "date")
    for tournaments_of_day in group_by(tournaments, attrgetter("date")).values():
        by_id = group_by(tournaments_of_day, attrgetter("tournament"))
        players_by_id = {id_: own for id_ in by_id if (own := list_players(id_))}
        for one, two in combinations(players_by_id, 2):
            if in_both := len(players_by_id[one] & players_by_id[two]):
                first, other = by_id[one][0], by_id[two][0]
                players = pluralize(in_both, "{number} player was", "{number} players were")
                params: dict[str, Any] = {"other": quote_text(first.tournament), "place": first.source}
                yield _ONE_DAY(other, "date", day=other.date, players=players, **params)


_MIN_NUMBERED_ROUNDS = 3
"""The number of other rounds from which on they say how tables are numbered."""
_MAX_TABLES = 1_000
"""A greater number is no count of tables, but a day such as 20160312."""
_TABLE_LEFT_OUT = declare_warning(
    "table-left-out",
    "round {round} of {tournament} has a table {after} and no table {missing}",
    "add its results if it was played: in the other rounds tables are numbered without a gap",
)


def check_missing_tables(seating: Seating) -> Iterator[Fault]:
    """Yield a warning for numbers without a table, where all other rounds are numbered on from 1."""
    unsure = {key[:2] for key in seating.tables if len(seating.sure_tables.get(key, ())) < 2}
    first_rows = [rows[0] for key, rows in seating.tables.items() if key[:2] not in unsure]
    if seating.partial_keys or not all(row.table.isdecimal() for row in first_rows):
        return
    rounds = group_by(first_rows, attrgetter("tournament", "round")).values()
    gaps = [(rows, missing) for rows in rounds if (missing := _find_gaps(rows))]
    if len(gaps) == 1 and len(rounds) > _MIN_NUMBERED_ROUNDS:
        ((rows, missing),) = gaps
        row = next(row for row in rows if int(row.table) > missing[0])
        numbers = ", ".join(map(str, missing))
        place: dict[str, Any] = {"round": row.round, "tournament": row.tournament, "after": row.table}
        yield _TABLE_LEFT_OUT(row, "table", missing=numbers, **place)


def _find_gaps(rows: Iterable[Result]) -> list[int]:
    numbers = {int(row.table) for row in rows}
    last = max(numbers)
    return sorted({*range(1, last)} - numbers) if last <= _MAX_TABLES else []


_MIN_TABLES_FOR_SIZE = 10
"""The number of other tables of a game from which on they say how large one is."""
_OUT_OF_PROPORTION = declare_warning(
    "table-out-of-proportion",
    "{players} players are at table {table}, where {least} to {most} are at {others} others of {game}",
    "add the rows that are missing, or correct it",
)


def check_table_sizes(seating: Seating) -> Iterator[Fault]:
    """Yield a warning for a table with half the players of any other of its game, or with twice as many."""
    with_game = [
        rows for rows in seating.sure_tables.values() if len(rows) > 1 and has_no_missing(rows, "game")
    ]
    for tables in group_by(with_game, lambda rows: extract_letters(rows[0].game)).values():
        if len(tables) > _MIN_TABLES_FOR_SIZE:
            tables.sort(key=len)
            (smallest, second), (last_but_one, largest) = tables[:2], tables[-2:]
            if 2 * len(smallest) <= len(second):
                yield _report_size(smallest, len(tables) - 1, len(second), len(largest))
            if len(largest) >= 2 * len(last_but_one):
                yield _report_size(largest, len(tables) - 1, len(smallest), len(last_but_one))


def _report_size(table: Sequence[Result], others: int, least: int, most: int) -> Fault:
    row = table[0]
    usual: dict[str, Any] = {"others": others, "least": least, "most": most}
    names = {"table": row.table, "game": quote_text(row.game)}
    return _OUT_OF_PROPORTION(row, "table", players=len(table), **names, **usual)


_MIN_AGREEING_TABLES = 3
"""The number of tables of a game from which on they say whether the higher score wins, or the lower."""
_TABLES_PER_EXCEPTION = 10
_AGAINST_PLACE = {
    1: declare_warning(
        "score-against-place",
        "place {place} at {table} has the score {score}, and place {other} {other_score}",
        "at {tables} tables of {game} the higher score has the better place: correct one of them",
    ),
    -1: declare_warning(
        "score-against-place",
        "place {place} at {table} has the score {score}, and place {other} {other_score}",
        "at {tables} tables of {game} the lower score has the better place: correct one of them",
    ),
}
"""What is wrong where the highest score wins, and where the lowest does."""
_SCORES_DIFFER = declare_warning(
    "place-shared-scores-differ",
    "place {place} at {table} is shared by different scores",
    "correct the place or the score, unless the scores do not settle who is first",
)


def _check_scores_against_places(tables: Sequence[Sequence[Result]]) -> Iterator[Fault]:
    """Yield a warning for a better score with a worse place, or with the same.

    `tables` are those of one game whose scores were kept, each with its rows by place.
    """
    informative = [table for table in tables if len({*map(_SCORE, table)}) > 1]
    for sign, kind in _AGAINST_PLACE.items():
        contradictions = [pairs for table in informative if (pairs := _find_contradictions(table, sign))]
        agreeing = len(informative) - len(contradictions)
        exceptions = max(1, agreeing // _TABLES_PER_EXCEPTION)
        if agreeing >= _MIN_AGREEING_TABLES and len(contradictions) <= exceptions:
            for pairs in contradictions:
                yield _report_contradiction(kind, pairs, agreeing)
            yield from _check_ties([table for table in tables if not _find_contradictions(table, sign)])
            return


def _find_contradictions(table: Sequence[Result], sign: int) -> list[tuple[Result, Result]]:
    """Return the pairs of rows, the better place first, whose scores say otherwise.

    The rows of `table` are by place.
    """
    scores = [sign * _SCORE(row) for row in table]
    if scores == sorted(scores, reverse=True):
        return []  # as at most tables
    return [
        (better, worse)
        for better, worse in combinations(table, 2)
        if better.place != worse.place and sign * _SCORE(better) < sign * _SCORE(worse)
    ]


def _report_contradiction(kind: FaultKind, pairs: Sequence[tuple[Result, Result]], tables: int) -> Fault:
    """Return the fault of a table, at the row that is in all pairs, else at the worse one of the first."""
    better, worse = pairs[0]
    is_better_wrong = all(better in pair for pair in pairs) and not all(worse in pair for pair in pairs)
    row, other = (better, worse) if is_better_wrong else (worse, better)
    return kind(
        row,
        "score",
        tables=tables,
        game=quote_text(row.game),
        place=format_number(row.place),
        table=format_table(row),
        score=format_number(_SCORE(row)),
        other=format_number(other.place),
        other_score=format_number(_SCORE(other)),
    )


def _check_ties(tables: Iterable[Sequence[Result]]) -> Iterator[Fault]:
    """Yield a warning for the one table at which players share a place with different scores."""
    pairs = chain.from_iterable(map(pairwise, tables))  # equal places stand side by side
    uneven = [other for first, other in pairs if first.place == other.place and first.score != other.score]
    if len({(row.tournament, row.round, row.table) for row in uneven}) == 1:
        row = uneven[0]
        yield _SCORES_DIFFER(row, "place", place=format_number(row.place), table=format_table(row))


_MIN_TABLES_FOR_SCORES = 5
"""The number of other tables of a game from which on they say how high a score can be."""
_HIGH_SCORE_FACTOR = 5
_SCORE_LEFT_OUT = declare_error(
    "score-left-out",
    "other scores of {table} are known, and this one is blank",
    "enter it, or leave all scores of the table blank",
)
_SCORE_ALONE = declare_error(
    "score-alone",
    "other scores of {table} are blank, and this one is {score}",
    "enter the others, or leave all scores of the table blank",
)
_SCORE_TOO_HIGH = declare_warning(
    "score-too-high",
    "a score of {score}, where {tables} other tables of {game} have no more than {most}",
    "correct it, unless it is right",
)


def check_scores(seating: Seating) -> Iterator[Fault]:
    """Check that a table has all its scores or none, and that they fit the places and other tables."""
    scored_tables = []
    for table in seating.sure_tables.values():
        yield from _check_partial_scores(table)
        is_read = has_no_missing(table, "game", "place", "score")
        if is_read and all(row.score is not None and row.score >= 0 for row in table):
            scored_tables.append(sorted(table, key=attrgetter("place")))
    for tables in group_by(scored_tables, lambda table: extract_letters(table[0].game)).values():
        high_scores = list(_find_high_scores(tables))
        yield from high_scores
        fitting = [table for table in tables if are_places_valid([row.place for row in table])]
        yield from _check_scores_against_places(
            [table for table in fitting if not any(fault.row in table for fault in high_scores)]
        )


def _check_partial_scores(table: Sequence[Result]) -> Iterator[Fault]:
    """Yield the faults of a table with some scores: at those that are there or missing, if fewer."""
    rows = select_complete(table, "score")
    blank = [row for row in rows if row.score is None]
    scored = [row for row in rows if row.score is not None]
    if scored and len(blank) <= len(scored):
        for row in blank:
            yield _SCORE_LEFT_OUT(row, "score", table=format_table(row))
    elif blank:
        for row in scored:
            yield _SCORE_ALONE(row, "score", table=format_table(row), score=format_number(_SCORE(row)))


def _find_high_scores(tables: Sequence[Sequence[Result]]) -> Iterator[Fault]:
    """Yield a score that is many times as high as any at the other tables of the game."""
    if len(tables) > _MIN_TABLES_FOR_SCORES:
        best = sorted((max(table, key=_SCORE) for table in tables), key=_SCORE)
        most, row = _SCORE(best[-2]), best[-1]
        if 0 < most * _HIGH_SCORE_FACTOR < _SCORE(row):
            score, game = format_number(_SCORE(row)), quote_text(row.game)
            most_text, others = format_number(most), len(tables) - 1
            yield _SCORE_TOO_HIGH(row, "score", score=score, most=most_text, game=game, tables=others)
