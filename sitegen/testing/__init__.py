"""The contract of a ranking system, to be checked in the tests of its authors.

    from sitegen import testing

    def test_it_keeps_the_contract():
        testing.assert_contract(Path("tests/site"), as_of=date(2026, 11, 21))

The site is a folder with a `sitegen.toml` whose rankings use the system. Its results should show whatever the
system can do: ties, newcomers, a hidden player, an event that is still to come. `sitegen new` makes a first
one from the folder `starter` of the package. Nothing is written to the site.

`contract` checks the declarations of a system and compares its outcomes: no outcome may depend on later
results, on the ids of players or on who is hidden. `pages` checks one outcome and the pages that show it.
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
    """Every breach of the contract on a line of its own, in English."""

    def __init__(self, breaches: list[str]) -> None:
        super().__init__("\n".join(breaches))
        self.breaches = breaches


def assert_contract(site: Path, as_of: date) -> None:
    """Raise `ContractError` if a system of the site breaks the contract on `as_of` or an earlier day."""
    if breaches := find_breaches(site, as_of):
        raise ContractError(breaches)


def find_breaches(site: Path, as_of: date) -> list[str]:
    """Return each breach of the contract by a system of the site once; empty if they keep it.

    If the site itself cannot be read, its problems are returned instead.
    """
    loaded_site, problems = settings.load_site(site)
    inputs: dict[str, Any] = {}
    if loaded_site:
        inputs, result_problems = results.read_results(loaded_site, latest=as_of)
        problems += result_problems
    if loaded_site is None or select_errors(problems):
        return list(map(str, problems))
    breaches = [
        breach
        for ranking in loaded_site.rankings
        for breach in _check_ranking(loaded_site, ranking, inputs[ranking.id], as_of)
    ]
    return list(dict.fromkeys(breaches))


def _check_ranking(site: Site, ranking: Ranking, inputs: Any, as_of: date) -> Iterator[str]:
    """Yield the breaches of one ranking, each beginning with its id."""
    subject = Subject(site, ranking, inputs, as_of)
    breaches = [
        *contract.check_declarations(ranking.system),
        *(breach for day in (_EARLY_DAY, *subject.find_days()) for breach in pages.check_pages(subject, day)),
    ]
    # Outcomes are compared only if each of them is sound: else one mistake would show in all comparisons.
    comparisons = chain(contract.check_ratings(subject), contract.check_browser(subject))
    yield from (f"{ranking.id}: {breach}" for breach in breaches or comparisons)
