"""Resolving the names in a source to players: known, merged, new, or a question for the user."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sitegen.core.cells import parse_person_name
from sitegen.core.missing import Missing
from sitegen.core.names import IdRegistry, extract_letters, make_player_id
from sitegen.core.person_names import split_name_words
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.importing.answers import UNANSWERED, Additions, Answers
from sitegen.importing.record import Record
from sitegen.importing.records import WHOLE_TABLE
from sitegen.importing.targets import SIDES, Targets
from sitegen.inputs.results.new_names import FuzzyNameIndex, is_other_form, reorder_name
from sitegen.inputs.results.players import LIKE_HIDDEN_PLAYER, PlayerDirectory

NEW = "new"
"""The answer that a name is of a new player, although it is similar to another."""
NEW_ID = f"{NEW}: "
"""The start of that answer once it is imported: the id of the new player follows."""
_MAX_CANDIDATES = 4
HIDDEN_CANDIDATE = "…"
"""Stands for hidden players among the candidates, of whom none is named."""
_SIDES = {column for pair in SIDES for column in pair}

RecordsByName = Mapping[str, Sequence[Record]]


@dataclass
class NameResolution:
    """The ids by name (blank for nobody), questions with their candidates, faults, and new players by id."""

    ids: dict[str, str] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    faults: dict[str, tuple[Message, Message | str]] = field(default_factory=dict)
    candidates: dict[str, str] = field(default_factory=dict)
    new_players: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    became: dict[str, str] = field(default_factory=dict)
    hidden_ids: frozenset[str] = frozenset()
    hidden_names: Sequence[str] = ()


class NameResolver:
    """Resolves the names of a source to players of a ranking."""

    def __init__(self, directory: PlayerDirectory, answers: Answers) -> None:
        self._directory, self._answers = directory, answers
        self._known_names = [
            (name, player.id) for player in directory.persons for name in (player.name, *player.aliases)
        ]
        self._ids_by_key: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for name, id_ in self._known_names:
            self._ids_by_key[make_name_key(name)].add(id_)
        self._ids = IdRegistry(len(directory.persons) + 1000)
        for player in directory.persons:
            self._ids.assign(player.id)
        hidden_ids = frozenset(player.id for player in directory.persons if player.hidden)
        hidden = [player for player in directory.persons if player.hidden]
        self._result = NameResolution(
            names={player.id: player.name for player in directory.persons},
            hidden_ids=hidden_ids,
            hidden_names=[name for player in hidden for name in (player.name, *player.aliases)],
        )

    def resolve(self, counts: RecordsByName) -> NameResolution:
        """Resolve all names; `counts` has the records of each name.

        An id, a name or an alias is known. A name with other accents or in another order is merged.
        A typing error, initials, a surname alone, or several candidates make a question. A name that is
        similar to no other is of a new player.
        """
        new_names, later_answers = [], {}
        for name in counts:
            answer = self._answers.players.get(name, UNANSWERED)
            if answer is False:
                self._result.ids[name] = ""
            elif answer == NEW or str(answer).startswith(NEW_ID):
                self._resolve_new(name, str(answer).removeprefix(NEW_ID))
            elif answer not in {True, UNANSWERED}:
                later_answers[name] = str(answer)
            elif not self._resolve_name(name):
                new_names.append(name)
        self._add_new_names(new_names, counts)
        for name, answer in later_answers.items():  # it may be of somebody who is new in this source
            if answer in self._result.names:
                self._merge_name(name, answer)
            else:
                message = say("answer-no-player", "{answer} is no player's id", answer=quote_text(answer))
                self._result.faults[name] = message, advise("write an id, `new`, or false for nobody")
        return self._result

    def _resolve_new(self, name: str, id_: str) -> None:
        """Resolve a name that was answered with `new`: to who it became, else to a new player."""
        if id_ in self._result.names:
            self._result.ids[name] = id_
        elif id_ == NEW or not self._resolve_name(name):
            self._add_player(name)
        self._result.became[name] = self._result.ids.get(name, "")

    def _merge_name(self, name: str, id_: str) -> None:
        """Resolve a name to a player, and make it an alias where it is not known yet."""
        self._result.ids[name] = self._result.merged[name] = id_
        try:
            is_known = self._directory.resolve(name) == id_
        except ValueError:
            is_known = False
        if not is_known:
            self._result.aliases.setdefault(id_, []).append(name)

    def _resolve_name(self, name: str) -> bool:
        """Resolve a name to a known player or a fault; return False where neither is possible."""
        try:
            parse_person_name(name)
            player_id = self._directory.resolve(name)
        except ValueError as error:
            message, hint = error.args
            if not any(map(str.isalpha, name)):
                message = say("name-without-letters", "{name} is nobody's name", name=quote_text(name))
                self._result.faults[name] = message, ""
            elif message == LIKE_HIDDEN_PLAYER:
                if not self._resolve_letters(name):
                    self._add_question(name, [*self._result.hidden_ids])
            elif message.code == "not-a-player":
                return self._resolve_letters(name)
            else:
                self._result.faults[name] = message, hint
            return True
        if isinstance(player_id, Missing):
            return self._resolve_letters(name)
        self._result.ids[name] = player_id
        return True

    def _resolve_letters(self, name: str) -> bool:
        key = make_name_key(name)
        player_ids = sorted(self._ids_by_key.get(key, ()))
        if len(player_ids) == 1:
            self._result.ids[name] = self._result.merged[name] = player_ids[0]
        elif player_ids:
            self._add_question(name, player_ids)
        return bool(player_ids)

    def _add_new_names(self, names: Sequence[str], counts: RecordsByName) -> None:
        """Add new players; ask about a name that is similar to a player or to a longer new name."""
        index, ids = FuzzyNameIndex(self._known_names), self._result.ids
        known_names = _NamesByWord(self._known_names)
        pairs = [(name, name) for name in names]
        own_index, own_names = FuzzyNameIndex(pairs), _NamesByWord(pairs)
        names_by_key: dict[tuple[str, ...], str] = {}
        added: dict[str, int] = {}
        for name in sorted(names, key=lambda name: (-len(extract_letters(name)), -len(counts[name]), name)):
            key = make_name_key(name)
            if key in names_by_key:
                ids[name] = self._result.merged[name] = ids[names_by_key[key]]
                continue
            similar_ids = [*index.find_near(name)]
            similar_ids += [
                id_ for player_name, id_ in known_names.find_alike(name) if is_other_form(name, player_name)
            ]
            new_names = {
                *own_index.find_near(name),
                *(other for other, _ in own_names.find_alike(name) if is_other_form(name, other)),
            }
            similar_ids += [ids[other] for other in sorted(new_names & added.keys(), key=added.__getitem__)]
            if similar_ids:
                self._add_question(name, [*dict.fromkeys(similar_ids)])
            else:
                names_by_key[key], added[name] = name, len(added)
                self._add_player(name)

    def _add_player(self, name: str) -> None:
        tidy = reorder_name(name) or name
        tidy = " ".join((tidy.title() if tidy.isupper() else tidy).split())
        id_ = self._ids.assign(make_player_id(tidy) or "player")
        self._result.ids[name] = id_
        self._result.new_players[id_] = self._result.names[id_] = tidy

    def _add_question(self, name: str, candidates: Sequence[str]) -> None:
        """Ask who is meant; no hidden candidate is named."""
        visible = [id_ for id_ in candidates if id_ not in self._result.hidden_ids]
        more = [HIDDEN_CANDIDATE] if len(candidates) > len(visible[:_MAX_CANDIDATES]) else []
        self._result.candidates[name] = ", ".join([*visible[:_MAX_CANDIDATES], *more])


class _NamesByWord:
    """Names with their targets, by their words and by all their letters."""

    def __init__(self, targets: Iterable[tuple[str, str]]) -> None:
        self._targets = [*targets]
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, (name, _) in enumerate(self._targets):
            for key in self._make_keys(name):
                self._places[key].append(place)

    def find_alike(self, name: str) -> list[tuple[str, str]]:
        """Return the names, in their order, that share a word with `name`, or have the same letters."""
        places = {place for key in self._make_keys(name) for place in self._places.get(key, ())}
        return [self._targets[place] for place in sorted(places)]

    @staticmethod
    def _make_keys(name: str) -> set[str]:
        keys: set[str] = set()
        for words in (extract_letters(name).split("-"), split_name_words(name)):
            keys |= {*words, "".join(sorted("".join(words)))}
        return keys - {""}


def make_name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name without accents and case, in alphabetical order."""
    return tuple(sorted(extract_letters(name).split("-")))


def collect_names(records: Iterable[Record], targets: Targets) -> dict[str, list[Record]]:
    """Return the records of each name in the columns of players that are open or in doubt."""
    records_by_name: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        is_asked = record.is_open or (record.status == "doubtful" and record.code not in WHOLE_TABLE)
        for column in targets[record.table].name_columns if is_asked and record.table else ():
            if name := record.cells.get(column, "").strip():
                records_by_name[name].append(record)
    return records_by_name


def add_name_questions(
    naming: NameResolution, counts: RecordsByName, answers: Answers, additions: Additions
) -> None:
    """Add the questions about names, with evidence that does not name hidden players."""
    hidden_names = {name for name, id_ in naming.ids.items() if id_ in naming.hidden_ids}
    for name, candidates in naming.candidates.items():
        if name not in answers.players:
            evidence = _format_evidence(name, counts[name], hidden_names)
            additions.add("players", name, UNANSWERED, f"{candidates}; {NEW}; false: {evidence}")


def _format_evidence(name: str, records: Sequence[Record], hidden_names: Collection[str]) -> str:
    days = sorted({record.cells.get("date", "") for record in records} - {""})
    cells = ((column, text) for record in records for column, text in record.cells.items())
    people = dict.fromkeys(
        text for column, text in cells if column in _SIDES and text not in {name, *hidden_names}
    )
    span = " … ".join(dict.fromkeys((*days[:1], *days[-1:])))
    return ", ".join(filter(None, (f"{len(records)}×", span, " / ".join([*people][:3]))))
