"""Who is told to be first, to have a title, a seat or a right: by what a published table looks like."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sitegen.compare.analysis import find_title_changes
from sitegen.compare.findings import FindingFormatter
from sitegen.compare.lists import compare_tables
from sitegen.compare.state import IdentityMap
from sitegen.compare.table_findings import Headed
from sitegen.core.language import Language
from sitegen.core.model import PublishedTable
from sitegen.core.table import Table
from sitegen.systems.ijssel.outputs import PeriodRankingRow, RoundStanding, StartRating, TeamPlace
from sitegen.systems.ludo.outputs import Seat
from sitegen.systems.nbb.outputs import Champion, PairChampion

NOBODY = IdentityMap()
TELLER = FindingFormatter({name: name.capitalize() for name in ("an", "bo", "cleo")}, Language("en"))


def told(
    name: str, kind: type[Table], was: Sequence[Any], now: Sequence[Any], *, lists: Any = ()
) -> list[str]:
    tables = [PublishedTable(name, kind, [kind(*row) for row in rows]) for rows in (was, now)]
    found = find_title_changes(compare_tables(tables[:1], tables[1:], NOBODY), lists, NOBODY)
    return [TELLER.format_message(title_change.build_message(TELLER)) for title_change in found]


def place(group: int, rank: int, player: str, score: float, *, champion: bool = False) -> tuple[Any, ...]:
    return 3, group, rank, player, player.capitalize(), score, champion


def test_who_is_champion_of_a_group_is_told_once_by_the_title() -> None:
    was = [place(1, 1, "an", 9, champion=True), place(1, 2, "bo", 8)]
    now = [place(1, 1, "bo", 9, champion=True), place(1, 2, "an", 8)]
    assert told("periods", PeriodRankingRow, was, now) == [
        "Periods, period 3, group 1, champion: Bo in the place of An."
    ]


def test_who_is_first_without_the_title_is_told_beside_who_has_it() -> None:
    was = [place(1, 1, "an", 9, champion=True), place(1, 2, "bo", 8)]
    now = [place(1, 1, "bo", 9), place(1, 2, "an", 8, champion=True)]
    assert told("periods", PeriodRankingRow, was, now) == [
        "Periods, period 3, group 1: Bo in the place of An."
    ]


def test_who_shares_the_first_place_stands_in_the_place_of_nobody() -> None:
    was = [place(2, 1, "an", 9), place(2, 2, "bo", 8)]
    now = [place(2, 1, "an", 9), place(2, 1, "bo", 9)]
    assert told("periods", PeriodRankingRow, was, now) == ["Periods, period 3, group 2: Bo."]


def test_of_a_list_nobody_is_told_to_be_first_but_rights_are() -> None:
    def row(rank: int, player: str, *, eligible: bool) -> tuple[Any, ...]:
        return "2026-2027", rank, player, player, 50.0, 9, 9, 0, eligible, 0

    was = [row(1, "an", eligible=True), row(2, "bo", eligible=False)]
    now = [row(1, "bo", eligible=True), row(2, "an", eligible=True)]
    right = "Championship, 2026-2027, eligible: Bo."
    assert told("championship", Champion, was, now, lists=["championship"]) == [right]
    assert told("championship", Champion, was, now) == [
        "Championship, 2026-2027: Bo in the place of An.", right
    ]  # fmt: skip


def test_seats_are_told_before_reserves_and_without_their_numbers() -> None:
    def seat(number: int, player: str) -> tuple[Any, ...]:
        return 2026, "Catan", number, player, player, 60.0, number > 2

    was = [seat(1, "an"), seat(2, "bo"), seat(3, "cleo")]
    now = [seat(1, "cleo"), seat(2, "an"), seat(3, "bo")]
    assert told("final-tables", Seat, was, now) == [
        "Final tables, year 2026, Catan: Cleo in the place of Bo.",
        "Final tables, year 2026, Catan, reserve: Bo in the place of Cleo.",
    ]


def test_whoever_stands_in_a_table_without_places_has_what_it_is_of() -> None:
    was, now = [("first team", "an", "An")], [("first team", "an", "An"), ("first team", "bo", "Bo")]
    assert told("places", TeamPlace, was, now) == ["Places, first team: Bo."]
    assert told("places", TeamPlace, now, was) == ["Places, first team: no longer Bo."]


def test_a_pair_is_told_as_both() -> None:
    def row(rank: int, pair: str, one: str, other: str) -> tuple[Any, ...]:
        return "2026-2027", rank, pair, one, other, "", 50.0 - rank, 9, 0, 0, True

    was, now = [row(1, "p1", "an", "bo")], [row(2, "p1", "an", "bo"), row(1, "p2", "cleo", "an")]
    assert told("pairs-championship", PairChampion, was, now)[0] == (
        "Pairs championship, 2026-2027: Cleo in the place of Bo."
    )


def test_an_account_and_what_everybody_began_with_are_no_honours() -> None:
    evening = date(2026, 9, 1)
    stages = [(1, "an", 1500.0, 40.0, 41.0, rank, evening, 1500.0) for rank in (2, 1)]
    assert told("course", RoundStanding, stages[:1], stages[1:]) == []
    starts = [(rank, "an", "An", 1500.0, 1500.0) for rank in (2, 1)]
    assert told("start-ratings", StartRating, starts[:1], starts[1:]) == []


def test_titles_are_told_in_the_language_of_the_site() -> None:
    fact = Headed("periods", (("Group", "2"),), (), ("an",), ())
    dutch = FindingFormatter(TELLER.names, Language("nl"))
    assert dutch.format_message(fact.build_message(dutch)) == "Periodes, groep 2: An."
