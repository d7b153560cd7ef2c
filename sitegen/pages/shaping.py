"""Bring a text into the letters, shapes and order in which it is drawn from the left to the right.

Pillow draws letters one by one here: with a library that shapes texts, which machines have or have not, a
picture would differ from one to the other. So texts that are read from the right to the left are turned, and
Arabic letters joined. That is a part of the bidirectional algorithm (https://unicode.org/reports/tr9/) which
is enough for names.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

PLAIN_TEXT = re.compile("[ -~\xa1-\xac\xae-\u017f\u2013\u2014\u2018-\u201e\u2026]*")
"""A text that needs none of this, in letters that the first font has: most names of Europe."""
_SELECTORS = {*map(chr, range(0xFE00, 0xFE10))}  # they ask for a variant of a sign, such as one in colours


def shape_text(text: str) -> Sequence[str]:
    """Return the letters of a text from the left to the right, each with the marks on it."""
    return _order_letters(split_letters(_join_letters(unicodedata.normalize("NFC", text))))


def split_letters(text: str) -> list[str]:
    """Return the letters of a text, each with the marks on it, without what nobody sees."""
    letters: list[str] = []
    for character in text:
        if letters and unicodedata.combining(character):
            letters[-1] += character
        elif unicodedata.category(character) != "Cf" and character not in _SELECTORS:
            letters.append(character)
    return letters


def has_unknown_shape(letter: str) -> bool:
    """Whether a letter changes in a word in a way that is not known here, as those of Devanagari do."""
    if unicodedata.bidirectional(letter) == "AL":
        return not (letter in _collect_shapes() or unicodedata.decomposition(letter).startswith("<"))
    return unicodedata.name(letter, "").startswith("DEVANAGARI")


_MIRRORED = str.maketrans("()[]{}«»", ")(][}{»«")
_RUN = r"{0}(?:(?:[{0}1 ]|\([{0}1 ]*\))*(?:[{0}1]|\([{0}1 ]*\)))?"
"""Letters of one direction, with the numbers behind them and whole brackets."""
_RIGHT_TO_LEFT_RUN = re.compile(_RUN.format("R"))
_PIECE = re.compile(f"{_RUN.format('L')}|1(?:[^RL]*1)?|.")
"""What keeps its order in a run from the right to the left: words of other scripts, and numbers."""


def _order_letters(letters: Sequence[str]) -> Sequence[str]:
    """Return the letters of a text in the order in which they stand from the left to the right."""
    kinds = "".join(map(_get_kind, letters))
    if "R" not in kinds:
        return letters
    ordered = [*letters]
    # A number in front is a place on a list, which stands at the left whoever has it.
    is_right_to_left = kinds.lstrip(" ()").startswith("R")
    for run in (re.compile(".*") if is_right_to_left else _RIGHT_TO_LEFT_RUN).finditer(kinds):
        pieces = (letters[slice(*piece.span())] for piece in [*_PIECE.finditer(kinds, *run.span())][::-1])
        turned = (piece if len(piece) > 1 else [piece[0].translate(_MIRRORED)] for piece in pieces)
        ordered[slice(*run.span())] = chain.from_iterable(turned)
    return ordered


def _get_kind(letter: str) -> str:
    """Return R for a letter that is read from the right to the left, L for others, 1 for digits, or a blank.

    Round brackets are themselves.
    """
    if unicodedata.bidirectional(letter[0]) in {"R", "AL"}:
        return "R"
    if letter in {"(", ")"}:
        return letter
    return "1" if letter[0].isdecimal() else "L" if letter[0].isalpha() else " "


_LAM_ALEF = re.compile("\u0644[\u0622\u0623\u0625\u0627]")


def _join_letters(text: str) -> str:
    """Return a text with its Arabic letters in the shapes in which they join each other."""
    shapes, joined = _collect_shapes(), list[str]()
    last, last_shapes, is_joined = 0, dict[str, str](), False
    for place, letter in enumerate(_LAM_ALEF.sub(lambda pair: shapes[pair[0]]["isolated"], text)):
        own_shapes = shapes.get(letter, {})
        joined.append(letter)
        if unicodedata.combining(letter):
            continue
        if "initial" in last_shapes and "final" in own_shapes:
            joined[last] = last_shapes["medial" if is_joined else "initial"]
            joined[place], is_joined = own_shapes["final"], True
        else:
            is_joined = False
        last, last_shapes = place, own_shapes
    return "".join(joined)


@cache
def _collect_shapes() -> Mapping[str, dict[str, str]]:
    """Return the shapes of each Arabic letter and of lam with alef: isolated, initial, medial and final."""
    shapes: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        shape = chr(code)
        kind, *letters = unicodedata.decomposition(shape).split() or [""]
        if kind.startswith("<"):
            shapes["".join(chr(int(letter, 16)) for letter in letters)][kind.strip("<>")] = shape
    return shapes | {pair["isolated"]: pair for letters, pair in shapes.items() if _LAM_ALEF.match(letters)}
