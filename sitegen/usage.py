"""What a language calls days and months, and how it writes a list and a fraction.

It is what CLDR says, whose data a test compares with this: few words, for which no start of the program and
no browser has to wait.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Usage(NamedTuple):
    """One language: its own name, its months and days, `and`, and the sign before decimals."""

    name: str
    months: Sequence[str]
    short_months: Sequence[str]
    days: Sequence[str]
    quarter: str
    conjunction: str
    decimal_mark: str

    def listed(self, names: Sequence[str]) -> str:
        """`An, Bo and Cy`."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.conjunction} {names[-1]}"


USAGES = {
    "en": Usage(
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
    "nl": Usage(
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
    "fr": Usage(
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
