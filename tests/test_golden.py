"""Small sites become, byte for byte, what was looked at and kept."""

from pathlib import Path

import pytest
from golden import SITES, kept, made


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_site_becomes_what_was_kept(site: Path, workers: int, tmp_path: Path) -> None:
    now, then = made(site, tmp_path, workers), kept(site)
    assert now.keys() == then.keys()
    for path in now:
        assert now[path].decode() == then[path].decode(), f"{path}: if that is meant, say: make golden"
