"""The input tables and options of the competition, and the articles of its regulation that are used.

Results, codes and headings have synonyms in Dutch, French and English, only such as can mean one thing. The
reader ignores case, and takes any dash for `-`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from sitegen.core.entities import declare_error
from sitegen.core.missing import select_complete
from sitegen.core.options import ChangingOptions
from sitegen.core.problems import quote_text
from sitegen.core.table import Display, Source, column, parse_synonyms, split_alternatives
from sitegen.toolkit.decisions import PointsDecision
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.rounds import tables
from sitegen.toolkit.rounds.tables import (
    CODE_HEADINGS,
    MAX_ROUNDS,
    RESULT_HEADINGS,
    Fixture,
    Game,
    SeasonPlayer,
)

articles: Mapping[str, str] = {
    "1 Clubrating": "A club rating is the performance over the games of the season, one fictitious draw"
    " against the rating that belongs to the place on the ranking, and draws against the own start rating up"
    " to a minimum of 6 games in the first period and 2 more in each that follows; outliers are capped.",
    "1.1 Startratings": "Who begins the season starts between the mean ratings of the upper and of the lower"
    " quarter of the players, all evenly spaced in the order of what they bring.",
    "2.1 Waardecijfer": "Every club rating has a value, 100 × e^((rating − 2000) / 2000 × 2.7).",
    "2.2 Rondescore": "A win is worth the value of the opponent, but at least half of the own; a draw two"
    " thirds and a loss a third of the opponent's. Every round is scored again after each round.",
    "2.3 Afwezigheid": "Without an opponent a share of the own value counts: two thirds for a match or duty"
    " for the club, a bye or an odd number, half for an absence told beforehand, a quarter for any other.",
    "3 Jeugdspelers": "A game with a youth member is played from 20:00 to 22:00, one hour each.",
    "5 Wedstrijdindeling": "Players are paired by the Swiss system on the club rating.",
    "5.1 Limitering": "The rounds are divided evenly over the periods. In each period a pair meets once"
    " at most.",
    "5.2 Definitieve indeling": "A player who is not there in time can have the game declared lost; the"
    " opponent may then be paired again.",
    "6.1 Totaalranglijst": "The ranking is in the order of the sum of all round scores; who leads it after"
    " the last round is club champion.",
    "6.2 Periode ranglijst": "At the start of each period the players are divided into groups by club rating;"
    " the best of each group over the rounds of the period is period champion.",
    "7 Overige bepalingen": "The club champion has played 13 games; who is among the first 3, 6 or 12 after"
    " each of the last five rounds has a place in the cup, first or second team.",
}


POINTS_SYNONYMS = parse_synonyms(
    {
        "1": "1.0|1,0|w|win|won|gewonnen|winst|gagné|gagne|gain|victoire",
        "½": "0.5|0,5|.5|,5|=|r|rem|rem.|remise|gelijk|draw|drawn|nul|nulle",
        "0": "0.0|0,0|v|l|lost|loss|verloren|verlies|perdu|perte|défaite|defaite",
    }
)
"""The points of one player."""

CODE_SYNONYMS = parse_synonyms(
    {
        "external": "extern|externe|externe wedstrijd|externe partij|extern gespeeld|team|teamwedstrijd"
        "|interclub|interclubs|match externe|match d'équipe|match d'equipe|équipe|equipe|team match"
        "|match par équipes",
        "external-moved": "extern verplaatst|extern verzet|extern andere dag|extern andere avond"
        "|extern vooruitgespeeld|vooruitgespeeld|externe déplacé|externe deplace|externe déplacée"
        "|externe deplacee|externe autre jour|external other day"
        "|extern (andere avond)|match par équipes (autre soir)",
        "club": "clubtaak|clubdienst|vereniging|verenigingstaak|voor de club|absent for club|bestuur"
        "|pour le club|tâche du club|tache du club|service du club|comité|comite",
        "bye": "vrij|vrije ronde|vrijaf|manual bye|libre|ronde libre|repos|joker",
        "odd": "oneven|oneven aantal|over (oneven aantal)|overgebleven|over|vrijgeloot|impair"
        "|nombre impair|exempt|exempte",
        "absent": "afwezig|afgemeld|abs|abs.|afw|afw.|afm|afm.|afwezig met bericht|met bericht|verhinderd"
        "|ziek|absente|absent excusé|absent excuse|excusé|excuse|excusée|excusee|malade|signed off|away",
        "no-show": "noshow|niet verschenen|niet opgekomen|niet gekomen|niet afgemeld|n.o."
        "|afwezig zonder bericht|zonder bericht|non excusé|non excuse|non excusée|non excusee"
        "|absent non excusé|absent non excuse|absent sans prévenir|niet gemeld afwezig"
        "|pas venu|pas venue|non présenté|non presente|sans avis",
    }
)
"""The codes of absences."""

FINAL_RATING_HEADINGS = split_alternatives(
    "eindrating|eindrating vorig seizoen|rating vorig seizoen|clubrating"
    "|rating final|classement final|cote finale|cote du club"
)
KNSB_RATING_HEADINGS = split_alternatives(
    "knsb-rating|knsb|knsb elo|elo knsb|elo|nationale rating|rating knsb"
    "|cote knsb|cote nationale|elo national|classement national"
)
KNSB_RELIABLE_HEADINGS = split_alternatives(
    "knsb betrouwbaar|betrouwbaar|rating betrouwbaar|elo betrouwbaar|fiable|knsb fiable|cote fiable"
)
ESTIMATE_HEADINGS = split_alternatives(
    "schatting|geschat|geschatte rating|estimation|estimé|estime|cote estimée|cote estimee"
)
YOUTH_HEADINGS = split_alternatives("jeugd|jeugdlid|jeugdspeler|junior|jeune|jeunesse")
PriorRating = Annotated[float, Display("short")]
"""A rating from elsewhere."""

Points = Literal["1", "½", "0"]
AbsenceCode = Literal["external", "external-moved", "club", "bye", "odd", "absent", "no-show"]
EXTERNAL = {"external", "external-moved"}
"""The codes of games elsewhere, which have a result of their own."""


def _define_rating(doc: str, headings: Sequence[str]) -> Any:
    """Return the column of a rating, with limits for children and for a world champion."""
    return column(doc, default=None, minimum=100, maximum=3000, headings=tuple(headings), before="joined")


_BY_SEASON = "the rules of the competition hold for a whole season"


class Options(ChangingOptions):
    """What a club can set; the defaults are the regulation's."""

    periods: int = column("periods of a season", default=5, minimum=1, maximum=30, stays=_BY_SEASON)
    groups: int = column("groups of a period ranking", default=3, minimum=3, maximum=4, stays=_BY_SEASON)
    performance: Literal["fide", "logistic"] = column(
        "fide: FIDE's table, on a score rounded to 0.01; logistic: the curve that the table is made from",
        default="fide",
        stays=_BY_SEASON,
    )
    min_games: int = column(
        "games a player needs to become champion",
        default=13,
        minimum=0,
        maximum=MAX_ROUNDS,
        stays=_BY_SEASON,
    )
    rematch: int = column(
        "how many squared places by club rating further apart the draw takes two players to be for each time"
        " that they met in an earlier period; 0: only the period counts",
        default=8,
        minimum=0,
        maximum=1000,
        changes="for rounds that are drawn for that day or later",
    )


_NO_RATING = declare_error(
    "no-rating",
    "{name} has no rating to start with",
    "fill in final_rating, a knsb_rating that is reliable, or estimate",
)


class Player(SeasonPlayer):
    """A player of the season, with what their start rating comes from."""

    final_rating: PriorRating | None = _define_rating(
        "club rating at the end of the last season", FINAL_RATING_HEADINGS
    )
    knsb_rating: PriorRating | None = _define_rating(
        "rating of the national federation", KNSB_RATING_HEADINGS
    )
    knsb_reliable: bool = column(
        "whether that rating is reliable", default=True, headings=KNSB_RELIABLE_HEADINGS, before="joined"
    )
    estimate: PriorRating | None = _define_rating(
        "estimated rating of a player without any other", ESTIMATE_HEADINGS
    )
    youth: bool = column(
        "whether the player is a youth member (article 3)",
        default=False,
        headings=YOUTH_HEADINGS,
        before="joined",
    )

    @property
    def basis(self) -> float | None:
        """The rating that the start rating comes from (article 1.1 Startratings); None without one."""
        reliable = self.knsb_rating if self.knsb_reliable else None
        return max(
            (rating for rating in (self.final_rating, reliable) if rating is not None), default=self.estimate
        )

    def redact(self) -> Self:
        """Return the player without the ratings that would tell who it is; the basis is published."""
        return self.replace(final_rating=None, knsb_rating=None, knsb_reliable=False, estimate=self.basis)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if (
            select_complete([self], "final_rating", "knsb_rating", "knsb_reliable", "estimate")
            and self.basis is None
        ):
            yield _NO_RATING(self, "estimate", name=self.name)[1:4]
        yield from super().find_faults()


_RESULT_WITHOUT_A_GAME = declare_error(
    "result-without-a-game",
    "a result beside {code}, where nobody plays",
    "a game of the round belongs in games; an external game has the code 'external'",
)


class Absence(tables.Absence):
    """A player who has no opponent in a round, and why; also of a round to come."""

    code: AbsenceCode = column(
        "external: team match on the club evening; external-moved: the same on another evening;"
        " club: other duty for the club; bye: own choice, twice a season; odd: left over by an odd number;"
        " absent: told beforehand; no-show",
        synonyms=CODE_SYNONYMS,
        headings=CODE_HEADINGS,
    )
    result: Points | None = column(
        "the player's points in the external game, which pages show; it counts as the code does",
        default=None,
        synonyms=POINTS_SYNONYMS,
        headings=RESULT_HEADINGS,
    )
    source: Source = column("where the row stands", default="", filled=True)

    @property
    def points(self) -> str:
        """The points of an external game."""
        return self.result or ""

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.result and select_complete([self], "code") and self.code not in EXTERNAL:
            yield _RESULT_WITHOUT_A_GAME(self, "result", code=quote_text(self.code))[1:4]


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    rounds: list[Fixture]
    games: list[Game]
    absences: Sequence[Absence] = ()
    memberships: Sequence[Membership] = ()
    decisions: Sequence[PointsDecision] = ()
