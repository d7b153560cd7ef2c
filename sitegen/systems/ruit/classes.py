"""The classes of the league, and what a player of each starts with."""

from collections.abc import Mapping
from typing import Literal

Class = Literal["master", "division-1", "division-2", "main", "class-1", "class-2", "class-3", "student"]

CLASSES: Mapping[str | None, float] = {
    "master": 450,
    "division-1": 400,
    "division-2": 350,
    "main": 300,
    "class-1": 250,
    "class-2": 200,
    "class-3": 150,
    "student": 100,
}
"""What a player of each class starts with ("De handicap")."""
_NAMES = {
    "master": "meesterklasse|meester|maître|maitre",
    "division-1": "1e divisie|1ste divisie|eerste divisie|1re division|1ère division|1ere division",
    "division-2": "2e divisie|2de divisie|tweede divisie|2e division|2ème division|2eme division",
    "main": "hoofdklasse|classe principale",
    "class-1": "1e klasse|1ste klasse|eerste klasse|1re classe|1ère classe|1ere classe",
    "class-2": "2e klasse|2de klasse|tweede klasse|2e classe|2ème classe|2eme classe",
    "class-3": "3e klasse|3de klasse|derde klasse|3e classe|3ème classe|3eme classe",
    "student": "cursist|élève|eleve|débutant|debutant",
}
SYNONYMS = tuple((each, class_) for class_, names in _NAMES.items() for each in names.split("|"))
"""What the classes are called in Dutch and in French, each with the class."""
