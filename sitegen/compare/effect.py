"""What a change does to each ranking of a site: rows, settings, moves, and everything published."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from sitegen.compare.lists import ListChange, ListMove, TableChange, compare_list, compare_tables, find_moves
from sitegen.compare.rows import DatedRow, Deadlines, RowChange, RowDates, TablePair
from sitegen.compare.state import IdentityMap, SiteState, make_line_reader, match_identities
from sitegen.core.language import Language
from sitegen.core.options import format_setting, list_change_days, read_values, select_until
from sitegen.core.system import list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.site import Ranking, get_title_texts
from sitegen.inputs.privacy.folding import WORD, fold_text
from sitegen.inputs.privacy.search import HiddenNames, collect_hidden_names
from sitegen.rankings.ranking import RankingContext


@dataclass(frozen=True)
class SettingChange:
    """An option of a ranking, or another of its settings, that changed, as text."""

    name: str
    before: str
    after: str
    since: date = date.min
    """The first day on which it differs."""

    @property
    def label(self) -> str:
        """The name, with that day where it is not the first of all."""
        return self.name if self.since == date.min else f"{self.name} ({self.since})"


@dataclass(frozen=True)
class Effect:
    """One ranking in two states; where one of these has errors, only its rows are compared."""

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
        """The ranking in both states; None where one of them could not be rated."""
        was, now = self.before.contexts.get(self.id), self.after.contexts.get(self.id)
        return (was, now) if was and now else None

    @cached_property
    def identities(self) -> IdentityMap:
        """Which player before is which one after."""
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
        states = self.before, self.after
        inputs = [state.inputs.get(self.id) for state in states]
        line_readers = [make_line_reader(state.site) for state in states]
        changes = list[RowChange]()
        for place, table in enumerate(list_input_tables(self.ranking.system)):
            pair = TablePair(table.name, *((tables[place] or []) if tables else [] for tables in inputs))
            changes += pair.find_changes(self.identities, *line_readers)
        return [self._add_timing(change) for change in changes]

    def _add_timing(self, change: RowChange) -> RowChange:
        """Return a row change with whether the row had been played, and how late it came, where known."""
        dates = self._row_dates
        event_date = dates.find_date(change.before.record) if change.before and dates else None
        was_played = event_date and event_date.is_played
        is_new = change.is_new or (change.kind == "corrected" and was_played is False)
        if not is_new or not self._deadlines:
            return change._replace(was_played=was_played)
        lateness = self._deadlines.find_lateness(change.row.record)
        expected_day = None if lateness else self._deadlines.find_expected_day(change.row.record)
        return change._replace(lateness=lateness, expected_day=expected_day, was_played=was_played)

    @property
    def reordered_rows(self) -> Sequence[RowChange]:
        """The rows of past days that are in another order, where that is the order of play."""
        return [change for change in self.rows if change.has_new_play_order and change.day < self.after.as_of]

    @cached_property
    def _row_dates(self) -> RowDates | None:
        """When the rows before were played."""
        inputs = self.before.inputs.get(self.id)
        return RowDates(self.ranking.system, inputs) if inputs else None

    @cached_property
    def row_dates(self) -> RowDates:
        """When the rows after were played; for a ranking that is there."""
        return RowDates(self.ranking.system, self.after.inputs[self.id])

    @cached_property
    def new_results(self) -> Sequence[DatedRow]:
        """The rows that came in with a result, or got one, and when they were played."""
        new_rows = (change.after for change in self.rows if change.is_new and change.after)
        return list(self.row_dates.list_played(row.record for row in new_rows))

    @cached_property
    def _deadlines(self) -> Deadlines | None:
        if not self.contexts:
            return None
        return Deadlines(self.ranking, self.after.as_of, self.contexts[0].dataset.list_dates, self.row_dates)

    @property
    def settings(self) -> Sequence[SettingChange]:
        """The settings that changed, those of all days first."""
        rankings = [_find_ranking(state, self.id) for state in (self.before, self.after)]
        days = {day for ranking in rankings if ranking for day in list_change_days(ranking.options)}
        changes, last = list[SettingChange](), dict[str, tuple[str, str]]()
        for day in sorted(days) if all(rankings) else ():
            before, after = (_read_settings(ranking, day) for ranking in rankings if ranking)
            for name in {**before, **after}:
                values = before.get(name, ""), after.get(name, "")
                if values[0] != values[1] and values != last.get(name):
                    changes.append(SettingChange(name, *values, day))
                last[name] = values
        return changes

    @cached_property
    def moves(self) -> Sequence[ListMove]:
        """Who has another place or figure on the current list, in the order of the new one."""
        if not self.contexts:
            return []
        was, now = (context.dataset.positions for context in self.contexts)
        return find_moves(was, now, self.identities)

    @cached_property
    def lists(self) -> Sequence[ListChange]:
        """What changes on lists that are published already and are shown in full, oldest first."""
        if not self.contexts:
            return []
        was, now = (
            {listing.day: listing for listing in context.dataset.full_lists} for context in self.contexts
        )
        changes = (compare_list(was[day], now[day], self.identities) for day in was if day in now)
        return [change for change in changes if change]

    @property
    def withdrawn_days(self) -> Sequence[date]:
        """The days of lists that were published and are gone."""
        was, now = self._list_days
        return [day for day in was if day not in now]

    @property
    def new_days(self) -> Sequence[date]:
        """The days of lists that did not exist before."""
        was, now = self._list_days
        return [day for day in now if day not in was]

    @cached_property
    def _list_days(self) -> tuple[Mapping[date, None], Mapping[date, None]]:
        if not self.contexts:
            return {}, {}
        was, now = (
            dict.fromkeys(listing.day for listing in context.dataset.list_dates) for context in self.contexts
        )
        return was, now

    @cached_property
    def past_lists(self) -> Sequence[ListChange]:
        """What changes on lists that were published already: that of today may include what comes today.

        Who is new, and stands there with a start figure alone, changes nothing.
        """
        today = self.after.as_of
        changes = (
            change.without_players(self._find_beginners(change.through), self.identities)
            for change in self.lists
            if change.day < today or change.through < change.day
        )
        return [change for change in changes if any(change.tables)]

    def _find_beginners(self, through: date) -> Collection[str]:
        """Return the new players of whom nothing was played by a day."""
        return {player for player, first in self._first_days.items() if first > through}

    @cached_property
    def _first_days(self) -> Mapping[str, date]:
        """The day of the first new row of each new player."""
        if not self.contexts:
            return {}
        (was, now), resolvers = self.contexts, (self.identities.resolve_before, self.identities.resolve_after)
        old, new = (
            {resolve(player.id) for player in context.players}
            for resolve, context in zip(resolvers, (was, now), strict=True)
        )
        first_days = dict.fromkeys(new - old, date.max)
        for change in self.rows:
            event = self.row_dates.find_date(change.after.record) if change.after else None
            if event:
                new_players = change.players & first_days.keys()
                first_days |= {player: min(first_days[player], event.day) for player in new_players}
        return first_days

    @cached_property
    def tables(self) -> Sequence[TableChange]:
        """What changes in the published tables."""
        if not self.contexts:
            return []
        was, now = self.contexts
        return compare_tables(was.dataset.tables, now.dataset.tables, self.identities)

    def map_names(self, language: Language) -> Mapping[str, str]:
        """Return the names of all players that may be shown, by their real ids: as they are shown after."""
        contexts = [state.contexts.get(self.id) for state in (self.before, self.after)]
        names: dict[str, str] = {}
        resolvers = self.identities.resolve_before, self.identities.resolve_after
        for resolve, context in zip(resolvers, contexts, strict=True):
            for player in context.players if context else ():
                real = resolve(player.id)
                names[real] = (
                    language.format_pseudonym(int(player.id.rpartition("-")[2]))
                    if player.hidden
                    else player.name
                )
        return {real: name for real, name in names.items() if real not in self.withheld_players}

    @cached_property
    def withheld_players(self) -> frozenset[str]:
        """The players who left and may not be named: they hid, or somebody of that name or id hides now.

        Where somebody is new who hides, that may be any of those who left, with another id and name.
        """
        was, now = (state.contexts.get(self.id) for state in (self.before, self.after))
        identities, has_hidden_name = self.identities, self.after.hidden_names.has_name
        current = {identities.resolve_after(player.id) for player in (now.players if now else ())}
        former = {
            identities.resolve_before(player.id): player.name for player in (was.players if was else ())
        }
        has_new_hidden = bool({*identities.after.values()} - former.keys())
        return frozenset(
            real
            for real, name in former.items()
            if real not in current
            and (
                has_new_hidden or real in identities.hidden or has_hidden_name(real) or has_hidden_name(name)
            )
        )

    @cached_property
    def withheld_names(self) -> HiddenNames:
        """The names of the players who left and may not be named, but those that others have."""
        former, current = (state.people.get(self.id, ()) for state in (self.before, self.after))
        withheld_persons = [
            person._replace(hidden=True)
            for person in former
            if self.identities.new_ids.get(person.id, person.id) in self.withheld_players
        ]
        return collect_hidden_names([*withheld_persons, *(other for other in current if not other.hidden)])

    @property
    def has_no_published_change(self) -> bool:
        """Whether nothing published changes: no table, and no list comes, goes or changes."""
        return not (self.tables or self.lists or self.withdrawn_days or self.new_days)

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes, neither in the files nor in what is published."""
        is_same = self.identities.before == self.identities.after
        return is_same and self.has_no_published_change and not (self.rows or self.settings)


def _normalize_names(state: SiteState, ranking: str) -> Any:
    """Return the tables of a ranking with the real name of each player in normal form, to compare them."""
    inputs = state.inputs.get(ranking)
    if not inputs:
        return inputs
    real_names = {person.id: person.name for person in state.people.get(ranking, ())}  # a browser has none
    hidden = state.hidden.get(ranking, {})
    names = {label: real_names[player] for label, player in hidden.items() if player in real_names}
    players = [
        player.replace(
            name=" ".join(sorted(WORD.findall(fold_text(names.get(player.id, player.name))))),
            hidden=player.hidden and player.id not in names,
        )
        for player in inputs.players
    ]
    return inputs._replace(players=players)


def _find_ranking(state: SiteState, ranking: str) -> Ranking | None:
    rankings = state.site.rankings if state.site else ()
    return next((candidate for candidate in rankings if candidate.id == ranking), None)


def _read_settings(ranking: Ranking, day: date) -> dict[str, str]:
    """Return the settings of a ranking by name, its options last, which are those of a day."""
    titles = {"title": ranking.title, "short_title": ranking.short_title}
    archive = "" if ranking.archive is None else str(ranking.archive)
    values = read_values(select_until(ranking.options, day))
    return {
        **{name: " / ".join(get_title_texts(title)) for name, title in titles.items()},
        "archive": archive,
        **{
            column.name: format_setting(column, values[column.name])
            for column in get_input_columns(type(ranking.options))
        },
    }
