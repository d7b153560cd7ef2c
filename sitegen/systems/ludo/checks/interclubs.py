"""The clubs that won an interclub: they are known, and were there."""

from collections.abc import Iterator

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.tables import Inputs
from sitegen.unread import known


def interclubs(inputs: Inputs) -> Iterator[Fault]:
    """A club that wins an interclub is one that players or home bases name, and had players there."""
    yield from _unknown(inputs)
    yield from _absent(inputs)


def _unknown(inputs: Inputs) -> Iterator[Fault]:
    """Where a club could not be read, it may be that one, unless another is near."""
    members, homes = known(inputs.players, "club"), known(inputs.clubs, "club")
    all_read = len(members) == len(inputs.players) and len(homes) == len(inputs.clubs)
    there = {each.club for each in members if each.club} | {each.club for each in homes}
    for each in known(inputs.tournaments, "interclub"):
        near = suggestion(each.interclub, there)
        if each.interclub and each.interclub not in there and (all_read or near):
            message = say("unknown-club", "there is no club {club}", club=quoted(each.interclub))
            hint = near or advise("write the club as players.csv has it")
            yield Fault(each, "interclub", message, hint)


def _absent(inputs: Inputs) -> Iterator[Fault]:
    """An interclub of a tournament without results, or won by a club of which nobody was there."""
    results = known(inputs.results, "tournament", "player")
    players = known(inputs.players, "id", "club")
    held = {each.tournament for each in known(inputs.tournaments, "tournament")}
    is_sound = len(results) == len(inputs.results) and len(players) == len(inputs.players)
    if not is_sound or any(row.tournament not in held for row in results):
        return
    club_of = {each.id: each.club for each in players}
    clubs: dict[str, set[str]] = {}
    for row in results:
        clubs.setdefault(row.tournament, set()).add(club_of.get(row.player, ""))
    read = known(inputs.tournaments, "tournament", "interclub")
    for each in (row for row in read if row.interclub in club_of.values() and row.interclub):
        if each.tournament not in clubs:
            message = say(
                "interclub-without-results",
                "the tournament has no results yet, and a winner of the interclub",
            )
            yield Fault(each, "interclub", message, advise("is it in the right row?"), warning=True)
        elif each.interclub not in clubs[each.tournament]:
            message = say(
                "interclub-without-players",
                "no player of {club} was at the tournament",
                club=quoted(each.interclub),
            )
            yield Fault(each, "interclub", message, advise("correct the club, or their clubs"), warning=True)
