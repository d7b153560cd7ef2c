"""A page that is planned alone, from what it shows, is the one that is in the whole site."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import golden
import pytest
from examples import sample
from sites import published

from sitegen import publishing, render
from sitegen.commands.serve.preview import PreviewBuilder
from sitegen.core.entities import Career
from sitegen.core.model import Topic
from sitegen.pages.page import Page
from sitegen.publishing.focus import plan_first
from sitegen.publishing.sample import blank_content
from sitegen.publishing.stages import PlannedSite, RatedSite
from sitegen.rankings.ranking import RankingContext
from sitegen.systems.fibs.pages.players import PlayerPageBuilder

pytestmark = pytest.mark.slow

OF_A_KIND = 4
NEEDS_ALL = frozenset({"compare.html", "corrections.html", "records.html", "rules.html"})
"""Pages with all careers, or with what people wrote; so is a topic, that of who rose."""


def topics_of(planned: PlannedSite) -> dict[str, list[Topic]]:
    """The topics that every ranking has, by ranking."""
    assert planned.page_plan
    return {
        context.ranking.id: [*map(blank_content, context.derived.topics)]
        for context in planned.page_plan.contexts
    }


def some_pages(planned: PlannedSite) -> Iterator[Page]:
    """A few pages of each template, language and ranking."""
    counts = Counter[tuple[str, ...]]()
    assert planned.page_plan
    for page in planned.page_plan.pages:
        if page.ranking and page.path.endswith(".html"):
            kind = page.ranking, page.language, page.template
            counts[kind] += 1
            if counts[kind] <= OF_A_KIND:
                yield page


def rendered(planned: PlannedSite, pages: Sequence[Page]) -> dict[str, bytes]:
    """What pages of a plan come to, by path."""
    assert planned.site
    assert planned.page_plan
    made, problems = render.render_pages(planned.site, planned.page_plan, pages)
    assert problems == []
    return dict(made)


def alone(rated: RatedSite, url: str, topics: dict[str, list[Topic]]) -> dict[str, bytes]:
    """The page at an address, by path, planned alone; nothing where that cannot be."""
    planned = plan_first(rated, [url], topics)
    if planned.page_plan is None:
        return {}
    return rendered(planned, [page for page in planned.page_plan.pages if page.url == url])


def take_row_out(root: Path) -> None:
    """Take the last row out of the largest file of results that can do without it."""
    files = [path for path in root.glob("results/**/*.csv") if path.stem != "players"]
    for path in sorted(files, key=lambda path: (-path.stat().st_size, path)):
        text = path.read_text("utf-8-sig")
        path.write_text("".join(text.rstrip().splitlines(keepends=True)[:-1]), "utf-8")
        if publishing.rate_site(root, golden.AS_OF).page_inputs:
            return
        path.write_text(text, "utf-8")
    raise AssertionError("no row can be taken out")


@pytest.mark.parametrize("site", sample(golden.SITES, 2), ids=lambda site: site.name)
def test_a_page_alone_is_that_of_the_whole_site_also_after_a_row_was_taken_out(
    site: Path, tmp_path: Path
) -> None:
    root = golden.copy_site(site, tmp_path)
    topics = topics_of(publishing.prepare(root, golden.AS_OF))
    for change in (lambda _: None, take_row_out):
        change(root)
        rated = publishing.rate_site(root, golden.AS_OF)
        whole = publishing.plan_pages(rated)
        pages = [*some_pages(whole)]
        expected = rendered(whole, pages)
        apart = {page.path: alone(rated, page.url, topics) for page in pages}
        assert {path: made for path, made in apart.items() if made} == {
            page.path: {page.path: expected[page.path]} for page in pages if apart[page.path]
        }
        assert {page.template for page in pages if not apart[page.path]} <= NEEDS_ALL | {"topic.html"}


def rate(name: str) -> RatedSite:
    """One of the golden sites, rated."""
    return publishing.rate_site(next(site for site in golden.SITES if site.name == name), golden.AS_OF)


def test_pages_of_one_ranking_are_planned_together_and_no_others() -> None:
    rated = rate("periods")
    topics = topics_of(publishing.plan_pages(rated))
    one, other, *_ = topics
    for urls, found in (
        ([f"{one}/", f"{one}/results/"], True),
        ([f"{one}/", f"{one}/records/"], False),
        ([f"{one}/", f"{other}/"], False),
        ([""], False),
    ):
        assert (plan_first(rated, urls, topics).page_plan is not None) is found
    assert plan_first(rated, [f"{one}/"], {}).page_plan is None


def asked_careers(context: RankingContext, rated: RatedSite, url: str) -> set[str]:
    """Whose careers a page of a ranking asks for when it is planned alone."""
    careers, asked = context.outcome.careers, set[str]()
    assert careers
    assert rated.page_inputs

    def get_career(player: str) -> Career:
        asked.add(player)
        return careers.get_career(player)

    outcome = context.outcome._replace(careers=careers._replace(get_career=get_career))
    inputs = rated.page_inputs._replace(contexts=[replace(context, outcome=outcome)])
    assert alone(rated._replace(page_inputs=inputs), url, {context.ranking.id: []})
    return asked


def test_a_page_takes_the_careers_of_the_players_on_it() -> None:
    rated = rate("club")
    assert rated.page_inputs
    (context,) = rated.page_inputs.contexts
    assert context.outcome.careers
    careers, players = context.outcome.careers, [player.id for player in context.outcome.players]
    assert asked_careers(context, rated, context.home) <= {*context.dataset.positions}
    player = min(players, key=lambda id_: len(careers.get_career(id_).results))
    opponents = careers.get_career(player).results.get_column("opponents")
    asked = asked_careers(context, rated, f"{context.home}players/{player}/")
    assert asked == {player}.union(*opponents)
    assert asked < {*players}
    assert asked_careers(context, rated, f"{context.home}results/") >= {*players}, "its calendar counts them"
    assert asked_careers(context, rated, f"{context.home}enter/") == set()


@pytest.fixture
def preview(write_site: Callable[..., Path], tmp_path: Path) -> PreviewBuilder:
    """A preview that has built once."""
    moment = datetime(2026, 11, 21, tzinfo=UTC)
    builder = PreviewBuilder(write_site(), tmp_path / "made" / "output", moment.date(), lambda: moment)
    assert [each.partial_site for each in builder()] == [None]
    return builder


def test_the_open_page_of_a_preview_is_there_before_the_site_is_planned(
    preview: PreviewBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = list[object]()
    monkeypatch.setattr(publishing, "plan_pages", lambda *given: planned.append(given))
    take_row_out(preview.root)
    first = next(iter(preview(["/list/players/bob/"])))
    assert first.partial_site
    assert first.partial_site.pages.keys() == {"list/players/bob/index.html"}
    assert planned == []
    assert len([*preview(["/list/players/bob/"], lambda: True)]) == 1
    assert planned == []


def test_the_rest_of_a_preview_ends_between_two_pages_and_leaves_the_site_as_it_was(
    preview: PreviewBuilder,
) -> None:
    before, asked = published(preview.output), count()
    take_row_out(preview.root)
    (first,) = preview(["/list/"], lambda: next(asked) > OF_A_KIND)
    assert first.partial_site
    assert first.partial_site.pages["list/index.html"] != before["list/index.html"]
    assert next(asked) == OF_A_KIND + 2
    assert published(preview.output) == before
    assert [path.name for path in preview.output.parent.iterdir() if path.is_dir()] == ["output"]
    *_, whole = preview(["/list/"], lambda: False)
    assert whole.problems == []
    after = published(preview.output)
    assert after["list/index.html"] == first.partial_site.pages["list/index.html"]


def test_a_site_is_made_to_its_end_when_no_page_of_it_came_first(preview: PreviewBuilder) -> None:
    take_row_out(preview.root)
    assert [each.partial_site is None for each in preview([], lambda: True)] == [True]
    assert [each.partial_site is None for each in preview(["/list/records/"], lambda: True)] == [False, True]


@pytest.mark.parametrize("page", ["/list/", "/list/players/bob/"])
def test_what_fails_in_a_system_is_told_of_the_whole_site(
    preview: PreviewBuilder, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("no such day")

    monkeypatch.setattr(PlayerPageBuilder, "_find_ranked_from", fail)
    take_row_out(preview.root)
    (failed,) = preview([page])
    assert failed.partial_site is None
    assert {problem.code for problem in failed.problems} == {"system-failed-at"}
