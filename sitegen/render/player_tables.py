"""Render the tables of a player's page.

Rows are grouped by year and occasion and have two lines on a phone; an explanation of a rating stands between
the figures before and after it.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from html import escape
from itertools import repeat
from typing import Any

from markupsafe import Markup

from sitegen.core.entities import Balance
from sitegen.core.model import PageSection, Section
from sitegen.core.table import Column, get_columns
from sitegen.render.cells import FALL_TAGS, RISE_TAGS, CellWriter, Memo, format_class, format_title
from sitegen.render.table_layout import (
    ColumnValues,
    find_breaks,
    find_player_columns,
    get_plain_class,
    get_values,
    get_word_classes,
    index_columns,
    is_blank,
    is_numeric,
    join_rows,
    mark_words,
)
from sitegen.render.tables import TableWriter

_is_number = re.compile(r"[\d½/]+f?").fullmatch  # a factor, or the points of a game
_RESULT_MARKUP = {"won": "<b>{}</b>", "drawn": "<b class=drawn>{}</b>", "lost": "<u>{}</u>"}
_RESULT_VALUES = {*_RESULT_MARKUP, None, ""}
_MAX_TEXTS = 3  # the most texts below the name of what was played
_MAX_PHONE_COLUMNS = 5  # the most columns beside each other on a phone; words need the room of two
_MAX_PHONE_PLACE = 6  # the last of the columns whose words the class of a table can leave to a phone
_MAX_NARROW_COLUMNS = 8  # a table with more columns takes the whole width of a page,
_MAX_HEAD_LETTERS = 52  # and so does one with more letters in its heads
_CHANGE_CELLS = Memo(lambda pair: (RISE_TAGS if pair[1] == "lost" else FALL_TAGS).format_cell(pair[0]))
"""Cells of changes, by their text and the outcome of the row; there are few, as there are few decimals."""
_NBSP = "\N{NO-BREAK SPACE}"  # keeps the place of a missing name behind a flag, and a change on its line


def render_player_table(writer: TableWriter, section: Section, heading: str) -> Markup:
    """Return the rows of a section below what they have in common; `heading` is the id of its title.

    The rows of an explanation stand between the figures before and after it. Brief rows stand below.
    """
    rows = _PlayerTable(writer, section).render(heading) if section.rows else ""
    brief = _render_brief_rows(writer.cells, section) if section.brief_rows else ""
    return Markup("\n".join(filter(None, (rows, brief))))  # noqa: S704 - all cells are escaped


def is_wide(section: Section) -> bool:
    """Return whether a table takes the whole width of a page."""
    places = _select_columns(section, get_values(section.table, section.rows))
    letters = sum(len(get_columns(section.table)[place].label) for place in places)
    return len(places) > _MAX_NARROW_COLUMNS or letters > _MAX_HEAD_LETTERS


def group_sections(parts: Sequence[PageSection]) -> tuple[list[Section], ...]:
    """Return the tables with rows: all, the explanations, the projection, the others, those by year."""
    tables = [part for part in parts if isinstance(part, Section) and part.all_rows]
    accounts = [section for section in tables if section.explanation]
    projections = [section for section in tables if section.name == "ahead"]
    other_sections = [section for section in tables if not section.explanation and section.name != "ahead"]
    return (
        tables,
        accounts,
        projections,
        other_sections,
        [section for section in other_sections if section.is_yearly],
    )


def _select_columns(section: Section, values: ColumnValues) -> list[int]:
    """Return the places of the columns that are shown; most of those that are blank in all rows are not."""
    roles, explanation, columns = (
        find_player_columns(section.table),
        section.explanation,
        get_columns(section.table),
    )
    always_shown = {roles.name, roles.change, roles.value} if explanation else {roles.name}
    places = [place for place in roles.order if place in always_shown or not is_blank(values(place))]
    return [place for place in places if not explanation or columns[place].display.style != "source"]


def _render_brief_rows(cells: CellWriter, section: Section) -> str:
    """Return the brief rows as a list: texts, each followed by the names and changes of its rows.

    For scripts, `data-heads` has the labels of the columns beside the name, and the `data-cells` of a text
    what its rows have in the first of them.
    """
    roles, columns = find_player_columns(section.table), get_columns(section.table)
    name_column, change = columns[roles.name], roles.change
    places = roles.other_places if change is None else (*roles.other_places, change)
    heads = [cells.translate(columns[place].label) for place in places]
    lines = []
    for text, rows in section.brief_rows.items():
        values = get_values(section.table, rows)
        shared = [cells.render_cell(columns[place], values(place)[0]) for place in roles.other_places]
        names = cells.get_writer(name_column)(values(roles.name))
        names = [name if name.startswith("<a") else f"<bdi>{name}</bdi>" for name in names]
        changes = repeat("") if change is None else cells.get_writer(columns[change], _NBSP)(values(change))
        players = "".join([f"<dd>{name}{text}" for name, text in zip(names, changes, strict=False)])
        lines.append(f'<dt data-cells="{"|".join(shared)}">{cells.translate(text)}{players}\n')
    return f'<dl class=brief data-heads="{"|".join(heads)}">\n{"".join(lines)}</dl>'


class _PlayerTable:
    """Renders one section."""

    def __init__(self, writer: TableWriter, section: Section) -> None:
        self.writer, self.cells, self.section = writer, writer.cells, section
        self.roles, self.columns = find_player_columns(section.table), get_columns(section.table)
        self.values = get_values(section.table, section.rows)
        self.places = _select_columns(section, self.values)
        self.result_places = [
            place
            for place in self.places
            if self.columns[place].choices and _RESULT_VALUES.issuperset(self.values(place))
        ]
        self.has_day = self.roles.day in self.places
        self.is_history = section.is_yearly or section.explanation is not None
        columns = [self.columns[place] for place in self.places if place != self.roles.name]
        words = [column for column in columns if column.kind is str and column.display.style != "source"]
        room = 1 + len(columns) + (0 if self.is_history else len(words))
        self.is_folded = room > _MAX_PHONE_COLUMNS
        self.phone_places = self._choose_phone_columns() if self.is_folded else []
        can_wrap = self.is_folded and self.is_history and self.roles.value in self.places
        self.last_on_phone = 1 + max(map(self.places.index, self.phone_places), default=0)
        can_wrap &= self.last_on_phone <= _MAX_PHONE_PLACE
        self.wraps = can_wrap and not any(map(self._needs_head, self.phone_places))

    def render(self, heading: str) -> str:
        """Return the whole table."""
        explanation, key = self.section.explanation, (self.section.table, *self.places, self.wraps)
        kinds, classes, heads = self.writer.memoize(key, self._build_frame)
        opening = (
            f"<table{format_class('story' + classes)} aria-labelledby={escape(heading)}>\n<thead><tr>{heads}"
        )
        bodies = self._render_bodies(kinds)
        if not explanation:
            return f"{opening}{bodies}\n</table>"
        opening_row = self._render_balance(explanation.opening, None)
        closing_row = self._render_balance(explanation.closing, explanation.change)
        return f"{opening}\n<tbody class=base>{opening_row}{bodies}\n<tfoot>{closing_row}\n</table>"

    def _build_frame(self) -> tuple[list[str], str, str]:
        """Return the class of each column, the classes of the table, and its heads."""
        roles, places = self.roles, self.places
        role_classes = {roles.day: "dt", roles.change: "d", roles.value: "v", roles.name: ""}
        plain_classes = {
            place: get_plain_class(self.columns[place], optional=self.is_folded) for place in places
        }
        kinds = [(plain_classes | role_classes)[place] for place in places]
        words = [
            (plain_classes | role_classes | {roles.day: "n", roles.name: "n"})[place] for place in places
        ]
        classes = [
            " folded" * self.is_folded,
            f" wraps p{self.last_on_phone}" * self.wraps,
            " day" * self.has_day,
            f" d{len(places) - places.index(roles.change)}" if roles.change in places else "",
            "".join([f" b{number}" for number, place in enumerate(places, 1) if self._is_beside(place)]),
            " val" * (roles.value in places),
            get_word_classes(words),
        ]
        heads = [
            f"\n<th{format_class(kind)}>{self._get_label(place)}"
            for kind, place in zip(kinds, places, strict=True)
        ]
        return kinds, "".join(classes), "".join(heads)

    def _get_label(self, place: int) -> str:
        return self.cells.translate(self.columns[place].label)

    def _render_bodies(self, kinds: Sequence[str]) -> str:
        """Return the bodies of the table, each below the year or the occasion of its rows."""
        wholes, parts = self._split_occasions()
        cells = [self._render_column(place, parts) for place in self.places]
        rows, last = join_rows(repeat("\n<tr>"), *mark_words(cells, kinds)), 0
        groups = list(zip(self._find_years() or repeat(0, len(rows)), wholes or repeat(""), strict=False))
        label = format_title(self._get_label(self.roles.occasion)) if self.roles.occasion is not None else ""
        across = f"<th colspan={len(self.places)} scope=rowgroup"
        for first in [0, *find_breaks(groups)] if rows else []:
            year, occasion = groups[first]
            above = f"\n<tbody>\n<tr class=year>{across}>{year}" if year != last else ""
            below = f"\n<tr class=event>{across}{label}>{occasion}" if occasion else ""
            rows[first] = f"{above}\n<tbody>{below}{rows[first]}"
            last = year
        return "".join(rows)

    def _find_years(self) -> list[int]:
        """Return the year of each row, 0 without a day; empty if rows are not grouped by year."""
        place = self.roles.day
        if place is None or self.columns[place].kind is not date or self.section.explanation:
            return []
        years = [day.year if day else 0 for day in self.values(place)]
        return years if self.section.is_yearly or len({*years} - {0}) > 1 else []

    def _split_occasions(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return what each row was played for, and its part, such as a round; empty if no row says it."""
        place = self.roles.occasion
        if place is None or is_blank(self.values(place)):
            return (), ()
        wholes, parts = zip(*map(_split_occasion, self.values(place)), strict=True)
        return self._render_cells(place) if self.columns[place].display.style == "event" else wholes, parts

    def _render_names(self, parts: Sequence[str]) -> list[str]:
        """Return the cells with the name, and below it for a phone what has columns on a wider screen."""
        cells = self._render_cells(self.roles.name, "<th>")
        if "<th>" in cells:
            cells = [cell if cell != "<th>" else "<td class=w>" for cell in cells]
        if any(flags := self._render_flags()):
            cells = [
                f"<th>{flag}{cell[4:]}" if cell.startswith("<th>") else cell + (flag and flag + _NBSP)
                for cell, flag in zip(cells, flags, strict=True)
            ]
        parts_here, parts_below_day = ([], parts) if self.has_day else (_render_parts(parts), [])
        phone_lines = [] if self.wraps else self._build_phone_lines(parts_below_day)
        for texts in (parts_here, self._render_remarks(), phone_lines):
            if any(texts):
                cells = [cell + text for cell, text in zip(cells, texts, strict=True)]
        return cells

    def _build_phone_lines(self, parts: Sequence[str]) -> list[str]:
        """Return what a phone shows below the name of each row, unless the cells themselves wrap there."""
        columns: list[Sequence[str]] = []
        for place in self.phone_places:  # where no head does, a label says what numbers, yes and no mean
            label, is_named = self._get_label(place), self._needs_label(place)
            cells = self._render_cells(place)
            texts = {
                text: f"{label} {text}" if text and (is_named or _is_number(text)) else text
                for text in {*cells}
            }
            columns.append([texts[text] for text in cells])
        rows = zip(*columns, *([parts] if parts else []), strict=True)
        lines = [" · ".join(filter(None, row)) for row in rows]
        return [line and f" <small class=ph>{line}</small>" for line in lines]

    def _render_flags(self) -> list[str]:
        """Return the flag for a mistake in each row, which stands before its name."""
        report, place, day = self.writer.report, self.roles.source, self.roles.day
        if report is None or place is None:
            return []
        find_key = self.cells.event_keys.get
        events = repeat("") if day is None else [find_key(key, "") for key in self._find_event_keys(day)]
        return report.render_flags(zip(self.values(place), events, strict=False), self.cells.language)

    def _render_remarks(self) -> list[str]:
        """Return the remark on each row, which stands with the name; most rows have none."""
        place = self.roles.remark
        if place is None or not any(self.values(place)):
            return []
        opening = f" <small{format_title(self._get_label(place))}>"
        return [text and f"{opening}{text}</small>" for text in self._render_cells(place)]

    def _render_column(self, place: int, parts: Sequence[str]) -> list[str]:
        if place == self.roles.name:
            return self._render_names(parts)
        if place == self.roles.day and any(parts):
            days = self._render_cells(place, "<td>")
            return [day + part for day, part in zip(days, _render_parts(parts), strict=True)]
        if place != self.roles.change:
            return self._render_cells(place, "<td>")
        outcomes = self.values(self.result_places[0]) if self.result_places else repeat("")
        return [_CHANGE_CELLS[pair] for pair in zip(self._render_cells(place), outcomes, strict=False)]

    def _render_cells(self, place: int, tag: str = "") -> list[str]:
        """Return the cells of a column, each behind its tag."""
        column, values = self.columns[place], self.values(place)
        if place in self.result_places:
            words = {
                outcome: _RESULT_MARKUP[outcome].format(self.cells.translate(outcome)) if outcome else ""
                for outcome in {*values}
            }
            return [tag + words[outcome] for outcome in values]
        if place == self.roles.day and column.kind is date and self.is_history:
            return self._render_days(place, tag)
        if column.event:
            pairs = list(zip(values, self._find_event_keys(place), strict=True))
            return list(self.cells.get_writer(column, tag)(pairs))
        if self.section.explanation and place == self.roles.value:
            column = _add_decimal(column)
        return list(self.cells.get_writer(column, tag)(values))

    def _render_days(self, place: int, tag: str) -> list[str]:
        """Return days without their year; in a row of the same day the first alone leads to its event."""
        days = list(zip(self.values(place), self._find_event_keys(place), strict=True))
        texts = self.cells.days[tag, self.section.explanation is not None]
        return [
            texts[pair if pair != above else (pair[0], None)]
            for above, pair in zip([None, *days], days, strict=False)
        ]

    def _find_event_keys(self, place: int) -> Sequence[Any]:
        """Return the key of the event of each row, from the column that a day names, or the day itself."""
        event = self.columns[place].event
        return self.values(index_columns(self.section.table)[event] if event else place)

    def _render_balance(self, balance: Balance, change: float | None) -> str:
        """Return the row with the figure before the explanation, or after it."""
        roles, language = self.roles, self.cells.language
        title = language.translate(balance.title).format(day=language.format_full_date(balance.day))
        cells = dict.fromkeys(self.places, "<td>") | {roles.name: f"<th>{escape(title)}"}
        if roles.change is not None:
            decimals = self.columns[roles.change].display.decimals
            cells[roles.change] = FALL_TAGS.format_cell(
                language.make_number_formatter(decimals, signed=True)(change)
            )
        if roles.value is not None:
            decimals = _add_decimal(self.columns[roles.value]).display.decimals
            cells[roles.value] = f"<td>{language.make_number_formatter(decimals)(balance.value)}"
        return "\n<tr>" + "".join(cells.values())

    def _choose_phone_columns(self) -> list[int]:
        """Return the columns of the second line on a phone: the day and others, in a history only texts."""
        roles, columns = self.roles, self.columns
        text_places = [place for place in self.places if place in roles.other_places]
        text_places = [place for place in text_places if columns[place].display.style != "source"]
        if self.is_history:
            text_places = [place for place in text_places if not is_numeric(columns[place])][:_MAX_TEXTS]
        return [place for place in (roles.day, *text_places) if place in self.places and place is not None]

    def _is_beside(self, place: int) -> bool:
        """Return whether a column stands beside the name: in half the width of a page it goes first."""
        column = self.columns[place]
        return self.is_folded and column.role == "beside" and is_numeric(column)

    def _needs_label(self, place: int) -> bool:
        """Return whether the cells of a column need its label without a head: keys, numbers, yes and no."""
        column = self.columns[place]
        is_key = place == self.roles.day and column.kind is not date
        return is_key or column.kind is bool or is_numeric(column)

    def _needs_head(self, place: int) -> bool:
        """Return whether a column has cells that say too little without a head."""
        if self._needs_label(place) or self.columns[place].kind is not str:
            return self._needs_label(place)
        return any(map(_is_number, {*self.values(place)} - {None}))


@cache
def _add_decimal(column: Column) -> Column:
    """Return a column with one decimal at least, so that the changes in an explanation add up.

    A place has none.
    """
    decimals = max(0 if column.kind is int else 1, column.display.decimals)
    return column._replace(display=column.display._replace(decimals=decimals))


def _render_parts(parts: Sequence[str]) -> list[str]:
    """Return the part of an occasion that each row names, which stands small below its day."""
    return [part and f" <small>{part}</small>" for part in parts]


@lru_cache(maxsize=1_024)
def _split_occasion(text: str) -> tuple[str, str]:
    """Return an occasion and the part of it that a row names: `Autumn Cup` and `round 2`."""
    occasion, _, part = text.partition(", ")
    return escape(occasion), escape(part)
