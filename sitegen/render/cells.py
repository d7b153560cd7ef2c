"""Render the cells of tables as HTML: the type of a column says how its values are shown.

Some cells of a list are small drawings: a sparkline of a figure, and ticks for the latest results.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from html import escape
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from markupsafe import escape as escaped

from sitegen.core.entities import WITH_WINNERS
from sitegen.core.language import Language
from sitegen.core.names import make_article_anchor
from sitegen.core.numbers import MINUS, format_integers
from sitegen.core.problems import Message
from sitegen.core.table import Column
from sitegen.rankings.careers import describe_form

_STEP, _LOW, _HIGH = 4, 21, 3
_TICK_DISTANCE = 6
_TICK_PATHS = {"w": "9V1", "d": "8V12", "l": "11V19"}
"""The line of a tick: up for won, across for drawn, down for lost."""
_SPARKLINE_WIDTH = 26 * _STEP


def compute_min_range(courses: Sequence[Sequence[float] | None]) -> float:
    """Return the least difference that fills the height of a sparkline: an eighth of the latest range.

    So small changes look flat beside great ones.
    """
    latest = [figures[-1] for figures in courses if figures]
    return (max(latest) - min(latest)) / 8 if latest else 0.0


def render_sparkline(figures: Sequence[float] | None, min_range: float) -> str:
    """Return a course as a small line that ends in a dot, blank for fewer than two values."""
    if figures is None or len(figures) < 2:
        return ""
    low, high = min(figures), max(figures)
    span = max(high - low, min_range) or 1.0
    bottom = (low + high - span) / 2
    scale = (_LOW - _HIGH) / span
    start = _SPARKLINE_WIDTH - _STEP * (len(figures) - 1)
    heights = [round(_LOW - (value - bottom) * scale) for value in figures]
    path = f"M{start} {heights[0]}l{_format_steps(heights)}"
    dot = f'<circle cx={_SPARKLINE_WIDTH} cy={heights[-1]} r="2"/>'
    return f'<svg class=spark viewBox="0 0 108 24" aria-hidden=true><path d="{path}"/>{dot}</svg>'


def _format_steps(heights: Sequence[int]) -> str:
    """Return the steps of a line, relative to each other; values in a row that are level are one step."""
    steps, along = [], 0
    for before, height, after in zip(heights[:-1], heights[1:], [*heights[2:], None], strict=True):
        along += _STEP
        if not before == height == after:
            steps.append(f"{along} {height - before}".replace(" -", "-"))
            along = 0
    return " ".join(steps)


def render_ticks(form: str, label: str, *, stretch: bool = False) -> str:
    """The latest results as ticks: up for won, down for lost; `label` for who cannot see them.

    They are as wide as their place with `stretch`.
    """
    first = 10 - len(form)
    paths = dict.fromkeys("wdl", "")
    for number, kind in enumerate(form, first):
        paths[kind] += f"M{3 + _TICK_DISTANCE * number} {_TICK_PATHS[kind]}"
    paths_markup = "".join(f'<path class={kind} d="{path}"/>' for kind, path in paths.items() if path)
    fit = " preserveAspectRatio=none" if stretch else ""
    return f'<svg class=ticks viewBox="0 0 60 20"{fit} role=img aria-label="{label}">{paths_markup}</svg>'


T = TypeVar("T")
ColumnWriter = Callable[[Sequence[Any]], Iterable[str]]
"""A function from the values of a column to its cells with their tags."""
_escape_text = partial(escape, quote=False)
_quote_url = cache(quote)  # the same ids stand on thousands of pages
_PER_CENT = "\N{NO-BREAK SPACE}%"
_ARTICLE_NUMBER = re.compile(r"(\d[\d.]*) \w")
"""An article with a number, by which it is cited, and a name."""
_NONZERO_DIGITS = frozenset("123456789")
_VISUALLY_HIDDEN = re.compile("<span class=vh>(.*?)</span>")
"""An element for screen readers alone; a list, which has thousands, replaces it by a shorter one."""


class Memo(dict[Any, T]):
    """Cache of texts by the values that they are written from: most values of a column come again."""

    def __init__(self, write: Callable[[Any], T]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Any) -> T:
        self[value] = text = self._write(value)
        return text


def find_direction(change: str) -> str:
    """Return whether a formatted change is "up" or "down", blank for zero."""
    if _NONZERO_DIGITS.isdisjoint(change):
        return ""
    return "down" if change.startswith(("-", MINUS, "▼")) else "up"


class ChangeTags(NamedTuple):
    """The opening tags of cells of changes: blank, zero, a rise and a fall."""

    blank: str
    level: str
    up: str
    down: str

    @classmethod
    def from_class(cls, kind: str) -> "ChangeTags":
        """Return the tags of cells that have a class of their own."""
        blank, up, down = (f"<td{format_class(f'{kind} {direction}')}>" for direction in ("", "up", "l"))
        return cls(blank, blank, up, down)

    def format_cell(self, text: str) -> str:
        """Return a formatted change behind the tag for its sign."""
        if not text:
            return self.blank
        return {"up": self.up, "down": self.down, "": self.level}[find_direction(text)] + text


FALL_TAGS = ChangeTags("<td>", "<td class=e>", "<td>", "<td class=l>")
"""The tags in a column that the style sheet knows as one of changes; a rise needs no class."""
RISE_TAGS = FALL_TAGS._replace(up="<td class=up>", down="<td>")
"""The tags in rows of lost games, where a fall needs no class."""


@dataclass(frozen=True)
class CellWriter:
    """Writes the cells of one ranking on the pages that lie at the same depth.

    `ranking_url`, `players_url` and `events_url` are links from such a page to that of the ranking and to the
    folders of the pages of players and of events. `players` has the names of players with a page, `labels`
    those of the others. `event_keys` has the event of a key, day or round, `titles` the titles of events, and
    `topic_keys` the topic of a word. `sources` is the address of the repository's files, blank without one;
    `clubs` has the link to the page of each club, by all spellings of its name. `article_language` is that of
    the names of articles, if they are in one.
    """

    language: Language
    ranking_url: str
    players_url: str
    events_url: str
    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_keys: Mapping[object, str]
    titles: Mapping[str, str]
    topic_keys: Mapping[object, str]
    sources: str
    clubs: Mapping[str, str]
    article_language: str = ""

    def render_cell(self, column: Column, value: Any) -> str:
        """Return one cell of a column, without its tag."""
        if column.display.style == "movement":
            return self._render_movement(value)
        if value is None or value == "":
            return ""
        if write := self._style_writers.get(column.display.style):
            return write(value)
        if column.name == "club":
            address, text = self.clubs.get(str(value)), _escape_text(str(value))
            return f"<a href={address}>{text}</a>" if address else text
        return self.translate(value) if column.choices else self._render_plain(column, value)

    def get_writer(self, column: Column, tag: str = "", changes: ChangeTags | None = None) -> ColumnWriter:
        """Return the function that writes the cells of a column, each behind a tag; pages share its cache.

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
            return write_each(lambda pair: tag + self.render_event_link(column, *pair))
        if style == "movement" and changes:
            return write_each(lambda value: self._render_move_cell(changes, value))
        write = self._render_form if style == "form" else self.render_cell
        return write_each(lambda value: tag + write(column, value))

    def _make_number_writer(self, column: Column, tag: str, changes: ChangeTags | None) -> ColumnWriter:
        """Return the function that writes a column of figures."""
        decimals, is_signed = column.display.decimals, column.display.style == "signed"
        if column.display.style == "percentage":
            return _make_integer_writer(tag, _PER_CENT, factor=100)
        if not (changes or decimals or is_signed):
            return _make_integer_writer(tag)
        format_numbers = partial(self.language.format_numbers, decimals=decimals, signed=is_signed)
        if changes:
            write = write_each(changes.format_cell)
            return lambda values: write(format_numbers(values))
        return lambda values: map(tag.__add__, format_numbers(values))

    def make_name_writer(self, column: Column, secondary: Column | None, *, is_list: bool) -> ColumnWriter:
        """Return the function that writes the row headers of a list, in which the name is an element.

        The values are pairs if there is a `secondary` column, whose value follows the name; on a list the
        style sheet makes whatever follows the name small. A club is no link there: the whole cell leads to
        the player.
        """
        small_tag, small_end = ("", "") if is_list else ("<small>", "</small>")

        def format_name(value: Any) -> str:
            text = self.render_cell(column, value)
            return f"<b>{text}</b>" if is_list and not text.startswith("<a") else text

        def format_small(value: Any) -> str:
            text = (
                _escape_text(str(value))
                if not secondary or secondary.name == "club"
                else self.render_cell(secondary, value)
            )
            return f" {small_tag}{text}{small_end}" if value else ""

        if secondary is None:
            return write_each(lambda value: f"<th>{format_name(value)}")
        return write_each(lambda pair: f"<th>{format_name(pair[0])}{format_small(pair[1])}")

    @cached_property
    def days(self) -> Memo[Memo[str]]:
        """Cells of days without their year, by the tag and whether they are `<time>` elements.

        Each is looked up by a day and the key of the event that it leads to. Days below the heading of their
        year, which can be thousands, are no `<time>` elements.
        """
        return Memo(lambda key: Memo(lambda pair: key[0] + self._render_day(*pair, timed=key[1])))

    def _render_day(self, day: date | None, event: Any, *, timed: bool) -> str:
        if day is None:
            return ""
        text = self.language.format_short_day(day)
        return self._link_day(day, event, text) if timed else self.link_to_event(event, escape(text))

    def _link_day(self, day: date, event: Any, text: str) -> str:
        """Return a day that leads to an event, no `<time>` element where scripts read it in the address."""
        is_told = self.event_keys.get(event, "").startswith(day.isoformat())
        return self.link_to_event(event, _join_words(escape(text)) if is_told else _render_time(day, text))

    def _render_sources(self, tag: str, values: Iterable[str]) -> list[str]:
        """Return the places of rows, whose texts are not cached: no place comes twice."""
        files = self._source_links
        split = [value.rpartition(":") for value in values]
        return [tag + (path and line.join(files[path])) for path, _, line in split]

    @cached_property
    def plain_names(self) -> Memo[str]:
        """The escaped names of players, without links, by their ids."""
        return Memo(lambda player: str(escaped(self.name(player))))

    @cached_property
    def articles(self) -> Memo[str]:
        """The links to the articles of the regulation, by their names."""
        return Memo(self._link_article)

    def _link_article(self, name: str) -> str:
        anchor, text = make_article_anchor(name), escape(self.language.format_name(name))
        is_foreign = self.article_language not in {"", self.language.code} and not isinstance(name, Message)
        attributes = f" lang={self.article_language}" if is_foreign else ""
        if number := _ARTICLE_NUMBER.match(text):
            attributes += f' title="{text}"'
            text = f"§\N{NO-BREAK SPACE}{number[1]}"
        return f"<a href={self.ranking_url}rules/#{anchor}{attributes}>{text}</a>"

    def render_event_link(self, column: Column, value: Any, key: str) -> str:
        """Return a cell that leads to the event with this key, if it has a page."""
        if isinstance(value, date):
            return self._link_day(value, key, self.language.format_short_date(value))
        return self.link_to_event(key, self._render_plain(column, value)) if value else ""

    def name(self, player: str) -> str:
        """Return the name that a player is shown by."""
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
        """Return a text of the program in the language of the site, escaped."""
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
        """Return a move in a list; what only screen readers say is in an `i`, or in a `u` for a fall."""
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
        """Return the name of a player, as a link to their page if there is one."""
        name = _escape_text(self.name(value))
        return f"<a href={self.players_url}{_quote_url(value)}/>{name}</a>" if value in self.players else name

    def _render_event(self, value: Any) -> str:
        if isinstance(value, date):
            return self._link_day(value, value, self.language.format_short_date(value))
        return self.link_to_event(value, _escape_text(self.titles.get(value, str(value))))

    def link_to_event(self, value: Any, text: str) -> str:
        """Return a text as a link to the event of a key, day or round, if it has one."""
        key = self.event_keys.get(value)
        return f"<a href={self.events_url}{_quote_url(key)}/>{text}</a>" if key else text

    def _render_topic(self, value: Any) -> str:
        text, key = _escape_text(str(value)), self.topic_keys.get(value)
        return f"<a href={self.ranking_url}{_quote_url(key)}/>{text}</a>" if key else text

    def _render_short(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".").replace(".", self.language.decimal_mark)

    def _render_remark(self, value: str) -> str:
        if isinstance(value, Message):
            return _escape_text(self.language.format_message(value))
        text, colon, name = value.partition(": ")
        return self.translate(text) + (f"{self.language.colon} " if colon else "") + escape(name)

    @cached_property
    def _source_links(self) -> Memo[Sequence[str]]:
        return Memo(self._split_source_link)

    def _split_source_link(self, path: str) -> Sequence[str]:
        """Return the parts of the link to a line of a file; the number of the line goes between them."""
        name = f"{escape(get_file_name(path))}:"
        link = f'<a href="{self.sources}{_quote_url(path)}?plain=1#L'
        return (link, f'">{name}', "</a>") if self.sources else (name, "")


def format_class(kind: str) -> str:
    """Return the class attribute of a cell, without quotes for one word: a table has thousands."""
    name = kind.strip()
    return f' class="{name}"' if " " in name else f" class={name}" if name else ""


def format_title(label: str) -> str:
    """Return the attribute by which a visitor sees the label of an element, without quotes for one word."""
    return f" title={label}" if label.isalnum() else f' title="{label}"'


def get_file_name(path: str) -> str:
    """Return the name of a file as it is shown beside rows of it."""
    return path.rpartition("/")[2].removesuffix(".csv")


def write_each(write: Callable[[Any], str]) -> ColumnWriter:
    """Return the function that writes a column by one that writes a value, each distinct value once."""
    return partial(map, Memo(write).__getitem__)


def _make_integer_writer(tag: str, end: str = "", factor: int = 1) -> ColumnWriter:
    """Return the function that writes figures as whole numbers, which are few and cached."""
    texts = Memo(lambda number: f"{tag}{format_integers([number])[0]}{end}")
    return lambda values: [tag if value is None else texts[round(factor * value)] for value in values]


def _render_sparklines(tag: str, courses: Sequence[Any]) -> list[str]:
    min_range = compute_min_range(courses)
    return [tag + render_sparkline(figures, min_range) for figures in courses]


_TIME_ELEMENT = re.compile("<time[^>]*>(.*?)</time>")


@lru_cache(maxsize=1024)
def unmark_days(cell: str) -> str:
    """Return a cell whose days are no `<time>` elements but texts on one line, where nothing sorts them."""
    return _TIME_ELEMENT.sub(lambda day: _join_words(day[1]), cell)


def _join_words(text: str) -> str:
    """Return a text whose words stay on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _render_time(day: date, text: str) -> str:
    return f"<time datetime={day.isoformat()}>{escape(text)}</time>"
