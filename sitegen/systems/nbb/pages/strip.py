"""What everybody asks of a day of play first: who rose, who played best, who leads, who would be champion."""

from collections.abc import Sequence
from typing import NamedTuple

from sitegen.model import Highlight, Named, Strip
from sitegen.systems.nbb.championships import minimum, tallies
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.course import Played, Standing
from sitegen.systems.nbb.outputs import Ranked, Receipt
from sitegen.systems.nbb.tables import Gain, Ranking
from sitegen.table import Figure
from sitegen.toolkit.course import Stood
from sitegen.toolkit.order import comparable
from sitegen.toolkit.strip import ahead, played, riser, strip

_BEST = {
    "pairs": "{score} % with {partner}",
    "butler": "{score} IMPs a board with {partner}",
    "teams": "{score} victory points on average, in {team}",
}


class _Average(NamedTuple):
    player: str
    average: float


def highlights(club: Club, rows: Sequence[Ranked], stood: Stood[Receipt, Standing]) -> list[Strip]:
    """Those of the day that a list is published after; nothing before the first."""
    if not isinstance(stood.last, Played):
        return []
    today = [each for each in club.played[stood.last.session.season] if each.day == stood.day]
    return strip(
        riser(rows, "ranking", Gain),
        _best(today),
        ahead("At the top", rows, "ranking", Ranking),
        _race(club, stood),
    )


def _best(today: Sequence[Played]) -> Highlight:
    """Who earned the most points, with whom and by which score."""
    held, row = max(
        ((each, row) for each in today for row in each.rows), key=lambda pair: comparable(pair[1].points)
    )
    named = {"score": row.score, "partner": Named(row.partner), "team": row.team}
    note = _BEST[row.form]
    return Highlight("Most points", row.player, "", row.points, Figure, note, named, held.key)


def _race(club: Club, stood: Stood[Receipt, Standing]) -> Highlight | None:
    """Who would be champion of the season if it ended that day, of who has played enough by then."""
    assert isinstance(stood.last, Played)
    season = stood.last.session.season
    held = [each for each in club.played[season] if each.day <= stood.day]
    if "individual" not in club.options.championships:
        here = {row.player for each in held for row in each.rows}
        return played("Sessions this season", len(held), here, list(stood.now))
    counted = tallies(club.options, {season: held})
    averages = [_Average(who, tally.average) for (_, who), tally in counted.items() if tally.eligible]
    if not averages:
        named = {"needed": minimum(len(held), club.options)}
        return Highlight("Champion so far", text="Nobody yet", note="sessions needed: {needed}", named=named)
    averages.sort(key=lambda each: -comparable(each.average))
    return ahead("Champion so far", averages, "average", Figure)
