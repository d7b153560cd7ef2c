"""Everything that a build would find wrong, without building.

Problems in the forms that programs read: GitHub's annotations and job summary, and JSON.

What a pull request puts into a file comes back in these texts, which hold no command and no control sequence
(`tell`), and here no mention or link either.

A few players and lists of each ranking, which stand for all where pages are planned to be looked at.

What a site will weigh, by some of its pages and some rows of its tables.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import accumulate
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple, TypeVar

from sitegen import build, render
from sitegen.browser.published import ENGINE_FOLDER, ENGINE_SIZE
from sitegen.build.checks import check_output
from sitegen.build.stages import Findings, PlannedSite, RatedSite
from sitegen.core.entities import Careers
from sitegen.core.language import ENGLISH, Language
from sitegen.core.model import Listing
from sitegen.core.problems import Problem, Severity, advise, join_messages, pluralize, select_errors
from sitegen.core.terminal import format_code_span, format_problem, format_workflow_command, to_json
from sitegen.inputs.config.site import Site
from sitegen.pages.page import Page, SitePlan
from sitegen.rankings.datafiles import encode_table
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.ranking import RankingContext

_MAX_ANNOTATIONS = 10  # annotations of one severity that GitHub keeps from one step
_MAX_SUMMARY_BYTES = 1_000_000  # bytes; GitHub refuses a summary of more than 1 MiB


def format_github(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """Workflow commands that show each problem on its line, one a line of text, sorted by place.

    Ten errors and ten warnings at most, since GitHub drops what comes after; the others follow as plain
    lines. `prefix` is the site's folder in the repository, which annotations count from.
    """
    located = _prefix_problems(problems, prefix)
    first = [
        problem for severity in Severity for problem in _filter_severity(located, severity)[:_MAX_ANNOTATIONS]
    ]
    rest = [
        problem for severity in Severity for problem in _filter_severity(located, severity)[_MAX_ANNOTATIONS:]
    ]
    more = [language.format_message(advise("and {number} more:", number=len(rest)))] if rest else []
    told = (
        [_format_annotation(problem, language) for problem in first],
        [format_problem(problem, language) for problem in rest],
    )
    return _join_lines([*told[0], *more, *told[1]])


def format_json(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """A JSON list of objects path, line, column, severity, code, message, hint, also; ASCII, sorted by place.

    `code` says what the message does and stays when its words change, in whichever language.
    """
    objects = [
        {
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "severity": problem.severity.value,
            "code": problem.code,
            "message": language.format_message(problem.message),
            "hint": language.format_message(problem.hint),
            "also": problem.other_places,
        }
        for problem in _prefix_problems(problems, prefix)
    ]
    return to_json(objects, indent=2)


def format_summary(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """A Markdown list of the problems, at most 1 MiB: a heading with their number, one item a problem."""
    located = _prefix_problems(problems, prefix)
    items = [f"- {format_code_span(format_problem(problem, language))}\n" for problem in located]
    fitting = bisect_right(list(accumulate(len(item.encode()) for item in items)), _MAX_SUMMARY_BYTES)
    left = len(items) - fitting
    more = f"- {language.format_message(advise('and {number} more', number=left))}\n" if left else ""
    return f"### {language.format_message(_format_count(located))}\n\n" + "".join(items[:fitting]) + more


def _prefix_problems(problems: Iterable[Problem], prefix: str) -> list[Problem]:
    within = sorted(problems, key=lambda item: item.sort_key)
    return [
        problem._replace(
            path=_join_path(prefix, problem.path),
            other_places=tuple(_join_path(prefix, place) for place in problem.other_places),
        )
        for problem in within
    ]


def _join_path(prefix: str, path: str) -> str:
    return str(PurePosixPath(prefix, path))


def _filter_severity(problems: Iterable[Problem], severity: Severity) -> Sequence[Problem]:
    return [problem for problem in problems if problem.severity is severity]


def _join_lines(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def _format_annotation(problem: Problem, language: Language) -> str:
    place = {"file": problem.path, "line": problem.line, "col": problem.column, "title": "sitegen check"}
    # The place is repeated in the text: the log of a run shows nothing but the text.
    return format_workflow_command(problem.severity.value, format_problem(problem, language), **place)


def _format_count(problems: Sequence[Problem]) -> str:
    wrong, odd = (len(_filter_severity(problems, severity)) for severity in Severity)
    return join_messages(
        pluralize(wrong, "{number} error", "{number} errors") if wrong else "",
        pluralize(odd, "{number} warning", "{number} warnings") if odd else "",
        between=", ",
    ) or advise("No problems found")


_SAMPLE_SIZE = 4
T = TypeVar("T")


def take_sample(every: Sequence[T]) -> Sequence[T]:
    """The last of many, and a few from all over."""
    return every[:: -max(1, len(every) // _SAMPLE_SIZE)]


def sample_site(rated: RatedSite) -> RatedSite:
    """The same site, of which no more is derived than from a few careers and lists of each ranking.

    A ranking by a system of somebody else's stays whole: any career or list of it may raise. What is planned
    from the few has other pages of records and years, and other parts of lists: see `known`.
    """
    given = rated.page_inputs
    boards = [
        _sample_ranking(board) if board.ranking.origin.is_builtin else board
        for board in (given.contexts if given else ())
    ]
    return rated._replace(page_inputs=given and given._replace(contexts=boards))


def drop_uncertain_urls(planned: SitePlan) -> SitePlan:
    """The same, which says of no address that it is there where the whole site may not have it."""
    boards = [board for edition in planned.sites for board in edition.boards]
    records = {f"{board.home}{topic.key}/" for board in boards for topic in board.derived.topics}
    parts = {
        page.url for page in planned.pages if "piece" in page.context and page.context["piece"].number > 1
    }
    return replace(planned, urls=planned.urls - records - parts)


def _sample_ranking(board: RankingContext) -> RankingContext:
    outcome = board.outcome
    of_clubs = {player.club: player for player in outcome.players}
    first = [*board.derived.positions][:1]
    ids = {*first, *(player.id for player in (*take_sample(outcome.players), *of_clubs.values()))}
    pages = [player for player in outcome.players if player.id in ids]
    few = outcome._replace(players=pages, archive=_sample_archive(outcome.archive))
    return replace(board, derived=DerivedData(few, [player for player in board.players if player.id in ids]))


def _sample_archive(archive: Sequence[Listing]) -> Sequence[Listing]:
    """Every list with the sheet of one of a few: the last before it, else the first of them."""
    chosen = sorted(take_sample(range(len(archive))))
    places = [chosen[max(0, bisect_right(chosen, place) - 1)] for place in range(len(archive))]
    return [
        listing._replace(content=archive[place].content)
        for listing, place in zip(archive, places, strict=True)
    ]


MEDIA_SIZES = {".png": 12_000, ".ics": 60_000}
"""About how many bytes a picture and a calendar have, which nobody needs to make to know that."""
_SAMPLE_ROWS = 250
_PAGE_OVERHEAD_ROWS = 20
"""The rows that the rest of a page weighs as much as."""


def estimate_sizes(
    planned: SitePlan, kinds: Iterable[Sequence[Page]], rendered: Mapping[str, bytes]
) -> dict[str, int]:
    """About how many bytes each file of the site will have.

    `kinds` are the pages that differ by their rows alone; some of each are `rendered`.
    """
    known = {path: len(content) for path, content in rendered.items()}
    careers = {board.ranking.id: board.outcome.careers for board in planned.boards}
    for pages in kinds:
        seen = [page for page in pages if page.path in rendered]
        rows = partial(_count_rows, careers)
        a_row = sum(known[page.path] for page in seen) / sum(map(rows, seen))
        known |= {page.path: round(a_row * rows(page)) for page in pages if page.path not in rendered}
    tables = dict(_estimate_tables(planned))
    engine = {path for path in planned.files if path.startswith(f"{ENGINE_FOLDER}/")}
    passed = {*tables, *engine}
    drawn = [page.path for page in planned.pages if page.path.endswith((*MEDIA_SIZES,))]
    known |= {path: MEDIA_SIZES[PurePath(path).suffix] for path in drawn}
    others = {path: len(make()) for path, make in planned.files.items() if path not in passed}
    return known | tables | others | ({f"{ENGINE_FOLDER}/": ENGINE_SIZE} if engine else {})


def _count_rows(careers: Mapping[str, Careers | None], page: Page) -> int:
    """What a page weighs, in rows of a table: by what pages of players and events differ most."""
    own = careers.get(page.ranking)
    if own and page.content and "id" in page.context:
        return _PAGE_OVERHEAD_ROWS + len(own.get_career(page.context["id"]).result_rows)
    sections = page.content.tables if page.content and page.template == "event.html" else ()
    return _PAGE_OVERHEAD_ROWS + sum(len(section.rows) for section in sections)


def _estimate_tables(planned: SitePlan) -> Iterator[tuple[str, int]]:
    """The files of the published tables, by some of their rows."""
    for board in planned.boards:
        for name, table in board.files.items():
            rows = table.published.rows
            some = rows[:: max(1, len(rows) // _SAMPLE_ROWS)]
            share, files = len(rows) / max(1, len(some)), encode_table(table.published._replace(rows=some))
            for kind, made in files._asdict().items():
                yield f"{board.ranking.id}/{name}.{kind}", round(len(made) * share)


_LARGE_SITE = 1_000
"""Pages, from which on it is worth knowing what they will weigh."""


class _Inspection(NamedTuple):
    """A planned site with all its problems: its pages by kind, and the `contents` of those rendered."""

    findings: Findings
    page_plan: SitePlan | None = None
    kinds: Mapping[tuple[str, ...], Sequence[Page]] = {}
    contents: Mapping[str, bytes] = {}


def check(root: Path, as_of: date, latest: date = date.max) -> list[Problem]:
    """Return all problems of a site, sorted by place; write nothing.

    Pages are planned from a few careers and lists. Where something is wrong with them, all are planned: a
    link may lead to a page of records, of a year or of a part, of which a few say nothing.
    """
    rated = build.rate_site(root, as_of, latest)
    planned = build.plan_pages(sample_site(rated))
    if planned.page_plan:
        planned = planned._replace(page_plan=drop_uncertain_urls(planned.page_plan))
    inspection = _inspect_pages(planned)
    if len(inspection.findings.report) > len(rated.problems):
        inspection = _inspect_pages(build.plan_pages(rated))
    findings, plan = inspection.findings, inspection.page_plan
    if plan is None or findings.has_errors or len(plan.pages) < _LARGE_SITE:
        return findings.report
    from sitegen.build import output

    sizes = estimate_sizes(plan, inspection.kinds.values(), inspection.contents)
    return findings.add(output.check_estimated_size(sizes)).report


def _inspect_pages(planned: PlannedSite) -> _Inspection:
    """Render some pages of a site, and look for problems in them.

    Of pages that a template makes by the thousand a few are rendered, to see that the template works and to
    estimate the size of all of them; of pages that people write, all.
    """
    site, findings, plan = planned
    if site is None or plan is None or findings.has_errors:
        return _Inspection(findings, plan)
    kinds = _group_pages(site, plan.pages)
    chosen = [page for pages in kinds.values() for page in _choose_pages(pages, len(plan.pages))]
    sample = replace(plan, pages=[*chosen, *(page for page in plan.pages if page.text)], files={})
    contents, problems = render.render_site(site, sample, render.MEMORY_SINK)
    if not select_errors(problems):
        problems += check_output(site, sample, contents, contents.__getitem__, findings.hidden_names)
    return _Inspection(findings.add(dict.fromkeys(problems)), plan, kinds, contents)


def _group_pages(site: Site, pages: Sequence[Page]) -> Mapping[tuple[str, ...], Sequence[Page]]:
    """The pages that one template makes for rankings by one system, by language; none that people write.

    A system of somebody else's may fail in any of its rankings, which have kinds of their own. Pictures and
    calendars are left out: nothing can be wrong in them alone.
    """
    systems = {
        ranking.id: ranking.name_of_system if ranking.origin.is_builtin else ranking.id
        for ranking in site.rankings
    }
    kinds: dict[tuple[str, ...], list[Page]] = {}
    for page in pages:
        if page.text is None and not page.path.endswith((*MEDIA_SIZES,)):
            system = systems.get(page.ranking, "")
            kinds.setdefault((page.language, system, page.template), []).append(page)
    return kinds


def _choose_pages(pages: Sequence[Page], of: int) -> Sequence[Page]:
    """The last of them; on a site of many pages some from all over."""
    return pages[-1:] if of < _LARGE_SITE else take_sample(pages)
