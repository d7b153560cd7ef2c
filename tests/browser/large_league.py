"""A league of 50,000 matches in the browser: the memory and the time it takes, on a slow processor too.

A browser slows down the main thread of a page when it is asked to, and never a worker. So the same script is
run in a page as well, as it is and four times slower; what else a processor does at once, such as compiling
WebAssembly on other threads, is as fast as before.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import league
from browser_copies import CalculatedSite, calculate_site, lay_out
from engine_questions import ask, ask_in_the_page, bare
from playwright.sync_api import Browser
from site_server import served

SLOWER = 4
SIZE = {"players": 1_000, "matches": 50_000, "clubs": 20}
RANKING = "backgammon"
_MEGABYTE = 2**20


class Way(NamedTuple):
    """A way to run the engine, and how much slower than it is the processor is made to look."""

    how: str
    ask: Callable[..., Any]
    slower: int = 1


WAYS = (
    Way("in a worker", ask),
    Way("in a page", ask_in_the_page),
    Way(f"in a page, {SLOWER} times slower", ask_in_the_page, SLOWER),
)


class Run(NamedTuple):
    """How long each question took, in seconds, the memory of the engine behind it, and the tables."""

    how: str
    seconds: Mapping[str, float]
    memory: int
    tables: Mapping[str, str]

    def __str__(self) -> str:
        took = ", ".join(f"{what} {duration:.1f} s" for what, duration in self.seconds.items())
        return f"{self.how}: {took}; {self.memory / _MEGABYTE:.0f} MB"


def runs(browser: Browser, folder: Path, size: Mapping[str, int]) -> Iterator[tuple[Run, bool]]:
    """In a worker, in a page, and in a page on a slow processor; each with whether its tables are right."""
    found = _written(folder, size)
    (context,) = found.contexts
    right = {name: file.to_csv().decode() for name, file in context.files.items()}
    asked = questions(*(player.id for player in found.inputs[RANKING].players[:2]))
    with served(folder / "served") as home:
        for way in WAYS:
            run = _run(browser, home, way, asked)
            yield run, run.tables == right


def questions(one: str, other: str) -> Mapping[str, Mapping[str, Any]]:
    """What is asked, in this order: what a match between these two does too."""
    head = "date,winner,loser,length,score,kind,event,club"
    files = {f"results/{RANKING}/matches/new.csv": f"{head}\n2026-11-20,{one},{other},7,3,club,,\n"}
    today = {"today": "2026-11-21"}
    return {
        "loading and checking": {"ask": "check", "files": {}, **today},
        "rating": {"ask": "rate"},
        "checking a match": {"ask": "check", "files": files, **today},
        "what it does": {"ask": "preview", "files": files, **today},
        "what another does": {"ask": "preview", "files": files, **today},
    }


def _written(folder: Path, size: Mapping[str, int]) -> CalculatedSite:
    league.write_site(folder / "site", seed=1, **size)
    found = calculate_site(folder / "site")
    lay_out(found, folder / "served")
    bare(folder / "served")
    return found


def _run(browser: Browser, home: str, way: Way, questions: Mapping[str, Mapping[str, Any]]) -> Run:
    """Each question, the first with all that must be loaded for it."""
    seconds, answered = dict[str, float](), dict[str, Any]()
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(home)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": way.slower})
        for what, asked in questions.items():
            began = perf_counter()
            answered[what] = way.ask(page, ranking=RANKING, **asked)
            seconds[what] = perf_counter() - began
    memory = max(answer.get("memory", 0) for answer in answered.values())
    return Run(way.how, seconds, memory, answered["rating"].get("answer", {}))
