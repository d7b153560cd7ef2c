"""The lines of a tournament report of FIDE: players in fixed columns, ten to a round, days and points."""

import re
from collections.abc import Iterator

from sitegen.commands.importing.chess.tournament import Entrant, Side, Tournament, no_day
from sitegen.commands.importing.reading import day_of_report
from sitegen.commands.importing.source import SourceCell, Verdict, cell
from sitegen.message import say
from sitegen.problem import quoted

_POINTS = re.compile(r"(?<![\d.,])\d{1,2}[.,]\d(?=\s|$)")
_FARTHEST = 400
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_ROUND = re.compile(r"( *\d*) ([wbWB -]) ([-+=½10WDLHFUZwdlhfuz ])  ")
_AFTER_NAME = re.compile(r"(.*?)(?:\s+(\d{3,4}))?(?:\s{2,}.*|\s+[A-Z]{3}\s.*)?\s*")
_ALONE = {"+": "F", "1": "F", "-": "Z", "0": "Z", "": "Z", "=": "H", "F": "F", "H": "H", "U": "U", "Z": "Z"}
"""What a mark without an opponent means; older reports have `+`, `=` and `-` for byes."""
_FIDE = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "Z-", "P": "U", "X": ""}
_JAVAFO = {"W": "1+WF", "D": "=DH", "L": "0L", "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L"}
_JAVAFO |= {"BL": "0L", "FW": "+", "FL": "-", "PAB": "U", "FPB": "F", "HPB": "H", "ZPB": "Z"}
_BBP = {"W": "1+WF", "D": "=DH", "L": "0L", "Z": "Z", "F": "-", "U": "U"}
"""The codes of three sorts of lines on points, with the marks of the results that they mean."""
_WORTHS = (
    ("162", _FIDE, r"([WDLAPX]) *(\d+[.,]\d)"),
    ("XXS", _JAVAFO, r"([A-Z]+) *= *(\d+(?:[.,]\d)?)"),
    ("BB", _BBP, r"^BB([WDLZFU]) +(\d+[.,]\d)$"),
)
_GIVEN = re.compile(r"299 .{9} *-?\d{1,2}([.,]\d)? {2}[ \d]{3}( +\d{1,4})+$")
_SPECIAL = {"W": "1", "D": "=", "L": "0", " ": ""}


def read_player(tournament: Tournament, number: int, line: str, place: str) -> None:
    """Add a player and their rounds: the columns of the format, moved by as much as most rounds ask for."""
    ends = {found.end() - 84 for found in _POINTS.finditer(line, 0, _FARTHEST)} | {0}
    fits = {by: sum(bool(found) for _, found in _rounds(line[:_FARTHEST], 91 + by)) for by in ends}
    by = max(ends, key=lambda by: (fits[by], -abs(by)))
    ahead = by if line[13:14].strip() else 0
    name, rating = line[14:47].strip(), line[48:52].strip()
    if by and (found := _AFTER_NAME.fullmatch(line[14 + ahead : 80 + by].rstrip())):
        name, rating = found[1].strip(), found[2] or ""
    cells = {"name": cell(name, f"{place}, columns 15-47")}
    if title := line[10 + ahead : 13 + ahead].strip():
        cells["title"] = cell(title, f"{place}, columns 11-13")
    if re.fullmatch("[0-9]{1,4}", rating) and int(rating):
        cells["rating"] = cell(rating, f"{place}, columns 49-52", "number")
    stated = line[80 + by : 84 + by].strip().replace(",", ".")
    points = SourceCell(stated, f"{place}, columns {81 + by}-{84 + by}", "number")
    is_points = re.fullmatch(r"\d+(\.\d)?", stated)
    tournament.entrants.append(Entrant(number, place, cells, points if is_points else None))
    if stated and not is_points:
        why = say("points-not-read", "{points} is no number of points", points=quoted(stated))
        tournament.other(line, points.place, Verdict("refused", why))
    for round_, (at, held) in enumerate(_rounds(line, 91 + by), 1):
        where = f"{place}, columns {at + 1}-{at + 8}"
        if held is None or line[at : at + 8].strip():
            tournament.sides.append(_side(len(tournament.entrants) - 1, round_, held, where))


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


def _side(player: int, number: int, held: re.Match[str] | None, place: str) -> Side:
    if held is None:
        why = say("round-not-read", "this is no opponent, colour and result")
        return Side(player, number, 0, None, "", place, Verdict("refused", why))
    opponent, mark = int(held[1].strip() or 0), held[3].strip().upper().replace("½", "=")
    is_white = {"W": True, "B": False}.get(held[2].upper())
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
        if words := day_of_report(found[0]):
            tournament.dates[at] = SourceCell(words, where, "day")
        else:
            tournament.other(line, where, no_day(found[0]))


def read_points(tournament: Tournament, line: str, place: str) -> None:
    """Take what a line says that results are worth, where it is not 1, ½ and 0, or that somebody is given."""
    if _GIVEN.match(line):
        mark, worth, number = _SPECIAL.get(line[4], line[4]), line[13:17], line[19:22].strip() or "0"
        keys = [(int(player), int(number), mark) for player in line[22:].split()]
        tournament.special |= dict.fromkeys(keys, float(worth.replace(",", ".")))
        return
    found = [(marks, re.findall(form, line)) for start, marks, form in _WORTHS if line.startswith(start)]
    marks, worths = found[0] if found else ({}, [])
    for code, worth in worths:
        tournament.has_bye = tournament.has_bye or code in {"P", "U", "PAB"}
        tournament.values |= dict.fromkeys(marks.get(code, ""), float(worth.replace(",", ".")))
    if not tournament.has_bye:
        tournament.values["U"] = tournament.values["1"]
    if not worths:
        verdict = Verdict("doubtful", say("points-unknown", "points that cannot be read"))
        tournament.other(line, place, verdict)
