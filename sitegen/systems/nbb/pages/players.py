"""The page of a player of the NBB-Clubranking: ranking, course, sessions, partners, seasons.

How the points of a session and the rankings after it were calculated, row by row.

What each player did: the sessions, and the account of the ranking from one list to the next.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Figure, Rank
from sitegen.systems.nbb.championships import Tally
from sitegen.systems.nbb.club import GOAL_ARTICLES, Club, Requirement, Requirements
from sitegen.systems.nbb.outputs import (
    Champion,
    ChangeKind,
    ExplanationLine,
    PairStanding,
    Partner,
    PlayerSeason,
    PlayerSession,
    RankedPlayer,
    RankingStep,
    Receipt,
    TeamStanding,
)
from sitegen.systems.nbb.points import group_lines, make_session_key
from sitegen.systems.nbb.ranking import NbbStanding, SessionResult, SessionSnapshot
from sitegen.systems.nbb.tables import INDIVIDUAL_ARTICLE, RANKING_ARTICLES, Gain, Options, Player, Ranking
from sitegen.toolkit.course import make_player_pages
from sitegen.toolkit.order import (
    classify_change,
    group_by,
    group_companions,
    index_players,
    rank_items,
    round_for_ranking,
)
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation


def build_line_standings(
    played: SessionSnapshot, called: Mapping[str, str]
) -> Iterator[tuple[Sequence[str], list[PairStanding]]]:
    """The letters of each line or top-integral group, with its standing; none on a teams evening.

    `called` is what pages call each partnership.
    """
    for letters in group_lines(played.session.groups):
        there = [result for result in played.results if result.receipts[0].line in letters]
        yield letters, list(_build_pair_standings(letters, there, played.session.form, called))


def _build_pair_standings(
    letters: Sequence[str], results: Sequence[SessionResult], form: str, called: Mapping[str, str]
) -> Iterator[PairStanding]:
    there = rank_items(results, lambda result: result.worth.score)
    ranks = [rank for rank, _ in there]
    scores = [result.worth.score for result in results]
    for rank, result in there:
        yield PairStanding.combine(
            result.worth,
            result.entry,
            rank=rank,
            line=result.entry.line if len(letters) > 1 else "",
            partnership=called.get(result.entry.for_, ""),
            form=form,
            place=rank + (ranks.count(rank) - 1) / 2,
            pairs=len(ranks),
            best=max(scores),
            worst=min(scores),
        )


def build_team_standings(played: SessionSnapshot) -> list[TeamStanding]:
    """The standing of a teams evening."""
    return [
        TeamStanding.combine(
            result.worth,
            result.entry,
            rank=rank,
            strength=fmean(row.before for row in result.receipts),
            opposition=result.worth.middle,
            form="teams",
        )
        for rank, result in rank_items(played.results, lambda result: result.worth.score)
    ]


def build_ranking_steps(played: SessionSnapshot, options: Options) -> list[RankingStep]:
    """How the ranking of each player changed."""
    rows = []
    for result in played.results:
        for row in result.receipts:
            left = played.standings_before[row.player].get_outgoing_points(options.sessions)
            rows.append(
                RankingStep.combine(
                    row,
                    replaced=left.points,
                    of=left.day,
                    session=left.session,
                    change=row.after - row.before,
                    source=result.entry.source,
                )
            )
    return rows


_EXPLANATION_NOTE = (
    "The ranking is the mean of the latest sessions: one comes in, and another falls away for it."
)
_StandingRow = PairStanding | TeamStanding
_SessionRows = tuple[Mapping[str, list[_StandingRow]], Mapping[str, list[RankingStep]]]


class _PlayedSession(NamedTuple):
    """A session as a player had it: the points and where they stand."""

    snapshot: SessionSnapshot
    receipt: Receipt
    source: str


@dataclass(frozen=True)
class SessionHistories:
    """The sessions of all players."""

    club: Club

    @cached_property
    def _snapshots(self) -> Sequence[SessionSnapshot]:
        return list(chain.from_iterable(self.club.snapshots.values()))

    @cached_property
    def _session_days(self) -> Sequence[date]:
        return [snapshot.day for snapshot in self._snapshots]

    @cached_property
    def _played_sessions(self) -> Mapping[str, Sequence[_PlayedSession]]:
        found: dict[str, list[_PlayedSession]] = {}
        for held in self._snapshots:
            for result in held.results:
                for row in result.receipts:
                    found.setdefault(row.player, []).append(_PlayedSession(held, row, result.entry.source))
        return found

    def build_career(self, player: str) -> Career:
        """What a player did, and the ranking after each day of play."""
        mine = [own.receipt for own in self._played_sessions.get(player, ())]
        course = {row.date: row.after for row in mine}
        return Career(list(course.items()), list(map(_build_result, mine)), mine[0].before if mine else None)

    def map_sources(self, player: str) -> Mapping[str, str]:
        """Where the result of a player in each session stands, by the key of the session."""
        return {own.snapshot.key: own.source for own in self._played_sessions.get(player, ())}

    def explain_ranking(self, player: str) -> list[Section]:
        """What the latest day of play of a player did to the ranking; nothing before the first."""
        if not (mine := self._played_sessions.get(player)):
            return []
        day = mine[-1].receipt.date
        latest = [own for own in mine if own.receipt.date == day]
        opening, rows = self._find_opening(player, latest[0])
        rows += chain.from_iterable(self._explain_session(own, mine) for own in latest)
        closing = Balance(LIST_TITLE, day, latest[-1].receipt.after)
        steps = list(chain.from_iterable(self._find_steps(own) for own in latest))
        return [
            build_explanation(
                ExplanationLine,
                rows,
                steps=steps,
                before=opening,
                after=closing,
                note=_EXPLANATION_NOTE,
                articles=RANKING_ARTICLES,
            )
        ]

    def _find_opening(self, player: str, first: _PlayedSession) -> tuple[Balance, list[ExplanationLine]]:
        """Where a player stood on the list before a session, and what a season that began since changed."""
        season, before = first.snapshot.session.season, first.snapshot.standings_before[player]
        place = bisect_left(self._session_days, first.snapshot.day) - 1
        listed = self._snapshots[place].session.season if place >= 0 else None
        if listed == season and before.results:
            return Balance(LIST_TITLE, self._session_days[place], before.ranking), []
        closed = [own for own in self._played_sessions[player] if own.snapshot.session.season == listed]
        if listed == season or not closed:
            return Balance("Substitute ranking on {day}", season.start, before.ranking), []
        opening = Balance(LIST_TITLE, self._session_days[place], closed[-1].receipt.after)
        return opening, list(_explain_season_start(closed[-1].receipt.after, before))

    def _explain_session(
        self, own: _PlayedSession, mine: Sequence[_PlayedSession]
    ) -> Iterator[ExplanationLine]:
        """The session that falls away, or the substitute ranking, and the one that comes in."""
        sessions = self.club.options.sessions
        left = own.snapshot.standings_before[own.receipt.player].get_outgoing_points(sessions)
        gone = next((other for other in mine if left.day and other.snapshot.key == left.session), None)
        if gone:
            yield _build_session_row("falls away", gone, -left.points / sessions)
        else:
            source = own.snapshot.standings_before[own.receipt.player].source
            yield _build_substitute_row(
                "substitute ranking falls away", left.points, -left.points / sessions, source
            )
        yield _build_session_row("comes in", own, own.receipt.points / sessions, own.receipt.after)

    def _find_steps(self, own: _PlayedSession) -> list[_StandingRow | RankingStep]:
        """What the score was worth, and what the points did to the ranking."""
        if own.snapshot.key not in self._session_rows:
            self._session_rows[own.snapshot.key] = _build_session_rows(own.snapshot, self.club)
        points, rankings = self._session_rows[own.snapshot.key]
        return [*points[own.source], *rankings[own.receipt.player]]

    @cached_property
    def _session_rows(self) -> dict[str, _SessionRows]:
        return {}


def _build_session_rows(played: SessionSnapshot, club: Club) -> _SessionRows:
    """The rows of a session by where they stand, and the steps of its players."""
    scored: list[_StandingRow] = [
        row for _, rows in build_line_standings(played, club.partnership_names) for row in rows
    ]
    scored += build_team_standings(played) if played.session.form == "teams" else []
    by_source = group_by(scored, lambda item: item.source)
    return by_source, group_by(build_ranking_steps(played, club.options), lambda step: step.player)


def _build_result(row: Receipt) -> Result:
    partners, change = (row.partner,) if row.partner else (), row.after - row.before
    event, score = make_session_key(row.date, row.session), f"{row.points:.2f}"
    return Result(row.date, event, classify_change(change), (), partners, score, None, change, row.team)


def _explain_season_start(closed: float, own: NbbStanding) -> Iterator[ExplanationLine]:
    """What it changed that a season began with another ranking than the one before ended with."""
    if round_for_ranking(change := own.ranking - closed):
        yield _build_substitute_row("new substitute ranking", own.ranking, change, own.source, own.ranking)


def _build_session_row(
    kind: ChangeKind, own: _PlayedSession, change: float, ranking: float | None = None
) -> ExplanationLine:
    """A session that comes in or falls away."""
    session = own.snapshot.key
    return ExplanationLine.combine(
        own.receipt, kind=kind, change=change, ranking=ranking, source=own.source, session=session
    )


def _build_substitute_row(
    kind: ChangeKind, points: float, change: float, source: str, ranking: float | None = None
) -> ExplanationLine:
    """A substitute ranking, in the place of a session."""
    return ExplanationLine(None, kind, "", "", None, points, change, ranking, source, "")


_NO_SESSION = "No session has been played yet."


def build_player_pages(club: Club, careers: SessionHistories, today: date) -> list[PlayerPage]:
    """A page for everyone, in the order of their rows."""
    receipts = group_by(club.history.rows, attrgetter("player"))
    ranks = {row.player: row for row in club.ranking}
    season = club.season.season if club.season else ""
    champions = {row.player: row for row in club.champions if row.season == season}
    shown = index_players(club.inputs.players)
    needs = Requirements(club, club.season) if club.season and today <= club.season.end else None

    def sheet(player: Player) -> PageContent:
        own, mine = club.history.standings.get(player.id), receipts.get(player.id, [])
        facts = [
            *_build_ranking_facts(own, ranks.get(player.id)),
            *_build_championship_facts(champions.get(player.id)),
        ]
        seasons = group_by(mine, attrgetter("season"))
        tallies = {season: club.tallies.get((season, player.id)) for season in seasons}
        opened = {season: club.opening_standings[season][player.id] for season in seasons}
        at, options = careers.map_sources(player.id), club.options
        looked = [
            row
            for season in seasons
            for row in _build_player_sessions(seasons[season], tallies[season], at, options)
        ]
        parts = [
            _build_sessions_section(looked[::-1]),
            _build_partners_section(mine, shown),
            _build_seasons_section(seasons, opened),
        ]
        ahead = _build_requirements(needs, player.id) if needs else ()
        return PageContent.create(
            facts, [*_build_chart(mine), *careers.explain_ranking(player.id), *ahead, *parts]
        )

    return make_player_pages(club.inputs.players, sheet)


def _build_ranking_facts(own: NbbStanding | None, line: RankedPlayer | None) -> Iterator[Fact]:
    if own:
        yield Fact("Ranking", own.ranking, Ranking)
    if line:
        yield Fact("Rank", line.rank, Rank)
        if line.change is not None:
            yield Fact("Change", line.change, Gain, note="on the latest day of play")
        yield Fact("Sessions in the ranking", line.sessions, int)
    if own:
        yield Fact("Substitute ranking", own.substitute, Ranking, note="of this season")


def _build_championship_facts(line: Champion | None) -> Iterator[Fact]:
    if line:
        yield Fact("Average of the championship", line.average, Figure)
        if line.rank:
            yield Fact("Place in the championship", line.rank, Rank)
        yield Fact("Sessions this season", line.played, int)
        yield Fact("Sessions still needed to be champion", line.still_needed, int)


def _build_chart(mine: Sequence[Receipt]) -> Iterator[Chart]:
    if mine:
        yield Chart("Ranking", list({row.date: row.after for row in mine}.items()))


def _build_requirements(needs: Requirements, player: str) -> Iterator[Section]:
    title, named = "What is still needed by {day}", {"day": needs.season.end}
    note = (
        "As if everybody else stayed away. The sessions are all of the next ones: with each the minimum of a"
        " championship grows where it is a part of the sessions of the season."
    )
    if rows := list(needs.find_requirements(player)):
        articles = list(dict.fromkeys(GOAL_ARTICLES[row.goal] for row in rows))
        yield Section("ahead", title, Requirement, rows, note, params=named, articles=articles)


def _build_player_sessions(
    played: Sequence[Receipt], tally: Tally | None, sources: Mapping[str, str], options: Options
) -> Iterator[PlayerSession]:
    """The sessions of a season, and which count at its end, or now."""
    latest = len(played) - options.sessions
    for place, row in enumerate(played):
        session = make_session_key(row.date, row.session)
        yield PlayerSession.combine(
            row,
            ranking=row.after,
            counts=place >= latest or None,
            dropped=(tally is not None and place not in tally.places) or None,
            key=session,
            source=sources[session],
        )


def _build_sessions_section(rows: Sequence[PlayerSession]) -> Section:
    note = (
        "The ranking after a session is the mean of the points of it and those before it in the season, as"
        " many as count in a ranking; the substitute ranking of the season stands in for what is missing."
    )
    articles = [*RANKING_ARTICLES, INDIVIDUAL_ARTICLE]
    return Section(
        "sessions",
        "Sessions",
        PlayerSession,
        rows,
        note=note,
        empty=_NO_SESSION,
        articles=articles,
        is_yearly=True,
    )


def _build_partners_section(mine: Sequence[Receipt], shown: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fmean(row.points for row in together))
        for partner, together in group_companions(mine, attrgetter("partner"), shown)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most sessions first.", empty=_NO_SESSION)


def _build_seasons_section(
    seasons: Mapping[str, Sequence[Receipt]], opened: Mapping[str, NbbStanding]
) -> Section:
    rows = []
    for season in reversed([*seasons]):
        played, start = seasons[season], opened[season]
        points = [row.points for row in played]
        rows.append(
            PlayerSeason(
                season,
                len(played),
                fmean(points),
                max(points),
                start.substitute,
                played[-1].after,
                start.source,
            )
        )
    return Section("seasons", "Seasons", PlayerSeason, rows, empty=_NO_SESSION, articles=RANKING_ARTICLES)
