"""The pages of players of a season: why the score changed, the next game, rounds, opponents; and careers."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import fsum
from typing import Any, Generic, Literal, NamedTuple

from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Chart, Fact, PageContent, PlayerPage, Section
from sitegen.core.table import PlayerId
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
from sitegen.toolkit.rounds.pages import NO_ROUND, build_evening_facts
from sitegen.toolkit.rounds.ranking import R
from sitegen.toolkit.rounds.scores import (
    ExplanationLine,
    Opponent,
    PlayerRound,
    ScoreChange,
    ScoreChangeStep,
    ScoredEntry,
    build_player_score,
    format_factor,
)
from sitegen.toolkit.rounds.tables import Gain

_RESULTS: dict[str, Literal["won", "drawn", "lost"]] = {"1": "won", "½": "drawn", "0": "lost"}
_SCORE_TEXTS = {"1": "1–0", "½": "½–½", "0": "0–1", "1f": "1–0f", "0f": "0–1f"}


class PlayerTables(NamedTuple):
    """The tables that pages of players show, each of which may have further columns."""

    rounds: type[PlayerRound]
    lines: type[ExplanationLine]
    projection: type[ProjectedDrawableGame] = ProjectedDrawableGame


@dataclass(frozen=True)
class PlayerPages(Generic[R]):
    """Builds the pages and careers of players; a subclass says what its regulation has.

    `articles` are those of each section by its name. `projection_note` stands above what the next game would
    bring, and `calculation` is that of a score, blank if a template of the system has it.
    """

    ranking: R
    tables: PlayerTables
    projection_note: str
    articles: Mapping[str, Sequence[str]]
    calculation: str

    def get_figure(self, standing: Any) -> float:
        """Return the figure of careers, by which a round is drawn, too."""
        raise NotImplementedError

    def get_start(self, standing: Any) -> float:
        """Return the figure at the start, from the first standing of a player."""
        raise NotImplementedError

    def get_change(self, game: ScoredEntry) -> float:
        """Return what a game that was played did to the figure."""
        raise NotImplementedError

    def find_barred_pairs(self, round_: int) -> Collection[frozenset[str]]:
        """Return the pairs who do not meet in a round."""
        raise NotImplementedError

    def project(self, player: str, opponent: str) -> Sequence[float]:
        """Return the figure of the opponent, and what a win, a draw and a loss would bring."""
        raise NotImplementedError

    def build_charts(self, standings: Mapping[Any, Any]) -> Iterator[Chart]:
        """Yield the charts of a player, from their standings by day."""
        raise NotImplementedError

    def list_figures(self, row: Any) -> Iterator[Fact]:
        """Yield the facts after rank and score, from the row of the ranking."""
        raise NotImplementedError

    def list_changes(self, player: str, standing: Any, previous: Any | None) -> Iterator[Fact]:  # noqa: ARG002 - for subclasses
        """Yield the facts after the change of the score."""
        yield from ()

    def list_requirements(self, player: str, standing: Any) -> Iterator[Fact]:
        """Yield the facts after the games."""
        raise NotImplementedError

    def list_other_lines(self, standing: Any, previous: Any | None) -> Iterator[tuple[float, str]]:
        """Yield what else changed a score, besides new rounds and new values."""
        raise NotImplementedError

    def get_round_cells(self, standing: Any) -> dict[str, Any]:  # noqa: ARG002 - for subclasses
        """Return the cells of further columns of a round, from the standing after it."""
        return {}

    @cached_property
    def previous_standings(self) -> Mapping[str, Any]:
        """The standings on the list before the current one."""
        last_rounds = self.ranking.competition.played_rounds[-1:]
        return self.ranking.get_standings_of_list_before(last_rounds[0]) if last_rounds else {}

    def build_pages(self) -> list[PlayerPage]:
        """Return a page for everyone who has joined, in the order of their rows."""
        known = [
            player
            for player in self.ranking.competition.players
            if player.id in self.ranking.history.standings
        ]
        return make_player_pages(known, lambda player: self._build_content(player.id))

    def _build_content(self, player: str) -> PageContent:
        """Return the page of a player; who has left is shown as on the last list with them."""
        standing = self.ranking.history.standings[player]
        is_present = player in self.ranking.current_standings
        previous = self.previous_standings.get(player) if is_present else None
        sections = [
            *self.build_charts(dict(self.ranking.history.standings_by_player[player])),
            *(self._explain_score(standing, previous) if is_present else ()),
            *self._build_projection(player),
            self._build_revaluations(standing, previous),
            self._build_history(standing),
            self._build_head_to_head(standing),
        ]
        return PageContent.create(list(self._list_facts(player, standing, previous)), sections)

    def _list_facts(self, player: str, standing: Any, previous: Any | None) -> Iterator[Fact]:
        (row,) = self.ranking.build_rows({player: standing})
        yield Fact.from_cell(row, "rank")
        yield Fact.from_cell(row, "score")
        yield from self.list_figures(row)
        if previous:
            moves = {"rank_change": previous.rank - standing.rank, "change": standing.score - previous.score}
            row, note = row.replace(**moves), "since the round before"
            yield Fact.from_cell(row, "rank_change", "Places won or lost")
            yield Fact.from_cell(row, "change", "Change of the score", cell_type=Gain, note=note)
        yield from self.list_changes(player, standing, previous)
        results = Counter(item.entry.result for item in standing.scores if item.entry.is_played)
        yield Fact("Games", results.total(), int, note="without forfeits")
        yield Fact("Won – drawn – lost", " – ".join(str(results[result]) for result in _RESULTS))
        yield from self.list_requirements(player, standing)
        yield from self._list_next_game(player)

    def _list_next_game(self, player: str) -> Iterator[Fact]:
        """Yield the facts of the player's games that are pending, and of the one that is drawn next."""
        season = self.ranking.competition
        pending = (game for round_ in season.played_rounds for game in season.list_pending(round_))
        for game in (game for game in pending if player in game.players):
            opponent, params = game.players[player == game.white], {"round": game.round}
            yield Fact("Still to be played", opponent, PlayerId, note="for round {round}", params=params)
        for game in (game for round_ in season.paired_rounds[:1] for game in season.get_games(round_)):
            if player in game.players and game.is_pending:
                has_white = player == game.white
                note = "with white" if has_white else "with black"
                yield from build_evening_facts(season, "Next game in round", game.round)
                yield Fact("Next opponent", game.players[has_white], PlayerId, note=note)

    def _explain_score(self, standing: Any, previous: Any | None) -> Iterator[Section]:
        """Yield the section on the change of a score since the list before."""
        days = [self.ranking.competition.get_day(round_) for round_ in self.ranking.competition.played_rounds]
        if not days:
            return
        score = previous.score if previous else 0.0
        lines = list(self._build_lines(standing, previous))
        totals = list(accumulate((line.change for line in lines), initial=score))[1:]
        yield build_explanation(
            self.tables.lines if lines else ExplanationLine,
            [line.replace(after=total) for line, total in zip(lines, totals, strict=True)],
            steps=_compare_scores(standing, previous),
            before=make_opening(days[-2] if previous and len(days) > 1 else None, score, days[-1]),
            after=Balance(LIST_TITLE, days[-1], standing.score),
            articles=self.articles.get("why", ()),
            calculations={ScoreChangeStep: self.calculation} if self.calculation else {},
        )

    def _build_lines(self, standing: Any, previous: Any | None) -> Iterator[ExplanationLine]:
        """Yield a line for each new score, one for the new values of all others, and those of the system."""
        before, old_scores = _index_scores(previous), []
        for item in standing.scores:
            if item.key in before:
                old_scores.append((before[item.key], item))
            else:
                yield self._build_line(item)
        other_lines = list(self.list_other_lines(standing, previous))
        if old_scores:
            revalued = fsum(
                now.score - then.score for then, now in old_scores if now.entry.result == then.entry.result
            )
            other_lines.insert(0, (revalued, "earlier rounds, at the new values"))
        for change, what in other_lines:
            yield self.tables.lines(None, None, what, "", "", None, change, 0.0)

    def _build_line(self, item: ScoredEntry) -> ExplanationLine:
        entry = item.entry
        return self.tables.lines.combine(
            entry,
            opponent=entry.opponent or None,
            what=entry.absence,
            result=entry.points if entry.absence else entry.result,
            factor=format_factor(item.factor),
            basis=item.basis,
            change=item.score,
            after=0.0,
        )

    def _build_projection(self, player: str) -> Iterator[Section]:
        """Yield the section on the next game; nothing after the last round, or for who has left."""
        table, articles = self.tables.projection, self.articles.get("ahead", ())
        rows = [table(opponent, *self.project(player, opponent)) for opponent in self._find_opponents(player)]
        yield from build_projection(table, rows, note=self.projection_note, articles=articles)

    def _build_revaluations(self, standing: Any, previous: Any | None) -> Section:
        """Return the section with every round score on the list before and now."""
        return Section(
            "revalued",
            "Every round at the new values",
            ScoreChange,
            ScoreChange.combine_all(_compare_scores(standing, previous)),
            note="Every round counts again with the value that the opponent has now, so that a score moves"
            " without a game. Without an opponent it is the player's own value that counts.",
            empty=NO_ROUND,
            articles=self.articles.get("revalued", ()),
        )

    def _build_history(self, standing: Any) -> Section:
        table, rows = self.tables.rounds, []
        for item in _sort_latest_first(standing):
            entry = item.entry
            then = self.ranking.standings_by_round[entry.round].get(entry.player)
            row = build_player_score(
                table,
                item,
                opponent=entry.opponent or None,
                colour={"w": "white", "b": "black"}.get(entry.colour),
                total=then and then.score,
                rank=then and then.rank,
                **self.get_round_cells(then),
            )
            rows.append(row)
        articles = self.articles.get("rounds", ())
        return Section("rounds", "Rounds", table, rows, empty=NO_ROUND, articles=articles, is_yearly=True)

    def _build_head_to_head(self, standing: Any) -> Section:
        """Return the section with a row for each opponent."""
        played_entries = [item.entry for item in standing.scores if item.entry.is_played]
        rows = []
        for opponent, games in group_companions(played_entries, lambda item: item.opponent, self._places):
            tally = Counter(mark for game in games for mark in (game.colour, game.result))
            rows.append(Opponent(opponent, len(games), *(tally[mark] for mark in "wb1½0")))
        note = "Games that were played, without forfeits; most played first."
        empty = "No game has been played yet."
        return Section("head-to-head", "Head to head", Opponent, rows, note=note, empty=empty)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return index_players(self.ranking.competition.players)

    def build_career(self, player: str) -> Career:
        """Return the figure of a player after each round, and games with what they brought.

        A forfeit has no result, and absences are left out.
        """
        season, history = self.ranking.competition, self.ranking.history
        if player not in history.standings:
            return Career()
        standings = history.standings_by_player[player]
        first = history.start.get(player) or standings[0][1]
        games = [item for item in history.standings[player].scores if not item.entry.absence]
        games.sort(key=lambda game: (season.round_positions[game.entry.round], game.entry.counts))
        results = [
            Result(
                season.get_day(game.entry.round),
                str(game.entry.round),
                _RESULTS.get(game.entry.result, ""),
                (game.entry.opponent,) if game.entry.opponent else (),
                score=_SCORE_TEXTS[game.entry.result],
                change=self.get_change(game) if game.entry.is_played else None,
                source=game.entry.source,
            )
            for game in games
        ]
        figures = {day: self.get_figure(standing) for day, standing in standings}
        return Career(list(figures.items()), results, self.get_start(first))

    def _find_opponents(self, player: str) -> list[str]:
        """Return the likely next opponents of a player: who has been drawn, then those near who may be."""
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
        players, barred_pairs = self._next_draw
        if player in players:
            neighbours = find_neighbours(players, players.index(player))
            yield from (
                opponent for opponent in neighbours if frozenset((player, opponent)) not in barred_pairs
            )

    @cached_property
    def _next_draw(self) -> tuple[Sequence[str], Collection[frozenset[str]]]:
        """The members in the first round that is still to be drawn, by the figure, and who do not meet."""
        season, standings = self.ranking.competition, self.ranking.current_standings
        rounds = [round_ for round_ in season.upcoming_rounds if round_ not in season.paired_rounds]
        if not rounds:
            return [], set()
        players = [season.players_by_id[player] for player in standings]
        members = [player for player in players if season.is_member(player, rounds[0])]
        figures = {player: self.get_figure(standing) for player, standing in standings.items()}
        order = [member.id for _, member in rank_players(members, figures)]
        return order, self.find_barred_pairs(rounds[0])


def _index_scores(standing: Any | None) -> dict[tuple[int, str, bool], ScoredEntry]:
    """Return the scores of a standing by their keys; empty without a standing."""
    return {item.key: item for item in standing.scores} if standing else {}


def _sort_latest_first(standing: Any) -> list[ScoredEntry]:
    """Return the scores of a player, that of the last round first."""
    return sorted(standing.scores, key=lambda item: -item.entry.round)


def _compare_scores(standing: Any, previous: Any | None) -> list[ScoreChangeStep]:
    """Return each round score of a player on the list before and now, the last round first."""
    previous_scores, steps = _index_scores(previous), []
    for now in _sort_latest_first(standing):
        before = previous_scores.get(now.key)
        step = ScoreChangeStep(
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
        steps.append(step)
    return steps
