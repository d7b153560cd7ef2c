"""Who stands where: the regulation's chapter "Rankings voor spelers, paren en driemanschappen"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from math import fsum
from operator import attrgetter

from sitegen.systems.nbb.course import Standing
from sitegen.systems.nbb.outputs import PairRanked, Ranked
from sitegen.systems.nbb.tables import Options, Partnership, Player
from sitegen.toolkit.order import best_first, ranked


def ranking(
    players: Sequence[Player], options: Options, now: Mapping[str, Standing], day: date
) -> Iterator[Ranked]:
    """The ranking of a season after a `day` of play, of who has a session in it ("Spelers")."""
    there = [each for each in players if each.id in now and now[each.id].earned]
    for rank, player in ranked(there, {each.id: now[each.id].ranking for each in there}):
        own = now[player.id]
        number = min(len(own.earned), options.sessions)
        change = own.ranking - own.before if own.day == day else None
        yield Ranked(rank, player.id, player.name, own.ranking, number, options.sessions - number, change)


def pairs(partnerships: Iterable[Partnership], now: Mapping[str, Standing]) -> list[PairRanked]:
    """All partnerships by ranking; none before the first season."""
    found = {each: _together(each, now) for each in partnerships if now}
    there = sorted(found, key=attrgetter("partnership"))
    return [
        PairRanked.like(each, rank=rank, player3=each.player3 or "", ranking=found[each])
        for rank, each in best_first(there, found.__getitem__)
    ]


def _together(pair: Partnership, now: Mapping[str, Standing]) -> float:
    """The sum of the rankings of two ("Paren"), or two thirds of that of three ("Driemanschappen")."""
    rankings = [now[player].ranking for _, player in pair.players]
    # R_D = 2·(R_1 + R_2 + R_3) / 3
    return 2 * fsum(rankings) / len(rankings)
