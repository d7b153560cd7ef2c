"""The crosstable of a ranking, against the games that it is made of."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Career, Careers, Player, PlayKind, Result
from sitegen.core.model import Crosstable, PublishedTable, Topic
from sitegen.core.table import PlayerId, Rank, Rating, Table, column
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.crosstable import build_crosstable_topic
from sitegen.rankings.dataset import Dataset, ListData

pytestmark = pytest.mark.slow

THROUGH = date(2026, 11, 21)
SIDES = {"won": "lost", "drawn": "drawn", "lost": "won", "": ""}
Game = tuple[int, str, str, str]
"""So many days before the list, two players, and how it ended for the first."""


class Line(Table):
    """A line of a list."""

    rank: Rank = column("place")
    player: PlayerId = column("who")
    name: str = column("name of the player")
    rating: Rating = column("rating")


def topic_of(
    games: list[Game], listed: list[str], others: list[str], plays: PlayKind = "games"
) -> Topic | None:
    """The topic of a ranking with these games, of which some players are on the list."""
    rows: dict[str, list[Result]] = {player: [] for player in (*listed, *others)}
    for ago, one, other, ended in sorted(games, key=lambda game: -game[0]):
        for player, opponent, how in ((one, other, ended), (other, one, SIDES[ended])):
            rows[player].append(Result(THROUGH - timedelta(ago), "e", how, (opponent,)))  # type: ignore[arg-type]
    players = [Player(id_, id_.title(), alphabet=place) for place, id_ in enumerate(sorted(rows))]
    careers = Careers(lambda player: Career((), rows[player]), plays)
    lines = [Line(place, player, player, 1500.0) for place, player in enumerate(listed, 1)]
    current = ListData(THROUGH, THROUGH, lambda: [PublishedTable("list", Line, lines)])
    return build_crosstable_topic(CareerSummaries(careers, players), Dataset([], current, []))


def crosstable_of(games: list[Game], listed: list[str], others: list[str]) -> Crosstable | None:
    topic = topic_of(games, listed, others)
    if topic is None:
        return None
    (crosstable,) = topic.content.sections()
    assert isinstance(crosstable, Crosstable)
    return crosstable


PAIRS = st.lists(st.sampled_from(["an", "bo", "cy", "di", "eve"]), min_size=2, max_size=2, unique=True)


@given(st.lists(st.tuples(st.integers(-40, 500), PAIRS, st.sampled_from([*SIDES])), max_size=30))
def test_it_has_what_counts_of_twelve_months_in_the_order_of_the_list(
    drawn: list[tuple[int, list[str], str]],
) -> None:
    games = [(ago, *pair, ended) for ago, pair, ended in drawn]
    counting = [game for game in games if 0 <= game[0] < 365 and game[3]]
    met = {player for game in counting for player in game[1:3]}
    crosstable = crosstable_of(games, ["eve", "cy", "an"], ["bo", "di"])
    if len(met) < 3:
        assert crosstable is None
        return
    assert crosstable is not None
    assert crosstable.players == [player for player in ("eve", "cy", "an", "bo", "di") if player in met]
    sides = Counter(
        side
        for ago, one, other, ended in counting
        for side in ((one, other, ended), (other, one, SIDES[ended]))
    )
    assert sides == Counter(
        (player, *result.opponents, result.ended)
        for player, results in crosstable.results.items()
        for result in results
    )
    for results in crosstable.results.values():
        assert [result.day for result in results] == sorted(result.day for result in results)
    pairs = {frozenset(game[1:3]) for game in counting}
    told = {name: crosstable.params[name] for name in ("count", "met", "pairs")}
    assert told == {"count": len(counting), "met": len(pairs), "pairs": len(met) * (len(met) - 1) // 2}


def ring(count: int) -> list[Game]:
    """Each against the next."""
    return [(1, f"p{place}", f"p{(place + 1) % count}", "won") for place in range(count)]


@pytest.mark.parametrize(("count", "is_there"), [(3, True), (100, True), (101, False)])
def test_it_is_for_as_many_players_as_a_screen_has_room_for(count: int, is_there: bool) -> None:
    games = ring(count)
    assert (topic_of(games, [game[1] for game in games], []) is not None) == is_there


def test_where_nobody_wins_there_is_none() -> None:
    assert topic_of(ring(5), [], [f"p{place}" for place in range(5)], "evenings") is None


def test_a_result_against_two_is_none_between_players() -> None:
    doubles = Result(THROUGH, "e", "won", ("bo", "cy"))
    careers = Careers(lambda player: Career((), [doubles] if player == "an" else []), "games")
    players = [Player(id_, id_) for id_ in ("an", "bo", "cy")]
    current = ListData(THROUGH, THROUGH, list)
    assert build_crosstable_topic(CareerSummaries(careers, players), Dataset([], current, [])) is None
