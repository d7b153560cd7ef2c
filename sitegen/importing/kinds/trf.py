"""TRF06, TRF16 and TRF26: the tournament report files of FIDE, with fixed columns, ten to a round.

The format is described in the FIDE Handbook, C.04, as "Tournament Report File". The extensions `XX…` of
JaVaFo and `BB…` of bbpPairings are read as well.
"""

import re
from collections.abc import Iterator

from sitegen.core.problems import quote_text, say
from sitegen.importing.source import Document, SourceCell, SourceFile, Verdict
from sitegen.importing.tournament import (
    TEAM_ROW,
    Entrant,
    Side,
    Tournament,
    build_tables,
    doubt_day,
    doubt_number,
)
from sitegen.importing.values import parse_report_day

_POINTS = re.compile(r"(?<![\d.,])\d{1,2}[.,]\d(?=\s|$)")
_MAX_COLUMN = 400
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
_ROUND = re.compile(r"( *\d*) ([wbWB -]) ([-+=½10WDLHFUZwdlhfuz* ])  ")
_AFTER_NAME = re.compile(r"(.*?)(?:\s+(\d{3,4}))?(?:\s{2,}.*|\s+[A-Z]{3}\s.*)?\s*")
_BYE_MARKS = {**dict.fromkeys("+1F", "F"), **dict.fromkeys("=H", "H"), **dict.fromkeys("-0Z", "Z"), "": "Z"}
_BYE_MARKS["U"] = "U"
"""The bye that a mark without an opponent means; older reports have `+`, `=` and `-`."""
_FIDE = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "Z-", "P": "U", "X": ""}
_JAVAFO = {"W": "1+WF", "D": "=DH", "L": "0L", "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L"}
_JAVAFO |= {"BL": "0L", "FW": "+", "FL": "-", "PAB": "U", "FPB": "F", "HPB": "H", "ZPB": "Z"}
_BBP = {"W": "1+WF", "D": "=DH", "L": "0L", "Z": "Z", "F": "-", "U": "U"}
"""The codes of three formats of points, with the marks of the results that they mean."""
_POINT_FORMATS = (
    ("162", _FIDE, r"([WDLAPX]) *(\d+[.,]\d)"),
    ("XXS", _JAVAFO, r"([A-Z]+) *= *(\d+(?:[.,]\d)?)"),
    ("BB", _BBP, r"^BB([WDLZFU]) +(\d+[.,]\d)$"),
)
_EXTRA_POINTS = re.compile(r"299 .{9} *-?\d{1,2}([.,]\d)? {2}[ \d]{3}( +\d{1,4})+$")
_RESULT_MARKS = {"W": "1", "D": "=", "L": "0", " ": ""}
_MAX_LINE_LENGTH = 20_000
_MOST_NUMBERS = 20
_PLAYER = re.compile(r"001[ \t]{1,4}(\d{1,4})(?=\s|$)")
_PLAYERS = re.compile(rb"(?:^|[\r\n])001[ \t]{1,4}\d{1,4}[ \t]")
_NAME_LINE = re.compile(rb"(?:^|[\r\n])012[ \t]")
_CENTRAL_EUROPE = re.compile(rb"[\r\n]032 +(?:POL|CZE|SVK|HUN|SLO|CRO|BIH|SRB|ROU|MNE)\b")
_SECTION = re.compile(r"(?:0[1-9]2|1[0-9]2|2[0-2]2|3[56]2)(?: |$)")
_TEAM_LINE = re.compile(r"(?:013|310|300|320|330|801|802)(?: |$)")
_SETTING = re.compile(r"(?:240|250|260|299|XX[A-Z]|BB[A-Z])(?:\s|$)")
_BYES = re.compile(r"240 ([FHZ]) +(\d{1,3})((?: +\d{1,4})+)")
_NATIONAL_LINE = re.compile(r"[A-Z]{3} +\d{1,4} ")
_FOR_PAIRING = Verdict("left", say("line-for-pairing", "for the pairing of players, and no result"))
_DUPLICATE_BYE = Verdict("left", say("line-of-byes", "a bye that the line of the player has"))
_NATIONAL = Verdict("left", say("national-rating", "a national rating, beside the line of the player"))
_UNKNOWN = Verdict("left", say("unknown-line", "a line of no kind that a tournament report has"))
_ROUNDS_OF_LINE = re.compile(r" \d{1,4} [wbWB-] [-+=10]( |$)")


def fits(file: SourceFile) -> bool:
    """Whether there are several lines of players, or one and the name of a tournament."""
    players = len(_PLAYERS.findall(file.start))
    return players > 1 or (players == 1 and bool(_NAME_LINE.search(file.start)))


def read(file: SourceFile) -> Document:
    """Read the players, rounds, games, forfeits and absences of a report, and the stated points."""
    lines = file.decode_lines("cp1250" if _CENTRAL_EUROPE.search(file.data) else "cp1252")
    tournament = Tournament()
    later: list[tuple[str, str]] = []
    for number, words in enumerate(lines, 1):
        line, place = words.expandtabs().rstrip(), f"line {number}"
        if len(line) > _MAX_LINE_LENGTH:
            reason = say("report-line-too-long", "a line of {number} characters", number=len(line))
            tournament.add_other_row(line, place, Verdict("refused", reason))
        elif match := _PLAYER.match(line):
            _read_player(tournament, int(match[1]), line, place)
        elif _SECTION.match(line):
            _read_section(tournament, line, place)
        elif line.strip(" \x1a") and not line.startswith("###"):
            later.append((line, place))
    numbers = {player.number for player in tournament.entrants}
    if missing := [str(number) for number in range(1, max(numbers, default=0)) if number not in numbers]:
        params = {"numbers": ", ".join(missing[:_MOST_NUMBERS]) + ", …" * (len(missing) > _MOST_NUMBERS)}
        tournament.notes.append(say("numbers-missing", "starting numbers of nobody: {numbers}", **params))
    has_teams = any(_TEAM_LINE.match(line) for line, _ in later)
    for line, place in later:
        _read_other(tournament, line, place, has_teams=has_teams)
    return Document("trf", build_tables(tournament), tournament.build_statements(), tournament.notes)


def _read_section(tournament: Tournament, line: str, place: str) -> None:
    tag, rest = line[:3], line[4:].strip()
    if tag == "012":
        tournament.event = tournament.event or rest
    elif tag in {"042", "052"}:
        day = parse_report_day(rest)
        if tag == "042":
            tournament.start = tournament.start or day
        else:
            tournament.end = tournament.end or day
        if day and tournament.start == tournament.end:
            tournament.day = SourceCell(day, place)
        if rest and not day:
            tournament.add_other_row(line, place, Verdict("left", doubt_day(rest)))
    elif tag == "142" and re.fullmatch("[0-9]{1,3}", rest):
        tournament.round_count = int(rest)
    elif tag == "162":
        _read_points(tournament, line, place)
    elif tag == "132":
        _read_dates(tournament, line, place)


def _read_other(tournament: Tournament, line: str, place: str, *, has_teams: bool) -> None:
    if match := re.fullmatch(r"XXR +([0-9]{1,3})", line):
        tournament.round_count = int(match[1])
    elif re.match(r"XXS|BB[WDLZFU]|299", line) and not has_teams:
        _read_points(tournament, line, place)
    elif (match := _BYES.fullmatch(line)) and not has_teams:
        _read_byes(tournament, match, line, place)
    elif _TEAM_LINE.match(line) or (has_teams and line[:3] in {"240", "250", "260", "299"}):
        tournament.add_other_row(line, place, TEAM_ROW)
    elif _SETTING.match(line):
        tournament.add_other_row(line, place, _FOR_PAIRING)
    else:
        verdict = _NATIONAL if _NATIONAL_LINE.match(line) else _UNKNOWN
        is_damaged = verdict is _UNKNOWN and _ROUNDS_OF_LINE.search(line)
        tournament.add_other_row(line, place, verdict._replace(status="refused") if is_damaged else verdict)


def _read_byes(tournament: Tournament, match: re.Match[str], line: str, place: str) -> None:
    """Read the byes of a round, for players whose own lines do not have it."""
    mark, number = match[1], int(match[2])
    for word in match[3].split():
        at = tournament.players.get(int(word))
        if at is None:
            tournament.add_other_row(line, place, doubt_number(word))
        elif (at, number) in tournament.rounds:
            tournament.add_other_row(line, place, _DUPLICATE_BYE)
        else:
            tournament.rounds.add((at, number))
            tournament.sides.append(Side(at, number, 0, None, mark, place))


def _read_player(tournament: Tournament, number: int, line: str, place: str) -> None:
    """Add a player and their rounds; columns may be shifted, by as much as makes most rounds readable."""
    ends = {match.end() - 84 for match in _POINTS.finditer(line, 0, _MAX_COLUMN)} | {0}
    round_counts = {
        shift: sum(bool(match) for _, match in _find_rounds(line[:_MAX_COLUMN], 91 + shift)) for shift in ends
    }
    shift = max(ends, key=lambda shift: (round_counts[shift], -abs(shift)))
    name_shift = shift if line[13:14].strip() else 0
    name, rating = line[14:47].strip(), line[48:52].strip()
    if shift and (match := _AFTER_NAME.fullmatch(line[14 + name_shift : 80 + shift].rstrip())):
        name, rating = match[1].strip(), match[2] or ""
    cells = {"name": SourceCell(name, f"{place}, columns 15-47")}
    if title := line[10 + name_shift : 13 + name_shift].strip():
        cells["title"] = SourceCell(title, f"{place}, columns 11-13")
    if re.fullmatch("[0-9]{1,4}", rating) and int(rating):
        cells["rating"] = SourceCell(rating, f"{place}, columns 49-52")
    stated_points = line[80 + shift : 84 + shift].strip().replace(",", ".")
    points = SourceCell(stated_points, f"{place}, columns {81 + shift}-{84 + shift}")
    is_points = re.fullmatch(r"\d+(\.\d)?", stated_points)
    tournament.entrants.append(Entrant(number, place, cells, points if is_points else None))
    if stated_points and not is_points:
        reason = say("points-not-read", "{points} is no number of points", points=quote_text(stated_points))
        tournament.add_other_row(line, points.place, Verdict("refused", reason))
    for round_, (at, match) in enumerate(_find_rounds(line, 91 + shift), 1):
        columns = f"{place}, columns {at + 1}-{at + 8}"
        if match is None or line[at : at + 8].strip():
            tournament.sides.append(_read_side(len(tournament.entrants) - 1, round_, match, columns))


def _find_rounds(line: str, start: int) -> Iterator[tuple[int, re.Match[str] | None]]:
    """Yield the start of each round and its match, if readable; a shifted round shifts the later ones."""
    while start < len(line):
        for shift in (0, -1, 1, -2, 2):
            at = start + shift
            match = _ROUND.fullmatch(line[at : at + 10].ljust(10)) if line[at - 1 : at] in {"", " "} else None
            if match and (not shift or match[0].strip()):
                start = at
                break
        yield start, match
        start += 10


def _read_side(player: int, number: int, match: re.Match[str] | None, place: str) -> Side:
    if match is None:
        reason = say("round-not-read", "this is no opponent, colour and result")
        return Side(player, number, 0, None, "", place, Verdict("refused", reason))
    opponent, mark = int(match[1].strip() or 0), match[3].strip(" *").upper().replace("½", "=")
    is_white = {"W": True, "B": False}.get(match[2].upper())
    if opponent and mark not in {"H", "F", "U", "Z"}:
        return Side(player, number, opponent, is_white, mark, place)
    if not opponent and is_white is None and mark in _BYE_MARKS:
        return Side(player, number, 0, None, _BYE_MARKS[mark], place)
    reason = say("opponent-and-bye", "an opponent or a colour beside a bye, or a result without an opponent")
    return Side(player, number, opponent, is_white, mark, place, Verdict("doubtful", reason))


def _read_dates(tournament: Tournament, line: str, place: str) -> None:
    """Read the days of the rounds, each above the columns of its round."""
    for number, match in enumerate(_DATE.finditer(line, 4), 1):
        at = round((match.start() - 91) / 10) + 1 if match.start() > 86 else number
        columns = f"{place}, columns {match.start() + 1}-{match.end()}"
        tournament.dated_rounds = max(tournament.dated_rounds, at)
        if words := parse_report_day(match[0]):
            tournament.dates[at] = SourceCell(words, columns)
        else:
            tournament.add_other_row(line, columns, Verdict("left", doubt_day(match[0])))


def _read_points(tournament: Tournament, line: str, place: str) -> None:
    """Read a line with the points of results other than 1, ½ and 0, or extra points for players."""
    if _EXTRA_POINTS.match(line):
        mark, worth, number = _RESULT_MARKS.get(line[4], line[4]), line[13:17], line[19:22].strip() or "0"
        keys = [(int(player), int(number), mark) for player in line[22:].split()]
        tournament.special_points |= dict.fromkeys(keys, float(worth.replace(",", ".")))
        return
    point_lines = [
        (marks, re.findall(form, line)) for start, marks, form in _POINT_FORMATS if line.startswith(start)
    ]
    marks, worths = point_lines[0] if point_lines else ({}, [])
    for code, worth in worths:
        tournament.has_bye = tournament.has_bye or code in {"P", "U", "PAB"}
        tournament.mark_points |= dict.fromkeys(marks.get(code, ""), float(worth.replace(",", ".")))
    if not tournament.has_bye:
        tournament.mark_points["U"] = tournament.mark_points["1"]
    if not worths:
        verdict = Verdict("doubtful", say("points-unknown", "points that cannot be read"))
        tournament.add_other_row(line, place, verdict)
