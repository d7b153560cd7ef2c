"""The pages of players: standing, charts, why the score changed, the next game, rounds, opponents; careers.

The figure of a career is the club rating. The ranking is by score, but a score only rises through a season,
so that its chart says little; members compare club ratings, and scores are valued by them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sitegen.core.entities import Career, Careers
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Figure, Movement, Rank, Rating
from sitegen.systems.ijssel.outputs import ExplanationLine, PlayerRound
from sitegen.systems.ijssel.ranking import IjsselStanding, Ranking, SeasonTitles, Standings
from sitegen.systems.ijssel.scores import BYES_PER_SEASON, project_score
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.history import make_player_pages
from sitegen.toolkit.order import index_players
from sitegen.toolkit.ratings import ProjectedDrawableGame, build_projection
from sitegen.toolkit.rounds import players as shared
from sitegen.toolkit.rounds.pages import NO_ROUND
from sitegen.toolkit.rounds.players import NextOpponents
from sitegen.toolkit.rounds.scores import ScoredEntry, build_player_round
from sitegen.toolkit.rounds.tables import Gain, Score


def _build_lines(standing: IjsselStanding, previous: IjsselStanding | None) -> Iterator[ExplanationLine]:
    """Yield the score of the last round, then the changes of the rounds before it."""
    yield from shared.build_new_lines(ExplanationLine, standing, previous)
    pairs = shared.pair_scores(standing, previous)
    became_byes = [pair for pair in pairs if pair[0].entry.result != pair[1].entry.result]
    if pairs:
        other_pairs = [pair for pair in pairs if pair not in became_byes]
        yield shared.build_revaluation_line(ExplanationLine, other_pairs, "earlier rounds, at the new values")
    if became_byes:
        yield shared.build_revaluation_line(
            ExplanationLine, became_byes, "unused byes, in the place of absences"
        )


_NOTE = (
    "The round score at the values as they are now: after the round all values are calculated anew, and every"
    " round score with them. Who has been drawn stands first, then who is nearest in club rating and may"
    " still be met in the period."
)


@dataclass(frozen=True)
class Projection:
    """Builds the section on the next game of a player."""

    ranking: Ranking

    def build_section(self, player: str) -> Iterator[Section]:
        """Yield the section on the next game; nothing after the last round, or for who has left."""
        standings, rows = self.ranking.current_standings, []
        for opponent in self._opponents.find_opponents(player):
            scores = (project_score(player, opponent, result, self._values) for result in ("1", "½", "0"))
            rows.append(ProjectedDrawableGame(opponent, standings[opponent].club_rating, *scores))
        yield from build_projection(
            ProjectedDrawableGame, rows, note=_NOTE, articles=["2.2 Rondescore", "5.1 Limitering"]
        )

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {player: standing.value for player, standing in self.ranking.current_standings.items()}

    @cached_property
    def _opponents(self) -> NextOpponents:
        competition = self.ranking.competition
        return NextOpponents(
            self.ranking,
            lambda standing: standing.club_rating,
            lambda round_: competition.find_met_pairs(competition.get_period(round_)),
        )


def build_careers(ranking: Ranking) -> Careers:
    """Return the careers: the games of each player; a forfeit has no result, and absences are left out."""
    return Careers(lambda player: _build_career(ranking, player), "games", "Club rating", Rating)


def _build_career(ranking: Ranking, player: str) -> Career:
    standing = ranking.current_standings.get(player)
    if standing is None:
        return Career()

    def get_change(game: ScoredEntry) -> float:
        before, after = ranking.get_ratings_before(game.entry.round), ranking.standings_by_round
        return after[game.entry.round][player].club_rating - before[player]

    return shared.build_career(
        ranking, player, lambda standing: standing.club_rating, get_change, standing.start_rating
    )


def build_player_pages(ranking: Ranking, titles: SeasonTitles) -> list[PlayerPage]:
    """Return a page for everyone who has joined, in the order of their rows."""
    players = [player for player in ranking.competition.players if player.id in ranking.current_standings]
    return make_player_pages(players, PlayerPageBuilder(ranking, titles).build_content)


@dataclass(frozen=True)
class PlayerPageBuilder:
    """Builds the pages of all players."""

    ranking: Ranking
    titles: SeasonTitles

    @cached_property
    def _projection(self) -> Projection:
        return Projection(self.ranking)

    @cached_property
    def _previous_standings(self) -> Standings:
        """The ranking before the last round that was played."""
        played_rounds = self.ranking.competition.played_rounds
        return self.ranking.get_standings_before(played_rounds[-1]) if played_rounds else {}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.ranking.competition.players)

    def build_content(self, player: Player) -> PageContent:
        """Return the page of a player."""
        standing, previous = (
            self.ranking.current_standings[player.id],
            self._previous_standings.get(player.id),
        )
        facts = [
            *_build_standing_facts(standing),
            *(self._build_change_facts(standing, previous) if previous else ()),
            *self._build_group_facts(player),
            Fact("Games", standing.played, int, note="without forfeits"),
            Fact("Won – drawn – lost", f"{standing.won} – {standing.drawn} – {standing.lost}"),
            *self._build_requirements(player, standing),
            *shared.build_next_game_facts(self.ranking.competition, player.id),
        ]
        sections = [
            *shared.explain_score(
                self.ranking,
                standing,
                previous,
                list(_build_lines(standing, previous)),
                articles=["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
            ),
            *self._projection.build_section(player.id),
            shared.build_revaluations(standing, previous, ["2.2 Rondescore", "2.3 Afwezigheid"]),
            self._build_history(player),
            shared.build_head_to_head(standing, self._places),
        ]
        return PageContent.create(facts, [*self._build_charts(player), *sections])

    def _build_change_facts(self, standing: IjsselStanding, previous: IjsselStanding) -> Iterator[Fact]:
        """Yield the change of the score, by the last round and by the new values of earlier rounds."""
        latest = standing.sum_scores(self.ranking.competition.played_rounds[-1:])
        gain = standing.score - previous.score
        yield Fact("Places won or lost", previous.rank - standing.rank, Movement)
        yield Fact("Change of the score", gain, Gain, note="since the round before")
        yield Fact("of which the last round", latest, Gain)
        yield Fact("of which new values", gain - latest, Gain, note="of the rounds before")

    def _build_group_facts(self, player: Player) -> Iterator[Fact]:
        """Yield the place of the player in the latest period."""
        latest = max((group.period for group in self.titles.groups), default=0)
        for row in self.titles.period_rows:
            if (row.player, row.period) == (player.id, latest):
                yield Fact("Period", row.period, int)
                yield Fact("Group of the period", row.group, int)
                yield Fact("Place in the group", row.rank, Rank)

    def _build_requirements(self, player: Player, standing: IjsselStanding) -> Iterator[Fact]:
        """Yield the byes left, and the games needed to be champion (article 7 Overige bepalingen)."""
        competition = self.ranking.competition
        if not competition.is_over:
            bye_count = sum(round_score.entry.result == "bye" for round_score in standing.scores)
            yield Fact("Byes left", BYES_PER_SEASON - bye_count, int)
        games_needed = max(0, competition.options.min_games - standing.counting_games)
        rounds_left = sum(competition.is_member(player, round_) for round_ in competition.upcoming_rounds)
        note = "more than there are rounds to come" if games_needed > rounds_left else ""
        yield Fact(
            "Games that count for the title",
            standing.counting_games,
            int,
            note="games played and team matches",
        )
        yield Fact("Games still needed to be champion", games_needed, int, note=note)

    def _build_charts(self, player: Player) -> Iterator[Chart]:
        if standings := dict(self.ranking.history.standings_by_player[player.id]):
            marks = {"Start rating": self.ranking.current_standings[player.id].start_rating}
            yield Chart(
                "Club rating", [(day, standing.club_rating) for day, standing in standings.items()], marks
            )
            yield Chart("Score", [(day, standing.score) for day, standing in standings.items()])

    def _build_history(self, player: Player) -> Section:
        rows = [
            self._build_player_round(scored_entry)
            for scored_entry in shared.sort_latest_first(self.ranking.current_standings[player.id])
        ]
        articles = ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"]
        return Section(
            "rounds", "Rounds", PlayerRound, rows, empty=NO_ROUND, articles=articles, is_yearly=True
        )

    def _build_player_round(self, scored_entry: ScoredEntry) -> PlayerRound:
        standing = self.ranking.standings_by_round[scored_entry.entry.round][scored_entry.entry.player]
        return build_player_round(PlayerRound, scored_entry, standing, club_rating=standing.club_rating)


def _build_standing_facts(standing: IjsselStanding) -> Iterator[Fact]:
    yield Fact("Rank", standing.rank, Rank)
    yield Fact("Score", standing.score, Score)
    yield Fact("Club rating", standing.club_rating, Rating)
    yield Fact("Value", standing.value, Figure, note="what a win against the player is worth")
    yield Fact("Start rating", standing.start_rating, Rating)
