"""What a change does to one ranking: its rows, who moves, and what becomes of all that is published.

What is different between two states of a site, ranking by ranking.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.compare import analysis
from sitegen.compare.findings import Finding
from sitegen.compare.lists import ListChange, ListComparison, ListMove, TableChange, compare_tables
from sitegen.compare.rows import Deadlines, RowChange, RowDates, TablePair
from sitegen.compare.state import IdentityMap, SiteState, SourceLines, match_identities
from sitegen.core.language import Language
from sitegen.core.system import list_input_tables
from sitegen.core.table import format_option as option
from sitegen.core.table import get_columns
from sitegen.inputs.config.site import Ranking, get_title_texts
from sitegen.inputs.privacy.folding import WORD, fold_text
from sitegen.rankings.ranking import RankingContext


@dataclass(frozen=True)
class SettingChange:
    """An option of a ranking, or another of its settings, that says something else, as text."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Effect:
    """One ranking in two states; where one of these has errors, its rows alone are compared."""

    id: str
    before: SiteState
    after: SiteState

    @property
    def ranking(self) -> Ranking:
        """The ranking as it is now."""
        sites = [state.site for state in (self.after, self.before) if state.site]
        return next(ranking for site in sites for ranking in site.rankings if ranking.id == self.id)

    @property
    def contexts(self) -> tuple[RankingContext, RankingContext] | None:
        """The ranking calculated twice; None where one of these cannot be."""
        was, now = self.before.contexts.get(self.id), self.after.contexts.get(self.id)
        return (was, now) if was and now else None

    @cached_property
    def identities(self) -> IdentityMap:
        """Who is who."""
        states = self.before, self.after
        is_hiding = any(state.hidden.get(self.id) for state in states)
        inputs = [
            _normalize_names(state, self.id) if is_hiding else state.inputs.get(self.id) for state in states
        ]
        hidden = self.before.hidden.get(self.id, {}), self.after.hidden.get(self.id, {})
        return match_identities(inputs[0], inputs[1], *hidden) if all(inputs) else IdentityMap(*hidden)

    @cached_property
    def rows(self) -> Sequence[RowChange]:
        """What became of the rows of its tables."""
        if self.before.inputs is self.after.inputs:
            return []
        was, now = SourceLines(self.before), SourceLines(self.after)
        found = (
            change
            for table in self._table_pairs
            for change in table.find_changes(self.identities, was.get_line, now.get_line)
        )
        return [self._add_timing(change) for change in found]

    def _add_timing(self, change: RowChange) -> RowChange:
        """A row with whether it had been played, and how late it came, where that is known."""
        before = (
            self._row_dates.find_date(change.before.record) if change.before and self._row_dates else None
        )
        was_played = before and before.is_played
        is_new = change.kind in {"added", "entered"} or (change.kind == "corrected" and was_played is False)
        if not is_new or not self._deadlines:
            return change._replace(was_played=was_played)
        late, expected = (
            self._deadlines.find_lateness(change.row.record),
            self._deadlines.find_expected_day(change.row.record),
        )
        return change._replace(lateness=late, expected_day=None if late else expected, was_played=was_played)

    @property
    def reordered_rows(self) -> Sequence[RowChange]:
        """The rows of past days that stand in another order, where that is the order of play."""
        return [change for change in self.rows if change.has_new_play_order and change.day < self.after.as_of]

    @cached_property
    def _row_dates(self) -> RowDates | None:
        """When the rows before were played."""
        inputs = self.before.inputs.get(self.id)
        return RowDates(self.ranking.system, inputs) if inputs else None

    @cached_property
    def _deadlines(self) -> Deadlines | None:
        if not self.contexts:
            return None
        timed = RowDates(self.ranking.system, self.after.inputs[self.id])
        return Deadlines(self.ranking, self.after.as_of, self.contexts[0].derived.list_dates, timed)

    @property
    def _table_pairs(self) -> Iterator[TablePair]:
        inputs = [state.inputs.get(self.id) for state in (self.before, self.after)]
        for place, table in enumerate(list_input_tables(self.ranking.system)):
            yield TablePair(table.name, *((of[place] or []) if of else [] for of in inputs))

    @property
    def settings(self) -> Sequence[SettingChange]:
        """The options that say something else."""
        options = [_read_settings(state, self.id) for state in (self.before, self.after)]
        names = {**options[0], **options[1]}
        return [
            SettingChange(name, *(of.get(name, "") for of in options))
            for name in names
            if options[0] and options[1] and options[0].get(name) != options[1].get(name)
        ]

    @cached_property
    def list_comparison(self) -> ListComparison | None:
        """The lists of both, to be compared."""
        if self.contexts is None:
            return None
        was, now = self.contexts
        return ListComparison(was.derived, now.derived, self.identities)

    @property
    def moves(self) -> Sequence[ListMove]:
        """Who moves on the current list."""
        return self.list_comparison.moves if self.list_comparison else []

    @property
    def lists(self) -> Sequence[ListChange]:
        """What changes on lists that are shown in full, the current one among them."""
        return self.list_comparison.lists if self.list_comparison else []

    @property
    def past_lists(self) -> Sequence[ListChange]:
        """What changes on lists that are published already: that of today may be made of what comes today."""
        today = self.after.as_of
        return [change for change in self.lists if change.day < today or change.through < change.day]

    @cached_property
    def tables(self) -> Sequence[TableChange]:
        """What changes in the published tables."""
        if not self.contexts:
            return []
        was, now = self.contexts
        return compare_tables(was.outcome.tables, now.outcome.tables, self.identities)

    @cached_property
    def findings(self) -> Sequence[Finding]:
        """What a person would tell of it, what matters most first."""
        return list(analysis.analyze_effect(self))

    def map_names(self, language: Language) -> Mapping[str, str]:
        """The names of all players that may be told, by their real ids: as they are shown after."""
        boards = [state.contexts.get(self.id) for state in (self.before, self.after)]
        found: dict[str, str] = {}
        for who, board in zip(
            (self.identities.resolve_before, self.identities.resolve_after), boards, strict=True
        ):
            for player in board.players if board else ():
                real = who(player.id)
                found[real] = (
                    language.format_pseudonym(int(player.id.rpartition("-")[2]))
                    if player.hidden
                    else player.name
                )
        return {real: name for real, name in found.items() if real not in self.withheld_players}

    @cached_property
    def withheld_players(self) -> frozenset[str]:
        """Who left and may not be told of: they hid, or somebody of their name or id hides now."""
        was, now = (state.contexts.get(self.id) for state in (self.before, self.after))
        here = {self.identities.resolve_after(player.id) for player in (now.players if now else ())}
        left = {
            self.identities.resolve_before(player.id): player.name for player in (was.players if was else ())
        }
        gone = ((real, name) for real, name in left.items() if real not in here)
        secrets = self.after.hidden_names
        return frozenset(
            real
            for real, name in gone
            if real in self.identities.hidden or any(map(secrets.has_name, (real, name)))
        )

    @property
    def has_no_published_change(self) -> bool:
        """Whether nothing that is published changes: no table, and no list comes, goes or is another one."""
        days = self.list_comparison and (*self.list_comparison.withdrawn_days, *self.list_comparison.new_days)
        return not (self.tables or self.lists or days)

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes, neither in what was written nor in what is published."""
        is_same = self.identities.before == self.identities.after
        return is_same and self.has_no_published_change and not (self.rows or self.settings)


def _normalize_names(state: SiteState, ranking: str) -> Any:
    """The tables of a ranking, with the real name of each player in its normal form: to compare them."""
    inputs = state.inputs.get(ranking)
    if not inputs:
        return inputs
    real = {person.id: person.name for person in state.people.get(ranking, ())}  # a browser has none
    hidden = state.hidden.get(ranking, {})
    names = {label: real[player] for label, player in hidden.items() if player in real}
    players = [
        player.replace(
            name=" ".join(sorted(WORD.findall(fold_text(names.get(player.id, player.name))))),
            hidden=player.hidden and player.id not in names,
        )
        for player in inputs.players
    ]
    return inputs._replace(players=players)


def _read_settings(state: SiteState, ranking: str) -> dict[str, str]:
    """The settings of a ranking by name, those of its options last."""
    rankings = state.site.rankings if state.site else ()
    found = next((candidate for candidate in rankings if candidate.id == ranking), None)
    if found is None:
        return {}
    titles = {"title": found.title, "short_title": found.short_title}
    archive = "" if found.archive is None else str(found.archive)
    values: Any = zip(get_columns(type(found.options)), found.options, strict=True)
    return {
        **{name: " / ".join(get_title_texts(title)) for name, title in titles.items()},
        "archive": archive,
        **{column.name: option(value) for column, value in values},
    }


@dataclass(frozen=True)
class Difference:
    """What is different between two states of a site."""

    before: SiteState
    after: SiteState

    @cached_property
    def effects(self) -> Sequence[Effect]:
        """What it does to each ranking to which it does anything."""
        found = (
            Effect(ranking_id, self.before, self.after)
            for ranking_id in {**self.before.inputs, **self.after.inputs}
        )
        return [effect for effect in found if not effect.is_empty]
