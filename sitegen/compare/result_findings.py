"""Facts of what was played: results that come in, and that count no more.

Results that count for nothing, as the published tables of their system tell it.

What was played in one state and not in the other, as careers tell it.

The facts of what was played: results that come, go or become others, and that begin or cease to count.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sitegen.compare.findings import Extremes, Finding, FindingFormatter, UncountedResult
from sitegen.compare.rows import RowChange, SourceRow
from sitegen.compare.state import IdentityMap, match_pairs, remove_pairs
from sitegen.core.entities import Player, Result
from sitegen.core.model import Outcome
from sitegen.core.problems import Message, advise, pluralize
from sitegen.core.roles import get_roles
from sitegen.core.system import HasEventDates
from sitegen.core.table import get_columns
from sitegen.inputs.config.site import Ranking
from sitegen.rankings.ranking import RankingContext

if TYPE_CHECKING:
    from sitegen.compare.effect import Effect
    from sitegen.compare.state import SiteState


class Played(NamedTuple):
    """A result that comes in: `change` and `other` are what it does to both figures, where that is told."""

    winner: str
    loser: tuple[str, ...]
    score: str
    day: date
    is_draw: bool = False
    change: float | None = None
    other_change: float | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Both."""
        return self.winner, *self.loser

    @property
    def key(self) -> tuple[object, ...]:
        """The result, whatever it does and whatever it was played for."""
        return self[:5]

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who beats whom, and what both win and lose by it."""
        told = {
            "player": teller.format_player(self.winner),
            "other": teller.format_players(self.loser),
            "score": self.score,
        }
        result = _build_result_message(self, told)
        if self.change is None:
            return advise("{result}.", result=result)
        won, lost = teller.format_change(self.change), teller.format_change(self.other_change)
        if self.other_change is None:
            return advise("{result}: {won}.", result=result, won=won)
        return advise("{result}: {won} and {lost}.", result=result, won=won, lost=lost)


class Undone(NamedTuple):
    """A result that counts no more, or is another one now."""

    before: Played
    after: Played | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys([*self.before.players, *(self.after.players if self.after else ())]))

    def build_message(self, teller: FindingFormatter) -> Message:
        """What it was, and what it is."""
        told = {"was": _build_plain_message(self.before, teller), "day": teller.format_day(self.before.day)}
        if self.after is None:
            return advise("No more, of {day}: {was}.", **told)
        told |= {"now": _build_plain_message(self.after, teller), "other": teller.format_day(self.after.day)}
        if self.before.day == self.after.day:
            return advise("Of {day}: {now}, in the place of: {was}.", **told)
        if told["was"] == told["now"]:
            return advise("Of {other}, and not of {day}: {now}.", **told)
        return advise("Of {other}: {now}, in the place of, of {day}: {was}.", **told)


class Recounted(NamedTuple):
    """A result that stands where it stood, at a `place`, and begins to count or ceases to."""

    result: Played
    place: str
    is_counting: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Both."""
        return self.result.players

    @property
    def change(self) -> float | None:
        """What it does to the figure of who won, where that is told."""
        return self.result.change if self.is_counting else None

    def build_message(self, teller: FindingFormatter) -> Message:
        """What it was, of when, and where it stands."""
        told = {"day": teller.format_day(self.result.day), "place": self.place}
        if self.is_counting:
            played = self.result.build_message(teller)
            return advise("Counts from now on, of {day} ({place}): {played}", played=played, **told)
        was = _build_plain_message(self.result, teller)
        return advise("Counts no more, of {day} ({place}): {was}.", was=was, **told)


class Evening(NamedTuple):
    """What was played on a day where nobody wins: how many players, and whose figures rose and fell most."""

    day: date
    player_count: int
    extremes: Extremes

    @property
    def players(self) -> tuple[str, ...]:
        """The two."""
        return self.extremes.players

    def build_message(self, teller: FindingFormatter) -> Message:
        """Who won and who lost most."""
        if self.player_count > 1 and self.extremes.are_alike(teller):
            told = {
                "day": teller.format_day(self.day),
                "number": self.player_count,
                "won": teller.format_change(self.extremes.won),
            }
            return advise("{day}, {number} players: each {won}.", **told)
        return pluralize(
            self.player_count,
            "{day}: {best}, {won}.",
            "{day}, {number} players: from {best}, {won}, to {worst}, {lost}.",
            day=teller.format_day(self.day),
            **self.extremes.format_arguments(teller),
        )


def _build_result_message(played: Played, told: dict[str, str]) -> Message:
    if played.is_draw:
        return (
            advise("{player} and {other} draw {score}", **told)
            if played.score
            else advise("{player} and {other} draw", **told)
        )
    return (
        advise("{player} beats {other} {score}", **told)
        if played.score
        else advise("{player} beats {other}", **told)
    )


def _build_plain_message(played: Played, teller: FindingFormatter) -> Message:
    """A result without what it did."""
    told = {
        "player": teller.format_player(played.winner),
        "other": teller.format_players(played.loser),
        "score": played.score,
    }
    return _build_result_message(played, told)


_LOOKAHEAD = timedelta(days=60)
"""By then a list has what is played now, whatever its timetable."""


def list_uncounted(outcome: Outcome, places: Collection[str]) -> Iterator[UncountedResult]:
    """Which of the rows at these places count for nothing."""
    for table in outcome.tables:
        counted, styles = (
            get_roles(table.table).positions.get("counted"),
            [of.display.style for of in get_columns(table.table)],
        )
        if counted is None or "source" not in styles:
            continue
        source, remark = styles.index("source"), styles.index("remark") if "remark" in styles else None
        for row in table.rows:
            if not row[counted] and row[source] in places:
                yield UncountedResult(row[source], "" if remark is None else row[remark])


def predict_uncounted(
    ranking: Ranking, inputs: Any, places: Collection[str], day: date
) -> Iterator[UncountedResult]:
    """Which of these, played by a day, will count for nothing on the list that has them."""
    if places:
        yield from list_uncounted(rate_later(ranking, inputs, day), places)


def rate_later(ranking: Ranking, inputs: Any, day: date) -> Outcome:
    """What a list will say that has all that is played by a day."""
    when = ranking.make_moment(day + _LOOKAHEAD, len(inputs.players))
    return ranking.call_system("rate", partial(ranking.system.rate, inputs, ranking.options, when))


RESULT_CHANGE_KINDS = frozenset({"added", "entered", "removed", "corrected"})
"""Changes of rows by which results come or go."""


class PlayerResult(NamedTuple):
    """A result of a player."""

    player: str
    result: Result


class ResultChanges(NamedTuple):
    """Results that only the later state has, and those that only the earlier one had."""

    added: list[PlayerResult]
    removed: list[PlayerResult]


def find_changed_results(effect: "Effect", before: RankingContext, after: RankingContext) -> ResultChanges:
    """The results that only one of both states has, of whomever they are.

    Those of the players whom changed rows name, and of whom they met; of all where a row names nobody, or an
    option changes.
    """
    rows = [change for change in effect.rows if change.kind in RESULT_CHANGE_KINDS]
    named = [_find_players(change, row) for change in rows for row in (change.before, change.after) if row]
    if effect.settings or not all(named):
        everyone = [
            *map(effect.identities.resolve_before, before.names),
            *map(effect.identities.resolve_after, after.names),
        ]
        return compare_results(before, after, dict.fromkeys(everyone), effect.rows, effect.identities)
    found, asked, concerned = ResultChanges([], []), set[str](), sorted(frozenset().union(*named))
    while concerned:
        more = compare_results(before, after, concerned, effect.rows, effect.identities)
        found = ResultChanges(found.added + more.added, found.removed + more.removed)
        asked |= {*concerned}
        played = [own.result for own in (*more.added, *more.removed)]
        concerned = sorted(
            {who for result in played for who in (*result.opponents, *result.partners)} - asked
        )
    return found


def _find_players(change: RowChange, row: SourceRow) -> frozenset[str]:
    """Whom a row names: a row of a player that one."""
    return frozenset([row.cells[0]]) if isinstance(row.record, Player) else change.players


def compare_results(
    before: RankingContext,
    after: RankingContext,
    players: Iterable[str],
    rows: Sequence[RowChange],
    who: IdentityMap,
) -> ResultChanges:
    """The results of some players, by their later real ids, that only one of two states has.

    Results of rows that changed are compared with those of the same row, all others with each other.
    """
    were = {who.resolve_before(player.id): player.id for player in before.players}
    become = {change.before.place: change.after and change.after.place for change in rows if change.before}
    came = {change.after.place for change in rows if change.after}
    come, gone = list[PlayerResult](), list[PlayerResult]()
    for player in players:
        old = list(_read_results(before, were.get(player, player), who.resolve_before))
        new = list(_read_results(after, who.labels.get(player, player), who.resolve_after))
        pairs = match_pairs(
            old,
            new,
            lambda result: (become.get(result.source, ""), _normalize_result(result)),
            lambda result: (result.source if result.source in came else "", _normalize_result(result)),
        )
        left, right = remove_pairs(old, new, pairs)
        come += (PlayerResult(player, result) for result in right)
        gone += (PlayerResult(player, result) for result in left)
    return ResultChanges(come, gone)


def _read_results(board: RankingContext, shown: str, who: Callable[[str], str]) -> Iterator[Result]:
    careers = board.outcome.careers
    for result in careers.get_career(shown).result_rows if careers and shown in board.names else ():
        opponents, partners = (tuple(map(who, ids)) for ids in (result.opponents, result.partners))
        yield result._replace(opponents=opponents, partners=partners)


def _normalize_result(result: Result) -> Result:
    """What was played, without what it did to the figures and where it stands."""
    return result._replace(chance=None, change=None, source="")


_SharedResult = tuple[PlayerResult, Played]


def find_result_changes(found: ResultChanges, rows: Sequence[RowChange]) -> Iterator[Finding]:
    """Results that are won, told once for both sides; those of a corrected row as what it was and is."""
    become = {change.before.place: change.after.place for change in rows if change.before and change.after}
    come, gone = list(_join_sides(found.added)), list(_join_sides(found.removed))
    pairs = match_pairs(gone, come, lambda told: become.get(_get_source(told)), _get_source)
    yield from (Undone(was, now) for (_, was), (_, now) in pairs if was.key != now.key)
    gone, come = remove_pairs(gone, come, pairs)
    changed = [change for change in rows if change.kind in RESULT_CHANGE_KINDS]
    left = {change.before.place for change in changed if change.before}
    new = {change.after.place for change in changed if change.after}
    ceased = _find_recounted(
        [result for result in gone if _get_source(result) not in left], found.added, counts=False
    )
    begun = _find_recounted(
        [result for result in come if _get_source(result) not in new], found.removed, counts=True
    )
    yield from (ceased.get(id(own), Undone(played)) for own, played in gone)
    yield from (begun.get(id(own), played) for own, played in come)


def foresee_counting(effect: "Effect", before: RankingContext, after: RankingContext) -> Iterator[Finding]:
    """Results that the next list begins or ceases to count, by rows that are neither played nor players."""
    system, through, inputs = effect.ranking.system, after.outcome.listing.through, effect.after.inputs
    others = [
        change for change in effect.rows if change.day is None and not isinstance(change.row.record, Player)
    ]
    is_asked = any(change.kind in RESULT_CHANGE_KINDS for change in others)
    dated = system.event_dates(inputs[effect.id]) if is_asked and isinstance(system, HasEventDates) else ()
    if any(event_date.is_played and event_date.day > through for event_date in dated):
        was, now = (
            _project_context(effect, before, effect.before),
            _project_context(effect, after, effect.after),
        )
        for finding in find_result_changes(find_changed_results(effect, was, now), effect.rows):
            if isinstance(finding, Recounted) and finding.result.day > through:
                yield finding._replace(result=finding.result._replace(change=None, other_change=None))


def _project_context(effect: "Effect", board: RankingContext, state: "SiteState") -> RankingContext:
    """A ranking with a list that has all that is played by now."""
    inputs = state.inputs[effect.id]
    return replace(board, outcome=rate_later(board.ranking, inputs, effect.after.as_of))


def _get_source(told: _SharedResult) -> str:
    return told[0].result.source


def _find_recounted(
    told: Iterable[_SharedResult], others: Iterable[PlayerResult], *, counts: bool
) -> Mapping[int, Recounted]:
    """What counts in one state, and stands in the other and counts for nothing, by the `id` of a result."""
    played = {id(own): (own, match) for own, match in told}
    idle = [other for other in others if not other.result.ended]
    pairs = match_pairs([own for own, _ in played.values()], idle, _make_result_key)
    now = ((own, own if counts else other) for own, other in pairs)
    return {id(own): Recounted(played[id(own)][1], current.result.source, counts) for own, current in now}


def _make_result_key(own: PlayerResult) -> tuple[object, ...]:
    """What was played, whether it counts or not."""
    result = own.result
    return own.player, result.day, result.opponents, result.partners, result.score, result.occasion


def _join_sides(results: Sequence[PlayerResult]) -> Iterator[_SharedResult]:
    """Each result once: of the winner, or of the first where nobody wins.

    What it did to the other side is what the result of that side says which stands in the same place.
    """
    changes = {(player, result.source): result.change for player, result in results if result.source}
    for own in results:
        player, result = own
        is_first = result.ended == "drawn" and (player,) <= result.opponents
        if result.opponents and (result.ended == "won" or is_first):
            other = changes.get((result.opponents[0], result.source))
            drawn = result.ended == "drawn"
            played = Played(
                player, result.opponents, _clean_score(result.score), result.day, drawn, result.change, other
            )
            yield own, played


def _clean_score(score: str) -> str:
    """A score, but for one that only says again who won, or is not known in full."""
    if "?" in score:
        return ""
    return "" if score in {"1-0", "0-1", "½-½", "1–0", "0–1", "½–½"} else score


def find_event_changes(found: ResultChanges) -> Iterator[Finding]:
    """Days on which figures rise and fall, but for those of which something was there already."""
    known = {own.result.event for own in found.removed}
    days: dict[tuple[date, str], list[tuple[float, str]]] = {}
    for player, result in found.added:
        if result.event not in known and result.change is not None:
            days.setdefault((result.day, result.event), []).append((result.change, player))
    for (day, _), moved in sorted(days.items()):
        yield Evening(day, len({player for _, player in moved}), Extremes.from_changes(moved))
