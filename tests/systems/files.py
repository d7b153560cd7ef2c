"""The files of a small site of one ranking, and what the reader and the checks say of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitegen.core.entities import Fault
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.results import results


def codes(folder: Path, settings: str, tables: Mapping[str, str]) -> list[tuple[str, int, str]]:
    """File, line and code of all that is found in `tables`, whose paths are below the results."""
    (folder / "sitegen.toml").write_text(settings)
    for path, text in tables.items():
        (folder / "results" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "results" / path).write_text(text)
    site, problems = load_site(folder)
    assert site is not None, problems
    _, problems = results.read_results(site)
    return [(Path(problem.path).name, problem.line, problem.code) for problem in problems]


def check(system: Any, inputs: Any, options: Any) -> list[Fault]:
    """All that a system finds in tables: by the rules that it declares, and by its own checks."""
    by_rules = [fault for rule in system.rules for fault in rule.find_faults(inputs)]
    return [*by_rules, *system.check(inputs, options)]
