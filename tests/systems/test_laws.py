"""What holds of every ranking, by whatever system: of tables that are drawn by lot, for each of them."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from operator import attrgetter
from typing import Any

import duel_clubs
import outcome_tables
import pytest
from drawn_cases import CASES, ROUNDS, SEQUENTIAL, find_players, law
from files import check
from hypothesis import strategies as st

from sitegen.core.cache import BuildCache
from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, PageContent
from sitegen.core.system import find_systems, list_input_tables
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import Site
from sitegen.systems.fibs.tables import Registration
from sitegen.systems.ijssel.tables import Absence
from sitegen.systems.keizer.tables import Absence as KeizerAbsence
from sitegen.systems.keizer.tables import Game as KeizerGame
from sitegen.systems.ludo.tables import Result, Tournament
from sitegen.testing.contract import Subject, _replace_ids, hide_players, list_pages
from sitegen.testing.pages import check_pages
from sitegen.toolkit.rounds.tables import Fixture, Game

AS_WRITTEN = {"table decisions", "table evenings", "table points"}
"""The published tables that have the rows of a day as the files have them."""
ANNOUNCED = {*ROUNDS, "ludo"}


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


@law()
def test_nothing_is_wrong_with_tables_that_are_as_they_should_be(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    assert [fault for fault in check(case.system, case.inputs, case.options) if not fault.warning] == []


@law(SEQUENTIAL)
def test_a_calculation_goes_on_from_the_first_row_that_changed(name: str, data: st.DataObject) -> None:
    """A row goes anywhere, comes back, or is of another day; at times the options or the day are others."""
    case, cache, table = data.draw(CASES[name]), BuildCache(), SEQUENTIAL[name]
    rows, days = sorted(getattr(case.inputs, table), key=attrgetter("date")), case.find_days()
    days += [day + timedelta(weeks=4) for day in (*days[-1:], *(row.date for row in rows[-1:]))]
    tried, left_out = (
        case._replace(inputs=case.inputs._replace(**{table: rows}), as_of=max(days)),
        list[Any](),
    )
    for change in data.draw(
        st.lists(st.sampled_from(["less", "more", "day", "options", "as_of"]), min_size=3)
    ):
        rows = [*getattr(tried.inputs, table)]
        place = data.draw(st.integers(0, len(rows) - 1)) if rows else 0
        if change == "less" and rows:
            left_out.append(rows.pop(place))
        elif change == "more" and left_out:
            rows.insert(place, left_out.pop())
        elif change == "day" and rows:
            rows[place] = rows[place].replace(date=data.draw(st.sampled_from(days)))
        elif change == "options":
            tried = tried._replace(options=data.draw(st.sampled_from([case.options, type(case.options)()])))
        elif change == "as_of":
            tried = tried._replace(as_of=data.draw(st.sampled_from(days)))
        tried = tried._replace(inputs=tried.inputs._replace(**{table: rows}))
        resumed = tried.system.rate(tried.inputs, tried.options, Moment(tried.as_of, 3, cache))
        assert everything(resumed) == everything(tried.rated())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a ranking by every system, called like it, without any results."""
    root = tmp_path_factory.mktemp("site")
    rankings = (
        f'[[ranking]]\nid = "{name}"\nsystem = "{name}"\ntitle = "T"\noptions = {REQUIRED.get(name, "{}")}\n'
        for name in CASES
    )
    settings = ['[site]\ntitle = "T"\nurl = "https://t.example/"\n', *rankings]
    (root / "sitegen.toml").write_text("".join(settings), "utf-8")
    site, problems = load_site(root)
    assert site is not None, problems
    return site


REQUIRED = {"nbb": "{ lines = 1 }"}
"""The options without a default."""


@law()
def test_pages_are_as_the_contract_says(name: str, data: st.DataObject, site: Site) -> None:
    """But that a newcomer whose first game was drawn has no page yet."""
    case = data.draw(CASES[name])
    ranking = next(ranking for ranking in site.rankings if ranking.id == name)
    subject = Subject(site, ranking._replace(options=case.options), case.inputs, case.as_of)
    breaches = check_pages(subject, data.draw(st.sampled_from(case.find_days())))
    assert [breach for breach in breaches if name != "ijssel" or "leads nowhere" not in breach] == []


@law()
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


@law()
def test_hiding_players_changes_nothing_that_others_see(name: str, data: st.DataObject) -> None:
    case = data.draw(CASES[name])
    shown = [player.replace(hidden=False) for player in case.inputs.players]
    some = [player.replace(hidden=place % 3 == 0) for place, player in enumerate(shown)]
    before, after = (case.rated(inputs=case.inputs._replace(players=players)) for players in (shown, some))
    assert outcome_tables.rows_of_tables(before) == outcome_tables.rows_of_tables(after)
    pages = {player.id: outcome_tables.shown(player) for player in before.players}
    for page in after.players:
        assert outcome_tables.shown(page) == pages[page.id]


@law()
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


@law()
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


@law(name for name in CASES if name not in ROUNDS)
def test_an_archived_list_is_the_list_that_was_published_that_day(name: str, data: st.DataObject) -> None:
    """But where every round is calculated again after each of them."""
    case = data.draw(CASES[name])
    for kept in case.rated().archive:
        then = case.rated(as_of=kept.day).listing
        assert (then.day, then.title) == (kept.day, kept.title)
        assert show_page(then.content) == show_page(kept.content)


@law()
def test_the_order_of_rows_does_not_matter_but_that_of_a_day(name: str, data: st.DataObject) -> None:
    case, random = data.draw(CASES[name]), data.draw(st.randoms(use_true_random=False))
    tables = {table: rows for table, rows in case.inputs._asdict().items() if rows and table != "players"}
    if table := SEQUENTIAL.get(name):
        days = sorted({row.date for row in tables.get(table, ())})
        order = dict(zip(days, random.sample(days, len(days)), strict=True))
        shuffled = {table: sorted(tables.get(table, ()), key=lambda row: order[row.date])}
    else:
        shuffled = {table: random.sample(list(rows), len(rows)) for table, rows in tables.items()}
        decided = {row.date: random.random() for row in tables.get("decisions", ())}
        if decided:
            shuffled["decisions"] = sorted(tables["decisions"], key=lambda row: decided[row.date])
    before, after = (
        everything(outcome) for outcome in (case.rated(), case.rated(inputs=case.inputs._replace(**shuffled)))
    )
    assert [place for place in before if before[place] != after[place] and is_ordered(name, place)] == []


def is_ordered(name: str, place: str) -> bool:
    """Whether what is published there has an order of its own, and not that of the file."""
    return name in SEQUENTIAL or (place.startswith("table") and place not in AS_WRITTEN)


@law(SEQUENTIAL)
def test_results_of_a_day_without_a_player_in_common_can_change_places(
    name: str, data: st.DataObject
) -> None:
    """By Glicko-2 all of a period can."""
    case, random, table = (
        data.draw(CASES[name]),
        data.draw(st.randoms(use_true_random=False)),
        SEQUENTIAL[name],
    )
    day = duel_clubs.FIRST
    rows = [row.replace(date=day) for row in getattr(case.inputs, table)]
    swapped = [*rows]
    for place in random.choices(range(1, len(rows)), k=3 * len(rows)) if rows[1:] else ():
        if name == "glicko2" or find_players(swapped[place]).isdisjoint(find_players(swapped[place - 1])):
            swapped[place - 1 : place + 1] = swapped[place], swapped[place - 1]
    before, after = (
        case.rated(inputs=case.inputs._replace(**{table: played}), as_of=day + timedelta(weeks=2))
        for played in (rows, swapped)
    )
    assert outcome_tables.rows_of_tables(before) == outcome_tables.rows_of_tables(after)


@pytest.mark.parametrize("name", find_systems())
def test_no_heading_means_two_columns_and_every_number_has_bounds(name: str) -> None:
    """And a synonym means a choice."""
    for table in list_input_tables(find_systems()[name].load()):
        columns = get_input_columns(table.rows)
        headings = [heading for column in columns for heading in {column.name, *column.headings}]
        names = [re.sub("[ _]", "", heading.casefold()) for heading in headings]
        assert len(names) == len({*names}), table
        numbers = [column for column in columns if column.kind in {int, float}]
        assert [number.name for number in numbers if None in (number.minimum, number.maximum)] == []
        choices = [column for column in columns if column.choices]
        assert all({meant for _, meant in column.synonyms} <= {*column.choices} for column in choices)
