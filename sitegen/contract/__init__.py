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

from sitegen import config, read
from sitegen.config import Ranking, Site
from sitegen.contract import declared, laws, shown, veiled
from sitegen.contract.subject import Subject
from sitegen.problem import errors

_BEFORE = date(1900, 1, 1)


class ContractError(AssertionError):
    """What a system does not keep to, a line each; in English, for who writes Python."""

    def __init__(self, breaches: list[str]) -> None:
        super().__init__("\n".join(breaches))
        self.breaches = breaches


def hold(site: Path, as_of: date) -> None:
    """Raise a `ContractError` when a system of `site` breaks the contract, on `as_of` or before it."""
    if found := breaches(site, as_of):
        raise ContractError(found)


def breaches(site: Path, as_of: date) -> list[str]:
    """All that the systems of a site break, each told once; empty when they keep the contract."""
    loaded, problems = config.load(site)
    inputs: dict[str, Any] = {}
    if loaded:
        inputs, found = read.read(loaded, latest=as_of)
        problems += found
    if loaded is None or errors(problems):
        return list(map(str, problems))
    every = (_of(loaded, each, inputs[each.id], as_of) for each in loaded.rankings)
    return list(dict.fromkeys(breach for found in every for breach in found))


def _of(site: Site, ranking: Ranking, inputs: Any, as_of: date) -> Iterator[str]:
    """The breaches of one ranking, each beginning with its id."""
    subject = Subject(site, ranking, inputs, as_of)
    found = [
        *declared.breaches(ranking.system),
        *(each for day in (_BEFORE, *subject.days()) for each in shown.breaches(subject, day)),
    ]
    hanging = chain(laws.breaches(subject), veiled.breaches(subject))
    yield from (f"{ranking.id}: {each}" for each in found or hanging)
