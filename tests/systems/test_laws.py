"""What holds of every ranking, by whatever system: of tables that are drawn by lot, for each of them."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from random import Random
from typing import Any, NamedTuple

import circuits
import keizers
import outcome_tables
import pytest
import seasons
import test_duels_properties as duels
import test_fibs_properties as fibs
import test_nbb_properties as nbb
import test_ruit_properties as ruit
from examples import times
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, PageContent
from sitegen.core.system import find_systems, list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.systems import elo, glicko2, ijssel, keizer, ludo
from sitegen.systems.fibs.tables import Registration
from sitegen.systems.ijssel.tables import Absence
from sitegen.systems.keizer.tables import Absence as KeizerAbsence
from sitegen.systems.keizer.tables import Game as KeizerGame
from sitegen.systems.ludo.tables import Result, Tournament
from sitegen.testing.contract import _replace_ids, hide_players, list_pages
from sitegen.toolkit.rounds.tables import Fixture, Game


class Case(NamedTuple):
    """The tables of a ranking with its options, on a day."""

    system: Any
    inputs: Any
    options: Any
    as_of: date

    def rated(self, **changes: Any) -> Outcome:
        case = self._replace(**changes)
        return case.system.rate(case.inputs, case.options, Moment(case.as_of, archive=3))

    def edited(self, edit: Callable[[Any], Any]) -> Any:
        """Its tables with `edit` applied to each row; without those of which it makes nothing."""
        tables = self.inputs._asdict()
        return self.inputs._replace(
            **{
                name: [edited for row in rows if (edited := edit(row)) is not None]
                for name, rows in tables.items()
                if rows is not None
            }
        )


def made(system: Any, make: Callable[[int], tuple[Any, Any]], as_of: date) -> st.SearchStrategy[Case]:
    return st.integers(0, 10**6).map(lambda seed: Case(system, *make(seed), as_of))


def of_duels(club: duels.Club) -> Case:
    system: Any = elo if isinstance(club.options, elo.Options) else glicko2
    return Case(system, system.Inputs(club.players, club.games), club.options, club.as_of)


LATER = date(2099, 1, 1)
CASES = {
    "elo": duels.clubs(duels.ELO).map(of_duels),
    "fibs": fibs.leagues().map(lambda league: Case(fibs.fibs, *league)),
    "glicko2": duels.clubs(duels.GLICKO2).map(of_duels),
    "ijssel": made(ijssel, seasons.made, LATER),
    "keizer": made(keizer, keizers.made, LATER),
    "ludo": made(ludo, lambda seed: (circuits.drawn(Random(seed)), ludo.Options()), LATER),
    "nbb": made(nbb.nbb, nbb.made, LATER),
    "ruit": made(ruit.ruit, ruit.made, LATER),
}
every_system = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "ludo" else []) for name in CASES]
)
few = times(0.6)
SEQUENTIAL = {"elo": "games", "glicko2": "games", "fibs": "matches"}
"""The tables of which the rows of a day are in the order of play."""
AS_WRITTEN = {"table evenings", "table points"}
"""The published tables that have the rows of a day as the files have them."""
ROUNDS = {"ijssel", "keizer"}
ANNOUNCED = ROUNDS | {"ludo"}


def everything(outcome: Outcome) -> dict[str, object]:
    """What is published, by its place."""
    pages = {page: show_page(content) for page, content in list_pages(outcome)}
    events = [(event.key, event.title, event.params, event.day) for event in outcome.events]
    lists = [(listing.day, listing.through) for listing in outcome.archive]
    calendar = [*map(show_part, outcome.calendar)]
    tables = {f"table {table.name}": [*map(repr, table.rows)] for table in outcome.tables}
    return (
        tables | pages | {"events": events, "keys": outcome.event_keys, "lists": lists, "calendar": calendar}
    )


def show_page(content: PageContent) -> list[str]:
    return [repr(content.facts), *map(show_part, content.sections())]


def show_part(part: Any) -> str:
    return repr(part._replace(rows=list(part.rows)) if hasattr(part, "rows") else part)


@every_system
@given(st.data())
@few
def test_other_ids_and_names_give_the_same_figures(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    players = case.inputs.players
    numbers = data.draw(st.permutations(range(len(players))))
    new = {player.id: f"z{number:03}" for player, number in zip(players, numbers, strict=True)}
    old = {new[player.id]: player.id for player in players}
    old |= {new[player.id].upper(): player.name for player in players}

    def rename(row: Any) -> Any:
        row = row.replace(name=new[row.id].upper()) if isinstance(row, Player) else row
        return _replace_ids(row, new)

    before, after = case.rated(), case.rated(inputs=case.edited(rename))
    for table, renamed in zip(before.tables, after.tables, strict=True):
        assert restored(renamed.rows, old) == [*map(repr, table.rows)], table.name


@every_system
@given(st.data())
@few
def test_hiding_players_changes_nothing_that_others_see(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    shown = [player.replace(hidden=False) for player in case.inputs.players]
    some = [player.replace(hidden=place % 3 == 0) for place, player in enumerate(shown)]
    before, after = (case.rated(inputs=case.inputs._replace(players=players)) for players in (shown, some))
    assert outcome_tables.rows_of_tables(before) == outcome_tables.rows_of_tables(after)
    pages = {player.id: outcome_tables.shown(player) for player in before.players}
    for page in after.players:
        assert outcome_tables.shown(page) == pages[page.id]


@every_system
@given(st.data())
@few
def test_a_player_who_hides_has_the_same_figures_under_a_number(name: str, data: st.DataObject) -> None:
    """As the reader hides them: another id, another name, and `alphabet` by the real one."""
    case = data.draw(CASES[name])
    player = data.draw(st.sampled_from(case.inputs.players))
    old = {"player-99": player.id, "Player 99": player.name}
    before, after = case.rated(), case.rated(inputs=case.edited(hide_players({player.id: "player-99"})))
    for table, redacted in zip(before.tables, after.tables, strict=True):
        now, then = restored(redacted.rows, old), [*map(repr, table.rows)]
        assert sorted(now) == sorted(then), table.name
        assert now == then or table.name != SEQUENTIAL.get(name)
    assert player.id not in {page.id for page in after.players}


def restored(rows: Iterable[Any], old: Mapping[str, str]) -> list[str]:
    """The rows with the ids and names that were there before."""
    names = re.compile(rf"\b({'|'.join(old)})\b")
    return [names.sub(lambda found: old[found[0]], repr(row)) for row in rows]


@every_system
@given(st.data())
@few
def test_what_lies_after_a_day_changes_nothing_of_it(name: str, data: st.DataObject) -> None:
    """But that a round or tournament that is drawn or to come is announced."""
    case = data.draw(CASES[name])
    days = sorted({case.as_of, *(event.day for event in case.rated().events)})
    for day in days if name in ROUNDS else [data.draw(st.sampled_from(days))]:
        known = case.edited(lambda row, day=day: None if (find_day(row, case.inputs) or day) > day else row)
        whole, cut = (everything(case.rated(inputs=inputs, as_of=day)) for inputs in (case.inputs, known))
        if name in ANNOUNCED:
            whole = {place: whole[place] for place in cut if place.startswith(("table", "the event"))}
        differences = [place for place in whole if whole[place] != cut.get(place)]
        assert [place for place in differences if place != "calendar" or name in SEQUENTIAL] == []


def find_day(row: Any, inputs: Any) -> date | None:
    """The day of what was played, or that somebody was away; None of what is known before."""
    if isinstance(row, Absence | KeizerAbsence | Game | KeizerGame):
        return next(round_.date for round_ in inputs.rounds if round_.round == row.round)
    if isinstance(row, Result):
        return next(held.date for held in inputs.tournaments if held.tournament == row.tournament)
    if isinstance(row, Registration):
        return row.from_
    return None if isinstance(row, Fixture | Tournament) else getattr(row, "date", None)


@pytest.mark.parametrize("name", [name for name in CASES if name not in ROUNDS])
@given(st.data())
@few
def test_an_archived_list_is_the_list_that_was_published_that_day(name: str, data: st.DataObject) -> None:
    """But where every round is calculated again after each of them."""
    case = data.draw(CASES[name])
    for kept in case.rated().archive:
        then = case.rated(as_of=kept.day).listing
        assert (then.day, then.title) == (kept.day, kept.title)
        assert show_page(then.content) == show_page(kept.content)


@every_system
@given(st.data(), st.randoms(use_true_random=False))
@few
def test_the_order_of_rows_does_not_matter_but_that_of_a_day(
    name: str, data: st.DataObject, random: Random
) -> None:
    case = data.draw(CASES[name])
    tables = {table: rows for table, rows in case.inputs._asdict().items() if rows and table != "players"}
    if table := SEQUENTIAL.get(name):
        days = sorted({row.date for row in tables.get(table, ())})
        order = dict(zip(days, random.sample(days, len(days)), strict=True))
        shuffled = {table: sorted(tables.get(table, ()), key=lambda row: order[row.date])}
    else:
        shuffled = {table: random.sample(list(rows), len(rows)) for table, rows in tables.items()}
    before, after = (
        everything(outcome) for outcome in (case.rated(), case.rated(inputs=case.inputs._replace(**shuffled)))
    )
    assert [place for place in before if before[place] != after[place] and is_ordered(name, place)] == []


def is_ordered(name: str, place: str) -> bool:
    """Whether what is published there has an order of its own, and not that of the file."""
    return name in SEQUENTIAL or (place.startswith("table") and place not in AS_WRITTEN)


@pytest.mark.parametrize("name", find_systems())
def test_no_heading_means_two_columns(name: str) -> None:
    for table in list_input_tables(find_systems()[name].load()):
        headings = [
            heading for column in get_input_columns(table.rows) for heading in (column.name, *column.headings)
        ]
        assert len(headings) == len({*headings}), table
