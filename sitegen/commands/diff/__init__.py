"""What the working tree of a site changes against a revision: computed once, told in several voices."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Literal

from sitegen import config
from sitegen.commands.diff import program
from sitegen.commands.diff.program import ProgramError, Programs
from sitegen.config import FILE, Days
from sitegen.difference.identity import new_names
from sitegen.difference.published import read_back
from sitegen.difference.state import State, state
from sitegen.difference.telling import SEVERAL
from sitegen.difference.whole import Difference
from sitegen.history import Repository, checked_out
from sitegen.message import Message, say
from sitegen.past import disclosures
from sitegen.problem import Problem, errors
from sitegen.read.disclosure import alone
from sitegen.read.folder import RESULTS
from sitegen.read.hush import Hush

Cause = Literal["program", "settings", "results"]


@dataclass(frozen=True)
class Step:
    """What one cause changes, all that stands before it in the order of causes being changed already."""

    cause: Cause
    difference: Difference


@dataclass(frozen=True)
class Comparison:
    """What the working tree changes against the commit `base`: a step for each cause that there is.

    `missing` is how many commits of `base` the working tree does not have: they show as undone. `notes` are
    what is to be known of the program where that changes too. `name` is what the commit was asked for by,
    `head` the one that the working tree is of, and `prefix` the folder of the site in their repository.
    """

    base: str
    steps: Sequence[Step]
    missing: int = 0
    notes: Sequence[Message] = ()
    name: str = ""
    head: str = ""
    prefix: str = ""

    @cached_property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the working tree, without names of who hides; nothing is compared then."""
        after = self.steps[-1].difference.after
        found = alone(
            [*errors(after.problems), *(disclosures(after.site, after.people) if after.site else ())]
        )
        return Hush(after.secrets).problems([*self._new_names(after, found), *found])

    def _new_names(self, after: State, problems: Sequence[Problem]) -> Iterator[Problem]:
        """How many players have other names where one of them is that of somebody who hides."""
        before = self.steps[0].difference.before
        disclosed = (each.path.split("/")[1] for each in problems if each.code == "name-of-hidden-player")
        for ranking in dict.fromkeys(disclosed):
            number = new_names(before.people.get(ranking, ()), after.people[ranking])
            if number >= SEVERAL:
                message = say("players-renamed", "{number} players have another name", number=number)
                yield Problem(f"{RESULTS}/{ranking}", 0, 0, message)

    @property
    def flaws(self) -> Sequence[Problem]:
        """The errors of the revision itself, for which it has no figures to compare with."""
        return errors(self.steps[0].difference.before.problems)


@contextmanager
def compared(root: Path, revision: str, now: datetime, as_of: date | None = None) -> Iterator[Comparison]:
    """What the site in `root` changes against a revision; the files of both can be read meanwhile.

    A `HistoryError` where there is no repository, or no such revision in it.
    """
    repository = Repository.of(root)
    base = repository.commit(revision)
    with ExitStack() as held:
        states = _States(root, repository, base, held, now, as_of)
        steps, notes = states.by_program()
        yield Comparison(
            base,
            [*steps, *states.steps()],
            repository.missing(base),
            notes,
            revision,
            repository.commit("HEAD"),
            repository.prefix,
        )


@dataclass(frozen=True)
class _States:
    """The states that are compared, and those between; folders are kept as long as they are `held`."""

    root: Path
    repository: Repository
    base: str
    held: ExitStack
    now: datetime
    as_of: date | None

    def steps(self) -> Iterator[Step]:
        """The whole as one step; where settings change figures and results do too, as two."""
        after = self._state(self.root)
        whole = Difference(self.before, after)
        are_set = any(each.settings for each in whole.effects)
        if not are_set or not any(each.rows for each in whole.effects):
            yield Step("settings" if are_set else "results", whole)
            return
        between = self._state(self._with_settings())
        if between.is_sound:
            yield Step("settings", Difference(self.before, between))
            yield Step("results", Difference(between, after))
        else:
            yield Step("results", whole)

    def by_program(self) -> tuple[list[Step], list[Message]]:
        """What the program changes of the revision, where it is another one; and what is to be told of it."""
        programs = Programs(self.root, self.repository, self.base, self.held)
        if not programs.has_changed or not self.before.is_sound:
            return [], [program.unknown()] if programs.is_unknown else []
        folder = self._checked_out(FILE, RESULTS)
        try:
            published = programs.published(folder, self._days(folder).as_of)
        except ProgramError as error:
            return [], [program.not_run(error.args[0])]
        changed = Difference(*read_back(self.before, published))
        return ([Step("program", changed)], []) if changed.effects else ([], [program.no_figure_moves()])

    @cached_property
    def before(self) -> State:
        """The revision, by the program that runs here."""
        return self._state(self._checked_out(FILE, RESULTS))

    def _checked_out(self, *paths: str) -> Path:
        return self.held.enter_context(checked_out(self.repository, self.base, paths))

    def _with_settings(self) -> Path:
        """The results of the revision with the settings of the working tree."""
        folder = self._checked_out(RESULTS)
        shutil.copyfile(self.root / FILE, folder / FILE)
        return folder

    def _state(self, root: Path) -> State:
        return state(root, self._days(root))

    def _days(self, root: Path) -> Days:
        return config.days(config.load(root)[0], self.now, self.as_of)
