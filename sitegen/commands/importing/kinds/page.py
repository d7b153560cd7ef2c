"""Saved web pages: every table that is not blank."""

import re
from email import message_from_bytes, policy

from sitegen.commands.importing.html_tables import HtmlTable, HtmlTableReader
from sitegen.commands.importing.source import Document, SourceError, SourceFile, decode
from sitegen.core.problems import advise, say
from sitegen.inputs.results.records import UTF_16

_TABLE = re.compile(rb"<table[\s>]", re.IGNORECASE)
_CHARSET = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
_LATIN = re.compile(r"iso-?8859-?1$|latin-?1|us-ascii|ascii", re.IGNORECASE)
_ARCHIVE = re.compile(rb"\A(?:From: <Saved by|MIME-Version:)", re.IGNORECASE)


def fits(file: SourceFile) -> bool:
    """Whether the file is HTML with a table, or an archive of a page."""
    data = decode(file.data).encode() if file.data.startswith(UTF_16) else file.data
    if _ARCHIVE.match(data):
        return b"text/html" in data
    is_markup = data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    return b"\0" not in data[:4096] and is_markup and _TABLE.search(data) is not None


def read(file: SourceFile) -> Document:
    """Read the tables of a page, in the order in which they begin."""
    reader = HtmlTableReader(_extract_archive(file.data) if _ARCHIVE.match(file.data) else _decode(file.data))
    tables = [table for table in map(HtmlTable.build_table, reader.grids) if table.rows]
    if not tables:
        message = say("page-empty", "no table of the page holds anything")
        raise SourceError(message, advise("is it the right file?"))
    facts = {grid.name: grid.heading for grid in reader.grids if grid.heading}
    return Document("page", tables, facts={"title": reader.title, **facts})


def _decode(data: bytes) -> str:
    """Decode a page by the encoding that it declares, else as UTF-8 or Windows-1252."""
    match = _CHARSET.search(data[:4096])
    encoding = match[1].decode("ascii", "replace") if match else "utf-8"
    is_wide = encoding.lower().startswith("utf-16")  # the declaration itself would be unreadable in UTF-16
    return decode(data, "utf-8" if is_wide else "cp1252" if _LATIN.match(encoding) else encoding, "utf-8")


def _extract_archive(data: bytes) -> str:
    parts = message_from_bytes(data, policy=policy.compat32).walk()
    pages = [part.get_payload(decode=True) for part in parts if part.get_content_type() == "text/html"]
    return "\n".join(_decode(page) for page in pages if isinstance(page, bytes))
