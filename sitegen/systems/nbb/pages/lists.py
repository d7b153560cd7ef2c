"""The ranking after each day of play, with highlights: who rose, played best, leads, would be champion."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, PageContent, Section
from sitegen.core.table import Figure, PlayDate
from sitegen.systems.nbb.championships import get_minimum
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import CalculatedScore, RankedPlayer
from sitegen.systems.nbb.ranking import NbbStanding, SessionSnapshot, build_ranking
from sitegen.systems.nbb.tables import RANKING_ARTICLES, Gain, Options, Ranking, Season
from sitegen.toolkit.highlights import collect_highlights, count_played, find_first, find_riser
from sitegen.toolkit.history import ListState
from sitegen.toolkit.order import rank_players, round_for_ranking

_BEST_NOTES = {
    "pairs": "{score} % with {partner}",
    "butler": "{score} IMPs a board with {partner}",
    "teams": "{score} victory points on average, in {team}",
}


class _Contender(NamedTuple):
    """A player who could be champion, with their average."""

    player: str
    average: float


State = ListState[CalculatedScore, NbbStanding]


def build_highlights(
    club: Club, rows: Sequence[RankedPlayer], state: State, snapshots: Sequence[SessionSnapshot]
) -> list[Highlights]:
    """Return the highlights of a list, whose season had the sessions `snapshots` so far; none without any."""
    if not snapshots:
        return []
    latest = [snapshot for snapshot in snapshots if snapshot.day == snapshots[-1].day]
    return collect_highlights(
        find_riser(rows, "ranking", Gain),
        find_best_score(latest),
        find_first("At the top", rows, "ranking", Ranking),
        _find_title_leader(club, state, snapshots),
    )


def find_best_score(snapshots: Sequence[SessionSnapshot]) -> Highlight:
    """Return who earned the most points, with whom and by which score."""
    session, row = max(
        ((snapshot, row) for snapshot in snapshots for row in snapshot.rows),
        key=lambda pair: round_for_ranking(pair[1].points),
    )
    params = {"score": row.score, "partner": PlayerName(row.partner), "team": row.team}
    note = _BEST_NOTES[row.form]
    return Highlight("Most points", row.player, "", row.points, Figure, note, params, session.key)


def _find_title_leader(club: Club, state: State, snapshots: Sequence[SessionSnapshot]) -> Highlight | None:
    """Return who would be champion if the season ended that day, of who is eligible.

    Without that championship, return how many took part.
    """
    season = snapshots[-1].session.season
    options = club.options.on(season.start)
    if "individual" not in options.championships:
        participants = {row.player for snapshot in snapshots for row in snapshot.rows}
        return count_played("Sessions this season", len(snapshots), participants, list(state.standings))
    averages = club.find_averages(season, len(snapshots), state.day)
    eligible = [player for player in club.list_competitors(state.day) if player.id in averages]
    if ranked := rank_players(eligible, averages)[:2]:
        contenders = [_Contender(player.id, averages[player.id]) for _, player in ranked]
        return find_first("Champion so far", contenders, "average", Figure)
    params = {"needed": get_minimum(len(snapshots), options)}
    return Highlight("Champion so far", text="Nobody yet", note="sessions needed: {needed}", params=params)


def build_listing(club: Club, state: State) -> Listing:
    """Return the ranking as it was after a day."""
    season = club.find_season(state.day)
    options = club.options.on(season.start) if season else club.options
    snapshots = (
        [snapshot for snapshot in club.snapshots[season] if snapshot.day <= state.day] if season else []
    )

    def build_sections() -> list[Highlights | Section]:
        day = snapshots[-1].day if snapshots else state.day
        players = club.list_competitors(state.day)
        rows = list(build_ranking(players, options, state.standings, day))
        section = Section(
            "ranking",
            "Ranking",
            RankedPlayer,
            rows,
            note="Players with a session this season. A ranking is the mean of the latest sessions; a"
            " substitute ranking stands in for each that is not yet played. The page of a player says which"
            " sessions count.",
            empty="No session of this season has been played yet.",
            articles=RANKING_ARTICLES,
        )
        return [*build_highlights(club, rows, state, snapshots), section]

    facts = list(_build_facts(season, snapshots, options))
    return state.with_content(PageContent.create(facts, build_sections))


def _build_facts(
    season: Season | None, snapshots: Sequence[SessionSnapshot], options: Options
) -> Iterator[Fact]:
    if season:
        yield from build_season_facts(season, snapshots)
        if snapshots:
            yield Fact("Latest session", snapshots[-1].day, PlayDate, event=snapshots[-1].key)
        yield Fact("Sessions in a ranking", options.sessions, int)


def build_season_facts(season: Season, snapshots: Sequence[SessionSnapshot]) -> list[Fact]:
    """Return the season, and the number of its sessions that were played."""
    return [Fact("Season", season.season), Fact("Sessions played", len(snapshots), int)]
