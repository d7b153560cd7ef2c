"""The cells of tables as HTML: the type of a column says how its values are shown.

Small drawings in the cells of a list: how a figure went, and how the latest games ended.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, partial
from html import escape
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from markupsafe import escape as escaped

from sitegen.core.entities import WITH_WINNERS
from sitegen.core.language import Language
from sitegen.core.numbers import MINUS, format_integers
from sitegen.core.table import Column
from sitegen.rankings.careers import describe_form

_STEP, _LOW, _HIGH = 4, 21, 3
_TICK_DISTANCE = 6
_TICK_PATHS = {"w": "9V1", "d": "8V12", "l": "11V19"}
"""From where to where a tick goes: up, across the middle, down."""
_SPARKLINE_WIDTH = 26 * _STEP


def compute_min_range(courses: Sequence[Sequence[float]]) -> float:
    """The least difference that fills the height of a line: an eighth of that between all of today.

    So a course of little ups and downs is as flat beside one of great ones as it should be.
    """
    latest = [course[-1] for course in courses if course]
    return (max(latest) - min(latest)) / 8 if latest else 0.0


def render_sparkline(course: Sequence[float], min_range: float) -> str:
    """A course as a small line that ends in a dot; nothing without two moments."""
    if len(course) < 2:
        return ""
    low, high = min(course), max(course)
    span = max(high - low, min_range) or 1.0
    bottom = (low + high - span) / 2
    scale = (_LOW - _HIGH) / span
    start = _SPARKLINE_WIDTH - _STEP * (len(course) - 1)
    heights = [round(_LOW - (value - bottom) * scale) for value in course]
    path = f"M{start} {heights[0]}l{_format_steps(heights)}"
    dot = f'<circle cx={_SPARKLINE_WIDTH} cy={heights[-1]} r="2"/>'
    return f'<svg class=spark viewBox="0 0 108 24" aria-hidden=true><path d="{path}"/>{dot}</svg>'


def _format_steps(heights: Sequence[int]) -> str:
    """The line from height to height, each step from where the last one ended; level ones are one."""
    steps, along = [], 0
    for before, height, after in zip(heights[:-1], heights[1:], [*heights[2:], None], strict=True):
        along += _STEP
        if not before == height == after:
            steps.append(f"{along} {height - before}".replace(" -", "-"))
            along = 0
    return " ".join(steps)


def render_ticks(form: str, label: str) -> str:
    """The latest results as ticks: up for won, down for lost; `label` for who cannot see them."""
    first = 10 - len(form)
    paths = dict.fromkeys("wdl", "")
    for number, kind in enumerate(form, first):
        paths[kind] += f"M{3 + _TICK_DISTANCE * number} {_TICK_PATHS[kind]}"
    paths_markup = "".join(f'<path class={kind} d="{path}"/>' for kind, path in paths.items() if path)
    return f'<svg class=ticks viewBox="0 0 60 20" role=img aria-label="{label}">{paths_markup}</svg>'


T = TypeVar("T")
ColumnWriter = Callable[[Sequence[Any]], Iterable[str]]
"""Writes the cells of a column with their tags, given its values."""
_escape_text = partial(escape, quote=False)
_quote_url = cache(quote)  # the same ids stand on thousands of pages
_PER_CENT = "\N{NO-BREAK SPACE}%"
_NONZERO_DIGITS = frozenset("123456789")
_VISUALLY_HIDDEN = re.compile("<span class=vh>(.*?)</span>")  # shorter in a list, where there are thousands


class Memo(dict[Any, T]):
    """Texts by what they are written from; most values of most columns come again."""

    def __init__(self, write: Callable[[Any], T]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> T:
        self[value] = text = self._write(value)
        return text


class ChangeTags(NamedTuple):
    """The tags of cells of changes: of blank ones, of those of nothing, and of a rise and a fall."""

    blank: str
    level: str
    up: str
    down: str

    @classmethod
    def from_class(cls, kind: str) -> "ChangeTags":
        """Those of cells that have a class themselves."""
        blank, up, down = (f"<td{format_class(f'{kind} {way}')}>" for way in ("", "up", "l"))
        return cls(blank, blank, up, down)

    def format_cell(self, text: str) -> str:
        """A change as it is written, behind the tag that its sign asks for."""
        if not text:
            return self.blank
        if _NONZERO_DIGITS.isdisjoint(text):
            return self.level + text
        return (self.down if text.startswith(("-", MINUS)) else self.up) + text


FALL_TAGS = ChangeTags("<td>", "<td class=e>", "<td>", "<td class=l>")
"""Of a column that says by its place that it is one of changes, most of which are rises."""
RISE_TAGS = FALL_TAGS._replace(up="<td class=up>", down="<td>")
"""The same where most changes are falls: in rows that say that they were lost."""


@dataclass(frozen=True)
class CellWriter:
    """Writes the cells of one ranking on the pages that lie at the same depth.

    `up` leads from such a page to the ranking's own, `to_players` to where those of players lie; `players`
    gives the name of each player that has a page; `labels` those without; `event_of` the results page that a
    key, day or round is of and `titles` what each is called, `topic_of` the page of a word; `sources` is the
    address of the repository's files, empty when there is none; `clubs` has the page of each club, by its
    names.
    """

    language: Language
    ranking_url: str
    players_url: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_keys: Mapping[object, str]
    titles: Mapping[str, str]
    topic_keys: Mapping[object, str]
    sources: str
    clubs: Mapping[str, str]

    def render_cell(self, column: Column, value: Any) -> str:
        """One cell of a column, without its tag."""
        if column.display.style == "movement":
            return self._render_movement(value)
        if value is None or value == "":
            return ""
        if write := self._style_writers.get(column.display.style):
            return write(value)
        if column.name == "club":
            return self._render_club(str(value))
        return self.translate(value) if column.choices else self._render_plain(column, value)

    def get_writer(self, column: Column, tag: str = "", changes: ChangeTags | None = None) -> ColumnWriter:
        """What writes the cells of a column, each behind a tag; every text is written once for all pages.

        `changes` are the tags of a column of changes or of moves. The values of a column that names the
        `event` of its days are pairs of a day and the key of its event.
        """
        return self._writers[column, tag, changes]

    @cached_property
    def _writers(self) -> Memo[ColumnWriter]:
        return Memo(lambda key: self._make_writer(*key))

    def _make_writer(self, column: Column, tag: str, changes: ChangeTags | None) -> ColumnWriter:
        style = column.display.style
        if style == "source":
            return partial(self._render_sources, tag)
        if style == "course":
            return partial(_render_sparklines, tag)
        if style == "percentage" or (column.kind is float and style in {"number", "signed"}):
            return self._make_number_writer(column, tag, changes)
        if column.event:
            return partial(map, Memo(lambda pair: tag + self.render_event_link(column, *pair)).__getitem__)
        if style == "movement" and changes:
            return partial(map, Memo(partial(self._render_move_cell, changes)).__getitem__)
        write = self._render_form if style == "form" else self.render_cell
        return partial(map, Memo(lambda value: tag + write(column, value)).__getitem__)

    def _make_number_writer(self, column: Column, tag: str, changes: ChangeTags | None) -> ColumnWriter:
        """What writes a column of figures; those told as whole numbers are few, each written once."""
        decimals, is_signed = column.display.decimals, column.display.style == "signed"
        if column.display.style == "percentage":
            return partial(
                _round_cells, Memo(lambda number: tag + format_integers([number])[0] + _PER_CENT), tag, 100.0
            )
        if not (changes or decimals or is_signed):
            return partial(_round_cells, Memo(lambda number: tag + format_integers([number])[0]), tag, 1.0)
        numbers = partial(self.language.format_numbers, decimals=decimals, signed=is_signed)
        write = Memo(changes.format_cell).__getitem__ if changes else tag.__add__
        return lambda values: map(write, numbers(values))

    def make_name_writer(self, column: Column, beside: Column | None, *, is_list: bool) -> ColumnWriter:
        """What writes whom the rows of a list are about: the name is an element in each.

        The values are pairs where something stands small `beside` the name; on a list all that is behind the
        name does. The club of a player leads nowhere there: the whole cell is the way to the player.
        """
        small_tag, small_end = ("", "") if is_list else ("<small>", "</small>")

        def format_name(value: Any) -> str:
            text = self.render_cell(column, value)
            return f"<b>{text}</b>" if is_list and not text.startswith("<a") else text

        def format_small(value: Any) -> str:
            text = (
                _escape_text(str(value))
                if not beside or beside.name == "club"
                else self.render_cell(beside, value)
            )
            return f" {small_tag}{text}{small_end}" if value else ""

        if beside is None:
            return partial(map, Memo(lambda value: f"<th>{format_name(value)}").__getitem__)
        return partial(
            map, Memo(lambda pair: f"<th>{format_name(pair[0])}{format_small(pair[1])}").__getitem__
        )

    @cached_property
    def days(self) -> Memo[Memo[str]]:
        """Days without their year behind a tag, each the way to the event of the key beside it.

        By tag, and whether they are timed, as machines read it: those that stand below their year by the
        thousand are not.
        """
        return Memo(lambda key: Memo(lambda pair: key[0] + self._render_day(*pair, timed=key[1])))

    def _render_day(self, day: date | None, event: Any, *, timed: bool) -> str:
        if day is None:
            return ""
        text = self.language.format_short_day(day)
        return self.link_to_event(event, _render_time(day, text) if timed else escape(text))

    def _render_sources(self, tag: str, values: Iterable[str]) -> list[str]:
        """Places of rows: every row stands in a line of its own, and none comes again."""
        files = self._source_links
        split = [value.rpartition(":") for value in values]
        return [tag + (path and line.join(files[path])) for path, _, line in split]

    @cached_property
    def plain_names(self) -> Memo[str]:
        """The names of players, which lead nowhere, by their ids."""
        return Memo(lambda player: str(escaped(self.name(player))))

    def render_event_link(self, column: Column, value: Any, key: str) -> str:
        """A cell that leads to the event with this key, if it has a page."""
        return self.link_to_event(key, self._render_plain(column, value)) if value else ""

    def name(self, player: str) -> str:
        """The name that a player is shown by."""
        return self.players.get(player) or self.labels.get(player, player)

    @cached_property
    def _style_writers(self) -> Mapping[str, Callable[[Any], str]]:
        return {
            "player": self.link_player,
            "event": self._render_event,
            "topic": self._render_topic,
            "remark": self._render_remark,
            "short": self._render_short,
            "percentage": lambda value: format_integers([100 * value])[0] + _PER_CENT,
            "source": lambda value: self._render_sources("", [value])[0],
        }

    def _render_plain(self, column: Column, value: Any) -> str:
        if isinstance(value, bool):
            return self.translate("yes" if value else "no")
        if isinstance(value, float):
            display = column.display
            return self.language.make_number_formatter(display.decimals, signed=display.style == "signed")(
                value
            )
        if isinstance(value, date):
            return self._dates[value]
        return _escape_text(str(value))

    def translate(self, text: str) -> str:
        """A text of the program's own in the language of the site."""
        return self._translations[text]

    @cached_property
    def _translations(self) -> Memo[str]:
        return Memo(lambda text: escape(self.language.translate(text)))

    @cached_property
    def _dates(self) -> Memo[str]:
        return Memo(lambda day: _render_time(day, self.language.format_short_date(day)))

    def _render_movement(self, value: int | None) -> str:
        if value is None:
            return f"<span class=new>{self.translate('new')}</span>"
        if value == 0:
            return f"<span class=vh>{self.translate('as before')}</span>"
        texts = ("places up", "place up") if value > 0 else ("places down", "place down")
        word = self.translate(texts[abs(value) == 1])
        return f"{'▲' if value > 0 else '▼'}{abs(value)}<span class=vh> {word}</span>"

    def _render_move_cell(self, tags: ChangeTags, value: int | None) -> str:
        """A move in a list: an element of a letter, `u` for a fall, has what only screen readers say."""
        if value is None:
            return tags.level + self._render_movement(value)
        tag, element = (tags.up, "i") if value > 0 else (tags.blank, "u" if value < 0 else "i")
        return tag + _VISUALLY_HIDDEN.sub(rf"<{element}>\1</{element}>", self._render_movement(value))

    def _render_form(self, column: Column, value: str) -> str:
        if not value:
            return ""
        return render_ticks(
            value, escape(describe_form(value, self.language, wins=column.unit in WITH_WINNERS))
        )

    def link_player(self, value: str) -> str:
        """A player by name, with the way to their page."""
        name = _escape_text(self.name(value))
        return f"<a href={self.players_url}{_quote_url(value)}/>{name}</a>" if value in self.players else name

    def _render_event(self, value: Any) -> str:
        text = (
            self._dates[value]
            if isinstance(value, date)
            else _escape_text(self.titles.get(value, str(value)))
        )
        return self.link_to_event(value, text)

    def link_to_event(self, value: Any, text: str) -> str:
        """`text` as the way to the event that a key, day or round is of, where it has one."""
        key = self.event_keys.get(value)
        return f"<a href={self.ranking_url}results/{_quote_url(key)}/>{text}</a>" if key else text

    def _render_club(self, value: str) -> str:
        """What may be the name of a club, as the way to its page where it is."""
        address, text = self.clubs.get(value), _escape_text(value)
        return f"<a href={address}>{text}</a>" if address else text

    def _render_topic(self, value: Any) -> str:
        text, key = _escape_text(str(value)), self.topic_keys.get(value)
        return f"<a href={self.ranking_url}{_quote_url(key)}/>{text}</a>" if key else text

    def _render_short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _render_remark(self, value: str) -> str:
        text, colon, name = value.partition(": ")
        return self.translate(text) + (f"{self.language.colon} " if colon else "") + escape(name)

    @cached_property
    def _source_links(self) -> Memo[Sequence[str]]:
        return Memo(self._split_source_link)

    def _split_source_link(self, path: str) -> Sequence[str]:
        """What shows a line of a file: the number of the line stands between."""
        name = f"{escape(get_file_name(path))}:"
        link = f'<a href="{self.sources}{_quote_url(path)}?plain=1#L'
        return (link, f'">{name}', "</a>") if self.sources else (name, "")


def format_class(kind: str) -> str:
    """The class of a cell as its attribute: a table has thousands, and one word needs no quotes."""
    name = kind.strip()
    return f' class="{name}"' if " " in name else f" class={name}" if name else ""


def get_file_name(path: str) -> str:
    """What a file is called where rows of it are shown."""
    return path.rpartition("/")[2].removesuffix(".csv")


def _round_cells(memo: Memo[str], blank: str, factor: float, values: Sequence[float | None]) -> Iterable[str]:
    """Cells of figures told as whole numbers, of which there are few."""
    if None in values:
        return [blank if value is None else memo[round(factor * value)] for value in values]
    return map(memo.__getitem__, map(round, map(factor.__mul__, values) if factor != 1 else values))  # type: ignore[arg-type]


def _render_sparklines(tag: str, courses: Sequence[Any]) -> list[str]:
    min_range = compute_min_range(courses)
    return [tag + render_sparkline(course, min_range) for course in courses]


def _render_time(day: date, text: str) -> str:
    return f"<time datetime={day.isoformat()}>{escape(text)}</time>"
