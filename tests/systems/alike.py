"""What two outcomes show, whatever the order of players whose figures are equal."""

from typing import Any

from sitegen.model import Chart, Outcome


def rows_of_tables(outcome: Outcome) -> dict[str, list[str]]:
    """The rows of every table, sorted."""
    return {each.name: sorted(map(repr, each.rows)) for each in outcome.tables}


def shown(page: Any) -> tuple[str, list[object]]:
    """The facts and parts of a page, the rows of each sorted."""
    parts = [
        repr(each) if isinstance(each, Chart) else (each.name, sorted(map(repr, each.rows)))
        for each in page.sheet.parts()
    ]
    return repr(page.sheet.facts), parts
