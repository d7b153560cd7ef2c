"""The tables that a club with the Ruit rating keeps."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.message import Message, advise, say
from sitegen.problem import quoted
from sitegen.systems.bridge.tables import PAIR, PLAYERS, TEAM, Seated
from sitegen.systems.ruit import seats
from sitegen.systems.ruit.classes import CLASSES, SYNONYMS, Class
from sitegen.systems.ruit.seats import NoSeatError, Seat
from sitegen.table import PlayDate, PlayerId, Shown, Source, Table, column
from sitegen.unread import known

Form = Literal["pairs", "butler", "teams"]
FORMS: Sequence[Form] = ("pairs", "butler", "teams")
Gain = Annotated[float, Shown("signed", 2)]
_Found = Iterable[tuple[str, Message, Message]]
_NUMBER = advise("write a number, such as 7; in a Mitchell movement such as 1NS and 1EW")
_NUMBERS = advise("write numbers with spaces, such as 2 5 7; in a Mitchell movement such as 1EW 2EW")


class Options(Table):
    """What a club can set; the defaults are the regulation's."""

    pairs_strength: Literal["mean", "sum"] = column(
        "strength of a pair on a pairs evening: the mean or the sum of the two ratings",
        default="mean",
        synonyms=(("gemiddelde", "mean"), ("moyenne", "mean"), ("som", "sum"), ("somme", "sum")),
    )
    subsidy_from: date = column(
        "the first day on which the higher of two partners hands a point to the other",
        default=date(2012, 5, 15),
    )


class Player(model.Player):
    """A player, with what they start with."""

    rating: float | None = column(
        "rating at the start; blank: that of the class",
        default=None,
        minimum=0,
        maximum=1000,
        headings=("startrating", "beginrating", "cote", "cote de départ", "cote de depart"),
    )
    class_: Class | None = column(
        "class at the start, for who has no rating",
        default=None,
        synonyms=SYNONYMS,
        headings=("klasse", "classe"),
    )

    @property
    def start(self) -> float | None:
        """The rating at the start ("De handicap"); None without rating and class."""
        return CLASSES.get(self.class_) if self.rating is None else self.rating

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if known([self], "rating", "class_") and self.start is None:
            told = say("no-rating-nor-class", "{name} has neither a rating nor a class", name=self.name)
            yield "rating", told, advise("fill in one of the two")


class Line(Seated):
    """The score of a pair on one evening."""

    date: PlayDate = column("the evening", key=True, headings=("datum",))
    pair: str = column(
        "the number of the pair; in a Mitchell movement with its direction, such as 1NS and 1EW",
        key=True,
        headings=PAIR,
    )
    player1: PlayerId = column("one of the pair", headings=PLAYERS[0])
    player2: PlayerId = column("the other", headings=PLAYERS[1])
    score: float = column("the score before handicap")
    section: str = column(
        "the section, where pairs did not all meet in one",
        default="",
        key=True,
        headings=("sectie", "lijn", "ligne"),
    )
    opponents: str = column(
        "the pairs met, with spaces between them; blank: all others of the section, in a Mitchell movement"
        " all of the other direction",
        default="",
        headings=("tegenstanders", "adversaires"),
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def seat(self) -> Seat:
        """Which pair it is."""
        return seats.seat(self.pair)

    @property
    def met(self) -> Sequence[Seat]:
        """The pairs that it says it met; none where it says nothing."""
        return seats.seats(self.opponents)

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.player1 == self.player2:
            told = say("player-with-themselves", "both players are the same")
            yield "player2", told, advise("a pair has two players")
        yield from (misnamed := [*self._misnamed()])
        if known([self], "pair", "opponents") and not misnamed and self.seat in self.met:
            told = say("pair-against-itself", "pair {pair} meets itself", pair=self.seat)
            yield "opponents", told, advise("name the pairs that it met")

    def _misnamed(self) -> _Found:
        for cell, read, hint in (("pair", seats.seat, _NUMBER), ("opponents", seats.seats, _NUMBERS)):
            try:
                read(getattr(self, cell)) if known([self], cell) else None
            except NoSeatError as error:
                told = say("not-a-pair", "{cell} is not the number of a pair", cell=quoted(error.written))
                yield cell, told, hint


class PairsLine(Line):
    """The percentage of a pair on a pairs evening."""

    score: float = column(
        "the percentage before handicap",
        minimum=0,
        maximum=100,
        unit="%",
        headings=("percentage", "procent", "pourcentage", "%", "résultat", "resultat", "resultaat"),
    )


class ButlerLine(Line):
    """The IMPs of a pair on a butler evening."""

    score: float = column(
        "the IMPs of the whole evening before handicap, with their sign; not the mean per board",
        minimum=-300,
        maximum=300,
        headings=("imp", "imps", "résultat", "resultat", "resultaat"),
    )


class Match(Table):
    """A match between two teams of four."""

    date: PlayDate = column("the evening", headings=("datum",))
    match: int = column(
        "which match of the evening", minimum=1, maximum=20, headings=("wedstrijd", "ronde", "rencontre")
    )
    team_a: str = column("one team", headings=("viertal a", "ploeg a", "équipe a", "equipe a"))
    team_b: str = column("the other", headings=("viertal b", "ploeg b", "équipe b", "equipe b"))
    imps_a: float | None = column(
        "IMPs by which team_a won, before handicap",
        default=None,
        minimum=-400,
        maximum=400,
        headings=("imps", "imp a", "imp", "saldo", "saldo a", "solde", "solde a"),
    )
    boards: int | None = column(
        "boards played", default=None, minimum=1, maximum=64, headings=("spellen", "aantal spellen", "donnes")
    )
    vp_a: float | None = column(
        "victory points of team_a after handicap", default=None, minimum=0, maximum=20, headings=("pv a",)
    )
    vp_b: float | None = column(
        "victory points of team_b after handicap", default=None, minimum=0, maximum=20, headings=("pv b",)
    )
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.team_a == self.team_b:
            told = say("team-against-itself", "both teams are the same")
            yield "team_b", told, advise("a match is between two teams")
        if not known([self], "imps_a", "boards", "vp_a", "vp_b"):
            return
        given = [each is not None for each in (self.imps_a, self.boards, self.vp_a, self.vp_b)]
        if given not in ([True, True, False, False], [False, False, True, True]):
            told = say("result-incomplete", "the result is not complete, or given twice")
            hint = advise("give imps_a and boards, or vp_a and vp_b, and leave the others blank")
            yield "imps_a", told, hint
        elif self.vp_a is not None and self.vp_b is not None and round(self.vp_a + self.vp_b, 6) != 20:
            together = f"{self.vp_a + self.vp_b:g}"
            told = say("points-not-twenty", "the victory points are {sum} together", sum=together)
            yield "vp_b", told, advise("the victory points of a match are 20 together")

    @property
    def teams(self) -> Sequence[tuple[str, str]]:
        """The columns that name a team, with the team."""
        return ("team_a", self.team_a), ("team_b", self.team_b)

    def opponent(self, team: str) -> str:
        """The team that `team` meets in it."""
        return self.team_b if team == self.team_a else self.team_a


class LineUp(Seated):
    """The players of a team on one evening; partners are the first two and the last two."""

    date: PlayDate = column("the evening", key=True, headings=("datum",))
    team: str = column("the team", key=True, headings=TEAM)
    player1: PlayerId = column("one of the first pair", headings=PLAYERS[0])
    player2: PlayerId = column("their partner", headings=PLAYERS[1])
    player3: PlayerId = column("one of the second pair", headings=PLAYERS[2])
    player4: PlayerId = column("their partner", headings=PLAYERS[3])
    source: Source = column("where the row stands", default="", filled=True)


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    pairs: Sequence[PairsLine] = ()
    butler: Sequence[ButlerLine] = ()
    teams: Sequence[Match] = ()
    lineups: Sequence[LineUp] = ()
