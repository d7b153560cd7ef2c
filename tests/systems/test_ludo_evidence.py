"""A page of the circuit whose evidence stays shows the same, whatever was corrected elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from circuits import LATER, drawn, inputs, table, tournament

from sitegen.datafiles import Files
from sitegen.model import Evidence, Outcome, Part, Sheet, When
from sitegen.systems import ludo
from sitegen.systems.ludo.tables import Inputs, Options, Result

pytestmark = pytest.mark.slow

OTHERWISE: Mapping[str, Callable[[Random, Result], Any]] = {
    "place": lambda random, _: float(random.randrange(1, 4)),
    "score": lambda random, _: random.choice((None, 0.0, float(random.randrange(60)))),
    "game": lambda random, _: random.choice(("Azul", "Catan", "Dixit", "Tikal")),
    "player": lambda random, _: f"p{random.randrange(30):02}",
    "source": lambda _, row: f"{row.source}0",
}


@dataclass(frozen=True)
class Made:
    """What is published, and what is known of each page."""

    outcome: Outcome
    evidence: Mapping[str, Any]
    parts: Mapping[str, list[Part]]


def made(tables: Inputs) -> Made:
    outcome = ludo.rate(tables, Options(), When(LATER, 60))
    files = {each.name: Files(each) for each in outcome.tables}

    def seen(sheet: Sheet) -> list[Any]:
        told = [files[each.of].digest(each) if isinstance(each, Evidence) else each for each in sheet.seen]
        return [*told, *sheet.facts]

    sheets = _sheets(outcome)
    return Made(
        outcome,
        {name: seen(sheet) for name, sheet in sheets.items()},
        {name: list(sheet.parts()) for name, sheet in sheets.items()},
    )


def _sheets(outcome: Outcome) -> dict[str, Sheet]:
    return {
        **{f"list {each.day}": each.sheet for each in outcome.archive},
        **{f"event {each.key}": each.sheet for each in outcome.events},
        **{f"player {each.id}": each.sheet for each in outcome.players},
        **{f"topic {each.key}": each.sheet for each in outcome.topics},
    }


def corrected(random: Random, before: Inputs) -> Inputs:
    """The same with one thing otherwise: a cell of a result or of a tournament, a row less, a home moved."""
    rows, held = list(before.results), list(before.tournaments)
    at, column = random.randrange(len(rows)), random.choice((*OTHERWISE, "", "name", "date", "kind", "home"))
    one = random.randrange(len(held))
    if column in OTHERWISE:
        rows[at] = rows[at].but(**{column: OTHERWISE[column](random, rows[at])})
    elif column == "name":
        held[one] = held[one].but(name="Other")
    elif column == "date":
        held[one] = held[one].but(date=held[one].date.replace(day=random.randrange(1, 29)))
    elif column == "kind":
        held[one] = held[one].but(kind="final" if held[one].kind == "regular" else "regular")
    elif column == "home":
        return before._replace(clubs=[each.but(latitude=52.0, longitude=5.5) for each in before.clubs])
    else:
        del rows[at]
    return before._replace(results=rows, tournaments=held)


def _can_be_rated(tables: Inputs) -> bool:
    return not any(not each.warning for each in ludo.check(tables, Options()))


@pytest.mark.parametrize("seed", range(30))
def test_what_is_the_same_by_its_evidence_shows_the_same(seed: int) -> None:
    random = Random(seed)
    before = drawn(random, honest=True)
    if not before.results:
        return
    others = [each for _ in range(8) if _can_be_rated(each := corrected(random, before))]
    one = made(before)
    for other in map(made, others):
        same = [name for name in one.parts if one.evidence[name] == other.evidence.get(name)]
        assert [name for name in same if one.parts[name] != other.parts[name]] == []


def test_a_corrected_score_moves_the_pages_it_is_on_and_those_of_no_other_year_or_player() -> None:
    def held(score: int) -> Inputs:
        spring = table("spring 1 A", "an 1 10", "ben 2 5", "cas 3 2")
        autumn = table("autumn 1 A", f"dirk 1 {score}", "els 2 5", "fien 3 2", game="Azul")
        days = tournament("spring", "2012-03-10"), tournament("autumn", "2016-10-08")
        return inputs([spring, autumn], *days)

    one, other = made(held(10)), made(held(11))
    moved = {name for name in one.evidence if one.evidence[name] != other.evidence[name]}
    assert {"event autumn", "list 2016-10-08", "player dirk", "player els", "topic games/azul"} <= moved
    stays = {"event spring", "list 2012-03-10", "player an", "topic prizes/spring", "topic games/catan"}
    assert not stays & moved
