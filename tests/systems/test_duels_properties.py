"""What is so of every ranking of games between two sides, by Elo and by Glicko-2."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import elo, glicko2
from sitegen.toolkit.duel.tables import Game

FIRST, LAST = date(2026, 9, 28), 60
ELO = [
    elo.Options(provisional_below=3),
    elo.Options(provisional_below=0, home_advantage=20.0, k={0: 40.0, 2: 16.0}),
    elo.Options(provisional_below=2, expectation="fide"),
]
GLICKO2 = [
    glicko2.Options(provisional_above=250.0, period="week"),
    glicko2.Options(provisional_above=200.0, start_deviation=300.0),
]


class Club(NamedTuple):
    """The tables of a club with options and the day of the build."""

    players: Sequence[Any]
    games: Sequence[Game]
    options: Any
    as_of: date

    def rated(self, **changes: Any) -> Outcome:
        club = self._replace(**changes)
        system: Any = elo if isinstance(club.options, elo.Options) else glicko2
        return system.rate(
            system.Inputs(club.players, club.games), club.options, Moment(club.as_of, archive=3)
        )


days = st.integers(0, LAST).map(lambda day: FIRST + timedelta(days=day))


@st.composite
def games(draw: st.DrawFn, ids: Sequence[str], number: int) -> Game:
    home, away = draw(st.permutations(ids))[:2]
    result = draw(st.sampled_from(["1-0", "½-½", "0-1"]))
    rated = draw(st.sampled_from([True, True, True, False]))
    source = f"results/r/games.csv:{number + 2}"
    return Game(draw(days), home, away, result, event="Cup", rated=rated, source=source)


@st.composite
def clubs(draw: st.DrawFn, options_drawn: Sequence[Any] = (*ELO, *GLICKO2)) -> Club:
    options = draw(st.sampled_from(options_drawn))
    places = draw(st.permutations(range(draw(st.integers(2, 6)))))
    of = elo.Inputs if isinstance(options, elo.Options) else glicko2.Inputs
    player = of.__annotations__["players"].__args__[0]
    players = [
        player(
            id=f"p{number}",
            name=f"Name {number}",
            club=draw(st.sampled_from(["", "Aa"])),
            hidden=draw(st.booleans()),
            alphabet=place,
            rating=draw(st.sampled_from([None, 1400.0, 1700.5])),
        )
        for number, place in enumerate(places)
    ]
    played = [
        draw(games([player.id for player in players], number)) for number in range(draw(st.integers(0, 14)))
    ]
    return Club(players, played, options, draw(days))


def tables(outcome: Outcome) -> dict[str, list[Any]]:
    return {table.name: list(table.rows) for table in outcome.tables}


@given(clubs())
def test_no_point_is_made_or_lost_where_k_is_the_same_for_all(club: Club) -> None:
    outcome = club.rated(options=elo.Options(k={0: 24.0}), players=[
        elo.Inputs.__annotations__["players"].__args__[0](id=own.id, name=own.name, rating=own.rating)
        for own in club.players
    ])  # fmt: skip
    latest = {player.id: 1500.0 if player.rating is None else player.rating for player in club.players}
    at_the_start = sum(latest.values())
    for row in tables(outcome)["games"]:
        if row.rated:
            assert (row.home_before, row.away_before) == (latest[row.home], latest[row.away])
            latest |= {row.home: row.home_after, row.away: row.away_after}
    assert sum(latest.values()) == pytest.approx(at_the_start, abs=1e-9)
