"""Lines that start with `#`: words for people, and not a result that would be lost in silence."""

import re
from collections.abc import Iterator

from sitegen.cells import spreadsheet
from sitegen.message import advise, say
from sitegen.problem import Problem, quoted
from sitegen.read.records import Lines, cut

_FIGURE = re.compile(r"[-+]?[0-9][-0-9.,/:%\u00bd]*|\u00bd.*")


def lost_rows(lines: Lines, width: int) -> Iterator[Problem]:
    """The comments among `lines` that are rows of `width` cells, or begin with an error of a spreadsheet."""
    for number in lines.comments():
        text = lines.text(number)
        cells = cut(text, lines.delimiter, strict=False)
        if spreadsheet.is_error(cells[0]) and cells[0].strip("# "):
            message = say(
                "row-begins-with-error", "{cell} is an error of the spreadsheet", cell=quoted(cells[0])
            )
            yield Problem(
                lines.path, number, 1, message, advise("type there what was meant, and save it again")
            )
        elif is_row(text, width, lines.delimiter):
            message = say("row-behind-hash", "a row stands behind this '#', and does not count")
            hint = advise("take the '#' out, or all of the line")
            yield Problem(lines.path, number, 1, message, hint)


def is_row(text: str, width: int, delimiter: str) -> bool:
    """Whether a comment has the delimiters of a row, and more than words between them.

    Delimiters that a spreadsheet put behind the last cell make no row, nor do those in a sentence.
    """
    cells = cut(text.lstrip("# "), delimiter, strict=False)
    filled = [each for each in cells if each.strip()]
    return len(cells) >= max(width, 2) and len(filled) > 1 and not _is_sentence(filled)


def _is_sentence(cells: list[str]) -> bool:
    """Whether a space stands behind every delimiter, as in a sentence, and no cell is a figure alone."""
    first, *others = cells
    are_spaced = all(each.startswith(" ") for each in others)
    return " " in first.strip() and are_spaced and not any(_FIGURE.fullmatch(each.strip()) for each in cells)
