"""The pages of players, and the calculations and explanations on them.

The standings and steps of a session stand on its own page too. `SessionHistories` has what each player did,
and explains the ranking from one list to the next.
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
    CalculatedScore,
    Champion,
    ChangeKind,
    ExplanationLine,
    PairStanding,
    Partner,
    PlayerSeason,
    PlayerSession,
    RankedPlayer,
    RankingStep,
    TeamStanding,
    get_calculations,
)
from sitegen.systems.nbb.points import AVERAGE_SCORES, get_top_score, group_lines, make_session_key
from sitegen.systems.nbb.ranking import NbbStanding, SessionResult, SessionSnapshot
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    RANKING_ARTICLES,
    Form,
    Gain,
    Options,
    Player,
    Ranking,
)
from sitegen.toolkit.history import make_player_pages
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
    snapshot: SessionSnapshot, names: Mapping[str, str], options: Options
) -> Iterator[tuple[Sequence[str], list[PairStanding]]]:
    """Yield the letters of each line or top-integral group with its standing; none on a teams evening.

    `names` has the name of each partnership, by its key.
    """
    for letters in group_lines(snapshot.session.groups):
        results = [result for result in snapshot.results if result.player_scores[0].line in letters]
        yield letters, list(_build_pair_standings(letters, results, snapshot.session.form, names, options))


def _build_pair_standings(
    letters: Sequence[str],
    results: Sequence[SessionResult],
    form: Form,
    names: Mapping[str, str],
    options: Options,
) -> Iterator[PairStanding]:
    ranked_results = rank_items(results, lambda result: result.value.score)
    ranks = [rank for rank, _ in ranked_results]
    scores = [result.value.score for result in results]
    for rank, result in ranked_results:
        gains = {row.player: row.after - row.before for row in result.player_scores}
        yield PairStanding.combine(
            result.value,
            result.entry,
            rank=rank,
            gain1=gains[result.entry.player1],
            gain2=gains[result.entry.player2],
            line=result.entry.line if len(letters) > 1 else "",
            partnership=names.get(result.entry.for_, ""),
            form=form,
            average=AVERAGE_SCORES[form],
            top_score=get_top_score(form, options),
            place=rank + (ranks.count(rank) - 1) / 2 if len(ranks) > 1 else None,
            pairs=len(ranks),
            best=max(scores) if max(scores) > min(scores) else None,
            worst=min(scores),
        )


def build_team_standings(snapshot: SessionSnapshot, options: Options) -> list[TeamStanding]:
    """Return the standing of a teams evening."""
    return [
        TeamStanding.combine(
            result.value,
            result.entry,
            rank=rank,
            strength=fmean(row.before for row in result.player_scores),
            opposition=result.value.middle,
            form="teams",
            average=AVERAGE_SCORES["teams"],
            top_score=get_top_score("teams", options),
            width=options.width,
        )
        for rank, result in rank_items(snapshot.results, lambda result: result.value.score)
    ]


def build_ranking_steps(snapshot: SessionSnapshot, options: Options) -> list[RankingStep]:
    """Return the change of the ranking of each player."""
    rows = []
    for result in snapshot.results:
        for row in result.player_scores:
            outgoing = snapshot.standings_before[row.player].get_outgoing_points(options.sessions)
            rows.append(
                RankingStep.combine(
                    row,
                    replaced=outgoing.points,
                    of=outgoing.day,
                    session=outgoing.session,
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
    """A session of a player, with the row of the result."""

    snapshot: SessionSnapshot
    score: CalculatedScore
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
        sessions_by_player: dict[str, list[_PlayedSession]] = {}
        for snapshot in self._snapshots:
            for result in snapshot.results:
                for row in result.player_scores:
                    sessions_by_player.setdefault(row.player, []).append(
                        _PlayedSession(snapshot, row, result.entry.source)
                    )
        return sessions_by_player

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the ranking after each day of play."""
        scores = [played.score for played in self._played_sessions.get(player, ())]
        rankings = {row.date: row.after for row in scores}
        first = scores[0].before if scores else None
        return Career(list(rankings.items()), list(map(_build_result, scores)), first)

    def map_sources(self, player: str) -> Mapping[str, str]:
        """Return the row of the result of a player in each session, by the key of the session."""
        return {played.snapshot.key: played.source for played in self._played_sessions.get(player, ())}

    def explain_ranking(self, player: str) -> list[Section]:
        """Explain what the latest day of play of a player did to the ranking; nothing before the first."""
        if not (sessions := self._played_sessions.get(player)):
            return []
        day = sessions[-1].score.date
        latest = [played for played in sessions if played.score.date == day]
        opening, rows = self._find_opening(player, latest[0])
        rows += chain.from_iterable(self._explain_session(played, sessions) for played in latest)
        closing = Balance(LIST_TITLE, day, latest[-1].score.after)
        steps = list(chain.from_iterable(self._find_steps(played) for played in latest))
        return [
            build_explanation(
                ExplanationLine,
                rows,
                steps=steps,
                calculations=get_calculations(self.club.options),
                before=opening,
                after=closing,
                note=_EXPLANATION_NOTE,
                articles=RANKING_ARTICLES,
            )
        ]

    def _find_opening(self, player: str, first: _PlayedSession) -> tuple[Balance, list[ExplanationLine]]:
        """Return the ranking on the list before a session, and the change by a season begun since then."""
        season, standing = first.snapshot.session.season, first.snapshot.standings_before[player]
        place = bisect_left(self._session_days, first.snapshot.day) - 1
        listed_season = self._snapshots[place].session.season if place >= 0 else None
        if listed_season == season and standing.results:
            return Balance(LIST_TITLE, self._session_days[place], standing.ranking), []
        previous = [
            played
            for played in self._played_sessions[player]
            if played.snapshot.session.season == listed_season
        ]
        if listed_season == season or not previous:
            return Balance("Substitute ranking on {day}", season.start, standing.ranking), []
        opening = Balance(LIST_TITLE, self._session_days[place], previous[-1].score.after)
        return opening, list(_explain_season_start(previous[-1].score.after, standing))

    def _explain_session(
        self, played_session: _PlayedSession, sessions: Sequence[_PlayedSession]
    ) -> Iterator[ExplanationLine]:
        """Yield the session or substitute ranking that falls away, and the session that comes in."""
        number = self.club.options.sessions
        outgoing = played_session.snapshot.standings_before[played_session.score.player].get_outgoing_points(
            number
        )
        dropped = next(
            (other for other in sessions if outgoing.day and other.snapshot.key == outgoing.session), None
        )
        if dropped:
            yield _build_session_row("falls away", dropped, -outgoing.points / number)
        else:
            source = played_session.snapshot.standings_before[played_session.score.player].source
            yield _build_substitute_row(
                "substitute ranking falls away", outgoing.points, -outgoing.points / number, source
            )
        yield _build_session_row(
            "comes in", played_session, played_session.score.points / number, played_session.score.after
        )

    def _find_steps(self, played_session: _PlayedSession) -> list[_StandingRow | RankingStep]:
        """Return the calculation of the points of a session, and of the ranking after it."""
        if played_session.snapshot.key not in self._session_rows:
            self._session_rows[played_session.snapshot.key] = _build_session_rows(
                played_session.snapshot, self.club
            )
        standings, steps = self._session_rows[played_session.snapshot.key]
        return [*standings[played_session.source], *steps[played_session.score.player]]

    @cached_property
    def _session_rows(self) -> dict[str, _SessionRows]:
        """Cache of `_build_session_rows`, by the key of the session."""
        return {}


def _build_session_rows(snapshot: SessionSnapshot, club: Club) -> _SessionRows:
    """Return the standings of a session by the rows of its results, and the steps of its players."""
    lines = build_line_standings(snapshot, club.partnership_names, club.options)
    standings: list[_StandingRow] = [row for _, rows in lines for row in rows]
    standings += build_team_standings(snapshot, club.options) if snapshot.session.form == "teams" else []
    by_source = group_by(standings, lambda row: row.source)
    return by_source, group_by(build_ranking_steps(snapshot, club.options), lambda step: step.player)


def _build_result(row: CalculatedScore) -> Result:
    partners, change = (row.partner,) if row.partner else (), row.after - row.before
    event, score = make_session_key(row.date, row.session), f"{row.points:.2f}"
    return Result(row.date, event, classify_change(change), (), partners, score, None, change, row.team)


def _explain_season_start(previous: float, standing: NbbStanding) -> Iterator[ExplanationLine]:
    """Yield the change where a season began with another ranking than the one before ended with."""
    if round_for_ranking(change := standing.ranking - previous):
        yield _build_substitute_row(
            "new substitute ranking", standing.ranking, change, standing.source, standing.ranking
        )


def _build_session_row(
    kind: ChangeKind, played_session: _PlayedSession, change: float, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a session that comes in or falls away."""
    key = played_session.snapshot.key
    return ExplanationLine.combine(
        played_session.score,
        kind=kind,
        change=change,
        ranking=ranking,
        source=played_session.source,
        session=key,
    )


def _build_substitute_row(
    kind: ChangeKind, points: float, change: float, source: str, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a substitute ranking in the place of a session."""
    return ExplanationLine(None, kind, "", "", None, points, change, ranking, source, "")


_NO_SESSION = "No session has been played yet."


def build_player_pages(club: Club, histories: SessionHistories, today: date) -> list[PlayerPage]:
    """Return the page of every player, in the order of their rows."""
    scores_by_player = group_by(club.history.rows, attrgetter("player"))
    ranked_rows = {row.player: row for row in club.ranking}
    season = club.season.season if club.season else ""
    champions = {row.player: row for row in club.champions if row.season == season}
    display_order = index_players(club.inputs.players)
    requirements = Requirements(club, club.season) if club.season and today <= club.season.end else None

    def build_content(player: Player) -> PageContent:
        standing, scores = club.history.standings.get(player.id), scores_by_player.get(player.id, [])
        facts = [
            *_build_ranking_facts(standing, ranked_rows.get(player.id)),
            *_build_championship_facts(champions.get(player.id)),
        ]
        seasons = group_by(scores, attrgetter("season"))
        sources = histories.map_sources(player.id)
        sessions = [
            row
            for season, played in seasons.items()
            for row in _build_player_sessions(
                played, club.tallies.get((season, player.id)), sources, club.options
            )
        ]
        opening_standings = {season: club.opening_standings[season][player.id] for season in seasons}
        sections = [
            *([Chart("Ranking", list({row.date: row.after for row in scores}.items()))] if scores else []),
            *histories.explain_ranking(player.id),
            *(_build_requirements(requirements, player.id) if requirements else ()),
            _build_sessions_section(sessions[::-1]),
            _build_partners_section(scores, display_order),
            _build_seasons_section(seasons, opening_standings),
        ]
        return PageContent.create(facts, sections)

    return make_player_pages(club.inputs.players, build_content)


def _build_ranking_facts(standing: NbbStanding | None, row: RankedPlayer | None) -> Iterator[Fact]:
    if standing:
        yield Fact("Ranking", standing.ranking, Ranking)
    if row:
        yield Fact("Rank", row.rank, Rank)
        if row.change is not None:
            yield Fact("Change", row.change, Gain, note="on the latest day of play")
        yield Fact("Sessions in the ranking", row.sessions, int)
    if standing:
        yield Fact("Substitute ranking", standing.substitute, Ranking, note="of this season")


def _build_championship_facts(row: Champion | None) -> Iterator[Fact]:
    if row:
        yield Fact("Average of the championship", row.average, Figure)
        if row.rank:
            yield Fact("Place in the championship", row.rank, Rank)
        yield Fact("Sessions this season", row.played, int)
        yield Fact("Sessions still needed to be champion", row.still_needed, int)


def _build_requirements(requirements: Requirements, player: str) -> Iterator[Section]:
    title, params = "What is still needed by {day}", {"day": requirements.season.end}
    note = (
        "As if everybody else stayed away. The sessions are all of the next ones: with each the minimum of a"
        " championship grows where it is a part of the sessions of the season."
    )
    if rows := list(requirements.find_requirements(player)):
        articles = list(dict.fromkeys(GOAL_ARTICLES[row.goal] for row in rows))
        yield Section("ahead", title, Requirement, rows, note, params=params, articles=articles)


def _build_player_sessions(
    season_scores: Sequence[CalculatedScore],
    tally: Tally | None,
    sources: Mapping[str, str],
    options: Options,
) -> Iterator[PlayerSession]:
    """Yield the sessions of a season, with those that count at its end, or now."""
    first_counted = len(season_scores) - options.sessions
    for place, row in enumerate(season_scores):
        session = make_session_key(row.date, row.session)
        yield PlayerSession.combine(
            row,
            ranking=row.after,
            counts=place >= first_counted or None,
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


def _build_partners_section(scores: Sequence[CalculatedScore], display_order: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fmean(row.points for row in together))
        for partner, together in group_companions(scores, attrgetter("partner"), display_order)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most sessions first.", empty=_NO_SESSION)


def _build_seasons_section(
    seasons: Mapping[str, Sequence[CalculatedScore]], opening_standings: Mapping[str, NbbStanding]
) -> Section:
    rows = []
    for season in reversed([*seasons]):
        played, standing = seasons[season], opening_standings[season]
        points = [row.points for row in played]
        rows.append(
            PlayerSeason(
                season,
                len(played),
                fmean(points),
                max(points),
                standing.substitute,
                played[-1].after,
                standing.source,
            )
        )
    return Section("seasons", "Seasons", PlayerSeason, rows, empty=_NO_SESSION, articles=RANKING_ARTICLES)
