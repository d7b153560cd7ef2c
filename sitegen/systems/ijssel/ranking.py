"""The ranking after each round (article 6.1), for which everything is calculated again every time.

What can be won besides the ranking: period championships, the club title, and places in the teams.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import fsum
from typing import Any, NamedTuple

from sitegen.systems.ijssel.outputs import (
    PeriodRankingRow,
    RankingRow,
    RoundScore,
    RoundStanding,
    StartRating,
    TeamPlace,
)
from sitegen.systems.ijssel.scores import (
    Performance,
    ScoredEntry,
    compute_performances,
    score_entries,
    settle_entries,
)
from sitegen.systems.ijssel.season import (
    HALF_POINTS,
    Competition,
    RoundEntry,
    compute_value,
    get_basis,
    sort_by_basis,
)
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.course import History, Snapshot
from sitegen.toolkit.order import compute_movement, group_by, group_by_player, sort_players


class IjsselStanding(NamedTuple):
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
    counting_games: int
    scores: Sequence[ScoredEntry]

    def sum_scores(self, rounds: Collection[int]) -> float:
        """The sum of the scores of some rounds."""
        return fsum(round_score.score for round_score in self.scores if round_score.entry.round in rounds)


Standings = Mapping[str, IjsselStanding]
"""Everyone on the ranking, by id, in order of rank."""


@dataclass(frozen=True)
class Ranking:
    """A competition and its course: an event a round, with the calculation of its club ratings."""

    competition: Competition
    history: History[Performance, IjsselStanding]

    @cached_property
    def standings_by_round(self) -> Mapping[int, Standings]:
        """The ranking after each round that was played."""
        return dict(
            zip(
                self.competition.played_rounds,
                (snapshot.standings for snapshot in self.history.events),
                strict=True,
            )
        )

    @cached_property
    def current_standings(self) -> Standings:
        """The ranking after the last round that was played."""
        return [self.history.start, *self.standings_by_round.values()][-1]

    def get_standings_before(self, round_: int) -> Standings:
        """The ranking before a round; as it stands now where that has not been played."""
        came = dict(
            zip(
                self.standings_by_round, [self.history.start, *self.standings_by_round.values()], strict=False
            )
        )
        return came.get(round_, self.current_standings)

    def get_ratings_before(self, round_: int) -> Mapping[str, float]:
        """The club ratings before a round, of everyone: start ratings of those who were not there yet."""
        ranked = self.get_standings_before(round_)
        return {
            **self.competition.start_ratings,
            **{player: own.club_rating for player, own in ranked.items()},
        }

    @cached_property
    def scores_by_round(self) -> Mapping[int, Sequence[ScoredEntry]]:
        """The scores of each round as they are now, in the order of the ranking.

        A game won by forfeit that scores nothing stands before what followed it.
        """
        every = chain.from_iterable(own.scores for own in self.current_standings.values())
        return group_by(every, lambda item: item.entry.round)

    @property
    def round_scores(self) -> list[RoundScore]:
        """Every score of the season at today's values, by round, then rank."""
        return [
            RoundScore.combine(round_score.entry, round_score, score=round_score.score)
            for round_ in sorted(self.scores_by_round)
            for round_score in self.scores_by_round[round_]
        ]

    @property
    def round_standings(self) -> list[RoundStanding]:
        """How everyone stood after each round."""
        return [
            RoundStanding.combine(own, round=round_, player=player, total=own.score)
            for round_, standings in self.standings_by_round.items()
            for player, own in standings.items()
        ]

    @property
    def start_ratings(self) -> list[StartRating]:
        """The start ratings; who joins later follows once their round has been played."""
        there = [
            self.competition.players_by_id[player]
            for player in self.competition.start_ratings
            if player in self.current_standings
        ]
        return [
            StartRating.combine(
                self.current_standings[player.id],
                player,
                player=player.id,
                rank=rank,
                basis=get_basis(player),
            )
            for rank, player in enumerate(there, 1)
        ]


def build_ranking_rows(competition: Competition, standings: Standings) -> list[RankingRow]:
    """The ranking as it is published, of these standings in any order."""
    least = competition.options.min_games
    return [
        RankingRow.combine(
            own, competition.players_by_id[id_], player=id_, qualifies=own.counting_games >= least
        )
        for id_, own in sorted(standings.items(), key=lambda pair: pair[1].rank)
    ]


def build_ranking(competition: Competition) -> Ranking:
    """The competition through the last round that was played."""
    order = [player for player in competition.start_ratings if competition.players_by_id[player].joined == 1]
    start = _build_standings(
        competition, {player: competition.start_ratings[player] for player in order}, [], {}
    )
    return Ranking(competition, History(start, list(_rate_rounds(competition, start))))


def _rate_rounds(
    competition: Competition, last: Standings
) -> Iterator[Snapshot[Performance, IjsselStanding]]:
    entries: list[RoundEntry] = []
    for round_, found in competition.entries.items():
        before = last if entries else {}
        entries += found
        if competition.is_over and round_ == competition.round_order[-1]:
            entries = settle_entries(competition, entries)
        joined = sort_by_basis(
            player for player in competition.players if player.joined <= round_ and player.id not in last
        )
        ratings = {player: own.club_rating for player, own in last.items()}
        rows = compute_performances(competition, round_, entries, ratings, [player.id for player in joined])
        last = _build_standings(
            competition,
            {performance.tally.player: performance.rating for performance in rows},
            entries,
            before,
        )
        yield Snapshot(
            str(round_), competition.get_day(round_), rows, last, "Round {round}", {"round": round_}
        )


def _build_standings(
    competition: Competition, ratings: Mapping[str, float], entries: Sequence[RoundEntry], before: Standings
) -> Standings:
    """The ranking by these club ratings, with all `entries` of the season so far (6.1 Totaalranglijst)."""
    values = {player: compute_value(rating) for player, rating in ratings.items()}
    scores = group_by_player(
        ratings, score_entries(competition, entries, values), lambda item: [item.entry.player]
    )
    totals = {player: fsum(round_score.score for round_score in mine) for player, mine in scores.items()}
    order = sort_players(
        map(competition.players_by_id.__getitem__, ratings), totals, ratings, competition.start_ratings
    )
    return {
        player.id: _build_standing(
            scores[player.id],
            rank=rank,
            rank_change=compute_movement(rank, before[player.id].rank if player.id in before else None),
            score=totals[player.id],
            club_rating=ratings[player.id],
            value=values[player.id],
            start_rating=competition.start_ratings[player.id],
        )
        for rank, player in enumerate(order, 1)
    }


def _build_standing(scores: Sequence[ScoredEntry], **figures: Any) -> IjsselStanding:
    entries = [round_score.entry for round_score in scores]
    results = Counter(entry.result for entry in entries)
    return IjsselStanding(
        **figures,
        played=sum(results[result] for result in HALF_POINTS),
        won=results["1"],
        drawn=results["½"],
        lost=results["0"],
        absent=len({entry.round for entry in entries} - {entry.round for entry in entries if entry.is_game}),
        counting_games=sum(entry.is_played or entry.result == "external" for entry in entries),
        scores=scores,
    )


PLACE_COUNTS = {"cup": 3, "first team": 6, "second team": 12}
"""The competitions in which places can be earned, and how many (article 7 Overige bepalingen)."""
LAST_ROUNDS = 5
"""For how many rounds, to the last of the season, a place must be held (article 7 Overige bepalingen)."""


class PeriodGroup(NamedTuple):
    """A group of a period: its ranking, and whether that is final."""

    period: int
    number: int
    is_final: bool
    rows: Sequence[PeriodRankingRow]


class SeasonTitles(NamedTuple):
    """The groups of every period that has begun, the club champion, and who holds places so far.

    `champion` is blank while there is none; `holders` has the ids in each competition, in order of rank.
    """

    groups: Sequence[PeriodGroup]
    champion: str
    holders: Mapping[str, Sequence[str]]

    @property
    def period_rows(self) -> list[PeriodRankingRow]:
        """The rankings of all groups."""
        return [row for group in self.groups for row in group.rows]


def award_titles(made: Ranking) -> SeasonTitles:
    """All that was won through the last round that was played."""
    holders = {name: _find_holders(made, among) for name, among in PLACE_COUNTS.items()}
    return SeasonTitles(list(_build_groups(made)), _find_champion(made), holders)


def award_places(made: Ranking, won: SeasonTitles) -> list[TeamPlace]:
    """The places that have been earned: none before the season is over."""
    if not made.competition.is_over:
        return []
    return [
        TeamPlace.combine(made.competition.players_by_id[holder], competition=name, player=holder)
        for name, holders in won.holders.items()
        for holder in holders
    ]


def _build_groups(made: Ranking) -> Iterator[PeriodGroup]:
    """The groups of each period that has begun (article 6.2 Periode ranglijst)."""
    for period, rounds in sorted(made.competition.rounds_by_period.items()):
        if played := [round_ for round_ in rounds if round_ in made.standings_by_round]:
            for number, members in enumerate(_divide_players(made, played[0]), 1):
                yield _build_group(made, period, number, members)


def _divide_players(made: Ranking, round_: int) -> Iterator[Sequence[Player]]:
    """The players in the draw of a round, in bands of club rating as it stood before."""
    there = [player for player in made.competition.players if made.competition.is_member(player, round_)]
    strongest = sort_players(there, made.get_ratings_before(round_))
    size, larger = divmod(len(there), made.competition.options.groups)
    for number in range(made.competition.options.groups):
        start = number * size + min(number, larger)
        yield strongest[start : start + size + (number < larger)]


def _build_group(made: Ranking, period: int, number: int, members: Sequence[Player]) -> PeriodGroup:
    rounds = made.competition.rounds_by_period[period]
    is_over = all(round_ in made.standings_by_round for round_ in rounds)
    then = (
        made.standings_by_round[rounds[-1]] if is_over else made.current_standings
    )  # the ranking of a period that is over stays
    scores = {member.id: then[member.id].sum_scores(rounds) for member in members}
    ratings = {member.id: then[member.id].club_rating for member in members}
    rows = [
        PeriodRankingRow.combine(
            who,
            period=period,
            group=number,
            rank=rank,
            player=who.id,
            score=scores[who.id],
            champion=is_over and rank == 1,
        )
        for rank, who in enumerate(sort_players(members, scores, ratings, made.competition.start_ratings), 1)
    ]
    return PeriodGroup(period, number, is_over, rows)


def _find_champion(made: Ranking) -> str:
    """The first of the final ranking who played enough games.

    Articles 6.1 Totaalranglijst, 7 Overige bepalingen.
    """
    enough = made.competition.options.min_games
    there = made.current_standings.items() if made.competition.is_over else ()
    return next((player for player, own in there if own.counting_games >= enough), "")


def _find_holders(made: Ranking, among: int) -> list[str]:
    """Who was among the first `among` after each of the last rounds of the season, as far as they are played.

    Nobody before the first of those rounds (article 7 Overige bepalingen).
    """
    last = made.competition.round_order[-LAST_ROUNDS:]
    lists = [
        set(list(made.standings_by_round[round_])[:among])
        for round_ in last
        if round_ in made.standings_by_round
    ]
    return [player for player in made.current_standings if lists and all(player in first for first in lists)]
