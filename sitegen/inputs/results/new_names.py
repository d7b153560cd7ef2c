"""Check the names of players, and suggest what to do about a name that no player has.

An unknown name is a slip of the pen, a new player, or a new name of a known player.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain, count, pairwise

from sitegen.core.names import extract_letters, make_sort_key, normalize_name, slugify
from sitegen.core.problems import (
    Problem,
    Severity,
    advise,
    join_messages,
    merge_repeated,
    pluralize,
    quote_text,
    say,
)
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.rows import ColumnBatch

_LOOKALIKE_ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"}


def find_doubtful_names(players: ColumnBatch) -> Iterator[Problem]:
    """Yield warnings of doubtful names.

    They mix letters of several alphabets, have the sort name of another player, or are the name of an earlier
    player.
    """
    yield from _report_mixed_alphabets(players)
    yield from _report_sort_names_of_others(players)
    yield from _report_repeated_names(players)


def _report_mixed_alphabets(players: ColumnBatch) -> Iterator[Problem]:
    for row, name in enumerate(players.values["name"]):
        if name and (alphabets := find_mixed_alphabets(name)):
            message = say(
                "mixed-alphabets",
                "{name} mixes letters of several alphabets in one word: {alphabets}",
                name=quote_text(name),
                alphabets=", ".join(alphabets),
            )
            hint = advise("they look alike, but differ: type the name again")
            yield _make_warning(players, row, "name", message, hint)


def _report_sort_names_of_others(players: ColumnBatch) -> Iterator[Problem]:
    names_by_words = {frozenset(_split_words(name)): name for name in players.values["name"] if name}
    for row, (name, sort_name) in enumerate(
        zip(players.values["name"], players.values["sort_name"], strict=True)
    ):
        words = frozenset(_split_words(sort_name or ""))
        other = names_by_words.get(words)
        if name and other and words.isdisjoint(_split_words(name)):
            message = say(
                "sort-name-of-other",
                "{sort_name} is the name of {other}",
                sort_name=quote_text(sort_name),
                other=quote_text(other),
            )
            hint = advise("sort the whole table, not one column of it; or correct this cell")
            yield _make_warning(players, row, "sort_name", message, hint)


def _report_repeated_names(players: ColumnBatch) -> Iterator[Problem]:
    first_rows: dict[str, int] = {}
    earlier_rows: dict[int, int] = {}
    for row, name in enumerate(players.values["name"]):
        earlier = first_rows.setdefault(normalize_name(name), row) if name else row
        if earlier != row and not _are_distinct(players, row, earlier):
            earlier_rows[row] = earlier
    for row, earlier in [*earlier_rows.items()][:1]:
        message = pluralize(
            len(earlier_rows),
            "{name} is the name of {id} too: {place}",
            "{number} players have the name of an earlier player, such as {name}, the name of {id} too:"
            " {place}",
            code="name-again",
            name=quote_text(players.values["name"][row]),
            id=quote_text(players.values["id"][earlier] or ""),
            place=players.format_place(earlier),
        )
        hint = advise("one player has one id; of two players give one a 'sort_name' of their own")
        yield from merge_repeated(
            [_make_warning(players, repeated, "name", message, hint) for repeated in earlier_rows]
        )


def _are_distinct(players: ColumnBatch, row: int, earlier: int) -> bool:
    """Whether two rows of one name need no warning: other sort names, the same id, or a hidden player."""
    pairs = {name: (cells[row], cells[earlier]) for name, cells in players.values.items()}
    sort_names = [extract_letters(name or "") for name in pairs["sort_name"]]
    differ = all(sort_names) and sort_names[0] != sort_names[1]
    return differ or any(pairs["hidden"]) or len({*pairs["id"]}) == 1


def _make_warning(players: ColumnBatch, row: int, column: str, message: str, hint: str) -> Problem:
    return players.make_problem(row, column, message, hint)._replace(severity=Severity.WARNING)


def find_mixed_alphabets(name: str) -> Sequence[str]:
    """Return the alphabets of a word that mixes several with lookalike letters; empty when none does."""
    for word in () if name.isascii() else name.split():
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        if len(alphabets & _LOOKALIKE_ALPHABETS) > 1:
            return sorted(alphabet.capitalize() for alphabet in alphabets & _LOOKALIKE_ALPHABETS)
    return []


_WORD_PATTERN = re.compile(r"[^\W_]+")
_HYPHENATED_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_MAX_ROW = 500
_MIN_SIMILARITY = 0.8
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
            words = _split_words(name)
            for letters in _make_letter_keys(words):
                self._by_letters.setdefault(letters, {})[target] = None
            for key, word in _iter_word_gaps(words):
                self._by_other_words.setdefault(key, []).append((word, target))

    def find_near(self, name: str) -> list[str]:
        """Return the targets of the names that `name` may be a misspelling of, each once."""
        words = _split_words(name)
        targets: dict[str, None] = {}
        for letters in _make_letter_keys(words):
            targets |= self._by_letters.get(letters, {})
        for key, word in _iter_word_gaps(words):
            for other, target in self._by_other_words.get(key, ()):
                if _is_typo(word, other):
                    targets[target] = None
        return list(targets)


def _split_words(name: str) -> list[str]:
    return _WORD_PATTERN.findall(make_sort_key(name))


def _make_letter_keys(words: Sequence[str]) -> set[str]:
    return {"".join(words), "".join(sorted(words))} - {""}


def _iter_word_gaps(words: Sequence[str]) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield each long word after its key: its first letter, and the other words of the name around a gap."""
    for index, word in enumerate(words):
        if len(word) >= _MIN_WORD - 1:
            yield (word[0], *words[:index], None, *words[index + 1 :]), word


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


class SimilarNames:
    """An index of names that recognises names similar enough to disclose one of them to a reader."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: dict[str, list[str]] = {}
        for known_name in {*map(extract_letters, names)}:
            for pair in _split_pairs(known_name):
                self._by_pair.setdefault(pair, []).append(known_name)

    def has_similar(self, name: str) -> bool:
        """Whether `name` is similar to one of them; only names that share pairs of letters are compared."""
        own = extract_letters(name)
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


def suggest_player(
    name: str, near_names: Sequence[str], players: Sequence[CsvFile], ids: Collection[str]
) -> str:
    """Suggest the only one of `near_names`, names or ids; else the row that adds `name` to the players.

    `players` are the files of players, which have these `ids`.
    """
    if len(near_names) == 1:
        return advise("did you mean {near}?", near=quote_text(near_names[0]))
    alias_hint = advise("for a known player correct the name, or add it to their 'aliases'")
    if not players:
        return alias_hint
    row = quote_text(_make_row(name, players[-1], ids), _MAX_ROW)
    new = advise("for somebody new add this row to {path}: {row}", path=players[-1].path, row=row)
    return join_messages(new, alias_hint)


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
