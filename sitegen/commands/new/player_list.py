"""A club's list of players: a CSV file with headings, or one name a line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.commands.new.examples import NewSiteError
from sitegen.core.cells import parse_person_name
from sitegen.core.names import normalize_heading
from sitegen.core.person_names import fix_case, is_group_heading, strip_note, strip_number, strip_title
from sitegen.core.problems import Message, Problem, advise, join_messages, quote_text, say, select_errors
from sitegen.core.table import Column, make_column
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.header import MAX_COLUMNS, open_csv
from sitegen.inputs.results.records import decode_csv

_HEADINGS: Mapping[str, Sequence[str]] = {
    "name": (
        *("full name", "player", "member", "naam", "volledige naam", "naam speler", "speler", "lid"),
        *("naam lid", "naam en voornaam", "lid naam", "ledennaam", "leden", "member name", "player name"),
        *("voornaam en naam", "voornaam en achternaam", "voor- en achternaam", "achternaam en voornaam"),
        *("achternaam, voornaam", "naam, voornaam", "naam (achternaam, voornaam)", "first and last name"),
        *("last name, first name", "surname, first name", "name (last, first)", "nom, prénom"),
        *(
            "nom",
            "nom complet",
            "nom du joueur",
            "joueur",
            "membre",
            "nom et prénom",
            "nom prénom",
            "prénom et nom",
            "adhérent",
        ),
    ),
    "initials": ("voorletters", "voorletter", "voorl.", "initialen", "initials", "initiales"),
    "first": ("first name", "given name", "voornaam", "roepnaam", "prénom", "prenom"),
    "infix": (
        *("infix", "middle name", "middle", "tussenvoegsel", "tussenvoegsels", "tussenv.", "voorvoegsel"),
        *("voorvoegsels", "particule", "deuxième prénom"),
    ),
    "last": ("last name", "surname", "family name", "achternaam", "familienaam", "nom de famille"),
    "sort_name": ("name to sort by", "sorteernaam", "nom de tri"),
    "club": ("vereniging", "cercle"),
}
_NAME_PARTS = ("name", "first", "infix", "last")
_NUMBER_CELL = re.compile(r"^\d+\s*[;,\t ]\s*(?=[^\W\d_])")
_CELL_WITH_COMMA = re.compile(r"[^;\t\r\n]+,[^;\t\r\n]+(?=[;\t])|(?<=[;\t])[^;\t\r\n]+,[^;\t\r\n]+")
"""A cell that would be two if commas divided the cells: `Achternaam, Voornaam;Club`."""
_SEVERAL_CELLS = re.compile(r"[;\t]|,\S|,.*,")


class ListedPlayer(NamedTuple):
    """A player on the list: the line, and the cells by column, as they are written."""

    line: int
    cells: Mapping[str, str]


class PlayerList(NamedTuple):
    """The list: its entries, the decimal marks of its numbers, headings that mean nothing, and messages."""

    entries: Sequence[ListedPlayer]
    marks: str
    unused_headings: Sequence[str]
    messages: Sequence[Message]


def read_player_list(path: str, data: bytes, columns: Iterable[Column]) -> PlayerList:
    """Return everybody on the list at `path`, whose content is `data`, with its cells for `columns`.

    Raises `NewSiteError` with all that is wrong when it cannot be read whole: nobody is left out.
    """
    text, problems = decode_csv(data, path)
    raise_problems(select_errors(problems))
    column_of = _map_headings(columns)
    accepted = [make_column("", str)._replace(name=heading, default="") for heading in column_of]
    text, (file, file_problems) = _open_below_title(text or "", path, accepted)
    messages = [format_problem(problem) for problem in problems]
    if file is None or sum(bool(heading.strip()) for heading in file.header) == 1:
        entries = _read_lines(text, path, has_heading=file is not None)
        return PlayerList(_join_spellings(entries, messages), ".,", [], messages)
    raise_problems([problem for problem in select_errors(file_problems) if problem.line > file.header_end])
    names = _match_columns(file, column_of)
    unused_headings = [
        head for head, name in zip(file.header, names, strict=False) if head.strip() and not name
    ]
    entries = _join_spellings(_read_rows(file, names), messages)
    return PlayerList(entries, file.decimal_marks, unused_headings, messages)


_MAX_TITLE_LINES = 5


def _open_below_title(
    text: str, path: str, columns: Sequence[Column]
) -> tuple[str, tuple[CsvFile | None, list[Problem]]]:
    """Return a text and what `open_csv` makes of it, with blank lines for a title above the headings.

    Where no cell is quoted, those with a comma are, if there is no other way to read the headings.
    """
    quoted = text if '"' in text else _CELL_WITH_COMMA.sub(r'"\g<0>"', text)
    for lines in (each.splitlines(keepends=True) for each in dict.fromkeys((text, quoted))):
        for count in range(min(_MAX_TITLE_LINES, len(lines))):
            below_title = "\n" * count + "".join(lines[count:])
            opened = open_csv(below_title, path, columns, MAX_COLUMNS)
            if opened[0] is not None:
                return below_title, opened
    return text, open_csv(text, path, columns, MAX_COLUMNS)


def _join_spellings(entries: Sequence[ListedPlayer], messages: list[Message]) -> list[ListedPlayer]:
    """Return the entries without those that write an earlier name in another way, which messages tell."""
    first: dict[frozenset[str], ListedPlayer] = {}
    joined = []
    for entry in entries:
        words = frozenset(entry.cells["name"].casefold().split())
        earlier = first.setdefault(words, entry)
        if earlier.cells["name"] == entry.cells["name"]:  # also the entry itself
            joined.append(entry)
            continue
        messages.append(
            say(
                "listed-twice",
                "line {line}: {name} is {other} of line {earlier}, and is taken once",
                line=entry.line,
                name=quote_text(entry.cells["name"]),
                other=quote_text(earlier.cells["name"]),
                earlier=earlier.line,
            )
        )
    return joined


def _map_headings(columns: Iterable[Column]) -> dict[str, str]:
    """Return the column that each heading means; of two columns the first."""
    pairs: dict[str, tuple[str, str]] = {}
    own_headings = [(column.name, (column.name, *column.headings)) for column in columns]
    for name, headings in [*own_headings, *_HEADINGS.items()]:
        for heading in headings:
            pairs.setdefault(normalize_heading(heading), (heading, name))
    return dict(pairs.values())


def _match_columns(file: CsvFile, column_of: Mapping[str, str]) -> Sequence[str]:
    """Return the column of each heading in the file; blank for one that means nothing, or a second time.

    Where there is a first name the name beside it is the last name.
    """
    columns = [column_of.get(heading, "") for heading in file.names]
    initials = "first" if "first" not in columns else ""
    columns = [initials if name == "initials" else name for name in columns]
    if "first" in columns and "last" not in columns:
        columns = ["last" if name == "name" else name for name in columns]
    if not {"name", "last"} & {*columns}:
        message = say("list-without-names", "no column is headed as the names of players are")
        hint = advise("name one of them `name`: {found}", found=", ".join(map(quote_text, file.header)))
        raise_problems([Problem(file.path, 0, 0, message, hint)])
    return [name if name not in columns[:index] else "" for index, name in enumerate(columns)]


def _read_rows(file: CsvFile, names: Sequence[str]) -> list[ListedPlayer]:
    entries: list[ListedPlayer] = []
    problems: list[Problem] = []
    for block in file.iter_blocks():
        problems += block.problems
        for line, row in zip(block.lines, block.rows, strict=True):
            cells = {name: cell.strip() for name, cell in zip(names, row, strict=True) if name}
            entries += _read_entry(file.path, line, cells, problems)
    raise_problems(problems)
    return entries


def _read_lines(text: str, path: str, *, has_heading: bool) -> list[ListedPlayer]:
    """Return the names in a text, without the delimiters that Excel leaves behind them."""
    stripped = ((number, line.strip(" \t;,")) for number, line in enumerate(text.splitlines(), 1))
    lines = [(number, line) for number, line in stripped if line and not line.startswith("# ")]
    entries: list[ListedPlayer] = []
    problems: list[Problem] = []
    for number, numbered_line in lines[has_heading:]:
        line = _NUMBER_CELL.sub("", numbered_line)
        name = line[1:-1].replace('""', '"') if line[0] == line[-1] == '"' else line
        if name.startswith("#"):
            message = say("list-line-without-name", "{line} is no name", line=quote_text(name))
            problems.append(Problem(path, number, 0, message, advise("correct it, or take it out")))
            continue
        if _SEVERAL_CELLS.search(name):
            message = say("list-without-header", "{line} has several cells", line=quote_text(name))
            hint = advise("the first line is to name the columns, such as {header}", header="name;club")
            raise_problems([Problem(path, number, 0, message, hint)])
        entries += _read_entry(path, number, {"name": name}, problems)
    raise_problems(problems)
    if not entries:
        raise_problems([Problem(path, 0, 0, say("list-empty", "there is nobody on this list"))])
    return entries


def _read_entry(
    path: str, line: int, cells: Mapping[str, str], problems: list[Problem]
) -> Iterator[ListedPlayer]:
    """Yield a row with its name joined; add a problem instead where it has no valid name."""
    rest = {name: cell for name, cell in cells.items() if name not in _NAME_PARTS}
    name, sort_name = _join_name(*(" ".join(cells.get(part, "").split()) for part in _NAME_PARTS))
    if name and is_group_heading(name):
        return
    if not name:
        message = say("list-name-blank", "this row names nobody")
        problems.append(Problem(path, line, 0, message, advise("fill the name in, or take the row out")))
        return
    try:
        sort_name = parse_person_name(rest.get("sort_name") or sort_name)
        yield ListedPlayer(line, {**rest, "name": parse_person_name(name), "sort_name": sort_name})
    except ValueError as error:
        problems.append(Problem(path, line, 0, *error.args))


def _join_name(name: str, first: str, infix: str, last: str) -> tuple[str, str]:
    """Return the name as it is published and, where the list has it, as it is sorted: `Peeters, An`."""
    if first or last:
        first, infix, last = _fix_parts(first, infix, last)
        before = " ".join(filter(None, (first, infix)))
        return name or f"{before} {last}".strip(), f"{last}, {before}" if last and before else ""
    plain = strip_note(strip_title(strip_number(name)))
    family, comma, given_name = (part.strip() for part in plain.partition(","))
    if not (comma and given_name and family):
        return fix_case(plain)[0], ""
    given_name, _, family = _fix_parts(strip_title(given_name), "", family)
    return f"{given_name} {family}", f"{family}, {given_name}"


def _fix_parts(first: str, infix: str, last: str) -> tuple[str, str, str]:
    """Return the parts of a name as people write it, also where the last name alone is in capitals."""
    fixed_first, fixed_infix, fixed_last = fix_case(first, infix, last)
    if last.isupper() and not first.isupper():
        fixed_last = fix_case(first.upper(), infix.upper(), last)[2]
    return fixed_first, fixed_infix, fixed_last


def raise_problems(problems: Sequence[Problem]) -> None:
    """Raise `NewSiteError` with all of these problems; do nothing where there is none."""
    if problems:
        messages = map(format_problem, sorted(problems, key=lambda problem: problem.line))
        raise NewSiteError(join_messages(*messages, between="\n"))


def format_problem(problem: Problem) -> Message:
    """Return a problem of a list with its place, as a message."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    if not problem.hint:
        return advise("{place}: {message}", place=place, message=problem.message)
    return advise("{place}: {message} ({hint})", place=place, message=problem.message, hint=problem.hint)
