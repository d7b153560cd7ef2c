"""A comparison as text for a terminal, annotations of a run on GitHub, its summary in Markdown, and a page.

Nothing that a pull request brings is obeyed in Markdown: it is prose where it is words and figures alone, and
else code, in which neither Markdown nor GitHub obeys a mention, a link, the number of an issue or a tag.
Tables are HTML, in which only the characters of HTML itself have a meaning. The page is one file, for the
phone of whoever reviews a pull request.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from urllib.parse import quote

from sitegen.commands.diff.compare import Comparison
from sitegen.commands.diff.summary import (
    ComparisonSummary,
    RankingSummary,
    RowGroup,
    summarize_comparison,
)
from sitegen.compare.formatter import (
    EffectFormatter,
    MoveTable,
    build_cells,
    build_headers,
    describe_transition,
    format_omitted,
    format_place,
)
from sitegen.core.language import Language
from sitegen.core.problems import advise, make_printable
from sitegen.core.terminal import format_code_span, format_workflow_command, sanitize_text, to_one_line
from sitegen.render import render_standalone
from sitegen.toolkit.order import group_by

_NOTICE_LIMIT = 3


def format_notice(comparison: Comparison, language: Language) -> str:
    """Return the workflow command that shows what matters most: a few sentences, on one line."""
    summary = summarize_comparison(comparison, language, _NOTICE_LIMIT)
    sentences = [*summary.notes, *(headline.full_text for headline in summary.first)]
    return format_workflow_command("notice", to_one_line(" ".join(sentences)), title="sitegen diff")


def format_warnings(comparison: Comparison, language: Language) -> Iterator[str]:
    """Yield a workflow command for each file in which rows of past days changed their order of play.

    A check of the files alone has nothing to compare them with.
    """
    message = advise(
        "Rows of past days stand in another order than before, and that order is the order of play:"
        " put them back, unless it was wrong"
    )
    for effect in comparison.steps[-1].difference.effects:
        formatter = EffectFormatter(effect, language)
        for path, rows in group_by(effect.reordered_rows, lambda change: change.row.path).items():
            place = {"file": comparison.prefix + formatter.redact_path(path), "line": rows[0].row.line}
            yield format_workflow_command(
                "warning", language.format_message(message), title="sitegen diff", **place
            )


_TEXT_LIMIT = 20


def format_text(comparison: Comparison, language: Language) -> Iterator[str]:
    """Yield what the working tree changes, line by line."""
    summary = summarize_comparison(comparison, language, _TEXT_LIMIT)
    yield language.format_message(advise("Compared with {base}", base=format_base(comparison, summary)))
    yield from (*summary.notes, *summary.flaws)
    if not summary.parts.items:
        yield from (headline.full_text for headline in summary.first)
    for part in summary.parts.items:
        yield from ("", *_format_ranking(part, language))
    yield from _format_remainder(summary.parts.omitted_count, language)


def format_base(comparison: Comparison, summary: ComparisonSummary) -> str:
    """Return the revision that was compared with, as it was typed and as a commit."""
    is_named = comparison.name not in {"", comparison.base}
    return f"{make_printable(comparison.name)} ({summary.base})" if is_named else summary.base


def _format_ranking(part: RankingSummary, language: Language) -> Iterator[str]:
    yield f"{part.title} – {part.cause}" if part.cause else part.title
    yield from (f"  {sentence}" for sentence in part.sentences.items)
    yield from _format_remainder(part.sentences.omitted_count, language)
    for option in part.options.items:
        yield f"  {option.name}: {option.before or '–'} → {option.after or '–'}"
    for group in part.groups.items:
        yield from _format_group(group, language)
    yield from _format_remainder(part.groups.omitted_count, language)
    yield from _format_moves(part.moves, language, "  ")
    for change in part.lists.items:
        yield f"  {language.format_message(advise('List of {list}', list=change.text))}"
    yield from _format_remainder(part.lists.omitted_count, language)
    yield from (f"  {table}" for table in part.tables.items)


def _format_group(group: RowGroup, language: Language) -> Iterator[str]:
    yield f"  {group.summary}"
    for line in group.lines.items:
        corrected = [f"{cell.label}: {cell.before or '–'} → {cell.after or '–'}" for cell in line.cells]
        unchanged = ", ".join(filter(None, [*line.values, line.note]))
        yield f"    {line.number}: " + "; ".join(filter(None, [*corrected, unchanged]))
    yield from _format_remainder(group.lines.omitted_count, language, "    ")


def _format_moves(moves: MoveTable, language: Language, indent: str) -> Iterator[str]:
    places = [format_place(move) for move in moves.rows]
    place_width = max(map(len, places), default=0)
    name_width = max((len(move.name) for move in moves.rows), default=0)
    for move, place in zip(moves.rows, places, strict=True):
        figures = " → ".join(dict.fromkeys(filter(None, [move.before, move.after])))
        line = f"{indent}{place:>{place_width}}  {move.name:{name_width}}  {move.gain:>7}  {figures}"
        yield f"{line}  {describe_transition(move, language)}".rstrip()
    yield from _format_remainder(moves.omitted_count, language, indent)


def _format_remainder(number: int, language: Language, indent: str = "  ") -> list[str]:
    return [indent + format_omitted(number, language)] if number else []


MAX_SUMMARY_BYTES = 1_000_000
"""Bytes; GitHub refuses a summary of more than 1 MiB."""
_SUMMARY_LIMITS = (500, 200, 60, 20, 6, 2, 1)
_INNER_PUNCTUATION = r"(?<=\w)/(?=\w)|(?<=\d)\.(?=\d)|[.:](?=\s|$)"
_WORD = rf"(?:[^\W_]|['\u2019+\u2212\u2013,;!?()→▲▼½…-]|{_INNER_PUNCTUATION})"
_FIGURE = r"[+\u2212]?\d[\d.,]*|[▲▼]\d+ [\d\u2013]+|[#±\u2013]"
_PROSE = re.compile(rf"['\u2019]?[^\W_](?:{_WORD}|[ \u00a0](?=\S))*|{_FIGURE}")
_AUTOLINK = re.compile(r"\A\d+[.)]\s|\bGH-\d|\b[0-9a-f]{7,}\b", re.IGNORECASE)


def format_markdown(comparison: Comparison, language: Language) -> str:
    """Return the summary with as many rows as fit into `MAX_SUMMARY_BYTES`."""
    for limit in _SUMMARY_LIMITS:
        markdown = _render_summary(summarize_comparison(comparison, language, limit), comparison, language)
        if len(markdown.encode()) <= MAX_SUMMARY_BYTES:
            return markdown
    return f"### {language.format_message(advise('There are too many changes to list here.'))}\n"


def escape_markdown(text: str) -> str:
    """Return a text in Markdown: as it is where it is prose, else as code."""
    return text if _is_prose(text) else format_code_span(to_one_line(text))


def _is_prose(text: str) -> bool:
    return bool(_PROSE.fullmatch(text)) and not _AUTOLINK.search(text)


def _render_cell(text: str) -> str:
    return escape(text) if not text or _is_prose(text) else f"<code>{escape(to_one_line(text))}</code>"


def _render_summary(summary: ComparisonSummary, comparison: Comparison, language: Language) -> str:
    heading = language.format_message(advise("Compared with {base}", base=""))
    base = format_code_span(format_base(comparison, summary))
    lines = [f"### {language.format_message(advise('What changes'))}", "", f"{heading}{base}", ""]
    lines += _render_items([*summary.notes, *summary.flaws])
    if len({part.id for part in summary.parts.items}) != 1:
        lines += _render_items(headline.full_text for headline in summary.first)
    for part in summary.parts.items:
        lines += _render_ranking(part, language)
    lines += _render_remainder(summary.parts.omitted_count, language)
    return "\n".join([*lines, ""])


def _render_items(texts: Iterable[str]) -> list[str]:
    items = [f"- {escape_markdown(text)}" for text in texts]
    return [*items, ""] if items else []


def _render_ranking(part: RankingSummary, language: Language) -> Iterator[str]:
    yield from (f"#### {escape_markdown(part.title)}", "", *([f"_{part.cause}_", ""] if part.cause else []))
    yield from _render_items(part.sentences.items)
    yield from _render_remainder(part.sentences.omitted_count, language)
    yield from _render_items(
        f"{option.name}: {option.before or '–'} → {option.after or '–'}" for option in part.options.items
    )
    yield from _render_moves(part.moves, part.label, language)
    if part.lists.items:
        yield from _render_details(language.format_message(advise("Lists already published")))
        for change in part.lists.items:
            yield from (f"**{change.text}**", "", *_render_moves(change.moves, part.label, language))
        yield from (*_render_remainder(part.lists.omitted_count, language), "</details>", "")
    for group in part.groups.items:
        yield from _render_group(group, language)
    yield from _render_remainder(part.groups.omitted_count, language)
    yield from _render_items(part.tables.items)


def _render_details(title: str) -> list[str]:
    return [f"<details><summary>{_render_cell(title)}</summary>", ""]


def _render_moves(moves: MoveTable, label: str, language: Language) -> Iterator[str]:
    yield from _render_table(
        build_headers(label, language), [build_cells(move, language) for move in moves.rows]
    )
    yield from _render_remainder(moves.omitted_count, language)


def _render_group(group: RowGroup, language: Language) -> Iterator[str]:
    if not group.lines.items:
        yield from _render_items([group.summary])
        return
    yield from _render_details(group.summary)
    line_label = language.format_message(advise("line"))
    if group.heads:
        rows = [[f"{line.number} {line.note}".rstrip(), *line.values] for line in group.lines.items]
        yield from _render_table([line_label, *group.heads], rows)
    else:
        before, after = (language.format_message(label) for label in (advise("before"), advise("after")))
        rows = [
            [str(line.number), cell.label, cell.before, cell.after, ", ".join(line.values)]
            for line in group.lines.items
            for cell in line.cells
        ]
        yield from _render_table([line_label, "", before, after, ""], rows)
    yield from (*_render_remainder(group.lines.omitted_count, language), "</details>", "")


def _render_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table on lines of its own, none of them blank: a blank line would end the HTML."""
    lines = ["<tr>" + "".join(f"<td>{_render_cell(text)}</td>" for text in row) + "</tr>" for row in rows]
    header = "".join(f"<th>{_render_cell(head)}</th>" for head in heads)
    return ["<table>", f"<tr>{header}</tr>", *lines, "</table>", ""] if lines else []


def _render_remainder(number: int, language: Language) -> list[str]:
    return [format_omitted(number, language), ""] if number else []


MAX_PAGE_BYTES = 100_000
_PAGE_LIMITS = (200, 120, 60, 30, 12, 5, 2, 1)


def format_html(comparison: Comparison, language: Language) -> str:
    """Return the page with as many rows as fit into `MAX_PAGE_BYTES`."""
    page = ""
    for limit in _PAGE_LIMITS:
        page = sanitize_text(_render_page(comparison, language, limit))
        if len(page.encode()) <= MAX_PAGE_BYTES:
            break
    return page


def _render_page(comparison: Comparison, language: Language, limit: int) -> str:
    summary = summarize_comparison(comparison, language, limit)
    last = comparison.steps[-1].difference
    site = last.after.site or last.before.site
    return render_standalone(
        "effect.html",
        "effect.css",
        language,
        found=summary,
        base=format_base(comparison, summary),
        site=site.title if site else "",
        address=site.url if site else "",
        turned=partial(describe_transition, language=language),
        source=partial(_build_source_url, comparison, site.repository if site else ""),
    )


def _build_source_url(comparison: Comparison, repository: str, group: RowGroup, line: int = 0) -> str:
    """Return the address of a row on GitHub; blank where it is unknown or secret."""
    if not (repository and group.path):
        return ""
    commit = comparison.base if group.version == "before" else comparison.head
    path = quote(f"{repository}/blob/{commit}/{comparison.prefix}{group.path}")
    return f"https://github.com/{path}?plain=1#L{line}" if line else f"https://github.com/{path}"
