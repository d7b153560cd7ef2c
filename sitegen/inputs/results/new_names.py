"""Suggest what to do about a name that no player has.

An unknown name is a slip of the pen, a new player, or a new name of a known player.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import chain, count, pairwise

from sitegen.core.names import extract_letters, make_sort_key, slugify
from sitegen.core.person_names import is_particle, split_name_words
from sitegen.core.problems import advise, quote_text
from sitegen.inputs.results.csv_file import CsvFile

_WORD_PATTERN = re.compile(r"[^\W_]+")
_HYPHENATED_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_MAX_ROW = 500
_MIN_SIMILARITY = 0.8
_MAX_NAME = 300
"""The most characters of what may be a name: a cell whose quotes hold half a file is none."""
_MAX_WORDS, _MAX_WORD = 20, 30
_MIN_WORD = 5
"""The least letters of a word in which a slip is assumed: Tom and Tim, An and Ann are different people."""


class FuzzyNameIndex:
    """An index that finds a name by a misspelling of it that can mean nobody else.

    Both have the same letters, in the same or another order of words; or one long word differs by one slip
    inside it: a letter too many or too few, a wrong letter, or two letters swapped.
    """

    def __init__(self, targets: Iterable[tuple[str, str]]) -> None:
        """Index pairs of a name and the target that it finds: an id, or a name."""
        self._by_letters: dict[str, dict[str, None]] = {}
        self._by_other_words: dict[tuple[object, ...], list[tuple[str, str]]] = {}
        for name, target in targets:
            words = split_words(name)
            for letters in _make_letter_keys(words):
                self._by_letters.setdefault(letters, {})[target] = None
            for key, word in _iter_word_gaps(words):
                self._by_other_words.setdefault(key, []).append((word, target))

    def find_near(self, name: str) -> list[str]:
        """Return the targets of the names that `name` may be a misspelling of, each once."""
        words = split_words(name)
        targets: dict[str, None] = {}
        for letters in _make_letter_keys(words):
            targets |= self._by_letters.get(letters, {})
        for key, word in _iter_word_gaps(words):
            for other, target in self._by_other_words.get(key, ()):
                if _is_typo(word, other):
                    targets[target] = None
        return list(targets)


def split_words(name: str) -> list[str]:
    """Return the words of a name, without accents and case."""
    return _WORD_PATTERN.findall(make_sort_key(name))


def _make_letter_keys(words: Sequence[str]) -> set[str]:
    return {"".join(words), "".join(sorted(words))} - {""}


def _iter_word_gaps(words: Sequence[str]) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield each long word after each of its keys: itself, or without a letter, amid the other words.

    Words that one slip behind the first letter makes of each other have a key in common, and few others have.
    """
    for index, word in enumerate(words if len(words) <= _MAX_WORDS else ()):
        before, after = words[:index], words[index + 1 :]
        for key in _list_word_keys(word) if len(word) >= _MIN_WORD - 1 else ():
            yield (*before, None, key, *after), word


def _list_word_keys(word: str) -> set[str]:
    """Return a word, and what it is without any one of its letters but the first; of a long one the start."""
    short = word[:_MAX_WORD]
    return {short, *(short[:at] + short[at + 1 :] for at in range(1, len(short)))}


def _is_typo(word: str, other: str) -> bool:
    """Whether two long words differ by one slip.

    Words with different last letters are names of different people: Simon and Simone, Maria and Marie.
    """
    if min(len(word), len(other)) < _MIN_WORD:
        return False
    ends_alike = word[-1] == other[-1]
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return (ends_alike and max(len(word), len(other)) <= 1) or (len(word) == 2 and word == other[::-1])


def is_other_form(name: str, other: str) -> bool:
    """Whether two names can be forms of one: their words in any order, some left out, short or misspelled.

    `Toksen Jan`, `J. Toksen` and `Toksen` are forms of Jan Toksen, and `Bax, Maria` is one of Maria de Bax.
    """
    ways_to_split = split_words, split_name_words
    return any(_are_forms(split(name), split(other)) for split in ways_to_split)


def _are_forms(words: Sequence[str], other_words: Sequence[str]) -> bool:
    fewer, more = sorted((words, other_words), key=len)
    if "".join(fewer) in _join_rotations(more):
        return True
    if len(fewer) == 1:
        return len(fewer[0]) > 1 and fewer[0] in {more[0], more[-1]}
    free_words = [*more]
    for word in sorted(fewer, key=len, reverse=True):
        same_word = next((free_word for free_word in free_words if _is_form_of_word(word, free_word)), None)
        if same_word is not None:
            free_words.remove(same_word)
        elif not "".join(free_word[0] for free_word in free_words).startswith(
            word
        ):  # the initials as one word
            return False
    return any(len(word) > 1 and word in more for word in fewer)


def _is_form_of_word(word: str, other: str) -> bool:
    is_initial = min(len(word), len(other)) == 1 and word[0] == other[0]
    return word == other or is_initial or _is_typo(word, other)


def _join_rotations(words: Sequence[str]) -> set[str]:
    """Return the words as one, beginning with each of them: `toksenjan`, `jantoksen`."""
    return {"".join([*words[start:], *words[:start]]) for start in range(len(words))}


class SimilarNames:
    """An index of names that recognises names similar enough to disclose one of them to a reader."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: dict[str, list[str]] = {}
        for known_name in {*map(extract_letters, names)}:
            for pair in _split_pairs(known_name):
                self._by_pair.setdefault(pair, []).append(known_name)

    def has_similar(self, name: str) -> bool:
        """Whether `name` is similar to one of them; only names that share pairs of letters are compared."""
        own = extract_letters(name[: _MAX_NAME + 1])
        pairs = _split_pairs(own)
        shared_counts = Counter(chain.from_iterable(self._by_pair.get(pair, ()) for pair in pairs))
        least = len(own) // 3 - (len(own) - len(pairs))
        near_names = [known_name for known_name, number in shared_counts.items() if number >= least]
        return bool(get_close_matches(own, near_names, n=1, cutoff=_MIN_SIMILARITY))


def _split_pairs(word: str) -> set[str]:
    return {first + second for first, second in pairwise(word)}


def reorder_name(name: str) -> str:
    """Return `Peeters, An` as `An Peeters`; empty when the name has not exactly one comma."""
    family, _, first = name.partition(",")
    return f"{first.strip()} {family.strip()}" if first.strip() and "," not in first else ""


_MAX_COMPARED = 30
"""Of so many names that share most pairs of letters with another, the likeness is measured."""


class LikenessIndex:
    """An index that finds whom a name may mean that is misspelt, or has parts cut short or left out."""

    def __init__(self, targets: Iterable[tuple[str, str]]) -> None:
        """Index pairs of a name and the target that it finds."""
        self._names = [(_list_words(name), target) for name, target in targets]
        self._by_pair: dict[str, list[int]] = {}
        for place, (words, _) in enumerate(self._names):
            for pair in _split_pairs("".join(words)):
                self._by_pair.setdefault(pair, []).append(place)

    def find_like(self, name: str) -> list[str]:
        """Return the targets of the names that a name is like, the nearest first."""
        words, likeness = _list_words(name), dict[str, float]()
        pairs = _split_pairs("".join(words))
        shared = Counter(chain.from_iterable(self._by_pair.get(pair, ()) for pair in pairs))
        for place, _ in shared.most_common(_MAX_COMPARED):
            others, target = self._names[place]
            likeness[target] = max(likeness.get(target, 0), _measure_likeness(words, others))
        return sorted(filter(likeness.get, likeness), key=lambda target: -likeness[target])


def _measure_likeness(words: Sequence[str], others: Sequence[str]) -> float:
    """Return how much a name is like another, from 0 to 1."""
    if _is_cut(words, others) or (len(others) > 1 and _is_cut(others, words)):
        return 1
    ratio = SequenceMatcher(None, "".join(words), "".join(others)).ratio()
    return ratio if ratio >= _MIN_SIMILARITY else 0


_MIN_CUT = 3
"""The least letters of a name of one word that may be cut short."""


def _list_words(name: str) -> list[str]:
    return [word for word in split_words(name) if not is_particle(word)]


def _is_cut(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each word begins a word of its own among the others."""
    remaining = [*others]
    for word in sorted(words, key=len, reverse=True):
        longer = next((other for other in remaining if other.startswith(word)), None)
        if longer is None:
            return False
        remaining.remove(longer)
    return sum(map(len, words)) >= _MIN_CUT


def suggest_new_player(name: str, players: Sequence[CsvFile], ids: Collection[str]) -> str:
    """Suggest the row that adds somebody new to the files of `players`, which have these `ids`."""
    if not players:
        return ""
    row = quote_text(_make_row(name, players[-1], ids), _MAX_ROW)
    return advise("for somebody new add this row to {path}: {row}", path=players[-1].path, row=row)


def _make_row(text: str, players: CsvFile, ids: Collection[str]) -> str:
    """Return the row of a new player, in the form of the file of players."""
    name = reorder_name(text) or text
    if _HYPHENATED_ID.fullmatch(text):
        name = " ".join(word.capitalize() for word in text.split("-"))
    numbered_ids = (f"{slugify(name)}-{number}" for number in count(2))
    id_ = next(candidate for candidate in chain([slugify(name)], numbered_ids) if candidate not in ids)
    delimiter = players.lines.delimiter
    cells = {"id": id_, "name": f'"{name}"' if delimiter in name else name}
    return delimiter.join(cells.get(column, "") for column in players.names)
