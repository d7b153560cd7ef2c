"""The draw of the chess competition, against an exhaustive search and over whole seasons."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.toolkit.rounds.pairing import Entrant, Meetings, RoundPairing, pair_players

Met = frozenset[frozenset[str]]
NOBODY = Meetings()


def entrants(names: str, *, colours: str = "", odd: int = 0) -> list[Entrant]:
    """Players by name, each 100 points below the one before."""
    return [
        Entrant(name, 2000.0 - 100 * place, colours, odd, place) for place, name in enumerate(names.split())
    ]


def met(*pairs: str) -> Met:
    """`met("an bo", "ci di")`."""
    return frozenset(frozenset(pair.split()) for pair in pairs)


def couples(pairing: RoundPairing | None) -> set[frozenset[str]]:
    assert pairing is not None
    return {frozenset(game) for game in pairing.games}


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[Entrant], Meetings]:
    """Up to 10 players, some of equal rating, of whom any may have met in this period or before."""
    count = draw(st.integers(0, 10))
    names = [f"p{number}" for number in range(count)]
    players = [
        Entrant(
            name,
            draw(st.sampled_from([1500.0, 1600.0, 1650.0, 1700.5, 1900.0])),
            draw(st.text("wb", max_size=4)),
            draw(st.integers(0, 2)),
            number,
        )
        for number, name in enumerate(names)
    ]
    pairs = [frozenset((player, opponent)) for player in names for opponent in names if player < opponent]
    if not pairs:
        return players, NOBODY
    barred = frozenset(draw(st.sets(st.sampled_from(pairs))))
    earlier = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 3)))
    return players, Meetings(barred, earlier, draw(st.sampled_from([0, 1, 8])))


def matchings(players: tuple[str, ...], met: Met) -> Iterator[list[frozenset[str]]]:
    """Every legal complete pairing of an even number of players."""
    if not players:
        yield []
        return
    first, *waiting = players
    for other in waiting:
        couple = frozenset((first, other))
        if couple not in met:
            left = tuple(player for player in waiting if player != other)
            for rest in matchings(left, met):
                yield [couple, *rest]


def closeness(couples: Iterable[frozenset[str]], players: Sequence[Entrant]) -> float:
    """The sum of squared distances in places by rating, where equal ratings share the mean of theirs."""
    ratings = sorted((entrant.rating for entrant in players), reverse=True)
    places = {
        entrant.id: ratings.index(entrant.rating) + (ratings.count(entrant.rating) - 1) / 2
        for entrant in players
    }
    return sum((places[player] - places[opponent]) ** 2 for player, opponent in map(sorted, couples))


def seen_before(couples: Iterable[frozenset[str]], meetings: Meetings) -> int:
    """How often those who play have met in an earlier period."""
    return sum(meetings.meeting_counts.get(couple, 0) for couple in couples)


def unevenness(couples: Iterable[frozenset[str]], players: Sequence[Entrant]) -> int:
    """The least sum of squared surpluses of white that these games can leave behind."""
    surplus = {entrant.id: entrant.colours.count("w") - entrant.colours.count("b") for entrant in players}
    return sum(
        min(
            (surplus[player] + 1) ** 2 + (surplus[opponent] - 1) ** 2,
            (surplus[player] - 1) ** 2 + (surplus[opponent] + 1) ** 2,
        )
        for player, opponent in map(sorted, couples)
    )


def colours_after(pairing: RoundPairing, players: Sequence[Entrant]) -> int:
    """The sum of squared surpluses of white that the games leave behind."""
    colours = {entrant.id: entrant.colours for entrant in players}
    after = [colours[white] + "w" for white, _ in pairing.games] + [
        colours[black] + "b" for _, black in pairing.games
    ]
    return sum((colours.count("w") - colours.count("b")) ** 2 for colours in after)


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
@given(fields())
@times(3)
def test_it_is_the_closest_legal_pairing_with_the_right_player_left_over_and_the_best_colours(
    field: tuple[list[Entrant], Meetings],
) -> None:
    """Each time that two met in an earlier period is as many squared places as it is told to be."""
    players, meetings = field
    forbidden = frozenset(meetings.barred_pairs)
    ids = [player.id for player in players]
    candidates = sorted(players, key=lambda item: (item.odd, item.rating, -item.alphabet))
    left_over: list[str | None] = [candidate.id for candidate in candidates] if len(ids) % 2 else [None]
    legal = {
        out: complete
        for out in left_over
        if (complete := list(matchings(tuple(id_ for id_ in ids if id_ != out), forbidden)))
    }
    pairing = pair_players(players, meetings, 1)
    if not legal:
        assert pairing is None
        return
    assert pairing is not None
    first = next(iter(legal))
    assert pairing.odd_player == first
    playing = [player for game in pairing.games for player in game]
    assert sorted(playing) == sorted(id_ for id_ in ids if id_ != first)
    assert couples(pairing).isdisjoint(forbidden)

    def apart(of: Iterable[frozenset[str]]) -> float:
        games = list(of)
        return closeness(games, players) + meetings.rematch_distance * seen_before(games, meetings)

    best = min((apart(pairing), unevenness(pairing, players)) for pairing in legal[first])
    assert (apart(couples(pairing)), colours_after(pairing, players)) == best


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
@given(fields(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_does_not_matter(
    field: tuple[list[Entrant], Meetings], random: Random
) -> None:
    players, meetings = field
    shuffled = random.sample(players, len(players))
    assert pair_players(shuffled, meetings, 3) == pair_players(players, meetings, 3)


@pytest.mark.article("ijssel", "5 Wedstrijdindeling", "5.1 Limitering")
@given(fields())
def test_whom_one_met_before_never_decides_who_plays_at_all(field: tuple[list[Entrant], Meetings]) -> None:
    """The same player is left over, and a legal round is found where there is one."""
    players, meetings = field
    plain, varied = (
        pair_players(players, meetings._replace(rematch_distance=0), 2),
        pair_players(players, meetings, 2),
    )
    assert (plain and plain.odd_player) == (varied and varied.odd_player)
    assert (plain is None) == (varied is None)


@pytest.mark.article("ijssel", "5 Wedstrijdindeling", "5.1 Limitering")
def test_neighbours_who_met_before_are_as_far_apart_as_three_places() -> None:
    """1 + 8 = 3²: they are avoided for whom is nearer than that, and not for more than it is worth."""
    four = entrants("an bo ci di")
    once = Meetings(frozenset(), {frozenset(("an", "bo")): 1, frozenset(("ci", "di")): 1}, 8)
    assert couples(pair_players(four, once, 1)) == met("an ci", "bo di")
    assert couples(pair_players(four, once._replace(rematch_distance=2), 1)) == met("an bo", "ci di")
    twice = once._replace(meeting_counts=dict.fromkeys(met("an bo", "ci di", "an ci", "bo di"), 1))
    assert couples(pair_players(four, twice, 1)) == met("an di", "bo ci")
    assert couples(pair_players(four, twice._replace(rematch_distance=3), 1)) == met("an bo", "ci di")


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_neighbours_meet_and_after_that_the_next() -> None:
    four = entrants("an bo ci di")
    assert couples(pair_players(four, NOBODY, 1)) == met("an bo", "ci di")
    assert couples(pair_players(four, Meetings(met("an bo", "ci di")), 2)) == met("an ci", "bo di")
    assert couples(pair_players(four, Meetings(met("an bo", "ci di", "an ci", "bo di")), 3)) == met(
        "an di", "bo ci"
    )
    assert pair_players(four, Meetings(met("an bo", "an ci", "an di")), 4) is None


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_boards_go_by_rating_and_the_best_has_white_on_every_other() -> None:
    six = entrants("an bo ci di eva fred")
    first, second = pair_players(six, NOBODY, 1), pair_players(six, NOBODY, 2)
    assert first == RoundPairing([("an", "bo"), ("di", "ci"), ("eva", "fred")], None)
    assert second == RoundPairing([("bo", "an"), ("ci", "di"), ("fred", "eva")], None)


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_the_lowest_of_those_left_over_least_often_is_left_over() -> None:
    three = entrants("an bo ci")
    assert pair_players(three, NOBODY, 1) == RoundPairing([("an", "bo")], "ci")
    once = [entrant._replace(odd=entrant.id == "ci") for entrant in three]
    assert pair_players(once, NOBODY, 2) == RoundPairing([("ci", "an")], "bo")


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_another_is_left_over_where_nobody_could_play_otherwise() -> None:
    assert pair_players(entrants("an bo ci"), Meetings(met("an bo")), 1) == RoundPairing([("an", "ci")], "bo")


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
@pytest.mark.parametrize(
    ("of_an", "of_bo", "white"),
    [
        ("w", "b", "bo"),
        ("b", "w", "an"),
        ("ww", "w", "bo"),
        ("wwb", "wbw", "an"),
        ("bww", "wbw", "bo"),
        ("wbb", "b", "an"),
    ],
)
def test_colours_even_out_and_alternate(of_an: str, of_bo: str, white: str) -> None:
    """White goes to who had it less, or not twice in a row; else as the two last differed, turned round."""
    two = [Entrant("an", 1900.0, of_an, 0, 1), Entrant("bo", 1800.0, of_bo, 0, 2)]
    pairing = pair_players(two, NOBODY, 1)
    assert pairing is not None
    assert pairing.games[0][0] == white


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_equally_close_pairings_go_by_colours() -> None:
    """Four of equal rating are all at the same place: who had the same colour do not meet."""
    four = [
        Entrant(name, 1700.0, "w" if name in ("an", "bo") else "b", 0, place)
        for place, name in enumerate(["an", "bo", "ci", "di"])
    ]
    pairing = pair_players(four, NOBODY, 2)
    assert {frozenset(couple) for couple in couples(pairing)} & met("an bo", "ci di") == set()
    assert pairing is not None
    assert {white for white, _ in pairing.games} == {"ci", "di"}


@cache
def season(count: int, rounds: int, period: int) -> dict[str, str]:
    """The colours of everyone after a season in which nobody is ever absent."""
    random = Random(count)
    players = [Entrant(f"p{number}", random.gauss(1600, 200), "", 0, number) for number in range(count)]
    seen: set[frozenset[str]] = set()
    for round_ in range(1, rounds + 1):
        if round_ % period == 1:
            seen = set()
        pairing = pair_players(players, Meetings(seen), round_)
        assert couples(pairing).isdisjoint(seen)
        assert pairing is not None
        seen |= couples(pairing)
        colour = {player: mark for game in pairing.games for player, mark in zip(game, "wb", strict=True)}
        players = [
            player._replace(
                colours=player.colours + colour.get(player.id, ""),
                odd=player.odd + (player.id == pairing.odd_player),
                rating=player.rating + random.gauss(0, 25),
            )
            for player in players
        ]
    return {player.id: player.colours for player in players}


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
@pytest.mark.parametrize(
    "count", [12, *(pytest.param(number, marks=pytest.mark.slow) for number in (25, 40))]
)
def test_over_a_season_colours_stay_in_balance(count: int) -> None:
    for colours in season(count, 30, 6).values():
        assert abs(colours.count("w") - colours.count("b")) <= 2


@pytest.mark.article("ijssel", "5 Wedstrijdindeling")
def test_over_a_season_everyone_is_left_over_about_as_often() -> None:
    games = [len(colours) for colours in season(25, 30, 6).values()]
    assert sum(games) == 24 * 30
    assert max(games) - min(games) <= 1
