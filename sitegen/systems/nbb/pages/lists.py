"""The ranking after each day of play, as pages show it.

The pages of the NBB-Clubranking: lists, sessions, players, and what it has besides.

What everybody asks of a day of play first: who rose, who played best, who leads, who would be champion.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, Section
from sitegen.core.table import Figure, PlayDate
from sitegen.systems.nbb.championships import get_minimum, tally_players
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import RankedPlayer, Receipt
from sitegen.systems.nbb.ranking import NbbStanding, SessionSnapshot, build_ranking
from sitegen.systems.nbb.tables import RANKING_ARTICLES, Gain, Ranking, Season
from sitegen.toolkit.course import ListState
from sitegen.toolkit.highlights import collect_highlights, count_played, find_first, find_riser
from sitegen.toolkit.order import round_for_ranking

_BEST_NOTES = {
    "pairs": "{score} % with {partner}",
    "butler": "{score} IMPs a board with {partner}",
    "teams": "{score} victory points on average, in {team}",
}


class _PlayerAverage(NamedTuple):
    player: str
    average: float


def build_highlights(
    club: Club, rows: Sequence[RankedPlayer], stood: ListState[Receipt, NbbStanding]
) -> list[Highlights]:
    """Those of the day that a list is published after; nothing before the first."""
    if not isinstance(stood.last_event, SessionSnapshot):
        return []
    today = [
        snapshot for snapshot in club.snapshots[stood.last_event.session.season] if snapshot.day == stood.day
    ]
    return collect_highlights(
        find_riser(rows, "ranking", Gain),
        _find_best_score(today),
        find_first("At the top", rows, "ranking", Ranking),
        _find_title_leader(club, stood),
    )


def _find_best_score(today: Sequence[SessionSnapshot]) -> Highlight:
    """Who earned the most points, with whom and by which score."""
    held, row = max(
        ((snapshot, row) for snapshot in today for row in snapshot.rows),
        key=lambda pair: round_for_ranking(pair[1].points),
    )
    named = {"score": row.score, "partner": PlayerName(row.partner), "team": row.team}
    note = _BEST_NOTES[row.form]
    return Highlight("Most points", row.player, "", row.points, Figure, note, named, held.key)


def _find_title_leader(club: Club, stood: ListState[Receipt, NbbStanding]) -> Highlight | None:
    """Who would be champion of the season if it ended that day, of who has played enough by then."""
    assert isinstance(stood.last_event, SessionSnapshot)
    season = stood.last_event.session.season
    held = [snapshot for snapshot in club.snapshots[season] if snapshot.day <= stood.day]
    if "individual" not in club.options.championships:
        here = {row.player for snapshot in held for row in snapshot.rows}
        return count_played("Sessions this season", len(held), here, list(stood.standings))
    counted = tally_players(club.options, {season: held})
    averages = [_PlayerAverage(who, tally.average) for (_, who), tally in counted.items() if tally.eligible]
    if not averages:
        named = {"needed": get_minimum(len(held), club.options)}
        return Highlight("Champion so far", text="Nobody yet", note="sessions needed: {needed}", params=named)
    averages.sort(key=lambda item: -round_for_ranking(item.average))
    return find_first("Champion so far", averages, "average", Figure)


def build_listing(club: Club, stood: ListState[Receipt, NbbStanding]) -> Listing:
    """The ranking as it stood after a day."""
    rows = list(build_ranking(club.inputs.players, club.options, stood.standings, stood.day))
    section = Section(
        "ranking",
        "Ranking",
        RankedPlayer,
        rows,
        note="Players with a session this season. A ranking is the mean of the latest sessions; a substitute"
        " ranking stands in for each that is not yet played. The page of a player says which sessions count.",
        empty="No session of this season has been played yet.",
        articles=RANKING_ARTICLES,
    )
    return stood.make_listing(
        list(_build_facts(club, stood)), [*build_highlights(club, rows, stood), section]
    )


def _build_facts(club: Club, stood: ListState[Receipt, NbbStanding]) -> Iterator[Fact]:
    season = stood.last_event.session.season if isinstance(stood.last_event, SessionSnapshot) else club.season
    if season:
        played = [snapshot for snapshot in club.snapshots[season] if snapshot.day <= stood.day]
        yield from build_season_facts(season, played)
        if played:
            yield Fact("Latest session", played[-1].day, PlayDate, event=played[-1].key)
        yield Fact("Sessions in a ranking", club.options.sessions, int)


def build_season_facts(season: Season, played: Sequence[SessionSnapshot]) -> list[Fact]:
    """Which season it is, and how many sessions of it were played."""
    return [Fact("Season", season.season), Fact("Sessions played", len(played), int)]
