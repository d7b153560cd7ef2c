"""Sample a rated site: pages planned from a few careers and lists of a ranking stand for all in a check."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sitegen.build.stages import RatedSite
from sitegen.core.model import Event, Listing, PageContent, PlayerPage, Topic
from sitegen.pages.page import SitePlan
from sitegen.rankings.dataset import Dataset
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.ranking import RankingContext

_SAMPLE_SIZE = 4
_NO_CONTENT = PageContent.create([], [])
T = TypeVar("T")
P = TypeVar("P", Event, Listing, PlayerPage, Topic)


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


def outline_site(rated_site: RatedSite) -> RatedSite:
    """Return the site with nothing on the pages of lists, events, topics and players.

    Pages planned from the outline have the addresses of a sample's, and no content.
    """
    page_inputs = rated_site.page_inputs
    if page_inputs is None:
        return rated_site
    contexts = [_outline_ranking(context) for context in page_inputs.contexts]
    return rated_site._replace(page_inputs=page_inputs._replace(contexts=contexts))


def drop_uncertain_urls(plan: SitePlan) -> SitePlan:
    """Return the plan of a sample without the addresses that the whole site may not have."""
    contexts = [context for site in plan.sites for context in site.contexts]
    records = {f"{context.home}{topic.key}/" for context in contexts for topic in context.derived.topics}
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


def _outline_ranking(context: RankingContext) -> RankingContext:
    outcome = context.outcome
    outline = outcome._replace(
        archive=_blank_contents(outcome.archive),
        events=_blank_contents(outcome.events),
        topics=_blank_contents(outcome.topics),
        players=_blank_contents(outcome.players),
    )
    dataset = Dataset.from_outcome(outline)
    derived = DerivedData(outline._replace(careers=None), (), dataset)
    return replace(context, outcome=outline, dataset=dataset, derived=derived)


def _blank_contents(pages: Sequence[P]) -> Sequence[P]:
    return [page._replace(content=_NO_CONTENT) for page in pages]


def _sample_archive(archive: Sequence[Listing]) -> Sequence[Listing]:
    """Return every list with the content of one of a few: the last before it, else the first."""
    chosen_lists = sorted(take_sample(range(len(archive))))
    sources = [chosen_lists[max(0, bisect_right(chosen_lists, index) - 1)] for index in range(len(archive))]
    return [
        listing._replace(content=archive[source].content)
        for listing, source in zip(archive, sources, strict=True)
    ]
