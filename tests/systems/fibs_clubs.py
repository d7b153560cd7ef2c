"""Random leagues of the BGFed rating list."""

from collections.abc import Sequence
from datetime import date, timedelta

from duel_clubs import decisions
from hypothesis import strategies as st

from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Inputs, Match, Options, Player, Registration

FIRST = date(2026, 9, 28)
LAST = 60  # days after FIRST

days = st.integers(0, LAST).map(lambda day: FIRST + timedelta(days=day))


@st.composite
def players(draw: st.DrawFn) -> list[Player]:
    """Some with a rating and experience from before."""
    count = draw(st.integers(2, 6))
    places = draw(st.permutations(range(count)))
    return [
        Player(
            id=f"p{number}",
            name=f"Name {number}",
            club=draw(st.sampled_from(["", "Aa", "Dender"])),
            hidden=draw(st.booleans()),
            alphabet=place,
            rating=draw(st.sampled_from([None, None, 1400.0, 1700.5])),
            experience=draw(st.sampled_from([0, 0, 5, 40])),
        )
        for number, place in enumerate(places)
    ]


@st.composite
def matches(draw: st.DrawFn, ids: Sequence[str], number: int) -> Match:
    """A match of two of them, which counts or not."""
    winner, loser = draw(st.permutations(ids))[:2]
    length = draw(st.sampled_from([1, 3, 5, 7, 9, 25]))
    reserve, delay = draw(
        st.sampled_from([(None, None), (None, None), (40 * length, 11), (40 * length - 1, 12), (600, 10)])
    )
    return Match(
        date=draw(days),
        winner=winner,
        loser=loser,
        length=length,
        score=draw(st.one_of(st.none(), st.integers(0, length - 1))),
        kind=draw(st.sampled_from(["club", "club", "tournament", "friendly"])),
        agreed=draw(st.booleans()),
        online=draw(st.sampled_from([False, False, False, True])),
        reserve=reserve,
        delay=delay,
        event=draw(st.sampled_from(["", "Delta Open"])),
        source=f"results/r/matches.csv:{number + 2}",
    )


@st.composite
def registrations(draw: st.DrawFn, ids: Sequence[str]) -> list[Registration] | None:
    """Those of all but the first at any time, and some more; None where a club keeps none."""
    if draw(st.booleans()):
        return None
    rows = draw(st.lists(st.tuples(st.sampled_from(ids), days, days, st.sampled_from(["", "Leie", "Demer"]))))
    always = [Registration(id_, FIRST, date(2026, 12, 31), "Zenne") for id_ in ids[1:]]
    return always + [Registration(who, min(a, b), max(a, b), club) for who, a, b, club in rows]


@st.composite
def leagues(draw: st.DrawFn) -> tuple[Inputs, Options, date]:
    """The tables of a league with options and the day of the build."""
    field = draw(players())
    ids = [player.id for player in field]
    count = draw(st.integers(0, 14))
    played = [draw(matches(ids, number)) for number in range(count)]
    options = Options(
        provisional_below=draw(st.sampled_from([0, 10, 100])),
        publication=draw(st.sampled_from(["weekly", "immediate"])),
    )
    tables = Inputs(field, played, draw(registrations(ids)), decisions=draw(decisions(fibs, ids)))
    return tables, options, draw(days)
