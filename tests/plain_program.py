"""A plug-in of pytest: it takes what Windows has not from the program and its tests, and leaves it to pytest.

    PYTHONPATH=tests pytest -p plain_program tests/core

An `import os` of theirs gives a module that has no `fork`; everybody else's gives the usual one. Text that is
written to a file has the line ends of Windows, unless `newline` says others.
"""

import builtins
import importlib.util
import io
import os
import signal
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from plain import windows

_TESTS = str(Path(__file__).parent)
_usual_import = builtins.__import__
_usual_open = io.open


class _PlainModule(ModuleType):
    """A module without some names; all others are those of the usual module at that moment."""

    def __init__(self, usual: ModuleType, missing: tuple[str, ...], **replaced: Any) -> None:
        super().__init__(usual.__name__)
        self.__dict__.update(_usual=usual, _missing=missing, **replaced)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._usual, name)


def _find_spec(name: str, package: str | None = None) -> ModuleSpec | None:
    return None if name in windows.MODULES else importlib.util.find_spec(name, package)


_PLAIN = {
    "os": _PlainModule(os, windows.OS_NAMES, supports_dir_fd=set(), supports_fd=set()),
    "signal": _PlainModule(signal, windows.SIGNAL_NAMES + windows.OF_THE_LIBRARY),
    "importlib.util": _PlainModule(importlib.util, (), find_spec=_find_spec),
}


def _import(name: str, *arguments: Any, **named: Any) -> ModuleType:
    namespace = (arguments[0] if arguments else named.get("globals")) or {}
    is_program = (namespace.get("__name__") or "").partition(".")[0] == "sitegen"
    if not is_program and not (namespace.get("__file__") or "").startswith(_TESTS):
        return _usual_import(name, *arguments, **named)
    if name in windows.MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    return _PLAIN.get(name) or _usual_import(name, *arguments, **named)


def _open(file: Any, mode: str = "r", *arguments: Any, newline: str | None = None, **named: Any) -> Any:
    is_written_text = "b" not in mode and mode.strip("rt") != ""
    passes_newline = len(arguments) > _BEFORE_NEWLINE
    if not passes_newline:
        named["newline"] = "\r\n" if newline is None and is_written_text else newline
    return _usual_open(file, mode, *arguments, **named)


_BEFORE_NEWLINE = 3
"""`open(file, mode, buffering, encoding, errors, newline)`."""

builtins.__import__ = _import
builtins.open = io.open = _open
