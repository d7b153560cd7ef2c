"""The engine in a real Chromium beside the program: on what is drawn by lot, and on what is large.

    PYTHONPATH=tests:demonstration:benchmarks python tests/browser/verify.py [NUMBER] [SEED]

So many damaged files are checked by both, which must say the same message by message; a tenth as many random
sites are calculated by both, to the byte; the names of those who hide are looked for in every byte of the
engine and in all that its worker says; the demonstration is calculated, and the pages of all its players are
looked at on a phone; a league of 50,000 matches is calculated, which tells what that takes.
Nowhere may the browser complain of anything, its policy for pages among it.

Prints what it found. Exit status 1 where something does not hold.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import agreement
import canaries
import hidden_names
import large_league
from agreement import Found
from chromium import launched, watched
from page_metrics import PHONE, visiting
from page_requirements import RANKINGS, seen_of_player
from playwright.sync_api import Browser, Page
from sample_site import build_demonstration
from site_server import served


def main(arguments: Sequence[str]) -> int:
    """Look at everything, print it, and say whether all of it holds."""
    count, seed = (int(argument) for argument in [*arguments, *("1000", "0")[len(arguments) :]])
    wrong = 0
    with TemporaryDirectory(prefix="sitegen-browser-") as folder, launched() as browser:
        for told, holds in found(browser, Path(folder), count, seed):
            wrong += not holds
            sys.stdout.write(f"{'' if holds else 'WRONG: '}{told}\n")
            sys.stdout.flush()
    return 1 if wrong else 0


def found(browser: Browser, folder: Path, count: int, seed: int) -> Iterator[Found]:
    """What each part finds, with what the browser complained of meanwhile."""
    with watched(browser) as (page, complaints):
        yield from together(page, folder / "together", count, seed)
        yield from agreement.demonstration_compared(page, folder / "demonstration")
        for name, given in {"league": canaries.league(), "rankings": canaries.rankings()}.items():
            yield from hidden_names.looked_for_in_browser(
                page, hidden_names.built(folder / name, given), name
            )
        yield f"complaints of the browser: {complaints or 'none'}", not complaints
    yield from of_players(browser, folder / "site")
    for run, is_right in large_league.runs(browser, folder / "large", large_league.SIZE):
        yield f"{large_league.SIZE['matches']:,} matches, {run}", is_right


def together(page: Page, folder: Path, count: int, seed: int) -> Iterator[Found]:
    """Damaged files and random sites, of which both must say the same."""
    agreement.serve_rankings(folder)
    with served(folder / "served") as home:
        page.goto(home)
        yield from agreement.files_compared(page, count, seed)
        yield from agreement.sites_compared(page, folder, max(1, count // 10), seed)


def of_players(browser: Browser, folder: Path) -> Iterator[Found]:
    """What is cut off or missing on the pages of all players of the demonstration, on a phone."""
    site = build_demonstration(folder)
    paths = [path for ranking in RANKINGS for path in sorted(site.glob(f"{ranking}/players/*/index.html"))]
    with visiting(browser, PHONE) as phone:
        faults = [fault for path in paths for fault in seen_of_player(phone, path).faults]
    yield from ((fault, False) for fault in faults)
    yield f"{len(paths)} pages of players on a phone: {len(faults)} faults", not faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
