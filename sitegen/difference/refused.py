"""Results that count for nothing, as the published tables of their system tell it."""

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from functools import partial
from typing import Any

from sitegen.config import Ranking
from sitegen.difference.facts import Refused
from sitegen.model import Outcome
from sitegen.table import columns, roles

_AHEAD = timedelta(days=60)
"""By then a list has what is played now, whatever its timetable."""


def refused(outcome: Outcome, places: Collection[str]) -> Iterator[Refused]:
    """Which of the rows at these places count for nothing."""
    for each in outcome.tables:
        counted, styles = (
            roles(each.table).place.get("counted"),
            [of.shown.style for of in columns(each.table)],
        )
        if counted is None or "source" not in styles:
            continue
        source, remark = styles.index("source"), styles.index("remark") if "remark" in styles else None
        for row in each.rows:
            if not row[counted] and row[source] in places:
                yield Refused(row[source], "" if remark is None else row[remark])


def refused_later(ranking: Ranking, inputs: Any, places: Collection[str], day: date) -> Iterator[Refused]:
    """Which of these, played by a day, will count for nothing on the list that has them."""
    if places:
        yield from refused(rate_later(ranking, inputs, day), places)


def rate_later(ranking: Ranking, inputs: Any, day: date) -> Outcome:
    """What a list will say that has all that is played by a day."""
    when = ranking.when(day + _AHEAD, len(inputs.players))
    return ranking.told("rate", partial(ranking.system.rate, inputs, ranking.options, when))
