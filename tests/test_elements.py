"""Pages read quickly are what the parser for the pages of anybody makes of them."""

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import elements
import html5lib
import pytest

PAGES = sorted((Path(__file__).parent / "sites").glob("*/expected/**/index.html"))
Nested = tuple[str, dict[str, str], str, list[Any]]


def nested(element: Element) -> Nested:
    """What stands in an element, in all below it and behind each."""
    within = [(nested(each), each.tail or "") for each in element]
    return element.tag.rpartition("}")[2], element.attrib, element.text or "", within


@pytest.mark.parametrize("page", PAGES[::20], ids=lambda page: page.parent.name)
def test_a_page_has_the_elements_that_any_browser_finds(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    plain = elements.without_charts(text)
    ours, theirs = elements.read(text), html5lib.parse(plain, namespaceHTMLElements=False)
    assert all(len(made.findall(".//main")) == 1 for made in (ours, theirs))
    for tag in ("title", "meta", "link", "script", "main"):
        assert [nested(each) for each in ours.iter(tag)] == [nested(each) for each in theirs.iter(tag)]
