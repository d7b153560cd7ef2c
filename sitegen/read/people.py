"""Who the players of a ranking are: ids for names, labels for the hidden, and the names to be kept."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sitegen.cells import line, yes_or_no
from sitegen.names import alphabetical, fold
from sitegen.problem import Problem, quoted, suggestion
from sitegen.read.csvfile import Grid
from sitegen.read.encoding import place

_ID = re.compile(r"[a-z0-9-]+")
_NEAREST = 50
_LOOKALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"}


class Person(NamedTuple):
    """A player as the file has them, whatever is wrong with the rest of the row."""

    id: str
    name: str
    sort_name: str
    aliases: tuple[str, ...]
    hidden: bool


class Label(NamedTuple):
    """What a hidden player is shown under."""

    slug: str
    name: str


def persons(grids: Iterable[Grid]) -> list[Person]:
    """Everyone in these files, also where a row is wrong: whoever refers to them is not wrong as well."""
    blocks = ((grid, block) for grid in grids for block in grid.blocks())
    return [_person(grid.names, row) for grid, block in blocks for row in [*block.rows, *block.broken]]


def _person(names: Sequence[str], row: Sequence[str]) -> Person:
    cells = {name: unicodedata.normalize("NFC", cell.strip()) for name, cell in zip(names, row, strict=False)}
    name = cells.get("name", "")
    aliases = tuple(filter(None, map(str.strip, cells.get("aliases", "").split("|"))))
    hidden = _says_yes(cells.get("hidden", ""))
    return Person(cells.get("id") or name, name, cells.get("sort_name", ""), aliases, hidden)


def _says_yes(cell: str) -> bool:
    try:
        return yes_or_no(cell)
    except ValueError:
        return False


def alphabet(players: Mapping[str, Sequence[Any]]) -> list[int]:
    """The place of each player, from 1, in the alphabetical order of all by their real names."""
    names = zip(players["sort_name"], players["name"], players["id"], strict=True)
    keys = [(alphabetical(sort_name or name or ""), id_ or "") for sort_name, name, id_ in names]
    places = {row: place for place, row in enumerate(sorted(range(len(keys)), key=keys.__getitem__), 1)}
    return [places[row] for row in range(len(keys))]


def mixed_alphabets(name: str) -> Sequence[str]:
    """The alphabets of a word whose letters come from several that look alike; empty when there is none."""
    for word in () if name.isascii() else name.split():
        found = {unicodedata.name(each, "").partition(" ")[0] for each in word}
        if len(found & _LOOKALIKE) > 1:
            return sorted(each.capitalize() for each in found & _LOOKALIKE)
    return []


@dataclass(frozen=True)
class People:
    """The players of a ranking, to be found by id, name or alias.

    They are incomplete when a file of players could not be read: then nobody is unknown. When they are
    revealed, the hidden go by who they are instead of by their labels; their names are secrets all the same.
    """

    everyone: Sequence[Person]
    is_complete: bool = True
    is_revealed: bool = False

    @cached_property
    def labels(self) -> Mapping[str, Label]:
        """The labels of the hidden players by their real ids: they are numbered by rows."""
        hidden = dict.fromkeys(each.id for each in self.everyone if each.hidden)
        return {id_: Label(f"player-{n}", f"Player {n}") for n, id_ in enumerate(hidden, 1)}

    @cached_property
    def _shown_ids(self) -> Mapping[str, str]:
        shown = {each.id: each.id for each in self.everyone}
        return shown if self.is_revealed else shown | {id_: each.slug for id_, each in self.labels.items()}

    @cached_property
    def _slugs(self) -> frozenset[str]:
        return frozenset(each.slug for each in self.labels.values())

    @cached_property
    def _ids_by_name(self) -> Mapping[str, Sequence[str]]:
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for each in self.everyone:
            for name in (each.name, *each.aliases):
                found[fold(name)][each.id] = None
        return {name: list(ids) for name, ids in found.items()}

    def own_id(self, cell: str) -> str:
        """The id that a player is given; raises as a parser of cells does."""
        found = line(cell)
        if not _ID.fullmatch(found):
            raise ValueError(f"{quoted(found)} cannot be an id", "use lower-case letters, digits and '-'")
        if found in self._slugs:
            raise ValueError(f"{quoted(found)} is the label of a hidden player", "choose another id")
        return found

    def resolve(self, cell: str) -> str:
        """The id, or slug, of the player that a cell names; raises as a parser of cells does."""
        named = unicodedata.normalize("NFC", cell.strip())
        if named in self._shown_ids:
            return self._shown_ids[named]
        ids = self._ids_by_name.get(fold(named), [])
        if len(ids) > 1:
            raise ValueError(
                f"{quoted(named)} is the name of {len(ids)} players", f"write {' or '.join(ids)}"
            )
        if not ids and self.is_complete:
            raise ValueError(f"{quoted(named)} is not a player", suggestion(named, self._near(named)))
        return self._shown_ids[ids[0]] if ids else named

    def hide(self, players: Mapping[str, list[Any]]) -> None:
        """Put the labels of the hidden in the place of who they are, in the columns of the players.

        Nothing is put where they are revealed.
        """
        for row, id_ in enumerate(() if self.is_revealed else players["id"]):
            if id_ in self.labels:
                players["id"][row], players["name"][row] = self.labels[id_]
                players["sort_name"][row] = players["aliases"][row] = ""

    def _near(self, named: str) -> Sequence[str]:
        """The ids and names that share the most pairs of letters with what was written."""
        counts: Counter[str] = Counter()
        for pair in _pairs(fold(named)):
            counts.update(self._by_pair.get(pair, ()))
        return [each for each, _ in counts.most_common(_NEAREST)]

    @cached_property
    def _by_pair(self) -> Mapping[str, Sequence[str]]:
        found = defaultdict(list)
        for name in dict.fromkeys(
            name for each in self.everyone for name in (each.id, each.name, *each.aliases)
        ):
            for pair in _pairs(fold(name)):
                found[pair].append(name)
        return found


def _pairs(name: str) -> set[str]:
    return {name[n : n + 2] for n in range(len(name) - 1)}


@dataclass(frozen=True)
class Secrets:
    """The names, ids and aliases of hidden players, which may occur nowhere in a site.

    One that a visible player bears too is no secret. Ids of one or two letters are passed over: they tell
    nobody, and are words of every language.
    """

    names: frozenset[str]

    def problems(self, text: str, path: str, line: int = 1) -> list[Problem]:
        """Where these names stand as whole words in `text`, which begins in `line` of the file at `path`."""
        found = self.pattern.finditer(unicodedata.normalize("NFC", text)) if self.pattern else ()
        return [_exposed(each, path, line) for each in found]

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds the names in a text in NFC, over line breaks too; None when there are none."""
        if not self.names:
            return None
        names = (r"\s+".join(map(re.escape, each.split())) for each in sorted(self.names, reverse=True))
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(names)})(?![^\W_])", re.IGNORECASE)


def _exposed(found: re.Match[str], path: str, line: int) -> Problem:
    below, column = place(found.string, found.start())
    message = f"{quoted(found[0])} is the name of a hidden player"
    hint = "take it out, or write the label under which they are shown"
    return Problem(path, line + below - 1, column, message, hint)


def secrets(everyone: Iterable[Person]) -> Secrets:
    """The names of the hidden among the players of all rankings of a site."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for each in everyone:
        ids = [each.id] if len(each.id) > 2 else []
        names[each.hidden].update(fold(name) for name in (each.name, each.sort_name, *each.aliases, *ids))
    return Secrets(frozenset(names[True] - names[False] - {""}))
