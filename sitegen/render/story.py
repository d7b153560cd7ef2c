"""The tables of a player's page: two lines a row on a phone, grouped by year and occasion, or as a ledger."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from html import escape
from itertools import groupby
from typing import Any

from markupsafe import Markup

from sitegen.model import Balance, Section
from sitegen.render.layout import is_numeric
from sitegen.render.show import Shower
from sitegen.render.told import ENDED, Told, told
from sitegen.table import Column, columns

_BLANK = (None, "")
_SMALL = 3  # so many other cells are told below the name on a phone


def table(shower: Shower, section: Section, heading: str) -> Markup:
    """The rows of a section, with what they have in common as headings between them."""
    return Markup(_Story(shower, section, heading).table())  # noqa: S704 - every cell is escaped where it is written


def ledger(shower: Shower, section: Section, heading: str) -> Markup:
    """The rows of a section between what stood before and what after."""
    return Markup(_Story(shower, section, heading).ledger())  # noqa: S704 - as above


@dataclass(frozen=True)
class _Story:
    """One section, as it is told."""

    shower: Shower
    section: Section
    heading: str

    @cached_property
    def _columns(self) -> Sequence[Column]:
        return columns(self.section.table)

    @cached_property
    def _by_place(self) -> Sequence[Sequence[Any]]:
        return list(zip(*self.section.rows, strict=True)) if self.section.rows else [()] * len(self._columns)

    @cached_property
    def _told(self) -> Told:
        return told(self.section.table)

    @cached_property
    def _shown(self) -> list[int]:
        """The columns that are shown, in their order: when, who, what else, the change, the figure."""
        found = self._told
        every = [found.when, found.name, *found.others, found.change, found.value]
        return [each for each in every if each is not None and self._is_needed(each)]

    def _is_needed(self, place: int) -> bool:
        is_account = self.section.ledger is not None and place in {self._told.change, self._told.value}
        return is_account or place == self._told.name or any(each not in _BLANK for each in self._by_place[place])

    def table(self) -> str:
        """The whole table."""
        years = self._years if self._told.occasion is not None or self._when else []
        return self._opening + "".join(self._grouped(years)) + "\n</table>"

    def ledger(self) -> str:
        """The whole table, with the opening and the closing balance."""
        account = self.section.ledger
        assert account is not None  # noqa: S101 - who calls this has looked
        opening = f'\n<tbody class="base">{self._balance(account.opening, None)}'
        closing = f"\n<tfoot>{self._balance(account.closing, account.change)}"
        return f"{self._opening}{opening}{''.join(self._grouped([]))}{closing}\n</table>"

    @cached_property
    def _opening(self) -> str:
        heads = "".join(map(self._head, self._shown))
        name = escape(self.section.name)
        return f'<table class="story {name}" aria-labelledby="{escape(self.heading)}">\n<thead><tr>{heads}'

    def _head(self, place: int) -> str:
        column = self._columns[place]
        label = self._word(column.label)
        if column.doc and column.shown.style != "player":
            label = f'<abbr title="{self._word(column.doc)}">{label}</abbr>'
        kind = self._kind(place)
        return f'\n<th scope="col"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{label}'

    def _kind(self, place: int) -> str:
        """What the style sheet has to know of a column."""
        if place == self._told.name:
            return ""
        found = {self._told.when: "dt", self._told.change: "d", self._told.value: "v"}
        return found.get(place) or ("n o" if is_numeric(self._columns[place]) else "o")

    @property
    def _when(self) -> bool:
        when = self._told.when
        return when is not None and self._columns[when].kind is date

    @cached_property
    def _years(self) -> list[int]:
        """The year of each row; none where all are of one."""
        when = self._told.when
        if when is None or not self._when:
            return []
        years = [day.year if day else 0 for day in self._by_place[when]]
        return years if len({*years}) > 1 else []

    def _grouped(self, years: Sequence[int]) -> Iterator[str]:
        """The bodies of the table, each with what its rows have in common above them."""
        rows = self._rows()
        year = 0
        for key, group in groupby(range(len(rows)), key=lambda n: (years[n] if years else 0, self._occasions[n])):
            if key[0] != year:
                year = key[0]
                yield f"\n<tbody>{self._across('year', str(year))}"
            heading = self._across("event", escape(key[1])) if key[1] else ""
            yield f"\n<tbody>{heading}" + "".join([rows[n] for n in group])

    @cached_property
    def _occasions(self) -> list[str]:
        """What each row was played for, without what follows a comma: that is told beside the name."""
        place = self._told.occasion
        if place is None:
            return [""] * len(self.section.rows)
        return [each.partition(", ")[0] for each in self._by_place[place]]

    def _across(self, kind: str, text: str) -> str:
        label = ""
        if kind == "event" and self._told.occasion is not None:
            label = f' data-label="{self._word(self._columns[self._told.occasion].label)}"'
        return f'\n<tr class="{kind}"><th colspan="{len(self._shown)}" scope="rowgroup"{label}>{text}'

    def _rows(self) -> list[str]:
        cells = [self._named() if each == self._told.name else self._cells(each) for each in self._shown]
        return ["\n<tr>" + "".join(each) for each in zip(*cells, strict=True)] if self.section.rows else []

    def _named(self) -> list[str]:
        """The cells with the name, and below it for a phone what stands in columns on a desk."""
        place = self._told.name
        if place is None:
            return []
        smalls = [self._texts(each) for each in self._below]
        beside = list(zip(*smalls, strict=True)) if smalls else [()] * len(self.section.rows)
        told = [" · ".join([text for text in each if text]) for each in beside]
        names = self._texts(place)
        rounds = self._rounds
        return [
            f'<th scope="row">{name}{f" <small>{which}</small>" if which else ""}'
            f'{f"<small class={chr(34)}ph{chr(34)}>{small}</small>" if small else ""}'
            for name, which, small in zip(names, rounds, told, strict=True)
        ]

    @property
    def _rounds(self) -> list[str]:
        place = self._told.occasion
        if place is None:
            return [""] * len(self.section.rows)
        return [escape(each.partition(", ")[2]) for each in self._by_place[place]]

    @cached_property
    def _below(self) -> list[int]:
        """The columns that are told below the name on a phone: when, and a few words."""
        words = [each for each in self._told.others if each in self._shown and not is_numeric(self._columns[each])]
        words = [each for each in words if self._columns[each].shown.style not in {"source", "remark"}]
        when = [self._told.when] if self._told.when in self._shown and self._told.when is not None else []
        return [*when, *words[:_SMALL]]

    def _cells(self, place: int) -> list[str]:
        kind = self._kind(place)
        texts = self._texts(place)
        if place == self._told.change:
            return [f'<td class="{kind}{_way(each, text)}">{text}' for each, text in zip(self._by_place[place], texts, strict=True)]
        return [f'<td class="{kind}">{text}' for text in texts]

    def _texts(self, place: int) -> list[str]:
        """The cells of a column without tags."""
        column, values = self._columns[place], self._by_place[place]
        cells = self.shower.cells
        if column.choices and {*values} <= {*ENDED, *_BLANK}:
            return [f'<b class="{each}">{self._word(each)}</b>' if each else "" for each in values]
        if place == self._told.value and self.section.ledger is not None:
            return cells.language.numbers(values, max(1, column.shown.decimals))
        if column.event:
            keys = self._by_place[[each.name for each in self._columns].index(column.event)]
            return [cells.leading(column, *pair) for pair in zip(values, keys, strict=True)]
        if column.kind is float and column.shown.style in {"number", "signed"}:
            signed = column.shown.style == "signed"
            return cells.language.numbers(values, column.shown.decimals, signed=signed)
        return [cells.one(column, each) for each in values]

    def _balance(self, balance: Balance, change: float | None) -> str:
        """The row of what stood before, or after."""
        title = self._word(balance.title).format(day=escape(self.shower.cells.language.full_date(balance.day)))
        after = {self._told.change: self._change(change), self._told.value: self._figure(balance.value)}
        cells = [self._sum(place, title, after) for place in self._shown]
        return "\n<tr>" + "".join(cells)

    def _sum(self, place: int, title: str, after: dict[int | None, str]) -> str:
        if place == self._told.name:
            return f'<th scope="row">{title}'
        return after.get(place) or f'<td class="{self._kind(place)}">'

    def _change(self, change: float | None) -> str:
        place = self._told.change
        if place is None:
            return ""
        column = self._columns[place]
        text = self.shower.cells.language.number(column.shown.decimals, signed=True)(change)
        return f'<td class="d{_way(change, text)}">{text}'

    def _figure(self, value: float | None) -> str:
        place = self._told.value
        if place is None:
            return ""
        decimals = max(1, self._columns[place].shown.decimals)
        return f'<td class="v">{self.shower.cells.language.number(decimals)(value)}'

    def _word(self, text: str) -> str:
        return escape(self.shower.cells.language.word(text))


def _way(amount: float | None, text: str) -> str:
    """The class of a change: whether it rose or fell, as far as that is shown."""
    if not amount or not any(each in "123456789" for each in text):
        return ""
    return " up" if amount > 0 else " down"
