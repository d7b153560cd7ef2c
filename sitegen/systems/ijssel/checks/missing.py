"""Who has neither a game nor an absence in a round that was played, of whom everyone needs one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.tables import FORFEITS, Game, Inputs, Player, Row
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_LONG = 3
"""So many rounds in a row are told once, at the player."""
_FEW = 3
"""So many players can have come or gone together; of more it is the rounds that are not complete."""


def faults(inputs: Inputs, played: Mapping[int, Sequence[Row]]) -> Iterator[Fault]:
    """One fault a round, at its last game; of who is missing from the start, or to the end, one for all."""
    players = known(inputs.players, "id", "name", "joined", "left")
    there = {number: [each for each in players if _belongs(each, number)] for number in played}
    every: list[Row] = [*inputs.games, *inputs.absences]
    loose = [row for row in every if not known([row], "round")]
    gone = {number: _missing(there[number], rows, loose) for number, rows in played.items()}
    strays = dict(_strays(there, gone))
    yield from strays.values()
    for number, missing in gone.items():
        names = [each.name for each in missing if each.id not in strays]
        if names:
            last = [row for row in played[number] if isinstance(row, Game)][-1]
            yield Fault(last, "round", *_of_round(number, names, len(there[number])))


def _belongs(player: Player, number: int) -> bool:
    return player.joined <= number <= (player.left or number)


def _missing(there: Sequence[Player], rows: Sequence[Row], loose: Sequence[Row]) -> Sequence[Player]:
    """Those of a round who have no row in it.

    Nobody, unless there are more of them than can stand in the cells of these rows, or of the `loose` ones of
    any round, that were not read or are wrongly blank.
    """
    every = [*rows, *loose]
    seen = {player for row in every for _, player in row.named}
    unread = sum(not known([row], column) for row in every for column, _ in row.named)
    blank = sum(isinstance(row, Game) and len(row.named) < 2 and row.result not in FORFEITS for row in rows)
    missing = [each for each in there if each.id not in seen]
    return missing if len(missing) > unread + blank else []


def _strays(
    there: Mapping[int, Sequence[Player]], gone: Mapping[int, Sequence[Player]]
) -> Iterator[tuple[str, Fault]]:
    """Players, by id, who are missing in several rounds, which are their first or their last."""
    found = [(each, number) for number, missing in gone.items() for each in missing]
    rounds = {
        player: tuple(number for _, number in pairs)
        for player, pairs in grouped(found, lambda pair: pair[0]).items()
    }
    together = Counter(rounds.values())
    for player, mine in rounds.items():
        own = tuple(number for number, everyone in there.items() if player in everyone)
        if len(mine) >= _LONG and together[mine] <= _FEW and mine in (own[: len(mine)], own[-len(mine) :]):
            yield player.id, _of_player(player, mine, own)


def _of_player(player: Player, mine: Sequence[int], own: Sequence[int]) -> Fault:
    """What is said of a player who is missing in `mine`, the first or the last of their `own` rounds."""
    hint = advise("who comes in later has the first round in 'joined'; else add what is missing")
    if len(mine) == len(own):
        message = say(
            "missing-in-every-round",
            "{name} has neither a game nor an absence in any round that was played",
            name=player.name,
        )
        return Fault(player, "joined", message, hint)
    if mine[0] == own[0]:
        told = {"name": player.name, "round": own[len(mine)]}
        message = say(
            "missing-before-round", "{name} has neither a game nor an absence before round {round}", **told
        )
        return Fault(player, "joined", message, hint)
    told = {"name": player.name, "round": own[-len(mine) - 1]}
    message = say(
        "missing-after-round", "{name} has neither a game nor an absence after round {round}", **told
    )
    hint = advise("who left has the last round in 'left'; else add what is missing")
    return Fault(player, "left", message, hint)


def _of_round(number: int, names: Sequence[str], there: int) -> tuple[str, str]:
    """What is said of those who are missing; of nearly everyone, that the round may not be right."""
    told = {"round": number, "missing": len(names), "there": there, "names": ", ".join(names)}
    if len(names) > there / 2:
        message = say(
            "round-hardly-filled",
            "round {round} has neither a game nor an absence of {missing} of its {there} players: {names}",
            **told,
        )
        return message, advise("is the number of the round right? else add what is missing")
    message = say(
        "players-missing-in-round", "round {round} has neither a game nor an absence of {names}", **told
    )
    return message, advise("every player has one or the other: add what is missing")
