"""What is wrong with the tables of a season that their columns alone do not show.

Every check runs on all rows that were read enough for it, and leaves out what may only follow from a cell
that was not.
"""

from collections.abc import Iterable, Iterator, Mapping

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.checks import calendar, evenings, missing, slips
from sitegen.systems.ijssel.competition import period
from sitegen.systems.ijssel.scores import BYES
from sitegen.systems.ijssel.tables import Absence, Game, Inputs, Options, Row
from sitegen.toolkit.checks import again
from sitegen.toolkit.rows import grouped
from sitegen.unread import known


def faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, and what is probably a slip."""
    names = {each.id: each.name if known([each], "name") else each.id for each in known(inputs.players, "id")}
    rows: list[Row] = [*known(inputs.games, "round"), *known(inputs.absences, "round")]
    rounds = {each.round for each in known(inputs.rounds, "round")}
    rows_of = grouped((row for row in rows if row.round in rounds), lambda row: row.round)
    played = {number: rows_of[number] for number in sorted(rows_of) if any(map(_has_result, rows_of[number]))}
    yield from calendar.faults(inputs)
    yield from calendar.strangers(inputs, rows)
    yield from _too_many_byes(inputs.absences, names)
    yield from evenings.faults(rows_of, played, names)
    yield from missing.faults(inputs, played)
    yield from _met_again(inputs, options, names)
    yield from slips.faults(inputs)


def _has_result(row: Row) -> bool:
    return isinstance(row, Game) and row.result is not None


def _too_many_byes(absences: Iterable[Absence], names: Mapping[str, str]) -> Iterator[Fault]:
    """Article 2.3: twice a season."""
    byes = [row for row in known(absences, "round", "player", "code") if row.code == "bye"]
    for player, mine in grouped(byes, lambda row: row.player).items():
        for row in sorted(mine, key=lambda each: each.round)[BYES:]:
            told = {"name": names.get(player, player), "byes": BYES, "round": row.round}
            message = say("too-many-byes", "{name} has taken {byes} byes before round {round}", **told)
            hint = advise("a player can take {byes} a season; afterwards it is 'absent'", byes=BYES)
            yield Fault(row, "code", message, hint)


def _met_again(inputs: Inputs, options: Options, names: Mapping[str, str]) -> Iterator[Fault]:
    """Article 5.1: two players meet once a period."""
    length = len(inputs.rounds)
    games = [row for row in known(inputs.games, "round", "white", "black") if row.round <= length]
    pairs = sorted((row for row in games if len(row.pair) == 2), key=lambda each: each.round)
    for row, other in again(pairs, lambda row: (period(row.round, length, options), row.pair)):
        if other.round != row.round:
            white, black = (names.get(each, each) for each in row.players)
            message = say(
                "met-in-period",
                "{white} and {black} met in round {round} of the same period already: {place}",
                white=white,
                black=black,
                round=other.round,
                place=other.source,
            )
            yield Fault(
                row, "black", message, advise("players meet once a period (article 5.1)"), warning=True
            )
