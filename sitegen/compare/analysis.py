"""Who is first of a table, has a title, a seat or a right in it: found by the shape of published tables.

The facts of a change: what a person would tell of it, out of rows, results, lists and tables.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from sitegen.compare.findings import (
    Extremes,
    Finding,
    Founded,
    Hid,
    NewNames,
    Remarked,
    Renamed,
    Reordered,
    Uncounted,
    Unmoved,
    Waiting,
)
from sitegen.compare.lists import ListMove, TableChange
from sitegen.compare.result_findings import (
    Recounted,
    Undone,
    find_changed_results,
    find_event_changes,
    find_result_changes,
    foresee_counting,
    list_uncounted,
    predict_uncounted,
)
from sitegen.compare.rows import RowDates
from sitegen.compare.state import IdentityMap, count_new_names
from sitegen.compare.table_findings import (
    Appeared,
    Entered,
    Headed,
    Late,
    Left,
    Passed,
    Rewritten,
    Shifted,
    Withdrawn,
)
from sitegen.core.entities import PlayerName
from sitegen.core.system import ExplainsChange
from sitegen.core.table import get_columns
from sitegen.rankings.ranking import RankingContext

if TYPE_CHECKING:
    from sitegen.compare.effect import Effect


_LabelledWord = tuple[str, str]
_TitleGroup = tuple[tuple[_LabelledWord, ...], tuple[str, ...]]
"""What somebody is first of, or has: words with what they count, and the names of titles and rights."""


def find_title_changes(
    tables: Sequence[TableChange], lists: Collection[str], who: IdentityMap
) -> Iterator[Headed]:
    """Whoever is first, or has a title, a seat or a right, in the place of others.

    Of tables that are part of the list nobody is told to be first: the places there are told anyway. Nor is
    who gets a title by it.
    """
    for table in tables:
        found = list(_TitleTable(table, is_list=table.name in lists).find_changes(who))
        titles = {finding._replace(titles=()) for finding in found if finding.titles}
        yield from (finding for finding in found if finding.titles or finding not in titles)


class _TitleTable:
    """What a table gives to be proud of.

    One in which places are given by the figure that it is about, in groups, or to pairs has a first, and
    titles and rights as far as a column says so. In one without places whoever stands there has what it is
    of. All others are accounts.
    """

    def __init__(self, table: TableChange, *, is_list: bool) -> None:
        self._table, self._is_list = table, is_list
        self._columns = get_columns(table.table)
        styles = [column.display.style for column in self._columns]
        self._players = [n for n, style in enumerate(styles) if style == "player"]
        self._rank = styles.index("rank") if "rank" in styles else None
        self._flags = [n for n, column in enumerate(self._columns) if column.kind is bool]

    @property
    def _has_titles(self) -> bool:
        if not self._players:
            return False
        if self._rank is None:
            return not self._is_list and any(column.name == "name" for column in self._columns)
        is_of_groups = 0 < self._rank < self._players[0]
        is_about = any(column.role == "value" for column in self._columns)
        return is_about or is_of_groups or len(self._players) > 1

    def find_changes(self, who: IdentityMap) -> Iterator[Headed]:
        """Who has what now, and who had it before."""
        if not self._has_titles:
            return
        table = self._table
        was = self._find_holders([*table.removed, *(row.before for row in table.changed)], who.resolve_before)
        now = self._find_holders([*table.added, *(row.after for row in table.changed)], who.resolve_after)
        for words, titles in sorted({**was, **now}, key=lambda group: (len(group[1]), group)):
            old, new = (of.get((words, titles), {}) for of in (was, now))
            come, gone = _subtract(new, old), _subtract(old, new)
            if come or gone:
                yield Headed(table.name, words, titles, come, gone)

    def _find_holders(
        self, rows: Sequence[Any], who: Callable[[str], str]
    ) -> Mapping[_TitleGroup, dict[str, None]]:
        found: defaultdict[_TitleGroup, dict[str, None]] = defaultdict(dict)
        for row in rows:
            players = dict.fromkeys(who(row[n]) for n in self._players if row[n])
            for titles in self._list_titles(row):
                found[self._list_words(row), titles] |= players
        return found

    def _list_titles(self, row: Any) -> Iterator[tuple[str, ...]]:
        """What a row gives, by the names of titles and rights: none for being first, or being there."""
        titles = tuple(self._columns[n].label for n in self._flags if row[n])
        if self._rank is None:
            yield titles
            return
        if row[self._rank] == 1 and not self._is_list:
            yield ()
        yield from ((title,) for title in titles)

    def _list_words(self, row: Any) -> tuple[_LabelledWord, ...]:
        """The group that a row is of: what stands before player and place, but for the number of a seat."""
        end = self._players[0] if self._rank is None else min(self._players[0], self._rank)
        if self._rank is None and end and self._columns[end - 1].kind is int:
            end -= 1
        group = zip(self._columns[:end], row, strict=False)
        return tuple(
            (column.label if column.kind is int else "", str(cell)) for column, cell in group if cell
        )


def _subtract(some: Collection[str], others: Collection[str]) -> tuple[str, ...]:
    return tuple(player for player in some if player not in others)


_NEW_ROW_KINDS = frozenset({"added", "entered"})
_MAX_RENAMED = 3
"""So many new ids are told one by one."""
MIN_NEW_NAMES = 3
"""So many new names are told before all else: of fewer their rows tell."""


def analyze_effect(effect: "Effect") -> Iterator[Finding]:
    """What a change does to a ranking, what matters most first."""
    yield from _find_reordered_rows(effect)
    yield from _find_player_changes(effect)
    if not effect.contexts or not effect.list_comparison:
        if effect.before.is_valid and effect.after.is_valid:
            yield Founded(is_new=effect.id in effect.after.contexts)
        return
    yield from _find_late_rows(effect)
    yield from _find_list_changes(effect)
    yield from _find_remarks(effect, *effect.contexts)
    yield from find_title_changes(
        effect.tables, {section.name for section in effect.contexts[1].derived.sections}, effect.identities
    )
    found = find_changed_results(effect, *effect.contexts)
    careers = effect.contexts[1].outcome.careers
    has_winners = careers and careers.has_winners
    told = (
        [*find_result_changes(found, effect.rows), *foresee_counting(effect, *effect.contexts)]
        if has_winners
        else find_event_changes(found)
    )
    undone, played = list[Finding](), list[Finding]()
    for finding in told:
        is_gone = isinstance(finding, Undone) or (isinstance(finding, Recounted) and not finding.is_counting)
        (undone if is_gone else played).append(finding)
    yield from undone
    yield from _find_rank_changes(effect)
    yield from sorted(played, key=_change_size, reverse=True)
    yield from _find_figure_shift(effect.moves, effect.contexts[1].derived.decimals[0])
    yield from _find_new_lists(effect, among_others=False)
    yield from _find_uncounted(effect, effect.contexts[1])


def _find_reordered_rows(effect: "Effect") -> Iterator[Finding]:
    """That rows of past days stand in another order of play."""
    if past := sorted(change.day for change in effect.reordered_rows):
        yield Reordered(len(past), tuple(dict.fromkeys(past)))


def _find_player_changes(effect: "Effect") -> Iterator[Finding]:
    """How many have other names, who begins to hide, or ends it, and who has another id."""
    who = effect.identities
    was, now = (state.people.get(effect.id, ()) for state in (effect.before, effect.after))
    if (number := count_new_names(was, now)) >= MIN_NEW_NAMES:
        yield NewNames(number)
    if effect.contexts:
        before, after = {who.resolve_before(label) for label in who.before}, {*who.after.values()}
        were, are = effect.contexts
        there = {who.resolve_before(player.id) for player in were.players} & {
            who.resolve_after(player.id) for player in are.players
        }
        yield from (Hid(player, is_hiding=True) for player in sorted((after - before) & there))
        yield from (Hid(player, is_hiding=False) for player in sorted((before - after) & there))
    renamed = sorted((new, old) for old, new in who.new_ids.items() if new not in who.hidden)
    if len(renamed) > _MAX_RENAMED:
        yield Renamed(*renamed[0], tuple(new for new, _ in renamed[1:]))
    else:
        yield from (Renamed(*pair) for pair in renamed)


def _find_remarks(effect: "Effect", before: RankingContext, after: RankingContext) -> Iterator[Finding]:
    """What the system itself has to tell."""
    system = effect.ranking.system
    if not isinstance(system, ExplainsChange) or effect.before.is_published:
        return
    ask = partial(system.explain_change, before.outcome, after.outcome)
    for remark in effect.ranking.call_system("explain_change", lambda: list(ask())):
        players = {key: named.player for key, named in remark.params.items() if isinstance(named, PlayerName)}
        said = {key: named for key, named in remark.params.items() if key not in players}
        yield Remarked(
            remark.text,
            said,
            {key: effect.identities.resolve_after(player) for key, player in players.items()},
        )


def _find_late_rows(effect: "Effect") -> Iterator[Finding]:
    """Rows that were added too late."""
    found = Counter(change.lateness for change in effect.rows if change.lateness)
    if found:
        first = min(found, key=lambda item: (item.due or item.published, item.published or date.max))
        yield Late(found.total(), *first, later_count=found.total() - found[first])


def _find_uncounted(effect: "Effect", after: RankingContext) -> Iterator[Finding]:
    """Results that count for nothing or not yet, and that nothing changes at all."""
    ranking, inputs, through = effect.ranking, effect.after.inputs[effect.id], after.outcome.listing.through
    timed = RowDates(ranking.system, inputs)
    added = [
        (change.after, timed.find_date(change.after.record))
        for change in effect.rows
        if change.kind in _NEW_ROW_KINDS and change.after
    ]
    days = {row.place: when.day for row, when in added if when and when.is_played}
    waiting = {place for place, day in days.items() if day > through}
    found = list(list_uncounted(after.outcome, days))
    found += predict_uncounted(ranking, inputs, waiting, max(days.values(), default=through))
    if found:
        yield Uncounted(tuple(found), len(days))
    if waiting := waiting - {result.place for result in found}:
        yield Waiting(len(waiting), through)
    elif (effect.rows or effect.settings) and effect.has_no_published_change:
        yield Unmoved()


def _find_list_changes(effect: "Effect") -> Iterator[Finding]:
    """What becomes of lists that are published already."""
    if found := [change for change in effect.past_lists if change.figures]:
        moves = {move.player for change in found for move in change.moves}
        figures = sum(change.figures for change in found)
        yield Rewritten(len(found), found[0].day, figures, tuple(sorted(moves)))
    if effect.list_comparison and effect.list_comparison.withdrawn_days:
        yield Withdrawn(tuple(effect.list_comparison.withdrawn_days))
    yield from _find_new_lists(effect, among_others=True)


def _find_new_lists(effect: "Effect", *, among_others: bool) -> Iterator[Finding]:
    """The lists that there were not before: those among lists that are published, or those after them."""
    if effect.list_comparison and effect.contexts:
        moments, today = effect.contexts[0].derived.list_dates, effect.after.as_of
        last = max((listing.day for listing in moments if listing.day < today), default=date.min)
        if days := tuple(day for day in effect.list_comparison.new_days if (day < last) == among_others):
            yield Appeared(days)


def _find_rank_changes(effect: "Effect") -> Iterator[Finding]:
    """Who enters and leaves, and who passes whom: of who moves by themselves, and of few others."""
    ranked = [(*move.ranks, move.player) for move in effect.moves if all(move.ranks)]
    for move in effect.moves:
        was, now = move.ranks
        if move.before is None and move.after:
            yield Entered(move.player, now, move.after.value, was_provisional=False)
        elif move.after is None:
            yield Left(move.player, is_provisional=False)
        elif was is None and now is not None:
            yield Entered(move.player, now, move.after.value, was_provisional=True)
        elif was is not None and now is None:
            yield Left(move.player, is_provisional=True)
    seen = effect.contexts[1].derived.decimals[0] if effect.contexts else 1
    yield from _find_overtakings(effect.moves, ranked, seen)


def _find_overtakings(
    moves: Iterable[ListMove], ranked: Sequence[tuple[Any, Any, str]], seen: int
) -> Iterator[Finding]:
    """Who passes others by what they won, as far as that is `seen` in decimals."""
    ordered = sorted(ranked)
    for move in moves:
        was, now = move.ranks
        if was and now and now < was and round(move.gain or 0.0, seen) > 0:
            above = ordered[: bisect_left(ordered, (was,))]
            passed = [player for _, after, player in above if after > now]
            if passed:
                yield Passed(move.player, now, tuple(passed))


def _find_figure_shift(moves: Sequence[ListMove], decimals: int) -> Iterator[Finding]:
    """The figures that change in a decimal with which changes are told."""
    gains = [(move.gain, move.player) for move in moves if move.gain and round(move.gain, decimals)]
    if gains:
        yield Shifted(len(gains), Extremes.from_changes(gains))


_change_size: Callable[[Any], float] = lambda fact: abs(getattr(fact, "change", 0) or 0)  # noqa: E731 - a key
