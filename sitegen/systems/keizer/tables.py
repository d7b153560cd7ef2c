"""The input tables and options of a Keizer competition, its presets, and what its rules say."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from sitegen.core.options import ChangingOptions
from sitegen.core.problems import advise
from sitegen.core.table import Source, column, parse_synonyms, split_alternatives
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.rounds import tables
from sitegen.toolkit.rounds.tables import CODE_HEADINGS, Fixture, SeasonPlayer

ORDER = advise("1 Order")
VALUE = advise("2 Value")
SCORE = advise("3 Score")
VALUATION = advise("4 Valuation")
RANKING = advise("5 Ranking")
DRAW = advise("6 Draw")
"""The names of our articles, which are translated: the system has no regulation of its own."""
articles: Mapping[str, str] = {
    ORDER: "At the start the players stand by rating, then by name; who has no rating stands last.",
    VALUE: "A place on the ranking has a value: the first as many points as there are players, each next"
    " one less, or as the options say.",
    SCORE: "A score is the own value once, the opponent's value for a win, also by forfeit, half of it for a"
    " draw, and a share of the own value for a round without a game.",
    VALUATION: "Scores give a new order, the order new values, and the values new scores of all rounds,"
    " until the order stays the same; where orders take turns, the means over all of them count.",
    RANKING: "The ranking is in the order of the scores, then of the ratings, then of the names.",
    DRAW: "Who is there is paired from the top of the ranking, and with nobody met in the last rounds.",
}

_COMMON: Mapping[str, Any] = {
    "ratio": None,
    "whole": False,
    "once": False,
    "absences": 5,
    "rounding": 0.0,
    "rematch": 3,
    "consolation": "0",
    "bye": "1/2",
    "club": "7/10",
    "excused": "7/20",
    "unexcused": "7/20",
    "left": "3/4",
    "forfeit_won": "1",
    "forfeit_lost": "0",
    "late": "0 points",
}
_KFC = {"ratio": 3.0, "whole": True, "once": True, "absences": None, "rematch": 4, "unexcused": "1/20"}
PRESETS: Mapping[str | None, Mapping[str, Any]] = {
    None: _COMMON,
    # KeizerForClubs: the settings that it ships; its manuals say 7/20 for an absence without an excuse
    "kfc": {**_COMMON, **_KFC, "late": "as unexcused"},
    "chesspairing": {**_COMMON, "rounding": 0.5, "rematch": 2, "left": "0"},
    "knsb": {**_COMMON, "bye": "4/6", "club": "2/3", "excused": "2/6", "unexcused": "2/6"},
    "freekeizer": {**_COMMON, "consolation": "1/6", "bye": "4/6", "excused": "2/6", "unexcused": "2/6"},
}
"""What each preset takes for the options that are left blank; None for `absences` is any number."""
AMOUNTS = ("consolation", "bye", "club", "excused", "unexcused", "left", "forfeit_won", "forfeit_lost")
"""The options that are a share of a value, or a number of points."""
_AMOUNT = re.compile(r"(?P<number>\d{1,6}(?:/[1-9]\d{0,5}|\.\d{1,6})?)(?P<points> points?)?")


class Amount(NamedTuple):
    """A share of a value, or a number of points whatever the values are."""

    number: Fraction
    is_points: bool = False

    def multiply(self, other: "Amount") -> "Amount":
        """Return the product, which is a number of points if either is."""
        return Amount(self.number * other.number, self.is_points or other.is_points)


@cache
def parse_amount(text: str) -> Amount | None:
    """Return what an option such as `1/6`, `0.35` or `15 points` says; None if it is written otherwise."""
    match = _AMOUNT.fullmatch(text.strip())
    return Amount(Fraction(match["number"]), bool(match["points"])) if match else None


_BY_ROUND, _BY_SEASON = "for rounds from that day on", "all rounds of a season are valued by one rule"


class Options(ChangingOptions):
    """What a club can set; blank is as the preset has it, and without a preset as most clubs play."""

    like: Literal["kfc", "chesspairing", "knsb", "freekeizer"] | None = column(
        "the preset: kfc (as the program KeizerForClubs calculates: ratio 3 in whole numbers, once, any"
        " number of absences, without an excuse 1/20 as its settings have it), chesspairing (as that program"
        " does: amounts in halves, games against who left for nothing), knsb (bye 4/6, absent 2/6, club 2/3),"
        " freekeizer (lost 1/6, bye 4/6, absent 2/6)",
        default=None,
        stays=_BY_SEASON,
    )
    first: float | None = column(
        "value of the first place; blank: the number of players",
        default=None,
        minimum=1,
        maximum=10_000,
        stays=_BY_SEASON,
    )
    step: float = column(
        "what each next place is worth less", default=1.0, minimum=0, maximum=1000, stays=_BY_SEASON
    )
    ratio: float | None = column(
        "value of the first place divided by that of the last; blank: as the preset has it, else as the steps"
        " have it",
        default=None,
        minimum=1.01,
        maximum=1000,
        stays=_BY_SEASON,
    )
    whole: bool | None = column(
        "whether by a ratio the value of the first place is rounded to a whole number, as KeizerForClubs"
        " does; blank: as the preset has it",
        default=None,
        stays=_BY_SEASON,
    )
    own_value: bool = column("whether a score has the own value in it, once", default=True, stays=_BY_SEASON)
    consolation: str = column(
        "share of the opponent's value for a loss, such as 1/6 or 0.05; or, as in the next seven, a number of"
        " points, such as 15 points; blank: as the preset has it",
        default="",
        changes=_BY_ROUND,
    )
    bye: str = column(
        "share of the own value for a bye; blank: as the preset has it", default="", changes=_BY_ROUND
    )
    club: str = column(
        "share of the own value for an absence for the club; blank: as the preset has it",
        default="",
        changes=_BY_ROUND,
    )
    excused: str = column(
        "share of the own value for an absence with an excuse; blank: as the preset has it",
        default="",
        changes=_BY_ROUND,
    )
    unexcused: str = column(
        "share of the own value for an absence without one; blank: as the preset has it",
        default="",
        changes=_BY_ROUND,
    )
    left: str = column(
        "share of the own value that counts for that of an opponent who has left; blank: as the preset has"
        " it",
        default="",
        changes=_BY_ROUND,
    )
    forfeit_won: str = column(
        "share of the opponent's value for a game won by forfeit; of the own value where no opponent is"
        " written down",
        default="1",
        changes=_BY_ROUND,
    )
    forfeit_lost: str = column(
        "share of the opponent's value for a game lost by forfeit; of the own value where no opponent is"
        " written down",
        default="0",
        changes=_BY_ROUND,
    )
    absences: int | None = column(
        "how many absences of a player count, without those for the club; blank: as the preset has it",
        default=None,
        minimum=0,
        maximum=100,
        changes=_BY_ROUND,
    )
    decay: bool = column(
        "whether each further absence is worth half of the one before", default=False, changes=_BY_ROUND
    )
    late: float | None = column(
        "points for each round before a player joined; blank: as the preset has it",
        default=None,
        minimum=0,
        maximum=1000,
        changes=_BY_ROUND,
    )
    frozen: bool = column(
        "whether each round counts with the values before it, and is never valued again",
        default=False,
        stays=_BY_SEASON,
    )
    once: bool | None = column(
        "whether after each round all rounds are valued once, at the values of the list before, and not until"
        " the order stays the same; blank: as the preset has it",
        default=None,
        stays=_BY_SEASON,
    )
    rounding: float | None = column(
        "what each amount is rounded to, half up, such as 0.5; 0: not rounded; blank: as the preset has it",
        default=None,
        minimum=0,
        maximum=100,
        stays=_BY_SEASON,
    )
    rematch: int | None = column(
        "how many rounds after a game its players are not drawn against each other; blank: as the preset has"
        " it",
        default=None,
        minimum=0,
        maximum=100,
        changes="for rounds that are drawn for that day or later",
    )

    def get(self, name: str) -> Any:
        """Return an option as it is set, else as the preset has it."""
        setting = getattr(self, name)
        return PRESETS[self.like][name] if setting in (None, "") else setting

    def get_amount(self, name: str) -> Amount:
        """Return what one of `AMOUNTS` is worth."""
        amount = parse_amount(self.get(name))
        if amount is None:
            raise ValueError(f"{name} is no amount: the check lets no such option through")
        return amount

    @property
    def late_amount(self) -> Amount:
        """What a round before a player joined is worth: points, or in KeizerForClubs a share."""
        if self.late is not None:
            return Amount(Fraction(str(self.late)), is_points=True)
        return parse_amount(self.get("late")) or self.get_amount("unexcused")


class Player(SeasonPlayer):
    """A player of the season."""

    rating: float | None = column(
        "rating at the start; blank: behind all who have one",
        default=None,
        minimum=0,
        maximum=4000,
        headings=split_alternatives("elo|startrating|beginrating|knsb-rating|cote|classement|cote elo"),
        before="joined",
    )


class Game(tables.Game):
    """A game, paired or played; one with a single player is a bye, or a forfeit where it has a result."""

    @property
    def is_of_one(self) -> bool:
        """Whether a game with this result may have one player."""
        return self.result is None or super().is_of_one


Reason = Literal["club", "excused", "unexcused", "bye"]
AbsenceKind = Literal[Reason, "late", "pending"]
"""Why somebody has no result in a round; `late` is a round before they joined, `pending` a game to come."""


class Absence(tables.Absence):
    """A player who has no game in a round, and why; who has no row at all is absent without an excuse."""

    reason: Reason = column(
        "club: on duty for the club; excused: told beforehand; unexcused; bye: as a game without an opponent",
        synonyms=parse_synonyms(
            {
                "club": "extern|externe|team|interclub|interclubs|clubtaak|voor de club|pour le club|équipe",
                "excused": "absent|afwezig|afgemeld|met bericht|verhinderd|ziek|excusé|excuse|excusée|excusee"
                "|absent excusé",
                "bye": "odd|oneven|vrij|vrije ronde|exempt|exempte|impair",
                "unexcused": "no-show|zonder bericht|niet afgemeld|niet verschenen|non excusé|non excuse",
            }
        ),
        headings=("code", *CODE_HEADINGS),
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def code(self) -> str:
        """Why the player has no game."""
        return self.reason


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    rounds: list[Fixture]
    games: list[Game]
    absences: Sequence[Absence] = ()
    memberships: Sequence[Membership] = ()
    decisions: Sequence[PointsDecision] = ()
