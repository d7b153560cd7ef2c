"""Lines and groups of a session: letters that there may be, with pairs that can play each other."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.nbb.checks.sessions import session_of
from sitegen.systems.nbb.sessions import season_of
from sitegen.systems.nbb.tables import Inputs, Line, Options
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
    first: dict[tuple[Hashable, str], Line] = {}
    for row in known(table, "date", "session", "line", "group"):
        other = first.setdefault((session_of(row), row.line), row)
        if other.group != row.group:
            told = say("line-in-no-group", "line {line} is in no group at {place}", **_place(other))
            if other.group:
                group = quoted(other.group)
                told = say(
                    "line-in-group",
                    "line {line} is in group {group} at {place}",
                    group=group,
                    **_place(other),
                )
            yield Fault(row, "group", told, advise("all pairs of a line are in one group"))


def _place(row: Line) -> dict[str, str]:
    return {"line": row.line, "place": row.source}


def _single_pairs(rows: Sequence[Line]) -> Iterator[Fault]:
    """A line of one pair, which has nobody to play."""
    counts = Counter(row.line for row in rows)
    for row in rows:
        if counts[row.line] == 1:
            told = say("line-of-one-pair", "line {line} of {day} has one pair", line=row.line, day=row.date)
            hint = advise("correct the letter, or add the other pairs of the line")
            yield Fault(row, "line", told, hint, warning=True)


def _single_lines(rows: Sequence[Line]) -> Iterator[Fault]:
    """A group that has one line alone, though it is not called as the line is."""
    lines_of: dict[str, dict[str, Line]] = {}
    for row in rows:
        lines_of.setdefault(row.group, {}).setdefault(row.line, row)
    for group, those in lines_of.items():
        (line, row), *others = those.items()
        if group and not others and group.upper() != line and len({each.line for each in rows}) > 1:
            told = say(
                "group-of-one-line",
                "group {group} of {day} has line {line} alone",
                group=quoted(group),
                day=row.date,
                line=line,
            )
            hint = advise("lines that are top-integral have the same group; leave it blank for other lines")
            yield Fault(row, "group", told, hint, warning=True)


def _strange_letters(held: Sequence[Sequence[Line]], options: Options) -> Iterator[Fault]:
    """A letter that no other session has, beyond the usual lines: unless it is just one line more.

    A club may use what letters it likes, and then uses them again.
    """
    used = Counter(line for rows in held for line in {row.line for row in rows})
    usual = {chr(ord("A") + number) for number in range(options.lines)}
    sessions_as_usual = sum(not usual.isdisjoint(row.line for row in rows) for rows in held)
    for rows in held:
        counts = Counter(row.line for row in rows)
        strange = [line for line in sorted(counts) if line not in usual and used[line] == 1]
        is_ordinary = [*sorted(counts)] == [*map(chr, range(ord("A"), ord("A") + len(counts)))]
        for line in strange if len(strange) < len(counts) or sessions_as_usual > 1 else ():
            if counts[line] > 1 and not (is_ordinary and counts[line] >= _FEW):
                row = next(each for each in rows if each.line == line)
                told = say("line-unusual", "no other session has a line {line}", line=line)
                hint = advise(
                    "correct the letter, unless it is meant: {number} lines are usual", number=options.lines
                )
                yield Fault(row, "line", told, hint, warning=True)
