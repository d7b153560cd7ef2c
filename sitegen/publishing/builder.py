"""Build a site by its rankings: a job makes all pages of one, and leaves a summary for those that they share.

A ranking that is too large for one job is rated and planned here, and its pages are divided over the workers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from sitegen import render
from sitegen.compare.histories import report_unreadable
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import SharedFlag, run_parallel
from sitegen.inputs.config.site import Ranking
from sitegen.pages.metadata import plan_cards
from sitegen.pages.plan import RankingPlan, SitePlanner
from sitegen.publishing.last_build import RankingKeeper
from sitegen.publishing.parts import Part
from sitegen.publishing.publication import FileWriter, WrittenFiles
from sitegen.publishing.rankings import (
    RankingJobs,
    RankingResult,
    SiteInputs,
    gather,
    split_by_size,
)
from sitegen.publishing.stages import BuildProgress, Findings, HistoryLoader
from sitegen.publishing.staging import StagedFile, StagingFolder

_Jobs = RankingJobs[WrittenFiles]
_Planned = tuple[RankingPlan | None, RankingResult[WrittenFiles]]


class SiteBuilder(NamedTuple):
    """Writes all files of a site, or of a part of it, into a staging folder, with so many `workers`.

    With a `keeper` what is as it was is taken over from earlier builds.
    """

    inputs: SiteInputs
    planner: SitePlanner
    stage: StagingFolder
    load_history: HistoryLoader
    progress: BuildProgress
    workers: int
    part: Part
    keeper: RankingKeeper | None = None

    def write_files(self, findings: Findings) -> tuple[Mapping[str, StagedFile], Findings]:
        """Write the files of the part, and add what is wrong to `findings`: files are missing then."""
        writer = FileWriter(self.inputs.site, self.inputs.hidden_names, self.stage)
        template_problems = render.check_templates(self.inputs.site)
        jobs = RankingJobs[WrittenFiles](
            self.inputs,
            self.planner,
            lambda context: context,
            lambda plan: writer.write(plan.site_plan),
            SharedFlag(is_set=findings.add(template_problems).has_errors),
            self.load_history,
        )
        problems, planned, results = self._run_jobs(jobs)
        all_results = [*results.values(), *(result for _, result in planned)]
        if not self.part.is_whole:  # of some rankings it is not known whether nothing was played
            all_results = [result._replace(event_dates=()) for result in all_results]
        findings, are_rated = self.inputs.find_problems(findings.add(problems), all_results)
        if not are_rated:
            return {}, findings
        findings = findings.add([*template_problems, *gather(all_results, "plan_problems")])
        findings = findings.add(report_unreadable(gather(all_results, "unreadable_commits")))
        plans = [plan for plan, _ in planned if plan]
        summaries = {id_: result.summary for id_, result in results.items() if result.summary}
        if len(summaries) + len(plans) < len(all_results):
            return {}, findings
        written = [result.product for result in results.values() if result.product]
        if self.part.is_whole and not any(select_errors(files.problems) for files in written):
            plan = self.planner.join_plans(plans, summaries)
            written.append(writer.write(plan, self.progress.pages, self.workers))
        findings = findings.add(dict.fromkeys(chain(*(files.problems for files in written))))
        return {path: file for files in written for path, file in files.files.items()}, findings

    def _run_jobs(
        self, jobs: _Jobs
    ) -> tuple[Sequence[Problem], Sequence[_Planned], Mapping[str, RankingResult[WrittenFiles]]]:
        """Return what is wrong with the site beside its rankings, plans of the large ones, and other results.

        A ranking of which a record is kept is one job, however large it is.
        """
        large, small = split_by_size(self.inputs.site, 1 if self.keeper else self.workers)
        if not self.part.is_whole:
            own = self.part.select(self.inputs.site)
            small = [ranking for ranking in small if ranking.id in own]
        if not small:
            return *self._plan_rankings(jobs, large, self.workers), {}
        plan_large = partial(self._plan_rankings, jobs, large)
        jobs = replace(jobs, run_job=self.keeper.run) if self.keeper else jobs
        (problems, planned), results = jobs.run_all(
            small, self.workers, plan_large, self.progress.rankings, self.stage.descriptors
        )
        return problems, planned, results

    def _plan_rankings(
        self, jobs: _Jobs, rankings: Iterable[Ranking], workers: int = 1
    ) -> tuple[Sequence[Problem], Sequence[_Planned]]:
        """Return what is wrong with the site beside its rankings, and the plans of some of them.

        All but one of so many `workers` begin with the cards of these rankings, which need no plan.
        """
        rated = [jobs.rate(ranking) for ranking in rankings]
        cards = [
            page
            for context in (ranking.context for ranking in rated if workers > 1)
            if context and not jobs.failure.is_set
            for page in plan_cards(self.inputs.site, context, with_players=jobs.planner.has_player_cards)
        ]
        (problems, planned), drawn = run_parallel(
            render.draw_pictures,
            cards,
            workers if cards else 1,
            lambda: (jobs.find_shared_problems(), [jobs.plan(ranking) for ranking in rated]),
        )
        pictures = {url: picture for share in drawn for url, picture in share.items()}
        return problems, [(plan and plan.add_pictures(pictures), result) for plan, result in planned]
