"""PGN: the tags of games. Moves and comments are not read, except for whether there are moves."""

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

from sitegen.core.person_names import is_nobody
from sitegen.core.problems import Message, quote_text, say
from sitegen.importing import tournament
from sitegen.importing.source import Document, SourceCell, SourceFile, SourceRow, Verdict
from sitegen.importing.values import parse_report_day
from sitegen.toolkit.order import group_by

_TOKEN = re.compile(
    r"\{[^{}]*\}|;[^\n]*|^%[^\n]*"
    r'|(?:^|(?<=\]))[ \t]*\[\s*(?P<tag>\w{1,50})\s+"(?P<value>[^\n]{0,1000}?)"[^\n\]"]*(?:\]|$)'
    r"|(?P<result>1-0|0-1|1/2-1/2|½-½|0-0(?!-)|\*)(?!\S)"
    r"|(?P<move>[A-Z]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)",
    re.MULTILINE,
)

_STARTS = re.compile(rb'(?:^|[\r\n\]])[ \t]*\[White[ \t]+"')
_TEXT_PAGE = re.compile(rb"\A(?!.*<table).*<pre", re.IGNORECASE | re.DOTALL)
_ELEMENT = re.compile(r"<[^<>]*>")
_UNPLAYED = re.compile(
    r"unplayed|forfeit|default|walk-?over|no[- ]show|bye|kampflos|reglementair", re.IGNORECASE
)
_ROUND = re.compile(r"(\d{1,3})(?:\.(\d{1,3}))?")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½", "½-½": "½-½", "0-0": "0-0"}


@dataclass
class _Game:
    """A game: its tags with their lines, whether it has moves, and the result after the moves."""

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    has_moves: bool = False
    end_result: str = ""

    def get_tag(self, *tags: str) -> str:
        values = (self.tags[tag][0].strip() for tag in tags if tag in self.tags)
        return next((value for value in values if value.strip("?.- ")), "")

    @property
    def is_unplayed(self) -> bool:
        """Whether its termination says that it was won by forfeit."""
        termination = self.get_tag("Termination")
        return bool(_UNPLAYED.search(termination)) and "time" not in termination.lower()

    def build_cell(self, value: str, *tags: str) -> SourceCell:
        line = next((self.tags[tag][1] for tag in tags if tag in self.tags), self.line)
        return SourceCell(value, f"line {line}")


def _parse_games(words: str) -> Iterator[_Game]:
    """Yield the games of a text; a tag after moves, or one that the game has already, begins the next."""
    ends = [newline.end() for newline in re.finditer("\n", words)]
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
            game.end_result = token["result"] or game.end_result
    if game:
        yield game


def fits(file: SourceFile) -> bool:
    """Whether a line has the tag `White`, at its start or after another, also in a `<pre>`."""
    start = file.start.lstrip()
    is_other = start.startswith(b"{") or (start.startswith(b"<") and not _TEXT_PAGE.search(start))
    return not is_other and bool(_STARTS.search(file.start))


def read(file: SourceFile) -> Document:
    """Read the games and forfeits of a file."""
    lines = file.decode_lines()
    if file.start.lstrip().startswith(b"<"):
        lines = [unescape(_ELEMENT.sub("", line)) for line in lines]
    games = list(_parse_games("\n".join(lines)))
    has_moves = sum(game.has_moves for game in games) * 2 > len(games)
    shared_days = {
        (event, day)
        for event, played in group_by(games, lambda game: game.get_tag("Event")).items()
        for day in _find_shared_days(played)
    }
    rows = [_build_row(game, shared_days, has_moves=has_moves) for game in games]
    first, last = (
        {parse_report_day(game.get_tag(tag)) for game in games} for tag in ("EventDate", "EventEndDate")
    )
    days = ["".join(found) if len(found) == 1 else "" for found in (first, last)]
    tables = tournament.build_game_tables(rows, *days)
    return Document("pgn", [table for table in tables if table.rows])


def _find_shared_days(games: Sequence[_Game]) -> set[str]:
    """Return the days of several rounds of an event of which no round has the event's own first day.

    Vega writes the day on which a file was saved where the arbiter filled in no schedule.
    """
    firsts = {parse_report_day(game.get_tag("EventDate")) for game in games}
    rounds: defaultdict[str, set[str]] = defaultdict(set)
    for game in games:
        if number := _ROUND.fullmatch(game.get_tag("Round")):
            rounds[parse_report_day(game.get_tag("Date", "UTCDate"))].add(number[1])
    is_later = "" not in firsts and len(firsts) == 1 and min(rounds, default="") > min(firsts)
    return {day for day, numbers in rounds.items() if is_later and len(numbers) > 1}


def _build_row(game: _Game, shared_days: Collection[tuple[str, str]], *, has_moves: bool) -> SourceRow:
    date_text = game.get_tag("Date", "UTCDate")
    number = _ROUND.fullmatch(game.get_tag("Round"))
    board = game.get_tag("Board") or (number[2] if number and number[2] else "")
    result = _RESULTS.get(game.get_tag("Result") or game.end_result, "")
    forfeit = "f" if result and game.is_unplayed and not game.has_moves else ""
    day, day_doubt = parse_report_day(date_text), None
    if date_text and not day:
        day_doubt = say("date-not-whole", "{date} is no whole date", date=quote_text(date_text))
    elif (game.get_tag("Event"), day) in shared_days:
        day_doubt = tournament.SHARED_DAY
    result_doubt = _doubt_result(game, result, has_moves=has_moves)
    result += "f" if result == "0-0" and not forfeit else forfeit
    cells = [
        game.build_cell(day, "Date", "UTCDate")._replace(doubt=day_doubt),
        game.build_cell(number[1] if number else game.get_tag("Round"), "Round"),
        game.build_cell(board, "Board", "Round"),
        game.build_cell(game.get_tag("White"), "White"),
        game.build_cell(game.get_tag("Black"), "Black"),
        game.build_cell(result, "Result")._replace(doubt=result_doubt),
        game.build_cell(game.get_tag("Event"), "Event"),
    ]
    return SourceRow(f"line {game.line}", cells, _judge_players(game, result))


def _judge_players(game: _Game, result: str) -> Verdict | None:
    stated_result, white, black = game.get_tag("Result"), game.get_tag("White"), game.get_tag("Black")
    if is_nobody(white) or is_nobody(black):
        return tournament.BYE_ROW
    if white and black and not result:
        is_open = (stated_result or game.end_result or "*") == "*"
        return tournament.NOT_PLAYED if is_open else tournament.refuse_result(stated_result)
    if not white or not black:
        return Verdict("doubtful", say("player-unknown", "it does not say who played"))
    return None


def _doubt_result(game: _Game, result: str, *, has_moves: bool) -> Message | None:
    stated_result = game.get_tag("Result")
    if game.end_result not in {"", "*"} and stated_result and _RESULTS.get(game.end_result) != result:
        params = {"stated": stated_result, "end": game.end_result}
        return say("moves-end-otherwise", "{stated} by its tag, {end} by its moves", **params)
    if game.is_unplayed and not game.has_moves:
        return tournament.DRAWN_FORFEIT if result == "½-½" else None
    if result and game.is_unplayed:
        return say("forfeit-with-moves", "a forfeit, and it has moves")
    if result and has_moves and not game.has_moves:
        return say("game-without-moves", "no moves, as the others have: played, or won by forfeit?")
    return None
