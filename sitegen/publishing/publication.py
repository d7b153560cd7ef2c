"""The last two stages of the pipeline: render planned pages, then publish what was made."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__, render
from sitegen.core.files import read_git_head
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import ProgressCallback, ignore_progress
from sitegen.inputs.config.site import Site, WithheldClub
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages.page import SitePlan
from sitegen.publishing.checks import check_output, make_name_test
from sitegen.publishing.disk import check_paths
from sitegen.publishing.output import (
    CHECKSUMS_FILE,
    BuildInfo,
    PublishPlan,
    apply_plan,
    check_size,
    format_checksums,
    open_previous_output,
    plan_changes,
)
from sitegen.publishing.packing import pack_files, refuse_part
from sitegen.publishing.stages import Findings, PlannedSite
from sitegen.publishing.staging import StagedFile, StagingFolder, is_record, stage_site
from sitegen.render.environment import Environments


class BuildResult(NamedTuple):
    """The published plan, None when there are errors, and the problems as others may read them.

    Files of the clubs that are `withheld` have errors, and were left out.
    """

    plan: PublishPlan | None
    problems: list[Problem]
    withheld: tuple[WithheldClub, ...] = ()


class WrittenFiles(NamedTuple):
    """The files of a plan in the staging folder, by path, and what is wrong with them."""

    files: Mapping[str, StagedFile]
    problems: Sequence[Problem]


class _RenderedFile(NamedTuple):
    """A file in the staging folder, and whether it or its address may name a hidden player."""

    file: StagedFile
    may_name: bool


@dataclass(frozen=True)
class FileWriter:
    """Writes the files of plans, of a whole site or of parts of it, into a staging folder.

    `environments` are those of the templates, which are loaded for the first plan.
    """

    site: Site
    hidden_names: HiddenNames
    stage: StagingFolder
    environments: Environments = field(default_factory=dict)

    def write(
        self, plan: SitePlan, watch: ProgressCallback = ignore_progress, workers: int = 1
    ) -> WrittenFiles:
        """Render and write all that is in a plan, with so many processes, and look for hidden names in it.

        `watch` is called with the number of pages begun and of all pages. Raises `PublishError`, before
        anything is written, for a path that leads outside or that a disk could take for another.
        """
        check_paths(plan.paths)
        may_name = make_name_test(self.site, plan, self.hidden_names)

        def write_file(path: str, content: bytes) -> _RenderedFile:
            return _RenderedFile(self.stage.write_file(path, content), may_name(path, content))

        sink = render.Sink(write_file, self.stage.descriptors)
        rendered, problems = render.render_site(self.site, plan, sink, watch, workers, self.environments)
        if not select_errors(problems):
            suspects = [path for path, rendered_file in rendered.items() if rendered_file.may_name]
            problems += check_output(
                self.site, plan, suspects, self.stage.read_file, self.hidden_names, workers
            )
        return WrittenFiles({path: rendered_file.file for path, rendered_file in rendered.items()}, problems)


class Publication(NamedTuple):
    """A site that takes the place of the one in an output folder, when all its files are written.

    The `part` of a site is told too, as in `BuildInfo`.
    """

    stage: StagingFolder
    root: Path
    as_of: date
    part: str = ""
    pack: bool = False

    @classmethod
    @contextmanager
    def open(  # noqa: PLR0913 - the last two are for few builds
        cls, output: Path, root: Path, as_of: date, workers: int = 1, *, part: str = "", pack: bool = False
    ) -> Iterator["Publication"]:
        """Lock the output of the site in `root`; raises `PublishError` if it is not ours to replace."""
        if part and pack:
            refuse_part(part)
        with open_previous_output(output, root) as previous, stage_site(previous, workers) as stage:
            yield cls(stage, root, as_of, part, pack)

    def publish(self, files: Mapping[str, StagedFile], findings: Findings) -> BuildResult:
        """Publish these files, unless something is wrong: then nothing changes."""
        if findings.has_errors:
            return BuildResult(None, findings.report)
        info = BuildInfo(__version__, read_git_head(self.root), self.as_of, self.part)
        return publish_files(self.stage, files, info, findings, pack=self.pack)


def publish_files(
    stage: StagingFolder,
    files: Mapping[str, StagedFile],
    info: BuildInfo,
    findings: Findings,
    *,
    pack: bool = False,
) -> BuildResult:
    """Publish staged files with their checksums; the records among them are no part of the site.

    With `pack` there is also what other hosts than GitHub Pages want.
    """
    check_paths([*files, CHECKSUMS_FILE])
    site_files = {path: file for path, file in files.items() if not is_record(path)}
    packed = pack_files(stage, site_files) if pack else {}
    checksums = stage.write_file(CHECKSUMS_FILE, format_checksums(site_files, info))
    changes = plan_changes(stage.previous, {**files, **packed, CHECKSUMS_FILE: checksums})
    apply_plan(changes, stage)
    sizes = {path: size for path, size in changes.sizes.items() if not is_record(path)}
    return BuildResult(changes, findings.add([] if pack else check_size(sizes)).report)


def publish_site(
    output: Path,
    planned_site: PlannedSite,
    root: Path,
    as_of: date,
    watch: ProgressCallback = ignore_progress,
) -> BuildResult:
    """Render a planned site and publish it in `output`; nothing changes there when anything is wrong.

    `watch` is called with the number of pages begun and of all pages.
    """
    site, findings, plan = planned_site
    if site is None or plan is None:
        return BuildResult(None, findings.report)
    findings = findings.add(render.check_templates(site))
    if findings.has_errors:
        return BuildResult(None, findings.report)
    with Publication.open(output, root, as_of) as publication:
        files, problems = FileWriter(site, findings.hidden_names, publication.stage).write(plan, watch)
        return publication.publish(files, findings.add(problems))
