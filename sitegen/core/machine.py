"""What machines differ in: Linux and macOS on one side, Windows on the other.

A POSIX system can hold a folder open and look names up in it, lock it, copy a process, and stop work by a
signal. Windows cannot: there the program goes by paths, takes no lock, works in one process and watches the
time from a thread. Everything else asks here, and nothing asks which system it is.
"""

import os
import signal
import sys
import threading
from importlib.util import find_spec

from sitegen.core.problems import Message, say

HAS_FOLDER_DESCRIPTORS = hasattr(os, "O_DIRECTORY") and os.open in os.supports_dir_fd
HAS_LOCKS = find_spec("fcntl") is not None
CAN_FORK = hasattr(os, "fork")
HAS_RESOURCE_LIMITS = find_spec("resource") is not None
NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags to open a file with that may be a pipe or a terminal."""
BYTES = getattr(os, "O_BINARY", 0)
"""The flag of a file whose line ends stay as they are."""


_IMPORT_EXTRA = '"sitegen-rankings[import]"'
_PACKAGES = {"PIL": "pillow"} | dict.fromkeys(("pandas", "openpyxl", "xlrd"), _IMPORT_EXTRA)
"""What is installed for a library, where that is not called as what is imported."""


def describe_missing_library(error: ModuleNotFoundError) -> Message:
    """Return the sentence about a library that is not installed, and how it is."""
    library = (error.name or "").partition(".")[0]
    return say(
        "library-missing",
        "{library} is not installed here, and this needs it: `python -m pip install {package}`",
        library=library,
        package=_PACKAGES.get(library, library.replace("_", "-")),
    )


def can_show_windows() -> bool:
    """Return whether a browser has a window here; one that fills the terminal is not meant."""
    has_desktop = sys.platform in {"darwin", "win32"}
    return has_desktop or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def can_be_signalled() -> bool:
    """Return whether a timer can interrupt this thread, which only the main one of a POSIX system allows."""
    return hasattr(signal, "SIGPROF") and threading.current_thread() is threading.main_thread()
