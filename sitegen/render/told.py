"""What a table of a player's page is to its reader: when, with whom, how it ended, what it did to the figure.

A system says it with the roles and types of its columns; where it does not, they are found by what they hold.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache
from html import escape
from typing import Any, NamedTuple

from sitegen.model import Section
from sitegen.render.layout import is_numeric, visible
from sitegen.table import Column, Table, by_column, columns

NUMBER = re.compile(r"[\d½/]+f?")
"""A factor, or the points of a game."""
_is_number = lru_cache(maxsize=1_024)(NUMBER.fullmatch)
Holds = Callable[[Column], bool]
_BLANK = (None, "")
_ENDED = {"won", "drawn", "lost", *_BLANK}
_WORDS = 3  # so many words are told of what was played
_FEW = 5  # so many columns stand beside each other on a phone
_WIDE = 8  # a table with more columns than this takes the whole width of a desk,
_LONG = 52  # and one with more letters in its heads


class Occasion(NamedTuple):
    """What a row was played for, and which part of that, as markup: `Autumn Cup` and `round 2`."""

    whole: str
    part: str


@lru_cache(maxsize=1_024)
def _occasion(text: str) -> Occasion:
    """An occasion as a row names it; a tournament stands in those of all who played there."""
    whole, _, part = text.partition(", ")
    return Occasion(escape(whole), escape(part))


class Told(NamedTuple):
    """The columns of a table by what they tell: places in its rows, None for what it has no column for."""

    name: int
    when: int | None
    occasion: int | None
    change: int | None
    value: int | None
    remark: int | None
    others: tuple[int, ...]


@cache
def told(table: type[Table]) -> Told:
    """What the columns of a table tell."""
    described = columns(table)
    here = [place for place, each in enumerate(described) if each in visible(table)]
    player = _first(described, here, lambda each: each.role == "name" or each.shown.style == "player")
    when = _first(described, here, lambda each: each.shown.style == "event" and each.kind is date)
    key = _first(described, here, lambda each: each.shown.style == "event" and each.kind is not date)
    topic = _first(described, here, lambda each: each.shown.style == "topic")
    occasion = _first(described, here, lambda each: each.name == "event" and each.shown.style == "text")
    if player is not None:
        name, when = player, key if when is None else when
    elif key is not None and topic is not None:
        name, occasion = topic, key
    else:
        name = here[0] if key is None else key
    value = _first(described, here, lambda each: each.role == "value")
    last = _first(described, here[::-1], _is_figure)
    change = _first(described, here, lambda each: each.role == "change" or each.name == "change")
    value = last if value is None else value
    remark = _first(described, here, lambda each: each.shown.style == "remark" or each.label == "Remark")
    taken = {name, when, occasion, change, value, remark}
    return Told(
        name, when, occasion, change, value, remark, tuple(each for each in here if each not in taken)
    )


def _is_figure(column: Column) -> bool:
    return column.kind is float and column.shown.style == "number" and column.role != "beside"


def _first(described: Sequence[Column], places: Sequence[int], holds: Holds) -> int | None:
    return next((place for place in places if holds(described[place])), None)


@dataclass(frozen=True)
class Rows:
    """The rows of a section by what their columns tell, those left out that are blank in all of them."""

    section: Section

    @cached_property
    def columns(self) -> Sequence[Column]:
        """All columns."""
        return columns(self.section.table)

    @cached_property
    def cells(self) -> Sequence[Sequence[Any]]:
        """The cells of all columns."""
        return by_column(self.section.rows) or [()] * len(self.columns)

    @cached_property
    def told(self) -> Told:
        """What the columns tell."""
        return told(self.section.table)

    @cached_property
    def shown(self) -> list[int]:
        """The columns that are shown, in their order: when, who, what else, the change, the figure."""
        own = self.told
        every = [own.when, own.name, *own.others, own.change, own.value]
        needed = {own.name, *([own.change, own.value] if self.section.ledger else [])}
        others = {each for each in own.others if self.section.ledger and self._is_source(each)}
        shown = [each for each in every if each is not None and each not in others]
        return [each for each in shown if each in needed or self._is_filled(each)]

    @property
    def source(self) -> int | None:
        """The column that says where a row stands, whether it is shown or not."""
        return next((each for each in range(len(self.columns)) if self._is_source(each)), None)

    def _is_filled(self, place: int) -> bool:
        return any(cell not in _BLANK for cell in self.cells[place])

    def is_ended(self, place: int) -> bool:
        """Whether a column says how each row ended."""
        return bool(self.columns[place].choices) and {*self.cells[place]} <= _ENDED

    @property
    def lost(self) -> list[bool]:
        """Whether each row says that it was lost, which the style sheet takes for a fall."""
        ended = next((each for each in self.shown if self.is_ended(each)), None)
        if ended is None:
            return [False] * len(self.section.rows)
        return list(map("lost".__eq__, self.cells[ended]))

    @property
    def is_wide(self) -> bool:
        """Whether the table takes the whole width of a page."""
        letters = sum(len(self.columns[each].label) for each in self.shown)
        return len(self.shown) > _WIDE or letters > _LONG

    @cached_property
    def is_folded(self) -> bool:
        """Whether a phone tells in a second line what a desk has columns for."""
        return len(self.shown) > _FEW

    @property
    def is_history(self) -> bool:
        """Whether the rows are what was played."""
        return self.section.yearly or self.section.ledger is not None

    @cached_property
    def wraps(self) -> bool:
        """Whether that line is made of the cells themselves: of what was played, with change and figure."""
        both = {self.told.change, self.told.value} <= {*self.shown}
        is_plain = self.is_folded and self.is_history and both
        return is_plain and not any(map(self._needs_a_head, self.below))

    def _needs_a_head(self, place: int) -> bool:
        """Whether a column has cells that say too little where no head says what they are."""
        if self.is_named(place) or self.columns[place].kind is not str:
            return self.is_named(place)
        return any(map(_is_number, filter(None, {*self.cells[place]})))

    def is_named(self, place: int) -> bool:
        """Whether the label of a column goes before its cells where no head does: keys, numbers, yes."""
        column = self.columns[place]
        is_key = place == self.told.when and column.kind is not date
        return is_key or column.kind is bool or is_numeric(column)

    @cached_property
    def below(self) -> list[int]:
        """The columns that are in that line: when, and what else there is; of what was played the words."""
        if not self.is_folded:
            return []
        others = [each for each in self.told.others if each in self.shown and not self._is_source(each)]
        if self.is_history:
            others = [each for each in others if not is_numeric(self.columns[each])][:_WORDS]
        return [each for each in [self.told.when, *others] if each in self.shown and each is not None]

    def _is_source(self, place: int) -> bool:
        return self.columns[place].shown.style == "source"

    @property
    def has_short_days(self) -> bool:
        """Whether the days are told without their year, which stands above them."""
        own = self.told.when
        is_day = own is not None and self.columns[own].kind is date
        return is_day and self.is_history

    @property
    def years(self) -> list[int]:
        """The year of each row, 0 for all where it is not told."""
        when = self.told.when
        if when is None or self.columns[when].kind is not date:
            return [0] * len(self.section.rows)
        if self.section.ledger or not (self.section.yearly or self._is_mixed(when)):
            return [0] * len(self.section.rows)
        return [day.year if day else 0 for day in self.cells[when]]

    def _is_mixed(self, when: int) -> bool:
        return len({day.year for day in self.cells[when] if day}) > 1

    @cached_property
    def occasions(self) -> Sequence[Occasion]:
        """What each row was played for."""
        place = self.told.occasion
        if place is None:
            return [Occasion("", "")] * len(self.section.rows)
        return list(map(_occasion, self.cells[place]))
