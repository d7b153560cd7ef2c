"""Try the pages of a site without building it: all addresses are planned, and few pages are rendered.

Of the pages that a template makes by the thousand a few are tried, those of the largest ranking of each
system; they also tell about how large the site will be. A system of somebody else's may fail in any ranking,
so that each is tried, and planned from all that it has.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from sitegen import render
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import SharedFlag
from sitegen.inputs.config.site import Ranking, Site
from sitegen.pages.page import Page, SitePlan
from sitegen.pages.plan import RankingPlan, SitePlanner
from sitegen.publishing.checks import check_output
from sitegen.publishing.rankings import (
    RankingJobs,
    RankingResult,
    SiteInputs,
    gather,
    sort_by_size,
)
from sitegen.publishing.sample import find_uncertain_urls, outline_context, sample_context, take_sample
from sitegen.publishing.sizes import MEDIA_SIZES, estimate_sizes
from sitegen.publishing.stages import Findings
from sitegen.rankings.ranking import RankingContext

if TYPE_CHECKING:
    from sitegen.publishing.digests import SiteDigester
    from sitegen.publishing.last_build import LastBuild

_LARGE_SITE = 1_000
"""The number of files from which on the size of a site is estimated."""
_Kind = tuple[str, str]  # the language of a page, and its template


class Trial(NamedTuple):
    """Some pages of a plan, tried: what is wrong with them, and the paths of all files by kind.

    `uncertain_urls` may not be there, as the plan was made from a sample. `sizes` has about how many bytes
    each file will have, by its path; nothing where no page was rendered.
    """

    problems: Sequence[Problem]
    paths: Mapping[_Kind, Sequence[str]]
    sizes: Mapping[str, int] = {}
    uncertain_urls: Collection[str] = ()


class TrialResult(NamedTuple):
    """All problems of a site, and whether pages that were planned from a sample have errors among them."""

    findings: Findings
    has_doubts: bool = False


def try_site(
    inputs: SiteInputs, findings: Findings, workers: int, *, is_whole: bool = False, last: Path | None = None
) -> TrialResult:
    """Add to `findings` what is wrong with the rankings of a site and their pages, which `workers` try.

    With `is_whole` pages are planned from all careers and lists. What the `last` build, in a folder, told of
    rankings that are as they were is told again; all others are tried.
    """
    template_problems = render.check_templates(inputs.site)
    planner = inputs.make_planner()
    rankings = inputs.site.rankings if last else [sized.ranking for sized in sort_by_size(inputs.site)]
    tried = frozenset(ranking.id for ranking in rankings) if last else choose_tried(rankings)
    trier = RankingTrier(inputs, tried, is_whole)
    failure = SharedFlag(is_set=findings.add(template_problems).has_errors)
    jobs = RankingJobs(inputs, planner, trier.prepare_context, trier.try_ranking, failure)
    if last:
        jobs = replace(jobs, run_job=_Remembered.open(last, inputs, planner).run)
    shared_problems, found = jobs.run_all(rankings, workers, jobs.find_shared_problems)
    results = {ranking.id: found[ranking.id] for ranking in inputs.site.rankings}
    findings, are_rated = inputs.find_problems(findings.add(shared_problems), results.values())
    if not are_rated:
        return TrialResult(findings)
    plan_problems = [*template_problems, *gather(results.values(), "plan_problems")]
    trials = {id_: result.product for id_, result in results.items() if result.product}
    if len(trials) < len(results):
        return TrialResult(findings.add(plan_problems), has_doubts=not select_errors(template_problems))
    summaries = {id_: result.summary for id_, result in results.items() if result.summary}
    plan = planner.plan_shared(summaries)
    uncertain_urls = frozenset(chain.from_iterable(trial.uncertain_urls for trial in trials.values()))
    shared_trial = try_pages(inputs, replace(plan, urls=plan.urls - uncertain_urls), workers)
    problems = [*chain(*(trial.problems for trial in trials.values())), *shared_trial.problems]
    findings = findings.add(dict.fromkeys([*plan_problems, *problems]))
    if findings.has_errors:
        return TrialResult(findings, has_doubts=bool(select_errors(problems)))
    return TrialResult(findings.add(_check_size(inputs.site, trials, shared_trial)))


class _Remembered(NamedTuple):
    """What the last build told of the rankings that are as they were."""

    build: "LastBuild"
    digester: "SiteDigester"

    @classmethod
    def open(cls, folder: Path, inputs: SiteInputs, planner: SitePlanner) -> Self:
        from sitegen.publishing.digests import SiteDigester  # noqa: PLC0415 - few checks ask for it
        from sitegen.publishing.last_build import LastBuild  # noqa: PLC0415 - as above

        return cls(LastBuild.open_records(folder, inputs.site), SiteDigester(inputs, planner, None))

    def run(self, ranking: Ranking, job: Callable[[Ranking], RankingResult[Trial]]) -> RankingResult[Trial]:
        """Return what was left of a ranking, or what `job` leaves of it."""
        record = self.build.read_record(ranking)
        if record is None or record.digest.inputs != self.digester.compute(ranking).inputs:
            return job(ranking)
        result = self.build.load_result(ranking, record)
        files, problems = result.product or ({}, ())
        sizes = {path: file.size for path, file in files.items()}
        trial = Trial(problems, {("", ranking.id): [*sizes]}, sizes)
        return RankingResult[Trial](**{**result._asdict(), "product": trial})


def choose_tried(rankings: Iterable[Ranking]) -> frozenset[str]:
    """Return the ids of the rankings whose pages are tried, the first of each system."""
    tried: dict[str, str] = {}
    for ranking in rankings:
        key = ranking.name_of_system if ranking.origin.is_builtin else f"{ranking.id}/"
        tried.setdefault(key, ranking.id)
    return frozenset(tried.values())


class RankingTrier(NamedTuple):
    """Tries the rankings of a site, or plans no more than their addresses."""

    inputs: SiteInputs
    tried: frozenset[str]
    is_whole: bool

    def prepare_context(self, context: RankingContext) -> RankingContext:
        """Return what the pages of a ranking are planned from: a sample, or nothing but addresses."""
        if self.is_whole or not context.ranking.origin.is_builtin:
            return context
        return sample_context(context) if context.ranking.id in self.tried else outline_context(context)

    def try_ranking(self, plan: RankingPlan) -> Trial:
        """Try the pages of a ranking, if it is one of those that are tried."""
        site_plan, is_sample = plan.site_plan, not self.is_whole
        trial = (
            try_pages(self.inputs, site_plan)
            if plan.ranking in self.tried
            else Trial((), _group_paths(site_plan))
        )
        return trial._replace(uncertain_urls=find_uncertain_urls(site_plan) if is_sample else ())


def try_pages(inputs: SiteInputs, plan: SitePlan, workers: int = 1) -> Trial:
    """Render some pages of a plan, and look for problems in them.

    Of pages that a template makes by the thousand a few are rendered, to see that the template works and to
    estimate the size of all of them; of pages that people write, all. So many `workers` share the work.
    """
    kinds = _group_pages(plan.pages)
    is_large = len(plan.pages) >= _LARGE_SITE
    chosen_pages = [
        page for pages in kinds.values() for page in (take_sample(pages) if is_large else pages[-1:])
    ]
    sample = replace(plan, pages=[*chosen_pages, *(page for page in plan.pages if page.text)], files={})
    contents, problems = render.render_site(inputs.site, sample, render.MEMORY_SINK, workers=workers)
    if not select_errors(problems):
        names = inputs.hidden_names
        problems += check_output(inputs.site, sample, contents, contents.__getitem__, names)
    sizes = {} if select_errors(problems) else estimate_sizes(plan, kinds.values(), contents)
    return Trial(problems, _group_paths(plan), sizes)


def _group_pages(pages: Iterable[Page]) -> Mapping[_Kind, Sequence[Page]]:
    """Return the pages by language and template, but for those that people write.

    Pictures and calendars are left out: nothing can be wrong in them alone.
    """
    kinds: dict[_Kind, list[Page]] = {}
    for page in pages:
        if page.text is None and not page.path.endswith((*MEDIA_SIZES,)):
            kinds.setdefault((page.language, page.template), []).append(page)
    return kinds


def _group_paths(plan: SitePlan) -> dict[_Kind, list[str]]:
    """Return the paths of all files of a plan by language and template; tables by their names."""
    kinds: dict[_Kind, list[str]] = {}
    for page in plan.pages:
        kinds.setdefault((page.language, page.template), []).append(page.path)
    homes = [f"{context.ranking.id}/" for context in plan.contexts]
    for path in plan.files:
        home = next((home for home in homes if path.startswith(home)), f"{path.partition('/')[0]}/")
        kinds.setdefault(("", path.removeprefix(home)), []).append(path)
    return kinds


def _check_size(site: Site, trials: Mapping[str, Trial], shared_trial: Trial) -> list[Problem]:
    """Return a warning of a site that will be too large.

    A file of a ranking that was not tried is taken to be as large as those of its kind in the one that was.
    """
    all_trials = [shared_trial, *trials.values()]
    if sum(len(paths) for trial in all_trials for paths in trial.paths.values()) < _LARGE_SITE:
        return []
    from sitegen.publishing import output  # noqa: PLC0415 - few sites are large

    sizes = {path: size for trial in all_trials for path, size in trial.sizes.items()}
    systems = {ranking.id: ranking.name_of_system for ranking in site.rankings}
    kind_sizes = {
        (systems[id_], kind): round(sum(trial.sizes.get(path, 0) for path in paths) / len(paths))
        for id_, trial in trials.items()
        if trial.sizes
        for kind, paths in trial.paths.items()
    }
    for id_, trial in trials.items():
        for kind, paths in trial.paths.items() if not trial.sizes else ():
            sizes |= dict.fromkeys(paths, kind_sizes.get((systems[id_], kind), 0))
    return output.check_estimated_size(sizes)
