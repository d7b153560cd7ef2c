"""The tables and options of a club with the Ruit rating, and the headings of the regulation.

`Seat` is what a pair is called on an evening: its number, and in a Mitchell movement its direction. In such a
movement north-south stays and east-west moves, so that each pair meets those of the other direction only. The
headings stand for articles, which the regulation has no numbers for.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, Self

from sitegen.core import model
from sitegen.core.entities import declare_error
from sitegen.core.missing import select_complete
from sitegen.core.options import ChangingOptions
from sitegen.core.problems import Message, Number, advise, quote_text
from sitegen.core.table import Display, PlayDate, PlayerId, Source, Table, column, parse_synonyms
from sitegen.toolkit.decisions import RatingDecision
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.sessions import (
    PAIR_HEADINGS,
    PLAYER_HEADINGS,
    SAME_PLAYERS,
    TEAM_HEADINGS,
    RowWithPlayers,
)

PlayerClass = Literal[
    "master", "division-1", "division-2", "main", "class-1", "class-2", "class-3", "student"
]

CLASS_RATINGS: Mapping[str | None, float] = {
    "master": 450,
    "division-1": 400,
    "division-2": 350,
    "main": 300,
    "class-1": 250,
    "class-2": 200,
    "class-3": 150,
    "student": 100,
}
"""The rating that a player of each class starts with ("De handicap")."""
_CLASS_NAMES = {
    "master": "meesterklasse|meester|maître|maitre",
    "division-1": "1e divisie|1ste divisie|eerste divisie|1re division|1ère division|1ere division",
    "division-2": "2e divisie|2de divisie|tweede divisie|2e division|2ème division|2eme division",
    "main": "hoofdklasse|classe principale",
    "class-1": "1e klasse|1ste klasse|eerste klasse|1re classe|1ère classe|1ere classe",
    "class-2": "2e klasse|2de klasse|tweede klasse|2e classe|2ème classe|2eme classe",
    "class-3": "3e klasse|3de klasse|derde klasse|3e classe|3ème classe|3eme classe",
    "student": "cursist|élève|eleve|débutant|debutant",
}
CLASS_SYNONYMS = parse_synonyms(_CLASS_NAMES)
"""The Dutch and French names of the classes, each with its class."""


_DIRECTIONS = {"NS": "NS", "NZ": "NS", "EW": "EW", "OW": "EW", "EO": "EW"}
_DIRECTION_PATTERN = "N[-/]?[SZ]|[EO][-/]?W|E[-/]?O"
_NUMBER_PATTERN = "0*([1-9][0-9]{0,2})"
_SEPARATORS = " \t,;+&\n"
_SEAT_PATTERN = re.compile(
    rf"(?:{_NUMBER_PATTERN}(?:\s*({_DIRECTION_PATTERN}))?|({_DIRECTION_PATTERN})\s*{_NUMBER_PATTERN})(?![^{_SEPARATORS}])",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, order=True)
class Seat:
    """The number of a pair with its direction, `NS` or `EW`; blank outside a Mitchell movement.

    `letters` are those that the club writes for the direction.
    """

    number: int
    direction: str = ""
    letters: str = field(default="", compare=False)

    def meets(self, other: "Seat") -> bool:
        """Whether the movement can bring two pairs together: not a pair and itself, or two of a direction."""
        return self != other and not (self.direction and self.direction == other.direction)

    def __str__(self) -> str:
        return f"{self.number}{self.letters}"


class InvalidSeatError(ValueError):
    """A text that names no pair, which is its only argument."""


def parse_seat(text: str) -> Seat:
    """Return the pair called `7`, `1NS` or `NS 1`; in Dutch `1NZ` and `1OW`, in French `1EO`.

    Raises `InvalidSeatError` where it is not one pair.
    """
    seats = parse_seats(text)
    if len(seats) != 1:
        raise InvalidSeatError(text)
    return seats[0]


@lru_cache(maxsize=4096)  # an evening has few pairs, and each is named in the rows of many
def parse_seats(text: str) -> Sequence[Seat]:
    """Return several pairs, with spaces or commas between them.

    Raises `InvalidSeatError` at the first that is none.
    """
    seats, rest = [], text.strip(_SEPARATORS)
    while rest:
        match = _SEAT_PATTERN.match(rest)
        if match is None:
            raise InvalidSeatError(re.split(f"[{_SEPARATORS}]", rest)[0])
        letters = re.sub("[-/]", "", match[2] or match[3] or "").upper()
        seats.append(Seat(int(match[1] or match[4]), _DIRECTIONS.get(letters, ""), letters))
        rest = rest[match.end() :].lstrip(_SEPARATORS)
    return tuple(seats)


def find_opponents(own: Seat, named_opponents: Collection[Seat], present: Collection[Seat]) -> list[Seat]:
    """Return the pairs that a pair met: the `named_opponents`, or all `present` ones that it can meet.

    A number alone is, in a Mitchell movement, that of a pair of the other direction.
    """
    if not named_opponents:
        return [other for other in present if own.meets(other)]
    direction = {"NS": "EW", "EW": "NS"}.get(own.direction, "")
    return [
        other if other in present or other.direction else Seat(other.number, direction)
        for other in named_opponents
    ]


Form = Literal["pairs", "butler", "teams"]
FORMS: Sequence[Form] = ("pairs", "butler", "teams")
Gain = Annotated[float, Display("signed", 2)]
_RowFaults = Iterable[tuple[str, Message, Message | str]]


Strength = Literal["mean", "sum"]


class Options(ChangingOptions):
    """What a club can set; the defaults are the regulation's."""

    pairs_strength: Strength = column(
        "strength of a pair on a pairs evening: the mean or the sum of the two ratings",
        default="mean",
        synonyms=(("gemiddelde", "mean"), ("moyenne", "mean"), ("som", "sum"), ("somme", "sum")),
        changes="for evenings from that day on",
    )
    subsidy_from: date = column(
        "the first day on which the higher of two partners hands a point to the other",
        default=date(2012, 5, 15),
        stays="it says itself from which day on",
    )


_NO_RATING_NOR_CLASS = declare_error(
    "no-rating-nor-class", "{name} has neither a rating nor a class", "fill in one of the two"
)


class Player(model.Player):
    """A player, with their figures at the start."""

    rating: float | None = column(
        "rating at the start; blank: that of the class",
        default=None,
        minimum=0,
        maximum=1000,
        headings=("startrating", "beginrating", "cote", "cote de départ", "cote de depart"),
    )
    class_: PlayerClass | None = column(
        "class at the start, for a player without a rating",
        default=None,
        synonyms=CLASS_SYNONYMS,
        headings=("klasse", "classe"),
    )

    @property
    def start_rating(self) -> float | None:
        """The rating at the start ("De handicap"); None without rating and class."""
        return CLASS_RATINGS.get(self.class_) if self.rating is None else self.rating

    def redact(self) -> Self:
        """Return the player without a class that decides nothing: the rating is published."""
        return self if self.rating is None else self.replace(class_=None)

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if select_complete([self], "rating", "class_") and self.start_rating is None:
            yield "rating", *_NO_RATING_NOR_CLASS.fill(name=self.name)


_AGAINST_ITSELF = declare_error(
    "pair-against-itself", "pair {pair} meets itself", "name the pairs that it met"
)
_NOT_A_PAIR = declare_error(
    "not-a-pair",
    "{cell} is not the number of a pair",
    "write a number, such as 7; in a Mitchell movement such as 1NS and 1EW",
)
_SEVERAL_PAIRS = advise("write numbers with spaces, such as 2 5 7; in a Mitchell movement such as 1EW 2EW")


class Line(RowWithPlayers):
    """The score of a pair on one evening."""

    date: PlayDate = column("the evening", key=True, headings=("datum",))
    pair: str = column(
        "the number of the pair; in a Mitchell movement with its direction, such as 1NS and 1EW",
        key=True,
        counts="1",
        headings=PAIR_HEADINGS,
    )
    player1: PlayerId = column("one of the pair", headings=PLAYER_HEADINGS[0])
    player2: PlayerId = column("the other", headings=PLAYER_HEADINGS[1])
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
        """The pair that it names."""
        return parse_seat(self.pair)

    @property
    def opponent_seats(self) -> Sequence[Seat]:
        """The pairs that it names as opponents; none where it is blank."""
        return parse_seats(self.opponents)

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if self.player1 == self.player2:
            yield "player2", *SAME_PLAYERS.fill()
        yield from (misnamed := [*self._check_seats()])
        if select_complete([self], "pair", "opponents") and not misnamed and self.seat in self.opponent_seats:
            yield "opponents", *_AGAINST_ITSELF.fill(pair=self.seat)

    def _check_seats(self) -> _RowFaults:
        for column_name, parse, advice in (
            ("pair", parse_seat, ""),
            ("opponents", parse_seats, _SEVERAL_PAIRS),
        ):
            try:
                parse(getattr(self, column_name)) if select_complete([self], column_name) else None
            except InvalidSeatError as error:
                yield column_name, *_NOT_A_PAIR.fill(advice=advice, cell=quote_text(str(error)))


class PairsLine(Line, records=("pairs",)):
    """The percentage of a pair on a pairs evening."""

    score: float = column(
        "the percentage before handicap",
        minimum=0,
        maximum=100,
        unit="%",
        headings=("percentage", "procent", "pourcentage", "%", "résultat", "resultat", "resultaat"),
    )


class ButlerLine(Line, records=("butler",)):
    """The IMPs of a pair on a butler evening."""

    score: float = column(
        "the IMPs of the whole evening before handicap, with their sign; not the mean per board",
        minimum=-300,
        maximum=300,
        headings=("imp", "imps", "résultat", "resultat", "resultaat"),
    )


_SAME_TEAMS = declare_error("team-against-itself", "both teams are the same", "a match is between two teams")
_RESULT_INCOMPLETE = declare_error(
    "result-incomplete",
    "the result is not complete, or given twice",
    "give imps_a and boards, or vp_a and vp_b, and leave the others blank",
)
_POINTS_NOT_TWENTY = declare_error(
    "points-not-twenty",
    "the victory points are {sum} together",
    "the victory points of a match are 20 together",
)


class Match(Table, records=("teams",)):
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

    def find_faults(self) -> _RowFaults:
        """Yield the column, message and hint of each fault inside the row."""
        if self.team_a == self.team_b:
            yield "team_b", *_SAME_TEAMS.fill()
        if not select_complete([self], "imps_a", "boards", "vp_a", "vp_b"):
            return
        has_values = [value is not None for value in (self.imps_a, self.boards, self.vp_a, self.vp_b)]
        if has_values not in ([True, True, False, False], [False, False, True, True]):
            yield "imps_a", *_RESULT_INCOMPLETE.fill()
        elif self.vp_a is not None and self.vp_b is not None and round(self.vp_a + self.vp_b, 6) != 20:
            yield "vp_b", *_POINTS_NOT_TWENTY.fill(sum=Number(self.vp_a + self.vp_b, "g"))

    @property
    def teams(self) -> Sequence[tuple[str, str]]:
        """The two columns of teams, each with its team."""
        return ("team_a", self.team_a), ("team_b", self.team_b)

    def find_opponent(self, team: str) -> str:
        """Return the team that `team` meets in it."""
        return self.team_b if team == self.team_a else self.team_a


class LineUp(RowWithPlayers):
    """The players of a team on one evening; partners are the first two and the last two."""

    date: PlayDate = column("the evening", key=True, headings=("datum",))
    team: str = column("the team", key=True, headings=TEAM_HEADINGS)
    player1: PlayerId = column("one of the first pair", headings=PLAYER_HEADINGS[0])
    player2: PlayerId = column("their partner", headings=PLAYER_HEADINGS[1])
    player3: PlayerId = column("one of the second pair", headings=PLAYER_HEADINGS[2])
    player4: PlayerId = column("their partner", headings=PLAYER_HEADINGS[3])
    source: Source = column("where the row stands", default="", filled=True)


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    pairs: Sequence[PairsLine] = ()
    butler: Sequence[ButlerLine] = ()
    teams: Sequence[Match] = ()
    lineups: Sequence[LineUp] = ()
    memberships: Sequence[Membership] = ()
    decisions: Sequence[RatingDecision] = ()


articles = {
    "De handicap": (
        "Everybody has a number for how strong they play; a class of the league is 50 points, from 100 for "
        "a student to 450 for the master class."
    ),
    "RUIT butleravond": (
        "The two ratings of a pair are added and compared with the mean of its opponents that evening; each "
        "10 points more cost 1 IMP, and 40 % of the IMPs after handicap are rating points."
    ),
    "RUIT parenavond": (
        "The ratings of a pair are compared with the mean of its opponents that evening; each 40 points more "
        "cost 1 %, and each per cent above 50 after handicap is 1½ rating points."
    ),
    "RUIT viertallenschema": (
        "The four ratings of a team are added; each 20 points more than the other team cost 1 IMP a match, "
        "and each victory point above 10 a match is a rating point for all four."
    ),
    "Partnersubsidie": (
        "Since mid-May 2012 the higher of two partners hands 1 point to the lower, each evening that they "
        "play together."
    ),
    "Overig": (
        "A rating never becomes negative: points below zero are forgiven. The site shows the course of each "
        "rating, every evening, and who rose how much."
    ),
}
"""The headings as they are cited, each with what it says."""

FORM_ARTICLES: Mapping[Form, str] = {
    "pairs": "RUIT parenavond",
    "butler": "RUIT butleravond",
    "teams": "RUIT viertallenschema",
}
"""The heading of the calculation of an evening of each form."""
COMMON_ARTICLES = ("Partnersubsidie", "Overig")
"""The headings that apply to evenings of every form."""
