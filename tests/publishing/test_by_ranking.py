"""One ranking, one job: what workers find of a site is what one process finds, and what a build finds."""

import gc
import pickle
import shutil
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from examples import sample
from small_site import MATCHES, PLAYERS, SITE

from sitegen import publishing
from sitegen.commands.check import check
from sitegen.core.columnar import Rows
from sitegen.core.pickling import TablePickler
from sitegen.core.table import Rating, Table, get_columns
from sitegen.pages.page import Page
from sitegen.publishing import rankings
from sitegen.publishing.output import CHECKSUMS_FILE
from sitegen.publishing.rankings import RankingJobs
from sitegen.rankings.tables import make_member_table
from sitegen.render import _SiteRenderer

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]
SECOND = """
    [[ranking]]
    id = "cup"
    system = "fibs"
    title = "Cup"
    [[ranking]]
    id = "nobody"
    system = "elo"
    title = "Nobody"
"""
TWO: Mapping[str, str] = {
    "sitegen.toml": SITE + SECOND,
    "results/cup/players.csv": "id,name,club\ndirk,Dirk Maes,South\nan,An Peeters,North\n",
    "results/cup/matches.csv": "date,winner,loser,length\n2026-11-03,dirk,an,7\n",
    "results/nobody/players.csv": "id,name\nzoe,Zoé Wouters\nbo,Bo Thys\n",
    "results/nobody/games.csv": "date,home,away,result\n2026-11-04,zoe,bo,1-0\n",
}
FAULTS: Mapping[str, Mapping[str, str]] = {
    "none": {},
    "unknown player in one": {"results/cup/matches.csv": "date,winner,loser,length\n2026-11-03,dirk,x,7\n"},
    "faults in two": {
        "results/cup/matches.csv": "date,winner,loser,length\n2026-11-03,dirk,x,7\n",
        "results/list/matches.csv": MATCHES + "    2026-11-10,an,an,5,\n",
    },
    "no players": {"results/cup/players.csv": "id,name\n"},
    "hidden in one only": {
        "results/list/players.csv": PLAYERS.replace("club", "club,hidden").replace(
            "Claes,South", "Claes,South,yes"
        ),
        "results/cup/players.csv": "id,name\ndirk,Dirk Maes\nan,An Peeters\nbob,Bob Claes\n",
        "content/about.md": "# About\n\nBob Claes won.\n",
    },
    "hidden in one, named in another": {
        "results/list/players.csv": PLAYERS.replace("club", "club,hidden").replace(
            "Claes,South", "Claes,South,yes"
        ),
        "results/cup/players.csv": "id,name,club\ndirk,Dirk Maes,Bob Claes\nan,An Peeters,\n",
    },
    "dead link": {"content/about.md": "# About\n\n[a](../cup/players/x/) [b](../cup/records/)\n"},
    "memberships": {
        "results/nobody/memberships.csv": "player,club,from\nzoe,Leie,2026-01-01\nbo,Later,2027-01-01\n",
        "content/about.md": "# About\n\n[a](../clubs/leie/)\n",
    },
    "membership to come": {
        "results/nobody/memberships.csv": "player,club,from\nbo,Later,2027-01-01\n",
        "content/about.md": "# About\n\n[a](../clubs/later/)\n",
    },
    "written address": {"content/cup/players/an.md": "# An\n\nHello.\n"},
    "template": {"templates/player.html": "{{ nothing }}"},
    "stray": {"results/cap/matches.csv": "x\n"},
    "fixed day": {
        "sitegen.toml": (SITE + SECOND).replace("cards =", "as_of = 2020-01-01\n    cards ="),
        "results/list/matches.csv": MATCHES.replace("2026-", "2024-"),
        "results/cup/matches.csv": "date,winner,loser,length\n2024-11-03,dirk,an,7\n",
        "results/nobody/games.csv": "date,home,away,result\n2023-11-04,zoe,bo,1-0\n",
    },
    "letters": {
        "sitegen.toml": (SITE + SECOND).replace('    cards = "none"\n', ""),
        "results/cup/players.csv": "id,name\ndirk,Dirk 𓀀\nan,An Peeters\n",
    },
    "languages": {
        "sitegen.toml": (SITE + SECOND).replace("cards =", 'languages = ["nl", "fr"]\n    cards =')
    },
}


CODES: Mapping[str, set[str]] = {
    "none": set(),
    "unknown player in one": {"not-a-player"},
    "faults in two": {"not-a-player", "player-against-themselves"},
    "no players": {"no-players"},
    "hidden in one only": {"hidden-player-named"},
    "hidden in one, named in another": {"hidden-player-named"},
    "dead link": {"dead-link"},
    "memberships": set(),
    "membership to come": {"dead-link"},
    "written address": {"address-of-sitegen"},
    "template": {"template-not-rendered"},
    "stray": {"belongs-to-no-ranking"},
    "fixed day": {"day-outside-results"},
    "letters": {"letters-not-drawn"},
    "languages": set(),
}


@pytest.mark.parametrize("fault", sample(FAULTS, 2))
def test_workers_find_what_one_process_and_a_build_find(write_site: Write, fault: str) -> None:
    root = write_site({**TWO, **FAULTS[fault]})
    alone = check(root, TODAY)
    assert {problem.code for problem in alone} == CODES[fault]
    assert check(root, TODAY, workers=3) == alone
    assert [str(problem) for problem in publishing.build(root, root / "output", TODAY).problems] == [
        str(problem) for problem in alone
    ]


KNOWN_BEFORE_ANY_PAGE: Mapping[str, Mapping[str, str]] = {
    "not-a-player": {"results/list/matches.csv": MATCHES + "    2026-11-10,an,x,5,\n"},  # the largest ranking
    "belongs-to-no-ranking": FAULTS["stray"],
    "template-extends-itself": {"templates/player.html": '{% extends "player.html" %}'},
}


@pytest.mark.parametrize("code", KNOWN_BEFORE_ANY_PAGE)
def test_no_page_is_made_once_none_can_be_published(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    pages = list[str]()
    render_page = _SiteRenderer._render_page

    def count(renderer: _SiteRenderer, page: Page) -> Any:
        pages.append(page.url)
        return render_page(renderer, page)

    monkeypatch.setattr(_SiteRenderer, "_render_page", count)
    root = write_site({**TWO, **KNOWN_BEFORE_ANY_PAGE[code]})
    assert {problem.code for problem in check(root, TODAY)} == {code}
    result = publishing.build(root, root / "output", TODAY)
    assert (result.plan, {problem.code for problem in result.problems}) == (None, {code})
    assert pages == []


def test_a_failing_worker_names_its_ranking(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("no more")

    monkeypatch.setattr(RankingJobs, "_run", fail)
    with pytest.raises(LookupError) as failure:
        check(write_site(TWO), TODAY)
    assert [*failure.value.__notes__] in (["in the ranking list"], ["in the ranking cup"])


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(lambda root: check(root, TODAY), id="check"),
        pytest.param(lambda root: publishing.build(root, root / "output", TODAY), id="build"),
    ],
)
def test_what_a_ranking_leaves_in_memory_is_collected(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, command: Callable[[Path], object]
) -> None:
    """A command runs without garbage collection: a worker of many rankings must not keep them all."""
    plan, contexts = RankingJobs.plan, list[weakref.ref[Any]]()
    alive = list[int]()

    def count(jobs: Any, rated: Any) -> Any:
        alive.append(sum(reference() is not None for reference in contexts))
        contexts.append(weakref.ref(rated.context))
        return plan(jobs, rated)

    monkeypatch.setattr(RankingJobs, "plan", count)
    root = write_site(TWO)
    gc.disable()
    try:
        command(root)
    finally:
        gc.unfreeze()
        gc.enable()
    assert alive == [0, 0, 0]


def count_rows() -> Counter[str]:
    """Return how many rows of each table of a system there are in memory."""
    rows = (type(row) for row in gc.get_objects() if isinstance(row, Table))
    return Counter(kind.__qualname__ for kind in rows if kind.__module__.startswith("sitegen.systems."))


def test_no_system_keeps_the_rows_of_a_ranking(tmp_path: Path) -> None:
    """Also not in a cache of its pages, nor until garbage is collected: a federation has many clubs."""
    shutil.copytree(Path(__file__).parents[1] / "sites/committee", tmp_path / "site")
    gc.collect()
    before = count_rows()
    gc.disable()
    try:
        result = publishing.build(tmp_path / "site", tmp_path / "output", TODAY)
        gc.unfreeze()
        left = count_rows() - before
    finally:
        gc.enable()
    assert result.plan
    assert {*left} <= {"Options"}  # of the settings
    gc.collect()
    assert count_rows() == before


OF_ALL_KINDS: Mapping[str, str] = {
    **TWO,
    "sitegen.toml": (SITE + SECOND).replace('    cards = "none"\n', '    languages = ["nl", "fr"]\n'),
    "results/list/players.csv": PLAYERS.replace("club", "club,hidden").replace(
        "Claes,South", "Claes,South,yes"
    ),
    "content/about.md": "# About\n\n[An](../cup/players/an/), [the rules](cup.md)\n",
    "content/cup.md": "# Rules\n\n[Dirk](../players/dirk/)\n",
    "content/news/2026-11-01-cup.md": "# Cup\n\nIt begins.\n",
}


@pytest.mark.parametrize(("workers", "jobs_per_worker"), sample([(3, 4), (2, 1), (2, 100)], 3))
def test_a_site_is_the_same_however_its_rankings_are_divided(
    write_site: Write, monkeypatch: pytest.MonkeyPatch, workers: int, jobs_per_worker: int
) -> None:
    """In one job each, with pages divided over processes, or some like this and some like that."""
    root = write_site(OF_ALL_KINDS)
    alone, shared = root / "alone", root / "shared"
    assert publishing.build(root, alone, TODAY, history=True).plan
    monkeypatch.setattr(rankings, "_JOBS_PER_WORKER", jobs_per_worker)
    assert publishing.build(root, shared, TODAY, workers, history=True).plan
    sums = [(folder / CHECKSUMS_FILE).read_text("utf-8") for folder in (alone, shared)]
    assert sums[0] == sums[1]
    paths = {line.partition("  ")[2] for line in sums[0].splitlines()}
    assert paths >= {"cup/card.png", "fr/cup/index.html"}, paths


def test_tables_that_functions_make_can_be_sent() -> None:
    table = make_member_table(Rating, "Rating")
    rows = table.make_rows([(1, "an", 1500.0, None), (2, "bo", 1400.0, 3.5)])
    file = BytesIO()
    TablePickler(file).dump((table, rows, Rows.from_rows(table, rows)))
    found, found_rows, by_column = pickle.loads(file.getvalue())  # noqa: S301 - our own
    assert get_columns(found) == get_columns(table)
    assert found_rows == rows == [*by_column]
    assert type(found_rows[0]) is found is by_column.kind
    assert (found_rows[1].player, found_rows[1].change) == ("bo", 3.5)
