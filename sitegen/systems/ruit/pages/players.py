"""The pages of players, and the calculations and explanations on them.

The matches and steps of an evening stand on its own page too. `EveningHistories` has what each player did,
and explains what the latest evening did to the rating.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import accumulate, chain
from math import fsum
from operator import attrgetter
from typing import Annotated

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Change, Display, PlayDate, Rank, Rating
from sitegen.systems.ruit.handicap import TEAMS_SCALE, Evening, RuitStanding, Unit
from sitegen.systems.ruit.outputs import (
    MATCH_CALCULATION,
    CalculatedScore,
    EveningMatch,
    ExplanationLine,
    Partner,
    PlayerEvening,
    RankedPlayer,
    ScoredPair,
    write_calculation,
)
from sitegen.systems.ruit.ratings import Requirement, Requirements
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, FORMS, Gain, Options, Player
from sitegen.toolkit.history import History, make_player_pages
from sitegen.toolkit.order import classify_change, group_companions, index_players, rank_items
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening

_FLOOR = " → 0"
"""What a formula says of a rating that would be below zero."""


@dataclass(frozen=True)
class EveningHistories:
    """The evenings of all players."""

    history: History[CalculatedScore, RuitStanding]
    evenings: Sequence[Evening]
    options: Options

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The places of the scores of each player among all."""
        places: dict[str, list[int]] = {player: [] for player in self.history.start}
        for place, row in enumerate(self.history.rows):
            places[row.player].append(place)
        return places

    def get_scores(self, player: str) -> list[CalculatedScore]:
        """Return the scores of a player, oldest first."""
        return [self.history.rows[place] for place in self.places.get(player, ())]

    def find_source(self, row: CalculatedScore) -> str:
        """Return the row of the pair, or of the line-up of the team, of a calculated score."""
        return self._sources[row.date][row.player]

    @cached_property
    def _sources(self) -> Mapping[date, Mapping[str, str]]:
        return {evening.day: _map_sources(evening) for evening in self.evenings}

    def build_career(self, player: str) -> Career:
        """Return the results of a player, and the rating after each evening."""
        scores, start = self.get_scores(player), self.history.start.get(player)
        ratings = [(row.date, row.rating) for row in scores]
        return Career(ratings, list(map(self._build_result, scores)), start.rating if start else None)

    def _build_result(self, row: CalculatedScore) -> Result:
        key, outcome = row.date.isoformat(), classify_change(row.gain)
        opponents, partners = self._opponents[key].get(row.player, ()), (row.partner,)
        return Result(row.date, key, outcome, opponents, partners, format_score(row), None, row.gain)

    @cached_property
    def _opponents(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """The opponents of each player on each evening, of a pair or team that met one other only."""
        return {evening.key: dict(_find_only_opponents(evening.units)) for evening in self.evenings}

    @cached_property
    def _evening_places(self) -> Mapping[str, int]:
        return {evening.key: place for place, evening in enumerate(self.evenings)}

    def explain_rating(self, player: str) -> list[Section]:
        """Explain what the latest evening of a player did to the rating; nothing before the first."""
        if not self.places[player]:
            return []
        calculated = self.history.rows[self.places[player][-1]]
        place = self._evening_places[calculated.date.isoformat()]
        evening = self.evenings[place]
        previous_day = self.evenings[place - 1].day if place else None
        unit = next(unit for unit in evening.units if player in chain.from_iterable(unit.couples))
        matches = [
            match for match in build_matches(evening.units) if unit.team in (match.team_a, match.team_b)
        ]
        pairs = [pair for pair in build_pairs(evening) if pair.source == unit.source]
        score = calculated.after if calculated.raw is None else calculated.raw
        row = ExplanationLine.combine(calculated, score=score, change=calculated.gain, source=unit.source)
        return [
            build_explanation(
                ExplanationLine,
                [row],
                steps=[*matches, *pairs],
                calculations={
                    EveningMatch: f"<bdi>{{team_a}}</bdi> – <bdi>{{team_b}}</bdi>[:] {MATCH_CALCULATION}",
                    ScoredPair: find_calculation(evening, self.options),
                },
                before=make_opening(previous_day, calculated.before, evening.day),
                after=Balance(LIST_TITLE, evening.day, calculated.rating),
                articles=[FORM_ARTICLES[evening.form], *COMMON_ARTICLES],
            )
        ]


def find_calculation(evening: Evening, options: Options) -> str:
    """Return the formula of the pairs of an evening."""
    return write_calculation(evening.form, is_mean=options.pairs_strength == "mean")


def build_pairs(evening: Evening) -> list[ScoredPair]:
    """Return the pairs of an evening, or the two of each team, by place, each with its calculation."""
    scores = {row.player: row for row in evening.rows}
    return [
        _build_pair(rank, unit, [scores[player] for player in chain.from_iterable(couples)])
        for rank, unit in rank_items(evening.units, attrgetter("after"))
        for couples in (unit.couples, unit.couples[::-1])[: len(unit.couples)]
    ]


def _build_pair(rank: int, unit: Unit, scores: Sequence[CalculatedScore]) -> ScoredPair:
    """Return the row of the first two of the players of a unit."""
    first, second = scores[:2]
    sums = [row.before + row.change + row.subsidy for row in (first, second)]
    return ScoredPair.combine(
        unit,
        rank=rank,
        player1=first.player,
        player2=second.player,
        gain1=first.gain,
        gain2=second.gain,
        form=first.form,
        matches=len(unit.meetings) or None,
        average=TEAMS_SCALE.average * len(unit.meetings),
        **{f"before{number}": row.before for number, row in enumerate(scores, 1)},
        subsidy1=first.subsidy,
        subsidy2=second.subsidy,
        sum1=sums[0],
        sum2=sums[1],
        floor1=_FLOOR if sums[0] < 0 else "",
        floor2=_FLOOR if sums[1] < 0 else "",
    )


def _map_sources(evening: Evening) -> dict[str, str]:
    return {player: unit.source for unit in evening.units for pair in unit.couples for player in pair}


def build_matches(units: Sequence[Unit]) -> list[EveningMatch]:
    """Return the matches of a teams evening, each once: from the side of the team that is named first."""
    meetings = [match for unit in units for match in unit.meetings if match.row.team_a == unit.team]
    meetings.sort(key=lambda meeting: meeting.row.match)
    return [
        EveningMatch.combine(
            match.row,
            match,
            vp_a=match.points,
            vp_b=20 - match.points,
            lead=None if match.margin is None else abs(match.margin),
            vp=max(match.points, 20 - match.points),
        )
        for match in meetings
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
        opponents = {match.row.find_opponent(unit.team) for match in unit.meetings} or {
            *unit.opponents.split()
        }
        if len(opponents) == 1:
            opposing_players = players[unit.section, opponents.pop()]
            yield from ((player, opposing_players) for player in players[unit.section, unit.team])


_NO_EVENING = "No evening has been played yet."
_StartRating = Annotated[float, Display("short")]
_GAIN_LABELS = {"pairs": "Won in pairs", "butler": "Won in butler", "teams": "Won in teams"}
_CHART_TITLES = {
    "pairs": "Pairs: points won since the first evening",
    "butler": "Butler: points won since the first evening",
}


def build_player_pages(
    players: Sequence[Player], histories: EveningHistories, requirements: Requirements
) -> list[PlayerPage]:
    """Return the page of every player, in the order of their rows."""
    rows, display_order = {row.player: row for row in requirements.rows}, index_players(players)

    def build_content(player: Player) -> PageContent:
        scores = histories.get_scores(player.id)
        start = histories.history.start[player.id].rating
        facts = [*_build_standing_facts(start, scores, rows[player.id]), *_build_form_facts(scores)]
        sources = list(map(histories.find_source, scores))
        explanations = [
            *histories.explain_rating(player.id),
            *_build_requirements(list(requirements.find_requirements(scores))),
        ]
        return PageContent(
            facts, partial(_build_sections, start, scores, sources, explanations, display_order)
        )

    return make_player_pages(players, build_content)


def _build_sections(
    start: float,
    scores: Sequence[CalculatedScore],
    sources: Sequence[str],
    explanations: Sequence[Section],
    display_order: Mapping[str, int],
) -> list[Section | Chart]:
    forms = {row.form for row in scores}
    history = [
        PlayerEvening.combine(row, source=source) for row, source in zip(scores, sources, strict=True)
    ][::-1]
    return [
        *_build_charts(start, scores),
        *explanations,
        Section(
            "history",
            "Evenings",
            PlayerEvening,
            history,
            empty=_NO_EVENING,
            articles=[*(FORM_ARTICLES[form] for form in FORMS if form in forms), *COMMON_ARTICLES],
            is_yearly=True,
        ),
        _build_partners_section(scores, display_order),
    ]


def _build_requirements(rows: Sequence[Requirement]) -> Iterator[Section]:
    note = (
        "On an evening with the same pairs and the same partner, at the ratings of now; as if all others kept"
        " theirs. A place that takes a better score than anybody ever had is not named."
    )
    articles = [*dict.fromkeys(FORM_ARTICLES[row.form] for row in rows), *COMMON_ARTICLES]
    if rows:
        yield Section("ahead", "What is still needed", Requirement, rows, note, articles=articles)


def _build_standing_facts(
    start: float, scores: Sequence[CalculatedScore], ranked_player: RankedPlayer
) -> Iterator[Fact]:
    yield Fact("Rating", ranked_player.rating, Rating)
    yield Fact("Rank", ranked_player.rank, Rank)
    if ranked_player.change is not None:
        yield Fact("Change", ranked_player.change, Change, note="on the latest evening of the club")
    yield Fact("Start rating", start, _StartRating)
    yield Fact("Evenings", ranked_player.sessions, int)
    if scores:
        best = max(scores, key=lambda row: row.rating)
        yield Fact("Last played on", scores[-1].date, PlayDate)
        yield Fact("Highest rating", best.rating, Rating)
        yield Fact("Reached on", best.date, PlayDate)


def _build_form_facts(scores: Sequence[CalculatedScore]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.gain for row in scores if row.form == form]
        if gains:
            yield Fact(_GAIN_LABELS[form], fsum(gains), Gain, note="rating points in all")


def _build_charts(start: float, scores: Sequence[CalculatedScore]) -> Iterator[Chart]:
    """Yield the rating since the first evening, and what pairs and butler alone brought ("Overig")."""
    if scores:
        yield Chart("Rating", [(row.date, row.rating) for row in scores], {"Start rating": start})
    for form, title in _CHART_TITLES.items():
        rows = [row for row in scores if row.form == form]
        sums = accumulate(row.gain for row in rows)
        if rows:
            yield Chart(title, [(row.date, total) for row, total in zip(rows, sums, strict=True)])


def _build_partners_section(scores: Sequence[CalculatedScore], display_order: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fsum(row.gain for row in together))
        for partner, together in group_companions(scores, lambda row: row.partner, display_order)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most evenings first.", empty=_NO_EVENING)
