"""The tables that a club keeps of its competition, and what it can set."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from sitegen import model
from sitegen.message import advise, say
from sitegen.problem import quoted
from sitegen.systems.ijssel import spellings
from sitegen.table import PlayDate, PlayerId, Shown, Source, Table, column
from sitegen.unread import known

Round = Annotated[int, Shown("event")]
"""The number of a round; shown as a link to its page."""
Score = Annotated[float, Shown("number", 1)]
Gain = Annotated[float, Shown("signed", 2)]
Factor = Annotated[float, Shown("number", 3)]
Brought = Annotated[float, Shown("short")]
"""A rating as a player brings it."""

Result = Literal["1-0", "0-1", "½-½", "1-0f", "0-1f"]
Points = Literal["1", "½", "0"]
Code = Literal["external", "external-moved", "club", "bye", "odd", "absent", "no-show"]
FORFEITS = {"1-0f", "0-1f"}
"""The results of games that were not played."""
EXTERNAL = {"external", "external-moved"}
"""The codes of games elsewhere, which have a result of their own."""
_MOST_ROUNDS = 100


def _rating(doc: str, headings: Sequence[str]) -> Any:
    """The column of a rating: wide enough for a child and for a world champion."""
    return column(doc, default=None, minimum=100, maximum=3000, headings=tuple(headings))


class Options(Table):
    """What a club can set; the defaults are the regulation's."""

    periods: int = column("periods of a season", default=5, minimum=1, maximum=30)
    groups: int = column("groups of a period ranking", default=3, minimum=3, maximum=4)
    performance: Literal["fide", "logistic"] = column(
        "fide: FIDE's table, on a score rounded to 0.01; logistic: the curve that the table is made from",
        default="fide",
    )
    min_games: int = column(
        "games a player needs to become champion", default=13, minimum=0, maximum=_MOST_ROUNDS
    )
    rematch: int = column(
        "how many squared places by club rating further apart the draw takes two players to be for each time"
        " that they met in an earlier period; 0: only the period counts",
        default=8,
        minimum=0,
        maximum=1000,
    )


class Player(model.Player):
    """A player of the season, with what their start rating comes from."""

    final_rating: float | None = _rating("club rating at the end of the last season", spellings.FINAL_RATING)
    knsb_rating: float | None = _rating("rating of the national federation", spellings.KNSB_RATING)
    knsb_reliable: bool = column(
        "whether that rating is reliable", default=True, headings=spellings.KNSB_RELIABLE
    )
    estimate: float | None = _rating("estimated rating of a player without any other", spellings.ESTIMATE)
    youth: bool = column(
        "whether the player is a youth member (article 3)", default=False, headings=spellings.YOUTH
    )
    joined: int = column(
        "the first round", default=1, minimum=1, maximum=_MOST_ROUNDS, headings=spellings.JOINED
    )
    left: int | None = column(
        "the last round; blank: that of the season",
        default=None,
        minimum=1,
        maximum=_MOST_ROUNDS,
        headings=spellings.LEFT,
    )

    @property
    def basis(self) -> float | None:
        """What the start rating comes from (article 1.1 Startratings); None without a usable rating."""
        reliable = self.knsb_rating if self.knsb_reliable else None
        return max(
            (each for each in (self.final_rating, reliable) if each is not None), default=self.estimate
        )

    def veiled(self) -> Self:
        """Without what was brought, which would tell who it is: what comes of it is published."""
        return self.but(final_rating=None, knsb_rating=None, knsb_reliable=False, estimate=self.basis)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if known([self], "final_rating", "knsb_rating", "knsb_reliable", "estimate") and self.basis is None:
            message = say("no-rating", "{name} has no rating to start with", name=self.name)
            hint = advise("fill in final_rating, a knsb_rating that is reliable, or estimate")
            yield "estimate", message, hint
        if self.left is not None and self.left < self.joined:
            message = say(
                "left-before-joining",
                "the last round, {left}, comes before the first, {joined}",
                left=self.left,
                joined=self.joined,
            )
            yield "left", message, advise("'left' is the last round that the player belongs to")


class Fixture(Table):
    """A round of the season; the whole calendar, also of the rounds to come."""

    round: int = column(
        "the number of the round, from 1", key=True, minimum=1, maximum=_MOST_ROUNDS, headings=spellings.ROUND
    )
    date: PlayDate = column("the evening it is played", headings=spellings.DATE)
    source: Source = column("where the row stands", default="", filled=True)


class Game(Table):
    """A game, paired or played.

    Where one side is blank it was won by forfeit against somebody, or lost to somebody, whom nobody wrote
    down.
    """

    round: int = column("the round", minimum=1, maximum=_MOST_ROUNDS, headings=spellings.ROUND)
    white: PlayerId | None = column(
        "who has white; blank: not written down, of a forfeit", headings=spellings.WHITE
    )
    black: PlayerId | None = column(
        "who has black; blank: not written down, of a forfeit", headings=spellings.BLACK
    )
    result: Result | None = column(
        "the points of white and of black, f for a forfeit; blank: paired, not yet played",
        default=None,
        synonyms=spellings.RESULTS,
        headings=spellings.RESULT,
        drawn=("round",),
    )
    board: int | None = column(
        "the number of the board",
        default=None,
        minimum=1,
        maximum=200,
        headings=spellings.BOARD,
        counts="1",
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def named(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        both = ("white", self.white), ("black", self.black)
        return [(column_, player) for column_, player in both if player is not None]

    @property
    def players(self) -> tuple[str, str]:
        """White and black, blank for one whom nobody wrote down."""
        return self.white or "", self.black or ""

    @property
    def pair(self) -> frozenset[str]:
        """Who play, whoever has white."""
        return frozenset(player for _, player in self.named)

    def may_repeat(self) -> bool:
        """Whether the same row twice is nothing to warn of: what is wrong with a round tells of it."""
        return True

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.white is None and self.black is None:
            message = say("game-of-nobody", "neither white nor black is written down")
            yield "white", message, advise("name who was there, or take the row out")
        elif self.white == self.black:
            message = say("against-oneself", "white and black are the same player")
            yield "black", message, advise("a game is between two players")
        elif len(self.named) == 1 and known([self], "result") and self.result not in FORFEITS:
            message = say("game-of-one", "a game with one player, which is not won by forfeit")
            hint = advise("name the other; only with 1-0f or 0-1f one of them may be blank")
            yield "white" if self.white is None else "black", message, hint


class Absence(Table):
    """A player who has no opponent in a round, and why; also of a round to come."""

    round: int = column("the round", key=True, minimum=1, maximum=_MOST_ROUNDS, headings=spellings.ROUND)
    player: PlayerId = column("who", key=True, headings=spellings.PLAYER)
    code: Code = column(
        "external: team match on the club evening; external-moved: the same on another evening;"
        " club: other duty for the club; bye: own choice, twice a season; odd: left over by an odd number;"
        " absent: told beforehand; no-show",
        synonyms=spellings.CODES,
        headings=spellings.CODE,
    )
    result: Points | None = column(
        "the player's points in the external game, which pages show; it counts as the code does",
        default=None,
        synonyms=spellings.POINTS,
        headings=spellings.RESULT,
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def named(self) -> Sequence[tuple[str, str]]:
        """The column that names a player, with the player."""
        return (("player", self.player),)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.result and known([self], "code") and self.code not in EXTERNAL:
            message = say(
                "result-without-a-game", "a result beside {code}, where nobody plays", code=quoted(self.code)
            )
            hint = advise("a game of the round belongs in games; an external game has the code 'external'")
            yield "result", message, hint


Row = Game | Absence
"""What a player can have in a round."""


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    rounds: list[Fixture]
    games: list[Game]
    absences: Sequence[Absence] = ()
