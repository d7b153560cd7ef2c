"""Dates, numbers and texts in the language of a site.

Names of months and days are those of CLDR. They stand here, so that neither the start of the program nor
a browser has to wait for Babel, and a test compares them with its data.

Translations are read from `.po` files. The set-up of the program compiles them into `COMPILED_FOLDER`, each
into a file that is named after a digest of its source: a catalogue that has changed since is not found there,
and is compiled when it is needed.
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
from sitegen.core.problems import DayInWords, FileWord, Message, Number, advise
from sitegen.core.system import Origin

COMPILED_FOLDER = Path(__file__).parents[1] / "compiled"
TEMPLATE_SUFFIX = ".template"
"""The suffix of compiled templates in that folder, which are Python but no modules of the program."""


class LocaleData(NamedTuple):
    """The words of a language: its name, months and days, `and`; and its decimal mark."""

    name: str
    months: Sequence[str]
    short_months: Sequence[str]
    days: Sequence[str]
    quarter: str
    conjunction: str
    decimal_mark: str

    def format_list(self, names: Sequence[str]) -> str:
        """Join names: `An, Bo and Cy`."""
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
"""The languages that a site can be in, by code; English writes the day before the month, as in Europe."""

LANGUAGES = (*LOCALES,)
_TEENS = range(11, 14)
_PER_CENT = re.compile(r"(?<=[\d¼½¾}]) %(?![(\w])")
_EPOCH = datetime(1980, 1, 1, tzinfo=UTC)
_MIN_BATCH = 5  # fewer numbers are formatted faster one by one than by the column


@dataclass(frozen=True)
class Language:
    """A language: how it writes dates and numbers, and the translations of texts."""

    code: str
    catalogues: tuple[Path, ...] = ()
    """Folders with the translations of systems (`nl.po`), which take precedence over those of the program."""

    def with_catalogues(self, *origins: Origin) -> Self:
        """Return the language with the translations of the packages of some systems."""
        folders = filter(None, (origin.find_folder("locale") for origin in origins))
        return replace(self, catalogues=tuple(dict.fromkeys(folders)))

    @cached_property
    def _locale(self) -> LocaleData:
        return LOCALES[self.code]

    @property
    def name(self) -> str:
        """The name of the language in itself: `Nederlands`."""
        return self._locale.name

    def _get_month_name(self, day: date) -> str:
        return self._locale.months[day.month - 1]

    def format_long_date(self, day: date) -> str:
        """Return `Saturday 14 November 2026`."""
        return f"{self._locale.days[day.weekday()]} {self.format_full_date(day)}"

    def format_full_date(self, day: date) -> str:
        """Return `14 November 2026`."""
        return f"{self.format_day_of_month(day)} {day.year}"

    def format_short_date(self, day: date) -> str:
        """Return `14 Nov 2026`."""
        return f"{self.format_short_day(day)} {day.year}"

    def format_day_of_month(self, day: date) -> str:
        """Return `8 November`, for a date whose year is clear."""
        return f"{day.day} {self._get_month_name(day)}"

    def format_short_day(self, day: date) -> str:
        """Return `8 Nov`, for a date whose year is clear."""
        return f"{day.day} {self.format_month_name(day)}"

    def format_month(self, day: date) -> str:
        """Return `Nov 2026`."""
        return f"{self.format_month_name(day)} {day.year}"

    def format_month_name(self, day: date) -> str:
        """Return `Nov`."""
        return self._locale.short_months[day.month - 1]

    @property
    def short_months(self) -> Sequence[str]:
        """The names of the months as `format_short_date` has them, for the scripts of a page."""
        return self._locale.short_months

    def format_ordinal(self, number: int) -> str:
        """Return `22nd`."""
        return f"{number}{self.get_ordinal_suffix(number)}"

    def get_ordinal_suffix(self, number: int) -> str:
        """Return the suffix of an ordinal: the `nd` of `22nd`."""
        if self.code == "en":
            last = number % 10 if number % 100 not in _TEENS else 0
            return {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
        return "er" if self.code == "fr" and number == 1 else "e"

    def format_list(self, names: Sequence[str]) -> str:
        """Join names: `An, Bo and Cy`."""
        return self._locale.format_list(names)

    def translate(self, text: str) -> str:
        """Return the translation of an English text; the text itself if it has none."""
        return self.translations.gettext(text) if text else ""

    def format_message(self, text: str) -> str:
        """Translate a message and its params; a text that is no `Message` is translated as it is."""
        if not isinstance(text, Message):
            return self.translate(text)
        if isinstance(text, FileWord):
            return str(text) if self.code == "en" else text.choose(self.translate(text.text))
        template = self.translate(text.text)
        if text.plural:
            template = self.translations.ngettext(text.text, text.plural, text.params["number"])
        template = template.replace("}; {", f"}}{self.semicolon} {{")  # of `join_messages`
        params = {name: self._localize_param(param) for name, param in text.params.items()}
        return template.format(**params)

    def format_name(self, name: str) -> str:
        """Return a name: one that is a message is translated, all others, as those of a regulation, never."""
        return self.format_message(name) if isinstance(name, Message) else name

    def _localize_param(self, param: object) -> object:
        """Return a param of a message as the template of the language takes it."""
        if isinstance(param, Message):
            return self.format_message(param)
        if isinstance(param, float):
            return Number(param, param.spec if isinstance(param, Number) else "", self.decimal_mark)
        if isinstance(param, DayInWords):
            return self.format_day_of_month(param)
        return self.format_full_date(param) if isinstance(param, date) else param

    def format_pseudonym(self, number: int) -> str:
        """Return the pseudonym of a hidden player: `Player 3`."""
        return self.format_message(advise("Player {number}", number=number))

    def translate_remark(self, text: str) -> str:
        """Translate a remark of the program up to the first `: `; the rest is left as it is."""
        remark, colon, rest = text.partition(": ")
        return self.translate(remark) + (f"{self.colon} {rest}" if colon else "")

    def format_title(self, title: str, params: Mapping[str, object]) -> str:
        """Translate a title and fill in its params: days and months in words, floats with one decimal."""
        return self.translate(title).format(
            **{name: self._format_param(param) for name, param in params.items()}
        )

    def _format_param(self, value: object) -> object:
        if isinstance(value, date):
            return self.format_long_date(value)
        if isinstance(value, Month):
            return f"{self._get_month_name(date(value.year, value.month, 1))} {value.year}"
        if isinstance(value, Quarter):
            return f"{self.format_ordinal(value.quarter)} {self._locale.quarter} {value.year}"
        return self.make_number_formatter(1)(value) if isinstance(value, float) else value

    @property
    def semicolon(self) -> str:
        """The semicolon between parts of a sentence; French puts a no-break space before it."""
        return "\N{NO-BREAK SPACE};" if self.code == "fr" else ";"

    @property
    def colon(self) -> str:
        """The colon behind a label; French puts a no-break space before it."""
        return "\N{NO-BREAK SPACE}:" if self.code == "fr" else ":"

    @cached_property
    def decimal_mark(self) -> str:
        """The mark before the decimals of a number."""
        return self._locale.decimal_mark

    def make_number_formatter(self, decimals: int, *, signed: bool = False) -> Callable[[float | None], str]:
        """Return a function that formats a number: `1503,25`, or signed `+3,5` and `0,0`; None is blank.

        The minus is a true minus sign, which is as wide as the plus.
        """
        return _make_number_formatter(decimals, signed, self.decimal_mark)

    def format_numbers(
        self, values: Sequence[float | None], decimals: int, *, signed: bool = False
    ) -> Sequence[str]:
        """Format many numbers at once, in a tenth of the time that Babel takes."""
        if not decimals and not signed:
            return format_integers(values)
        if len(values) < _MIN_BATCH:
            return list(map(self.make_number_formatter(decimals, signed=signed), values))
        return format_column(values, f"%{'+' if signed else ''}.{decimals}f\n", self.decimal_mark)

    @cached_property
    def translations(self) -> NullTranslations:
        """The translations into this language; the texts of the program are English."""
        return (
            _load_catalogues(self.code, self.catalogues) if self.catalogues else _load_translations(self.code)
        )


ENGLISH = Language("en")


@cache
def _make_number_formatter(decimals: int, signed: bool, mark: str) -> Callable[[float | None], str]:
    to_text = f"%{'+' if signed else ''}.{decimals}f".__mod__
    zeros = {to_text(0.0), to_text(-0.0)}
    zero = f"{0:.{decimals}f}".replace(".", mark)

    def format_number(value: float | None) -> str:
        if value is None:
            return ""
        text = to_text(value)
        return zero if text in zeros else text.replace("-", MINUS).replace(".", mark)

    return format_number


@cache
def _load_catalogues(code: str, folders: tuple[Path, ...]) -> NullTranslations:
    """Return the translations of these folders, the first of which takes precedence, then of the program."""
    first, *later_folders = folders
    fallback = _load_catalogues(code, tuple(later_folders)) if later_folders else _load_translations(code)
    translations = _read_catalogue(first, code)
    if translations is None:
        return fallback
    translations.add_fallback(fallback)
    return translations


@cache
def _load_translations(code: str) -> NullTranslations:
    return _read_catalogue(Path(__file__).parents[1] / "locale", code) or _EnglishTranslations()


class _EnglishTranslations(NullTranslations):
    """English: texts as they are, but with a no-break space between a number and its per cent sign."""

    def gettext(self, message: str) -> str:
        """Return a text."""
        return _PER_CENT.sub("\N{NO-BREAK SPACE}%", message) if " %" in message else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or the plural of a text."""
        return self.gettext(super().ngettext(msgid1, msgid2, n))


def _read_catalogue(folder: Path, code: str) -> NullTranslations | None:
    """Return the translations in a folder, compiled or not; None if it has none into this language."""
    source, compiled = folder / f"{code}.po", folder / f"{code}.mo"
    if compiled.exists():
        return GNUTranslations(BytesIO(compiled.read_bytes()))
    return GNUTranslations(BytesIO(compile_catalogue(source))) if source.exists() else None


def compile_catalogue(path: Path) -> bytes:
    """Return a `.po` file in the format of `.mo`; it is compiled only if `COMPILED_FOLDER` lacks it."""
    text = path.read_bytes()
    compiled = COMPILED_FOLDER / _get_compiled_name(path.stem, text)
    return compiled.read_bytes() if compiled.exists() else _compile_po(path.stem, text)


def compile_catalogues() -> dict[str, bytes]:
    """Return all catalogues of the program and its systems, compiled, by their names in `COMPILED_FOLDER`."""
    paths = sorted(Path(__file__).parents[1].rglob("locale/*.po"))
    catalogues = [(path.stem, path.read_bytes()) for path in paths]
    return {_get_compiled_name(*catalogue): _compile_po(*catalogue) for catalogue in catalogues}


def _get_compiled_name(code: str, text: bytes) -> str:
    return f"w{compute_digest(code.encode(), text).hex()}.mo"


def _compile_po(code: str, text: bytes) -> bytes:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - 30 ms, which an English site saves
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    catalogue = read_po(BytesIO(text), locale=code)
    catalogue.creation_date = _EPOCH  # the default is now, which would differ from build to build
    write_mo(compiled, catalogue)
    return compiled.getvalue()
