"""Evenings as they are entered: which of them were read whole, and which were entered twice."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, TypeVar

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.toolkit.checks import again
from sitegen.unread import known

E = TypeVar("E", bound=Hashable)
R = TypeVar("R")
Forms = Mapping[str, Sequence[Any]]
"""The rows of each form, by its name."""
FORMS = {"pairs": advise("pairs"), "butler": advise("butler"), "teams": advise("teams")}
"""What each form is called."""


def two_forms(forms: Forms, session: Callable[[Any], Hashable], hint: Message) -> Iterator[Fault]:
    """The first row of each form in a session that is of another already."""
    first: dict[Hashable, tuple[str, str]] = {}
    told: set[tuple[Hashable, str]] = set()
    for form, rows in forms.items():
        for row in known(rows, "date"):
            other, source = first.setdefault(session(row), (form, row.source))
            if other != form and (session(row), form) not in told:
                told.add((session(row), form))
                message = say(
                    "two-forms",
                    "{day} is played as {form} already: {source}",
                    day=row.date,
                    form=FORMS[other],
                    source=source,
                )
                yield Fault(row, "date", message, hint)


class Cell(NamedTuple):
    """A cell that names a player."""

    row: Any
    column: str
    player: str


def elsewhere(rows: Iterable[Any], session: Callable[[Any], Hashable]) -> Iterator[tuple[Cell, Any]]:
    """The cells with a player who stands in a row above of the same session, each with that row."""
    cells = [Cell(row, *each) for row in known(rows, "date") for each in row.players]
    for cell, first in again(cells, lambda each: (session(each.row), each.player)):
        if first.row is not cell.row:
            yield cell, first.row


class Result(NamedTuple):
    """Who scored what."""

    players: frozenset[str]
    score: float


_ENOUGH = 4  # pairs whose scores are not the same twice by chance


def copies(evenings: Mapping[E, Iterable[Result]]) -> Iterator[tuple[E, E]]:
    """Evenings with the same pairs and scores as an earlier one, and which that is."""
    first: dict[frozenset[Result], E] = {}
    for evening, results in evenings.items():
        found = frozenset(results)
        if len(found) >= _ENOUGH and len({each.score for each in found}) > 1:
            earlier = first.setdefault(found, evening)
            if earlier != evening:
                yield evening, earlier


def copied(day: date, earlier: date) -> tuple[Message, Message]:
    """What is said of an evening that is like an earlier one, and a hint."""
    told = say("evening-copied", "{day} has the same pairs and scores as {earlier}", day=day, earlier=earlier)
    return told, advise("correct the date, or enter the scores of this day")


def whole(rows: Iterable[R], key: Sequence[str], *columns: str) -> dict[tuple[Any, ...], list[R]]:
    """The rows by the columns of `key`, as far as all of these and of `columns` could be read.

    So nothing is told of an evening that only follows from a row of it that was not read. A row of which the
    key was not read is taken to be of the same as that above it, or that below.
    """
    found: dict[tuple[Any, ...], list[R]] = {}
    torn: set[tuple[Any, ...] | None] = set()
    above: tuple[Any, ...] | None = None
    is_open = False
    for row in rows:
        if known([row], *key):
            above = tuple(getattr(row, each) for each in key)
            found.setdefault(above, []).append(row)
            torn |= {above} if is_open or not known([row], *(columns or key)) else set()
            is_open = False
        else:
            torn.add(above)
            is_open = True
    return {when: those for when, those in found.items() if when not in torn}


def entered_twice(lines: Iterable[Any], key: Sequence[str]) -> Iterator[Fault]:
    """Evenings that were entered under two dates, each at its first row; `key` begins with `date`."""
    held = whole(lines, key, "player1", "player2", "score")
    played = {
        when: [Result(frozenset(player for _, player in row.players), row.score) for row in rows]
        for when, rows in held.items()
        if all(row.score is not None for row in rows)
    }
    for when, earlier in copies(played):
        yield Fault(held[when][0], "date", *copied(when[0], earlier[0]), warning=True)
