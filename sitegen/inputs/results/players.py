"""The players of a ranking: ids for names, and pseudonyms for hidden players.

A hidden player is shown under a pseudonym, such as "Player 3" with the id `player-3`. A published copy of a
site has the pseudonyms alone, as the cells that `mark_pseudonym` makes.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from sitegen.core import autoformat, person_names, personal_data
from sitegen.core.cells import parse_line, parse_yes_no
from sitegen.core.language import ENGLISH, Language
from sitegen.core.missing import Missing
from sitegen.core.names import extract_letters, make_sort_key, normalize_name, slugify
from sitegen.core.problems import Message, advise, check_device_name, join_messages, quote_text, say
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.moved_names import make_short_spellings
from sitegen.inputs.results.new_names import (
    FuzzyNameIndex,
    LikenessIndex,
    SimilarNames,
    is_other_form,
    reorder_name,
    suggest_new_player,
)

_PSEUDONYM_MARK = re.compile(r"\*player-([0-9]+)")


def mark_pseudonym(label: str) -> str:
    """Return the cell for a hidden player of whom the pseudonym alone is known; no id looks like it."""
    return f"*{label}"


_ID = re.compile(r"[a-z0-9-]+")


class Person(NamedTuple):
    """A player as the file has them, whatever is wrong with the rest of the row.

    `is_shown`: the row says that they are not hidden; where it says nothing, another ranking may hide them.
    """

    id: str
    name: str
    sort_name: str
    aliases: tuple[str, ...]
    hidden: bool
    is_shown: bool = False
    row_place: tuple[CsvFile, int] | None = None
    club: str = ""


class Pseudonym(NamedTuple):
    """The id (`slug`) and the name that a hidden player is shown under, and the number in both."""

    slug: str
    name: str
    number: int


def read_persons(csv_files: Iterable[CsvFile]) -> list[Person]:
    """Return everyone in these files, also from malformed rows: references to them are not wrong as well."""
    return [
        _read_person(csv_file, line, row) for csv_file in csv_files for line, row in csv_file.iter_all_rows()
    ]


def _read_person(csv_file: CsvFile, line: int, row: Sequence[str]) -> Person:
    pairs = zip(csv_file.names, row, strict=False)
    cells = {name: unicodedata.normalize("NFC", cell.strip()) for name, cell in pairs}
    name = cells.get("name", "")
    aliases = person_names.split_aliases(cells.get("aliases", ""))
    cell = cells.get("hidden", "")
    # In a malformed row a yes may be in another column. Who may be hidden is not named in its message.
    has_shifted_cells = len(row) != len(csv_file.names)
    words = [cell for cell in row if has_shifted_cells and not cell.strip().isdigit()]
    hidden = _is_yes(cell, default=True) or any(_is_yes(word, default=False) for word in words)
    is_shown = bool(cell) and not hidden
    id_, sort_name = cells.get("id") or name, cells.get("sort_name", "")
    return Person(id_, name, sort_name, aliases, hidden, is_shown, (csv_file, line), cells.get("club", ""))


def _is_yes(cell: str, *, default: bool) -> bool:
    """Whether a cell says yes; `default` where it is neither yes nor no."""
    try:
        return bool(cell.strip()) and parse_yes_no(cell)
    except ValueError:
        return default


def rank_alphabetically(
    players: Mapping[str, Sequence[Any]], get_number: Callable[[str], int] = lambda _: 0
) -> list[int]:
    """Return the rank of each player, from 1, in the alphabetical order of all.

    Hidden players, those with a number in their pseudonym, come last by it: among others their place would
    tell between which names theirs is.
    """
    names = zip(players["sort_name"], players["name"], players["id"], strict=True)
    keys = [
        (get_number(id_ or ""), make_sort_key(sort_name or name or ""), id_ or "")
        for sort_name, name, id_ in names
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    ranks = {row: rank for rank, row in enumerate(order, 1)}
    return [ranks[row] for row in range(len(keys))]


LIKE_HIDDEN_PLAYER = say(
    "like-hidden-player", "this is not a player, but is like the name of a hidden player"
)
_MAX_LIKE = 3
"""So many players are named in a hint."""


@dataclass(frozen=True)
class PlayerDirectory:
    """The players of a ranking, to be looked up by id, name or alias.

    A directory that is not complete, because a file could not be read, reports nobody as unknown. One that is
    revealed resolves hidden players to their real ids instead of their pseudonyms; their names stay secret.
    `language` is that of the pseudonyms. `labels` are those of a published copy: nothing else is known of
    these players.
    """

    persons: Sequence[Person]
    is_complete: bool = True
    is_revealed: bool = False
    files: Sequence[CsvFile] = ()
    language: Language = ENGLISH
    labels: Collection[str] = ()

    @cached_property
    def pseudonyms(self) -> Mapping[str, Pseudonym]:
        """The pseudonyms of the hidden players by their real ids, numbered in the order of the rows."""
        hidden_ids = dict.fromkeys(person.id for person in self.persons if person.hidden)
        free_numbers = count(len(self.labels) + 1)
        numbers = {
            id_: int(self._get_label(id_).rpartition("-")[2] or 0) or next(free_numbers) for id_ in hidden_ids
        }
        return {
            id_: Pseudonym(f"player-{number}", self.language.format_pseudonym(number), number)
            for id_, number in numbers.items()
        }

    def _get_label(self, id_: str) -> str:
        """Return the pseudonym in the cell of a hidden player of a copy; blank for everybody else."""
        label = id_.removeprefix("*")
        return label if _PSEUDONYM_MARK.fullmatch(id_) and label in self.labels else ""

    @property
    def named_persons(self) -> Sequence[Person]:
        """The players whose names are known."""
        return [person for person in self.persons if not self._get_label(person.id)]

    @cached_property
    def _shown_ids(self) -> Mapping[str, str]:
        """The id that each player is shown under, by their own id."""
        ids = {person.id: person.id for person in self.persons}
        if not self.is_revealed:
            ids |= {id_: pseudonym.slug for id_, pseudonym in self.pseudonyms.items()}
        return ids

    @cached_property
    def _slugs(self) -> frozenset[str]:
        return frozenset(pseudonym.slug for pseudonym in self.pseudonyms.values())

    @cached_property
    def _ids_by_name(self) -> Mapping[str, Collection[str]]:
        """The ids by name and alias, and by sort name and id where those are nobody's name."""
        names = [
            (name, person.id) for person in self.named_persons for name in (person.name, *person.aliases)
        ]
        other_players = [
            (name, person.id) for person in self.named_persons for name in (person.sort_name, person.id)
        ]
        return _index_by_name(other_players) | _index_by_name(names)

    @cached_property
    def _visible_persons(self) -> Mapping[str, Person]:
        """The players whom hints may name, by id; no message names a hidden player."""
        return {person.id: person for person in self.persons if not person.hidden}

    def _iter_visible_names(self) -> Iterator[tuple[str, str]]:
        """Yield each name of each visible player, with the id."""
        for id_, person in self._visible_persons.items():
            yield from ((name, id_) for name in (id_, person.name, *person.aliases) if name)

    @cached_property
    def _near_index(self) -> FuzzyNameIndex:
        return FuzzyNameIndex(self._iter_visible_names())

    @cached_property
    def _likeness_index(self) -> LikenessIndex:
        return LikenessIndex(self._iter_visible_names())

    @cached_property
    def _partial_index(self) -> Mapping[str, list[Person]]:
        """The visible players by the letters of each short spelling of their names."""
        index: defaultdict[str, list[Person]] = defaultdict(list)
        for person in self._visible_persons.values():
            for letters in make_short_spellings(person.name):
                index[letters].append(person)
        return index

    @cached_property
    def _rewritten_ids(self) -> Sequence[str]:
        """The ids of visible players that a spreadsheet changes."""
        return [*filter(autoformat.is_rewritten, self._visible_persons)]

    @cached_property
    def _hidden_index(self) -> SimilarNames:
        return SimilarNames(self._hidden_names)

    @cached_property
    def _hidden_names(self) -> Sequence[str]:
        hidden_persons = (person for person in self.named_persons if person.hidden)
        return [
            name
            for person in hidden_persons
            for name in (person.id, person.name, person.sort_name, *person.aliases)
            if name
        ]

    @cached_property
    def _invalid_id_index(self) -> FuzzyNameIndex:
        """The players with an invalid id, which is reported: references to it are not errors as well."""
        invalid = [
            person
            for person in self.named_persons
            if not _ID.fullmatch(person.id) or check_device_name(person.id)
        ]
        return FuzzyNameIndex((name, person.id) for person in invalid for name in (person.id, person.name))

    def parse_own_id(self, cell: str) -> str:
        """Parse the id of a player in the table of players; raises as a parser of cells does."""
        id_ = parse_line(cell, is_personal=cell.strip().replace("-", "").isdigit())  # a membership number
        if self._get_label(id_):
            return id_
        if not _ID.fullmatch(id_):
            message = say("bad-id", "{id} cannot be an id", id=quote_text(id_))
            hint, slug = advise("use lower-case letters, digits and '-'"), slugify(id_)
            raise ValueError(message, join_messages(hint, advise("such as {id}", id=slug)) if slug else hint)
        if reserved := check_device_name(id_):
            raise ValueError(reserved, advise("choose another id"))
        if id_ in self._slugs:
            message = say("id-is-label", "{id} is the label of a hidden player", id=quote_text(id_))
            raise ValueError(message, advise("choose another id"))
        return id_

    def resolve(self, cell: str) -> Any:
        """Return the id, or the id of the pseudonym, of the player whom a cell names.

        `Missing` where the row of that player may be one that could not be read. Raises as a parser of cells
        does.
        """
        name = unicodedata.normalize("NFC", cell.strip())
        if name in self._shown_ids:
            return self._shown_ids[name]
        spellings = name, reorder_name(name)
        candidates = (self._ids_by_name.get(normalize_name(spelling)) for spelling in spellings)
        ids = next(filter(None, candidates), ())
        if not ids and (not self.is_complete or self._invalid_id_index.find_near(name)):
            return Missing()
        if not ids and self._is_like_hidden(name):  # a message with the name would disclose it
            raise ValueError(LIKE_HIDDEN_PLAYER, advise("correct the name, or write the id"))
        if len(ids) != 1:
            raise ValueError(*(self._explain_ambiguous(name, ids) if ids else self._explain_unknown(name)))
        return self._shown_ids[next(iter(ids))]

    def _is_like_hidden(self, name: str) -> bool:
        """Whether a name, which is nobody's, is like that of a hidden player, or another form of it alone."""
        if self._hidden_index.has_similar(name):
            return True
        return any(is_other_form(name, hidden_name) for hidden_name in self._hidden_names) and not any(
            is_other_form(name, person.name) for person in self._visible_persons.values()
        )

    def _explain_ambiguous(self, name: str, ids: Collection[str]) -> tuple[str, str]:
        message = say(
            "name-of-several",
            "{name} is the name of {number} players",
            name=quote_text(name),
            number=len(ids),
        )
        visible = [quote_text(id_) for id_ in ids if id_ not in self.pseudonyms]
        if not visible:
            return message, advise("write the id")
        return message, advise("write the id: {ids}", ids=", ".join(visible))

    def _explain_unknown(self, name: str) -> tuple[str, str]:
        message = say("not-a-player", "{name} is not a player", name=quote_text(name))
        if rewritten := self._find_rewritten(name):
            return message, rewritten
        personal_data.check_personal_data(name)
        if not person_names.is_person_name(name):
            return message, advise("name the player, or take the row out where nobody played")
        plain = person_names.strip_additions(person_names.repair_letters(name) or name)
        near_ids = self._ids_by_name.get(normalize_name(plain)) or self._near_index.find_near(name)
        near_players = self._select_visible(near_ids or self._find_damaged(name))
        if len(near_players) == 1:
            return message, advise("did you mean {near}?", near=_quote_players(name, near_players))
        if not near_players and person_names.is_damaged(name):
            return message, person_names.suggest_encoding()
        if not near_players and self._has_several(name):
            return message, advise("several names stand here: write one in each cell")
        return message, self._suggest_similar(name, plain, near_players)

    def _suggest_similar(self, name: str, plain: str, near_players: Sequence[Person]) -> str:
        """Return the hint about a name, and it without additions, that may be of somebody new."""
        partial_players = near_players or self._find_partial(plain)
        if not near_players and len(partial_players) == 1:
            near = quote_text(partial_players[0].name)
            return advise("write {near} if you mean them, or add this to their 'aliases'", near=near)
        similar_ids = [] if partial_players else self._likeness_index.find_like(plain)
        similar_players = partial_players or [self._visible_persons[id_] for id_ in similar_ids]
        near = advise("did you mean {near}?", near=_quote_players(name, similar_players))
        alias = advise("for a known player correct the name, or add it to their 'aliases'")
        return join_messages(
            near if similar_players else "",
            alias if len(similar_players) <= 1 else "",
            suggest_new_player(plain, self.files, self._shown_ids),
        )

    def _find_rewritten(self, name: str) -> Message | None:
        """Return the hint about a cell that a spreadsheet made of an id, or that has the id it was."""
        if made := [id_ for id_ in self._rewritten_ids if autoformat.is_made_of(name, id_)]:
            return advise(
                "a spreadsheet made {cell} of {id}: format the column as text, and type it again",
                cell=quote_text(name),
                id=quote_text(made[0]),
            )
        is_rewritten = autoformat.is_rewritten(name)
        lost = (id_ for id_ in self._visible_persons if is_rewritten and autoformat.is_made_of(id_, name))
        if id_ := next(lost, ""):
            return advise(
                "a spreadsheet made {cell} of {id} among the players: write it there again, as text",
                cell=quote_text(id_),
                id=quote_text(name),
            )
        return None

    def _select_visible(self, ids: Collection[str]) -> list[Person]:
        return [person for person in self.persons if person.id in ids and not person.hidden]

    def _find_damaged(self, name: str) -> Collection[str]:
        """Return the ids of the players whose names a name with lost letters can stand for."""
        pattern = person_names.make_damage_pattern(name)
        return {person.id for person in self.persons if pattern and pattern.fullmatch(person.name)}

    def _has_several(self, name: str) -> bool:
        """Whether a cell names several, one of whom is a player."""
        parts = person_names.split_names(name)
        known = (self._ids_by_name.get(normalize_name(part)) for part in parts)
        return len(parts) > 1 and any(self._select_visible(ids) for ids in known if ids)

    def _find_partial(self, name: str) -> list[Person]:
        """Return the visible players of whom a name has the initials, or the first or last name alone."""
        return self._partial_index.get(extract_letters(name).replace("-", ""), [])

    def get_number(self, id_: str) -> int:
        """Return the number in the pseudonym of a hidden player; 0 for a visible one."""
        return self.pseudonyms[id_].number if id_ in self.pseudonyms else 0

    def apply_pseudonyms(self, players: Mapping[str, list[Any]]) -> None:
        """Replace the hidden players by their pseudonyms in the columns of players, unless revealed."""
        for row, id_ in enumerate(() if self.is_revealed else players["id"]):
            if id_ in self.pseudonyms:
                players["id"][row], players["name"][row], _ = self.pseudonyms[id_]
                players["sort_name"][row] = players["aliases"][row] = ""
                players["hidden"][row] = True


def _quote_players(written: str, players: Sequence[Person]) -> str:
    """Return what a hint calls the first of these players, by id where an id was written."""
    names = (person.id if _ID.fullmatch(written) else person.name for person in players[:_MAX_LIKE])
    return ", ".join(map(quote_text, names))


def _index_by_name(names: Iterable[tuple[str, str]]) -> dict[str, Collection[str]]:
    """Return the ids by normalized name."""
    ids: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name, id_ in names:
        if name:
            ids[normalize_name(name)][id_] = None
    return dict(ids)
