"""What every ranking system is held to, ours and anybody else's: to be called in the tests of a system.

    from sitegen import contract

    def test_it_keeps_the_contract():
        contract.hold(Path("tests/site"), as_of=date(2026, 11, 21))

The site is a folder with a sitegen.toml whose rankings use the system, and with results in which all that it
can do happens: ties, newcomers, a player who hides, an evening that is still to come. `sitegen new` makes a
first one, of what the package has in `starter`. Nothing is written there.
"""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from sitegen.core.problems import select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.results import results
from sitegen.testing import contract, pages
from sitegen.testing.contract import Subject

_EARLY_DAY = date(1900, 1, 1)


class ContractError(AssertionError):
    """What a system does not keep to, a line each; in English, for who writes Python."""

    def __init__(self, breaches: list[str]) -> None:
        super().__init__("\n".join(breaches))
        self.breaches = breaches


def assert_contract(site: Path, as_of: date) -> None:
    """Raise a `ContractError` when a system of `site` breaks the contract, on `as_of` or before it."""
    if found := find_breaches(site, as_of):
        raise ContractError(found)


def find_breaches(site: Path, as_of: date) -> list[str]:
    """All that the systems of a site break, each told once; empty when they keep the contract."""
    loaded, problems = settings.load_site(site)
    inputs: dict[str, Any] = {}
    if loaded:
        inputs, found = results.read_results(loaded, latest=as_of)
        problems += found
    if loaded is None or select_errors(problems):
        return list(map(str, problems))
    every = (_check_ranking(loaded, ranking, inputs[ranking.id], as_of) for ranking in loaded.rankings)
    return list(dict.fromkeys(breach for found in every for breach in found))


def _check_ranking(site: Site, ranking: Ranking, inputs: Any, as_of: date) -> Iterator[str]:
    """The breaches of one ranking, each beginning with its id."""
    subject = Subject(site, ranking, inputs, as_of)
    found = [
        *contract.check_declarations(ranking.system),
        *(breach for day in (_EARLY_DAY, *subject.find_days()) for breach in pages.check_pages(subject, day)),
    ]
    hanging = chain(contract.check_ratings(subject), contract.check_browser(subject))
    yield from (f"{ranking.id}: {breach}" for breach in found or hanging)
