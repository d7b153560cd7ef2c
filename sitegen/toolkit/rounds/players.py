"""What the players of a season did: tables by player, parts of their pages made of these, and careers.

A system lists the parts that its pages show, among its own.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate, chain
from math import fsum
from operator import methodcaller
from typing import Any, Generic, Literal

from sitegen.core.columnar import IndexedRows, Rows
from sitegen.core.entities import Balance, Career, Result
from sitegen.core.model import Fact, PlayerPage, Section
from sitegen.core.problems import Message, advise
from sitegen.core.table import PlayerId, Table, get_field_names
from sitegen.core.views import PageParts, Part, Summary, View, over
from sitegen.toolkit.decisions import AppliedPoints, describe_exclusion
from sitegen.toolkit.history import make_player_pages
from sitegen.toolkit.memberships import Members
from sitegen.toolkit.order import index_players, rank_players
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
from sitegen.toolkit.rounds.ranking import AnyRanking, R
from sitegen.toolkit.rounds.scores import (
    ExplanationLine,
    Opponent,
    PlayerRound,
    ScoreChange,
    ScoredEntry,
    join_scores,
)
from sitegen.toolkit.rounds.tables import Gain

_RESULTS: dict[str, Literal["won", "drawn", "lost"]] = {"1": "won", "½": "drawn", "0": "lost"}
_SCORE_TEXTS = {"1": "1–0", "½": "½–½", "0": "0–1", "1f": "1–0f", "0f": "0–1f"}
_COLOURS = {"w": "white", "b": "black"}
_REVALUED_NOTE = (
    "Every round counts again with the value that the opponent has now, so that a score moves without a game."
    " Without an opponent it is the player's own value that counts."
)
ListChanges = Callable[[str], Iterable[tuple[float, Message]]]
"""What else changed the score of a player since the list before, besides new rounds and new values."""


@dataclass(frozen=True)
class PlayerHistories(Generic[R]):
    """The rounds and standings of all players, now and on the list before.

    `first_list` has the standings that count as the list before the first round, if any. `rounds_table` and
    `course_table` are of the rounds, and of the standings after each of them; columns that they have besides
    are those of standings. Careers have the columns `figure` and, of the first, `start` of standings, and
    `change` of rounds.
    """

    ranking: R
    first_list: Mapping[str, Any]
    rounds_table: type[PlayerRound]
    course_table: type[Table]
    figure: str
    start: str
    change: str

    @cached_property
    def previous_standings(self) -> Mapping[str, Any]:
        """The standings on the list before the current one."""
        return [{}, self.first_list, *self.ranking.standings_by_round.values()][-2]

    @cached_property
    def rounds(self) -> IndexedRows[PlayerRound]:
        """The rounds of each player, the last first."""
        return IndexedRows(self.rounds_table, self._make_rounds, "player")

    @cached_property
    def changes(self) -> IndexedRows[ScoreChange]:
        """The score of each player in each round on the list before and now, the last round first.

        Decisions of the committee are left out: they are never valued again.
        """
        return IndexedRows(ScoreChange, self._make_changes, "player")

    @cached_property
    def course(self) -> IndexedRows[Any]:
        """The standing of each player after each round, as it was then."""
        make_rows = partial(self.ranking.combine_standings, self.course_table)
        return IndexedRows(self.course_table, make_rows, "player")

    @cached_property
    def _scores(self) -> Sequence[ScoredEntry]:
        scores = chain.from_iterable(standing.scores for standing in self.ranking.history.standings.values())
        return sorted(scores, key=lambda item: (-item.entry.round, item.entry.decision is not None))

    def _make_rounds(self) -> Rows[PlayerRound]:
        entries, standings = [item.entry for item in self._scores], self.ranking.standings_by_round
        after = [standings[entry.round].get(entry.player) for entry in entries]
        further_columns = {*get_field_names(self.rounds_table)} - {*get_field_names(PlayerRound)}
        return join_scores(
            self.rounds_table,
            self._scores,
            opponent=[entry.opponent or None for entry in entries],
            colour=[_COLOURS.get(entry.colour) for entry in entries],
            met=[entry.opponent if entry.is_played else None for entry in entries],
            total=[then and then.score for then in after],
            **{name: [then and getattr(then, name) for then in after] for name in ("rank", *further_columns)},
        )

    def _make_changes(self) -> Rows[ScoreChange]:
        present = self.ranking.current_standings
        places = [place for place, item in enumerate(self._scores) if not item.entry.decision]
        scores = [self._scores[place] for place in places]
        standings = (standing for player, standing in self.previous_standings.items() if player in present)
        previous = {item.key: item for standing in standings for item in standing.scores}
        before = [previous.get(item.key) for item in scores]
        pairs = list(zip(scores, before, strict=True))
        return self.rounds.rows.take(places).view(
            ScoreChange,
            before=[then and then.basis for then in before],
            now=[item.basis for item in scores],
            score_before=[then and then.score for then in before],
            change=[item.score - (then.score if then else 0.0) for item, then in pairs],
            replaced=[then is not None and then.entry.result != item.entry.result for item, then in pairs],
        )

    def get_standing(self, player: str) -> Any:
        """Return the standing of a player; who has left is shown as on the last list with them."""
        return self.ranking.history.standings[player]

    def get_row(self, player: str) -> Any:
        """Return the row that the ranking has, or would have, of the standing of a player."""
        return self.ranking.build_row(player, self.get_standing(player))

    def _list_decisions(self, player: str) -> list[AppliedPoints]:
        """Return the decisions about a player that count."""
        scores = self.get_standing(player).scores
        return [item.entry.decision for item in scores if item.entry.decision]

    def get_previous(self, player: str) -> Any | None:
        """Return the standing of a player on the list before; None for who has left."""
        return self.previous_standings.get(player) if player in self.ranking.current_standings else None

    def build_pages(self, page: PageParts, members: Members) -> list[PlayerPage]:
        """Return a page for everyone who has joined, in the order of their rows."""
        players, standings = members.list_players(members.as_of), self.ranking.history.standings
        return make_player_pages((player for player in players if player.id in standings), page)

    def list_place(self, player: str) -> Iterator[Fact]:
        """Yield rank and score; of who is out of competition since when that is so."""
        row = self.get_row(player)
        if row.rank is None:
            yield describe_exclusion([(item.date, item) for item in self._list_decisions(player)])
        else:
            yield Fact.from_cell(row, "rank")
        yield Fact.from_cell(row, "score")

    def list_gains(self, player: str) -> Iterator[Fact]:
        """Yield the changes of rank and score since the list before."""
        row, previous, note = self.get_row(player), self.get_previous(player), "since the round before"
        if previous:
            row = row.replace(change=row.score - previous.score)
            if row.rank and previous.rank:
                row = row.replace(rank_change=previous.rank - row.rank)
                yield Fact.from_cell(row, "rank_change", "Places won or lost")
            yield Fact.from_cell(row, "change", "Change of the score", cell_type=Gain, note=note)

    def list_games(self, player: str) -> Iterator[Fact]:
        """Yield the number of games, and of those that were won, drawn and lost."""
        standing = self.get_standing(player)
        results = Counter(item.entry.result for item in standing.scores if item.entry.is_played)
        yield Fact("Games", results.total(), int, note="without forfeits")
        yield Fact("Won – drawn – lost", " – ".join(str(results[result]) for result in _RESULTS))

    def list_next_game(self, player: str) -> Iterator[Fact]:
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

    def explain_score(self, list_changes: ListChanges, calculation: str, player: str) -> Iterator[Section]:
        """Yield the section on the change of a score since the list before; nothing for who has left.

        `calculation` is that of a score, blank if a template of the system has it.
        """
        season, previous = self.ranking.competition, self.get_previous(player)
        days = [season.get_day(round_) for round_ in season.played_rounds]
        if not days or player not in self.ranking.current_standings:
            return
        score = previous.score if previous else 0.0
        lines = list(self._build_lines(list_changes, player))
        totals = list(accumulate((line.change for line in lines), initial=score))[1:]
        yield build_explanation(
            ExplanationLine,
            [line.replace(after=total) for line, total in zip(lines, totals, strict=True)],
            steps=self.changes.select(player),
            before=make_opening(days[-2] if previous and len(days) > 1 else None, score, days[-1]),
            after=Balance(LIST_TITLE, days[-1], self.get_standing(player).score),
            calculations={ScoreChange: calculation} if calculation else {},
        )

    def _build_lines(self, list_changes: ListChanges, player: str) -> Iterator[ExplanationLine]:
        """Yield a line for each new score, one for the new values of all others, and those of the system."""
        changes, previous = self.changes.select(player), self.get_previous(player)
        last_round = self.ranking.competition.played_rounds[-1]
        decided = [
            row
            for row in self.rounds.select(player)
            if row.decision and (row.round == last_round or not previous)
        ]
        new_scores = [row for row in changes if row.before is None]
        for row in self._sort_by_play([*decided, *new_scores]):
            what = row.decision or row.absence
            yield ExplanationLine.combine(row, what=what, change=row.score, after=0.0)
        old_scores = [row for row in changes if row.before is not None]
        revalued = fsum(row.change for row in old_scores if not row.replaced)
        other_lines = [(revalued, advise("earlier rounds, at the new values"))] if old_scores else []
        for change, what in (*other_lines, *list_changes(player)):
            yield ExplanationLine(None, None, what, "", "", None, change, 0.0)

    def _sort_by_play(self, rows: Iterable[PlayerRound]) -> list[PlayerRound]:
        positions = self.ranking.competition.round_positions
        return sorted(rows, key=lambda row: (positions[row.round], row.counts))

    def declare_tables(self, columns: str) -> Iterator[Part]:
        """Yield every round at the new values, the rounds with these columns, and the opponents."""
        changes = "round opponent before now factor score_before score change"
        yield View(
            self.changes,
            changes,
            "revalued",
            "Every round at the new values",
            note=_REVALUED_NOTE,
            empty=NO_ROUND,
        )
        yield partial(
            self._build_rounds,
            View(self.rounds, columns, "rounds", "Rounds", empty=NO_ROUND, is_yearly=True),
            View(self.rounds, f"{columns} decision", "rounds", "Rounds and decisions", is_yearly=True),
        )
        yield Summary(
            self.rounds,
            "met",
            Opponent,
            {
                "played": len,
                **{colour: over("colour", methodcaller("count", colour)) for colour in _COLOURS.values()},
                **{name: over("result", methodcaller("count", mark)) for mark, name in _RESULTS.items()},
            },
            "head-to-head",
            "Head to head",
            places=index_players(self.ranking.competition.players),
            note="Games that were played, without forfeits; most played first.",
            empty="No game has been played yet.",
        )

    def _build_rounds(self, rounds: View, with_decisions: View, player: str) -> Iterator[Section]:
        """Yield the rounds of a player; few have decisions among them, with a column of their own."""
        return (with_decisions if self._list_decisions(player) else rounds)(player)

    def build_career(self, player: str) -> Career:
        """Return the figure of a player after each round, and games with what they brought.

        A forfeit has no result, and absences are left out.
        """
        history = self.ranking.history
        if player not in history.standings:
            return Career()
        standings = history.standings_by_player[player]
        first = history.start.get(player) or standings[0][1]
        games = self._sort_by_play(
            row for row in self.rounds.select(player) if not (row.absence or row.decision)
        )
        figures = {day: getattr(standing, self.figure) for day, standing in standings}
        return Career(list(figures.items()), list(map(self._build_result, games)), getattr(first, self.start))

    def _build_result(self, row: PlayerRound) -> Result:
        return Result(
            self.ranking.competition.get_day(row.round),
            str(row.round),
            _RESULTS.get(row.result, ""),
            (row.opponent,) if row.opponent else (),
            score=_SCORE_TEXTS[row.result],
            change=getattr(row, self.change) if row.result in _RESULTS else None,
            source=row.source,
        )


@dataclass(frozen=True)
class NextGame:
    """The part with what the next game would bring; nothing after the last round, or for who has left.

    Likely opponents are those who have been drawn, then those nearest by `figure` who are not barred in the
    round. `value` is the column of their standings that is shown, and `project` gives what a result of a
    player against an opponent would bring.
    """

    ranking: AnyRanking
    table: type[ProjectedDrawableGame]
    figure: str
    value: str
    find_barred_pairs: Callable[[int], Collection[frozenset[str]]]
    project: Callable[[str, str, str], float]
    note: str

    def __call__(self, player: str) -> Iterator[Section]:
        """Yield the section of a player."""
        standings = self.ranking.current_standings
        candidates = chain(self._scheduled_opponents.get(player, ()), self._list_neighbours(player))
        rows = [
            self.table(
                opponent,
                getattr(standings[opponent], self.value),
                *(self.project(player, opponent, result) for result in _RESULTS),
            )
            for opponent in select_likely(candidates, standings)
        ]
        yield from build_projection(self.table, rows, note=self.note)

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
        figures = {player: getattr(standing, self.figure) for player, standing in standings.items()}
        order = [member.id for _, member in rank_players(members, figures)]
        return order, self.find_barred_pairs(rounds[0])
