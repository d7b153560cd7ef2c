"""The lines of the files of a state, as they are written."""

from dataclasses import dataclass, field

from sitegen import sources
from sitegen.difference.state import State
from sitegen.read.encoding import decoded


@dataclass(frozen=True)
class Lines:
    """The lines of the files of a state, each file read once, when it is asked for."""

    state: State
    _read: dict[str, list[str]] = field(default_factory=dict)

    def text(self, path: str, line: int) -> str:
        """What stands in a line of a file, without its end."""
        if path not in self._read:
            self._read[path] = self._lines(path)
        lines = self._read[path]
        return lines[line - 1] if line <= len(lines) else ""

    def _lines(self, path: str) -> list[str]:
        if self.state.site is None:
            return []
        text, _ = decoded(sources.read(self.state.site.root, path), path)
        return (text or "").splitlines()
