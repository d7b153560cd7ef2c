"""The pages of players, and their careers.

`RankingHistories` explains a ranking from one list to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from operator import attrgetter, itemgetter
from statistics import fmean
from typing import Any

from sitegen.core.columnar import IndexedRows
from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Fact, Section
from sitegen.core.table import Table
from sitegen.core.views import Course, PageParts, Part, Summary, over
from sitegen.systems.nbb.club import GOAL_ARTICLES, Club, Requirement, Requirements
from sitegen.systems.nbb.outputs import (
    CalculatedScore,
    Champion,
    ChangeKind,
    ExplanationLine,
    PairStanding,
    Partner,
    PlayedScore,
    PlayerSeason,
    RankedPlayer,
    SessionScore,
    TeamStanding,
    get_calculations,
)
from sitegen.systems.nbb.points import make_session_key
from sitegen.systems.nbb.ranking import NbbStanding
from sitegen.systems.nbb.scores import SessionScores, build_line_standings, build_team_standings
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    RANKING_ARTICLES,
    Ranking,
)
from sitegen.toolkit.decision_days import (
    ResultsWithDecisions,
    describe_dated_exclusion,
    read_points,
    view_results,
)
from sitegen.toolkit.decisions import (
    find_excluded,
    make_history_row,
    make_history_table,
)
from sitegen.toolkit.order import (
    classify_change,
    group_by,
    index_players,
    round_for_ranking,
)
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening

_EXPLANATION_NOTE = (
    "The ranking is the mean of the latest sessions: one comes in, and another falls away for it."
)


@dataclass(frozen=True)
class RankingHistories:
    """The rankings of all players: their careers, and why each changed."""

    club: Club
    scores: SessionScores

    @cached_property
    def _scores_by_player(self) -> Mapping[str, Sequence[CalculatedScore]]:
        return group_by(self.club.history.rows, attrgetter("player"))

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the ranking after each day of play."""
        scores = self._scores_by_player.get(player, ())
        rankings = {row.date: row.after for row in scores}
        first = scores[0].before if scores else None
        return Career(list(rankings.items()), list(map(_build_result, scores)), first)

    def explain_ranking(self, player: str) -> Iterator[Section]:
        """Explain what the latest day of play of a player did to the ranking, and the decisions since.

        Nothing is yielded before the first.
        """
        scores = list(self.scores.by_player.select(player))
        day = scores[-1].date if scores else date.min
        dated = self.club.history.decisions_by_player.get(player, ())
        decided = [decision for _, decision in dated if decision.date >= day]
        if not scores and not decided:
            return
        latest = [row for row in scores if row.date == day]
        opening, lines = self._find_opening(latest[0], scores[: -len(latest)]) if latest else (None, [])
        for row in latest:
            lines += self._explain_session(row, scores)
        if opening is None:
            standing = self.club.history.standings.get(player)
            opening = make_opening(None, standing.ranking if standing else None, decided[0].date)
        last_day = decided[-1].date if decided else day
        yield build_explanation(
            *_add_decisions(lines, decided),
            steps=[step for row in latest for step in self._find_steps(row)],
            calculations=get_calculations(self.club.options.on(last_day)),
            before=opening,
            after=Balance(LIST_TITLE, last_day, latest[-1].after if latest else opening.value),
            note=_EXPLANATION_NOTE,
            articles=RANKING_ARTICLES,
        )

    def _find_opening(
        self, first: SessionScore, earlier_scores: Sequence[SessionScore]
    ) -> tuple[Balance, list[ExplanationLine]]:
        """Return the ranking on the list before a session, and the change by a season begun since then."""
        snapshot, standing = self.scores.snapshots[first.key], self._get_standing_before(first)
        listed = next((other for other in reversed(self.club.all_snapshots) if other.day < first.date), None)
        rankings = [
            row.after for row in earlier_scores if listed and row.season == listed.session.season.season
        ]
        if not listed or not rankings:
            start = snapshot.session.season.start
            return Balance("Substitute ranking on {day}", start, standing.ranking), []
        change = standing.ranking - rankings[-1]
        line = _build_substitute_line(
            "new substitute ranking", standing.ranking, change, standing.source, standing.ranking
        )
        return Balance(LIST_TITLE, listed.day, rankings[-1]), [line] if round_for_ranking(change) else []

    def _get_standing_before(self, row: SessionScore) -> NbbStanding:
        return self.scores.snapshots[row.key].standings_before[row.player]

    def _explain_session(
        self, row: SessionScore, scores: Sequence[SessionScore]
    ) -> Iterator[ExplanationLine]:
        """Yield the session or substitute ranking that falls away, and the session that comes in."""
        number = self.scores.sessions_in_ranking[row.season]
        change = -row.replaced / number
        if row.of:
            dropped = next(other for other in scores if other.key == row.outgoing)
            yield _build_session_line("falls away", dropped, change)
        else:
            source = self._get_standing_before(row).source
            yield _build_substitute_line("substitute ranking falls away", row.replaced, change, source)
        yield _build_session_line("comes in", row, row.points / number, row.after)

    def _find_steps(self, row: SessionScore) -> Iterator[PairStanding | TeamStanding | SessionScore]:
        """Yield the calculation of the points of a session, and of the ranking after it."""
        snapshot, options = self.scores.snapshots[row.key], self.club.options
        for _, standings in build_line_standings(snapshot, self.club, row.source):
            yield from standings
        if row.form == "teams":
            teams = build_team_standings(snapshot, options)
            yield from (standing for standing in teams if standing.source == row.source)
        yield row


def _add_decisions(
    lines: Sequence[ExplanationLine], decided: Sequence[Any]
) -> tuple[type[Table], Sequence[Any]]:
    """Return the table and the lines of an explanation, with the decisions behind the sessions."""
    if not decided:
        return ExplanationLine, lines
    table = make_history_table(ExplanationLine)
    read = partial(read_points, figure="points", key="session")
    rows = [make_history_row(table, decision, read(decision)) for decision in decided]
    return table, [*map(table.combine, lines), *rows]


def _build_result(row: CalculatedScore) -> Result:
    partners, change = (row.partner,) if row.partner else (), row.after - row.before
    event, score = make_session_key(row.date, row.session), f"{row.points:.2f}"
    return Result(row.date, event, classify_change(change), (), partners, score, None, change, row.team)


def _build_session_line(
    kind: ChangeKind, row: SessionScore, change: float, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a session that comes in or falls away."""
    return ExplanationLine.combine(row, kind=kind, change=change, ranking=ranking, session=row.key)


def _build_substitute_line(
    kind: ChangeKind, points: float, change: float, source: str, ranking: float | None = None
) -> ExplanationLine:
    """Return the line of a substitute ranking in the place of a session."""
    return ExplanationLine(None, kind, "", "", None, points, change, ranking, source, "")


_NO_SESSION = "No session has been played yet."
_SESSIONS_NOTE = (
    "The ranking after a session is the mean of the points of it and those before it in the season, as many"
    " as count in a ranking; the substitute ranking of the season stands in for what is missing."
)


def declare_player_page(club: Club, histories: RankingHistories, today: date) -> PageParts:
    """Return what the page of each player shows."""
    scores, season = histories.scores.played, club.season
    ranked_rows = {row.player: row for row in club.ranking}
    champions = {row.player: row for row in club.champions if season and row.season == season.season}
    requirements = [Requirements(club, season)] if season and today <= season.end else []
    return PageParts(
        [partial(_build_facts, club, ranked_rows, champions)],
        [
            Course("Ranking", scores, "date", "after"),
            histories.explain_ranking,
            *(partial(_build_requirements, required) for required in requirements),
            view_results(
                ResultsWithDecisions(scores, club.history.decisions_by_player, "points", "key"),
                "date season form line partner team score points after counts dropped",
                "sessions",
                ("Sessions", "Sessions and decisions"),
                note=_SESSIONS_NOTE,
                empty=_NO_SESSION,
                articles=[*RANKING_ARTICLES, INDIVIDUAL_ARTICLE],
                is_yearly=True,
            ),
            *_declare_tables(scores, index_players(club.inputs.players)),
        ],
    )


def _declare_tables(scores: IndexedRows[PlayedScore], places: Mapping[str, int]) -> Iterator[Part]:
    """Yield the sessions of a player by partner and by season."""
    averages = {"sessions": len, "average": over("points", fmean)}
    yield Summary(
        scores,
        "partner",
        Partner,
        averages,
        "partners",
        "Partners",
        places=places,
        note="Most sessions first.",
        empty=_NO_SESSION,
    )
    figures = {
        **averages,
        "best": over("points", max),
        "substitute": over("substitute", itemgetter(0)),
        "ranking": over("after", itemgetter(-1)),
        "source": over("substitute_source", itemgetter(0)),
    }
    articles = RANKING_ARTICLES
    yield Summary(
        scores, "season", PlayerSeason, figures, "seasons", "Seasons", empty=_NO_SESSION, articles=articles
    )


def _build_facts(
    club: Club, ranked_rows: Mapping[str, RankedPlayer], champions: Mapping[str, Champion], player: str
) -> Iterator[Fact]:
    yield from _build_ranking_facts(club.history.standings.get(player), ranked_rows.get(player))
    if player in find_excluded(club.decisions, date.max):
        yield describe_dated_exclusion(club.history.decisions_by_player[player])
    yield from _build_championship_facts(champions.get(player))


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
