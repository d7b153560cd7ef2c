"""How two files are related: a copy, a later state of the same event, or files of different events.

Two rows are of the same match where the same people meet on the same day or in the same round. Files are of
the same event where most matches of the shorter one are in the other, as a whole or on single days.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from sitegen.core.cells import format_canonical
from sitegen.core.problems import quote_text
from sitegen.importing.ledger import LedgerEntry, Row, SourceKey
from sitegen.importing.targets import Target
from sitegen.importing.values import parse_amount
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

_STRONG = ("date", "round", "tournament", "season", "match", "game", "line")
_WEAK = ("event", "session", "section", "group", "order", "board", "table")
"""Columns that tell two rows of a match apart: all strong ones, weak ones where both rows have them."""
MIN_SHARE = 0.8
"""So many matches of the shorter of two files of one event are in both."""
_NEAR = 0.1
"""Scores of one evening that was calculated anew differ by less than this part of their range."""


class MatchRules:
    """When rows of a table are of the same match, and when they are the same."""

    def __init__(self, target: Target) -> None:
        self._target, keys = target, [name for name, column in target.columns.items() if column.key]
        self._strong = [name for name in _STRONG if name in target.columns]
        self.is_unique = target.name == PLAYERS or not target.player_columns
        """Whether there is one row for each key, so that a second one with it is the same."""
        is_numbered = not {"round", "tournament", "match", "game"}.isdisjoint(target.columns)
        self.is_repeatable = not (keys or is_numbered or self.is_unique)
        """Whether the same people can meet twice on a day."""
        self._keys = ["id"] if target.name == PLAYERS else keys or target.required_columns

    def choose_columns(self, given: Collection[str]) -> list[str]:
        """Return the columns, of those that a file gives, by which rows are compared."""
        return ["id"] if self._target.name == PLAYERS else [*({*given} & {*self._target.columns})]

    def list_weak(self, row: Row) -> tuple[str, ...]:
        """Return the cells that tell matches with the same key apart where they are not blank."""
        return tuple(row.get(name, "") for name in _WEAK)

    def make_key(self, row: Row) -> Hashable:
        """Return the players with the day or round; repetitions of a match share this key."""
        if self.is_unique:
            return tuple(row.get(name, "") for name in self._keys)
        return tuple(sorted(self.list_people(row))), self.make_group(row)

    def list_people(self, row: Row) -> list[str]:
        """Return the players."""
        return [row.get(name, "") for name in self._target.player_columns]

    def make_group(self, row: Row) -> Hashable:
        """Return the day or round."""
        return tuple(row.get(name, "") for name in self._strong)

    def get_value(self, row: Row, column: str) -> str:
        """Return a cell; for a blank one the result of its scores, or the default of its column."""
        if column == "result" and not row.get(column) and row.get("home_score") and row.get("away_score"):
            margin = float(row["home_score"]) - float(row["away_score"])
            return "½-½" if not margin else "1-0" if margin > 0 else "0-1"
        described = self._target.columns[column]
        return row.get(column) or ("" if described.is_required else format_canonical(described.default))

    def _is_same_cell(self, row: Row, other: Row, column: str) -> bool:
        """Whether two rows agree in a column; a blank cell of a weak column agrees with any."""
        value, other_value = self.get_value(row, column), self.get_value(other, column)
        return value == other_value or (column in _WEAK and not (value and other_value))

    def find_differences(self, row: Row, other: Row, columns: Sequence[str]) -> list[str]:
        """Return the columns in which two rows do not agree."""
        return [name for name in columns if not self._is_same_cell(row, other, name)]

    def is_same_match(self, row: Row, other: Row) -> bool:
        """Whether two rows with the same key agree in all weak columns."""
        return all(self._is_same_cell(row, other, name) for name in _WEAK if name in self._target.columns)

    def completes(self, row: Row, other: Row, columns: Sequence[str]) -> bool:
        """Whether a row differs from another only where that is blank."""
        differences = self.find_differences(row, other, columns)
        return all(name in _WEAK or (row.get(name) and not other.get(name)) for name in differences)

    def format_row(self, row: Row) -> str:
        """Return the cells of a row as a text, without players, who may be hidden."""
        texts = [text for name, text in row.items() if text and name not in self._target.player_columns]
        return quote_text(", ".join(texts) or "-", 200)


@dataclass
class Relation:
    """A file that is compared with one that was imported before.

    `order` is `later` where this file corrects the other, `earlier` where the other corrects this one,
    `equal` where they agree in all that both say, and `open` where nobody can know. Where `is_whole`, the
    later file says all that there is. `groups` are the days or rounds of both.
    """

    source_key: SourceKey
    label: str
    order: str
    entries: Sequence[LedgerEntry]
    groups: set[Hashable] = field(default_factory=set)
    is_whole: bool = False
    is_copy: bool = False
    evidence: str = ""


_get_match = attrgetter("match")
_get_group = attrgetter("group")


def _count_matches(entries: Iterable[LedgerEntry]) -> Counter[Hashable]:
    return Counter(entry.match for entry in entries)


class FileComparison:
    """Compares the records of a file with the entries of another."""

    def __init__(
        self,
        rules: Mapping[str, MatchRules],
        columns: Mapping[str, Sequence[str]],
        new: Sequence[LedgerEntry],
        old: Sequence[LedgerEntry],
        *,
        is_one_event: bool,
    ) -> None:
        """`columns` are those of the new file by table; `is_one_event` if the files say that they are."""
        self._rules, self._columns = rules, columns
        self._all = len(new), len(old)
        self.new, self.old = new, old
        self._is_one_event = is_one_event and self._shares_people(new, old)
        self.is_whole = self._is_one_event or self._shares_most(new, old)
        """Whether they are of the same event as a whole, and not only on some days."""
        if not self.is_whole:
            groups = [group_by(entries, _get_group) for entries in (new, old)]
            both = [group for group in groups[0] if self._shares_most(*(g.get(group, ()) for g in groups))]
            self.new, self.old = ([entry for group in both for entry in g[group]] for g in groups)
        self.is_related = bool(self.new)
        self._pairs = self._pair()
        self._alike = [pair for pair in self._pairs if self._is_alike(*pair)]

    def _shares_most(self, new: Sequence[LedgerEntry], old: Sequence[LedgerEntry]) -> bool:
        shared = _count_matches(new) & _count_matches(old)
        return 0 < MIN_SHARE * min(len(new), len(old)) <= shared.total()

    def _shares_people(self, *sides: Sequence[LedgerEntry]) -> bool:
        new, old = (
            {name for entry in side for name in self._rules[entry.table].list_people(entry.row)}
            for side in sides
        )
        return 0 < min(len(new), len(old)) <= 2 * len(new & old)

    def _is_alike(self, new: LedgerEntry, old: LedgerEntry) -> bool:
        return self._rules[new.table].completes(new.row, old.row, self._columns.get(new.table, ()))

    def _pair(self) -> list[tuple[LedgerEntry, LedgerEntry]]:
        """Pair the entries of the same match: those that agree first."""
        old_by_key, pairs, others = group_by(self.old, _get_match), [], []
        for new in self.new:
            candidates = old_by_key.get(new.match, [])
            alike = next((old for old in candidates if self._is_alike(new, old)), None)
            if alike:
                candidates.remove(alike)
                pairs.append((new, alike))
            else:
                others.append((new, candidates))
        return pairs + [(new, candidates.pop(0)) for new, candidates in others if candidates]

    @property
    def is_copy(self) -> bool:
        """Whether each file says all that the other says."""
        return len(self._alike) == len(self._pairs) == self._all[0] == self._all[1]

    @property
    def is_same_event(self) -> bool:
        """Whether at least half of what both have is equal, or nearly, or cannot be of two events."""
        scores = [[parse_amount(entry.row.get("score", "")) for entry in pair] for pair in self._pairs]
        known = [score for pair in scores for score in pair if score is not None]
        limit = _NEAR * (max(known) - min(known)) if known else 0
        other = 0
        for (new, old), (score, old_score) in zip(self._pairs, scores, strict=True):
            rules = self._rules[new.table]
            differing = rules.find_differences(new.row, old.row, self._columns.get(new.table, ()))
            if "score" in differing and score is not None and old_score is not None:
                other += abs(score - old_score) > limit
            elif differing and not self._is_alike(new, old):
                other += rules.is_repeatable
        return self._is_one_event or other * 2 <= len(self._pairs)

    def _find_longer(self) -> set[str]:
        """Return which file has more on some day: `new`, `old` or `both` of them on the same day."""
        groups = [group_by(entries, _get_group) for entries in (self.new, self.old)]
        longer = set()
        for group in {*groups[0], *groups[1]}:
            new, old = (_count_matches(g.get(group, ())) for g in groups)
            if group in groups[0] and group in groups[1]:
                longer |= {"new"} if new - old else set()
                longer |= {"old"} if old - new else set()
                longer |= {"both"} if new - old and old - new else set()
        return longer

    def find_order(self) -> str:
        """Return which file is the later one, as in `Relation`, by what they say."""
        conflicts, longer = len(self._pairs) - len(self._alike), self._find_longer()
        if not self.is_same_event or "both" in longer:
            return "open"
        if not conflicts:
            return "equal"
        new, old = self._all
        is_later, is_earlier = new >= old and longer <= {"new"}, new <= old and longer == {"old"}
        return "later" if is_later else "earlier" if is_earlier else "open"

    def describe(self, names: Sequence[str]) -> str:
        """Return the evidence for the question which of two files counts, with the possible answers."""
        new, old = _count_matches(self.new), _count_matches(self.old)
        more = f"{names[0]} + {(old - new).total()}, {names[1]} + {(new - old).total()}"
        number = len(self._alike)
        return f"{' | '.join(names)} | both: = {number}, ≠ {len(self._pairs) - number}, {more}"


def is_one_event(new: Row, old: Row) -> bool:
    """Whether two files say that they are of one event, and when they were saved."""
    return (
        all(new.get(name) and old.get(name) for name in ("event", "saved")) and new["event"] == old["event"]
    )


def have_other_rounds(new: Row, old: Row) -> bool:
    """Whether two files say that they have no round in common."""
    rounds = {*new.get("rounds", "").split()}, {*old.get("rounds", "").split()}
    return all(rounds) and rounds[0].isdisjoint(rounds[1])


def compare_states(new: Row, old: Row) -> int:
    """Return 1 if the first state is the later one, -1 for the second, 0 where they do not say it."""
    last = [max(map(int, state.get("rounds", "").split()), default=0) for state in (new, old)]
    saved = [state.get("saved", "") for state in (new, old)]
    if all(saved) and saved[0] != saved[1]:
        return 1 if saved[0] > saved[1] else -1
    return (last[0] > last[1]) - (last[0] < last[1]) if all(last) else 0
