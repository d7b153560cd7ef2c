"""Names that stand in other rows than their ids: a column of players that was sorted or moved by itself.

Those who hide, as a site hands them to whoever calculates it again: labels, and what they decided.

Who the players of a ranking are: ids for names, and labels for the hidden.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby
from typing import Any, NamedTuple

from sitegen.core import personal_data
from sitegen.core.cells import parse_line, parse_yes_no
from sitegen.core.language import ENGLISH, Language
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
from sitegen.core.unread import Missing
from sitegen.inputs.results.grid import CsvFile
from sitegen.inputs.results.new_names import FuzzyNameIndex, SimilarNames, reorder_name, suggest_player
from sitegen.inputs.results.rows import ColumnBatch

_MIN_PLAYERS = 3
"""Fewer players with names of each other are players who changed their names."""
_MIN_RUN = 6
"""So many rows below each other are no chance, whatever the rest of a register is like."""
_DIGITS = re.compile(r"\d+")


def find_shifts(players: ColumnBatch) -> list[Problem]:
    """An error where names of a register stand at other ids than those that say them, or other sort names.

    That a name contradicts its id says little: people marry, and have nicknames. It is another matter where
    the id of a row is the name in another row, whose own id contradicts that name as well.
    """
    cells = zip(*(players.values[column] for column in ("id", "name", "sort_name")), strict=True)
    rows = [
        (name or "", {_strip_digits(id_ or ""), _strip_digits(sort_name or "")} - {""})
        for id_, name, sort_name in cells
    ]
    denied = {
        row: found for row, (name, said) in enumerate(rows) if name and (found := _find_denied(name, said))
    }
    moved = _find_moved([rows[row][0] for row in denied], denied)
    claiming = sum(bool(said) for _, said in rows)
    is_shift = _are_many(moved, len(denied), claiming) or _find_longest_run(sorted(moved)) >= _MIN_RUN
    return (
        merge_repeated([_make_problem(players, row, len(moved)) for row in sorted(moved)]) if is_shift else []
    )


def _find_denied(name: str, said: Collection[str]) -> Collection[str]:
    """What is said of a player that is no way to say the name."""
    same = sorted(_strip_digits(name))
    others = [text for text in said if sorted(text) != same]
    return {*others} - _make_spellings(name).keys() if others else ()


def _find_moved(names: Iterable[str], denied: Mapping[int, Collection[str]]) -> dict[int, bool]:
    """The rows whose own names are among these, and whether the id or sort name of each says the whole."""
    bearers: defaultdict[str, list[bool]] = defaultdict(list)
    for name in names:
        for text, is_whole in _make_spellings(name).items():
            bearers[text].append(is_whole)
    moved = dict[int, bool]()
    for row, said in denied.items():
        others = [bearers[text] for text in said if text in bearers]
        if any(any(bearer) or len(bearer) == 1 for bearer in others):
            moved[row] = any(map(any, others))
    return moved


def _are_many(moved: Mapping[int, bool], denied: int, claiming: int) -> bool:
    """Whether these are most of what is wrong with the names, or of all that parts of names say."""
    whole = sum(moved.values())
    is_most = whole >= _MIN_PLAYERS and 2 * whole >= denied
    return is_most or (len(moved) >= _MIN_PLAYERS and 4 * len(moved) >= 3 * claiming)


def _find_longest_run(rows: Sequence[int]) -> int:
    """How many of the rows follow each other at most."""
    runs = groupby(enumerate(rows), key=lambda pair: pair[1] - pair[0])
    return max((len(list(run)) for _, run in runs), default=0)


def _strip_digits(text: str) -> str:
    """The letters of an id or a name, without what numbers it."""
    return "".join(_split_words(text))


def _split_words(text: str) -> list[str]:
    return [word for part in extract_letters(text).split("-") if (word := _DIGITS.sub("", part))]


def _make_spellings(name: str) -> Mapping[str, bool]:
    """What ids and sort names make of a name, each with whether it says the whole of it."""
    words = _split_words(name)
    return dict(_iter_spellings(words)) if words else {}


def _iter_spellings(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    first, last, rest = words[0], words[-1], "".join(words[1:])
    short = first[0] + last, last + first[0], first + last[0], first[0] + rest, rest + first[0]
    initials = "".join(word[0] for word in words)
    yield from dict.fromkeys((first, last, rest, initials, *short), False).items()
    if len(words) > 1:
        turned = ("".join([*words[at:], *words[:at]]) for at in range(len(words)))
        yield from dict.fromkeys((first + last, last + first, *turned), True).items()


def _make_problem(players: ColumnBatch, row: int, number: int) -> Problem:
    message = say(
        "names-moved", "{number} players have another name than their id or sort_name says", number=number
    )
    hint = advise("a column was sorted or moved by itself: undo that, and sort whole rows")
    return players.make_problem(row, "name", message, hint)


_PSEUDONYM_MARK = re.compile(r"\*player-([0-9]+)")


def mark_pseudonym(label: str) -> str:
    """How a table names a hidden player of whom nothing is known but the label: no id is written so."""
    return f"*{label}"


class KnownPseudonyms(NamedTuple):
    """What is known of the hidden players of a ranking where nobody knows who they are.

    `before` has their labels, in an order that is right wherever it decided anything; each with the id of the
    first visible player known to stand behind them in the alphabet, blank where none is. `lots` are what
    they drew by occasion: a digest that falls among those of the others as the true one did.
    """

    before: Mapping[str, str] = {}
    lots: Mapping[str, Mapping[str, str]] = {}

    def get_label(self, id_: str) -> str:
        """The label in what a table names a hidden player by; blank for everybody else."""
        label = id_.removeprefix("*")
        return label if _PSEUDONYM_MARK.fullmatch(id_) and label in self.before else ""

    def get_number(self, id_: str) -> int:
        """The number of that label; 0 for everybody else."""
        return int(self.get_label(id_).rpartition("-")[2] or 0)

    def insert_hidden(self, ids: Iterable[str]) -> list[str]:
        """The ids of visible players in their order, with those of the hidden where they stand among them."""
        found = list(ids)
        for label, behind in self.before.items():
            found.insert(found.index(behind) if behind in found else len(found), mark_pseudonym(label))
        return found


NO_PSEUDONYMS = KnownPseudonyms()


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
    row_place: tuple[CsvFile, int] | None = None


class Pseudonym(NamedTuple):
    """What a hidden player is shown under."""

    slug: str
    name: str


def read_persons(grids: Iterable[CsvFile]) -> list[Person]:
    """Everyone in these files, also where a row is wrong: whoever refers to them is not wrong as well."""
    blocks = ((grid, block) for grid in grids for block in grid.iter_blocks())
    return [
        _read_person(grid, line, row)
        for grid, block in blocks
        for line, row in [*zip(block.lines, block.rows, strict=True), *block.malformed_rows]
    ]


def _read_person(grid: CsvFile, line: int, row: Sequence[str]) -> Person:
    pairs = zip(grid.names, row, strict=False)
    cells = {name: unicodedata.normalize("NFC", cell.strip()) for name, cell in pairs}
    name = cells.get("name", "")
    aliases = tuple(filter(None, map(str.strip, cells.get("aliases", "").split("|"))))
    cell = cells.get("hidden", "")
    is_cut = len(row) != len(grid.names)  # a yes may stand in the column of something else
    # Whoever may hide, as far as can be told from a row with an error in it, is not named in its message.
    words = [cell for cell in row if is_cut and not cell.strip().isdigit()]
    hidden = _is_yes(cell, unread=True) or any(_is_yes(word, unread=False) for word in words)
    is_shown = bool(cell) and not hidden
    own = cells.get("id") or name, name, cells.get("sort_name", ""), aliases
    return Person(*own, hidden, is_shown, (grid, line))


def _is_yes(cell: str, *, unread: bool) -> bool:
    try:
        return bool(cell.strip()) and parse_yes_no(cell)
    except ValueError:
        return unread


def rank_alphabetically(
    players: Mapping[str, Sequence[Any]], veil: KnownPseudonyms = NO_PSEUDONYMS
) -> list[int]:
    """The place of each player, from 1, in the alphabetical order of all by their real names."""
    names = zip(players["sort_name"], players["name"], players["id"], strict=True)
    keys = [(make_sort_key(sort_name or name or ""), id_ or "") for sort_name, name, id_ in names]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    if veil.before:
        order = _insert_hidden(order, [id_ for _, id_ in keys], veil)
    places = {row: place for place, row in enumerate(order, 1)}
    return [places[row] for row in range(len(keys))]


def _insert_hidden(order: Sequence[int], ids: Sequence[str], veil: KnownPseudonyms) -> list[int]:
    """The rows in this order, but those of whom a label alone is known stand where that was decided.

    Rows with the same id, which is an error that is told elsewhere, stand together.
    """
    rows: dict[str, list[int]] = {}
    for row in order:
        rows.setdefault(ids[row], []).append(row)
    visible = [row_id for row_id in rows if not veil.get_label(row_id)]
    return [row for id_ in veil.insert_hidden(visible) for row in rows.get(id_, ())]


@dataclass(frozen=True)
class PlayerDirectory:
    """The players of a ranking, to be found by id, name or alias.

    They are incomplete when a file of players could not be read: then nobody is unknown. When they are
    revealed, the hidden go by who they are instead of by their labels; their names are secrets all the same.
    `grids` are their files, `language` that of the labels. Of who is behind the `veil` no name is known.
    """

    persons: Sequence[Person]
    is_complete: bool = True
    is_revealed: bool = False
    files: Sequence[CsvFile] = ()
    language: Language = ENGLISH
    known_pseudonyms: KnownPseudonyms = NO_PSEUDONYMS

    @cached_property
    def pseudonyms(self) -> Mapping[str, Pseudonym]:
        """The labels of the hidden players by their real ids: they are numbered by rows."""
        hidden = dict.fromkeys(person.id for person in self.persons if person.hidden)
        numbers = count(len(self.known_pseudonyms.before) + 1)
        labelled = ((id_, self.known_pseudonyms.get_number(id_) or next(numbers)) for id_ in hidden)
        return {id_: Pseudonym(f"player-{n}", self.language.format_pseudonym(n)) for id_, n in labelled}

    @property
    def named_persons(self) -> Sequence[Person]:
        """Those whose names are known here."""
        return [person for person in self.persons if not self.known_pseudonyms.get_label(person.id)]

    @cached_property
    def _shown_ids(self) -> Mapping[str, str]:
        shown = {person.id: person.id for person in self.persons}
        return (
            shown if self.is_revealed else shown | {id_: label.slug for id_, label in self.pseudonyms.items()}
        )

    @cached_property
    def _slugs(self) -> frozenset[str]:
        return frozenset(label.slug for label in self.pseudonyms.values())

    @cached_property
    def _ids_by_name(self) -> Mapping[str, Collection[str]]:
        """Who bears a name or alias; and a sort name or an id in capitals, where it is no name of anybody."""
        names = [
            (name, person.id) for person in self.named_persons for name in (person.name, *person.aliases)
        ]
        others = [
            (name, person.id) for person in self.named_persons for name in (person.sort_name, person.id)
        ]
        return _index_by_name(others) | _index_by_name(names)

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(person.id for person in self.persons)

    @cached_property
    def _near_index(self) -> FuzzyNameIndex:
        """The ids of all but the hidden, whom no message names."""
        visible = [person for person in self.persons if not person.hidden]
        return FuzzyNameIndex(
            (name, person.id) for person in visible for name in (person.id, person.name, *person.aliases)
        )

    @cached_property
    def _hidden_index(self) -> SimilarNames:
        hidden = (person for person in self.named_persons if person.hidden)
        return SimilarNames(
            name for person in hidden for name in (person.id, person.name, person.sort_name, *person.aliases)
        )

    @cached_property
    def _invalid_id_index(self) -> FuzzyNameIndex:
        """Those whose own id is wrong, which is told: who was meant by it is not unknown as well."""
        faulty = [person for person in self.named_persons if not _ID.fullmatch(person.id)]
        return FuzzyNameIndex((name, person.id) for person in faulty for name in (person.id, person.name))

    def parse_own_id(self, cell: str) -> str:
        """The id that a player is given; raises as a parser of cells does."""
        found = parse_line(cell, is_personal=cell.strip().replace("-", "").isdigit())  # a member's number
        if self.known_pseudonyms.get_label(found):
            return found
        if not _ID.fullmatch(found):
            message = say("bad-id", "{id} cannot be an id", id=quote_text(found))
            raise ValueError(message, self._suggest_id(found))
        if told := check_device_name(found):
            raise ValueError(told, advise("choose another id"))
        if found in self._slugs:
            message = say("id-is-label", "{id} is the label of a hidden player", id=quote_text(found))
            raise ValueError(message, advise("choose another id"))
        return found

    def resolve(self, cell: str) -> Any:
        """The id, or slug, of the player that a cell names; raises as a parser of cells does.

        `Unread` where the row of that player may be one that could not be read.
        """
        named = unicodedata.normalize("NFC", cell.strip())
        if named in self._shown_ids:
            return self._shown_ids[named]
        either = (self._ids_by_name.get(normalize_name(name)) for name in (named, reorder_name(named)))
        ids = next(filter(None, either), ())
        if not ids and self._hidden_index.has_similar(named):
            raise ValueError(*_explain_like_hidden())
        if not ids and (not self.is_complete or self._invalid_id_index.find_near(named)):
            return Missing()
        if len(ids) != 1:
            raise ValueError(*(self._explain_ambiguous(named, ids) if ids else self._explain_unknown(named)))
        return self._shown_ids[next(iter(ids))]

    def _explain_ambiguous(self, named: str, ids: Collection[str]) -> tuple[str, str]:
        message = say(
            "name-of-several",
            "{name} is the name of {number} players",
            name=quote_text(named),
            number=len(ids),
        )
        visible = [quote_text(id_) for id_ in ids if id_ not in self.pseudonyms]
        if not visible:
            return message, advise("write the id")
        return message, advise("write the id: {ids}", ids=", ".join(visible))

    def _explain_unknown(self, named: str) -> tuple[str, str]:
        personal_data.check_personal_data(named)
        near = self._near_index.find_near(named)
        shown = (
            near if _ID.fullmatch(named) else [person.name for person in self.persons if person.id in near]
        )
        message = say("not-a-player", "{name} is not a player", name=quote_text(named))
        return message, suggest_player(named, shown, self.files, self._ids)

    def _suggest_id(self, id_: str) -> str:
        better = slugify(id_)
        use = advise("use lower-case letters, digits and '-'")
        return join_messages(use, advise("such as {id}", id=better)) if better else use

    def apply_pseudonyms(self, players: Mapping[str, list[Any]]) -> None:
        """Put the labels of the hidden in the place of who they are, in the columns of the players.

        Nothing is put where they are revealed.
        """
        for row, id_ in enumerate(() if self.is_revealed else players["id"]):
            if id_ in self.pseudonyms:
                players["id"][row], players["name"][row] = self.pseudonyms[id_]
                players["sort_name"][row] = players["aliases"][row] = ""
                players["hidden"][row] = True


def _explain_like_hidden() -> tuple[str, str]:
    """What is said of a cell so like the name of a hidden player that to repeat it would name them."""
    message = say("like-hidden-player", "this is not a player, and is like the name of one who hides")
    return message, advise("correct the name, or write the id")


def _index_by_name(names: Iterable[tuple[str, str]]) -> dict[str, Collection[str]]:
    """The ids by name, as names are compared."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name, id_ in names:
        if name:
            found[normalize_name(name)][id_] = None
    return dict(found)
