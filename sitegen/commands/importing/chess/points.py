"""What results are worth in a tournament report of FIDE, where it is not 1, ½ and 0."""

import re

from sitegen.commands.importing.chess.tournament import Tournament

_FIDE = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "Z-", "P": "U", "X": ""}
_JAVAFO = {"W": "1+WF", "D": "=DH", "L": "0L", "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L"}
_JAVAFO |= {"BL": "0L", "FW": "+", "FL": "-", "PAB": "U", "FPB": "F", "HPB": "H", "ZPB": "Z"}
_BBP = {"W": "1+WF", "D": "=DH", "L": "0L", "Z": "Z", "F": "-", "U": "U"}
"""The codes of three sorts of lines, with the marks of the results that they mean."""
_SPECIAL = {"W": "1", "D": "=", "L": "0", " ": ""}


def read_points(tournament: Tournament, line: str) -> bool:
    """Take what a line says of points; whether it is such a line and could be read."""
    if line.startswith("162"):
        return _take(tournament, _FIDE, re.findall(r"([WDLAPX]) *(\d+[.,]\d)", line[3:]))
    if line.startswith("XXS"):
        return _take(tournament, _JAVAFO, re.findall(r"([A-Z]+) *= *(\d+(?:[.,]\d)?)", line[3:]))
    if found := re.fullmatch(r"BB([WDLZFU]) +(\d+[.,]\d)", line):
        return _take(tournament, _BBP, [(found[1], found[2])])
    if re.match(r"299 .{9} *-?\d{1,2}([.,]\d)? {2}[ \d]{3}( +\d{1,4})+$", line):
        mark, worth, number = _SPECIAL.get(line[4], line[4]), line[13:17], line[19:22].strip() or "0"
        for player in line[22:].split():
            tournament.special[int(player), int(number), mark] = float(worth.replace(",", "."))
        return True
    return False


def _take(tournament: Tournament, marks: dict[str, str], worths: list[tuple[str, str]]) -> bool:
    has_bye = any(code in {"P", "U", "PAB"} for code, _ in worths) or tournament.has_bye
    for code, worth in worths:
        for mark in marks.get(code, ""):
            tournament.values[mark] = float(worth.replace(",", "."))
    tournament.has_bye = has_bye
    if not has_bye:
        tournament.values["U"] = tournament.values["1"]
    return bool(worths)
