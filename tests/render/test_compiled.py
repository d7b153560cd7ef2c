"""The theme and the words are compiled at set-up: never out of date, never in the way of a site's own."""

import os
import py_compile
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import babel.messages.pofile
import pytest
from jinja2 import DictLoader, Environment

from sitegen.core import language
from sitegen.core.language import ENGLISH, Language
from sitegen.pages import theme
from sitegen.publishing import build
from sitegen.render import environment
from sitegen.render.environment import create_bare_environment

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
PROGRAM = Path(__file__).parents[2] / "requirements/compiled.py"
DUTCH = """
    [site]
    title = "Club"
    url = "https://club.example/"
    language = "nl"

    [[ranking]]
    id = "list"
    system = "fibs"
    title = "Lijst"
"""


def set_up(folder: Path) -> Path:
    """Do what a set-up does, in this folder."""
    program = runpy.run_path(str(PROGRAM))
    program["write"](program["made"](), folder)
    return folder


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a set-up makes of the theme and the words as they stand."""
    return set_up(tmp_path_factory.mktemp("ready") / "compiled")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Starts the program anew, after a set-up that made this folder."""

    def start(folder: Path) -> None:
        monkeypatch.setattr(environment, "_TEMPLATE_CACHE", environment.TemplateCache(folder))
        monkeypatch.setattr(language, "COMPILED_FOLDER", folder)
        language._load_translations.cache_clear()
        language._load_catalogues.cache_clear()

    return start


@pytest.fixture
def other_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the theme, which is the program's from now on."""
    copy = tmp_path / "theme"
    shutil.copytree(theme.get_templates_folder(), copy)
    monkeypatch.setattr(theme, "get_templates_folder", lambda: copy)
    return copy


def files(root: Path) -> Mapping[str, bytes]:
    result = build(root, root / "output", TODAY)
    assert result.plan, result.problems
    found = (root / "output").rglob("*")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found if path.is_file()}


def refused(*_: Any, **__: Any) -> None:
    raise AssertionError("something is compiled")


def test_a_start_after_the_set_up_compiles_nothing_and_makes_the_same_site(
    write_site: Write, ready: Path, started: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site({"sitegen.toml": DUTCH})
    started(root / "missing")
    before = files(root)
    shutil.rmtree(root / "output")
    started(ready)
    monkeypatch.setattr(Environment, "compile", refused)
    monkeypatch.setattr(babel.messages.pofile, "read_po", refused)
    assert files(root) == before


def test_a_template_of_the_theme_that_has_changed_since_is_made_as_it_is_now(
    write_site: Write, ready: Path, started: Callable[[Path], None], other_theme: Path
) -> None:
    (other_theme / "404.html").write_text("as it is now", encoding="utf-8")
    started(ready)
    assert files(write_site({}))["output/404.html"] == b"as it is now"


def test_words_that_have_changed_since_are_said_as_they_are_now(
    tmp_path: Path, ready: Path, started: Callable[[Path], None]
) -> None:
    words = Path(language.__file__).parents[1] / "locale/nl.po"
    own = tmp_path / "nl.po"
    started(ready)
    before = Language("nl").translate("Player")
    own.write_text(words.read_text("utf-8").replace(f'msgstr "{before}"', 'msgstr "Mens"'), "utf-8")
    assert Language("nl", (tmp_path,)).translate("Player") == "Mens" != before


def test_a_template_of_a_site_goes_before_the_one_that_is_ready_and_can_extend_it(
    write_site: Write, ready: Path, started: Callable[[Path], None]
) -> None:
    own = '{% extends "sitegen/base.html" %}{% block main %}our own{% endblock %}'
    started(ready)
    made = files(write_site({"templates/404.html": own}))
    assert b"our own" in made["output/404.html"]
    assert b"<html" in made["output/404.html"]
    assert b"our own" not in made["output/index.html"]


def test_what_fails_in_a_template_that_is_ready_is_told_at_its_line(
    write_site: Write, tmp_path: Path, started: Callable[[Path], None], other_theme: Path
) -> None:
    (other_theme / "404.html").write_text("a\nb\n{{ page.nothing }}\n", encoding="utf-8")
    started(set_up(tmp_path / "compiled"))
    root = write_site({})
    (found,) = build(root, root / "output", TODAY).problems
    assert (found.path, found.line) == ("templates/404.html", 3)


def test_other_settings_of_jinja_are_other_templates(ready: Path) -> None:
    one, other = (create_bare_environment(DictLoader({}), ENGLISH) for _ in "ab")
    other.trim_blocks = False
    name, source = next(theme.iter_setup_templates())
    assert environment.TemplateCache(ready).get_bucket(one, name, name, source).code
    assert environment.TemplateCache(ready).get_bucket(other, name, name, source).code is None


def test_a_set_up_keeps_what_is_still_good_and_leaves_nothing_else(ready: Path, tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    shutil.copytree(ready, folder)
    good, gone, *_ = sorted(folder.glob("*.template"))
    gone.unlink()
    (folder / "t0.template").write_text("", encoding="utf-8")
    (folder / "w0.mo").write_bytes(b"")
    py_compile.compile(str(folder / "t0.template"))
    os.utime(good, (1, 1))
    made = {path.name: path.read_bytes() for path in ready.glob("*.*")}
    runpy.run_path(str(PROGRAM))["write"](made, folder)
    assert {path.name for path in folder.glob("*.*")} == made.keys()
    assert {path.name.partition(".")[0] for path in (folder / "__pycache__").iterdir()} == {
        path.stem for path in ready.glob("*.template")
    }
    assert good.stat().st_mtime == 1


def test_every_set_up_makes_the_same_bytes(ready: Path, tmp_path: Path) -> None:
    """Whatever order Python gives to a set, which is another one here: a wheel has these files."""
    script = "import runpy, sys, pathlib; own = runpy.run_path(sys.argv[1]); "
    script += "own['write'](own['made'](), pathlib.Path(sys.argv[2]))"
    settings = os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", script, PROGRAM, tmp_path]
    subprocess.run(command, check=True, env=settings, timeout=60)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.*")}
    assert made == {path.name: path.read_bytes() for path in ready.glob("*.*")}
