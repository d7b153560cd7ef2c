"""What pages tell because of a step is what happens when the results are played one after another."""

from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import accumulate
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.table import Movement, PlayDate, PlayerId, Rank, Table, column
from sitegen.toolkit.steps import Replay

START = {"an": 1, "bo": 2, "cy": 3, "di": 4, "eva": 5}
REACH = 2
WHEN = Moment(date(2026, 12, 31))


class Challenge(Table):
    """A challenge that was won, unless it asked too much."""

    date: PlayDate = column("the day")
    challenger: PlayerId = column("who asked")
    challenged: PlayerId = column("who was asked")


class Explained(Challenge):
    """A challenge that moved a player."""

    change: Movement = column("places gained", role="change")
    after: Rank = column("the place after it", role="value")


def settle(challenge: Challenge, places: MutableMapping[str, int]) -> Challenge:
    own, other = places[challenge.challenger], places[challenge.challenged]
    if 0 < own - other <= REACH:
        for player, place in list(places.items()):
            if other <= place < own:
                places[player] = place + 1
        places[challenge.challenger] = other
    return challenge


def replayed(challenges: Sequence[Challenge]) -> Replay[Challenge, Challenge, int]:
    return Replay(START, challenges, WHEN, settle, get_figure=int, is_rank=True)


@st.composite
def played(draw: st.DrawFn) -> list[Challenge]:
    steps = draw(st.lists(st.integers(0, 1), max_size=12))
    days = accumulate(steps, lambda day, step: day + timedelta(step), initial=date(2026, 1, 5))
    pairs = [draw(st.permutations([*START]))[:2] for _ in steps]
    return [Challenge(day, *pair) for day, pair in zip(days, pairs, strict=False)]


@given(played())
def test_the_history_is_what_playing_by_hand_gives(challenges: list[Challenge]) -> None:
    places = dict(START)
    for challenge in challenges:
        settle(challenge, places)
    history = replayed(challenges).history
    assert history.standings == places
    assert [*history.rows] == challenges
    before = dict(START)
    for event in history.events:
        changed = {player for player, place in event.standings.items() if before[player] != place}
        assert event.is_listed or not changed
        before |= event.standings
        assert sorted(before.values()) == [1, 2, 3, 4, 5]


@given(played(), st.sampled_from([*START]))
def test_an_explanation_leads_from_the_place_before_to_that_now(
    challenges: list[Challenge], player: str
) -> None:
    replay = replayed(challenges)
    sections = [*replay.explain(player, Explained)]
    assert len(sections) == any(player in event.standings for event in replay.history.events)
    for section in sections:
        explanation = section.explanation
        assert explanation is not None
        assert explanation.closing.value == replay.history.standings[player]
        rows: Sequence[Any] = section.rows
        assert explanation.opening.value - sum(row.change for row in rows) == explanation.closing.value
        assert rows[-1].after == explanation.closing.value
        assert {row.date for row in rows} == {explanation.closing.day}
        earlier = [event.day for event in replay.history.events if event.is_listed]
        listed = [day for day in earlier if day < rows[0].date]
        assert (explanation.opening.title == "At the start") == (not listed)


@given(played(), st.permutations([*START]))
def test_what_is_foreseen_happens(challenges: list[Challenge], order: Sequence[str]) -> None:
    replay, player, other = replayed(challenges), *order[:2]
    challenge = Challenge(date(2026, 12, 1), player, other)
    now = replay.history.standings[player]
    gained = replay.foresee(player, challenge)
    assert replayed([*challenges, challenge]).history.standings[player] == now - gained
    assert replay.history.standings[player] == now


def list_next(places: Any, player: str) -> list[Challenge]:
    return [Challenge(date.max, player, other) for other, place in places.items() if place < places[player]]


@given(played(), st.sampled_from([*START]))
def test_what_is_needed_for_the_first_place_is_half_the_way_rounded_up(
    challenges: list[Challenge], player: str
) -> None:
    replay = replayed(challenges)
    place = replay.history.standings[player]
    needed = replay.count_needed(player, lambda places: list_next(places, player), lambda place: place == 1)
    assert needed == -(-(place - 1) // REACH)


def test_what_cannot_be_reached_needs_no_number() -> None:
    replay = replayed([])
    assert replay.count_needed("di", lambda _: [], lambda place: place == 1) is None
    stuck = [Challenge(date.max, "eva", "an")]  # asks too much
    assert replay.count_needed("eva", lambda _: stuck, lambda place: place == 1) is None


def test_the_figure_of_a_rating_goes_up() -> None:
    def pay(row: Challenge, points: MutableMapping[str, float]) -> Challenge:
        points[row.challenger] += 0.1
        points[row.challenged] -= 0.1
        return row

    row = Challenge(date(2026, 1, 5), "an", "bo")
    start = {"an": 0.2, "bo": 0.2}
    replay = Replay[Challenge, Challenge, float](start, [row], WHEN, pay, get_figure=float)
    assert [replay.foresee(player, row) for player in start] == [0.1, -0.1]
    assert replay.compare(0.2, 0.2 + 0.1) == 0.1
    assert replace(replay, is_rank=True).compare(0.2, 0.1) == 0.1
