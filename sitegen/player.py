"""The player, whom every ranking has: the columns that all systems share, and the lots that they draw."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Self

from sitegen.table import Source, Table, column


class Lot:
    """What a player draws wherever a regulation draws lots: `lot("spring-cup")`.

    It goes by the real id, also of a hidden player: no order may depend on who hides. It tells nobody the id.
    Where only a copy of the tables is at hand, it is known what was `drawn` on an occasion.
    """

    def __init__(self, id_: str, drawn: Mapping[str, str] | None = None) -> None:
        self._id = id_
        self._drawn = drawn or {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lot) and (self._id, self._drawn) == (other._id, other._drawn)

    def __hash__(self) -> int:
        return hash(self._id)

    def __call__(self, occasion: str) -> str:
        """SHA-256 of `occasion/id`, in hexadecimal digits; the lowest is drawn first."""
        return self._drawn.get(occasion) or sha256(f"{occasion}/{self._id}".encode()).hexdigest()


class Player(Table):
    """A player, with the columns that every system has; a system adds its own below them.

    Of a hidden player the reader lets nothing through that tells who it is: `id` and `name` are the label
    they are shown under ("player-3", "Player 3"), `sort_name` and `aliases` are empty.
    """

    id: str = column(
        "the key: lower-case letters, digits and '-'; it never changes",
        key=True,
        headings=("sleutel", "clé", "cle", "identifiant"),
    )
    name: str = column("the name as it is published", headings=("naam", "nom"))
    sort_name: str = column(
        "what the alphabetical order goes by, where that is not the name",
        default="",
        headings=("sorteernaam", "sorteren als", "nom de tri"),
    )
    club: str = column("the club", default="", headings=("vereniging", "cercle"))
    aliases: str = column(
        "other names that results may use, separated by |",
        default="",
        headings=("alias", "andere namen", "bijnamen", "autres noms"),
    )
    hidden: bool = column(
        "yes: counts in every calculation and is shown nowhere by name",
        default=False,
        headings=("verborgen", "caché", "cache", "masqué", "masque"),
    )
    alphabet: int = column(
        "place in the alphabetical order of all players, by real names; settles ties",
        default=0,
        filled=True,
    )
    lot: Lot = column("what the player draws by lot", default=Lot(""), filled=True)
    source: Source = column("where the row stands", default="", filled=True)

    def veiled(self) -> Self:
        """The row of a hidden player as a copy may show it: a system leaves out what tells who that is."""
        return self
