"""What can be won besides the ranking: period championships, the club title, and places in the teams."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.outputs import PeriodRanked, Place
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.order import ordered

PLACES = {"cup": 3, "first team": 6, "second team": 12}
"""The competitions in which places can be earned, and how many (article 7 Overige bepalingen)."""
LAST_ROUNDS = 5
"""For how many rounds, to the last of the season, a place must be held (article 7 Overige bepalingen)."""


class Group(NamedTuple):
    """A group of a period: its ranking, and whether that is final."""

    period: int
    number: int
    is_final: bool
    rows: Sequence[PeriodRanked]


class Honours(NamedTuple):
    """The groups of every period that has begun, the club champion, and who holds places so far.

    `champion` is blank while there is none; `holders` has the ids in each competition, in order of rank.
    """

    groups: Sequence[Group]
    champion: str
    holders: Mapping[str, Sequence[str]]

    @property
    def periods(self) -> list[PeriodRanked]:
        """The rankings of all groups."""
        return [row for each in self.groups for row in each.rows]


def honours(made: Ranking) -> Honours:
    """All that was won through the last round that was played."""
    holders = {name: _holders(made, among) for name, among in PLACES.items()}
    return Honours(list(_groups(made)), _champion(made), holders)


def places(made: Ranking, won: Honours) -> list[Place]:
    """The places that have been earned: none before the season is over."""
    if not made.competition.is_over:
        return []
    return [
        Place.like(made.competition.by_id[each], competition=name, player=each)
        for name, holders in won.holders.items()
        for each in holders
    ]


def _groups(made: Ranking) -> Iterator[Group]:
    """The groups of each period that has begun (article 6.2 Periode ranglijst)."""
    for period, rounds in sorted(made.competition.periods.items()):
        if played := [each for each in rounds if each in made.after]:
            for number, members in enumerate(_dealt(made, played[0]), 1):
                yield _group(made, period, number, members)


def _dealt(made: Ranking, round_: int) -> Iterator[Sequence[Player]]:
    """The players in the draw of a round, in bands of club rating as it stood before."""
    there = [each for each in made.competition.players if made.competition.belongs(each, round_)]
    strongest = ordered(there, made.ratings_before(round_))
    size, larger = divmod(len(there), made.competition.options.groups)
    for number in range(made.competition.options.groups):
        start = number * size + min(number, larger)
        yield strongest[start : start + size + (number < larger)]


def _group(made: Ranking, period: int, number: int, members: Sequence[Player]) -> Group:
    rounds = made.competition.periods[period]
    is_over = all(each in made.after for each in rounds)
    then = made.after[rounds[-1]] if is_over else made.now  # the ranking of a period that is over stays
    scores = {each.id: then[each.id].score_of(rounds) for each in members}
    ratings = {each.id: then[each.id].club_rating for each in members}
    rows = [
        PeriodRanked.like(
            who,
            period=period,
            group=number,
            rank=rank,
            player=who.id,
            score=scores[who.id],
            champion=is_over and rank == 1,
        )
        for rank, who in enumerate(ordered(members, scores, ratings, made.competition.start), 1)
    ]
    return Group(period, number, is_over, rows)


def _champion(made: Ranking) -> str:
    """The first of the final ranking who played enough games.

    Articles 6.1 Totaalranglijst, 7 Overige bepalingen.
    """
    enough = made.competition.options.min_games
    there = made.now.items() if made.competition.is_over else ()
    return next((player for player, own in there if own.counted >= enough), "")


def _holders(made: Ranking, among: int) -> list[str]:
    """Who was among the first `among` after each of the last rounds of the season, as far as they are played.

    Nobody before the first of those rounds (article 7 Overige bepalingen).
    """
    last = made.competition.order[-LAST_ROUNDS:]
    lists = [set(list(made.after[each])[:among]) for each in last if each in made.after]
    return [each for each in made.now if lists and all(each in first for first in lists)]
