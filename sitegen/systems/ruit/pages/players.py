"""The pages of players, and the explanation of what the latest evening did to the rating of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import chain
from math import fsum
from operator import itemgetter
from typing import Annotated, Any

from sitegen.core.columnar import Rows
from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, Section
from sitegen.core.table import Display, Rating
from sitegen.core.views import Course, PageParts, Summary, make_view_table, over
from sitegen.systems.ruit.evenings import EveningTables
from sitegen.systems.ruit.handicap import PlayedEvening, RuitStanding, Unit
from sitegen.systems.ruit.outputs import (
    MATCH_CALCULATION,
    CalculatedScore,
    EveningMatch,
    ExplanationLine,
    Partner,
    PlayedScore,
    RankedPlayer,
    ScoredPair,
    write_calculation,
)
from sitegen.systems.ruit.ratings import Requirement, Requirements
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, FORMS, Gain, Player
from sitegen.toolkit.decisions import describe_exclusion, list_set_anew, merge_decisions, read_rating
from sitegen.toolkit.history import History
from sitegen.toolkit.order import classify_change, group_by, index_players
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, describe_highest, make_opening


@dataclass(frozen=True)
class EveningHistories:
    """The evenings of all players."""

    history: History[CalculatedScore, RuitStanding]
    tables: EveningTables

    @cached_property
    def _evenings_by_player(self) -> Mapping[str, Sequence[PlayedEvening]]:
        return group_by(self.tables.played_evenings, lambda played: played.score.player)

    def get_evenings(self, player: str) -> Sequence[PlayedEvening]:
        """Return the evenings of a player, oldest first."""
        return self._evenings_by_player.get(player, ())

    def list_history(self, player: str) -> Rows[Any]:
        """Return the scores of a player and the decisions about them, in the order in which they count."""
        scores, decisions = self.tables.scores.select(player), self.history.decisions_by_player.get(player)
        return merge_decisions(scores, decisions, _read_rating) if decisions else scores

    def list_ratings(self, player: str) -> list[tuple[date, float]]:
        """Return the rating of a player after each evening, or decision about it."""
        rows = self.list_history(player)
        pairs = zip(rows.get_column("date"), rows.get_column("rating"), strict=True)
        return [*{day: rating for day, rating in pairs if rating is not None}.items()]

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the rating after each evening or decision."""
        results = [self._build_result(played) for played in self.get_evenings(player)]
        set_anew = list_set_anew(self.history.decisions_by_player.get(player, ()))
        start = self.history.start[player].rating
        return Career(self.list_ratings(player), results, start, set_anew=set_anew)

    def _build_result(self, played: PlayedEvening) -> Result:
        row, key = played.score, played.evening.key
        opponents, outcome = self._opponents[key].get(row.player, ()), classify_change(row.gain)
        return Result(row.date, key, outcome, opponents, (row.partner,), format_score(row), None, row.gain)

    @cached_property
    def _opponents(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """The opponents of each player on each evening, of a pair or team that met one other only."""
        return {
            key: dict(_find_only_opponents(evening.units)) for key, evening in self.tables.evenings.items()
        }

    def explain_rating(self, player: str) -> Iterator[Section]:
        """Explain what the latest evening of a player, or decision about them, did to the rating.

        Nothing is yielded before the first.
        """
        if player not in self._latest_places:
            return
        place = self._latest_places[player]
        event = self.history.events[place]
        played = [played for played in self.get_evenings(player)[-1:] if played.evening is event]
        decided = [
            dated for dated in self.history.decisions_by_player.get(player, ()) if dated[1].date == event.day
        ]
        rows = Rows.from_rows(ExplanationLine, list(map(_make_line, played)))
        rows = merge_decisions(rows, decided, _read_rating) if decided else rows
        ratings = dict(self.list_ratings(player))
        before = [rating for day, rating in ratings.items() if day < event.day]
        start = self.history.start[player].rating
        yield build_explanation(
            rows.kind,
            rows,
            steps=[*chain.from_iterable(map(self._list_steps, played))],
            calculations=_list_calculations(played),
            before=make_opening(
                self.history.previous_days[place], before[-1] if before else start, event.day
            ),
            after=Balance(LIST_TITLE, event.day, event.standings[player].rating),
            articles=[*(FORM_ARTICLES[each.evening.form] for each in played), *COMMON_ARTICLES],
        )

    @cached_property
    def _latest_places(self) -> Mapping[str, int]:
        """The place of the latest event that changed each player."""
        events = self.history.events
        return {player: place for place, event in enumerate(events) for player in event.standings}

    def _list_steps(self, played: PlayedEvening) -> list[EveningMatch | ScoredPair]:
        """Return the matches and pairs from which the score of a player on an evening comes."""
        key, unit = played.evening.key, played.unit
        matches = [
            match for match in self.tables.matches.select(key) if unit.team in (match.team_a, match.team_b)
        ]
        return [*matches, *(pair for pair in self.tables.pairs.select(key) if pair.source == unit.source)]


_read_rating = partial(read_rating, column="rating")


def _make_line(played: PlayedEvening) -> ExplanationLine:
    row = played.score
    score = row.after if row.raw is None else row.raw
    return ExplanationLine.combine(row, score=score, change=row.gain, source=played.unit.source)


def _list_calculations(played_evenings: Sequence[PlayedEvening]) -> Mapping[type[Any], str]:
    """Return the formulas of the steps of an evening; none without an evening."""
    return {
        kind: formula
        for evening, *_ in played_evenings
        for kind, formula in (
            (EveningMatch, f"<bdi>{{team_a}}</bdi> – <bdi>{{team_b}}</bdi>[:] {MATCH_CALCULATION}"),
            (ScoredPair, write_calculation(evening.form, evening.strength)),
        )
    }


def format_score(row: CalculatedScore) -> str:
    """Return the score of an evening as people write it: `56.25 %`, `+12 IMP` or `24.50 VP`."""
    if row.raw is None:
        return f"{row.after:.2f} VP"
    return f"{row.raw:.2f} %" if row.form == "pairs" else f"{row.raw:+g} IMP"


def _find_only_opponents(units: Sequence[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the players of units that met one other only, each with the players of that one."""
    players = {(unit.section, unit.team): tuple(chain.from_iterable(unit.couples)) for unit in units}
    for unit in units:
        opponents = {match.row.find_opponent(unit.team) for match in unit.meetings}
        opponents |= {*unit.opponents.split()}
        if len(opponents) == 1:
            opposing_players = players[unit.section, opponents.pop()]
            yield from dict.fromkeys(players[unit.section, unit.team], opposing_players).items()


_StartRating = Annotated[float, Display("short")]
_GAIN_LABELS = {"pairs": "Won in pairs", "butler": "Won in butler", "teams": "Won in teams"}
_NO_EVENING = "No evening has been played yet."
_HISTORY_COLUMNS = "date form partner team handicap raw after change subsidy rating"


def declare_player_page(
    players: Sequence[Player], histories: EveningHistories, requirements: Requirements
) -> PageParts:
    """Return what the page of each player shows."""
    scores, ranked_rows = histories.tables.scores, {row.player: row for row in requirements.rows}
    return PageParts(
        [partial(_build_facts, histories, ranked_rows)],
        [
            partial(_build_chart, histories),
            # What pairs and butler alone brought ("Overig").
            Course("Pairs: points won since the first evening", scores, "date", "won_in_pairs"),
            Course("Butler: points won since the first evening", scores, "date", "won_in_butler"),
            histories.explain_rating,
            partial(_build_requirements, histories, requirements),
            partial(_build_history, histories),
            Summary(
                scores,
                "partner",
                Partner,
                {"evenings": len, "change": over("gain", fsum)},
                "partners",
                "Partners",
                places=index_players(players),
                note="Most evenings first.",
                empty=_NO_EVENING,
            ),
        ],
    )


def _build_chart(histories: EveningHistories, player: str) -> list[Chart]:
    ratings, start = histories.list_ratings(player), histories.history.start[player].rating
    return [Chart("Rating", ratings, {"Start rating": start})] if ratings else []


def _build_history(histories: EveningHistories, player: str) -> Iterator[Section]:
    rows, is_decided = histories.list_history(player), player in histories.history.decisions_by_player
    kind: Any = rows.kind
    table = make_view_table(kind, f"{_HISTORY_COLUMNS} decision" if is_decided else _HISTORY_COLUMNS)
    yield Section(
        "history",
        "Evenings and decisions" if is_decided else "Evenings",
        table,
        rows.view(table)[::-1],
        empty=_NO_EVENING,
        articles=_find_articles(histories.tables.scores.select(player)),
        is_yearly=True,
    )


def _find_articles(scores: Rows[PlayedScore]) -> list[str]:
    """Return the articles of the forms that somebody has played, and those of all forms."""
    forms = {*scores.get_column("form")}
    return [*(FORM_ARTICLES[form] for form in FORMS if form in forms), *COMMON_ARTICLES]


def _build_requirements(
    histories: EveningHistories, requirements: Requirements, player: str
) -> Iterator[Section]:
    rows = list(requirements.find_requirements(histories.get_evenings(player)))
    note = (
        "On an evening with the same pairs and the same partner, at the ratings of now; as if all others kept"
        " theirs. A place that takes a better score than anybody ever had is not named."
    )
    articles = [*dict.fromkeys(FORM_ARTICLES[row.form] for row in rows), *COMMON_ARTICLES]
    if rows:
        yield Section("ahead", "What is still needed", Requirement, rows, note, articles=articles)


def _build_facts(
    histories: EveningHistories, ranked_rows: Mapping[str, RankedPlayer], player: str
) -> Iterator[Fact]:
    history = histories.history
    if player in ranked_rows:
        yield from _build_rank_facts(ranked_rows[player])
    else:
        yield Fact("Rating", history.standings[player].rating, Rating)
        yield describe_exclusion(history.decisions_by_player[player])
    yield Fact("Start rating", history.start[player].rating, _StartRating)
    yield Fact("Evenings", history.standings[player].sessions, int)
    scores = [played.score for played in histories.get_evenings(player)]
    if scores:
        yield Fact.from_cell(scores[-1], "date", "Last played on")
    if ratings := histories.list_ratings(player):
        day, highest = max(ratings, key=itemgetter(1))
        yield from describe_highest(highest, day)
    yield from _build_form_facts(scores)


def _build_rank_facts(ranked_player: RankedPlayer) -> Iterator[Fact]:
    yield Fact.from_cell(ranked_player, "rating")
    yield Fact.from_cell(ranked_player, "rank")
    if ranked_player.change is not None:
        yield Fact.from_cell(ranked_player, "change", note="on the latest evening of the club")


def _build_form_facts(scores: Sequence[CalculatedScore]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.gain for row in scores if row.form == form]
        if gains:
            yield Fact(_GAIN_LABELS[form], fsum(gains), Gain, note="rating points in all")
