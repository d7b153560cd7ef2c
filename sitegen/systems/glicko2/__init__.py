"""Glickman's Glicko-2, for a club that plays irregularly.

All games of a period (a month, an ISO week or a quarter) count at once; each has a share in the change.

Source: M. E. Glickman, *Example of the Glicko-2 system* (2013), https://www.glicko.net/glicko/glicko2.pdf;
its steps are in `steps`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, Moment, Month, Quarter, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.model import Outcome
from sitegen.core.problems import Number
from sitegen.systems.glicko2.steps import (
    EVENT_GAMES,
    PERIOD_STEP,
    PLAYER_PERIOD,
    PROJECTION_NOTE,
    CalculatedGame,
    GameTerm,
    GlickoStanding,
    PeriodRecord,
    PeriodResult,
    PlayerGame,
    ProvisionalPlayer,
    RankedPlayer,
    build_rating_list,
    calculate_period,
    compute_gain,
    compute_term,
    create_standing,
    grow_deviation,
    share_changes,
    update_standing,
)
from sitegen.systems.glicko2.tables import ARTICLES_BY_SECTION, Inputs, Options, articles
from sitegen.toolkit import duel
from sitegen.toolkit.decisions import (
    RATING_BOUNDS,
    AppliedDecision,
    Decision,
    DecisionRule,
    FigureBounds,
    apply_decisions,
    find_slipped_figures,
    list_decisions,
)
from sitegen.toolkit.history import History, Snapshot, cite_articles, group_by_day
from sitegen.toolkit.order import group_by, sort_alphabetically
from sitegen.toolkit.rules import Outlier, find_slipped_start

_DEVIATION_ABOVE_START = declare_warning(
    "deviation-above-start",
    "{deviation} is more than {most}, the most that a deviation becomes",
    "correct it, or raise 'start_deviation'",
)
_VOLATILITY_OF_OTHER_SIZE = declare_warning(
    "volatility-of-other-size",
    "{volatility} is of another size than {start}, the volatility of a new player",
    "is a digit or a decimal mark missing, or one too many?",
)
_TAU_ABOVE_RANGE = declare_warning(
    "tau-above-range", "{tau} is above 1.2, the most that Glickman advises", "correct it, unless it is meant"
)
_CHANGE_WITHIN_PERIOD = declare_error(
    "change-within-period",
    "{day} is within a period, whose games count at once",
    "write {next}, the first day of the next one",
)
_MAX_TAU, _SIZE = 1.2, 5
DEVIATION_BOUNDS = FigureBounds(1, 1000)
"""The bounds of a deviation that the committee sets."""


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with games, and figures that cannot be meant."""
    yield from duel.find_mixed_results(inputs.games)
    yield from find_slipped_start(inputs.players, "rating", options.start_rating)
    yield from find_slipped_figures(inputs.decisions, "rating", options.start_rating)
    start, most = options.start_volatility, options.start_deviation
    deviations: list[tuple[Any, str]] = [
        (row, "deviation") for row in select_complete(inputs.players, "deviation")
    ]
    decided = select_complete(inputs.decisions, "what", "figure")
    deviations += [(row, "figure") for row in decided if row.what == "deviation"]
    for row, column in deviations:
        deviation = getattr(row, column)
        if deviation is not None and most < deviation <= DEVIATION_BOUNDS.maximum:
            yield _DEVIATION_ABOVE_START(
                row, column, deviation=Number(deviation, "g"), most=Number(most, "g")
            )
    for player in select_complete(inputs.players, "volatility"):
        if player.volatility is not None and not start / _SIZE <= player.volatility <= start * _SIZE:
            yield _VOLATILITY_OF_OTHER_SIZE(
                player, "volatility", volatility=Number(player.volatility, "g"), start=Number(start, "g")
            )
    if options.tau > _MAX_TAU:
        yield _TAU_ABOVE_RANGE(options, "tau", tau=Number(options.tau, "g"))
    if options.since > date.min:
        last = PERIODS[options.period](options.since - timedelta(1)).last
        if last >= options.since:
            yield _CHANGE_WITHIN_PERIOD(options, "date", day=options.since, next=last + timedelta(1))


class RatingPeriod(NamedTuple):
    """A period: its key, such as `2026-11`, its last day and its title."""

    key: str
    last: date
    title: str
    params: Mapping[str, object]

    def make_snapshot(
        self,
        rows: Sequence[CalculatedGame],
        standings: Mapping[str, GlickoStanding],
        when: Moment,
        *,
        is_listed: bool,
    ) -> Snapshot[CalculatedGame, GlickoStanding]:
        """Return the event of the period, which is titled "so far" until it is over."""
        is_over = self.last <= when.as_of
        title = self.title if is_over else f"{self.title} so far"
        day = min(self.last, when.as_of)
        return Snapshot(self.key, day, rows, standings, title, self.params, is_listed, is_over)


def get_month(day: date) -> RatingPeriod:
    """Return the month of a day."""
    next_month = (day.replace(day=1) + timedelta(31)).replace(day=1)
    params = {"month": Month(day.year, day.month)}
    return RatingPeriod(f"{day:%Y-%m}", next_month - timedelta(1), "{month}", params)


def get_quarter(day: date) -> RatingPeriod:
    """Return the quarter of a day."""
    number = (day.month + 2) // 3
    last = get_month(day.replace(month=3 * number, day=1)).last
    return RatingPeriod(f"{day.year}-Q{number}", last, "{quarter}", {"quarter": Quarter(day.year, number)})


def get_week(day: date) -> RatingPeriod:
    """Return the week of a day, from Monday, of the year in which its Thursday lies (ISO 8601)."""
    year, number, weekday = day.isocalendar()
    params = {"week": number, "year": year}
    return RatingPeriod(f"{year}-W{number:02}", day + timedelta(7 - weekday), "Week {week} of {year}", params)


PERIODS: Mapping[str, Callable[[date], RatingPeriod]] = {
    "month": get_month,
    "week": get_week,
    "quarter": get_quarter,
}
"""The function that returns the period of a day, by the option `period`."""


def list_periods(
    first: date, last: date, get_period: Callable[[date], RatingPeriod]
) -> Iterator[RatingPeriod]:
    """Yield the periods from that of the first day through that of the last."""
    while first <= last:
        yield (period := get_period(first))
        first = period.last + timedelta(1)


__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "club_results",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]

title = "Glicko-2, Glickman 2013"
interpretations = (
    "Every period from that of the first rated game counts, also one without games, with growing deviations.",
    "A period that has not ended counts as far as it has been played.",
    "A player who has not played yet keeps the figures of the start until the period of their first game.",
    "No deviation becomes larger than `start_deviation`.",
    "A game that is not rated is shown. It changes no rating.",
    "A decision of the committee counts before all games of the period of its day.",
    "Who is out of competition is on no list. Their games count for both sides.",
    "A forfeit (`1-0f`, `0-1f`, `0-0f`) was not played: it is not rated, and no page shows it.",
)
rules = (
    *duel.RULES,
    Outlier("players", ["deviation"]),
    DecisionRule({"rating": RATING_BOUNDS, "deviation": DEVIATION_BOUNDS}),
)
club_results = {"games": duel.Game.read_result}
outputs = {
    "rating-list": RankedPlayer,
    "provisional": ProvisionalPlayer,
    "decisions": AppliedDecision,
    "periods": PeriodResult,
    "games": CalculatedGame,
}


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all games since the first."""
    start = {player.id: create_standing(player, options) for player in sort_alphabetically(inputs.players)}
    games, decisions = duel.select_played(inputs.games), list_decisions(inputs)
    periods = list(_rate_periods(games, decisions, options, when, start))
    outcome = duel.build_ranking(
        inputs.players,
        History(start, [event for event, _ in periods]),
        when,
        memberships=inputs.memberships,
        rating_list=build_rating_list(options),
        game_table=CalculatedGame,
        player_table=PlayerGame,
        event_games=EVENT_GAMES,
        title="Periods of play",
        what_if=duel.WhatIf(
            lambda player, opponent, s: compute_gain(player, opponent, s, options), PROJECTION_NOTE
        ),
        extra_tables=[
            duel.ExtraTable(
                "periods",
                "Calculation",
                [records for _, records in periods],
                PeriodResult,
                PERIOD_STEP,
                PLAYER_PERIOD,
            )
        ],
    )
    return cite_articles(outcome, ARTICLES_BY_SECTION)


def _rate_periods(
    games: Sequence[duel.Game],
    decisions: Sequence[Decision],
    options: Options,
    when: Moment,
    start: Mapping[str, GlickoStanding],
) -> Iterator[tuple[Snapshot[CalculatedGame, GlickoStanding], Sequence[PeriodRecord]]]:
    """Yield each period from that of the first game or decision, with each player's calculation in it."""
    get_period, is_listed, standings = PERIODS[options.period], False, dict(start)
    played, decided = (_group_by_period(rows, options, when) for rows in (games, decisions))
    days = [rows[0].date for by_period in (played, decided) for rows in by_period.values()]
    for period in list_periods(min(days), when.as_of, get_period) if days else ():
        applied = apply_decisions(decided.get(period.key, ()), standings)
        terms: dict[str, list[GameTerm]] = {player: [] for player in standings}
        rows = [_rate_game(game, period.key, standings, terms) for game in played.get(period.key, ())]
        calculations = {
            player: calculate_period(standings[player], player_terms, options.on(period.last))
            for player, player_terms in terms.items()
            if player_terms
        }
        changed = {row.player: standings[row.player] for row in applied} | {
            player: grow_deviation(standing, options)
            for player, standing in standings.items()
            if standing.games
        }
        changed |= {
            player: update_standing(standings[player], terms[player], calculation)
            for player, calculation in calculations.items()
        }
        standings, is_listed = standings | changed, is_listed or bool(calculations or applied)
        records = [
            PeriodRecord.combine(calculation, period=period.key, player=player)
            for player, calculation in calculations.items()
        ]
        event = period.make_snapshot(share_changes(rows, calculations), changed, when, is_listed=is_listed)
        yield replace(event, decisions=applied), records


def _group_by_period(rows: Sequence[Any], options: Options, when: Moment) -> dict[str, list[Any]]:
    """Return the rows of each period through the day of the build, in order of play, by its key."""
    in_order = chain.from_iterable(rows_of_day for _, rows_of_day in group_by_day(rows, when))
    return group_by(in_order, lambda row: PERIODS[options.period](row.date).key)


def _rate_game(
    game: duel.Game,
    period: str,
    standings: Mapping[str, GlickoStanding],
    terms: Mapping[str, list[GameTerm]],
) -> CalculatedGame:
    """Return the game with its expectation; add it to the `terms` of both sides if it is rated."""
    if not game.rated:
        return CalculatedGame.combine(game, result=game.outcome, period=period)
    home, away, s = standings[game.home], standings[game.away], duel.POINTS[game.outcome]
    home_term, away_term = compute_term(home, away, s), compute_term(away, home, 1 - s)
    terms[game.home].append(home_term._replace(opponent=game.away))
    terms[game.away].append(away_term._replace(opponent=game.home))
    return CalculatedGame.combine(
        game, result=game.outcome, period=period, expectation=home_term.e, home_before=home.rating,
        away_before=away.rating,
    )  # fmt: skip
