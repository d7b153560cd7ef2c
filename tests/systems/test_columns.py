"""The calculator of a system knows each column that its pages publish.

`columns.toml` names the columns of each section: those that the calculator (`page_figures_*.py`) recomputes
or goes by, and others. A column that is in neither list is new: recompute it there, and name it.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from page_reader import page

pytestmark = pytest.mark.slow

SITES = Path(__file__).parents[1] / "sites"
KNOWN = tomllib.loads((Path(__file__).parent / "columns.toml").read_text("utf-8"))
SYSTEMS = [*KNOWN]
Output = Callable[[str], Path]


def published(system: str, golden_output: Output) -> Mapping[str, set[str]]:
    """The headings of each section, over all pages of the small sites by a system."""
    columns: dict[str, set[str]] = defaultdict(set)
    for site, ranking in rankings(system):
        root = golden_output(site)
        for path in sorted((root / ranking).rglob("index.html")):
            shown = page(root, f"{path.parent.relative_to(root).as_posix()}/")
            for section in shown.sections:
                for row in shown.rows(section):
                    columns[kind(section)] |= row.keys()
    return columns


def rankings(system: str) -> Iterator[tuple[str, str]]:
    """The site and the id of each ranking of the small sites that is by a system."""
    for settings in sorted(SITES.glob("*/sitegen.toml")):
        for ranking in tomllib.loads(settings.read_text("utf-8"))["ranking"]:
            if ranking["system"] == system:
                yield settings.parent.name, ranking["id"]


def kind(section: str) -> str:
    """What a section is: those of each line, round, season or final table are alike."""
    return re.sub(r"-[A-Z0-9](-[A-Z0-9])*$", "", section)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_published_column_is_known_to_the_calculator(system: str, golden_output: Output) -> None:
    known = {section: {*lists["recomputed"], *lists["other"]} for section, lists in KNOWN[system].items()}
    new = {
        f"{section}: {heading}"
        for section, headings in published(system, golden_output).items()
        for heading in headings - known.get(section, set())
    }
    assert new == set(), f"recompute it in page_figures_{system}.py, and name it in columns.toml"
