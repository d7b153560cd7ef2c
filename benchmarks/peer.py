"""The site that `sitegen` published, as a project for Hugo: all is calculated, only the pages are to make.

Our own pages are the model: apart.py finds what is the same on the pages of a kind, which is typed into the
templates as the author of a theme would (a head with its menu, the heads of a table, a legend), and what
differs, which Hugo is given as the text that stands on our page. It has to do what any generator must: loop
over the sections and rows of a page, fill in a template, and escape. `compare` refuses a peer that publishes
anything else.

What favours the peer: its templates have no condition in them; charts, and cells whose markup differs from
row to row, are given as HTML (some 20 % of the bytes); so is what search engines are told, and a page that is
the only one of its kind. Feeds, CSV, JSON and calendars, which we make, are files for it to copy. Neither
makes pictures of players: a generator of pages draws none.
"""

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from apart import FORMS, Kind, Section

_THEME = Path(__file__).with_name("hugo")
_ALIKE = 3  # so many pages make a kind
_ROW = re.compile(rb"\n<tr[^\n]*")
_WHOLE = "{{ index .lines 0 | safeHTML }}"


class UnlikeError(Exception):
    """The peer did not publish the pages that we did."""


class Size(NamedTuple):
    """How large a site is: its pages, the bytes of them all and of the largest; its rows and their bytes."""

    pages: int
    bytes: int
    largest: int
    rows: int
    in_rows: int


def size(site: Path) -> Size:
    """How large the site in this folder is."""
    pages = [(len(page), _ROW.findall(page)) for page in map(Path.read_bytes, site.rglob("*.html"))]
    sizes, rows = [size for size, _ in pages], [len(row) for _, rows in pages for row in rows]
    return Size(len(pages), sum(sizes), max(sizes), len(rows), sum(rows))


def write_project(published: Path, project: Path, form: str) -> None:
    """Write a Hugo project that makes the site in `published` again; `project` must not exist yet.

    The rows of its loops are in one of the forms of `apart.FORMS`.
    """
    shutil.copytree(_THEME, project)
    shutil.copytree(published, project / "static", ignore=shutil.ignore_patterns("*.html", ".*"))
    made, rows = _Project(project), FORMS[form]
    for paths in _kinds(published):
        pages = {path: path.read_text(encoding="utf-8") for path in paths}
        kind = Kind(pages.values(), rows) if len(pages) >= _ALIKE else None
        for path, page in pages.items():
            address = path.relative_to(published).as_posix().removesuffix("index.html")
            made.add(address, kind.apart(page) if kind else [Section(_WHOLE, [page], [])])


def compare(published: Path, built: Path) -> None:
    """Raise `UnlikeError` unless Hugo built the same files, with the same on each page but for its escapes.

    The bytes of all must be the same to within a tenth.
    """
    ours, theirs = _files(published), _files(built)
    if ours != theirs:
        raise UnlikeError(f"{built}: not the same files: {sorted(ours ^ theirs)[:5]}")
    for path in sorted(path for path in ours if path.endswith(".html")):
        if _words(published / path) != _words(built / path):
            raise UnlikeError(f"{built / path}: not what stands in {published / path}")
    share = size(built).bytes / size(published).bytes
    if abs(share - 1) > 0.1:
        raise UnlikeError(f"{built}: {share:.0%} of our bytes")


def _files(site: Path) -> set[str]:
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    return {path for path in files if not path.startswith(".")}


def _words(page: Path) -> list[str]:
    return unescape(page.read_text(encoding="utf-8")).split()


def _kinds(site: Path) -> Iterable[Sequence[Path]]:
    """The pages of a site, those together that lie beside one another."""
    kinds: defaultdict[Path, list[Path]] = defaultdict(list)
    for path in sorted(site.rglob("*.html")):
        kinds[path.parent.parent].append(path)
    return kinds.values()


class _Project:
    """A project that is being written: stubs of pages, their data, and templates of sections."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._forms: dict[str, str] = {}

    def add(self, address: str, sections: Iterable[Section]) -> None:
        """A stub of content that names the layout, and beside it what the page shows."""
        name = address.strip("/").replace("/", "_") or "home"
        front = {"title": name, "url": f"/{address}", "layout": "apart", "params": {"data": f"{name}.json"}}
        shown = [{**each._asdict(), "template": self._form(each.template)} for each in sections]
        _write_json(self._folder / "content" / f"{name}.md", front)
        _write_json(self._folder / "assets" / f"{name}.json", shown)

    def _form(self, template: str) -> str:
        """The name of the partial with this text."""
        if template not in self._forms:
            self._forms[template] = f"{len(self._forms) + 1}"
            path = self._folder / "layouts" / "_partials" / f"{len(self._forms)}.html"
            path.parent.mkdir(exist_ok=True)
            path.write_text(template, encoding="utf-8")
        return self._forms[template]


def _write_json(path: Path, data: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
