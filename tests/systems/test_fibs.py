"""The BGFed rating list: the regulation's examples, a season by hand, and what is published when."""

from collections.abc import Sequence
from datetime import timedelta
from math import sqrt
from typing import Any

import pytest
from leagues import PLAYERS, day, match, registered

from sitegen.core.entities import Moment
from sitegen.core.model import Chart, Fact, Outcome, PageContent, Section
from sitegen.systems import fibs
from sitegen.systems.fibs.rating import compute_chance
from sitegen.systems.fibs.tables import Match, Options, Player, Registration

TODAY = "2026-11-21"  # a Saturday
WEEKLY = Options(publication="weekly")


def rated(
    matches: Sequence[Match],
    *,
    options: Options = WEEKLY,
    as_of: str = TODAY,
    players: Sequence[Player] = PLAYERS,
    registrations: list[Registration] | None = None,
    archive: int = 52,
) -> Outcome:
    return fibs.rate(
        fibs.Inputs(list(players), list(matches), registrations), options, Moment(day(as_of), archive)
    )


def table(outcome: Outcome, name: str) -> list[Any]:
    return next(list(table.rows) for table in outcome.tables if table.name == name)


PROVISIONAL = "player", "name", "club", "rating", "experience", "matches", "change"
RANKED = "rank", *PROVISIONAL, "rank_change"


def cells(outcome: Outcome, name: str, columns: Sequence[str]) -> list[tuple[Any, ...]]:
    """Some columns of a table, rounded: a further column of it breaks no test that does not ask for it."""
    return [rounded([getattr(row, column) for column in columns]) for row in table(outcome, name)]


def rounded(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(round(cell, 6) if isinstance(cell, float) else cell for cell in row)


def facts(sheet: PageContent) -> dict[str, Any]:
    return {fact.label: fact.value for fact in sheet.facts}


def sections(sheet: PageContent) -> list[Section]:
    return [section for section in sheet.sections() if isinstance(section, Section)]


def part(sheet: PageContent, name: str) -> Section:
    return next(section for section in sections(sheet) if section.name == name)


def test_each_interpretation_names_the_article_it_settles() -> None:
    cited = {interpretation.split("**: ")[0].removeprefix("**") for interpretation in fibs.interpretations}
    assert cited == {
        *("Spelers", "Matchen", "Ratingformule", "Ramp-up", "Initiële rating"),
        *("Registratie van matchresultaten", "Klachten"),
    }


# "Ratingformule", "Ramp-up", "Initiële rating"


@pytest.mark.article("fibs", "Ratingformule")
@pytest.mark.parametrize(
    ("a", "b", "length", "p", "s", "w"),
    [
        (1500, 1500, 9, 0.5, 12, 6),
        (1500, 1500, 1, 0.5, 4, 2),
        (1500, 1500, 3, 0.5, 6.928203, 3.464102),
        (1500, 1500, 5, 0.5, 8.944272, 4.472136),
        (1500, 1500, 7, 0.5, 10.583005, 5.291503),
        (1600, 1500, 4, 0.557312, 8, 3.541507),
        (1500, 1600, 4, 0.442688, 8, 4.458493),
    ],
)
def test_a_match_is_worth_what_the_worked_examples_say(  # noqa: PLR0917 - the columns of the examples
    a: float, b: float, length: int, p: float, s: float, w: float
) -> None:
    players = [PLAYERS[0].replace(rating=float(a)), PLAYERS[1].replace(rating=float(b))]
    (row,) = table(rated([match("2026-11-02", "ann", "bob", length)], players=players), "matches")
    assert rounded(row[9:16]) == (a, b, p, s, w, round(a + w, 6), round(b - w, 6))


@pytest.mark.article("fibs", "Ramp-up")
def test_nobody_ramps_up() -> None:
    """The stake is the same for a newcomer and for the experienced."""
    players = [PLAYERS[0], PLAYERS[1].replace(experience=5000)]
    (row,) = table(rated([match("2026-11-02", "ann", "bob", 9)], players=players), "matches")
    assert (row.stake, row.change) == (12, 6)


def test_ratings_beyond_all_reason_still_have_a_chance_between_0_and_1() -> None:
    assert compute_chance(-1e12, 1e12, sqrt(25)) == 0
    assert compute_chance(1e12, -1e12, sqrt(25)) == 1


@pytest.mark.article("fibs", "Initiële rating")
def test_an_older_list_is_taken_over() -> None:
    players = [PLAYERS[0].replace(rating=1712.5, experience=250), PLAYERS[1], PLAYERS[2]]
    outcome = rated([], players=players)
    assert cells(outcome, "rating-list", RANKED) == [(1, "ann", "Ann", "", 1712.5, 250, 0, None, None)]
    assert [row.rating for row in table(outcome, "provisional")] == [1500, 1500]


# "Matchen"


@pytest.mark.article("fibs", "Matchen")
@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({}, ""),
        ({"length": 7, "reserve": 300, "delay": 11}, ""),
        ({"length": 7, "reserve": 280, "delay": 11}, ""),
        ({"length": 7, "reserve": 279, "delay": 11}, "time control"),
        ({"length": 7, "reserve": 240, "delay": 11}, "time control"),
        ({"length": 7, "reserve": 300, "delay": 10}, "time control"),
        ({"length": 5, "reserve": 120, "delay": 10}, "time control"),
        ({"kind": "friendly"}, "not agreed beforehand"),
        ({"kind": "friendly", "agreed": True}, ""),
        ({"kind": "tournament"}, ""),
        ({"online": True}, "online"),
        ({"winner": "bob", "loser": "cas"}, "not registered: Cas"),
        ({"winner": "cas", "loser": "dirk"}, "not registered: Cas, Dirk"),
    ],
)
def test_a_match_counts_when_every_condition_holds(cells: dict[str, Any], reason: str) -> None:
    (row,) = table(_conditions(cells), "matches")
    assert (row.counted, row.reason) == (not reason, reason)


def _conditions(cells: dict[str, Any]) -> Outcome:
    players = [*PLAYERS, Player(id="dirk", name="Dirk", alphabet=3)]
    registrations = [registered(who, "2026-01-01", "2026-12-31") for who in ("ann", "bob")]
    played = match("2026-11-02", "ann", "bob", 7).replace(**cells)
    return rated([played], players=players, registrations=registrations)


@pytest.mark.article("fibs", "Matchen")
def test_the_first_condition_that_fails_is_the_reason() -> None:
    fails: dict[str, Any] = {"online": True, "loser": "cas", "kind": "friendly", "reserve": 0, "delay": 0}
    reasons = []
    for mended in ("online", "loser", "kind", "reserve"):
        reasons += [row.reason for row in table(_conditions(fails), "matches")]
        del fails[mended]
    assert reasons == ["online", "not registered: Cas", "not agreed beforehand", "time control"]


def test_the_limits_of_the_time_control_are_options() -> None:
    fast = match("2026-11-02", "ann", "bob", 5, reserve=120, delay=10)
    options = WEEKLY.replace(min_seconds_per_point=24, min_delay=10)
    assert table(rated([fast], options=options), "matches")[0].counted


def test_a_match_that_does_not_count_is_published_without_figures() -> None:
    row = match("2026-11-02", "ann", "bob", 5, score=3, online=True, event="Ladder", source="m.csv:2")
    outcome = rated([row])
    assert table(outcome, "matches") == [
        (day("2026-11-02"), "ann", "bob", 5, 3, "club", "Ladder", False, "online", *[None] * 7, "m.csv:2")
    ]
    assert [line[3:6] for line in table(outcome, "provisional")] == [(1500, 0, 0)] * 3


@pytest.mark.article("fibs", "Spelers")
def test_both_days_of_a_registration_belong_to_it() -> None:
    registrations = [
        registered("ann", "2026-11-03", "2026-11-04"),
        registered("bob", "2026-01-01", "2026-12-31"),
    ]
    played = [match(f"2026-11-0{number}", "ann", "bob", 1) for number in range(2, 6)]
    rows = table(rated(played, registrations=registrations), "matches")
    assert [row.counted for row in rows] == [False, True, True, False]


# A season by hand: three players, lengths with whole roots, one match a week

SEASON = [
    match("2026-10-20", "ann", "bob", 9, score=5),  # W = 6
    match("2026-10-27", "bob", "cas", 4),  # P = 1/(1+10^0.006) = 0.496546, W = 8·0.503454 = 4.027631
    match("2026-11-04", "cas", "ann", 1),  # A-B = -10.027631, P = 0.497114, W = 4·0.502886 = 2.011545
]


@pytest.mark.article("fibs", "Ratingformule")
def test_a_season_by_hand() -> None:
    outcome = rated(SEASON, options=WEEKLY.replace(provisional_below=10), as_of="2026-11-14")
    assert [rounded(row[1:4] + row[9:16]) for row in table(outcome, "matches")] == [
        ("ann", "bob", 9, 1500, 1500, 0.5, 12, 6, 1506, 1494),
        ("bob", "cas", 4, 1494, 1500, 0.496546, 8, 4.027631, 1498.027631, 1495.972369),
        ("cas", "ann", 1, 1495.972369, 1506, 0.497114, 4, 2.011545, 1497.983914, 1503.988455),
    ]
    assert cells(outcome, "rating-list", RANKED) == [
        (1, "ann", "Ann", "", 1503.988455, 10, 2, -2.011545, None),
        (2, "bob", "Bob", "", 1498.027631, 13, 2, 0, -1),
    ]
    assert cells(outcome, "provisional", PROVISIONAL) == [("cas", "Cas", "", 1497.983914, 5, 2, 2.011545)]
    assert table(outcome, "not-registered") == []


@pytest.mark.article("fibs", "Ratingformule")
def test_matches_are_processed_by_date_and_on_one_date_as_they_stand() -> None:
    late = match("2026-10-20", "bob", "ann", 4)
    rows = table(rated([*SEASON[1:], SEASON[0], late]), "matches")
    assert [(row.date.isoformat(), row.winner) for row in rows] == [
        ("2026-10-20", "ann"),
        ("2026-10-20", "bob"),
        ("2026-10-27", "bob"),
        ("2026-11-04", "cas"),
    ]
    assert rows[1].winner_before == 1494


@pytest.mark.article("fibs", "Klachten")
def test_a_correction_moves_everything_after_it() -> None:
    corrected = [SEASON[0].replace(winner="bob", loser="ann"), *SEASON[1:]]
    before, after = (table(rated(season), "matches") for season in (SEASON, corrected))
    assert all(old.winner_after != new.winner_after for old, new in zip(before[1:], after[1:], strict=True))


# "Voorlopige versus definitieve rating"


@pytest.mark.article("fibs", "Voorlopige versus definitieve rating")
@pytest.mark.parametrize(("experience", "name"), [(91, "rating-list"), (90, "provisional")])
def test_a_rating_is_provisional_below_an_experience_of_100(experience: int, name: str) -> None:
    players = [PLAYERS[0].replace(experience=experience), PLAYERS[1]]
    outcome = rated([SEASON[0]], players=players)
    assert "ann" in [row.player for row in table(outcome, name)]


@pytest.mark.article("fibs", "Voorlopige versus definitieve rating")
def test_provisional_ratings_stand_by_alphabet_and_hidden_players_after_them() -> None:
    players = [
        Player(id="player-1", name="Player 1", hidden=True, alphabet=2),
        Player(id="zoe", name="Zoë", alphabet=3),
        Player(id="player-2", name="Player 2", hidden=True, alphabet=0),
        Player(id="eve", name="Ève", alphabet=1),
    ]
    outcome = rated([match("2026-11-02", "zoe", "player-1", 1)], players=players)
    assert [row.player for row in table(outcome, "provisional")] == ["eve", "zoe", "player-1", "player-2"]


def test_equal_ratings_share_a_rank() -> None:
    players = [player.replace(experience=100) for player in PLAYERS]
    played = [match("2026-11-02", "bob", "cas", 1), match("2026-11-03", "cas", "bob", 1)]
    ranks = {row.player: row.rank for row in table(rated([], players=players), "rating-list")}
    assert ranks == {"ann": 1, "bob": 1, "cas": 1}
    ranks = {row.player: row.rank for row in table(rated(played, players=players), "rating-list")}
    assert ranks == {"cas": 1, "ann": 2, "bob": 3}


# "Registratie van matchresultaten"


@pytest.mark.article("fibs", "Registratie van matchresultaten")
@pytest.mark.parametrize(
    ("as_of", "saturday", "last"),
    [
        ("2026-11-19", "2026-11-14", "2026-11-08"),
        ("2026-11-20", "2026-11-14", "2026-11-08"),
        ("2026-11-21", "2026-11-21", "2026-11-15"),
        ("2026-11-22", "2026-11-21", "2026-11-15"),
    ],
)
def test_saturdays_list_holds_the_results_of_the_week_before(as_of: str, saturday: str, last: str) -> None:
    on_the_day, after = match(last, "ann", "bob", 1), match(str(day(last) + timedelta(1)), "ann", "bob", 1)
    outcome = rated([on_the_day, after], as_of=as_of)
    assert (outcome.listing.day, outcome.listing.through) == (day(saturday), day(last))
    assert [row.date for row in table(outcome, "matches")] == [day(last)]


def test_changes_are_blank_while_no_match_had_been_counted() -> None:
    players = [player.replace(experience=100) for player in PLAYERS]
    played = [match("2026-11-03", "ann", "bob", 1, online=True), match("2026-11-10", "ann", "bob", 9)]
    rows = table(rated(played, players=players), "rating-list")
    assert [(row.player, row.change, row.rank_change) for row in rows] == [
        ("ann", None, None),
        ("cas", None, None),
        ("bob", None, None),
    ]


def test_who_was_on_neither_list_has_no_change() -> None:
    """Ann and Bob have been there; Cas registered since, and Bob was provisional until this week."""
    players = [
        PLAYERS[0].replace(experience=100),
        PLAYERS[1].replace(experience=90),
        PLAYERS[2].replace(experience=100),
    ]
    registrations = [registered(who, "2026-01-01", "2026-12-31") for who in ("ann", "bob")]
    registrations.append(registered("cas", "2026-11-15", "2026-12-31"))
    played = [match("2026-11-03", "ann", "bob", 1), match("2026-11-10", "bob", "ann", 9)]
    rows = table(rated(played, players=players, registrations=registrations), "rating-list")
    assert [rounded((row.player, row.rank, row.change, row.rank_change)) for row in rows] == [
        ("bob", 1, 6.041446, None),
        ("cas", 2, None, None),
        ("ann", 3, -6.041446, -2),
    ]


@pytest.mark.article("fibs", "Spelers")
def test_who_is_not_registered_on_the_day_of_publication_stands_apart() -> None:
    registrations = [
        registered("ann", "2026-01-01", "2026-12-31"),
        registered("bob", "2026-01-01", "2026-11-20"),
        registered("cas", "2026-01-01", "2026-11-20"),
    ]
    outcome = rated([match("2026-11-10", "ann", "bob", 9)], registrations=registrations)
    assert [row.player for row in table(outcome, "provisional")] == ["ann"]
    assert table(outcome, "not-registered") == [("bob", "Bob", "", 1494, 9, 1)]


def test_the_club_is_that_of_the_registration_in_force() -> None:
    players = [player.replace(club="Own") for player in PLAYERS]
    registrations = [
        registered("ann", "2026-01-01", "2026-12-31", "Old"),
        registered("ann", "2026-11-15", "2026-11-30", "New"),
        registered("ann", "2026-12-01", "2026-12-31", "Next"),
        registered("bob", "2026-01-01", "2026-12-31"),
    ]
    rows = table(rated(SEASON, players=players, registrations=registrations), "provisional")
    assert [(row.player, row.club) for row in rows] == [("ann", "New"), ("bob", "Own")]
    earlier = rated(SEASON, players=players, registrations=registrations, as_of="2026-11-14")
    assert table(earlier, "provisional")[0].club == "Old"
    assert [page.club for page in earlier.players] == ["Old", "Own", "Own"]


def test_an_older_registration_is_in_force_again_when_a_newer_one_ends() -> None:
    registrations = [
        registered("ann", "2026-01-01", "2026-12-31", "Old"),
        registered("ann", "2026-11-01", "2026-11-20", "New"),
    ]
    assert table(rated([], registrations=registrations), "provisional")[0].club == "Old"


# The option `publication` at `immediate`


IMMEDIATE = Options(provisional_below=10)


def test_immediate_lists_are_of_today_and_compared_with_the_last_day_of_play_but_one() -> None:
    """A day on which no match counted has no list that lasts, today neither."""
    played = [*SEASON, match("2026-11-05", "ann", "bob", 1, online=True)]
    outcome = rated(played, options=IMMEDIATE)
    assert (outcome.listing.day, outcome.listing.through) == (day(TODAY), day(TODAY))
    assert facts(outcome.listing.content)["Changes since the list of"] == day("2026-10-27")
    assert cells(outcome, "rating-list", RANKED) == [
        (1, "ann", "Ann", "", 1503.988455, 10, 2, -2.011545, None),
        (2, "bob", "Bob", "", 1498.027631, 13, 2, 0, -1),
    ]
    assert [str(listing.day) for listing in outcome.archive] == ["2026-10-20", "2026-10-27", "2026-11-04"]


def test_a_day_of_play_has_one_list_also_when_it_is_today() -> None:
    outcome = rated(SEASON, options=IMMEDIATE, as_of="2026-11-04")
    assert [str(listing.day) for listing in outcome.archive] == ["2026-10-20", "2026-10-27", "2026-11-04"]
    assert facts(outcome.listing.content)["Changes since the list of"] == day("2026-10-27")


def test_an_immediate_list_is_compared_with_the_registrations_of_then() -> None:
    registrations = [registered(who, "2026-01-01", "2026-12-31") for who in ("bob", "cas")]
    registrations += [
        registered("ann", "2026-01-01", "2026-10-26"),
        registered("ann", "2026-10-28", "2026-12-31"),
    ]
    rows = table(rated(SEASON, options=IMMEDIATE, registrations=registrations), "rating-list")
    assert [rounded((row.player, row.change, row.rank_change)) for row in rows] == [
        ("ann", None, None),
        ("bob", 0, -1),
    ]


def test_the_first_day_of_play_has_nothing_to_be_compared_with() -> None:
    rows = table(rated(SEASON[:1], options=IMMEDIATE), "provisional")
    assert [row.change for row in rows] == [None, None, None]


# Lists, results pages, players' pages


def test_lists_begin_with_the_first_by_which_a_match_was_counted() -> None:
    played = [match("2026-09-01", "ann", "bob", 1, online=True), *SEASON]
    outcome = rated(played, as_of="2026-11-14")
    assert [str(listing.day) for listing in outcome.archive] == ["2026-10-31", "2026-11-07", "2026-11-14"]
    assert outcome.listing == outcome.archive[-1]


def test_there_is_a_list_before_the_first_match() -> None:
    outcome = rated([])
    assert [listing.day for listing in outcome.archive] == [day(TODAY)]
    assert (outcome.events, outcome.calendar[0].rows) == ([], [])
    assert [len(page.content.sections()) for page in outcome.players] == [2, 2, 2]


def test_a_club_without_players_has_an_empty_list() -> None:
    assert [len(table.rows) for table in rated([], players=[]).tables] == [0, 0, 0, 0]


def test_older_lists_keep_the_last_of_each_year() -> None:
    outcome = rated([match("2024-12-10", "ann", "bob", 1)], archive=1)
    assert [str(listing.day) for listing in outcome.archive] == [
        "2024-12-28",
        "2025-12-27",
        "2026-11-14",
        TODAY,
    ]


def test_the_list_of_today_takes_no_place_among_those_that_keep_a_page() -> None:
    outcome = rated(SEASON, options=IMMEDIATE, archive=0)
    assert [str(listing.day) for listing in outcome.archive] == ["2026-11-04"]
    assert outcome.listing.day == day(TODAY)


def test_a_list_shows_the_tables_of_its_day() -> None:
    outcome = rated(SEASON, options=WEEKLY.replace(provisional_below=10), as_of="2026-11-14")
    first, _, current = outcome.archive
    assert [(section.name, len(section.rows)) for section in sections(first.content)] == [
        ("rating-list", 0),
        ("provisional", 3),
        ("not-registered", 0),
    ]
    published = [list(table.rows) for table in outcome.tables[:3]]
    assert [list(section.rows) for section in sections(current.content)] == published
    assert facts(current.content) == {
        "Complaints accepted until": day("2026-11-21"),
        "Ranked from experience": 10,
        "Changes since the list of": day("2026-11-07"),
    }


def test_who_was_not_registered_a_week_earlier_has_no_change() -> None:
    registrations = [registered(who, "2026-01-01", "2026-12-31") for who in ("bob", "cas")]
    latest = registered("ann", "2026-11-15", "2026-12-31")
    whole, gap = (
        rated(
            SEASON, registrations=[*registrations, registered("ann", "2026-01-01", last), latest]
        ).listing.content
        for last in ("2026-11-14", "2026-11-13")
    )
    assert [part(outcome, "provisional").rows[0].change for outcome in (whole, gap)] == [0, None]


@pytest.mark.article("fibs", "Registratie van matchresultaten", "Klachten")
def test_a_week_has_a_page_with_every_step_of_its_calculation() -> None:
    played = [
        *SEASON,
        match("2026-11-08", "ann", "cas", 3, score=1, online=True, event="Ladder", source="m:9"),
    ]
    outcome = rated(played, as_of="2026-11-14")
    event = outcome.events[-1]
    assert (event.key, event.day) == ("2026-W45", day("2026-11-08"))
    assert event.title.format(**event.params) == "Week 45 of 2026"
    values = facts(event.content)
    assert round(values.pop("Points moved"), 6) == 2.011545
    assert values == {
        "Played from": day("2026-11-04"),
        "Played until": day("2026-11-08"),
        "Published on": day("2026-11-14"),
        "Complaints accepted until": day("2026-11-21"),
        "Matches": 2,
        "Matches that count": 1,
    }
    (section,) = sections(event.content)
    first, second = section.rows
    assert rounded(first) == (
        *("cas", 2.011545, "1–?", "ann", -2.011545, 0.497114, day("2026-11-04"), "", "", 1),
        *(1495.972369, 1506, 0.497114, 4, 2.011545, 1497.983914, 1503.988455, ""),
    )
    shown = "ann", None, "3–1", "cas", None, None, day("2026-11-08"), "Ladder", "online", 3
    assert second == (*shown, *[None] * 7, "m:9")


def test_the_calendar_has_a_row_a_week_newest_first() -> None:
    played = [
        *SEASON,
        match("2026-11-08", "ann", "bob", 4),
        match("2026-11-08", "ann", "bob", 3, online=True),
    ]
    rows = rated(played, as_of="2026-11-14").calendar[0].rows
    assert [(row.event, row.matches, row.counted, row.not_counted, row.players) for row in rows] == [
        ("2026-W45", 3, 2, 1, 3),
        ("2026-W44", 1, 1, 0, 2),
        ("2026-W43", 1, 1, 0, 2),
    ]
    assert (rows[0].first, rows[0].last, rows[0].biggest_by) == (day("2026-11-04"), day("2026-11-08"), "ann")
    assert rows[0].biggest == max(row.change for row in table(rated(played), "matches")[2:4])


def test_a_week_is_named_after_the_iso_year_it_belongs_to() -> None:
    outcome = rated(
        [match("2026-01-01", "ann", "bob", 1), match("2027-01-02", "ann", "bob", 1)], as_of="2027-02-01"
    )
    assert [event.key for event in outcome.events] == ["2026-W01", "2026-W53"]
    assert outcome.event_keys == {day("2026-01-01"): "2026-W01", day("2027-01-02"): "2026-W53"}


@pytest.mark.article("fibs", "Registratie van matchresultaten", "Klachten")
def test_immediate_results_have_a_page_a_day() -> None:
    outcome = rated(SEASON, options=Options(complaint_days=10))
    assert [(event.key, event.title.format(**event.params)) for event in outcome.events] == [
        ("2026-10-20", "2026-10-20"),
        ("2026-10-27", "2026-10-27"),
        ("2026-11-04", "2026-11-04"),
    ]
    assert facts(outcome.events[0].content) == {
        "Played on": day("2026-10-20"),
        "Complaints accepted until": day("2026-10-30"),
        "Matches": 1,
        "Matches that count": 1,
        "Points moved": 6,
    }


def test_a_players_page_says_where_they_stand() -> None:
    registrations = [registered(player.id, "2026-01-01", "2026-12-31") for player in PLAYERS[:2]]
    registrations.append(registered("cas", "2026-01-01", "2026-11-13"))
    outcome = rated(
        SEASON, options=WEEKLY.replace(provisional_below=13), registrations=registrations, as_of="2026-11-14"
    )
    ann, bob, cas = (_rounded_facts(page.content) for page in outcome.players)
    assert ann == {
        "Provisional rating": 1503.988455,
        "Change": -2.011545,
        "Experience": 10,
        "Experience still needed to be ranked": 3,
        "Highest rating": 1506,
        "Reached on": day("2026-10-20"),
        "Rating at the start": 1500,
        "Registered until": day("2026-12-31"),
    }
    assert bob == {
        "Rating": 1498.027631,
        "Rank": 1,
        "Change": 0,
        "Experience": 13,
        "Highest rating": 1500,
        "Rating at the start": 1500,
        "Registered until": day("2026-12-31"),
    }
    assert cas == {
        "Provisional rating": 1497.983914,
        "Experience": 5,
        "Experience still needed to be ranked": 8,
        "Highest rating": 1500,
        "Rating at the start": 1500,
        "Registered": False,
    }


def _rounded_facts(sheet: PageContent) -> dict[str, object]:
    values = facts(sheet)
    return dict(zip(values, rounded(list(values.values())), strict=True))


@pytest.mark.article("fibs", "Initiële rating")
def test_a_players_page_says_what_was_taken_over_of_an_older_list() -> None:
    (page,) = rated([], players=[PLAYERS[0].replace(rating=1612.5, experience=40)]).players
    values = facts(page.content)
    assert (values["Rating at the start"], values["Experience at the start"]) == (1612.5, 40)


@pytest.mark.article("fibs", "Spelers")
def test_a_players_page_shows_the_registrations_that_have_begun_latest_first() -> None:
    ann = [registered("ann", f"{year}-01-01", f"{year}-12-31", "North") for year in (2025, 2026, 2027)]
    bob = registered("bob", "2026-01-01", "2026-12-31")
    pages = rated(SEASON, registrations=[*ann, bob]).players
    kept = [part(page.content, "registrations").rows for page in pages]
    assert kept == [[tuple(ann[1])[1:], tuple(ann[0])[1:]], [tuple(bob)[1:]], ()]


def test_a_club_that_keeps_no_registrations_shows_none() -> None:
    shown = {section.name for page in rated(SEASON).players for section in sections(page.content)}
    assert shown == {"why", "ahead", "history", "head-to-head"}


def test_a_players_page_shows_their_course_and_history_from_their_side() -> None:
    played = [*SEASON, match("2026-11-08", "ann", "cas", 3, online=True, event="Ladder")]
    sheet = rated(played, as_of="2026-11-14").players[0].content
    chart = sheet.sections()[0]
    assert isinstance(chart, Chart)
    assert [(str(when), round(rating, 6)) for when, rating in chart.points] == [
        ("2026-10-20", 1506),
        ("2026-11-04", 1503.988455),
    ]
    assert chart.marks == {"Rating at the start": 1500}
    assert [rounded(row) for row in part(sheet, "history").rows] == [
        (day("2026-11-08"), "cas", "won", "3–?", *[None] * 4, "Ladder", "online", ""),
        (day("2026-11-04"), "cas", "lost", "?–1", 1495.972369, 0.502886, -2.011545, 1503.988455, "", "", ""),
        (day("2026-10-20"), "bob", "won", "9–5", 1500, 0.5, 6, 1506, "", "", ""),
    ]


def test_an_account_explains_why_the_rating_moved_from_list_to_list() -> None:
    played = [*SEASON, match("2026-11-08", "ann", "bob", 1)]
    why = part(rated(played).players[0].content, "why")
    assert why.explanation is not None
    assert [(row.opponent, row.result) for row in why.rows] == [("cas", "lost"), ("bob", "won")]
    assert [(row.winner, row.loser) for row in why.explanation.steps] == [("cas", "ann"), ("ann", "bob")]
    before, after = why.explanation.opening, why.explanation.closing
    assert (before.title, before.day, before.value) == ("List of {day}", day("2026-11-07"), 1506)
    assert (after.title, after.day) == ("List of {day}", day("2026-11-14"))
    assert after.value == why.rows[-1].after


def test_who_played_long_ago_has_the_account_of_then_and_the_first_begins_at_the_start() -> None:
    played = [match("2026-10-20", "ann", "bob", 9), match("2026-11-20", "ann", "cas", 9)]
    outcome = rated(played, as_of="2026-12-24")
    why = part(next(player for player in outcome.players if player.id == "bob").content, "why")
    assert why.explanation is not None
    assert [(row.opponent, row.result) for row in why.rows] == [("ann", "lost")]
    before, after = why.explanation.opening, why.explanation.closing
    assert (before.title, before.day, before.value) == ("At the start", day("2026-10-20"), 1500)
    assert (after.day, after.value, why.explanation.change) == (day("2026-10-31"), 1494, -6)


def test_where_lists_are_immediate_the_account_is_of_a_day() -> None:
    played = [*SEASON, match("2026-11-05", "ann", "bob", 1)]
    shown = sections(rated(played, options=IMMEDIATE).players[0].content)
    why = shown[0]
    assert why.explanation is not None
    assert [(row.opponent, row.result) for row in why.rows] == [("bob", "won")]
    assert (why.explanation.opening.day, why.explanation.closing.day) == (
        day("2026-11-04"),
        day("2026-11-05"),
    )
    assert [section.title for section in shown] == [
        "Why it changed",
        "The next match, of length {length}",
        "Matches",
        "Head to head",
    ]


def test_head_to_head_counts_all_live_matches_most_played_first() -> None:
    played = [
        *SEASON,
        match("2026-11-05", "cas", "ann", 5, reserve=120, delay=10),
        match("2026-11-06", "ann", "bob", 5, online=True),
    ]
    section = part(rated(played).players[0].content, "head-to-head")
    assert [rounded(row) for row in section.rows] == [("cas", 2, 0, 2, -2.011545)]
    assert section.brief_rows == {"Met once, won": [("bob", 1, 1, 0, 6)]}


def test_every_fact_names_the_type_it_is_shown_as() -> None:
    """A number shown as text would not be written in the language of the site."""
    outcome = rated(SEASON)
    owners: list[Any] = [outcome.listing, *outcome.events, *outcome.players]
    shown: list[Fact] = [fact for owner in owners for fact in owner.content.facts]
    assert {fact.label for fact in shown if fact.cell_type is str} == set()
