"""The findings of a change: what a person would tell of it, out of rows, results, lists and tables.

Who is first of a table, or has a title, a seat or a right in it, follows from the shape of that table.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, partial
from operator import itemgetter
from typing import Any

from sitegen.compare.effect import Effect
from sitegen.compare.findings import (
    Decided,
    Extremes,
    Finding,
    Founded,
    Hid,
    LongAgo,
    NewClub,
    NewName,
    NewNames,
    NewRule,
    Remarked,
    Renamed,
    Reordered,
    Repeated,
    Transfer,
    Uncounted,
    Unmoved,
    Waiting,
)
from sitegen.compare.lists import ListMove, TableChange
from sitegen.compare.persons import find_moved_results
from sitegen.compare.result_findings import (
    Recounted,
    ResultChanges,
    Undone,
    find_changed_results,
    find_event_changes,
    find_result_changes,
    foresee_counting,
    list_uncounted,
    predict_uncounted,
)
from sitegen.compare.rows import RowChange
from sitegen.compare.state import IdentityMap, SiteState, count_new_names
from sitegen.compare.table_findings import (
    Appeared,
    Entered,
    Headed,
    Late,
    Left,
    Outstanding,
    Passed,
    Reworded,
    Rewritten,
    Shifted,
    Withdrawn,
)
from sitegen.core.entities import EventDate, PlayerName
from sitegen.core.system import DECISIONS, ExplainsChange
from sitegen.core.table import get_columns, get_input_columns
from sitegen.inputs.results.files import MEMBERSHIPS
from sitegen.rankings.ranking import RankingContext

_LabelledWord = tuple[str, str]
_TitleGroup = tuple[tuple[_LabelledWord, ...], tuple[str, ...]]
"""What somebody is first of, or has: labelled words, and the labels of titles and rights."""


def find_title_changes(
    tables: Sequence[TableChange], lists: Collection[str], identities: IdentityMap
) -> Iterator[Headed]:
    """Yield who is first, or has a title, a seat or a right, in place of others.

    Being first is left out for tables that are part of the list, whose places are told anyway, and where it
    gives a title.
    """
    for table in tables:
        changes = list(_TitleTable(table, is_list=table.name in lists).find_changes(identities))
        titles = {finding._replace(titles=()) for finding in changes if finding.titles}
        yield from (finding for finding in changes if finding.titles or finding not in titles)


class _TitleTable:
    """A published table that honours those who are first of it or in it: see `Table.honours`."""

    def __init__(self, table: TableChange, *, is_list: bool) -> None:
        self._table, self._is_list, self._honours = table, is_list, table.table.honours
        self._columns = get_columns(table.table)
        styles = [column.display.style for column in self._columns]
        self._players = [n for n, style in enumerate(styles) if style == "player"]
        self._rank = styles.index("rank") if "rank" in styles else None
        self._flags = [n for n, column in enumerate(self._columns) if column.kind is bool]
        self._words = [n for n, column in enumerate(self._columns) if column.name in (self._honours or ())]

    def find_changes(self, identities: IdentityMap) -> Iterator[Headed]:
        """Yield who has what now, and who had it before."""
        if self._honours is None or (self._is_list and self._rank is None):
            return
        table = self._table
        old_holders = self._find_holders(
            [*table.removed, *(row.before for row in table.changed)], identities.resolve_before
        )
        new_holders = self._find_holders(
            [*table.added, *(row.after for row in table.changed)], identities.resolve_after
        )
        for words, titles in sorted({**old_holders, **new_holders}, key=lambda group: (len(group[1]), group)):
            old, new = (holders.get((words, titles), {}) for holders in (old_holders, new_holders))
            added = tuple(player for player in new if player not in old)
            removed = tuple(player for player in old if player not in new)
            if added or removed:
                yield Headed(table.name, words, titles, added, removed)

    def _find_holders(
        self, rows: Sequence[Any], resolve: Callable[[str], str]
    ) -> Mapping[_TitleGroup, dict[str, None]]:
        holders: defaultdict[_TitleGroup, dict[str, None]] = defaultdict(dict)
        for row in rows:
            players = dict.fromkeys(resolve(row[n]) for n in self._players if row[n])
            for titles in self._list_titles(row):
                holders[self._list_words(row), titles] |= players
        return holders

    def _list_titles(self, row: Any) -> Iterator[tuple[str, ...]]:
        """Yield the labels of the titles and rights of a row; none for being first, or for being there."""
        titles = tuple(self._columns[n].label for n in self._flags if row[n])
        if self._rank is None:
            yield titles
            return
        if row[self._rank] == 1 and not self._is_list:
            yield ()
        yield from ((title,) for title in titles)

    def _list_words(self, row: Any) -> tuple[_LabelledWord, ...]:
        """Return what the honour is for: the cells that say so."""
        cells = [(self._columns[n], row[n]) for n in self._words]
        named = [(column.label if column.kind is int else "", str(cell)) for column, cell in cells if cell]
        return tuple(named)


_MAX_RENAMED = 3
"""New ids to tell one by one."""
MIN_NEW_NAMES = 3
"""New names to tell in a finding of their own: of fewer the rows tell."""
_WEEK = timedelta(days=7)
_MIN_REPEATED = 5
"""So many rows of a day do not repeat those of another day by chance."""


def analyze_effect(effect: Effect) -> Iterator[Finding]:
    """Yield what a person would tell of a change of one ranking, what matters most first."""
    yield from _find_reordered_rows(effect)
    yield from (
        NewRule(setting.name, setting.after, setting.since)
        for setting in effect.settings
        if setting.since > date.min
    )
    yield from _find_player_changes(effect)
    if effect.contexts:
        results = find_changed_results(effect, *effect.contexts)
        moved = [*find_moved_results(effect, results)]
        yield from moved
        yield from (
            finding
            for finding in _find_changes(effect, *effect.contexts, results)
            if not any(each.explains(finding) for each in moved)
        )
    elif effect.before.is_valid and effect.after.is_valid:
        yield Founded(is_new=effect.id in effect.after.contexts)


def _find_changes(
    effect: Effect, before: RankingContext, after: RankingContext, changes: ResultChanges
) -> Iterator[Finding]:
    """Yield what becomes of lists, titles and results of a ranking that is there before and after."""
    yield from _find_new_days(effect)
    yield from _find_late_rows(effect)
    yield from _find_list_changes(effect)
    yield from _find_new_lists(effect, before, among_others=True)
    yield from _find_remarks(effect, before, after)
    yield from find_title_changes(
        effect.tables, {table.name for table in after.dataset.current_tables}, effect.identities
    )
    has_winners = after.outcome.careers and after.outcome.careers.has_winners
    findings = (
        [*find_result_changes(changes, effect.rows), *foresee_counting(effect, before, after)]
        if has_winners
        else find_event_changes(changes)
    )
    undone, new_results = list[Finding](), list[Finding]()
    for finding in findings:
        is_gone = isinstance(finding, Undone) or (isinstance(finding, Recounted) and not finding.is_counting)
        (undone if is_gone else new_results).append(finding)
    yield from undone
    yield from _find_rank_changes(effect, after.derived.decimals[0])
    yield from sorted(new_results, key=lambda finding: -abs(getattr(finding, "change", None) or 0.0))
    yield from _find_figure_shift(effect.moves, after.derived.decimals[0])
    yield from _find_new_lists(effect, before, among_others=False)
    yield from _find_uncounted(effect, after)


def _find_reordered_rows(effect: Effect) -> Iterator[Finding]:
    if days := sorted(change.day for change in effect.reordered_rows):
        yield Reordered(len(days), tuple(dict.fromkeys(days)))


def _find_player_changes(effect: Effect) -> Iterator[Finding]:
    """Yield how many have other names, who begins or ceases to hide, and who has another id."""
    identities = effect.identities
    old_people, new_people = (state.people.get(effect.id, ()) for state in (effect.before, effect.after))
    if (number := count_new_names(old_people, new_people)) >= MIN_NEW_NAMES:
        yield NewNames(number)
    if effect.contexts:
        yield from _find_new_labels(effect, is_named=number < MIN_NEW_NAMES)
        hid_before, hid_after = (
            {identities.resolve_before(label) for label in identities.before},
            {*identities.after.values()},
        )
        old_context, new_context = effect.contexts
        players = {identities.resolve_before(player.id) for player in old_context.players}
        players &= {identities.resolve_after(player.id) for player in new_context.players}
        yield from (Hid(player, is_hiding=True) for player in sorted((hid_after - hid_before) & players))
        yield from (Hid(player, is_hiding=False) for player in sorted((hid_before - hid_after) & players))
    renamed_players = sorted(
        (new, old) for old, new in identities.new_ids.items() if new not in identities.hidden
    )
    if len(renamed_players) > _MAX_RENAMED:
        yield Renamed(*renamed_players[0], tuple(new for new, _ in renamed_players[1:]))
    else:
        yield from (Renamed(*pair) for pair in renamed_players)


def _find_new_labels(effect: Effect, *, is_named: bool) -> Iterator[Finding]:
    """Yield who has another name or club than before; of who hides, or hid, nothing is told."""
    identities, new_names, new_clubs = effect.identities, list[str](), list[NewClub]()
    was, now = effect.contexts  # type: ignore[misc] # it has both
    former = {identities.resolve_before(player.id): player for player in was.players}
    for player in now.players:
        real = identities.resolve_after(player.id)
        old = former.get(real)
        if old is None or real in identities.hidden:
            continue
        if old.name != player.name:
            new_names.append(real)
        if old.club != player.club and _is_former_club_shown(now, player.id):
            new_clubs.append(NewClub(real, old.club, player.club))
    yield from _find_transfers(effect)
    yield from _find_decisions(effect)
    if new_names and is_named:
        yield NewName(tuple(new_names))
    if len(new_clubs) > _MAX_RENAMED:
        yield new_clubs[0]._replace(other_players=tuple(new.player for new in new_clubs[1:]))
    else:
        yield from new_clubs


def _is_former_club_shown(context: RankingContext, player: str) -> bool:
    """Whether anything was played before the first membership of a player, when the club was another."""
    events, periods = context.outcome.events, context.outcome.clubs.get(player, ())
    joined = min((period.first for period in periods if period.first), default=date.max)
    return joined > min((event.day for event in events), default=date.min)


def _find_transfers(effect: Effect) -> Iterator[Finding]:
    """Yield who comes to another club, or leaves one, by a new or corrected membership."""
    for change in _list_told_rows(effect, MEMBERSHIPS):
        row = change.row.record
        player = effect.identities.resolve_after(row.player)
        yield Transfer(player, row.club, row.from_, row.until, is_undone=change.after is None)


def _list_told_rows(effect: Effect, table: str) -> Iterator[RowChange]:
    """Yield what became of the rows of a table that say something else now; of who hides, or hid, nothing."""
    for change in effect.rows:
        is_other = change.table == table and change.kind != "reordered"
        if is_other and change.players.isdisjoint(effect.identities.hidden):
            yield change


def _find_decisions(effect: Effect) -> Iterator[Finding]:
    """Yield what the committee decides, or no longer does."""
    for change in _list_told_rows(effect, DECISIONS):
        row = change.row.record
        player = effect.identities.resolve_after(row.player)
        is_undone = change.after is None
        yield Decided(player, row.date, row.what, row.figure, row.reason, is_undone=is_undone)


def _find_remarks(effect: Effect, before: RankingContext, after: RankingContext) -> Iterator[Finding]:
    system = effect.ranking.system
    if not isinstance(system, ExplainsChange) or effect.before.is_published:
        return
    ask = partial(system.explain_change, before.outcome, after.outcome)
    resolve = effect.identities.resolve_after
    for remark in effect.ranking.call_system("explain_change", lambda: list(ask())):
        params = remark.params.items()
        players = {key: resolve(value.player) for key, value in params if isinstance(value, PlayerName)}
        yield Remarked(remark.text, {key: value for key, value in params if key not in players}, players)


def _find_new_days(effect: Effect) -> Iterator[Finding]:
    """Yield what says that a date is wrong: when new results were played, and which other day they repeat."""
    if effect.before.is_published:  # its dates were seen when it came in
        return
    old_days = sorted(event.day for _, event in effect.new_results if event.day < effect.after.as_of - _WEEK)
    if old_days:
        yield LongAgo(len(old_days), old_days[0], old_days[-1])
    if len(effect.new_results) >= _MIN_REPEATED:
        yield from _find_repeated_days(effect)


def _find_repeated_days(effect: Effect) -> Iterator[Finding]:
    """Yield the days of which most new rows are, but for the date, those of another day."""
    types = {type(row) for row, _ in effect.new_results}
    tables = effect.after.inputs[effect.id]
    all_rows = (row for table in tables for row in table or () if type(row) in types)
    days_by_cells: defaultdict[tuple[Any, ...], set[date]] = defaultdict(set)
    for row, event in effect.row_dates.list_played(all_rows):
        days_by_cells[_list_other_cells(row, event)].add(event.day)
    counts: defaultdict[date, Counter[date]] = defaultdict(Counter)
    for row, event in effect.new_results:
        counts[event.day].update(days_by_cells[_list_other_cells(row, event)])
    for day, counts_by_day in sorted(counts.items()):
        total = counts_by_day.pop(day)
        other, count = max(counts_by_day.items(), key=itemgetter(1, 0), default=(day, 0))
        if count >= max(_MIN_REPEATED, total / 2):
            yield Repeated(count, total, day, other)


def _list_other_cells(row: Any, event: EventDate) -> tuple[Any, ...]:
    """Return the type of a row and its cells, but for the cell that says when it was played."""
    names = [column.name for column in get_input_columns(type(row)) if column.name != event.column]
    return type(row), *(getattr(row, name) for name in names)


def _find_late_rows(effect: Effect) -> Iterator[Finding]:
    late_rows = [(change.kind, change.lateness) for change in effect.rows if change.lateness]
    pending = [late.published for kind, late in late_rows if kind == "entered" and not late.due]
    counts = Counter(late for kind, late in late_rows if kind != "entered" or late.due)
    if days := [day for day in pending if day]:
        yield Outstanding(len(days), min(days))
    if counts:
        first = min(counts, key=lambda item: (item.due or item.published, item.published or date.max))
        yield Late(counts.total(), *first, later_count=counts.total() - counts[first])


def _find_uncounted(effect: Effect, after: RankingContext) -> Iterator[Finding]:
    """Yield which results do not count, or not yet, and whether nothing published changes."""
    ranking, inputs, through = effect.ranking, effect.after.inputs[effect.id], after.dataset.current.through
    days = {row.source: event.day for row, event in effect.new_results}
    waiting = {place for place, day in days.items() if day > through}
    uncounted = list(list_uncounted(after.dataset.tables, days))
    uncounted += predict_uncounted(ranking, inputs, waiting, max(days.values(), default=through))
    if uncounted:
        yield Uncounted(tuple(uncounted), len(days))
    if waiting := waiting - {result.place for result in uncounted}:
        yield Waiting(len(waiting), through)
    elif (effect.rows or effect.settings) and effect.has_no_published_change:
        yield Unmoved()


def _find_list_changes(effect: Effect) -> Iterator[Finding]:
    """Yield what becomes of lists that are published already."""
    if changes := [change for change in effect.past_lists if change.figures]:
        moves = {move.player for change in changes for move in change.moves}
        figures = sum(change.figures for change in changes)
        yield Rewritten(len(changes), changes[0].day, figures, tuple(sorted(moves)))
    if changes := [change for change in effect.past_lists if change.relabelled and not change.figures]:
        players = {player for change in changes for player in change.relabelled}
        yield Reworded(len(changes), changes[0].day, tuple(sorted(players)))
    if effect.withdrawn_days:
        yield Withdrawn(tuple(effect.withdrawn_days))


def _find_new_lists(effect: Effect, before: RankingContext, *, among_others: bool) -> Iterator[Finding]:
    """Yield the new lists: those among the published ones, or those after them."""
    published_days = (listing.day for listing in before.dataset.list_dates)
    last = max((day for day in published_days if day < effect.after.as_of), default=date.min)
    if days := tuple(day for day in effect.new_days if (day < last) == among_others):
        yield Appeared(days)


def _find_rank_changes(effect: Effect, decimals: int) -> Iterator[Finding]:
    """Yield who enters and leaves, and who passes whom."""
    for move in effect.moves:
        old_rank, new_rank = move.ranks
        if move.before is None and move.after:
            yield Entered(move.player, new_rank, move.after.value, was_provisional=False)
        elif move.after is None:
            yield Left(move.player, is_provisional=False)
        elif old_rank is None and new_rank is not None:
            yield Entered(move.player, new_rank, move.after.value, was_provisional=True)
        elif old_rank is not None and new_rank is None:
            yield Left(move.player, is_provisional=True)
    yield from _find_overtakings(effect.moves, decimals)


def _find_overtakings(moves: Sequence[ListMove], decimals: int) -> Iterator[Finding]:
    """Yield who passes others by a gain that shows in so many `decimals`."""
    ranked_moves: list[tuple[Any, Any, str]] = sorted(
        (*move.ranks, move.player) for move in moves if all(move.ranks)
    )
    for old_rank, new_rank, player, gain in ((*move.ranks, move.player, move.gain) for move in moves):
        if old_rank and new_rank and new_rank < old_rank and round(gain or 0.0, decimals) > 0:
            passed_players = tuple(
                other for was, now, other in ranked_moves if was < old_rank and now > new_rank
            )
            if passed_players:
                yield Passed(player, new_rank, passed_players)


def _find_figure_shift(moves: Sequence[ListMove], decimals: int) -> Iterator[Finding]:
    """Yield the extremes of the changes that show in so many decimals."""
    gains = [(move.gain, move.player) for move in moves if move.gain and round(move.gain, decimals)]
    if gains:
        yield Shifted(len(gains), Extremes.from_changes(gains))


class AnalyzedEffect(Effect):
    """An effect with its findings, which may take another rating of the ranking: they are found once."""

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """What a person would tell of it, what matters most first."""
        return list(analyze_effect(self))


@dataclass(frozen=True)
class Difference:
    """What is different between two states of a site."""

    before: SiteState
    after: SiteState

    @cached_property
    def effects(self) -> Sequence[AnalyzedEffect]:
        """The effect on each ranking that is affected."""
        effects = (
            AnalyzedEffect(ranking_id, self.before, self.after)
            for ranking_id in {**self.before.inputs, **self.after.inputs}
        )
        return [effect for effect in effects if not effect.is_empty]
