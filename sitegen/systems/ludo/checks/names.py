"""Games and clubs that are written in two ways, nearly as another one, or not as anybody else does."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import Any

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.tables import Inputs, Options, Result
from sitegen.toolkit.checks import again, all_read
from sitegen.toolkit.rows import grouped
from sitegen.toolkit.spelling import slips
from sitegen.unread import known

_GAME = attrgetter("game")


def games(seated: Seating) -> Iterator[Fault]:
    """A game has a name, which is written in one way."""
    rows = known(chain.from_iterable(seated.tables.values()), "game")
    nameless = {game for game in {*map(_GAME, rows)} if not letters(game)}
    for row in rows if nameless else ():
        if row.game in nameless:
            message = say("game-without-letters", "{game} has no letter or digit", game=quoted(row.game))
            yield Fault(row, "game", message, advise("a game has a page, with an address: write its name"))
    yield from _spelled_once(rows, "game", advise("write a game in one way everywhere"))
    yield from _nearly_alike(seated)


def _nearly_alike(seated: Seating) -> Iterator[Fault]:
    """A game of few tables of one tournament, which is nearly one that is often played."""
    of_game = grouped(_of_one_game(seated), lambda row: letters(row.game))
    counts = {game: len(first) for game, first in of_game.items()}
    for rare, common in slips(counts):
        row, other = of_game[rare][0], of_game[common][0]
        if len({each.tournament for each in of_game[rare]}) == 1:
            message = say(
                "game-nearly-alike",
                "{game} is nearly {other}, which {tables} tables play",
                game=quoted(row.game),
                other=quoted(other.game),
                tables=counts[common],
            )
            yield Fault(row, "game", message, advise("correct it, unless it is another game"), warning=True)


def _of_one_game(seated: Seating) -> Iterator[Result]:
    """The first row of each table that played one game, as far as it was read."""
    for at, rows in seated.tables.items():
        read = rows if at in seated.right else known(rows, "game")
        if at in seated.right or len({letters(row.game) for row in read}) == 1:
            yield read[0]


def final_seats(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Seats are of games that were played, each once."""
    given = options.final_seats
    if not given:
        return
    for game, other in again(given, letters):
        message = say(
            "one-game-twice", "{game} and {other} are one game", game=quoted(game), other=quoted(other)
        )
        yield Fault(options, "final_seats", message, advise("take one of them out"))
    games = {letters(row.game): row.game for row in known(inputs.results, "game")}
    is_sure = games and all_read(inputs.results, "game")
    for game in given if is_sure else ():
        if letters(game) not in games:
            message = say("game-never-played", "{game} was never played", game=quoted(game))
            hint = suggestion(game, games.values()) or advise("correct it, or take it out")
            yield Fault(options, "final_seats", message, hint, warning=True)


def clubs(inputs: Inputs) -> Iterator[Fault]:
    """A club is written in one way, and one that has a home base has players."""
    rows = [each for each in known(chain[Any](inputs.players, inputs.clubs), "club") if each.club]
    yield from _spelled_once(rows, "club", advise("write a club in one way everywhere"))
    members = Counter(each.club for each in known(inputs.players, "club") if each.club)
    yield from _nearly_one(rows, members)
    with_players = {letters(each) for each in members}
    for club in known(inputs.clubs, "club") if all_read(inputs.players, "club") else ():
        if letters(club.club) not in with_players:
            message = say("club-without-players", "no player is of club {club}", club=quoted(club.club))
            hint = suggestion(club.club, members) or advise("correct it, or give its players this club")
            yield Fault(club, "club", message, hint, warning=True)


def _nearly_one(rows: Iterable[Any], members: Mapping[str, int]) -> Iterator[Fault]:
    of_club = grouped(rows, attrgetter("club"))
    for rare, common in slips(members):
        if letters(rare) != letters(common):
            message = say(
                "club-nearly-alike",
                "{club} is nearly {other}, which stands in {rows} rows",
                club=quoted(rare),
                other=quoted(common),
                rows=members[common],
            )
            yield Fault(of_club[rare][0], "club", message, advise("write one club in one way"), warning=True)


def _spelled_once(rows: Collection[Any], column: str, hint: Message) -> Iterator[Fault]:
    """What is counted by its name is written as most often: one that is written in two ways would be two."""
    name = attrgetter(column)
    names = {*map(name, rows)}
    if len({*map(letters, names)}) == len(names):
        return
    for same in grouped(rows, lambda row: letters(name(row))).values():
        ways = sorted(grouped(same, name).values(), key=len, reverse=True)
        (usual, *_), *others = ways
        for row, *_ in others:
            message = say(
                "written-two-ways",
                "{name} is written {other} at {place}",
                name=quoted(name(row)),
                other=quoted(name(usual)),
                place=usual.source,
            )
            yield Fault(row, column, message, hint)
