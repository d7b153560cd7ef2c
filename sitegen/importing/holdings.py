"""The rows of a ranking as they will stand after an import, and the records that claim them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegen.core.problems import Message, say
from sitegen.importing.ledger import SUPERSEDED, LedgerEntry, Row, SourceKey
from sitegen.importing.relations import MatchRules
from sitegen.importing.targets import CLUB_LIST, Targets
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

Ledgers = Mapping[str, list[LedgerEntry]]
"""The entries of each import of a ranking."""


class CurrentRow(NamedTuple):
    """A row in a file of the site."""

    path: str
    line: int
    table: str
    cells: Row


class PlannedChange(NamedTuple):
    """A row to add (no `old`), remove (no `new`) or replace."""

    table: str
    old: CurrentRow | None
    new: Row | None

    @property
    def is_new_player(self) -> bool:
        """Whether it adds a player."""
        return self.table == PLAYERS and not self.old


@dataclass(eq=False)
class StandingRow:
    """A row as it will stand: `current` is the one in a file of the site, `cells` are None once removed."""

    table: str
    cells: Row | None
    current: CurrentRow | None = None
    origin: str = ""

    @property
    def place(self) -> str:
        """Where it stands, or what it is from."""
        return f"{self.current.path}:{self.current.line}" if self.current else self.origin


class Holdings:
    """The rows of a ranking as they will stand, and the entries of all imports that claim them."""

    def __init__(self, targets: Targets, current_rows: Sequence[CurrentRow], ledgers: Ledgers) -> None:
        self.rules = {name: MatchRules(target) for name, target in targets.items() if name != CLUB_LIST}
        self._all_rows = [StandingRow(row.table, row.cells, row) for row in current_rows]
        self._rows: defaultdict[Hashable, list[StandingRow]] = defaultdict(list)
        for row in self._all_rows:
            self._rows[self.make_key(row.table, row.cells or {})].append(row)
        self._claims: defaultdict[Hashable, list[LedgerEntry]] = defaultdict(list)
        self.entries: defaultdict[SourceKey, list[LedgerEntry]] = defaultdict(list)
        for entries in ledgers.values():
            self.add_entries([entry for entry in entries if entry.table in self.rules and entry.place])

    def add_entries(self, entries: Sequence[LedgerEntry]) -> None:
        """Add what a file says."""
        for entry in entries:
            self.entries[entry.source_key].append(entry)
            if entry.row:
                self.mark(entry)
                self._claims[entry.match].append(entry)

    def mark(self, entry: LedgerEntry) -> None:
        """Set the match and the group of an entry."""
        if entry.match is None:
            entry.match = self.make_key(entry.table, entry.row)
            entry.group = entry.table, self.rules[entry.table].make_group(entry.row)

    def drop_entries(self, entries: Collection[LedgerEntry]) -> None:
        """Drop entries, such as those of a file that is read again."""
        for entry in entries:
            self.entries[entry.source_key].remove(entry)
            if entry.row:
                self._claims[entry.match].remove(entry)

    def make_key(self, table: str, row: Row) -> Hashable:
        """Return what names the match of a row."""
        return table, self.rules[table].make_key(row)

    def list_rows(self, match: Hashable) -> list[StandingRow]:
        """Return the standing rows of a match."""
        return [standing for standing in self._rows[match] if standing.cells is not None]

    def list_claims(self, match: Hashable) -> list[LedgerEntry]:
        """Return the entries of a match."""
        return self._claims[match]

    def add_row(self, table: str, row: Row, origin: str) -> StandingRow:
        """Add a row."""
        standing = StandingRow(table, row, origin=origin)
        self._all_rows.append(standing)
        self._rows[self.make_key(table, row)].append(standing)
        return standing

    def replace_row(self, standing: StandingRow, row: Row | None, by: SourceKey | None = None) -> None:
        """Replace or remove a row; entries of others that it no longer agrees with are superseded by `by`."""
        old = standing.cells or {}
        match = self.make_key(standing.table, old)
        self._rows[match].remove(standing)
        standing.cells = row
        if row is not None:
            self._rows[self.make_key(standing.table, row)].append(standing)
        number = sum(has_all_cells(old, row.cells or {}) for row in self.list_rows(match))
        claims = [claim for claim in self.list_claims(match) if claim.is_live and claim.source_key != by]
        claims = [claim for claim in claims if has_all_cells(old, claim.row)]
        for same in group_by(claims, lambda claim: claim.source_key).values() if by else ():
            for claim in same[number:]:
                supersede(claim, by or ("", ""))

    def is_claimed(self, entry: LedgerEntry) -> bool:
        """Whether other entries claim all the rows that an entry may be of, so that its row has to stay."""
        number = sum(has_all_cells(row.cells or {}, entry.row) for row in self.list_rows(entry.match))
        claims = [
            claim
            for claim in self.list_claims(entry.match)
            if claim is not entry and claim.is_live and has_all_cells(claim.row, entry.row)
        ]
        by_source = Counter(claim.source_key for claim in claims)
        owned = sum(claim.verdict == "imported" for claim in claims)
        if number > max([owned, *by_source.values()]):
            return False
        for claim in [claim for claim in claims if claim.verdict == "merged"][:1]:
            claim.verdict = "imported"  # now the row is its own
        return True

    def release(self, entry: LedgerEntry) -> bool:
        """Take out the row of an entry, unless another file says it; return whether there was one.

        What the entry once corrected comes back.
        """
        rows = self.list_rows(entry.match)
        standing = next((row for row in rows if has_all_cells(row.cells or {}, entry.row)), None)
        if standing is None or self.is_claimed(entry):
            return False
        former = [
            claim
            for claim in self.list_claims(entry.match)
            if claim.verdict == SUPERSEDED and claim.reason == name_source(entry.source_key)
        ]
        self.replace_row(standing, former[-1].row if former else None)
        if former:
            _revive(former[-1], "imported")
        return True

    def restore(self, source_key: SourceKey) -> int:
        """Bring back what a file took out, now that it is no longer there; return for how many records.

        A row that was mended by hand since, so that no file says it, stays in the place of what comes back.
        """
        entries = [entry for entries in self.entries.values() for entry in entries]
        lost = (SUPERSEDED, name_source(source_key))
        superseded = [entry for entry in entries if (entry.verdict, entry.reason) == lost]
        for entry in superseded:
            rows = [row.cells or {} for row in self.list_rows(entry.match)]
            claims = [claim.row for claim in self.list_claims(entry.match) if claim.is_live]
            is_mended = any(not any(has_all_cells(row, claim) for claim in claims) for row in rows)
            is_there = is_mended or any(has_all_cells(row, entry.row) for row in rows)
            _revive(entry, "merged" if is_there else "imported")
            if not is_there:
                self.add_row(entry.table, entry.row, entry.source)
        return len(superseded)

    def list_changes(self) -> list[PlannedChange]:
        """Return what differs from the files of the site."""
        return [
            PlannedChange(row.table, row.current, row.cells)
            for row in self._all_rows
            if row.cells != (row.current.cells if row.current else None)
        ]


def name_source(source_key: SourceKey) -> str:
    """Return how a ledger names a file."""
    return "/".join(source_key)


def split_source(name: str) -> SourceKey:
    """Return the file that a ledger names so."""
    import_name, _, source = name.partition("/")
    return import_name, source


def supersede(entry: LedgerEntry, by: SourceKey) -> None:
    """Mark an entry as corrected by a later file, and its record as left."""
    entry.verdict, entry.reason = SUPERSEDED, name_source(by)
    if entry.record:
        entry.record.status = ""
        entry.record.judge("left", describe_superseded(by[1]))


def _revive(entry: LedgerEntry, verdict: str) -> None:
    """Mark an entry as what it was before a file that is gone corrected it."""
    entry.verdict, entry.reason = verdict, ""
    if entry.record:
        entry.record.status, entry.record.reason = verdict, ""


def describe_superseded(source: str) -> Message:
    """Return why a record is left that a later file corrects."""
    return say("superseded", "{file} corrects it", file=source)


def has_all_cells(row: Row, other: Row) -> bool:
    """Whether a row has all cells of another."""
    return all(row.get(name, "") == text for name, text in other.items())
