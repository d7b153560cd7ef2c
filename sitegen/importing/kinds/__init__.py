"""The formats that can be imported: a module each, with `fits` to detect a file and `read` to parse it."""

from functools import partial
from importlib import import_module

from sitegen.core.problems import advise, say
from sitegen.importing import source
from sitegen.importing.kinds import crosstable, pairs
from sitegen.importing.source import Document, SourceError, SourceFile, run_in_child

_KINDS = (
    *("trf", "pgn", "usebio", "acblscore", "opengotha", "keizer", "bgstats"),
    *("workbook", "page", "records", "markdown", "delimited", "columns"),
)
"""The formats in the order in which they are tried: those with a signature before generic tables."""
GENERIC_KINDS = {"workbook", "page", "records", "markdown", "delimited", "columns"}
_EXPORT_HINT = advise("export a table from the program that made it: CSV or a workbook")
_REFUSED_KINDS = {
    b"%PDF-": ("PDF", _EXPORT_HINT),
    b"\x89PNG": ("a picture", _EXPORT_HINT),
    b"\xff\xd8\xff": ("a picture", _EXPORT_HINT),
    b"{\\rtf": ("RTF", advise("copy the table into a workbook")),
}


def read_document(file: SourceFile) -> Document:
    """Read a file by the first format that fits; raise a `SourceError` where none does."""
    if not file.data.strip():
        raise SourceError(say("source-empty", "this file is empty"))
    source.check_size(len(file.data))
    for name in _KINDS:
        kind = import_module(f"{__name__}.{name}")
        if kind.fits(file):
            document: Document = run_in_child(partial(kind.read, file))
            tables_read = _read_crosstables(document) if name in GENERIC_KINDS else document
            source.check_records(sum(len(table.rows) for table in tables_read.tables))
            return tables_read
    for mark, (kind_name, hint) in _REFUSED_KINDS.items():
        if file.data.startswith(mark):
            raise SourceError(say("source-refused", "this is {kind}", kind=kind_name), hint)
    hint = advise("export it as CSV or a workbook; a tournament as TRF, a session as USEBIO")
    raise SourceError(say("source-unknown", "this is no kind of file that can be imported"), hint)


def _read_crosstables(document: Document) -> Document:
    """Return the document with its crosstables replaced by their players and games."""
    tables, statements, notes, kind = [], [*document.statements], [*document.notes], document.kind
    for table in document.tables:
        reader = next((kind for kind in (pairs, crosstable) if kind.fits_table(table)), None)
        if reader is None:
            tables.append(table)
            continue
        crosstable_document = reader.read_table(table)
        kind = crosstable_document.kind
        tables += crosstable_document.tables
        statements += crosstable_document.statements
        notes += crosstable_document.notes
    return Document(kind, tables, statements, notes)
