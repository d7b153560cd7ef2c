"""What two outcomes show, whatever the order of players whose figures are equal."""

from typing import Any

from sitegen.model import Outcome, Section


def rows_of_tables(outcome: Outcome) -> dict[str, list[str]]:
    """The rows of every table, sorted."""
    return {each.name: sorted(map(repr, each.rows)) for each in outcome.tables}


def shown(page: Any) -> tuple[str, list[object]]:
    """The facts and parts of a page, the rows of each sorted."""
    parts = [
        (each.name, sorted(map(repr, each.rows))) if isinstance(each, Section) else repr(each)
        for each in page.sheet.parts()
    ]
    return repr(page.sheet.facts), parts
