"""The files of an import: which there are, which are copies, and how they are opened."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from sitegen.core.problems import Message, advise, say
from sitegen.importing import kinds
from sitegen.importing.source import SourceError, SourceFile, check_size
from sitegen.importing.sources import Source


def list_files(paths: Sequence[Path]) -> dict[str, Path]:
    """Return the files by their names, those of a folder in the order of their names.

    The names are relative to the folder. A second file of a name is called by its folder as well.
    """
    files: dict[str, Path] = {}
    for path in paths:
        inside = (file for file in path.rglob("*") if not file.name.startswith((".", "~$")))
        found = sorted(filter(Path.is_file, inside), key=_make_name_key) if path.is_dir() else [path]
        for file in found:
            name = file.relative_to(path).as_posix() if path.is_dir() else file.name
            files[f"{file.parent.name}/{name}" if files.get(name, file) != file else name] = file
    return files


def _make_name_key(path: Path) -> list[tuple[bool, int, str]]:
    """Return a key by which `round 2` stands before `round 10`, and `evening` before `evening new`."""
    parts = re.split(r"(\d+)", "\0".join([*map(str.casefold, path.parent.parts), path.stem.casefold()]))
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in (*parts, path.suffix)]


def describe_copy(original: str) -> Message:
    """Return why a record of a copy is merged."""
    return say("copied", "the same as in {file}", file=original)


def find_copies(sources: Sequence[Source], known: Collection[str]) -> None:
    """Mark each file whose records are those of another one; those that are `known` have come in before."""
    originals: dict[tuple[object, ...], str] = {}
    for source in sorted(sources, key=lambda source: source.name not in known):
        records = tuple(sorted(source.match_records().items()))
        content = records, *sorted(source.state.items())
        original = originals.setdefault(content, source.name) if records else source.name
        if original != source.name and source.name not in known:
            source.copy_of = original
            reason = describe_copy(original)
            for record in source.records:
                if record.status != "left" and record.table:
                    record.status = ""
                    record.judge("merged", reason)


def open_source(name: str, path: Path) -> Source:
    """Read a file; the refusal of the source says why it could not be read."""
    source = Source(name)
    try:
        if path.is_file():
            check_size(path.stat().st_size)
            source.document = kinds.read_document(SourceFile(path.name, path.read_bytes()))
        else:
            source.refusal = say("source-no-file", "this is no file")
            source.hint = advise("where it has another name by now, write that under 'sources' in imports/")
    except SourceError as error:
        source.refusal, source.hint = error.message, error.hint
    except OSError as error:
        reason = error.strerror or ""
        source.refusal = say("source-unreadable", "this file cannot be read: {reason}", reason=reason)
    return source
