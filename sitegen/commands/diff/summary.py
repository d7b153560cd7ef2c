"""What a comparison says, in words and with a limit on everything: all formats lay out this one summary.

The rows of a ranking are grouped by what happened to them and by file; what matters most comes first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import NamedTuple

from sitegen.commands.diff.compare import Cause, Comparison, format_errors, format_problems
from sitegen.compare.effect import SettingChange
from sitegen.compare.formatter import (
    EffectFormatter,
    Excerpt,
    ListSummary,
    MoveTable,
    build_move_table,
    format_omitted,
    summarize_lists,
    summarize_table,
    truncate,
)
from sitegen.compare.rows import ChangeKind, RowChange
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, make_printable, pluralize
from sitegen.toolkit.order import group_by

_KIND_ORDER: Sequence[ChangeKind] = (
    "reordered",
    "corrected",
    "removed",
    "entered",
    "added",
    "moved",
    "rewritten",
)
_COUNTED_KINDS = frozenset({"moved", "rewritten"})


class CellChange(NamedTuple):
    """A cell of a row: the label of its column, its text before and its text after."""

    label: str
    before: str
    after: str


class RowLine(NamedTuple):
    """A row: the number of its line and its `values`, below the `heads` of its group.

    Of a corrected row `cells` are the cells that differ, and `values` what is unchanged. `note` says that a
    row comes too late.
    """

    number: int
    values: Sequence[str]
    cells: Sequence[CellChange] = ()
    note: str = ""


class RowGroup(NamedTuple):
    """Rows of one kind in one file at `path`, blank if that is secret, in the `version` before or after."""

    kind: ChangeKind
    summary: str
    path: str
    version: str
    heads: Sequence[str]
    lines: Excerpt[RowLine]


def group_rows(formatter: EffectFormatter, limit: int) -> Iterator[RowGroup]:
    """Yield the rows of a ranking in groups, what matters most first."""
    for kind in _KIND_ORDER:
        changes = [
            change
            for change in formatter.effect.rows
            if change.kind == kind and _is_visible(formatter, change)
        ]
        for rows in group_by(changes, _make_file_key).values():
            yield _build_group(formatter, kind, rows, limit)


def _is_visible(formatter: EffectFormatter, change: RowChange) -> bool:
    """Whether a change is shown: a hidden player who only has another label is not."""
    if change.before is None or change.after is None or change.kind != "corrected":
        return True
    return formatter.format_row(change.before, change) != formatter.format_row(change.after, change)


def _make_file_key(change: RowChange) -> tuple[str, ...]:
    return (change.table, *(row.path if row else "" for row in (change.before, change.after)))


def _build_group(
    formatter: EffectFormatter, kind: ChangeKind, rows: Sequence[RowChange], limit: int
) -> RowGroup:
    path = rows[0].row.path
    excerpt = truncate(rows, limit) if kind not in _COUNTED_KINDS else Excerpt[RowChange]([])
    if kind == "corrected":
        heads, lines = list[str](), [_build_correction(formatter, change) for change in excerpt.items]
    else:
        heads, lines = _layout_table(formatter, excerpt)
    return RowGroup(
        kind=kind,
        summary=make_printable(
            formatter.finding_formatter.format_message(_format_summary(formatter, kind, rows))
        ),
        path=path if formatter.redact_path(path) == path else "",
        version="before" if kind == "removed" else "after",
        heads=heads,
        lines=Excerpt(lines, excerpt.omitted_count),
    )


def _build_correction(formatter: EffectFormatter, change: RowChange) -> RowLine:
    labels = [formatter.format_label(column) for column in change.columns]
    rows = [formatter.format_row(row, change) for row in (change.before, change.after) if row]
    cells = [CellChange(*values) for values in zip(labels, *rows, strict=True)]
    unchanged = [
        text
        for text, cell in zip(_format_cells(formatter, change), cells, strict=True)
        if text and cell.before == cell.after
    ]
    return RowLine(change.row.line, unchanged, [cell for cell in cells if cell.before != cell.after])


def _format_cells(formatter: EffectFormatter, change: RowChange) -> list[str]:
    """Return the texts of the cells of a row, blank for default values."""
    cells = zip(change.columns, change.row.cells, formatter.format_row(change.row, change), strict=True)
    return ["" if value == column.default else text for column, value, text in cells]


def _layout_table(formatter: EffectFormatter, rows: Excerpt[RowChange]) -> tuple[list[str], list[RowLine]]:
    """Return the labels of the columns that are not blank, and the rows."""
    texts = [_format_cells(formatter, change) for change in rows.items]
    filled = [index for index, column in enumerate(zip(*texts, strict=True)) if any(column)]
    heads = [formatter.format_label(rows.items[0].columns[index]) for index in filled]
    late = formatter.language.format_message(advise("late"))
    lines = [
        RowLine(change.row.line, [cells[index] for index in filled], note=late if change.lateness else "")
        for change, cells in zip(rows.items, texts, strict=True)
    ]
    return heads, lines


def _format_summary(formatter: EffectFormatter, kind: ChangeKind, rows: Sequence[RowChange]) -> Message:
    number, lines = len(rows), format_spans(change.row.line for change in rows)
    values = {
        "place": f"{formatter.redact_path(rows[0].row.path)}:{lines}",
        "other": formatter.redact_path((rows[0].before or rows[0].row).path),
    }
    if kind == "added":
        return pluralize(number, "One row added: {place}", "{number} rows added: {place}", **values)
    if kind == "removed":
        return pluralize(number, "One row removed: {place}", "{number} rows removed: {place}", **values)
    if kind == "entered":
        return pluralize(
            number,
            "One result of the draw: {place}",
            "{number} results of the draw: {place}",
            **values,
        )
    if kind == "corrected":
        return pluralize(number, "One row corrected: {place}", "{number} rows corrected: {place}", **values)
    return _format_relocation(kind, number, values)


def _format_relocation(kind: ChangeKind, number: int, values: Mapping[str, str]) -> Message:
    """Return how many rows are the same in another place or in another form."""
    if kind == "reordered":
        return pluralize(
            number, "One row in another order: {place}", "{number} rows in another order: {place}", **values
        )
    if kind == "moved":
        return pluralize(
            number,
            "One row moved from {other} to {place}",
            "{number} rows moved from {other} to {place}",
            **values,
        )
    return pluralize(
        number,
        "One row written in another way: {place}",
        "{number} rows written in another way: {place}",
        **values,
    )


MAX_HEADLINES = 3
"""The number of sentences that say what matters most."""
_NO_CHANGE = advise("Nothing changes in any ranking.")
"""Other pages may change: they are not compared."""
_MIN_RANKINGS = 20
"""At least this many rankings are described, whatever the limit."""


class Headline(NamedTuple):
    """A sentence, and the title of its ranking, blank where there is only one."""

    title: str
    text: str

    @property
    def full_text(self) -> str:
        """The sentence after the title."""
        return f"{self.title}: {self.text}" if self.title else self.text


@dataclass(frozen=True)
class RankingSummary:
    """What one cause changes in one ranking; `label` names the figures of its list.

    `cause` is blank where results are the only one.
    """

    id: str
    cause: str
    title: str
    brief: str
    label: str
    sentences: Excerpt[str]
    options: Excerpt[SettingChange]
    groups: Excerpt[RowGroup]
    moves: MoveTable
    lists: Excerpt[ListSummary]
    tables: Excerpt[str]

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing that is published changes."""
        return not (self.lists.items or self.tables.items)


@dataclass(frozen=True)
class ComparisonSummary:
    """A summary of a comparison with the commit `base`: `first` are the sentences that matter most of all.

    `notes` say what to know before: which commits are missing here, and what of the program changes. `flaws`
    are the errors of the base, and the warnings that are new.
    """

    base: str
    notes: Sequence[str]
    flaws: Sequence[str]
    first: Sequence[Headline]
    parts: Excerpt[RankingSummary]


def summarize_comparison(comparison: Comparison, language: Language, limit: int) -> ComparisonSummary:
    """Return the summary, with no more than `limit` of anything."""
    effects = [(step, effect) for step in comparison.steps for effect in step.difference.effects]
    excerpt = truncate(effects, max(limit, _MIN_RANKINGS))
    has_only_results = {step.cause for step, _ in effects} <= {"results"}
    causes: dict[Cause, str] = {
        "program": language.format_message(advise("by the program")),
        "settings": language.format_message(advise("by the settings")),
        "results": language.format_message(advise("by the results")),
    }
    parts = [
        _summarize_ranking(
            "" if has_only_results else causes[step.cause], EffectFormatter(effect, language), limit
        )
        for step, effect in excerpt.items
    ]
    return ComparisonSummary(
        base=comparison.base[:12],
        notes=[
            *_format_missing(comparison, language),
            *(make_printable(language.format_message(note)) for note in comparison.notes),
        ],
        flaws=[*_format_flaws(comparison, language, limit), *_format_warnings(comparison, language, limit)],
        first=list(islice(_pick_headlines(parts), MAX_HEADLINES))
        or [Headline("", language.format_message(_NO_CHANGE))],
        parts=Excerpt(parts, excerpt.omitted_count),
    )


def _format_missing(comparison: Comparison, language: Language) -> Iterator[str]:
    if comparison.missing:
        message = pluralize(
            comparison.missing,
            "One commit of {base} is not here, and shows as undone: merge {base} first.",
            "{number} commits of {base} are not here, and show as undone: merge {base} first.",
            base=_format_base(comparison),
        )
        yield make_printable(language.format_message(message))


def _format_flaws(comparison: Comparison, language: Language, limit: int) -> Iterator[str]:
    if number := len(comparison.flaws):
        message = pluralize(
            number,
            "{base} itself has an error, so there are no figures to compare: only the rows are shown.",
            "{base} itself has {number} errors, so there are no figures to compare: only the rows are shown.",
            base=_format_base(comparison),
        )
        yield make_printable(language.format_message(message))
        yield from format_errors(comparison.steps[0].difference.before, language, limit)


def _format_warnings(comparison: Comparison, language: Language, limit: int) -> Iterator[str]:
    excerpt = truncate(comparison.warnings, limit)
    yield from format_problems(excerpt.items, language)
    yield from filter(None, [format_omitted(excerpt.omitted_count, language)])


def _format_base(comparison: Comparison) -> str:
    return comparison.name or comparison.base[:12]


def _pick_headlines(parts: Sequence[RankingSummary]) -> Iterator[Headline]:
    """Yield the first sentence of each ranking, then the second; unchanged rankings come last."""
    several = len({part.id for part in parts}) > 1
    for is_unchanged in (False, True):
        headlines = [
            _build_headlines(part, part.brief if several else "")
            for part in parts
            if part.is_unchanged == is_unchanged
        ]
        for next_of_each in zip_longest(*headlines):
            yield from filter(None, next_of_each)


def _build_headlines(part: RankingSummary, title: str) -> list[Headline]:
    """Return the first sentences of a ranking, or the summaries of its rows where there are none."""
    sentences = part.sentences.items or [group.summary for group in part.groups.items]
    return [Headline(title, sentence) for sentence in sentences[:MAX_HEADLINES]]


def _summarize_ranking(cause: str, formatter: EffectFormatter, limit: int) -> RankingSummary:
    effect = formatter.effect
    options = [
        SettingChange(setting.label, formatter.redact(setting.before), formatter.redact(setting.after))
        for setting in effect.settings
    ]
    return RankingSummary(
        id=effect.id,
        cause=cause,
        title=formatter.title,
        brief=formatter.redact(effect.ranking.menu_title),
        label=formatter.figure_label,
        sentences=truncate([formatter.format_finding(fact) for fact in effect.findings], limit),
        options=truncate(options, limit),
        groups=truncate(list(group_rows(formatter, limit)), limit),
        moves=build_move_table(formatter, effect.moves, limit),
        lists=summarize_lists(formatter, limit),
        tables=truncate([summarize_table(formatter, table) for table in effect.tables], limit),
    )


_MAX_SPANS = 6


def format_spans(lines: Iterable[int]) -> str:
    """Return numbers of lines as spans: `2-31, 40`."""
    numbers = {*lines}
    starts = sorted(number for number in numbers if number - 1 not in numbers)
    ends = sorted(number for number in numbers if number + 1 not in numbers)
    spans = [
        f"{first}-{last}" if last > first else str(first) for first, last in zip(starts, ends, strict=True)
    ]
    return ", ".join([*spans[:_MAX_SPANS], *(["…"] if len(spans) > _MAX_SPANS else [])])
