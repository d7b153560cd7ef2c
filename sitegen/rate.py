"""The stage that rates: every ranking of a site by its own system."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sitegen.config import Site
from sitegen.model import Outcome, When


def outcomes(site: Site, results: Mapping[str, Any], as_of: date) -> dict[str, Outcome]:
    """Every ranking of `site` by its id, calculated whole from its tables in `results`."""
    return {
        each.id: each.system.rate(results[each.id], each.options, When(as_of, each.archive))
        for each in site.rankings
    }
