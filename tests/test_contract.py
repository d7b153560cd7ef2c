"""What every ranking system keeps to; a new one is taken up here by being installed."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sitegen import config, read, system
from sitegen.build import build
from sitegen.commands import new
from sitegen.content import markup
from sitegen.model import Chart, Evidence, Outcome, Player, Section, When
from sitegen.system import System
from sitegen.table import columns

TODAY = date(2026, 11, 21)
SYSTEMS = list(system.installed())


@dataclass(frozen=True)
class Sample:
    """The site that a club starts with, read and rated."""

    root: Path
    system: System
    inputs: Any
    options: Any

    def rated(self, as_of: date = TODAY) -> Outcome:
        return self.system.rate(self.inputs, self.options, When(as_of))


@pytest.fixture(scope="module", params=SYSTEMS)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    root = tmp_path_factory.mktemp("contract") / "site"
    new.create(root, new.plan([request.param]))
    site, problems = config.load(root)
    assert site is not None, problems
    (ranking,) = site.rankings
    inputs, problems = read.read(site)
    assert problems == []
    return Sample(root, ranking.system, inputs[ranking.id], ranking.options)


def sheets(outcome: Outcome) -> list[Any]:
    owners: list[Any] = [outcome.listing, *outcome.archive, *outcome.events, *outcome.players]
    return [each.sheet for each in owners]


def test_it_says_what_it_is_and_how_open_points_are_settled(sample: Sample) -> None:
    assert sample.system.title
    for each in sample.system.interpretations:
        _, problems = markup.html(each, "interpretations")
        assert problems == []


def test_players_are_kept_and_every_column_and_option_is_explained(sample: Sample) -> None:
    tables = system.kept(sample.system)
    assert issubclass(next(each.rows for each in tables if each.name == "players"), Player)
    declared = [*(each.rows for each in tables), *sample.system.outputs.values(), sample.system.Options]
    assert [
        (table.__name__, each.name) for table in declared for each in columns(table) if not each.doc
    ] == []
    assert all(table.__doc__ for table in declared)
    options = zip(columns(sample.system.Options), sample.options, strict=True)
    assert [
        (each.name, value) for each, value in options if not each.required and value != each.default
    ] == []


def test_what_is_published_is_what_it_said(sample: Sample) -> None:
    """A table of which there is one a year is said once."""
    published = {re.sub(r"\d{4}", "YYYY", each.name): each.table for each in sample.rated().tables}
    assert published == dict(sample.system.outputs)


def test_rating_is_a_function_of_its_inputs(sample: Sample) -> None:
    one, other = sample.rated(), sample.rated()
    assert [list(each.rows) for each in one.tables] == [list(each.rows) for each in other.tables]
    for sheet, again in zip(sheets(one), sheets(other), strict=True):
        assert (sheet.facts, sheet.evidence) == (again.facts, again.evidence)
        assert sheet.parts() == sheet.parts() == again.parts()


def test_sheets_name_rows_of_published_tables_and_show_tables_or_charts(sample: Sample) -> None:
    outcome = sample.rated()
    lengths = {each.name: len(each.rows) for each in outcome.tables}
    for sheet in sheets(outcome):
        if isinstance(sheet.evidence, Evidence):
            assert all(0 <= each < lengths[sheet.evidence.of] for each in sheet.evidence.rows)
        for part in sheet.parts():
            assert isinstance(part, Section | Chart)
            assert not isinstance(part, Section) or all(type(row) is part.table for row in part.rows)


def test_every_day_or_round_leads_to_an_event_that_is_there(sample: Sample) -> None:
    outcome = sample.rated()
    assert set(outcome.event_of.values()) <= {each.key for each in outcome.events}
    assert [each.day for each in outcome.archive] == sorted({each.day for each in outcome.archive})


def test_before_anything_was_played_there_is_a_site_too(sample: Sample, tmp_path: Path) -> None:
    built = build(sample.root, tmp_path / "output", date(2000, 1, 1))
    assert built.problems == []
    assert built.plan is not None


def test_the_site_that_a_club_starts_with_is_built(sample: Sample, tmp_path: Path) -> None:
    built = build(sample.root, tmp_path / "output", TODAY)
    assert built.problems == []
    assert built.plan is not None
    assert any("/players/" in path for path in built.plan.added)
