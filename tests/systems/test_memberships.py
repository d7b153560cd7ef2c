"""A player comes to another club: what was published keeps the club of its day, in every system."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from circuits import field_of, inputs, players, rated, rows, tournament
from drawn_cases import CASES, Case, law
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import ClubPeriod, Outcome, PageContent
from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Match, Options, Registration
from sitegen.systems.fibs.tables import Player as FibsPlayer
from sitegen.toolkit.memberships import Members, Membership

_DAY = timedelta(days=1)


def joins(player: str, club: str | None, first: date | str, until: date | str | None = None) -> Membership:
    days = (date.fromisoformat(day) if isinstance(day, str) else day for day in (first, until))
    return Membership(player, club, *days, source="memberships.csv:2")


def content(page: PageContent) -> list[str]:
    return [repr(page.facts), *(repr([*getattr(part, "rows", (part,))]) for part in page.sections())]


def everything(outcome: Outcome) -> dict[str, object]:
    """All that is published, by what it is."""
    pages = [outcome.listing, *outcome.archive, *outcome.events, *outcome.players, *outcome.topics]
    return {
        "tables": {table.name: [*map(repr, table.rows)] for table in outcome.tables},
        "pages": [(page._replace(content=None), content(page.content)) for page in pages],
        "clubs": outcome.clubs,
    }


def lists_before(outcome: Outcome, day: date) -> list[object]:
    """The lists and the events of before a day."""
    return [
        (page.day, content(page.content)) for page in (*outcome.archive, *outcome.events) if page.day < day
    ]


def clubs_of_lists(outcome: Outcome, player: str) -> list[tuple[date, str]]:
    """The day of each list and the club that it shows of a player."""
    return [
        (page.day, row.club)
        for page in outcome.archive
        for table in page.content.tables
        for row in table.rows
        if hasattr(row, "club") and getattr(row, "player", "") == player
    ]


def draw_change(case: Case, data: st.DataObject) -> tuple[str, str | None, date, Outcome]:
    """Who came to which club, or left one, on which day, and what is published then."""
    player = data.draw(st.sampled_from([row.id for row in case.inputs.players]))
    club, day = data.draw(st.sampled_from(["New club", None])), data.draw(st.sampled_from(case.find_days()))
    return player, club, day, case.rated(inputs=case.inputs._replace(memberships=[joins(player, club, day)]))


@law()
def test_what_was_published_before_a_change_of_club_stays_as_it_was(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name].filter(lambda case: case.inputs.players))
    *_, day, after = draw_change(case, data)
    assert lists_before(after, day) == lists_before(case.rated(), day)


@law()
def test_lists_from_the_day_on_and_the_page_of_the_player_show_the_new_club(
    name: str, data: st.DataObject
) -> None:
    case = data.draw(CASES[name].filter(lambda case: case.inputs.players))
    if name == "fibs":  # a registration says which club
        case = case._replace(inputs=case.inputs._replace(registrations=None))
    player, club, day, outcome = draw_change(case, data)
    before = next(row.club for row in case.inputs.players if row.id == player)
    shown = clubs_of_lists(outcome, player)
    assert all(listed_club == ((club or "") if listed >= day else before) for listed, listed_club in shown)
    assert all(page.club == (club or "") for page in outcome.players if page.id == player)
    own = [ClubPeriod(before, None, day - _DAY)] if before else []
    assert outcome.clubs[player] == [*own, *([ClubPeriod(club, day, None)] if club else [])]


@law()
def test_a_membership_that_begins_later_does_not_exist_yet(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name].filter(lambda case: case.inputs.players))
    as_of = data.draw(st.sampled_from(case.find_days()))
    memberships = [joins(player.id, "New club", as_of + _DAY) for player in case.inputs.players]
    case = case._replace(as_of=as_of)
    later = case.rated(inputs=case.inputs._replace(memberships=memberships))
    assert everything(later) == everything(case.rated())


@law()
def test_to_come_to_ones_own_club_changes_no_list(name: str, data: st.DataObject) -> None:
    """A check forbids it; but so a membership never changes more than the club."""
    case = data.draw(CASES[name].filter(lambda case: case.inputs.players))
    day = data.draw(st.sampled_from(case.find_days()))
    own = [joins(player.id, player.club, day) for player in case.inputs.players if player.club]
    outcome = case.rated(inputs=case.inputs._replace(memberships=own))
    assert {**everything(outcome), "clubs": {}} == everything(case.rated())


PEOPLE = players(["a", "b"], a="Leie", b="")
GAP = [joins("a", "Zenne", "2024-09-01", "2025-06-30"), joins("a", "Dender", "2025-09-01")]


@pytest.mark.parametrize(
    ("day", "club"),
    [
        ("1999-01-01", "Leie"),
        ("2024-08-31", "Leie"),
        ("2024-09-01", "Zenne"),
        ("2025-06-30", "Zenne"),
        ("2025-07-01", ""),
        ("2025-08-31", ""),
        ("2025-09-01", "Dender"),
        ("2030-01-01", "Dender"),
    ],
)
@pytest.mark.parametrize("memberships", [GAP, GAP[::-1]])
def test_a_player_is_at_the_club_of_the_day(memberships: Sequence[Membership], day: str, club: str) -> None:
    members = Members(PEOPLE, memberships, date(2030, 1, 1))
    shown = {player.id: player.club for player in members.list_players(date.fromisoformat(day))}
    assert shown == {"a": club, "b": ""}


def test_the_times_of_a_player_end_where_the_next_begin_and_say_nothing_of_what_is_to_come() -> None:
    first = ClubPeriod("Leie", None, date(2024, 8, 31))
    assert Members(PEOPLE, GAP, date(2024, 8, 31)).clubs == {}
    assert Members(PEOPLE, GAP, date(2024, 9, 1)).clubs == {
        "a": [first, ClubPeriod("Zenne", date(2024, 9, 1), None)]
    }
    assert Members(PEOPLE, GAP, date(2025, 9, 1)).clubs["a"][1:] == [
        ClubPeriod("Zenne", date(2024, 9, 1), date(2025, 6, 30)),
        ClubPeriod("Dender", date(2025, 9, 1), None),
    ]


def test_who_leaves_is_at_no_club_until_the_next_membership() -> None:
    left = [joins("a", None, "2024-09-01"), joins("a", "Leie", "2025-09-01")]
    assert Members(PEOPLE, left, date(2026, 1, 1)).clubs["a"] == [
        ClubPeriod("Leie", None, date(2024, 8, 31)),
        ClubPeriod("Leie", date(2025, 9, 1), None),
    ]


def test_a_membership_without_a_last_day_ends_with_the_next() -> None:
    open_ended = [joins("b", "Leie", "2024-01-01"), joins("b", "Zenne", "2025-01-01")]
    assert Members(PEOPLE, open_ended, date(2026, 1, 1)).clubs["b"] == [
        ClubPeriod("Leie", date(2024, 1, 1), date(2024, 12, 31)),
        ClubPeriod("Zenne", date(2025, 1, 1), None),
    ]


def test_a_club_is_called_for_the_players_that_it_had_on_the_day() -> None:
    """Eight of Ghent are called in spring, and seven in autumn are not, when one has come to Bruges."""
    ids = [f"p{number:03}" for number in range(1, 10)]
    ghent = players(ids, **dict.fromkeys(ids[:8], "Ghent"))
    held = [tournament("spring", "2016-03-12"), tournament("autumn", "2016-10-08", interclub="Bruges")]
    circuit = inputs(
        [field_of(9, "spring"), field_of(9, "autumn")],
        *held,
        players=ghent,
        memberships=[joins("p001", "Bruges", "2016-09-01")],
    )
    outcome = rated(circuit)
    prizes = [(row.tournament, row.kind, row.recipient) for row in rows(outcome, "prizes")]
    assert [prize for prize in prizes if prize[1] in {"club", "interclub"}] == [
        ("spring", "club", "Ghent"),
        ("autumn", "interclub", "Bruges"),
    ]
    days = [(row.tournament, row.club) for row in rows(outcome, "days") if row.player == "p001"]
    assert days == [("spring", "Ghent"), ("autumn", "Bruges")]


def test_the_ranking_of_a_year_has_the_clubs_of_its_last_tournament() -> None:
    held = [tournament("spring", "2015-03-12"), tournament("autumn", "2016-10-08")]
    circuit = inputs(
        [field_of(2, "spring"), field_of(2, "autumn")],
        *held,
        players=players(["p001", "p002"], p001="Ghent"),
        memberships=[joins("p001", "Bruges", "2016-01-01")],
    )
    outcome = rated(circuit)
    clubs = {name: [row.club for row in rows(outcome, name)] for name in ("year-2015", "year-2016", "ludo")}
    assert clubs == {"year-2015": ["Ghent", ""], "year-2016": ["Bruges", ""], "ludo": ["Bruges", ""]}


@pytest.mark.parametrize(
    ("registered", "club"), [("", "Zenne"), ("Own", "Own"), (None, "Zenne")], ids=["blank", "named", "none"]
)
def test_a_registration_that_names_a_club_goes_before_a_membership(registered: str | None, club: str) -> None:
    people: list[Any] = [FibsPlayer("ann", "Ann", club="Leie"), FibsPlayer("bob", "Bob")]
    year = [date(2026, 1, 1), date(2026, 12, 31)]
    registrations = [Registration(player, *year, registered or "") for player in ("ann", "bob")]
    tables = fibs.Inputs(
        people,
        [Match(date(2026, 11, 10), "ann", "bob", 7)],
        None if registered is None else registrations,
        [joins("ann", "Zenne", "2026-03-01")],
    )
    outcome = fibs.rate(tables, Options(), Moment(date(2026, 11, 21)))
    shown = [row.club for table in outcome.tables[:2] for row in table.rows if row.player == "ann"]
    assert [*shown, outcome.players[0].club] == [club, club]
