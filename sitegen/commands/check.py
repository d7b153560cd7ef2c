"""`sitegen check`: everything that a build would find wrong, without building.

Pages are planned for a few players and lists of each ranking and some of them rendered, which shows what is
wrong with templates and what the whole site will weigh.

Problems are also written in the formats that programs read: GitHub's annotations and job summary, and JSON.
What a pull request puts into a file comes back in these texts. They hold no command and no control sequence
(`core.terminal`), and here no mention or link either.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
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
from sitegen.rankings.dataset import Dataset
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.ranking import RankingContext

_MAX_ANNOTATIONS = 10  # annotations of one severity that GitHub keeps from one step
_MAX_SUMMARY_BYTES = 1_000_000  # bytes; GitHub refuses a summary of more than 1 MiB


def format_github(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """Return workflow commands that show each problem on its line, one a line of text, sorted by place.

    Ten errors and ten warnings at most, since GitHub drops what comes after; the others follow as plain
    lines. `prefix` is the site's folder in the repository, which annotations count from.
    """
    located = _prefix_problems(problems, prefix)
    by_severity = [_filter_severity(located, severity) for severity in Severity]
    first = [problem for group in by_severity for problem in group[:_MAX_ANNOTATIONS]]
    rest = [problem for group in by_severity for problem in group[_MAX_ANNOTATIONS:]]
    lines = [_format_annotation(problem, language) for problem in first]
    if rest:
        lines.append(language.format_message(advise("and {number} more:", number=len(rest))))
    lines += [format_problem(problem, language) for problem in rest]
    return "".join(f"{line}\n" for line in lines)


def format_json(problems: Iterable[Problem], *, prefix: str = "", language: Language = ENGLISH) -> str:
    """Return a JSON list of objects, sorted by place, in ASCII.

    Their keys are path, line, column, severity, code, message, hint and also (other places). `code` means the
    same as the message, and stays when its words change, in whichever language.
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
    """Return a Markdown list of the problems, at most 1 MiB: a heading with their number, an item each."""
    located = _prefix_problems(problems, prefix)
    items = [f"- {format_code_span(format_problem(problem, language))}\n" for problem in located]
    count = bisect_right(list(accumulate(len(item.encode()) for item in items)), _MAX_SUMMARY_BYTES)
    omitted = len(items) - count
    more = f"- {language.format_message(advise('and {number} more', number=omitted))}\n" if omitted else ""
    return f"### {language.format_message(_format_count(located))}\n\n" + "".join(items[:count]) + more


def _prefix_problems(problems: Iterable[Problem], prefix: str) -> list[Problem]:
    def join(path: str) -> str:
        return str(PurePosixPath(prefix, path))

    return [
        problem._replace(path=join(problem.path), other_places=tuple(map(join, problem.other_places)))
        for problem in sorted(problems, key=lambda problem: problem.sort_key)
    ]


def _filter_severity(problems: Iterable[Problem], severity: Severity) -> Sequence[Problem]:
    return [problem for problem in problems if problem.severity is severity]


def _format_annotation(problem: Problem, language: Language) -> str:
    place = {"file": problem.path, "line": problem.line, "col": problem.column, "title": "sitegen check"}
    # The place is repeated in the text: the log of a run shows nothing but the text.
    return format_workflow_command(problem.severity.value, format_problem(problem, language), **place)


def _format_count(problems: Sequence[Problem]) -> str:
    errors, warnings = (len(_filter_severity(problems, severity)) for severity in Severity)
    return join_messages(
        pluralize(errors, "{number} error", "{number} errors") if errors else "",
        pluralize(warnings, "{number} warning", "{number} warnings") if warnings else "",
        between=", ",
    ) or advise("No problems found")


_SAMPLE_SIZE = 4
T = TypeVar("T")


def take_sample(items: Sequence[T]) -> Sequence[T]:
    """Return the last item, and a few from all over."""
    return items[:: -max(1, len(items) // _SAMPLE_SIZE)]


def sample_site(rated_site: RatedSite) -> RatedSite:
    """Return the site with data derived from a few careers and lists of each ranking only.

    A ranking by a system of somebody else's stays whole: any career or list of it may raise. Pages planned
    from the sample have other addresses of records, years and parts of lists: see `drop_uncertain_urls`.
    """
    page_inputs = rated_site.page_inputs
    if page_inputs is None:
        return rated_site
    contexts = [
        _sample_ranking(context) if context.ranking.origin.is_builtin else context
        for context in page_inputs.contexts
    ]
    return rated_site._replace(page_inputs=page_inputs._replace(contexts=contexts))


def drop_uncertain_urls(plan: SitePlan) -> SitePlan:
    """Return the plan of a sample without the addresses that the whole site may not have."""
    records = {
        f"{site.prefix}{context.ranking.id}/{topic.key}/"
        for site in plan.sites
        for context in plan.contexts
        for topic in context.derived.topics
    }
    parts = {page.url for page in plan.pages if "piece" in page.context and page.context["piece"].number > 1}
    return replace(plan, urls=plan.urls - records - parts)


def _sample_ranking(context: RankingContext) -> RankingContext:
    outcome = context.outcome
    player_of_club = {player.club: player for player in outcome.players}
    first = [*context.dataset.positions][:1]
    ids = {*first, *(player.id for player in (*take_sample(outcome.players), *player_of_club.values()))}
    sample = outcome._replace(
        players=[player for player in outcome.players if player.id in ids],
        archive=_sample_archive(outcome.archive),
    )
    players = [player for player in context.players if player.id in ids]
    dataset = Dataset.from_outcome(sample)
    return replace(context, dataset=dataset, derived=DerivedData(sample, players, dataset))


def _sample_archive(archive: Sequence[Listing]) -> Sequence[Listing]:
    """Return every list with the content of one of a few: the last before it, else the first."""
    chosen_lists = sorted(take_sample(range(len(archive))))
    sources = [chosen_lists[max(0, bisect_right(chosen_lists, index) - 1)] for index in range(len(archive))]
    return [
        listing._replace(content=archive[source].content)
        for listing, source in zip(archive, sources, strict=True)
    ]


MEDIA_SIZES = {".png": 12_000, ".ics": 60_000}
"""About how many bytes a picture and a calendar have."""
_SAMPLE_ROWS = 250
_PAGE_OVERHEAD_ROWS = 20
"""The number of rows that weigh as much as the rest of a page."""


def estimate_sizes(
    plan: SitePlan, kinds: Iterable[Sequence[Page]], rendered: Mapping[str, bytes]
) -> dict[str, int]:
    """Return about how many bytes each file of the site will have, by its path.

    `kinds` are groups of pages that differ by their rows alone; some of each are `rendered`.
    """
    sizes = {path: len(content) for path, content in rendered.items()}
    careers = {context.ranking.id: context.outcome.careers for context in plan.contexts}
    for pages in kinds:
        sample = [page for page in pages if page.path in rendered]
        total_rows = sum(_count_rows(careers, page) for page in sample)
        row_size = sum(sizes[page.path] for page in sample) / total_rows
        sizes |= {
            page.path: round(row_size * _count_rows(careers, page))
            for page in pages
            if page.path not in rendered
        }
    sizes |= {
        page.path: MEDIA_SIZES[PurePath(page.path).suffix]
        for page in plan.pages
        if page.path.endswith((*MEDIA_SIZES,))
    }
    tables = dict(_estimate_tables(plan))
    engine = {path for path in plan.files if path.startswith(f"{ENGINE_FOLDER}/")}
    other_files = {
        path: len(make()) for path, make in plan.files.items() if path not in tables.keys() | engine
    }
    return sizes | tables | other_files | ({f"{ENGINE_FOLDER}/": ENGINE_SIZE} if engine else {})


def _count_rows(careers: Mapping[str, Careers | None], page: Page) -> int:
    """Return the weight of a page in rows of a table, in which pages of players and events differ most."""
    ranking_careers = careers.get(page.ranking)
    if ranking_careers and page.content and "id" in page.context:
        return _PAGE_OVERHEAD_ROWS + len(ranking_careers.get_career(page.context["id"]).result_rows)
    sections = page.content.tables if page.content and page.template == "event.html" else ()
    return _PAGE_OVERHEAD_ROWS + sum(len(section.rows) for section in sections)


def _estimate_tables(plan: SitePlan) -> Iterator[tuple[str, int]]:
    """Yield the paths and sizes of the published tables, estimated from some of their rows."""
    for context in plan.contexts:
        for name, table in context.files.items():
            rows = table.published.rows
            sample = rows[:: max(1, len(rows) // _SAMPLE_ROWS)]
            factor = len(rows) / max(1, len(sample))
            for suffix, content in encode_table(table.published._replace(rows=sample))._asdict().items():
                yield f"{context.ranking.id}/{name}.{suffix}", round(len(content) * factor)


_LARGE_SITE = 1_000
"""The number of pages from which on the size of a site is estimated."""


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
    rated_site = build.rate_site(root, as_of, latest)
    planned_site = build.plan_pages(sample_site(rated_site))
    if planned_site.page_plan:
        planned_site = planned_site._replace(page_plan=drop_uncertain_urls(planned_site.page_plan))
    inspection = _inspect_pages(planned_site)
    if len(inspection.findings.report) > len(rated_site.problems):
        inspection = _inspect_pages(build.plan_pages(rated_site))
    findings, plan = inspection.findings, inspection.page_plan
    if plan is None or findings.has_errors or len(plan.pages) < _LARGE_SITE:
        return findings.report
    from sitegen.build import output

    sizes = estimate_sizes(plan, inspection.kinds.values(), inspection.contents)
    return findings.add(output.check_estimated_size(sizes)).report


def _inspect_pages(planned_site: PlannedSite) -> _Inspection:
    """Render some pages of a site, and look for problems in them.

    Of pages that a template makes by the thousand a few are rendered, to see that the template works and to
    estimate the size of all of them; of pages that people write, all.
    """
    site, findings, plan = planned_site
    if site is None or plan is None or findings.has_errors:
        return _Inspection(findings, plan)
    kinds = _group_pages(site, plan.pages)
    is_large = len(plan.pages) >= _LARGE_SITE
    chosen_pages = [
        page for pages in kinds.values() for page in (take_sample(pages) if is_large else pages[-1:])
    ]
    sample = replace(plan, pages=[*chosen_pages, *(page for page in plan.pages if page.text)], files={})
    contents, problems = render.render_site(site, sample, render.MEMORY_SINK)
    if not select_errors(problems):
        problems += check_output(site, sample, contents, contents.__getitem__, findings.hidden_names)
    return _Inspection(findings.add(dict.fromkeys(problems)), plan, kinds, contents)


def _group_pages(site: Site, pages: Sequence[Page]) -> Mapping[tuple[str, ...], Sequence[Page]]:
    """Return groups of pages by language, system and template; none that people write.

    A system of somebody else's may fail in any of its rankings, so that each is a group of its own. Pictures
    and calendars are left out: nothing can be wrong in them alone.
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
