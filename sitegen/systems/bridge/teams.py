"""Teams of four: whoever plays has a line-up, and a line-up plays."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.problem import quoted, suggestion
from sitegen.unread import known

_Teams = Mapping[date, Sequence[str]]


def line_ups(
    results: Sequence[Any], rows: Sequence[Any], named: Sequence[str], own: Sequence[str]
) -> Iterator[Fault]:
    """Teams without a line-up, and line-ups without a result, each once.

    The columns `named` of a result are teams; those that it is a result of are in the columns `own`. Where
    one name may stand for another that is all that is told of the two.
    """
    there, playing = _teams(rows, ["team"]), _teams(results, own)
    spared: set[tuple[date, str]] = set()
    for column, row in _without(results, named, rows):
        idle = {*there.get(row.date, ())} - {*playing.get(row.date, ())}
        team = getattr(row, column)
        told = say("no-line-up", "there is no line-up of {team} on {day}", team=quoted(team), day=row.date)
        near = suggestion(team, idle)
        spared |= {(row.date, each) for each in idle if near and suggestion(team, [each])}
        every = there.get(row.date, ())
        yield Fault(row, column, told, near or suggestion(team, every) or _known(every))
    for each in _idle(rows, results, own):
        if (each.date, each.team) not in spared:
            told = say("line-up-idle", "{team} does not play on {day}", team=quoted(each.team), day=each.date)
            yield Fault(each, "team", told, advise("add its results to teams.csv, or take the line-up out"))


def doubled(rows: Sequence[Any], hint: Message) -> Iterator[Fault]:
    """Line-ups in which a player stands twice."""
    for row in known(rows, "date"):
        if len({player for _, player in row.players}) < len(row.players):
            team = quoted(row.team)
            told = say("player-twice-in-team", "a player stands twice in the line-up of {team}", team=team)
            yield Fault(row, "team", told, hint)


def _without(results: Sequence[Any], named: Sequence[str], rows: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """The first cell of each team without a line-up, of days whose line-ups could be read."""
    there, torn = _teams(rows, ["team"]), _torn(rows, ["team"])
    told: set[tuple[date, str]] = set()
    for row in known(results, "date") if None not in torn else ():
        for column in named:
            if known([row], column) and row.date not in torn:
                one = row.date, getattr(row, column)
                if one[1] not in there.get(row.date, ()) and one not in told:
                    told.add(one)
                    yield column, row


def _idle(rows: Sequence[Any], results: Sequence[Any], own: Sequence[str]) -> list[Any]:
    """The line-ups of who has no result, of days whose results could be read."""
    playing, torn = _teams(results, own), _torn(results, own)
    found = known(rows, "date", "team") if None not in torn else []
    return [each for each in found if each.date not in torn and each.team not in playing.get(each.date, ())]


def _teams(rows: Sequence[Any], columns: Sequence[str]) -> _Teams:
    """The teams of each day, in these columns."""
    found: dict[date, list[str]] = {}
    for column in columns:
        for row in known(rows, "date", column):
            found.setdefault(row.date, []).append(getattr(row, column))
    return found


def _torn(rows: Sequence[Any], columns: Sequence[str]) -> set[date | None]:
    """The days of which not all teams could be read; None among them where a day could not."""
    dated = known(rows, "date")
    unread = {row.date for row in dated if not known([row], *columns)}
    return unread if len(dated) == len(rows) else {*unread, None}


def _known(teams: Sequence[str]) -> Message:
    if not teams:
        return advise("there are no line-ups of that day: add them to lineups.csv")
    return advise("line-ups of that day: {teams}", teams=", ".join(sorted(teams)))
