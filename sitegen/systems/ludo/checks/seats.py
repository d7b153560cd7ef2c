"""Tables with one player, two games or places that do not fit."""

from collections.abc import Iterator, Sequence
from itertools import chain

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.checks.sheets import At
from sitegen.systems.ludo.exaequo import conventions, fit
from sitegen.systems.ludo.tables import Result, plain
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import grouped
from sitegen.unread import known


def seats(seated: Seating) -> Iterator[Fault]:
    """Every table has two players or more, one game, and places that fit."""
    for row, meant in seated.moved.items():
        yield _moved(row, meant, seated.tables[At.of(row)])
    for at, table in seated.whole.items():
        if at not in seated.right:
            yield from chain(_alone(table), _one_game(table), _places(table))


def named(at: At | Result) -> Message:
    """A table, or that of a row, in words."""
    where = {"table": at.table, "round": at.round, "tournament": at.tournament}
    return advise("table {table} of round {round} of {tournament}", **where)


def _moved(row: Result, meant: At, table: Sequence[Result]) -> Fault:
    """A row that a slip in one cell put elsewhere."""
    (column,) = At.of(row).differing(meant)
    hint = advise("did you mean {table}, where that place is free?", table=named(meant))
    if len(table) == 1:
        return Fault(row, column, _nobody_else(row), hint)
    message = say("row-of-another-table", "this row does not fit at {table}", table=named(row))
    return Fault(row, column, message, hint)


def _alone(table: Sequence[Result]) -> Iterator[Fault]:
    if len(table) == 1:
        hint = advise("a table has two players or more: correct it, or add them")
        yield Fault(table[0], "table", _nobody_else(table[0]), hint)


def _nobody_else(row: Result) -> Message:
    return say("nobody-else-at-table", "nobody else is at {table}", table=named(row))


def _one_game(table: Sequence[Result]) -> Iterator[Fault]:
    """Told once of each other game than most play."""
    (main, *_), *others = by_game(table)
    for row, *_ in others:
        message = say(
            "table-plays-another-game",
            "{table} plays {game}: {place}",
            table=named(row),
            game=quoted(main.game),
            place=main.source,
        )
        yield Fault(row, "game", message, advise("a table plays one game: correct it, or the table"))


def by_game(table: Sequence[Result]) -> list[list[Result]]:
    """The rows of each game, most first; all of them where none was read."""
    rows = known(table, "game")
    if len({row.game for row in rows}) == 1:
        return [rows]
    games = grouped(rows, lambda row: letters(row.game))
    return sorted(games.values(), key=len, reverse=True) or [[*table]]


def _places(table: Sequence[Result]) -> Iterator[Fault]:
    """Places as 1, 2, 2, 4, or as the mean of those that are taken up."""
    if len(table) > 1 and all_read(table, "place"):
        ordered = sorted(table, key=lambda row: row.place)
        if not fit([row.place for row in ordered]) and not _fit_without_others(table):
            yield _misfit(ordered)


def _misfit(ordered: Sequence[Result]) -> Fault:
    """Told where the places first differ from both ways to write them."""
    found = [row.place for row in ordered]
    lowest, mean = conventions(found)
    wrong = next(row for row, place in zip(ordered, lowest, strict=True) if row.place != place)
    either = advise("{places} or {others}", places=_written(lowest), others=_written(mean))
    message = say(
        "places-do-not-fit",
        "the places of {table} are {found}, where they would be {expected}",
        table=named(wrong),
        found=_written(found),
        expected=_written(lowest) if lowest == mean else either,
    )
    hint = advise("who are ex aequo have the same place, and the next has the place after all of them")
    if fit(found[::2]) and fit(found[1::2]):
        hint = advise("if these are two tables, give each a name of its own")
    return Fault(wrong, "place", message, hint)


def _fit_without_others(table: Sequence[Result]) -> bool:
    """Whether rows of another game are all that is wrong, which was told."""
    main, *others = by_game(table)
    return bool(others) and fit([row.place for row in main])


def _written(places: Sequence[float]) -> str:
    return ", ".join(map(plain, places))
