"""The cells of tables as HTML, by whole columns: a cell's type says how it is shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from html import escape
from typing import Any
from urllib.parse import quote

from sitegen.language import Language
from sitegen.table import Column, Shown

Written = Callable[[Iterable[Any]], Iterable[str]]
_Write = Callable[[Iterable[float | None]], list[str]]


class _Memo(dict[Any, str]):
    """Cells already written; most values of most columns come again."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> str:
        self[value] = cell = self._write(value)
        return cell


@dataclass(frozen=True)
class Cells:
    """Writes the cells of one ranking on the pages that lie at the same depth.

    `up` leads from such a page to the ranking's own; `players` gives the name of each player that has a page;
    `labels` those without; `event_of` the results page that a key, day or round is of, `topic_of` the page
    of a word; `sources` is the address of the repository's files, empty when there is none.
    """

    language: Language
    up: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_of: Mapping[object, str]
    topic_of: Mapping[object, str]
    sources: str

    def of(self, column: Column, *, is_header: bool) -> Written:
        """What writes the cells of a column, given whole; of days that say their event with its keys."""
        tag = '<th scope="row">' if is_header else "<td>"
        if column.event:
            return partial(map, _Memo(lambda pair: tag + self.leading(column, *pair)).__getitem__)
        if column.kind is float and column.shown.style in {"number", "signed"}:
            signed, decimals = column.shown.style == "signed", column.shown.decimals
            write = partial(self.language.numbers, decimals=decimals, signed=signed)
            return partial(_changes if signed else _figures, tag, write)
        if column.shown.style == "source":  # each row stands in a line of its own: none comes again
            return partial(map, lambda value: tag + (value and self._source(value)))
        return partial(map, _Memo(lambda value: tag + self.one(column, value)).__getitem__)

    def one(self, column: Column, value: Any) -> str:
        """One cell of a column, without its tags."""
        if column.shown.style == "movement":
            return self._movement(value)
        if value is None or value == "":
            return ""
        if write := self._by_style.get(column.shown.style):
            return write(value)
        return self._word(value) if column.choices else self._plain(column.shown, value)

    def leading(self, column: Column, value: Any, key: str) -> str:
        """A cell that leads to the event with this key, if it has a page."""
        return self._to_event(key, self._plain(column.shown, value)) if value else ""

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.players.get(player) or self.labels.get(player, player)

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
        return self._to_event(value, self._dates[value] if isinstance(value, date) else escape(str(value)))

    def _to_event(self, value: Any, text: str) -> str:
        key = self.event_of.get(value)
        return f'<a href="{self.up}results/{quote(key)}/">{text}</a>' if key else text

    def _topic(self, value: Any) -> str:
        text, key = escape(str(value)), self.topic_of.get(value)
        return f'<a href="{self.up}{quote(key)}/">{text}</a>' if key else text

    def _short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _remark(self, value: str) -> str:
        said, colon, named = value.partition(": ")
        return self._word(said) + (f"{self.language.colon} " if colon else "") + escape(named)

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


def _figures(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of figures, hardly two of which are alike."""
    return [tag + text for text in write(values)]


def _changes(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of changes; a change of nothing steps back."""
    (nothing,) = write([0.0])
    return ['<td class="zero">' + text if text == nothing else tag + text for text in write(values)]
