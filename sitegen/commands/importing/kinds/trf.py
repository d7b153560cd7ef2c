"""TRF06, TRF16 and TRF26: the tournament reports of FIDE, lines with fixed columns."""

import re

from sitegen.commands.importing.chess import columns
from sitegen.commands.importing.chess.sides import tables
from sitegen.commands.importing.chess.tournament import OF_TEAMS, Side, Tournament, no_day, no_number
from sitegen.commands.importing.reading import day_of_report
from sitegen.commands.importing.source import Document, SourceCell, SourceFile, Verdict
from sitegen.message import say

_LONGEST = 20_000
_PLAYER = re.compile(r"001[ \t]{1,4}(\d{1,4})(?=\s|$)")
_PLAYERS = re.compile(rb"(?:^|[\r\n])001[ \t]{1,4}\d{1,4}[ \t]")
_NAMED = re.compile(rb"(?:^|[\r\n])012[ \t]")
_CENTRAL = re.compile(rb"[\r\n]032 +(?:POL|CZE|SVK|HUN|SLO|CRO|BIH|SRB|ROU|MNE)\b")
_SECTION = re.compile(r"(?:0[1-9]2|1[0-9]2|2[0-2]2|3[56]2)(?: |$)")
_OF_TEAMS = re.compile(r"(?:013|310|300|320|330|801|802)(?: |$)")
_SETTING = re.compile(r"(?:240|250|260|299|XX[A-Z]|BB[A-Z])(?:\s|$)")
_BYES = re.compile(r"240 ([FHZ]) +(\d{1,3})((?: +\d{1,4})+)")
_OF_NATION = re.compile(r"[A-Z]{3} +\d{1,4} ")
_FOR_PAIRING = Verdict("left", say("line-for-pairing", "for the pairing of players, and no result"))
_OF_BYES = Verdict("left", say("line-of-byes", "a bye that the line of the player has"))
_NATIONAL = Verdict("left", say("national-rating", "a national rating, beside the line of the player"))
_UNKNOWN = Verdict("refused", say("unknown-line", "a line of no kind that a tournament report has"))


def fits(file: SourceFile) -> bool:
    """Whether there are several lines of players, or one and the name of a tournament."""
    players = len(_PLAYERS.findall(file.start))
    return players > 1 or (players == 1 and bool(_NAMED.search(file.start)))


def read(file: SourceFile) -> Document:
    """The players, rounds, games, forfeits and absences of a report, and the points that it states."""
    lines = file.lines("cp1250" if _CENTRAL.search(file.data) else "cp1252")
    tournament, facts = Tournament(), dict[str, str]()
    later: list[tuple[str, str]] = []
    for number, words in enumerate(lines, 1):
        line, place = words.expandtabs().rstrip(), f"line {number}"
        if len(line) > _LONGEST:
            why = say("report-line-too-long", "a line of {number} characters", number=len(line))
            tournament.other(line, place, Verdict("refused", why))
        elif found := _PLAYER.match(line):
            columns.read_player(tournament, int(found[1]), line, place)
        elif _SECTION.match(line):
            _section(tournament, facts, line, place)
        elif line.strip(" \x1a") and not line.startswith("###"):
            later.append((line, place))
    has_teams = any(_OF_TEAMS.match(line) for line, _ in later)
    for line, place in later:
        _other(tournament, line, place, has_teams=has_teams)
    all_tables = tables(tournament)
    return Document("trf", all_tables, tournament.statements(), tournament.notes, facts)


def _section(tournament: Tournament, facts: dict[str, str], line: str, place: str) -> None:
    tag, rest = line[:3], line[4:].strip()
    if name := {"012": "name", "042": "start", "052": "end"}.get(tag):
        words = day_of_report(rest) if name != "name" else rest
        if words and name not in facts:
            facts[name] = words
            if name == "end" and words == facts.get("start"):
                tournament.day = SourceCell(words, place, "day")
        if rest and not words:
            tournament.other(line, place, no_day(rest))
    elif tag == "142" and re.fullmatch("[0-9]{1,3}", rest):
        tournament.last = int(rest)
    elif tag == "162":
        columns.read_points(tournament, line, place)
    elif tag == "132":
        columns.read_dates(tournament, line, place)
    tournament.event = facts.get("name", "")


def _other(tournament: Tournament, line: str, place: str, *, has_teams: bool) -> None:
    if found := re.fullmatch(r"XXR +([0-9]{1,3})", line):
        tournament.last = int(found[1])
    elif re.match(r"XXS|BB[WDLZFU]|299", line) and not has_teams:
        columns.read_points(tournament, line, place)
    elif (found := _BYES.fullmatch(line)) and not has_teams:
        _byes(tournament, found, line, place)
    elif _OF_TEAMS.match(line) or (has_teams and line[:3] in {"240", "250", "260", "299"}):
        tournament.other(line, place, OF_TEAMS)
    elif _SETTING.match(line):
        tournament.other(line, place, _FOR_PAIRING)
    else:
        tournament.other(line, place, _NATIONAL if _OF_NATION.match(line) else _UNKNOWN)


def _byes(tournament: Tournament, found: re.Match[str], line: str, place: str) -> None:
    """Byes of a round, for players whose own lines say nothing of it."""
    mark, number = found[1], int(found[2])
    for word in found[3].split():
        at = tournament.players.get(int(word))
        if at is None:
            tournament.other(line, place, no_number(word))
        elif (at, number) in tournament.rounds:
            tournament.other(line, place, _OF_BYES)
        else:
            tournament.rounds.add((at, number))
            tournament.sides.append(Side(at, number, 0, None, mark, place))
