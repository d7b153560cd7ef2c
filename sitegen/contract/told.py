"""What strips and ledgers say: answers that lead somewhere, and accounts that add up."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import isclose
from typing import Any, Protocol

from sitegen.model import Fact, Highlight, Ledger, Named, Section, Strip
from sitegen.table import PlayerId, Table, columns
from sitegen.toolkit.rows import grouped

_MOST = 4
_NEAR = 1e-6


class Places(Protocol):
    """Where cells lead, and whether they are what their columns say."""

    def of_fact(self, fact: Fact) -> Iterator[str]:
        """What is wrong with one figure and its link."""

    def of_rows(self, where: str, table: type[Table], rows: Sequence[Any]) -> Iterator[str]:
        """What is wrong with the cells of rows."""


def of_strip(strip: Strip, places: Places) -> Iterator[str]:
    """What is wrong with the answers above a list."""
    if len(strip.highlights) > _MOST:
        yield f"the strip has {len(strip.highlights)} highlights, more than {_MOST}"
    for each in strip.highlights:
        yield from (f"the highlight {each.label!r}: {told}" for told in _of_highlight(each, places))


def _of_highlight(highlight: Highlight, places: Places) -> Iterator[str]:
    if highlight.player and highlight.text:
        yield "there is a player and a text, of which one is shown"
    if not fills(highlight.note, highlight.named):
        yield f"the note {highlight.note!r} names something that is not there"
    players = [each.player for each in highlight.named.values() if isinstance(each, Named)]
    for player in filter(None, [highlight.player, *players]):
        yield from places.of_fact(Fact(highlight.label, player, PlayerId))
    if highlight.figure is not None or highlight.event:
        yield from places.of_fact(
            Fact(highlight.label, highlight.figure, highlight.shown, event=highlight.event)
        )


def of_ledger(section: Section, places: Places) -> Iterator[str]:
    """What is wrong with a section as an account: titles, steps, and sums that do not come out."""
    ledger = section.ledger
    if ledger is None:
        return
    for each in (ledger.opening, ledger.closing):
        if not fills(each.title, {"day": each.day}):
            yield f"the title {each.title!r} names something that is not there"
    for table, rows in grouped(ledger.steps, type).items():
        if issubclass(table, Table):
            yield from places.of_rows("the steps", table, rows)
        else:
            yield f"the ledger has a step that is a {table.__name__}, and no row of a table"
    yield from _sums(section, ledger)


def _sums(section: Section, ledger: Ledger) -> Iterator[str]:
    by_role = {each.role: place for place, each in reversed([*enumerate(columns(section.table))])}
    if missing := [each for each in ("change", "value") if each not in by_role]:
        yield f"the ledger has no column of the role {missing[0]!r}"
        return
    changes = [row[by_role["change"]] or 0.0 for row in section.rows]
    figures = list(accumulate(changes, initial=ledger.opening.value or 0.0))
    shown = [row[by_role["value"]] for row in section.rows]
    off = [
        place for place, each in enumerate(shown) if each is not None and not near(each, figures[place + 1])
    ]
    if off:
        yield f"the rows of the ledger lead to {figures[off[0] + 1]}, where it says {shown[off[0]]}"
    elif not near(figures[-1], ledger.closing.value or 0.0):
        yield f"the ledger leads to {figures[-1]}, not to {ledger.closing.value}"
    if ledger.change is not None and not near(figures[-1] - figures[0], ledger.change):
        yield f"the change of the ledger is {ledger.change}, not that of its rows"


def near(one: float, other: float) -> bool:
    """Whether two figures are the same but for the noise of a sum."""
    return isclose(one, other, rel_tol=1e-9, abs_tol=_NEAR)


def fills(title: str, named: Any) -> bool:
    """Whether all that a text names is there."""
    try:
        title.format(**named)
    except (KeyError, IndexError, ValueError):
        return False
    return True
