"""The outline of a published page or feed: all that it says, a line for each thing, to be read in a diff.

It has the whole text in its order, and nothing of the markup. `#` is before a heading, once for each level,
`│` before a fact and a row of a table, and between its cells, `»` before a caption, `▸` before what opens,
`-` before an item; what has no line of its own stands behind the line before it. Between `⟨` and `⟩` is what
is no text: where a link leads, what is told of a picture or a field, a sign of a formula. Of an address
elsewhere only the end is given; of the menus, the search, and the flags beside rows nothing but their text.
"""

from collections.abc import Iterator
from typing import Final

from lxml import etree

_PARSER = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
_MARKERS: Final = {f"h{level}": f"{'#' * level} " for level in range(1, 7)} | {
    "caption": "» ",
    "dl": "│ ",
    "entry": "- ",
    "figcaption": "» ",
    "li": "- ",
    "summary": "▸ ",
    "tr": "│ ",
}
"""What begins the line of an element."""
_BEGINNING = frozenset({"fieldset", "form", "main", "nav", "p", "pre", *_MARKERS})
"""What begins a line, as a fact does."""
_WHOLE = frozenset({"entry", "h1", "h2", "h3", "li", "nav", "tr"})
"""What is all on one line, as is a fact, and what the columns mean."""
_CELLS = frozenset({"td", "th"})
_PARTS = frozenset(
    {"author", "br", "button", "dd", "dt", "id", "label", "li", "option", "text", "title", "updated"}
)
"""What is parted from what is before it on a line."""
_SIGNS: Final = {"mfrac": "/", "msub": "_", "msubsup": "_", "msup": "^"}
"""What stands between the first and the second that a formula puts together."""
_TOLD = ("alt", "aria-label", "title", "placeholder")


def write_outline(text: str) -> str:
    """Return the outline of a page, or of a feed."""
    if text.startswith("<?xml"):
        return _Writer().write(etree.fromstring(text.encode()))
    page, body = read_page(text)
    return f"{' │ '.join(_read_head(page))}\n{_Writer().write(body)}"


def read_page(text: str) -> tuple[etree._Element, etree._Element]:
    """Return a page and its body; also what a script shows, a template, is there to be read."""
    page = etree.fromstring(text.encode(), _PARSER)
    etree.strip_elements(page, "script", "style", with_tail=False)
    (body,) = page.iter("body")
    return page, body


def _read_head(page: etree._Element) -> Iterator[str]:
    """Yield what a page is called elsewhere: by a browser, a search engine, whoever shares it."""
    yield page.findtext("head/title", "")
    for meta in page.iterfind("head/meta"):
        if {meta.get("name"), meta.get("property")} & {"description", "og:title"}:
            yield meta.get("content", "")


class _Writer:
    """Writes an element as lines; the last has not ended, and begins with its marker."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = [""]
        self._is_apart = False

    def write(self, element: etree._Element) -> str:
        """Return the lines of an element."""
        self._write(element, is_whole=False)
        self._begin("")
        return "".join(f"{line}\n" for line in self._lines)

    def _write(self, element: etree._Element, is_whole: bool) -> None:
        tag, parent = etree.QName(element).localname, element.getparent()
        above = "" if parent is None else parent.tag
        is_fact = (above, tag) == ("dl", "div")
        if not is_whole and (tag in _BEGINNING or is_fact):
            self._begin("│ " if is_fact else _MARKERS.get(tag, ""))
        elif tag in _CELLS and element.getprevious() is not None:
            self._line.append(" │ ")  # also behind an empty cell
        else:
            self._is_apart |= tag in _PARTS or is_fact
            self._line.append(" " if tag == "small" else "")
        is_menu = above == "body" and tag != "main"
        if is_menu:
            self._say(" │ ".join(text for text in element.itertext() if text.strip()))
        else:
            is_key = (above, tag) == ("details", "dl")
            self._write_content(element, tag, is_whole or is_fact or is_key or tag in _WHOLE)
        self._is_apart |= tag in _BEGINNING or is_menu
        self._say(element.tail)

    def _write_content(self, element: etree._Element, tag: str, is_whole: bool) -> None:
        is_told = element.get("class") != "flag" and "-" not in tag
        for name in _TOLD if is_told else ():
            self._say(_bracket(element.get(name), " "))
        self._say(element.text)
        for place, child in enumerate(element):
            if place == 1 and tag in _SIGNS:
                self._say(f"⟨{_SIGNS[tag]}⟩")
            self._write(child, is_whole)
        if is_told:
            self._say(_bracket(_shorten(element.get("href", ""))))

    def _say(self, text: str | None) -> None:
        """Add a text to the line, parted from what ended on it."""
        if text and text.strip():
            self._line += [" │ ", text] if self._is_apart and any(map(str.strip, self._line[1:])) else [text]
            self._is_apart = False
        else:
            self._line.append(" " if text else "")

    def _begin(self, marker: str) -> None:
        """End the line, if there is anything on it, and begin one."""
        line = " ".join("".join(self._line).split())
        if line not in {"", *(known.strip() for known in _MARKERS.values())}:
            self._lines.append(line)
        self._line, self._is_apart = [marker], False


def _bracket(text: str | None, end: str = "") -> str:
    """What is no text of the page, if there is any."""
    return f" ⟨{text}⟩{end}" if text else ""


def _shorten(address: str) -> str:
    """Where a link leads; of what is elsewhere the end."""
    return f"…/{address.rstrip('/').rpartition('/')[2]}" if "://" in address else address
