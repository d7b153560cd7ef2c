"""What the club ranking tells of each player, and the answers above its lists."""

from datetime import date
from typing import Any

import pytest
from accounts import account
from test_nbb import FIRST, LATER, NEXT, SEASON, club, evening, session

from sitegen.core.entities import Highlights, Moment
from sitegen.core.model import Outcome, Section
from sitegen.systems import nbb
from sitegen.systems.nbb.tables import Inputs, Options, PairsLine, Partnership, Substitute

FOUR = club(an=80.0, bo=60.0, ci=70.0, di=70.0)
ROWS = [
    row for number in (1, 2, 3) for row in session(PairsLine, evening(number), "A an bo 63.5", "A ci di 36.5")
]
SINGLE = {"lines": 1, "sessions": 2}


def rated(inputs: Inputs, when: Moment = LATER, **options: Any) -> Outcome:
    return nbb.rate(inputs, Options(**{**SINGLE, **options}), when)


def why(outcome: Outcome, player: str) -> Section:
    career = account(next(page for page in outcome.players if page.id == player))
    assert career is not None
    return career


def told(section: Section) -> list[tuple[str, float]]:
    return [(row.kind, row.change) for row in section.rows]


def test_the_first_session_takes_the_place_of_a_substitute_ranking() -> None:
    section = why(rated(Inputs(FOUR, [SEASON], pairs=ROWS[:2])), "an")
    assert told(section) == [("substitute ranking falls away", -40), ("comes in", 50)]
    assert section.explanation is not None
    assert (section.explanation.opening.value, section.explanation.closing.value) == (80, 90)
    assert section.explanation.opening.day == SEASON.start


def test_a_later_session_takes_the_place_of_one_that_falls_away() -> None:
    outcome = rated(Inputs(FOUR, [SEASON], pairs=ROWS))
    section = why(outcome, "an")
    gone, come = section.rows
    assert (gone.kind, gone.date, gone.partner) == ("falls away", FIRST, "bo")
    assert (come.kind, come.date, come.ranking) == ("comes in", evening(3), 100)
    assert section.explanation is not None
    assert section.explanation.opening.day == evening(2)


def test_a_season_that_begins_with_another_substitute_ranking_has_a_line_of_its_own() -> None:
    day = date(2026, 9, 8)
    rows = [*ROWS, *session(PairsLine, day, "A an bo 50", "A ci di 50")]
    own = [Substitute("2026", "an", 90.0, "substitutes.csv:2")]
    outcome = rated(Inputs(FOUR, [SEASON, NEXT], own, pairs=rows))
    assert told(why(outcome, "an")) == [
        ("new substitute ranking", pytest.approx(-10)),
        ("substitute ranking falls away", -45),
        ("comes in", 40),
    ]
    assert told(why(outcome, "bo"))[0][0] == "substitute ranking falls away"


def test_a_career_has_the_course_of_the_ranking_and_what_each_session_changed() -> None:
    outcome = rated(Inputs(FOUR, [SEASON], pairs=ROWS))
    assert outcome.careers is not None
    career = outcome.careers.get_career("an")
    assert (career.start, [value for _, value in career.history]) == (80, [90, 100, 100])
    assert [(row.ended, row.partners, row.score) for row in career.result_rows] == [
        ("won", ("bo",), "100.00"),
        ("won", ("bo",), "100.00"),
        ("drawn", ("bo",), "100.00"),
    ]


def test_a_list_answers_who_rose_who_leads_and_who_would_be_champion() -> None:
    (strip,) = (
        section
        for section in rated(Inputs(FOUR, [SEASON], pairs=ROWS)).listing.content.sections()
        if isinstance(section, Highlights)
    )
    labels = [highlight.label for highlight in strip.highlights]
    assert labels == ["Most points", "At the top", "Champion so far"]  # nobody rose that day
    assert (strip.highlights[-1].player, strip.highlights[-1].figure) == ("an", 100)


def test_before_anybody_has_played_enough_nobody_is_champion() -> None:
    outcome = rated(Inputs(FOUR, [SEASON], pairs=ROWS), min_=4)
    (strip,) = (section for section in outcome.listing.content.sections() if isinstance(section, Highlights))
    assert (strip.highlights[-1].text, strip.highlights[-1].params) == ("Nobody yet", {"needed": 4})


def test_sessions_that_are_drawn_are_coming_and_lead_to_their_page() -> None:
    drawn = session(PairsLine, evening(4), "A an bo -", "A ci di -")
    outcome = rated(Inputs(FOUR, [SEASON], pairs=[*ROWS, *drawn]), Moment(evening(3)))
    (next_,) = outcome.upcoming_events
    assert (next_.day, next_.title, next_.event) == (evening(4), "Pairs session", str(evening(4)))


def test_a_pair_is_called_by_its_players_wherever_pages_name_it() -> None:
    pairs = [Partnership("p1", "an", "bo"), Partnership("p2", "ci", "di"), Partnership("p3", "di", "ci")]
    outcome = rated(Inputs(FOUR, [SEASON], partnerships=pairs, pairs=ROWS))
    sections = {topic.key: list(topic.content.sections()) for topic in outcome.topics}
    (paired,) = sections["partnerships"]
    assert isinstance(paired, Section)
    called = sorted(row.partnership for row in paired.rows)
    assert called == ["An – Bo", "Ci – Di", "Di – Ci"]
    assert {outcome.topic_keys[prize] for prize in called} == {f"partnerships/p{n}" for n in (1, 2, 3)}
