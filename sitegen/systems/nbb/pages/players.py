"""The pages of players, and the calculations and explanations on them.

The standings and steps of a session stand on its own page too. `SessionHistories` has what each player did,
and explains the ranking from one list to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import chain
from operator import attrgetter
from statistics import fmean
from typing import NamedTuple

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
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
from sitegen.systems.nbb.points import get_scale, group_lines, make_session_key
from sitegen.systems.nbb.ranking import NbbStanding, SessionSnapshot
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    RANKING_ARTICLES,
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
    snapshot: SessionSnapshot, club: Club
) -> Iterator[tuple[Sequence[str], list[PairStanding]]]:
    """Yield the letters of each line or top-integral group with its standing; none on a teams evening."""
    for letters in group_lines(snapshot.session.groups):
        yield letters, list(_build_pair_standings(letters, snapshot, club))


def _build_pair_standings(
    letters: Sequence[str], snapshot: SessionSnapshot, club: Club
) -> Iterator[PairStanding]:
    results = [result for result in snapshot.results if result.player_scores[0].line in letters]
    ranked_results = rank_items(results, lambda result: result.value.score)
    ranks = [rank for rank, _ in ranked_results]
    scores = [result.value.score for result in results]
    for rank, result in ranked_results:
        gains = {row.player: row.after - row.before for row in result.player_scores}
        yield PairStanding.combine(
            result.value,
            result.entry,
            get_scale(snapshot.session.form, club.options),
            rank=rank,
            gain1=gains[result.entry.player1],
            gain2=gains[result.entry.player2],
            line=result.entry.line if len(letters) > 1 else "",
            partnership=club.partnership_names.get(result.entry.for_, ""),
            form=snapshot.session.form,
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
            get_scale("teams", options),
            rank=rank,
            strength=fmean(row.before for row in result.player_scores),
            opposition=result.value.middle,
            form="teams",
        )
        for rank, result in rank_items(snapshot.results, lambda result: result.value.score)
    ]


class PlayedSession(NamedTuple):
    """A session of a player, with the row of the result."""

    snapshot: SessionSnapshot
    score: CalculatedScore
    source: str

    @property
    def standing_before(self) -> NbbStanding:
        """The standing of the player before the session."""
        return self.snapshot.standings_before[self.score.player]

    def build_step(self, options: Options) -> RankingStep:
        """Return the change of the ranking of the player."""
        outgoing = self.standing_before.get_outgoing_points(options.sessions)
        return RankingStep.combine(
            self.score,
            replaced=outgoing.points,
            of=outgoing.day,
            session=outgoing.session,
            change=self.score.after - self.score.before,
            source=self.source,
        )


def list_played_sessions(snapshot: SessionSnapshot) -> list[PlayedSession]:
    """Return a session as each of its players played it, in the order of the rows."""
    return [
        PlayedSession(snapshot, row, result.entry.source)
        for result in snapshot.results
        for row in result.player_scores
    ]


_EXPLANATION_NOTE = (
    "The ranking is the mean of the latest sessions: one comes in, and another falls away for it."
)


@dataclass(frozen=True)
class SessionHistories:
    """The sessions of all players."""

    club: Club

    @cached_property
    def _sessions_by_player(self) -> Mapping[str, Sequence[PlayedSession]]:
        sessions = chain.from_iterable(map(list_played_sessions, self.club.all_snapshots))
        return group_by(sessions, lambda played: played.score.player)

    def get_sessions(self, player: str) -> Sequence[PlayedSession]:
        """Return the sessions of a player, oldest first."""
        return self._sessions_by_player.get(player, ())

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the ranking after each day of play."""
        scores = [played.score for played in self.get_sessions(player)]
        rankings = {row.date: row.after for row in scores}
        first = scores[0].before if scores else None
        return Career(list(rankings.items()), list(map(_build_result, scores)), first)

    def explain_ranking(self, player: str) -> list[Section]:
        """Explain what the latest day of play of a player did to the ranking; nothing before the first."""
        if not (sessions := self.get_sessions(player)):
            return []
        day = sessions[-1].score.date
        latest = [played for played in sessions if played.score.date == day]
        opening, rows = self._find_opening(latest[0], sessions[: -len(latest)])
        rows += chain.from_iterable(self._explain_session(played, sessions) for played in latest)
        return [
            build_explanation(
                ExplanationLine,
                rows,
                steps=list(chain.from_iterable(map(self._find_steps, latest))),
                calculations=get_calculations(self.club.options),
                before=opening,
                after=Balance(LIST_TITLE, day, latest[-1].score.after),
                note=_EXPLANATION_NOTE,
                articles=RANKING_ARTICLES,
            )
        ]

    def _find_opening(
        self, first: PlayedSession, earlier_sessions: Sequence[PlayedSession]
    ) -> tuple[Balance, list[ExplanationLine]]:
        """Return the ranking on the list before a session, and the change by a season begun since then."""
        day, standing, season = first.snapshot.day, first.standing_before, first.snapshot.session.season
        listed = next((other for other in reversed(self.club.all_snapshots) if other.day < day), None)
        rankings = [
            played.score.after
            for played in earlier_sessions
            if listed and played.snapshot.session.season == listed.session.season
        ]
        if not listed or not rankings:
            return Balance("Substitute ranking on {day}", season.start, standing.ranking), []
        change = standing.ranking - rankings[-1]
        row = _build_substitute_row(
            "new substitute ranking", standing.ranking, change, standing.source, standing.ranking
        )
        return Balance(LIST_TITLE, listed.day, rankings[-1]), [row] if round_for_ranking(change) else []

    def _explain_session(
        self, played: PlayedSession, sessions: Sequence[PlayedSession]
    ) -> Iterator[ExplanationLine]:
        """Yield the session or substitute ranking that falls away, and the session that comes in."""
        number, standing = self.club.options.sessions, played.standing_before
        outgoing = standing.get_outgoing_points(number)
        change = -outgoing.points / number
        if outgoing.day:
            dropped = next(other for other in sessions if other.snapshot.key == outgoing.session)
            yield _build_session_row("falls away", dropped, change)
        else:
            yield _build_substitute_row(
                "substitute ranking falls away", outgoing.points, change, standing.source
            )
        yield _build_session_row("comes in", played, played.score.points / number, played.score.after)

    def _find_steps(self, played: PlayedSession) -> list[PairStanding | TeamStanding | RankingStep]:
        """Return the calculation of the points of a session, and of the ranking after it."""
        snapshot, options = played.snapshot, self.club.options
        lines = build_line_standings(snapshot, self.club)
        standings = [
            *chain.from_iterable(rows for _, rows in lines),
            *(build_team_standings(snapshot, options) if snapshot.session.form == "teams" else ()),
        ]
        return [*(row for row in standings if row.source == played.source), played.build_step(options)]


def _build_result(row: CalculatedScore) -> Result:
    partners, change = (row.partner,) if row.partner else (), row.after - row.before
    event, score = make_session_key(row.date, row.session), f"{row.points:.2f}"
    return Result(row.date, event, classify_change(change), (), partners, score, None, change, row.team)


def _build_session_row(
    kind: ChangeKind, played: PlayedSession, change: float, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a session that comes in or falls away."""
    return ExplanationLine.combine(
        played.score,
        kind=kind,
        change=change,
        ranking=ranking,
        source=played.source,
        session=played.snapshot.key,
    )


def _build_substitute_row(
    kind: ChangeKind, points: float, change: float, source: str, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a substitute ranking in the place of a session."""
    return ExplanationLine(None, kind, "", "", None, points, change, ranking, source, "")


_NO_SESSION = "No session has been played yet."


def build_player_pages(club: Club, histories: SessionHistories, today: date) -> list[PlayerPage]:
    """Return the page of every player, in the order of their rows."""
    ranked_rows = {row.player: row for row in club.ranking}
    season = club.season.season if club.season else ""
    champions = {row.player: row for row in club.champions if row.season == season}
    display_order = index_players(club.inputs.players)
    requirements = Requirements(club, club.season) if club.season and today <= club.season.end else None

    def build_content(player: Player) -> PageContent:
        facts = [
            *_build_ranking_facts(club.history.standings.get(player.id), ranked_rows.get(player.id)),
            *_build_championship_facts(champions.get(player.id)),
        ]
        return PageContent(facts, partial(build_sections, player.id))

    def build_sections(player: str) -> list[Chart | Section]:
        played = histories.get_sessions(player)
        scores = [session.score for session in played]
        seasons = group_by(played, lambda session: session.score.season)
        sessions = [
            row
            for season, season_sessions in seasons.items()
            for row in _build_player_sessions(
                season_sessions, club.tallies.get((season, player)), club.options
            )
        ]
        return [
            *([Chart("Ranking", list({row.date: row.after for row in scores}.items()))] if scores else []),
            *histories.explain_ranking(player),
            *(_build_requirements(requirements, player) if requirements else ()),
            _build_sessions_section(sessions[::-1]),
            _build_partners_section(scores, display_order),
            _build_seasons_section(seasons),
        ]

    return make_player_pages(club.inputs.players, build_content)


def _build_ranking_facts(standing: NbbStanding | None, row: RankedPlayer | None) -> Iterator[Fact]:
    if row:
        yield Fact.from_cell(row, "ranking")
        yield Fact.from_cell(row, "rank")
        if row.change is not None:
            yield Fact.from_cell(row, "change", note="on the latest day of play")
        yield Fact.from_cell(row, "sessions", "Sessions in the ranking")
    elif standing:
        yield Fact("Ranking", standing.ranking, Ranking)
    if standing:
        yield Fact("Substitute ranking", standing.substitute, Ranking, note="of this season")


def _build_championship_facts(row: Champion | None) -> Iterator[Fact]:
    if row:
        yield Fact.from_cell(row, "average", "Average of the championship")
        if row.rank:
            yield Fact.from_cell(row, "rank", "Place in the championship")
        yield Fact.from_cell(row, "played", "Sessions this season")
        yield Fact.from_cell(row, "still_needed", "Sessions still needed to be champion")


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
    sessions: Sequence[PlayedSession], tally: Tally | None, options: Options
) -> Iterator[PlayerSession]:
    """Yield the sessions of a season, with those that count at its end, or now."""
    first_counted = len(sessions) - options.sessions
    for place, played in enumerate(sessions):
        yield PlayerSession.combine(
            played.score,
            ranking=played.score.after,
            counts=place >= first_counted or None,
            dropped=(tally is not None and place not in tally.places) or None,
            key=played.snapshot.key,
            source=played.source,
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


def _build_seasons_section(seasons: Mapping[str, Sequence[PlayedSession]]) -> Section:
    rows = []
    for season, played in seasons.items():
        points, standing = [session.score.points for session in played], played[0].standing_before
        ranking = played[-1].score.after
        figures = len(played), fmean(points), max(points), standing.substitute, ranking, standing.source
        rows.append(PlayerSeason(season, *figures))
    return Section(
        "seasons", "Seasons", PlayerSeason, rows[::-1], empty=_NO_SESSION, articles=RANKING_ARTICLES
    )
