"""Read the text of a file of settings, and say why it cannot be read: no file, too large, not UTF-8."""

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

from sitegen.core import machine
from sitegen.core.problems import Problem, advise, say
from sitegen.inputs.config.site import SETTINGS_FILE
from sitegen.inputs.config.syntax import explain_error

MAX_FILE_BYTES = 2**18
"""The most bytes of the file; a federation with ten rankings needs a fiftieth of it."""
_NAME = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_NAME = re.compile(rf"(?<![\w.\"'-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{30}}")  # names inside names


def read_text(root: Path) -> str:
    """Return the text of the file, cut off above the limit; raise `OSError` when it is no regular file."""
    # Without O_NONBLOCK a named pipe would wait for a writer.
    descriptor = os.open(root / SETTINGS_FILE, os.O_RDONLY | machine.NO_WAITING | machine.BYTES)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return decode_text(file)


def decode_text(file: BinaryIO) -> str:
    """Return the text of an opened file, cut off above the limit; raises `UnicodeDecodeError`."""
    return file.read(MAX_FILE_BYTES + 4).decode("utf-8-sig").replace("\r\n", "\n")


def parse_text(text: str, path: str) -> tuple[dict[str, Any], Problem | None]:
    """Return the document that the text of a file of settings is, and why it is none."""
    if problem := check_size(text, path):
        return {}, problem
    try:
        return tomllib.loads(text), None
    except ValueError as error:
        return {}, explain_error(text, error)._replace(path=path)
    except RecursionError:
        return {}, report_nesting(path)


def check_size(text: str, path: str = SETTINGS_FILE) -> Problem | None:
    """Return a problem with a file that is too large or too deeply nested to be read quickly."""
    if len(text) > MAX_FILE_BYTES:
        message = say(
            "settings-too-large", "this file has more than {most} bytes", most=f"{MAX_FILE_BYTES:,}"
        )
        return Problem(path, 0, 0, message, advise("results and texts have files of their own"))
    deep_name = _DEEP_NAME.search(text)
    return report_nesting(path, text.count("\n", 0, deep_name.start()) + 1) if deep_name else None


def report_nesting(path: str, line: int = 0) -> Problem:
    """Return the problem that brackets or names stand inside each other without end."""
    message = say("bottomless-toml", "not TOML: brackets inside brackets without end")
    return Problem(path, line, 0, message)


def report_unreadable(error: OSError, path: str = SETTINGS_FILE) -> Problem:
    """Return the problem that there is no such file, or that the machine cannot read it."""
    if not isinstance(error, FileNotFoundError):
        message = say("settings-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
        return Problem(path, 0, 0, message, advise("put a file there that can be read, and is no link"))
    message = say("no-settings", "there is no such file here")
    return Problem(path, 0, 0, message, advise("a site is a folder with this file; `sitegen new` makes one"))


def report_encoding(error: UnicodeDecodeError, path: str = SETTINGS_FILE) -> Problem:
    """Return the problem that the text is not UTF-8, at the first character that is not."""
    before = error.object[: error.start].decode("utf-8", "replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = say("settings-not-utf-8", "this file is not UTF-8")
    return Problem(path, line, column, message, advise("save it as UTF-8"))
