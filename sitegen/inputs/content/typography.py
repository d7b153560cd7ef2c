"""Quotation marks, apostrophes, dashes and ellipses as the language of a text prints them."""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
OPAQUE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands in a text for a piece that is no text, such as code or a formula: a word."""


class QuotationMarks(NamedTuple):
    """The marks of a language around what is quoted, and around a quotation within it."""

    opening: str
    closing: str
    inner_opening: str
    inner_closing: str


_ENGLISH = QuotationMarks(*"“”‘’")  # noqa: RUF001 - what these marks look like is the point
_GERMAN = QuotationMarks(*"„“‚‘")  # noqa: RUF001
_SCANDINAVIAN = QuotationMarks(*"””’’")  # noqa: RUF001
_ROMANCE = QuotationMarks(*"«»“”")
_SLAVIC = QuotationMarks(*"«»„“")
_MARKS: Mapping[str, QuotationMarks] = {
    **dict.fromkeys(("af", "cy", "da", "en", "eu", "fy", "ga", "gl", "lv", "mt", "nl", "pt", "tr"), _ENGLISH),
    **dict.fromkeys(("cs", "de", "is", "lb", "lt", "sk", "sl"), _GERMAN),
    **dict.fromkeys(("bs", "fi", "sv"), _SCANDINAVIAN),
    **dict.fromkeys(("ca", "el", "es", "it"), _ROMANCE),
    **dict.fromkeys(("be", "ru", "uk"), _SLAVIC),
    "bg": QuotationMarks(*"„“‘’"),  # noqa: RUF001
    "et": QuotationMarks(*"„“«»"),
    "fr": QuotationMarks("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»", "“", "”"),
    "hr": QuotationMarks(*"„”‚’"),  # noqa: RUF001
    "hu": QuotationMarks(*"„”»«"),
    "nb": QuotationMarks(*"«»‘’"),  # noqa: RUF001
    "nn": QuotationMarks(*"«»‘’"),  # noqa: RUF001
    "no": QuotationMarks(*"«»‘’"),  # noqa: RUF001
    "pl": QuotationMarks(*"„”«»"),
    "ro": QuotationMarks(*"„”«»"),
    "sr": QuotationMarks(*"„”’’"),  # noqa: RUF001
}
"""The marks by the code of a language, as CLDR has them; a text in any other keeps what was typed."""

_ELISIONS: Mapping[str, str] = {
    "af": "n|t|s",
    "de": "s|n|ne|nen|nem|ner|nauf|naus|nein|rauf|raus|rein|ran|rum|runter|mal",
    "en": "tis|twas|twill|em|til|n",
    "fr": "n",
    "fy": "t|s|n|k|e|er",
    "nl": "t|s|n|k|m|r|ns|ie|dr|rs",
}
"""The words that begin with an apostrophe, although a mark that closes may follow."""
_ANYWHERE = r"\d\d(?:s|er|ers)?(?![\d'])|[ts]\b(?!')"
"""Decades, and the Dutch `'t` and `'s` of names of places, which stand in texts of any language."""
_LAST_DECADE = re.compile(r"\d\d'(?!\w)")
"""A decade at the end of what is quoted: `'Torens '76'`."""
_MARK = re.compile(r"""["']""")
_BEFORE_OPENING = re.compile(r"""[\s(\[{<«‹„“‘‚\-–—/|:=+*~_…"'¿¡]""")  # noqa: RUF001
_INCHES = re.compile(r"\d'\s?\d+(?:[.,]\d+)?\Z")
_LONGEST_INCHES = 12
_TYPED_GUILLEMETS = re.compile(r"(?<=«) | (?=»)")
_BEFORE_DASH = r"[\w" + OPAQUE + r".,;:!?)]"
_SIGNS = re.compile(
    rf"(?<!-)(?:---|(?<={_BEFORE_DASH})--|(?<={_BEFORE_DASH}[\"'”’»])--|--(?!\S))(?!-)"  # noqa: RUF001
    r"|(?<!\.)\.\.\.(?!\.)"
)
"""Dashes and ellipses; not the hyphens before an option of a command."""
_PRINTED_SIGNS = {"---": "—", "--": "–", "...": "…"}


def set_type(text: str, language: str) -> str:
    """Return a text as its language prints it."""
    return "".join(set_characters(text, language))


def set_characters(text: str, language: str) -> list[str]:
    """Return what is printed for each character of a text; nothing for the later ones of a sign."""
    printed = [*text]
    for found in _SIGNS.finditer(text):
        printed[found.start() : found.end()] = [_PRINTED_SIGNS[found[0]], *[""] * (len(found[0]) - 1)]
    marks = _MARKS.get(language)
    if not marks:
        return printed
    if language == "fr":
        for found in _TYPED_GUILLEMETS.finditer(text):
            printed[found.start()] = "\N{NO-BREAK SPACE}"
    words = _ELISIONS.get(language)
    elision = re.compile("|".join([_ANYWHERE, *([rf"(?:{words})\b"] if words else [])]), re.IGNORECASE)
    _QuoteSetter(text, printed, marks, elision).run()
    return printed


class _QuoteSetter:
    """Sets the quotation marks and apostrophes of a text, from its start to its end."""

    def __init__(
        self, text: str, printed: list[str], marks: QuotationMarks, elision: re.Pattern[str]
    ) -> None:
        self._text = text
        self._printed = printed
        self._marks = marks
        self._elision = elision
        self._open: list[tuple[str, int]] = []  # marks that open and are not closed yet
        self._open_doubles = 0

    def run(self) -> None:
        for found in _MARK.finditer(self._text):
            at = found.start()
            before, after = self._text[at - 1 : at] or " ", self._text[at + 1 : at + 2] or " "
            can_open = not after.isspace() and bool(_BEFORE_OPENING.match(before))
            can_close = not before.isspace() and not _is_word(after)
            if found[0] == '"':
                self._set_double(at, before, can_open=can_open, can_close=can_close)
            elif "'" not in {before, after} or self._begins_with_elision(at):  # two: seconds, or of TeX
                self._set_single(at, before, after, can_open=can_open, can_close=can_close)
        self._drop_singles(0)

    def _set_double(self, at: int, before: str, *, can_open: bool, can_close: bool) -> None:
        """Set `"`: it stays behind a number where it can only be inches or seconds."""
        start = max(0, at - _LONGEST_INCHES)
        if before.isnumeric() and (not self._open_doubles or _INCHES.search(self._text[start:at])):
            return
        is_glued = not (can_open or can_close or before.isspace())  # no blank beside it: `said;"bye"`
        if self._open_doubles and (can_close or is_glued):
            place = max(place for place, (sign, _) in enumerate(self._open) if sign == '"')
            self._drop_singles(place + 1)
            self._open.pop()
            self._open_doubles -= 1
            self._printed[at] = self._marks.closing
        elif can_open or (is_glued and not _is_word(before)):
            self._open.append(('"', at))
            self._open_doubles += 1
            self._printed[at] = self._marks.opening
        elif can_close:
            self._printed[at] = self._marks.closing

    def _begins_with_elision(self, at: int) -> bool:
        """Whether a mark is one of two at the start of a quotation of which the first word has its own."""
        start = at - 1 if self._text.startswith("'", at - 1) and at else at
        before = self._text[start - 1 : start] or " "
        return bool(
            self._text.startswith("''", start)
            and before != "'"
            and _BEFORE_OPENING.match(before)
            and self._elision.match(self._text, start + 2)
        )

    def _set_single(self, at: int, before: str, after: str, *, can_open: bool, can_close: bool) -> None:
        """Set `'`: it stays behind a number where it can only be feet or minutes."""
        is_inside = _is_word(before) and _is_word(after)
        if is_inside and before.isdigit() and after.isdigit():
            return
        is_quoted = bool(self._open) and self._open[-1][0] == "'"
        is_elision = self._elision.match(self._text, at + 1) or (
            is_quoted and _LAST_DECADE.match(self._text, at + 1)
        )
        if is_inside or (can_open and is_elision):
            self._printed[at] = APOSTROPHE
        elif can_close and is_quoted:
            self._printed[self._open.pop()[1]] = self._marks.inner_opening
            self._printed[at] = self._marks.inner_closing
        elif can_open:
            self._open.append(("'", at))
        elif can_close and not before.isnumeric():
            self._printed[at] = APOSTROPHE

    def _drop_singles(self, place: int) -> None:
        """Take the single marks from a place on for apostrophes: nothing has closed them."""
        for sign, at in self._open[place:]:
            if sign == "'":
                self._printed[at] = APOSTROPHE
        del self._open[place:]


def _is_word(character: str) -> bool:
    return character.isalnum() or character == OPAQUE or bool(unicodedata.combining(character))
