"""A comparison as annotations of a run on GitHub.

A comparison for the terminal.

A comparison for the summary of a run on GitHub, as Markdown that nothing in it can command.

What a pull request brings is told as prose where it is words and figures alone, and else as code, in which
neither Markdown nor GitHub obeys a mention, a link, a number of an issue or a tag. Tables are HTML: there no
sign but those of HTML itself is one.

A comparison as a page in one file, for the phone of whoever looks at a pull request.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any
from urllib.parse import quote

from sitegen.commands.diff.compare import Comparison
from sitegen.commands.diff.summary import (
    ComparisonSummary,
    RankingSummary,
    RowGroup,
    RowLine,
    summarize_comparison,
)
from sitegen.compare.state import group_by_key
from sitegen.compare.wording import (
    EffectFormatter,
    Excerpt,
    MoveTable,
    build_cells,
    build_headers,
    describe_transition,
    format_place,
)
from sitegen.core.language import Language
from sitegen.core.problems import advise, make_printable
from sitegen.core.terminal import format_code_span, format_workflow_command, sanitize_text, to_one_line
from sitegen.render import render_standalone

_NOTICE_LIMIT = 3


def format_notice(comparison: Comparison, language: Language) -> str:
    """The command that shows what matters most: a few sentences, on one line."""
    found = summarize_comparison(comparison, language, _NOTICE_LIMIT)
    return format_workflow_command(
        "notice",
        to_one_line(" ".join([*found.notes, *(headline.full_text for headline in found.first)])),
        title="sitegen diff",
    )


def format_warnings(comparison: Comparison, language: Language) -> Iterator[str]:
    """A command for each file in which rows of past days stand in another order of play.

    A check of the files alone has nothing to compare them with.
    """
    message = advise(
        "Rows of past days stand in another order than before, which is the order of play: put them back, "
        "unless they were played so"
    )
    for effect in comparison.steps[-1].difference.effects:
        wording = EffectFormatter(effect, language)
        for path, rows in group_by_key(effect.reordered_rows, lambda item: item.row.path).items():
            place = {"file": comparison.prefix + wording.redact_path(path), "line": rows[0].row.line}
            yield format_workflow_command(
                "warning", language.format_message(message), title="sitegen diff", **place
            )


_TEXT_LIMIT = 20


def format_text(comparison: Comparison, language: Language) -> Iterator[str]:
    """What the working tree changes, line by line."""
    found = summarize_comparison(comparison, language, _TEXT_LIMIT)
    yield language.format_message(advise("Compared with {base}", base=format_base(comparison, found)))
    yield from (*found.notes, *found.flaws)
    if not found.parts.items:
        yield from (headline.full_text for headline in found.first)
    for part in found.parts.items:
        yield from ("", *_format_ranking(part, language))
    yield from _format_remainder(found.parts.omitted_count, language)


def format_base(comparison: Comparison, found: ComparisonSummary) -> str:
    """What was compared with."""
    is_named = comparison.name not in {"", comparison.base}
    return f"{make_printable(comparison.name)} ({found.base})" if is_named else found.base


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
    for listed in part.lists.items:
        yield f"  {language.format_message(advise('List of {list}', list=listed.text))}"
    yield from _format_remainder(part.lists.omitted_count, language)
    yield from (f"  {table}" for table in part.tables.items)


def _format_group(group: RowGroup, language: Language) -> Iterator[str]:
    yield f"  {group.summary}"
    for line in group.lines.items:
        corrected = [f"{cell.label}: {cell.before or '–'} → {cell.after or '–'}" for cell in line.cells]
        stays = ", ".join(filter(None, [*line.values, line.note]))
        yield f"    {line.number}: " + "; ".join(filter(None, [*corrected, stays]))
    yield from _format_remainder(group.lines.omitted_count, language, "    ")


def _format_moves(moves: MoveTable, language: Language, indent: str) -> Iterator[str]:
    every = moves.rows
    places = [format_place(move) for move in every]
    width = max(map(len, places), default=0)
    widest = max((len(move.name) for move in every), default=0)
    for move, ranks in zip(every, places, strict=True):
        figures = " → ".join(dict.fromkeys(filter(None, [move.before, move.after])))
        turn = describe_transition(move, language)
        line = f"{indent}{ranks:>{width}}  {move.name:{widest}}  {move.gain:>7}  {figures}"
        yield f"{line}  {turn}".rstrip()
    yield from _format_remainder(moves.omitted_count, language, indent)


def _format_remainder(number: int, language: Language, indent: str = "  ") -> Iterator[str]:
    if number:
        yield indent + language.format_message(advise("and {number} more", number=number))


MAX_SUMMARY_BYTES = 1_000_000
"""Bytes; GitHub refuses a summary of more than 1 MiB."""
_SUMMARY_LIMITS = (500, 200, 60, 20, 6, 2, 1)
_INNER_PUNCTUATION = r"(?<=\w)/(?=\w)|(?<=\d)\.(?=\d)|[.:](?=\s|$)"
_WORD = rf"(?:[^\W_]|['\u2019+\u2212\u2013,;!?()→▲▼½…-]|{_INNER_PUNCTUATION})"
_FIGURE = r"[+\u2212]?\d[\d.,]*|[▲▼]\d+ [\d\u2013]+|[#±\u2013]"
_PROSE = re.compile(rf"['\u2019]?[^\W_](?:{_WORD}|[ \u00a0](?=\S))*|{_FIGURE}")
_AUTOLINK = re.compile(r"\A\d+[.)]\s|\bGH-\d|\b[0-9a-f]{7,}\b", re.IGNORECASE)


def format_markdown(comparison: Comparison, language: Language) -> str:
    """The summary, of as many rows as it may have."""
    made = (
        _render_summary(summarize_comparison(comparison, language, most), comparison, language)
        for most in _SUMMARY_LIMITS
    )
    every = next((summary for summary in made if len(summary.encode()) <= MAX_SUMMARY_BYTES), "")
    return every or f"### {language.format_message(advise('Too much changes to be told here.'))}\n"


def escape_markdown(text: str) -> str:
    """A text in Markdown: as it is where it is prose, else as code."""
    return text if _is_prose(text) else format_code_span(to_one_line(text))


def _is_prose(text: str) -> bool:
    return bool(_PROSE.fullmatch(text)) and not _AUTOLINK.search(text)


def _render_cell(text: str) -> str:
    """A text in a table of HTML."""
    return escape(text) if not text or _is_prose(text) else f"<code>{escape(to_one_line(text))}</code>"


def _render_summary(found: ComparisonSummary, comparison: Comparison, language: Language) -> str:
    lines = [f"### {language.format_message(advise('What changes'))}", ""]
    heading = language.format_message(advise("Compared with {base}", base=""))
    lines += [f"{heading}{format_code_span(format_base(comparison, found))}", ""]
    lines += _render_items([*found.notes, *found.flaws])
    if len({part.id for part in found.parts.items}) != 1:
        lines += _render_items(headline.full_text for headline in found.first)
    for part in found.parts.items:
        lines += _render_ranking(part, language)
    lines += _render_remainder(found.parts, language)
    return "\n".join([*lines, ""])


def _render_items(texts: Iterable[str]) -> list[str]:
    items = [f"- {escape_markdown(text)}" for text in texts]
    return [*items, ""] if items else []


def _render_ranking(part: RankingSummary, language: Language) -> Iterator[str]:
    yield from (f"#### {escape_markdown(part.title)}", "", *([f"_{part.cause}_", ""] if part.cause else []))
    yield from _render_items(part.sentences.items)
    yield from _render_remainder(part.sentences, language)
    yield from _render_items(
        f"{option.name}: {option.before or '–'} → {option.after or '–'}" for option in part.options.items
    )
    yield from _render_moves(part.moves, part.label, language)
    if part.lists.items:
        yield from _render_details(language.format_message(advise("Lists already published")))
        for change in part.lists.items:
            yield from (f"**{change.text}**", "", *_render_moves(change.moves, part.label, language))
        yield from (*_render_remainder(part.lists, language), "</details>", "")
    for group in part.groups.items:
        yield from _render_group(group, language)
    yield from _render_remainder(part.groups, language)
    yield from _render_items(part.tables.items)


def _render_details(title: str) -> list[str]:
    return [f"<details><summary>{_render_cell(title)}</summary>", ""]


def _render_moves(moves: MoveTable, label: str, language: Language) -> Iterator[str]:
    yield from _render_table(
        build_headers(label, language), [build_cells(move, language) for move in moves.rows]
    )
    yield from _render_more(moves.omitted_count, language)


def _render_group(group: RowGroup, language: Language) -> Iterator[str]:
    if not group.lines.items:
        yield from _render_items([group.summary])
        return
    yield from _render_details(group.summary)
    line = language.format_message(advise("line"))
    if group.heads:
        yield from _render_table(
            [line, *group.heads], [[format_line_number(row), *row.values] for row in group.lines.items]
        )
    else:
        cells = [(row, cell) for row in group.lines.items for cell in row.cells]
        heads = [
            line,
            "",
            *(language.format_message(label) for label in (advise("before"), advise("after"))),
            "",
        ]
        rows = [[str(n.number), c.label, c.before, c.after, ", ".join(n.values)] for n, c in cells]
        yield from _render_table(heads, rows)
    yield from (*_render_remainder(group.lines, language), "</details>", "")


def format_line_number(line: RowLine) -> str:
    """The number of a line, with what is to be noted of it."""
    return f"{line.number} {line.note}".rstrip()


def _render_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table on lines of its own, none of which is blank: a blank one would end the HTML."""
    made = ["<tr>" + "".join(f"<td>{_render_cell(text)}</td>" for text in row) + "</tr>" for row in rows]
    head = "".join(f"<th>{_render_cell(head)}</th>" for head in heads)
    return ["<table>", f"<tr>{head}</tr>", *made, "</table>", ""] if made else []


def _render_remainder(some: Excerpt[Any], language: Language) -> list[str]:
    return _render_more(some.omitted_count, language)


def _render_more(number: int, language: Language) -> list[str]:
    return [language.format_message(advise("and {number} more", number=number)), ""] if number else []


MAX_PAGE_BYTES = 100_000
"""Bytes."""
_PAGE_LIMITS = (200, 120, 60, 30, 12, 5, 2, 1)


def format_html(comparison: Comparison, language: Language) -> str:
    """The page, with as many rows as it may have."""
    made = ""
    for most in _PAGE_LIMITS:
        made = sanitize_text(_render_page(comparison, language, most))
        if len(made.encode()) <= MAX_PAGE_BYTES:
            break
    return made


def _render_page(comparison: Comparison, language: Language, most: int) -> str:
    found, sites = (
        summarize_comparison(comparison, language, most),
        [site for site in _find_sites(comparison) if site],
    )
    return render_standalone(
        "effect.html",
        "effect.css",
        language,
        found=found,
        base=format_base(comparison, found),
        site=sites[0].title if sites else "",
        address=sites[0].url if sites else "",
        turned=partial(describe_transition, language=language),
        source=partial(_build_source_url, comparison, sites[0].repository if sites else ""),
    )


def _find_sites(comparison: Comparison) -> list[Any]:
    last = comparison.steps[-1].difference
    return [last.after.site, last.before.site]


def _build_source_url(comparison: Comparison, repository: str, group: RowGroup, line: int = 0) -> str:
    """Where a row stands on GitHub; blank where that is not known, or not to be told."""
    if not (repository and group.path):
        return ""
    commit = comparison.base if group.version == "before" else comparison.head
    place = quote(f"{repository}/blob/{commit}/{comparison.prefix}{group.path}")
    return f"https://github.com/{place}?plain=1#L{line}" if line else f"https://github.com/{place}"
