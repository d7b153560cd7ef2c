"""What somebody typed, in which the sign by which a copy names who hides names nobody."""

import re

_LABEL = re.compile(r"\*(?=player-[0-9])")
_NOBODY = "\uff0a"


def meant(text: str) -> str:
    """A text of a new file as whoever typed it can have meant it."""
    return _LABEL.sub(_NOBODY, text)


def typed(text: str) -> str:
    """The same as it was typed, in what is told of it."""
    return text.replace(_NOBODY, "*")
