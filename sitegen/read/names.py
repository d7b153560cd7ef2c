"""Names of players that may be somebody else's, or that two of them bear."""

import unicodedata
from collections.abc import Iterator, Sequence

from sitegen.message import advise, say
from sitegen.names import fold, letters
from sitegen.problem import Problem, Severity, quoted
from sitegen.read.rows import Body

_LOOKALIKE = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE"}


def doubtful(players: Body) -> Iterator[Problem]:
    """Warnings of names that look like others and are not, and of those that an earlier player has."""
    first: dict[str, int] = {}
    for row, name in enumerate(players.values["name"]):
        if name and (alphabets := mixed_alphabets(name)):
            message = say(
                "mixed-alphabets",
                "{name} mixes letters of several alphabets in one word: {alphabets}",
                name=quoted(name),
                alphabets=", ".join(alphabets),
            )
            yield _warning(players, row, message, advise("they look alike and differ: type the name anew"))
        earlier = first.setdefault(fold(name), row) if name else row
        if earlier != row and not _are_told_apart(players, row, earlier):
            id_, place = quoted(players.values["id"][earlier] or ""), players.place(earlier)
            message = say(
                "name-again",
                "{name} is the name of {id} too: {place}",
                name=quoted(name),
                id=id_,
                place=place,
            )
            hint = advise("one player has one id; of two players give one a 'sort_name' of their own")
            yield _warning(players, row, message, hint)


def _are_told_apart(players: Body, row: int, earlier: int) -> bool:
    """Whether two rows of one name have other sort names, are one id, which is told, or may not be named."""
    pairs = {name: (cells[row], cells[earlier]) for name, cells in players.values.items()}
    sort_names = [letters(each or "") for each in pairs["sort_name"]]
    differ = all(sort_names) and sort_names[0] != sort_names[1]
    return differ or any(pairs["hidden"]) or len({*pairs["id"]}) == 1


def _warning(players: Body, row: int, message: str, hint: str) -> Problem:
    return players.problem(row, "name", message, hint)._replace(severity=Severity.WARNING)


def mixed_alphabets(name: str) -> Sequence[str]:
    """The alphabets of a word whose letters come from several that look alike; empty when there is none."""
    for word in () if name.isascii() else name.split():
        found = {unicodedata.name(each, "").partition(" ")[0] for each in word}
        if len(found & _LOOKALIKE) > 1:
            return sorted(each.capitalize() for each in found & _LOOKALIKE)
    return []
