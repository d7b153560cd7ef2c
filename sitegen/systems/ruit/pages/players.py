"""The pages of players, and the explanation of what the latest evening did to the rating of each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from math import fsum
from typing import Annotated

from sitegen.core.columnar import Rows
from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Fact, Section
from sitegen.core.table import Display, Rating
from sitegen.core.views import Course, PageParts, Summary, View, over
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
from sitegen.toolkit.history import History
from sitegen.toolkit.order import classify_change, group_by, index_players
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening


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

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the rating after each evening."""
        played_evenings, start = self.get_evenings(player), self.history.start[player].rating
        ratings = [(played.score.date, played.score.rating) for played in played_evenings]
        return Career(ratings, list(map(self._build_result, played_evenings)), start)

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

    def explain_rating(self, player: str) -> list[Section]:
        """Explain what the latest evening of a player did to the rating; nothing before the first."""
        if not (played_evenings := self.get_evenings(player)):
            return []
        evening, unit, row = played_evenings[-1]
        days = [other.day for other in self.tables.evenings.values() if other.day < evening.day]
        matches = [
            match
            for match in self.tables.matches.select(evening.key)
            if unit.team in (match.team_a, match.team_b)
        ]
        pairs = [pair for pair in self.tables.pairs.select(evening.key) if pair.source == unit.source]
        score = row.after if row.raw is None else row.raw
        line = ExplanationLine.combine(row, score=score, change=row.gain, source=unit.source)
        return [
            build_explanation(
                ExplanationLine,
                [line],
                steps=[*matches, *pairs],
                calculations={
                    EveningMatch: f"<bdi>{{team_a}}</bdi> – <bdi>{{team_b}}</bdi>[:] {MATCH_CALCULATION}",
                    ScoredPair: write_calculation(evening.form, evening.strength),
                },
                before=make_opening(max(days, default=None), row.before, evening.day),
                after=Balance(LIST_TITLE, evening.day, row.rating),
                articles=[FORM_ARTICLES[evening.form], *COMMON_ARTICLES],
            )
        ]


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


def declare_player_page(
    players: Sequence[Player], histories: EveningHistories, requirements: Requirements
) -> PageParts:
    """Return what the page of each player shows."""
    scores, ranked_rows = histories.tables.scores, {row.player: row for row in requirements.rows}
    return PageParts(
        [partial(_build_facts, histories, ranked_rows)],
        [
            Course("Rating", scores, "date", "rating", {"Start rating": "before"}),
            # What pairs and butler alone brought ("Overig").
            Course("Pairs: points won since the first evening", scores, "date", "won_in_pairs"),
            Course("Butler: points won since the first evening", scores, "date", "won_in_butler"),
            histories.explain_rating,
            partial(_build_requirements, histories, requirements),
            View(
                scores,
                "date form partner team handicap raw after change subsidy rating",
                "history",
                "Evenings",
                latest_first=True,
                empty=_NO_EVENING,
                articles=_find_articles,
                is_yearly=True,
            ),
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
    scores = [played.score for played in histories.get_evenings(player)]
    yield from _build_standing_facts(histories.history.start[player].rating, scores, ranked_rows[player])
    yield from _build_form_facts(scores)


def _build_standing_facts(
    start: float, scores: Sequence[CalculatedScore], ranked_player: RankedPlayer
) -> Iterator[Fact]:
    yield Fact.from_cell(ranked_player, "rating")
    yield Fact.from_cell(ranked_player, "rank")
    if ranked_player.change is not None:
        yield Fact.from_cell(ranked_player, "change", note="on the latest evening of the club")
    yield Fact("Start rating", start, _StartRating)
    yield Fact.from_cell(ranked_player, "sessions", "Evenings")
    if scores:
        best = max(scores, key=lambda row: row.rating)
        yield Fact.from_cell(scores[-1], "date", "Last played on")
        yield Fact.from_cell(best, "rating", "Highest rating", cell_type=Rating, figure="highest")
        yield Fact.from_cell(best, "date", "Reached on")


def _build_form_facts(scores: Sequence[CalculatedScore]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.gain for row in scores if row.form == form]
        if gains:
            yield Fact(_GAIN_LABELS[form], fsum(gains), Gain, note="rating points in all")
