"""The style sheets of a club: joined to ours, they say what they say by themselves."""

from pathlib import Path

import pytest
from club_sheets import SHEETS
from playwright.sync_api import Page

from sitegen.pages import theme

pytestmark = pytest.mark.slow

OURS = theme.get_templates_folder() / "css"
READ = """sheets => sheets.map(text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(rule => rule.cssText);
})"""


def test_a_browser_reads_in_ours_what_each_sheet_says_by_itself(tab: Page, tmp_path: Path) -> None:
    (tmp_path / "templates/css").mkdir(parents=True)
    for number, text in enumerate(SHEETS.values()):
        (tmp_path / f"templates/css/z{number:02}.css").write_bytes(text.encode())
    ours = [path.read_text("utf-8") for path in sorted(OURS.glob("*.css"))]
    made = theme.find_static_files(tmp_path)["sitegen.css"]().decode()
    alone: list[list[str]]
    *alone, joined = tab.evaluate(READ, [*ours, *(text.lstrip("\ufeff") for text in SHEETS.values()), made])
    assert [kind for kind, rules in zip(SHEETS, alone[len(ours) :], strict=True) if not rules] == []
    assert joined == [rule for rules in alone for rule in rules]
