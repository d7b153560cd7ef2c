"""The tables of a season of rounds of chess: its calendar, its games and absences, and its players.

Results and headings have synonyms in Dutch, French and English, only such as can mean one thing. The reader
ignores case, and takes any dash for `-`.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, Protocol

from sitegen.core import model
from sitegen.core.cell_values import DRAW_SYNONYMS, FORFEIT_SYNONYMS
from sitegen.core.entities import declare_error
from sitegen.core.missing import select_complete
from sitegen.core.table import (
    Display,
    PlayDate,
    PlayerId,
    Source,
    Table,
    column,
    parse_synonyms,
    split_alternatives,
)
from sitegen.toolkit.decisions import PointsDecision

RESULT_SYNONYMS = parse_synonyms(
    {
        "1-0": "1|1.0|1,0|1:0|wit|wit wint|wint wit|white|white wins|blancs|les blancs gagnent",
        "0-1": "0|0.0|0,0|0:1|zwart|zwart wint|wint zwart|black|black wins|noirs|les noirs gagnent",
        "½-½": DRAW_SYNONYMS,
        **FORFEIT_SYNONYMS,
    }
)
"""The points of white and of black; a score with a mark behind it is a forfeit."""

ROUND_HEADINGS = split_alternatives("ronde|rondenummer|rondenr|tour|n° de ronde")
DATE_HEADINGS = split_alternatives("datum|speeldatum|speelavond|avond|dag|jour|soirée|soiree")
WHITE_HEADINGS = split_alternatives("wit|witspeler|speler wit|blancs|blanc|les blancs|joueur blanc")
BLACK_HEADINGS = split_alternatives("zwart|zwartspeler|speler zwart|noirs|noir|les noirs|joueur noir")
RESULT_HEADINGS = split_alternatives("uitslag|resultaat|score|résultat|resultat")
BOARD_HEADINGS = split_alternatives("bord|bordnummer|bordnr|tafel|échiquier|echiquier|table")
PLAYER_HEADINGS = split_alternatives("speler|speelster|naam|lid|joueur|joueuse|nom|membre")
CODE_HEADINGS = split_alternatives("reden|soort|afwezigheid|status|motif|raison|absence|statut")
JOINED_HEADINGS = split_alternatives(
    "vanaf ronde|instapronde|ingestapt|eerste ronde|vanaf"
    "|arrivé à la ronde|depuis la ronde|première ronde|premiere ronde|à partir de|a partir de"
)
LEFT_HEADINGS = split_alternatives(
    "tot en met ronde|parti après la ronde|t/m ronde|laatste ronde|uitgestapt"
    "|gestopt na ronde|jusqu'à la ronde|jusqu'a la ronde|dernière ronde|derniere ronde"
)


Round = Annotated[int, Display("event")]
"""The number of a round; shown as a link to its page."""
Score = Annotated[float, Display("number", 1)]
Gain = Annotated[float, Display("signed", 2)]
Factor = Annotated[float, Display("number", 3)]

Result = Literal["1-0", "½-½", "0-1", "1-0f", "0-1f", "0-0f"]
WON_FORFEITS = {"1-0f", "0-1f"}
"""The results of games that one of the players won by forfeit."""
FORFEITS = {*WON_FORFEITS, "0-0f"}
"""The results of games that were not played and never will be; after the last both lose."""
MAX_ROUNDS = 100

_LEFT_BEFORE_JOINING = declare_error(
    "left-before-joining",
    "the last round, {left}, comes before the first, {joined}",
    "'left' is the last round that the player belongs to",
)


class SeasonPlayer(model.Player):
    """A player of a season, with the rounds that they belong to it."""

    joined: int = column(
        "the first round", default=1, minimum=1, maximum=MAX_ROUNDS, headings=JOINED_HEADINGS
    )
    left: int | None = column(
        "the last round; blank: that of the season",
        default=None,
        minimum=1,
        maximum=MAX_ROUNDS,
        headings=LEFT_HEADINGS,
    )

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.left is not None and self.left < self.joined:
            yield _LEFT_BEFORE_JOINING(self, "left", left=self.left, joined=self.joined)[1:4]


class Fixture(Table, records=("rounds",)):
    """A round of the season; the whole calendar, also of the rounds to come."""

    round: int = column(
        "the number of the round, from 1",
        key=True,
        minimum=1,
        maximum=MAX_ROUNDS,
        headings=ROUND_HEADINGS,
    )
    date: PlayDate = column("the evening it is played", headings=DATE_HEADINGS)
    source: Source = column("where the row stands", default="", filled=True)


_GAME_OF_NOBODY = declare_error(
    "game-of-nobody",
    "neither white nor black is written down",
    "name the player who was there, or take the row out",
)
_AGAINST_ONESELF = declare_error(
    "against-oneself", "white and black are the same player", "a game is between two players"
)
_GAME_OF_ONE = declare_error(
    "game-of-one",
    "a game with one player, which is not won by forfeit",
    "name the other; only with 1-0f or 0-1f one of them may be blank",
)


class Game(Table, records=("games", "forfeits", "pending")):
    """A game, paired or played.

    Where one side is blank it was won or lost by forfeit, and the other player was not written down.
    """

    round: int = column("the round", minimum=1, maximum=MAX_ROUNDS, headings=ROUND_HEADINGS)
    white: PlayerId | None = column(
        "the player with White; blank for a forfeit whose opponent was not written down",
        headings=WHITE_HEADINGS,
    )
    black: PlayerId | None = column(
        "the player with Black; blank for a forfeit whose opponent was not written down",
        headings=BLACK_HEADINGS,
    )
    result: Result | None = column(
        "the points of white and of black, f for a forfeit, 0-0f if both lose; blank: still to be played",
        default=None,
        synonyms=RESULT_SYNONYMS,
        headings=RESULT_HEADINGS,
        drawn=("round",),
    )
    board: int | None = column(
        "the number of the board",
        default=None,
        minimum=1,
        maximum=200,
        headings=BOARD_HEADINGS,
        counts="1",
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def player_cells(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player."""
        cells = ("white", self.white), ("black", self.black)
        return [(column_, player) for column_, player in cells if player is not None]

    @property
    def players(self) -> tuple[str, str]:
        """White and black; blank for a player who was not written down."""
        return self.white or "", self.black or ""

    @property
    def pair(self) -> frozenset[str]:
        """The players, whoever has white."""
        return frozenset(player for _, player in self.player_cells)

    def may_repeat(self) -> bool:
        """Whether the same row twice needs no warning: here the checks of a round report it."""
        return True

    @property
    def is_bye(self) -> bool:
        """Whether it is a game without an opponent and without a result."""
        return len(self.player_cells) == 1 and self.result is None

    @property
    def is_pending(self) -> bool:
        """Whether it is a game of two players that is still to be played."""
        return len(self.pair) == 2 and self.result is None

    @property
    def is_of_one(self) -> bool:
        """Whether a game with this result may have one player."""
        return self.result in WON_FORFEITS

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.white is None and self.black is None:
            yield _GAME_OF_NOBODY(self, "white")[1:4]
        elif self.white == self.black:
            yield _AGAINST_ONESELF(self, "black")[1:4]
        elif len(self.player_cells) == 1 and select_complete([self], "result") and not self.is_of_one:
            yield _GAME_OF_ONE(self, "white" if self.white is None else "black")[1:4]


class Absence(Table, records=("absences",)):
    """A player who has no opponent in a round; also of a round to come. A subclass says why."""

    round: int = column("the round", key=True, minimum=1, maximum=MAX_ROUNDS, headings=ROUND_HEADINGS)
    player: PlayerId = column("who", key=True, headings=PLAYER_HEADINGS)

    @property
    def source(self) -> str:
        """Where the row stands."""
        raise NotImplementedError

    @property
    def code(self) -> str:
        """Why the player has no opponent."""
        raise NotImplementedError

    @property
    def points(self) -> str:
        """The points of a game that the player played elsewhere, which pages show; blank without one."""
        return ""

    @property
    def player_cells(self) -> Sequence[tuple[str, str]]:
        """The column that names a player, with the player."""
        return (("player", self.player),)


RoundRow = Game | Absence
"""A row of a player in a round."""


class SeasonInputs(Protocol):
    """The tables of a season."""

    @property
    def players(self) -> Sequence[SeasonPlayer]:
        """Everyone who takes part in some round."""

    @property
    def rounds(self) -> Sequence[Fixture]:
        """The calendar."""

    @property
    def games(self) -> Sequence[Game]:
        """The games of all rounds, also those still to be played."""

    @property
    def absences(self) -> Sequence[Absence]:
        """Who has no opponent in a round."""

    @property
    def decisions(self) -> Sequence[PointsDecision]:
        """What the committee decided."""
