"""Focus a ranking on a few of its pages, which are planned from what they show, and all others from nothing.

A preview makes the pages first that somebody looks at. Each is what it is in the whole site, and takes no
more than the careers of the players on it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from typing import NamedTuple

from sitegen.compare.correction import UNKNOWN_HISTORY
from sitegen.core.columnar import get_cells
from sitegen.core.entities import Careers
from sitegen.core.model import Listing, Topic
from sitegen.core.problems import extract_frames
from sitegen.core.roles import get_roles
from sitegen.inputs.config.site import Site
from sitegen.pages.page import OF_ARCHIVE, OF_LIST
from sitegen.publishing.rankings import plan_ranking
from sitegen.publishing.sample import blank_content
from sitegen.publishing.stages import PlannedSite, RatedSite
from sitegen.rankings.dataset import ListData
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.ranking import RankingContext

_PLAIN_PAGES = frozenset({"embed", "enter", "lists", "share", "what-if"})
"""The pages that show neither careers nor what is blank."""


class _Shown(NamedTuple):
    """What a page shows of a ranking: lists by day, what else has a key or id, and players' careers."""

    days: Collection[date] = ()
    keys: Collection[str] = ()
    careers: Collection[str] = ()


@dataclass(frozen=True)
class _FocusedData(DerivedData):
    """What is derived from a few careers, with `all_topics` without their content."""

    all_topics: Sequence[Topic] = ()

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics that every ranking has."""
        return self.all_topics


def plan_first(
    rated_site: RatedSite, urls: Collection[str], topics: Mapping[str, Sequence[Topic]]
) -> PlannedSite:
    """Plan the pages of one ranking at some addresses as they are in the whole site, others without content.

    There is no plan where the pages are not those of one ranking, or show all of it. `topics` are those that
    every ranking has, without content, by the id of a ranking; without them there is no plan either.
    """
    site, findings, page_inputs = rated_site
    if site is None or page_inputs is None:
        return PlannedSite(site, findings)
    for context in page_inputs.contexts:
        id_ = context.ranking.id
        places = [*_find_places(site, id_, urls)]
        if len(places) < len(urls) or id_ not in topics:
            continue
        try:
            focused_context = focus_context(context, places, topics[id_])
        except Exception as error:
            if not extract_frames(error, context.ranking.origin.code):
                raise
            break  # whoever plans all of the ranking meets with it again, and reports it
        if focused_context is None:
            break
        planner = page_inputs.planner
        history = page_inputs.histories.get(id_, UNKNOWN_HISTORY)
        plan, problems = plan_ranking(planner, focused_context, history)
        return PlannedSite(
            site, findings.add(problems), plan and replace(plan.site_plan, files=planner.files)
        )
    return PlannedSite(site, findings)


def _find_places(site: Site, ranking: str, urls: Iterable[str]) -> Iterator[str]:
    """Yield those of the addresses that are of a ranking, in any language, from its home page."""
    homes = [f"{ranking}/", *(f"{language}/{ranking}/" for language in site.languages[1:])]
    for url in urls:
        yield from (url.removeprefix(home) for home in homes if url.startswith(home))


def focus_context(
    context: RankingContext, places: Iterable[str], topics: Sequence[Topic]
) -> RankingContext | None:
    """Return a ranking with all that its pages at some places show; None where one shows all careers.

    A place is the address from the home page of the ranking; `topics` are those that every ranking has.
    """
    shown = [_find_shown(context, place) for place in places]
    pages = [page for page in shown if page]
    if len(pages) < len(shown):
        return None
    outcome = context.outcome
    days = {day for page in pages for day in page.days}
    keys = {key for page in pages for key in page.keys}
    careers = {player for page in pages for player in page.careers}
    outline = outcome._replace(
        archive=[listing if listing.day in days else blank_content(listing) for listing in outcome.archive],
        events=[event if event.key in keys else blank_content(event) for event in outcome.events],
        topics=[topic if topic.key in keys else blank_content(topic) for topic in outcome.topics],
        players=[player if player.id in keys else blank_content(player) for player in outcome.players],
    )
    dataset = replace(context.dataset, archive=[*map(ListData.from_listing, outline.archive)])
    players = [player for player in context.players if player.id in careers]
    derived = _FocusedData(outline, players, dataset, topics)
    return replace(context, outcome=outline, dataset=dataset, derived=derived)


def _find_shown(context: RankingContext, place: str) -> _Shown | None:
    """Return what the page at a place shows; None for one that shows all careers, or what people wrote."""
    outcome, key, shown = context.outcome, place.rstrip("/"), None
    match key.split("/"):
        case [""]:
            days = [listing.day for listing in outcome.archive]
            shown = _Shown(days, careers=_find_listed(outcome.listing, "1", OF_LIST))
        case ["lists", number] if number.isdecimal():
            shown = _Shown(careers=_find_listed(outcome.listing, number, OF_LIST))
        case ["lists", day, *numbers]:
            listings = [listing for listing in outcome.archive if str(listing.day) == day]
            number = numbers[0] if numbers else "1"
            careers = [_find_listed(listing, number, OF_ARCHIVE) for listing in listings]
            shown = _Shown([listing.day for listing in listings], careers=[*chain(*careers)])
        case ["results", event, *_]:
            shown = _Shown(keys=[event])
        case ["players", player, *_]:
            days = [listing.day for listing in outcome.archive]
            shown = _Shown(days, [player], _find_met(outcome.careers, player))
        case ["results"] | ["calendar", _]:
            shown = _Shown(careers=[player.id for player in context.players])
        case [name, *_] if name in _PLAIN_PAGES:
            shown = _Shown()
        case _ if any(topic.key == key for topic in outcome.topics):
            shown = _Shown(keys=[key])
    return shown


def _find_listed(listing: Listing, number: str, row_limit: int) -> list[str]:
    """Return the players in a part of a list, which has a number."""
    start = (int(number) - 1) * row_limit
    players = list[str]()
    for table in listing.content.tables:
        place = get_roles(table.table).positions.get("name")
        players += get_cells(table.rows[start : start + row_limit], place) if place is not None else ()
    return players


def _find_met(careers: Careers | None, player: str) -> Collection[str]:
    """Return a player, and all opponents."""
    opponents = careers.get_career(player).results.get_column("opponents") if careers else ()
    return {player, *chain.from_iterable(opponents)}
