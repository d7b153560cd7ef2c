"""What a system says of itself: tables, columns and options that explain themselves, and sound Markdown."""

from collections.abc import Iterator

from sitegen.content import markup
from sitegen.system import System, kept
from sitegen.table import Table, columns


def breaches(system: System) -> Iterator[str]:
    """What `sitegen systems` and the page of the rules could not tell."""
    tables = [*(each.rows for each in kept(system)), *system.outputs.values(), system.Options]
    for table in dict.fromkeys(tables):
        yield from _of(table)
    for each in system.interpretations:
        _, problems = markup.html(each, "")
        yield from (
            f"the interpretation {each!r} is no sound Markdown: {found.message}" for found in problems
        )


def _of(table: type[Table]) -> Iterator[str]:
    if not table.__doc__:
        yield f"the table {table.__name__} has no docstring, which says what a row of it is"
    for column in columns(table):
        if not column.doc:
            yield f"the column {column.name!r} of {table.__name__} is not explained"
