"""The kinds of file that can be imported, each a module that turns bytes into tables of cells."""

from functools import partial
from importlib import import_module

from sitegen.commands.importing import source
from sitegen.commands.importing.kinds import crosstable
from sitegen.commands.importing.source import Document, SourceError, SourceFile, run_in_child
from sitegen.core.problems import advise, say

_KINDS = (
    *("trf", "pgn", "usebio", "opengotha", "keizer", "bgstats"),
    *("workbook", "page", "records", "markdown", "delimited", "columns"),
)
"""Formats that say what they are, before tables of any form."""
GENERIC_KINDS = {"workbook", "page", "records", "markdown", "delimited", "columns"}
_EXPORT_HINT = advise("export a table from the program that made it: CSV or a workbook")
_REFUSED_KINDS = {
    b"%PDF-": ("PDF", _EXPORT_HINT),
    b"\x89PNG": ("a picture", _EXPORT_HINT),
    b"\xff\xd8\xff": ("a picture", _EXPORT_HINT),
    b"{\\rtf": ("RTF", advise("copy the table into a workbook")),
}


def read_document(file: SourceFile) -> Document:
    """What a file holds, by the first kind that it is of; a `SourceError` where it is of none."""
    if not file.data.strip():
        raise SourceError(say("source-empty", "this file is empty"))
    source.check_size(len(file.data))
    for name in _KINDS:
        kind = import_module(f"{__name__}.{name}")
        if kind.fits(file):
            document: Document = run_in_child(partial(kind.read, file))
            found = _read_crosstables(document) if name in GENERIC_KINDS else document
            source.check_records(sum(len(table.rows) for table in found.tables))
            return found
    for mark, (what, hint) in _REFUSED_KINDS.items():
        if file.data.startswith(mark):
            raise SourceError(say("source-refused", "this is {kind}", kind=what), hint)
    hint = advise("export it as CSV or a workbook; a tournament as TRF, a session as USEBIO")
    raise SourceError(say("source-unknown", "this is no kind of file that can be imported"), hint)


def _read_crosstables(document: Document) -> Document:
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
