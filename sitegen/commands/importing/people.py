"""The names in a source -> ids of players: known, merged, asked or new."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen import cells
from sitegen.commands.importing.answers import OPEN, Additions, Answers
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.targets import SIDES, Target
from sitegen.commands.new.ids import Ids, of_name
from sitegen.message import Message, advise, say
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.read.newcomers import Likenesses, turned
from sitegen.read.people import People, Person
from sitegen.unread import Unread

NEW = "new"
"""The answer that somebody is new, whomever the name is like."""
_MOST = 4
_SIDES = {column for pair in SIDES for column in pair}


@dataclass
class Naming:
    """What became of each name: an id, nobody (``), or a question; and who is new, by id."""

    ids: dict[str, str] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    faults: dict[str, tuple[Message, Message | str]] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


class Names:
    """Finds the players of a ranking by the names of a source."""

    def __init__(self, people: People, answers: Answers) -> None:
        self._people, self._answers = people, answers
        self._visible = [each for each in people.everyone if not each.hidden]
        self._ids = Ids(len(people.everyone) + 1000)
        self._taken = {each.id for each in people.everyone}
        for each in people.everyone:
            self._ids.given(each.id)

    def resolve(self, counts: Mapping[str, Sequence[Record]]) -> Naming:
        """An id for each name, with the records in which it stands.

        Taken at once: an id, a name, an alias. Merged: the same letters, in any order of words. Asked: one
        slip, initials, a surname alone, several candidates. Whoever is like nobody is new.
        """
        naming = Naming(names={each.id: each.name for each in self._people.everyone})
        later = [name for name in counts if not self._answered(name, naming)]
        left = [name for name in later if not self._is_answered(name) and not self._resolve(name, naming)]
        self._among_new(left, counts, naming)
        for name in filter(self._is_answered, later):
            self._answered_with_id(name, naming)
        return naming

    def _is_answered(self, name: str) -> bool:
        return self._answers.players.get(name, OPEN) not in {OPEN, True}

    def _answered(self, name: str, naming: Naming) -> bool:
        answer = self._answers.players.get(name, OPEN)
        if answer in {OPEN, True}:
            return False
        if answer is False:
            naming.ids[name] = ""
        elif answer == NEW:
            self._add(name, naming)
        elif answer in self._taken:
            self._merge(name, str(answer), naming)
        else:
            return False
        return True

    def _answered_with_id(self, name: str, naming: Naming) -> None:
        """An answer that names somebody who is new in this source."""
        answer = str(self._answers.players[name])
        if answer in naming.new:
            self._merge(name, answer, naming)
        else:
            message = say("answer-no-player", "{answer} is no player's id", answer=quoted(answer))
            naming.faults[name] = message, advise("write an id, `new`, or false for nobody")

    def _merge(self, name: str, id_: str, naming: Naming) -> None:
        """Take a name for somebody's, from now on as an alias."""
        naming.ids[name] = naming.merged[name] = id_
        try:
            is_known = self._people.resolve(name) == id_
        except ValueError:
            is_known = False
        if not is_known:
            naming.aliases.setdefault(id_, []).append(name)

    def _resolve(self, name: str, naming: Naming) -> bool:
        try:
            cells.person(name)
            found = self._people.resolve(name)
        except ValueError as error:
            message, hint = error.args
            is_name = any(map(str.isalpha, name))
            if message.code == "not-a-player" and is_name:
                return self._same_letters(name, naming)
            no_name = say("name-without-letters", "{name} is nobody's name", name=quoted(name))
            naming.faults[name] = (message, hint) if is_name else (no_name, "")
            return True
        if isinstance(found, Unread):
            return self._same_letters(name, naming)
        naming.ids[name] = found
        return True

    def _same_letters(self, name: str, naming: Naming) -> bool:
        own = letters_of(name)
        names = ((one, each.id) for each in self._visible for one in (each.name, *each.aliases))
        same = {id_ for one, id_ in names if letters_of(one) == own}
        if len(same) == 1:
            naming.ids[name] = naming.merged[name] = same.pop()
        elif same:
            self._ask(name, sorted(same), naming)
        return bool(same)

    def _among_new(self, left: Sequence[str], counts: Mapping[str, Sequence[Record]], naming: Naming) -> None:
        """Names that nobody bears; one that is like a player or a longer name is asked."""
        everyone = Likenesses((one, each.id) for each in self._visible for one in (each.name, *each.aliases))
        first: dict[tuple[str, ...], str] = {}
        for name in sorted(left, key=lambda name: (-len(letters(name)), -len(counts[name]), name)):
            own = letters_of(name)
            if own in first:
                naming.ids[name] = naming.merged[name] = naming.ids[first[own]]
                continue
            near = [*everyone.near(name), *self._shortened(name, self._visible)]
            near += [
                naming.ids[other]
                for other in first.values()
                if _is_short_for(name, other) or Likenesses([(other, other)]).near(name)
            ]
            if near:
                self._ask(name, [*dict.fromkeys(near)], naming)
            else:
                first[own] = name
                self._add(name, naming)

    @staticmethod
    def _shortened(name: str, everyone: Iterable[Person]) -> list[str]:
        return [
            each.id for each in everyone if _is_short_for(name, each.name) or _is_short_for(each.name, name)
        ]

    def _add(self, name: str, naming: Naming) -> None:
        tidy = turned(name) or name
        tidy = " ".join((tidy.title() if tidy.isupper() else tidy).split())
        id_ = self._ids.given(of_name(tidy) or "player")
        naming.ids[name] = id_
        naming.new[id_] = naming.names[id_] = tidy

    @staticmethod
    def _ask(name: str, candidates: Sequence[str], naming: Naming) -> None:
        more = [OPEN] if len(candidates) > _MOST else []
        naming.asked[name] = ", ".join([*candidates[:_MOST], *("…" for _ in more)])


def letters_of(name: str) -> tuple[str, ...]:
    """The words of a name without accents and case, in the order of the alphabet."""
    return tuple(sorted(letters(name).split("-")))


def _is_short_for(name: str, other: str) -> bool:
    """Whether a name is another with initials, or a family name alone: `J. Peeters` for Jan Peeters."""
    own, whole = letters(turned(name) or name).split("-"), letters(turned(other) or other).split("-")
    if len(own) > 1 and len(own[-1]) == 1:  # Peeters J
        own = [*own[-1:], *own[:-1]]
    if own == whole or len(own) > len(whole):
        return False
    if len(own) == 1:
        return len(own[0]) > 1 and own[0] in {whole[0], whole[-1], "".join(whole[1:])}
    if own[-1] != whole[-1] and own[0] != whole[0]:
        return False
    own = own[:-1] if own[-1] == whole[-1] else own
    pairs = zip(own, whole, strict=False)
    return all(part == word or (len(part) == 1 and word.startswith(part)) for part, word in pairs)


def names_in(records: Iterable[Record], targets: Mapping[str, Target]) -> dict[str, list[Record]]:
    """The names in the columns of players of undecided records, each with those."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in (record for record in records if record.is_open):
        target = targets[record.table]
        for column in target.name_columns:
            name = record.cells.get(column, "").strip()
            if name:
                found[name].append(record)
    return dict(found)


def questions(
    naming: Naming,
    counts: Mapping[str, Sequence[Record]],
    answers: Answers,
    additions: Additions,
    hidden: Collection[str],
) -> None:
    """Put what is open about names into the file of answers, with evidence that names nobody hidden."""
    secret = {name for name, id_ in naming.ids.items() if id_ in hidden}
    for name, candidates in naming.asked.items():
        if name not in answers.players:
            told = evidence(name, counts[name], secret)
            additions.add("players", name, OPEN, f"{candidates}; {NEW}; false: {told}")


def evidence(name: str, records: Sequence[Record], secret: Collection[str]) -> str:
    """How often, when and with whom a name stands in a source."""
    days = sorted({record.cells.get("date", "") for record in records} - {""})
    cells = ((column, text) for record in records for column, text in record.cells.items())
    people = dict.fromkeys(text for column, text in cells if column in _SIDES and text not in {name, *secret})
    span = f", {days[0]}" + (f" … {days[-1]}" if len(days) > 1 else "") if days else ""
    return f"{len(records)}×{span}" + (f", {' / '.join([*people][:3])}" if people else "")
