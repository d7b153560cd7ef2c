"""The texts of a new site, one folder a language, and what is filled in between `<<` and `>>`."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from sitegen import theme

_PLACE = re.compile(r"<<(\w+)>>")


def starters() -> Path:
    """The folder with all that a new site is made of."""
    return theme.templates() / "new"


def part(name: str, language: str, **values: str) -> str:
    """One of the small texts that others are put together from, without its last line end."""
    text = (starters() / "parts" / language / name).read_text(encoding="utf-8")
    return filled(text, values).removesuffix("\n")


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with every `<<name>>` replaced by its value."""
    return _PLACE.sub(lambda found: values[found[1]], text)


def tree(language: str, today: date) -> Iterator[tuple[str, str]]:
    """The files of a site in `language`: path and text of each; its first news is of `today`."""
    for folder in (starters() / "site" / "all", starters() / "site" / language):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix().replace("YYYY-MM-DD", today.isoformat())
                yield name, path.read_text(encoding="utf-8")


def quoted(text: str) -> str:
    """A basic string of TOML, or one of YAML; what JSON escapes, both escape alike."""
    return json.dumps(text, ensure_ascii=False)


def inside_quotes(text: str) -> str:
    """The same without the quotes around it."""
    return quoted(text)[1:-1]
