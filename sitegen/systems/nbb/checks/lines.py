"""Lines and groups of a session: letters that there may be, with pairs that can play each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.nbb.checks.sessions import session_of
from sitegen.systems.nbb.sessions import season_of
from sitegen.systems.nbb.tables import Inputs, Line, Options
from sitegen.toolkit.checks import again
from sitegen.toolkit.rows import grouped
from sitegen.unread import known

_FEW = 3  # pairs: fewer make no line of their own


def lines(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults of lines and groups."""
    held: list[Sequence[Line]] = []
    for table in (inputs.pairs, inputs.butler):
        yield from _mixed_groups(table)
        held += whole(table, ["date", "session"], "line", "group").values()
    for rows in held:
        if season_of(rows[0].date, inputs.seasons):
            yield from _single_pairs(rows)
        yield from _single_lines(rows)
    yield from _strange_letters(held, options)


def _mixed_groups(table: Sequence[Line]) -> Iterator[Fault]:
    """A line of a session is in one group."""
    rows = known(table, "date", "session", "line", "group")
    for row, other in again(rows, lambda row: (session_of(row), row.line)):
        if other.group != row.group:
            at = {"line": row.line, "group": quoted(other.group), "place": other.source}
            told = say("line-in-no-group", "line {line} is in no group at {place}", **at)
            if other.group:
                told = say("line-in-group", "line {line} is in group {group} at {place}", **at)
            yield Fault(row, "group", told, advise("all pairs of a line are in one group"))


def _single_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """A line of one pair, which has nobody to play."""
    for row, *others in grouped(rows, lambda row: row.line).values():
        if not others:
            told = say("line-of-one-pair", "line {line} of {day} has one pair", line=row.line, day=row.date)
            hint = advise("correct the letter, or add the other pairs of the line")
            yield Fault(row, "line", told, hint, warning=True)


def _single_lines(rows: Sequence[Line]) -> Iterator[Fault]:
    """A group that has one line alone, though it is not called as the line is."""
    lines = {row.line for row in rows}
    for group, those in grouped(rows, lambda row: row.group).items():
        row = those[0]
        if group and len({each.line for each in those}) == 1 < len(lines) and group.upper() != row.line:
            told = say(
                "group-of-one-line",
                "group {group} of {day} has line {line} alone",
                group=quoted(group),
                day=row.date,
                line=row.line,
            )
            hint = advise("lines that are top-integral have the same group; leave it blank for other lines")
            yield Fault(row, "group", told, hint, warning=True)


def _strange_letters(held: Sequence[Sequence[Line]], options: Options) -> Iterator[Fault]:
    """A letter that no other session has, beyond the usual lines: unless it is just one line more.

    A club may use what letters it likes, and then uses them again.
    """
    sessions = [grouped(rows, lambda row: row.line) for rows in held]
    used, usual = Counter(line for lines in sessions for line in lines), {*ascii_uppercase[: options.lines]}
    sessions_as_usual = sum(not usual.isdisjoint(lines) for lines in sessions)
    for lines in sessions:
        strange = [line for line in sorted(lines) if line not in usual and used[line] == 1]
        is_ordinary = {*lines} == {*ascii_uppercase[: len(lines)]}
        for line in strange if len(strange) < len(lines) or sessions_as_usual > 1 else ():
            pairs = lines[line]
            if len(pairs) > 1 and not (is_ordinary and len(pairs) >= _FEW):
                told = say("line-unusual", "no other session has a line {line}", line=line)
                hint = advise(
                    "correct the letter, unless it is meant: {number} lines are usual", number=options.lines
                )
                yield Fault(pairs[0], "line", told, hint, warning=True)
