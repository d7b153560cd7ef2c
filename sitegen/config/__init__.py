"""sitegen.toml -> Site: what is published, from which results, by which regulation."""

import errno
import os
import re
import stat
import tomllib
from functools import partial
from pathlib import Path

from sitegen.config.locate import locate
from sitegen.config.reading import Reading
from sitegen.config.site import FILE, Days, Ranking, Site, days
from sitegen.config.title import LANGUAGES
from sitegen.memory import FORGETFUL, Memory
from sitegen.message import advise, say
from sitegen.problem import Problem

__all__ = ["FILE", "Days", "Ranking", "Site", "days", "language", "load"]

LARGEST = 2**18
"""The most bytes of the file; that of a federation with ten rankings has a fiftieth."""
_NAME = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w.\"'-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{30}}")  # names inside names
_LANGUAGE = re.compile(r"^[^#\n]*\blanguages?\s*=[^\w\n]*([A-Za-z]{2})\b", re.MULTILINE)


def load(root: Path, memory: Memory = FORGETFUL) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: the site, and all that is wrong; no site when there is an error."""
    try:
        text = _text(root)
    except OSError as error:
        return None, [_unreadable(error)]
    except UnicodeDecodeError as error:
        return None, [_not_utf8(error)]
    return memory.made("settings", [], (root, text), partial(_read, root, text))


def _read(root: Path, text: str) -> tuple[Site | None, list[Problem]]:
    """What the file says, and all that is wrong with it."""
    if found := _beyond_reading(text):
        return None, [found]
    try:
        document = tomllib.loads(text)
        reading = Reading(locate(text))
    except ValueError as error:
        from sitegen.config.slips import slips  # noqa: PLC0415 - what most sites have none of

        return None, slips(text, error)
    except RecursionError:
        return None, [_bottomless(0)]
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
    """What the file says, and not much more than it may hold; an `OSError` when it is not plainly a file."""
    descriptor = os.open(root / FILE, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would wait for somebody to write
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return file.read(LARGEST + 4).decode("utf-8-sig").replace("\r\n", "\n")


def _beyond_reading(text: str) -> Problem | None:
    """What would take longer to be read than a site can be worth."""
    if len(text) > LARGEST:
        message = say("settings-too-large", "this file has more than {most} bytes", most=f"{LARGEST:,}")
        return Problem(FILE, 0, 0, message, advise("results and texts have files of their own"))
    found = _DEEP.search(text)
    return _bottomless(text.count("\n", 0, found.start()) + 1) if found else None


def _bottomless(line: int) -> Problem:
    message = say("bottomless-toml", "not TOML: brackets inside brackets without end")
    return Problem(FILE, line, 0, message)


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
