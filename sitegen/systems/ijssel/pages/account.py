"""Why the score of a player changed: the last round, and all earlier ones at the values that came of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import fsum

from sitegen.model import Balance, Section
from sitegen.systems.ijssel.ranking import Ranking, Standing
from sitegen.systems.ijssel.scores import Scored
from sitegen.systems.ijssel.shown import Booked, Recounted, Why, fraction
from sitegen.toolkit.account import BEFORE, opening, why

_Key = tuple[int, str, bool]
_Pairs = Sequence[tuple[Scored, Scored]]


def account(made: Ranking, now: Standing, before: Standing | None) -> Iterator[Section]:
    """From the score on the list before to the present one, of everyone: also who did not play is revalued.

    "2.2 Rondescore", "2.3 Afwezigheid": every round of the season counts again after every round.
    """
    played = made.competition.played
    if not played:
        return
    was = {each.key: each for each in before.scores} if before else {}
    lines = list(_lines(now, was))
    score = before.score if before else 0.0
    totals = list(accumulate((each.change for each in lines), initial=score))[1:]
    since = made.competition.day(played[-2]) if before and len(played) > 1 else None
    day = made.competition.day(played[-1])
    yield why(
        Booked,
        [line.but(after=total) for line, total in zip(lines, totals, strict=True)],
        steps=[recounted(each, was.get(each.key)) for each in latest_first(now)],
        before=opening(since, score, day),
        after=Balance(BEFORE, day, now.score),
        articles=["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
    )


def _lines(now: Standing, was: Mapping[_Key, Scored]) -> Iterator[Booked]:
    """What the last round brought, then what became of the rounds before it."""
    yield from (_scored(each) for each in now.scores if each.key not in was)
    pairs = [(was[each.key], each) for each in now.scores if each.key in was]
    turned = [pair for pair in pairs if pair[0].entry.result != pair[1].entry.result]
    if pairs:
        others = [pair for pair in pairs if pair not in turned]
        yield _revalued(others, "earlier rounds, at the new values")
    if turned:
        yield _revalued(turned, "unused byes, in the place of absences")


def _scored(scored: Scored) -> Booked:
    entry = scored.entry
    return Booked.like(
        entry,
        opponent=entry.opponent or None,
        what=None if entry.is_game else entry.result,
        result=entry.result if entry.is_game else entry.points,
        factor=fraction(scored.factor),
        basis=scored.basis,
        change=scored.score,
        after=0.0,
    )


def _revalued(pairs: _Pairs, what: Why) -> Booked:
    change = fsum(now.score - before.score for before, now in pairs)
    return Booked(None, None, what, "", "", None, change, 0.0)


def latest_first(now: Standing) -> list[Scored]:
    """The scores of a player, that of the last round first."""
    return sorted(now.scores, key=lambda each: -each.entry.round)


def recounted(now: Scored, before: Scored | None) -> Recounted:
    """A round score on the list before and now."""
    return Recounted(
        round=now.entry.round,
        opponent=now.entry.opponent or None,
        before=before.basis if before else None,
        now=now.basis,
        factor=fraction(now.factor),
        score_before=before.score if before else None,
        score=now.score,
        change=now.score - (before.score if before else 0.0),
        source=now.entry.source,
    )
