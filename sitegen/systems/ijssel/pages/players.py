"""The pages of players: standing, charts, why the score changed, the next game, rounds, opponents; careers.

The figure of a career is the club rating. The ranking is by score, but a score only rises through a season,
so that its chart says little; members compare club ratings, and scores are valued by them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import fsum
from typing import Any

from sitegen.core.model import Chart, Fact
from sitegen.core.table import Figure
from sitegen.systems.ijssel.outputs import ExplanationLine, PlayerRound, RankingRow
from sitegen.systems.ijssel.ranking import IjsselStanding, Ranking, SeasonTitles, Standings
from sitegen.systems.ijssel.scores import BYES_PER_SEASON, project_score
from sitegen.toolkit.rounds.players import PlayerPages, PlayerTables
from sitegen.toolkit.rounds.scores import ScoredEntry
from sitegen.toolkit.rounds.tables import Gain

_NOTE = (
    "The round score at the values as they are now: after the round all values are calculated anew, and every"
    " round score with them. Who has been drawn stands first, then who is nearest in club rating and may"
    " still be met in the period."
)
_ARTICLES = {
    "why": ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
    "ahead": ["2.2 Rondescore", "5.1 Limitering"],
    "revalued": ["2.2 Rondescore", "2.3 Afwezigheid"],
    "rounds": ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"],
}


@dataclass(frozen=True)
class CompetitionPlayers(PlayerPages[Ranking]):
    """The pages of players, with club ratings, period groups and byes."""

    titles: SeasonTitles

    def get_figure(self, standing: IjsselStanding) -> float:
        """Return the club rating."""
        return standing.club_rating

    def get_start(self, standing: IjsselStanding) -> float:
        """Return the start rating."""
        return standing.start_rating

    def get_change(self, game: ScoredEntry) -> float:
        """Return the change of the club rating by the round of a game."""
        round_, player = game.entry.round, game.entry.player
        after = self.ranking.standings_by_round[round_][player].club_rating
        return after - self.ranking.get_ratings_before(round_)[player]

    def find_barred_pairs(self, round_: int) -> Collection[frozenset[str]]:
        """Return the pairs who met in the period of a round."""
        competition = self.ranking.competition
        return competition.find_met_pairs(competition.get_period(round_))

    def project(self, player: str, opponent: str) -> Sequence[float]:
        """Return the club rating of the opponent, and the scores of a win, a draw and a loss."""
        rating = self.ranking.current_standings[opponent].club_rating
        return [rating, *(project_score(player, opponent, result, self._values) for result in "1½0")]

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {player: standing.value for player, standing in self.ranking.current_standings.items()}

    @cached_property
    def previous_standings(self) -> Standings:
        """The ranking before the last round that was played, which may be that of the start."""
        played_rounds = self.ranking.competition.played_rounds
        return self.ranking.get_standings_before(played_rounds[-1]) if played_rounds else {}

    def build_charts(self, standings: Mapping[date, IjsselStanding]) -> Iterator[Chart]:
        """Yield the charts of club ratings and of scores."""
        if standings:
            marks = {"Start rating": [*standings.values()][-1].start_rating}
            ratings = [(day, standing.club_rating) for day, standing in standings.items()]
            yield Chart("Club rating", ratings, marks)
            yield Chart("Score", [(day, standing.score) for day, standing in standings.items()])

    def list_figures(self, row: RankingRow) -> Iterator[Fact]:
        """Yield club rating, value and start rating."""
        yield Fact.from_cell(row, "club_rating", "Club rating", figure="now")
        yield Fact.from_cell(row, "value", cell_type=Figure, note="what a win against the player is worth")
        yield Fact.from_cell(row, "start_rating", "Start rating")

    def list_changes(
        self, player: str, standing: IjsselStanding, previous: IjsselStanding | None
    ) -> Iterator[Fact]:
        """Yield what is due to the last round and to new values, and the place in the latest period."""
        if previous:
            latest = standing.sum_scores(self.ranking.competition.played_rounds[-1:])
            new_values = standing.score - previous.score - latest
            yield Fact("of which the last round", latest, Gain)
            yield Fact("of which new values", new_values, Gain, note="of the rounds before")
        latest_period = max((group.period for group in self.titles.groups), default=0)
        for row in self.titles.period_rows:
            if (row.player, row.period) == (player, latest_period):
                yield Fact.from_cell(row, "period")
                yield Fact.from_cell(row, "group", "Group of the period")
                yield Fact.from_cell(row, "rank", "Place in the group")

    def list_requirements(self, player: str, standing: IjsselStanding) -> Iterator[Fact]:
        """Yield the byes left, and the games needed to be champion (article 7 Overige bepalingen)."""
        competition = self.ranking.competition
        if not competition.is_over:
            bye_count = sum(round_score.entry.result == "bye" for round_score in standing.scores)
            yield Fact("Byes left", BYES_PER_SEASON - bye_count, int)
        counting, note = standing.counting_games, "games played and team matches"
        yield Fact("Games that count for the title", counting, int, note=note)
        games_needed = max(0, competition.options.min_games - counting)
        member = competition.players_by_id[player]
        rounds_left = sum(competition.is_member(member, round_) for round_ in competition.upcoming_rounds)
        rounds_left += sum(round_score.entry.is_pending for round_score in standing.scores)
        note = "more than there are rounds to come" if games_needed > rounds_left else ""
        yield Fact("Games still needed to be champion", games_needed, int, note=note)

    def list_other_lines(
        self, standing: IjsselStanding, previous: IjsselStanding | None
    ) -> Iterator[tuple[float, str]]:
        """Yield what byes brought that took the place of absences (article 2.3 Afwezigheid)."""
        before = {item.key: item for item in previous.scores} if previous else {}
        gains = [
            item.score - before[item.key].score
            for item in standing.scores
            if item.key in before and item.entry.result != before[item.key].entry.result
        ]
        if gains:
            yield fsum(gains), "unused byes, in the place of absences"

    def get_round_cells(self, standing: IjsselStanding) -> dict[str, Any]:
        """Return the club rating after a round."""
        return {"club_rating": standing.club_rating}


def make_players(ranking: Ranking, titles: SeasonTitles) -> CompetitionPlayers:
    """Return the pages of players."""
    tables = PlayerTables(PlayerRound, ExplanationLine)
    return CompetitionPlayers(ranking, tables, _NOTE, _ARTICLES, "", titles)
