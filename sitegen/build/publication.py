"""The last two stages of the pipeline: render the planned pages, then publish what was made."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__, render
from sitegen.build.checks import check_output, make_name_test
from sitegen.build.output import (
    CHECKSUMS_FILE,
    BuildInfo,
    PublishPlan,
    apply_plan,
    check_size,
    format_checksums,
    open_previous_output,
    plan_changes,
)
from sitegen.build.stages import PlannedSite
from sitegen.build.staging import StagedFile, stage_site
from sitegen.core.files import read_git_head
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import ProgressCallback, ignore_progress


class BuildResult(NamedTuple):
    """The published plan, None when there are errors, and the problems as others may read them."""

    plan: PublishPlan | None
    problems: list[Problem]


class _RenderedFile(NamedTuple):
    """A file in the staging folder, and whether it or its address may name a hidden player."""

    file: StagedFile
    may_name: bool


def publish_site(  # noqa: PLR0913, PLR0917 - the last two are for whole sites
    output: Path,
    planned_site: PlannedSite,
    root: Path,
    as_of: date,
    watch: ProgressCallback = ignore_progress,
    workers: int = 1,
) -> BuildResult:
    """Render a planned site and publish it in `output`; nothing changes there when anything is wrong.

    `watch` is called with the number of pages begun and of all pages; `workers` processes share the work.
    """
    site, plan, findings = planned_site.site, planned_site.page_plan, planned_site.findings
    if site is None or plan is None:
        return BuildResult(None, findings.report)
    paths = [*plan.paths, CHECKSUMS_FILE]
    with open_previous_output(output, root) as previous, stage_site(previous, paths) as stage:
        may_name = make_name_test(site, plan, findings.hidden_names)

        def write_staged_file(path: str, content: bytes) -> _RenderedFile:
            return _RenderedFile(stage.write_file(path, content), may_name(path, content))

        sink = render.Sink(write_staged_file, [previous.lock] if previous.lock else [])
        rendered, problems = render.render_site(site, plan, sink, watch, workers)
        if not select_errors(problems):
            suspects = [path for path, rendered_file in rendered.items() if rendered_file.may_name]
            problems += check_output(site, plan, suspects, stage.read_file, findings.hidden_names, workers)
        findings = findings.add(problems)
        if findings.has_errors:
            return BuildResult(None, findings.report)
        files = {path: rendered_file.file for path, rendered_file in rendered.items()}
        checksums = format_checksums(files, BuildInfo(__version__, read_git_head(root), as_of))
        files[CHECKSUMS_FILE] = stage.write_file(CHECKSUMS_FILE, checksums)
        changes = plan_changes(previous, files)
        apply_plan(changes)
    return BuildResult(changes, findings.add(check_size(changes.sizes)).report)
