"""The page of a player of the competition: standing, course, why the score moved, rounds, opponents.

Why the score of a player changed: the last round, and all earlier ones at the values that came of it.

What the next game of a player would score, against each likely opponent.

The careers of the players of the competition, of which the figure is the club rating.

The list is by score, but a score only rises through a season, and with every revaluation: its course tells
the time of the year. The club rating is what members compare and what scores are valued by.
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
from sitegen.systems.ijssel.tables import Gain, Player, Score
from sitegen.toolkit.course import make_player_pages
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

_ScoreKey = tuple[int, str, bool]
_ScorePairs = Sequence[tuple[ScoredEntry, ScoredEntry]]


def explain_score(made: Ranking, now: IjsselStanding, before: IjsselStanding | None) -> Iterator[Section]:
    """From the score on the list before to the present one, of everyone: also who did not play is revalued.

    "2.2 Rondescore", "2.3 Afwezigheid": every round of the season counts again after every round.
    """
    played = made.competition.played_rounds
    if not played:
        return
    was = {round_score.key: round_score for round_score in before.scores} if before else {}
    lines = list(_build_lines(now, was))
    score = before.score if before else 0.0
    totals = list(accumulate((line.change for line in lines), initial=score))[1:]
    since = made.competition.get_day(played[-2]) if before and len(played) > 1 else None
    day = made.competition.get_day(played[-1])
    yield build_explanation(
        ExplanationLine,
        [line.replace(after=total) for line, total in zip(lines, totals, strict=True)],
        steps=[
            compare_scores(round_score, was.get(round_score.key)) for round_score in sort_latest_first(now)
        ],
        before=make_opening(since, score, day),
        after=Balance(LIST_TITLE, day, now.score),
        articles=["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
    )


def _build_lines(now: IjsselStanding, was: Mapping[_ScoreKey, ScoredEntry]) -> Iterator[ExplanationLine]:
    """What the last round brought, then what became of the rounds before it."""
    yield from (_build_score_line(round_score) for round_score in now.scores if round_score.key not in was)
    pairs = [(was[round_score.key], round_score) for round_score in now.scores if round_score.key in was]
    turned = [pair for pair in pairs if pair[0].entry.result != pair[1].entry.result]
    if pairs:
        others = [pair for pair in pairs if pair not in turned]
        yield _build_revaluation_line(others, "earlier rounds, at the new values")
    if turned:
        yield _build_revaluation_line(turned, "unused byes, in the place of absences")


def _build_score_line(scored: ScoredEntry) -> ExplanationLine:
    entry = scored.entry
    return ExplanationLine.combine(
        entry,
        opponent=entry.opponent or None,
        what=None if entry.is_game else entry.result,
        result=entry.result if entry.is_game else entry.points,
        factor=format_factor(scored.factor),
        basis=scored.basis,
        change=scored.score,
        after=0.0,
    )


def _build_revaluation_line(pairs: _ScorePairs, what: ExplanationKind) -> ExplanationLine:
    change = fsum(now.score - before.score for before, now in pairs)
    return ExplanationLine(None, None, what, "", "", None, change, 0.0)


def sort_latest_first(now: IjsselStanding) -> list[ScoredEntry]:
    """The scores of a player, that of the last round first."""
    return sorted(now.scores, key=lambda item: -item.entry.round)


def compare_scores(now: ScoredEntry, before: ScoredEntry | None) -> ScoreChangeStep:
    """A round score on the list before and now."""
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
    """What the next games of all players are supposed from."""

    ranking: Ranking

    def build_section(self, player: str) -> Iterator[Section]:
        """The next game of a player; nothing after the last round, or for who has left."""
        candidates = chain(self._scheduled_opponents.get(player, ()), self._list_neighbours(player))
        rows = [
            self._project_game(player, opponent)
            for opponent in select_likely(candidates, self.ranking.current_standings)
        ]
        yield from build_projection(
            ProjectedDrawableGame, rows, note=_NOTE, articles=["2.2 Rondescore", "5.1 Limitering"]
        )

    def _project_game(self, player: str, opponent: str) -> ProjectedDrawableGame:
        scores = [project_score(player, opponent, result, self._values) for result in ("1", "½", "0")]
        return ProjectedDrawableGame(opponent, self.ranking.current_standings[opponent].club_rating, *scores)

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {player: own.value for player, own in self.ranking.current_standings.items()}

    @cached_property
    def _scheduled_opponents(self) -> Mapping[str, Sequence[str]]:
        """The opponents in games that are still to be played, in the order of the rounds."""
        competition = self.ranking.competition
        found: dict[str, list[str]] = {}
        for round_ in (*competition.played_rounds, *competition.paired_rounds):
            for white, black in (game.players for game in competition.get_games(round_) if not game.result):
                found.setdefault(white, []).append(black)
                found.setdefault(black, []).append(white)
        return found

    def _list_neighbours(self, player: str) -> Iterator[str]:
        """Who may be drawn against a player in the first round that is still to be, the nearest first."""
        if player in self._eligible_players:
            near = find_neighbours(self._eligible_players, self._eligible_players.index(player))
            yield from (
                opponent for opponent in near if frozenset((player, opponent)) not in self._barred_pairs
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
        """Who belongs to that round, by club rating."""
        if self._next_round is None:
            return []
        competition, now = self.ranking.competition, self.ranking.current_standings
        there = [competition.players_by_id[player] for player in now]
        there = [player for player in there if competition.is_member(player, self._next_round)]
        return [
            member.id
            for _, member in rank_players(there, {player: own.club_rating for player, own in now.items()})
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


def build_careers(made: Ranking) -> Careers:
    """What everyone played, round by round; a game that was forfeited has no result, an absence is none."""
    return Careers(lambda player: _build_career(made, player), "games", "Club rating", Rating)


def _build_career(made: Ranking, player: str) -> Career:
    competition, own = made.competition, made.current_standings.get(player)
    if own is None:
        return Career()
    course = {day: stood.club_rating for day, stood in made.history.standings_by_player[player]}
    turn = competition.round_positions
    games = [round_score for round_score in own.scores if round_score.entry.is_game]
    played = sorted(games, key=lambda game: (turn[game.entry.round], game.entry.counts))
    return Career(
        list(course.items()), [_build_result(made, round_score) for round_score in played], own.start_rating
    )


def _build_result(made: Ranking, scored: ScoredEntry) -> Result:
    entry = scored.entry
    before, after = made.get_ratings_before(entry.round), made.standings_by_round[entry.round]
    change = after[entry.player].club_rating - before[entry.player] if entry.is_played else None
    return Result(
        made.competition.get_day(entry.round),
        str(entry.round),
        _RESULTS.get(entry.result, ""),
        (entry.opponent,) if entry.opponent else (),
        score=_SCORE_TEXTS[entry.result],
        change=change,
        source=entry.source,
    )


_NO_ROUND = "No round has been played yet."


def build_player_pages(made: Ranking, won: SeasonTitles) -> list[PlayerPage]:
    """A page for everyone who has joined, in the order of their rows."""
    there = [player for player in made.competition.players if player.id in made.current_standings]
    return make_player_pages(there, _PlayerPages(made, won).build_content)


@dataclass(frozen=True)
class _PlayerPages:
    """What the pages of all players are made from."""

    ranking: Ranking
    titles: SeasonTitles

    @cached_property
    def _projection(self) -> Projection:
        return Projection(self.ranking)

    @cached_property
    def _previous_standings(self) -> Standings:
        """The ranking before the last round that was played."""
        played = self.ranking.competition.played_rounds
        return self.ranking.get_standings_before(played[-1]) if played else {}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.ranking.competition.players)

    def build_content(self, player: Player) -> PageContent:
        """The page of a player."""
        now, before = self.ranking.current_standings[player.id], self._previous_standings.get(player.id)
        facts = [
            *_build_standing_facts(now),
            *(self._build_change_facts(now, before) if before else ()),
            *self._build_group_facts(player),
            *_build_record_facts(now),
            *self._build_requirements(player, now),
            *self._build_next_game_facts(player),
        ]
        sections = [
            *explain_score(self.ranking, now, before),
            *self._projection.build_section(player.id),
            _build_revaluations(now, before),
            self._build_history(player),
            self._build_head_to_head(now),
        ]
        return PageContent.create(facts, [*self._build_charts(player), *sections])

    def _build_change_facts(self, now: IjsselStanding, before: IjsselStanding) -> Iterator[Fact]:
        """What the last round did to the score: by itself, and by the new values of every round before."""
        latest = now.sum_scores(self.ranking.competition.played_rounds[-1:])
        gained = now.score - before.score
        yield Fact("Places won or lost", before.rank - now.rank, Movement)
        yield Fact("Change of the score", gained, Gain, note="since the round before")
        yield Fact("of which the last round", latest, Gain)
        yield Fact("of which new values", gained - latest, Gain, note="of the rounds before")

    def _build_group_facts(self, player: Player) -> Iterator[Fact]:
        """Where the player stands in the latest period."""
        latest = max((group.period for group in self.titles.groups), default=0)
        for row in self.titles.period_rows:
            if (row.player, row.period) == (player.id, latest):
                yield Fact("Period", row.period, int)
                yield Fact("Group of the period", row.group, int)
                yield Fact("Place in the group", row.rank, Rank)

    def _build_requirements(self, player: Player, now: IjsselStanding) -> Iterator[Fact]:
        """The byes that are left, and what the champion still needs (article 7 Overige bepalingen)."""
        competition = self.ranking.competition
        if not competition.is_over:
            taken = sum(round_score.entry.result == "bye" for round_score in now.scores)
            yield Fact("Byes left", BYES_PER_SEASON - taken, int)
        needed = max(0, competition.options.min_games - now.counting_games)
        to_come = sum(competition.is_member(player, round_) for round_ in competition.upcoming_rounds)
        note = "more than there are rounds to come" if needed > to_come else ""
        yield Fact(
            "Games that count for the title", now.counting_games, int, note="games played and team matches"
        )
        yield Fact("Games still needed to be champion", needed, int, note=note)

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
        if mine := dict(self.ranking.history.standings_by_player[player.id]):
            marks = {"Start rating": self.ranking.current_standings[player.id].start_rating}
            yield Chart("Club rating", [(day, own.club_rating) for day, own in mine.items()], marks)
            yield Chart("Score", [(day, own.score) for day, own in mine.items()])

    def _build_history(self, player: Player) -> Section:
        rows = [
            self._build_player_round(round_score)
            for round_score in sort_latest_first(self.ranking.current_standings[player.id])
        ]
        articles = ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"]
        return Section(
            "rounds", "Rounds", PlayerRound, rows, empty=_NO_ROUND, articles=articles, is_yearly=True
        )

    def _build_player_round(self, scored: ScoredEntry) -> PlayerRound:
        then = self.ranking.standings_by_round[scored.entry.round][scored.entry.player]
        return build_player_score(
            PlayerRound,
            scored,
            opponent=scored.entry.opponent or None,
            colour={"w": "white", "b": "black"}.get(scored.entry.colour),
            club_rating=then.club_rating,
            total=then.score,
            rank=then.rank,
        )

    def _build_head_to_head(self, now: IjsselStanding) -> Section:
        played = [round_score.entry for round_score in now.scores if round_score.entry.is_played]
        rows = []
        for opponent, games in group_companions(played, lambda item: item.opponent, self._places):
            tally = Counter(mark for game in games for mark in (game.colour, game.result))
            rows.append(Opponent(opponent, len(games), *(tally[mark] for mark in "wb1½0")))
        note = "Games that were played, without forfeits; most played first."
        empty = "No game has been played yet."
        return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=empty)


def _build_standing_facts(now: IjsselStanding) -> Iterator[Fact]:
    yield Fact("Rank", now.rank, Rank)
    yield Fact("Score", now.score, Score)
    yield Fact("Club rating", now.club_rating, Rating)
    yield Fact("Value", now.value, Figure, note="what a win against the player is worth")
    yield Fact("Start rating", now.start_rating, Rating)


def _build_record_facts(now: IjsselStanding) -> Iterator[Fact]:
    yield Fact("Games", now.played, int, note="without forfeits")
    yield Fact("Won – drawn – lost", f"{now.won} – {now.drawn} – {now.lost}")


def _build_revaluations(now: IjsselStanding, before: IjsselStanding | None) -> Section:
    """Every round score on the list before and now: why the sum moved, also of who did not play."""
    earlier = {round_score.key: round_score for round_score in before.scores} if before else {}
    return Section(
        "revalued",
        "Every round at the new values",
        ScoreChange,
        [
            ScoreChange.combine(compare_scores(round_score, earlier.get(round_score.key)))
            for round_score in sort_latest_first(now)
        ],
        note="Every round counts again with the value that the opponent has now, so that a score moves"
        " without a game. Without an opponent it is the player's own value that counts.",
        empty=_NO_ROUND,
        articles=["2.2 Rondescore", "2.3 Afwezigheid"],
    )
