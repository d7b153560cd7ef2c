"""The input tables and options of the competition, and the articles of its regulation that are used.

Results, codes and headings have synonyms in Dutch, French and English, only such as can mean one thing. The
reader ignores case, and takes any dash for `-`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self

from sitegen.core import model
from sitegen.core.missing import select_complete
from sitegen.core.problems import advise, quote_text, say
from sitegen.core.table import Display, PlayDate, PlayerId, Source, Table, column
from sitegen.toolkit.duel.tables import DRAW_SYNONYMS, parse_synonyms, split_alternatives

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


def _spell_forfeit(white: str, black: str) -> str:
    """Return a score with the marks of a forfeit behind it: forfait, reglementair, niet opgekomen."""
    marks = ("ff", " f", " ff", " (f)", "r", " r", " (r)", " reg", " reg.", " regl.", " reglementair")
    words = (" forfait", " forfeit", " n.o.")
    scores = [f"{white}-{black}{mark}" for mark in (*marks, *words)]
    return "|".join([*scores, f"{white}f-{black}f", f"{white}ff-{black}ff", f"{white}r-{black}r"])


RESULT_SYNONYMS = parse_synonyms(
    {
        "1-0": "1:0|wit|wit wint|wint wit|white|white wins|blancs|les blancs gagnent",
        "0-1": "0:1|zwart|zwart wint|wint zwart|black|black wins|noirs|les noirs gagnent",
        "½-½": DRAW_SYNONYMS,
        "1-0f": f"{_spell_forfeit('1', '0')}|+/-|+:-|+-|+--",
        "0-1f": f"{_spell_forfeit('0', '1')}|-/+|-:+|-+|--+",
    }
)
"""The points of white and of black; a score with a mark behind it is a forfeit."""

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
        "|interclub|interclubs|match externe|match d'équipe|match d'equipe|équipe|equipe|team match",
        "external-moved": "extern verplaatst|extern verzet|extern andere dag|extern andere avond"
        "|extern vooruitgespeeld|vooruitgespeeld|externe déplacé|externe deplace|externe déplacée"
        "|externe deplacee|externe autre jour|external other day",
        "club": "clubtaak|clubdienst|vereniging|verenigingstaak|voor de club|absent for club|bestuur"
        "|pour le club|tâche du club|tache du club|service du club|comité|comite",
        "bye": "vrij|vrije ronde|vrijaf|manual bye|libre|ronde libre|repos|joker",
        "odd": "oneven|oneven aantal|overgebleven|over|vrijgeloot|impair|nombre impair|exempt|exempte",
        "absent": "afwezig|afgemeld|abs|abs.|afw|afw.|afm|afm.|afwezig met bericht|met bericht|verhinderd"
        "|ziek|absente|absent excusé|absent excuse|excusé|excuse|excusée|excusee|malade|signed off|away",
        "no-show": "noshow|niet verschenen|niet opgekomen|niet gekomen|niet afgemeld|n.o."
        "|afwezig zonder bericht|zonder bericht|non excusé|non excuse|non excusée|non excusee"
        "|absent non excusé|absent non excuse|pas venu|pas venue|non présenté|non presente|sans avis",
    }
)
"""The codes of absences."""

ROUND_HEADINGS = split_alternatives("ronde|rondenummer|rondenr|tour|n° de ronde")
DATE_HEADINGS = split_alternatives("datum|speeldatum|speelavond|avond|dag|jour|soirée|soiree")
WHITE_HEADINGS = split_alternatives("wit|witspeler|speler wit|blancs|blanc|les blancs|joueur blanc")
BLACK_HEADINGS = split_alternatives("zwart|zwartspeler|speler zwart|noirs|noir|les noirs|joueur noir")
RESULT_HEADINGS = split_alternatives("uitslag|resultaat|score|résultat|resultat")
BOARD_HEADINGS = split_alternatives("bord|bordnummer|bordnr|tafel|échiquier|echiquier|table")
PLAYER_HEADINGS = split_alternatives("speler|speelster|naam|lid|joueur|joueuse|nom|membre")
CODE_HEADINGS = split_alternatives("reden|soort|afwezigheid|status|motif|raison|absence|statut")
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
PriorRating = Annotated[float, Display("short")]
"""A rating from elsewhere."""

Result = Literal["1-0", "0-1", "½-½", "1-0f", "0-1f"]
Points = Literal["1", "½", "0"]
AbsenceCode = Literal["external", "external-moved", "club", "bye", "odd", "absent", "no-show"]
FORFEITS = {"1-0f", "0-1f"}
"""The results of games that were not played."""
EXTERNAL = {"external", "external-moved"}
"""The codes of games elsewhere, which have a result of their own."""
_MAX_ROUNDS = 100


def _define_rating(doc: str, headings: Sequence[str]) -> Any:
    """Return the column of a rating, with limits for children and for a world champion."""
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
        "games a player needs to become champion", default=13, minimum=0, maximum=_MAX_ROUNDS
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

    final_rating: float | None = _define_rating(
        "club rating at the end of the last season", FINAL_RATING_HEADINGS
    )
    knsb_rating: float | None = _define_rating("rating of the national federation", KNSB_RATING_HEADINGS)
    knsb_reliable: bool = column(
        "whether that rating is reliable", default=True, headings=KNSB_RELIABLE_HEADINGS
    )
    estimate: float | None = _define_rating(
        "estimated rating of a player without any other", ESTIMATE_HEADINGS
    )
    youth: bool = column(
        "whether the player is a youth member (article 3)", default=False, headings=YOUTH_HEADINGS
    )
    joined: int = column(
        "the first round", default=1, minimum=1, maximum=_MAX_ROUNDS, headings=JOINED_HEADINGS
    )
    left: int | None = column(
        "the last round; blank: that of the season",
        default=None,
        minimum=1,
        maximum=_MAX_ROUNDS,
        headings=LEFT_HEADINGS,
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
        "the number of the round, from 1",
        key=True,
        minimum=1,
        maximum=_MAX_ROUNDS,
        headings=ROUND_HEADINGS,
    )
    date: PlayDate = column("the evening it is played", headings=DATE_HEADINGS)
    source: Source = column("where the row stands", default="", filled=True)


class Game(Table):
    """A game, paired or played.

    Where one side is blank it was won or lost by forfeit, and the other player was not written down.
    """

    round: int = column("the round", minimum=1, maximum=_MAX_ROUNDS, headings=ROUND_HEADINGS)
    white: PlayerId | None = column(
        "the player with White; blank for a forfeit whose opponent was not written down",
        headings=WHITE_HEADINGS,
    )
    black: PlayerId | None = column(
        "the player with Black; blank for a forfeit whose opponent was not written down",
        headings=BLACK_HEADINGS,
    )
    result: Result | None = column(
        "the points of white and of black, f for a forfeit; blank: paired, not yet played",
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

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.white is None and self.black is None:
            message = say("game-of-nobody", "neither white nor black is written down")
            yield "white", message, advise("name the player who was there, or take the row out")
        elif self.white == self.black:
            message = say("against-oneself", "white and black are the same player")
            yield "black", message, advise("a game is between two players")
        elif (
            len(self.player_cells) == 1 and select_complete([self], "result") and self.result not in FORFEITS
        ):
            message = say("game-of-one", "a game with one player, which is not won by forfeit")
            hint = advise("name the other; only with 1-0f or 0-1f one of them may be blank")
            yield "white" if self.white is None else "black", message, hint


class Absence(Table):
    """A player who has no opponent in a round, and why; also of a round to come."""

    round: int = column("the round", key=True, minimum=1, maximum=_MAX_ROUNDS, headings=ROUND_HEADINGS)
    player: PlayerId = column("who", key=True, headings=PLAYER_HEADINGS)
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
    def player_cells(self) -> Sequence[tuple[str, str]]:
        """The column that names a player, with the player."""
        return (("player", self.player),)

    def find_faults(self) -> Iterable[tuple[str, str, str]]:
        """Yield the column, message and hint of each fault inside the row."""
        if self.result and select_complete([self], "code") and self.code not in EXTERNAL:
            message = say(
                "result-without-a-game",
                "a result beside {code}, where nobody plays",
                code=quote_text(self.code),
            )
            hint = advise("a game of the round belongs in games; an external game has the code 'external'")
            yield "result", message, hint


RoundRow = Game | Absence
"""A row of a player in a round."""


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    rounds: list[Fixture]
    games: list[Game]
    absences: Sequence[Absence] = ()
