"""Merging the files of an import one after another, asking which of two counts, and telling what is gone."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

from sitegen.core.problems import Message, pluralize, say
from sitegen.importing.answers import UNANSWERED, Additions, Answers
from sitegen.importing.files import describe_copy
from sitegen.importing.holdings import Holdings, has_all_cells, name_source, split_source, supersede
from sitegen.importing.ledger import GONE, KEPT, STATE, SUPERSEDED, LedgerEntry, Row, SourceKey, make_entry
from sitegen.importing.merge import FileMerge
from sitegen.importing.relations import (
    FileComparison,
    Relation,
    compare_states,
    have_other_rounds,
    is_one_event,
)
from sitegen.importing.sources import Source
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by


class Merger:
    """Merges the files of an import one after another with what stands.

    `missing_entries` are those whose records are gone from their files, `accounts` say by file how it is
    related to others, `lines` are the entries by file.
    """

    def __init__(
        self,
        holdings: Holdings,
        answers: Answers,
        additions: Additions,
        states: Mapping[SourceKey, Row],
    ) -> None:
        self.holdings, self._answers, self._additions = holdings, answers, additions
        self._name, self._states = answers.name, states
        self.missing_entries: list[LedgerEntry] = []
        self.accounts: defaultdict[str, list[Message]] = defaultdict(list)
        self.lines: dict[str, list[LedgerEntry]] = {}

    def merge_source(self, source: Source, gone: Collection[str]) -> None:
        """Judge every open record of a file; `gone` are the files of the import that are there no more."""
        if source.refusal:
            return
        key = self._name, source.name
        entries = [make_entry(record, self._name) for record in source.records]
        merge = FileMerge(self.holdings, key, [entry for entry in entries if entry.is_open], self._answers)
        known = [*self.holdings.entries.get(key, ())]
        self.holdings.drop_entries(known)
        known = known or self._adopt(merge, gone)
        original = (self._name, source.copy_of) if source.copy_of else None
        if not known and not original and (original := self._find_original(merge)):
            reason = describe_copy(original[1])
            for entry in merge.entries:
                entry.judge("merged", reason)
        paired = {id(entry) for entry in merge.merge_known(known)}
        relations = self._relate(merge, key) if merge.fresh_entries else []
        merge.merge_fresh(relations)
        for entry in entries:
            entry.settle()
        missing = [entry for entry in known if id(entry) not in paired and entry.is_imported]
        self.missing_entries += _find_missing(missing, entries)
        if original:
            _copy_rows(entries, self.holdings.entries[original])
        self.holdings.add_entries([entry for entry in entries if entry.table in self.holdings.rules])
        self.lines[source.name] = entries
        self._account(merge, relations, original[1] if original else "")

    def _find_original(self, merge: FileMerge) -> SourceKey | None:
        """Return the file that says all that this one says, and no more, if it was saved as late."""
        rows = Counter(_make_row_key(entry) for entry in merge.entries if entry.table != PLAYERS)
        first = next((entry for entry in merge.entries if entry.table != PLAYERS), None)
        claims = self.holdings.list_claims(first.match) if first else ()
        for key in dict.fromkeys(claim.source_key for claim in claims):
            old = [
                entry for entry in self.holdings.entries[key] if entry.is_live or entry.verdict == SUPERSEDED
            ]
            is_as_late = not compare_states(self._states.get(merge.key, {}), self._states.get(key, {}))
            if is_as_late and rows == Counter(
                _make_row_key(entry) for entry in old if entry.table != PLAYERS
            ):
                return key
        return None

    def _adopt(self, merge: FileMerge, gone: Collection[str]) -> list[LedgerEntry]:
        """Return the entries of a file that is there no more, and that this file is under another name."""
        for name in gone:
            old = self.holdings.entries[self._name, name]
            comparison = self._compare(merge, [entry for entry in old if entry.row])
            if comparison.is_whole and comparison.is_same_event:
                self.accounts[merge.key[1]].append(
                    say("file-renamed", "{file} under another name", file=name)
                )
                adopted = [*old]
                self.holdings.drop_entries(adopted)
                for entry in adopted:
                    entry.source = merge.key[1]
                return adopted
        return []

    def _compare(
        self, merge: FileMerge, old: Sequence[LedgerEntry], *, is_one_event: bool = False
    ) -> FileComparison:
        new = [entry for entry in merge.entries if entry.verdict != SUPERSEDED and entry.row]
        sides = [[entry for entry in side if entry.table != PLAYERS] for side in (new, old)]
        return FileComparison(self.holdings.rules, merge.columns, *sides, is_one_event=is_one_event)

    def _relate(self, merge: FileMerge, key: SourceKey) -> list[Relation]:
        """Return how the file is related to each that shares matches with it, and ask where that is open."""
        relations = []
        same_event = [
            other for other, state in self._states.items() if is_one_event(self._states[key], state)
        ]
        claims = (claim for entry in merge.entries for claim in self.holdings.list_claims(entry.match))
        for other in dict.fromkeys([*(claim.source_key for claim in claims if claim.is_live), *same_event]):
            old = [entry for entry in self.holdings.entries[other] if entry.is_live]
            if other == key or all(entry.reason == "copied" for entry in old):  # its original says the same
                continue
            states = self._states.get(key, {}), self._states.get(other, {})
            comparison = self._compare(merge, old, is_one_event=is_one_event(*states))
            label = other[1] if other[1] != key[1] else name_source(other)
            question = f"{label} / {key[1]}"
            answer = self._answers.files.get(question, UNANSWERED)
            if not comparison.is_related or answer == "both" or have_other_rounds(*states):
                continue
            state = compare_states(*states)
            sign = {key[1]: 1, label: -1}.get(str(answer), state if comparison.is_same_event else 0)
            order = {1: "later", -1: "earlier"}.get(sign) or comparison.find_order()
            groups = {entry.group for entry in (*comparison.new, *comparison.old)}
            relations.append(
                Relation(other, label, order, comparison.old, groups, bool(sign), comparison.is_copy)
            )
            if order == "open" and question not in self._answers.files:
                self._additions.add("files", question, UNANSWERED, comparison.describe((label, key[1])))
        return relations

    def _account(self, merge: FileMerge, relations: Sequence[Relation], original: str) -> None:
        """Say how a file is related to others."""
        copied = [original, *(relation.label for relation in relations if relation.is_copy)]
        account = self.accounts[merge.key[1]]
        if label := next(filter(None, copied), ""):
            account.append(say("import-copy", "copy of {file}: nothing new", file=label))
        for label, number in merge.corrected.items():
            account.append(
                pluralize(
                    number,
                    "corrects {file}: {number} row",
                    "corrects {file}: {number} rows",
                    "file-corrects",
                    file=label,
                )
            )

    def finish(self, gone: Collection[str], *, remove_missing: bool, is_partial: bool) -> None:
        """Decide about the rows whose records are gone; of files that were read in part nobody knows."""
        if is_partial:
            return
        for key, entries in self.holdings.entries.items():
            if key[0] == self._name and key[1] not in self.lines:
                is_gone = key[1] in gone
                self.missing_entries += [
                    entry for entry in entries if entry.is_imported and (is_gone or entry.verdict == GONE)
                ]
        remaining = [
            entry for entry in self.missing_entries if self._keep(entry, remove_missing=remove_missing)
        ]
        self.missing_entries = remaining
        for name in gone:
            if remove_missing or self._answers.files.get(name) is False:
                self.holdings.restore((self._name, name))

    def _keep(self, entry: LedgerEntry, *, remove_missing: bool) -> bool:
        """Whether an entry whose record is gone stays in the ledger, because its row stands."""
        answer = self._answers.files.get(entry.source, self._answers.find_cell(entry.address))
        rows = self.holdings.list_rows(entry.match)
        if not any(has_all_cells(row.cells or {}, entry.row) for row in rows) or self.holdings.is_claimed(
            entry
        ):
            return False
        if answer is False or (remove_missing and answer != KEPT):
            self.holdings.release(entry)
            return False
        entry.verdict = KEPT if answer == KEPT else GONE
        return True

    def list_lines(self, old: Sequence[LedgerEntry], gone: Collection[str]) -> list[LedgerEntry]:
        """Return the lines of the ledger but for new players; `old` are those before."""
        read = {*self.lines, *gone}
        others = [entry for entry in old if entry.source not in read]
        lines = []
        for name, entries in self.lines.items():
            state = self._states.get((self._name, name), {})
            lines += [LedgerEntry(name, "", "", STATE, "", "", state)] if state else []
            lines += entries
        return [*others, *lines, *(entry for entry in self.missing_entries if entry.source in read)]


def _find_missing(missing: Sequence[LedgerEntry], entries: Sequence[LedgerEntry]) -> Iterator[LedgerEntry]:
    """Yield the entries whose records are gone; those that are merely left now keep their rows."""
    left_entries = [entry for entry in entries if entry.verdict == "left"]
    left = group_by(left_entries, lambda entry: entry.place if entry.reason == "round-known" else entry.taken)
    for old in missing:
        same_entries = left.get(old.taken) or left.get(old.place)
        same = same_entries.pop(0) if same_entries else None
        if same is None or same.reason == "left-answered":
            old.record = same.record if same else None
            yield old
        else:
            same.verdict, same.reason, same.taken, same.row = old.verdict, old.reason, old.taken, old.row


def _make_row_key(entry: LedgerEntry) -> Hashable:
    return entry.match, tuple(sorted(entry.row.items()))


def _copy_rows(entries: Sequence[LedgerEntry], originals: Sequence[LedgerEntry]) -> None:
    """Give the entries of a copy the rows of its original, and what became of them."""
    by_content = group_by(originals, lambda entry: entry.taken)
    by_row = group_by((entry for entry in originals if entry.row), _make_row_key)
    for entry in entries:
        same = by_row.get(_make_row_key(entry)) if entry.row else by_content.get(entry.taken)
        if entry.verdict == "merged" and same:
            original = same.pop(0)
            entry.row = original.row
            if original.verdict == SUPERSEDED:
                supersede(entry, split_source(original.reason))
