"""Published pages as somebody reads them, to recompute their figures from what the pages alone show.

A figure is shown rounded, so that it stands for all that round to it: those `Between` its bounds. What is
calculated from such figures has bounds too, and must meet those of what the page shows as the outcome.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from urllib.parse import urljoin

import elements
from lxml.etree import _Element

_DAY_IN_ADDRESS = re.compile(r"/(\d{4}-\d\d-\d\d)[^/]*/$")
_EVENT = re.compile(r"/results/([^/]+)/$")
"""What leads to an event, which is known by its key; people see its title."""
CALCULATION = "Calculation"
"""What a row opens, among its cells."""
_SLACK = 1e-9
"""What the calculator itself, which counts in floats, may be off."""


class Cell(str):
    """The text of a cell or a fact; `link` is where it leads, and `day` its date as machines write it."""

    __slots__ = ("day", "link")
    link: str
    day: str

    @property
    def figure(self) -> "Between":
        """The figures that it may stand for."""
        return parse_figure(self)


@dataclass(frozen=True)
class Between:
    """All figures from `low` to `high`."""

    low: float
    high: float

    def __add__(self, other: "Between | float") -> "Between":
        low, high = ends(other)
        return Between(self.low + low, self.high + high)

    def __sub__(self, other: "Between | float") -> "Between":
        low, high = ends(other)
        return Between(self.low - high, self.high - low)

    def __mul__(self, other: "Between | float") -> "Between":
        products = [own_end * other_end for own_end in ends(self) for other_end in ends(other)]
        return Between(min(products), max(products))

    def __truediv__(self, other: "Between | float") -> "Between":
        low, high = ends(other)
        assert low > 0 or high < 0, "a divisor that may be nothing"
        return self * Between(1 / high, 1 / low)

    def __rtruediv__(self, other: float) -> "Between":
        return Between(other, other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> "Between":
        return Between(-self.high, -self.low)

    def __rsub__(self, other: float) -> "Between":
        return -self + other

    def by(self, rising: Callable[[float], float]) -> "Between":
        """What a function that rises, or stays as it is, makes of them."""
        return Between(rising(self.low), rising(self.high))

    def meets(self, other: "Between | float") -> bool:
        """Whether both may be the same figure."""
        low, high = ends(other)
        return self.low <= high + _SLACK and low <= self.high + _SLACK


def ends(figure: Between | float) -> tuple[float, float]:
    """The bounds of a figure, which may be a number that is no other."""
    return (figure.low, figure.high) if isinstance(figure, Between) else (figure, figure)


def total(figures: Sequence[Between | float]) -> Between:
    """The sum."""
    result = Between(0, 0)
    for figure in figures:
        result += figure
    return result


@cache
def parse_figure(text: str) -> Between:
    """The figures that are shown as `text`."""
    plain = text.replace("−", "-").replace("+", "").replace("%", "").strip()
    half = 0.5 * 10.0 ** -len(plain.partition(".")[2])
    return Between(float(plain) - half, float(plain) + half)


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = re.compile(r"(\d{1,2}) (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?: (\d{4}))?")
Row = Mapping[str, Cell]


@dataclass(frozen=True)
class Page:
    """A page of a site below the folder `root`, at `path`: `bridge/results/2026-11-16/`."""

    root: Path
    path: str

    @cached_property
    def _main(self) -> _Element:
        text = (self.root / self.path / "index.html").read_text(encoding="utf-8")
        (main,) = elements.read(text).iter("main")
        for link in main.iter("a"):  # as short as it is, it says from where it leads alone what it leads to
            link.set("href", urljoin(f"/{self.path}", link.get("href", "")))
        for element in [*main.iter()]:
            for small_text in element.findall("small[@class='ph']"):  # what a phone shows in place of cells
                element.remove(small_text)
        for picture in main.findall(".//tr[@class='pic-row']"):  # its table has a section of its own
            picture.getparent().remove(picture)
        for table in main.iter("table"):  # of what each was played for, a story tells a part with the name
            for part in table.findall(".//th/small") if "story" in table.get("class", "") else ():
                part.set("class", "of")
        return main

    @cached_property
    def sections(self) -> Mapping[str, _Element]:
        """The sections by id, in their order."""
        return {section.get("id", ""): section for section in self._main.iter("section") if section.get("id")}

    @cached_property
    def facts(self) -> Mapping[str, Cell]:
        """The facts at the head of the page, by label; without the note in small."""
        kinds = {"facts", "facts more", "now"}
        lists = [element for element in self._main.iter("dl") if element.get("class") in kinds]
        pairs = [pair for element in lists for pair in element.findall("div")]
        return {_text(pair[0]): _cell(pair[1]) for pair in pairs if len(pair) > 1}

    @cached_property
    def answers(self) -> Mapping[str, tuple[Cell, Cell]]:
        """The answers above a list or results, by question: the name, and the figure beside it."""
        answers: dict[str, tuple[Cell, Cell]] = {}
        for question, shown in (answer[:2] for answer in self._main.findall(".//dl[@class='week']/div")):
            figure, link = shown.find("span"), shown.find("a")
            who = Cell((shown.text or "").strip() if link is None else _text(link))
            answers[_text(question)] = who, Cell() if figure is None else Cell(_text(figure))
        return answers

    @cached_property
    def articles(self) -> Mapping[str, Sequence[str]]:
        """Where the foot of the page leads in the rules, by each section, for which it stands there."""
        links = [link.get("href", "") for link in self._main.findall("p[@class='articles']/a")]
        return dict.fromkeys(self.sections, links)

    @property
    def anchors(self) -> set[str]:
        """What can be led to on the page."""
        return {element.get("id", "") for element in self._main.iter()} - {""}

    @property
    def options(self) -> Mapping[str, str]:
        """The options in force, as the page of the rules has them."""
        table = self._main.find(".//div[@aria-labelledby='options']")
        lines = [] if table is None else [[*row] for row in table.iter("tr")][1:]
        return {_text(name): _text(value) for name, value, _ in lines}

    @property
    def formula_lines(self) -> Sequence[str]:
        """The lines in which the formulas of the page are filled in."""
        return [_text(element) for element in self._main.findall(".//div[@class='formula']//details//li")]

    def read_explanation(self, section: str = "why") -> tuple[Row, list[Row], Row]:
        """What a ledger begins with, its rows, and what it ends with."""
        table = self.sections[section].find("table")
        assert table is not None
        heads = list(_heads(table))
        ends = [row for place in ("tbody[@class='base']/tr", "tfoot/tr") for row in table.findall(place)]
        opening, closing = (dict(zip(heads, map(_cell, row), strict=True)) for row in ends)
        return opening, self.rows(section), closing

    def rows(self, section: str) -> list[Row]:
        """The rows of the table in a section by heading, the second `VP` as `VP 2`; none without it."""
        return self._tables.get(section, [])

    @cached_property
    def _tables(self) -> Mapping[str, list[Row]]:
        return {name: _rows(section) for name, section in self.sections.items()}

    def every(self, section: str) -> list[Row]:
        """The rows of a section of a calendar or a player's page, also those on the pages of other years."""
        navs = [nav for nav in self._main.iter("nav") if "years" in nav.get("class", "").split()]
        links = {link.get("href", ""): link.get("aria-current") for nav in navs for link in nav.iter("a")}
        years = [self.follow(url) for url, current in links.items() if not current]
        return [row for page in (self, *years) for row in page.rows(section)]

    def follow(self, link: str) -> "Page":
        """The page of the same site to which a `link` leads."""
        return page(self.root, urljoin(f"/{self.path}", link.partition("#")[0]).removeprefix("/"))


@cache
def page(root: Path, path: str) -> Page:
    """A page of the site at `root`, read once."""
    return Page(root, path)


def _rows(section: _Element) -> list[Row]:
    table, brief = section.find(".//table"), [*_brief(section)]
    if table is None:
        return brief
    heads, shared_texts = list(_heads(table)), [_read_shared_text(column) for column in _columns(table)]
    same = {
        _text(element[0]): _cell(element[1]) for element in section.findall("dl[@class='facts same']/div")
    }
    return [same | row for row in [*_lines(table.iter("tbody"), heads, shared_texts)]] + brief


def _brief(section: _Element) -> Iterator[Row]:
    """The opponents that a line gives behind how it ended, as the table would have them.

    What people read (`Met once, won`) must be what scripts do.
    """
    for line in section.iter("dl"):
        heads, same = line.get("data-heads", "").split("|"), list[str]()
        for part in line.iter("dt", "dd") if line.get("class") == "brief" else ():
            if part.tag == "dt":
                same = part.get("data-cells", "").split("|")
                tally = Counter(dict(zip(heads, map(int, same), strict=False)))
                ended = _text(part).removeprefix("Met once, ").capitalize()
                assert +tally == {"Played": 1, ended: 1}, _text(part)
            else:
                name = Cell(_text(part[0]))
                name.link, name.day = part[0].get("href", ""), ""
                change = [" ".join((part[0].tail or "").split())] * (len(heads) - len(same))
                yield {"Opponent": name} | dict(zip(heads, map(Cell, [*same, *change]), strict=True))


def _heads(table: _Element) -> Iterator[str]:
    return _number_headings([_read_heading(column) for column in _columns(table)])


def _columns(table: _Element) -> list[_Element]:
    return [*table.iterfind(".//thead/tr/th")]


def _lines(
    bodies: Iterable[_Element], heads: Sequence[str], shared_texts: Sequence[str]
) -> Iterator[dict[str, Cell]]:
    """The rows of bodies but for balances; what stands above several of a body is a column of each."""
    above: Row = {}
    year, last = "", dict[str, Cell]()
    for body in bodies:
        above = {}
        for row in body.iter("tr") if body.get("class") != "base" else ():
            if row.get("class") == "year":
                year = _text(row)
            elif row.get("class") == "event":
                above = {cell.get("title", ""): _cell(cell) for cell in row if cell.get("title")}
                above |= {note.get("title", ""): Cell(_text(note)) for note in row.findall("th/small")}
            elif (opened := row.find("td/details")) is not None:
                last |= {_read_label(cell): _cell(cell) for cell in opened.findall("b")}
                last[CALCULATION] = _read_calculation(opened)
            else:
                cells = [
                    _cell(cell, year, shared_text)
                    for cell, shared_text in zip(row, shared_texts, strict=True)
                ]
                last = _inherit_link(dict(zip(heads, cells, strict=True)), last)
                last |= {**above, **_read_notes(row)}
                yield last  # what the row below it opens is put into it


def _read_calculation(details: _Element) -> Cell:
    """The calculation that a row opens, which leads to where the row stands."""
    calculation = Cell(_text(details).removeprefix("Calculation"))
    link = next((anchor for anchor in details.iter("a") if anchor.get("class") != "flag"), None)
    calculation.link = "" if link is None else link.get("href", "")
    calculation.day = ""
    return calculation


def _read_label(cell: _Element) -> str:
    """What stands before a cell that a row opens."""
    before = cell.getprevious()
    return str((before.tail if before is not None else "") or "").strip("; \n")


def _inherit_link(row: dict[str, Cell], above: Row) -> dict[str, Cell]:
    """A row whose day leads where the same day of the row above it does."""
    for head, cell in row.items():
        if cell.day and not cell.link and above.get(head) == cell:
            cell.link = above[head].link
    return row


def _read_heading(element: _Element) -> str:
    """The heading of a column; that of the places moved is there for who listens only."""
    return (
        "▲▼"
        if element.get("class") == "m"
        else _text(element).removesuffix(_read_shared_text(element)).rstrip()
    )


def _read_shared_text(head: _Element) -> str:
    """What the heading says of all cells: the year of days, the file of rows."""
    span_element = next((span for span in head.iter("span") if not span.keys()), None)
    return "" if span_element is None else _text(span_element)


def _read_notes(row: _Element) -> Row:
    """What stands small beside the name: the club of a player on a list, elsewhere what says its label."""
    labelled = row.findall(".//small[@title]")
    plain = [note for note in row.findall("th/small") if not note.keys()]
    labels = _number_headings([note.get("title", "Club") for note in (*labelled, *plain)])
    notes = {label: Cell(_text(note)) for label, note in zip(labels, (*labelled, *plain), strict=True)}
    club = "".join(map(_read_text_after_name, row.findall("th"))).strip()
    return notes | ({"Club": Cell(club)} if club else {})


def _read_text_after_name(element: _Element) -> str:
    """The text behind the name in the cell of a row: on a list it is the club."""
    name = element[0] if element.tag == "th" and len(element) else None
    return "" if name is None or name.get("class") == "flag" else name.tail or ""


def _text(element: _Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _cell(element: _Element, year: str = "", shared_text: str = "") -> Cell:
    """A cell; a day in it is of the `year` that stands above it, and the head says `once` what all have."""
    text, link = _read_content(element)
    told, day = _find_day(element), _DAY.fullmatch(text)
    if day and not day[3] and (year or shared_text or told):
        text = f"{text} {year or shared_text or told[:4]}"
    elif shared_text and not day:
        text = f"{shared_text}:{text}"
    led = None if link is None or day else _EVENT.search(link.get("href", ""))
    is_as_before = not text and element.find("i") is not None  # which only who listens is told
    cell = Cell("=" if is_as_before else led[1] if led else text)
    cell.link = "" if link is None else link.get("href", "")
    cell.day = _format_iso(text) if day and text.count(" ") == 2 else ""
    return cell


def _read_content(element: _Element) -> tuple[str, _Element | None]:
    """What a cell tells, but for what stands aside in it, and where it leads."""
    if not len(element):
        return _text(element), None
    every = [*element.iter()]
    small = [child for child in every if child.tag == "small"]
    aside = [child for child in every if child.tag in {"small", "i"} or child.get("class") == "vh"]
    aside += [child for child in every if child.tag == "u" and (child.text or "").startswith(" ")]
    notes = {text for child in aside for text in child.itertext()} | {_read_text_after_name(element)}
    within = {link for child in small for link in child.iter("a")}
    text_outside = "".join(text for text in element.itertext() if text not in notes)
    return " ".join(text_outside.split()), next(
        (child for child in every if child.tag == "a" and child not in within), None
    )


def _find_day(element: _Element) -> str:
    """The day that an element tells machines: in a `<time>`, or in the address of its link."""
    time, link = element.find(".//time"), element.find(".//a")
    if time is not None:
        return time.get("datetime", "")
    found = None if link is None else _DAY_IN_ADDRESS.search(link.get("href", ""))
    return found[1] if found else ""


def _format_iso(text: str) -> str:
    """A day with its year as machines write it."""
    day, month, year = text.split()
    return f"{year}-{_MONTHS.index(month[:3]) + 1:02}-{int(day):02}"


def _number_headings(heads: Sequence[str]) -> Iterator[str]:
    for place, head in enumerate(heads):
        before = heads[:place].count(head)
        yield f"{head} {before + 1}" if before else head
