"""The stage that rates: every ranking of a site by its own system."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sitegen.config import Site
from sitegen.model import Outcome
from sitegen.problem import Problem
from sitegen.soundness import faults


def outcomes(site: Site, results: Mapping[str, Any], as_of: date) -> tuple[dict[str, Outcome], list[Problem]]:
    """Every ranking of `site` by its id, calculated whole from its tables in `results`, and what is wrong."""
    found: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for each in site.rankings:
        name, system, options = each.name_of_system, each.system, each.options
        try:
            when = each.when(as_of, len(results[each.id].players))
            found[each.id] = system.rate(results[each.id], options, when)
            problems += map(each.blamed, faults(name, system, options, found[each.id]))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            problems.append(each.failed("rate", error))
    return found, problems
