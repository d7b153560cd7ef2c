"""The page of a player of the Ruit rating: standing, course, evenings, partners.

What each player did: the evenings, with whom and against whom, and what the latest did to the rating.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import accumulate, chain
from math import fsum
from typing import Annotated

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Change, Display, PlayDate, Rank, Rating
from sitegen.systems.ruit.handicap import Evening, RuitStanding, Unit
from sitegen.systems.ruit.outputs import (
    EveningMatch,
    ExplanationLine,
    Partner,
    PlayerEvening,
    RankedPlayer,
    RatingStepDetail,
    Receipt,
)
from sitegen.systems.ruit.ratings import Requirement, Requirements
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, FORMS, Gain, Player
from sitegen.toolkit.course import History, make_player_pages
from sitegen.toolkit.order import classify_change, group_companions, index_players
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening


@dataclass(frozen=True)
class EveningHistories:
    """The evenings of all players."""

    history: History[Receipt, RuitStanding]
    evenings: Sequence[Evening]

    @cached_property
    def places(self) -> Mapping[str, Sequence[int]]:
        """The places of each player's evenings among all receipts."""
        found: dict[str, list[int]] = {player: [] for player in self.history.start}
        for place, row in enumerate(self.history.rows):
            found[row.player].append(place)
        return found

    def get_receipts(self, player: str) -> list[Receipt]:
        """The evenings of a player, oldest first."""
        return [self.history.rows[place] for place in self.places.get(player, ())]

    def find_source(self, row: Receipt) -> str:
        """Where the row of the pair, or the line-up of the team, of an evening of a player stands."""
        return self._sources[row.date][row.player]

    @cached_property
    def _sources(self) -> Mapping[date, Mapping[str, str]]:
        return {evening.day: _map_sources(evening) for evening in self.evenings}

    def build_career(self, player: str) -> Career:
        """What a player did, and the rating after each evening."""
        mine, own = self.get_receipts(player), self.history.start.get(player)
        course = [(row.date, row.rating) for row in mine]
        return Career(course, list(map(self._build_result, mine)), own.rating if own else None)

    def _build_result(self, row: Receipt) -> Result:
        key, ended = row.date.isoformat(), classify_change(row.gain)
        against, partners = self._opponents[key].get(row.player, ()), (row.partner,)
        return Result(row.date, key, ended, against, partners, format_score(row), None, row.gain)

    @cached_property
    def _opponents(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Whom everybody played against on each evening, of whose pair or team met one other alone."""
        return {evening.key: dict(_find_only_opponents(evening.units)) for evening in self.evenings}

    @cached_property
    def _evening_places(self) -> Mapping[str, int]:
        return {evening.key: place for place, evening in enumerate(self.evenings)}

    def explain_rating(self, player: str) -> list[Section]:
        """What the latest evening of a player did to the rating; nothing before the first."""
        if not self.places[player]:
            return []
        last = self.history.rows[self.places[player][-1]]
        place = self._evening_places[last.date.isoformat()]
        evening = self.evenings[place]
        before = self.evenings[place - 1].day if place else None
        unit = next(unit for unit in evening.units if player in chain.from_iterable(unit.couples))
        row = ExplanationLine.combine(last, score=_get_score(last), change=last.gain, source=unit.source)
        return [
            build_explanation(
                ExplanationLine,
                [row],
                steps=build_steps(evening, unit),
                before=make_opening(before, last.before, evening.day),
                after=Balance(LIST_TITLE, evening.day, last.rating),
                articles=[FORM_ARTICLES[evening.form], *COMMON_ARTICLES],
            )
        ]


def build_steps(evening: Evening, unit: Unit) -> list[EveningMatch | RatingStepDetail]:
    """The calculation of a pair or team: the matches that it played, then its players."""
    played = [match for match in build_matches(evening.units) if unit.team in (match.team_a, match.team_b)]
    there = {*chain.from_iterable(unit.couples)}
    return [*played, *(row for row in build_step_details(evening) if row.player in there)]


def build_step_details(evening: Evening) -> list[RatingStepDetail]:
    """The players of an evening as their page shows them, with where each stands."""
    sources = _map_sources(evening)
    return [RatingStepDetail.combine(row, source=sources[row.player]) for row in evening.rows]


def _map_sources(evening: Evening) -> dict[str, str]:
    return {player: unit.source for unit in evening.units for pair in unit.couples for player in pair}


def build_matches(units: Sequence[Unit]) -> list[EveningMatch]:
    """The matches of a teams evening, each once: from the side of the team that is named first."""
    meetings = [match for unit in units for match in unit.meetings if match.row.team_a == unit.team]
    meetings.sort(key=lambda meeting: meeting.row.match)
    return [
        EveningMatch.combine(match.row, match, vp_a=match.points, vp_b=20 - match.points)
        for match in meetings
    ]


def format_score(row: Receipt) -> str:
    """The score of an evening as people write it: `56.25 %`, `+12 IMP` or `24.50 VP`."""
    if row.raw is None:
        return f"{row.after:.2f} VP"
    return f"{row.raw:.2f} %" if row.form == "pairs" else f"{row.raw:+g} IMP"


def _get_score(row: Receipt) -> float:
    return row.after if row.raw is None else row.raw


def _find_only_opponents(units: Sequence[Unit]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The players of the only pair or team that a unit met, for each of its own."""
    players = {(unit.section, unit.team): tuple(chain.from_iterable(unit.couples)) for unit in units}
    for unit in units:
        met = {match.row.find_opponent(unit.team) for match in unit.meetings} or {*unit.opponents.split()}
        if len(met) == 1:
            against = players[unit.section, met.pop()]
            yield from ((player, against) for player in players[unit.section, unit.team])


_NO_EVENING = "No evening has been played yet."
StartRating = Annotated[float, Display("short")]
_GAIN_LABELS = {"pairs": "Won in pairs", "butler": "Won in butler", "teams": "Won in teams"}
_CHART_TITLES = {
    "pairs": "Pairs: points won since the first evening",
    "butler": "Butler: points won since the first evening",
}


def build_player_pages(
    players: Sequence[Player], careers: EveningHistories, needs: Requirements
) -> list[PlayerPage]:
    """A page for everyone, in the order of their rows."""
    lines, shown = {row.player: row for row in needs.rows}, index_players(players)

    def sheet(player: Player) -> PageContent:
        mine, why = careers.get_receipts(player.id), careers.explain_rating(player.id)
        start = careers.history.start[player.id].rating
        facts = [*_build_standing_facts(start, mine, lines[player.id]), *_build_form_facts(mine)]
        sources = list(map(careers.find_source, mine))
        accounts = [*why, *_build_requirements(list(needs.find_requirements(mine)))]
        return PageContent(facts, partial(_build_sections, start, mine, sources, accounts, shown))

    return make_player_pages(players, sheet)


def _build_sections(
    start: float,
    mine: Sequence[Receipt],
    sources: Sequence[str],
    accounts: Sequence[Section],
    shown: Mapping[str, int],
) -> list[Section | Chart]:
    history = [PlayerEvening.combine(row, source=at) for row, at in zip(mine, sources, strict=True)][::-1]
    return [
        *_build_charts(start, mine),
        *accounts,
        Section(
            "history",
            "Evenings",
            PlayerEvening,
            history,
            empty=_NO_EVENING,
            articles=_list_articles(mine),
            is_yearly=True,
        ),
        _build_partners_section(mine, shown),
    ]


def _build_requirements(rows: Sequence[Requirement]) -> Iterator[Section]:
    note = (
        "On an evening with the same pairs and the same partner, at the ratings of now; as if all others kept"
        " theirs. A place that takes a better score than anybody ever had is not named."
    )
    articles = [*dict.fromkeys(FORM_ARTICLES[row.form] for row in rows), *COMMON_ARTICLES]
    if rows:
        yield Section("ahead", "What is still needed", Requirement, rows, note, articles=articles)


def _list_articles(mine: Sequence[Receipt]) -> list[str]:
    played = {row.form for row in mine}
    return [*(FORM_ARTICLES[form] for form in FORMS if form in played), *COMMON_ARTICLES]


def _build_standing_facts(start: float, mine: Sequence[Receipt], line: RankedPlayer) -> Iterator[Fact]:
    yield Fact("Rating", line.rating, Rating)
    yield Fact("Rank", line.rank, Rank)
    if line.change is not None:
        yield Fact("Change", line.change, Change, note="on the latest evening of the club")
    yield Fact("Start rating", start, StartRating)
    yield Fact("Evenings", line.sessions, int)
    if mine:
        best = max(mine, key=lambda row: row.rating)
        yield Fact("Last played on", mine[-1].date, PlayDate)
        yield Fact("Highest rating", best.rating, Rating)
        yield Fact("Reached on", best.date, PlayDate)


def _build_form_facts(mine: Sequence[Receipt]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.gain for row in mine if row.form == form]
        if gains:
            yield Fact(_GAIN_LABELS[form], fsum(gains), Gain, note="rating points, all told")


def _build_charts(start: float, mine: Sequence[Receipt]) -> Iterator[Chart]:
    """The rating since the first evening, and what pairs and butler alone brought ("Overig")."""
    if mine:
        yield Chart("Rating", [(row.date, row.rating) for row in mine], {"Start rating": start})
    for form, title in _CHART_TITLES.items():
        rows = [row for row in mine if row.form == form]
        won = accumulate(row.gain for row in rows)
        if rows:
            yield Chart(title, [(row.date, sum_) for row, sum_ in zip(rows, won, strict=True)])


def _build_partners_section(mine: Sequence[Receipt], shown: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fsum(row.gain for row in together))
        for partner, together in group_companions(mine, lambda row: row.partner, shown)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most evenings first.", empty=_NO_EVENING)
