"""Columns that the tables of every club at bridge have."""

from collections.abc import Sequence
from functools import cache

from sitegen.table import Table, names

PLAYERS = [(f"speler{number}", f"joueur{number}") for number in range(1, 7)]
PAIR = "paar", "paarnummer", "paarnr", "paire", "numéro de paire", "numero de paire"
TEAM = "viertal", "ploeg", "équipe", "equipe"
"""What files call the columns of players, pairs and teams."""


class Seated(Table):
    """A row that names players, in columns called `player1`, `player2` and so on."""

    @property
    def players(self) -> Sequence[tuple[str, str]]:
        """The columns that name a player, with the player, as far as they are filled in and could be read."""
        return [(name, self[place]) for name, place in _places(type(self)) if self[place]]


@cache
def _places(table: type[Table]) -> Sequence[tuple[str, int]]:
    return [(name, place) for place, name in enumerate(names(table)) if name.startswith("player")]
