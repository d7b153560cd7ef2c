"""Dates, numbers and words in the language of a site."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Self

from sitegen.digest import digest
from sitegen.message import Message, advise
from sitegen.model import Month, Quarter
from sitegen.ready import FOLDER
from sitegen.system import Origin
from sitegen.usage import USAGES, Usage
from sitegen.whole import MINUS, by_column, wholes

LANGUAGES = ("en", "nl", "fr")
_TEENS = range(11, 14)
_PER_CENT = re.compile(r"(?<=[\d¼½¾}]) %(?![(\w])")
_BEGINNING = datetime(1980, 1, 1, tzinfo=UTC)
_FEW = 5  # so many numbers are sooner written one by one than by the column


@dataclass(frozen=True)
class Language:
    """One language: how it writes a date and a number, and its words for ours."""

    code: str
    catalogues: tuple[Path, ...] = ()
    """Folders with the words of systems (`nl.po`), which go before our own."""

    def with_words_of(self, *origins: Origin) -> Self:
        """The same with the words that the packages of systems bring."""
        folders = [each.brought("locale") for each in origins]
        return replace(self, catalogues=tuple(dict.fromkeys(each for each in folders if each)))

    @property
    def _usage(self) -> Usage:
        return USAGES[self.code]

    @property
    def name(self) -> str:
        """What it calls itself: `Nederlands`."""
        return self._usage.name

    def _month(self, day: date) -> str:
        return self._usage.months[day.month - 1]

    def long_date(self, day: date) -> str:
        """`Saturday 14 November 2026`."""
        return f"{self._usage.days[day.weekday()]} {self.full_date(day)}"

    def full_date(self, day: date) -> str:
        """`14 November 2026`, without the day of the week."""
        return f"{self.day_of_month(day)} {day.year}"

    def short_date(self, day: date) -> str:
        """`14 Nov 2026`."""
        return f"{self.day_and_month(day)} {day.year}"

    def day_of_month(self, day: date) -> str:
        """`8 November`, beside a date that tells the year."""
        return f"{day.day} {self._month(day)}"

    def day_and_month(self, day: date) -> str:
        """`8 Nov`, below its year."""
        return f"{day.day} {self.month_alone(day)}"

    def month(self, day: date) -> str:
        """`Nov 2026`."""
        return f"{self.month_alone(day)} {day.year}"

    def month_alone(self, day: date) -> str:
        """`Nov`, where the year is told elsewhere."""
        return self._usage.short_months[day.month - 1]

    def ordinal(self, number: int) -> str:
        """`22nd`."""
        return f"{number}{self.ordinal_sign(number)}"

    def ordinal_sign(self, number: int) -> str:
        """What makes a place of a number: the `nd` of `22nd`."""
        if self.code == "en":
            last = number % 10 if number % 100 not in _TEENS else 0
            return {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
        return "er" if self.code == "fr" and number == 1 else "e"

    def listed(self, names: Sequence[str]) -> str:
        """`An, Bo and Cy`."""
        return self._usage.listed(names)

    def word(self, text: str) -> str:
        """`text`, which is written in English, in this language."""
        return self.translations.gettext(text) if text else ""

    def told(self, text: str) -> str:
        """A message in this language, with all that is filled in; any other text as `word` has it."""
        if not isinstance(text, Message):
            return self.word(text)
        said = self.translations.gettext(text.text)
        if text.several:
            said = self.translations.ngettext(text.text, text.several, text.named["number"])
        filled = text.named.items()
        return said.format(
            **{name: self.told(each) if isinstance(each, Message) else each for name, each in filled}
        )

    def label(self, number: int) -> str:
        """What a hidden player is called."""
        return self.told(advise("Player {number}", number=number))

    def remark(self, text: str) -> str:
        """A remark of the program in this language; what follows `: ` is left as it is."""
        said, colon, named = text.partition(": ")
        return self.word(said) + (f"{self.colon} {named}" if colon else "")

    def titled(self, title: str, named: Mapping[str, object]) -> str:
        """A title in this language with what is named in it filled in, days in full."""
        return self.word(title).format(**{name: self._named(each) for name, each in named.items()})

    def _named(self, value: object) -> object:
        """What a title names: a day, a month and a quarter in words, a figure with one decimal."""
        if isinstance(value, date):
            return self.long_date(value)
        if isinstance(value, Month):
            return f"{self._month(date(value.year, value.month, 1))} {value.year}"
        if isinstance(value, Quarter):
            return f"{self.ordinal(value.quarter)} {self._usage.quarter} {value.year}"
        return self.number(1)(value) if isinstance(value, float) else value

    @property
    def colon(self) -> str:
        """What stands behind a label: French keeps it from the word before by a space that does not break."""
        return "\N{NO-BREAK SPACE}:" if self.code == "fr" else ":"

    @property
    def decimal_mark(self) -> str:
        """The sign between a whole and its decimals."""
        return self._usage.decimal_mark

    def number(self, decimals: int, *, signed: bool = False) -> Callable[[float | None], str]:
        """A function that writes one number: `1503,25`, or signed `+3,5` and `0,0`; None is blank.

        The minus is a true one, as wide as the plus.
        """
        return _number(decimals, signed, self.decimal_mark)

    def numbers(
        self, values: Sequence[float | None], decimals: int, *, signed: bool = False
    ) -> Sequence[str]:
        """The same for many numbers: they are written by the column, and a tenth of the time of Babel's."""
        if not decimals and not signed:
            return wholes(values)
        if len(values) < _FEW:
            return list(map(self.number(decimals, signed=signed), values))
        return by_column(values, f"%{'+' if signed else ''}.{decimals}f\n", self.decimal_mark)

    @cached_property
    def translations(self) -> NullTranslations:
        """Our words in this language; English is what the program is written in."""
        return _brought(self.code, self.catalogues) if self.catalogues else _translations(self.code)


ENGLISH = Language("en")


@cache
def _number(decimals: int, signed: bool, mark: str) -> Callable[[float | None], str]:
    write = f"%{'+' if signed else ''}.{decimals}f".__mod__
    zeros = {write(0.0), write(-0.0)}
    zero = f"{0:.{decimals}f}".replace(".", mark)

    def written(value: float | None) -> str:
        if value is None:
            return ""
        text = write(value)
        return zero if text in zeros else text.replace("-", MINUS).replace(".", mark)

    return written


@cache
def _brought(code: str, folders: tuple[Path, ...]) -> NullTranslations:
    """The words in the first of these folders that has them, else our own."""
    first, *others = folders
    rest = _brought(code, tuple(others)) if others else _translations(code)
    found = _catalogue(first, code)
    if found is None:
        return rest
    found.add_fallback(rest)
    return found


@cache
def _translations(code: str) -> NullTranslations:
    """Our own words."""
    return _catalogue(Path(__file__).parent / "locale", code) or _English()


class _English(NullTranslations):
    """The texts as they are, but that no line ends between a number and its per cent."""

    def gettext(self, message: str) -> str:
        """A text."""
        return _PER_CENT.sub("\N{NO-BREAK SPACE}%", message) if " %" in message else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text of one or of several."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))


def _catalogue(folder: Path, code: str) -> NullTranslations | None:
    """The words that a folder has, as people write them or compiled; None where it has none."""
    written, made = folder / f"{code}.po", folder / f"{code}.mo"
    if made.exists():
        return GNUTranslations(BytesIO(made.read_bytes()))
    return GNUTranslations(BytesIO(compiled(written))) if written.exists() else None


def compiled(path: Path) -> bytes:
    """A .po file as programs read it; nobody has to compile one that is kept, or can forget to."""
    text = path.read_bytes()
    ready = FOLDER / _file(path.stem, text)
    return ready.read_bytes() if ready.exists() else _compiled(path.stem, text)


def catalogues() -> dict[str, bytes]:
    """Our own words and those of our systems, compiled, by the names of the files they are looked for in."""
    paths = sorted(Path(__file__).parent.rglob("locale/*.po"))
    texts = [(each.stem, each.read_bytes()) for each in paths]
    return {_file(*each): _compiled(*each) for each in texts}


def _file(code: str, text: bytes) -> str:
    return f"w{digest(code.encode(), text).hex()}.mo"


def _compiled(code: str, text: bytes) -> bytes:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - 30 ms that an English site does not need
    from babel.messages.pofile import read_po  # noqa: PLC0415

    made = BytesIO()
    found = read_po(BytesIO(text), locale=code)
    found.creation_date = _BEGINNING  # else this very moment, which others would have another of
    write_mo(made, found)
    return made.getvalue()
