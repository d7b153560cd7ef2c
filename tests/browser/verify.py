"""The engine in a real Chromium beside the program: on what is drawn by lot, and on what is large.

    PYTHONPATH=tests:demonstration:benchmarks python tests/browser/verify.py [NUMBER] [SEED]

So many damaged files are checked by both, which must say the same message by message; a tenth as many random
sites are calculated by both, to the byte; the names of those who hide are looked for in every byte of the
engine and in all that its worker says; a league of 50,000 matches is calculated, which tells what that takes.
Nowhere may the browser complain of anything, its policy for pages among it.

Prints what it found. Exit status 1 where something does not hold.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import agreement
import canaries
import large
import veiled
from agreement import Found
from chromium import launched
from playwright.sync_api import Browser, Page
from served import served


def main(arguments: Sequence[str]) -> int:
    """Look at everything, print it, and say whether all of it holds."""
    count, seed = (int(each) for each in [*arguments, *("1000", "0")[len(arguments) :]])
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
        for name, given in {"league": canaries.league(), "rankings": canaries.rankings()}.items():
            yield from veiled.looked_for(page, veiled.built(folder / name, given), name)
        yield f"complaints of the browser: {complaints or 'none'}", not complaints
    for run, is_right in large.runs(browser, folder / "large", large.SIZE):
        yield f"{large.SIZE['matches']:,} matches, {run}", is_right


@contextmanager
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page, and what the browser has complained of while it was there."""
    told: list[str] = []
    serious = {"error", "warning"}
    with browser.new_context() as context:
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text) if message.type in serious else None)
        page.on("pageerror", lambda error: told.append(str(error)))
        yield page, told


def together(page: Page, folder: Path, count: int, seed: int) -> Iterator[Found]:
    """Damaged files and random sites, of which both must say the same."""
    agreement.serve_rankings(folder)
    with served(folder / "served") as home:
        page.goto(home)
        yield from agreement.files_compared(page, count, seed)
        yield from agreement.sites_compared(page, folder, max(1, count // 10), seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
