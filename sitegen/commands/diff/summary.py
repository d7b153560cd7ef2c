"""What became of rows of results, in words: those of one kind in one file are told together.

A comparison in words, as far as somebody reads on: every voice lays out the same account.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sitegen.commands.diff.compare import Cause, Comparison
from sitegen.compare.effect import SettingChange
from sitegen.compare.rows import ChangeKind, RowChange
from sitegen.compare.state import group_by_key
from sitegen.compare.wording import (
    EffectFormatter,
    Excerpt,
    ListSummary,
    MoveTable,
    build_move_table,
    format_errors,
    format_spans,
    summarize_lists,
    summarize_table,
    truncate,
)
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, make_printable, pluralize

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
    """A cell of a row: under which head, what stood there, and what stands there."""

    label: str
    before: str
    after: str


class RowLine(NamedTuple):
    """A row: the number of its line, and what its cells are; of a corrected one those that differ.

    `values` stand below the heads of their group; of a corrected row they are what stays. `note` says that a
    row comes too late.
    """

    number: int
    values: Sequence[str]
    cells: Sequence[CellChange] = ()
    note: str = ""


class RowGroup(NamedTuple):
    """Rows of one kind in one file; `path` and `version` say where they stand, blank where that is secret."""

    kind: ChangeKind
    summary: str
    path: str
    version: str
    heads: Sequence[str]
    lines: Excerpt[RowLine]


def group_rows(wording: EffectFormatter, most: int) -> Iterator[RowGroup]:
    """The rows of a ranking, what matters most first."""
    for kind in _KIND_ORDER:
        of_kind = [
            change for change in wording.effect.rows if change.kind == kind and _is_visible(wording, change)
        ]
        for rows in group_by_key(of_kind, _make_file_key).values():
            yield _build_group(wording, kind, rows, most)


def _is_visible(wording: EffectFormatter, change: RowChange) -> bool:
    """Whether anything of a change is to be told: another label of somebody who hides is none."""
    if change.before is None or change.after is None or change.kind != "corrected":
        return True
    return wording.format_row(change.before, change) != wording.format_row(change.after, change)


def _make_file_key(change: RowChange) -> tuple[str, ...]:
    return (change.table, *(row.path if row else "" for row in (change.before, change.after)))


def _build_group(
    wording: EffectFormatter, kind: ChangeKind, rows: Sequence[RowChange], most: int
) -> RowGroup:
    path, told = rows[0].row.path, wording.redact_path(rows[0].row.path)
    kept = truncate(rows, most) if kind not in _COUNTED_KINDS else Excerpt[RowChange]([])
    heads, lines = _layout_corrections(wording, kept) if kind == "corrected" else _layout_table(wording, kept)
    return RowGroup(
        kind=kind,
        summary=make_printable(
            wording.finding_formatter.format_message(_format_summary(wording, kind, rows))
        ),
        path=path if told == path else "",
        version="before" if kind == "removed" else "after",
        heads=heads,
        lines=Excerpt(lines, kept.omitted_count),
    )


def _layout_corrections(
    wording: EffectFormatter, rows: Excerpt[RowChange]
) -> tuple[list[str], list[RowLine]]:
    return [], [_build_correction(wording, change) for change in rows.items]


def _build_correction(wording: EffectFormatter, change: RowChange) -> RowLine:
    labels = [wording.format_label(column) for column in change.columns]
    rows = [wording.format_row(row, change) for row in (change.before, change.after) if row]
    cells = [CellChange(*values) for values in zip(labels, *rows, strict=True)]
    differs = [cell for cell in cells if cell.before != cell.after]
    same = [
        told
        for told, cell in zip(_format_cells(wording, change), cells, strict=True)
        if cell.before == cell.after
    ]
    return RowLine(change.row.line, [text for text in same if text], differs)


def _format_cells(wording: EffectFormatter, change: RowChange) -> list[str]:
    """The cells of a row that say something: what goes without saying is left out."""
    cells = zip(change.columns, change.row.cells, wording.format_row(change.row, change), strict=True)
    return ["" if value == column.default else told for column, value, told in cells]


def _layout_table(wording: EffectFormatter, rows: Excerpt[RowChange]) -> tuple[list[str], list[RowLine]]:
    """The columns in which something stands, and the rows."""
    values = [_format_cells(wording, change) for change in rows.items]
    filled = [n for n, column in enumerate(zip(*values, strict=True)) if any(column)]
    heads = [wording.format_label(rows.items[0].columns[n]) for n in filled]
    pairs = zip(rows.items, values, strict=True)
    late = wording.language.format_message(advise("late"))
    lines = [
        RowLine(change.row.line, [cells[n] for n in filled], note=late if change.lateness else "")
        for change, cells in pairs
    ]
    return heads, lines


def _format_summary(wording: EffectFormatter, kind: ChangeKind, rows: Sequence[RowChange]) -> Message:
    """How many rows of which file; all sentences have the same names to fill in."""
    told = {
        "place": _format_place(wording, rows),
        "other": wording.redact_path((rows[0].before or rows[0].row).path),
    }
    number = len(rows)
    if kind == "added":
        return pluralize(number, "One row added: {place}", "{number} rows added: {place}", **told)
    if kind == "removed":
        return pluralize(number, "One row removed: {place}", "{number} rows removed: {place}", **told)
    if kind == "entered":
        return pluralize(
            number,
            "One result of what was drawn: {place}",
            "{number} results of what was drawn: {place}",
            **told,
        )
    if kind == "corrected":
        return pluralize(number, "One row corrected: {place}", "{number} rows corrected: {place}", **told)
    return _format_relocation(kind, number, told)


def _format_relocation(kind: ChangeKind, number: int, told: Mapping[str, str]) -> Message:
    """How many rows say what they said, and stand elsewhere or are written otherwise."""
    if kind == "reordered":
        return pluralize(
            number, "One row in another order: {place}", "{number} rows in another order: {place}", **told
        )
    if kind == "moved":
        return pluralize(
            number,
            "One row moved from {other} to {place}",
            "{number} rows moved from {other} to {place}",
            **told,
        )
    return pluralize(
        number,
        "One row written in another way: {place}",
        "{number} rows written in another way: {place}",
        **told,
    )


def _format_place(wording: EffectFormatter, rows: Sequence[RowChange]) -> str:
    return f"{wording.redact_path(rows[0].row.path)}:{format_spans(change.row.line for change in rows)}"


MAX_HEADLINES = 3
"""So many sentences tell what matters most."""
_NO_CHANGE = advise("Nothing changes in any ranking.")
"""Other pages may change: they are not compared."""
_MIN_RANKINGS = 20
"""So many rankings are told of at least."""


class Headline(NamedTuple):
    """A sentence, and the ranking that it is of; blank where there is no other."""

    title: str
    text: str

    @property
    def full_text(self) -> str:
        """Both."""
        return f"{self.title}: {self.text}" if self.title else self.text


@dataclass(frozen=True)
class RankingSummary:
    """What one cause does to one ranking; `label` says of what the figures of the list are.

    The cause is told where there is another one than results.
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
    """What a comparison comes to, and with what it was: `first` are the sentences that matter most of all.

    `notes` say what is to be known before: what is missing here, and of the program.
    """

    base: str
    notes: Sequence[str]
    flaws: Sequence[str]
    first: Sequence[Headline]
    parts: Excerpt[RankingSummary]


def summarize_comparison(comparison: Comparison, language: Language, most: int) -> ComparisonSummary:
    """The account, with no more than `most` of anything."""
    effects = [(step, effect) for step in comparison.steps for effect in step.difference.effects]
    kept = truncate(effects, max(most, _MIN_RANKINGS))
    are_results = {step.cause for step, _ in effects} <= {"results"}
    causes = {} if are_results else _format_causes(language)
    parts = [
        _summarize_ranking(causes.get(step.cause, ""), EffectFormatter(effect, language), most)
        for step, effect in kept.items
    ]
    return ComparisonSummary(
        base=comparison.base[:12],
        notes=[
            *_format_missing(comparison, language),
            *(make_printable(language.format_message(note)) for note in comparison.notes),
        ],
        flaws=list(_format_flaws(comparison, language, most)),
        first=list(islice(_pick_headlines(parts), MAX_HEADLINES))
        or [Headline("", language.format_message(_NO_CHANGE))],
        parts=Excerpt(parts, kept.omitted_count),
    )


def _format_causes(language: Language) -> dict[Cause, str]:
    """What a change can be made by, in words."""
    return {
        "program": language.format_message(advise("by the program")),
        "settings": language.format_message(advise("by the settings")),
        "results": language.format_message(advise("by the results")),
    }


def _format_missing(comparison: Comparison, language: Language) -> Iterator[str]:
    if comparison.missing:
        said = pluralize(
            comparison.missing,
            "One commit of {base} is not here, and shows as undone: merge {base} first.",
            "{number} commits of {base} are not here, and show as undone: merge {base} first.",
            base=_format_base(comparison),
        )
        yield make_printable(language.format_message(said))


def _format_flaws(comparison: Comparison, language: Language, most: int) -> Iterator[str]:
    if number := len(comparison.flaws):
        said = pluralize(
            number,
            "{base} itself has an error, and no figures to compare with: here are the rows alone.",
            "{base} itself has {number} errors, and no figures to compare with: here are the rows alone.",
            base=_format_base(comparison),
        )
        yield make_printable(language.format_message(said))
        yield from format_errors(comparison.steps[0].difference.before, language, most)


def _format_base(comparison: Comparison) -> str:
    return comparison.name or comparison.base[:12]


def _pick_headlines(parts: Sequence[RankingSummary]) -> Iterator[Headline]:
    """The first sentence of each, then the second; of those in which nothing changes at the end."""
    several = len({part.id for part in parts}) > 1
    for is_still in (False, True):
        told = [
            _build_headlines(part, part.brief if several else "")
            for part in parts
            if part.is_unchanged == is_still
        ]
        yield from filter(None, chain.from_iterable(zip_longest(*told)))


def _build_headlines(part: RankingSummary, title: str) -> list[Headline]:
    """What a ranking would tell first: its sentences, or where there is none what became of its rows."""
    said = part.sentences.items or [group.summary for group in part.groups.items]
    return [Headline(title, sentence) for sentence in said[:MAX_HEADLINES]]


def _summarize_ranking(cause: str, wording: EffectFormatter, most: int) -> RankingSummary:
    effect = wording.effect
    return RankingSummary(
        id=effect.id,
        cause=cause,
        title=wording.title,
        brief=wording.redact(effect.ranking.menu_title),
        label=wording.figure_label,
        sentences=truncate([wording.format_finding(fact) for fact in effect.findings], most),
        options=truncate([_redact_option(wording, setting) for setting in effect.settings], most),
        groups=truncate(list(group_rows(wording, most)), most),
        moves=build_move_table(wording, effect.moves, most),
        lists=summarize_lists(wording, most),
        tables=truncate([summarize_table(wording, table) for table in effect.tables], most),
    )


def _redact_option(wording: EffectFormatter, setting: SettingChange) -> SettingChange:
    """An option as it may be told."""
    return SettingChange(setting.name, wording.redact(setting.before), wording.redact(setting.after))
