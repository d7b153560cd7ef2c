"""Names of hidden players that stand at somebody else in a later version of a register."""

from collections.abc import Collection, Iterable, Iterator

from sitegen.message import advise, say
from sitegen.names import letters
from sitegen.problem import Problem
from sitegen.read.people import Person

_MOVED = ("names-moved", "name-of-hidden-player")
"""What is said of names that have moved, the cause before what follows from it."""
_Name = tuple[str, ...]


class Disclosures:
    """Follows the players of a ranking from version to version: under which names who hides or hid.

    A name is shown again where its own player hides no more, or where a row says no in `hidden`. Where others
    begin to hide at the same time the cells of that column may have moved, and the row has to say no.
    """

    def __init__(self) -> None:
        self._hidden: dict[_Name, set[str]] = {}
        self._borne: set[tuple[str, _Name]] = set()
        self._ids: dict[str, bool] = {}

    def follow(self, people: Iterable[Person]) -> None:
        """Take in the rows of a version that are new in it."""
        rows = list(people)
        begins = any(each.hidden and self._ids.get(each.id) is False for each in rows)
        for each in rows:
            for name in () if each.hidden else _names(each):
                ends = self._ids.get(each.id, False) and each.id in self._hidden.get(name, ())
                if each.is_shown or name not in self._hidden or (ends and not begins):
                    self._borne.add((each.id, name))
                    self._shown_again(each, name)
        for each in rows:
            for name in _names(each) if each.hidden else ():
                self._hidden.setdefault(name, set()).add(each.id)
        self._ids |= {each.id: each.hidden for each in rows}

    def _shown_again(self, person: Person, name: _Name) -> None:
        """A player is shown under a name from now on; others may hide under it still."""
        ids = self._hidden.get(name, set())
        ids.discard(person.id)
        if not ids:
            self._hidden.pop(name, None)

    def problems(self, people: Iterable[Person]) -> Iterator[Problem]:
        """Errors of the rows, all that there are now, which show a name under which somebody else hid."""
        rows, known = list(people), {*self._ids}
        self.follow(rows)
        for each in rows:
            named = [
                name for name in _names(each) if name in self._hidden and (each.id, name) not in self._borne
            ]
            # One word can be the name of anybody, unless it came to somebody who was there already.
            if each.place and not each.hidden and any(len(name) > 1 or each.id in known for name in named):
                grid, line = each.place
                message = say("name-of-hidden-player", "a player hides, or hid, who has the name in this row")
                hint = advise(
                    "if names have moved, put them back; if it is somebody else, or no secret any more, "
                    "write no in {column}",
                    column="'hidden'",
                )
                yield grid.problem(line, "name", message, hint)


def _names(person: Person) -> Iterator[_Name]:
    for each in (person.name, person.sort_name, *person.aliases):
        if words := letters(each):
            yield tuple(sorted(words.split("-")))


def alone(problems: Collection[Problem]) -> list[Problem]:
    """Where names have moved, nothing but that: whatever else is said may name somebody who hides."""
    of_code = ([each for each in problems if each.code == code] for code in _MOVED)
    return next(filter(None, of_code), [*problems])
