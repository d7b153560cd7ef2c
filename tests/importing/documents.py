"""What a kind has read of a file, as tests compare it."""

from sitegen.importing.source import Document, SourceTable


def table(document: Document, name: str) -> SourceTable:
    """The table of this name; an empty one where there is none."""
    return next((table for table in document.tables if table.name == name), SourceTable(name, ()))


def rows(document: Document, name: str = "games", *columns: str) -> list[tuple[str, ...]]:
    """The texts of the rows without a verdict, of these columns or of all."""
    found = table(document, name)
    open_rows = [row for row in found.rows if not row.verdict and not any(cell.doubt for cell in row.cells)]
    if not columns:
        return [tuple(cell.text for cell in row.cells) for row in open_rows]
    at = [list(found.header).index(column) for column in columns] if found.rows else []
    return [tuple(row.cells[column].text for column in at) for row in open_rows]


def verdicts(document: Document) -> list[tuple[str, str, str]]:
    """Place, word and code of each row that has a verdict, and of each doubt that the user is asked about."""
    found = []
    for row in (row for table in document.tables if table.name != "rounds" for row in table.rows):
        if row.verdict:
            found.append((row.place, row.verdict.status, row.verdict.reason.code))
        else:
            found += [(row.place, "doubtful", cell.doubt.code) for cell in row.cells if cell.doubt]
    return found
