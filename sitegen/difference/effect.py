"""What a change does to one ranking: its rows, who moves, and what becomes of all that is published."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitegen.board import Board
from sitegen.config import Ranking
from sitegen.config.title import texts
from sitegen.difference import telling
from sitegen.difference.facts import Fact
from sitegen.difference.identity import Identity, identity
from sitegen.difference.lines import Lines
from sitegen.difference.played import Deadlines, Timed
from sitegen.difference.rows import RowChange, Tables
from sitegen.difference.standing import ListChange, Move, Standings
from sitegen.difference.state import State
from sitegen.difference.tables import TableChange, changes
from sitegen.language import Language
from sitegen.read.folding import folded
from sitegen.read.spelling import WORD
from sitegen.system import kept
from sitegen.table import columns
from sitegen.table import written as option


@dataclass(frozen=True)
class Setting:
    """An option of a ranking, or another of its settings, that says something else, as text."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Effect:
    """One ranking in two states; where one of these has errors, its rows alone are compared."""

    id: str
    before: State
    after: State

    @property
    def ranking(self) -> Ranking:
        """The ranking as it is now."""
        sites = [each.site for each in (self.after, self.before) if each.site]
        return next(ranking for site in sites for ranking in site.rankings if ranking.id == self.id)

    @property
    def boards(self) -> tuple[Board, Board] | None:
        """The ranking calculated twice; None where one of these cannot be."""
        was, now = self.before.boards.get(self.id), self.after.boards.get(self.id)
        return (was, now) if was and now else None

    @cached_property
    def who(self) -> Identity:
        """Who is who."""
        states = self.before, self.after
        is_hiding = any(each.hidden.get(self.id) for each in states)
        inputs = [_to_compare(each, self.id) if is_hiding else each.inputs.get(self.id) for each in states]
        hidden = self.before.hidden.get(self.id, {}), self.after.hidden.get(self.id, {})
        return identity(inputs[0], inputs[1], *hidden) if all(inputs) else Identity(*hidden)

    @cached_property
    def rows(self) -> Sequence[RowChange]:
        """What became of the rows of its tables."""
        if self.before.inputs is self.after.inputs:
            return []
        was, now = Lines(self.before), Lines(self.after)
        found = (each for table in self._inputs for each in table.changes(self.who, was.text, now.text))
        return [self._timed(each) for each in found]

    def _timed(self, change: RowChange) -> RowChange:
        """A row with whether it had been played, and how late it came, where that is known."""
        before = self._times.of(change.before.read) if change.before and self._times else None
        was_played = before and before.is_played
        is_new = change.kind in {"added", "entered"} or (change.kind == "corrected" and was_played is False)
        if not is_new or not self._deadlines:
            return change._replace(was_played=was_played)
        late, expected = self._deadlines.missed(change.row.read), self._deadlines.expected(change.row.read)
        return change._replace(late=late, in_time=None if late else expected, was_played=was_played)

    @property
    def replayed(self) -> Sequence[RowChange]:
        """The rows of past days that stand in another order, where that is the order of play."""
        return [each for each in self.rows if each.has_moved_play and each.day < self.after.as_of]

    @cached_property
    def _times(self) -> Timed | None:
        """When the rows before were played."""
        inputs = self.before.inputs.get(self.id)
        return Timed(self.ranking.system, inputs) if inputs else None

    @cached_property
    def _deadlines(self) -> Deadlines | None:
        if not self.boards:
            return None
        timed = Timed(self.ranking.system, self.after.inputs[self.id])
        return Deadlines(self.ranking, self.after.as_of, self.boards[0].derived.moments, timed)

    @property
    def _inputs(self) -> Iterator[Tables]:
        inputs = [state.inputs.get(self.id) for state in (self.before, self.after)]
        for place, each in enumerate(kept(self.ranking.system)):
            yield Tables(each.name, *((of[place] or []) if of else [] for of in inputs))

    @property
    def settings(self) -> Sequence[Setting]:
        """The options that say something else."""
        options = [_options(state, self.id) for state in (self.before, self.after)]
        names = {**options[0], **options[1]}
        return [
            Setting(name, *(of.get(name, "") for of in options))
            for name in names
            if options[0] and options[1] and options[0].get(name) != options[1].get(name)
        ]

    @cached_property
    def standings(self) -> Standings | None:
        """The lists of both, to be compared."""
        if self.boards is None:
            return None
        was, now = self.boards
        return Standings(was.derived, now.derived, self.who)

    @property
    def moves(self) -> Sequence[Move]:
        """Who moves on the current list."""
        return self.standings.moves if self.standings else []

    @property
    def lists(self) -> Sequence[ListChange]:
        """What changes on lists that are shown in full, the current one among them."""
        return self.standings.lists if self.standings else []

    @property
    def earlier(self) -> Sequence[ListChange]:
        """What changes on lists that are published already: that of today may be made of what comes today."""
        today = self.after.as_of
        return [each for each in self.lists if each.day < today or each.through < each.day]

    @cached_property
    def tables(self) -> Sequence[TableChange]:
        """What changes in the published tables."""
        if not self.boards:
            return []
        was, now = self.boards
        return changes(was.outcome.tables, now.outcome.tables, self.who)

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """What a person would tell of it, what matters most first."""
        return list(telling.facts(self))

    def names(self, language: Language) -> Mapping[str, str]:
        """The names of all players that may be told, by their real ids: as they are shown after."""
        boards = [state.boards.get(self.id) for state in (self.before, self.after)]
        found: dict[str, str] = {}
        for who, board in zip((self.who.was, self.who.now), boards, strict=True):
            for each in board.players if board else ():
                real = who(each.id)
                found[real] = language.label(int(each.id.rpartition("-")[2])) if each.hidden else each.name
        return {real: name for real, name in found.items() if real not in self.untold}

    @cached_property
    def untold(self) -> frozenset[str]:
        """Who left and may not be told of: they hid, or somebody of their name or id hides now."""
        was, now = (state.boards.get(self.id) for state in (self.before, self.after))
        here = {self.who.now(each.id) for each in (now.players if now else ())}
        left = {self.who.was(each.id): each.name for each in (was.players if was else ())}
        gone = ((real, name) for real, name in left.items() if real not in here)
        secrets = self.after.secrets
        return frozenset(
            real for real, name in gone if real in self.who.hidden or any(map(secrets.names_in, (real, name)))
        )

    @property
    def is_unmoved(self) -> bool:
        """Whether nothing that is published changes: no table, and no list comes, goes or is another one."""
        days = self.standings and (*self.standings.gone, *self.standings.come)
        return not (self.tables or self.lists or days)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changes, neither in what was written nor in what is published."""
        is_same = self.who.before == self.who.after
        return is_same and self.is_unmoved and not (self.rows or self.settings)


def _to_compare(state: State, ranking: str) -> Any:
    """The tables of a ranking, with the real name of each player in its normal form: to compare them."""
    inputs = state.inputs.get(ranking)
    if not inputs:
        return inputs
    real = {person.id: person.name for person in state.people.get(ranking, ())}  # a browser has none
    hidden = state.hidden.get(ranking, {})
    names = {label: real[player] for label, player in hidden.items() if player in real}
    players = [
        each.but(
            name=" ".join(sorted(WORD.findall(folded(names.get(each.id, each.name))))),
            hidden=each.hidden and each.id not in names,
        )
        for each in inputs.players
    ]
    return inputs._replace(players=players)


def _options(state: State, ranking: str) -> dict[str, str]:
    """The settings of a ranking by name, those of its options last."""
    rankings = state.site.rankings if state.site else ()
    found = next((each for each in rankings if each.id == ranking), None)
    if found is None:
        return {}
    titles = {"title": found.title, "short_title": found.short_title}
    archive = "" if found.archive is None else str(found.archive)
    values: Any = zip(columns(type(found.options)), found.options, strict=True)
    return {
        **{name: " / ".join(texts(title)) for name, title in titles.items()},
        "archive": archive,
        **{each.name: option(value) for each, value in values},
    }
