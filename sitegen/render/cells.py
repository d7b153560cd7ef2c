"""The cells of tables as HTML: the type of a column says how its values are shown."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from html import escape
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from markupsafe import escape as escaped

from sitegen.career import WITH_WINNERS
from sitegen.derived.chronicle import describe_form
from sitegen.language import Language
from sitegen.render import drawn
from sitegen.table import Column
from sitegen.whole import MINUS, wholes

T = TypeVar("T")
Writer = Callable[[Sequence[Any]], Iterable[str]]
"""Writes the cells of a column with their tags, given its values."""
_text = partial(escape, quote=False)
_quoted = cache(quote)  # the same ids stand on thousands of pages
_PER_CENT = "\N{NO-BREAK SPACE}%"
_NOT_ZERO = frozenset("123456789")
_HIDDEN = re.compile("<span class=vh>(.*?)</span>")  # shorter in a list, where there are thousands


class Memo(dict[Any, T]):
    """Texts by what they are written from; most values of most columns come again."""

    def __init__(self, write: Callable[[Any], T]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> T:
        self[value] = text = self._write(value)
        return text


class Tags(NamedTuple):
    """The tags of cells of changes: of blank ones, of those of nothing, and of a rise and a fall."""

    blank: str
    level: str
    up: str
    down: str

    @classmethod
    def of(cls, kind: str) -> "Tags":
        """Those of cells that have a class themselves."""
        blank, up, down = (f"<td{attribute(f'{kind} {way}')}>" for way in ("", "up", "l"))
        return cls(blank, blank, up, down)

    def cell(self, text: str) -> str:
        """A change as it is written, behind the tag that its sign asks for."""
        if not text:
            return self.blank
        if _NOT_ZERO.isdisjoint(text):
            return self.level + text
        return (self.down if text.startswith(("-", MINUS)) else self.up) + text


FALLS = Tags("<td>", "<td class=e>", "<td>", "<td class=l>")
"""Of a column that says by its place that it is one of changes, most of which are rises."""
RISES = FALLS._replace(up="<td class=up>", down="<td>")
"""The same where most changes are falls: in rows that say that they were lost."""


@dataclass(frozen=True)
class Cells:
    """Writes the cells of one ranking on the pages that lie at the same depth.

    `up` leads from such a page to the ranking's own, `to_players` to where those of players lie; `players`
    gives the name of each player that has a page; `labels` those without; `event_of` the results page that a
    key, day or round is of and `titles` what each is called, `topic_of` the page of a word; `sources` is the
    address of the repository's files, empty when there is none; `clubs` has the page of each club, by its
    names.
    """

    language: Language
    up: str
    to_players: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_of: Mapping[object, str]
    titles: Mapping[str, str]
    topic_of: Mapping[object, str]
    sources: str
    clubs: Mapping[str, str]

    def one(self, column: Column, value: Any) -> str:
        """One cell of a column, without its tag."""
        if column.shown.style == "movement":
            return self._movement(value)
        if value is None or value == "":
            return ""
        if write := self._by_style.get(column.shown.style):
            return write(value)
        if column.name == "club":
            return self._club(str(value))
        return self.word(value) if column.choices else self._plain(column, value)

    def writer(self, column: Column, tag: str = "", changes: Tags | None = None) -> Writer:
        """What writes the cells of a column, each behind a tag; every text is written once for all pages.

        `changes` are the tags of a column of changes or of moves. The values of a column that names the
        `event` of its days are pairs of a day and the key of its event.
        """
        return self._writers[column, tag, changes]

    @cached_property
    def _writers(self) -> Memo[Writer]:
        return Memo(lambda key: self._writer(*key))

    def _writer(self, column: Column, tag: str, changes: Tags | None) -> Writer:
        style = column.shown.style
        if style == "source":
            return partial(self._sources, tag)
        if style == "course":
            return partial(_courses, tag)
        if style == "percentage" or (column.kind is float and style in {"number", "signed"}):
            return self._number_writer(column, tag, changes)
        if column.event:
            return partial(map, Memo(lambda pair: tag + self.leading(column, *pair)).__getitem__)
        if style == "movement" and changes:
            return partial(map, Memo(partial(self._moved, changes)).__getitem__)
        write = self._form if style == "form" else self.one
        return partial(map, Memo(lambda value: tag + write(column, value)).__getitem__)

    def _number_writer(self, column: Column, tag: str, changes: Tags | None) -> Writer:
        """What writes a column of figures; those told as whole numbers are few, each written once."""
        decimals, is_signed = column.shown.decimals, column.shown.style == "signed"
        if column.shown.style == "percentage":
            return partial(_rounded, Memo(lambda number: tag + wholes([number])[0] + _PER_CENT), tag, 100.0)
        if not (changes or decimals or is_signed):
            return partial(_rounded, Memo(lambda number: tag + wholes([number])[0]), tag, 1.0)
        numbers = partial(self.language.numbers, decimals=decimals, signed=is_signed)
        write = Memo(changes.cell).__getitem__ if changes else tag.__add__
        return lambda values: map(write, numbers(values))

    def name_writer(self, column: Column, beside: Column | None, *, is_list: bool) -> Writer:
        """What writes whom the rows of a list are about: the name is an element in each.

        The values are pairs where something stands small `beside` the name; on a list all that is behind the
        name does. The club of a player leads nowhere there: the whole cell is the way to the player.
        """
        opening, closing = ("", "") if is_list else ("<small>", "</small>")

        def name(value: Any) -> str:
            text = self.one(column, value)
            return f"<b>{text}</b>" if is_list and not text.startswith("<a") else text

        def small(value: Any) -> str:
            text = _text(str(value)) if not beside or beside.name == "club" else self.one(beside, value)
            return f" {opening}{text}{closing}" if value else ""

        if beside is None:
            return partial(map, Memo(lambda value: f"<th>{name(value)}").__getitem__)
        return partial(map, Memo(lambda pair: f"<th>{name(pair[0])}{small(pair[1])}").__getitem__)

    @cached_property
    def days(self) -> Memo[Memo[str]]:
        """Days without their year behind a tag, each the way to the event of the key beside it.

        By tag, and whether they are timed, as machines read it: those that stand below their year by the
        thousand are not.
        """
        return Memo(lambda key: Memo(lambda pair: key[0] + self._day(*pair, timed=key[1])))

    def _day(self, day: date | None, event: Any, *, timed: bool) -> str:
        if day is None:
            return ""
        text = self.language.day_and_month(day)
        return self.to_event(event, _timed(day, text) if timed else escape(text))

    def _sources(self, tag: str, values: Iterable[str]) -> list[str]:
        """Places of rows: every row stands in a line of its own, and none comes again."""
        files = self._files
        split = [value.rpartition(":") for value in values]
        return [tag + (path and line.join(files[path])) for path, _, line in split]

    @cached_property
    def plain_names(self) -> Memo[str]:
        """The names of players, which lead nowhere, by their ids."""
        return Memo(lambda player: str(escaped(self.name(player))))

    def leading(self, column: Column, value: Any, key: str) -> str:
        """A cell that leads to the event with this key, if it has a page."""
        return self.to_event(key, self._plain(column, value)) if value else ""

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
            "percentage": lambda value: wholes([100 * value])[0] + _PER_CENT,
            "source": lambda value: self._sources("", [value])[0],
        }

    def _plain(self, column: Column, value: Any) -> str:
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, float):
            shown = column.shown
            return self.language.number(shown.decimals, signed=shown.style == "signed")(value)
        if isinstance(value, date):
            return self._dates[value]
        return _text(str(value))

    def word(self, text: str) -> str:
        """A text of the program's own in the language of the site."""
        return self._words[text]

    @cached_property
    def _words(self) -> Memo[str]:
        return Memo(lambda text: escape(self.language.word(text)))

    @cached_property
    def _dates(self) -> Memo[str]:
        return Memo(lambda day: _timed(day, self.language.short_date(day)))

    def _movement(self, value: int | None) -> str:
        if value is None:
            return f"<span class=new>{self.word('new')}</span>"
        if value == 0:
            return f"<span class=vh>{self.word('as before')}</span>"
        texts = ("places up", "place up") if value > 0 else ("places down", "place down")
        word = self.word(texts[abs(value) == 1])
        return f"{'▲' if value > 0 else '▼'}{abs(value)}<span class=vh> {word}</span>"

    def _moved(self, tags: Tags, value: int | None) -> str:
        """A move in a list: an element of a letter, `u` for a fall, has what only screen readers say."""
        if value is None:
            return tags.level + self._movement(value)
        tag, element = (tags.up, "i") if value > 0 else (tags.blank, "u" if value < 0 else "i")
        return tag + _HIDDEN.sub(rf"<{element}>\1</{element}>", self._movement(value))

    def _form(self, column: Column, value: str) -> str:
        if not value:
            return ""
        return drawn.ticks(
            value, escape(describe_form(value, self.language, wins=column.unit in WITH_WINNERS))
        )

    def player(self, value: str) -> str:
        """A player by name, with the way to their page."""
        name = _text(self.name(value))
        return f"<a href={self.to_players}{_quoted(value)}/>{name}</a>" if value in self.players else name

    def _event(self, value: Any) -> str:
        text = self._dates[value] if isinstance(value, date) else _text(self.titles.get(value, str(value)))
        return self.to_event(value, text)

    def to_event(self, value: Any, text: str) -> str:
        """`text` as the way to the event that a key, day or round is of, where it has one."""
        key = self.event_of.get(value)
        return f"<a href={self.up}results/{_quoted(key)}/>{text}</a>" if key else text

    def _club(self, value: str) -> str:
        """What may be the name of a club, as the way to its page where it is."""
        address, text = self.clubs.get(value), _text(value)
        return f"<a href={address}>{text}</a>" if address else text

    def _topic(self, value: Any) -> str:
        text, key = _text(str(value)), self.topic_of.get(value)
        return f"<a href={self.up}{_quoted(key)}/>{text}</a>" if key else text

    def _short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _remark(self, value: str) -> str:
        text, colon, named = value.partition(": ")
        return self.word(text) + (f"{self.language.colon} " if colon else "") + escape(named)

    @cached_property
    def _files(self) -> Memo[Sequence[str]]:
        return Memo(self._pieces)

    def _pieces(self, path: str) -> Sequence[str]:
        """What shows a line of a file: the number of the line stands between."""
        name = f"{escape(file_of(path))}:"
        link = f'<a href="{self.sources}{_quoted(path)}?plain=1#L'
        return (link, f'">{name}', "</a>") if self.sources else (name, "")


def attribute(kind: str) -> str:
    """The class of a cell as its attribute: a table has thousands, and one word needs no quotes."""
    own = kind.strip()
    return f' class="{own}"' if " " in own else f" class={own}" if own else ""


def file_of(path: str) -> str:
    """What a file is called where rows of it are shown."""
    return path.rpartition("/")[2].removesuffix(".csv")


def _rounded(known: Memo[str], blank: str, times: float, values: Sequence[float | None]) -> Iterable[str]:
    """Cells of figures told as whole numbers, of which there are few."""
    if None in values:
        return [blank if value is None else known[round(times * value)] for value in values]
    return map(known.__getitem__, map(round, map(times.__mul__, values) if times != 1 else values))  # type: ignore[arg-type]


def _courses(tag: str, courses: Sequence[Any]) -> list[str]:
    least = drawn.spread(courses)
    return [tag + drawn.spark(course, least) for course in courses]


def _timed(day: date, text: str) -> str:
    return f"<time datetime={day.isoformat()}>{escape(text)}</time>"
