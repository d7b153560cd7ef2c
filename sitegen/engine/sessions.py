"""What a worker answers with: the rankings that were asked for.

Everything comes in and goes out as JSON and text, so that whoever asks needs to know nothing of Python.
"""

import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from sitegen.engine.again import Again
from sitegen.engine.risers import Risers
from sitegen.engine.session import Session


@dataclass
class Sessions:
    """The rankings that have been asked for, each read once."""

    root: Path
    known: dict[str, Session] = field(default_factory=dict)
    again: dict[str, Again] = field(default_factory=dict)
    """The ranking that is being compared, one at a time: its tables are large."""
    risers: Risers | None = None
    """The ranking of which is asked who won what."""

    def opened(self, ranking: str, text: str) -> None:
        """Take in the file of a ranking."""
        self.known[ranking] = Session.of(self.root / ranking, text)

    def answer(self, message: str) -> str:
        """An answer in JSON to a question in it: `rate`, or `check` and `change` with `files` and `today`.

        `data` asks for the paths of the data files, `compare` how one differs from its `published` text, and
        `risers` who won what from the day `first` through `latest`.
        It tells things in the `language` that is asked for.
        """
        asked = json.loads(message)
        session = self.known[asked["ranking"]]
        if "language" in asked:
            session = session.speaking(asked["language"])
        if asked["ask"] == "rate":
            return json.dumps(session.rated())
        if asked["ask"] == "data":
            return json.dumps(self._again(asked["ranking"]).paths)
        if asked["ask"] == "compare":
            return json.dumps(self._again(asked["ranking"]).compared(asked["path"], asked["published"]))
        if asked["ask"] == "risers":
            days = date.fromisoformat(asked["first"]), date.fromisoformat(asked["latest"])
            return json.dumps(self._risers(asked["ranking"], session).between(*days))
        given = asked["files"], date.fromisoformat(asked["today"])
        return json.dumps(session.checked(*given) if asked["ask"] == "check" else session.changed(*given))

    def _again(self, ranking: str) -> Again:
        """A ranking calculated again, once until another is asked for."""
        if ranking not in self.again:
            self.again.clear()
            self.again[ranking] = Again(self.known[ranking].board())
        return self.again[ranking]

    def _risers(self, ranking: str, session: Session) -> Risers:
        """The same of a ranking of which is asked who won what, in a language."""
        asked = ranking, session.language.code
        if not self.risers or (self.risers.ranking, self.risers.language.code) != asked:
            self.risers = Risers(session.board())
        return self.risers
