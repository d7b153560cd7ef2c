"""Tables as HTML: which columns are shown, under which heads, and what they mean.

End tags that HTML allows to leave out are left out: on a page of a thousand rows they would be a quarter of
the bytes.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from html import escape
from itertools import chain, compress, count, pairwise, repeat
from operator import add, le, ne
from typing import Any, TypeVar
from urllib.parse import quote

from markupsafe import Markup

from sitegen.model import Fact, Highlight, Section
from sitegen.names import alphabetical, anchor
from sitegen.render.calculations import DuelTable, calculations
from sitegen.render.cells import FALLS, Cells, Memo, Tags, attribute, file_of
from sitegen.render.report import Report
from sitegen.render.table_layout import (
    TOO_FEW,
    ShownColumn,
    Values,
    beside,
    cell_class,
    is_bare,
    is_blank,
    is_numeric,
    is_same,
    join,
    mark_words,
    places,
    row_header,
    values_of,
    visible,
    word_classes,
)
from sitegen.strip import Named
from sitegen.table import (
    Column,
    Role,
    Rows,
    Source,
    Table,
    cells,
    column_of,
    figure,
    role,
    roles,
)

T = TypeVar("T")
_AT_A_GLANCE: frozenset[Role] = frozenset({"rank", "name", "value", "change"})
_DENSE = 10  # a table with more columns than this is set in smaller type
_TIME = re.compile("<time[^>]*>(.*?)</time>")


@dataclass(frozen=True)
class TableWriter:
    """Writes the tables of one ranking on the pages that lie at the same depth.

    On a page with a `report` every row that says where it stands leads there. No row leads to the page
    `here` itself, which is that of the event with this key. `known` is what such pages share.
    """

    cells: Cells
    report: Report | None = None
    here: str = ""
    known: dict[Any, Any] = field(default_factory=dict)

    @property
    def up(self) -> str:
        """What leads from such a page to the ranking's own."""
        return self.cells.up

    def memoize(self, key: Any, make: Callable[[], T]) -> T:
        """What is the same on all such pages, made once."""
        if key not in self.known:
            self.known[key] = make()
        found: T = self.known[key]
        return found

    def table(self, section: Section, title: str = "") -> Markup:
        """`section` as a `<table>`, empty without rows; a column that is blank in all of them is left out.

        `title` is the id of the heading that says what the table is.
        """
        if not section.rows:
            return Markup()
        title = title or f"{section.name}-title"
        if section.calculation:
            return Markup(DuelTable(self.cells, self.report, section).html(title))  # noqa: S704 - all cells are escaped
        values = values_of(section.table, section.rows)
        small = self._beside(section.table, values)
        shown = [
            column for column in self._columns(section.table, small) if not is_blank(values(column.place))
        ]
        if self.here and not section.whole:  # the parts of a table are joined, so that all are alike
            shown = [self._headed(column, values(column.place)) for column in shown]
        kinds = [column.kind for column in shown]
        written = mark_words([list(self._written(column, values)) for column in shown], kinds)
        rows = join(repeat("\n<tr>", len(section.rows)), *written)
        kind = ("dense" if len(shown) > _DENSE else "plain") + word_classes(kinds)
        head = "".join([self._head(column, values, self._label) for column in shown])
        bodies = ["".join(rows[start:end]) for start, end in pairwise(_bounds(section))]
        return _html(kind, title, head, "\n<tbody>".join(bodies))

    def listed(self, section: Section, tags: Sequence[str]) -> Markup:
        """The same as a list of players, without what is the same of all; `tags` begin its rows."""
        return self._list(section, f"{section.name}-title", tags)

    def top(self, section: Section, title: str) -> Markup:
        """A list with nothing but who, the figure and its change; its heads say what they mean."""
        return self._list(section, title, (), _AT_A_GLANCE)

    def _list(
        self, section: Section, title: str, tags: Sequence[str], wanted: Container[Role] | None = None
    ) -> Markup:
        if not section.rows:
            return Markup()
        table, values = section.table, values_of(section.table, section.rows)
        small, value = None if wanted else self._beside(table, values), roles(table).place.get("value")
        shown = [
            column
            for column in self._columns(table, small, "list")
            if not is_blank(values(column.place))
            and not _is_common(column, values)
            and (not wanted or role(table, column.column) in wanted or column.place == value)
        ]
        kind = "list" if small is None else "list beside"
        if is_bare(column.kind for column in shown):
            bare = {column.place: column for column in self._columns(table, small, "bare")}
            kind, shown = f"{kind} bare", [bare[column.place] for column in shown]
        written = [self._written(column, values) for column in shown]
        label = self._meaning if wanted else self._label
        head = "".join([self._head(column, values, label) for column in shown])
        return _html(kind, title, head, "".join(join(tags or repeat("\n<tr>"), *written)))

    def same(self, section: Section) -> Markup:
        """What is left out of a list because all have the same, as the inside of a `<dl>`."""
        values = values_of(section.table, section.rows)
        shown = [shown for shown in self._columns(section.table, None, "list") if _is_common(shown, values)]
        same = [(column, values(place)[0]) for place, _, column, *_ in shown if not is_blank(values(place))]
        cells = [(self._label(column), self.cells.one(column, value)) for column, value in same]
        lines = [f"<div><dt>{label}<dd>{cell}</div>" for label, cell in cells]
        return Markup("\n".join(lines))  # noqa: S704 - as above

    def _written(self, shown: ShownColumn, values: Values) -> Iterable[str]:
        """The cells of a column; beside the place of a row stands what reports a mistake in it."""
        written, column = shown.cells(values), shown.column
        if self.here and (column.event or column.shown.style == "event"):
            written = self._unlinked(list(written), is_ordered=_is_ordered(shown, values))
        if not (self.report and column.shown.style == "source"):
            return written
        flags = self.report.flags(zip(values(shown.place), repeat("")), self.cells.language)
        return map(add, written, flags)

    def _unlinked(self, written: list[str], *, is_ordered: bool) -> Iterable[str]:
        """The cells without the way to the page that they are on.

        Nor do days that are in order say there what machines would sort them by.
        """
        way = f"<a href={self.up}results/{quote(self.here)}/>"

        def plain(cell: str) -> str:
            text = cell.replace(way, "").replace("</a>", "") if way in cell else cell
            return _TIME.sub(_unbroken, text) if is_ordered else text

        texts = {cell: plain(cell) for cell in {*written}}
        return map(texts.__getitem__, written)

    def _headed(self, shown: ShownColumn, values: Sequence[Any]) -> ShownColumn:
        """A column with what its head can say of all cells: the year of days, or the file of the rows.

        A number alone would be too small a link to be touched.
        """
        column = shown.column
        if len(values) <= TOO_FEW or not all(values):
            return shown
        if column.kind is date and shown.kind != "h" and len({day.year for day in values}) == 1:
            is_event, days = column.shown.style == "event", self.cells.days["<td>", True]
            own = shown._replace(write=partial(map, days.__getitem__), note=str(values[0].year))
            if shown.beside is None and not is_event:
                return own._replace(write=lambda values: map(days.__getitem__, zip(values, repeat(None))))
            return own._replace(beside=shown.place) if shown.beside is None else own
        path, colon, _ = values[0].rpartition(":") if column.shown.style == "source" else ("", "", "")
        if colon and not self.cells.sources and all(map(str.startswith, values, repeat(path + colon))):
            lines = Memo(lambda place: f"<td>{place.rpartition(':')[2]}")
            return shown._replace(write=partial(map, lines.__getitem__), note=file_of(path))
        return shown

    def _beside(self, table: type[Table], values: Values) -> int | None:
        """The place of what stands beside the names; None where that is the same for all."""
        column = beside(table)
        place = None if column is None else places(table)[column.name]
        return None if place is None or is_same(values(place)) else place

    def _columns(self, table: type[Table], small: int | None, form: str = "table") -> list[ShownColumn]:
        """The columns of a table or of a list, of which the names have what is `small` beside them.

        The cells of a list say what they are, unless it is so `bare` that their places do.
        """
        own = [column for column in visible(table) if column != beside(table)]
        make = partial(self._column, table, small, form)
        return self.memoize((table, small, form), lambda: [*map(make, own)])

    def _column(self, table: type[Table], small: int | None, form: str, column: Column) -> ShownColumn:
        place, is_head = places(table), column == row_header(table)
        other, is_list = place.get(column.event), form != "table"
        kind = "h" if is_head else cell_class(table, column)
        if is_head and (small is not None or (is_list and not column.event)):
            aside = beside(table) if small is not None else None
            write = self.cells.name_writer(column, aside, is_list=is_list)
            return ShownColumn(place[column.name], small, column, kind, write)
        own = "" if form != "list" or kind in {"r", "m"} else kind  # whose places are the same in all lists
        changes = FALLS if form == "bare" else Tags.of(own)
        is_change = kind == "d" or column.shown.style == "movement"
        tag = "<th>" if is_head else f"<td{attribute(own)}>"
        write = self.cells.writer(column, tag, changes if is_change else None)
        return ShownColumn(place[column.name], other, column, kind, write)

    def _head(self, shown: ShownColumn, values: Values, label: Callable[[Column], str]) -> str:
        column = shown.column
        order = "rank" if column.shown.style == "rank" else "number" if is_numeric(column) else ""
        order = "order" if self.here and _is_ordered(shown, values) else order
        sort = f' data-sort="{order}"' if order else ""
        is_unseen = shown.kind == "m"
        text = f'<span class="vh">{self.cells.word(column.doc)}</span>' if is_unseen else label(column)
        note = f" <br><span>{escape(shown.note)}</span>" if shown.note else ""
        kind = f' class="{shown.kind}"' if shown.kind else ""
        return f'\n<th scope="col"{kind}{sort}>{text}{note}'

    def _label(self, column: Column) -> str:
        return self.cells.word(column.label)

    def _meaning(self, column: Column) -> str:
        """The label of a column, with what it means."""
        if column.doc and column.shown.style != "player":
            return f'<abbr title="{self.cells.word(column.doc)}">{self._label(column)}</abbr>'
        return self._label(column)

    def legend(self, sections: Iterable[Section]) -> Markup:
        """What the columns of `sections` mean, as the inside of a `<dl>`; no label and no meaning twice."""
        tables = tuple(dict.fromkeys(section.table for section in sections if section.rows))
        return self.memoize(("legend", tables), lambda: Markup("\n".join(self._legend(tables))))  # noqa: S704 - as above

    def _legend(self, tables: Iterable[type[Table]]) -> Iterator[str]:
        """Its lines: a label with all that it means, or all labels of one meaning; a player needs none."""
        shown = chain(*map(visible, tables))
        explained = [column for column in shown if column.doc and column.shown.style != "player"]
        meanings = _grouped((self._label(column), self.cells.word(column.doc)) for column in explained)
        for texts, labels in _grouped((texts, label) for label, texts in meanings.items()).items():
            yield f"<div><dt>{'<dt>'.join(labels)}<dd>{'<dd>'.join(texts)}</div>"

    def articles(self, names: Sequence[str]) -> Markup:
        """The articles of the regulation with these names, each as the way to it."""
        links = [f'<a href="{self.up}rules/#{anchor(name)}">{escape(name)}</a>' for name in names]
        return Markup(", ".join(links))  # noqa: S704 - as above

    def answer(self, highlight: Highlight) -> Markup:
        """One answer of the strip above a list, as the inside of a `<div>`: what happened since the last."""
        cells, language = self.cells, self.cells.language
        named = {name: self._named(value) for name, value in highlight.named.items()}
        text, note = (escape(language.titled(text, named)) for text in (highlight.text, highlight.note))
        what = cells.player(highlight.player) if highlight.player else text
        if highlight.event and highlight.player:
            note = cells.to_event(highlight.event, note)
        elif highlight.event:
            what = cells.to_event(highlight.event, what)
        below = f"<small>{note}</small>" if note else ""
        answer = f"<dt>{escape(language.word(highlight.label))}<dd>{what}{self._figure(highlight)}{below}"
        return Markup(answer)  # noqa: S704 - as above

    def _named(self, value: object) -> object:
        if isinstance(value, Named):
            return self.name(value.player)
        return self.cells.language.number(1)(value) if isinstance(value, float) else value

    def _figure(self, highlight: Highlight) -> str:
        figure: Any = highlight.figure
        if figure is None:
            return ""
        column = column_of(highlight.label, highlight.shown)
        is_move = column.shown.style in {"signed", "movement"} and isinstance(figure, int | float)
        moved = figure if is_move else 0
        way = f' class="{"up" if moved > 0 else "down"}"' if moved else ""
        return f" <span{way}>{self.cells.one(column, figure)}</span>"

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.cells.name(player)

    def source(self, place: str) -> Markup:
        """What leads to the row that stands at a place."""
        return Markup(self.cells.one(column_of("", Source), place))  # noqa: S704 - as above

    def filled(self, rows: Sequence[Table], pattern: str) -> Markup:
        """A line of HTML for each row that has all figures which `pattern` names: see `calculations.py`."""
        table = rows.kind if isinstance(rows, Rows) else type(rows[0]) if rows else Table
        return Markup("\n".join(filter(None, calculations(self.cells, table, rows, pattern) if rows else ())))  # noqa: S704 - as above

    def facts(self, facts: Iterable[Fact], kind: str = "") -> Markup:
        """The figures of a standing, as the inside of a `<dl>`; `kind` is the class of each."""
        opening = f'<div class="{escape(kind)}">' if kind else "<div>"
        return Markup("\n".join([opening + self._fact(fact) for fact in facts]))  # noqa: S704 - as above

    def _fact(self, fact: Fact) -> str:
        column = column_of(fact.label, fact.shown)
        led = self.cells.leading(column, fact.value, fact.event) if fact.event else ""
        value = led or self.cells.one(column, fact.value)
        text = self.cells.language.titled(fact.note, fact.named) if fact.note else ""
        note = f" <small>{escape(text)}</small>" if text else ""
        return f"<dt>{self.cells.word(fact.label)}<dd>{value}{note}</div>"


def row_tags(sections: Iterable[Section], taken: Iterable[str] = ()) -> Mapping[str, Sequence[str]]:
    """The tags that begin the rows of the lists on a page, by the name of each.

    A row has the id of its player where nothing else on the page has it, and says whether they played.
    """
    lists, ids, found = list(sections), {*taken}, {}
    ids.update(name for section in lists for name in (section.name, f"{section.name}-title"))
    for section in lists:
        header = row_header(section.table) if figure(section.table) else None
        who = header.name if header and header.shown.style == "player" else ""
        players = _cells_of(section, who) or repeat("", len(section.rows))
        played = _cells_of(section, "lately_played") or repeat(False)
        pairs = zip(players, played, strict=False)
        found[section.name] = [_tag(player, ids, played=is_played) for player, is_played in pairs]
    return found


def _tag(player: str, taken: set[str], *, played: bool) -> str:
    attribute = " data-played" if played else ""
    if not player or player in taken:
        return f"\n<tr{attribute}>"
    taken.add(player)
    name = player if player.replace("-", "").isalnum() else f'"{escape(player)}"'
    return f"\n<tr id={name}{attribute}>"


def clubs(sections: Iterable[Section]) -> list[str]:
    """All words that stand beside the names on lists, each once."""
    found: set[str] = set()
    for section in sections:
        column = beside(section.table)
        if column and column.kind is str:
            found.update(filter(None, _cells_of(section, column.name)))
    return sorted(found, key=alphabetical)


def _cells_of(section: Section, name: str) -> Sequence[Any]:
    """The cells of a column by its name; none where there is no such column."""
    place = places(section.table).get(name)
    return () if place is None else cells(section.rows, place)


def _html(kind: str, title: str, head: str, body: str) -> Markup:
    opening = f'<table class="{kind}" aria-labelledby="{escape(title)}">\n<thead><tr>{head}'
    return Markup(f"{opening}\n<tbody>{body}\n</table>")  # noqa: S704 - every cell is escaped where it is written


def _bounds(section: Section) -> list[int]:
    """Where the bodies of a table begin and end: one of all rows, or one of those that are set apart."""
    keys = _cells_of(section, section.apart)
    return [0, *compress(count(1), map(ne, keys, keys[1:])), len(section.rows)]


def _is_common(shown: ShownColumn, values: Values) -> bool:
    """Whether a column says of a list what all of its rows have, and is not what lists are for."""
    return "o" in shown.kind and is_same(values(shown.place))


def _is_ordered(shown: ShownColumn, values: Values) -> bool:
    """Whether the rows are in the order of this column, which has days."""
    if shown.column.kind is not date:
        return False
    days = values(shown.place)
    return None not in days and all(map(le, days, days[1:]))


def _unbroken(day: re.Match[str]) -> str:
    """A day on one line."""
    return day[1].replace(" ", "\N{NO-BREAK SPACE}")


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> Mapping[Any, tuple[Any, ...]]:
    """The second of all pairs by the first, each once."""
    found: dict[Any, dict[Any, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
