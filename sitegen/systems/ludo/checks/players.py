"""Players who were probably taken for somebody else, or cannot have been where the rows say."""

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations, product
from operator import attrgetter

from sitegen.message import advise, counted, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.tables import Inputs, Player, Result, Tournament
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_PLAYER = attrgetter("player")
_ROUNDS = 3
_NEAR = 0.8


def namesakes(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """Who played the one round alone that somebody of nearly the same name left out."""
    named = {each.id: each for each in known(inputs.players, "id", "name", "hidden") if not each.hidden}
    is_read = all_read(seated.results, "tournament", "round", "player")
    for there in seated.at_tournaments.values() if is_read else ():
        times = Counter(map(_PLAYER, there))
        few = [row for row in there if times[row.player] < _ROUNDS and row.player in named]
        played = grouped(few, _PLAYER).values()
        once = [found[0] for found in played if len(found) == 1]
        most = [found for found in played if len(found) == _ROUNDS - 1]
        for row, others in product(once, most):
            rounds = {row.round, *(each.round for each in others)}
            if len(rounds) == _ROUNDS and _are_near(named[row.player], named[others[0].player]):
                yield _namesake(row, others[0], named)


def _are_near(one: Player, other: Player) -> bool:
    names = SequenceMatcher(None, letters(one.name), letters(other.name), autojunk=False)
    return names.real_quick_ratio() >= _NEAR and names.quick_ratio() >= _NEAR and names.ratio() >= _NEAR


def _namesake(row: Result, other: Result, named: Mapping[str, Player]) -> Fault:
    message = say(
        "namesake-in-one-round",
        "{player} is in round {round} of {tournament} alone, and {other} in the other two",
        player=named[row.player].name,
        round=row.round,
        tournament=row.tournament,
        other=named[other.player].name,
    )
    hint = advise("correct one of them if they are the same person")
    return Fault(row, "player", message, hint, warning=True)


def both_at_once(inputs: Inputs) -> Iterator[Fault]:
    """Two tournaments of a day with the same players, of which one was another day."""
    held = grouped(known(inputs.tournaments, "tournament", "date"), attrgetter("date")).values()
    shared = {each.tournament for of_day in held if len(of_day) > 1 for each in of_day}
    rows = [row for row in inputs.results if row.tournament in shared] if shared else []
    there = {key: set[str]() for key in shared}
    for row in known(rows, "player"):
        there[row.tournament].add(row.player)
    for of_day in held:
        for one, other in combinations(of_day, 2):
            both = there[one.tournament] & there[other.tournament]
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
