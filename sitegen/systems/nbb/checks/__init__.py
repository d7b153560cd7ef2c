"""Checks of the NBB-Clubranking that the columns of its tables cannot express.

This module checks lines and groups, substitute rankings and seasons; `scores` checks sessions, partnerships,
teams and scores.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from string import ascii_uppercase
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, list_known, quote_text, suggest_nearest
from sitegen.systems.nbb.checks.scores import (
    check_partnerships,
    check_scores,
    check_sessions,
    check_teams,
    get_session_key,
)
from sitegen.systems.nbb.points import find_season
from sitegen.systems.nbb.tables import Inputs, Line, Options, Season, Sitting
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.rules import MisspelledClub, Outlier, UnknownName
from sitegen.toolkit.sessions import RowWithPlayers, group_complete

_NO_SUCH_SEASON = declare_error("no-such-season", "there is no season {name}", "the seasons are {names}")
_NO_SUCH_PARTNERSHIP = declare_error(
    "no-such-partnership",
    "there is no partnership {name}",
    "there are no partnerships yet: add it to partnerships.csv",
)


def _suggest_partnership(name: str, known: Collection[str]) -> Message | str:
    return suggest_nearest(name, known) or (list_known(known) if known else "")


rules = (
    Outlier("teams", ["sitting"]),
    MisspelledClub(),
    UnknownName(
        ["substitutes"],
        "season",
        {"seasons": "season"},
        _NO_SUCH_SEASON,
        is_key=True,
        get_advice=lambda *_: "",
    ),
    UnknownName(
        ["pairs", "butler"],
        "for_",
        {"partnerships": "partnership"},
        _NO_SUCH_PARTNERSHIP,
        is_key=True,
        get_advice=_suggest_partnership,
    ),
)

_MIN_LINE_PAIRS = 3  # pairs: fewer make no line of their own
_LINE_IN_GROUP = declare_error(
    "line-in-group",
    "line {line} is in group {group} at {place}",
    "all pairs of a line are in one group",
)
_LINE_IN_NO_GROUP = declare_error(
    "line-in-no-group", "line {line} is in no group at {place}", "all pairs of a line are in one group"
)
_LINE_OF_ONE_PAIR = declare_warning(
    "line-of-one-pair",
    "line {line} of {day} has one pair",
    "correct the letter, or add the other pairs of the line",
)
_GROUP_OF_ONE_LINE = declare_warning(
    "group-of-one-line",
    "group {group} of {day} has line {line} alone",
    "lines that are top-integral have the same group; leave it blank for other lines",
)
_LINE_UNUSUAL = declare_warning(
    "line-unusual",
    "no other session has a line {line}",
    "correct the letter, unless it is meant: {number} lines are usual",
)


def check_lines(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Check the lines and groups of sessions."""
    sessions: list[Sequence[Line]] = []
    for table in (inputs.pairs, inputs.butler):
        yield from _check_groups(table)
        sessions += group_complete(table, ["date", "session"], "line", "group").values()
    for rows in sessions:
        if find_season(rows[0].date, inputs.seasons):
            yield from _check_single_pairs(rows)
        yield from _check_single_lines(rows)
    yield from _check_letters(sessions, options)


def _check_groups(table: Sequence[Line]) -> Iterator[Fault]:
    """Check that a line of a session is in one group."""
    rows = select_complete(table, "date", "session", "line", "group")
    for row, first in find_duplicates(rows, lambda row: (get_session_key(row), row.line)):
        if first.group != row.group:
            kind = _LINE_IN_GROUP if first.group else _LINE_IN_NO_GROUP
            yield kind(row, "group", line=row.line, group=quote_text(first.group), place=first.source)


def _check_single_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """Yield a warning for a line of one pair, which has nobody to play."""
    for row, *repeated_rows in group_by(rows, lambda row: row.line).values():
        if not repeated_rows:
            yield _LINE_OF_ONE_PAIR(row, "line", line=row.line, day=row.date)


def _check_single_lines(rows: Sequence[Line]) -> Iterator[Fault]:
    """Yield a warning for a group of one line that is not called as the line is."""
    lines = {row.line for row in rows}
    for group, group_rows in group_by(rows, lambda row: row.group).items():
        row = group_rows[0]
        if (
            group
            and len({other.line for other in group_rows}) == 1 < len(lines)
            and group.upper() != row.line
        ):
            yield _GROUP_OF_ONE_LINE(row, "group", group=quote_text(group), day=row.date, line=row.line)


def _check_letters(sessions: Sequence[Sequence[Line]], options: Options) -> Iterator[Fault]:
    """Yield a warning for an unusual letter that no other session has, unless it is just one line more.

    A club may use what letters it likes, and then uses them again.
    """
    lines_by_session = [group_by(rows, lambda row: row.line) for rows in sessions]
    counts, usual = (
        Counter(line for lines in lines_by_session for line in lines),
        {*ascii_uppercase[: options.lines]},
    )
    sessions_as_usual = sum(not usual.isdisjoint(lines) for lines in lines_by_session)
    for lines in lines_by_session:
        unusual = [line for line in sorted(lines) if line not in usual and counts[line] == 1]
        is_ordinary = {*lines} == {*ascii_uppercase[: len(lines)]}
        for line in unusual if len(unusual) < len(lines) or sessions_as_usual > 1 else ():
            pairs = lines[line]
            if len(pairs) > 1 and not (is_ordinary and len(pairs) >= _MIN_LINE_PAIRS):
                yield _LINE_UNUSUAL(pairs[0], "line", line=line, number=options.lines)


_MAX_SINGLE_FAULTS = 3  # more faults of the same kind are one message
_NO_SUBSTITUTE_RANKING = declare_error(
    "no-substitute-ranking",
    "{name} has no substitute ranking",
    "fill in 'ranking', add a row to substitutes.csv, or set the option start_ranking",
)
_RANKINGS_FAR_OFF = declare_warning(
    "rankings-far-off",
    "{number} of {all} rankings lie far from the points of the lines, which are {low} to {high}",
    "a ranking is a mean of such points: correct it, unless it is meant",
)
_RANKING_FAR_OFF = declare_warning(
    "ranking-far-off",
    "the ranking lies far from the points of the lines, which are {low} to {high}",
    "a ranking is a mean of such points: correct it, unless it is meant",
)


def check_substitute_rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Check that who plays has a substitute ranking, on the scale of the lines."""
    yield from _check_missing_rankings(inputs, options)
    yield from _check_ranking_range(inputs.players, "ranking", options)
    yield from _check_ranking_range(inputs.substitutes, "ranking", options)
    yield from _check_ranking_range([options], "start_ranking", options)


def _check_missing_rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield a fault for who plays and has nothing to stand in for sessions not yet played."""
    substitutes = select_complete(inputs.substitutes, "player")
    rows = chain[RowWithPlayers](inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships)
    without_substitute = {player for row in rows for _, player in row.players} - {
        row.player for row in substitutes
    }
    is_sure = options.start_ranking is None and len(substitutes) == len(inputs.substitutes)
    for player in select_complete(inputs.players, "id", "name") if is_sure else ():
        if player.id in without_substitute and player.ranking is None:
            yield _NO_SUBSTITUTE_RANKING(player, "ranking", name=player.name)


def _check_ranking_range(rows: Sequence[Any], column: str, options: Options) -> Iterator[Fault]:
    """Yield a warning for rankings that lie beyond the points of all lines by more than half a line.

    They are slips, or of another system.
    """
    top = options.average_a + options.width / 2
    bottom, margin = top - options.width - (options.lines - 1) * options.step, options.width / 2
    scale: dict[str, Any] = {"low": Number(bottom, "g"), "high": Number(top, "g")}
    with_ranking = [row for row in select_complete(rows, column) if getattr(row, column) is not None]
    far = [row for row in with_ranking if not bottom - margin <= getattr(row, column) <= top + margin]
    if len(far) > _MAX_SINGLE_FAULTS:
        yield _RANKINGS_FAR_OFF(far[0], column, number=len(far), all=len(with_ranking), **scale)
    else:
        yield from (_RANKING_FAR_OFF(row, column, **scale) for row in far)


_MAX_DAYS = 2 * 366  # days that a season may have, which is a year at most clubs
_SEASONS_OVERLAP = declare_error(
    "seasons-overlap",
    "season {season} starts on {start}, and {before} ends on {end}",
    "seasons do not overlap",
)
_SEASON_LONG = declare_warning(
    "season-long", "season {season} lasts {days} days", "correct a date, unless this is meant"
)
_NO_SEASON = declare_error("no-season", "{day} lies in no season", "correct it, or add to seasons.csv")


def check_seasons(inputs: Inputs) -> Iterator[Fault]:
    """Check that seasons do not overlap, and that everything lies in one."""
    ordered_seasons = sorted(select_complete(inputs.seasons, "start", "end"), key=lambda season: season.start)
    yield from _check_overlaps(ordered_seasons)
    yield from _check_lengths(ordered_seasons)
    if len(ordered_seasons) == len(inputs.seasons):
        yield from _check_days_outside(inputs)


def _check_overlaps(ordered_seasons: list[Season]) -> Iterator[Fault]:
    for before, season in pairwise(ordered_seasons):
        if season.start <= before.end:
            params: dict[str, Any] = {"season": season.season, "start": season.start}
            yield _SEASONS_OVERLAP(season, "start", before=before.season, end=before.end, **params)


def _check_lengths(ordered_seasons: list[Season]) -> Iterator[Fault]:
    for season in ordered_seasons:
        days = (season.end - season.start).days
        if days > _MAX_DAYS:
            yield _SEASON_LONG(season, "end", season=season.season, days=days)


def _check_days_outside(inputs: Inputs) -> Iterator[Fault]:
    """Yield a fault for each day of a table that lies in no season, at its first row."""
    tables: tuple[Sequence[Line | Sitting], ...] = (inputs.pairs, inputs.butler, inputs.teams)
    for table in tables:
        for row in {row.date: row for row in reversed(select_complete(table, "date"))}.values():
            if find_season(row.date, inputs.seasons) is None:
                yield _NO_SEASON(row, "date", day=row.date)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with seasons, sessions, partnerships and teams, and what may be.

    Cells that could not be read hold `Missing`.
    """
    yield from check_seasons(inputs)
    yield from check_sessions(inputs)
    yield from check_lines(inputs, options)
    yield from check_scores(inputs)
    yield from check_partnerships(inputs)
    yield from check_teams(inputs)
    yield from check_substitute_rankings(inputs, options)
