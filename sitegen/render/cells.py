"""The cells of tables as HTML, by whole columns: a cell's type says how it is shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from html import escape
from typing import Any
from urllib.parse import quote

from sitegen.career import WITH_WINNERS
from sitegen.derived.feats import formed
from sitegen.language import Language
from sitegen.render import drawn
from sitegen.table import Column, Shown

Written = Callable[[Iterable[Any]], Iterable[str]]
_Write = Callable[[Iterable[float | None]], list[str]]

_quoted = cache(quote)  # the same ids stand on thousands of pages


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
    `labels` those without; `event_of` the results page that a key, day or round is of and `titles` what each
    is called, `topic_of` the page of a word; `sources` is the address of the repository's files, empty when
    there is none; `clubs` has the page of each club, by its names.
    """

    language: Language
    up: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_of: Mapping[object, str]
    titles: Mapping[str, str]
    topic_of: Mapping[object, str]
    sources: str
    clubs: Mapping[str, str]

    def of(self, column: Column, tag: str, kind: str) -> Written:
        """What writes the cells of a column, given whole; of days that say their event with its keys.

        `tag` begins each, with the class `kind`; of changes and moves the sign makes another class.
        """
        style = column.shown.style
        if column.kind is float and style in {"number", "signed"}:
            return self._numbers(column, tag, kind)
        if style == "course":
            return partial(self._courses, tag)
        if style == "source":  # each row stands in a line of its own: none comes again
            return partial(map, lambda value: tag + (value and self._source(value)))
        if column.event:
            return partial(map, _Memo(lambda pair: tag + self.leading(column, *pair)).__getitem__)
        return partial(map, _Memo(partial(self._cell, column, tag, kind)).__getitem__)

    def _numbers(self, column: Column, tag: str, kind: str) -> Written:
        signed, decimals = column.shown.style == "signed", column.shown.decimals
        write = partial(self.language.numbers, decimals=decimals, signed=signed)
        return partial(_changes, kind, write) if kind == "d" else partial(_figures, tag, write)

    def _cell(self, column: Column, tag: str, kind: str, value: Any) -> str:
        if column.shown.style == "movement" and value:
            tag = f'<td class="{kind} {"up" if value > 0 else "down"}">'
        return tag + (self._form(column, value) if column.shown.style == "form" else self.one(column, value))

    def named(self, column: Column, beside: Column | None, pairs: Iterable[tuple[Any, Any]]) -> Iterable[str]:
        """The cells that say whom a row is about, each with what stands small `beside` the name.

        The club of a player leads nowhere there: the whole cell is the way to the player.
        """
        small = _Memo(lambda value: f" <small>{self._beside(beside, value)}</small>" if value else "")
        return [f'<th scope="row">{self.one(column, name)}{small[aside]}' for name, aside in pairs]

    def _beside(self, column: Column | None, value: Any) -> str:
        return self.one(column, value) if column and column.name != "club" else escape(str(value))

    def one(self, column: Column, value: Any) -> str:
        """One cell of a column, without its tags."""
        if column.shown.style == "movement":
            return self._movement(value)
        if value is None or value == "":
            return ""
        if write := self._by_style.get(column.shown.style):
            return write(value)
        if column.name == "club":
            return self._club(str(value))
        return self._word(value) if column.choices else self._plain(column.shown, value)

    def texts(self, column: Column, values: Iterable[Any]) -> list[str]:
        """Cells of a column without their tags, each of its values written once for all pages."""
        if column.shown.style == "source":
            return [self.one(column, each) for each in values]
        known = self._texts.setdefault(column, _Memo(partial(self.one, column)))
        return list(map(known.__getitem__, values))

    @cached_property
    def _texts(self) -> dict[Column, _Memo]:
        return {}

    def days(self, pairs: Iterable[tuple[date | None, Any]]) -> list[str]:
        """Days without their year, each the way to the event of the key beside it."""
        return list(map(self._days.__getitem__, pairs))

    @cached_property
    def _days(self) -> _Memo:
        return _Memo(lambda pair: self._day(*pair))

    def _day(self, day: date | None, key: Any) -> str:
        if day is None:
            return ""
        told = escape(self.language.day_and_month(day))
        return self.to_event(key, f'<time datetime="{day}">{told}</time>')

    def leading(self, column: Column, value: Any, key: str) -> str:
        """A cell that leads to the event with this key, if it has a page."""
        return self.to_event(key, self._plain(column.shown, value)) if value else ""

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.players.get(player) or self.labels.get(player, player)

    @cached_property
    def _by_style(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "player": self.player,
            "event": self._event,
            "topic": self._topic,
            "remark": self._remark,
            "short": self._short,
            "percentage": _percents,
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
            return f'<span class="vh">{self._word("as before")}</span>'
        said = ("places up", "place up") if value > 0 else ("places down", "place down")
        word = self._word(said[abs(value) == 1])
        return f'{"▲" if value > 0 else "▼"}{abs(value)}<span class="vh"> {word}</span>'

    def _courses(self, tag: str, values: Iterable[Any]) -> list[str]:
        courses = list(values)
        least = drawn.spread(courses)
        return [tag + drawn.spark(each, least) for each in courses]

    def _form(self, column: Column, value: str) -> str:
        if not value:
            return ""
        said = formed(value, self.language, wins=column.unit in WITH_WINNERS)
        return drawn.ticks(value, escape(said))

    def player(self, value: str) -> str:
        """A player by name, with the way to their page."""
        name = escape(self.name(value))
        return f'<a href="{self.up}players/{_quoted(value)}/">{name}</a>' if value in self.players else name

    def _event(self, value: Any) -> str:
        text = self._dates[value] if isinstance(value, date) else escape(self.titles.get(value, str(value)))
        return self.to_event(value, text)

    def to_event(self, value: Any, text: str) -> str:
        """`text` as the way to the event that a key, day or round is of, where it has one."""
        key = self.event_of.get(value)
        return f'<a href="{self.up}results/{_quoted(key)}/">{text}</a>' if key else text

    def _club(self, value: str) -> str:
        """What may be the name of a club, as the way to its page where it is."""
        address, text = self.clubs.get(value), escape(value)
        return f'<a href="{address}">{text}</a>' if address else text

    def _topic(self, value: Any) -> str:
        text, key = escape(str(value)), self.topic_of.get(value)
        return f'<a href="{self.up}{_quoted(key)}/">{text}</a>' if key else text

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


def _percents(value: float) -> str:
    return f"{100 * value:.0f}\N{NO-BREAK SPACE}%"


def _figures(tag: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of figures, hardly two of which are alike."""
    return [tag + text for text in write(values)]


def _changes(kind: str, write: _Write, values: Iterable[Any]) -> list[str]:
    """Cells of changes, each with its sign as a class; one that rounds to nothing has none."""
    (nothing,) = write([0.0])
    amounts = list(values)
    return [
        f'<td class="{kind}{"" if not text or text == nothing else " up" if amount > 0 else " down"}">{text}'
        for text, amount in zip(write(amounts), amounts, strict=True)
    ]
