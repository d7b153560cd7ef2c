"""The pages of a Keizer competition: lists, rounds and players, with what takes turns in a valuation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.core.entities import Career, Careers
from sitegen.core.model import Chart, Fact, Listing, PageContent, PlayerPage, Section
from sitegen.core.problems import advise
from sitegen.core.table import Figure, Movement, Rank
from sitegen.systems.keizer import outputs
from sitegen.systems.keizer.outputs import ExplanationLine, RankingView, TurnRow
from sitegen.systems.keizer.ranking import KeizerStanding, Ranking
from sitegen.systems.keizer.scores import Turn, project_amount
from sitegen.systems.keizer.tables import (
    DRAW,
    RANKING,
    SCORE,
    VALUATION,
    VALUE,
    Options,
    Player,
)
from sitegen.toolkit import highlights
from sitegen.toolkit.history import ListState, make_player_pages
from sitegen.toolkit.order import index_players
from sitegen.toolkit.ratings import build_projection
from sitegen.toolkit.rounds import pages, players
from sitegen.toolkit.rounds.events import RoundExtras, RoundPages, RoundTables
from sitegen.toolkit.rounds.scores import build_player_round
from sitegen.toolkit.rounds.tables import Gain, Game, Score

ARTICLES = {
    "ranking": [RANKING, VALUE],
    "turns": [VALUATION],
    "games": [SCORE, DRAW],
    "scores": [SCORE],
    "why": [SCORE, VALUATION],
    "revalued": [VALUATION],
    "rounds": [SCORE, VALUE],
    "ahead": [SCORE, DRAW],
}
"""The articles of each section, by its name."""


def build_listing(ranking: Ranking, state: ListState[Turn, KeizerStanding]) -> Listing:
    """Return the ranking after a round; before the first it is that of the start."""
    event = state.last_event
    standings = event.standings if event else state.standings
    rows = pages.add_changes(RankingView, ranking.build_rows(standings), ranking, state)
    section = Section(
        "ranking",
        "Ranking",
        RankingView,
        rows,
        note="By score: the own value once and what all rounds are worth, at the values that follow from this"
        " very ranking.",
        empty="Nobody has joined yet.",
    )
    facts = list(_build_list_facts(ranking, int(event.key) if event else None))
    if event is None:
        return pages.make_listing(state, facts, [section])
    strip = highlights.collect_highlights(
        highlights.find_climber(rows, "Climber of the round"),
        highlights.find_leader(rows, column="score", cell_type=Score),
        pages.count_games(ranking.competition.entries[int(event.key)]),
    )
    return pages.make_listing(state, facts, [*strip, section, *build_turns(event.rows)])


def _build_list_facts(ranking: Ranking, round_: int | None) -> Iterator[Fact]:
    season = ranking.competition
    if round_ is not None:
        yield Fact("Round", f"{round_} / {season.round_count}")
    place = 0 if round_ is None else season.round_positions[round_] + 1
    for next_round in season.round_order[place : place + 1]:
        yield from pages.build_evening_facts(season, "Next round", next_round)


def build_turns(turns: Sequence[Turn]) -> Iterator[Section]:
    """Yield the section on two orders that take turns; nothing where the order stays the same."""
    if turns:
        rows = [
            TurnRow.combine(
                turn,
                score=float(turn.score),
                other_score=float(turn.other_score),
                mean=float(turn.score + turn.other_score) / 2,
            )
            for turn in turns
        ]
        yield Section(
            "turns",
            "Two orders that take turns",
            TurnRow,
            rows,
            note="At the values of the first order the scores give the other order, and at the values of that"
            " the first again, so that neither stays. The values and the scores that count are the means of"
            " both, and the ranking follows from these.",
        )


class KeizerRounds(RoundPages[Ranking]):
    """The pages of rounds and the calendar, with byes and orders that take turns."""

    def get_game_cells(self, game: Game) -> dict[str, Any]:
        """Return the remark on a game."""
        return {"remark": advise("bye")} if game.is_bye else super().get_game_cells(game)

    def build_more(self, round_: int, games: Sequence[Any]) -> RoundExtras:  # noqa: ARG002 - of no game
        """Return the orders that took turns after the round."""
        events = {event.key: event for event in self.ranking.history.events}
        return RoundExtras(below=list(build_turns(events[str(round_)].rows)))


def make_rounds(ranking: Ranking) -> KeizerRounds:
    """Return the pages of rounds and the calendar."""
    tables = RoundTables(
        scores=outputs.ScoreStep, absent=outputs.AbsentPlayer, planned=outputs.PlannedAbsence
    )
    return KeizerRounds(ranking, tables, {}, outputs.CALCULATION)


def build_careers(ranking: Ranking) -> Careers:
    """Return the careers: the score after each round, and what each game brings."""

    def get_career(player: str) -> Career:
        if player not in ranking.history.standings:
            return Career()
        standings = ranking.history.standings_by_player[player]
        start = ranking.history.start.get(player) or standings[0][1]
        return players.build_career(
            ranking, player, lambda standing: standing.score, lambda game: game.score, start.own
        )

    return Careers(get_career, "games", "Score", Score)


def build_player_pages(ranking: Ranking) -> list[PlayerPage]:
    """Return a page for everyone who has joined, in the order of their rows."""
    known = [player for player in ranking.competition.players if player.id in ranking.history.standings]
    return make_player_pages(known, PlayerPageBuilder(ranking).build_content)


@dataclass(frozen=True)
class PlayerPageBuilder:
    """Builds the pages of all players."""

    ranking: Ranking

    def build_content(self, player: Player) -> PageContent:
        """Return the page of a player; who has left is shown as on the last list with them."""
        season, standing = self.ranking.competition, self.ranking.history.standings[player.id]
        is_present = player.id in self.ranking.current_standings
        previous = self._previous_standings.get(player.id) if is_present else None
        facts = [
            *self._build_facts(standing, previous),
            *players.build_next_game_facts(season, player.id),
        ]
        sections = [
            *(self._explain(standing, previous) if is_present else ()),
            *self._build_projection(player.id),
            players.build_revaluations(standing, previous, ()),
            self._build_history(standing),
            players.build_head_to_head(standing, index_players(season.players)),
        ]
        return PageContent.create(facts, [*self._build_charts(player), *sections])

    @cached_property
    def _previous_standings(self) -> Any:
        last_rounds = self.ranking.competition.played_rounds[-1:]
        return self.ranking.get_standings_of_list_before(last_rounds[0]) if last_rounds else {}

    def _build_facts(self, standing: KeizerStanding, previous: KeizerStanding | None) -> Iterator[Fact]:
        yield Fact("Rank", standing.rank, Rank)
        yield Fact("Score", standing.score, Score)
        yield Fact("Value", standing.value, Figure, note="what a win against the player is worth")
        if previous:
            yield Fact("Places won or lost", previous.rank - standing.rank, Movement)
            gain = standing.score - previous.score
            yield Fact("Change of the score", gain, Gain, note="since the round before")
        yield Fact("Games", standing.games, int, note="without forfeits")
        yield Fact("Won – drawn – lost", f"{standing.won} – {standing.drawn} – {standing.lost}")
        options: Options = self.ranking.competition.options
        absences = [item for item in standing.scores if item.entry.result in ("excused", "unexcused")]
        yield Fact("Absences that still count", max(0, options.absences - len(absences)), int)

    def _explain(self, standing: KeizerStanding, previous: KeizerStanding | None) -> Iterator[Section]:
        lines = list(players.build_new_lines(ExplanationLine, standing, previous))
        if pairs := players.pair_scores(standing, previous):
            lines.append(
                players.build_revaluation_line(ExplanationLine, pairs, "earlier rounds, at the new values")
            )
        own = standing.own - (previous.own if previous else 0.0)
        lines.append(players.build_other_line(ExplanationLine, own, "the own value"))
        return players.explain_score(
            self.ranking, standing, previous, lines, articles=(), calculation=outputs.STEP
        )

    def _build_projection(self, player: str) -> Iterator[Section]:
        standings, options = self.ranking.current_standings, self.ranking.competition.options
        rows = []
        for opponent in self._opponents.find_opponents(player):
            value = standings[opponent].value
            amounts = (project_amount(result, value, options) for result in ("1", "½", "0"))
            rows.append(outputs.ProjectedGame(opponent, value, *amounts))
        yield from build_projection(
            outputs.ProjectedGame,
            rows,
            note="What each result would be worth at the values as they are now: after the round all values"
            " are calculated anew. Who has been drawn stands first, then who is nearest on the ranking and"
            " can be met.",
        )

    @cached_property
    def _opponents(self) -> players.NextOpponents:
        season = self.ranking.competition
        return players.NextOpponents(
            self.ranking,
            lambda standing: standing.score,
            lambda round_: season.find_recent_pairs(round_, season.options.rematch),
        )

    def _build_charts(self, player: Player) -> Iterator[Chart]:
        if standings := dict(self.ranking.history.standings_by_player[player.id]):
            yield Chart("Score", [(day, standing.score) for day, standing in standings.items()])
            ranks = [(day, float(standing.rank)) for day, standing in standings.items()]
            yield Chart("Rank", ranks, is_rank=True)

    def _build_history(self, standing: KeizerStanding) -> Section:
        rows = []
        for item in players.sort_latest_first(standing):
            then = self.ranking.standings_by_round[item.entry.round].get(item.entry.player)
            rows.append(build_player_round(outputs.PlayerRound, item, then))
        return Section("rounds", "Rounds", outputs.PlayerRound, rows, empty=pages.NO_ROUND, is_yearly=True)
