"""Nothing that was published changes in silence: neither on the page of corrections nor in `diff`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import sites
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from table_changes import EVERY, Files, TableFile

from sitegen.compare.analysis import analyze_effect
from sitegen.compare.correction_details import build_correction
from sitegen.compare.effect import Effect
from sitegen.compare.lists import is_figure
from sitegen.compare.loading import load_state
from sitegen.compare.repository import Commit
from sitegen.compare.result_findings import Played, Recounted, Undone, compare_results, find_changed_results
from sitegen.compare.state import SiteState
from sitegen.core.table import Column, get_columns
from sitegen.inputs.config.site import SiteDates

pytestmark = pytest.mark.slow

AS_OF = date(2027, 6, 1)
DAYS = SiteDates(AS_OF, AS_OF)
"""Long after the last row of a new site: none that comes now comes in time."""
COMMIT = Commit("0" * 40, ("1" * 40,), datetime(2027, 6, 1, tzinfo=UTC), "Mend")
EDITS = (
    *("added", "late", "removed", "corrected", "turned", "replaced", "permuted", "option"),
    *("file_renamed", "file_split", "columns_turned", "day_first"),
)
"""Whatever a club does to its files, but for names of players and what is played next."""
IN_ORDER = "elo", "fibs"
"""The systems in which the order of the rows of a day is the order of play."""


def files(system: str) -> Files:
    """The files of a new site; with a table without days of play, where its system has one."""
    found = sites.files(system)
    if system == "fibs":
        people = TableFile.parse(found["results/fibs/players.csv"]).rows
        rows = [[person[0], "2026-01-01", "2026-12-31"] for person in people]
        found["results/fibs/registrations.csv"] = TableFile([], ["player", "from", "until"], rows).data
    if system == "nbb":
        season, *_ = TableFile.parse(found["results/nbb/seasons.csv"]).rows[0]
        rows = [[season, row[0], "48"] for row in TableFile.parse(found["results/nbb/players.csv"]).rows[:3]]
        found["results/nbb/substitutes.csv"] = TableFile([], ["season", "player", "ranking"], rows).data
    return found


def changed(rng: Random, folder: Path, found: Files, edits: Sequence[str]) -> Files:
    """The files after some edits, of which those are left out that would leave an error."""
    for number, name in enumerate(edits):
        tried = dict(found)
        EVERY[name](rng, tried)
        sites.write(folder / f"{number}", tried)
        found = tried if load_state(folder / f"{number}", DAYS).is_valid else found
    return found


def compared(folder: Path, before: Files, after: Files) -> list[Effect]:
    """What becomes of the rankings of a site."""
    for name, content in (("before", before), ("after", after)):
        sites.write(folder / name, content)
    was, now = (load_state(folder / name, DAYS) for name in ("before", "after"))
    assert was.is_valid, was.problems
    assert now.is_valid, now.problems
    return [Effect(context, was, now) for context in was.contexts]


def figures(of: SiteState) -> dict[Any, Counter[Any]]:
    """All figures that are published, with who or what each row is of, in whatever order."""
    found: dict[Any, Counter[Any]] = {}
    for board in of.contexts.values():
        tables = [("", own_table) for own_table in board.dataset.tables]
        tables += [(full_list.day, one) for full_list in board.dataset.full_lists for one in full_list.tables]  # type: ignore[misc]
        for day, table in tables:
            kept = [n for n, column in enumerate(get_columns(table.table)) if _is_kept(column)]
            found[day, table.name] = Counter(tuple(_cell(row[n]) for n in kept) for row in table.rows)
        found["lists"] = Counter(list_date.day for list_date in board.dataset.list_dates)
    return found


def _is_kept(column: Column) -> bool:
    style = column.display.style
    return is_figure(column) or style in {"player", "event"} or column.kind in {bool, date}


def _cell(value: Any) -> Any:
    return f"{value:.6f}" if isinstance(value, float) else value


def edited(system: str, seed: int, edits: Sequence[str]) -> Iterator[Effect]:
    with TemporaryDirectory() as name:
        before = files(system)
        after = changed(Random(seed), Path(name) / "steps", before, edits)
        yield from compared(Path(name), before, after)


every_system = st.sampled_from(sites.ALL)
seeds = st.integers(0, 10**6)


@pytest.mark.slow
@times(0.25)
@given(every_system, seeds, st.lists(st.sampled_from(EDITS), min_size=1, max_size=2))
def test_the_page_is_silent_only_where_no_published_figure_changed(
    system: str, seed: int, edits: list[str]
) -> None:
    """And what is told has a cause: rows, or options."""
    for effect in edited(system, seed, edits):
        told = build_correction(COMMIT, AS_OF, effect)
        if figures(effect.before) != figures(effect.after):
            assert told is not None
            assert told.rows or told.settings
            assert effect.rows or effect.settings
            assert told.findings
        elif {row.kind for row in effect.rows} <= {"reordered", "moved", "rewritten"}:
            assert told is None


@times(0.15)
@given(every_system, seeds, st.sampled_from(EDITS))
def test_every_result_that_begins_or_ceases_to_count_is_told(system: str, seed: int, edit: str) -> None:
    """Also of players whom no changed row names."""
    for effect in edited(system, seed, [edit]):
        assert effect.contexts
        found = find_changed_results(effect, *effect.contexts)
        everyone = {player.id for board in effect.contexts for player in board.players}
        every = compare_results(*effect.contexts, everyone, effect.rows, effect.identities)
        assert [Counter(map(repr, changed_result)) for changed_result in found] == [
            Counter(map(repr, result)) for result in every
        ]


@times(0.1)
@given(seeds)
def test_every_match_that_a_register_lets_count_or_not_is_told_once(seed: int) -> None:
    """Where it stands now, whatever else came in above it, and of whomever it is."""
    rng, before = Random(seed), files("fibs")
    path, kept = "results/fibs/registrations.csv", "results/fibs/matches/2026.csv"
    sheet, after = TableFile.parse(before[path]), dict(before)
    for row in rng.sample(sheet.rows, rng.randint(1, len(sheet.rows))):
        row[rng.choice((1, 2))] = f"2026-{rng.randint(1, 12):02}-15"
    after[path] = sheet.data
    if rng.random() < 0.5:
        before, after = after, before
    played = TableFile.parse(after[kept])
    played.rows.insert(rng.randrange(len(played.rows)), ["2026-01-10", *played.rows[0][1:]])
    after[kept] = played.data
    with TemporaryDirectory() as name:
        (effect,) = compared(Path(name), before, after)
        (added,) = [line.row.place for line in effect.rows if line.table == "matches"]
        assert effect.contexts
        was, now = (
            {
                row.source: row
                for own_table in board.dataset.tables
                if own_table.name == "matches"
                for row in own_table.rows
            }
            for board in effect.contexts
        )
        stayed = zip(was.values(), (row for place, row in now.items() if place != added), strict=True)
        expected = {
            (new.source, new.counted, new.winner, new.loser)
            for old, new in stayed
            if old.counted != new.counted
        }
        told = [finding for finding in analyze_effect(effect) if isinstance(finding, Recounted)]
        assert {(finding.place, finding.is_counting, *finding.players) for finding in told} == expected
        assert len(told) == len(expected)
        assert sum(isinstance(finding, Played) for finding in analyze_effect(effect)) <= 1
        assert not any(isinstance(finding, Undone) for finding in analyze_effect(effect))


@times(0.15)
@given(st.sampled_from([system for system in sites.ALL if system not in IN_ORDER]), seeds)
def test_no_order_of_rows_moves_a_figure_where_a_day_counts_at_once(system: str, seed: int) -> None:
    """Of all tables, also that of the players."""
    _sorted_otherwise(sites.files(system), Random(seed))


@pytest.mark.parametrize("site", ["periods", "circuit", "season", "club", "handicap"])
def test_no_order_of_rows_moves_a_figure_of_a_long_season(site: str) -> None:
    root = Path(__file__).parents[1] / "sites" / site
    paths = [root / "sitegen.toml", *(root / "results").rglob("*.csv")]
    _sorted_otherwise({path.relative_to(root).as_posix(): path.read_bytes() for path in paths}, Random(1))


@times(0.1)
@given(st.sampled_from(IN_ORDER), seeds)
def test_a_table_with_an_order_of_play_can_be_sorted(system: str, seed: int) -> None:
    """Each row has its number in the day; without them an order of rows moves figures, and is told first."""
    tables = files(system)
    kept = "games" if system == "elo" else "matches"
    path = next(table for table in tables if table.startswith(f"results/{system}/{kept}"))
    rng, sheet, numbers = Random(seed), TableFile.parse(tables[path]), Counter[str]()
    for row in sheet.rows:
        row[0] = "2026-02-05"
        numbers[row[0]] += 1
        row.append(str(numbers[row[0]]))
    sheet.header.append("order")
    tables[path] = sheet.data
    _sorted_otherwise(tables, rng)
    for row in sheet.rows:
        row[-1] = ""
    with TemporaryDirectory() as name:
        blank = tables | {path: sheet.data}
        sheet.rows.reverse()
        (effect,) = compared(Path(name), blank, blank | {path: sheet.data})
        assert figures(effect.before) != figures(effect.after)
        assert type(next(analyze_effect(effect))).__name__ == "Reordered"


def _sorted_otherwise(before: Files, rng: Random) -> None:
    """Put the rows of all tables in another order: no figure moves, and no correction is told."""
    after = dict(before)
    for path in sorted(before):
        if path.endswith(".csv"):
            sheet = TableFile.parse(before[path])
            rng.shuffle(sheet.rows)
            after[path] = sheet.data
    with TemporaryDirectory() as name:
        for effect in compared(Path(name), before, after):
            assert figures(effect.before) == figures(effect.after)
            assert not any(type(finding).__name__ == "Reordered" for finding in analyze_effect(effect))
