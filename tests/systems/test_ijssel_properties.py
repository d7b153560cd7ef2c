"""What holds of every season of the chess competition, and that a second implementation gets the same."""

from datetime import date, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import outcome_tables
import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from oracle_ijssel import Oracle
from seasons import evening, made, moved

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome
from sitegen.systems import ijssel
from sitegen.systems.ijssel.tables import Inputs

seeds = st.integers(0, 10**6)
few = times(0.6)


def rated(inputs: Inputs, options: Any, round_: int) -> Outcome:
    """The competition as of the evening of a round, 0 for the day before the first."""
    return ijssel.rate(inputs, options, Moment(evening(round_) if round_ else evening(1) - timedelta(days=1)))


def tables(outcome: Outcome) -> dict[str, list[Any]]:
    return {table.name: list(table.in_files.rows) for table in outcome.tables}


def played(inputs: Inputs) -> int:
    return max((game.round for game in inputs.games if game.result), default=0)


def approximately(rows: list[Any]) -> list[Any]:
    return [
        tuple(pytest.approx(cell, abs=1e-6) if type(cell) is float else cell for cell in row) for row in rows
    ]


@pytest.mark.slow
@pytest.mark.article(
    "ijssel",
    "1 Clubrating",
    "1.1 Startratings",
    "2.1 Waardecijfer",
    "2.2 Rondescore",
    "2.3 Afwezigheid",
    "6.1 Totaalranglijst",
)
@given(seeds)
def test_a_second_implementation_gets_the_same_after_every_round(seed: int) -> None:
    inputs, options = made(seed)
    assert [problem for problem in ijssel.check(inputs, options) if not problem.warning] == []
    for round_ in range(played(inputs) + 1):
        assert_as_the_oracle(inputs, options, evening(round_))


@pytest.mark.slow
@given(seeds)
def test_rounds_that_were_moved_count_in_the_order_of_their_dates(seed: int) -> None:
    """Also when one of them has not been played yet."""
    inputs, options = made(seed)
    inputs = moved(inputs, seed)
    assert [problem for problem in ijssel.check(inputs, options) if not problem.warning] == []
    for day in {round_.date for round_ in inputs.rounds}:
        assert_as_the_oracle(inputs, options, day)


def assert_as_the_oracle(inputs: Inputs, options: Any, day: date) -> None:
    ours = tables(ijssel.rate(inputs, options, Moment(day)))
    for name, rows in Oracle(inputs, options, day).tables().items():
        assert [tuple(our) for our in ours[name]] == approximately(rows), (name, day)


@given(seeds, st.randoms(use_true_random=False))
@few
def test_the_order_of_the_rows_does_not_matter(seed: int, random: Random) -> None:
    inputs, options = made(seed)
    shuffled = Inputs(inputs.players, *(random.sample(list(rows), len(rows)) for rows in inputs[1:]))
    last = played(inputs)
    assert tables(rated(shuffled, options, last)) == tables(rated(inputs, options, last))


@given(seeds)
@few
def test_a_new_name_changes_no_number(seed: int) -> None:
    """Ids go the other way round, so that an order by id would be found out."""
    inputs, options = made(seed)
    ids = {player.id: f"q{999 - number}" for number, player in enumerate(inputs.players)} | {"": ""}
    renamed = Inputs(
        [player.replace(id=ids[player.id], name=ids[player.id].upper()) for player in inputs.players],
        inputs.rounds,
        [game.replace(**{side: ids[player] for side, player in game.player_cells}) for game in inputs.games],
        [absence.replace(player=ids[absence.player]) for absence in inputs.absences],
    )
    last = played(inputs)
    before, after = tables(rated(inputs, options, last)), tables(rated(renamed, options, last))
    for name, rows in before.items():
        columns = {"player", "opponent", "name"} & {*type(rows[0])._column_specs} if rows else set()
        expected = [row.replace(**{column: _renamed(row, column, ids) for column in columns}) for row in rows]
        assert after[name] == expected


def _renamed(row: Any, column: str, ids: dict[str, str]) -> str:
    return ids[row.player].upper() if column == "name" else ids[getattr(row, column)]


@given(seeds)
@few
def test_everyone_elses_figures_are_the_same_as_if_nobody_were_hidden(seed: int) -> None:
    inputs, options = made(seed)
    last = played(inputs)
    shown = inputs._replace(players=[player.replace(hidden=False) for player in inputs.players])
    assert tables(rated(inputs, options, last)) == tables(rated(shown, options, last))
    pages = {player.id: player for player in rated(shown, options, last).players}
    for player in rated(inputs, options, last).players:
        assert outcome_tables.shown(player) == outcome_tables.shown(pages[player.id])


@pytest.mark.article("ijssel", "6.2 Periode ranglijst")
@given(seeds)
@few
def test_a_title_once_won_is_not_taken_back(seed: int) -> None:
    """Article 6.2: when its last round has been played the ranking of a period stays as it is."""
    inputs, options = made(seed)
    final: dict[tuple[int, int], list[Any]] = {}
    for round_ in range(1, played(inputs) + 1):
        rows = tables(rated(inputs, options, round_))["periods"]
        titles = {(row.period, row.group) for row in rows if row.champion}
        for title in titles:
            group = [row for row in rows if (row.period, row.group) == title]
            assert final.setdefault(title, group) == group


@pytest.mark.article("ijssel", "2.2 Rondescore")
@given(seeds)
@few
def test_the_scores_add_up_and_are_what_they_say(seed: int) -> None:
    inputs, options = made(seed)
    published = tables(rated(inputs, options, played(inputs)))
    for line in published["ranking"]:
        scores = [score for score in published["round-scores"] if score.player == line.player]
        assert sum(score.score for score in scores) == pytest.approx(line.score, abs=1e-9)
        assert line.played == line.won + line.drawn + line.lost
        assert [score.score for score in scores] == [score.factor * score.basis for score in scores]
    last = [row for row in published["course"] if row.round == played(inputs)]
    assert [(row.player, row.club_rating, row.total, row.rank) for row in last] == [
        (row.player, row.club_rating, row.score, row.rank) for row in published["ranking"]
    ]
    totals = [round(row.score, 6) for row in published["ranking"]]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.article("ijssel", "1 Clubrating")
@given(seeds)
@few
def test_no_outlier_is_left_at_either_end(seed: int) -> None:
    """Article 1: in the order of the ranking before the round the first is at most 150 above the second."""
    inputs, options = made(seed)
    course = tables(rated(inputs, options, played(inputs)))["course"]
    starts = tables(rated(inputs, options, 0))["start-ratings"]
    order = [start.player for start in starts]
    for round_ in range(1, played(inputs) + 1):
        rows = [row for row in course if row.round == round_]
        ratings = {row.player: row.club_rating for row in rows}
        joined = [player for player in inputs.players if player.id in ratings and player.id not in order]
        order += [player.id for player in sorted(joined, key=lambda item: (-_basis(item), item.alphabet))]
        if len(order) >= 8:
            assert ratings[order[0]] <= ratings[order[1]] + 150 + 1e-9
            assert ratings[order[-1]] >= ratings[order[-2]] - 150 - 1e-9
        order = [row.player for row in rows]


def _basis(player: Any) -> float:
    assert player.basis is not None
    return float(player.basis)


@given(seeds)
@few
def test_a_round_of_tomorrow_changes_nothing_of_today(seed: int) -> None:
    """The same lists come out whether later rounds are in the tables or not."""
    inputs, options = made(seed)
    for earlier, later in pairwise(range(played(inputs) + 1)):
        known = Inputs(
            inputs.players,
            inputs.rounds,
            [game for game in inputs.games if game.round < later],
            [absence for absence in inputs.absences if absence.round < later],
        )
        cut, whole = rated(known, options, earlier), rated(inputs, options, earlier)
        assert tables(cut) == tables(whole)
        assert [(event.key, list(event.content.sections())) for event in cut.events] == [
            (event.key, list(event.content.sections())) for event in whole.events if int(event.key) < later
        ]
