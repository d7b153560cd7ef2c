"""Who the players of a ranking are: ids for names, and labels for the hidden."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from sitegen.cells import line, personal, yes_or_no
from sitegen.language import ENGLISH, Language
from sitegen.message import advise, joined, say
from sitegen.names import alphabetical, fold, slug
from sitegen.problem import device, quoted
from sitegen.read.grid import Grid
from sitegen.read.newcomers import Likenesses, Resemblances, cure, turned
from sitegen.read.veil import UNVEILED, Veil
from sitegen.unread import Unread

_ID = re.compile(r"[a-z0-9-]+")


class Person(NamedTuple):
    """A player as the file has them, whatever is wrong with the rest of the row.

    `is_shown`: the row says that they do not hide; one that says nothing may be hidden by another ranking.
    """

    id: str
    name: str
    sort_name: str
    aliases: tuple[str, ...]
    hidden: bool
    is_shown: bool = False
    place: tuple[Grid, int] | None = None


class Label(NamedTuple):
    """What a hidden player is shown under."""

    slug: str
    name: str


def persons(grids: Iterable[Grid]) -> list[Person]:
    """Everyone in these files, also where a row is wrong: whoever refers to them is not wrong as well."""
    blocks = ((grid, block) for grid in grids for block in grid.blocks())
    return [
        _person(grid, line, row)
        for grid, block in blocks
        for line, row in [*zip(block.lines, block.rows, strict=True), *block.broken]
    ]


def _person(grid: Grid, line: int, row: Sequence[str]) -> Person:
    pairs = zip(grid.names, row, strict=False)
    cells = {name: unicodedata.normalize("NFC", cell.strip()) for name, cell in pairs}
    name = cells.get("name", "")
    aliases = tuple(filter(None, map(str.strip, cells.get("aliases", "").split("|"))))
    cell = cells.get("hidden", "")
    is_cut = len(row) != len(grid.names)  # a yes may stand in the column of something else
    # Whoever may hide, as far as can be told from a row with an error in it, is not named in its message.
    words = [each for each in row if is_cut and not each.strip().isdigit()]
    hidden = _says_yes(cell, unread=True) or any(_says_yes(each, unread=False) for each in words)
    is_shown = bool(cell) and not hidden
    own = cells.get("id") or name, name, cells.get("sort_name", ""), aliases
    return Person(*own, hidden, is_shown, (grid, line))


def _says_yes(cell: str, *, unread: bool) -> bool:
    try:
        return bool(cell.strip()) and yes_or_no(cell)
    except ValueError:
        return unread


def alphabet(players: Mapping[str, Sequence[Any]], veil: Veil = UNVEILED) -> list[int]:
    """The place of each player, from 1, in the alphabetical order of all by their real names."""
    names = zip(players["sort_name"], players["name"], players["id"], strict=True)
    keys = [(alphabetical(sort_name or name or ""), id_ or "") for sort_name, name, id_ in names]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if veil.before:
        order = _among(order, [id_ for _, id_ in keys], veil)
    places = {row: place for place, row in enumerate(order, 1)}
    return [places[row] for row in range(len(keys))]


def _among(order: Sequence[int], ids: Sequence[str], veil: Veil) -> list[int]:
    """The rows in this order, but those of whom a label alone is known stand where that was decided.

    Rows with the same id, which is an error that is told elsewhere, stand together.
    """
    rows: dict[str, list[int]] = {}
    for row in order:
        rows.setdefault(ids[row], []).append(row)
    visible = [each for each in rows if not veil.label(each)]
    return [row for id_ in veil.placed(visible) for row in rows.get(id_, ())]


@dataclass(frozen=True)
class People:
    """The players of a ranking, to be found by id, name or alias.

    They are incomplete when a file of players could not be read: then nobody is unknown. When they are
    revealed, the hidden go by who they are instead of by their labels; their names are secrets all the same.
    `grids` are their files, `language` that of the labels. Of who is behind the `veil` no name is known.
    """

    everyone: Sequence[Person]
    is_complete: bool = True
    is_revealed: bool = False
    grids: Sequence[Grid] = ()
    language: Language = ENGLISH
    veil: Veil = UNVEILED

    @cached_property
    def labels(self) -> Mapping[str, Label]:
        """The labels of the hidden players by their real ids: they are numbered by rows."""
        hidden = dict.fromkeys(each.id for each in self.everyone if each.hidden)
        numbers = count(len(self.veil.before) + 1)
        labelled = ((id_, self.veil.number(id_) or next(numbers)) for id_ in hidden)
        return {id_: Label(f"player-{n}", self.language.label(n)) for id_, n in labelled}

    @property
    def named(self) -> Sequence[Person]:
        """Those whose names are known here."""
        return [each for each in self.everyone if not self.veil.label(each.id)]

    @cached_property
    def _shown_ids(self) -> Mapping[str, str]:
        shown = {each.id: each.id for each in self.everyone}
        return shown if self.is_revealed else shown | {id_: each.slug for id_, each in self.labels.items()}

    @cached_property
    def _slugs(self) -> frozenset[str]:
        return frozenset(each.slug for each in self.labels.values())

    @cached_property
    def _ids_by_name(self) -> Mapping[str, Collection[str]]:
        """Who bears a name or alias; and a sort name or an id in capitals, where it is no name of anybody."""
        names = [(name, each.id) for each in self.named for name in (each.name, *each.aliases)]
        others = [(name, each.id) for each in self.named for name in (each.sort_name, each.id)]
        return _by_name(others) | _by_name(names)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(each.id for each in self.everyone)

    @cached_property
    def _near_ids(self) -> Likenesses:
        """The ids of all but the hidden, whom no message names."""
        visible = [each for each in self.everyone if not each.hidden]
        return Likenesses((name, each.id) for each in visible for name in (each.id, each.name, *each.aliases))

    @cached_property
    def _resembling(self) -> Resemblances:
        hidden = (each for each in self.named if each.hidden)
        return Resemblances(
            name for each in hidden for name in (each.id, each.name, each.sort_name, *each.aliases)
        )

    @cached_property
    def _misnamed(self) -> Likenesses:
        """Those whose own id is wrong, which is told: who was meant by it is not unknown as well."""
        faulty = [each for each in self.named if not _ID.fullmatch(each.id)]
        return Likenesses((name, each.id) for each in faulty for name in (each.id, each.name))

    def own_id(self, cell: str) -> str:
        """The id that a player is given; raises as a parser of cells does."""
        found = line(cell, is_personal=cell.strip().replace("-", "").isdigit())  # a member's number
        if self.veil.label(found):
            return found
        if not _ID.fullmatch(found):
            message = say("bad-id", "{id} cannot be an id", id=quoted(found))
            raise ValueError(message, self._better(found))
        if told := device(found):
            raise ValueError(told, advise("choose another id"))
        if found in self._slugs:
            message = say("id-is-label", "{id} is the label of a hidden player", id=quoted(found))
            raise ValueError(message, advise("choose another id"))
        return found

    def resolve(self, cell: str) -> Any:
        """The id, or slug, of the player that a cell names; raises as a parser of cells does.

        `Unread` where the row of that player may be one that could not be read.
        """
        named = unicodedata.normalize("NFC", cell.strip())
        if named in self._shown_ids:
            return self._shown_ids[named]
        either = (self._ids_by_name.get(fold(each)) for each in (named, turned(named)))
        ids = next(filter(None, either), ())
        if not ids and self._resembling.has(named):
            raise ValueError(*_like_hidden())
        if not ids and (not self.is_complete or self._misnamed.near(named)):
            return Unread()
        if len(ids) != 1:
            raise ValueError(*(self._ambiguous(named, ids) if ids else self._unknown(named)))
        return self._shown_ids[next(iter(ids))]

    def _ambiguous(self, named: str, ids: Collection[str]) -> tuple[str, str]:
        message = say(
            "name-of-several", "{name} is the name of {number} players", name=quoted(named), number=len(ids)
        )
        visible = [quoted(each) for each in ids if each not in self.labels]
        if not visible:
            return message, advise("write the id")
        return message, advise("write the id: {ids}", ids=", ".join(visible))

    def _unknown(self, named: str) -> tuple[str, str]:
        personal.refuse(named)
        near = self._near_ids.near(named)
        shown = near if _ID.fullmatch(named) else [each.name for each in self.everyone if each.id in near]
        message = say("not-a-player", "{name} is not a player", name=quoted(named))
        return message, cure(named, shown, self.grids, self._ids)

    def _better(self, id_: str) -> str:
        better = slug(id_)
        use = advise("use lower-case letters, digits and '-'")
        return joined(use, advise("such as {id}", id=better)) if better else use

    def hide(self, players: Mapping[str, list[Any]]) -> None:
        """Put the labels of the hidden in the place of who they are, in the columns of the players.

        Nothing is put where they are revealed.
        """
        for row, id_ in enumerate(() if self.is_revealed else players["id"]):
            if id_ in self.labels:
                players["id"][row], players["name"][row] = self.labels[id_]
                players["sort_name"][row] = players["aliases"][row] = ""
                players["hidden"][row] = True


def _like_hidden() -> tuple[str, str]:
    """What is said of a cell so like the name of a hidden player that to repeat it would name them."""
    message = say("like-hidden-player", "this is not a player, and is like the name of one who hides")
    return message, advise("correct the name, or write the id")


def _by_name(names: Iterable[tuple[str, str]]) -> dict[str, Collection[str]]:
    """The ids by name, as names are compared."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name, id_ in names:
        if name:
            found[fold(name)][id_] = None
    return dict(found)
