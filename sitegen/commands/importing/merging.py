"""The rows of a source beside those that stand: new, the same, corrected, gone or in doubt."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.commands.importing.ledger import Entry, Row, digest
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.rows import canonical
from sitegen.commands.importing.targets import Target
from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.read.files import PLAYERS
from sitegen.toolkit.rows import grouped

_STRONG = ("date", "round", "tournament", "season", "match", "game", "line")
_WEAK = ("event", "session", "section", "group", "order", "board", "table")
"""Columns that tell two rows apart where both have them; a blank one may be any."""


class Standing(NamedTuple):
    """A row of a file of the site: where it stands, and its cells in canonical form."""

    path: str
    line: int
    table: str
    cells: Row


class Change(NamedTuple):
    """A row to be added (no `old`), taken out (no `new`), or put in the place of another."""

    table: str
    old: Standing | None
    new: Row | None

    @property
    def is_newcomer(self) -> bool:
        """Whether it adds a player."""
        return self.table == PLAYERS and not self.old


@dataclass
class Merge:
    """The outcome: the changes, and ledger entries without a record any more."""

    changes: list[Change] = field(default_factory=list)
    gone: list[Entry] = field(default_factory=list)

    def take_out(self, standing: Sequence[Standing]) -> None:
        """Take out the rows whose records are gone."""
        left = [*standing]
        for entry in self.gone:
            row = next((row for row in left if _equal(row.cells, entry.row)), None)
            if row:
                left.remove(row)
                self.changes.append(Change(entry.table, row, None))


class Merging:
    """Compares the rows of one table of ours."""

    def __init__(self, target: Target, records: Sequence[Record], standing: Sequence[Standing]) -> None:
        self.target = target
        self.records = [record for record in records if record.is_open]
        given = {column for record in self.records for column in record.cells} & {*target.columns}
        self.columns = [*given] if target.name != PLAYERS else ["id"]
        self.by_match: defaultdict[object, list[Standing]] = defaultdict(list)
        for row in standing:
            self.by_match[self.match(row.cells)].append(row)

    def match(self, row: Row) -> object:
        """Who met whom, on which day or in which round: the rows of one match and of its repetitions."""
        if self.target.name == PLAYERS:
            return row.get("id", "")
        keys = [name for name, column in self.target.columns.items() if column.key]
        if not self.target.players:
            return tuple(row.get(name, "") for name in keys or self.columns)
        people = tuple(sorted(row.get(name, "") for name in self.target.players))
        return people, tuple(row.get(name, "") for name in _STRONG if name in self.columns)

    def value(self, row: Row, column: str) -> str:
        """A cell, or what a blank one means."""
        described = self.target.columns[column]
        return row.get(column, "") or ("" if described.required else canonical(described.default))

    def agree(self, row: Row, other: Row, column: str) -> bool:
        """Whether two rows say the same in a column, or one of them nothing of what may be left out."""
        one, two = self.value(row, column), self.value(other, column)
        return one == two or (column in _WEAK and not (one and two))

    def says(self, row: Row, other: Row) -> bool:
        """Whether two rows say the same, as far as the source says anything."""
        return all(self.agree(row, other, name) for name in self.columns)

    def is_same_match(self, row: Row, other: Row) -> bool:
        """Whether two rows of one match can be one: nothing tells them apart."""
        return all(self.agree(row, other, name) for name in _WEAK if name in self.columns)

    def text(self, row: Row) -> str:
        """What a row says beside who played: somebody may hide."""
        told = [text for name, text in row.items() if text and name not in self.target.players]
        return quoted(", ".join(told) or "-", 200)

    def take(self, row: Row, fits: Callable[[Row], bool]) -> Standing | None:
        """A row that stands for the same match and `fits`; nobody else gets it."""
        rows = self.by_match[self.match(row)]
        found = next((each for each in rows if fits(each.cells)), None)
        if found:
            rows.remove(found)
        return found


def merge(
    merging: Merging, entries: Sequence[Entry], sources: Iterable[str], answers: Mapping[str, object]
) -> Merge:
    """Decide about every record of a table; `entries` are those of earlier imports of the same name."""
    outcome, pairs = Merge(), _paired(merging, entries)
    for record, entry in pairs:
        _merge_known(merging, record, entry, outcome)
    for record in merging.records:
        if record.is_open:
            _merge_new(merging, record, outcome, answers)
    used, read = {id(entry) for _, entry in pairs}, {*sources}
    left = [entry for entry in entries if entry.is_ours and entry.source in read]
    outcome.gone = [entry for entry in left if id(entry) not in used]
    return outcome


def _paired(merging: Merging, known: Sequence[Entry]) -> list[tuple[Record, Entry]]:
    """Each record with the entry of an earlier import that it is: by content, by match, or by place."""
    left = [entry for entry in known if entry.verdict in {"imported", "merged"}]
    open_records = list(merging.records)
    pairs: list[tuple[Record, Entry]] = []
    keys: list[Callable[[str, str, str, Row], object]] = [
        lambda taken, _, place, __: (taken, place),
        lambda taken, *_: taken,
        lambda _, __, ___, row: (merging.match(row), *(row.get(name, "") for name in _WEAK)),
        lambda _, source, place, __: (source, place),
    ]
    for key in keys:
        waiting = grouped(left, lambda entry: key(entry.taken, entry.source, entry.place, entry.row))  # noqa: B023
        for record in open_records:
            entries = waiting.get(key(digest(record), record.source, record.place, record.row))
            if entries:
                pairs.append((record, entries.pop(0)))
        done = {id(each) for pair in pairs for each in pair}
        open_records = [record for record in open_records if id(record) not in done]
        left = [entry for entry in left if id(entry) not in done]
    return pairs


def _merge_known(merging: Merging, record: Record, entry: Entry, outcome: Merge) -> None:
    """A record that was imported before: nothing, a correction, or a hand came between."""
    was = digest(record) == entry.taken
    stands = merging.take(entry.row, lambda row: _equal(row, entry.row))
    if stands:
        if was and _equal(entry.row, record.row):
            record.judge(entry.verdict, "")
            return
        record.judge("imported", say("import-corrected", "corrected since the last import"))
        outcome.changes.append(Change(record.table, stands, {**stands.cells, **record.row}))
        return
    mended = merging.take(entry.row, lambda row: merging.is_same_match(row, entry.row))
    if mended is None:
        mended = merging.take(record.row, lambda row: merging.is_same_match(row, record.row))
    if was or (mended and merging.says(record.row, mended.cells)):
        record.judge("merged", say("import-mended", "mended by hand since: what stands is kept"))
        return
    reason = say(
        "import-mended-twice",
        "the source says {new}, it said {old}, and by hand it became {hand}",
        new=merging.text(record.row),
        old=merging.text(entry.row),
        hand=merging.text(mended.cells) if mended else "-",
    )
    record.judge("doubtful", reason, advise("write under [cells] false to keep what stands"))


def _merge_new(merging: Merging, record: Record, outcome: Merge, answers: Mapping[str, object]) -> None:
    """A record that is seen for the first time: merged with a row that stands, in doubt, or new."""
    if merging.take(record.row, lambda row: merging.says(record.row, row)):
        record.judge("merged", say("import-stands", "stands already"))
        return
    candidates = merging.by_match[merging.match(record.row)]
    other = next((row for row in candidates if merging.is_same_match(row.cells, record.row)), None)
    if other and record.table != PLAYERS and answers.get(record.place) != "new":
        old, new = other.cells, record.row
        differ = [name for name in merging.columns if merging.value(old, name) != merging.value(new, name)]
        if all(name in _WEAK or (new.get(name) and not old.get(name)) for name in differ):
            candidates.remove(other)
            record.judge("imported", say("import-completed", "completes a row that stands"))
            outcome.changes.append(Change(record.table, other, {**other.cells, **record.row}))
            return
        reason = say(
            "import-conflict",
            "{place} says {stands}, the source {new}",
            place=f"{other.path}:{other.line}",
            stands=merging.text({name: old.get(name, "") for name in differ}),
            new=merging.text({name: new.get(name, "") for name in differ}),
        )
        hint = advise("write under [cells] false to keep what stands, or `new` for another match")
        record.judge("doubtful", reason, hint)
        return
    record.judge("imported", "")
    outcome.changes.append(Change(record.table, None, record.row))


def _equal(row: Row, other: Row) -> bool:
    """Whether a row has all that another says."""
    return all(row.get(name, "") == text for name, text in other.items())
