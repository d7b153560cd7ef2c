"""Random clubs of games between two sides, rated by Elo or by Glicko-2."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, get_type_hints

from hypothesis import strategies as st

from sitegen.core.table import get_field_names
from sitegen.systems import elo, glicko2
from sitegen.toolkit.decisions import IN, OUT
from sitegen.toolkit.duel.tables import Game

FIRST, LAST = date(2026, 9, 28), 60
OPTIONS: dict[Any, list[Any]] = {
    elo: [
        elo.Options(provisional_below=3),
        elo.Options(provisional_below=0, home_advantage=20.0, k={0: 40.0, 2: 16.0}),
        elo.Options(provisional_below=2, expectation="fide"),
    ],
    glicko2: [
        glicko2.Options(provisional_above=250.0, period="week"),
        glicko2.Options(provisional_above=200.0, start_deviation=300.0),
    ],
}

days = st.integers(0, LAST).map(lambda day: FIRST + timedelta(days=day))


@st.composite
def games(draw: st.DrawFn, game: type[Game], ids: Sequence[str], number: int) -> Game:
    """A game of two of them, which stands at a place of its own."""
    home, away = draw(st.permutations(ids))[:2]
    return game(
        date=draw(days),
        home=home,
        away=away,
        result=draw(st.sampled_from(["1-0", "½-½", "0-1"])),
        event="Cup",
        rated=draw(st.sampled_from([True, True, True, False])),
        source=f"results/r/games.csv:{number + 2}",
    )


@st.composite
def decisions(draw: st.DrawFn, system: Any, ids: Sequence[str]) -> list[Any]:
    """What a committee decides of some of them, who can be out of competition for a while.

    Nobody is told why, as of who hides: so nothing else changes where somebody does.
    """
    table = get_type_hints(system.Inputs)["decisions"].__args__[0]
    kinds = [name for name in ("rating", "deviation") if name in get_field_names(system.tables.Player)]
    decided = []
    for player in draw(st.permutations(ids))[: draw(st.sampled_from([0, 0, 2]))]:
        what, day = draw(st.sampled_from([*kinds, OUT, IN])), draw(days)
        if what in kinds:
            decided.append((day, player, what, draw(st.sampled_from([180.5, 300.0]))))
        else:
            decided.append((day, player, OUT, None))
        if what == IN:
            decided.append((day + timedelta(days=20), player, IN, None))
    return [
        table(day, player, what, "", figure, f"results/r/decisions.csv:{line}")
        for line, (day, player, what, figure) in enumerate(decided, 2)
    ]


@st.composite
def clubs(draw: st.DrawFn, system: Any) -> tuple[Any, Any, date]:
    """The tables of a club with options and the day of the build."""
    options = draw(st.sampled_from(OPTIONS[system]))
    places = draw(st.permutations(range(draw(st.integers(2, 6)))))
    players = [
        system.tables.Player(
            id=f"p{number}",
            name=f"Name {number}",
            club=draw(st.sampled_from(["", "Aa"])),
            hidden=draw(st.booleans()),
            alphabet=place,
            rating=draw(st.sampled_from([None, 1400.0, 1700.5])),
        )
        for number, place in enumerate(places)
    ]
    ids = [player.id for player in players]
    game = elo.tables.Game if system is elo else Game
    played = [draw(games(game, ids, number)) for number in range(draw(st.integers(0, 14)))]
    return system.Inputs(players, played, decisions=draw(decisions(system, ids))), options, draw(days)
