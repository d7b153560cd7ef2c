"""What several kinds of files say of a game, and its row."""

from collections.abc import Sequence

from sitegen.commands.importing.source import SourceRow, SourceTable, Verdict
from sitegen.message import say
from sitegen.problem import quoted

GAMES = ("date", "round", "board", "white", "black", "result", "event")
ABSENCES = ("round", "player", "code")


def game_tables(rows: Sequence[SourceRow]) -> list[SourceTable]:
    """The games, and apart from them those that were won or lost by forfeit."""
    return [
        SourceTable("games", [row for row in rows if not row.cells[5].text.endswith("f")], GAMES),
        SourceTable("forfeits", [row for row in rows if row.cells[5].text.endswith("f")], GAMES),
    ]


def to_come() -> Verdict:
    """Of a game without a result."""
    return Verdict("left", say("game-to-come", "paired, and without a result"))


def of_a_bye() -> Verdict:
    """Of a player who is none."""
    return Verdict("left", say("game-of-a-bye", "no player, but what stands for none"))


def of_teams() -> Verdict:
    """Of a record that is of teams."""
    return Verdict("left", say("line-of-teams", "a record of teams"))


def against_oneself() -> Verdict:
    """Of a game in which one player is both."""
    return Verdict("doubtful", say("opponent-of-oneself", "a player against themselves"))


def no_number(number: object) -> Verdict:
    """Of a number that is nobody's."""
    why = say("no-such-number", "there is no player with the number {number}", number=str(number))
    return Verdict("doubtful", why)


def no_result(mark: object) -> Verdict:
    """Of a result that cannot be read."""
    return Verdict("refused", say("mark-not-read", "{mark} is no result", mark=quoted(str(mark))))


def name_of_two(name: str) -> Verdict:
    """Of a name that several players have."""
    return Verdict("doubtful", say("name-of-two", "several players are called {name}", name=quoted(name)))


def nameless() -> Verdict:
    """Of a player without a name."""
    return Verdict("refused", say("nameless-player", "a player without a name"))


def lost_by_both() -> Verdict:
    """Of a game that both lost."""
    return Verdict("doubtful", say("lost-by-both", "lost by both: played, or not?"))


def drawn_forfeit() -> Verdict:
    """Of a forfeit that nobody won."""
    return Verdict("doubtful", say("forfeit-drawn", "a forfeit that is a draw"))


def won_by_both() -> Verdict:
    """Of a game that both won."""
    return Verdict("doubtful", say("won-by-both", "won by both"))
