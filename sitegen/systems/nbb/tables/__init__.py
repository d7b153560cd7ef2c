"""The tables that a club with the NBB-Clubranking keeps."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

from sitegen import model
from sitegen.message import Message, advise, say
from sitegen.problem import quoted
from sitegen.systems.bridge.tables import PAIR, PLAYERS, TEAM, Seated
from sitegen.systems.nbb.tables.options import Options
from sitegen.table import PlayDate, PlayerId, Shown, Source, Table, column

__all__ = [
    "ButlerLine", "Form", "Gain", "Inputs", "Line", "LineUp", "Options", "PairsLine", "Partnership", "Player",
    "Ranking", "Season", "Sitting", "Substitute",
]  # fmt: skip

Form = Literal["pairs", "butler", "teams"]
Ranking = Annotated[float, Shown("number", 2)]
Gain = Annotated[float, Shown("signed", 2)]
_Found = Iterable[tuple[str, Message, Message]]
_SEASON = "seizoen", "saison"
_DAY = ("datum",)
_DIRECTION = re.compile("(N[SZ]|[EO]W|EO)$", re.IGNORECASE)
_LABEL = re.compile(r"(?:\w(?:[\w .'&+-]*\w)?)?")


class Player(model.Player):
    """A player, with the substitute ranking of the first season."""

    ranking: float | None = column(
        "substitute ranking of the first season",
        default=None,
        minimum=-1000,
        maximum=1000,
        headings=("vervangende ranking", "startranking", "classement"),
    )


class Season(Table):
    """A season; its ranking begins anew from substitute rankings."""

    season: str = column("the season", key=True, headings=_SEASON)
    start: date = column("the first day", headings=("begin", "van", "eerste dag", "début", "debut"))
    end: date = column("the last day", headings=("einde", "eind", "tot", "laatste dag", "fin"))
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.end < self.start:
            told = say(
                "season-ends-before-start",
                "the season ends on {end}, before it starts on {start}",
                end=self.end,
                start=self.start,
            )
            yield "end", told, advise("correct a date")


class Substitute(Table):
    """A substitute ranking that the club itself gives for a season."""

    season: str = column("the season", key=True, headings=_SEASON)
    player: PlayerId = column("whose", key=True, headings=("speler", "joueur"))
    ranking: float = column(
        "the substitute ranking", minimum=-1000, maximum=1000, headings=("vervangende ranking", "classement")
    )
    source: Source = column("where the row stands", default="", filled=True)


class Partnership(Seated):
    """A pair or trio that plays for the championship."""

    partnership: str = column(
        "the key: it never changes",
        key=True,
        headings=("partnerschap", "combinatie", "paar", "partenariat", "paire"),
    )
    player1: PlayerId = column("one of them", headings=PLAYERS[0])
    player2: PlayerId = column("another", headings=PLAYERS[1])
    player3: PlayerId | None = column("the third of a trio", default=None, headings=PLAYERS[2])
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if len({player for _, player in self.players}) < len(self.players):
            told = say("player-twice-in-partnership", "a player stands twice in the partnership")
            yield "player2", told, advise("name two or three players")


class Line(Seated):
    """The score of a pair in a session."""

    date: PlayDate = column("the day", headings=_DAY)
    line: str = column(
        "the letter of the line, A to Z; both directions of a Mitchell movement are one line",
        headings=("lijn", "ligne"),
        counts="A",
    )
    player1: PlayerId = column("one of the pair", headings=PLAYERS[0])
    player2: PlayerId = column("the other", headings=PLAYERS[1])
    session: str = column(
        "the session, where a day has several", default="", headings=("zitting", "sessie", "séance", "seance")
    )
    group: str = column(
        "lines with the same group are top-integral", default="", headings=("groep", "groupe")
    )
    score: float | None = column(
        "the score; blank: drawn, not yet played", default=None, drawn=("date", "session")
    )
    for_: str = column(
        "the partnership that plays here with a substitute", default="", headings=("voor", "pour")
    )
    source: Source = column("where the row stands", default="", filled=True)
    pair: str = column(
        "what the pair is called at the session, such as 7 or 1NS; nothing is calculated with it",
        default="",
        headings=PAIR,
    )

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.player1 == self.player2:
            told = say("player-with-themselves", "both players are the same")
            yield "player2", told, advise("a pair has two players")
        if isinstance(self.line, str) and not (len(self.line) == 1 and "A" <= self.line <= "Z"):
            told = say("not-a-line", "{cell} is not the letter of a line", cell=quoted(self.line))
            hint = advise("write one letter, A to Z: the A line is the strongest")
            if _DIRECTION.search(self.line):
                hint = advise("write its letter alone: both directions of a Mitchell movement are one line")
            yield "line", told, hint
        if isinstance(self.session, str) and not _LABEL.fullmatch(self.session):
            told = say("not-in-address", "{cell} cannot be part of an address", cell=quoted(self.session))
            yield "session", told, advise("use letters, digits, blanks and '-', such as 2 or middag")


class PairsLine(Line):
    """The percentage of a pair in a session of pairs."""

    score: float | None = column(
        "the percentage; blank: drawn, not yet played",
        default=None,
        minimum=0,
        maximum=100,
        unit="%",
        drawn=("date", "session"),
        headings=("percentage", "procent", "pourcentage", "%", "resultaat", "résultat", "resultat"),
    )


class ButlerLine(Line):
    """The IMPs of a pair in a butler session."""

    score: float | None = column(
        "the IMPs per board (G-IMP), not those of the whole session; blank: drawn, not yet played",
        default=None,
        minimum=-400,
        maximum=400,
        drawn=("date", "session"),
        headings=("g-imp", "imp", "imps", "imps per spel", "resultaat", "résultat", "resultat"),
    )


class Sitting(Table):
    """What a team scored in one sitting of a teams evening."""

    date: PlayDate = column("the day", key=True, headings=_DAY)
    sitting: int = column(
        "which sitting of the day",
        key=True,
        minimum=1,
        maximum=20,
        headings=("zitting", "ronde", "séance", "seance", "manche"),
    )
    team: str = column("the team", key=True, headings=TEAM)
    opponent: str = column(
        "the team it played against", headings=("tegenstander", "tegen", "adversaire", "contre")
    )
    vp: float | None = column(
        "victory points; blank: drawn, not yet played",
        default=None,
        minimum=0,
        maximum=20,
        drawn=("date", "sitting"),
        headings=("pv", "winstpunten"),
    )
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> _Found:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.team == self.opponent:
            told = say("team-against-itself", "both teams are the same")
            yield "opponent", told, advise("name the other team")


class LineUp(Seated):
    """The players of a team on one day."""

    date: PlayDate = column("the day", key=True, headings=_DAY)
    team: str = column("the team", key=True, headings=TEAM)
    player1: PlayerId = column("who played", headings=PLAYERS[0])
    player2: PlayerId = column("who played", headings=PLAYERS[1])
    player3: PlayerId = column("who played", headings=PLAYERS[2])
    player4: PlayerId = column("who played", headings=PLAYERS[3])
    player5: PlayerId | None = column("who played as well", default=None, headings=PLAYERS[4])
    player6: PlayerId | None = column("who played as well", default=None, headings=PLAYERS[5])
    source: Source = column("where the row stands", default="", filled=True)


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
