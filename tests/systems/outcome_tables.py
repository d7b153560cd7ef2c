"""What two outcomes show, whatever the order of players whose figures are equal."""

from typing import Any

from sitegen.core.model import Outcome, Section


def rows_of_tables(outcome: Outcome) -> dict[str, list[str]]:
    """The rows of every table, sorted."""
    return {table.name: sorted(map(repr, table.rows)) for table in outcome.tables}


def shown(page: Any) -> tuple[str, list[object]]:
    """The facts and parts of a page, the rows of each sorted.

    But for what lies ahead: whom that is told of goes by who stands next, and among equals that only shows.
    """
    sections = (section for section in page.content.sections() if getattr(section, "name", "") != "ahead")
    parts: list[object] = [
        (section.name, sorted(map(repr, section.rows))) if isinstance(section, Section) else repr(section)
        for section in sections
    ]
    return repr(page.content.facts), parts
