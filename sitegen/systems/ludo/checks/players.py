"""Players who were probably taken for somebody else, or cannot have been where the rows say."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations, product

from sitegen.message import advise, counted, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.tables import Inputs, Player, Result, Tournament
from sitegen.unread import known

_ROUNDS = 3
_NEAR = 0.8


def namesakes(inputs: Inputs) -> Iterator[Fault]:
    """Who played the one round alone that somebody of nearly the same name left out."""
    named = {each.id: each for each in known(inputs.players, "id", "name", "hidden") if not each.hidden}
    rows = known(inputs.results, "tournament", "round", "player")
    played: dict[str, dict[str, list[Result]]] = {}
    for row in rows if len(rows) == len(inputs.results) else ():
        if row.player in named:
            played.setdefault(row.tournament, {}).setdefault(row.player, []).append(row)
    for of_player in played.values():
        once = [found[0] for found in of_player.values() if len(found) == 1]
        most = [found for found in of_player.values() if len(found) == _ROUNDS - 1]
        for row, others in product(once, most):
            rounds = {row.round, *(each.round for each in others)}
            if len(rounds) == _ROUNDS and _are_near(named[row.player], named[others[0].player]):
                yield _namesake(row, others[0], named)


def _are_near(one: Player, other: Player) -> bool:
    return SequenceMatcher(None, letters(one.name), letters(other.name), autojunk=False).ratio() >= _NEAR


def _namesake(row: Result, other: Result, named: dict[str, Player]) -> Fault:
    message = say(
        "namesake-in-one-round",
        "{player} is in round {round} of {tournament} alone, and {other} in the other two",
        player=named[row.player].name,
        round=row.round,
        tournament=row.tournament,
        other=named[other.player].name,
    )
    return Fault(
        row, "player", message, advise("correct one of them if they are the same person"), warning=True
    )


def both_at_once(inputs: Inputs) -> Iterator[Fault]:
    """Two tournaments of a day with the same players, of which one was another day."""
    there: dict[str, set[str]] = {}
    for row in known(inputs.results, "tournament", "player"):
        there.setdefault(row.tournament, set()).add(row.player)
    on_day: dict[object, list[Tournament]] = {}
    for each in known(inputs.tournaments, "tournament", "date"):
        on_day.setdefault(each.date, []).append(each)
    for held in on_day.values():
        for one, other in combinations(held, 2):
            both = there.get(one.tournament, set()) & there.get(other.tournament, set())
            if both and one.tournament != other.tournament:
                yield _same_day(other, one, len(both))


def _same_day(tournament: Tournament, other: Tournament, both: int) -> Fault:
    message = say(
        "tournaments-of-one-day",
        "{other} was held on {day} too, and {players} at both: {place}",
        other=quoted(other.tournament),
        day=tournament.date,
        players=counted(both, "{number} player was", "{number} players were"),
        place=other.source,
    )
    return Fault(tournament, "date", message, advise("correct the date of one of the two"), warning=True)
