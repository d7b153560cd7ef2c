"""The kinds of rules that systems declare: what each finds, and what it leaves alone."""

from datetime import date, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import declare_error
from sitegen.core.missing import Missing
from sitegen.core.names import extract_letters
from sitegen.core.system import HasRules, list_input_tables, load_system
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.decisions import DecisionRule
from sitegen.toolkit.memberships import MembershipOrder
from sitegen.toolkit.rules import MisspelledClub, OrderOfPlay, OtherWeekday, Outlier, UnknownName

RATINGS = [1412.0, 1455.0, 1480.0, 1500.0, 1533.0, 1570.0, 1610.0]
TIMED = [(3, 360), (3, 360), (7, 840), (7, 840), (7, 840), (7, 900), (7, 600), (7, 840)]


RATING = Outlier("players", ["rating"])


def find(numbers: list[Any], rule: Outlier = RATING) -> list[str]:
    """Return the messages about players with these ratings."""
    rows = [SimpleNamespace(rating=number) for number in numbers]
    return [str(fault.message) for fault in rule.find_faults(SimpleNamespace(players=rows))]


@pytest.mark.parametrize("number", [168.0, 15.0, 2612.0, 14500.0])
def test_a_rating_far_from_all_others_is_doubted(number: float) -> None:
    assert find([*RATINGS, number]) == [f"{number:g} is far from all others (1412–1610)"]


@pytest.mark.parametrize("number", [1100.0, 1900.0, 2000.0, 800.0])
def test_a_strong_or_a_weak_player_is_not(number: float) -> None:
    assert find([*RATINGS, number]) == []


def test_where_few_have_a_number_nothing_is_known_of_what_is_usual() -> None:
    assert find([1500.0, 1480.0, 168.0]) == []


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([1612.5, 1548.0, 161.25], "161.25 is far from 1548, and near it with the decimal mark elsewhere"),
        ([1612.5, 15480.0, 1700.0], "15480 is far from 1700, and near it with the decimal mark elsewhere"),
        ([0.06, 0.05, 0.59, 0.06], "0.59 is far from 0.06, and near it with the decimal mark elsewhere"),
        ([1612.5, 1548.0, 161.25, 1500.0, 1400.0, 1700.0, 1650.0], "161.25 is far from 1548, and near it"),
        ([1500.0, 400.0, 2200.0], ""),
        ([150.0, 1500.0], ""),
        ([150.0, 160.0, 1500.0, 1600.0], ""),
    ],
)
def test_a_number_whose_decimal_mark_slipped_is_told_once(numbers: list[Any], told: str) -> None:
    messages = find(numbers, Outlier("players", ["rating"], has_one_size=True))
    assert len(messages) == bool(told)
    assert "".join(messages).startswith(told)


def test_of_counts_only_a_much_larger_one_is_doubted() -> None:
    scores = Outlier("players", ["rating"], is_count=True)
    counts: list[Any] = [0, 1, 3, 0, 11, 21, 15]
    assert find([*counts, 200], scores) == []
    assert find([*counts, 1999], scores) == ["1999 is far from all others (0–21)"]


def test_a_number_is_compared_with_those_of_rows_that_agree_with_it() -> None:
    rule = Outlier("matches", ["reserve"], per=["length"])
    rows = [SimpleNamespace(length=length, reserve=reserve) for length, reserve in [*TIMED, (7, 90)]]
    (fault,) = rule.find_faults(SimpleNamespace(matches=rows))
    assert (fault.row, fault.column, fault.warning) == (rows[-1], "reserve", True)


@given(st.lists(st.one_of(st.none(), st.floats(0, 4000)), max_size=30), st.randoms())
def test_what_could_not_be_read_hides_nothing_and_is_never_told(numbers: list[Any], random: Random) -> None:
    unread: list[Any] = [*numbers, Missing(), Missing()]
    random.shuffle(unread)
    assert sorted(find(unread)) == sorted(find(numbers))


@given(st.lists(st.floats(900, 2100), min_size=1, max_size=60))
def test_a_club_whose_ratings_are_spread_is_left_alone(ratings: list[float]) -> None:
    between = [min(ratings), max(ratings), *ratings]
    assert find(between) == []


@pytest.mark.parametrize("name", ["elo", "fibs", "glicko2", "ijssel", "keizer", "ludo", "nbb", "ruit"])
def test_the_rules_of_a_system_name_its_tables_and_columns(name: str) -> None:
    """A system is checked with empty tables too; each of its rules looks into columns that there are."""
    system = load_system(name)
    assert isinstance(system, HasRules)
    tables = {table.name: table.rows for table in list_input_tables(system)}
    for rule in system.rules:
        if isinstance(rule, Outlier):
            assert {*rule.columns, *rule.per} <= {*dir(tables[rule.table])}
        elif isinstance(rule, OtherWeekday):
            assert {"date", *rule.needed} <= {*dir(tables[rule.table])}
        elif isinstance(rule, CopiedEvening):
            assert {*rule.players, *rule.result, *rule.per} <= {*dir(tables[rule.table])}
        elif isinstance(rule, OrderOfPlay):
            assert {"date", "order", *rule.players} <= {*dir(tables[rule.table])}
        elif isinstance(rule, UnknownName):
            assert all(rule.column in dir(tables[table]) for table in rule.tables)
            assert all(column in dir(tables[table]) for table, column in rule.known.items())
        elif isinstance(rule, MembershipOrder):
            assert {"player", "club", "from_", "until"} <= {*dir(tables["memberships"])}
        elif isinstance(rule, DecisionRule):
            kinds = {*get_args(get_type_hints(tables["decisions"])["what"])}
            assert kinds == {*rule.kinds, "out of competition", "in competition"}
        else:
            assert isinstance(rule, MisspelledClub)
            assert all("club" in dir(tables[table]) for table in rule.tables)
        assert " no " in rule.describe()


def find_clubs(*clubs: Any) -> list[str]:
    """Return the clubs that are doubted among players of these."""
    rows = [SimpleNamespace(club=club) for club in clubs]
    return [fault.row.club for fault in MisspelledClub().find_faults(SimpleNamespace(players=rows))]


@pytest.mark.parametrize(
    "club", ["De Dobelsteen", "de dobbelsteen", "De Dobbelsteen 2", "De Dobbelsteen (2e)", "De Dobbelsteem"]
)
def test_a_club_that_is_nearly_another_is_doubted(club: str) -> None:
    assert find_clubs("De Dobbelsteen", "De Dobbelsteen", club) == [club]


@pytest.mark.parametrize("club", ["Dender", "De Dobbelsteen Leuven", "", Missing()])
def test_another_club_is_not(club: Any) -> None:
    assert find_clubs("De Dobbelsteen", "De Dobbelsteen", club) == []
    assert find_clubs("Gent 1", "Gent 1", "Gent 2", "Gent 2", club) == []


@pytest.mark.parametrize("club", ["?", "-", "geen", "none", "aucun", "n/a"])
def test_a_word_for_no_club_is_published_as_a_club(club: str) -> None:
    assert find_clubs("Dender", club, club) == [club]


def find_days(*days: date, club: str = "") -> list[date]:
    """Return the days that are doubted among games of these."""
    rows = [SimpleNamespace(date=day, club=club) for day in days]
    rule = OtherWeekday("games", ["club"], lambda row: row.club)
    return [fault.row.date for fault in rule.find_faults(SimpleNamespace(games=rows))]


THURSDAYS = [date(2026, 1, 1) + timedelta(weeks=week) for week in range(20)]
FRIDAY = THURSDAYS[7] + timedelta(days=1)


def test_a_game_alone_on_another_day_of_the_week_is_doubted() -> None:
    assert find_days(*THURSDAYS, FRIDAY) == [FRIDAY]


def test_an_evening_on_another_day_is_not_nor_is_one_of_a_short_season() -> None:
    assert find_days(*THURSDAYS, FRIDAY, FRIDAY) == []
    assert find_days(*THURSDAYS[1:], FRIDAY) == []
    assert find_days(*THURSDAYS, FRIDAY, FRIDAY + timedelta(weeks=2)) == []
    assert find_days(*THURSDAYS, THURSDAYS[-1] + timedelta(days=60)) == []


@given(st.lists(st.sampled_from([*THURSDAYS, FRIDAY]), max_size=40))
def test_of_an_evening_with_an_unread_row_no_game_is_alone(days: list[Any]) -> None:
    assert find_days(*days, Missing()) == []  # type: ignore[arg-type]


NO_SEASON = declare_error("no-such-season", "there is no season {name}", "the seasons are {names}")
KNOWN = ["2024", "2025", "2026"]


def find_names(names: list[Any], known: list[Any], **fields: Any) -> list[tuple[str, str]]:
    """Return the messages and hints about rows of these names where others are `known`."""
    rule = UnknownName(["rows"], "name_", {"seasons": "season"}, NO_SEASON, **fields)
    inputs = SimpleNamespace(
        rows=[SimpleNamespace(name_=name) for name in names],
        seasons=[SimpleNamespace(season=name) for name in known],
    )
    faults = list(rule.find_faults(inputs))
    assert all(fault.column == "name" and not fault.warning for fault in faults)
    return [(str(fault.message), str(fault.hint)) for fault in faults]


def test_an_unknown_name_is_told_with_the_nearest_or_with_all() -> None:
    assert find_names(["2025", "1999", "20255", ""], KNOWN) == [
        ("there is no season '1999'", "the seasons are 2024, 2025, 2026"),
        ("there is no season '20255'", "did you mean '2025'?"),
    ]
    assert find_names(["20255"], KNOWN, get_advice=lambda *_: "") == [
        ("there is no season '20255'", "the seasons are 2024, 2025, 2026")
    ]


def test_names_agree_where_their_keys_do() -> None:
    assert find_names(["de dobbelsteen"], ["De Dobbelsteen"], get_key=extract_letters) == []
    assert len(find_names(["de dobbelsteen"], ["De Dobbelsteen"])) == 1


def test_of_a_key_that_stands_twice_one_may_be_the_name_that_lacks() -> None:
    assert find_names(["2025"], ["2024", "2024"], is_key=True) == []
    assert len(find_names(["2025"], ["2024", "2024"])) == 1


def test_a_table_that_a_club_does_not_keep_names_nothing() -> None:
    rule = UnknownName(["rows"], "name", {"seasons": "season"}, NO_SEASON)
    rows = [SimpleNamespace(name="2025")]
    assert [*rule.find_faults(SimpleNamespace(rows=None, seasons=None))] == []
    assert len([*rule.find_faults(SimpleNamespace(rows=rows, seasons=None))]) == 1


@given(st.lists(st.sampled_from([*KNOWN, "1999", "", Missing()]), max_size=20), st.booleans())
def test_only_names_that_were_read_are_told_and_only_beside_a_table_that_was(
    names: list[Any], is_key: bool
) -> None:
    assert len(find_names(names, KNOWN, is_key=is_key)) == names.count("1999")
    assert find_names(names, [*KNOWN, Missing()], is_key=is_key) == []
