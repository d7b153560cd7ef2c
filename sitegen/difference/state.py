"""A site as it stands somewhere, read and rated: one of the two that are compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from sitegen import config, rate, read
from sitegen.board import Board, boards
from sitegen.config import Days, Site
from sitegen.problem import Problem, errors
from sitegen.read.people import Person
from sitegen.read.secrets import Secrets


@dataclass(frozen=True)
class State:
    """What stands in a folder on a day: `boards` and `inputs` by the id of their ranking.

    Where there are errors, `boards` are none, and `inputs` those of the rankings that could be read.
    `hidden` has the real ids of hidden players by their labels, a ranking each: they are to compare players,
    and for nobody to see, as are `people`, the players of each ranking. `secrets` are the names that may be
    told nowhere. `is_read_back` is one whose boards are made of published files: they have tables and lists,
    and nothing else.
    """

    site: Site | None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    boards: Mapping[str, Board] = field(default_factory=dict)
    hidden: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    people: Mapping[str, Sequence[Person]] = field(default_factory=dict)
    secrets: Secrets = field(default_factory=lambda: Secrets(frozenset()))
    problems: tuple[Problem, ...] = ()
    is_read_back: bool = False
    as_of: date = date.max

    @property
    def is_sound(self) -> bool:
        """Whether everything could be read and rated."""
        return self.site is not None and not errors(self.problems)


def state(root: Path, days: Days, only: str = "") -> State:
    """What stands in the folder `root` on a day, by the program that runs here; `only` one ranking of it."""
    site, problems = config.load(root)
    if site is None:
        return State(None, problems=tuple(problems))
    if only:
        site = site._replace(rankings=tuple(each for each in site.rankings if each.id == only))
    opened = read.Opened.of(site)
    inputs, found = opened.inputs(days.latest)
    problems += found
    known = State(site, inputs, {}, opened.labels, opened.people, opened.secrets, as_of=days.as_of)
    if errors(problems):
        return replace(known, problems=tuple(problems))
    outcomes, found = rate.outcomes(site, inputs, days.as_of)
    made = [] if found else boards(site, inputs, outcomes)
    rated = {each.ranking.id: each for each in made}
    return replace(known, boards=rated, problems=(*problems, *found))
