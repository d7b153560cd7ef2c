"""The published tables of the Ruit rating."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.model import Published
from sitegen.systems.ruit.evenings import Evening, Ratings, start
from sitegen.systems.ruit.outputs import Played, Rated, Riser
from sitegen.systems.ruit.tables import Form, Player
from sitegen.toolkit.order import ranked

ALL = "all"
FORMS: Sequence[Form] = ("pairs", "butler", "teams")


class Standing(NamedTuple):
    """Where everyone stands after an evening: `changes` are those of the evening, all told."""

    day: date
    ratings: Ratings
    sessions: Mapping[str, int]
    changes: Mapping[str, float]


def published(players: Sequence[Player], evenings: Sequence[Evening], now: Standing) -> list[Published]:
    """All published tables."""
    rows = [row for evening in evenings for row in evening.rows]
    return [
        Published("ratings", Rated, rated(players, now)),
        Published("evenings", Played, rows),
        Published("risers", Riser, list(_risers(players, rows))),
    ]


def standings(players: Sequence[Player], evenings: Iterable[Evening], days: set[date]) -> list[Standing]:
    """Where everyone stood after the evenings of `days`, oldest first."""
    ratings = start(players)
    sessions: Counter[str] = Counter()
    made = []
    for evening in evenings:
        ratings |= {row.player: row.rating for row in evening.rows}
        sessions.update(row.player for row in evening.rows)
        if evening.day in days:
            changes = {row.player: row.rating - row.before for row in evening.rows}
            made.append(Standing(evening.day, dict(ratings), Counter(sessions), changes))
    return made


def rated(players: Sequence[Player], standing: Standing) -> list[Rated]:
    """The ratings after an evening."""
    return [
        Rated(
            rank,
            each.id,
            each.name,
            standing.ratings[each.id],
            standing.sessions.get(each.id, 0),
            standing.changes.get(each.id),
        )
        for rank, each in ranked(players, standing.ratings)
    ]


def gains(rows: Iterable[Played]) -> dict[tuple[str, str], dict[str, float]]:
    """What everybody won or lost by form and period; both may be `all`."""
    won: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        for form in (ALL, row.form):
            for period in (ALL, str(row.date.year)):
                sums = won.setdefault((form, period), {})
                sums[row.player] = sums.get(row.player, 0.0) + row.rating - row.before
    return won


def _risers(players: Sequence[Player], rows: Sequence[Played]) -> Iterator[Riser]:
    won = gains(rows)
    for form in (ALL, *FORMS):
        for period in (ALL, *sorted({period for _, period in won} - {ALL})):
            sums = won.get((form, period), {})
            for rank, each in ranked([each for each in players if each.id in sums], sums):
                yield Riser(form, period, rank, each.id, each.name, sums[each.id])
