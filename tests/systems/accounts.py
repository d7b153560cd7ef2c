"""Whether an account adds up: what stood on a list, what was played since, and what stands on the next."""

from collections.abc import Iterator
from math import isclose

from sitegen.core.model import Outcome, PlayerPage, Section
from sitegen.core.table import get_columns

NEAR = 1e-9


def account(page: PlayerPage) -> Section | None:
    """The section of a player's page that explains the figure."""
    parts = (section for section in page.content.sections() if isinstance(section, Section))
    return next((part for part in parts if part.explanation), None)


def wrong(outcome: Outcome) -> Iterator[str]:
    """The players whose account does not add up, line by line and as a whole."""
    for page in outcome.players:
        if section := account(page):
            yield from (f"{page.id}: {flaw}" for flaw in _wrong(section))


def _wrong(section: Section) -> Iterator[str]:
    assert section.explanation is not None
    opening, closing = section.explanation.opening.value, section.explanation.closing.value
    change, value = (_place(section, role) for role in ("change", "value"))
    now = opening or 0.0
    for row in section.rows:
        now += row[change] or 0.0
        if row[value] is not None and not isclose(now, row[value], abs_tol=NEAR):
            yield f"{row} leaves {now}"
    if not isclose(now, closing or 0.0, abs_tol=NEAR):
        yield f"the rows lead from {opening} to {now}, not to {closing}"
    change_of_all = section.explanation.change
    if change_of_all is not None and not isclose(
        (opening or 0.0) + change_of_all, closing or 0.0, abs_tol=NEAR
    ):
        yield f"{opening} and {change_of_all} is not {closing}"


def _place(section: Section, role: str) -> int:
    return next(place for place, column in enumerate(get_columns(section.table)) if column.role == role)
