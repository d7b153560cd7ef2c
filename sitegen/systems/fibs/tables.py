"""The input tables and options of the BGFed rating list, and the articles of its regulation that are used."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from sitegen.core import model
from sitegen.core.entities import declare_error
from sitegen.core.options import ChangingOptions
from sitegen.core.table import PlayDate, PlayerId, Source, Table, column
from sitegen.toolkit.decisions import RatingDecision
from sitegen.toolkit.memberships import (
    FIRST_DAY_HEADINGS,
    LAST_DAY_HEADINGS,
    MEMBER_HEADINGS,
    Membership,
)
from sitegen.toolkit.order import ORDER

articles: Mapping[str, str] = {
    "Spelers": (
        "The rating list is for players who are registered with the federation, through one of its clubs and"
        " for a year at a time."
    ),
    "Matchen": (
        "A match counts when it is live match play between two registered players, at a club or tournament"
        " or as a friendly that both agreed on beforehand, without a clock or with enough time on it."
    ),
    "Ratingformule": (
        "The winner's rating goes up and the loser's goes down by W = (1 − P) × S, where P is the chance that"
        " the winner had and S = 4√N is at stake in a match to N points; matches count in order of the day."
    ),
    "Ramp-up": "The stake does not depend on the experience of a player.",
    "Initiële rating": "Everyone starts with a rating of 1500 and an experience of nil.",
    "Voorlopige versus definitieve rating": (
        "A rating is provisional below an experience of 100, and stands in a list apart, by the alphabet."
    ),
    "Registratie van matchresultaten": (
        "Results of week N are due by the Friday of week N+1; in its weekend the new ratings are published,"
        " from the results through week N, and these results with them."
    ),
    "Klachten": (
        "Complaints about results are accepted until a week after these are published; a correction counts"
        " at once and for all that came after it."
    ),
}
"""What each heading of the regulation says, in its order."""


_LOWEST, _HIGHEST = 500, 3000
"""Limits of ratings: the best player of the world is near 2000, and nobody falls below 1000 for long."""


_BY_MATCH = "for matches from that day on"


class Options(ChangingOptions):
    """What a club can set; the defaults are the regulation's."""

    initial_rating: float = column(
        "rating that everyone starts with",
        default=1500.0,
        minimum=_LOWEST,
        maximum=_HIGHEST,
        stays="all players start before the first match",
    )
    provisional_below: int = column(
        "experience below which a rating is provisional",
        default=100,
        minimum=0,
        maximum=10_000,
        stays="players would be ranked, or no longer, without playing",
    )
    publication: Literal["immediate", "weekly"] = column(
        "immediate: after every day of play; weekly: on Saturday, with the results of the week before",
        default="immediate",
        stays="the pages of results have weeks or days for their addresses",
    )
    complaint_days: int = column(
        "days after publication for complaints",
        default=7,
        minimum=0,
        maximum=366,
        changes="for days of play, and weeks that end, from that day on",
    )
    min_seconds_per_point: int = column(
        "seconds a player must have for the match, for each point of its length",
        default=40,
        minimum=0,
        maximum=600,
        changes=_BY_MATCH,
    )
    min_delay: int = column(
        "seconds a move must have as Bronstein delay",
        default=11,
        minimum=0,
        maximum=60,
        changes=_BY_MATCH,
    )


class Player(model.Player):
    """A player, who may bring a rating and experience from an older list."""

    rating: float | None = column(
        "rating at the start; blank: the initial rating",
        default=None,
        minimum=_LOWEST,
        maximum=_HIGHEST,
        headings=("startrating", "beginrating", "cote", "cote de départ", "cote de depart"),
    )
    experience: int = column(
        "experience at the start",
        default=0,
        minimum=0,
        maximum=100_000,
        headings=("ervaring", "expérience"),
    )

    def get_start_rating(self, options: Options) -> float:
        """Return the rating at the start ("Initiële rating"), or that of an older list."""
        return options.initial_rating if self.rating is None else self.rating


class Registration(Table):
    """The time for which a player is registered with the federation, through which club."""

    player: PlayerId = column("the player who is registered", headings=MEMBER_HEADINGS)
    from_: date = column("the first day", headings=FIRST_DAY_HEADINGS)
    until: date = column("the last day", headings=LAST_DAY_HEADINGS)
    club: str = column("the club through which", default="", headings=("vereniging", "via", "cercle"))
    source: Source = column("where the row stands", default="", filled=True)


_AGAINST_THEMSELVES = declare_error(
    "player-against-themselves",
    "winner and loser are the same player",
    "a match is between two players",
)
_SCORE_TOO_HIGH = declare_error(
    "score-reaches-length",
    "the loser has {score} points in a match to {length}",
    "write the points of the loser, 0 to {most}, or nothing",
)
_HALF_A_CLOCK = declare_error(
    "half-a-clock",
    "of reserve and delay only one is filled in",
    "fill in both, or neither for a match without a clock",
)


class Match(Table):
    """The result of a match, as a club reports it."""

    date: PlayDate = column("the day it was played", headings=("datum", "speeldatum", "jour"))
    winner: PlayerId = column("who won", headings=("winnaar", "gagnant", "vainqueur"))
    loser: PlayerId = column("who lost", headings=("verliezer", "perdant"))
    length: int = column(
        "points the match was played to",
        minimum=1,
        maximum=100,
        headings=("lengte", "matchlengte", "longueur"),
    )
    score: int | None = column(
        "points of the loser",
        default=None,
        minimum=0,
        maximum=99,
        headings=("punten", "punten verliezer", "points", "points du perdant"),
    )
    kind: Literal["club", "tournament", "friendly"] = column(
        "what it was played for",
        default="club",
        headings=("soort", "type", "genre"),
        synonyms=(
            *(("clubavond", "club"), ("clubmatch", "club"), ("cercle", "club"), ("soirée", "club")),
            *(("toernooi", "tournament"), ("tornooi", "tournament"), ("tournoi", "tournament")),
            *(("vriendschappelijk", "friendly"), ("vriendschappelijke", "friendly")),
            *(("amical", "friendly"), ("amicale", "friendly")),
        ),
    )
    agreed: bool = column(
        "of a friendly: both players agreed beforehand that it counts",
        default=False,
        headings=("akkoord", "afgesproken", "accord", "convenu"),
    )
    online: bool = column("played online", default=False, headings=("en ligne",))
    reserve: int | None = column(
        "seconds a player had for the whole match; blank: no clock",
        default=None,
        minimum=0,
        maximum=14_400,
        headings=("bedenktijd", "reservetijd", "réserve", "temps"),
    )
    delay: int | None = column(
        "seconds of Bronstein delay a move; blank: no clock",
        default=None,
        minimum=0,
        maximum=60,
        headings=("vertraging", "uitstel", "délai", "delai"),
    )
    event: str = column(
        "the evening, tournament or round",
        default="",
        headings=("activiteit", "evenement", "gelegenheid", "événement", "évènement"),
    )
    club: str = column("the club that reports it", default="", headings=("vereniging", "cercle"))
    order: int | None = ORDER
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.winner == self.loser:
            yield "loser", *_AGAINST_THEMSELVES.fill()
        if self.score is not None and self.score >= self.length:
            yield "score", *_SCORE_TOO_HIGH.fill(score=self.score, length=self.length, most=self.length - 1)
        if (self.reserve is None) != (self.delay is None):
            yield "reserve" if self.reserve is None else "delay", *_HALF_A_CLOCK.fill()

    def may_repeat(self) -> bool:
        """Whether another row may be equal: two matches of an evening differ by their score alone."""
        return self.score is None

    def read_result(self) -> tuple[str, str, int, int | None]:
        """Return who won, who lost, the length, and the score of the loser."""
        return self.winner, self.loser, self.length, self.score


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    matches: list[Match]
    registrations: list[Registration] | None = None
    memberships: Sequence[Membership] = ()
    decisions: Sequence[RatingDecision] = ()
