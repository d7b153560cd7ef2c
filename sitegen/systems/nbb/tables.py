"""The tables of the NBB-Clubranking: what a club keeps, and what is published."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.table import PlayDate, PlayerId, Shown, Source, Table, column

Form = Literal["pairs", "butler", "teams"]
Method = Literal["place", "proportional", "balanced", "dynamic"]
Championship = Literal["individual", "pairs"]
Ranking = Annotated[float, Shown("number", 2)]
Gain = Annotated[float, Shown("signed", 2)]


class Options(Table):
    """What a club sets; the defaults are the regulation's."""

    lines: int = column("nominal number of lines", minimum=1)
    average_a: float = column("points for an average score in the A line", default=80.0)
    width: float = column("width of a line", default=40.0, minimum=0.01)
    step: float = column("step from a line to the next", default=10.0, minimum=0)
    method: Method = column("how the score of a pair becomes points", default="balanced")
    top_score_pairs: float = column("percentage that is worth the top of a line", default=63.5, minimum=50.01)
    top_score_butler: float = column("IMPs that are worth the top of a line", default=2.0, minimum=0.01)
    top_score_teams: float = column("victory points that are worth the top", default=17.0, minimum=10.01)
    sessions: int = column("sessions that a ranking is the mean of", default=6, minimum=1)
    start_ranking: float | None = column("substitute ranking of who has no other", default=None)
    min_: int | None = column(
        "sessions that a champion must have played; without it 60 % of those of the season so far",
        default=None,
        minimum=0,
    )
    drop: int = column("worst scores that fall away for the individual championship", default=5, minimum=0)
    pair_min: int | None = column(
        "results that a champion pair must have; without it as many as `min`", default=None, minimum=0
    )
    pair_substitutes: int = column("of these with a substitute at most", default=2, minimum=0)
    pair_drop: int = column("worst scores that fall away for the championship of pairs", default=0, minimum=0)
    championships: tuple[Championship, ...] = column(
        "the championships that are published", default=("individual", "pairs")
    )


class Player(model.Player):
    """A player, with the substitute ranking of the first season."""

    ranking: float | None = column("substitute ranking of the first season", default=None)


class Season(Table):
    """A season; its ranking begins anew from substitute rankings."""

    season: str = column("the season", key=True)
    start: date = column("the first day")
    end: date = column("the last day")
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.end < self.start:
            yield "end", f"the season ends on {self.end}, before it starts on {self.start}", "correct a date"


class Substitute(Table):
    """A substitute ranking that the club itself gives for a season."""

    season: str = column("the season", key=True)
    player: PlayerId = column("whose", key=True)
    ranking: float = column("the substitute ranking")
    source: Source = column("where the row stands", default="", filled=True)


class Partnership(Table):
    """A pair or trio that plays for the championship."""

    partnership: str = column("the key: it never changes", key=True)
    player1: PlayerId = column("one of them")
    player2: PlayerId = column("another")
    player3: PlayerId | None = column("the third of a trio", default=None)
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        named = ("player1", self.player1), ("player2", self.player2), ("player3", self.player3)
        return [(column_, player) for column_, player in named if player]

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if len({player for _, player in self.players}) < len(self.players):
            yield "player2", "a player stands twice in the partnership", "name two or three players"


class Line(Table):
    """The score of a pair in a session."""

    date: PlayDate = column("the day")
    line: str = column("the letter of the line, A to Z")
    player1: PlayerId = column("one of the pair")
    player2: PlayerId = column("the other")
    session: str = column("the session, where a day has several", default="")
    group: str = column("lines with the same group are top-integral", default="")
    score: float | None = column("the score; blank: drawn, not yet played", default=None)
    for_: str = column("the partnership that plays here with a substitute", default="")
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        return ("player1", self.player1), ("player2", self.player2)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.player1 == self.player2:
            yield "player2", "both players are the same", "a pair has two players"
        if not (len(self.line) == 1 and "A" <= self.line <= "Z"):
            yield "line", f"{self.line!r} is not the letter of a line", "write one letter, A to Z"


class PairsLine(Line):
    """The percentage of a pair in a session of pairs."""

    score: float | None = column(
        "the percentage; blank: drawn, not yet played", default=None, minimum=0, maximum=100
    )


class ButlerLine(Line):
    """The IMPs of a pair in a butler session."""

    score: float | None = column("the IMPs; blank: drawn, not yet played", default=None)


class Sitting(Table):
    """What a team scored in one sitting of a teams evening."""

    date: PlayDate = column("the day", key=True)
    sitting: int = column("which sitting of the day", key=True, minimum=1)
    team: str = column("the team", key=True)
    opponent: str = column("the team it played against")
    vp: float | None = column(
        "victory points; blank: drawn, not yet played", default=None, minimum=0, maximum=20
    )
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.team == self.opponent:
            yield "opponent", "a team plays against itself", "name the other team"


class LineUp(Table):
    """The players of a team on one day."""

    date: PlayDate = column("the day", key=True)
    team: str = column("the team", key=True)
    player1: PlayerId = column("who played")
    player2: PlayerId = column("who played")
    player3: PlayerId = column("who played")
    player4: PlayerId = column("who played")
    player5: PlayerId | None = column("who played as well", default=None)
    player6: PlayerId | None = column("who played as well", default=None)
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        ids = self.player1, self.player2, self.player3, self.player4, self.player5, self.player6
        return [(f"player{place}", id_) for place, id_ in enumerate(ids, 1) if id_]


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    seasons: list[Season]
    substitutes: Sequence[Substitute] = ()
    partnerships: Sequence[Partnership] = ()
    pairs: Sequence[PairsLine] = ()
    butler: Sequence[ButlerLine] = ()
    teams: Sequence[Sitting] = ()
    lineups: Sequence[LineUp] = ()
