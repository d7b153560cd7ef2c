"""The draw looks ahead over the rounds in which nobody may meet again, against an exhaustive search."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import keizers
import pytest
from chess import club, season
from examples import sample

from sitegen.core.entities import DrawRequest
from sitegen.systems import ijssel, keizer
from sitegen.toolkit.rounds.outlook import LaterRound, Outlook, Pair
from sitegen.toolkit.rounds.pairing import Entrant, Meetings, RoundPairing, pair_players

Games = frozenset[Pair]
pytestmark = [
    pytest.mark.article("ijssel", "5 Wedstrijdindeling", "5.1 Limitering"),
    pytest.mark.article("keizer", "6 Draw"),
]


def met(*pairs: str) -> set[Pair]:
    return {frozenset(pair) for pair in pairs}


def pairings(players: frozenset[str], barred: Games) -> Iterator[Games]:
    """Every pairing without a barred pair; of an odd number any one is left over."""
    if len(players) % 2:
        for odd in players:
            yield from pairings(players - {odd}, barred)
        return
    if not players:
        yield frozenset()
        return
    first = min(players)
    for other in players - {first}:
        game = frozenset((first, other))
        if game not in barred:
            for rest in pairings(players - game, barred):
                yield rest | {game}


def reach(fields: list[frozenset[str]], barred: Games) -> int:
    """How many of these rounds can be paired, from the first on."""
    reaches = (
        [1 + reach(fields[1:], barred | games) for games in pairings(fields[0], barred)] if fields else []
    )
    return max(reaches, default=0)


def seven(random: Random) -> tuple[list[frozenset[str]], Games]:
    """Up to three rounds of up to seven players, many of whom have met."""
    names = "abcdefg"[: random.randint(4, 7)]
    fields = [frozenset(random.sample(names, random.randint(2, len(names)))) for _ in range(3)]
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    return fields, frozenset(random.sample(pairs, random.randint(0, len(pairs))))


@pytest.mark.parametrize("seed", sample(range(60), 4))
def test_it_reaches_as_far_as_an_exhaustive_search(seed: int) -> None:
    fields, barred = seven(Random(seed))
    games = next(pairings(fields[0], barred), frozenset())
    outlook = Outlook([LaterRound(number, field, barred) for number, field in enumerate(fields[1:], 2)])
    assert outlook.count_rounds(games) == reach(fields[1:], barred | games)
    if outlook.is_open:
        assert all(reach(fields[1:], barred | each) == 2 for each in pairings(fields[0], barred))


def field(count: int, random: Random) -> list[Entrant]:
    return [Entrant(f"p{place:02}", random.gauss(1600, 200), "", 0, place) for place in range(count)]


def draw(players: list[Entrant], seen: set[Pair], later: int) -> RoundPairing | None:
    ids = {player.id for player in players}
    outlook = Outlook([LaterRound(number, ids, seen) for number in range(2, later + 2)])
    return pair_players(players, Meetings(seen), 1, outlook=outlook)


@pytest.mark.parametrize("seed", range(12))
def test_of_the_pairings_that_leave_the_later_rounds_one_it_is_the_closest(seed: int) -> None:
    """Eight players, of whom two or three can still be met, and two rounds."""
    random = Random(seed)
    players = sorted(field(8, random), key=lambda player: -player.rating)
    ids = frozenset(player.id for player in players)
    seen: Games = frozenset()
    for _ in range(4):
        seen |= random.choice([*pairings(ids, seen)] or [frozenset()])
    places = {player.id: place for place, player in enumerate(players)}

    def distance(games: Games) -> int:
        return sum((places[first] - places[second]) ** 2 for first, second in map(tuple, games))

    pairing = draw(players, set(seen), 2)
    reaches = {games: reach([ids, ids], seen | games) for games in pairings(ids, seen)}
    assert pairing is not None
    games = frozenset(map(frozenset, pairing.games))
    furthest = max(reaches.values())
    assert reaches[games] == furthest
    assert distance(games) == min(distance(games) for games, far in reaches.items() if far == furthest)
    assert pairing.blocked == (None if furthest == 2 else furthest + 2)


@pytest.mark.parametrize(("count", "rounds"), [(6, 5), (7, 7), (8, 7), (10, 9), (12, 11)])
def test_no_period_of_a_small_club_ends_without_a_pairing(count: int, rounds: int) -> None:
    """Ratings jump, so that the closest pairings alone would end some of these periods early."""
    stuck = 0
    for seed in range(240 // count):
        random = Random(seed)
        players, seen = field(count, random), set[Pair]()
        for round_ in range(rounds):
            pairing = draw(players, seen, rounds - round_ - 1)
            assert pairing is not None
            assert pairing.blocked is None
            stuck += pairing.avoided is not None
            seen |= {frozenset(game) for game in pairing.games}
            players = [
                player._replace(
                    rating=player.rating + random.gauss(0, 250),
                    odd=player.odd + (player.id == pairing.odd_player),
                )
                for player in players
            ]
    assert stuck


def test_sixty_players_are_drawn_as_without_an_outlook() -> None:
    players = field(60, Random(1))
    assert draw(players, set(), 10) == pair_players(players, Meetings(), 1)


SIX = club(an=1900, bo=1850, ci=1800, di=1750, ed=1700, fe=1650)
TWO = ["an 1-0 bo, di 1-0 ci, ed 0-1 fe", "di 1-0 an, bo 0-1 fe, ci 0-1 ed"]
"""After these the closest games of a third round leave two groups of three who have not met."""


def messages(inputs: Any, system: Any = ijssel, **options: Any) -> list[str]:
    return [*map(str, system.draw(inputs, system.Options(**options), DrawRequest(None)).messages)]


def test_the_draw_of_de_ijssel_says_which_round_its_games_are_for() -> None:
    told = messages(season(SIX, TWO, rounds=5), periods=1)
    assert told[1:] == [
        *("  1. Ed – Di", "  2. Fe – An", "  3. Bo – Ci"),
        "The closest games would have left no pairing for round 4: these leave one",
    ]
    last = messages(season(SIX, TWO, rounds=3), periods=1)
    assert last[1:] == ["  1. Fe – Di", "  2. Ed – An", "  3. Bo – Ci"]


def test_the_draw_of_de_ijssel_says_in_time_that_a_round_will_have_no_pairing() -> None:
    told = messages(season(SIX, TWO[:1], rounds=6), periods=1)
    assert told[-1] == (
        "In round 6 not all can meet somebody new, whatever is drawn now: some will need a bye then"
    )


def test_a_keizer_season_in_which_nobody_meets_twice_looks_ahead_as_well() -> None:
    """The five rounds of six players are all paired, whatever the results."""
    for seed in range(12):
        random = Random(seed)
        evenings: list[str] = []
        for _ in range(5):
            inputs = keizers.season(keizers.club(6), evenings, rounds=5)
            rows = keizer.draw(inputs, keizer.Options(rematch=99), DrawRequest(None))
            assert not any("have met lately" in str(line) for line in rows.messages)
            results = ("1-0", "0-1", "½-½")
            evenings.append(
                ", ".join(
                    f"{row['white']} {random.choice(results)} {row['black']}" for row in rows.rows["games"]
                )
            )
