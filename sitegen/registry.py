"""Which packages bring a ranking system: our own are known, and others are looked for beside them."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from sitegen import __version__

GROUP = "sitegen.systems"
PACKAGE = "sitegen-rankings"
"""The distribution of the program itself: its name on the index is not that of the command."""
OURS = ("elo", "fibs", "glicko2", "ijssel", "ludo", "nbb", "ruit")

_ABOUT = (".dist-info", ".egg-info")
_ABOUT_US = PACKAGE.replace("-", "_")


class Entry(NamedTuple):
    """A system that is registered: its name, its module, and the distribution that brings it, if known.

    `value` is as entry points have it: a module, and an object inside it after a colon.
    """

    name: str
    value: str
    package: str = ""
    version: str = ""

    @property
    def module(self) -> str:
        """The module alone."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """What is registered."""
        found: Any = import_module(self.module)
        for name in filter(None, self.value.partition(":")[2].strip().split(".")):
            found = getattr(found, name)
        return found


def registered() -> Sequence[Entry]:
    """What packages have registered, by name and value, the same name several times where several do."""
    return _read(tuple((each, _changed(each)) for each in sys.path))


def _changed(folder: str) -> int:
    """When a package was last put into a folder or taken out of it, in nanoseconds; 0 where there is none."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _read(places: tuple[tuple[str, int], ...]) -> Sequence[Entry]:
    """The same from the files of all packages; they are read again once others stand in these folders."""
    ours = [Entry(name, f"{GROUP}.{name}", PACKAGE, __version__) for name in OURS]
    others = any(_may_bring(folder) for folder, since in places if since)
    return sorted([*ours, *_of_others()]) if others else ours


def _may_bring(folder: str) -> bool:
    """Whether a package in this folder could have registered a system, which is sooner seen than read."""
    if not Path(folder).is_dir():
        return True
    with suppress(OSError):
        names = [each for each in os.listdir(folder or ".") if each.endswith(_ABOUT)]  # noqa: PTH208
        return any(_names_us(Path(folder, each, "entry_points.txt")) for each in names if not _is_ours(each))
    return False


def _is_ours(about: str) -> bool:
    return about.partition("-")[0].lower() == _ABOUT_US


def _names_us(entries: Path) -> bool:
    with suppress(OSError):
        return GROUP.encode() in entries.read_bytes()
    return False


def _of_others() -> Iterator[Entry]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 20 ms, where there are no others

    for each in entry_points(group=GROUP):
        name, version = (each.dist.name, each.dist.version) if each.dist else ("", "")
        if name != PACKAGE:
            yield Entry(each.name, each.value, name, version)
