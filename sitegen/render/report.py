"""What opens the issue form of a site's repository, filled in with the row that somebody doubts.

A form takes what stands in its address by the ids of its fields. A row is named by its place alone: whatever
it says is added by a script, as the value of one field.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache, partial
from html import escape
from urllib.parse import quote_plus

from sitegen.language import Language

FORM = "result.yml"
"""The form, below `.github/ISSUE_TEMPLATE/` of the repository."""
_OPENING = '<a class=flag href="'
_quoted = partial(quote_plus, safe="/:")


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

    def flags(self, rows: Iterable[tuple[str, str]], language: Language) -> list[str]:
        """A small flag for each row by its place, which opens the form, with the key of its event.

        There is none for what stands nowhere. A page has such rows by the thousand: the script adds what the
        page says of a row, and the page.
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


def _filled(fields: Mapping[str, str]) -> str:
    return "&".join([f"{name}={_quoted(value)}" for name, value in fields.items()])
