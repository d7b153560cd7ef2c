"""Tell when a column of names was sorted or moved apart from the ids and sort names of its rows."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sitegen.core.names import extract_letters
from sitegen.core.problems import Problem, advise, merge_repeated, say
from sitegen.inputs.results.rows import ColumnBatch

_MIN_PLAYERS = 3
"""Fewer players with names of each other are players who changed their names."""
_MIN_RUN = 6
"""So many consecutive rows are no coincidence, whatever the rest of a register is like."""
_DIGITS = re.compile(r"\d+")


def find_shifts(players: ColumnBatch) -> list[Problem]:
    """Return an error when a column of names was sorted or moved apart from its ids and sort names.

    A name that contradicts its id says little: people marry, and have nicknames. It is another matter when
    the id of a row says the name in another row, whose own id contradicts that name as well.
    """
    cells = zip(*(players.values[column] for column in ("id", "name", "sort_name")), strict=True)
    rows = [
        (name or "", {_strip_digits(id_ or ""), _strip_digits(sort_name or "")} - {""})
        for id_, name, sort_name in cells
    ]
    contradicting = {
        row: contradicting_labels
        for row, (name, labels) in enumerate(rows)
        if name and (contradicting_labels := _find_contradicting(name, labels))
    }
    moved_rows = _find_moved([rows[row][0] for row in contradicting], contradicting)
    labelled = sum(bool(labels) for _, labels in rows)
    runs = groupby(enumerate(sorted(moved_rows)), key=lambda pair: pair[1] - pair[0])
    longest_run = max((len(list(run)) for _, run in runs), default=0)
    if longest_run < _MIN_RUN and not _are_many(moved_rows, len(contradicting), labelled):
        return []
    message = say(
        "names-moved",
        "{number} players have another name than their id or sort_name says",
        number=len(moved_rows),
    )
    hint = advise("a column was sorted or moved by itself: undo that, and sort whole rows")
    return merge_repeated([players.make_problem(row, "name", message, hint) for row in sorted(moved_rows)])


def _find_contradicting(name: str, labels: Collection[str]) -> Collection[str]:
    """Return the labels of a player, from id and sort name, that are no spelling of the name."""
    letters = sorted(_strip_digits(name))
    other_labels = [label for label in labels if sorted(label) != letters]
    return {*other_labels} - _make_spellings(name).keys() if other_labels else ()


def _find_moved(names: Iterable[str], contradicting: Mapping[int, Collection[str]]) -> dict[int, bool]:
    """Return the rows whose labels say one of these names, and whether a label says the whole name."""
    spellings: defaultdict[str, list[bool]] = defaultdict(list)
    for name in names:
        for text, is_whole in _make_spellings(name).items():
            spellings[text].append(is_whole)
    moved_rows = dict[int, bool]()
    for row, labels in contradicting.items():
        matches = [spellings[label] for label in labels if label in spellings]
        if any(any(match) or len(match) == 1 for match in matches):
            moved_rows[row] = any(any(match) for match in matches)
    return moved_rows


def _are_many(moved_rows: Mapping[int, bool], contradicting: int, labelled: int) -> bool:
    """Whether these are half of the contradicting rows, or three quarters of all that have a label."""
    whole = sum(moved_rows.values())
    is_half = whole >= _MIN_PLAYERS and 2 * whole >= contradicting
    return is_half or (len(moved_rows) >= _MIN_PLAYERS and 4 * len(moved_rows) >= 3 * labelled)


def _strip_digits(text: str) -> str:
    """Return the letters of an id or a name."""
    return "".join(_split_words(text))


def _split_words(text: str) -> list[str]:
    return [word for part in extract_letters(text).split("-") if (word := _DIGITS.sub("", part))]


def make_short_spellings(name: str) -> set[str]:
    """Return the spellings of a name that leave a part of it out, as `_split_words` would join them."""
    return {text for text, is_whole in _make_spellings(name).items() if not is_whole and len(text) > 2}


def _make_spellings(name: str) -> Mapping[str, bool]:
    """Return the spellings of a name in ids and sort names, and whether each says the whole name."""
    words = _split_words(name)
    return dict(_iter_spellings(words)) if words else {}


def _iter_spellings(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    first, last, rest = words[0], words[-1], "".join(words[1:])
    short = first[0] + last, last + first[0], first + last[0], first[0] + rest, rest + first[0]
    initials = "".join(word[0] for word in words)
    yield from dict.fromkeys((first, last, rest, initials, *short), False).items()
    if len(words) > 1:
        rotations = ("".join([*words[start:], *words[:start]]) for start in range(len(words)))
        yield from dict.fromkeys((first + last, last + first, *rotations), True).items()
