"""The elements of a published page, as a browser nests them."""

from lxml import etree

_PARSER = etree.HTMLParser(encoding="utf-8")
"""That of lxml.html, but for the class that it looks up for every element again and again."""


def read(text: str) -> etree._Element:
    """The element of the whole page, without its charts: they draw figures that tables hold too."""
    page = etree.fromstring(text.encode(), _PARSER)
    etree.strip_elements(page, "svg", with_tail=False)
    return page
