"""The published tables of the NBB-Clubranking."""

from collections.abc import Iterator, Sequence
from math import fsum
from operator import attrgetter
from typing import NamedTuple

from sitegen.model import Published
from sitegen.systems.nbb.championships import champions, pair_champions
from sitegen.systems.nbb.options import Options
from sitegen.systems.nbb.outputs import Champion, Earned, PairChampion, PairRanked, Ranked
from sitegen.systems.nbb.rankings import Book, History
from sitegen.systems.nbb.tables import Inputs, Partnership, Season
from sitegen.toolkit.order import best_first, ranked


class Club(NamedTuple):
    """All that is published of a club: its tables, and the seasons that have begun."""

    inputs: Inputs
    options: Options
    seasons: Sequence[Season]
    history: History

    @property
    def current(self) -> Book | None:
        """The season begun last; None before the first."""
        return self.history.books[-1] if self.history.books else None


def published(club: Club) -> list[Published]:
    """All published tables, but for a championship that the club leaves out."""
    everything = club.inputs, club.options, club.history, club.seasons
    tables = [
        Published("ranking", Ranked, ranking(club)),
        Published("points", Earned, [row for each in club.history.played for row in each.rows]),
    ]
    if "individual" in club.options.championships:
        tables.append(Published("championship", Champion, list(champions(*everything))))
    tables.append(Published("pairs", PairRanked, pairs(club)))
    if "pairs" in club.options.championships:
        tables.append(Published("pairs-championship", PairChampion, list(pair_champions(*everything))))
    return tables


def ranking(club: Club) -> list[Ranked]:
    """The ranking of the current season."""
    book = club.current
    return list(_ranking(club, book)) if book else []


def _ranking(club: Club, book: Book) -> Iterator[Ranked]:
    rankings = {player: book.known(player) for player in book.points}
    before = before_latest(club, book)
    there = [each for each in club.inputs.players if each.id in rankings]
    for rank, player in ranked(there, rankings):
        own = min(len(book.points[player.id]), club.options.sessions)
        earlier = before.get(player.id)
        change = None if earlier is None else rankings[player.id] - earlier
        substituted = club.options.sessions - own
        yield Ranked(rank, player.id, player.name, rankings[player.id], own, substituted, change)


def before_latest(club: Club, book: Book) -> dict[str, float]:
    """The ranking before the latest day with a session, of who played on it."""
    played = club.history.of(book.season)
    latest = [each for each in played if each.session.day == played[-1].session.day]
    first: dict[str, float] = {}
    for each in latest:
        for row in each.rows:
            first.setdefault(row.player, row.before)
    return first


def pairs(club: Club) -> list[PairRanked]:
    """All partnerships by ranking; "Rankings voor spelers, paren en driemanschappen"."""
    rankings = {each: pair_ranking(each, club.current) for each in club.inputs.partnerships}
    known = {each: found for each, found in rankings.items() if found is not None}
    ordered = sorted(known, key=attrgetter("partnership"))
    return [
        PairRanked(rank, each.partnership, each.player1, each.player2, each.player3 or "", known[each])
        for rank, each in best_first(ordered, known.__getitem__)
    ]


def pair_ranking(pair: Partnership, book: Book | None) -> float | None:
    """The sum of the rankings of two, or two thirds of the sum of three; None before the first season."""
    if book is None:
        return None
    rankings = [book.known(player) for _, player in pair.players]
    # R_D = 2·(R_1 + R_2 + R_3) / 3
    return 2 * fsum(rankings) / len(rankings)
