"""Check rankings apart: each is read, rated and planned in one process, and only a summary of it is left.

What has to be known of all is read first: settings, registers and written pages. Memory is then that of the
largest rankings that are checked side by side.
"""

import gc
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sitegen.browser.published import build_engine_files
from sitegen.build import plan_pages
from sitegen.build.sample import drop_uncertain_urls, outline_site
from sitegen.build.stages import Findings, PageInputs, RatedSite
from sitegen.core.problems import Problem, select_errors
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.content.texts import Content
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.files import RESULTS_FOLDER
from sitegen.inputs.results.results import ResultFiles
from sitegen.pages.metadata import find_missing_letters
from sitegen.rankings.ranking import build_contexts, rate_rankings


class RankingSummary(NamedTuple):
    """What a check keeps of a ranking: its problems, by stage, and the addresses of its pages.

    It is doubtful if its pages have a problem, which only the whole site tells as it is.
    """

    ranking: str
    read_problems: Sequence[Problem]
    rating_problems: Sequence[Problem]
    urls: frozenset[str] = frozenset()
    page_count: int = 0
    is_doubtful: bool = False


class RatedShare(NamedTuple):
    """Some rankings of a site, rated; their problems by stage."""

    rated_site: RatedSite
    read_problems: Sequence[Problem]
    rating_problems: Sequence[Problem] = ()
    is_doubtful: bool = False


@dataclass(frozen=True)
class RankingChecker:
    """Reads, rates and plans rankings of a site; `registers` has the players of all."""

    site: Site
    content: Content
    registers: ResultFiles
    hidden_names: HiddenNames
    secret_names: HiddenNames
    as_of: date
    latest: date

    def rate(self, rankings: Sequence[Ranking]) -> RatedShare:
        """Read and rate some rankings, as if the site had no other but for the players."""
        site, findings = self._make_share(rankings), Findings(hidden_names=self.hidden_names)
        results, read_problems = {}, list[Problem]()
        for ranking in rankings:
            results[ranking.id], problems = self.registers.read_ranking(
                ranking, self.secret_names, self.latest, self.as_of
            )
            read_problems += problems
        if select_errors(read_problems):
            return RatedShare(RatedSite(site, findings), read_problems)
        outcomes, rating_problems = rate_rankings(site, results, self.as_of)
        if rating_problems:
            return RatedShare(RatedSite(site, findings), read_problems, rating_problems)
        contexts = build_contexts(site, results, outcomes)
        engine_files = build_engine_files(site, results, contexts, self.as_of)
        page_inputs = PageInputs(self.content, contexts, {}, engine_files)
        is_doubtful = bool(find_missing_letters(site, contexts))
        return RatedShare(RatedSite(site, findings, page_inputs), read_problems, is_doubtful=is_doubtful)

    def summarize(self, ranking: Ranking) -> RankingSummary:
        """Read, rate and plan one ranking; return what a check keeps of it."""
        try:
            share = self.rate([ranking])
            planned_site = plan_pages(outline_site(share.rated_site))
        except Exception as error:
            error.add_note(f"in the ranking {ranking.id}")
            raise
        summary = RankingSummary(ranking.id, share.read_problems, share.rating_problems)
        if planned_site.page_plan is None:
            return summary._replace(is_doubtful=bool(planned_site.findings.unredacted))
        plan = drop_uncertain_urls(planned_site.page_plan)
        return summary._replace(urls=plan.urls, page_count=len(plan.pages), is_doubtful=share.is_doubtful)

    def summarize_rankings(self, rankings: Iterable[Ranking]) -> list[RankingSummary]:
        """Summarize rankings one after the other, and drop all else that is made for each.

        A command runs without garbage collection; what is older than these rankings is not looked at.
        """
        is_paused = not gc.isenabled()
        if is_paused:
            gc.freeze()
        summaries = []
        for ranking in rankings:
            summaries.append(self.summarize(ranking))
            if is_paused:
                gc.collect()
        return summaries

    def _make_share(self, rankings: Sequence[Ranking]) -> Site:
        """Return the site with some of its rankings; players have pictures if they have them in the whole."""
        player_count = sum(len(directory.persons) for directory in self.registers.directories)
        cards = self.site.cards
        if cards is None and not self.site.has_player_cards(player_count):
            cards = "rankings"
        return self.site._replace(rankings=tuple(rankings), cards=cards)


def split_rankings(site: Site) -> tuple[list[Ranking], list[Ranking]]:
    """Return the rankings whose pages are tried, and all others, the largest first.

    The largest ranking of each of our systems stands for all of that system. A system of somebody else's may
    fail in any ranking.
    """
    sizes = {ranking.id: measure_ranking(site.root, ranking) for ranking in site.rankings}
    tried: dict[str, Ranking] = {}
    others = []
    for ranking in sorted(site.rankings, key=lambda ranking: -sizes[ranking.id]):
        key = ranking.name_of_system if ranking.origin.is_builtin else f"{ranking.id}/"
        if tried.setdefault(key, ranking) is not ranking:
            others.append(ranking)
    return [ranking for ranking in site.rankings if ranking in tried.values()], others


def measure_ranking(root: Path, ranking: Ranking) -> int:
    """Return the bytes of the results of a ranking."""
    return sum(path.stat().st_size for path in (root / RESULTS_FOLDER / ranking.id).rglob("*.csv"))
