"""`sitegen check`: everything that a build would find wrong, without building.

Problems are also written in the formats that programs read: GitHub's annotations and job summary, and JSON.
What a pull request puts into a file comes back in these texts. They hold no command and no control sequence
(`core.terminal`), and here no mention or link either.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import accumulate
from pathlib import Path, PurePosixPath

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.language import ENGLISH, Language
from sitegen.core.problems import Problem, Severity, advise, join_messages, pluralize, select_errors
from sitegen.core.terminal import format_code_span, format_problem, format_workflow_command, to_json
from sitegen.inputs.config.site import SiteDates
from sitegen.publishing.rankings import SiteInputs, open_site
from sitegen.publishing.stages import Findings, SourceTree
from sitegen.publishing.trial import try_site

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


def check(  # noqa: PLR0913 - the last three are for the command line, and named there
    root: Path,
    as_of: date,
    latest: date = date.max,
    workers: int = 1,
    *,
    last: Path | None = None,
    cache: BuildCache = NULL_CACHE,
    may_withhold: Callable[[str, SiteDates], bool] | None = None,
) -> list[Problem]:
    """Return all problems of a site, sorted by place, which so many `workers` find; write nothing.

    Errors of a club stop none but that club where the settings say so, and are warnings where
    `may_withhold` says of its id that they were there before: everything else is checked without it. Settings
    and texts in `cache` are not read again. The other parameters are those of `check_tree`.
    """
    problems = check_tree(SourceTree(root, cache=cache), as_of, latest, workers, last)
    if may_withhold is None or not select_errors(problems):
        return problems
    from sitegen.publishing.last_good import Attempt, is_of_club, withhold_faulty

    dates = SiteDates(as_of, latest)
    attempt = withhold_faulty(
        root,
        dates,
        Attempt(None, problems),
        lambda tree: Attempt(None, check_tree(tree, as_of, latest, workers, last)),
        lambda club: may_withhold(club, dates),
    )
    clubs = [club.id for club in attempt.withheld]
    return [
        problem._replace(severity=Severity.WARNING)
        if any(is_of_club(problem.path, club) for club in clubs)
        else problem
        for problem in attempt.problems
    ]


def check_tree(tree: SourceTree, as_of: date, latest: date, workers: int, last: Path | None) -> list[Problem]:
    """Return all problems of the site in a source tree.

    Pages are planned from a few careers and lists. Where something is wrong with them, all are planned: a
    link may lead to a page of records, of a year or of a part, of which a few say nothing. What the `last`
    build, in a folder, told of rankings that are as they were is told again.
    """
    site, content, problems = open_site(tree.root, as_of, tree.cache, tree.withheld)
    if site is None or content is None:
        return Findings(problems).report
    inputs = SiteInputs.open(site, content, as_of, latest, others=tree.players)
    findings = Findings(problems, inputs.hidden_names)
    result = try_site(inputs, findings, workers, last=last)
    if result.has_doubts:
        result = try_site(inputs, findings, workers, is_whole=True, last=last)
    return result.findings.report
