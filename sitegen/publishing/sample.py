"""Sample a ranking: in a check, pages planned from a few of its careers and lists stand for all."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

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


def sample_context(context: RankingContext) -> RankingContext:
    """Return a ranking with data derived from a few of its careers and lists only.

    Pages planned from the sample have other addresses of records, years and parts of lists than those of the
    whole: see `find_uncertain_urls`.
    """
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


def outline_context(context: RankingContext) -> RankingContext:
    """Return a ranking with nothing on its pages: those planned from it have the addresses of a sample's."""
    outcome = context.outcome
    outline = outcome._replace(
        archive=[*map(blank_content, outcome.archive)],
        events=[*map(blank_content, outcome.events)],
        topics=[*map(blank_content, outcome.topics)],
        players=[*map(blank_content, outcome.players)],
    )
    dataset = Dataset.from_outcome(outline)
    derived = DerivedData(outline._replace(careers=None), (), dataset)
    return replace(context, outcome=outline, dataset=dataset, derived=derived)


def find_uncertain_urls(plan: SitePlan) -> set[str]:
    """Return the addresses of a ranking's plan from a sample that the whole ranking may not have."""
    records = {
        f"{site.prefix}{context.ranking.id}/{topic.key}/"
        for site in plan.sites
        for context in plan.contexts
        for topic in context.derived.topics
    }
    pages = (page for page in plan.pages if "piece" in page.context)
    return records.union(page.url for page in pages if page.context["piece"].number > 1)


def blank_content(page: P) -> P:
    """Return a page with its address and title, and nothing on it."""
    return page._replace(content=_NO_CONTENT)


def _sample_archive(archive: Sequence[Listing]) -> Sequence[Listing]:
    """Return every list with the content of one of a few: the last before it, else the first."""
    chosen_lists = sorted(take_sample(range(len(archive))))
    sources = [chosen_lists[max(0, bisect_right(chosen_lists, index) - 1)] for index in range(len(archive))]
    return [
        listing._replace(content=archive[source].content)
        for listing, source in zip(archive, sources, strict=True)
    ]
