"""The line of a player in a tournament report of FIDE: fixed columns, ten to a round."""

import re
from collections.abc import Iterator

from sitegen.commands.importing.chess.dates import day
from sitegen.commands.importing.chess.tournament import Entrant, Side, Tournament, text
from sitegen.commands.importing.source import SourceCell, Verdict
from sitegen.message import say
from sitegen.problem import quoted

_POINTS = re.compile(r"(?<![\d.,])\d{1,2}[.,]\d(?=\s|$)")
_FARTHEST = 400
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_ROUND = re.compile(r"( *\d*) ([wbWB -]) ([-+=½10WDLHFUZwdlhfuz ])  ")
_AFTER_NAME = re.compile(r"(.*?)(?:\s+(\d{3,4}))?(?:\s{2,}.*|\s+[A-Z]{3}\s.*)?\s*")
_ALONE = {"+": "F", "1": "F", "-": "Z", "0": "Z", "": "Z", "=": "H", "F": "F", "H": "H", "U": "U", "Z": "Z"}
"""What a mark without an opponent means; older reports have `+`, `=` and `-` for byes."""


def read_player(tournament: Tournament, number: int, line: str, place: str) -> None:
    """Add a player and their rounds: the columns of the format, moved by as much as most rounds ask for."""
    ends = {found.end() - 84 for found in _POINTS.finditer(line, 0, _FARTHEST)} | {0}
    fits = {by: sum(bool(found) for _, found in _rounds(line[:_FARTHEST], 91 + by)) for by in ends}
    by = max(ends, key=lambda by: (fits[by], -abs(by)))
    ahead = by if line[13:14].strip() else 0
    name, rating = line[14:47].strip(), line[48:52].strip()
    if by:
        found = _AFTER_NAME.fullmatch(line[14 + ahead : 80 + by].rstrip())
        name, rating = (found[1].strip(), found[2] or "") if found else (name, "")
    cells = {"name": text(name, f"{place}, columns 15-47")}
    if title := line[10 + ahead : 13 + ahead].strip():
        cells["title"] = text(title, f"{place}, columns 11-13")
    if re.fullmatch("[0-9]{1,4}", rating) and int(rating):
        cells["rating"] = SourceCell(rating, f"{place}, columns 49-52", "number")
    stated = line[80 + by : 84 + by].strip().replace(",", ".")
    points = SourceCell(stated, f"{place}, columns {81 + by}-{84 + by}", "number")
    is_points = re.fullmatch(r"\d+(\.\d)?", stated)
    tournament.entrants.append(Entrant(number, place, cells, points if is_points else None))
    if stated and not is_points:
        why = say("points-not-read", "{points} is no number of points", points=quoted(stated))
        tournament.other(line, points.place, Verdict("refused", why))
    for round_, (at, cell) in enumerate(_rounds(line, 91 + by), 1):
        where = f"{place}, columns {at + 1}-{at + 8}"
        if cell is None or line[at : at + 8].strip():
            tournament.sides.append(_side(len(tournament.entrants) - 1, round_, cell, where))


def _rounds(line: str, start: int) -> Iterator[tuple[int, re.Match[str] | None]]:
    """Where each round stands, and what it holds if it can be read; one that is off moves those behind it."""
    while start < len(line):
        for by in (0, -1, 1, -2, 2):
            at = start + by
            found = _ROUND.fullmatch(line[at : at + 10].ljust(10)) if line[at - 1 : at] in {"", " "} else None
            if found and (not by or found[0].strip()):
                start = at
                break
        yield start, found
        start += 10


def _side(player: int, number: int, cell: re.Match[str] | None, place: str) -> Side:
    if cell is None:
        why = say("round-not-read", "this is no opponent, colour and result")
        return Side(player, number, 0, None, "", place, Verdict("refused", why))
    opponent, mark = int(cell[1].strip() or 0), cell[3].strip().upper().replace("½", "=")
    is_white = {"W": True, "B": False}.get(cell[2].upper())
    if opponent and mark not in {"H", "F", "U", "Z"}:
        return Side(player, number, opponent, is_white, mark, place)
    if not opponent and is_white is None and mark in _ALONE:
        return Side(player, number, 0, None, _ALONE[mark], place)
    why = say("opponent-and-bye", "an opponent or a colour beside a bye, or a result without an opponent")
    return Side(player, number, opponent, is_white, mark, place, Verdict("doubtful", why))


def read_dates(tournament: Tournament, line: str, place: str) -> None:
    """The days of the rounds, each above the column of its round."""
    for number, found in enumerate(_DATE.finditer(line, 4), 1):
        at = round((found.start() - 91) / 10) + 1 if found.start() > 86 else number
        where = f"{place}, columns {found.start() + 1}-{found.end()}"
        tournament.dated = max(tournament.dated, at)
        if words := day(found[0]):
            tournament.dates[at] = SourceCell(words, where, "day")
        else:
            why = say("date-not-read", "{date} is no date that can be read one way", date=quoted(found[0]))
            tournament.other(line, where, Verdict("doubtful", why))
