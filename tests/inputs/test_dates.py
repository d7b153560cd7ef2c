"""A day that the rows around it, the calendar or the name of the file contradict is a warning."""

from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from games import PLAYERS, SITE, TODAY, Told, evening, find, find_in
from hypothesis import given
from hypothesis import strategies as st
from sites import write

from sitegen.core.entities import EventDate
from sitegen.core.language import Language
from sitegen.core.table import Source, Table, column
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results.dates import check_dates
from sitegen.inputs.results.file_days import list_runs
from sitegen.inputs.results.results import read_results

PAIRS = ("a,b,1-0", "c,d,0-1", "e,f,1-0")
THURSDAYS = [date(2025, 9, 4) + timedelta(weeks=week) for week in range(20)]
SEASON = "".join(evening(day, *PAIRS) for day in THURSDAYS)
NEXT = THURSDAYS[-1] + timedelta(weeks=1)


def find_last(root: Path, rows: str) -> list[tuple[int, str]]:
    """Return line and code of what is found in these rows below those of a season of 60."""
    return [(line - 61, code) for _, line, code, _ in find_in(root, {"games.csv": SEASON + rows})]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        pytest.param(evening("2025-01-22", *PAIRS), [(1, "day-out-of-order")], id="last year"),
        pytest.param(
            evening(NEXT, PAIRS[0]) + evening("2025-01-22", *PAIRS[1:]),
            [(2, "day-out-of-order")],
            id="last year in some rows",
        ),
        pytest.param(
            evening("2026-02-05", *PAIRS[:2])
            + evening("2026-05-02", *PAIRS[2:])
            + evening("2026-02-12", *PAIRS),
            [(3, "day-out-of-order")],
            id="day and month exchanged in one row",
        ),
        pytest.param(
            evening("2026-02-05", PAIRS[0])
            + evening("2026-01-05", PAIRS[1])
            + evening("2026-02-05", PAIRS[2]),
            [(2, "day-out-of-order")],
            id="another month in one row",
        ),
        pytest.param(
            "".join(
                evening(NEXT + timedelta(n), pair) for n, pair in enumerate([*PAIRS, "a,c,1-0", "b,d,1-0"])
            ),
            [(2, "days-dragged-down")],
            id="dragged down",
        ),
        pytest.param(evening(NEXT, *PAIRS), [], id="the next evening"),
        pytest.param(evening("2025-09-11", "a,f,1-0"), [], id="a game of long ago entered late"),
        pytest.param(
            evening("2025-12-30", *PAIRS), [], id="an evening more between two others, entered late"
        ),
        pytest.param(evening("2026-01-24", *PAIRS), [], id="a tournament on another day of the week"),
        pytest.param(
            evening("2026-01-24", *PAIRS[:1]) + evening("2026-01-25", *PAIRS[1:]), [], id="a weekend of games"
        ),
    ],
)
def test_a_day_that_does_not_fit_is_a_warning_at_its_first_row(
    tmp_path: Path, rows: str, told: list[tuple[int, str]]
) -> None:
    assert find_last(tmp_path, rows) == told


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {"2026-02-05.csv": evening("2025-02-05", *PAIRS)},
            [("2026-02-05.csv", 2, "day-not-of-file", False)],
        ),
        (
            {"20260205-club.csv": evening("2026-05-02", *PAIRS)},
            [("20260205-club.csv", 2, "day-not-of-file", False)],
        ),
        ({"2026.csv": evening("2025-02-05", *PAIRS)}, [("2026.csv", 2, "day-not-of-file", False)]),
        ({"2026-02-06.csv": evening("2026-02-05", *PAIRS)}, []),  # called by the day it was entered
        (
            {"2026.csv": evening("2025-11-27", *PAIRS)},
            [],
        ),  # a season that is called by the year in which it ends
        ({"2026-05-05.csv": evening("2026-05-05", *PAIRS)}, []),
        ({"2025.csv": SEASON}, []),
        ({"2025-2026.csv": SEASON}, []),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, Mapping) else "",
)
def test_the_name_of_a_file_tells_the_day_or_year(
    tmp_path: Path, files: Mapping[str, str], told: list[Told]
) -> None:
    assert find_in(tmp_path, files) == told


EVENINGS = {f"{day}.csv": evening(day, *PAIRS) for day in THURSDAYS[:6]}


@pytest.mark.parametrize(
    "name", ["2026-01-22", "22-01-2026", "22 januari 2026", "club 22.1.2026", "avond-22012026"]
)
@pytest.mark.parametrize(
    "day", ["2026-01-15", "2026-01-29", "2025-01-22", "2025-11-27", "2026-02-22", "2026-01-12"]
)
def test_the_rows_of_another_evening_are_told_once_with_their_number(
    tmp_path: Path, name: str, day: str
) -> None:
    file = f"{name}.csv"
    told = find_in(tmp_path, {**EVENINGS, file: evening(day, *PAIRS)})
    assert [(path, line, code) for path, line, code, _ in told if path == file] == [
        (file, 2, "day-not-of-file")
    ]


def test_two_files_with_each_others_names_are_told_both(tmp_path: Path) -> None:
    first, second = [*EVENINGS][:2]
    told = find_in(tmp_path, {**EVENINGS, first: EVENINGS[second], second: EVENINGS[first]})
    assert told == [(first, 2, "day-not-of-file", False), (second, 2, "day-not-of-file", False)]


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("2026-01-22", ["2026-01-22", "2026-01-29", "2026-02-05"]),  # the first of some evenings
        ("2026-02-05", ["2026-01-22", "2026-01-29", "2026-02-05"]),
        ("2026-01-22", ["2026-01-22", "2026-02-22", "2026-03-22"]),  # one evening a month
        ("2026-01-24", ["2026-01-23", "2026-01-24", "2026-01-25"]),
        ("2026-01-26", ["2026-01-23", "2026-01-24"]),  # entered on Monday
        ("2026-01-22", ["2026-01-15", "2026-01-22"]),  # a game that was entered late
        ("2025-2026", ["2025-11-13", "2026-01-22"]),
        ("january 2026", ["2026-01-22"]),
        ("2026-01", ["2026-01-22"]),
        ("round 12", ["2026-01-22"]),
        ("2026-01-05 to 2026-01-22", ["2025-12-11"]),
    ],
)
def test_a_file_may_be_called_otherwise(tmp_path: Path, name: str, days: list[str]) -> None:
    rounds = PAIRS, ("a,c,1-0", "b,e,0-1", "d,f,1-0"), ("a,e,½-½", "b,d,1-0", "c,f,1-0")
    rows = "".join(evening(day, *pairs) for day, pairs in zip(days, rounds, strict=False))
    assert find_in(tmp_path, {**EVENINGS, f"{name}.csv": rows}) == []


def test_a_club_may_call_its_files_by_the_day_of_publication(tmp_path: Path) -> None:
    files = {f"{day + timedelta(days=5)}.csv": evening(day, *PAIRS) for day in THURSDAYS[:6]}
    assert find_in(tmp_path, files) == []


@pytest.mark.parametrize(("step", "code"), [(1, "days-dragged-down"), (7, "days-dragged-down")])
def test_a_date_that_was_dragged_down_is_told(tmp_path: Path, step: int, code: str) -> None:
    pairs = [*PAIRS, "a,c,1-0", "b,d,1-0"]
    rows = "".join(evening(NEXT + timedelta(step * place), pair) for place, pair in enumerate(pairs))
    for files in ({**EVENINGS, "more.csv": rows}, {f"{NEXT}.csv": rows}):
        assert [(line, found) for _, line, found, _ in find_in(tmp_path, files)] == [(3, code)]
        for file in (tmp_path / "results/b/games").iterdir():
            file.unlink()


def test_two_who_play_one_game_a_week_did_not_drag_its_date_down(tmp_path: Path) -> None:
    assert find_in(tmp_path, {"games.csv": "".join(evening(day, "a,b,1-0") for day in THURSDAYS)}) == []


@pytest.mark.parametrize("days", [1, 2])
def test_a_club_that_plays_once_a_year_is_not_told_that_each_year_is_alone(days: int) -> None:
    firsts = [date(2019, 1, 12), date(2020, 1, 11), date(2021, 1, 16), date(2022, 1, 8), date(2023, 1, 14)]
    for count in range(2, 6):
        played = [first + timedelta(day) for first in firsts[:count] for day in range(days)]
        assert check(played) == []


@pytest.mark.parametrize(
    ("name", "is_told"),
    [
        ("2026-11-19", True),
        ("2026-11-26", False),  # the evening of today
        ("spring", True),
        ("2024", True),
        ("2025", False),  # of a new site: its evenings have files of their own
        ("2024-2025", False),
        ("2026", True),
        ("2026-2027", False),  # a season that has begun, or is about to
        ("2025-10", False),
        ("2026-11", False),
        ("2026-10", True),
        ("2027", False),
    ],
)
def test_a_file_with_a_heading_alone_is_a_doubt_beside_others(
    tmp_path: Path, name: str, is_told: bool
) -> None:
    told = [(f"{name}.csv", 0, "heading-alone", False)]
    assert find_in(tmp_path, {**EVENINGS, f"{name}.csv": ""}) == told * is_told


def test_a_new_site_has_a_heading_alone(tmp_path: Path) -> None:
    assert find_in(tmp_path, {"2026-11-19.csv": ""}) == []


def tell(cell: str, name: str, latest: date = TODAY) -> tuple[str, str]:
    """Return message and hint about a row with this day, in Dutch, as it is printed."""
    with TemporaryDirectory() as folder:
        write(
            Path(folder),
            {
                "sitegen.toml": SITE.replace("en", "nl", 1).encode(),
                "results/b/players.csv": PLAYERS.encode(),
                f"results/b/games/{name}.csv": f"date,home,away,result\n{cell},a,b,1-0\n".encode(),
            },
        )
        site, _ = load_site(Path(folder))
        assert site is not None
        (problem,) = read_results(site, latest=latest)[1]
    dutch = Language("nl")
    return dutch.format_message(problem.message), dutch.format_message(problem.hint)


def test_days_are_written_as_in_the_file() -> None:
    assert tell("3/12/2026", "2026-03-12") == (
        "'3/12/2026' is gelezen als 3 december, en dat moet nog komen",
        "is 12 maart bedoeld, zoals het bestand heet?",
    )
    assert tell("05-11-26", "12-11-2026") == (
        "1 rij is van 05-11-26, en het bestand heet 12-11-2026.csv",
        "als 12-11-26 bedoeld is, verbeter dan de datum; geef anders het bestand een andere naam",
    )
    assert "12 november 2026" in tell("2026-11-05", "12-11-2026")[1]


@pytest.mark.parametrize(("day", "is_named"), [("27-11-2026", True), ("28-12-2026", False)])
def test_the_hint_for_a_day_that_may_have_begun_elsewhere_names_the_time_zone(
    day: str, is_named: bool
) -> None:
    message, hint = tell(day, "games")
    assert day in message
    assert ("timezone" in hint) is is_named


def test_a_day_entered_late_is_not_taken_for_one_of_next_year() -> None:
    """The rows of a site that is made for a later day: nothing says when today is."""
    days = [date(2026, 9, day) for day in (1, 8, 15)]
    assert check([*days[1:], days[0]], date.max) == []
    assert check([*days, date(2025, 9, 22)], date.max) == [date(2025, 9, 22)]


@pytest.mark.parametrize(
    "days",
    [
        ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"],
        ["2026-12-05", "2027-01-05", "2027-02-05"],
        ["2027-02-05", "2028-02-05", "2029-02-05"],
    ],
    ids=("days", "months", "years"),
)
def test_dates_dragged_into_the_future_are_one_error(days: list[str]) -> None:
    rows = [Game(date.fromisoformat(day), f"games.csv:{line}") for line, day in enumerate(days, 3)]
    events = [EventDate(row, "date", row.date, is_played=True) for row in rows]
    (fault,) = check_dates(list_runs(events), TODAY)
    assert (fault.row, fault.warning, fault.message.code) == (rows[0], False, "results-to-come")
    assert len(list(check_dates(list_runs(events[:2]), TODAY))) == 2


def test_of_an_evening_with_an_impossible_date_only_the_date_is_told(tmp_path: Path) -> None:
    """The pair that is left on the evening is not told to be alone."""
    files = {
        "sitegen.toml": SITE.replace('"elo"', '"ruit"'),
        "results/b/players.csv": PLAYERS.replace("\n", ",class-1\n").replace("name,class-1", "name,class"),
        "results/b/pairs.csv": "date,pair,player1,player2,score\n2026-02-05,1,a,b,40\n2027-02-05,2,c,d,60\n",
    }
    write(tmp_path, {path: text.encode() for path, text in files.items()})
    assert [(line, code) for _, line, code, _ in find(tmp_path)] == [(3, "result-to-come")]


def test_a_chess_game_may_be_played_ahead_of_its_round(tmp_path: Path) -> None:
    """After the evening the others are missed, and the game still waits for them."""
    played = "round,white,black,result\n1,a,b,1-0\n1,c,d,1-0\n1,e,f,1-0\n"
    files = {
        "sitegen.toml": SITE.replace('"elo"', '"ijssel"'),
        "results/b/players.csv": PLAYERS.replace("\n", ",1500\n").replace("name,1500", "name,estimate"),
        "results/b/rounds.csv": "round,date\n1,2026-11-19\n2,2026-11-24\n3,2026-12-03\n",
        "results/b/games.csv": played + "2,a,c,1-0\n2,b,e,1-0\n2,d,f,1-0\n3,a,d,0-1\n",
    }
    write(tmp_path, {path: text.encode() for path, text in files.items()})
    assert find(tmp_path) == []
    for day, told in (("11-26", []), ("11-25", [(8, "round-waits")])):
        (tmp_path / "results/b/rounds.csv").write_text(files["results/b/rounds.csv"].replace("12-03", day))
        assert [(line, code) for _, line, code, _ in find(tmp_path)] == told


class Game(Table):
    """A game of which only the day matters."""

    date: date = column("the day")
    source: Source = column("where the row stands", default="", filled=True)


def check(days: list[date], latest: date = TODAY) -> list[date]:
    """Return the days that are doubted among the rows of a file."""
    rows = [Game(day, f"games.csv:{line}") for line, day in enumerate(days, 2)]
    events = [EventDate(row, "date", row.date, is_played=True) for row in rows]
    return [fault.row.date for fault in check_dates(list_runs(events), latest)]


@given(
    st.sets(st.integers(0, 60), min_size=1, max_size=50),
    st.integers(0, 6),
    st.lists(st.integers(1, 6), min_size=61, max_size=61),
)
def test_no_evening_of_a_club_that_plays_weekly_is_doubted(
    weeks: set[int], weekday: int, sizes: list[int]
) -> None:
    first = date(2025, 9, 1) + timedelta(weekday)
    assert check([first + timedelta(weeks=week) for week in sorted(weeks) for _ in range(sizes[week])]) == []


@given(st.lists(st.integers(1, 160), min_size=1, max_size=60))
def test_no_day_is_doubted_where_the_rows_are_in_order(days: list[int]) -> None:
    assert check([date(2026, 1, 1) + timedelta(2 * day) for day in sorted(days)]) == []
