"""Partnerships: each of its own players, with one result a session, also with a substitute."""

from collections.abc import Hashable, Iterator

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import listing, quoted, suggestion
from sitegen.systems.nbb.checks.sessions import session_of
from sitegen.systems.nbb.tables import Inputs, Line, Partnership
from sitegen.unread import Unread, known


def partnerships(inputs: Inputs) -> Iterator[Fault]:
    """All faults of partnerships and of who plays for one."""
    yield from _alike(inputs)
    yield from _unknown(inputs)
    there = known(inputs.partnerships, "partnership", "player1", "player2", "player3")
    members = {each.partnership: {player for _, player in each.players} for each in there}
    for table in (inputs.pairs, inputs.butler):
        first: dict[tuple[Hashable, str], Line] = {}
        for row in known(table, "date", "session", "player1", "player2", "for_"):
            yield from _played_for(row, members)
            yield from _twice(row, members, first)


def _alike(inputs: Inputs) -> Iterator[Fault]:
    """Two partnerships of the same players: every result of theirs counts for both."""
    first: dict[frozenset[str], Partnership] = {}
    for each in known(inputs.partnerships, "partnership", "player1", "player2", "player3"):
        other = first.setdefault(frozenset(player for _, player in each.players), each)
        if other is not each:
            told = say("partnership-twice", "{source} has the same players", source=other.source)
            yield Fault(each, "partnership", told, advise("take one of them out"), warning=True)


def _unknown(inputs: Inputs) -> Iterator[Fault]:
    there = {each.partnership for each in known(inputs.partnerships, "partnership")}
    for row in (*inputs.pairs, *inputs.butler) if len(there) == len(inputs.partnerships) else ():
        if row.for_ and not isinstance(row.for_, Unread) and row.for_ not in there:
            told = say("no-such-partnership", "there is no partnership {name}", name=quoted(row.for_))
            hint = suggestion(row.for_, there) or listing(sorted(there)) if there else _NONE
            yield Fault(row, "for", told, hint)


_NONE = advise("there are no partnerships yet: add it to partnerships.csv")


def _played_for(row: Line, members: dict[str, set[str]]) -> Iterator[Fault]:
    """With a substitute one member plays, and somebody else."""
    if row.for_ in members:
        number = len(members[row.for_] & {player for _, player in row.players})
        if number != 1:
            told = say(
                "substitute-for-nobody",
                "{number} of this pair are members of {name}",
                number=number,
                name=quoted(row.for_),
            )
            yield Fault(row, "for", told, advise("with a substitute plays one member and somebody else"))


def _twice(
    row: Line, members: dict[str, set[str]], first: dict[tuple[Hashable, str], Line]
) -> Iterator[Fault]:
    """A partnership has one result a session, its own or with a substitute."""
    pair = {player for _, player in row.players}
    for name, players in members.items():
        if row.for_ == name or pair <= players:
            other = first.setdefault((session_of(row), name), row)
            if other is not row:
                told = say(
                    "partnership-twice-in-session",
                    "partnership {name} has a result in this session: {source}",
                    name=quoted(name),
                    source=other.source,
                )
                yield Fault(row, "for", told, advise("a partnership has one result a session"))
