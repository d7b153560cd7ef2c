"""Round scores: articles 2.2 and 2.3 of the regulation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.entries import WON_BY_FORFEIT, Entry

BYES = 2
"""How often a season a player may take a bye."""
_OF_OPPONENT = {"1": 1.0, "1f": 1.0, "½": 2 / 3, "0": 1 / 3, "0f": 1 / 3}
_OF_OWN = {**dict.fromkeys(("external", "external-moved", "club", "bye", "odd"), 2 / 3), "no-show": 1 / 4}
_ABSENT, _RARELY_PRESENT = 1 / 2, 1 / 4
_PRESENT = {*_OF_OWN, *_OF_OPPONENT} - {"no-show", "0f"}


class Scored(NamedTuple):
    """An entry with its score, which is `factor` times `basis`."""

    entry: Entry
    factor: float
    basis: float

    @property
    def score(self) -> float:
        """The round score."""
        return self.factor * self.basis

    @property
    def key(self) -> tuple[int, str, bool]:
        """What tells it from all others: in a round a player has one that counts."""
        return self.entry.round, self.entry.player, self.entry.counts


def settled(competition: Competition, entries: Sequence[Entry]) -> list[Entry]:
    """All entries of a season, in order of round, as they count in the end.

    Article 2.3 Afwezigheid: unused byes take the place of absences, of each player the earliest; never of a
    no-show.
    """
    left = dict.fromkeys(competition.by_id, BYES)
    for each in entries:
        left[each.player] -= each.result == "bye"
    return list(_with_byes(entries, left))


def _with_byes(entries: Iterable[Entry], left: dict[str, int]) -> Iterator[Entry]:
    for each in entries:
        is_turned = each.result == "absent" and left[each.player] > 0
        left[each.player] -= is_turned
        yield each._replace(result="bye") if is_turned else each


def scored(competition: Competition, entries: Sequence[Entry], values: Mapping[str, float]) -> list[Scored]:
    """The scores of `entries`, those of the season so far in order of round, at these `values`.

    Articles 2.2 Rondescore and 2.3 Afwezigheid.
    """
    rarely = _rarely_present(competition, entries)
    return [_scored(each, values, rarely) for each in entries]


def supposed(player: str, opponent: str, result: str, values: Mapping[str, float]) -> float:
    """What a game that is not played yet would score at these `values` (article 2.2 Rondescore)."""
    return _scored(Entry(0, player, opponent, "w", result), values, set()).score


def _scored(entry: Entry, values: Mapping[str, float], rarely: set[tuple[int, str]]) -> Scored:
    own = values[entry.player]
    if not entry.is_game:
        is_rare = (entry.round, entry.player) in rarely
        return Scored(entry, _OF_OWN.get(entry.result, _RARELY_PRESENT if is_rare else _ABSENT), own)
    # Article 2.3 Afwezigheid puts players themselves in the place of an opponent there is not.
    opponents = values[entry.opponent or entry.player]
    if not entry.counts:
        return Scored(entry, 0.0, opponents)
    # Article 2.2 Rondescore: a win is worth at least half of the own value.
    if entry.result in {"1", WON_BY_FORFEIT} and own / 2 > opponents:
        return Scored(entry, 1 / 2, own)
    return Scored(entry, _OF_OPPONENT[entry.result], opponents)


def _rarely_present(competition: Competition, entries: Sequence[Entry]) -> set[tuple[int, str]]:
    """The rounds, with a player, in which an absence counts a quarter (article 2.3 Afwezigheid).

    They are the last two of a period to be played, for who had not been present twice in it before.
    """
    present: dict[tuple[int, str], set[int]] = {}
    for each in entries:
        if each.result in _PRESENT:
            present.setdefault((competition.period(each.round), each.player), set()).add(
                competition.turn[each.round]
            )
    return {
        (each.round, each.player)
        for each in entries
        if each.result == "absent"
        and each.round in competition.periods[period := competition.period(each.round)][-2:]
        and sum(turn < competition.turn[each.round] for turn in present.get((period, each.player), ())) < 2
    }
