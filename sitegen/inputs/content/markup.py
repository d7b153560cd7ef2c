"""Markup that is opened and never closed, found in one pass over a text.

A parser that meets a tag or a comment looks for its end, through all that follows if there is none.
A text with thousands of them would take hours.
"""

from contextlib import suppress
from html.parser import HTMLParser

_ENDS = (("<!--", "-->"), ("<![", "]>"), ("<", ">"))


def escape_unclosed(html: str) -> str:
    """Return HTML in which comments, sections and tags that nothing closes are text, as they are shown."""
    for opening, closing in _ENDS:
        end = html.rfind(closing) + 1
        html = html[:end] + html[end:].replace(opening, f"&lt;{opening[1:]}")
    return html


class MarkupParser(HTMLParser):
    """A parser of HTML that takes a time in proportion to the length of its text."""

    def read(self, html: str) -> None:
        """Parse a whole text."""
        self.feed(escape_unclosed(html))
        self.close()


class PageElements(MarkupParser):
    """The elements of a page: their names, their ids, and their `href` and `src` in order."""

    def __init__(self, page_html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: set[str] = set()
        self.addresses: list[tuple[str, str]] = []
        with suppress(AssertionError):  # Python's parser raises it at "<![x[", in unsanitised pages only
            self.read(page_html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record one element."""
        self.tags.add(tag)
        for name, value in attrs:
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.ids.add(value)
            if name in {"href", "src"}:
                self.addresses.append((name, value or ""))
