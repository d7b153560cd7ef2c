"""Rows that come and go -> the files of the site, tried out in a copy of it first."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from sitegen import build, cells, config
from sitegen.commands.draw.files import grown
from sitegen.commands.draw.files import write as write_files
from sitegen.commands.importing import ledger
from sitegen.commands.importing.answers import FOLDER, refuse_name
from sitegen.commands.importing.ledger import Entry, Row
from sitegen.commands.importing.merging import Change, Standing
from sitegen.commands.importing.rows import canonical
from sitegen.config import FILE, Days, Ranking, Site
from sitegen.message import Message, advise, counted, say
from sitegen.problem import errors, quoted
from sitegen.read import append, folder
from sitegen.read.files import PLAYERS, Files, files, people
from sitegen.read.people import People
from sitegen.request import DrawError, WishError
from sitegen.system import Kept, kept
from sitegen.table import cell_columns
from sitegen.toolkit.rows import grouped


class Copy:
    """A copy of the settings and results of a site, in which changes are tried before anything is written."""

    def __init__(self, site: Site, ranking: Ranking) -> None:
        self._held = TemporaryDirectory(prefix="sitegen-import-")
        self.root, self._origin, self._ranking = Path(self._held.name), site.root, ranking
        shutil.copy(site.root / FILE, self.root / FILE)
        source = site.root / folder.RESULTS
        if source.exists():
            shutil.copytree(source, self.root / folder.RESULTS, symlinks=True)
        self._tables = {table.name: table for table in kept(ranking.system)}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.cleanup()

    def apply(self, changes: Sequence[Change], name: str) -> None:
        """Make the changes in the copy; a `DrawError` where a file has no room for them."""
        of_tables = grouped(changes, lambda change: change.table)
        for table in self._tables.values():
            of_table = of_tables.get(table.name, [])
            old = [(change.old, change.new) for change in of_table if change.old]
            for path, pairs in grouped(old, lambda pair: pair[0].path).items():
                rows = {standing.line: new for standing, new in pairs}
                self._change(path, table, _columns(rows.values()), rows)
            new = sorted((change.new for change in of_table if change.new and not change.old), key=_when)
            if new:
                whole = f"{folder.RESULTS}/{self._ranking.id}/{table.name}.csv"
                if (self.root / whole).exists():
                    self._change(whole, table, _columns(new), {})
                path, data = grown(self.root, self._ranking, f"import-{name}", table, new)
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (self.root / path).write_bytes(data)

    def _change(self, path: str, table: Kept, columns: Sequence[str], rows: Mapping[int, Row | None]) -> None:
        place = self.root / path
        try:
            data = append.widened(place.read_bytes(), path, table.rows, columns)
            data = append.rewritten(data, path, table.rows, rows) if rows else data
        except ValueError as error:
            raise DrawError(*error.args) from None
        place.write_bytes(data)

    def drop_empty(self, name: str) -> None:
        """Take out the files of an import in which no row is left."""
        for table, described in self._tables.items():
            path = f"{folder.RESULTS}/{self._ranking.id}/{table}/import-{name}.csv"
            place = self.root / path
            if place.exists() and not append.has_rows(place.read_bytes(), path, described.rows):
                place.unlink()

    def written(self) -> dict[str, bytes | None]:
        """The files that differ from those of the site, by path; None for one that is there no more."""
        new, old = (_files(root / folder.RESULTS, root) for root in (self.root, self._origin))
        return {path: new.get(path) for path in sorted({*new, *old}) if new.get(path) != old.get(path)}


def old_files(root: Path, paths: Iterable[str]) -> dict[str, bytes | None]:
    """The files of a site as they are, by path; None for one that is not there."""
    return {path: (root / path).read_bytes() if (root / path).exists() else None for path in paths}


def _when(row: Row) -> tuple[str, int]:
    """The day and the round of a row: in the order of play, as far as they say it."""
    number = row.get("round", "") or row.get("order", "")
    return row.get("date", ""), int(number) if number.isdecimal() else 0


def _columns(rows: Iterable[Row | None]) -> list[str]:
    return [*dict.fromkeys(name for row in rows if row for name, text in row.items() if text)]


def _files(below: Path, root: Path) -> dict[str, bytes]:
    places = (place for place in below.rglob("*") if place.is_file())
    return {place.relative_to(root).as_posix(): place.read_bytes() for place in places}


def standing(root: Path, ranking: Ranking) -> tuple[list[Standing], People, Files]:
    """The rows of all tables of a ranking as they stand, in canonical form, with the players."""
    found = files(root, ranking)
    crowd = people(found, reveal=True)
    rows = [row for name in found.tables for row in _rows(found, name, crowd)]
    return rows, crowd, found


def _rows(found: Files, table: str, crowd: People) -> Iterable[Standing]:
    declared = {column.name: column for column in cell_columns(found.tables[table])}
    for grid in found.grids[table]:
        parsers = {
            name: crowd.resolve
            if declared[name].shown.style == "player"
            else cells.parser(declared[name]._replace(blank=True), grid.decimal_marks)
            for name in grid.names
            if name
        }
        known: dict[tuple[str, str], str] = {}
        for block in grid.blocks():
            for line, row in zip(block.lines, block.rows, strict=True):
                filled = [pair for pair in zip(grid.names, row, strict=False) if pair[0] and pair[1].strip()]
                for name, cell in (pair for pair in filled if pair not in known):
                    known[name, cell] = _value(parsers[name], cell, name, table)
                yield Standing(grid.path, line, table, {pair[0]: known[pair] for pair in filled})


def _value(parse: cells.Parser, cell: str, name: str, table: str) -> str:
    if table == PLAYERS and name in {"id", "name", "sort_name", "aliases"}:
        return cell.strip()
    try:
        return canonical(parse(cell))
    except ValueError:
        return cell.strip()


def undo(root: Path, name: str, days: Days, *, dry_run: bool = False) -> list[Message]:
    """Take the rows of an import out again, and return what to tell.

    Rows that a hand mended since stay, and so do players whom something else names. The answers stay too.
    """
    refuse_name(name)
    site, _ = config.load(root)
    path = f"{FOLDER}/{name}.csv"
    if site is None or not (root / path).is_file():
        message = say("no-such-import", "nothing was imported as {name}", name=quoted(name))
        raise WishError(message, advise("the imports stand in imports/"))
    entries = ledger.read((root / path).read_bytes())
    ours = [entry for entry in entries if entry.is_ours and entry.reason != "import-completed"]
    tables = {entry.table for entry in ours}
    for ranking in site.rankings:
        stands, _, _ = standing(root, ranking)
        found, kept = _undone(ours, stands)
        if not found or not tables <= {row.table for row in stands}:
            continue
        with Copy(site, ranking) as copy:
            copy.apply(found, name)
            copy.drop_empty(name)
            wrong = errors(build.rated(copy.root, *days).problems)
            if wrong:
                raise DrawError(say("undo-breaks", "without these rows: {problem}", problem=str(wrong[0])))
            files = {**copy.written(), path: None}
        if not dry_run:
            old = old_files(root, files)
            write_files(root, files, command=f"sitegen import --undo {name}", old=old)
        return [
            counted(len(found), "{number} row is taken out", "{number} rows are taken out"),
            *([say("undo-kept", "{number} rows that were mended since stay", number=kept)] if kept else []),
        ]
    raise DrawError(say("undo-nothing", "no row of {name} is there any more", name=quoted(name)))


def _undone(ours: Sequence[Entry], stands: Sequence[Standing]) -> tuple[list[Change], int]:
    """The rows to take out, and how many of the import are not there as they were."""
    waiting = grouped(stands, lambda row: (row.table, *sorted(row.cells.items())))
    own = [waiting.get((each.table, *sorted(each.row.items()))) for each in ours if each.table != PLAYERS]
    found = [Change(rows[0].table, rows.pop(0), None) for rows in own if rows]
    gone = {id(change.old) for change in found}
    left = [row for row in stands if id(row) not in gone and row.table != PLAYERS]
    named = {text for row in left for text in row.cells.values()}
    new = {entry.row.get("id", "") for entry in ours if entry.table == PLAYERS} - named
    players = [row for row in stands if row.table == PLAYERS and row.cells.get("id", "") in new]
    return [*found, *(Change(PLAYERS, player, None) for player in players)], len(own) - len(found)
