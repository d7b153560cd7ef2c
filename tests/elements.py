"""The elements of a published page, as a browser nests them."""

from lxml.html import HtmlElement, document_fromstring


def read(text: str) -> HtmlElement:
    """The element of the whole page, without its charts: they draw figures that tables hold too."""
    page = document_fromstring(text)
    for chart in [*page.iter("svg")]:
        chart.drop_tree()
    return page
