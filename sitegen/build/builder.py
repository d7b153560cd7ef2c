"""Build a site by its rankings: a job makes all pages of one, and leaves a summary for those that they share.

A ranking that is too large for one job is rated and planned here, and its pages are divided over the workers.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from sitegen import render
from sitegen.build.publication import FileWriter, WrittenFiles
from sitegen.build.rankings import (
    RankingJobs,
    RankingResult,
    RatedRanking,
    SiteInputs,
    gather,
    select_large,
    sort_by_size,
)
from sitegen.build.stages import BuildProgress, Findings, HistoryLoader
from sitegen.build.staging import StagedFile, StagingFolder
from sitegen.compare.histories import report_unreadable
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import run_parallel
from sitegen.pages.metadata import plan_cards
from sitegen.pages.plan import RankingPlan

_Jobs = RankingJobs[WrittenFiles]
_Results = Mapping[str, RankingResult[WrittenFiles]]


class SiteBuilder(NamedTuple):
    """Writes all files of a site into a staging folder, with so many `workers`."""

    inputs: SiteInputs
    stage: StagingFolder
    load_history: HistoryLoader
    progress: BuildProgress
    workers: int

    def write_files(self, findings: Findings) -> tuple[Mapping[str, StagedFile], Findings]:
        """Write all files, and add to `findings` what is wrong; where that is an error, files are missing."""
        writer = FileWriter(self.inputs.site, self.inputs.hidden_names, self.stage)
        planner = self.inputs.make_planner()
        jobs = RankingJobs[WrittenFiles](
            self.inputs,
            planner,
            lambda context: context,
            lambda plan: writer.write(plan.site_plan),
            self.load_history,
        )
        problems, large_rankings, results = self._run_jobs(jobs)
        all_results = [*results.values(), *(rated.result for rated in large_rankings)]
        findings, are_rated = self.inputs.find_problems(findings.add(problems), all_results)
        if not are_rated:
            return {}, findings
        plans, planned_results, pictures = self._plan_beside_cards(jobs, large_rankings)
        all_results = [*results.values(), *planned_results]
        findings = findings.add(gather(all_results, "plan_problems"))
        findings = findings.add(report_unreadable(gather(all_results, "unreadable_commits")))
        summaries = {id_: result.summary for id_, result in results.items() if result.summary}
        if len(summaries) + len(plans) < len(all_results):
            return {}, findings
        plan = planner.join_plans(plans, summaries).add_pictures(pictures)
        written = [result.product for result in results.values() if result.product]
        if not any(select_errors(files.problems) for files in written):
            written.append(writer.write(plan, self.progress.pages, self.workers))
        findings = findings.add(dict.fromkeys(chain(*(files.problems for files in written))))
        return {path: file for files in written for path, file in files.files.items()}, findings

    def _run_jobs(self, jobs: _Jobs) -> tuple[Sequence[Problem], Sequence[RatedRanking], _Results]:
        """Run the jobs of the small rankings while this process rates the large ones.

        Returns what is wrong with the site beside its rankings, the large ones, and what the others leave.
        """
        site = self.inputs.site
        large = select_large(site, self.workers)
        small = [ranking for ranking in sort_by_size(site) if ranking not in large]

        def begin() -> tuple[Sequence[Problem], Sequence[RatedRanking]]:
            return self.inputs.find_shared_problems(), [self.inputs.rate(ranking) for ranking in large]

        (problems, rated), results = jobs.run_all(
            small, self.workers, begin, self.progress.rankings, self.stage.descriptors
        )
        return problems, rated, results

    def _plan_beside_cards(
        self, jobs: _Jobs, rankings: Sequence[RatedRanking]
    ) -> tuple[Sequence[RankingPlan], Sequence[RankingResult[WrittenFiles]], Mapping[str, bytes]]:
        """Plan large rankings while other processes draw their cards, which need no plan.

        Returns the plans, what is left of the rankings, and the pictures by their addresses.
        """
        cards = [
            page
            for ranking in rankings
            if ranking.context
            for page in plan_cards(
                self.inputs.site, ranking.context, with_players=jobs.planner.has_player_cards
            )
        ]
        planned, drawn = run_parallel(
            render.draw_pictures,
            cards,
            self.workers if cards else 1,
            lambda: [jobs.plan(ranking) for ranking in rankings],
        )
        pictures = {url: picture for share in drawn for url, picture in share.items()}
        return [plan for plan, _ in planned if plan], [result for _, result in planned], pictures
