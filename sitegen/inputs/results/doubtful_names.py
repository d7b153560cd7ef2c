"""Doubtful names and ids in a table of players, each a warning: nobody can know who is meant but the club.

Nothing is said where the names of a table are written otherwise on purpose: a table whose ids are numbers or
nicknames, or whose names are single words, says nothing about how an id or a name should be.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from sitegen.core.autoformat import is_rewritten
from sitegen.core.names import normalize_name
from sitegen.core.person_names import is_particle, split_aliases
from sitegen.core.problems import Problem, Severity, advise, merge_repeated, pluralize, quote_text, say
from sitegen.inputs.privacy.folding import fold_text
from sitegen.inputs.results.new_names import split_words
from sitegen.inputs.results.rows import ColumnBatch

_LOOKALIKE_ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"}


def find_doubtful_names(players: ColumnBatch) -> Iterator[Problem]:
    """Yield warnings of names that may not be meant, or not be of whom they are written for."""
    yield from _report_mixed_alphabets(players)
    yield from _report_sort_names_of_others(players)
    yield from _report_repeated_names(players)
    yield from _report_rewritten_ids(players)
    entries = _list_entries(players)
    yield from _report_aliases_of_others(players, entries)
    yield from _report_short_names(players, entries)
    yield from _report_joined_names(players, entries)
    yield from _report_contradictions(players, entries)


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
    names_by_words = {frozenset(split_words(name)): name for name in players.values["name"] if name}
    for row, (name, sort_name) in enumerate(
        zip(players.values["name"], players.values["sort_name"], strict=True)
    ):
        words = frozenset(split_words(sort_name or ""))
        other = names_by_words.get(words)
        if name and other and words.isdisjoint(split_words(name)):
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
        key = " ".join(sorted(split_words(name or ""))) or normalize_name(name or "")
        earlier = first_rows.setdefault(key, row) if name else row
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
    sort_names = zip(pairs["sort_name"], pairs["name"], strict=True)
    words = {tuple(sorted(split_words(sort_name or name))) for sort_name, name in sort_names}
    return len(words) > 1 or any(pairs["hidden"]) or len({*pairs["id"]}) == 1


def _make_warning(players: ColumnBatch, row: int, column: str, message: str, hint: str) -> Problem:
    return players.make_problem(row, column, message, hint)._replace(severity=Severity.WARNING)


def find_mixed_alphabets(name: str) -> Sequence[str]:
    """Return the alphabets of a word that mixes several with lookalike letters; empty when none does."""
    for word in () if name.isascii() else name.split():
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        if len(alphabets & _LOOKALIKE_ALPHABETS) > 1:
            return sorted(alphabet.capitalize() for alphabet in alphabets & _LOOKALIKE_ALPHABETS)
    return []


def _report_rewritten_ids(players: ColumnBatch) -> Iterator[Problem]:
    rows = [
        row
        for row, (id_, is_hidden) in enumerate(
            zip(players.values["id"], players.values["hidden"], strict=True)
        )
        if id_ and not is_hidden and is_rewritten(id_)
    ]
    for first in rows[:1]:
        message = pluralize(
            len(rows),
            "a spreadsheet takes the id {id} for a number, a day, or true and false, and writes it otherwise",
            "a spreadsheet takes {number} ids, such as {id}, for numbers, days, or true and false, and writes"
            " them otherwise",
            code="id-of-spreadsheet",
            id=quote_text(players.values["id"][first]),
        )
        hint = advise(
            "open the file by 'Data, From Text/CSV' with this column as text; give new players ids of letters"
        )
        yield from merge_repeated([_make_warning(players, row, "id", message, hint) for row in rows])


class _Entry(NamedTuple):
    """A visible player: the row, id, name, sort name and aliases, and the folded words of the name."""

    row: int
    id: str
    name: str
    sort_name: str
    aliases: Sequence[str]
    words: Sequence[str]


def _list_entries(players: ColumnBatch) -> list[_Entry]:
    """Return the players who are not hidden and have a name."""
    columns = [players.values[column] for column in ("id", "name", "sort_name", "aliases", "hidden")]
    return [
        _Entry(row, id_ or "", name, sort_name or "", split_aliases(aliases or ""), _fold_words(name))
        for row, (id_, name, sort_name, aliases, hidden) in enumerate(zip(*columns, strict=True))
        if name and not hidden
    ]


_WORDS = re.compile(r"[^\W\d_]+")
_APOSTROPHES = re.compile("['\u2018\u2019`]")
_LIKE = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ij", "i"), ("ph", "f"), ("th", "t"), ("ks", "x"))
_LIKE_LETTERS = str.maketrans("cyz", "kis")


def _fold_words(name: str) -> list[str]:
    """Return the words of a name without accents, alike for two spellings of one: Marc and Mark."""
    folded = _APOSTROPHES.sub("", fold_text(name))
    for letters, letter in _LIKE:
        folded = folded.replace(letters, letter)
    return _WORDS.findall(folded.translate(_LIKE_LETTERS))


def _report_aliases_of_others(players: ColumnBatch, entries: Sequence[_Entry]) -> Iterator[Problem]:
    owners: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for entry in entries:
        for name in (entry.name, entry.id, *entry.aliases):
            owners[normalize_name(name)][entry.id] = None
    for entry in entries:
        for alias in entry.aliases:
            if others := [id_ for id_ in owners[normalize_name(alias)] if id_ != entry.id]:
                message = say(
                    "alias-of-other",
                    "the alias {alias} of {id} is a name of {other} too",
                    alias=quote_text(alias),
                    id=quote_text(entry.id),
                    other=quote_text(others[0]),
                )
                hint = advise("keep it at one of the two: as it is, it says neither")
                yield _make_warning(players, entry.row, "aliases", message, hint)


def _are_full_names(entries: Sequence[_Entry]) -> bool:
    """Whether most players have a first and a last name, so that a single word may be a slip."""
    return 4 * sum(len(entry.words) > 1 for entry in entries) >= 3 * len(entries)


def _report_short_names(players: ColumnBatch, entries: Sequence[_Entry]) -> Iterator[Problem]:
    """Yield a warning for each name of one word with which another name begins or ends."""
    others: dict[str, _Entry] = {}
    for entry in entries:
        if len(entry.words) > 1:
            others.setdefault(entry.words[-1], entry)
            others[entry.words[0]] = entry
    for entry in entries if _are_full_names(entries) else ():
        other = others.get(entry.words[0]) if len(entry.words) == 1 and not entry.sort_name else None
        if other and other.id != entry.id:
            message = say(
                "name-of-one-word",
                "is {name} somebody else than {other}, {id}?",
                name=quote_text(entry.name),
                other=quote_text(other.name),
                id=quote_text(other.id),
            )
            hint = advise("write the whole name, or a 'sort_name' beside it; of one player keep one row")
            yield _make_warning(players, entry.row, "name", message, hint)


_JOINED = re.compile(r"(?!Ma?c|De|Van|Von|La|Le|Di|Da|Du|Fitz)([^\W\d_]*[a-zß-ÿ])([A-ZÀ-Þ][a-zß-ÿ]+)")


def _report_joined_names(players: ColumnBatch, entries: Sequence[_Entry]) -> Iterator[Problem]:
    """Yield a warning for each name that has lost the blanks between its words: `AnPeeters`."""
    for entry in entries if _are_full_names(entries) else ():
        match = _JOINED.fullmatch(entry.name)
        if match and not entry.sort_name:
            message = say("blank-lost", "{name} has no blank between its words", name=quote_text(entry.name))
            spaced = quote_text(" ".join(match.groups()))
            hint = advise("write {name}, or a 'sort_name' beside it if it is right", name=spaced)
            yield _make_warning(players, entry.row, "name", message, hint)


def _report_contradictions(players: ColumnBatch, entries: Sequence[_Entry]) -> Iterator[Problem]:
    """Yield a warning for each name that is not the one that the id or the sort name has.

    People marry, and have nicknames: an id counts where most ids of the table are the names, and another
    name is told where it differs by a slip, or where the sort name contradicts it.
    """
    same = [_is_name_of(entry) for entry in entries]
    slips = [
        not is_same and _differ_by_slip(_fold_words(entry.id), entry.words)
        for entry, is_same in zip(entries, same, strict=True)
    ]
    say_names = sum(same) >= _MIN_SAME * sum(slips)
    for entry, is_slip in zip(entries, slips, strict=True):
        sort_words = _fold_words(entry.sort_name)
        if is_slip and say_names and not _explains(entry, entry.id):
            message = say(
                "name-unlike-id",
                "the name is {name}, and the id {id}",
                name=quote_text(entry.name),
                id=quote_text(entry.id),
            )
            hint = advise("correct the name; if it is right, write the other one among the 'aliases'")
            yield _make_warning(players, entry.row, "name", message, hint)
        elif sort_words and _contradicts(entry, sort_words) and not _explains(entry, entry.sort_name):
            message = say(
                "name-unlike-sort-name",
                "the name is {name}, and the sort name {sort_name}",
                name=quote_text(entry.name),
                sort_name=quote_text(entry.sort_name),
            )
            hint = advise(
                "correct one of the two; if both are right, write the other name among the 'aliases'"
            )
            yield _make_warning(players, entry.row, "sort_name", message, hint)


_MIN_SAME = 2
"""So many ids that are the names make one that differs by a slip doubtful."""


def _is_name_of(entry: _Entry) -> bool:
    """Whether an id is the name, also one without the letters that are not of a-z."""
    id_words, plain = _fold_words(entry.id), entry.name.encode("ascii", "ignore").decode()
    return _is_same_name(id_words, entry.words) or _is_same_name(id_words, _fold_words(plain))


def _explains(entry: _Entry, text: str) -> bool:
    """Whether an alias of a player says the other name."""
    return any(_is_same_name(_fold_words(alias), _fold_words(text)) for alias in entry.aliases)


def _drop_particles(words: Collection[str]) -> list[str]:
    return [word for word in words if not is_particle(word)]


def _is_same_name(words: Sequence[str], others: Sequence[str]) -> bool:
    return sorted("".join(words)) == sorted("".join(others))


def _differ_by_slip(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two names differ in one word alone, and there by a wrong, missing or exchanged letter."""
    own, other = _drop_particles(words), _drop_particles(others)
    pairs = [(one, two) for one, two in zip(own, other, strict=False) if one != two]
    return len(own) == len(other) > 1 and len(pairs) == 1 and _is_slip(*pairs[0])


def _is_slip(word: str, other: str) -> bool:
    """Whether a word is another with one slip before its last letter, so no other form of the name."""
    if word[-1] != other[-1]:
        return False
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return max(len(word), len(other)) <= 1 or (len(word) == 2 and word == other[::-1])


def _contradicts(entry: _Entry, sort_words: Sequence[str]) -> bool:
    """Whether a sort name has another family name than the name, and one of its other words."""
    own = _drop_particles(entry.words)
    if len(own) < 2 or own[-1] in sort_words or not any(word in own for word in sort_words):
        return False
    family = _drop_particles(
        _fold_words(entry.sort_name.partition(",")[0]) if "," in entry.sort_name else sort_words[:1]
    )
    return len(family) > 0 and not any(_is_in(word, own) for word in family)


def _is_in(word: str, words: Sequence[str]) -> bool:
    """Whether a word, or one that it begins or that begins it, is among others."""
    return any(other.startswith(word) or word.startswith(other) for other in words)
