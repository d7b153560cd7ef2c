"""A site as a browser calculates it again: what was read and rated, and the copies that are published."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from sitegen.browser import published
from sitegen.inputs.config import settings
from sitegen.inputs.config import site as config_site
from sitegen.inputs.results import results
from sitegen.rankings import ranking
from sitegen.rankings.ranking import RankingContext, build_contexts

TODAY = date(2026, 11, 21)


class CalculatedSite(NamedTuple):
    """A site, as it was read and calculated, and the file that a browser has of each of its rankings."""

    site: config_site.Site
    inputs: Mapping[str, Any]
    contexts: Sequence[RankingContext]
    copies: Mapping[str, str]


def calculate_site(root: Path, day: date = TODAY) -> CalculatedSite:
    """What a build finds on a day, that of the demonstration, without any page."""
    site, problems = settings.load_site(root)
    assert site is not None, problems
    site = site._replace(engine=True)
    inputs, read_problems = results.read_results(site)
    assert inputs.keys() == {own_ranking.id for own_ranking in site.rankings}, read_problems
    outcomes, wrong = ranking.rate_rankings(site, inputs, day)
    assert not wrong
    calculated = build_contexts(site, inputs, outcomes)
    copies = {
        own_ranking.id: make().decode()
        for own_ranking in site.rankings
        for make in published.build_ranking_files(site, own_ranking, inputs[own_ranking.id], day).values()
    }
    return CalculatedSite(site, inputs, calculated, copies)


def lay_out(calculated_site: CalculatedSite, folder: Path) -> None:
    """Write what a browser needs into a folder, with the published tables beside it."""
    planned = {**published.build_engine_files(calculated_site.site)}
    for own_ranking in calculated_site.site.rankings:
        tables = calculated_site.inputs[own_ranking.id]
        planned |= published.build_ranking_files(calculated_site.site, own_ranking, tables, TODAY)
    for context in calculated_site.contexts:
        for name, table_file in context.files.items():
            planned[f"{context.ranking.id}/{name}.csv"] = table_file.to_csv
    for path, make in planned.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(make())
