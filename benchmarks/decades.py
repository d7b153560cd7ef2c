"""How long a board-game circuit of twenty years takes to read, check and rate, beside a plain script.

    PYTHONPATH=demonstration python benchmarks/decades.py [folder]

The circuit has 200 tournaments and some 58,000 rows, drawn by lot as the demonstration is. The peer reads the
same files with `csv`, gives the points of a place, and adds them up by tournament, by year and by game: what
somebody would write in an hour, without a check, a place that is shared, a bonus, a list after each
tournament, a prize or a page. Exit status 1 when the ratio is too high. With a folder, the site is written
there and nothing is measured.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from circuit import YEARS, drawn
from circuit_players import CLUBS, Person, names
from lots import bell, below, pick
from ratio import Ratio, by_turns
from roll import distinct, slug
from sheets import write_text
from targets import CIRCUIT

from sitegen.inputs.config import settings
from sitegen.inputs.results.results import read_results
from sitegen.rankings import ranking

_AS_OF = date(2026, 11, 21)
_SEED = 1
_PLAYERS = 710
_YEARS = range(YEARS.stop - 20, YEARS.stop)
_LONGEST = 17
"""Years that somebody takes part at most; the mean is half of it."""
_BEST = 5
_RESULTS = "results/circuit"

_CONFIG = """[site]
title = "Twenty years of a circuit"
url = "https://circuit.example/"
language = "en"

[[ranking]]
id = "circuit"
system = "ludo"
title = "Board-game circuit"
"""


def write_site(folder: Path) -> None:
    """Write a whole site with the circuit, always with the same bytes."""
    random = Random(_SEED)
    for path, text in drawn(random, list(_people(random)), _YEARS):
        write_text(folder / _RESULTS / path, text)
    write_text(folder / "sitegen.toml", _CONFIG)
    write_text(folder / "content" / "index.md", "# Twenty years\n")
    write_text(folder / "content" / "circuit.md", "# The rules\n")


def _people(random: Random) -> Iterator[Person]:
    """Everyone who ever took part: they come and go all the time."""
    named = names(random, _PLAYERS)
    ids = distinct(slug(f"{given} {family}") for given, family in named)
    for id_, (given, family) in zip(ids, named, strict=True):
        length = 1 + below(random, _LONGEST)
        since = _YEARS.start - length + 1 + below(random, len(_YEARS) + length - 1)
        yield Person(
            id_,
            f"{given} {family}",
            f"{family}, {given}",
            pick(random, CLUBS).club,
            "",
            0.6 * bell(random),
            max(0.08, min(0.8, 0.45 + 0.2 * bell(random))),
            since,
            since + length - 1,
        )


def rated(folder: Path) -> object:
    """Read, check and rate the site as every command does that builds or checks it."""
    site, _ = settings.load_site(folder)
    if site is None:
        raise ValueError(f"{folder} cannot be read")
    results, problems = read_results(site, latest=_AS_OF)
    outcomes, faults = ranking.rate_rankings(site, results, _AS_OF)
    if problems or faults:
        raise ValueError(f"{folder} has problems: {[*problems, *faults]}")
    return outcomes


def plain(folder: Path) -> object:
    """The points of each player by tournament, year and game, the highest first."""
    days, games = defaultdict[str, _Sums](_sums), defaultdict[tuple[str, str], _Sums](_sums)
    for path in sorted((folder / _RESULTS / "results").glob("*.csv")):
        rows = list(_rows(path))
        players = defaultdict[tuple[str, str], int](int)
        for row in rows:
            players[row["round"], row["table"]] += 1
        for row in rows:
            there, place = players[row["round"], row["table"]], float(row["place"].replace(",", "."))
            points = 100 * (there - place) / (there - 1) + (there if place == 1 else 0)
            days[row["tournament"]][row["player"]] += points
            games[row["tournament"][:4], row["game"]][row["player"]] += points
    every = defaultdict[str, defaultdict[str, list[float]]](lambda: defaultdict(list))
    for tournament, sums in days.items():
        for player, points in sums.items():
            every[tournament[:4]][player].append(points)
    years = [{player: sum(sorted(each)[-_BEST:]) for player, each in of.items()} for of in every.values()]
    return [_ranked(sums) for sums in (*days.values(), *games.values(), *years)]


_Sums = defaultdict[str, float]


def _sums() -> _Sums:
    return defaultdict(float)


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    text = path.read_text(encoding="utf-8").splitlines()
    return csv.DictReader(text, delimiter=";" if ";" in text[0] else ",")


def _ranked(sums: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(sums.items(), key=lambda pair: -pair[1])


def measured() -> Iterator[Ratio]:
    """Both, by turns, on a site that is written for it."""
    with TemporaryDirectory(prefix="sitegen-bench-") as name:
        folder = Path(name)
        write_site(folder)
        yield by_turns(CIRCUIT, "twenty years", lambda: rated(folder), lambda: plain(folder))


def main() -> None:
    """Measure it, print it, and exit."""
    if sys.argv[1:]:
        write_site(Path(sys.argv[1]))
        return
    found = list(measured())
    print(*found, sep="\n")
    sys.exit(any(each.figure.is_missed for each in found))


if __name__ == "__main__":
    main()
