"""Teams evenings: every team has a line-up, plays as often as the others, and scores what can be scored."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from statistics import median

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.bridge.teams import line_ups
from sitegen.systems.ruit.tables import Inputs, Match
from sitegen.toolkit.checks import again
from sitegen.unread import known

_UNUSUAL = 3  # times as many boards as in most matches, or so much fewer
_MOST_A_BOARD = 8  # IMPs a board: hardly any match is won by more
_FEW_MATCHES = 3  # of which it cannot be told what is usual
_FEW_TEAMS = 4


def teams(inputs: Inputs) -> Iterator[Fault]:
    """All faults of teams evenings."""
    both = "team_a", "team_b"
    yield from line_ups(inputs.teams, inputs.lineups, both, both)
    yield from _twice(inputs.teams)
    yield from _boards(inputs.teams)
    yield from _margins(inputs.teams)
    for (day,), matches in whole(inputs.teams, ["date"], *both).items():
        yield from _uneven(day, matches)


def _twice(matches: Sequence[Match]) -> Iterator[Fault]:
    """A team plays a match once; one that is entered from both sides is told once."""
    rows = [row for row in known(matches, "date", "match") if row.team_a != row.team_b]
    sides = [(row, *side) for row in rows for side in row.teams]
    pairs = again(sides, lambda side: (side[0].date, side[0].match, side[2]))
    for _, told_of in groupby(pairs, key=lambda pair: (id(pair[0][0]), id(pair[1][0]))):
        (row, column, team), (other, *_) = next(told_of)
        told = say(
            "team-twice-in-match",
            "{team} plays match {match} of {day} already: {source}",
            team=quoted(team),
            match=row.match,
            day=row.date,
            source=other.source,
        )
        yield Fault(row, column, told, advise("correct the number of the match, or the team"))


def _boards(matches: Sequence[Match]) -> Iterator[Fault]:
    """A match of far more or far fewer boards than most."""
    played = [(row, row.boards) for row in known(matches, "boards") if row.boards is not None]
    usual = median([boards for _, boards in played]) if len(played) > _FEW_MATCHES else 0
    for row, boards in played:
        if usual and not 1 / _UNUSUAL < boards / usual < _UNUSUAL:
            told = say("boards-unusual", "most matches have {usual} boards", usual=f"{usual:g}")
            yield Fault(row, "boards", told, advise("correct the boards, unless this is meant"), warning=True)


def _margins(matches: Sequence[Match]) -> Iterator[Fault]:
    """A margin that hardly any match is won by."""
    for row in known(matches, "imps_a", "boards"):
        if row.imps_a is not None and row.boards and abs(row.imps_a) > _MOST_A_BOARD * row.boards:
            told = say(
                "margin-unusual",
                "that is more than {most} IMPs a board, in {boards} boards",
                most=_MOST_A_BOARD,
                boards=row.boards,
            )
            hint = advise("imps_a is by how many IMPs team_a won, with a minus where it lost: correct it")
            yield Fault(row, "imps_a", told, hint, warning=True)


def _uneven(day: date, matches: Sequence[Match]) -> Iterator[Fault]:
    """Two of an even number of teams play a match less than all others: it may have been left out."""
    first = {team: (row, column) for row in reversed(matches) for column, team in reversed(row.teams)}
    counts = Counter(team for row in matches for _, team in row.teams)
    fewer = [team for team, number in counts.items() if number < max(counts.values())]
    if len(counts) >= _FEW_TEAMS and len(counts) % 2 == 0 and len(fewer) == 2:
        told = say(
            "match-missing",
            "{team} and {other} have fewer matches on {day} than the other teams",
            team=quoted(fewer[0]),
            other=quoted(fewer[1]),
            day=day,
        )
        hint = advise("add the match between the two, if they played it")
        yield Fault(*first[fewer[0]], told, hint, warning=True)
