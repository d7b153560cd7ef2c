"""The names in a source -> ids of players: known, merged, asked or new."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen.commands.importing.answers import UNANSWERED, Additions, Answers
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.targets import SIDES, Targets
from sitegen.commands.new.players import IdRegistry, make_player_id
from sitegen.core.cells import parse_person_name
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.unread import Missing
from sitegen.inputs.results.new_names import FuzzyNameIndex, reorder_name
from sitegen.inputs.results.players import PlayerDirectory

NEW = "new"
"""The answer that somebody is new, whomever the name is like."""
_MAX_CANDIDATES = 4
_SIDES = {column for pair in SIDES for column in pair}

RecordsByName = Mapping[str, Sequence[Record]]


@dataclass
class NameResolution:
    """What became of each name: an id, nobody (``), or a question; and who is new, by id."""

    ids: dict[str, str] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    faults: dict[str, tuple[Message, Message | str]] = field(default_factory=dict)
    candidates: dict[str, str] = field(default_factory=dict)
    new_players: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    hidden_ids: frozenset[str] = frozenset()


class NameResolver:
    """Finds the players of a ranking by the names of a source."""

    def __init__(self, people: PlayerDirectory, answers: Answers) -> None:
        self._people, self._answers = people, answers
        visible = [player for player in people.persons if not player.hidden]
        self._names = {player.id: player.name for player in visible}
        self._called = [(name, player.id) for player in visible for name in (player.name, *player.aliases)]
        self._ids = IdRegistry(len(people.persons) + 1000)
        self._taken = {player.id for player in people.persons}
        for player in people.persons:
            self._ids.assign(player.id)
        hidden = frozenset(player.id for player in people.persons if player.hidden)
        self._made = NameResolution(
            names={player.id: player.name for player in people.persons}, hidden_ids=hidden
        )

    def resolve(self, counts: RecordsByName) -> NameResolution:
        """An id for each name, with the records in which it stands.

        Taken at once: an id, a name, an alias. Merged: the same letters, in any order of words. Asked: one
        slip, initials, a surname alone, several candidates. Whoever is like nobody is new.
        """
        answers = {name: self._answers.players.get(name, UNANSWERED) for name in counts}
        is_open = {name: answer == UNANSWERED or answer is True for name, answer in answers.items()}
        late = [name for name in counts if not is_open[name] and not self._apply_answer(name, answers[name])]
        self._add_new_names(
            [name for name in counts if is_open[name] and not self._resolve_name(name)], counts
        )
        for name in late:  # it may be of somebody who is new in this source
            if answers[name] in self._made.new_players:
                self._merge_name(name, str(answers[name]))
            else:
                answer = quote_text(str(answers[name]))
                message = say("answer-no-player", "{answer} is no player's id", answer=answer)
                self._made.faults[name] = message, advise("write an id, `new`, or false for nobody")
        return self._made

    def _apply_answer(self, name: str, answer: str | bool) -> bool:
        """Do as was answered, unless that names nobody who is known already."""
        if answer is False:
            self._made.ids[name] = ""
        elif answer == NEW:
            self._add_player(name)
        elif answer in self._taken:
            self._merge_name(name, str(answer))
        return answer is False or answer == NEW or answer in self._taken

    def _merge_name(self, name: str, id_: str) -> None:
        """Take a name for somebody's, from now on as an alias."""
        self._made.ids[name] = self._made.merged[name] = id_
        try:
            is_known = self._people.resolve(name) == id_
        except ValueError:
            is_known = False
        if not is_known:
            self._made.aliases.setdefault(id_, []).append(name)

    def _resolve_name(self, name: str) -> bool:
        """Whether it could be said whose name it is, or that it is none."""
        try:
            parse_person_name(name)
            found = self._people.resolve(name)
        except ValueError as error:
            message, hint = error.args
            if not any(map(str.isalpha, name)):
                message = say("name-without-letters", "{name} is nobody's name", name=quote_text(name))
                self._made.faults[name] = message, ""
            elif message.code == "not-a-player":
                return self._resolve_letters(name)
            else:
                self._made.faults[name] = message, hint
            return True
        if isinstance(found, Missing):
            return self._resolve_letters(name)
        self._made.ids[name] = found
        return True

    def _resolve_letters(self, name: str) -> bool:
        own = make_name_key(name)
        same = sorted({id_ for one, id_ in self._called if make_name_key(one) == own})
        if len(same) == 1:
            self._made.ids[name] = self._made.merged[name] = same[0]
        elif same:
            self._add_question(name, same)
        return bool(same)

    def _add_new_names(self, left: Sequence[str], counts: RecordsByName) -> None:
        """Names that nobody bears; one that is like a player or a longer name is asked."""
        everyone, ids = FuzzyNameIndex(self._called), self._made.ids
        first: dict[tuple[str, ...], str] = {}
        for name in sorted(left, key=lambda name: (-len(extract_letters(name)), -len(counts[name]), name)):
            own = make_name_key(name)
            if own in first:
                ids[name] = self._made.merged[name] = ids[first[own]]
                continue
            known = self._names.items()
            near = [*everyone.find_near(name)]
            near += [id_ for id_, one in known if _is_short_for(name, one) or _is_short_for(one, name)]
            near += [
                ids[other]
                for other in first.values()
                if _is_short_for(name, other) or FuzzyNameIndex([(other, other)]).find_near(name)
            ]
            if near:
                self._add_question(name, [*dict.fromkeys(near)])
            else:
                first[own] = name
                self._add_player(name)

    def _add_player(self, name: str) -> None:
        tidy = reorder_name(name) or name
        tidy = " ".join((tidy.title() if tidy.isupper() else tidy).split())
        id_ = self._ids.assign(make_player_id(tidy) or "player")
        self._made.ids[name] = id_
        self._made.new_players[id_] = self._made.names[id_] = tidy

    def _add_question(self, name: str, candidates: Sequence[str]) -> None:
        more = ["…"] if len(candidates) > _MAX_CANDIDATES else []
        self._made.candidates[name] = ", ".join([*candidates[:_MAX_CANDIDATES], *more])


def make_name_key(name: str) -> tuple[str, ...]:
    """The words of a name without accents and case, in the order of the alphabet."""
    return tuple(sorted(extract_letters(name).split("-")))


def _is_short_for(name: str, other: str) -> bool:
    """Whether a name is another with initials, or a family name alone: `J. Peeters` for Jan Peeters."""
    own, whole = (
        extract_letters(reorder_name(name) or name).split("-"),
        extract_letters(reorder_name(other) or other).split("-"),
    )
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


def collect_names(records: Iterable[Record], targets: Targets) -> dict[str, list[Record]]:
    """The names in the columns of players of undecided records, each with those."""
    found: defaultdict[str, list[Record]] = defaultdict(list)
    for record in (record for record in records if record.is_open):
        for column in targets[record.table].name_columns:
            if name := record.cells.get(column, "").strip():
                found[name].append(record)
    return dict(found)


def add_name_questions(
    naming: NameResolution, counts: RecordsByName, answers: Answers, additions: Additions
) -> None:
    """Put what is open about names into the file of answers, with evidence that names nobody hidden."""
    secret = {name for name, id_ in naming.ids.items() if id_ in naming.hidden_ids}
    for name, candidates in naming.candidates.items():
        if name not in answers.players:
            told = _format_evidence(name, counts[name], secret)
            additions.add("players", name, UNANSWERED, f"{candidates}; {NEW}; false: {told}")


def _format_evidence(name: str, records: Sequence[Record], secret: Collection[str]) -> str:
    days = sorted({record.cells.get("date", "") for record in records} - {""})
    cells = ((column, text) for record in records for column, text in record.cells.items())
    people = dict.fromkeys(text for column, text in cells if column in _SIDES and text not in {name, *secret})
    span = " … ".join(dict.fromkeys((*days[:1], *days[-1:])))
    return ", ".join(filter(None, (f"{len(records)}×", span, " / ".join([*people][:3]))))
