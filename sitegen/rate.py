"""The stage that rates: every ranking of a site by its own system."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from sitegen.config import Ranking, Site
from sitegen.memory import FORGETFUL, Memory
from sitegen.model import Outcome
from sitegen.problem import Problem
from sitegen.soundness import faults


def outcomes(
    site: Site, results: Mapping[str, Any], as_of: date, memory: Memory = FORGETFUL
) -> tuple[dict[str, Outcome], list[Problem]]:
    """Every ranking of `site` by its id, calculated whole from its tables in `results`, and what is wrong."""
    found: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for each in site.rankings:
        inputs = results[each.id]
        rated = partial(_outcome, each, inputs, as_of)
        outcome, wrong = memory.made(("outcome", each.id), [each, inputs], as_of, rated)
        problems += wrong
        if outcome is not None:
            found[each.id] = outcome
    return found, problems


def _outcome(ranking: Ranking, inputs: Any, as_of: date) -> tuple[Outcome | None, list[Problem]]:
    """A ranking, and what is wrong with it; none where the system failed."""
    name, system, options = ranking.name_of_system, ranking.system, ranking.options
    outcome = None
    try:
        outcome = system.rate(inputs, options, ranking.when(as_of, len(inputs.players)))
        return outcome, [*map(ranking.blamed, faults(name, system, options, outcome))]
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
        return outcome, [ranking.failed("rate", error)]
