"""What is wrong with the games of a club with Glicko-2 ratings, beyond a row.

The periods of the calendar in which games count at once: months, ISO weeks or quarters.

What each game did to a rating: its share of what all games of its period did at once.

Glickman's Glicko-2, for a club that plays irregularly.

M. E. Glickman, *Example of the Glicko-2 system* (2013); its steps are those of `steps`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from sitegen.core.entities import EventDate, Fault, Moment, Month, Quarter
from sitegen.core.model import Outcome, Section
from sitegen.systems.glicko2.steps import (
    CALCULATION,
    PROJECTION_NOTE,
    CalculatedGame,
    EventGame,
    GameTerm,
    GlickoStanding,
    PeriodRecord,
    PeriodResult,
    PeriodStep,
    PlayerGame,
    PlayerPeriod,
    ProvisionalPlayer,
    RankedPlayer,
    build_rating_list,
    calculate_period,
    compute_gain,
    compute_term,
    create_standing,
    grow_deviation,
    update_standing,
)
from sitegen.systems.glicko2.tables import ARTICLES_BY_SECTION, Inputs, Options, articles
from sitegen.toolkit import duel
from sitegen.toolkit.course import History, Snapshot, cite_articles, group_by_day
from sitegen.toolkit.order import group_by, sort_alphabetically


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with games."""
    return duel.find_mixed_results(inputs.games)


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Every game has been played."""
    return duel.event_dates(inputs.games)


class RatingPeriod(NamedTuple):
    """A period by its key, such as `2026-11`, with its last day and what it is called."""

    key: str
    last: date
    title: str
    params: Mapping[str, object]

    def make_snapshot(
        self,
        rows: Sequence[CalculatedGame],
        left: Mapping[str, GlickoStanding],
        when: Moment,
        *,
        is_listed: bool,
    ) -> Snapshot[CalculatedGame, GlickoStanding]:
        """What stands after it, or so far while it runs."""
        is_over = self.last <= when.as_of
        title = self.title if is_over else f"{self.title} so far"
        day = min(self.last, when.as_of)
        return Snapshot(self.key, day, rows, left, title, self.params, is_listed, is_over)


def get_month(day: date) -> RatingPeriod:
    """The month of a day."""
    next_month = (day.replace(day=1) + timedelta(31)).replace(day=1)
    named = {"month": Month(day.year, day.month)}
    return RatingPeriod(f"{day:%Y-%m}", next_month - timedelta(1), "{month}", named)


def get_quarter(day: date) -> RatingPeriod:
    """The quarter of a day."""
    number = (day.month + 2) // 3
    last = get_month(day.replace(month=3 * number, day=1)).last
    return RatingPeriod(f"{day.year}-Q{number}", last, "{quarter}", {"quarter": Quarter(day.year, number)})


def get_week(day: date) -> RatingPeriod:
    """The week of a day, from Monday, of the year in which its Thursday lies (ISO 8601)."""
    year, number, weekday = day.isocalendar()
    named = {"week": number, "year": year}
    return RatingPeriod(f"{year}-W{number:02}", day + timedelta(7 - weekday), "Week {week} of {year}", named)


PERIODS: Mapping[str, Callable[[date], RatingPeriod]] = {
    "month": get_month,
    "week": get_week,
    "quarter": get_quarter,
}
"""The period of a day, by the option `period`."""


def list_periods(first: date, last: date, of: Callable[[date], RatingPeriod]) -> Iterator[RatingPeriod]:
    """The periods from that of one day through that of another."""
    while first <= last:
        yield (period := of(first))
        first = period.last + timedelta(1)


_SHARE_COLUMNS = ("change", "expectation", "g", "phi")
"""The columns of a side that say what its share in a period comes from."""


@dataclass(frozen=True)
class GameShares:
    """The periods, each with the calculation of its players."""

    periods: Sequence[tuple[Snapshot[CalculatedGame, GlickoStanding], Sequence[PeriodRecord]]]

    def build_player_games(self, rows: Sequence[CalculatedGame], player: str) -> list[PlayerGame]:
        """The games of a player, all those of a period among them, each with its share.

        Step 7: μ' = μ + φ'² Σ g(s - E), of which each game is one term; Step 8 puts it on the usual scale.
        """
        by_period = group_by(rows, lambda row: row.period)
        return [
            game
            for period, mine in by_period.items()
            for game in self._build_period_games(period, mine, player)
        ]

    def _build_period_games(
        self, period: str, rows: Sequence[CalculatedGame], player: str
    ) -> Iterator[PlayerGame]:
        found = self._calculations.get((period, player))
        games = iter(found.met if found else ())
        now = found.rating_before if found else 0.0
        for row in rows:
            if found is None or not row.rated:
                yield duel.build_player_game(row, player, PlayerGame, chance=None, change=None, after=None)
                continue
            game = next(games)
            gained = game.compute_gain(found.phi)
            now += gained
            yield duel.build_player_game(row, player, PlayerGame, chance=game.e, change=gained, after=now)

    def build_game_section(self, rows: Sequence[CalculatedGame]) -> Section:
        """The games of a period, each with the shares that it has in what the period did to both sides."""
        met: dict[str, Iterator[GameTerm]] = {}
        shares: dict[str, list[tuple[float | None, ...]]] = {"home": [], "away": []}
        for row in rows:
            for side, player in (("home", row.home), ("away", row.away)):
                share: tuple[float | None, ...] = (None,) * len(_SHARE_COLUMNS)
                if row.rated:
                    found = self._calculations[row.period, player]
                    game = next(met.setdefault(player, iter(found.met)))
                    share = (game.compute_gain(found.phi), game.e, game.g, found.phi)
                shares[side].append(share)
        figures = {
            f"{side}_{name}": column
            for side, mine in shares.items()
            for name, column in zip(_SHARE_COLUMNS, zip(*mine, strict=True), strict=False)
        }
        points = [row.result.partition("-")[2] for row in rows]
        return duel.build_calculated_games(rows, EventGame, CALCULATION, away_points=points, **figures)

    @cached_property
    def _calculations(self) -> Mapping[tuple[str, str], PeriodRecord]:
        return {(row.period, row.player): row for _, rows in self.periods for row in rows}


__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "event_dates",
    "interpretations",
    "outputs",
    "rate",
    "title",
]

title = "Glicko-2, Glickman 2013"
interpretations = (
    "Every period from that of the first rated game counts, also one without games, with growing deviations.",
    "A period that has not ended counts as far as it has been played.",
    "Who has not played yet keeps the figures of the start until the period of the first game.",
    "No deviation becomes larger than `start_deviation`.",
    "A game that is not rated is shown, and moves nothing.",
)
outputs = {
    "rating-list": RankedPlayer,
    "provisional": ProvisionalPlayer,
    "periods": PeriodResult,
    "games": CalculatedGame,
}


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Everything that is published on `when.as_of`, from all games since the first."""
    start = {player.id: create_standing(player, options) for player in sort_alphabetically(inputs.players)}
    periods = list(_rate_periods(inputs.games, options, when, start))
    shares = GameShares(periods)
    made = duel.build_ranking(
        inputs.players,
        History(start, [stood for stood, _ in periods]),
        when,
        rating_list=build_rating_list(options),
        game_table=CalculatedGame,
        build_player_games=shares.build_player_games,
        build_game_section=shares.build_game_section,
        title="Periods of play",
        what_if=duel.WhatIf(lambda own, other, s: compute_gain(own, other, s, options), PROJECTION_NOTE),
        extra_tables=[
            duel.ExtraTable(
                "periods",
                "Calculation",
                [rows for _, rows in periods],
                PeriodResult,
                PeriodStep,
                PlayerPeriod,
            )
        ],
    )
    return cite_articles(made, ARTICLES_BY_SECTION)


def _rate_periods(
    games: Sequence[duel.Game], options: Options, when: Moment, now: Mapping[str, GlickoStanding]
) -> Iterator[tuple[Snapshot[CalculatedGame, GlickoStanding], Sequence[PeriodRecord]]]:
    """What stands after each period from that of the first game, with the calculation of each player."""
    of, is_listed = PERIODS[options.period], False
    days = dict(group_by_day(games, when))
    by_period = group_by(days, lambda day: of(day).key)
    for period in list_periods(min(days), when.as_of, of) if days else ():
        sides: dict[str, list[GameTerm]] = {player: [] for player in now}
        games_of_it = chain.from_iterable(days[day] for day in by_period.get(period.key, ()))
        rows = [_rate_game(game, period.key, now, sides) for game in games_of_it]
        found = {
            player: calculate_period(now[player], mine, options) for player, mine in sides.items() if mine
        }
        left = {player: grow_deviation(own, options) for player, own in now.items() if own.games}
        left |= {player: update_standing(now[player], sides[player], own) for player, own in found.items()}
        now, is_listed = {**now, **left}, is_listed or bool(found)
        calculated = [
            PeriodRecord.combine(own, period=period.key, player=player) for player, own in found.items()
        ]
        yield period.make_snapshot(rows, left, when, is_listed=is_listed), calculated


def _rate_game(
    game: duel.Game, period: str, now: Mapping[str, GlickoStanding], sides: Mapping[str, list[GameTerm]]
) -> CalculatedGame:
    """The receipt of a game; one that is rated is added to those that both sides met."""
    if not game.rated:
        return CalculatedGame.combine(game, result=game.outcome, period=period)
    home, away, s = now[game.home], now[game.away], duel.POINTS[game.outcome]
    own, other = compute_term(home, away, s), compute_term(away, home, 1 - s)
    sides[game.home].append(own._replace(opponent=game.away))
    sides[game.away].append(other._replace(opponent=game.home))
    return CalculatedGame.combine(
        game, result=game.outcome, period=period, expectation=own.e, home_before=home.rating,
        away_before=away.rating,
    )  # fmt: skip
