"""Scores that say otherwise than the places, in games of which the tables show who wins."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.seats import named
from sitegen.systems.ludo.tables import Result, plain

score: Callable[[Result], float] = attrgetter("score")
"""The score of a row of a table where they were kept."""
_PLACE, _PLACE_AND_SCORE = attrgetter("place"), Result.cells("place", "score")
_CUSTOM = 3
"""So many tables of a game say whether the higher score has the better place, or the lower."""
_TABLES_TO_AN_EXCEPTION = 10


class Kept(NamedTuple):
    """The rows of a table of which all scores were kept, and their places and scores."""

    rows: Sequence[Result]
    places: Sequence[float]
    scores: Sequence[Any]

    def by_place(self) -> "Kept":
        """The same with the rows by place."""
        if [*self.places] == sorted(self.places):  # as nearly all are entered
            return self
        rows = sorted(self.rows, key=_PLACE)
        return Kept(rows, *zip(*map(_PLACE_AND_SCORE, rows), strict=True))

    def without(self, place: int) -> "Kept":
        """The same without a row."""
        return Kept(*([*column[:place], *column[place + 1 :]] for column in self))


class _Game(NamedTuple):
    """A game in which the highest score wins (`sign` 1) or the lowest (-1), as so many tables show."""

    name: str
    sign: int
    tables: int

    def against(self, table: Kept) -> list[tuple[Result, Result]]:
        """The pairs, the better place first, of which the scores say otherwise; the rows are by place."""
        if [*table.scores] == sorted(table.scores, reverse=self.sign > 0):
            return []
        return [
            (better, worse)
            for better, worse in combinations(table.rows, 2)
            if better.place != worse.place and self.sign * score(better) < self.sign * score(worse)
        ]


def against_places(tables: Iterable[Kept]) -> Iterator[Fault]:
    """A better score with a worse place, or with the same, at one of many tables of a game.

    `tables` are those of one game, with places that fit.
    """
    ordered = [each.by_place() for each in tables]
    if learned := _learned(ordered):
        game, wrong = learned
        yield from (_contradiction(game, table) for table in wrong)
        shared = (each for each in ordered if len({*each.places}) < len(each.places))
        uneven = [row for table in shared for row in _uneven(table.rows) if not game.against(table)]
        if len({(row.tournament, row.round, row.table) for row in uneven}) == 1:
            yield _shared(uneven[0])


def _learned(tables: Sequence[Kept]) -> tuple[_Game, Sequence[Kept]] | None:
    """Who wins the game, and the tables that say otherwise; nobody knows unless nearly all say the same."""
    telling = [table for table in tables if len({*table.scores}) > 1]
    for sign in (1, -1) if telling else ():
        game = _Game(telling[0].rows[0].game, sign, 0)
        wrong = [table for table in telling if game.against(table)]
        agreeing = len(telling) - len(wrong)
        exceptions = max(1, agreeing // _TABLES_TO_AN_EXCEPTION)
        if agreeing >= _CUSTOM and len(wrong) <= exceptions:
            return game._replace(tables=agreeing), wrong
    return None


def _contradiction(game: _Game, table: Kept) -> Fault:
    """Told at the one row without which all is well; of two who may have changed places at the worse."""
    alone = [row for place, row in enumerate(table.rows) if not game.against(table.without(place))]
    pairs = game.against(table)
    row = alone[-1] if alone else pairs[0][1]
    other = next(each for pair in pairs if row in pair for each in pair if each is not row)
    message = say(
        "score-against-place",
        "place {place} at {table} has the score {score}, and place {other} {other_score}",
        place=plain(row.place),
        table=named(row),
        score=plain(score(row)),
        other=plain(other.place),
        other_score=plain(score(other)),
    )
    return Fault(row, "score", message, _custom(game), warning=True)


def _custom(game: _Game) -> Message:
    where = {"tables": game.tables, "game": quoted(game.name)}
    if game.sign > 0:
        return advise(
            "at {tables} tables of {game} the higher score has the better place: correct one of them", **where
        )
    return advise(
        "at {tables} tables of {game} the lower score has the better place: correct one of them", **where
    )


def _uneven(table: Sequence[Result]) -> Iterator[Result]:
    """Who shares a place with another score."""
    pairs = combinations(table, 2)
    return (other for one, other in pairs if one.place == other.place and one.score != other.score)


def _shared(row: Result) -> Fault:
    message = say(
        "place-shared-scores-differ",
        "place {place} at {table} is shared by different scores",
        place=plain(row.place),
        table=named(row),
    )
    hint = advise("correct the place or the score, unless the scores do not settle who is first")
    return Fault(row, "place", message, hint, warning=True)
