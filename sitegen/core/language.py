"""Dates, numbers and words in the language of a site.

Where what was made ready when the program was set up lies: templates and words, compiled.

Each file is named after all that decides what is in it. So nothing is ever out of date there: what has
changed since is not found, and made as it is needed.

What a language calls days and months, and how it writes a list and a fraction.

It is what CLDR says, whose data a test compares with this: few words, for which no start of the program and
no browser has to wait.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, Self

from sitegen.core.entities import Month, Quarter
from sitegen.core.names import compute_digest
from sitegen.core.numbers import MINUS, format_column, format_integers
from sitegen.core.problems import Message, advise
from sitegen.core.system import Origin

COMPILED_FOLDER = Path(__file__).parents[1] / "compiled"
TEMPLATE_SUFFIX = ".template"
"""How a file of Python is called there that is no module of the program: who looks for those finds none."""


class LocaleData(NamedTuple):
    """One language: its own name, its months and days, `and`, and the sign before decimals."""

    name: str
    months: Sequence[str]
    short_months: Sequence[str]
    days: Sequence[str]
    quarter: str
    conjunction: str
    decimal_mark: str

    def format_list(self, names: Sequence[str]) -> str:
        """`An, Bo and Cy`."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.conjunction} {names[-1]}"


LOCALES = {
    "en": LocaleData(
        "English",
        (
            *("January", "February", "March", "April", "May", "June"),
            *("July", "August", "September", "October", "November", "December"),
        ),
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        "quarter",
        "and",
        ".",
    ),
    "nl": LocaleData(
        "Nederlands",
        (
            *("januari", "februari", "maart", "april", "mei", "juni"),
            *("juli", "augustus", "september", "oktober", "november", "december"),
        ),
        ("jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"),
        ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
        "kwartaal",
        "en",
        ",",
    ),
    "fr": LocaleData(
        "Français",
        (
            *("janvier", "février", "mars", "avril", "mai", "juin"),
            *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ),
        (
            *("janv.", "févr.", "mars", "avr.", "mai", "juin"),
            *("juil.", "août", "sept.", "oct.", "nov.", "déc."),
        ),
        ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        "trimestre",
        "et",
        ",",
    ),
}
"""Each language that a site can be in, by its code; English is that of Europe, the day before the month."""


LANGUAGES = ("en", "nl", "fr")
_TEENS = range(11, 14)
_PER_CENT = re.compile(r"(?<=[\d¼½¾}]) %(?![(\w])")
_EPOCH = datetime(1980, 1, 1, tzinfo=UTC)
_MIN_BATCH = 5  # so many numbers are sooner written one by one than by the column


@dataclass(frozen=True)
class Language:
    """One language: how it writes a date and a number, and its words for ours."""

    code: str
    catalogues: tuple[Path, ...] = ()
    """Folders with the words of systems (`nl.po`), which go before our own."""

    def with_catalogues(self, *origins: Origin) -> Self:
        """The same with the words that the packages of systems bring."""
        folders = [origin.find_folder("locale") for origin in origins]
        return replace(self, catalogues=tuple(dict.fromkeys(folder for folder in folders if folder)))

    @property
    def _locale(self) -> LocaleData:
        return LOCALES[self.code]

    @property
    def name(self) -> str:
        """What it calls itself: `Nederlands`."""
        return self._locale.name

    def _get_month_name(self, day: date) -> str:
        return self._locale.months[day.month - 1]

    def format_long_date(self, day: date) -> str:
        """`Saturday 14 November 2026`."""
        return f"{self._locale.days[day.weekday()]} {self.format_full_date(day)}"

    def format_full_date(self, day: date) -> str:
        """`14 November 2026`, without the day of the week."""
        return f"{self.format_day_of_month(day)} {day.year}"

    def format_short_date(self, day: date) -> str:
        """`14 Nov 2026`."""
        return f"{self.format_short_day(day)} {day.year}"

    def format_day_of_month(self, day: date) -> str:
        """`8 November`, beside a date that tells the year."""
        return f"{day.day} {self._get_month_name(day)}"

    def format_short_day(self, day: date) -> str:
        """`8 Nov`, below its year."""
        return f"{day.day} {self.format_month_name(day)}"

    def format_month(self, day: date) -> str:
        """`Nov 2026`."""
        return f"{self.format_month_name(day)} {day.year}"

    def format_month_name(self, day: date) -> str:
        """`Nov`, where the year is told elsewhere."""
        return self._locale.short_months[day.month - 1]

    def format_ordinal(self, number: int) -> str:
        """`22nd`."""
        return f"{number}{self.get_ordinal_suffix(number)}"

    def get_ordinal_suffix(self, number: int) -> str:
        """What makes a place of a number: the `nd` of `22nd`."""
        if self.code == "en":
            last = number % 10 if number % 100 not in _TEENS else 0
            return {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
        return "er" if self.code == "fr" and number == 1 else "e"

    def format_list(self, names: Sequence[str]) -> str:
        """`An, Bo and Cy`."""
        return self._locale.format_list(names)

    def translate(self, text: str) -> str:
        """`text`, which is written in English, in this language."""
        return self.translations.gettext(text) if text else ""

    def format_message(self, text: str) -> str:
        """A message in this language, with all that is filled in; any other text as `word` has it."""
        if not isinstance(text, Message):
            return self.translate(text)
        said = self.translations.gettext(text.text)
        if text.plural:
            said = self.translations.ngettext(text.text, text.plural, text.params["number"])
        filled = text.params.items()
        return said.format(
            **{
                name: self.format_message(param) if isinstance(param, Message) else param
                for name, param in filled
            }
        )

    def format_pseudonym(self, number: int) -> str:
        """What a hidden player is called."""
        return self.format_message(advise("Player {number}", number=number))

    def translate_remark(self, text: str) -> str:
        """A remark of the program in this language; what follows `: ` is left as it is."""
        said, colon, named = text.partition(": ")
        return self.translate(said) + (f"{self.colon} {named}" if colon else "")

    def format_title(self, title: str, named: Mapping[str, object]) -> str:
        """A title in this language with what is named in it filled in, days in full."""
        return self.translate(title).format(
            **{name: self._format_param(param) for name, param in named.items()}
        )

    def _format_param(self, value: object) -> object:
        """What a title names: a day, a month and a quarter in words, a figure with one decimal."""
        if isinstance(value, date):
            return self.format_long_date(value)
        if isinstance(value, Month):
            return f"{self._get_month_name(date(value.year, value.month, 1))} {value.year}"
        if isinstance(value, Quarter):
            return f"{self.format_ordinal(value.quarter)} {self._locale.quarter} {value.year}"
        return self.make_number_formatter(1)(value) if isinstance(value, float) else value

    @property
    def colon(self) -> str:
        """What stands behind a label: French keeps it from the word before by a space that does not break."""
        return "\N{NO-BREAK SPACE}:" if self.code == "fr" else ":"

    @property
    def decimal_mark(self) -> str:
        """The sign between a whole and its decimals."""
        return self._locale.decimal_mark

    def make_number_formatter(self, decimals: int, *, signed: bool = False) -> Callable[[float | None], str]:
        """A function that writes one number: `1503,25`, or signed `+3,5` and `0,0`; None is blank.

        The minus is a true one, as wide as the plus.
        """
        return _make_number_formatter(decimals, signed, self.decimal_mark)

    def format_numbers(
        self, values: Sequence[float | None], decimals: int, *, signed: bool = False
    ) -> Sequence[str]:
        """The same for many numbers: they are written by the column, and a tenth of the time of Babel's."""
        if not decimals and not signed:
            return format_integers(values)
        if len(values) < _MIN_BATCH:
            return list(map(self.make_number_formatter(decimals, signed=signed), values))
        return format_column(values, f"%{'+' if signed else ''}.{decimals}f\n", self.decimal_mark)

    @cached_property
    def translations(self) -> NullTranslations:
        """Our words in this language; English is what the program is written in."""
        return (
            _load_catalogues(self.code, self.catalogues) if self.catalogues else _load_translations(self.code)
        )


ENGLISH = Language("en")


@cache
def _make_number_formatter(decimals: int, signed: bool, mark: str) -> Callable[[float | None], str]:
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
def _load_catalogues(code: str, folders: tuple[Path, ...]) -> NullTranslations:
    """The words in the first of these folders that has them, else our own."""
    first, *others = folders
    rest = _load_catalogues(code, tuple(others)) if others else _load_translations(code)
    found = _read_catalogue(first, code)
    if found is None:
        return rest
    found.add_fallback(rest)
    return found


@cache
def _load_translations(code: str) -> NullTranslations:
    """Our own words."""
    return _read_catalogue(Path(__file__).parents[1] / "locale", code) or _EnglishTranslations()


class _EnglishTranslations(NullTranslations):
    """The texts as they are, but that no line ends between a number and its per cent."""

    def gettext(self, message: str) -> str:
        """A text."""
        return _PER_CENT.sub("\N{NO-BREAK SPACE}%", message) if " %" in message else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A text of one or of several."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))


def _read_catalogue(folder: Path, code: str) -> NullTranslations | None:
    """The words that a folder has, as people write them or compiled; None where it has none."""
    written, made = folder / f"{code}.po", folder / f"{code}.mo"
    if made.exists():
        return GNUTranslations(BytesIO(made.read_bytes()))
    return GNUTranslations(BytesIO(compile_catalogue(written))) if written.exists() else None


def compile_catalogue(path: Path) -> bytes:
    """A .po file as programs read it; nobody has to compile one that is kept, or can forget to."""
    text = path.read_bytes()
    ready = COMPILED_FOLDER / _get_compiled_name(path.stem, text)
    return ready.read_bytes() if ready.exists() else _compile_po(path.stem, text)


def compile_catalogues() -> dict[str, bytes]:
    """Our own words and those of our systems, compiled, by the names of the files they are looked for in."""
    paths = sorted(Path(__file__).parents[1].rglob("locale/*.po"))
    texts = [(path.stem, path.read_bytes()) for path in paths]
    return {_get_compiled_name(*catalogue): _compile_po(*catalogue) for catalogue in texts}


def _get_compiled_name(code: str, text: bytes) -> str:
    return f"w{compute_digest(code.encode(), text).hex()}.mo"


def _compile_po(code: str, text: bytes) -> bytes:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - 30 ms that an English site does not need
    from babel.messages.pofile import read_po  # noqa: PLC0415

    made = BytesIO()
    found = read_po(BytesIO(text), locale=code)
    found.creation_date = _EPOCH  # else this very moment, which others would have another of
    write_mo(made, found)
    return made.getvalue()
