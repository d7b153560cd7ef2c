"""A list of names as clubs have it -> its entries: a CSV file with headings, or one name a line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.cells import person
from sitegen.commands.new.refusal import NewSiteError
from sitegen.message import Message, advise, joined, say
from sitegen.problem import Problem, errors, quoted
from sitegen.read.csvfile import opened
from sitegen.read.encoding import decoded
from sitegen.read.grid import Grid, fold
from sitegen.table import Column, column_of

_HEADINGS: Mapping[str, Sequence[str]] = {
    "name": (
        *("full name", "player", "member", "naam", "volledige naam", "naam speler", "speler", "lid"),
        *("nom", "nom complet", "nom du joueur", "joueur", "membre"),
    ),
    "first": ("first name", "given name", "voornaam", "roepnaam", "prénom", "prenom"),
    "infix": ("infix", "tussenvoegsel", "tussenvoegsels", "voorvoegsel", "particule"),
    "last": ("last name", "surname", "family name", "achternaam", "familienaam", "nom de famille"),
    "sort_name": ("name to sort by", "sorteernaam", "nom de tri"),
    "club": ("vereniging", "cercle"),
}
_PARTS = ("name", "first", "infix", "last")
_SEVERAL_CELLS = re.compile(r"[;\t]|,\S|,.*,")


class Entry(NamedTuple):
    """Somebody on the list: the line, and the cells by column, as they are written there."""

    line: int
    cells: Mapping[str, str]


class Roll(NamedTuple):
    """The list: its entries, the decimal marks of its numbers, headings of no use, and what is to be told."""

    entries: Sequence[Entry]
    marks: str
    unused: Sequence[str]
    told: Sequence[Message]


def roll(path: str, data: bytes, columns: Iterable[Column]) -> Roll:
    """Everybody on the list at `path`, which is `data`, with what it has for `columns`.

    Raises `NewSiteError` with all that is wrong when it cannot be read whole: nobody is left out.
    """
    text, problems = decoded(data, path)
    _refuse(errors(problems))
    of_heading = _headings(columns)
    asked = [column_of("", str)._replace(name=each, default="") for each in of_heading]
    grid, found = opened(text or "", path, asked)
    told = [_said(each) for each in problems]
    if grid is None or sum(bool(each.strip()) for each in grid.header) == 1:
        return Roll(_one_a_line(text or "", path, has_heading=grid is not None), ".,", [], told)
    _refuse([each for each in errors(found) if each.line > grid.below])
    names = _columns(grid, of_heading)
    unused = [head for head, name in zip(grid.header, names, strict=False) if head.strip() and not name]
    return Roll(_rows(grid, names), grid.decimal_marks, unused, told)


def _headings(columns: Iterable[Column]) -> dict[str, str]:
    """The column that each heading means; of two the first."""
    found: dict[str, tuple[str, str]] = {}
    given = [(each.name, (each.name, *each.headings)) for each in columns]
    for name, headings in [*given, *_HEADINGS.items()]:
        for each in headings:
            found.setdefault(fold(each), (each, name))
    return dict(found.values())


def _columns(grid: Grid, of_heading: Mapping[str, str]) -> Sequence[str]:
    """The column that each heading of the file means; blank for one of no use, or one that came before.

    Where there is a first name the name beside it is the last name.
    """
    meant = [of_heading.get(each, "") for each in grid.names]
    if "first" in meant and "last" not in meant:
        meant = ["last" if each == "name" else each for each in meant]
    if not {"name", "last"} & {*meant}:
        message = say("list-without-names", "no column is headed as the names of players are")
        hint = advise("name one of them `name`: {found}", found=", ".join(map(quoted, grid.header)))
        _refuse([Problem(grid.path, 0, 0, message, hint)])
    return [each if each not in meant[:place] else "" for place, each in enumerate(meant)]


def _rows(grid: Grid, names: Sequence[str]) -> list[Entry]:
    entries: list[Entry] = []
    problems: list[Problem] = []
    for block in grid.blocks():
        problems += block.problems
        for at, row in zip(block.lines, block.rows, strict=True):
            cells = {name: cell.strip() for name, cell in zip(names, row, strict=True) if name}
            entries += _entry(grid.path, at, cells, problems)
    _refuse(problems)
    return entries


def _one_a_line(text: str, path: str, *, has_heading: bool) -> list[Entry]:
    """The names in a text; whatever Excel leaves behind them is cut off."""
    stripped = ((at, each.strip(" \t;,")) for at, each in enumerate(text.splitlines(), 1))
    lines = [(at, each) for at, each in stripped if each and not each.startswith("# ")][has_heading:]
    entries: list[Entry] = []
    problems: list[Problem] = []
    for at, each in lines:
        name = each[1:-1].replace('""', '"') if each[0] == each[-1] == '"' else each
        if name.startswith("#"):
            message = say("list-line-without-name", "{line} is no name", line=quoted(name))
            problems.append(Problem(path, at, 0, message, advise("correct it, or take it out")))
        elif _SEVERAL_CELLS.search(name):
            message = say("list-without-header", "{line} has several cells", line=quoted(name))
            hint = advise("the first line is to name the columns, such as {header}", header="name;club")
            _refuse([Problem(path, at, 0, message, hint)])
        entries += _entry(path, at, {"name": name}, problems)
    _refuse(problems)
    if not entries:
        _refuse([Problem(path, 0, 0, say("list-empty", "there is nobody on this list"))])
    return entries


def _entry(path: str, at: int, cells: Mapping[str, str], problems: list[Problem]) -> Iterator[Entry]:
    """A row with its name put together; none, and a problem, where it has no name that can be shown."""
    rest = {name: cell for name, cell in cells.items() if name not in _PARTS}
    name, sort_name = _named(*(" ".join(cells.get(each, "").split()) for each in _PARTS))
    if not name:
        message = say("list-name-blank", "this row names nobody")
        problems.append(Problem(path, at, 0, message, advise("fill the name in, or take the row out")))
        return
    try:
        sort_name = person(rest.get("sort_name") or sort_name)
        yield Entry(at, {**rest, "name": person(name), "sort_name": sort_name})
    except ValueError as error:
        problems.append(Problem(path, at, 0, *error.args))


def _named(name: str, first: str, infix: str, last: str) -> tuple[str, str]:
    """The name as it is published and, where the list tells, as it is sorted: `Peeters, An`."""
    if first or last:
        before = " ".join(filter(None, (first, infix)))
        return name or f"{before} {last}".strip(), f"{last}, {before}" if last and before else ""
    family, comma, given = (each.strip() for each in name.partition(","))
    return (f"{given} {family}", f"{family}, {given}") if comma and given and family else (name, "")


def _refuse(problems: Sequence[Problem]) -> None:
    if problems:
        told = map(_said, sorted(problems, key=lambda each: each.line))
        raise NewSiteError(joined(*told, between="\n"))


def _said(problem: Problem) -> Message:
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    if not problem.hint:
        return advise("{place}: {message}", place=place, message=problem.message)
    return advise("{place}: {message} ({hint})", place=place, message=problem.message, hint=problem.hint)
