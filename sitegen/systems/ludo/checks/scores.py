"""Scores that were kept for part of a table, or that have a digit too many.

Players who were probably taken for somebody else, or cannot have been where the rows say.

Tables that seem to have been left out, or that are out of proportion beside others of their game.

Scores that say otherwise than the places, in games of which the tables show who wins.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, product
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.entities import Fault
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, pluralize, quote_text, say
from sitegen.core.unread import select_complete
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


def check_namesakes(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """Who played the one round alone that somebody of nearly the same name left out."""
    named = {
        player.id: player
        for player in select_complete(inputs.players, "id", "name", "hidden")
        if not player.hidden
    }
    is_read = has_no_missing(seated.results, "tournament", "round", "player")
    for there in seated.rows_by_tournament.values() if is_read else ():
        times = Counter(map(_PLAYER, there))
        few = [row for row in there if times[row.player] < _ROUND_COUNT and row.player in named]
        played = group_by(few, _PLAYER).values()
        once = [found[0] for found in played if len(found) == 1]
        most = [found for found in played if len(found) == _ROUND_COUNT - 1]
        for row, others in product(once, most):
            rounds = {row.round, *(other.round for other in others)}
            if len(rounds) == _ROUND_COUNT and _have_similar_names(
                named[row.player], named[others[0].player]
            ):
                yield _namesake_fault(row, others[0], named)


def _have_similar_names(one: Player, other: Player) -> bool:
    names = SequenceMatcher(None, extract_letters(one.name), extract_letters(other.name), autojunk=False)
    return (
        names.real_quick_ratio() >= _MIN_SIMILARITY
        and names.quick_ratio() >= _MIN_SIMILARITY
        and names.ratio() >= _MIN_SIMILARITY
    )


def _namesake_fault(row: Result, other: Result, named: Mapping[str, Player]) -> Fault:
    message = say(
        "namesake-in-one-round",
        "{player} is in round {round} of {tournament} alone, and {other} in the other two",
        player=named[row.player].name,
        round=row.round,
        tournament=row.tournament,
        other=named[other.player].name,
    )
    hint = advise("correct one of them if they are the same person")
    return Fault(row, "player", message, hint, warning=True)


def check_same_day_tournaments(inputs: Inputs) -> Iterator[Fault]:
    """Two tournaments of a day with the same players, of which one was another day."""
    held = group_by(select_complete(inputs.tournaments, "tournament", "date"), attrgetter("date")).values()
    shared = {tournament.tournament for of_day in held if len(of_day) > 1 for tournament in of_day}
    rows = [row for row in inputs.results if row.tournament in shared] if shared else []
    there = {key: set[str]() for key in shared}
    for row in select_complete(rows, "player"):
        there[row.tournament].add(row.player)
    for of_day in held:
        for one, other in combinations(of_day, 2):
            both = there[one.tournament] & there[other.tournament]
            if both and one.tournament != other.tournament:
                yield _same_day_fault(other, one, len(both))


def _same_day_fault(tournament: Tournament, other: Tournament, both: int) -> Fault:
    message = say(
        "tournaments-of-one-day",
        "{other} was held on {day} too, and {players} at both: {place}",
        other=quote_text(other.tournament),
        day=tournament.date,
        players=pluralize(both, "{number} player was", "{number} players were"),
        place=other.source,
    )
    return Fault(tournament, "date", message, advise("correct the date of one of the two"), warning=True)


_MIN_NUMBERED_ROUNDS = 3
"""So many rounds say how tables are numbered, and one in so many of them may be otherwise."""
_ROUNDS_PER_EXCEPTION = 50
_MAX_GAPS = 2
_MIN_TABLES_FOR_SIZE = 10
"""So many tables of a game say how large one is."""


def check_missing_tables(seated: Seating) -> Iterator[Fault]:
    """A number without a table, where the tables of all other rounds are numbered on from 1."""
    sure = {at for at, rows in seated.complete_tables.items() if len(rows) > 1}
    rounds = [found for found in group_by(seated.tables, _get_round).values() if sure.issuperset(found)]
    if not all(at.table.isdecimal() for found in rounds for at in found):
        return
    gaps = [(found, missing) for found in rounds if (missing := _find_gaps(found))]
    exceptions = max(1, len(rounds) // _ROUNDS_PER_EXCEPTION)
    if len(rounds) - len(gaps) < _MIN_NUMBERED_ROUNDS or len(gaps) > exceptions:
        return
    for found, missing in gaps:
        if found[0].tournament not in seated.incomplete_tournaments and len(missing) <= _MAX_GAPS:
            after = next(at for at in found if int(at.table) > missing[0])
            yield _gap_fault(seated.tables[after][0], missing)


def _get_round(at: TableKey) -> tuple[str, int]:
    return at.tournament, at.round


def _find_gaps(tables: Iterable[TableKey]) -> list[int]:
    numbers = {int(key.table) for key in tables}
    return sorted({*range(1, max(numbers))} - numbers)


def _gap_fault(after: Result, missing: Sequence[int]) -> Fault:
    message = say(
        "table-left-out",
        "round {round} of {tournament} has a table {after} and no table {missing}",
        round=after.round,
        tournament=after.tournament,
        after=after.table,
        missing=", ".join(map(str, missing)),
    )
    hint = advise("add its results if it was played: in the other rounds tables are numbered without a gap")
    return Fault(after, "table", message, hint, warning=True)


def check_table_sizes(seated: Seating) -> Iterator[Fault]:
    """A table with half the players of any other of its game, or with twice as many."""
    whole = [(at in seated.valid, table) for at, table in seated.complete_tables.items()]
    told = [
        table
        for is_right, table in whole
        if is_right or (len(table) > 1 and select_complete(table[:1], "game"))
    ]
    for tables in group_by(told, lambda table: extract_letters(table[0].game)).values():
        if len(tables) > _MIN_TABLES_FOR_SIZE:
            tables.sort(key=len)
            (smallest, second), (last_but_one, largest) = tables[:2], tables[-2:]
            if 2 * len(smallest) <= len(second):
                yield _size_fault(smallest, len(tables) - 1, len(second), len(largest))
            if len(largest) >= 2 * len(last_but_one):
                yield _size_fault(largest, len(tables) - 1, len(smallest), len(last_but_one))


def _size_fault(table: Sequence[Result], others: int, least: int, most: int) -> Fault:
    row = table[0]
    message = say(
        "table-out-of-proportion",
        "{players} players are at table {table}, where {least} to {most} are at {others} others of {game}",
        players=len(table),
        table=row.table,
        least=least,
        most=most,
        others=others,
        game=quote_text(row.game),
    )
    return Fault(row, "table", message, advise("add the rows that are missing, or correct it"), warning=True)


get_score: Callable[[Result], float] = attrgetter("score")
"""The score of a row of a table where they were kept."""
_PLACE, _PLACE_AND_SCORE = attrgetter("place"), Result.make_getter("place", "score")
_MIN_AGREEING_TABLES = 3
"""So many tables of a game say whether the higher score has the better place, or the lower."""
_TABLES_PER_EXCEPTION = 10


class ScoredTable(NamedTuple):
    """The rows of a table of which all scores were kept, and their places and scores."""

    rows: Sequence[Result]
    places: Sequence[float]
    scores: Sequence[Any]

    def sort_by_place(self) -> "ScoredTable":
        """The same with the rows by place."""
        if [*self.places] == sorted(self.places):  # as nearly all are entered
            return self
        rows = sorted(self.rows, key=_PLACE)
        return ScoredTable(rows, *zip(*map(_PLACE_AND_SCORE, rows), strict=True))

    def remove_row(self, place: int) -> "ScoredTable":
        """The same without a row."""
        return ScoredTable(*([*column[:place], *column[place + 1 :]] for column in self))


class _ScoringGame(NamedTuple):
    """A game in which the highest score wins (`sign` 1) or the lowest (-1), as so many tables show."""

    name: str
    sign: int
    tables: int

    def find_contradictions(self, table: ScoredTable) -> list[tuple[Result, Result]]:
        """The pairs, the better place first, of which the scores say otherwise; the rows are by place."""
        if [*table.scores] == sorted(table.scores, reverse=self.sign > 0):
            return []
        return [
            (better, worse)
            for better, worse in combinations(table.rows, 2)
            if better.place != worse.place and self.sign * get_score(better) < self.sign * get_score(worse)
        ]


def check_scores_against_places(tables: Iterable[ScoredTable]) -> Iterator[Fault]:
    """A better score with a worse place, or with the same, at one of many tables of a game.

    `tables` are those of one game, with places that fit.
    """
    ordered = [table.sort_by_place() for table in tables]
    if learned := _infer_scoring(ordered):
        game, wrong = learned
        yield from (_contradiction_fault(game, table) for table in wrong)
        shared = (table for table in ordered if len({*table.places}) < len(table.places))
        uneven = [
            row
            for table in shared
            for row in _find_uneven_ties(table.rows)
            if not game.find_contradictions(table)
        ]
        if len({(row.tournament, row.round, row.table) for row in uneven}) == 1:
            yield _uneven_tie_fault(uneven[0])


def _infer_scoring(tables: Sequence[ScoredTable]) -> tuple[_ScoringGame, Sequence[ScoredTable]] | None:
    """Who wins the game, and the tables that say otherwise; nobody knows unless nearly all say the same."""
    telling = [table for table in tables if len({*table.scores}) > 1]
    for sign in (1, -1) if telling else ():
        game = _ScoringGame(telling[0].rows[0].game, sign, 0)
        wrong = [table for table in telling if game.find_contradictions(table)]
        agreeing = len(telling) - len(wrong)
        exceptions = max(1, agreeing // _TABLES_PER_EXCEPTION)
        if agreeing >= _MIN_AGREEING_TABLES and len(wrong) <= exceptions:
            return game._replace(tables=agreeing), wrong
    return None


def _contradiction_fault(game: _ScoringGame, table: ScoredTable) -> Fault:
    """Told at the one row without which all is well; of two who may have changed places at the worse."""
    alone = [
        row for place, row in enumerate(table.rows) if not game.find_contradictions(table.remove_row(place))
    ]
    pairs = game.find_contradictions(table)
    row = alone[-1] if alone else pairs[0][1]
    other = next(result for pair in pairs if row in pair for result in pair if result is not row)
    message = say(
        "score-against-place",
        "place {place} at {table} has the score {score}, and place {other} {other_score}",
        place=format_number(row.place),
        table=format_table(row),
        score=format_number(get_score(row)),
        other=format_number(other.place),
        other_score=format_number(get_score(other)),
    )
    return Fault(row, "score", message, _scoring_hint(game), warning=True)


def _scoring_hint(game: _ScoringGame) -> Message:
    where = {"tables": game.tables, "game": quote_text(game.name)}
    if game.sign > 0:
        return advise(
            "at {tables} tables of {game} the higher score has the better place: correct one of them", **where
        )
    return advise(
        "at {tables} tables of {game} the lower score has the better place: correct one of them", **where
    )


def _find_uneven_ties(table: Sequence[Result]) -> Iterator[Result]:
    """Who shares a place with another score."""
    pairs = combinations(table, 2)
    return (other for one, other in pairs if one.place == other.place and one.score != other.score)


def _uneven_tie_fault(row: Result) -> Fault:
    message = say(
        "place-shared-scores-differ",
        "place {place} at {table} is shared by different scores",
        place=format_number(row.place),
        table=format_table(row),
    )
    hint = advise("correct the place or the score, unless the scores do not settle who is first")
    return Fault(row, "place", message, hint, warning=True)


_MIN_TABLES_FOR_SCORES = 5
"""So many tables of a game say how high a score can be."""
_HIGH_SCORE_FACTOR = 5


def check_scores(seated: Seating) -> Iterator[Fault]:
    """All scores of a table are known or none, and they are as places and other tables let expect."""
    kept = []
    for at, table in seated.unambiguous_tables.items():
        entered = seated.valid.get(at)
        if not entered:
            yield from _check_partial_scores(group_by_game(table)[0])
            entered = TableEntry.from_rows(table) if has_no_missing(table, "game", "place", "score") else None
        if entered and entered.has_all_scores:
            kept.append(ScoredTable(table, entered.places, entered.scores))
    for game in group_by(kept, lambda item: extract_letters(item.rows[0].game)).values():
        high = _find_high_scores(game)
        yield from high
        fitting = [scored_table for scored_table in game if are_places_valid(scored_table.places)]
        yield from check_scores_against_places(
            [scored_table for scored_table in fitting if not high or high[0].row not in scored_table.rows]
        )


def _check_partial_scores(table: Sequence[Result]) -> Iterator[Fault]:
    """Told at the scores that are fewest: those that are there, or those that are not."""
    read = select_complete(table, "score")
    blank = [row for row in read if row.score is None]
    if len(blank) in {0, len(read)}:
        return
    kept = [row for row in read if row.score is not None]
    for row in blank if len(blank) <= len(kept) else ():
        message = say(
            "score-left-out",
            "other scores of {table} are known, and this one is blank",
            table=format_table(row),
        )
        yield Fault(row, "score", message, advise("enter it, or leave all scores of the table blank"))
    for row in kept if len(kept) < len(blank) else ():
        message = say(
            "score-alone",
            "other scores of {table} are blank, and this one is {score}",
            table=format_table(row),
            score=format_number(get_score(row)),
        )
        yield Fault(row, "score", message, advise("enter the others, or leave all scores of the table blank"))


def _find_high_scores(tables: Sequence[ScoredTable]) -> list[Fault]:
    """A score that is many times as high as any at the other tables of the game."""
    highest = sorted(tables, key=lambda item: max(item.scores))[-2:]
    best = [max(table.rows, key=get_score) for table in highest]
    if (
        len(tables) <= _MIN_TABLES_FOR_SCORES
        or not get_score(best[-2])
        or get_score(best[-1]) <= _HIGH_SCORE_FACTOR * get_score(best[-2])
    ):
        return []
    next_best, row = best[-2:]
    message = say(
        "score-too-high",
        "a score of {score}, where {tables} other tables of {game} have no more than {most}",
        score=format_number(get_score(row)),
        tables=len(tables) - 1,
        game=quote_text(row.game),
        most=format_number(get_score(next_best)),
    )
    return [Fault(row, "score", message, advise("correct it, unless it is right"), warning=True)]
