"""The facts of a change: what a person would tell of it, out of rows, results, lists and tables."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from sitegen.board import Board
from sitegen.difference.counting import evenings, foresee, matches
from sitegen.difference.facts import (
    Appeared,
    Ends,
    Entered,
    Fact,
    Founded,
    Hid,
    Late,
    Left,
    NewNames,
    Passed,
    Recounted,
    Remarked,
    Renamed,
    Reordered,
    Rewritten,
    Shifted,
    Uncounted,
    Undone,
    Unmoved,
    Waiting,
    Withdrawn,
)
from sitegen.difference.honours import honours
from sitegen.difference.identity import new_names
from sitegen.difference.played import Timed
from sitegen.difference.refused import refused, refused_later
from sitegen.difference.results import changed_results
from sitegen.difference.standing import Move
from sitegen.model import Named
from sitegen.system import Remarking

if TYPE_CHECKING:
    from sitegen.difference.effect import Effect

_COME = frozenset({"added", "entered"})
_FEW = 3
"""So many new ids are told one by one."""
SEVERAL = 3
"""So many new names are told before all else: of fewer their rows tell."""


def facts(effect: "Effect") -> Iterator[Fact]:
    """What a change does to a ranking, what matters most first."""
    yield from _reordered(effect)
    yield from _persons(effect)
    if not effect.boards or not effect.standings:
        if effect.before.is_sound and effect.after.is_sound:
            yield Founded(is_new=effect.id in effect.after.boards)
        return
    yield from _late(effect)
    yield from _lists(effect)
    yield from _remarks(effect, *effect.boards)
    yield from honours(effect.tables, {each.name for each in effect.boards[1].derived.sections}, effect.who)
    found = changed_results(effect, *effect.boards)
    careers = effect.boards[1].outcome.careers
    has_winners = careers and careers.has_winners
    told = (
        [*matches(found, effect.rows), *foresee(effect, *effect.boards)] if has_winners else evenings(found)
    )
    undone, played = list[Fact](), list[Fact]()
    for each in told:
        is_gone = isinstance(each, Undone) or (isinstance(each, Recounted) and not each.counts)
        (undone if is_gone else played).append(each)
    yield from undone
    yield from _ranks(effect)
    yield from sorted(played, key=_size, reverse=True)
    yield from _shifted(effect.moves, effect.boards[1].derived.decimals[0])
    yield from _appeared(effect, among_others=False)
    yield from _uncounted(effect, effect.boards[1])


def _reordered(effect: "Effect") -> Iterator[Fact]:
    """That rows of past days stand in another order of play."""
    if past := sorted(each.day for each in effect.replayed):
        yield Reordered(len(past), tuple(dict.fromkeys(past)))


def _persons(effect: "Effect") -> Iterator[Fact]:
    """How many have other names, who begins to hide, or ends it, and who has another id."""
    who = effect.who
    was, now = (state.people.get(effect.id, ()) for state in (effect.before, effect.after))
    if (number := new_names(was, now)) >= SEVERAL:
        yield NewNames(number)
    if effect.boards:
        before, after = {who.was(each) for each in who.before}, {*who.after.values()}
        were, are = effect.boards
        there = {who.was(each.id) for each in were.players} & {who.now(each.id) for each in are.players}
        yield from (Hid(each, hides=True) for each in sorted((after - before) & there))
        yield from (Hid(each, hides=False) for each in sorted((before - after) & there))
    renamed = sorted((new, old) for old, new in who.renamed.items() if new not in who.hidden)
    if len(renamed) > _FEW:
        yield Renamed(*renamed[0], tuple(new for new, _ in renamed[1:]))
    else:
        yield from (Renamed(*each) for each in renamed)


def _remarks(effect: "Effect", before: Board, after: Board) -> Iterator[Fact]:
    """What the system itself has to tell."""
    system = effect.ranking.system
    if not isinstance(system, Remarking) or effect.before.is_read_back:
        return
    ask = partial(system.remarks, before.outcome, after.outcome)
    for each in effect.ranking.told("remarks", lambda: list(ask())):
        players = {key: named.player for key, named in each.named.items() if isinstance(named, Named)}
        said = {key: named for key, named in each.named.items() if key not in players}
        yield Remarked(each.text, said, {key: effect.who.now(player) for key, player in players.items()})


def _late(effect: "Effect") -> Iterator[Fact]:
    """Rows that were added too late."""
    found = Counter(each.late for each in effect.rows if each.late)
    if found:
        first = min(found, key=lambda each: (each.due or each.published, each.published or date.max))
        yield Late(found.total(), *first, more=found.total() - found[first])


def _uncounted(effect: "Effect", after: Board) -> Iterator[Fact]:
    """Results that count for nothing or not yet, and that nothing changes at all."""
    ranking, inputs, through = effect.ranking, effect.after.inputs[effect.id], after.outcome.listing.through
    timed = Timed(ranking.system, inputs)
    added = [
        (each.after, timed.of(each.after.read)) for each in effect.rows if each.kind in _COME and each.after
    ]
    days = {row.place: when.day for row, when in added if when and when.is_played}
    waiting = {place for place, day in days.items() if day > through}
    found = list(refused(after.outcome, days))
    found += refused_later(ranking, inputs, waiting, max(days.values(), default=through))
    if found:
        yield Uncounted(tuple(found), len(days))
    if waiting := waiting - {each.place for each in found}:
        yield Waiting(len(waiting), through)
    elif (effect.rows or effect.settings) and effect.is_unmoved:
        yield Unmoved()


def _lists(effect: "Effect") -> Iterator[Fact]:
    """What becomes of lists that are published already."""
    if found := [each for each in effect.earlier if each.figures]:
        moves = {move.player for each in found for move in each.moves}
        figures = sum(each.figures for each in found)
        yield Rewritten(len(found), found[0].day, figures, tuple(sorted(moves)))
    if effect.standings and effect.standings.gone:
        yield Withdrawn(tuple(effect.standings.gone))
    yield from _appeared(effect, among_others=True)


def _appeared(effect: "Effect", *, among_others: bool) -> Iterator[Fact]:
    """The lists that there were not before: those among lists that are published, or those after them."""
    if effect.standings and effect.boards:
        moments, today = effect.boards[0].derived.moments, effect.after.as_of
        last = max((each.day for each in moments if each.day < today), default=date.min)
        if days := tuple(each for each in effect.standings.come if (each < last) == among_others):
            yield Appeared(days)


def _ranks(effect: "Effect") -> Iterator[Fact]:
    """Who enters and leaves, and who passes whom: of who moves by themselves, and of few others."""
    ranked = [(*each.ranks, each.player) for each in effect.moves if all(each.ranks)]
    for each in effect.moves:
        was, now = each.ranks
        if each.before is None and each.after:
            yield Entered(each.player, now, each.after.value, was_provisional=False)
        elif each.after is None:
            yield Left(each.player, is_provisional=False)
        elif was is None and now is not None:
            yield Entered(each.player, now, each.after.value, was_provisional=True)
        elif was is not None and now is None:
            yield Left(each.player, is_provisional=True)
    seen = effect.boards[1].derived.decimals[0] if effect.boards else 1
    yield from _passing(effect.moves, ranked, seen)


def _passing(moves: Iterable[Move], ranked: Sequence[tuple[Any, Any, str]], seen: int) -> Iterator[Fact]:
    """Who passes others by what they won, as far as that is `seen` in decimals."""
    ordered = sorted(ranked)
    for each in moves:
        was, now = each.ranks
        if was and now and now < was and round(each.gain or 0.0, seen) > 0:
            above = ordered[: bisect_left(ordered, (was,))]
            passed = [player for _, after, player in above if after > now]
            if passed:
                yield Passed(each.player, now, tuple(passed))


def _shifted(moves: Sequence[Move], decimals: int) -> Iterator[Fact]:
    """The figures that change in a decimal with which changes are told."""
    gains = [(each.gain, each.player) for each in moves if each.gain and round(each.gain, decimals)]
    if gains:
        yield Shifted(len(gains), Ends.of(gains))


_size: Callable[[Any], float] = lambda fact: abs(getattr(fact, "change", 0) or 0)  # noqa: E731 - a key
