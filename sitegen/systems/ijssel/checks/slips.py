"""What is probably a slip of the pen in the tables of a season, and may be meant: warnings."""

from collections import Counter
from collections.abc import Iterable, Iterator

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ijssel.tables import FORFEITS, Game, Inputs, Player
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
    for each in known(players, "final_rating", "knsb_rating"):
        if each.final_rating is None or each.knsb_rating is None:
            continue
        apart = abs(each.final_rating - each.knsb_rating)
        if apart > _FAR_APART:
            message = say(
                "ratings-far-apart",
                "{name} has a final_rating of {final:g} and a knsb_rating of {knsb:g}: {apart:g} apart",
                name=each.name,
                final=each.final_rating,
                knsb=each.knsb_rating,
                apart=apart,
            )
            yield Fault(
                each, "knsb_rating", message, advise("is there a digit missing, or changed?"), warning=True
            )


def _far_from_all(players: Iterable[Player]) -> Iterator[Fault]:
    """A player who is rated as nobody else is; a child may well be."""
    there = known(players, "final_rating", "knsb_rating", "knsb_reliable", "estimate")
    ranked = sorted((each for each in there if each.basis is not None), key=lambda each: each.basis or 0)
    if len(ranked) < _FEWEST_TO_COMPARE:
        return
    bases = [each.basis or 0.0 for each in ranked]
    lone = [(ranked[0], bases[0], bases[1]), (ranked[-1], bases[-1], bases[-2])]
    for each, own, nearest in lone:
        if abs(own - nearest) > _FAR_APART and not each.youth:
            message = say(
                "rating-far-from-all",
                "{name} starts from {own:g}, and the next player from {nearest:g}",
                name=each.name,
                own=own,
                nearest=nearest,
            )
            column = next(
                name for name in ("final_rating", "knsb_rating", "estimate") if getattr(each, name) == own
            )
            yield Fault(each, column, message, advise("is there a digit missing, or changed?"), warning=True)


def _boards(games: Iterable[Game]) -> Iterator[Fault]:
    """Two games at one board; after a forfeit another can be played there."""
    first: dict[tuple[int, int], Game] = {}
    for row in known(games, "round", "board", "result"):
        if row.board is None or row.result in FORFEITS:
            continue
        other = first.setdefault((row.round, row.board), row)
        if other is not row and other.pair != row.pair:
            message = say(
                "board-twice",
                "board {board} has another game in round {round}: {place}",
                board=row.board,
                round=row.round,
                place=other.source,
            )
            yield Fault(row, "board", message, advise("a board has one game a round"), warning=True)


def _left_over(inputs: Inputs) -> Iterator[Fault]:
    """More than one player left over by an odd number; who won by forfeit can be left over besides."""
    may_be = Counter(row.round for row in known(inputs.games, "round", "result") if row.result in FORFEITS)
    seen = Counter[int]()
    for row in known(inputs.absences, "round", "code"):
        seen[row.round] += row.code == "odd"
        if row.code == "odd" and seen[row.round] > 1 + may_be[row.round]:
            message = say(
                "several-left-over",
                "round {round} has {count} players who were left over",
                round=row.round,
                count=seen[row.round],
            )
            hint = advise(
                "an odd number leaves one over, who has the code 'odd'; two of them could have played"
            )
            yield Fault(row, "code", message, hint, warning=True)
