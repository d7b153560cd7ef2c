"""Checks of the NBB-Clubranking that the columns of its tables cannot express.

A session has one form, everyone once, and all its scores or none. A partnership has one
result in it. A match of teams has a row for each team. Percentages are 50 on average in each line, and IMPs 0
in all. Who plays has a substitute ranking.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, combinations
from typing import Any

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, advise, list_known, quote_text, suggest_nearest
from sitegen.systems.nbb.points import compute_nominal_interval, find_season, group_lines
from sitegen.systems.nbb.season_checks import check_season_options, check_seasons
from sitegen.systems.nbb.tables import ButlerLine, Inputs, Line, LineUp, Options, PairsLine, Sitting
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.decisions import DecisionRule, FigureBounds
from sitegen.toolkit.memberships import MEMBERSHIP_RULES
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.rules import Outlier, UnknownName
from sitegen.toolkit.sessions import (
    IMPS_A_BOARD,
    PERCENTAGES,
    PERCENTAGES_ADVICE,
    Field,
    RowWithPlayers,
    are_like_percentages,
    check_imps,
    check_line_up_players,
    check_line_ups,
    check_one_form,
    check_percentages,
    check_repeated_players,
    compute_surplus,
    group_complete,
)

_NO_SUCH_SEASON = declare_error("no-such-season", "there is no season {name}", "the seasons are {names}")
_NO_SUCH_PARTNERSHIP = declare_error(
    "no-such-partnership",
    "there is no partnership {name}",
    "there are no partnerships yet: add it to partnerships.csv",
)


def _suggest_partnership(name: str, known: Collection[str]) -> Message | str:
    return suggest_nearest(name, known) or (list_known(known) if known else "")


rules = (
    Outlier("players", ["ranking"], has_one_size=True),
    *(
        CopiedEvening(table, ("player1", "player2"), ["score"], per=["date", "session"], are_scores=True)
        for table in ("pairs", "butler")
    ),
    Outlier("teams", ["sitting"]),
    *MEMBERSHIP_RULES,
    DecisionRule({"points": FigureBounds(-100, 100)}),
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


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with seasons, sessions, partnerships and teams, and what may be.

    Cells that could not be read hold `Missing`.
    """
    yield from check_seasons(inputs)
    yield from check_season_options(inputs, options)
    yield from check_sessions(inputs)
    yield from check_lines(inputs)
    yield from check_scores(inputs)
    yield from check_partnerships(inputs)
    yield from check_teams(inputs)
    yield from check_substitute_rankings(inputs, options)


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


def check_lines(inputs: Inputs) -> Iterator[Fault]:
    """Check the lines and groups of sessions: a pair alone in its line has nobody to play."""
    for table in (inputs.pairs, inputs.butler):
        yield from _check_groups(table)
        for (day, _, line), rows in group_complete(table, ["date", "session", "line"]).items():
            if len(rows) == 1 and find_season(day, inputs.seasons):
                yield _LINE_OF_ONE_PAIR(rows[0], "line", line=line, day=day)
        for rows in group_complete(table, ["date", "session"], "line", "group").values():
            yield from _check_single_lines(rows)


def _check_groups(table: Sequence[Line]) -> Iterator[Fault]:
    rows = select_complete(table, "date", "session", "line", "group")
    for row, first in find_duplicates(rows, lambda row: (get_session_key(row), row.line)):
        if first.group != row.group:
            kind = _LINE_IN_GROUP if first.group else _LINE_IN_NO_GROUP
            yield kind(row, "group", line=row.line, group=quote_text(first.group), place=first.source)


def _check_single_lines(rows: Sequence[Line]) -> Iterator[Fault]:
    """Yield a warning for a group of one line, among several, that is not called as the line is."""
    is_alone = len({row.line for row in rows}) == 1
    for group, (row, *others) in group_by(rows, lambda row: row.group).items():
        is_single = all(other.line == row.line for other in others)
        if group and is_single and not is_alone and group.upper() != row.line:
            yield _GROUP_OF_ONE_LINE(row, "group", group=quote_text(group), day=row.date, line=row.line)


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
    substitutes = select_complete(inputs.substitutes, "player")
    rows = chain[RowWithPlayers](inputs.pairs, inputs.butler, inputs.lineups, inputs.partnerships)
    without_substitute = {player for row in rows for _, player in row.players} - {
        row.player for row in substitutes
    }
    is_sure = options.start_ranking is None and len(substitutes) == len(inputs.substitutes)
    for player in select_complete(inputs.players, "id", "name") if is_sure else ():
        if player.id in without_substitute and player.ranking is None:
            yield _NO_SUBSTITUTE_RANKING(player, "ranking", name=player.name)
    starts = {season.season: season.start for season in select_complete(inputs.seasons, "season", "start")}
    first = options.on(min(starts.values(), default=date.min))
    yield from _check_ranking_range(inputs.players, "ranking", first)
    seasonal = select_complete(inputs.substitutes, "season")
    days = group_by(seasonal, lambda row: options.on(starts.get(row.season, date.min)).since)
    for day, own in days.items():
        yield from _check_ranking_range(own, "ranking", options.on(day))
    yield from _check_ranking_range([first], "start_ranking", first)


def _check_ranking_range(rows: Sequence[Any], column: str, options: Options) -> Iterator[Fault]:
    """Yield a warning for rankings that lie beyond the points of all lines by more than half a line.

    They are slips, or of another system.
    """
    interval, margin = compute_nominal_interval(options), options.width / 2
    lowest, highest = interval.bottom - margin, interval.top + margin
    scale: dict[str, Any] = {"low": Number(interval.bottom, "g"), "high": Number(interval.top, "g")}
    with_ranking = [row for row in select_complete(rows, column) if getattr(row, column) is not None]
    far = [row for row in with_ranking if not lowest <= getattr(row, column) <= highest]
    if len(far) > _MAX_SINGLE_FAULTS:
        yield _RANKINGS_FAR_OFF(far[0], column, number=len(far), all=len(with_ranking), **scale)
    else:
        yield from (_RANKING_FAR_OFF(row, column, **scale) for row in far)


_PLAYER_TWICE = declare_error(
    "player-twice-in-session",
    "{name} plays in this session already: {source}",
    "a player stands once in a session",
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
        yield from _check_missing_scores(table, "score")
    yield from _check_missing_scores(inputs.teams, "vp")


def get_session_key(row: Line | Sitting | LineUp) -> Hashable:
    """Return the day and the label of the session of a row; a teams evening has no label."""
    return (row.date, row.session) if isinstance(row, Line) else (row.date, "")


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
    members = {row.partnership: frozenset(player for _, player in row.players) for row in partnerships}
    for row, first in find_duplicates(partnerships, lambda row: members[row.partnership]):
        yield _PARTNERSHIP_TWICE(row, "partnership", source=first.source)
    for table in (inputs.pairs, inputs.butler):
        rows = select_complete(table, "date", "session", "player1", "player2", "for_")
        yield from _check_substitute_pairs(rows, members)
        yield from _check_repeated_partnerships(rows, members)


def _check_substitute_pairs(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    for row in rows:
        number = len(members.get(row.for_, frozenset()) & {row.player1, row.player2})
        if row.for_ in members and number != 1:
            yield _SUBSTITUTE_FOR_NOBODY(row, "for", number=number, name=quote_text(row.for_))


def _check_repeated_partnerships(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """Check that a partnership has one result a session, its own or with a substitute."""
    names_of_pair: defaultdict[frozenset[str], list[str]] = defaultdict(list)
    for name, players in members.items():
        for pair in combinations(players, 2):
            names_of_pair[frozenset(pair)].append(name)
    results = []
    for row in rows:
        names = {row.for_, *names_of_pair.get(frozenset({row.player1, row.player2}), ())}
        results += [(row, name) for name in sorted(names & members.keys())]
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
    in_order = sorted(rows, key=lambda row: row.sitting)
    sittings_by_match = group_by(in_order, lambda row: (row.team, row.opponent))
    playing = {row.team for row in rows}
    for (team, opponent), own_rows in sittings_by_match.items():
        opponent_rows = sittings_by_match.get((opponent, team), [])
        for row in own_rows[len(opponent_rows) :] if opponent in playing else ():
            names = {"opponent": quote_text(opponent), "team": quote_text(team)}
            yield _MATCH_ONE_SIDED(row, "opponent", day=row.date, **names)
        for row, other in zip(own_rows, opponent_rows, strict=False) if team < opponent else ():
            total = round((row.vp or 0.0) + (other.vp or 0.0), 6)
            if None not in (row.vp, other.vp) and total != _SITTING_POINTS:
                params: dict[str, Any] = {"source": row.source, "points": _SITTING_POINTS}
                yield _POINTS_NOT_SHARED(other, "vp", sum=Number(total, "g"), **params)


_MAX_IMPS_PER_BOARD = 24  # IMPs: the scale has no more
_UNLIKELY_IMPS_PER_BOARD = 6  # IMPs a board in a session, which hardly any pair has
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
_MIN_TOTAL, _MIN_SCORES = 3, 4  # so many whole numbers, one of them of three or more, are no IMPs a board
_IMPS_ARE_TOTALS = declare_warning(
    "imps-are-totals", "all scores of {where} are whole numbers, which IMPs per board are not"
)


def check_scores(inputs: Inputs) -> Iterator[Fault]:
    """Yield scores that cannot be those of a session."""
    for pairs in _group_played_sessions(inputs.pairs):
        yield from _check_percentages(pairs)
    for butler in _group_played_sessions(inputs.butler):
        yield from list(_check_totals(butler)) or _check_imps(butler)


def _group_played_sessions(table: Sequence[Any]) -> list[Sequence[Any]]:
    """Return the sessions that have all their scores."""
    sessions = group_complete(table, ["date", "session"], "line", "group", "score").values()
    return [rows for rows in sessions if all(row.score is not None for row in rows)]


def _check_percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """Check every line or top-integral group by itself, or the session as a whole.

    A session of fractions, or one scored across its lines, is one fault.
    """
    whole_field = Field.from_rows(rows, "line")
    deviating: dict[str, list[PairsLine]] = {}
    for letters in group_lines({row.line: row.group for row in rows}):
        unit = [row for row in rows if row.line in letters]
        if compute_surplus(PERCENTAGES, Field.from_rows(unit, "line")):
            deviating["+".join(letters)] = unit
    if max(whole_field.scores) <= 1:
        yield from check_percentages(rows, _format_session(rows[0]), whole_field)
    elif len(deviating) > 1 and not compute_surplus(PERCENTAGES, whole_field._replace(odd_parts=0)):
        first_row = next(iter(deviating.values()))[0]
        yield _LINES_SCORED_TOGETHER(first_row, "group", lines=", ".join(deviating), day=rows[0].date)
    else:
        for name, unit in deviating.items():
            where = _format_session(unit[0], name)
            yield from check_percentages(unit, where, Field.from_rows(unit, "line"))


def _check_imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Check every line by itself: at each table one pair wins what the other loses."""
    for line, line_rows in group_by(rows, lambda row: row.line).items():
        where = _format_session(line_rows[0], line)
        yield from check_imps(line_rows, where, Field.from_rows(line_rows, "line"), IMPS_A_BOARD)


def _check_totals(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Yield a fault for scores that are not IMPs per board, but totals or percentages."""
    scores = [row.score or 0.0 for row in rows]
    is_possible = max(map(abs, scores)) <= _MAX_IMPS_PER_BOARD
    most = _UNLIKELY_IMPS_PER_BOARD if is_possible else _MAX_IMPS_PER_BOARD
    far = [row for row, score in zip(rows, scores, strict=True) if abs(score) > most]
    is_whole = len(scores) >= _MIN_SCORES and max(map(abs, scores)) >= _MIN_TOTAL
    if far or (is_whole and all(map(float.is_integer, scores))):
        kind = _IMPS_ARE_TOTALS if not far else _IMPS_UNLIKELY if is_possible else _IMPS_IMPOSSIBLE
        params: dict[str, Any] = {"number": len(far), "all": len(rows), "most": most}
        yield kind(
            [*far, *rows][0], "score", advice=_unit_hint(scores), where=_format_session(rows[0]), **params
        )


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
