"""Ids made of names: those of players, and of the ranking by a system."""

import re

from sitegen.names import is_device, letters

_ID = re.compile(r"[a-z0-9-]*[a-z0-9][a-z0-9-]*")
_PLAIN = str.maketrans(
    {
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ø": "o",
        "đ": "d",
        "ł": "l",
        "ħ": "h",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "ð": "d",
        "þ": "th",
    }
)


def of_name(name: str) -> str:
    """The id that a name gives: `joris-van-den-berg`; blank when a-z cannot write it."""
    plain = letters(name).translate(_PLAIN)
    return plain if plain.isascii() else ""


def of_system(name: str) -> str:
    """An address of a system's name, which may have any character that an entry point may."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def is_id(text: str) -> bool:
    """Whether a text can be an id as it is."""
    return bool(_ID.fullmatch(text)) and not is_device(text)


class Ids:
    """Ids that are given out, each once.

    None is `player-3` among three players or more: a hidden player is shown under such a label.
    """

    def __init__(self, players: int) -> None:
        self._taken = {f"player-{number}" for number in range(1, players + 1)}

    def given(self, wanted: str) -> str:
        """`wanted`, or where somebody has it the first that is free: `jan-jansen-2`."""
        found, number = wanted, 2
        while found in self._taken or is_device(found):
            found, number = f"{wanted}-{number}", number + 1
        self._taken.add(found)
        return found
