"""What a change does, as it is told before: it is what the next build publishes, in every system."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import fuzz
import pytest
import sites
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from table_changes import EVERY, PEOPLE, ROWS, WRITTEN, Files

from sitegen import publishing
from sitegen.compare.analysis import Difference, analyze_effect
from sitegen.compare.effect import Effect
from sitegen.compare.findings import FindingFormatter, Unmoved, get_players
from sitegen.compare.lists import TableChange
from sitegen.compare.loading import load_state
from sitegen.compare.state import CellReader, SiteState
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.roles import get_roles
from sitegen.core.table import Table, get_columns
from sitegen.inputs.config.site import SiteDates
from sitegen.rankings import datafiles
from sitegen.rankings.dataset import ListData
from sitegen.rankings.published import StoredTable

pytestmark = pytest.mark.slow

AS_OF = date(2026, 11, 21)
DAYS = SiteDates(AS_OF, AS_OF)
ENGLISH = Language("en")

Lines = Counter[str]


class Told(NamedTuple):
    """A site before and after a change, in folders, and what is told of it."""

    system: str
    before: Path
    after: Path
    difference: Difference

    @property
    def effects(self) -> list[Effect]:
        """What there is to tell: of one ranking, or nothing."""
        return list(self.difference.effects)

    @property
    def states(self) -> tuple[SiteState, SiteState]:
        """Both."""
        return self.difference.before, self.difference.after


class Case(NamedTuple):
    """A system, the changes that made its site what it is, and those that are told of."""

    system: str
    seed: int
    earlier: Sequence[str]
    changes: Sequence[str]

    def told(self, folder: Path) -> Told:
        """Both sites written; a change that would leave errors in one is left out."""
        rng = Random(self.seed)
        before = _changed(rng, folder / "before", sites.files(self.system), self.earlier)
        after = _changed(rng, folder / "after", before, self.changes)
        for name, files in (("before", before), ("after", after)):
            sites.write(folder / name / "site", files)
        states = load_state(folder / "before/site", DAYS), load_state(folder / "after/site", DAYS)
        return Told(self.system, folder / "before/site", folder / "after/site", Difference(*states))


def _changed(rng: Random, folder: Path, files: Files, names: Sequence[str]) -> Files:
    for number, name in enumerate(names):
        tried = dict(files)
        EVERY[name](rng, tried)
        sites.write(folder / str(number), tried)
        if load_state(folder / str(number), DAYS).is_valid:
            files = tried
    return files


def cases(changes: Sequence[str], most: int = 3) -> st.SearchStrategy[Case]:
    every = st.lists(st.sampled_from([*EVERY]), max_size=3)
    chosen = st.lists(st.sampled_from(changes), min_size=1, max_size=most)
    return st.builds(Case, st.sampled_from(sites.ALL), st.integers(0, 10**6), every, chosen)


def _name(change: Callable[..., None]) -> str:
    return change.__name__


# What is published


def lines(table: type[Table], rows: Sequence[Any], shown: CellReader = tuple) -> Lines:
    """The lines that the published file has of some rows, players being shown as they are after."""
    published = PublishedTable("x", table, [table(*shown(row)) for row in rows])
    return Counter(datafiles.DataFiles(published).to_csv().decode().splitlines()[1:])


def as_shown_after(effect: Effect, table: type[Table]) -> CellReader:
    """What gives the cells of a row before, with players under the ids that they have after."""
    was, _ = effect.identities.make_cell_readers(table)
    places = [n for n, column in enumerate(get_columns(table)) if column.display.style == "player"]

    def cells(row: Any) -> tuple[Any, ...]:
        return tuple(effect.identities.labels.get(c, c) if n in places else c for n, c in enumerate(was(row)))

    return cells


def predicted(effect: Effect, table: type[Table], rows: Sequence[Any], change: TableChange | None) -> Lines:
    """The lines of a file after, made of the rows before and of what is told of them."""
    shown = as_shown_after(effect, table)
    found = lines(table, rows, shown)
    if change:
        gone = lines(table, [*change.removed, *(changed_row.before for changed_row in change.changed)], shown)
        assert gone <= found, "a row is told of that was not there"
        found = found - gone
        found += lines(table, [*change.added, *(changed_row.after for changed_row in change.changed)])
    return found


def published(path: Path) -> Lines:
    """The lines of a file that was built, but for its header; none where there is no file."""
    text = path.read_text("utf-8") if path.exists() else ""
    return Counter(_records(text)[1:])


def _records(text: str) -> list[str]:
    found, open_ = list[str](), False
    for line in text.split("\n"):
        if open_:
            found[-1] += f"\n{line}"
        elif line:
            found.append(line)
        open_ ^= line.count('"') % 2 == 1
    return found


def written(root: Path, order: Callable[[list[str]], Any] = list) -> tuple[Any, ...]:
    """What stands in the tables: the lines of each file in their order, and the settings."""
    files = sorted((root / "results").rglob("*.csv"))
    rows = [(file.relative_to(root), order(_lines(file))) for file in files]
    return rows, (root / "sitegen.toml").read_text("utf-8").split()


def _lines(path: Path) -> list[str]:
    """The lines of a file with rows; what stands above them is no part of the table."""
    found = path.read_text("utf-8-sig").splitlines()
    return [line for line in found if line and not line.startswith("#")][1:]


def shown(of: SiteState, system: str) -> dict[Any, Lines]:
    """Everything that is published of a ranking, as the files say it, in whatever order."""
    board = of.contexts[system]
    tables = {table.name: lines(table.table, table.rows) for table in board.dataset.tables}
    lists = {
        (full_list.day, one.name): lines(one.table, one.rows)
        for full_list in board.dataset.full_lists
        for one in full_list.tables
    }
    return {**tables, **lists}


# The properties


@times(0.3)
@given(cases([*EVERY]))
def test_what_is_told_of_the_tables_is_what_is_published(case: Case) -> None:
    with TemporaryDirectory() as name:
        told = case.told(Path(name))
        built = publishing.build(told.after, Path(name) / "built", AS_OF)
        assert built.plan
        folder = Path(name) / "built" / told.system
        effect = _effect(told)
        was, now = (state.contexts[told.system] for state in told.states)
        tables = {table.name: table for table in effect.tables}
        earlier = {table.name: table for table in was.dataset.tables}
        for table in {**earlier, **{table.name: table for table in now.dataset.tables}}.values():
            rows = earlier[table.name].rows if table.name in earlier else ()
            found = published(folder / f"{table.name}.csv")
            assert predicted(effect, table.table, rows, tables.get(table.name)) == found
        _holds_of_lists(effect, folder)
        _holds_of_moves(effect, folder)


def _effect(told: Told) -> Effect:
    """What there is to tell of the ranking; of a change that does nothing too."""
    return next(iter(told.effects), Effect(told.system, *told.states))


def _holds_of_lists(effect: Effect, folder: Path) -> None:
    """What is told of a list that was there is what its files say now."""
    assert effect.contexts
    was, now = (
        {full_list.day: full_list for full_list in board.dataset.full_lists} for board in effect.contexts
    )
    changed = {table.day: {one.name: one for one in table.tables} for table in effect.lists}
    for day in was.keys() & now.keys():
        earlier = {table.name: table.in_files for table in was[day].tables}
        for table in {**earlier, **{table.name: table.in_files for table in now[day].tables}}.values():
            rows = earlier[table.name].rows if table.name in earlier else ()
            file = _place(folder, day) / f"{table.name}.csv"
            change = changed.get(day, {}).get(table.name)
            found = predicted(effect, table.table, rows, change)
            assert not file.exists() or _as_in(file, table.table, found) == published(file)
    gone = {list_date.day for list_date in effect.contexts[0].dataset.list_dates} - {
        list_date.day for list_date in effect.contexts[1].dataset.list_dates
    }
    assert set(effect.withdrawn_days) == gone


def _as_in(file: Path, table: type[Table], found: Lines) -> Lines:
    """The lines with the columns that a file has: a page may show more."""
    header = file.read_text("utf-8").split("\n", 1)[0].split(",")
    places = [[column.name for column in get_columns(table)].index(name) for name in header]
    rows = ([row[n] for n in places] for row in csv.reader(found.elements()))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return Counter(_records(out.getvalue()))


def _place(folder: Path, day: date) -> Path:
    """Where the files of a list are: those of the current one are with the other tables."""
    archived = folder / f"lists/{day}"
    return archived if any(archived.glob("*.csv")) else folder


def _holds_of_moves(effect: Effect, folder: Path) -> None:
    """Where everybody stands and stood is what the list of that moment says."""
    assert effect.contexts
    was, now = (board.dataset.positions for board in effect.contexts)
    moves = {own_move.player: own_move for own_move in effect.moves}
    places = dict(_places(effect.contexts[1].dataset.full_lists[-1], folder))
    assert {*places} == {*now}
    for player, (rank, value) in places.items():
        real = effect.identities.resolve_after(player)
        move = moves.get(real)
        before = {
            effect.identities.resolve_before(id_before): position for id_before, position in was.items()
        }.get(real)
        after = move.after if move else before
        assert after is not None
        assert after.rank == rank
        assert (after.value is None) == (value is None)
        assert after.value is None or round(after.value, 6) == pytest.approx(value, abs=1.1e-6)


def _places(listing: ListData, folder: Path) -> Iterator[tuple[str, tuple[int | None, float | None]]]:
    """The place and the figure of each player of a list, out of its files."""
    found: dict[str, tuple[int | None, float | None]] = {}
    for table in listing.tables:
        of = get_roles(table.table)
        file = _place(folder, listing.day) / f"{table.name}.csv"
        if "name" in of.positions and file.exists():
            named, *texts = csv.reader(io.StringIO(file.read_text("utf-8"), newline=""))
            for row in StoredTable(named, texts).to_rows(table.table):
                found.setdefault(
                    of.get_cell(row, "name"), (of.get_cell(row, "rank"), of.get_cell(row, "value"))
                )
    yield from found.items()


@times(0.6)
@given(cases([*EVERY], 2))
def test_nothing_is_told_where_nothing_changed_and_only_there(case: Case) -> None:
    with TemporaryDirectory() as name:
        told = case.told(Path(name))
        was, now = (shown(state, told.system) for state in told.states)
        if told.effects == []:
            assert was == now
            assert written(told.before, sorted) == written(told.after, sorted)
        elif was == now and {row.kind for effect in told.effects for row in effect.rows} != {"reordered"}:
            assert written(told.before) != written(told.after)


@times(0.5)
@given(cases([*EVERY]))
def test_the_way_back_is_the_mirror_image(case: Case) -> None:
    with TemporaryDirectory() as name:
        told = case.told(Path(name))
        before, after = told.states
        there, back = _effect(told), Effect(told.system, after, before)
        assert _rows(there) == {row[:2] + row[:1:-1]: n for row, n in _rows(back, _BACK).items()}
        assert _tables(there.tables) == _mirrored(_tables(back.tables))
        assert [table.day for table in there.lists] == [table.day for table in back.lists]
        for one, other in zip(there.lists, back.lists, strict=True):
            assert _tables(one.tables) == _mirrored(_tables(other.tables))
        assert _gains(there) == Counter((-gain, now, was) for gain, was, now in _gains(back).elements())
        assert [(setting.name, setting.before, setting.after) for setting in there.settings] == [
            (setting.name, setting.after, setting.before) for setting in back.settings
        ]


_BACK = {"added": "removed", "removed": "added"}


def _rows(effect: Effect, names: Mapping[str, str] | None = None) -> Counter[tuple[Any, ...]]:
    return Counter(
        (
            (names or {}).get(line.kind, line.kind),
            line.table,
            *(row and row.place for row in (line.before, line.after)),
        )
        for line in effect.rows
    )


def _tables(of: Sequence[TableChange]) -> dict[str, tuple[Counter[str], Counter[str], Counter[Any]]]:
    return {
        change.name: (
            Counter(map(repr, change.removed)),
            Counter(map(repr, change.added)),
            Counter((repr(pair.before), repr(pair.after)) for pair in change.changed),
        )
        for change in of
    }


def _mirrored(of: Mapping[str, tuple[Any, Any, Counter[Any]]]) -> dict[str, tuple[Any, Any, Any]]:
    return {
        name: (added, removed, Counter(element[::-1] for element in changed.elements()))
        for name, (removed, added, changed) in of.items()
    }


def _gains(effect: Effect) -> Counter[tuple[float, int, int]]:
    return Counter((own_move.gain or 0, *(rank or 0 for rank in own_move.ranks)) for own_move in effect.moves)


@times(0.4)
@given(cases([_name(change) for change in WRITTEN]))
def test_rows_that_say_the_same_change_no_figure(case: Case) -> None:
    with TemporaryDirectory() as name:
        told = case.told(Path(name))
        effect = _effect(told)
        assert {row.kind for row in effect.rows} <= {"moved", "rewritten"}
        assert effect.moves == []
        assert {type(finding) for finding in analyze_effect(effect)} <= {Unmoved}
        for table in [*effect.tables, *(one for listing in effect.lists for one in listing.tables)]:
            cells = [cell.column.display.style for pair in table.changed for cell in pair.cells]
            assert not table.added
            assert not table.removed
            assert {*cells} == {"source"}


@times(0.6)
@given(cases([_name(change) for change in (*ROWS, *PEOPLE)]))
def test_who_is_told_of_is_concerned_and_no_secret_is_told(case: Case) -> None:
    with TemporaryDirectory() as name:
        told = case.told(Path(name))
        for effect in told.effects:
            concerned = _concerned(effect)
            assert {player for fact in analyze_effect(effect) for player in get_players(fact)} <= concerned
            teller = FindingFormatter(effect.map_names(ENGLISH), ENGLISH)
            sentences = [
                teller.format_message(finding.build_message(teller)) for finding in analyze_effect(effect)
            ]
            for secret in _secrets(told):
                assert [sentence for sentence in sentences if secret.casefold() in sentence.casefold()] == []


def _concerned(effect: Effect) -> set[str]:
    """The later real ids of everybody in a row, a place or a table that is not what it was."""
    found = {move.player for move in [*effect.moves, *(m for one in effect.lists for m in one.moves)]}
    for line in effect.rows:
        found |= {str(cell) for row in (line.before, line.after) if row for cell in row.cells}
    for table in [*effect.tables, *(one for listing in effect.lists for one in listing.tables)]:
        was, now = effect.identities.make_cell_readers(table.table)
        before = [*table.removed, *(changed_row.before for changed_row in table.changed)]
        after = [*table.added, *(changed_row.after for changed_row in table.changed)]
        found |= {str(cell) for row in [*map(was, before), *map(now, after)] for cell in row}
    return found


def _secrets(told: Told) -> set[str]:
    """The ids and names of who hides now, and of who hid before and is here no more."""
    people = [_people(root / "results" / told.system / "players.csv") for root in (told.before, told.after)]
    hidden = [{who for who, row in person.items() if row.get("hidden")} for person in people]
    secret = hidden[1] | {player for player in hidden[0] if player not in people[1]}
    rows = [row for person in people for who, row in person.items() if who in secret]
    return {row[name] for row in rows for name in ("id", "name")}


def _people(path: Path) -> dict[str, dict[str, str]]:
    text = [line for line in path.read_text("utf-8-sig").splitlines() if not line.startswith("#")]
    return {row["id"]: row for row in csv.DictReader(text)}


@times(0.6)
@given(st.integers(0, 10**6))
def test_a_damaged_site_is_told_of_too(number: int) -> None:
    """Whatever is wrong with one of two states, or with both."""
    case = fuzz.case(1, number)
    days = SiteDates(case.as_of, case.as_of)
    with TemporaryDirectory() as name:
        for folder, files in (("before", sites.files(*case.systems)), ("after", case.files())):
            sites.write(Path(name) / folder, files)
        before, after = load_state(Path(name) / "before", days), load_state(Path(name) / "after", days)
        for one in (Difference(before, after), Difference(after, before)):
            for effect in one.effects:
                teller = FindingFormatter(effect.map_names(ENGLISH), ENGLISH)
                assert all(
                    teller.format_message(finding.build_message(teller)) for finding in analyze_effect(effect)
                )
                assert effect.contexts or not effect.tables
