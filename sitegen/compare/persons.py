"""Findings of players who were two persons in the tables and are one now, and of one who becomes two."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from sitegen.compare.effect import Effect
from sitegen.compare.findings import Finding, FindingFormatter
from sitegen.compare.result_findings import Played, PlayerResult, ResultChanges, Undone, normalize_result
from sitegen.compare.table_findings import Left
from sitegen.core.entities import Result
from sitegen.core.problems import Message, pluralize


class Moved(NamedTuple):
    """So many results of a player are those of another now.

    Only one of both is a player before and after: `is_merged` where the other one was, and is no more.
    """

    before: str
    after: str
    results: int
    is_merged: bool

    @property
    def players(self) -> tuple[str, ...]:
        """Both."""
        return self.before, self.after

    def build_message(self, formatter: FindingFormatter) -> Message:
        """Return who, and how many results."""
        params = {
            "was": formatter.format_player(self.before),
            "player": formatter.format_player(self.after),
        }
        if self.is_merged:
            return pluralize(
                self.results,
                "{was} and {player} are one person now: the result of {was} is that of {player}.",
                "{was} and {player} are one person now: the {number} results of {was} are those of {player}.",
                **params,
            )
        return pluralize(
            self.results,
            "One result of {was} is that of {player} now, who is new.",
            "{number} results of {was} are those of {player} now, who is new.",
            **params,
        )

    def explains(self, finding: Finding) -> bool:
        """Whether a result is another one, or somebody has no place any more, by this alone."""
        if isinstance(finding, Undone) and finding.after:
            return self._rename(finding.before).key == finding.after.key
        return self.is_merged and finding == Left(self.before, is_provisional=False)

    def _rename(self, result: Played) -> Played:
        winner, *losers = (self.after if player == self.before else player for player in result.players)
        return result._replace(winner=winner, loser=tuple(losers))


def find_moved_results(effect: Effect, changes: ResultChanges) -> Iterator[Moved]:
    """Yield who became one person, or two: what one only had in one state another only has in the other.

    Nothing is told of who hides, or hid.
    """
    was, now = effect.contexts  # type: ignore[misc] # it has both
    identities = effect.identities
    silent = identities.hidden | effect.withheld_players
    former = {identities.resolve_before(player.id) for player in was.players} - silent
    current = {identities.resolve_after(player.id) for player in now.players} - silent
    removed, added = _count_results(changes.removed), _count_results(changes.added)
    for player in sorted(former - current):
        for other, count in _find_equal(removed.pop(player, Counter()), added, former & current):
            yield Moved(player, other, count, is_merged=True)
    for player in sorted(current - former):
        for other, count in _find_equal(added.pop(player, Counter()), removed, former & current):
            yield Moved(other, player, count, is_merged=False)


def _count_results(results: Iterable[PlayerResult]) -> dict[str, Counter[Result]]:
    """Return the results of each player, without their effect on figures and their place."""
    counts: dict[str, Counter[Result]] = {}
    for player, result in results:
        counts.setdefault(player, Counter())[normalize_result(result)] += 1
    return counts


def _find_equal(
    own: Counter[Result], others: Mapping[str, Counter[Result]], known: Collection[str]
) -> Iterator[tuple[str, int]]:
    """Yield which of the known players has such results, if it is one alone, and how many."""
    counts = {player: (own & results).total() for player, results in others.items() if player in known}
    found = [(player, count) for player, count in counts.items() if count]
    if len(found) == 1:
        yield found[0]
