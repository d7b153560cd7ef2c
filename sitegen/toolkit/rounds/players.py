"""What pages of players show of a season: why the score changed, the next game, opponents; and careers."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import fsum
from typing import Any, Literal, TypeVar

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Fact, Section
from sitegen.core.table import PlayerId
from sitegen.toolkit.order import group_companions, rank_players
from sitegen.toolkit.ratings import (
    LIST_TITLE,
    build_explanation,
    find_neighbours,
    make_opening,
    select_likely,
)
from sitegen.toolkit.rounds.pages import NO_ROUND, build_evening_facts
from sitegen.toolkit.rounds.ranking import AnyRanking
from sitegen.toolkit.rounds.scores import (
    ExplanationLine,
    Opponent,
    ScoreChange,
    ScoreChangeStep,
    ScoredEntry,
    format_factor,
)
from sitegen.toolkit.rounds.season import Season

L = TypeVar("L", bound=ExplanationLine)
_ScorePairs = Sequence[tuple[ScoredEntry, ScoredEntry]]


def explain_score(  # noqa: PLR0913 - each is a part of an explanation
    ranking: AnyRanking,
    standing: Any,
    previous: Any | None,
    lines: Sequence[L],
    *,
    articles: Sequence[str],
    calculation: str = "",
) -> Iterator[Section]:
    """Yield the section on the change of a score since the list before; who did not play has one, too.

    `lines` are what the change is made of, without the figure after each; `calculation` is that of a score,
    if no template of the system has it.
    """
    played_rounds = ranking.competition.played_rounds
    if not played_rounds:
        return
    previous_scores = index_scores(previous)
    score = previous.score if previous else 0.0
    totals = list(accumulate((line.change for line in lines), initial=score))[1:]
    previous_day = (
        ranking.competition.get_day(played_rounds[-2]) if previous and len(played_rounds) > 1 else None
    )
    day = ranking.competition.get_day(played_rounds[-1])
    yield build_explanation(
        type(lines[0]) if lines else ExplanationLine,
        [line.replace(after=total) for line, total in zip(lines, totals, strict=True)],
        steps=[
            compare_scores(scored_entry, previous_scores.get(scored_entry.key))
            for scored_entry in sort_latest_first(standing)
        ],
        before=make_opening(previous_day, score, day),
        after=Balance(LIST_TITLE, day, standing.score),
        articles=articles,
        calculations={ScoreChangeStep: calculation} if calculation else {},
    )


def index_scores(standing: Any | None) -> dict[tuple[int, str, bool], ScoredEntry]:
    """Return the scores of a standing by their keys; empty without a standing."""
    return {scored_entry.key: scored_entry for scored_entry in standing.scores} if standing else {}


def pair_scores(standing: Any, previous: Any | None) -> _ScorePairs:
    """Return each score that the list before has too, as it was then and as it is now."""
    before = index_scores(previous)
    return [
        (before[scored_entry.key], scored_entry)
        for scored_entry in standing.scores
        if scored_entry.key in before
    ]


def build_new_lines(table: type[L], standing: Any, previous: Any | None) -> Iterator[L]:
    """Yield a line for each score that the list before does not have."""
    before = index_scores(previous)
    yield from (
        _build_score_line(table, scored_entry)
        for scored_entry in standing.scores
        if scored_entry.key not in before
    )


def _build_score_line(table: type[L], scored_entry: ScoredEntry) -> L:
    entry = scored_entry.entry
    return table.combine(
        entry,
        opponent=entry.opponent or None,
        what=None if entry.is_game else entry.result,
        result=entry.result if entry.is_game else entry.points,
        factor=format_factor(scored_entry.factor),
        basis=scored_entry.basis,
        change=scored_entry.score,
        after=0.0,
    )


def build_revaluation_line(table: type[L], pairs: _ScorePairs, what: str) -> L:
    """Return the line of what new values change of scores."""
    return build_other_line(table, fsum(now.score - before.score for before, now in pairs), what)


def build_other_line(table: type[L], change: float, what: str) -> L:
    """Return a line that belongs to no round."""
    return table(None, None, what, "", "", None, change, 0.0)


def sort_latest_first(standing: Any) -> list[ScoredEntry]:
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


def build_revaluations(standing: Any, previous: Any | None, articles: Sequence[str]) -> Section:
    """Return the section with every round score on the list before and now."""
    previous_scores = index_scores(previous)
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
        empty=NO_ROUND,
        articles=articles,
    )


def build_head_to_head(standing: Any, places: Mapping[str, int]) -> Section:
    """Return the section with a row for each opponent; equals go by `places`, see `index_players`."""
    played_entries = [scored_entry.entry for scored_entry in standing.scores if scored_entry.entry.is_played]
    rows = []
    for opponent, games in group_companions(played_entries, lambda item: item.opponent, places):
        tally = Counter(mark for game in games for mark in (game.colour, game.result))
        rows.append(Opponent(opponent, len(games), *(tally[mark] for mark in "wb1½0")))
    note = "Games that were played, without forfeits; most played first."
    empty = "No game has been played yet."
    return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=empty)


def build_next_game_facts(season: Season[Any], player: str) -> Iterator[Fact]:
    """Yield the facts of the player's game in the next round, if it has been drawn."""
    for game in (game for round_ in season.paired_rounds[:1] for game in season.get_games(round_)):
        if player in game.players and len(game.pair) > 1:
            has_white = player == game.white
            note = "with white" if has_white else "with black"
            yield from build_evening_facts(season, "Next game in round", game.round)
            yield Fact("Next opponent", game.players[has_white], PlayerId, note=note)


@dataclass(frozen=True)
class NextOpponents:
    """The likely next opponents of players: who has been drawn, then those near them who may be drawn.

    `get_figure` is the figure of a standing that the draw goes by, and `find_barred_pairs` gives the pairs
    who do not meet in a round.
    """

    ranking: AnyRanking
    get_figure: Callable[[Any], float]
    find_barred_pairs: Callable[[int], Collection[frozenset[str]]]

    def find_opponents(self, player: str) -> list[str]:
        """Return the first few of them; nobody after the last round, or for who has left."""
        candidates = chain(self._scheduled_opponents.get(player, ()), self._list_neighbours(player))
        return select_likely(candidates, self.ranking.current_standings)

    @cached_property
    def _scheduled_opponents(self) -> Mapping[str, Sequence[str]]:
        """The opponents in games that are still to be played, in the order of the rounds."""
        season = self.ranking.competition
        opponents: dict[str, list[str]] = {}
        for round_ in (*season.played_rounds, *season.paired_rounds):
            for white, black in (game.players for game in season.get_games(round_) if not game.result):
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
        season = self.ranking.competition
        return next((round_ for round_ in season.upcoming_rounds if round_ not in season.paired_rounds), None)

    @cached_property
    def _eligible_players(self) -> Sequence[str]:
        """The members in that round, by the figure."""
        if self._next_round is None:
            return []
        season, standings = self.ranking.competition, self.ranking.current_standings
        players = [season.players_by_id[player] for player in standings]
        members = [player for player in players if season.is_member(player, self._next_round)]
        figures = {player: self.get_figure(standing) for player, standing in standings.items()}
        return [member.id for _, member in rank_players(members, figures)]

    @cached_property
    def _barred_pairs(self) -> Collection[frozenset[str]]:
        return set() if self._next_round is None else self.find_barred_pairs(self._next_round)


_RESULTS: dict[str, Literal["won", "drawn", "lost"]] = {"1": "won", "½": "drawn", "0": "lost"}
_SCORE_TEXTS = {"1": "1–0", "½": "½–½", "0": "0–1", "1f": "1–0f", "0f": "0–1f"}


def build_career(
    ranking: AnyRanking,
    player: str,
    get_figure: Callable[[Any], float],
    get_change: Callable[[ScoredEntry], float | None],
    start: float,
) -> Career:
    """Return the career of a player: the figure after each round, and games with what they brought.

    A forfeit has no result, and absences are left out.
    """
    standings, positions = ranking.history.standings_by_player[player], ranking.competition.round_positions
    games = [item for item in ranking.history.standings[player].scores if item.entry.is_game]
    played_games = sorted(games, key=lambda game: (positions[game.entry.round], game.entry.counts))
    return Career(
        list({day: get_figure(standing) for day, standing in standings}.items()),
        list(_build_results(ranking.competition, played_games, get_change)),
        start,
    )


def _build_results(
    season: Season[Any], games: Iterable[ScoredEntry], get_change: Callable[[ScoredEntry], float | None]
) -> Iterator[Result]:
    for game in games:
        entry = game.entry
        yield Result(
            season.get_day(entry.round),
            str(entry.round),
            _RESULTS.get(entry.result, ""),
            (entry.opponent,) if entry.opponent else (),
            score=_SCORE_TEXTS[entry.result],
            change=get_change(game) if entry.is_played else None,
            source=entry.source,
        )
