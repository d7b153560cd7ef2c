"""The kinds of file that can be imported, each a module that turns bytes into tables of cells."""

from functools import partial
from importlib import import_module

from sitegen.commands.importing import limits
from sitegen.commands.importing.child import run_apart
from sitegen.commands.importing.kinds import crosstable
from sitegen.commands.importing.source import Document, SourceError, SourceFile
from sitegen.message import advise, say

_ORDER = (
    *("trf", "pgn", "usebio", "opengotha", "keizer", "bgstats"),
    *("workbook", "page", "records", "markdown", "delimited", "columns"),
)
"""Formats that say what they are, before tables of any form."""
OF_ANY_FORM = {"workbook", "page", "records", "markdown", "delimited", "columns"}
_EXPORT = advise("export a table from the program that made it: CSV or a workbook")
_REFUSED = {
    b"%PDF-": ("PDF", _EXPORT),
    b"\x89PNG": ("a picture", _EXPORT),
    b"\xff\xd8\xff": ("a picture", _EXPORT),
    b"{\\rtf": ("RTF", advise("copy the table into a workbook")),
}


def read(file: SourceFile) -> Document:
    """What a file holds, by the first kind that it is of; a `SourceError` where it is of none."""
    if not file.data.strip():
        raise SourceError(say("source-empty", "this file is empty"))
    limits.check_size(len(file.data))
    for name in _ORDER:
        kind = import_module(f"{__name__}.{name}")
        if kind.fits(file):
            document: Document = run_apart(partial(kind.read, file))
            found = _with_crosstables(document) if name in OF_ANY_FORM else document
            limits.check_records(sum(len(table.rows) for table in found.tables))
            return found
    for mark, (what, hint) in _REFUSED.items():
        if file.data.startswith(mark):
            raise SourceError(say("source-refused", "this is {kind}", kind=what), hint)
    hint = advise("export it as CSV or a workbook; a tournament as TRF, a session as USEBIO")
    raise SourceError(say("source-unknown", "this is no kind of file that can be imported"), hint)


def _with_crosstables(document: Document) -> Document:
    """The same, with the crosstables among its tables read as what they are."""
    tables, statements, notes, kind = [], [*document.statements], [*document.notes], document.kind
    for table in document.tables:
        if not crosstable.fits_table(table):
            tables.append(table)
            continue
        found = crosstable.read_table(table, document.facts)
        kind = found.kind
        tables += found.tables
        statements += found.statements
        notes += found.notes
    return Document(kind, tables, statements, notes, document.facts)
