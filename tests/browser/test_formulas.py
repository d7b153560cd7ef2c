"""What readers see of formulas: each stands on a page as LaTeX prints it, measured in a browser."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pymupdf_fonts import myfont
from site_server import served

from sitegen.publishing import build

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
READER = (HERE / "formulas.js").read_text("utf-8")
EXPECTED = dict(re.findall(r"^(\S.*)\n    (.*)$", (HERE / "formulas.txt").read_text("utf-8"), re.MULTILINE))
"""Formulas, with what a reader sees of them, as KaTeX 0.19 shows them too."""


FONT = "@font-face { font-family: sample; src: url(/math.ttf) } math { font-family: sample }"
"""A font for formulas, since gaps behind indices hang on it and no two machines have the same ones."""


def test_formulas_are_seen_as_latex_prints_them(
    write_site: Callable[..., Path], browser: Browser, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    text = "\n\n".join(f"$${formula}$$" for formula in EXPECTED)
    build(write_site({"content/formulas.md": f"# Formulas\n\n{text}\n"}), output, date(2026, 11, 21))
    (output / "math.ttf").write_bytes(myfont("math"))
    with served(output) as address, browser.new_context(bypass_csp=True) as context:
        page = context.new_page()
        page.goto(f"{address}formulas/")
        page.add_style_tag(content=FONT)
        assert page.evaluate("document.fonts.load('1em sample').then((fonts) => fonts.length)") == 1
        seen = page.locator("main math").evaluate_all(f"(all) => all.map({READER})")
    assert dict(zip(EXPECTED, seen, strict=True)) == EXPECTED
