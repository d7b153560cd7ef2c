"""The pages of rounds, and the calendar of a season."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, NamedTuple

from sitegen.core.model import Event, Fact, PageContent, PageSection, Section
from sitegen.core.problems import Message, advise
from sitegen.core.table import Table
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.rounds import rows
from sitegen.toolkit.rounds.pages import NO_ROUND, format_place
from sitegen.toolkit.rounds.ranking import R
from sitegen.toolkit.rounds.scores import ScoreStep, build_player_score
from sitegen.toolkit.rounds.season import PENDING
from sitegen.toolkit.rounds.tables import Game


class RoundTables(NamedTuple):
    """The tables that pages of rounds show, each of which may have further columns."""

    pairings: type[rows.PairedGame] = rows.PairedGame
    games: type[rows.RoundGame] = rows.RoundGame
    scores: type[ScoreStep] = ScoreStep
    absent: type[rows.AbsentPlayer] = rows.AbsentPlayer
    planned: type[rows.PlannedAbsence] = rows.PlannedAbsence
    upcoming: type[rows.UpcomingRound] = rows.UpcomingRound
    played: type[rows.CalendarRound] = rows.CalendarRound


class RoundExtras(NamedTuple):
    """What the page of a round has besides its games and absences, above and below them."""

    above: Sequence[PageSection] = ()
    below: Sequence[PageSection] = ()
    facts: Sequence[Fact] = ()


@dataclass(frozen=True)
class RoundPages(Generic[R]):
    """Builds the pages of rounds and the calendar; a subclass adds what its regulation has besides.

    `articles` are those of each section by its name, with `pairings` for games that are still to be played;
    `calculation` is that of a game.
    """

    ranking: R
    tables: RoundTables
    articles: Mapping[str, Sequence[str]]
    calculation: str

    def get_round_cells(self, round_: int) -> dict[str, Any]:  # noqa: ARG002 - for subclasses
        """Return the cells of further columns of a round in the calendar."""
        return {}

    def get_game_cells(self, game: Game) -> dict[str, Any]:
        """Return the remark on a game, and the cells of further columns."""
        season = self.ranking.competition
        remark: Message | str = ""
        if len(game.pair) < 2:
            remark = advise("the other player was not written down")
        elif game in season.list_pending(game.round):
            remark = advise("still to be played")
        elif game.result and game.round not in season.entries:
            remark = advise("played ahead, counts from the evening of the round on")
        return {"remark": remark}

    def list_facts(self, round_: int) -> Iterator[Fact]:  # noqa: ARG002 - for subclasses
        """Yield further facts of a round."""
        yield from ()

    def build_more(self, event: Snapshot[Any, Any], games: Sequence[Any]) -> RoundExtras:  # noqa: ARG002 - for subclasses
        """Return what else the page of a round that was played has; `games` are the rows of its games."""
        return RoundExtras()

    def build_events(self) -> list[Event]:
        """Return a page for each round that was played or drawn."""
        return [
            *(event.make_event(self._build_round_page(event)) for event in self.ranking.history.events),
            *(self._build_pairings_page(round_) for round_ in self.ranking.competition.paired_rounds),
        ]

    def build_calendar(self) -> list[Section]:
        """Return the next pairings, the absences and rounds to come, and the rounds that were played."""
        season, tables = self.ranking.competition, self.tables
        paired = (
            self._build_pairings(round_, "Pairings of round {round}") for round_ in season.paired_rounds[:1]
        )
        absences = [
            tables.planned.combine(absence, absence=absence.code) for absence in season.planned_absences
        ]
        upcoming = [
            tables.upcoming.combine(season.fixtures[round_ - 1], **self.get_round_cells(round_))
            for round_ in season.upcoming_rounds
        ]
        played = [self._build_played_round(round_) for round_ in reversed(season.played_rounds)]
        pending = [
            tables.pairings.combine(
                game, **self._get_cells(game) | {"remark": advise("for round {round}", round=round_)}
            )
            for round_ in season.played_rounds
            for game in season.list_pending(round_)
        ]
        over = advise("Only the games above are still to be played.") if pending else "The season is over."
        return [
            *paired,
            *([self._make_pairings("pending", advise("Still to be played"), pending)] if pending else []),
            *(
                [self._make_section("signed-off", advise("Signed off"), tables.planned, absences)]
                if absences
                else []
            ),
            self._make_section("to-come", "Rounds to come", tables.upcoming, upcoming, empty=over),
            self._make_section("played", "Rounds played", tables.played, played, empty=NO_ROUND),
        ]

    def _make_section(
        self, name: str, title: str, table: type[Table], section_rows: Sequence[Any], **fields: Any
    ) -> Section:
        return Section(name, title, table, section_rows, articles=self.articles.get(name, ()), **fields)

    def _build_played_round(self, round_: int) -> rows.CalendarRound:
        season = self.ranking.competition
        return self.tables.played.combine(
            season.fixtures[round_ - 1],
            **self.get_round_cells(round_),
            games=season.count_games(round_),
            absent=season.count_absent(round_),
            leader=next(iter(self.ranking.standings_by_round[round_])),
        )

    def _build_facts(self, round_: int) -> list[Fact]:
        season = self.ranking.competition
        pending = season.list_pending(round_)
        return [
            Fact("Date", season.get_day(round_), date),
            *self.list_facts(round_),
            Fact("Games", season.count_games(round_), int),
            *([Fact("Still to be played", len(pending), int)] if pending else []),
            Fact("Players without a game", season.count_absent(round_), int),
        ]

    def _build_pairings_page(self, round_: int) -> Event:
        """Return the page of a round to come."""
        season, table = self.ranking.competition, self.tables.absent
        absent = [
            table.combine(absence, absence=absence.code, result=absence.points)
            for absence in season.get_absences(round_)
        ]
        sections = [self._build_pairings(round_, "Pairings")]
        if absent:
            sections.append(self._make_section("absent", "Not playing", table, absent))
        content = PageContent.create(self._build_facts(round_), sections)
        return Event(str(round_), "Round {round}", {"round": round_}, season.get_day(round_), content)

    def _build_round_page(self, event: Snapshot[Any, Any]) -> PageContent:
        """Return the page of a round that was played."""
        round_ = int(event.key)
        steps = self._build_scores(round_)
        games = self._build_games(round_, steps)
        between_two = {
            game.source for game in self.ranking.competition.get_games(round_) if len(game.pair) > 1
        }
        extras = self.build_more(event, games)
        sections: list[PageSection] = [
            *extras.above,
            self._make_section("games", "Games", self.tables.games, games, calculation=self.calculation),
            self._make_section(
                "scores",
                "Without a game",
                self.tables.scores,
                [step for step in steps if step.source not in between_two],
                note="Calculated again after every round, at the values that the players have by then.",
            ),
            *extras.below,
        ]
        return PageContent.create([*self._build_facts(round_), *extras.facts], sections)

    def _build_pairings(self, round_: int, title: str) -> Section:
        games = [
            self.tables.pairings.combine(game, **self._get_cells(game))
            for game in self.ranking.competition.get_games(round_)
        ]
        return self._make_pairings("games", title, games, params={"round": round_})

    def _make_pairings(
        self, name: str, title: str, games: Sequence[rows.PairedGame], **fields: Any
    ) -> Section:
        return Section(
            name,
            title,
            self.tables.pairings,
            games,
            articles=self.articles.get("pairings", ()),
            opened_columns=["source"],
            **fields,
        )

    def _get_cells(self, game: Game) -> dict[str, Any]:
        white, black = game.players
        result = (game.result or "").replace("-", "–")
        return {"white": white, "black": black, "result": result, **self.get_game_cells(game)}

    def _build_games(self, round_: int, steps: Sequence[ScoreStep]) -> list[rows.RoundGame]:
        """Return the games of a round, with the scores of both sides."""
        scores = {(step.source, step.player): step for step in steps if step.absence != PENDING}
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
            games.append(self.tables.games.combine(game, **cells))
        return games

    def _build_scores(self, round_: int) -> list[ScoreStep]:
        """Return the scores of a round, now and on the day, in the order of the current ranking."""
        standings = self.ranking.standings_by_round[round_].values()
        scores = [item for standing in standings for item in standing.scores if item.entry.round == round_]
        on_the_day = {item.key: item.score for item in scores}
        steps = []
        for item in self.ranking.scores_by_round.get(round_, ()):
            then = on_the_day.get(item.key, 0.0)
            cells = {"on_the_day": then, "since": item.score - then}
            steps.append(build_player_score(self.tables.scores, item, **cells))
        return steps
