"""What one stage of the pipeline hands to the next."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.problems import Problem, select_errors
from sitegen.core.workers import ProgressCallback, ignore_progress
from sitegen.inputs.config.site import Site, WithheldClub
from sitegen.inputs.privacy.redact import report_problems, select_moved_names
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.pages.page import SitePlan
from sitegen.pages.plan import SitePlanner
from sitegen.rankings.ranking import RankingContext

HistoryLoader = Callable[
    [Site, Sequence[RankingContext], HiddenNames],
    tuple[Mapping[str, CorrectionHistory], Sequence[Problem]],
]
"""Loads the history of corrections of each ranking by its id, with what is wrong with it."""


class SourceTree(NamedTuple):
    """The folder that a site is read from, the clubs withheld there, and the players in their files.

    Settings and texts in `cache` are not read again.
    """

    root: Path
    withheld: tuple[WithheldClub, ...] = ()
    players: Sequence[PlayerDirectory] = ()
    cache: BuildCache = NULL_CACHE


class BuildProgress(NamedTuple):
    """What is called as a build goes on: with the rankings that are one job each, then with other pages."""

    rankings: ProgressCallback = ignore_progress
    pages: ProgressCallback = ignore_progress


NO_PROGRESS = BuildProgress()
"""What is called where a build shows no progress."""


def skip_history(*_: object) -> tuple[Mapping[str, CorrectionHistory], Sequence[Problem]]:
    """Load nothing: the `HistoryLoader` where pages do not tell what was corrected."""
    return {}, []


_NO_HIDDEN_NAMES = HiddenNames(frozenset())


@dataclass(frozen=True)
class Findings:
    """All problems that the stages have found so far, and the names that no report may show.

    A stage adds what it finds. Nothing is redacted or sorted before `report`, which is all that others see.
    """

    unredacted: Sequence[Problem] = ()
    hidden_names: HiddenNames = _NO_HIDDEN_NAMES

    def add(self, problems: Iterable[Problem]) -> Self:
        """Return these findings and the `problems` of one more stage."""
        return type(self)([*self.unredacted, *problems], self.hidden_names)

    @property
    def has_errors(self) -> bool:
        """Whether a problem stops the build."""
        return bool(select_errors(self.unredacted))

    @cached_property
    def report(self) -> list[Problem]:
        """The problems without names of hidden players, sorted by place."""
        return report_problems(select_moved_names(self.unredacted), self.hidden_names)


class PageInputs(NamedTuple):
    """What pages are planned from: the rankings and the day, with the planner that has all other files.

    `histories` has the corrections of each ranking by its id, where pages are to tell them.
    """

    planner: SitePlanner
    contexts: Sequence[RankingContext]
    as_of: date
    histories: Mapping[str, CorrectionHistory] = MappingProxyType({})


class RatedSite(NamedTuple):
    """A site that has been read and rated; without `page_inputs` when there are errors."""

    site: Site | None
    findings: Findings
    page_inputs: PageInputs | None = None

    @property
    def problems(self) -> list[Problem]:
        """The problems, as others may read them."""
        return self.findings.report


class PlannedSite(NamedTuple):
    """A site with all its pages planned; without `page_plan` when there are errors."""

    site: Site | None
    findings: Findings
    page_plan: SitePlan | None = None

    @property
    def problems(self) -> list[Problem]:
        """The problems, as others may read them."""
        return self.findings.report
