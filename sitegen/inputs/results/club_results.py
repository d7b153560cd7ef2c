"""The results of clubs in a list over clubs: whom their players are there, and what two clubs both entered.

A club calls its players by its own register. In the list they are the players of the list's own register: who
has the same id there and a name in common, whose id stands among the aliases, or who alone has the name.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sitegen.core.entities import FaultKind, declare_warning
from sitegen.core.missing import CompleteRows, Missing, select_complete
from sitegen.core.names import normalize_name
from sitegen.core.problems import Problem, Severity, advise, merge_repeated, say
from sitegen.core.table import Table, get_input_columns
from sitegen.inputs.results.csv_file import CsvFile
from sitegen.inputs.results.players import Person, PlayerDirectory
from sitegen.inputs.results.rows import ColumnBatch, ValuesFactory


class _UnlistedPlayer:
    """The value of a cell that names a player of a club who is not in the list."""


UNLISTED: Any = _UnlistedPlayer()


class PlayerMatch(NamedTuple):
    """The ids that players of a club have in a list, by their own ids; and those who can be several there."""

    ids: Mapping[str, str]
    ambiguous: frozenset[str]


@dataclass(frozen=True)
class ListedPlayers:
    """The players of a list over clubs."""

    register: PlayerDirectory

    @cached_property
    def _by_id(self) -> Mapping[str, Person]:
        return {person.id: person for person in self.register.named_persons}

    @cached_property
    def _ids_by_name(self) -> Mapping[str, Collection[str]]:
        ids = defaultdict[str, dict[str, None]](dict)
        for person in self.register.named_persons:
            for name in _list_names(person):
                ids[name][person.id] = None
        return dict(ids)

    def match(self, persons: Iterable[Person]) -> PlayerMatch:
        """Find the players of a club among those of the list.

        A name of one word says too little: it counts only beside the same id.
        """
        ids, ambiguous = dict[str, str](), set[str]()
        for person in persons:
            names, same = _list_names(person), self._by_id.get(person.id)
            aliases = [alias for alias in person.aliases if alias in self._by_id]
            long_names = (name for name in names if " " in name)
            found = dict.fromkeys(id_ for name in long_names for id_ in self._ids_by_name.get(name, ()))
            if same and names & _list_names(same):
                ids[person.id] = person.id
            elif aliases or len(found) == 1:
                ids[person.id] = [*aliases, *found][0]
            elif found:
                ambiguous.add(person.id)
        return PlayerMatch(ids, frozenset(ambiguous))


def _list_names(person: Person) -> set[str]:
    return {normalize_name(name) for name in (person.name, *person.aliases) if name}


@dataclass(frozen=True)
class ClubPlayers:
    """The players of a club as its files name them, and as they are called in a list.

    A published copy of a club has no register: its rows name the players of the list.
    """

    club: PlayerDirectory
    listed: ListedPlayers

    @property
    def is_complete(self) -> bool:
        """Whether all players of the club are known, so that its rows can be read."""
        return self.club.is_complete or not self.club.files

    @cached_property
    def match(self) -> PlayerMatch:
        """Whom the players of the club are in the list."""
        return self.listed.match(self.club.persons)

    def resolve(self, cell: str) -> Any:
        """Return the id in the list of the player whom a cell names, or `UNLISTED`.

        `Missing` and exceptions are those of the register of the club.
        """
        if not self.club.files:
            return self.listed.register.resolve(cell)
        own_id = self.club.resolve(cell)
        if isinstance(own_id, Missing):
            return own_id
        id_ = self.match.ids.get(own_id)
        return UNLISTED if id_ is None else self.listed.register.resolve(id_)

    def find_unlisted(self, register: str) -> Iterator[Problem]:
        """Yield a warning of the players of the club who are not in the list, whose `register` is a path."""
        unknown = say("not-in-list-of-clubs", "{register} does not have this player", register=register)
        several = say("several-in-list-of-clubs", "{register} has several of this name", register=register)
        problems: dict[str, list[Problem]] = {unknown: [], several: []}
        hint = advise(
            "until it knows the player, their results do not count there: add a row there, or write the id"
            " that they have there among the 'aliases' here"
        )
        for person in self.club.persons:
            if person.id not in self.match.ids and person.row_place:
                csv_file, line = person.row_place
                message = several if person.id in self.match.ambiguous else unknown
                problem = csv_file.make_problem(line, "name", message, hint)
                problems[message].append(problem._replace(severity=Severity.WARNING))
        for alike in problems.values():
            yield from merge_repeated(alike)


def read_file(table: type[Table], csv_file: CsvFile, get_values: ValuesFactory) -> ColumnBatch:
    """Read a file, but for the rows that name a player of a club who is not in the list."""
    batch = ColumnBatch.read(table, csv_file, get_values)
    columns = _list_player_columns(table)
    batch.remove_rows(
        {row for name in columns for row, value in enumerate(batch.values[name]) if value is UNLISTED}
    )
    return batch


def _list_player_columns(table: type[Table]) -> list[str]:
    return [column.name for column in get_input_columns(table) if column.display.style == "player"]


_BY_BOTH = declare_warning(
    "entered-by-both",
    "{path} has this result too, and it counts once",
    "take it out of one of the two files, unless the ranking of each club counts it",
)
_OTHERWISE = declare_warning(
    "entered-otherwise",
    "{path} has another result of these players on this day, and both count",
    "correct the one that is wrong, unless they played twice",
)


def merge_doubles(
    rows: Sequence[Any], read_result: Callable[[Any], Hashable], folders: Sequence[str]
) -> tuple[Sequence[Any], list[Problem]]:
    """Return the rows of a table with what several folders have counted once, and what to tell of it.

    `folders` are those of the list and of its clubs. What one folder has twice was played twice.
    """
    complete = select_complete(rows)
    doubles = [*_pair_rows(complete, lambda row: (row.date, read_result(row)), folders)]
    dropped = {double.source for _, double in doubles}
    paired = dropped | {row.source for row, _ in doubles}
    others = [row for row in complete if row.source not in paired]
    names = _list_player_columns(type(rows[0])) if rows else []
    meetings = _pair_rows(
        others, lambda row: (row.date, frozenset(getattr(row, name) for name in names)), folders
    )
    problems = [*_report(doubles, _BY_BOTH), *_report(meetings, _OTHERWISE)]
    if not dropped:
        return rows, problems
    make = CompleteRows if isinstance(rows, CompleteRows) else list
    return make(row for row in rows if row.source not in dropped), problems


def _pair_rows(
    rows: Sequence[Any], get_key: Callable[[Any], Any], folders: Sequence[str]
) -> Iterator[tuple[Any, Any]]:
    """Yield each row that another folder has too, behind that of the folder which has the most of them."""
    by_key = defaultdict[Any, dict[str, list[Any]]](lambda: defaultdict(list))
    for row in rows:
        by_key[get_key(row)][_find_folder(row, folders)].append(row)
    for places in by_key.values():
        first, *others = sorted(places.values(), key=len, reverse=True)
        for other in others:
            yield from zip(first, other, strict=False)


def _find_folder(row: Any, folders: Sequence[str]) -> str:
    return next(folder for folder in folders if row.source.startswith(f"{folder}/"))


def _locate(row: Any) -> tuple[str, int]:
    path, _, line = row.source.rpartition(":")
    return path, int(line)


def _report(pairs: Iterable[tuple[Any, Any]], kind: FaultKind) -> Iterator[Problem]:
    """Yield a warning of rows of two folders in each of their files, one for all that two files share."""
    lines = defaultdict[tuple[str, str], dict[int, None]](dict)
    for row, twin in pairs:
        (path, line), (twin_path, twin_line) = _locate(row), _locate(twin)
        lines[path, twin_path][line] = lines[twin_path, path][twin_line] = None
    for (path, twin_path), own_lines in lines.items():
        texts = kind.fill(path=twin_path)
        yield from merge_repeated([Problem(path, line, 0, *texts, Severity.WARNING) for line in own_lines])
