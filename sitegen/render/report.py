"""What opens the issue form of a site's repository, filled in with the row that somebody doubts.

A form takes what stands in its address by the ids of its fields. Nothing out of a row can be more there than
the value of one field: who is called `&labels=` stays who they are.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache, partial
from html import escape, unescape
from urllib.parse import quote_plus, unquote_plus

from sitegen.language import Language
from sitegen.table import Column

FORM = "result.yml"
"""The form, below `.github/ISSUE_TEMPLATE/` of the repository."""
LONGEST = 2_000
"""Characters of an address: every browser and server takes so many, GitHub some 8,000."""
_TAG = re.compile(r"<[^<>]*>")
_OPENING = '<a class="flag" href="'
_BROKEN = re.compile(r"%[0-9A-F]?$")

_quoted = partial(quote_plus, safe="/:")
_MORE = _quoted(" …")

Shown = tuple[Column, Sequence[str]]
"""A column, and its cells as the page shows them."""


@dataclass(frozen=True)
class Report:
    """The form, filled in with what is known on a page: the ranking, and `until` when complaints count.

    `open` is the same by event, where the rows of a page are of several: of those that are not past.
    """

    repository: str
    ranking: str
    page: str
    until: date | None = None
    open: Mapping[str, date] = field(default_factory=dict)

    @cached_property
    def address(self) -> str:
        """What opens the form for a mistake anywhere on the page."""
        until = {"until": self.until.isoformat()} if self.until else {}
        return f"{self._form}&{_filled({'page': self.page, **until})}"

    @cached_property
    def _form(self) -> str:
        known = _filled({"template": FORM, "ranking": self.ranking})
        return f"https://github.com/{self.repository}/issues/new?{known}"

    def flags(self, places: Iterable[str], told: Sequence[Shown], language: Language) -> list[str]:
        """A small flag for each row, which opens the form; nothing for what stands nowhere."""
        said = language.word("Report a mistake") + language.colon
        made = partial(self._flag, f"{_OPENING}{escape(self.address)}&amp;row=", escape(said))
        return [
            place and made(place, row) for place, row in zip(places, published(told, language), strict=True)
        ]

    def _flag(self, opening: str, said: str, place: str, row: str) -> str:
        at, name = _placed(place), escape(place.rpartition("/")[2].replace(".csv:", ":"))
        room = LONGEST - len(f"{self.address}&row={at}&published=")
        return f'{opening}{at}&amp;published={_cut(row, room)}" aria-label="{said} {name}"></a>'

    def short_flags(self, rows: Iterable[tuple[str, str]], language: Language) -> list[str]:
        """The same for places with the keys of their events; the script adds what the page says of a row.

        A page has such rows by the thousand.
        """
        opening = f"{_OPENING}{escape(self._form)}&amp;row="
        closing = f'" aria-label="{escape(language.word("Report a mistake"))}"></a>'
        until = {event: f"&amp;until={day}" for event, day in self.open.items()}
        return [
            place and f"{opening}{_placed(place)}{until.get(event, '')}{closing}" for place, event in rows
        ]


def _placed(place: str) -> str:
    path, _, line = place.rpartition(":")
    return f"{_address_of(path)}:{line}"


@lru_cache(maxsize=1024)
def _address_of(path: str) -> str:
    """The path of a file as it stands in addresses."""
    return _quoted(path)


def published(told: Sequence[Shown], language: Language) -> list[str]:
    """Rows as the page shows them, a line for each column that says something, as they stand in addresses."""
    heads = [_quoted(language.word(column.label) + language.colon + " ") for column, _ in told]
    plain = [list(map(_plain, cells)) for _, cells in told]
    return [
        "%0A".join([head + cell for head, cell in zip(heads, row, strict=True) if cell])
        for row in zip(*plain, strict=True)
    ]


@lru_cache(maxsize=8192)
def _plain(cell: str) -> str:
    """What a cell says, as it stands in addresses."""
    return _quoted(" ".join(unescape(_TAG.sub("", cell)).split()))


def _filled(fields: Mapping[str, str]) -> str:
    return "&".join([f"{name}={_quoted(value)}" for name, value in fields.items()])


def _cut(text: str, most: int) -> str:
    """What is in an address, cut to at most so many characters, none of which is broken."""
    if len(text) <= most:
        return text
    kept = _BROKEN.sub("", text[: max(0, most - len(_MORE))])
    return _quoted(unquote_plus(kept, errors="ignore")) + _MORE
