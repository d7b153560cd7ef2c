"""What is probably a slip of the pen in the tables of a season, and may be meant: warnings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.tables import FORFEITS, Game, Inputs, Player
from sitegen.toolkit.checks import again
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_FAR_APART = 700
"""Points between two ratings of one player, or to the next player, that are more likely a digit too few."""
_FEWEST_TO_COMPARE = 4


def faults(inputs: Inputs) -> Iterator[Fault]:
    """Every slip that is likely."""
    yield from _two_ratings(inputs.players)
    yield from _far_from_all(inputs.players)
    yield from _boards(inputs.games)
    yield from _left_over(inputs)


def _two_ratings(players: Iterable[Player]) -> Iterator[Fault]:
    """A player whose two ratings cannot both be right."""
    hint = advise("is there a digit missing, or changed?")
    for each in known(players, "final_rating", "knsb_rating"):
        if each.final_rating is not None and each.knsb_rating is not None:
            apart = abs(each.final_rating - each.knsb_rating)
            told = {"name": each.name, "final": each.final_rating, "knsb": each.knsb_rating, "apart": apart}
            if apart > _FAR_APART:
                message = say(
                    "ratings-far-apart",
                    "{name} has a final_rating of {final:g} and a knsb_rating of {knsb:g}: {apart:g} apart",
                    **told,
                )
                yield Fault(each, "knsb_rating", message, hint, warning=True)


def _far_from_all(players: Iterable[Player]) -> Iterator[Fault]:
    """A player who is rated as nobody else is; a child may well be."""
    hint = advise("is there a digit missing, or changed?")
    there = known(players, "final_rating", "knsb_rating", "knsb_reliable", "estimate")
    rated = sorted(((each.basis, each) for each in there if each.basis is not None), key=itemgetter(0))
    ends = [rated[:2], rated[:-3:-1]] if len(rated) >= _FEWEST_TO_COMPARE else []
    for (own, each), (nearest, _) in ends:
        if abs(own - nearest) > _FAR_APART and not each.youth:
            told = {"name": each.name, "own": own, "nearest": nearest}
            message = say(
                "rating-far-from-all",
                "{name} starts from {own:g}, and the next player from {nearest:g}",
                **told,
            )
            columns = "final_rating", "knsb_rating", "estimate"
            column = next(name for name in columns if getattr(each, name) == own)
            yield Fault(each, column, message, hint, warning=True)


def _boards(games: Iterable[Game]) -> Iterator[Fault]:
    """Two games at one board; after a forfeit another can be played there."""
    seated = [row for row in known(games, "round", "board", "result") if row.result not in FORFEITS]
    at_board = (row for row in seated if row.board is not None)
    for row, other in again(at_board, lambda row: (row.round, row.board)):
        if other.pair != row.pair:
            told = {"board": row.board, "round": row.round, "place": other.source}
            message = say("board-twice", "board {board} has another game in round {round}: {place}", **told)
            yield Fault(row, "board", message, advise("a board has one game a round"), warning=True)


def _left_over(inputs: Inputs) -> Iterator[Fault]:
    """More than one player left over by an odd number; who won by forfeit can be left over besides."""
    forfeits = Counter(row.round for row in known(inputs.games, "round", "result") if row.result in FORFEITS)
    odd = [row for row in known(inputs.absences, "round", "code") if row.code == "odd"]
    for round_, rows in grouped(odd, lambda row: row.round).items():
        for count, row in enumerate(rows, 1):
            if count > 1 + forfeits[round_]:
                told = {"round": round_, "count": count}
                message = say(
                    "several-left-over", "round {round} has {count} players who were left over", **told
                )
                hint = advise(
                    "an odd number leaves one over, who has the code 'odd'; two of them could have played"
                )
                yield Fault(row, "code", message, hint, warning=True)
