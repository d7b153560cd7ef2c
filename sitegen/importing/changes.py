"""Applying an import to the files of the site, first in a copy of it; and undoing an import."""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen import publishing
from sitegen.commands.writing import append_rows, write_files
from sitegen.core import cells
from sitegen.core.cells import format_canonical
from sitegen.core.entities import DrawError, InvalidRequestError
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, pluralize, quote_text, say, select_errors
from sitegen.core.system import InputTable, list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.importing.answers import FOLDER, check_name, load_all_answers
from sitegen.importing.holdings import CurrentRow, Holdings, PlannedChange
from sitegen.importing.ledger import LedgerEntry, Row, format_ledger, load_ledger
from sitegen.importing.targets import find_targets
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import SETTINGS_FILE, Ranking, Site, SiteDates
from sitegen.inputs.results import append
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, RankingFiles, open_files, read_players
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.toolkit.order import group_by


class SiteCopy:
    """A copy of the settings and results of a site in an empty folder, in which changes are tried."""

    def __init__(self, site: Site, ranking: Ranking, folder: str) -> None:
        self.root, self._origin, self._ranking = Path(folder), site.root, ranking
        self._language = Language(site.language)
        shutil.copy(site.root / SETTINGS_FILE, self.root / SETTINGS_FILE)
        source = site.root / RESULTS_FOLDER
        if source.exists():
            shutil.copytree(source, self.root / RESULTS_FOLDER, symlinks=True)
        self._tables = {table.name: table for table in list_input_tables(ranking.system)}

    def apply_changes(self, changes: Sequence[PlannedChange], name: str) -> None:
        """Apply the changes to the copy; raise a `DrawError` where a file cannot take them."""
        changes_by_table = group_by(changes, lambda change: change.table)
        for table in self._tables.values():
            table_changes = changes_by_table.get(table.name, [])
            replacements = [(change.old, change.new) for change in table_changes if change.old]
            for path, pairs in group_by(replacements, lambda pair: pair[0].path).items():
                rows = {current.line: new_rows for current, new_rows in pairs}
                self._rewrite_file(path, table, _list_columns(rows.values()), rows)
            new_rows = sorted(
                (change.new for change in table_changes if change.new and not change.old), key=_make_sort_key
            )
            if new_rows:
                single_file = f"{RESULTS_FOLDER}/{self._ranking.id}/{table.name}.csv"
                if (self.root / single_file).exists():
                    self._rewrite_file(single_file, table, _list_columns(new_rows), {})
                path, data = append_rows(
                    self.root, self._ranking, f"import-{name}", table, new_rows, language=self._language
                )
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (self.root / path).write_bytes(data)

    def _rewrite_file(
        self, path: str, table: InputTable, columns: Sequence[str], rows: Mapping[int, Row | None]
    ) -> None:
        place = self.root / path
        try:
            data = append.add_columns(place.read_bytes(), path, table.rows, columns)
            data = append.rewrite_rows(data, path, table.rows, rows) if rows else data
        except ValueError as error:
            raise DrawError(*error.args) from None
        place.write_bytes(data)

    def drop_empty(self, name: str) -> None:
        """Delete the files of an import in which no row is left."""
        for table, described in self._tables.items():
            path = f"{RESULTS_FOLDER}/{self._ranking.id}/{table}/import-{name}.csv"
            place = self.root / path
            if place.exists() and not append.has_rows(place.read_bytes(), path, described.rows):
                place.unlink()

    def list_changed_files(self) -> dict[str, bytes | None]:
        """Return the files that differ from those of the site, by path; None for a deleted one."""
        new, old = (_read_folder(root / RESULTS_FOLDER, root) for root in (self.root, self._origin))
        return {path: new.get(path) for path in sorted({*new, *old}) if new.get(path) != old.get(path)}


def read_old_files(root: Path, paths: Iterable[str]) -> dict[str, bytes | None]:
    """Return the current files of a site, by path; None for a missing one."""
    return {path: (root / path).read_bytes() if (root / path).exists() else None for path in paths}


def _make_sort_key(row: Row) -> tuple[str, int]:
    """Return the day and the round of a row, to sort rows in the order of play."""
    number = row.get("round", "") or row.get("order", "")
    return row.get("date", ""), int(number) if number.isdecimal() else 0


def _list_columns(rows: Iterable[Row | None]) -> list[str]:
    return [*dict.fromkeys(name for row in rows if row for name, text in row.items() if text)]


def _read_folder(folder: Path, root: Path) -> dict[str, bytes]:
    places = (place for place in folder.rglob("*") if place.is_file())
    return {place.relative_to(root).as_posix(): place.read_bytes() for place in places}


def read_current_rows(root: Path, ranking: Ranking) -> tuple[list[CurrentRow], PlayerDirectory, RankingFiles]:
    """Return the current rows of all tables of a ranking, its players, and its files."""
    files = open_files(root, ranking)
    directory = read_players(files, reveal=True)
    rows = [row for name in files.tables for row in _read_rows(files, name, directory)]
    return rows, directory, files


def _read_rows(files: RankingFiles, table: str, directory: PlayerDirectory) -> Iterator[CurrentRow]:
    columns = {column.name: column for column in get_input_columns(files.tables[table])}
    for grid in files.csv_files[table]:
        parsers: dict[str, cells.Parser] = {}
        for name in filter(None, grid.names):
            if table == PLAYERS and name in {"id", "name", "sort_name", "aliases"}:
                parsers[name] = str.strip
            elif columns[name].display.style == "player":
                parsers[name] = directory.resolve
            else:
                parsers[name] = cells.make_parser(columns[name]._replace(blank=True), grid.decimal_marks)
        for block in grid.iter_blocks():
            for line, row in zip(block.lines, block.rows, strict=True):
                texts = {
                    name: _parse_cell(parsers[name], cell)
                    for name, cell in zip(grid.names, row, strict=False)
                    if name and cell.strip()
                }
                yield CurrentRow(grid.path, line, table, texts)


def _parse_cell(parse: cells.Parser, cell: str) -> str:
    try:
        return format_canonical(parse(cell))
    except ValueError:
        return cell.strip()


def undo(root: Path, name: str, days: SiteDates, *, dry_run: bool = False) -> list[Message]:
    """Remove the rows of an import, and return messages about it.

    Rows that were edited by hand since are kept, and so are players with other results, and the answers.
    Raise an `InvalidRequestError` for an unknown import, and a `DrawError` where no row can be removed.
    """
    check_name(name)
    site, _ = settings.load_site(root)
    path = f"{FOLDER}/{name}.csv"
    if site is None or not (root / path).is_file():
        message = say("no-such-import", "nothing was imported as {name}", name=quote_text(name))
        raise InvalidRequestError(message, advise("the imports stand in imports/"))
    for ranking in site.rankings:
        ledgers = load_ledgers(root, ranking)
        current_rows, _, _ = read_current_rows(root, ranking)
        tables = {row.table for row in current_rows}
        own_entries = [entry for entry in ledgers.pop(name, ()) if entry.table in tables]
        holdings = Holdings(find_targets(ranking.system), current_rows, ledgers)
        counts = _plan_undo(own_entries, holdings)
        removals = [*holdings.list_changes(), *_list_lone_players(own_entries, current_rows, holdings)]
        if not removals and not counts["shared"] + counts["restored"]:
            continue
        with TemporaryDirectory(prefix="sitegen-import-") as folder:
            copy = SiteCopy(site, ranking, folder)
            copy.apply_changes(removals, name)
            copy.drop_empty(name)
            errors = select_errors(publishing.rate_site(copy.root, *days).problems)
            if errors:
                raise DrawError(say("undo-breaks", "without these rows: {problem}", problem=str(errors[0])))
            files = {**copy.list_changed_files(), path: None}
            files |= {f"{FOLDER}/{other}.csv": format_ledger(lines) for other, lines in ledgers.items()}
        messages = [*_describe_undo(counts)]
        if not dry_run:
            language = Language(site.language)
            lines = [language.format_message(message) for message in messages]
            command = f"sitegen import --undo {name}"
            write_files(root, files, lines, command, read_old_files(root, files))
        return messages
    raise DrawError(say("undo-nothing", "no row of {name} is there any more", name=quote_text(name)))


def _describe_undo(counts: Mapping[str, int]) -> Iterator[Message]:
    yield pluralize(counts["taken"], "{number} row is taken out", "{number} rows are taken out")
    number = counts["mended"]
    if number:
        yield say("undo-kept", "{number} rows that were mended since stay", number=number)
    number = counts["shared"]
    if number:
        yield say("undo-shared", "{number} rows that another import has too stay", number=number)


def load_ledgers(root: Path, ranking: Ranking) -> dict[str, list[LedgerEntry]]:
    """Return the ledgers of all imports into a ranking, by their names."""
    rankings = {answers.name: answers.to for answers in load_all_answers(root)}
    names = [path.stem for path in sorted((root / FOLDER).glob("*.csv"))]
    return {name: load_ledger(root, name) for name in names if rankings.get(name, "") in {"", ranking.id}}


def _plan_undo(own_entries: Sequence[LedgerEntry], holdings: Holdings) -> Counter[str]:
    """Take out the rows of an import that no other one claims.

    Return the numbers of those that are taken out, were mended since, or are of another import too.
    """
    counts: Counter[str] = Counter()
    for entry in own_entries:
        if entry.is_imported and entry.table != PLAYERS and entry.reason != "import-completed":
            holdings.mark(entry)
            if all(row.cells != entry.row for row in holdings.list_rows(entry.match)):
                counts["mended"] += 1
            else:
                counts["taken" if holdings.release(entry) else "shared"] += 1
    for source_key in {entry.source_key for entry in own_entries}:
        counts["restored"] += holdings.restore(source_key)
    return counts


def _list_lone_players(
    own_entries: Sequence[LedgerEntry], current_rows: Sequence[CurrentRow], holdings: Holdings
) -> list[PlannedChange]:
    """Return the removal of each player of an import whom nothing else names."""
    removed = {id(change.old) for change in holdings.list_changes()}
    others = [row for row in current_rows if id(row) not in removed and row.table != PLAYERS]
    cells = [row.cells for row in others] + [change.new for change in holdings.list_changes() if change.new]
    used_texts = {text for row in cells for text in row.values()}
    own_players = (entry for entry in own_entries if entry.table == PLAYERS and entry.is_imported)
    new_ids = {entry.row.get("id", "") for entry in own_players} - used_texts
    return [
        PlannedChange(PLAYERS, row, None)
        for row in current_rows
        if row.table == PLAYERS and row.cells.get("id", "") in new_ids
    ]
