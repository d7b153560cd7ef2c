"""The scores of sessions with every step of their calculation, for the pages of sessions and of players."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from statistics import fmean

from sitegen.core.columnar import IndexedRows, Rows, index_cells
from sitegen.systems.nbb.championships import Tally
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import (
    CalculatedScore,
    PairStanding,
    PlayedScore,
    RankedScore,
    SessionScore,
    TeamStanding,
)
from sitegen.systems.nbb.points import get_scale, group_lines
from sitegen.systems.nbb.ranking import SessionSnapshot
from sitegen.systems.nbb.tables import Options
from sitegen.toolkit.order import rank_items


class SessionScores:
    """The scores of all sessions: of each session, and of each player, with more or fewer columns."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self.by_session = IndexedRows(RankedScore, lambda: self._rows.view(RankedScore), "key")
        self.by_player = IndexedRows(SessionScore, lambda: self._rows, "player")
        self.played = IndexedRows(PlayedScore, self._make_played_scores, "player")

    @cached_property
    def snapshots(self) -> Mapping[str, SessionSnapshot]:
        """The sessions that were played, by key."""
        return {snapshot.key: snapshot for snapshot in self._club.all_snapshots}

    @cached_property
    def sessions_in_ranking(self) -> Mapping[str, int]:
        """The number of sessions that a ranking is the mean of, by season."""
        options = self._club.options
        return {season.season: options.on(season.start).sessions for season in self._club.snapshots}

    @cached_property
    def _rows(self) -> Rows[SessionScore]:
        """All scores in the order of play."""
        played = [
            (snapshot, result.entry.source, row)
            for snapshot in self._club.all_snapshots
            for result in snapshot.results
            for row in result.player_scores
        ]
        outgoing = [
            snapshot.standings_before[row.player].get_outgoing_points(self.sessions_in_ranking[row.season])
            for snapshot, _, row in played
        ]
        return Rows.from_rows(CalculatedScore, [row for *_, row in played]).view(
            SessionScore,
            change=[row.after - row.before for *_, row in played],
            replaced=[points.points for points in outgoing],
            of=[points.day for points in outgoing],
            outgoing=[points.session for points in outgoing],
            key=[snapshot.key for snapshot, *_ in played],
            source=[source for _, source, _ in played],
        )

    def _make_played_scores(self) -> Rows[PlayedScore]:
        rows, tallies = self._rows, self._club.tallies
        keys, players = rows.get_column("key"), rows.get_column("player")
        standings = [
            self.snapshots[key].standings_before[player] for key, player in zip(keys, players, strict=True)
        ]
        places = index_cells(zip(rows.get_column("season"), players, strict=True))
        return rows.view(
            PlayedScore,
            counts=partial(_find_counted, places, self.sessions_in_ranking),
            dropped=partial(_find_dropped, places, tallies),
            substitute=[standing.substitute for standing in standings],
            substitute_source=[standing.source for standing in standings],
        )


_SeasonPlaces = Mapping[tuple[str, str], Sequence[int]]
"""The places of the rows of each season and player."""


def _find_counted(places: _SeasonPlaces, numbers: Mapping[str, int]) -> list[bool | None]:
    """Return which rows count at the end of their season, or now: the latest `numbers` of each player."""
    counted = {place for (season, _), own in places.items() for place in own[-numbers[season] :]}
    return [place in counted or None for place in range(sum(map(len, places.values())))]


def _find_dropped(places: _SeasonPlaces, tallies: Mapping[tuple[str, str], Tally]) -> list[bool | None]:
    """Return which rows fall away for the championship of their season."""
    dropped = {
        place
        for season, tally in tallies.items()
        for number, place in enumerate(places.get(season, ()))
        if number not in tally.places
    }
    return [place in dropped or None for place in range(sum(map(len, places.values())))]


def build_line_standings(
    snapshot: SessionSnapshot, club: Club, source: str = ""
) -> Iterator[tuple[Sequence[str], list[PairStanding]]]:
    """Yield the letters of each line or top-integral group with its standing; none on a teams evening.

    With a `source`, standings have the row from that place alone.
    """
    for letters in group_lines(snapshot.session.groups):
        yield letters, list(_build_pair_standings(letters, snapshot, club, source))


def _build_pair_standings(
    letters: Sequence[str], snapshot: SessionSnapshot, club: Club, source: str
) -> Iterator[PairStanding]:
    results = [result for result in snapshot.results if result.player_scores[0].line in letters]
    ranked_results = rank_items(results, lambda result: result.value.score)
    ranks = [rank for rank, _ in ranked_results]
    scores = [result.value.score for result in results]
    scale = get_scale(snapshot.session.form, club.options.on(snapshot.day))
    for rank, result in ranked_results:
        if source not in {"", result.entry.source}:
            continue
        yield PairStanding.combine(
            result.value,
            result.entry,
            scale,
            rank=rank,
            line=result.entry.line if len(letters) > 1 else "",
            partnership=club.partnership_names.get(result.entry.for_, ""),
            form=snapshot.session.form,
            place=rank + (ranks.count(rank) - 1) / 2 if len(ranks) > 1 else None,
            pairs=len(ranks),
            best=max(scores) if max(scores) > min(scores) else None,
            worst=min(scores),
            lines=len(snapshot.session.groups),
        )


def build_team_standings(snapshot: SessionSnapshot, options: Options) -> list[TeamStanding]:
    """Return the standing of a teams evening."""
    return [
        TeamStanding.combine(
            result.value,
            result.entry,
            get_scale("teams", options.on(snapshot.day)),
            rank=rank,
            strength=fmean(row.before for row in result.player_scores),
            opposition=result.value.middle,
            form="teams",
        )
        for rank, result in rank_items(snapshot.results, lambda result: result.value.score)
    ]
