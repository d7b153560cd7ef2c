"""The tables of a player's page: two lines a row on a phone, grouped by year and occasion, or as a ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import chain, compress, count, repeat
from operator import add, ne
from typing import Any

from markupsafe import Markup

from sitegen.model import Balance, Part, Section
from sitegen.render.columns import changes, flagged
from sitegen.render.frame import Frame, framed
from sitegen.render.layout import worded_cells
from sitegen.render.show import Shower
from sitegen.render.told import NUMBER, Rows
from sitegen.table import Column

_ELEMENTS = {"won": ("b", ""), "drawn": ("b", " class=drawn"), "lost": ("u", "")}


def table(shower: Shower, section: Section, heading: str) -> Markup:
    """The rows of a section, with what they have in common above them; `heading` is the id of its title."""
    return Markup(_Story(shower, Rows(section), heading).table())  # noqa: S704 - all cells are escaped


def ledger(shower: Shower, section: Section, heading: str) -> Markup:
    """The rows of a section between what stood before and what after."""
    return Markup(_Story(shower, Rows(section), heading).ledger())  # noqa: S704 - as above


def sorted_out(parts: Sequence[Part]) -> tuple[list[Section], ...]:
    """The tables of a player with rows: all, the accounts, what is ahead, the others, and their histories."""
    tables = [each for each in parts if isinstance(each, Section) and each.rows]
    why = [each for each in tables if each.ledger]
    ahead = [each for each in tables if each.name == "ahead"]
    others = [each for each in tables if not each.ledger and each.name != "ahead"]
    return tables, why, ahead, others, [each for each in others if each.yearly]


@dataclass(frozen=True)
class _Story:
    """One section, as it is told."""

    shower: Shower
    rows: Rows
    heading: str

    def table(self) -> str:
        """The whole table."""
        return f"{self._opening}{self._bodies(self.rows.years)}\n</table>"

    def ledger(self) -> str:
        """The whole table, with what stood before and what after."""
        account = self.rows.section.ledger
        assert account is not None
        opening = f'\n<tbody class="base">{self._balance(account.opening, None)}'
        closing = f"\n<tfoot>{self._balance(account.closing, account.change)}"
        return f"{self._opening}{opening}{self._bodies(self.rows.years)}{closing}\n</table>"

    @property
    def _opening(self) -> str:
        label = f'aria-labelledby="{escape(self.heading)}"'
        return f'<table class="story{self._frame.layout}" {label}>\n<thead><tr>{self._frame.heads}'

    @cached_property
    def _frame(self) -> Frame:
        """What is not made anew for a table that shows the same columns."""
        rows, kept = self.rows, self.shower.kept.stories
        key = rows.section.table, tuple(rows.shown), rows.wraps
        if key not in kept:
            kept[key] = framed(rows, self.shower.cells)
        return kept[key]

    def _bodies(self, years: Sequence[int]) -> str:
        """The bodies of the table, each of a year or of an occasion with that above it."""
        rows, last = self._lines(), 0
        groups = list(zip(years, self._occasions(), strict=True))
        for first in chain([0][: len(rows)], compress(count(1), map(ne, groups, groups[1:]))):
            year, occasion = groups[first]
            above = f"\n<tbody>{self._across('year', str(year))}" if year != last else ""
            below = self._across("event", occasion) if occasion else ""
            rows[first] = f"{above}\n<tbody>{below}{rows[first]}"
            last = year
        return "".join(rows)

    def _occasions(self) -> list[str]:
        """What each row was played for, without its part."""
        place = self.rows.told.occasion
        if place is not None and self._column(place).shown.style == "event":
            return self._written(place)
        return [each.whole for each in self.rows.occasions]

    def _across(self, kind: str, text: str) -> str:
        """A row that says what those below it have in common."""
        label = self._label_of_occasions if kind == "event" else ""
        return f"\n<tr class={kind}><th colspan={len(self.rows.shown)} scope=rowgroup{label}>{text}"

    @cached_property
    def _label_of_occasions(self) -> str:
        return f' data-label="{self.shower.cells.word(self._column(self.rows.told.occasion).label)}"'

    def _column(self, place: int | None) -> Column:
        assert place is not None
        return self.rows.columns[place]

    def _lines(self) -> list[str]:
        name = self.rows.told.name
        cells = [self._named() if each == name else self._cells(each) for each in self.rows.shown]
        return list(map("".join, zip(repeat("\n<tr>", len(cells[0])), *cells, strict=True)))

    def _named(self) -> list[str]:
        """The cells with the name, and below it for a phone what stands in columns on a desk."""
        names, flags = self._written(self.rows.told.name, "<th>"), self._flags()
        cells = [each if each != "<th>" else "<td class=w>" for each in names] if "<th>" in names else names
        if any(flags):
            cells = [flagged(cell, flag) for cell, flag in zip(cells, flags, strict=True)]
        told = [each.part for each in self.rows.occasions]
        kind = "" if self.rows.wraps else " class=of"
        parts = [part and f" <small{kind}>{part}</small>" for part in told]
        for behind in (parts, self._remarks(), self._smalls(told)):
            if any(behind):
                cells = list(map(add, cells, behind))
        return cells

    def _smalls(self, told: Sequence[str]) -> list[str]:
        """What a phone says below the name of each row, where the cells themselves do not come there."""
        if self.rows.wraps:
            return []
        below = [self._labelled(each) for each in self.rows.below] or [[""] * len(told)]
        lines = [" · ".join(filter(None, each)) for each in zip(*below, told, strict=True)]
        return [f"<small class=ph>{line}</small>" if line else "" for line in lines]

    def _flags(self) -> list[str]:
        """What reports a mistake in each row, before its name: a page has many, so that each is short."""
        report = self.shower.report
        if report is None or (place := self.rows.source) is None:
            return []
        rows = zip(self.rows.cells[place], self._events(), strict=True)
        return report.flags(rows, self.shower.cells.language)

    def _events(self) -> list[str]:
        """The key of the event of each row, blank where it has none."""
        when = self.rows.told.when
        if when is None:
            return [""] * len(self.rows.section.rows)
        keys = self._keys(self._column(when), self.rows.cells[when])
        return [self.shower.cells.event_of.get(each, "") for each in keys]

    def _remarks(self) -> list[str]:
        """What is remarked of each row, which stands with its name: most rows have none."""
        place = self.rows.told.remark
        if place is None or not any(self.rows.cells[place]):
            return []
        opening = f' <small data-label="{self.shower.cells.word(self._column(place).label)}">'
        return [opening + each + "</small>" if each else "" for each in self._written(place)]

    def _labelled(self, place: int) -> list[str]:
        """The cells of a column where no head says what they are: numbers, yes and no with their name."""
        texts, has_name = self._written(place), self.rows.is_named(place)
        label = self.shower.cells.word(self._column(place).label)
        return [
            f"{label} {text}" if text and (has_name or NUMBER.fullmatch(text)) else text for text in texts
        ]

    def _cells(self, place: int) -> list[str]:
        if place == self.rows.told.change:
            return changes(self._written(place), self.rows.lost)
        cells = self._written(place, self._frame.tags[place])
        return worded_cells(cells, self._frame.kinds[place], self.rows.shown.index(place))

    def _written(self, place: int, tag: str = "") -> list[str]:
        """The cells of a column, each behind its tag."""
        column, values, cells = self.rows.columns[place], self.rows.cells[place], self.shower.cells
        if self.rows.is_ended(place):
            told = {each: tag + (self._ended(each) if each else "") for each in {*values}}
            return [told[each] for each in values]
        if place == self.rows.told.when and self.rows.has_short_days:
            led = _led_once([*zip(values, self._keys(column, values), strict=True)])
            return cells.days(led, tag, timed=self.rows.section.ledger is not None)
        if column.event:
            pairs = zip(values, self._keys(column, values), strict=True)
            return [tag + cells.leading(column, *pair) for pair in pairs]
        if column.kind is float and column.shown.style in {"number", "signed"}:
            return cells.figures(values, tag, self._decimals(place), signed=column.shown.style == "signed")
        return cells.texts(column, values, tag)

    def _ended(self, how: str) -> str:
        """How it ended; by the thousand that was won or lost, which the elements alone tell apart."""
        return "<{0}{1}>{2}</{0}>".format(*_ELEMENTS[how], self.shower.cells.word(how))

    def _keys(self, column: Column, values: Sequence[Any]) -> Sequence[Any]:
        """What the event of each day goes by: a key that its column names, or the day itself."""
        if not column.event:
            return values
        return self.rows.cells[[each.name for each in self.rows.columns].index(column.event)]

    def _decimals(self, place: int) -> int:
        """In a ledger the figure has one decimal at least, so that the changes add up to it."""
        is_sum = self.rows.section.ledger is not None and place == self.rows.told.value
        return max(1 if is_sum else 0, self.rows.columns[place].shown.decimals)

    def _balance(self, balance: Balance, change: float | None) -> str:
        """The row of what stood before, or after."""
        own, language = self.rows.told, self.shower.cells.language
        title = language.word(balance.title).format(day=language.full_date(balance.day))
        found = {own.name: f"<th>{escape(title)}"}
        if own.change is not None:
            text = language.number(self._decimals(own.change), signed=True)(change)
            (found[own.change],) = changes([text], [False])
        if own.value is not None:
            found[own.value] = f"<td>{language.number(self._decimals(own.value))(balance.value)}"
        return "\n<tr>" + "".join([found.get(each, tag) for each, tag in self._frame.tags.items()])


def _led_once(days: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Days with what each leads to, which those behind the first of a day leave out."""
    return [
        (day, None if above == (day, key) else key)
        for above, (day, key) in zip([None, *days], days, strict=False)
    ]
