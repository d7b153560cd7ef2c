"""The ranking after each round: a standing for everybody who takes part, and the rows that are published."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.systems.keizer.outputs import RankingRow
from sitegen.systems.keizer.scores import (
    KeizerSeason,
    ScoredTerm,
    Turn,
    Valuation,
    freeze_rounds,
    list_terms,
    value_once,
    value_rounds,
)
from sitegen.toolkit.history import History, Snapshot
from sitegen.toolkit.order import compute_movement, group_by_player
from sitegen.toolkit.rounds.ranking import SeasonRanking, rank_listed
from sitegen.toolkit.rounds.scores import ScoredEntry
from sitegen.toolkit.rounds.season import HALF_POINTS, RoundEntry


class KeizerStanding(NamedTuple):
    """The figures of a player after a round; `own` is what the own value adds to the score.

    Who is out of competition has no `rank`.
    """

    rank: int | None
    rank_change: int | None
    value: float
    own: float
    score: float
    games: int
    won: int
    drawn: int
    lost: int
    absences: int
    scores: Sequence[ScoredEntry]


class Ranking(SeasonRanking[KeizerSeason, Turn, KeizerStanding]):
    """A season and its history: an event for each round, with the players of orders that took turns."""

    def build_row(self, player: str, standing: KeizerStanding) -> RankingRow:
        """Return the row of a player on the ranking."""
        return RankingRow.combine(
            standing, self.competition.players_by_id[player], player=player, change=None
        )


def build_ranking(season: KeizerSeason) -> Ranking:
    """Return the ranking after each round through the last that was played."""
    players = season.select_players([])
    start = value_rounds(players, [], season.options)
    return Ranking(season, History(_build_standings(start, {}, ()), list(_value_season(season))))


def _value_season(season: KeizerSeason) -> Iterator[Snapshot[Turn, KeizerStanding]]:
    options = season.options
    frozen: dict[RoundEntry, ScoredTerm] = {}
    standings: Mapping[str, KeizerStanding] = {}
    for count, round_ in enumerate(season.played_rounds, 1):
        rounds = season.played_rounds[:count]
        players = season.select_players(rounds)
        terms = list(list_terms(season, rounds, players))
        if options.frozen:
            valuation = freeze_rounds(players, terms, frozen, options)
            frozen |= {scored.term.entry: scored for scored in valuation.amounts}
        else:
            valuation = (value_once if options.get("once") else value_rounds)(players, terms, options)
        standings = _build_standings(valuation, standings, season.find_excluded(round_))
        yield Snapshot(
            str(round_),
            season.get_day(round_),
            valuation.turns,
            standings,
            "Round {round}",
            {"round": round_},
            decisions=season.list_decisions(round_),
        )


def _build_standings(
    valuation: Valuation, previous: Mapping[str, KeizerStanding], excluded: Collection[str]
) -> dict[str, KeizerStanding]:
    """Return the standings in order; from here on figures are no fractions any more."""
    ranks = rank_listed(valuation.order, excluded)
    amounts = group_by_player(valuation.order, valuation.amounts, lambda scored: [scored.term.entry.player])
    return {
        player: _build_standing(
            player,
            ranks.get(player),
            previous[player].rank if player in previous else None,
            valuation,
            amounts[player],
        )
        for player in valuation.order
    }


def _build_standing(
    player: str,
    rank: int | None,
    previous_rank: int | None,
    valuation: Valuation,
    amounts: Sequence[ScoredTerm],
) -> KeizerStanding:
    results = Counter(scored.term.entry.result for scored in amounts)
    return KeizerStanding(
        rank,
        compute_movement(rank, previous_rank),
        value=float(valuation.values[player]),
        own=float(valuation.own[player]),
        score=float(valuation.scores[player]),
        games=sum(results[result] for result in HALF_POINTS),
        won=results["1"],
        drawn=results["½"],
        lost=results["0"],
        absences=results["club"] + results["excused"] + results["unexcused"],
        scores=[
            ScoredEntry(
                scored.term.entry, float(scored.term.factor), float(scored.value), float(scored.amount)
            )
            for scored in amounts
        ],
    )
