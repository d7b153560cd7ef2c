"""An import taken back: its rows go, and the players that nothing else names."""

from collections.abc import Sequence
from pathlib import Path

from sitegen import build, config
from sitegen.commands.draw.files import write
from sitegen.commands.importing import changes, ledger
from sitegen.commands.importing.answers import FOLDER, refuse_name
from sitegen.commands.importing.ledger import Entry
from sitegen.commands.importing.merging import Change, Standing
from sitegen.config import Days
from sitegen.message import Message, advise, counted, say
from sitegen.problem import errors, quoted
from sitegen.read.files import PLAYERS
from sitegen.request import DrawError, WishError
from sitegen.toolkit.rows import grouped


def undo(root: Path, name: str, days: Days, *, dry_run: bool = False) -> list[Message]:
    """Take the rows of an import out again, and return what to tell.

    Rows that a hand mended since stay, and so do players whom something else names. The answers stay too.
    """
    refuse_name(name)
    site, _ = config.load(root)
    path = f"{FOLDER}/{name}.csv"
    if site is None or not (root / path).is_file():
        message = say("no-such-import", "nothing was imported as {name}", name=quoted(name))
        raise WishError(message, advise("the imports stand in imports/"))
    entries = ledger.read((root / path).read_bytes())
    ours = [entry for entry in entries if entry.is_ours and entry.reason != "import-completed"]
    tables = {entry.table for entry in ours}
    for ranking in site.rankings:
        stands, _, _ = changes.standing(root, ranking)
        found, kept = _changes(ours, stands)
        if not found or not tables <= {row.table for row in stands}:
            continue
        with changes.Copy(site, ranking) as copy:
            copy.apply(found, name)
            copy.drop_empty(name)
            wrong = errors(build.rated(copy.root, *days).problems)
            if wrong:
                raise DrawError(say("undo-breaks", "without these rows: {problem}", problem=str(wrong[0])))
            files = {**copy.written(), path: None}
        if not dry_run:
            old = changes.old_files(root, files)
            write(root, files, command=f"sitegen import --undo {name}", old=old)
        return [
            counted(len(found), "{number} row is taken out", "{number} rows are taken out"),
            *([say("undo-kept", "{number} rows that were mended since stay", number=kept)] if kept else []),
        ]
    raise DrawError(say("undo-nothing", "no row of {name} is there any more", name=quoted(name)))


def _changes(ours: Sequence[Entry], stands: Sequence[Standing]) -> tuple[list[Change], int]:
    """The rows to take out, and how many of the import are not there as they were."""
    waiting = grouped(stands, lambda row: (row.table, *sorted(row.cells.items())))
    own = [waiting.get((each.table, *sorted(each.row.items()))) for each in ours if each.table != PLAYERS]
    found = [Change(rows[0].table, rows.pop(0), None) for rows in own if rows]
    gone = {id(change.old) for change in found}
    left = [row for row in stands if id(row) not in gone and row.table != PLAYERS]
    named = {text for row in left for text in row.cells.values()}
    new = {entry.row.get("id", "") for entry in ours if entry.table == PLAYERS} - named
    players = [row for row in stands if row.table == PLAYERS and row.cells.get("id", "") in new]
    return [*found, *(Change(PLAYERS, player, None) for player in players)], len(own) - len(found)
