"""Checks of the Ruit rating that the columns of its tables cannot express.

Pairs name pairs that were there, and that name them too. Percentages are 50 on average, and IMPs 0 in all.
Teams have a line-up, play as often as the others, and score what can be scored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from operator import attrgetter
from statistics import median
from typing import Any, NamedTuple

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import Message, Number, advise, quote_text
from sitegen.systems.ruit.tables import (
    Inputs,
    InvalidSeatError,
    Line,
    Match,
    Options,
    Seat,
    find_opponents,
)
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.sessions import (
    IMPS,
    Field,
    check_imps,
    check_line_up_players,
    check_line_ups,
    check_one_form,
    check_percentages,
    check_repeated_players,
    group_complete,
)

_PLAYER_TWICE = declare_error(
    "player-twice-on-evening",
    "{name} plays on {day} already: {source}",
    "a player plays once on an evening",
)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """Yield what is wrong with evenings, their pairs and their teams, and what may be.

    Cells that could not be read hold `Missing`.
    """
    yield from check_one_form(inputs, attrgetter("date"), advise("one date holds one form: correct the date"))
    yield from check_line_up_players(inputs.lineups, advise("a team has four players"))
    yield from check_repeated_players(inputs, attrgetter("date"), _PLAYER_TWICE)
    for lines in (inputs.pairs, inputs.butler):
        yield from check_movements(lines)
    yield from check_scores(inputs)
    yield from check_teams(inputs)


_PAIR_TWICE = declare_error(
    "pair-twice-in-section",
    "pair {pair} stands in {source} already",
    "a pair stands once in a section",
)
_DIRECTION_MISSING = declare_warning(
    "direction-missing",
    "pair {pair} has no direction, and others of {where} have",
    "in a Mitchell movement write it behind the number of every pair, such as 1NS and 1EW",
)
_NO_SUCH_PAIR = declare_error("no-such-pair", "there is no pair {pair} on {where}", "the pairs are {names}")
_PAIR_ALONE = declare_error(
    "pair-alone", "pair {pair} is alone on {where}", "correct the date, or add the pairs that it met"
)
_NOT_MUTUAL = declare_warning(
    "opponents-not-mutual",
    "pair {pair} met {named}, but {named} did not meet it",
    "two pairs that met name each other: compare both rows with the movement",
)


class MovementEntry(NamedTuple):
    """A row with its pair, and the pairs that it met."""

    row: Line
    seat: Seat
    opponents: Sequence[Seat]


def check_movements(lines: Sequence[Line]) -> Iterator[Fault]:
    """Check that every pair met somebody, and only pairs that were there and that met it.

    Of a section in which a cell names no pair, which is reported at its row, nothing else is.
    """
    for rows in group_complete(lines, ("date", "section"), "pair", "opponents").values():
        with suppress(InvalidSeatError):
            seats = [row.seat for row in rows]
            present = dict.fromkeys(seats)
            entries = [
                MovementEntry(row, seat, find_opponents(seat, row.opponent_seats, present))
                for row, seat in zip(rows, seats, strict=True)
            ]
            yield from _check_section(entries, seats)


def _check_section(entries: Sequence[MovementEntry], seats: Sequence[Seat]) -> Iterator[Fault]:
    faulty = [*_check_presence(entries, seats)]
    yield from _check_repeated_pairs(entries)
    yield from _check_directions(entries)
    yield from faulty
    if not faulty and len({*seats}) == len(entries):
        yield from _check_mutual_opponents(entries)


def _check_repeated_pairs(entries: Iterable[MovementEntry]) -> Iterator[Fault]:
    """Yield a fault for a pair that stands twice in a section, written in two ways.

    Where both are written alike the key of the table is repeated, which is reported already.
    """
    for (row, *_), (first, *_) in find_duplicates(entries, attrgetter("seat")):
        if first.pair != row.pair:
            yield _PAIR_TWICE(row, "pair", pair=quote_text(row.pair), source=first.source)


def _check_directions(entries: Sequence[MovementEntry]) -> Iterator[Fault]:
    """Check that all pairs of a section have a direction, or none."""
    without_direction = [entry.row for entry in entries if not entry.seat.direction]
    if without_direction and len(without_direction) < len(entries):
        row = without_direction[0]
        yield _DIRECTION_MISSING(row, "pair", pair=quote_text(row.pair), where=format_evening(row))


def _check_presence(entries: Iterable[MovementEntry], seats: Sequence[Seat]) -> Iterator[Fault]:
    """Yield a fault for a pair that had nobody to meet, and for one that was met and was not there."""
    seen_seats: set[Seat] = {*seats}
    for row, seat, opponents in entries:
        if not opponents:
            yield _PAIR_ALONE(row, "pair", pair=seat, where=format_evening(row))
        for other in opponents:
            if other not in seen_seats:
                seen_seats.add(other)
                params: dict[str, Any] = {"where": format_evening(row), "names": _join_pairs(seats)}
                yield _NO_SUCH_PAIR(row, "opponents", pair=other, **params)


def _check_mutual_opponents(entries: Sequence[MovementEntry]) -> Iterator[Fault]:
    """Yield a warning for a pair that met others which did not meet it, or not as often."""
    opponents_by_seat = {seat: Counter(opponents) for _, seat, opponents in entries}
    for row, seat, _ in entries:
        own_opponents = opponents_by_seat[seat].items()
        strangers = [other for other, number in own_opponents if opponents_by_seat[other][seat] < number]
        if strangers:
            yield _NOT_MUTUAL(row, "opponents", pair=seat, named=_join_pairs(strangers))


def _join_pairs(pairs: Iterable[Seat]) -> str:
    return ", ".join(map(str, sorted(pairs)))


def format_evening(row: Line) -> date | Message:
    """Return the evening of a row, with the section where there are several."""
    if row.section:
        return advise("{day} in section {section}", day=row.date, section=quote_text(row.section))
    return row.date


_MIN_TOTAL = 5
_MIN_SCORES = 4  # pairs whose totals may all be small by chance
_IMPS_ARE_MEANS = declare_warning(
    "imps-are-means",
    "no pair has {most} IMPs or more on {where}",
    "enter the IMPs of the whole evening: the mean per board times the boards played",
)


def check_scores(inputs: Inputs) -> Iterator[Fault]:
    """Yield scores that cannot be those of an evening."""
    for pairs in group_complete(inputs.pairs, ["date"], "section", "score").values():
        # All sections together, since they may have been scored across.
        yield from check_percentages(pairs, pairs[0].date, Field.from_rows(pairs, "section"))
    for butler in group_complete(inputs.butler, ["date", "section"], "score").values():
        # Every section by itself: at each table one pair wins what the other loses.
        where, field = format_evening(butler[0]), Field.from_rows(butler, "section")
        if _are_means(field.scores):
            yield _IMPS_ARE_MEANS(butler[0], "score", most=_MIN_TOTAL, where=where)
        else:
            yield from check_imps(butler, where, field, IMPS)


def _are_means(scores: Sequence[float]) -> bool:
    """Whether the IMPs are those per board: all small, and with decimals, which a total seldom has."""
    are_small = len(scores) >= _MIN_SCORES and max(map(abs, scores)) < _MIN_TOTAL
    return are_small and not all(map(float.is_integer, scores))


_UNUSUAL_FACTOR = 3  # times as many boards as in most matches, or so much fewer
_MAX_IMPS_PER_BOARD = 8  # IMPs a board: hardly any match is won by more
_MIN_MATCHES = 3  # so few matches do not show what is usual
_MIN_TEAMS = 4
_TEAM_TWICE = declare_error(
    "team-twice-in-match",
    "{team} plays match {match} of {day} already: {source}",
    "correct the number of the match, or the team",
)
_BOARDS_UNUSUAL = declare_warning(
    "boards-unusual", "most matches have {usual} boards", "correct the boards, unless this is meant"
)
_BOARDS_EXCHANGED = declare_warning(
    "boards-and-imps-exchanged",
    "{boards} boards, where the other matches of {day} have {usual}: are they the IMPs?",
    "exchange the numbers of imps_a and boards, unless so many boards were played",
)
_MARGIN_UNUSUAL = declare_warning(
    "margin-unusual",
    "that is more than {most} IMPs a board, in {boards} boards",
    "imps_a is by how many IMPs team_a won, with a minus where it lost: correct it",
)
_MATCH_MISSING = declare_warning(
    "match-missing",
    "{team} and {other} have fewer matches on {day} than the other teams",
    "add the match between the two, if they played it",
)


def check_teams(inputs: Inputs) -> Iterator[Fault]:
    """Check the line-ups and the matches of teams evenings."""
    team_columns = "team_a", "team_b"
    yield from check_line_ups(inputs.teams, inputs.lineups, team_columns, team_columns)
    yield from _check_repeated_teams(inputs.teams)
    yield from _check_boards(inputs.teams)
    yield from _check_exchanged(inputs.teams)
    yield from _check_margins(inputs.teams)
    for (day,), matches in group_complete(inputs.teams, ["date"], *team_columns).items():
        yield from _check_match_counts(day, matches)


def _check_repeated_teams(matches: Sequence[Match]) -> Iterator[Fault]:
    """Check that a team plays a match once; a match entered from both sides is one fault."""
    first: dict[tuple[date, int, str], Match] = {}
    for row in select_complete(matches, "date", "match", "team_a", "team_b"):
        for column, team in row.teams:
            other = first.setdefault((row.date, row.match, team), row)
            if other is not row:
                params: dict[str, Any] = {"team": quote_text(team), "match": row.match, "day": row.date}
                yield _TEAM_TWICE(row, column, source=other.source, **params)
                break


def _check_boards(matches: Sequence[Match]) -> Iterator[Fault]:
    """Yield a warning for a match of far more or far fewer boards than most."""
    boards_by_match = [(row, row.boards) for row in select_complete(matches, "boards") if row.boards]
    usual = median([boards for _, boards in boards_by_match]) if len(boards_by_match) > _MIN_MATCHES else 0
    for row, boards in boards_by_match:
        if usual and not 1 / _UNUSUAL_FACTOR < boards / usual < _UNUSUAL_FACTOR:
            yield _BOARDS_UNUSUAL(row, "boards", usual=Number(usual, "g"))


def _check_exchanged(matches: Sequence[Match]) -> Iterator[Fault]:
    """Yield matches whose IMPs are the number of boards that all other matches of the evening have."""
    for rows in group_by(select_complete(matches, "date", "imps_a", "boards"), attrgetter("date")).values():
        counts = Counter(row.boards for row in rows)
        for row in rows if len(counts) == 2 else ():
            (usual,) = {*counts} - {row.boards}
            if counts[row.boards] == 1 and row.imps_a is not None and abs(row.imps_a) == usual:
                yield _BOARDS_EXCHANGED(row, "boards", boards=row.boards, day=row.date, usual=usual)


def _check_margins(matches: Sequence[Match]) -> Iterator[Fault]:
    """Yield a warning for a margin that hardly any match is won by."""
    for row in select_complete(matches, "imps_a", "boards"):
        if row.imps_a is not None and row.boards and abs(row.imps_a) > _MAX_IMPS_PER_BOARD * row.boards:
            yield _MARGIN_UNUSUAL(row, "imps_a", most=_MAX_IMPS_PER_BOARD, boards=row.boards)


def _check_match_counts(day: date, matches: Sequence[Match]) -> Iterator[Fault]:
    """Yield a warning for two teams with fewer matches than the others: one may have been left out.

    The number of teams is even.
    """
    first_sides = {team: (row, column) for row in reversed(matches) for column, team in reversed(row.teams)}
    counts = Counter(team for row in matches for _, team in row.teams)
    fewer = [team for team, number in counts.items() if number < max(counts.values())]
    if len(counts) >= _MIN_TEAMS and len(counts) % 2 == 0 and len(fewer) == 2:
        team, other = map(quote_text, fewer)
        yield _MATCH_MISSING(*first_sides[fewer[0]], team=team, other=other, day=day)
