"""What calculates in browsers: out of copies that name nobody who hides it gets the same tables."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.contract.laws import hide
from sitegen.contract.subject import Subject
from sitegen.engine import published
from sitegen.engine.session import Session, UnreadError
from sitegen.read import as_written
from sitegen.read.files import files
from sitegen.table import Table

_EACH = 3
"""Of so many players one begins to hide."""


def breaches(subject: Subject) -> Iterator[str]:
    """Which tables are others in browsers, when some hide."""
    change = _hiding(subject)
    given = replace(subject, inputs=subject.changed(change))
    board = given.board(subject.as_of)
    opened = files(given.site.root, given.ranking)
    rows = as_written(given.site, opened)
    written = {name: list(map(change, each)) for name, each in rows.items()}
    text = published.ranking(given.site, opened, given.inputs, subject.as_of, written).decode()
    with TemporaryDirectory(prefix="sitegen-") as folder:
        try:
            again = Session.of(Path(folder), text).rated()
        except UnreadError as error:
            yield f"what is copied for browsers cannot be read there: {error}"
            return
    unlike = (name for name, table in board.files.items() if table.csv().decode() != again.get(name))
    yield from (f"the table {name!r} is another in browsers when some hide" for name in unlike)


def _hiding(subject: Subject) -> Callable[[Table], Table]:
    """What makes some more hide; labels are numbered by rows, as the reader does it."""
    found = [each for place, each in enumerate(subject.players) if each.hidden or place % _EACH == 0]
    return hide({each.id: f"player-{number}" for number, each in enumerate(found, 1)})
