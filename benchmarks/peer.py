"""The site that `sitegen` published, as a project for Hugo: all is calculated, only the pages are to make.

Hugo is given each cell as the text that stands on our page, and has to do what any generator must: loop over
the facts, the rows and the cells of a page and fill in a layout. What is the same on many pages is typed into
its templates, as the author of a theme would: a head with its menu, the heads of a table, a legend. The rows
of a table get a template without a condition in it; pages of which there is one are taken over whole. All
of that favours the peer, and so does that a change of nothing is not greyed there (`class="zero"`).

The layouts stand in `hugo/`. Our own pages are the model for what is typed in, and `compare` refuses a peer
that publishes less.
"""

import json
import re
import shutil
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

VARIANTS = ("escaping", "plain")
"""The configurations of a project: with Hugo's templates that escape, and with those that do not."""

_THEME = Path(__file__).with_name("hugo")
_SAMPLES = 50
_PAGE = re.compile(r'(?s)(.*<title>)(.*?)(</title>.*<main id="main">\n)(.*)(</main>.*)')
_TITLED = re.compile(r"(?s)<h1[^>]*>(?P<title>.*?)</h1>\n(?:<p[^>]*>(?P<subtitle>.*?)</p>)?")
_NEIGHBOUR = re.compile(r'<a rel="(?P<rel>prev|next)" href="(?P<href>[^"]*)">(?P<text>[^<]*)</a>')
_FACT = re.compile(
    r'<div><dt>(?P<label>[^<]*)<dd>(?:<a href="(?P<href>[^"]*)">)?(?:<time datetime="(?P<day>[^"]*)">)?'
    r"(?P<text>[^<]*)(?:</time>)?(?:</a>)?(?: <small>(?P<note>[^<]*)</small>)?</div>"
)
_CHART = re.compile(r"(?s)<figcaption>(.*?)</figcaption>\n<rating-chart[^>]*>(.*?)</rating-chart>")
_CALCULATION = re.compile(r'(?s)</dl>\n(?!</details>)(.*?)(?:<nav class="jump"|<section id=)')
_SECTION = re.compile(
    r'(?s)<section id="(?P<id>[^"]*)">\n<h2[^>]*>(?P<title>.*?)(?: <small>(?P<count>.*?)</small>)?</h2>\n'
    r'(?:<p class="note">(?P<note>.*?)</p>)?(?P<body>.*?)\s*</section>'
)
_TABLE = re.compile(r"(?s)(.*<tbody>\n)(.*?)\n(</table>.*)")
_CELL = re.compile(r"<t[dh]\b.*?(?=<t[dh]\b|$)")
_TAG = re.compile(r"<[^>]*>")
_LOOP = "{{ range . }}<tr>"

_Data = dict[str, Any]


class UnlikeError(Exception):
    """The peer was not given, or did not publish, the pages that we did."""


class Size(NamedTuple):
    """How large a site is: its pages, the bytes of them all, and the rows of results on them."""

    pages: int
    bytes: int
    rows: int


def size(site: Path) -> Size:
    """How large the site in this folder is."""
    pages = [(len(page), page.count(b"\n<tr>")) for page in map(Path.read_bytes, site.rglob("*.html"))]
    return Size(len(pages), sum(each for each, _ in pages), sum(rows for _, rows in pages))


def write_project(published: Path, project: Path) -> None:
    """Write a Hugo project that makes the site in `published` again; `project` must not exist yet.

    A configuration lies in it for each of `VARIANTS`. `UnlikeError` when a page is not built as ours are.
    """
    shutil.copytree(_THEME, project)
    shutil.copytree(published, project / "static", ignore=shutil.ignore_patterns("*.html", ".*"))
    partials = _Partials(project / "layouts" / "_partials")
    for path in sorted(published.rglob("*.html")):
        address = path.relative_to(published).as_posix().removesuffix("index.html")
        _write_page(project, address, path.read_text(encoding="utf-8"), partials)
    for path in (project / "layouts").rglob("*.html"):
        copy = project / "layouts-plain" / path.relative_to(project / "layouts").with_suffix(".plain.html")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def compare(published: Path, built: Path) -> None:
    """Raise `UnlikeError` unless Hugo built the same files, with as many rows and cells on each page.

    The text of a sample of pages must be the same, and the bytes of all to within a tenth.
    """
    ours, theirs = _files(published), _files(built)
    if ours != theirs:
        raise UnlikeError(f"{built}: not the same files: {sorted(ours ^ theirs)[:5]}")
    pages = sorted(path for path in ours if path.endswith(".html"))
    sample = set(pages[:: len(pages) // _SAMPLES + 1])
    for path in pages:
        one, other = ((site / path).read_text(encoding="utf-8") for site in (published, built))
        if _cells(one) != _cells(other):
            raise UnlikeError(f"{built / path}: {_cells(other)} rows and cells, where we have {_cells(one)}")
        if path in sample and _text(one) != _text(other):
            raise UnlikeError(f"{built / path}: not the text of {published / path}")
    share = size(built).bytes / size(published).bytes
    if abs(share - 1) > 0.1:
        raise UnlikeError(f"{built}: {share:.0%} of our bytes")


def _files(site: Path) -> set[str]:
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    return {path for path in files if not path.startswith(".")}


def _cells(page: str) -> tuple[int, int]:
    return page.count("\n<tr>"), page.count("<td") + page.count("<th ")


def _text(page: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", page)).split())


class _Partials:
    """Templates for what is the same on many pages, each written once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[tuple[str, str], str] = {}

    def name(self, kind: str, template: str) -> str:
        """The name, among those of its kind, of the partial with this text."""
        if (kind, template) not in self._names:
            self._names[kind, template] = f"{len(self._names) + 1}"
            path = self._folder / kind / f"{len(self._names)}.html"
            path.parent.mkdir(exist_ok=True)
            path.write_text(template, encoding="utf-8")
        return self._names[kind, template]


def _write_page(project: Path, address: str, html: str, partials: _Partials) -> None:
    """A stub of content that names the layout, and beside it what the page shows."""
    found = _PAGE.fullmatch(html)
    if not found:
        raise UnlikeError(f"{address}: no page with a title and <main>")
    before, title, between, main, after = found.groups()
    kind, name = _kind(address), address.strip("/").replace("/", "_") or "home"
    params = {
        "data": f"{name}.json",
        "head": partials.name("heads", f"{before}{{{{ .Title }}}}{between}"),
        "foot": partials.name("feet", after),
    }
    front = {"title": unescape(title), "url": f"/{address}", "layout": kind, "params": params}
    _write_json(project / "content" / f"{name}.md", front)
    shown = {"main": main} if kind == "whole" else _shown(kind, main, partials)
    _write_json(project / "assets" / f"{name}.json", shown)


def _write_json(path: Path, data: _Data) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def _kind(address: str) -> str:
    """The layout of a page: `backgammon/players/jan/` is a player's."""
    match address.split("/"):
        case [_, "players", _, ""]:
            return "player"
        case [_, "results", _, ""]:
            return "event"
        case [_, "lists", _, ""] | ["backgammon", ""]:
            return "ranked"
    return "whole"


def _shown(kind: str, main: str, partials: _Partials) -> _Data:
    """What a page with results shows: values for what is filled in, HTML for the few parts taken over."""
    legend = re.search(r"(?s)<details.*</details>", main)
    return {
        **_named(_TITLED, main)[0],
        "neighbours": _named(_NEIGHBOUR, main),
        "note": _between(main, '</div>\n<p class="note">', "</p>"),
        "facts": _named(_FACT, _between(main, '<dl class="facts">', "</dl>")),
        "calculation": "".join(_CALCULATION.findall(main)) if kind == "event" else "",
        "charts": [{"title": unescape(title), "drawn": svg} for title, svg in _CHART.findall(main)],
        "sections": [_section(found, partials) for found in _SECTION.finditer(main)],
        "legend": partials.name("legends", legend[0] if legend else ""),
        "after": main.partition("</details>")[2],
    }


def _section(found: re.Match[str], partials: _Partials) -> _Data:
    """A section of a page: its rows, and the partial that makes a table of them."""
    shown = {name: unescape(text) for name, text in found.groupdict("").items() if name != "body"}
    table = _TABLE.fullmatch(found["body"])
    if not table:
        return shown | {"table": partials.name("tables", found["body"])}
    before, body, after = table.groups()
    lines = body.replace(' class="zero"', "").split("\n")
    shape = _shape(tuple(map(_skeleton, _CELL.findall(lines[0].removeprefix("<tr>")))))
    template = f"{before}{_LOOP}{shape.template}\n{{{{ end }}}}{after}"
    rows = [shape.values(each) for each in lines]
    return shown | {"table": partials.name("tables", template), "rows": rows}


def _skeleton(cell: str) -> str:
    """A cell with `{}` for what differs from row to row: a text, a day, a class, the end of an address."""
    cell = re.sub(r'(href="[^"]*?)[^"/]+(/?")', r"\1{}\2", cell)
    cell = re.sub(r'((?:datetime|class)=")[^"]*"', r'\1{}"', cell)
    return re.sub(r"[^<>]*((?:</\w+>)*)$", r"{}\1", cell, count=1)


class _Shape(NamedTuple):
    """How the rows of a table are built, and a Hugo template of such rows.

    Of rows as JSON, the fastest for Hugo are those in which what has a link or a mark around it comes first
    (`index`), then the cells of text that follow one another (`range after`).
    """

    pattern: re.Pattern[str]
    order: list[int]
    template: str

    def values(self, row: str) -> list[str]:
        """What stands in a row, in the order in which the template asks for it."""
        found = self.pattern.fullmatch(row)
        if not found:
            raise UnlikeError(f"a row unlike those above it: {row}")
        texts = found.groups()
        return [unescape(texts[place]) for place in self.order]


@cache
def _shape(cells: tuple[str, ...]) -> _Shape:
    """The shape of rows with these skeletons for cells."""
    marks = "".join("x" if cell == "<td>{}" else "-" for cell in cells)
    run = max(re.findall("x*", marks), key=len)
    start = marks.index(run)
    before, after = "".join(cells[:start]), "".join(cells[start + len(run) :])
    texts = range(before.count("{}"), before.count("{}") + len(run))
    others = [*range(texts.start), *range(texts.stop, texts.stop + after.count("{}"))]
    template = f"{{{{ range after {len(others)} . }}}}<td>{{{{ . }}}}{{{{ end }}}}".join((before, after))
    for number in range(len(others)):
        template = template.replace("{}", f"{{{{ index . {number} }}}}", 1)
    pattern = "".join(map(re.escape, cells)).replace(r"\{\}", '([^<>"]*)')
    return _Shape(re.compile("<tr>" + pattern), [*others, *texts], template)


def _between(html: str, start: str, end: str) -> str:
    """What stands between two marks; empty when the first is missing."""
    return html.partition(start)[2].partition(end)[0]


def _named(pattern: re.Pattern[str], html: str) -> list[dict[str, str]]:
    """The texts that each occurrence of a pattern names."""
    return [
        {name: unescape(text) for name, text in found.groupdict("").items()}
        for found in pattern.finditer(html)
    ]
