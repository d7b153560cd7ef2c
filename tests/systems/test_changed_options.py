"""An option changes from a day on: what was published before stays, what comes after has the new value."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from operator import itemgetter
from random import Random
from typing import Any

import keizers
import nbb_clubs
import pytest
from drawn_cases import CASES, Case, law, near, rows
from examples import sample
from hypothesis import strategies as st
from oracle_fibs import Oracle as FibsOracle
from oracle_keizer import Line
from oracle_keizer import Oracle as KeizerOracle
from oracle_ludo import Oracle as LudoOracle
from oracle_nbb import Oracle as NbbOracle
from oracle_ruit import Oracle as RuitOracle

from sitegen.core.entities import Moment
from sitegen.core.model import Outcome, PageContent, Section
from sitegen.core.options import ChangingOptions, read_values
from sitegen.core.system import find_systems, load_system
from sitegen.core.table import get_columns, get_input_columns
from sitegen.systems import keizer, nbb
from sitegen.systems.glicko2 import PERIODS
from sitegen.systems.nbb.tables import BY_SEASON

_DAY = timedelta(days=1)
AMOUNTS = ("consolation", "bye", "club", "excused", "unexcused", "left", "forfeit_won", "forfeit_lost")
VALUES: Mapping[str, Mapping[str, list[Any]]] = {
    "elo": {
        "k": [{0: 11.0}, {0: 40.0, 2: 9.0}],
        "home_advantage": [77.0, -5.0],
        "spread": [650.0, 300.0],
        "expectation": ["fide", "formula"],
    },
    "fibs": {"complaint_days": [3, 5], "min_seconds_per_point": [400, 0], "min_delay": [60, 0]},
    "glicko2": {"tau": [1.1, 0.3]},
    "ijssel": {"rematch": [0, 9]},
    "keizer": {
        **{name: ["1/3", "2/9", "4 points"] for name in AMOUNTS},
        "absences": [1, 2],
        "decay": [True, False],
        "late": [7.0, 2.0],
        "rematch": [0, 5],
    },
    "ludo": {"final_seats": [{"Azul": 2, "Catan": 3, "El Grande": 2}, {"Azul": 6}]},
    "nbb": {
        "lines": [7, 2],
        "average_a": [66.0, 81.0],
        "width": [31.0, 44.0],
        "step": [13.0, 4.0],
        "method": ["place", "proportional", "balanced", "dynamic"],
        "top_score_pairs": [70.0, 61.0],
        "top_score_butler": [3.0, 1.0],
        "top_score_teams": [18.0, 15.0],
        "sessions": [2, 5],
        "start_ranking": [40.0, 90.5],
        "min": [0, 1, 3, None],
        "drop": [0, 2],
        "pair_min": [0, 2, None],
        "pair_substitutes": [0, 1],
        "pair_drop": [1, 3],
        "championships": [("individual",), ("pairs",), ("individual", "pairs")],
    },
    "ruit": {"pairs_strength": ["mean", "sum"]},
}
"""Two values or more of each option that may change."""


def test_every_option_says_whether_it_may_change() -> None:
    systems = {
        name: load_system(name).Options for name, found in find_systems().items() if "sitegen." in found.value
    }
    for name, options in systems.items():
        assert issubclass(options, ChangingOptions)
        columns = get_input_columns(options)
        assert [column.name for column in columns if bool(column.changes) == bool(column.stays)] == []
        assert {column.name for column in columns if column.changes} == {*VALUES[name]}


def draw_values(data: st.DataObject, name: str, held: Any) -> dict[str, Any]:
    """Other values of one or more options."""
    drawn = sorted(data.draw(st.sets(st.sampled_from([*VALUES[name]]), min_size=1)))
    other = {
        option: [value for value in VALUES[name][option] if value != read_values(held)[option]]
        for option in drawn
    }
    return {option: data.draw(st.sampled_from(values)) for option, values in other.items()}


def draw_change(data: st.DataObject, name: str, case: Case) -> tuple[date, dict[str, Any]]:
    """A day on which something happened, or one after it; the first of what must be whole."""
    values = draw_values(data, name, case.options)
    day = data.draw(st.sampled_from(case.find_days())) + data.draw(st.integers(0, 1)) * _DAY
    if name == "glicko2":
        day = PERIODS[case.options.period](day).last + _DAY
    if any(
        column.changes == BY_SEASON for column in get_columns(type(case.options)) if column.name in values
    ):
        day = data.draw(st.sampled_from([season.start for season in case.inputs.seasons]))
    return day, values


def rate(case: Case, options: Any) -> Outcome:
    """All that is published, with every list."""
    when = Moment(case.as_of, archive=1000)
    return case.system.rate(case.inputs, options.until(case.as_of), when)  # type: ignore[no-any-return]


def content(page: PageContent) -> list[str]:
    """The facts and parts of a page, without the articles that a section cites: those are of all days."""
    parts = (part._replace(articles=()) if isinstance(part, Section) else part for part in page.sections())
    shown = (part._replace(rows=[*part.rows]) if isinstance(part, Section) else part for part in parts)
    return [repr(page.facts), *map(repr, shown)]


def before(outcome: Outcome, name: str, day: date) -> list[object]:
    """The lists and the events of before a day; a round of Keizer is always at the values of today.

    An event of `fibs` can be a week, which ends on a Sunday.
    """
    weeks = timedelta(days=6) if name == "fibs" else timedelta()
    pages = [
        *((page, page.day) for page in outcome.archive),
        *((page, page.day + weeks) for page in (outcome.events if name != "keizer" else ())),
    ]
    return [(page.day, content(page.content)) for page, last in pages if last < day]


def everything(outcome: Outcome) -> list[object]:
    pages = [outcome.listing, *outcome.archive, *outcome.events, *outcome.players, *outcome.topics]
    tables = [(table.name, [*map(repr, table.rows)]) for table in outcome.tables]
    return [*tables, *((page._replace(content=None), content(page.content)) for page in pages)]


@law()
def test_what_was_published_before_a_change_stays_as_it_was(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    day, values = draw_change(data, name, case)
    changed = rate(case, case.options.with_changes([(day, values)]))
    assert before(changed, name, day) == before(rate(case, case.options), name, day)


@law()
def test_a_change_from_the_first_day_on_is_as_the_option_itself(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    values = draw_values(data, name, case.options)
    first = min(case.find_days()) - timedelta(days=1000)
    changed = rate(case, case.options.with_changes([(first, values)]))
    itself = case.options.with_changes([(date.min, values)]).until(date.max)
    assert everything(changed) == everything(rate(case, itself.replace(since=date.min, versions=())))


@law()
def test_a_change_that_comes_later_does_not_exist_yet(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    case = case._replace(as_of=data.draw(st.sampled_from(case.find_days())))
    values = draw_values(data, name, case.options)
    later = case.options.with_changes([(case.as_of + _DAY, values)])
    assert everything(rate(case, later)) == everything(rate(case, case.options))


Changes = list[tuple[date, dict[str, Any]]]


def _calculate_fibs(case: Case, changes: Changes) -> Mapping[str, Any]:
    inputs = case.inputs
    tables = inputs.players, inputs.matches, inputs.registrations, inputs.decisions
    oracle = FibsOracle(*tables, case.options.publication == "weekly", case.as_of)
    oracle.below, oracle.changes = case.options.provisional_below, changes
    return oracle.published()


def _calculate_ludo(case: Case, changes: Changes) -> Mapping[str, Any]:
    inputs, options = case.inputs, case.options
    tables = map(list, (inputs.players, inputs.tournaments, inputs.results, inputs.clubs))
    settings = options.bonus_ceilings, options.final_seats, case.as_of, list(inputs.decisions), changes
    return LudoOracle(*tables, *settings).tables()


SECOND_PROGRAMS: Mapping[str, Callable[[Case, Changes], Mapping[str, Any]]] = {
    "fibs": _calculate_fibs,
    "ludo": _calculate_ludo,
    "nbb": lambda case, changes: NbbOracle(case.inputs, case.options, case.as_of, changes).tables(),
    "ruit": lambda case, changes: RuitOracle(case.inputs, case.options, case.as_of, changes).tables(),
}


@law(SECOND_PROGRAMS)
def test_a_second_program_publishes_the_same_where_rules_change(name: str, data: st.DataObject) -> None:
    """Those of games between two sides are in test_duels_properties.py."""
    case = data.draw(CASES[name])
    changes = [draw_change(data, name, case)]
    outcome = rate(case, case.options.with_changes(changes))
    for table, expected in SECOND_PROGRAMS[name](case, changes).items():
        ours = [tuple(row) for row in rows(outcome, table)]
        if table == "rounds":  # in which the players of a table stand in any order
            ours, expected = (sorted(part, key=itemgetter(0, 1, 4)) for part in (ours, expected))  # noqa: PLW2901
        assert ours == [tuple(map(near, row)) for row in expected]


@pytest.mark.parametrize("seed", sample(range(60), 6))
def test_a_second_program_publishes_the_same_rounds_where_rules_change(seed: int) -> None:
    """The ranking on the evening of some round, with two changes before or after it."""
    random = Random(seed)
    inputs, options = keizers.made(seed)
    days = [fixture.date for fixture in inputs.rounds]
    held, changes = options, list[tuple[date, dict[str, Any]]]()
    for day in sorted({random.choice(days), random.choice(days)}):
        drawn = random.sample([*VALUES["keizer"]], random.randint(1, 5))
        other = {
            option: [value for value in VALUES["keizer"][option] if value != getattr(held, option)]
            for option in drawn
        }
        changes.append((day, {option: random.choice(values) for option, values in other.items()}))
        held = held.replace(**changes[-1][1])
    as_of = random.choice(days)
    outcome = rate(Case(keizer, inputs, options, as_of), options.with_changes(changes))
    through = max(fixture.round for fixture in inputs.rounds if fixture.date <= as_of)
    expected = [line for line in KeizerOracle(inputs, options, changes).ranking(through) if line.rank]
    ours = [tuple(getattr(row, name) for name in Line._fields) for row in rows(outcome, "ranking")]
    assert ours == [tuple(map(near, row)) for row in expected]


@pytest.mark.parametrize(
    ("day", "told"),
    [(date(2025, 7, 1), []), (date(2025, 7, 2), ["sessions"]), (date(2025, 12, 31), ["sessions"])],
)
def test_an_option_of_whole_seasons_changes_on_the_first_day_of_one(day: date, told: list[str]) -> None:
    inputs, options = nbb_clubs.made(1)
    values = {"sessions": options.sessions + 1, "width": 31.0}
    faults = nbb.check(inputs, options.with_changes([(day, values)]).until(date.max))
    found = [fault for fault in faults if fault.message.code == "change-within-season"]
    assert [fault.column for fault in found] == told
    assert all(fault.hint for fault in found)
