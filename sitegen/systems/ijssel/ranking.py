"""The ranking after each round (article 6.1), for which every round is scored again; titles and places.

Titles are the period championships and the club title; places are those in the teams.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from sitegen.systems.ijssel.outputs import PeriodRankingRow, RankingRow, StartRating, TeamPlace
from sitegen.systems.ijssel.scores import Performance, compute_performances, score_entries, settle_entries
from sitegen.systems.ijssel.season import Competition, compute_value, get_basis, sort_by_basis
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.history import History, Snapshot
from sitegen.toolkit.order import compute_movement, group_by_player, sort_players
from sitegen.toolkit.rounds.ranking import SeasonRanking, rank_listed
from sitegen.toolkit.rounds.scores import ScoredEntry
from sitegen.toolkit.rounds.season import HALF_POINTS, RoundEntry


class IjsselStanding(NamedTuple):
    """The figures of a player after a round.

    `score` is the sum of `scores`, which are those of all rounds at the values after this round.
    `rating_change` is what the round changed of the club rating. `played` to `lost` are games without
    forfeits, `absent` are rounds without any game, and `counting_games` are those that count towards the
    minimum of a champion. Who is out of competition has no `rank`.
    """

    rank: int | None
    rank_change: int | None
    score: float
    club_rating: float
    rating_change: float
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
        """Return the sum of the scores of some rounds."""
        return fsum(scored_entry.score for scored_entry in self.scores if scored_entry.entry.round in rounds)


Standings = Mapping[str, IjsselStanding]
"""The standing of everyone on the ranking, by id, in order of rank."""


class Ranking(SeasonRanking[Competition, Performance, IjsselStanding]):
    """A competition and its history: an event for each round, with the calculation of its club ratings."""

    def get_ratings_before(self, round_: int) -> Mapping[str, float]:
        """Return the club ratings of all players before a round: start ratings of those not ranked yet."""
        standings = self.get_standings_before(round_)
        return {
            **self.competition.start_ratings,
            **{player: standing.club_rating for player, standing in standings.items()},
        }

    def build_row(self, player: str, standing: IjsselStanding) -> RankingRow:
        """Return the row of a player on the ranking."""
        return RankingRow.combine(
            standing,
            self.competition.players_by_id[player],
            player=player,
            change=None,
            qualifies=standing.counting_games >= self.competition.options.min_games,
        )

    @property
    def start_ratings(self) -> list[StartRating]:
        """The start ratings; who joins later follows once their round has been played."""
        players = [
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
            for rank, player in enumerate(players, 1)
        ]


def build_ranking(competition: Competition) -> Ranking:
    """Return the ranking after each round through the last that was played."""
    order = [player for player in competition.start_ratings if competition.players_by_id[player].joined == 1]
    start = _build_standings(
        competition, {player: competition.start_ratings[player] for player in order}, [], {}
    )
    return Ranking(competition, History(start, list(_rate_rounds(competition, start))))


def _rate_rounds(
    competition: Competition, standings: Standings
) -> Iterator[Snapshot[Performance, IjsselStanding]]:
    entries: list[RoundEntry] = []
    for round_, entries_of_round in competition.entries.items():
        previous = standings if entries else {}
        entries += [*competition.decided_entries.get(round_, ()), *entries_of_round]
        if competition.is_over and round_ == competition.round_order[-1]:
            entries = settle_entries(competition, entries)
        new_entrants = sort_by_basis(
            player for player in competition.players if player.joined <= round_ and player.id not in standings
        )
        ratings = {player: standing.club_rating for player, standing in standings.items()}
        rows = compute_performances(
            competition, round_, entries, ratings, [player.id for player in new_entrants]
        )
        standings = _build_standings(
            competition,
            {performance.tally.player: performance.rating for performance in rows},
            entries,
            previous,
            competition.find_excluded(round_),
        )
        yield Snapshot(
            str(round_),
            competition.get_day(round_),
            rows,
            standings,
            "Round {round}",
            {"round": round_},
            decisions=competition.list_decisions(round_),
        )


def _build_standings(
    competition: Competition,
    ratings: Mapping[str, float],
    entries: Sequence[RoundEntry],
    previous: Standings,
    excluded: Collection[str] = (),
) -> Standings:
    """The ranking by these club ratings, with all `entries` of the season so far (6.1 Totaalranglijst)."""
    values = {player: compute_value(rating) for player, rating in ratings.items()}
    scores = group_by_player(
        ratings, score_entries(competition, entries, values), lambda item: [item.entry.player]
    )
    totals = {
        player: fsum(scored_entry.score for scored_entry in entries_of_player)
        for player, entries_of_player in scores.items()
    }
    order = sort_players(
        map(competition.players_by_id.__getitem__, ratings), totals, ratings, competition.start_ratings
    )
    ratings_before = {
        **competition.start_ratings,
        **{player: standing.club_rating for player, standing in previous.items()},
    }
    ranks = rank_listed([player.id for player in order], excluded)
    return {
        player.id: _build_standing(
            scores[player.id],
            rank=ranks.get(player.id),
            rank_change=compute_movement(
                ranks.get(player.id), previous[player.id].rank if player.id in previous else None
            ),
            score=totals[player.id],
            club_rating=ratings[player.id],
            rating_change=ratings[player.id] - ratings_before[player.id],
            value=values[player.id],
            start_rating=competition.start_ratings[player.id],
        )
        for player in order
    }


def _build_standing(scores: Sequence[ScoredEntry], **figures: Any) -> IjsselStanding:
    entries = [scored_entry.entry for scored_entry in scores if not scored_entry.entry.decision]
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
"""The number of places that can be earned in each competition (article 7 Overige bepalingen)."""
LAST_ROUNDS = 5
"""The number of last rounds of the season in which a place must be held (article 7 Overige bepalingen)."""


class PeriodGroup(NamedTuple):
    """A group of a period: its ranking, and whether that is final."""

    period: int
    number: int
    is_final: bool
    rows: Sequence[PeriodRankingRow]


class SeasonTitles(NamedTuple):
    """The groups of every period that has begun, the club champion, and the holders of places so far.

    `champion` is blank while there is none; `holders` has the ids for each competition, in order of rank.
    """

    groups: Sequence[PeriodGroup]
    champion: str
    holders: Mapping[str, Sequence[str]]

    @property
    def period_rows(self) -> list[PeriodRankingRow]:
        """The rankings of all groups."""
        return [row for group in self.groups for row in group.rows]


def award_titles(ranking: Ranking) -> SeasonTitles:
    """Return the titles through the last round that was played."""
    holders = {name: _find_holders(ranking, place_count) for name, place_count in PLACE_COUNTS.items()}
    return SeasonTitles(list(_build_groups(ranking)), _find_champion(ranking), holders)


def award_places(ranking: Ranking, titles: SeasonTitles) -> list[TeamPlace]:
    """Return the places that have been earned: none before the season is over."""
    if not ranking.competition.is_over:
        return []
    return [
        TeamPlace.combine(ranking.competition.players_by_id[holder], competition=name, player=holder)
        for name, holders in titles.holders.items()
        for holder in holders
    ]


def _build_groups(ranking: Ranking) -> Iterator[PeriodGroup]:
    """Yield the groups of each period that has begun (article 6.2 Periode ranglijst)."""
    for period, rounds in sorted(ranking.competition.rounds_by_period.items()):
        if played_rounds := [round_ for round_ in rounds if round_ in ranking.standings_by_round]:
            for number, members in enumerate(_divide_players(ranking, played_rounds[0]), 1):
                yield _build_group(ranking, period, number, members)


def _divide_players(ranking: Ranking, round_: int) -> Iterator[Sequence[Player]]:
    """Yield the groups of members in a round, in bands of club rating before the round."""
    excluded = ranking.competition.find_excluded(round_)
    members = [
        player
        for player in ranking.competition.players
        if ranking.competition.is_member(player, round_) and player.id not in excluded
    ]
    strongest = sort_players(members, ranking.get_ratings_before(round_))
    size, larger = divmod(len(members), ranking.competition.options.groups)
    for number in range(ranking.competition.options.groups):
        start = number * size + min(number, larger)
        yield strongest[start : start + size + (number < larger)]


def _build_group(ranking: Ranking, period: int, number: int, members: Sequence[Player]) -> PeriodGroup:
    rounds = ranking.competition.rounds_by_period[period]
    is_over = all(
        round_ in ranking.standings_by_round and not ranking.competition.list_pending(round_)
        for round_ in rounds
    )
    # the ranking of a period that is over stays
    standings = ranking.standings_by_round[rounds[-1]] if is_over else ranking.current_standings
    members = [member for member in members if standings[member.id].rank]
    scores = {member.id: standings[member.id].sum_scores(rounds) for member in members}
    ratings = {member.id: standings[member.id].club_rating for member in members}
    order = sort_players(members, scores, ratings, ranking.competition.start_ratings)
    rows = [
        PeriodRankingRow.combine(
            member,
            period=period,
            group=number,
            rank=rank,
            player=member.id,
            score=scores[member.id],
            champion=is_over and rank == 1,
        )
        for rank, member in enumerate(order, 1)
    ]
    return PeriodGroup(period, number, is_over, rows)


def _find_champion(ranking: Ranking) -> str:
    """Return the first of the final ranking with enough games; blank before the season is over.

    Articles 6.1 Totaalranglijst, 7 Overige bepalingen.
    """
    min_games = ranking.competition.options.min_games
    standings = ranking.current_standings.items() if ranking.competition.is_over else ()
    qualified = (
        player for player, standing in standings if standing.rank and standing.counting_games >= min_games
    )
    return next(qualified, "")


def _find_holders(ranking: Ranking, place_count: int) -> list[str]:
    """Return the players in the first places after each of the last rounds that have been played.

    Nobody before the first of the last rounds of the season (article 7 Overige bepalingen).
    """
    standings = ranking.standings_by_round
    last_rounds = [round_ for round_ in ranking.competition.round_order[-LAST_ROUNDS:] if round_ in standings]
    leaders = [
        {
            player
            for player, standing in standings[round_].items()
            if standing.rank and standing.rank <= place_count
        }
        for round_ in last_rounds
    ]
    current = ranking.current_standings if leaders else ()
    return [player for player in current if all(player in leading for leading in leaders)]
