"""The tables of a ranking that a source can give rows for, and the headings that mean their columns.

Beside its own columns a table of two sides has some that only sources have: `side1` and `side2` are the
players as a row names them, `people` both of them in one cell, `outcome` is what the first made of it, and
`score1` and `score2` are the scores.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sitegen.read.files import PLAYERS
from sitegen.read.grid import fold
from sitegen.system import System, kept
from sitegen.table import Column, cell_columns

LIST = "list"
"""The club's own list of today: it becomes no rows, and is compared with what comes out."""
SIDES = (("winner", "loser"), ("home", "away"), ("white", "black"), ("player1", "player2"))
"""The columns with the two players of a row, in tables that have them."""
_PEOPLE = "namen|spelers|koppel|names|players|noms|joueurs|partij|match|game"
_SOURCE_ONLY = {
    "side1": "speler|speler 1|speler a|naam|naam 1|thuisspeler|player|player 1|player a|name|name 1|joueur"
    "|joueur 1|joueur a|nom|nom 1|lid",
    "side2": "tegenstander|tegen|speler 2|speler b|naam 2|opponent|player 2|player b|name 2|adversaire"
    "|joueur 2|joueur b|nom 2",
    "outcome": "w/v|g/v|w/l|v/d|uitslag|resultaat|result|résultat|gewonnen|won|gagné|punten|points|score",
    "score1": "score 1|score a|punten 1|punten a|score speler 1|voor|points 1|points a|score player 1|for"
    "|pour|score joueur 1",
    "score2": "score 2|score b|punten 2|punten b|score speler 2|points 2|points b|score player 2|against"
    "|contre|score joueur 2|tegenscore",
}
"""Headings of columns that only sources have, with a bar between them."""
_ALSO = {
    "date": "speeldag|speelavond|avond|played|played on|gespeeld|gespeeld op|le",
    "white": "white|white player|speler wit|blanc|blancs",
    "black": "black|black player|speler zwart|noir|noirs",
    "home": "white|white player|home|home player|speler wit|blanc",
    "away": "black|black player|away|away player|speler zwart|noir",
    "winner": "winner|won by|gewonnen door|winnende speler|gagné par",
    "loser": "loser|lost by|verloren door|verliezende speler|perdu par",
    "length": "tot|match to|punten match|match|partijlengte|points match|match en",
    "result": "score|punten|points",
    "round": "rd|ronde nr|rondenr|round no",
    "name": "speler|player|joueur|lid|naam speler|volledige naam|full name|nom complet",
    "rating": "rating|elo|cote|score|punten|points|elo-rating|actuele rating",
    "games": "partijen|aantal partijen|games|parties",
    "experience": "ervaring|experience|expérience|punten gespeeld",
    "score": "%|perc|perc.|procent|score|percentage",
    "event": "toernooi|event|tournament|competitie|ronde",
    "player1": "speler 1|speler noord|player 1|joueur 1|noord|oost",
    "player2": "speler 2|speler zuid|player 2|joueur 2|zuid|west",
    "pair": "nr|nr.|paarnr.|pair|pair no|paar nr|combinatie",
    "place": "plaats|pl|rang|positie|place|rank",
    "club": "club|vereniging|cercle",
}
"""What files call our columns besides."""


class Target(NamedTuple):
    """A table that rows can become; `sides` are its columns of two players, where it has such."""

    name: str
    columns: Mapping[str, Column]
    sides: tuple[str, ...] = ()

    @property
    def needed(self) -> list[str]:
        """The columns that a source has to give."""
        if self.name == LIST:
            return ["name", "rating"]
        return [name for name, each in self.columns.items() if each.required and name != "id"]

    @property
    def players(self) -> list[str]:
        """The columns in which somebody is named."""
        return [name for name, column in self.columns.items() if column.shown.style == "player"]

    def is_needed(self, name: str) -> bool:
        """Whether a column may not be blank; those that only sources have never are."""
        return name not in self.columns or self.columns[name].required

    @property
    def name_columns(self) -> list[str]:
        """The columns in which a source names people."""
        return ["name"] if self.name in {PLAYERS, LIST} else self.players


Targets = Mapping[str, Target]


def targets(system: System) -> dict[str, Target]:
    """The tables of a ranking system, and the list that is only compared, with the figure of players."""
    found = {}
    for table in kept(system):
        columns = {column.name: column for column in cell_columns(table.rows)}
        sides = next((pair for pair in SIDES if {*pair} <= {*columns}), ())
        found[table.name] = Target(table.name, columns, sides)
    players = found[PLAYERS].columns
    figures = [("rating", column) for column in players.values() if column.kind is float][:1]
    return found | {LIST: Target(LIST, {"name": players["name"], **dict(figures)})}


@cache
def _folded(headings: str) -> list[str]:
    return [fold(heading) for heading in headings.split("|")]


def meanings(target: Target) -> dict[str, str]:
    """The column of a target, or of sources alone, that each folded heading means; of two the first."""
    meant = [(fold(each), name) for name, at in target.columns.items() for each in (name, *at.headings)]
    meant += [(each, name) for name in target.columns for each in _folded(_ALSO.get(name, name))]
    others = {"people": _PEOPLE} if target.sides else {}
    others |= _SOURCE_ONLY if target.sides and target.sides[0] != "player1" else {}
    meant += [(each, name) for name, headings in others.items() for each in _folded(headings)]
    found: dict[str, str] = {}
    for heading, name in meant:
        found.setdefault(heading, name)
    return found


def lacking(target: Target, given: Sequence[str]) -> list[str]:
    """The needed columns that neither are given nor follow from those that are."""
    known = {*given}
    if {"side1", "side2"} <= known and target.sides:
        is_decided = "outcome" in known or {"score1", "score2"} <= known
        known |= {*target.sides} if is_decided or target.sides[0] != "winner" else set()
    if {"score1", "score2"} <= known and {"side1", "side2"} <= known:
        known |= {"length"}
    return [name for name in target.needed if name not in known]
