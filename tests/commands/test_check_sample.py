"""A check plans pages from a few careers and lists, and says what it would say of all."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sitegen import publishing
from sitegen.commands.check import check
from sitegen.core.problems import select_errors
from sitegen.core.system import Origin
from sitegen.inputs.content.texts import Content
from sitegen.pages.page import SitePlan
from sitegen.publishing.rankings import SiteInputs
from sitegen.publishing.sample import find_uncertain_urls, outline_context, sample_context
from sitegen.publishing.stages import RatedSite
from sitegen.publishing.trial import RankingTrier, choose_tried
from sitegen.rankings.ranking import RankingContext

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]


@pytest.fixture
def league(write_site: Write) -> Callable[[str], Path]:
    """Sixty players in three clubs, of whom two alone played in the year before; what the page says."""
    players = "".join(f"p{number},Player {number},Club {number % 3}\n" for number in range(60))
    rows = [f"2026-0{1 + number % 9}-1{number % 7},p{number},p{number + 1},7" for number in range(59)]
    matches = ["date,winner,loser,length", "2025-03-01,p1,p2,7", "2025-03-01,p2,p3,7", *rows, ""]
    files = {
        "results/list/players.csv": f"id,name,club\n{players}",
        "results/list/matches.csv": "\n".join(matches),
    }
    return lambda text: write_site({**files, "content/about.md": f"# About\n\n{text}\n"})


def test_few_careers_stand_for_all_and_lead_to_nothing_that_is_not_there(
    league: Callable[[str], Path],
) -> None:
    rated = publishing.rate_site(league("Nothing."), TODAY)
    few, none, every = (
        planned(rated, change) for change in (sample_context, outline_context, lambda context: context)
    )
    assert len(few.contexts[0].derived.players) < 10 < len(every.contexts[0].derived.players)
    assert sorted(few.urls - every.urls) == ["list/records/2026/"], "too many share those of all"
    certain = few.urls - find_uncertain_urls(few)
    assert sorted(certain - every.urls) == []
    assert sorted(url for url in every.urls - certain if "records" not in url) == [
        "list/crosstable/",
        "list/risers/",
    ]
    assert sorted(none.urls ^ certain) == []


def planned(rated: RatedSite, change: Callable[[RankingContext], RankingContext]) -> SitePlan:
    """The plan of a site from changed contexts."""
    assert rated.page_inputs
    contexts = [change(context) for context in rated.page_inputs.contexts]
    plan = publishing.plan_pages(
        rated._replace(page_inputs=rated.page_inputs._replace(contexts=contexts))
    ).page_plan
    assert plan is not None
    return plan


def test_a_ranking_by_a_system_of_somebody_else_s_stays_whole(league: Callable[[str], Path]) -> None:
    rated = publishing.rate_site(league("Nothing."), TODAY)
    assert rated.site
    assert rated.page_inputs
    (context,) = rated.page_inputs.contexts
    other = replace(context, ranking=context.ranking._replace(origin=Origin("other")))
    inputs = SiteInputs.open(rated.site, Content(), TODAY, TODAY)
    trier = RankingTrier(inputs, choose_tried(rated.site.rankings), is_whole=False)
    assert trier.prepare_context(other) is other
    assert trier.prepare_context(context) is not context


def test_a_link_is_wrong_that_leads_to_no_page_of_the_whole_site(league: Callable[[str], Path]) -> None:
    there = ("list/records/2025/", "list/players/p7/", "clubs/club-1/")
    missing = ("list/records/2026/", "list/players/p60/")
    root = league("\n".join(f"See [there](../{path})." for path in (*there, *missing)))
    found = check(root, TODAY)
    assert [(error.line, error.code) for error in select_errors(found)] == [
        (6, "dead-link"),
        (7, "dead-link"),
    ]
    assert publishing.build(root, root / "output", TODAY).problems == found
