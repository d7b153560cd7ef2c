"""The pages of rounds, and the calendar of a season."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic

from sitegen.core.cache import keep_results
from sitegen.core.model import Event, Fact, Section
from sitegen.core.problems import Message, advise
from sitegen.core.table import Table
from sitegen.core.views import PageParts, make_view_table
from sitegen.toolkit.decisions import build_decision_section
from sitegen.toolkit.rounds import rows
from sitegen.toolkit.rounds.pages import NO_ROUND, format_place
from sitegen.toolkit.rounds.ranking import R
from sitegen.toolkit.rounds.scores import ScoreStep, join_scores
from sitegen.toolkit.rounds.season import PENDING
from sitegen.toolkit.rounds.tables import Game

_WAITING_NOTE = "They count with the next round."


@dataclass(frozen=True)
class RoundPages(Generic[R]):
    """The games and scores of rounds, as parts of their pages, and the calendar.

    `calculation` is that of a game, and `pairing_articles` are those of games that are still to be played,
    which have the columns `pairings`. What a regulation shows besides of a game, and of a round in the
    calendar, is in cells of further columns of the tables.
    """

    ranking: R
    calculation: str
    pairing_articles: Sequence[str] = ()
    find_game_cells: Callable[[Game], Mapping[str, Any]] = lambda _: {}
    find_round_cells: Callable[[int], Mapping[str, Any]] = lambda _: {}
    games: type[rows.RoundGame] = rows.RoundGame
    pairings: str = "white result black board remark source"
    upcoming: type[rows.UpcomingRound] = rows.UpcomingRound
    played: type[rows.CalendarRound] = rows.CalendarRound

    def build_events(self, page: PageParts) -> list[Event]:
        """Return a page for each round that was played or drawn."""
        pages = [event.make_event(page.build_content(event.key)) for event in self.ranking.history.events]
        for round_ in self.ranking.competition.paired_rounds:
            key, day = str(round_), self.ranking.competition.get_day(round_)
            pages.append(Event(key, "Round {round}", {"round": round_}, day, page.build_content(key)))
        return pages

    def list_day(self, key: str) -> Iterator[Fact]:
        """Yield the evening of a round."""
        yield Fact("Date", self.ranking.competition.get_day(int(key)), date)

    def list_counts(self, key: str) -> Iterator[Fact]:
        """Yield the numbers of games of a round, and of players without one."""
        season, round_ = self.ranking.competition, int(key)
        pending = season.list_pending(round_)
        yield Fact("Games", season.count_games(round_), int)
        if pending:
            yield Fact("Still to be played", len(pending), int)
        yield Fact("Players without a game", season.count_absent(round_), int)

    def build_games(self, key: str) -> Iterator[Section]:
        """Yield the games of a round, or its pairings if it is still to be played."""
        if (round_ := int(key)) in self.ranking.standings_by_round:
            columns = "white white_place white_score result black black_place black_score board remark"
            table = make_view_table(self.games, columns, self.calculation)
            games = table.combine_all(self.get_games(round_))
            yield Section("games", "Games", table, games, calculation=self.calculation)
        else:
            yield self._build_pairings(round_, "Pairings")

    def build_scores(self, key: str) -> Iterator[Section]:
        """Yield the scores of who had no game in a round, or who does not play in one to come."""
        season, round_ = self.ranking.competition, int(key)
        if round_ in self.ranking.standings_by_round:
            between_two = {game.source for game in season.get_games(round_) if len(game.pair) > 1}
            yield Section(
                "scores",
                "Without a game",
                ScoreStep,
                [step for step in self._get_scores(round_) if step.source not in between_two],
                note="Calculated again after every round, at the values that the players have by then.",
            )
        elif absences := season.get_absences(round_):
            table = make_view_table(rows.AbsentPlayer, "player absence result source")
            absent = [
                table.combine(absence, absence=absence.code, result=absence.points) for absence in absences
            ]
            yield Section("absent", "Not playing", table, absent)

    def build_decisions(self, key: str) -> Iterator[Section]:
        """Yield the decisions of the committee that count with a round."""
        yield from build_decision_section(self.ranking.competition.list_decisions(int(key)))

    def build_calendar(self) -> list[Section]:
        """Return the next pairings, the absences and rounds to come, and the rounds that were played."""
        season = self.ranking.competition
        signed_off = make_view_table(rows.AbsentPlayer, "round player absence source")
        paired = (
            self._build_pairings(round_, "Pairings of round {round}") for round_ in season.paired_rounds[:1]
        )
        absences = [signed_off.combine(absence, absence=absence.code) for absence in season.planned_absences]
        upcoming = [
            self.upcoming.combine(season.fixtures[round_ - 1], **self.find_round_cells(round_))
            for round_ in season.upcoming_rounds
        ]
        played = [self._build_played_round(round_) for round_ in reversed(season.played_rounds)]
        pending = [
            self._pairings.combine(
                game, **self._get_cells(game) | {"remark": advise("for round {round}", round=round_)}
            )
            for round_ in season.played_rounds
            for game in season.list_pending(round_)
        ]
        has_joined = self.ranking.history.standings  # who has not yet has no page either
        waiting = [row for row in season.list_decisions(0) if row.player in has_joined]
        over = advise("Only the games above are still to be played.") if pending else "The season is over."
        return [
            *paired,
            *(section._replace(note=_WAITING_NOTE) for section in build_decision_section(waiting)),
            *([self._make_pairings("pending", advise("Still to be played"), pending)] if pending else []),
            *([Section("signed-off", advise("Signed off"), signed_off, absences)] if absences else []),
            Section("to-come", "Rounds to come", self.upcoming, upcoming, empty=over),
            Section("played", "Rounds played", self.played, played, empty=NO_ROUND),
        ]

    def _build_played_round(self, round_: int) -> rows.CalendarRound:
        season, standings = self.ranking.competition, self.ranking.standings_by_round[round_].items()
        return self.played.combine(
            season.fixtures[round_ - 1],
            **self.find_round_cells(round_),
            games=season.count_games(round_),
            absent=season.count_absent(round_),
            leader=next((player for player, standing in standings if standing.rank), ""),
        )

    def _build_pairings(self, round_: int, title: str) -> Section:
        games = [
            self._pairings.combine(game, **self._get_cells(game))
            for game in self.ranking.competition.get_games(round_)
        ]
        return self._make_pairings("games", title, games, params={"round": round_})

    @property
    def _pairings(self) -> type[Table]:
        return make_view_table(self.games, self.pairings)

    def _make_pairings(self, name: str, title: str, games: Sequence[Any], **fields: Any) -> Section:
        return Section(
            name,
            title,
            self._pairings,
            games,
            articles=self.pairing_articles,
            opened_columns=["source"],
            **fields,
        )

    def _get_cells(self, game: Game) -> dict[str, Any]:
        white, black = game.players
        result = (game.result or "").replace("-", "–")
        cells = {"white": white, "black": black, "result": result, "remark": self._find_remark(game)}
        return {**cells, **self.find_game_cells(game)}

    def _find_remark(self, game: Game) -> Message | str:
        season = self.ranking.competition
        if game.is_bye:
            return advise("bye")
        if len(game.pair) < 2:
            return advise("the other player was not written down")
        if game in season.list_pending(game.round):
            return advise("still to be played")
        if game.result and game.round not in season.entries:
            return advise("played ahead, counts from the evening of the round on")
        return ""

    @keep_results()
    def get_games(self, round_: int) -> Sequence[rows.RoundGame]:
        """Return the games of a round that was played, with the scores of both sides."""
        scores = {
            (step.source, step.player): step for step in self._get_scores(round_) if step.absence != PENDING
        }
        standings, games = self.ranking.standings_by_round[round_], []
        for game in self.ranking.competition.get_games(round_):
            cells = self._get_cells(game)
            for colour, player in zip(("white", "black"), game.players, strict=True):
                step = scores.get((game.source, player))
                cells |= {
                    f"{colour}_place": format_place(standings.get(player)),
                    f"{colour}_score": step and step.score,
                    f"{colour}_factor": step.factor if step else "",
                    f"{colour}_value": step and step.basis,
                    f"{colour}_then": step and step.on_the_day,
                    f"{colour}_since": step and step.since,
                }
            games.append(self.games.combine(game, **cells))
        return games

    @keep_results()
    def _get_scores(self, round_: int) -> Sequence[ScoreStep]:
        """Return the scores of a round, now and on the day, by rank on the current ranking."""
        standings = self.ranking.standings_by_round[round_].values()
        scores_then = {item.key: item.score for standing in standings for item in standing.scores}
        scores = self.ranking.scores_by_round.get(round_, ())
        items = [item for item in scores if not item.entry.decision]
        on_the_day = [scores_then.get(item.key, 0.0) for item in items]
        since = [item.score - then for item, then in zip(items, on_the_day, strict=True)]
        return join_scores(ScoreStep, items, on_the_day=on_the_day, since=since)
