"""Set texts in the fonts of a package: which font has each letter, and where each is drawn.

Almost all is Noto Sans, which has Latin, Greek and Cyrillic. Other fonts have what it lacks: signs such as a
minus, and the letters of Hebrew, Arabic, Georgian and Thai. None has those of Chinese, Japanese and Korean.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import pymupdf_fonts
from PIL import Image, ImageDraw, ImageFont

from sitegen.pages.shaping import PLAIN_TEXT, has_unknown_shape, shape_text, split_letters

_REGULAR = ("notos", "math", "figo", "symbol2", "symbol1")
_BOLD = ("notosbo", "figbo", "symbol2", "math", "symbol1")
"""The fonts by their names in the package, of which the first that has a letter draws it."""
_UNKNOWN_CHARACTER = "\uffff"  # no font has a glyph for it
_PROBE_SIZE = 26
_ABOVE = {107, 230}  # the combining classes of marks above a letter: tones of Thai, and all others
_MARK_GAP = 1 / 16
"""The least distance of a mark above a letter from it, in the size of the font."""


class Run(NamedTuple):
    """A part of a text in one font, and how wide it is."""

    text: str
    font: ImageFont.FreeTypeFont
    length: int


class Setting(NamedTuple):
    """A text that is ready to be drawn, of which the runs stand on one line."""

    runs: Sequence[Run]
    size: int

    @property
    def length(self) -> int:
        """How wide it is."""
        return sum(run.length for run in self.runs)

    def draw(self, canvas: ImageDraw.ImageDraw, at: tuple[int, int], shade: int) -> None:
        """Draw it with its left top at a point."""
        x, baseline = at[0], at[1] + _load_font(_REGULAR[0], self.size).getmetrics()[0]
        for text, font, length in self.runs:
            for right, down, letters in _place_marks(text, font):
                start = x + right
                for ink in _draw_letters(letters, font):
                    place = start + ink.left, baseline + down + ink.top
                    canvas.draw.draw_bitmap(place, ink.mask, shade)
                    start += ink.advance
            x += length


class Ink(NamedTuple):
    """Letters as they are drawn, their place from the point where that is, and how far the next one is.

    All texts share them: in these fonts no letter depends on those beside it.
    """

    mask: Any
    left: int
    top: int
    advance: int

    def overlaps(self, after: "Ink") -> bool:
        """Whether the ink of the letter after this one begins within its own."""
        return bool(self.left + self.mask.size[0] > self.advance + after.left)


def _draw_letters(letters: str, font: ImageFont.FreeTypeFont) -> Iterator[Ink]:
    """Yield the letters of a text one by one, but together where the ink of one begins within another's."""
    group = letters[:1]
    for letter, after in pairwise(letters):
        if _draw_once(letter, font).overlaps(_draw_once(after, font)):
            group += after
        else:
            yield _draw_once(group, font)
            group = after
    if group:
        yield _draw_once(group, font)


@cache
def _draw_once(letters: str, font: ImageFont.FreeTypeFont) -> Ink:
    mask, (left, top) = font.getmask2(letters, anchor="ls")
    return Ink(mask, left, top, round(font.getlength(letters)))


def _place_marks(text: str, font: ImageFont.FreeTypeFont) -> Iterator[tuple[int, int, str]]:
    """Yield what is drawn of a run, each with how far right and down: a letter, then the marks on it."""
    letters = text[:1] if unicodedata.combining(text[-1:] or " ") else text
    yield 0, 0, letters
    marks = text[len(letters) :]
    left, top, right, _ = _measure_ink(letters, font) if marks else (0, 0, 0, 0)
    for mark in marks:
        mark_left, mark_top, mark_right, mark_bottom = _measure_ink(mark, font)
        down = 0
        if unicodedata.combining(mark) in _ABOVE:
            down = min(round(top - font.size * _MARK_GAP) - mark_bottom, 0)
            top = mark_top + down
        yield (left + right - mark_left - mark_right) // 2, down, mark


def _measure_ink(text: str, font: ImageFont.FreeTypeFont) -> tuple[int, int, int, int]:
    """Return where the ink of a text is, from the point where it is drawn; `getbbox` adds that point."""
    mask, (left, top) = font.getmask2(text, anchor="ls")
    box = mask.getbbox() or (0, 0, 0, 0)
    return box[0] + left, box[1] + top, box[2] + left, box[3] + top


def set_text(text: str, size: int, *, bold: bool) -> Setting:
    """Return a text in its fonts; a box stands for a letter that none of them has."""
    fonts = _BOLD if bold else _REGULAR
    runs = [(run, _load_font(font or fonts[0], size)) for run, font in _split_runs(text, fonts)]
    return Setting(
        [Run(run, font, sum(_draw_once(letter, font).advance for letter in run)) for run, font in runs],
        size,
    )


def find_missing_letters(text: str) -> list[str]:
    """Return the letters of a text that cannot be drawn, each once."""
    missing = (run for run, font in _split_runs(" ".join(text.split()), _REGULAR) if font is None)
    return [*dict.fromkeys(letter for run in missing for letter in split_letters(run))]


def _split_runs(text: str, fonts: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Yield the parts of a text from the left to the right, each with the first font that has it.

    That is None where no font has it. A letter with marks is a part of its own.
    """
    if PLAIN_TEXT.fullmatch(text):
        yield text, fonts[0]
        return
    for (font, marks), run in groupby(
        shape_text(text), lambda letter: (_find_font(letter, fonts), letter[1:])
    ):
        yield from ((part, font) for part in (run if marks else ["".join(run)]))


@cache
def _find_font(letter: str, fonts: Sequence[str]) -> str | None:
    """Return the first of the fonts that has a letter with its marks, None if there is none."""
    if PLAIN_TEXT.fullmatch(letter):
        return fonts[0]
    if has_unknown_shape(letter[0]):
        return None
    return next((font for font in fonts if all(_has_glyph(font, sign) for sign in letter)), None)


@cache
def _has_glyph(font: str, character: str) -> bool:
    return _draw_glyph(font, character) != _draw_glyph(font, _UNKNOWN_CHARACTER)


@cache
def _draw_glyph(font: str, character: str) -> bytes:
    picture = Image.new("L", (64, 64))
    ImageDraw.Draw(picture).text((16, 8), character, fill=255, font=_load_font(font, _PROBE_SIZE))
    return picture.tobytes()


@cache
def _load_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_read_font(name)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _read_font(name: str) -> bytes:
    return bytes(pymupdf_fonts.myfont(name))
