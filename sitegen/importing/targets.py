"""Import targets: the tables of a ranking, and the headings of their columns.

Besides its own columns a table with two players can have columns that only sources have: `side1` and `side2`
are the players in the order of the row, `people` is both in one cell, `outcome` is the result of the first,
and `score1` and `score2` are the scores. `sides` turns them into winner and loser, or home and away.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitegen.core.names import normalize_heading
from sitegen.core.system import System, list_input_tables
from sitegen.core.table import Column, get_input_columns, get_records
from sitegen.inputs.results.files import PLAYERS

CLUB_LIST = "list"
"""The club's own list of today: it is compared with the calculated ranking, and not imported."""
SIDES = (("winner", "loser"), ("home", "away"), ("white", "black"), ("player1", "player2"))
"""The columns of the two players of a row."""
_PEOPLE = "namen|spelers|koppel|names|players|noms|joueurs|partij|match|game"
SOURCE_ONLY = {
    "side1": "speler|speler 1|speler a|naam|naam 1|thuisspeler|player|player 1|player a|name|name 1|joueur"
    "|joueur 1|joueur a|nom|nom 1|lid",
    "side2": "tegenstander|tegen|speler 2|speler b|naam 2|opponent|player 2|player b|name 2|adversaire"
    "|joueur 2|joueur b|nom 2",
    "outcome": "w/v|g/v|w/l|v/d|uitslag|resultaat|result|résultat|gewonnen|won|gagné|punten|points|score",
    "victor": "winner|winnaar|vainqueur|gagnant|won by|gewonnen door|gagné par|winnende speler",
    "vanquished": "loser|verliezer|perdant|lost by|verloren door|perdu par|verliezende speler",
    "score1": "score 1|score a|punten 1|punten a|score speler 1|voor|points 1|points a|score player 1|for"
    "|pour|score joueur 1",
    "score2": "score 2|score b|punten 2|punten b|score speler 2|points 2|points b|score player 2|against"
    "|contre|score joueur 2|tegenscore",
}
"""Headings of columns that only sources have, separated by bars."""
_SYNONYMS = {
    "date": "wanneer|when|quand|speeldag|speelavond|avond|played|played on|gespeeld|gespeeld op|le",
    "white": "white|white player|speler wit|blanc|blancs",
    "black": "black|black player|speler zwart|noir|noirs",
    "home": "white|white player|home|home player|home team|speler wit|thuis|thuisploeg|blanc|domicile"
    "|équipe à domicile",
    "away": "black|black player|away|away player|away team|visitor|visitors|speler zwart|uit|uitploeg"
    "|bezoekers|noir|visiteur|visiteurs|extérieur",
    "winner": "winner|won by|gewonnen door|winnende speler|gagné par",
    "loser": "loser|lost by|verloren door|verliezende speler|perdu par",
    "length": "tot|match to|punten match|match|partijlengte|points match|match en",
    "home_score": "home goals|home points|home score|doelpunten thuis|punten thuis|buts domicile|score wit"
    "|punten wit|score white|points white|white score|score blancs|points blancs|score w|punten w",
    "away_score": "away goals|away points|away score|doelpunten uit|punten uit|buts extérieur|score zwart"
    "|punten zwart|score black|points black|black score|score noirs|points noirs|score b|score z|punten z",
    "result": "score|punten|points",
    "round": "rd|ronde nr|rondenr|round no",
    "name": "speler|player|joueur|lid|naam speler|volledige naam|full name|nom complet",
    "player": "name|member|player name|full name|volledige naam|nom complet",
    "rating": "rating|elo|cote|score|punten|points|elo-rating|actuele rating",
    "games": "partijen|aantal partijen|games|parties",
    "experience": "ervaring|experience|expérience|punten gespeeld",
    "score": "%|pct|pct.|perc|perc.|procent|pourcentage|score|percentage",
    "event": "toernooi|event|tournament|competitie|ronde",
    "player1": "speler 1|speler noord|player 1|joueur 1|noord|oost",
    "player2": "speler 2|speler zuid|player 2|joueur 2|zuid|west",
    "pair": "nr|nr.|nummer|paarnr.|paarnummer|numéro|pair|pair no|paar nr|combinatie",
    "place": "plaats|pl|rang|positie|place|rank",
    "club": "club|vereniging|cercle",
}
"""Other headings of our columns in files, separated by bars."""


class Target(NamedTuple):
    """A table that records can go to.

    `sides` are its columns of two players, if any; `records` what it takes of formats that name their tables
    and columns themselves.
    """

    name: str
    columns: Mapping[str, Column]
    sides: tuple[str, ...] = ()
    records: tuple[str, ...] = ()

    @property
    def required_columns(self) -> list[str]:
        """The columns that a source has to give."""
        if self.name == CLUB_LIST:
            return ["name", "rating"]
        return [name for name, column in self.columns.items() if column.is_required and name != "id"]

    @property
    def player_columns(self) -> list[str]:
        """The columns in which somebody is named."""
        return [name for name, column in self.columns.items() if column.display.style == "player"]

    def is_required(self, name: str) -> bool:
        """Whether a column may not be blank; those that only sources have never are."""
        return name not in self.columns or self.columns[name].is_required

    @property
    def name_columns(self) -> list[str]:
        """The columns in which a source names people."""
        return ["name"] if self.name in {PLAYERS, CLUB_LIST} else self.player_columns


Targets = Mapping[str, Target]


def find_targets(system: System) -> dict[str, Target]:
    """Return the input tables of a ranking system, and the club's own list, by name."""
    targets = {}
    for table in list_input_tables(system):
        columns = {column.name: column for column in get_input_columns(table.rows)}
        side_columns = next((pair for pair in SIDES if {*pair} <= {*columns}), ())
        targets[table.name] = Target(table.name, columns, side_columns, get_records(table.rows))
    players = targets[PLAYERS].columns
    figures = [("rating", column) for column in players.values() if column.kind is float][:1]
    return targets | {CLUB_LIST: Target(CLUB_LIST, {"name": players["name"], **dict(figures)})}


def find_taker(targets: Targets, records: str) -> Target | None:
    """Return the target that takes these records of a format; None where the ranking has none."""
    return next((target for target in targets.values() if records in target.records), None)


def map_headings(target: Target) -> dict[str, str]:
    """Return the column for each normalized heading; the first of several columns wins."""
    headings = [(name, [name, *column.headings]) for name, column in target.columns.items()]
    is_list = target.name in {PLAYERS, CLUB_LIST}
    headings += [
        (name, _SYNONYMS.get(name, name).split("|")) for name in target.columns if is_list or name != "name"
    ]
    if target.sides:
        headings.append(("people", _PEOPLE.split("|")))
    if target.sides and target.sides[0] != "player1":
        headings += [(name, words.split("|")) for name, words in SOURCE_ONLY.items()]
    columns_by_heading: dict[str, str] = {}
    for name, words in headings:
        for word in words:
            columns_by_heading.setdefault(normalize_heading(word), name)
    return columns_by_heading


def list_heading_words(target: Target, name: str) -> list[str]:
    """Return the words by which headings name a column."""
    return [name, *target.columns[name].headings, *_SYNONYMS.get(name, "").split("|")]


def find_missing_columns(target: Target, given_columns: Sequence[str]) -> list[str]:
    """Return the required columns that are neither given nor follow from the given ones."""
    known_columns = {*given_columns}
    if {"side1", "side2"} <= known_columns:
        has_scores = {"score1", "score2"} <= known_columns
        if has_scores or "outcome" in known_columns or "winner" not in target.sides:
            known_columns |= {*target.sides}
        known_columns |= {"length"} if has_scores else set()
    if "date" in known_columns and {"tournament", "round"} <= {*target.columns}:
        known_columns |= {"tournament", "round"}  # those of the day
    return [name for name in target.required_columns if name not in known_columns]
