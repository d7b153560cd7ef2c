"""The ranking after each round (article 6.1), for which everything is calculated again every time."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import fsum
from typing import Any, NamedTuple

from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.entries import HALF_POINTS, Entry
from sitegen.systems.ijssel.outputs import Ranked, Receipt, Stage, Start
from sitegen.systems.ijssel.performance import Performance, performances
from sitegen.systems.ijssel.ratings import basis, by_basis, value
from sitegen.systems.ijssel.scores import Scored, scored, settled
from sitegen.toolkit.course import After, Course
from sitegen.toolkit.order import movement, ordered
from sitegen.toolkit.rows import grouped, of_each


class Standing(NamedTuple):
    """A player after a round; `score` is the sum of `scores`, those of all rounds at the values of that day.

    `played` to `lost` are games without forfeits, `absent` rounds without any game, and `counted` the games
    that count towards the minimum of a champion.
    """

    rank: int
    rank_change: int | None
    score: float
    club_rating: float
    value: float
    start_rating: float
    played: int
    won: int
    drawn: int
    lost: int
    absent: int
    counted: int
    scores: Sequence[Scored]

    def score_of(self, rounds: Collection[int]) -> float:
        """The sum of the scores of some rounds."""
        return fsum(each.score for each in self.scores if each.entry.round in rounds)


Standings = Mapping[str, Standing]
"""Everyone on the ranking, by id, in order of rank."""


@dataclass(frozen=True)
class Ranking:
    """A competition and its course: an event a round, with the calculation of its club ratings."""

    competition: Competition
    course: Course[Performance, Standing]

    @cached_property
    def after(self) -> Mapping[int, Standings]:
        """The ranking after each round that was played."""
        return dict(zip(self.competition.played, (each.left for each in self.course.events), strict=True))

    @cached_property
    def now(self) -> Standings:
        """The ranking after the last round that was played."""
        return [self.course.start, *self.after.values()][-1]

    def before(self, round_: int) -> Standings:
        """The ranking before a round; as it stands now where that has not been played."""
        came = dict(zip(self.after, [self.course.start, *self.after.values()], strict=False))
        return came.get(round_, self.now)

    def ratings_before(self, round_: int) -> Mapping[str, float]:
        """The club ratings before a round, of everyone: start ratings of those who were not there yet."""
        ranked = self.before(round_)
        return {**self.competition.start, **{player: own.club_rating for player, own in ranked.items()}}

    @cached_property
    def scores(self) -> Mapping[int, Sequence[Scored]]:
        """The scores of each round as they are now, in the order of the ranking.

        A game won by forfeit that scores nothing stands before what followed it.
        """
        every = chain.from_iterable(own.scores for own in self.now.values())
        return grouped(every, lambda each: each.entry.round)

    @property
    def receipts(self) -> list[Receipt]:
        """Every score of the season at today's values, by round, then rank."""
        return [
            Receipt.like(each.entry, each, score=each.score)
            for round_ in sorted(self.scores)
            for each in self.scores[round_]
        ]

    @property
    def stages(self) -> list[Stage]:
        """How everyone stood after each round."""
        return [
            Stage.like(own, round=round_, player=player, total=own.score)
            for round_, standings in self.after.items()
            for player, own in standings.items()
        ]

    @property
    def starts(self) -> list[Start]:
        """The start ratings; who joins later follows once their round has been played."""
        there = [self.competition.by_id[each] for each in self.competition.start if each in self.now]
        return [
            Start.like(self.now[each.id], each, player=each.id, rank=rank, basis=basis(each))
            for rank, each in enumerate(there, 1)
        ]


def ranked(competition: Competition, standings: Standings) -> list[Ranked]:
    """The ranking as it is published, of these standings in any order."""
    least = competition.options.min_games
    return [
        Ranked.like(own, competition.by_id[id_], player=id_, qualifies=own.counted >= least)
        for id_, own in sorted(standings.items(), key=lambda pair: pair[1].rank)
    ]


def ranking(competition: Competition) -> Ranking:
    """The competition through the last round that was played."""
    order = [each for each in competition.start if competition.by_id[each].joined == 1]
    start = _standings(competition, {each: competition.start[each] for each in order}, [], {})
    return Ranking(competition, Course(start, list(_course(competition, start))))


def _course(competition: Competition, last: Standings) -> Iterator[After[Performance, Standing]]:
    entries: list[Entry] = []
    for round_, found in competition.entries.items():
        before = last if entries else {}
        entries += found
        if competition.is_over and round_ == competition.order[-1]:
            entries = settled(competition, entries)
        joined = by_basis(
            each for each in competition.players if each.joined <= round_ and each.id not in last
        )
        ratings = {player: own.club_rating for player, own in last.items()}
        rows = performances(competition, round_, entries, ratings, [each.id for each in joined])
        last = _standings(competition, {each.tally.player: each.rating for each in rows}, entries, before)
        yield After(str(round_), competition.day(round_), rows, last, "Round {round}", {"round": round_})


def _standings(
    competition: Competition, ratings: Mapping[str, float], entries: Sequence[Entry], before: Standings
) -> Standings:
    """The ranking by these club ratings, with all `entries` of the season so far (6.1 Totaalranglijst)."""
    values = {player: value(rating) for player, rating in ratings.items()}
    scores = of_each(ratings, scored(competition, entries, values), lambda each: [each.entry.player])
    totals = {player: fsum(each.score for each in mine) for player, mine in scores.items()}
    order = ordered(map(competition.by_id.__getitem__, ratings), totals, ratings, competition.start)
    return {
        each.id: _standing(
            scores[each.id],
            rank=rank,
            rank_change=movement(rank, before[each.id].rank if each.id in before else None),
            score=totals[each.id],
            club_rating=ratings[each.id],
            value=values[each.id],
            start_rating=competition.start[each.id],
        )
        for rank, each in enumerate(order, 1)
    }


def _standing(scores: Sequence[Scored], **figures: Any) -> Standing:
    entries = [each.entry for each in scores]
    results = Counter(each.result for each in entries)
    return Standing(
        **figures,
        played=sum(results[each] for each in HALF_POINTS),
        won=results["1"],
        drawn=results["½"],
        lost=results["0"],
        absent=len({each.round for each in entries} - {each.round for each in entries if each.is_game}),
        counted=sum(each.is_played or each.result == "external" for each in entries),
        scores=scores,
    )
