"""Lines and groups of a session: letters that there may be, with pairs that can play each other.

Substitute rankings: everyone who plays has one, and it is on the scale of the club's lines.

Seasons follow each other, and whatever is of a season is of one that there is.

What is wrong with the tables of the NBB-Clubranking that their columns alone do not show.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from string import ascii_uppercase
from typing import Any

from sitegen.core.entities import Fault
from sitegen.core.problems import advise, quote_text, say
from sitegen.core.unread import select_complete
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
from sitegen.toolkit.sessions import RowWithPlayers, group_complete

_MIN_LINE_PAIRS = 3  # pairs: fewer make no line of their own


def check_lines(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults of lines and groups."""
    held: list[Sequence[Line]] = []
    for table in (inputs.pairs, inputs.butler):
        yield from _check_groups(table)
        held += group_complete(table, ["date", "session"], "line", "group").values()
    for rows in held:
        if find_season(rows[0].date, inputs.seasons):
            yield from _check_single_pairs(rows)
        yield from _check_single_lines(rows)
    yield from _check_letters(held, options)


def _check_groups(table: Sequence[Line]) -> Iterator[Fault]:
    """A line of a session is in one group."""
    rows = select_complete(table, "date", "session", "line", "group")
    for row, other in find_duplicates(rows, lambda row: (get_session_key(row), row.line)):
        if other.group != row.group:
            at = {"line": row.line, "group": quote_text(other.group), "place": other.source}
            told = say("line-in-no-group", "line {line} is in no group at {place}", **at)
            if other.group:
                told = say("line-in-group", "line {line} is in group {group} at {place}", **at)
            yield Fault(row, "group", told, advise("all pairs of a line are in one group"))


def _check_single_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """A line of one pair, which has nobody to play."""
    for row, *others in group_by(rows, lambda row: row.line).values():
        if not others:
            told = say("line-of-one-pair", "line {line} of {day} has one pair", line=row.line, day=row.date)
            hint = advise("correct the letter, or add the other pairs of the line")
            yield Fault(row, "line", told, hint, warning=True)


def _check_single_lines(rows: Sequence[Line]) -> Iterator[Fault]:
    """A group that has one line alone, though it is not called as the line is."""
    lines = {row.line for row in rows}
    for group, those in group_by(rows, lambda row: row.group).items():
        row = those[0]
        if group and len({entry.line for entry in those}) == 1 < len(lines) and group.upper() != row.line:
            told = say(
                "group-of-one-line",
                "group {group} of {day} has line {line} alone",
                group=quote_text(group),
                day=row.date,
                line=row.line,
            )
            hint = advise("lines that are top-integral have the same group; leave it blank for other lines")
            yield Fault(row, "group", told, hint, warning=True)


def _check_letters(held: Sequence[Sequence[Line]], options: Options) -> Iterator[Fault]:
    """A letter that no other session has, beyond the usual lines: unless it is just one line more.

    A club may use what letters it likes, and then uses them again.
    """
    sessions = [group_by(rows, lambda row: row.line) for rows in held]
    used, usual = Counter(line for lines in sessions for line in lines), {*ascii_uppercase[: options.lines]}
    sessions_as_usual = sum(not usual.isdisjoint(lines) for lines in sessions)
    for lines in sessions:
        strange = [line for line in sorted(lines) if line not in usual and used[line] == 1]
        is_ordinary = {*lines} == {*ascii_uppercase[: len(lines)]}
        for line in strange if len(strange) < len(lines) or sessions_as_usual > 1 else ():
            pairs = lines[line]
            if len(pairs) > 1 and not (is_ordinary and len(pairs) >= _MIN_LINE_PAIRS):
                told = say("line-unusual", "no other session has a line {line}", line=line)
                hint = advise(
                    "correct the letter, unless it is meant: {number} lines are usual", number=options.lines
                )
                yield Fault(pairs[0], "line", told, hint, warning=True)


_MAX_SINGLE_FAULTS = 3  # of the same kind are told one by one, and more of them once
_SCALE_HINT = advise("a ranking is a mean of such points: correct it, unless it is meant")


def check_substitute_rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults of substitute rankings."""
    yield from _check_missing_rankings(inputs, options)
    yield from _check_ranking_range(inputs.players, "ranking", options)
    yield from _check_ranking_range(inputs.substitutes, "ranking", options)
    yield from _check_ranking_range([options], "start_ranking", options)


def _check_missing_rankings(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Somebody who plays and has nothing to stand in for sessions not yet played."""
    substitutes = select_complete(inputs.substitutes, "player")
    rows = chain[RowWithPlayers](inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships)
    lacking = {player for row in rows for _, player in row.players} - {row.player for row in substitutes}
    is_sure = options.start_ranking is None and len(substitutes) == len(inputs.substitutes)
    for member in select_complete(inputs.players, "id", "name") if is_sure else ():
        if member.id in lacking and member.ranking is None:
            told = say("no-substitute-ranking", "{name} has no substitute ranking", name=member.name)
            hint = advise("fill in 'ranking', add a row to substitutes.csv, or set the option start_ranking")
            yield Fault(member, "ranking", told, hint)


def _check_ranking_range(rows: Sequence[Any], column: str, options: Options) -> Iterator[Fault]:
    """Rankings beyond the points of all lines by more than half a line: a slip, or of another system."""
    top = options.average_a + options.width / 2
    bottom, margin = top - options.width - (options.lines - 1) * options.step, options.width / 2
    scale = {"low": f"{bottom:g}", "high": f"{top:g}"}
    given = [row for row in select_complete(rows, column) if getattr(row, column) is not None]
    far = [row for row in given if not bottom - margin <= getattr(row, column) <= top + margin]
    if len(far) > _MAX_SINGLE_FAULTS:
        told = say(
            "rankings-far-off",
            "{number} of {all} rankings lie far from the points of the lines, which are {low} to {high}",
            number=len(far),
            all=len(given),
            **scale,
        )
        yield Fault(far[0], column, told, _SCALE_HINT, warning=True)
        return
    for row in far:
        told = say(
            "ranking-far-off",
            "the ranking lies far from the points of the lines, which are {low} to {high}",
            **scale,
        )
        yield Fault(row, column, told, _SCALE_HINT, warning=True)


_MAX_DAYS = 2 * 366  # days that a season may have, which is a year at most clubs


def check_seasons(inputs: Inputs) -> Iterator[Fault]:
    """All faults of seasons."""
    ordered = sorted(select_complete(inputs.seasons, "start", "end"), key=lambda item: item.start)
    yield from _check_overlaps(ordered)
    yield from _check_lengths(ordered)
    yield from _check_substitutes(inputs)
    if len(ordered) == len(inputs.seasons):
        yield from _check_days_outside(inputs)


def _check_overlaps(ordered: list[Season]) -> Iterator[Fault]:
    for before, season in pairwise(ordered):
        if season.start <= before.end:
            told = say(
                "seasons-overlap",
                "season {season} starts on {start}, and {before} ends on {end}",
                season=season.season,
                start=season.start,
                before=before.season,
                end=before.end,
            )
            yield Fault(season, "start", told, advise("seasons do not overlap"))


def _check_lengths(ordered: list[Season]) -> Iterator[Fault]:
    for season in ordered:
        days = (season.end - season.start).days
        if days > _MAX_DAYS:
            told = say("season-long", "season {season} lasts {days} days", season=season.season, days=days)
            yield Fault(season, "end", told, advise("correct a date, unless this is meant"), warning=True)


def _check_substitutes(inputs: Inputs) -> Iterator[Fault]:
    """A substitute ranking is of a season."""
    there = {season.season for season in select_complete(inputs.seasons, "season")}
    for row in select_complete(inputs.substitutes, "season") if len(there) == len(inputs.seasons) else ():
        if row.season not in there:
            told = say("no-such-season", "there is no season {season}", season=quote_text(row.season))
            hint = advise("the seasons are {names}", names=", ".join(sorted(there)))
            yield Fault(row, "season", told, hint)


def _check_days_outside(inputs: Inputs) -> Iterator[Fault]:
    """The first row of each day that lies in no season."""
    tables: tuple[Sequence[Line | Sitting], ...] = (inputs.pairs, inputs.butler, inputs.teams)
    for table in tables:
        for row in {row.date: row for row in reversed(select_complete(table, "date"))}.values():
            if find_season(row.date, inputs.seasons) is None:
                told = say("no-season", "{day} lies in no season", day=row.date)
                yield Fault(row, "date", told, advise("correct it, or add to seasons.csv"))


def find_faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, also when some cells could not be read: then `Unread` stands in their place."""
    yield from check_seasons(inputs)
    yield from check_sessions(inputs)
    yield from check_lines(inputs, options)
    yield from check_scores(inputs)
    yield from check_partnerships(inputs)
    yield from check_teams(inputs)
    yield from check_substitute_rankings(inputs, options)
