"""Merging imported records with what stands, file after file.

Each file is compared with the rows that stand, among them those of the files before it. A copy adds nothing,
and a later state of an event replaces what it corrects. Files of different events are independent: equal rows
of theirs are all true.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from sitegen.core.problems import advise, say
from sitegen.importing.answers import Answers
from sitegen.importing.holdings import (
    Holdings,
    StandingRow,
    describe_superseded,
    has_all_cells,
    split_source,
    supersede,
)
from sitegen.importing.ledger import (
    SUPERSEDED,
    LedgerEntry,
    Row,
    SourceKey,
)
from sitegen.importing.relations import MIN_SHARE, Relation
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

ANOTHER = "new"
"""The answer that a record is of another match than the one that stands."""


def is_agreed(entry: LedgerEntry, code: str) -> bool:
    """Whether it was answered that the source is right."""
    return entry.record is not None and code in entry.record.agreed


class _Pooled(NamedTuple):
    """A standing row that a related file says, or said before it was mended by hand."""

    relation: Relation
    entry: LedgerEntry
    is_mended: bool


class FileMerge:
    """Merges the records of one file; `fresh_entries` are those that it did not have before."""

    def __init__(
        self, holdings: Holdings, key: SourceKey, entries: Sequence[LedgerEntry], answers: Answers
    ) -> None:
        self._holdings, self.key, self.entries, self._answers = holdings, key, entries, answers
        for entry in entries:
            holdings.mark(entry)
        self.fresh_entries = [*entries]
        self.corrected: Counter[str] = Counter()
        self._said: set[int] = set()
        self._used: set[int] = set()
        self._pool: defaultdict[int, list[_Pooled]] = defaultdict(list)
        self.columns = {
            table: holdings.rules[table].choose_columns({c for entry in same for c in entry.cells})
            for table, same in group_by(entries, lambda entry: entry.table).items()
        }

    def _take(self, table: str, row: Row, is_match: Callable[[Row], bool]) -> StandingRow | None:
        """Return a standing row of the same match that `is_match` accepts; it is used up."""
        match = self._holdings.make_key(table, row)
        rows = (row for row in self._holdings.list_rows(match) if id(row) not in self._used)
        found = next((row for row in rows if is_match(row.cells or {})), None)
        self._use(found)
        return found

    def _use(self, standing: StandingRow | None) -> None:
        if standing:
            self._said.add(id(standing))
        if standing and not self._holdings.rules[standing.table].is_unique:
            self._used.add(id(standing))

    def _list_differences(self, entry: LedgerEntry, other: Row) -> list[str]:
        columns = self.columns[entry.table]
        return self._holdings.rules[entry.table].find_differences(entry.row, other, columns)

    def _is_same(self, entry: LedgerEntry, other: Row) -> bool:
        return not self._list_differences(entry, other)

    def merge_known(self, known: Sequence[LedgerEntry]) -> list[LedgerEntry]:
        """Judge the records that the file had before; return their earlier entries."""
        pairs = self._pair(known)
        for entry, old in pairs:
            self._merge_known(entry, old)
        paired = {id(entry) for entry, _ in pairs}
        self.fresh_entries = [entry for entry in self.entries if id(entry) not in paired]
        return [old for _, old in pairs]

    def _pair(self, known: Sequence[LedgerEntry]) -> list[tuple[LedgerEntry, LedgerEntry]]:
        """Pair records with entries of earlier imports: by content, else by match, else by place.

        A place counts where the file is the same but for some cells, and not where another evening was saved
        over it.
        """
        remaining, open_entries = [entry for entry in known if entry.row], [*self.entries]
        pairs: list[tuple[LedgerEntry, LedgerEntry]] = []
        keys: list[Callable[[LedgerEntry], object]] = [
            lambda entry: (entry.taken, entry.place),
            lambda entry: entry.taken,
            lambda entry: (entry.match, self._holdings.rules[entry.table].list_weak(entry.row)),
        ]
        for key in keys:
            by_key = group_by(remaining, key)
            matches = ((entry, by_key.get(key(entry))) for entry in open_entries)
            pairs += [(entry, similar.pop(0)) for entry, similar in matches if similar]
            paired = {id(item) for pair in pairs for item in pair}
            open_entries = [entry for entry in open_entries if id(entry) not in paired]
            remaining = [entry for entry in remaining if id(entry) not in paired]
        by_place = {(entry.table, entry.place): entry for entry in remaining}
        at_place = [(entry, by_place.get((entry.table, entry.place))) for entry in open_entries]
        moved = [(entry, old) for entry, old in at_place if old and self._is_corrected(entry, old)]
        nearly = [pair for pair in moved if len(self._list_differences(pair[0], pair[1].row)) == 1]
        is_same_file = len(pairs) + len(nearly) >= MIN_SHARE * sum(bool(entry.row) for entry in known)
        return pairs + moved if is_same_file else pairs

    def _is_corrected(self, entry: LedgerEntry, old: LedgerEntry) -> bool:
        """Whether a record at the place of another may be what that was corrected to."""
        people, old_people = ({*self._holdings.rules[entry.table].list_people(e.row)} for e in (entry, old))
        return people == old_people or (entry.group == old.group and not people.isdisjoint(old_people))

    def _merge_known(self, entry: LedgerEntry, old: LedgerEntry) -> None:
        """Merge a record that was imported before: unchanged, corrected, or its row edited by hand."""
        is_unchanged, rules = entry.taken == old.taken, self._holdings.rules[entry.table]
        entry.reason = old.reason if is_unchanged else ""
        if is_unchanged and old.verdict == SUPERSEDED:
            entry.verdict = SUPERSEDED
            entry.judge("left", describe_superseded(split_source(old.reason)[1]))
            return
        standing = self._take(entry.table, old.row, lambda row: has_all_cells(row, old.row))
        if standing and has_all_cells(old.row, entry.row):
            entry.judge("imported" if old.is_imported else old.verdict, "")
            return
        if standing:
            entry.judge("imported", say("import-corrected", "corrected since the last import"))
            self._holdings.replace_row(standing, {**(standing.cells or {}), **entry.row}, self.key)
            return
        by_hand = self._take(entry.table, old.row, lambda row: rules.is_same_match(row, old.row))
        by_hand = by_hand or self._take(
            entry.table, entry.row, lambda row: rules.is_same_match(row, entry.row)
        )
        self._merge_mended(entry, old, by_hand, is_unchanged=is_unchanged)

    def _merge_mended(
        self, entry: LedgerEntry, old: LedgerEntry, by_hand: StandingRow | None, *, is_unchanged: bool
    ) -> None:
        """Keep a row that was mended by hand, unless the source says something else since."""
        rules = self._holdings.rules[entry.table]
        if is_unchanged or (by_hand and not self._list_differences(entry, by_hand.cells or {})):
            entry.judge("merged", say("import-mended", "mended by hand since: what stands is kept"))
            return
        reason = say(
            "import-mended-twice",
            "the source now has {new}; it had {old}, and by hand it became {hand}",
            new=rules.format_row(entry.row),
            old=rules.format_row(old.row),
            hand=rules.format_row(by_hand.cells or {}) if by_hand else "-",
        )
        if by_hand and is_agreed(entry, reason.code):
            self._correct(entry, by_hand)
        entry.judge("doubtful", reason, advise("answer false to keep what stands, or true to correct it"))

    def merge_fresh(self, relations: Sequence[Relation]) -> None:
        """Judge the records that the file did not have before."""
        for relation in relations:
            self._fill_pool(relation)
        related = {id(entry) for relation in relations for entry in relation.entries}
        for entries in group_by(self.fresh_entries, lambda entry: entry.match).values():
            self._merge_match(entries, relations, related)
        for relation in reversed(relations):
            if relation.order == "later" and relation.is_whole:
                self._remove_others(
                    relation, {other.source_key for other in relations if other.order == "later"}
                )

    def _fill_pool(self, relation: Relation) -> None:
        """Find the standing rows of the entries of a related file."""
        taken = {*self._used}
        for entry in relation.entries:
            rows = [row for row in self._holdings.list_rows(entry.match) if id(row) not in taken]
            exact = next((row for row in rows if has_all_cells(row.cells or {}, entry.row)), None)
            claims = self._holdings.list_claims(entry.match)
            mended = (
                row
                for row in rows
                if not any(claim.is_live and has_all_cells(row.cells or {}, claim.row) for claim in claims)
            )
            if found := exact or next(mended, None):
                taken.add(id(found))
                self._pool[id(found)].append(_Pooled(relation, entry, exact is None))

    def _list_reserved(self, entry: LedgerEntry, related: Collection[int]) -> set[int]:
        """Return the rows of a match that files of other events brought."""
        reserved: set[int] = set()
        if not self._holdings.rules[entry.table].is_repeatable:
            return reserved
        for claim in self._holdings.list_claims(entry.match):
            if claim.verdict == "imported" and id(claim) not in related and claim.source_key != self.key:
                for row in self._holdings.list_rows(claim.match):
                    is_free = id(row) not in {*self._pool, *self._used, *reserved}
                    if is_free and has_all_cells(row.cells or {}, claim.row):
                        reserved.add(id(row))
                        break
        return reserved

    def _merge_match(
        self, entries: Sequence[LedgerEntry], relations: Sequence[Relation], related: Collection[int]
    ) -> None:
        """Judge the fresh records of one match: equal rows first, then those that differ, then new ones."""
        reserved = self._list_reserved(entries[0], related)
        for entry in entries:
            same = self._take_free(entry, reserved, partial(self._is_same, entry))
            if same:
                entry.judge("merged", say("import-stands", "stands already"))
        group = entries[0].group
        blocking = [one for one in relations if group in one.groups and (one.is_whole or one.order == "open")]
        for entry in [entry for entry in entries if entry.is_open]:
            pooled = self._take_free(entry, reserved, lambda _: True, is_pooled=True)
            if pooled:
                self._merge_related(entry, pooled)
            elif corrector := next((one for one in blocking if one.order in {"earlier", "open"}), None):
                self._leave(entry, corrector)
            else:
                self._merge_new(entry, reserved)

    def _take_free(
        self,
        entry: LedgerEntry,
        reserved: Collection[int],
        is_match: Callable[[Row], bool],
        *,
        is_pooled: bool = False,
    ) -> StandingRow | None:
        rows = self._holdings.list_rows(entry.match)
        free = (row for row in rows if id(row) not in reserved and id(row) not in self._used)
        found = next(
            (row for row in free if is_match(row.cells or {}) and (not is_pooled or id(row) in self._pool)),
            None,
        )
        self._use(found)
        return found

    def _leave(self, entry: LedgerEntry, relation: Relation) -> None:
        """Leave a record to a later file, or doubt it where nobody can know which file is the later one."""
        if relation.order == "open":
            reason = say(
                "files-differ", "{file} says otherwise: which of the two counts?", file=relation.label
            )
            if entry.record:
                entry.record.doubt = reason
            entry.judge("doubtful", reason, advise("answer it under [files]"))
        else:
            supersede(entry, relation.source_key)

    def _merge_related(self, entry: LedgerEntry, standing: StandingRow) -> None:
        """Judge a record whose match stands otherwise, as a related file says."""
        pooled, row = self._pool[id(standing)], standing.cells or {}
        rules = self._holdings.rules[entry.table]
        by_order = {item.relation.order: item for item in pooled}
        if rules.completes(entry.row, row, self.columns[entry.table]):
            self._complete(entry, standing)
        elif item := by_order.get("open") or by_order.get("earlier"):
            self._leave(entry, item.relation)
        elif (item := by_order.get("later")) and item.is_mended:
            self._merge_mended(entry, item.entry, standing, is_unchanged=False)
        elif item:
            entry.judge(
                "imported", say("import-replaced", "corrects what {file} says", file=item.relation.label)
            )
            self.corrected[item.relation.label] += 1
            self._holdings.replace_row(standing, {**row, **entry.row}, self.key)
        else:
            self._doubt(entry, standing)

    def _complete(self, entry: LedgerEntry, standing: StandingRow) -> None:
        entry.judge("imported", say("import-completed", "completes a row that stands"))
        self._holdings.replace_row(standing, {**(standing.cells or {}), **entry.row})

    def _doubt(self, entry: LedgerEntry, standing: StandingRow) -> None:
        old, new, rules = standing.cells or {}, entry.row, self._holdings.rules[entry.table]
        differing = self._list_differences(entry, old)
        reason = say(
            "import-conflict",
            "{place} says {stands}, the source {new}",
            place=standing.place,
            stands=rules.format_row({name: old.get(name, "") for name in differing}),
            new=rules.format_row({name: new.get(name, "") for name in differing}),
        )
        if is_agreed(entry, reason.code):
            self._correct(entry, standing)
        hint = advise("answer false to keep what stands, true to correct it, or `new` for another match")
        entry.judge("doubtful", reason, hint)

    def _correct(self, entry: LedgerEntry, standing: StandingRow) -> None:
        entry.judge("imported", say("import-corrected", "corrected since the last import"))
        self._holdings.replace_row(standing, {**(standing.cells or {}), **entry.row}, self.key)

    def _merge_new(self, entry: LedgerEntry, reserved: Collection[int]) -> None:
        """Merge a record of no related file: it completes a row, is in conflict with one, or is new."""
        rules, columns = self._holdings.rules[entry.table], self.columns[entry.table]
        is_another = entry.record is not None and ANOTHER in entry.record.agreed
        current = None
        if entry.table != PLAYERS and not is_another:
            current = self._take_free(entry, reserved, lambda row: rules.is_same_match(row, entry.row))
        if current and rules.completes(entry.row, current.cells or {}, columns):
            self._complete(entry, current)
        elif current:
            self._doubt(entry, current)
        else:
            entry.judge("imported", "")
            self._use(self._holdings.add_row(entry.table, entry.row, f"{entry.source} {entry.place}"))

    def _remove_others(self, relation: Relation, earlier: Collection[SourceKey]) -> None:
        """Take out the rows that an earlier state of the event has and this file has not."""
        for entry in relation.entries:
            rows = self._holdings.list_rows(entry.match)
            found = next((row for row in rows if entry in self._list_pooled(row)), None)
            if found is None or id(found) in self._said or not entry.is_live:
                continue
            claims = self._holdings.list_claims(entry.match)
            others = [
                claim
                for claim in claims
                if claim.is_live and claim.reason != "copied" and has_all_cells(found.cells or {}, claim.row)
            ]
            if {claim.source_key for claim in others} <= {*earlier}:
                self.corrected[relation.label] += 1
                self._holdings.replace_row(found, None, self.key)
            else:
                supersede(entry, self.key)

    def _list_pooled(self, row: StandingRow) -> list[LedgerEntry]:
        return [item.entry for item in self._pool.get(id(row), ()) if not item.is_mended]
