"""The pages of players: standing, charts, why the score changed, the next game, rounds, opponents; careers.

The figure of a career is the club rating. The ranking is by score, but a score only rises through a season,
so that its chart says little; members compare club ratings, and scores are valued by them.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import fsum
from typing import Literal

from sitegen.core.entities import Balance, Career, Careers, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import Figure, Movement, PlayerId, Rank, Rating
from sitegen.systems.ijssel.outputs import (
    ExplanationKind,
    ExplanationLine,
    Opponent,
    PlayerRound,
    ScoreChange,
    ScoreChangeStep,
    build_player_score,
    format_factor,
)
from sitegen.systems.ijssel.pages.lists import build_evening_facts
from sitegen.systems.ijssel.ranking import IjsselStanding, Ranking, SeasonTitles, Standings
from sitegen.systems.ijssel.scores import BYES_PER_SEASON, ScoredEntry, project_score
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.history import make_player_pages
from sitegen.toolkit.order import group_companions, index_players, rank_players
from sitegen.toolkit.ratings import (
    LIST_TITLE,
    ProjectedDrawableGame,
    build_explanation,
    build_projection,
    find_neighbours,
    make_opening,
    select_likely,
)
from sitegen.toolkit.rounds.tables import Gain, Score

_ScoreKey = tuple[int, str, bool]
_ScorePairs = Sequence[tuple[ScoredEntry, ScoredEntry]]


def explain_score(
    ranking: Ranking, standing: IjsselStanding, previous: IjsselStanding | None
) -> Iterator[Section]:
    """Yield the section on the change of a score since the list before; who did not play has one, too.

    "2.2 Rondescore", "2.3 Afwezigheid": every round of the season counts again after every round.
    """
    played_rounds = ranking.competition.played_rounds
    if not played_rounds:
        return
    previous_scores = {scored_entry.key: scored_entry for scored_entry in previous.scores} if previous else {}
    lines = list(_build_lines(standing, previous_scores))
    score = previous.score if previous else 0.0
    totals = list(accumulate((line.change for line in lines), initial=score))[1:]
    previous_day = (
        ranking.competition.get_day(played_rounds[-2]) if previous and len(played_rounds) > 1 else None
    )
    day = ranking.competition.get_day(played_rounds[-1])
    yield build_explanation(
        ExplanationLine,
        [line.replace(after=total) for line, total in zip(lines, totals, strict=True)],
        steps=[
            compare_scores(scored_entry, previous_scores.get(scored_entry.key))
            for scored_entry in sort_latest_first(standing)
        ],
        before=make_opening(previous_day, score, day),
        after=Balance(LIST_TITLE, day, standing.score),
        articles=["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
    )


def _build_lines(
    standing: IjsselStanding, previous_scores: Mapping[_ScoreKey, ScoredEntry]
) -> Iterator[ExplanationLine]:
    """Yield the score of the last round, then the changes of the rounds before it."""
    yield from (
        _build_score_line(scored_entry)
        for scored_entry in standing.scores
        if scored_entry.key not in previous_scores
    )
    pairs = [
        (previous_scores[scored_entry.key], scored_entry)
        for scored_entry in standing.scores
        if scored_entry.key in previous_scores
    ]
    became_byes = [pair for pair in pairs if pair[0].entry.result != pair[1].entry.result]
    if pairs:
        other_pairs = [pair for pair in pairs if pair not in became_byes]
        yield _build_revaluation_line(other_pairs, "earlier rounds, at the new values")
    if became_byes:
        yield _build_revaluation_line(became_byes, "unused byes, in the place of absences")


def _build_score_line(scored_entry: ScoredEntry) -> ExplanationLine:
    entry = scored_entry.entry
    return ExplanationLine.combine(
        entry,
        opponent=entry.opponent or None,
        what=None if entry.is_game else entry.result,
        result=entry.result if entry.is_game else entry.points,
        factor=format_factor(scored_entry.factor),
        basis=scored_entry.basis,
        change=scored_entry.score,
        after=0.0,
    )


def _build_revaluation_line(pairs: _ScorePairs, what: ExplanationKind) -> ExplanationLine:
    change = fsum(now.score - before.score for before, now in pairs)
    return ExplanationLine(None, None, what, "", "", None, change, 0.0)


def sort_latest_first(standing: IjsselStanding) -> list[ScoredEntry]:
    """Return the scores of a player, that of the last round first."""
    return sorted(standing.scores, key=lambda item: -item.entry.round)


def compare_scores(now: ScoredEntry, before: ScoredEntry | None) -> ScoreChangeStep:
    """Return a round score on the list before and now."""
    return ScoreChangeStep(
        round=now.entry.round,
        opponent=now.entry.opponent or None,
        before=before.basis if before else None,
        now=now.basis,
        factor=format_factor(now.factor),
        score_before=before.score if before else None,
        score=now.score,
        change=now.score - (before.score if before else 0.0),
        source=now.entry.source,
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
        candidates = chain(self._scheduled_opponents.get(player, ()), self._list_neighbours(player))
        standings, rows = self.ranking.current_standings, []
        for opponent in select_likely(candidates, standings):
            scores = (project_score(player, opponent, result, self._values) for result in ("1", "½", "0"))
            rows.append(ProjectedDrawableGame(opponent, standings[opponent].club_rating, *scores))
        yield from build_projection(
            ProjectedDrawableGame, rows, note=_NOTE, articles=["2.2 Rondescore", "5.1 Limitering"]
        )

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {player: standing.value for player, standing in self.ranking.current_standings.items()}

    @cached_property
    def _scheduled_opponents(self) -> Mapping[str, Sequence[str]]:
        """The opponents in games that are still to be played, in the order of the rounds."""
        competition = self.ranking.competition
        opponents: dict[str, list[str]] = {}
        for round_ in (*competition.played_rounds, *competition.paired_rounds):
            for white, black in (game.players for game in competition.get_games(round_) if not game.result):
                opponents.setdefault(white, []).append(black)
                opponents.setdefault(black, []).append(white)
        return opponents

    def _list_neighbours(self, player: str) -> Iterator[str]:
        """Yield the players who may be drawn against a player in the next round, the nearest first."""
        if player in self._eligible_players:
            neighbours = find_neighbours(self._eligible_players, self._eligible_players.index(player))
            yield from (
                opponent for opponent in neighbours if frozenset((player, opponent)) not in self._barred_pairs
            )

    @cached_property
    def _next_round(self) -> int | None:
        """The first round that is still to be drawn."""
        competition = self.ranking.competition
        return next(
            (round_ for round_ in competition.upcoming_rounds if round_ not in competition.paired_rounds),
            None,
        )

    @cached_property
    def _eligible_players(self) -> Sequence[str]:
        """The members in that round, by club rating."""
        if self._next_round is None:
            return []
        competition, standings = self.ranking.competition, self.ranking.current_standings
        players = [competition.players_by_id[player] for player in standings]
        players = [player for player in players if competition.is_member(player, self._next_round)]
        return [
            member.id
            for _, member in rank_players(
                players, {player: standing.club_rating for player, standing in standings.items()}
            )
        ]

    @cached_property
    def _barred_pairs(self) -> Collection[frozenset[str]]:
        competition = self.ranking.competition
        return (
            set()
            if self._next_round is None
            else competition.find_met_pairs(competition.get_period(self._next_round))
        )


_RESULTS: dict[str, Literal["won", "drawn", "lost"]] = {"1": "won", "½": "drawn", "0": "lost"}
_SCORE_TEXTS = {"1": "1–0", "½": "½–½", "0": "0–1", "1f": "1–0f", "0f": "0–1f"}


def build_careers(ranking: Ranking) -> Careers:
    """Return the careers: the games of each player; a forfeit has no result, and absences are left out."""
    return Careers(lambda player: _build_career(ranking, player), "games", "Club rating", Rating)


def _build_career(ranking: Ranking, player: str) -> Career:
    competition, standing = ranking.competition, ranking.current_standings.get(player)
    if standing is None:
        return Career()
    ratings = {
        day: standing_then.club_rating for day, standing_then in ranking.history.standings_by_player[player]
    }
    positions = competition.round_positions
    games = [scored_entry for scored_entry in standing.scores if scored_entry.entry.is_game]
    played_games = sorted(games, key=lambda game: (positions[game.entry.round], game.entry.counts))
    return Career(
        list(ratings.items()),
        [_build_result(ranking, scored_entry) for scored_entry in played_games],
        standing.start_rating,
    )


def _build_result(ranking: Ranking, scored_entry: ScoredEntry) -> Result:
    entry = scored_entry.entry
    before, after = ranking.get_ratings_before(entry.round), ranking.standings_by_round[entry.round]
    change = after[entry.player].club_rating - before[entry.player] if entry.is_played else None
    return Result(
        ranking.competition.get_day(entry.round),
        str(entry.round),
        _RESULTS.get(entry.result, ""),
        (entry.opponent,) if entry.opponent else (),
        score=_SCORE_TEXTS[entry.result],
        change=change,
        source=entry.source,
    )


_NO_ROUND = "No round has been played yet."


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
            *self._build_next_game_facts(player),
        ]
        sections = [
            *explain_score(self.ranking, standing, previous),
            *self._projection.build_section(player.id),
            _build_revaluations(standing, previous),
            self._build_history(player),
            self._build_head_to_head(standing),
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

    def _build_next_game_facts(self, player: Player) -> Iterator[Fact]:
        competition = self.ranking.competition
        for game in (
            game for round_ in competition.paired_rounds[:1] for game in competition.get_games(round_)
        ):
            if player.id in game.players:
                has_white = player.id == game.white
                note = "with white" if has_white else "with black"
                yield from build_evening_facts(competition, "Next game in round", game.round)
                yield Fact("Next opponent", game.players[has_white], PlayerId, note=note)

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
            for scored_entry in sort_latest_first(self.ranking.current_standings[player.id])
        ]
        articles = ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"]
        return Section(
            "rounds", "Rounds", PlayerRound, rows, empty=_NO_ROUND, articles=articles, is_yearly=True
        )

    def _build_player_round(self, scored_entry: ScoredEntry) -> PlayerRound:
        standing = self.ranking.standings_by_round[scored_entry.entry.round][scored_entry.entry.player]
        return build_player_score(
            PlayerRound,
            scored_entry,
            opponent=scored_entry.entry.opponent or None,
            colour={"w": "white", "b": "black"}.get(scored_entry.entry.colour),
            club_rating=standing.club_rating,
            total=standing.score,
            rank=standing.rank,
        )

    def _build_head_to_head(self, standing: IjsselStanding) -> Section:
        played_entries = [
            scored_entry.entry for scored_entry in standing.scores if scored_entry.entry.is_played
        ]
        rows = []
        for opponent, games in group_companions(played_entries, lambda item: item.opponent, self._places):
            tally = Counter(mark for game in games for mark in (game.colour, game.result))
            rows.append(Opponent(opponent, len(games), *(tally[mark] for mark in "wb1½0")))
        note = "Games that were played, without forfeits; most played first."
        empty = "No game has been played yet."
        return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=empty)


def _build_standing_facts(standing: IjsselStanding) -> Iterator[Fact]:
    yield Fact("Rank", standing.rank, Rank)
    yield Fact("Score", standing.score, Score)
    yield Fact("Club rating", standing.club_rating, Rating)
    yield Fact("Value", standing.value, Figure, note="what a win against the player is worth")
    yield Fact("Start rating", standing.start_rating, Rating)


def _build_revaluations(standing: IjsselStanding, previous: IjsselStanding | None) -> Section:
    """Return the section with every round score on the list before and now."""
    previous_scores = {scored_entry.key: scored_entry for scored_entry in previous.scores} if previous else {}
    return Section(
        "revalued",
        "Every round at the new values",
        ScoreChange,
        [
            ScoreChange.combine(compare_scores(scored_entry, previous_scores.get(scored_entry.key)))
            for scored_entry in sort_latest_first(standing)
        ],
        note="Every round counts again with the value that the opponent has now, so that a score moves"
        " without a game. Without an opponent it is the player's own value that counts.",
        empty=_NO_ROUND,
        articles=["2.2 Rondescore", "2.3 Afwezigheid"],
    )
