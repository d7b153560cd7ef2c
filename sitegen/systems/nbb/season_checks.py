"""Checks of the seasons of the NBB-Clubranking, and of what holds for whole seasons.

Seasons do not overlap, and each day lies in one. An option that holds for whole seasons changes on the first
day of one.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.table import get_columns
from sitegen.systems.nbb.points import find_season
from sitegen.systems.nbb.tables import BY_SEASON, Inputs, Options
from sitegen.toolkit.decisions import POINTS

_MAX_DAYS = 2 * 366  # days that a season may have, which is a year at most clubs
_SEASON_LONG = declare_warning(
    "season-long", "season {season} lasts {days} days", "correct a date, unless this is meant"
)
_SEASONS_OVERLAP = declare_error(
    "seasons-overlap",
    "season {season} starts on {start}, and {before} ends on {end}",
    "seasons do not overlap",
)
_NO_SEASON = declare_error("no-season", "{day} lies in no season", "correct it, or add to seasons.csv")


def check_seasons(inputs: Inputs) -> Iterator[Fault]:
    """Check that seasons do not overlap, and that each day of a table lies in one."""
    ordered_seasons = sorted(select_complete(inputs.seasons, "start", "end"), key=lambda season: season.start)
    for before, season in pairwise(ordered_seasons):
        if season.start <= before.end:
            params: dict[str, Any] = {"season": season.season, "start": season.start}
            yield _SEASONS_OVERLAP(season, "start", before=before.season, end=before.end, **params)
    for season in ordered_seasons:
        if (days := (season.end - season.start).days) > _MAX_DAYS:
            yield _SEASON_LONG(season, "end", season=season.season, days=days)
    # points count for the championship of the season of their day
    points = [row for row in select_complete(inputs.decisions, "what") if row.what == POINTS]
    tables: tuple[Sequence[Any], ...] = (inputs.pairs, inputs.butler, inputs.teams, points)
    for table in tables if len(ordered_seasons) == len(inputs.seasons) else ():
        first_rows = {row.date: row for row in reversed(select_complete(table, "date"))}
        for day, row in first_rows.items():
            if find_season(day, inputs.seasons) is None:
                yield _NO_SEASON(row, "date", day=day)


_CHANGE_WITHIN_SEASON = declare_error(
    "change-within-season",
    "{day} is within season {season}, and {key} holds for whole seasons",
    "write it from {start} on, or from the day after {end}",
)


def check_season_options(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Check that options which hold for whole seasons change between two seasons."""
    seasonal = [column.name for column in get_columns(Options) if column.changes == BY_SEASON]
    season = find_season(options.since, select_complete(inputs.seasons, "start", "end"))
    if season is None or season.start == options.since:
        return
    for name in options.list_changed():
        if name in seasonal:
            params: dict[str, Any] = {"season": season.season, "start": season.start, "end": season.end}
            yield _CHANGE_WITHIN_SEASON(options, name, key=name, day=options.since, **params)
