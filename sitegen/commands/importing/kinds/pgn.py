"""PGN: the tags of games. Moves and comments are passed over; only whether there are moves is looked at."""

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.commands.importing.chess import tournament as reasons
from sitegen.commands.importing.chess.tournament import is_nobody
from sitegen.commands.importing.reading import day_of_report
from sitegen.commands.importing.source import Document, SourceCell, SourceFile, SourceRow, Verdict, cell
from sitegen.message import Message, say
from sitegen.problem import quoted

_TOKEN = re.compile(
    r"\{[^{}]*\}|;[^\n]*|^%[^\n]*"
    r'|^[ \t]*\[\s*(?P<tag>\w{1,50})\s+"(?P<value>(?:[^"\\\n]|\\.)*)"[^\n\]]*\]?'
    r"|(?P<result>1-0|0-1|1/2-1/2|½-½|0-0(?!-)|\*)(?!\S)"
    r"|(?P<move>[A-Z]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)",
    re.MULTILINE,
)

_STARTS = re.compile(rb'(?:^|[\r\n])[ \t]*\[White[ \t]+"')
_UNPLAYED = re.compile(
    r"unplayed|forfeit|default|walk-?over|no[- ]show|bye|kampflos|reglementair", re.IGNORECASE
)
_ROUND = re.compile(r"(\d{1,3})(?:\.(\d{1,3}))?")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½", "½-½": "½-½", "0-0": "0-0"}


@dataclass
class _Game:
    """The tags of a game with their lines, whether it has moves, and how its moves end."""

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    has_moves: bool = False
    end: str = ""

    def value(self, *tags: str) -> str:
        """The first of the tags that says something."""
        values = (self.tags[tag][0].strip() for tag in tags if tag in self.tags)
        return next((value for value in values if value.strip("?.- ")), "")

    def cell(self, value: str, *tags: str) -> SourceCell:
        """A value with the line of its tag."""
        return cell(value, f"line {next((self.tags[tag][1] for tag in tags if tag in self.tags), self.line)}")


def _games(words: str) -> Iterator[_Game]:
    """The games of a text: one begins at the first tag after moves, and at a tag that it has already."""
    ends = [found.end() for found in re.finditer("\n", words)]
    game, in_tags = None, False
    for token in _TOKEN.finditer(words):
        if tag := token["tag"]:
            line = bisect(ends, token.start("tag")) + 1
            if game is None or not in_tags or tag in game.tags:
                if game:
                    yield game
                game = _Game(line)
            in_tags = True
            game.tags[tag] = re.sub(r"\\(.)", r"\1", token["value"]), line
        elif game and (token["move"] or token["result"]):
            in_tags = False
            game.has_moves = game.has_moves or bool(token["move"])
            game.end = token["result"] or game.end
    if game:
        yield game


def fits(file: SourceFile) -> bool:
    """Whether a line starts with the tag of white."""
    return not file.start.lstrip().startswith((b"<", b"{")) and bool(_STARTS.search(file.start))


def read(file: SourceFile) -> Document:
    """The games and forfeits of a file."""
    games = list(_games("\n".join(file.lines())))
    has_moves = sum(game.has_moves for game in games) * 2 > len(games)
    tables = reasons.game_tables([_row(game, has_moves=has_moves) for game in games])
    events = {game.value("Event") for game in games}
    facts = {"name": events.pop()} if len(events) == 1 else {}
    return Document("pgn", [table for table in tables if table.rows], facts=facts)


def _is_forfeit(game: _Game) -> bool:
    how = game.value("Termination")
    return bool(_UNPLAYED.search(how)) and "time" not in how.lower() and not game.has_moves


def _row(game: _Game, *, has_moves: bool) -> SourceRow:
    played = game.value("Date", "UTCDate")
    number = _ROUND.fullmatch(game.value("Round"))
    board = game.value("Board") or (number[2] if number and number[2] else "")
    result = _RESULTS.get(game.value("Result") or game.end, "")
    cells = [
        game.cell(day_of_report(played), "Date", "UTCDate"),
        game.cell(number[1] if number else game.value("Round"), "Round"),
        game.cell(board, "Board", "Round"),
        game.cell(game.value("White"), "White"),
        game.cell(game.value("Black"), "Black"),
        game.cell(f"{result}f" if result and _is_forfeit(game) else result, "Result"),
        game.cell(game.value("Event"), "Event"),
    ]
    verdict = _left(game, result) or _doubt(game, result, played, has_moves=has_moves)
    return SourceRow(f"line {game.line}", cells, verdict)


def _left(game: _Game, result: str) -> Verdict | None:
    names = [game.value(colour) for colour in ("White", "Black")]
    if any(map(is_nobody, names)):
        return reasons.OF_A_BYE
    if all(names) and not result and (game.value("Result") or game.end or "*") == "*":
        return reasons.TO_COME
    return None


def _doubt(game: _Game, result: str, played: str, *, has_moves: bool) -> Verdict | None:
    """What makes a game uncertain."""
    why: Message | None = None
    stated, white, black = game.value("Result"), game.value("White"), game.value("Black")
    if white and white == black:
        return reasons.AGAINST_ONESELF
    if white and black and not result:
        return reasons.no_result(stated)
    if not white or not black:
        why = say("player-unknown", "it does not say who played")
    elif game.end and stated and game.end != "*" and _RESULTS.get(game.end) != result:
        why = say(
            "moves-end-otherwise", "{stated} by its tag, {end} by its moves", stated=stated, end=game.end
        )
    elif played and not day_of_report(played):
        why = say("date-not-whole", "{date} is no whole date", date=quoted(played))
    elif _is_forfeit(game):
        return reasons.DRAWN_FORFEIT if result == "½-½" else None
    elif result == "0-0":
        return reasons.LOST_BY_BOTH
    elif _UNPLAYED.search(how := game.value("Termination")) and "time" not in how.lower():
        why = say("forfeit-with-moves", "a forfeit, and it has moves")
    elif has_moves and not game.has_moves:
        why = say("game-without-moves", "no moves, as the others have: played, or won by forfeit?")
    return Verdict("doubtful", why) if why else None
