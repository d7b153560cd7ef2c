"""Tables as HTML, by whole columns: a cell's type says how it is shown.

End tags that HTML allows to leave out are left out: on a page of a thousand rows they would be a quarter of
the bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from html import escape
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from sitegen.language import Language
from sitegen.model import Fact, Section
from sitegen.render.layout import bodies, classes, is_numeric, row_header, visible
from sitegen.table import Column, Shown, Table, column_of, columns

_BLANK = (None, "")
_Write = Callable[[Iterable[float | None]], list[str]]
_Cells = Callable[[Sequence[Any]], Iterable[str]]


class _Memo(dict[Any, str]):
    """Cells already written; most values of most columns come again."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> str:
        self[value] = cell = self._write(value)
        return cell


@dataclass(frozen=True)
class _Shown:
    """A column as a table shows it: its place in a row, and what writes its cells."""

    place: int
    column: Column
    cells: _Cells


@dataclass(frozen=True)
class Shower:
    """Shows the tables of one ranking on the pages that lie at the same depth.

    `up` leads from such a page to the ranking's own; `players` gives the name of each player that has a page;
    `labels` those without; `event_of` the results page that a day or round is on, `topic_of` the page of a
    word; `sources` is the address of the repository's files, empty when there is none.
    """

    language: Language
    up: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_of: Mapping[object, str]
    topic_of: Mapping[object, str]
    sources: str

    @cached_property
    def _events(self) -> frozenset[object]:
        return frozenset(self.event_of.values())

    @cached_property
    def _layouts(self) -> dict[type[Table], list[_Shown]]:
        return {}

    @cached_property
    def _heads(self) -> dict[tuple[type[Table], tuple[int, ...]], tuple[str, str]]:
        return {}

    @cached_property
    def _legends(self) -> dict[tuple[type[Table], ...], Markup]:
        return {}

    def table(self, section: Section) -> Markup:
        """`section` as a `<table>`, empty without rows; a column that is blank in all of them is left out."""
        if not section.rows:
            return Markup()
        by_place = list(zip(*section.rows, strict=True))
        shown = [each for each in self._layout(section.table) if not _is_blank(by_place[each.place])]
        style, head = self._head(section.table, shown)
        cells = [each.cells(by_place[each.place]) for each in shown]
        rows = list(map("".join, zip(*cells, strict=True)))
        body = "\n<tbody>\n<tr>".join("\n<tr>".join(rows[each]) for each in bodies(section))
        opening = f'<table class="{escape(section.name)}{style}">\n<thead><tr>{head}\n<tbody>\n<tr>'
        return Markup(f"{opening}{body}\n</table>")  # noqa: S704 - every cell is escaped where it is written

    def legend(self, sections: Iterable[Section]) -> Markup:
        """What the columns of `sections` mean, as the inside of a `<dl>`; each is said once."""
        tables = tuple(dict.fromkeys(each.table for each in sections if each.rows))
        if tables not in self._legends:
            said = [(each.label, each.doc) for table in tables for each in _explained(table)]
            lines = [
                f"<div><dt>{self._word(label)}<dd>{self._word(doc)}</div>"
                for label, doc in dict.fromkeys(said)
            ]
            self._legends[tables] = Markup("\n".join(lines))  # noqa: S704 - as above
        return self._legends[tables]

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.players.get(player) or self.labels.get(player, player)

    def facts(self, facts: Iterable[Fact]) -> Markup:
        """The figures of a standing, as the inside of a `<dl>`."""
        return Markup("\n".join(map(self._fact, facts)))  # noqa: S704 - as above

    def _fact(self, fact: Fact) -> str:
        value = self._cell(column_of(fact.label, fact.shown), fact.value)
        note = f" <small>{self._word(fact.note)}</small>" if fact.note else ""
        return f"<div><dt>{self._word(fact.label)}<dd>{value}{note}</div>"

    def _layout(self, table: type[Table]) -> list[_Shown]:
        if table not in self._layouts:
            places = {column.name: place for place, column in enumerate(columns(table))}
            head = row_header(table)
            self._layouts[table] = [
                _Shown(places[each.name], each, self._writer(each, is_header=each == head))
                for each in visible(table)
            ]
        return self._layouts[table]

    def _head(self, table: type[Table], shown: Sequence[_Shown]) -> tuple[str, str]:
        """The classes of a table with these columns, and its heads."""
        key = table, tuple(each.place for each in shown)
        if key not in self._heads:
            described = [each.column for each in shown]
            self._heads[key] = classes(table, described), "".join(map(self._heading, described))
        return self._heads[key]

    def _heading(self, column: Column) -> str:
        order = "rank" if column.shown.style == "rank" else "number" if is_numeric(column) else ""
        sort = f' data-sort="{order}"' if order else ""
        title = f' title="{self._word(column.doc)}"' if column.doc else ""
        return f'\n<th scope="col"{sort}{title}>{self._word(column.label)}'

    def _writer(self, column: Column, *, is_header: bool) -> _Cells:
        tag = '<th scope="row">' if is_header else "<td>"
        if column.kind is float and column.shown.style in {"number", "signed"}:
            signed, decimals = column.shown.style == "signed", column.shown.decimals
            write = partial(self.language.numbers, decimals=decimals, signed=signed)
            return partial(_changes if signed else _figures, tag, write)
        if column.shown.style == "source":  # each row stands in a line of its own: none comes again
            return partial(map, lambda value: tag + (value and self._source(value)))
        return partial(map, _Memo(lambda value: tag + self._cell(column, value)).__getitem__)

    def _cell(self, column: Column, value: Any) -> str:
        if column.shown.style == "movement":
            return self._movement(value)
        if value is None or value == "":
            return ""
        if write := self._by_style.get(column.shown.style):
            return write(value)
        return self._word(value) if column.choices else self._plain(column.shown, value)

    @cached_property
    def _by_style(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "player": self._player,
            "event": self._event,
            "topic": self._topic,
            "remark": self._remark,
            "short": self._short,
            "source": self._source,
        }

    def _plain(self, shown: Shown, value: Any) -> str:
        if isinstance(value, bool):
            return self._word("yes" if value else "no")
        if isinstance(value, float):
            return self.language.number(shown.decimals, signed=shown.style == "signed")(value)
        if isinstance(value, date):
            return self._dates[value]
        return escape(str(value))

    def _word(self, text: str) -> str:
        return escape(self.language.word(text))

    @cached_property
    def _dates(self) -> _Memo:
        short = self.language.short_date
        return _Memo(lambda day: f'<time datetime="{day.isoformat()}">{escape(short(day))}</time>')

    def _movement(self, value: int | None) -> str:
        if value is None:
            return f'<span class="new">{self._word("new")}</span>'
        if value == 0:
            return '<span class="same">=</span>'
        return f'<span class="up">▲{value}</span>' if value > 0 else f'<span class="down">▼{-value}</span>'

    def _player(self, value: str) -> str:
        name = escape(self.name(value))
        return f'<a href="{self.up}players/{quote(value)}/">{name}</a>' if value in self.players else name

    def _event(self, value: Any) -> str:
        text = self._dates[value] if isinstance(value, date) else escape(str(value))
        key = self.event_of.get(value) or (value if value in self._events else "")
        return f'<a href="{self.up}results/{quote(key)}/">{text}</a>' if key else text

    def _topic(self, value: Any) -> str:
        text, key = escape(str(value)), self.topic_of.get(value)
        return f'<a href="{self.up}{quote(key)}/">{text}</a>' if key else text

    def _short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _remark(self, value: str) -> str:
        said, colon, named = value.partition(": ")
        return self._word(said) + colon + escape(named)

    def _source(self, value: str) -> str:
        path, _, line = value.rpartition(":")
        return self._files[path].format(line=line)

    @cached_property
    def _files(self) -> _Memo:
        return _Memo(self._file)

    def _file(self, path: str) -> str:
        """What shows a line of the file at `path`, with `{line}` in the place of its number."""
        name = escape(path.rpartition("/")[2].removesuffix(".csv")).replace("{", "{{").replace("}", "}}")
        text = f'<span class="source">{name}:{{line}}</span>'
        return f'<a href="{self.sources}{quote(path)}?plain=1#L{{line}}">{text}</a>' if self.sources else text


def _is_blank(values: Sequence[Any]) -> bool:
    return values[0] in _BLANK and all(value in _BLANK for value in values)


def _figures(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of figures, hardly two of which are alike."""
    return [tag + text for text in write(values)]


def _changes(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of changes; a change of nothing steps back."""
    (nothing,) = write([0.0])
    return ['<td class="zero">' + text if text == nothing else tag + text for text in write(values)]


def _explained(table: type[Table]) -> Iterator[Column]:
    """The columns that a legend explains: not a player, who needs no explanation."""
    return (each for each in visible(table) if each.doc and each.shown.style != "player")
