"""The tables and options of a club with the NBB-Clubranking, and the headings of the regulation.

Results and rules pages name the headings, each with what it says.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from string import ascii_uppercase
from typing import Annotated, Literal, NamedTuple

from sitegen.core import model
from sitegen.core.entities import declare_error
from sitegen.core.options import ChangingOptions
from sitegen.core.problems import Message, advise, quote_text
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
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.sessions import (
    PAIR_HEADINGS,
    PLAYER_HEADINGS,
    SAME_PLAYERS,
    TEAM_HEADINGS,
    RowWithPlayers,
)

articles: Mapping[str, str] = {
    "Basisprincipes": (
        "Points lie below the upper bound, and all lines have one width, each a step below the line above it."
    ),
    "Het speelmoment en het speelseizoen": (
        "At the start of a season the ranking of a player starts again from a substitute ranking."
    ),
    "Rankingpunten toekennen voor paren- en butlerwedstrijden": (
        "Both players of a pair get the points that the score of the pair is worth."
    ),
    "Evenredig naar plaats in de lijn": (
        "The points go in equal steps from the top of the line to its bottom, rounded to whole numbers."
    ),
    "Naar rato van de scores": (
        "The best score is worth the top of the line, the worst its bottom, and the others lie between in "
        "proportion."
    ),
    "Naar rato van de scores, gebalanceerd": (
        "An average score is worth the middle of the line and the top score of the club its top; all others "
        "are in proportion, also beyond the bounds."
    ),
    "Dynamisch, per lijn": (
        "As balanced, but an average score is worth the mean ranking of those who play in the line,"
        " on the nominal width."
    ),
    "Rankingpunten toekennen voor viertallenwedstrijden": (
        "A team gets the mean strength of the teams it met, and what its victory points are worth above or "
        "below 10; all sittings of an evening count together, once."
    ),
    "Zittingen met afwijkende hoeveelheid lijnen": (
        "More or fewer lines than usual are stretched over the same points, in the same proportions."
    ),
    "Top-integrale uitslagen": "Lines that are scored together share one interval, wider by a step for each.",
    "Lijnen met willekeurige letters": "Lines count in the order of their letters, whatever the letters are.",
    "Spelers": (
        "A ranking is the mean of the points of the latest sessions that the player played; the substitute "
        "ranking stands in for each that is missing."
    ),
    "Paren": "The ranking of a pair is the sum of the rankings of the two; it decides the line they play in.",
    "Driemanschappen": "The ranking of a trio is twice the mean of the rankings of the three.",
    "Clubkampioenschap (individueel)": (
        "Champion is who has the highest mean of all points of the season and played often enough; the worst "
        "scores fall away as far as that leaves enough."
    ),
    "Clubkampioenschap voor paren en driemanschappen": (
        "The results with each other count, and where these are too few the best with a substitute; two of a "
        "trio, or two in one team, are together."
    ),
    "Afwijkende toekenning van rankingpunten": (
        "A club may set other points for an average score, another width of a line and another step."
    ),
}

TEAMS_ARTICLE = "Rankingpunten toekennen voor viertallenwedstrijden"
INDIVIDUAL_ARTICLE = "Clubkampioenschap (individueel)"
PAIRS_CHAMPIONSHIP_ARTICLE = "Clubkampioenschap voor paren en driemanschappen"
RANKING_ARTICLES = ("Spelers", "Het speelmoment en het speelseizoen")
"""The articles of a ranking."""
METHOD_ARTICLES: Mapping[str, str] = {
    "place": "Evenredig naar plaats in de lijn",
    "proportional": "Naar rato van de scores",
    "balanced": "Naar rato van de scores, gebalanceerd",
    "dynamic": "Dynamisch, per lijn",
}
"""The article that turns a score in a line into points, by the method of the club."""


Method = Literal["place", "proportional", "balanced", "dynamic"]
Championship = Literal["individual", "pairs"]
_METHOD_SYNONYMS = {
    "place": "plaats",
    "proportional": "naar rato|proportionnel",
    "balanced": "gebalanceerd|équilibré|equilibre",
    "dynamic": "dynamisch|dynamique",
}
_CHAMPIONSHIP_SYNONYMS = {"individual": "individueel|individuel", "pairs": "paren|paires"}


_BY_SESSION = "for sessions from that day on"
BY_SEASON = "for seasons that begin from that day on"
"""For what a change of options counts that hold for whole seasons."""


class Options(ChangingOptions):
    """What a club sets; the defaults are the regulation's."""

    lines: int = column(  # type: ignore[misc] # required, and so it stands before what has a default
        "nominal number of lines", minimum=1, maximum=26, changes=_BY_SESSION, before="since"
    )
    average_a: float = column(
        "points for an average score in the A line",
        default=80.0,
        minimum=-1000,
        maximum=1000,
        changes=_BY_SESSION,
    )
    width: float = column("width of a line", default=40.0, minimum=0.01, maximum=1000, changes=_BY_SESSION)
    step: float = column(
        "step from a line to the next", default=10.0, minimum=0, maximum=1000, changes=_BY_SESSION
    )
    method: Method = column(
        "how the score of a pair becomes points",
        default="balanced",
        synonyms=parse_synonyms(_METHOD_SYNONYMS),
        changes=_BY_SESSION,
    )
    top_score_pairs: float = column(
        "percentage that is worth the top of a line",
        default=63.5,
        minimum=50.01,
        maximum=100,
        changes=_BY_SESSION,
    )
    top_score_butler: float = column(
        "IMPs that are worth the top of a line", default=2.0, minimum=0.01, maximum=24, changes=_BY_SESSION
    )
    top_score_teams: float = column(
        "victory points that are worth the top", default=17.0, minimum=10.01, maximum=20, changes=_BY_SESSION
    )
    sessions: int = column(
        "sessions that a ranking is the mean of", default=6, minimum=1, maximum=100, changes=BY_SEASON
    )
    start_ranking: float | None = column(
        "substitute ranking of a player without any other",
        default=None,
        minimum=-1000,
        maximum=1000,
        changes=BY_SEASON,
    )
    min_: int | None = column(
        "sessions that a champion must have played; without it 60 % of those of the season so far",
        default=None,
        minimum=0,
        maximum=400,
        changes=BY_SEASON,
    )
    drop: int = column(
        "worst scores that fall away for the individual championship",
        default=5,
        minimum=0,
        maximum=400,
        changes=BY_SEASON,
    )
    pair_min: int | None = column(
        "results that a champion pair must have; without it as many as `min`",
        default=None,
        minimum=0,
        maximum=400,
        changes=BY_SEASON,
    )
    pair_substitutes: int = column(
        "of these with a substitute at most", default=2, minimum=0, maximum=400, changes=BY_SEASON
    )
    pair_drop: int = column(
        "worst scores that fall away for the championship of pairs",
        default=0,
        minimum=0,
        maximum=400,
        changes=BY_SEASON,
    )
    championships: tuple[Championship, ...] = column(
        "the championships that are published",
        default=("individual", "pairs"),
        synonyms=parse_synonyms(_CHAMPIONSHIP_SYNONYMS),
        changes=BY_SEASON,
    )


Form = Literal["pairs", "butler", "teams"]
Ranking = Annotated[float, Display("number", 2)]
Gain = Annotated[float, Display("signed", 2)]
_RowFaults = Iterable[tuple[str, Message, Message | str]]
_SEASON_HEADINGS = "seizoen", "saison"
_DATE_HEADINGS = ("datum",)
_DIRECTION_PATTERN = re.compile("(N[SZ]|[EO]W|EO)$", re.IGNORECASE)
_LABEL_PATTERN = re.compile(r"(?:\w(?:[\w .'&+-]*\w)?)?")


class Player(model.Player):
    """A player, with the substitute ranking of the first season."""

    ranking: float | None = column(
        "substitute ranking of the first season",
        default=None,
        minimum=-1000,
        maximum=1000,
        label="Substitute ranking",
        headings=split_alternatives(
            "ranglijst|vervangende ranking|startranking|classement|classement de remplacement"
        ),
    )


_ENDS_BEFORE_START = declare_error(
    "season-ends-before-start",
    "the season ends on {end}, before it starts on {start}",
    "correct a date",
)


class Season(Table):
    """A season; its ranking starts again from substitute rankings."""

    season: str = column("the season", key=True, headings=_SEASON_HEADINGS)
    start: date = column("the first day", headings=("begin", "van", "eerste dag", "début", "debut", "départ"))
    end: date = column("the last day", headings=("einde", "eind", "tot", "laatste dag", "fin"))
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if self.end < self.start:
            yield "end", *_ENDS_BEFORE_START.fill(end=self.end, start=self.start)


class Substitute(Table):
    """A substitute ranking that the club itself gives for a season."""

    season: str = column("the season", key=True, headings=_SEASON_HEADINGS)
    player: PlayerId = column("whose", key=True, headings=("speler", "joueur"))
    ranking: float = column(
        "the substitute ranking",
        minimum=-1000,
        maximum=1000,
        label="Substitute ranking",
        headings=("ranglijst", "vervangende ranking", "classement", "classement de remplacement"),
    )
    source: Source = column("where the row stands", default="", filled=True)


_PLAYER_TWICE = declare_error(
    "player-twice-in-partnership", "a player stands twice in the partnership", "name two or three players"
)


class Partnership(RowWithPlayers):
    """A pair or trio that plays for the championship."""

    partnership: str = column(
        "the key: it never changes",
        key=True,
        headings=split_alternatives(
            "paar of trio|partnerschap|combinatie|paar|paire ou trio|partenariat|paire"
        ),
    )
    player1: PlayerId = column("one of them", headings=PLAYER_HEADINGS[0])
    player2: PlayerId = column("another", headings=PLAYER_HEADINGS[1])
    player3: PlayerId | None = column("the third of a trio", default=None, headings=PLAYER_HEADINGS[2])
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if len({player for _, player in self.players}) < len(self.players):
            yield "player2", *_PLAYER_TWICE.fill()


_LINE_WORDS = ("", "lijn ", "ligne ", "line ")
_NOT_A_LINE = declare_error(
    "not-a-line",
    "{cell} is not the letter of a line",
    "write one letter, A to Z: the A line is the strongest",
)
_ONE_LINE = advise("write its letter alone: both directions of a Mitchell movement are one line")
_NOT_IN_ADDRESS = declare_error(
    "not-in-address",
    "{cell} cannot be part of an address",
    "use letters, digits, blanks and '-', such as 2 or middag",
)


class Line(RowWithPlayers):
    """The score of a pair in a session."""

    date: PlayDate = column("the day", headings=_DATE_HEADINGS)
    line: str = column(
        "the letter of the line, A to Z; both directions of a Mitchell movement are one line",
        headings=("lijn", "ligne"),
        counts="A",
        synonyms=tuple((f"{word}{letter}", letter) for letter in ascii_uppercase for word in _LINE_WORDS),
    )
    player1: PlayerId = column("one of the pair", headings=PLAYER_HEADINGS[0])
    player2: PlayerId = column("the other", headings=PLAYER_HEADINGS[1])
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
        headings=PAIR_HEADINGS,
    )

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if self.player1 == self.player2:
            yield "player2", *SAME_PLAYERS.fill()
        if isinstance(self.line, str) and not (len(self.line) == 1 and "A" <= self.line <= "Z"):
            advice = _ONE_LINE if _DIRECTION_PATTERN.search(self.line) else ""
            yield "line", *_NOT_A_LINE.fill(advice=advice, cell=quote_text(self.line))
        if isinstance(self.session, str) and not _LABEL_PATTERN.fullmatch(self.session):
            yield "session", *_NOT_IN_ADDRESS.fill(cell=quote_text(self.session))


class PairsLine(Line, records=("pairs",)):
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


class ButlerLine(Line, records=("butler",)):
    """The IMPs of a pair in a butler session."""

    score: float | None = column(
        "the IMPs per board (G-IMP), not those of the whole session; blank: drawn, not yet played",
        default=None,
        minimum=-400,
        maximum=400,
        drawn=("date", "session"),
        headings=("g-imp", "imp", "imps", "imps per spel", "resultaat", "résultat", "resultat"),
    )


_SAME_TEAMS = declare_error("team-against-itself", "both teams are the same", "name the other team")


class Sitting(Table):
    """What a team scored in one sitting of a teams evening."""

    date: PlayDate = column("the day", key=True, headings=_DATE_HEADINGS)
    sitting: int = column(
        "which sitting of the day",
        key=True,
        minimum=1,
        maximum=20,
        headings=("zitting", "ronde", "séance", "seance", "manche"),
    )
    team: str = column("the team", key=True, headings=TEAM_HEADINGS)
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

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if self.team == self.opponent:
            yield "opponent", *_SAME_TEAMS.fill()


class LineUp(RowWithPlayers):
    """The players of a team on one day."""

    date: PlayDate = column("the day", key=True, headings=_DATE_HEADINGS)
    team: str = column("the team", key=True, headings=TEAM_HEADINGS)
    player1: PlayerId = column("who played", headings=PLAYER_HEADINGS[0])
    player2: PlayerId = column("who played", headings=PLAYER_HEADINGS[1])
    player3: PlayerId = column("who played", headings=PLAYER_HEADINGS[2])
    player4: PlayerId = column("who played", headings=PLAYER_HEADINGS[3])
    player5: PlayerId | None = column("who played as well", default=None, headings=PLAYER_HEADINGS[4])
    player6: PlayerId | None = column("who played as well", default=None, headings=PLAYER_HEADINGS[5])
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
    memberships: Sequence[Membership] = ()
    decisions: Sequence[PointsDecision] = ()
