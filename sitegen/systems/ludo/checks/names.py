"""Games and clubs that are written in two ways, or nearly as another one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.tables import Inputs
from sitegen.systems.spelling import slips
from sitegen.unread import known


def games(seated: Seating) -> Iterator[Fault]:
    """A game has a name, which is written in one way."""
    rows = known(chain.from_iterable(seated.tables.values()), "game")
    for row in rows:
        if not letters(row.game):
            message = say("game-without-letters", "{game} has no letter or digit", game=quoted(row.game))
            hint = advise("a game has a page, with an address: write its name")
            yield Fault(row, "game", message, hint)
    yield from _spelled_once(rows, "game", advise("write a game in one way everywhere"))
    yield from _nearly_alike(seated)


def _nearly_alike(seated: Seating) -> Iterator[Fault]:
    """A game of few tables of one tournament, which is nearly one that is often played."""
    tables = [known(rows, "game") for rows in seated.tables.values()]
    alike = [rows for rows in tables if len({letters(row.game) for row in rows}) == 1]
    first = {letters(rows[0].game): rows[0] for rows in reversed(alike)}
    counts = Counter(letters(rows[0].game) for rows in alike)
    where = {(letters(rows[0].game), rows[0].tournament) for rows in alike}
    tournaments = Counter(game for game, _ in where)
    for rare, common in slips(counts):
        if tournaments[rare] == 1:
            message = say(
                "game-nearly-alike",
                "{game} is nearly {other}, which {tables} tables play",
                game=quoted(first[rare].game),
                other=quoted(first[common].game),
                tables=counts[common],
            )
            hint = advise("correct it, unless it is another game")
            yield Fault(first[rare], "game", message, hint, warning=True)


def clubs(inputs: Inputs) -> Iterator[Fault]:
    """A club is written in one way, and one that has a home base has players."""
    rows = [each for each in known(chain[Any](inputs.players, inputs.clubs), "club") if each.club]
    yield from _spelled_once(rows, "club", advise("write a club in one way everywhere"))
    members = Counter(each.club for each in known(inputs.players, "club") if each.club)
    yield from _nearly_one(rows, members)
    with_players = {letters(each) for each in members}
    all_read = len(known(inputs.players, "club")) == len(inputs.players)
    for club in known(inputs.clubs, "club") if all_read else ():
        if letters(club.club) not in with_players:
            message = say("club-without-players", "no player is of club {club}", club=quoted(club.club))
            hint = suggestion(club.club, members) or advise("correct it, or give its players this club")
            yield Fault(club, "club", message, hint, warning=True)


def _nearly_one(rows: Iterable[Any], members: Mapping[str, int]) -> Iterator[Fault]:
    first = {row.club: row for row in reversed([*rows])}
    for rare, common in slips(members):
        if letters(rare) != letters(common):
            message = say(
                "club-nearly-alike",
                "{club} is nearly {other}, which stands in {rows} rows",
                club=quoted(rare),
                other=quoted(common),
                rows=members[common],
            )
            yield Fault(first[rare], "club", message, advise("write one club in one way"), warning=True)


def _spelled_once(rows: Iterable[Any], column: str, hint: Message) -> Iterator[Fault]:
    """What is counted by its name is written as most often: one that is written in two ways would be two."""
    ways: dict[str, dict[str, list[Any]]] = {}
    for row in rows:
        name = getattr(row, column)
        ways.setdefault(letters(name), {}).setdefault(name, []).append(row)
    for of_name in ways.values():
        usual, first = max(of_name.items(), key=lambda way: len(way[1]))
        for name, found in of_name.items():
            if name != usual:
                message = say(
                    "written-two-ways",
                    "{name} is written {other} at {place}",
                    name=quoted(name),
                    other=quoted(usual),
                    place=first[0].source,
                )
                yield Fault(found[0], column, message, hint)
