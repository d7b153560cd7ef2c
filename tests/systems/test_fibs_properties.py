"""What holds for every league of the BGFed rating list, and a second implementation that agrees."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from oracle_fibs import Oracle

from sitegen.core.entities import Moment
from sitegen.core.model import Chart, Outcome, PageContent, Section
from sitegen.systems import fibs
from sitegen.systems.fibs.tables import Match, Options, Player, Registration

quickly = times(0.6)
FIRST = date(2026, 9, 28)
LAST = 60  # days after FIRST


class League(NamedTuple):
    """A club's tables with options and the day of the build."""

    inputs: fibs.Inputs
    options: Options
    as_of: date

    def rated(self, **changes: Any) -> Outcome:
        league = self._replace(**changes)
        return fibs.rate(league.inputs, league.options, Moment(league.as_of, archive=3))


days = st.integers(0, LAST).map(lambda day: FIRST + timedelta(days=day))


@st.composite
def players(draw: st.DrawFn) -> list[Player]:
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
    if draw(st.booleans()):
        return None
    rows = draw(st.lists(st.tuples(st.sampled_from(ids), days, days, st.sampled_from(["", "Leie", "Demer"]))))
    always = [Registration(id_, FIRST, date(2026, 12, 31), "Zenne") for id_ in ids[1:]]
    return always + [Registration(who, min(a, b), max(a, b), club) for who, a, b, club in rows]


@st.composite
def leagues(draw: st.DrawFn) -> League:
    field = draw(players())
    ids = [player.id for player in field]
    count = draw(st.integers(0, 14))
    played = [draw(matches(ids, number)) for number in range(count)]
    options = Options(
        provisional_below=draw(st.sampled_from([0, 10, 100])),
        publication=draw(st.sampled_from(["weekly", "immediate"])),
    )
    return League(fibs.Inputs(field, played, draw(registrations(ids))), options, draw(days))


def tables(outcome: Outcome) -> dict[str, list[Any]]:
    return {table.name: list(table.rows) for table in outcome.tables}


def shown(sheet: PageContent) -> list[Any]:
    """Everything that a sheet shows, as values that can be compared."""
    return [list(sheet.facts), *map(_part, sheet.sections())]


def _part(part: Section | Chart) -> Any:
    return part._replace(rows=list(part.rows)) if isinstance(part, Section) else part


def everything(outcome: Outcome) -> list[Any]:
    owners: list[Any] = [outcome.listing, *outcome.archive, *outcome.events, *outcome.players]
    keys = [(event.key, event.title, event.params, event.day) for event in outcome.events]
    lists = [(listing.day, listing.through) for listing in outcome.archive]
    return [
        tables(outcome),
        *(shown(owner.content) for owner in owners),
        keys,
        lists,
        outcome.calendar,
        outcome.event_keys,
    ]


@given(leagues())
@times(2)
def test_a_second_implementation_publishes_the_same(league: League) -> None:
    oracle = Oracle(*league.inputs, league.options.publication == "weekly", league.as_of)
    oracle.below = league.options.provisional_below
    for name, expected in oracle.published().items():
        rows = tables(league.rated())[name]
        assert [list(map(_text, row)) for row in rows] == [list(map(_text, row)) for row in expected]
        for row, exact in zip(rows, expected, strict=True):
            assert [float(cell) for cell in row if isinstance(cell, float)] == pytest.approx(
                [float(value) for value in exact if isinstance(value, Decimal)], abs=1e-9, rel=0
            )


def _text(value: Any) -> str:
    """A cell as it is published."""
    if isinstance(value, float | Decimal):
        return f"{value:.6f}".replace("-0.000000", "0.000000")
    return str(value)


@given(leagues())
@quickly
def test_no_point_is_made_or_lost(league: League) -> None:
    outcome = league.rated()
    field = league.inputs.players
    latest = {player.id: 1500.0 if player.rating is None else player.rating for player in field}
    at_the_start = sum(latest.values())
    for row in tables(outcome)["matches"]:
        if row.counted:
            latest |= {row.winner: row.winner_after, row.loser: row.loser_after}
            assert 0 < row.change < row.stake
            assert row.winner_after > row.winner_before
    assert sum(latest.values()) == pytest.approx(at_the_start, abs=1e-9)


@given(leagues(), st.randoms(use_true_random=False))
@quickly
def test_other_ids_and_names_give_the_same_figures(league: League, rng: random.Random) -> None:
    ids = [player.id for player in league.inputs.players]
    new = dict(zip(ids, rng.sample([f"q{number}" for number in range(len(ids))], len(ids)), strict=True))
    renamed = _renamed(league.inputs, new)
    back = {other: player for player, other in new.items()}
    again = _renamed_tables(tables(league.rated(inputs=renamed)), back)
    assert again == tables(league.rated())


def _renamed(inputs: fibs.Inputs, new: dict[str, str]) -> fibs.Inputs:
    """The same tables with other ids, and names made of them."""
    return fibs.Inputs(
        [player.replace(id=new[player.id], name=f"Name {new[player.id][1:]}") for player in inputs.players],
        [match.replace(winner=new[match.winner], loser=new[match.loser]) for match in inputs.matches],
        inputs.registrations and [row.replace(player=new[row.player]) for row in inputs.registrations],
    )


def _renamed_tables(published: dict[str, list[Any]], back: dict[str, str]) -> dict[str, list[Any]]:
    words = back | {f"Name {other[1:]}": f"Name {player[1:]}" for other, player in back.items()}
    return {name: [_reworded(row, words) for row in rows] for name, rows in published.items()}


def _reworded(row: Any, words: dict[str, str]) -> Any:
    return tuple(_reword(cell, words) if isinstance(cell, str) else cell for cell in row)


def _reword(cell: str, words: dict[str, str]) -> str:
    head, colon, names = cell.partition(": ")
    if colon:
        return head + colon + ", ".join(words.get(name, name) for name in names.split(", "))
    return words.get(cell, cell)


@given(leagues(), st.data())
@quickly
def test_hiding_a_player_changes_no_figure(league: League, data: st.DataObject) -> None:
    """As the reader hides them: another id, another name, and `alphabet` by the real one."""
    player = data.draw(st.sampled_from([player.id for player in league.inputs.players]))
    new = {player.id: player.id for player in league.inputs.players} | {player: "q9"}
    renamed = _renamed(league.inputs, new)
    hidden = renamed._replace(
        players=[player.replace(hidden=True) if player.id == "q9" else player for player in renamed.players]
    )
    before, after = league.rated(), league.rated(inputs=hidden)
    back = {other: player for player, other in new.items()}
    same = _renamed_tables(tables(after), back)
    assert sorted(same["rating-list"]) == sorted(tables(before)["rating-list"])
    assert same["matches"] == tables(before)["matches"]
    for name in ("provisional", "not-registered"):
        assert sorted(same[name], key=lambda row: row[0]) == sorted(tables(before)[name])
    assert player not in [page.id for page in after.players]


@given(leagues(), st.randoms(use_true_random=False))
@quickly
def test_independent_matches_of_a_day_commute(league: League, rng: random.Random) -> None:
    """Pairs of different players who play on the same day, in any order."""
    ids = [player.id for player in league.inputs.players]
    pairs = list(zip(ids[::2], ids[1::2], strict=False))
    evening = [Match(FIRST, winner, loser, 7, source=winner) for winner, loser in pairs]
    shuffled = rng.sample(evening, len(evening))
    in_order = tables(league.rated(inputs=league.inputs._replace(matches=evening + league.inputs.matches)))
    reordered = tables(league.rated(inputs=league.inputs._replace(matches=shuffled + league.inputs.matches)))
    assert sorted(in_order.pop("matches"), key=repr) == sorted(reordered.pop("matches"), key=repr)
    assert in_order == reordered


@given(leagues(), st.randoms(use_true_random=False))
@quickly
def test_only_the_order_within_a_day_matters(league: League, rng: random.Random) -> None:
    order = rng.sample(range(LAST + 1), LAST + 1)
    shuffled = sorted(league.inputs.matches, key=lambda match: order[(match.date - FIRST).days])
    again = league.rated(inputs=league.inputs._replace(matches=shuffled))
    assert everything(again) == everything(league.rated())


@given(leagues())
@quickly
def test_what_lies_after_the_day_of_the_build_does_not_exist(league: League) -> None:
    inputs, as_of = league.inputs, league.as_of
    truncated = inputs._replace(
        matches=[match for match in inputs.matches if match.date <= as_of],
        registrations=inputs.registrations and [row for row in inputs.registrations if row.from_ <= as_of],
    )
    assert everything(league.rated(inputs=truncated)) == everything(league.rated())


@given(leagues())
@quickly
def test_an_archived_list_is_the_list_that_was_published_that_day(league: League) -> None:
    for kept in league.rated().archive:
        then = league.rated(as_of=kept.day).listing
        assert then.day == kept.day
        assert shown(then.content) == shown(kept.content)
