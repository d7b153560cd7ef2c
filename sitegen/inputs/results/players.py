"""The players of a ranking: ids for names, and pseudonyms for hidden players.

A hidden player is shown under a pseudonym, such as "Player 3" with the id `player-3`. A published copy of a
site has the pseudonyms alone: `KnownPseudonyms` says what is known of the players behind them.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby
from typing import Any, NamedTuple

from sitegen.core import person_names, personal_data
from sitegen.core.cells import parse_line, parse_yes_no
from sitegen.core.language import ENGLISH, Language
from sitegen.core.missing import Missing
from sitegen.core.names import extract_letters, make_sort_key, normalize_name, slugify
from sitegen.core.problems import (
    Problem,
    advise,
    check_device_name,
    join_messages,
    merge_repeated,
    quote_text,
    say,
)
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.new_names import FuzzyNameIndex, SimilarNames, reorder_name, suggest_player
from sitegen.inputs.results.rows import ColumnBatch

_PSEUDONYM_MARK = re.compile(r"\*player-([0-9]+)")


def mark_pseudonym(label: str) -> str:
    """Return the cell for a hidden player of whom the pseudonym alone is known; no id looks like it."""
    return f"*{label}"


class KnownPseudonyms(NamedTuple):
    """What a published copy of a ranking says of its hidden players.

    `before` has their pseudonyms in alphabetical order, as far as that order decided anything; each with the
    id of the first visible player who follows in the alphabet, blank where none is known. `lots` has the lots
    that they drew, by event: a digest that sorts among those of the others as the true one did.
    """

    before: Mapping[str, str] = {}
    lots: Mapping[str, Mapping[str, str]] = {}

    def get_label(self, id_: str) -> str:
        """Return the pseudonym in the cell of a hidden player; blank for everybody else."""
        label = id_.removeprefix("*")
        return label if _PSEUDONYM_MARK.fullmatch(id_) and label in self.before else ""

    def get_number(self, id_: str) -> int:
        """Return the number of that pseudonym; 0 for everybody else."""
        return int(self.get_label(id_).rpartition("-")[2] or 0)

    def insert_hidden(self, ids: Iterable[str]) -> list[str]:
        """Return the ids of visible players, in their order, with those of hidden players inserted."""
        ordered_ids = list(ids)
        for label, next_id in self.before.items():
            index = ordered_ids.index(next_id) if next_id in ordered_ids else len(ordered_ids)
            ordered_ids.insert(index, mark_pseudonym(label))
        return ordered_ids


NO_PSEUDONYMS = KnownPseudonyms()


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


class Pseudonym(NamedTuple):
    """The id (`slug`) and the name that a hidden player is shown under."""

    slug: str
    name: str


def read_persons(csv_files: Iterable[CsvFile]) -> list[Person]:
    """Return everyone in these files, also from malformed rows: references to them are not wrong as well."""
    return [
        _read_person(csv_file, line, row) for csv_file in csv_files for line, row in csv_file.iter_all_rows()
    ]


def _read_person(csv_file: CsvFile, line: int, row: Sequence[str]) -> Person:
    pairs = zip(csv_file.names, row, strict=False)
    cells = {name: unicodedata.normalize("NFC", cell.strip()) for name, cell in pairs}
    name = cells.get("name", "")
    aliases = tuple(filter(None, map(str.strip, cells.get("aliases", "").split("|"))))
    cell = cells.get("hidden", "")
    # In a malformed row a yes may be in another column. Who may be hidden is not named in its message.
    has_shifted_cells = len(row) != len(csv_file.names)
    words = [cell for cell in row if has_shifted_cells and not cell.strip().isdigit()]
    hidden = _is_yes(cell, default=True) or any(_is_yes(word, default=False) for word in words)
    is_shown = bool(cell) and not hidden
    id_, sort_name = cells.get("id") or name, cells.get("sort_name", "")
    return Person(id_, name, sort_name, aliases, hidden, is_shown, (csv_file, line))


def _is_yes(cell: str, *, default: bool) -> bool:
    """Whether a cell says yes; `default` where it is neither yes nor no."""
    try:
        return bool(cell.strip()) and parse_yes_no(cell)
    except ValueError:
        return default


def rank_alphabetically(
    players: Mapping[str, Sequence[Any]], known_pseudonyms: KnownPseudonyms = NO_PSEUDONYMS
) -> list[int]:
    """Return the rank of each player, from 1, in the alphabetical order of all by their real names."""
    names = zip(players["sort_name"], players["name"], players["id"], strict=True)
    keys = [(make_sort_key(sort_name or name or ""), id_ or "") for sort_name, name, id_ in names]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if known_pseudonyms.before:
        order = _insert_hidden(order, [id_ for _, id_ in keys], known_pseudonyms)
    ranks = {row: rank for rank, row in enumerate(order, 1)}
    return [ranks[row] for row in range(len(keys))]


def _insert_hidden(order: Sequence[int], ids: Sequence[str], known_pseudonyms: KnownPseudonyms) -> list[int]:
    """Return the rows in this order, but those known by pseudonym where `KnownPseudonyms` puts them.

    Rows with the same id stay together; that they have is an error that is reported elsewhere.
    """
    rows: dict[str, list[int]] = {}
    for row in order:
        rows.setdefault(ids[row], []).append(row)
    visible = [id_ for id_ in rows if not known_pseudonyms.get_label(id_)]
    return [row for id_ in known_pseudonyms.insert_hidden(visible) for row in rows.get(id_, ())]


_MAX_LIKE = 3
"""So many players are named in a hint."""


@dataclass(frozen=True)
class PlayerDirectory:
    """The players of a ranking, to be looked up by id, name or alias.

    A directory that is not complete, because a file could not be read, reports nobody as unknown. One that is
    revealed resolves hidden players to their real ids instead of their pseudonyms; their names stay secret.
    `language` is that of the pseudonyms. Of the players in `known_pseudonyms` no name is known.
    """

    persons: Sequence[Person]
    is_complete: bool = True
    is_revealed: bool = False
    files: Sequence[CsvFile] = ()
    language: Language = ENGLISH
    known_pseudonyms: KnownPseudonyms = NO_PSEUDONYMS

    @cached_property
    def pseudonyms(self) -> Mapping[str, Pseudonym]:
        """The pseudonyms of the hidden players by their real ids, numbered in the order of the rows."""
        hidden_ids = dict.fromkeys(person.id for person in self.persons if person.hidden)
        free_numbers = count(len(self.known_pseudonyms.before) + 1)
        numbers = {id_: self.known_pseudonyms.get_number(id_) or next(free_numbers) for id_ in hidden_ids}
        return {
            id_: Pseudonym(f"player-{number}", self.language.format_pseudonym(number))
            for id_, number in numbers.items()
        }

    @property
    def named_persons(self) -> Sequence[Person]:
        """The players whose names are known."""
        return [person for person in self.persons if not self.known_pseudonyms.get_label(person.id)]

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
    def _near_index(self) -> FuzzyNameIndex:
        """The names of the visible players, for hints; no message names a hidden player."""
        visible = [person for person in self.persons if not person.hidden]
        return FuzzyNameIndex(
            (name, person.id) for person in visible for name in (person.id, person.name, *person.aliases)
        )

    @cached_property
    def _hidden_index(self) -> SimilarNames:
        hidden_persons = (person for person in self.named_persons if person.hidden)
        return SimilarNames(
            name
            for person in hidden_persons
            for name in (person.id, person.name, person.sort_name, *person.aliases)
        )

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
        if self.known_pseudonyms.get_label(id_):
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
        if not ids and self._hidden_index.has_similar(name):  # a message with the name would disclose it
            message = say(
                "like-hidden-player", "this is not a player, but is like the name of a hidden player"
            )
            raise ValueError(message, advise("correct the name, or write the id"))
        if len(ids) != 1:
            raise ValueError(*(self._explain_ambiguous(name, ids) if ids else self._explain_unknown(name)))
        return self._shown_ids[next(iter(ids))]

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
        personal_data.check_personal_data(name)
        message = say("not-a-player", "{name} is not a player", name=quote_text(name))
        if not person_names.is_person_name(name):
            return message, advise("name the player, or take the row out where nobody played")
        plain = person_names.strip_additions(person_names.repair_letters(name) or name)
        near_ids = self._ids_by_name.get(normalize_name(plain)) or self._near_index.find_near(name)
        near_players = self._select_visible(near_ids or self._find_damaged(name))
        if near_players:
            near_names = [person.id if _ID.fullmatch(name) else person.name for person in near_players]
            return message, suggest_player(name, near_names, self.files, self._shown_ids)
        return message, self._suggest_for_unknown(name, plain)

    def _suggest_for_unknown(self, name: str, plain: str) -> str:
        """Return the hint about a name, and it without additions, that is nearly nobody's."""
        if person_names.is_damaged(name):
            return person_names.suggest_encoding()
        if self._has_several(name):
            return advise("several names stand here: write one in each cell")
        if len(partial_players := self._find_partial(plain)) == 1:
            near = quote_text(partial_players[0].name)
            return advise("write {near} if you mean them, or add this to their 'aliases'", near=near)
        new = suggest_player(plain, [], self.files, self._shown_ids)
        names = ", ".join(quote_text(person.name) for person in partial_players[:_MAX_LIKE])
        return join_messages(names and advise("did you mean {near}?", near=names), new)

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
        return len(parts) > 1 and any(map(self._select_visible, filter(None, known)))

    def _find_partial(self, name: str) -> list[Person]:
        """Return the visible players of whom a name has the initials, or the first or last name alone."""
        letters = extract_letters(name).replace("-", "")
        visible = (person for person in self.persons if not person.hidden)
        return [person for person in visible if letters in _make_short_spellings(person.name)]

    def apply_pseudonyms(self, players: Mapping[str, list[Any]]) -> None:
        """Replace the hidden players by their pseudonyms in the columns of players, unless revealed."""
        for row, id_ in enumerate(() if self.is_revealed else players["id"]):
            if id_ in self.pseudonyms:
                players["id"][row], players["name"][row] = self.pseudonyms[id_]
                players["sort_name"][row] = players["aliases"][row] = ""
                players["hidden"][row] = True


def _index_by_name(names: Iterable[tuple[str, str]]) -> dict[str, Collection[str]]:
    """Return the ids by normalized name."""
    ids: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name, id_ in names:
        if name:
            ids[normalize_name(name)][id_] = None
    return dict(ids)


_MIN_PLAYERS = 3
"""Fewer players with names of each other are players who changed their names."""
_MIN_RUN = 6
"""So many consecutive rows are no coincidence, whatever the rest of a register is like."""
_DIGITS = re.compile(r"\d+")


def find_shifts(players: ColumnBatch) -> list[Problem]:
    """Return an error when a column of names was sorted or moved apart from its ids and sort names.

    A name that contradicts its id says little: people marry, and have nicknames. It is another matter when
    the id of a row says the name in another row, whose own id contradicts that name as well.
    """
    cells = zip(*(players.values[column] for column in ("id", "name", "sort_name")), strict=True)
    rows = [
        (name or "", {_strip_digits(id_ or ""), _strip_digits(sort_name or "")} - {""})
        for id_, name, sort_name in cells
    ]
    contradicting = {
        row: contradicting_labels
        for row, (name, labels) in enumerate(rows)
        if name and (contradicting_labels := _find_contradicting(name, labels))
    }
    moved_rows = _find_moved([rows[row][0] for row in contradicting], contradicting)
    labelled = sum(bool(labels) for _, labels in rows)
    runs = groupby(enumerate(sorted(moved_rows)), key=lambda pair: pair[1] - pair[0])
    longest_run = max((len(list(run)) for _, run in runs), default=0)
    if longest_run < _MIN_RUN and not _are_many(moved_rows, len(contradicting), labelled):
        return []
    message = say(
        "names-moved",
        "{number} players have another name than their id or sort_name says",
        number=len(moved_rows),
    )
    hint = advise("a column was sorted or moved by itself: undo that, and sort whole rows")
    return merge_repeated([players.make_problem(row, "name", message, hint) for row in sorted(moved_rows)])


def _find_contradicting(name: str, labels: Collection[str]) -> Collection[str]:
    """Return the labels of a player, from id and sort name, that are no spelling of the name."""
    letters = sorted(_strip_digits(name))
    other_labels = [label for label in labels if sorted(label) != letters]
    return {*other_labels} - _make_spellings(name).keys() if other_labels else ()


def _find_moved(names: Iterable[str], contradicting: Mapping[int, Collection[str]]) -> dict[int, bool]:
    """Return the rows whose labels say one of these names, and whether a label says the whole name."""
    spellings: defaultdict[str, list[bool]] = defaultdict(list)
    for name in names:
        for text, is_whole in _make_spellings(name).items():
            spellings[text].append(is_whole)
    moved_rows = dict[int, bool]()
    for row, labels in contradicting.items():
        matches = [spellings[label] for label in labels if label in spellings]
        if any(any(match) or len(match) == 1 for match in matches):
            moved_rows[row] = any(map(any, matches))
    return moved_rows


def _are_many(moved_rows: Mapping[int, bool], contradicting: int, labelled: int) -> bool:
    """Whether these are half of the contradicting rows, or three quarters of all that have a label."""
    whole = sum(moved_rows.values())
    is_half = whole >= _MIN_PLAYERS and 2 * whole >= contradicting
    return is_half or (len(moved_rows) >= _MIN_PLAYERS and 4 * len(moved_rows) >= 3 * labelled)


def _strip_digits(text: str) -> str:
    """Return the letters of an id or a name."""
    return "".join(_split_words(text))


def _split_words(text: str) -> list[str]:
    return [word for part in extract_letters(text).split("-") if (word := _DIGITS.sub("", part))]


def _make_short_spellings(name: str) -> set[str]:
    """Return the spellings of a name that leave a part of it out, as `_split_words` would join them."""
    return {text for text, is_whole in _make_spellings(name).items() if not is_whole and len(text) > 2}


def _make_spellings(name: str) -> Mapping[str, bool]:
    """Return the spellings of a name in ids and sort names, and whether each says the whole name."""
    words = _split_words(name)
    return dict(_iter_spellings(words)) if words else {}


def _iter_spellings(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    first, last, rest = words[0], words[-1], "".join(words[1:])
    short = first[0] + last, last + first[0], first + last[0], first[0] + rest, rest + first[0]
    initials = "".join(word[0] for word in words)
    yield from dict.fromkeys((first, last, rest, initials, *short), False).items()
    if len(words) > 1:
        rotations = ("".join([*words[start:], *words[:start]]) for start in range(len(words)))
        yield from dict.fromkeys((first + last, last + first, *rotations), True).items()
