"""Small sites become, byte for byte, what was looked at and kept."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from golden import SITES, build_site, read_expected

SMALLEST = ("club", "handicap", "season")  # which `make quick` makes too


@pytest.mark.parametrize(
    "site",
    [pytest.param(site, marks=[] if site.name in SMALLEST else pytest.mark.slow) for site in SITES],
    ids=lambda site: site.name,
)
def test_a_site_becomes_what_was_kept(site: Path, tmp_path: Path) -> None:
    hold(site, build_site(site, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize(
    "site",
    [pytest.param(site, marks=[] if site.name == "periods" else pytest.mark.night) for site in SITES],
    ids=lambda site: site.name,
)
def test_two_processes_make_the_same(site: Path, tmp_path: Path) -> None:
    """Of the largest site on each run, of the others at night."""
    hold(site, build_site(site, tmp_path, workers=2))


def hold(site: Path, now: Mapping[str, bytes]) -> None:
    """It is what was kept."""
    then = read_expected(site)
    assert now.keys() == then.keys()
    for path in now:
        assert now[path].decode() == then[path].decode(), f"{path}: if that is meant, say: make golden"
