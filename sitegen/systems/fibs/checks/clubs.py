"""Clubs that are probably one, written in two ways."""

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.fibs.tables import Inputs
from sitegen.toolkit.spelling import slips
from sitegen.unread import known


def clubs(inputs: Inputs) -> Iterator[Fault]:
    """A warning of each club that is rarely written so and nearly as another one, where it stands first."""
    tables: tuple[Iterable[Any], ...] = inputs.players, inputs.registrations or (), inputs.matches
    rows = [row for each in tables for row in known(each, "club") if row.club]
    counts = Counter(map(attrgetter("club"), rows))
    for rare, common in slips(counts):
        row = next(row for row in rows if row.club == rare)
        message = say(
            "club-nearly-alike",
            "{club} is nearly {other}, which stands in {rows} rows",
            club=quoted(rare),
            other=quoted(common),
            rows=counts[common],
        )
        yield Fault(row, "club", message, advise("write one club in one way"), warning=True)
