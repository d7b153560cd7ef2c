"""BG Stats: a diary of board games, exported as JSON."""

import json

from sitegen.commands.importing.board_games import PLAYS_HEADER, PlayReader
from sitegen.commands.importing.source import Document, SourceError, SourceFile, SourceTable
from sitegen.core.problems import advise, say


def fits(file: SourceFile) -> bool:
    """Whether the file is a JSON object with plays, players and games."""
    text = file.text
    return text.lstrip().startswith("{") and all(f'"{key}"' in text for key in ("plays", "players", "games"))


def read(file: SourceFile) -> Document:
    """Read all plays; those that are no table of a circuit are left out with a reason."""
    try:
        data = json.loads(file.text)
    except (ValueError, RecursionError):
        message = say("json-broken", "the file is no JSON: it is damaged or cut short")
        raise SourceError(message, advise("export it again")) from None
    plays = data.get("plays") if isinstance(data, dict) else None
    if not isinstance(plays, list) or not plays:
        message = say("bgstats-without-plays", "there are no plays in this file")
        raise SourceError(message, advise("export all data of BG Stats as a file"))
    reader = PlayReader(data)
    rows = [row for number, play in enumerate(plays) for row in reader.build_rows(play, f"plays[{number}]")]
    return Document("bgstats", [SourceTable("plays", rows, PLAYS_HEADER)], notes=[*reader.build_notes()])
