"""A small site to try things on, written from what a test says is in it."""

import gc
import os
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from importlib import import_module
from pathlib import Path

import golden
import pytest
import small_site
from hypothesis import settings
from processes import kill_leftovers, mark_run, restore_signals
from run_cache import RunCache

from sitegen.core.plugins import PACKAGE
from sitegen.publishing import build

# Pages are made by copies of this process, and a copy has none of its threads: numpy is to start no others.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A run tries what the one before tried; a thorough one looks for what nobody has seen. None has a deadline.
settings.register_profile("quick", max_examples=5, deadline=None, derandomize=True)
settings.register_profile("usual", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=1000, deadline=None, derandomize=False)
settings.load_profile("usual")

AS_OF = date(2026, 11, 21)
"""The day of the demonstration in the tests."""

SLOW = re.compile(r"^pytestmark = .*\bpytest\.mark\.slow\b", re.MULTILINE)

Write = Callable[..., Path]


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run that ends with all that it started; what it collects stays, so nothing is searched yet."""
    gc.disable()
    restore_signals()
    if mark_run():
        config.add_cleanup(kill_leftovers)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where nothing slow is wanted, do not even import a file that is slow as a whole: that takes a while."""
    is_left_out = config.option.markexpr.startswith("not slow") and collection_path.suffix == ".py"
    return True if is_left_out and SLOW.search(collection_path.read_text(encoding="utf-8")) else None


def pytest_collection_finish() -> None:
    """Leave what is there for all tests out of every search for what nothing needs; have few of these."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # a twentieth of the time of tests that rate and build
    gc.enable()


@pytest.fixture(scope="session")
def demonstration() -> Path:
    """This repository, for tests that are about the site it publishes; skipped once that is a club's own."""
    root = Path(__file__).parents[1]
    if "https://delta.example/" not in (root / "sitegen.toml").read_text(encoding="utf-8"):
        pytest.skip("the site of this repository is not the demonstration any more")
    return root


@pytest.fixture(scope="session")
def run_cache(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunCache:
    """What makes folders that all workers of this run have in common."""
    return RunCache(request, tmp_path_factory)


@pytest.fixture(scope="session")
def demonstration_output(demonstration: Path, run_cache: RunCache) -> Path:
    """Its site as two processes make it, built once for all workers of a run, to be read only."""

    def make(folder: Path) -> None:
        assert build(demonstration, folder, AS_OF, workers=2).problems == []

    return run_cache.make_folder("demonstration", make)


@pytest.fixture(scope="session")
def golden_output(run_cache: RunCache) -> Callable[[str], Path]:
    """What one of the sites in tests/sites becomes, built once for all workers of a run, to be read only."""

    def find(name: str) -> Path:
        site = Path(__file__).parent / "sites" / name
        folder = run_cache.make_folder(f"golden-{name}", lambda folder: golden.build_site(site, folder))
        return folder / "output"

    return find


@pytest.fixture(scope="session", autouse=True)
def _pack_little() -> Iterator[None]:
    """Leave the program and its runtime out of the sites that tests begin; test_wheel.py packs them."""
    vendor = import_module("sitegen.commands.new.vendor")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vendor, "_read_own_package", tuple)
        patch.setattr(vendor, "_read_tree", lambda _: [("version", b"0")])
        runtime = vendor.build_runtime_wheel()
        little, other = vendor.build_wheel(PACKAGE), vendor.build_wheel
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vendor, "build_wheel", lambda name: little if name == PACKAGE else other(name))
        patch.setattr(vendor, "build_runtime_wheel", lambda: runtime)
        yield


@pytest.fixture
def write_site(tmp_path: Path) -> Write:
    """Write a site: the small one, with `files` (by path; None takes one away) in place of its own."""

    def write(files: Mapping[str, str | None] | None = None, folder: str = "site") -> Path:
        return small_site.write(tmp_path / folder, files or {})

    return write
