"""The tables of a club with Elo ratings: options, inputs, what is published, and what pages show of it."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sitegen.core import model
from sitegen.core.model import Fact
from sitegen.core.options import ChangingOptions
from sitegen.core.table import Figure, column
from sitegen.toolkit import duel
from sitegen.toolkit.decisions import RatingDecision
from sitegen.toolkit.duel.tables import DuelStanding
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.order import ORDER
from sitegen.toolkit.ratings import RatingList

_BY_GAME = "for games from that day on"


class Options(ChangingOptions):
    """What a club can set; the defaults are those of most clubs."""

    k: Mapping[int, float] = column(
        "what a game moves at most: a number, or by games played before it: 40 for the first 30, then 20 is"
        " { 0 = 40, 30 = 20 }",
        default={0: 32.0},
        alone=0,
        keys=(0, 100_000),
        minimum=0,
        maximum=400,
        changes=_BY_GAME,
    )
    start_rating: float = column(
        "rating that everyone starts with",
        default=1500.0,
        minimum=0,
        maximum=4000,
        stays="all players start before the first game",
    )
    provisional_below: int = column(
        "games below which a rating is provisional",
        default=10,
        minimum=0,
        maximum=10_000,
        stays="players would be ranked, or no longer, without playing",
    )
    home_advantage: float = column(
        "rating points that playing at home is worth",
        default=0.0,
        minimum=-1000,
        maximum=1000,
        changes=_BY_GAME,
    )
    spread: float = column(
        "difference at which the stronger side is expected to score ten times as much",
        default=400.0,
        minimum=10,
        maximum=10_000,
        changes=_BY_GAME,
    )
    expectation: Literal["formula", "fide"] = column(
        "formula: Elo's curve; fide: the table of the FIDE Handbook, B.02, 8.1.2",
        default="formula",
        changes=_BY_GAME,
    )


class Player(model.Player):
    """A player, who may bring a rating and games from an older list."""

    rating: float | None = column(
        "rating at the start; blank: the start rating",
        default=None,
        minimum=0,
        maximum=4000,
        headings=("startrating", "beginrating", "elo", "cote", "classement"),
    )
    games: int = column(
        "games played before the start",
        default=0,
        minimum=0,
        maximum=100_000,
        headings=("partijen", "parties"),
    )

    def get_start_rating(self, options: Options) -> float:
        """Return the rating at the start."""
        return options.start_rating if self.rating is None else self.rating


class Game(duel.Game):
    """A game, with its result or with both scores: one of the two ways a file."""

    order: int | None = ORDER


class Inputs(NamedTuple):
    """The tables a club keeps."""

    players: list[Player]
    games: list[Game]
    memberships: Sequence[Membership] = ()
    decisions: Sequence[RatingDecision] = ()


articles: Mapping[str, str] = {
    "Elo, 1978": (
        "A player can expect E = 1 / (1 + 10^(−D / 400)) points of a game, where D is what their rating is"
        " above that of the other; each game moves a rating by K × (S − E), where S are the points made."
    ),
    "B.02, 8.1.2": "A table says what can be expected of a game, to two decimals, by whole differences.",
    "B.02, 8.3.1": "A difference in rating of more than 400 points counts as one of 400.",
    "B.02, 8.3.3": "K depends on how many games a player has played, and on their rating.",
}
"""What Elo (1978) and the FIDE Handbook say, by how it is cited."""


def list_articles(*versions: Options) -> Sequence[str]:
    """Return the articles for games that are rated by any of these options."""
    has_table = any(options.expectation == "fide" for options in versions)
    return ["Elo, 1978", *(["B.02, 8.1.2", "B.02, 8.3.1"] if has_table else []), "B.02, 8.3.3"]


NOTE_AT_HOME = (
    "The effect on the rating of a game at home, first against the opponents met most in the last"
    " twelve months, then against those who stand nearest."
)


class CalculatedGame(duel.CalculatedGame):
    """A game with its calculation; the figures of one that is not rated are blank."""

    k_home: Figure | None = column(
        "what the game moves at most, for home", label="K home", default=None, before="source"
    )
    k_away: Figure | None = column(
        "what the game moves at most, for away", label="K away", default=None, before="source"
    )
    home_change: Figure | None = column(
        "points that the home side won or lost", label="± home", default=None, before="source"
    )
    away_change: Figure | None = column(
        "points that the away side won or lost", label="± away", default=None, before="source"
    )
    home_after: Figure | None = column(
        "rating of the home side after it", label="a + K·W", default=None, before="source"
    )
    away_after: Figure | None = column(
        "rating of the away side after it", label="b − K·W", default=None, before="source"
    )


class EventGame(duel.EventGame, CalculatedGame):
    """A game as the page of its day shows it, with the figures of its calculation."""

    home_advantage: float = column("what playing at home adds to a rating", default=0.0)


def make_event_games(options: Options) -> duel.EventGames:
    """Return how the page of a day shows its games, each with its calculation."""
    difference = "{away_before:2}−{home_before:2}" + "−{home_advantage:2}" * (options.home_advantage != 0)
    expectation = f"1/(1+10<sup>({difference})/{options.spread:.0f}</sup>) = "
    if options.expectation == "fide":
        expectation = "B.02({home_before:2}−{away_before:2}) = "
    calculation = (
        f"E = {expectation}{{expectation:4}}; "
        "{k_home:2}({points}−E) = {home_change:2} → {home_after:2}; "
        "{k_away:2}(E−{points}) = {away_change:2} → {away_after:2}"
    )
    advantage = {"home_advantage": lambda games: [options.home_advantage] * len(games)}
    return duel.EventGames(EventGame, calculation, advantage, list_articles(options))


def build_rating_list(options: Options) -> RatingList[DuelStanding]:
    """Return the rating list; players with too few games are on a separate list."""
    below = options.provisional_below
    return RatingList(
        duel.RankedPlayer,
        duel.ProvisionalPlayer,
        lambda standing: standing.games < below,
        limits=[Fact("Ranked from games", below, int)],
    )
