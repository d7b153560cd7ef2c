"""Partnerships: each of its own players, with one result a session, also with a substitute."""

from collections.abc import Iterator, Mapping, Sequence

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import listing, quoted, suggestion
from sitegen.systems.nbb.checks.sessions import session_of
from sitegen.systems.nbb.tables import Inputs, Line
from sitegen.toolkit.checks import again
from sitegen.unread import Unread, known

_Members = Mapping[str, frozenset[str]]


def partnerships(inputs: Inputs) -> Iterator[Fault]:
    """All faults of partnerships and of who plays for one."""
    there = known(inputs.partnerships, "partnership", "player1", "player2", "player3")
    members = {each.partnership: frozenset(player for _, player in each.players) for each in there}
    for each, other in again(there, lambda each: frozenset(player for _, player in each.players)):
        told = say("partnership-twice", "{source} has the same players", source=other.source)
        yield Fault(each, "partnership", told, advise("take one of them out"), warning=True)
    yield from _unknown(inputs)
    for table in (inputs.pairs, inputs.butler):
        rows = known(table, "date", "session", "player1", "player2", "for_")
        yield from _played_for(rows, members)
        yield from _twice(rows, members)


def _unknown(inputs: Inputs) -> Iterator[Fault]:
    there = {each.partnership for each in known(inputs.partnerships, "partnership")}
    for row in (*inputs.pairs, *inputs.butler) if len(there) == len(inputs.partnerships) else ():
        if row.for_ and not isinstance(row.for_, Unread) and row.for_ not in there:
            told = say("no-such-partnership", "there is no partnership {name}", name=quoted(row.for_))
            hint = suggestion(row.for_, there) or listing(sorted(there)) if there else _NONE
            yield Fault(row, "for", told, hint)


_NONE = advise("there are no partnerships yet: add it to partnerships.csv")


def _played_for(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """With a substitute one member plays, and somebody else."""
    for row in rows:
        number = len(members.get(row.for_, frozenset()) & {row.player1, row.player2})
        if row.for_ in members and number != 1:
            name = quoted(row.for_)
            told = say(
                "substitute-for-nobody",
                "{number} of this pair are members of {name}",
                number=number,
                name=name,
            )
            yield Fault(row, "for", told, advise("with a substitute plays one member and somebody else"))


def _twice(rows: Sequence[Line], members: _Members) -> Iterator[Fault]:
    """A partnership has one result a session, its own or with a substitute."""
    results = [
        (row, name)
        for row in rows
        for name, players in members.items()
        if row.for_ == name or {row.player1, row.player2} <= players
    ]
    for (row, name), (other, _) in again(results, lambda each: (session_of(each[0]), each[1])):
        told = say(
            "partnership-twice-in-session",
            "partnership {name} has a result in this session: {source}",
            name=quoted(name),
            source=other.source,
        )
        yield Fault(row, "for", told, advise("a partnership has one result a session"))
