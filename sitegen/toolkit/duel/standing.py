"""Where a player of duels stands, as far as a rating and a tally say it."""

from typing import NamedTuple


class Standing(NamedTuple):
    """A player after some games: `games` are those at the start too, the others only those that are here."""

    rating: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def after(self, s: float, rating: float) -> "Standing":
        """The player after one more game, in which `s` points were made."""
        own = self
        return Standing(
            rating, own.games + 1, own.won + (s == 1), own.drawn + (s == 0.5), own.lost + (s == 0)
        )
