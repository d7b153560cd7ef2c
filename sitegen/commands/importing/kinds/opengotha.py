"""OpenGotha: tournaments of go, an XML file with players, games and byes."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from sitegen.commands.importing.chess import tournament as reasons
from sitegen.commands.importing.elements import Element, document, root_name
from sitegen.commands.importing.source import Document, SourceFile, SourceRow, SourceTable, Verdict, cell
from sitegen.message import say
from sitegen.problem import quoted

Names = defaultdict[str, list[str]]
"""The names of the players by what games call them; several where nobody can tell them apart."""
_VERSION = re.compile(rb"\b(?:gothaVersion|gothaMinorVersion|fullVersionNumber|dataVersion)\s*=")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_RESULTS = {"WHITEWINS": "1-0", "BLACKWINS": "0-1", "EQUAL": "½-½"}
_RESULTS |= {"WHITEWINS_BYDEF": "1-0f", "BLACKWINS_BYDEF": "0-1f", "BOTHLOSE_BYDEF": "0-0f"}
_NO_GAMES = {"": reasons.TO_COME, "UNKNOWN": reasons.TO_COME, "BOTHLOSE": reasons.LOST_BY_BOTH}
_NO_GAMES |= {"BOTHWIN": reasons.WON_BY_BOTH, "EQUAL_BYDEF": reasons.DRAWN_FORFEIT}


def fits(file: SourceFile) -> bool:
    """Whether the root element is a tournament with the version of such a program."""
    start = file.data[:4096]
    return bool(_VERSION.search(start)) and root_name(file.data) == "TOURNAMENT"


def read(file: SourceFile) -> Document:
    """The players, games, forfeits and byes; names as `Last, First`, which the file has in two parts."""
    root = document(file.data)
    players = root.within("PLAYERS", "PLAYER")
    names = defaultdict[str, list[str]](list)
    for player in players:
        key, name = _name(player)
        names[key].append(name)
    facts = _facts(root)
    rows = [_game(game, names, facts) for game in root.within("GAMES", "GAME")]
    byes = [_bye(bye, names) for bye in root.within("BYEPLAYERS", "BYEPLAYER")]
    teams = [_row(team, ["Team"], reasons.OF_TEAMS) for team in root.within("TEAMS", "TEAM")]
    tables = [
        SourceTable("players", [_player(player, names) for player in players], ("name", "rating", "club")),
        *reasons.game_tables(rows),
        SourceTable("absences", byes, reasons.ABSENCES),
        SourceTable("lines", teams, ("record",)),
    ]
    return Document("opengotha", [table for table in tables if table.rows], facts=facts)


def _facts(root: Element) -> dict[str, str]:
    for general in root.within("TOURNAMENTPARAMETERSET", "GENERALPARAMETERSET"):
        days = {"start": general.cell("BEGINDATE"), "end": general.cell("ENDDATE")}
        known = {name: day for name, day in days.items() if _DAY.fullmatch(day)}
        return {"name": general.cell("NAME"), **known}
    return {}


def _key(words: str) -> str:
    """What a game calls its players: the parts of the name in capitals, without blanks."""
    return words.replace(" ", "").upper()


def _name(player: Element) -> tuple[str, str]:
    """What games call a player, and the name; the program writes the blanks in it as underscores."""
    parts = [player.cell(part) for part in ("NAME", "FIRSTNAME")]
    return _key("".join(parts)), ", ".join(filter(None, (part.replace("_", " ").strip() for part in parts)))


def _row(element: Element, words: Sequence[str], verdict: Verdict | None) -> SourceRow:
    return SourceRow(element.place, [cell(word, element.place) for word in words], verdict)


def _player(player: Element, names: Names) -> SourceRow:
    key, name = _name(player)
    verdict = _unsure([key], names) if name else reasons.NAMELESS
    return _row(player, [name, player.cell("RATING"), player.cell("CLUB")], verdict)


def _game(game: Element, names: Names, facts: Mapping[str, str]) -> SourceRow:
    day = facts.get("start", "") if facts.get("start") == facts.get("end") else ""
    mark = game.cell("RESULT").upper().removeprefix("RESULT_").replace("BOTHWIN_BYDEF", "BOTHWIN")
    keys = [_key(game.cell(colour)) for colour in ("WHITEPLAYER", "BLACKPLAYER")]
    both = [names[key][0] if key in names else "" for key in keys]
    words = [day, game.cell("ROUNDNUMBER"), game.cell("TABLENUMBER"), *both, _RESULTS.get(mark, "")]
    verdict = _unsure(keys, names) or _no_game(mark, game.cell("HANDICAP"))
    return _row(game, [*words, facts.get("name", "")], verdict)


def _unsure(keys: Sequence[str], names: Names) -> Verdict | None:
    for key in keys:
        if key not in names:
            why = say("no-such-player", "there is no player {name}", name=quoted(key))
            return Verdict("doubtful", why)
        if len(names[key]) > 1:
            return reasons.name_of_two(names[key][0])
    return reasons.AGAINST_ONESELF if len({*keys}) < len(keys) else None


def _no_game(mark: str, handicap: str) -> Verdict | None:
    if mark in _NO_GAMES:
        return _NO_GAMES[mark]
    if mark not in _RESULTS:
        return reasons.no_result(mark)
    if handicap in {"", "0"}:
        return None
    why = say("handicap-game", "a handicap of {stones}: ratings are of even games", stones=handicap)
    return Verdict("left", why)


def _bye(bye: Element, names: Names) -> SourceRow:
    key, number = _key(bye.cell("PLAYER")), bye.cell("ROUNDNUMBER")
    return _row(bye, [number, *names.get(key, [""])[:1], "odd"], _unsure([key], names))
