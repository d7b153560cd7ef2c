"""Choices, and yes or no: words of a short list, in the ways that people write them."""

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from sitegen.cells.days import is_like_a_day
from sitegen.message import advise, say
from sitegen.problem import quoted, suggestion
from sitegen.table import Column

_YES_NO = dict.fromkeys(("yes", "true", "1", "ja", "oui", "x", "waar", "vrai"), True) | dict.fromkeys(
    ("no", "false", "0", "nee", "non", "onwaar", "faux"), False
)
_DASHES = re.compile(r"\s*[-_\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]\s*|\s+")


def yes_or_no(cell: str) -> bool:
    """Whether a cell says yes: one of yes no true false 1 0 ja nee oui non x, in any case."""
    value = _YES_NO.get(cell.strip().casefold())
    if value is None:
        message = say("neither-yes-nor-no", "{cell} is neither yes nor no", cell=quoted(cell.strip()))
        raise ValueError(message, advise("write yes or no"))
    return value


def folded(choice: str) -> str:
    """A choice as it is compared: without case, `½` as `1/2`, and any dash or space as `-`."""
    plain = unicodedata.normalize("NFKC", choice.strip()).casefold().replace("\N{FRACTION SLASH}", "/")
    return _DASHES.sub("-", plain)


def one_of(column: Column) -> Callable[[str], Any]:
    """The parser of a choice, in any of the ways to write it; a synonym means the choice it stands for."""
    choices = column.choices
    meant = {folded(written): choice for written, choice in column.synonyms}
    meant |= {folded(each): each for each in choices}

    def parse(cell: str) -> Any:
        found = meant.get(folded(cell))
        if found is None:
            stripped = unicodedata.normalize("NFC", cell.strip())
            message = say(
                "no-such-choice",
                "{cell} is none of {choices}",
                cell=quoted(stripped),
                choices=", ".join(choices),
            )
            raise ValueError(message, _cure(stripped, choices))
        return found

    return parse


def _cure(cell: str, choices: tuple[str, ...]) -> str:
    if is_like_a_day(cell):
        return advise("the spreadsheet made a date of it: format the column as text, and type it anew")
    return suggestion(cell, choices)
