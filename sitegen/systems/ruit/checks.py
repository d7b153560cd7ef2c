"""What is wrong with the tables of the Ruit rating that their columns alone do not show.

Whom each pair met: pairs that were there, and that met it too.

What the scores of an evening come to: percentages 50 on average, IMPs nothing together.

Teams evenings: every team has a line-up, plays as often as the others, and scores what can be scored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from sitegen.core.entities import Fault
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.unread import Missing, select_complete
from sitegen.systems.ruit.tables import (
    ButlerLine,
    Inputs,
    InvalidSeatError,
    Line,
    Match,
    PairsLine,
    Seat,
    find_opponents,
    parse_seats,
)
from sitegen.toolkit.order import find_duplicates
from sitegen.toolkit.sessions import (
    IMPS,
    Field,
    check_copies,
    check_imps,
    check_line_up_players,
    check_line_ups,
    check_one_form,
    check_percentages,
    find_repeated_players,
    group_complete,
    report_doubt,
)


class MovementEntry(NamedTuple):
    """A row with the pair that it is of, and those that it met; None where that cannot be read."""

    row: Line
    seat: Seat
    opponents: Sequence[Seat] | None


def check_movements(lines: Iterable[Line]) -> Iterator[Fault]:
    """Every pair met somebody, and only pairs that were there and that met it."""
    for rows in group_complete(lines, ("date", "section"), "pair").values():
        there = [own[0] for row in rows if len(own := parse_readable_seats(row.pair) or ()) == 1]
        if len(there) == len(rows):
            entries = [
                MovementEntry(row, own, _find_opponents(row, own, there))
                for row, own in zip(rows, there, strict=True)
            ]
            yield from _check_section(entries, there)


def _find_opponents(row: Line, own: Seat, there: Sequence[Seat]) -> Sequence[Seat] | None:
    named = parse_readable_seats(row.opponents)
    return None if named is None else find_opponents(own, named, there)


def _check_section(entries: Sequence[MovementEntry], there: Sequence[Seat]) -> Iterator[Fault]:
    """The faults of the pairs of one section."""
    faulty = [*_check_absent_pairs(entries, there), *_check_lone_pairs(entries)]
    yield from _check_repeated_pairs(entries)
    yield from _check_directions(entries)
    yield from faulty
    met = {entry.seat: Counter(entry.opponents) for entry in entries if entry.opponents}
    if not faulty and len(met) == len(entries):
        yield from _check_mutual_opponents(met, {entry.seat: entry.row for entry in entries})


def _check_repeated_pairs(entries: Iterable[MovementEntry]) -> Iterator[Fault]:
    """A pair stands once in a section; where it is written the same, the table says so itself."""
    for (row, *_), (other, *_) in find_duplicates(entries, attrgetter("seat")):
        if other.pair != row.pair:
            named = {"pair": quote_text(row.pair), "source": other.source}
            told = say("pair-twice-in-section", "pair {pair} stands in {source} already", **named)
            yield Fault(row, "pair", told, advise("a pair stands once in a section"))


def _check_directions(entries: Sequence[MovementEntry]) -> Iterator[Fault]:
    """All pairs of a section have a direction, or none."""
    plain = [entry.row for entry in entries if not entry.seat.direction]
    if plain and len(plain) < len(entries):
        told = say(
            "direction-missing",
            "pair {pair} has no direction, and others of {where} have",
            pair=quote_text(plain[0].pair),
            where=format_evening(plain[0]),
        )
        hint = advise("in a Mitchell movement write it behind the number of every pair, such as 1NS and 1EW")
        yield Fault(plain[0], "pair", told, hint, warning=True)


def _check_absent_pairs(entries: Iterable[MovementEntry], there: Sequence[Seat]) -> Iterator[Fault]:
    """A pair that was met and was not there, at the first that names it."""
    told_of: set[Seat] = {*there}
    for row, _, met in entries:
        for other in met or ():
            if other not in told_of:
                told_of.add(other)
                told = say(
                    "no-such-pair",
                    "there is no pair {pair} on {where}",
                    pair=other,
                    where=format_evening(row),
                )
                yield Fault(row, "opponents", told, advise("the pairs are {names}", names=_join_pairs(there)))


def _check_lone_pairs(entries: Iterable[MovementEntry]) -> Iterator[Fault]:
    """A pair that had nobody to meet."""
    for row, own, met in entries:
        if met == []:
            told = say("pair-alone", "pair {pair} is alone on {where}", pair=own, where=format_evening(row))
            yield Fault(row, "pair", told, advise("a pair plays against other pairs: add theirs"))


def _check_mutual_opponents(met: dict[Seat, Counter[Seat]], rows: Mapping[Seat, Line]) -> Iterator[Fault]:
    """Who met whom is said by both: the pair that most of the others contradict, then who is left."""
    while contradicted := _find_contradictions(met):
        worst = max(contradicted, key=lambda item: len(contradicted[item]))
        yield Fault(rows[worst], "opponents", _contradiction_message(worst, met), _MUTUAL_HINT, warning=True)
        del met[worst]


_MUTUAL_HINT = advise("two pairs that met name each other: compare both rows with the movement")


def _find_contradictions(met: Mapping[Seat, Counter[Seat]]) -> dict[Seat, list[Seat]]:
    """The pairs of which others say otherwise, and which."""
    found = {one: [other for other in met if met[one][other] != met[other][one]] for one in met}
    return {one: others for one, others in found.items() if others}


def _contradiction_message(which: Seat, met: Mapping[Seat, Counter[Seat]]) -> Message:
    named = _join_pairs(other for other in met if met[which][other] > met[other][which])
    naming = _join_pairs(other for other in met if met[which][other] < met[other][which])
    told = {"pair": which, "named": named, "naming": naming}
    if not naming:
        return say("opponents-not-mutual", "pair {pair} met {named}, who did not meet it", **told)
    if not named:
        return say("opponents-lacking", "pair {pair} did not meet {naming}, who met it", **told)
    return say(
        "opponents-mistaken",
        "pair {pair} met {named}, who did not meet it, and not {naming}, who did",
        **told,
    )


def _join_pairs(pairs: Iterable[Seat]) -> str:
    return ", ".join(map(str, sorted(pairs)))


def format_evening(row: Line) -> date | Message:
    """The evening of a row, with the section where there are several."""
    if row.section:
        return advise("{day} in section {section}", day=row.date, section=quote_text(row.section))
    return row.date


def parse_readable_seats(text: str) -> Sequence[Seat] | None:
    """The pairs that a cell names; None where that cannot be read."""
    try:
        return None if isinstance(text, Missing) else parse_seats(text)
    except InvalidSeatError:
        return None


_MIN_TOTAL = 5
_MIN_SCORES = 4  # pairs whose totals may all be small by chance


def check_scores(inputs: Inputs) -> Iterator[Fault]:
    """Scores that cannot be those of an evening, and evenings entered twice."""
    for pairs in group_complete(inputs.pairs, ["date"], "score").values():
        yield from _check_percentages(pairs)
    for butler in group_complete(inputs.butler, ["date", "section"], "score").values():
        yield from _check_imps(butler)
    for lines in (inputs.pairs, inputs.butler):
        yield from check_copies(lines, ["date"])


def _check_percentages(rows: Sequence[PairsLine]) -> Iterator[Fault]:
    """All sections together, since they may have been scored across."""
    met = _count_opponents(rows)
    field = Field([row.score for row in rows], met, 0 if met else _count_odd_sections(rows))
    yield from report_doubt(rows, check_percentages(rows[0].date, field))


def _check_imps(rows: Sequence[ButlerLine]) -> Iterator[Fault]:
    """Every section apart: at each table one pair wins what the other loses."""
    at, scores = format_evening(rows[0]), [row.score for row in rows]
    if _are_means(scores):
        named = {"most": _MIN_TOTAL, "where": at}
        told = say("imps-are-means", "no pair has {most} IMPs or more on {where}", **named)
        hint = advise("enter the IMPs of the whole evening: the mean per board times the boards played")
        yield Fault(rows[0], "score", told, hint, warning=True)
    else:
        yield from report_doubt(
            rows,
            check_imps(
                at, Field(scores, odd_parts=0 if _count_opponents(rows) else _count_odd_sections(rows)), IMPS
            ),
        )


def _are_means(scores: Sequence[float]) -> bool:
    """Whether the IMPs are those per board: all small, and with decimals, which a total seldom has."""
    are_small = len(scores) >= _MIN_SCORES and max(map(abs, scores)) < _MIN_TOTAL
    return are_small and not all(map(float.is_integer, scores))


def _count_opponents(rows: Iterable[Line]) -> Sequence[float]:
    """How many pairs each met, where all say it; a pair that sat out met fewer."""
    found = [len(parse_readable_seats(row.opponents) or ()) for row in rows]
    return found if all(found) else []


def _count_odd_sections(rows: Iterable[Line]) -> int:
    """How many of the sections have an odd number of pairs."""
    return sum(number % 2 for number in Counter(str(row.section) for row in rows).values())


_UNUSUAL_FACTOR = 3  # times as many boards as in most matches, or so much fewer
_MAX_IMPS_PER_BOARD = 8  # IMPs a board: hardly any match is won by more
_MIN_MATCHES = 3  # of which it cannot be told what is usual
_MIN_TEAMS = 4


def check_teams(inputs: Inputs) -> Iterator[Fault]:
    """All faults of teams evenings."""
    both = "team_a", "team_b"
    yield from check_line_ups(inputs.teams, inputs.lineups, both, both)
    yield from _check_repeated_teams(inputs.teams)
    yield from _check_boards(inputs.teams)
    yield from _check_margins(inputs.teams)
    for (day,), matches in group_complete(inputs.teams, ["date"], *both).items():
        yield from _check_match_counts(day, matches)


def _check_repeated_teams(matches: Sequence[Match]) -> Iterator[Fault]:
    """A team plays a match once; one that is entered from both sides is told once."""
    rows = [row for row in select_complete(matches, "date", "match") if row.team_a != row.team_b]
    sides = [(row, *side) for row in rows for side in row.teams]
    pairs = find_duplicates(sides, lambda side: (side[0].date, side[0].match, side[2]))
    for _, told_of in groupby(pairs, key=lambda pair: (id(pair[0][0]), id(pair[1][0]))):
        (row, column, team), (other, *_) = next(told_of)
        told = say(
            "team-twice-in-match",
            "{team} plays match {match} of {day} already: {source}",
            team=quote_text(team),
            match=row.match,
            day=row.date,
            source=other.source,
        )
        yield Fault(row, column, told, advise("correct the number of the match, or the team"))


def _check_boards(matches: Sequence[Match]) -> Iterator[Fault]:
    """A match of far more or far fewer boards than most."""
    played = [(row, row.boards) for row in select_complete(matches, "boards") if row.boards is not None]
    usual = median([boards for _, boards in played]) if len(played) > _MIN_MATCHES else 0
    for row, boards in played:
        if usual and not 1 / _UNUSUAL_FACTOR < boards / usual < _UNUSUAL_FACTOR:
            told = say("boards-unusual", "most matches have {usual} boards", usual=f"{usual:g}")
            yield Fault(row, "boards", told, advise("correct the boards, unless this is meant"), warning=True)


def _check_margins(matches: Sequence[Match]) -> Iterator[Fault]:
    """A margin that hardly any match is won by."""
    for row in select_complete(matches, "imps_a", "boards"):
        if row.imps_a is not None and row.boards and abs(row.imps_a) > _MAX_IMPS_PER_BOARD * row.boards:
            told = say(
                "margin-unusual",
                "that is more than {most} IMPs a board, in {boards} boards",
                most=_MAX_IMPS_PER_BOARD,
                boards=row.boards,
            )
            hint = advise("imps_a is by how many IMPs team_a won, with a minus where it lost: correct it")
            yield Fault(row, "imps_a", told, hint, warning=True)


def _check_match_counts(day: date, matches: Sequence[Match]) -> Iterator[Fault]:
    """Two of an even number of teams play a match less than all others: it may have been left out."""
    first = {team: (row, column) for row in reversed(matches) for column, team in reversed(row.teams)}
    counts = Counter(team for row in matches for _, team in row.teams)
    fewer = [team for team, number in counts.items() if number < max(counts.values())]
    if len(counts) >= _MIN_TEAMS and len(counts) % 2 == 0 and len(fewer) == 2:
        told = say(
            "match-missing",
            "{team} and {other} have fewer matches on {day} than the other teams",
            team=quote_text(fewer[0]),
            other=quote_text(fewer[1]),
            day=day,
        )
        hint = advise("add the match between the two, if they played it")
        yield Fault(*first[fewer[0]], told, hint, warning=True)


def find_faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults, also when some cells could not be read: then `Unread` stands in their place."""
    forms = {"pairs": inputs.pairs, "butler": inputs.butler, "teams": inputs.teams}
    yield from check_one_form(forms, attrgetter("date"), advise("one date holds one form: correct the date"))
    yield from check_line_up_players(inputs.lineups, advise("a team has four players"))
    yield from _check_repeated_players(inputs)
    for lines in (inputs.pairs, inputs.butler):
        yield from check_movements(lines)
    yield from check_scores(inputs)
    yield from check_teams(inputs)


def _check_repeated_players(inputs: Inputs) -> Iterator[Fault]:
    """A player stands once on a date; of one that holds two forms that alone is told."""
    names = {member.id: member.name for member in select_complete(inputs.players, "id", "name")}
    for rows in (inputs.pairs, inputs.butler, inputs.lineups):
        for (row, column, player), other in find_repeated_players(rows, attrgetter("date")):
            name, day = names.get(player, player), row.date
            told = say(
                "player-twice-on-evening",
                "{name} plays on {day} already: {source}",
                name=name,
                day=day,
                source=other.source,
            )
            yield Fault(row, column, told, advise("a player plays once on an evening"))
