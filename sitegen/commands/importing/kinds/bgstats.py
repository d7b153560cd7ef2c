"""BG Stats, whose export is a diary of board games."""

import json

from sitegen.commands.importing.board_games import PLAYS_HEADER, PlayReader
from sitegen.commands.importing.source import Document, SourceError, SourceFile, SourceTable
from sitegen.core.problems import advise, say


def fits(file: SourceFile) -> bool:
    """Whether it is an object of plays, players and games."""
    text = file.text
    return text.lstrip().startswith("{") and all(f'"{key}"' in text for key in ("plays", "players", "games"))


def read(file: SourceFile) -> Document:
    """All plays; what is no table of a circuit is left with its reason."""
    try:
        data = json.loads(file.text)
    except (ValueError, RecursionError):
        told = say("json-broken", "the file is no JSON: it is damaged or cut short")
        raise SourceError(told, advise("export it again")) from None
    found = data.get("plays") if isinstance(data, dict) else None
    if not isinstance(found, list) or not found:
        told = say("bgstats-without-plays", "there are no plays in this file")
        raise SourceError(told, advise("export all data of BG Stats as a file"))
    plays = PlayReader(data)
    rows = [row for number, play in enumerate(found) for row in plays.build_rows(play, f"plays[{number}]")]
    return Document("bgstats", [SourceTable("plays", rows, PLAYS_HEADER)], notes=[*plays.build_notes()])
