"""A site on its way from its files to its pages: read and rated, then planned."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sitegen.compare.correction import CorrectionHistory
from sitegen.core.problems import Problem
from sitegen.inputs.config import site as config_site
from sitegen.inputs.content.texts import Content
from sitegen.inputs.privacy.redact import Redactor
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages import page
from sitegen.rankings.ranking import RankingContext

HistoryLoader = Callable[
    [config_site.Site, Sequence[RankingContext], HiddenNames],
    tuple[Mapping[str, CorrectionHistory], list[Problem]],
]
"""What finds out the past of rankings, and what is wrong with it."""


class PageInputs(NamedTuple):
    """What pages are planned from: the texts, the rankings, their past, and what calculates in a browser."""

    texts: Content
    contexts: Sequence[RankingContext]
    histories: Mapping[str, CorrectionHistory]
    engine_files: Mapping[str, Callable[[], bytes]]


class RatedSite(NamedTuple):
    """A site that has been read and rated; nothing is `given` to plan pages from when there are errors."""

    site: config_site.Site | None
    problems: list[Problem]
    redactor: Redactor = Redactor(HiddenNames(frozenset()))
    page_inputs: PageInputs | None = None


class PlannedSite(NamedTuple):
    """A site that has been read and rated, with all its pages planned; None when there are errors.

    `hush` has the names that may occur nowhere.
    """

    site: config_site.Site | None
    page_plan: page.SitePlan | None
    problems: list[Problem]
    redactor: Redactor = Redactor(HiddenNames(frozenset()))
