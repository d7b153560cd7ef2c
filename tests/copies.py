"""A site as a browser calculates it again: what was read and rated, and the copies that are published."""

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from sitegen import config, rate, read
from sitegen.board import Board, boards
from sitegen.engine import published

TODAY = date(2026, 11, 21)


class Made(NamedTuple):
    """A site, as it was read and calculated, and the file that a browser has of each of its rankings."""

    site: config.Site
    inputs: Mapping[str, Any]
    boards: Sequence[Board]
    copies: Mapping[str, str]


def made(root: Path, day: date = TODAY) -> Made:
    """What a build finds on a day, that of the demonstration, without any page."""
    site, problems = config.load(root)
    assert site is not None, problems
    site = site._replace(engine=True)
    inputs, found = read.read(site)
    assert inputs.keys() == {each.id for each in site.rankings}, found
    outcomes, wrong = rate.outcomes(site, inputs, day)
    assert not wrong
    calculated = boards(site, inputs, outcomes)
    planned = published.files(site, inputs, calculated, day)
    copies = {each.id: planned[published.tables(each)]().decode() for each in site.rankings}
    return Made(site, inputs, calculated, copies)


def lay_out(found: Made, folder: Path) -> None:
    """Write what a browser needs into a folder, with the published tables beside it."""
    planned = published.files(found.site, found.inputs, found.boards, TODAY)
    tables = {
        f"{board.ranking.id}/{name}.csv": of.csv for board in found.boards for name, of in board.files.items()
    }
    for path, make in {**planned, **tables}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(make())
