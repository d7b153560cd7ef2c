"""A plug-in of pytest: it takes from the program what Windows has not, and leaves it to pytest and the tests.

    PYTHONPATH=tests pytest -p plain_program tests/core

The program's own `import os` gives a module that has no `fork`; everybody else's gives the usual one.
"""

import builtins
import importlib.util
import os
import signal
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from plain import windows

_usual_import = builtins.__import__


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
    "signal": _PlainModule(signal, windows.SIGNAL_NAMES),
    "importlib.util": _PlainModule(importlib.util, (), find_spec=_find_spec),
}


def _import(name: str, *arguments: Any, **named: Any) -> ModuleType:
    namespace = (arguments[0] if arguments else named.get("globals")) or {}
    if (namespace.get("__name__") or "").partition(".")[0] != "sitegen":
        return _usual_import(name, *arguments, **named)
    if name in windows.MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    return _PLAIN.get(name) or _usual_import(name, *arguments, **named)


builtins.__import__ = _import
