"""What the scores of a session come to: percentages 50 on average in each line, IMPs nothing together.

Who and what a session holds: one form, everyone once, and all its scores or none.

Partnerships: each of its own players, with one result a session, also with a substitute.

Teams evenings: every team has a line-up, and both of a match say the same of it.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any

from sitegen.core.entities import Fault
from sitegen.core.problems import Message, advise, list_known, quote_text, say, suggest_nearest
from sitegen.core.unread import Missing, select_complete
from sitegen.systems.nbb.points import group_lines
from sitegen.systems.nbb.tables import ButlerLine, Inputs, Line, LineUp, PairsLine, Sitting
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.sessions import (
    IMPS_A_BOARD,
    PERCENTAGES,
    Field,
    are_like_percentages,
    check_copies,
    check_imps,
    check_line_up_players,
    check_line_ups,
    check_one_form,
    check_percentages,
    compute_surplus,
    find_repeated_players,
    group_complete,
    report_doubt,
)


def check_sessions(inputs: Inputs) -> Iterator[Fault]:
    """All faults of sessions as a whole; of one that holds two forms that alone is told."""
    forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from check_one_form(forms, get_session_key, advise("correct the day, or give the session a label"))
    yield from check_line_up_players(inputs.lineups, advise("name each player once"))
    yield from _check_repeated_players(inputs)
    for table in (inputs.pairs, inputs.butler):
        yield from _check_repeated_pairs(table)
        yield from _check_missing_scores(table, "score")
    yield from _check_missing_scores(inputs.teams, "vp")


def get_session_key(row: Line | Sitting | LineUp) -> Hashable:
    """The day and the label of the session; a teams evening has none."""
    return (row.date, row.session) if isinstance(row, Line) else (row.date, "")


def _check_repeated_players(inputs: Inputs) -> Iterator[Fault]:
    names = {member.id: member.name for member in select_complete(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        for (row, column, player), other in find_repeated_players(rows, get_session_key):
            told = say(
                "player-twice-in-session",
                "{name} plays in this session already: {source}",
                name=names.get(player, player),
                source=other.source,
            )
            yield Fault(row, column, told, advise("a player stands once in a session"))


def _check_repeated_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """What a pair is called occurs once in a line, where it is filled in."""
    named = [row for row in select_complete(rows, "date", "session", "line", "pair") if row.pair]
    for row, other in find_duplicates(
        named, lambda row: (get_session_key(row), row.line, row.pair.casefold())
    ):
        told = say(
            "pair-twice-in-line",
            "pair {pair} stands in line {line} already: {source}",
            pair=quote_text(row.pair),
            line=row.line,
            source=other.source,
        )
        yield Fault(row, "pair", told, advise("a pair has one score in a session"), warning=True)


def _check_missing_scores(rows: Sequence[Any], column: str) -> Iterator[Fault]:
    """A session has all its scores or none; where more lack one, that is told at the first."""
    for held in group_by(select_complete(rows, "date"), get_session_key).values():
        lacking = [row for row in held if getattr(row, column) is None]
        if lacking and len(select_complete(held, column)) > len(lacking):
            row, number = lacking[0], len(lacking)
            told = say(
                "score-missing", "other scores of {day} are known, and this one is blank", day=row.date
            )
            if number > 1:
                told = say(
                    "scores-missing",
                    "other scores of {day} are known, and {number} are blank",
                    day=row.date,
                    number=number,
                )
            hint = advise("enter what is missing, or leave all scores of a session blank")
            yield Fault(row, column, told, hint)


_Members = Mapping[str, frozenset[str]]


def check_partnerships(inputs: Inputs) -> Iterator[Fault]:
    """All faults of partnerships and of who plays for one."""
    there = select_complete(inputs.partnerships, "partnership", "player1", "player2", "player3")
    members = {
        partnership.partnership: frozenset(player for _, player in partnership.players)
        for partnership in there
    }
    for partnership, other in find_duplicates(
        there, lambda item: frozenset(player for _, player in item.players)
    ):
        told = say("partnership-twice", "{source} has the same players", source=other.source)
        yield Fault(partnership, "partnership", told, advise("take one of them out"), warning=True)
    yield from _check_unknown_partnerships(inputs)
    for table in (inputs.pairs, inputs.butler):
        rows = select_complete(table, "date", "session", "player1", "player2", "for_")
        yield from _check_substitute_pairs(rows, members)
        yield from _check_repeated_partnerships(rows, members)


def _check_unknown_partnerships(inputs: Inputs) -> Iterator[Fault]:
    there = {partnership.partnership for partnership in select_complete(inputs.partnerships, "partnership")}
    for row in (*inputs.pairs, *inputs.butler) if len(there) == len(inputs.partnerships) else ():
        if row.for_ and not isinstance(row.for_, Missing) and row.for_ not in there:
            told = say("no-such-partnership", "there is no partnership {name}", name=quote_text(row.for_))
            hint = (
                suggest_nearest(row.for_, there) or list_known(sorted(there)) if there else _NO_PARTNERSHIPS
            )
            yield Fault(row, "for", told, hint)


_NO_PARTNERSHIPS = advise("there are no partnerships yet: add it to partnerships.csv")


def _check_substitute_pairs(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """With a substitute one member plays, and somebody else."""
    for row in rows:
        number = len(members.get(row.for_, frozenset()) & {row.player1, row.player2})
        if row.for_ in members and number != 1:
            name = quote_text(row.for_)
            told = say(
                "substitute-for-nobody",
                "{number} of this pair are members of {name}",
                number=number,
                name=name,
            )
            yield Fault(row, "for", told, advise("with a substitute plays one member and somebody else"))


def _check_repeated_partnerships(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """A partnership has one result a session, its own or with a substitute."""
    results = [
        (row, name)
        for row in rows
        for name, players in members.items()
        if row.for_ == name or {row.player1, row.player2} <= players
    ]
    for (row, name), (other, _) in find_duplicates(
        results, lambda result: (get_session_key(result[0]), result[1])
    ):
        told = say(
            "partnership-twice-in-session",
            "partnership {name} has a result in this session: {source}",
            name=quote_text(name),
            source=other.source,
        )
        yield Fault(row, "for", told, advise("a partnership has one result a session"))


_SITTING_POINTS = 20  # victory points of a sitting, shared between two teams


def check_teams(inputs: Inputs) -> Iterator[Fault]:
    """All faults of teams evenings."""
    yield from check_line_ups(inputs.teams, inputs.lineups, ("team", "opponent"), ("team",))
    for rows in group_complete(inputs.teams, ["date"], "sitting", "team", "opponent", "vp").values():
        yield from _check_matches(rows)


def _check_matches(rows: Sequence[Sitting]) -> Iterator[Fault]:
    """The two rows of each match, one a side, in whatever sittings: three teams may play in a triangle."""
    met: dict[tuple[str, str], list[Sitting]] = {}
    for row in sorted(rows, key=lambda row: row.sitting):
        met.setdefault((row.team, row.opponent), []).append(row)
    playing = {row.team for row in rows}
    for (team, opponent), mine in met.items():
        theirs = met.get((opponent, team), [])
        if team < opponent or not theirs:
            for one, other in zip_longest(mine, theirs):
                if one and other:
                    yield from _check_points(one, other)
                elif opponent in playing and team != opponent:
                    yield _one_sided_fault(one or other)


def _check_points(one: Sitting, other: Sitting) -> Iterator[Fault]:
    """Two teams share the victory points."""
    if one.vp is not None and other.vp is not None and round(one.vp + other.vp, 6) != _SITTING_POINTS:
        told = say(
            "points-not-shared",
            "the victory points are {sum} together with those at {source}",
            sum=f"{round(one.vp + other.vp, 6):g}",
            source=one.source,
        )
        hint = advise(
            "two teams share {points} in a sitting: compare both rows with the result", points=_SITTING_POINTS
        )
        yield Fault(other, "vp", told, hint, warning=True)


def _one_sided_fault(row: Sitting) -> Fault:
    told = say(
        "match-one-sided",
        "{opponent} has no row against {team} on {day}",
        opponent=quote_text(row.opponent),
        team=quote_text(row.team),
        day=row.date,
    )
    hint = advise("a match has a row for each of the two teams: add the other, or correct the opponent")
    return Fault(row, "opponent", told, hint, warning=True)


_MAX_IMPS_PER_BOARD = 24  # IMPs: the scale has no more
_UNLIKELY_IMPS_PER_BOARD = 6  # IMPs a board in a session, which hardly any pair has
_MIN_TOTAL = 3  # IMPs a board that are all whole numbers, and some so many: they are totals
_MIN_SCORES = 4  # pairs whose scores may all be whole numbers by chance


def check_scores(inputs: Inputs) -> Iterator[Fault]:
    """Scores that cannot be those of a session, and sessions entered twice."""
    for pairs in _group_played_sessions(inputs.pairs):
        yield from _check_percentages(pairs)
    totals = [fault for butler in _group_sessions(inputs.butler) for fault in _check_totals(butler)]
    yield from totals
    told = {get_session_key(fault.row) for fault in totals}
    for butler in _group_played_sessions(inputs.butler):
        if get_session_key(butler[0]) not in told:
            yield from _check_imps(butler)
    for table in (inputs.pairs, inputs.butler):
        yield from check_copies(table, ["date", "session"])


def _group_sessions(table: Sequence[ButlerLine]) -> Iterable[Sequence[ButlerLine]]:
    """What could be read of each session."""
    scored = [row for row in select_complete(table, "score") if row.score is not None]
    return group_complete(scored, ["date", "session"]).values()


def _group_played_sessions(table: Sequence[Any]) -> list[Sequence[Any]]:
    """The sessions that have all their scores."""
    held = group_complete(table, ["date", "session"], "line", "group", "score").values()
    return [rows for rows in held if all(row.score is not None for row in rows)]


def _build_field(rows: Sequence[Line]) -> Field:
    """The scores of lines that were scored together; each line may have a pair that sat out."""
    lines = [row.line for row in rows]
    return Field(
        [row.score or 0.0 for row in rows], odd_parts=sum(lines.count(line) % 2 for line in {*lines})
    )


def _check_percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """Every line or top-integral group apart; a session of fractions, and one scored across, as a whole."""
    every = _build_field(rows)
    apart = {
        letters: those
        for letters, those in _group_units(rows)
        if compute_surplus(PERCENTAGES, _build_field(those))
    }
    if max(every.scores) <= 1:
        yield from report_doubt(rows, check_percentages(_format_session(rows[0]), every))
    elif len(apart) > 1 and not compute_surplus(PERCENTAGES, every._replace(odd_parts=0)):
        told = say(
            "lines-scored-together",
            "the percentages of lines {lines} of {day} are 50 on average together, and not apart",
            lines=", ".join(apart),
            day=rows[0].date,
        )
        hint = advise("lines that were scored together are top-integral: give them the same group")
        yield Fault(next(iter(apart.values()))[0], "group", told, hint, warning=True)
    else:
        for letters, those in apart.items():
            yield from report_doubt(
                those, check_percentages(_format_session(those[0], letters), _build_field(those))
            )


def _group_units(rows: Sequence[PairsLine]) -> Iterator[tuple[str, Sequence[PairsLine]]]:
    """The letters of each line or group with its rows, the strongest first."""
    for letters in group_lines({row.line: row.group for row in rows}):
        yield "+".join(letters), [row for row in rows if row.line in letters]


def _check_imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """In every line apart: at each table one pair wins what the other loses."""
    for line in sorted({row.line for row in rows}):
        those = [row for row in rows if row.line == line]
        yield from report_doubt(
            those, check_imps(_format_session(those[0], line), _build_field(those), IMPS_A_BOARD)
        )


def _check_totals(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Scores that are not IMPs per board, but those of the whole session, or percentages."""
    scores = [row.score or 0.0 for row in rows]
    is_possible = max(map(abs, scores)) <= _MAX_IMPS_PER_BOARD
    most = _UNLIKELY_IMPS_PER_BOARD if is_possible else _MAX_IMPS_PER_BOARD
    far = [row for row in rows if abs(row.score or 0.0) > most]
    named = {"number": len(far), "all": len(rows), "most": most, "where": _format_session(rows[0])}
    if not is_possible:
        told = say(
            "imps-impossible",
            "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which is impossible",
            **named,
        )
    elif far:
        told = say(
            "imps-unlikely",
            "{number} of {all} scores of {where} lie beyond {most} IMPs per board, which hardly occurs",
            **named,
        )
    elif _are_whole_numbers(scores):
        told = say(
            "imps-are-totals",
            "all scores of {where} are whole numbers, which IMPs per board are not",
            **named,
        )
    else:
        return
    yield Fault([*far, *rows][0], "score", told, _unit_hint(scores), warning=is_possible)


def _are_whole_numbers(scores: Sequence[float]) -> bool:
    is_enough = len(scores) >= _MIN_SCORES and max(map(abs, scores)) >= _MIN_TOTAL
    return is_enough and all(map(float.is_integer, scores))


def _unit_hint(scores: Sequence[float]) -> Message:
    if are_like_percentages(scores):
        return advise("percentages belong in the table pairs")
    if sum(abs(score) > _UNLIKELY_IMPS_PER_BOARD for score in scores) == 1:
        return advise("write the IMPs per board, with the decimal point in its place")
    return advise("write the IMPs per board: those of the whole session divided by the boards played")


def _format_session(row: Line, letters: str = "") -> date | Message:
    """Of which session, and line where one is meant, the scores are."""
    day = advise("{day}, session {session}", day=row.date, session=quote_text(row.session))
    when = day if row.session else row.date
    return advise("line {line} of {when}", line=letters, when=when) if letters else when
