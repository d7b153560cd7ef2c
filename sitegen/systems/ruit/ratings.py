"""The ratings after an evening, and who rose how much: the regulation's lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from sitegen.systems.ruit.evenings import Standing
from sitegen.systems.ruit.outputs import Ranked, Receipt, Riser
from sitegen.systems.ruit.tables import FORMS, Player
from sitegen.toolkit.course import Stood
from sitegen.toolkit.order import ranked

ALL = "all"
Gains = Mapping[tuple[str, str], Mapping[str, float]]
"""What everybody won or lost, by form and period; both may be `all`."""


def ratings(players: Sequence[Player], stood: Stood[Receipt, Standing]) -> list[Ranked]:
    """The ratings of everybody, with the change of who played on the latest evening."""
    there = stood.last.left if stood.last else {}
    return [
        Ranked.like(
            stood.now[each.id],
            each,
            rank=rank,
            player=each.id,
            change=there[each.id].change if each.id in there else None,
        )
        for rank, each in ranked(players, {player: own.rating for player, own in stood.now.items()})
    ]


def gains(rows: Iterable[Receipt]) -> Gains:
    """What everybody won or lost in these rows."""
    won: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        for of in product((ALL, row.form), (ALL, str(row.date.year))):
            sums = won.setdefault(of, {})
            sums[row.player] = sums.get(row.player, 0.0) + row.gain
    return won


def periods(won: Gains) -> list[str]:
    """The whole and the years, oldest first."""
    return [ALL, *sorted({period for _, period in won} - {ALL})]


def risers(players: Sequence[Player], won: Gains) -> Iterator[Riser]:
    """Who rose how much in each form and period ("Overig")."""
    for form in (ALL, *FORMS):
        for period in periods(won):
            sums = won.get((form, period), {})
            for rank, each in risen(players, sums):
                yield Riser(form, period, rank, each.id, each.name, sums[each.id])


def risen(players: Sequence[Player], sums: Mapping[str, float]) -> list[tuple[int, Player]]:
    """Who has won or lost something, ranked by it."""
    return ranked([each for each in players if each.id in sums], sums)
