"""What `make quick` leaves out, and that a whole round leaves out nothing."""

from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import pytest

pytestmark = pytest.mark.slow  # it looks at all tests that were found: only the whole round finds all

QUICK = SimpleNamespace(option=SimpleNamespace(markexpr="not slow"))


def test_no_file_is_left_out_in_which_a_test_is_not_slow(request: pytest.FixtureRequest) -> None:
    own = request.config.pluginmanager.get_plugin(str(Path(__file__).parents[1] / "conftest.py"))
    assert own
    items = request.session.items
    left_out = {path for path in {test.path for test in items} if own.pytest_ignore_collect(path, QUICK)}
    assert Path(__file__) in left_out
    assert [
        test.nodeid for test in items if test.path in left_out and not test.get_closest_marker("slow")
    ] == []


def test_no_folder_of_tests_has_a_name_that_pytest_leaves_out(pytestconfig: pytest.Config) -> None:
    """As it leaves out `build` by default, whatever is in it."""
    folders = {path.parent.name for path in Path(__file__).parents[1].rglob("test_*.py")}
    patterns = pytestconfig.getini("norecursedirs")
    assert {"publishing", "systems"} <= folders
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in patterns)] == []
