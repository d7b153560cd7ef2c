"""Names of players that may be somebody else's, or that two of them bear.

What to do about a name that no player bears: a slip of the pen, somebody new, or a new name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, count, pairwise

from sitegen.core.names import extract_letters, make_sort_key, normalize_name, slugify
from sitegen.core.problems import Problem, Severity, advise, join_messages, quote_text, say
from sitegen.inputs.results.grid import CsvFile
from sitegen.inputs.results.rows import ColumnBatch

_LOOKALIKE_ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"}


def find_doubtful_names(players: ColumnBatch) -> Iterator[Problem]:
    """Warnings of names that look like others and are not, and of those that an earlier player has."""
    first: dict[str, int] = {}
    for row, name in enumerate(players.values["name"]):
        if name and (alphabets := find_mixed_alphabets(name)):
            message = say(
                "mixed-alphabets",
                "{name} mixes letters of several alphabets in one word: {alphabets}",
                name=quote_text(name),
                alphabets=", ".join(alphabets),
            )
            yield _make_warning(
                players, row, message, advise("they look alike and differ: type the name anew")
            )
        earlier = first.setdefault(normalize_name(name), row) if name else row
        if earlier != row and not _are_distinct(players, row, earlier):
            id_, place = quote_text(players.values["id"][earlier] or ""), players.format_place(earlier)
            message = say(
                "name-again",
                "{name} is the name of {id} too: {place}",
                name=quote_text(name),
                id=id_,
                place=place,
            )
            hint = advise("one player has one id; of two players give one a 'sort_name' of their own")
            yield _make_warning(players, row, message, hint)


def _are_distinct(players: ColumnBatch, row: int, earlier: int) -> bool:
    """Whether two rows of one name have other sort names, are one id, which is told, or may not be named."""
    pairs = {name: (cells[row], cells[earlier]) for name, cells in players.values.items()}
    sort_names = [extract_letters(name or "") for name in pairs["sort_name"]]
    differ = all(sort_names) and sort_names[0] != sort_names[1]
    return differ or any(pairs["hidden"]) or len({*pairs["id"]}) == 1


def _make_warning(players: ColumnBatch, row: int, message: str, hint: str) -> Problem:
    return players.make_problem(row, "name", message, hint)._replace(severity=Severity.WARNING)


def find_mixed_alphabets(name: str) -> Sequence[str]:
    """The alphabets of a word whose letters come from several that look alike; empty when there is none."""
    for word in () if name.isascii() else name.split():
        found = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        if len(found & _LOOKALIKE_ALPHABETS) > 1:
            return sorted(alphabet.capitalize() for alphabet in found & _LOOKALIKE_ALPHABETS)
    return []


_WORD_PATTERN = re.compile(r"[^\W_]+")
_HYPHENATED_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_MAX_ROW = 500
_MIN_SIMILARITY = 0.8
_MIN_WORD = 5
"""Shorter words are names of other people when a letter differs: Tom and Tim, An and Ann."""


class FuzzyNameIndex:
    """Names, to be found by one that is so like them that only a slip sets it apart: nobody else is meant.

    They have the same letters, in the same or another order of words; or one long word differs by one slip
    inside it: a letter too many or too few, another one, or two that changed places.
    """

    def __init__(self, meant: Iterable[tuple[str, str]]) -> None:
        """Names, each with the one that it is found as."""
        self._same: dict[str, dict[str, None]] = {}
        self._but_one: dict[tuple[object, ...], list[tuple[str, str]]] = {}
        for name, found_as in meant:
            words = _split_words(name)
            for same in _make_letter_keys(words):
                self._same.setdefault(same, {})[found_as] = None
            for shared, word in _iter_word_gaps(words):
                self._but_one.setdefault(shared, []).append((word, found_as))

    def find_near(self, name: str) -> list[str]:
        """What is found as those that are like `name`, each once."""
        words = _split_words(name)
        found = dict.fromkeys(
            found_name for key in _make_letter_keys(words) for found_name in self._same.get(key, ())
        )
        for key, word in _iter_word_gaps(words):
            found |= dict.fromkeys(
                found_as for other, found_as in self._but_one.get(key, ()) if _is_typo(word, other)
            )
        return list(found)


def _split_words(name: str) -> list[str]:
    return _WORD_PATTERN.findall(make_sort_key(name))


def _make_letter_keys(words: Sequence[str]) -> set[str]:
    return {"".join(words), "".join(sorted(words))} - {""}


def _iter_word_gaps(words: Sequence[str]) -> Iterator[tuple[tuple[object, ...], str]]:
    """Each long word, with all that a name must share with this one where that word has a slip inside it."""
    for place, word in enumerate(words):
        if len(word) >= _MIN_WORD - 1:
            yield (word[0], *words[:place], None, *words[place + 1 :]), word


def _is_typo(word: str, other: str) -> bool:
    """Whether one slip makes one word the other, both of which are long enough.

    With another last letter it is the name of somebody else: Simon and Simone, Maria and Marie.
    """
    if min(len(word), len(other)) < _MIN_WORD:
        return False
    ends_alike = word[-1] == other[-1]
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return (ends_alike and max(len(word), len(other)) <= 1) or (len(word) == 2 and word == other[::-1])


class SimilarNames:
    """Names that others tell whoever reads those, though more than a slip sets them apart."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: dict[str, list[str]] = {}
        for known in {*map(extract_letters, names)}:
            for pair in _split_pairs(known):
                self._by_pair.setdefault(pair, []).append(known)

    def has_similar(self, name: str) -> bool:
        """Whether `name` is like one of them: few have enough pairs of letters in common to be compared."""
        own = extract_letters(name)
        pairs = _split_pairs(own)
        shared = Counter(chain.from_iterable(self._by_pair.get(pair, ()) for pair in pairs))
        least = len(own) // 3 - (len(own) - len(pairs))
        near = [known for known, number in shared.items() if number >= least]
        return bool(get_close_matches(own, near, n=1, cutoff=_MIN_SIMILARITY))


def _split_pairs(word: str) -> set[str]:
    return {one + other for one, other in pairwise(word)}


def reorder_name(name: str) -> str:
    """`Peeters, An` as `An Peeters`; empty where no single comma stands in the name."""
    family, _, first = name.partition(",")
    return f"{first.strip()} {family.strip()}" if first.strip() and "," not in first else ""


def suggest_player(named: str, near: Sequence[str], players: Sequence[CsvFile], ids: Collection[str]) -> str:
    """What to do about `named`: the one name or id that is `near`, else the row that makes them a player.

    `players` are the files of players, which have these `ids`.
    """
    if len(near) == 1:
        return advise("did you mean {near}?", near=quote_text(near[0]))
    if not any(map(str.isalpha, named)):
        return advise("write the id of a player, or the name")
    renamed = advise("for a player under another name add this one to their 'aliases'")
    if not players:
        return renamed
    row = quote_text(_make_row(named, players[-1], ids), _MAX_ROW)
    new = advise("for somebody new add this row to {path}: {row}", path=players[-1].path, row=row)
    return join_messages(new, renamed)


def _make_row(named: str, players: CsvFile, ids: Collection[str]) -> str:
    """The row of somebody new, as the file of players is written."""
    name = reorder_name(named) or named
    if _HYPHENATED_ID.fullmatch(named):
        name = " ".join(word.capitalize() for word in named.split("-"))
    numbered = (f"{slugify(name)}-{number}" for number in count(2))
    id_ = next(candidate for candidate in chain([slugify(name)], numbered) if candidate not in ids)
    cells = {"id": id_, "name": name}
    return players.lines.delimiter.join(
        _quote_cell(cells.get(column, ""), players) for column in players.names
    )


def _quote_cell(text: str, players: CsvFile) -> str:
    return f'"{text}"' if players.lines.delimiter in text else text
