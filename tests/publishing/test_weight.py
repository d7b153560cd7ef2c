"""How large a site becomes, and what is said when that is too much for where it is published."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

from sitegen.commands.check import check
from sitegen.core import problems
from sitegen.publishing import build, trial
from sitegen.publishing import output as build_output
from sitegen.publishing.output import CHECKSUMS_FILE, check_estimated_size, check_size, sum_old_lists

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
MB, GB = 2**20, 2**30
Write = Callable[..., Path]


def said(warn: Callable[..., list[problems.Problem]], sizes: Mapping[str, int]) -> list[str]:
    return [str(problem) for problem in warn(sizes)]


def test_a_site_that_pages_takes_is_not_spoken_of() -> None:
    assert said(check_size, {"index.html": 819 * MB}) == []
    assert said(check_estimated_size, {"index.html": 819 * MB}) == []


def test_one_that_comes_near_is_warned_of_with_what_weighs_most() -> None:
    sizes = {"a/players/x/index.html": 500 * MB, "a/list.csv": 300 * MB, "a/list.json": 100 * MB, "x": 9}
    (told,) = said(check_estimated_size, sizes)
    assert told == (
        "sitegen.toml: warning: this site will have about 900 MB (/a/players/ 500 MB, /a/ 400 MB, / 0 MB):"
        " GitHub Pages takes 1.0 GB"
        " (it can be published where larger sites may stand, with `sitegen build --pack`)"
    )


def test_of_one_that_is_too_large_it_is_said_what_happens_and_which_option_helps() -> None:
    sizes = {
        "a/players/x/index.html": 2 * GB,
        "a/lists/2026-11-02/list.csv": GB,
        "a/lists/2026-11-09/index.html": MB,
        "b/lists/2026-11-02/index.html": MB,
    }
    (told,) = said(check_size, sizes)
    assert told == (
        "sitegen.toml: warning: this site has 3.0 GB (/a/players/ 2.0 GB, /a/lists/ 1.0 GB,"
        " /b/lists/ 1 MB): GitHub Pages takes 1.0 GB, and may fail to publish more,"
        " or give up after ten minutes"
        " (a smaller `archive` in the [[ranking]] of a shows fewer earlier lists in full,"
        " and saves up to 1.0 GB;"
        " it can be published where larger sites may stand, with `sitegen build --pack`)"
    )


def test_the_option_with_most_effect_is_named_first() -> None:
    sizes = {f"a/players/p{number}/card.png": 10 * MB for number in range(50)}
    (told,) = said(check_size, sizes | {"a/lists/2026-11-02/x": 400 * MB, "a/lists/2026-11-09/x": 0})
    hint = told.partition("GB (")[2]
    assert hint == (
        '`cards = "rankings"` below [site] leaves out the pictures of players, and saves 500 MB;'
        " a smaller `archive` in the [[ranking]] of a shows fewer earlier lists in full,"
        " and saves up to 400 MB;"
        " it can be published where larger sites may stand, with `sitegen build --pack`)"
    )


def weigh_clubs(clubs: int, size: int) -> dict[str, int]:
    """The files of a federation in two languages: pages of players, and lists of three years."""
    days = ("2024-05-01", "2024-12-31", "2025-11-02", "2026-11-02", "2026-11-09")
    paths = ["players/x/index.html", *(f"lists/{day}/index.html" for day in days)]
    names = [f"{language}clubs/c{number}/" for language in ("", "fr/") for number in range(clubs)]
    return {f"{name}{path}": size for name in names for path in paths} | {"clubs/index.html": 1}


def test_of_a_federation_it_is_said_what_all_its_clubs_together_could_leave_out() -> None:
    """Two of five lists stay without an archive only by the year that they end, and one as the latest."""
    (told,) = said(check_size, weigh_clubs(20, 5 * MB))
    weight, _, hint = told.partition(": GitHub Pages takes")
    assert weight.endswith(" has 1.2 GB (/fr/ 600 MB, /clubs/*/lists/ 500 MB, /clubs/*/players/ 100 MB)")
    assert hint.partition("(")[2] == (
        '`languages` below [site] without "fr" leaves out the pages in it, and saves 600 MB;'
        " a smaller `archive` in the [[ranking]] of clubs/* shows fewer earlier lists in full,"
        " and saves up to 400 MB;"
        " it can be published where larger sites may stand, with `sitegen build --pack`)"
    )


def test_what_a_smaller_archive_saves_is_what_it_saves(write_site: Write) -> None:
    """What is told of a site beforehand, and the site after the setting was changed."""
    days = [f"2026-{month:02}-02" for month in range(1, 11)]
    games = "".join(f"{day},p{number},p{number + 20},7,3\n" for day in days for number in range(20))
    root = write_site(
        {
            "results/list/players.csv": "id,name\n" + "".join(f"p{n},Player {n}\n" for n in range(40)),
            "results/list/matches.csv": f"date,winner,loser,length,score\n{games}",
        }
    )
    assert build(root, root / "output", TODAY).plan
    before = sizes(root / "output")
    settings = root / "sitegen.toml"
    settings.write_text(settings.read_text() + "archive = 0\n")
    assert build(root, root / "output", TODAY).plan
    saved = sum(before.values()) - sum(sizes(root / "output").values())
    assert sum_old_lists(before) == {"list": pytest.approx(saved, rel=0.2)}


def sizes(output: Path) -> dict[str, int]:
    files = [path for path in output.rglob("*") if path.is_file() and path.name != ".sitegen.json"]
    return {file.relative_to(output).as_posix(): file.stat().st_size for file in files}


def test_a_build_warns_above_the_limit_and_publishes(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_site()
    assert build(root, root / "output", TODAY).problems == []
    monkeypatch.setattr(build_output, "SIZE_LIMIT", sum(sizes(root / "output").values()))
    near = build(root, root / "output", TODAY)
    assert [problem.code for problem in near.problems] == ["site-near-limit"]
    monkeypatch.setattr(build_output, "SIZE_LIMIT", build_output.SIZE_LIMIT - 1)
    built = build(root, root / "output", TODAY)
    assert [problem.code for problem in built.problems] == ["site-too-large"]
    assert built.plan is not None
    assert built.plan.sizes == sizes(root / "output")


def test_a_check_estimates_what_a_build_would_take(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty players, who met from once to sixty times: few pages are looked at, and all are weighed."""
    days = [f"2026-{1 + number // 28:02}-{1 + number % 28:02}" for number in range(250)]
    rows = [  # against those who stand higher in the list, mostly
        f"{day},p{number % 60},p{(number * 7 + lot) % (1 + number % 59)},7,{(lot + number) % 7}"
        for number, day in enumerate(days)
        for lot in range(12)
        if number % 60 != (number * 7 + lot) % (1 + number % 59)
    ]
    root = write_site(
        {
            "results/list/players.csv": "id,name\n" + "".join(f"p{n},Player {n}\n" for n in range(60)),
            "results/list/matches.csv": "\n".join(
                ["date,winner,loser,length,score", *dict.fromkeys(rows), ""]
            ),
            "content/photo.jpg": "x" * 100_000,
        }
    )
    found: list[Mapping[str, int]] = []
    monkeypatch.setattr(build_output, "check_estimated_size", lambda sizes: found.append(sizes) or [])
    monkeypatch.setattr(trial, "_LARGE_SITE", 300)
    assert check(root, TODAY) == []
    assert build(root, root / "output", TODAY).problems == []
    real = sizes(root / "output")
    assert found[0].keys() == real.keys() - {CHECKSUMS_FILE}
    assert sum(found[0].values()) == pytest.approx(sum(real.values()), rel=0.1)


def test_a_check_of_a_small_site_looks_at_one_page_of_each_kind(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_output, "SIZE_LIMIT", 1)
    assert check(write_site(), TODAY) == []
    monkeypatch.setattr(trial, "_LARGE_SITE", 1)
    assert [problem.code for problem in check(write_site(), TODAY)] == ["site-soon-too-large"]


def test_a_mistake_in_a_template_of_many_pages_is_told_once(
    write_site: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "_LARGE_SITE", 1)
    root = write_site({"templates/player.html": "{{ nothing }}"})
    assert [problem.code for problem in check(root, TODAY)] == ["template-not-rendered"]
