"""What two outcomes show, whatever the order of players whose figures are equal."""

from typing import Any

from sitegen.core.model import Outcome, Section


def rows_of_tables(outcome: Outcome) -> dict[str, list[str]]:
    """The rows of every table, sorted."""
    return {each.name: sorted(map(repr, each.rows)) for each in outcome.tables}


def shown(page: Any) -> tuple[str, list[object]]:
    """The facts and parts of a page, the rows of each sorted.

    But for what lies ahead: whom that is told of goes by who stands next, and among equals that only shows.
    """
    sections = (each for each in page.content.sections() if getattr(each, "name", "") != "ahead")
    parts: list[object] = [
        (each.name, sorted(map(repr, each.rows))) if isinstance(each, Section) else repr(each)
        for each in sections
    ]
    return repr(page.content.facts), parts
