"""What the pages of the ranking show: lists, evenings and players.

The matches and steps of an evening stand on its own page and on those of its players. `EveningHistories` has
what each player did, and explains what the latest evening did to the rating.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import accumulate, chain
from math import fsum
from operator import attrgetter
from typing import Annotated

from sitegen.core.entities import Balance, Career, Highlight, Highlights, PlayerName, Result
from sitegen.core.model import (
    Chart,
    Fact,
    Listing,
    PageContent,
    PlayerPage,
    Section,
)
from sitegen.core.table import Display, Figure, PlayDate, Rating
from sitegen.systems.ruit.handicap import TEAMS_SCALE, Evening, PlayedEvening, RuitStanding, Unit
from sitegen.systems.ruit.outputs import (
    MATCH_CALCULATION,
    OPENED_MATCH,
    OPENED_PAIR,
    CalculatedScore,
    CalendarEvening,
    EveningMatch,
    ExplanationLine,
    Partner,
    PlayerEvening,
    RankedPlayer,
    ScoredPair,
    write_calculation,
)
from sitegen.systems.ruit.ratings import (
    Requirement,
    Requirements,
    build_ratings,
)
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, FORMS, Form, Gain, Options, Player
from sitegen.toolkit.highlights import (
    collect_highlights,
    count_played,
    find_extremes,
    find_leader,
    find_riser,
)
from sitegen.toolkit.history import History, ListState, make_player_pages
from sitegen.toolkit.order import (
    classify_change,
    group_by,
    group_companions,
    index_players,
    rank_items,
    round_for_ranking,
)
from sitegen.toolkit.ratings import LIST_TITLE, build_explanation, make_opening

_NO_EVENING = "No evening has been played yet."
_UNIT_COUNT_LABELS = {
    "pairs": "Pairs that played",
    "butler": "Pairs that played",
    "teams": "Teams that played",
}
_BEST_NOTES = {
    "pairs": "{score} % after handicap, with {partner}",
    "butler": "{score} IMPs after handicap, with {partner}",
    "teams": "{score} victory points after handicap",
}


def find_highest_ratings(history: History[CalculatedScore, RuitStanding]) -> Mapping[date, float]:
    """Return the highest rating that anybody had until each evening."""
    start = max((standing.rating for standing in history.start.values()), default=0.0)
    best = (max(standing.rating for standing in event.standings.values()) for event in history.events)
    _, *highest = accumulate(best, max, initial=start)
    return dict(zip((event.day for event in history.events), highest, strict=True))


def build_highlights(
    rows: Sequence[RankedPlayer],
    state: ListState[CalculatedScore, RuitStanding],
    highest: Mapping[date, float],
) -> list[Highlights]:
    """Return the highlights of the latest evening of a list; none before the first."""
    if not isinstance(state.last_event, Evening):
        return []
    evening, players = state.last_event, [row.player for row in rows]
    return collect_highlights(
        find_riser(rows, "rating", Gain),
        _find_best_score(evening),
        find_leader(rows, highest[evening.day]),
        count_played(_UNIT_COUNT_LABELS[evening.form], len(evening.units), evening.standings, players),
    )


def _find_best_score(evening: Evening) -> Highlight:
    unit = max(evening.units, key=lambda unit: round_for_ranking(unit.after))
    (player, partner), *_ = unit.couples
    params = {"score": unit.after, "partner": PlayerName(partner), "team": unit.team}
    player, text = ("", "{team}") if evening.form == "teams" else (player, "")
    note = _BEST_NOTES[evening.form]
    return Highlight("Best score", player, text, note=note, params=params, event=evening.key)


def build_listing(
    players: Sequence[Player], highest: Mapping[date, float], state: ListState[CalculatedScore, RuitStanding]
) -> Listing:
    """Return the ratings after an evening, or before the first; `highest` is the best ever, by evening."""
    ranked_players = build_ratings(players, state)
    section = Section(
        "ratings",
        "Ratings",
        RankedPlayer,
        ranked_players,
        note="All players, by rating. The change is that of this evening, partner subsidy included.",
        empty="Nobody plays yet.",
        articles=("De handicap", "Overig"),
    )
    rows = state.last_event.rows if state.last_event else []
    facts = (
        [
            Fact("Latest evening", state.day, PlayDate),
            Fact("Form", rows[0].form, Form),
            Fact("Players that evening", len(rows), int),
        ]
        if rows
        else []
    )
    return state.make_listing(facts, [*build_highlights(ranked_players, state, highest), section])


_FLOOR = " → 0"
"""What a formula says of a rating that would be below zero."""


@dataclass(frozen=True)
class EveningHistories:
    """The evenings of all players."""

    history: History[CalculatedScore, RuitStanding]
    evenings: Sequence[Evening]
    options: Options

    @cached_property
    def _evenings_by_player(self) -> Mapping[str, Sequence[PlayedEvening]]:
        played_evenings = chain.from_iterable(evening.played_evenings for evening in self.evenings)
        return group_by(played_evenings, lambda played: played.score.player)

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
        return {evening.key: dict(_find_only_opponents(evening.units)) for evening in self.evenings}

    def explain_rating(self, player: str) -> list[Section]:
        """Explain what the latest evening of a player did to the rating; nothing before the first."""
        if not (played_evenings := self.get_evenings(player)):
            return []
        evening, unit, row = played_evenings[-1]
        previous_day = max((other.day for other in self.evenings if other.day < evening.day), default=None)
        matches = [
            match for match in build_matches(evening.units) if unit.team in (match.team_a, match.team_b)
        ]
        pairs = [pair for pair in build_pairs(evening) if pair.source == unit.source]
        score = row.after if row.raw is None else row.raw
        line = ExplanationLine.combine(row, score=score, change=row.gain, source=unit.source)
        return [
            build_explanation(
                ExplanationLine,
                [line],
                steps=[*matches, *pairs],
                calculations={
                    EveningMatch: f"<bdi>{{team_a}}</bdi> – <bdi>{{team_b}}</bdi>[:] {MATCH_CALCULATION}",
                    ScoredPair: write_calculation(evening.form, self.options),
                },
                before=make_opening(previous_day, row.before, evening.day),
                after=Balance(LIST_TITLE, evening.day, row.rating),
                articles=[FORM_ARTICLES[evening.form], *COMMON_ARTICLES],
            )
        ]


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
        opponents = {match.row.find_opponent(unit.team) for match in unit.meetings}
        opponents |= {*unit.opponents.split()}
        if len(opponents) == 1:
            opposing_players = players[unit.section, opponents.pop()]
            yield from dict.fromkeys(players[unit.section, unit.team], opposing_players).items()


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
        start, scores = histories.history.start[player.id].rating, list_scores(player.id)
        facts = [*_build_standing_facts(start, scores, rows[player.id]), *_build_form_facts(scores)]
        return PageContent(facts, partial(build_sections, player.id))

    def list_scores(player: str) -> list[CalculatedScore]:
        return [played.score for played in histories.get_evenings(player)]

    def build_sections(player: str) -> list[Section | Chart]:
        played_evenings, scores = histories.get_evenings(player), list_scores(player)
        forms = {row.form for row in scores}
        return [
            *_build_charts(histories.history.start[player].rating, scores),
            *histories.explain_rating(player),
            *_build_requirements(list(requirements.find_requirements(played_evenings))),
            Section(
                "history",
                "Evenings",
                PlayerEvening,
                [PlayerEvening.combine(row, unit) for _, unit, row in reversed(played_evenings)],
                empty=_NO_EVENING,
                articles=[*(FORM_ARTICLES[form] for form in FORMS if form in forms), *COMMON_ARTICLES],
                is_yearly=True,
            ),
            _build_partners_section(scores, display_order),
        ]

    return make_player_pages(players, build_content)


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


_UNIT_LABELS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}


def build_calendar(players: Iterable[Player], evenings: Sequence[Evening]) -> Section:
    """Return the evenings, the latest first."""
    names = {player.id: player.name for player in players}
    rows = [_build_calendar_row(evening, names) for evening in reversed(evenings)]
    return Section("evenings", "Evenings", CalendarEvening, rows, empty=_NO_EVENING)


def _build_calendar_row(evening: Evening, names: Mapping[str, str]) -> CalendarEvening:
    first = max(evening.units, key=lambda unit: round_for_ranking(unit.after))
    riser = max(evening.rows, key=lambda row: round_for_ranking(row.gain))
    is_team = evening.form == "teams"
    return CalendarEvening(
        date=evening.day,
        form=evening.form,
        units=len(evening.units),
        players=len(evening.rows),
        first=first.team if is_team else " – ".join(names[player] for player in first.couples[0]),
        biggest=riser.gain,
        biggest_by=riser.player,
    )


def build_content(evening: Evening, options: Options) -> PageContent:
    """Return the page of an evening."""
    facts = [
        Fact("Date", evening.day, date),
        Fact("Form", evening.form, Form),
        Fact(_UNIT_LABELS[evening.form], len(evening.units), int),
        Fact("Players", len(evening.rows), int),
    ]
    articles = [FORM_ARTICLES[evening.form]]
    pairs, matches = build_pairs(evening), build_matches(evening.units)
    sections: list[Section | Highlights] = [
        *_build_highlights(evening, pairs),
        Section(
            "final",
            "Final standing",
            ScoredPair,
            pairs,
            "All changes of an evening happen at once, on the ratings before that evening.",
            articles=[*articles, *COMMON_ARTICLES],
            calculation=write_calculation(evening.form, options),
            opened_columns=OPENED_PAIR,
            shared_columns=["team"] if matches else [],
        ),
        Section(
            "matches",
            "Matches",
            EveningMatch,
            matches,
            articles=articles,
            calculation=MATCH_CALCULATION,
            opened_columns=OPENED_MATCH,
        ),
    ]
    return PageContent.create(facts, sections if matches else sections[:-1])


def _build_highlights(evening: Evening, pairs: Sequence[ScoredPair]) -> list[Highlights]:
    """Return who won an evening, and whose rating rose and fell most."""
    first = pairs[0]
    text = "{team}" if evening.form == "teams" else "{player} – {partner}"
    names = {"player": PlayerName(first.player1), "partner": PlayerName(first.player2), "team": first.team}
    return collect_highlights(
        Highlight("Won", text=text, params=names, figure=first.after, cell_type=Figure),
        *find_extremes((row.player, row.gain) for row in evening.rows),
    )
