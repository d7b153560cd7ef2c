"""What a ranking publishes, as data: files are views of wider tables, and lists say who stands where."""

import json
from datetime import date

from sitegen.compare.lists import compare_tables
from sitegen.compare.state import IdentityMap
from sitegen.core.model import Listing, Outcome, PageContent, PublishedTable, Section, ShortListing
from sitegen.core.table import Change, EventKey, PlayerId, Rank, Rating, Source, Table, column
from sitegen.rankings.datafiles import DataFiles
from sitegen.rankings.dataset import Dataset

NOBODY = IdentityMap()


class Line(Table):
    """A line of a list, with what pages alone show."""

    rank: Rank = column("place")
    player: PlayerId = column("who")
    rating: Rating = column("figure")
    change: Change | None = column("since the list before", default=None, in_files=False)
    event: EventKey = column("the evening", default="", in_files=False)
    source: Source = column("where it stands", default="", in_files=False)


def make_list(day: date, *rows: tuple[object, ...]) -> Listing:
    lines = [Line(*row) for row in rows]  # type: ignore[arg-type]
    return Listing(day, day, PageContent.create([], [Section("list", "List", Line, lines)]))


def make_dataset(*lists: Listing, short: tuple[ShortListing, ...] = ()) -> Dataset:
    rows = lists[-1].content.tables[0].rows
    return Dataset.from_outcome(
        Outcome([PublishedTable("list", Line, rows)], lists[-1], lists[:-1], (), (), (), {}, short)
    )


FIRST, SECOND, THIRD = date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1)


def test_files_have_no_column_that_is_for_pages_alone() -> None:
    table = PublishedTable("list", Line, [Line(1, "an", 1500.0, 12.0, "7", "results/list.csv:2")])
    files = DataFiles(table.in_files)
    assert files.to_csv() == b"rank,player,rating\n1,an,1500.000000\n"
    assert [one["name"] for one in json.loads(files.to_json())["columns"]] == ["rank", "player", "rating"]


def test_a_row_that_moves_in_its_file_changes_nothing_that_is_published() -> None:
    was, now = (
        make_dataset(make_list(FIRST, (1, "an", 1500.0, change, "7", f"results/list.csv:{line}")))
        for line, change in ((2, 12.0), (3, 15.0))
    )
    assert compare_tables(was.tables, now.tables, NOBODY) == []


def test_a_list_has_the_files_of_the_current_one_in_their_columns() -> None:
    data = make_dataset(make_list(FIRST, (1, "an", 1500.0, None)), make_list(SECOND, (1, "bo", 1600.0, 9.0)))
    (table,) = data.build_player_tables(data.archive[0])
    assert DataFiles(table).to_csv() == b"rank,player,rating\n1,an,1500.000000\n"


def test_who_stands_where_is_asked_of_any_list() -> None:
    first = make_list(FIRST, (1, "an", 1500.0), (2, "bo", 1400.0))
    data = make_dataset(first, make_list(SECOND, (1, "bo", 1600.0, 200.0), (2, "an", 1500.0, 0.0)))
    assert {player: place.rank for player, place in data.positions.items()} == {"bo": 1, "an": 2}
    assert {player: place.rank for player, place in data.archive[0].positions.items()} == {
        "an": 1,
        "bo": 2,
    }
    assert data.rank_histories.get_history("bo") == [(FIRST, 2), (SECOND, 1)]


def test_the_days_of_all_lists_are_known_and_each_has_the_one_before_it() -> None:
    data = make_dataset(
        make_list(SECOND, (1, "an", 1500.0)),
        make_list(THIRD, (1, "an", 1500.0)),
        short=(ShortListing(FIRST, FIRST),),
    )
    assert [listing.day for listing in data.list_dates] == [FIRST, SECOND, THIRD]
    assert data.get_previous_list(THIRD) == ShortListing(SECOND, SECOND)
    assert data.get_previous_list(FIRST) is None
