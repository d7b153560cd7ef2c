"""Which games the closest pairing can have: by all pairings of small fields, and all games of large ones."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.toolkit.rounds.pairing import Entrant, Meetings, find_playable, pair_players

pytestmark = pytest.mark.slow

Costs = Mapping[tuple[int, int], int]
"""What each game that may be played costs: its squared distance in doubled places, and former meetings."""
FAR = 10**9


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], dict[tuple[int, int], int]]:
    """Up to 14 players, some at one place, with what hinders a game: it costs more, or may not be."""
    sizes = draw(st.lists(st.sampled_from([1, 1, 1, 2, 3]), min_size=1, max_size=12))
    starts = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    groups = zip(starts, starts[1:], sizes, strict=False)
    places = [start + end - 1 for start, end, size in groups for _ in range(size)][:14]
    pairs = list(combinations(range(len(places)), 2))
    weights = st.sampled_from([1, 2, 8, 16, FAR, FAR])
    if not pairs:
        return places, {}
    return places, draw(st.dictionaries(st.sampled_from(pairs), weights, max_size=2 * len(places)))


def costs(places: Sequence[int], hindered: Mapping[tuple[int, int], int]) -> Costs:
    every = combinations(range(len(places)), 2)
    return {
        (left, right): (places[left] - places[right]) ** 2 + 4 * hindered.get((left, right), 0)
        for left, right in every
        if hindered.get((left, right)) != FAR
    }


def hindrances(count: int, hindered: Mapping[tuple[int, int], int]) -> list[list[int]]:
    return [
        sorted(2 * cost + 2 for couple, cost in hindered.items() if own in couple) for own in range(count)
    ]


@given(fields())
def test_no_other_game_is_in_any_of_the_closest_pairings(
    field: tuple[list[int], dict[tuple[int, int], int]],
) -> None:
    """Whoever is left over by an odd number; what is the least is found for every set of players."""
    places, hindered = field
    cost = costs(places, hindered)
    everyone = frozenset(range(len(places)))

    @cache
    def least(left: frozenset[int]) -> float:
        if not left:
            return 0
        first = min(left)
        rest = left - {first}
        return min((cost.get((first, number), FAR**2) + least(rest - {number}) for number in rest), default=0)

    near = {*find_playable(places, hindrances(len(places), hindered), room=0)}
    for out in everyone if len(everyone) % 2 else [None]:
        playing = everyone - {out}
        for couple in cost.keys() - near:
            if playing.issuperset(couple) and least(playing) < FAR**2:
                assert cost[couple] + least(playing - {*couple}) > least(playing)


def crowd(random: Random) -> tuple[list[Entrant], Meetings]:
    """Thirty to sixty players, many of equal rating, of whom many have met those near to them."""
    ids = [f"p{number}" for number in range(random.randrange(30, 61))]
    step = random.choice((1, 25, 100))
    entrants = [
        Entrant(
            id_,
            1400.0 + step * random.randrange(400 // step),
            "".join(random.choices("wb", k=random.randrange(4))),
            random.randrange(2),
            number,
        )
        for number, id_ in enumerate(ids)
    ]
    by_rating = sorted(entrants, key=lambda item: item.rating)

    def some(count: int) -> list[frozenset[str]]:
        starts = [random.randrange(len(ids) - 9) for _ in range(count)]
        return [frozenset(player.id for player in random.sample(by_rating[at : at + 9], 2)) for at in starts]

    earlier = dict.fromkeys(some(random.choice((0, 60))), random.randrange(1, 4))
    return entrants, Meetings({*some(random.choice((0, 30, 150)))}, earlier, random.choice((1, 8)))


@pytest.mark.parametrize("seed", range(16))
def test_a_crowd_is_paired_as_if_all_games_were_weighed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    entrants, meetings = crowd(Random(seed))
    pairing = pair_players(entrants, meetings, 1)
    module = import_module("sitegen.toolkit.rounds.pairing")
    monkeypatch.setattr(module, "find_playable", partial(find_playable, room=len(entrants)))
    assert pairing == pair_players(entrants, meetings, 1)


def test_of_a_crowd_few_games_are_weighed() -> None:
    """Five hindrances each, as after five rounds of a period, leave a window of some twenty places."""
    games = list(find_playable(range(0, 400, 2), [[FAR] * 5] * 200))
    assert len(games) < 200 * 20
    assert max(right - left for left, right in games) == 2 * 5 + 8 + 1
