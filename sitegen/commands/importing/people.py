"""The names in a source -> ids of players: known, merged, asked or new."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen import cells
from sitegen.commands.importing.answers import OPEN, Additions, Answers
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.targets import SIDES, Targets
from sitegen.commands.new.ids import Ids, of_name
from sitegen.message import Message, advise, say
from sitegen.names import letters
from sitegen.problem import quoted
from sitegen.read.newcomers import Likenesses, turned
from sitegen.read.people import People
from sitegen.unread import Unread

NEW = "new"
"""The answer that somebody is new, whomever the name is like."""
_MOST = 4
_SIDES = {column for pair in SIDES for column in pair}

Counts = Mapping[str, Sequence[Record]]


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
    hidden: frozenset[str] = frozenset()


class Names:
    """Finds the players of a ranking by the names of a source."""

    def __init__(self, people: People, answers: Answers) -> None:
        self._people, self._answers = people, answers
        visible = [each for each in people.everyone if not each.hidden]
        self._names = {each.id: each.name for each in visible}
        self._called = [(name, each.id) for each in visible for name in (each.name, *each.aliases)]
        self._ids = Ids(len(people.everyone) + 1000)
        self._taken = {each.id for each in people.everyone}
        for each in people.everyone:
            self._ids.given(each.id)
        hidden = frozenset(each.id for each in people.everyone if each.hidden)
        self._made = Naming(names={each.id: each.name for each in people.everyone}, hidden=hidden)

    def resolve(self, counts: Counts) -> Naming:
        """An id for each name, with the records in which it stands.

        Taken at once: an id, a name, an alias. Merged: the same letters, in any order of words. Asked: one
        slip, initials, a surname alone, several candidates. Whoever is like nobody is new.
        """
        answers = {name: self._answers.players.get(name, OPEN) for name in counts}
        is_open = {name: answer == OPEN or answer is True for name, answer in answers.items()}
        late = [name for name in counts if not is_open[name] and not self._take_answer(name, answers[name])]
        self._take_new([name for name in counts if is_open[name] and not self._find(name)], counts)
        for name in late:  # it may be of somebody who is new in this source
            if answers[name] in self._made.new:
                self._merge(name, str(answers[name]))
            else:
                answer = quoted(str(answers[name]))
                message = say("answer-no-player", "{answer} is no player's id", answer=answer)
                self._made.faults[name] = message, advise("write an id, `new`, or false for nobody")
        return self._made

    def _take_answer(self, name: str, answer: str | bool) -> bool:
        """Do as was answered, unless that names nobody who is known already."""
        if answer is False:
            self._made.ids[name] = ""
        elif answer == NEW:
            self._add(name)
        elif answer in self._taken:
            self._merge(name, str(answer))
        return answer is False or answer == NEW or answer in self._taken

    def _merge(self, name: str, id_: str) -> None:
        """Take a name for somebody's, from now on as an alias."""
        self._made.ids[name] = self._made.merged[name] = id_
        try:
            is_known = self._people.resolve(name) == id_
        except ValueError:
            is_known = False
        if not is_known:
            self._made.aliases.setdefault(id_, []).append(name)

    def _find(self, name: str) -> bool:
        """Whether it could be said whose name it is, or that it is none."""
        try:
            cells.person(name)
            found = self._people.resolve(name)
        except ValueError as error:
            message, hint = error.args
            if not any(map(str.isalpha, name)):
                message = say("name-without-letters", "{name} is nobody's name", name=quoted(name))
                self._made.faults[name] = message, ""
            elif message.code == "not-a-player":
                return self._find_letters(name)
            else:
                self._made.faults[name] = message, hint
            return True
        if isinstance(found, Unread):
            return self._find_letters(name)
        self._made.ids[name] = found
        return True

    def _find_letters(self, name: str) -> bool:
        own = letters_of(name)
        same = sorted({id_ for one, id_ in self._called if letters_of(one) == own})
        if len(same) == 1:
            self._made.ids[name] = self._made.merged[name] = same[0]
        elif same:
            self._ask(name, same)
        return bool(same)

    def _take_new(self, left: Sequence[str], counts: Counts) -> None:
        """Names that nobody bears; one that is like a player or a longer name is asked."""
        everyone, ids = Likenesses(self._called), self._made.ids
        first: dict[tuple[str, ...], str] = {}
        for name in sorted(left, key=lambda name: (-len(letters(name)), -len(counts[name]), name)):
            own = letters_of(name)
            if own in first:
                ids[name] = self._made.merged[name] = ids[first[own]]
                continue
            known = self._names.items()
            near = [*everyone.near(name)]
            near += [id_ for id_, one in known if _is_short_for(name, one) or _is_short_for(one, name)]
            near += [
                ids[other]
                for other in first.values()
                if _is_short_for(name, other) or Likenesses([(other, other)]).near(name)
            ]
            if near:
                self._ask(name, [*dict.fromkeys(near)])
            else:
                first[own] = name
                self._add(name)

    def _add(self, name: str) -> None:
        tidy = turned(name) or name
        tidy = " ".join((tidy.title() if tidy.isupper() else tidy).split())
        id_ = self._ids.given(of_name(tidy) or "player")
        self._made.ids[name] = id_
        self._made.new[id_] = self._made.names[id_] = tidy

    def _ask(self, name: str, candidates: Sequence[str]) -> None:
        more = ["…"] if len(candidates) > _MOST else []
        self._made.asked[name] = ", ".join([*candidates[:_MOST], *more])


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


def names_in(records: Iterable[Record], targets: Targets) -> dict[str, list[Record]]:
    """The names in the columns of players of undecided records, each with those."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in (record for record in records if record.is_open):
        for column in targets[record.table].name_columns:
            if name := record.cells.get(column, "").strip():
                found[name].append(record)
    return dict(found)


def questions(naming: Naming, counts: Counts, answers: Answers, additions: Additions) -> None:
    """Put what is open about names into the file of answers, with evidence that names nobody hidden."""
    secret = {name for name, id_ in naming.ids.items() if id_ in naming.hidden}
    for name, candidates in naming.asked.items():
        if name not in answers.players:
            told = _evidence(name, counts[name], secret)
            additions.add("players", name, OPEN, f"{candidates}; {NEW}; false: {told}")


def _evidence(name: str, records: Sequence[Record], secret: Collection[str]) -> str:
    days = sorted({record.cells.get("date", "") for record in records} - {""})
    cells = ((column, text) for record in records for column, text in record.cells.items())
    people = dict.fromkeys(text for column, text in cells if column in _SIDES and text not in {name, *secret})
    span = " … ".join(dict.fromkeys((*days[:1], *days[-1:])))
    return ", ".join(filter(None, (f"{len(records)}×", span, " / ".join([*people][:3]))))
