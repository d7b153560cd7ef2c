"""What a command waits for: nothing is imported that it does not use."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

Write = Callable[..., Path]

ALONE = (
    "import os\nif hasattr(os, 'sched_setaffinity'): os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])"
)
"""With one processor a command starts no other process, whose modules nobody would tell."""
RUN = "from sitegen.commands.cli import main; main(sys.argv[2:], standalone_mode=False)"
PREVIEW = "import sitegen.commands.serve.preview"
TELL = 'open(sys.argv[1], "w").write(json.dumps(sorted(sys.modules)))'
PAGES = {"jinja2", "markdown_it", "nh3", "math_core", "sitegen.pages.plan", "sitegen.render"}
NEVER_AT_ONCE = {
    *("babel", "networkx", "livereload", "tornado"),
    *("pandas", "numpy", "openpyxl", "xlrd", "python_calamine", "lxml"),
    *(
        "sitegen.commands.diff.compare",
        "sitegen.compare.effect",
        "sitegen.compare.corrections",
        "sitegen.commands.serve.preview",
        "sitegen.importing.command",
    ),
}
FORMULAS = {"math_core", "sitegen.inputs.content.formulas"}
PICTURES = {"PIL", "pymupdf_fonts"}
SELDOM = {
    *("ctypes", "statistics", "sitegen.compare.repository"),
    *("sitegen.compare.lists", "sitegen.browser.bundle", "sitegen.browser.copies"),
}
"""For an exchange of folders, registrations, a repository, a correction, what runs in browsers."""


def imported(folder: Path, *arguments: object, run: str = RUN) -> set[str]:
    """Every module that a command has imported when it ends."""
    told = folder / "modules.json"
    script = f"{ALONE}\nimport json, sys\ntry:\n    {run}\nfinally:\n    {TELL}"
    command = [sys.executable, "-c", script, told, *arguments]
    subprocess.run(
        [str(argument) for argument in command], check=True, capture_output=True, timeout=60, cwd=folder
    )
    return {*json.loads(told.read_text("utf-8"))}


def test_the_help_waits_for_nothing_but_the_command_line_and_its_language(tmp_path: Path) -> None:
    found = imported(tmp_path, "--help")
    assert (
        found
        & {
            *NEVER_AT_ONCE,
            *PAGES,
            *PICTURES,
            "importlib.metadata",
            "sitegen.inputs.config.settings",
            "sitegen.inputs.results.results",
        }
        == set()
    )


def test_a_check_draws_nothing_and_compares_nothing(write_site: Write, tmp_path: Path) -> None:
    found = imported(tmp_path, "check", "--site", write_site({}))
    assert found & {*NEVER_AT_ONCE, *PICTURES, *SELDOM, *FORMULAS} == set()
    assert found >= PAGES - {"math_core"}


def test_a_check_reads_formulas_with_what_reads_formulas(write_site: Write, tmp_path: Path) -> None:
    site = write_site({"content/index.md": "# Home\n\n$x^2$\n"})
    assert "math_core" in imported(tmp_path, "check", "--site", site)


def test_a_build_waits_for_no_draw_no_preview_and_no_words_of_its_libraries(
    write_site: Write, tmp_path: Path
) -> None:
    site = write_site({})
    found = imported(tmp_path, "build", "--site", site, "--as-of", "2026-11-21")
    assert found & (NEVER_AT_ONCE | SELDOM) == set()


def test_the_preview_waits_for_what_serves_it_alone(tmp_path: Path) -> None:
    """Until it builds: what it builds with comes as a build needs it."""
    served = NEVER_AT_ONCE - {"livereload", "tornado", "sitegen.commands.serve.preview"}
    assert imported(tmp_path, run=PREVIEW) & {*served, *PICTURES, "markdown_it", "nh3"} == set()
