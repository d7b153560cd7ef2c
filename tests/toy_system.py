"""A small ranking system, and sites that use it: what the tests of config and read have in common."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

from sitegen.core.entities import Fault, Moment, Player
from sitegen.core.model import Outcome
from sitegen.core.table import PlayDate, PlayerId, Source, Table, column
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.results.results import read_results


class Options(Table):
    initial: float = column("the rating to start with", default=1500.0, minimum=0, maximum=3000)
    weeks: int = column("how many weeks", default=4, minimum=1)
    mode: Literal["weekly", "immediate"] = column("when it is published", default="immediate")
    label: str = column("what it is called", default="")
    strict: bool = column("whether it is strict", default=False)
    limits: Mapping[int, int] = column("a limit a year", default={}, minimum=0)
    seats: Mapping[str, int] = column("seats a game", default={}, minimum=1)


class Member(Player):
    rating: float | None = column("the rating at the start", default=None)


class Match(Table):
    date: PlayDate = column("the day it was played")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")
    length: int = column("the points it went to", minimum=1, maximum=25)
    kind: Literal["club", "cup"] = column("what it was played for", default="club")
    online: bool = column("whether it was online", default=False)
    stake: float = column("what was at stake", default=0.0)
    remark: str = column("free text", default="")
    source: Source = column("where the row stands", default="", filled=True)

    def find_faults(self) -> Iterator[tuple[str, str, str]]:
        if self.winner == self.loser:
            yield "loser", "a player against themselves", "name two players"


class Season(Table):
    season: str = column("the key", key=True)
    start: date = column("the first day")
    end: date = column("the last day")
    source: Source = column("where the row stands", default="", filled=True)


class Inputs(NamedTuple):
    players: list[Member]
    matches: list[Match]
    past_seasons: list[Season] | None = None


def check(inputs: Inputs, options: Options) -> Iterable[Fault]:
    for year in options.limits:
        if year < 2000:
            yield Fault(options, "limits", f"nothing was played in {year}", "take it out")
    for past_season in inputs.past_seasons or []:
        if past_season.end < past_season.start:
            yield Fault(past_season, "end", "the season ends before it begins", "swap them")
        if past_season.end == past_season.start:
            yield Fault(past_season, "end", "the season is one day long", warning=True)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    raise NotImplementedError


TOY = SimpleNamespace(
    title="Toy",
    interpretations=(),
    Inputs=Inputs,
    Options=Options,
    outputs={"matches": Match},
    check=check,
    rate=rate,
)

PLAYERS = "id,name,aliases\nan,An Peeters,Annie\nbo,Bo De Wit,\ncy,Cy Claes,\n"
MATCHES = "date,winner,loser,length\n2026-11-20,an,bo,7\n"


def site(root: Path, files: Mapping[str, str | bytes], rankings: Iterable[str] = ("toy",)) -> Site:
    """A site in `root` with these files under results/toy/; those that begin with a / under results/."""
    for name, text in files.items():
        path = root / "results" / (name[1:] if name.startswith("/") else f"toy/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    system: Any = TOY
    results = [
        Ranking(id=ranking, name_of_system="toy", system=system, title="T", options=Options())
        for ranking in rankings
    ]
    return Site(root, "Toys", "https://toy.example/", ("en",), "en", "", tuple(results))


def faults(root: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """What is wrong with a site of these files, besides which its tables are sound."""
    _, problems = read_results(site(root, {"players.csv": PLAYERS, "matches.csv": MATCHES, **files}))
    return [str(problem) for problem in problems]
