"""What becomes of lists that are published already, and of published tables, in words."""

from typing import NamedTuple

from sitegen.difference.moved import Moves, moves
from sitegen.difference.some import Some, some
from sitegen.difference.standing import ListChange
from sitegen.difference.tables import TableChange
from sitegen.difference.wording import Wording
from sitegen.message import advise, counted, joined, plain


class Listed(NamedTuple):
    """What changes on a list that is published already; `page` is its address."""

    said: str
    page: str
    moves: Moves


def lists(wording: Wording, most: int) -> Some[Listed]:
    """The lists that are published already and become other ones, the latest first."""
    kept = some([each for each in reversed(wording.effect.earlier) if each.figures], most)
    return Some([_listed(wording, each, most) for each in kept.shown], kept.left)


def _listed(wording: Wording, change: ListChange, most: int) -> Listed:
    site = wording.effect.after.site
    address = f"{site.url}{wording.effect.id}/lists/{change.day.isoformat()}/" if site else ""
    told = {"day": wording.language.full_date(change.day)}
    said = counted(change.figures, "{day}: one figure", "{day}: {number} figures", **told)
    return Listed(wording.teller.said(said), address, moves(wording, change.moves, most))


def tabled(wording: Wording, change: TableChange) -> str:
    """How much of a published table changes: `matches: 2 rows added, 32 changed, 172 figures`."""
    added, removed, changed = len(change.added), len(change.removed), len(change.changed)
    told = joined(
        counted(added, "one row added", "{number} rows added") if added else "",
        counted(removed, "one row removed", "{number} rows removed") if removed else "",
        counted(changed, "one row changed", "{number} rows changed") if changed else "",
        counted(change.figures, "one figure", "{number} figures") if change.figures else "",
        between=", ",
    )
    return plain(wording.teller.said(advise("{table}: {told}", table=change.name, told=told)))
