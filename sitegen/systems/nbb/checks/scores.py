"""Checks of sessions, partnerships, teams and scores.

A session has one form, everyone once, and all its scores or none. A partnership has one result in it. A match
of teams has a row for each team. Percentages are 50 on average in each line, and IMPs 0 in all.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, advise, quote_text
from sitegen.systems.nbb.points import group_lines
from sitegen.systems.nbb.tables import ButlerLine, Inputs, Line, LineUp, PairsLine, Sitting
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.sessions import (
    IMPS_A_BOARD,
    PERCENTAGES,
    PERCENTAGES_ADVICE,
    Field,
    are_like_percentages,
    check_copies,
    check_imps,
    check_line_up_players,
    check_line_ups,
    check_one_form,
    check_percentages,
    check_repeated_players,
    compute_surplus,
    group_complete,
    report_doubt,
)

_PLAYER_TWICE = declare_error(
    "player-twice-in-session",
    "{name} plays in this session already: {source}",
    "a player stands once in a session",
)
_PAIR_TWICE = declare_warning(
    "pair-twice-in-line",
    "pair {pair} stands in line {line} already: {source}",
    "a pair has one score in a session",
)
_SCORE_MISSING = declare_error(
    "score-missing",
    "other scores of {day} are known, and this one is blank",
    "enter the missing scores, or leave all scores of the session blank",
)
_SCORES_MISSING = declare_error(
    "scores-missing",
    "other scores of {day} are known, and {number} are blank",
    "enter the missing scores, or leave all scores of the session blank",
)


def check_sessions(inputs: Inputs) -> Iterator[Fault]:
    """Check the sessions as a whole: their forms, players, pairs and scores."""
    yield from check_one_form(inputs, get_session_key, advise("correct the day, or give the session a label"))
    yield from check_line_up_players(inputs.lineups, advise("name each player once"))
    yield from check_repeated_players(inputs, get_session_key, _PLAYER_TWICE)
    for table in (inputs.pairs, inputs.butler):
        yield from _check_repeated_pairs(table)
        yield from _check_missing_scores(table, "score")
    yield from _check_missing_scores(inputs.teams, "vp")


def get_session_key(row: Line | Sitting | LineUp) -> Hashable:
    """Return the day and the label of the session of a row; a teams evening has no label."""
    return (row.date, row.session) if isinstance(row, Line) else (row.date, "")


def _check_repeated_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """Yield a warning for a pair number that a line has twice."""
    numbered_rows = [row for row in select_complete(rows, "date", "session", "line", "pair") if row.pair]
    for row, first in find_duplicates(
        numbered_rows, lambda row: (get_session_key(row), row.line, row.pair.casefold())
    ):
        yield _PAIR_TWICE(row, "pair", pair=quote_text(row.pair), line=row.line, source=first.source)


def _check_missing_scores(rows: Sequence[Any], column: str) -> Iterator[Fault]:
    """Check that a session has all its scores, or none; several that are missing are one fault."""
    for session in group_by(select_complete(rows, "date"), get_session_key).values():
        missing_rows = [row for row in session if getattr(row, column) is None]
        if missing_rows and len(select_complete(session, column)) > len(missing_rows):
            row, number = missing_rows[0], len(missing_rows)
            kind = _SCORES_MISSING if number > 1 else _SCORE_MISSING
            yield kind(row, column, day=row.date, number=number)


_Members = Mapping[str, frozenset[str]]
_PARTNERSHIP_TWICE = declare_warning(
    "partnership-twice", "{source} has the same players", "take one of them out"
)
_SUBSTITUTE_FOR_NOBODY = declare_error(
    "substitute-for-nobody",
    "{number} of this pair are members of {name}",
    "with a substitute plays one member and somebody else",
)
_PARTNERSHIP_TWICE_IN_SESSION = declare_error(
    "partnership-twice-in-session",
    "partnership {name} has a result in this session: {source}",
    "a partnership has one result a session",
)


def check_partnerships(inputs: Inputs) -> Iterator[Fault]:
    """Check the partnerships, and the rows that name one."""
    partnerships = select_complete(inputs.partnerships, "partnership", "player1", "player2", "player3")
    members = {
        partnership.partnership: frozenset(player for _, player in partnership.players)
        for partnership in partnerships
    }
    for partnership, first in find_duplicates(
        partnerships, lambda partnership: frozenset(player for _, player in partnership.players)
    ):
        yield _PARTNERSHIP_TWICE(partnership, "partnership", source=first.source)
    for table in (inputs.pairs, inputs.butler):
        rows = select_complete(table, "date", "session", "player1", "player2", "for_")
        yield from _check_substitute_pairs(rows, members)
        yield from _check_repeated_partnerships(rows, members)


def _check_substitute_pairs(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """Check that one member of a partnership plays with a substitute."""
    for row in rows:
        number = len(members.get(row.for_, frozenset()) & {row.player1, row.player2})
        if row.for_ in members and number != 1:
            yield _SUBSTITUTE_FOR_NOBODY(row, "for", number=number, name=quote_text(row.for_))


def _check_repeated_partnerships(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """Check that a partnership has one result a session, its own or with a substitute."""
    results = [
        (row, name)
        for row in rows
        for name, players in members.items()
        if row.for_ == name or {row.player1, row.player2} <= players
    ]
    for (row, name), (first, _) in find_duplicates(
        results, lambda result: (get_session_key(result[0]), result[1])
    ):
        yield _PARTNERSHIP_TWICE_IN_SESSION(row, "for", name=quote_text(name), source=first.source)


_SITTING_POINTS = 20  # victory points of a sitting, shared between two teams
_POINTS_NOT_SHARED = declare_warning(
    "points-not-shared",
    "the victory points are {sum} together with those at {source}",
    "two teams share {points} in a sitting: compare both rows with the result",
)
_MATCH_ONE_SIDED = declare_warning(
    "match-one-sided",
    "{opponent} has no row against {team} on {day}",
    "a match has a row for each of the two teams: add the other, or correct the opponent",
)


def check_teams(inputs: Inputs) -> Iterator[Fault]:
    """Check the line-ups and the matches of teams evenings."""
    yield from check_line_ups(inputs.teams, inputs.lineups, ("team", "opponent"), ("team",))
    for rows in group_complete(inputs.teams, ["date"], "sitting", "team", "opponent", "vp").values():
        yield from _check_matches(rows)


def _check_matches(rows: Sequence[Sitting]) -> Iterator[Fault]:
    """Check that both teams of a match have a row, and share its victory points.

    The rows may be of other sittings: three teams may play in a triangle.
    """
    sittings_by_match: dict[tuple[str, str], list[Sitting]] = {}
    for row in sorted(rows, key=lambda row: row.sitting):
        sittings_by_match.setdefault((row.team, row.opponent), []).append(row)
    playing = {row.team for row in rows}
    for (team, opponent), own_rows in sittings_by_match.items():
        opponent_rows = sittings_by_match.get((opponent, team), [])
        if team < opponent or not opponent_rows:
            for row, opponent_row in zip_longest(own_rows, opponent_rows):
                if row and opponent_row:
                    yield from _check_points(row, opponent_row)
                elif opponent in playing and team != opponent:
                    yield _report_one_sided(row or opponent_row)


def _check_points(row: Sitting, opponent_row: Sitting) -> Iterator[Fault]:
    """Check that two teams share the victory points."""
    if (
        row.vp is not None
        and opponent_row.vp is not None
        and round(row.vp + opponent_row.vp, 6) != _SITTING_POINTS
    ):
        total = Number(round(row.vp + opponent_row.vp, 6), "g")
        yield _POINTS_NOT_SHARED(opponent_row, "vp", sum=total, source=row.source, points=_SITTING_POINTS)


def _report_one_sided(row: Sitting) -> Fault:
    params = {"opponent": quote_text(row.opponent), "team": quote_text(row.team)}
    return _MATCH_ONE_SIDED(row, "opponent", day=row.date, **params)


_MAX_IMPS_PER_BOARD = 24  # IMPs: the scale has no more
_UNLIKELY_IMPS_PER_BOARD = 6  # IMPs a board in a session, which hardly any pair has
_MIN_TOTAL = 3  # IMPs a board that are all whole numbers, and some so many: they are totals
_MIN_SCORES = 4  # pairs whose scores may all be whole numbers by chance
_LINES_SCORED_TOGETHER = declare_warning(
    "lines-scored-together",
    "the percentages of lines {lines} of {day} are 50 on average together, and not apart",
    "lines that were scored together are top-integral: give them the same group",
)
_IMPS_IMPOSSIBLE = declare_error(
    "imps-impossible",
    "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which is impossible",
)
_IMPS_UNLIKELY = declare_warning(
    "imps-unlikely",
    "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which hardly occurs",
)
_IMPS_ARE_TOTALS = declare_warning(
    "imps-are-totals", "all scores of {where} are whole numbers, which IMPs per board are not"
)


def check_scores(inputs: Inputs) -> Iterator[Fault]:
    """Yield scores that cannot be those of a session, and sessions that were entered twice."""
    for pairs in _group_played_sessions(inputs.pairs):
        yield from _check_percentages(pairs)
    totals = [fault for butler in _group_sessions(inputs.butler) for fault in _check_totals(butler)]
    yield from totals
    with_totals = {get_session_key(fault.row) for fault in totals}
    for butler in _group_played_sessions(inputs.butler):
        if get_session_key(butler[0]) not in with_totals:
            yield from _check_imps(butler)
    for table in (inputs.pairs, inputs.butler):
        yield from check_copies(table, ["date", "session"])


def _group_sessions(table: Sequence[ButlerLine]) -> Iterable[Sequence[ButlerLine]]:
    """Return the scores of each session, as far as they were read."""
    scored_rows = [row for row in select_complete(table, "score") if row.score is not None]
    return group_complete(scored_rows, ["date", "session"]).values()


def _group_played_sessions(table: Sequence[Any]) -> list[Sequence[Any]]:
    """Return the sessions that have all their scores."""
    sessions = group_complete(table, ["date", "session"], "line", "group", "score").values()
    return [rows for rows in sessions if all(row.score is not None for row in rows)]


def _build_field(rows: Sequence[Line]) -> Field:
    """Return the scores of lines that were scored together; each line may have a pair that sat out."""
    lines = [row.line for row in rows]
    return Field(
        [row.score or 0.0 for row in rows], odd_parts=sum(lines.count(line) % 2 for line in {*lines})
    )


def _check_percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """Check every line or top-integral group by itself, or the session as a whole.

    A session of fractions, or one scored across its lines, is one fault.
    """
    whole_field = _build_field(rows)
    deviating = {
        letters: unit
        for letters, unit in _group_units(rows)
        if compute_surplus(PERCENTAGES, _build_field(unit))
    }
    if max(whole_field.scores) <= 1:
        yield from report_doubt(rows, check_percentages(_format_session(rows[0]), whole_field))
    elif len(deviating) > 1 and not compute_surplus(PERCENTAGES, whole_field._replace(odd_parts=0)):
        first_row = next(iter(deviating.values()))[0]
        yield _LINES_SCORED_TOGETHER(first_row, "group", lines=", ".join(deviating), day=rows[0].date)
    else:
        for letters, unit in deviating.items():
            yield from report_doubt(
                unit, check_percentages(_format_session(unit[0], letters), _build_field(unit))
            )


def _group_units(rows: Sequence[PairsLine]) -> Iterator[tuple[str, Sequence[PairsLine]]]:
    """Yield the letters of each line or group with its rows, the strongest first."""
    for letters in group_lines({row.line: row.group for row in rows}):
        yield "+".join(letters), [row for row in rows if row.line in letters]


def _check_imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Check every line by itself: at each table one pair wins what the other loses."""
    for line in sorted({row.line for row in rows}):
        line_rows = [row for row in rows if row.line == line]
        yield from report_doubt(
            line_rows, check_imps(_format_session(line_rows[0], line), _build_field(line_rows), IMPS_A_BOARD)
        )


def _check_totals(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Yield a fault for scores that are not IMPs per board, but totals or percentages."""
    scores = [row.score or 0.0 for row in rows]
    is_possible = max(map(abs, scores)) <= _MAX_IMPS_PER_BOARD
    most = _UNLIKELY_IMPS_PER_BOARD if is_possible else _MAX_IMPS_PER_BOARD
    far = [row for row in rows if abs(row.score or 0.0) > most]
    counts: dict[str, Any] = {"number": len(far), "all": len(rows), "most": most}
    if far or _are_whole_numbers(scores):
        kind = _IMPS_ARE_TOTALS if not far else _IMPS_UNLIKELY if is_possible else _IMPS_IMPOSSIBLE
        where = _format_session(rows[0])
        yield kind([*far, *rows][0], "score", advice=_unit_hint(scores), where=where, **counts)


def _are_whole_numbers(scores: Sequence[float]) -> bool:
    is_enough = len(scores) >= _MIN_SCORES and max(map(abs, scores)) >= _MIN_TOTAL
    return is_enough and all(map(float.is_integer, scores))


def _unit_hint(scores: Sequence[float]) -> Message:
    if are_like_percentages(scores):
        return PERCENTAGES_ADVICE
    if sum(abs(score) > _UNLIKELY_IMPS_PER_BOARD for score in scores) == 1:
        return advise("write the IMPs per board, with the decimal point in its place")
    return advise("write the IMPs per board: those of the whole session divided by the boards played")


def _format_session(row: Line, letters: str = "") -> date | Message:
    """Return the session of a row in words, with the line if one is meant."""
    day = advise("{day}, session {session}", day=row.date, session=quote_text(row.session))
    session = day if row.session else row.date
    return advise("line {line} of {when}", line=letters, when=session) if letters else session
