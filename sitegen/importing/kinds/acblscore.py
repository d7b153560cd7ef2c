"""ACBLscore's report of an evening as text: the pairs of each section; travellers are passed over."""

import re

from sitegen.core.problems import say
from sitegen.importing.source import Document, SourceFile, SourceTable, Verdict, make_row, number_lines
from sitegen.importing.values import find_first_day

_SECTION = re.compile(r"EVENT>.*\|\s*SECTION>\s*(\w+)\s*([NE]-?[SW])?", re.IGNORECASE)
_DAY = re.compile(r"DATE>([^|]*)")
_NAME = r"(?:[A-Z]?\d{6,7} +)?([^\W\d_](?:(?! {2})[^\d])*?)"
_FIGURE = r"(\d{1,4}\.\d\d)"
_PAIR = re.compile(rf" *(\d{{1,3}}) +{_NAME} {{2,}}{_NAME} {{2,}}.*? {_FIGURE} +{_FIGURE}(?: .*)?")
_HEADER = ("date", "section", "pair", "player1", "player2", "score")
_OTHER = Verdict("left", say("no-player-line", "a line of no player"))


def fits(file: SourceFile) -> bool:
    """Whether a line names the event and the section."""
    return _SECTION.search(file.text[:4096]) is not None


def read(file: SourceFile) -> Document:
    """Read the pairs of all sections."""
    pairs, others = [], []
    day = section = direction = ""
    for number, line in number_lines(file):
        place = f"line {number}"
        if match := _SECTION.match(line):
            section, direction = match[1], (match[2] or "").replace("-", "")
        elif match := _DAY.match(line):
            day = find_first_day(match[1])
        elif match := _PAIR.fullmatch(line):
            words = (day, section, f"{match[1]}{direction}", match[2], match[3], match[5])
            pairs.append(make_row(place, words))
            continue
        others.append(make_row(place, [line.strip()], _OTHER))
    tables = [SourceTable("pairs", pairs, _HEADER), SourceTable("lines", others, ("record",))]
    return Document("acblscore", [table for table in tables if table.rows])
