"""Measure what visitors get: where the answer stands, how heavy pages are, how soon they answer.

    PYTHONPATH=demonstration:benchmarks python tests/browser/bench_pages.py [--without-lighthouse]

Of the demonstration every kind of page is opened in Chromium, on a phone and on a desk; lists of 2,000
players and the page of a player with 2,000 matches are of leagues drawn by lot. Lighthouse runs where npx is
there with a Node that is new enough, else the report says why it did not.

Prints tables in Markdown. Exit status 1 when a target is missed.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import league
import lighthouse
from chromium import launched
from page_metrics import DESK, PHONE, Placed, filtered_in, placed, sorted_in, visiting, width
from page_requirements import WATCH_MOVES, findings, moved
from playwright.sync_api import Browser
from sample_site import PAGES, build_demonstration
from site_server import packed, served

from sitegen.publishing import build

_LISTS = ("list", "earlier list", "ranking", "ratings", "club ranking", "circuit")
_DAY = date(2026, 11, 21)
_LONG = {"players": 2000, "matches": 20_000, "clubs": 40}
_BUSY = {"players": 12, "matches": 12_000, "clubs": 2}
_KB = 1000


class Target(NamedTuple):
    """What was measured, how it is told, and the most or the least that it may be."""

    what: str
    found: float | None
    most: float | None = None
    least: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether it is within its bounds; what could not be measured is."""
        if self.found is None:
            return True
        return (self.most is None or self.found <= self.most) and (
            self.least is None or self.found >= self.least
        )

    @property
    def line(self) -> str:
        """A row of the report."""
        wanted = f"≤ {self.most:g}" if self.most is not None else f"≥ {self.least:g}"
        found = "not measured" if self.found is None else f"{self.found:,.4g}"
        met = "–" if self.found is None else "yes" if self.is_met else "**no**"
        return f"| {self.what} | {found} | {wanted} | {met} |"


def main() -> None:
    """Measure, print, and exit."""
    parser = argparse.ArgumentParser(description="Measure what visitors get.")
    parser.add_argument("--without-lighthouse", action="store_true", help="only what Chromium tells")
    without = parser.parse_args().without_lighthouse
    with TemporaryDirectory(prefix="sitegen-pages-") as folder, launched() as browser:
        root = Path(folder)
        demonstration = build_demonstration(root / "demonstration")
        long, busy = _built(root / "long", _LONG), _built(root / "busy", _BUSY)
        targets = [*_looked(browser, demonstration), *_large(browser, long, busy)]
        why = "it was not asked for" if without else lighthouse.missing()
        told = [f"\nLighthouse did not run: {why}."] if why else []
        found = {} if why else _lighthouse(demonstration, busy)
    targets += _scored(found)
    print("| measure | found | wanted | met |\n| --- | ---: | ---: | --- |")  # noqa: T201 - a script
    print(*(target.line for target in targets), *told, *_table(found), sep="\n")  # noqa: T201 - a script
    sys.exit(not all(target.is_met for target in targets))


def _built(folder: Path, size: Mapping[str, int]) -> Path:
    """A league of this size, built."""
    league.write_site(folder / "site", seed=1, **size)
    built = build(folder / "site", folder / "output", _DAY)
    assert built.plan is not None, [str(problem) for problem in built.problems]
    return folder / "output"


def _looked(browser: Browser, site: Path) -> Iterator[Target]:
    """Where things stand on the pages of the demonstration."""
    with served(site) as address:
        moves = []
        with visiting(browser, PHONE) as page:
            phone = {}
            page.add_init_script(WATCH_MOVES)
            for kind, path in PAGES.items():
                page.goto(address + path)
                moves += moved(page)
                phone[kind] = placed(page)
        with visiting(browser, DESK) as page:
            widths, rules = [], []
            page.add_init_script(WATCH_MOVES)
            for kind, path in PAGES.items():
                page.goto(address + path)
                moves += moved(page)
                widths += [width(page)] if kind in _LISTS else []
                rules += [f"{kind}: {rule}" for rule, _ in findings(page)]
    yield from _on_a_phone(phone)
    yield Target(
        "width of a list's table at 1280 px, % of the text", min(size or 0 for size in widths), least=100
    )
    yield Target("parts that move while pages load", len(moves), most=0)
    sheets = [*site.glob("static/*.css")]
    yield Target("style sheets", len(sheets), most=1)
    yield Target("CSS, kB", sum(sheet.stat().st_size for sheet in sheets) / _KB, most=20)
    yield Target(f"rules of axe that are broken {', '.join(rules)}".strip(), len(rules), most=0)


def _on_a_phone(found: Mapping[str, Placed]) -> Iterator[Target]:
    lists = [found[table] for table in _LISTS]
    players = {kind: measured for kind, measured in found.items() if measured.why is not None}
    yield Target("first row of a list on a phone, y", max(table.row or 0 for table in lists), most=310)
    yield Target("whole rows on the first screen of a phone", min(table.whole for table in lists), least=7)
    yield Target(
        "“Why it changed” on a phone, y", max(player.why or 0 for player in players.values()), most=1110
    )
    theirs = sum(page.sideways for page in [*lists, *players.values()])
    yield Target("tables of lists and players that scroll sideways at 360 px", theirs, most=0)
    rest, of = (
        sum(measured.sideways for measured in found.values()),
        sum(measured.tables for measured in found.values()),
    )
    yield Target(f"tables that scroll sideways at 360 px, of {of}", rest, most=0)


def _large(browser: Browser, long: Path, busy: Path) -> Iterator[Target]:
    """A list of 2,000 players, and the pages of one with 2,000 matches."""
    with served(long) as address, visiting(browser, DESK) as page:
        page.goto(address + "backgammon/")
        page.wait_for_selector("table.list thead button")
        yield Target("sorting 2,000 rows, ms", sorted_in(page), most=100)
        yield Target("filtering 2,000 rows, ms", filtered_in(page), most=30)
    weights = [len(packed(path)) for path in busy.glob("backgammon/players/**/index.html")]
    yield Target("heaviest page of a player with 2,000 matches, kB gzipped", max(weights) / _KB, most=60)


def _lighthouse(site: Path, busy: Path) -> dict[str, lighthouse.Scores]:
    """The scores of every kind of page, and of a player with 2,000 matches."""
    player = min(busy.glob("backgammon/players/*/index.html")).parent.name
    with served(site) as address:
        found = {kind: lighthouse.scores(address + path) for kind, path in PAGES.items()}
    with served(busy) as address:
        path = f"{address}backgammon/players/{player}/"
        return found | {"player with 2,000 matches": lighthouse.scores(path)}


def _scored(found: Mapping[str, lighthouse.Scores]) -> Iterator[Target]:
    scores = [measured.lowest for measured in found.values()]
    yield Target("Lighthouse, the lowest score of any page", min(scores, default=None), least=95)
    full = sum(score == 100 for score in scores)
    yield Target(f"Lighthouse, pages with four times 100, of {len(scores)}", full, least=0)


def _table(found: Mapping[str, lighthouse.Scores]) -> Sequence[str]:
    """The scores by page, where one is not 100."""
    rows = [
        f"| {kind} | {' | '.join(map(str, measured[:5]))} | {', '.join(measured.lost)} |"
        for kind, measured in found.items()
        if measured.lowest < 100
    ]
    head = "\n| page | performance | accessibility | practices | SEO | blocked, ms | lost by |"
    return [head, "| --- | ---: | ---: | ---: | ---: | ---: | --- |", *rows] if rows else []


if __name__ == "__main__":
    main()
