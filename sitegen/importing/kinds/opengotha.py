"""OpenGotha: go tournaments as an XML file with players, games and byes."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from sitegen.core.problems import Message, pluralize, quote_text, say
from sitegen.importing import tournament
from sitegen.importing.source import (
    Document,
    SourceCell,
    SourceFile,
    SourceRow,
    SourceTable,
    Verdict,
    make_row,
)
from sitegen.importing.xml import Element, parse_document, read_root_name

NamesByKey = defaultdict[str, list[str]]
"""The names of players by the key that games refer to; several where players share a key."""
_VERSION = re.compile(rb"\b(?:gothaVersion|gothaMinorVersion|fullVersionNumber|dataVersion)\s*=")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_RESULTS = {"WHITEWINS": "1-0", "BLACKWINS": "0-1", "EQUAL": "½-½"}
_RESULTS |= {"WHITEWINS_BYDEF": "1-0f", "BLACKWINS_BYDEF": "0-1f", "BOTHLOSE_BYDEF": "0-0f"}
_RESULTS |= {"BOTHLOSE": "0-0f", "EQUAL_BYDEF": "½-½f", "BOTHWIN": ""}
_DOUBTS = {"BOTHWIN": tournament.WON_BY_BOTH, "EQUAL_BYDEF": tournament.DRAWN_FORFEIT}


def fits(file: SourceFile) -> bool:
    """Whether the root element is a tournament with the version of OpenGotha."""
    start = file.data[:4096]
    return bool(_VERSION.search(start)) and read_root_name(file.data) == "TOURNAMENT"


def read(file: SourceFile) -> Document:
    """Read the players, games, forfeits and byes; names become `Last, First`."""
    root = parse_document(file.data)
    players = root.find_within("PLAYERS", "PLAYER")
    names = defaultdict[str, list[str]](list)
    for player in players:
        key, name = _read_name(player)
        names[key].append(name)
    event, *days = _read_event(root)
    rows = [_build_game(game, names, event, days) for game in root.find_within("GAMES", "GAME")]
    byes = [_build_bye(bye, names) for bye in root.find_within("BYEPLAYERS", "BYEPLAYER")]
    teams = [
        make_row(team.place, ["Team"], tournament.TEAM_ROW) for team in root.find_within("TEAMS", "TEAM")
    ]
    player_rows = [_build_player(player, names) for player in players]
    tables = [
        SourceTable("players", player_rows, ("name", "rating", "club")),
        *tournament.build_game_tables(rows, *days),
        SourceTable("absences", byes, tournament.ABSENCES_HEADER),
        SourceTable("lines", teams, ("record",)),
    ]
    filled = [table for table in tables if table.rows]
    return Document("opengotha", filled, notes=[*_note_ratings(players)], saved=root.get_text("SAVEDT"))


def _note_ratings(players: Sequence[Element]) -> Iterator[Message]:
    if number := sum(player.get_text("RATING").startswith("-") for player in players):
        yield pluralize(
            number,
            "{number} player comes in without a rating: it is below 0",
            "{number} players come in without a rating: it is below 0",
            "ratings-below-0",
        )


def _read_event(root: Element) -> tuple[str, str, str]:
    """Return the name of the tournament, and its first and last day."""
    for general in root.find_within("TOURNAMENTPARAMETERSET", "GENERALPARAMETERSET"):
        days = [day if _DAY.fullmatch(day) else "" for day in map(general.get_text, ("BEGINDATE", "ENDDATE"))]
        return general.get_text("NAME"), days[0], days[1]
    return "", "", ""


def _make_key(words: str) -> str:
    """Return the key that games refer to: both parts of the name in capitals, without blanks.

    A computer set to Turkish makes İ the capital of i.
    """
    return words.replace(" ", "").upper().replace("\u0130", "I").replace("\u0307", "")


def _read_name(player: Element) -> tuple[str, str]:
    """Return the key and the name of a player; the program writes blanks in names as underscores."""
    parts = [player.get_text(part) for part in ("NAME", "FIRSTNAME")]
    words = (part.replace("_", " ").strip() for part in parts)
    return _make_key("".join(parts)), ", ".join(filter(None, words))


def _build_player(player: Element, names: NamesByKey) -> SourceRow:
    key, name = _read_name(player)
    verdict = _judge_players([key], names)
    rating = player.get_text("RATING")
    words = [name, "" if rating.startswith("-") else rating, player.get_text("CLUB")]
    return make_row(player.place, words, verdict)


def _build_game(game: Element, names: NamesByKey, event: str, days: Sequence[str]) -> SourceRow:
    mark = game.get_text("RESULT").upper().removeprefix("RESULT_").replace("BOTHWIN_BYDEF", "BOTHWIN")
    keys = [_make_key(game.get_text(colour)) for colour in ("WHITEPLAYER", "BLACKPLAYER")]
    players = [names[key][0] if key in names else "" for key in keys]
    numbers = game.get_text("ROUNDNUMBER"), game.get_text("TABLENUMBER")
    verdict = _judge_players(keys, names) or _judge_result(mark, game.get_text("HANDICAP"))
    result = SourceCell(_RESULTS.get(mark, ""), game.place, doubt=_DOUBTS.get(mark))
    day = days[0] if days[0] == days[1] else ""
    return make_row(game.place, [day, *numbers, *players, result, event], verdict)


def _judge_players(keys: Sequence[str], names: NamesByKey) -> Verdict | None:
    for key in keys:
        if key not in names:
            reason = say("no-such-player", "there is no player {name}", name=quote_text(key))
            return Verdict("doubtful", reason)
        if len(names[key]) > 1:
            return tournament.doubt_name(names[key][0])
    return None


def _judge_result(mark: str, handicap: str) -> Verdict | None:
    if mark in {"", "UNKNOWN"}:
        return tournament.NOT_PLAYED
    if mark not in _RESULTS:
        return tournament.refuse_result(mark)
    if handicap in {"", "0"}:
        return None
    reason = say("handicap-game", "a handicap of {stones}: ratings are of even games", stones=handicap)
    return Verdict("left", reason)


def _build_bye(bye: Element, names: NamesByKey) -> SourceRow:
    key, number = _make_key(bye.get_text("PLAYER")), bye.get_text("ROUNDNUMBER")
    return make_row(bye.place, [number, *names.get(key, [""])[:1], "odd"], _judge_players([key], names))
