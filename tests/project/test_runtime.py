"""The Python that runs in browsers: what is pinned stands there, and nothing else is ever unpacked."""

import re
import runpy
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha512
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PIN = (ROOT / "requirements/pyodide").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "requirements/runtime.py"))


def test_the_pin_is_one_line_with_a_version_and_a_digest() -> None:
    assert re.fullmatch(r"pyodide@\d+\.\d+\.\d+ sha512-[A-Za-z0-9+/]{86}==\n", PIN)


def test_the_runtime_that_stands_here_is_the_pinned_one(script: dict[str, Any]) -> None:
    version = PIN.split()[0].partition("@")[2]
    assert {path.name for path in script["FOLDER"].iterdir()} == {*script["FILES"], "version"}, (
        "say: make setup"
    )
    assert (script["FOLDER"] / "version").read_text(encoding="utf-8") == version
    assert f'"{version}"' in (script["FOLDER"] / "pyodide.mjs").read_text(encoding="utf-8")


def test_what_python_imports_at_its_start_is_compiled_and_the_rest_is_there(script: dict[str, Any]) -> None:
    with ZipFile(script["FOLDER"] / "python_stdlib.zip") as archive:
        names = {*archive.namelist()}
    assert {"dataclasses.pyc", "json/__init__.pyc", "pyodide/code.pyc", "statistics.py"} <= names
    assert not {name for name in names if name.endswith(".pyc") and name[:-1] in names}


def test_a_lock_takes_the_latest_version_that_has_been_out_for_a_week(script: dict[str, Any]) -> None:
    times = {
        "created": "2019-01-01T00:00:00.000Z",
        "0.29.3": "2026-11-01T00:00:00.000Z",
        "314.0.7": "2026-10-01T00:00:00.000Z",
        "314.0.10": "2026-11-14T09:00:00.000Z",
        "314.0.11": "2026-11-16T09:00:00.000Z",
        "315.0.0-alpha.1": "2026-10-01T00:00:00.000Z",
    }
    assert script["latest"](times, datetime(2026, 11, 22, tzinfo=UTC)) == "314.0.10"


def test_an_archive_with_another_digest_ends_the_program(script: dict[str, Any]) -> None:
    digest = f"sha512-{b64encode(sha512(b'right').digest()).decode()}"
    assert script["checked"](b"right", digest) == b"right"
    with pytest.raises(SystemExit, match="digest"):
        script["checked"](b"wrong", digest)
