"""The tables of a ranking of duels: games as a club enters them, the tables published, and those of pages.

Also the standing of a player, with the notations of results in Dutch, French and English.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from sitegen.core.cell_values import DRAW_SYNONYMS, FORFEIT_SYNONYMS
from sitegen.core.columnar import Rows
from sitegen.core.entities import Fault, ListedPlayer, declare_error
from sitegen.core.missing import select_complete
from sitegen.core.model import PublishedTable, Section
from sitegen.core.table import (
    Chance,
    Change,
    EventKey,
    Figure,
    HiddenSource,
    Movement,
    Percentage,
    PlayDate,
    PlayerId,
    Rank,
    Rating,
    Remark,
    Source,
    Table,
    column,
    parse_synonyms,
)
from sitegen.toolkit import order
from sitegen.toolkit.duel.games import BothSides, GameColumns, SplitCells, complement, mirror
from sitegen.toolkit.order import group_by
from sitegen.toolkit.ratings import ProjectedDrawableGame, build_projection


@dataclass(frozen=True)
class ExtraTable:
    """A further published table with a row for a player and an event, such as a rating period.

    `by_event` has the rows of each event, by its place. The rows have a column `player`, and all columns of
    the three tables that are made from them: the published `table`, the one on the pages of events, and the
    one on the pages of players.
    """

    name: str
    title: str
    by_event: Sequence[Sequence[Any]]
    table: type[Table]
    event_table: type[Table]
    player_table: type[Table]

    @cached_property
    def rows(self) -> list[Any]:
        """The rows of all events."""
        return list(chain.from_iterable(self.by_event))

    @property
    def published_table(self) -> PublishedTable:
        """The table as a file."""
        return PublishedTable(self.name, self.table, self.table.combine_all(self.rows))

    def build_event_section(self, place: int) -> Section:
        """Return the section with the rows of an event, for its page."""
        return self._build_section(self.event_table, self.by_event[place])

    def build_player_section(self, player: str) -> Iterator[Section]:
        """Yield the section with the rows of a player, the latest first, for their page."""
        yield self._build_section(self.player_table, self._rows_by_player.get(player, [])[::-1])

    def list_steps(self, place: int, player: str) -> list[Any]:
        """Return the rows of a player on the page of an event; none where no game of theirs counted."""
        return [self.event_table.combine(row) for row in self.by_event[place] if row.player == player]

    def _build_section(self, table: type[Table], rows: Sequence[Any]) -> Section:
        return Section(
            self.name, self.title, table, table.combine_all(rows), empty="No game has counted yet."
        )

    @cached_property
    def _rows_by_player(self) -> dict[str, list[Any]]:
        return group_by(self.rows, attrgetter("player"))


class DuelStanding(NamedTuple):
    """The rating and the number of games of a player, and whether they are out of competition.

    `games` includes those played before the start; `won`, `drawn` and `lost` do not.
    """

    rating: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    is_out: bool = False

    def add_game(self, s: float, rating: float) -> "DuelStanding":
        """Return the standing after one more game with `s` points, which leaves the player at `rating`."""
        results = self.won + (s == 1), self.drawn + (s == 0.5), self.lost + (s == 0)
        return DuelStanding(rating, self.games + 1, *results, self.is_out)


GameResult = Literal["1-0", "½-½", "0-1"]
"""The points of the home side and of the away side."""
Forfeit = Literal["1-0f", "0-1f", "0-0f"]
"""The result of a game that was not played, which is not rated and counts for nothing."""
POINTS = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}
"""The points of the home side for each result."""
_RESULT_SYNONYMS = parse_synonyms(
    {
        "1-0": "1|1.0|1,0|1:0|thuis|home|domicile|wit|white|blancs",
        "½-½": f"{DRAW_SYNONYMS}|x",
        "0-1": "0|0.0|0,0|0:1|uit|away|extérieur|exterieur|zwart|black|noirs",
        **FORFEIT_SYNONYMS,
    }
)
_MAX_SCORE = 100_000

_HOME_IS_AWAY = declare_error(
    "home-is-away", "home and away are the same player", "a game is between two players"
)
_NO_RESULT = declare_error(
    "no-result",
    "this game has no result",
    "write 1-0, ½-½ or 0-1 in 'result', or both scores; a game to come is not written",
)
_RESULT_AND_SCORES = declare_error(
    "result-and-scores",
    "this game has a result and a score",
    "keep one of the two: the higher score wins",
)


class Game(Table, records=("games",)):
    """A game, with its result or with both scores: one of the two ways a file."""

    date: PlayDate = column(
        "the day it was played", headings=("datum", "speeldatum", "dag", "jour", "date de jeu")
    )
    home: PlayerId = column(
        "the home side",
        headings=("thuis", "thuisspeler", "thuisploeg", "wit", "speler 1", "domicile", "blancs", "joueur 1"),
    )
    away: PlayerId = column(
        "the away side",
        headings=(
            *("uit", "uitspeler", "uitploeg", "bezoekers", "zwart", "speler 2"),
            *("extérieur", "exterieur", "visiteurs", "noirs", "joueur 2"),
        ),
    )
    result: Literal[GameResult, Forfeit] | None = column(
        "the points of home and away; f: not played, counts for nothing; blank where the file has scores",
        default=None,
        synonyms=_RESULT_SYNONYMS,
        headings=("uitslag", "resultaat", "résultat", "resultat"),
    )
    home_score: float | None = column(
        "the score of the home side; the higher wins",
        default=None,
        minimum=0,
        maximum=_MAX_SCORE,
        headings=("score thuis", "thuisscore", "score 1", "score domicile"),
    )
    away_score: float | None = column(
        "the score of the away side",
        default=None,
        minimum=0,
        maximum=_MAX_SCORE,
        headings=("score uit", "uitscore", "score 2", "score extérieur", "score exterieur"),
    )
    event: str = column(
        "the evening, tournament or round",
        default="",
        headings=("activiteit", "evenement", "gelegenheid", "toernooi", "événement", "évènement", "tournoi"),
    )
    rated: bool = column(
        "no: it is shown and counts for nothing",
        default=True,
        headings=("telt", "telt mee", "rating", "compte", "classé", "classe"),
    )
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.home == self.away:
            yield "away", *_HOME_IS_AWAY.fill()
        scores = {"home_score": self.home_score, "away_score": self.away_score}
        blank = [name for name, score in scores.items() if score is None]
        if self.result is None and blank:
            yield blank[0] if len(blank) == 1 else "result", *_NO_RESULT.fill()
        if self.result is not None and len(blank) < len(scores):
            yield "result", *_RESULT_AND_SCORES.fill()

    @property
    def outcome(self) -> str:
        """The result, also where the game has scores: the higher wins, and equal ones are a draw."""
        if self.result is not None:
            return self.result
        home, away = self.home_score or 0.0, self.away_score or 0.0
        return "1-0" if home > away else "0-1" if home < away else "½-½"

    def read_result(self) -> tuple[tuple[Any, ...], ...]:
        """Return the points and scores of the two in the order of their ids."""
        points = self.outcome.split("-")
        sides = (self.home, points[0], self.home_score), (self.away, points[1], self.away_score)
        return tuple(sorted(sides))


def select_played(games: Iterable[Game]) -> list[Game]:
    """Return the games that were played: a forfeit is not rated (FIDE Handbook, B.02)."""
    return [game for game in games if game.result not in FORFEIT_SYNONYMS]


_MIXED_RESULTS = declare_error(
    "two-ways-in-a-file",
    "other games of this file are written otherwise: {place}",
    "in a file every game has a result, or every game has scores",
)


def find_mixed_results(games: Iterable[Game]) -> Iterator[Fault]:
    """Yield a fault for each game that has scores where the first of its file has a result, or vice versa."""
    valid = [
        game
        for game in select_complete(games, "result", "home_score", "away_score")
        if not [*game.find_faults()]
    ]
    for games_of_file in order.group_by(valid, lambda game: game.source.rpartition(":")[0]).values():
        first = games_of_file[0]
        for game in games_of_file:
            if _has_scores(game) != _has_scores(first):
                column = "home_score" if _has_scores(game) else "result"
                yield _MIXED_RESULTS(game, column, place=first.source)


def _has_scores(game: Game) -> bool:
    return game.home_score is not None or game.away_score is not None


RESULTS: Mapping[float, Literal["won", "drawn", "lost"]] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
"""The result of a player, by their points."""


class ProvisionalPlayer(ListedPlayer):
    """A player whose rating is provisional still."""

    club: str = column("the club", role="beside")
    rating: Rating = column("rating after all games so far", role="value")
    games: int = column("games that count for the rating")
    won: int = column("of these won here")
    drawn: int = column("of these drawn here")
    lost: int = column("of these lost here")
    change: Change | None = column("points won or lost since the list before", label="±")


class RankedPlayer(ProvisionalPlayer):
    """A line of the rating list."""

    rank: Rank = column("place by rating; equal ratings share it", label="#", before="player")
    rank_change: Movement | None = column("places won or lost since the list before", label="▲▼")


class CalculatedGame(Table):
    """A game with its calculation; the figures of one that is not rated are blank."""

    date: PlayDate = column("the day it was played")
    home: PlayerId = column("the home side")
    away: PlayerId = column("the away side")
    result: str = column("the points of home and of away: 1-0, ½-½ or 0-1")
    event: str = column("the evening, tournament or round")
    rated: bool = column("whether it counts", role="counted")
    source: Source = column("where the game stands")
    home_before: Figure | None = column(
        "rating of the home side that it was counted with", label="a", default=None, before="source"
    )
    away_before: Figure | None = column(
        "rating of the away side that it was counted with", label="b", default=None, before="source"
    )
    expectation: Chance | None = column(
        "points that the home side could expect", label="E", default=None, before="source"
    )


class EventGame(CalculatedGame):
    """A game as the page of its event shows it; the side of each change is plain from its place."""

    home_change: Change | None = column("points that the home side won or lost", label="±", default=None)
    result: str = column("the points of home and of away")
    away_change: Change | None = column("points that the away side won or lost", label="±", default=None)
    chance: Percentage | None = column("points that the home side could expect", default=None)
    remark: Remark = column("whether it counts", default="")
    points: str = column("points of the home side", default="")
    away_points: str = column("points of the away side", default="")


class PlayerGame(Table):
    """A game as one of its players sees it."""

    date: PlayDate = column("the day it was played")
    opponent: PlayerId = column("the other player")
    side: Literal["home", "away"] = column("at home or away")
    result: Literal["won", "drawn", "lost"] = column("won, drawn or lost")
    opponent_before: Rating | None = column(
        "rating of the opponent before the game", label="Opponent's", role="beside"
    )
    event: str = column("the evening, tournament or round")
    rated: bool = column("whether it counts")
    source: HiddenSource = column("where the row stands")


class RatedGame(PlayerGame):
    """A game as one of its players sees it, with what it did to the rating."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("points won or lost", label="±", before="event")
    after: Rating | None = column("rating after the game", label="Rating", before="event", role="value")


class Opponent(order.Opponent):
    """All games between a player and one opponent."""

    played: int = column("games between the two, also those not rated")


class CalendarRow(Table):
    """A day or period of play, as the calendar shows it."""

    event: EventKey = column("the page with its results", label="Results", role="name")
    first: PlayDate | None = column("the first day of play")
    last: PlayDate | None = column("the last day of play")
    games: int = column("games played", role="value")
    counted: int = column("games that count")
    players: int = column("players who played")


HOME_AND_AWAY = GameColumns("home", "away", "rated")
_RESULTS_BY_SIDE = {"1-0": ("won", "lost"), "½-½": ("drawn", "drawn"), "0-1": ("lost", "won")}
_SCORES_BY_SIDE = {"1-0": ("1–0", "0–1"), "½-½": ("½–½", "½–½"), "0-1": ("0–1", "1–0")}
"""Each result as people write it, from the sides of both players."""


def _choose_by_side(pairs: Mapping[str, tuple[str, str]]) -> SplitCells:
    """Return a function that makes the cells of both sides from the result of each game."""

    def choose(games: Rows[Any]) -> BothSides:
        cells = [pairs[result] for result in games.get_column("result")]
        return [home for home, _ in cells], [away for _, away in cells]

    return choose


PLAYER_CELLS: Mapping[str, SplitCells] = {
    "side": lambda games: (["home"] * len(games), ["away"] * len(games)),
    "result": _choose_by_side(_RESULTS_BY_SIDE),
    "score": _choose_by_side(_SCORES_BY_SIDE),
    "chance": mirror("expectation", complement),
}
"""What makes the columns of a player's games that do not have the name of one of the games."""


S = TypeVar("S", bound=Any)


NEXT_GAME_NOTE = (
    "The effect on the rating, first against the opponents met most in the last twelve months, then"
    " against those who stand nearest."
)


class WhatIf(NamedTuple, Generic[S]):
    """What a game that is not played yet would do to the rating of a player.

    `compute_gain` takes the standing of the player, that of the opponent, and the points of the player, and
    returns the change of the player's rating. The `note` says on the page what is assumed.
    """

    compute_gain: Callable[[S, S, float], float]
    note: str = NEXT_GAME_NOTE

    def build_section(self, standing: S, opponents: Mapping[str, S]) -> Iterator[Section]:
        """Yield the section with each result against each opponent, whose standings are given by id."""
        rows = [
            ProjectedDrawableGame(
                id_, opponent.rating, *(self.compute_gain(standing, opponent, points) for points in RESULTS)
            )
            for id_, opponent in opponents.items()
        ]
        yield from build_projection(ProjectedDrawableGame, rows, note=self.note)
