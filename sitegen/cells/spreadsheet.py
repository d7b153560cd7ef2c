"""What a spreadsheet leaves in a cell in the place of what somebody typed."""

import re

from sitegen.message import Message, advise, say
from sitegen.problem import quoted

_ERROR = re.compile(r"#(?:[^\W\d_][^\s,;]{0,18}[!?]|N/?[ABDV]|[A-Z]+_[A-Z]+|#+)")
"""`#N/B`, `#VERW!`, `#NOM?`, `#DIV/0!`, `#GETTING_DATA`, and `####`, in any language of Excel."""
_FORMULA = re.compile(r"[=\uff1d]\s*[-+(\"'$@]*[^\W_]|[+@][A-Za-z$]+[$(]?\d*[()!:]")


def is_error(cell: str) -> bool:
    """Whether a cell holds an error value: `#N/A`, in Dutch `#N/B`."""
    return bool(_ERROR.fullmatch(cell.strip()))


def error_value(cell: str) -> Message:
    """What is said of a cell with an error value."""
    return say("spreadsheet-error", "{cell} is an error of the spreadsheet", cell=quoted(cell))


def refuse(cell: str) -> None:
    """Raise `ValueError(message, hint)` for an error value and for a formula."""
    stripped = cell.strip()
    if is_error(stripped):
        raise ValueError(error_value(stripped), advise("type there what was meant, and save it again"))
    if _FORMULA.match(stripped):
        message = say("formula", "{cell} is a formula, not what comes of it", cell=quoted(stripped))
        raise ValueError(message, advise("copy the cell, and paste its value alone"))
