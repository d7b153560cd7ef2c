"""Facts as JSON and back: what was found out of a commit once is never found out again."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from sitegen.difference import facts
from sitegen.past.correction import Correction, Edition, RowTold

FOLDER = ".sitegen"
"""What a site keeps for itself: never published, never committed, and as good when it is not there."""
_FILE = "history.json"
_DAY, _KIND = "day", "is"


@cache
def _kinds() -> Mapping[str, Any]:
    """The kinds of facts by name."""
    told = (getattr(facts, name) for name in facts.__all__ if name != "Fact")
    return {each.__name__: each for each in (*told, Correction, Edition, RowTold)}


def written(value: Any) -> Any:
    """A fact as what JSON can hold."""
    if isinstance(value, date):
        return {_DAY: value.isoformat()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields = {name: written(each) for name, each in value._asdict().items()}
        return {_KIND: type(value).__name__, "of": fields}
    if isinstance(value, Mapping):
        return {"of": {name: written(each) for name, each in value.items()}}
    return [written(each) for each in value] if isinstance(value, list | tuple) else value


def read(value: Any) -> Any:
    """The fact that was written so."""
    if isinstance(value, list):
        return tuple(map(read, value))
    if not isinstance(value, dict):
        return value
    if _DAY in value:
        return date.fromisoformat(value[_DAY])
    fields = {name: read(each) for name, each in value["of"].items()}
    return _kinds()[value[_KIND]](**fields) if _KIND in value else fields


class Kept:
    """What was found out of commits by one program, in a file of the site; what is wrong there is nothing."""

    def __init__(self, root: Path, program: str) -> None:
        self._place = root / FOLDER / _FILE
        self._program = program
        self._known = self._read()
        self._used: dict[str, Any] = {}

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, TypeError, KeyError):
            found = json.loads(self._place.read_text("utf-8"))
            if found["program"] == self._program:
                return dict(found["known"])
        return {}

    def has(self, key: str) -> bool:
        """Whether something was found out under a key, which is kept then."""
        if key in self._known:
            self._used.setdefault(key, self._known[key])
        return key in self._used

    def get(self, key: str) -> Any:
        """What was found out under a key."""
        return read(self._used[key])

    def keep(self, key: str, value: Any) -> None:
        """Keep what was found out."""
        self._used[key] = written(value)

    def write(self) -> None:
        """Keep for the next time what was used this time; on a disk that refuses nothing is lost."""
        if self._used == self._known:
            return
        beside = self._place.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._place.parent.mkdir(exist_ok=True)
            (self._place.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            beside.write_text(json.dumps({"program": self._program, "known": self._used}), encoding="utf-8")
            beside.replace(self._place)
