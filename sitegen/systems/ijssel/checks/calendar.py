"""The calendar of a season: what is wrong with it, which rows lie outside it, and when each was played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from sitegen.message import advise, counted, say
from sitegen.model import Dated, Fault
from sitegen.systems.ijssel.tables import Fixture, Inputs, Player, Row
from sitegen.toolkit.checks import all_read
from sitegen.toolkit.rows import dated as days_of
from sitegen.unread import known

_YEAR = timedelta(days=366)
"""Days that lie further apart are told by whoever reads the tables: one of them is wrong."""


def dated(inputs: Inputs) -> Iterator[Dated]:
    """The calendar, and of each round the first row that says that it has been played.

    A team match on another evening may come before the round in whose place it is. What lies more than a year
    before the next evening stands in the calendar alone: it cannot be to come, and is to be told once.
    """
    days = _near({each.round: each.date for each in known(inputs.rounds, "round", "date")})
    yield from days_of(inputs.rounds, is_played=False)
    games = [row for row in known(inputs.games, "round") if row.result]
    external = [row for row in known(inputs.absences, "round") if row.result and row.code == "external"]
    tables: Sequence[Sequence[Row]] = (games, external)
    for table in tables:
        first = {row.round: row for row in reversed(table) if row.round in days}
        yield from (Dated(first[each], "round", days[each], is_played=True) for each in sorted(first))


def _near(days: Mapping[int, date]) -> Mapping[int, date]:
    """The days that the next one follows within a year."""
    ordered = sorted({*days.values()})
    lone = {day for day, later in pairwise(ordered) if later - day > _YEAR}
    return {number: day for number, day in days.items() if day not in lone}


def faults(inputs: Inputs) -> Iterator[Fault]:
    """Rounds are numbered from 1 without gaps, and follow each other in time."""
    rounds = sorted(known(inputs.rounds, "round"), key=lambda each: each.round)
    if len(rounds) == len(inputs.rounds):
        yield from _gap(rounds)
    yield from _out_of_order(known(rounds, "date"))
    yield from _passed_over(inputs, known(rounds, "date"))


def _gap(rounds: Sequence[Fixture]) -> Iterator[Fault]:
    """The first number that is missing."""
    numbers = {0, *(each.round for each in rounds)}
    for each in [each for each in rounds if each.round - 1 not in numbers][:1]:
        message = say("round-missing", "round {round} is missing before it", round=each.round - 1)
        yield Fault(each, "round", message, advise("number the rounds 1, 2, 3 …"))


def _out_of_order(rounds: Sequence[Fixture]) -> Iterator[Fault]:
    """Rounds that were put off behind the next one, or come before the last two."""
    hint = advise(
        "right where it was put off: rounds count in the order of their dates; else correct the date"
    )
    for place, (one, other) in enumerate(pairwise(rounds)):
        if other.date >= one.date or one.date - other.date > _YEAR:
            continue
        told = {"round": one.round, "day": one.date, "other": other.round, "other_day": other.date}
        if place and other.date < rounds[place - 1].date:
            text = say(
                "round-early", "round {other} on {other_day} comes before round {round} on {day}", **told
            )
            yield Fault(other, "date", text, hint, warning=True)
        else:
            text = say(
                "round-put-off", "round {round} on {day} comes after round {other} on {other_day}", **told
            )
            yield Fault(one, "date", text, hint, warning=True)


def _passed_over(inputs: Inputs, rounds: Iterable[Fixture]) -> Iterator[Fault]:
    """Rounds without results that a later one has: one warning for those before the same."""
    if not all_read(inputs.games, "round"):
        return
    played = {row.round for row in inputs.games if row.result is not None}
    waiting: list[Fixture] = []
    for each in sorted(rounds, key=lambda each: (each.date, each.round)):
        if each.round not in played:
            waiting.append(each)
        elif waiting and each.date - waiting[0].date < _YEAR:
            yield _without_results(waiting, each)
            waiting = []


def _without_results(passed: Sequence[Fixture], later: Fixture) -> Fault:
    message = counted(
        len(passed),
        "round {rounds} of {day} has no results, and round {other} of {other_day} has",
        "rounds {rounds}, from {day}, have no results, and round {other} of {other_day} has",
        code="round-passed-over",
        rounds=", ".join(str(each.round) for each in passed),
        day=passed[0].date,
        other=later.round,
        other_day=later.date,
    )
    hint = advise("where it was put off, give it its new date; it counts once it has results")
    return Fault(passed[0], "date", message, hint, warning=True)


def strangers(inputs: Inputs, rows: Sequence[Row]) -> Iterator[Fault]:
    """Rows of rounds that are not in the calendar, or to which the player does not belong."""
    rounds = known(inputs.rounds, "round")
    last = max((each.round for each in rounds), default=0)
    if len(rounds) == len(inputs.rounds):
        yield from _not_in_calendar(inputs, last)
    players = {each.id: each for each in known(inputs.players, "id")}
    for row in rows:
        if row.round <= last:
            yield from _outsiders(row, players)


def _not_in_calendar(inputs: Inputs, last: int) -> Iterator[Fault]:
    """Rounds beyond the last one; of the rows of such a round the first in each table."""
    for player in inputs.players:
        for column, number in (("joined", player.joined), ("left", player.left)):
            if number is not None and number > last > 0:
                message = say("no-round-of-season", "{number} is no round of the season", number=number)
                yield Fault(player, column, message, advise("its last is {last}", last=last))
    tables: Sequence[Sequence[Row]] = (inputs.games, inputs.absences)
    for rows in tables:
        first = {each.round: each for each in reversed(rows) if each.round > last}
        for number, row in first.items():
            message = say("round-not-in-calendar", "round {round} is not in the calendar", round=number)
            yield Fault(row, "round", message, advise("add it to rounds.csv"))


def _outsiders(row: Row, players: Mapping[str, Player]) -> Iterator[Fault]:
    for column, id_ in row.named:
        if (player := players.get(id_)) is None:
            continue
        told = {"name": player.name, "joined": player.joined, "left": player.left, "round": row.round}
        if row.round < player.joined:
            message = say("before-joining", "{name} joins in round {joined}, after round {round}", **told)
            yield Fault(row, column, message, advise("correct the player, or 'joined' in players.csv"))
        if player.left is not None and row.round > player.left:
            message = say("after-leaving", "{name} left after round {left}, before round {round}", **told)
            yield Fault(row, column, message, advise("correct the player, or 'left' in players.csv"))
