"""sitegen.toml -> Site: what is published, from which results, by which regulation."""

import re
import tomllib
from pathlib import Path

from sitegen.config.keys import LANGUAGES
from sitegen.config.locate import locate
from sitegen.config.reading import Reading
from sitegen.config.site import FILE, Days, Ranking, Site, days
from sitegen.config.slips import slips
from sitegen.message import advise, say
from sitegen.problem import Problem

__all__ = ["FILE", "Days", "Ranking", "Site", "days", "language", "load"]

_LANGUAGE = re.compile(r"^[^#\n]*\blanguage\s*=[^\w\n]*([A-Za-z]{2})\b", re.MULTILINE)


def load(root: Path) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: the site, and all that is wrong; no site when there is an error."""
    try:
        text = _text(root)
        document = tomllib.loads(text)
    except OSError as error:
        return None, [_unreadable(error)]
    except UnicodeDecodeError as error:
        return None, [_not_utf8(error)]
    except ValueError as error:
        return None, slips(text, error)
    except RecursionError:
        message = say("bottomless-toml", "not TOML: brackets inside brackets without end")
        return None, [Problem(FILE, 0, 0, message)]
    reading = Reading(locate(text))
    site = reading.site(root, document)
    return site, sorted(reading.problems, key=lambda each: each.place)


def language(root: Path) -> str:
    """The language of a site, also when there are errors in its settings; English where none can be read."""
    try:
        text = _text(root)
    except (OSError, UnicodeDecodeError):
        return LANGUAGES[0]
    found = [each.casefold() for each in _LANGUAGE.findall(text)]
    return next((each for each in found if each in LANGUAGES), LANGUAGES[0])


def _text(root: Path) -> str:
    return (root / FILE).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")


def _unreadable(error: OSError) -> Problem:
    message = say("settings-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
    if isinstance(error, FileNotFoundError):
        message = say("no-settings", "there is no such file here")
    return Problem(FILE, 0, 0, message, advise("a site is a folder with this file; `sitegen new` makes one"))


def _not_utf8(error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8", "replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = say("settings-not-utf-8", "this file is not UTF-8")
    return Problem(FILE, line, column, message, advise("save it as UTF-8"))
