"""Findings of results that come in, go, change, or begin or cease to count; and how they are found.

A system tells of its results in two ways: careers have what each player did, and a published table has a
column `counted`, which says which rows of results do not count.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import Any, NamedTuple

from sitegen.compare.effect import Effect
from sitegen.compare.findings import Extremes, Finding, FindingFormatter, UncountedResult
from sitegen.compare.rows import RowChange
from sitegen.compare.state import IdentityMap, SiteState, match_pairs, remove_pairs
from sitegen.core.entities import Player, Result
from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.problems import Message, advise, pluralize
from sitegen.core.roles import get_roles
from sitegen.core.system import list_event_dates
from sitegen.core.table import get_columns
from sitegen.inputs.config.site import Ranking
from sitegen.rankings.ranking import RankingContext


class Played(NamedTuple):
    """A new result: `change` and `other_change` are its effect on the figures of both sides, where known."""

    winner: str
    loser: tuple[str, ...]
    score: str
    day: date
    is_draw: bool = False
    change: float | None = None
    other_change: float | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All of both sides."""
        return self.winner, *self.loser

    @property
    def key(self) -> tuple[object, ...]:
        """What identifies the result, without its effect on figures."""
        return self[:5]

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who beats whom, and what both gain and lose."""
        result = _build_plain_message(self, formatter)
        if self.change is None:
            return advise("{result}.", result=result)
        won, lost = formatter.format_change(self.change), formatter.format_change(self.other_change)
        if self.other_change is None:
            return advise("{result}: {won}.", result=result, won=won)
        return advise("{result}: {won} and {lost}.", result=result, won=won, lost=lost)


class Undone(NamedTuple):
    """A result that no longer counts, or that is another one now."""

    before: Played
    after: Played | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys([*self.before.players, *(self.after.players if self.after else ())]))

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return what it was, and what it is."""
        params = {
            "was": _build_plain_message(self.before, formatter),
            "day": formatter.format_day(self.before.day),
        }
        if self.after is None:
            return advise("No more, of {day}: {was}.", **params)
        params |= {
            "now": _build_plain_message(self.after, formatter),
            "other": formatter.format_day(self.after.day),
        }
        if self.before.day == self.after.day:
            return advise("{day}: {now}, instead of: {was}.", **params)
        if params["was"] == params["now"]:
            return advise("{other}, not {day}: {now}.", **params)
        return advise("{other}: {now}, instead of, on {day}: {was}.", **params)


class Redated(NamedTuple):
    """Results that are of another day, since the calendar has another date for their round."""

    results: int
    was: date
    now: date

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return how many, and both days."""
        return pluralize(
            self.results,
            "One result is of {now}, not of {was}.",
            "{number} results are of {now}, not of {was}.",
            was=formatter.format_day(self.was),
            now=formatter.format_day(self.now),
        )


class Recounted(NamedTuple):
    """A result that is still there, at a `place`, and begins or ceases to count."""

    result: Played
    place: str
    is_counting: bool

    @property
    def players(self) -> tuple[str, ...]:
        """All of both sides."""
        return self.result.players

    @property
    def change(self) -> float | None:
        """Its effect on the figure of the winner, where known."""
        return self.result.change if self.is_counting else None

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return what it was, when, and its place."""
        params = {"day": formatter.format_day(self.result.day), "place": self.place}
        if self.is_counting:
            message = self.result.build_message(formatter)
            return advise("Counts from now on ({day}, {place}): {played}", played=message, **params)
        was = _build_plain_message(self.result, formatter)
        return advise("No longer counts ({day}, {place}): {was}.", was=was, **params)


class Evening(NamedTuple):
    """What was played on a day where nobody wins: how many players, and who gained and lost most."""

    day: date
    player_count: int
    extremes: Extremes

    @property
    def players(self) -> tuple[str, ...]:
        """Both extremes."""
        return self.extremes.players

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who gained and who lost most."""
        if self.player_count > 1 and self.extremes.are_alike(formatter):
            params = {
                "day": formatter.format_day(self.day),
                "number": self.player_count,
                "won": formatter.format_change(self.extremes.won),
            }
            return advise("{day}, {number} players: each {won}.", **params)
        return pluralize(
            self.player_count,
            "{day}: {best}, {won}.",
            "{day}, {number} players: from {best}, {won}, to {worst}, {lost}.",
            day=formatter.format_day(self.day),
            **self.extremes.format_arguments(formatter),
        )


def _build_plain_message(result: Played, formatter: FindingFormatter) -> Message:
    """Return a result without its effect."""
    params = {
        "player": formatter.format_player(result.winner),
        "other": formatter.format_players(result.loser),
        "score": result.score,
    }
    if result.is_draw:
        if result.score:
            return advise("{player} and {other} draw {score}", **params)
        return advise("{player} and {other} draw", **params)
    if result.score:
        return advise("{player} beats {other} {score}", **params)
    return advise("{player} beats {other}", **params)


_LOOKAHEAD = timedelta(days=60)
"""By then a list has what is played now, however seldom lists come."""


def list_uncounted(tables: Iterable[PublishedTable], places: Collection[str]) -> Iterator[UncountedResult]:
    """Yield which of the rows at these places do not count."""
    for table in tables:
        counted_place = get_roles(table.table).positions.get("counted")
        styles = [column.display.style for column in get_columns(table.table)]
        if counted_place is None or "source" not in styles:
            continue
        source, remark = styles.index("source"), styles.index("remark") if "remark" in styles else None
        for row in table.rows:
            if not row[counted_place] and row[source] in places:
                yield UncountedResult(row[source], "" if remark is None else row[remark])


def predict_uncounted(
    ranking: Ranking, inputs: Any, places: Collection[str], last_day: date
) -> Iterator[UncountedResult]:
    """Yield which of these, played by a day, will not count on the list that has them."""
    if places:
        yield from list_uncounted(rate_later(ranking, inputs, last_day).tables, places)


def rate_later(ranking: Ranking, inputs: Any, last_day: date) -> Outcome:
    """Return the ranking rated when a list has all that is played by a day."""
    return ranking.call_system("rate", partial(ranking.rate, inputs, last_day + _LOOKAHEAD))


RESULT_CHANGE_KINDS = frozenset({"added", "entered", "removed", "corrected"})
"""Changes of rows by which results can come or go."""


class PlayerResult(NamedTuple):
    """A result of a player."""

    player: str
    result: Result


class ResultChanges(NamedTuple):
    """Results that only the later state has, and those that only the earlier one had."""

    added: list[PlayerResult]
    removed: list[PlayerResult]


def find_changed_results(effect: Effect, before: RankingContext, after: RankingContext) -> ResultChanges:
    """Return the results that only one of both states has.

    Those of the players whom changed rows name, and of whom they met; of all players where a row names
    nobody, or an option changes.
    """
    rows = [change for change in effect.rows if change.kind in RESULT_CHANGE_KINDS]
    identities = effect.identities
    players_by_row = [
        frozenset([row.cells[0]]) if isinstance(row.record, Player) else change.players
        for change in rows
        for row in (change.before, change.after)
        if row
    ]
    if effect.settings or not all(players_by_row):
        all_players = [
            *map(identities.resolve_before, before.names),
            *map(identities.resolve_after, after.names),
        ]
        return compare_results(before, after, dict.fromkeys(all_players), effect.rows, identities)
    changes, compared_players, players = (
        ResultChanges([], []),
        set[str](),
        sorted(frozenset().union(*players_by_row)),
    )
    while players:
        round_changes = compare_results(before, after, players, effect.rows, identities)
        changes = ResultChanges(changes.added + round_changes.added, changes.removed + round_changes.removed)
        compared_players |= {*players}
        results = [result for _, result in (*round_changes.added, *round_changes.removed)]
        opponents = {player for result in results for player in (*result.opponents, *result.partners)}
        players = sorted(opponents - compared_players)
    return changes


def compare_results(
    before: RankingContext,
    after: RankingContext,
    players: Iterable[str],
    rows: Sequence[RowChange],
    identities: IdentityMap,
) -> ResultChanges:
    """Return the results of some players, by their later real ids, that only one state has.

    Results of changed rows are compared with those of the same row, all others with each other.
    """
    former_ids = {identities.resolve_before(player.id): player.id for player in before.players}
    new_places = {
        change.before.place: change.after and change.after.place for change in rows if change.before
    }
    arrived = {change.after.place for change in rows if change.after}
    added, removed = list[PlayerResult](), list[PlayerResult]()
    for player in players:
        old = list(_read_results(before, former_ids.get(player, player), identities.resolve_before))
        new = list(_read_results(after, identities.labels.get(player, player), identities.resolve_after))
        pairs = match_pairs(
            old,
            new,
            lambda result: (new_places.get(result.source, ""), normalize_result(result)),
            lambda result: (result.source if result.source in arrived else "", normalize_result(result)),
        )
        old_rest, new_rest = remove_pairs(old, new, pairs)
        added += (PlayerResult(player, result) for result in new_rest)
        removed += (PlayerResult(player, result) for result in old_rest)
    return ResultChanges(added, removed)


def _read_results(context: RankingContext, player: str, resolve: Callable[[str], str]) -> Iterator[Result]:
    careers = context.outcome.careers
    for result in careers.get_career(player).result_rows if careers and player in context.names else ():
        opponents, partners = (tuple(map(resolve, ids)) for ids in (result.opponents, result.partners))
        yield result._replace(opponents=opponents, partners=partners)


def normalize_result(result: Result) -> Result:
    """Return what was played, without its effect on figures and its place."""
    return result._replace(chance=None, change=None, source="")


_SharedResult = tuple[PlayerResult, Played]


def find_result_changes(changes: ResultChanges, rows: Sequence[RowChange]) -> Iterator[Finding]:
    """Yield results that can be won, once for both sides; those of a corrected row as a pair."""
    new_places = {
        change.before.place: change.after.place for change in rows if change.before and change.after
    }
    get_source: Callable[[_SharedResult], str] = lambda pair: pair[0].result.source  # noqa: E731 - a key
    added, removed = list(_join_sides(changes.added)), list(_join_sides(changes.removed))
    pairs = match_pairs(removed, added, lambda pair: new_places.get(get_source(pair)), get_source)
    yield from (Undone(was, now) for (_, was), (_, now) in pairs if was.key != now.key)
    removed, added = remove_pairs(removed, added, pairs)
    row_changes = [change for change in rows if change.kind in RESULT_CHANGE_KINDS]
    old_places = {change.before.place for change in row_changes if change.before}
    changed_places = {change.after.place for change in row_changes if change.after}
    same_rows = match_pairs(
        [pair for pair in removed if get_source(pair) not in old_places],
        [pair for pair in added if get_source(pair) not in changed_places],
        lambda pair: pair[1]._replace(day=date.min).key,
    )
    redated = [(was, now) for was, now in same_rows if was[1].day != now[1].day]
    counts_by_days = Counter((was.day, now.day) for (_, was), (_, now) in redated)
    yield from (Redated(count, *days) for days, count in counts_by_days.items())
    removed, added = remove_pairs(removed, added, redated)
    ceased = _find_recounted(
        [pair for pair in removed if get_source(pair) not in old_places], changes.added, counts=False
    )
    begun_results = _find_recounted(
        [pair for pair in added if get_source(pair) not in changed_places], changes.removed, counts=True
    )
    yield from (ceased.get(id(result), Undone(played)) for result, played in removed)
    yield from (begun_results.get(id(result), played) for result, played in added)


def foresee_counting(effect: Effect, before: RankingContext, after: RankingContext) -> Iterator[Finding]:
    """Yield results that the next list begins or ceases to count, for rows neither played nor players."""
    system, through, inputs = effect.ranking.system, after.dataset.current.through, effect.after.inputs
    has_other_changes = any(
        change.kind in RESULT_CHANGE_KINDS
        for change in effect.rows
        if change.day is None and not isinstance(change.row.record, Player)
    )
    if not has_other_changes:
        return
    event_dates = list_event_dates(system, inputs[effect.id])
    if any(event_date.is_played and event_date.day > through for event_date in event_dates):
        old_context = _project_context(effect, before, effect.before)
        new_context = _project_context(effect, after, effect.after)
        changes = find_changed_results(effect, old_context, new_context)
        for finding in find_result_changes(changes, effect.rows):
            if isinstance(finding, Recounted) and finding.result.day > through:
                yield finding._replace(result=finding.result._replace(change=None, other_change=None))


def _project_context(effect: Effect, context: RankingContext, state: SiteState) -> RankingContext:
    """Return a ranking with the list that has all that is played by now."""
    inputs = state.inputs[effect.id]
    return replace(context, outcome=rate_later(context.ranking, inputs, effect.after.as_of))


def _find_recounted(
    shared: Sequence[_SharedResult], other_results: Iterable[PlayerResult], *, counts: bool
) -> Mapping[int, Recounted]:
    """Return what counts in one state, and is in the other without counting, by the `id` of a result."""
    matches_by_id = {id(counted): match for counted, match in shared}
    uncounted = [other for other in other_results if not other.result.ended]
    pairs = match_pairs([counted for counted, _ in shared], uncounted, _make_result_key)
    return {
        id(counted): Recounted(
            matches_by_id[id(counted)], (counted if counts else other).result.source, is_counting=counts
        )
        for counted, other in pairs
    }


def _make_result_key(player_result: PlayerResult) -> tuple[object, ...]:
    """Return what was played, whether it counts or not."""
    player, result = player_result
    return player, result.day, result.opponents, result.partners, result.score, result.occasion


def _join_sides(results: Sequence[PlayerResult]) -> Iterator[_SharedResult]:
    """Yield each result once: that of the winner, or of the first player where nobody wins.

    Its effect on the other side is read from the result of that side with the same place.
    """
    changes = {(player, result.source): result.change for player, result in results if result.source}
    for player_result in results:
        player, result = player_result
        is_draw = result.ended == "drawn"
        is_first = is_draw and (player,) <= result.opponents
        if result.opponents and (result.ended == "won" or is_first):
            score, other_change = (
                _clean_score(result.score),
                changes.get((result.opponents[0], result.source)),
            )
            yield (
                player_result,
                Played(player, result.opponents, score, result.day, is_draw, result.change, other_change),
            )


def _clean_score(score: str) -> str:
    """Return a score; blank for one that only repeats who won, or is not known in full."""
    if "?" in score:
        return ""
    return "" if score in {"1-0", "0-1", "½-½", "1–0", "0–1", "½–½"} else score


def find_event_changes(changes: ResultChanges) -> Iterator[Finding]:
    """Yield the days on which figures change, except those that had results already."""
    known_events = {result.event for _, result in changes.removed}
    days: dict[tuple[date, str], list[tuple[float, str]]] = {}
    for player, result in changes.added:
        if result.event not in known_events and result.change is not None:
            days.setdefault((result.day, result.event), []).append((result.change, player))
    for (day, _), gains in sorted(days.items()):
        yield Evening(day, len({player for _, player in gains}), Extremes.from_changes(gains))
