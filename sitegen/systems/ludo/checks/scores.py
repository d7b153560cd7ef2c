"""Checks of tables beside each other: players, numbers, sizes and scores.

Nearly all results of a circuit show how its tables are numbered, how large they are, and who wins a game.
These checks warn about the few that say otherwise.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, product
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, pluralize, quote_text
from sitegen.systems.ludo.checks.seating import (
    Seating,
    TableEntry,
    TableKey,
    are_places_valid,
    format_table,
    group_by_game,
)
from sitegen.systems.ludo.tables import Inputs, Player, Result, Tournament, format_number
from sitegen.toolkit.order import group_by, has_no_missing

_PLAYER = attrgetter("player")
_ROUND_COUNT = 3
_MIN_SIMILARITY = 0.8
_NAMESAKE = declare_warning(
    "namesake-in-one-round",
    "{player} is in round {round} of {tournament} alone, and {other} in the other two",
    "correct one of them if they are the same person",
)


def check_namesakes(inputs: Inputs, seating: Seating) -> Iterator[Fault]:
    """Yield a warning for who played one round, which somebody of nearly the same name left out."""
    visible_players = {
        player.id: player
        for player in select_complete(inputs.players, "id", "name", "hidden")
        if not player.hidden
    }
    is_read = has_no_missing(seating.results, "tournament", "round", "player")
    for rows in seating.rows_by_tournament.values() if is_read else ():
        counts = Counter(map(_PLAYER, rows))
        partial = [row for row in rows if counts[row.player] < _ROUND_COUNT and row.player in visible_players]
        rows_by_player = group_by(partial, _PLAYER).values()
        single_rows = [player_rows[0] for player_rows in rows_by_player if len(player_rows) == 1]
        row_pairs = [player_rows for player_rows in rows_by_player if len(player_rows) == _ROUND_COUNT - 1]
        for row, other_rows in product(single_rows, row_pairs):
            rounds = {row.round, *(other.round for other in other_rows)}
            if len(rounds) == _ROUND_COUNT and _have_similar_names(
                visible_players[row.player], visible_players[other_rows[0].player]
            ):
                names = visible_players[row.player].name, visible_players[other_rows[0].player].name
                yield _report_namesake(row, *names)


def _have_similar_names(player: Player, other: Player) -> bool:
    names = SequenceMatcher(None, extract_letters(player.name), extract_letters(other.name), autojunk=False)
    return (
        names.real_quick_ratio() >= _MIN_SIMILARITY
        and names.quick_ratio() >= _MIN_SIMILARITY
        and names.ratio() >= _MIN_SIMILARITY
    )


def _report_namesake(row: Result, player: str, other: str) -> Fault:
    place: dict[str, Any] = {"round": row.round, "tournament": row.tournament}
    return _NAMESAKE(row, "player", player=player, other=other, **place)


_ONE_DAY = declare_warning(
    "tournaments-of-one-day",
    "{other} was held on {day} too, and {players} at both: {place}",
    "correct the date of one of the two",
)


def check_same_day_tournaments(inputs: Inputs) -> Iterator[Fault]:
    """Yield a warning for two tournaments of one day with the same players."""
    tournaments_by_day = group_by(
        select_complete(inputs.tournaments, "tournament", "date"), attrgetter("date")
    ).values()
    keys = {
        tournament.tournament
        for tournaments in tournaments_by_day
        if len(tournaments) > 1
        for tournament in tournaments
    }
    rows = [row for row in inputs.results if row.tournament in keys] if keys else []
    players = {key: set[str]() for key in keys}
    for row in select_complete(rows, "player"):
        players[row.tournament].add(row.player)
    for tournaments in tournaments_by_day:
        for first, other in combinations(tournaments, 2):
            in_both = players[first.tournament] & players[other.tournament]
            if in_both and first.tournament != other.tournament:
                yield _report_one_day(other, first, len(in_both))


def _report_one_day(tournament: Tournament, other: Tournament, in_both: int) -> Fault:
    players = pluralize(in_both, "{number} player was", "{number} players were")
    params: dict[str, Any] = {"other": quote_text(other.tournament), "place": other.source}
    return _ONE_DAY(tournament, "date", day=tournament.date, players=players, **params)


_MIN_NUMBERED_ROUNDS = 3
"""The number of rounds from which on they say how tables are numbered."""
_ROUNDS_PER_EXCEPTION = 50
"""One round in so many may be numbered otherwise."""
_MAX_GAPS = 2
_MIN_TABLES_FOR_SIZE = 10
"""The number of other tables of a game from which on they say how large one is."""
_TABLE_LEFT_OUT = declare_warning(
    "table-left-out",
    "round {round} of {tournament} has a table {after} and no table {missing}",
    "add its results if it was played: in the other rounds tables are numbered without a gap",
)
_OUT_OF_PROPORTION = declare_warning(
    "table-out-of-proportion",
    "{players} players are at table {table}, where {least} to {most} are at {others} others of {game}",
    "add the rows that are missing, or correct it",
)


def check_missing_tables(seating: Seating) -> Iterator[Fault]:
    """Yield a warning for a number without a table, where all other rounds are numbered on from 1."""
    complete = {key for key, rows in seating.complete_tables.items() if len(rows) > 1}
    rounds = [
        keys
        for keys in group_by(seating.tables, lambda key: (key.tournament, key.round)).values()
        if complete.issuperset(keys)
    ]
    if not all(key.table.isdecimal() for keys in rounds for key in keys):
        return
    gaps = [(keys, missing) for keys in rounds if (missing := _find_gaps(keys))]
    exceptions = max(1, len(rounds) // _ROUNDS_PER_EXCEPTION)
    if len(rounds) - len(gaps) < _MIN_NUMBERED_ROUNDS or len(gaps) > exceptions:
        return
    for keys, missing in gaps:
        if keys[0].tournament not in seating.incomplete_tournaments and len(missing) <= _MAX_GAPS:
            next_key = next(key for key in keys if int(key.table) > missing[0])
            yield _report_gap(seating.tables[next_key][0], missing)


def _find_gaps(keys: Iterable[TableKey]) -> list[int]:
    numbers = {int(key.table) for key in keys}
    return sorted({*range(1, max(numbers))} - numbers)


def _report_gap(after: Result, missing: Sequence[int]) -> Fault:
    place: dict[str, Any] = {"round": after.round, "tournament": after.tournament, "after": after.table}
    return _TABLE_LEFT_OUT(after, "table", missing=", ".join(map(str, missing)), **place)


def check_table_sizes(seating: Seating) -> Iterator[Fault]:
    """Yield a warning for a table with half the players of any other of its game, or with twice as many."""
    complete = [(key in seating.valid, table) for key, table in seating.complete_tables.items()]
    with_game = [
        table
        for is_valid, table in complete
        if is_valid or (len(table) > 1 and select_complete(table[:1], "game"))
    ]
    for tables in group_by(with_game, lambda table: extract_letters(table[0].game)).values():
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


get_score: Callable[[Result], float] = attrgetter("score")
"""The score of a row of a table where scores were kept."""
_PLACE, _PLACE_AND_SCORE = attrgetter("place"), Result.make_getter("place", "score")
_MIN_AGREEING_TABLES = 3
"""The number of tables of a game from which on they say whether the higher score wins, or the lower."""
_TABLES_PER_EXCEPTION = 10
_SCORE_AGAINST_PLACE = declare_warning(
    "score-against-place",
    "place {place} at {table} has the score {score}, and place {other} {other_score}",
)
_SCORES_DIFFER = declare_warning(
    "place-shared-scores-differ",
    "place {place} at {table} is shared by different scores",
    "correct the place or the score, unless the scores do not settle who is first",
)


class ScoredTable(NamedTuple):
    """The rows of a table of which all scores were kept, with their places and scores."""

    rows: Sequence[Result]
    places: Sequence[float]
    scores: Sequence[Any]

    def sort_by_place(self) -> "ScoredTable":
        """Return the table with its rows by place."""
        if [*self.places] == sorted(self.places):  # as nearly all are entered
            return self
        rows = sorted(self.rows, key=_PLACE)
        return ScoredTable(rows, *zip(*map(_PLACE_AND_SCORE, rows), strict=True))

    def remove_row(self, place: int) -> "ScoredTable":
        """Return the table without a row."""
        return ScoredTable(*([*column[:place], *column[place + 1 :]] for column in self))


class _ScoringGame(NamedTuple):
    """A game in which the highest score wins (`sign` 1) or the lowest (-1), and how many tables agree."""

    name: str
    sign: int
    tables: int

    def find_contradictions(self, table: ScoredTable) -> list[tuple[Result, Result]]:
        """Return the pairs of rows, the better place first, whose scores say otherwise.

        The rows of `table` are by place.
        """
        if [*table.scores] == sorted(table.scores, reverse=self.sign > 0):
            return []
        return [
            (better, worse)
            for better, worse in combinations(table.rows, 2)
            if better.place != worse.place and self.sign * get_score(better) < self.sign * get_score(worse)
        ]


def check_scores_against_places(tables: Iterable[ScoredTable]) -> Iterator[Fault]:
    """Yield a warning for a better score with a worse place, or with the same.

    `tables` are those of one game, with places that fit.
    """
    ordered_tables = [table.sort_by_place() for table in tables]
    if inferred := _infer_scoring(ordered_tables):
        game, contradicting = inferred
        yield from (_report_contradiction(game, table) for table in contradicting)
        with_ties = (table for table in ordered_tables if len({*table.places}) < len(table.places))
        uneven = [
            row
            for table in with_ties
            for row in _find_uneven_ties(table.rows)
            if not game.find_contradictions(table)
        ]
        if len({(row.tournament, row.round, row.table) for row in uneven}) == 1:
            place = format_number(uneven[0].place)
            yield _SCORES_DIFFER(uneven[0], "place", place=place, table=format_table(uneven[0]))


def _infer_scoring(tables: Sequence[ScoredTable]) -> tuple[_ScoringGame, Sequence[ScoredTable]] | None:
    """Return who wins the game, and the tables that say otherwise; None unless nearly all say the same."""
    informative = [table for table in tables if len({*table.scores}) > 1]
    for sign in (1, -1) if informative else ():
        game = _ScoringGame(informative[0].rows[0].game, sign, 0)
        contradicting = [table for table in informative if game.find_contradictions(table)]
        agreeing = len(informative) - len(contradicting)
        exceptions = max(1, agreeing // _TABLES_PER_EXCEPTION)
        if agreeing >= _MIN_AGREEING_TABLES and len(contradicting) <= exceptions:
            return game._replace(tables=agreeing), contradicting
    return None


def _report_contradiction(game: _ScoringGame, table: ScoredTable) -> Fault:
    """Return the fault of a table whose scores contradict its places.

    It stands at the one row without which all is well, else at the worse of two that may be interchanged.
    """
    single_causes = [
        row for place, row in enumerate(table.rows) if not game.find_contradictions(table.remove_row(place))
    ]
    pairs = game.find_contradictions(table)
    row = single_causes[-1] if single_causes else pairs[0][1]
    other = next(result for pair in pairs if row in pair for result in pair if result is not row)
    return _SCORE_AGAINST_PLACE(
        row,
        "score",
        advice=_scoring_hint(game),
        place=format_number(row.place),
        table=format_table(row),
        score=format_number(get_score(row)),
        other=format_number(other.place),
        other_score=format_number(get_score(other)),
    )


def _scoring_hint(game: _ScoringGame) -> Message:
    params = {"tables": game.tables, "game": quote_text(game.name)}
    if game.sign > 0:
        return advise(
            "at {tables} tables of {game} the higher score has the better place: correct one of them",
            **params,
        )
    return advise(
        "at {tables} tables of {game} the lower score has the better place: correct one of them", **params
    )


def _find_uneven_ties(table: Sequence[Result]) -> Iterator[Result]:
    """Return the rows that share a place with another score."""
    pairs = combinations(table, 2)
    return (other for first, other in pairs if first.place == other.place and first.score != other.score)


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
    for key, table in seating.unambiguous_tables.items():
        entry = seating.valid.get(key)
        if not entry:
            yield from _check_partial_scores(group_by_game(table)[0])
            entry = TableEntry.from_rows(table) if has_no_missing(table, "game", "place", "score") else None
        if entry and entry.has_all_scores:
            scored_tables.append(ScoredTable(table, entry.places, entry.scores))
    for tables in group_by(scored_tables, lambda item: extract_letters(item.rows[0].game)).values():
        high_scores = _find_high_scores(tables)
        yield from high_scores
        fitting = [table for table in tables if are_places_valid(table.places)]
        yield from check_scores_against_places(
            [table for table in fitting if not high_scores or high_scores[0].row not in table.rows]
        )


def _check_partial_scores(table: Sequence[Result]) -> Iterator[Fault]:
    """Yield the faults of a table with some scores: at those that are there or missing, if fewer."""
    complete = select_complete(table, "score")
    blank = [row for row in complete if row.score is None]
    if len(blank) in {0, len(complete)}:
        return
    scored_rows = [row for row in complete if row.score is not None]
    for row in blank if len(blank) <= len(scored_rows) else ():
        yield _SCORE_LEFT_OUT(row, "score", table=format_table(row))
    for row in scored_rows if len(scored_rows) < len(blank) else ():
        score = format_number(get_score(row))
        yield _SCORE_ALONE(row, "score", table=format_table(row), score=score)


def _find_high_scores(tables: Sequence[ScoredTable]) -> list[Fault]:
    """Return the fault of a score that is many times as high as any at the other tables of the game."""
    highest = sorted(tables, key=lambda item: max(item.scores))[-2:]
    best = [max(table.rows, key=get_score) for table in highest]
    if (
        len(tables) <= _MIN_TABLES_FOR_SCORES
        or not get_score(best[-2])
        or get_score(best[-1]) <= _HIGH_SCORE_FACTOR * get_score(best[-2])
    ):
        return []
    next_best, row = best[-2:]
    score, most = format_number(get_score(row)), format_number(get_score(next_best))
    game, others = quote_text(row.game), len(tables) - 1
    return [_SCORE_TOO_HIGH(row, "score", score=score, most=most, game=game, tables=others)]
