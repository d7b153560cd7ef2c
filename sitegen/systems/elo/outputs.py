"""What is published of Elo ratings."""

from collections.abc import Sequence

from sitegen.model import Fact, Section
from sitegen.systems.elo.tables import Options
from sitegen.table import Chance, Change, Figure, Hidden, Rating, column
from sitegen.toolkit import duel
from sitegen.toolkit.duel import Standing
from sitegen.toolkit.ratings import RatingList, needed

_NEXT = (
    "What it would do to the rating, against who was met most in the last twelve months, then against who"
    " stands nearest."
)
_NEXT_AT_HOME = (
    "What it would do to the rating, played at home, against who was met most in the last twelve months, then"
    " against who stands nearest."
)


class Receipt(duel.Receipt):
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


class EventGame(duel.EventGame):
    """A game as the page of its day shows it, with the figures of its calculation."""

    home_advantage: Hidden = column("what playing at home adds to a rating")
    k_home: Hidden | None = column("what the game moves at most, for home")
    k_away: Hidden | None = column("what the game moves at most, for away")
    home_after: Hidden | None = column("rating of the home side after it")
    away_after: Hidden | None = column("rating of the away side after it")


def games(options: Options, rows: Sequence[Receipt]) -> Section:
    """The games of a day, each with its calculation."""
    difference = "{away_before:2}−{home_before:2}" + "−{home_advantage:2}" * (options.home_advantage != 0)
    expectation = f"1/(1+10<sup>({difference})/{options.spread:.0f}</sup>) = "
    if options.expectation == "fide":
        expectation = "B.02({home_before:2}−{away_before:2}) = "
    calculation = (
        f"E = {expectation}{{expectation:4}}; "
        "{k_home:2}({points}−E) = {home_change:2} → {home_after:2}; "
        "{k_away:2}(E−{points}) = {away_change:2} → {away_after:2}"
    )
    advantage = [options.home_advantage] * len(rows)
    return duel.calculated(rows, EventGame, calculation, home_advantage=advantage)


class Looked(duel.Looked):
    """A game as one of its players looks back on it."""

    chance: Chance | None = column("points that the player could expect", before="event")
    change: Change | None = column("points won or lost", label="±", before="event")
    after: Rating | None = column("rating after the game", label="Rating", before="event", role="value")


def looked(rows: Sequence[Receipt], player: str) -> list[Looked]:
    """Receipts from the side of one of their players."""
    return [_seen(row, player) for row in rows]


def _seen(row: Receipt, player: str) -> Looked:
    e = row.expectation
    home, away = (e, row.home_change, row.home_after), (e and 1 - e, row.away_change, row.away_after)
    chance, change, after = home if player == row.home else away
    return duel.seen(row, player, Looked, chance=chance, change=change, after=after)


def note(options: Options) -> str:
    """What is supposed of the next game of a player."""
    return _NEXT_AT_HOME if options.home_advantage else _NEXT


def rating_list(options: Options) -> RatingList[Standing]:
    """The rating list: who has played too few games stands in a list apart."""

    def lacks(own: Standing) -> int:
        return options.provisional_below - own.games

    return RatingList(
        duel.Ranked,
        duel.Provisional,
        lambda own: lacks(own) > 0,
        limits=[Fact("Ranked from games", options.provisional_below, int)],
        facts=needed("Games still needed to be ranked", lacks),
    )
