"""Render tables and lists as HTML, with their heads and the legend of their columns.

End tags that HTML makes optional are left out: on a page of a thousand rows they would be a quarter of the
bytes.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from html import escape
from itertools import pairwise, repeat
from typing import Any, Self, TypeVar
from urllib.parse import quote

from markupsafe import Markup

from sitegen.core.columnar import Rows, get_cells
from sitegen.core.entities import Highlight, PlayerName, RatingExplanation
from sitegen.core.model import Fact, Section
from sitegen.core.names import make_sort_key
from sitegen.core.roles import find_value_column, get_role, get_roles
from sitegen.core.table import Column, Role, Source, Table, make_column
from sitegen.render.calculations import Calculation, IssueReport, OpenedTable
from sitegen.render.cells import (
    FALL_TAGS,
    CellWriter,
    ChangeTags,
    find_direction,
    format_class,
    get_file_name,
    unmark_days,
    write_each,
)
from sitegen.render.table_layout import (
    TOO_FEW,
    ColumnValues,
    DisplayColumn,
    find_breaks,
    find_explained_columns,
    find_row_header,
    find_secondary_column,
    find_visible_columns,
    get_cell_class,
    get_values,
    get_word_classes,
    index_columns,
    is_bare,
    is_blank,
    is_common,
    is_constant,
    is_explained,
    is_numeric,
    is_ordered,
    join_rows,
    mark_words,
    wrap_table,
    write_legend,
)

T = TypeVar("T")
_BRIEF_ROLES: frozenset[Role] = frozenset({"rank", "name", "value", "change"})
_MAX_NORMAL_COLUMNS = 10  # a table with more columns than this is set in smaller type


@dataclass(frozen=True)
class TableWriter:
    """Writes the tables of one ranking on the pages that lie at the same depth.

    On a page with a `report` every row with its place in the files has a flag that opens the form. On the
    page of an event, whose key is `current_event`, no row links to that page, nor to `linked_players`, who
    are linked above. All such pages share `cache`.
    """

    cells: CellWriter
    report: IssueReport | None = None
    current_event: str = ""
    linked_players: frozenset[str] = frozenset()
    cache: dict[Any, Any] = field(default_factory=dict)

    @property
    def ranking_url(self) -> str:
        """The link from such a page to that of the ranking."""
        return self.cells.ranking_url

    def memoize(self, key: Any, make: Callable[[], T]) -> T:
        """Return a value that is the same on all such pages; `make` is called once for each key."""
        if key not in self.cache:
            self.cache[key] = make()
        value: T = self.cache[key]
        return value

    def table(self, section: Section, title: str = "") -> Markup:
        """Return a section as a `<table>`, empty without rows; a column that is blank in all is left out.

        `title` is the id of the heading of the table.
        """
        if not section.rows:
            return Markup()
        title = title or f"{section.name}-title"
        if section.has_opened_rows:
            return Markup(self._get_opened_table(section).render(section, self.report, title))  # noqa: S704 - all cells are escaped
        values = get_values(section.table, section.rows)
        secondary = self._find_secondary(section.table, values)
        columns = [
            column
            for column in self._build_columns(section.table, secondary)
            if not is_blank(values(column.place))
        ]
        if (
            self.current_event and not section.total_rows
        ):  # the parts of a table are joined, so that all are alike
            columns = [self._shorten_cells(column, values(column.place)) for column in columns]
        kinds = [column.css_class for column in columns]
        cells = mark_words([list(self._render_cells(column, values)) for column in columns], kinds)
        rows = join_rows(repeat("\n<tr>", len(section.rows)), *cells)
        kind = ("dense" if len(columns) > _MAX_NORMAL_COLUMNS else "plain") + get_word_classes(kinds)
        head = "".join([self._render_head(column, values, self._get_label) for column in columns])
        bodies = ["".join(rows[start:end]) for start, end in pairwise(_find_bounds(section))]
        if not find_value_column(section.table):
            return wrap_table(kind, title, head, "\n<tbody>".join(bodies))
        first = next((place for place, kind in enumerate(kinds, 1) if kind.startswith("o")), None)
        kind += f" whole f{len(kinds) + 1}" if first is None else f" f{first}"
        table = wrap_table(kind, title, head, "\n<tbody>".join(bodies))
        return table if first is None else self._make_opener() + table

    def _get_opened_table(self, section: Section) -> OpenedTable:
        key = section.table, section.calculation, *section.shared_columns, None, *section.opened_columns
        return self.memoize(key, lambda: OpenedTable(self.cells, section))

    def _make_opener(self) -> Markup:
        """Return what shows the columns that a phone leaves out of the table behind it."""
        return Markup("<label class=all><input type=checkbox> {}</label>\n").format(
            self.cells.language.translate("All columns")
        )

    def player_list(self, section: Section, tags: Sequence[str]) -> Markup:
        """Return a section as a list of players, without what all have in common; `tags` begin its rows.

        One without a figure for each player is a table as on other pages.
        """
        if not find_value_column(section.table):
            region = "<div class=scroll role=region tabindex=0 aria-labelledby={}-title>\n{}\n</div>"
            return Markup(region).format(section.name, self.table(section))  # noqa: S704 - as above
        return self._render_list(section, f"{section.name}-title", tags)

    def top_list(self, section: Section, title: str) -> Markup:
        """Return a list with nothing but the player, the figure and its change; its heads are explained."""
        return self._render_list(section, title, (), _BRIEF_ROLES)

    def _render_list(
        self, section: Section, title: str, tags: Sequence[str], roles: Container[Role] | None = None
    ) -> Markup:
        if not section.rows:
            return Markup()
        table, values = section.table, get_values(section.table, section.rows)
        secondary, value = (
            None if roles else self._find_secondary(table, values),
            get_roles(table).positions.get("value"),
        )
        columns = [
            column
            for column in self._build_columns(table, secondary, "list")
            if not is_blank(values(column.place))
            and not is_common(column, values)
            and (not roles or get_role(table, column.column) in roles or column.place == value)
        ]
        kind = "list" if secondary is None else "list beside"
        if is_bare(column.css_class for column in columns):
            bare_columns = {column.place: column for column in self._build_columns(table, secondary, "bare")}
            kind, columns = f"{kind} bare", [bare_columns[column.place] for column in columns]
        cells = [self._render_cells(column, values) for column in columns]
        label = self._explain_label if roles else self._get_label
        head = "".join([self._render_head(column, values, label) for column in columns])
        return wrap_table(kind, title, head, "".join(join_rows(tags or repeat("\n<tr>"), *cells)))

    def common_values(self, section: Section) -> Markup:
        """Return what a list leaves out because all rows have the same, as the inside of a `<dl>`."""
        values = get_values(section.table, section.rows)
        constant_columns = [
            column for column in self._build_columns(section.table, None, "list") if is_common(column, values)
        ]
        shared = [
            (column, values(place)[0])
            for place, _, column, *_ in constant_columns
            if not is_blank(values(place))
        ]
        cells = [(self._get_label(column), self.cells.render_cell(column, value)) for column, value in shared]
        lines = [f"<div><dt>{label}<dd>{cell}</div>" for label, cell in cells]
        return Markup("\n".join(lines))  # noqa: S704 - as above

    def _render_cells(self, display: DisplayColumn, values: ColumnValues) -> Iterable[str]:
        """Return the cells of a column; beside the place of a row stands the flag for a mistake in it."""
        cells, column = display.render_cells(values), display.column
        if self.current_event and (column.event or column.display.style == "event"):
            cells = self._remove_links(list(cells), is_ordered=is_ordered(display, values))
        if self.linked_players and column.display.style == "player":
            cells = self._remove_links(list(cells))
        if not (self.report and column.display.style == "source"):
            return cells
        flags = self.report.render_flags(zip(values(display.place), repeat("")), self.cells.language)
        return [cell + flag for cell, flag in zip(cells, flags, strict=True)]

    def below(self, facts: Sequence[Fact]) -> Self:
        """Return the writer of the tables below facts: of a page about players, whom only these link."""
        columns = [make_column(fact.label, fact.cell_type) for fact in facts]
        if not all(column.display.style == "player" for column in columns):
            return self
        return replace(self, linked_players=frozenset(str(fact.value) for fact in facts))

    def _remove_links(self, cells: list[str], *, is_ordered: bool = False) -> Iterable[str]:
        """Return cells without links to the page that they are on, and to who is linked above.

        Days that are in order lose their `<time>` elements too, as nothing has to sort them.
        """
        links = [f"<a href={self.cells.players_url}{quote(player)}/>" for player in self.linked_players]
        if self.current_event:
            links.append(f"<a href={self.cells.events_url}{quote(self.current_event)}/>")

        def remove_link(cell: str) -> str:
            for link in links:
                if link in cell:
                    before, _, rest = cell.partition(link)
                    cell = before + rest.replace("</a>", "", 1)
            return unmark_days(cell) if is_ordered else cell

        texts = {cell: remove_link(cell) for cell in {*cells}}
        return [texts[cell] for cell in cells]

    def _shorten_cells(self, display: DisplayColumn, values: Sequence[Any]) -> DisplayColumn:
        """Return a column whose head says what all cells have in common: the year of days, the file of rows.

        The file is not shortened if it is a link, as the number of a line alone would be too small to touch.
        """
        column = display.column
        if len(values) <= TOO_FEW or not all(values):
            return display
        if column.kind is date and display.css_class != "h" and len({day.year for day in values}) == 1:
            texts, shortened = self.cells.days["<td>", True], display._replace(note=str(values[0].year))
            if display.secondary is None and column.display.style != "event":
                return shortened._replace(write=lambda days: [texts[day, None] for day in days])
            secondary = display.place if display.secondary is None else display.secondary
            return shortened._replace(
                secondary=secondary, write=lambda pairs: [texts[pair] for pair in pairs]
            )
        path, colon, _ = values[0].rpartition(":") if column.display.style == "source" else ("", "", "")
        if colon and not self.cells.sources and all(value.startswith(path + colon) for value in values):
            write = write_each(lambda place: f"<td>{place.rpartition(':')[2]}")
            return display._replace(write=write, note=get_file_name(path))
        return display

    def _find_secondary(self, table: type[Table], values: ColumnValues) -> int | None:
        """Return the place of the column beside the names, None if it is the same in all rows."""
        column = find_secondary_column(table)
        place = None if column is None else index_columns(table)[column.name]
        return None if place is None or is_constant(values(place)) else place

    def _build_columns(
        self, table: type[Table], secondary: int | None, form: str = "table"
    ) -> list[DisplayColumn]:
        """Return the columns of a table, or of a list whose names have the `secondary` column beside them.

        `form` is "table", "list", or "bare" for a list in the usual order, whose cells need no classes.
        """
        columns = [column for column in find_visible_columns(table) if column != find_secondary_column(table)]
        key = table, secondary, form
        return self.memoize(key, lambda: [self._build_column(*key, column) for column in columns])

    def _build_column(
        self, table: type[Table], secondary: int | None, form: str, column: Column
    ) -> DisplayColumn:
        places, is_head = index_columns(table), column == find_row_header(table)
        event_place, is_list = places.get(column.event), form != "table"
        kind = "h" if is_head else get_cell_class(table, column)
        if is_head and (secondary is not None or (is_list and not column.event)):
            secondary_column = find_secondary_column(table) if secondary is not None else None
            write = self.cells.make_name_writer(column, secondary_column, is_list=is_list)
            return DisplayColumn(places[column.name], secondary, column, kind, write)
        # the rank and the move have the same place in all lists
        css_class = "" if form != "list" or kind in {"r", "m"} else kind
        changes = FALL_TAGS if form == "bare" else ChangeTags.from_class(css_class)
        is_change = kind == "d" or column.display.style == "movement"
        tag = "<th>" if is_head else f"<td{format_class(css_class)}>"
        write = self.cells.get_writer(column, tag, changes if is_change else None)
        return DisplayColumn(places[column.name], event_place, column, kind, write)

    def _render_head(
        self, display: DisplayColumn, values: ColumnValues, label: Callable[[Column], str]
    ) -> str:
        column = display.column
        order = "rank" if column.display.style == "rank" else "number" if is_numeric(column) else ""
        order = "order" if self.current_event and is_ordered(display, values) else order
        sort = f" data-sort={order}" if order else ""
        is_unseen = display.css_class == "m"
        text = f"<span class=vh>{self.cells.translate(column.doc)}</span>" if is_unseen else label(column)
        note = f" <br><span>{escape(display.note)}</span>" if display.note else ""
        return f"\n<th{format_class(display.css_class)}{sort}>{text}{note}"

    def _get_label(self, column: Column) -> str:
        return self.cells.translate(column.label)

    def _explain_label(self, column: Column) -> str:
        """Return the label of a column, with what it means."""
        if is_explained(column):
            return f'<abbr title="{self.cells.translate(column.doc)}">{self._get_label(column)}</abbr>'
        return self._get_label(column)

    def legend(self, sections: Iterable[Section]) -> Markup:
        """Return what the columns of sections mean, as the inside of a `<dl>`, without repetitions."""
        columns = find_explained_columns(sections)
        return self.memoize(("legend", columns), lambda: Markup("\n".join(write_legend(columns, self.cells))))  # noqa: S704 - as above

    def articles(self, names: Sequence[str]) -> Markup:
        """Return links to the articles of the regulation with these names."""
        return Markup(", ".join([self.cells.articles[name] for name in names]))  # noqa: S704 - as above

    def highlight(self, highlight: Highlight) -> Markup:
        """Return a highlight above a list, such as the largest rise, as the inside of a `<div>`."""
        cells, language = self.cells, self.cells.language
        params = {
            name: self.name(value.player)
            if isinstance(value, PlayerName)
            else language.make_number_formatter(1)(value)
            if isinstance(value, float)
            else value
            for name, value in highlight.params.items()
        }
        text, note = (
            text and escape(language.format_title(text, params)) for text in (highlight.text, highlight.note)
        )
        subject = cells.link_player(highlight.player) if highlight.player else text
        if highlight.event and highlight.player:
            note = cells.link_to_event(highlight.event, note)
        elif highlight.event:
            subject = cells.link_to_event(highlight.event, subject)
        small = f" <small>{note}</small>" if note else ""
        label, figure = escape(language.translate(highlight.label)), self._render_figure(highlight)
        return Markup(f"<dt>{label}<dd>{subject}{figure}{small}")  # noqa: S704 - as above

    def _render_figure(self, highlight: Highlight) -> str:
        figure: Any = highlight.figure
        if figure is None:
            return ""
        column = make_column(highlight.label, highlight.cell_type)
        text = self.cells.render_cell(column, figure)
        is_move = column.display.style in {"signed", "movement"}
        css_class = format_class(find_direction(text) if is_move else "")
        return f" <span{css_class}>{text}</span>"

    def direction(self, fact: Fact) -> str:
        """Return whether the change that a fact shows is "up" or "down", blank for zero."""
        column = make_column(fact.label, fact.cell_type)
        return find_direction(self.cells.render_cell(column, fact.value))

    def name(self, player: str) -> str:
        """Return the name that a player is shown by."""
        return self.cells.name(player)

    def source(self, place: str) -> Markup:
        """Return the place of a row, as a link to it in the repository."""
        return Markup(self.cells.render_cell(make_column("", Source), place))  # noqa: S704 - as above

    def formulas(self, rows: Sequence[Table], pattern: str) -> Markup:
        """Return a line of HTML for each row with all figures that `pattern` names."""
        if not rows:
            return Markup()
        table = rows.kind if isinstance(rows, Rows) else type(rows[0])
        calculation = self.memoize((table, pattern), lambda: Calculation.parse(self.cells, table, pattern))
        lines = calculation.fill_in(get_values(table, rows), len(rows))
        return Markup("\n".join(filter(None, lines)))  # noqa: S704 - as above

    def steps(self, explanation: RatingExplanation) -> Markup:
        """Return the steps of an explanation whose formulas it has, each as an item of a list."""
        lines = [
            self.formulas(
                [row for row in explanation.steps if isinstance(row, table)],
                f"<li>{pattern} <small>{{source}}</small>",
            )
            for table, pattern in explanation.calculations.items()
        ]
        return Markup("\n").join(filter(None, lines))

    def facts(self, facts: Iterable[Fact], kind: str = "") -> Markup:
        """Return facts as the inside of a `<dl>`; `kind` is the class of each."""
        opening = f"<div{format_class(escape(kind))}>"
        return Markup("\n".join([opening + self._render_fact(fact) for fact in facts]))  # noqa: S704 - as above

    def _render_fact(self, fact: Fact) -> str:
        column = make_column(fact.label, fact.cell_type)
        link = self.cells.render_event_link(column, fact.value, fact.event) if fact.event else ""
        value = link or self.cells.render_cell(column, fact.value)
        text = self.cells.language.format_title(fact.note, fact.params) if fact.note else ""
        note = f" <small>{escape(text)}</small>" if text else ""
        return f"<dt>{self.cells.translate(fact.label)}<dd>{value}{note}</div>"


def build_row_tags(sections: Iterable[Section], used_ids: Iterable[str] = ()) -> Mapping[str, Sequence[str]]:
    """Return the opening tags of the rows of the lists on a page, by the name of each list.

    A row has the id of its player, unless something else on the page has it, and says whether they played.
    """
    lists, ids, tags = list(sections), {*used_ids}, {}
    ids.update(name for section in lists for name in (section.name, f"{section.name}-title"))
    for section in lists:
        header = find_row_header(section.table) if find_value_column(section.table) else None
        player_column = header.name if header and header.display.style == "player" else ""
        players = _get_cells(section, player_column) or repeat("", len(section.rows))
        played_flags = _get_cells(section, "lately_played") or repeat(False)
        pairs = zip(players, played_flags, strict=False)
        tags[section.name] = [build_row_tag(player, ids, played=is_played) for player, is_played in pairs]
    return tags


def build_row_tag(player: str, used_ids: set[str], *, played: bool) -> str:
    """Return the opening tag of the row of a player, who then is among the used ids."""
    attribute = " data-played" if played else ""
    if not player or player in used_ids:
        return f"\n<tr{attribute}>"
    used_ids.add(player)
    name = player if player.replace("-", "").isalnum() else f'"{escape(player)}"'
    return f"\n<tr id={name}{attribute}>"


def find_clubs(sections: Iterable[Section]) -> list[str]:
    """Return the clubs on some lists: all texts that stand beside the names."""
    clubs: set[str] = set()
    for section in sections:
        column = find_secondary_column(section.table)
        if column and column.kind is str:
            clubs.update(filter(None, _get_cells(section, column.name)))
    return sorted(clubs, key=make_sort_key)


def _get_cells(section: Section, name: str) -> Sequence[Any]:
    """Return the cells of a column by its name; none without such a column."""
    place = index_columns(section.table).get(name)
    return () if place is None else get_cells(section.rows, place)


def _find_bounds(section: Section) -> list[int]:
    """Return where the bodies of a table begin and end, one for each group of rows."""
    return [0, *find_breaks(_get_cells(section, section.group_by)), len(section.rows)]
